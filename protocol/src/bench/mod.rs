//! A fixed amount of searching: the signature of the search, and its speed.
//!
//! One thread searches each position to a fixed depth, with an empty transposition table of a fixed size. A change of
//! rules, search, evaluation or bench positions that alters a node count changes the signature; nothing else does.

mod positions;

use std::time::{Duration, Instant};

use engine::record::Record;
use engine::search::score::MAX_PLY;
use engine::search::{Control, Limits};
use engine::variants::{TwoPlayerVariant, Variant};
use engine::with_two_player_game;

use crate::registry::Playable;

/// The depth of the signature, in plies; games with more moves are searched less deep.
pub const DEFAULT_DEPTH: u32 = 14;

/// Greatest depth of a bench, in plies: that of any search.
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

const HASH_MEGABYTES: usize = 16;

/// Running totals of the bench.
#[derive(Default)]
struct Totals {
    nodes: u64,
    time: Duration,
}

/// Searches the positions of all games for two players and prints the nodes of each, then the time, `Bench: N` with the
/// total, and `N nodes M nps`, the line that OpenBench looks for from the end of the output. Prints no total if it is
/// stopped.
pub fn run(depth: u32, control: &Control, print: &mut dyn FnMut(String)) {
    let mut totals = Totals::default();
    for variant in TwoPlayerVariant::ALL {
        if control.is_stopped() {
            return;
        }
        let depth = depth.saturating_sub(Variant::from(variant).info().bench_reduction).max(1);
        let mut run = Run { variant, depth, control, print: &mut *print, totals: &mut totals };
        with_two_player_game!(variant, G => run.search::<G>());
    }
    if control.is_stopped() {
        return;
    }
    let seconds = totals.time.as_secs_f64();
    print(format!("Time: {seconds:.2} s"));
    print(format!("Bench: {}", totals.nodes));
    print(format!("{} nodes {} nps", totals.nodes, (totals.nodes as f64 / seconds.max(1e-3)) as u64));
}

/// The bench of one game.
struct Run<'a> {
    variant: TwoPlayerVariant,
    depth: u32,
    control: &'a Control,
    print: &'a mut dyn FnMut(String),
    totals: &'a mut Totals,
}

impl Run<'_> {
    fn search<G: Playable>(&mut self) {
        let mut searcher = G::alphabeta();
        searcher.set_hash(HASH_MEGABYTES).expect("there is memory for a small table");
        searcher.set_threads(1);
        for text in positions::of(self.variant) {
            let position: G = text.parse().unwrap_or_else(|error| panic!("bench position {text}: {error}"));
            searcher.clear();
            let limits = Limits { depth: Some(self.depth), ..Limits::default() };
            let began = Instant::now();
            let verdict = searcher.think(&Record::new(position), &limits, self.control, &mut |_| {});
            self.totals.time += began.elapsed();
            if self.control.is_stopped() {
                return;
            }
            self.totals.nodes += verdict.nodes;
            (self.print)(format!("{:>10} {} {text}", verdict.nodes, G::name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(depth: u32) -> Vec<String> {
        let mut lines = Vec::new();
        run(depth, &Control::new(), &mut |line| lines.push(line));
        lines
    }

    #[test]
    fn the_signature_is_the_sum_of_all_positions_and_the_same_each_time() {
        let (first, second) = (lines(3), lines(3));
        let positions: usize = TwoPlayerVariant::ALL.into_iter().map(|variant| positions::of(variant).count()).sum();
        assert_eq!(first.len(), positions + 3);
        let nodes = |line: &String| -> u64 { line.split_whitespace().next().unwrap().parse().unwrap() };
        let sum: u64 = first[..positions].iter().map(nodes).sum();
        assert_eq!(first[positions + 1], format!("Bench: {sum}"));
        assert_eq!(first[positions + 1], second[positions + 1]);
        assert!(first[positions + 2].starts_with(&format!("{sum} nodes ")), "{}", first[positions + 2]);
    }

    #[test]
    fn a_stopped_bench_has_no_signature() {
        let control = Control::new();
        control.stop();
        run(3, &control, &mut |line| panic!("printed {line}"));
    }
}
