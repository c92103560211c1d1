//! Generator of Quex and Keyles: its moves equal those of the reference generator.

use std::collections::BTreeSet;

use engine::game::Tactics;
use engine::text::Notation;
use engine::variants::{Keyles, Quex};
use reference::quex::{Position, choose_rare_move, random_position};
use tests::properties::{legal, seeded};

fn compare_random_games<G: Tactics + Notation>(royal: bool, games: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut checks = 0;
    for game in 0..games {
        let mut fast = if game % 2 == 0 { G::start() } else { random_position::<G>(&mut random, 0.6) };
        let mut reference = Position::new(&fast.to_string(), royal);
        for _ in 0..200 {
            let expected = reference.moves();
            let found: BTreeSet<String> = legal(&fast).iter().map(|&mv| fast.write_move(mv)).collect();
            assert_eq!(found, expected.keys().cloned().collect(), "{fast}");
            assert_eq!(fast.result(), reference.result(&expected), "{fast}");
            checks += usize::from(fast.in_check());
            let Some(mv) = choose_rare_move(&fast, &mut random) else { break };
            reference = expected[&fast.write_move(mv)].clone();
            fast.make(mv, &mut ());
            assert!(fast.to_string().starts_with(&reference.text()), "{fast} is not {}", reference.text());
        }
    }
    assert!(checks > 200, "the games hold too few checks or re-placements to prove anything: {checks}");
}

#[test]
fn moves_of_quex_equal_the_reference() {
    compare_random_games::<Quex>(true, 50, 1);
}

#[test]
fn moves_of_keyles_equal_the_reference() {
    compare_random_games::<Keyles>(false, 120, 2);
}
