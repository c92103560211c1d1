//! Knowledge of the KaleidoChess evaluation, one piece of it a test: of two positions that differ in it alone, the
//! better one is valued higher.

use engine::eval::Evaluator;
use engine::game::Seat;
use engine::variants::kaleido::{Dice, Position, Rules, Usual};
use eval::kaleido::KaleidoParams;
use eval::kaleido::features::THROWS;
use eval::{HandCraftedEval, HceEvaluator};

fn read<R: Rules>(text: &str) -> Position<R> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Value for White, with a given side to move.
fn value<R: KaleidoParams>(board: &str, side: &str) -> i32 {
    let position = read::<R>(&format!("{board} {side} - - 0 1"));
    let mut eval = HceEvaluator::<Position<R>>::default();
    eval.reset(&position);
    let value = eval.evaluate(&position);
    if position.side() == Seat::WHITE { value } else { -value }
}

/// A term of White, middle game and endgame added.
fn part(name: &str, board: &str) -> i32 {
    let terms = HceEvaluator::<Position<Usual>>::default().terms(&read(&format!("{board} w - - 0 1")));
    let (mg, eg) = terms.iter().find(|term| term.name == name).expect("a part").seats[0];
    mg + eg
}

#[test]
fn a_second_castle_is_insurance() {
    // The same raven on 7B and on 7C; both see the same number of fields.
    let two = "11/11/1V9/11/1v9/11/1V9/11/1";
    let one = "11/11/1V9/11/1v9/11/2V8/11/1";
    assert!(part("castles", two) > part("castles", one) + 100);
}

#[test]
fn castles_within_reach_are_worth_something() {
    // The pawn on 7A can step to 7B, that on 8J has nothing near.
    let near = "11/11/1V9/11/1v9/11/P10/11/1";
    let far = "11/11/1V9/11/1v9/11/11/9P1/1";
    assert!(part("castles", near) > part("castles", far));
}

#[test]
fn only_a_piece_with_the_exact_number_of_steps_aims() {
    // From 4A the eagle gets to 4C, from where two steps lead to 5B and not to 5A; the raven there needs three moves.
    let eagle = "11/11/1V9/E10/1v9/11/11/11/1";
    let raven = "11/11/1V9/V10/1v9/11/11/11/1";
    let pawn = "11/11/1V9/P10/1v9/11/11/11/1";
    assert!(part("castles", eagle) > part("castles", pawn));
    assert_eq!(part("castles", raven), part("castles", pawn));
}

#[test]
fn both_castles_hit_are_worth_more_than_one() {
    // Black holds 5B and 7B. The rocs on 4B and 8B hit one each; from 8C it is one step too few to 7B.
    let both = "11/11/1V9/1R9/1v9/11/1v9/1R9/1";
    let one = "11/11/1V9/1R9/1v9/11/1v9/2R8/1";
    assert!(part("castles", both) > part("castles", one));
}

#[test]
fn hanging_pieces_cost() {
    // White's raven attacks the dragon, which nothing guards, from 8K, and is far from it in the centre.
    let attacked = "11/11/1V9/11/1v9/11/11/3d6V/1";
    let missed = "11/11/1V9/11/1v9/11/11/3d7/V";
    assert!(part("threats", attacked) > part("threats", missed));
}

#[test]
fn with_dice_a_hit_counts_by_the_throws_that_allow_it() {
    // A raven alone next to the castle, or an eagle two fields from it besides: three throws, or four.
    let three = "11/11/1V9/11/Vv9/10E/11/11/1";
    let four = "11/11/1V9/11/Vv9/E10/11/11/1";
    let counts = |board: &str| {
        let [white, _] = read::<Dice>(&format!("{board} b3 - - 0 1")).trace();
        (0..4).map(|throws| white.counts[THROWS.at(throws)]).collect::<Vec<i32>>()
    };
    assert_eq!(counts(three), [1, 0, 0, 0]);
    assert_eq!(counts(four), [0, 1, 0, 0]);
    assert!(value::<Dice>(three, "b3") > value::<Dice>("11/11/1V9/11/1v9/10E/V10/11/1", "b3") + 100);
}
