//! Places of the parts of a game's page, on screens of all shapes.

use serde_json::json;

use super::player::{self, Setting};
use super::table::play;
use super::window::{Look, Window};

/// True if the whole of an element is seen.
async fn is_seen(window: &Window, selector: &str) -> bool {
    let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return box.height > 0 && box.top >= -1 && box.left >= -1 && box.bottom <= window.innerHeight + 1
            && box.right <= window.innerWidth + 1;";
    window.script(script, vec![json!(selector)]).await == json!(true)
}

/// Upper edge of an element in the page.
async fn top(window: &Window, selector: &str) -> f64 {
    let script = "return document.querySelector(arguments[0]).getBoundingClientRect().top + window.scrollY;";
    window.script(script, vec![json!(selector)]).await.as_f64().expect("a number")
}

#[test]
fn a_board_is_seen_as_a_whole_on_a_telephone_on_its_side() {
    play("layout-landscape", async |table| {
        let window = table.window(Look::LANDSCAPE).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        for part in ["#board", "#links"] {
            window.script("document.querySelector(arguments[0]).scrollIntoView();", vec![json!(part)]).await;
            assert!(is_seen(&window, "#board").await, "beside {part}");
        }
        window.shoot_window("game-landscape-light").await;
        window.is_clean().await;
    });
}

#[test]
fn what_is_due_is_in_sight_on_a_telephone() {
    play("layout-phone", async |table| {
        let window = table.window(Look::PHONE).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        assert!(top(&window, "#invitations").await < top(&window, "#board").await, "the link comes first");
        window.shoot_window("invitation-phone-light").await;
        let setting = Setting { clock: Some("5+3"), ..Setting::default() };
        player::begin(&window, "kaleido4", "Play the engine", setting).await;
        window.script("window.scrollTo(0, 0);", Vec::new()).await;
        assert!(is_seen(&window, "#status").await);
        let rows = "return new Set([...document.querySelectorAll('#top .player')]
            .map((it) => it.getBoundingClientRect().top)).size;";
        assert_eq!(window.script(rows, Vec::new()).await, json!(1), "three opponents in a row");
        window.shoot_window("four-phone-light").await;
        window.is_clean().await;
    });
}

#[test]
fn a_wide_board_has_no_empty_bands() {
    play("layout-wide", async |table| {
        let window = table.window(Look::DESK).await;
        let shape = "const box = document.querySelector('#board').getBoundingClientRect();
            return box.width / box.height;";
        for (variant, least, most) in [("capablanca", 1.2, 1.3), ("chess", 0.99, 1.01), ("kaleido", 0.99, 1.01)] {
            window.open(&format!("/analysis?variant={variant}")).await;
            window.appears("#board .piece").await;
            let shape = window.script(shape, Vec::new()).await.as_f64().expect("a number");
            assert!((least..most).contains(&shape), "{variant}: {shape}");
        }
        window.is_clean().await;
    });
}

#[test]
fn nothing_moves_when_the_connection_is_lost() {
    play("layout-lost", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        let before = top(&window, "#board").await;
        table.kill_server();
        window.appears("#lost").await;
        let moved = top(&window, "#board").await - before;
        assert!(moved.abs() < 1.0, "by {moved} pixels");
    });
}
