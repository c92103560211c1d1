//! What the evaluation of Chex counts: each feature once. A game fills the [`Weights`] in.

use engine::variants::chex::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    /// A tile in play, by kind.
    MATERIAL = Material material[Kind::COUNT];

    /// A tile that is not drawn yet, by kind.
    HIDDEN = Pile hidden[Kind::COUNT];
}
