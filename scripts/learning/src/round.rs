//! Round: its folder, and its phases: games, training, match.
//!
//! A phase that is finished has left a file without `.part` in the folder, and is not run again: `games` (self-play
//! games), `network`, `result.json` (the [`Row`]). Besides there are `settings.json` (with the SHA-256 of the
//! program), `training.json` (losses, scale of the win model, number of positions), and the folder `gate` with the
//! games of the match.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use eval::nnue::{Network, NetworkFile};
use formats::files;
use indicatif::ProgressBar;
use jiff::Zoned;
use referee::players::MatchGame;
use searches::Compared;
use selfplay::{GameFile, SelfPlay, collect};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use streams::report;
use trainer::{Dataset, EpochStats, InitialNetwork, train};

use crate::deadline::Deadline;
use crate::gate::{self, Contestant};
use crate::settings::Settings;
use crate::table::{Row, elo_cells};

/// Largest file of JSON, in bytes.
const MAX_JSON: u64 = 1 << 20;

/// Phases: name, what is in the folder from the beginning on, and what is there from the end on.
const PHASES: [(&str, &str, &str); 3] =
    [("games", "games.part", "games"), ("training", "training.part", "network"), ("match", "gate", "result.json")];

/// A round and its folder.
pub(crate) struct Round {
    number: u32,
    folder: PathBuf,
}

/// Settings of a round in progress and its program, as `settings.json` holds them.
#[derive(PartialEq, Serialize, Deserialize)]
struct Begun {
    #[serde(flatten)]
    settings: Settings,
    /// SHA-256 of the program; `None` in files of former versions.
    #[serde(default)]
    program: Option<String>,
}

/// Statistics of a training, after its last epoch so far.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct TrainingStats {
    /// Positions in training and validation set together.
    samples: usize,
    epochs: usize,
    training_loss: f64,
    /// `None` without an initial network, and in files of former versions.
    #[serde(default)]
    initial_loss: Option<f64>,
    validation_loss: f64,
    base_loss: f64,
    /// Scale of the win model, in centipawns; `None` in files of former versions.
    #[serde(default)]
    scale: Option<f64>,
}

impl Round {
    pub(crate) fn new(folder: &Path, number: u32) -> Round {
        Round { number, folder: folder.join(format!("{number:04}")) }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// File of the round's network.
    pub(crate) fn network_file(&self) -> PathBuf {
        self.file("network")
    }

    /// The round's network.
    ///
    /// # Errors
    /// If it cannot be read. The file is named.
    pub(crate) fn network<G: Compared>(&self) -> Result<Arc<Network>> {
        let file = self.network_file();
        let read = || {
            let bytes = files::read(&file, NetworkFile::MAX_BYTES as u64)?;
            Ok::<_, anyhow::Error>(Network::read::<G>(&bytes)?)
        };
        read().with_context(|| file.display().to_string())
    }

    /// Result of the round, if it is finished.
    ///
    /// # Errors
    /// If it cannot be read. The file is named.
    pub(crate) fn result(&self) -> Result<Option<Row>> {
        read_json(&self.file("result.json"))
    }

    /// Makes the folder, or checks that a round in progress was begun with the same settings, and its phase in progress
    /// by the same program, of which the SHA-256 is given: games of two programs would be mixed.
    ///
    /// # Errors
    /// If they were not, or the folder cannot be made.
    pub(crate) fn begin(&self, settings: &Settings, program: &str) -> Result<()> {
        std::fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let file = self.file("settings.json");
        let present = Begun { settings: settings.clone(), program: Some(program.to_string()) };
        if let Some(begun) = read_json::<Begun>(&file)? {
            ensure!(
                begun.settings == present.settings,
                "round {} was begun with other settings, which are in {}",
                self.number,
                file.display()
            );
            if begun == present {
                return Ok(());
            }
            if let Some((phase, left)) = self.phase_in_progress() {
                bail!(
                    "the program has changed since round {} began its {phase}: delete {} to begin the {phase} anew, or \
                     use the former program",
                    self.number,
                    left.display()
                );
            }
        }
        write_json(&file, &present)
    }

    /// Name of the phase that has begun and not ended, and what it has left in the folder so far.
    fn phase_in_progress(&self) -> Option<(&'static str, PathBuf)> {
        let (phase, begun, _) = PHASES
            .into_iter()
            .find(|(_, begun, finished)| self.file(begun).exists() && !self.file(finished).exists())?;
        Some((phase, self.file(begun)))
    }

    /// Collects the round's games. Returns false if the time was up before.
    ///
    /// # Errors
    /// If the file cannot be written, or no balanced opening is found.
    pub(crate) fn collect<G: MatchGame>(
        &self,
        settings: &Settings,
        network: Option<Arc<Network>>,
        deadline: Deadline,
        progress: &ProgressBar,
    ) -> Result<bool> {
        if self.file("games").exists() {
            return Ok(true);
        }
        let (config, part) = (settings.collect, self.file("games.part"));
        let first = settings.first_seed(self.number)?;
        let here = if part.exists() { GameFile::read::<G>(&part)?.len() as u64 } else { 0 };
        progress.set_prefix(format!("games of round {}", self.number));
        progress.set_message("");
        progress.set_length(config.games);
        progress.set_position(here);
        let minutes = config.minutes.map(|minutes| Deadline::after(Duration::from_secs(minutes.saturating_mul(60))));
        let phase = deadline.min(minutes.unwrap_or(Deadline::NONE));
        let on_game = |_| {
            progress.inc(1);
            if phase.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if deadline.is_over() {
            return Ok(false);
        }
        let mut play = SelfPlay { network, ..SelfPlay::with_nodes(config.nodes) };
        play.openings.odds = settings.odds;
        collect::<G>(&play, first..first + config.games, &part, &on_game)?;
        if deadline.is_over() && (GameFile::read::<G>(&part)?.len() as u64) < config.games {
            return Ok(false);
        }
        std::fs::rename(&part, self.file("games")).with_context(|| part.display().to_string())?;
        Ok(true)
    }

    /// Trains the round's network with the games of some rounds, from random weights or those of the `initial` network.
    /// Returns false if the time was up before it began.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there are too few positions.
    pub(crate) fn train<G: Compared + MatchGame>(
        &self,
        settings: &Settings,
        rounds: &[Round],
        initial: Option<&InitialNetwork>,
        deadline: Deadline,
        progress: &ProgressBar,
    ) -> Result<bool> {
        if self.network_file().exists() {
            return Ok(true);
        }
        if deadline.is_over() {
            return Ok(false);
        }
        progress.set_prefix(format!("epochs of round {}", self.number));
        progress.set_message("");
        progress.set_length(settings.train.epochs as u64);
        progress.set_position(0);
        let games: Vec<PathBuf> = rounds.iter().map(|round| round.file("games")).collect();
        let (dataset, left_out) = Dataset::read::<G>(&games, settings.lambda, settings.base)?;
        if left_out > 0 {
            let text = format!("games left out, for they are in the folder more than once: {left_out}");
            progress.suspend(|| report(text));
        }
        let mut kept = Ok(());
        let on_epoch = |stats: &EpochStats| {
            let &EpochStats { epochs, training_loss, initial_loss, validation_loss, base_loss, scale, .. } = stats;
            progress.set_position(epochs as u64);
            progress.set_message(stats.describe());
            if let Some(warning) = stats.warning() {
                progress.suspend(|| report(warning));
            }
            let (samples, scale) = (dataset.len(), Some(scale));
            let stats =
                TrainingStats { samples, epochs, training_loss, initial_loss, validation_loss, base_loss, scale };
            if kept.is_ok() {
                kept = write_json(&self.file("training.json"), &stats);
            }
        };
        let state = self.file("training.part");
        let config = settings.train_config(dataset.len());
        let network = train::<G>(&dataset, &config, initial, Some(&state), on_epoch)?;
        kept?;
        let anew = || format!("delete {} to begin the training anew", state.display());
        self.training_stats(config.epochs).with_context(anew)?;
        let file = self.network_file();
        files::replace(&file, &postcard::to_stdvec(&network)?).with_context(|| file.display().to_string())?;
        std::fs::remove_file(&state).with_context(|| state.display().to_string())?;
        Ok(true)
    }

    /// Statistics of a training of so many epochs.
    ///
    /// # Errors
    /// If they cannot be read, or are not those after the last epoch. The file is named.
    fn training_stats(&self, epochs: usize) -> Result<TrainingStats> {
        let file = self.file("training.json");
        let stats = read_json::<TrainingStats>(&file)?.filter(|stats| stats.epochs == epochs);
        stats.with_context(|| format!("{}: no statistics of the last epoch", file.display()))
    }

    /// Plays the match of the round's network against that of another round, or of the program. Returns the result of
    /// the round; `None` if the time was up before.
    ///
    /// # Errors
    /// If the match cannot be played, or a file not be read or written.
    pub(crate) fn gate<G: MatchGame>(
        &self,
        settings: &Settings,
        current: Option<&Round>,
        deadline: Deadline,
        progress: &ProgressBar,
    ) -> Result<Option<Row>> {
        let training = self.training_stats(settings.train.epochs)?;
        let (file, current_file) = (self.network_file(), current.map(Round::network_file));
        let against = current.map_or_else(|| "program".to_string(), |round| format!("round {}", round.number));
        let contestants = [
            Contestant { name: format!("round {}", self.number), network: Some(&file) },
            Contestant { name: against.clone(), network: current_file.as_deref() },
        ];
        let seed = settings.first_seed(self.number)?;
        let folder = self.file("gate");
        let Some(gate) = gate::play::<G>(&contestants, seed, settings, &folder, deadline, progress)? else {
            return Ok(None);
        };
        let games = GameFile::read::<G>(&self.file("games"))?;
        let [wins, draws, losses] = gate.tally.wins_draws_losses();
        let [elo, low, high] = elo_cells(&gate.tally);
        let six_places = |loss: f64| (1e6 * loss).round() / 1e6;
        let row = Row {
            date: Zoned::now().date().to_string(),
            game: settings.variant.to_string(),
            round: self.number,
            nodes: settings.collect.nodes,
            seed,
            games: games.len(),
            positions: games.iter().map(|game| game.scores.len()).sum(),
            samples: training.samples,
            base: settings.base,
            l1_size: settings.train.l1_size,
            initial_weights: settings.initial_weights(current.is_some()),
            training_loss: six_places(training.training_loss),
            initial_loss: training.initial_loss.map(six_places),
            validation_loss: six_places(training.validation_loss),
            base_loss: six_places(training.base_loss),
            scale: training.scale.map(|scale| scale.round() as u32),
            against,
            time: settings.gate.time.to_string(),
            gate_games: gate.tally.number_of_games(),
            wins,
            draws,
            losses,
            elo,
            low,
            high,
            kept: if gate.accepted { "kept" } else { "not kept" }.to_string(),
        };
        write_json(&self.file("result.json"), &row)?;
        Ok(Some(row))
    }
}

/// Reads a file of JSON; nothing if there is none.
fn read_json<T: DeserializeOwned>(file: &Path) -> Result<Option<T>> {
    if !file.exists() {
        return Ok(None);
    }
    let read = || Ok::<_, anyhow::Error>(serde_json::from_slice(&files::read(file, MAX_JSON)?)?);
    read().with_context(|| file.display().to_string())
}

/// Writes a file of JSON, whole or not at all.
fn write_json(file: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    files::replace(file, text.as_bytes()).with_context(|| file.display().to_string())
}
