//! Whole games of two people in two windows. One of them plays as the engine would, the other at random, so that games
//! come to an end soon.

use engine::game::{GenType, MakeUnmake, Seat, ToAct};
use engine::move_role::{MoveRole, MoveRoles};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::search::{Control, Limits};
use engine::text::Notation;
use engine::variants::{Chex, Keyles};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use searches::Searched;
use serde_json::json;

use super::player::{self, Setting};
use super::table::{Table, play};
use super::window::{Look, Window};

/// Nodes of the better player's search.
const NODES: u64 = 3000;
/// More moves than such a game has.
const MOST: usize = 250;

/// Result: what is said in a game for four whose persons have one name, before and after White has resigned.
const AMONG_FOUR: &str = "const { get, variant: named } = await import('/js/api.js');
    const { openOffers } = await import('/js/game/actions.js');
    const { Players } = await import('/js/game/players.js');
    const { showStatus } = await import('/js/game/status.js');
    const variant = await named('kaleido4');
    const state = await get(location.pathname.replace('/game/', '/api/games/'));
    state.seats.forEach((seat) => Object.assign(seat, { kind: 'person', player: 'Somebody' }));
    const words = (turn) => {
        const host = document.createElement('div');
        const shown = { ...state, you: 0, turn };
        showStatus(host, { state: shown, variant, position: shown, play: () => {}, isPast: false });
        return host.firstElementChild.textContent;
    };
    const before = words(0);
    state.seats[0].retired = true;
    const offers = openOffers({ ...state, you: 3, offers: { draw: [1, 2] } }, variant);
    const [top, bottom] = [document.createElement('div'), document.createElement('div')];
    new Players(variant, top, bottom, { faces: [], draw: () => {} }).show(state, state.board, 0);
    return [before, words(0), words(1), offers[0].text, /plays no more/.exec(bottom.textContent)?.[0]];";

/// Counts the sounds of the page from now on as `sounds`.
const SOUNDS: &str = "window.sounds = 0;
    window.OscillatorNode = class extends OscillatorNode {
        constructor(...given) {
            super(...given);
            window.sounds += 1;
        }
    };";

/// Keeps the texts of all notices from now on as `told`.
const NOTICES: &str = "const notices = document.querySelector('.notices');
    window.told = '';
    new MutationObserver(() => { window.told += notices.innerText; }).observe(notices, { childList: true });";

/// Position of the game in a window.
async fn position<G: Notation>(window: &Window) -> G {
    let path = window.path().await.replace("/game/", "/api/games/");
    let state = window.get(&path).await;
    let fen = state["fen"].as_str().expect("a position");
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Next move of a player: White as the engine would, Black at random.
fn choose<G: Searched + Notation>(position: &G, random: &mut Xoshiro256PlusPlus) -> Move {
    if position.side_to_move() == Seat::WHITE {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let record = Record::new(position.clone());
        let verdict = G::alphabeta().think(&record, &limits, &Control::new(), &mut |_| {});
        return verdict.best.expect("a move");
    }
    let mut moves = MoveList::new();
    position.moves(GenType::All, &mut moves);
    moves[random.random_range(0..moves.len())]
}

/// Makes a move by clicks.
async fn make<G: MoveRoles + Notation>(window: &Window, position: &G, mv: Move) {
    let before = player::plies(window).await;
    match position.move_role(mv) {
        MoveRole::Step { from, to, .. } => window.step(&position.field_name(from), &position.field_name(to)).await,
        MoveRole::Placement { to, .. } => window.click_field(&position.field_name(to)).await,
        MoveRole::DrawDecision => {
            player::draw_tile(window).await;
            return;
        }
        role => panic!("{role:?} is no move of a person"),
    }
    let script = "const letter = arguments[0];
        const answers = [...document.querySelectorAll('dialog.choice .answers button')];
        answers.at(letter ? 0 : -1)?.click();
        const isOver = document.querySelector('#rematch') !== null;
        return isOver || document.querySelectorAll('#moves .ply').length > arguments[1];";
    window.until("a move", script, vec![json!(position.write_move(mv).len() > 4), json!(before)]).await;
}

/// Two people meet for a game with a clock.
async fn meet(table: &Table, variant: &str) -> [Window; 2] {
    player::meet(table, variant, Setting { clock: Some("5+3"), ..Setting::default() }).await
}

/// Plays a whole game.
async fn plays_to_the_end<G: Searched + Notation + MoveRoles + MakeUnmake>(table: &Table) {
    let windows = meet(table, G::name()).await;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for turn in 0..MOST {
        let position: G = position(&windows[0]).await;
        if position.outcome().is_some() || windows[0].has("#rematch").await {
            break;
        }
        assert!(turn + 1 < MOST, "no end in sight: {position}");
        assert_eq!(position.to_act(), ToAct::Seat(position.side_to_move()), "chance is the server's: {position}");
        let window = &windows[position.side_to_move().index()];
        assert!(player::waits_for_turn(window).await);
        make(window, &position, choose(&position, &mut random)).await;
    }
    let mut ends = Vec::new();
    for (window, seat) in windows.iter().zip(["White", "Black"]) {
        window.appears("#rematch").await;
        window.shoot(&format!("end-{}-{seat}", G::name())).await;
        window.is_clean().await;
        ends.push(window.text("#status strong").await);
    }
    let is_decided = ends[0].starts_with("You ");
    assert_eq!(ends[0].replace("You won", "You lost"), ends[1].replace("You won", "You lost"));
    assert_eq!(ends[0] != ends[1], is_decided, "one has won and one has lost, or it is a draw: {ends:?}");
}

#[test]
fn two_people_play_keyles_to_the_end() {
    play("people-keyles", async |table| plays_to_the_end::<Keyles>(table).await);
}

#[test]
fn two_people_play_chex_to_the_end() {
    play("people-chex", async |table| plays_to_the_end::<Chex>(table).await);
}

#[test]
fn a_seat_is_kept_against_other_links() {
    play("people-links", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play a friend", Setting::default()).await;
        let (game, friend) = (window.path().await, player::invitation(table, &window).await);
        let is_seated = "return !document.querySelector('#type').hidden;";
        window.until("the own seat", is_seated, Vec::new()).await;
        // No seat's secret.
        window.open("/").await;
        window.open(&format!("{game}#0000000000000000")).await;
        window.press("dialog.choice", "Take the seat of the link").await;
        window.says(".notices", "this link has no seat in the game").await;
        window.until("the own seat", is_seated, Vec::new()).await;
        // The friend's seat is taken only if that is wanted.
        window.open(&friend).await;
        window.press("dialog.choice", "Cancel").await;
        window.until("the own seat", is_seated, Vec::new()).await;
        // The browser itself closes a question, too.
        window.open("/").await;
        window.open(&friend).await;
        window.appears("dialog.choice").await;
        window.script("document.querySelector('dialog.choice').close();", Vec::new()).await;
        window.until("the own seat", is_seated, Vec::new()).await;
    });
}

#[test]
fn an_engine_says_that_it_declines_a_draw() {
    play("people-engine", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.press("[data-family=\"chess\"]", "Play the engine").await;
        window.appears("dialog [name=\"thinking\"]:disabled").await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.appears("header [href=\"/rules/chess\"]").await;
        window.script(NOTICES, Vec::new()).await;
        window.click("#hint").await;
        window.says(".notice", "Hint: ").await;
        assert_eq!(window.script("return window.told.includes('looks for a hint');", Vec::new()).await, json!(true));
        window.appears(".targets .hint").await;
        window.click("#offer-draw").await;
        window.says(".notice", "Motley declines").await;
        window.click("#resign").await;
        window.press("dialog.choice", "Resign").await;
        window.says("#status", "You lost (0-1): White resigns").await;
        assert!(window.has("#type[hidden]").await, "a game that is over takes no moves");
        player::begin(&window, "kaleido4", "Play the engine", Setting::default()).await;
        window.appears("#resign").await;
        assert!(!window.has("#offer-draw").await, "engines decline every draw among more than two");
        let told = window.module(AMONG_FOUR).await;
        let turns = ["Your turn", "White is to move", "Red is to move"];
        assert_eq!(told, json!([turns[0], turns[1], turns[2], "Red and Black offer a draw.", "plays no more"]));
        window.is_clean().await;
    });
}

#[test]
fn the_board_takes_the_focus_of_what_is_gone() {
    play("people-focus", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.click("#resign").await;
        window.press("dialog.choice", "Resign").await;
        window.appears("#rematch").await;
        let has_focus = "return Boolean(document.activeElement.dataset.field);";
        window.until("the board has the focus", has_focus, Vec::new()).await;
        window.is_clean().await;
    });
}

#[test]
fn a_past_position_stays_while_the_game_goes_on() {
    play("people-past", async |table| {
        let [white, black] = meet(table, "chess").await;
        white.step("e2", "e4").await;
        player::waits_for_turn(&black).await;
        black.step("e7", "e5").await;
        player::waits_for_turn(&white).await;
        black.until("two moves", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        black.click("#moves .ply").await;
        black.says("#past", "After 1 of 2").await;
        white.step("g1", "f3").await;
        black.says("#past", "After 1 of 3").await;
        black.appears("[data-field=\"g1\"][aria-label*=\"White knight\"]").await;
        white.until("three moves", "return document.querySelectorAll('#moves .ply').length === 3;", Vec::new()).await;
        white.click("#takeback").await;
        black.press("[data-offer=\"takeback\"]", "Accept").await;
        black.says("#past", "After 1 of 2").await;
        white.until("two moves", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        white.step("g1", "f3").await;
        black.until("three moves", "return document.querySelectorAll('#moves .ply').length === 3;", Vec::new()).await;
        black.press("#past", "Back to the game").await;
        black.appears("[data-field=\"f3\"][aria-label*=\"White knight\"]").await;
        assert!(black.has("#past[hidden]").await);

        // A game that is over is nobody's turn, whatever position is shown.
        black.click("#resign").await;
        black.press("dialog.choice", "Resign").await;
        black.says("#status", "You lost (1-0)").await;
        black.click("#moves .ply").await;
        black.says("#past", "After 1 of 3").await;
        black.says("#status", "You lost (1-0)").await;
        let title = black.script("return document.title;", Vec::new()).await;
        assert_eq!(title, json!("Chess – Motley"));
        black.is_clean().await;
    });
}

#[test]
fn a_game_begins_with_a_drawn_side_and_a_clock_of_ones_own() {
    play("people-setting", async |table| {
        let window = table.window(Look::PHONE).await;
        window.open("/").await;
        window.press("[data-family=\"chess\"]", "Play the engine").await;
        window.choose("dialog [name=\"side\"]", "random").await;
        window.choose("dialog [name=\"clock\"]", "own").await;
        window.write("dialog [name=\"minutes\"]", "0").await;
        window.write("dialog [name=\"seconds\"]", "2.5").await;
        window.press("dialog", "Start").await;
        window.appears("dialog [name=\"minutes\"]:invalid").await;
        window.shoot_window("new-game-phone-light").await;
        window.write("dialog [name=\"minutes\"]", "7").await;
        window.press("dialog", "Start").await;
        window.until("a seat", "return document.querySelector('#type')?.hidden === false;", Vec::new()).await;
        window.appears(".clock").await;
        let state = window.get(&window.path().await.replace("/game/", "/api/games/")).await;
        let clock = &state["clock"];
        assert_eq!((&clock["initial_ms"], &clock["increment_ms"]), (&json!(420_000), &json!(2500)), "{clock}");
        let kinds = [&state["seats"][0]["kind"], &state["seats"][1]["kind"]];
        assert!(kinds.contains(&&json!("person")) && kinds.contains(&&json!("engine")), "{kinds:?}");

        window.open("/").await;
        window.press("[data-family=\"chess\"]", "Play the engine").await;
        for (name, value) in [("side", "random"), ("clock", "own"), ("minutes", "7"), ("seconds", "2.5")] {
            assert_eq!(window.value(&format!("dialog [name=\"{name}\"]")).await, value, "{name} is remembered");
        }
        window.is_clean().await;
    });
}

#[test]
fn an_invited_player_tells_a_name() {
    play("people-name", async |table| {
        let [white, black] = meet(table, "chess").await;
        white.says("#top", "Somebody").await;
        white.script(SOUNDS, Vec::new()).await;
        white.click("header [aria-label=\"Sounds\"]").await;
        black.write("#own-name", "Motley").await;
        black.press("#name", "Save").await;
        black.says(".notices", "take another name").await;
        black.write("#own-name", "Anna").await;
        black.press("#name", "Save").await;
        white.says("#top", "Anna").await;
        assert_eq!(white.script("return window.sounds;", Vec::new()).await, json!(1), "a name has no sound");
        white.step("e2", "e4").await;
        white.until("a move has one", "return window.sounds === 2;", Vec::new()).await;
        black.until("there is nothing more to tell", "return document.querySelector('#name').hidden;", vec![]).await;
        white.is_clean().await;
    });
}

#[test]
fn two_people_play_at_one_screen() {
    play("people-screen", async |table| {
        let window = table.window(Look::DESK).await;
        let setting = Setting { seats: &[(1, "here")], ..Setting::default() };
        player::begin(&window, "chess", "Play a friend", setting).await;
        for (turn, from, to) in [("White", "f2", "f3"), ("Black", "e7", "e5"), ("White", "g2", "g4")] {
            window.says("#status strong", &format!("{turn} is to move")).await;
            window.step(from, to).await;
        }
        window.says("#status strong", "Black is to move").await;
        let said = "return document.querySelector('#live').textContent.split('g2 to g4').length - 1;";
        assert_eq!(window.script(said, Vec::new()).await, json!(1), "a move is said once");
        assert!(window.has("#invitations[hidden]").await, "nobody is asked by a link");
        window.says("#top", "at this screen").await;
        assert!(window.has("#bottom [data-seat=\"0\"]").await, "the board stays as it is");
        window.shoot("one-screen-desk-light").await;

        window.click("#takeback").await;
        window.says("#status strong", "White is to move").await;
        assert_eq!(player::plies(&window).await, 2, "nobody else has to agree");
        // The browser has kept both seats.
        window.open(&window.path().await).await;
        window.says("#status strong", "White is to move").await;
        window.step("g2", "g4").await;
        window.says("#status strong", "Black is to move").await;
        window.step("d8", "h4").await;
        window.says("#status strong", "0-1").await;

        window.click("#rematch").await;
        window.says("#status strong", "White is to move").await;
        window.step("e2", "e4").await;
        window.says("#status strong", "Black is to move").await;
        window.press("#actions", "Agree to a draw").await;
        window.press("dialog.choice", "Draw").await;
        window.says("#status strong", "Draw by agreement").await;
        window.is_clean().await;

        let forgetful = table.window(Look::DESK).await;
        forgetful.store_nothing().await;
        player::begin(&forgetful, "chess", "Play a friend", setting).await;
        forgetful.says("#status strong", "White is to move").await;
        let kept = forgetful.script("return location.hash.split('.').length;", Vec::new()).await;
        assert_eq!(kept, json!(2), "the address has both secrets");
    });
}

#[test]
fn a_board_turns_to_whoever_is_to_move() {
    play("people-turning", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.press("[data-family=\"chess\"]", "Play a friend").await;
        window.choose("dialog [data-seat=\"1\"]", "here").await;
        window.write("dialog [data-friend=\"1\"]", "Ben").await;
        window.press("dialog", "Start").await;
        window.says("#top", "Ben").await;
        window.click("#turning").await;
        for (seat, from, to) in [(0, "e2", "e4"), (1, "e7", "e5"), (0, "g1", "f3")] {
            window.appears(&format!("#bottom [data-seat=\"{seat}\"]")).await;
            window.step(from, to).await;
        }
        window.appears("#bottom [data-seat=\"1\"]").await;
        window.says("#status strong", "Ben").await;
        // By hand it is turned until the next move.
        window.click("#turn-board").await;
        window.appears("#bottom [data-seat=\"0\"]").await;
        window.step("b8", "c6").await;
        window.says("#status strong", "White is to move").await;
        window.appears("#bottom [data-seat=\"0\"]").await;
        window.step("f1", "b5").await;
        window.appears("#bottom [data-seat=\"1\"]").await;
        window.is_clean().await;
    });
}

#[test]
fn a_game_that_is_over_leads_to_one_like_it() {
    play("people-again", async |table| {
        let window = table.window(Look::DESK).await;
        let setting = Setting { seats: &[(1, "me")], clock: Some("10+5") };
        player::begin(&window, "chess", "Play the engine", setting).await;
        assert!(player::waits_for_turn(&window).await);
        window.click("#resign").await;
        window.press("dialog.choice", "Resign").await;
        window.says("#result", "You lost (1-0): Black resigns").await;
        window.shoot("result-desk-light").await;
        window.click("#steps [aria-label=\"First position\"]").await;
        window.until("no result of a past position", "return document.querySelector('#result').hidden;", vec![]).await;
        window.press("#past", "Back to the game").await;
        window.press("#result", "×").await;
        assert!(window.has("#result:empty").await);
        window.click("#new-game").await;
        let chosen = [("[data-seat=\"0\"]", "engine"), ("[data-seat=\"1\"]", "me"), ("[name=\"clock\"]", "10+5")];
        for (control, value) in chosen {
            assert_eq!(window.value(&format!("dialog {control}")).await, value, "{control}");
        }
        window.is_clean().await;
    });
}

#[test]
fn past_positions_are_asked_for_once() {
    play("people-once", async |table| {
        let [white, black] = meet(table, "chess").await;
        white.step("e2", "e4").await;
        player::waits_for_turn(&black).await;
        black.step("e7", "e5").await;
        player::waits_for_turn(&white).await;
        for (step, place) in [("Back", 1), ("First", 0), ("Forward", 1), ("First", 0)] {
            white.click(&format!("#steps [aria-label^=\"{step}\"]")).await;
            white.says("#past", &format!("After {place} of 2")).await;
        }
        let asked = "const all = performance.getEntriesByType('resource');
            return all.filter(({ name }) => name.includes('position?')).length;";
        assert_eq!(white.script(asked, Vec::new()).await, json!(2), "after no move and after one");
        white.is_clean().await;
    });
}

#[test]
fn offers_are_answered_in_the_other_window() {
    play("people-offers", async |table| {
        let [white, black] = meet(table, "chess").await;
        white.step("e2", "e4").await;
        player::waits_for_turn(&black).await;
        black.drag("e7", "e5").await;
        player::waits_for_turn(&white).await;
        assert_eq!(player::plies(&white).await, 2);

        black.until("two moves", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        black.click("#takeback").await;
        white.appears("[data-offer=\"takeback\"]").await;
        let says = "return document.querySelector('#live').textContent.includes(arguments[0]);";
        white.until("the offer is said", says, vec![json!("Black asks to take back.")]).await;
        white.press("[data-offer=\"takeback\"]", "Accept").await;
        black
            .until("the move is taken back", "return document.querySelectorAll('#moves .ply').length === 1;", vec![])
            .await;
        for window in [&white, &black] {
            window.until("it is said", says, vec![json!("The last move is taken back.")]).await;
        }

        black.click("#offer-draw").await;
        white.appears("[data-offer=\"draw\"]").await;
        white.press("[data-offer=\"draw\"]", "Decline").await;
        black.until("the offer is gone", "return document.querySelector('.offer') === null;", Vec::new()).await;

        player::waits_for_turn(&black).await;
        black.click("#resign").await;
        black.press("dialog.choice", "Resign").await;
        white.says("#status", "1-0").await;
        white.click("#rematch").await;
        black.press("[data-offer=\"rematch\"]", "Accept").await;
        for window in [&white, &black] {
            window
                .until("the rematch", "return document.querySelectorAll('#moves .ply').length === 0;", Vec::new())
                .await;
        }
        assert!(player::waits_for_turn(&black).await, "colours are changed");
        white.is_clean().await;
    });
}
