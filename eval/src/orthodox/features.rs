//! Features of the orthodox evaluation. A game fills the [`Weights`] in.

use engine::variants::orthodox::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

/// Number of kinds of pieces.
pub const KINDS: usize = Kind::ORTHODOX.len();

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
        Space "space";
        Relay "relay";
        Checks "checks";
    }

    /// Material: a piece, by kind.
    MATERIAL = Material material[KINDS];
    /// PSQT: a pawn by square.
    PAWN_SQUARES = Squares pawn_squares[HALF_BOARD] by 4;
    /// PSQT: a knight by square.
    KNIGHT_SQUARES = Squares knight_squares[HALF_BOARD] by 4;
    /// PSQT: a bishop by square.
    BISHOP_SQUARES = Squares bishop_squares[HALF_BOARD] by 4;
    /// PSQT: a rook by square.
    ROOK_SQUARES = Squares rook_squares[HALF_BOARD] by 4;
    /// PSQT: a queen by square.
    QUEEN_SQUARES = Squares queen_squares[HALF_BOARD] by 4;
    /// PSQT: the king by square.
    KING_SQUARES = Squares king_squares[HALF_BOARD] by 4;

    /// Mobility: a knight by the good squares it reaches.
    KNIGHT_MOBILITY = Mobility knight_mobility[9];
    /// Mobility: a bishop by the good squares it reaches.
    BISHOP_MOBILITY = Mobility bishop_mobility[14];
    /// Mobility: a rook by the good squares it reaches.
    ROOK_MOBILITY = Mobility rook_mobility[15];
    /// Mobility: a queen by the good squares it reaches.
    QUEEN_MOBILITY = Mobility queen_mobility[28];

    /// Bishop pair: bishops on both colours.
    BISHOP_PAIR = Pieces bishop_pair[1];
    /// Bad bishop: an own pawn on the colour of a bishop.
    BISHOP_PAWNS = Pieces bishop_pawns[1];
    /// Outposts: a knight on one, a bishop on one, one that a knight reaches.
    MINOR_OUTPOST = Pieces minor_outpost[3];
    /// A knight or bishop right behind a pawn.
    MINOR_BEHIND_PAWN = Pieces minor_behind_pawn[1];
    /// Rook on a half-open file, on an open file.
    ROOK_FILE = Pieces rook_file[2];
    /// Rook on the seventh rank, with pawns there or the king behind it.
    ROOK_SEVENTH = Pieces rook_seventh[1];

    /// Doubled pawn: behind another of its file.
    DOUBLED = Pawns doubled[1];
    /// Isolated pawn, without own pawns on the files beside: with an enemy pawn on its file, without.
    ISOLATED = Pawns isolated[2];
    /// Backward pawn, which can neither be guarded by another nor step forward unpunished: as above.
    BACKWARD = Pawns backward[2];
    /// Supported pawn: guarded by a pawn, by rank.
    SUPPORTED = Pawns supported[8];
    /// Phalanx: a pawn with another beside it, by rank.
    PHALANX = Pawns phalanx[8];

    /// Passed pawn, by rank, as all that follow.
    PASSED = Passed passed[8];
    /// Steps, up to five, of the enemy king to the square before it.
    PASSED_ENEMY_KING = Passed passed_enemy_king[8];
    /// Steps, up to five, of the own king to the square before it.
    PASSED_OWN_KING = Passed passed_own_king[8];
    /// The square before it is free and not attacked, but another one on its path is not.
    PASSED_FREE_STEP = Passed passed_free_step[8];
    /// All squares before it are free and not attacked.
    PASSED_FREE_PATH = Passed passed_free_path[8];
    /// An enemy piece stands before it.
    PASSED_BLOCKED = Passed passed_blocked[8];
    /// A piece stands before it that cannot be captured.
    PASSED_KNIGHT_BLOCKED = Passed passed_knight_blocked[8];
    /// Relayed passed pawn.
    PASSED_RELAYED = Passed passed_relayed[8];
    /// An own rook behind it, by any distance.
    ROOK_BEHIND_PASSED = Passed rook_behind_passed[1];
    /// Rule of the square: some passed pawn outruns the enemy king, all that is left to stop it.
    UNSTOPPABLE = Passed unstoppable[1];

    /// Pawn shelter: the nearest own pawn before the king on its file, by rank; 0 for none.
    SHELTER_KING_FILE = King shelter_king_file[8];
    /// Pawn shelter on a file beside the king, likewise.
    SHELTER_SIDE_FILE = King shelter_side_file[8];
    /// Pawn storm: the nearest enemy pawn before the king, on its file or beside, by rank; 0 for none.
    STORM = King storm[8];
    /// Pawn storm held up by an own pawn, likewise.
    STORM_BLOCKED = King storm_blocked[8];

    /// A piece (no pawn) attacked by a pawn, by kind.
    THREAT_BY_PAWN = Threats threat_by_pawn[KINDS];
    /// A piece attacked by a knight or bishop, by kind; pawns only if weak.
    THREAT_BY_MINOR = Threats threat_by_minor[KINDS];
    /// A weak piece or a queen attacked by a rook, by kind.
    THREAT_BY_ROOK = Threats threat_by_rook[KINDS];
    /// A weak piece attacked by the king.
    THREAT_BY_KING = Threats threat_by_king[1];
    /// Hanging piece: attacked, and nothing guards it.
    HANGING = Threats hanging[1];
    /// Threat by pawn push: a piece (no pawn) that a safe pawn step would attack.
    PUSH_THREAT = Threats push_threat[1];

    /// Space: a safe square behind the own centre, twice if behind a pawn.
    SPACE = Space space[1];

    /// A relayed piece, by kind.
    RELAYED = Relay relayed[KINDS];
    /// A good square that a relayed piece leaps to and does not reach otherwise, by kind.
    RELAY_LEAPS = Relay relay_leaps[KINDS];
    /// A piece that a knight can come to relay with one move, by kind.
    RELAY_NEXT = Relay relay_next[KINDS];
    /// Blockade: a knight right before an enemy pawn, by rank.
    BLOCKADE = Relay blockade[8];

    /// Three-check chess: checks that the enemy has still to give, one to three, as in all that follow.
    CHECKS_LEFT = Checks checks_left[3];
    /// A sixteenth of the king danger.
    CHECK_DANGER = Checks check_danger[3];
    /// Square of the king danger, divided by 1,024.
    CHECK_DANGER_SQUARE = Checks check_danger_square[3];
    /// A safe square for the enemy to give check from, by kind from the knight on.
    SAFE_CHECK = Checks safe_check[CHECK_KINDS] by 4;
    /// The enemy has a safe check, and is to move.
    CHECK_NEXT = Checks check_next[3];
    /// A kind of piece that can give check, but not safely.
    UNSAFE_CHECK = Checks unsafe_check[3];
    /// A square from which a queen would see the king over empty squares.
    OPEN_LINES = Checks open_lines[3];
    /// An enemy piece, by kind from the knight on.
    CHECKERS = Checks checkers[CHECK_KINDS] by 4;
}

/// Weights of the kinds from the knight to the queen, for each number of checks left.
pub const CHECK_KINDS: usize = 4 * 3;

/// The squares of the files a to d, on which those of e to h are mirrored: a1, b1, c1, d1, a2, ...
pub const HALF_BOARD: usize = 32;

/// Piece-square tables, by kind.
pub const SQUARES: [Feature; KINDS] =
    [PAWN_SQUARES, KNIGHT_SQUARES, BISHOP_SQUARES, ROOK_SQUARES, QUEEN_SQUARES, KING_SQUARES];

/// Index of a square in a table of [`HALF_BOARD`], seen from the piece's own side.
#[inline(always)]
pub const fn half_board(square: usize) -> usize {
    let file = square & 7;
    let file = if file < 4 { file } else { 7 - file };
    (square >> 3) * 4 + file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orthodox::chess_params::WEIGHTS;

    #[test]
    fn flat_table_holds_each_feature_at_its_place() {
        let flat = WEIGHTS.flat();
        assert_eq!(flat[MATERIAL.at(Kind::Queen.index())], WEIGHTS.material[Kind::Queen.index()]);
        assert_eq!(flat[KING_SQUARES.at(half_board(6))], WEIGHTS.king_squares[1], "g1 is b1 in the mirror");
        assert_eq!(flat[SPACE.at(0)], WEIGHTS.space[0]);
    }
}
