//! Hand-crafted evaluation of the orthodox family: chess, knight relay chess and the relatives of chess.
//!
//! All are one evaluation over the same [`features`]; the games differ in their weights and in what [`OrthodoxParams`]
//! names. A [`Side`] is turned so that it plays up the board: every term is written once, for White, and colours are
//! treated alike by construction. The pawn structure comes from a [pawn hash table](pawns::PawnTable), whose entries
//! hold the pawns themselves; the rest is computed for each evaluation, by sets rather than square by square.
//!
//! | term | where |
//! |---|---|
//! | material, piece-square tables (PSQT) | here and [`features`] |
//! | mobility, outposts, bishop pair, rooks on open files | `pieces` |
//! | pawn structure: doubled, isolated, backward, supported pawns, phalanxes | [`pawns`] |
//! | passed pawns, rule of the square | `passed_pawns` |
//! | king safety: shelter, storm, attack on the king ring | `king_safety` |
//! | threats, hanging pieces, space | `threats` |
//! | relays (knight relay chess) | `relay` |
//! | checks left (three-check chess) | `checks` |
//! | endgame knowledge | `endgames` |
//! | hill, rare kinds | [`relatives`] |
//!
//! Capablanca chess, on ten files, has an evaluation of its own with the general terms: [`capablanca`].

pub mod capablanca;
mod checks;
pub mod chess_params;
mod endgames;
pub mod features;
mod king_safety;
pub mod knight_relay_params;
mod passed_pawns;
pub mod pawns;
mod pieces;
pub mod relatives;
mod relay;
pub mod side;
mod threats;
mod weights;

use std::sync::Arc;

use engine::board::Bitboard;
use engine::game::Seat;
use engine::variants::orthodox::{EightFiles, Kind, Memory, Position, Rules};

use checks::Countdown;
use features::{COUNT, GROUPS, KINDS, MATERIAL, ROWS, SQUARES, half_board};
use side::Side;

use crate::endgame::EndgameScale;
use crate::features::{Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights, piece_square_table};
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::{Discard, Sum, Tally};

pub use king_safety::KingDanger;

/// Evaluation parameters of an orthodox game besides its weights.
pub trait OrthodoxParams: Rules<Board = EightFiles> + EvalParams {
    /// Phase weight of each kind of piece, by default that of chess.
    const PHASE: [i32; KINDS] = chess_params::PHASE;
    /// Units of danger that attacks on a king are made of, by default those of chess.
    const KING_DANGER: KingDanger = chess_params::KING_DANGER;

    /// Endgame scale for the side with the advantage, `strong`. Both sides are seen as `strong` sees them. By default
    /// all endgames count in full.
    #[inline(always)]
    fn endgame(_strong: &Side, _weak: &Side) -> EndgameScale {
        EndgameScale::NORMAL
    }

    /// Known win against a bare king: value for `strong` in centipawns; `None` if the win is not certain. Both sides
    /// are seen as `strong` sees them.
    #[inline(always)]
    fn known_win(_strong: &Side, _weak: &Side) -> Option<i32> {
        None
    }

    /// True if [`progress`](OrthodoxParams::progress) looks at the attacks of all pieces.
    const PROGRESS_BY_ATTACKS: bool = false;

    /// Progress of a side towards a win by the game's own rule, in centipawns. Both sides are seen from their own.
    #[inline(always)]
    fn progress(_position: &Position<Self>, _seat: Seat, _own: &Side, _enemy: &Side) -> i32 {
        0
    }
}

/// Places of the weights whose sum is the PSQT score of a white piece.
const fn psqt_places(kind: usize, square: usize) -> [usize; 2] {
    [MATERIAL.at(kind), SQUARES[kind].at(half_board(square))]
}

/// The square on the other half of the board, ranks counted from the other end.
const fn flipped(square: usize) -> usize {
    square ^ 56
}

/// Tallies everything but material, PSQT and pawn structure. Returns the sides, each seen from its own side.
#[inline(always)]
fn evaluate<R: OrthodoxParams, T: Tally>(
    position: &Position<R>,
    passed: [Bitboard; 2],
    tallies: &mut [T; 2],
) -> [Side; 2] {
    let mut sides = [Side::new(position, Seat::WHITE), Side::new(position, Seat::BLACK)];
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let enemy = sides[1 - seat].flipped();
        pieces::evaluate::<R, T>(&mut sides[seat], &enemy, tally);
    }
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&sides[seat], sides[1 - seat].flipped());
        let moves_next = position.side().index() == seat;
        if own.is_royal {
            let attack = king_safety::evaluate::<R, T>(own, &enemy, tally);
            if let Some(left) = position.memory().checks_left(Seat::BOTH[1 - seat]) {
                checks::evaluate(own, &enemy, &attack, Countdown { left, moves_next: !moves_next }, tally);
            }
        }
        threats::evaluate(own, &enemy, tally);
        if passed[seat].any() {
            passed_pawns::evaluate(position, Seat::new(seat), passed[seat], [own, &enemy], tally);
        }
        if !R::KNIGHTS_FIGHT {
            relay::evaluate(own, &enemy, tally);
        }
    }
    sides
}

impl<R: OrthodoxParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(R::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const PHASE: &'static [i32] = &R::PHASE;
    const MAX_PHASE: i32 = 4 * (R::PHASE[1] + R::PHASE[2] + R::PHASE[3]) + 2 * R::PHASE[4];
    const TEMPO: i32 = 14;
    type Cache = pawns::PawnTable;
    /// The sides, each seen from its own side.
    type EvalInfo = [Side; 2];

    piece_square_table! { OrthodoxParams, kinds: KINDS, fields: 64, places: psqt_places, black: flipped }

    fn feature_set() -> FeatureSet<Self> {
        let features = PieceSquareFeatures::of_ranks(KINDS, 8, 8);
        FeatureSet::PieceSquare(if R::MIRRORED { features } else { features.without_mirror() })
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) -> [Side; 2] {
        let pawns = pawns_of(self);
        let mut passed = [Bitboard::EMPTY; 2];
        for (seat, tally) in tallies.iter_mut().enumerate() {
            passed[seat] = pawns::evaluate(pawns[seat], pawns[1 - seat].flipped(), tally);
        }
        evaluate(self, passed, tallies)
    }

    /// Positional terms with cached pawn structure.
    #[inline(always)]
    fn positional(&self, pawn_table: &mut pawns::PawnTable) -> (Score, [Side; 2]) {
        let structure = pawn_table.get::<R>(pawns_of(self));
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let sides = evaluate(self, structure.passed, &mut sums);
        let [white, black] = sums;
        (structure.score + white.score - black.score, sides)
    }

    #[inline(always)]
    fn endgame_info(&self) -> [Side; 2] {
        if R::PROGRESS_BY_ATTACKS {
            return self.tally_positional(&mut [Discard; 2]);
        }
        Seat::BOTH.map(|seat| Side::new(self, seat))
    }

    #[inline(always)]
    fn known_win(&self, [white, black]: &[Side; 2]) -> Option<i32> {
        if black.is_bare_king() {
            R::known_win(white, &black.flipped())
        } else if white.is_bare_king() {
            R::known_win(black, &white.flipped()).map(|win| -win)
        } else {
            None
        }
    }

    #[inline(always)]
    fn progress(&self, [white, black]: &[Side; 2]) -> [i32; 2] {
        [R::progress(self, Seat::WHITE, white, black), R::progress(self, Seat::BLACK, black, white)]
    }

    #[inline(always)]
    fn scale_endgame(&self, value: i32, [white, black]: &[Side; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::endgame(strong, &weak.flipped()).apply(value)
    }
}

/// Pawns of White and Black, each seen from its own side.
fn pawns_of<R: OrthodoxParams>(position: &Position<R>) -> [Bitboard; 2] {
    let pieces = position.pieces();
    [pieces.get(Seat::WHITE, Kind::Pawn), pieces.get(Seat::BLACK, Kind::Pawn).flipped()]
}
