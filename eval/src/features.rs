//! Features: the terms of a hand-crafted evaluation and their weights, declared once.
//!
//! An evaluation is a sum of counts times weights. A family of games declares each feature once, in `features!`; from
//! the list come the family's `Weights` that a game fills in, a [`Feature`] for each by which code refers to it, the
//! flat table of weights that a tuner reads (Texel tuning; chessprogramming wiki: "Texel's Tuning Method"), and the
//! groups in which terms are shown. A feature whose group the family does not declare, and a group without a feature,
//! do not compile.

use crate::score::Score;

/// Group of features: one term of an evaluation as it is shown. Each family of games declares its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    index: usize,
    name: &'static str,
}

impl Group {
    /// A group by its index among the family's groups and its name.
    pub(crate) const fn new(index: usize, name: &'static str) -> Group {
        Group { index, name }
    }

    /// Index among the family's groups.
    pub const fn index(self) -> usize {
        self.index
    }

    /// Name of the term: `material`, `mobility`.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// Feature: a row of weights, by its offset in the flat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature(usize);

impl Feature {
    /// The feature whose weights begin at an offset of the flat table.
    pub(crate) const fn new(offset: usize) -> Feature {
        Feature(offset)
    }

    /// Place of the feature's weight number `index` in the flat table.
    #[inline(always)]
    pub const fn at(self, index: usize) -> usize {
        self.0 + index
    }
}

/// Description of a feature for tools.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the row among the weights.
    pub name: &'static str,
    /// Group in which it is shown.
    pub group: Group,
    /// Offset in the flat table.
    pub offset: usize,
    /// Number of weights.
    pub len: usize,
    /// Weights to be written side by side: `len`, less where the row is a table of several rows.
    pub width: usize,
}

impl Row {
    /// Places of its weights in the flat table.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.len
    }
}

/// Row of weights from (middle game, endgame) pairs.
pub const fn row<const N: usize>(pairs: [(i32, i32); N]) -> [Score; N] {
    let mut scores = [Score::ZERO; N];
    let mut i = 0;
    while i < N {
        scores[i] = Score::new(pairs[i].0, pairs[i].1);
        i += 1;
    }
    scores
}

/// Table of weights, several rows that code sees as one, from (middle game, endgame) pairs.
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

/// Declares the features of a family of games: `Weights` with a field for each row, a [`Feature`] for each, `COUNT`,
/// `ROWS`, and `GROUPS` in the order in which they are shown.
macro_rules! features {
    (
        groups { $($group:ident $name:literal;)* }
        $($(#[$doc:meta])* $feature:ident = $of:ident $field:ident[$len:expr] $(by $width:expr)?;)*
    ) => {
        /// Groups of features, in the order in which they are shown.
        #[derive(Clone, Copy)]
        pub(crate) enum Groups {
            $($group,)*
        }

        /// All groups, in the order in which they are shown.
        pub const GROUPS: &[$crate::features::Group] = &[$(Groups::$group.group(),)*];

        impl Groups {
            /// The group for tools.
            pub(crate) const fn group(self) -> $crate::features::Group {
                match self {
                    $(Groups::$group => $crate::features::Group::new(self as usize, $name),)*
                }
            }
        }

        /// Weight of every feature, for the side that has it.
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct Weights {
            $($(#[$doc])* pub $field: [Score; $len],)*
        }

        $($(#[$doc])* pub const $feature: Feature =
            Feature::new(std::mem::offset_of!(Weights, $field) / size_of::<Score>());)*

        /// Number of weights.
        pub const COUNT: usize = size_of::<Weights>() / size_of::<Score>();

        /// All rows of weights in the order of the flat table.
        pub const ROWS: &[$crate::features::Row] = &[
            $($crate::features::Row {
                name: stringify!($field),
                group: Groups::$of.group(),
                offset: $feature.at(0),
                len: $len,
                width: { let width = $len; $(let width = { let _ = width; $width };)? width },
            },)*
        ];

        // Rows fill the flat table without gaps, and every group has a row.
        const _: () = {
            let (mut end, mut used) = (0, [false; GROUPS.len()]);
            let mut i = 0;
            while i < ROWS.len() {
                assert!(ROWS[i].offset == end);
                end += ROWS[i].len;
                used[ROWS[i].group.index()] = true;
                i += 1;
            }
            assert!(end == COUNT);
            let mut i = 0;
            while i < used.len() {
                assert!(used[i], "a group without a feature");
                i += 1;
            }
        };

        impl Weights {
            /// All weights 0.
            pub const NONE: Weights = Weights { $($field: [Score::ZERO; $len],)* };

            /// The weights as one flat table, indexed by [`Feature::at`].
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
