//! Quex and Keyles, played by clicks.

use engine::variants::{Keyles, Quex};
use tests::xboard::TEN;

use super::{Parts, Window};

/// A captured piece is chosen by a click beside the board.
const BY_CLICK: [&str; 2] = ["-sweepPromotions", "false"];

/// The fote on e9 can become what White has lost: a queen, a rook, a knight, another fote.
const FOTE: &str = "3r6/4F5/k7q1/10/3l6/10/2G7/5W4/3P6/K5R3[QRNFqtt] w - - 0 1";

#[test]
fn a_fote_becomes_a_captured_queen_by_clicks() {
    let Some(window) = Window::open::<Quex>("xboard-fote", Parts::Board, TEN, Some(FOTE), &BY_CLICK) else { return };
    window.click("e9");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 3MM5/10/10/10/10/10/10/10/10/10");
    window.picture("targets.png");
    window.click("d10");
    assert_eq!(window.xboard.expect('>', "choice"), "choice QRNF");
    // The queen is the fourth from below beside the board.
    window.xboard.click_at(&window.drawing, (13, 3));
    window.check_answer::<Quex>(&["e9d10q"]);
    window.picture("answered.png");
}

#[test]
fn a_fote_stays_what_it_is_by_a_click_on_an_empty_place() {
    let Some(window) = Window::open::<Quex>("xboard-fote-stays", Parts::Board, TEN, Some(FOTE), &BY_CLICK) else {
        return;
    };
    window.click("e9");
    window.xboard.expect('>', "highlight");
    window.click("e10");
    window.xboard.expect('>', "choice");
    window.xboard.click_at(&window.drawing, (13, 5));
    window.check_answer::<Quex>(&["e9e10"]);
}

/// White's king is captured, and five champions can make way for it.
const KING_CAPTURED: &str = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4";

#[test]
fn a_king_is_put_back_by_clicks() {
    let Some(window) = Window::open::<Keyles>("xboard-king", Parts::Board, TEN, Some(KING_CAPTURED), &BY_CLICK) else {
        return;
    };
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('<', "lift l11");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 10/10/10/10/10/10/YYYYY5/10/10/10");
    window.picture("targets.png");
    window.click("b4");
    window.xboard.expect('<', "put b4");
    assert_eq!(window.xboard.expect('>', "move "), "move b4a1,a1b4k");
    window.xboard.expect('>', "move @@@@");
    window.picture("back.png");
    window.click("b4");
    window.xboard.expect('<', "lift b4");
    window.click("b5");
    window.check_answer::<Keyles>(&["K@b4", "b4b5"]);
    window.picture("answered.png");
}

/// The engine has White and captures Black's king, because its own cannot arrive first.
const CAPTURES: &str = "8FL/r9/9K/10/n9/6N3/5t4/3C3R2/1k8/10[] w - - 0 1";

#[test]
fn what_the_user_takes_back_goes_back_before_the_kings_return() {
    let Some(window) = Window::open::<Keyles>("xboard-retract", Parts::Menus, TEN, Some(KING_CAPTURED), &BY_CLICK)
    else {
        return;
    };
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('>', "highlight");
    window.click("b4");
    window.xboard.expect('>', "move @@@@");
    for square in ["b4", "b5"] {
        window.click(square);
    }
    window.xboard.expect_after('>', "move ", "< usermove");
    // The move and its answer, then the null move and the king's return.
    for _ in 0..2 {
        window.xboard.key(&window.drawing, "ctrl+x");
    }
    window.xboard.expect_after('<', "remove", "< remove");
    window.xboard.click_at(&window.drawing, (13, 10));
    let shown = window.xboard.expect_after('>', "highlight", "< remove");
    assert_eq!(shown, "highlight 10/10/10/10/10/10/YYYYY5/10/10/10");
    window.click("a4");
    assert_eq!(window.xboard.expect_after('>', "move ", "< remove"), "move a4a1,a1a4k");
}

#[test]
fn black_puts_his_king_back_by_clicks() {
    let options = [&BY_CLICK[..], &["-initialMode", "MachineWhite"]].concat();
    let Some(window) = Window::open::<Keyles>("xboard-black-king", Parts::Board, TEN, Some(CAPTURES), &options) else {
        return;
    };
    assert_eq!(window.xboard.expect('>', "move "), "move j10b2");
    // White is above: the king lies in the upper right corner.
    window.xboard.click_at(&window.drawing, (13, 10));
    window.xboard.expect('<', "lift _1");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 10/Y9/10/10/Y9/10/10/10/10/10");
    window.picture("targets.png");
    window.xboard.click_at(&window.drawing, window.drawing.square_from_black("a6"));
    window.xboard.expect('>', "move @@@@");
    for square in ["a9", "d9"] {
        window.xboard.click_at(&window.drawing, window.drawing.square_from_black(square));
    }
    window.check_answer::<Keyles>(&["j10b2", "K@a6", "a9d9"]);
    window.picture("answered.png");
}
