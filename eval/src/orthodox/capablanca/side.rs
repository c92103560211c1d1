//! One side on the board of ten files, and sets of its squares.

use engine::board::ten::{self, Set, Square};
use engine::game::{MoveFacts, Seat};
use engine::variants::orthodox::{Board, Kind, Pieces, Position, TenFiles, WithCompounds};

/// Pieces and attacks of a side.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The side.
    pub seat: Seat,
    /// Pieces of both sides.
    pub pieces: Pieces<TenFiles>,
    /// All squares with a piece.
    pub occupied: Set,
    /// All pieces of the side.
    pub all: Set,
    /// Its pawns.
    pub pawns: Set,
    /// Its king.
    pub king: Square,
    /// The squares that its pawns attack.
    pub pawn_attacks: Set,
    /// The squares attacked by anything.
    pub attacked: Set,
    /// Pressure on the enemy king, in units of danger.
    pub pressure: i32,
}

impl Side {
    /// A side with the attacks of its king and pawns.
    #[inline(always)]
    pub fn new(position: &Position<WithCompounds>, seat: Seat) -> Side {
        let pieces = *position.pieces();
        let pawns = pieces.get(seat, Kind::Pawn);
        let pawn_attacks = TenFiles::pawn_attacks(seat, pawns);
        let king = position.king(seat);
        Side {
            seat,
            pieces,
            occupied: pieces.occupied(),
            all: pieces.of(seat),
            pawns,
            king,
            pawn_attacks,
            attacked: pawn_attacks | TenFiles::king(king),
            pressure: 0,
        }
    }

    /// Adds the attacks of a piece.
    #[inline(always)]
    pub fn add_attacks(&mut self, squares: Set) {
        self.attacked |= squares;
    }

    /// True if the side has nothing but its king.
    pub fn is_bare_king(&self) -> bool {
        self.all == self.king.into()
    }

    /// True if the side has a piece that mates with the help of its king alone.
    pub fn has_heavy_piece(&self) -> bool {
        let heavy = [Kind::Rook, Kind::Queen, Kind::Archbishop, Kind::Chancellor];
        heavy.into_iter().any(|kind| (self.pieces.kind(kind) & self.all).any())
    }

    /// SEE value of its pieces other than king and pawns, in centipawns.
    pub fn material(&self) -> i32 {
        let others = self.all.without(self.pawns | self.king.into());
        let value = |square| {
            let kind = self.pieces.kind_on(square)?;
            Some(Position::<WithCompounds>::piece_value(kind.index()))
        };
        others.into_iter().filter_map(value).sum()
    }
}

/// The set a step further ahead, as `seat` plays.
#[inline(always)]
pub fn step(seat: Seat, set: Set) -> Set {
    ten::steps_ahead(seat, set) & TenFiles::ALL
}

/// Fill: the set and everything ahead of it on its files, as `seat` plays.
#[inline(always)]
pub fn fill(seat: Seat, set: Set) -> Set {
    let mut set = set;
    let ahead = if seat == Seat::WHITE { TenFiles::FILES as i32 } else { -(TenFiles::FILES as i32) };
    for ranks in [1, 2, 4] {
        set |= set.shift(ranks * ahead);
    }
    set & TenFiles::ALL
}

/// File fill: the files that the set touches.
#[inline(always)]
pub fn fill_files(set: Set) -> Set {
    fill(Seat::WHITE, set) | fill(Seat::BLACK, set)
}

/// The squares to the left and right of the set's.
#[inline(always)]
pub fn beside(set: Set) -> Set {
    ten::beside(set) & TenFiles::ALL
}

/// Rank of a square as `seat` counts, from 0.
#[inline(always)]
pub fn own_rank(seat: Seat, square: Square) -> usize {
    if seat == Seat::WHITE { square.rank() } else { TenFiles::flipped(square).rank() }
}

/// Chebyshev distance: king's steps from one square to another.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> i32 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> Set {
        squares.split(' ').map(|text| Square::parse(text).unwrap()).collect()
    }

    #[test]
    fn fills_stay_on_their_files_and_on_the_board() {
        assert_eq!(fill(Seat::WHITE, set("a6 j7")), set("a6 a7 a8 j7 j8"));
        assert_eq!(fill(Seat::BLACK, set("a2 j3")), set("a1 a2 j1 j2 j3"));
        assert_eq!(fill_files(set("j1")), TenFiles::LAST_FILE);
        assert_eq!(beside(set("a4 j5 d1")), set("b4 i5 c1 e1"));
        assert_eq!(step(Seat::WHITE, set("a8 c7")), set("c8"));
        assert_eq!(step(Seat::BLACK, set("a1 c2")), set("c1"));
    }
}
