//! Relatives of chess, rule by rule and ruling by ruling.

use engine::game::{Game, MoveFacts, SearchHints, Seat};
use engine::outcome::{Outcome, Reason};
use engine::text::{Notation, Style};
use engine::variants::{
    AmazonChess, CapablancaChess, Chess, Circe, DunsanyChess, ExtinctionChess, KingOfTheHill, KnightRelay, Madrasi,
    MonsterChess, ProgressiveChess, ThreeCheck,
};
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};
use tests::properties::{self, legal, random_game, seeded};

fn counts<G: Notation + engine::game::Tactics>(depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| leaves(&G::start(), depth)).collect()
}

/// Castling moves of the side to move, on the king's and on the queen's side: true for each that is legal.
pub(super) fn castles<G: Notation>(text: &str) -> [bool; 2] {
    let list = moves::<G>(text);
    [["e1g1", "e8g8"], ["e1c1", "e8c8"]].map(|either| list.iter().any(|mv| either.contains(&mv.as_str())))
}

/// Checks the SAN of two kings of White's, one of whom steps to the square to which the other castles.
pub(super) fn check_step_and_castling<G: Notation>() {
    let kings = position::<G>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPK/RNBQK2R w KQkq - 0 1");
    for (coordinates, san) in [("h2g1", "Kg1"), ("e1g1", "O-O")] {
        let mv = kings.read_move(coordinates).expect(coordinates);
        assert_eq!(kings.write_move_in(mv, Style::San), san);
        assert_eq!(kings.read_move(san), Ok(mv));
    }
}

/// Winner of a finished game.
fn winner<G: Notation>(text: &str) -> Option<Seat> {
    match result::<G>(text)? {
        Outcome::Win(seat, _) => Some(seat),
        Outcome::Draw(_) => None,
    }
}

#[test]
fn start_position_counts() {
    assert_eq!(counts::<AmazonChess>(3), [22, 484, 12_483]);
    assert_eq!(counts::<CapablancaChess>(3), [28, 784, 25_228]);
    assert_eq!(counts::<KingOfTheHill>(3), [20, 400, 8_902]);
    assert_eq!(counts::<ThreeCheck>(3), [20, 400, 8_902]);
    assert_eq!(counts::<ExtinctionChess>(4), [20, 400, 8_902, 197_742]);
    assert_eq!(counts::<Madrasi>(3), [20, 400, 8_874]);
    assert_eq!(counts::<Circe>(3), [20, 400, 8_902]);
    assert_eq!(counts::<DunsanyChess>(4), [20, 166, 3_550, 33_601]);
    assert_eq!(counts::<MonsterChess>(4), [10, 99, 1_976, 19_904]);
    assert_eq!(counts::<ProgressiveChess>(4), [20, 400, 8_902, 197_281]);
}

#[test]
fn common_en_passant_is_written_only_if_a_capture_is_legal() {
    /// The capture takes two pawns off the fourth rank, where the king may stand in line with the rook.
    fn check<G: Notation>(files: usize, extra: &str) {
        let rest = files - 5;
        for (rank_8, rank_4, square) in
            [(format!("k{}", files - 1), format!("3p{rest}R"), "e3"), (files.to_string(), format!("k2p{rest}R"), "-")]
        {
            let text = format!("{rank_8}/{files}/{files}/{files}/{rank_4}/{files}/4P{rest}/4K{rest} w - -{extra} 0 1");
            let stepped = after::<G>(&text, "e2e4");
            assert!(stepped.contains(&format!(" b - {square} ")), "{stepped}");
        }
    }
    assert!(after::<AmazonChess>(&AmazonChess::start().to_string(), "e2e4").contains(" KQkq - "));
    check::<AmazonChess>(8, "");
    check::<CapablancaChess>(10, "");
    check::<KingOfTheHill>(8, "");
    check::<ThreeCheck>(8, " 3+3");
    check::<Madrasi>(8, "");
    check::<Circe>(8, "");
}

/// Error of reading a position.
fn fault<G: Notation>(text: &str) -> String {
    text.parse::<G>().err().unwrap_or_else(|| panic!("{text} is read")).reason
}

#[test]
fn common_an_en_passant_square_that_nobody_can_use_is_read_as_none() {
    /// `white` is White's man on e1.
    fn check<G: Notation>(files: usize, white: char, extra: &str) {
        let (rest, empty) = (files - 5, files.to_string());
        let text =
            |middle: [String; 6], turn: &str| format!("4k{rest}/{}/4{white}{rest} {turn}{extra} 0 1", middle.join("/"));
        let with = |rank: usize, men: String| {
            let mut middle = [(); 6].map(|()| empty.clone());
            middle[7 - rank] = men;
            middle
        };
        let mut blocked = with(4, format!("3pP{rest}"));
        blocked[5] = format!("4P{rest}");
        for unusable in [
            text(with(2, format!("P{}", files - 1)), "b - e3"),
            text(with(4, format!("4P{rest}")), "w - e3"),
            text(blocked, "b - e3"),
            text(with(5, format!("3Pp{rest}")), "b - e6"),
        ] {
            let none = unusable.replace("- e3", "- -").replace("- e6", "- -");
            assert_eq!(position::<G>(&unusable), position::<G>(&none), "{unusable}");
            assert_eq!(position::<G>(&unusable).to_string(), none);
        }
        let no_square = text(with(4, format!("4P{rest}")), "b - e9");
        assert_eq!(fault::<G>(&no_square), "'e9' is neither a square nor '-'");
    }
    check::<AmazonChess>(8, 'K', "");
    check::<CapablancaChess>(10, 'K', "");
    check::<KingOfTheHill>(8, 'K', "");
    check::<ThreeCheck>(8, 'K', " 3+3");
    check::<ExtinctionChess>(8, 'K', "");
    check::<Madrasi>(8, 'K', "");
    check::<Circe>(8, 'K', "");
    // White has no king there.
    check::<DunsanyChess>(8, 'N', "");
    // Chess and knight relay chess ask for positions that can be reached.
    let unusable = "4k3/8/8/8/8/8/P7/4K3 b - e3 0 1";
    assert_eq!(
        [fault::<Chess>(unusable), fault::<KnightRelay>(unusable)],
        ["no pawn of White on e4 has just passed e3"; 2]
    );
}

#[test]
fn common_castling_needs_the_right_empty_squares_and_a_king_out_of_check_on_its_way() {
    fn check<G: Notation>(extra: &str) {
        for (rank_4, rank_1, rights, expected) in [
            ("8", "R3K2R", "KQ", [true, true]),
            ("8", "R3K2R", "Q", [false, true]),
            ("8", "R3K2R", "-", [false, false]),
            ("8", "RN2K1NR", "KQ", [false, false]),
            ("4r3", "R3K2R", "KQ", [false, false]),
            ("3r4", "R3K2R", "KQ", [true, false]),
            ("5r2", "R3K2R", "KQ", [false, true]),
            ("2r3r1", "R3K2R", "KQ", [false, false]),
            ("1r5r", "R3K2R", "KQ", [true, true]),
        ] {
            let text = format!("4k3/8/8/8/{rank_4}/8/8/{rank_1} w {rights} -{extra} 0 1");
            assert_eq!(castles::<G>(&text), expected, "{text}");
        }
    }
    check::<AmazonChess>("");
    check::<KingOfTheHill>("");
    check::<ThreeCheck>(" 3+3");
    check::<Madrasi>("");
    check::<Circe>("");
    check::<ProgressiveChess>(" 1/1");
}

#[test]
fn common_moves_after_the_end_of_a_game_are_refused_for_it() {
    let won = after::<KingOfTheHill>("7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4");
    assert_eq!(["h8g8", "Kg8"].map(|mv| refusal::<KingOfTheHill>(&won, mv)), ["the game is over"; 2]);
    let extinct = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(refusal::<ExtinctionChess>(extinct, "a7a6"), "the game is over");
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(refusal::<KingOfTheHill>(mate, "g8f8"), "the king would be in check on f8", "a mate tells more");
}

#[test]
fn common_the_halfmove_clock_counts_plies_since_a_capture_or_a_pawns_ply() {
    /// The turns of `round` are those of White and Black, of as many plies as stated.
    fn check<G: Notation>(board: &str, extra: &str, round: &str, plies: u32) {
        let clocks = |moves: &str| {
            let text = after::<G>(&format!("{board} w - -{extra} 40 60"), moves);
            text.rsplitn(3, ' ').take(2).map(|number| number.parse().expect("a number")).collect::<Vec<u32>>()
        };
        assert_eq!(clocks("c3a2"), [60, 41]);
        assert_eq!(clocks("c3d5"), [60, 0], "a capture");
        assert_eq!(clocks("e2e3"), [60, 0], "a pawn's ply");
        assert_eq!(clocks(round), [61, 40 + plies]);
        let late = |mv: &str| played::<G>(&format!("{board} w - -{extra} 99 60"), mv).outcome();
        let draw = Some(Outcome::Draw(Reason::NO_PROGRESS));
        assert_eq!(["", "c3a2", "c3d5", "e2e3"].map(late), [None, draw, None, None]);
    }
    let board = "4k3/8/8/3p4/8/2N5/4P3/4K3";
    check::<AmazonChess>(board, "", "c3a2 e8f8", 2);
    check::<CapablancaChess>("4k5/10/10/3p6/10/2N7/4P5/4K5", "", "c3a2 e8f8", 2);
    check::<KingOfTheHill>(board, "", "c3a2 e8f8", 2);
    check::<ThreeCheck>(board, " 3+3", "c3a2 e8f8", 2);
    check::<ExtinctionChess>("rnbqk3/p7/8/3p4/8/2N5/4P3/R1BQK3", "", "c3a2 e8f8", 2);
    check::<Madrasi>(board, "", "c3a2 e8f8", 2);
    check::<Circe>(board, "", "c3a2 e8f8", 2);
    check::<DunsanyChess>("4k3/8/8/3p4/8/2N5/4P3/8", "", "c3a2 e8f8", 2);
    check::<MonsterChess>(board, " 2", "c3a2 a2c3 e8f8", 3);
    check::<ProgressiveChess>(board, " 1/1", "c3a2 e8f8 f8e8", 3);
}

#[test]
fn common_lack_of_material_is_ruled_game_by_game() {
    const DRAW: Option<Outcome> = Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL));
    /// Draws: of bare kings, a knight, a bishop, bishops on one colour; of bishops on both, with both sides and with
    /// one, and of two knights.
    fn draws<G: Notation>(extra: &str) -> [bool; 7] {
        [
            ("4k3", "4K3"),
            ("4k3", "4KN2"),
            ("4k3", "4KB2"),
            ("2b1k3", "4KB2"),
            ("4kb2", "4KB2"),
            ("4k3", "2B1KB2"),
            ("4kn2", "4KN2"),
        ]
        .map(|(rank_8, rank_1)| result::<G>(&format!("{rank_8}/8/8/8/8/8/8/{rank_1} w - -{extra} 0 1")) == DRAW)
    }
    let as_in_chess = [true, true, true, true, false, false, false];
    assert_eq!(draws::<AmazonChess>(""), as_in_chess);
    assert_eq!(draws::<Madrasi>(""), as_in_chess);
    assert_eq!(draws::<Circe>(""), as_in_chess);
    assert_eq!(draws::<ProgressiveChess>(" 1/1"), as_in_chess);
    // A knight can give three checks, but not mate.
    assert_eq!(draws::<ThreeCheck>(" 3+3"), [true, false, false, false, false, false, false]);
    assert_eq!(draws::<KingOfTheHill>(""), [false; 7]);
    assert_eq!(result::<MonsterChess>("4k3/8/8/8/8/8/8/4K3 w - - 2 0 1"), None);
    assert_eq!(result::<DunsanyChess>("4k3/8/8/8/8/8/8/4N3 w - - 0 1"), None);
}

#[test]
fn amazon_is_queen_and_knight_and_pawns_promote_to_it() {
    let reach = moves_from::<AmazonChess>("4k3/8/8/8/8/8/8/A3K3 w - - 0 1", "a1");
    assert_eq!(reach.len(), 3 + 7 + 7 + 2);
    assert!(reach.contains(&"a1b3".to_string()));
    let promotions = moves_from::<AmazonChess>("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7");
    assert_eq!(promotions, ["a7a8a", "a7a8b", "a7a8n", "a7a8r"]);
}

#[test]
fn capablanca_archbishop_and_chancellor_leap_like_knights() {
    let reach = moves_from::<CapablancaChess>("5k4/10/10/10/10/10/10/A4K3C w - - 0 1", "a1");
    assert_eq!(reach.len(), 7 + 2);
    assert!(reach.contains(&"a1h8".to_string()) && reach.contains(&"a1b3".to_string()));
    let reach = moves_from::<CapablancaChess>("5k4/10/10/10/10/10/10/A4K3C w - - 0 1", "j1");
    assert_eq!(reach.len(), 7 + 3 + 2);
    assert!(reach.contains(&"j1j8".to_string()) && reach.contains(&"j1h2".to_string()));
}

#[test]
fn capablanca_compounds_check_by_leaps_and_leave_no_pin_by_them() {
    assert!(position::<CapablancaChess>("5k4/10/4A5/10/10/10/10/5K4 b - - 0 1").in_check());
    assert!(position::<CapablancaChess>("5k4/10/4C5/10/10/10/10/5K4 b - - 0 1").in_check());
    let pinned = moves_from::<CapablancaChess>("5k4/5r4/10/10/5C4/10/10/5K4 w - - 0 1", "f4");
    assert!(pinned.iter().all(|mv| mv.starts_with("f4f")) && pinned.len() == 5, "{pinned:?}");
}

#[test]
fn capablanca_pawns_promote_to_six_kinds() {
    let promotions = moves_from::<CapablancaChess>("10/P5k3/10/10/10/10/10/5K4 w - - 0 1", "a7");
    let kinds: Vec<&str> = promotions.iter().map(|mv| &mv[4..]).collect();
    assert_eq!(kinds.len(), 6);
    assert!(["a", "c", "q", "r", "b", "n"].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
}

#[test]
fn capablanca_double_steps_are_answered_en_passant_on_the_last_files() {
    let stepped = after::<CapablancaChess>("5k4/10/10/10/8p1/10/9P/5K4 w - - 0 1", "j2j4");
    assert!(stepped.contains(" b - j3 "), "{stepped}");
    let passed = after::<CapablancaChess>(&stepped, "i4j3");
    assert_eq!(passed.split(' ').next(), Some("5k4/10/10/10/10/9p/10/5K4"));
}

#[test]
fn capablanca_castling_moves_the_king_three_files() {
    let text = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
    let board = |moves: &str| after::<CapablancaChess>(text, moves).split(' ').take(3).collect::<Vec<_>>().join(" ");
    assert_eq!(board("f1i1"), "r4k3r/10/10/10/10/10/10/R6RK1 b kq");
    assert_eq!(board("f1c1 f8i8"), "r6rk1/10/10/10/10/10/10/2KR5R w -");
    assert_eq!(board("j1j5"), "r4k3r/10/10/9R/10/10/10/R4K4 b Qkq");
    let position = position::<CapablancaChess>(text);
    for (short, long) in [("O-O", "O-O-O"), ("f1i1", "f1c1"), ("f1j1", "f1a1")] {
        for (text, means) in [(short, "f1i1"), (long, "f1c1")] {
            let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(position.write_move(mv), means);
        }
    }
}

#[test]
fn capablanca_castling_king_crosses_no_attacked_square() {
    // A black rook on the file of each square of the first rank in turn.
    for file in 0..10 {
        let attacker = match file {
            0 => "r9".to_string(),
            9 => "9r".to_string(),
            _ => format!("{file}r{}", 9 - file),
        };
        let text = format!("5k4/10/10/{attacker}/10/10/10/R4K3R w KQ - 0 1");
        let castles = |target: &str| moves::<CapablancaChess>(&text).contains(&target.to_string());
        assert_eq!(castles("f1i1"), !(5..=8).contains(&file), "{text}");
        assert_eq!(castles("f1c1"), !(2..=5).contains(&file), "{text}");
    }
    let blocked = "5k4/10/10/10/10/10/10/RN3K2BR w KQ - 0 1";
    assert!(moves_from::<CapablancaChess>(blocked, "f1").iter().all(|mv| mv != "f1c1" && mv != "f1i1"));
}

#[test]
fn capablanca_sides_without_mating_material_draw() {
    let draw = Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL));
    assert_eq!(result::<CapablancaChess>("5k4/10/10/10/10/10/10/5K4 w - - 0 1"), draw);
    assert_eq!(result::<CapablancaChess>("5k4/10/10/10/10/10/10/5K1N2 w - - 0 1"), draw);
    // Bishops of one colour on both sides, and of both colours.
    assert_eq!(result::<CapablancaChess>("5k1b2/10/10/10/10/10/10/5KB3 w - - 0 1"), draw);
    assert_eq!(result::<CapablancaChess>("5kb3/10/10/10/10/10/10/5KB3 w - - 0 1"), None);
    assert_eq!(result::<CapablancaChess>("5k1b2/10/10/10/10/10/10/5K1B1B w - - 0 1"), None);
    assert_eq!(result::<CapablancaChess>("5kb3/10/10/10/10/10/10/5K1B1B w - - 0 1"), draw);
    assert_eq!(result::<CapablancaChess>("5k4/10/10/10/10/10/10/5KA3 w - - 0 1"), None);
}

#[test]
fn capablanca_texts_name_ten_files() {
    let start = CapablancaChess::start().to_string();
    assert_eq!(start, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
    let error = |text: &str| text.parse::<CapablancaChess>().expect_err(text).to_string();
    assert!(
        error(&start.replace("/10/", "/11/")).contains("beyond the j-file"),
        "{}",
        error(&start.replace("10", "11"))
    );
    assert!(error(&start.replacen("10", "8", 1)).contains("only 8 of 10"));
    assert!(error("5k4/10/10/10/10/10/10/4K4R w K - 0 1").contains("f1"));
    let position = position::<CapablancaChess>("5k4/10/10/A1C7/10/10/10/A4K4 w - - 0 1");
    for (coordinates, san) in [("c5c8", "Cc8+"), ("a1c2", "Ac2"), ("a5b3", "A5b3"), ("a1b3", "A1b3")] {
        let mv = position.read_move(coordinates).expect(coordinates);
        assert_eq!(position.write_move_in(mv, Style::San), san);
        assert_eq!(position.read_move(san), Ok(mv));
    }
}

#[test]
fn kingofthehill_a_king_on_the_hill_wins_at_once() {
    let text = after::<KingOfTheHill>("7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4");
    assert_eq!(winner::<KingOfTheHill>(&text), Some(Seat::WHITE));
    assert!(moves::<KingOfTheHill>(&text).is_empty());
    // Not onto an attacked square.
    assert!(!moves::<KingOfTheHill>("3r3k/8/8/8/8/4K3/8/8 w - - 0 1").contains(&"e3d4".to_string()));
}

#[test]
fn kingofthehill_mate_wins_too() {
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(result::<KingOfTheHill>(mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn kingofthehill_only_the_king_that_has_just_moved_counts() {
    assert_eq!(winner::<KingOfTheHill>("8/8/8/3k4/8/5K2/8/8 b - - 0 1"), None);
    assert_eq!(winner::<KingOfTheHill>("8/8/8/3k4/8/5K2/8/8 w - - 0 1"), Some(Seat::BLACK));
}

#[test]
fn kingofthehill_two_kings_on_the_hill_would_touch() {
    for king in ["3kK3/8", "3k4/3K4", "3k4/4K3"] {
        let text = |side: char| format!("8/8/8/{king}/8/8/8 {side} - - 0 1");
        assert_eq!(fault::<KingOfTheHill>(&text('w')), "Black's king is in check, but White is to move");
        assert_eq!(fault::<KingOfTheHill>(&text('b')), "White's king is in check, but Black is to move");
    }
}

#[test]
fn threecheck_the_third_check_wins_and_a_double_check_counts_once() {
    let one = after::<ThreeCheck>("4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8");
    assert!(one.contains(" b - - 1+3 "), "{one}");
    let won_by = after::<ThreeCheck>("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8");
    assert_eq!(winner::<ThreeCheck>(&won_by), Some(Seat::WHITE));
    assert!(moves::<ThreeCheck>(&won_by).is_empty());
    let unwritten = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1";
    assert_eq!(position::<ThreeCheck>(unwritten).to_string(), unwritten.replace(" 0 1", " 3+3 0 1"));
    assert_eq!(position::<ThreeCheck>("4k3/8/8/8/8/8/8/K3R3 b - -"), position::<ThreeCheck>(unwritten));
    let of_lichess = position::<ThreeCheck>("4k3/8/8/8/8/8/8/K3R3 b - - 0 1 +1+3");
    assert_eq!(of_lichess.to_string(), "4k3/8/8/8/8/8/8/K3R3 b - - 2+0 0 1");
    let double = after::<ThreeCheck>("4k3/8/8/8/4N3/8/8/K3R3 w - - 3+3 0 1", "e4f6");
    assert!(double.contains(" 2+3 "), "{double}");
}

#[test]
fn threecheck_every_way_to_check_counts() {
    for (text, mv, checked) in [
        ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "5k2/8/8/8/8/8/8/5RK1 b - - 2+3 1 1"),
        ("8/4k3/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "8/4k3/3P4/8/8/8/8/4K3 b - - 2+3 0 1"),
        ("5k2/P7/8/8/8/8/8/4K3 w - -", "a7a8q", "Q4k2/8/8/8/8/8/8/4K3 b - - 2+3 0 1"),
        ("4k3/8/8/8/4B3/8/8/K3R3 w - -", "e4d5", "4k3/8/8/3B4/8/8/8/K3R3 b - - 2+3 1 1"),
    ] {
        assert_eq!(after::<ThreeCheck>(&format!("{text} 3+3 0 1"), mv), checked);
    }
}

#[test]
fn threecheck_mate_wins_too() {
    let mate = after::<ThreeCheck>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8");
    assert!(mate.contains(" 2+3 "), "{mate}");
    assert_eq!(result::<ThreeCheck>(&mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn threecheck_any_check_is_the_last_one_with_one_left() {
    let mut random = seeded(9);
    let mut counted = [0; 2];
    for _ in 0..60 {
        random_game::<Chess>(&mut random, 200, |record| {
            let text = record.position().to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let last: ThreeCheck = position(&format!("{} 1+1 {}", fields[..4].join(" "), fields[4..].join(" ")));
            if last.outcome().is_none() {
                let wins = legal(&last).into_iter().any(|mv| last.gives_check(mv));
                assert_eq!(last.known_mate(), wins.then_some(1), "{last}");
                counted[usize::from(wins)] += 1;
            }
        });
    }
    assert!(counted.iter().all(|&count| count > 1000), "{counted:?}");
    assert_eq!(position::<ThreeCheck>("4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1").known_mate(), None);
}

#[test]
fn goals_that_can_be_reached_at_once_are_known() {
    properties::check_wins_at_once::<KingOfTheHill>(200, 200, 1);
    properties::check_wins_at_once::<ThreeCheck>(200, 200, 1);
    properties::check_wins_at_once::<ExtinctionChess>(200, 200, 1);
}

#[test]
fn capablanca_promotion_gains_the_new_piece() {
    let game = position::<CapablancaChess>("k9/9P/10/10/10/10/10/K9 w - - 0 1");
    let gain = |text: &str| game.promotion_gain(game.read_move(text).expect("a legal move"));
    assert_eq!(["j7j8q", "j7j8c", "j7j8a", "j7j8r"].map(gain), [850, 800, 700, -100]);
}

#[test]
fn extinction_promotion_to_any_kind_gains_a_piece() {
    let game = position::<ExtinctionChess>("rnbqk3/p7/8/8/8/8/P6p/RNBQK3 b - - 0 1");
    let gain = |text: &str| game.promotion_gain(game.read_move(text).expect("a legal move"));
    assert_eq!(["h2h1q", "h2h1k", "h2h1b", "h2h1r"].map(gain), [850, 300, 230, 400]);
}

#[test]
fn extinction_a_side_without_any_one_kind_has_lost() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for kind in "KQRBNPkqrbnp".chars() {
        let rest = board.replace(kind, "1").replace("11111111", "8");
        let expected = if kind.is_uppercase() { Seat::BLACK } else { Seat::WHITE };
        for side in ['w', 'b'] {
            assert_eq!(winner::<ExtinctionChess>(&format!("{rest} {side} - - 0 1")), Some(expected), "{rest} {side}");
        }
    }
}

#[test]
fn extinction_kings_are_men_like_others() {
    // In check nothing must be answered.
    let checked = "rnb1kbnr/pppp1ppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    assert!(moves::<ExtinctionChess>(checked).contains(&"a2a3".to_string()));
    assert!(!position::<ExtinctionChess>(checked).in_check());
    assert_eq!(winner::<ExtinctionChess>(&after::<ExtinctionChess>(checked, "a2a3 e4e1")), Some(Seat::BLACK));
}

#[test]
fn extinction_no_legal_ply_is_a_draw() {
    let blocked = "NQRBKRRR/PPPPPPPP/1P6/8/8/8/p7/rnbqk3 w - - 0 1";
    assert_eq!(result::<ExtinctionChess>(blocked), Some(Outcome::Draw(Reason::STALEMATE)));
}

#[test]
fn extinction_the_last_pawn_that_promotes_is_extinct() {
    let text = "rnbqk3/7P/8/8/8/8/p7/RNBQK3 w - - 0 1";
    assert_eq!(winner::<ExtinctionChess>(&after::<ExtinctionChess>(text, "h7h8k")), Some(Seat::BLACK));
}

#[test]
fn extinction_the_last_pawn_may_fall_en_passant() {
    let text = "rnbqk3/3p4/8/4P3/8/8/8/RNBQK3 b - - 0 1";
    assert!(after::<ExtinctionChess>(text, "d7d5").contains(" w - d6 "));
    let passed = after::<ExtinctionChess>(text, "d7d5 e5d6");
    assert_eq!(passed, "rnbqk3/8/3P4/8/8/8/8/RNBQK3 b - - 0 2");
    assert_eq!(winner::<ExtinctionChess>(&passed), Some(Seat::WHITE));
}

#[test]
fn extinction_castling_disregards_attacks() {
    let text = "rnb1kbnr/pppp1ppp/8/8/4q3/8/PPPP1PPP/RNBQK2R w KQkq - 0 1";
    assert_eq!(castles::<ExtinctionChess>(text), [true, false], "pieces stand on the queen's side");
    assert_eq!(castles::<ExtinctionChess>(&text.replace("KQ", "Q")), [false, false]);
}

#[test]
fn extinction_a_king_that_steps_is_told_from_one_that_castles() {
    check_step_and_castling::<ExtinctionChess>();
}

#[test]
fn extinction_ruling_who_makes_both_sides_lose_a_kind_wins() {
    // The last white pawn captures the last black bishop and promotes.
    let text = "rnqk3b/6P1/8/8/8/8/p7/RNBQK3 w - - 0 1";
    assert_eq!(winner::<ExtinctionChess>(&after::<ExtinctionChess>(text, "g7h8q")), Some(Seat::WHITE));
}

#[test]
fn dunsany_black_moves_first_and_white_pawns_never_step_double() {
    let start = DunsanyChess::start();
    assert_eq!(start.side_to_move(), Seat::BLACK);
    let text = "4k3/8/8/8/8/8/P7/8 w - - 0 1";
    assert_eq!(moves::<DunsanyChess>(text), ["a2a3"]);
    let passing = after::<DunsanyChess>("4k3/3p4/8/4P3/8/8/8/8 b - - 0 1", "d7d5");
    assert!(moves::<DunsanyChess>(&passing).contains(&"e5d6".to_string()));
}

#[test]
fn dunsany_no_pawn_of_white_is_captured_en_passant() {
    let text = "4k3/8/8/8/3pP3/8/8/8 b - e3 0 1";
    assert_eq!(position::<DunsanyChess>(text).to_string(), text.replace("e3", "-"), "nobody can use the square");
    assert!(!moves::<DunsanyChess>(text).contains(&"d4e3".to_string()));
}

#[test]
fn dunsany_white_promotes_as_usual() {
    let promotions = moves_from::<DunsanyChess>("4k3/P7/8/8/8/8/8/8 w - - 0 1", "a7");
    assert_eq!(promotions, ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
}

#[test]
fn dunsany_black_castles_over_squares_that_are_not_attacked() {
    assert_eq!(castles::<DunsanyChess>("r3k2r/8/8/8/8/8/P7/8 b kq - 0 1"), [true, true]);
    assert_eq!(castles::<DunsanyChess>("r3k2r/6P1/8/8/8/8/8/8 b kq - 0 1"), [false, true]);
}

#[test]
fn dunsany_white_is_never_in_check_and_wins_by_checkmate() {
    let attacked = "4k3/8/8/8/8/8/P7/q4R2 w - - 0 1";
    assert!(!position::<DunsanyChess>(attacked).in_check());
    assert!(moves::<DunsanyChess>(attacked).contains(&"a2a3".to_string()));
    let mate = "R5k1/5ppp/8/8/8/8/8/8 b - - 0 1";
    assert_eq!(result::<DunsanyChess>(mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    assert_eq!(result::<DunsanyChess>("1R4k1/6pp/8/8/8/8/8/8 b - - 0 1"), None, "f7 is free");
}

#[test]
fn dunsany_ruling_promoted_men_count() {
    assert_eq!(winner::<DunsanyChess>("4k3/8/8/8/8/8/8/8 w - - 0 1"), Some(Seat::BLACK));
    assert_eq!(winner::<DunsanyChess>("4k3/8/8/8/8/8/8/Q7 w - - 0 1"), None);
}

#[test]
fn dunsany_no_ply_without_check_is_a_draw() {
    for text in ["4k3/8/8/8/8/p7/P7/8 w - - 0 1", "7k/5Q2/8/8/8/8/8/8 b - - 0 1"] {
        assert_eq!(result::<DunsanyChess>(text), Some(Outcome::Draw(Reason::STALEMATE)), "{text}");
    }
}

#[test]
fn madrasi_pieces_that_attack_their_like_paralyse_it() {
    let text = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(moves_from::<Madrasi>(text, "a1").is_empty());
    assert!(moves_from::<Madrasi>(&text.replace(" w ", " b "), "a8").is_empty());
}

#[test]
fn madrasi_a_piece_that_is_paralysed_and_pinned_blocks_lines_and_paralyses() {
    // The rook d4 stands in the bishop's way, and keeps the other rook, which paralyses it, from checking.
    let text = "7k/8/5b2/8/r2R4/8/8/K7 w - - 0 1";
    assert!(moves_from::<Madrasi>(text, "d4").is_empty());
    let checked = |rank_4: &str| position::<Madrasi>(&text.replace("r2R4", rank_4)).in_check();
    assert_eq!(["r2R4", "r7", "8"].map(checked), [false, true, true]);
}

#[test]
fn madrasi_only_a_piece_that_is_not_paralysed_checks_and_a_ply_is_judged_by_the_position_after_it() {
    assert!(!position::<Madrasi>("4r2R/8/8/8/8/8/8/k3K3 w - - 0 1").in_check());
    assert!(position::<Madrasi>("4r3/8/8/8/8/8/8/k3K3 w - - 0 1").in_check());
    // A rook that paralyses the checking one ends the check.
    assert_eq!(moves_from::<Madrasi>("4r3/8/8/8/8/8/8/k3K2R w - - 0 1", "h1"), ["h1h8"]);
    // A bishop between the rooks ends their paralysis.
    let bishop = moves_from::<Madrasi>("4r2R/8/8/3B4/8/8/8/k3K3 w - - 0 1", "d5");
    assert!(bishop.contains(&"d5f7".to_string()) && !bishop.contains(&"d5g8".to_string()), "{bishop:?}");
}

#[test]
fn madrasi_kings_are_never_paralysed_and_attack_one_another() {
    // The king d6 guards the queen, also from a king that captures it.
    let mate = "3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1";
    assert_eq!(result::<Madrasi>(mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    let opposed = moves_from::<Madrasi>("8/8/3k4/8/3K4/8/8/7R w - - 0 1", "d4");
    assert_eq!(opposed, ["d4c3", "d4c4", "d4d3", "d4e3", "d4e4"]);
}

#[test]
fn madrasi_pawns_attack_one_square_diagonally_forward() {
    let text = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert!(moves_from::<Madrasi>(text, "e4").is_empty(), "the pawns paralyse each other");
}

#[test]
fn madrasi_ruling_en_passant_paralyses_nobody() {
    let stepped = after::<Madrasi>("8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", "d2d4");
    assert!(position::<Madrasi>(&stepped).in_check(), "{stepped}");
    // A paralysed pawn cannot capture en passant.
    let held = after::<Madrasi>("4k3/8/8/8/4p3/5P2/3P4/4K3 w - - 0 1", "d2d4");
    assert!(!moves::<Madrasi>(&held).contains(&"e4d3".to_string()), "{held}");
}

#[test]
fn madrasi_ruling_a_paralysed_rook_castles() {
    let text = "4k2r/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(moves::<Madrasi>(text).contains(&"e1g1".to_string()));
    assert!(moves_from::<Madrasi>(text, "h1").is_empty());
}

#[test]
fn madrasi_a_castling_king_is_alone_on_the_squares_that_he_crosses() {
    // The rook f8 does not attack f1 while a rook paralyses it. The rook that castles does so too late.
    assert_eq!(castles::<Madrasi>("R4r2/6k1/8/8/8/8/8/4K2R w K - 0 1"), [true, false]);
    assert_eq!(castles::<Madrasi>("5r2/6k1/8/8/8/8/8/4K2R w K - 0 1"), [false, false]);
}
