//! The tables of KaleidoChess against a slow and literal generator that walks every path on a board it has drawn itself.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::{Chance, Game, MakeUnmake, Seat, ToAct};
use engine::outcome::{Outcome, Reason};
use engine::text::Notation;
use engine::variants::kaleido::NO_CASTLE;
use engine::variants::{Kaleido, KaleidoDice, Variant};
use engine::with_game;
use rand::RngExt;
use rand::seq::IndexedRandom;
use tests::generic::{entries, random_game, seeded};

const RINGS: [&str; 5] = ["G", "HF", "IE", "JKD", "ABC"];
const CASTLES: [&str; 5] = ["1B", "3B", "5B", "7B", "00"];

/// A field as drawn: its ring, and the degrees between which it lies, times two.
#[derive(Clone, Copy)]
struct Drawn {
    ring: usize,
    begins: i32,
    ends: i32,
}

/// The board as it is drawn, by the names of the fields.
fn board() -> BTreeMap<String, Drawn> {
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

/// Whether two fields share a side, and whether they share a corner at least.
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

/// The board with a list of neighbours for every field: by sides, and by corners too.
struct Walk {
    board: BTreeMap<String, Drawn>,
    sides: BTreeMap<String, Vec<String>>,
    all: BTreeMap<String, Vec<String>>,
}

impl Walk {
    fn new() -> Walk {
        let board = board();
        let near = |corners: bool| {
            let list = |a: &String| -> Vec<String> {
                let touches = |b: &&String| {
                    let (side, corner) = touch(board[a], board[*b]);
                    a != *b && if corners { corner } else { side }
                };
                board.keys().filter(touches).cloned().collect()
            };
            board.keys().map(|name| (name.clone(), list(name))).collect()
        };
        Walk { sides: near(false), all: near(true), board }
    }

    /// Every end of a way of so many steps from here.
    fn ends(
        &self,
        piece: char,
        way: &mut Vec<String>,
        steps: usize,
        occupied: &BTreeSet<String>,
        ends: &mut BTreeSet<String>,
    ) {
        let here = way.last().expect("a beginning").clone();
        if steps == 0 {
            ends.insert(here);
            return;
        }
        let walks = "LTHP".contains(piece);
        if walks && way.len() > 1 && occupied.contains(&here) {
            return;
        }
        for next in if walks { &self.sides[&here] } else { &self.all[&here] } {
            if way.contains(next) {
                continue;
            }
            way.push(next.clone());
            let changes = way.windows(2).filter(|pair| self.board[&pair[0]].ring != self.board[&pair[1]].ring).count();
            if changes <= 1 || piece == 'W' {
                self.ends(piece, way, steps - 1, occupied, ends);
            }
            way.pop();
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

/// A position as its text tells it.
struct Slow {
    pieces: BTreeMap<String, char>,
    white: bool,
    throw: Option<usize>,
    last: [String; 2],
}

impl Slow {
    fn new(text: &str) -> Slow {
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
        Slow {
            pieces,
            white: words[1].starts_with('w'),
            throw: words[1][1..].parse().ok(),
            last: [words[2].to_string(), words[3].to_string()],
        }
    }

    fn holds_castle(&self, white: bool) -> bool {
        CASTLES.iter().any(|castle| self.pieces.get(*castle).is_some_and(|piece| piece.is_uppercase() == white))
    }

    /// The moves by a throw (none: of a game without a die), without marks.
    fn moves(&self, walk: &Walk, throw: Option<usize>) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let occupied: BTreeSet<String> = self.pieces.keys().cloned().collect();
        for (from, piece) in self.pieces.iter().filter(|piece| piece.1.is_uppercase() == self.white) {
            let piece = piece.to_ascii_uppercase();
            if throw.is_some_and(|throw| throw <= 4 && throw != steps(piece)) {
                continue;
            }
            let mut ends = BTreeSet::new();
            walk.ends(piece, &mut vec![from.clone()], steps(piece), &occupied, &mut ends);
            moves.extend(ends.into_iter().map(|to| format!("{from}-{to}")));
        }
        let last = &self.last[usize::from(!self.white)];
        if let Some((from, to)) = last.split_once('-').filter(|_| last.len() > 1) {
            moves.remove(&format!("{to}-{from}"));
        }
        moves
    }

    /// The entries of the record, without marks.
    fn entries(&self, walk: &Walk, dice: bool) -> Vec<String> {
        if !self.holds_castle(true) || !self.holds_castle(false) {
            return Vec::new();
        }
        let by = |throw| {
            let moves: Vec<String> = self.moves(walk, throw).into_iter().collect();
            if moves.is_empty() && dice { vec!["0000".to_string()] } else { moves }
        };
        match (dice, self.throw) {
            (true, None) => {
                (1..=6).flat_map(|throw| by(Some(throw)).into_iter().map(move |mv| format!("{throw}:{mv}"))).collect()
            }
            (_, throw) => by(throw),
        }
    }

    fn result(&self, stuck: bool, dice: bool) -> Option<Outcome> {
        let side = if self.white { Seat::WHITE } else { Seat::BLACK };
        if !self.holds_castle(self.white) {
            Some(Outcome::Win(side.opponent(), NO_CASTLE))
        } else if !self.holds_castle(!self.white) {
            Some(Outcome::Win(side, NO_CASTLE))
        } else {
            (stuck && !dice).then_some(Outcome::Win(side.opponent(), Reason::NO_MOVE))
        }
    }
}

fn compare<G: Game + Notation>(position: &G, walk: &Walk) {
    let text = position.to_string();
    let slow = Slow::new(&text);
    let dice = G::NAME == KaleidoDice::NAME;
    let mut expected = slow.entries(walk, dice);
    let list = entries(position);
    let mut fast: Vec<String> = list.iter().map(|&mv| position.write_move(mv).replace('+', "-")).collect();
    fast.sort();
    expected.sort();
    assert_eq!(fast, expected, "{text}");
    assert_eq!(position.count_composite_moves(), fast.len(), "{text}");
    assert!(list.iter().all(|&mv| position.is_composite_move(mv)), "{text}");
    assert_eq!(position.result(), slow.result(fast.is_empty(), dice), "{text}");
    for &mv in list.iter().take(20) {
        let written = position.write_move(mv);
        let target = written[written.len() - 2..].to_string();
        let occupied = slow.pieces.contains_key(&target) && written != "0000";
        assert_eq!(written.contains('+'), occupied && !written.ends_with("0000"), "{written} in {text}");
    }
}

fn random_games_agree<G: Game + Notation>(games: usize, seed: u64) {
    let (walk, mut random) = (Walk::new(), seeded(seed));
    for _ in 0..games {
        random_game::<G>(&mut random, 120, |record| compare(record.position(), &walk));
    }
}

#[test]
fn random_games_agree_in_every_game_of_the_family() {
    let family = Variant::ALL.into_iter().filter(|variant| variant.family() == "kaleido");
    for (variant, seed) in family.zip(1..) {
        with_game!(variant, G => random_games_agree::<G>(15, seed));
    }
}

/// A random board: every piece on every field, and any crowd around it.
fn random_board(random: &mut impl rand::Rng, must: (&str, char), full: f64) -> String {
    let names: Vec<String> = board().into_keys().collect();
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

#[test]
fn every_piece_on_every_field_among_any_crowd() {
    let (walk, mut random) = (Walk::new(), seeded(5));
    for name in board().into_keys() {
        for piece in "WDREVLTHP".chars() {
            let full = random.random_range(0.0..0.4);
            let text = random_board(&mut random, (&name, piece), full);
            let position: Kaleido = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            compare(&position, &walk);
        }
    }
}

#[test]
fn the_die_is_an_event_of_six_equal_chances() {
    let start = KaleidoDice::start();
    assert_eq!(start.to_act(), ToAct::Chance);
    let mut events = Vec::new();
    start.chance_outcomes(&mut events);
    let named: Vec<(String, u32)> = events.iter().map(|&(mv, weight)| (start.write_move(mv), weight)).collect();
    assert_eq!(named, ["1", "2", "3", "4", "5", "6"].map(|throw| (throw.to_string(), 1)));
    let walk = Walk::new();
    for (event, _) in events {
        let mut thrown = start;
        thrown.make(event, &mut ());
        compare(&thrown, &walk);
    }
}
