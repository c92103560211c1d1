//! Reference of KaleidoChess for three and four: moves, and the positions after them, straight from the rules' text.
//!
//! Who is out is not remembered but seen: it has no piece. Fields are numbers here, in the order of their names.

use std::collections::BTreeMap;

use crate::kaleido::{Board, CASTLES};

/// Letters of the sides to move, clockwise from White.
const SIDES: &str = "wrbg";

/// All paths of a piece from a field, each with the fields on the way and the last one.
type Paths = Vec<(Vec<usize>, usize)>;

/// The board's fields by number, and every path of every piece on it.
pub struct Ways {
    names: Vec<String>,
    castles: Vec<usize>,
    paths: BTreeMap<(char, usize), Paths>,
}

impl Default for Ways {
    fn default() -> Ways {
        let board = Board::default();
        let names: Vec<String> = board.names().cloned().collect();
        let number = |name: &str| names.iter().position(|other| other == name).expect("a field");
        let mut paths = BTreeMap::new();
        for piece in "WDREVLTHP".chars() {
            for (from, name) in names.iter().enumerate() {
                let walked = board.paths(piece, name).into_iter().map(|path| {
                    let mut path: Vec<usize> = path[1..].iter().map(|name| number(name)).collect();
                    let end = path.pop().expect("a step");
                    (path, end)
                });
                paths.insert((piece, from), walked.collect());
            }
        }
        Ways { castles: CASTLES.map(number).to_vec(), names, paths }
    }
}

impl Ways {
    fn number(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no field {name}"))
    }
}

/// Position as its text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// By field: the owner, in the order of turns, and the kind.
    pieces: BTreeMap<usize, (usize, char)>,
    side: usize,
    last: Vec<Option<(usize, usize)>>,
    /// Plies since the last knock-out or exit.
    pub clock: u32,
    round: u32,
}

impl Position {
    /// Reads a position of a game for so many players.
    ///
    /// # Panics
    /// If the text is no position.
    pub fn new(ways: &Ways, players: usize, text: &str) -> Position {
        let words: Vec<&str> = text.split(' ').collect();
        let mut pieces = BTreeMap::new();
        for (sector, part) in words[0].split('/').enumerate() {
            let (mut at, mut run, mut marked) = (0, 0, false);
            for c in part.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = 10 * run + digit as usize;
                    continue;
                }
                at += std::mem::take(&mut run);
                if c == '\'' {
                    marked = true;
                    continue;
                }
                let owner = match (std::mem::take(&mut marked), c.is_uppercase()) {
                    (false, true) => 0,
                    (true, true) => 1,
                    (false, false) => 2,
                    (true, false) => 3,
                };
                let letter = char::from(b'A' + at as u8);
                let name = if sector == 8 { "00".to_string() } else { format!("{}{letter}", sector + 1) };
                pieces.insert(ways.number(&name), (owner, c.to_ascii_uppercase()));
                at += 1;
            }
        }
        let last = words[2..2 + players].iter().map(|word| word.split_once('-').filter(|_| *word != "-"));
        Position {
            pieces,
            side: SIDES.find(words[1]).expect("a side"),
            last: last.map(|step| step.map(|(from, to)| (ways.number(from), ways.number(to)))).collect(),
            clock: words[2 + players].parse().expect("a number"),
            round: words[3 + players].parse().expect("a number"),
        }
    }

    /// Text of the position without the two counters: what repetition compares.
    pub fn text_without_counters(&self, ways: &Ways) -> String {
        let letter = |field: usize| match self.pieces.get(&field) {
            None => ".".to_string(),
            Some((0, kind)) => kind.to_string(),
            Some((1, kind)) => format!("'{kind}"),
            Some((2, kind)) => kind.to_ascii_lowercase().to_string(),
            Some((_, kind)) => format!("'{}", kind.to_ascii_lowercase()),
        };
        let field = |sector: usize, name: char| letter(ways.number(&format!("{sector}{name}")));
        let mut parts: Vec<String> =
            (1..=8).map(|sector| ('A'..='K').map(|name| field(sector, name)).collect()).collect();
        parts.push(letter(ways.number("00")));
        let mut board = parts.join("/");
        // Runs of empty fields, the longest first.
        for run in (1..=11).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        let step = |&(from, to): &(usize, usize)| format!("{}-{}", ways.names[from], ways.names[to]);
        let last = self.last.iter().map(|last| last.as_ref().map_or("-".to_string(), step));
        let side = SIDES.chars().nth(self.side).expect("a side");
        format!("{board} {side} {}", last.collect::<Vec<_>>().join(" "))
    }

    /// Text of the position.
    pub fn text(&self, ways: &Ways) -> String {
        format!("{} {} {}", self.text_without_counters(ways), self.clock, self.round)
    }

    /// True if a player has a piece.
    pub fn is_in(&self, player: usize) -> bool {
        self.pieces.values().any(|piece| piece.0 == player)
    }

    fn players(&self) -> Vec<usize> {
        (0..self.last.len()).filter(|&player| self.is_in(player)).collect()
    }

    /// The winner, if only one player is in.
    pub fn winner(&self) -> Option<usize> {
        match self.players()[..] {
            [player] => Some(player),
            _ => None,
        }
    }

    fn has_castle(&self, ways: &Ways, player: usize) -> bool {
        ways.castles.iter().any(|castle| self.pieces.get(castle).is_some_and(|piece| piece.0 == player))
    }

    /// Moves as origin and target. `None` stands for the ply of a player who cannot move.
    fn plies(&self, ways: &Ways) -> Vec<Option<(usize, usize)>> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (&from, &(_, kind)) in self.pieces.iter().filter(|piece| piece.1.0 == self.side) {
            let walks = "LTHP".contains(kind);
            for (way, end) in &ways.paths[&(kind, from)] {
                let blocked = walks && way.iter().any(|field| self.pieces.contains_key(field));
                let undoes = self.last[self.side] == Some((*end, from));
                if !blocked && !undoes && !moves.contains(&Some((from, *end))) {
                    moves.push(Some((from, *end)));
                }
            }
        }
        if moves.is_empty() { vec![None] } else { moves }
    }

    /// Moves as text, without capture marks.
    pub fn moves(&self, ways: &Ways) -> Vec<String> {
        let text = |ply: Option<(usize, usize)>| match ply {
            Some((from, to)) => format!("{}-{}", ways.names[from], ways.names[to]),
            None => "0000".to_string(),
        };
        self.plies(ways).into_iter().map(text).collect()
    }

    /// The position after a legal move, given as text without a capture mark.
    pub fn after(&self, ways: &Ways, mv: &str) -> Position {
        let mut next = self.clone();
        next.clock += 1;
        if let Some((from, to)) = mv.split_once('-') {
            let (from, to) = (ways.number(from), ways.number(to));
            let piece = next.pieces.remove(&from).expect("a piece moves");
            if next.pieces.insert(to, piece).is_some() {
                next.clock = 0;
            }
            next.last[self.side] = Some((from, to));
            let others = self.players().into_iter().filter(|&player| player != self.side);
            let fallen: Vec<usize> = others.filter(|&player| !next.has_castle(ways, player)).collect();
            fallen.into_iter().for_each(|player| next.leave(player));
            if next.players().len() > 1 && !next.has_castle(ways, self.side) {
                next.leave(self.side);
            }
        } else {
            next.leave(self.side);
        }
        loop {
            next.side = (next.side + 1) % self.last.len();
            if next.side == 0 {
                next.round += 1;
            }
            if next.is_in(next.side) {
                return next;
            }
        }
    }

    fn leave(&mut self, player: usize) {
        self.pieces.retain(|_, piece| piece.0 != player);
        self.last[player] = None;
        self.clock = 0;
    }
}
