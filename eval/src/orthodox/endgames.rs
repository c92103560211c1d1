//! Endgame knowledge: drawn and drawish endgames, and mop-up evaluation (chessprogramming wiki: "Mop-up Evaluation").

use engine::board::{Bitboard, Square};
use engine::variants::orthodox::Kind;

use super::side::{Side, distance, fill_files};
use crate::endgame::{EndgameScale, KNOWN_WIN};

/// Scale by pawn count: the fewer pawns the strong side has, the less of an advantage counts.
pub fn by_pawns(strong: &Side) -> EndgameScale {
    EndgameScale::scaled((40 + 8 * strong.pieces(Kind::Pawn).len() as i32).min(EndgameScale::FULL))
}

/// Material of a side without pawns, in pawns: 3, 3, 5, 9.
pub fn piece_points(side: &Side) -> i32 {
    let count = |kind| side.pieces(kind).len() as i32;
    3 * (count(Kind::Knight) + count(Kind::Bishop)) + 5 * count(Kind::Rook) + 9 * count(Kind::Queen)
}

/// Mop-up bonus in centipawns: the weak king at the edge, the strong king near it.
pub fn drive_to_the_edge(strong: &Side, weak: &Side) -> i32 {
    12 * centre_distance(weak.king) + 8 * (7 - distance(strong.king, weak.king))
}

/// Mop-up bonus of KBNK in centipawns: the weak king at the edge, near a corner that the bishop attacks (mate is forced
/// nowhere else), and near the strong king.
fn drive_to_the_corner(strong: &Side, weak: &Side) -> i32 {
    let light = (strong.pieces(Kind::Bishop) & Bitboard::LIGHT_SQUARES).any();
    let corners = if light { [(7, 0), (0, 7)] } else { [(0, 0), (7, 7)] };
    let steps = |(file, rank): (usize, usize)| weak.king.file().abs_diff(file) + weak.king.rank().abs_diff(rank);
    let nearest = corners.into_iter().map(steps).min().unwrap_or(0) as i32;
    40 * (14 - nearest) + drive_to_the_edge(strong, weak)
}

/// [Known win](super::OrthodoxParams::known_win) of chess: mating material against a bare king. As `KXK` and `KBNK` in
/// Stockfish; material still counts, so that pawns promote.
pub fn known_win(strong: &Side, weak: &Side) -> Option<i32> {
    let (knights, bishops) = (strong.pieces(Kind::Knight), strong.pieces(Kind::Bishop));
    let has_heavy_piece = (strong.pieces(Kind::Rook) | strong.pieces(Kind::Queen)).any();
    let both_colours = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & !Bitboard::LIGHT_SQUARES).any();
    let mop_up = if has_heavy_piece || both_colours {
        drive_to_the_edge(strong, weak)
    } else if knights.any() && bishops.any() {
        drive_to_the_corner(strong, weak)
    } else {
        return None;
    };
    Some(KNOWN_WIN + 100 * (piece_points(strong) + strong.pieces(Kind::Pawn).len() as i32) + mop_up)
}

/// Wrong rook pawn: true if all that is left to win with are pawns on one edge file, which the weak king stops in the
/// corner, with nothing to help them or with a bishop that does not reach the corner.
pub fn is_wrong_corner(strong: &Side, weak: &Side) -> bool {
    let pawns = strong.pieces(Kind::Pawn);
    let bishops = strong.pieces(Kind::Bishop);
    let file = fill_files(pawns);
    if pawns.is_empty() || strong.non_pawns() != bishops || (file != Bitboard::FILE_A && file != Bitboard::FILE_H) {
        return false;
    }
    let corner = Square::new(pawns.first().file(), 7);
    let colour = if Bitboard::LIGHT_SQUARES.has(corner) { Bitboard::LIGHT_SQUARES } else { !Bitboard::LIGHT_SQUARES };
    (bishops & colour).is_empty() && distance(weak.king, corner) <= 1
}

/// Opposite-coloured bishops: true if each side has one bishop, on different colours.
pub fn are_opposite_bishops(strong: &Side, weak: &Side) -> bool {
    let bishops = [strong.pieces(Kind::Bishop), weak.pieces(Kind::Bishop)];
    let both = bishops[0] | bishops[1];
    bishops.iter().all(|set| set.len() == 1) && (both & Bitboard::LIGHT_SQUARES).len() == 1
}

/// Centre Manhattan distance: 0 to 6 steps along ranks and files.
fn centre_distance(square: Square) -> i32 {
    let off = |at: usize| if at < 4 { 3 - at } else { at - 4 };
    (off(square.file()) + off(square.rank())) as i32
}
