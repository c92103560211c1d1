//! The hand-written evaluations of chess and knight relay chess.
//!
//! Both are one evaluation, [`HandWritten`], over the same [`features`]; the games differ in their weights and in
//! what [`Judge`] says of them. Material and piece-square sums follow the moves as they are made; the rest is
//! computed when a value is asked for.

pub mod chess;
pub mod features;
pub mod knight_relay;
pub mod score;
pub mod tally;

use std::marker::PhantomData;

use engine::eval::{Evaluator, Term};
use engine::game::{Game, Seat, Watch};
use engine::variants::orthodox::{Kind, Position, Relay, Rules, Standard};

use features::{COUNT, Group, MATERIAL, SQUARES, Weights, half_board};
use score::Score;
use tally::{Tally, Trace};

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
}

/// No value is further from 0 than this: a good deal below the mates.
pub const LIMIT: i32 = 20_000;

/// What it is worth to be on move, in centipawns.
pub const TEMPO: i32 = 14;

/// The sums that follow the moves: White's less Black's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Running {
    squares: Score,
    phase: i32,
}

/// A hand-written evaluation of an orthodox game.
#[derive(Clone, Debug)]
pub struct HandWritten<R: Judge> {
    now: Running,
    before: Vec<Running>,
    rules: PhantomData<R>,
}

impl<R: Judge> Default for HandWritten<R> {
    fn default() -> Self {
        HandWritten { now: Running::default(), before: Vec::with_capacity(256), rules: PhantomData }
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

impl<R: Judge> HandWritten<R> {
    /// Counts everything that the evaluation sees of a side.
    pub fn trace(&self, game: &Position<R>, seat: Seat) -> Trace {
        let mut trace = Trace::default();
        for (number, kind) in Kind::ALL.into_iter().enumerate() {
            for square in game.pieces().get(seat, kind) {
                let square = if seat == Seat::WHITE { square } else { square.flipped() };
                trace.add(MATERIAL.at(number), 1);
                trace.add(SQUARES[number].at(half_board(square.index())), 1);
            }
        }
        trace
    }

    /// White's score less Black's as (middle game, endgame), before anything is made of it.
    pub fn balance(&mut self, _game: &Position<R>) -> (i32, i32) {
        (self.now.squares.mg(), self.now.squares.eg())
    }

    /// Mixes both halves of a score by how far the game has gone.
    fn taper(&self, score: Score) -> i32 {
        let full = PieceSquares::<R>::FULL_PHASE;
        let phase = self.now.phase.min(full);
        (score.mg() * phase + score.eg() * (full - phase)) / full
    }
}

impl<R: Judge> Evaluator<Position<R>> for HandWritten<R> {
    fn reset(&mut self, game: &Position<R>) {
        self.before.clear();
        self.now = Running::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &Position<R>) -> i32 {
        let white = self.taper(self.now.squares);
        let value = if game.side() == Seat::WHITE { white } else { -white };
        (value + TEMPO).clamp(-LIMIT, LIMIT)
    }

    fn terms(&self, game: &Position<R>) -> Vec<Term> {
        let [white, black] = Seat::BOTH.map(|seat| self.trace(game, seat));
        let pair = |score: Score| (score.mg(), score.eg());
        let term = |group: Group| Term {
            name: group.name(),
            seats: [pair(white.group::<R>(group)), pair(black.group::<R>(group))],
        };
        Group::ALL.into_iter().map(term).collect()
    }
}
