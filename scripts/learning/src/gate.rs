//! Gate: the match that decides whether a new network replaces the current one.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use matches::{Format, GameRecord, Plan, Report, Runner, StarvedGames, StopReason, Store};
use referee::players::MatchGame;
use referee::{Adjudication, EngineKind, EngineSpec, FaultKind, Openings, RandomOpenings, ResignRule, TimeControl};
use serde::{Deserialize, Serialize};
use statistics::{Sprt, SprtState, Tally};

use crate::deadline::Deadline;
use crate::settings::Settings;

/// Pairs of games a thread between two looks at the clock: by so many the loop may exceed its time.
const PAIRS_PER_BLOCK: u64 = 8;

/// Faults that end the loop. A loss on time is not among them: on a busy machine that may happen to both sides.
const FAIL_ON: [FaultKind; 4] = [FaultKind::Illegal, FaultKind::Crash, FaultKind::Stall, FaultKind::Violation];

/// Likelihood of superiority (LOS) from which on a network is accepted that the sequential test leaves undecided.
const ACCEPTED_LOS: f64 = 0.85;

/// Adjudication of the games of a gate.
const ADJUDICATION: Adjudication =
    Adjudication { resign: Some(ResignRule { score: 1500, moves: 6 }), draw: None, max_moves: Some(400) };

/// Match that decides whether a network is kept.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct GateConfig {
    /// Time control of both sides.
    pub time: TimeControl,
    /// Pairs of games at most.
    pub pairs: u64,
    /// Sequential test. The network is kept if it accepts H1, or if after all pairs it is undecided and the likelihood
    /// of superiority is at least 85 %.
    pub sprt: Sprt,
}

/// Result of a gate.
pub(crate) struct Gate {
    /// Games, from the new network's point of view.
    pub(crate) tally: Tally,
    /// True if the new network is accepted.
    pub(crate) accepted: bool,
}

/// A player of a gate: name and file of the network, `None` for that of the program.
pub(crate) struct Contestant<'a> {
    pub(crate) name: String,
    pub(crate) network: Option<&'a Path>,
}

impl Contestant<'_> {
    fn spec(&self, time: TimeControl) -> EngineSpec {
        let network = self.network.map(|file| ("network".to_string(), file.display().to_string()));
        let kind = EngineKind::BuiltIn { name: "alphabeta".to_string(), options: network.into_iter().collect() };
        EngineSpec { name: self.name.clone(), kind, time }
    }
}

/// Plan of the match.
fn plan(contestants: &[Contestant; 2], seed: u64, settings: &Settings) -> Plan {
    let GateConfig { time, sprt, .. } = settings.gate;
    Plan {
        variant: settings.variant,
        engines: contestants.iter().map(|contestant| contestant.spec(time)).collect(),
        format: Format::RoundRobin,
        openings: Openings::Random(RandomOpenings { odds: settings.odds, ..RandomOpenings::default() }),
        seed,
        adjudication: ADJUDICATION,
        sprt: Some(sprt),
        starved: StarvedGames::Count,
    }
}

/// Plays the match of a new network against the current one, on as many threads as the pool has. Finished games are in
/// the folder. Returns the result; `None` if the time was up before it was decided.
///
/// # Errors
/// If the match cannot be played or its file not be written, or a player is at fault.
pub(crate) fn play<G: MatchGame>(
    contestants: &[Contestant; 2],
    seed: u64,
    settings: &Settings,
    folder: &Path,
    deadline: Deadline,
    progress: &ProgressBar,
) -> Result<Option<Gate>> {
    let (plan, pairs) = (plan(contestants, seed, settings), settings.gate.pairs);
    let (mut store, games) = Store::open(folder, &plan)?;
    progress.set_prefix("games of the match");
    progress.set_length(2 * pairs);
    progress.set_position(games.len() as u64);
    let games = Mutex::new(games);
    let on_game = |game: &GameRecord, report: &Report| {
        games.lock().expect("no thread panics with the games").push(game.clone());
        progress.set_message(report.line());
        progress.inc(1);
    };
    let workers = rayon::current_num_threads();
    // Each block opens its players and draws the openings from the first on: where no time can be up one is enough.
    let block = if deadline == Deadline::NONE { pairs } else { PAIRS_PER_BLOCK * workers as u64 };
    let mut end = 0;
    while end < pairs {
        if deadline.is_over() {
            return Ok(None);
        }
        end = pairs.min(end + block);
        let before = games.lock().expect("no thread panics with the games").clone();
        let runner = Runner { plan: &plan, rounds: 0..end, workers, fail_on: &FAIL_ON };
        match runner.run::<G>(&before, Some(&mut store), &on_game)?.1 {
            StopReason::Finished => (),
            StopReason::Decided(_) => break,
            StopReason::Fault(fault) => bail!("the match has stopped: {fault}"),
        }
    }
    let report = Report::of(&plan, &games.into_inner().expect("no thread has panicked with the games"));
    let tally = report.pairings()[0];
    let accepted = match report.decision() {
        SprtState::AcceptedH0 => false,
        SprtState::AcceptedH1 => true,
        SprtState::Undecided => {
            let los = tally.los();
            let text = format!("the sequential test is undecided; likelihood of superiority {:.1} %", 100.0 * los);
            progress.suspend(|| streams::report(text));
            los >= ACCEPTED_LOS
        }
    };
    Ok(Some(Gate { tally, accepted }))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tests::settings;
    use engine::variants::KnightRelay;
    use matches::ScheduledGame;

    /// A new network, of which there is no file, against that of the program.
    fn contestants() -> [Contestant<'static>; 2] {
        [
            Contestant { name: "new".to_string(), network: Some(Path::new("new.network")) },
            Contestant { name: "current".to_string(), network: None },
        ]
    }

    /// Settings of a gate of some pairs, with a test between `-elo` and `elo`.
    fn gate_settings(pairs: u64, elo: f64) -> Settings {
        let gate = settings().gate;
        let sprt = Sprt { elo0: -elo, elo1: elo, ..gate.sprt };
        Settings { gate: GateConfig { pairs, sprt, ..gate }, ..settings() }
    }

    /// A game with a result, without moves.
    fn game(ScheduledGame { game, opening, seats }: ScheduledGame, result: &str) -> GameRecord {
        GameRecord {
            game,
            seats,
            opening,
            start: String::new(),
            moves: Vec::new(),
            result: result.to_string(),
            reason: String::new(),
            termination: String::new(),
            preparation: Duration::ZERO,
            lateness: Duration::ZERO,
            faults: Vec::new(),
            transcripts: Vec::new(),
        }
    }

    /// Wins, draws and losses of a new network in four pairs that have been played, and the decision of a gate of some
    /// pairs with a test between `-elo` and `elo`. `winner` has the seat of the winner by that of the new network.
    fn decision(pairs: u64, elo: f64, winner: fn(usize) -> usize) -> ([u32; 3], bool) {
        let folder = tempfile::tempdir().unwrap();
        let settings = gate_settings(pairs, elo);
        let plan = plan(&contestants(), 1, &settings);
        let (mut store, _) = Store::open(folder.path(), &plan).unwrap();
        for number in 0..8 {
            let scheduled = plan.schedule().game(number);
            let new = scheduled.seats.iter().position(|&engine| engine == 0).unwrap();
            store.add(&game(scheduled, ["1-0", "0-1"][winner(new)])).unwrap();
        }
        drop(store);
        let (folder, progress) = (folder.path(), ProgressBar::hidden());
        let gate = play::<KnightRelay>(&contestants(), 1, &settings, folder, Deadline::NONE, &progress);
        let Gate { tally, accepted } = gate.unwrap().unwrap();
        (tally.wins_draws_losses(), accepted)
    }

    #[test]
    fn a_network_is_accepted_if_it_wins() {
        assert_eq!(decision(100, 200.0, |new| new), ([8, 0, 0], true));
        assert_eq!(decision(100, 200.0, |new| 1 - new), ([0, 0, 8], false));
    }

    #[test]
    fn the_likelihood_of_superiority_decides_after_all_pairs() {
        // The sequential test between -1 and 1 Elo needs far more of them.
        assert_eq!(decision(4, 1.0, |new| new), ([8, 0, 0], true));
        assert_eq!(decision(4, 1.0, |new| 1 - new), ([0, 0, 8], false));
        assert_eq!(decision(4, 1.0, |_| 0), ([4, 0, 4], false), "one half");
    }

    #[test]
    fn the_new_network_plays_for_the_first_side_alone() {
        let plan = plan(&contestants(), 1, &settings());
        let options = |side: usize| {
            let EngineKind::BuiltIn { options, .. } = &plan.engines[side].kind else { unreachable!() };
            options.clone()
        };
        assert_eq!(options(0), [("network".to_string(), "new.network".to_string())]);
        assert!(options(1).is_empty());
    }

    #[test]
    fn a_match_whose_time_is_up_between_two_blocks_resumes() {
        let folder = tempfile::tempdir().unwrap();
        let sides = ["one", "other"].map(|name| Contestant { name: name.to_string(), network: None });
        let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let play = |pairs: u64, deadline: Deadline| {
            let (settings, progress) = (gate_settings(pairs, 1.0), ProgressBar::hidden());
            let gate = || play::<KnightRelay>(&sides, 1, &settings, folder.path(), deadline, &progress);
            thread.install(gate).unwrap()
        };
        let played = || Store::read(folder.path()).unwrap().1;
        // Here the fingerprint of the program takes its time, and later none.
        assert!(play(100_000, Deadline::after(Duration::ZERO)).is_none());
        assert!(played().is_empty());
        assert!(play(100_000, Deadline::after(Duration::from_secs(1))).is_none());
        let before = played();
        assert!(!before.is_empty() && before.len().is_multiple_of(2 * PAIRS_PER_BLOCK as usize), "{}", before.len());
        let gate = play(before.len() as u64 / 2 + 1, Deadline::NONE).unwrap();
        assert_eq!((gate.tally.number_of_games() as usize, gate.accepted), (before.len() + 2, false));
        assert_eq!(played()[..before.len()], before);
    }
}
