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
            && self.stack.ply() < 2 * self.root.depth as usize
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
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::super::tt::{NO_EVAL, TtEntry};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    const KINGS: &str = "6k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";

    /// The singularity of a move in the position after another one, with beta so far above its value.
    fn singularity_of(mv: &str, text: &str, before: &str, surplus: i32) -> Singularity {
        let mut singularity = None;
        with_thread::<Chess>(text, &Control::new(), HOUR, |thread| {
            play(thread, before);
            thread.root.depth = 10;
            let Ok(value) = thread.search::<false>(Window::FULL, 5, false) else { panic!("there is time") };
            let mv = thread.position.game().read_move(mv).expect("a legal move");
            let entry = TtEntry { mv, value, raw_eval: NO_EVAL, depth: 8, bound: Bound::Lower };
            let (key, stored) = (thread.position.key(), thread.probe_tt());
            let node = thread.init_node(8, false, Some(entry));
            singularity = thread.singularity::<false>(&node, mv, Window::null(value + surplus - 1)).ok();
            assert_eq!(thread.probe_tt(), stored, "nothing is stored of a node with an excluded move");
            assert!(thread.position.key() == key && thread.move_buffer.is_empty());
        });
        singularity.expect("there is time")
    }

    #[test]
    fn the_capture_that_alone_saves_the_game_is_extended() {
        let singularity = singularity_of("e3d4", "3q2k1/5ppp/8/8/8/4P3/5PPP/6K1 b - - 0 1", "d8d4", 0);
        assert!(matches!(singularity, Singularity::Extension(1 | 2)));
    }

    #[test]
    fn one_move_of_many_is_not_extended() {
        assert!(matches!(singularity_of("g1f1", KINGS, "g8f8", 200), Singularity::Extension(0)));
    }

    #[test]
    fn where_others_reach_beta_too_the_node_is_cut() {
        assert!(matches!(singularity_of("g1f1", KINGS, "g8f8", -200), Singularity::MultiCut(_)));
    }
}
