//! Opening books: moves that were found good for positions near the start.
//!
//! A book is bytes: [`MAGIC`], then entries of [`ENTRY`] bytes, little-endian, sorted: the key of a position (8 bytes), the
//! [bits](Move::to_bits) of a move (4), and what a search thought of the move, in centipawns for the mover (2). Of a position's moves the best comes first.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::moves::Move;

/// What a book begins with.
pub const MAGIC: [u8; 8] = *b"MotleyB1";

/// The bytes of an entry.
pub const ENTRY: usize = 14;

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Whether it is legal is to be asked before it is played: different positions may have the same key.
    pub mv: Move,
    /// What a search thought of it, in centipawns for the mover.
    pub score: i16,
}

/// A book, somewhere in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Book<'a> {
    entries: &'a [[u8; ENTRY]],
}

/// Bytes that are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// They begin otherwise.
    #[error("no book, or of another version")]
    Magic,
    /// They end within an entry.
    #[error("{0} bytes are no whole number of entries")]
    Length(usize),
    /// They are not sorted.
    #[error("entry {0} is out of order")]
    Order(usize),
}

impl<'a> Book<'a> {
    /// A book that knows nothing.
    pub const EMPTY: Book<'static> = Book { entries: &[] };

    /// Reads a book.
    ///
    /// # Errors
    /// If it is none.
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

    /// The moves for the position of a key, the best first; none if the book does not know it.
    pub fn moves(self, key: u64) -> impl Iterator<Item = BookMove> + use<'a> {
        let first = self.entries.partition_point(|entry| key_of(entry) < key);
        self.entries[first..].iter().take_while(move |entry| key_of(entry) == key).map(move_of)
    }

    /// How many moves it has.
    pub fn len(self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(self) -> bool {
        self.entries.is_empty()
    }
}

/// The bytes of a book with these moves, by the keys of their positions.
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

/// By what entries are sorted: better moves come first.
fn order(entry: &[u8; ENTRY]) -> (u64, i32, u32) {
    let BookMove { mv, score } = move_of(entry);
    (key_of(entry), -i32::from(score), mv.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_found_best_first(
            pages in proptest::collection::btree_map(0..50u64, proptest::collection::vec((any::<u32>(), -500..500i16), 1..6), 0..20)
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
        fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let book = [&MAGIC[..], &bytes].concat();
            for bytes in [bytes, book] {
                if let Ok(book) = Book::read(&bytes) {
                    prop_assert!(book.moves(0).count() <= book.len());
                }
            }
        }
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let page = |score| vec![BookMove { mv: Move::new(1, 2, 0), score }];
        let bytes = write(&BTreeMap::from([(1, page(5)), (2, page(6))]));
        assert_eq!(Book::read(&bytes[1..]), Err(BookError::Magic));
        assert_eq!(Book::read(&bytes[..bytes.len() - 1]), Err(BookError::Length(bytes.len() - 1)));
        let swapped = [&bytes[..8], &bytes[8 + ENTRY..], &bytes[8..8 + ENTRY]].concat();
        assert_eq!(Book::read(&swapped), Err(BookError::Order(1)));
        assert!(Book::read(&MAGIC).unwrap().is_empty() && Book::EMPTY.moves(1).next().is_none());
    }
}
