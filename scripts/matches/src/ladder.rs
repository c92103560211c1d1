//! Ladder: the built-in players against each other in every game, to show what strength is worth in it.

use super::plan::{Format, Plan, StarvedGames};
use arguments::games::Variant;
use referee::{Adjudication, EngineKind, EngineSpec, TimeControl};
use referee::{Openings, RandomOpenings};

/// Configuration of a ladder: strength of the searching players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct LadderConfig {
    /// Nodes a move of mcts-plain, those of its playouts included
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub playout_nodes: u64,
    /// Nodes a move of Motley's
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    pub motley_nodes: u64,
}

/// Moves after which a game is a draw: weak players may not know how to win.
const MAX_MOVES: usize = 300;

impl LadderConfig {
    /// Plan of the match in one game.
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
            adjudication: Adjudication { max_moves: Some(MAX_MOVES), ..Adjudication::default() },
            sprt: None,
            starved: StarvedGames::Count,
        }
    }
}
