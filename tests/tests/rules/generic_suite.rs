//! The generic suite, run for every game.

use engine::variants::{
    Chess, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens, Keyles, KnightRelay, Quex,
};
use tests::generic;

macro_rules! every_game {
    ($($name:ident: $game:ty;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn random_games_keep_every_property() {
                generic::check_random_games::<$game>(25, 300, 1);
            }

            #[test]
            fn a_game_is_taken_back_move_by_move() {
                for seed in 0..20 {
                    generic::check_undo::<$game>(400, seed);
                }
            }
        }
    )* };
}

every_game! {
    chess: Chess;
    knightrelay: KnightRelay;
    quex: Quex;
    keyles: Keyles;
    chex: Chex;
    chexpbm: ChexByMail;
    kaleido: Kaleido;
    kaleidodice: KaleidoDice;
    kaleidopawns: KaleidoPawns;
    kaleidoravens: KaleidoRavens;
}

#[test]
fn keys_of_most_positions_to_come_are_foretold() {
    generic::check_likely_keys::<Chess>(10, 200, 1, 97);
    generic::check_likely_keys::<KnightRelay>(10, 200, 1, 97);
    generic::check_likely_keys::<Quex>(10, 200, 1, 92);
    generic::check_likely_keys::<Keyles>(10, 200, 1, 91);
    generic::check_likely_keys::<Kaleido>(10, 200, 1, 100);
}
