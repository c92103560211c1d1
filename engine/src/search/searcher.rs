//! The search as the outside sees it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::abdada::BusyMoves;
use super::control::Control;
use super::fail_low::FailLowTable;
use super::history::Histories;
use super::limits::{FULL_SKILL, Limits};
use super::params::{Params, Prune};
use super::report::{Report, Verdict};
use super::root::RootMove;
use super::score::{DRAW, MAX_PLY};
use super::search_trait::Search;
use super::skill;
use super::smp::Call;
use super::thread::{Shared, Thread};
use super::time_manager;
use super::tt::{NoMemory, TranspositionTable};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::record::Record;

/// Megabytes of a new searcher's table.
pub const DEFAULT_HASH: usize = 16;

/// How often a search that has nothing left to do looks whether it may say so.
const NAP: Duration = Duration::from_millis(2);

/// Alpha-beta search for a game and an evaluation of it.
///
/// It keeps what it has learned from one call to the next: the transposition table and the histories of moves. With one thread and without a clock, the
/// same calls after [`new`](Searcher::new) or [`clear`](Search::clear) visit the same positions and come to the same verdicts.
pub struct Searcher<G: Tactics, E: Evaluator<G>> {
    evaluator: E,
    table: TranspositionTable,
    history: Histories,
    threads: usize,
    params: Params,
    prune: Prune,
    seed: u64,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Tactics, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher with one thread and a table of [`DEFAULT_HASH`] megabytes.
    pub fn new(evaluator: E) -> Self {
        Searcher {
            evaluator,
            table: TranspositionTable::new(DEFAULT_HASH).expect("there is memory for a small table"),
            history: Histories::new::<G>(),
            threads: 1,
            params: Params::default(),
            prune: Prune::default(),
            seed: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Changes the numbers that steer the search.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Says whether the search may leave out what looks hopeless.
    pub fn set_prune(&mut self, prune: Prune) {
        self.prune = prune;
    }

    /// The reply to expect to a move, from its variation or from the table.
    fn reply(&self, game: &G, root: &RootMove) -> Option<Move> {
        if game.to_act() == ToAct::Chance {
            return None;
        }
        let remembered = || {
            let mut next = game.clone();
            next.make(root.mv, &mut ());
            self.table.probe(next.key(), 1).map(|memory| memory.mv)
        };
        reply_to(game, root.mv, root.pv.get(1).copied().or_else(remembered))
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Searcher<G, E> {
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.table = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        self.table.age();
        let shared = Shared {
            table: &self.table,
            history: &self.history,
            limits,
            control,
            params: &self.params,
            prune: self.prune,
            budget: time_manager::budget(limits, plies_of_turn(record), G::MOVES_TO_GO, &self.params),
            begun: Instant::now(),
            call: Call::default(),
            claims: BusyMoves::new(self.threads),
            failures: FailLowTable::new(self.threads),
            nodes: (0..self.threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let game = record.position();
        let is_over = match game.to_act() {
            ToAct::Chance => game.outcome().is_some(),
            ToAct::Seat(_) => game.count_moves() == 0,
        };
        if is_over {
            wait_until_told(limits, control);
            return Verdict { best: None, ponder: None, score: score_without_moves(game), depth: 0, nodes: 0 };
        }
        let weak = limits.skill < FULL_SKILL;
        let lines = if weak { limits.lines.max(skill::CHOICES) } else { limits.lines.max(1) };
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let deepest = if weak { deepest.min(skill::deepest(limits.skill)) } else { deepest };
        let wanted = limits.lines.max(1);
        let mut report_wanted = |line: &Report| {
            if line.line <= wanted {
                report(line);
            }
        };
        let evaluator = &self.evaluator;
        let (root, depth, score) = std::thread::scope(|scope| {
            for index in 1..self.threads {
                let helper = Thread::new(&shared, index, record, evaluator.clone());
                scope.spawn(move || helper.help());
            }
            let _team = shared.call.until_dropped();
            let mut thread = Thread::new(&shared, 0, record, evaluator.clone());
            let static_value = thread.static_eval_or_draw();
            let depth = thread.iterate(lines, deepest, &mut report_wanted);
            (thread.root, depth, static_value)
        });
        wait_until_told(limits, control);
        let choice = if weak { skill::choose(&root, limits.skill, self.seed ^ game.key()) } else { 0 };
        let chosen = &root[choice];
        Verdict {
            best: chosen.mv.is_some().then_some(chosen.mv),
            ponder: self.reply(game, chosen),
            score: if chosen.score == RootMove::UNKNOWN { score } else { chosen.score },
            depth,
            nodes: shared.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum(),
        }
    }
}

/// The reply to a move, if it is worth pondering on. Not unless the opponent moves next, and by one ply gives the move back: there is
/// nothing to ponder in the middle of a turn, nor before chance has decided.
pub(super) fn reply_to<G: Tactics>(game: &G, mv: Move, reply: Option<Move>) -> Option<Move> {
    let ToAct::Seat(seat) = game.to_act() else { return None };
    let mut game = game.clone();
    game.make(mv, &mut ());
    if game.to_act() != ToAct::Seat(seat.opponent()) {
        return None;
    }
    let reply = reply.filter(|&mv| game.is_legal(mv))?;
    game.make(reply, &mut ());
    (game.to_act() == ToAct::Seat(seat)).then_some(reply)
}

/// How many plies of its player's the present turn has, as far as can be told.
pub(super) fn plies_of_turn<G: Tactics>(record: &Record<G>) -> u32 {
    record.plies_made() + record.plies_to_go()
}

/// Sleeps until an unbounded or pondering search may end.
pub(super) fn wait_until_told(limits: &Limits, control: &Control) {
    let bounded = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.move_time.is_some()
        || limits.clock.is_some();
    while !control.is_stopped() && (control.is_pondering() || !bounded) {
        std::thread::sleep(NAP);
    }
}

/// The score of a position in which nothing can be played, for the side whose turn it is.
pub(super) fn score_without_moves<G: Tactics>(game: &G) -> i32 {
    use super::score::mated_in;
    match game.result() {
        Some(Outcome::Win(winner, _)) if winner == game.turn() => -mated_in(0),
        Some(Outcome::Win(..)) => mated_in(0),
        _ => DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::super::material::Material;
    use super::super::report::Bound;
    use super::super::tt::{NO_VALUE, TtEntry};
    use super::*;
    use crate::game::{Game, MakeUnmake};
    use crate::text::Notation;
    use crate::variants::{Chess, Keyles};

    #[test]
    fn turns_of_two_plies_are_recognised() {
        let mut record: Record<Keyles> = Record::new("10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4".parse().unwrap());
        let mut plies = vec![plies_of_turn(&record)];
        for text in ["K@b4", "b4b5", "e6e5"] {
            record.play(record.position().read_move(text).unwrap());
            plies.push(plies_of_turn(&record));
        }
        assert_eq!(plies, [2, 2, 1, 1]);
    }

    #[test]
    fn what_the_table_says_of_another_position_is_nothing_to_ponder_on() {
        let searcher = Searcher::<Chess, _>::new(Material::default());
        let start = Chess::start();
        let read = |game: &Chess, text: &str| game.read_move(text).unwrap();
        let mut root = RootMove::list(&start, &[read(&start, "e2e4")]).remove(0);
        root.pv.clear();
        let mut next = start;
        next.make(root.mv, &mut ());
        let remember = |mv| {
            let memory = TtEntry { mv, value: 0, static_value: NO_VALUE, depth: 1, bound: Bound::Exact };
            searcher.table.store(next.key(), 1, memory);
        };
        remember(read(&start, "d2d4"));
        assert_eq!(searcher.reply(&start, &root), None);
        remember(read(&next, "d7d5"));
        assert_eq!(searcher.reply(&start, &root), Some(read(&next, "d7d5")));
    }
}
