//! SPSA tuning of search parameters by self-play games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{SearchHints, Seat};
use engine::search::Params;
use engine::search::params::Spec;
use engine::text::Notation;
use engine::with_game;
use formats::files;
use rand::{Rng, RngExt};
use rayon::prelude::*;
use searches::Compared;
use serde::{Deserialize, Serialize};

use super::optimizer::{Parameter, Spsa};
use arguments::games::Variant;
use referee::{
    Adjudication, FaultKind, GameConfig, OpeningSuite, Openings, RandomOpenings, TimeControl, play_game, players,
};

/// Openings of the games: many, checked with few nodes, for they need not be balanced exactly.
const OPENINGS: RandomOpenings = RandomOpenings { moves: 8, balance: 120, nodes: 1000, odds: None };

/// Largest file of a tuning, in bytes.
const MAX_FILE: u64 = 1 << 20;

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

impl TuningSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// If nothing bounds the thinking, no parameter is named, one does not exist or is named twice, or a rule of
    /// adjudication is wrong.
    pub fn check(&self) -> Result<()> {
        ensure!(!self.time.is_unbounded(), "nothing bounds the thinking");
        self.adjudication.check().context("adjudication")?;
        for (at, name) in self.parameters.iter().enumerate() {
            ensure!(!self.parameters[..at].contains(name), "the parameter '{name}' is named twice");
        }
        self.specs().map(drop)
    }

    /// Parameters, in the order of the names.
    fn specs(&self) -> Result<Vec<Spec>> {
        let names = || Params::SPECS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
        ensure!(!self.parameters.is_empty(), "no parameter is named; there are: {}", names());
        let in_use = with_game!(self.variant, G => G::SEARCH_PARAMS);
        let find = |name: &String| {
            let spec = Params::spec(name).with_context(|| format!("no parameter '{name}'; there are: {}", names()))?;
            Ok(Spec { default: in_use.get(name).unwrap_or(spec.default), ..*spec })
        };
        self.parameters.iter().map(find).collect()
    }
}

/// State of a tuning, as its file holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningState {
    /// Settings.
    pub settings: TuningSettings,
    /// SHA-256 of the program whose search plays the games.
    pub program: String,
    /// Optimizer; its parameters are in the order of the names.
    pub spsa: Spsa,
    /// Faults in the games so far.
    #[serde(default)]
    pub faults: Faults,
}

/// Number of faults of each kind. Each has lost a game, whatever the parameters are worth.
pub type Faults = BTreeMap<FaultKind, u64>;

/// Results of the games of an iteration.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct IterationResult {
    /// Half points by which the first side was better.
    pub difference: i32,
    /// Faults of both sides.
    pub faults: Faults,
}

impl IterationResult {
    /// Results of the games of both.
    fn and(mut self, other: IterationResult) -> IterationResult {
        self.difference += other.difference;
        add(&mut self.faults, other.faults);
        self
    }
}

/// Adds faults to a sum.
fn add(sum: &mut Faults, faults: Faults) {
    for (kind, number) in faults {
        *sum.entry(kind).or_default() += number;
    }
}

/// Options of a player, as names and values.
type PlayerOptions = Vec<(String, String)>;

/// SPSA tuning, kept in a file.
pub struct Tuning {
    state: TuningState,
    specs: Vec<Spec>,
    file: PathBuf,
    /// Keeps other programs from the file.
    _lock: File,
}

impl Tuning {
    /// Starts a tuning that is kept in a file, or resumes the one in the file. `r_end`: see [`Spsa`]. Beside the file
    /// there is another one, with `.lock` after its name.
    ///
    /// # Errors
    /// If the settings are wrong, the file is in use or cannot be read, or it holds another tuning or that of another
    /// program.
    pub fn open(settings: TuningSettings, iterations: u64, r_end: f64, seed: u64, file: &Path) -> Result<Tuning> {
        settings.check()?;
        let specs = settings.specs()?;
        let parameters = specs.iter().map(parameter).collect();
        let spsa = Spsa { parameters, done: 0, iterations, r_end, seed };
        let program = files::own_sha256().context("the own program")?.to_string();
        let initial = TuningState { settings, program, spsa, faults: Faults::new() };
        let name = || file.display().to_string();
        let lock = lock(file).with_context(name)?;
        let state = if file.exists() { read(file, &initial).with_context(name)? } else { initial };
        Ok(Tuning { state, specs, file: file.to_path_buf(), _lock: lock })
    }

    /// State so far.
    pub fn state(&self) -> &TuningState {
        &self.state
    }

    /// True if all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.state.spsa.done >= self.state.spsa.iterations
    }

    /// One iteration: plays its games on all threads of the pool, each by itself, updates the parameters, writes the
    /// file. The results do not depend on the number of threads.
    ///
    /// # Errors
    /// If the games cannot be played or the file cannot be written.
    pub fn iterate<G: Compared + Notation>(&mut self) -> Result<IterationResult> {
        let spsa = &self.state.spsa;
        let mut random = spsa.rng();
        let seeds: Vec<u64> = (0..self.state.settings.pairs).map(|_| random.next_u64()).collect();
        let sides = spsa.perturbed_pair().map(|values| self.options(&values, &mut random));
        let pairs = seeds.into_par_iter().with_max_len(1).map(|seed| self.play_pair::<G>(&sides, seed));
        let result = pairs.try_reduce(IterationResult::default, |one, other| Ok(one.and(other)))?;
        self.state.spsa.update(result.difference.into());
        add(&mut self.state.faults, result.faults.clone());
        self.write().with_context(|| self.file.display().to_string())?;
        Ok(result)
    }

    /// Options of a player. Parameters are integers: values are rounded stochastically, so that the mean is exact.
    fn options(&self, values: &[f64], random: &mut impl Rng) -> PlayerOptions {
        let round = |(spec, value): (&Spec, &f64)| {
            let whole = (value + random.random::<f64>()).floor() as i32;
            (spec.name.to_string(), whole.clamp(spec.min, spec.max).to_string())
        };
        self.specs.iter().zip(values).map(round).collect()
    }

    /// Plays two games from one opening, with colours reversed and the same chance outcomes, at the same time if there
    /// is a thread for each.
    fn play_pair<G: Compared + Notation>(&self, sides: &[PlayerOptions; 2], seed: u64) -> Result<IterationResult> {
        let opening =
            OpeningSuite::<G>::open(&Openings::Random(OPENINGS), seed, || Some(players::searcher()))?.opening(0)?;
        let config = GameConfig {
            opening,
            chance: ChanceRng::new(seed),
            seed,
            time_controls: vec![self.state.settings.time; 2],
            adjudication: self.state.settings.adjudication,
        };
        let [first, second] = sides;
        let (as_white, as_black) = rayon::join(
            || play::<G>(&config, [first, second], Seat::WHITE),
            || play::<G>(&config, [second, first], Seat::BLACK),
        );
        Ok(as_white?.and(as_black?))
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

/// Plays a game between players with options, in the order of their seats. The first side has the seat `first`.
fn play<G: Compared + Notation>(
    config: &GameConfig<G>,
    options: [&PlayerOptions; 2],
    first: Seat,
) -> Result<IterationResult> {
    let [white, black] = options;
    let [mut white, mut black] = [players::open::<G>("alphabeta", white)?, players::open::<G>("alphabeta", black)?];
    let played = play_game(config, vec![&mut *white, &mut *black]);
    let difference = match played.end.winner() {
        None => 0,
        Some(winner) if winner == first => 2,
        Some(_) => -2,
    };
    let mut faults = Faults::new();
    for (_, fault) in &played.faults {
        *faults.entry(fault.kind).or_default() += 1;
    }
    Ok(IterationResult { difference, faults })
}

/// Locks the file of a tuning, by its lock file.
fn lock(file: &Path) -> Result<File> {
    let lock = files::lock_file(file).context("its .lock")?;
    lock.try_lock().context("another program tunes with this file")?;
    Ok(lock)
}

/// Settings that do not change during a tuning, by their options on the command line.
fn fixed(TuningState { settings, spsa, .. }: &TuningState) -> Result<[(&'static str, String); 8]> {
    let TuningSettings { variant, parameters, time, pairs, adjudication } = settings;
    Ok([
        ("--variant", variant.to_string()),
        ("--parameters", parameters.join(",")),
        ("--time", time.to_string()),
        ("--pairs", pairs.to_string()),
        ("--adjudicate", serde_json::to_string(adjudication)?),
        ("--iterations", spsa.iterations.to_string()),
        ("--rate", spsa.r_end.to_string()),
        ("--seed", spsa.seed.to_string()),
    ])
}

/// Reads the state of a tuning that started from `initial`.
fn read(file: &Path, initial: &TuningState) -> Result<TuningState> {
    let state: TuningState = serde_json::from_slice(&files::read(file, MAX_FILE)?)?;
    let (there, now) = (fixed(&state)?, fixed(initial)?);
    let different: Vec<String> = there
        .iter()
        .zip(&now)
        .filter(|(there, now)| there != now)
        .map(|((name, there), (_, now))| format!("{name}: {there} there, {now} now"))
        .collect();
    ensure!(
        different.is_empty(),
        "this is another tuning; give the settings with which it was begun, or another file:\n  {}",
        different.join("\n  ")
    );
    let ranges = |state: &TuningState| -> Vec<[f64; 3]> {
        state.spsa.parameters.iter().map(|parameter| [parameter.min, parameter.max, parameter.c_end]).collect()
    };
    ensure!(
        ranges(&state) == ranges(initial),
        "ranges or steps of the parameters have changed since this tuning was begun; use another file"
    );
    ensure!(state.program == initial.program, "the program has changed since this tuning was begun; use another file");
    Ok(state)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use engine::variants::{Kaleido, KnightRelay};

    fn settings(parameters: &[&str]) -> TuningSettings {
        TuningSettings {
            variant: Variant(engine::variants::Variant::KnightRelay),
            parameters: parameters.iter().map(|name| name.to_string()).collect(),
            time: TimeControl::nodes(40),
            pairs: 2,
            adjudication: Adjudication { max_moves: Some(20), ..Adjudication::default() },
        }
    }

    fn open(file: &Path, parameters: &[&str], iterations: u64) -> Result<Tuning> {
        Tuning::open(settings(parameters), iterations, 0.5, 1, file)
    }

    fn refusal(file: &Path, parameters: &[&str], iterations: u64) -> String {
        format!("{:#}", open(file, parameters, iterations).err().expect("a refusal"))
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
        drop(parts);
        let other = refusal(&file, &names, 5);
        let said = "this is another tuning; give the settings with which it was begun, or another file:\n  ";
        assert!(other.ends_with(&format!("{said}--iterations: 4 there, 5 now")), "{other}");
        let other = refusal(&file, &names[..1], 4);
        let both = "--parameters: aspiration_delta,rfp_margin there, aspiration_delta now";
        assert!(other.ends_with(&format!("{said}{both}")), "{other}");
    }

    #[test]
    fn a_tuning_begins_with_the_parameters_of_the_game() {
        let iir_depth = |variant| {
            let settings = TuningSettings { variant: Variant(variant), ..settings(&["iir_depth"]) };
            settings.specs().expect("a parameter")[0].default
        };
        assert_eq!(iir_depth(engine::variants::Variant::KnightRelay), Params::DEFAULT.iir_depth);
        assert_eq!(iir_depth(engine::variants::Variant::Kaleido), Kaleido::SEARCH_PARAMS.iir_depth);
        assert_ne!(Kaleido::SEARCH_PARAMS.iir_depth, Params::DEFAULT.iir_depth);
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let iteration = |threads: usize| {
            let mut tuning = open(&folder.path().join(threads.to_string()), &["rfp_margin"], 2).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let result = pool.install(|| tuning.iterate::<KnightRelay>()).unwrap();
            (result, tuning.state().clone())
        };
        assert_eq!(iteration(1), iteration(4));
    }

    #[test]
    fn faults_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spsa.json");
        // No search is so fast: all games are forfeited.
        let time: TimeControl = "movetime=0.000000001 margin=0".parse().unwrap();
        let late = TuningSettings { time, ..settings(&["rfp_margin"]) };
        let mut tuning = Tuning::open(late, 2, 0.5, 1, &file).unwrap();
        let results = [(); 2].map(|()| tuning.iterate::<KnightRelay>().unwrap());
        for result in &results {
            assert_eq!(result.faults.values().sum::<u64>(), 4, "{result:?}");
        }
        assert_eq!(tuning.state().faults.values().sum::<u64>(), 8);
        let kept: TuningState = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(&kept, tuning.state());
    }

    #[test]
    fn a_file_in_use_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spsa.json");
        let mut tuning = open(&file, &["rfp_margin"], 2).unwrap();
        let in_use = || refusal(&file, &["rfp_margin"], 2).contains("another program tunes with this file");
        assert!(in_use());
        tuning.iterate::<KnightRelay>().unwrap();
        assert!(in_use(), "an iteration replaces the file");
        drop(tuning);
        assert_eq!(open(&file, &["rfp_margin"], 2).unwrap().state().spsa.done, 1);
    }

    #[test]
    fn another_program_or_other_ranges_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spsa.json");
        let tuning = open(&file, &["rfp_margin"], 1).unwrap();
        tuning.write().unwrap();
        let program = tuning.state().program.clone();
        drop(tuning);
        let text = fs::read_to_string(&file).unwrap();
        for (from, to, said) in [
            ("\"max\": 150.0", "\"max\": 151.0", "ranges or steps of the parameters have changed"),
            ("\"c_end\": 10.0", "\"c_end\": 9.0", "ranges or steps of the parameters have changed"),
            (program.as_str(), "abc", "the program has changed"),
        ] {
            assert!(text.contains(from), "{from} in {text}");
            fs::write(&file, text.replace(from, to)).unwrap();
            let refused = refusal(&file, &["rfp_margin"], 1);
            assert!(refused.contains(said), "{refused}");
        }
    }

    #[test]
    fn writing_the_file_leaves_its_neighbours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, neighbour) = (folder.path().join("spsa.json"), folder.path().join("spsa.new"));
        fs::write(&neighbour, "another file").unwrap();
        let tuning = open(&file, &["rfp_margin"], 1).unwrap();
        tuning.write().unwrap();
        let written = tuning.state().clone();
        drop(tuning);
        assert_eq!(open(&file, &["rfp_margin"], 1).unwrap().state(), &written);
        assert_eq!(fs::read_to_string(&neighbour).unwrap(), "another file");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing unfinished is left beside the lock");
    }

    #[test]
    fn unknown_parameters_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let fault = |names: &[&str]| open(&folder.path().join("spsa.json"), names, 1).err().unwrap().to_string();
        assert!(fault(&["wisdom"]).starts_with("no parameter 'wisdom'; there are: aspiration_delta, "));
        assert!(fault(&[]).starts_with("no parameter is named"));
        assert_eq!(fault(&["rfp_margin", "rfp_margin"]), "the parameter 'rfp_margin' is named twice");
        let adjudication = Adjudication { max_moves: Some(0), ..Adjudication::default() };
        assert!(TuningSettings { adjudication, ..settings(&["rfp_margin"]) }.check().is_err());
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
