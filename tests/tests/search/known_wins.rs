//! Known wins: a bare king is mated with few nodes a move by the evaluation that is played with, network and all.

use engine::game::Tactics;
use engine::outcome::Reason;
use engine::record::Record;
use engine::search::{Control, Limits, Search, Searcher};
use engine::text::Notation;
use engine::variants::{AmazonChess, CapablancaChess, Chess, Circe, Madrasi, Quex};
use eval::{HandCraftedEval, NnueEvaluator};
use tests::positions::position;

/// The engine against itself mates with so many nodes a move, before the fifty-move rule draws.
fn assert_mates<G: Tactics + Notation + HandCraftedEval>(text: &str, nodes: u64) {
    let mut record = Record::<G>::new(position(text));
    let mut searcher = Searcher::<G, NnueEvaluator<G>>::new(NnueEvaluator::default());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let outcome = loop {
        if let Some(outcome) = record.outcome() {
            break outcome;
        }
        let verdict = searcher.think(&record, &limits, &Control::new(), &mut |_| {});
        record.play(verdict.best.expect("a game that is not over has moves"));
    };
    assert!(outcome.reason() == Reason::CHECKMATE, "{text}: {outcome:?} in {}", record.position());
}

#[test]
fn bare_kings_are_mated_in_chess() {
    for text in [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
        "8/8/8/4k3/8/8/7P/KR6 w - - 0 1",
    ] {
        assert_mates::<Chess>(text, 1000);
    }
    for text in ["8/8/8/4k3/8/8/8/KBN5 w - - 0 1", "kbn5/8/8/8/4K3/8/8/8 b - - 0 1"] {
        assert_mates::<Chess>(text, 20_000);
    }
}

#[test]
fn bare_kings_are_mated_in_relatives_of_chess() {
    let rook = "8/8/8/4k3/8/8/8/KR6 w - - 0 1";
    assert_mates::<AmazonChess>(rook, 1000);
    assert_mates::<Circe>(rook, 1000);
    assert_mates::<Madrasi>(rook, 1000);
    for text in [
        "10/10/10/4k5/10/10/10/KR8 w - - 0 1",
        "10/10/10/4k5/10/10/10/KQ8 w - - 0 1",
        "10/10/10/4k5/10/10/10/KA8 w - - 0 1",
        "10/10/10/4k5/10/10/10/KC8 w - - 0 1",
    ] {
        assert_mates::<CapablancaChess>(text, 1000);
    }
}

#[test]
fn bare_kings_are_mated_in_quex() {
    for text in ["10/10/10/10/4k5/10/10/10/10/KQ8 w - - 0 1", "10/10/10/10/4k5/10/10/10/10/KR8 w - - 0 1"] {
        assert_mates::<Quex>(text, 1000);
    }
}
