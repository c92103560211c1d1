//! Faults of players: illegal moves, crashes, stalls, protocol violations, time forfeits.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Error, bail};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Kind of a fault, by its cause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// Illegal move, or a text that is no move.
    Illegal,
    /// The engine's process has ended, closed its stdin or stdout, or could not be started.
    Crash,
    /// The engine does not answer: at the start, to a ping, or when told to move now.
    Stall,
    /// Violation of the protocol: garbage, floods, moves out of turn, false results.
    Violation,
    /// Time forfeit: the clock and the margin have run out, or where no clock bounds a move, the longest time for one.
    Forfeit,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Illegal, FaultKind::Crash, FaultKind::Stall, FaultKind::Violation, FaultKind::Forfeit];

    /// Name on command lines and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Crash => "crash",
            FaultKind::Stall => "stall",
            FaultKind::Violation => "violation",
            FaultKind::Forfeit => "forfeit",
        }
    }

    /// Fault of this kind.
    pub fn because(self, detail: impl Into<String>) -> Fault {
        Fault { kind: self, detail: detail.into() }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FaultKind {
    type Err = Error;

    fn from_str(text: &str) -> Result<FaultKind, Error> {
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == text);
        let Some(kind) = kind else {
            bail!("'{text}' is no kind of fault; there are: {}", FaultKind::ALL.map(FaultKind::name).join(", "))
        };
        Ok(kind)
    }
}

/// Fault of a player.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// Kind.
    pub kind: FaultKind,
    /// Details, in one line.
    pub detail: String,
}

impl Fault {
    /// Time forfeit of a player that has used more than it was allowed.
    pub(super) fn forfeit(used: Duration, allowed: Duration) -> Fault {
        FaultKind::Forfeit.because(format!("{} ms of {} ms", used.as_millis(), allowed.as_millis()))
    }

    /// Forfeit of a player whose moves no clock bounds, and that has taken longer than the longest time for one.
    pub(super) fn forfeit_without_clock(longest: Duration) -> Fault {
        let seconds = longest.as_secs_f64();
        FaultKind::Forfeit.because(format!("no move within {seconds} s, the most where no clock bounds a move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_their_names() {
        for kind in FaultKind::ALL {
            assert_eq!(kind.name().parse::<FaultKind>().unwrap(), kind);
        }
        let error = "forfeits".parse::<FaultKind>().unwrap_err().to_string();
        assert_eq!(error, "'forfeits' is no kind of fault; there are: illegal, crash, stall, violation, forfeit");
        assert_eq!(FaultKind::Crash.because("status 1").to_string(), "crash: status 1");
    }
}
