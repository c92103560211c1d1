//! One side: pieces and attack maps.

use engine::board::round::Set;
use engine::game::Seat;
use engine::variants::kaleido::reach::REACH;
use engine::variants::kaleido::{CASTLES, Kind, Pieces};

/// Most pieces of a side.
const MAX_PIECES: usize = 18;

/// Piece with its reach.
#[derive(Clone, Copy)]
pub struct PieceReach {
    /// Kind of the piece.
    pub kind: Kind,
    /// Fields that it reaches, occupied or not.
    pub targets: Set,
}

/// Pieces and attack maps of a side.
pub struct Side {
    /// Seat of the side.
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
    /// Pieces and attacks of a side. The ban on undoing its last move is ignored.
    #[inline(always)]
    pub fn new<const SEATS: usize>(pieces: &Pieces<SEATS>, seat: Seat) -> Side {
        let reach = &*REACH;
        let none = PieceReach { kind: Kind::Pawn, targets: Set::EMPTY };
        let mut side = Side {
            seat,
            all: pieces.of(seat),
            castles: pieces.of(seat) & CASTLES,
            attacks: [Set::EMPTY; Kind::COUNT],
            attacked: Set::EMPTY,
            pieces: [none; MAX_PIECES],
            count: 0,
        };
        let occupied = pieces.occupied();
        for kind in Kind::ALL {
            for field in pieces.get(seat, kind) {
                let targets = reach.of(kind, field, occupied);
                side.pieces[side.count] = PieceReach { kind, targets };
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
