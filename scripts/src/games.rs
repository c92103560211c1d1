//! The games that the programs know by name.

use std::fmt;

use clap::ValueEnum;
use engine::game::Game;
use serde::{Deserialize, Serialize};

use crate::with_game;

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Orthodox chess.
    Chess,
    /// Knight relay chess.
    #[value(name = "knightrelay")]
    KnightRelay,
    /// Quex.
    Quex,
    /// Keyles.
    Keyles,
    /// Chex.
    Chex,
    /// Chex by mail.
    #[value(name = "chexpbm")]
    #[serde(rename = "chexpbm")]
    ChexByMail,
    /// KaleidoChess.
    Kaleido,
    /// KaleidoChess with dice.
    #[value(name = "kaleidodice")]
    KaleidoDice,
    /// KaleidoChess against pawns.
    #[value(name = "kaleidopawns")]
    KaleidoPawns,
    /// KaleidoChess against ravens.
    #[value(name = "kaleidoravens")]
    KaleidoRavens,
}

impl Variant {
    /// All games.
    pub fn all() -> &'static [Variant] {
        Variant::value_variants()
    }

    /// Its name on command lines and in protocols.
    pub fn name(self) -> &'static str {
        with_game!(self, Chosen => Chosen::NAME)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
            $crate::games::Variant::KnightRelay => {
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
            $crate::games::Variant::Chex => {
                type $game = engine::variants::Chex;
                $do
            }
            $crate::games::Variant::ChexByMail => {
                type $game = engine::variants::ChexByMail;
                $do
            }
            $crate::games::Variant::Kaleido => {
                type $game = engine::variants::Kaleido;
                $do
            }
            $crate::games::Variant::KaleidoDice => {
                type $game = engine::variants::KaleidoDice;
                $do
            }
            $crate::games::Variant::KaleidoPawns => {
                type $game = engine::variants::KaleidoPawns;
                $do
            }
            $crate::games::Variant::KaleidoRavens => {
                type $game = engine::variants::KaleidoRavens;
                $do
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_called_alike_everywhere() {
        for &variant in Variant::all() {
            let name = variant.name();
            assert_eq!(<Variant as ValueEnum>::from_str(name, false), Ok(variant));
            assert_eq!(serde_json::to_string(&variant).unwrap(), format!("\"{name}\""));
        }
    }
}
