//! Features of the evaluation of Capablanca chess.

use engine::variants::orthodox::{Board, Kind, TenFiles};

use crate::features::{Feature, features};
use crate::score::Score;

/// Number of kinds of pieces.
pub const KINDS: usize = TenFiles::KINDS;

/// The squares of the files a to e, on which those of f to j are mirrored: a1, b1, ... e1, a2, ...
pub const HALF_BOARD: usize = TenFiles::SQUARES / 2;

const HALF_FILES: usize = TenFiles::FILES / 2;

features! {
    groups {
        Material "material";
        Squares "squares";
        Mobility "mobility";
        Pieces "pieces";
        Pawns "pawns";
        Passed "passed pawns";
        King "king safety";
        Threats "threats";
    }

    /// Material: a piece, by kind.
    MATERIAL = Material material[KINDS];
    /// PSQT: a piece by square, for each kind.
    SQUARES = Squares squares[KINDS * HALF_BOARD] by HALF_FILES;
    /// Mobility: a square that a piece reaches and no enemy pawn attacks, by kind.
    MOBILITY = Mobility mobility[KINDS];
    /// Bishop pair: bishops on both colours.
    BISHOP_PAIR = Pieces bishop_pair[1];
    /// Rook or chancellor on a half-open file, on an open file.
    OPEN_FILE = Pieces open_file[2];
    /// Doubled pawn: behind another of its file.
    DOUBLED = Pawns doubled[1];
    /// Isolated pawn, without own pawns on the files beside.
    ISOLATED = Pawns isolated[1];
    /// Supported pawn: guarded by a pawn, by rank.
    SUPPORTED = Pawns supported[8];
    /// Phalanx: a pawn with another beside it.
    PHALANX = Pawns phalanx[1];
    /// Passed pawn, by rank, as all that follow.
    PASSED = Passed passed[8];
    /// Steps, up to five, of the enemy king to it.
    PASSED_ENEMY_KING = Passed passed_enemy_king[8];
    /// No piece stands before it, and no enemy attacks the squares there.
    PASSED_FREE_PATH = Passed passed_free_path[8];
    /// Pawn shelter: a pawn on one of the six squares before the king.
    SHELTER = King shelter[1];
    /// A piece (no pawn) attacked by a pawn, by kind.
    THREAT_BY_PAWN = Threats threat_by_pawn[KINDS];
    /// Hanging piece: attacked, and nothing guards it.
    HANGING = Threats hanging[1];
}

/// Index of a square in a table of [`HALF_BOARD`], seen from the piece's own side.
const fn half_board(square: usize) -> usize {
    let (file, rank) = (square % TenFiles::FILES, square / TenFiles::FILES);
    let file = if file < HALF_FILES { file } else { TenFiles::FILES - 1 - file };
    rank * HALF_FILES + file
}

/// Places of the weights whose sum is the PSQT score of a white piece.
pub const fn psqt_places(kind: usize, square: usize) -> [usize; 2] {
    [MATERIAL.at(kind), SQUARES.at(kind * HALF_BOARD + half_board(square))]
}

/// Place of the weight of a kind of piece.
#[inline(always)]
pub const fn of_kind(feature: Feature, kind: Kind) -> usize {
    feature.at(kind.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_mirrored_and_ranks_are_not() {
        assert_eq!([0, 9].map(half_board), [0, 0]);
        assert_eq!([4, 5].map(half_board), [4, 4]);
        assert_eq!(half_board(10), 5);
    }
}
