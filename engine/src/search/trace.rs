//! Search trace: what a search does, told event by event to an [evaluator](crate::eval::Evaluator) that asks for it.
//!
//! An evaluator hears nothing by default; then the calls compile to nothing. `cargo diagnose` makes tables of the
//! events.

use super::node::{Candidate, MoveCtx, Node};
use super::singular::Singularity;
use super::thread::{SearchResult, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;

/// Pruning technique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pruning {
    /// Reverse futility pruning (RFP) of a node.
    Rfp,
    /// Razoring of a node.
    Razoring,
    /// Null move pruning (NMP) of a node.
    NullMove,
    /// ProbCut of a node.
    ProbCut,
    /// Late move pruning (LMP) of a move.
    LateMove,
    /// Futility pruning of a quiet move.
    Futility,
    /// Futility pruning of a capture or promotion.
    NoisyFutility,
    /// History pruning of a move.
    History,
    /// SEE pruning of a quiet move.
    See,
    /// SEE pruning of a capture or promotion.
    NoisySee,
    /// Evasion pruning of a move that does not answer a check or threat.
    Evasion,
}

/// Search event. A depth is that of the node it happens in, in plies, after its extensions and reductions; that of a TT
/// probe is before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// TT probe of a node of the main search.
    TtProbe {
        /// Depth.
        depth: i32,
        /// True if the TT has the position.
        hit: bool,
        /// True if its value decides the node.
        cutoff: bool,
    },
    /// A node of the main search that the TT does not decide.
    Node {
        /// Depth.
        depth: i32,
        /// Plies of the check extension.
        check: i32,
        /// Plies of the hindsight extension.
        hindsight: i32,
        /// Plies of the internal iterative reduction (IIR).
        iir: i32,
    },
    /// A node of the quiescence search.
    Quiescence,
    /// Pruning of a node or a move.
    Pruned {
        /// Technique.
        technique: Pruning,
        /// Depth.
        depth: i32,
    },
    /// The verdict on the pruning before, after a search of the same depth without it.
    Verified {
        /// Technique.
        technique: Pruning,
        /// Depth.
        depth: i32,
        /// True if the search contradicts: a node comes out on the other side of beta, a move above alpha.
        wrong: bool,
    },
    /// Singular search of a node without its TT move.
    Singular {
        /// Depth.
        depth: i32,
        /// Extension of the TT move, or multi-cut.
        outcome: Singularity,
    },
    /// Late move reduction (LMR) of a move.
    Reduction {
        /// Depth.
        depth: i32,
        /// Plies.
        plies: i32,
        /// True if the move came out above alpha and was searched again.
        re_searched: bool,
    },
    /// Beta cutoff by a move.
    Cutoff {
        /// Depth.
        depth: i32,
        /// Move number in the node, from 1.
        number: usize,
    },
    /// TT store of a node.
    TtStore {
        /// True if it takes the place of another position of the same search.
        overwrites: bool,
    },
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Tells the evaluator of an event.
    #[inline(always)]
    pub fn trace(&mut self, event: SearchEvent) {
        self.position.trace(event);
    }

    /// The value of a node that is pruned. A sample of such nodes is searched in full, if the evaluator asks for that.
    #[inline(always)]
    pub fn take_pruned(&mut self, node: &Node, window: Window, (technique, value): (Pruning, i32)) -> SearchResult {
        let depth = node.depth;
        self.trace(SearchEvent::Pruned { technique, depth });
        if self.position.verifies_pruning() {
            let full = self.search_moves::<false>(*node, window)?;
            let wrong = (full >= window.beta) != (value >= window.beta);
            self.trace(SearchEvent::Verified { technique, depth, wrong });
        }
        Ok(value)
    }

    /// Traces the pruning of a move. A sample of such moves is searched, if the evaluator asks for that.
    #[inline(always)]
    pub fn skip_pruned(
        &mut self,
        node: &Node,
        technique: Pruning,
        candidate: Candidate,
        window: Window,
    ) -> Result<(), Stopped> {
        let depth = node.depth;
        self.trace(SearchEvent::Pruned { technique, depth });
        if self.position.verifies_pruning() {
            let Candidate { mv, noisy, number, .. } = candidate;
            let stats = self.move_stats(mv, noisy);
            let ctx = MoveCtx { number, stats, extension: 0 };
            let value = self.search_move::<false>(node, mv, ctx, Window::null(window.alpha))?;
            self.trace(SearchEvent::Verified { technique, depth, wrong: value > window.alpha });
        }
        Ok(())
    }
}
