//! The opening books that are part of the program, made by `cargo tune book` (see `docs/tuning.md`).

use engine::book::Book;

use crate::registry;

/// A book for each game of [`registry::NAMES`], in their order.
static BOOKS: [&[u8]; registry::NAMES.len()] = [
    include_bytes!("../books/chess.book"),
    include_bytes!("../books/knightrelay.book"),
    include_bytes!("../books/quex.book"),
    include_bytes!("../books/keyles.book"),
    include_bytes!("../books/chex.book"),
    include_bytes!("../books/chexpbm.book"),
    include_bytes!("../books/kaleido.book"),
    include_bytes!("../books/kaleidodice.book"),
    include_bytes!("../books/kaleidopawns.book"),
    include_bytes!("../books/kaleidoravens.book"),
];

/// The book of a game.
pub fn of(name: &str) -> Book<'static> {
    let bytes = registry::NAMES.iter().zip(BOOKS).find(|(game, _)| **game == name);
    bytes.map_or(Book::EMPTY, |(_, bytes)| Book::read(bytes).expect("the tests have read every book"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use engine::game::ToAct;

    use super::*;
    use crate::registry::{Playable, Visitor, with_game};

    /// The largest a book may be, in bytes.
    const LARGEST: usize = 200_000;

    /// Follows every line of a game's book from the start, and returns how many of its moves were met.
    struct Follow(Book<'static>);

    impl Visitor for Follow {
        type Output = usize;
        fn visit<G: Playable>(self) -> usize {
            let (mut waiting, mut seen, mut met) = (vec![G::start()], HashSet::new(), 0);
            while let Some(position) = waiting.pop() {
                if position.to_act() == ToAct::Chance && position.result().is_none() {
                    let mut events = Vec::new();
                    position.chance_outcomes(&mut events);
                    waiting.extend(events.into_iter().map(|(event, _)| after(&position, event)));
                } else if seen.insert(position.key()) {
                    for known in self.0.moves(position.key()) {
                        assert!(position.is_legal(known.mv), "{}: {:?} in {position}", G::NAME, known.mv);
                        met += 1;
                        waiting.push(after(&position, known.mv));
                    }
                }
            }
            met
        }
    }

    fn after<G: Playable>(position: &G, mv: engine::moves::Move) -> G {
        let mut next = position.clone();
        next.make(mv, &mut ());
        next
    }

    #[test]
    fn every_book_holds_legal_moves_of_lines_from_the_start_and_nothing_else() {
        for (name, bytes) in registry::NAMES.into_iter().zip(BOOKS) {
            assert!(bytes.len() < LARGEST, "{name}");
            let book = Book::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(book.len() > 100, "{name}: {}", book.len());
            assert_eq!(with_game(name, Follow(book)), Some(book.len()), "{name}");
        }
        assert!(of("checkers").is_empty());
    }
}
