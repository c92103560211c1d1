//! Piece placement as quad-bitboards.

use super::board::{Board, BoardSet};
use crate::game::Seat;
use crate::variants::kinds::piece_kinds;

piece_kinds! {
    /// Piece kind. The numbers are the codes of [`Pieces`]; 0 is an empty square.
    pub enum Kind:

    /// Pawn.
    Pawn = 1, 'P', "pawn";
    /// Knight.
    Knight = 2, 'N', "knight";
    /// Bishop.
    Bishop = 3, 'B', "bishop";
    /// Rook.
    Rook = 4, 'R', "rook";
    /// Queen.
    Queen = 5, 'Q', "queen";
    /// King.
    King = 6, 'K', "king";
    /// Archbishop: bishop and knight.
    Archbishop = 7, 'A', "archbishop";
    /// Chancellor: rook and knight.
    Chancellor = 8, 'C', "chancellor";
}

impl Kind {
    /// The kinds of chess. No other stands on [`EightFiles`](super::EightFiles).
    pub const ORTHODOX: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// Index for tables, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Kind of a code on a board with a number of kinds; `None` for the empty square.
    #[inline(always)]
    pub(super) const fn from_code(code: usize, kinds: usize) -> Option<Kind> {
        match code {
            1 => Some(Kind::Pawn),
            2 => Some(Kind::Knight),
            3 => Some(Kind::Bishop),
            4 => Some(Kind::Rook),
            5 => Some(Kind::Queen),
            6 => Some(Kind::King),
            7 if kinds > 6 => Some(Kind::Archbishop),
            8 if kinds > 6 => Some(Kind::Chancellor),
            _ => None,
        }
    }
}

/// Piece placement: quad-bitboards (Gerd Isenberg).
///
/// Three planes spread the code of the piece on a square, another holds its colour. That is a quarter of the space
/// of twelve bitboards with a mailbox: a position is copied in one or two vector instructions. The bitboard of a kind
/// and the kind on a square cost two or three operations on registers. A board with more than seven codes has a fourth
/// plane for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pieces<B: Board> {
    code: B::Planes,
    black: B::Set,
}

impl<B: Board> Pieces<B> {
    /// True if there are archbishops and chancellors: the codes 7 and 8.
    const COMPOUNDS: bool = B::KINDS > Kind::ORTHODOX.len();

    #[inline(always)]
    fn plane(&self, number: usize) -> B::Set {
        self.code.as_ref()[number]
    }

    /// The chancellors, whose code alone has the highest bit; none where that bit has no plane.
    #[inline(always)]
    fn highest(&self) -> B::Set {
        if Self::COMPOUNDS { self.plane(3) } else { B::Set::EMPTY }
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> B::Set {
        self.plane(0) | self.plane(1) | self.plane(2) | self.highest()
    }

    /// All pieces of one side.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> B::Set {
        // Turns the black plane into the white one without a branch.
        (self.black ^ B::Set::all_for_white(seat)) & self.occupied()
    }

    /// All pieces of one kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> B::Set {
        let [a, b, c] = [self.plane(0), self.plane(1), self.plane(2)];
        // Where no piece has the code 7, two bits tell bishop, queen and king.
        let but = |set: B::Set, third: B::Set| if Self::COMPOUNDS { set.without(third) } else { set };
        match kind {
            Kind::Pawn => a & !b & !c,
            Kind::Knight => b & !a & !c,
            Kind::Bishop => but(a & b, c),
            Kind::Rook => c & !a & !b,
            Kind::Queen => but(a & c, b),
            Kind::King => but(b & c, a),
            Kind::Archbishop => {
                if Self::COMPOUNDS {
                    a & b & c
                } else {
                    B::Set::EMPTY
                }
            }
            Kind::Chancellor => self.highest(),
        }
    }

    /// Bishops and queens of both sides, and what else moves along diagonals.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> B::Set {
        self.plane(0) & (self.plane(1) | self.plane(2))
    }

    /// Rooks and queens of both sides, and what else moves along ranks and files.
    #[inline(always)]
    pub fn straight_sliders(&self) -> B::Set {
        self.plane(2) & !self.plane(1) | self.highest()
    }

    /// Knights of both sides, and the compounds that leap like them.
    #[inline(always)]
    pub fn leapers(&self) -> B::Set {
        let knights = self.kind(Kind::Knight);
        if Self::COMPOUNDS { knights | self.kind(Kind::Archbishop) | self.highest() } else { knights }
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn get(&self, seat: Seat, kind: Kind) -> B::Set {
        self.kind(kind) & (self.black ^ B::Set::all_for_white(seat))
    }

    /// Insufficient material of orthodox chess: bare kings, a single minor piece, or bishops that all stand on squares
    /// of one colour.
    #[inline(always)]
    pub(super) fn cannot_mate(&self) -> bool {
        let others = self.occupied().without(self.kind(Kind::King));
        let bishops = self.kind(Kind::Bishop);
        match others.len() {
            0 => true,
            1 => (self.kind(Kind::Knight) | bishops) == others,
            _ => {
                let light = others & B::LIGHT_SQUARES;
                others == bishops && (light.is_empty() || light == others)
            }
        }
    }

    /// Hash of the pieces on a set of squares, for correction keys.
    #[inline]
    pub(super) fn digest(&self, squares: B::Set) -> u64 {
        B::digest(&self.code, self.black, squares)
    }

    /// Code of the piece on a square; 0 if it is empty.
    #[inline(always)]
    pub(super) fn code_on(&self, square: B::Square) -> usize {
        let bit = |plane: usize| usize::from(self.plane(plane).has(square)) << plane;
        let code = bit(0) | bit(1) | bit(2);
        if Self::COMPOUNDS { code | bit(3) } else { code }
    }

    /// Kind of the piece on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: B::Square) -> Option<Kind> {
        Kind::from_code(self.code_on(square), B::KINDS)
    }

    /// Seat and kind of the piece on a square.
    pub fn on(&self, square: B::Square) -> Option<(Seat, Kind)> {
        let seat = if self.black.has(square) { Seat::BLACK } else { Seat::WHITE };
        self.kind_on(square).map(|kind| (seat, kind))
    }

    /// Sets a code (0: empty) on every square of a set, replacing what is there.
    #[inline(always)]
    pub(super) fn set(&mut self, squares: B::Set, seat: Seat, code: usize) {
        for (number, plane) in self.code.as_mut().iter_mut().enumerate() {
            *plane = plane.without(squares) | squares.when(code >> number & 1 != 0);
        }
        self.black = self.black.without(squares) | squares.when(seat.index() != 0 && code != 0);
    }

    /// Puts a piece on a square, replacing what is there.
    pub fn put(&mut self, square: B::Square, seat: Seat, kind: Kind) {
        self.set(square.into(), seat, kind as usize);
    }
}
