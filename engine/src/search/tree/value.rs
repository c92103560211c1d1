//! Node values: what a node of the tree is expected to bring, and what of it is proven.
//!
//! [`Value`] is the interface of the tree. A game of two has one number, White's [`ExpectedScore`] from
//! -1 (loss) to 1 (win), so that means over chance outcomes make sense, with proven [bounds](ScoreBounds). A game of
//! more has a share for each seat ([`ExpectedShares`](super::shares::ExpectedShares)), of which each player maximises
//! its own (MaxN).

use std::fmt::Debug;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use bytemuck::Zeroable;

use super::super::score::{LEAST_SHARE, MATE, MATE_BOUND, centipawns_to_share, share_to_centipawns, turns_to_mate};
use super::super::thread::{SearchResult, Stopped, Thread};
use super::graph::NodeInit;
use super::params::TreeParams;
use crate::eval::Evaluator;
use crate::game::{Seat, Tactics};

/// Largest expected score of a position that is not proven.
const MAX_UNPROVEN: f32 = 1.0 - 2.0 * LEAST_SHARE;

/// Proven win, as an integer. Sums of integers are exact, so that two bounds can meet.
pub const WIN: i32 = 1 << 30;

/// Value of a node.
pub trait Value: Copy + Debug + Send + Sync + 'static {
    /// A value in a node's memory.
    type Cell: Zeroable + Send + Sync + 'static;
    /// Proof of a value.
    type Bounds: Bounds<Self>;
    /// Greatest number of seats.
    const SEATS: usize;
    /// Zero: where sums begin.
    const ZERO: Self;
    /// True if leaves are evaluated by searches with a transposition table.
    const USES_TT: bool;

    /// Reads a value.
    fn load(cell: &Self::Cell) -> Self;

    /// Writes the value.
    fn store(self, cell: &Self::Cell);

    /// The value plus another one times a weight.
    fn plus(self, other: Self, weight: f32) -> Self;

    /// The value divided by a number.
    fn over(self, divisor: f32) -> Self;

    /// Expected score of a seat, from -1 to 1.
    fn for_seat(self, seat: Seat) -> f32;
}

/// Proven bounds of a value.
pub trait Bounds<V: Value>: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Bounds in a node's memory.
    type Cell: Zeroable + Send + Sync + 'static;
    /// Bounds of a decision of one seat, collected from the moves.
    type Decision: Decision<V>;

    /// Reads bounds.
    fn load(cell: &Self::Cell) -> Self;

    /// Writes the bounds of a new node.
    fn store(self, cell: &Self::Cell);

    /// Tightens the bounds of a node. They never widen.
    fn tighten(self, cell: &Self::Cell);

    /// Bounds of the position with nothing proven.
    fn unknown(self) -> Self;

    /// True if the value is known exactly.
    fn is_proven(self) -> bool;

    /// The value, as far as it agrees with what is proven.
    fn clamp(self, value: V) -> V;

    /// Value of a draw in the position.
    fn draw(self) -> V;

    /// Least and greatest score of a seat, in units of [`WIN`].
    fn range(self, seat: Seat) -> (i32, i32);

    /// The seat that is proven to win.
    fn winner(self) -> Option<Seat>;

    /// Mean over chance outcomes by weight; `node` has the bounds so far. An outcome without bounds is unknown.
    fn mean(outcomes: impl Iterator<Item = (u32, Option<Self>)>, node: Self) -> Self;

    /// Distance to a win that a ply adds: from the perspectives of the node and of its child.
    fn distance_step(node: Seat, child: Seat, winner: Seat) -> u32;

    /// Mate score of a proven win or loss at a distance.
    fn mate_score(wins: bool, distance: u32) -> i32;
}

/// Bounds of a decision node: those of its moves are handed in one by one.
pub trait Decision<V: Value> {
    /// No move yet, for the seat that decides at a node with these bounds.
    fn new(seat: Seat, node: V::Bounds) -> Self;

    /// A move with the bounds of what it leads to; `None` if that is unknown.
    fn add(&mut self, bounds: Option<V::Bounds>);

    /// Bounds of the decision.
    fn finish(self) -> V::Bounds;
}

/// Evaluation of positions of a game as values of a tree.
pub trait Valuation<G: Tactics, E: Evaluator<G>>: Value {
    /// Static value of a root, with nothing proven; at a chance node the mean of all values.
    fn root(game: &G, evaluator: &E) -> NodeInit<Self>;

    /// Leaf evaluation of the thread's position: by the rules, or a small search.
    fn leaf(thread: &mut Thread<G, E>, params: &TreeParams) -> Result<NodeInit<Self>, Stopped>;

    /// The thread's position, if the side to move has no move.
    fn no_moves(thread: &Thread<G, E>) -> NodeInit<Self>;

    /// Static value of the position after the move just made, in centipawns for its `mover`.
    fn after_move(thread: &mut Thread<G, E>, mover: Seat) -> SearchResult;
}

/// Expected score of a value in centipawns: the [share](centipawns_to_share) on a scale from -1 to 1.
#[inline]
pub fn expected_score(centipawns: i32) -> f32 {
    (2.0 * centipawns_to_share(centipawns) - 1.0).clamp(-MAX_UNPROVEN, MAX_UNPROVEN)
}

/// Centipawns of an expected score: inverse of [`expected_score`].
pub fn centipawns(score: f32) -> i32 {
    share_to_centipawns((1.0 + score) / 2.0)
}

/// Value of a game of two: White's expected score, from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedScore(pub f32);

/// Sign of a seat: 1 for White, -1 for Black. Converts values for White to values for a seat and back.
#[inline(always)]
pub fn sign(seat: Seat) -> f32 {
    1.0 - 2.0 * seat.index() as f32
}

impl Value for ExpectedScore {
    type Cell = AtomicU32;
    type Bounds = ScoreBounds;
    const SEATS: usize = 2;
    const ZERO: ExpectedScore = ExpectedScore(0.0);
    const USES_TT: bool = true;

    #[inline(always)]
    fn load(cell: &AtomicU32) -> ExpectedScore {
        ExpectedScore(f32::from_bits(cell.load(Relaxed)))
    }

    #[inline(always)]
    fn store(self, cell: &AtomicU32) {
        cell.store(self.0.to_bits(), Relaxed);
    }

    #[inline(always)]
    fn plus(self, other: ExpectedScore, weight: f32) -> ExpectedScore {
        ExpectedScore(self.0 + weight * other.0)
    }

    #[inline(always)]
    fn over(self, divisor: f32) -> ExpectedScore {
        ExpectedScore(self.0 / divisor)
    }

    #[inline(always)]
    fn for_seat(self, seat: Seat) -> f32 {
        sign(seat) * self.0
    }
}

/// Score bounds for White, in units of [`WIN`].
///
/// Source: Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreBounds {
    /// White is certain of at least this.
    pub lower: i32,
    /// White is certain of at most this.
    pub upper: i32,
}

impl ScoreBounds {
    /// Nothing is proven.
    pub const UNKNOWN: ScoreBounds = ScoreBounds { lower: -WIN, upper: WIN };

    /// Bounds of a known value.
    pub const fn exact(value: i32) -> ScoreBounds {
        ScoreBounds { lower: value, upper: value }
    }

    /// The bounds from the view of a seat.
    #[inline(always)]
    pub const fn for_seat(self, seat: Seat) -> ScoreBounds {
        if seat.index() == 0 { self } else { ScoreBounds { lower: -self.upper, upper: -self.lower } }
    }
}

/// [`ScoreBounds`] in a node's memory. The distance of a win is complete before the bounds prove it.
#[derive(Zeroable)]
#[repr(C)]
pub struct ScoreBoundsCell {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Bounds<ExpectedScore> for ScoreBounds {
    type Cell = ScoreBoundsCell;
    type Decision = DuelDecision;

    #[inline(always)]
    fn load(cell: &ScoreBoundsCell) -> ScoreBounds {
        ScoreBounds { lower: cell.lower.load(Acquire), upper: cell.upper.load(Acquire) }
    }

    fn store(self, cell: &ScoreBoundsCell) {
        cell.lower.store(self.lower, Relaxed);
        cell.upper.store(self.upper, Relaxed);
    }

    fn tighten(self, cell: &ScoreBoundsCell) {
        cell.lower.fetch_max(self.lower, Release);
        cell.upper.fetch_min(self.upper, Release);
    }

    fn unknown(self) -> ScoreBounds {
        ScoreBounds::UNKNOWN
    }

    #[inline(always)]
    fn is_proven(self) -> bool {
        self.lower >= self.upper
    }

    #[inline(always)]
    fn clamp(self, value: ExpectedScore) -> ExpectedScore {
        let [lower, upper] = [self.lower, self.upper].map(|bound| bound as f32 / WIN as f32);
        ExpectedScore(value.0.max(lower).min(upper))
    }

    #[inline(always)]
    fn draw(self) -> ExpectedScore {
        ExpectedScore(0.0)
    }

    #[inline(always)]
    fn range(self, seat: Seat) -> (i32, i32) {
        let ScoreBounds { lower, upper } = self.for_seat(seat);
        (lower, upper)
    }

    #[inline(always)]
    fn winner(self) -> Option<Seat> {
        match self {
            ScoreBounds { lower: WIN, .. } => Some(Seat::WHITE),
            ScoreBounds { upper, .. } if upper == -WIN => Some(Seat::BLACK),
            _ => None,
        }
    }

    fn mean(outcomes: impl Iterator<Item = (u32, Option<ScoreBounds>)>, _: ScoreBounds) -> ScoreBounds {
        let (mut lower, mut upper, mut total) = (0, 0, 0);
        for (weight, bounds) in outcomes {
            let (weight, bounds) = (i64::from(weight), bounds.unwrap_or(ScoreBounds::UNKNOWN));
            lower += weight * i64::from(bounds.lower);
            upper += weight * i64::from(bounds.upper);
            total += weight;
        }
        ScoreBounds { lower: (lower / total) as i32, upper: (upper / total) as i32 }
    }

    /// Turns, which end where the perspective changes.
    #[inline(always)]
    fn distance_step(node: Seat, child: Seat, _: Seat) -> u32 {
        u32::from(child != node)
    }

    fn mate_score(wins: bool, turns: u32) -> i32 {
        if wins { MATE - turns as i32 } else { turns as i32 - MATE }
    }
}

/// Bounds of a decision in a game of two: the maximum of the moves' bounds for the seat that decides.
pub struct DuelDecision {
    seat: Seat,
    best: ScoreBounds,
}

impl Decision<ExpectedScore> for DuelDecision {
    #[inline(always)]
    fn new(seat: Seat, _: ScoreBounds) -> DuelDecision {
        DuelDecision { seat, best: ScoreBounds { lower: -WIN, upper: -WIN } }
    }

    #[inline(always)]
    fn add(&mut self, bounds: Option<ScoreBounds>) {
        let bounds = bounds.map_or(ScoreBounds::UNKNOWN, |bounds| bounds.for_seat(self.seat));
        self.best.lower = self.best.lower.max(bounds.lower);
        self.best.upper = self.best.upper.max(bounds.upper);
    }

    #[inline(always)]
    fn finish(self) -> ScoreBounds {
        self.best.for_seat(self.seat)
    }
}

/// Converts a score of the alpha-beta search for a seat: expected score for White, bounds, and distance of a mate in
/// turns (else 0).
pub fn from_search(value: i32, seat: Seat) -> (ExpectedScore, ScoreBounds, u32) {
    match turns_to_mate(value) {
        Some(turns) => {
            let win = if value >= MATE_BOUND { WIN } else { -WIN };
            let bounds = ScoreBounds::exact(win).for_seat(seat);
            (bounds.clamp(ExpectedScore(0.0)), bounds, turns.unsigned_abs())
        }
        None => (ExpectedScore(sign(seat) * expected_score(value)), ScoreBounds::UNKNOWN, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::score::mated_in;
    use super::*;

    #[test]
    fn centipawns_invert_expected_scores() {
        assert_eq!(expected_score(0), 0.0);
        for value in [-900, -35, -1, 0, 20, 150, 1200] {
            assert!((centipawns(expected_score(value)) - value).abs() <= 1, "{value}");
            assert!((expected_score(-value) + expected_score(value)).abs() < 1e-6, "{value}");
        }
        assert!(expected_score(MATE_BOUND - 1) < 1.0 && centipawns(1.0) < MATE_BOUND);
    }

    #[test]
    fn mate_scores_become_proven_bounds() {
        assert_eq!(from_search(MATE - 3, Seat::WHITE), (ExpectedScore(1.0), ScoreBounds::exact(WIN), 3));
        assert_eq!(from_search(MATE - 3, Seat::BLACK), (ExpectedScore(-1.0), ScoreBounds::exact(-WIN), 3));
        assert_eq!(from_search(mated_in(2), Seat::BLACK), (ExpectedScore(1.0), ScoreBounds::exact(WIN), 2));
        assert_eq!(from_search(100, Seat::BLACK).1, ScoreBounds::UNKNOWN);
        assert!(from_search(100, Seat::BLACK).0.0 < 0.0);
    }

    #[test]
    fn values_are_clamped_to_bounds() {
        assert_eq!(ScoreBounds { lower: 0, upper: WIN }.clamp(ExpectedScore(-0.3)), ExpectedScore(0.0));
        assert_eq!(ScoreBounds { lower: -WIN, upper: WIN / 2 }.clamp(ExpectedScore(0.8)), ExpectedScore(0.5));
        let at_least_a_draw = ScoreBounds { lower: 0, upper: WIN };
        assert_eq!(at_least_a_draw.for_seat(Seat::BLACK), ScoreBounds { lower: -WIN, upper: 0 });
    }
}
