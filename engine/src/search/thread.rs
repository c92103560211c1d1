//! One thread of a search: its own position and evaluation, and what it shares with the others.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::abdada::{BusyMark, BusyMoves};
use super::control::Control;
use super::fail_low::FailLowTable;
use super::history::{Histories, NO_MOVE};
use super::limits::Limits;
use super::movepick::{MoveBuffer, Order};
use super::params::{Params, Prune};
use super::root::RootMove;
use super::root_solver::Proof;
use super::score::{DRAW, MATE_BOUND, MAX_PLY, mated_in};
use super::smp::Call;
use super::stack::{Frame, PvTable, SearchStack};
use super::star1::ChanceOutcome;
use super::time_manager::Budget;
use super::tt::{TranspositionTable, TtEntry};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::record::{NO_PROGRESS_PLIES, Record};

/// The search has been told to stop, or has used up what it was given. Unwound with `?`; the thread's position is then
/// somewhere in the tree and of no further use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// A value for the side to move of the node, or the news that the search is over.
pub(super) type SearchResult = Result<i32, Stopped>;

/// Positions between two looks at the clock and at what the others want.
const POLL: u64 = 64;

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) history: &'a Histories,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) params: &'a Params,
    pub(super) prune: Prune,
    pub(super) budget: Option<Budget>,
    pub(super) begun: Instant,
    pub(super) call: Call,
    pub(super) claims: BusyMoves,
    pub(super) failures: FailLowTable,
    /// Positions visited by each thread when it last polled.
    pub(super) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    /// Positions visited by all threads but one, when they last polled.
    fn nodes_of_others(&self, index: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|&(other, _)| other != index);
        others.map(|(_, nodes)| nodes.load(Relaxed)).sum()
    }
}

/// One thread of a search.
pub(super) struct Thread<'a, G: Tactics, E: Evaluator<G>> {
    pub(super) shared: &'a Shared<'a>,
    /// 0 for the thread that reports and keeps the time.
    pub(super) index: usize,
    record: &'a Record<G>,
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) history: &'a Histories,
    pub(super) stack: SearchStack,
    pub(super) lines: PvTable,
    pub(super) arena: MoveBuffer,
    /// The events of all chance nodes of the present line, one node's after the other's.
    pub(super) events: Vec<ChanceOutcome>,
    /// Where a game lists its events.
    pub(super) draws: Vec<(Move, u32)>,
    pub(super) root: Vec<RootMove>,
    /// A win that was found otherwise than by the search.
    pub(super) proof: Option<Proof>,
    /// The keys of the positions before the present one, those of the record included.
    keys: Vec<u64>,
    /// Where the keys of the search tree begin.
    tree: usize,
    /// No position before this index can be repeated: a null move lies between.
    barrier: usize,
    /// Above this ply nobody may pass, because a null move is being verified.
    pub(super) nmp_min_ply: usize,
    pub(super) ply: usize,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    /// The depth of the present iteration.
    pub(super) iteration: u32,
    /// The number of the [task](super::smp) that the thread is at: when that is past, it stops.
    pub(super) task: usize,
    /// Reductions of late moves, in hundredths of a ply, by depth and number of the move.
    reductions: Box<[[i16; 64]; 64]>,
    /// Whether signals and clocks may end the search yet: the first iteration is always completed.
    pub(super) may_stop: bool,
    /// When the time for this move began, as soon as it has: not while pondering.
    own_time: Option<Instant>,
    /// The time planned for this move was over before the opponent moved.
    pub(super) enough: bool,
}

impl<'a, G: Tactics, E: Evaluator<G>> Thread<'a, G, E> {
    /// A thread that stands at the end of a record.
    pub(super) fn new(shared: &'a Shared<'a>, index: usize, record: &'a Record<G>, mut evaluator: E) -> Self {
        let game = record.position().clone();
        evaluator.reset(&game);
        let keys = record.reversible_keys();
        let mut stack = SearchStack::new();
        stack[0].seat = game.turn();
        stack[0].in_check = game.to_act() != ToAct::Chance && game.in_check();
        let own_time = (!shared.control.is_pondering()).then_some(shared.begun);
        Thread {
            root: RootMove::list(&game, &shared.limits.only),
            reductions: reductions(shared.params),
            proof: None,
            lines: PvTable::new(),
            arena: MoveBuffer::new(),
            events: Vec::new(),
            draws: Vec::new(),
            tree: keys.len(),
            barrier: 0,
            nmp_min_ply: 0,
            ply: 0,
            nodes: 0,
            selective_depth: 0,
            iteration: 0,
            task: 0,
            may_stop: index > 0,
            enough: false,
            shared,
            index,
            record,
            game,
            evaluator,
            history: shared.history,
            stack,
            keys,
            own_time,
        }
    }

    /// Goes back to the root after a search that was stopped somewhere in the tree.
    pub(super) fn return_to_root(&mut self) {
        self.game.clone_from(self.record.position());
        self.evaluator.reset(&self.game);
        self.keys.truncate(self.tree);
        self.arena.clear();
        self.events.clear();
        (self.ply, self.barrier, self.nmp_min_ply) = (0, 0, 0);
    }

    /// Tells the other threads that this one searches a move of the present node, until what is returned is dropped.
    #[inline(always)]
    pub(super) fn claim(&self, mv: Move) -> BusyMark<'a> {
        let shared = self.shared;
        shared.claims.claim(self.game.key(), mv)
    }

    /// Whether the search may leave anything out.
    #[inline(always)]
    pub(super) fn is_selective(&self) -> bool {
        self.shared.prune == Prune::Unpromising
    }

    /// The reduction, in hundredths of a ply, that a late move of a node gets before anything else is known about it.
    #[inline(always)]
    pub(super) fn base_reduction(&self, depth: i32, number: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][number.min(63)] as i32
    }

    /// What the picker needs to know of the present node.
    #[inline(always)]
    pub(super) fn order(&self, table_move: Move) -> Order {
        let frame = &self.stack[self.ply];
        Order {
            table_move,
            killers: frame.killers,
            seat: frame.seat,
            in_check: frame.in_check,
            rows: self.stack.last_played(self.ply),
        }
    }

    /// Plays a move. One that is `quiet` is rewarded if nothing refutes it.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, quiet: bool) -> Result<G::Undo, Stopped> {
        self.count()?;
        let frame = &mut self.stack[self.ply];
        frame.played = self.history.row(&self.game, frame.seat, mv);
        (frame.played_quiet, frame.reduction) = (quiet, 0);
        Ok(self.advance(mv))
    }

    /// Lets chance do something.
    pub(super) fn make_event(&mut self, event: Move) -> Result<G::Undo, Stopped> {
        self.count()?;
        self.play_nothing();
        let undo = self.advance(event);
        self.stack[self.ply].after_chance = true;
        Ok(undo)
    }

    /// Notes in the frame of the present node that no move is made from it.
    fn play_nothing(&mut self) {
        let frame = &mut self.stack[self.ply];
        (frame.played, frame.reduction) = (NO_MOVE, 0);
    }

    #[inline(always)]
    fn advance(&mut self, mv: Move) -> G::Undo {
        self.shared.table.prefetch(self.game.key_after(mv));
        self.keys.push(self.game.key());
        let undo = self.game.make(mv, &mut self.evaluator);
        self.enter();
        undo
    }

    /// Takes a move or an event back.
    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: G::Undo) {
        self.ply -= 1;
        self.keys.pop();
        self.game.unmake(mv, undo);
        self.evaluator.revert();
    }

    /// Gives the move away; the second number of the pair is for [`unpass`](Thread::unpass).
    pub(super) fn make_null(&mut self) -> Result<(G::Undo, usize), Stopped> {
        self.count()?;
        self.play_nothing();
        self.keys.push(self.game.key());
        let barrier = std::mem::replace(&mut self.barrier, self.keys.len());
        let undo = self.game.make_null();
        self.enter();
        Ok((undo, barrier))
    }

    /// Takes the move back.
    pub(super) fn unmake_null(&mut self, (undo, barrier): (G::Undo, usize)) {
        self.ply -= 1;
        self.keys.pop();
        self.barrier = barrier;
        self.game.unmake_null(undo);
    }

    /// Fills in the frame of a node that has just been reached.
    #[inline(always)]
    fn enter(&mut self) {
        self.shared.table.prefetch(self.game.key());
        let Frame { seat: mover, turn: turns, after_chance, .. } = self.stack[self.ply];
        self.ply += 1;
        self.selective_depth = self.selective_depth.max(self.ply);
        let seat = match self.game.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => mover,
        };
        let in_check = !self.at_chance() && self.game.in_check();
        let turn = turns + usize::from(seat != mover);
        let frame = &mut self.stack[self.ply];
        (frame.seat, frame.turn, frame.begins_turn, frame.in_check) = (seat, turn, seat != mover, in_check);
        frame.after_chance = after_chance;
    }

    /// Whether the next ply is decided by chance.
    #[inline(always)]
    pub(super) fn at_chance(&self) -> bool {
        G::CHANCE && self.game.to_act() == ToAct::Chance
    }

    /// How many turns have begun since the root's.
    #[inline(always)]
    pub(super) fn turn(&self) -> usize {
        self.stack[self.ply].turn
    }

    /// What the table knows about the present node.
    #[inline(always)]
    pub(super) fn probe(&self) -> Option<TtEntry> {
        self.shared.table.probe(self.game.key(), self.turn())
    }

    /// Whether the present node is judged by the side that made the last ply.
    #[inline(always)]
    pub(super) fn same_side(&self) -> bool {
        !self.stack[self.ply].begins_turn
    }

    /// A result as a value for the side of the present node. A turn in which the game has ended counts as made.
    pub(super) fn value_of(&self, outcome: Outcome) -> i32 {
        let frame = &self.stack[self.ply];
        let turns = frame.turn + usize::from(!frame.begins_turn);
        match outcome {
            Outcome::Win(winner, _) if winner == frame.seat => -mated_in(turns),
            Outcome::Win(..) => mated_in(turns),
            Outcome::Draw(_) => DRAW,
        }
    }

    /// The value of a node that needs no search: decided or drawn by the rules, or too deep to go on.
    #[inline]
    pub(super) fn terminal_score(&mut self) -> Option<i32> {
        if let Some(outcome) = self.game.outcome() {
            return Some(self.value_of(outcome));
        }
        if self.repeats() {
            return Some(DRAW);
        }
        if self.game.clock() >= NO_PROGRESS_PLIES {
            // A mate on the last of the plies stands.
            return Some(self.game.result().map_or(DRAW, |outcome| self.value_of(outcome)));
        }
        (self.ply >= MAX_PLY - 1).then(|| self.static_eval_or_draw())
    }

    /// What can be said of the node without a search: what the evaluation says, but nothing of a chance ply.
    pub(super) fn static_eval_or_draw(&mut self) -> i32 {
        if self.at_chance() { DRAW } else { self.evaluate() }
    }

    /// The value of an undecided node that the game can tell to be won, however it goes on. The 100 plies must not be over before.
    #[inline]
    pub(super) fn known_mate(&self) -> Option<i32> {
        let turns = self.game.known_mate()?;
        let mated = mated_in(self.turn() + turns);
        let in_time = self.game.clock() + turns as u32 <= NO_PROGRESS_PLIES;
        in_time.then_some(if turns.is_multiple_of(2) { mated } else { -mated })
    }

    /// Whether the present node is a draw because its position has occurred before.
    #[inline]
    pub(super) fn repeats(&self) -> bool {
        self.stack[self.ply].begins_turn && self.is_repetition()
    }

    /// Whether some position that can come back has come up twice in the game. To be asked at the root, which is one of them.
    pub(super) fn has_repeated(&self) -> bool {
        let mut keys = self.keys[..self.tree].to_vec();
        keys.push(self.game.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether the position has occurred before in the tree, or twice in the game.
    #[inline]
    fn is_repetition(&self) -> bool {
        let reach = self.game.reversible_plies();
        if reach < 2 {
            return false;
        }
        let first = self.keys.len().saturating_sub(reach).max(self.barrier);
        let key = self.game.key();
        let mut in_game = 0;
        for index in (first..self.keys.len()).rev().filter(|&index| self.keys[index] == key) {
            if index >= self.tree {
                return true;
            }
            in_game += 1;
        }
        in_game >= 2
    }

    /// What the evaluation says of the node, kept clear of the mates.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        self.evaluator.evaluate(&self.game).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Counts a position that is about to be visited.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(POLL) {
            self.poll()?;
        }
        if self.shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at the clock and at what the others want.
    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        let stop = self.may_stop
            && (self.shared.call.is_past(self.task)
                || self.shared.control.is_stopped()
                || self.shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit)
                || self.index == 0 && self.is_out_of_time());
        if stop { Err(Stopped) } else { Ok(()) }
    }

    /// Positions visited by all threads, as far as known.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.nodes_of_others(self.index)
    }

    /// Time spent since the search began, on whosever clock.
    pub(super) fn elapsed(&self) -> Duration {
        self.shared.begun.elapsed()
    }

    /// Whether the time is up that the move may take at the very most.
    fn is_out_of_time(&mut self) -> bool {
        let Some(budget) = self.shared.budget else { return false };
        if self.own_time.is_none() && !self.shared.control.is_pondering() {
            self.own_time = Some(Instant::now());
        }
        self.own_time.is_some_and(|start| self.enough || start.elapsed() >= budget.hard)
    }
}

/// The logarithmic table of late move reductions.
fn reductions(params: &Params) -> Box<[[i16; 64]; 64]> {
    let (base, factor) = (f64::from(params.late_base), 10_000.0 / f64::from(params.late_divisor));
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (base + (depth as f64).ln() * (number as f64).ln() * factor) as i16;
        }
    }
    table
}

/// Threads for tests of single steps.
#[cfg(test)]
pub(super) mod testing {
    use super::super::material::Material;
    use super::*;
    use crate::text::Notation;

    /// A thread that stands on a position, in a search that began an hour ago and may take `hard`.
    pub fn with_thread<G: Tactics + Notation>(
        text: &str,
        control: &Control,
        hard: Duration,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        with_record(&Record::new(text.parse().unwrap()), control, hard, test);
    }

    /// A thread that stands at the end of a record, otherwise alike.
    pub fn with_record<G: Tactics + Notation>(
        record: &Record<G>,
        control: &Control,
        hard: Duration,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        with_team(1, record, control, hard, test);
    }

    /// One of so many threads, otherwise alike.
    pub fn with_team<G: Tactics + Notation>(
        threads: usize,
        record: &Record<G>,
        control: &Control,
        hard: Duration,
        test: impl FnOnce(&mut Thread<G, Material<G>>),
    ) {
        let (table, limits, params) = (TranspositionTable::new(1).unwrap(), Limits::default(), Params::default());
        let shared = Shared {
            table: &table,
            history: &Histories::new::<G>(),
            limits: &limits,
            control,
            params: &params,
            prune: Prune::default(),
            budget: Some(Budget { soft: hard, hard }),
            begun: Instant::now() - HOUR,
            call: Call::default(),
            claims: BusyMoves::new(threads),
            failures: FailLowTable::new(threads),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        test(&mut Thread::new(&shared, 0, record, Material::default()));
    }

    pub const HOUR: Duration = Duration::from_secs(3600);

    /// Plays moves.
    pub fn play<G: Tactics + Notation>(thread: &mut Thread<G, Material<G>>, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = thread.game.read_move(text).unwrap();
            let quiet = !thread.game.is_noisy(mv);
            assert!(thread.make(mv, quiet).is_ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{HOUR, play, with_record, with_thread};
    use super::*;
    use crate::game::Game;
    use crate::text::Notation;
    use crate::variants::{Chess, Keyles};

    /// A rook that can lose a move, and a knight that cannot.
    const KNIGHT_AND_ROOK: &str = "r6k/8/8/8/8/8/8/N6K w - - 0 1";

    #[test]
    fn nothing_is_repeated_across_a_null_move() {
        with_thread::<Chess>(KNIGHT_AND_ROOK, &Control::new(), HOUR, |thread| {
            let start = thread.game;
            play(thread, "a1b3 a8b8");
            let passed = thread.make_null();
            play(thread, "b8c8 b3a1 c8a8");
            assert!(thread.game.key() == start.key() && !thread.is_repetition());
            assert!(passed.is_ok());
        });
        with_thread::<Chess>(KNIGHT_AND_ROOK, &Control::new(), HOUR, |thread| {
            play(thread, "a1b3 a8b8 b3a1 b8a8");
            assert!(thread.is_repetition());
        });
    }

    #[test]
    fn a_game_has_repeated_when_a_position_comes_up_for_the_second_time() {
        let mut record = Record::<Chess>::new(KNIGHT_AND_ROOK.parse().unwrap());
        let mut repeated = Vec::new();
        for text in ["a1b3", "a8b8", "b3a1", "b8a8", "a1c2"] {
            record.play(record.position().read_move(text).unwrap());
            with_record(&record, &Control::new(), HOUR, |thread| repeated.push(thread.has_repeated()));
        }
        assert_eq!(repeated, [false, false, false, true, true]);
    }

    #[test]
    fn a_barrier_falls_when_its_null_move_is_taken_back() {
        with_thread::<Chess>(KNIGHT_AND_ROOK, &Control::new(), HOUR, |thread| {
            play(thread, "a1b3 a8b8");
            let Ok(passed) = thread.make_null() else { panic!("there is time") };
            thread.unmake_null(passed);
            play(thread, "b3a1 b8a8");
            assert!(thread.is_repetition());
        });
    }

    #[test]
    fn nobody_passes_in_the_middle_of_a_turn_nor_twice() {
        let due = "10/9k/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
        with_thread::<Keyles>(due, &Control::new(), HOUR, |thread| {
            let null_move_allowed: Vec<bool> = ["K@b4", "b4b5", "e6e7"]
                .into_iter()
                .map(|mv| {
                    play(thread, mv);
                    thread.null_move_allowed()
                })
                .collect();
            assert_eq!(null_move_allowed, [false, true, true]);
            assert_eq!((thread.ply, thread.turn()), (3, 2), "three plies, the first two of them one turn");
            let Ok(_) = thread.make_null() else { panic!("there is time") };
            assert!(!thread.null_move_allowed(), "not after another null move");
        });
    }

    #[test]
    fn own_time_begins_with_the_hit() {
        let control = Control::pondering();
        with_thread::<Chess>(Chess::START, &control, HOUR / 2, |thread| {
            assert!(!thread.is_out_of_time(), "the opponent's time does not count");
            control.ponder_hit();
            assert!(!thread.is_out_of_time(), "the hour before the hit does not count");
            thread.own_time = thread.own_time.map(|start| start - HOUR);
            assert!(thread.is_out_of_time());
        });
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR / 2, |thread| assert!(thread.is_out_of_time()));
    }
}
