//! Attacks: attackers of a square, attack map of a side, checkers, check test of a move.

use super::board::{Board, BoardSet, BoardSquare};
use super::{Kind, MoveKind, Position, Rules, SetOf, SquareOf};
use crate::game::{CopyMake, Seat};
use crate::moves::Move;

/// Squares where relayed pawns may leap: all but the first and last rank.
#[inline(always)]
fn pawn_leaps<R: Rules>() -> SetOf<R> {
    R::Board::ALL.without(R::Board::END_RANKS)
}

impl<R: Rules> Position<R> {
    /// Leap targets of the relayed piece on a square.
    #[inline(always)]
    pub fn relayed_leaps(&self, square: SquareOf<R>) -> SetOf<R> {
        let leaps = R::Board::knight(square);
        if self.pieces.kind(Kind::Pawn).has(square) { leaps & pawn_leaps::<R>() } else { leaps }
    }

    /// Pieces that leap like knights by their kind.
    #[inline(always)]
    pub(super) fn leaping(&self) -> SetOf<R> {
        let leapers = self.pieces.leapers();
        if R::QUEEN_LEAPS { leapers | self.pieces.kind(Kind::Queen) } else { leapers }
    }

    /// Pieces of `by` that attack a square, with the given occupancy.
    #[inline(always)]
    pub fn attackers(&self, square: SquareOf<R>, by: Seat, occupied: SetOf<R>) -> SetOf<R> {
        let pieces = &self.pieces;
        let mut attackers = R::Board::pawn(by.opponent(), square) & pieces.kind(Kind::Pawn)
            | R::Board::king(square) & pieces.kind(Kind::King)
            | R::Board::bishop(square, occupied) & pieces.diagonal_sliders()
            | R::Board::rook(square, occupied) & pieces.straight_sliders();
        let leapable = R::Board::knight(square);
        if R::KNIGHTS_FIGHT {
            attackers |= leapable & self.leaping();
        } else {
            let pawns_too = pawn_leaps::<R>().has(square);
            attackers |= leapable & self.relayed(by).without(pieces.kind(Kind::Pawn).when(!pawns_too));
        }
        (attackers & pieces.of(by)).without(self.derived.paralysed())
    }

    /// Attack map of `by`, with the given occupancy.
    #[inline(always)]
    pub fn attacked_squares(&self, by: Seat, occupied: SetOf<R>) -> SetOf<R> {
        let pieces = &self.pieces;
        let own = pieces.of(by).without(self.derived.paralysed());
        let kings = if R::ROYAL[by.index()] {
            R::Board::king(self.king(by))
        } else {
            R::Board::king_steps(pieces.kind(Kind::King) & own)
        };
        let mut attacked = R::Board::pawn_attacks(by, pieces.kind(Kind::Pawn) & own) | kings;
        if R::KNIGHTS_FIGHT {
            attacked |= R::Board::knight_leaps(self.leaping() & own);
        } else {
            let (relayed, pawns) = (self.relayed(by), pieces.kind(Kind::Pawn));
            attacked |= R::Board::knight_leaps(relayed.without(pawns))
                | R::Board::knight_leaps(relayed & pawns) & pawn_leaps::<R>();
        }
        for square in pieces.diagonal_sliders() & own {
            attacked |= R::Board::bishop(square, occupied);
        }
        for square in pieces.straight_sliders() & own {
            attacked |= R::Board::rook(square, occupied);
        }
        attacked
    }

    /// Pieces that attack the royal king of the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> SetOf<R> {
        if !R::ROYAL[self.side.index()] {
            return SetOf::<R>::EMPTY;
        }
        self.attackers(self.king(self.side), self.side.opponent(), self.pieces.occupied())
    }

    /// True if the royal king of `seat` is in check, by the rules of the game.
    #[inline(always)]
    pub fn is_checked(&self, seat: Seat) -> bool {
        R::ROYAL[seat.index()] && R::is_checked(self, seat)
    }

    /// True if the royal king of `seat` is attacked.
    #[inline(always)]
    pub fn is_attacked_king(&self, seat: Seat) -> bool {
        self.attackers(self.king(seat), seat.opponent(), self.pieces.occupied()).any()
    }

    /// Check test of a legal move.
    #[inline]
    pub(super) fn checks(&self, mv: Move) -> bool {
        if R::ORTHODOX_CHECKS && !R::ROYAL[self.side.opponent().index()] {
            return false;
        }
        let (from, to) = (SquareOf::<R>::from_index(mv.from()), SquareOf::<R>::from_index(mv.to()));
        let moving = self.pieces.kind_on(from);
        let steps = mv.kind() == MoveKind::Normal.code() || mv.kind() == MoveKind::DoubleStep.code();
        match moving {
            Some(kind) if R::ORTHODOX_CHECKS && steps && (R::KNIGHTS_FIGHT || kind != Kind::Knight) => {
                self.gives_direct_check(kind, from, to) || self.gives_discovered_check(from, to)
            }
            // Made on a copy: castling, promotion, en passant, knights that take their relays along, and every move of
            // a game whose checks are not the orthodox ones.
            _ => {
                let mut next = *self;
                next.play(mv, &mut ());
                next.side != self.side && next.is_checked(next.side)
            }
        }
    }

    /// Direct check: true if the moved piece attacks the enemy king from its target.
    #[inline(always)]
    fn gives_direct_check(&self, kind: Kind, from: SquareOf<R>, to: SquareOf<R>) -> bool {
        let king = self.king(self.side.opponent());
        let occupied = self.pieces.occupied().without(from.into());
        let straight = || R::Board::rook_lines(to).has(king) && R::Board::rook(to, occupied).has(king);
        let diagonal = || R::Board::bishop_lines(to).has(king) && R::Board::bishop(to, occupied).has(king);
        let as_itself = match kind {
            Kind::Pawn => R::Board::pawn(self.side, to).has(king),
            Kind::Knight => R::Board::knight(to).has(king),
            Kind::Bishop => diagonal(),
            Kind::Rook => straight(),
            Kind::Queen => straight() || diagonal() || (R::QUEEN_LEAPS && R::Board::knight(to).has(king)),
            Kind::Archbishop => diagonal() || R::Board::knight(to).has(king),
            Kind::Chancellor => straight() || R::Board::knight(to).has(king),
            Kind::King => return false,
        };
        let leaps = R::Board::knight(to);
        as_itself
            || (!R::KNIGHTS_FIGHT
                && leaps.has(king)
                && (leaps & self.pieces.get(self.side, Kind::Knight)).any()
                && (kind != Kind::Pawn || pawn_leaps::<R>().has(king)))
    }

    /// Discovered check: true if the moved piece opens a line of its side to the enemy king.
    #[inline(always)]
    fn gives_discovered_check(&self, from: SquareOf<R>, to: SquareOf<R>) -> bool {
        let king = self.king(self.side.opponent());
        let own = self.pieces.of(self.side).without(from.into());
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        (R::Board::rook_lines(king).has(from)
            && (R::Board::rook(king, occupied) & self.pieces.straight_sliders() & own).any())
            || (R::Board::bishop_lines(king).has(from)
                && (R::Board::bishop(king, occupied) & self.pieces.diagonal_sliders() & own).any())
    }
}
