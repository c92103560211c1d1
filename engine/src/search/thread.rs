//! Search thread: the parts that a thread owns, what it shares with the others, and the plies that it makes and
//! unmakes.
//!
//! Being stopped is `Err(Stopped)`, unwound with `?`; what it leaves behind is thrown away by
//! [`return_to_root`](Thread::return_to_root).

use super::chance::OutcomeStack;
use super::control::Control;
use super::history::{Histories, NO_MOVE};
use super::limits::Limits;
use super::lmr::LmrTable;
use super::movepick::MoveBuffer;
use super::params::{Params, Selectivity};
use super::position::PositionStack;
use super::pv::PvTable;
use super::root::Root;
use super::score::{DRAW, MAX_PLY, mate_in, mated_in};
use super::smp::{RootJobId, Smp};
use super::stack::SearchStack;
use super::time_manager::TimeManager;
use super::tt::{TranspositionTable, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::{GenType, Tactics, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;
use crate::record::Record;

/// The search has been told to stop, or has used up its limits. The thread's position is then somewhere in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The value of a node for its side, in centipawns or as a mate; or the news that the search is over.
pub type SearchResult = Result<i32, Stopped>;

/// Nodes between two polls of the clock and the signals.
const POLL_NODES: u64 = 64;

/// Nodes after which the first iteration may be stopped too. Usually it is complete by then; a qsearch in which
/// everything hangs could go on for seconds. Exported for the tests.
pub const FIRST_ITERATION_NODES: u64 = 2000;

/// State shared by the threads of one search.
pub struct SharedState<'a> {
    /// Transposition table.
    pub tt: &'a TranspositionTable,
    /// Histories.
    pub histories: &'a Histories,
    /// Bounds of the search.
    pub limits: &'a Limits,
    /// Signals from outside.
    pub control: &'a Control,
    /// Tunable parameters.
    pub params: &'a Params,
    /// Selectivity of the search.
    pub selectivity: Selectivity,
    /// LMR table.
    pub lmr: &'a LmrTable,
    /// The clock as started; each thread has a copy.
    pub time: TimeManager,
    /// Work queue, ABDADA table, fail-low table, node counts.
    pub smp: Smp,
}

/// One thread of a search.
pub struct Thread<'a, G: Tactics, E: Evaluator<G>> {
    pub shared: &'a SharedState<'a>,
    /// Thread number; thread 0 reports and keeps the time.
    pub id: usize,
    /// The [root job](super::smp) that the thread is at: when that is no longer wanted, it stops.
    pub job: RootJobId,
    /// Nodes visited.
    pub nodes: u64,
    /// True once signals and clocks may end the search: when the first iteration is completed. After
    /// [`FIRST_ITERATION_NODES`] they may in any case.
    pub may_stop: bool,
    /// The clock; only thread 0 asks it.
    pub time: TimeManager,
    /// Root moves and the depth of the iteration.
    pub root: Root,
    /// The game, its evaluator and the keys for repetition.
    pub position: PositionStack<'a, G, E>,
    /// Search stack: a frame for each ply of the line.
    pub stack: SearchStack,
    /// Principal variations.
    pub pv: PvTable,
    /// Generated moves of the line's nodes.
    pub move_buffer: MoveBuffer,
    /// Chance outcomes of the line's chance nodes.
    pub outcome_stack: OutcomeStack,
}

impl<'a, G: Tactics, E: Evaluator<G>> Thread<'a, G, E> {
    /// A thread at the end of a record.
    pub fn new(shared: &'a SharedState<'a>, id: usize, record: &'a Record<G>, evaluator: E) -> Self {
        let position = PositionStack::new(record, evaluator);
        let game = position.game();
        let in_check = game.to_act() != ToAct::Chance && game.in_check();
        Thread {
            shared,
            id,
            job: 0,
            nodes: 0,
            may_stop: id > 0,
            time: shared.time.clone(),
            root: Root::new(game, &shared.limits.searchmoves),
            stack: SearchStack::new(game.side_to_move(), game.player(), in_check, record.plies_into_turn() == 0),
            position,
            pv: PvTable::new(),
            move_buffer: MoveBuffer::default(),
            outcome_stack: OutcomeStack::default(),
        }
    }

    /// Goes back to the root after a search that was stopped somewhere in the tree.
    pub fn return_to_root(&mut self) {
        self.position.return_to_root();
        self.stack.unwind();
        self.move_buffer.clear();
        self.outcome_stack.clear();
    }

    /// Returns whether the search may prune, reduce and extend.
    #[inline(always)]
    pub fn is_selective(&self) -> bool {
        self.shared.selectivity == Selectivity::Selective
    }

    /// True in a PV node with no chance node above it: its PV is reported.
    #[inline(always)]
    pub fn wants_pv<const PV: bool>(&self) -> bool {
        PV && !(G::CHANCE && self.stack.top().after_chance)
    }

    /// Makes a move. One that is `quiet` is rewarded if nothing refutes it.
    #[inline]
    pub fn make(&mut self, mv: Move, quiet: bool) -> Result<G::Undo, Stopped> {
        self.count_node()?;
        let frame = self.stack.top_mut();
        frame.played = self.shared.histories.cont_hist_index(self.position.game(), frame.player, mv);
        (frame.played_quiet, frame.reduction) = (quiet, 0);
        Ok(self.advance(mv))
    }

    /// Makes a chance outcome.
    pub fn make_outcome(&mut self, outcome: Move) -> Result<G::Undo, Stopped> {
        self.count_node()?;
        self.play_no_move();
        let undo = self.advance(outcome);
        self.stack.top_mut().after_chance = true;
        Ok(undo)
    }

    /// Takes a move or a chance outcome back.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: G::Undo) {
        self.stack.pop();
        self.position.unmake(mv, undo);
    }

    /// Makes a null move.
    pub fn make_null(&mut self) -> Result<G::Undo, Stopped> {
        self.count_node()?;
        self.play_no_move();
        let undo = self.position.make_null();
        self.enter_node();
        Ok(undo)
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self, undo: G::Undo) {
        self.stack.pop();
        self.position.unmake_null(undo);
    }

    /// Notes in the frame of the current node that no player's move is made from it.
    fn play_no_move(&mut self) {
        let frame = self.stack.top_mut();
        (frame.played, frame.reduction) = (NO_MOVE, 0);
    }

    /// Makes a ply. The TT bucket of the position to come is prefetched: the game guesses its key.
    #[inline(always)]
    fn advance(&mut self, mv: Move) -> G::Undo {
        self.shared.tt.prefetch(self.position.game().key_after(mv));
        let undo = self.position.make(mv);
        self.enter_node();
        undo
    }

    /// Pushes the frame of a node that has just been reached.
    #[inline(always)]
    fn enter_node(&mut self) {
        let game = self.position.game();
        self.shared.tt.prefetch(game.key());
        let (seat, player) = match game.to_act() {
            ToAct::Seat(seat) => (seat, game.player()),
            ToAct::Chance => (self.stack.top().seat, self.stack.top().player),
        };
        let in_check = !self.position.at_chance() && game.in_check();
        self.stack.push(seat, player, in_check);
    }

    /// TT probe of the current node.
    #[inline(always)]
    pub fn probe_tt(&self) -> Option<TtEntry> {
        self.shared.tt.probe(self.position.key(), self.stack.top().side_turn)
    }

    /// Returns whether the current node has the side of the node before it: values are then not negated.
    #[inline(always)]
    pub fn same_side(&self) -> bool {
        !self.stack.top().changes_side
    }

    /// Value of the current node from the point of view of its parent's side.
    #[inline(always)]
    pub fn for_parent(&self, value: i32) -> i32 {
        if self.same_side() { value } else { -value }
    }

    /// Window of the current node's parent from the point of view of the current node's side.
    #[inline(always)]
    pub fn child_window(&self, window: Window) -> Window {
        window.after_ply(self.same_side())
    }

    /// The value of an outcome of the game for the side of the current node. A turn in which the game has ended counts
    /// as made.
    pub fn value_of(&self, outcome: Outcome) -> i32 {
        let frame = self.stack.top();
        let turns = frame.side_turn + usize::from(!frame.changes_side);
        match outcome {
            Outcome::Win(winner, _) if winner == frame.seat => mate_in(turns),
            Outcome::Win(..) => mated_in(turns),
            Outcome::Draw(_) => self.draw_value(),
        }
    }

    /// Value of the current node if it has no legal move: checkmate, stalemate.
    pub fn no_moves_value(&self) -> i32 {
        self.value_of(self.position.game().no_moves_outcome())
    }

    /// The value of a draw for the side of the current node.
    #[inline(always)]
    fn draw_value(&self) -> i32 {
        self.position.game().draw_value(self.stack.top().seat)
    }

    /// Terminal score: the value of a node that needs no search, decided or drawn by the rules, or too deep to go on.
    #[inline]
    pub fn terminal_score(&mut self) -> Option<i32> {
        let game = self.position.game();
        if let Some(outcome) = game.outcome() {
            return Some(self.value_of(outcome));
        }
        if self.is_repetition() {
            return Some(self.draw_value());
        }
        if game.halfmove_clock() >= G::NO_PROGRESS_PLIES {
            // A mate on the last of the plies stands.
            return Some(game.result().map_or_else(|| self.draw_value(), |outcome| self.value_of(outcome)));
        }
        if self.stack.ply() >= MAX_PLY - 1 { Some(self.static_eval_or_draw()) } else { None }
    }

    /// Raw static evaluation; at a chance node, which has none, a draw.
    pub fn static_eval_or_draw(&mut self) -> i32 {
        if self.position.at_chance() { DRAW } else { self.position.evaluate() }
    }

    /// Known mate: the value of an undecided node that the game can tell to be won, however it goes on
    /// ([`SearchHints::known_mate`](crate::game::SearchHints::known_mate)). The halfmove clock must not run out before.
    #[inline]
    pub fn known_mate(&self) -> Option<i32> {
        let turns = self.position.game().known_mate()?;
        if self.position.game().halfmove_clock() + turns as u32 > G::NO_PROGRESS_PLIES {
            return None;
        }
        let mated = mated_in(self.stack.top().side_turn + turns);
        Some(if turns.is_multiple_of(2) { mated } else { -mated })
    }

    /// Known mate as a node may return it. A PV node returns only a win by the next ply, with that as its PV: the PV of
    /// any other would end before the mate.
    #[inline]
    pub fn known_mate_at<const PV: bool>(&mut self) -> Option<i32> {
        let value = self.known_mate()?;
        if self.wants_pv::<PV>() {
            let mv = self.winning_move()?;
            self.pv.clear(self.stack.ply() + 1);
            self.pv.update(self.stack.ply(), mv);
        }
        Some(value)
    }

    /// The first legal move by which the side to move wins at once, if there is one.
    #[cold]
    fn winning_move(&self) -> Option<Move> {
        let game = self.position.game();
        let wins = |&mv: &Move| {
            let mut next = game.clone();
            next.make(mv, &mut ());
            matches!(next.outcome(), Some(Outcome::Win(winner, _)) if winner == game.side_to_move())
        };
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        moves.iter().copied().find(wins)
    }

    /// Returns whether the current node is a draw by repetition. Only where a player's turn begins.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.stack.top().begins_players_turn && self.position.is_repetition()
    }

    /// Counts a node that is about to be visited. With one thread a node limit is exact.
    #[inline(always)]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.poll()?;
        }
        if self.shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Polls the clock, the signals and the other threads.
    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.publish_nodes();
        let shared = self.shared;
        // Polled every time: it measures stalls.
        let time_is_over = self.id == 0 && self.time.must_stop(shared.control);
        let stop = (self.may_stop || self.nodes >= FIRST_ITERATION_NODES)
            && (!shared.smp.work.is_current(self.job)
                || shared.control.is_stopped()
                || shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit)
                || time_is_over);
        if stop { Err(Stopped) } else { Ok(()) }
    }

    /// Publishes the number of nodes visited to the other threads.
    pub fn publish_nodes(&self) {
        self.shared.smp.publish_nodes(self.id, self.nodes);
    }

    /// Nodes visited by all threads, as far as known.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.smp.nodes_of_others(self.id)
    }
}

/// Threads for tests of single steps.
#[cfg(test)]
pub mod testing {
    use std::time::Duration;

    use super::super::material::Material;
    use super::*;
    use crate::text::Notation;

    pub const HOUR: Duration = Duration::from_secs(3600);

    /// A thread at a position, in a search that began an hour ago and has a hard limit.
    pub fn with_thread<G: Tactics + Notation>(
        text: &str,
        control: &Control,
        hard_limit: Duration,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        with_threads(1, &Record::new(text.parse().unwrap()), control, hard_limit, test);
    }

    /// A thread at a position, with other parameters.
    pub fn with_params<G: Tactics + Notation>(
        text: &str,
        params: &Params,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        run(1, &Record::new(text.parse().unwrap()), &Control::new(), HOUR, params, test);
    }

    /// The first of several threads at the end of a record, otherwise alike.
    pub fn with_threads<G: Tactics + Notation>(
        threads: usize,
        record: &Record<G>,
        control: &Control,
        hard_limit: Duration,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        run(threads, record, control, hard_limit, &Params::default(), test);
    }

    fn run<G: Tactics + Notation>(
        threads: usize,
        record: &Record<G>,
        control: &Control,
        hard_limit: Duration,
        params: &Params,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        let (tt, limits) = (TranspositionTable::new(1).unwrap(), Limits::default());
        let shared = SharedState {
            tt: &tt,
            histories: &Histories::new::<G>(),
            limits: &limits,
            control,
            params,
            selectivity: Selectivity::default(),
            lmr: &LmrTable::new(params),
            time: TimeManager::for_test(hard_limit, HOUR, control),
            smp: Smp::new(threads),
        };
        test(&mut Thread::new(&shared, 0, record, Material::default()));
    }

    /// Makes moves.
    pub fn play<G: Tactics + Notation>(thread: &mut Thread<G, Material<G>>, moves: &str) {
        for text in moves.split_whitespace() {
            let game = thread.position.game();
            let mv = game.read_move(text).unwrap();
            let quiet = !game.is_noisy(mv);
            assert!(thread.make(mv, quiet).is_ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{HOUR, play, with_thread};
    use super::*;
    use crate::variants::{Chess, Keyles};

    #[test]
    fn null_moves_come_neither_in_the_middle_of_a_turn_nor_twice() {
        let due = "10/9k/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
        with_thread::<Keyles>(due, &Control::new(), HOUR, |thread| {
            let allowed = ["K@b4", "b4b5", "e6e7"].map(|mv| {
                play(thread, mv);
                thread.null_move_allowed()
            });
            assert_eq!(allowed, [false, true, true]);
            let (ply, turn) = (thread.stack.ply(), thread.stack.top().side_turn);
            assert_eq!((ply, turn), (3, 2), "three plies, the first two of them one turn");
            let Ok(_) = thread.make_null() else { panic!("there is time") };
            assert!(!thread.null_move_allowed(), "not after another null move");
        });
    }

    #[test]
    fn the_pv_of_a_known_mate_ends_with_it() {
        // White's king enters the end zone with its next step.
        with_thread::<Keyles>("10/K9/10/10/10/10/10/10/9k/10[] w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 4;
            thread.pv.set(1, &[Move::new(1, 2, 0), Move::new(3, 4, 0)]);
            let Some(value) = thread.known_mate_at::<true>() else { panic!("a win by the next ply") };
            assert_eq!((value, thread.pv.line(0).len()), (mate_in(1), 1));
        });
    }

    #[test]
    fn a_stopped_search_leaves_no_trace_at_the_root() {
        with_thread::<Chess>("4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1", &Control::new(), HOUR / 2, |thread| {
            let (start, eval) = (*thread.position.game(), thread.position.evaluate());
            play(thread, "c3d5 e8d7");
            thread.may_stop = true;
            thread.nodes = POLL_NODES;
            assert_eq!(thread.count_node(), Err(Stopped), "the hard limit is over");
            thread.return_to_root();
            assert!(*thread.position.game() == start && thread.position.evaluate() == eval && thread.stack.ply() == 0);
        });
    }
}
