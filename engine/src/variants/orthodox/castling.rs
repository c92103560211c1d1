//! Castling rights, and the rooks that they belong to.
//!
//! In orthodox chess the king castles from the e-file with a rook of a corner. In Chess960 (Fischer random chess) king
//! and rooks begin on other files, but end where they do in orthodox chess. Both are one type here. An orthodox array
//! has no bit beyond the four rights, so that one test tells the orthodox case, and the rest is off the hot path.
//! Where the king stands and where both arrive is the game's: [`CastlingFiles`].

use std::marker::PhantomData;

use super::board::{Board, BoardSet, BoardSquare, RANKS};
use super::{Kind, PiecesOf, Rules, SetOf, SquareOf};
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Files of a game's castling, a = 0. The rooks stand in the corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingFiles {
    /// The king's, before castling.
    pub king: usize,
    /// Target files of the king: short castling, long castling.
    pub king_targets: [usize; 2],
    /// Target files of the rook: short castling, long castling.
    pub rook_targets: [usize; 2],
}

impl CastlingFiles {
    /// Files of orthodox chess: king e1-g1 with rook h1-f1, king e1-c1 with rook a1-d1.
    pub const ORTHODOX: CastlingFiles = CastlingFiles { king: 4, king_targets: [6, 2], rook_targets: [5, 3] };

    /// Squares between king and rook on the first rank of a board with a number of files, as bits.
    #[inline(always)]
    pub(super) const fn way(self, short: bool, files: usize) -> u128 {
        let (from, to) = if short { (self.king + 1, files - 1) } else { (1, self.king) };
        (1 << to) - (1 << from)
    }
}

/// A right: one side's short castling (towards the h-file) or long castling (towards the a-file).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Right {
    pub(super) seat: Seat,
    pub(super) short: bool,
}

impl Right {
    /// The rights in the order of the bits, which is that of the letters of a FEN.
    pub(super) const ALL: [Right; 4] = [
        Right { seat: Seat::WHITE, short: true },
        Right { seat: Seat::WHITE, short: false },
        Right { seat: Seat::BLACK, short: true },
        Right { seat: Seat::BLACK, short: false },
    ];

    #[inline(always)]
    const fn bit(self) -> usize {
        2 * self.seat.index() + !self.short as usize
    }

    /// First rank of the side.
    #[inline(always)]
    pub(super) const fn rank(self) -> usize {
        (RANKS - 1) * self.seat.index()
    }

    /// Square of the king in orthodox chess.
    #[inline(always)]
    pub(super) fn king_home<R: Rules>(self) -> SquareOf<R> {
        SquareOf::<R>::new(R::CASTLING.king, self.rank())
    }

    /// Corner on the right's side, where the rook stands in orthodox chess.
    #[inline(always)]
    pub(super) fn corner<R: Rules>(self) -> SquareOf<R> {
        SquareOf::<R>::new(if self.short { R::Board::FILES - 1 } else { 0 }, self.rank())
    }

    /// Square where the king arrives.
    #[inline(always)]
    pub(super) fn king_target<R: Rules>(self) -> SquareOf<R> {
        SquareOf::<R>::new(R::CASTLING.king_targets[!self.short as usize], self.rank())
    }

    /// Square where the rook arrives.
    #[inline(always)]
    pub(super) fn rook_target<R: Rules>(self) -> SquareOf<R> {
        SquareOf::<R>::new(R::CASTLING.rook_targets[!self.short as usize], self.rank())
    }

    /// SAN of the castling.
    pub(super) const fn letters(self) -> &'static str {
        if self.short { "O-O" } else { "O-O-O" }
    }

    /// The right by which a king has arrived on a square.
    #[inline(always)]
    pub(super) fn of_target<R: Rules>(seat: Seat, king: SquareOf<R>) -> Right {
        Right { seat, short: king.file() == R::CASTLING.king_targets[0] }
    }

    /// Squares of the first rank between the king and the corner on the right's side.
    pub(super) fn beyond<R: Rules>(self, king: SquareOf<R>) -> SetOf<R> {
        let rank = R::Board::rank(self.rank());
        let (upper, king) = (SetOf::<R>::from_bits(!0 << king.index()), SetOf::<R>::from(king));
        if self.short { rank & upper.without(king) } else { rank.without(upper) }
    }
}

/// Castling rights, with the files of the rooks that castle.
///
/// Bits 0 to 3: a right each. Bits 4 to 15: three bits for each right, the distance of its rook from the corner. The
/// distance is 0 for the orthodox array, for which the king stands on the e-file; with the king elsewhere a rook in the
/// corner has the number 7. Without the right the number is 0. So every set of rights has one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Castling(u16);

/// Orthodox rights that survive a move from or to each square.
struct Surviving<R>(PhantomData<R>);

impl<R: Rules> Surviving<R> {
    const RIGHTS: [u8; 128] = {
        let mut keep = [15; 128];
        let mut seat = 0;
        while seat < 2 {
            let first = (RANKS - 1) * seat * R::Board::FILES;
            keep[first] = !(2 << (2 * seat)) & 15;
            keep[first + R::CASTLING.king] = !(3 << (2 * seat)) & 15;
            keep[first + R::Board::FILES - 1] = !(1 << (2 * seat)) & 15;
            seat += 1;
        }
        keep
    };
}

impl Castling {
    /// No castling.
    pub const NONE: Castling = Castling(0);
    /// Number of sets of orthodox rights.
    pub(super) const STATES: usize = 16;

    /// Number of a rook in the corner whose king does not stand on the e-file.
    const CORNER: u16 = 7;

    /// Orthodox rights as an index, with the files of the rooks left aside.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// True if a king or rook that may castle does not stand as in orthodox chess.
    #[inline(always)]
    pub const fn is_chess960(self) -> bool {
        self.0 > 15
    }

    /// True if the side has the right.
    #[inline(always)]
    pub(super) const fn has(self, right: Right) -> bool {
        self.0 >> right.bit() & 1 != 0
    }

    /// True if king or rook of the right do not stand as in orthodox chess.
    pub(super) const fn is_unorthodox(self, right: Right) -> bool {
        self.number(right) != 0
    }

    /// Rights of a side: (short, long).
    #[inline(always)]
    pub const fn of(self, seat: Seat) -> (bool, bool) {
        let bits = self.0 >> (2 * seat.index());
        (bits & 1 != 0, bits & 2 != 0)
    }

    const fn number(self, right: Right) -> u16 {
        self.0 >> (4 + 3 * right.bit()) & 7
    }

    /// Square of the rook that castles by a right.
    #[inline(always)]
    pub(super) fn rook<R: Rules>(self, right: Right) -> SquareOf<R> {
        let distance = match self.number(right) {
            Self::CORNER => 0,
            number => number as usize,
        };
        SquareOf::<R>::new(if right.short { R::Board::FILES - 1 - distance } else { distance }, right.rank())
    }

    /// Adds a right. King and rook stand on the right's first rank, the king between the b-file and the last file but
    /// one.
    pub(super) fn with<R: Rules>(self, right: Right, king: SquareOf<R>, rook: SquareOf<R>) -> Castling {
        let number = match if right.short { R::Board::FILES - 1 - rook.file() } else { rook.file() } {
            0 if king.file() != R::CASTLING.king => Self::CORNER,
            distance => distance as u16,
        };
        Castling(self.0 | 1 << right.bit() | number << (4 + 3 * right.bit()))
    }

    const fn without(self, right: Right) -> Castling {
        Castling(self.0 & !(1 << right.bit() | 7 << (4 + 3 * right.bit())))
    }

    /// Rights after a side has castled.
    pub(super) const fn after_castling(self, seat: Seat) -> Castling {
        self.without(Right { seat, short: true }).without(Right { seat, short: false })
    }

    /// Rights with colours exchanged.
    pub(super) const fn colours_exchanged(self) -> Castling {
        let (rights, numbers) = (self.0 & 15, self.0 >> 4);
        Castling((rights << 2 | rights >> 2) & 15 | (numbers << 6 | numbers >> 6) << 4)
    }

    /// Orthodox rights that survive a move from or to a square.
    #[inline(always)]
    pub(super) fn after_touching<R: Rules>(self, square: SquareOf<R>) -> Castling {
        Castling(self.0 & Surviving::<R>::RIGHTS[square.index()] as u16)
    }

    /// Rights that survive a move of `mover`, of the king or of another piece, that is no castling.
    pub(super) fn after_chess960_step<R: Rules>(
        self,
        mover: Seat,
        king_moves: bool,
        from: SquareOf<R>,
        to: SquareOf<R>,
    ) -> Castling {
        let rights = if king_moves { self.after_castling(mover) } else { self };
        Right::ALL.into_iter().fold(rights, |rights, right| {
            let rook = self.rook::<R>(right);
            if rook == from || rook == to { rights.without(right) } else { rights }
        })
    }

    /// Key of the rooks' files: 0 for the orthodox array.
    pub(super) const fn files_key(self) -> u64 {
        if self.is_chess960() { KeyStream::new(0x6368_6573_7339_3630 ^ (self.0 >> 4) as u64).next() } else { 0 }
    }

    /// Targets of the king of a side whose way and whose rook's way are empty, by the laws of Chess960; the king's way
    /// may still be attacked. `pins` are the lines from the king along the rank and the file to pinning pieces: a rook
    /// that covers the king from its outer side cannot leave.
    #[cold]
    #[inline(never)]
    pub(super) fn open_in_chess960<R: Rules>(
        self,
        seat: Seat,
        king: SquareOf<R>,
        occupied: SetOf<R>,
        pins: SetOf<R>,
    ) -> SetOf<R> {
        let mut targets = SetOf::<R>::EMPTY;
        for right in Right::ALL {
            if right.seat != seat || !self.has(right) {
                continue;
            }
            let (rook, king_target, rook_target) =
                (self.rook::<R>(right), right.king_target::<R>(), right.rook_target::<R>());
            let ways = R::Board::between(king, king_target) | R::Board::between(rook, rook_target);
            let others = occupied.without(SetOf::<R>::from(king) | rook.into());
            if ((ways | king_target.into() | rook_target.into()) & others).is_empty() && !pins.has(rook) {
                targets |= king_target.into();
            }
        }
        targets
    }

    /// Rook that a letter of a FEN means: of the letters `KQkq` the outermost one (X-FEN), else the one on the file of
    /// that letter (Shredder-FEN). None if there is no such rook or the king has left its place.
    pub(super) fn rook_of_letter<R: Rules>(letter: char, pieces: &PiecesOf<R>) -> Option<(Right, SquareOf<R>)> {
        let seat = if letter.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
        let king = pieces.get(seat, Kind::King).first();
        let short = match letter.to_ascii_lowercase() {
            'k' => true,
            'q' => false,
            file => file as usize > 'a' as usize + king.file(),
        };
        let right = Right { seat, short };
        if king.rank() != right.rank() || !(1..R::Board::FILES - 1).contains(&king.file()) {
            return None;
        }
        let rooks = pieces.get(seat, Kind::Rook) & right.beyond::<R>(king);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().last(),
            'q' => rooks.into_iter().next(),
            file => rooks.into_iter().find(|rook| 'a' as usize + rook.file() == file as usize),
        };
        rook.map(|rook| (right, rook))
    }

    /// Castling field of a FEN in the way of X-FEN: `KQkq`, and the letter of the file for a rook that has another one
    /// beyond it.
    pub(super) fn text<R: Rules>(self, pieces: &PiecesOf<R>) -> String {
        let mut text = String::new();
        for (right, name) in Right::ALL.into_iter().zip(['K', 'Q', 'k', 'q']) {
            if !self.has(right) {
                continue;
            }
            let rook = self.rook::<R>(right);
            let is_outermost = (right.beyond::<R>(rook) & pieces.get(right.seat, Kind::Rook)).is_empty();
            let file = (b'a' + rook.file() as u8) as char;
            let file = if right.seat == Seat::WHITE { file.to_ascii_uppercase() } else { file };
            text.push(if is_outermost { name } else { file });
        }
        if text.is_empty() { "-".to_string() } else { text }
    }
}
