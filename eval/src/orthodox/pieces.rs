//! Knights, bishops, rooks and queens: how far they reach, where they stand well, and whom they look at.

use engine::board::{Bitboard, Square, leapers, sliders};
use engine::variants::orthodox::Kind;

use super::OrthodoxParams;
use super::endgames::LIGHT_SQUARES;
use super::features::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, MINOR_BEHIND_PAWN, MINOR_OUTPOST, QUEEN_MOBILITY,
    RELAY_LEAPS, ROOK_FILE, ROOK_MOBILITY, ROOK_SEVENTH,
};
use super::side::{Side, fill_down, fill_files};
use crate::features::Feature;
use crate::tally::Tally;

const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);

/// By kind, from the knight on.
const MOBILITY: [Feature; 4] = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// What the officers of a side are judged by; the same for all of them.
struct Ground {
    occupied: Bitboard,
    /// Squares worth going to: not held by an enemy pawn, nor by a piece that will not make room or cannot be captured.
    good: Bitboard,
    /// The ring around the enemy king.
    ring: Bitboard,
    /// The squares next to the enemy king.
    next_to_king: Bitboard,
}

/// Judges the officers of `own` and notes their attacks in it.
#[inline(always)]
pub fn evaluate<R: OrthodoxParams, T: Tally>(own: &mut Side, enemy: &Side, tally: &mut T) {
    let uncapturable = (own.all | enemy.all).without(own.capturable | enemy.capturable);
    let shut = own.pieces(Kind::Pawn) | own.pieces(Kind::King) | uncapturable | enemy.attacks(Kind::Pawn);
    let ground = Ground {
        occupied: own.all | enemy.all,
        good: !shut,
        ring: enemy.king_ring(),
        next_to_king: leapers::king(enemy.king),
    };
    feel_pawns::<R>(own, &ground);
    knights::<R, T>(own, &ground, tally);
    bishops::<R, T>(own, &ground, tally);
    rooks::<R, T>(own, enemy, &ground, tally);
    for square in own.pieces(Kind::Queen) {
        let reach = sliders::queen(square, ground.occupied);
        reaches::<R, T>(own, &ground, Kind::Queen, square, reach, tally);
    }
    minors(own, enemy, tally);
}

/// Notes what a piece reaches, and counts the good squares among it.
#[inline(always)]
fn reaches<R: OrthodoxParams, T: Tally>(
    own: &mut Side,
    ground: &Ground,
    kind: Kind,
    square: Square,
    reach: Bitboard,
    tally: &mut T,
) {
    tally.add(MOBILITY[kind.index() - 1].at((reach & ground.good).len()), 1);
    let mut reach = reach;
    if own.relayed.has(square) {
        let leaps = leapers::knight(square);
        tally.add(RELAY_LEAPS.at(kind.index()), (leaps & ground.good).without(reach).len() as i32);
        reach |= leaps;
    }
    own.add_attacks(kind, reach);
    press::<R>(own, ground, kind, reach);
}

/// Notes what attacks of a piece mean to the enemy king.
#[inline(always)]
fn press<R: OrthodoxParams>(own: &mut Side, ground: &Ground, kind: Kind, reach: Bitboard) {
    if (reach & ground.ring).any() {
        own.pressure.weight += R::KING_DANGER.attacker[kind.index()];
        own.pressure.hits += (reach & ground.next_to_king).len() as i32;
    }
}

/// Relayed pawns leap at kings; what they attack as pawns is too little to count.
#[inline(always)]
fn feel_pawns<R: OrthodoxParams>(own: &mut Side, ground: &Ground) {
    if !R::KNIGHTS_FIGHT {
        for square in own.relayed & own.pieces(Kind::Pawn) {
            press::<R>(own, ground, Kind::Pawn, leapers::knight(square).without(Bitboard::END_RANKS));
        }
    }
}

/// Knights that cannot capture attack nothing; they have the empty squares to go to.
#[inline(always)]
fn knights<R: OrthodoxParams, T: Tally>(own: &mut Side, ground: &Ground, tally: &mut T) {
    for square in own.pieces(Kind::Knight) {
        let reach = leapers::knight(square);
        if R::KNIGHTS_FIGHT {
            reaches::<R, T>(own, ground, Kind::Knight, square, reach, tally);
        } else {
            tally.add(KNIGHT_MOBILITY.at(reach.without(ground.occupied).len()), 1);
        }
    }
}

/// Bishops look through their own queens.
#[inline(always)]
fn bishops<R: OrthodoxParams, T: Tally>(own: &mut Side, ground: &Ground, tally: &mut T) {
    let occupied = ground.occupied.without(own.pieces(Kind::Queen));
    let bishops = own.pieces(Kind::Bishop);
    for square in bishops {
        let reach = sliders::bishop(square, occupied);
        reaches::<R, T>(own, ground, Kind::Bishop, square, reach, tally);
        let colour = if LIGHT_SQUARES.has(square) { LIGHT_SQUARES } else { !LIGHT_SQUARES };
        tally.add(BISHOP_PAWNS.at(0), (colour & own.pieces(Kind::Pawn)).len() as i32);
    }
    let both = (bishops & LIGHT_SQUARES).any() && bishops.without(LIGHT_SQUARES).any();
    tally.add(BISHOP_PAIR.at(0), i32::from(both));
}

/// Rooks look through their own rooks and queens.
#[inline(always)]
fn rooks<R: OrthodoxParams, T: Tally>(own: &mut Side, enemy: &Side, ground: &Ground, tally: &mut T) {
    const SEVENTH: Bitboard = Bitboard::rank(6);
    let rooks = own.pieces(Kind::Rook);
    let occupied = ground.occupied.without(rooks | own.pieces(Kind::Queen));
    for square in rooks {
        let reach = sliders::rook(square, occupied);
        reaches::<R, T>(own, ground, Kind::Rook, square, reach, tally);
    }
    let half_open = rooks.without(fill_files(own.pieces(Kind::Pawn)));
    let open = half_open.without(fill_files(enemy.pieces(Kind::Pawn)));
    tally.add(ROOK_FILE.at(0), half_open.without(open).len() as i32);
    tally.add(ROOK_FILE.at(1), open.len() as i32);
    let prey = (enemy.pieces(Kind::Pawn) & SEVENTH).any() || enemy.king.rank() == 7;
    tally.add(ROOK_SEVENTH.at(0), (rooks & SEVENTH).when(prey).len() as i32);
}

/// Outposts: squares that an own pawn guards and no enemy pawn can ever attack. And shelter behind a pawn.
#[inline(always)]
fn minors<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let challenged = fill_down(enemy.attacks(Kind::Pawn));
    let outposts = (OUTPOST_RANKS & own.attacks(Kind::Pawn)).without(challenged);
    let knights = own.pieces(Kind::Knight);
    tally.add(MINOR_OUTPOST.at(0), (knights & outposts).len() as i32);
    tally.add(MINOR_OUTPOST.at(1), (own.pieces(Kind::Bishop) & outposts).len() as i32);
    let reachable = (own.attacks(Kind::Knight) & outposts).without(own.all);
    tally.add(MINOR_OUTPOST.at(2), reachable.len().min(2) as i32);
    let behind_pawn = (own.pieces(Kind::Pawn) | enemy.pieces(Kind::Pawn)).shift(-8);
    let sheltered = (knights | own.pieces(Kind::Bishop)) & behind_pawn;
    tally.add(MINOR_BEHIND_PAWN.at(0), sheltered.len() as i32);
}
