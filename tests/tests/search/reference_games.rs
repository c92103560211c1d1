//! Whole games of Quex and Keyles, random ones and the engine's own, replayed by the reference generator: moves,
//! results (those by repetition and by the fifty-move rule too), keys and texts at every ply.
//!
//! `cargo test` plays a few; the long form is `cargo test --workspace --test search reference_games -- --ignored`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::game::Tactics;
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::search::{Control, Limits, Search, Searcher};
use engine::text::Notation;
use engine::variants::{Keyles, Quex};
use eval::{HandCraftedEval, NnueEvaluator};
use rand::RngExt;
use rand::seq::IndexedRandom;
use reference::quex::{Position as ReferencePosition, choose_rare_move};
use tests::properties::{legal, seeded};

/// No game is played on for ever.
const LONGEST: usize = 600;

/// A game as the slow rules see it.
struct Replay {
    now: ReferencePosition,
    /// Every legal move, with what comes of it.
    moves: BTreeMap<String, ReferencePosition>,
    /// Occurrences of each position, by its text.
    occurred: HashMap<String, usize>,
    clock: u32,
    number: u32,
}

impl Replay {
    fn new(now: ReferencePosition) -> Replay {
        let occurred = HashMap::from([(now.text(), 1)]);
        Replay { moves: now.moves(), now, occurred, clock: 0, number: 1 }
    }

    fn play(&mut self, mv: &str) {
        let after = self.moves.remove(mv).expect("the slow rules allow it");
        self.clock = if self.now.is_irreversible(mv, &after) { 0 } else { self.clock + 1 };
        self.number += u32::from(!self.now.white_to_move() && after.white_to_move());
        self.moves = after.moves();
        self.now = after;
        *self.occurred.entry(self.now.text()).or_default() += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        let repeated = self.occurred[&self.now.text()] >= 3;
        let draw = |happened: bool, reason| happened.then_some(Outcome::Draw(reason));
        self.now
            .result(&self.moves)
            .or(draw(repeated, Reason::REPETITION))
            .or(draw(self.clock >= 100, Reason::NO_PROGRESS))
    }

    /// Compares everything with the record of the fast rules.
    fn check<G: Tactics + Notation>(&self, record: &Record<G>, texts: &mut HashMap<u64, String>) {
        let game = record.position();
        let found: BTreeSet<String> = legal(game).iter().map(|&mv| game.write_move(mv)).collect();
        assert!(found.iter().eq(self.moves.keys()), "{found:?} in {game}");
        assert_eq!(record.outcome(), self.outcome(), "{game}");
        assert_eq!(game.to_string(), format!("{} - - {} {}", self.now.text(), self.clock, self.number));
        assert_eq!(game.to_string().parse::<G>().as_ref(), Ok(game));
        assert_eq!(game.key(), game.key_from_scratch(), "{game}");
        let text = texts.entry(game.key()).or_insert_with(|| self.now.text());
        assert_eq!(text, &self.now.text(), "two positions with one key");
    }
}

/// Numbers of games by their results.
type Ends = HashMap<String, usize>;

/// Plays a game from the start, move by move as `choose` says, and checks every position of it.
fn play<G: Tactics + Notation>(royal: bool, ends: &mut Ends, mut choose: impl FnMut(&Record<G>) -> Move) {
    let mut record = Record::<G>::default();
    let mut replay = Replay::new(ReferencePosition::new(&record.position().to_string(), royal));
    let mut texts = HashMap::new();
    for _ in 0..LONGEST {
        replay.check(&record, &mut texts);
        if record.outcome().is_some() {
            break;
        }
        let mv = choose(&record);
        replay.play(&record.position().write_move(mv));
        record.play(mv);
    }
    let end = record.outcome().map_or("unfinished".to_string(), |outcome| format!("{:?}", outcome.reason()));
    *ends.entry(end).or_default() += 1;
    // Back to the start, through the same positions.
    while let Some(mv) = record.undo() {
        assert!(record.position().is_legal(mv) && record.position().key() == record.position().key_from_scratch());
    }
    assert_eq!(record.position(), &G::start());
}

/// Plays random games; every other one prefers what is rare.
fn random_games<G: Tactics + Notation>(royal: bool, games: usize) -> Ends {
    let mut random = seeded(11);
    let mut ends = Ends::new();
    for game in 0..games {
        play::<G>(royal, &mut ends, |record| {
            let chosen = match game % 2 {
                0 => legal(record.position()).choose(&mut random).copied(),
                _ => choose_rare_move(record.position(), &mut random),
            };
            chosen.expect("a game that is not over has moves")
        });
    }
    ends
}

/// Lets the engine play itself, after a few random plies.
fn engine_games<G: Tactics + Notation + HandCraftedEval>(royal: bool, games: usize, nodes: u64) -> Ends {
    let mut random = seeded(12);
    let mut ends = Ends::new();
    let mut searcher = Searcher::<G, NnueEvaluator<G>>::new(NnueEvaluator::default());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for _ in 0..games {
        let opening = random.random_range(0..12);
        searcher.clear();
        play::<G>(royal, &mut ends, |record| {
            let chosen = match record.plies().len() < opening {
                true => legal(record.position()).choose(&mut random).copied(),
                false => searcher.think(record, &limits, &Control::new(), &mut |_| {}).best,
            };
            chosen.expect("a game that is not over has moves")
        });
    }
    ends
}

#[test]
fn some_random_games() {
    random_games::<Quex>(true, 6);
    random_games::<Keyles>(false, 12);
}

#[test]
fn some_engine_games() {
    engine_games::<Quex>(true, 2, 300);
    engine_games::<Keyles>(false, 4, 300);
}

#[test]
#[ignore = "takes many minutes"]
fn two_thousand_random_games_of_quex() {
    eprintln!("{:?}", random_games::<Quex>(true, 2000));
}

#[test]
#[ignore = "takes many minutes"]
fn two_thousand_random_games_of_keyles() {
    eprintln!("{:?}", random_games::<Keyles>(false, 2000));
}

#[test]
#[ignore = "takes many minutes"]
fn two_hundred_engine_games_of_quex() {
    eprintln!("{:?}", engine_games::<Quex>(true, 200, 2000));
}

#[test]
#[ignore = "takes many minutes"]
fn two_hundred_engine_games_of_keyles() {
    eprintln!("{:?}", engine_games::<Keyles>(false, 200, 2000));
}
