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

    /// Search that tells whether a random opening is balanced, if there is one for this game.
    fn opening_search() -> Option<Box<dyn Search<Self>>>;

    /// Search that plays the game with itself: alpha-beta with a network, or with that of the program; with more than
    /// two players, where there are no networks, the strongest method.
    fn self_play_search(network: Option<&Arc<Network>>) -> Box<dyn Search<Self>>;
}

/// Implements [`MatchGame`] for the games of two.
macro_rules! match_game_of_two {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl MatchGame for engine::variants::$game {
            fn open_player(name: &str, settings: &[(String, String)]) -> Result<Box<dyn Player<Self>>> {
                super::open(name, settings)
            }

            fn opening_search() -> Option<Box<dyn Search<Self>>> {
                Some(super::searcher())
            }

            fn self_play_search(network: Option<&Arc<Network>>) -> Box<dyn Search<Self>> {
                network.map_or_else(super::searcher, |network| super::searching::with_network(network.clone()))
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

            fn opening_search() -> Option<Box<dyn Search<Self>>> {
                None
            }

            fn self_play_search(_: Option<&Arc<Network>>) -> Box<dyn Search<Self>> {
                super::searching::strongest()
            }
        }
    )*};
}

engine::for_each_two_player_type!(match_game_of_two);
engine::for_each_multiplayer_game!(match_game_of_more);
