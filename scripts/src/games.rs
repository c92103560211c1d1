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
    /// KaleidoChess.
    Kaleido,
    /// KaleidoChess against eighteen pawns.
    Kaleidopawns,
    /// KaleidoChess against eighteen ravens.
    Kaleidoravens,
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
            $crate::games::Variant::Kaleido => {
                type $game = engine::variants::Kaleido;
                $do
            }
            $crate::games::Variant::Kaleidopawns => {
                type $game = engine::variants::KaleidoPawns;
                $do
            }
            $crate::games::Variant::Kaleidoravens => {
                type $game = engine::variants::KaleidoRavens;
                $do
            }
        }
    };
}
