//! The plies of the game as the GUI counts them.
//!
//! A GUI that knows no turns of two plies is told a king's re-placement as a move of its own, and a null move of the
//! opponent after it: two plies where the game has one. What the GUI takes back is counted in its own plies.

/// A ply of the GUI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuiPly {
    /// A ply of the game.
    Move,
    /// A king's re-placement, with which a null move belongs.
    Replacement,
    /// The null move.
    Null,
}

/// The plies since the first position of the game's record.
#[derive(Default, Debug)]
pub struct GuiHistory(Vec<GuiPly>);

impl GuiHistory {
    /// Begins anew.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many plies there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a ply.
    pub fn push(&mut self, ply: GuiPly) {
        self.0.push(ply);
    }

    /// Takes back the last ply.
    pub fn pop(&mut self) -> Option<GuiPly> {
        self.0.pop()
    }

    /// Whether the GUI still waits for the null move after a re-placement, and so believes the other side to move.
    pub fn awaits_null_move(&self) -> bool {
        self.0.last() == Some(&GuiPly::Replacement)
    }
}
