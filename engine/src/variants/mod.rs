//! The games: one folder per family, and the list of all games.
//!
//! [`for_each_game!`](crate::for_each_game) is the only list of games in the workspace. Everything that exists once per
//! game is generated from it: [`Variant`] (the games by name) and the dispatch from a name to a type
//! ([`with_game!`](crate::with_game)) here; searches, books, bench positions, perft suites and tests in their crates.
//! A data file of a game is found by the game's name, so a missing one is a compile error.
//! `docs/adding-a-game.md` walks through a new game.

pub mod chex;
pub mod custom;
mod fen;
pub mod images;
mod info;
pub mod kaleido;
mod kinds;
mod list;
pub mod orthodox;
pub mod quex;
mod san;
mod see;

pub use custom::CustomGame;
pub use info::{Described, GameInfo};
pub use list::*;

/// The list of games: calls a macro with `"name": family::Type,` for each game, in the order in which games are listed
/// for users.
///
/// The name is [`Game::name`](crate::game::Game::name) as a literal, which names a game's data files too. The family
/// is a module of [`variants`](crate::variants). What follows the macro's name is passed on in brackets, ahead of the
/// list.
///
/// ```
/// macro_rules! names {
///     ([$separator:literal] $($name:literal: $family:ident::$game:ident,)*) => {
///         [$($name),*].join($separator)
///     };
/// }
/// let names = engine::for_each_game!(names, " ");
/// assert!(names.starts_with("chess knightrelay "));
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => {
        $crate::list_games! { all [$($callback)::+] [$($($context)*)?] }
    };
}

/// The games for two players of [`for_each_game!`](crate::for_each_game), for what exists for two players only.
#[macro_export]
macro_rules! for_each_two_player_game {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => {
        $crate::list_games! { two [$($callback)::+] [$($($context)*)?] }
    };
}

/// The games for two players of [`for_each_game!`](crate::for_each_game), and last the type of all custom variants: for
/// traits of types. What reads a game's data files takes the list.
#[macro_export]
macro_rules! for_each_two_player_type {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => {
        $crate::list_games! { types [$($callback)::+] [$($($context)*)?] }
    };
}

/// The games for more than two players of [`for_each_game!`](crate::for_each_game).
#[macro_export]
macro_rules! for_each_multiplayer_game {
    ($($callback:ident)::+ $(, $($context:tt)*)?) => {
        $crate::list_games! { more [$($callback)::+] [$($($context)*)?] }
    };
}

/// The list, the games for two players first.
#[doc(hidden)]
#[macro_export]
macro_rules! list_games {
    ($selection:ident $callback:tt $context:tt) => {
        $crate::select_games! {
            $selection $callback $context
            [
                "chess": orthodox::Chess,
                "knightrelay": orthodox::KnightRelay,
                "amazon": orthodox::AmazonChess,
                "capablanca": orthodox::CapablancaChess,
                "kingofthehill": orthodox::KingOfTheHill,
                "3check": orthodox::ThreeCheck,
                "extinction": orthodox::ExtinctionChess,
                "madrasi": orthodox::Madrasi,
                "circe": orthodox::Circe,
                "dunsany": orthodox::DunsanyChess,
                "monster": orthodox::MonsterChess,
                "progressive": orthodox::ProgressiveChess,
                "quex": quex::Quex,
                "keyles": quex::Keyles,
                "chex": chex::Chex,
                "chexpbm": chex::ChexByMail,
                "kaleido": kaleido::Kaleido,
                "kaleidodice": kaleido::KaleidoDice,
                "kaleidopawns": kaleido::KaleidoPawns,
                "kaleidoravens": kaleido::KaleidoRavens,
            ]
            [
                "kaleido3": kaleido::Kaleido3,
                "kaleido4": kaleido::Kaleido4,
            ]
        }
    };
}

/// Calls a macro with the part of the list that was asked for.
#[doc(hidden)]
#[macro_export]
macro_rules! select_games {
    (all [$($callback:ident)::+] $context:tt [$($two:tt)*] [$($more:tt)*]) => {
        $($callback)::+! { $context $($two)* $($more)* }
    };
    (two [$($callback:ident)::+] $context:tt [$($two:tt)*] [$($more:tt)*]) => {
        $($callback)::+! { $context $($two)* }
    };
    (types [$($callback:ident)::+] $context:tt [$($two:tt)*] [$($more:tt)*]) => {
        $($callback)::+! { $context $($two)* "custom": custom::CustomGame, }
    };
    (more [$($callback:ident)::+] $context:tt [$($two:tt)*] [$($more:tt)*]) => {
        $($callback)::+! { $context $($more)* }
    };
}
