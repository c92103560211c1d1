//! Alpha-beta without pruning has the minimax value, in spite of windows, transposition table and re-searches.

use engine::game::{Game, Tactics};
use engine::search::Material;
use engine::variants::TwoPlayerVariant;
use engine::variants::custom::file;
use engine::variants::orthodox::{Chess, KnightRelay};
use engine::with_two_player_game;
use tests::minimax::assert_exact;
use tests::properties::{random_game, seeded};
use tests::toys::{Heaps, Noise};

/// Sides alternate.
type Nim = Heaps<false, false>;
/// A side may move several times in a row.
type Again = Heaps<true, false>;
/// Luck decides what may be done.
type Dice = Heaps<false, true>;
/// Both at once.
type AgainDice = Heaps<true, true>;

#[test]
fn sides_that_alternate() {
    for heaps in [[3, 4, 5], [1, 1, 0], [7, 0, 2], [5, 5, 3]] {
        assert_exact::<Nim, Noise>(&Nim::new(heaps), 6, 1);
    }
    assert_exact::<Nim, Noise>(&Nim::new([2, 2, 3]), 12, 1);
}

#[test]
fn a_side_that_moves_several_times_in_a_row() {
    for heaps in [[3, 4, 5], [6, 0, 0], [7, 0, 2], [5, 5, 3], [4, 4, 4]] {
        assert_exact::<Again, Noise>(&Again::new(heaps), 6, 1);
    }
    assert_exact::<Again, Noise>(&Again::new([2, 2, 3]), 12, 1);
}

#[test]
fn chance_nodes() {
    for heaps in [[3, 2, 1], [4, 0, 0], [3, 3, 3]] {
        assert_exact::<Dice, Noise>(&Dice::new(heaps), 4, 1);
        assert_exact::<AgainDice, Noise>(&AgainDice::new(heaps), 4, 1);
    }
    assert_exact::<Dice, Noise>(&Dice::new([2, 2, 1]), 8, 1);
    assert_exact::<AgainDice, Noise>(&AgainDice::new([2, 2, 2]), 8, 1);
}

#[test]
fn several_threads() {
    assert_exact::<Nim, Noise>(&Nim::new([3, 4, 5]), 6, 3);
    assert_exact::<Again, Noise>(&Again::new([3, 4, 5]), 6, 3);
    assert_exact::<AgainDice, Noise>(&AgainDice::new([3, 2, 2]), 4, 3);
}

const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// Checks and mates everywhere, and the fifty-move rule about to strike.
const LATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R3r1K1 w - - 97 80";
const RELAY_MATE: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn chess() {
    assert_exact::<Chess, Noise>(&Chess::start(), 3, 1);
    assert_exact::<Chess, Material<Chess>>(&Chess::start(), 4, 1);
    assert_exact::<Chess, Noise>(&TACTICAL.parse().unwrap(), 3, 1);
    for fen in [ENDING, LATE] {
        assert_exact::<Chess, Noise>(&fen.parse().unwrap(), 4, 1);
        assert_exact::<Chess, Material<Chess>>(&fen.parse().unwrap(), 4, 1);
    }
}

#[test]
fn knight_relay_chess() {
    assert_exact::<KnightRelay, Noise>(&KnightRelay::start(), 3, 1);
    assert_exact::<KnightRelay, Material<KnightRelay>>(&KnightRelay::start(), 4, 1);
    assert_exact::<KnightRelay, Noise>(&RELAY_MATE.parse().unwrap(), 4, 1);
    assert_exact::<KnightRelay, Noise>(&LATE.parse().unwrap(), 4, 1);
}

/// Asserts exact values in every eighth position of two random games: to depth 2, in a game with chance to depth 1.
fn assert_exact_along_games<G: Tactics>() {
    let depth = if G::CHANCE { 1 } else { 2 };
    for seed in 0..2 {
        random_game::<G>(&mut seeded(seed), 50, |record| {
            let game = record.position();
            if record.plies().len() as u64 % 8 == seed && game.result().is_none() {
                assert_exact::<G, Noise>(game, depth, 1);
            }
        });
    }
}

#[test]
fn every_game_for_two() {
    let custom = file::load(include_str!("../../../assets/variants.toml")).expect("the examples are sound");
    for variant in TwoPlayerVariant::ALL.into_iter().chain(custom.into_iter().map(TwoPlayerVariant::Custom)) {
        with_two_player_game!(variant, G => assert_exact_along_games::<G>());
    }
}
