//! Hand-crafted evaluation (HCE): the frame of every game's evaluation.
//!
//! value = taper(PSQT + positional terms) + progress + tempo [+ network], scaled by the kind of endgame.
//!
//! * **PSQT**: material and piece-square tables are updated incrementally along the moves (chessprogramming wiki:
//!   "Piece-Square Tables", "Incremental Updates").
//! * **Positional terms** are computed when a value is asked for.
//! * **Tapered eval**: every weight is a (middle game, endgame) pair, interpolated by the game phase, which is a sum
//!   over the pieces on the board (chessprogramming wiki: "Tapered Eval").
//! * **Progress**: what brings a side nearer to a win by the game's own rule and is no multiple of a weight.
//! * **Tempo**: a bonus for the side to move.
//! * **Known wins** have a value of their own (Stockfish: `VALUE_KNOWN_WIN`; [`KNOWN_WIN`](crate::endgame::KNOWN_WIN)).
//! * **Endgame scale**: known draws and hard wins (chessprogramming wiki: "Evaluation Recognition";
//!   [`EndgameScale`](crate::endgame::EndgameScale)).
//!
//! The parts of a family of games: `features.rs` declares its features, `side.rs` holds the attacks of one side, a file
//! for each term counts features into a [`Tally`], and `*params.rs` has the weights of each game ([`EvalParams`]).

use std::marker::PhantomData;
use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Game, Seat};

use crate::features::{Group, Row};
use crate::nnue::{Base, FeatureSet, Network};
use crate::score::Score;
use crate::tally::{Discard, Sum, Tally, Trace, WeightedSum};

/// Largest absolute value of an evaluation, in centipawns: a good deal below the mate scores.
pub const LIMIT: i32 = 20_000;

/// Evaluation parameters of one game of a family, implemented by the family's rules types.
pub trait EvalParams {
    /// Weights of the family's features, as a flat table.
    const WEIGHTS: &'static [Score];

    /// Network of the game (`embedded_network!`), or `None`.
    fn network() -> Option<Arc<Network>>;
}

/// Checks at compile time that a game has as many weights as its family has features.
pub(crate) const fn checked_weights(weights: &'static [Score], count: usize) -> &'static [Score] {
    assert!(weights.len() == count, "the weights of another family");
    weights
}

/// Game with a hand-crafted evaluation: a sum of counts times weights.
///
/// ```
/// use engine::game::Game;
/// use engine::variants::Chess;
/// use eval::HandCraftedEval;
///
/// // The coefficients of every weight, as a tuner reads them.
/// let [white, black] = Chess::start().trace();
/// let row = Chess::ROWS.iter().find(|row| row.name == "material").unwrap();
/// let pawns = row.offset;
/// assert_eq!((white.counts[pawns], black.counts[pawns]), (8, 8));
/// assert_eq!(Chess::start().phase(), Chess::MAX_PHASE);
/// ```
pub trait HandCraftedEval: Game {
    /// Weights of all features, as a flat table.
    const WEIGHTS: &'static [Score];
    /// Rows of that table.
    const ROWS: &'static [Row];
    /// Groups of features, in the order in which they are shown.
    const GROUPS: &'static [Group];
    /// Phase weight of each kind of piece: its part in the game phase.
    const PHASE: &'static [i32];
    /// Phase of a full middle game, in most games that of the start position; positions with more count as this.
    const MAX_PHASE: i32;
    /// Tempo bonus of the side to move, in centipawns.
    const TEMPO: i32;
    /// Cache that outlives a position: the pawn hash table in chess.
    type Cache: Clone + Default + Send + Sync;
    /// Evaluation info: by-product of the positional terms that the endgame scale needs.
    type EvalInfo;

    /// PSQT: material and piece-square score of a piece; negative for Black.
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score;

    /// Tallies the features of which [`psqt`](HandCraftedEval::psqt) is the sum, for the piece's side.
    fn tally_psqt<T: Tally>(seat: Seat, kind: usize, field: usize, tally: &mut T);

    /// Tallies all features of each side but those of the PSQT.
    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) -> Self::EvalInfo;

    /// Positional terms at the game's weights, White's less Black's.
    #[inline(always)]
    fn positional(&self, _cache: &mut Self::Cache) -> (Score, Self::EvalInfo) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let info = self.tally_positional(&mut sums);
        let [white, black] = sums;
        (white.score - black.score, info)
    }

    /// Evaluation info without the terms, for an evaluation of the PSQT alone.
    #[inline(always)]
    fn endgame_info(&self) -> Self::EvalInfo {
        self.tally_positional(&mut [Discard; 2])
    }

    /// Progress of White and Black towards a win by the game's own rule, in centipawns. By default nothing.
    #[inline(always)]
    fn progress(&self, _info: &Self::EvalInfo) -> [i32; 2] {
        [0; 2]
    }

    /// Scales a value (positive: White is better) by the kind of endgame. By default nothing is scaled.
    #[inline(always)]
    fn scale_endgame(&self, value: i32, _info: &Self::EvalInfo) -> i32 {
        value
    }

    /// Known win of either side: value for White in centipawns, by endgame knowledge alone; `None` where nothing is
    /// certain. The other terms and the network do not count there: the progress of mop-up would be lost in them.
    #[inline(always)]
    fn known_win(&self, _info: &Self::EvalInfo) -> Option<i32> {
        None
    }

    /// Feature set of the game's [`Network`].
    fn feature_set() -> FeatureSet<Self>;

    /// Network of the game, or `None`.
    fn network() -> Option<Arc<Network>>;

    /// Tallies all features of each side.
    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> Self::EvalInfo {
        self.populate(&mut PsqtTally { tallies, game: PhantomData::<Self> });
        self.tally_positional(tallies)
    }

    /// Traces of White and Black: how often each has every feature.
    fn trace(&self) -> [Trace; 2] {
        let mut traces = [Trace::new::<Self>(), Trace::new::<Self>()];
        self.count(&mut traces);
        traces
    }

    /// Game phase: the sum of the phase weights of all pieces.
    fn phase(&self) -> i32 {
        let mut phase = Phase::<Self>(0, PhantomData);
        self.populate(&mut phase);
        phase.0
    }

    /// Final value for the side to move in centipawns: tapered score (White's less Black's), progress, tempo and
    /// `extra` centipawns of the side to move, scaled by the kind of endgame; or that of a
    /// [known win](Self::known_win).
    #[inline(always)]
    fn final_value(&self, score: Score, phase: i32, extra: i32, info: &Self::EvalInfo) -> i32 {
        let sign = if self.side_to_move() == Seat::WHITE { 1 } else { -1 };
        let white = self.known_win(info).unwrap_or_else(|| {
            let [white, black] = self.progress(info);
            let value = taper(score, phase, Self::MAX_PHASE) + white - black + sign * (Self::TEMPO + extra);
            self.scale_endgame(value, info)
        });
        (sign * white).clamp(-LIMIT, LIMIT)
    }
}

/// Board observer that sums up the game phase.
struct Phase<G>(i32, PhantomData<G>);

impl<G: HandCraftedEval> BoardObserver<G> for Phase<G> {
    fn put(&mut self, _: Seat, kind: usize, _: usize) {
        self.0 += G::PHASE[kind];
    }
}

/// Board observer that tallies the features of the PSQT.
struct PsqtTally<'a, G, T> {
    tallies: &'a mut [T; 2],
    game: PhantomData<G>,
}

impl<G: HandCraftedEval, T: Tally> BoardObserver<G> for PsqtTally<'_, G, T> {
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        G::tally_psqt(seat, kind, field, &mut self.tallies[seat.index()]);
    }
}

/// The PSQT as items of a family's [`HandCraftedEval`]: a table by seat, kind and field, built at compile time.
///
/// `places` is a `const fn` of kind and field that returns the places of the weights whose sum is a white piece's
/// score. `black` is a `const fn` that maps a field to the white field with the same score for Black.
macro_rules! piece_square_table {
    ($params:ident, kinds: $kinds:expr, fields: $fields:expr, places: $places:path, black: $black:path $(,)?) => {
        #[inline(always)]
        fn psqt(seat: Seat, kind: usize, field: usize) -> Score {
            struct Psqt<R>(std::marker::PhantomData<R>);

            impl<R: $params> Psqt<R> {
                const TABLE: &'static [[[Score; $fields]; $kinds]; 2] = &{
                    let mut table = [[[Score::ZERO; $fields]; $kinds]; 2];
                    let mut i = 0;
                    while i < $fields * $kinds {
                        let (kind, field) = (i / $fields, i % $fields);
                        table[0][kind][field] = $crate::hce::sum_of(R::WEIGHTS, $places(kind, field));
                        table[1][kind][field] = $crate::hce::sum_of(R::WEIGHTS, $places(kind, $black(field))).negated();
                        i += 1;
                    }
                    table
                };
            }

            Psqt::<R>::TABLE[seat.index()][kind][field]
        }

        fn tally_psqt<T: Tally>(seat: Seat, kind: usize, field: usize, tally: &mut T) {
            let field = if seat == Seat::WHITE { field } else { $black(field) };
            for place in $places(kind, field) {
                tally.add(place, 1);
            }
        }
    };
}

pub(crate) use piece_square_table;

/// Sum of the weights at some places of the flat table.
pub(crate) const fn sum_of<const N: usize>(weights: &[Score], places: [usize; N]) -> Score {
    let mut sum = Score::ZERO;
    let mut i = 0;
    while i < N {
        sum = sum.plus(weights[places[i]]);
        i += 1;
    }
    sum
}

/// Tapered eval: interpolates between the middle game and endgame halves of a score by the game phase, which counts as
/// `full` at most.
#[inline(always)]
pub(crate) fn taper(score: Score, phase: i32, full: i32) -> i32 {
    let phase = phase.min(full);
    (score.mg() * phase + score.eg() * (full - phase)) / full
}

/// Incrementally updated part of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Incremental {
    /// PSQT score, White's less Black's.
    psqt: Score,
    /// Game phase.
    phase: i32,
}

/// Evaluator of the hand-crafted evaluation alone, without a network.
///
/// ```
/// use engine::eval::Evaluator;
/// use engine::variants::Chess;
/// use eval::HceEvaluator;
///
/// let mut evaluator = HceEvaluator::<Chess>::default();
/// let mut value = |fen: &str| {
///     let position: Chess = fen.parse().unwrap();
///     evaluator.reset(&position);
///     evaluator.evaluate(&position)
/// };
/// assert!(value("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1") > 400, "a rook and a pawn up, in centipawns");
/// assert_eq!(value("4k3/8/8/8/8/8/8/2N1K3 w - - 0 1"), 0, "a lone knight cannot win");
/// ```
#[derive(Clone, Debug)]
pub struct HceEvaluator<G: HandCraftedEval> {
    now: Incremental,
    /// Undo stack: incremental state before each ply.
    stack: Vec<Incremental>,
    cache: G::Cache,
    base: Base,
}

impl<G: HandCraftedEval> Default for HceEvaluator<G> {
    fn default() -> Self {
        HceEvaluator::new(Base::Hce)
    }
}

impl<G: HandCraftedEval> BoardObserver<G> for HceEvaluator<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.stack.push(self.now);
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.psqt += G::psqt(seat, kind, field);
        self.now.phase += G::PHASE[kind];
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.psqt -= G::psqt(seat, kind, field);
        self.now.phase -= G::PHASE[kind];
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.now = self.stack.pop().unwrap_or_default();
    }
}

impl<G: HandCraftedEval> HceEvaluator<G> {
    /// Evaluator of the whole HCE, or of the PSQT with progress, tempo and endgame scale.
    pub fn new(base: Base) -> Self {
        let (now, cache) = (Incremental::default(), G::Cache::default());
        HceEvaluator { now, stack: Vec::with_capacity(256), cache, base }
    }

    /// The value for the side to move with `extra` centipawns added for it before the endgame scale, in centipawns.
    #[inline(always)]
    pub(crate) fn evaluate_with(&mut self, game: &G, extra: i32) -> i32 {
        let (score, info) = match self.base {
            Base::Hce => game.positional(&mut self.cache),
            Base::Psqt => (Score::ZERO, game.endgame_info()),
        };
        game.final_value(self.now.psqt + score, self.now.phase, extra, &info)
    }

    /// Score before tapering, tempo and endgame scale: White's less Black's in (middle game, endgame), in centipawns.
    /// The sum of all terms.
    pub fn balance(&mut self, game: &G) -> (i32, i32) {
        let (score, info) = game.positional(&mut self.cache);
        let (score, [white, black]) = (self.now.psqt + score, game.progress(&info));
        (score.mg() + white - black, score.eg() + white - black)
    }
}

impl<G: HandCraftedEval> Evaluator<G> for HceEvaluator<G> {
    fn reset(&mut self, game: &G) {
        self.stack.clear();
        self.now = Incremental::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        self.evaluate_with(game, 0)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        match self.base {
            Base::Hce => terms(game, G::WEIGHTS),
            Base::Psqt => psqt_terms(game),
        }
    }
}

/// Terms of the PSQT, a group each.
fn psqt_terms<G: HandCraftedEval>(game: &G) -> Vec<Term> {
    let mut traces = [Trace::new::<G>(), Trace::new::<G>()];
    game.populate(&mut PsqtTally { tallies: &mut traces, game: PhantomData::<G> });
    let is_used = |group: Group| {
        let mut places = G::ROWS.iter().filter(|row| row.group == group).flat_map(Row::places);
        places.any(|place| traces.iter().any(|trace| trace.counts[place] != 0))
    };
    let used = G::GROUPS.iter().copied().filter(|&group| is_used(group));
    let groups = used.map(|group| group_term(group, &traces, G::ROWS, G::WEIGHTS));
    groups.chain(progress_term(game, &game.endgame_info())).collect()
}

/// Term of a group of features, from the traces of both sides.
fn group_term(group: Group, traces: &[Trace; 2], rows: &[Row], weights: &[Score]) -> Term {
    let seat = |trace: &Trace| {
        let score = trace.group(group, rows, weights);
        (score.mg(), score.eg())
    };
    Term { name: group.name(), seats: traces.iter().map(seat).collect() }
}

/// Term of the progress of both sides; none where neither has any.
fn progress_term<G: HandCraftedEval>(game: &G, info: &G::EvalInfo) -> Option<Term> {
    let progress = game.progress(info);
    (progress != [0; 2]).then(|| Term { name: "progress", seats: progress.map(|value| (value, value)).to_vec() })
}

/// Terms of an evaluation at given weights, a group each, and the progress. A group whose weights are all 0 is no part
/// of a game's evaluation.
fn terms<G: HandCraftedEval>(game: &G, weights: &[Score]) -> Vec<Term> {
    let mut traces = [Trace::new::<G>(), Trace::new::<G>()];
    let info = game.count(&mut traces);
    let is_used = |group: Group| {
        let of_group = |row: &&Row| row.group == group;
        G::ROWS.iter().filter(of_group).flat_map(Row::places).any(|place| G::WEIGHTS[place] != Score::ZERO)
    };
    let used = G::GROUPS.iter().copied().filter(|&group| is_used(group));
    let groups = used.map(|group| group_term(group, &traces, G::ROWS, weights));
    groups.chain(progress_term(game, &info)).collect()
}

/// Evaluator of the hand-crafted evaluation at other weights than the game's own: for tuners, and to measure a part of
/// it.
///
/// It computes everything anew for each position and is slower than [`HceEvaluator`] by that.
#[derive(Clone, Debug)]
pub struct ReweightedHce<G> {
    weights: Arc<[Score]>,
    game: PhantomData<fn() -> G>,
}

impl<G: HandCraftedEval> ReweightedHce<G> {
    /// Evaluator at given weights, a flat table.
    ///
    /// # Panics
    /// If there are more or fewer weights than the game has.
    pub fn new(weights: &[Score]) -> Self {
        assert_eq!(weights.len(), G::WEIGHTS.len());
        ReweightedHce { weights: weights.into(), game: PhantomData }
    }
}

impl<G: HandCraftedEval> BoardObserver<G> for ReweightedHce<G> {}

impl<G: HandCraftedEval> Evaluator<G> for ReweightedHce<G> {
    fn reset(&mut self, _: &G) {}

    fn evaluate(&mut self, game: &G) -> i32 {
        let mut sums = [WeightedSum::new(&self.weights), WeightedSum::new(&self.weights)];
        let info = game.count(&mut sums);
        let [white, black] = sums;
        game.final_value(white.score - black.score, game.phase(), 0, &info)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        terms(game, &self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    #[test]
    fn tapered_eval_interpolates_by_phase_and_never_beyond() {
        let full = Chess::MAX_PHASE;
        let tapered = |phase| taper(Score::new(100, 20), phase, full);
        assert_eq!([0, full / 2, full].map(tapered), [20, 60, 100]);
        assert_eq!(tapered(full + 8), 100, "more pieces than at the start, by promotion");
    }
}
