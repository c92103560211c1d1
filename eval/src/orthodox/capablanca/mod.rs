//! Hand-crafted evaluation of Capablanca chess: the general terms of the evaluation of chess on ten files.
//!
//! Sets stay as they are on the board, and what depends on a side's way up asks for the side.

pub mod features;
mod side;
mod weights;

use std::sync::Arc;

use engine::board::ten::Set;
use engine::game::Seat;
use engine::variants::orthodox::{Board, Kind, Position, TenFiles, WithCompounds};

use crate::endgame::{EndgameScale, KNOWN_WIN};
use crate::features::{Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights, piece_square_table};
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures, embedded_network};
use crate::score::Score;
use crate::tally::Tally;
use features::{
    BISHOP_PAIR, COUNT, DOUBLED, GROUPS, Groups, HANGING, ISOLATED, KINDS, MOBILITY, OPEN_FILE, PASSED,
    PASSED_ENEMY_KING, PASSED_FREE_PATH, PHALANX, ROWS, SHELTER, SUPPORTED, THREAT_BY_PAWN, of_kind, psqt_places,
};
use side::{Side, beside, distance, fill, fill_files, own_rank, step};
use weights::WEIGHTS;

/// Rules of the game, under the name that the frame of evaluations has for them.
type R = WithCompounds;

impl EvalParams for R {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::CapablancaChess, "capablanca.network");
}

/// Kinds other than pawn and king.
const PIECES: [Kind; 6] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::Archbishop, Kind::Chancellor];

/// King danger of a piece that attacks the king's ring, by kind, in units.
const ATTACKER: [i32; KINDS] = [0, 18, 14, 17, 22, 0, 24, 22];
/// King danger of an attack on a square next to the king, in units.
const HIT: i32 = 8;
/// Danger that every king can bear.
const TOLERANCE: i32 = 45;
/// Largest danger that counts.
const MOST_DANGER: i32 = 400;
/// Cost in the middle game, in centipawns: danger² / divisor.
const DANGER_DIVISOR: i32 = 128;

/// The square with its rank counted from the other end of the board.
const fn flipped(square: usize) -> usize {
    let (file, rank) = (square % TenFiles::FILES, square / TenFiles::FILES);
    (TenFiles::SQUARES / TenFiles::FILES - 1 - rank) * TenFiles::FILES + file
}

/// Pieces: mobility, attacks, pressure on the enemy king.
#[inline(always)]
fn pieces<T: Tally>(own: &mut Side, enemy: &Side, tally: &mut T) {
    let good = TenFiles::ALL.without(own.pawns | own.king.into() | enemy.pawn_attacks);
    let next_to_king = TenFiles::king(enemy.king);
    let ring = next_to_king | step(own.seat.opponent(), next_to_king);
    for kind in PIECES {
        for square in own.pieces.get(own.seat, kind) {
            let reach = TenFiles::attacks(kind, square, own.occupied);
            tally.add(of_kind(MOBILITY, kind), (reach & good).len() as i32);
            own.add_attacks(reach);
            if (reach & ring).any() {
                own.pressure += ATTACKER[kind.index()] + HIT * (reach & next_to_king).len() as i32;
            }
        }
    }
    let bishops = own.pieces.get(own.seat, Kind::Bishop);
    let both = (bishops & TenFiles::LIGHT_SQUARES).any() && bishops.without(TenFiles::LIGHT_SQUARES).any();
    tally.add(BISHOP_PAIR.at(0), i32::from(both));
    let rooks = own.pieces.get(own.seat, Kind::Rook) | own.pieces.get(own.seat, Kind::Chancellor);
    let half_open = rooks.without(fill_files(own.pawns));
    let open = half_open.without(fill_files(enemy.pawns));
    tally.add(OPEN_FILE.at(0), half_open.without(open).len() as i32);
    tally.add(OPEN_FILE.at(1), open.len() as i32);
}

/// Pawn structure, and passed pawns.
#[inline(always)]
fn pawns<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let (seat, other) = (own.seat, enemy.seat);
    let doubled = own.pawns & fill(other, step(other, own.pawns));
    tally.add(DOUBLED.at(0), doubled.len() as i32);
    tally.add(ISOLATED.at(0), own.pawns.without(beside(fill_files(own.pawns))).len() as i32);
    tally.add(PHALANX.at(0), (own.pawns & beside(own.pawns)).len() as i32);
    for square in own.pawns & own.pawn_attacks {
        tally.add(SUPPORTED.at(own_rank(seat, square)), 1);
    }
    let stopped = fill(other, step(other, enemy.pawns) | enemy.pawn_attacks);
    for square in own.pawns.without(stopped | doubled) {
        let rank = own_rank(seat, square);
        tally.add(PASSED.at(rank), 1);
        tally.add(PASSED_ENEMY_KING.at(rank), distance(square, enemy.king).min(5));
        let path = fill(seat, step(seat, square.into()));
        tally.add(PASSED_FREE_PATH.at(rank), i32::from((path & (own.occupied | enemy.attacked)).is_empty()));
    }
}

/// King safety: shelter, and danger by the enemy's pressure, which counts by its square.
#[inline(always)]
fn king<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let row = Set::from(own.king) | beside(own.king.into());
    let before = step(own.seat, row);
    let shelter = own.pawns & (before | step(own.seat, before));
    tally.add(SHELTER.at(0), shelter.len() as i32);
    let danger = (enemy.pressure - TOLERANCE).clamp(0, MOST_DANGER);
    tally.add_score(Groups::King.group(), Score::new(-(danger * danger / DANGER_DIVISOR), -danger / 4));
}

/// Threats: pieces that pawns attack, and hanging ones.
#[inline(always)]
fn threats<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let victims = own.pawn_attacks & enemy.all;
    if victims.any() {
        for kind in PIECES {
            let attacked = (victims & enemy.pieces.get(enemy.seat, kind)).len();
            tally.add(of_kind(THREAT_BY_PAWN, kind), attacked as i32);
        }
    }
    let loose = (enemy.all & own.attacked).without(enemy.attacked | enemy.king.into());
    tally.add(HANGING.at(0), loose.len() as i32);
}

impl HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(<R as EvalParams>::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0, 3, 4];
    const MAX_PHASE: i32 = 38;
    const TEMPO: i32 = 16;
    type Cache = ();
    /// The sides of White and Black.
    type EvalInfo = [Side; 2];

    piece_square_table! { EvalParams, kinds: KINDS, fields: TenFiles::SQUARES, places: psqt_places, black: flipped }

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::PieceSquare(PieceSquareFeatures::of_ranks(KINDS, TenFiles::FILES, 8))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn tally_positional<T: Tally>(&self, tallies: &mut [T; 2]) -> [Side; 2] {
        let mut sides = Seat::BOTH.map(|seat| Side::new(self, seat));
        let [white, black] = &mut sides;
        pieces(white, black, &mut tallies[0]);
        pieces(black, white, &mut tallies[1]);
        for (seat, tally) in tallies.iter_mut().enumerate() {
            let (own, enemy) = (&sides[seat], &sides[1 - seat]);
            pawns(own, enemy, tally);
            king(own, enemy, tally);
            threats(own, enemy, tally);
        }
        sides
    }

    #[inline(always)]
    fn endgame_info(&self) -> [Side; 2] {
        Seat::BOTH.map(|seat| Side::new(self, seat))
    }

    #[inline(always)]
    fn known_win(&self, [white, black]: &[Side; 2]) -> Option<i32> {
        let win = |strong: &Side, weak: &Side| {
            let is_known = weak.is_bare_king() && strong.has_heavy_piece();
            is_known.then(|| KNOWN_WIN + strong.material() + 100 * strong.pawns.len() as i32 + mop_up(strong, weak))
        };
        win(white, black).or_else(|| win(black, white).map(|win| -win))
    }

    /// Without pawns a minor piece more does not win, and a king without pawns is driven to the edge.
    #[inline(always)]
    fn scale_endgame(&self, value: i32, [white, black]: &[Side; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        let scale = if strong.pawns.any() {
            EndgameScale::NORMAL
        } else if strong.material() - weak.material() < 400 {
            EndgameScale::scaled(12)
        } else if weak.pawns.is_empty() {
            EndgameScale { bonus: mop_up(strong, weak), ..EndgameScale::NORMAL }
        } else {
            EndgameScale::NORMAL
        };
        scale.apply(value)
    }
}

/// Mop-up bonus in centipawns: the weak king at the edge, the strong king near it.
fn mop_up(strong: &Side, weak: &Side) -> i32 {
    let (file, rank) = (weak.king.file() as i32, weak.king.rank() as i32);
    let from_centre = (2 * file - 9).abs() / 2 + (2 * rank - 7).abs() / 2;
    12 * from_centre + 8 * (9 - distance(strong.king, weak.king))
}
