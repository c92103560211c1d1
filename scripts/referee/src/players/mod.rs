//! Built-in players, which need no process: Motley's searches with options, and weak players that every engine must
//! beat.
//!
//! [`open`] makes a player of a game of two. [`MatchGame`] does so for every game of the list.

mod evaluation;
mod match_game;
mod options;
mod plain_mcts;
mod searching;
mod weak;

use anyhow::{Result, bail};
use engine::game::Tactics;
use engine::search::coalition::Form;
use searches::{Compared, SearchedByMany};

use crate::{InProcessPlayer, Player};

pub use match_game::MatchGame;
pub use plain_mcts::PlainMcts;
pub use searching::{DEFAULT_HASH, OnePlyMover, searcher};
pub use weak::{CautiousMover, GreedyMover, RandomMover};

pub(crate) use weak::can_eliminate;

use options::Options;

/// A built-in player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// Name on command lines.
    pub name: &'static str,
    /// True if the player thinks for as long as its limits allow: there must be some.
    pub needs_limits: bool,
    /// Games that it plays, by the number of their players.
    pub plays: Plays,
}

/// Games that a built-in player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plays {
    /// All games.
    All,
    /// Games for two.
    Two,
    /// Games for more than two.
    More,
}

/// All built-in players, the weaker ones first.
pub const BUILT_IN: [BuiltIn; 10] = [
    BuiltIn { name: "random", needs_limits: false, plays: Plays::All },
    BuiltIn { name: "cautious", needs_limits: false, plays: Plays::All },
    BuiltIn { name: "greedy", needs_limits: false, plays: Plays::All },
    BuiltIn { name: "oneply", needs_limits: false, plays: Plays::All },
    BuiltIn { name: "mcts-plain", needs_limits: true, plays: Plays::All },
    BuiltIn { name: "tree", needs_limits: true, plays: Plays::Two },
    BuiltIn { name: "alphabeta", needs_limits: true, plays: Plays::Two },
    BuiltIn { name: "paranoid", needs_limits: true, plays: Plays::More },
    BuiltIn { name: "brs", needs_limits: true, plays: Plays::More },
    BuiltIn { name: "maxn", needs_limits: true, plays: Plays::More },
];

/// Finds a built-in player by name.
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

/// Makes a built-in player of a game of two by name, with options: `hash` (megabytes), `eval` (`whole`, `hce`, `psqt`,
/// `material`), `network` (a file of `cargo tune network`), `without` (a part of the HCE), `weights` (a file as
/// `cargo tune fit` prints it), and the search parameters by name.
///
/// # Errors
/// If there is no such player, or it has no such option.
pub fn open<G: Compared>(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<G>>> {
    let mut options = Options::new(settings);
    let player: Box<dyn Player<G>> = match find(name)?.name {
        "oneply" => Box::new(InProcessPlayer::new(OnePlyMover::new(options.evaluation()?))),
        "tree" => Box::new(InProcessPlayer::new(searching::tree::<G>(&mut options)?)),
        "alphabeta" => Box::new(InProcessPlayer::new(searching::alphabeta::<G>(&mut options)?)),
        other => simple(other)?,
    };
    options.finish(name)?;
    Ok(player)
}

/// Makes a built-in player of a game for more than two, with options: for those that evaluate, `weights` (a file as
/// `cargo tune fit` prints it) and `without` (a part of the evaluation), and for those that search, `hash` (megabytes)
/// and the search parameters by name.
///
/// # Errors
/// If there is no such player, it does not play such games, or it has no such option.
fn open_multiplayer<G: SearchedByMany>(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<G>>> {
    let found = find(name)?;
    if found.plays == Plays::Two {
        let able = BUILT_IN.iter().filter(|built_in| built_in.plays != Plays::Two);
        let names: Vec<&str> = able.map(|built_in| built_in.name).collect();
        bail!("'{name}' does not play {}, a game for {} players; {} do", G::name(), G::SEATS, names.join(", "));
    }
    let mut options = Options::new(settings);
    let player: Box<dyn Player<G>> = match name {
        "oneply" => Box::new(InProcessPlayer::new(G::one_ply(options.shares()?))),
        "paranoid" => Box::new(InProcessPlayer::new(searching::coalition::<G>(Form::Paranoid, &mut options)?)),
        "brs" => Box::new(InProcessPlayer::new(searching::coalition::<G>(Form::BestReply, &mut options)?)),
        "maxn" => Box::new(InProcessPlayer::new(searching::maxn::<G>(&mut options)?)),
        other => simple(other)?,
    };
    options.finish(name)?;
    Ok(player)
}

/// Makes a player that knows the rules and has no options.
fn simple<G: Tactics>(name: &str) -> Result<Box<dyn Player<G>>> {
    Ok(match name {
        "random" => Box::new(InProcessPlayer::new(RandomMover::new(0))),
        "cautious" => Box::new(InProcessPlayer::new(CautiousMover::new(0))),
        "greedy" => Box::new(InProcessPlayer::new(GreedyMover::new(0))),
        "mcts-plain" => Box::new(InProcessPlayer::new(PlainMcts::new(0))),
        _ => bail!("'{name}' plays games for more than two players only"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::{Kaleido4, KnightRelay};

    fn settings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect()
    }

    fn fault(name: &str, pairs: &[(&str, &str)]) -> String {
        format!("{:#}", open::<KnightRelay>(name, &settings(pairs)).err().expect("there is a fault"))
    }

    #[test]
    fn built_in_players_are_found_by_name() {
        for BuiltIn { name, plays, .. } in BUILT_IN {
            assert_eq!(open::<KnightRelay>(name, &[]).is_ok(), plays != Plays::More, "{name}");
            assert_eq!(open_multiplayer::<Kaleido4>(name, &[]).is_ok(), plays != Plays::Two, "{name}");
        }
        assert_eq!(fault("brs", &[]), "'brs' plays games for more than two players only");
        assert!(fault("strong", &[]).starts_with("no player is called 'strong'; there are: random, "));
    }

    #[test]
    fn searches_of_games_for_more_than_two_have_parameters() {
        let open = |name: &str, pair| {
            let player = open_multiplayer::<Kaleido4>(name, &settings(&[pair]));
            player.map(|_| ()).map_err(|error| format!("{error:#}"))
        };
        for (name, parameter) in [("paranoid", "lmr_base"), ("brs", "hash"), ("maxn", "prior_temperature")] {
            assert_eq!(open(name, (parameter, "70")), Ok(()));
            assert!(open(name, (parameter, "many")).is_err());
        }
        assert_eq!(open("oneply", ("hash", "2")), Err("'oneply' has no setting 'hash'".to_string()));
    }

    #[test]
    fn options_are_set_or_refused() {
        for good in [[("hash", "2"), ("eval", "psqt")], [("without", "mobility"), ("aspiration_delta", "20")]] {
            open::<KnightRelay>("alphabeta", &settings(&good)).map(|_| ()).unwrap();
        }
        assert!(open::<KnightRelay>("tree", &settings(&[("prior_temperature", "70")])).is_ok());
        assert_eq!(fault("random", &[("hash", "2")]), "'random' has no setting 'hash'");
        assert_eq!(fault("alphabeta", &[("hash", "many")]), "hash=many: no number of megabytes");
        assert_eq!(fault("alphabeta", &[("eval", "good")]), "eval=good: there are whole, hce, psqt, material");
        assert_eq!(fault("alphabeta", &[("without", "luck")]), "the evaluation has no part 'luck'");
        assert!(
            fault("alphabeta", &[("prior_temperature", "70")]).contains("no parameter 'prior_temperature' can be 70")
        );
        assert!(fault("alphabeta", &[("weights", "/nowhere")]).starts_with("/nowhere: "));
        assert!(fault("alphabeta", &[("network", "/nowhere")]).starts_with("/nowhere: "));
        for option in ["network", "weights"] {
            let refused = fault("alphabeta", &[(option, "/dev/null")]);
            assert!(refused.starts_with("/dev/null: a folder or a device, not a file"), "{refused}");
        }
        assert!(fault("oneply", &[("eval", "psqt"), ("without", "mobility")]).contains("either"));
        assert!(fault("oneply", &[("network", "/dev/null"), ("without", "mobility")]).contains("either"));
    }
}
