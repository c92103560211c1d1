//! Chess against a person, with everything that XBoard's menus and keys offer him.

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, KnightRelay};
use tests::programs::wait_for;
use tests::xboard::EIGHT;

use super::{LIMIT, Window};

/// What the engine has said last after a line of XBoard's: its move.
fn answer_after(window: &Window, said: &str) -> String {
    window.xboard.expect_after('>', "move ", said)["move ".len()..].to_string()
}

#[test]
fn black_is_played_on_a_board_that_has_turned() {
    let Some(window) = Window::open::<Chess>("xboard-black", EIGHT, None, &[]) else { return };
    window.xboard.key(&window.drawing, "ctrl+w");
    let first = answer_after(&window, "< go");
    window.xboard.settle();
    for square in ["g8", "f6"] {
        window.xboard.click_at(&window.drawing, window.drawing.square_from_black(square));
    }
    window.check_answer::<Chess>(&[&first, "g8f6"]);
}

#[test]
fn an_illegal_move_is_refused_with_its_reason_and_the_game_goes_on() {
    let Some(window) = Window::open::<Chess>("xboard-illegal", EIGHT, None, &[]) else { return };
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
fn what_is_taken_back_is_forgotten_by_the_engine_too() {
    let Some(window) = Window::open::<Chess>("xboard-undo", EIGHT, None, &[]) else { return };
    window.click("e2");
    window.click("e4");
    answer_after(&window, "< usermove e2e4");
    window.xboard.settle();
    window.xboard.key(&window.drawing, "ctrl+x");
    window.xboard.expect('<', "remove");
    window.xboard.settle();
    // The pawn is back on e2, and so it is for the engine.
    window.click("e2");
    let shown = window.xboard.expect_after('>', "highlight", "< remove");
    assert_eq!(shown, "highlight 8/8/8/8/4Y3/4Y3/8/8");
    window.click("e3");
    let answer = answer_after(&window, "< usermove e2e3");
    window.check_line::<Chess>(&["e2e3", &answer]);
}

#[test]
fn a_position_is_set_up_on_the_board() {
    let Some(window) = Window::open::<Chess>("xboard-edit", EIGHT, None, &[]) else { return };
    window.xboard.key(&window.drawing, "ctrl+shift+e");
    window.xboard.settle();
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

#[test]
fn a_hint_is_a_legal_move_in_a_window() {
    let Some(window) = Window::open::<Chess>("xboard-hint", EIGHT, None, &[]) else { return };
    // Engine, Hint.
    window.xboard.choose(272, (290, 189));
    let hint = window.xboard.expect('>', "Hint: ");
    assert!(Chess::start().read_move(hint.trim_start_matches("Hint: ")).is_ok(), "{hint}");
    let note = window.xboard.window_called("Information");
    window.picture("hint.png");
    window.xboard.click_in(&note, (150, 41));
    window.xboard.wait_until_gone(&note);
    window.click("d2");
    window.click("d4");
    window.check_answer::<Chess>(&["d2d4"]);
}

#[test]
fn analysis_shows_lines_and_follows_what_is_played() {
    let Some(window) = Window::open::<Chess>("xboard-analysis", EIGHT, None, &[]) else { return };
    let first_move =
        |line: &str| line.split_whitespace().nth(4).map(|text| text.trim_end_matches(['!', '?']).to_string());
    window.xboard.key(&window.drawing, "ctrl+a");
    window.xboard.expect('<', "analyze");
    let line = window.xboard.expect_after('>', "8 ", "< analyze");
    assert!(Chess::start().read_move(&first_move(&line).expect("a line")).is_ok(), "{line}");
    let output = window.xboard.window_called("Engine Output");
    window.xboard.move_aside(&output);
    window.click("e2");
    window.click("e4");
    let line = window.xboard.expect_after('>', "8 ", "< usermove e2e4");
    let mut record = Record::<Chess>::default();
    record.play(record.position().read_move("e2e4").expect("a move"));
    assert!(record.position().read_move(&first_move(&line).expect("a line")).is_ok(), "{line}");
    window.picture("analysis.png");
    // To edit the game ends the analysis.
    window.xboard.key(&window.drawing, "ctrl+e");
    window.xboard.expect_after('<', "exit", "< usermove e2e4");
}

#[test]
fn the_engine_thinks_on_the_persons_time_and_answers_what_it_expected() {
    let options = ["-ponderNextMove", "true"];
    let Some(window) = Window::open::<Chess>("xboard-ponder", EIGHT, None, &options) else { return };
    window.click("e2");
    window.click("e4");
    let answer = answer_after(&window, "< usermove e2e4");
    // `depth score time nodes (expected) ...`
    let log = || window.xboard.engine_log();
    let expected = wait_for(LIMIT, || {
        let log = log();
        let after = &log[log.find(&format!("> move {answer}"))?..];
        Some(after.split_once('(')?.1.split_once(')')?.0.to_string())
    });
    let expected = expected.unwrap_or_else(|| panic!("nothing is expected:\n{}", log()));
    window.xboard.type_line(&window.drawing, &expected);
    let second = answer_after(&window, &format!("< usermove {expected}"));
    window.check_line::<Chess>(&["e2e4", &answer, &expected, &second]);
}

#[test]
fn a_game_given_up_is_over_and_the_next_begins() {
    let Some(window) = Window::open::<Chess>("xboard-resign", EIGHT, None, &[]) else { return };
    window.click("e2");
    window.click("e4");
    answer_after(&window, "< usermove e2e4");
    window.xboard.settle();
    window.xboard.key(&window.drawing, "F9");
    assert_eq!(window.xboard.expect('<', "result"), "result 0-1 {White resigns}");
    window.xboard.key(&window.drawing, "ctrl+n");
    window.xboard.expect_after('>', "pong", "< result");
    window.xboard.settle();
    window.click("d2");
    window.click("d4");
    let answer = answer_after(&window, "< usermove d2d4");
    window.check_line::<Chess>(&["d2d4", &answer]);
    assert_eq!(window.xboard.saved_games()[0].result, "0-1");
}

#[test]
fn a_draw_is_declined_by_an_engine_that_is_not_worse() {
    let Some(window) = Window::open::<Chess>("xboard-draw-declined", EIGHT, None, &[]) else { return };
    window.click("e2");
    window.click("e4");
    answer_after(&window, "< usermove e2e4");
    window.xboard.settle();
    window.xboard.key(&window.drawing, "F6");
    window.xboard.expect('<', "draw");
    window.click("d2");
    window.click("d3");
    answer_after(&window, "< usermove d2d3");
    assert!(!window.xboard.engine_log().contains("offer draw"));
}

#[test]
fn a_draw_is_accepted_by_an_engine_that_is_lost() {
    let start = "4k3/7p/8/8/8/8/QQ6/4K3 w - - 0 1";
    let Some(window) = Window::open::<KnightRelay>("xboard-draw-accepted", EIGHT, Some(start), &[]) else { return };
    window.click("a2");
    window.click("a3");
    answer_after(&window, "< usermove a2a3");
    window.xboard.settle();
    window.xboard.key(&window.drawing, "F6");
    window.xboard.expect_after('>', "offer draw", "< draw");
    window.xboard.expect_after('<', "result 1/2-1/2", "< draw");
    assert_eq!(window.xboard.saved_games()[0].result, "1/2-1/2");
}
