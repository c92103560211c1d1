//! Moves and tiles taken back in dialogues, where a GUI counts other plies than the game.

use tests::dialogue::Dialogue;

/// Takes a tile from White's pile and places it on g8, where the first one goes.
fn place_first_tile(engine: &mut Dialogue) {
    engine.send("lift n1\nmoves");
    let placement = engine.until("moves ")["moves ".len()..].to_string();
    engine.send(&format!("usermove {placement}"));
}

#[test]
fn remove_counts_no_ply_for_the_tile_that_the_user_holds() {
    let mut engine = Dialogue::drawn("chex");
    let start = engine.position();
    engine.send("st 0.05");
    place_first_tile(&mut engine);
    engine.until("move ");
    engine.send("lift n1\nremove");
    assert_eq!(engine.position(), start);
    assert_eq!(engine.so_far(), [""; 0], "it is the user's turn");
    engine.quit();
}

#[test]
fn undo_counts_no_ply_for_the_tile_that_the_user_holds() {
    let mut engine = Dialogue::drawn("chex");
    let start = engine.position();
    engine.send("force");
    place_first_tile(&mut engine);
    let placed = engine.position();
    engine.send("lift _15");
    assert_ne!(engine.position(), placed, "a tile is missing in Black's pile");
    engine.send("undo");
    assert_eq!(engine.position(), start);
    engine.quit();
}

/// Without a referee nobody knows of the tile.
#[test]
fn a_tile_that_the_engine_has_not_placed_goes_back_to_the_pile_when_it_stops_playing() {
    for command in ["force", "analyze", "result 1/2-1/2 {adjourned}", "playother"] {
        let mut engine = Dialogue::drawn("chex");
        engine.send("level 0 100 0\npost\nforce\nusermove N@g8");
        let before = engine.position();
        engine.send("go");
        // Black can only draw, which takes no time. Then it thinks about the placement.
        while !engine.read().contains('@') {}
        assert_ne!(engine.position(), before, "{command}: a tile is missing in Black's pile");
        engine.send(command);
        assert_eq!(engine.position(), before, "{command}");
        engine.quit();
    }
}
