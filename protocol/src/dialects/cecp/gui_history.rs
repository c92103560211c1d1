//! GUI history: the plies of the game as the GUI counts them.
//!
//! A GUI that knows no turns of two plies is told a king's re-placement as a move of its own, and a null move of the
//! opponent after it: two plies where the game has one. `undo` and `remove` count the GUI's plies.

/// Ply of the GUI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuiPly {
    /// Composite move of the game.
    Move,
    /// King's re-placement. A null move follows.
    Replacement,
    /// Null move after a re-placement.
    Null,
}

/// Plies since the first position of the game's record.
#[derive(Default, Debug)]
pub struct GuiHistory(Vec<GuiPly>);

impl GuiHistory {
    /// Begins a new game.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Number of plies.
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

    /// True if the GUI waits for the null move after a re-placement, and believes that the other side is to move.
    pub fn awaits_null_move(&self) -> bool {
        self.0.last() == Some(&GuiPly::Replacement)
    }
}
