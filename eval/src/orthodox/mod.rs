//! The hand-written evaluations of chess and knight relay chess.
//!
//! Both are one evaluation, [`HandWritten`], over the same [`features`]; the games differ in their weights and in
//! what [`Judge`] says of them. Material and piece-square sums follow the moves as they are made; the pawn
//! structure is cached; the rest is computed when a value is asked for, by sets rather than square by square.

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
pub mod score;
pub mod tally;
mod threats;

use std::marker::PhantomData;

use engine::board::Bitboard;
use engine::eval::{Evaluator, Term};
use engine::game::{Game, Seat, Watch};
use engine::variants::orthodox::{Kind, Position, Relay, Rules, Standard};

use camp::Camp;
use features::{COUNT, Group, MATERIAL, SQUARES, Weights, half_board};
use score::Score;
use tally::{Sum, Tally, Trace};

pub use endings::Ending;
pub use king::Danger;

/// The evaluation of orthodox chess.
pub type ChessEval = HandWritten<Standard>;

/// The evaluation of knight relay chess.
pub type KnightRelayEval = HandWritten<Relay>;

/// What an orthodox game says of its evaluation.
pub trait Judge: Rules {
    /// What each feature is worth.
    const WEIGHTS: Weights;
    /// The same as one table.
    const FLAT: &'static [Score; COUNT];
    /// How much each kind of piece makes a middle game of the position.
    const PHASE: [i32; Kind::COUNT];
    /// What attacks on kings are made of.
    const DANGER: Danger;

    /// What is made of the advantage of the side that has it, `strong`. Both are seen as `strong` sees them.
    fn ending(strong: &Camp, weak: &Camp) -> Ending;
}

/// No value is further from 0 than this: a good deal below the mates.
pub const LIMIT: i32 = 20_000;

/// What it is worth to be on move, in centipawns.
pub const TEMPO: i32 = 14;

/// The sums that follow the moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Running {
    /// Material and squares, White's less Black's.
    squares: Score,
    /// How much of a middle game it is.
    phase: i32,
}

/// A hand-written evaluation of an orthodox game.
#[derive(Clone, Debug)]
pub struct HandWritten<R: Judge> {
    now: Running,
    before: Vec<Running>,
    pawns: pawns::Cache,
    /// Whether everything but material, squares and the move is left out.
    bare: bool,
    rules: PhantomData<R>,
}

impl<R: Judge> Default for HandWritten<R> {
    fn default() -> Self {
        HandWritten {
            now: Running::default(),
            before: Vec::with_capacity(256),
            pawns: pawns::Cache::default(),
            bare: false,
            rules: PhantomData,
        }
    }
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
    /// The phase of the start position.
    const FULL_PHASE: i32 = 4 * (R::PHASE[1] + R::PHASE[2] + R::PHASE[3]) + 2 * R::PHASE[4];
}

impl<R: Judge> Watch<Position<R>> for HandWritten<R> {
    #[inline(always)]
    fn begin(&mut self) {
        self.before.push(self.now);
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.squares += PieceSquares::<R>::TABLE[seat.index()][kind][field];
        self.now.phase += R::PHASE[kind];
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.squares -= PieceSquares::<R>::TABLE[seat.index()][kind][field];
        self.now.phase -= R::PHASE[kind];
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.now = self.before.pop().unwrap_or_default();
    }
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

impl<R: Judge> HandWritten<R> {
    /// An evaluation that sees nothing but material and squares: what the whole one is measured against.
    pub fn bare() -> Self {
        HandWritten { bare: true, ..HandWritten::default() }
    }

    /// Counts everything that the evaluation sees of each side.
    pub fn trace(position: &Position<R>) -> [Trace; 2] {
        let mut traces = [Trace::default(), Trace::default()];
        let pawns = pawns_of(position);
        let mut passed = [Bitboard::EMPTY; 2];
        for (seat, trace) in traces.iter_mut().enumerate() {
            let camp = Camp::new(position, Seat::BOTH[seat]);
            for (number, kind) in Kind::ALL.into_iter().enumerate() {
                for square in camp.men(kind) {
                    trace.add(MATERIAL.at(number), 1);
                    trace.add(SQUARES[number].at(half_board(square.index())), 1);
                }
            }
            passed[seat] = pawns::judge(pawns[seat], pawns[1 - seat].flipped(), trace);
        }
        judge(position, passed, &mut traces);
        traces
    }

    /// White's score less Black's, before anything is made of it, and the camps.
    #[inline(always)]
    fn weigh(&mut self, position: &Position<R>) -> (Score, [Camp; 2]) {
        let structure = self.pawns.get::<R>(pawns_of(position));
        let mut sums = [Sum::<R>::default(), Sum::<R>::default()];
        let camps = judge(position, structure.passed, &mut sums);
        let [white, black] = sums;
        (self.now.squares + structure.score + white.score - black.score, camps)
    }

    /// White's score less Black's in (middle game, endgame), in centipawns: the sum of all terms, before phase, drawish
    /// endings and the move are looked at.
    pub fn balance(&mut self, position: &Position<R>) -> (i32, i32) {
        let (score, _) = self.weigh(position);
        (score.mg(), score.eg())
    }

    /// Mixes both halves of a score by how far the game has gone.
    fn taper(&self, score: Score) -> i32 {
        let full = PieceSquares::<R>::FULL_PHASE;
        let phase = self.now.phase.min(full);
        (score.mg() * phase + score.eg() * (full - phase)) / full
    }
}

/// The pawns of both sides, each seen from its own side.
fn pawns_of<R: Judge>(position: &Position<R>) -> [Bitboard; 2] {
    let pieces = position.pieces();
    [pieces.get(Seat::WHITE, Kind::Pawn), pieces.get(Seat::BLACK, Kind::Pawn).flipped()]
}

/// What is left of an advantage (positive: White's) once the kind of ending is looked at.
fn finish<R: Judge>(value: i32, [white, black]: &[Camp; 2]) -> i32 {
    let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
    let ending = R::ending(strong, &weak.flipped());
    value * ending.scale / Ending::FULL + ending.bonus * value.signum()
}

impl<R: Judge> Evaluator<Position<R>> for HandWritten<R> {
    fn reset(&mut self, game: &Position<R>) {
        self.before.clear();
        self.now = Running::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &Position<R>) -> i32 {
        let sign = if game.side() == Seat::WHITE { 1 } else { -1 };
        if self.bare {
            return sign * self.taper(self.now.squares) + TEMPO;
        }
        let (score, camps) = self.weigh(game);
        let white = finish::<R>(self.taper(score) + sign * TEMPO, &camps);
        (sign * white).clamp(-LIMIT, LIMIT)
    }

    fn terms(&self, game: &Position<R>) -> Vec<Term> {
        let [white, black] = Self::trace(game);
        let pair = |score: Score| (score.mg(), score.eg());
        let term = |group: Group| Term {
            name: group.name(),
            seats: [pair(white.group::<R>(group)), pair(black.group::<R>(group))],
        };
        Group::ALL.into_iter().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_mixed_by_phase_and_never_beyond() {
        let full = PieceSquares::<Standard>::FULL_PHASE;
        let mix = |phase| {
            let now = Running { phase, ..Running::default() };
            ChessEval { now, ..ChessEval::default() }.taper(Score::new(100, 20))
        };
        assert_eq!([0, full / 2, full].map(mix), [20, 60, 100]);
        assert_eq!(mix(full + 8), 100, "more officers than at the start, by promotion");
    }
}
