//! Outcome of a game: winner and reason.
//!
//! The set of reasons is open. The common ones are constants of [`Reason`]; a game declares its own beside its rules.
//!
//! ```
//! use engine::outcome::{Outcome, Reason, ReasonInfo, Wording};
//! use engine::seat::Seat;
//!
//! const FLAG_TAKEN: Reason = Reason::new(&ReasonInfo {
//!     name: "FlagTaken",
//!     wording: Wording::ByWinner(["White takes the flag", "Black takes the flag"]),
//! });
//! let outcome = Outcome::Win(Seat::BLACK, FLAG_TAKEN);
//! assert_eq!(outcome.to_string(), "0-1 {Black takes the flag}");
//! assert_eq!(Outcome::Draw(Reason::STALEMATE).score(), "1/2-1/2");
//! ```

use std::fmt;

use crate::seat::Seat;

/// Outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Win of a seat.
    Win(Seat, Reason),
    /// Draw.
    Draw(Reason),
}

/// Reason of an outcome: a reference to its descriptor. Two reasons are equal if their names are.
#[derive(Clone, Copy)]
pub struct Reason(&'static ReasonInfo);

/// Descriptor of a [`Reason`].
#[derive(Debug)]
pub struct ReasonInfo {
    /// Identifier, unique among the reasons of a game.
    pub name: &'static str,
    /// Wording for users.
    pub wording: Wording,
}

/// Wording of a [`Reason`] for users.
#[derive(Debug)]
pub enum Wording {
    /// The text depends on the winner; indexed by [`Seat`].
    ByWinner([&'static str; 2]),
    /// The text is always the same.
    Fixed(&'static str),
}

impl Reason {
    /// The side to move is in check and has no legal move.
    pub const CHECKMATE: Reason =
        Reason::new(&ReasonInfo { name: "Checkmate", wording: Wording::ByWinner(["White mates", "Black mates"]) });
    /// The side to move has no legal move, where that loses.
    pub const NO_MOVE: Reason = Reason::new(&ReasonInfo {
        name: "NoMove",
        wording: Wording::ByWinner(["Black cannot move", "White cannot move"]),
    });
    /// A king has been captured and cannot come back.
    pub const KING_CAPTURED: Reason = Reason::new(&ReasonInfo {
        name: "KingCaptured",
        wording: Wording::ByWinner(["White captures the king", "Black captures the king"]),
    });
    /// The side to move is not in check and has no legal move.
    pub const STALEMATE: Reason = Reason::new(&ReasonInfo { name: "Stalemate", wording: Wording::Fixed("Stalemate") });
    /// No sequence of moves can mate any more.
    pub const INSUFFICIENT_MATERIAL: Reason =
        Reason::new(&ReasonInfo { name: "InsufficientMaterial", wording: Wording::Fixed("Insufficient material") });
    /// The position has occurred for the third time.
    pub const REPETITION: Reason =
        Reason::new(&ReasonInfo { name: "Repetition", wording: Wording::Fixed("Draw by repetition") });
    /// 100 plies without progress (in chess: without a capture or a pawn move).
    pub const NO_PROGRESS: Reason =
        Reason::new(&ReasonInfo { name: "NoProgress", wording: Wording::Fixed("Draw by the fifty-move rule") });

    /// Reason with a descriptor.
    pub const fn new(info: &'static ReasonInfo) -> Reason {
        Reason(info)
    }

    /// Identifier.
    pub const fn name(self) -> &'static str {
        self.0.name
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Reason) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Reason {}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Outcome {
    /// Result token of PGN and CECP: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(self) -> &'static str {
        match self {
            Outcome::Win(Seat::WHITE, _) => "1-0",
            Outcome::Win(..) => "0-1",
            Outcome::Draw(_) => "1/2-1/2",
        }
    }

    /// Reason of the outcome.
    pub fn reason(self) -> Reason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// Reason of the outcome in words.
    pub fn explanation(self) -> &'static str {
        match (&self.reason().0.wording, self) {
            (Wording::ByWinner([white, _]), Outcome::Win(Seat::WHITE, _)) => white,
            (Wording::ByWinner([_, black]), _) => black,
            (Wording::Fixed(text), _) => text,
        }
    }
}

impl fmt::Display for Outcome {
    /// Result line of CECP: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.score(), self.explanation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_name_the_side_that_acted() {
        let explain = |reason| Seat::BOTH.map(|winner| Outcome::Win(winner, reason).explanation());
        assert_eq!(explain(Reason::CHECKMATE), ["White mates", "Black mates"]);
        assert_eq!(explain(Reason::NO_MOVE), ["Black cannot move", "White cannot move"]);
        assert_eq!(Outcome::Draw(Reason::REPETITION).to_string(), "1/2-1/2 {Draw by repetition}");
        assert_eq!(format!("{:?}", Outcome::Draw(Reason::STALEMATE)), "Draw(Stalemate)");
    }
}
