//! Moves that are more than two clicks: promotion, re-placement, tiles, throws, own pieces; and the keyboard.

use serde_json::{Value, json};
use thirtyfour::Key;

use super::player::{self, Setting};
use super::table::{Table, play};
use super::window::{Look, Window};

/// Opens a window and begins a game against the engine from a position.
async fn begin_at(table: &Table, look: Look, variant: &str, fen: &str) -> Window {
    let window = table.window(look).await;
    player::begin_at(&window, variant, fen).await;
    window
}

#[test]
fn a_pawn_becomes_what_is_chosen() {
    play("promotion", async |table| {
        let window = begin_at(table, Look::PHONE, "chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1").await;
        window.step("e7", "e8").await;
        window.appears("dialog.choice").await;
        assert_eq!(window.count("dialog.choice .figure").await, 4);
        window.shoot_window("promotion-phone-light").await;
        window.press("dialog.choice", "knight").await;
        window.appears("#board [data-name=\"White knight\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn a_pion_becomes_what_was_captured_or_stays() {
    play("promotion-quex", async |table| {
        let fen = "10/4F5/10/k9/10/10/10/9K/10/10[QN] w - - 0 40";
        let window = begin_at(table, Look::DESK.dark(), "quex", fen).await;
        window.step("e9", "e10").await;
        window.appears("dialog.choice").await;
        assert_eq!(window.count("dialog.choice .figure").await, 3, "queen, knight, or what it is");
        window.shoot_window("promotion-desk-dark").await;
        window.press("dialog.choice", "queen").await;
        window.appears("#board [data-name=\"White queen\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn a_captured_king_is_put_back() {
    play("replacement", async |table| {
        let fen = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 30";
        let window = begin_at(table, Look::DESK, "keyles", fen).await;
        window.appears("#status .hand").await;
        let marked = window.count("#board [aria-label*=\"can be\"]").await;
        assert_eq!(marked, 5, "a field for each champion");
        window.shoot("replacement-desk-light").await;
        window.click_field("d4").await;
        window.appears("[data-field=\"d4\"][aria-label*=\"White king\"]").await;
        assert!(player::waits_for_turn(&window).await, "the same player moves");
        window.step("d4", "d5").await;
        window.appears("[data-field=\"d5\"][aria-label*=\"White king\"]").await;
        window.is_clean().await;
    });
}

/// Part of the plane that is seen.
async fn view(window: &Window) -> Value {
    window.script("return document.querySelector('#board svg').getAttribute('viewBox');", Vec::new()).await
}

#[test]
fn tiles_are_drawn_and_the_plane_is_moved() {
    play("tiles", async |table| {
        let window = table.window(Look::DESK.moving()).await;
        player::begin(&window, "chex", "Play the engine", Setting::default()).await;
        player::move_somehow(&window, "White", true).await;
        assert!(player::waits_for_turn(&window).await);
        let whole = view(&window).await;
        window.press("#zoom", "−").await;
        assert_ne!(view(&window).await, whole);
        window.press("#zoom", "Fit").await;
        assert_eq!(view(&window).await, whole);
        window.click("#draw-tile").await;
        window.appears("#status .hand .icon").await;
        let spoken = "return document.querySelector('#live').textContent.includes('choose a marked field');";
        window.until("the tile is said", spoken, Vec::new()).await;
        let has_focus = "return Boolean(document.activeElement.dataset.field);";
        window.until("the board has the focus", has_focus, Vec::new()).await;
        window.shoot("tile-desk-light").await;
        window.is_clean().await;
    });
}

#[test]
fn a_watcher_moves_the_plane() {
    play("watcher", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chex", "Play the engine", Setting::default()).await;
        player::move_somehow(&window, "White", true).await;
        assert!(player::waits_for_turn(&window).await);
        let watcher = table.window(Look::DESK).await;
        watcher.open(&window.path().await).await;
        watcher.appears("#board .piece").await;
        assert!(!watcher.has("#board .live").await, "a watcher cannot play");
        let whole = view(&watcher).await;
        watcher.drag("a1", "b2").await;
        assert_ne!(view(&watcher).await, whole);
        watcher.press("#zoom", "Fit").await;
        let wheel = "document.querySelector('#board svg').dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));";
        watcher.script(wheel, Vec::new()).await;
        assert_ne!(view(&watcher).await, whole);
        watcher.is_clean().await;
    });
}

#[test]
fn throws_are_shown() {
    play("dice", async |table| {
        let window = table.window(Look::DESK.moving()).await;
        player::begin(&window, "kaleidodice", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.appears("#status .die").await;
        window.says("#status", "You throw").await;
        window.appears("#board .movable").await;
        player::move_somehow(&window, "White", false).await;
        window.appears("#board .thrown").await;
        window.shoot("die-desk-light").await;
        let spoken = "return /You throw [1-6]: /.test(document.querySelector('#live').textContent);";
        window.until("the throw is said", spoken, Vec::new()).await;
        window.is_clean().await;
    });
}

#[test]
fn an_own_piece_is_not_knocked_out_by_a_slip() {
    play("own-piece", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "kaleido", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.step("1A", "1D").await;
        window.press("dialog.choice", "Choose that piece instead").await;
        window.appears("[data-field=\"1D\"][aria-label*=\"chosen\"]").await;
        window.drag("1A", "1D").await;
        window.appears("dialog.choice").await;
        assert_eq!(player::plies(&window).await, 0);
        window.is_clean().await;
    });
}

#[test]
fn the_keyboard_is_enough() {
    play("keyboard", async |table| {
        let window = table.window(Look::DESK.dark()).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.script("document.querySelector('[data-field=\"a1\"]').focus();", vec![]).await;
        for key in [Key::Up, Key::Right, Key::Right, Key::Right, Key::Right, Key::Enter] {
            window.key(key).await;
        }
        window.appears("[data-field=\"e2\"][aria-label*=\"chosen\"]").await;
        window.shoot_window("keyboard-desk-dark").await;
        for key in [Key::Up, Key::Up, Key::Enter] {
            window.key(key).await;
        }
        window.appears("[data-field=\"e4\"][aria-label*=\"White pawn\"]").await;
        assert!(player::waits_for_turn(&window).await);
        let spoken = window.script("return document.querySelector('#live').textContent;", vec![]).await;
        assert!(spoken.as_str().is_some_and(|words| words.contains("e2") && words.contains("Black")), "{spoken}");

        window.write("#typed", "Nf3").await;
        window.press("#type", "Play").await;
        window.appears("[data-field=\"f3\"][aria-label*=\"White knight\"]").await;
        assert!(player::waits_for_turn(&window).await);
        window.write("#typed", "e1e5").await;
        window.press("#type", "Play").await;
        window.appears(".notice.error").await;
        assert_eq!(window.value("#typed").await, "e1e5");
        // An error stays until it is closed.
        window.click(".notices .error .close").await;
        assert!(!window.has(".notices .notice").await);
        window.is_clean().await;
    });
}

#[test]
fn past_positions_are_looked_at() {
    play("past", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.step("b1", "c3").await;
        window.appears("[data-field=\"c3\"][aria-label*=\"White knight\"]").await;
        assert!(player::waits_for_turn(&window).await);
        window.step("g1", "f3").await;
        window.appears("[data-field=\"f3\"][aria-label*=\"White knight\"]").await;
        assert!(player::waits_for_turn(&window).await);
        window.click("#moves .ply").await;
        window.says("#past", "After 1 of 4").await;
        window.appears("[data-field=\"g1\"][aria-label*=\"White knight\"]").await;
        window.press("#past", "Back").await;
        window.appears("[data-field=\"f3\"][aria-label*=\"White knight\"]").await;
        window.click("#turn-board").await;
        let is_turned = "const y = (name) => document.querySelector(`[data-field=${name}]`).getBoundingClientRect().y;
            return y('a1') < y('a8');";
        window.until("Black is below", is_turned, vec![json!(null)]).await;
        window.shoot("turned-desk-light").await;
        window.is_clean().await;
    });
}
