//! What holds the tiles of Chex together, against a flood of the plane for each tile that is taken away: which tiles are tied, into what the
//! others fall without them, and which captures and checks that leaves.

use std::collections::BTreeSet;

use engine::game::{Game, GenType, MakeUnmake, Seat};
use engine::moves::MoveList;
use engine::text::write_row;
use engine::variants::ChexByMail;
use engine::variants::chex::{Frame, Kind, Tile, TileSet};
use rand::prelude::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use tests::generic::seeded;
use tests::positions::position;

/// A cell as (column, row) of the rectangle; the border is 0.
type Cell = (i32, i32);

const DIRECTIONS: [Cell; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Cells in a row of the sketch: the widest rectangle, and room for a leap beyond it.
const SIDE: usize = 38;

/// The tiles of a position drawn on a sheet of paper.
struct Sketch {
    tiles: Vec<(Cell, Tile)>,
    /// One more than the number in the list of the tile on each cell, by row and column; 0 for none.
    sheet: [[usize; SIDE]; SIDE],
}

impl Sketch {
    fn of(position: &ChexByMail) -> Sketch {
        let plane = position.plane();
        let mut sketch = Sketch { tiles: Vec::new(), sheet: [[0; SIDE]; SIDE] };
        for tile in plane.in_play() {
            let (x, y) = Frame::coordinates(plane.frame().field(plane.cell_of(tile)).into());
            sketch.tiles.push(((x as i32, y as i32), tile));
            sketch.sheet[y + 2][x + 2] = sketch.tiles.len();
        }
        sketch
    }

    /// The number in the list of the tile on a cell. Nothing lies beyond the sheet.
    fn on(&self, (x, y): Cell) -> Option<usize> {
        let row = self.sheet.get(usize::try_from(y + 2).ok()?)?;
        row.get(usize::try_from(x + 2).ok()?)?.checked_sub(1)
    }

    /// Into what the other tiles fall when one is taken away: sets as numbers.
    fn parts_without(&self, taken: usize) -> BTreeSet<u32> {
        let mut reached = vec![false; self.tiles.len()];
        reached[taken] = true;
        let mut parts = BTreeSet::new();
        while let Some(start) = reached.iter().position(|reached| !reached) {
            let (mut part, mut open) = (TileSet::EMPTY, vec![start]);
            reached[start] = true;
            while let Some(number) = open.pop() {
                let ((x, y), tile) = self.tiles[number];
                part |= tile.into();
                for near in DIRECTIONS.iter().filter_map(|(dx, dy)| self.on((x + dx, y + dy))) {
                    if !std::mem::replace(&mut reached[near], true) {
                        open.push(near);
                    }
                }
            }
            parts.insert(part.0);
        }
        parts
    }

    /// The enemies that a tile hits by its kind.
    fn hits(&self, number: usize, kind: Kind) -> TileSet {
        let ((x, y), tile) = self.tiles[number];
        let step = |&(dx, dy): &Cell| self.on((x + dx, y + dy));
        let ray = |&(dx, dy): &Cell| (1..SIDE as i32).find_map(|far| self.on((x + far * dx, y + far * dy)));
        let (straight, diagonal) = DIRECTIONS.split_at(4);
        let ahead = if tile.seat() == Seat::WHITE { 1 } else { -1 };
        let hit: Vec<usize> = match kind {
            Kind::King => DIRECTIONS.iter().filter_map(step).collect(),
            Kind::Knight => LEAPS.iter().filter_map(step).collect(),
            Kind::Pawn => [(-1, ahead), (1, ahead)].iter().filter_map(step).collect(),
            Kind::Queen => DIRECTIONS.iter().filter_map(ray).collect(),
            Kind::Rook => straight.iter().filter_map(ray).collect(),
            Kind::Bishop => diagonal.iter().filter_map(ray).collect(),
        };
        let struck = hit.into_iter().map(|number| self.tiles[number].1);
        struck.filter(|other| other.seat() != tile.seat()).collect()
    }
}

fn compare(position: &ChexByMail) {
    let (sketch, ties, plane) = (Sketch::of(position), position.ties(), position.plane());
    let king = plane.king(position.side()).map_or(TileSet::EMPTY, TileSet::from);
    let mut checkers = TileSet::EMPTY;
    for (number, &(_, tile)) in sketch.tiles.iter().enumerate() {
        let parts = sketch.parts_without(number);
        let tied = parts.len() > 1;
        assert_eq!(ties.tied().has(tile), tied, "{tile:?} in {position}");
        if tied {
            assert_eq!(ties.parts(tile).map(|part| part.0).collect::<BTreeSet<_>>(), parts, "{tile:?} in {position}");
        }
        let kind = plane.kind_of(tile);
        let hits = sketch.hits(number, kind);
        let mut victims = TileSet::EMPTY;
        position.victims(tile, kind, &mut |victim, _| victims |= victim.into());
        assert_eq!(victims, hits, "{tile:?} in {position}");
        // A captor comes to lie where a tile lay before: all hold together if the others do without it.
        checkers |= TileSet::from(tile).when(!tied && (hits & king).any());
    }
    assert_eq!(position.checkers(), checkers, "{position}");
}

/// Tiles that hold together, in a random shape: from a heap to a thread that crosses the plane.
fn random_arrangement(random: &mut impl Rng) -> ChexByMail {
    let mut letters: Vec<char> = "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp".chars().collect();
    letters.shuffle(random);
    let undrawn = letters.split_off(random.random_range(2..=letters.len()));
    let (thread, straight) = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
    let (mut cells, mut last) = (vec![(0, 0)], (1, 0));
    while cells.len() < letters.len() {
        let &(x, y) =
            if random.random_bool(thread) { cells.last() } else { cells.choose(random) }.expect("there is a first");
        if !random.random_bool(straight) {
            last = *DIRECTIONS.choose(random).expect("there are eight");
        }
        let next = (x + last.0, y + last.1);
        if cells.contains(&next) {
            // A thread that has run into itself starts elsewhere.
            cells.shuffle(random);
        } else {
            cells.push(next);
        }
    }
    let bounds = |values: &dyn Fn(&Cell) -> i32| {
        let values: Vec<i32> = cells.iter().map(values).collect();
        values.iter().copied().min().zip(values.iter().copied().max()).expect("there are cells")
    };
    let ((left, right), (bottom, top)) = (bounds(&|cell| cell.0), bounds(&|cell| cell.1));
    let on = |cell: Cell| cells.iter().position(|&other| other == cell).map(|number| letters[number]);
    let row = |y| write_row((left..=right).map(|x| on((x, y))));
    let rows: Vec<String> = (bottom..=top).rev().map(row).collect();
    let side = if random.random_bool(0.5) { 'w' } else { 'b' };
    position(&format!("{}[{}] {side} - - 0 1", rows.join("/"), String::from_iter(undrawn)))
}

/// Compares random arrangements, and what becomes of them by a few random moves, until so many positions have been compared.
fn random_positions_agree(positions: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut compared = 0;
    while compared < positions {
        let mut here = random_arrangement(&mut random);
        for _ in 0..12 {
            compare(&here);
            compared += 1;
            let mut list = MoveList::new();
            here.moves(GenType::All, &mut list);
            list.retain(|&mut mv| mv.from() != mv.to());
            let Some(&mv) = list.choose(&mut random) else { break };
            here.make(mv, &mut ());
        }
    }
}

#[test]
fn ties_agree_with_a_flood_of_the_plane() {
    random_positions_agree(100_000, 1);
}

/// `cargo test --package tests --test rules slow_ties -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn ties_of_millions_of_positions_agree() {
    random_positions_agree(3_000_000, 2);
}
