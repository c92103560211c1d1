//! Binary `generation`: times move generation by the number of pieces in play, on positions from random games.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Parser;
use engine::game::{BoardObserver, CompositeMoves, Seat};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::Variant;
use engine::with_game;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use streams::Stdout;

/// Times the move generator of a game on positions from random games, by the number of pieces in play.
///
/// A line gives, for positions with some number of pieces: the number of positions, the mean number of composite moves,
/// the nanoseconds to generate a list, and millions a second of: lists; leaves of perft at depth 1 with each move made
/// and unmade; leaves of perft at depth 2 with bulk counting. One thread, no hash table; the best repetition counts.
#[derive(Parser)]
#[command(name = "generation", version)]
struct Options {
    /// The game
    #[arg(long)]
    variant: String,
    /// Only positions whose number of pieces is a multiple of this
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    step: u16,
    /// Positions for each number of pieces
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// Seed of the first random game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Repetitions of all timings
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    repetitions: u16,
}

/// Most random games.
const MAX_GAMES: u64 = 2000;

/// Most plies of a random game.
const MAX_PLIES: usize = 300;

fn main() -> ExitCode {
    streams::run(|options: Options, out| -> Result<ExitCode> {
        let variant: Variant = options.variant.parse()?;
        with_game!(variant, G => options.run::<G>(out))?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Counts the pieces of a position.
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

/// Timing of positions with one number of pieces: best time so far in seconds, and the work done in it.
#[derive(Clone, Copy)]
struct Timing {
    seconds: f64,
    done: u64,
}

impl Timing {
    const NONE: Timing = Timing { seconds: f64::INFINITY, done: 0 };

    /// Times some work, which returns its amount.
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
    fn run<G: Notation>(&self, out: &mut Stdout) -> Result<()> {
        let sorted = self.gather::<G>();
        ensure!(!sorted.is_empty(), "--step {}: no position of the random games has so many pieces", self.step);
        let mut timings = vec![[Timing::NONE; 3]; sorted.len()];
        // Each repetition times all numbers of pieces, so that a busy spell of the machine does not spoil one of them.
        for _ in 0..self.repetitions {
            for (positions, [lists, made, counted]) in sorted.values().zip(&mut timings) {
                lists.take(|| generate_lists(positions));
                made.take(|| make_all(positions));
                counted.take(|| positions.iter().map(|position| perft::count(position, 2, &())).sum());
            }
        }
        out.line("pieces positions   moves  ns/list  lists M/s  leaves made M/s  leaves in bulk M/s");
        for ((pieces, positions), [lists, made, counted]) in sorted.iter().zip(timings) {
            let moves = made.done as f64 / positions.len() as f64;
            out.line(format_args!(
                "{pieces:>6} {:>9} {moves:>7.1} {:>8.0} {:>10.2} {:>16.2} {:>19.1}",
                positions.len(),
                lists.seconds * 1e9 / lists.done as f64,
                lists.millions_a_second(),
                made.millions_a_second(),
                counted.millions_a_second(),
            ));
        }
        Ok(())
    }

    /// Positions from random games, by their number of pieces: at most `positions` of each, and at most one from each
    /// game.
    fn gather<G: Notation>(&self) -> BTreeMap<u16, Vec<G>> {
        let mut sorted: BTreeMap<u16, Vec<G>> = BTreeMap::new();
        for game in 0..MAX_GAMES {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(game));
            let mut record = Record::<G>::default();
            let mut seen = Vec::new();
            let mut moves = MoveList::new();
            while record.outcome().is_none() && record.plies().len() < MAX_PLIES {
                let position = record.position();
                moves.clear();
                position.composite_moves(&mut moves);
                let pieces = pieces_of(position);
                if pieces > 0 && pieces.is_multiple_of(self.step) && !seen.contains(&pieces) && !moves.is_empty() {
                    let place = sorted.entry(pieces).or_default();
                    if place.len() < usize::from(self.positions) {
                        place.push(position.clone());
                    }
                    seen.push(pieces);
                }
                if moves.is_empty() {
                    break;
                }
                record.play(moves[random.next_u64() as usize % moves.len()]);
            }
        }
        sorted
    }
}

/// Generates the list of every position. Returns the number of lists.
#[inline(never)]
fn generate_lists<G: CompositeMoves>(positions: &[G]) -> u64 {
    let mut list = MoveList::new();
    for position in positions {
        list.clear();
        position.composite_moves(&mut list);
        black_box(&list);
    }
    positions.len() as u64
}

/// Makes and unmakes every composite move of every position. Returns their number.
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
