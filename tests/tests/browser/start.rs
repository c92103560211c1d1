//! The start of games, and the own ones: what a browser keeps of them.

use serde_json::json;

use super::player::{self, Setting};
use super::table::play;
use super::window::{Look, Window};

/// A game that no server has.
const LOST: &str = "0123456789abcdef0123";

/// Gives the browser a seat in a game that no server has.
const LOSE: &str = "localStorage.setItem(`seat.${arguments[0]}`, JSON.stringify('0123456789abcdef'));";

/// Lets 61 days pass since the game was missed for the first time.
const LATER: &str = "const games = JSON.parse(localStorage.getItem('games'));
    games.forEach((game) => { game.missing -= 61 * 24 * 3600 * 1000; });
    localStorage.setItem('games', JSON.stringify(games));";

/// Refuses new games, counts the requests as `begun`, and presses the button of the dialog twice.
const PRESS_TWICE: &str = "const { fetch } = window;
    window.begun = 0;
    window.fetch = async (path, options) => {
        if (path !== '/api/games') return fetch(path, options);
        window.begun += 1;
        return Response.json({ error: { code: 'busy', message: 'There is no room.' } }, { status: 503 });
    };
    const start = document.querySelector('dialog [type=submit]');
    start.click();
    start.click();";

/// Result: requests that are made for a question and for a new game, when the server has had too many.
const TOO_MANY: &str = "const { get, post } = await import('/js/api.js');
    const { fetch } = window;
    let count = 0;
    window.fetch = async () => {
        count += 1;
        const refused = { status: 429, headers: { 'retry-after': '0.01' } };
        return count % 2 ? Response.json({ error: { message: 'too many' } }, refused) : Response.json(7);
    };
    const answer = await get('/api/anything');
    const refusal = await post('/api/games', {}).catch(({ message }) => message);
    window.fetch = fetch;
    return [answer, refusal, count];";

/// Holds back the states of games until the page's `late` is called.
const LATE_STATES: &str = "const { fetch } = window;
    const wait = new Promise((done) => { window.late = done; });
    window.fetch = async (path, options) => {
        if (path.startsWith('/api/games/')) await wait;
        return fetch(path, options);
    };";

/// Keeps the text of the file that the page gives to its user as `taken`.
const TAKE: &str = "URL.createObjectURL = (blob) => {
        blob.text().then((text) => { window.taken = text; });
        return 'data:,';
    };
    document.querySelector('#export-games').click();";

/// Gives a file to the page.
const GIVE: &str = "const box = document.querySelector('#seat-file');
    const files = new DataTransfer();
    files.items.add(new File([arguments[0]], 'seats.json'));
    box.files = files.files;
    box.dispatchEvent(new Event('change'));";

/// Opens the dialog of a new game of chess.
async fn open_dialog(window: &Window, way: &str) {
    window.open("/").await;
    window.press("[data-family=\"chess\"]", way).await;
    window.appears("dialog.new-game").await;
}

/// True if the browser has a seat in a game.
async fn has_seat(window: &Window, game: &str) -> bool {
    let script = "return localStorage.getItem(`seat.${arguments[0]}`) !== null;";
    window.script(script, vec![json!(game)]).await == json!(true)
}

#[test]
fn seats_are_kept_that_another_server_may_have() {
    play("start-missing", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.script(LOSE, vec![json!(LOST)]).await;
        window.open("/").await;
        let is_missed = "return localStorage.getItem('games')?.includes('missing') ?? false;";
        window.until("the game is missed", is_missed, Vec::new()).await;
        assert!(has_seat(&window, LOST).await);
        window.until("an empty list", "return document.querySelector('#own').hidden;", Vec::new()).await;
        window.script(LATER, Vec::new()).await;
        window.open("/").await;
        let is_gone = "return localStorage.getItem(`seat.${arguments[0]}`) === null;";
        window.until("the seat is forgotten after two months", is_gone, vec![json!(LOST)]).await;
    });
}

#[test]
fn what_happened_meanwhile_is_told() {
    play("start-meanwhile", async |table| {
        let [white, black] = player::meet(table, "chess", Setting::default()).await;
        white.open("/").await;
        white.says("#own .entry", "your turn").await;
        black.click("#resign").await;
        black.press("dialog.choice", "Resign").await;
        black.appears("#rematch").await;
        white.open("/").await;
        white.says("#own .entry", "You won (1-0): Black resigns – look").await;
        white.click("#own .entry").await;
        white.says("#status", "You won").await;
        white.click("#rematch").await;
        white.says("#offers", "You have asked for a rematch").await;
        let game = white.path().await;
        white.open("/").await;
        white.until("it is no news any more", "return document.querySelector('#own').hidden;", Vec::new()).await;

        black.press("[data-offer=\"rematch\"]", "Accept").await;
        let is_next = "return location.pathname !== arguments[0];";
        black.until("the rematch", is_next, vec![json!(game)]).await;
        white.open("/").await;
        white.says("#own .entry", "White is to move").await;
        assert_eq!(white.count("#own .entry").await, 1);
        white.click("#own .entry").await;
        white.appears("#bottom [data-seat=\"1\"]").await;
        assert_eq!(white.path().await, black.path().await);
        white.is_clean().await;
    });
}

#[test]
fn a_game_is_begun_once() {
    play("start-once", async |table| {
        let window = table.window(Look::DESK).await;
        open_dialog(&window, "Play the engine").await;
        window.script(PRESS_TWICE, Vec::new()).await;
        window.says("dialog .refusal", "There is no room.").await;
        assert_eq!(window.script("return window.begun;", Vec::new()).await, json!(1));
        window.appears("dialog [type=\"submit\"]:enabled").await;
    });
}

#[test]
fn games_with_friends_elsewhere_are_listed() {
    play("start-listed", async |table| {
        let window = table.window(Look::DESK).await;
        let listed = "dialog [name=\"listed\"]:checked";
        open_dialog(&window, "Play the engine").await;
        assert!(!window.has(listed).await);
        open_dialog(&window, "Play a friend").await;
        assert!(window.has(listed).await);
        window.choose("dialog [data-seat=\"1\"]", "here").await;
        assert!(!window.has(listed).await);
        // What was chosen is kept for games of the same kind.
        window.click("dialog [name=\"listed\"]").await;
        window.press("dialog", "Start").await;
        window.appears("#board .live").await;
        open_dialog(&window, "Play the engine").await;
        assert!(window.has(listed).await);
        window.is_clean().await;
    });
}

#[test]
fn own_games_are_taken_along_and_forgotten() {
    play("start-along", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        let game = window.path().await.replace("/game/", "");
        window.open("/games").await;
        window.says("#own .entry", "your turn").await;
        window.script(TAKE, Vec::new()).await;
        window.until("a file", "return Boolean(window.taken);", Vec::new()).await;
        let file = window.script("return window.taken;", Vec::new()).await;

        let other = table.window(Look::PHONE).await;
        other.open("/games").await;
        other.appears("#import-games").await;
        let broken = file.as_str().expect("a text").replace("\"secret\"", "\"other\"");
        let hollow = r#"{"kind": "motley-seats", "games": [{"id": "a", "secret": "0123456789abcdef"}, null]}"#;
        for (wrong, words) in [
            ("{", "not JSON"),
            ("{}", "its kind is not"),
            (&broken[..], "entry 1 has no seat"),
            (hollow, "entry 2 has no seat"),
        ] {
            other.script(GIVE, vec![json!(wrong)]).await;
            other.says(".notices .notice:last-child", words).await;
        }
        other.script(GIVE, vec![file.clone()]).await;
        other.says(".notices", "1 game was imported").await;
        other.says("#own .entry", "your turn").await;
        other.script(GIVE, vec![file]).await;
        other.says(".notices", "has all games of the file already").await;
        other.shoot("games-phone-light").await;

        window.press("#own .own-entry", "×").await;
        window.press("dialog.choice", "Cancel").await;
        assert!(has_seat(&window, &game).await);
        window.press("#own .own-entry", "×").await;
        window.press("dialog.choice", "Forget it").await;
        window.until("no own game", "return document.querySelector('#own').hidden;", Vec::new()).await;
        assert!(!has_seat(&window, &game).await);
        window.is_clean().await;
    });
}

#[test]
fn the_focus_stays_in_the_list_when_a_game_is_forgotten() {
    play("start-forgotten", async |table| {
        let window = table.window(Look::DESK).await;
        for _ in 0..2 {
            player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        }
        window.open("/").await;
        let has_entries = "return document.querySelectorAll('#own .close').length === arguments[0];";
        window.until("two games", has_entries, vec![json!(2)]).await;
        window.click("#own .close").await;
        window.press("dialog.choice", "Forget it").await;
        window.until("one game", has_entries, vec![json!(1)]).await;
        let has_focus = "return document.activeElement.matches('#own .close');";
        window.until("the other one has the focus", has_focus, Vec::new()).await;
        window.is_clean().await;
    });
}

#[test]
fn own_games_do_not_vanish_silently() {
    play("start-unanswered", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.block(&["*/api/games/*"]).await;
        window.open("/").await;
        window.says(".notices", "The server does not answer").await;
    });
}

#[test]
fn more_own_games_are_shown_when_they_are_asked_for() {
    play("start-more", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        // More visited games than are asked for at once, which the server does not have; the own one is the oldest.
        let visit = "const games = JSON.parse(localStorage.getItem('games'));
            const others = Array.from({ length: 20 }, (_, at) => ({ id: `nothing${at}`, seats: [0], isOver: false }));
            localStorage.setItem('games', JSON.stringify([...others, ...games]));";
        window.script(visit, Vec::new()).await;
        window.open("/").await;
        window.press("#own", "More of your games").await;
        window.says("#own .entry", "your turn").await;
        assert!(window.has("#own button.close").await && !window.has("#own > button").await);
        // The others are missing now: they take no place of one that is there.
        window.open("/").await;
        window.says("#own .entry", "your turn").await;
    });
}

#[test]
fn cards_stay_where_they_are_while_own_games_are_asked_for() {
    play("start-still", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        window.prepare(LATE_STATES).await;
        window.open("/").await;
        window.appears(".card").await;
        let top = "return document.querySelector('#cards').getBoundingClientRect().top + window.scrollY;";
        let before = window.script(top, Vec::new()).await.as_f64().expect("a number");
        window.script("window.late();", Vec::new()).await;
        window.says("#own .entry", "your turn").await;
        let moved = window.script(top, Vec::new()).await.as_f64().expect("a number") - before;
        assert!(moved.abs() < 12.0, "by {moved} pixels");
        window.is_clean().await;
    });
}

#[test]
fn questions_are_repeated_when_there_were_too_many() {
    play("start-too-many", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.appears(".card .board .piece").await;
        // Only pictures of another position than the start are asked for.
        let pictures = "const all = performance.getEntriesByType('resource');
            return all.filter(({ name }) => name.endsWith('/api/position')).length === 3
                && [...document.querySelectorAll('.card')].every((card) => card.querySelector('.board'));";
        window.until("all pictures", pictures, Vec::new()).await;
        assert_eq!(window.module(TOO_MANY).await, json!([7, "too many", 3]), "what changes something is not repeated");
    });
}

#[test]
fn games_at_which_somebody_is_are_listed() {
    play("start-live", async |table| {
        let window = table.window(Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        let other = table.window(Look::DESK).await;
        other.open("/games").await;
        other.says("#list .entry", "Chess").await;
        other.choose("#by-status", "live").await;
        other.says("#list .entry", "Chess").await;
        other.write("#by-player", "nobody").await;
        other.says("#list", "No game like this. Start one on the first page.").await;
        other.is_clean().await;
    });
}

#[test]
fn chosen_colours_are_there_before_the_first_paint() {
    play("start-colours", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        window.click("header .switches button:last-child").await;
        let theme = "return document.documentElement.dataset.theme ?? null;";
        assert_eq!(window.script(theme, Vec::new()).await, json!("dark"));
        // Modules come after the first paint; these do not come at all.
        window.block(&["*/js/pages/*"]).await;
        for path in ["/", "/games", "/game/nothing", "/analysis", "/rules", "/nothing"] {
            window.open(path).await;
            assert_eq!(window.script(theme, Vec::new()).await, json!("dark"), "{path}");
        }
    });
}

#[test]
fn a_stranger_is_told_how_to_play() {
    play("start-how-to", async |table| {
        let window = table.window(Look::DESK).await;
        window.open("/").await;
        // The picture of a card begins a game, too.
        window.click("[data-family=\"quex\"] .picture").await;
        assert!(window.has("[data-family=\"quex\"] [aria-label=\"Rules: Quex\"]").await, "links can be told apart");
        window.click("dialog .how-to summary").await;
        window.says("dialog .how-to", "All rules").await;
        window.press("dialog", "Start").await;
        window.appears("#pieces[open] .kinds .icon").await;
        let goal = window.text("#pieces .goal").await;
        assert!(goal.ends_with('.'), "the goal is told: {goal:?}");
        assert_eq!(window.count("#pieces li").await, 11);
        window.shoot("how-to-desk-light").await;
        let first = window.path().await;
        player::begin(&window, "quex", "Play the engine", Setting::default()).await;
        window.appears("#pieces:not([open])").await;
        // The first one is still the first.
        window.open(&first).await;
        window.click("#pieces[open] summary").await;
        window.appears("#pieces:not([open])").await;
        window.open("/").await;
        window.open(&first).await;
        window.appears("#pieces:not([open])").await;

        window.open("/rules/quex").await;
        window.click("#text .how-to summary").await;
        window.appears("#text .how-to .kinds .icon").await;
        window.is_clean().await;
    });
}
