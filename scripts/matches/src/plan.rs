//! Plan of a match: engines, schedule of games, openings, adjudication, SPRT.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::schedule::Schedule;
use arguments::games::Variant;
use engine::game::Game;
use engine::with_game;
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
    /// Treatment of games in which the machine was starved.
    pub starved: StarvedGames,
}

/// Treatment of games in which the machine was starved: the referee itself had to wait for a processor.
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
    /// Every engine against every other; in games for more than two every choice of engines at a table.
    #[default]
    RoundRobin,
    /// The first engine against each of the others; in games for more than two alone against as many of it as there are
    /// seats left.
    Gauntlet,
    /// Each engine against the next one, as levels of skill in their order; in games for more than two alone against as
    /// many of it as there are seats left.
    Neighbours,
    /// The first engine against the second, the third against the fourth, and so on; in games for more than two alone
    /// against as many of it as there are seats left.
    Pairs,
}

impl Plan {
    /// Names of the players' seats, in the order of first moves.
    pub fn seat_names(&self) -> &'static [&'static str] {
        with_game!(self.variant, Chosen => Chosen::SEAT_NAMES)
    }

    /// Number of players of the game.
    pub fn seats(&self) -> usize {
        self.variant.0.seats()
    }

    /// Schedule of the games.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.seats())
    }

    /// Checks the plan.
    ///
    /// # Errors
    /// The first fault: too few engines, equal names, impossible openings or adjudication rules, a bad SPRT, what only
    /// games of two have.
    pub fn check(&self) -> Result<()> {
        let alone_is_enough = self.seats() > 2 && self.format == Format::RoundRobin;
        let needed = if alone_is_enough { 1 } else { 2 };
        ensure!(self.engines.len() >= needed, "a match needs two engines: give --engine twice");
        let has_pairs = self.format != Format::Pairs || self.engines.len().is_multiple_of(2);
        ensure!(has_pairs, "--format pairs: {} engines are no pairs", self.engines.len());
        for (number, engine) in self.engines.iter().enumerate() {
            let taken = self.engines[..number].iter().any(|other| other.name == engine.name);
            ensure!(!taken, "two engines are called '{}': give one of them another name=", engine.name);
        }
        self.openings.check().context("openings")?;
        self.adjudication.check().context("adjudication")?;
        if self.seats() > 2 {
            let for_more = format!("{} is a game for {} players", self.variant, self.seats());
            ensure!(
                self.sprt.is_none(),
                "--sprt: {for_more}, and a sequential test is between two; compare the intervals of the shares"
            );
            ensure!(
                !self.adjudication.is_by_score(),
                "--adjudicate: {for_more}, whose scores need not agree on a winner; there is longest=MOVES"
            );
            ensure!(
                self.starved == StarvedGames::Count,
                "--starved: {for_more}; only games of two can be left out in pairs"
            );
        }
        if let Some(sprt) = &self.sprt {
            ensure!(self.engines.len() == 2, "a sequential test is between two engines, not {}", self.engines.len());
            sprt.check()?;
        }
        Ok(())
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
        let pairs = Plan { format: Format::Pairs, ..plan(&["random", "greedy", "oneply"]) };
        assert!(fault(&pairs).contains("3 engines are no pairs"));
        let four = Variant(engine::variants::Variant::Kaleido4);
        let void = Plan { variant: four, starved: StarvedGames::Void, ..plan(&["random", "greedy"]) };
        assert!(fault(&void).starts_with("--starved: kaleido4 is a game for 4 players"));
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
