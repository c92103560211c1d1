//! Features of the evaluation of Chex. A game fills the [`Weights`] in.

use engine::variants::chex::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    groups {
        Material "material";
        Mobility "mobility";
        Pawns "pawns";
        King "king safety";
        Threats "threats";
        Pile "pile";
        Ties "ties";
    }

    /// Material: a tile in play, by kind.
    MATERIAL = Material material[Kind::COUNT];

    /// Mobility: a queen by the cells to which it may go with all tiles held together, in pairs.
    QUEEN_MOBILITY = Mobility queen_mobility[10];
    /// A rook, likewise.
    ROOK_MOBILITY = Mobility rook_mobility[8];
    /// A bishop, likewise.
    BISHOP_MOBILITY = Mobility bishop_mobility[8];
    /// A knight, by single cells.
    KNIGHT_MOBILITY = Mobility knight_mobility[9];
    /// A pawn that may step.
    PAWN_STEP = Mobility pawn_step[1];

    /// A pawn by the rows of tiles ahead of it, in which it has something to capture. There is no promotion.
    PAWN_AHEAD = Pawns pawn_ahead[4];

    /// King safety: a king by the cells that it may step to and no free enemy attacks.
    ROOM = King room[9];
    /// A kind of tile that attacks cells beside the enemy king.
    HUNTER = King hunter[Kind::COUNT];
    /// The enemies that attack cells beside the own king, by their number.
    HUNTED = King hunted[6];

    /// Threat: an enemy that a free tile of lower value can capture, by the enemy's kind.
    THREAT = Threats threat[Kind::COUNT];
    /// Look: an enemy that a free tile of as high a value or a higher one can capture, by the enemy's kind.
    LOOK = Threats look[Kind::COUNT];

    /// A tile that is not drawn yet, by kind.
    HIDDEN = Pile hidden[Kind::COUNT];
    /// A king not drawn yet by the tiles left in its pile, itself included: the fewer they are, the sooner it comes.
    LATE_KING = Pile late_king[17];
    /// A king not drawn yet by the cells open to it now, up to five in pairs: none would be stalemate.
    LANDING = Pile landing[6];

    /// A tile without which others fall apart, by kind.
    TIED = Ties tied[Kind::COUNT];
}
