//! Generator of Quex and Keyles: its moves equal those of the reference generator.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::{Seat, Tactics};
use engine::text::Notation;
use engine::variants::{Keyles, Quex};
use reference::quex::{Position, choose_rare_move, random_position, random_siege};
use tests::properties::{legal, seeded};

fn compare_random_games<G: Tactics + Notation>(royal: bool, games: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut checks = 0;
    for game in 0..games {
        let mut fast = if game % 2 == 0 { G::start() } else { random_position::<G>(&mut random, 0.6) };
        let mut reference = Position::new(&fast.to_string(), royal);
        for _ in 0..200 {
            let expected = compare_position(&fast, &reference);
            checks += usize::from(fast.in_check());
            let Some(mv) = choose_rare_move(&fast, &mut random) else { break };
            reference = expected[&fast.write_move(mv)].clone();
            fast.make(mv, &mut ());
            assert!(fast.to_string().starts_with(&reference.text()), "{fast} is not {}", reference.text());
        }
    }
    assert!(checks > 200, "the games hold too few checks or re-placements to prove anything: {checks}");
}

/// Legal moves and result of a position equal those of the reference.
fn compare_position<G: Tactics + Notation>(fast: &G, reference: &Position) -> BTreeMap<String, Position> {
    let expected = reference.moves();
    let found: BTreeSet<String> = legal(fast).iter().map(|&mv| fast.write_move(mv)).collect();
    assert_eq!(found, expected.keys().cloned().collect(), "{fast}");
    assert_eq!(fast.result(), reference.result(&expected), "{fast}");
    expected
}

#[test]
fn moves_of_besieged_kings_equal_the_reference() {
    let mut random = seeded(3);
    let mut double_checks = 0;
    for _ in 0..3000 {
        let fast: Quex = random_siege(&mut random);
        compare_position(&fast, &Position::new(&fast.to_string(), true));
        let king = fast.king(Seat::WHITE).expect("a royal king");
        double_checks += usize::from(fast.attackers(king, Seat::BLACK, fast.pieces().occupied()).len() > 1);
    }
    assert!(double_checks > 300, "only {double_checks} double checks");
}

#[test]
fn moves_of_quex_equal_the_reference() {
    compare_random_games::<Quex>(true, 50, 1);
}

#[test]
fn moves_of_keyles_equal_the_reference() {
    compare_random_games::<Keyles>(false, 120, 2);
}
