//! One side: its pieces and what they reach.

use engine::board::round::{Field, Set};
use engine::game::Seat;
use engine::variants::kaleido::reach::REACH;
use engine::variants::kaleido::{Kind, Position, Rules};

/// The most pieces that a side has.
const MAX_PIECES: usize = 18;

/// A piece and what it reaches.
#[derive(Clone, Copy)]
pub struct PieceReach {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub field: Field,
    /// Where it gets, whoever stands there.
    pub targets: Set,
}

/// A side's pieces and what they reach.
pub struct Side {
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
    pieces: [PieceReach; MAX_PIECES],
    count: usize,
}

impl Side {
    /// Looks at the pieces of a side. What it may not undo is not looked at.
    #[inline(always)]
    pub fn new<R: Rules>(position: &Position<R>, seat: Seat) -> Side {
        let (reach, pieces) = (&*REACH, position.pieces());
        let nobody = PieceReach { kind: Kind::Pawn, field: Field::CENTRE, targets: Set::EMPTY };
        let mut side = Side {
            seat,
            all: pieces.of(seat),
            castles: position.castles(seat),
            attacks: [Set::EMPTY; Kind::COUNT],
            attacked: Set::EMPTY,
            pieces: [nobody; MAX_PIECES],
            count: 0,
        };
        let occupied = pieces.occupied();
        for kind in Kind::ALL {
            for field in pieces.get(seat, kind) {
                let targets = reach.of(kind, field, occupied);
                side.pieces[side.count] = PieceReach { kind, field, targets };
                side.count += 1;
                side.attacks[kind.index()] |= targets;
            }
            side.attacked |= side.attacks[kind.index()];
        }
        side
    }

    /// The pieces, kind by kind.
    #[inline(always)]
    pub fn pieces(&self) -> &[PieceReach] {
        &self.pieces[..self.count]
    }
}
