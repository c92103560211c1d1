//! SMP: several threads on one search keep the promises of one.

use engine::game::{Tactics, ToAct};
use engine::record::Record;
use engine::search::{Bound, Control, Limits, Material, Report, Search, Searcher};
use engine::text::Notation;
use engine::variants::{Chess, Kaleido, KaleidoDice, Keyles, KnightRelay, Quex};
use tests::minimax::assert_exact;

/// Plays some turns with several threads and lines, and looks at everything that is reported.
fn a_game_of_several_threads<G: Tactics + Notation>(depth: u32, plies: usize) {
    let mut searcher = Searcher::<G, Material<G>>::new(Material::default());
    searcher.set_threads(4);
    let mut record = Record::<G>::default();
    for _ in 0..plies {
        let limits = Limits { depth: Some(depth), multipv: 3, ..Limits::default() };
        let mut reports: Vec<Report> = Vec::new();
        let verdict = searcher.think(&record, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
        assert_eq!(verdict.depth, depth, "no thread ends the search of another");
        let last: Vec<_> = reports.iter().filter(|line| line.depth == depth && line.bound == Bound::Exact).collect();
        assert!(last.iter().all(|line| is_playable(&record, line)), "{last:?} in {}", record.position());
        let Some(best) = verdict.best else {
            assert!(record.position().to_act() == ToAct::Chance, "{}", record.position());
            let mut draws = Vec::new();
            record.position().chance_outcomes(&mut draws);
            record.play(draws[record.plies_into_turn() as usize % draws.len()].0);
            continue;
        };
        let mut lines = last.iter().rev().take_while(|line| line.multipv > 1).count();
        lines += usize::from(lines < last.len());
        let shown = &last[last.len() - lines..];
        assert_eq!((shown[0].pv[0], shown[0].score), (best, verdict.score), "{shown:?}");
        assert!(shown.is_sorted_by(|a, b| a.score >= b.score && a.pv[0] != b.pv[0]), "{shown:?}");
        record.play(best);
    }
}

fn is_playable<G: Tactics + Notation>(record: &Record<G>, report: &Report) -> bool {
    let mut record = record.clone();
    report.pv.iter().all(|&mv| record.try_play(mv))
}

#[test]
fn games_of_several_threads() {
    a_game_of_several_threads::<Chess>(9, 20);
    a_game_of_several_threads::<KnightRelay>(8, 20);
    a_game_of_several_threads::<Quex>(7, 12);
    a_game_of_several_threads::<Keyles>(6, 12);
    a_game_of_several_threads::<Kaleido>(6, 8);
    a_game_of_several_threads::<KaleidoDice>(2, 6);
}

#[test]
fn threads_search_exact_values() {
    let ending = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    assert_exact::<Chess, Material<Chess>>(&ending.parse().unwrap(), 5, 4);
    assert_exact::<KnightRelay, Material<KnightRelay>>(&ending.parse().unwrap(), 5, 4);
    // The captured king comes back: turns of two plies.
    let due = "10/9k/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
    assert_exact::<Keyles, Material<Keyles>>(&due.parse().unwrap(), 5, 4);
}
