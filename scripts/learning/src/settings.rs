//! Settings of a round.

use anyhow::{Context, Result, ensure};
use arguments::games::Variant;
use eval::nnue::Base;
use referee::Odds;
use serde::{Deserialize, Serialize};
use trainer::TrainConfig;

use crate::gate::GateConfig;
use crate::table::InitialWeights;

/// Settings of a round. They may change from round to round, but not within one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Game.
    pub variant: Variant,
    /// Seed of the first game of the first round. Each round has [`SEEDS_PER_ROUND`](Settings::SEEDS_PER_ROUND) more.
    pub seed: u64,
    /// Material odds of the openings of all games; `None` for those of the game.
    pub odds: Option<Odds>,
    /// Self-play games.
    pub collect: CollectConfig,
    /// Rounds whose games are trained with: the last ones, this one included.
    pub replay: usize,
    /// TD(λ): weight of each later score beside the one before.
    pub lambda: f64,
    /// Base of the network.
    pub base: Base,
    /// Training.
    pub train: TrainConfig,
    /// Fine-tuning: trainings begin with the current network, not with random weights.
    pub fine_tune: bool,
    /// Match that decides whether the network is kept.
    pub gate: GateConfig,
}

/// Self-play games of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CollectConfig {
    /// Number of games, at most [`Settings::SEEDS_PER_ROUND`].
    pub games: u64,
    /// Minutes after which no further game is begun, counted anew by a run that resumes.
    pub minutes: Option<u64>,
    /// Nodes a move.
    pub nodes: u64,
}

impl Settings {
    /// Difference between the first seeds of successive rounds.
    pub const SEEDS_PER_ROUND: u64 = 1_000_000;

    /// Checks all settings before the first phase.
    ///
    /// # Errors
    /// The first fault.
    pub(crate) fn check(&self) -> Result<()> {
        let most = Settings::SEEDS_PER_ROUND;
        ensure!((1..=most).contains(&self.collect.games), "--games: there are 1 to {most} in a round");
        ensure!(self.collect.nodes > 0, "--nodes: a search needs at least one");
        ensure!(self.replay > 0, "--replay: at least the games of one round are trained with");
        ensure!((1..=most).contains(&self.gate.pairs), "--pairs: a gate has 1 to {most}");
        ensure!(!self.gate.time.is_unbounded(), "--time: nothing bounds the thinking");
        ensure!((0.0..=1.0).contains(&self.lambda), "--lambda: it must lie between 0 and 1");
        self.train.check()?;
        self.gate.sprt.check().context("--sprt")
    }

    /// Weights that the trainings begin with.
    pub(crate) fn initial_weights(&self) -> InitialWeights {
        if self.fine_tune { InitialWeights::Current } else { InitialWeights::Random }
    }

    /// First seed of a round.
    ///
    /// # Errors
    /// If the seeds of the round do not fit into 64 bits.
    pub(crate) fn first_seed(&self, round: u32) -> Result<u64> {
        let before = u64::from(round - 1) * Settings::SEEDS_PER_ROUND;
        let fitting = |first: &u64| first.checked_add(Settings::SEEDS_PER_ROUND).is_some();
        self.seed.checked_add(before).filter(fitting).context("--seed: there are no further seeds")
    }
}
