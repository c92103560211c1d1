//! Search slot: the search of a session, exchangeable for another one with the same settings.

use std::sync::Arc;
use std::time::Instant;

use engine::record::Record;
use engine::search::{Bound, Control, DEFAULT_HASH, Limits, NoMemory, Report, Search, Verdict};
use eval::nnue::Network;
use searches::{Method, Searched};

/// Words of the option `Search`. `auto` stands for the default. A word for a game of another number of players stands
/// for what it comes down to: Paranoid and BRS+ of two are alpha-beta, the tree search of more plays MaxN.
pub const METHODS: [(&str, Option<Method>); 6] = [
    ("auto", None),
    ("alphabeta", Some(Method::AlphaBeta)),
    ("tree", Some(Method::Tree)),
    ("paranoid", Some(Method::AlphaBeta)),
    ("brs", Some(Method::BestReply)),
    ("maxn", Some(Method::Tree)),
];

/// Nodes of the search that prepares for the first one.
const PREPARING_NODES: u64 = 500;

/// Engine's handle: the settings of the search of a session.
pub trait EngineHandle: Send {
    /// Selects the search method; none stands for the default. A new method starts with empty tables.
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
    /// Prepares for the first search: computes what is computed at the first use, and makes the system hand out the
    /// memory of the tables. Without it the first search pays for that. Clears the tables.
    fn prepare(&mut self);
}

/// Search of one game with its settings.
pub struct SearchSlot<G: Searched> {
    search: Box<dyn Search<G>>,
    method: Method,
    network: Option<Arc<Network>>,
    megabytes: usize,
    threads: usize,
    seed: u64,
}

impl<G: Searched> Default for SearchSlot<G> {
    fn default() -> Self {
        SearchSlot {
            search: G::search(Method::DEFAULT, G::network()),
            method: Method::DEFAULT,
            network: G::network(),
            megabytes: DEFAULT_HASH,
            threads: 1,
            seed: 0,
        }
    }
}

impl<G: Searched> EngineHandle for SearchSlot<G> {
    fn set_method(&mut self, method: Option<Method>) -> Result<(), NoMemory> {
        let method = method.unwrap_or(Method::DEFAULT);
        if method == self.method {
            return Ok(());
        }
        self.replace_search(method, self.network.clone())
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

    fn prepare(&mut self) {
        // A short search has used everything that a search needs.
        let limits = Limits { nodes: Some(PREPARING_NODES), ..Limits::default() };
        self.search.think(&Record::default(), &limits, &Control::new(), &mut |_| {});
        self.search.clear();
    }
}

impl<G: Searched> SearchSlot<G> {
    /// Sets the network of the evaluation, which must be the game's. The search starts with empty tables.
    ///
    /// # Errors
    /// If there is not enough memory for the change; then nothing has changed.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), NoMemory> {
        self.replace_search(self.method, network)
    }

    /// Replaces the search by a new one with the same settings.
    fn replace_search(&mut self, method: Method, network: Option<Arc<Network>>) -> Result<(), NoMemory> {
        let mut search = G::search(method, network.clone());
        search.set_hash(self.megabytes)?;
        search.set_threads(self.threads);
        search.set_seed(self.seed);
        (self.search, self.method, self.network) = (search, method, network);
        Ok(())
    }

    /// Current search method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Searches the position at the end of a record. If there is a move to play, the last report of the best PV
    /// begins with it: a search that was stopped at once, or that plays below its strength, reports it at the end.
    pub fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        let (mut reported, mut hashfull) = (None, 0);
        let began = limits.began.unwrap_or_else(Instant::now);
        let verdict = self.search.think(record, limits, control, &mut |line| {
            if line.multipv == 1 {
                reported = line.pv.first().copied();
            }
            hashfull = line.hashfull;
            report(line);
        });
        if let Some(best) = verdict.best
            && reported != Some(best)
        {
            report(&Report {
                depth: verdict.depth.max(1),
                selective_depth: verdict.depth.max(1),
                multipv: 1,
                score: verdict.score,
                bound: Bound::Exact,
                nodes: verdict.nodes,
                time: began.elapsed(),
                hashfull,
                pv: [best].into_iter().chain(verdict.ponder).collect(),
            });
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use engine::search::limits::FULL_SKILL;
    use engine::variants::Chess;

    use super::*;

    /// Verdict of a search, and its reports.
    fn think(slot: &mut SearchSlot<Chess>, limits: &Limits, control: &Control) -> (Verdict, Vec<Report>) {
        let mut reports = Vec::new();
        let verdict = slot.think(&Record::default(), limits, control, &mut |report| reports.push(report.clone()));
        (verdict, reports)
    }

    #[test]
    fn the_last_report_begins_with_the_move_to_play() {
        for (_, method) in METHODS {
            let mut slot = SearchSlot::<Chess>::default();
            slot.set_method(method).unwrap();
            let stopped = Control::new();
            stopped.stop();
            let limits = |nodes, skill| Limits { nodes: Some(nodes), skill, ..Limits::default() };
            for (limits, control) in [
                (limits(5000, FULL_SKILL), stopped),
                (limits(1, FULL_SKILL), Control::new()),
                (limits(5000, FULL_SKILL), Control::new()),
                (limits(5000, 0), Control::new()),
            ] {
                let (verdict, reports) = think(&mut slot, &limits, &control);
                let last = reports.iter().rfind(|report| report.multipv == 1).expect("there is a report");
                assert_eq!(last.pv.first().copied(), verdict.best, "{method:?}, {limits:?}");
            }
        }
    }

    #[test]
    fn preparation_leaves_no_trace() {
        for (_, method) in METHODS {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let nodes = [false, true].map(|prepared| {
                let mut slot = SearchSlot::<Chess>::default();
                slot.set_method(method).unwrap();
                if prepared {
                    slot.prepare();
                }
                let (verdict, reports) = think(&mut slot, &limits, &Control::new());
                (verdict.best, verdict.score, reports.iter().map(|report| report.nodes).collect::<Vec<_>>())
            });
            assert_eq!(nodes[0], nodes[1], "{method:?}");
        }
    }

    #[test]
    fn settings_outlive_a_change_of_the_search() {
        let mut slot = SearchSlot::<Chess>::default();
        slot.set_hash(3).unwrap();
        slot.set_threads(2);
        slot.set_seed(9);
        for (_, method) in METHODS {
            slot.set_method(method).unwrap();
            slot.set_network(None).unwrap();
            assert_eq!(slot.method(), method.unwrap_or(Method::DEFAULT));
            assert!(slot.network.is_none());
            assert_eq!((slot.megabytes, slot.threads, slot.seed), (3, 2, 9));
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            assert!(slot.think(&Record::default(), &limits, &Control::new(), &mut |_| {}).best.is_some());
        }
    }
}
