//! Step 16: singular extensions and multi-cut.
//!
//! A TT move that is better than all others by far is searched deeper. Source: Anantharaman, Campbell and Hsu,
//! "Singular Extensions: Adding Selectivity to Brute-Force Searching", 1988; in the form that asks only for the TT move
//! (Stockfish): the others are searched with it excluded, less deep, and against a beta somewhat below its value.

use super::node::Node;
use super::report::Bound;
use super::score::MATE_BOUND;
use super::thread::{Stopped, Thread};
use super::trace::SearchEvent;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// Plies by which the TT entry's depth may lag behind the node's.
const MAX_ENTRY_LAG: i32 = 3;

/// Outcome of a singular search: an extension of the TT move, or a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Singularity {
    /// Extension of the move, in plies; negative for a reduction.
    Extension(i32),
    /// Multi-cut: another move reaches beta as well, so the node has at least this value.
    MultiCut(i32),
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Tests whether a move that is about to be made is singular.
    pub fn singularity<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
    ) -> Result<Singularity, Stopped> {
        let Some(entry) = node.tt_hit else { return Ok(Singularity::Extension(0)) };
        let params = self.shared.params;
        let is_candidate = entry.mv == mv
            && !node.excluded.is_some()
            && self.is_selective()
            && !self.position.game().is_ordering_move_node()
            && self.stack.ply() > 0
            && self.may_extend()
            && node.depth >= params.singular_depth
            && entry.depth >= node.depth - MAX_ENTRY_LAG
            && entry.bound != Bound::Upper
            && entry.value.abs() < MATE_BOUND;
        if !is_candidate {
            return Ok(Singularity::Extension(0));
        }
        let singular_beta = entry.value - params.singular_margin * node.depth / 16;
        // The others are searched at half the depth.
        let others = Node { depth: (node.depth - 1) / 2, excluded: mv, ..*node };
        let value = self.search_moves::<false>(others, Window::null(singular_beta - 1))?;
        let singularity = if value < singular_beta {
            // Singular; by far (double extension) outside the PV only.
            let double = !PV && value < singular_beta - params.singular_double_margin;
            Singularity::Extension(1 + i32::from(double))
        } else if singular_beta >= window.beta {
            Singularity::MultiCut(singular_beta)
        } else if entry.value >= window.beta {
            // Negative extension: others are nearly as good, and the TT move fails high anyway.
            Singularity::Extension(-2)
        } else {
            Singularity::Extension(-i32::from(node.cut_node))
        };
        self.trace(SearchEvent::Singular { depth: node.depth, outcome: singularity });
        Ok(singularity)
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::Params;
    use super::super::thread::testing::{play, with_params};
    use super::super::tt::{NO_EVAL, TtEntry};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// A move whose singularity is asked for.
    #[derive(Clone, Copy)]
    struct Question {
        text: &'static str,
        /// The move before, after which the node is.
        before: &'static str,
        mv: &'static str,
        /// Beta less the value of the TT move.
        surplus: i32,
        cut_node: bool,
    }

    /// A capture that alone saves the game.
    const ONLY_MOVE: Question = Question {
        text: "3q2k1/5ppp/8/8/8/4P3/5PPP/6K1 b - - 0 1",
        before: "d8d4",
        mv: "e3d4",
        surplus: 0,
        cut_node: false,
    };

    /// A king's move that is as good as others.
    const ONE_OF_MANY: Question = Question {
        text: "6k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
        before: "g8f8",
        mv: "g1f1",
        surplus: 200,
        cut_node: false,
    };

    /// The singularity of a move, which has the value of a search and is the TT move.
    fn singularity_of<const PV: bool>(question: Question, params: &Params) -> Singularity {
        let mut singularity = None;
        with_params::<Chess>(question.text, params, |thread| {
            play(thread, question.before);
            thread.root.depth = 10;
            let Ok(value) = thread.search::<false>(Window::FULL, 5, false) else { panic!("there is time") };
            let mv = thread.position.game().read_move(question.mv).expect("a legal move");
            let entry = TtEntry { mv, value, raw_eval: NO_EVAL, depth: 8, bound: Bound::Lower };
            let (key, stored) = (thread.position.key(), thread.probe_tt());
            let node = thread.init_node(8, question.cut_node, Some(entry));
            singularity = thread.singularity::<PV>(&node, mv, Window::null(value + question.surplus - 1)).ok();
            assert_eq!(thread.probe_tt(), stored, "nothing is stored of a node with an excluded move");
            assert!(thread.position.key() == key && thread.move_buffer.is_empty());
        });
        singularity.expect("there is time")
    }

    /// Extension of a move in a node outside the PV.
    fn of(question: Question) -> Singularity {
        singularity_of::<false>(question, &Params::default())
    }

    #[test]
    fn a_move_better_than_all_others_is_extended_and_by_far_twice_outside_the_pv() {
        assert_eq!(of(ONLY_MOVE), Singularity::Extension(2));
        assert_eq!(singularity_of::<true>(ONLY_MOVE, &Params::default()), Singularity::Extension(1), "PV");
        let params = Params { singular_double_margin: 10_000, ..Params::default() };
        assert_eq!(singularity_of::<false>(ONLY_MOVE, &params), Singularity::Extension(1), "not by far");
    }

    #[test]
    fn one_move_of_many_is_not_extended_and_in_a_cut_node_reduced() {
        assert_eq!(of(ONE_OF_MANY), Singularity::Extension(0));
        assert_eq!(of(Question { cut_node: true, ..ONE_OF_MANY }), Singularity::Extension(-1));
    }

    #[test]
    fn one_move_of_many_that_fails_high_is_reduced_by_two_plies() {
        // Beta is the value of the move, so above that of a singular search.
        for cut_node in [false, true] {
            let question = Question { surplus: 0, cut_node, ..ONE_OF_MANY };
            assert_eq!(of(question), Singularity::Extension(-2), "{cut_node}");
        }
        assert_eq!(of(Question { surplus: 1, ..ONE_OF_MANY }), Singularity::Extension(0), "it does not fail high");
    }

    #[test]
    fn where_others_reach_beta_too_the_node_is_cut() {
        assert!(matches!(of(Question { surplus: -200, ..ONE_OF_MANY }), Singularity::MultiCut(_)));
    }
}
