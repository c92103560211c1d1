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

/// Checks that the page is not wider than 320 pixels.
async fn is_narrow(window: &Window, page: &str) {
    let script = "const most = arguments[0];
        if (document.documentElement.scrollWidth <= most) return [];
        const wide = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > most);
        return wide.map((it) => it.outerHTML.slice(0, 100));";
    let wide = window.script(script, vec![json!(Look::NARROW.size.0)]).await;
    assert_eq!(wide, json!([]), "{page}: {wide:#}");
}

#[test]
fn nothing_is_wider_than_the_narrowest_screen() {
    play("layout-narrow", async |table| {
        let window = table.window(Look::NARROW).await;
        for (path, part) in [
            ("/", ".card .board .piece"),
            ("/games", "#along button"),
            ("/analysis?variant=keyles", "#board .piece"),
            ("/rules/kaleido", "#text .play-on"),
        ] {
            window.open(path).await;
            window.appears(part).await;
            is_narrow(&window, path).await;
        }
        window.open("/").await;
        window.press("[data-family=\"chess\"]", "Play the engine").await;
        window.appears("dialog.new-game").await;
        let fits = "const dialog = document.querySelector('dialog'); return dialog.scrollWidth <= dialog.clientWidth;";
        assert_eq!(window.script(fits, Vec::new()).await, json!(true), "the dialog of a new game");
        window.shoot_window("new-game-narrow-light").await;
        let setting = Setting { clock: Some("5+3"), ..Setting::default() };
        player::begin(&window, "kaleido4", "Play the engine", setting).await;
        is_narrow(&window, "kaleido4").await;
        player::begin(&window, "kaleido3", "Play a friend", Setting::default()).await;
        window.appears("#invitations input").await;
        is_narrow(&window, "kaleido3").await;
        window.shoot("invitations-narrow-light").await;
        window.is_clean().await;
    });
}

#[test]
fn what_is_due_covers_nothing_at_a_zoom_of_400_percent() {
    play("layout-enlarged", async |table| {
        let window = table.window(Look::ENLARGED).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        let place = "return getComputedStyle(document.querySelector('#now')).position;";
        assert_eq!(window.script(place, Vec::new()).await, json!("static"));
        let columns = "const left = (it) => document.querySelector(it).getBoundingClientRect().left;
            return left('#status') < left('#board') + 100;";
        assert_eq!(window.script(columns, Vec::new()).await, json!(true), "one column");
        is_narrow(&window, "chess").await;
        window.shoot("game-enlarged-light").await;
        window.is_clean().await;
    });
}

#[test]
fn rules_are_printed_in_light_colours() {
    play("layout-print", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/rules/quex").await;
        window.appears("#text .play-on").await;
        window.script("document.documentElement.dataset.theme = 'dark';", Vec::new()).await;
        window.show_print().await;
        let ink = "return getComputedStyle(document.body).color;";
        assert_eq!(window.script(ink, Vec::new()).await, json!("rgb(42, 40, 35)"));
        for part in ["header.site", "#chapters", "#try", ".play-on"] {
            let is_seen = "return document.querySelector(arguments[0]).checkVisibility();";
            assert_eq!(window.script(is_seen, vec![json!(part)]).await, json!(false), "{part}");
        }
        window.shoot("rules-print").await;
        window.is_clean().await;
    });
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
