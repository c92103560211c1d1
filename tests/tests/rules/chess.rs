//! Orthodox chess, and the endings that all games on its board share.

use engine::game::{Game, Seat};
use engine::outcome::{Outcome, Reason};
use engine::text::Notation;
use engine::variants::Chess;
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};

#[test]
fn start_position_counts() {
    let counts: Vec<u64> = (1..=4).map(|depth| leaves(&Chess::start(), depth)).collect();
    assert_eq!(counts, [20, 400, 8_902, 197_281]);
}

#[test]
fn checkmate_wins() {
    let mate = played::<Chess>(Chess::START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate.outcome(), Some(Outcome::Win(Seat::BLACK, Reason::CHECKMATE)));
    assert_eq!(mate.outcome().unwrap().to_string(), "0-1 {Black mates}");
}

#[test]
fn stalemate_is_a_draw() {
    let text = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(result::<Chess>(text), Some(Outcome::Draw(Reason::STALEMATE)));
}

#[test]
fn dead_positions_are_draws_but_have_moves() {
    let dead = Some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL));
    let bare = "8/8/8/3k4/8/8/8/K7 w - - 0 1";
    for (text, outcome) in [
        (bare, dead),
        ("8/8/8/3k4/8/8/8/KN6 w - - 0 1", dead),
        ("8/8/8/3k4/8/8/8/Kb6 w - - 0 1", dead),
        // b1 and f1 are light squares, g1 is a dark one.
        ("8/8/8/3k4/8/8/8/KB3b2 w - - 0 1", dead),
        ("8/8/8/3k4/8/8/8/KB4b1 w - - 0 1", None),
        ("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", None),
        ("8/8/8/3k4/8/8/8/KN4b1 w - - 0 1", None),
        ("8/8/8/3k4/8/8/P7/K7 w - - 0 1", None),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", None),
    ] {
        assert_eq!(result::<Chess>(text), outcome, "{text}");
        assert!(!moves::<Chess>(text).is_empty(), "{text}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(played::<Chess>(Chess::START, shuffle).outcome(), None);
    let record = played::<Chess>(Chess::START, &shuffle.repeat(2));
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
}

#[test]
fn positions_that_differ_in_rights_are_no_repetition() {
    // The king's first tour costs the right to castle: the position before it never comes back.
    let text = "4k3/7p/8/8/8/8/8/4K2R w K - 0 1";
    let tour = "e1e2 e8e7 e2e1 e7e8 ";
    assert_eq!(played::<Chess>(text, &tour.repeat(2)).occurrences(), 2);
    // An en passant capture that is possible makes a position of its own; one that is not does not.
    let open = "4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
    let waltz = " e8e7 g1f3 e7e8 f3g1";
    assert_eq!(played::<Chess>(open, &format!("e2e4{waltz}")).occurrences(), 1);
    let shut = open.replace("3p4", "8");
    assert_eq!(played::<Chess>(&shut, &format!("e2e4{waltz}")).occurrences(), 2);
}

#[test]
fn a_hundred_plies_without_progress_are_a_draw_but_mate_comes_first() {
    let quiet = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    assert_eq!(played::<Chess>(quiet, "").outcome(), None);
    assert_eq!(played::<Chess>(quiet, "a1a2").outcome(), Some(Outcome::Draw(Reason::NO_PROGRESS)));
    let mating = "4k3/8/4K3/8/8/8/8/R7 w - - 99 80";
    assert_eq!(played::<Chess>(mating, "a1a8").outcome(), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn captures_and_pawn_moves_reset_the_rule_clock() {
    let text = "4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 40 60";
    assert!(after::<Chess>(text, "c3a2").ends_with("b - - 41 60"));
    assert!(after::<Chess>(text, "c3d5").ends_with("b - - 0 60"));
    assert!(after::<Chess>(text, "e2e3 e8e7").ends_with("w - - 1 61"));
}

#[test]
fn castling_needs_free_and_safe_squares() {
    let castles = |text: &str| {
        let list = moves_from::<Chess>(text, "e1");
        (list.contains(&"e1g1".to_string()), list.contains(&"e1c1".to_string()))
    };
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (true, true));
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"), (false, true));
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), (false, false));
    assert_eq!(castles("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"), (false, false), "out of check");
    assert_eq!(castles("4k3/8/8/8/3r1r2/8/8/R3K2R w KQ - 0 1"), (false, false), "through check");
    assert_eq!(castles("4k3/8/8/8/1r5r/8/8/R3K2R w KQ - 0 1"), (true, true), "an attacked rook castles");
}

#[test]
fn castling_rights_are_lost_with_moves_of_king_and_rooks() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(after::<Chess>(text, "e1e2").contains(" b kq "));
    assert!(after::<Chess>(text, "a1a2").contains(" b Kkq "));
    assert!(after::<Chess>(text, "h1h8").contains(" b Qq "), "a rook captured on its corner");
    assert_eq!(after::<Chess>(text, "e1g1 e8c8"), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

#[test]
fn en_passant_at_once_or_never() {
    let stepped = after::<Chess>("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(stepped, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_eq!(after::<Chess>(&stepped, "d4e3"), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
    let waited = after::<Chess>(&stepped, "e8e7 e1d1");
    assert_eq!(moves_from::<Chess>(&waited, "d4"), ["d4d3"]);
}

#[test]
fn en_passant_may_not_expose_the_own_king() {
    // Both pawns leave the fourth rank at once.
    let rank = after::<Chess>("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(moves_from::<Chess>(&rank, "d4"), ["d4d3"]);
    assert!(rank.contains(" b - - "), "a capture that is illegal is no difference between positions");
    // The captured pawn stands in the bishop's way.
    let diagonal = "8/8/2k5/8/3pP3/8/8/4K2B b - e3 0 1";
    assert_eq!(moves_from::<Chess>(diagonal, "d4"), ["d4d3"]);
}

#[test]
fn en_passant_may_end_a_check() {
    let text = after::<Chess>("8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    assert!(moves::<Chess>(&text).contains(&"d4e3".to_string()));
}

#[test]
fn refusals_say_why() {
    let check = "4k3/8/8/8/4r3/8/3P1P2/R3K2R w KQ - 0 1";
    for (text, mv, reason) in [
        (Chess::START, "e2e5", "the pawn on e2 does not reach e5"),
        (Chess::START, "e3e4", "no piece on e3"),
        (Chess::START, "e7e5", "the piece on e7 is the opponent's"),
        (Chess::START, "d1d2", "d2 is occupied by an own piece"),
        (Chess::START, "Nd2", "no knight can go to d2 that way"),
        (Chess::START, "O-O", "castling is not possible"),
        (check, "a1a2", "the king is left in check"),
        (check, "e1e2", "the king would be in check on e2"),
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "the king would be in check"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "say what the pawn becomes"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", "a pawn cannot become a king"),
        (Chess::START, "g1f3q", "only a pawn on its last rank promotes"),
        ("k7/8/8/1N3N2/8/8/8/4K3 w - - 0 1", "Nd4", "2 knights can go to d4"),
        (Chess::START, "hello", "syntax"),
        (Chess::START, "", "syntax"),
        (Chess::START, "e2é4", "syntax"),
    ] {
        assert_eq!(refusal::<Chess>(text, mv), reason, "{mv} in {text}");
    }
}

#[test]
fn algebraic_notation_is_read() {
    let text = "r3k2r/1P6/8/1N3N2/8/8/8/R3K2R w KQkq - 0 1";
    for (san, mv) in [
        ("Nbd4", "b5d4"),
        ("N5d4", ""),
        ("Nb5d4", "b5d4"),
        ("Nf5-d4", "f5d4"),
        ("bxa8=Q+", "b7a8q"),
        ("bxa8=N", "b7a8n"),
        ("b8R", "b7b8r"),
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("Rxh8+", "h1h8"),
        ("Kf1!?", "e1f1"),
    ] {
        let position: Chess = position(text);
        let read = position.read_move(san).map(|mv| position.write_move(mv)).unwrap_or_default();
        assert_eq!(read, mv, "{san}");
    }
}
