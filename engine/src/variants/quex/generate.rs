//! Legal moves, generated as sets.
//!
//! In Keyles every move is legal that a man can make. In Quex checks and pins are found first; a prince's way over
//! one of two middle squares makes for pins that no line shows, so each pinned man carries a mask of its own.

use arrayvec::ArrayVec;

use super::moves::{exchange, normal, replacement};
use super::{Army, Pool, Position, Rules};
use crate::board::ten::{self, SIZE, Set, Square, Step};
use crate::game::{GenType, Seat};
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
    /// Where each may go. At most eight lines and eight princes, with two middle squares each, can pin; who is named
    /// more than once is pinned more than once.
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
    pub(super) fn generate<S: Sink>(&self, wanted: GenType, sources: Set, sink: &mut S) {
        if !R::KING_IS_ROYAL {
            if self.winner().is_some() {
                return;
            }
            if self.must_replace() {
                if wanted != GenType::Quiet {
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
    fn generate_for<S: Sink>(&self, side: Seat, wanted: GenType, sources: Set, sink: &mut S) {
        let own = self.pieces.of(side);
        let occupied = self.pieces.occupied();
        let mut now = Situation {
            side,
            occupied,
            captures: occupied.without(own).when(wanted != GenType::Quiet),
            quiets: Set::ALL.without(occupied).when(wanted != GenType::Noisy),
            exchanges: Self::end_zone(side).without(own).when(wanted != GenType::Quiet),
            pool: self.pool,
        };
        let all = self.pieces.sorted(own);
        let mut army = all.on(sources);
        if !R::KING_IS_ROYAL {
            free_king_moves(&mut army, &now, Self::end_zone(side), wanted, sink);
        } else if !self.guarded_moves(all.king.first(), &mut army, &mut now, sink) {
            return;
        }
        moves_of(&army, &now, sink);
    }

    /// The moves of a king who must not be attacked, and of pinned men, who are then struck off the army. What the
    /// others may do is restricted to what leaves him safe. False if they may do nothing.
    #[inline(always)]
    fn guarded_moves<S: Sink>(&self, king: Square, army: &mut Army, now: &mut Situation, sink: &mut S) -> bool {
        let enemy = now.side.opponent();
        let near = ten::near(king) & self.pieces.of(enemy);
        let targets = (ten::king(king) & now.goal()).when(army.king.any());
        if targets.any() {
            sink.man(king, targets.without(self.attacked_beside(king, enemy, near)));
        }
        let mut pins = Pins { men: Set::EMPTY, squares: ArrayVec::new() };
        let answers = self.heed_checks(king, now, near, &mut pins);
        if answers.is_empty() {
            return false;
        }
        *now = now.within(answers);
        if pins.men.any() {
            for man in pins.men {
                pinned_moves(&army.on(man.into()), &now.within(pins.squares_for(man)), sink);
            }
            *army = army.on(!pins.men);
        }
        true
    }

    /// Finds checks and pins. Gives back where men other than the king may go without leaving him in check: everywhere
    /// if there is no check, nowhere if there are two. `near` are the enemies at most three steps from the king: among
    /// them is whoever checks or pins without being a slider.
    #[inline(always)]
    fn heed_checks(&self, king: Square, now: &Situation, near: Set, pins: &mut Pins) -> Set {
        let (side, enemy) = (now.side, now.side.opponent());
        let mut checkers = Set::EMPTY;
        let mut answers = Set::EMPTY;
        if near.any() {
            let army = self.pieces.sorted(near);
            checkers = army.leapers_to(enemy, king, now.occupied);
            answers = checkers;
            for prince in ten::prince_lines(king) & army.princes {
                let middles = ten::prince_middles(king, prince);
                // Whoever leaves a middle square opens the way over it, whatever stands on the other, and were it to go
                // there.
                for blocker in middles & self.pieces.of(side) {
                    pins.add(blocker, prince.into());
                }
                let open = middles.without(now.occupied);
                if !open.several() {
                    answers |= open;
                }
            }
        }
        // What stands on a line with the king and would strike along it.
        let enemies = self.pieces.of(enemy);
        let snipers = ten::rook_lines(king) & self.pieces.straight_sliders() & enemies
            | ten::bishop_lines(king) & self.pieces.diagonal_sliders() & enemies;
        for sniper in snipers {
            let line = ten::between(king, sniper);
            let blockers = line & now.occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
                answers |= line | sniper.into();
            } else if !blockers.several() && (blockers & self.pieces.of(side)).any() {
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
fn free_king_moves<S: Sink>(army: &mut Army, now: &Situation, end_zone: Set, wanted: GenType, sink: &mut S) {
    if wanted == GenType::All {
        army.straight_steppers |= army.king;
        army.diagonal_steppers |= army.king;
        return;
    }
    for king in army.king {
        // The step onto the end zone wins, so it is noisy even where it captures nothing.
        let arrivals = ten::king(king) & end_zone.without(now.occupied);
        let targets = ten::king(king) & now.goal();
        sink.man(king, if wanted == GenType::Noisy { targets | arrivals } else { targets.without(arrivals) });
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
    // `for_each` and not `for`: see `Squares`.
    army.knights.into_iter().for_each(|from| sink.man(from, ten::knight(from) & goal));
    army.princes.into_iter().for_each(|from| sink.man(from, ten::prince(from, now.occupied) & goal));
    army.straight_sliders.into_iter().for_each(|from| sink.man(from, ten::rook(from, now.occupied) & goal));
    army.diagonal_sliders.into_iter().for_each(|from| sink.man(from, ten::bishop(from, now.occupied) & goal));
}

#[inline(always)]
fn pion_moves<S: Sink>(army: &Army, now: &Situation, sink: &mut S) {
    let goal = now.goal();
    advances(army, now.side, [now.quiets, now.captures], |targets, step| sink.steps(targets, step));
    let back = now.side.opponent();
    sink.steps(Step::ahead(back).ends_on(goal, army.straight_steppers), Step::ahead(back));
    for step in Step::SIDEWAYS {
        sink.steps(step.ends_on(goal, army.straight_steppers), step);
    }
    for step in Step::ahead_diagonally(back) {
        sink.steps(step.ends_on(goal, army.diagonal_steppers), step);
    }
    // A pion enters the end zone from the rank before it.
    let pions = army.straight_steppers | army.diagonal_steppers | army.trez | army.fotes;
    let last_step = Set::rank(if now.side == Seat::WHITE { SIZE - 2 } else { 1 });
    if (pions & last_step).any() && now.pool.choice_count(now.side) != 0 {
        // Where the king steps among the pions he is not exchanged.
        let pions = army.on(!army.king);
        let goals = [now.exchanges.without(now.occupied), now.exchanges & now.occupied];
        advances(&pions, now.side, goals, |targets, step| sink.exchanges(targets, step, now.side, &now.pool));
    }
}

/// The steps of pions ahead, onto empty squares of one set and men of another.
#[inline(always)]
fn advances(army: &Army, side: Seat, [empty, men]: [Set; 2], mut found: impl FnMut(Set, Step)) {
    let (goal, step) = (empty | men, Step::ahead(side));
    found(step.ends_on(goal, army.straight_steppers | army.trez) | step.ends_on(empty, army.fotes), step);
    for step in Step::ahead_diagonally(side) {
        found(step.ends_on(goal, army.diagonal_steppers | army.trez) | step.ends_on(men, army.fotes), step);
    }
}
