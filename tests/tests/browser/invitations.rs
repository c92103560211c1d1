//! Links: how friends are asked to a game, and whose seat a browser takes and keeps.

use serde_json::json;

use super::player::{self, Setting};
use super::table::play;
use super::window::{Look, Window};

/// Without a secure context there is no clipboard. Keeps what is copied as `copied`, and what is shared as `shared`.
const HAND_ON: &str = "Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => {
        window.copied = document.activeElement.value;
        return true;
    };
    window.prompt = () => { throw new Error('it is copied'); };
    navigator.share = async (shared) => { window.shared = shared; };";

/// A server that others reach at another address than this page's.
const ELSEWHERE: &str = "{
    const { fetch } = window;
    window.fetch = (path, options) => path === '/api/server'
        ? Promise.resolve(Response.json({ addresses: ['http://192.168.1.23:8642'] }))
        : fetch(path, options);
}";

/// Result: the name of a player whose name runs from right to left, and those of others, inside of sentences.
const NAMES: &str = "const { nameApart } = await import('/js/game/players.js');
    const variant = { seats: ['White', 'Black', 'Red'].map((name) => ({ name })) };
    const seats = [['person', '\u{5d3}\u{5d5}\u{5d3}'], ['person', 'Somebody'], ['engine', 'Motley']];
    const state = { you: null, yours: [], seats: seats.map(([kind, player]) => ({ kind, player })) };
    return [0, 1, 2].map((seat) => nameApart(state, variant, seat));";

/// True if the address has the secret of a seat.
async fn has_secret_in_address(window: &Window) -> bool {
    window.script("return location.hash.length > 16;", Vec::new()).await == json!(true)
}

/// Waits until the address has no secret any more.
async fn loses_the_secret(window: &Window) {
    window.until("no secret in the address", "return location.hash === '';", Vec::new()).await;
}

#[test]
fn both_seats_of_a_game_are_played_at_one_screen() {
    play("links-both", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        let friend = player::invitation(table, &window).await;
        window.open("/").await;
        window.open(&friend).await;
        window.press("dialog.choice", "Play both at this screen").await;
        for (turn, from, to) in [("White", "e2", "e4"), ("Black", "e7", "e5")] {
            window.says("#status strong", &format!("{turn} is to move")).await;
            window.step(from, to).await;
        }
        window.says("#status strong", "White is to move").await;
        // One of both is no news.
        window.open("/").await;
        window.open(&friend).await;
        window.says("#status strong", "White is to move").await;
        assert!(!window.has("dialog.choice").await, "the seat of the link is among the own ones");
        window.is_clean().await;
    });
}

#[test]
fn a_seat_that_another_one_replaces_can_be_taken_again() {
    play("links-instead", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        let friend = player::invitation(table, &window).await;
        window.open("/").await;
        window.open(&friend).await;
        window.press("dialog.choice", "Take the seat of the link instead").await;
        window.appears("#bottom [data-seat=\"1\"]").await;
        window.click("#links .own-link summary").await;
        window.click("#links .own-link a").await;
        window.press("dialog.choice", "Take the seat of the link instead").await;
        window.appears("#bottom [data-seat=\"0\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn a_link_stays_in_the_address_until_its_seat_has_moved() {
    play("links-address", async |table| {
        let [white, black] = player::meet(table, "chess", Setting::default()).await;
        loses_the_secret(&white).await;
        assert!(has_secret_in_address(&black).await);
        // Another browser may be handed the address after the page was loaded again.
        black.browser.refresh().await.expect("a page");
        black.appears("#board .live").await;
        assert!(has_secret_in_address(&black).await);
        white.step("e2", "e4").await;
        assert!(player::waits_for_turn(&black).await);
        assert!(has_secret_in_address(&black).await, "only the other seat has moved");
        black.step("e7", "e5").await;
        loses_the_secret(&black).await;
        black.is_clean().await;
    });
}

#[test]
fn players_of_long_games_are_told_once_to_keep_their_link() {
    play("links-kept", async |table| {
        let [white, black] = player::meet(table, "chess", Setting::default()).await;
        assert!(!white.has(".own-link[open]").await);
        white.step("e2", "e4").await;
        white.says(".own-link[open]", "your browser may forget the game").await;
        white.browser.refresh().await.expect("a page");
        white.says("#status", "Black is to move").await;
        assert!(!white.has(".own-link[open]").await, "once is enough");

        // The links come back where they are in nobody's way.
        black.open("/").await;
        white.says("#top", "is not here").await;
        assert!(white.has("#invitations[hidden]").await);
        white.click(".again-links summary").await;
        white.appears(".again-links input").await;

        // Analysis would be an advantage over the opponent, for players.
        let analysis = "#links [href^=\"/analysis\"]";
        assert!(!white.has(analysis).await);
        let watcher = table.window(Look::DESK).await;
        watcher.open(&white.path().await).await;
        watcher.says("#watching", "You are watching. Are you a player?").await;
        watcher.appears(analysis).await;
        white.click("#resign").await;
        white.press("dialog.choice", "Resign").await;
        white.appears(analysis).await;
        watcher.until("the end", "return document.querySelector('#watching').hidden;", Vec::new()).await;
        white.is_clean().await;
    });
}

#[test]
fn an_invitation_is_copied_shared_and_scanned() {
    play("links-handed-on", async |table| {
        let window = table.window(Look::DESK).await;
        window.prepare(HAND_ON).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        window.says("#invitations", "It works on this computer only").await;
        let link = window.value("#invitations input").await;
        window.press("#invitations", "Copy").await;
        window.until("a copy", "return window.copied === arguments[0];", vec![json!(link)]).await;
        let spoken = "return document.querySelector('#live').textContent.includes('Copied.');";
        window.until("it is said", spoken, Vec::new()).await;
        window.press("#invitations", "Share").await;
        window.until("a link", "return window.shared?.url === arguments[0];", vec![json!(link)]).await;
        window.press("#invitations", "QR code").await;
        let drawn = "return document.querySelector('#invitations .qr')?.naturalWidth > 0;";
        window.until("a QR code", drawn, Vec::new()).await;
        window.shoot("invitation-desk-light").await;
        window.is_clean().await;
    });
}

#[test]
fn each_friend_has_a_row_until_all_are_here() {
    play("links-friends", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "kaleido3", "Play a friend", Setting::default()).await;
        assert_eq!(window.count("#invitations input").await, 2);
        let friend = table.window(Look::DESK).await;
        friend.open(&player::invitation(table, &window).await).await;
        friend.appears("#board .live").await;
        window.says("#invitations", "is here ✓").await;
        assert_eq!(window.count("#invitations input").await, 1);
        let other = table.window(Look::DESK).await;
        other.open(&player::invitation(table, &window).await).await;
        window.until("all are here", "return document.querySelector('#invitations').hidden;", Vec::new()).await;
        window.is_clean().await;
    });
}

#[test]
fn links_lead_to_the_address_that_others_reach() {
    play("links-elsewhere", async |table| {
        let window = table.window(Look::DESK).await;
        window.prepare(ELSEWHERE).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        for link in [window.value("#invitations input").await, window.value("#links input").await] {
            assert!(link.starts_with("http://192.168.1.23:8642/game/"), "{link}");
        }
        assert!(!window.text("#invitations").await.contains("this computer only"));
        window.is_clean().await;
    });
}

#[test]
fn an_invited_player_is_welcomed() {
    play("links-welcome", async |table| {
        let white = table.window(Look::DESK).await;
        white.open("/").await;
        white.script("localStorage.setItem('setting.name', '\"Anna\"');", Vec::new()).await;
        let setting = Setting { seats: &[(1, "me")], clock: Some("5+3") };
        player::begin(&white, "chess", "Play a friend", setting).await;
        white.says("#status strong", "Waiting for your friend").await;
        let friend = table.window(Look::DESK).await;
        friend.open(&player::invitation(table, &white).await).await;
        friend.says("#welcome", "Anna invites you to Chess.").await;
        friend.says("#welcome", "You are White, 5 minutes + 3 seconds a move.").await;
        friend.shoot("welcome-desk-light").await;
        white.says("#status strong", "White is to move").await;
        friend.write("#own-name", "Ben").await;
        friend.press("#welcome", "Start").await;
        white.says("#top", "Ben").await;
        friend.until("no welcome", "return document.querySelector('#welcome').hidden;", Vec::new()).await;
        // The own game is no invitation.
        assert!(white.has("#welcome[hidden]").await);
        friend.is_clean().await;
    });
}

#[test]
fn names_stand_apart_in_sentences() {
    play("names", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        let names = window.module(NAMES).await;
        assert_eq!(names, json!(["\u{2068}\u{5d3}\u{5d5}\u{5d3}\u{2069}", "Black", "Motley"]));
    });
}
