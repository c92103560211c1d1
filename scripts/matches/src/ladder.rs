//! The ladder: the built-in players against each other in every game, so that it can be seen what strength is worth in it.

use super::plan::{Format, Plan};
use arguments::games::Variant;
use referee::{Adjudication, EngineKind, EngineSpec, TimeControl};
use referee::{Openings, RandomOpenings};

/// How strong the rungs are that can think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct Rungs {
    /// Positions that mcts-plain visits for a move, those of its random games included
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub playout_nodes: u64,
    /// Nodes a move of Motley's
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    pub motley_nodes: u64,
}

/// Entries after which a game of weak players, who may not know how to win, is a draw.
const LONGEST: usize = 300;

impl Rungs {
    /// The match of one game.
    pub fn plan(&self, variant: Variant, seed: u64) -> Plan {
        let player = |name: &str, built_in: &str, time| EngineSpec {
            name: name.to_string(),
            kind: EngineKind::BuiltIn { name: built_in.to_string(), options: Vec::new() },
            time,
        };
        let engines = vec![
            player("random", "random", TimeControl::NONE),
            player("greedy", "greedy", TimeControl::NONE),
            player("oneply", "oneply", TimeControl::NONE),
            player("mcts-plain", "mcts-plain", TimeControl::nodes(self.playout_nodes)),
            player("motley", "alphabeta", TimeControl::nodes(self.motley_nodes)),
        ];
        Plan {
            variant,
            engines,
            format: Format::RoundRobin,
            openings: Openings::Random(RandomOpenings { nodes: 1000, ..RandomOpenings::default() }),
            seed,
            adjudication: Adjudication { longest: Some(LONGEST), ..Adjudication::default() },
            sprt: None,
        }
    }
}
