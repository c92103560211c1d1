//! Reference generator of Chex: reads positions as text, makes every move, and floods the plane to see whether the
//! tiles hold together.

pub mod articulation;

use std::collections::{BTreeMap, BTreeSet};

/// Cell as (column, row) of the rectangle, from 1; the border is 0.
pub type Cell = (i32, i32);

const STRAIGHT: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Cell; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Name of a cell.
pub fn name((x, y): Cell) -> String {
    let letter = |number: i32| char::from(b'a' + number as u8);
    let file = if x < 26 { letter(x).to_string() } else { format!("a{}", letter(x - 26)) };
    format!("{file}{}", y + 1)
}

/// Position: a list of the tiles in play.
#[derive(Clone)]
pub struct Position {
    tiles: BTreeMap<Cell, char>,
    /// Letters of the pile of the side to move, in upper case.
    pub pile: String,
    /// Letters of the other side's pile, in upper case.
    other_pile: String,
    /// True if White is to move.
    pub white: bool,
    /// True if the king may not be left in check (Chex, not Chex by mail).
    pub royal: bool,
    /// Plies since the last capture, move of a pawn or placement.
    clock: u32,
    number: u32,
}

/// True if the cells hold together, by sides or corners.
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

impl Position {
    /// Reads a position in which no tile is in hand.
    ///
    /// # Panics
    /// If the text is no position.
    pub fn new(text: &str, royal: bool) -> Position {
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
        let pile_of =
            |white: bool| piles.chars().filter(|c| c.is_uppercase() == white).collect::<String>().to_uppercase();
        let counter = |back: usize| rest.rsplit(' ').nth(back).expect("a counter").parse().expect("a number");
        Position {
            tiles,
            pile: pile_of(white),
            other_pile: pile_of(!white),
            white,
            royal,
            clock: counter(1),
            number: counter(0),
        }
    }

    /// Text of the position.
    pub fn text(&self) -> String {
        let right = self.tiles.keys().map(|cell| cell.0).max().unwrap_or(1);
        let top = self.tiles.keys().map(|cell| cell.1).max().unwrap_or(1);
        let row = |y: i32| (1..=right).map(|x| *self.tiles.get(&(x, y)).unwrap_or(&'.')).collect::<String>();
        let mut board = (1..=top).rev().map(row).collect::<Vec<_>>().join("/");
        // Runs of empty cells, the longest first.
        for run in (1..=right as usize).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        let (white, black) = if self.white { (&self.pile, &self.other_pile) } else { (&self.other_pile, &self.pile) };
        let side = if self.white { 'w' } else { 'b' };
        format!("{board}[{white}{}] {side} - - {} {}", black.to_lowercase(), self.clock, self.number)
    }

    /// Position after a legal composite move.
    ///
    /// # Panics
    /// If it is no move.
    pub fn after(&self, mv: &str) -> Position {
        let mut after = self.clone();
        let progress = if let Some((kind, site)) = mv.split_once('@') {
            let cells = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
            let cell = cells.into_iter().find(|&cell| name(cell) == site).expect("a cell");
            let tile = kind.chars().next().expect("a kind");
            after.pile = self.pile.replacen(tile, "", 1);
            after.tiles.insert(cell, if self.white { tile } else { tile.to_ascii_lowercase() });
            true
        } else {
            let ways = self.own().flat_map(|from| self.reach(from).into_iter().map(move |to| (from, to)));
            // Cells far from the tiles have no name.
            let legal = ways.into_iter().filter_map(|(from, to)| Some((from, to, self.moved(from, to)?)));
            let is_played = |&(from, to, _): &(Cell, Cell, Position)| name(from) + &name(to) == mv;
            let (from, to, moved) = legal.into_iter().find(is_played).expect("a move");
            after.tiles = moved.tiles;
            self.tiles.contains_key(&to) || self.tiles[&from].eq_ignore_ascii_case(&'p')
        };
        after.clock = if progress { 0 } else { self.clock + 1 };
        std::mem::swap(&mut after.pile, &mut after.other_pile);
        after.white = !self.white;
        after.number += u32::from(!self.white);
        after.shifted()
    }

    /// The same position with the corner of its rectangle on cell (1, 1).
    fn shifted(mut self) -> Position {
        let left = self.tiles.keys().map(|cell| cell.0).min().expect("a tile");
        let bottom = self.tiles.keys().map(|cell| cell.1).min().expect("a tile");
        self.tiles = self.tiles.into_iter().map(|((x, y), tile)| ((x - left + 1, y - bottom + 1), tile)).collect();
        self
    }

    fn king(&self) -> Option<Cell> {
        let letter = if self.white { 'K' } else { 'k' };
        self.tiles.iter().find(|tile| *tile.1 == letter).map(|tile| *tile.0)
    }

    /// Targets of a tile by its kind, whatever becomes of the connection. Lines end after 39 cells, beyond any
    /// neighbour.
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

    /// Position after a tile has moved, if the tiles hold together then.
    fn moved(&self, from: Cell, to: Cell) -> Option<Position> {
        let mut after = self.clone();
        let tile = after.tiles.remove(&from).expect("a tile");
        after.tiles.insert(to, tile);
        connected(&after.tiles.keys().copied().collect()).then_some(after)
    }

    /// True if the enemy could capture the king of the side to move and leave the tiles together.
    pub fn king_attacked(&self) -> bool {
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
                if self.moved(from, to).is_some_and(|after| !(self.royal && after.king_attacked())) {
                    moves.insert(name(from) + &name(to));
                }
            }
        }
        moves
    }

    /// Cells where a tile of a kind may be placed.
    pub fn placements(&self, kind: char) -> Vec<Cell> {
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
        let safe: Vec<Cell> = rim.iter().copied().filter(|cell| !placed(cell).king_attacked()).collect();
        match (self.royal, kind) {
            (true, _) => safe,
            (false, 'K') if safe.is_empty() => safe,
            (false, _) => rim.into_iter().collect(),
        }
    }

    /// True if a capture of a king has decided the game.
    pub fn is_over(&self) -> bool {
        let king_of = |white: bool| self.tiles.values().any(|&tile| tile == if white { 'K' } else { 'k' });
        !(self.royal || king_of(self.white) || self.pile.contains('K'))
    }

    /// True if the side to move may draw a tile.
    pub fn may_draw(&self) -> bool {
        !self.pile.is_empty() && (self.pile == "K" || !self.placements('P').is_empty())
    }

    /// Composite moves: moves of tiles, and every tile that may be drawn placed.
    pub fn composite_moves(&self) -> BTreeSet<String> {
        if self.is_over() {
            return BTreeSet::new();
        }
        let mut moves = self.tile_moves();
        if self.may_draw() {
            for kind in self.pile.chars() {
                moves.extend(self.placements(kind).into_iter().map(|cell| format!("{kind}@{}", name(cell))));
            }
        }
        moves
    }
}
