//! Features of the evaluation of Quex and Keyles. A game fills the [`Weights`] in.

use engine::board::ten::{SIZE, Square};
use engine::variants::quex::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    groups {
        Material "material";
        Squares "squares";
        Mobility "mobility";
        Pieces "pieces";
        Pawns "pawns";
        King "king safety";
        Threats "threats";
        Promotion "promotion";
        Race "race";
    }

    /// Material: a piece, by kind.
    MATERIAL = Material material[Kind::COUNT];
    /// PSQT: a piece by kind and rank, as all ranks here counted from the own side.
    RANKS = Squares ranks[Kind::COUNT * SIZE] by SIZE;
    /// PSQT: a piece by kind and the distance of its file from the edge.
    FILES = Squares files[Kind::COUNT * HALF] by HALF;

    /// Mobility: a queen by the good squares it reaches, in pairs.
    QUEEN_MOBILITY = Mobility queen_mobility[18];
    /// Mobility: a rook by the good squares it reaches, in pairs.
    ROOK_MOBILITY = Mobility rook_mobility[10];
    /// Mobility: a lord by the good squares it reaches, in pairs.
    LORD_MOBILITY = Mobility lord_mobility[9];
    /// Mobility: a knight by the good squares it reaches.
    KNIGHT_MOBILITY = Mobility knight_mobility[9];
    /// Mobility: a prince by the good squares it reaches.
    PRINCE_MOBILITY = Mobility prince_mobility[9];

    /// Pair of lords: lords on both colours.
    LORD_PAIR = Pieces lord_pair[1];
    /// A champion guarded by a pion.
    CHAMPION_GUARDED = Pieces champion_guarded[1];

    /// A pion guarded by a pion.
    PION_GUARDED = Pawns pion_guarded[1];
    /// A pion that nothing guards.
    PION_ALONE = Pawns pion_alone[1];
    /// A Fote pion that cannot step.
    HELD_UP = Pawns held_up[1];

    /// A pion by rank, ten for each of: the best piece in the pool is a queen, a rook, a lesser champion.
    PROSPECT = Promotion prospect[3 * SIZE] by SIZE;
    /// A pion with a free step ahead that is not attacked, by rank, if a champion is in the pool.
    OPEN_WAY = Promotion open_way[SIZE];

    /// King danger: the own king by the attack on it, in units. Quex only, as all of this group.
    DANGER = King danger[DANGER_STEPS];
    /// Safe check: a kind of enemy piece that can give check on a square where nothing can capture it.
    SAFE_CHECK = King safe_check[Kind::COUNT];
    /// The own pions beside the king, by their number.
    SHELTER = King shelter[9];
    /// The squares that the king can step to, by their number.
    ROOM = King room[9];

    /// A champion attacked by a pion, by kind.
    THREAT_BY_PION = Threats threat_by_pion[Kind::COUNT];
    /// A piece attacked by a lord, knight or prince, by kind; pions and minor champions only if weak.
    THREAT_BY_MINOR = Threats threat_by_minor[Kind::COUNT];
    /// A weak piece or a queen attacked by a rook, by kind.
    THREAT_BY_ROOK = Threats threat_by_rook[Kind::COUNT];
    /// A weak piece attacked by the king.
    THREAT_BY_KING = Threats threat_by_king[1];
    /// Hanging piece, attacked and unguarded: a pion, a champion.
    HANGING = Threats hanging[2];

    /// King race: the king by the turns in which it arrives over squares that the enemy does not attack. First with the
    /// enemy on move, then on move. Keyles only, as all of this group.
    RUN = Race run[2 * RUN_STEPS] by RUN_STEPS;
    /// A champion by the turns in which a king put in its place arrives: at once, with the next step, ...
    SPRINGBOARD = Race springboard[SPRINGBOARD_STEPS];
    /// The king by rank, while its capture would lose by its return.
    IMMUNE_KING = Race immune_king[SIZE];
    /// The king is attacked, and its capture would cost a champion: with the enemy on move, on move.
    KING_ATTACKED = Race king_attacked[2];
    /// The champions in whose place the king can return, by their number.
    CHAMPIONS = Race champions[10];
    /// The kind of the cheapest of them: what a captured king costs.
    CHEAPEST = Race cheapest[Kind::COUNT];
}

/// Half the files: the other half is mirrored.
pub const HALF: usize = SIZE / 2;

/// Steps of king danger.
pub const DANGER_STEPS: usize = 24;

/// Largest number of turns in which a king arrives that counts.
pub const RUN_STEPS: usize = 8;

/// Turns in which a king arrives after its return that are told apart: 0 to 4.
pub const SPRINGBOARD_STEPS: usize = 5;

/// Place of the weight of a piece's rank.
#[inline(always)]
pub const fn rank_place(kind: usize, rank: usize) -> usize {
    RANKS.at(kind * SIZE + rank)
}

/// Place of the weight of a piece's file.
#[inline(always)]
pub const fn file_place(kind: usize, square: Square) -> usize {
    let file = square.file();
    FILES.at(kind * HALF + if file < HALF { file } else { SIZE - 1 - file })
}
