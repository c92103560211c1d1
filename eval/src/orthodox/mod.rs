//! The hand-written evaluations of chess and knight relay chess.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights and in what [`Judge`] says of
//! them. The pawn structure is cached; the rest is computed when a value is asked for, by sets rather than square by square.

pub mod camp;
pub mod chess;
mod endings;
pub mod features;
mod king;
pub mod knight_relay;
mod officers;
mod passed;
mod pawns;
mod relay;
mod threats;

use std::marker::PhantomData;
use std::sync::Arc;

use engine::board::Bitboard;
use engine::game::Seat;
use engine::variants::orthodox::{Kind, Position, Rules};

use camp::Camp;
use features::{COUNT, MATERIAL, ROWS, SQUARES, half_board};

use crate::ending::Ending;
use crate::features::Row;
use crate::hand_written::Judged;
use crate::network::{Board, Network, View};
use crate::score::Score;
use crate::tally::{Sum, Tally};

pub use king::Danger;

/// What an orthodox game says of its evaluation.
pub trait Judge: Rules {
    /// What was learned beyond this evaluation.
    fn network() -> Option<Arc<Network>> {
        None
    }

    /// What each feature is worth, as one table.
    const FLAT: &'static [Score; COUNT];
    /// How much each kind of piece makes a middle game of the position.
    const PHASE: [i32; Kind::COUNT];
    /// What attacks on kings are made of.
    const DANGER: Danger;

    /// What is made of the advantage of the side that has it, `strong`. Both are seen as `strong` sees them.
    fn ending(strong: &Camp, weak: &Camp) -> Ending;
}

/// Material and square together, by seat, kind and square; Black's are negative.
struct PieceSquares<R>(PhantomData<R>);

impl<R: Judge> PieceSquares<R> {
    const TABLE: &'static [[[Score; 64]; Kind::COUNT]; 2] = &{
        let mut table = [[[Score::ZERO; 64]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < 64 * Kind::COUNT {
            let (kind, square) = (i / 64, i % 64);
            let score = R::FLAT[MATERIAL.at(kind)].plus(R::FLAT[SQUARES[kind].at(half_board(square))]);
            table[0][kind][square] = score;
            table[1][kind][square ^ 56] = score.negated();
            i += 1;
        }
        table
    };
}

/// Judges everything but material, squares and pawn structure, and returns the camps, each seen from its own side.
#[inline(always)]
fn judge<R: Judge, T: Tally>(position: &Position<R>, passed: [Bitboard; 2], tallies: &mut [T; 2]) -> [Camp; 2] {
    let mut camps = [Camp::new(position, Seat::WHITE), Camp::new(position, Seat::BLACK)];
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let enemy = camps[1 - seat].flipped();
        officers::judge::<R, T>(&mut camps[seat], &enemy, tally);
    }
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&camps[seat], camps[1 - seat].flipped());
        let moves_next = position.side().index() == seat;
        king::judge::<R, T>(own, &enemy, tally);
        threats::judge(own, &enemy, tally);
        if passed[seat].any() {
            passed::judge(passed[seat], own, &enemy, moves_next, tally);
        }
        if !R::KNIGHTS_FIGHT {
            relay::judge(own, &enemy, tally);
        }
    }
    camps
}

impl<R: Judge> Judged for Position<R> {
    const WEIGHTS: &'static [Score] = R::FLAT;
    const ROWS: &'static [Row] = ROWS;
    const PHASE: &'static [i32] = &R::PHASE;
    const FULL_PHASE: i32 = 4 * (R::PHASE[1] + R::PHASE[2] + R::PHASE[3]) + 2 * R::PHASE[4];
    const TEMPO: i32 = 14;
    type Memory = pawns::Cache;
    /// The camps, each seen from its own side.
    type Sight = [Camp; 2];

    fn view() -> View<Self> {
        View::Board(Board::of_ranks(Self::PHASE.len(), 8, 8))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn standing(seat: Seat, kind: usize, field: usize) -> Score {
        PieceSquares::<R>::TABLE[seat.index()][kind][field]
    }

    #[inline(always)]
    fn weigh(&self, pawns: &mut pawns::Cache) -> (Score, [Camp; 2]) {
        let structure = pawns.get::<R>(pawns_of(self));
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let camps = judge(self, structure.passed, &mut sums);
        let [white, black] = sums;
        (structure.score + white.score - black.score, camps)
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> [Camp; 2] {
        let pawns = pawns_of(self);
        let mut passed = [Bitboard::EMPTY; 2];
        for (seat, tally) in tallies.iter_mut().enumerate() {
            let camp = Camp::new(self, Seat::BOTH[seat]);
            for (number, kind) in Kind::ALL.into_iter().enumerate() {
                for square in camp.men(kind) {
                    tally.add(MATERIAL.at(number), 1);
                    tally.add(SQUARES[number].at(half_board(square.index())), 1);
                }
            }
            passed[seat] = pawns::judge(pawns[seat], pawns[1 - seat].flipped(), tally);
        }
        judge(self, passed, tallies)
    }

    /// What is left of an advantage depends on the ending.
    #[inline(always)]
    fn finish(&self, value: i32, [white, black]: &[Camp; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::ending(strong, &weak.flipped()).apply(value)
    }
}

/// The pawns of both sides, each seen from its own side.
fn pawns_of<R: Judge>(position: &Position<R>) -> [Bitboard; 2] {
    let pieces = position.pieces();
    [pieces.get(Seat::WHITE, Kind::Pawn), pieces.get(Seat::BLACK, Kind::Pawn).flipped()]
}
