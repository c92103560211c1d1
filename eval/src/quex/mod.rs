//! Hand-crafted evaluation of Quex and Keyles.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights and in what kings are for: in
//! Quex a king must be safe ([`king_safety`]), in Keyles it runs ([`king_race`]). Which races are decided for certain
//! the rules tell the search (`SearchHints::known_mate`). The weights are fitted to games (`cargo tune`,
//! `docs/strength.md`).
//!
//! | term | where |
//! |---|---|
//! | material, piece-square tables (PSQT, by rank and by file) | here and [`features`] |
//! | champions: mobility, guards, pair of lords | `champions` |
//! | pions: guards, promotion prospects | `pions` |
//! | king safety: king danger, safe checks, shelter, room (Quex) | [`king_safety`] |
//! | king race (Keyles) | [`king_race`] |
//! | threats, hanging pieces | `threats` |

mod champions;
pub mod features;
mod keyles_params;
pub mod king_race;
pub mod king_safety;
mod pions;
mod quex_params;
pub mod side;
mod threats;

use std::sync::Arc;

use engine::board::ten::{SIZE, Square};
use engine::game::Seat;
use engine::variants::quex::{Kind, Position, Rules};

use features::{COUNT, GROUPS, MATERIAL, ROWS, file_place, rank_place};
use side::{Side, own_rank};

use crate::endgame::EndgameScale;
use crate::features::{Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights, piece_square_table};
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::Tally;

/// Evaluation parameters of a game of the family besides its weights.
pub trait QuexParams: Rules + EvalParams {
    /// Endgame scale for the side with the advantage, `strong`.
    fn endgame(strong: &Side, weak: &Side) -> EndgameScale;

    /// Known win against a bare king: value for `strong` in centipawns; `None` if the win is not certain.
    #[inline(always)]
    fn known_win(_strong: &Side, _weak: &Side) -> Option<i32> {
        None
    }
}

/// Phase weight of each kind of piece.
const PHASE: [i32; Kind::COUNT] = [0, 4, 2, 1, 1, 1, 0, 0, 0, 0, 0];

/// Places of the weights whose sum is the PSQT score of a white piece.
const fn psqt_places(kind: usize, square: usize) -> [usize; 3] {
    let square = Square::from_index(square);
    [MATERIAL.at(kind), file_place(kind, square), rank_place(kind, own_rank(Seat::WHITE, square))]
}

/// The square with its rank counted from the other end of the board.
const fn flipped(square: usize) -> usize {
    Square::from_index(square).flipped().index()
}

/// Tallies everything but material and PSQT. Returns the sides.
#[inline(always)]
fn evaluate<R: QuexParams, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) -> [Side; 2] {
    let mut sides = [Side::new(position, Seat::WHITE), Side::new(position, Seat::BLACK)];
    let [white, black] = &mut sides;
    champions::evaluate(position, white, black, &mut tallies[0]);
    champions::evaluate(position, black, white, &mut tallies[1]);
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&sides[seat], &sides[1 - seat]);
        pions::evaluate(own, enemy, position.pool(), tally);
        threats::evaluate(own, enemy, tally);
        if R::KING_IS_ROYAL {
            king_safety::evaluate(own, enemy, tally);
        } else {
            king_race::evaluate::<R, T>(own, enemy, position.side() == own.seat, tally);
        }
    }
    sides
}

impl<R: QuexParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(R::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const PHASE: &'static [i32] = &PHASE;
    const MAX_PHASE: i32 = 28;
    const TEMPO: i32 = 14;
    type Cache = ();
    /// The sides of White and Black.
    type EvalInfo = [Side; 2];

    piece_square_table! { QuexParams, kinds: Kind::COUNT, fields: Square::COUNT, places: psqt_places, black: flipped }

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::PieceSquare(PieceSquareFeatures::of_ranks(Kind::COUNT, SIZE, SIZE))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) -> [Side; 2] {
        evaluate(self, tallies)
    }

    #[inline(always)]
    fn endgame_info(&self) -> [Side; 2] {
        Seat::BOTH.map(|seat| Side::new(self, seat))
    }

    #[inline(always)]
    fn known_win(&self, [white, black]: &[Side; 2]) -> Option<i32> {
        R::known_win(white, black).or_else(|| R::known_win(black, white).map(|win| -win))
    }

    #[inline(always)]
    fn scale_endgame(&self, value: i32, [white, black]: &[Side; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::endgame(strong, weak).apply(value)
    }
}
