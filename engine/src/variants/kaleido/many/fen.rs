//! Position text parser.

use std::marker::PhantomData;
use std::str::FromStr;

use super::text::{SIDES, read_piece};
use super::{Position, Rules};
use crate::game::Game;
use crate::seat::Seat;
use crate::text::{Place, PositionError};
use crate::variants::fen::{Word, error, read_clocks, words};
use crate::variants::kaleido::Pieces;
use crate::variants::kaleido::fen::{read_board, read_last};

/// Pieces of a player at the start, its maximum.
const MAX_PIECES: usize = 12;

/// Fields of the last moves, by seat.
const LAST_MOVES: [&str; Seat::MAX] =
    ["White's last move", "Red's last move", "Black's last move", "Green's last move"];

/// Parses the side to move, who must be in.
fn read_side<R: Rules>(word: Word, pieces: &Pieces<{ Seat::MAX }>) -> Result<Seat, PositionError> {
    let wrong = |reason| error(Place::Part("side to move"), word.column, reason);
    let letters = &SIDES[..Position::<R>::SEATS];
    let Some(seat) = letters.iter().position(|letter| word.text.chars().eq([*letter])) else {
        let letters: Vec<String> = letters.iter().map(|letter| format!("'{letter}'")).collect();
        return Err(wrong(format!("'{}' is none of {}", word.text, letters.join(", "))));
    };
    if pieces.of(Seat::new(seat)).is_empty() {
        return Err(wrong(format!("{} has no piece and is out", R::SEAT_NAMES[seat])));
    }
    Ok(Seat::new(seat))
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses the board, the side to move, a last move for each player, the clock and the round; the last two may be
    /// left out together.
    ///
    /// A player without a piece is out, so it has neither the turn nor a last move. A player with pieces and without a
    /// castle is in until somebody else has moved, as the rules say.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let field =
            |index: usize, name| words.get(index).copied().ok_or_else(|| error(Place::Part(name), end, "missing"));
        let seats = Self::SEATS;
        let owned = |text: &str| read_piece(text).filter(|(seat, _)| seat.index() < seats);
        let pieces = read_board(field(0, "board")?, R::SEAT_NAMES, MAX_PIECES, owned)?;
        let side = read_side::<R>(field(1, "side to move")?, &pieces)?;
        let mut last = [None; Seat::MAX];
        for seat in Seat::all(seats) {
            let name = LAST_MOVES[seat.index()];
            let word = field(2 + seat.index(), name)?;
            last[seat.index()] = read_last(word, name)?;
            if last[seat.index()].is_some() && pieces.of(seat).is_empty() {
                let reason = format!("'{}', but {} has no piece and is out", word.text, R::SEAT_NAMES[seat.index()]);
                return Err(error(Place::Part(name), word.column, reason));
            }
        }
        let (clock, round) = read_clocks(&words[2 + seats..], end)?;
        let mut position = Position { pieces, key: 0, last, round, clock, side, rules: PhantomData };
        position.key = position.compute_key();
        Ok(position)
    }
}
