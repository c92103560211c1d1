//! Attacks, and moves of single pieces.

use super::Position;
use super::betza::Step;
use super::description::{Description, Moves, seen_by, step};
use crate::board::ten::{self, Set, Square};
use crate::game::Seat;

/// Squares that a rider sees along one direction.
#[inline]
fn ride(rules: &Description, seat: Seat, rider: &Step, from: Square, occupied: Set) -> Set {
    let direction = seen_by(seat, rider);
    let mut seen = Set::EMPTY;
    let mut here = from;
    for _ in 0..rider.range {
        let Some(next) = step(rules.board, here, direction) else { break };
        seen |= next.into();
        if occupied.has(next) {
            break;
        }
        here = next;
    }
    seen
}

impl Moves {
    /// Squares seen along the lines of a queen. What lies beyond the board ends a line as a piece does.
    #[inline(always)]
    fn slides(&self, rules: &Description, from: Square, occupied: Set) -> Set {
        let blockers = occupied | !rules.board;
        let mut seen = Set::EMPTY;
        if self.diagonal {
            seen |= ten::bishop(from, blockers & Set::ALL);
        }
        if self.straight {
            seen |= ten::rook(from, blockers & Set::ALL);
        }
        seen & rules.board
    }

    /// Attacks of a piece: squares on which it could capture.
    #[inline(always)]
    pub fn attacks(&self, rules: &Description, seat: Seat, from: Square, occupied: Set) -> Set {
        let riders = self.riders.iter().filter(|rider| rider.captures);
        let leaps = self.capture_leaps[seat.index() & 1][from.index()];
        riders.fold(leaps | self.slides(rules, from, occupied), |seen, rider| {
            seen | ride(rules, seat, rider, from, occupied)
        })
    }

    /// Empty squares that a piece can go to.
    #[inline(always)]
    pub fn quiet_targets(&self, rules: &Description, seat: Seat, from: Square, occupied: Set) -> Set {
        let riders = self.riders.iter().filter(|rider| rider.moves);
        let leaps = self.quiet_leaps[seat.index() & 1][from.index()];
        let seen = riders.fold(leaps | self.slides(rules, from, occupied), |seen, rider| {
            seen | ride(rules, seat, rider, from, occupied)
        });
        seen.without(occupied)
    }
}

impl Position {
    /// Pieces of `by` that attack a square, with the given occupancy.
    ///
    /// Every piece moves alike to the left and to the right, so that the squares from which it attacks are those that
    /// it would attack if it played the other way.
    #[inline]
    pub fn attackers(&self, rules: &Description, square: Square, by: Seat, occupied: Set) -> Set {
        let own = self.pieces.of(by);
        let (mut attackers, mut diagonal, mut straight) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
        for (number, kind) in rules.kinds.iter().enumerate() {
            let (men, moves) = (self.pieces.kind(number) & own, &kind.moves);
            if men.is_empty() {
                continue;
            }
            diagonal |= men.when(moves.diagonal);
            straight |= men.when(moves.straight);
            attackers |= moves.capture_leaps[by.opponent().index() & 1][square.index()] & men;
            for rider in moves.riders.iter().filter(|rider| rider.captures) {
                attackers |= ride(rules, by.opponent(), rider, square, occupied) & men;
            }
        }
        // The lines of a queen are looked at once for all kinds, and only if there is somebody on them.
        let blockers = (occupied | !rules.board) & Set::ALL;
        if (diagonal & ten::bishop_lines(square)).any() {
            attackers |= ten::bishop(square, blockers) & diagonal;
        }
        if (straight & ten::rook_lines(square)).any() {
            attackers |= ten::rook(square, blockers) & straight;
        }
        attackers
    }

    /// Square of a side's royal piece.
    #[inline(always)]
    pub fn royal_square(&self, rules: &Description, seat: Seat) -> Option<Square> {
        let royal = rules.royal.filter(|_| rules.is_royal[seat.index() & 1])?;
        let men = self.pieces.get(seat, royal);
        men.any().then(|| men.first())
    }

    /// True if the royal piece of a side is attacked.
    #[inline]
    pub fn is_checked(&self, rules: &Description, seat: Seat) -> bool {
        let occupied = self.pieces.occupied();
        self.royal_square(rules, seat).is_some_and(|at| self.attackers(rules, at, seat.opponent(), occupied).any())
    }

    /// Pieces that attack the royal piece of the side to move.
    pub fn checkers(&self, rules: &Description) -> Set {
        let occupied = self.pieces.occupied();
        let royal = self.royal_square(rules, self.side);
        royal.map_or(Set::EMPTY, |at| self.attackers(rules, at, self.side.opponent(), occupied))
    }
}
