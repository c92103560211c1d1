//! Chex in XBoard's window, in dialogues with the real program: tiles that cannot be placed, and a window that is too
//! small.

use tests::dialogue::Dialogue;

/// White's king is left to be drawn, and every cell around is attacked.
const NOWHERE: &str = "knr/b1r/bpn/2q[K] w - - 0 1";

#[test]
fn the_users_king_that_can_be_placed_nowhere_is_a_ply_of_xboards() {
    let mut engine = Dialogue::drawn("chex");
    engine.send(&format!("force\nsetboard {NOWHERE}\nplayother"));
    let before = engine.position();
    engine.send("lift n6");
    assert_eq!(engine.read(), "move K@--");
    assert_eq!(engine.read(), "1/2-1/2 {Stalemate}");
    engine.until("highlight ");
    engine.send("undo");
    assert_eq!(engine.so_far(), [""; 0]);
    assert_eq!(engine.position(), before);
    engine.quit();
}

#[test]
fn another_engines_king_that_can_be_placed_nowhere_arrives_as_a_position() {
    let mut engine = Dialogue::drawn("chex");
    engine.send(&format!("computer\nforce\nsetboard {NOWHERE}\nplayother"));
    assert_eq!(engine.so_far(), [""; 0]);
    // Its pile still has the king, and the other side is to move.
    engine.send(&format!("setboard {}", NOWHERE.replace(" w ", " b ")));
    assert_eq!(engine.read(), "1/2-1/2 {Stalemate}");
    engine.quit();
}

#[test]
fn a_drawn_tile_is_dropped_on_no_square_with_another_tile() {
    // The cells at the ends of the row lie on the squares of the tiles at its other ends.
    let board = ["12"; 7].join("/") + "/rppppbbppppr/" + &["12"; 7].join("/");
    for seed in 0..4 {
        let mut engine = Dialogue::drawn("chex");
        engine.send(&format!("option Seed={seed}\nforce\nsetboard {board}[KQRRBBNNPPPPPPPPkqnn] w - - 0 1\nlift n1"));
        let line = engine.until("highlight ");
        assert_eq!(line.split('/').nth(7), Some("12"), "{line}");
        // What is typed is no king's return.
        engine.send("usermove K@a8\nusermove Q@l8");
        let lines = engine.so_far();
        assert!(lines.iter().all(|line| !line.contains(',')), "{lines:?}");
        engine.quit();
    }
}

#[test]
fn a_tile_dropped_in_place_of_the_drawn_one_loses_no_game_under_an_arbiter() {
    let mut engine = Dialogue::drawn("chex");
    engine.send("option Arbiter=1\noption Seed=3\nst 0.05\nusermove N@g8");
    assert_eq!(engine.until("Illegal"), "Illegal move (take a tile from the pile first): N@g8");
    engine.send("lift n1");
    let held = engine.position();
    let tile = held.split_once("] w").and_then(|(_, rest)| rest.chars().next()).expect("a tile in hand");
    let other = if tile == 'R' { 'N' } else { 'R' };
    engine.send(&format!("usermove {other}@g8"));
    let refused = engine.until("Illegal");
    assert!(refused.starts_with("Illegal move (you drew a "), "{refused}");
    assert_eq!(engine.read(), format!("move {tile}@g8"));
    assert!(engine.read().starts_with("move "), "the game goes on");
    engine.quit();
}

#[test]
fn who_places_a_tile_before_drawing_is_told_so() {
    let mut engine = Dialogue::drawn("chex");
    engine.send("usermove N@g8");
    assert_eq!(engine.until("Illegal"), "Illegal move (take a tile from the pile first): N@g8");
    engine.quit();
}
