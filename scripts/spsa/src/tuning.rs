//! SPSA tuning of search parameters by self-play games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::chance_rng::ChanceRng;
use engine::search::Params;
use engine::search::params::Spec;
use engine::text::Notation;
use formats::files;
use rand::{Rng, RngExt};
use rayon::prelude::*;
use searches::Compared;
use serde::{Deserialize, Serialize};

use super::optimizer::{Parameter, Spsa};
use arguments::games::Variant;
use referee::{Adjudication, GameConfig, OpeningSuite, Openings, RandomOpenings, TimeControl, play_game, players};

/// Openings of the games: many, checked with few nodes, for they need not be balanced exactly.
const OPENINGS: RandomOpenings = RandomOpenings { moves: 8, balance: 120, nodes: 1000, odds: None };

/// Settings of a tuning, fixed for its duration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningSettings {
    /// Game.
    pub variant: Variant,
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Time control of each side.
    pub time: TimeControl,
    /// Pairs of games in each iteration.
    pub pairs: u64,
    /// Adjudication rules.
    pub adjudication: Adjudication,
}

/// State of a tuning, as its file holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningState {
    /// Settings.
    pub settings: TuningSettings,
    /// Optimizer; its parameters are in the order of the names.
    pub spsa: Spsa,
}

/// SPSA tuning, kept in a file.
pub struct Tuning {
    state: TuningState,
    specs: Vec<Spec>,
    file: PathBuf,
}

impl Tuning {
    /// Starts a tuning that is kept in a file, or resumes the one in the file. `r_end`: see [`Spsa`].
    ///
    /// # Errors
    /// If a parameter does not exist, or the file cannot be read or holds another tuning.
    pub fn open(settings: TuningSettings, iterations: u64, r_end: f64, seed: u64, file: &Path) -> Result<Tuning> {
        ensure!(!settings.time.is_unbounded(), "nothing bounds the thinking");
        let names = || Params::SPECS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
        let find = |name: &String| {
            Params::spec(name).copied().with_context(|| format!("no parameter '{name}'; there are: {}", names()))
        };
        let specs = settings.parameters.iter().map(find).collect::<Result<Vec<Spec>>>()?;
        ensure!(!specs.is_empty(), "no parameter is named; there are: {}", names());
        let parameters = specs.iter().map(parameter).collect();
        let initial = TuningState { settings, spsa: Spsa { parameters, done: 0, iterations, r_end, seed } };
        let state =
            if file.exists() { read(file, &initial).with_context(|| file.display().to_string())? } else { initial };
        Ok(Tuning { state, specs, file: file.to_path_buf() })
    }

    /// State so far.
    pub fn state(&self) -> &TuningState {
        &self.state
    }

    /// True if all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.state.spsa.done >= self.state.spsa.iterations
    }

    /// One iteration: plays its games on all threads of the pool, updates the parameters, writes the file. Returns the
    /// half points by which the first side was better.
    ///
    /// # Errors
    /// If the games cannot be played or the file cannot be written.
    pub fn iterate<G: Compared + Notation>(&mut self) -> Result<i32> {
        let spsa = &self.state.spsa;
        let mut random = spsa.rng();
        let seeds: Vec<u64> = (0..self.state.settings.pairs).map(|_| random.next_u64()).collect();
        let sides = spsa.perturbed_pair().map(|values| self.options(&values, &mut random));
        let results = seeds.into_par_iter().map(|seed| self.play_pair::<G>(&sides, seed));
        let difference: i32 = results.sum::<Result<i32>>()?;
        self.state.spsa.update(difference.into());
        self.write().with_context(|| self.file.display().to_string())?;
        Ok(difference)
    }

    /// Options of a player. Parameters are integers: values are rounded stochastically, so that the mean is exact.
    fn options(&self, values: &[f64], random: &mut impl Rng) -> Vec<(String, String)> {
        let round = |(spec, value): (&Spec, &f64)| {
            let whole = (value + random.random::<f64>()).floor() as i32;
            (spec.name.to_string(), whole.clamp(spec.min, spec.max).to_string())
        };
        self.specs.iter().zip(values).map(round).collect()
    }

    /// Plays two games from one opening, with colours reversed and the same chance outcomes. Returns the half points by
    /// which the first side was better.
    fn play_pair<G: Compared + Notation>(&self, sides: &[Vec<(String, String)>; 2], seed: u64) -> Result<i32> {
        let opening =
            OpeningSuite::<G>::open(&Openings::Random(OPENINGS), seed, || Some(players::searcher()))?.opening(0)?;
        let setting = GameConfig {
            opening,
            chance: ChanceRng::new(seed),
            seed,
            time_controls: vec![self.state.settings.time; 2],
            adjudication: self.state.settings.adjudication,
        };
        let [mut first, mut second] =
            [players::open::<G>("alphabeta", &sides[0])?, players::open::<G>("alphabeta", &sides[1])?];
        let points = |winner: Option<usize>, seat| winner.map_or(0, |winner| if winner == seat { 2 } else { -2 });
        let as_white = play_game(&setting, vec![&mut *first, &mut *second]).end.winner().map(|seat| seat.index());
        let as_black = play_game(&setting, vec![&mut *second, &mut *first]).end.winner().map(|seat| seat.index());
        Ok(points(as_white, 0) + points(as_black, 1))
    }

    /// Table of the parameters: name, default, present estimate.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (spec, parameter) in self.specs.iter().zip(&self.state.spsa.parameters) {
            writeln!(text, "{:<26} {:>6} {:>9.2}", spec.name, spec.default, parameter.value)
                .expect("writing to a string cannot fail");
        }
        text
    }

    /// Writes the file, whole or not at all: after an interruption it holds the old state or the new one.
    fn write(&self) -> Result<()> {
        Ok(files::replace(&self.file, serde_json::to_string_pretty(&self.state)?.as_bytes())?)
    }
}

/// Initial state of a parameter: its default, perturbed by its step in the last iteration.
fn parameter(spec: &Spec) -> Parameter {
    Parameter { value: spec.default.into(), min: spec.min.into(), max: spec.max.into(), c_end: spec.step.into() }
}

/// Reads the state of a tuning that started from `initial`.
fn read(file: &Path, initial: &TuningState) -> Result<TuningState> {
    let state: TuningState = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let fixed =
        |state: &TuningState| (state.settings.clone(), state.spsa.iterations, state.spsa.r_end, state.spsa.seed);
    ensure!(
        fixed(&state) == fixed(initial),
        "this is another tuning; give the settings with which it was begun, or another file"
    );
    ensure!(state.spsa.parameters.len() == initial.spsa.parameters.len(), "the number of values is wrong");
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::KnightRelay;

    fn open(file: &Path, parameters: &[&str], iterations: u64) -> Result<Tuning> {
        let settings = TuningSettings {
            variant: Variant(engine::variants::Variant::KnightRelay),
            parameters: parameters.iter().map(|name| name.to_string()).collect(),
            time: TimeControl::nodes(40),
            pairs: 2,
            adjudication: Adjudication { max_moves: Some(20), ..Adjudication::default() },
        };
        Tuning::open(settings, iterations, 0.5, 1, file)
    }

    #[test]
    fn an_interrupted_tuning_resumes() {
        let names = ["aspiration_delta", "rfp_margin"];
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("parts.json");
        let mut whole = open(&folder.path().join("whole.json"), &names, 4).unwrap();
        while !whole.is_finished() {
            whole.iterate::<KnightRelay>().unwrap();
        }
        for _ in 0..4 {
            open(&file, &names, 4).unwrap().iterate::<KnightRelay>().unwrap();
        }
        let parts = open(&file, &names, 4).unwrap();
        assert!(parts.is_finished());
        assert_eq!(parts.state(), whole.state());
        assert!(whole.table().starts_with("aspiration_delta "));
        assert!(open(&file, &names, 5).is_err(), "another number of iterations");
    }

    #[test]
    fn writing_the_file_leaves_its_neighbours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, neighbour) = (folder.path().join("spsa.json"), folder.path().join("spsa.new"));
        std::fs::write(&neighbour, "another file").unwrap();
        let tuning = open(&file, &["rfp_margin"], 1).unwrap();
        tuning.write().unwrap();
        assert_eq!(open(&file, &["rfp_margin"], 1).unwrap().state(), tuning.state());
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "another file");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing unfinished is left");
    }

    #[test]
    fn unknown_parameters_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let fault = |names: &[&str]| open(&folder.path().join("spsa.json"), names, 1).err().unwrap().to_string();
        assert!(fault(&["wisdom"]).starts_with("no parameter 'wisdom'; there are: aspiration_delta, "));
        assert!(fault(&[]).starts_with("no parameter is named"));
    }

    #[test]
    fn fractional_values_are_rounded_stochastically() {
        let folder = tempfile::tempdir().unwrap();
        let tuning = open(&folder.path().join("spsa.json"), &["nmp_base"], 1).unwrap();
        let mut random = tuning.state.spsa.rng();
        let sum: i32 = (0..1000).map(|_| tuning.options(&[3.25], &mut random)[0].1.parse::<i32>().unwrap()).sum();
        assert!((3200..3300).contains(&sum), "{sum}");
    }
}
