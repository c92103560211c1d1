//! Quex and Keyles slowly and literally: reads positions as text, and makes every move to see what comes of it.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::{Seat, Tactics};
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::text::Notation;
use engine::variants::quex::KING_ARRIVED;
use engine::variants::quex::Kind;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::generic::legal;

/// A square as (file, rank), from 0.
type Square = (i32, i32);

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// A position with the letter of the man on every square.
#[derive(Clone)]
pub struct Slow {
    /// By rank and file.
    board: [[Option<char>; 10]; 10],
    pool: Vec<char>,
    white: bool,
    royal: bool,
}

impl Slow {
    /// Reads a position; `royal` says that the king may not be left in check, as in Quex.
    ///
    /// # Panics
    /// If the text is none.
    pub fn new(text: &str, royal: bool) -> Slow {
        let (men, rest) = text.split_once('[').expect("a pool");
        let (pool, rest) = rest.split_once("] ").expect("a closed pool");
        let mut board = [[None; 10]; 10];
        for (row, rank) in men.split('/').zip((0..10).rev()) {
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
        Slow { board, pool: pool.chars().collect(), white: rest.starts_with('w'), royal }
    }

    /// The man on a square of the board.
    fn on(&self, (file, rank): Square) -> Option<char> {
        self.board[rank as usize][file as usize]
    }

    /// Puts a man, or nobody, on a square, and returns who stood there.
    fn put(&mut self, (file, rank): Square, man: Option<char>) -> Option<char> {
        std::mem::replace(&mut self.board[rank as usize][file as usize], man)
    }

    /// All men of both sides with their squares.
    fn men(&self) -> impl Iterator<Item = (Square, char)> {
        let squares = (0..10).flat_map(|rank| (0..10).map(move |file| (file, rank)));
        squares.filter_map(|square| self.on(square).map(|man| (square, man)))
    }

    /// The men of the side to move.
    fn own_men(&self) -> impl Iterator<Item = (Square, char)> {
        self.men().filter(|&(_, man)| self.owns(man))
    }

    fn owns(&self, man: char) -> bool {
        man.is_uppercase() == self.white
    }

    /// Whether a square is on the board and not held by an own man.
    fn open(&self, square: Square) -> bool {
        let on_board = (0..10).contains(&square.0) && (0..10).contains(&square.1);
        on_board && !self.on(square).is_some_and(|man| self.owns(man))
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

    /// Where the man of the side to move on a square may go if its own king is of no concern.
    fn targets(&self, from: Square) -> Vec<Square> {
        let forward = if self.white { 1 } else { -1 };
        let mut to = Vec::new();
        match self.on(from).expect("a man").to_ascii_uppercase() {
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
            other => panic!("no man '{other}'"),
        }
        // A prince finds some squares twice.
        to.sort_unstable();
        to.dedup();
        to
    }

    fn king_square(&self, white: bool) -> Option<Square> {
        let king = if white { 'K' } else { 'k' };
        self.men().find(|&(_, man)| man == king).map(|(square, _)| square)
    }

    fn end_rank(white: bool) -> i32 {
        if white { 9 } else { 0 }
    }

    fn own_king_captured(&self) -> bool {
        self.pool.contains(if self.white { &'K' } else { &'k' })
    }

    fn own_champions(&self) -> Vec<Square> {
        let champions = self.own_men().filter(|(_, man)| "QRLNP".contains(man.to_ascii_uppercase()));
        champions.map(|(square, _)| square).collect()
    }

    /// Who has won in Keyles (is it White?): by arrival, or because the captured king cannot come back.
    fn winner(&self) -> Option<(bool, Reason)> {
        let arrived = |white: &bool| self.king_square(*white).is_some_and(|square| square.1 == Slow::end_rank(*white));
        let lost = self.own_king_captured() && self.own_champions().is_empty();
        match [true, false].into_iter().find(arrived) {
            _ if self.royal => None,
            Some(white) => Some((white, KING_ARRIVED)),
            None => lost.then_some((!self.white, Reason::KING_CAPTURED)),
        }
    }

    /// Every legal move with the position after it.
    pub fn moves(&self) -> BTreeMap<String, Slow> {
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
                after.pool.retain(|&man| man != cased('K'));
                moves.insert(format!("K@{}", name(square)), after);
            }
            return moves;
        }
        for (from, man) in self.own_men() {
            for to in self.targets(from) {
                let mut after = self.clone();
                after.put(from, None);
                let captured = after.put(to, Some(man));
                after.pool.extend(captured);
                after.white = !self.white;
                let text = name(from) + &name(to);
                let end = Slow::end_rank(self.white);
                if "GCWTF".contains(man.to_ascii_uppercase()) && to.1 == end && from.1 != end {
                    let own: BTreeSet<char> = self.pool.iter().copied().filter(|&man| self.owns(man)).collect();
                    for chosen in own.into_iter().filter(|man| !man.eq_ignore_ascii_case(&'k')) {
                        let mut exchanged = after.clone();
                        exchanged.put(to, Some(chosen));
                        let at = exchanged.pool.iter().position(|&man| man == chosen).expect("it is in the pool");
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

    /// Whether a legal move sets the clock of the 100 plies back: a capture, a pion's move, a king put back.
    pub fn progresses(&self, mv: &str, after: &Slow) -> bool {
        let from = self.own_men().filter(|&(square, _)| mv.starts_with(&name(square)));
        // Of e1 and e10 the longer is meant.
        let moved = from.max_by_key(|&(square, _)| name(square).len());
        let pion = moved.is_some_and(|(_, man)| "GCWTF".contains(man.to_ascii_uppercase()));
        pion || mv.starts_with("K@") || after.pool.len() > self.pool.len()
    }

    /// Whether White is to move.
    pub fn is_whites_turn(&self) -> bool {
        self.white
    }

    /// Whether the side to move attacks the other side's king.
    fn can_capture_king(&self) -> bool {
        let king = self.king_square(!self.white).expect("a king");
        self.own_men().any(|(from, _)| self.targets(from).contains(&king))
    }

    /// The result on the board, given the legal [`moves`](Slow::moves).
    pub fn result(&self, moves: &BTreeMap<String, Slow>) -> Option<Outcome> {
        let seat = |white| if white { Seat::WHITE } else { Seat::BLACK };
        if let Some((white, reason)) = self.winner() {
            return Some(Outcome::Win(seat(white), reason));
        }
        let checked = || Slow { white: !self.white, ..self.clone() }.can_capture_king();
        match moves.is_empty() {
            false => None,
            true if self.royal && checked() => Some(Outcome::Win(seat(!self.white), Reason::CHECKMATE)),
            true => Some(Outcome::Draw(Reason::STALEMATE)),
        }
    }

    /// Board, pool and side, written anew.
    pub fn text(&self) -> String {
        let rows = (0..10).rev().map(|rank| {
            let row: String = (0..10).map(|file| self.on((file, rank)).unwrap_or('1')).collect();
            let shorten = |row: String, run: usize| row.replace(&"1".repeat(run), &format!("<{run}>"));
            (1..=10).rev().fold(row, shorten).replace(['<', '>'], "")
        });
        let mut pool = self.pool.clone();
        pool.sort_by_key(|man| (man.is_lowercase(), "KQRLNPGCWTF".find(man.to_ascii_uppercase())));
        let side = if self.white { "w" } else { "b" };
        format!("{}[{}] {side}", rows.collect::<Vec<_>>().join("/"), pool.iter().collect::<String>())
    }
}

/// A sound position of men on random squares, each of them captured with some probability and then in the pool.
pub fn sketch<G: Tactics + Notation>(random: &mut impl rand::Rng, captured: f64) -> G {
    loop {
        let mut slow = Slow { board: [[None; 10]; 10], pool: Vec::new(), white: random.random(), royal: true };
        for man in "KQRRLLNNPPGGCCWWTTFFkqrrllnnppggccwwttff".chars() {
            let square = (random.random_range(0..10), random.random_range(0..10));
            let gone = !man.eq_ignore_ascii_case(&'k') && random.random_bool(captured);
            if gone || slow.on(square).is_some() {
                slow.pool.push(man);
            } else {
                slow.put(square, Some(man));
            }
        }
        if let Ok(position) = format!("{} - - 0 1", slow.text()).parse() {
            return position;
        }
    }
}

/// A random move. Exchanges, re-placements and captures of kings are rare: where they are possible, they are often played.
pub fn choose_special<G: Tactics>(game: &G, random: &mut impl rand::Rng) -> Option<Move> {
    let list = legal(game);
    let king = Some(Kind::King.index());
    let special: Vec<Move> =
        list.iter().copied().filter(|&mv| mv.kind() != 0 || game.captured_kind(mv) == king).collect();
    let from = if !special.is_empty() && random.random_bool(0.3) { &special[..] } else { &list[..] };
    from.choose(random).copied()
}
