//! Reference generator of chess and knight relay chess: pieces on an array, moves by offsets; a move is legal if the
//! opponent could not capture the king after it. Castling is that of Chess960, of which orthodox castling is a case.
//! Nothing is shared with the engine.

use std::collections::{BTreeMap, BTreeSet};

type Piece = (Side, char);

/// White is `false`.
type Side = bool;

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

type Square = (i32, i32);

/// Move. Castling is the king's, with the square that its rook comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Move {
    from: Square,
    to: Square,
    becomes: Option<char>,
    rook: Option<Square>,
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a').into(), (bytes[1] - b'1').into())
}

impl Move {
    fn plain(from: Square, to: Square) -> Move {
        Move { from, to, becomes: None, rook: None }
    }

    /// Castling as in orthodox chess is written as the king's two steps, any other as the king's capture of the rook.
    fn text(&self) -> String {
        let to = match self.rook {
            Some(rook) if self.from.0 != 4 || (rook.0 != 0 && rook.0 != 7) => rook,
            _ => self.to,
        };
        format!("{}{}{}", name(self.from), name(to), self.becomes.map(String::from).unwrap_or_default())
    }
}

/// Position of chess or of knight relay chess.
#[derive(Clone)]
pub struct Position {
    relay: bool,
    /// By rank and file; kinds in lower case.
    board: [[Option<Piece>; 8]; 8],
    side: Side,
    /// File of the rook that may castle, by side and by direction: `true` is towards the h-file.
    castling: BTreeMap<(Side, bool), i32>,
    en_passant: Option<Square>,
}

impl Position {
    /// Reads a sound FEN.
    pub fn new(fen: &str, relay: bool) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut board = [[None; 8]; 8];
        for (rank, row) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        board[7 - rank][file] = Some((c.is_lowercase(), c.to_ascii_lowercase()));
                        file += 1;
                    }
                }
            }
        }
        let en_passant = (fields[3] != "-").then(|| square(fields[3]));
        let castling = BTreeMap::new();
        let mut position = Position { relay, board, side: fields[1] == "b", castling, en_passant };
        for letter in fields[2].chars().filter(|&c| c != '-') {
            let side = letter.is_lowercase();
            let king = position.king(side).0;
            let rook = match letter.to_ascii_lowercase() {
                'k' => *position.rooks_beyond(side, king, true).last().expect("a rook to castle with"),
                'q' => position.rooks_beyond(side, king, false)[0],
                file => (file as u8 - b'a').into(),
            };
            position.castling.insert((side, rook > king), rook);
        }
        position
    }

    fn king(&self, side: Side) -> Square {
        self.pieces(side).into_iter().find(|&(_, kind)| kind == 'k').expect("a king").0
    }

    /// Files, in their order, of the rooks on a side's first rank beyond a file towards the h-file or the a-file.
    fn rooks_beyond(&self, side: Side, file: i32, towards_h: bool) -> Vec<i32> {
        let rank = if side { 7 } else { 0 };
        let beyond = |&at: &i32| if towards_h { at > file } else { at < file };
        (0..8).filter(beyond).filter(|&at| self.on((at, rank)) == Some((side, 'r'))).collect()
    }

    /// The texts of the legal moves.
    pub fn legal_moves(&self) -> BTreeSet<String> {
        let idle = |piece: &Option<Piece>| piece.is_none_or(|(_, kind)| kind == 'k' || kind == 'n');
        if self.relay && self.board.iter().flatten().all(idle) {
            return BTreeSet::new();
        }
        let legal = |mv: &Move| !self.after(*mv).king_can_be_captured();
        let ordinary = self.pseudo_legal().into_iter().filter(legal);
        ordinary.chain(self.castlings()).map(|mv| mv.text()).collect()
    }

    /// Captures of a side's pieces, such as `e4d5`, whatever becomes of its king. En passant is left aside.
    pub fn captures(&self, black: bool) -> BTreeSet<String> {
        let side = Position { side: black, en_passant: None, ..self.clone() };
        let hits = side.pseudo_legal().into_iter().filter(|mv| self.on(mv.to).is_some());
        hits.map(|mv| name(mv.from) + &name(mv.to)).collect()
    }

    /// Plays a legal move.
    pub fn play(&mut self, text: &str) {
        let moves = [self.pseudo_legal(), self.castlings()].concat();
        *self = self.after(*moves.iter().find(|mv| mv.text() == text).expect("a legal move"));
    }

    /// The board, the side to move and the castling rights, as a FEN begins.
    pub fn text(&self) -> String {
        let letter = |piece: &Option<Piece>| match piece {
            Some((false, kind)) => kind.to_ascii_uppercase(),
            Some((true, kind)) => *kind,
            None => '1',
        };
        let row = |row: &[Option<Piece>; 8]| row.iter().map(letter).collect::<String>();
        let mut board = self.board.iter().rev().map(row).collect::<Vec<_>>().join("/");
        for run in (2..=8).rev() {
            board = board.replace(&"1".repeat(run), &run.to_string());
        }
        let mut rights = String::new();
        for (letter, side, towards_h) in
            [('K', false, true), ('Q', false, false), ('k', true, true), ('q', true, false)]
        {
            let Some(&rook) = self.castling.get(&(side, towards_h)) else { continue };
            let file = (if side { b'a' } else { b'A' } + rook as u8) as char;
            rights.push(if self.rooks_beyond(side, rook, towards_h).is_empty() { letter } else { file });
        }
        format!("{board} {} {}", if self.side { 'b' } else { 'w' }, if rights.is_empty() { "-" } else { &rights })
    }

    fn on(&self, (file, rank): Square) -> Option<Piece> {
        self.board[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): Square, piece: Option<Piece>) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn pieces(&self, side: Side) -> Vec<(Square, char)> {
        let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        squares.filter_map(|at| self.on(at).filter(|&(owner, _)| owner == side).map(|(_, kind)| (at, kind))).collect()
    }

    fn is_relayed(&self, (file, rank): Square, side: Side) -> bool {
        self.relay
            && KNIGHT.iter().any(|(df, dr)| {
                let at = (file + df, rank + dr);
                on_board(at) && self.on(at) == Some((side, 'n'))
            })
    }

    /// True if a piece of the side to move may capture the piece on a square, as far as the two kinds allow.
    fn may_capture(&self, kind: char, to: Square) -> bool {
        let fights = |kind| !self.relay || kind != 'n';
        self.on(to).is_some_and(|(owner, victim)| owner != self.side && fights(victim) && fights(kind))
    }

    /// The moves of the side to move without castling, whatever becomes of its king.
    fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, kind) in self.pieces(self.side) {
            let mut targets: Vec<Square> = match kind {
                'p' => self.pawn_targets(from),
                'n' => self.walk(from, kind, &KNIGHT, 1),
                'b' => self.walk(from, kind, &DIAGONAL, 7),
                'r' => self.walk(from, kind, &STRAIGHT, 7),
                'q' => [self.walk(from, kind, &DIAGONAL, 7), self.walk(from, kind, &STRAIGHT, 7)].concat(),
                _ => [self.walk(from, kind, &DIAGONAL, 1), self.walk(from, kind, &STRAIGHT, 1)].concat(),
            };
            if !matches!(kind, 'n' | 'k') && self.is_relayed(from, self.side) {
                let leaps = self.walk(from, kind, &KNIGHT, 1);
                targets.extend(leaps.into_iter().filter(|to| kind != 'p' || (1..=6).contains(&to.1)));
            }
            for to in targets {
                let choice: &[Option<char>] = match (kind, to.1) {
                    ('p', 0 | 7) => &[Some('q'), Some('r'), Some('b'), Some('n')],
                    _ => &[None],
                };
                moves.extend(choice.iter().map(|&becomes| Move { becomes, ..Move::plain(from, to) }));
            }
        }
        moves
    }

    fn walk(&self, (file, rank): Square, kind: char, directions: &[(i32, i32)], steps: i32) -> Vec<Square> {
        let mut targets = Vec::new();
        for (df, dr) in directions {
            for step in 1..=steps {
                let to = (file + df * step, rank + dr * step);
                if !on_board(to) {
                    break;
                }
                if self.on(to).is_none() || self.may_capture(kind, to) {
                    targets.push(to);
                }
                if self.on(to).is_some() {
                    break;
                }
            }
        }
        targets
    }

    fn pawn_targets(&self, (file, rank): Square) -> Vec<Square> {
        let (ahead, home) = if self.side { (-1, 6) } else { (1, 1) };
        let mut targets = Vec::new();
        let one = (file, rank + ahead);
        let two = (file, rank + 2 * ahead);
        if self.on(one).is_none() {
            targets.push(one);
            if rank == home && self.on(two).is_none() {
                targets.push(two);
            }
        }
        for to in [(file - 1, rank + ahead), (file + 1, rank + ahead)] {
            if on_board(to) && (self.may_capture('p', to) || self.en_passant == Some(to)) {
                targets.push(to);
            }
        }
        targets
    }

    fn castlings(&self) -> Vec<Move> {
        let rank = if self.side { 7 } else { 0 };
        let king = self.king(self.side).0;
        let mut moves = Vec::new();
        for (towards_h, to, rook_to) in [(true, 6, 5), (false, 2, 3)] {
            let Some(&rook) = self.castling.get(&(self.side, towards_h)) else { continue };
            let way = |from: i32, to: i32| from.min(to)..=from.max(to);
            // Nothing but the two may stand where either of them goes.
            let free = way(king, to)
                .chain(way(rook, rook_to))
                .all(|file| file == king || file == rook || self.on((file, rank)).is_none());
            // The king must not stand in check, nor on the way, nor at the end.
            let step = |file| Move::plain((king, rank), (file, rank));
            let safe = way(king, to).all(|file| !self.stepped(step(file)).king_can_be_captured());
            let castling = Move { rook: Some((rook, rank)), ..step(to) };
            if free && safe && !self.after(castling).king_can_be_captured() {
                moves.push(castling);
            }
        }
        moves
    }

    /// The position after the king alone has gone from one square to another, perhaps the same.
    fn stepped(&self, step: Move) -> Position {
        let mut after = self.clone();
        after.set(step.from, None);
        after.set(step.to, Some((self.side, 'k')));
        after.side = !self.side;
        after.en_passant = None;
        after
    }

    /// True if the side to move could capture the other king.
    fn king_can_be_captured(&self) -> bool {
        self.pseudo_legal().iter().any(|mv| self.on(mv.to).is_some_and(|(_, kind)| kind == 'k'))
    }

    fn after(&self, mv: Move) -> Position {
        let mut after = self.clone();
        let (side, kind) = self.on(mv.from).expect("a piece moves");
        let steps = mv.to.0 - mv.from.0;
        if kind == 'p' && self.en_passant == Some(mv.to) && steps.abs() == 1 && (mv.to.1 - mv.from.1).abs() == 1 {
            after.set((mv.to.0, mv.from.1), None);
        }
        after.set(mv.from, None);
        if let Some(rook) = mv.rook {
            after.set(rook, None);
            after.set((if mv.to.0 == 6 { 5 } else { 3 }, mv.to.1), Some((side, 'r')));
        }
        after.set(mv.to, Some((side, mv.becomes.unwrap_or(kind))));
        after.castling.retain(|&(owner, _), rook| {
            let rook = (*rook, if owner { 7 } else { 0 });
            rook != mv.from && rook != mv.to && (owner != side || kind != 'k')
        });
        let double_step = !self.relay && kind == 'p' && (mv.to.1 - mv.from.1).abs() == 2;
        after.en_passant = double_step.then_some((mv.from.0, (mv.from.1 + mv.to.1) / 2));
        after.side = !side;
        after
    }
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}
