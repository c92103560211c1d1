//! A node of the search: what its steps know about it, and the depth adjustments made before any move is tried.

use arrayvec::ArrayVec;

use super::movepick::MovePicker;
use super::report::Bound;
use super::score::{MATE, MATE_BOUND};
use super::thread::Thread;
use super::trace::SearchEvent;
use super::tt::{NO_EVAL, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::{Seat, Tactics};
use crate::moves::Move;

/// Searched moves of a node that are remembered, of each kind: beyond that nothing is learned from a cutoff.
const MAX_SEARCHED: usize = 48;

/// Deferred moves of a node: further busy moves are searched at once.
const MAX_DEFERRED: usize = 16;

/// Node context: passed from step to step of a node's search.
#[derive(Clone, Copy)]
pub struct Node {
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Adjustment of the depth before any move is made.
    pub adjustment: DepthAdjustment,
    /// Expected cut node: some move is expected to refute it.
    pub cut_node: bool,
    /// True if the side to move is better off than at its last turn.
    pub improving: bool,
    /// TT-adjusted static evaluation; meaningless in check.
    pub eval: i32,
    /// The TT entry of the position.
    pub tt_hit: Option<TtEntry>,
    /// Excluded move: left out to see what the others are worth (singular extensions); [`Move::NONE`] if none is.
    pub excluded: Move,
}

impl Node {
    /// The TT move, or [`Move::NONE`].
    pub fn tt_move(&self) -> Move {
        self.tt_hit.map_or(Move::NONE, |entry| entry.mv)
    }
}

/// Depth adjustment of a node before any move is made, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DepthAdjustment {
    /// Check extension.
    pub check: i32,
    /// Hindsight extension.
    pub hindsight: i32,
    /// Internal iterative reduction (IIR).
    pub iir: i32,
}

/// The best result of a node so far.
#[derive(Clone, Copy)]
pub struct Best {
    /// The best value.
    pub value: i32,
    /// The move that raised alpha last, or [`Move::NONE`].
    pub mv: Move,
}

impl Best {
    /// Before any move.
    pub const NOTHING: Best = Best { value: -MATE, mv: Move::NONE };
}

/// Statistics of a move elsewhere in the tree, for reductions.
#[derive(Clone, Copy)]
pub struct MoveStats {
    /// True for captures and promotions.
    pub noisy: bool,
    /// History score.
    pub history: i32,
    /// True for a killer of the node.
    pub killer: bool,
}

/// A move about to be searched.
#[derive(Clone, Copy)]
pub struct MoveCtx {
    /// Move number in the node, from 1.
    pub number: usize,
    /// Statistics of the move.
    pub stats: MoveStats,
    /// Extension, in plies; negative for a reduction.
    pub extension: i32,
}

/// The next move to try, and its number in the node, from 1.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// True for captures and promotions.
    pub noisy: bool,
    /// The move number.
    pub number: usize,
    /// True if the move was deferred before because another thread was at it.
    pub deferred: bool,
}

impl Candidate {
    /// A move of a position that is tried for the first time.
    #[inline(always)]
    pub fn new<G: Tactics>(game: &G, mv: Move, number: usize) -> Candidate {
        Candidate { mv, noisy: game.is_noisy(mv), number, deferred: false }
    }
}

/// The moves that a node has searched without a cutoff.
#[derive(Default)]
pub struct SearchedMoves {
    /// Quiet moves.
    pub quiet: ArrayVec<Move, MAX_SEARCHED>,
    /// Noisy moves.
    pub noisy: ArrayVec<Move, MAX_SEARCHED>,
}

impl SearchedMoves {
    /// Adds a move, if there is room.
    #[inline(always)]
    pub fn push(&mut self, mv: Move, noisy: bool) {
        let _ = if noisy { self.noisy.try_push(mv) } else { self.quiet.try_push(mv) };
    }
}

/// The sequence in which a node tries its moves: those of the picker, then those that were deferred.
pub struct MoveSequence<'p> {
    picker: &'p mut MovePicker,
    excluded: Move,
    /// Moves handed out so far.
    count: usize,
    deferred: ArrayVec<Candidate, MAX_DEFERRED>,
}

impl<'p> MoveSequence<'p> {
    /// All moves of the picker but the excluded one.
    #[inline(always)]
    pub fn new(picker: &'p mut MovePicker, excluded: Move) -> Self {
        MoveSequence { picker, excluded, count: 0, deferred: ArrayVec::new() }
    }

    /// The picker.
    #[inline(always)]
    pub fn picker(&mut self) -> &mut MovePicker {
        self.picker
    }

    /// Defers a move to the end. `false` if there is no room.
    #[inline(always)]
    pub fn defer(&mut self, candidate: Candidate) -> bool {
        self.deferred.try_push(Candidate { deferred: true, ..candidate }).is_ok()
    }

    /// True if the node has no move, the excluded one aside.
    pub fn was_empty(&self) -> bool {
        self.count == 0
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// The next move of the current node to try.
    #[inline(always)]
    pub fn next_candidate(&mut self, moves: &mut MoveSequence) -> Option<Candidate> {
        loop {
            match self.next_move(moves.picker) {
                Some(mv) if mv == moves.excluded => {}
                Some(mv) => {
                    moves.count += 1;
                    return Some(Candidate::new(self.position.game(), mv, moves.count));
                }
                None => return moves.deferred.pop_at(0),
            }
        }
    }

    /// Steps 7 and 8: static evaluation and depth adjustment of the current node, before any move is made.
    pub fn init_node(&mut self, depth: i32, cut_node: bool, tt_hit: Option<TtEntry>) -> Node {
        // Step 7. Static evaluation with correction history, and the improving flag.
        let static_eval = self.static_eval(tt_hit.as_ref());
        let improving = self.stack.is_improving();
        let eval = TtEntry::adjust_eval(tt_hit.as_ref(), static_eval);
        self.stack.clear_child_killers();
        let adjustment = DepthAdjustment::default();
        let mut node = Node { depth, adjustment, cut_node, improving, eval, tt_hit, excluded: Move::NONE };
        // Step 8. Check extension, hindsight extension, internal iterative reduction (IIR).
        if self.is_selective() {
            node.adjustment = self.depth_adjustment(&node);
            let DepthAdjustment { check, hindsight, iir } = node.adjustment;
            node.depth += check + hindsight - iir;
        }
        node
    }

    /// Depth adjustment of the current node, not yet part of its depth.
    #[inline(always)]
    fn depth_adjustment(&self, node: &Node) -> DepthAdjustment {
        if self.stack.top().in_check {
            return DepthAdjustment { check: self.check_extension(), ..DepthAdjustment::default() };
        }
        DepthAdjustment { check: 0, hindsight: self.hindsight_extension(), iir: self.iir(node) }
    }

    /// Static evaluation of the current node, from the TT if it is there, corrected by correction history; noted in the
    /// frame. [`NO_EVAL`] in check and in an exact search.
    #[inline]
    pub fn static_eval(&mut self, tt_hit: Option<&TtEntry>) -> i32 {
        let (mut raw_eval, mut static_eval) = (NO_EVAL, NO_EVAL);
        if !self.stack.top().in_check && self.is_selective() {
            raw_eval = match tt_hit {
                Some(entry) if entry.raw_eval != NO_EVAL => entry.raw_eval,
                _ => self.position.evaluate(),
            };
            static_eval = self.correct_eval(raw_eval, self.stack.top().player);
        }
        let frame = self.stack.top_mut();
        (frame.raw_eval, frame.static_eval) = (raw_eval, static_eval);
        static_eval
    }

    /// Static evaluation of the current position for the player to move: the raw one, corrected by correction history.
    #[inline(always)]
    pub fn correct_eval(&self, raw_eval: i32, player: Seat) -> i32 {
        let percent = self.shared.params.corrhist_percent;
        let correction = self.shared.histories.correction().correction(self.position.game(), player, percent);
        (raw_eval + correction).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Check extension: a ply for a node in check.
    fn check_extension(&self) -> i32 {
        i32::from(self.may_extend())
    }

    /// True up to twice the depth of the iteration: beyond, neither check nor singular extensions lengthen the line.
    pub fn may_extend(&self) -> bool {
        self.stack.ply() < 2 * self.root.depth as usize
    }

    /// Hindsight extension: a move that was reduced much gets a ply back if the evaluation has not fallen with it
    /// (Stockfish's hindsight depth adjustment).
    fn hindsight_extension(&self) -> i32 {
        let (Some(parent), frame) = (self.stack.parent(), self.stack.top()) else { return 0 };
        let extends = parent.reduction >= self.shared.params.hindsight_min_reduction
            && frame.changes_side
            && parent.static_eval != NO_EVAL
            && parent.static_eval + frame.static_eval <= 0;
        i32::from(extends)
    }

    /// Internal iterative reduction (IIR): a ply less where the TT has no move, or one from a search that was far less
    /// deep. Source: Ed Schröder (Rebel), chessprogramming wiki "Internal Iterative Reductions".
    fn iir(&self, node: &Node) -> i32 {
        // The root is not stored where some of its moves are left out.
        if self.stack.ply() == 0 {
            return 0;
        }
        let (params, depth) = (self.shared.params, node.depth);
        let reduces = match &node.tt_hit {
            Some(entry) if entry.mv.is_some() => {
                depth >= params.iir_depth + 2 && entry.bound != Bound::Exact && entry.depth + params.iir_gap <= depth
            }
            _ => depth >= params.iir_depth,
        };
        i32::from(reduces)
    }

    /// Statistics of a move of the current node.
    #[inline]
    pub fn move_stats(&self, mv: Move, noisy: bool) -> MoveStats {
        let (game, frame) = (self.position.game(), self.stack.top());
        let history = if noisy {
            self.shared.histories.noisy(game, frame.player, mv)
        } else {
            self.shared.histories.quiet(game, frame.player, self.stack.cont_hist_indices(), mv)
        };
        // A killer of a sibling may capture here.
        MoveStats { noisy, history, killer: !noisy && frame.killers.contains(&mv) }
    }

    /// Updates the best value by that of a move that has been searched, and with it alpha and the PV. Returns
    /// whether it is a beta cutoff.
    #[inline(always)]
    pub fn update_best<const PV: bool>(&mut self, mv: Move, value: i32, best: &mut Best, window: &mut Window) -> bool {
        best.value = best.value.max(value);
        if value > window.alpha {
            (best.mv, window.alpha) = (mv, value);
            if PV {
                self.pv.update(self.stack.ply(), mv);
            }
        }
        value >= window.beta
    }

    /// TT store of the current node.
    pub fn store_tt(&mut self, depth: i32, best: &Best, bound: Bound) {
        let raw_eval = self.stack.top().raw_eval;
        let entry = TtEntry { mv: best.mv, value: best.value, raw_eval, depth, bound };
        let overwrites = self.shared.tt.store(self.position.key(), self.stack.top().side_turn, entry);
        self.trace(SearchEvent::TtStore { overwrites });
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// A node that was to be searched eight plies deep, after a move that was reduced by `reduction` plies, if the
    /// static evaluation was `before` for the side that made it and is `now` for its opponent, and the TT has an entry.
    fn adjusted_node(reduction: i32, [before, now]: [i32; 2], entry: TtEntry) -> Node {
        let mut node = None;
        with_thread::<Chess>("4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 8;
            play(thread, "e2e4");
            let parent = thread.stack.parent_mut();
            (parent.reduction, parent.static_eval) = (reduction, before);
            node = Some(thread.init_node(8, true, Some(TtEntry { raw_eval: now, ..entry })));
        });
        node.expect("the test has run")
    }

    fn adjusted_depth(reduction: i32, evals: [i32; 2], entry: TtEntry) -> i32 {
        adjusted_node(reduction, evals, entry).depth
    }

    /// An entry that asks for no reduction.
    const DEEP: TtEntry =
        TtEntry { mv: Move::new(8, 16, 0), value: 0, raw_eval: NO_EVAL, depth: 7, bound: Bound::Lower };

    #[test]
    fn hindsight_extension_needs_a_much_reduced_move_and_a_steady_evaluation() {
        assert_eq!(adjusted_depth(3, [20, -30], DEEP), 9);
        assert_eq!(adjusted_depth(3, [20, -10], DEEP), 8, "the evaluation has fallen");
        assert_eq!(adjusted_depth(2, [20, -30], DEEP), 8, "hardly reduced");
        assert_eq!(adjusted_depth(3, [NO_EVAL, -30], DEEP), 8, "there was check");
    }

    #[test]
    fn hindsight_extension_and_iir_are_told_apart_where_they_cancel() {
        let node = adjusted_node(3, [20, -30], TtEntry { mv: Move::NONE, ..DEEP });
        assert_eq!((node.depth, node.adjustment), (8, DepthAdjustment { check: 0, hindsight: 1, iir: 1 }));
    }

    #[test]
    fn iir_needs_a_missing_or_a_shallow_tt_move() {
        let of = |entry| adjusted_depth(0, [0, 0], entry);
        assert_eq!(of(DEEP), 8);
        assert_eq!(of(TtEntry { mv: Move::NONE, ..DEEP }), 7);
        assert_eq!(of(TtEntry { depth: 5, ..DEEP }), 8);
        assert_eq!(of(TtEntry { depth: 4, ..DEEP }), 7);
        assert_eq!(of(TtEntry { depth: 4, bound: Bound::Exact, ..DEEP }), 8);
    }

    #[test]
    fn iir_leaves_the_root_alone() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            thread.root.depth = 8;
            assert_eq!(thread.init_node(8, false, None).adjustment, DepthAdjustment::default());
        });
    }

    #[test]
    fn deferred_moves_come_last_and_the_excluded_one_never() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            let excluded = thread.position.game().read_move("e2e4").expect("a legal move");
            let picker = MovePicker::all(thread.move_ordering(excluded));
            let tried = thread.with_picker(picker, |thread, picker| {
                let (mut moves, mut tried) = (MoveSequence::new(picker, excluded), Vec::new());
                while let Some(candidate) = thread.next_candidate(&mut moves) {
                    assert!(candidate.mv != excluded);
                    if candidate.number == 1 && !candidate.deferred {
                        assert!(moves.defer(candidate));
                    } else {
                        tried.push(candidate.number);
                    }
                }
                tried
            });
            assert_eq!((tried.len(), tried[0], tried[18]), (19, 2, 1));
            assert!(thread.move_buffer.is_empty());
        });
    }
}
