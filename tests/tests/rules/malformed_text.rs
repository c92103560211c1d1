//! Malformed text: reading it gives a valid position or a precise error, and never a panic.

use engine::game::{Game, Tactics};
use engine::text::Notation;
use engine::variants::{
    CapablancaChess, Chess, Chex, ChexByMail, Circe, CustomGame, Kaleido, Kaleido3, Kaleido4, KaleidoDice, Keyles,
    KnightRelay, MonsterChess, ProgressiveChess, Quex, ThreeCheck,
};
use proptest::prelude::*;
use tests::properties::{check_any_text, random_game, seeded};

use super::custom::with;

/// Every accepted move text must be a composite move.
fn read_move<G: Notation>(text: &str, position: &str) {
    let position: G = position.parse().expect("its own text");
    if let Ok(mv) = position.read_move(text) {
        assert!(position.is_composite_move(mv), "{text} in {position}");
    }
}

/// Text of the last position of a random game.
fn last_position<G: Tactics + Notation>(seed: u64, plies: usize) -> String {
    let mut text = String::new();
    random_game::<G>(&mut seeded(seed), plies, |record| text = record.position().to_string());
    text
}

/// Text of some position of a random game.
fn some_position<G: Tactics + Notation>() -> impl Strategy<Value = String> {
    (any::<u64>(), 1..120usize).prop_map(|(seed, plies)| last_position::<G>(seed, plies))
}

/// Text with a few characters replaced, removed or inserted.
fn damaged(text: String, damage: Vec<(prop::sample::Index, u8, char)>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (index, what, character) in damage {
        let at = index.index(characters.len().max(1));
        match what % 3 {
            0 if at < characters.len() => characters[at] = character,
            1 if at < characters.len() => drop(characters.remove(at)),
            _ => characters.insert(at.min(characters.len()), character),
        }
    }
    characters.into_iter().collect()
}

fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    let character = prop_oneof![
        prop::sample::select("ACEHKQRBNPLGacehkqrbnplg0123456789/ w-+[]?'".chars().collect::<Vec<_>>()),
        any::<char>()
    ];
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), character), 1..4)
}

/// Configuration of all properties of this file.
fn config() -> ProptestConfig {
    ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() }
}

/// Properties by name: damaged texts of a game's positions are read.
macro_rules! damaged_positions {
    ($($name:ident: $game:ty,)*) => {
        proptest! {
            #![proptest_config(config())]
            $(
                #[test]
                fn $name(text in some_position::<$game>(), damage in damage()) {
                    check_any_text::<$game>(&damaged(text, damage));
                }
            )*
        }
    };
}

damaged_positions! {
    damaged_chess_positions: Chess,
    damaged_knight_relay_positions: KnightRelay,
    damaged_capablanca_positions: CapablancaChess,
    damaged_three_check_positions: ThreeCheck,
    damaged_circe_positions: Circe,
    damaged_monster_positions: MonsterChess,
    damaged_progressive_positions: ProgressiveChess,
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_a_position_or_an_error(text in ".{0,120}") {
        check_any_text::<Chess>(&text);
        check_any_text::<KnightRelay>(&text);
        check_any_text::<Quex>(&text);
        check_any_text::<Keyles>(&text);
        check_any_text::<Chex>(&text);
        check_any_text::<KaleidoDice>(&text);
        check_any_text::<Kaleido4>(&text);
    }

    #[test]
    fn damaged_positions_of_a_custom_game(seed in any::<u64>(), plies in 1..120usize, damage in damage()) {
        with("nightriders", || {
            check_any_text::<CustomGame>(&damaged(last_position::<CustomGame>(seed, plies), damage));
        });
    }

    #[test]
    fn damaged_quex_positions(text in some_position::<Quex>(), damage in damage()) {
        check_any_text::<Quex>(&damaged(text.clone(), damage.clone()));
        check_any_text::<Keyles>(&damaged(text, damage));
    }

    #[test]
    fn any_text_is_a_chess_move_or_an_error(
        text in prop_oneof![".{0,12}", "[a-hKQRBNO0-8x=+#-]{2,8}"],
        position in some_position::<Chess>(),
    ) {
        read_move::<Chess>(&text, &position);
    }

    #[test]
    fn any_text_is_a_keyles_move_or_an_error(
        text in prop_oneof![".{0,12}", "[a-jKQRPGF0-9@x=-]{2,8}"],
        position in some_position::<Keyles>(),
    ) {
        read_move::<Keyles>(&text, &position);
    }

    #[test]
    fn damaged_chex_positions(text in some_position::<Chex>(), damage in damage()) {
        check_any_text::<Chex>(&damaged(text.clone(), damage.clone()));
        check_any_text::<ChexByMail>(&damaged(text, damage));
    }

    #[test]
    fn damaged_kaleido_positions(text in some_position::<KaleidoDice>(), damage in damage()) {
        check_any_text::<Kaleido>(&damaged(text.clone(), damage.clone()));
        check_any_text::<KaleidoDice>(&damaged(text, damage));
    }

    #[test]
    fn damaged_kaleido_positions_of_many(text in some_position::<Kaleido4>(), damage in damage()) {
        check_any_text::<Kaleido3>(&damaged(text.clone(), damage.clone()));
        check_any_text::<Kaleido4>(&damaged(text, damage));
    }

    #[test]
    fn any_text_is_a_kaleido_move_or_an_error(
        text in prop_oneof![".{0,12}", "[1-6]?:?[0-9][A-K0][+-][0-9][A-K0]"],
        position in some_position::<KaleidoDice>(),
    ) {
        read_move::<KaleidoDice>(&text, &position);
        read_move::<Kaleido>(&text, &Kaleido::start().to_string());
        read_move::<Kaleido4>(&text, &Kaleido4::start().to_string());
    }

    #[test]
    fn any_text_is_a_chex_move_or_an_error(
        text in prop_oneof![".{0,12}", "[a-hKQRBNP@0-8-]{2,8}"],
        position in some_position::<Chex>(),
    ) {
        read_move::<Chex>(&text, &position);
    }
}
