//! Files of custom variants: faults, each with its line and column.

use std::cell::Cell;

use engine::moves::MoveList;
use engine::variants::custom::{Description, Position, file};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use tests::properties;

use super::custom::with;

/// A sound game, to which lines are added.
const SOUND: &str = "[mine]\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n";

/// Asserts that a text is refused with a message that begins so.
fn refused(text: &str, message: &str) {
    let error = file::read(text).map(|games| games.len()).expect_err(text).to_string();
    assert!(error.starts_with(message), "{error}\nnot: {message}\nin:\n{text}");
}

#[test]
fn a_sound_file_is_read_with_or_without_a_byte_order_mark() {
    assert_eq!(file::read(SOUND).expect("sound").len(), 1);
    assert_eq!(file::read(&format!("\u{feff}{SOUND}")).expect("sound").len(), 1);
}

#[test]
fn blanks_around_the_words_of_a_start_position_mean_nothing() {
    for blanks in [" ", "  ", "\\t"] {
        let start = format!("{blanks}4k3/8/8/8/8/8/8/R3K3 w{blanks}Q - 0 1{blanks}");
        let text = format!("[mine]\nstart = \"{start}\"\n");
        let games = file::read(&text).unwrap_or_else(|error| panic!("{error} in:\n{text}"));
        assert_eq!((games[0].start.as_str(), games[0].is_royal), ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", [true; 2]));
    }
}

#[test]
fn malformed_text_is_refused_with_line_and_column() {
    refused("", "line 1, column 1: no game");
    refused("[mine\n", "line 1, column 6: ");
    refused(&format!("{SOUND}stalemate = lost\n"), "line 3, column 13: ");
    refused(&format!("{SOUND}stalmate = \"loss\"\n"), "line 3, column 1: unknown field `stalmate`");
    refused(&format!("{SOUND}stalemate = \"lost\"\n"), "line 3, column 13: unknown variant `lost`");
    refused(&format!("{SOUND}checks = \"three\"\n"), "line 3, column 10: ");
    let castling = "line 3, column 12: castling is true, false, or like { short = \"g\", long = \"c\" }";
    refused(&format!("{SOUND}castling = {{ short = \"g\" }}\n"), castling);
    refused("[mine]\ntitle = \"x\"\n", "line 1, column 1: missing field `start`");
}

#[test]
fn names_must_be_words_and_new() {
    let named = |name: &str| SOUND.replace("mine", name);
    refused(&named("\"My game\""), "line 1, column 2: 'My game' is no name");
    refused(&named("chess"), "line 1, column 2: there is a game 'chess' already");
    refused(&named("koth"), "line 1, column 2: there is a game 'koth' already");
    refused(&format!("{SOUND}title = \"two\\nlines\"\n"), "line 3, column 9: a title is a line");
}

#[test]
fn faults_quote_what_can_be_shown_of_the_text() {
    let named = |name: &str| SOUND.replace("mine", name);
    refused(&named("\"\\u001b[2J\""), "line 1, column 2: '\\u{1b}[2J' is no name");
    let long = file::read(&named(&"x".repeat(100_000))).map(|games| games.len()).expect_err("a long name");
    assert!(long.reason.chars().count() < 300, "{long}");
}

#[test]
fn boards_have_a_size() {
    let start = |board: &str| format!("[mine]\nstart = \"{board} w - - 0 1\"\n");
    refused(&start("k2/3/2K"), "line 2, column 10: a board has 4 to 10 files and ranks, not 3 and 3");
    refused(&start("k10/11/11/10K"), "line 2, column 10: a board has 4 to 10 files and ranks, not more than 10 and 4");
    refused(&start("k3/5/4/3K"), "line 2, column 13: ");
}

#[test]
fn start_positions_are_read_by_the_rules() {
    let start = |fen: &str| format!("[mine]\nstart = \"{fen}\"\n");
    refused(&start("4k3/8/8/8/8/8/8/4X3 w - - 0 1"), "line 2, column 27: rank 1, file 5, column 18: 'X' is no piece");
    refused(&start("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), "line 2, column 30: side to move");
    refused(&start("4k3/8/8/8/8/8/8/4K3 w K - 0 1"), "line 2, column 9: castling: no piece 'R'");
    refused(
        &start("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
        "line 2, column 10: position, column 1: White has 2 of the royal king",
    );
    refused(
        &start("q3k2P/8/8/8/8/8/8/4K3 w - - 0 1"),
        "line 2, column 14: rank 8, file 8, column 5: a pawn cannot stand",
    );
    // A goal of the side that moves first, and one of its opponent.
    for (white, black) in [("e1", "d4"), ("d4", "e8")] {
        let goal = format!("goal = {{ pieces = \"K\", white = \"{white}\", black = \"{black}\" }}\n");
        refused(&format!("{}{goal}", start("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), "line 2, column 10: the game is over");
    }
}

#[test]
fn pieces_need_moves_that_are_betza_notation() {
    let piece = |line: &str| format!("{SOUND}pieces.{line}\n");
    refused(&piece("A = { moves = \"RX\" }"), "line 3, column 24: 'X' is none of the atoms");
    refused(&piece("A = { moves = \"\" }"), "line 3, column 23: a piece needs a move");
    refused(&piece("A = { name = \"x\" }"), "line 3, column ");
    refused(&piece("AB = { moves = \"W\" }"), "line 3, column 8: 'AB' is no letter");
    refused(&piece("A = { moves = \"W\", value = -1 }"), "line 3, column 35: a value is a number of centipawns");
    refused(&piece("A = { moves = \"W\", name = \"../x\" }"), "line 3, column 34: a name has up to 32 letters");
    refused(&piece("A = { moves = \"W\", name = \"Queen\" }"), "line 3, column 34: there is a piece 'Queen' already");
    refused(&piece("A = { moves = \"pawn\" }"), "line 3, column 22: only one kind of piece moves as a pawn");
    let long = "N".repeat(101);
    refused(&piece(&format!("A = {{ moves = \"{long}\" }}")), "line 3, column 123: the moves have more than 100");
}

#[test]
fn only_one_kind_is_royal() {
    let two = "pieces.K = { moves = \"K\", royal = true }\npieces.Q = { moves = \"Q\", royal = true }\n";
    refused(&format!("{SOUND}{two}"), "line 4, column 8: only one kind of piece is royal");
    refused(
        &format!("{SOUND}pieces.P = {{ moves = \"pawn\", royal = true }}\n"),
        "line 3, column 8: a pawn is not royal",
    );
}

#[test]
fn what_names_pieces_and_squares_is_checked() {
    refused(&format!("{SOUND}promotions = \"QX\"\n"), "line 3, column 16: 'X' is no piece of this game");
    refused(&format!("{SOUND}promotions = \"QQ\"\n"), "line 3, column 16: 'Q' a second time");
    refused(&format!("{SOUND}promotions = \"QK\"\n"), "line 3, column 16: a pawn promotes neither");
    refused(&format!("{SOUND}promotions = \"\"\n"), "line 3, column 15: no piece");
    let without_pawns = "[mine]\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\npromotions = \"QX\"\n";
    refused(without_pawns, "line 3, column 16: 'X' is no piece of this game");
    refused(
        &format!("{SOUND}goal = {{ pieces = \"K\", white = \"e4 e9\" }}\n"),
        "line 3, column 36: 'e9' is no square",
    );
    refused(&format!("{SOUND}extinction = {{ pieces = \"Z\" }}\n"), "line 3, column 26: 'Z' is no piece");
    refused(&format!("{SOUND}checks = 0\n"), "line 3, column 10: from 1 to 9 checks win");
    let castling =
        |short: char, long: char| format!("{SOUND}castling = {{ short = \"{short}\", long = \"{long}\" }}\n");
    refused(&castling('b', 'c'), "line 2, column 9: castling: the king arrives to its right");
    refused(&castling('f', 'c'), "line 2, column 9: castling: the king arrives two files away or more");
    // A king that moves as a queen goes wherever it could castle to, but where a rook stands.
    let queen = "pieces.K = { moves = \"Q\", royal = true }\n";
    refused(&format!("{SOUND}{queen}"), "line 2, column 9: castling: the king arrives two files away or more");
    refused(&format!("{}{queen}", castling('h', 'c')), "line 2, column 9: castling: the king arrives two files away");
    assert_eq!(file::read(&format!("{}{queen}", castling('h', 'a'))).map(|games| games.len()), Ok(1));
}

#[test]
fn a_game_with_too_many_moves_or_too_much_material_is_refused() {
    let full = ["AAAAAAAAAA"; 4].join("/");
    let game = |piece: &str| {
        format!("[mine]\nstart = \"4k5/10/10/10/10/{full}/4K5 w - - 0 1\"\npieces.A = {{ moves = \"{piece}\" }}\n")
    };
    refused(&game("QNN"), "line 2, column 10: position, column 1: White may get");
    refused(&game("QN"), "line 2, column 10: position, column 1: White may get material of");
}

#[test]
fn a_large_file_is_refused() {
    let large = format!("{SOUND}# {}\n", "x".repeat(file::MAX_BYTES));
    refused(&large, "line 1, column 1: the file has more than 1048576 bytes");
    // What is read of it ends within a character.
    let folder = tempfile::tempdir().expect("a folder");
    for space in ["", " "] {
        let path = folder.path().join("large.toml");
        std::fs::write(&path, format!("{SOUND}#{space}{}", "é".repeat(file::MAX_BYTES))).expect("room on the disk");
        let error = file::load_from(&path).expect_err("too long").to_string();
        assert!(error.ends_with("the file has more than 1048576 bytes"), "{error}");
    }
}

#[test]
fn a_file_of_the_system_that_cannot_be_read_is_named() {
    let error = file::load_from(std::path::Path::new("/nowhere/x.toml")).expect_err("no such file").to_string();
    assert!(error.starts_with("cannot read /nowhere/x.toml: "), "{error}");
}

/// File of a game with two kinds of pieces beside the king, on a board of some size.
fn file_of(first: &str, second: &str, files: usize, ranks: usize) -> String {
    let row = |men: &str| format!("{men}{}", files - men.len());
    let empty = vec![files.to_string(); ranks - 2].join("/");
    format!(
        "[mine]\nstart = \"{}/{empty}/{} w - - 0 1\"\n[mine.pieces]\n\
         X = {{ moves = \"{first}\" }}\nY = {{ moves = \"{second}\" }}\n",
        row("kxy"),
        row("XYK"),
    )
}

/// Plays a game by its description, which need not be in play.
fn play(rules: &Description) {
    let mut position = Position::start_by(rules);
    for turn in 0..40 {
        let mut moves = MoveList::new();
        position.moves_by(rules, &mut moves);
        let Some(&mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
        position.play_by(rules, mv);
    }
}

/// Puts a game in play under a name with a number, and checks its positions in every respect.
fn check_in_play(text: &str, number: usize) {
    let name = format!("any{number}");
    file::load(&text.replace("mine", &name)).unwrap_or_else(|error| panic!("{error}"));
    with(&name, || properties::check_random_games::<Position>(1, 60, 1));
}

/// Games of any pieces on any board can be played. A text is refused only for one of two reasons.
#[test]
fn any_pieces_can_be_played() {
    const CASES: u32 = 300;
    // The catalogue has no room for more.
    const IN_PLAY: usize = 24;
    let refusals = ["has no leap in these directions", "Black is in check, but White is to move"];
    let values = ("[fbsv]{0,2}[mc]?[WFDNAHLJGKBRQ][0-9]?", "[WFDNAHLJGKBRQ]{1,3}", 4_usize..=10, 4_usize..=10);
    // Whether as many texts as that are accepted is no matter of luck.
    let rng_seed = RngSeed::Fixed(1);
    let config = ProptestConfig { cases: CASES, failure_persistence: None, rng_seed, ..ProptestConfig::default() };
    let accepted = Cell::new(0);
    let played = TestRunner::new(config).run(&values, |(first, second, files, ranks)| {
        let text = file_of(&first, &second, files, ranks);
        match file::read(&text) {
            Ok(games) => {
                play(&games[0]);
                accepted.set(accepted.get() + 1);
                if accepted.get() <= IN_PLAY {
                    check_in_play(&text, accepted.get());
                }
            }
            Err(error) => assert!(refusals.iter().any(|reason| error.reason.contains(reason)), "{error} in:\n{text}"),
        }
        Ok(())
    });
    played.unwrap_or_else(|error| panic!("{error}"));
    assert!(accepted.get() > CASES as usize / 2, "{} of {CASES} texts were accepted", accepted.get());
}
