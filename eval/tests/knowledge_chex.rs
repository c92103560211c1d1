//! Knowledge of the Chex evaluations, one piece of it a test: of two positions that differ in it, the better one is
//! valued higher in that part.

use engine::eval::Evaluator;
use engine::variants::chex::{ByMail, Position, Royal};
use eval::HceEvaluator;
use eval::chex::ChexParams;

/// White's share of an evaluation term, middlegame plus endgame.
fn part<R: ChexParams>(name: &str, text: &str) -> i32 {
    let position: Position<R> = format!("{text} - - 0 1").parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let terms = HceEvaluator::<Position<R>>::default().terms(&position);
    let term = terms.iter().find(|term| term.name == name).unwrap_or_else(|| panic!("no part {name}"));
    term.seats[0].0 + term.seats[0].1
}

/// In both games.
fn better(name: &str, good: &str, bad: &str) {
    let royal = (part::<Royal>(name, good), part::<Royal>(name, bad));
    let by_mail = (part::<ByMail>(name, good), part::<ByMail>(name, bad));
    assert!(royal.0 > royal.1 && by_mail.0 > by_mail.1, "{name}: {royal:?} {by_mail:?}");
}

#[test]
fn a_tile_that_holds_others_together_is_tied_down() {
    better("ties", "QPp[Kk] w", "PQp[Kk] w");
    better("mobility", "QPp[Kk] w", "PQp[Kk] w");
}

#[test]
fn a_pawn_that_has_passed_all_tiles_has_nothing_left_to_capture() {
    better("pawns", "n1/1n/1P[Kk] w", "1P/n1/1n[Kk] w");
}

#[test]
fn a_king_near_enemies_that_can_move_is_in_danger() {
    // The queen can go to two cells beside the king, the rook to none.
    better("king safety", "KPr[k] w", "KPq[k] w");
}

#[test]
fn a_tile_that_a_cheaper_one_can_capture_is_threatened() {
    better("threats", "q1n/1P1/PN1[Kk] w", "n1n/1P1/PN1[Kk] w");
}

#[test]
fn a_king_still_to_be_drawn_without_open_cells_is_in_trouble() {
    // Black attacks every cell around and between its tiles.
    better("pile", "kn[K] w", "knr/b1r/bpn/2q[K] w");
}

#[test]
fn a_queen_in_the_pile_is_a_reserve() {
    better("pile", "kn[KQ] w", "kn[KP] w");
}
