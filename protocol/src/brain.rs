//! The two searches that a game can be played with, of which one is at work.

use engine::eval::Evaluator;
use engine::game::Tactics;
use engine::record::Record;
use engine::search::{Control, DEFAULT_HASH, Limits, NoMemory, Report, Searcher, TreeSearcher, Verdict};

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

/// The search at work.
enum AtWork<G: Tactics, E: Evaluator<G>> {
    AlphaBeta(Box<Searcher<G, E>>),
    Tree(Box<TreeSearcher<G, E>>),
}

/// Calls a method of whichever search is at work.
macro_rules! delegate {
    ($brain:expr, $searcher:ident => $call:expr) => {
        match &mut $brain.at_work {
            AtWork::AlphaBeta($searcher) => $call,
            AtWork::Tree($searcher) => $call,
        }
    };
}

/// A search for a game, to be exchanged for another with the same settings.
pub struct Brain<G: Tactics, E: Evaluator<G>> {
    at_work: AtWork<G, E>,
    megabytes: usize,
    threads: usize,
    seed: u64,
}

impl<G: Tactics, E: Evaluator<G> + Default> Default for Brain<G, E> {
    fn default() -> Self {
        let at_work = AtWork::AlphaBeta(Box::new(Searcher::new(E::default())));
        Brain { at_work, megabytes: DEFAULT_HASH, threads: 1, seed: 0 }
    }
}

impl<G: Tactics, E: Evaluator<G> + Default> Brain<G, E> {
    /// Searches in a certain way from now on; none stands for the better one. What was learned in another way is forgotten.
    ///
    /// # Errors
    /// If there is not enough memory to change; then nothing is changed.
    pub fn set_method(&mut self, method: Option<Method>) -> Result<(), NoMemory> {
        let method = method.unwrap_or(Method::AlphaBeta);
        if method == self.method() {
            return Ok(());
        }
        let at_work = match method {
            Method::AlphaBeta => AtWork::AlphaBeta(Box::new(Searcher::new(E::default()))),
            Method::Tree => AtWork::Tree(Box::new(TreeSearcher::new(E::default()))),
        };
        let (megabytes, threads, seed) = (self.megabytes, self.threads, self.seed);
        let mut next = Brain { at_work, megabytes, threads, seed };
        next.set_hash(megabytes)?;
        next.set_threads(threads);
        next.set_seed(seed);
        *self = next;
        Ok(())
    }

    /// The way in which it searches.
    pub fn method(&self) -> Method {
        match self.at_work {
            AtWork::AlphaBeta(_) => Method::AlphaBeta,
            AtWork::Tree(_) => Method::Tree,
        }
    }

    /// Gives the search so many megabytes to remember things in.
    ///
    /// # Errors
    /// If there is not so much memory; then nothing is changed.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        delegate!(self, searcher => searcher.set_hash(megabytes))?;
        self.megabytes = megabytes;
        Ok(())
    }

    /// Searches with so many threads.
    pub fn set_threads(&mut self, threads: usize) {
        delegate!(self, searcher => searcher.set_threads(threads));
        self.threads = threads;
    }

    /// Chooses the luck of a player below full strength.
    pub fn set_seed(&mut self, seed: u64) {
        delegate!(self, searcher => searcher.set_seed(seed));
        self.seed = seed;
    }

    /// Forgets what earlier searches have taught.
    pub fn clear(&mut self) {
        delegate!(self, searcher => searcher.clear());
    }

    /// Thinks about the position at the end of a record.
    pub fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        delegate!(self, searcher => searcher.think(record, limits, control, report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::Material;
    use engine::variants::Chess;

    #[test]
    fn settings_outlive_a_change_of_the_search() {
        let mut brain = Brain::<Chess, Material<Chess>>::default();
        brain.set_hash(3).unwrap();
        brain.set_threads(2);
        brain.set_seed(9);
        for (_, method) in Method::WORDS {
            brain.set_method(method).unwrap();
            assert_eq!(brain.method(), method.unwrap_or(Method::AlphaBeta));
            assert_eq!((brain.megabytes, brain.threads, brain.seed), (3, 2, 9));
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            assert!(brain.think(&Record::default(), &limits, &Control::new(), &mut |_| {}).best.is_some());
        }
    }
}
