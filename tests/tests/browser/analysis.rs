//! The pages of analysis, rules and games.

use serde_json::json;
use thirtyfour::Key;

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

/// Holds back the next answer to a request whose path begins with some words until the page's `late` is called.
const LATE_ANSWER: &str = "const [wanted] = arguments;
    const { fetch } = window;
    let isFirst = true;
    window.fetch = async (path, options) => {
        const isLate = isFirst && path.startsWith(wanted);
        isFirst &&= !isLate;
        const answer = await fetch(path, options);
        if (isLate) await new Promise((done) => { window.late = done; });
        return answer;
    };";

/// Gives the answer that is held back, and waits until it must have been taken.
const LATER: &str = "const pause = (time) => new Promise((done) => setTimeout(done, time));
    while (!window.late) await pause(10);
    window.late();
    await pause(100);";

/// Chooses two games of a card one after the other. Result: the boards on it when both answers have come.
const TWO_CHOICES: &str = "const { fetch } = window;
    const list = document.querySelector('[data-family=\"kaleido\"] select');
    const view = list.closest('.card').querySelector('.picture');
    const asked = [];
    window.fetch = (...given) => {
        const answer = fetch(...given);
        asked.push(answer);
        return answer;
    };
    for (const name of ['kaleidodice', 'kaleidopawns']) {
        list.value = name;
        list.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    await Promise.all(asked);
    while (!view.querySelector('.board')) await pause(10);
    await pause(100);
    const title = list.selectedOptions[0].text;
    return [...view.querySelectorAll('.board')].map((it) => it.getAttribute('aria-label').replace(title, ''));";

#[test]
fn positions_and_games_are_analysed() {
    play("analysis", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess&moves=e2e4+e7e5+d1h5+b8c6+f1c4+g8f6").await;
        window.appears("#board .piece").await;
        assert_eq!(player::plies(&window).await, 6);
        window.click("#engine-on").await;
        window.says("#engine-on", "Engine off").await;
        assert!(!window.has("#engine-on[aria-pressed]").await, "its text says that it is on");
        window.says(".lines", "#1").await;
        // As by a held key: more changes at once than a connection may send messages.
        let hurry = "const count = document.querySelector('#engine select');
            for (let change = 0; change < 100; change += 1) count.dispatchEvent(new Event('change'));";
        window.script(hurry, Vec::new()).await;
        window.says(".lines", "#1").await;
        window.click("#hint").await;
        window.appears(".targets .hint").await;
        window.click("#score-game").await;
        window.says("#engine", "is scored").await;
        window.shoot("analysis-desk-light").await;
        window.script("document.querySelector('#graph input').focus();", Vec::new()).await;
        window.key(Key::Left).await;
        let has_focus = "const slider = document.querySelector('#graph input');
            return slider.getAttribute('aria-valuetext').startsWith('Ply 5 ') && document.activeElement === slider;";
        window.until("a slider that keeps the focus", has_focus, Vec::new()).await;
        let box_of = "const box = document.querySelector('#graph svg').getBoundingClientRect();
            const at = { clientX: box.left + 1, clientY: box.top + 5, bubbles: true };
            document.querySelector('#graph svg').dispatchEvent(new MouseEvent('click', at));";
        window.script(box_of, Vec::new()).await;
        window.appears("[data-field=\"e2\"][aria-label*=\"White pawn\"]").await;

        window.press("#tools summary, #tools", "Turn").await;
        window.script("document.querySelectorAll('details').forEach((it) => (it.open = true));", vec![]).await;
        window.click("#perft-count").await;
        window.says(".perft-output", "8,902").await;
        window.is_clean().await;
        for depth in ["9", "2.5", "-1"] {
            window.click("#perft-count").await;
            window.says(".perft-output", "8,902").await;
            window.write("#perft-depth", depth).await;
            window.click("#perft-count").await;
            window.says(".perft-output", "a whole number from 1 to 8").await;
            window.write("#perft-depth", "3").await;
        }
    });
}

#[test]
fn a_variation_leaves_the_main_line_as_it_is() {
    play("variation", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess&moves=e2e4+e7e5+g1f3").await;
        let plies = "return document.querySelectorAll('#moves .ply').length === arguments[0]
            && document.querySelector('#variation').hidden === arguments[1];";
        let (main, variation) = (vec![json!(3), json!(true)], vec![json!(2), json!(false)]);
        window.until("the main line", plies, main.clone()).await;
        window.click("#moves .ply").await;
        window.appears("[data-field=\"g1\"][aria-label*=\"White knight\"]").await;
        window.step("d7", "d5").await;
        window.until("a variation", plies, variation.clone()).await;
        window.shoot("variation-desk-light").await;

        window.press("#variation", "Back to the main line").await;
        window.until("the main line again", plies, main.clone()).await;
        // Back to the variation, and before it.
        window.browser.back().await.expect("an earlier entry");
        window.until("the variation again", plies, variation.clone()).await;
        window.browser.refresh().await.expect("a page");
        window.until("the variation after all", plies, variation).await;
        window.browser.back().await.expect("an earlier entry");
        window.until("the main line by the browser", plies, main.clone()).await;

        // The main line goes on where its own move is played.
        window.appears("[data-field=\"e5\"][aria-label*=\"empty\"]").await;
        window.step("e7", "e5").await;
        window.appears("[data-field=\"e5\"][aria-label*=\"Black pawn\"]").await;
        window.until("the main line still", plies, main).await;
        window.is_clean().await;
    });
}

#[test]
fn moves_are_gone_through_by_buttons_and_keys() {
    play("steps", async |table| {
        let window = table.window(Look::PHONE).await;
        window.open("/analysis?variant=chess&moves=e2e4+e7e5+g1f3+b8c6").await;
        window.appears("#steps [aria-label=\"Last position\"]:disabled").await;
        window.click("#steps [aria-label=\"First position\"]").await;
        window.appears("#steps [aria-label=\"First position\"]:disabled").await;
        window.appears("[data-field=\"e2\"][aria-label*=\"White pawn\"]").await;
        assert!(!window.has("#moves [aria-current]").await, "no move has been made");
        let forward = "#steps [aria-label=\"Forward one move\"]";
        let has_focus = "return document.activeElement?.matches(arguments[0]) ?? false;";
        window.until("a button that leads on has the focus", has_focus, vec![json!(forward)]).await;
        window.click(forward).await;
        window.appears("[data-field=\"e4\"][aria-label*=\"White pawn\"]").await;
        assert_eq!(window.count("#moves .ply[tabindex=\"0\"]").await, 1, "one stop of the Tab key");

        let shown = "return [...document.querySelectorAll('#moves .ply')]
            .findIndex((it) => it.hasAttribute('aria-current')) + 1 === arguments[0];";
        window.script("document.activeElement.blur();", Vec::new()).await;
        for (key, at) in [(Key::End, 4), (Key::Left, 3), (Key::Home, 0), (Key::Right, 1)] {
            window.key(key).await;
            window.until(&format!("move {at}"), shown, vec![json!(at)]).await;
        }
        // In a box the keys are its own.
        window.write("#typed", "Nf6").await;
        window.key(Key::Home).await;
        window.script("document.activeElement.blur();", Vec::new()).await;
        window.key(Key::Right).await;
        window.until("move 2", shown, vec![json!(2)]).await;
        window.click("#moves .ply").await;
        window.until("move 1", shown, vec![json!(1)]).await;
        window.until("the move has the focus", has_focus, vec![json!("#moves .ply[aria-current]")]).await;
        window.is_clean().await;
    });
}

#[test]
fn after_a_click_on_the_board_the_arrow_keys_go_through_the_moves() {
    play("arrows", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess&moves=e2e4+e7e5+g1f3+b8c6").await;
        window.appears("[data-field=\"b2\"]").await;
        window.click_field("b2").await;
        window.appears("[data-field=\"b2\"][aria-label*=\"chosen\"]").await;
        let shown = "return [...document.querySelectorAll('#moves .ply')]
            .findIndex((it) => it.hasAttribute('aria-current')) + 1 === arguments[0];";
        window.key(Key::Left).await;
        window.until("move 3", shown, vec![json!(3)]).await;
        // Enter says that the keyboard is used on the board.
        window.key(Key::Enter).await;
        window.key(Key::Left).await;
        window.until("the next field", "return document.activeElement.dataset.field === 'a2';", Vec::new()).await;
        window.until("move 3 still", shown, vec![json!(3)]).await;
        window.is_clean().await;
    });
}

#[test]
fn an_address_that_cannot_be_changed_holds_nothing_up() {
    play("address", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess&moves=e2e4+e7e5").await;
        window.until("two moves", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        // As in a browser that has seen too many changes.
        let refuse = "document.activeElement.blur();
            history.replaceState = () => {
                window.isRefused = true;
                throw new DOMException('too many', 'SecurityError');
            };";
        window.script(refuse, Vec::new()).await;
        window.key(Key::Left).await;
        let shown = "return document.querySelector('#moves [aria-current]')?.innerText === 'e4';";
        window.until("the first move", shown, Vec::new()).await;
        window.until("an attempt", "return window.isRefused === true;", Vec::new()).await;
        assert!(!window.has(".notice.error").await);
    });
}

#[test]
fn a_typed_capture_is_that_of_the_piece_named() {
    play("typed", async |table| {
        let window = table.window(Look::DESK).await;
        for (text, origin) in [("bxc3", "b2"), ("Bxc3", "a5")] {
            player::analyse(&window, "chess", "8/8/8/B7/3k4/2n5/1P6/6K1 w - - 0 1").await;
            window.write("#typed", &format!("{text}\n")).await;
            window.until("a move", "return location.hash.includes(arguments[0]);", vec![json!(origin)]).await;
        }
        window.script("location.reload();", Vec::new()).await;
        window.until("the move again", "return document.querySelectorAll('#moves .ply').length === 1;", vec![]).await;
        window.is_clean().await;
    });
}

#[test]
fn buttons_stay_where_they_are_while_the_engine_thinks() {
    play("still", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess").await;
        window.appears("#engine-on").await;
        // Below the engine's lines, before the first of them can have come.
        let top = "document.querySelector('#score-game').getBoundingClientRect().top + window.scrollY";
        let before =
            window.script(&format!("document.querySelector('#engine-on').click(); return {top};"), vec![]).await;
        window.until("three lines", "return document.querySelectorAll('.lines li').length === 3;", vec![]).await;
        let after = window.script(&format!("return {top};"), vec![]).await;
        let moved = after.as_f64().expect("a number") - before.as_f64().expect("a number");
        assert!(moved.abs() < 1.0, "by {moved} pixels");
        window.is_clean().await;
    });
}

#[test]
fn what_the_pieces_do_not_tell_is_told() {
    play("counters", async |table| {
        let window = table.window(Look::DESK).await;
        player::analyse(&window, "3check", "rnbq1bnr/ppppkBpp/8/4p3/4P3/8/PPPP1PPP/RNBQK1NR w KQ - 2+3 1 4").await;
        window.says("#status", "Checks to give: White 2, Black 3").await;
        window.step("f7", "g8").await;
        window.says("#status", "Black is to move").await;
        player::analyse(&window, "madrasi", "4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1").await;
        assert_eq!(window.count(".piece .stop").await, 2);
        window.appears("[data-field=\"d2\"][aria-label*=\"paralysed\"]").await;

        player::analyse(&window, "keyles", "10/k8Q/10/10/10/10/10/10/K9/10[] b - - 0 30").await;
        window.says("#status", "Black king can be captured").await;
        window.click_field("j9").await;
        window.says("#status .named", "White queen").await;
        player::begin_at(&window, "progressive", "4k3/8/8/8/8/8/PPP5/R3K3 w - - 3/3 0 2").await;
        window.says("#status", "3 moves left in this turn").await;
        window.step("a2", "a3").await;
        window.says("#status", "2 moves left in this turn").await;
        window.step("a3", "a4").await;
        window.says("#status", "1 move left in this turn").await;

        player::begin_after(&window, "chex", "B@a1 N@b3").await;
        window.click("#luck summary").await;
        window.says("#luck", "plies were given, not dealt").await;
        window.is_clean().await;
    });
}

#[test]
fn scores_of_games_without_checkmate_are_told_in_words() {
    play("words", async |table| {
        let window = table.window(Look::PHONE).await;
        let fen = "1W2T6/11/11/11/1w9/11/11/11/1 w - - 0 1";
        player::analyse(&window, "kaleido", fen).await;
        window.click("#engine-on").await;
        window.says(".lines", "White wins in").await;
        window.open("/analysis?variant=kaleido4").await;
        window.click("#engine-on").await;
        window.says(".lines", "%").await;
        window.says(".facts", "Worst case").await;
        window.appears("#bar.worst").await;
        // A game of two has no third seat that could be below.
        window.press("#tools", "Turn the board").await;
        window.press("#tools", "Turn the board").await;
        window.choose("#variant", "chess").await;
        window.appears("[data-field=\"e2\"][aria-label*=\"White pawn\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn games_are_read_and_written() {
    play("pgn", async |table| {
        let window = table.window(Look::PHONE.dark()).await;
        window.open("/analysis?variant=chess").await;
        window.appears("#board .piece").await;
        window.script("document.querySelectorAll('details').forEach((it) => (it.open = true));", vec![]).await;
        window.write("#pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").await;
        window.click("#pgn-load").await;
        window.until("a game", "return document.querySelectorAll('#moves .ply').length === 4;", Vec::new()).await;
        window.click("#pgn-write").await;
        window.until("a text", "return document.querySelector('#pgn').value.includes('Nc6');", Vec::new()).await;

        // More games than are listed, one of which cannot be read.
        let game = |number: usize| {
            let moves = if number == 2 { "1. e5" } else { "1. d4 d5" };
            format!("[White \"Player {number}\"]\n[Black \"B\"]\n\n{moves} *\n\n")
        };
        let games: String = (1..=21).map(game).collect();
        window.script("document.querySelector('#pgn').value = arguments[0];", vec![json!(games)]).await;
        window.click("#pgn-load").await;
        window.says("dialog.choice", "more games: these are the first 20").await;
        window.says("dialog.choice button:disabled", "Player 2 – B").await;
        window.press("dialog.choice", "Player 20").await;
        window.until("a game", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;

        window.write("#fen", "nonsense").await;
        window.click("#fen-load").await;
        window.appears(".notice.error").await;
        window.shoot("analysis-phone-dark").await;
    });
}

#[test]
fn positions_are_edited() {
    play("editor", async |table| {
        let window = table.window(Look::DESK).await;
        for (variant, field, piece, fen) in [
            ("quex", "e5", "White queen", None),
            ("kaleido4", "1G", "Red eagle", None),
            ("3check", "e5", "White queen", Some("/4Q3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")),
            ("monster", "e5", "White pawn", Some("/4P3/8/8/2PPPP2/4K3 w kq - 2 0 1")),
            ("progressive", "e5", "White queen", Some("/4Q3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1/1 0 1")),
            ("chex", "a1", "White knight", Some("N[")),
        ] {
            window.open(&format!("/analysis?variant={variant}")).await;
            window.click("#edit").await;
            window.click(&format!(".palette [aria-label=\"{piece}\"]")).await;
            window.click_field(field).await;
            window.appears(&format!("#board [data-name=\"{piece}\"]")).await;
            window.shoot(&format!("editor-{variant}-desk-light")).await;
            let pieces = "return [...document.querySelectorAll('#board .piece')]
                .map((it) => `${it.dataset.name} ${it.dataset.on}`).sort().join();";
            let edited = window.script(pieces, Vec::new()).await;
            window.press("#tools", "Turn the board").await;
            assert_eq!(window.script(pieces, Vec::new()).await, edited, "{variant}, turned");
            if variant == "3check" {
                window.write("#typed", "e2e4\n").await;
                window.says(".notices", "position that is being edited").await;
                window.click(".notices .close").await;
                assert_eq!(window.value("#typed").await, "e2e4");
                assert_eq!(window.script(pieces, Vec::new()).await, edited, "no move is played on it");
            }
            // More queens or eagles than there are: not a position of the game.
            let Some(fen) = fen else { continue };
            window.click("#edit-done").await;
            window.says("#tools", "Edit the position").await;
            let edited = "return document.querySelector('#fen').value.includes(arguments[0]);";
            window.until(&format!("{variant}: {fen}"), edited, vec![json!(fen)]).await;
        }
    });
}

#[test]
fn a_typed_position_is_used_or_given_up() {
    play("editor-typed", async |table| {
        let window = table.window(Look::DESK).await;
        player::analyse(&window, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").await;
        // A click on a button ends the typing.
        let type_and_click = "const box = document.querySelector('#edit-fen');
            box.value = arguments[0];
            box.dispatchEvent(new Event('change'));
            document.querySelector(arguments[1]).click();";
        let (rook, queen) = ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
        window.click("#edit").await;
        window.script(type_and_click, vec![json!(rook), json!("#edit-done")]).await;
        window.until("the rook", "return document.querySelector('#fen').value.includes('R3K3');", Vec::new()).await;
        window.click("#edit").await;
        window.script(type_and_click, vec![json!(queen), json!(".editing .quiet")]).await;
        window.appears("#edit").await;
        window.write("#typed", "a1a2\n").await;
        window.until("a move", "return document.querySelectorAll('#moves .ply').length === 1;", Vec::new()).await;
        window.appears("[data-field=\"a2\"][aria-label*=\"White rook\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn the_game_that_was_chosen_last_is_analysed() {
    play("analysis-last", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/analysis?variant=chess").await;
        window.appears("#board .piece").await;
        window.script(LATE_ANSWER, vec![json!("/api/position")]).await;
        window.choose("#variant", "quex").await;
        window.choose("#variant", "keyles").await;
        let is_keyles = "return document.querySelector('#fen').value.startsWith('10/rpnlqklnpr/');";
        window.until("Keyles", is_keyles, Vec::new()).await;
        window.module(LATER).await;
        assert_eq!(window.script(is_keyles, Vec::new()).await, json!(true));
        assert_eq!(window.value("#variant").await, "keyles");
        window.is_clean().await;
    });
}

#[test]
fn the_editor_keeps_the_castling_rights_that_it_can() {
    play("editor-castling", async |table| {
        let window = table.window(Look::DESK).await;
        let chess960 = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1";
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (variant, fen, piece, fields, rights) in [
            ("chess", start, None, "h1 c8", "/RNBQKBN1 w Qkq -"),
            ("chess", start, None, "e8", "/RNBQKBNR w KQ -"),
            // Another rook stands beyond the one that castles.
            ("chess", chess960, Some("White rook"), "h1", "/1R2K1RR w GQ -"),
            // A king that has never moved is reborn, with rights or without.
            ("circe", start, None, "a1 h1", "/1NBQKBN1 w Ekq -"),
        ] {
            player::analyse(&window, variant, fen).await;
            window.click("#edit").await;
            if let Some(piece) = piece {
                window.click(&format!(".palette [aria-label=\"{piece}\"]")).await;
            }
            for field in fields.split(' ') {
                window.click_field(field).await;
            }
            let edited = "return document.querySelector('#edit-fen').value.includes(arguments[0]);";
            window.until(&format!("{variant}: {rights}"), edited, vec![json!(rights)]).await;
        }
    });
}

#[test]
fn rules_are_tried_on_a_board() {
    play("rules", async |table| {
        let window = table.window(Look::DESK).await;
        for game in ["knightrelay", "quex", "chex", "kaleido"] {
            window.open(&format!("/rules/{game}")).await;
            window.appears("#text h1").await;
            window.appears(".play-on").await;
            let loaded = "const images = [...document.querySelectorAll('#text img')];
                return images.every((it) => it.complete && it.naturalWidth > 0);";
            window.until("pictures", loaded, Vec::new()).await;
            window.shoot_window(&format!("rules-{game}-desk-light")).await;
        }
        for (page, heading) in [("related", "Relatives of chess"), ("circe", "Circe chess")] {
            window.open(&format!("/rules/{page}")).await;
            window.says("#text h1", heading).await;
            window.says("#chapters [aria-current]", "Relatives of chess").await;
            window.appears("#board .piece").await;
        }
        window.open("/rules").await;
        window.appears("#text [href=\"/rules/kaleido\"]").await;
        window.open("/rules/knightrelay").await;
        window.press("#text", "Play on").await;
        window.appears("[data-field=\"e6\"][aria-label*=\"White pawn, relayed\"]").await;
        window.step("a3", "d6").await;
        window.says("#status", "1-0").await;
        window.is_clean().await;
    });
}

#[test]
fn games_are_listed_and_found() {
    play("games", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.appears("[data-family=\"kaleido\"] .board .piece").await;
        assert_eq!(window.module(TWO_CHOICES).await, json!(["A position of "]), "one board");
        player::begin(&window, "keyles", "Watch", Setting::default()).await;
        window.until("moves", "return document.querySelectorAll('#moves .ply').length > 2;", Vec::new()).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.open("/games").await;
        let listed = "return document.querySelectorAll('#list .entry').length === arguments[0];";
        window.until("two games", listed, vec![json!(2)]).await;
        window.says("#own .entry", "Chess").await;
        window.says("#own .entry", "your turn").await;
        let players = window.text("#list .entry .players").await;
        assert_eq!(players.matches("engine").count(), 1, "the newest game has a person and an engine: {players}");
        window.shoot("games-desk-light").await;
        // The first answer comes after the next one.
        window.script(LATE_ANSWER, vec![json!("/api/games?")]).await;
        window.choose("#by-variant", "chess").await;
        window.choose("#by-variant", "keyles").await;
        window.says("#list .entry", "Keyles").await;
        window.until("one game", listed, vec![json!(1)]).await;
        window.module(LATER).await;
        assert!(window.text("#list").await.contains("Keyles"), "the answer to the last question stays");
        window.click("#list .entry").await;
        window.appears("#board .piece").await;
        for path in ["/nothing/here", "/game/doesnotexist", "/game/0123456789abcdef0123", "/rules/nothing"] {
            window.open(path).await;
            window.says("h1", "Nothing is here").await;
        }
    });
}
