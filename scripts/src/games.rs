//! The games that the programs know by name.

use clap::ValueEnum;

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Variant {
    /// Orthodox chess.
    Chess,
    /// Knight relay chess.
    Knightrelay,
    /// Quex.
    Quex,
    /// Keyles.
    Keyles,
}

/// Evaluates an expression in which a name stands for the type of a [`Variant`].
#[macro_export]
macro_rules! with_game {
    ($variant:expr, $game:ident => $do:expr) => {
        match $variant {
            $crate::games::Variant::Chess => {
                type $game = engine::variants::Chess;
                $do
            }
            $crate::games::Variant::Knightrelay => {
                type $game = engine::variants::KnightRelay;
                $do
            }
            $crate::games::Variant::Quex => {
                type $game = engine::variants::Quex;
                $do
            }
            $crate::games::Variant::Keyles => {
                type $game = engine::variants::Keyles;
                $do
            }
        }
    };
}
