//! The hand-written evaluations of chess and knight relay chess.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights and in what [`EvalParams`] says of
//! them. The pawn structure is cached; the rest is computed when a value is asked for, by sets rather than square by square.

pub mod chess_params;
mod endgames;
pub mod features;
mod king_safety;
pub mod knight_relay_params;
mod passed_pawns;
mod pawns;
mod pieces;
mod relay;
pub mod side;
mod threats;

use std::marker::PhantomData;
use std::sync::Arc;

use engine::board::Bitboard;
use engine::game::Seat;
use engine::variants::orthodox::{Kind, Position, Rules};

use features::{COUNT, MATERIAL, ROWS, SQUARES, half_board};
use side::Side;

use crate::endgame::EndgameScale;
use crate::features::Row;
use crate::hce::HandCraftedEval;
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::{Sum, Tally};

pub use king_safety::KingDanger;

/// What an orthodox game says of its evaluation.
pub trait EvalParams: Rules {
    /// What was learned beyond this evaluation.
    fn network() -> Option<Arc<Network>>;

    /// What each feature is worth, as one table.
    const WEIGHTS_FLAT: &'static [Score; COUNT];
    /// How much each kind of piece makes a middle game of the position.
    const PHASE: [i32; Kind::COUNT];
    /// What attacks on kings are made of.
    const KING_DANGER: KingDanger;

    /// What is made of the advantage of the side that has it, `strong`. Both are seen as `strong` sees them.
    fn ending(strong: &Side, weak: &Side) -> EndgameScale;
}

/// Material and square together, by seat, kind and square; Black's are negative.
struct PieceSquares<R>(PhantomData<R>);

impl<R: EvalParams> PieceSquares<R> {
    const TABLE: &'static [[[Score; 64]; Kind::COUNT]; 2] = &{
        let mut table = [[[Score::ZERO; 64]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < 64 * Kind::COUNT {
            let (kind, square) = (i / 64, i % 64);
            let score = R::WEIGHTS_FLAT[MATERIAL.at(kind)].plus(R::WEIGHTS_FLAT[SQUARES[kind].at(half_board(square))]);
            table[0][kind][square] = score;
            table[1][kind][square ^ 56] = score.negated();
            i += 1;
        }
        table
    };
}

/// Judges everything but material, squares and pawn structure, and returns the sides, each seen from its own side.
#[inline(always)]
fn evaluate<R: EvalParams, T: Tally>(position: &Position<R>, passed: [Bitboard; 2], tallies: &mut [T; 2]) -> [Side; 2] {
    let mut sides = [Side::new(position, Seat::WHITE), Side::new(position, Seat::BLACK)];
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let enemy = sides[1 - seat].flipped();
        pieces::evaluate::<R, T>(&mut sides[seat], &enemy, tally);
    }
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&sides[seat], sides[1 - seat].flipped());
        let moves_next = position.side().index() == seat;
        king_safety::evaluate::<R, T>(own, &enemy, tally);
        threats::evaluate(own, &enemy, tally);
        if passed[seat].any() {
            passed_pawns::evaluate(passed[seat], own, &enemy, moves_next, tally);
        }
        if !R::KNIGHTS_FIGHT {
            relay::evaluate(own, &enemy, tally);
        }
    }
    sides
}

impl<R: EvalParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = R::WEIGHTS_FLAT;
    const ROWS: &'static [Row] = ROWS;
    const PHASE: &'static [i32] = &R::PHASE;
    const MAX_PHASE: i32 = 4 * (R::PHASE[1] + R::PHASE[2] + R::PHASE[3]) + 2 * R::PHASE[4];
    const TEMPO: i32 = 14;
    type Cache = pawns::Cache;
    /// The sides, each seen from its own side.
    type EvalInfo = [Side; 2];

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::PieceSquare(PieceSquareFeatures::of_ranks(Self::PHASE.len(), 8, 8))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score {
        PieceSquares::<R>::TABLE[seat.index()][kind][field]
    }

    #[inline(always)]
    fn positional(&self, pawns: &mut pawns::Cache) -> (Score, [Side; 2]) {
        let structure = pawns.get::<R>(pawns_of(self));
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let sides = evaluate(self, structure.passed, &mut sums);
        let [white, black] = sums;
        (structure.score + white.score - black.score, sides)
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> [Side; 2] {
        let pawns = pawns_of(self);
        let mut passed = [Bitboard::EMPTY; 2];
        for (seat, tally) in tallies.iter_mut().enumerate() {
            let side = Side::new(self, Seat::BOTH[seat]);
            for (number, kind) in Kind::ALL.into_iter().enumerate() {
                for square in side.pieces(kind) {
                    tally.add(MATERIAL.at(number), 1);
                    tally.add(SQUARES[number].at(half_board(square.index())), 1);
                }
            }
            passed[seat] = pawns::evaluate(pawns[seat], pawns[1 - seat].flipped(), tally);
        }
        evaluate(self, passed, tallies)
    }

    /// What is left of an advantage depends on the ending.
    #[inline(always)]
    fn scale_endgame(&self, value: i32, [white, black]: &[Side; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::ending(strong, &weak.flipped()).apply(value)
    }
}

/// The pawns of both sides, each seen from its own side.
fn pawns_of<R: EvalParams>(position: &Position<R>) -> [Bitboard; 2] {
    let pieces = position.pieces();
    [pieces.get(Seat::WHITE, Kind::Pawn), pieces.get(Seat::BLACK, Kind::Pawn).flipped()]
}
