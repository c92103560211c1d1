//! What both searches have in common.

use super::control::Control;
use super::limits::Limits;
use super::report::{Report, Verdict};
use super::tt::NoMemory;
use crate::game::Game;
use crate::record::Record;

/// A search for a game, whichever it is and whatever evaluation it has.
pub trait Search<G: Game>: Send {
    /// Gives it so many megabytes to remember things in, at least one, and forgets what was in them.
    ///
    /// # Errors
    /// If there is not so much memory; then nothing is changed.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory>;

    /// Searches with so many threads, at least one.
    fn set_threads(&mut self, threads: usize);

    /// Chooses the luck that [`skill`](Limits::skill) draws from.
    fn set_seed(&mut self, seed: u64);

    /// Forgets everything learned, as before a new game.
    fn clear(&mut self);

    /// Thinks about the position at the end of a record, within the limits, and hands each line of thinking to `report`.
    ///
    /// Where chance decides the next ply, what is reported is the mean of what may follow; there is no best move.
    ///
    /// If there is a legal move, there is a verdict: the first iteration is completed even if the search is stopped at once or
    /// has no time (only [`Limits::nodes`], which is exact with one thread, can cut it short). A search without any bound, or one that ponders,
    /// does not return before it is told to, though it may have nothing left to search: it waits for [`Control::stop`], a
    /// pondering one also for [`Control::ponder_hit`].
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict;
}
