//! Features of a player in KaleidoChess for three and four. A game fills the [`Weights`] in.

use engine::variants::kaleido::Kind;

use crate::features::{Feature, features};
use crate::score::Score;

features! {
    groups {
        Material "material";
        Mobility "mobility";
        Threats "threats";
        Castles "castles";
        Tempo "tempo";
    }

    /// Material: a piece, by kind.
    MATERIAL = Material material[Kind::COUNT];

    /// Mobility: a field that a piece reaches where no own piece stands, by kind.
    MOBILITY = Mobility mobility[Kind::COUNT];
    /// Safe mobility: such a field that no opponent attacks, by kind.
    SAFE_MOBILITY = Mobility safe_mobility[Kind::COUNT];

    /// An own piece that an opponent attacks and no own piece guards, by kind.
    HANGING = Threats hanging[Kind::COUNT];
    /// An own piece that an opponent attacks with one of a cheaper kind, by its own.
    THREATENED = Threats threatened[Kind::COUNT];

    /// The castles held, by their number.
    HELD = Castles held[5];
    /// The only castle is attacked: by a player who moves before the own next turn, or only by players who move after
    /// it.
    BESIEGED = Castles besieged[2];
    /// An opponent's only castle is attacked, and it is the own turn first, or the opponent's.
    STORM = Castles storm[2];
    /// Castles within reach besides those held, one, two or more, on which no opponent could capture.
    SAFE_CASTLES = Castles safe_castles[3];
    /// Castles held where an own piece could capture back.
    GUARD = Castles guard[1];

    /// The turn.
    TURN = Tempo turn[1];
}
