//! The evaluations of chess and knight relay chess, from outside.

use engine::eval::Evaluator;
use engine::game::{Game, Wanted};
use engine::moves::MoveList;
use engine::search::score::MATE_BOUND;
use engine::variants::orthodox::{Position, Relay, Standard};
use eval::orthodox::Judge;
use eval::{HandWritten, Judged, LIMIT};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const _: () = assert!(LIMIT < MATE_BOUND);

/// The value from nothing, for the side to move.
fn value<R: Judge>(position: &Position<R>) -> i32 {
    let mut eval = HandWritten::<Position<R>>::default();
    eval.reset(position);
    eval.evaluate(position)
}

/// The same position with colours exchanged.
fn colours_exchanged<R: Judge>(position: &Position<R>) -> Position<R> {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let exchange = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<String> = words[0].split('/').rev().map(|rank| rank.chars().map(exchange).collect()).collect();
    let side = if words[1] == "w" { "b" } else { "w" };
    let castling: String = words[2].chars().map(exchange).collect();
    let en_passant = match words[3].as_bytes() {
        [file, b'3'] => format!("{}6", *file as char),
        [file, _] => format!("{}3", *file as char),
        _ => "-".into(),
    };
    format!("{} {side} {castling} {en_passant} {} {}", ranks.join("/"), words[4], words[5]).parse().unwrap()
}

/// The same position seen in a mirror, files in reverse order. Nobody may castle and no pawn capture en passant.
fn mirrored<R: Judge>(position: &Position<R>) -> Position<R> {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<String> = words[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {} - - {} {}", ranks.join("/"), words[1], words[4], words[5]).parse().unwrap()
}

/// Plays random games and shows every position, with the evaluation that has followed the moves.
fn wander<R: Judge>(games: u64, mut see: impl FnMut(&Position<R>, &mut HandWritten<Position<R>>)) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::<R>::start();
        let mut eval = HandWritten::<Position<R>>::default();
        eval.reset(&position);
        for _ in 0..160 {
            let mut moves = MoveList::new();
            position.moves(Wanted::All, &mut moves);
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            // A move that is made and taken back leaves no trace.
            let before = eval.evaluate(&position);
            let tried = moves[random.next_u64() as usize % moves.len()];
            let undo = position.make(tried, &mut eval);
            eval.evaluate(&position);
            position.unmake(tried, undo);
            engine::game::Watch::<Position<R>>::revert(&mut eval);
            assert_eq!(eval.evaluate(&position), before, "after taking back in {position}");

            let played = moves[random.next_u64() as usize % moves.len()];
            position.make(played, &mut eval);
            see(&position, &mut eval);
        }
    }
}

fn what_follows_the_moves_is_what_is_computed_from_nothing<R: Judge>() {
    wander::<R>(40, |position, eval| {
        let followed = eval.evaluate(position);
        assert_eq!(followed, value(position), "{position}");
        assert!(followed.abs() <= LIMIT, "{position}");
    });
}

fn colours_are_treated_alike<R: Judge>() {
    wander::<R>(40, |position, eval| {
        assert_eq!(eval.evaluate(position), value(&colours_exchanged(position)), "{position}");
    });
}

fn left_and_right_are_treated_alike<R: Judge>() {
    wander::<R>(40, |position, eval| {
        if position.castling() == engine::variants::orthodox::Castling::NONE && position.en_passant().is_none() {
            assert_eq!(eval.evaluate(position), value(&mirrored(position)), "{position}");
        }
    });
}

fn the_terms_add_up<R: Judge>() {
    wander::<R>(20, |position, eval| {
        let terms = eval.terms(position);
        let sum = |seat: usize| {
            terms.iter().fold((0, 0), |(mg, eg), term| (mg + term.seats[seat].0, eg + term.seats[seat].1))
        };
        let (white, black) = (sum(0), sum(1));
        assert_eq!(eval.balance(position), (white.0 - black.0, white.1 - black.1), "{position}");
    });
}

macro_rules! both_games {
    ($($name:ident)*) => {
        mod chess {
            $(#[test] fn $name() { super::$name::<super::Standard>(); })*
        }
        mod knight_relay {
            $(#[test] fn $name() { super::$name::<super::Relay>(); })*
        }
    };
}

both_games! {
    what_follows_the_moves_is_what_is_computed_from_nothing
    colours_are_treated_alike
    left_and_right_are_treated_alike
    the_terms_add_up
    the_start_is_worth_the_move
}

fn the_start_is_worth_the_move<R: Judge>() {
    assert_eq!(value(&Position::<R>::start()), Position::<R>::TEMPO);
}
