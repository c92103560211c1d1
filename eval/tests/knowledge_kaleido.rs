//! Knowledge of the networks of KaleidoChess about its rules: of two positions that differ in one thing, the better one
//! has the higher value.

use engine::eval::Evaluator;
use engine::game::Seat;
use engine::variants::kaleido::{Dice, PawnArmy, Position, RavenArmy, Usual};
use eval::NnueEvaluator;
use eval::kaleido::KaleidoParams;

/// Value for White, with White to move and, in the game with dice, a five thrown.
fn value<R: KaleidoParams>(board: &str) -> i32 {
    let side = if R::DICE { "w5" } else { "w" };
    let text = format!("{board} {side} - - 0 1");
    let position: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut eval = NnueEvaluator::<Position<R>>::default();
    eval.reset(&position);
    assert_eq!(position.side(), Seat::WHITE);
    eval.evaluate(&position)
}

/// In each game of the family.
fn better(good: &str, bad: &str) {
    fn check<R: KaleidoParams>(good: &str, bad: &str) {
        let (good, bad) = (value::<R>(good), value::<R>(bad));
        assert!(good > bad, "{}: {good}, {bad}", R::INFO.name);
    }
    check::<Usual>(good, bad);
    check::<Dice>(good, bad);
    check::<PawnArmy>(good, bad);
    check::<RavenArmy>(good, bad);
}

#[test]
fn a_second_castle_is_insurance() {
    // The same raven on 7B and on 7C; both see the same number of fields.
    better("11/11/1V9/11/1v9/11/1V9/11/1", "11/11/1V9/11/1v9/11/2V8/11/1");
}

#[test]
fn both_castles_hit_are_worth_more_than_one() {
    // Black holds 5B and 7B. The rocs on 4B and 8B hit one each; from 8C it is one step too few to 7B.
    better("11/11/1V9/1R9/1v9/11/1v9/1R9/1", "11/11/1V9/1R9/1v9/11/1v9/2R8/1");
}
