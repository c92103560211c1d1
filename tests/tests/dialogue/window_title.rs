//! News in the title of XBoard's window: the game, the tile that was drawn, the throw. The title has the engine's name,
//! which the engine changes.

use std::collections::BTreeSet;

use protocol::picture::figures::CHESS;
use tests::dialogue::Dialogue;

/// XBoard would open a window over the board for a text that it is told to show.
#[test]
fn the_name_tells_the_drawn_tile_until_it_lies_on_the_board() {
    let mut engine = Dialogue::drawn("chex");
    let game = engine.next_name(": Chex");
    assert!(game.starts_with("Motley ") && game.ends_with(": Chex"), "{game}");
    // With some seeds the engine draws a king that it cannot place beside a queen or a king.
    engine.send("option Seed=1\nnew\nvariant chex\nst 0.05\nlift n1");
    assert!(engine.so_far().iter().all(|line| !line.starts_with("tell")));
    let drawn = format!("{game} - You drew a ");
    let told = engine.name_once(|name| name.starts_with(&drawn));
    let tile = &told[drawn.len()..];
    let letter = CHESS.iter().find(|man| man.name == tile).expect("a tile").letter;
    engine.send(&format!("usermove {letter}@g8"));
    engine.until("move ");
    assert_eq!(engine.name(), game, "the engine's own tile is seen on the board");
    engine.send("force\nlift n1");
    engine.name_once(|name| name.starts_with(&drawn));
    // The tile goes back to the pile, and the engine's placement too.
    engine.send("undo");
    engine.name_once(|name| name == game);
    engine.quit();
}

#[test]
fn the_name_tells_the_throw_and_the_pieces_that_it_lets_move() {
    let mut engine = Dialogue::drawn("kaleidodice");
    let mut seen = BTreeSet::new();
    for seed in 1..=24 {
        engine.send(&format!("option Seed={seed}\nnew\nvariant kaleidodice"));
        let name = engine.next_name(" throws ");
        let (game, told) = name.split_once(" - White throws ").expect("the throw is told");
        assert!(game.ends_with(": KaleidoChess with dice"), "{name}");
        let (throw, pieces) = told.split_once(": ").expect("the pieces are told");
        let steps = match throw {
            "1" => "raven, pawn",
            "2" => "eagle, horse",
            "3" => "wizard, roc, tiger",
            "4" => "dragon, elephant",
            "5" | "6" => "any piece",
            _ => panic!("no throw: {name}"),
        };
        let possible: Vec<&str> = steps.split(", ").collect();
        assert!(pieces.split(", ").all(|piece| possible.contains(&piece)) || throw > "4", "{name}");
        seen.insert(throw.to_string());
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    engine.quit();
}

/// XBoard writes the name into its game files, and takes it before it says `computer`.
#[test]
fn the_name_has_no_news_where_a_match_begins() {
    for (variant, news) in [("kaleidodice", "force"), ("kaleidodice", "computer"), ("keyles", "force")] {
        let mut engine = Dialogue::drawn(variant);
        engine.name_once(|name| name.contains(": "));
        engine.send(news);
        let name = engine.name();
        assert!(name.starts_with("Motley ") && !name.contains(':'), "{variant}, {news}: {name}");
        engine.quit();
    }
    // XBoard sends all of this at once and takes the name when the last `pong` comes.
    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2\nrejected motley\nnew\nvariant kaleidodice\nping 1000\nforce");
    assert_eq!(engine.name(), "");
    let told = engine.said().iter().filter(|line| line.starts_with("feature myname")).count();
    assert_eq!(told, 1, "the features' own: {:?}", engine.said());
    engine.quit();
    // Chess, and whoever knows the extensions.
    let mut engine = Dialogue::cecp();
    engine.send("variant chex");
    assert_eq!(engine.name(), "");
    engine.quit();
    let mut engine = Dialogue::start();
    engine.send("xboard\nprotover 2");
    engine.until("feature done=1");
    engine.send("rejected motley\nnew\nst 0.05\nusermove e2e4");
    engine.until("move ");
    assert_eq!(engine.name(), "");
    engine.quit();
}

#[test]
fn the_name_tells_a_pass_with_the_next_throw() {
    // White's wizard moves by a three, a five or a six; Black has a piece for every throw.
    let lonely = "1W9/11/11/pvet5ph/rwrl5ld/evpp5th/11/11/1 w - - 0 1";
    let mut engine = Dialogue::drawn("kaleidodice");
    let mut passes = 0;
    for seed in 1..=12 {
        engine.send(&format!("option Seed={seed}\nnew\nvariant kaleidodice\nforce\nsetboard {lonely}"));
        engine.send("st 1000\nplayother");
        let name = engine.next_name(" throws ");
        let told = name.split_once(" - White throws ").expect("White's throw is told").1;
        if "124".contains(&told[..1]) {
            assert!(told[1..].starts_with(" and passes, Black throws "), "{name}");
            passes += 1;
        } else {
            assert_eq!(&told[1..], ": any piece");
        }
    }
    assert!((1..12).contains(&passes), "both happen");
    engine.quit();
}
