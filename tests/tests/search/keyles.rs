//! Alpha-beta where one side makes two plies in a row and a king's capture is not the end: values equal plain minimax.

use engine::game::{Game, MakeUnmake, MoveFacts, SearchHints, Tactics};
use engine::record::Record;
use engine::search::score::{MATE_BOUND, mated_in, moves_to_mate, turns_to_mate};
use engine::search::{Control, Limits, Material, Report, Search, Searcher, Verdict};
use engine::text::Notation;
use engine::variants::quex::Kind;
use engine::variants::{Keyles, Quex};
use rand::Rng;
use reference::quex::{choose_rare_move, random_position};
use tests::minimax::{Solver, assert_exact, minimax_value};
use tests::positions::position;
use tests::properties::{legal, seeded};
use tests::toys::Noise;

/// Purpose of the positions of a random walk.
#[derive(Default, Debug)]
struct Met {
    /// A king has to be put back.
    due: usize,
    /// A king has just been put back, and the same side moves on.
    mid_turn: usize,
    /// A king can be captured.
    capture: usize,
}

impl Met {
    /// Number of all positions.
    fn total(&self) -> usize {
        self.due + self.mid_turn + self.capture
    }
}

/// Random games after which the search for positions is given up.
const MOST_GAMES: usize = 1_000_000;

/// Plays random games from random positions, and hands over every position in which a king's re-placement is due, has
/// just been made, or comes next but one.
fn walk(random: &mut impl Rng, captured: f64, wanted: usize, mut visit: impl FnMut(&Keyles)) {
    let mut met = Met::default();
    for _ in 0..MOST_GAMES {
        if met.total() >= wanted {
            break;
        }
        let mut game = random_position::<Keyles>(random, captured);
        let mut last = None;
        for _ in 0..60 {
            let king = Some(Kind::King.index());
            let capture = legal(&game).iter().any(|&mv| game.captured_kind(mv) == king);
            let mid_turn = last == Some(game.seat());
            if game.result().is_none() && (game.must_replace() || mid_turn || capture) {
                met.due += usize::from(game.must_replace());
                met.mid_turn += usize::from(mid_turn);
                met.capture += usize::from(capture);
                visit(&game);
            }
            last = Some(game.seat());
            let Some(mv) = choose_rare_move(&game, random) else { break };
            game.make(mv, &mut ());
        }
    }
    assert!(met.total() >= wanted, "{met:?} in {MOST_GAMES} random games");
    assert!(met.due > wanted / 10 && met.mid_turn > wanted / 10 && met.capture > wanted / 10, "{met:?}");
}

#[test]
fn keyles_is_searched_exactly_around_replacements() {
    walk(&mut seeded(1), 0.85, 2000, |game| assert_exact::<Keyles, Noise>(game, 3, 1));
    walk(&mut seeded(2), 0.85, 500, |game| assert_exact::<Keyles, Material<Keyles>>(game, 3, 1));
    walk(&mut seeded(3), 0.5, 300, |game| assert_exact::<Keyles, Noise>(game, 2, 1));
    walk(&mut seeded(4), 0.94, 200, |game| assert_exact::<Keyles, Noise>(game, 4, 1));
}

#[test]
fn quex_is_searched_exactly() {
    let mut random = seeded(5);
    let positions =
        std::iter::repeat_with(|| random_position::<Quex>(&mut random, 0.9)).filter(|game| game.result().is_none());
    for game in positions.take(400) {
        assert_exact::<Quex, Noise>(&game, 3, 1);
        assert_exact::<Quex, Material<Quex>>(&game, 3, 1);
    }
    assert_exact::<Quex, Noise>(&Quex::start(), 2, 1);
}

/// The verdict on a position (on some of its moves, if any are named), the last report, and the texts of the moves to
/// play and to ponder on.
fn think(text: &str, only: &[&str], depth: u32) -> (Verdict, Report, [String; 2]) {
    let game: Keyles = position(text);
    let only = only.iter().map(|mv| game.read_move(mv).expect("a legal move")).collect();
    let mut last = None;
    let limits = Limits { depth: Some(depth), searchmoves: only, ..Limits::default() };
    let mut searcher = Searcher::new(Material::default());
    let record = Record::new(game);
    let verdict = searcher.think(&record, &limits, &Control::new(), &mut |report| last = Some(report.clone()));
    let best = game.write_move(verdict.best.expect("there is a legal move"));
    let mut next = game;
    next.make(verdict.best.expect("as above"), &mut ());
    let ponder = verdict.ponder.map_or(String::new(), |mv| next.write_move(mv));
    (verdict, last.expect("a report"), [best, ponder])
}

#[test]
fn a_turn_of_two_plies_is_one_move_of_a_mate() {
    // The king comes back on the end zone; or before it, and steps onto it in the same turn.
    let (verdict, report, [best, _]) = think("4N5/k9/10/10/4r5/10/10/10/10/10[K] w - - 0 4", &[], 4);
    assert_eq!((best.as_str(), moves_to_mate(verdict.score), report.pv.len()), ("K@e10", Some(1), 1));
    let (verdict, report, [best, _]) = think("10/k3N5/10/10/4r5/10/10/10/10/10[K] w - - 0 4", &[], 4);
    assert_eq!((best.as_str(), moves_to_mate(verdict.score), report.pv.len()), ("K@e9", Some(1), 2));
    // In the middle of the turn it is still the same turn.
    let (verdict, ..) = think("10/k3K5/10/10/4r5/10/10/10/10/10[N] w - - 0 4", &[], 4);
    assert_eq!(moves_to_mate(verdict.score), Some(1));
    // Black has nothing but the capture of the king, which lets White win, against the step onto the end zone, which
    // wins too.
    let (verdict, ..) = think("10/3NK5/10/10/4r5/k9/10/10/10/10[] b - - 0 4", &[], 5);
    assert_eq!(moves_to_mate(verdict.score), Some(-1));
}

#[test]
fn no_pondering_in_the_middle_of_a_turn() {
    // After the re-placement it is the same side's move; after the king's capture the opponent has two plies to make.
    let (.., [best, ponder]) = think("10/k9/10/10/4r5/10/Q2N6/10/10/10[K] w - - 0 4", &[], 5);
    assert!(best.starts_with("K@") && ponder.is_empty(), "{best} {ponder}");
    let (.., [best, ponder]) = think("10/k9/10/10/r3K5/10/Q2N6/10/10/10[] b - - 0 3", &["a6e6"], 5);
    assert_eq!([best.as_str(), ponder.as_str()], ["a6e6", ""]);
    let (.., [_, ponder]) = think(Keyles::START, &[], 5);
    assert!(!ponder.is_empty());
}

#[test]
fn known_mates_are_forced() {
    let mut foreseen = [0; 3];
    walk(&mut seeded(6), 0.85, 4000, |game| {
        let turns = game.known_mate();
        foreseen[turns.unwrap_or(0)] += 1;
        let value = |depth| minimax_value::<_, Material<Keyles>>(game, depth);
        match turns {
            Some(1) => assert_eq!(value(2), -mated_in(1), "{game}"),
            Some(2) => assert_eq!(value(3), mated_in(2), "{game}"),
            // Nothing that wins at once is overlooked.
            _ => assert!(game.must_replace() || value(1) < MATE_BOUND, "{game}"),
        }
    });
    assert!(foreseen.iter().all(|&count| count > 50), "{foreseen:?}");
}

/// Searches positions as in play, and has every win or loss that is announced for soon proven.
fn check_announcements<G: Tactics + Notation>(game: &G, announced: &mut [usize; 4]) {
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let mut searcher = Searcher::<G, Material<G>>::new(Material::default());
    let verdict = searcher.think(&Record::new(game.clone()), &limits, &Control::new(), &mut |_| {});
    let Some(turns) = turns_to_mate(verdict.score) else { return };
    let winner = if turns > 0 { game.seat() } else { game.seat().opponent() };
    let turns = turns.unsigned_abs() as usize;
    if turns < announced.len() {
        announced[turns] += 1;
        let mut solver = Solver::new(winner);
        assert!(solver.wins(game, turns), "{game}: {turns}");
        assert!(turns < 2 || !solver.wins(game, turns - 2), "{game}: sooner than in {turns} turns");
    }
}

#[test]
fn announced_wins_are_real() {
    let mut announced = [0; 4];
    walk(&mut seeded(7), 0.85, 600, |game| check_announcements::<Keyles>(game, &mut announced));
    assert!(announced[1..].iter().all(|&count| count >= 10), "{announced:?}");
    let mut random = seeded(8);
    for _ in 0..300 {
        let game = random_position::<Quex>(&mut random, 0.85);
        if game.result().is_none() {
            check_announcements(&game, &mut announced);
        }
    }
}
