//! Boards of the family: eight ranks of eight files in 64 bits, or of ten files in 128.
//!
//! A game names its board in [`Rules::Board`](super::Rules::Board), and with it the types of its squares and sets, its
//! attack tables, and the bit planes of its pieces. The code of the family is generic over it and folds for each board.
//! The board of ten files is the lower part of the 10x10 board and shares its tables.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::keys::{KeyTable, Keys};
use super::{Kind, Rules};
use crate::board::ten::Set as TenSet;
use crate::board::{Bitboard, Square, leapers, sliders, ten, zobrist};
use crate::seat::Seat;

/// Number of ranks of every board of the family.
pub const RANKS: usize = 8;

/// Square of a board; a1 is 0, and the files of a rank follow each other.
pub trait BoardSquare: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// Square on a file and a rank, both from 0.
    fn new(file: usize, rank: usize) -> Self;
    /// Square with an index.
    fn from_index(index: usize) -> Self;
    /// Index, from 0.
    fn index(self) -> usize;
    /// File, a = 0.
    fn file(self) -> usize;
    /// Rank, White's first = 0.
    fn rank(self) -> usize;
}

/// Set of squares of a board: a bitboard.
pub trait BoardSet<S>:
    Copy
    + Default
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + From<S>
    + FromIterator<S>
    + IntoIterator<Item = S>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Empty set.
    const EMPTY: Self;
    /// Set of the squares whose bits are set.
    fn from_bits(bits: u128) -> Self;
    /// Every square for White, none for Black; without a branch.
    fn all_for_white(seat: Seat) -> Self;
    /// True if the set is empty.
    fn is_empty(self) -> bool;
    /// True if the set is not empty.
    fn any(self) -> bool;
    /// Number of squares (population count).
    fn len(self) -> usize;
    /// True if there are at least two squares.
    fn several(self) -> bool;
    /// True if the square is in the set.
    fn has(self, square: S) -> bool;
    /// Lowest square (bit scan forward). An empty set yields an arbitrary square.
    fn first(self) -> S;
    /// Shift by `by` square numbers, down if negative.
    fn shift(self, by: i32) -> Self;
    /// Set difference (and-not).
    fn without(self, other: Self) -> Self;
    /// The set if the condition holds, else the empty set. Branchless.
    fn when(self, condition: bool) -> Self;
}

/// Implements the traits of squares and sets by the types' own functions.
macro_rules! board_types {
    ($square:ty, $set:ident($bits:ty)) => {
        impl BoardSquare for $square {
            #[inline(always)]
            fn new(file: usize, rank: usize) -> Self {
                <$square>::new(file, rank)
            }
            #[inline(always)]
            fn from_index(index: usize) -> Self {
                <$square>::from_index(index)
            }
            #[inline(always)]
            fn index(self) -> usize {
                <$square>::index(self)
            }
            #[inline(always)]
            fn file(self) -> usize {
                <$square>::file(self)
            }
            #[inline(always)]
            fn rank(self) -> usize {
                <$square>::rank(self)
            }
        }

        impl BoardSet<$square> for $set {
            const EMPTY: Self = $set::EMPTY;
            #[inline(always)]
            fn from_bits(bits: u128) -> Self {
                $set(bits as $bits)
            }
            #[inline(always)]
            fn all_for_white(seat: Seat) -> Self {
                $set((seat.index() as $bits).wrapping_sub(1))
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                $set::is_empty(self)
            }
            #[inline(always)]
            fn any(self) -> bool {
                $set::any(self)
            }
            #[inline(always)]
            fn len(self) -> usize {
                $set::len(self)
            }
            #[inline(always)]
            fn several(self) -> bool {
                $set::several(self)
            }
            #[inline(always)]
            fn has(self, square: $square) -> bool {
                $set::has(self, square)
            }
            #[inline(always)]
            fn first(self) -> $square {
                $set::first(self)
            }
            #[inline(always)]
            fn shift(self, by: i32) -> Self {
                $set::shift(self, by)
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                $set::without(self, other)
            }
            #[inline(always)]
            fn when(self, condition: bool) -> Self {
                $set::when(self, condition)
            }
        }
    };
}

board_types!(Square, Bitboard(u64));
board_types!(ten::Square, TenSet(u128));

/// Board of a game: its squares and sets, its attack tables, and the kinds of pieces that its planes tell apart.
pub trait Board: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// Number of files.
    const FILES: usize;
    /// Number of squares.
    const SQUARES: usize = RANKS * Self::FILES;
    /// Number of kinds of pieces, the first of [`Kind::ALL`].
    const KINDS: usize;

    /// Square.
    type Square: BoardSquare;
    /// Bitboard.
    type Set: BoardSet<Self::Square>;
    /// Bit planes of the pieces' codes: three for seven codes, four for more.
    type Planes: Copy + Default + Eq + Hash + Debug + Send + Sync + AsRef<[Self::Set]> + AsMut<[Self::Set]>;
    /// Zobrist keys.
    type Keys: KeyTable<Self::Square>;

    /// Every square.
    const ALL: Self::Set;
    /// The light squares.
    const LIGHT_SQUARES: Self::Set;
    /// White's and Black's first ranks.
    const END_RANKS: Self::Set;
    /// The a-file.
    const FIRST_FILE: Self::Set;
    /// The file farthest from the a-file.
    const LAST_FILE: Self::Set;

    /// A rank, White's first = 0.
    fn rank(rank: usize) -> Self::Set;
    /// Knight attacks from a square.
    fn knight(square: Self::Square) -> Self::Set;
    /// Knight attacks of a set of squares.
    fn knight_leaps(from: Self::Set) -> Self::Set;
    /// King attacks from a square.
    fn king(square: Self::Square) -> Self::Set;
    /// King attacks of a set of squares.
    fn king_steps(from: Self::Set) -> Self::Set;
    /// Pawn attacks of `seat` from a square.
    fn pawn(seat: Seat, square: Self::Square) -> Self::Set;
    /// Pawn attacks of a set of pawns.
    fn pawn_attacks(seat: Seat, from: Self::Set) -> Self::Set;
    /// Bishop attacks.
    fn bishop(square: Self::Square, occupied: Self::Set) -> Self::Set;
    /// Rook attacks.
    fn rook(square: Self::Square, occupied: Self::Set) -> Self::Set;
    /// Bishop attacks on an empty board.
    fn bishop_lines(square: Self::Square) -> Self::Set;
    /// Rook attacks on an empty board.
    fn rook_lines(square: Self::Square) -> Self::Set;
    /// Squares strictly between two squares of one line; empty if they share no line.
    fn between(a: Self::Square, b: Self::Square) -> Self::Set;
    /// Hash of bit planes on a set of squares, for correction keys.
    fn digest(planes: &Self::Planes, black: Self::Set, squares: Self::Set) -> u64;

    /// Queen attacks.
    #[inline(always)]
    fn queen(square: Self::Square, occupied: Self::Set) -> Self::Set {
        Self::bishop(square, occupied) | Self::rook(square, occupied)
    }

    /// Attacks of a piece other than a pawn by the moves of its kind in chess.
    #[inline(always)]
    fn attacks(kind: Kind, square: Self::Square, occupied: Self::Set) -> Self::Set {
        match kind {
            Kind::Pawn => Self::Set::EMPTY,
            Kind::Knight => Self::knight(square),
            Kind::Bishop => Self::bishop(square, occupied),
            Kind::Rook => Self::rook(square, occupied),
            Kind::Queen => Self::queen(square, occupied),
            Kind::King => Self::king(square),
            Kind::Archbishop => Self::bishop(square, occupied) | Self::knight(square),
            Kind::Chancellor => Self::rook(square, occupied) | Self::knight(square),
        }
    }

    /// Vertical flip: a1 becomes a8.
    fn flipped(square: Self::Square) -> Self::Square {
        Self::Square::new(square.file(), RANKS - 1 - square.rank())
    }

    /// Horizontal mirror: a1 becomes the other corner of the first rank.
    fn mirrored(square: Self::Square) -> Self::Square {
        Self::Square::new(Self::FILES - 1 - square.file(), square.rank())
    }

    /// Parses a square name such as `e4`.
    fn parse_square(text: &str) -> Option<Self::Square> {
        let [file, rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
        let file = usize::from(file.checked_sub(b'a')?);
        (file < Self::FILES).then(|| Self::Square::new(file, usize::from(rank - b'1')))
    }
}

/// Board with the Zobrist keys of a game. A constant cannot be computed for a board that is not known; this one can.
pub trait KeyedBoard<R>: Board {
    /// Keys of the game.
    const KEYS: &'static Self::Keys;
}

/// The board of chess, with its six kinds of pieces.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct EightFiles;

impl<R: Rules> KeyedBoard<R> for EightFiles {
    const KEYS: &'static Self::Keys = &Keys::new(R::KEY_SEED, Self::KINDS);
}

impl Board for EightFiles {
    const FILES: usize = 8;
    const KINDS: usize = 6;

    type Square = Square;
    type Set = Bitboard;
    type Planes = [Bitboard; 3];
    type Keys = Keys<64, 8, 8>;

    const ALL: Bitboard = Bitboard::ALL;
    const LIGHT_SQUARES: Bitboard = Bitboard::LIGHT_SQUARES;
    const END_RANKS: Bitboard = Bitboard::END_RANKS;
    const FIRST_FILE: Bitboard = Bitboard::FILE_A;
    const LAST_FILE: Bitboard = Bitboard::FILE_H;

    #[inline(always)]
    fn rank(rank: usize) -> Bitboard {
        Bitboard::rank(rank)
    }
    #[inline(always)]
    fn knight(square: Square) -> Bitboard {
        leapers::knight(square)
    }
    #[inline(always)]
    fn knight_leaps(from: Bitboard) -> Bitboard {
        leapers::knight_leaps(from)
    }
    #[inline(always)]
    fn king(square: Square) -> Bitboard {
        leapers::king(square)
    }
    #[inline(always)]
    fn king_steps(from: Bitboard) -> Bitboard {
        leapers::king_steps(from)
    }
    #[inline(always)]
    fn pawn(seat: Seat, square: Square) -> Bitboard {
        leapers::pawn(seat, square)
    }
    #[inline(always)]
    fn pawn_attacks(seat: Seat, from: Bitboard) -> Bitboard {
        leapers::pawn_attacks(seat, from)
    }
    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        sliders::bishop(square, occupied)
    }
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        sliders::rook(square, occupied)
    }
    #[inline(always)]
    fn bishop_lines(square: Square) -> Bitboard {
        sliders::bishop_lines(square)
    }
    #[inline(always)]
    fn rook_lines(square: Square) -> Bitboard {
        sliders::rook_lines(square)
    }
    #[inline(always)]
    fn between(a: Square, b: Square) -> Bitboard {
        sliders::between(a, b)
    }
    #[inline(always)]
    fn digest(&[a, b, c]: &Self::Planes, black: Bitboard, squares: Bitboard) -> u64 {
        zobrist::digest([a, b, c, black].map(|plane| (plane & squares).0))
    }
}

/// The board of Capablanca's chess, ten files wide, with archbishop and chancellor: the lower eight ranks of the 10x10
/// board. No set has a square beyond them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct TenFiles;

impl TenFiles {
    /// The part of a set of the 10x10 board that is on this one.
    #[inline(always)]
    fn clip(set: TenSet) -> TenSet {
        set & Self::ALL
    }
}

impl<R: Rules> KeyedBoard<R> for TenFiles {
    const KEYS: &'static Self::Keys = &Keys::new(R::KEY_SEED, Self::KINDS);
}

impl Board for TenFiles {
    const FILES: usize = ten::SIZE;
    const KINDS: usize = 8;

    type Square = ten::Square;
    type Set = TenSet;
    type Planes = [TenSet; 4];
    // Tables of powers of two need no bounds checks.
    type Keys = Keys<128, 16, 16>;

    const ALL: TenSet = TenSet((1 << Self::SQUARES) - 1);
    const LIGHT_SQUARES: TenSet = TenSet(TenSet::LIGHT_SQUARES.0 & Self::ALL.0);
    const END_RANKS: TenSet = TenSet(TenSet::rank(0).0 | TenSet::rank(RANKS - 1).0);
    const FIRST_FILE: TenSet = {
        let mut file = 0;
        let mut rank = 0;
        while rank < RANKS {
            file |= 1 << (rank * Self::FILES);
            rank += 1;
        }
        TenSet(file)
    };
    const LAST_FILE: TenSet = TenSet(Self::FIRST_FILE.0 << (Self::FILES - 1));

    #[inline(always)]
    fn rank(rank: usize) -> TenSet {
        TenSet::rank(rank)
    }
    #[inline(always)]
    fn knight(square: ten::Square) -> TenSet {
        Self::clip(ten::knight(square))
    }
    #[inline(always)]
    fn knight_leaps(from: TenSet) -> TenSet {
        from.into_iter().fold(TenSet::EMPTY, |reach, square| reach | Self::knight(square))
    }
    #[inline(always)]
    fn king(square: ten::Square) -> TenSet {
        Self::clip(ten::king(square))
    }
    #[inline(always)]
    fn king_steps(from: TenSet) -> TenSet {
        Self::clip(ten::king_steps(from))
    }
    #[inline(always)]
    fn pawn(seat: Seat, square: ten::Square) -> TenSet {
        Self::clip(ten::ahead_diagonally(seat, square))
    }
    #[inline(always)]
    fn pawn_attacks(seat: Seat, from: TenSet) -> TenSet {
        let [one, other] = ten::Step::ahead_diagonally(seat);
        one.ends_on(Self::ALL, from) | other.ends_on(Self::ALL, from)
    }
    #[inline(always)]
    fn bishop(square: ten::Square, occupied: TenSet) -> TenSet {
        Self::clip(ten::bishop(square, occupied))
    }
    #[inline(always)]
    fn rook(square: ten::Square, occupied: TenSet) -> TenSet {
        Self::clip(ten::rook(square, occupied))
    }
    #[inline(always)]
    fn bishop_lines(square: ten::Square) -> TenSet {
        Self::clip(ten::bishop_lines(square))
    }
    #[inline(always)]
    fn rook_lines(square: ten::Square) -> TenSet {
        Self::clip(ten::rook_lines(square))
    }
    #[inline(always)]
    fn between(a: ten::Square, b: ten::Square) -> TenSet {
        ten::between(a, b)
    }
    #[inline(always)]
    fn digest(&[a, b, c, d]: &Self::Planes, black: TenSet, squares: TenSet) -> u64 {
        let planes = [a, b, c, d, black].map(|plane| (plane & squares).0);
        zobrist::digest(planes.into_iter().flat_map(|plane| [plane as u64, (plane >> 64) as u64]))
    }
}
