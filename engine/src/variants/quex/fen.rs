//! FEN parser.

use std::marker::PhantomData;
use std::str::FromStr;

use super::{Kind, Pieces, Pool, Position, Rules};
use crate::board::ten::{SIZE, Square};
use crate::game::Seat;
use crate::text::{Place, PositionError};
use crate::variants::fen::{Word, error, name, read_clocks, read_side, walk_board, words};

/// Pieces of a side at the start, its maximum.
const MAX_PIECES: usize = 20;

/// Reason of an error: more pieces of a kind than the pool could hold if all were captured.
fn too_many(seat: Seat, kind: Kind) -> String {
    format!("more than {} pieces '{}', the captured ones included", Pool::MOST, kind.letter_of(seat))
}

/// Parsed piece placement, with the text column of each square for error messages.
struct Placement {
    pieces: Pieces,
    columns: [usize; 128],
}

fn read_board(word: Word) -> Result<Placement, PositionError> {
    let mut board = Placement { pieces: Pieces::default(), columns: [word.column; 128] };
    walk_board(word, (SIZE, SIZE), |piece| {
        let Some(kind) = Kind::from_letter(piece.letter) else {
            return Err(piece.error(format!("'{}' is no piece of this game", piece.letter)));
        };
        let square = Square::new(piece.file, piece.rank);
        if kind == Kind::King && board.pieces.get(piece.seat(), kind).any() {
            return Err(piece.error(format!("{} has a second king", name(piece.seat()))));
        }
        if board.pieces.of(piece.seat()).len() == MAX_PIECES {
            return Err(piece.error(format!("{} has more than {MAX_PIECES} pieces", name(piece.seat()))));
        }
        if board.pieces.get(piece.seat(), kind).len() == Pool::MOST {
            return Err(piece.error(too_many(piece.seat(), kind)));
        }
        board.pieces.set(square, piece.seat(), kind as usize);
        board.columns[square.index()] = piece.column;
        Ok(())
    })?;
    Ok(board)
}

/// Parses the pool; `text` begins behind the opening bracket.
fn read_pool(text: &str, column: usize, pieces: &Pieces) -> Result<Pool, PositionError> {
    let wrong = |column, reason| Err(error(Place::Part("captured pieces"), column, reason));
    let mut pool = Pool::default();
    let mut counts = Seat::BOTH.map(|seat| pieces.of(seat).len());
    if text == "-]" {
        return Ok(pool);
    }
    let mut closed = false;
    for (letter, column) in text.chars().zip(column..) {
        if closed {
            return wrong(column, format!("'{letter}' after the closing bracket"));
        }
        if letter == ']' {
            closed = true;
            continue;
        }
        let Some(kind) = Kind::from_letter(letter) else {
            return wrong(column, format!("'{letter}' is no piece of this game"));
        };
        let seat = if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK };
        if kind == Kind::King && (pool.has_king(seat) || pieces.get(seat, kind).any()) {
            return wrong(column, format!("{} has a second king", name(seat)));
        }
        // In play neither number ever grows, so that no capture exceeds the capacity of the pool.
        counts[seat.index()] += 1;
        if counts[seat.index()] > MAX_PIECES {
            return wrong(
                column,
                format!("{} has more than {MAX_PIECES} pieces, the captured ones included", name(seat)),
            );
        }
        if pieces.get(seat, kind).len() + pool.count(seat, kind) == Pool::MOST {
            return wrong(column, too_many(seat, kind));
        }
        pool.add(seat, kind as usize);
    }
    if closed { Ok(pool) } else { wrong(column + text.chars().count(), "the bracket is not closed".to_string()) }
}

impl<R: Rules> Position<R> {
    /// Checks that the kings are where the rules allow them.
    fn check_kings(&self, board: Word, columns: &[usize; 128]) -> Result<(), PositionError> {
        let whole = |reason| Err(error(Place::Whole, board.column, reason));
        let at = |square: Square, reason| {
            let place = Place::Board { rank: square.rank() + 1, file: square.file() + 1 };
            Err(error(place, columns[square.index()], reason))
        };
        let waiting = self.side.opponent();
        for seat in Seat::BOTH {
            match (self.king(seat), self.pool.has_king(seat)) {
                (None, false) => return whole(format!("{} has no king", name(seat))),
                (None, true) if R::KING_IS_ROYAL => return whole(format!("{}'s king cannot be captured", name(seat))),
                (None, true) if seat == waiting => {
                    return whole(format!("{}'s king is captured, but {} is to move", name(seat), name(self.side)));
                }
                _ => {}
            }
        }
        if !R::KING_IS_ROYAL {
            let arrived = |seat: Seat| self.king(seat).filter(|&king| Self::end_zone(seat).has(king));
            return match (arrived(Seat::WHITE), arrived(Seat::BLACK)) {
                (Some(_), Some(black)) => at(black, "both kings stand on the opponent's end zone".to_string()),
                _ => Ok(()),
            };
        }
        match self.king(waiting) {
            Some(king) if self.attackers(king, self.side, self.pieces.occupied()).any() => {
                at(king, format!("{}'s king is in check, but {} is to move", name(waiting), name(self.side)))
            }
            _ => Ok(()),
        }
    }
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses six fields. The pool's brackets may be left out if nothing is captured, and the two clocks together.
    /// XBoard writes `-` into an empty pool, and one field less before the clocks.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let Some(&first) = words.first() else { return Err(error(Place::Part("board"), end, "missing")) };
        let (board_text, pool_text) = match first.text.split_once('[') {
            Some((board, pool)) => (board, pool),
            None => (first.text, "]"),
        };
        let board = read_board(Word { text: board_text, ..first })?;
        let pool = read_pool(pool_text, first.column + board_text.chars().count() + 1, &board.pieces)?;
        let field =
            |index: usize, name| words.get(index).copied().ok_or_else(|| error(Place::Part(name), end, "missing"));
        let side = read_side(field(1, "side to move")?)?;
        let unused = |index, name| match field(index, name)? {
            Word { text: "-", .. } => Ok(()),
            word => Err(error(Place::Part(name), word.column, format!("'{}' where this game has only '-'", word.text))),
        };
        unused(2, "castling rights")?;
        let as_xboard = words.get(3).is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()));
        if !as_xboard {
            unused(3, "en passant square")?;
        }
        let (clock, full_moves) = read_clocks(&words[if as_xboard { 3 } else { 4 }..], end)?;
        let mut position = Position { pieces: board.pieces, pool, key: 0, full_moves, clock, side, rules: PhantomData };
        position.check_kings(first, &board.columns)?;
        position.key = position.compute_key();
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use crate::variants::quex::Keyles;

    /// Its brackets hold a dash or pieces in an order of its own, and it knows of one field only between side and
    /// clocks.
    #[test]
    fn positions_are_read_as_xboard_writes_them() {
        for (ours, xboards) in [
            ("10/4F5/k9/10/10/10/10/5W4/10/9K[QRNFq] w - - 0 1", "10/4F5/k9/10/10/10/10/5W4/10/9K[NRQFq] w - 0 1"),
            ("10/k9/10/10/4r5/10/K9/10/10/10[] b - - 3 7", "10/k9/10/10/4r5/10/K9/10/10/10[-] b - 3 7"),
            ("10/10/10/10/4r5/10/K9/10/10/10[k] b - - 0 1", "10/10/10/10/4r5/10/K9/10/10/10[k] b - - 0 1"),
        ] {
            let read = |text: &str| text.parse::<Keyles>().map(|position| position.to_string());
            assert_eq!(read(xboards), Ok(ours.to_string()));
            assert_eq!(read(ours), Ok(ours.to_string()));
        }
    }

    #[test]
    fn half_of_either_form_is_an_error() {
        let wrong = |fields: &str| {
            let text = format!("k9/10/10/10/10/10/10/10/10/K9[] {fields}");
            text.parse::<Keyles>().unwrap_err().to_string()
        };
        assert_eq!(wrong("w"), "castling rights, column 34: missing");
        assert_eq!(wrong("w 0 1"), "castling rights, column 35: '0' where this game has only '-'");
        assert_eq!(wrong("w -"), "en passant square, column 36: missing");
        assert_eq!(wrong("w - x"), "en passant square, column 37: 'x' where this game has only '-'");
        assert_eq!(wrong("w - 0"), "move number, column 38: missing");
        let pool = "k9/10/10/10/10/10/10/10/10/K9[-Q] w - - 0 1".parse::<Keyles>().unwrap_err().to_string();
        assert_eq!(pool, "captured pieces, column 31: '-' is no piece of this game");
    }
}
