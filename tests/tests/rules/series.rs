//! Games with turns of several plies: monster chess and progressive chess, rule by rule and ruling by ruling.

use engine::game::{Game, MoveFacts};
use engine::outcome::{Outcome, Reason};
use engine::seat::Seat;
use engine::text::Notation;
use engine::variants::{MonsterChess, ProgressiveChess};
use tests::positions::{after, moves, moves_from, played, position, result};

use super::relatives::castles;

#[test]
fn monster_white_makes_two_plies_and_black_one() {
    let once = after::<MonsterChess>(&MonsterChess::start().to_string(), "e2e4");
    assert!(once.ends_with(" w kq e3 1 0 1"), "{once}");
    let twice = after::<MonsterChess>(&once, "d2d4");
    assert!(twice.ends_with(" b kq d3e3 1 0 1"), "{twice}");
}

#[test]
fn monster_the_first_ply_may_move_into_check_but_needs_a_second() {
    // b1 is attacked; from there the king goes on to c1.
    let text = "1r2k3/8/8/8/8/8/8/K7 w - - 2 0 1";
    assert!(moves::<MonsterChess>(text).contains(&"a1b1".to_string()));
    let on_b1 = after::<MonsterChess>(text, "a1b1");
    assert!(!moves::<MonsterChess>(&on_b1).contains(&"b1b2".to_string()));
}

#[test]
fn monster_black_is_in_check_by_two_plies() {
    let mate = "4k3/8/3PP3/8/8/8/2q5/7K b - - 1 0 1";
    assert_eq!(result::<MonsterChess>(mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    let castling = moves::<MonsterChess>("4k2r/8/6P1/8/8/8/8/K7 b k - 1 0 1");
    assert!(!castling.contains(&"e8g8".to_string()) && !castling.contains(&"e8f8".to_string()), "{castling:?}");
}

#[test]
fn monster_the_first_of_two_plies_that_give_check_may_be_an_en_passant_capture() {
    // After d7d5 White would play e5d6 and d6e7.
    let text = "8/p2pk3/8/4P3/8/8/8/7K b - - 1 0 1";
    assert_eq!(moves_from::<MonsterChess>(text, "a7"), ["a7a5", "a7a6"]);
    assert_eq!(moves_from::<MonsterChess>(text, "d7"), [""; 0]);
    let is_read = |passed: &str| format!("8/4k3/8/3pP3/8/8/8/7K w - {passed} 2 0 1").parse::<MonsterChess>().is_ok();
    assert_eq!(["d6", "-"].map(is_read), [false, true], "only the capture en passant gives check");
}

#[test]
fn monster_the_first_of_two_plies_that_give_check_may_be_a_promotion() {
    // White threatens g7g8q and g8e6.
    let text = "8/6P1/4k3/8/8/8/8/K7 b - - 1 0 1";
    assert!(position::<MonsterChess>(text).in_check());
    assert_eq!(moves::<MonsterChess>(text), ["e6d6", "e6d7", "e6e5", "e6f5"]);
    assert!(!position::<MonsterChess>("8/8/4k1P1/8/8/8/8/K7 b - - 1 0 1").in_check());
}

#[test]
fn monster_check_to_whites_king_does_not_help() {
    // White threatens d6d7 and d7e8. The queen could check from c1, but only the king's moves are legal.
    let text = "4k3/8/3P4/8/8/8/2q5/7K b - - 1 0 1";
    assert!(position::<MonsterChess>(text).in_check());
    assert_eq!(moves::<MonsterChess>(text), ["e8d7", "e8d8", "e8f7", "e8f8"]);
    let check = after::<MonsterChess>(&text.replace("4k3", "k7"), "c2c1");
    assert!(position::<MonsterChess>(&check).in_check(), "a check where Black's king is not in check: {check}");
}

#[test]
fn monster_white_without_a_legal_first_ply_is_mated_in_check_and_else_stalemated() {
    // Two plies lead no further than to the c-file.
    let mate = "rrr1k3/8/8/8/8/8/8/K7 w - - 2 0 1";
    assert_eq!(result::<MonsterChess>(mate), Some(Outcome::Win(Seat::BLACK, Reason::CHECKMATE)));
    let escape = mate.replace("rrr1", "rr2");
    assert_eq!(
        (result::<MonsterChess>(&escape), moves::<MonsterChess>(&escape)),
        (None, vec!["a1b1".into(), "a1b2".into()])
    );
    // Each capture of the king opens a line to its corner.
    let stalemate = "rrq1k2b/8/8/8/8/8/bn6/Kn5r w - - 2 0 1";
    assert_eq!(result::<MonsterChess>(stalemate), Some(Outcome::Draw(Reason::STALEMATE)));
    assert_eq!(moves::<MonsterChess>(&stalemate.replace("Kn5r", "Kn6")), ["a1a2", "a1b1"]);
}

#[test]
fn monster_black_castles_over_squares_that_white_does_not_reach_in_two_plies() {
    for (rank_6, expected) in [
        ("8", [true, true]),
        ("6P1", [false, true]),
        ("4P3", [false, false]),
        ("3P4", [false, false]),
        ("2P5", [true, false]),
        ("1P6", [true, false]),
        // b8, which only the rook crosses.
        ("P7", [true, true]),
    ] {
        let text = format!("r3k2r/8/{rank_6}/8/8/8/8/4K3 b kq - 1 0 1");
        assert_eq!(castles::<MonsterChess>(&text), expected, "{text}");
    }
}

#[test]
fn monster_white_cannot_castle() {
    let error = "kb6/pp6/8/8/8/8/8/4K2R w K - 2 0 1".parse::<MonsterChess>().expect_err("no such right").to_string();
    assert!(error.ends_with("'K' is a right of White, who cannot castle in this game"), "{error}");
}

#[test]
fn monster_ruling_mate_is_not_the_capture_of_the_king() {
    // Black has no safe ply and is not in check.
    let text = "7k/8/5P2/5K2/8/8/8/8 b - - 1 0 1";
    assert_eq!(result::<MonsterChess>(text), Some(Outcome::Draw(Reason::STALEMATE)));
}

#[test]
fn monster_ruling_en_passant_on_two_squares() {
    let text = "4k3/8/8/8/3p4/8/2P1P3/7K w - - 2 0 1";
    let black = after::<MonsterChess>(text, "c2c4 e2e4");
    let captures = moves_from::<MonsterChess>(&black, "d4");
    assert!(captures.contains(&"d4c3".to_string()) && captures.contains(&"d4e3".to_string()), "{captures:?}");
    // A square is struck off when its pawn moves again.
    assert!(after::<MonsterChess>(text, "c2c4 c4c5").contains(" b - - 1 "));
}

#[test]
fn monster_ruling_en_passant_is_for_whites_first_ply() {
    let stepped = after::<MonsterChess>("4k3/3p4/8/4P3/8/8/8/4K3 b - - 1 0 1", "d7d5");
    assert_eq!(moves_from::<MonsterChess>(&stepped, "e5"), ["e5d6", "e5e6"]);
    let later = after::<MonsterChess>(&stepped, "e1e2");
    assert_eq!(moves_from::<MonsterChess>(&later, "e5"), ["e5e6"]);
}

#[test]
fn monster_and_progressive_ruling_an_occupied_passed_square_is_no_target() {
    // The pawn d4 captures on e3: a knight that has gone there, or else the pawn that has passed it. Ranks 4 to 2 then.
    for (knight, ranks) in [("d1e3", "4P3/4p3/8"), ("d1b2", "8/4p3/1N6")] {
        let text = "4k3/8/8/8/3p4/8/4P3/3NK3 w - -";
        let monster = after::<MonsterChess>(&format!("{text} 2 0 1"), &format!("e2e4 {knight} d4e3"));
        assert_eq!(monster, format!("4k3/8/8/8/{ranks}/4K3 w - - 2 0 2"));
        let progressive = after::<ProgressiveChess>(&format!("{text} 3/3 0 2"), &format!("e2e4 {knight} e1f1 d4e3"));
        assert_eq!(progressive, format!("4k3/8/8/8/{ranks}/5K2 b - - 3/4 0 2"));
    }
}

#[test]
fn monster_and_progressive_ruling_passed_squares_are_no_targets_of_ones_own() {
    fn check<G: Notation>(turn: &str) {
        let stepped = after::<G>(&format!("4k3/8/8/8/8/8/3PP3/4K3 w - - {turn} 0 2"), "e2e4");
        assert!(stepped.contains(" w - e3 "), "{stepped}");
        assert_eq!(moves_from::<G>(&stepped, "d2"), ["d2d3", "d2d4"]);
    }
    check::<MonsterChess>("2");
    check::<ProgressiveChess>("3/3");
}

#[test]
fn progressive_each_series_is_a_ply_longer() {
    let text = after::<ProgressiveChess>(&ProgressiveChess::start().to_string(), "e2e4");
    assert_eq!(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 2/2 0 1");
    assert!(after::<ProgressiveChess>(&text, "e7e5 d7d5").ends_with(" w KQkq d6e6 3/3 0 2"));
}

#[test]
fn progressive_a_check_ends_the_series() {
    let text = after::<ProgressiveChess>("4k3/8/8/8/8/8/8/R3K3 w - - 3/3 0 2", "a1a8");
    assert!(text.contains(" b - - 4/4 "), "{text}");
}

#[test]
fn progressive_the_move_number_grows_when_a_check_ends_blacks_series() {
    let check = after::<ProgressiveChess>("4k2r/8/8/8/8/8/8/4K3 b - - 4/4 0 2", "h8h1");
    assert_eq!(check, "4k3/8/8/8/8/8/8/4K2r w - - 5/5 1 3");
}

#[test]
fn progressive_positions_differ_by_their_passed_squares() {
    // Either pawn has stepped double; no pawn of Black's can capture it.
    let text = "4k3/8/8/8/8/8/3PP3/4K3 w - - 3/3 0 2";
    let [one, other] = ["e2e4 d2d3 d3d4", "d2d4 e2e3 e3e4"].map(|moves| after::<ProgressiveChess>(text, moves));
    assert_eq!(one, "4k3/8/8/8/3PP3/8/8/4K3 b - e3 4/4 0 2");
    assert_eq!(other, one.replace("e3", "d3"));
    let [one, other] = [one, other].map(|text| position::<ProgressiveChess>(&text));
    assert!(one != other && one.key() != other.key());
}

#[test]
fn progressive_a_check_is_answered_by_the_first_ply_or_mates() {
    let check = after::<ProgressiveChess>("4k3/8/8/8/8/8/8/R3K3 w - - 3/3 0 2", "a1a8");
    assert_eq!(moves::<ProgressiveChess>(&check), ["e8d7", "e8e7", "e8f7"]);
    let mate = after::<ProgressiveChess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 3/3 0 2", "a1a8");
    assert_eq!(result::<ProgressiveChess>(&mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn progressive_stalemate_at_the_start_or_in_the_middle_of_a_series_is_a_draw() {
    for left in [4, 2] {
        let text = format!("7k/8/6QK/8/8/8/8/8 b - - {left}/4 0 2");
        assert_eq!(result::<ProgressiveChess>(&text), Some(Outcome::Draw(Reason::STALEMATE)), "{text}");
    }
}

#[test]
fn progressive_en_passant_is_for_the_first_ply_of_the_answer() {
    let text = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 1/1 0 1";
    let stepped = after::<ProgressiveChess>(text, "e2e4");
    assert!(moves::<ProgressiveChess>(&stepped).contains(&"d4e3".to_string()));
    let later = after::<ProgressiveChess>(&stepped, "e8e7");
    assert!(!moves::<ProgressiveChess>(&later).contains(&"d4e3".to_string()), "{later}");
}

#[test]
fn progressive_a_pawn_that_moves_again_in_its_series_is_not_captured_en_passant() {
    let again = after::<ProgressiveChess>("4k3/8/8/8/3p4/8/4P3/4K3 w - - 3/3 0 2", "e2e4 e4e5 e1f1");
    assert_eq!(again, "4k3/8/8/4P3/3p4/8/8/5K2 b - - 4/4 1 2");
    assert_eq!(moves_from::<ProgressiveChess>(&again, "d4"), ["d4d3"]);
}

#[test]
fn progressive_ruling_a_hundred_plies_without_progress_are_a_draw() {
    let late = "4k3/8/8/8/8/8/7P/R3K3 w - - 3/3 99 80";
    let outcome = |text: &str, mv: &str| played::<ProgressiveChess>(text, mv).outcome();
    assert_eq!(outcome(late, "a1a2"), Some(Outcome::Draw(Reason::NO_PROGRESS)));
    assert_eq!([outcome(late, ""), outcome(late, "h2h3"), outcome(&late.replace("99", "98"), "a1a2")], [None; 3]);
}
