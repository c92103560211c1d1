//! Knights, bishops, rooks and queens: mobility, outposts, open files, pressure on the enemy king ring.

use engine::board::{Bitboard, Square, leapers, sliders};
use engine::variants::orthodox::Kind;

use super::OrthodoxParams;
use super::features::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, MINOR_BEHIND_PAWN, MINOR_OUTPOST, QUEEN_MOBILITY,
    RELAY_LEAPS, ROOK_FILE, ROOK_MOBILITY, ROOK_SEVENTH,
};
use super::side::{Side, fill_down, fill_files};
use crate::features::Feature;
use crate::tally::Tally;

/// Outpost ranks: the fourth to the sixth.
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);

/// Mobility features by kind, from the knight on.
const MOBILITY: [Feature; 4] = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// Mobility area and king ring: what is the same for all pieces of a side.
struct Area {
    occupied: Bitboard,
    /// Mobility area: squares that no enemy pawn attacks, without own pawns, the own king and what cannot be captured.
    good: Bitboard,
    /// The ring around the enemy king.
    ring: Bitboard,
    /// The squares next to the enemy king.
    next_to_king: Bitboard,
}

/// Tallies the pieces of `own` other than king and pawns, and adds their attacks to it.
#[inline(always)]
pub fn evaluate<R: OrthodoxParams, T: Tally>(own: &mut Side, enemy: &Side, tally: &mut T) {
    let uncapturable = (own.all | enemy.all).without(own.capturable | enemy.capturable);
    let shut = own.pieces(Kind::Pawn) | own.pieces(Kind::King) | uncapturable | enemy.attacks(Kind::Pawn);
    let area = Area {
        occupied: own.all | enemy.all,
        good: !shut,
        ring: enemy.king_ring(),
        next_to_king: leapers::king(enemy.king),
    };
    pawn_pressure::<R>(own, &area);
    knights::<R, T>(own, &area, tally);
    bishops::<R, T>(own, &area, tally);
    rooks::<R, T>(own, enemy, &area, tally);
    for square in own.pieces(Kind::Queen) {
        let reach = sliders::queen(square, area.occupied);
        mobility::<R, T>(own, &area, Kind::Queen, square, reach, tally);
    }
    minors(own, enemy, tally);
}

/// Mobility of a piece; adds its attacks to `own`.
#[inline(always)]
fn mobility<R: OrthodoxParams, T: Tally>(
    own: &mut Side,
    area: &Area,
    kind: Kind,
    square: Square,
    reach: Bitboard,
    tally: &mut T,
) {
    tally.add(MOBILITY[kind.index() - 1].at((reach & area.good).len()), 1);
    let mut reach = reach;
    if own.relayed.has(square) {
        let leaps = leapers::knight(square);
        tally.add(RELAY_LEAPS.at(kind.index()), (leaps & area.good).without(reach).len() as i32);
        reach |= leaps;
    }
    if R::QUEEN_LEAPS && kind == Kind::Queen {
        reach |= leapers::knight(square);
    }
    own.add_attacks(kind, reach);
    add_pressure::<R>(own, area, kind, reach);
}

/// Adds the attacks of a piece on the enemy king ring to the pressure.
#[inline(always)]
fn add_pressure<R: OrthodoxParams>(own: &mut Side, area: &Area, kind: Kind, reach: Bitboard) {
    if (reach & area.ring).any() {
        own.pressure.weight += R::KING_DANGER.attacker[kind.index()];
        own.pressure.hits += (reach & area.next_to_king).len() as i32;
    }
}

/// Pressure of relayed pawns, by their leaps; what they attack as pawns is too little to count.
#[inline(always)]
fn pawn_pressure<R: OrthodoxParams>(own: &mut Side, area: &Area) {
    if !R::KNIGHTS_FIGHT {
        for square in own.relayed & own.pieces(Kind::Pawn) {
            add_pressure::<R>(own, area, Kind::Pawn, leapers::knight(square).without(Bitboard::END_RANKS));
        }
    }
}

/// Knights. Those that cannot capture attack nothing; their mobility is the empty squares.
#[inline(always)]
fn knights<R: OrthodoxParams, T: Tally>(own: &mut Side, area: &Area, tally: &mut T) {
    for square in own.pieces(Kind::Knight) {
        let reach = leapers::knight(square);
        if R::KNIGHTS_FIGHT {
            mobility::<R, T>(own, area, Kind::Knight, square, reach, tally);
        } else {
            tally.add(KNIGHT_MOBILITY.at(reach.without(area.occupied).len()), 1);
        }
    }
}

/// Bishops: bishop pair, bad bishops. Mobility is X-ray through own queens.
#[inline(always)]
fn bishops<R: OrthodoxParams, T: Tally>(own: &mut Side, area: &Area, tally: &mut T) {
    let occupied = area.occupied.without(own.pieces(Kind::Queen));
    let bishops = own.pieces(Kind::Bishop);
    for square in bishops {
        let reach = sliders::bishop(square, occupied);
        mobility::<R, T>(own, area, Kind::Bishop, square, reach, tally);
        let colour =
            if Bitboard::LIGHT_SQUARES.has(square) { Bitboard::LIGHT_SQUARES } else { !Bitboard::LIGHT_SQUARES };
        tally.add(BISHOP_PAWNS.at(0), (colour & own.pieces(Kind::Pawn)).len() as i32);
    }
    let both = (bishops & Bitboard::LIGHT_SQUARES).any() && bishops.without(Bitboard::LIGHT_SQUARES).any();
    tally.add(BISHOP_PAIR.at(0), i32::from(both));
}

/// Rooks: open files, seventh rank. Mobility is X-ray through own rooks and queens.
#[inline(always)]
fn rooks<R: OrthodoxParams, T: Tally>(own: &mut Side, enemy: &Side, area: &Area, tally: &mut T) {
    const SEVENTH: Bitboard = Bitboard::rank(6);
    let rooks = own.pieces(Kind::Rook);
    let occupied = area.occupied.without(rooks | own.pieces(Kind::Queen));
    for square in rooks {
        let reach = sliders::rook(square, occupied);
        mobility::<R, T>(own, area, Kind::Rook, square, reach, tally);
    }
    let half_open = rooks.without(fill_files(own.pieces(Kind::Pawn)));
    let open = half_open.without(fill_files(enemy.pieces(Kind::Pawn)));
    tally.add(ROOK_FILE.at(0), half_open.without(open).len() as i32);
    tally.add(ROOK_FILE.at(1), open.len() as i32);
    let prey = (enemy.pieces(Kind::Pawn) & SEVENTH).any() || enemy.king.rank() == 7;
    tally.add(ROOK_SEVENTH.at(0), (rooks & SEVENTH).when(prey).len() as i32);
}

/// Minor pieces: outposts (squares that an own pawn guards and no enemy pawn can ever attack), and shelter behind a
/// pawn.
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
