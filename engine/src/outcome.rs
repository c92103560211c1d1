//! How games end.

use std::fmt;

use crate::game::Seat;

/// The end of a game, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// One side has won.
    Win(Seat, Reason),
    /// Nobody has won.
    Draw(Reason),
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king has reached the opponent's end zone.
    KingArrived,
    /// A king has been captured and cannot come back.
    KingCaptured,
    /// A side holds no castle any more.
    NoCastle,
    /// The side to move has no legal move, where that loses.
    NoMove,
    /// No sequence of moves can mate any more.
    InsufficientMaterial,
    /// The position has occurred for the third time.
    Repetition,
    /// 100 plies without progress (in chess: without a capture or a pawn move).
    NoProgress,
}

impl Outcome {
    /// The score in the notation of PGN and CECP: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(self) -> &'static str {
        match self {
            Outcome::Win(Seat::WHITE, _) => "1-0",
            Outcome::Win(..) => "0-1",
            Outcome::Draw(_) => "1/2-1/2",
        }
    }

    /// Why the game is over.
    pub fn reason(self) -> Reason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// Why the game is over, in words.
    pub fn explanation(self) -> &'static str {
        match (self.reason(), self) {
            (Reason::Checkmate, Outcome::Win(Seat::WHITE, _)) => "White mates",
            (Reason::Checkmate, _) => "Black mates",
            (Reason::KingArrived, Outcome::Win(Seat::WHITE, _)) => "White's king reaches the end zone",
            (Reason::KingArrived, _) => "Black's king reaches the end zone",
            (Reason::KingCaptured, Outcome::Win(Seat::WHITE, _)) => "White captures the king",
            (Reason::KingCaptured, _) => "Black captures the king",
            (Reason::NoCastle, Outcome::Win(Seat::WHITE, _)) => "Black holds no castle",
            (Reason::NoCastle, _) => "White holds no castle",
            (Reason::NoMove, Outcome::Win(Seat::WHITE, _)) => "Black cannot move",
            (Reason::NoMove, _) => "White cannot move",
            (Reason::Stalemate, _) => "Stalemate",
            (Reason::InsufficientMaterial, _) => "Insufficient material",
            (Reason::Repetition, _) => "Draw by repetition",
            (Reason::NoProgress, _) => "Draw by the fifty-move rule",
        }
    }
}

impl fmt::Display for Outcome {
    /// The result line of CECP: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.score(), self.explanation())
    }
}
