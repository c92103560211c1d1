//! The program `generation`: how long it takes to list the moves of positions, by the number of pieces in play.

use engine::game::CompositeMoves;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use engine::game::{BoardObserver, Seat};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::Variant;
use engine::with_game;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Times the generator of a game on positions from random games, by the number of pieces in play.
///
/// A line gives, for positions with so many pieces: how many positions they are, how many entries their lists have on average, the nanoseconds
/// in which such a list is written out in full, and millions a second of: whole lists; leaves of perft at depth 1 when each
/// is made and taken back; leaves of perft at depth 2, where the last ply is counted in bulk. One thread, no cache; the best repetition counts.
#[derive(Parser)]
#[command(name = "generation", version)]
struct Options {
    /// The game
    #[arg(long)]
    variant: String,
    /// Only positions with a multiple of so many pieces
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    step: u16,
    /// Positions for each number of pieces
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// The number of the first random game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often everything is timed
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    repetitions: u16,
}

/// Random games that are played at most to fill the table.
const MOST_GAMES: u64 = 2000;

/// Entries of a random game at most.
const MOST_ENTRIES: usize = 300;

fn main() -> Result<()> {
    let options = Options::parse();
    let variant: Variant = options.variant.parse()?;
    with_game!(variant, G => options.run::<G>());
    Ok(())
}

/// Counts the pieces that a position reports.
struct Pieces(u16);

impl<G> BoardObserver<G> for Pieces {
    fn put(&mut self, _: Seat, _: usize, _: usize) {
        self.0 += 1;
    }
}

fn pieces_of<G: CompositeMoves>(position: &G) -> u16 {
    let mut pieces = Pieces(0);
    position.populate(&mut pieces);
    pieces.0
}

/// A measurement of positions with one number of pieces: seconds, best so far, and what was done in them.
#[derive(Clone, Copy)]
struct Timing {
    seconds: f64,
    done: u64,
}

impl Timing {
    const NONE: Timing = Timing { seconds: f64::INFINITY, done: 0 };

    /// Times some work that says how much it has done.
    fn take(&mut self, work: impl FnOnce() -> u64) {
        let started = Instant::now();
        self.done = work();
        self.seconds = self.seconds.min(started.elapsed().as_secs_f64());
    }

    fn millions_a_second(&self) -> f64 {
        self.done as f64 / self.seconds / 1e6
    }
}

impl Options {
    #[expect(clippy::print_stdout, reason = "the table is what the program is for")]
    fn run<G: Notation>(&self) {
        let sorted = self.gather::<G>();
        let mut timings = vec![[Timing::NONE; 3]; sorted.len()];
        // One number of pieces after the other in every repetition, so that a busy spell of the machine spoils none of them.
        for _ in 0..self.repetitions {
            for (positions, [lists, made, counted]) in sorted.values().zip(&mut timings) {
                lists.take(|| write_lists(positions));
                made.take(|| make_all(positions));
                counted.take(|| positions.iter().map(|position| perft::count(position, 2, &())).sum());
            }
        }
        println!("pieces positions entries  ns/list  lists M/s  leaves made M/s  leaves in bulk M/s");
        for ((pieces, positions), [lists, made, counted]) in sorted.iter().zip(timings) {
            let entries = made.done as f64 / positions.len() as f64;
            println!(
                "{pieces:>6} {:>9} {entries:>7.1} {:>8.0} {:>10.2} {:>16.2} {:>19.1}",
                positions.len(),
                lists.seconds * 1e9 / lists.done as f64,
                lists.millions_a_second(),
                made.millions_a_second(),
                counted.millions_a_second(),
            );
        }
    }
}

impl Options {
    /// Positions from random games, by their number of pieces: no more than asked for of each, and one from each game at most.
    fn gather<G: Notation>(&self) -> BTreeMap<u16, Vec<G>> {
        let mut sorted: BTreeMap<u16, Vec<G>> = BTreeMap::new();
        for game in 0..MOST_GAMES {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed + game);
            let mut record = Record::<G>::default();
            let mut seen = Vec::new();
            let mut entries = MoveList::new();
            while record.outcome().is_none() && record.moves().len() < MOST_ENTRIES {
                let position = record.position();
                entries.clear();
                position.composite_moves(&mut entries);
                let pieces = pieces_of(position);
                if pieces > 0 && pieces.is_multiple_of(self.step) && !seen.contains(&pieces) && !entries.is_empty() {
                    let place = sorted.entry(pieces).or_default();
                    if place.len() < usize::from(self.positions) {
                        place.push(position.clone());
                    }
                    seen.push(pieces);
                }
                if entries.is_empty() {
                    break;
                }
                record.play(entries[random.next_u64() as usize % entries.len()]);
            }
        }
        sorted
    }
}

/// Writes the list of every position; how many lists.
#[inline(never)]
fn write_lists<G: CompositeMoves>(positions: &[G]) -> u64 {
    let mut list = MoveList::new();
    for position in positions {
        list.clear();
        position.composite_moves(&mut list);
        black_box(&list);
    }
    positions.len() as u64
}

/// Makes every entry of every position and takes it back; how many entries.
#[inline(never)]
fn make_all<G: CompositeMoves>(positions: &[G]) -> u64 {
    let mut made = 0;
    let mut list = MoveList::new();
    for position in positions {
        let mut position = position.clone();
        list.clear();
        position.composite_moves(&mut list);
        for &mv in &list {
            let undo = position.make(mv, &mut ());
            black_box(&position);
            position.unmake(mv, undo);
        }
        made += list.len() as u64;
    }
    made
}
