//! Piece placement as planes of bits.

use super::Army;
use crate::board::ten::{Set, Square};
use crate::board::zobrist;
use crate::game::Seat;
use crate::variants::kinds::piece_kinds;

/// Meaning of the bits of a kind's code. Kinds that move alike share bits, so that the generator's sets are cheap.
const STRAIGHT: u8 = 1;
const DIAGONAL: u8 = 2;
/// A champion that slides; a pion that only goes forward.
const FAR: u8 = 4;
const PION: u8 = 8;

piece_kinds! {
    /// Piece kind. The numbers are the codes of [`Pieces`]; 0 is an empty square.
    pub enum Kind:

    /// One step in any direction.
    King = STRAIGHT | DIAGONAL, 'K', "king";
    /// Rook and lord combined.
    Queen = FAR | STRAIGHT | DIAGONAL, 'Q', "queen";
    /// Along ranks and files.
    Rook = FAR | STRAIGHT, 'R', "rook";
    /// Along diagonals: a bishop.
    Lord = FAR | DIAGONAL, 'L', "lord";
    /// A knight's leap.
    Knight = STRAIGHT, 'N', "knight";
    /// One step, then another at a right angle to it.
    Prince = DIAGONAL, 'P', "prince";
    /// A pion that moves like a king.
    Grand = PION | STRAIGHT | DIAGONAL, 'G', "grand";
    /// A pion that steps along rank or file.
    Crux = PION | STRAIGHT, 'C', "crux";
    /// A pion that steps diagonally.
    Wyse = PION | DIAGONAL, 'W', "wyse";
    /// A pion that steps forward, straight or diagonally.
    Trez = PION | FAR | STRAIGHT, 'T', "trez";
    /// A pion that steps straight forward and captures diagonally forward.
    Fote = PION | FAR | DIAGONAL, 'F', "fote";
}

/// Number of codes.
pub(super) const CODES: usize = 16;

impl Kind {
    /// Champions, in whose place a king may come back.
    pub const CHAMPIONS: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Lord, Kind::Knight, Kind::Prince];

    /// Index of each code's kind in [`Kind::ALL`].
    const INDICES: [u8; CODES] = {
        let mut indices = [u8::MAX; CODES];
        let mut index = 0;
        while index < Kind::COUNT {
            indices[Kind::ALL[index] as usize] = index as u8;
            index += 1;
        }
        indices
    };

    /// Index for tables: the place in [`Kind::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        Kind::index_of(self as usize)
    }

    /// Index of the kind of a code; beyond all kinds for the empty square.
    #[inline(always)]
    pub(super) const fn index_of(code: usize) -> usize {
        Kind::INDICES[code % CODES] as usize
    }

    /// Kind of a code; `None` for the empty square.
    #[inline(always)]
    pub(super) const fn from_code(code: usize) -> Option<Kind> {
        let index = Kind::index_of(code);
        if index < Kind::COUNT { Some(Kind::ALL[index]) } else { None }
    }

    /// True for the five pions.
    #[inline(always)]
    pub const fn is_pion(self) -> bool {
        Kind::is_pion_code(self as usize)
    }

    /// True for the codes of the five pions.
    #[inline(always)]
    pub(super) const fn is_pion_code(code: usize) -> bool {
        code & PION as usize != 0
    }
}

/// Piece placement in five planes of bits: four spread the code of the piece on a square, one holds its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pieces {
    code: [u128; 4],
    black: u128,
}

impl Pieces {
    /// Hash of the pieces on a set of squares, for correction keys.
    #[inline]
    pub(super) fn digest(&self, squares: Set) -> u64 {
        let halves = |plane: u128| [plane as u64, (plane >> 64) as u64];
        let [a, b, c, d] = self.code.map(|plane| halves(plane & squares.0));
        let black = halves(self.black & squares.0);
        zobrist::digest([a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1], black[0], black[1]])
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Set {
        let [a, b, c, d] = self.code;
        Set(a | b | c | d)
    }

    /// All pieces of one side.
    #[inline(always)]
    pub const fn of(&self, seat: Seat) -> Set {
        let flip = (seat.index() as u128).wrapping_sub(1);
        Set((self.black ^ flip) & self.occupied().0)
    }

    /// All pieces of one kind, of both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> Set {
        let mut set = u128::MAX;
        let mut plane = 0;
        while plane < 4 {
            let absent = (kind as u128 >> plane & 1).wrapping_sub(1);
            set &= self.code[plane] ^ absent;
            plane += 1;
        }
        Set(set)
    }

    /// Pieces of one kind and side.
    #[inline(always)]
    pub const fn get(&self, seat: Seat, kind: Kind) -> Set {
        let flip = (seat.index() as u128).wrapping_sub(1);
        Set(self.kind(kind).0 & (self.black ^ flip))
    }

    /// Code of the piece on a square; 0 if it is empty.
    #[inline(always)]
    pub(super) const fn code_on(&self, square: Square) -> usize {
        let at = square.index();
        let mut code = 0;
        let mut plane = 0;
        while plane < 4 {
            // Selecting a half is cheaper than a shift across both.
            let half = if at < 64 { self.code[plane] as u64 } else { (self.code[plane] >> 64) as u64 };
            code |= ((half >> (at % 64) & 1) as usize) << plane;
            plane += 1;
        }
        code
    }

    /// Kind of the piece on a square.
    #[inline(always)]
    pub const fn kind_on(&self, square: Square) -> Option<Kind> {
        Kind::from_code(self.code_on(square))
    }

    /// Seat and kind of the piece on a square.
    pub const fn on(&self, square: Square) -> Option<(Seat, Kind)> {
        match self.kind_on(square) {
            Some(kind) if self.black >> square.index() & 1 != 0 => Some((Seat::BLACK, kind)),
            Some(kind) => Some((Seat::WHITE, kind)),
            None => None,
        }
    }

    /// Sets a code (0: empty) on a square, replacing what is there.
    #[inline(always)]
    pub(super) const fn set(&mut self, square: Square, seat: Seat, code: usize) {
        let at = 1 << square.index();
        let mut plane = 0;
        while plane < 4 {
            let present = (code as u128 >> plane & 1).wrapping_neg();
            self.code[plane] = self.code[plane] & !at | at & present;
            plane += 1;
        }
        let black = ((seat.index() & (code != 0) as usize) as u128).wrapping_neg();
        self.black = self.black & !at | at & black;
    }

    /// Moves a piece of `seat` to a square, where it arrives with a code and replaces what is there.
    #[inline(always)]
    pub(super) const fn go(&mut self, from: Square, to: Square, seat: Seat, code: usize) {
        let at = 1 << to.index();
        let others = !(1 << from.index() | at);
        let mut plane = 0;
        while plane < 4 {
            let present = (code as u128 >> plane & 1).wrapping_neg();
            self.code[plane] = self.code[plane] & others | at & present;
            plane += 1;
        }
        self.black = self.black & others | at & (seat.index() as u128).wrapping_neg();
    }

    /// All pions.
    #[inline(always)]
    pub const fn pions(&self) -> Set {
        Set(self.code[3])
    }

    /// All rooks and queens.
    #[inline(always)]
    pub const fn straight_sliders(&self) -> Set {
        let [straight, _, far, pion] = self.code;
        Set(straight & far & !pion)
    }

    /// All lords and queens.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Set {
        let [_, diagonal, far, pion] = self.code;
        Set(diagonal & far & !pion)
    }

    /// Army of the pieces on some squares, all of one side.
    #[inline(always)]
    pub const fn sorted(&self, pieces: Set) -> Army {
        let [straight, diagonal, far, pion] = self.code;
        let (straight, diagonal) = (straight & pieces.0, diagonal & pieces.0);
        let (sliders, steppers, advancers, others) = (far & !pion, pion & !far, far & pion, !(far | pion));
        Army {
            king: Set(straight & diagonal & others),
            straight_sliders: Set(straight & sliders),
            diagonal_sliders: Set(diagonal & sliders),
            knights: Set(straight & !diagonal & others),
            princes: Set(diagonal & !straight & others),
            straight_steppers: Set(straight & steppers),
            diagonal_steppers: Set(diagonal & steppers),
            trez: Set(straight & advancers),
            fotes: Set(diagonal & advancers),
        }
    }
}
