//! Connections that are lost.

use serde_json::json;

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

/// Result: waits before new attempts, in milliseconds, at a server that refuses each connection.
const REFUSED: &str = "const { Socket } = await import('/js/socket.js');
    const [later, Real, waits] = [window.setTimeout, window.WebSocket, []];
    window.setTimeout = (work, wait) => { waits.push(wait); return later(work, 0); };
    await new Promise((done) => {
        window.WebSocket = class extends EventTarget {
            constructor() {
                super();
                this.close = () => {};
                later(() => {
                    const data = JSON.stringify({ type: 'error', code: 'busy' });
                    this.dispatchEvent(new Event('open'));
                    this.dispatchEvent(new MessageEvent('message', { data }));
                    if (waits.length < 3) this.dispatchEvent(new Event('close'));
                    else done();
                }, 0);
            }
        };
        new Socket('/api/nothing', { message: () => {} });
    });
    Object.assign(window, { setTimeout: later, WebSocket: Real });
    return waits;";

/// Result: numbers of connections before the network is back, after it, and after the end. No timer fires.
const WOKEN: &str = "const { Socket } = await import('/js/socket.js');
    const [later, Real, made] = [window.setTimeout, window.WebSocket, []];
    window.setTimeout = () => 1;
    window.WebSocket = class extends EventTarget {
        constructor() {
            super();
            this.close = () => {};
            made.push(this);
        }
    };
    const counts = [];
    const socket = new Socket('/api/nothing', { message: () => {} });
    made[0].dispatchEvent(new Event('close'));
    counts.push(made.length);
    window.dispatchEvent(new Event('online'));
    counts.push(made.length);
    socket.close();
    window.dispatchEvent(new Event('online'));
    counts.push(made.length);
    Object.assign(window, { setTimeout: later, WebSocket: Real });
    return counts;";

/// Lets the page's connection die as `dead`, as a router may that has forgotten it: it stays open, and nothing comes or
/// goes.
const DEAD: &str = "window.dead = window.connection;
    window.dead.send = () => {};
    window.dead.addEventListener('message', (event) => event.stopImmediatePropagation(), { capture: true });";

/// Keeps the page's connection as `connection` when it is used, and makes no other one while `isCut`.
const CUT: &str = "const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        window.connection = this;
        send.call(this, text);
    };
    window.WebSocket = class extends WebSocket {
        constructor(address) { super(window.isCut ? `${address}/nowhere` : address); }
    };";

/// Ends the connection in place of an offer of a draw, which the server does not get. Then the page's next hello is
/// noted as `isBack`.
const LOSE_DRAW: &str = "const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        const { type } = JSON.parse(text);
        window.isBack ||= type === 'hello';
        if (type === 'draw') this.close();
        else send.call(this, text);
    };";

#[test]
fn an_offer_that_was_lost_is_not_declined() {
    play("lost-offer", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.script(LOSE_DRAW, Vec::new()).await;
        window.click("#offer-draw").await;
        window.until("another connection", "return window.isBack === true;", Vec::new()).await;
        window.step("e2", "e4").await;
        window.until("an answer", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        assert!(!window.text(".notices").await.contains("declines"), "nobody has got it");
        window.is_clean().await;
    });
}

#[test]
fn an_analysis_waits_for_a_connection() {
    play("lost-analysis", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess").await;
        window.appears("#board .piece").await;
        table.kill_server();
        window.click("#engine-on").await;
        window.says("#engine .facts", "There is no connection").await;
        table.restart_server(&[]);
        window.until("three lines", "return document.querySelectorAll('.lines li').length === 3;", Vec::new()).await;
        assert!(!window.text("#engine .facts").await.contains("connection"));
    });
}

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
        let says = "return document.querySelector('#live').textContent.includes(arguments[0]);";
        window.until("the loss is said", says, vec![json!("The connection is lost.")]).await;
        window.shoot("lost-desk-light").await;
        table.restart_server(&[]);
        window.until("a connection", "return document.querySelector('#lost').hidden;", Vec::new()).await;
        window.until("it is said", says, vec![json!("The connection is back.")]).await;
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
        assert_eq!(window.module(REFUSED).await, json!([300, 600, 1200]));
        assert_eq!(window.module(WOKEN).await, json!([1, 2, 2]), "it does not wait when the network is back");
    });
}

#[test]
fn a_dead_connection_is_noticed() {
    play("dead", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.script(CUT, Vec::new()).await;
        window.step("e2", "e4").await;
        let plies = "return document.querySelectorAll('#moves .ply').length === arguments[0];";
        window.until("an answer", plies, vec![json!(2)]).await;
        assert!(player::waits_for_turn(&window).await);
        window.script(DEAD, Vec::new()).await;
        window.step("d2", "d4").await;
        window.until("another connection", "return window.connection !== window.dead;", Vec::new()).await;
        assert_eq!(player::plies(&window).await, 2, "the move was lost");
        window.step("d2", "d4").await;
        window.until("an answer", plies, vec![json!(4)]).await;
        window.is_clean().await;
    });
}

#[test]
fn a_seat_is_taken_along_to_another_device() {
    play("device", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.script(CUT, Vec::new()).await;
        window.step("e2", "e4").await;
        window.until("an answer", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        window.click("#links .own-link summary").await;
        window.appears("#links .own-link button").await;
        let link = window.value("#links .own-link input").await;

        let other = table.window(Look::PHONE).await;
        other.open(link.strip_prefix(&table.address()).expect("a link of this server")).await;
        assert!(player::waits_for_turn(&other).await);
        // Meanwhile the first device has no connection.
        window.is_clean().await;
        let cut = "document.querySelector('#live').replaceChildren(); window.isCut = true; window.connection.close();";
        window.script(cut, Vec::new()).await;
        window.appears("#lost").await;
        other.step("d2", "d4").await;
        other.until("a move", "return document.querySelectorAll('#moves .ply').length > 2;", Vec::new()).await;
        window.script("window.isCut = false;", Vec::new()).await;
        // The engine may have captured the pawn by now.
        window.says("#moves", "d4").await;
        let spoken = window.script("return document.querySelector('#live').textContent;", Vec::new()).await;
        let spoken = spoken.as_str().expect("words");
        assert!(spoken.contains("d2 to d4") && !spoken.contains("e2 to e4"), "only what is new is said: {spoken}");

        let watcher = table.window(Look::DESK).await;
        watcher.open(&window.path().await).await;
        watcher.appears("#board .piece").await;
        assert!(!watcher.has(".own-link").await, "a watcher has no seat");
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

        // A browser that stores nothing has the seat in the address, in the rematch too.
        window.store_nothing().await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.browser.refresh().await.expect("a page");
        window.appears("#board .live").await;
        let game = window.path().await;
        window.click("#resign").await;
        window.press("dialog.choice", "Resign").await;
        window.click("#rematch").await;
        let is_next = "return location.pathname.startsWith('/game/') && location.pathname !== arguments[0];";
        window.until("the rematch", is_next, vec![json!(game)]).await;
        window.appears("#board .live").await;
        window.browser.refresh().await.expect("a page");
        window.appears("#board .live").await;
        window.is_clean().await;
        watcher.is_clean().await;
    });
}
