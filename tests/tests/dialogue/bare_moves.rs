//! Bare moves in CECP, without `usermove`. XBoard does not wait for the features of a second engine that joins an
//! analysis: it sends `edit` and bare moves.

use tests::dialogue::Dialogue;

#[test]
fn moves_may_be_bare_until_usermove_is_accepted() {
    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2\nnew\nvariant knightrelay\nforce\nedit\n#\nPa2\nNf3\n.\nd2e4\ne7e4\ne7e5");
    engine.until("Illegal move (the pawn on e7 does not reach e4): e7e4");
    let fen = "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    engine.send("fen");
    assert_eq!(engine.until("fen "), fen);
    engine.send("accepted usermove\ng1f3\nfen");
    engine.until("Error (unknown command): g1f3");
    assert_eq!(engine.until("fen "), fen);
    engine.quit();
}

#[test]
fn drops_and_castling_may_be_bare_too() {
    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2");
    engine.until("feature done=1");
    engine.send("new\nvariant chex\nforce\nN@g8\nP@f7");
    let placed = engine.position();
    assert!(placed.starts_with("1N/p1["), "{placed}");
    // A line of `edit` that counts pieces.
    engine.send("P@3");
    assert_eq!(engine.until("Error"), "Error (unknown command): P@3");
    engine.send("new\nvariant fischerandom\nforce\nsetboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nO-O\nO-O-O");
    assert_eq!(engine.position(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    engine.quit();
}
