//! Parameters of the search tuned by games of the engine with itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::chance_rng::ChanceRng;
use engine::search::Params;
use engine::search::params::Spec;
use engine::text::Notation;
use rand::{Rng, RngExt};
use rayon::prelude::*;
use searches::Compared;
use serde::{Deserialize, Serialize};

use super::maths::{Coordinate, Spsa};
use arguments::games::Variant;
use referee::players;
use referee::{Adjudication, Setting, TimeControl, play_game};
use referee::{Book, Openings, RandomOpenings};

/// Openings are many and need not be exact.
const OPENINGS: RandomOpenings = RandomOpenings { entries: 8, balance: 120, nodes: 1000 };

/// What is settled before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// The parameters, by name.
    pub parameters: Vec<String>,
    /// What each side may think with.
    pub time: TimeControl,
    /// Pairs of games in an iteration.
    pub pairs: u64,
    /// When games end before their end.
    pub adjudication: Adjudication,
}

/// How far a tuning is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What is settled.
    pub settings: Settings,
    /// The search for the best values, in the order of the parameters.
    pub spsa: Spsa,
}

/// A tuning, kept in a file.
pub struct Tuning {
    state: State,
    specs: Vec<Spec>,
    file: PathBuf,
}

impl Tuning {
    /// Begins a tuning that is kept in a file, or goes on with the one that is there.
    ///
    /// # Errors
    /// If there is no such parameter, the file cannot be read, or it is that of another tuning.
    pub fn open(settings: Settings, iterations: u64, rate: f64, seed: u64, file: &Path) -> Result<Tuning> {
        ensure!(!settings.time.is_unbounded(), "nothing bounds the thinking");
        let names = || Params::SPECS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
        let find = |name: &String| {
            Params::spec(name).copied().with_context(|| format!("no parameter '{name}'; there are: {}", names()))
        };
        let specs = settings.parameters.iter().map(find).collect::<Result<Vec<Spec>>>()?;
        ensure!(!specs.is_empty(), "no parameter is named; there are: {}", names());
        let settings = Settings { parameters: present_names(&settings.parameters), ..settings };
        let coordinates = specs.iter().map(coordinate).collect();
        let begun = State { settings, spsa: Spsa { coordinates, done: 0, iterations, rate, seed } };
        let state = if file.exists() { read(file, &begun).with_context(|| file.display().to_string())? } else { begun };
        Ok(Tuning { state, specs, file: file.to_path_buf() })
    }

    /// How far it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.state.spsa.done >= self.state.spsa.iterations
    }

    /// Plays the games of an iteration, on all threads of the pool, and writes what was learnt into the file. Returns the half points by which the first
    /// side was better.
    ///
    /// # Errors
    /// If the games cannot be played or the file cannot be written.
    pub fn advance<G: Compared + Notation>(&mut self) -> Result<i32> {
        let spsa = &self.state.spsa;
        let mut random = spsa.random();
        let seeds: Vec<u64> = (0..self.state.settings.pairs).map(|_| random.next_u64()).collect();
        let sides = spsa.pair().map(|values| self.options(&values, &mut random));
        let results = seeds.into_par_iter().map(|seed| self.play_pair::<G>(&sides, seed));
        let difference: i32 = results.sum::<Result<i32>>()?;
        self.state.spsa.learn(difference.into());
        self.write().with_context(|| self.file.display().to_string())?;
        Ok(difference)
    }

    /// The settings of a player. Parameters are whole numbers: what lies between two is rounded by lot, so that it is right on average.
    fn options(&self, values: &[f64], random: &mut impl Rng) -> Vec<(String, String)> {
        let round = |(spec, value): (&Spec, &f64)| {
            let whole = (value + random.random::<f64>()).floor() as i32;
            (spec.name.to_string(), whole.clamp(spec.min, spec.max).to_string())
        };
        self.specs.iter().zip(values).map(round).collect()
    }

    /// Plays two games from one opening, with colours exchanged and the same luck. Returns the half points by which the first side was better.
    fn play_pair<G: Compared + Notation>(&self, sides: &[Vec<(String, String)>; 2], seed: u64) -> Result<i32> {
        let opening = Book::<G>::open(&Openings::Random(OPENINGS), seed)?.opening(0)?;
        let setting = Setting {
            opening,
            luck: ChanceRng::new(seed),
            seed,
            times: [self.state.settings.time; 2],
            adjudication: self.state.settings.adjudication,
        };
        let [mut first, mut second] =
            [players::open::<G>("alphabeta", &sides[0])?, players::open::<G>("alphabeta", &sides[1])?];
        let points = |winner: Option<usize>, seat| winner.map_or(0, |winner| if winner == seat { 2 } else { -2 });
        let as_white = play_game(&setting, [&mut *first, &mut *second]).ending.winner().map(|seat| seat.index());
        let as_black = play_game(&setting, [&mut *second, &mut *first]).ending.winner().map(|seat| seat.index());
        Ok(points(as_white, 0) + points(as_black, 1))
    }

    /// The values as a table: the parameter, the value in use, the present estimate.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (spec, coordinate) in self.specs.iter().zip(&self.state.spsa.coordinates) {
            writeln!(text, "{:<26} {:>6} {:>9.2}", spec.name, spec.default, coordinate.value)
                .expect("a text takes everything");
        }
        text
    }

    fn write(&self) -> Result<()> {
        // Whoever is interrupted meanwhile finds the old state or the new one.
        let unfinished = self.file.with_extension("new");
        std::fs::write(&unfinished, serde_json::to_string_pretty(&self.state)?)?;
        Ok(std::fs::rename(unfinished, &self.file)?)
    }
}

/// Where a parameter begins, and by how much it is moved.
fn coordinate(spec: &Spec) -> Coordinate {
    Coordinate {
        value: spec.default.into(),
        min: spec.min.into(),
        max: spec.max.into(),
        perturbation: spec.step.into(),
    }
}

/// The present names of parameters, of which some may be given by former names.
fn present_names(names: &[String]) -> Vec<String> {
    names.iter().map(|name| Params::spec(name).map_or(name.clone(), |spec| spec.name.to_string())).collect()
}

/// Reads a state that is to go on where `begun` began.
fn read(file: &Path, begun: &State) -> Result<State> {
    let mut state: State = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    state.settings.parameters = present_names(&state.settings.parameters);
    let settled = |state: &State| (state.settings.clone(), state.spsa.iterations, state.spsa.rate, state.spsa.seed);
    ensure!(
        settled(&state) == settled(begun),
        "this is another tuning; give the settings with which it was begun, or another file"
    );
    ensure!(state.spsa.coordinates.len() == begun.spsa.coordinates.len(), "the number of values is wrong");
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::KnightRelay;

    fn open(name: &str, parameters: &[&str], iterations: u64) -> Result<Tuning> {
        let settings = Settings {
            variant: Variant(engine::variants::Variant::KnightRelay),
            parameters: parameters.iter().map(|name| name.to_string()).collect(),
            time: TimeControl::nodes(40),
            pairs: 2,
            adjudication: Adjudication { longest: Some(20), ..Adjudication::default() },
        };
        Tuning::open(settings, iterations, 0.5, 1, &std::env::temp_dir().join(format!("{name}-{}", std::process::id())))
    }

    #[test]
    fn a_tuning_goes_on_where_it_was_interrupted() {
        let (names, former_names) = (["aspiration_delta", "rfp_margin"], ["aspiration_width", "reverse_margin"]);
        let mut whole = open("motley-spsa-whole", &names, 4).unwrap();
        while !whole.is_finished() {
            whole.advance::<KnightRelay>().unwrap();
        }
        for _ in 0..4 {
            open("motley-spsa-parts", &former_names, 4).unwrap().advance::<KnightRelay>().unwrap();
        }
        let parts = open("motley-spsa-parts", &names, 4).unwrap();
        assert!(parts.is_finished());
        assert_eq!(parts.state(), whole.state());
        assert!(whole.table().starts_with("aspiration_delta "));
        assert!(open("motley-spsa-parts", &names, 5).is_err(), "another number of iterations");
        [whole, parts].iter().for_each(|tuning| std::fs::remove_file(&tuning.file).unwrap());
    }

    #[test]
    fn unknown_parameters_are_refused() {
        let fault = |names: &[&str]| open("motley-spsa-none", names, 1).err().unwrap().to_string();
        assert!(fault(&["wisdom"]).starts_with("no parameter 'wisdom'; there are: aspiration_delta, "));
        assert!(fault(&[]).starts_with("no parameter is named"));
    }

    #[test]
    fn values_between_whole_numbers_are_rounded_by_lot() {
        let tuning = open("motley-spsa-lots", &["nmp_base"], 1).unwrap();
        let mut random = tuning.state.spsa.random();
        let sum: i32 = (0..1000).map(|_| tuning.options(&[3.25], &mut random)[0].1.parse::<i32>().unwrap()).sum();
        assert!((3200..3300).contains(&sum), "{sum}");
    }
}
