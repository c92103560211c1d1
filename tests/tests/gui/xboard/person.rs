//! The engine's settings, and another game, in XBoard's windows.

use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, Keyles, Quex};
use protocol::options::{Offered, SPECS};
use tests::xboard::{EIGHT, LARGE, TEN};

use super::{Parts, Window};

/// Number of Tab keys from the first setting in the window to the one of a name.
fn place(name: &str) -> usize {
    let mut offered = SPECS.iter().filter(|spec| spec.offered != Offered::Uci);
    offered.position(|spec| spec.name == name).expect("a setting that XBoard shows")
}

#[test]
fn settings_are_changed_in_their_windows() {
    let Some(window) = Window::open::<Chess>("xboard-settings", Parts::Menus, EIGHT, None, &[]) else { return };
    for (name, key, said) in [
        ("Skill Level", "Down", "option Skill Level=19"),
        ("Seed", "Up", "option Seed=1"),
        ("Notation", "Down", "option Notation=inventor"),
    ] {
        window.xboard.choose(&window.drawing, "alt+n", 3);
        let settings = window.xboard.window_called("Engine Settings");
        assert_eq!(window.xboard.dialogs(), ["Engine Settings"]);
        window.xboard.key_in(&settings, "Tab", place(name));
        window.xboard.key_in(&settings, key, 1);
        window.picture(&format!("{}.png", name.to_lowercase()));
        window.xboard.accept(&settings);
        assert_eq!(window.xboard.expect('<', said), said);
    }
    window.xboard.key(&window.drawing, "alt+shift+u");
    let common = window.xboard.window_called("Common Engine Settings");
    // The first setting is that of pondering. The numbers of processors and of megabytes follow, with a folder and its
    // button between them.
    for (tabs, key) in [(1, "Up"), (3, "Up")] {
        window.xboard.key_in(&common, "Tab", tabs);
        window.xboard.key_in(&common, key, 1);
    }
    window.picture("common.png");
    window.xboard.accept(&common);
    window.xboard.expect('<', "cores 2");
    let memory = |after: &str| -> u32 {
        let line = window.xboard.expect_after('<', "memory ", after);
        line["memory ".len()..].parse().expect("a number of megabytes")
    };
    assert_eq!(memory("< option Notation"), memory("") + 1);
    window.click("e2");
    window.click("e4");
    window.check_answer::<Chess>(&["e2e4"]);
    assert!(!window.xboard.engine_log().contains("> Error"), "{}", window.xboard.engine_log());
}

/// Plays a move in the game that XBoard has just begun and checks the answer.
fn play_one<G: Notation>(window: &Window, from: &str, to: &str) {
    let begun = format!("< variant {}", G::name());
    window.xboard.expect_after('>', "pong", &begun);
    window.xboard.wait_for_window();
    window.xboard.click_at(&TEN, TEN.square(from));
    window.xboard.click_at(&TEN, TEN.square(to));
    let said = window.xboard.expect_after('<', "usermove", &begun);
    assert_eq!(said, format!("usermove {from}{to}"));
    let answer = window.xboard.expect_after('>', "move ", &begun);
    let mut record = Record::<G>::new(G::start());
    for text in [&format!("{from}{to}"), answer.trim_start_matches("move ")] {
        record.play(record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
}

#[test]
fn another_game_is_chosen_and_then_another() {
    let Some(window) = Window::open::<Chess>("xboard-variants", Parts::Menus, LARGE, None, &[]) else { return };
    window.click("e2");
    window.click("e4");
    window.check_answer::<Chess>(&["e2e4"]);
    // The games that XBoard does not know are the columns on the right, in the order of the list: knightrelay and
    // amazon, kingofthehill and extinction, ...
    let choose = |place: (i32, i32)| {
        window.xboard.key(&TEN, "alt+shift+v");
        let games = window.xboard.window_called("New Variant");
        window.picture("games.png");
        window.xboard.click_in(&games, place);
        window.xboard.wait_until_gone(&games);
    };
    choose((752, 161));
    play_one::<Keyles>(&window, "e3", "e4");
    window.picture("keyles.png");
    choose((862, 132));
    play_one::<Quex>(&window, "c3", "c4");
    window.picture("quex.png");
}
