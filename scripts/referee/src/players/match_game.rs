//! The games of the list, with the players and the openings that each of them can have.

use std::sync::Arc;

use anyhow::Result;
use engine::game::Tactics;
use engine::search::Search;
use engine::text::Notation;
use eval::nnue::Network;

use crate::Player;

/// A game of the list: what a match needs besides its rules.
pub trait MatchGame: Tactics + Notation {
    /// Makes a built-in player by name, with options.
    ///
    /// # Errors
    /// If there is no such player, it does not play this game, or it has no such option.
    fn open_player(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<Self>>>;

    /// Search that tells whether a random opening is balanced, if there is one for this game. Its table has `hash`
    /// megabytes.
    fn opening_search(hash: usize) -> Option<Box<dyn Search<Self>>>;

    /// Search that plays the game with itself: alpha-beta with a network, or with that of the program, and a table of
    /// `hash` megabytes; with more than two players, where there are no networks, the default search.
    fn self_play_search(network: Option<&Arc<Network>>, hash: usize) -> Box<dyn Search<Self>>;
}

/// Implements [`MatchGame`] for the games of two.
macro_rules! match_game_of_two {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl MatchGame for engine::variants::$game {
            fn open_player(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<Self>>> {
                super::open(name, settings)
            }

            fn opening_search(hash: usize) -> Option<Box<dyn Search<Self>>> {
                Some(super::searching::searcher_with_hash(hash))
            }

            fn self_play_search(network: Option<&Arc<Network>>, hash: usize) -> Box<dyn Search<Self>> {
                match network {
                    Some(network) => super::searching::with_network(network.clone(), hash),
                    None => super::searching::searcher_with_hash(hash),
                }
            }
        }
    )*};
}

/// Implements [`MatchGame`] for the games of more than two.
macro_rules! match_game_of_more {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl MatchGame for engine::variants::$game {
            fn open_player(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<Self>>> {
                super::open_multiplayer(name, settings)
            }

            fn opening_search(_: usize) -> Option<Box<dyn Search<Self>>> {
                None
            }

            fn self_play_search(_: Option<&Arc<Network>>, hash: usize) -> Box<dyn Search<Self>> {
                super::searching::default_search(hash)
            }
        }
    )*};
}

engine::for_each_two_player_type!(match_game_of_two);
engine::for_each_multiplayer_game!(match_game_of_more);
