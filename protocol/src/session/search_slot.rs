//! Search slot: the search of a session, exchangeable for another one with the same settings.

use engine::record::Record;
use engine::search::{Control, DEFAULT_HASH, Limits, NoMemory, Report, Search, Verdict};
use searches::Searched;

/// Search method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
    /// Monte Carlo tree search.
    Tree,
}

impl Method {
    /// Words of the option `Search`. `auto` stands for the stronger method of the game, which as far as matches have
    /// shown (`docs/strength.md`) is alpha-beta in all games.
    pub const WORDS: [(&str, Option<Method>); 3] =
        [("auto", None), ("alphabeta", Some(Method::AlphaBeta)), ("tree", Some(Method::Tree))];
}

/// Engine's handle: the settings of the search of a session.
pub trait EngineHandle: Send {
    /// Selects the search method; none stands for the stronger one. A new method starts with empty tables.
    ///
    /// # Errors
    /// If there is not enough memory for the change; then nothing has changed.
    fn set_method(&mut self, method: Option<Method>) -> Result<(), NoMemory>;
    /// Sets the size of the transposition table in megabytes.
    ///
    /// # Errors
    /// If there is not so much memory; then nothing has changed.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory>;
    /// Sets the number of search threads. Returns how many there are: fewer if the system refuses some.
    fn set_threads(&mut self, threads: usize) -> usize;
    /// Seeds the generator behind the mistakes of a player below full strength.
    fn set_seed(&mut self, seed: u64);
    /// Clears the transposition table and the histories.
    fn clear(&mut self);
}

/// Search of one game with its settings.
pub struct SearchSlot<G: Searched> {
    search: Box<dyn Search<G>>,
    method: Method,
    megabytes: usize,
    threads: usize,
    seed: u64,
}

impl<G: Searched> Default for SearchSlot<G> {
    fn default() -> Self {
        SearchSlot { search: G::alphabeta(), method: Method::AlphaBeta, megabytes: DEFAULT_HASH, threads: 1, seed: 0 }
    }
}

impl<G: Searched> EngineHandle for SearchSlot<G> {
    fn set_method(&mut self, method: Option<Method>) -> Result<(), NoMemory> {
        let method = method.unwrap_or(Method::AlphaBeta);
        if method == self.method {
            return Ok(());
        }
        let mut search = match method {
            Method::AlphaBeta => G::alphabeta(),
            Method::Tree => G::tree(),
        };
        search.set_hash(self.megabytes)?;
        search.set_threads(self.threads);
        search.set_seed(self.seed);
        (self.search, self.method) = (search, method);
        Ok(())
    }

    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.search.set_hash(megabytes)?;
        self.megabytes = megabytes;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.threads = threads;
        self.search.set_threads(threads)
    }

    fn set_seed(&mut self, seed: u64) {
        self.search.set_seed(seed);
        self.seed = seed;
    }

    fn clear(&mut self) {
        self.search.clear();
    }
}

impl<G: Searched> SearchSlot<G> {
    /// Current search method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Searches the position at the end of a record.
    pub fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        self.search.think(record, limits, control, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    #[test]
    fn settings_outlive_a_change_of_the_search() {
        let mut slot = SearchSlot::<Chess>::default();
        slot.set_hash(3).unwrap();
        slot.set_threads(2);
        slot.set_seed(9);
        for (_, method) in Method::WORDS {
            slot.set_method(method).unwrap();
            assert_eq!(slot.method(), method.unwrap_or(Method::AlphaBeta));
            assert_eq!((slot.megabytes, slot.threads, slot.seed), (3, 2, 9));
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            assert!(slot.think(&Record::default(), &limits, &Control::new(), &mut |_| {}).best.is_some());
        }
    }
}
