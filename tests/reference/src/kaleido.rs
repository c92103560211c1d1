//! Reference generator of KaleidoChess: walks every path on a board that it has drawn itself.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::Seat;
use engine::outcome::{Outcome, Reason};
use engine::variants::kaleido::NO_CASTLE;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

const RINGS: [&str; 5] = ["G", "HF", "IE", "JKD", "ABC"];
pub(crate) const CASTLES: [&str; 5] = ["1B", "3B", "5B", "7B", "00"];

/// Field as drawn: its ring, and the degrees between which it lies, times two.
#[derive(Clone, Copy)]
struct Drawn {
    ring: usize,
    begins: i32,
    ends: i32,
}

/// Fields as drawn, by their names.
fn drawn_fields() -> BTreeMap<String, Drawn> {
    let mut board = BTreeMap::from([("00".to_string(), Drawn { ring: 0, begins: 0, ends: 720 })]);
    for (ring, letters) in RINGS.iter().enumerate() {
        let wide = 90 / letters.len() as i32;
        for sector in 0..8 {
            for (place, letter) in letters.chars().enumerate() {
                let begins = 90 * sector + wide * place as i32;
                let drawn = Drawn { ring: ring + 1, begins, ends: begins + wide };
                board.insert(format!("{}{letter}", sector + 1), drawn);
            }
        }
    }
    board
}

/// True if two fields share a side; true if they share a side or a corner.
fn touch(a: Drawn, b: Drawn) -> (bool, bool) {
    // The circle is laid out three times, so that nothing is lost where it closes.
    let turns = [-720, 0, 720].map(|turn| Drawn { begins: b.begins + turn, ends: b.ends + turn, ..b });
    let shared = turns.map(|b| a.ends.min(b.ends) - a.begins.max(b.begins)).into_iter().max().unwrap_or(-1);
    match a.ring.abs_diff(b.ring) {
        0 => (shared == 0, shared == 0),
        1 => (shared > 0, shared >= 0),
        _ => (false, false),
    }
}

/// Board: the neighbours of every field, by sides, and by corners too.
pub struct Board {
    fields: BTreeMap<String, Drawn>,
    sides: BTreeMap<String, Vec<String>>,
    all: BTreeMap<String, Vec<String>>,
}

impl Default for Board {
    fn default() -> Board {
        let fields = drawn_fields();
        let near = |corners: bool| {
            let list = |a: &String| -> Vec<String> {
                let touches = |b: &&String| {
                    let (side, corner) = touch(fields[a], fields[*b]);
                    a != *b && if corners { corner } else { side }
                };
                fields.keys().filter(touches).cloned().collect()
            };
            fields.keys().map(|name| (name.clone(), list(name))).collect()
        };
        Board { sides: near(false), all: near(true), fields }
    }
}

impl Board {
    /// Names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.fields.keys()
    }

    /// All paths of a piece on the empty board, from their first field to their last.
    pub(crate) fn paths(&self, piece: char, from: &str) -> Vec<Vec<String>> {
        let mut paths = Vec::new();
        let mut arrive = |path: &[String]| paths.push(path.to_vec());
        self.walk(piece, &mut vec![from.to_string()], steps(piece), &BTreeSet::new(), &mut arrive);
        paths
    }

    /// Walks every path of a number of steps from here and hands the whole of it to `arrive`.
    fn walk(
        &self,
        piece: char,
        path: &mut Vec<String>,
        steps: usize,
        occupied: &BTreeSet<String>,
        arrive: &mut impl FnMut(&[String]),
    ) {
        let here = path.last().expect("a beginning").clone();
        if steps == 0 {
            return arrive(path);
        }
        let walks = "LTHP".contains(piece);
        if walks && path.len() > 1 && occupied.contains(&here) {
            return;
        }
        for next in if walks { &self.sides[&here] } else { &self.all[&here] } {
            if path.contains(next) {
                continue;
            }
            path.push(next.clone());
            let changes =
                path.windows(2).filter(|pair| self.fields[&pair[0]].ring != self.fields[&pair[1]].ring).count();
            if changes <= 1 || piece == 'W' {
                self.walk(piece, path, steps - 1, occupied, arrive);
            }
            path.pop();
        }
    }
}

fn steps(piece: char) -> usize {
    match piece {
        'D' | 'L' => 4,
        'W' | 'R' | 'T' => 3,
        'E' | 'H' => 2,
        _ => 1,
    }
}

/// Position as its text says.
#[derive(Clone)]
pub struct Position {
    /// Letters by the names of the fields.
    pub pieces: BTreeMap<String, char>,
    white: bool,
    throw: Option<usize>,
    last: [String; 2],
    /// Plies since the last knock-out.
    clock: u32,
    number: u32,
}

impl Position {
    /// Reads a position.
    ///
    /// # Panics
    /// If the text is no position.
    pub fn new(text: &str) -> Position {
        let words: Vec<&str> = text.split(' ').collect();
        let mut pieces = BTreeMap::new();
        for (sector, part) in words[0].split('/').enumerate() {
            let (mut at, mut run) = (0, 0);
            for c in part.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = 10 * run + digit as usize;
                    continue;
                }
                at += std::mem::take(&mut run);
                let letter = char::from(b'A' + at as u8);
                pieces.insert(if sector == 8 { "00".to_string() } else { format!("{}{letter}", sector + 1) }, c);
                at += 1;
            }
        }
        Position {
            pieces,
            white: words[1].starts_with('w'),
            throw: words[1][1..].parse().ok(),
            last: [words[2].to_string(), words[3].to_string()],
            clock: words[4].parse().expect("a number"),
            number: words[5].parse().expect("a number"),
        }
    }

    /// Text of the position.
    pub fn text(&self) -> String {
        let letter = |name: &str| self.pieces.get(name).map_or(".".to_string(), char::to_string);
        let sector = |sector: usize| ('A'..='K').map(|field| letter(&format!("{sector}{field}"))).collect::<String>();
        let mut parts: Vec<String> = (1..=8).map(sector).collect();
        parts.push(letter("00"));
        let mut board = parts.join("/");
        // Runs of empty fields, the longest first.
        for run in (1..=11).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        let side = if self.white { 'w' } else { 'b' };
        let throw = self.throw.map(|throw| throw.to_string()).unwrap_or_default();
        let [white, black] = &self.last;
        format!("{board} {side}{throw} {white} {black} {} {}", self.clock, self.number)
    }

    /// The position after a throw or a legal move, given as text without a capture mark.
    pub fn after(&self, ply: &str) -> Position {
        let mut after = self.clone();
        if ply.len() == 1 {
            after.throw = ply.parse().ok();
            return after;
        }
        after.throw = None;
        after.clock += 1;
        // A pass is no move: it leaves the last one as it is.
        if let Some((from, to)) = ply.split_once('-') {
            let piece = after.pieces.remove(from).expect("a piece moves");
            if after.pieces.insert(to.to_string(), piece).is_some() {
                after.clock = 0;
            }
            after.last[usize::from(!self.white)] = ply.to_string();
        }
        after.white = !self.white;
        after.number += u32::from(!self.white);
        after
    }

    fn holds_castle(&self, white: bool) -> bool {
        CASTLES.iter().any(|castle| self.pieces.get(*castle).is_some_and(|piece| piece.is_uppercase() == white))
    }

    /// Moves of a side's pieces, without capture marks, whatever the throw. The ban on the way back is left aside.
    pub fn moves_of(&self, board: &Board, white: bool) -> BTreeSet<String> {
        let last = ["-", "-"].map(str::to_string);
        Position { white, last, ..self.clone() }.moves(board, None)
    }

    /// Moves allowed by a throw (`None` in a game without a die), without capture marks.
    fn moves(&self, board: &Board, throw: Option<usize>) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let occupied: BTreeSet<String> = self.pieces.keys().cloned().collect();
        for (from, piece) in self.pieces.iter().filter(|piece| piece.1.is_uppercase() == self.white) {
            let piece = piece.to_ascii_uppercase();
            if throw.is_some_and(|throw| throw <= 4 && throw != steps(piece)) {
                continue;
            }
            let mut ends = BTreeSet::new();
            let mut arrive = |path: &[String]| ends.extend(path.last().cloned());
            board.walk(piece, &mut vec![from.clone()], steps(piece), &occupied, &mut arrive);
            moves.extend(ends.into_iter().map(|to| format!("{from}-{to}")));
        }
        let last = &self.last[usize::from(!self.white)];
        if let Some((from, to)) = last.split_once('-').filter(|_| last.len() > 1) {
            moves.remove(&format!("{to}-{from}"));
        }
        moves
    }

    /// Composite moves, without capture marks.
    pub fn composite_moves(&self, board: &Board, dice: bool) -> Vec<String> {
        if !self.holds_castle(true) || !self.holds_castle(false) {
            return Vec::new();
        }
        let by = |throw| {
            let moves: Vec<String> = self.moves(board, throw).into_iter().collect();
            if moves.is_empty() && dice { vec!["0000".to_string()] } else { moves }
        };
        match (dice, self.throw) {
            (true, None) => {
                (1..=6).flat_map(|throw| by(Some(throw)).into_iter().map(move |mv| format!("{throw}:{mv}"))).collect()
            }
            (_, throw) => by(throw),
        }
    }

    /// Result on the board. `no_moves`: the side to move has no move.
    pub fn result(&self, no_moves: bool, dice: bool) -> Option<Outcome> {
        let side = if self.white { Seat::WHITE } else { Seat::BLACK };
        if !self.holds_castle(self.white) {
            Some(Outcome::Win(side.opponent(), NO_CASTLE))
        } else if !self.holds_castle(!self.white) {
            Some(Outcome::Win(side, NO_CASTLE))
        } else {
            (no_moves && !dice).then_some(Outcome::Win(side.opponent(), Reason::NO_MOVE))
        }
    }
}

/// Text of a random position with a piece on a field, and others around it with a probability per field.
pub fn random_position(random: &mut impl Rng, must: (&str, char), full: f64) -> String {
    let names: Vec<String> = drawn_fields().into_keys().collect();
    let mut pieces = BTreeMap::from([(must.0.to_string(), must.1)]);
    let mut left = [17, 18];
    for name in names {
        let white = random.random_bool(0.5);
        if left[usize::from(!white)] > 0 && random.random_bool(full) && !pieces.contains_key(&name) {
            let letter = *"WDREVLTHP".chars().collect::<Vec<_>>().choose(random).expect("letters");
            pieces.insert(name, if white { letter } else { letter.to_ascii_lowercase() });
            left[usize::from(!white)] -= 1;
        }
    }
    let letter = |name: String| pieces.get(&name).map_or("1".to_string(), char::to_string);
    let sector = |sector: usize| ('A'..='K').map(|field| letter(format!("{sector}{field}"))).collect::<String>();
    let mut parts: Vec<String> = (1..=8).map(sector).collect();
    parts.push(letter("00".to_string()));
    // Runs of empty fields as one number.
    let squeezed = parts.iter().map(|part| {
        let (mut text, mut run) = (String::new(), 0);
        for c in part.chars() {
            if c == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &std::mem::take(&mut run).to_string();
            }
            text.push(c);
        }
        if run > 0 { text + &run.to_string() } else { text }
    });
    format!("{} w - - 0 1", squeezed.collect::<Vec<_>>().join("/"))
}
