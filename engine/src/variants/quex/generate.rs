//! Legal moves, generated as sets.
//!
//! In Keyles every move is legal that a man can make. In Quex checks and pins are found first; a prince's way over
//! one of two middle squares makes for pins that no line shows, so each pinned man carries a mask of its own.

use arrayvec::ArrayVec;

use super::moves::{exchange, normal, replacement};
use super::{Kind, Pool, Position, Rules};
use crate::board::ten::{self, Set, Square};
use crate::game::{Seat, Wanted};
use crate::moves::{Move, MoveList};

/// Takes what the generator finds.
pub(super) trait Sink {
    /// A man may go to any of the targets.
    fn man(&mut self, from: Square, targets: Set);
    /// A pion of `seat` that goes to any of the targets may be exchanged for a man of the pool.
    fn exchanges(&mut self, from: Square, targets: Set, seat: Seat, pool: &Pool);
    /// The king may come back on any of the squares.
    fn replacements(&mut self, squares: Set);
}

/// Counts moves.
pub(super) struct Count(pub(super) usize);

impl Sink for Count {
    #[inline(always)]
    fn man(&mut self, _: Square, targets: Set) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn exchanges(&mut self, _: Square, targets: Set, seat: Seat, pool: &Pool) {
        self.0 += targets.len() * pool.choice_count(seat);
    }
    fn replacements(&mut self, squares: Set) {
        self.0 += squares.len();
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn man(&mut self, from: Square, targets: Set) {
        for to in targets {
            self.push(normal(from, to));
        }
    }
    #[inline(always)]
    fn exchanges(&mut self, from: Square, targets: Set, seat: Seat, pool: &Pool) {
        for to in targets {
            for kind in pool.choices(seat) {
                self.push(exchange(from, to, kind));
            }
        }
    }
    fn replacements(&mut self, squares: Set) {
        for square in squares {
            self.push(replacement(square));
        }
    }
}

/// Is it among them?
pub(super) struct Find {
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl Sink for Find {
    fn man(&mut self, from: Square, targets: Set) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == normal(from, to);
    }
    fn exchanges(&mut self, from: Square, targets: Set, seat: Seat, pool: &Pool) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && pool.choices(seat).any(|kind| self.wanted == exchange(from, to, kind));
    }
    fn replacements(&mut self, squares: Set) {
        let at = Square::from_index(self.wanted.to());
        self.found |= squares.has(at) && self.wanted == replacement(at);
    }
}

/// What every part of the generator needs to know, gathered once.
struct Situation {
    side: Seat,
    own: Set,
    occupied: Set,
    /// Where captures may go, if captures are wanted.
    captures: Set,
    /// Where other moves may go, if such moves are wanted.
    quiets: Set,
    /// Where exchanges may go: anywhere on the end zone, if they are wanted.
    exchanges: Set,
    /// Pinned men, and where each may go. At most eight lines and eight princes, with two middle squares each, can pin.
    pinned: Set,
    pins: ArrayVec<(Square, Set), 24>,
}

impl Situation {
    /// Restricts what a man other than the king may do to what keeps the king safe.
    #[inline(always)]
    fn allow(&self, from: Square, targets: Set) -> Set {
        if !self.pinned.has(from) {
            return targets;
        }
        let masks = self.pins.iter().filter(|pin| pin.0 == from);
        masks.fold(targets, |targets, pin| targets & pin.1)
    }
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of the asked sort by men on `sources` to a sink.
    #[inline(always)]
    pub(super) fn generate<S: Sink>(&self, wanted: Wanted, sources: Set, sink: &mut S) {
        if !R::KING_IS_ROYAL {
            if self.winner().is_some() {
                return;
            }
            if self.must_replace() {
                if wanted != Wanted::Quiet {
                    sink.replacements(self.champions(self.side) & sources);
                }
                return;
            }
        }
        let (side, enemy) = (self.side, self.side.opponent());
        let occupied = self.pieces.occupied();
        let mut now = Situation {
            side,
            own: self.pieces.of(side) & sources,
            occupied,
            captures: self.pieces.of(enemy).when(wanted != Wanted::Quiet),
            quiets: (Set::ALL.without(occupied)).when(wanted != Wanted::Noisy),
            exchanges: Self::end_zone(side).without(self.pieces.of(side)).when(wanted != Wanted::Quiet),
            pinned: Set::EMPTY,
            pins: ArrayVec::new(),
        };
        self.king_moves(&now, wanted, sink);
        if R::KING_IS_ROYAL && !self.heed_checks(&mut now) {
            return;
        }
        self.champion_moves(&now, sink);
        self.pion_moves(&now, sink);
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, now: &Situation, wanted: Wanted, sink: &mut S) {
        for king in self.pieces.kind(Kind::King) & now.own {
            let mut targets = ten::king(king) & (now.captures | now.quiets);
            if R::KING_IS_ROYAL {
                let without_king = now.occupied.without(king.into());
                for to in targets {
                    let attacked = self.attackers(to, now.side.opponent(), without_king).any();
                    targets = targets.without(Set::from(to).when(attacked));
                }
            } else {
                // The step onto the end zone wins, so it is noisy even where it captures nothing.
                let goal = ten::king(king) & Self::end_zone(now.side).without(now.occupied);
                targets = match wanted {
                    Wanted::All => targets,
                    Wanted::Noisy => targets | goal,
                    Wanted::Quiet => targets.without(goal),
                };
            }
            sink.man(king, targets);
        }
    }

    /// Finds checks and pins and restricts the targets of all men but the king accordingly. False if only the king may
    /// move.
    #[inline(always)]
    fn heed_checks(&self, now: &mut Situation) -> bool {
        let Some(king) = self.king(now.side) else { return true };
        let enemy = now.side.opponent();
        let own = self.pieces.of(now.side);
        let mut checkers = self.attackers(king, enemy, now.occupied);

        // What stands on a line with the king and would strike along it.
        let kind = |kind| self.pieces.get(enemy, kind);
        let queens = kind(Kind::Queen);
        let snipers =
            ten::rook_lines(king) & (kind(Kind::Rook) | queens) | ten::bishop_lines(king) & (kind(Kind::Lord) | queens);
        let mut answers = checkers;
        for sniper in snipers {
            let line = ten::between(king, sniper);
            let blockers = line & now.occupied;
            if blockers.is_empty() {
                answers |= line;
            } else if !blockers.several() && (blockers & own).any() {
                now.pins.push((blockers.first(), line | sniper.into()));
                now.pinned |= blockers;
            }
        }
        for prince in ten::prince_lines(king) & kind(Kind::Prince) {
            let middles = ten::prince_middles(king, prince);
            // Whoever leaves a middle square opens the way over it, whatever stands on the other, and were it to go there.
            for blocker in middles & own {
                now.pins.push((blocker, prince.into()));
                now.pinned |= blocker.into();
            }
            let open = middles.without(now.occupied);
            if !open.several() {
                answers |= open;
            }
        }
        if checkers.any() {
            checkers = Set(checkers.0 & (checkers.0 - 1));
            now.captures &= answers;
            now.quiets &= answers;
            now.exchanges &= answers;
        }
        checkers.is_empty()
    }

    #[inline(always)]
    fn champion_moves<S: Sink>(&self, now: &Situation, sink: &mut S) {
        let goal = now.captures | now.quiets;
        for kind in Kind::CHAMPIONS {
            for from in self.pieces.kind(kind) & now.own {
                let targets = self.attacks_of(kind, now.side, from, now.occupied) & goal;
                sink.man(from, now.allow(from, targets));
            }
        }
    }

    #[inline(always)]
    fn pion_moves<S: Sink>(&self, now: &Situation, sink: &mut S) {
        for kind in [Kind::Grand, Kind::Crux, Kind::Wyse, Kind::Trez, Kind::Fote] {
            for from in self.pieces.kind(kind) & now.own {
                let mut reach = self.attacks_of(kind, now.side, from, now.occupied);
                if kind == Kind::Fote {
                    let ahead = ten::ahead(now.side, from).without(now.occupied);
                    reach = reach & self.pieces.of(now.side.opponent()) | ahead;
                }
                let reach = now.allow(from, reach);
                sink.man(from, reach & (now.captures | now.quiets));
                let exchanges = reach & now.exchanges;
                if exchanges.any() && !Self::end_zone(now.side).has(from) {
                    sink.exchanges(from, exchanges, now.side, &self.pool);
                }
            }
        }
    }
}
