//! The players that need no process: searches with settings of all kinds, and weak players that every engine must beat.

mod evaluation;
mod options;
mod playouts;
mod searching;
mod weak;

use anyhow::{Result, bail};
use searches::Compared;

use crate::{Player, Thinking};

pub use playouts::PlayoutMover;
pub use searching::{DEFAULT_HASH, OnePlyMover, searcher};
pub use weak::{CautiousMover, GreedyMover, RandomMover};

use options::Options;

/// A player in this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// What he is called on command lines.
    pub name: &'static str,
    /// How he plays.
    pub about: &'static str,
    /// Whether he thinks for as long as he may, and must be told how long that is.
    pub needs_bounds: bool,
}

/// All of them, the weaker ones first.
pub const BUILT_IN: [BuiltIn; 7] = [
    BuiltIn { name: "random", about: "plays any legal move", needs_bounds: false },
    BuiltIn { name: "cautious", about: "wins if it can, else avoids what may lose at once", needs_bounds: false },
    BuiltIn { name: "greedy", about: "wins if it can, else takes the most it can", needs_bounds: false },
    BuiltIn {
        name: "oneply",
        about: "wins if it can, else plays to the position that it evaluates best",
        needs_bounds: false,
    },
    BuiltIn { name: "mcts-plain", about: "Monte Carlo tree search with random playouts", needs_bounds: true },
    BuiltIn { name: "tree", about: "Motley's tree search", needs_bounds: true },
    BuiltIn { name: "alphabeta", about: "Motley's alpha-beta", needs_bounds: true },
];

/// The player of that name.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<BuiltIn> {
    let found = BUILT_IN.into_iter().find(|built_in| built_in.name == name);
    let Some(found) = found else {
        bail!("no player is called '{name}'; there are: {}", BUILT_IN.map(|built_in| built_in.name).join(", "))
    };
    Ok(found)
}

/// Makes a player by name, with settings: `hash` (megabytes), `eval` (`whole`, `hand`, `bare`, `material`), `network` (a file of
/// `cargo tune network`), `without` (a part of the hand-written evaluation), `weights` (a file as `cargo tune fit` prints it), and the parameters of the search by their names.
///
/// # Errors
/// If there is no such player, or he has no such setting.
pub fn open<G: Compared>(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<G>>> {
    let mut options = Options::new(settings);
    let player: Box<dyn Player<G>> = match find(name)?.name {
        "random" => Box::new(Thinking(RandomMover::new(0))),
        "cautious" => Box::new(Thinking(CautiousMover::new(0))),
        "greedy" => Box::new(Thinking(GreedyMover::new(0))),
        "oneply" => Box::new(Thinking(OnePlyMover::new(options.evaluation()?))),
        "mcts-plain" => Box::new(Thinking(PlayoutMover::new(0))),
        "tree" => Box::new(Thinking(searching::tree::<G>(&mut options)?)),
        _ => Box::new(Thinking(searching::alphabeta::<G>(&mut options)?)),
    };
    options.finish(name)?;
    Ok(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::KnightRelay;

    fn settings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect()
    }

    fn fault(name: &str, pairs: &[(&str, &str)]) -> String {
        format!("{:#}", open::<KnightRelay>(name, &settings(pairs)).err().expect("there is a fault"))
    }

    #[test]
    fn players_are_known_by_name() {
        for built_in in BUILT_IN {
            assert!(open::<KnightRelay>(built_in.name, &[]).is_ok(), "{}", built_in.name);
        }
        assert!(fault("strong", &[]).starts_with("no player is called 'strong'; there are: random, "));
    }

    #[test]
    fn settings_are_made_or_refused() {
        for good in [[("hash", "2"), ("eval", "bare")], [("without", "mobility"), ("aspiration_width", "20")]] {
            open::<KnightRelay>("alphabeta", &settings(&good)).map(|_| ()).unwrap();
        }
        assert!(open::<KnightRelay>("tree", &settings(&[("temperature", "70")])).is_ok());
        assert_eq!(fault("random", &[("hash", "2")]), "'random' has no setting 'hash'");
        assert_eq!(fault("alphabeta", &[("hash", "many")]), "hash=many: no number of megabytes");
        assert_eq!(fault("alphabeta", &[("eval", "good")]), "eval=good: there are whole, hand, bare, material");
        assert_eq!(fault("alphabeta", &[("without", "luck")]), "the evaluation has no part 'luck'");
        assert!(fault("alphabeta", &[("temperature", "70")]).contains("no parameter 'temperature' can be 70"));
        assert!(fault("alphabeta", &[("weights", "/nowhere")]).starts_with("/nowhere: "));
        assert!(fault("alphabeta", &[("network", "/nowhere")]).starts_with("/nowhere: "));
        assert!(fault("alphabeta", &[("network", "/dev/null")]).starts_with("/dev/null: not a network"));
        assert!(fault("oneply", &[("eval", "bare"), ("without", "mobility")]).contains("either"));
        assert!(fault("oneply", &[("network", "/dev/null"), ("without", "mobility")]).contains("either"));
    }
}
