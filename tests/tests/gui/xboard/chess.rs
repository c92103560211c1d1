//! Chess against a person: what a session does not show (see `session`).

use engine::record::Record;
use engine::text::Notation;
use engine::variants::Chess;
use tests::xboard::EIGHT;

use super::{Parts, Window};

/// Last line of the engine after a line of XBoard's: its move.
fn answer_after(window: &Window, said: &str) -> String {
    window.xboard.expect_after('>', "move ", said)["move ".len()..].to_string()
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_and_the_game_goes_on() {
    let Some(window) = Window::open::<Chess>("xboard-illegal", Parts::Menus, EIGHT, None, &[]) else { return };
    window.xboard.type_line(&window.drawing, "e2e5");
    let refused = window.xboard.expect('>', "Illegal move");
    assert_eq!(refused, "Illegal move (the pawn on e2 does not reach e5): e2e5");
    window.picture("refused.png");
    window.click("e2");
    window.click("e4");
    let answer = answer_after(&window, "< usermove e2e4");
    window.check_line::<Chess>(&["e2e4", &answer]);
}

#[test]
fn a_position_is_set_up_on_the_board() {
    let Some(window) = Window::open::<Chess>("xboard-edit", Parts::Menus, EIGHT, None, &[]) else { return };
    window.xboard.key(&window.drawing, "ctrl+shift+e");
    // XBoard says so as it begins to edit; what is clicked after that changes the position.
    window.xboard.expect_after('<', "force", "> pong");
    window.click("e2");
    window.click("e6");
    // The engine takes White.
    window.xboard.key(&window.drawing, "ctrl+w");
    let position = window.xboard.expect('<', "setboard");
    let position = position.trim_start_matches("setboard ");
    assert!(position.starts_with("rnbqkbnr/pppppppp/4P3/8/8/8/PPPP1PPP/RNBQKBNR w "), "{position}");
    let answer = answer_after(&window, "< setboard");
    let record = Record::<Chess>::new(position.parse().expect("a position"));
    assert!(record.position().read_move(&answer).is_ok(), "{answer}");
}
