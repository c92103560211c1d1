//! Values of games of more than two: a share of the point for each seat, of which each player maximises its own.
//!
//! Source: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games" (1986), MaxN. A player to whom several
//! moves are worth the same may play any of them: the value is the mean of theirs.

use std::array;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

use bytemuck::Zeroable;

use super::super::score::{MATE, MAX_PLY, mated_in, share_to_centipawns};
use super::super::thread::{SearchResult, Stopped, Thread};
use super::graph::NodeInit;
use super::params::TreeParams;
use super::value::{Bounds, Decision, Valuation, Value, WIN};
use crate::eval::SharesEvaluator;
use crate::game::{GenType, Multiplayer, Seat};
use crate::moves::MoveList;
use crate::outcome::{Outcome, Shares};

/// Shares nearer than this are equal.
const EQUAL: f32 = 1e-4;

/// Plies below a leaf that are reserved for its quiescence search.
const QUIESCENCE_RESERVE: usize = 2 * Seat::MAX;

/// Value of a game of many: the expected share of each seat in the point, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedShares(pub [f32; Seat::MAX]);

impl ExpectedShares {
    /// Equal shares of the players of a set.
    fn equal(players: u8) -> ExpectedShares {
        let share = 1.0 / players.count_ones() as f32;
        ExpectedShares(array::from_fn(|seat| if players >> seat & 1 == 1 { share } else { 0.0 }))
    }

    /// Shares of an outcome in the position where it occurs.
    fn of<G: Multiplayer>(outcome: Outcome, game: &G) -> ExpectedShares {
        let exact = Shares::of(outcome, game);
        ExpectedShares(array::from_fn(|seat| if seat < G::SEATS { exact.points(Seat::new(seat)) as f32 } else { 0.0 }))
    }
}

impl Value for ExpectedShares {
    type Cell = [AtomicU32; Seat::MAX];
    type Bounds = Decided;
    const SEATS: usize = Seat::MAX;
    /// Nobody has anything.
    const ZERO: ExpectedShares = ExpectedShares([0.0; Seat::MAX]);
    const USES_TT: bool = false;

    #[inline(always)]
    fn load(cell: &Self::Cell) -> ExpectedShares {
        ExpectedShares(array::from_fn(|seat| f32::from_bits(cell[seat].load(Relaxed))))
    }

    #[inline(always)]
    fn store(self, cell: &Self::Cell) {
        for (place, share) in cell.iter().zip(self.0) {
            place.store(share.to_bits(), Relaxed);
        }
    }

    #[inline(always)]
    fn plus(self, other: ExpectedShares, weight: f32) -> ExpectedShares {
        ExpectedShares(array::from_fn(|seat| self.0[seat] + weight * other.0[seat]))
    }

    #[inline(always)]
    fn over(self, divisor: f32) -> ExpectedShares {
        ExpectedShares(self.0.map(|share| share / divisor))
    }

    #[inline(always)]
    fn for_seat(self, seat: Seat) -> f32 {
        2.0 * self.0[seat.index()] - 1.0
    }
}

/// Proof of shares: everything or nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decided {
    /// The exact shares, if they are known.
    shares: Option<ExpectedShares>,
    /// Set of the players who are in, a bit for each seat.
    players: u8,
}

impl Decided {
    /// Knowledge of a position: the players still in, and perhaps the shares.
    fn new<G: Multiplayer>(game: &G, shares: Option<ExpectedShares>) -> Decided {
        let players = Seat::all(G::SEATS).filter(|&seat| game.is_in(seat));
        Decided { shares, players: players.fold(0, |set, seat| set | 1 << seat.index()) }
    }
}

/// [`Decided`] in a node's memory. Shares are complete before they are marked as decided.
#[derive(Zeroable)]
#[repr(C)]
pub struct DecidedCell {
    shares: [AtomicU32; Seat::MAX],
    is_decided: AtomicU8,
    players: AtomicU8,
    padding: [u8; 2],
}

impl Bounds<ExpectedShares> for Decided {
    type Cell = DecidedCell;
    type Decision = BestShares;

    #[inline(always)]
    fn load(cell: &DecidedCell) -> Decided {
        let shares = if cell.is_decided.load(Acquire) == 1 { Some(ExpectedShares::load(&cell.shares)) } else { None };
        Decided { shares, players: cell.players.load(Relaxed) }
    }

    fn store(self, cell: &DecidedCell) {
        cell.players.store(self.players, Relaxed);
        cell.is_decided.store(0, Relaxed);
        self.tighten(cell);
    }

    fn tighten(self, cell: &DecidedCell) {
        if let Some(shares) = self.shares {
            shares.store(&cell.shares);
            cell.is_decided.store(1, Release);
        }
    }

    fn unknown(self) -> Decided {
        Decided { shares: None, ..self }
    }

    #[inline(always)]
    fn is_proven(self) -> bool {
        self.shares.is_some()
    }

    #[inline(always)]
    fn clamp(self, value: ExpectedShares) -> ExpectedShares {
        self.shares.unwrap_or(value)
    }

    #[inline(always)]
    fn draw(self) -> ExpectedShares {
        ExpectedShares::equal(self.players)
    }

    #[inline(always)]
    fn range(self, seat: Seat) -> (i32, i32) {
        self.shares.map_or((-WIN, WIN), |shares| {
            let score = (shares.for_seat(seat) * WIN as f32) as i32;
            (score, score)
        })
    }

    #[inline(always)]
    fn winner(self) -> Option<Seat> {
        let shares = self.shares?.0;
        Seat::all(Seat::MAX).find(|seat| shares[seat.index()] > 1.0 - EQUAL)
    }

    fn mean(outcomes: impl Iterator<Item = (u32, Option<Decided>)>, node: Decided) -> Decided {
        let (mut sum, mut total) = (ExpectedShares::ZERO, 0.0);
        for (weight, bounds) in outcomes {
            let Some(shares) = bounds.and_then(|bounds| bounds.shares) else { return node };
            sum = sum.plus(shares, weight as f32);
            total += weight as f32;
        }
        Decided { shares: Some(sum.over(total)), ..node }
    }

    /// Moves of the winner.
    #[inline(always)]
    fn distance_step(node: Seat, _: Seat, winner: Seat) -> u32 {
        u32::from(node == winner)
    }

    /// Mate score of a win or loss in a number of moves, as in a game of two.
    fn mate_score(wins: bool, moves: u32) -> i32 {
        let moves = moves.max(1) as usize;
        if wins { MATE - (2 * moves as i32 - 1) } else { mated_in(2 * moves) }
    }
}

/// Decision of one player among moves: the mean of the best for it, as soon as no other can be better or as good.
pub struct BestShares {
    seat: Seat,
    node: Decided,
    /// Sum of the shares of the best moves so far, and their number.
    best: ExpectedShares,
    count: u32,
    /// True if some move is not decided.
    open: bool,
}

impl Decision<ExpectedShares> for BestShares {
    fn new(seat: Seat, node: Decided) -> BestShares {
        BestShares { seat, node, best: ExpectedShares::ZERO, count: 0, open: false }
    }

    fn add(&mut self, bounds: Option<Decided>) {
        let Some(shares) = bounds.and_then(|bounds| bounds.shares) else {
            self.open = true;
            return;
        };
        let (own, best) = (shares.0[self.seat.index()], self.best.0[self.seat.index()] / self.count.max(1) as f32);
        if self.count == 0 || own > best + EQUAL {
            (self.best, self.count) = (shares, 1);
        } else if own >= best - EQUAL {
            (self.best, self.count) = (self.best.plus(shares, 1.0), self.count + 1);
        }
    }

    fn finish(self) -> Decided {
        if self.count == 0 {
            return self.node;
        }
        let shares = self.best.over(self.count as f32);
        // A move that gives the whole point needs no look at the others: they can do no more.
        let decided = !self.open || shares.0[self.seat.index()] > 1.0 - EQUAL;
        if decided { Decided { shares: Some(shares), ..self.node } } else { self.node }
    }
}

impl<G: Multiplayer, E: SharesEvaluator<G>> Valuation<G, E> for ExpectedShares {
    fn root(game: &G, evaluator: &E) -> NodeInit<ExpectedShares> {
        let mut evaluator = evaluator.clone();
        evaluator.reset(game);
        node_init(game, ExpectedShares(evaluator.shares(game)), false)
    }

    /// By the rules, or a quiescence search as many captures deep as the leaf depth says.
    fn leaf(thread: &mut Thread<G, E>, params: &TreeParams) -> Result<NodeInit<ExpectedShares>, Stopped> {
        let game = thread.position.game();
        let result = if game.halfmove_clock() >= G::NO_PROGRESS_PLIES { game.result() } else { game.outcome() };
        if let Some(outcome) = result {
            return Ok(node_init(game, ExpectedShares::of(outcome, game), true));
        }
        if game.halfmove_clock() >= G::NO_PROGRESS_PLIES {
            return Ok(node_init(game, Decided::new(game, None).draw(), true));
        }
        let shares = quiescence(thread, G::SEATS - 1, params.leaf_depth)?;
        Ok(node_init(thread.position.game(), shares, false))
    }

    fn no_moves(thread: &Thread<G, E>) -> NodeInit<ExpectedShares> {
        let game = thread.position.game();
        node_init(game, ExpectedShares::of(game.no_moves_outcome(), game), true)
    }

    fn after_move(thread: &mut Thread<G, E>, mover: Seat) -> SearchResult {
        let game = thread.position.game();
        let share = match game.outcome() {
            Some(outcome) => ExpectedShares::of(outcome, game).0[mover.index()],
            None => thread.position.shares()[mover.index()],
        };
        Ok(share_to_centipawns(share))
    }
}

/// Initial state of a position's node; `exact` if the shares are known by the rules.
fn node_init<G: Multiplayer>(game: &G, value: ExpectedShares, exact: bool) -> NodeInit<ExpectedShares> {
    let bounds = Decided::new(game, exact.then_some(value));
    NodeInit { actor: game.to_act(), perspective: game.side_to_move(), value, bounds, turns: 0 }
}

/// MaxN quiescence search: the player to move takes what its share gains most by, up to `captures` captures in a row,
/// or passes, up to `passes` times in a row. A threatened player does not pass but stands pat: its defence may be a
/// quiet move.
fn quiescence<G: Multiplayer, E: SharesEvaluator<G>>(
    thread: &mut Thread<G, E>,
    passes: usize,
    captures: i32,
) -> Result<ExpectedShares, Stopped> {
    let game = thread.position.game();
    if let Some(outcome) = game.outcome() {
        return Ok(ExpectedShares::of(outcome, game));
    }
    if captures == 0 || thread.position.at_chance() || thread.stack.ply() + QUIESCENCE_RESERVE >= MAX_PLY {
        return Ok(ExpectedShares(thread.position.shares()));
    }
    let seat = game.side_to_move();
    let mut moves = MoveList::new();
    game.moves(GenType::Noisy, &mut moves);
    moves.retain(|&mut mv| game.see_ge(mv, 0));
    let mut best = if passes > 0 && game.null_move_allowed() {
        let undo = thread.make_null()?;
        let shares = quiescence(thread, passes - 1, captures)?;
        thread.unmake_null(undo);
        shares
    } else {
        ExpectedShares(thread.position.shares())
    };
    for mv in moves {
        let undo = thread.make(mv, false)?;
        let shares = quiescence(thread, G::SEATS - 1, captures - 1)?;
        thread.unmake(mv, undo);
        if shares.0[seat.index()] > best.0[seat.index()] {
            best = shares;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: u8 = 0b0111;

    fn decided(shares: [f32; Seat::MAX]) -> Option<Decided> {
        Some(Decided { shares: Some(ExpectedShares(shares)), players: THREE })
    }

    /// Decision of the second of three seats.
    fn decide(moves: &[Option<Decided>]) -> Option<[f32; Seat::MAX]> {
        let mut decision = BestShares::new(Seat::new(1), Decided { shares: None, players: THREE });
        moves.iter().for_each(|&bounds| decision.add(bounds));
        decision.finish().shares.map(|shares| shares.0)
    }

    #[test]
    fn a_player_maximises_its_own_share() {
        let (good, bad) = (decided([0.0, 0.5, 0.5, 0.0]), decided([1.0, 0.0, 0.0, 0.0]));
        assert_eq!(decide(&[bad, good, bad]), Some([0.0, 0.5, 0.5, 0.0]));
        assert_eq!(decide(&[bad, good, None]), None, "the other move may be better");
        assert_eq!(decide(&[bad, decided([0.0, 1.0, 0.0, 0.0]), None]), Some([0.0, 1.0, 0.0, 0.0]));
    }

    #[test]
    fn moves_of_equal_worth_are_averaged() {
        let (one, other) = (decided([1.0, 0.0, 0.0, 0.0]), decided([0.0, 0.0, 1.0, 0.0]));
        assert_eq!(decide(&[one, other]), Some([0.5, 0.0, 0.5, 0.0]));
    }

    #[test]
    fn a_draw_is_shared_by_those_who_are_in() {
        assert_eq!(Decided { shares: None, players: 0b1010 }.draw(), ExpectedShares([0.0, 0.5, 0.0, 0.5]));
    }

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        use super::super::super::score::moves_to_mate;
        assert_eq!(moves_to_mate(Decided::mate_score(true, 3)), Some(3));
        assert_eq!(moves_to_mate(Decided::mate_score(false, 3)), Some(-3));
    }
}
