//! [`Searcher`]: the alpha-beta search as seen from outside.

use std::marker::PhantomData;
use std::time::Duration;

use super::control::Control;
use super::limits::Limits;
use super::params::{Params, Selectivity};
use super::report::{Report, Verdict};
use super::resources::SearchResources;
use super::root::RootMove;
use super::score::{DRAW, MAX_PLY, mate_in, mated_in};
use super::search_trait::Search;
use super::skill;
use super::smp::Smp;
use super::thread::{SharedState, Thread};
use super::tt::{NoMemory, TranspositionTable};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::record::Record;

/// Megabytes of a new searcher's transposition table.
pub const DEFAULT_HASH: usize = 16;

/// Interval at which a search that has nothing left to do asks whether it may return.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Alpha-beta search for a game and an evaluation of it.
///
/// It keeps what it has learned from one call to the next: the transposition table and the histories. With one thread
/// and without a clock, the same calls after [`new`](Searcher::new) or [`clear`](Search::clear) visit the same nodes
/// and come to the same verdicts.
///
/// ```
/// use engine::record::Record;
/// use engine::search::{Control, Limits, Material, Search, Searcher};
/// use engine::text::Notation;
/// use engine::variants::Chess;
///
/// let record: Record<Chess> = Record::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap());
/// let mut searcher = Searcher::<Chess, _>::new(Material::default());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let verdict = searcher.think(&record, &limits, &Control::new(), &mut |_| {});
/// assert_eq!(verdict.best, record.position().read_move("a1a8").ok());
/// ```
pub struct Searcher<G: Tactics, E: Evaluator<G>> {
    evaluator: E,
    /// Evaluator of the first thread between two searches. What it has cached spares the next search work.
    warm_evaluator: Option<E>,
    resources: SearchResources,
    selectivity: Selectivity,
    game: PhantomData<fn() -> G>,
}

impl<G: Tactics, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with one thread and a transposition table of [`DEFAULT_HASH`] megabytes.
    ///
    /// # Panics
    /// If there is no memory for the table.
    pub fn new(evaluator: E) -> Self {
        Searcher::with_hash(evaluator, DEFAULT_HASH).expect("there is memory for a small table")
    }

    /// A searcher with one thread and a transposition table of some megabytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_hash(evaluator: E, megabytes: usize) -> Result<Self, NoMemory> {
        const { assert!(G::SEATS == 2, "alpha-beta needs two sides") };
        Ok(Searcher {
            evaluator,
            warm_evaluator: None,
            resources: SearchResources::new::<G>(TranspositionTable::new(megabytes)?),
            selectivity: Selectivity::default(),
            game: PhantomData,
        })
    }

    /// Sets the tunable parameters.
    pub fn set_params(&mut self, params: Params) {
        self.resources.set_params(params);
    }

    /// Sets whether the search is selective or exact.
    pub fn set_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
    }

    /// Ponder move: the reply to expect to a root move, from its PV or from the TT.
    fn ponder_move(&self, game: &G, root: &RootMove) -> Option<Move> {
        if game.to_act() == ToAct::Chance {
            return None;
        }
        let from_tt = || {
            let mut next = game.clone();
            next.make(root.mv, &mut ());
            self.resources.tt.probe(next.key(), 1).map(|entry| entry.mv)
        };
        expected_reply(game, root.mv, root.pv.get(1).copied().or_else(from_tt))
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Searcher<G, E> {
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.resources.tt = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.resources.helpers.restart(threads)
    }

    fn set_seed(&mut self, seed: u64) {
        self.resources.seed = seed;
    }

    fn clear(&mut self) {
        self.resources.clear();
    }

    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        self.resources.tt.new_search();
        let shared =
            &SharedState { selectivity: self.selectivity, ..self.resources.shared(record, limits, control, Smp::new) };
        let game = record.position();
        if let Some(verdict) = verdict_without_search(game) {
            wait_until_told(limits, control);
            return verdict;
        }
        let reported = limits.multipv.max(1);
        let multipv = reported.max(skill::choices(limits.skill));
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut report_wanted = |line: &Report| {
            if line.multipv <= reported {
                report(line);
            }
        };
        let evaluator = &self.evaluator;
        let help = |id| {
            let evaluator = evaluator.clone();
            move || Thread::new(shared, id, record, evaluator).help()
        };
        let warm_evaluator = &mut self.warm_evaluator;
        let (root, depth, static_eval) = self.resources.helpers.run(help, || {
            let _helpers_end = shared.smp.work.shutdown_on_drop();
            let own = warm_evaluator.take().unwrap_or_else(|| evaluator.clone());
            let mut thread = Thread::new(shared, 0, record, own);
            let static_eval = thread.static_eval_or_draw();
            let of_skill = skill::node_budget(limits.skill, thread.root.moves.len());
            let budget = of_skill.into_iter().chain(limits.soft_nodes).min().unwrap_or(u64::MAX);
            let depth = thread.iterative_deepening(multipv, max_depth, budget, &mut report_wanted);
            *warm_evaluator = Some(thread.position.into_evaluator());
            (thread.root.moves, depth, static_eval)
        });
        wait_until_told(limits, control);
        let chosen = &root[skill::choose(&root, limits.skill, self.resources.seed ^ game.key())];
        Verdict {
            best: chosen.mv.is_some().then_some(chosen.mv),
            ponder: self.ponder_move(game, chosen),
            score: if chosen.score == RootMove::UNKNOWN { static_eval } else { chosen.score },
            depth,
            nodes: shared.smp.total_nodes(),
        }
    }
}

/// The reply to a move, if it is worth pondering on: only if the opponent moves next, and by one ply gives the move
/// back. There is nothing to ponder in the middle of a turn, nor before a chance event.
pub fn expected_reply<G: Tactics>(game: &G, mv: Move, reply: Option<Move>) -> Option<Move> {
    let ToAct::Seat(seat) = game.to_act() else { return None };
    let mut game = game.clone();
    game.make(mv, &mut ());
    if matches!(game.to_act(), ToAct::Chance) || game.to_act() == ToAct::Seat(seat) {
        return None;
    }
    let reply = reply.filter(|&mv| game.is_legal(mv))?;
    game.make(reply, &mut ());
    if game.to_act() == ToAct::Seat(seat) { Some(reply) } else { None }
}

/// Sleeps until an infinite, unbounded or pondering search may return.
pub fn wait_until_told(limits: &Limits, control: &Control) {
    while !control.is_stopped() && (control.is_pondering() || limits.infinite || !limits.is_bounded()) {
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// The verdict on a position in which nothing can be played; none if there is something to search.
pub fn verdict_without_search<G: Tactics>(game: &G) -> Option<Verdict> {
    let is_over = match game.to_act() {
        ToAct::Chance => game.outcome().is_some(),
        ToAct::Seat(_) => game.count_moves() == 0,
    };
    if !is_over {
        return None;
    }
    let score = match game.result() {
        Some(Outcome::Win(winner, _)) if winner == game.side_to_move() => mate_in(0),
        Some(Outcome::Win(..)) => mated_in(0),
        _ => DRAW,
    };
    Some(Verdict { best: None, ponder: None, score, depth: 0, nodes: 0 })
}

#[cfg(test)]
mod tests {
    use super::super::material::Material;
    use super::super::report::Bound;
    use super::super::tt::{NO_EVAL, TtEntry};
    use super::*;
    use crate::game::{Game, MakeUnmake};
    use crate::text::Notation;
    use crate::variants::Chess;

    #[test]
    fn a_soft_node_limit_ends_the_search_after_a_whole_iteration() {
        let verdict = |limits: Limits| {
            let mut searcher = Searcher::<Chess, _>::with_hash(Material::default(), 1).unwrap();
            searcher.think(&Record::default(), &limits, &Control::new(), &mut |_| {})
        };
        let soft = verdict(Limits { soft_nodes: Some(700), ..Limits::default() });
        let [whole, before] =
            [0, 1].map(|less| verdict(Limits { depth: Some(soft.depth - less), ..Limits::default() }));
        assert_eq!((soft.best, soft.score, soft.nodes), (whole.best, whole.score, whole.nodes));
        assert!(before.nodes < 700 && soft.nodes >= 700, "{} {}", before.nodes, soft.nodes);
    }

    #[test]
    fn parameters_change_the_lmr_table() {
        let nodes = |base| {
            let mut searcher = Searcher::<Chess, _>::with_hash(Material::default(), 1).unwrap();
            searcher.set_params(Params { lmr_base: base, ..Params::default() });
            let limits = Limits { depth: Some(6), ..Limits::default() };
            searcher.think(&Record::default(), &limits, &Control::new(), &mut |_| {}).nodes
        };
        assert!(nodes(0) > nodes(150), "larger reductions visit fewer nodes");
    }

    #[test]
    fn an_illegal_tt_move_is_not_pondered_on() {
        let searcher = Searcher::<Chess, _>::new(Material::default());
        let start = Chess::start();
        let read = |game: &Chess, text: &str| game.read_move(text).unwrap();
        let mut root = RootMove::list(&start, &[read(&start, "e2e4")]).remove(0);
        root.pv.clear();
        let mut next = start;
        next.make(root.mv, &mut ());
        let store = |mv| {
            let entry = TtEntry { mv, value: 0, raw_eval: NO_EVAL, depth: 1, bound: Bound::Exact };
            searcher.resources.tt.store(next.key(), 1, entry);
        };
        store(read(&start, "d2d4"));
        assert_eq!(searcher.ponder_move(&start, &root), None);
        store(read(&next, "d7d5"));
        assert_eq!(searcher.ponder_move(&start, &root), Some(read(&next, "d7d5")));
    }
}
