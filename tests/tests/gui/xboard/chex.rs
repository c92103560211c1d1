//! Chex, played by clicks.

use engine::record::Record;
use engine::variants::Chex;
use protocol::layout::OnSquares;
use tests::xboard::PLANE;

use super::{Parts, Window, drawn_tile, highlighted};

/// Place of White's first tile beside the window of Chex: a knight.
const PILE: (i32, i32) = (15, 0);

#[test]
fn tiles_are_drawn_placed_and_moved_by_clicks() {
    let options = ["-firstOptions", "Seed=3"];
    let Some(window) = Window::open::<Chex>("xboard-draw", Parts::Board, PLANE, None, &options) else { return };
    let mut record = Record::<Chex>::default();
    let play = |record: &mut Record<Chex>, text: &str| {
        let position = record.position();
        let mv = position.read_on_squares(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"));
        record.play(mv);
    };
    // A knight is taken from beside the board; whatever has come up is placed, by the engine if it is something else.
    window.xboard.click_at(&window.drawing, PILE);
    window.xboard.expect('<', "lift n1");
    assert_eq!(highlighted::<Chex>(&window.xboard.expect('>', "highlight ")), [("g8".to_string(), 'Y')]);
    let named = window.xboard.expect_after('>', "feature myname", "> highlight ");
    let letter = drawn_tile(&named);
    window.picture("drawn.png");
    // The title tells the tile, and nothing covers the board.
    let name = named.trim_start_matches("feature myname=").trim_matches('"');
    assert!(name.contains(": Chex - You drew a "), "{name}");
    window.xboard.expect_title(&format!("xboard: {name}"));
    assert_eq!(window.xboard.dialogs(), [""; 0]);
    window.click("g8");
    window.xboard.expect('<', "usermove N@g8");
    play(&mut record, &format!("{letter}@g8"));
    if letter != 'N' {
        window.xboard.expect('>', "Illegal move (you drew a ");
        assert_eq!(window.xboard.expect('>', "move "), format!("move {letter}@g8"));
    }
    let said = format!("move {letter}@g8");
    let answer = window.xboard.expect_after('>', "move ", if letter == 'N' { "usermove N@g8" } else { &said });
    play(&mut record, answer.trim_start_matches("move "));
    // Now a tile is moved.
    window.click("g8");
    window.xboard.expect('<', "lift g8");
    let shown = window.xboard.expect_after('>', "highlight ", "< lift g8");
    window.picture("targets.png");
    let targets = highlighted::<Chex>(&shown);
    let (target, _) = targets.iter().find(|(_, colour)| *colour == 'Y').expect("the tile can move");
    window.click(target);
    let moved = format!("usermove g8{target}");
    window.xboard.expect('<', &moved);
    let answer = window.xboard.expect_after('>', "move ", &moved);
    play(&mut record, &format!("g8{target}"));
    play(&mut record, answer.trim_start_matches("move "));
    window.picture("answered.png");
    // The tile is told until it lies on the board.
    window.xboard.expect_title(": Chex");
    assert_eq!(window.xboard.dialogs(), [""; 0]);
}
