//! Reinforcement learning: a loop that makes the network of a game stronger by its own games.
//!
//! A round collects self-play games with the current network (on-policy), trains a network with the games of the last
//! rounds (replay), and plays a match of the new network against the current one at equal time (gate). The network is
//! kept if the match accepts it. [`Learner`] runs rounds in a folder, from which an interrupted run resumes.
//! [`Row`] is the result of a round, a line of `docs/experiments/learning.csv`. The command is `cargo learn`.

mod deadline;
mod gate;
mod round;
mod settings;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use eval::nnue::Network;
use formats::files::own_sha256;
use indicatif::ProgressBar;
use referee::players::MatchGame;
use searches::Compared;
use trainer::{InitialNetwork, check_initial, read_initial};

pub use deadline::Deadline;
pub use gate::GateConfig;
pub use settings::{CollectConfig, Settings};
pub use table::{InitialWeights, Row, add_missing};

use round::Round;

/// Learning of a game in a folder. Round N has the folder `N` in it, of four digits.
pub struct Learner {
    folder: PathBuf,
    settings: Settings,
    /// SHA-256 of the program.
    program: &'static str,
    /// Results of the finished rounds.
    finished: Vec<Row>,
}

impl Learner {
    /// Begins in a new folder, or resumes in the one that is there.
    ///
    /// # Errors
    /// If the settings are invalid, the folder cannot be made or read, another game is learned in it, or the program
    /// cannot read its own file.
    pub fn open(folder: &Path, settings: Settings) -> Result<Learner> {
        settings.check()?;
        let open = || -> Result<(PathBuf, Vec<Row>)> {
            std::fs::create_dir_all(folder)?;
            // The plan of a gate names files: the same ones from wherever the program is called.
            let folder = folder.canonicalize()?;
            let mut finished = Vec::new();
            while let Some(row) = Round::new(&folder, finished.len() as u32 + 1).result()? {
                ensure!(
                    row.game == settings.variant.to_string(),
                    "{} is learned here, not {}",
                    row.game,
                    settings.variant
                );
                finished.push(row);
            }
            Ok((folder, finished))
        };
        let (folder, finished) = open().with_context(|| folder.display().to_string())?;
        let program = own_sha256().context("the own program")?;
        Ok(Learner { folder, settings, program, finished })
    }

    /// Results of the finished rounds.
    pub fn finished(&self) -> &[Row] {
        &self.finished
    }

    /// File of the current network: that of the last round whose network was kept. `None` for that of the program.
    pub fn network(&self) -> Option<PathBuf> {
        self.kept_round().map(|round| round.network_file())
    }

    fn kept_round(&self) -> Option<Round> {
        let kept = self.finished.iter().rfind(|row| row.is_kept())?;
        Some(Round::new(&self.folder, kept.round))
    }

    /// Runs the next round. Returns its result; `None` if the time was up before it ended.
    ///
    /// # Errors
    /// If a file cannot be read or written, or belongs to other settings; if another program has begun the phase in
    /// progress; if games cannot be played.
    pub fn run_round<G: Compared + MatchGame>(
        &mut self,
        deadline: Deadline,
        progress: &ProgressBar,
    ) -> Result<Option<&Row>> {
        let number = self.finished.len() as u32 + 1;
        let round = Round::new(&self.folder, number);
        let settings = &self.settings;
        let current = self.kept_round();
        let network = current.as_ref().map(Round::network::<G>).transpose()?;
        let initial = initial_network::<G>(settings, network.as_deref())?;
        round.begin(settings, self.program)?;
        if !round.collect::<G>(settings, network, deadline, progress)? {
            return Ok(None);
        }
        let replayed: Vec<Round> = settings.replayed(number).map(|number| Round::new(&self.folder, number)).collect();
        if !round.train::<G>(settings, &replayed, initial.as_ref(), deadline, progress)? {
            return Ok(None);
        }
        let Some(row) = round.gate::<G>(settings, current.as_ref(), deadline, progress)? else { return Ok(None) };
        self.finished.push(row);
        Ok(self.finished.last())
    }
}

/// The network that a training begins with, checked: that of a kept round or of a file, or else that of the program.
/// `None` for random weights.
///
/// # Errors
/// If there is none, or the settings are for a network of another kind.
fn initial_network<G: Compared>(settings: &Settings, kept: Option<&Network>) -> Result<Option<InitialNetwork>> {
    let to_file = |network: &Network| network.to_file::<G>();
    let (option, network) = match settings.initial_weights(kept.is_some()) {
        InitialWeights::Random => return Ok(None),
        InitialWeights::File => {
            let network = settings.initial.as_deref().map(read_initial::<G>);
            ("--initial", network.transpose().context("--initial")?)
        }
        InitialWeights::Current => ("--fine-tune", kept.map(to_file).or_else(|| G::network().as_deref().map(to_file))),
    };
    let checked = network.context("the game has no network").and_then(|network| {
        check_initial::<G>(&network, &settings.train, settings.base)?;
        Ok(InitialNetwork { network, fine_tune: settings.fine_tune })
    });
    checked.map(Some).context(option)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use arguments::games::Variant;
    use engine::variants::{Chess, KnightRelay};
    use eval::HandCraftedEval;
    use eval::nnue::{Base, NetworkFile};
    use referee::TimeControl;
    use statistics::{EloModel, Sprt};
    use trainer::{Dataset, TrainConfig, train};

    pub(crate) fn settings() -> Settings {
        Settings {
            variant: Variant(engine::variants::Variant::KnightRelay),
            seed: 1,
            odds: None,
            collect: CollectConfig { games: 12, minutes: None, nodes: 30 },
            replay: 2,
            lambda: 0.8,
            base: Base::Psqt,
            train: TrainConfig {
                l1_size: 128,
                search_share: 0.95,
                epochs: 2,
                batch: 64,
                rate: 0.001,
                decay: 3.0,
                seed: 1,
            },
            adapt_batch: false,
            initial: None,
            fine_tune: false,
            gate: GateConfig {
                time: TimeControl::nodes(30),
                pairs: 2,
                sprt: Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic },
            },
        }
    }

    fn open(folder: &Path) -> Learner {
        Learner::open(folder, settings()).unwrap()
    }

    fn run(learner: &mut Learner, deadline: Deadline) -> Option<Row> {
        learner.run_round::<KnightRelay>(deadline, &ProgressBar::hidden()).unwrap().cloned()
    }

    #[test]
    fn rounds_follow_each_other_and_resume() {
        let folder = tempfile::tempdir().unwrap();
        let mut learner = open(folder.path());
        let first = run(&mut learner, Deadline::NONE).unwrap();
        assert_eq!((first.round, first.seed, first.games, first.gate_games), (1, 1, 12, 4));
        assert!(first.positions > first.samples && first.samples > 100, "{first:?}");
        let second = run(&mut learner, Deadline::NONE).unwrap();
        assert_eq!((second.round, second.seed), (2, 1 + Settings::SEEDS_PER_ROUND));
        assert!(second.samples > first.samples, "the games of the round before are replayed");
        let again = open(folder.path());
        assert_eq!(again.finished(), [first, second]);
    }

    #[test]
    fn the_network_of_the_last_kept_round_plays() {
        let folder = tempfile::tempdir().unwrap();
        let mut learner = open(folder.path());
        let mut row = run(&mut learner, Deadline::NONE).unwrap();
        for (kept, expected) in [("kept", true), ("not kept", false)] {
            row.kept = kept.to_string();
            std::fs::write(folder.path().join("0001/result.json"), serde_json::to_string(&row).unwrap()).unwrap();
            if folder.path().join("0002").exists() {
                std::fs::remove_dir_all(folder.path().join("0002")).unwrap();
            }
            let mut learner = open(folder.path());
            assert_eq!(learner.network().is_some(), expected);
            let against = run(&mut learner, Deadline::NONE).unwrap().against;
            assert_eq!(against, if expected { "round 1" } else { "program" });
        }
    }

    #[test]
    fn fine_tuning_begins_with_the_current_network() {
        let folder = tempfile::tempdir().unwrap();
        // Hardly a step: the networks stay as they begin.
        let train = TrainConfig { rate: 1e-9, ..settings().train };
        let settings = Settings { train, base: Base::Hce, fine_tune: true, ..settings() };
        let open = || Learner::open(folder.path(), settings.clone()).unwrap();
        let network = |round: u32| Round::new(folder.path(), round).network::<KnightRelay>().unwrap();
        let mut row = run(&mut open(), Deadline::NONE).unwrap();
        assert_eq!(row.initial_weights, InitialWeights::Current);
        assert_eq!(Some(network(1)), KnightRelay::network(), "that of the program");
        // Another network of the first round is kept.
        let other = NetworkFile { output_biases: vec![7; 8], ..network(1).to_file::<KnightRelay>() };
        std::fs::write(folder.path().join("0001/network"), postcard::to_stdvec(&other).unwrap()).unwrap();
        row.kept = "kept".to_string();
        std::fs::write(folder.path().join("0001/result.json"), serde_json::to_string(&row).unwrap()).unwrap();
        run(&mut open(), Deadline::NONE).unwrap();
        assert_eq!(network(2).to_file::<KnightRelay>(), other);
    }

    #[test]
    fn trainings_begin_with_the_network_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chess.network");
        let of_chess = Chess::network().unwrap().to_file::<Chess>();
        std::fs::write(&file, postcard::to_stdvec(&of_chess).unwrap()).unwrap();
        let l1_size = of_chess.ft_biases.len();
        // Hardly a step: the networks stay as they begin.
        let train = TrainConfig { rate: 1e-9, l1_size, ..settings().train };
        let (base, initial) = (of_chess.base, Some(file.clone()));
        let settings = Settings { train, base, initial, ..settings() };
        for fine_tune in [false, true] {
            let (learning, settings) = (folder.path().join(fine_tune.to_string()), settings.clone());
            let settings = Settings { fine_tune, ..settings };
            let row = run(&mut Learner::open(&learning, settings).unwrap(), Deadline::NONE).unwrap();
            assert_eq!((row.initial_weights, row.scale.is_some()), (InitialWeights::File, true));
            assert!((row.initial_loss.unwrap() - row.validation_loss).abs() < 1e-5, "{row:?}");
            let network = Round::new(&learning, row.round).network::<KnightRelay>().unwrap();
            assert_eq!(network.to_file::<KnightRelay>().ft_weights, of_chess.ft_weights);
        }
        std::fs::write(&file, "no network").unwrap();
        let mut learner = Learner::open(&folder.path().join("other"), settings).unwrap();
        let error = learner.run_round::<KnightRelay>(Deadline::NONE, &ProgressBar::hidden()).unwrap_err();
        assert!(format!("{error:#}").starts_with(&format!("--initial: {}: ", file.display())), "{error:#}");
    }

    #[test]
    fn fine_tuning_of_a_network_of_another_kind_is_refused_before_the_first_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut learner = Learner::open(folder.path(), Settings { fine_tune: true, ..settings() }).unwrap();
        let error = learner.run_round::<KnightRelay>(Deadline::NONE, &ProgressBar::hidden()).unwrap_err();
        assert_eq!(format!("{error:#}"), "--fine-tune: the initial network has the base hce, not psqt");
        assert!(!folder.path().join("0001").exists());
    }

    #[test]
    fn the_time_is_up_and_the_round_goes_on_later() {
        let folder = tempfile::tempdir().unwrap();
        let past = Deadline::after(Duration::ZERO);
        assert_eq!(run(&mut open(folder.path()), past), None);
        assert!(!folder.path().join("0001/games").exists());
        let begun = std::fs::read_to_string(folder.path().join("0001/settings.json")).unwrap();
        assert!(begun.contains(own_sha256().unwrap()), "{begun}");
        let row = run(&mut open(folder.path()), Deadline::NONE).unwrap();
        assert_eq!(row.games, 12);
    }

    #[test]
    fn a_round_goes_on_after_a_kill_before_its_first_game() {
        let folder = tempfile::tempdir().unwrap();
        run(&mut open(folder.path()), Deadline::after(Duration::ZERO));
        std::fs::write(folder.path().join("0001/games.part"), []).unwrap();
        assert_eq!(run(&mut open(folder.path()), Deadline::NONE).unwrap().games, 12);
    }

    #[test]
    fn a_training_without_the_statistics_of_its_last_epoch_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        run(&mut open(folder.path()), Deadline::NONE).unwrap();
        let round = folder.path().canonicalize().unwrap().join("0001");
        let file = |name: &str| round.join(name);
        std::fs::remove_file(file("result.json")).unwrap();
        let fault = || {
            let mut learner = open(folder.path());
            let error = learner.run_round::<KnightRelay>(Deadline::NONE, &ProgressBar::hidden()).unwrap_err();
            format!("{error:#}")
        };
        // Those of an earlier epoch.
        let stats = std::fs::read_to_string(file("training.json")).unwrap();
        std::fs::write(file("training.json"), stats.replace("\"epochs\": 2", "\"epochs\": 1")).unwrap();
        let lacking = format!("{}: no statistics of the last epoch", file("training.json").display());
        assert_eq!(fault(), lacking);
        // All epochs are in the state, but there are no statistics and no network.
        std::fs::remove_file(file("training.json")).unwrap();
        std::fs::remove_file(file("network")).unwrap();
        let (dataset, _) = Dataset::read::<KnightRelay>(&[file("games")], settings().lambda, settings().base).unwrap();
        let state = file("training.part");
        train::<KnightRelay>(&dataset, &settings().train, None, Some(&state), |_| ()).unwrap();
        assert_eq!(fault(), format!("delete {} to begin the training anew: {lacking}", state.display()));
        std::fs::remove_file(state).unwrap();
        assert_eq!(run(&mut open(folder.path()), Deadline::NONE).unwrap().round, 1);
    }

    #[test]
    fn a_round_in_progress_keeps_its_settings() {
        let folder = tempfile::tempdir().unwrap();
        run(&mut open(folder.path()), Deadline::after(Duration::ZERO));
        let mut other = settings();
        other.collect.nodes = 31;
        let mut learner = Learner::open(folder.path(), other).unwrap();
        let error = learner.run_round::<KnightRelay>(Deadline::NONE, &ProgressBar::hidden()).unwrap_err();
        assert!(format!("{error:#}").contains("round 1 was begun with other settings"), "{error:#}");
    }

    #[test]
    fn a_phase_that_another_program_has_begun_does_not_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let round = Round::new(folder.path(), 1);
        let begin = |program: &str| round.begin(&settings(), program).map_err(|error| format!("{error:#}"));
        let file = |name: &str| folder.path().join("0001").join(name);
        assert_eq!(begin("one"), Ok(()));
        for (begun, finished, phase) in [
            ("games.part", "games", "games"),
            ("training.part", "network", "training"),
            ("gate", "result.json", "match"),
        ] {
            assert_eq!(begin("other"), Ok(()), "no phase is in progress");
            std::fs::write(file(begun), "").unwrap();
            assert_eq!(begin("other"), Ok(()), "it is the program that began the {phase}");
            let refused = begin("one").unwrap_err();
            let expected = format!("since round 1 began its {phase}: delete {}", file(begun).display());
            assert!(refused.contains(&expected), "{refused}");
            std::fs::remove_file(file(begun)).unwrap();
            assert_eq!(begin("one"), Ok(()), "the {phase} begins anew");
            // A kill may leave both.
            for name in [begun, finished] {
                std::fs::write(file(name), "").unwrap();
            }
        }
    }

    #[test]
    fn a_round_of_a_former_version_goes_on_with_its_next_phase() {
        let folder = tempfile::tempdir().unwrap();
        let round = Round::new(folder.path(), 1);
        let file = |name: &str| folder.path().join("0001").join(name);
        std::fs::create_dir(folder.path().join("0001")).unwrap();
        std::fs::write(file("settings.json"), serde_json::to_string(&settings()).unwrap()).unwrap();
        std::fs::write(file("games.part"), "").unwrap();
        let refused = format!("{:#}", round.begin(&settings(), "one").unwrap_err());
        assert!(refused.contains("since round 1 began its games"), "{refused}");
        std::fs::rename(file("games.part"), file("games")).unwrap();
        round.begin(&settings(), "one").unwrap();
        let begun = std::fs::read_to_string(file("settings.json")).unwrap();
        assert!(begun.contains(r#""program": "one""#), "{begun}");
    }

    #[test]
    fn another_game_in_the_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        run(&mut open(folder.path()), Deadline::NONE).unwrap();
        let other = Settings { variant: Variant(engine::variants::Variant::Quex), ..settings() };
        let error = Learner::open(folder.path(), other).err().unwrap();
        assert!(format!("{error:#}").ends_with("knightrelay is learned here, not quex"), "{error:#}");
    }
}
