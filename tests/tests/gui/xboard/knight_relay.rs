//! Knight relay chess, played by clicks.

use engine::variants::KnightRelay;
use tests::xboard::EIGHT;

use super::{Parts, Window};

#[test]
fn a_relayed_pawn_leap_is_clicked_and_answered() {
    let Some(window) = Window::open::<KnightRelay>("xboard-click", Parts::Board, EIGHT, None, &[]) else { return };
    // The pawn d2, relayed by the knight b1, may leap to b3, c4, e4 and f3, and go to d3 and d4.
    window.click("d2");
    window.xboard.expect('<', "lift d2");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 8/8/8/8/2YYY3/1Y1Y1Y2/8/8");
    window.picture("targets.png");
    window.click("e4");
    window.check_answer::<KnightRelay>(&["d2e4"]);
    window.picture("answered.png");
}

#[test]
fn a_promotion_is_clicked_and_answered() {
    let start = "4k2r/P6P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some(window) = Window::open::<KnightRelay>("xboard-promotion", Parts::Board, EIGHT, Some(start), &[]) else {
        return;
    };
    window.click("a7");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight M7/8/8/8/8/8/8/8");
    window.click("a8");
    // What XBoard offers first is taken by a click that does not pull the pawn back.
    window.check_answer::<KnightRelay>(&["a7a8q"]);
    window.picture("answered.png");
}

#[test]
fn castling_is_clicked_and_answered() {
    let start = "4k2r/7P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some(window) = Window::open::<KnightRelay>("xboard-castling", Parts::Board, EIGHT, Some(start), &[]) else {
        return;
    };
    window.click("e1");
    assert_eq!(window.xboard.expect('>', "highlight"), "highlight 8/8/8/8/8/8/4YY2/2YY1Y2");
    window.click("c1");
    window.check_answer::<KnightRelay>(&["e1c1"]);
    window.picture("answered.png");
}
