//! Generic properties, checked for every game.

use engine::variants::{Chess, Kaleido, Kaleido4, Keyles, KnightRelay, Quex};
use tests::properties;

macro_rules! every_game {
    ([] $($name:literal: $family:ident::$game:ident,)*) => { $(
        mod $game {
            use engine::variants::$game;
            use tests::properties;

            #[test]
            fn every_property_holds_along_random_games() {
                properties::check_random_games::<$game>(25, 300, 1);
            }

            #[test]
            fn a_piece_that_is_taken_off_leaves_all_else() {
                properties::check_piece_removal::<$game>(2, 100);
            }

            #[test]
            fn clocks_and_move_numbers_stop_at_the_greatest() {
                properties::check_greatest_counters::<$game>(2, 40);
            }

            #[test]
            fn undo_restores_every_position() {
                for seed in 0..20 {
                    properties::check_undo::<$game>(400, seed);
                }
            }
        }
    )* };
}

mod each {
    engine::for_each_game!(every_game);
}

#[test]
fn key_after_predicts_most_keys() {
    properties::check_key_after::<Chess>(10, 200, 1, 97);
    properties::check_key_after::<KnightRelay>(10, 200, 1, 97);
    properties::check_key_after::<Quex>(10, 200, 1, 92);
    properties::check_key_after::<Keyles>(10, 200, 1, 91);
    properties::check_key_after::<Kaleido>(10, 200, 1, 100);
    properties::check_key_after::<Kaleido4>(10, 200, 1, 100);
}
