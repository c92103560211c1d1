//! The search on positions whose answers are known.

use engine::game::{Game, Tactics};
use engine::record::Record;
use engine::search::score::{MATE, moves_to_mate};
use engine::search::{Control, Limits, Material, Report, Searcher, Verdict};
use engine::text::Notation;
use engine::variants::orthodox::{Chess, KnightRelay};

/// Searches a position and returns the verdict and everything reported.
fn think<G: Tactics + Notation>(fen: &str, limits: &Limits) -> (Verdict, Vec<Report>) {
    let record = Record::<G>::new(fen.parse().unwrap());
    let mut reports = Vec::new();
    let verdict = Searcher::new(Material::default())
        .think(&record, limits, &Control::new(), &mut |line| reports.push(line.clone()));
    (verdict, reports)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn assert_mate<G: Tactics + Notation>(fen: &str, mv: &str, moves: i32) {
    let (verdict, _) = think::<G>(fen, &depth(2 * moves as u32 + 6));
    let game: G = fen.parse().unwrap();
    let best = verdict.best.map(|mv| game.write_move(mv));
    assert_eq!((best.as_deref(), moves_to_mate(verdict.score)), (Some(mv), Some(moves)), "{fen}");
}

#[test]
fn mates_are_found_and_announced() {
    assert_mate::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1);
    assert_mate::<Chess>("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 2);
    assert_mate::<Chess>("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5", 3);
    assert_mate::<KnightRelay>("3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1", "a3d6", 1);
}

#[test]
fn the_start_positions_are_searched() {
    for verdict in [
        think::<Chess>(&Chess::start().to_string(), &depth(8)).0,
        think::<KnightRelay>(&KnightRelay::start().to_string(), &depth(7)).0,
    ] {
        assert!(verdict.best.is_some() && verdict.score.abs() < MATE / 2);
    }
}
