//! A person who plays: begins games, and makes moves by clicks on the board.

use serde_json::json;

use super::table::Table;
use super::window::{Look, Window};

/// Fields whose piece can move, and those that can be reached, by name. Wizards stay, because to leave the castle may
/// lose at once, and no own piece is knocked out.
const FIELDS: &str = r#"
    const names = (wanted) => [...document.querySelectorAll('[data-field]')]
        .filter((it) => wanted(it.getAttribute('aria-label'), it)).map((it) => it.dataset.field);
    const isTarget = (words) => /can be (reached|captured)/.test(words);
    const isOwn = (words) => words.includes(arguments[0] + ' ');
    return {
        pieces: names((words, it) => it.classList.contains('able') && !isTarget(words) && !words.includes('wizard')),
        targets: names((words) => isTarget(words) && !isOwn(words)),
    };
"#;

/// How an engine's game begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// Seats and who sits there, where it is not as offered: `(0, "engine")`.
    pub seats: &'a [(usize, &'a str)],
    /// Clock as the list names it: `5+3`.
    pub clock: Option<&'a str>,
}

/// Begins a game from the start page, in one of the three ways.
pub async fn begin(window: &Window, variant: &str, way: &str, setting: Setting<'_>) {
    window.open("/").await;
    let card = window.script(
        "const [name] = arguments;
         const card = [...document.querySelectorAll('.card')].find((it) => it.dataset.family === name
            || [...it.querySelectorAll('option')].some((option) => option.value === name));
         return card?.dataset.family ?? null;",
        vec![json!(variant)],
    );
    window.appears(".card .board .piece").await;
    let family = card.await.as_str().unwrap_or_else(|| panic!("no card for {variant}")).to_string();
    let card = format!("[data-family=\"{family}\"]");
    if window.has(&format!("{card} select")).await {
        window.choose(&format!("{card} select"), variant).await;
    }
    window.press(&card, way).await;
    fill(window, setting).await;
}

/// Two people meet: one begins a game, the other follows the link in a window of its own.
pub async fn meet(table: &Table, variant: &str, setting: Setting<'_>) -> [Window; 2] {
    let white = table.window(Look::DESK).await;
    begin(&white, variant, "Play a friend", setting).await;
    let black = table.window(Look::DESK.dark()).await;
    black.open(&invitation(table, &white).await).await;
    black.appears("#board .live").await;
    white.until("the friend is here", "return document.querySelector('#invitations').hidden;", Vec::new()).await;
    [white, black]
}

/// Path of the first link for a friend, with the seat's secret.
pub async fn invitation(table: &Table, window: &Window) -> String {
    let link = window.value("#invitations input").await;
    link.strip_prefix(&table.address()).expect("a link of this server").to_string()
}

/// Opens the page of analysis at a position.
pub async fn analyse(window: &Window, variant: &str, fen: &str) {
    let address = "return '/analysis?' + new URLSearchParams({ variant: arguments[0], fen: arguments[1] });";
    let address = window.script(address, vec![json!(variant), json!(fen)]).await;
    window.open(address.as_str().expect("an address")).await;
    window.appears("#board .piece").await;
}

/// Begins a game against the engine from a position with White to move, by the page of analysis.
pub async fn begin_at(window: &Window, variant: &str, fen: &str) {
    analyse(window, variant, fen).await;
    play_on(window).await;
}

/// Begins a game against the engine after some moves, with White to move, by the page of analysis.
pub async fn begin_after(window: &Window, variant: &str, moves: &str) {
    let address = "return '/analysis?' + new URLSearchParams({ variant: arguments[0] })
        + '#' + new URLSearchParams({ moves: arguments[1] });";
    let address = window.script(address, vec![json!(variant), json!(moves)]).await;
    window.open(address.as_str().expect("an address")).await;
    window.appears("#moves .ply").await;
    play_on(window).await;
}

/// Begins a game against the engine where an analysis stands, with White to move.
async fn play_on(window: &Window) {
    window.press("#tools", "Play from here").await;
    fill(window, Setting::default()).await;
    window.until("a game", "return location.pathname.startsWith('/game/');", Vec::new()).await;
    assert!(waits_for_turn(window).await);
}

/// Fills the form of a game, and starts it.
pub async fn fill(window: &Window, setting: Setting<'_>) {
    window.appears("dialog.new-game").await;
    for (seat, who) in setting.seats {
        window.choose(&format!("dialog [data-seat=\"{seat}\"]"), who).await;
    }
    // Games of tests are looked for in the public list.
    let list = "const box = document.querySelector('dialog [name=\"listed\"]'); if (!box.checked) box.click();";
    window.script(list, Vec::new()).await;
    window.choose("dialog [name=\"thinking\"]", "100").await;
    if let Some(clock) = setting.clock {
        window.choose("dialog [name=\"clock\"]", clock).await;
    }
    window.press("dialog", "Start").await;
    window.appears("#board .piece, #board [data-field=\"a1\"]").await;
    window.until("a game", "return document.querySelector('#status strong') !== null;", Vec::new()).await;
}

/// Number of entries in the list of moves.
pub async fn plies(window: &Window) -> u64 {
    window.count("#moves .ply").await
}

/// Waits until the person is to move; false if the game is over.
pub async fn waits_for_turn(window: &Window) -> bool {
    let script = "const words = document.querySelector('#status')?.innerText ?? '';
        return words.includes('Your turn') || document.querySelector('#rematch') !== null;";
    window.until("the own turn", script, Vec::new()).await;
    window.text("#status").await.contains("Your turn")
}

/// Draws a tile; true if its piece is in hand, false if it is a king without a safe cell, which ends the game.
pub async fn draw_tile(window: &Window) -> bool {
    window.click("#draw-tile").await;
    window.appears("#status .hand, #rematch").await;
    window.has("#status .hand").await
}

/// Fields whose piece can move, and fields that can be reached.
async fn able(window: &Window, own: &str) -> (Vec<String>, Vec<String>) {
    let fields = window.script(FIELDS, vec![json!(own)]).await;
    let names = |list: &str| {
        let entries = fields[list].as_array().expect("a list").iter();
        entries.map(|name| name.as_str().expect("a name").to_string()).collect()
    };
    (names("pieces"), names("targets"))
}

/// Clicks on a field, and answers a question with its first answer if there is one.
async fn finish(window: &Window, target: &str, before: u64) {
    window.click_field(target).await;
    let script = "return document.querySelector('dialog.choice') !== null
        || document.querySelectorAll('#moves .ply').length > arguments[0];";
    window.until(&format!("the move to {target}"), script, vec![json!(before)]).await;
    if window.has("dialog.choice").await {
        window.click("dialog.choice .answers button").await;
    }
    let script = "return document.querySelectorAll('#moves .ply').length > arguments[0];";
    window.until(&format!("the move to {target}"), script, vec![json!(before)]).await;
}

/// Makes some legal move by clicks; `own` is the colour's name. Draws a tile where that can be done and is preferred.
pub async fn move_somehow(window: &Window, own: &str, prefers_draw: bool) {
    let before = plies(window).await;
    let choice = before as usize * 7;
    let (pieces, targets) = able(window, own).await;
    if targets.is_empty() && window.has("#draw-tile").await && (prefers_draw || pieces.is_empty()) {
        if !draw_tile(window).await {
            return;
        }
    } else if targets.is_empty() && pieces.is_empty() {
        window.click("#pass").await;
        return;
    }
    let mut chosen = None;
    for piece in pieces.iter().cycle().skip(choice % pieces.len().max(1)).take(pieces.len()) {
        let (_, targets) = able(window, own).await;
        if let Some(target) = targets.get(choice % targets.len().max(1)) {
            finish(window, target, before).await;
            return;
        }
        // A piece that was chosen before and reaches own pieces only is let go, so that they are not knocked out.
        if let Some(before) = chosen.replace(piece) {
            window.click_field(before).await;
        }
        window.click_field(piece).await;
        window.appears(&format!("[data-field=\"{piece}\"][aria-label*=\"chosen\"]")).await;
    }
    let (_, targets) = able(window, own).await;
    let target = targets.get(choice % targets.len().max(1)).unwrap_or_else(|| panic!("{own} has nothing to move"));
    finish(window, target, before).await;
}
