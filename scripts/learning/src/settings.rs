//! Settings of a round.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use arguments::games::Variant;
use eval::nnue::Base;
use referee::Odds;
use serde::{Deserialize, Serialize};
use trainer::TrainConfig;

use crate::gate::GateConfig;
use crate::table::InitialWeights;

/// Positions below which a training adapts its batch.
const FEW_SAMPLES: usize = 1_500_000;

/// Batch of a training with few positions, so that it takes enough steps.
const SMALL_BATCH: usize = 1024;

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
    /// With fewer than 1,500,000 positions the batch is at most 1,024: none was asked for.
    #[serde(default)]
    pub adapt_batch: bool,
    /// File of a network that trainings begin with, in fine-tuning until a round has kept one; it may be one of another
    /// game with the same inputs. `None` for random weights, in fine-tuning for the network of the program.
    #[serde(default)]
    pub initial: Option<PathBuf>,
    /// Fine-tuning: trainings begin with the current network, and decay towards it.
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

    /// Configuration of a training with so many positions.
    pub(crate) fn train_config(&self, samples: usize) -> TrainConfig {
        let TrainConfig { batch, .. } = self.train;
        let batch = if self.adapt_batch && samples < FEW_SAMPLES { batch.min(SMALL_BATCH) } else { batch };
        TrainConfig { batch, ..self.train }
    }

    /// Weights that a training begins with, by whether a round before has kept a network.
    pub(crate) fn initial_weights(&self, has_kept: bool) -> InitialWeights {
        match (&self.initial, self.fine_tune) {
            (_, true) if has_kept => InitialWeights::Current,
            (Some(_), _) => InitialWeights::File,
            (None, true) => InitialWeights::Current,
            (None, false) => InitialWeights::Random,
        }
    }

    /// Rounds whose games the network of a round is trained with: the last ones, that round included.
    pub(crate) fn replayed(&self, round: u32) -> RangeInclusive<u32> {
        let earlier = u32::try_from(self.replay.saturating_sub(1)).unwrap_or(u32::MAX);
        round.saturating_sub(earlier).max(1)..=round
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::settings;

    #[test]
    fn small_rounds_have_small_batches_unless_one_is_asked_for() {
        let of = |batch: usize, adapt_batch: bool, samples: usize| {
            let train = TrainConfig { batch, ..settings().train };
            Settings { train, adapt_batch, ..settings() }.train_config(samples).batch
        };
        assert_eq!([1_499_999, 1_500_000].map(|samples| of(4096, true, samples)), [1024, 4096]);
        assert_eq!([of(4096, false, 100), of(64, true, 100)], [4096, 64]);
    }

    #[test]
    fn the_games_of_the_last_rounds_are_replayed() {
        let of = |replay: usize, round: u32| Settings { replay, ..settings() }.replayed(round);
        assert_eq!([of(1, 5), of(3, 5), of(3, 2), of(9, 1)], [5..=5, 3..=5, 1..=2, 1..=1]);
        assert_eq!([of(1 << 32, 5), of((1 << 32) + 1, 5), of(usize::MAX, 5)], [1..=5, 1..=5, 1..=5]);
    }

    #[test]
    fn a_kept_network_follows_a_file_in_fine_tuning_alone() {
        let weights = |initial: Option<&str>, fine_tune: bool| {
            let settings = Settings { initial: initial.map(PathBuf::from), fine_tune, ..settings() };
            [false, true].map(|has_kept| settings.initial_weights(has_kept))
        };
        assert_eq!(weights(None, false), [InitialWeights::Random; 2]);
        assert_eq!(weights(None, true), [InitialWeights::Current; 2]);
        assert_eq!(weights(Some("file"), false), [InitialWeights::File; 2]);
        assert_eq!(weights(Some("file"), true), [InitialWeights::File, InitialWeights::Current]);
    }
}
