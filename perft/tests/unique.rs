//! Distinct positions of every game and their multiplicities: the same for any number of threads, and as a plain
//! recursion finds them; units of them; and the suite of every game.

use std::collections::BTreeMap;

use engine::game::{CompositeMoves, Game};
use engine::moves::MoveList;
use engine::text::Notation;
use engine::variants::{Chess, ChexByMail, KaleidoDice, Variant};
use perft::unique::{Budget, Frontier, Stored, Text, Whole};
use perft::{suite, unit};
use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Largest number of sequences that a test counts.
const MAX_NODES: u64 = 200_000;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

fn frontier<G: CompositeMoves, S: Stored<G>>(
    position: &G,
    depth: u32,
    pool: &ThreadPool,
    budget: &Budget,
) -> Frontier<G, S> {
    let start = Frontier::new(position);
    (0..depth).fold(start, |frontier, _| frontier.expand(pool, budget, &|_| ()).expect("the default bound suffices"))
}

fn split<G: Notation>(position: &G, depth: u32, threads: usize) -> Vec<String> {
    let (pool, budget) = (pool(threads), Budget::new(Budget::DEFAULT_MEGABYTES as usize));
    let frontier = frontier::<G, Text>(position, depth, &pool, &budget);
    frontier.into_epd(&pool, &budget, None).expect("the default bound suffices")
}

/// Position and multiplicity of a line.
fn read<G: Notation>(line: &str) -> (G, u64) {
    let (fen, multiplicity) = line.split_once(" ;mult ").expect("a line 'FEN ;mult M'");
    (fen.parse().expect("a position"), multiplicity.parse().expect("a number"))
}

/// The lines by a plain recursion over texts.
fn naive_split<G: Notation>(position: &G, depth: u32) -> Vec<String> {
    fn visit<G: Notation>(position: &G, depth: u32, found: &mut BTreeMap<String, u64>) {
        if depth == 0 {
            *found.entry(position.without_counters().to_string()).or_default() += 1;
            return;
        }
        let mut moves = MoveList::new();
        position.composite_moves(&mut moves);
        for &mv in &moves {
            visit(&perft::after(position, mv), depth - 1, found);
        }
    }
    let mut found = BTreeMap::new();
    visit(position, depth, &mut found);
    let mut lines: Vec<String> = found.iter().map(|(text, number)| format!("{text} ;mult {number}")).collect();
    lines.sort_unstable();
    lines
}

/// Greatest depth at which there are at most [`MAX_NODES`] sequences.
fn affordable_depth<G: CompositeMoves>(position: &G) -> u32 {
    (1..8).take_while(|&depth| perft::count(position, depth, &()) <= MAX_NODES).last().unwrap_or_default()
}

fn multiplicities_add_up<G: Notation>() {
    let start = G::start();
    let depth = affordable_depth(&start);
    assert!(depth >= 2, "{}: nothing is proven at depth {depth}", G::name());
    let whole = perft::count(&start, depth, &());
    for ply in 0..=depth {
        let positions: Vec<(G, u64)> = split(&start, ply, 2).iter().map(|line| read(line)).collect();
        let sequences: u64 = positions.iter().map(|(_, multiplicity)| multiplicity).sum();
        assert_eq!(sequences, perft::count(&start, ply, &()), "{} at ply {ply}", G::name());
        let below = |(position, multiplicity): &(G, u64)| multiplicity * perft::count(position, depth - ply, &());
        assert_eq!(positions.iter().map(below).sum::<u64>(), whole, "{} shared out at ply {ply}", G::name());
    }
}

fn lines_equal_the_plain_recursion<G: Notation>() {
    let start = G::start();
    let depth = affordable_depth(&start);
    let expected = naive_split(&start, depth);
    for threads in [1, 3] {
        assert!(split(&start, depth, threads) == expected, "{} with {threads} threads", G::name());
    }
}

/// Count of a depth as the sum over the positions at half of it.
fn split_count<G: Notation>(depth: u32, symmetry: bool) -> u128 {
    let (pool, budget) = (pool(2), Budget::new(64));
    let mut frontier = Frontier::<G>::new(&G::start());
    for _ in 0..depth / 2 {
        frontier = frontier.expand(&pool, &budget, &|_| ()).expect("memory");
        if symmetry {
            frontier = frontier.merge_symmetric(&pool, &budget).expect("memory");
        }
    }
    let text = frontier.into_epd(&pool, &budget, None).expect("memory").join("\n");
    let unit = unit::parse::<G>(&text).expect("its own lines");
    unit.count(depth - depth / 2, &(), &pool, &|_, _| ()).expect("128 bits")
}

fn units_add_up_with_and_without_symmetry<G: Notation>(variant: Variant) {
    let depth = if variant == Variant::Chess { 5 } else { 3 };
    let whole = u128::from(perft::count(&G::start(), depth, &()));
    for symmetry in [false, true] {
        assert_eq!(split_count::<G>(depth, symmetry), whole, "{variant}, symmetric positions merged: {symmetry}");
    }
}

fn the_suite_can_be_read<G: Notation>(variant: Variant) {
    let positions = suite::parse::<G>(suite::text_of(variant)).unwrap_or_else(|error| panic!("{variant}: {error}"));
    assert_ne!(positions.len(), 0, "{variant}");
}

macro_rules! every_game {
    ([] $($name:literal: $family:ident::$game:ident,)*) => { $(
        mod $game {
            #[test]
            fn multiplicities_add_up_to_perft() {
                super::super::multiplicities_add_up::<engine::variants::$game>();
            }

            #[test]
            fn lines_equal_the_plain_recursion() {
                super::super::lines_equal_the_plain_recursion::<engine::variants::$game>();
            }

            #[test]
            fn units_add_up_to_perft_with_and_without_symmetry() {
                super::super::units_add_up_with_and_without_symmetry::<engine::variants::$game>(
                    engine::variants::Variant::$game,
                );
            }

            #[test]
            fn the_suite_can_be_read() {
                super::super::the_suite_can_be_read::<engine::variants::$game>(engine::variants::Variant::$game);
            }
        }
    )* };
}

mod each {
    engine::for_each_game!(every_game);
}

/// OEIS A083276: castling rights and legal en passant captures tell positions apart.
#[test]
fn distinct_positions_of_chess_are_the_published_ones() {
    let (pool, budget) = (pool(2), Budget::new(Budget::DEFAULT_MEGABYTES as usize));
    let published = [(1, 1), (20, 20), (400, 400), (5362, 8902), (72_078, 197_281), (822_518, 4_865_609)];
    let mut frontier = Frontier::<Chess>::new(&Chess::start());
    for (depth, expected) in published.into_iter().enumerate() {
        if depth > 0 {
            frontier = frontier.expand(&pool, &budget, &|_| ()).expect("the default bound suffices");
        }
        assert_eq!((frontier.unique(), frontier.nodes()), expected, "at depth {depth}");
    }
}

#[test]
fn finished_games_have_no_positions_after_them() {
    let mate: Chess = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    let (pool, budget) = (pool(1), Budget::new(1));
    for depth in [1, 2, 255] {
        let frontier = frontier::<_, Whole<_>>(&mate, depth, &pool, &budget);
        assert_eq!((frontier.unique(), frontier.nodes()), (0, 0));
    }
}

/// Position after moves taken by their place in the list.
fn walk<G: CompositeMoves>(choices: &[prop::sample::Index]) -> G {
    let mut position = G::start();
    for choice in choices {
        let mut moves = MoveList::new();
        position.composite_moves(&mut moves);
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.make(moves[choice.index(moves.len())], &mut ());
    }
    position
}

fn agrees_after<G: Notation>(choices: &[prop::sample::Index]) {
    let position: G = walk(choices);
    let depth = affordable_depth(&position).min(2);
    let lines = split(&position, depth, 2);
    assert_eq!(lines, naive_split(&position, depth), "{position}");
    let mut texts: Vec<String> = lines.iter().map(|line| read::<G>(line).0.to_string()).collect();
    texts.dedup();
    assert_eq!(texts.len(), lines.len(), "{position}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_equal_the_plain_recursion_from_any_position(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)
    ) {
        agrees_after::<Chess>(&choices);
        agrees_after::<ChexByMail>(&choices);
        agrees_after::<KaleidoDice>(&choices);
    }
}
