//! [`SearchResources`]: what alpha-beta and tree search alike keep from one search to the next.

use super::control::Control;
use super::helper_threads::HelperThreads;
use super::history::Histories;
use super::limits::Limits;
use super::lmr::LmrTable;
use super::params::{Params, Selectivity};
use super::smp::Smp;
use super::thread::SharedState;
use super::time_manager::TimeManager;
use super::tt::TranspositionTable;
use crate::game::Tactics;
use crate::record::Record;

/// Resources of a searcher: they outlive one search, whose threads share them.
pub struct SearchResources {
    /// Transposition table.
    pub tt: TranspositionTable,
    /// Helper threads.
    pub helpers: HelperThreads,
    /// Seed of the choice of a limited skill level.
    pub seed: u64,
    histories: Histories,
    params: Params,
    lmr: LmrTable,
}

impl SearchResources {
    /// Resources of a searcher with one thread and the game's parameters.
    pub fn new<G: Tactics>(tt: TranspositionTable) -> SearchResources {
        let params = G::SEARCH_PARAMS;
        SearchResources {
            tt,
            helpers: HelperThreads::default(),
            seed: 0,
            histories: Histories::new::<G>(),
            lmr: LmrTable::new(&params),
            params,
        }
    }

    /// Sets the tunable parameters.
    pub fn set_params(&mut self, params: Params) {
        self.lmr = LmrTable::new(&params);
        self.params = params;
    }

    /// Forgets what was learned: the transposition table and the histories.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.histories.clear();
    }

    /// State shared by the threads of a selective search, whose clock starts now. `smp` makes the state of work
    /// division for a number of threads.
    pub fn shared<'a, G: Tactics>(
        &'a self,
        record: &Record<G>,
        limits: &'a Limits,
        control: &'a Control,
        smp: fn(usize) -> Smp,
    ) -> SharedState<'a> {
        let params = &self.params;
        SharedState {
            tt: &self.tt,
            histories: &self.histories,
            limits,
            control,
            params,
            selectivity: Selectivity::Selective,
            lmr: &self.lmr,
            time: TimeManager::start(limits, record.plies_of_turn(), G::EXPECTED_MOVES, params, control),
            smp: smp(self.helpers.count() + 1),
        }
    }
}
