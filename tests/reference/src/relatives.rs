//! Reference generator of the relatives of chess: pieces on an array, moves by offsets, each rule as it is written.
//! Nothing is shared with the engine, nor with the generator of chess.

use std::collections::BTreeSet;

/// White is `false`.
type Side = bool;
type Square = (i32, i32);
type Piece = (Side, char);

const KNIGHT: [Square; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [Square; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Square; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Move. A king that goes two files or more castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    from: Square,
    to: Square,
    becomes: Option<char>,
}

/// Position of one of the relatives of chess.
#[derive(Clone, Debug)]
pub struct Position {
    game: &'static str,
    /// By rank and file, of which there are eight, or ten in Capablanca chess.
    board: Vec<Vec<Option<Piece>>>,
    side: Side,
    /// Letters of the rights.
    castling: BTreeSet<char>,
    /// Circe: sides whose king has never moved.
    innocent: BTreeSet<Side>,
    /// Squares passed over by the pawns that may be captured en passant.
    passed: BTreeSet<Square>,
    /// Plies left in the turn, and its length.
    left: i32,
    length: i32,
    /// Three-check: checks that each side has still to give.
    checks_left: [i32; 2],
    /// Plies since the last capture or pawn's ply, and the number of the move.
    clock: i32,
    number: i32,
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Rank of a FEN's board. Numbers of empty squares have one digit or two.
fn read_rank(text: &str) -> Vec<Option<Piece>> {
    let mut squares = Vec::new();
    let mut run = 0;
    for c in text.chars().chain(['/']) {
        if let Some(digit) = c.to_digit(10) {
            run = 10 * run + digit as usize;
            continue;
        }
        squares.extend(vec![None; run]);
        run = 0;
        if c != '/' {
            squares.push(Some((c.is_lowercase(), c.to_ascii_lowercase())));
        }
    }
    squares
}

fn home_rank(side: Side) -> i32 {
    if side { 7 } else { 0 }
}

impl Position {
    /// Reads a sound text of a game.
    pub fn new(game: &'static str, text: &str) -> Position {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let board = fields[0].split('/').rev().map(read_rank).collect();
        let letters = fields[2].chars().filter(|c| c.is_alphabetic());
        let squares = fields[3].as_bytes().chunks(2).filter(|chunk| chunk.len() == 2);
        let passed = squares.map(|at| (i32::from(at[0] - b'a'), i32::from(at[1] - b'1'))).collect();
        let side = fields[1] == "b";
        let numbers: Vec<i32> = fields[4].split(['+', '/']).map(|number| number.parse().expect("a number")).collect();
        let (left, length, checks_left) = match game {
            "3check" => (1, 1, [numbers[0], numbers[1]]),
            "progressive" => (numbers[0], numbers[1], [0; 2]),
            "monster" => (numbers[0], if side { 1 } else { 2 }, [0; 2]),
            _ => (1, 1, [0; 2]),
        };
        let last = |back: usize| -> i32 { fields[fields.len() - back].parse().expect("a number") };
        Position {
            game,
            board,
            side,
            innocent: letters.clone().map(char::is_lowercase).collect(),
            castling: letters.filter(|c| !c.eq_ignore_ascii_case(&'e')).collect(),
            passed,
            left,
            length,
            checks_left,
            clock: last(2),
            number: last(1),
        }
    }

    /// Board, side to move, castling field, the squares passed over where a turn has several plies (else `-`), the
    /// field that only this game has, and the clocks.
    pub fn fields(&self) -> Vec<String> {
        let row = |row: &Vec<Option<Piece>>| row.iter().map(letter).collect::<String>();
        let mut board = self.board.iter().rev().map(row).collect::<Vec<_>>().join("/");
        for run in (1..=10).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        let mut castling = String::new();
        for (side, letters, innocent) in [(false, ['K', 'Q'], 'E'), (true, ['k', 'q'], 'e')] {
            let rights: String = letters.into_iter().filter(|letter| self.castling.contains(letter)).collect();
            let is_innocent = self.game == "circe" && self.innocent.contains(&side) && rights.is_empty();
            castling.push_str(if is_innocent { if innocent == 'E' { "E" } else { "e" } } else { &rights });
        }
        let passed: String = self.passed.iter().map(|&square| name(square)).collect();
        let is_series = matches!(self.game, "monster" | "progressive");
        let dash = |text: String| if text.is_empty() { "-".to_string() } else { text };
        let mut fields = vec![
            board,
            if self.side { "b" } else { "w" }.to_string(),
            dash(castling),
            dash(if is_series { passed } else { String::new() }),
        ];
        fields.extend(match self.game {
            "3check" => Some(format!("{}+{}", self.checks_left[0], self.checks_left[1])),
            "progressive" => Some(format!("{}/{}", self.left, self.length)),
            "monster" => Some(self.left.to_string()),
            _ => None,
        });
        fields.extend([self.clock, self.number].map(|number| number.to_string()));
        fields
    }

    /// The texts of the legal moves.
    pub fn legal_moves(&self) -> BTreeSet<String> {
        self.legal().into_iter().map(text).collect()
    }

    /// Captures of a side's pieces, such as `e4d5`, whatever becomes of its king. En passant is left aside.
    pub fn captures(&self, black: bool) -> BTreeSet<String> {
        let mut captures = BTreeSet::new();
        for (from, kind) in self.pieces(black) {
            if !self.is_paralysed(from, (black, kind)) {
                let attacked = self.attacks(from, (black, kind)).into_iter();
                let enemies = attacked.filter(|&to| self.on(to).is_some_and(|piece| piece.0 != black));
                captures.extend(enemies.map(|to| name(from) + &name(to)));
            }
        }
        captures
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn play(&mut self, played: &str) {
        let mv = self.legal().into_iter().find(|&mv| text(mv) == played).expect("a legal move");
        *self = self.after(mv);
    }

    /// Result on the board, as PGN writes it; none while the game goes on.
    pub fn result(&self) -> Option<&'static str> {
        let win = |side: Side| if side { "0-1" } else { "1-0" };
        let draw = "1/2-1/2";
        if let Some(winner) = self.winner() {
            Some(win(winner))
        } else if !self.has_legal_move() {
            let is_mated = self.is_royal(self.side) && self.in_check(self.side, true);
            Some(if is_mated { win(!self.side) } else { draw })
        } else {
            self.lacks_material().then_some(draw)
        }
    }

    /// The moves of the side to move before each is judged by the position after it.
    fn candidates(&self) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        [self.pseudo_legal(self.side), self.castlings()].concat()
    }

    fn legal(&self) -> Vec<Move> {
        self.candidates().into_iter().filter(|&mv| self.is_legal(mv)).collect()
    }

    fn has_legal_move(&self) -> bool {
        self.candidates().into_iter().any(|mv| self.is_legal(mv))
    }

    fn is_royal(&self, side: Side) -> bool {
        !(self.game == "extinction" || (self.game == "dunsany" && !side))
    }

    /// The side that has won by a rule of the game's own.
    fn winner(&self) -> Option<Side> {
        let mover = !self.side;
        match self.game {
            "kingofthehill" => {
                let (file, rank) = self.king(mover);
                ((3..=4).contains(&file) && (3..=4).contains(&rank)).then_some(mover)
            }
            "3check" => [false, true].into_iter().find(|&side| self.checks_left[usize::from(side)] == 0),
            "extinction" => {
                let has = |side: Side, kind: char| self.pieces(side).iter().any(|piece| piece.1 == kind);
                let has_lost = |side: Side| "kqrbnp".chars().any(|kind| !has(side, kind));
                // Who makes both sides lose a kind wins.
                if has_lost(self.side) { Some(mover) } else { has_lost(mover).then_some(self.side) }
            }
            "dunsany" => self.pieces(false).is_empty().then_some(true),
            _ => None,
        }
    }

    /// True for bare kings, a single knight or bishop, and bishops all on one colour, where that is a draw.
    fn lacks_material(&self) -> bool {
        let mut men = [self.pieces(false), self.pieces(true)].concat();
        men.retain(|man| man.1 != 'k');
        let colours: BTreeSet<i32> = men.iter().map(|((file, rank), _)| (file + rank) % 2).collect();
        match self.game {
            "amazon" | "capablanca" | "madrasi" | "circe" | "progressive" => {
                let are_bishops = men.iter().all(|man| man.1 == 'b');
                (are_bishops && colours.len() <= 1) || matches!(men[..], [(_, 'n')])
            }
            "3check" => men.is_empty(),
            _ => false,
        }
    }

    /// A move is legal by the position after it.
    fn is_legal(&self, mv: Move) -> bool {
        let after = self.after(mv);
        if self.game == "monster" && !self.side && self.left == 2 {
            return after.has_legal_move();
        }
        !self.is_royal(self.side) || !after.in_check(self.side, true)
    }

    /// True if the king of a side is in check. `passing`: en passant captures are looked at.
    fn in_check(&self, side: Side, passing: bool) -> bool {
        if self.is_attacked(self.king(side), !side) {
            return true;
        }
        if self.game != "monster" || !side {
            return false;
        }
        // White's first ply, by the moves of its men, then a capture of the king.
        let mut turn = self.clone();
        if self.side || !passing {
            turn.passed.clear();
        }
        turn.side = false;
        turn.pseudo_legal(false).into_iter().any(|mv| {
            let after = turn.after(mv);
            after.is_attacked(after.king(true), false)
        })
    }

    fn files(&self) -> i32 {
        if self.game == "capablanca" { 10 } else { 8 }
    }

    fn on_board(&self, (file, rank): Square) -> bool {
        (0..self.files()).contains(&file) && (0..8).contains(&rank)
    }

    fn on(&self, (file, rank): Square) -> Option<Piece> {
        if self.on_board((file, rank)) { self.board[rank as usize][file as usize] } else { None }
    }

    fn set(&mut self, (file, rank): Square, piece: Option<Piece>) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn pieces(&self, side: Side) -> Vec<(Square, char)> {
        let squares = (0..8).flat_map(|rank| (0..self.files()).map(move |file| (file, rank)));
        squares.filter_map(|at| self.on(at).filter(|piece| piece.0 == side).map(|piece| (at, piece.1))).collect()
    }

    fn king(&self, side: Side) -> Square {
        self.pieces(side).into_iter().find(|piece| piece.1 == 'k').expect("a king").0
    }

    /// Squares that a piece attacks, whoever stands there.
    fn attacks(&self, from: Square, (side, kind): Piece) -> Vec<Square> {
        let ahead = if side { -1 } else { 1 };
        let mut squares = Vec::new();
        let mut walk = |directions: &[Square], steps: i32| {
            for (df, dr) in directions {
                for step in 1..=steps {
                    let to = (from.0 + df * step, from.1 + dr * step);
                    if !self.on_board(to) {
                        break;
                    }
                    squares.push(to);
                    if self.on(to).is_some() {
                        break;
                    }
                }
            }
        };
        match kind {
            'p' => walk(&[(-1, ahead), (1, ahead)], 1),
            'n' => walk(&KNIGHT, 1),
            'k' => walk(&[STRAIGHT, DIAGONAL].concat(), 1),
            _ => {}
        }
        // An `a` is an amazon, queen and knight, or in Capablanca chess an archbishop, bishop and knight.
        if matches!(kind, 'r' | 'q' | 'c') || (kind == 'a' && self.game == "amazon") {
            walk(&STRAIGHT, 9);
        }
        if matches!(kind, 'b' | 'q' | 'a') {
            walk(&DIAGONAL, 7);
        }
        if matches!(kind, 'a' | 'c') {
            walk(&KNIGHT, 1);
        }
        squares
    }

    /// Madrasi: a piece that an enemy piece of its kind attacks.
    fn is_paralysed(&self, at: Square, (side, kind): Piece) -> bool {
        let of_kind = self.pieces(!side).into_iter().filter(|piece| piece.1 == kind);
        self.game == "madrasi"
            && kind != 'k'
            && of_kind.into_iter().any(|(from, _)| self.attacks(from, (!side, kind)).contains(&at))
    }

    fn is_attacked(&self, square: Square, by: Side) -> bool {
        self.pieces(by).into_iter().any(|(from, kind)| {
            self.attacks(from, (by, kind)).contains(&square) && !self.is_paralysed(from, (by, kind))
        })
    }

    /// The moves of a side without castling, whatever becomes of its king.
    fn pseudo_legal(&self, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, kind) in self.pieces(side) {
            if self.is_paralysed(from, (side, kind)) {
                continue;
            }
            let enemy = |to: &Square| self.on(*to).is_some_and(|piece| piece.0 != side);
            let attacked = self.attacks(from, (side, kind)).into_iter();
            let targets: Vec<Square> = if kind == 'p' {
                let can_pass = self.left == self.length && side == self.side;
                let passing = |to: &Square| can_pass && self.passed.contains(to) && self.on(*to).is_none();
                attacked.filter(|to| enemy(to) || passing(to)).chain(self.pawn_steps(from, side)).collect()
            } else {
                attacked.filter(|to| enemy(to) || self.on(*to).is_none()).collect()
            };
            for to in targets {
                if kind == 'p' && to.1 == home_rank(!side) {
                    let kinds = match self.game {
                        "amazon" => "arbn",
                        "capablanca" => "acqrbn",
                        "extinction" => "kqrbn",
                        _ => "qrbn",
                    };
                    moves.extend(kinds.chars().map(|kind| Move { from, to, becomes: Some(kind) }));
                } else {
                    moves.push(Move { from, to, becomes: None });
                }
            }
        }
        moves
    }

    fn pawn_steps(&self, (file, rank): Square, side: Side) -> Vec<Square> {
        let ahead = if side { -1 } else { 1 };
        let is_free =
            |steps: i32| self.on_board((file, rank + steps * ahead)) && self.on((file, rank + steps * ahead)).is_none();
        let steps_double = (side || self.game != "dunsany") && rank == home_rank(side) + ahead;
        let longest = if steps_double { 2 } else { 1 };
        (1..=longest).take_while(|&steps| is_free(steps)).map(|steps| (file, rank + steps * ahead)).collect()
    }

    fn king_file(&self) -> i32 {
        if self.game == "capablanca" { 5 } else { 4 }
    }

    /// Files that a castling king crosses.
    fn castling_steps(&self) -> i32 {
        if self.game == "capablanca" { 3 } else { 2 }
    }

    fn castlings(&self) -> Vec<Move> {
        let rank = home_rank(self.side);
        let king = (self.king_file(), rank);
        let mut moves = Vec::new();
        let to_the_right = ('K', king.0 + self.castling_steps(), king.0 + 1..self.files() - 1);
        let to_the_left = ('Q', king.0 - self.castling_steps(), 1..king.0);
        for (letter, to, mut between) in [to_the_right, to_the_left] {
            let letter = if self.side { letter.to_ascii_lowercase() } else { letter };
            let is_free = between.all(|file| self.on((file, rank)).is_none());
            if !self.castling.contains(&letter) || !is_free {
                continue;
            }
            let mut way = (king.0.min(to)..=king.0.max(to)).filter(|&file| file != to).map(|file| (file, rank));
            let is_safe = |square: Square| {
                let mut alone = self.clone();
                alone.set(king, None);
                alone.set(square, Some((self.side, 'k')));
                !alone.in_check(self.side, false)
            };
            if !self.is_royal(self.side) || way.all(is_safe) {
                moves.push(Move { from: king, to: (to, rank), becomes: None });
            }
        }
        moves
    }

    fn after(&self, mv: Move) -> Position {
        let mut after = self.clone();
        let (side, kind) = self.on(mv.from).expect("a piece moves");
        let mut captured = self.on(mv.to).map(|piece| (mv.to, piece.1));
        if kind == 'p' && mv.from.0 != mv.to.0 && captured.is_none() {
            captured = Some(((mv.to.0, mv.from.1), 'p'));
        }
        if let Some((at, _)) = captured {
            after.set(at, None);
        }
        after.clock = if captured.is_some() || kind == 'p' { 0 } else { self.clock + 1 };
        after.set(mv.from, None);
        after.set(mv.to, Some((side, mv.becomes.unwrap_or(kind))));
        let steps = mv.to.0 - mv.from.0;
        if kind == 'k' && mv.from == (self.king_file(), home_rank(side)) && steps.abs() >= 2 {
            // The rook arrives beside the king, on the side that it comes over to.
            let from = if steps > 0 { self.files() - 1 } else { 0 };
            let to = mv.to.0 - steps.signum();
            after.set((from, mv.to.1), None);
            after.set((to, mv.to.1), Some((side, 'r')));
        }
        for square in [mv.from, mv.to] {
            after.touch(square);
        }
        if kind == 'k' {
            after.innocent.remove(&side);
        }
        if let Some((at, kind)) = captured.filter(|_| self.game == "circe") {
            after.bear_again(!side, kind, at);
        }
        after.end_ply(self, mv, kind);
        after
    }

    /// Takes the rights that a move from or to a square ends.
    fn touch(&mut self, square: Square) {
        let (king, right) = (self.king_file(), self.files() - 1);
        for (letter, rook, rank) in [('K', right, 0), ('Q', 0, 0), ('k', right, 7), ('q', 0, 7)] {
            if square == (king, rank) || square == (rook, rank) {
                self.castling.remove(&letter);
            }
        }
    }

    /// Circe: a captured piece comes back on its rebirth square, if that is empty.
    fn bear_again(&mut self, side: Side, kind: char, captured_on: Square) {
        let rank = home_rank(side);
        let colour = |square: Square| (square.0 + square.1) % 2;
        let home = match kind {
            'p' => (captured_on.0, if side { 6 } else { 1 }),
            'q' => (3, rank),
            _ => {
                let files = match kind {
                    'r' => [0, 7],
                    'n' => [1, 6],
                    _ => [2, 5],
                };
                let fits = |&&file: &&i32| colour((file, rank)) == colour(captured_on);
                (*files.iter().find(fits).expect("one of each colour"), rank)
            }
        };
        if self.on(home).is_none() {
            self.set(home, Some((side, kind)));
            if kind == 'r' && self.innocent.contains(&side) {
                let letter = if home.0 == 7 { 'K' } else { 'Q' };
                self.castling.insert(if side { letter.to_ascii_lowercase() } else { letter });
            }
        }
    }

    /// What a ply leaves behind beside the board: squares passed over, checks, the turn.
    fn end_ply(&mut self, before: &Position, mv: Move, kind: char) {
        let side = before.side;
        if before.left == before.length {
            self.passed.clear();
        }
        // A pawn that moves on can no longer be captured where it has passed.
        self.passed.remove(&(mv.from.0, mv.from.1 + if side { 1 } else { -1 }));
        if kind == 'p' && (mv.to.1 - mv.from.1).abs() == 2 {
            self.passed.insert((mv.to.0, (mv.from.1 + mv.to.1) / 2));
        }
        let checks = self.is_royal(!side) && self.is_attacked(self.king(!side), side);
        if self.game == "3check" && checks {
            self.checks_left[usize::from(side)] -= 1;
        }
        self.left -= 1;
        if self.left == 0 || (self.game == "progressive" && checks) {
            self.side = !side;
            self.number += i32::from(side);
            self.length = match self.game {
                "progressive" => before.length + 1,
                "monster" if side => 2,
                _ => 1,
            };
            self.left = self.length;
        }
    }
}

fn letter(piece: &Option<Piece>) -> char {
    match piece {
        Some((false, kind)) => kind.to_ascii_uppercase(),
        Some((true, kind)) => *kind,
        None => '.',
    }
}

fn text(mv: Move) -> String {
    format!("{}{}{}", name(mv.from), name(mv.to), mv.becomes.map(String::from).unwrap_or_default())
}
