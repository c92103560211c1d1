//! Who meets whom.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use arguments::games::Variant;
use referee::Openings;
use referee::{Adjudication, EngineSpec};
use statistics::Sprt;

/// Everything that the games of a match follow from, but for how many there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// Who plays against whom.
    pub format: Format,
    /// How games begin.
    pub openings: Openings,
    /// What openings, luck and random players follow from.
    pub seed: u64,
    /// When games are ended before their end.
    pub adjudication: Adjudication,
    /// When the match is.
    pub sprt: Option<Sprt>,
}

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub game: u64,
    /// The number of its opening, from 0. All pairings begin with the same openings, and with the same luck.
    pub opening: u64,
    /// The numbers of the engines that have White and Black.
    pub seats: [usize; 2],
}

impl Plan {
    /// Checks what can be checked before a game is played.
    ///
    /// # Errors
    /// Says what makes no match.
    pub fn check(&self) -> Result<()> {
        ensure!(self.engines.len() >= 2, "a match needs two engines: give --engine twice");
        for (number, engine) in self.engines.iter().enumerate() {
            let taken = self.engines[..number].iter().any(|other| other.name == engine.name);
            ensure!(!taken, "two engines are called '{}': give one of them another name=", engine.name);
        }
        if let Some(sprt) = &self.sprt {
            ensure!(self.engines.len() == 2, "a sequential test is between two engines, not {}", self.engines.len());
            sprt.check()?;
        }
        Ok(())
    }

    /// The pairings, each as the numbers of two engines.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let engines = self.engines.len();
        let firsts = if self.format == Format::Gauntlet { 0..1 } else { 0..engines };
        firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
    }

    /// How many games there are if each pairing plays so many pairs.
    pub fn games(&self, pairs: u64) -> u64 {
        2 * pairs * self.pairings().len() as u64
    }

    /// The game with a number. Pairs of games follow one another, all pairings play an opening before the next one is begun, and the games
    /// of a longer match begin with those of a shorter one.
    pub fn fixture(&self, game: u64) -> Fixture {
        let pairings = self.pairings();
        let (pair, second) = (game / 2, game % 2 == 1);
        let [mut white, mut black] = pairings[(pair % pairings.len() as u64) as usize];
        if second {
            std::mem::swap(&mut white, &mut black);
        }
        Fixture { game, opening: pair / pairings.len() as u64, seats: [white, black] }
    }
}

/// Where two plans differ, each place with both values.
pub fn differences(one: &Plan, other: &Plan) -> Vec<String> {
    let value = |plan: &Plan| serde_json::to_value(plan).expect("a plan is plain data");
    let mut found = Vec::new();
    compare("", &value(one), &value(other), &mut found);
    found
}

fn compare(place: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
    let inside = |name: &str| if place.is_empty() { name.to_string() } else { format!("{place}.{name}") };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            for (name, value) in one {
                compare(&inside(name), value, &other[name], found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (number, pair) in one.iter().zip(other).enumerate() {
                compare(&inside(&(number + 1).to_string()), pair.0, pair.1, found);
            }
        }
        _ if one != other => found.push(format!("{place}: {one} there, {other} now")),
        _ => {}
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use referee::{EngineKind, TimeControl};
    use statistics::EloModel;

    /// A player in this process with a hundred nodes.
    pub fn player(name: &str) -> EngineSpec {
        let kind = EngineKind::BuiltIn { name: name.to_string(), options: Vec::new() };
        EngineSpec { name: name.to_string(), kind, time: TimeControl::nodes(100) }
    }

    /// A match of knight relay chess between such players.
    pub fn plan(names: &[&str]) -> Plan {
        Plan {
            variant: Variant(engine::variants::Variant::KnightRelay),
            engines: names.iter().map(|name| player(name)).collect(),
            format: Format::RoundRobin,
            openings: Openings::Start,
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
        }
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_each_opening() {
        let plan = plan(&["random", "greedy", "oneply"]);
        assert_eq!(plan.games(5), 30);
        let fixtures: Vec<Fixture> = (0..plan.games(2)).map(|game| plan.fixture(game)).collect();
        let seats: Vec<[usize; 2]> = fixtures.iter().map(|fixture| fixture.seats).collect();
        assert_eq!(seats[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(seats[..6], seats[6..]);
        let openings: Vec<u64> = fixtures.iter().map(|fixture| fixture.opening).collect();
        assert_eq!(openings, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let plan = Plan { format: Format::Gauntlet, ..plan(&["random", "greedy", "oneply"]) };
        assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
    }

    #[test]
    fn what_makes_no_match_is_refused() {
        let fault = |plan: &Plan| plan.check().unwrap_err().to_string();
        assert!(fault(&plan(&["random"])).contains("two engines"));
        assert!(fault(&plan(&["random", "random"])).contains("are called 'random'"));
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        assert!(fault(&Plan { sprt: Some(sprt), ..plan(&["random", "greedy", "oneply"]) }).contains("not 3"));
        assert!(
            fault(&Plan { sprt: Some(Sprt { elo1: 0.0, ..sprt }), ..plan(&["random", "greedy"]) }).contains("elo0")
        );
        assert!(plan(&["random", "greedy"]).check().is_ok());
    }

    #[test]
    fn what_differs_between_two_plans_is_named() {
        let one = plan(&["random", "greedy"]);
        assert_eq!(differences(&one, &one), Vec::<String>::new());
        let mut other = one.clone();
        other.seed = 2;
        other.engines[1].time = TimeControl::nodes(101);
        assert_eq!(differences(&one, &other), ["engines.2.time.nodes: 100 there, 101 now", "seed: 1 there, 2 now"]);
    }
}
