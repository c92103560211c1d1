//! Singular extensions: a move that is better than all others by far is searched deeper.
//!
//! Anantharaman, Campbell and Hsu, "Singular Extensions: Adding Selectivity to Brute-Force Searching", 1988; in the form that asks only the table's
//! move: the others are searched without it, less deep, and against a bar somewhat below its value.

use super::alphabeta::Node;
use super::report::Bound;
use super::score::MATE_BOUND;
use super::thread::{Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// What the search of a node's other moves says about the table's move.
pub(super) enum Singularity {
    /// By so many plies it is to be searched deeper.
    Extension(i32),
    /// Another move reaches beta as well, most likely: the node has at least this value.
    Cut(i32),
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Whether a move that is about to be made stands out.
    pub(super) fn singularity<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
    ) -> Result<Singularity, Stopped> {
        let none = Ok(Singularity::Extension(0));
        let params = self.shared.params;
        let Some(memory) = node.memory.filter(|memory| memory.mv == mv && !node.without.is_some()) else { return none };
        let asks = self.is_selective()
            && self.ply > 0
            && self.ply < 2 * self.iteration as usize
            && node.depth >= params.singular_depth
            && memory.depth >= node.depth - 3
            && memory.bound != Bound::Upper
            && memory.value.abs() < MATE_BOUND;
        if !asks {
            return none;
        }
        let bar = memory.value - params.singular_margin * node.depth / 16;
        let others = Node { depth: (node.depth - 1) / 2, without: mv, ..*node };
        let value = self.search_moves::<false>(others, Window::above(bar - 1))?;
        let plies = if value < bar {
            1 + i32::from(!PV && value < bar - params.singular_double)
        } else if bar >= window.beta {
            return Ok(Singularity::Cut(bar));
        } else if memory.value >= window.beta {
            -2
        } else {
            -i32::from(node.cut_node)
        };
        Ok(Singularity::Extension(plies))
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::super::tt::{NO_VALUE, TtEntry};
    use super::*;
    use crate::game::Game;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// What is said of a move in the position after another one, with beta so far above its value.
    fn said_of(mv: &str, text: &str, before: &str, surplus: i32) -> Singularity {
        let mut said = None;
        with_thread::<Chess>(text, &Control::new(), HOUR, |thread| {
            play(thread, before);
            thread.iteration = 10;
            let Ok(value) = thread.search::<false>(Window::FULL, 5, false) else { panic!("there is time") };
            let mv = thread.game.read_move(mv).expect("a legal move");
            let memory = TtEntry { mv, value, static_value: NO_VALUE, depth: 8, bound: Bound::Lower };
            let key = thread.game.key();
            let remembered = thread.shared.table.probe(key, thread.turn());
            let node = thread.init_node(8, false, Some(memory));
            said = thread.singularity::<false>(&node, mv, Window::above(value + surplus - 1)).ok();
            assert_eq!(
                thread.shared.table.probe(key, thread.turn()),
                remembered,
                "nothing is stored of a node without a move"
            );
            assert!(thread.game.key() == key && thread.arena.is_empty());
        });
        said.expect("there is time")
    }

    #[test]
    fn the_capture_that_alone_saves_the_game_is_extended() {
        let said = said_of("e3d4", "3q2k1/5ppp/8/8/8/4P3/5PPP/6K1 b - - 0 1", "d8d4", 0);
        assert!(matches!(said, Singularity::Extension(1 | 2)));
    }

    #[test]
    fn one_move_of_many_is_not_extended() {
        let kings = "6k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
        assert!(matches!(said_of("g1f1", kings, "g8f8", 200), Singularity::Extension(0)));
    }

    #[test]
    fn where_others_reach_beta_too_the_node_is_cut() {
        let kings = "6k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
        assert!(matches!(said_of("g1f1", kings, "g8f8", -200), Singularity::Cut(_)));
    }
}
