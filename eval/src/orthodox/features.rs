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
    /// How many good squares the officers reach.
    Mobility,
    /// Outposts, files, pairs.
    Officers,
    /// The pawns among themselves.
    Pawns,
    /// Pawns that no pawn can stop.
    Passed,
    /// Shelter of the own king and attacks on it.
    King,
    /// What is attacked, or could be at once.
    Threats,
    /// Room behind the own pawns.
    Space,
    /// What knights lend to other pieces; knight relay chess only.
    Relay,
}

impl Group {
    /// All groups, in the order in which they are shown.
    pub const ALL: [Group; 10] = [
        Group::Material,
        Group::Squares,
        Group::Mobility,
        Group::Officers,
        Group::Pawns,
        Group::Passed,
        Group::King,
        Group::Threats,
        Group::Space,
        Group::Relay,
    ];

    /// What the group is called.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Material => "material",
            Group::Squares => "squares",
            Group::Mobility => "mobility",
            Group::Officers => "officers",
            Group::Pawns => "pawns",
            Group::Passed => "passed pawns",
            Group::King => "king safety",
            Group::Threats => "threats",
            Group::Space => "space",
            Group::Relay => "relay",
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

    /// A knight by the good squares it reaches.
    KNIGHT_MOBILITY = Mobility knight_mobility[9];
    /// A bishop by the good squares it reaches.
    BISHOP_MOBILITY = Mobility bishop_mobility[14];
    /// A rook by the good squares it reaches.
    ROOK_MOBILITY = Mobility rook_mobility[15];
    /// A queen by the good squares it reaches.
    QUEEN_MOBILITY = Mobility queen_mobility[28];

    /// Bishops on both colours.
    BISHOP_PAIR = Officers bishop_pair[1];
    /// An own pawn on the colour of a bishop.
    BISHOP_PAWNS = Officers bishop_pawns[1];
    /// A knight on an outpost, a bishop on one, an outpost that a knight reaches.
    MINOR_OUTPOST = Officers minor_outpost[3];
    /// A knight or bishop right behind a pawn.
    MINOR_BEHIND_PAWN = Officers minor_behind_pawn[1];
    /// A rook on a half-open file, on an open one.
    ROOK_FILE = Officers rook_file[2];
    /// A rook on the seventh rank with pawns there or the king behind it.
    ROOK_SEVENTH = Officers rook_seventh[1];

    /// A pawn behind another of its file.
    DOUBLED = Pawns doubled[1];
    /// A pawn without own pawns on the files beside: with an enemy pawn on its file, without.
    ISOLATED = Pawns isolated[2];
    /// A pawn that can neither be guarded by another nor step forward unpunished: as above.
    BACKWARD = Pawns backward[2];
    /// A pawn guarded by a pawn, by rank.
    SUPPORTED = Pawns supported[8];
    /// A pawn with another beside it, by rank.
    PHALANX = Pawns phalanx[8];

    /// A passed pawn, by rank, as all that follow.
    PASSED = Passed passed[8];
    /// Steps, up to five, of the enemy king to the square before it.
    PASSED_ENEMY_KING = Passed passed_enemy_king[8];
    /// Steps, up to five, of the own king to the square before it.
    PASSED_OWN_KING = Passed passed_own_king[8];
    /// The square before it is free and not attacked.
    PASSED_FREE_STEP = Passed passed_free_step[8];
    /// All squares before it are free and not attacked.
    PASSED_FREE_PATH = Passed passed_free_path[8];
    /// An enemy piece stands before it.
    PASSED_BLOCKED = Passed passed_blocked[8];
    /// A piece stands before it that cannot be captured.
    PASSED_KNIGHT_BLOCKED = Passed passed_knight_blocked[8];
    /// It is relayed.
    PASSED_RELAYED = Passed passed_relayed[8];
    /// An own rook behind it, by any distance.
    ROOK_BEHIND_PASSED = Passed rook_behind_passed[1];
    /// Some passed pawn outruns the enemy king, who is all that is left to stop it.
    UNSTOPPABLE = Passed unstoppable[1];

    /// The nearest own pawn before the king on its file, by rank; 0 for none.
    SHELTER_KING_FILE = King shelter_king_file[8];
    /// The same on a file beside the king.
    SHELTER_SIDE_FILE = King shelter_side_file[8];
    /// The nearest enemy pawn before the king, on its file or beside, by rank; 0 for none.
    STORM = King storm[8];
    /// The same, held up by an own pawn.
    STORM_BLOCKED = King storm_blocked[8];

    /// An officer attacked by a pawn, by kind.
    THREAT_BY_PAWN = Threats threat_by_pawn[Kind::COUNT];
    /// A piece attacked by a knight or bishop, by kind; pawns only if weak.
    THREAT_BY_MINOR = Threats threat_by_minor[Kind::COUNT];
    /// A weak piece or a queen attacked by a rook, by kind.
    THREAT_BY_ROOK = Threats threat_by_rook[Kind::COUNT];
    /// A weak piece attacked by the king.
    THREAT_BY_KING = Threats threat_by_king[1];
    /// An attacked piece that nothing guards.
    HANGING = Threats hanging[1];
    /// An officer that a safe pawn step would attack.
    PUSH_THREAT = Threats push_threat[1];

    /// A safe square behind the own centre, twice if behind a pawn.
    SPACE = Space space[1];

    /// A relayed piece, by kind.
    RELAYED = Relay relayed[Kind::COUNT];
    /// A good square that a relayed piece leaps to and does not reach otherwise, by kind.
    RELAY_LEAPS = Relay relay_leaps[Kind::COUNT];
    /// A piece that a knight can come to relay with one move, by kind.
    RELAY_NEXT = Relay relay_next[Kind::COUNT];
    /// A knight right before an enemy pawn, by rank.
    BLOCKADE = Relay blockade[8];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::chess::WEIGHTS;

    #[test]
    fn the_rows_fill_the_flat_table() {
        let mut end = 0;
        for row in ROWS {
            assert_eq!(row.offset, end, "{}", row.name);
            end += row.len;
        }
        assert_eq!(end, COUNT);
    }

    #[test]
    fn a_feature_finds_its_weight_in_the_flat_table() {
        let flat = WEIGHTS.flat();
        assert_eq!(flat[MATERIAL.at(Kind::Queen.index())], WEIGHTS.material[Kind::Queen.index()]);
        assert_eq!(flat[KING_SQUARES.at(half_board(6))], WEIGHTS.king_squares[1], "g1 is b1 in the mirror");
        assert_eq!(flat[SPACE.at(0)], WEIGHTS.space[0]);
    }
}
