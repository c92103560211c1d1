//! Circe, rule by rule and ruling by ruling.

use engine::game::{Game, MoveFacts};
use engine::outcome::{Outcome, Reason};
use engine::seat::Seat;
use engine::variants::Circe;
use tests::positions::{after, moves, moves_from, played, position, result};

use super::relatives::castles;

#[test]
fn a_captured_man_is_reborn() {
    let text = "4n3/6b1/8/8/4RP2/6K1/3P4/5k2 w - - 0 1";
    let mate = after::<Circe>(text, "e4e1");
    assert_eq!(result::<Circe>(&mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    assert!(after::<Circe>(text, "e4e8").starts_with("4R1n1/6b1/"));
}

#[test]
fn men_are_reborn_on_the_home_square_of_the_colour_of_their_capture() {
    // A rook captures on d4, a dark square, or on e4, a light one. First ranks of the man's side, with the man reborn.
    for (man, after_d4, after_e4) in [
        ('R', "R3K3", "4K2R"),
        ('N', "4K1N1", "1N2K3"),
        ('B', "2B1K3", "4KB2"),
        ('Q', "3QK3", "3QK3"),
        ('r', "4k2r", "r3k3"),
        ('n', "1n2k3", "4k1n1"),
        ('b', "4kb2", "2b1k3"),
        ('q', "3qk3", "3qk3"),
    ] {
        let (captor, side) = if man.is_uppercase() { ('r', 'b') } else { ('R', 'w') };
        let on_d4 = format!("{captor}2{man}4");
        let on_e4 = format!("{captor}3{man}3");
        for (rank_4, mv, expected) in [(on_d4, "a4d4", after_d4), (on_e4, "a4e4", after_e4)] {
            let reborn = after::<Circe>(&format!("4k3/8/8/8/{rank_4}/8/8/4K3 {side} - - 0 1"), mv);
            assert!(reborn.split(['/', ' ']).any(|rank| rank == expected), "{man} by {mv}: {reborn}");
        }
    }
}

#[test]
fn a_promoted_man_is_reborn_as_what_he_is() {
    let queen = after::<Circe>("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q b8a8");
    assert_eq!(queen, "r3k3/8/8/8/8/8/8/3QK3 w - - 0 2");
}

#[test]
fn a_pawn_captured_en_passant_is_reborn_on_its_file() {
    let passed = after::<Circe>("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6");
    assert_eq!(passed, "4k3/3p4/3P4/8/8/8/8/4K3 b - - 0 2");
}

#[test]
fn a_reborn_pawn_steps_double_again() {
    let reborn = after::<Circe>("4k3/8/8/r3P3/8/8/8/4K3 b - - 0 1", "a5e5");
    assert_eq!(moves_from::<Circe>(&reborn, "e2"), ["e2e3", "e2e4"]);
}

#[test]
fn no_rebirth_on_an_occupied_square() {
    // A rook captured in its own corner is gone; a pawn is reborn on the file of its capture.
    let gone = after::<Circe>("4k3/8/8/8/8/8/6b1/4K2R b K - 0 1", "g2h1");
    assert!(gone.starts_with("4k3/8/8/8/8/8/8/4K2b w E "), "{gone}");
    let pawn = after::<Circe>("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "d5e4");
    assert!(pawn.starts_with("4k3/8/8/8/4p3/8/4P3/4K3 "), "{pawn}");
}

#[test]
fn legality_is_judged_after_the_rebirth() {
    // A rook captured on a light square is reborn on a8 and checks, one captured on a dark square on h8.
    assert!(!moves::<Circe>("8/6k1/8/8/4r3/8/8/K3R3 w - - 0 1").contains(&"e1e4".to_string()));
    assert!(moves::<Circe>("8/6k1/8/4r3/8/8/8/K3R3 w - - 0 1").contains(&"e1e5".to_string()));
    // The pawn f4 is reborn between king and rook, the pawn h4 is gone.
    let checked = "k7/3K3r/8/8/5p1p/6P1/8/8 w - - 0 1";
    assert!(position::<Circe>(checked).in_check());
    assert_eq!(moves_from::<Circe>(checked, "g3"), ["g3f4"]);
}

#[test]
fn castling_with_a_reborn_rook() {
    let reborn = after::<Circe>("4k3/8/8/8/8/8/7R/4K1b1 b E - 0 1", "g1h2");
    assert!(reborn.contains(" w Q - "), "{reborn}");
    let moved = after::<Circe>("4k3/8/8/8/8/8/7R/4K1b1 b - - 0 1", "g1h2");
    assert!(moved.contains(" w - - "), "{moved}");
}

#[test]
fn castling_with_a_promoted_rook_that_is_reborn() {
    // b8, where the rook is captured, is a dark square like a1.
    let reborn = after::<Circe>("4k3/1P6/n7/8/8/8/8/4K3 w E - 0 1", "b7b8r a6b8");
    assert_eq!(reborn, "1n2k3/8/8/8/8/8/8/R3K3 w Q - 0 2");
    assert_eq!(castles::<Circe>(&reborn), [false, true]);
}

#[test]
fn castling_is_not_regained_by_a_rook_that_walks_home() {
    let home = after::<Circe>("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2 e8e7 a2a1 e7e8");
    assert_eq!(home, "4k3/8/8/8/8/8/8/R3K3 w E - 4 3");
    assert_eq!(castles::<Circe>(&home), [false, false]);
}

#[test]
fn ruling_innocence_is_written_while_no_rook_has_the_right() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w Qe - 0 1";
    assert!(after::<Circe>(text, "a1a2").contains(" b Ee - "));
    assert!(after::<Circe>(text, "e1e2").contains(" b e - "));
}

#[test]
fn ruling_a_letter_of_innocence_stands_alone() {
    let read = |rights: &str| {
        let position = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1").parse::<Circe>();
        position.map(|position| position.to_string()).map_err(|error| error.reason)
    };
    assert!(read("Ekq").is_ok());
    for (rights, reason) in [
        ("KE", "'E' needs White's king on e1 and no other letter of its"),
        ("EK", "'K' gives a right, but 'E' says that White has none"),
        ("KQeq", "'q' gives a right, but 'e' says that Black has none"),
        ("x", "'x' is none of K, Q, E, k, q, e"),
    ] {
        assert_eq!(read(rights), Err(reason.to_string()), "{rights}");
    }
}

#[test]
fn ruling_a_recapture_may_undo_the_capture() {
    let text = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let captured = after::<Circe>(text, "e4d5");
    assert!(captured.starts_with("4k3/3p4/8/3P4/"), "{captured}");
}

#[test]
fn positions_repeat_across_captures_of_men_who_are_reborn() {
    // The knight captured on d4 is reborn on b8 and comes back over c6.
    let text = "4k3/8/8/8/R2n4/8/8/4K3 w - - 0 1";
    let tour = "a4d4 b8c6 d4a4 c6d4 ";
    let twice = played::<Circe>(text, tour);
    assert_eq!((twice.occurrences(), twice.position().halfmove_clock(), twice.outcome()), (2, 3, None));
    let thrice = played::<Circe>(text, &tour.repeat(2));
    assert_eq!((thrice.occurrences(), thrice.outcome()), (3, Some(Outcome::Draw(Reason::REPETITION))));
    assert_eq!(thrice.reversible_keys().len(), 8);
}
