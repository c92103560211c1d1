//! The opening books that are part of the program, made by `cargo tune book` (see `docs/tuning.md`).

use engine::variants::{TwoPlayerVariant, Variant};
use formats::book::{Book, MAGIC};

macro_rules! define_bytes_of {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        /// The file of a game's book, `protocol/books/NAME.book`; a custom variant has one without moves.
        const fn bytes_of(variant: TwoPlayerVariant) -> &'static [u8] {
            match variant {
                $(TwoPlayerVariant::$game => include_bytes!(concat!("../books/", $name, ".book")),)*
                TwoPlayerVariant::Custom(_) => &MAGIC,
            }
        }
    };
}

engine::for_each_two_player_game!(define_bytes_of);

/// The book of a game; empty if no game has the name, or if it is for more than two players.
pub fn of(name: &str) -> Book<'static> {
    let variant = name.parse::<Variant>().ok().and_then(|variant| TwoPlayerVariant::try_from(variant).ok());
    variant.map_or(Book::EMPTY, |variant| Book::read(bytes_of(variant)).expect("the tests have read every book"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use engine::game::ToAct;
    use engine::with_two_player_game;

    use super::*;
    use crate::registry::Playable;

    /// The largest a book may be, in bytes.
    const LARGEST: usize = 200_000;

    /// Follows every line of a game's book from the start, and returns how many of its moves were met.
    fn follow<G: Playable>(book: Book) -> usize {
        let (mut waiting, mut seen, mut met) = (vec![G::start()], HashSet::new(), 0);
        while let Some(position) = waiting.pop() {
            if position.to_act() == ToAct::Chance && position.result().is_none() {
                let mut events = Vec::new();
                position.chance_outcomes(&mut events);
                waiting.extend(events.into_iter().map(|(event, _)| after(&position, event)));
            } else if seen.insert(position.key()) {
                for known in book.moves(position.key()) {
                    assert!(position.is_legal(known.mv), "{}: {:?} in {position}", G::name(), known.mv);
                    met += 1;
                    waiting.push(after(&position, known.mv));
                }
            }
        }
        met
    }

    fn after<G: Playable>(position: &G, mv: engine::moves::Move) -> G {
        let mut next = position.clone();
        next.make(mv, &mut ());
        next
    }

    #[test]
    fn every_book_holds_legal_moves_of_lines_from_the_start_and_nothing_else() {
        for variant in TwoPlayerVariant::ALL {
            let bytes = bytes_of(variant);
            assert!(bytes.len() < LARGEST, "{variant:?}");
            let book = Book::read(bytes).unwrap_or_else(|error| panic!("{variant:?}: {error}"));
            assert!(book.is_empty() || book.len() > 100, "{variant:?}: {}", book.len());
            assert_eq!(with_two_player_game!(variant, G => follow::<G>(book)), book.len(), "{variant:?}");
        }
        assert!(of("checkers").is_empty() && of("kaleido4").is_empty());
    }
}
