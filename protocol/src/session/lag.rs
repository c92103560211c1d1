//! Lag: time that a move loses on a busy machine, estimated from the moves before.
//!
//! A thread that is ready to run waits for a processor when other programs are at work: before a search starts, in the
//! middle of it, and before its answer is written. How long it waits is seen afterwards. The estimate is added to the
//! option `Move Overhead`, so that a busy machine gets the reserve that it needs and an idle one loses nothing.

use std::time::Duration;

/// The longest lag that is reckoned with. A machine that was suspended must not be feared for many moves.
const LONGEST: Duration = Duration::from_millis(100);

/// Decay of the estimate: the eighths that are kept after a search without lag.
const KEPT_EIGHTHS: u32 = 7;

/// Estimate of the lag of the next move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    estimate: Duration,
}

impl Lag {
    /// Takes down how long a search and its answer have waited for the machine.
    pub fn observe(&mut self, waited: Duration) {
        self.estimate = (self.estimate * KEPT_EIGHTHS / 8).max(waited.min(LONGEST));
    }

    /// The lag that the next move is expected to have.
    pub fn estimate(&self) -> Duration {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_rises_at_once_and_falls_slowly() {
        const MS: fn(u64) -> Duration = Duration::from_millis;
        let mut lag = Lag::default();
        let estimates = [MS(0), MS(40), MS(20), MS(0), MS(3_600_000), MS(0)].map(|waited| {
            lag.observe(waited);
            lag.estimate()
        });
        let kept = |estimate: Duration| estimate * 7 / 8;
        assert_eq!(estimates, [MS(0), MS(40), MS(35), kept(MS(35)), LONGEST, kept(LONGEST)]);
    }
}
