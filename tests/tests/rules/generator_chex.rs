//! Generator of Chex: its moves, and the positions after them, equal those of the reference generator.

use std::collections::BTreeSet;

use engine::game::{Game, GenType, Seat, ToAct};
use engine::moves::MoveList;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail};
use rand::RngExt;
use rand::seq::IndexedRandom;
use reference::chex::{Position, name};
use tests::positions::position;
use tests::properties::{composite_moves, legal, seeded};

/// Compares one position, in which no tile is in hand. Returns whether the side to move is in check, and whether the
/// game is over.
fn compare<G: Game + Notation>(position: &G, reference: &Position) -> [bool; 2] {
    let text = position.to_string();
    assert_eq!(reference.text(), text);
    let list = composite_moves(position);
    let fast: BTreeSet<String> = list.iter().map(|&mv| position.write_move(mv)).collect();
    let expected = reference.composite_moves();
    assert_eq!(fast, expected, "{text}");
    assert_eq!((fast.len(), position.count_composite_moves()), (list.len(), list.len()), "{text}");
    assert_eq!(list.iter().filter(|&&mv| position.is_composite_move(mv)).count(), list.len(), "{text}");
    compare_draw(position, reference, &text);

    let no_moves = expected.is_empty() && !reference.may_draw();
    let side = if reference.white { Seat::WHITE } else { Seat::BLACK };
    let check = reference.royal && reference.king_attacked();
    let outcome = match (reference.is_over(), check) {
        (true, _) => Some(Outcome::Win(side.opponent(), Reason::KING_CAPTURED)),
        (_, true) if no_moves => Some(Outcome::Win(side.opponent(), Reason::CHECKMATE)),
        (..) if no_moves => Some(Outcome::Draw(Reason::STALEMATE)),
        _ => None,
    };
    assert_eq!(position.result(), outcome, "{text}");
    [check, outcome.is_some()]
}

/// Reference of a position.
fn reference_of<G: Game + Notation>(position: &G) -> Position {
    Position::new(&position.to_string(), G::name() == Chex::name())
}

/// Compares the plies of a composite move that draws a tile: the decision, the chance outcome, the placement.
fn compare_draw<G: Game + Notation>(position: &G, reference: &Position, text: &str) {
    let draw = legal(position).into_iter().find(|&mv| position.write_move(mv) == "draw");
    assert_eq!(draw.is_some(), reference.may_draw() && !reference.is_over(), "{text}");
    let Some(draw) = draw else { return };
    let mut drawing = position.clone();
    drawing.make(draw, &mut ());
    assert_eq!(drawing.to_act(), ToAct::Chance);
    let mut outcomes = Vec::new();
    drawing.chance_outcomes(&mut outcomes);
    let mut dealt = BTreeSet::new();
    for (outcome, weight) in outcomes {
        let letter = drawing.write_move(outcome);
        assert_eq!(weight as usize, reference.pile.matches(&letter).count(), "{letter} in {text}");
        let mut holding = drawing.clone();
        holding.make(outcome, &mut ());
        let mut list = MoveList::new();
        holding.moves(GenType::All, &mut list);
        let fast: BTreeSet<String> = list.iter().map(|&mv| holding.write_move(mv)).collect();
        let sites = reference.placements(letter.chars().next().expect("a letter"));
        let expected: BTreeSet<String> = sites.into_iter().map(|cell| format!("{letter}@{}", name(cell))).collect();
        assert_eq!(fast, expected, "{letter} drawn in {text}");
        dealt.extend(expected);
        for &mv in &list {
            // Placed at once or step by step, it is the same position.
            let mut by_steps = holding.clone();
            by_steps.make(mv, &mut ());
            for before in [position, &drawing] {
                let mut at_once = before.clone();
                assert!(at_once.is_composite_move(mv));
                at_once.make(mv, &mut ());
                assert_eq!((at_once.key(), &at_once), (by_steps.key(), &by_steps));
            }
        }
        assert_eq!(holding.result().is_some(), list.is_empty());
    }
    let list = composite_moves(&drawing);
    assert_eq!(list.iter().map(|&mv| drawing.write_move(mv)).collect::<BTreeSet<_>>(), dealt, "a draw in {text}");
    assert_eq!((list.len(), drawing.count_composite_moves()), (dealt.len(), dealt.len()), "a draw in {text}");
}

/// Compares every position of random games, in each of which a random share of the moves draws a tile, with that which
/// the reference has played to. Returns the number of positions.
fn compare_random_games<G: Game + Notation>(games: usize, seed: u64) -> usize {
    let mut random = seeded(seed);
    let (mut compared, mut checks, mut ends) = (0, 0, 0);
    for _ in 0..games {
        let draws = random.random_range(0.1..0.9);
        let mut record = Record::<G>::default();
        let mut reference = reference_of(record.position());
        for _ in 0..160 {
            let [check, end] = compare(record.position(), &reference);
            compared += 1;
            checks += usize::from(check);
            ends += usize::from(end);
            if record.outcome().is_some() {
                break;
            }
            let list = composite_moves(record.position());
            let (placed, moved): (Vec<_>, Vec<_>) =
                list.iter().partition(|&&mv| record.position().write_move(mv).contains('@'));
            let wanted = if random.random_bool(draws) { [&placed, &moved] } else { [&moved, &placed] };
            let Some(&mv) = wanted.into_iter().find_map(|list| list.choose(&mut random)) else {
                // Only a king is left in the pile, and there is no cell for it.
                break;
            };
            reference = reference.after(&record.position().write_move(mv));
            record.play(mv);
        }
    }
    assert!(ends > 0, "no game of {games} was decided on the board");
    assert_eq!(checks > 0, G::name() == Chex::name(), "{checks} checks");
    compared
}

#[test]
fn moves_in_random_games_of_chex_equal_the_reference() {
    compare_random_games::<Chex>(20, 1);
}

#[test]
fn moves_in_random_games_of_chex_by_mail_equal_the_reference() {
    compare_random_games::<ChexByMail>(20, 2);
}

/// All tiles, White's first, in an order in which neighbours attack nothing.
const ALL_TILES: &str = "RKQRBBNNPPPPPPPPpppppppprrbbnnqk";

#[test]
fn moves_of_tiles_that_span_32_cells_equal_the_reference() {
    let at = |x: usize| [x.to_string(), (31 - x).to_string()].map(|run| if run == "0" { String::new() } else { run });
    let diagonal = |letter: (usize, char)| at(letter.0).join(&letter.1.to_string());
    let falling: Vec<String> = ALL_TILES.chars().enumerate().map(diagonal).collect();
    let rising: Vec<String> = falling.iter().rev().cloned().collect();
    let column: Vec<String> = ALL_TILES.chars().map(String::from).collect();
    // A rook beside the end of a row sees along the whole of it.
    let beside = format!("R31/1{}", &ALL_TILES[1..]);
    for board in [ALL_TILES.to_string(), column.join("/"), falling.join("/"), rising.join("/"), beside] {
        for side in ["w", "b"] {
            let chex: Chex = position(&format!("{board}[] {side} - - 0 1"));
            let by_mail: ChexByMail = position(&format!("{board}[] {side} - - 0 1"));
            compare(&chex, &reference_of(&chex));
            compare(&by_mail, &reference_of(&by_mail));
        }
    }
}

/// `cargo test --package tests --test rules generator_chex -- --ignored --nocapture` prints the number of positions.
#[test]
#[ignore = "takes minutes"]
fn moves_in_many_random_games_equal_the_reference() {
    let chex = compare_random_games::<Chex>(600, 3);
    let by_mail = compare_random_games::<ChexByMail>(600, 4);
    eprintln!("compared {chex} positions of chex and {by_mail} of chexpbm");
}
