//! One side: its pieces and what they reach.

use engine::board::round::{Field, Set};
use engine::game::Seat;
use engine::variants::kaleido::reach::REACH;
use engine::variants::kaleido::{Kind, Position, Rules};

/// The most pieces that a side has.
const MEN: usize = 18;

/// A piece and what it reaches.
#[derive(Clone, Copy)]
pub struct Man {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub field: Field,
    /// Where it gets, whoever stands there.
    pub targets: Set,
}

/// A side's pieces and what they reach.
pub struct Camp {
    /// Whose it is.
    pub seat: Seat,
    /// All pieces.
    pub all: Set,
    /// The castles held.
    pub castles: Set,
    /// The fields that pieces of a kind reach.
    pub attacks: [Set; Kind::COUNT],
    /// The fields that any piece reaches.
    pub attacked: Set,
    men: [Man; MEN],
    count: usize,
}

impl Camp {
    /// Looks at the pieces of a side. What it may not undo is not looked at.
    #[inline(always)]
    pub fn new<R: Rules>(position: &Position<R>, seat: Seat) -> Camp {
        let (reach, pieces) = (&*REACH, position.pieces());
        let nobody = Man { kind: Kind::Pawn, field: Field::CENTRE, targets: Set::EMPTY };
        let mut camp = Camp {
            seat,
            all: pieces.of(seat),
            castles: position.castles(seat),
            attacks: [Set::EMPTY; Kind::COUNT],
            attacked: Set::EMPTY,
            men: [nobody; MEN],
            count: 0,
        };
        let occupied = pieces.occupied();
        for kind in Kind::ALL {
            for field in pieces.get(seat, kind) {
                let targets = reach.of(kind, field, occupied);
                camp.men[camp.count] = Man { kind, field, targets };
                camp.count += 1;
                camp.attacks[kind.index()] |= targets;
            }
            camp.attacked |= camp.attacks[kind.index()];
        }
        camp
    }

    /// The pieces, kind by kind.
    #[inline(always)]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }
}
