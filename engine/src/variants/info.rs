//! Descriptor of a game: what programs need to know of it beside its rules.

use crate::game::Game;

/// Descriptor of a game, a constant beside its rules. There are no defaults: what a game forgets is a compile error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name on command lines, in protocols and of data files: lower case letters and digits, as in
    /// [`for_each_game!`](crate::for_each_game).
    pub name: &'static str,
    /// The name in prose: `Knight relay chess`.
    pub title: &'static str,
    /// The aim of the players in one sentence: `Checkmate the enemy king.`
    pub goal: &'static str,
    /// The names other programs write into the `Variant` tag of a PGN game, in lower case.
    pub aliases: &'static [&'static str],
    /// Bench reduction in plies: the bench searches the game less deep than chess, so that no game dominates it.
    pub bench_reduction: u32,
}

/// A game with a descriptor.
pub trait Described: Game {
    /// The descriptor.
    const INFO: &'static GameInfo;
}
