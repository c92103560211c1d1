//! Army: the pieces of one side, sorted by how they move.

use crate::board::ten::{self, Set, Step};
use crate::game::Seat;

/// Pieces of one side, sorted by how they move. Queens are sliders of both sorts, Grand pions steppers of both.
#[derive(Clone, Copy, Debug)]
pub struct Army {
    /// King, if it is on the board.
    pub king: Set,
    /// Rooks and queens.
    pub straight_sliders: Set,
    /// Lords and queens.
    pub diagonal_sliders: Set,
    /// Knights.
    pub knights: Set,
    /// Princes.
    pub princes: Set,
    /// Grand and Crux pions.
    pub straight_steppers: Set,
    /// Grand and Wyse pions.
    pub diagonal_steppers: Set,
    /// Trez pions.
    pub trez: Set,
    /// Fote pions.
    pub fotes: Set,
}

impl Army {
    /// Army restricted to some squares.
    #[inline(always)]
    pub fn on(&self, squares: Set) -> Army {
        Army {
            king: self.king & squares,
            straight_sliders: self.straight_sliders & squares,
            diagonal_sliders: self.diagonal_sliders & squares,
            knights: self.knights & squares,
            princes: self.princes & squares,
            straight_steppers: self.straight_steppers & squares,
            diagonal_steppers: self.diagonal_steppers & squares,
            trez: self.trez & squares,
            fotes: self.fotes & squares,
        }
    }

    /// Attack map of the non-sliders, for an army of `seat`.
    #[inline(always)]
    pub fn leaper_attacks(&self, seat: Seat, occupied: Set) -> Set {
        let straight = self.king | self.straight_steppers;
        let diagonal = self.king | self.diagonal_steppers;
        let mut attacked = Step::ahead(seat).ends(straight | self.trez) | Step::ahead(seat.opponent()).ends(straight);
        for step in Step::SIDEWAYS {
            attacked |= step.ends(straight);
        }
        for step in Step::ahead_diagonally(seat) {
            attacked |= step.ends(diagonal | self.trez | self.fotes);
        }
        for step in Step::ahead_diagonally(seat.opponent()) {
            attacked |= step.ends(diagonal);
        }
        for knight in self.knights {
            attacked |= ten::knight(knight);
        }
        for prince in self.princes {
            attacked |= ten::prince(prince, occupied);
        }
        attacked
    }
}
