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
fn a_page_that_could_not_be_shown_is_tried_again() {
    play("failed", async |table| {
        let window = table.window(Look::PHONE).await;
        for (path, shown) in [("/", ".card .board .piece"), ("/analysis?variant=chess", "#board .piece")] {
            window.block(&["*/api/variants"]).await;
            window.open(path).await;
            window.says("#main .lasting", "The server does not answer").await;
            window.shoot_window("failed-phone-light").await;
            window.press("#main .lasting", "Try again").await;
            window.says("#main .lasting", "The server does not answer").await;
            window.block(&[]).await;
            window.press("#main .lasting", "Try again").await;
            window.appears(shown).await;
            assert!(!window.has(".lasting").await, "{path}");
        }
    });
}

#[test]
fn a_seat_is_taken_along_to_another_device() {
    play("device", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.step("e2", "e4").await;
        assert!(player::waits_for_turn(&window).await);
        window.click("#links .own-link summary").await;
        window.appears("#links .own-link button").await;
        let link = window.value("#links .own-link input").await;

        let other = table.window(Look::PHONE).await;
        other.open(link.strip_prefix(&table.address()).expect("a link of this server")).await;
        assert!(player::waits_for_turn(&other).await);
        other.step("d2", "d4").await;
        // The engine may have captured the pawn by now.
        window.says("#moves", "d4").await;

        let watcher = table.window(Look::DESK).await;
        watcher.open(&window.path().await).await;
        watcher.appears("#board .piece").await;
        assert!(!watcher.has(".own-link").await, "a watcher has no seat");
        window.is_clean().await;
        other.is_clean().await;
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
