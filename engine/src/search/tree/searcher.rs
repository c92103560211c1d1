//! The tree search as the outside sees it.

use std::sync::RwLock;

use super::super::control::Control;
use super::super::history::Histories;
use super::super::limits::{FULL_SKILL, Limits};
use super::super::lmr::LmrTable;
use super::super::params::{Params, Prune};
use super::super::report::{Report, Verdict};
use super::super::search_trait::Search;
use super::super::searcher::{DEFAULT_HASH, expected_reply, plies_of_turn, verdict_without_search, wait_until_told};
use super::super::skill;
use super::super::smp::Smp;
use super::super::thread::{SharedState, Thread};
use super::super::time_manager::TimeManager;
use super::super::tt::{NoMemory, TranspositionTable};
use super::graph::{Birth, Graph, NodeId, Stage};
use super::manager::Manager;
use super::params::TreeParams;
use super::value::{Bounds, expected_score, sign};
use super::worker::{Grove, Worker, node_key};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::record::Record;

/// The share of the memory that goes to alpha-beta's table, which the leaves are judged with: one part in so many.
const TABLE_PART: usize = 4;

/// Monte Carlo tree search for a game and an evaluation of it: the counterpart of [`Searcher`](crate::search::Searcher), made for games in which luck
/// plays a part.
///
/// It keeps its tree from one call to the next, so that what was found out about a position counts when the game comes there. With one thread
/// and without a clock, the same calls after [`new`](TreeSearcher::new) or [`clear`](Search::clear) visit the same positions and come to the same verdicts.
pub struct TreeSearcher<G: Tactics, E: Evaluator<G>> {
    evaluator: E,
    grove: RwLock<Grove>,
    /// For quiescence.
    tt: TranspositionTable,
    histories: Histories,
    threads: usize,
    params: Params,
    tree_params: TreeParams,
    seed: u64,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Tactics, E: Evaluator<G>> TreeSearcher<G, E> {
    /// A searcher with one thread and [`DEFAULT_HASH`] megabytes for all that it remembers.
    pub fn new(evaluator: E) -> Self {
        let (tt, grove) = memory(DEFAULT_HASH).expect("there is memory for a small tree");
        TreeSearcher {
            evaluator,
            grove: RwLock::new(grove),
            tt,
            histories: Histories::new::<G>(),
            threads: 1,
            params: Params::default(),
            tree_params: TreeParams::default(),
            seed: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Changes the numbers that steer the search.
    pub fn set_params(&mut self, params: TreeParams) {
        self.tree_params = params;
    }

    fn grove_mut(&mut self) -> &mut Grove {
        self.grove.get_mut().expect("no thread has panicked")
    }

    /// Finds or makes the root.
    fn plant(&mut self, record: &Record<G>) {
        let game = record.position();
        let (actor, viewer) = (game.to_act(), game.turn());
        let value = match actor {
            ToAct::Seat(seat) => {
                let mut evaluator = self.evaluator.clone();
                evaluator.reset(game);
                sign(seat) * expected_score(evaluator.evaluate(game))
            }
            ToAct::Chance => 0.0,
        };
        let birth = Birth { actor, viewer, value, bounds: Bounds::OPEN, turns: 0 };
        let key = node_key(game);
        let grove = self.grove_mut();
        // What is certain was found without a thought of positions that would now occur for the third time.
        let keys = record.reversible_keys();
        let twice = keys.iter().enumerate().any(|(place, key)| keys[..place].contains(key));
        let ended = |graph: &Graph, id: NodeId| {
            let node = graph.node(id);
            node.stage() == Stage::Open && graph.edges(node).is_empty()
        };
        let known = grove.graph.find(key).filter(|&id| !twice && !ended(&grove.graph, id));
        grove.root = match known {
            Some(id) => id,
            None => {
                if twice || grove.graph.find(key).is_some() {
                    grove.graph.clear();
                }
                let room = grove.graph.insert(key, &birth);
                room.unwrap_or_else(|| {
                    grove.graph.clear();
                    grove.graph.insert(key, &birth).expect("an empty tree has room")
                })
            }
        };
        let root = grove.graph.node(grove.root);
        // The root is looked into even if its value was certain before anybody looked.
        if root.stage() == Stage::Leaf {
            root.reopen();
        }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for TreeSearcher<G, E> {
    /// A tree that outgrows its memory is thinned out; it needs two megabytes.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let (tt, grove) = memory(megabytes)?;
        (self.tt, self.grove) = (tt, RwLock::new(grove));
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The tree itself knows no luck: what chance may bring is visited in proportion to its weight.
    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn clear(&mut self) {
        self.tt.clear();
        self.histories.clear();
        self.grove_mut().graph.clear();
    }

    /// The depth of a report is the number of plies in the line looked at most, [`Limits::depth`] bounds that; variations end
    /// where luck has a say. Searches end once the value of the position is certain. If there is a legal move, there is a verdict.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        let game = record.position();
        if let Some(verdict) = verdict_without_search(game) {
            wait_until_told(limits, control);
            return verdict;
        }
        self.tt.new_search();
        self.plant(record);
        let weak = limits.skill < FULL_SKILL;
        let limits_of_skill;
        let limits = if weak {
            let depth = limits.depth.unwrap_or(u32::MAX).min(skill::max_depth(limits.skill));
            limits_of_skill = Limits { depth: Some(depth), ..limits.clone() };
            &limits_of_skill
        } else {
            limits
        };
        let (plies, params) = (plies_of_turn(record), &self.params);
        let shared = SharedState {
            tt: &self.tt,
            histories: &self.histories,
            limits,
            control,
            params,
            prune: Prune::Unpromising,
            lmr: LmrTable::new(params),
            time: TimeManager::start(limits, plies, G::MOVES_TO_GO, params, control.is_pondering()),
            smp: Smp::independent(self.threads),
        };
        let (grove, evaluator, params) = (&self.grove, &self.evaluator, &self.tree_params);
        let (root, depth) = std::thread::scope(|scope| {
            for index in 1..self.threads {
                let thread = Thread::new(&shared, index, record, evaluator.clone());
                scope.spawn(move || Worker::new(thread, grove, params).help());
            }
            let thread = Thread::new(&shared, 0, record, evaluator.clone());
            Manager::new(Worker::new(thread, grove, params)).search(report)
        });
        wait_until_told(limits, control);
        let choice = if weak { skill::choose(&root, limits.skill, self.seed ^ game.key()) } else { 0 };
        let chosen = &root[choice];
        Verdict {
            best: chosen.mv.is_some().then_some(chosen.mv),
            ponder: expected_reply(game, chosen.mv, chosen.pv.get(1).copied()),
            score: chosen.score,
            depth,
            nodes: shared.smp.total_nodes(),
        }
    }
}

/// The table and the tree that share so many megabytes.
fn memory(megabytes: usize) -> Result<(TranspositionTable, Grove), NoMemory> {
    let megabytes = megabytes.max(2);
    let table_part = (megabytes / TABLE_PART).max(1);
    let table = TranspositionTable::new(table_part)?;
    // The tree is copied when it is thinned out.
    let half = (megabytes - table_part).saturating_mul(1 << 20) / 2;
    let no_memory = |_| NoMemory { megabytes };
    let (graph, spare) = (Graph::new(half).map_err(no_memory)?, Graph::new(half).map_err(no_memory)?);
    Ok((table, Grove { graph, spare, root: 0 }))
}
