//! What the evaluation of KaleidoChess counts: each feature once. A game fills the [`Weights`] in.

use engine::variants::kaleido::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    /// A piece, by kind.
    MATERIAL = Material material[Kind::COUNT];
}
