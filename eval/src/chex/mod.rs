//! The hand-written evaluations of Chex: as published, and as it was played by mail.
//!
//! Both are one evaluation over the same [`features`], with the same weights. There are no squares: the plane is the
//! same everywhere, so nothing depends on where on it a tile lies.

pub mod features;
pub mod nnue_features;
mod params;
pub mod side;

use std::sync::Arc;

use engine::game::Seat;
use engine::variants::chex::{Hand, Kind, Position, Rules, Tile};

use features::{
    BISHOP_MOBILITY, HIDDEN, HUNTED, HUNTER, KNIGHT_MOBILITY, LANDING, LATE_KING, LOOK, MATERIAL, PAWN_AHEAD,
    PAWN_STEP, QUEEN_MOBILITY, ROOK_MOBILITY, ROOM, ROWS, THREAT, TIED,
};
use params::WEIGHTS_FLAT;
use side::Side;

use crate::features::{Feature, Row};
use crate::hce::HandCraftedEval;
use crate::nnue::{FeatureSet, Network};
use crate::score::Score;
use crate::tally::{Sum, Tally};

/// What a game of the family says of its evaluation.
pub trait EvalParams: Rules {
    /// What was learned beyond this evaluation.
    fn network() -> Option<Arc<Network>>;
}

/// Judges everything but the tiles in play by themselves.
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

/// How many of its places a row of weights gives to a mobility, and how many cells make one.
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
        tally.add(LOOK.at(kind.index()), (plane.kind(kind) & own.looked_at).without(threatened).len() as i32);
    }
}

/// The king in play, and who is near him.
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

/// What is still to be drawn, and whether the king is.
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

impl<R: EvalParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = WEIGHTS_FLAT;
    const ROWS: &'static [Row] = ROWS;
    /// The more tiles are in play, the more of a middle game it is.
    const PHASE: &'static [i32] = &[1; Kind::COUNT];
    const MAX_PHASE: i32 = Tile::COUNT as i32;
    const TEMPO: i32 = 10;
    type Cache = ();
    type EvalInfo = ();

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::Custom(nnue_features::custom_features())
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, _: usize) -> Score {
        let worth = WEIGHTS_FLAT[MATERIAL.at(kind)];
        if seat == Seat::WHITE { worth } else { worth.negated() }
    }

    #[inline(always)]
    fn positional(&self, _: &mut ()) -> (Score, ()) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        evaluate(self, &mut sums);
        let [white, black] = sums;
        (white.score - black.score, ())
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) {
        for tile in self.plane().in_play() {
            tallies[tile.seat().index()].add(MATERIAL.at(self.plane().kind_of(tile).index()), 1);
        }
        evaluate(self, tallies);
    }

    #[inline(always)]
    fn scale_endgame(&self, value: i32, (): &()) -> i32 {
        value
    }
}
