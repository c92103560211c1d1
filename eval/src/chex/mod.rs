//! Hand-crafted evaluation of Chex, as published and as it was played by mail.
//!
//! Both are one evaluation over the same [`features`], with the same weights. There are no piece-square tables: the
//! plane is the same everywhere, so nothing depends on where on it a tile lies. A [`Side`] holds where each of its
//! tiles may go with all tiles held together, and what it attacks so; from that come mobility, threats, the king's
//! room, the tiles that hunt it, and the cells that are open to a king still to be drawn. Tied tiles (those that hold
//! others together) and what is left in the pile count by themselves. Nothing is scaled in endgames.

pub mod features;
pub mod nnue_features;
mod params;
pub mod side;

use std::sync::Arc;

use engine::game::Seat;
use engine::variants::chex::{Hand, Kind, Position, Rules, Tile};

use features::{
    BISHOP_MOBILITY, COUNT, GROUPS, HIDDEN, HUNTED, HUNTER, KNIGHT_MOBILITY, LANDING, LATE_KING, LOOK, MATERIAL,
    PAWN_AHEAD, PAWN_STEP, QUEEN_MOBILITY, ROOK_MOBILITY, ROOM, ROWS, THREAT, TIED,
};
use side::Side;

use crate::features::{Feature, Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights};
use crate::nnue::{FeatureSet, Network};
use crate::score::Score;
use crate::tally::Tally;

/// Evaluation parameters of a game of the family: weights and network alone.
pub trait ChexParams: Rules + EvalParams {}

impl<R: Rules + EvalParams> ChexParams for R {}

/// Tallies everything but the tiles in play by themselves.
#[inline(always)]
fn evaluate<R: Rules, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) {
    let sides = Seat::BOTH.map(|seat| Side::new(position, seat));
    for (seat, tally) in Seat::BOTH.into_iter().zip(tallies) {
        let (own, enemy) = (&sides[seat.index()], &sides[seat.opponent().index()]);
        evaluate_tiles(position, own, tally);
        evaluate_king(position, own, enemy, tally);
        evaluate_pile(position, own, enemy, tally);
    }
}

/// Place of a mobility weight: `places` steps of `step` cells each.
#[inline(always)]
fn mobility(feature: Feature, places: usize, step: usize, cells: usize) -> usize {
    feature.at((cells / step).min(places - 1))
}

/// Ties, mobility, pawns and threats.
#[inline(always)]
fn evaluate_tiles<R: Rules, T: Tally>(position: &Position<R>, own: &Side, tally: &mut T) {
    let (plane, tied) = (position.plane(), position.ties().tied());
    for tile in plane.of(own.seat) {
        let (kind, cells) = (plane.kind_of(tile), own.mobility(tile));
        match kind {
            Kind::Queen => tally.add(mobility(QUEEN_MOBILITY, 10, 2, cells), 1),
            Kind::Rook => tally.add(mobility(ROOK_MOBILITY, 8, 2, cells), 1),
            Kind::Bishop => tally.add(mobility(BISHOP_MOBILITY, 8, 2, cells), 1),
            Kind::Knight => tally.add(mobility(KNIGHT_MOBILITY, 9, 1, cells), 1),
            Kind::Pawn => {
                tally.add(PAWN_STEP.at(0), i32::from(cells > 0));
                tally.add(PAWN_AHEAD.at(own.rows_ahead(position, tile).min(3)), 1);
            }
            Kind::King => {}
        }
        tally.add(TIED.at(kind.index()), i32::from(tied.has(tile)));
    }
    for kind in Kind::ALL {
        let threatened = plane.kind(kind) & own.threatened;
        tally.add(THREAT.at(kind.index()), threatened.len() as i32);
        tally.add(LOOK.at(kind.index()), (plane.kind(kind) & own.capturable).without(threatened).len() as i32);
    }
}

/// King safety: room of the king in play, and the enemies that attack cells beside it.
#[inline(always)]
fn evaluate_king<R: Rules, T: Tally>(position: &Position<R>, own: &Side, enemy: &Side, tally: &mut T) {
    if position.plane().king(own.seat).is_some() {
        let room = own.king_steps.without(&enemy.attacked).len();
        tally.add(ROOM.at(room.min(8)), 1);
        tally.add(HUNTED.at(enemy.hunters.len().min(5)), 1);
    }
    for kind in Kind::ALL {
        let hunters = own.hunters & position.plane().kind(kind);
        tally.add(HUNTER.at(kind.index()), hunters.len() as i32);
    }
}

/// Piles: tiles still to be drawn, and a king still to be drawn.
#[inline(always)]
fn evaluate_pile<R: Rules, T: Tally>(position: &Position<R>, own: &Side, enemy: &Side, tally: &mut T) {
    let pile = position.pile(own.seat);
    let in_hand = |kind| own.seat == position.side() && position.hand() == Hand::Holds(kind);
    for kind in Kind::ALL {
        tally.add(HIDDEN.at(kind.index()), i32::from(pile.count(kind)) + i32::from(in_hand(kind)));
    }
    if pile.count(Kind::King) > 0 || in_hand(Kind::King) {
        let open = position.plane().rim().without(&enemy.attacked).len();
        tally.add(LATE_KING.at(pile.len()), 1);
        tally.add(LANDING.at(open.div_ceil(2).min(5)), 1);
    }
}

impl<R: ChexParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(R::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    /// The more tiles are in play, the more of a middle game it is.
    const PHASE: &'static [i32] = &[1; Kind::COUNT];
    const MAX_PHASE: i32 = Tile::COUNT as i32;
    const TEMPO: i32 = 10;
    type Cache = ();
    type EvalInfo = ();

    /// Material alone.
    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, _: usize) -> Score {
        let value = R::WEIGHTS[MATERIAL.at(kind)];
        if seat == Seat::WHITE { value } else { value.negated() }
    }

    fn tally_psqt<T: Tally>(_: Seat, kind: usize, _: usize, tally: &mut T) {
        tally.add(MATERIAL.at(kind), 1);
    }

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::Custom(nnue_features::custom_features())
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn endgame_info(&self) {}

    #[inline(always)]
    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) {
        evaluate(self, tallies);
    }
}
