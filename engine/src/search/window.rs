//! Search window: alpha and beta.

use super::report::Bound;
use super::score::{MATE, mate_in, mated_in};

/// Alpha-beta window: values up to `alpha` and from `beta` on need not be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The value that the side of the node has already.
    pub alpha: i32,
    /// The value that its opponent allows.
    pub beta: i32,
}

impl Window {
    /// The full window.
    pub const FULL: Window = Window { alpha: -MATE, beta: MATE };

    /// The null window that asks whether a value is above `alpha`.
    #[inline(always)]
    pub const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Window of the node after a ply: negated and swapped if another side is to move there, unchanged if the same side
    /// moves on.
    #[inline(always)]
    pub const fn after_ply(self, same_side: bool) -> Window {
        if same_side { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    /// Mate distance pruning: the part of the window that values of an undecided node can lie in, `turn` turns below
    /// the root. No mate is faster than one in the present turn; no side is mated sooner than now. Possibly empty.
    #[inline(always)]
    pub fn within_mates(self, turn: usize) -> Window {
        Window { alpha: self.alpha.max(mated_in(turn)), beta: self.beta.min(mate_in(turn + 1)) }
    }

    /// The bound type of a value found by a search with this window.
    #[inline(always)]
    pub const fn bound_of(self, value: i32) -> Bound {
        match value {
            _ if value >= self.beta => Bound::Lower,
            _ if value > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// True if no value lies inside.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_negated_only_if_the_side_changes() {
        let window = Window { alpha: -20, beta: 50 };
        assert_eq!(window.after_ply(true), window);
        assert_eq!(window.after_ply(false), Window { alpha: -50, beta: 20 });
        assert_eq!(window.after_ply(false).after_ply(false), window);
    }

    #[test]
    fn mate_distance_narrows_the_window() {
        assert_eq!(Window::FULL.within_mates(3), Window { alpha: 3 - MATE, beta: MATE - 4 });
        assert!(Window::null(MATE - 3).within_mates(5).is_empty(), "a mate in 3 turns is known, here it takes 6");
    }
}
