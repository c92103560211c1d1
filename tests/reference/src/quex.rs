//! Reference generator of Quex and Keyles: reads positions as text, and makes every move on a board of letters.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use engine::game::{GenType, MoveFacts, Seat};
use engine::moves::{Move, MoveList};
use engine::outcome::{Outcome, Reason};
use engine::variants::quex::{KING_ARRIVED, Kind};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Square as (file, rank), from 0.
type Square = (i32, i32);

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Sketches of a random position, of which one should be valid.
const SKETCHES: usize = 1000;

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Position: the letter of the piece on every square.
#[derive(Clone)]
pub struct Position {
    /// By rank and file.
    board: [[Option<char>; 10]; 10],
    pool: Vec<char>,
    white: bool,
    royal: bool,
}

impl Position {
    /// Reads a position. `royal`: the king may not be left in check, as in Quex.
    ///
    /// # Panics
    /// If the text is no position.
    pub fn new(text: &str, royal: bool) -> Position {
        let (pieces, rest) = text.split_once('[').expect("a pool");
        let (pool, rest) = rest.split_once("] ").expect("a closed pool");
        let mut board = [[None; 10]; 10];
        for (row, rank) in pieces.split('/').zip((0..10).rev()) {
            let (mut file, mut run) = (0, 0);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = run * 10 + digit as i32;
                } else {
                    board[rank][(file + run) as usize] = Some(c);
                    (file, run) = (file + run + 1, 0);
                }
            }
        }
        Position { board, pool: pool.chars().collect(), white: rest.starts_with('w'), royal }
    }

    /// Piece on a square of the board.
    fn on(&self, (file, rank): Square) -> Option<char> {
        self.board[rank as usize][file as usize]
    }

    /// Puts a piece, or nothing, on a square, and returns what stood there.
    fn put(&mut self, (file, rank): Square, piece: Option<char>) -> Option<char> {
        std::mem::replace(&mut self.board[rank as usize][file as usize], piece)
    }

    /// Pieces of both sides with their squares.
    fn pieces(&self) -> impl Iterator<Item = (Square, char)> {
        let squares = (0..10).flat_map(|rank| (0..10).map(move |file| (file, rank)));
        squares.filter_map(|square| self.on(square).map(|piece| (square, piece)))
    }

    /// Pieces of the side to move.
    fn own_pieces(&self) -> impl Iterator<Item = (Square, char)> {
        self.pieces().filter(|&(_, piece)| self.owns(piece))
    }

    fn owns(&self, piece: char) -> bool {
        piece.is_uppercase() == self.white
    }

    /// True if a square is on the board and not held by an own piece.
    fn open(&self, square: Square) -> bool {
        let on_board = (0..10).contains(&square.0) && (0..10).contains(&square.1);
        on_board && !self.on(square).is_some_and(|piece| self.owns(piece))
    }

    fn slide(&self, from: Square, directions: &[(i32, i32)], to: &mut Vec<Square>) {
        for (df, dr) in directions {
            let mut here = (from.0 + df, from.1 + dr);
            while self.open(here) {
                to.push(here);
                if self.on(here).is_some() {
                    break;
                }
                here = (here.0 + df, here.1 + dr);
            }
        }
    }

    fn leap(&self, from: Square, steps: &[(i32, i32)], to: &mut Vec<Square>) {
        to.extend(steps.iter().map(|(df, dr)| (from.0 + df, from.1 + dr)).filter(|&square| self.open(square)));
    }

    /// Pseudo-legal targets of a piece of the side to move.
    fn targets(&self, from: Square) -> Vec<Square> {
        let forward = if self.white { 1 } else { -1 };
        let mut to = Vec::new();
        match self.on(from).expect("a piece").to_ascii_uppercase() {
            'K' | 'G' => self.leap(from, &[STRAIGHT, DIAGONAL].concat(), &mut to),
            'Q' => self.slide(from, &[STRAIGHT, DIAGONAL].concat(), &mut to),
            'R' => self.slide(from, &STRAIGHT, &mut to),
            'L' => self.slide(from, &DIAGONAL, &mut to),
            'N' => self.leap(from, &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], &mut to),
            'C' => self.leap(from, &STRAIGHT, &mut to),
            'W' => self.leap(from, &DIAGONAL, &mut to),
            'T' => self.leap(from, &[(-1, forward), (0, forward), (1, forward)], &mut to),
            'F' => {
                self.leap(from, &[(0, forward), (-1, forward), (1, forward)], &mut to);
                to.retain(|square| (square.0 != from.0) == self.on(*square).is_some());
            }
            'P' => {
                for directions in [STRAIGHT, DIAGONAL] {
                    for (df, dr) in directions {
                        let middle = (from.0 + df, from.1 + dr);
                        if self.open(middle) && self.on(middle).is_none() {
                            // Left and right of the first step.
                            self.leap(middle, &[(-dr, df), (dr, -df)], &mut to);
                        }
                    }
                }
            }
            other => panic!("no piece '{other}'"),
        }
        // A prince finds some squares twice.
        to.sort_unstable();
        to.dedup();
        to
    }

    /// Captures of a side's pieces, such as `e4d5`, whatever becomes of its king.
    pub fn captures(&self, white: bool) -> BTreeSet<String> {
        let side = Position { white, ..self.clone() };
        let mut captures = BTreeSet::new();
        for (from, _) in side.own_pieces() {
            let enemies = side.targets(from).into_iter().filter(|&to| side.on(to).is_some());
            captures.extend(enemies.map(|to| name(from) + &name(to)));
        }
        captures
    }

    fn king_square(&self, white: bool) -> Option<Square> {
        let king = if white { 'K' } else { 'k' };
        self.pieces().find(|&(_, piece)| piece == king).map(|(square, _)| square)
    }

    fn end_rank(white: bool) -> i32 {
        if white { 9 } else { 0 }
    }

    fn own_king_captured(&self) -> bool {
        self.pool.contains(if self.white { &'K' } else { &'k' })
    }

    fn own_champions(&self) -> Vec<Square> {
        let champions = self.own_pieces().filter(|(_, piece)| "QRLNP".contains(piece.to_ascii_uppercase()));
        champions.map(|(square, _)| square).collect()
    }

    /// Winner in Keyles, true for White: by arrival, or because the captured king cannot come back.
    fn winner(&self) -> Option<(bool, Reason)> {
        let arrived =
            |white: &bool| self.king_square(*white).is_some_and(|square| square.1 == Position::end_rank(*white));
        let lost = self.own_king_captured() && self.own_champions().is_empty();
        match [true, false].into_iter().find(arrived) {
            _ if self.royal => None,
            Some(white) => Some((white, KING_ARRIVED)),
            None => lost.then_some((!self.white, Reason::KING_CAPTURED)),
        }
    }

    /// Legal moves, each with the position after it.
    pub fn moves(&self) -> BTreeMap<String, Position> {
        let mut moves = BTreeMap::new();
        if self.winner().is_some() {
            return moves;
        }
        let cased = |letter: char| if self.white { letter } else { letter.to_ascii_lowercase() };
        if self.own_king_captured() {
            for square in self.own_champions() {
                let mut after = self.clone();
                let champion = after.put(square, Some(cased('K'))).expect("a champion");
                after.pool.push(champion);
                after.pool.retain(|&piece| piece != cased('K'));
                moves.insert(format!("K@{}", name(square)), after);
            }
            return moves;
        }
        for (from, piece) in self.own_pieces() {
            for to in self.targets(from) {
                let mut after = self.clone();
                after.put(from, None);
                let captured = after.put(to, Some(piece));
                after.pool.extend(captured);
                after.white = !self.white;
                let text = name(from) + &name(to);
                let end = Position::end_rank(self.white);
                if "GCWTF".contains(piece.to_ascii_uppercase()) && to.1 == end && from.1 != end {
                    let own: BTreeSet<char> = self.pool.iter().copied().filter(|&piece| self.owns(piece)).collect();
                    for chosen in own.into_iter().filter(|piece| !piece.eq_ignore_ascii_case(&'k')) {
                        let mut exchanged = after.clone();
                        exchanged.put(to, Some(chosen));
                        let at = exchanged.pool.iter().position(|&piece| piece == chosen).expect("it is in the pool");
                        exchanged.pool.remove(at);
                        moves.insert(format!("{text}{}", chosen.to_ascii_lowercase()), exchanged);
                    }
                }
                moves.insert(text, after);
            }
        }
        if self.royal {
            moves.retain(|_, after| !after.can_capture_king());
        }
        moves
    }

    /// True if a legal move resets the halfmove clock: a capture, a pion's move, a king put back.
    pub fn is_irreversible(&self, mv: &str, after: &Position) -> bool {
        let from = self.own_pieces().filter(|&(square, _)| mv.starts_with(&name(square)));
        // Of e1 and e10 the longer is meant.
        let moved = from.max_by_key(|&(square, _)| name(square).len());
        let pion = moved.is_some_and(|(_, piece)| "GCWTF".contains(piece.to_ascii_uppercase()));
        pion || mv.starts_with("K@") || after.pool.len() > self.pool.len()
    }

    /// True if White is to move.
    pub fn white_to_move(&self) -> bool {
        self.white
    }

    /// True if the side to move attacks the other side's king.
    fn can_capture_king(&self) -> bool {
        let king = self.king_square(!self.white).expect("a king");
        self.own_pieces().any(|(from, _)| self.targets(from).contains(&king))
    }

    /// Result on the board, given the legal [`moves`](Position::moves).
    pub fn result(&self, moves: &BTreeMap<String, Position>) -> Option<Outcome> {
        let seat = |white| if white { Seat::WHITE } else { Seat::BLACK };
        if let Some((white, reason)) = self.winner() {
            return Some(Outcome::Win(seat(white), reason));
        }
        let checked = || Position { white: !self.white, ..self.clone() }.can_capture_king();
        match moves.is_empty() {
            false => None,
            true if self.royal && checked() => Some(Outcome::Win(seat(!self.white), Reason::CHECKMATE)),
            true => Some(Outcome::Draw(Reason::STALEMATE)),
        }
    }

    /// Board, pool and side as text.
    pub fn text(&self) -> String {
        let rows = (0..10).rev().map(|rank| {
            let row: String = (0..10).map(|file| self.on((file, rank)).unwrap_or('1')).collect();
            let shorten = |row: String, run: usize| row.replace(&"1".repeat(run), &format!("<{run}>"));
            (1..=10).rev().fold(row, shorten).replace(['<', '>'], "")
        });
        let mut pool = self.pool.clone();
        pool.sort_by_key(|piece| (piece.is_lowercase(), "KQRLNPGCWTF".find(piece.to_ascii_uppercase())));
        let side = if self.white { "w" } else { "b" };
        format!("{}[{}] {side}", rows.collect::<Vec<_>>().join("/"), pool.iter().collect::<String>())
    }
}

/// Random valid position. Each piece is captured with a probability, and then in the pool.
///
/// # Panics
/// If a thousand sketches in a row are no valid position.
pub fn random_position<G: FromStr>(random: &mut impl Rng, captured: f64) -> G {
    for _ in 0..SKETCHES {
        let mut position = Position { board: [[None; 10]; 10], pool: Vec::new(), white: random.random(), royal: true };
        for piece in "KQRRLLNNPPGGCCWWTTFFkqrrllnnppggccwwttff".chars() {
            let square = (random.random_range(0..10), random.random_range(0..10));
            let gone = !piece.eq_ignore_ascii_case(&'k') && random.random_bool(captured);
            if gone || position.on(square).is_some() {
                position.pool.push(piece);
            } else {
                position.put(square, Some(piece));
            }
        }
        if let Ok(position) = format!("{} - - 0 1", position.text()).parse() {
            return position;
        }
    }
    panic!("{SKETCHES} impossible positions in a row");
}

/// Random valid position with pieces of both sides around the king of White, who is to move: checks, pins and double
/// checks of all kinds.
///
/// # Panics
/// If a thousand sketches in a row are no valid position.
pub fn random_siege<G: FromStr>(random: &mut impl Rng) -> G {
    for _ in 0..SKETCHES {
        let mut position = Position { board: [[None; 10]; 10], pool: Vec::new(), white: true, royal: true };
        let king = (random.random_range(0..10), random.random_range(0..10));
        position.put(king, Some('K'));
        position.put((random.random_range(0..10), random.random_range(0..10)), Some('k'));
        for piece in "PPRLQNGCWTFppprrllqngcwtf".chars() {
            let mut near = |at: i32| (at + random.random_range(-3..=3)).clamp(0, 9);
            let square = (near(king.0), near(king.1));
            if random.random_bool(0.4) && position.on(square).is_none() {
                position.put(square, Some(piece));
            }
        }
        if let Ok(position) = format!("{} - - 0 1", position.text()).parse() {
            return position;
        }
    }
    panic!("{SKETCHES} impossible positions in a row");
}

/// Random legal move. Promotions, king replacements and captures of kings are rare in random games: where they are
/// possible, they are chosen in three cases of ten.
pub fn choose_rare_move<G: MoveFacts>(game: &G, random: &mut impl Rng) -> Option<Move> {
    let mut list = MoveList::new();
    game.moves(GenType::All, &mut list);
    let king = Some(Kind::King.index());
    let rare: Vec<Move> = list.iter().copied().filter(|&mv| mv.kind() != 0 || game.captured_kind(mv) == king).collect();
    let from = if !rare.is_empty() && random.random_bool(0.3) { &rare[..] } else { &list[..] };
    from.choose(random).copied()
}
