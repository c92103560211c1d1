//! Connections that are lost.

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

#[test]
fn a_game_goes_on_after_the_server_was_killed() {
    play("killed", async |table| {
        let window = table.window(Look::DESK).await;
        let setting = Setting { clock: Some("10+5"), ..Setting::default() };
        player::begin(&window, "chess", "Play the engine", setting).await;
        window.step("e2", "e4").await;
        window.until("an answer", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        let moves = window.text("#moves").await;

        table.kill_server();
        window.appears("#lost").await;
        window.shoot("lost-desk-light").await;
        table.restart_server(&[]);
        window.until("a connection", "return document.querySelector('#lost').hidden;", Vec::new()).await;
        assert_eq!(window.text("#moves").await, moves);
        assert!(player::waits_for_turn(&window).await);
        window.step("d2", "d4").await;
        window.until("an answer", "return document.querySelectorAll('#moves .ply').length === 4;", Vec::new()).await;
    });
}

#[test]
fn a_seat_is_kept_when_the_page_is_loaded_again() {
    play("reload", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "quex", "Play the engine", Setting::default()).await;
        window.step("e3", "e4").await;
        player::waits_for_turn(&window).await;
        window.browser.refresh().await.expect("a page");
        window.appears("#board .live").await;
        assert!(player::waits_for_turn(&window).await);
        assert_eq!(player::plies(&window).await, 2);

        let watcher = table.window(Look::DESK).await;
        watcher.open(&window.path().await).await;
        watcher.appears("#board .piece").await;
        assert!(!watcher.has("#board .live").await && !watcher.has("#resign").await, "a watcher cannot play");
        window.is_clean().await;
        watcher.is_clean().await;
    });
}
