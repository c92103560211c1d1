//! The fast generator of Chex against a slow and literal one that reads positions as text, makes every move and floods the plane.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::{Game, GenType, Seat, ToAct};
use engine::moves::MoveList;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail};
use rand::RngExt;
use rand::seq::IndexedRandom;
use tests::generic::{entries, legal, seeded};
use tests::positions::position;

/// A cell as (column, row) of the rectangle, from 1; the border is 0.
type Cell = (i32, i32);

const STRAIGHT: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Cell; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn name((x, y): Cell) -> String {
    let letter = |number: i32| char::from(b'a' + number as u8);
    let file = if x < 26 { letter(x).to_string() } else { format!("a{}", letter(x - 26)) };
    format!("{file}{}", y + 1)
}

/// A position with every tile on a list.
#[derive(Clone)]
struct Slow {
    tiles: BTreeMap<Cell, char>,
    pile: String,
    white: bool,
    royal: bool,
}

fn connected(cells: &BTreeSet<Cell>) -> bool {
    let Some(&first) = cells.first() else { return true };
    let (mut reached, mut open) = (BTreeSet::from([first]), vec![first]);
    while let Some((x, y)) = open.pop() {
        for near in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))) {
            if cells.contains(&near) && reached.insert(near) {
                open.push(near);
            }
        }
    }
    reached.len() == cells.len()
}

impl Slow {
    fn new(text: &str, royal: bool) -> Slow {
        let (board, rest) = text.split_once('[').expect("piles");
        let (piles, rest) = rest.split_once("] ").expect("closed piles");
        let mut tiles = BTreeMap::new();
        let rows: Vec<&str> = board.split('/').collect();
        for (row, y) in rows.iter().zip((1..=rows.len() as i32).rev()) {
            let (mut x, mut run) = (1, 0);
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(digit) => run = run * 10 + digit as i32,
                    None => {
                        tiles.insert((x + run, y), c);
                        (x, run) = (x + run + 1, 0);
                    }
                }
            }
        }
        let white = rest.starts_with('w');
        let pile = piles.chars().filter(|c| c.is_uppercase() == white).collect::<String>().to_uppercase();
        Slow { tiles, pile, white, royal }
    }

    fn king(&self) -> Option<Cell> {
        let letter = if self.white { 'K' } else { 'k' };
        self.tiles.iter().find(|tile| *tile.1 == letter).map(|tile| *tile.0)
    }

    /// Where a tile goes by its kind, whatever becomes of the connection: far lines end where nothing can be touched any more.
    fn reach(&self, (x, y): Cell) -> Vec<Cell> {
        let tile = self.tiles[&(x, y)];
        let free = |cell: &Cell| !self.tiles.contains_key(cell);
        let enemy = |cell: &Cell| self.tiles.get(cell).is_some_and(|other| other.is_uppercase() != tile.is_uppercase());
        let step = |steps: &[Cell]| -> Vec<Cell> {
            let cells = steps.iter().map(|(dx, dy)| (x + dx, y + dy));
            cells.filter(|cell| free(cell) || enemy(cell)).collect()
        };
        let slide = |directions: &[Cell]| {
            let mut cells = Vec::new();
            for (dx, dy) in directions {
                for far in 1..40 {
                    let cell = (x + far * dx, y + far * dy);
                    if free(&cell) || enemy(&cell) {
                        cells.push(cell);
                    }
                    if !free(&cell) {
                        break;
                    }
                }
            }
            cells
        };
        match tile.to_ascii_uppercase() {
            'K' => step(&[STRAIGHT, DIAGONAL].concat()),
            'N' => step(&LEAPS),
            'R' => slide(&STRAIGHT),
            'B' => slide(&DIAGONAL),
            'Q' => slide(&[STRAIGHT, DIAGONAL].concat()),
            _ => {
                let ahead = if tile.is_uppercase() { 1 } else { -1 };
                let mut cells: Vec<Cell> = [(x, y + ahead)].into_iter().filter(free).collect();
                cells.extend([(x - 1, y + ahead), (x + 1, y + ahead)].into_iter().filter(enemy));
                cells
            }
        }
    }

    /// The position after a tile has moved, if the tiles hold together then.
    fn moved(&self, from: Cell, to: Cell) -> Option<Slow> {
        let mut after = self.clone();
        let tile = after.tiles.remove(&from).expect("a tile");
        after.tiles.insert(to, tile);
        connected(&after.tiles.keys().copied().collect()).then_some(after)
    }

    /// Whether the enemy could capture the king of the side to move, and leave the tiles together.
    fn king_hangs(&self) -> bool {
        let Some(king) = self.king() else { return false };
        let enemies = self.tiles.iter().filter(|tile| tile.1.is_uppercase() != self.white);
        enemies.into_iter().any(|(&from, _)| self.reach(from).contains(&king) && self.moved(from, king).is_some())
    }

    fn own(&self) -> impl Iterator<Item = Cell> {
        self.tiles.iter().filter(|tile| tile.1.is_uppercase() == self.white).map(|tile| *tile.0)
    }

    fn tile_moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in self.own().filter(|_| self.tiles.len() > 1) {
            for to in self.reach(from) {
                if self.moved(from, to).is_some_and(|after| !(self.royal && after.king_hangs())) {
                    moves.insert(name(from) + &name(to));
                }
            }
        }
        moves
    }

    /// Where a tile of a kind may be placed.
    fn sites(&self, kind: char) -> Vec<Cell> {
        if self.tiles.is_empty() {
            return vec![(0, 0)];
        }
        let near = |&(x, y): &Cell| (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let rim: BTreeSet<Cell> =
            self.tiles.keys().flat_map(near).filter(|cell| !self.tiles.contains_key(cell)).collect();
        let placed = |cell: &Cell| {
            let mut after = self.clone();
            after.tiles.insert(*cell, if self.white { kind } else { kind.to_ascii_lowercase() });
            after
        };
        let safe: Vec<Cell> = rim.iter().copied().filter(|cell| !placed(cell).king_hangs()).collect();
        match (self.royal, kind) {
            (true, _) => safe,
            (false, 'K') if safe.is_empty() => safe,
            (false, _) => rim.into_iter().collect(),
        }
    }

    fn is_over(&self) -> bool {
        let king_of = |white: bool| self.tiles.values().any(|&tile| tile == if white { 'K' } else { 'k' });
        !(self.royal || king_of(self.white) || self.pile.contains('K'))
    }

    fn may_draw(&self) -> bool {
        !self.pile.is_empty() && (self.pile == "K" || !self.sites('P').is_empty())
    }

    fn moves(&self) -> BTreeSet<String> {
        if self.is_over() {
            return BTreeSet::new();
        }
        let mut moves = self.tile_moves();
        if self.may_draw() {
            for kind in self.pile.chars() {
                moves.extend(self.sites(kind).into_iter().map(|cell| format!("{kind}@{}", name(cell))));
            }
        }
        moves
    }
}

/// Compares one position, in which no tile is in hand.
fn compare<G: Game + Notation>(position: &G) {
    let text = position.to_string();
    let slow = Slow::new(&text, G::NAME == Chex::NAME);
    let list = entries(position);
    let fast: BTreeSet<String> = list.iter().map(|&mv| position.write_move(mv)).collect();
    let expected = slow.moves();
    assert_eq!(fast, expected, "{text}");
    assert_eq!((fast.len(), position.count_composite_moves()), (list.len(), list.len()), "{text}");
    assert_eq!(list.iter().filter(|&&mv| position.is_composite_move(mv)).count(), list.len(), "{text}");
    compare_draw(position, &slow, &text);

    let stuck = expected.is_empty() && !slow.may_draw();
    let side = if slow.white { Seat::WHITE } else { Seat::BLACK };
    let outcome = match (slow.is_over(), slow.royal && slow.king_hangs()) {
        (true, _) => Some(Outcome::Win(side.opponent(), Reason::KING_CAPTURED)),
        (_, true) if stuck => Some(Outcome::Win(side.opponent(), Reason::CHECKMATE)),
        (..) if stuck => Some(Outcome::Draw(Reason::STALEMATE)),
        _ => None,
    };
    assert_eq!(position.result(), outcome, "{text}");
}

/// The plies of the search that make up a draw: the decision, the tile, the placement.
fn compare_draw<G: Game + Notation>(position: &G, slow: &Slow, text: &str) {
    let draw = legal(position).into_iter().find(|&mv| position.write_move(mv) == "draw");
    assert_eq!(draw.is_some(), slow.may_draw() && !slow.is_over(), "{text}");
    let Some(draw) = draw else { return };
    let mut drawing = position.clone();
    drawing.make(draw, &mut ());
    assert_eq!(drawing.to_act(), ToAct::Chance);
    let mut events = Vec::new();
    drawing.chance_outcomes(&mut events);
    for (event, weight) in events {
        let letter = drawing.write_move(event);
        assert_eq!(weight as usize, slow.pile.matches(&letter).count(), "{letter} in {text}");
        let mut holding = drawing.clone();
        holding.make(event, &mut ());
        let mut list = MoveList::new();
        holding.moves(GenType::All, &mut list);
        let fast: BTreeSet<String> = list.iter().map(|&mv| holding.write_move(mv)).collect();
        let sites = slow.sites(letter.chars().next().expect("a letter"));
        let expected: BTreeSet<String> = sites.into_iter().map(|cell| format!("{letter}@{}", name(cell))).collect();
        assert_eq!(fast, expected, "{letter} drawn in {text}");
        for &mv in &list {
            // Placed at once or step by step, it is the same position.
            let (mut at_once, mut by_steps) = (position.clone(), holding.clone());
            assert!(at_once.is_composite_move(mv));
            at_once.make(mv, &mut ());
            by_steps.make(mv, &mut ());
            assert_eq!((at_once.key(), &at_once), (by_steps.key(), &by_steps));
        }
        assert_eq!(holding.result().is_some(), list.is_empty());
    }
}

/// Plays random games entry by entry, with a chosen share of draws, and compares every position. How many positions they were.
fn random_games_agree<G: Game + Notation>(games: usize, seed: u64) -> usize {
    let mut random = seeded(seed);
    let mut compared = 0;
    for _ in 0..games {
        let draws = random.random_range(0.1..0.9);
        let mut record = Record::<G>::default();
        for _ in 0..160 {
            compare(record.position());
            compared += 1;
            if record.outcome().is_some() {
                break;
            }
            let list = entries(record.position());
            let (placed, moved): (Vec<_>, Vec<_>) =
                list.iter().partition(|&&mv| record.position().write_move(mv).contains('@'));
            let wanted = if random.random_bool(draws) { [&placed, &moved] } else { [&moved, &placed] };
            let Some(&mv) = wanted.into_iter().find_map(|list| list.choose(&mut random)) else {
                // Only a king is left in the pile, and he can go nowhere.
                break;
            };
            record.play(mv);
        }
    }
    compared
}

#[test]
fn random_games_of_chex_agree() {
    random_games_agree::<Chex>(20, 1);
}

#[test]
fn random_games_by_mail_agree() {
    random_games_agree::<ChexByMail>(20, 2);
}

/// All tiles, White's first, in an order in which neighbours attack nobody.
const ALL_TILES: &str = "RKQRBBNNPPPPPPPPpppppppprrbbnnqk";

#[test]
fn tiles_that_span_32_cells_agree() {
    let at = |x: usize| [x.to_string(), (31 - x).to_string()].map(|run| if run == "0" { String::new() } else { run });
    let diagonal = |letter: (usize, char)| at(letter.0).join(&letter.1.to_string());
    let falling: Vec<String> = ALL_TILES.chars().enumerate().map(diagonal).collect();
    let rising: Vec<String> = falling.iter().rev().cloned().collect();
    let column: Vec<String> = ALL_TILES.chars().map(String::from).collect();
    // A rook beside the end of a row sees along the whole of it.
    let beside = format!("R31/1{}", &ALL_TILES[1..]);
    for board in [ALL_TILES.to_string(), column.join("/"), falling.join("/"), rising.join("/"), beside] {
        for side in ["w", "b"] {
            compare::<Chex>(&position(&format!("{board}[] {side} - - 0 1")));
            compare::<ChexByMail>(&position(&format!("{board}[] {side} - - 0 1")));
        }
    }
}

/// `cargo test --package tests --test rules slow_chex -- --ignored --nocapture`: says how many positions were compared.
#[test]
#[ignore = "takes minutes"]
fn many_random_games_agree() {
    let chex = random_games_agree::<Chex>(600, 3);
    let by_mail = random_games_agree::<ChexByMail>(600, 4);
    eprintln!("compared {chex} positions of chex and {by_mail} of chexpbm");
}
