//! Legal moves, generated as sets.
//!
//! In Keyles every move is legal that a man can make. In Quex checks and pins are found first; a prince's way over
//! one of two middle squares makes for pins that no line shows, so each pinned man carries a mask of its own.

use arrayvec::ArrayVec;

use super::moves::{exchange, normal, replacement};
use super::{Army, Pool, Position, Rules};
use crate::board::ten::{self, SIZE, Set, Square, Step};
use crate::game::{Seat, Wanted};
use crate::moves::{Move, MoveList};

/// Takes what the generator finds.
pub(super) trait Sink {
    /// A man may go to any of the targets.
    fn man(&mut self, from: Square, targets: Set);
    /// On each target a man may arrive by a step.
    fn steps(&mut self, targets: Set, step: Step);
    /// On each target a pion of `seat` may arrive by a step and be exchanged for a man of the pool.
    fn exchanges(&mut self, targets: Set, step: Step, seat: Seat, pool: &Pool);
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
    fn steps(&mut self, targets: Set, _: Step) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn exchanges(&mut self, targets: Set, _: Step, seat: Seat, pool: &Pool) {
        self.0 += targets.len() * pool.choice_count(seat);
    }
    #[inline(always)]
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
    fn steps(&mut self, targets: Set, step: Step) {
        for to in targets {
            self.push(normal(step.origin(to), to));
        }
    }
    fn exchanges(&mut self, targets: Set, step: Step, seat: Seat, pool: &Pool) {
        for to in targets {
            for kind in pool.choices(seat) {
                self.push(exchange(step.origin(to), to, kind));
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
    #[inline(always)]
    fn man(&mut self, from: Square, targets: Set) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == normal(from, to);
    }
    #[inline(always)]
    fn steps(&mut self, targets: Set, step: Step) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == normal(step.origin(to), to);
    }
    fn exchanges(&mut self, targets: Set, step: Step, seat: Seat, pool: &Pool) {
        let to = Square::from_index(self.wanted.to());
        let exchanges = |kind| self.wanted == exchange(step.origin(to), to, kind);
        self.found |= targets.has(to) && pool.choices(seat).any(exchanges);
    }
    fn replacements(&mut self, squares: Set) {
        let at = Square::from_index(self.wanted.to());
        self.found |= squares.has(at) && self.wanted == replacement(at);
    }
}

/// What every part of the generator needs to know, gathered once.
#[derive(Clone, Copy)]
struct Situation {
    side: Seat,
    occupied: Set,
    /// Where captures may go, if captures are wanted.
    captures: Set,
    /// Where other moves may go, if such moves are wanted.
    quiets: Set,
    /// Where exchanges may go: anywhere on the end zone, if they are wanted.
    exchanges: Set,
    pool: Pool,
}

impl Situation {
    /// With all men but the king kept to some squares.
    #[inline(always)]
    fn within(&self, squares: Set) -> Situation {
        Situation {
            captures: self.captures & squares,
            quiets: self.quiets & squares,
            exchanges: self.exchanges & squares,
            ..*self
        }
    }

    #[inline(always)]
    fn goal(&self) -> Set {
        self.captures | self.quiets
    }
}

/// Men that may not go everywhere lest their king be attacked.
struct Pins {
    men: Set,
    /// Where each may go. At most eight lines and eight princes, with two middle squares each, can pin; who is named more than once
    /// is pinned more than once.
    squares: ArrayVec<(Square, Set), 24>,
}

impl Pins {
    #[inline(always)]
    fn add(&mut self, man: Square, squares: Set) {
        self.men |= man.into();
        self.squares.push((man, squares));
    }

    fn squares_for(&self, man: Square) -> Set {
        let pins = self.squares.iter().filter(|pin| pin.0 == man);
        pins.fold(Set::ALL, |squares, pin| squares & pin.1)
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
        // Written out for each side: the side is then a constant in everything below.
        match self.side {
            Seat::WHITE => self.generate_for(Seat::WHITE, wanted, sources, sink),
            _ => self.generate_for(Seat::BLACK, wanted, sources, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, side: Seat, wanted: Wanted, sources: Set, sink: &mut S) {
        let own = self.pieces.of(side);
        let occupied = self.pieces.occupied();
        let mut now = Situation {
            side,
            occupied,
            captures: occupied.without(own).when(wanted != Wanted::Quiet),
            quiets: Set::ALL.without(occupied).when(wanted != Wanted::Noisy),
            exchanges: Self::end_zone(side).without(own).when(wanted != Wanted::Quiet),
            pool: self.pool,
        };
        let mut army = self.pieces.sorted(own & sources);
        if !R::KING_IS_ROYAL {
            free_king_moves(&mut army, &now, Self::end_zone(side), wanted, sink);
            return moves_of(&army, &now, sink);
        }
        self.royal_king_moves(&army, &now, sink);
        let mut pins = Pins { men: Set::EMPTY, squares: ArrayVec::new() };
        if let Some(king) = self.king(side) {
            let answers = self.heed_checks(king, &now, own, &mut pins);
            if answers.is_empty() {
                return;
            }
            now = now.within(answers);
        }
        moves_of(&army.on(Set::ALL.without(pins.men)), &now, sink);
        for man in pins.men {
            pinned_moves(&army.on(man.into()), &now.within(pins.squares_for(man)), sink);
        }
    }

    /// The moves of a king who must not be attacked.
    #[inline(always)]
    fn royal_king_moves<S: Sink>(&self, army: &Army, now: &Situation, sink: &mut S) {
        for king in army.king {
            let targets = ten::king(king) & now.goal();
            if targets.any() {
                sink.man(king, targets.without(self.attacked_beside(king, now.side.opponent())));
            }
        }
    }

    /// Finds checks and pins. Gives back where men other than the king may go without leaving him in check: everywhere if there
    /// is no check, nowhere if there are two.
    #[inline(always)]
    fn heed_checks(&self, king: Square, now: &Situation, own: Set, pins: &mut Pins) -> Set {
        let enemy = self.army(now.side.opponent());
        let mut checkers = Set::EMPTY;
        let mut answers = Set::EMPTY;
        if (enemy.leapers() & ten::near(king)).any() {
            checkers = enemy.leapers_to(now.side.opponent(), king, now.occupied);
            answers = checkers;
            for prince in ten::prince_lines(king) & enemy.princes {
                let middles = ten::prince_middles(king, prince);
                // Whoever leaves a middle square opens the way over it, whatever stands on the other, and were it to go there.
                for blocker in middles & own {
                    pins.add(blocker, prince.into());
                }
                let open = middles.without(now.occupied);
                if !open.several() {
                    answers |= open;
                }
            }
        }
        // What stands on a line with the king and would strike along it.
        let snipers = ten::rook_lines(king) & enemy.straight_sliders | ten::bishop_lines(king) & enemy.diagonal_sliders;
        for sniper in snipers {
            let line = ten::between(king, sniper);
            let blockers = line & now.occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
                answers |= line | sniper.into();
            } else if !blockers.several() && (blockers & own).any() {
                pins.add(blockers.first(), line | sniper.into());
            }
        }
        match checkers {
            none if none.is_empty() => Set::ALL,
            one if !one.several() => answers,
            _ => Set::EMPTY,
        }
    }
}

/// The moves of a king who may be captured: he steps like a Grand pion.
#[inline(always)]
fn free_king_moves<S: Sink>(army: &mut Army, now: &Situation, end_zone: Set, wanted: Wanted, sink: &mut S) {
    if wanted == Wanted::All {
        army.straight_steppers |= army.king;
        army.diagonal_steppers |= army.king;
        return;
    }
    for king in army.king {
        // The step onto the end zone wins, so it is noisy even where it captures nothing.
        let arrivals = ten::king(king) & end_zone.without(now.occupied);
        let targets = ten::king(king) & now.goal();
        sink.man(king, if wanted == Wanted::Noisy { targets | arrivals } else { targets.without(arrivals) });
    }
}

/// The moves of all men but the king, on whom nothing depends any more.
#[inline(always)]
fn moves_of<S: Sink>(army: &Army, now: &Situation, sink: &mut S) {
    champion_moves(army, now, sink);
    pion_moves(army, now, sink);
}

/// The same for a pinned man: too rare to be compiled into every generator.
#[cold]
#[inline(never)]
fn pinned_moves<S: Sink>(army: &Army, now: &Situation, sink: &mut S) {
    moves_of(army, now, sink);
}

#[inline(always)]
fn champion_moves<S: Sink>(army: &Army, now: &Situation, sink: &mut S) {
    let goal = now.goal();
    for from in army.knights {
        sink.man(from, ten::knight(from) & goal);
    }
    for from in army.princes {
        sink.man(from, ten::prince(from, now.occupied) & goal);
    }
    for from in army.straight_sliders {
        sink.man(from, ten::rook(from, now.occupied) & goal);
    }
    for from in army.diagonal_sliders {
        sink.man(from, ten::bishop(from, now.occupied) & goal);
    }
}

#[inline(always)]
fn pion_moves<S: Sink>(army: &Army, now: &Situation, sink: &mut S) {
    let goal = now.goal();
    advances(army, now, goal, |targets, step| sink.steps(targets, step));
    let back = now.side.opponent();
    sink.steps(Step::ahead(back).ends(army.straight_steppers) & goal, Step::ahead(back));
    for step in Step::SIDEWAYS {
        sink.steps(step.ends(army.straight_steppers) & goal, step);
    }
    for step in Step::ahead_diagonally(back) {
        sink.steps(step.ends(army.diagonal_steppers) & goal, step);
    }
    // A pion enters the end zone from the rank before it.
    let pions = army.straight_steppers | army.diagonal_steppers | army.trez | army.fotes;
    let last_step = Set::rank(if now.side == Seat::WHITE { SIZE - 2 } else { 1 });
    if (pions & last_step).any() && now.pool.choice_count(now.side) != 0 {
        // Where the king steps among the pions he is not exchanged.
        let pions = army.on(Set::ALL.without(army.king));
        advances(&pions, now, now.exchanges, |targets, step| sink.exchanges(targets, step, now.side, &now.pool));
    }
}

/// The steps of pions ahead onto squares of `goal`.
#[inline(always)]
fn advances(army: &Army, now: &Situation, goal: Set, mut found: impl FnMut(Set, Step)) {
    let step = Step::ahead(now.side);
    let straight = step.ends(army.straight_steppers | army.trez) | step.ends(army.fotes).without(now.occupied);
    found(straight & goal, step);
    for step in Step::ahead_diagonally(now.side) {
        let diagonal = step.ends(army.diagonal_steppers | army.trez) | step.ends(army.fotes) & now.occupied;
        found(diagonal & goal, step);
    }
}
