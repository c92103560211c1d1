//! The positions of the bench, `protocol/bench/NAME.fen`: a position per line.
//!
//! They are start positions, positions known from the literature, and one position each from games that the engine has
//! played against itself, the later in the list the later in its game. Among those of Keyles are captured kings and
//! races. Where a die is thrown it shows a number.

use engine::variants::TwoPlayerVariant;

macro_rules! define_text_of {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        /// The file of a game's positions; the bench has none of custom variants.
        const fn text_of(variant: TwoPlayerVariant) -> &'static str {
            match variant {
                $(TwoPlayerVariant::$game => include_str!(concat!("../../bench/", $name, ".fen")),)*
                TwoPlayerVariant::Custom(_) => "",
            }
        }

        $(const _: () = assert!(!text_of(TwoPlayerVariant::$game).is_empty(), "a game without bench positions");)*
    };
}

engine::for_each_two_player_game!(define_text_of);

/// The positions of a game.
pub fn of(variant: TwoPlayerVariant) -> impl Iterator<Item = &'static str> {
    text_of(variant).lines()
}
