//! Moves that are more than two clicks: promotion, re-placement, tiles, throws, own pieces, confirmed and planned
//! moves; dragging, and the keyboard.

use serde_json::{Value, json};
use thirtyfour::Key;

use super::player::{self, Setting};
use super::table::{Table, play};
use super::window::{Look, Window};

/// Sends an event of a pointer to a field. Result: `true` unless the page keeps the browser from its own work.
const POINTER: &str = "const [type, field, more] = arguments;
    // There is no such finger.
    Element.prototype.setPointerCapture = () => {};
    const element = document.querySelector(`[data-field=\"${field}\"]`);
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    return element.dispatchEvent(new PointerEvent(type, { ...place, ...more }));";

/// True if the piece of a field of a square board is drawn on another one.
const IS_DRAWN: &str = "const [piece, field] = arguments;
    const { x, y, width, height } = document.querySelector(`[data-field=\"${field}\"]`).getBBox();
    const { e, f } = document.querySelector(`.piece[data-on=\"${piece}\"]`).transform.baseVal.getItem(0).matrix;
    return Math.hypot(e - x - width / 2, f - y - height / 2) < width / 4;";

/// Holds back the moves that the page sends as `held`, and counts the pieces that glide as `glides`. The patience of
/// the page with a move that is not answered, five seconds, ends when `losePatience` is called.
const HOLD: &str = "const { send } = WebSocket.prototype;
    const { animate } = Element.prototype;
    const { setTimeout: later } = window;
    Object.assign(window, { held: [], glides: 0 });
    window.setTimeout = (work, wait, ...more) => {
        if (wait !== 5000) return later(work, wait, ...more);
        window.losePatience = work;
        return 0;
    };
    WebSocket.prototype.send = function (text) {
        const go = () => send.call(this, text);
        if (JSON.parse(text).type === 'move') window.held.push(go);
        else go();
    };
    Element.prototype.animate = function (...given) {
        window.glides += this.closest('.piece') ? 1 : 0;
        return animate.apply(this, given);
    };";

/// Notes that a die is thrown over the board as `wasThrown`: it does not lie there for long.
const WATCH_DIE: &str = "const board = document.querySelector('#board');
    new MutationObserver(() => { window.wasThrown ||= board.querySelector('.thrown') !== null; })
        .observe(board, { childList: true });";

/// Keeps what the page sends as `sent`.
const RECORD: &str = "const { send } = WebSocket.prototype;
    window.sent = [];
    WebSocket.prototype.send = function (text) {
        window.sent.push(JSON.parse(text));
        send.call(this, text);
    };";

/// Result: whether moves on a telephone are confirmed in a game with a friend, in one with a clock, against the engine.
const CONFIRMED: &str = "const { confirmsMoves } = await import('/js/game/confirmation.js');
    const state = (kind, clock) => ({ you: 0, yours: [0], clock, seats: [{ kind: 'person' }, { kind }] });
    return [state('person', null), state('person', {}), state('engine', null)].map(confirmsMoves);";

/// Sends an event of a pointer to a field, and says whether the browser does its own work, too.
async fn point(window: &Window, kind: &str, field: &str, more: &Value) -> bool {
    window.script(POINTER, vec![json!(kind), json!(field), more.clone()]).await == json!(true)
}

/// Waits until the piece of a field is drawn on another one.
async fn is_drawn(window: &Window, piece: &str, field: &str) {
    window.until(&format!("{piece} on {field}"), IS_DRAWN, vec![json!(piece), json!(field)]).await;
}

/// Waits until the list has so many moves.
async fn has_plies(window: &Window, plies: u64) {
    let script = "return document.querySelectorAll('#moves .ply').length === arguments[0];";
    window.until(&format!("{plies} plies"), script, vec![json!(plies)]).await;
}

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
        // Of a touchpad there are many small turns.
        watcher.press("#zoom", "Fit").await;
        let width = "return document.querySelector('#board svg').viewBox.baseVal.width;";
        let before = watcher.script(width, Vec::new()).await.as_f64().expect("a width");
        watcher.script(&wheel.replace("100", "4"), Vec::new()).await;
        let after = watcher.script(width, Vec::new()).await.as_f64().expect("a width");
        assert!(after > before && after < 1.02 * before, "{before} {after}");
        watcher.is_clean().await;
    });
}

#[test]
fn every_plane_can_be_fitted() {
    play("fitted", async |table| {
        let window = table.window(Look::DESK).await;
        for path in ["/analysis?variant=chex", "/rules/chex"] {
            window.open(path).await;
            window.appears("#board [data-field=\"a1\"]").await;
            let whole = view(&window).await;
            window.press("#zoom", "−").await;
            assert_ne!(view(&window).await, whole, "{path}");
            window.press("#zoom", "Fit").await;
            assert_eq!(view(&window).await, whole, "{path}");
        }
        window.is_clean().await;
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
        window.script(WATCH_DIE, Vec::new()).await;
        player::move_somehow(&window, "White", false).await;
        window.until("a die over the board", "return window.wasThrown === true;", Vec::new()).await;
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
        let help = "const id = document.querySelector('#board svg').getAttribute('aria-describedby');
            return document.getElementById(id).textContent.includes('arrow keys');";
        assert_eq!(window.script(help, vec![]).await, json!(true), "its keys are told");
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

#[test]
fn a_piece_that_is_dragged_comes_back() {
    play("drag", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        let finger = |id: u64| json!({ "pointerType": "touch", "pointerId": id, "isPrimary": id != 2, "buttons": 1 });
        let mouse = |buttons: u64| json!({ "pointerType": "mouse", "isPrimary": true, "buttons": buttons });
        // A second finger ends the drag; the end of neither is told.
        point(&window, "pointerdown", "e2", &finger(1)).await;
        point(&window, "pointermove", "e4", &finger(1)).await;
        is_drawn(&window, "e2", "e4").await;
        point(&window, "pointerdown", "a5", &finger(2)).await;
        is_drawn(&window, "e2", "e2").await;
        point(&window, "pointerdown", "e2", &finger(3)).await;
        point(&window, "pointermove", "e4", &finger(3)).await;
        is_drawn(&window, "e2", "e4").await;
        assert!(!point(&window, "contextmenu", "e4", &finger(3)).await, "a long touch opens no menu");
        is_drawn(&window, "e2", "e4").await;
        point(&window, "pointercancel", "e4", &finger(3)).await;
        is_drawn(&window, "e2", "e2").await;

        // A button that is let go beyond the board.
        point(&window, "pointerdown", "e2", &mouse(1)).await;
        point(&window, "pointermove", "e4", &mouse(0)).await;
        is_drawn(&window, "e2", "e2").await;
        assert!(!window.has(".piece.lifted").await);

        // The right button.
        assert!(point(&window, "contextmenu", "e4", &mouse(2)).await, "the menu is the browser's");
        point(&window, "pointerdown", "e2", &mouse(1)).await;
        point(&window, "pointermove", "e4", &mouse(1)).await;
        assert!(!point(&window, "contextmenu", "e4", &mouse(2)).await);
        is_drawn(&window, "e2", "e2").await;
        window.click_field("e2").await;
        window.appears("[data-field=\"e2\"][aria-label*=\"chosen\"]").await;
        assert!(!point(&window, "contextmenu", "a5", &mouse(2)).await);
        assert!(!window.has("[aria-label*=\"chosen\"]").await);

        window.drag("e2", "e4").await;
        window.appears("[data-field=\"e4\"][aria-label*=\"White pawn\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn a_move_is_shown_before_the_server_answers() {
    play("ahead", async |table| {
        let window = table.window(Look::DESK.moving()).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.script(HOLD, Vec::new()).await;
        window.drag("e2", "e4").await;
        window.until("the move is sent", "return window.held.length === 1;", Vec::new()).await;
        is_drawn(&window, "e2", "e4").await;
        assert_eq!(player::plies(&window).await, 0);
        window.script("window.held.pop()();", Vec::new()).await;
        has_plies(&window, 2).await;
        let glides = window.script("return window.glides;", Vec::new()).await;
        assert_eq!(glides, json!(1), "the engine's piece glides, and the dragged one does not set out again");

        // A move without an answer is taken back on the board, and can be made again.
        assert!(player::waits_for_turn(&window).await);
        window.step("a2", "a3").await;
        is_drawn(&window, "a2", "a3").await;
        window.script("window.losePatience();", Vec::new()).await;
        is_drawn(&window, "a2", "a2").await;
        window.appears("[data-field=\"a2\"].able").await;
        window.script("window.held.pop()();", Vec::new()).await;
        has_plies(&window, 4).await;
        window.is_clean().await;
    });
}

#[test]
fn a_move_waits_until_it_is_confirmed() {
    play("confirm", async |table| {
        let window = begin_at(table, Look::DESK, "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").await;
        window.choose("#confirm", "always").await;
        let victim = "[data-on=\"d5\"][visibility=\"hidden\"]";
        window.step("e4", "d5").await;
        window.says("#held", "Play exd5").await;
        is_drawn(&window, "e4", "d5").await;
        assert!(window.has(victim).await, "what would be captured is not shown");
        assert_eq!(player::plies(&window).await, 0);
        window.key(Key::Escape).await;
        window.until("nothing waits", "return document.querySelector('#held').hidden;", Vec::new()).await;
        is_drawn(&window, "e4", "e4").await;
        assert!(!window.has(victim).await);
        // Another choice on the board gives the first one up.
        window.drag("e4", "d5").await;
        window.appears("#held").await;
        window.step("e1", "e2").await;
        window.says("#held", "Play Ke2").await;
        is_drawn(&window, "e4", "e4").await;
        window.key(Key::Enter).await;
        has_plies(&window, 2).await;
        assert!(window.has("#held[hidden]").await);
        window.browser.refresh().await.expect("a page");
        window.appears("#confirm").await;
        assert_eq!(window.value("#confirm").await, "always", "the setting is kept");
        window.is_clean().await;

        let phone = table.window(Look::PHONE).await;
        phone.open("/").await;
        assert_eq!(phone.module(CONFIRMED).await, json!([true, false, false]));
    });
}

#[test]
fn a_question_ends_with_its_position() {
    play("question", async |table| {
        let white = table.window(Look::DESK).await;
        player::analyse(&white, "chess", "7k/8/4P3/8/8/8/8/K7 w - - 0 1").await;
        white.press("#tools", "Play from here").await;
        player::fill(&white, Setting { seats: &[(1, "friend")], ..Setting::default() }).await;
        white.appears("#invitations input").await;
        let black = table.window(Look::DESK.dark()).await;
        black.open(&player::invitation(table, &white).await).await;
        black.appears("#board .live").await;
        white.says("#status strong", "Your turn").await;
        white.step("e6", "e7").await;
        assert!(player::waits_for_turn(&black).await);
        black.step("h8", "g7").await;
        assert!(player::waits_for_turn(&white).await);

        white.click("#takeback").await;
        black.appears("[data-offer=\"takeback\"]").await;
        white.drag("e7", "e8").await;
        white.appears("dialog.choice").await;
        is_drawn(&white, "e7", "e8").await;
        black.press("[data-offer=\"takeback\"]", "Accept").await;
        white.until("no question", "return document.querySelector('dialog') === null;", Vec::new()).await;
        has_plies(&white, 0).await;
        is_drawn(&white, "e6", "e6").await;

        // What is begun stays while others come and go.
        white.click_field("e6").await;
        white.appears("[data-field=\"e6\"][aria-label*=\"chosen\"]").await;
        let path = black.path().await;
        black.open("/").await;
        white.says("#top", "is not here").await;
        black.open(&path).await;
        white.says("#top", "is here").await;
        white.appears("[data-field=\"e6\"][aria-label*=\"chosen\"]").await;
        white.says("#status .named", "White pawn").await;

        // Who resigns is said to the server, which may have gone on to another seat.
        black.script(RECORD, Vec::new()).await;
        black.click("#resign").await;
        black.press("dialog.choice", "Resign").await;
        white.says("#status", "1-0").await;
        let resigned = "return window.sent.find(({ type }) => type === 'resign').seat;";
        assert_eq!(black.script(resigned, Vec::new()).await, json!(1));
        white.is_clean().await;
        black.is_clean().await;
    });
}

#[test]
fn a_move_is_planned_while_the_opponent_thinks() {
    play("premove", async |table| {
        let setting = Setting { clock: Some("5+3"), ..Setting::default() };
        let [white, black] = player::meet(table, "chess", setting).await;
        white.step("e2", "e4").await;
        white.says("#status strong", "Black is to move").await;
        white.step("d2", "d4").await;
        white.appears("[data-field=\"d4\"][aria-label*=\"planned\"]").await;
        assert_eq!(white.count("#board .plan").await, 2);
        white.shoot("planned-desk-light").await;
        assert!(player::waits_for_turn(&black).await);
        black.step("e7", "e5").await;
        has_plies(&white, 3).await;
        assert!(!white.has("#board .plan").await);

        // By dragging; and what is not legal when the turn comes is forgotten.
        assert!(player::waits_for_turn(&black).await);
        white.drag("d4", "d5").await;
        white.appears("[data-field=\"d5\"][aria-label*=\"planned\"]").await;
        black.step("d7", "d5").await;
        assert!(player::waits_for_turn(&white).await);
        assert_eq!(player::plies(&white).await, 4);
        assert!(!white.has("#board .plan").await);

        // The right button cancels, and so does Escape.
        white.step("a2", "a3").await;
        white.says("#status strong", "Black is to move").await;
        white.step("b2", "b3").await;
        white.appears("#board .plan").await;
        let right = json!({ "pointerType": "mouse", "isPrimary": true, "buttons": 2 });
        assert!(!point(&white, "contextmenu", "b3", &right).await);
        assert!(!white.has("#board .plan").await);
        white.step("b2", "b3").await;
        white.appears("#board .plan").await;
        white.key(Key::Escape).await;
        white.until("no plan", "return document.querySelector('#board .plan') === null;", Vec::new()).await;
        assert!(player::waits_for_turn(&black).await);
        black.step("a7", "a6").await;
        assert!(player::waits_for_turn(&white).await);
        assert_eq!(player::plies(&white).await, 6, "nothing was planned");
        white.is_clean().await;
        black.is_clean().await;
    });
}

#[test]
fn a_plan_ends_when_moves_are_taken_back() {
    play("premove-takeback", async |table| {
        let setting = Setting { clock: Some("5+3"), ..Setting::default() };
        let [white, black] = player::meet(table, "chess", setting).await;
        white.step("e2", "e4").await;
        has_plies(&white, 1).await;
        white.click("#takeback").await;
        black.appears("[data-offer=\"takeback\"]").await;
        white.step("d2", "d4").await;
        white.appears("#board .plan").await;
        black.press("[data-offer=\"takeback\"]", "Accept").await;
        has_plies(&white, 0).await;
        assert!(!white.has("#board .plan").await);
        white.step("c2", "c4").await;
        white.says("#moves .ply", "c4").await;
        assert_eq!(player::plies(&white).await, 1, "only what was made is played");
        white.is_clean().await;
        black.is_clean().await;
    });
}
