//! Plays the games of a match that have not been played yet, several at a time.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{Game, Seat};
use engine::moves::Move;
use engine::record::Record;
use engine::text::Notation;
use searches::Compared;

use super::plan::{Fixture, Plan};
use super::report::Report;
use super::store::{Entry, GameRecord, Store};
use referee::players;
use referee::{Book, Openings};
use referee::{Engine, EngineKind, EngineSpec, FaultKind, Played, Player, Setting, Thought, TimeControl, play_game};
use statistics::SprtState;

/// Lies between the seeds that the players of neighbouring games take their luck from: a prime near 2^63.
const STRIDE: u64 = 0x7fff_ffff_ffff_ffe7;

/// Plays matches.
#[derive(Clone, Debug)]
pub struct Runner<'a> {
    /// What is settled.
    pub plan: &'a Plan,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// Games at a time.
    pub workers: usize,
    /// Faults after which the match is not worth going on with.
    pub fail_on: &'a [FaultKind],
}

/// Why no more games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// All have been.
    Finished,
    /// The sequential test is decided.
    Decided(SprtState),
    /// A fault of a kind that was not to happen: who, and what.
    Fault(String),
}

/// What the workers share.
struct Shared<'a, G: Compared> {
    book: Book<G>,
    waiting: std::vec::IntoIter<u64>,
    store: Option<&'a mut Store>,
    report: Report,
    stopped: Option<Result<Stopped>>,
}

impl Runner<'_> {
    /// Plays what is left of a match, given the games that have been played, and calls `see` after each game.
    ///
    /// # Errors
    /// If a player cannot be made, there are not enough openings, or a game cannot be kept.
    pub fn run<G: Compared + Notation>(
        &self,
        games: &[GameRecord],
        store: Option<&mut Store>,
        see: &(dyn Fn(&GameRecord, &Report) + Sync),
    ) -> Result<(Report, Stopped)> {
        self.plan.check()?;
        let report = Report::of(self.plan, games);
        let decided = self.decision(&report);
        let played: HashSet<u64> = games.iter().map(|game| game.game).collect();
        let waiting: Vec<u64> = (0..self.plan.games(self.pairs)).filter(|game| !played.contains(game)).collect();
        if waiting.is_empty() || decided.is_some() {
            return Ok((report, decided.unwrap_or(Stopped::Finished)));
        }
        for spec in &self.plan.engines {
            introduce::<G>(spec, &self.plan.openings).with_context(|| format!("engine '{}'", spec.name))?;
        }
        let book = Book::<G>::open(&self.plan.openings, self.plan.seed).context("openings")?;
        let shared = Mutex::new(Shared { book, waiting: waiting.into_iter(), store, report, stopped: None });
        thread::scope(|scope| {
            for _ in 0..self.workers.max(1) {
                scope.spawn(|| self.work(&shared, see));
            }
        });
        let shared = shared.into_inner().expect("no worker has panicked");
        Ok((shared.report, shared.stopped.unwrap_or(Ok(Stopped::Finished))?))
    }

    /// Plays game after game, with players that are kept from one to the next.
    fn work<G: Compared + Notation>(&self, shared: &Mutex<Shared<G>>, see: &(dyn Fn(&GameRecord, &Report) + Sync)) {
        let mut players: Vec<Option<Box<dyn Player<G>>>> = self.plan.engines.iter().map(|_| None).collect();
        while let Some(next) = next_game(self.plan, shared) {
            let result = next.and_then(|(fixture, opening)| self.play(fixture, opening, &mut players));
            let mut shared = shared.lock().expect("no worker panics");
            let kept = result.and_then(|game| {
                if let Some(store) = &mut shared.store {
                    store.add(&game)?;
                }
                shared.report.add(&game);
                see(&game, &shared.report);
                Ok(self.fault_of(&game).or_else(|| self.decision(&shared.report)))
            });
            if let Some(stop) = kept.transpose()
                && shared.stopped.is_none()
            {
                shared.stopped = Some(stop);
            }
        }
    }

    fn play<G: Compared + Notation>(
        &self,
        fixture: Fixture,
        opening: Record<G>,
        players: &mut [Option<Box<dyn Player<G>>>],
    ) -> Result<GameRecord> {
        let mut seated = Vec::new();
        for engine in fixture.seats {
            let player = players[engine].take();
            seated.push(player.map_or_else(|| open(&self.plan.engines[engine]), Ok)?);
        }
        let [white, black] = &mut seated[..] else { bail!("a game has two players") };
        let setting = Setting {
            opening,
            luck: ChanceRng::new(self.plan.seed.wrapping_add(fixture.opening)),
            seed: self.plan.seed.wrapping_add(fixture.game.wrapping_mul(STRIDE)),
            times: fixture.seats.map(|engine| self.plan.engines[engine].time),
            adjudication: self.plan.adjudication,
        };
        let played = play_game(&setting, [&mut **white, &mut **black]);
        for (engine, player) in fixture.seats.into_iter().zip(seated) {
            players[engine] = Some(player);
        }
        Ok(take_down(fixture, setting.opening.moves().len(), played))
    }

    /// A fault in a game that ends the match.
    fn fault_of(&self, game: &GameRecord) -> Option<Stopped> {
        let (seat, fault) = game.faults.iter().find(|(_, fault)| self.fail_on.contains(&fault.kind))?;
        let name = &self.plan.engines[game.seats[*seat]].name;
        Some(Stopped::Fault(format!("game {}, {name}: {fault}", game.game + 1)))
    }

    /// What the sequential test has decided, if there is one.
    fn decision(&self, report: &Report) -> Option<Stopped> {
        let state = self.plan.sprt?.state(&report.pairings()[0]);
        (state != SprtState::Undecided).then_some(Stopped::Decided(state))
    }
}

/// The next game and its opening; none if no more are to be played.
fn next_game<G: Compared + Notation>(plan: &Plan, shared: &Mutex<Shared<G>>) -> Option<Result<(Fixture, Record<G>)>> {
    let mut shared = shared.lock().expect("no worker panics");
    if shared.stopped.is_some() {
        return None;
    }
    let fixture = plan.fixture(shared.waiting.next()?);
    let opening = usize::try_from(fixture.opening).context("too many openings");
    Some(opening.and_then(|number| shared.book.opening(number)).map(|opening| (fixture, opening)))
}

/// Makes sure that an engine can play, so that a slip of the pen is not a match of lost games.
fn introduce<G: Compared + Notation>(spec: &EngineSpec, openings: &Openings) -> Result<()> {
    match &spec.kind {
        EngineKind::BuiltIn { name, options } => {
            let bounded = TimeControl { margin: spec.time.margin, ..TimeControl::NONE } != spec.time;
            if players::find(name)?.needs_bounds && !bounded {
                bail!("nothing bounds its thinking: give nodes=, depth=, movetime= or tc=");
            }
            players::open::<G>(name, options).map(|_| ())
        }
        EngineKind::Process(process) => {
            let able = Engine::new(process.clone()).introduce::<G>()?.takes_positions;
            ensure!(
                able || !matches!(openings, Openings::List { .. }),
                "cannot be given a position (feature setboard): take random openings, of which it can be told the moves"
            );
            Ok(())
        }
    }
}

/// Makes a player.
fn open<G: Compared + Notation>(spec: &EngineSpec) -> Result<Box<dyn Player<G>>> {
    match &spec.kind {
        EngineKind::BuiltIn { name, options } => players::open(name, options),
        EngineKind::Process(process) => Ok(Box::new(Engine::new(process.clone()))),
    }
}

/// What is kept of a game that begins with an opening of so many plies.
fn take_down<G: Game + Notation>(fixture: Fixture, opening: usize, played: Played<G>) -> GameRecord {
    let Played { record, ending, thoughts, preparation, faults, dialogues } = played;
    let (result, reason) = (ending.score().to_string(), ending.to_string());
    let reason = reason.trim_start_matches(&result).trim_matches([' ', '{', '}']).to_string();
    let start = record.earlier().first().unwrap_or(record.position()).to_string();
    GameRecord {
        game: fixture.game,
        seats: fixture.seats,
        opening: fixture.opening,
        start,
        moves: entries(&record, opening, thoughts),
        result,
        reason,
        termination: ending.termination().to_string(),
        preparation,
        faults: faults.into_iter().map(|(seat, fault): (Seat, _)| (seat.index(), fault)).collect(),
        dialogues,
    }
}

/// The entries of a record, each with what was thought of it: of the plies of the opening, nothing. Where the game ended within an entry, its plies are
/// taken down one by one.
fn entries<G: Notation>(record: &Record<G>, opening: usize, thoughts: Vec<Thought>) -> Vec<Entry> {
    let mut thoughts = thoughts.into_iter();
    let (moves, earlier) = (record.moves(), record.earlier());
    let mut entries = Vec::new();
    let mut first = 0;
    while first < moves.len() {
        let next = (first + 1..moves.len()).find(|&ply| earlier[ply].begins_move()).unwrap_or(moves.len());
        let (before, plies) = (&earlier[first], &moves[first..next]);
        let seat = before.turn().index();
        let thought = if first < opening { None } else { thoughts.next() };
        let mut add = |text, thought| entries.push(Entry { text, seat, thought });
        match whole_entry(before, plies) {
            Some(text) => add(text, thought),
            None => {
                for (at, &ply) in plies.iter().enumerate() {
                    let last = at + 1 == plies.len();
                    add(earlier[first + at].write_move(ply), thought.filter(|_| last));
                }
            }
        }
        first = next;
    }
    entries
}

/// The text of the entry that some plies are, if they are one.
fn whole_entry<G: Notation>(before: &G, plies: &[Move]) -> Option<String> {
    let entry = G::compose(plies);
    let whole = before.is_composite_move(entry) && before.plies_of(entry)[..] == *plies;
    whole.then(|| before.write_move(entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;
    use engine::variants::{Chex, KnightRelay};
    use referee::RandomOpenings;
    use std::sync::Mutex;

    fn played<G: Compared + Notation>(plan: &Plan, workers: usize, pairs: u64) -> Vec<GameRecord> {
        let games = Mutex::new(Vec::new());
        let runner = Runner { plan, pairs, workers, fail_on: &FaultKind::ALL };
        let see = |game: &GameRecord, _: &Report| games.lock().unwrap().push(game.clone());
        assert_eq!(runner.run::<G>(&[], None, &see).unwrap().1, Stopped::Finished);
        let mut games = games.into_inner().unwrap();
        games.sort_by_key(|game| game.game);
        for game in &mut games {
            game.preparation = Default::default();
            game.moves
                .iter_mut()
                .flat_map(|entry| &mut entry.thought)
                .for_each(|thought| thought.time = Default::default());
        }
        games
    }

    fn quick(names: &[&str]) -> Plan {
        let openings = Openings::Random(RandomOpenings { entries: 4, balance: 300, nodes: 100 });
        Plan { openings, ..plan(names) }
    }

    #[test]
    fn games_do_not_depend_on_how_many_are_played_at_a_time() {
        let plan = quick(&["greedy", "alphabeta", "mcts-plain"]);
        let one = played::<KnightRelay>(&plan, 1, 2);
        assert_eq!(one.len(), 12);
        assert_eq!(one, played::<KnightRelay>(&plan, 3, 2));
    }

    #[test]
    fn what_was_played_is_not_played_again() {
        let plan = quick(&["random", "cautious"]);
        let all = played::<KnightRelay>(&plan, 1, 3);
        let kept: Vec<GameRecord> = [0, 3, 4].map(|number| all[number].clone()).to_vec();
        let seen = Mutex::new(Vec::new());
        let runner = Runner { plan: &plan, pairs: 3, workers: 1, fail_on: &[] };
        let see = |game: &GameRecord, _: &Report| seen.lock().unwrap().push(game.game);
        let (report, _) = runner.run::<KnightRelay>(&kept, None, &see).unwrap();
        assert_eq!(*seen.lock().unwrap(), [1, 2, 5]);
        assert_eq!(report.pairings()[0].number_of_games(), 6);
    }

    #[test]
    fn equal_players_share_every_pair() {
        let mut plan = quick(&["alphabeta", "tree"]);
        plan.engines[1].kind = plan.engines[0].kind.clone();
        let runner = Runner { plan: &plan, pairs: 4, workers: 1, fail_on: &[] };
        let (report, _) = runner.run::<KnightRelay>(&[], None, &|_, _| {}).unwrap();
        assert_eq!(report.pairings()[0].pentanomial, [0, 0, 4, 0, 0]);
    }

    /// The tiles that each side draws, in both games of a pair.
    #[test]
    fn both_games_of_a_pair_have_the_same_luck_and_other_pairs_another() {
        let games = played::<Chex>(&quick(&["random", "greedy"]), 1, 4);
        let tiles = |game: &GameRecord, seat: usize| -> String {
            let entries = game.moves.iter().filter(|entry| entry.seat == seat);
            entries.filter_map(|entry| entry.text.split_once('@').map(|tile| tile.0)).collect()
        };
        // One of the games may be over before anybody has drawn much.
        let mut compared = 0;
        for (pair, seat) in games.chunks(2).flat_map(|pair| [(pair, 0), (pair, 1)]) {
            let drawn = [&pair[0], &pair[1]].map(|game| tiles(game, seat));
            let common = drawn[0].len().min(drawn[1].len());
            assert_eq!(drawn[0][..common], drawn[1][..common]);
            compared += common;
        }
        assert!(compared > 20, "{compared} tiles are too few to tell");
        assert_ne!(tiles(&games[0], 0) + &tiles(&games[0], 1), tiles(&games[2], 0) + &tiles(&games[2], 1));
    }

    #[test]
    fn an_entry_that_was_not_finished_is_taken_down_ply_by_ply() {
        let mut record = Record::<Chex>::default();
        for text in ["draw", "R"] {
            let mv = record.position().read_move(text).unwrap();
            record.play(mv);
        }
        let texts: Vec<String> = entries(&record, 0, Vec::new()).into_iter().map(|entry| entry.text).collect();
        assert_eq!(texts, ["draw", "R"]);
    }

    #[test]
    fn games_begin_with_the_moves_of_their_opening_of_which_nobody_thought() {
        for game in played::<KnightRelay>(&quick(&["greedy", "cautious"]), 1, 1) {
            assert_eq!(game.start, KnightRelay::start().to_string());
            assert!(game.moves.len() > 4, "{game:?}");
            for (number, entry) in game.moves.iter().enumerate() {
                assert_eq!((entry.thought.is_none(), entry.seat), (number < 4, number % 2));
            }
        }
    }

    #[test]
    fn players_without_bounds_are_refused() {
        let mut plan = quick(&["random", "alphabeta"]);
        for engine in &mut plan.engines {
            engine.time = TimeControl::NONE;
        }
        let runner = Runner { plan: &plan, pairs: 1, workers: 1, fail_on: &[] };
        let error = runner.run::<KnightRelay>(&[], None, &|_, _| {}).unwrap_err();
        assert!(format!("{error:#}").starts_with("engine 'alphabeta': nothing bounds its thinking"));
    }
}
