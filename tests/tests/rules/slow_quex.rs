//! The fast generator of Quex and Keyles against the slow and literal one.

use std::collections::BTreeSet;

use engine::game::Tactics;
use engine::text::Notation;
use engine::variants::{Keyles, Quex};
use tests::generic::{legal, seeded};
use tests::slow_quex::{Slow, choose_special, sketch};

fn compare_games<G: Tactics + Notation>(royal: bool, games: usize, seed: u64) {
    let mut random = seeded(seed);
    let mut checks = 0;
    for game in 0..games {
        let mut fast = if game % 2 == 0 { G::start() } else { sketch::<G>(&mut random, 0.6) };
        let mut slow = Slow::new(&fast.to_string(), royal);
        for _ in 0..200 {
            let expected = slow.moves();
            let found: BTreeSet<String> = legal(&fast).iter().map(|&mv| fast.write_move(mv)).collect();
            assert_eq!(found, expected.keys().cloned().collect(), "{fast}");
            assert_eq!(fast.result(), slow.result(&expected), "{fast}");
            checks += usize::from(fast.in_check());
            let Some(mv) = choose_special(&fast, &mut random) else { break };
            slow = expected[&fast.write_move(mv)].clone();
            fast.make(mv, &mut ());
            assert!(fast.to_string().starts_with(&slow.text()), "{fast} is not {}", slow.text());
        }
    }
    assert!(checks > 200, "the games hold too few checks or re-placements to prove anything: {checks}");
}

#[test]
fn quex_moves_equal_the_slow_ones() {
    compare_games::<Quex>(true, 50, 1);
}

#[test]
fn keyles_moves_equal_the_slow_ones() {
    compare_games::<Keyles>(false, 120, 2);
}
