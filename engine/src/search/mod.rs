//! One search for every game.

pub mod control;
pub mod limits;
pub mod report;
pub mod score;

pub use control::Control;
pub use limits::{Clock, Limits};
pub use report::{Bound, Report, Verdict};
