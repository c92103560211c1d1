//! How many nodes a search visits after it has been told to stop.

use engine::game::{Chance, CompositeMoves, ToAct};
use engine::record::Record;
use engine::search::{Control, FIRST_ITERATION_NODES, Limits};
use engine::variants::{Chess, TwoPlayerVariant};
use engine::with_two_player_game;
use protocol::registry::Playable;
use tests::properties::{random_game, seeded};

/// Nodes between two looks at the signals, and those of the lines that are being left.
const SLACK: u64 = 200;

/// The most nodes of a search that is stopped before it begins, over the positions of random games.
fn most_nodes<G: Playable + Chance + CompositeMoves>() -> u64 {
    let random = &mut seeded(7);
    let mut most = 0;
    for _ in 0..6 {
        random_game::<G>(random, 100, |record| {
            if record.outcome().is_none() {
                most = most.max(nodes_of_stopped_search(record));
            }
        });
    }
    most
}

/// Nodes of a search that is stopped before it begins. It finds a move.
fn nodes_of_stopped_search<G: Playable + Chance + CompositeMoves>(record: &Record<G>) -> u64 {
    let (mut searcher, control) = (G::alphabeta(), Control::new());
    searcher.set_hash(1).unwrap();
    control.stop();
    let verdict = searcher.think(record, &Limits::default(), &control, &mut |_| {});
    let has_move = verdict.best.is_some_and(|mv| record.position().is_legal(mv));
    assert!(has_move || record.position().to_act() == ToAct::Chance, "{}", record.position());
    verdict.nodes
}

#[test]
fn a_stopped_search_ends_after_few_nodes() {
    let mut most = Vec::new();
    for variant in TwoPlayerVariant::ALL {
        most.push((format!("{variant:?}"), with_two_player_game!(variant, G => most_nodes::<G>())));
    }
    // Eighteen queens that take one another: the first iteration has some 32,000 nodes if nothing stops it.
    let queens = "4Qq2/2q4Q/2Q1q3/Q7/q1qq3K/k1qqQ3/5QQ1/5qQQ w - - 0 1";
    let longest = nodes_of_stopped_search(&Record::<Chess>::new(queens.parse().unwrap()));
    assert!(longest >= FIRST_ITERATION_NODES, "no first iteration was cut short: {longest}");
    most.push(("queens".to_string(), longest));
    assert!(most.iter().all(|&(_, nodes)| nodes <= FIRST_ITERATION_NODES + SLACK), "{most:?}");
}
