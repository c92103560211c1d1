//! Each game, by clicks, against the engine.

use engine::variants::Variant;

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

/// Moves that the person makes in each game.
const MOVES: usize = 3;

/// Plays some moves of a game against the engine, from the start page on, and leaves a picture.
fn plays(variant: &'static str, look: Look) {
    let kind = if look.is_phone { "phone" } else { "desk" };
    let colours = if look.is_dark { "dark" } else { "light" };
    play(&format!("engine-{variant}"), async |table| {
        let window = table.window(look).await;
        player::begin(&window, variant, "Play the engine", Setting::default()).await;
        for turn in 0..MOVES {
            if !player::waits_for_turn(&window).await {
                break;
            }
            player::move_somehow(&window, "White", turn == 0 || turn == 2).await;
        }
        player::waits_for_turn(&window).await;
        window.shoot(&format!("game-{variant}-{kind}-{colours}")).await;
        // Behind the number of the row and White's cell is that of the engine.
        assert!(window.has("#moves .cell:nth-child(3) .ply").await, "the engine has answered");
        window.is_clean().await;
    });
}

macro_rules! games {
    ($($test:ident: $variant:literal, $look:expr;)*) => {
        /// Names of the games that are played here.
        const PLAYED: &[&str] = &[$($variant),*];

        $(
            #[test]
            fn $test() {
                plays($variant, $look);
            }
        )*
    };
}

games! {
    chess_is_played: "chess", Look::DESK;
    knight_relay_chess_is_played: "knightrelay", Look::DESK.dark();
    amazon_chess_is_played: "amazon", Look::DESK;
    capablanca_chess_is_played: "capablanca", Look::PHONE;
    king_of_the_hill_is_played: "kingofthehill", Look::DESK.dark();
    three_check_chess_is_played: "3check", Look::PHONE.dark();
    extinction_chess_is_played: "extinction", Look::DESK;
    madrasi_is_played: "madrasi", Look::DESK.dark();
    circe_is_played: "circe", Look::DESK;
    dunsany_s_chess_is_played: "dunsany", Look::PHONE;
    monster_chess_is_played: "monster", Look::DESK.dark();
    progressive_chess_is_played: "progressive", Look::PHONE.dark();
    quex_is_played: "quex", Look::PHONE;
    keyles_is_played: "keyles", Look::DESK;
    chex_is_played: "chex", Look::DESK.moving();
    chex_by_mail_is_played: "chexpbm", Look::PHONE.dark();
    kaleido_chess_is_played: "kaleido", Look::DESK;
    kaleido_chess_with_dice_is_played: "kaleidodice", Look::DESK.dark().moving();
    kaleido_chess_against_pawns_is_played: "kaleidopawns", Look::PHONE;
    kaleido_chess_against_ravens_is_played: "kaleidoravens", Look::DESK.dark();
    kaleido_chess_for_three_is_played: "kaleido3", Look::PHONE.dark();
    kaleido_chess_for_four_is_played: "kaleido4", Look::DESK;
}

#[test]
fn every_game_is_played() {
    assert_eq!(PLAYED, Variant::NAMES);
}
