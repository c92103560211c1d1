//! Tree searcher: the public face of the Monte Carlo tree search.

use std::sync::RwLock;

use super::super::control::Control;
use super::super::limits::Limits;
use super::super::position::has_duplicate;
use super::super::report::{Report, Verdict};
use super::super::resources::SearchResources;
use super::super::root::RootMove;
use super::super::search_trait::Search;
use super::super::searcher::{DEFAULT_HASH, expected_reply, verdict_without_search, wait_until_told};
use super::super::skill;
use super::super::smp::Smp;
use super::super::thread::Thread;
use super::super::tt::{NoMemory, TranspositionTable};
use super::graph::{Graph, NodeId, Stage};
use super::main_worker::MainWorker;
use super::params::TreeParams;
use super::value::{Valuation, Value};
use super::worker::{TreeArena, Worker, node_key};
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::record::Record;

/// Share of the memory for the transposition table of the leaf searches: one part in this many.
const TT_SHARE: usize = 4;

/// Monte Carlo tree search (MCTS) for a game and an evaluation, with values of some kind.
///
/// Tree reuse: the tree is kept from one call to the next. With one thread and without a clock the search is
/// deterministic: the same calls after [`new`](GenericTreeSearcher::new) or [`clear`](Search::clear) return the same
/// verdicts.
pub struct GenericTreeSearcher<G: Tactics, E: Evaluator<G>, V: Value> {
    evaluator: E,
    arena: RwLock<TreeArena<V>>,
    /// The transposition table is that of the leaf searches.
    resources: SearchResources,
    tree_params: TreeParams,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Tactics, E: Evaluator<G>, V: Valuation<G, E>> GenericTreeSearcher<G, E, V> {
    /// Searcher with one thread and [`DEFAULT_HASH`] megabytes for tree and transposition table.
    pub fn new(evaluator: E) -> Self {
        const { assert!(G::SEATS <= V::SEATS, "a value for each seat") };
        let (tt, arena) = allocate(DEFAULT_HASH).expect("there is memory for a small tree");
        GenericTreeSearcher {
            evaluator,
            arena: RwLock::new(arena),
            resources: SearchResources::new::<G>(tt),
            tree_params: TreeParams::default(),
            game: std::marker::PhantomData,
        }
    }

    /// Sets the parameters of the tree search.
    pub fn set_tree_params(&mut self, params: TreeParams) {
        self.tree_params = params;
    }

    fn arena_mut(&mut self) -> &mut TreeArena<V> {
        self.arena.get_mut().expect("no thread has panicked")
    }

    /// Root of the search: the node of the record's position, found in the tree or inserted.
    fn ensure_root(&mut self, record: &Record<G>) {
        let game = record.position();
        let init = V::root(game, &self.evaluator);
        let key = node_key(game);
        let arena = self.arena_mut();
        // Proofs in the tree do not know which positions would now occur for the third time.
        let occurred_twice = has_duplicate(record.reversible_keys());
        let is_terminal = |graph: &Graph<V>, id: NodeId| {
            let node = graph.node(id);
            node.stage() == Stage::Expanded && graph.edges(node).is_empty()
        };
        let known = arena.graph.find(key).filter(|&id| !occurred_twice && !is_terminal(&arena.graph, id));
        arena.root = match known {
            Some(id) => id,
            None => {
                if occurred_twice || arena.graph.find(key).is_some() {
                    arena.graph.clear();
                }
                let inserted = arena.graph.insert(key, &init);
                inserted.unwrap_or_else(|| {
                    arena.graph.clear();
                    arena.graph.insert(key, &init).expect("an empty tree has room")
                })
            }
        };
        let root = arena.graph.node(arena.root);
        // The root is expanded even if its value is proven.
        if root.stage() == Stage::Leaf {
            root.clear_bounds();
        }
    }
}

impl<G: Tactics, E: Evaluator<G>, V: Valuation<G, E>> Search<G> for GenericTreeSearcher<G, E, V> {
    /// At least two megabytes. A tree that outgrows its memory is garbage collected.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let (tt, arena) = allocate(megabytes)?;
        (self.resources.tt, self.arena) = (tt, RwLock::new(arena));
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.resources.helpers.restart(threads)
    }

    /// The seed of the choice of a limited skill level. The tree search itself is not random: chance outcomes are
    /// visited in proportion to their weights.
    fn set_seed(&mut self, seed: u64) {
        self.resources.seed = seed;
    }

    fn clear(&mut self) {
        self.resources.clear();
        self.arena_mut().graph.clear();
    }

    /// The depth of a report is the number of plies in the most visited line, and [`Limits::depth`] is its limit.
    /// PVs end before a chance node. The search ends as soon as the value of the root is proven. If there is a legal
    /// move, there is a verdict.
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
        self.resources.tt.new_search();
        self.ensure_root(record);
        let of_skill = skill::node_budget(limits.skill, RootMove::list(game, &limits.searchmoves).len());
        let nodes = of_skill.into_iter().chain(limits.least_nodes()).min();
        let limits = &Limits { nodes, ..limits.clone() };
        let shared = &self.resources.shared(record, limits, control, Smp::independent);
        let (arena, evaluator, params) = (&self.arena, &self.evaluator, &self.tree_params);
        let help = |id| {
            let evaluator = evaluator.clone();
            move || Worker::new(Thread::new(shared, id, record, evaluator), arena, params).help()
        };
        let (root, depth) = self.resources.helpers.run(help, || {
            let thread = Thread::new(shared, 0, record, evaluator.clone());
            MainWorker::new(Worker::new(thread, arena, params)).search(report)
        });
        wait_until_told(limits, control);
        let chosen = &root[skill::choose(&root, limits.skill, self.resources.seed ^ game.key())];
        Verdict {
            best: chosen.mv.is_some().then_some(chosen.mv),
            ponder: expected_reply(game, chosen.mv, chosen.pv.get(1).copied()),
            score: chosen.score,
            depth,
            nodes: shared.smp.total_nodes(),
        }
    }
}

/// Transposition table and tree in a common size of `megabytes`.
fn allocate<V: Value>(megabytes: usize) -> Result<(TranspositionTable, TreeArena<V>), NoMemory> {
    let megabytes = megabytes.max(2);
    let tt_share = if V::USES_TT { (megabytes / TT_SHARE).max(1) } else { 1 };
    let tt = TranspositionTable::new(tt_share)?;
    // The garbage collector copies the tree: two graphs of half the size.
    let half = (megabytes - tt_share).saturating_mul(1 << 20) / 2;
    let no_memory = |_| NoMemory { megabytes };
    let (graph, spare) = (Graph::new(half).map_err(no_memory)?, Graph::new(half).map_err(no_memory)?);
    Ok((tt, TreeArena { graph, spare, root: 0 }))
}

#[cfg(test)]
mod tests {
    use super::super::TreeSearcher;
    use super::super::main_worker::MAX_ROOT_VISITS;
    use super::*;
    use crate::search::Material;
    use crate::variants::Chess;

    #[test]
    fn a_search_ends_before_its_visits_overflow() {
        let mut searcher = TreeSearcher::<Chess, Material<Chess>>::new(Material::default());
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let mut nodes = Vec::new();
        for visits in [0, MAX_ROOT_VISITS] {
            let arena = searcher.arena_mut();
            arena.graph.node(arena.root).set_visits(visits);
            nodes.push(searcher.think(&Record::default(), &limits, &Control::new(), &mut |_| {}).nodes);
        }
        assert!(nodes[0] == 50_000 && nodes[1] < 25_000, "{nodes:?}");
    }
}
