//! Generator of KaleidoChess: its moves, and the positions after them, equal those of the reference generator.

use engine::game::{Chance, Game, MakeUnmake, ToAct};
use engine::text::Notation;
use engine::variants::{Kaleido, KaleidoDice, TwoPlayerVariant, Variant};
use engine::with_two_player_game;
use rand::RngExt;
use reference::kaleido::{self, Board, Position};
use tests::properties::{composite_moves, random_game, seeded};

fn compare<G: Game + Notation>(position: &G, reference: &Position, board: &Board) {
    let text = position.to_string();
    assert_eq!(reference.text(), text);
    let dice = G::name() == KaleidoDice::name();
    let mut expected = reference.composite_moves(board, dice);
    let list = composite_moves(position);
    let mut fast: Vec<String> = list.iter().map(|&mv| position.write_move(mv).replace('+', "-")).collect();
    fast.sort();
    expected.sort();
    assert_eq!(fast, expected, "{text}");
    assert_eq!(position.count_composite_moves(), fast.len(), "{text}");
    assert!(list.iter().all(|&mv| position.is_composite_move(mv)), "{text}");
    assert_eq!(position.result(), reference.result(fast.is_empty(), dice), "{text}");
    for &mv in list.iter().take(20) {
        let written = position.write_move(mv);
        let target = written[written.len() - 2..].to_string();
        let occupied = reference.pieces.contains_key(&target) && written != "0000";
        assert_eq!(written.contains('+'), occupied && !written.ends_with("0000"), "{written} in {text}");
    }
}

/// Compares every position of random games with that which the reference has played to.
fn compare_random_games<G: Game + Notation>(games: usize, seed: u64) {
    let (board, mut random) = (Board::default(), seeded(seed));
    let mut decided = 0;
    for _ in 0..games {
        let mut reference = Position::new(&G::start().to_string());
        random_game::<G>(&mut random, 120, |record| {
            if let (Some(before), Some(&ply)) = (record.earlier().last(), record.plies().last()) {
                reference = reference.after(&before.write_move(ply).replace('+', "-"));
            }
            compare(record.position(), &reference, &board);
            decided += usize::from(record.position().result().is_some());
        });
    }
    assert!(decided > games / 2, "{decided} of {games} games were decided on the board");
}

#[test]
fn moves_in_random_games_equal_the_reference_in_every_game_of_the_family() {
    let family = TwoPlayerVariant::ALL.into_iter().filter(|&variant| Variant::from(variant).family() == "kaleido");
    for (variant, seed) in family.zip(1..) {
        with_two_player_game!(variant, G => compare_random_games::<G>(15, seed));
    }
}

#[test]
fn moves_of_every_piece_on_every_field_equal_the_reference() {
    let (board, mut random) = (Board::default(), seeded(5));
    for name in board.names() {
        for piece in "WDREVLTHP".chars() {
            let full = random.random_range(0.0..0.4);
            let text = kaleido::random_position(&mut random, (name, piece), full);
            let position: Kaleido = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            compare(&position, &Position::new(&text), &board);
        }
    }
}

#[test]
fn the_die_is_a_chance_node_of_six_equal_outcomes() {
    let start = KaleidoDice::start();
    assert_eq!(start.to_act(), ToAct::Chance);
    let mut outcomes = Vec::new();
    start.chance_outcomes(&mut outcomes);
    let named: Vec<(String, u32)> = outcomes.iter().map(|&(mv, weight)| (start.write_move(mv), weight)).collect();
    assert_eq!(named, ["1", "2", "3", "4", "5", "6"].map(|throw| (throw.to_string(), 1)));
    let (board, reference) = (Board::default(), Position::new(&start.to_string()));
    for (outcome, _) in outcomes {
        let mut thrown = start;
        thrown.make(outcome, &mut ());
        compare(&thrown, &reference.after(&start.write_move(outcome)), &board);
    }
}
