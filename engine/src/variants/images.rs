//! Symmetry images, shared by the games that have them.

use crate::game::{Game, Symmetry};

/// Images of a position under the symmetries of its game.
pub trait Images: Game {
    /// All equivalent positions, the position itself included.
    fn images(&self) -> impl Iterator<Item = Self>;
}

impl<G: Images> Symmetry for G {
    fn canonical(&self) -> Self {
        self.images().min_by_key(Game::key).expect("a position is its own image")
    }
}
