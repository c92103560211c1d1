//! Castles: holdings, hits on enemy castles, and pieces that can come to hit one.
//!
//! Every piece makes an exact number of steps, so a piece that is near is not a piece that hits: what counts is which
//! pieces end on a castle with their next move, and which can go to a field from which they would.

use engine::board::round::Set;
use engine::variants::kaleido::reach::REACH;
use engine::variants::kaleido::{Kind, Position, Rules};

use super::features::{AIM, FREE, GUARD, HELD, HOLDINGS, SAFE_AIM, SPARE, STORM, THROWS};
use super::side::Side;
use crate::tally::Tally;

/// Tallies the castles that `own` holds and threatens. `moves_next`: true if it is the side to move.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(own: &Side, enemy: &Side, moves_next: bool, tally: &mut T) {
    let (held, enemy_held) = (own.castles.len(), enemy.castles.len());
    if held == 0 || enemy_held == 0 {
        return;
    }
    let (class, enemy_class) = (held.min(HOLDINGS) - 1, enemy_held.min(HOLDINGS) - 1);
    tally.add(HELD.at(held - 1), 1);
    tally.add(FREE.at(own.all.without(Position::<R>::CASTLES).len().min(3)), 1);

    let hit = enemy.castles & own.attacked;
    if hit.any() {
        let turn = usize::from(moves_next);
        tally.add(STORM.at(2 * (HOLDINGS * turn + enemy_class) + usize::from(hit.several())), 1);
        if R::DICE && enemy_held == 1 {
            tally.add(THROWS.at(4 * turn + steps_that_hit(own, hit) - 1), 1);
        }
    }
    aim(own, enemy, enemy_class, tally);

    let spare = own.attacked & Position::<R>::CASTLES.without(own.castles);
    if spare.any() {
        tally.add(SPARE.at(3 * class + spare.len().min(3) - 1), 1);
    }
    tally.add(GUARD.at(class), (own.castles & own.attacked).len() as i32);
}

/// Number of throws that allow a hit on a castle, besides the two that allow all pieces: different numbers of steps.
fn steps_that_hit(own: &Side, castle: Set) -> usize {
    let hits =
        |steps| Kind::ALL.iter().any(|&kind| kind.steps() == steps && (own.attacks[kind.index()] & castle).any());
    (1..=4).filter(|&steps| hits(steps)).count()
}

/// Tallies the pieces that can go where they hit a castle. Pieces in the way of the hit are ignored.
#[inline(always)]
fn aim<T: Tally>(own: &Side, enemy: &Side, enemy_class: usize, tally: &mut T) {
    let reach = &*REACH;
    let mut zones = [Set::EMPTY; Kind::COUNT];
    for castle in enemy.castles {
        for kind in Kind::ALL {
            zones[kind.index()] |= reach.unhindered(kind, castle);
        }
    }
    let (mut aiming, mut safely) = (0, 0);
    for piece in own.pieces() {
        let posts = piece.targets.without(own.all) & zones[piece.kind.index()];
        aiming += i32::from(posts.any());
        safely += i32::from(posts.without(enemy.attacked).any());
    }
    tally.add(AIM.at(enemy_class), aiming);
    tally.add(SAFE_AIM.at(enemy_class), safely);
}
