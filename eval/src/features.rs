//! How an evaluation declares what it counts, and the weights it multiplies the counts with.
//!
//! An evaluation is a sum of counts times weights. A family of games names each feature once, in [`features!`]; from the list
//! come the `Weights` that a game fills in, the [`Feature`] by which the code refers to one, and the flat table that a tuner reads.

use crate::score::Score;

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
    /// What pions can hope for beyond the board; Quex and Keyles.
    Promotion,
    /// The kings' race to the far side, and where they may come back; Keyles only.
    Race,
    /// What is still to be drawn; Chex only.
    Pile,
    /// Tiles that hold others together and so cannot go; Chex only.
    Ties,
    /// Who holds castles, and who can get there; KaleidoChess.
    Castles,
}

impl Group {
    /// How many groups there are.
    pub const COUNT: usize = 15;
    /// All groups, in the order in which they are shown.
    pub const ALL: [Group; Group::COUNT] = [
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
        Group::Promotion,
        Group::Race,
        Group::Pile,
        Group::Ties,
        Group::Castles,
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
            Group::Promotion => "promotion",
            Group::Race => "race",
            Group::Pile => "pile",
            Group::Ties => "ties",
            Group::Castles => "castles",
        }
    }
}

/// A row of weights: where it begins in the flat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(usize);

impl Feature {
    /// The row that begins at a place of the flat table.
    pub(crate) const fn new(offset: usize) -> Feature {
        Feature(offset)
    }

    /// The place of the row's weight number `index` in the flat table.
    #[inline(always)]
    pub const fn at(self, index: usize) -> usize {
        self.0 + index
    }
}

/// A row of the table, for tools.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name of the row among the weights.
    pub name: &'static str,
    /// The part of the evaluation it belongs to.
    pub group: Group,
    /// Where it begins in the flat table.
    pub offset: usize,
    /// How many weights it has.
    pub len: usize,
    /// How many of them to write side by side: all but where the row is made of several.
    pub width: usize,
}

impl Row {
    /// The places of its weights in the flat table.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.len
    }
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

/// Writes several rows of weights that the code sees as one, as (middle game, endgame) pairs.
pub const fn table<const N: usize, const WIDTH: usize, const HEIGHT: usize>(
    rows: [[(i32, i32); WIDTH]; HEIGHT],
) -> [Score; N] {
    assert!(N == WIDTH * HEIGHT);
    let mut scores = [Score::ZERO; N];
    let mut i = 0;
    while i < N {
        let (mg, eg) = rows[i / WIDTH][i % WIDTH];
        scores[i] = Score::new(mg, eg);
        i += 1;
    }
    scores
}

/// Declares the features of a family of games: `Weights` with a field for each row, a [`Feature`] for each, `COUNT` and `ROWS`.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $group:ident $field:ident[$len:expr] $(by $width:expr)?;)*) => {
        /// What every feature is worth to the side that has it.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct Weights {
            $($(#[$doc])* pub $field: [Score; $len],)*
        }

        $($(#[$doc])* pub const $feature: Feature =
            Feature::new(std::mem::offset_of!(Weights, $field) / size_of::<Score>());)*

        /// The number of weights.
        pub const COUNT: usize = size_of::<Weights>() / size_of::<Score>();

        /// All rows of weights in the order of the flat table.
        pub const ROWS: &[$crate::features::Row] = &[
            $($crate::features::Row {
                name: stringify!($field),
                group: $crate::features::Group::$group,
                offset: $feature.at(0),
                len: $len,
                width: { let width = $len; $(let width = { let _ = width; $width };)? width },
            },)*
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

pub(crate) use features;

#[cfg(test)]
mod tests {
    use super::Row;
    use crate::{chex, kaleido, orthodox, quex};

    #[test]
    fn the_rows_fill_the_flat_tables() {
        let check = |rows: &[Row], count| {
            let mut end = 0;
            for row in rows {
                assert_eq!(row.offset, end, "{}", row.name);
                end += row.len;
            }
            assert_eq!(end, count);
        };
        check(orthodox::features::ROWS, orthodox::features::COUNT);
        check(quex::features::ROWS, quex::features::COUNT);
        check(kaleido::features::ROWS, kaleido::features::COUNT);
        check(chex::features::ROWS, chex::features::COUNT);
    }
}
