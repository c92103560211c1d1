//! Every page before axe-core, in both colours and on a telephone: no serious finding.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::programs;

use super::player::{self, Setting};
use super::table::play;
use super::window::{Look, Window};

/// Pages that are looked at, with the names of their pictures.
const PAGES: [(&str, &str); 6] = [
    ("/", "index"),
    ("/games", "games"),
    ("/analysis?variant=keyles", "analysis"),
    ("/rules/kaleido", "rules"),
    ("/rules/chex", "rules-chex"),
    ("/nothing", "not-found"),
];

/// Serious findings: what it is, and where.
const SERIOUS: &str = "const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(violations
        .filter((it) => ['serious', 'critical'].includes(it.impact))
        .map((it) => [it.id, it.help, ...it.nodes.slice(0, 5).map((node) => node.html.slice(0, 200))])));";

/// The file of axe-core that `scripts/setup-packages` installs.
fn axe() -> Option<PathBuf> {
    let libraries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/lib");
    let pythons = fs::read_dir(libraries).ok()?.filter_map(Result::ok);
    let mut files = pythons.map(|python| python.path().join("site-packages/axe_playwright_python/axe.min.js"));
    files.find(|file| file.is_file())
}

async fn check(window: &Window, axe: &str, page: &str) {
    // As a command of the driver, because the page's own policy allows no script from elsewhere.
    window.script(axe, Vec::new()).await;
    let findings = window.browser.execute_async(SERIOUS, Vec::new()).await.expect("axe runs").json().clone();
    assert_eq!(findings, json!([]), "{page}: {findings:#}");
}

async fn looks_at_all(window: &Window, axe: &str, look: &str) {
    for (path, name) in PAGES {
        window.open(path).await;
        window.appears("main h1").await;
        window.until("a still page", "return document.readyState === 'complete';", Vec::new()).await;
        if path != "/nothing" && path != "/games" {
            window.appears(".board [data-field], .board .piece").await;
        }
        check(window, axe, &format!("{path} {look}")).await;
        let live = "#live[role=\"status\"][aria-atomic=\"false\"]:empty";
        assert!(window.has(live).await, "{path} has no place for what will be said, a sentence at a time");
        let is_wide = "return document.documentElement.scrollWidth > window.innerWidth;";
        assert_eq!(window.script(is_wide, Vec::new()).await, Value::Bool(false), "{path} is wider than the {look}");
        window.shoot(&format!("{name}-{look}")).await;
    }
    for variant in ["chess", "chex", "kaleido4"] {
        window.open("/").await;
        player::begin(window, variant, "Play the engine", Setting { clock: Some("5+3"), ..Setting::default() }).await;
        player::waits_for_turn(window).await;
        check(window, axe, &format!("{variant} {look}")).await;
    }
    player::begin(window, "kaleido3", "Play a friend", Setting::default()).await;
    window.appears("#invitations input").await;
    check(window, axe, &format!("invitations {look}")).await;
    window.shoot(&format!("invitations-{look}")).await;
}

fn is_accessible(test: &str, look: Look) {
    let Some(file) = axe() else {
        programs::skipped(test, "axe-core not installed (scripts/setup-packages)");
        return;
    };
    let axe = fs::read_to_string(file).expect("axe-core can be read");
    play(test, async |table| {
        let window = table.window(look).await;
        looks_at_all(&window, &axe, test).await;
    });
}

#[test]
fn desks_are_accessible() {
    is_accessible("desk-light", Look::DESK);
}

#[test]
fn dark_desks_are_accessible() {
    is_accessible("desk-dark", Look::DESK.dark());
}

#[test]
fn phones_are_accessible() {
    is_accessible("phone-light", Look::PHONE);
}

#[test]
fn dark_phones_are_accessible() {
    is_accessible("phone-dark", Look::PHONE.dark());
}
