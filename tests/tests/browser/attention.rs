//! Signs that players are waited for: offers, the tab of the browser, little time, sounds, an awake screen.

use serde_json::{Value, json};

use super::player::{self, Setting};
use super::table::play;
use super::window::{Look, Window};

/// Result: warnings of clocks, each a seat and its seconds: White is at this screen and has a minute, then 29.5 and 29
/// seconds, then 9.5; meanwhile Black's clock runs.
const WARNINGS: &str = "const { Clocks } = await import('/js/clock.js');
    const warned = [];
    const clocks = new Clocks((...given) => warned.push(given));
    const set = (running, white, black) => clocks.set({
        seats: [{ clock_ms: white }, { clock_ms: black }],
        clock: { running, initial_ms: 60000 },
        status: 'playing',
        yours: [0],
    });
    set(0, 60000, 60000);
    set(0, 29500, 60000);
    set(1, 29500, 5000);
    set(0, 29000, 5000);
    set(0, 9500, 5000);
    return warned;";

/// Counts the contexts of sounds as `contexts`.
const CONTEXTS: &str = "window.contexts = 0;
    window.AudioContext = class extends AudioContext {
        constructor() {
            super();
            window.contexts += 1;
        }
    };";

/// Result: locks of the screen that the page holds after it was hidden and shown again.
const LOCKS: &str = "let held = 0;
    const release = async () => { held -= 1; };
    navigator.wakeLock.request = async () => {
        held += 1;
        return { release };
    };
    for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        await new Promise((done) => setTimeout(done, 0));
    }
    return held;";

/// Waits until the browser's tab has a title and an icon.
async fn has_title(window: &Window, title: &str, icon: &str) {
    let script = "return document.title === arguments[0]
        && document.querySelector('link[rel=icon]').getAttribute('href') === arguments[1];";
    window.until(title, script, vec![json!(title), json!(icon)]).await;
}

#[test]
fn an_own_offer_is_withdrawn() {
    play("withdrawn", async |table| {
        let [white, black] = player::meet(table, "chess", Setting::default()).await;
        white.step("e2", "e4").await;
        has_title(&black, "(1) Your turn – Motley", "/mark-due.svg").await;
        has_title(&white, "Chess – Motley", "/mark.svg").await;
        white.click("#offer-draw").await;
        black.appears("[data-offer=\"draw\"]").await;
        has_title(&black, "(2) Your turn – Motley", "/mark-due.svg").await;
        white.press("#offers", "Withdraw").await;
        let is_gone = "return document.querySelector('.offer') === null;";
        for window in [&white, &black] {
            window.until("no offer", is_gone, Vec::new()).await;
        }
        assert!(!white.text(".notices").await.contains("declined"), "nobody has declined it");
        has_title(&black, "(1) Your turn – Motley", "/mark-due.svg").await;
        white.is_clean().await;
        black.is_clean().await;
    });
}

#[test]
fn a_declined_rematch_is_told() {
    play("declined", async |table| {
        let [white, black] = player::meet(table, "chess", Setting::default()).await;
        white.step("e2", "e4").await;
        assert!(player::waits_for_turn(&black).await);
        black.click("#resign").await;
        black.press("dialog.choice", "Resign").await;
        white.click("#rematch").await;
        white.appears("#rematch:disabled").await;
        has_title(&black, "(1) Chess – Motley", "/mark-due.svg").await;
        black.press("[data-offer=\"rematch\"]", "Decline").await;
        white.says(".notices", "Your rematch is declined").await;
        white.click("#rematch:enabled").await;
        white.press("#offers", "Withdraw").await;
        white.appears("#rematch:enabled").await;
        white.is_clean().await;
        black.is_clean().await;
    });
}

#[test]
fn little_time_is_told() {
    play("time", async |table| {
        let window = table.window(Look::DESK).await;
        let setting = Setting { clock: Some("5+3"), ..Setting::default() };
        player::begin(&window, "chess", "Play the engine", setting).await;
        window.step("e2", "e4").await;
        assert!(player::waits_for_turn(&window).await);
        let sign = "return getComputedStyle(document.querySelector('.clock.running'), '::before').visibility;";
        assert_eq!(window.script(sign, Vec::new()).await, json!("visible"), "a sign for those who see no colours");
        assert!(window.has(".clock[role=\"timer\"]").await);
        let warned = window.module(WARNINGS).await;
        assert_eq!(warned, json!([[0, 30], [0, 10]]), "once each, and not for the opponent");
        window.is_clean().await;
    });
}

#[test]
fn sounds_are_allowed_by_the_first_touch() {
    play("touch", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.script(CONTEXTS, Vec::new()).await;
        window.click("h1").await;
        assert_eq!(window.script("return window.contexts;", Vec::new()).await, json!(0), "they are off");
        window.script("localStorage.setItem('setting.sound', 'true');", Vec::new()).await;
        window.click("h1").await;
        window.click("h1").await;
        assert_eq!(window.script("return window.contexts;", Vec::new()).await, json!(1), "one for all sounds");
        window.is_clean().await;
    });
}

#[test]
fn the_screen_stays_awake_while_a_clock_runs() {
    play("awake", async |table| {
        let window = table.window(Look::DESK).await;
        for (clock, locks) in [(None, json!(0)), (Some("5+3"), json!(1))] {
            player::begin(&window, "chess", "Play the engine", Setting { clock, ..Setting::default() }).await;
            window.appears("#board .live").await;
            let held: Value = window.module(LOCKS).await;
            assert_eq!(held, locks, "{clock:?}");
        }
        window.is_clean().await;
    });
}
