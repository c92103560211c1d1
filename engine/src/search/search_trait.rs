//! [`Search`]: the interface that alpha-beta and the tree search have in common.

use super::control::Control;
use super::limits::Limits;
use super::report::{Report, Verdict};
use super::tt::NoMemory;
use crate::game::Game;
use crate::record::Record;

/// A search for a game, of any kind and with any evaluation.
pub trait Search<G: Game>: Send {
    /// Sets the memory for everything that the search stores, in megabytes, at least one, and empties it.
    ///
    /// # Errors
    /// If there is not so much memory; then nothing is changed.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory>;

    /// Sets the number of threads, at least one. Returns how many there are: fewer if the system refuses some.
    fn set_threads(&mut self, threads: usize) -> usize;

    /// Sets the seed of the random choices of [`skill`](Limits::skill).
    fn set_seed(&mut self, seed: u64);

    /// Forgets everything learned, as before a new game.
    fn clear(&mut self);

    /// Searches the position at the end of a record, within the limits, and hands each line of thinking to `report`.
    ///
    /// Where chance decides the next ply, what is reported is the mean of what may follow; there is no best move.
    ///
    /// If there is a legal move, there is a verdict: the first iteration is completed even if the search is stopped at
    /// once or has no time. [`Limits::nodes`], which is exact with one thread, can cut it short, and so can a stop
    /// after thousands of nodes; then the best move so far stands, or the first in their order.
    ///
    /// A search without any bound, or one that ponders, does not return before it is told to, though it may have
    /// nothing left to search: it waits for [`Control::stop`], a pondering one also for [`Control::ponder_hit`].
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict;
}
