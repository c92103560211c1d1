//! Attacks: attackers of a square, attack maps, checkers, check test of a move.

use super::moves::exchange_kind;
use super::{Army, Kind, Position, Rules};
use crate::board::ten::{self, Set, Square};
use crate::game::Seat;
use crate::moves::Move;

impl Army {
    /// Non-sliders that attack a square, for an army of `seat`.
    #[inline(always)]
    pub fn leapers_to(&self, seat: Seat, square: Square, occupied: Set) -> Set {
        // The origins of forward attacks lie behind the square, relative to `seat`.
        let behind = ten::ahead_diagonally(seat.opponent(), square);
        ten::wazir(square) & (self.king | self.straight_steppers)
            | ten::ferz(square) & (self.king | self.diagonal_steppers)
            | behind & (self.trez | self.fotes)
            | ten::ahead(seat.opponent(), square) & self.trez
            | ten::knight(square) & self.knights
            // A prince's move is reversible: it is open from one end as from the other.
            | ten::prince(square, occupied) & self.princes
    }
}

impl<R: Rules> Position<R> {
    /// Army of a side.
    #[inline(always)]
    pub fn army(&self, seat: Seat) -> Army {
        self.pieces.sorted(self.pieces.of(seat))
    }

    /// Pieces of `by` that attack a square, with the given occupancy.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Seat, occupied: Set) -> Set {
        let army = self.army(by);
        army.leapers_to(by, square, occupied)
            | ten::rook(square, occupied) & army.straight_sliders
            | ten::bishop(square, occupied) & army.diagonal_sliders
    }

    /// Attacks of a piece of a kind from a square, with the given occupancy.
    #[inline(always)]
    pub fn attacks_of(&self, kind: Kind, seat: Seat, square: Square, occupied: Set) -> Set {
        match kind {
            Kind::King | Kind::Grand => ten::king(square),
            Kind::Queen => ten::bishop(square, occupied) | ten::rook(square, occupied),
            Kind::Rook => ten::rook(square, occupied),
            Kind::Lord => ten::bishop(square, occupied),
            Kind::Knight => ten::knight(square),
            Kind::Prince => ten::prince(square, occupied),
            Kind::Crux => ten::wazir(square),
            Kind::Wyse => ten::ferz(square),
            Kind::Trez => ten::ahead(seat, square) | ten::ahead_diagonally(seat, square),
            Kind::Fote => ten::ahead_diagonally(seat, square),
        }
    }

    /// Attacked squares beside a king once it has left its square, because sliders attack through it. Squares further
    /// off may be included or not. `near` holds the enemies at most three steps away.
    #[inline(always)]
    pub(super) fn attacked_near_king(&self, king: Square, enemy: Seat, near: Set) -> Set {
        let enemies = self.pieces.of(enemy);
        let occupied = self.pieces.occupied().without(king.into());
        let mut attacked = Set::EMPTY;
        if near.any() {
            attacked = self.pieces.sorted(near).leaper_attacks(enemy, occupied);
        }
        for slider in self.pieces.straight_sliders() & enemies & ten::rook_lines_near(king) {
            attacked |= ten::rook(slider, occupied);
        }
        for slider in self.pieces.diagonal_sliders() & enemies & ten::bishop_lines_near(king) {
            attacked |= ten::bishop(slider, occupied);
        }
        attacked
    }

    /// Pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Set {
        let king = self.king(self.side);
        king.map_or(Set::EMPTY, |king| self.attackers(king, self.side.opponent(), self.pieces.occupied()))
    }

    /// Check test of a legal move: direct or discovered attack on the enemy king.
    #[inline]
    pub(super) fn attacks_king(&self, mv: Move) -> bool {
        let Some(king) = self.king(self.side.opponent()) else { return false };
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let Some(kind) = exchange_kind(mv).or_else(|| self.pieces.kind_on(from)) else { return false };
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        let (straight, diagonal) = (ten::rook_lines(king), ten::bishop_lines(king));
        // Slider attacks are computed only on lines that lead to the king.
        let in_reach = match kind {
            Kind::Queen => (straight | diagonal).has(to),
            Kind::Rook => straight.has(to),
            Kind::Lord => diagonal.has(to),
            _ => true,
        };
        if in_reach && self.attacks_of(kind, self.side, to, occupied).has(king) {
            return true;
        }
        // Discovered checks come along a line, or by a prince over a square beside the king.
        let others = self.pieces.of(self.side).without(from.into());
        let discovered = |pieces: Set, reach: fn(Square, Set) -> Set| {
            let pieces = pieces & others;
            pieces.any() && (reach(king, occupied) & pieces).any()
        };
        (straight.has(from) && discovered(self.pieces.straight_sliders() & straight, ten::rook))
            || (diagonal.has(from) && discovered(self.pieces.diagonal_sliders() & diagonal, ten::bishop))
            || (ten::king(king).has(from)
                && discovered(self.pieces.kind(Kind::Prince) & ten::prince_lines(king), ten::prince))
    }
}
