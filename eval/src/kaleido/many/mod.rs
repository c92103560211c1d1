//! Hand-crafted evaluation of KaleidoChess for three and four: a score for each player who is in.

pub mod features;
mod params;
mod side;

use engine::board::round::Set;
use engine::game::{Game, Seat};
use engine::variants::kaleido::many::{Position, Rules};
use engine::variants::kaleido::{BY_VALUE, CASTLES};

use features::{
    BESIEGED, COUNT, GROUPS, GUARD, HANGING, HELD, MATERIAL, MOBILITY, ROWS, SAFE_CASTLES, SAFE_MOBILITY, STORM,
    THREATENED, TURN,
};
use side::Side;

use crate::features::{Group, Row};
use crate::score::Score;
use crate::shares::HandCraftedShares;
use crate::tally::Tally;

/// Pieces of each player at the start.
const ARMY: usize = 12;

impl<R: Rules> HandCraftedShares for Position<R> {
    const WEIGHTS: &'static [Score] = {
        const THREE: [Score; COUNT] = params::THREE.flat();
        const FOUR: [Score; COUNT] = params::FOUR.flat();
        if R::SEAT_NAMES.len() == 3 { &THREE } else { &FOUR }
    };
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const MAX_PHASE: i32 = (ARMY * Self::SEATS) as i32;

    fn phase(&self) -> i32 {
        self.pieces().occupied().len() as i32
    }

    fn tally<T: Tally>(&self, tallies: &mut [T; Seat::MAX]) {
        let sides: Vec<Side> = self.players().map(|seat| Side::new(self.pieces(), seat)).collect();
        for own in &sides {
            let tally = &mut tallies[own.seat.index()];
            let others = || sides.iter().filter(|side| side.seat != own.seat);
            let attacked = others().fold(Set::EMPTY, |attacked, other| attacked | other.attacked);
            pieces(own, attacked, tally);
            threats(self, own, others(), attacked, tally);
            castles(self, own, others(), attacked, tally);
            tally.add(TURN.at(0), i32::from(self.side_to_move() == own.seat));
        }
    }
}

/// Tallies material and mobility. `attacked`: what the opponents attack.
fn pieces<T: Tally>(own: &Side, attacked: Set, tally: &mut T) {
    for piece in own.pieces() {
        let (kind, fields) = (piece.kind.index(), piece.targets.without(own.all));
        tally.add(MATERIAL.at(kind), 1);
        tally.add(MOBILITY.at(kind), fields.len() as i32);
        tally.add(SAFE_MOBILITY.at(kind), fields.without(attacked).len() as i32);
    }
}

/// Tallies the own pieces that opponents attack.
fn threats<'a, R: Rules, T: Tally>(
    position: &Position<R>,
    own: &Side,
    others: impl Iterator<Item = &'a Side> + Clone,
    attacked: Set,
    tally: &mut T,
) {
    // Attacks of cheaper kinds, kind by kind.
    let mut cheaper = Set::EMPTY;
    for kind in BY_VALUE {
        let pieces = position.pieces().get(own.seat, kind);
        tally.add(HANGING.at(kind.index()), (pieces & attacked).without(own.attacked).len() as i32);
        tally.add(THREATENED.at(kind.index()), (pieces & cheaper).len() as i32);
        cheaper = others.clone().fold(cheaper, |cheaper, other| cheaper | other.attacks[kind.index()]);
    }
}

/// Tallies the castles that a player holds, attacks and can reach.
fn castles<'a, R: Rules, T: Tally>(
    position: &Position<R>,
    own: &Side,
    mut others: impl Iterator<Item = &'a Side> + Clone,
    attacked: Set,
    tally: &mut T,
) {
    // Turns that pass before a player moves.
    let wait =
        |side: &Side| (side.seat.index() + R::SEAT_NAMES.len() - position.side_to_move().index()) % R::SEAT_NAMES.len();
    let held = own.castles.len();
    if held > 0 {
        tally.add(HELD.at(held - 1), 1);
    }
    if held == 1 && (own.castles & attacked).any() {
        let attackers = others.clone().filter(|other| (other.attacked & own.castles).any());
        let soon = attackers.map(wait).min() < Some(wait(own));
        tally.add(BESIEGED.at(usize::from(!soon)), 1);
    }
    let stormed = |other: &&Side| other.castles.len() == 1 && (own.attacked & other.castles).any();
    if let Some(victim) = others.find(stormed) {
        tally.add(STORM.at(usize::from(wait(victim) < wait(own))), 1);
    }
    let safe = (own.attacked & CASTLES).without(own.castles | attacked);
    if safe.any() {
        tally.add(SAFE_CASTLES.at(safe.len().min(3) - 1), 1);
    }
    tally.add(GUARD.at(0), (own.castles & own.attacked).len() as i32);
}
