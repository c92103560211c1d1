//! Features of the evaluation of KaleidoChess. A game fills the [`Weights`] in.

use engine::board::round::{Field, SECTOR_FIELDS};
use engine::variants::kaleido::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    groups {
        Material "material";
        Squares "squares";
    }

    /// Material: a piece, by kind.
    MATERIAL = Material material[Kind::COUNT];
    /// PSQT: a piece by kind and the class of its field.
    SQUARES = Squares squares[Kind::COUNT * CLASSES] by CLASSES;
}

/// Classes of fields. The castles look the same after a quarter turn and in a mirror through one of them; fields that
/// can be brought to one another so are one class.
pub const CLASSES: usize = 15;

/// The class of each field.
pub const CLASS: [u8; Field::COUNT] = {
    // The first two sectors by letter, from which the others come by quarter turns.
    const BY_LETTER: [[u8; SECTOR_FIELDS]; 2] =
        [[1, 0, 1, 6, 9, 11, 13, 11, 9, 6, 4], [2, 3, 2, 7, 10, 12, 14, 12, 10, 7, 5]];
    let mut classes = [8; Field::COUNT];
    let mut field = 0;
    while field < Field::CENTRE.index() {
        classes[field] = BY_LETTER[field / SECTOR_FIELDS % 2][field % SECTOR_FIELDS];
        field += 1;
    }
    classes
};

/// Place of the weight of a piece's field.
#[inline(always)]
pub const fn square_place(kind: usize, field: usize) -> usize {
    SQUARES.at(kind * CLASSES + CLASS[field] as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::board::round::Set;
    use engine::variants::Kaleido;

    #[test]
    fn classes_are_what_turns_and_mirrors_bring_together() {
        let class = |field: Field| CLASS[field.index()];
        for field in Field::all() {
            let images: Set = Kaleido::symmetries().map(|symmetry| symmetry.field(field)).collect();
            let alike: Set = Field::all().filter(|&other| class(other) == class(field)).collect();
            assert_eq!(images, alike, "{field}");
        }
        let mut all: Vec<u8> = CLASS.to_vec();
        all.sort();
        all.dedup();
        assert!(all.into_iter().eq(0..CLASSES as u8));
    }
}
