//! Features of the evaluation of Chex. A game fills the [`Weights`] in.

use engine::variants::chex::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    groups {
        Material "material";
    }

    /// Material: a tile in play, by kind.
    MATERIAL = Material material[Kind::COUNT];
}
