//! Knight relay chess, rule by rule.

use engine::game::{Game, MoveFacts, Seat};
use engine::outcome::{Outcome, Reason};
use engine::variants::KnightRelay;
use engine::variants::orthodox::Kind;
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};

/// The position of the published example.
const EXAMPLE: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

fn from(text: &str, square: &str) -> Vec<String> {
    moves_from::<KnightRelay>(text, square).into_iter().map(|mv| mv[2..].to_string()).collect()
}

#[test]
fn the_example_position() {
    assert_eq!(from(EXAMPLE, "e6"), ["c5", "c7", "e7", "f4", "g5", "g7"]);
    assert!(!position::<KnightRelay>(EXAMPLE.replace(" w ", " b ").as_str()).in_check());
    let mate = played::<KnightRelay>(EXAMPLE, "a3d6");
    assert_eq!(mate.outcome(), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn start_position_counts() {
    let start = KnightRelay::start();
    let counts: Vec<u64> = (1..=4).map(|depth| leaves(&start, depth)).collect();
    assert_eq!(counts, [28, 784, 24_044, 727_219]);
}

#[test]
fn rule_1_a_defended_piece_moves_and_captures_like_a_knight() {
    // The rook a1 is a leap away from the knight b3, and so leaps as a knight would: to c2, capturing.
    let text = "4k3/8/8/8/8/1N6/2p5/R3K3 w - - 0 1";
    assert!(from(text, "a1").contains(&"c2".to_string()));
    // Without the knight it does not.
    assert!(!from(&text.replace("1N6", "8"), "a1").contains(&"c2".to_string()));
    // An enemy knight defends nothing.
    assert!(!from(&text.replace("1N6", "1n6"), "a1").contains(&"c2".to_string()));
}

#[test]
fn rule_1_the_power_lasts_as_long_as_the_defence() {
    let text = "4k3/8/8/8/8/1N6/8/R3K3 w - - 0 1";
    let gone = after::<KnightRelay>(text, "b3d4 e8e7");
    assert!(!from(&gone, "a1").contains(&"c2".to_string()));
    let back = after::<KnightRelay>(&gone, "d4b3 e7e8");
    assert!(from(&back, "a1").contains(&"c2".to_string()));
}

#[test]
fn rule_1_every_kind_but_king_and_knight_is_relayed_to() {
    for (letter, relayed) in [('Q', true), ('R', true), ('B', true), ('P', true), ('N', false), ('K', false)] {
        let kings = if letter == 'K' { "8" } else { "4K3" };
        let text = format!("4k3/8/8/8/1N6/3{letter}4/8/{kings} w - - 0 1");
        let position: KnightRelay = position(&text);
        assert_eq!(position.relayed(Seat::WHITE).any(), relayed, "{letter}");
    }
}

#[test]
fn rule_2_knights_cannot_be_captured() {
    // Pawn, bishop, rook, queen and king all stand ready to capture the knight d5.
    let text = "3r4/8/2p1k3/3N3q/4b3/8/8/4K3 b - - 0 1";
    assert!(!moves::<KnightRelay>(text).iter().any(|mv| &mv[2..4] == "d5"));
    assert_eq!(refusal::<KnightRelay>(text, "c6d5"), "knights cannot be captured");
}

#[test]
fn rule_2_a_king_cannot_capture_a_knight() {
    let text = "8/8/8/3k4/4N3/8/P7/4K3 b - - 0 1";
    assert_eq!(from(text, "d5"), ["c4", "c5", "c6", "d4", "d6", "e5", "e6"]);
    assert_eq!(refusal::<KnightRelay>(text, "d5e4"), "knights cannot be captured");
}

#[test]
fn rule_2_knights_cannot_capture() {
    let text = "4k3/8/2p1r3/1q6/3N4/1b6/2p1p3/4K3 w - - 0 1";
    assert!(!from(text, "d4").iter().any(|to| ["c6", "e6", "b5", "b3", "c2", "e2"].contains(&to.as_str())));
    assert_eq!(refusal::<KnightRelay>(text, "d4e6"), "knights cannot capture");
}

#[test]
fn rule_2_knights_give_no_check() {
    let position: KnightRelay = position("4k3/8/3N1N2/8/8/8/8/R3K3 b - - 0 1");
    assert!(!position.in_check());
    assert!(position.checkers().is_empty());
}

#[test]
fn rule_3_knights_do_not_relay_to_the_king() {
    let text = "4k3/8/8/8/8/3N4/P7/4K3 w - - 0 1";
    assert_eq!(from(text, "e1"), ["d1", "d2", "e2", "f1", "f2"]);
}

#[test]
fn rule_4_a_relayed_pawn_leaps_to_ranks_2_to_7_only() {
    // From e6 the leaps to d8 and f8, and from e3 those to d1 and f1, are no moves.
    assert!(!from(EXAMPLE, "e6").iter().any(|to| to.ends_with('8')));
    let low = "4k3/8/8/8/2N5/4P3/8/K7 w - - 0 1";
    assert_eq!(from(low, "e3"), ["c2", "d5", "e4", "f5", "g2", "g4"]);
}

#[test]
fn rule_4_a_relayed_pawn_attacks_nothing_on_the_end_ranks() {
    // The pawn e6 is relayed by d4. It guards g7 and c7, but neither d8 nor f8.
    let text = "2k5/8/4P3/8/3N4/8/8/4K3 b - - 0 1";
    assert_eq!(from(text, "c8"), ["b7", "b8", "d8"]);
    assert!(!position::<KnightRelay>("3k4/8/4P3/8/3N4/8/8/4K3 b - - 0 1").in_check());
}

#[test]
fn rule_5_a_pawn_back_on_its_second_rank_may_double_step_again() {
    // The pawn d4 leaps back to e2 by the knight f5's power; the knight leaves; the pawn goes two squares once more.
    let text = "4k3/p7/8/5N2/3P4/8/8/4K3 w - - 0 1";
    let back = after::<KnightRelay>(text, "d4e2 a7a6 f5g7 e8f8");
    assert_eq!(from(&back, "e2"), ["e3", "e4"]);
}

#[test]
fn rule_5_there_is_no_en_passant() {
    let text = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let stepped = after::<KnightRelay>(text, "e2e4");
    assert_eq!(stepped, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_eq!(from(&stepped, "d4"), ["d3"]);
    // A position that names a square all the same has no such capture either.
    assert_eq!(from("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4"), ["d3"]);
}

#[test]
fn rule_6_ordinary_pawn_moves_promote() {
    let text = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    let expected = ["e7d8b", "e7d8n", "e7d8q", "e7d8r", "e7e8b", "e7e8n", "e7e8q", "e7e8r"];
    assert_eq!(moves_from::<KnightRelay>(text, "e7"), expected);
}

#[test]
fn rule_6_a_promoted_knight_is_a_full_relay_knight() {
    let promoted = after::<KnightRelay>("8/2P2k2/8/2R5/8/8/8/4K3 w - - 0 1", "c7c8n f7f8");
    let relayed = position::<KnightRelay>(&after::<KnightRelay>(&promoted, "c5b5 f8f7 b5b6"));
    assert!(relayed.pieces().get(Seat::WHITE, Kind::Rook).any());
    assert_eq!(relayed.relayed(Seat::WHITE), relayed.pieces().get(Seat::WHITE, Kind::Rook));
    // And nothing can capture it.
    assert!(!from("2N1r1k1/8/8/2R5/8/8/8/5K2 b - - 0 1", "e8").contains(&"c8".to_string()));
}

#[test]
fn rule_7_castling_as_in_chess() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(from(text, "e1").contains(&"g1".to_string()) && from(text, "e1").contains(&"c1".to_string()));
    assert_eq!(after::<KnightRelay>(text, "e1g1 e8c8"), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

#[test]
fn rule_7_no_castling_through_or_out_of_relayed_attacks() {
    // The bishop g3's leaps, relayed by the knight h5, strike f1 and h1; along its diagonal, e1 is covered by f2.
    let through = "4k3/8/8/7n/8/6b1/5P2/R3K2R w KQ - 0 1";
    assert!(!from(through, "e1").contains(&"g1".to_string()));
    assert!(from(through, "e1").contains(&"c1".to_string()));
    assert!(from(&through.replace("7n", "8"), "e1").contains(&"g1".to_string()));
    // The rook d3 checks by its leap, relayed by f4.
    let check = "4k3/8/8/8/5n2/3r4/3P1P2/R3K2R w KQ - 0 1";
    assert!(position::<KnightRelay>(check).in_check());
    assert!(!from(check, "e1").iter().any(|to| to == "g1" || to == "c1"));
}

#[test]
fn rule_7_leaps_of_a_pawn_to_the_end_ranks_bar_no_castling() {
    // The pawn e3 is relayed by d5. It attacks d2 and f2 as a pawn, c2 and g2 by its leaps, but neither d1 nor f1.
    let text = "4k3/8/8/3n4/8/4p3/8/4K2R w K - 0 1";
    assert!(position::<KnightRelay>(text).relayed(Seat::BLACK).any());
    assert_eq!(from(text, "e1"), ["d1", "e2", "f1", "g1"]);
}

#[test]
fn a_relayed_attack_checks() {
    let text = "8/8/3k4/8/2R5/8/3N4/4K3 b - - 0 1";
    let position: KnightRelay = position(text);
    assert!(position.in_check(), "the rook c4, relayed by d2, leaps to d6");
    assert!(!from(text, "d6").contains(&"e5".to_string()), "and to e5, and guards it");
}

#[test]
fn a_check_by_a_leap_is_answered_by_capture_or_flight_but_not_by_interposing() {
    // The rook c4 checks d6; the black rook can capture it, the bishop has nothing to interpose on.
    let text = "8/b7/3k4/8/2R4r/8/3N4/4K3 b - - 0 1";
    assert_eq!(from(text, "h4"), ["c4"]);
    assert!(from(text, "a7").is_empty());
}

#[test]
fn a_relayed_attack_guards() {
    // The pawn d5 may not be captured by the king: the rook b4 beside the knight d3 guards it by its leap.
    assert!(!from("8/8/4k3/3P4/1R6/3N4/8/4K3 b - - 0 1", "e6").contains(&"d5".to_string()));
    assert!(from("8/8/4k3/3P4/1R6/8/8/4K3 b - - 0 1", "e6").contains(&"d5".to_string()));
}

#[test]
fn a_knight_move_discovers_a_relayed_check() {
    // The knight goes to f3, where it defends the queen d4... which then strikes e6 by a leap.
    let text = "8/8/4k3/8/3Q4/8/8/4K1N1 w - - 0 1";
    let record = played::<KnightRelay>(text, "g1f3");
    assert!(record.position().in_check());
}

#[test]
fn a_knight_move_discovers_a_line() {
    let record = played::<KnightRelay>("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3");
    assert!(record.position().in_check());
}

#[test]
fn a_pinned_knight_stays_but_relays() {
    // The knight e4 is pinned on the e-file; the queen d6... its leap power comes from there all the same.
    let text = "4r1k1/8/3Q4/8/4N3/8/8/4K3 w - - 0 1";
    assert!(from(text, "e4").is_empty());
    assert!(from(text, "d6").contains(&"b5".to_string()));
}

#[test]
fn a_pinned_piece_cannot_leap() {
    let text = "4r1k1/8/8/8/8/2N5/4R3/4K3 w - - 0 1";
    assert_eq!(position::<KnightRelay>(text).relayed(Seat::WHITE).len(), 1);
    assert_eq!(from(text, "e2"), ["e3", "e4", "e5", "e6", "e7", "e8"]);
}

#[test]
fn ruling_bare_kings_and_knights_are_a_draw_and_have_no_moves() {
    let text = "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1";
    assert_eq!(result::<KnightRelay>(text), Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL)));
    assert!(moves::<KnightRelay>(text).is_empty());
    assert_eq!(refusal::<KnightRelay>(text, "e1e2"), "the game is over");
    assert_eq!(leaves(&position::<KnightRelay>(text), 3), 0);
}

#[test]
fn ruling_no_other_material_is_insufficient() {
    for text in ["4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1"] {
        assert_eq!(result::<KnightRelay>(text), None);
    }
}

#[test]
fn a_capture_that_leaves_kings_and_knights_ends_the_game() {
    let record = played::<KnightRelay>("4k3/8/8/8/8/6n1/4r3/4K3 w - - 0 1", "e1e2");
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL)));
}

#[test]
fn a_hundred_plies_without_a_capture_or_a_pawn_move_are_a_draw() {
    let late = "4k3/8/8/3p4/8/8/P7/1N1RK3 w - - 99 80";
    let outcome = |text: &str, mv: &str| played::<KnightRelay>(text, mv).outcome();
    assert_eq!(outcome(late, "d1d2"), Some(Outcome::Draw(Reason::NO_PROGRESS)));
    assert_eq!([outcome(late, ""), outcome(&late.replace("99", "98"), "d1d2")], [None; 2]);
    // The pawn's leap counts as its step does.
    let relayed = late.replace("1N1R", "2NR");
    assert_eq!([outcome(late, "d1d5"), outcome(late, "a2a3"), outcome(&relayed, "a2c3")], [None; 3]);
}

#[test]
fn positions_repeat_although_pawns_move() {
    let start = "8/n1P1K3/4N1k1/8/1N1R4/3nn3/8/8 b - - 0 1";
    // The pawn leaps to and fro between c7 and a6, relayed by the knights.
    let once = "a7c8 c7a6 c8a7 a6c7";
    assert_eq!(played::<KnightRelay>(start, once).outcome(), None);
    let record = played::<KnightRelay>(start, &format!("{once} {once}"));
    assert_eq!(record.position().halfmove_clock(), 0);
    assert_eq!(record.reversible_keys().len(), 8);
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
}
