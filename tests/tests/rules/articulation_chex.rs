//! Articulation points of Chex: the incremental ties equal a flood fill of the plane without each tile: which tiles are
//! tied, the parts into which the others fall, and the captures and checks that remain.

use std::collections::BTreeSet;

use engine::game::{Game, GenType, MakeUnmake};
use engine::moves::MoveList;
use engine::text::write_row;
use engine::variants::ChexByMail;
use engine::variants::chex::TileSet;
use rand::prelude::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use reference::chex::Cell;
use reference::chex::articulation::{DIRECTIONS, Sheet};
use tests::positions::position;
use tests::properties::seeded;

fn compare(position: &ChexByMail) {
    let (sheet, ties, plane) = (Sheet::of(position), position.ties(), position.plane());
    let king = plane.king(position.side()).map_or(TileSet::EMPTY, TileSet::from);
    let mut checkers = TileSet::EMPTY;
    for (number, &(_, tile)) in sheet.tiles.iter().enumerate() {
        let components = sheet.components_without(number);
        let tied = components.len() > 1;
        assert_eq!(ties.tied().has(tile), tied, "{tile:?} in {position}");
        if tied {
            assert_eq!(
                ties.parts(tile).map(|part| part.0).collect::<BTreeSet<_>>(),
                components,
                "{tile:?} in {position}"
            );
        }
        let kind = plane.kind_of(tile);
        let attacked = sheet.attacked(number, kind);
        let mut victims = TileSet::EMPTY;
        position.victims(tile, kind, &mut |victim, _| victims |= victim.into());
        assert_eq!(victims, attacked, "{tile:?} in {position}");
        // A captor comes to lie where a tile lay before: all hold together if the others do without it.
        checkers |= TileSet::from(tile).when(!tied && (attacked & king).any());
    }
    assert_eq!(position.checkers(), checkers, "{position}");
}

/// Random connected arrangement of tiles: from a heap to a thread that crosses the plane.
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

/// Compares a number of positions: random arrangements, and what a few random moves make of each.
fn compare_random_positions(positions: usize, seed: u64) {
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
fn ties_and_checkers_equal_a_flood_fill() {
    compare_random_positions(100_000, 1);
}

/// `cargo test --package tests --test rules articulation_chex -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn ties_and_checkers_of_millions_of_positions_equal_a_flood_fill() {
    compare_random_positions(3_000_000, 2);
}
