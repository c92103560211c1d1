//! Attackers of a square, from which the recursions for SEE take their captures, equal the captures of the reference
//! generators.

use std::collections::BTreeSet;

use engine::board::round::Field;
use engine::board::ten::Square;
use engine::game::Seat;
use engine::variants::orthodox::{Paralysis, Position, Relay, Rules, SquareOf, Standard, WithAmazon, WithCompounds};
use engine::variants::{Kaleido, Quex};
use rand::RngExt;
use reference::{kaleido, orthodox, quex, relatives};
use tests::properties::{random_game, seeded};

/// Captures of a side by the attackers of each enemy piece.
fn captures<R: Rules>(position: &Position<R>, seat: Seat) -> BTreeSet<String> {
    let of = |to: SquareOf<R>| {
        let attackers = position.attackers(to, seat, position.pieces().occupied());
        attackers.into_iter().map(move |from| format!("{from}{to}"))
    };
    position.capturable(seat.opponent()).into_iter().flat_map(of).collect()
}

/// Compares along random games. `expected` are the captures of a side in a position, by a reference.
fn compare<R: Rules>(seed: u64, expected: impl Fn(&str, Seat) -> BTreeSet<String>) {
    let (mut random, mut compared) = (seeded(seed), 0);
    for _ in 0..20 {
        random_game::<Position<R>>(&mut random, 200, |record| {
            let text = record.position().to_string();
            for seat in Seat::BOTH {
                let expected = expected(&text, seat);
                assert_eq!(captures(record.position(), seat), expected, "{seat:?} in {text}");
                compared += expected.len();
            }
        });
    }
    assert!(compared > 1000, "{compared} captures");
}

#[test]
fn attackers_of_chess_and_knight_relay_equal_the_reference() {
    let of = |relay| move |text: &str, seat: Seat| orthodox::Position::new(text, relay).captures(seat == Seat::BLACK);
    compare::<Standard>(1, of(false));
    compare::<Relay>(2, of(true));
}

#[test]
fn attackers_of_relatives_of_chess_equal_the_reference() {
    let of = |game| move |text: &str, seat: Seat| relatives::Position::new(game, text).captures(seat == Seat::BLACK);
    compare::<WithAmazon>(3, of("amazon"));
    compare::<WithCompounds>(4, of("capablanca"));
    compare::<Paralysis>(5, of("madrasi"));
}

#[test]
fn attackers_of_quex_equal_the_reference() {
    let (mut random, mut compared) = (seeded(6), 0);
    for number in 0..2000 {
        let game: Quex =
            if number % 2 == 0 { quex::random_position(&mut random, 0.3) } else { quex::random_siege(&mut random) };
        let reference = quex::Position::new(&game.to_string(), true);
        for seat in Seat::BOTH {
            let of = |to: Square| {
                let attackers = game.attackers(to, seat, game.pieces().occupied());
                attackers.into_iter().map(move |from| format!("{from}{to}"))
            };
            let captures: BTreeSet<String> = game.pieces().of(seat.opponent()).into_iter().flat_map(of).collect();
            assert_eq!(captures, reference.captures(seat == Seat::WHITE), "{seat:?} in {game}");
            compared += captures.len();
        }
    }
    assert!(compared > 1000, "{compared} captures");
}

#[test]
fn attackers_of_kaleidochess_equal_the_reference() {
    let (board, mut random) = (kaleido::Board::default(), seeded(7));
    for name in board.names() {
        let full = random.random_range(0.0..0.4);
        let text = kaleido::random_position(&mut random, (name, 'W'), full);
        let game: Kaleido = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let reference = kaleido::Position::new(&text);
        for seat in Seat::BOTH {
            // Every move knocks out what stands on its target, own pieces too.
            let of = |to: Field| {
                let attackers = game.attackers(to, seat, game.pieces().occupied());
                attackers.into_iter().map(move |from| format!("{from}-{to}"))
            };
            let moves: BTreeSet<String> = Field::all().flat_map(of).collect();
            assert_eq!(moves, reference.moves_of(&board, seat == Seat::WHITE), "{seat:?} in {text}");
        }
    }
}
