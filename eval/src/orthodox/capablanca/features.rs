//! Features of the evaluation of Capablanca chess, and their weights: guesses of ours from those of chess.

use engine::variants::orthodox::{Board, Kind, TenFiles};

use crate::features::{Feature, features, row};
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

/// Feature of a kind of a side's pieces.
#[inline(always)]
pub const fn of_kind(feature: Feature, kind: Kind) -> usize {
    feature.at(kind.index())
}

/// Score of a square, by steps from the edge to the centre on files and ranks and by rank: what a step is worth.
struct Slope {
    centre: (i32, i32),
    rank: (i32, i32),
}

const SLOPES: [Slope; KINDS] = [
    Slope { centre: (3, 0), rank: (2, 6) },
    Slope { centre: (9, 6), rank: (2, 1) },
    Slope { centre: (5, 3), rank: (1, 1) },
    Slope { centre: (2, 0), rank: (1, 2) },
    Slope { centre: (2, 4), rank: (0, 3) },
    Slope { centre: (-14, 9), rank: (-16, 2) },
    Slope { centre: (6, 4), rank: (1, 2) },
    Slope { centre: (4, 3), rank: (0, 2) },
];

const fn squares() -> [Score; KINDS * HALF_BOARD] {
    let mut table = [Score::ZERO; KINDS * HALF_BOARD];
    let mut i = 0;
    while i < KINDS * HALF_BOARD {
        let slope = &SLOPES[i / HALF_BOARD];
        let (file, rank) = ((i % HALF_FILES) as i32, (i % HALF_BOARD / HALF_FILES) as i32);
        let from_edge = if rank < 4 { rank } else { 7 - rank };
        // Four files and three ranks from the edge: 7 steps at most, half of them the mean.
        let steps = file + from_edge;
        table[i] = Score::new(
            slope.centre.0 * (2 * steps - 7) / 2 + slope.rank.0 * (rank - 2),
            slope.centre.1 * (2 * steps - 7) / 2 + slope.rank.1 * (rank - 2),
        );
        i += 1;
    }
    table
}

/// Weights of Capablanca chess.
pub const WEIGHTS: Weights = Weights {
    material: row([(75, 110), (270, 310), (310, 360), (430, 620), (900, 1120), (0, 0), (740, 900), (800, 1010)]),
    squares: squares(),
    mobility: row([(0, 0), (6, 7), (6, 6), (3, 6), (2, 4), (0, 0), (4, 5), (3, 5)]),
    bishop_pair: row([(25, 55)]),
    open_file: row([(12, 6), (28, 8)]),
    doubled: row([(-7, -20)]),
    isolated: row([(-8, -8)]),
    supported: row([(0, 0), (0, 0), (11, 5), (8, 11), (12, 18), (30, 30), (55, 70), (0, 0)]),
    phalanx: row([(6, 3)]),
    passed: row([(0, 0), (0, 10), (4, 16), (10, 32), (22, 60), (55, 95), (100, 150), (0, 0)]),
    passed_enemy_king: row([(0, 0), (0, 1), (0, 3), (0, 7), (0, 14), (0, 24), (0, 32), (0, 0)]),
    passed_free_path: row([(0, 0), (0, 5), (0, 9), (0, 16), (4, 32), (20, 70), (40, 110), (0, 0)]),
    shelter: row([(16, -3)]),
    threat_by_pawn: row([(0, 0), (48, 38), (50, 48), (48, 32), (30, 30), (0, 0), (40, 30), (40, 30)]),
    hanging: row([(12, 20)]),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_mirrored_and_ranks_are_not() {
        assert_eq!([0, 9].map(half_board), [0, 0]);
        assert_eq!([4, 5].map(half_board), [4, 4]);
        assert_eq!(half_board(10), 5);
        let king = Kind::King.index() * HALF_BOARD;
        assert!(WEIGHTS.squares[king].mg() > WEIGHTS.squares[king + 4].mg(), "a king likes the corner at first");
        assert!(WEIGHTS.squares[king].eg() < WEIGHTS.squares[king + 4].eg());
    }
}
