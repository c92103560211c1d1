//! Knowledge of the networks of Chex about its rules: of two positions that differ in one thing, the better one has the
//! higher value.

use engine::eval::Evaluator;
use engine::variants::chex::{ByMail, Position, Royal};
use eval::NnueEvaluator;
use eval::chex::ChexParams;

/// Value for White, who is to move.
fn value<R: ChexParams>(tiles: &str) -> i32 {
    let text = format!("{tiles} w - - 0 1");
    let position: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut eval = NnueEvaluator::<Position<R>>::default();
    eval.reset(&position);
    eval.evaluate(&position)
}

/// In both games.
fn better(good: &str, bad: &str) {
    let royal = [good, bad].map(value::<Royal>);
    let by_mail = [good, bad].map(value::<ByMail>);
    assert!(royal[0] > royal[1] && by_mail[0] > by_mail[1], "{royal:?} {by_mail:?}");
}

#[test]
fn a_tile_that_holds_others_together_is_tied_down() {
    better("QPp[Kk]", "PQp[Kk]");
}

#[test]
fn a_king_still_to_be_drawn_without_open_cells_is_in_trouble() {
    // Black attacks every cell around and between its tiles.
    better("kn[K]", "knr/b1r/bpn/2q[K]");
}

#[test]
fn a_queen_in_the_pile_is_a_reserve() {
    better("kn[KQ]", "kn[KP]");
}
