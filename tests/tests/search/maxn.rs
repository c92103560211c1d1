//! MaxN tree search: settled values equal a plain recursion, others approximate it, and real games are played.

use std::collections::HashMap;

use engine::eval::SharesEvaluator;
use engine::game::{Game, MoveFacts, Multiplayer, Seat};
use engine::outcome;
use engine::record::Record;
use engine::search::score::{MATE_BOUND, mated_in};
use engine::search::{Control, Limits, MaterialShares, MaxNSearcher, Report, Search, Verdict};
use engine::variants::Kaleido4;
use tests::brawl::Brawl;
use tests::limits::nodes;
use tests::multiplayer::random_positions;
use tests::properties::legal;
use tests::toys::Noise;

type Three = Brawl<3, false>;
type Four = Brawl<4, false>;

/// Shares nearer than this are equal, for the search as for the recursion.
const EQUAL: f64 = 1e-4;

/// Plain MaxN: the shares of all seats by looking at everything. A player to whom moves are worth the same may play any
/// of them.
struct Plain<G>(HashMap<G, [f64; Seat::MAX]>);

impl<G: Multiplayer> Plain<G> {
    fn shares(&mut self, game: &G) -> [f64; Seat::MAX] {
        if let Some(outcome) = game.result() {
            let exact = outcome::Shares::of(outcome, game);
            return std::array::from_fn(|seat| if seat < G::SEATS { exact.points(Seat::new(seat)) } else { 0.0 });
        }
        if let Some(&known) = self.0.get(game) {
            return known;
        }
        let mover = game.side_to_move().index();
        let values: Vec<_> = legal(game).iter().map(|&mv| self.after(game, mv)).collect();
        let best = values.iter().map(|shares| shares[mover]).fold(0.0, f64::max);
        let tied: Vec<_> = values.iter().filter(|shares| shares[mover] > best - EQUAL).collect();
        let mean = std::array::from_fn(|seat| tied.iter().map(|shares| shares[seat]).sum::<f64>() / tied.len() as f64);
        self.0.insert(game.clone(), mean);
        mean
    }

    fn after(&mut self, game: &G, mv: engine::moves::Move) -> [f64; Seat::MAX] {
        let mut next = game.clone();
        next.make(mv, &mut ());
        self.shares(&next)
    }
}

/// Expected share of the side to move by the score of a verdict.
fn expected(verdict: &Verdict) -> f64 {
    match verdict.score {
        score if score >= MATE_BOUND => 1.0,
        score if score <= -MATE_BOUND => 0.0,
        score => 1.0 / (1.0 + (-f64::from(score) / 220.0).exp()),
    }
}

fn think<G: Multiplayer, E: SharesEvaluator<G> + Default>(
    game: &G,
    threads: usize,
    limits: &Limits,
) -> (Verdict, Vec<Report>) {
    let mut searcher = MaxNSearcher::<G, E>::new(E::default());
    searcher.set_threads(threads);
    let mut reports = Vec::new();
    let record = Record::new(game.clone());
    let verdict = searcher.think(&record, limits, &Control::new(), &mut |line| reports.push(line.clone()));
    (verdict, reports)
}

/// Lets the tree settle a position, and compares value and move with what plain recursion finds.
fn assert_settled<G: Multiplayer>(game: &G, threads: usize) {
    const ENOUGH: u64 = 2_000_000;
    let (verdict, reports) = think::<G, Noise>(game, threads, &nodes(ENOUGH));
    let mut plain = Plain(HashMap::new());
    let mover = game.side_to_move().index();
    let share = plain.shares(game)[mover];
    assert!(verdict.nodes < ENOUGH, "{game:?} is not settled: {verdict:?}");
    assert!((expected(&verdict) - share).abs() < 0.002, "{share} in {game:?}: {verdict:?}");
    let best = verdict.best.expect("there is a legal move");
    assert!((plain.after(game, best)[mover] - share).abs() < EQUAL, "{best:?} in {game:?}");
    assert_eq!(reports.last().map(|report| (report.pv[0], report.score)), Some((best, verdict.score)));
}

const THREES: [[u8; 4]; 5] = [[1, 1, 1, 0], [2, 2, 2, 0], [1, 2, 3, 0], [3, 1, 2, 0], [2, 3, 3, 0]];

const FOURS: [[u8; 4]; 5] = [[1, 1, 1, 1], [1, 2, 1, 2], [2, 1, 1, 1], [2, 2, 1, 1], [1, 0, 2, 2]];

#[test]
fn every_toy_game_is_solved_exactly() {
    for threads in [1, 3] {
        for lives in THREES {
            (0..3).for_each(|seat| assert_settled(&Three::new(lives, seat, 0), threads));
        }
        for lives in FOURS {
            let seats = (0..4).filter(|&seat| lives[seat] > 0);
            seats.for_each(|seat| assert_settled(&Four::new(lives, seat, 0), threads));
        }
    }
}

#[test]
fn unsolved_values_approximate_maxn() {
    let errors = |allowed: u64| -> Vec<f64> {
        let error = |lives| {
            let game = Three::new(lives, 0, 0);
            let (verdict, _) = think::<Three, Noise>(&game, 1, &nodes(allowed));
            assert_eq!(verdict.nodes, allowed, "if it were settled this would show nothing");
            (expected(&verdict) - Plain(HashMap::new()).shares(&game)[0]).abs()
        };
        [[8, 8, 8, 0], [9, 7, 8, 0], [8, 9, 8, 0], [7, 9, 8, 0]].into_iter().map(error).collect()
    };
    let (early, late) = (errors(300), errors(60_000));
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
    assert!(mean(&late) < mean(&early) / 2.0, "{early:.3?}, {late:.3?}");
}

#[test]
fn the_limit_of_plies_without_progress_is_a_shared_draw() {
    // A rest draws: that is more than a third of the point for Black, who has one life of nine.
    let game = Brawl::<3, true>::new([4, 4, 1, 0], 2, 29);
    let (verdict, _) = think::<_, Noise>(&game, 1, &nodes(200_000));
    assert_eq!(verdict.best, Some(engine::moves::Move::new(2, 2, 1)));
    assert!((expected(&verdict) - 1.0 / 3.0).abs() < 0.002, "{verdict:?}");
}

#[test]
fn one_thread_does_the_same_again() {
    let run = || {
        let (verdict, _) = think::<Kaleido4, MaterialShares<Kaleido4>>(&Kaleido4::start(), 1, &nodes(20_000));
        (verdict.best, verdict.score, verdict.nodes, verdict.depth)
    };
    assert_eq!(run(), run());
}

#[test]
fn castles_that_fall_are_seen() {
    let (mut wins, mut threats, mut answered) = (0, 0, 0);
    for game in random_positions::<Kaleido4>(400, 0..80) {
        let players: Vec<Seat> = Seat::all(4).filter(|&seat| game.is_in(seat)).collect();
        if players.len() == 2 && players.iter().any(|&seat| game.can_eliminate(seat)) {
            let (verdict, _) = think::<_, MaterialShares<Kaleido4>>(&game, 1, &nodes(2000));
            assert_eq!(verdict.score, -mated_in(1), "{game:?}");
            wins += 1;
        }
        if threats < 10 && game.in_check() && legal(&game).iter().any(|&mv| game.is_evasion(mv)) {
            let (verdict, _) = think::<_, MaterialShares<Kaleido4>>(&game, 1, &nodes(4000));
            threats += 1;
            answered += u32::from(verdict.best.is_some_and(|mv| game.is_evasion(mv)));
        }
    }
    assert!(wins > 3 && threats == 10 && answered > 8, "{wins} wins, {answered} of {threats} threats");
}
