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
    /// Sequential test. The network is kept if it accepts H1.
    pub sprt: Sprt,
}

/// Result of a gate.
pub(crate) struct Gate {
    /// Games, from the new network's point of view.
    pub(crate) tally: Tally,
    /// True if the sequential test has accepted the new network.
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
    let GateConfig { time, pairs, sprt } = settings.gate;
    let plan = Plan {
        variant: settings.variant,
        engines: contestants.iter().map(|contestant| contestant.spec(time)).collect(),
        format: Format::RoundRobin,
        openings: Openings::Random(RandomOpenings { odds: settings.odds, ..RandomOpenings::default() }),
        seed,
        adjudication: ADJUDICATION,
        sprt: Some(sprt),
        starved: StarvedGames::Count,
    };
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
    let mut end = 0;
    while end < pairs {
        if deadline.is_over() {
            return Ok(None);
        }
        end = pairs.min(end + PAIRS_PER_BLOCK * workers as u64);
        let before = games.lock().expect("no thread panics with the games").clone();
        let runner = Runner { plan: &plan, rounds: 0..end, workers, fail_on: &FAIL_ON };
        match runner.run::<G>(&before, Some(&mut store), &on_game)?.1 {
            StopReason::Finished => (),
            StopReason::Decided(_) => break,
            StopReason::Fault(fault) => bail!("the match has stopped: {fault}"),
        }
    }
    let report = Report::of(&plan, &games.into_inner().expect("no thread has panicked with the games"));
    Ok(Some(Gate { tally: report.pairings()[0], accepted: report.decision() == SprtState::AcceptedH1 }))
}
