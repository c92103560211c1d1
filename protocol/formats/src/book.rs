//! Opening book: scored moves by position key.
//!
//! The binary format is [`MAGIC`], then sorted entries of [`ENTRY`] bytes, little-endian:
//!
//! | bytes | value |
//! |---|---|
//! | 8 | [key](engine::game::Game::key) of the position |
//! | 4 | [bits](Move::to_bits) of the move |
//! | 2 | score of the move by a search, in centipawns for the side to move |
//!
//! The moves of a position are sorted best first. A book is tied to the keys and move numbers of its game.
//!
//! ```
//! use std::collections::BTreeMap;
//! use engine::game::Game;
//! use engine::text::Notation;
//! use engine::variants::Chess;
//! use formats::book::{self, Book, BookMove};
//!
//! let start = Chess::start();
//! let mv = start.read_move("e2e4").unwrap();
//! let bytes = book::write(&BTreeMap::from([(start.key(), vec![BookMove { mv, score: 20 }])]));
//! let book = Book::read(&bytes).unwrap();
//! assert_eq!(book.moves(start.key()).next(), Some(BookMove { mv, score: 20 }));
//! ```

use std::collections::BTreeMap;

use engine::moves::Move;
use thiserror::Error;

/// Magic number at the beginning, with the version of the format.
pub const MAGIC: [u8; 8] = *b"MotleyB1";

/// Size of an entry in bytes.
pub const ENTRY: usize = 14;

/// Book move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Its legality must be tested before it is played: different positions may have the same key.
    pub mv: Move,
    /// Score by a search, in centipawns for the side to move.
    pub score: i16,
}

/// Opening book: a view of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Book<'a> {
    entries: &'a [[u8; ENTRY]],
}

/// Error of [`Book::read`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// The bytes do not begin with [`MAGIC`].
    #[error("no book, or of another version")]
    Magic,
    /// The bytes end within an entry; their number.
    #[error("{0} bytes are no whole number of entries")]
    Length(usize),
    /// The entries are not sorted; the first one out of order.
    #[error("entry {0} is out of order")]
    Order(usize),
}

impl<'a> Book<'a> {
    /// Empty book.
    pub const EMPTY: Book<'static> = Book { entries: &[] };

    /// Reads a book. Only the order of the entries is checked: O(n).
    ///
    /// # Errors
    /// If the bytes are not a book.
    pub fn read(bytes: &'a [u8]) -> Result<Self, BookError> {
        let entries = bytes.strip_prefix(&MAGIC).ok_or(BookError::Magic)?;
        let (entries, rest) = entries.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        match entries.windows(2).position(|pair| order(&pair[0]) >= order(&pair[1])) {
            Some(at) => Err(BookError::Order(at + 1)),
            None => Ok(Book { entries }),
        }
    }

    /// Moves for the position with a key, the best first. Binary search.
    pub fn moves(self, key: u64) -> impl Iterator<Item = BookMove> + use<'a> {
        let first = self.entries.partition_point(|entry| key_of(entry) < key);
        self.entries[first..].iter().take_while(move |entry| key_of(entry) == key).map(move_of)
    }

    /// Number of entries.
    pub fn len(self) -> usize {
        self.entries.len()
    }

    /// True if there are no entries.
    pub fn is_empty(self) -> bool {
        self.entries.is_empty()
    }
}

/// Bytes of a book, from the moves by position key. Duplicates are dropped.
pub fn write(positions: &BTreeMap<u64, Vec<BookMove>>) -> Vec<u8> {
    let mut entries: Vec<[u8; ENTRY]> = Vec::new();
    for (key, moves) in positions {
        entries.extend(moves.iter().map(|book_move| entry(*key, book_move)));
    }
    entries.sort_unstable_by_key(order);
    entries.dedup();
    [&MAGIC[..], entries.as_flattened()].concat()
}

fn entry(key: u64, book_move: &BookMove) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&key.to_le_bytes());
    entry[8..12].copy_from_slice(&book_move.mv.to_bits().to_le_bytes());
    entry[12..].copy_from_slice(&book_move.score.to_le_bytes());
    entry
}

fn key_of(&[a, b, c, d, e, f, g, h, ..]: &[u8; ENTRY]) -> u64 {
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

fn move_of(&[.., a, b, c, d, e, f]: &[u8; ENTRY]) -> BookMove {
    BookMove { mv: Move::from_bits(u32::from_le_bytes([a, b, c, d])), score: i16::from_le_bytes([e, f]) }
}

/// Sort key of entries: position key, then better moves first.
fn order(entry: &[u8; ENTRY]) -> (u64, i32, u32) {
    let BookMove { mv, score } = move_of(entry);
    (key_of(entry), -i32::from(score), mv.to_bits())
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn written_moves_are_found_best_first(
            pages in btree_map(0..50u64, vec((any::<u32>(), -500..500i16), 1..6), 0..20)
        ) {
            let of_page = |moves: &Vec<(u32, i16)>| {
                let mut moves: Vec<BookMove> =
                    moves.iter().map(|&(bits, score)| BookMove { mv: Move::from_bits(bits), score }).collect();
                moves.sort_by_key(|book_move| (-i32::from(book_move.score), book_move.mv.to_bits()));
                moves
            };
            let pages: BTreeMap<u64, Vec<BookMove>> = pages.iter().map(|(&key, moves)| (key, of_page(moves))).collect();
            let bytes = write(&pages);
            let book = Book::read(&bytes).unwrap();
            prop_assert_eq!(book.len(), pages.values().map(Vec::len).sum::<usize>());
            for key in 0..50 {
                let found: Vec<BookMove> = book.moves(key).collect();
                prop_assert_eq!(found, pages.get(&key).cloned().unwrap_or_default());
            }
        }

        #[test]
        fn the_reader_never_panics(bytes in vec(any::<u8>(), 0..100)) {
            let book = [&MAGIC[..], &bytes].concat();
            for bytes in [bytes, book] {
                if let Ok(book) = Book::read(&bytes) {
                    prop_assert!(book.moves(0).count() <= book.len());
                }
            }
        }
    }

    #[test]
    fn malformed_books_are_refused() {
        let page = |score| vec![BookMove { mv: Move::new(1, 2, 0), score }];
        let bytes = write(&BTreeMap::from([(1, page(5)), (2, page(6))]));
        assert_eq!(Book::read(&bytes[1..]), Err(BookError::Magic));
        assert_eq!(Book::read(&bytes[..bytes.len() - 1]), Err(BookError::Length(bytes.len() - 1)));
        let swapped = [&bytes[..8], &bytes[8 + ENTRY..], &bytes[8..8 + ENTRY]].concat();
        assert_eq!(Book::read(&swapped), Err(BookError::Order(1)));
        assert!(Book::read(&MAGIC).unwrap().is_empty() && Book::EMPTY.moves(1).next().is_none());
    }
}
