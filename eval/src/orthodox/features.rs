//! What the evaluation counts, and the weights it multiplies the counts with.
//!
//! The evaluation is a sum of counts times weights. The list below names each feature once; from it come the
//! [`Weights`] that a game fills in, the [`Feature`] by which the code refers to one, and the flat table that a tuner reads and
//! writes.

use engine::variants::orthodox::Kind;

use super::score::Score;

/// The parts of the evaluation that are shown to a reader, each a group of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// The pieces by themselves.
    Material,
    /// Where they stand.
    Squares,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Group; 2] = [Group::Material, Group::Squares];

    /// What the group is called.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Material => "material",
            Group::Squares => "squares",
        }
    }
}

/// A row of weights: where it begins in the flat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(usize);

impl Feature {
    /// The place of the row's weight number `index` in the flat table.
    #[inline(always)]
    pub const fn at(self, index: usize) -> usize {
        self.0 + index
    }
}

/// A row of the table, for tools.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name of the row in [`Weights`].
    pub name: &'static str,
    /// The part of the evaluation it belongs to.
    pub group: Group,
    /// Where it begins in the flat table.
    pub offset: usize,
    /// How many weights it has.
    pub len: usize,
}

macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $group:ident $field:ident[$len:expr];)*) => {
        /// What every feature is worth to the side that has it.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct Weights {
            $($(#[$doc])* pub $field: [Score; $len],)*
        }

        $($(#[$doc])* pub const $feature: Feature =
            Feature(std::mem::offset_of!(Weights, $field) / size_of::<Score>());)*

        /// The number of weights.
        pub const COUNT: usize = size_of::<Weights>() / size_of::<Score>();

        /// All rows of weights in the order of the flat table.
        pub const ROWS: &[Row] = &[
            $(Row { name: stringify!($field), group: Group::$group, offset: $feature.0, len: $len },)*
        ];

        impl Weights {
            /// Nothing is worth anything.
            pub const NONE: Weights = Weights { $($field: [Score::ZERO; $len],)* };

            /// The weights as one table, indexed by [`Feature::at`].
            pub const fn flat(&self) -> [Score; COUNT] {
                let mut flat = [Score::ZERO; COUNT];
                $(
                    let mut i = 0;
                    while i < $len {
                        flat[$feature.at(i)] = self.$field[i];
                        i += 1;
                    }
                )*
                flat
            }
        }
    };
}

features! {
    /// A piece, by kind.
    MATERIAL = Material material[Kind::COUNT];
    /// A pawn by square.
    PAWN_SQUARES = Squares pawn_squares[HALF_BOARD];
    /// A knight by square.
    KNIGHT_SQUARES = Squares knight_squares[HALF_BOARD];
    /// A bishop by square.
    BISHOP_SQUARES = Squares bishop_squares[HALF_BOARD];
    /// A rook by square.
    ROOK_SQUARES = Squares rook_squares[HALF_BOARD];
    /// A queen by square.
    QUEEN_SQUARES = Squares queen_squares[HALF_BOARD];
    /// The king by square.
    KING_SQUARES = Squares king_squares[HALF_BOARD];
}

/// The squares of the files a to d, on which those of e to h are mirrored: a1, b1, c1, d1, a2, ...
pub const HALF_BOARD: usize = 32;

/// The tables by square, by kind.
pub const SQUARES: [Feature; Kind::COUNT] =
    [PAWN_SQUARES, KNIGHT_SQUARES, BISHOP_SQUARES, ROOK_SQUARES, QUEEN_SQUARES, KING_SQUARES];

/// The place of a square in a table of [`HALF_BOARD`], the squares counted as from the side of their owner.
#[inline(always)]
pub const fn half_board(square: usize) -> usize {
    let file = square & 7;
    let file = if file < 4 { file } else { 7 - file };
    (square >> 3) * 4 + file
}

/// Writes a row of weights as (middle game, endgame) pairs.
pub const fn row<const N: usize>(pairs: [(i32, i32); N]) -> [Score; N] {
    let mut scores = [Score::ZERO; N];
    let mut i = 0;
    while i < N {
        scores[i] = Score::new(pairs[i].0, pairs[i].1);
        i += 1;
    }
    scores
}

/// Writes a table by square: the own first rank first, files a to d.
pub const fn squares(ranks: [[(i32, i32); 4]; 8]) -> [Score; HALF_BOARD] {
    let mut scores = [Score::ZERO; HALF_BOARD];
    let mut i = 0;
    while i < HALF_BOARD {
        let (mg, eg) = ranks[i / 4][i % 4];
        scores[i] = Score::new(mg, eg);
        i += 1;
    }
    scores
}
