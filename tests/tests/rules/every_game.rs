//! The generic suite, run for every game.

use engine::variants::{Chess, Kaleido, Keyles, KnightRelay, Quex};
use tests::properties;

macro_rules! every_game {
    ([] $($name:ident: $family:ident::$game:ident,)*) => { $(
        mod $name {
            use engine::variants::$game;
            use tests::properties;

            #[test]
            fn random_games_keep_every_property() {
                properties::check_random_games::<$game>(25, 300, 1);
            }

            #[test]
            fn a_game_is_taken_back_move_by_move() {
                for seed in 0..20 {
                    properties::check_undo::<$game>(400, seed);
                }
            }
        }
    )* };
}

engine::for_each_game!(every_game);

#[test]
fn keys_of_most_positions_to_come_are_foretold() {
    properties::check_key_after::<Chess>(10, 200, 1, 97);
    properties::check_key_after::<KnightRelay>(10, 200, 1, 97);
    properties::check_key_after::<Quex>(10, 200, 1, 92);
    properties::check_key_after::<Keyles>(10, 200, 1, 91);
    properties::check_key_after::<Kaleido>(10, 200, 1, 100);
}
