//! Match runner: plays the remaining games of a match, several at a time.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{Game, Seat, ToAct};
use engine::moves::Move;
use engine::record::Record;
use engine::text::Notation;

use super::plan::Plan;
use super::report::{Report, fault_in_words};
use super::schedule::{Schedule, ScheduledGame};
use super::store::{GameRecord, PlayedMove, Store};
use referee::{
    Engine, EngineKind, EngineSpec, FaultKind, GameConfig, Odds, OpeningSuite, Openings, PlayedGame, Player,
    SearchInfo, TimeControl, play_game,
    players::{self, MatchGame},
    seed_of,
};
use statistics::SprtState;

/// Match runner.
#[derive(Clone, Debug)]
pub struct Runner<'a> {
    /// Plan of the match.
    pub plan: &'a Plan,
    /// Rounds: numbers of the openings that each table plays. In games of two a round is a pair of games for each
    /// pairing.
    pub rounds: Range<u64>,
    /// Games played at a time.
    pub workers: usize,
    /// Kinds of faults that stop the match.
    pub fail_on: &'a [FaultKind],
}

/// Reason why a match has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All games have been played.
    Finished,
    /// The SPRT is decided.
    Decided(SprtState),
    /// A fault of a kind in [`fail_on`](Runner::fail_on), as a message.
    Fault(String),
}

/// Players of a worker that wait for a game, by engine: as many of each as it has had seats in a game.
type Players<G> = Vec<Vec<Box<dyn Player<G>>>>;

/// State shared by the workers.
struct Shared<'a, G: MatchGame> {
    schedule: Schedule,
    suite: OpeningSuite<G>,
    /// Numbers of the games still to be played. Made as they are wanted: there may be more than memory holds.
    waiting: Box<dyn Iterator<Item = u64> + Send + 'a>,
    store: Option<&'a mut Store>,
    report: Report,
    stopped: Option<Result<StopReason>>,
}

impl Runner<'_> {
    /// Plays the remaining games of a match, given the finished ones in the order in which they ended, and calls
    /// `on_game` after each. What has stopped the match before stops it again.
    ///
    /// # Errors
    /// If a player cannot be made, there are too few openings, or a game cannot be stored.
    pub fn run<G: MatchGame>(
        &self,
        games: &[GameRecord],
        store: Option<&mut Store>,
        on_game: &(dyn Fn(&GameRecord, &Report) + Sync),
    ) -> Result<(Report, StopReason)> {
        self.plan.check()?;
        let mut report = Report::of(self.plan, &[]);
        let mut stopped = None;
        for game in games {
            report.add(game);
            stopped = stopped.or_else(|| self.stop_after(game, &report));
        }
        let played: HashSet<u64> = games.iter().map(|game| game.game).collect();
        let schedule = self.plan.schedule();
        let numbers = schedule.games(self.rounds.start)..schedule.games(self.rounds.end);
        let finished = played.iter().filter(|&number| numbers.contains(number)).count() as u64;
        let left = (numbers.end - numbers.start).saturating_sub(finished);
        if left == 0 || stopped.is_some() {
            return Ok((report, stopped.unwrap_or(StopReason::Finished)));
        }
        let identified = |spec: &EngineSpec| {
            identify::<G>(spec, &self.plan.openings).with_context(|| format!("engine '{}'", spec.name))
        };
        let engines = self.plan.engines.iter().map(identified).collect::<Result<Vec<EngineSpec>>>()?;
        let search = || G::opening_search(players::DEFAULT_HASH);
        let suite = OpeningSuite::open(&self.plan.openings, self.plan.seed, search).context("openings")?;
        let last = schedule.game(numbers.end - 1).opening;
        suite.check_count(last.saturating_add(1)).context("openings")?;
        if suite.repeated() > 0 {
            streams::report(format_args!("openings: {} repeat an earlier one and are left out", suite.repeated()));
        }
        let waiting = Box::new(numbers.filter(move |game| !played.contains(game)));
        let shared = Mutex::new(Shared { schedule, suite, waiting, store, report, stopped: None });
        let workers = (self.workers.max(1) as u64).min(left);
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| self.work(&shared, &engines, on_game));
            }
        });
        let shared = shared.into_inner().expect("no worker has panicked");
        Ok((shared.report, shared.stopped.unwrap_or(Ok(StopReason::Finished))?))
    }

    /// Worker: plays game after game, with players that are reused. The engines are those of the plan, identified.
    fn work<G: MatchGame>(
        &self,
        shared: &Mutex<Shared<G>>,
        engines: &[EngineSpec],
        on_game: &(dyn Fn(&GameRecord, &Report) + Sync),
    ) {
        let mut players: Players<G> = engines.iter().map(|_| Vec::new()).collect();
        while let Some(next) = next_game(shared) {
            let result = next.and_then(|(scheduled, opening)| self.play(scheduled, opening, engines, &mut players));
            let mut shared = shared.lock().expect("no worker panics");
            let kept = result.and_then(|game| {
                if let Some(store) = &mut shared.store {
                    store.add(&game)?;
                }
                shared.report.add(&game);
                on_game(&game, &shared.report);
                Ok(self.stop_after(&game, &shared.report))
            });
            if let Some(stop) = kept.transpose()
                && shared.stopped.is_none()
            {
                shared.stopped = Some(stop);
            }
        }
    }

    fn play<G: MatchGame>(
        &self,
        scheduled: ScheduledGame,
        opening: Record<G>,
        engines: &[EngineSpec],
        players: &mut Players<G>,
    ) -> Result<GameRecord> {
        let mut seated = Vec::new();
        for &engine in &scheduled.seats {
            let player = players[engine].pop();
            seated.push(player.map_or_else(|| open(&engines[engine]), Ok)?);
        }
        let config = GameConfig {
            opening,
            chance: chance_outcomes(self.plan, scheduled.opening),
            seed: seed_of(self.plan.seed, scheduled.game),
            time_controls: scheduled.seats.iter().map(|&engine| self.plan.engines[engine].time).collect(),
            adjudication: self.plan.adjudication,
        };
        let played = play_game(&config, seated.iter_mut().map(|player| &mut **player as &mut dyn Player<G>).collect());
        for (&engine, player) in scheduled.seats.iter().zip(seated) {
            players[engine].push(player);
        }
        Ok(game_record(scheduled, &config, played))
    }

    /// Reason to stop after a game, with the report that it is part of.
    fn stop_after(&self, game: &GameRecord, report: &Report) -> Option<StopReason> {
        self.fault_of(game).or_else(|| match report.decision() {
            SprtState::Undecided => None,
            state => Some(StopReason::Decided(state)),
        })
    }

    /// Fault of a game that stops the match.
    fn fault_of(&self, game: &GameRecord) -> Option<StopReason> {
        let (seat, fault) = game.faults.iter().find(|(_, fault)| self.fail_on.contains(&fault.kind))?;
        Some(StopReason::Fault(fault_in_words(self.plan, game, *seat, fault)))
    }
}

/// Source of the chance outcomes of all games from an opening.
fn chance_outcomes(plan: &Plan, opening: u64) -> ChanceRng {
    ChanceRng::new(seed_of(plan.seed, opening))
}

/// Next game and its opening; `None` if the match has stopped.
fn next_game<G: MatchGame>(shared: &Mutex<Shared<G>>) -> Option<Result<(ScheduledGame, Record<G>)>> {
    let mut shared = shared.lock().expect("no worker panics");
    if shared.stopped.is_some() {
        return None;
    }
    let number = shared.waiting.next()?;
    let scheduled = shared.schedule.game(number);
    let opening = usize::try_from(scheduled.opening).context("too many openings");
    Some(opening.and_then(|number| shared.suite.opening(number)).map(|opening| (scheduled, opening)))
}

/// Checks that an engine can play, so that a typing error does not become a match of lost games. Returns it with the
/// protocol that it speaks.
fn identify<G: MatchGame>(spec: &EngineSpec, openings: &Openings) -> Result<EngineSpec> {
    match &spec.kind {
        EngineKind::BuiltIn { name, options } => {
            if players::find(name)?.needs_limits && spec.time.is_unbounded() {
                bail!(TimeControl::UNBOUNDED);
            }
            G::open_player(name, options).map(|_| spec.clone())
        }
        EngineKind::Process(process) => {
            let mut engine = Engine::new(process.clone());
            let found = engine.identify::<G>()?;
            engine.check_time_control(&spec.time)?;
            let moves_are_known = match openings {
                Openings::Start => true,
                Openings::Random(random) => random.odds_in::<G>() == Odds::NONE,
                Openings::List { .. } => false,
            };
            ensure!(
                found.takes_positions || moves_are_known,
                "cannot be given a position (feature setboard): take random openings, of which it can be told the moves"
            );
            Ok(spec.with_dialect(found.dialect))
        }
    }
}

/// Makes a player.
fn open<G: MatchGame>(spec: &EngineSpec) -> Result<Box<dyn Player<G>>> {
    match &spec.kind {
        EngineKind::BuiltIn { name, options } => G::open_player(name, options),
        EngineKind::Process(process) => Ok(Box::new(Engine::new(process.clone()))),
    }
}

/// Record of a game.
fn game_record<G: Game + Notation>(
    scheduled: ScheduledGame,
    config: &GameConfig<G>,
    played: PlayedGame<G>,
) -> GameRecord {
    let result = played.shares().to_string();
    let PlayedGame { record, end, infos, preparation, lateness, faults, transcripts } = played;
    let reason = end.reason(G::SEAT_NAMES);
    let start = record.earlier().first().unwrap_or(record.position()).to_string();
    let timed = config.time_controls.iter().any(|time| time.clock.is_some() || time.move_time.is_some());
    GameRecord {
        game: scheduled.game,
        seats: scheduled.seats,
        opening: scheduled.opening,
        start,
        moves: played_moves(&record, config.opening.plies().len(), infos),
        result,
        reason,
        termination: end.termination().to_string(),
        preparation,
        // Without bounds of time it does not matter.
        lateness: if timed { lateness } else { Duration::ZERO },
        faults: faults.into_iter().map(|(seat, fault): (Seat, _)| (seat.index(), fault)).collect(),
        transcripts,
    }
}

/// Composite moves of a record with their search infos; moves of the opening have none. If the game ended within a
/// composite move, its plies are listed one by one.
fn played_moves<G: Notation>(record: &Record<G>, opening: usize, infos: Vec<SearchInfo>) -> Vec<PlayedMove> {
    let mut infos = infos.into_iter();
    let (all, earlier) = (record.plies(), record.earlier());
    let mut played_moves = Vec::new();
    let mut first = 0;
    while first < all.len() {
        let next = (first + 1..all.len()).find(|&ply| earlier[ply].begins_move()).unwrap_or(all.len());
        let (before, plies) = (&earlier[first], &all[first..next]);
        let seat = before.side_to_move().index();
        let info = if first < opening { None } else { infos.next() };
        let chosen = |ply: &&G| ply.to_act() != ToAct::Chance;
        let searches = earlier[first..next].iter().filter(chosen).count() as u32;
        let mut add = |text, info| played_moves.push(PlayedMove { text, seat, searches, info });
        match composite_move_text(before, plies) {
            Some(text) => add(text, info),
            None => {
                for (at, &ply) in plies.iter().enumerate() {
                    let last = at + 1 == plies.len();
                    add(earlier[first + at].write_move(ply), info.filter(|_| last));
                }
            }
        }
        first = next;
    }
    played_moves
}

/// Text of the composite move that consists of some plies, if they are one.
fn composite_move_text<G: Notation>(before: &G, plies: &[Move]) -> Option<String> {
    let composite_move = G::compose(plies);
    let whole = before.is_composite_move(composite_move) && before.plies_of(composite_move)[..] == *plies;
    whole.then(|| before.write_move(composite_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Format;
    use crate::plan::tests::plan;
    use arguments::games::Variant;
    use engine::variants::{Chex, Kaleido4, KnightRelay};
    use referee::RandomOpenings;
    use std::sync::Mutex;

    fn played<G: MatchGame>(plan: &Plan, workers: usize, rounds: u64) -> Vec<GameRecord> {
        let games = Mutex::new(Vec::new());
        let runner = Runner { plan, rounds: 0..rounds, workers, fail_on: &FaultKind::ALL };
        let on_game = |game: &GameRecord, _: &Report| games.lock().unwrap().push(game.clone());
        assert_eq!(runner.run::<G>(&[], None, &on_game).unwrap().1, StopReason::Finished);
        let mut games = games.into_inner().unwrap();
        games.sort_by_key(|game| game.game);
        for game in &mut games {
            (game.preparation, game.lateness) = Default::default();
            game.moves
                .iter_mut()
                .flat_map(|composite_move| &mut composite_move.info)
                .for_each(|info| info.time = Default::default());
        }
        games
    }

    fn quick(names: &[&str]) -> Plan {
        let openings = Openings::Random(RandomOpenings { moves: 4, balance: 300, nodes: 100, odds: None });
        Plan { openings, ..plan(names) }
    }

    #[test]
    fn games_do_not_depend_on_the_number_of_workers() {
        let plan = quick(&["greedy", "alphabeta", "mcts-plain"]);
        let one = played::<KnightRelay>(&plan, 1, 2);
        assert_eq!(one.len(), 12);
        assert_eq!(one, played::<KnightRelay>(&plan, 3, 2));
    }

    #[test]
    fn finished_games_are_not_played_again() {
        let plan = quick(&["random", "cautious"]);
        let all = played::<KnightRelay>(&plan, 1, 3);
        let kept: Vec<GameRecord> = [0, 3, 4].map(|number| all[number].clone()).to_vec();
        let seen = Mutex::new(Vec::new());
        let runner = Runner { plan: &plan, rounds: 0..3, workers: 1, fail_on: &[] };
        let on_game = |game: &GameRecord, _: &Report| seen.lock().unwrap().push(game.game);
        let (report, _) = runner.run::<KnightRelay>(&kept, None, &on_game).unwrap();
        assert_eq!(*seen.lock().unwrap(), [1, 2, 5]);
        assert_eq!(report.pairings()[0].number_of_games(), 6);
    }

    #[test]
    fn a_fault_of_a_finished_game_stops_the_match_again() {
        let plan = quick(&["random", "greedy"]);
        let mut games = played::<KnightRelay>(&plan, 1, 2);
        games[2].faults = vec![(1, FaultKind::Crash.because("signal 11"))];
        let again = |games: &[GameRecord], fail_on: &[FaultKind]| {
            let runner = Runner { plan: &plan, rounds: 0..2, workers: 1, fail_on };
            let (report, stopped) = runner.run::<KnightRelay>(games, None, &|_, _| {}).unwrap();
            (report.pairings()[0].number_of_games(), stopped)
        };
        let fault = StopReason::Fault("game 3, greedy: crash: signal 11".to_string());
        assert_eq!(again(&games, &[FaultKind::Crash]), (4, fault.clone()));
        assert_eq!(again(&games[..3], &[FaultKind::Crash]), (3, fault), "nothing more is played");
        assert_eq!(again(&games[..3], &[FaultKind::Stall]), (4, StopReason::Finished));
    }

    #[test]
    fn a_block_of_rounds_has_the_games_of_the_whole_match() {
        let plan = quick(&["random", "greedy"]);
        let all = played::<KnightRelay>(&plan, 1, 4);
        let seen = Mutex::new(Vec::new());
        let runner = Runner { plan: &plan, rounds: 1..3, workers: 2, fail_on: &[] };
        let on_game = |game: &GameRecord, _: &Report| seen.lock().unwrap().push((game.game, moves_of(game)));
        runner.run::<KnightRelay>(&all[..3], None, &on_game).unwrap();
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        let expected: Vec<_> = all[3..6].iter().map(|game| (game.game, moves_of(game))).collect();
        assert_eq!(seen, expected);
    }

    fn moves_of(game: &GameRecord) -> Vec<String> {
        game.moves.iter().map(|composite_move| composite_move.text.clone()).collect()
    }

    #[test]
    fn equal_players_share_every_pair() {
        let mut plan = quick(&["alphabeta", "tree"]);
        plan.engines[1].kind = plan.engines[0].kind.clone();
        let runner = Runner { plan: &plan, rounds: 0..4, workers: 1, fail_on: &[] };
        let (report, _) = runner.run::<KnightRelay>(&[], None, &|_, _| {}).unwrap();
        assert_eq!(report.pairings()[0].pentanomial, [0, 0, 4, 0, 0]);
    }

    #[test]
    fn chance_outcomes_are_equal_within_a_pair_and_differ_between_pairs() {
        let games = played::<Chex>(&quick(&["random", "greedy"]), 1, 8);
        // Tiles that a side draws in a game.
        let tiles = |game: &GameRecord, seat: usize| -> String {
            let played_moves = game.moves.iter().filter(|composite_move| composite_move.seat == seat);
            played_moves.filter_map(|composite_move| composite_move.text.split_once('@').map(|tile| tile.0)).collect()
        };
        // One of the games may be over after few draws.
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
    fn matches_with_near_seeds_share_no_chance_outcomes() {
        let outcomes = |seed: u64| {
            let plan = Plan { seed, ..plan(&["random", "greedy"]) };
            [0, 1, 2, 3].map(|opening| chance_outcomes(&plan, opening))
        };
        let one = outcomes(7);
        for seed in [8, 57, 107] {
            let other = outcomes(seed);
            assert!(one.iter().all(|outcomes| !other.contains(outcomes)), "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_greedy_player_beats_three_random_ones() {
        let plan = Plan {
            variant: Variant(engine::variants::Variant::Kaleido4),
            format: Format::Gauntlet,
            ..quick(&["greedy", "random"])
        };
        let games = played::<Kaleido4>(&plan, 2, 3);
        assert_eq!(games.len(), 12);
        let mut twelfths = 0;
        for (number, game) in games.iter().enumerate() {
            let seat = game.seats.iter().position(|&engine| engine == 0).unwrap();
            assert_eq!(seat, (4 - number % 4) % 4);
            twelfths += game.twelfths().unwrap()[seat];
        }
        assert!(twelfths > 6 * 12, "{twelfths} twelfths of 12 games");
        assert_eq!(games, played::<Kaleido4>(&plan, 1, 3));
    }

    #[test]
    fn an_incomplete_composite_move_is_recorded_ply_by_ply() {
        let mut record = Record::<Chex>::default();
        for text in ["draw", "R"] {
            let mv = record.position().read_move(text).unwrap();
            record.play(mv);
        }
        let texts: Vec<String> =
            played_moves(&record, 0, Vec::new()).into_iter().map(|composite_move| composite_move.text).collect();
        assert_eq!(texts, ["draw", "R"]);
        let placed = record.position().read_move("R@a1").unwrap();
        record.play(placed);
        let whole = &played_moves(&record, 0, Vec::new())[0];
        assert_eq!((whole.text.contains("R@"), whole.searches), (true, 2), "{whole:?}");
    }

    #[test]
    fn lateness_is_kept_where_times_are_bounded() {
        let kept = |control: &str| {
            let config = GameConfig::<KnightRelay> {
                opening: Record::default(),
                chance: ChanceRng::new(1),
                seed: 1,
                time_controls: vec![TimeControl::nodes(9), control.parse().unwrap()],
                adjudication: Default::default(),
            };
            let mut players = [(); 2].map(|()| players::open::<KnightRelay>("random", &[]).unwrap());
            let [white, black] = &mut players;
            let played = play_game(&config, vec![&mut **white, &mut **black]);
            let played = PlayedGame { lateness: Duration::from_millis(70), ..played };
            game_record(plan(&["random", "greedy"]).schedule().game(0), &config, played).lateness
        };
        assert_eq!(kept("tc=1+0.01"), Duration::from_millis(70));
        assert_eq!(kept("movetime=1"), Duration::from_millis(70));
        assert_eq!(kept("nodes=9 depth=2"), Duration::ZERO);
    }

    #[test]
    fn moves_of_the_opening_have_no_search_info() {
        for game in played::<KnightRelay>(&quick(&["greedy", "cautious"]), 1, 1) {
            assert_eq!(game.start, KnightRelay::start().to_string());
            assert!(game.moves.len() > 4, "{game:?}");
            for (number, composite_move) in game.moves.iter().enumerate() {
                assert_eq!((composite_move.info.is_none(), composite_move.seat), (number < 4, number % 2));
            }
        }
    }

    #[test]
    fn searching_players_without_limits_are_refused() {
        let mut plan = quick(&["random", "alphabeta"]);
        for engine in &mut plan.engines {
            engine.time = TimeControl::NONE;
        }
        let runner = Runner { plan: &plan, rounds: 0..1, workers: 1, fail_on: &[] };
        let error = runner.run::<KnightRelay>(&[], None, &|_, _| {}).unwrap_err();
        assert!(format!("{error:#}").starts_with("engine 'alphabeta': nothing bounds its thinking"));
    }
}
