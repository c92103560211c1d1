//! Plan of a match: engines, schedule of games, openings, adjudication, SPRT.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use arguments::games::Variant;
use referee::{Adjudication, EngineSpec, Openings};
use statistics::Sprt;

/// Plan of a match: everything that determines its games but their number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Game.
    pub variant: Variant,
    /// Engines.
    pub engines: Vec<EngineSpec>,
    /// Tournament format.
    pub format: Format,
    /// Openings.
    pub openings: Openings,
    /// Seed of openings, chance outcomes and players.
    pub seed: u64,
    /// Adjudication rules.
    pub adjudication: Adjudication,
    /// SPRT that ends the match.
    pub sprt: Option<Sprt>,
    /// What becomes of games in which the machine was starved.
    #[serde(default)]
    pub starved: StarvedGames,
}

/// What becomes of games in which the machine was starved: the referee itself had to wait for a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum StarvedGames {
    /// They count, and are marked.
    #[default]
    Count,
    /// Their pairs are left out of the results.
    Void,
}

/// Tournament format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine against every other.
    #[default]
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the opening, from 0. All pairings have the same openings and the same chance outcomes.
    pub opening: u64,
    /// Numbers of the engines that play White and Black.
    pub seats: [usize; 2],
}

impl Plan {
    /// Checks the plan.
    ///
    /// # Errors
    /// The first fault: too few engines, equal names, impossible openings or adjudication rules, a bad SPRT.
    pub fn check(&self) -> Result<()> {
        ensure!(self.engines.len() >= 2, "a match needs two engines: give --engine twice");
        for (number, engine) in self.engines.iter().enumerate() {
            let taken = self.engines[..number].iter().any(|other| other.name == engine.name);
            ensure!(!taken, "two engines are called '{}': give one of them another name=", engine.name);
        }
        self.openings.check().context("openings")?;
        self.adjudication.check().context("adjudication")?;
        if let Some(sprt) = &self.sprt {
            ensure!(self.engines.len() == 2, "a sequential test is between two engines, not {}", self.engines.len());
            sprt.check()?;
        }
        Ok(())
    }

    /// Pairings, each as the numbers of two engines.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let engines = self.engines.len();
        let firsts = if self.format == Format::Gauntlet { 0..1 } else { 0..engines };
        firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
    }

    /// Number of games if each pairing plays `pairs` pairs of games.
    pub fn games(&self, pairs: u64) -> u64 {
        2 * pairs * self.pairings().len() as u64
    }

    /// Game number `game` of the schedule. The games of a pair are successive, all pairings play an opening before the
    /// next one, and the schedule does not depend on the number of games.
    pub fn scheduled(&self, game: u64) -> ScheduledGame {
        let pairings = self.pairings();
        let (pair, second) = (game / 2, game % 2 == 1);
        let [mut white, mut black] = pairings[(pair % pairings.len() as u64) as usize];
        if second {
            std::mem::swap(&mut white, &mut black);
        }
        ScheduledGame { game, opening: pair / pairings.len() as u64, seats: [white, black] }
    }
}

/// Differences of two plans, each as a path with both values.
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

    /// Built-in player with a hundred nodes.
    pub fn player(name: &str) -> EngineSpec {
        let kind = EngineKind::BuiltIn { name: name.to_string(), options: Vec::new() };
        EngineSpec { name: name.to_string(), kind, time: TimeControl::nodes(100) }
    }

    /// Match of knight relay chess between such players.
    pub fn plan(names: &[&str]) -> Plan {
        Plan {
            variant: Variant(engine::variants::Variant::KnightRelay),
            engines: names.iter().map(|name| player(name)).collect(),
            format: Format::RoundRobin,
            openings: Openings::Start,
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            starved: StarvedGames::Count,
        }
    }

    #[test]
    fn round_robin_plays_each_opening_with_both_colours() {
        let plan = plan(&["random", "greedy", "oneply"]);
        assert_eq!(plan.games(5), 30);
        let fixtures: Vec<ScheduledGame> = (0..plan.games(2)).map(|game| plan.scheduled(game)).collect();
        let seats: Vec<[usize; 2]> = fixtures.iter().map(|scheduled| scheduled.seats).collect();
        assert_eq!(seats[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(seats[..6], seats[6..]);
        let openings: Vec<u64> = fixtures.iter().map(|scheduled| scheduled.opening).collect();
        assert_eq!(openings, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn gauntlet_pairs_the_first_with_the_others() {
        let plan = Plan { format: Format::Gauntlet, ..plan(&["random", "greedy", "oneply"]) };
        assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
    }

    #[test]
    fn invalid_plans_are_refused() {
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
    fn differences_of_plans_are_listed() {
        let one = plan(&["random", "greedy"]);
        assert_eq!(differences(&one, &one), Vec::<String>::new());
        let mut other = one.clone();
        other.seed = 2;
        other.engines[1].time = TimeControl::nodes(101);
        assert_eq!(differences(&one, &other), ["engines.2.time.nodes: 100 there, 101 now", "seed: 1 there, 2 now"]);
    }
}
