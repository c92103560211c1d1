//! Who attacks what.

use super::{Kind, Position, Rules};
use crate::board::{Bitboard, Square, leapers, sliders};
use crate::game::Seat;

/// Where relayed pawns may leap: not onto the first and last rank.
const PAWN_LEAPS: Bitboard = Bitboard(!Bitboard::END_RANKS.0);

impl<R: Rules> Position<R> {
    /// The squares a relayed piece of some kind reaches by its leap.
    #[inline(always)]
    pub fn relayed_leaps(&self, square: Square) -> Bitboard {
        let leaps = leapers::knight(square);
        if self.pieces.kind(Kind::Pawn).has(square) { leaps & PAWN_LEAPS } else { leaps }
    }

    /// The pieces of `by` that attack a square, with `occupied` in place of the present board.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Seat, occupied: Bitboard) -> Bitboard {
        let pieces = &self.pieces;
        let mut attackers = leapers::pawn(by.opponent(), square) & pieces.kind(Kind::Pawn)
            | leapers::king(square) & pieces.kind(Kind::King)
            | sliders::bishop(square, occupied) & pieces.diagonal_sliders()
            | sliders::rook(square, occupied) & pieces.straight_sliders();
        let leapable = leapers::knight(square);
        if R::KNIGHTS_FIGHT {
            attackers |= leapable & pieces.kind(Kind::Knight);
        } else {
            let pawns_too = PAWN_LEAPS.has(square);
            attackers |= leapable & self.relayed(by).without(pieces.kind(Kind::Pawn).when(!pawns_too));
        }
        attackers & pieces.of(by)
    }

    /// All squares that `by` attacks, with `occupied` in place of the present board.
    #[inline(always)]
    pub fn attacked_squares(&self, by: Seat, occupied: Bitboard) -> Bitboard {
        let pieces = &self.pieces;
        let own = pieces.of(by);
        let mut attacked = leapers::pawn_attacks(by, pieces.kind(Kind::Pawn) & own) | leapers::king(self.king(by));
        if R::KNIGHTS_FIGHT {
            attacked |= leapers::knight_leaps(pieces.kind(Kind::Knight) & own);
        } else {
            let (relayed, pawns) = (self.relayed(by), pieces.kind(Kind::Pawn));
            attacked |=
                leapers::knight_leaps(relayed.without(pawns)) | leapers::knight_leaps(relayed & pawns) & PAWN_LEAPS;
        }
        for square in pieces.diagonal_sliders() & own {
            attacked |= sliders::bishop(square, occupied);
        }
        for square in pieces.straight_sliders() & own {
            attacked |= sliders::rook(square, occupied);
        }
        attacked
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.side), self.side.opponent(), self.pieces.occupied())
    }

    /// Whether the king of `seat` is attacked.
    #[inline(always)]
    pub fn is_attacked_king(&self, seat: Seat) -> bool {
        self.attackers(self.king(seat), seat.opponent(), self.pieces.occupied()).any()
    }
}
