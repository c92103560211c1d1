//! Searches without a bound, and those that ponder: they go on until they are told something.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use engine::game::Game;
use engine::record::Record;
use engine::search::{Clock, Control, Limits, Material, Search, Searcher, TreeSearcher, Verdict};
use engine::variants::{Chess, Chex};

const A_WHILE: Duration = Duration::from_millis(60);
const LONG: Duration = Duration::from_secs(60);

/// Asserts that a search waits for a signal: it goes on for a while, and ends with a move after it.
fn assert_waits<G: Game>(
    mut searcher: impl Search<G> + 'static,
    game: Record<G>,
    limits: Limits,
    control: Control,
    signal: fn(&Control),
) {
    let (ended, end) = mpsc::channel::<Verdict>();
    let heard = control.clone();
    std::thread::spawn(move || ended.send(searcher.think(&game, &limits, &heard, &mut |_| {})));
    assert!(end.recv_timeout(A_WHILE).is_err());
    signal(&control);
    assert!(end.recv_timeout(LONG).unwrap().best.is_some());
}

/// Alpha-beta with two bare kings: every depth is searched in no time.
fn alphabeta() -> (Searcher<Chess, Material<Chess>>, Record<Chess>) {
    (Searcher::new(Material::default()), Record::new("8/8/4k3/8/8/4K3/8/8 w - - 0 1".parse().unwrap()))
}

fn tree_search() -> (TreeSearcher<Chex, Material<Chex>>, Record<Chex>) {
    let mut searcher = TreeSearcher::new(Material::default());
    searcher.set_threads(2);
    (searcher, Record::default())
}

#[test]
fn an_unbounded_search_waits_to_be_stopped() {
    let (searcher, game) = alphabeta();
    assert_waits(searcher, game, Limits::default(), Control::new(), Control::stop);
    let (searcher, game) = tree_search();
    assert_waits(searcher, game, Limits::default(), Control::new(), Control::stop);
}

#[test]
fn a_pondering_search_waits_for_the_move() {
    let clock = Clock { remaining: Duration::from_millis(50), increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let ponder_hit = |control: &Control| control.ponder_hit(Instant::now());
    let (searcher, game) = alphabeta();
    assert_waits(searcher, game, Limits { depth: Some(5), ..limits.clone() }, Control::pondering(), ponder_hit);
    let (searcher, game) = tree_search();
    assert_waits(searcher, game, limits, Control::pondering(), ponder_hit);
}

/// Searches of which the machine lets one run without a pause.
const ATTEMPTS: usize = 10;

#[test]
fn the_time_of_a_report_is_no_stall() {
    assert_reports_are_no_stall(alphabeta, Limits { depth: Some(8), ..Limits::default() });
    assert_reports_are_no_stall(tree_search, Limits { nodes: Some(3000), ..Limits::default() });
}

fn assert_reports_are_no_stall<G: Game, S: Search<G>>(begin: fn() -> (S, Record<G>), limits: Limits) {
    const SECOND: Duration = Duration::from_secs(1);
    let limits = Limits { move_time: Some(LONG), ..limits };
    let mut stalls = Vec::new();
    let is_unhindered = |_| {
        let (mut searcher, game) = begin();
        let (control, mut reports) = (Control::new(), 0);
        searcher.think(&game, &limits, &control, &mut |_| {
            reports += 1;
            if reports == 2 {
                std::thread::sleep(SECOND);
            }
        });
        assert!(reports > 2, "{reports}");
        stalls.push(control.longest_stall());
        control.longest_stall() < SECOND
    };
    assert!((0..ATTEMPTS).any(is_unhindered), "{stalls:?}");
}
