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
//!     wording: Wording::ByWinner(&["White takes the flag", "Black takes the flag"]),
//! });
//! let outcome = Outcome::Win(Seat::BLACK, FLAG_TAKEN);
//! assert_eq!(outcome.to_string(), "0-1 {Black takes the flag}");
//! assert_eq!(Outcome::Draw(Reason::STALEMATE).score(), "1/2-1/2");
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::Game;
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
    ByWinner(&'static [&'static str]),
    /// The text is always the same.
    Fixed(&'static str),
}

impl Reason {
    /// The side to move is in check and has no legal move.
    pub const CHECKMATE: Reason =
        Reason::new(&ReasonInfo { name: "Checkmate", wording: Wording::ByWinner(&["White mates", "Black mates"]) });
    /// The side to move has no legal move, where that loses.
    pub const NO_MOVE: Reason = Reason::new(&ReasonInfo {
        name: "NoMove",
        wording: Wording::ByWinner(&["Black cannot move", "White cannot move"]),
    });
    /// A king has been captured and cannot come back.
    pub const KING_CAPTURED: Reason = Reason::new(&ReasonInfo {
        name: "KingCaptured",
        wording: Wording::ByWinner(&["White captures the king", "Black captures the king"]),
    });
    /// The side to move is not in check and has no legal move.
    pub const STALEMATE: Reason = Reason::new(&ReasonInfo { name: "Stalemate", wording: Wording::Fixed("Stalemate") });
    /// No sequence of moves can mate any more.
    pub const INSUFFICIENT_MATERIAL: Reason =
        Reason::new(&ReasonInfo { name: "InsufficientMaterial", wording: Wording::Fixed("Insufficient material") });
    /// The position has occurred for the third time.
    pub const REPETITION: Reason =
        Reason::new(&ReasonInfo { name: "Repetition", wording: Wording::Fixed("Draw by repetition") });
    /// Too many plies without progress (in chess 100 without a capture or a pawn move):
    /// [`Game::NO_PROGRESS_PLIES`].
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
    /// Result token of PGN and CECP in a game for two: `1-0`, `0-1` or `1/2-1/2`. [`Shares`] write it for any number
    /// of players.
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
            (Wording::ByWinner(texts), Outcome::Win(seat, _)) => texts[seat.index()],
            (Wording::ByWinner(texts), Outcome::Draw(_)) => texts[texts.len() - 1],
            (Wording::Fixed(text), _) => text,
        }
    }
}

impl fmt::Display for Outcome {
    /// Result line of CECP in a game for two: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.score(), self.explanation())
    }
}

/// Shares of a result: one point, divided among the players.
///
/// The winner has it all; a draw is shared equally by those who are still [in](Game::is_in). Shares are counted in
/// twelfths, so that they are exact for two, three and four.
///
/// ```
/// use engine::outcome::{Outcome, Reason, Shares};
/// use engine::seat::Seat;
/// use engine::variants::Chess;
///
/// let position = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1".parse::<Chess>().unwrap();
/// assert_eq!(Shares::of(Outcome::Draw(Reason::STALEMATE), &position).to_string(), "1/2-1/2");
///
/// let shares: Shares = "0-1/2-0-1/2".parse().unwrap();
/// assert_eq!(shares.seats(), 4);
/// assert_eq!((shares.twelfths(Seat::WHITE), shares.points(Seat::new(3))), (0, 0.5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shares {
    twelfths: [u8; Seat::MAX],
    seats: u8,
}

/// A text that is no result token, or not one that a game can end with.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no result: one of '1-0', '1/2-1/2', '0-0-1', '1/3-1/3-1/3-0' and the like")]
pub struct NoResult(String);

impl Shares {
    /// Twelfths of the whole point.
    pub const WHOLE: u32 = 12;

    /// Shares of an outcome; `position` is the final one and tells who shares a draw.
    pub fn of<G: Game>(outcome: Outcome, position: &G) -> Shares {
        match outcome {
            Outcome::Win(winner, _) => Shares::equal(G::SEATS, |seat| seat == winner),
            Outcome::Draw(_) => Shares::equal(G::SEATS, |seat| position.is_in(seat)),
        }
    }

    /// Equal shares of some of the players.
    ///
    /// # Panics
    /// If nobody has one.
    pub fn equal(seats: usize, has_share: impl Fn(Seat) -> bool) -> Shares {
        let sharing = Seat::all(seats).filter(|&seat| has_share(seat)).count();
        assert!(sharing > 0, "somebody has the point");
        let mut twelfths = [0; Seat::MAX];
        for seat in Seat::all(seats).filter(|&seat| has_share(seat)) {
            twelfths[seat.index()] = Shares::WHOLE as u8 / sharing as u8;
        }
        Shares { twelfths, seats: seats as u8 }
    }

    /// Number of players.
    pub fn seats(self) -> usize {
        self.seats.into()
    }

    /// Share of a player in twelfths.
    pub fn twelfths(self, seat: Seat) -> u32 {
        self.twelfths[seat.index()].into()
    }

    /// Share of a player, from 0 to 1.
    pub fn points(self, seat: Seat) -> f64 {
        f64::from(self.twelfths(seat)) / f64::from(Shares::WHOLE)
    }
}

impl fmt::Display for Shares {
    /// Result token: the share of each player, in the order of turns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(self.seats()) {
            let hyphen = if seat == Seat::WHITE { "" } else { "-" };
            match self.twelfths(seat) {
                0 => write!(f, "{hyphen}0")?,
                Shares::WHOLE => write!(f, "{hyphen}1")?,
                part => write!(f, "{hyphen}1/{}", Shares::WHOLE / part)?,
            }
        }
        Ok(())
    }
}

impl FromStr for Shares {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<Shares, NoResult> {
        let parts: Vec<&str> = text.split('-').collect();
        let seats = parts.len();
        let sharing = parts.iter().filter(|part| **part != "0").count();
        if !(2..=Seat::MAX).contains(&seats) || sharing == 0 {
            return Err(NoResult(text.to_string()));
        }
        let shares = Shares::equal(seats, |seat| parts[seat.index()] != "0");
        if shares.to_string() == text { Ok(shares) } else { Err(NoResult(text.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_written_and_read() {
        for seats in 2..=Seat::MAX {
            for sharing in 1..1usize << seats {
                let shares = Shares::equal(seats, |seat| sharing >> seat.index() & 1 == 1);
                assert_eq!(Seat::all(seats).map(|seat| shares.twelfths(seat)).sum::<u32>(), Shares::WHOLE);
                assert_eq!(shares.to_string().parse(), Ok(shares));
            }
        }
        let written =
            |seats, sharing: &[usize]| Shares::equal(seats, |seat| sharing.contains(&seat.index())).to_string();
        assert_eq!([written(2, &[0]), written(2, &[1]), written(2, &[0, 1])], ["1-0", "0-1", "1/2-1/2"]);
        assert_eq!([written(4, &[0, 1, 3]), written(3, &[0, 2])], ["1/3-1/3-0-1/3", "1/2-0-1/2"]);
        for wrong in ["", "1", "*", "0-0", "1-1", "1/2-1/2-1/2", "1/3-1/3-0", "1/2-0", "1-0-0-0-0", "2/4-0-1/2", "1-0 "]
        {
            assert_eq!(wrong.parse::<Shares>(), Err(NoResult(wrong.to_string())));
        }
    }

    #[test]
    fn explanations_name_the_side_that_acted() {
        let explain = |reason| Seat::BOTH.map(|winner| Outcome::Win(winner, reason).explanation());
        assert_eq!(explain(Reason::CHECKMATE), ["White mates", "Black mates"]);
        assert_eq!(explain(Reason::NO_MOVE), ["Black cannot move", "White cannot move"]);
        assert_eq!(Outcome::Draw(Reason::REPETITION).to_string(), "1/2-1/2 {Draw by repetition}");
        assert_eq!(format!("{:?}", Outcome::Draw(Reason::STALEMATE)), "Draw(Stalemate)");
    }
}
