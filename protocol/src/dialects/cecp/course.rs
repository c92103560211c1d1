//! The plies of the game as the GUI counts them.
//!
//! A GUI that knows no turns of two plies is told a king's re-placement as a move of its own, and a null move of the
//! opponent after it: two plies where the game has one. What the GUI takes back is counted in its own plies.

/// A ply of the GUI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// A ply of the game.
    Move,
    /// A king's re-placement, with which a null move belongs.
    Replacement,
    /// The null move.
    Null,
}

/// The plies since the first position of the game's record.
#[derive(Default, Debug)]
pub struct Course(Vec<Ply>);

impl Course {
    /// Begins anew.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many plies there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a ply.
    pub fn add(&mut self, ply: Ply) {
        self.0.push(ply);
    }

    /// Takes back the last ply.
    pub fn take_back(&mut self) -> Option<Ply> {
        self.0.pop()
    }

    /// Whether the GUI still waits for the null move after a re-placement, and so believes the other side to move.
    pub fn lacks_null(&self) -> bool {
        self.0.last() == Some(&Ply::Replacement)
    }
}
