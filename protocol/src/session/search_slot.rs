//! The two searches that a game can be played with, of which one is at work.

use engine::record::Record;
use engine::search::{Control, DEFAULT_HASH, Limits, NoMemory, Report, Search, Verdict};
use searches::Searched;

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta, deeper and deeper.
    AlphaBeta,
    /// A tree that grows where it pays.
    Tree,
}

impl Method {
    /// The words of the setting. Without a method a game is searched in the way that plays it better, which as far as matches have shown
    /// (`docs/strength.md`) is alpha-beta in all of them.
    pub const WORDS: [(&str, Option<Method>); 3] =
        [("auto", None), ("alphabeta", Some(Method::AlphaBeta)), ("tree", Some(Method::Tree))];
}

/// A search for a game, to be exchanged for another with the same settings.
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

impl<G: Searched> SearchSlot<G> {
    /// Searches in a certain way from now on; none stands for the better one. What was learned in another way is forgotten.
    ///
    /// # Errors
    /// If there is not enough memory to change; then nothing is changed.
    pub fn set_method(&mut self, method: Option<Method>) -> Result<(), NoMemory> {
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

    /// The way in which it searches.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Gives the search so many megabytes to remember things in.
    ///
    /// # Errors
    /// If there is not so much memory; then nothing is changed.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.search.set_hash(megabytes)?;
        self.megabytes = megabytes;
        Ok(())
    }

    /// Searches with so many threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
        self.threads = threads;
    }

    /// Chooses the luck of a player below full strength.
    pub fn set_seed(&mut self, seed: u64) {
        self.search.set_seed(seed);
        self.seed = seed;
    }

    /// Forgets what earlier searches have taught.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Thinks about the position at the end of a record.
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
