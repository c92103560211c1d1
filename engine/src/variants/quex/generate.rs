//! Legal move generation with check and pin masks.
//!
//! In Keyles every pseudo-legal move is legal. In Quex checks and pins are found first. A prince moves over one of two
//! middle squares, which makes pins that no line shows, so each pinned piece carries a mask of its own.

use arrayvec::ArrayVec;

use super::moves::{exchange, normal, replacement};
use super::{Army, Pool, Position, Rules};
use crate::board::ten::{self, SIZE, Set, Square, Step};
use crate::game::{GenType, Seat};
use crate::moves::{Move, MoveList};

/// Receiver of generated target sets.
pub(super) trait MoveSink {
    /// Moves of one piece.
    fn piece(&mut self, from: Square, targets: Set);
    /// Steps of several pieces: each target is reached by the step.
    fn steps(&mut self, targets: Set, step: Step);
    /// Exchanges: on each target a pion of `seat` arrives by the step and is exchanged for a piece of the pool.
    fn exchanges(&mut self, targets: Set, step: Step, seat: Seat, pool: &Pool);
    /// Re-placements of the king.
    fn replacements(&mut self, squares: Set);
}

/// Bulk counter of moves.
pub(super) struct Count(pub(super) usize);

impl MoveSink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Set) {
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

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Set) {
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

/// Legality test: looks for one move among the generated ones.
pub(super) struct Find {
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl MoveSink for Find {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Set) {
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

/// Move generation info: masks that every part of the generator needs, computed once a position.
#[derive(Clone, Copy)]
struct MoveGenInfo {
    side: Seat,
    occupied: Set,
    /// Capture mask, if the stage includes captures.
    captures: Set,
    /// Quiet mask, if the stage includes quiet moves.
    quiets: Set,
    /// Exchange mask: the end zone, if the stage includes exchanges.
    exchanges: Set,
    pool: Pool,
}

impl MoveGenInfo {
    /// Info with the targets of all pieces but the king restricted to some squares.
    #[inline(always)]
    fn within(&self, squares: Set) -> MoveGenInfo {
        MoveGenInfo {
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

/// Pinned pieces with their pin masks.
struct Pins {
    pinned: Set,
    /// Pin masks. At most eight lines and eight princes, with two middle squares each, can pin. A piece that is listed
    /// more than once is pinned more than once.
    squares: ArrayVec<(Square, Set), 24>,
}

impl Pins {
    #[inline(always)]
    fn add(&mut self, piece: Square, squares: Set) {
        self.pinned |= piece.into();
        self.squares.push((piece, squares));
    }

    fn targets_of(&self, piece: Square) -> Set {
        let pins = self.squares.iter().filter(|pin| pin.0 == piece);
        pins.fold(Set::ALL, |squares, pin| squares & pin.1)
    }
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of a stage by pieces on `sources` to a sink.
    #[inline(always)]
    pub(super) fn generate<S: MoveSink>(&self, stage: GenType, sources: Set, sink: &mut S) {
        if !R::KING_IS_ROYAL {
            if self.decided().is_some() {
                return;
            }
            if self.must_replace() {
                if stage != GenType::Quiet {
                    sink.replacements(self.champions(self.side) & sources);
                }
                return;
            }
        }
        // One instance for each side: the side is a constant in everything below.
        match self.side {
            Seat::WHITE => self.generate_for(Seat::WHITE, stage, sources, sink),
            _ => self.generate_for(Seat::BLACK, stage, sources, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: MoveSink>(&self, side: Seat, stage: GenType, sources: Set, sink: &mut S) {
        let own = self.pieces.of(side);
        let occupied = self.pieces.occupied();
        let mut info = MoveGenInfo {
            side,
            occupied,
            captures: occupied.without(own).when(stage != GenType::Quiet),
            quiets: Set::ALL.without(occupied).when(stage != GenType::Noisy),
            exchanges: Self::end_zone(side).without(own).when(stage != GenType::Quiet),
            pool: self.pool,
        };
        let all = self.pieces.sorted(own);
        let mut army = all.on(sources);
        if !R::KING_IS_ROYAL {
            capturable_king_moves(&mut army, &info, Self::end_zone(side), stage, sink);
        } else if !self.royal_king_and_pinned_moves(all.king.first(), &mut army, &mut info, sink) {
            return;
        }
        moves_of(&army, &info, sink);
    }

    /// Moves of a royal king and of pinned pieces, which are then removed from the army. The targets of the others are
    /// restricted to the check mask. Returns false if the others have no move.
    #[inline(always)]
    fn royal_king_and_pinned_moves<S: MoveSink>(
        &self,
        king: Square,
        army: &mut Army,
        info: &mut MoveGenInfo,
        sink: &mut S,
    ) -> bool {
        let enemy = info.side.opponent();
        let near = ten::near(king) & self.pieces.of(enemy);
        let targets = (ten::king(king) & info.goal()).when(army.king.any());
        if targets.any() {
            sink.piece(king, targets.without(self.attacked_near_king(king, enemy, near)));
        }
        let mut pins = Pins { pinned: Set::EMPTY, squares: ArrayVec::new() };
        let answers = self.find_checks_and_pins(king, info, near, &mut pins);
        if answers.is_empty() {
            return false;
        }
        *info = info.within(answers);
        if pins.pinned.any() {
            for piece in pins.pinned {
                pinned_moves(&army.on(piece.into()), &info.within(pins.targets_of(piece)), sink);
            }
            *army = army.on(!pins.pinned);
        }
        true
    }

    /// Finds checks and pins. Returns the check mask of pieces other than the king: the squares where a piece answers
    /// every check, which are all squares without a check. Two checks are answered by one piece where they come over
    /// one square: two princes, or a prince and a slider. `near` holds the enemies at most three steps from the king,
    /// which include every checker and pinner that is no slider.
    #[inline(always)]
    fn find_checks_and_pins(&self, king: Square, info: &MoveGenInfo, near: Set, pins: &mut Pins) -> Set {
        let (side, enemy) = (info.side, info.side.opponent());
        let mut answers = Set::ALL;
        if near.any() {
            let army = self.pieces.sorted(near);
            for checker in army.leapers_to(enemy, king, info.occupied).without(army.princes) {
                answers &= checker.into();
            }
            for prince in ten::prince_lines(king) & army.princes {
                let middles = ten::prince_middles(king, prince);
                // A piece that leaves a middle square opens the way over it, even if it goes to the other middle
                // square.
                for blocker in middles & self.pieces.of(side) {
                    pins.add(blocker, prince.into());
                }
                let open = middles.without(info.occupied);
                if open.any() {
                    answers &= open.when(!open.several()) | prince.into();
                }
            }
        }
        // Sliders on a line with the king.
        let enemies = self.pieces.of(enemy);
        let snipers = ten::rook_lines(king) & self.pieces.straight_sliders() & enemies
            | ten::bishop_lines(king) & self.pieces.diagonal_sliders() & enemies;
        for sniper in snipers {
            let line = ten::between(king, sniper);
            let blockers = line & info.occupied;
            if blockers.is_empty() {
                answers &= line | sniper.into();
            } else if !blockers.several() && (blockers & self.pieces.of(side)).any() {
                pins.add(blockers.first(), line | sniper.into());
            }
        }
        answers
    }
}

/// Moves of a king that may be captured: it steps like a Grand pion.
#[inline(always)]
fn capturable_king_moves<S: MoveSink>(
    army: &mut Army,
    info: &MoveGenInfo,
    end_zone: Set,
    stage: GenType,
    sink: &mut S,
) {
    if stage == GenType::All {
        army.straight_steppers |= army.king;
        army.diagonal_steppers |= army.king;
        return;
    }
    for king in army.king {
        // The step onto the end zone wins, so it is noisy even without a capture.
        let arrivals = ten::king(king) & end_zone.without(info.occupied);
        let targets = ten::king(king) & info.goal();
        sink.piece(king, if stage == GenType::Noisy { targets | arrivals } else { targets.without(arrivals) });
    }
}

/// Moves of all pieces that are neither king nor pinned.
#[inline(always)]
fn moves_of<S: MoveSink>(army: &Army, info: &MoveGenInfo, sink: &mut S) {
    champion_moves(army, info, sink);
    pion_moves(army, info, sink);
}

/// Moves of a pinned piece: too rare to be inlined into every generator.
#[cold]
#[inline(never)]
fn pinned_moves<S: MoveSink>(army: &Army, info: &MoveGenInfo, sink: &mut S) {
    moves_of(army, info, sink);
}

#[inline(always)]
fn champion_moves<S: MoveSink>(army: &Army, info: &MoveGenInfo, sink: &mut S) {
    let goal = info.goal();
    // `for_each` and not `for`: see `Squares`.
    army.knights.into_iter().for_each(|from| sink.piece(from, ten::knight(from) & goal));
    army.princes.into_iter().for_each(|from| sink.piece(from, ten::prince(from, info.occupied) & goal));
    army.straight_sliders.into_iter().for_each(|from| sink.piece(from, ten::rook(from, info.occupied) & goal));
    army.diagonal_sliders.into_iter().for_each(|from| sink.piece(from, ten::bishop(from, info.occupied) & goal));
}

#[inline(always)]
fn pion_moves<S: MoveSink>(army: &Army, info: &MoveGenInfo, sink: &mut S) {
    let goal = info.goal();
    advances(army, info.side, [info.quiets, info.captures], |targets, step| sink.steps(targets, step));
    let back = info.side.opponent();
    sink.steps(Step::ahead(back).ends_on(goal, army.straight_steppers), Step::ahead(back));
    for step in Step::SIDEWAYS {
        sink.steps(step.ends_on(goal, army.straight_steppers), step);
    }
    for step in Step::ahead_diagonally(back) {
        sink.steps(step.ends_on(goal, army.diagonal_steppers), step);
    }
    // A pion enters the end zone from the rank before it.
    let pions = army.straight_steppers | army.diagonal_steppers | army.trez | army.fotes;
    let last_step = Set::rank(if info.side == Seat::WHITE { SIZE - 2 } else { 1 });
    if (pions & last_step).any() && info.pool.choice_count(info.side) != 0 {
        // A king that steps among the pions is not exchanged.
        let pions = army.on(!army.king);
        let goals = [info.exchanges.without(info.occupied), info.exchanges & info.occupied];
        advances(&pions, info.side, goals, |targets, step| sink.exchanges(targets, step, info.side, &info.pool));
    }
}

/// Forward steps of pions, onto empty squares of one set and pieces of another.
#[inline(always)]
fn advances(army: &Army, side: Seat, [empty, enemies]: [Set; 2], mut found: impl FnMut(Set, Step)) {
    let (goal, step) = (empty | enemies, Step::ahead(side));
    found(step.ends_on(goal, army.straight_steppers | army.trez) | step.ends_on(empty, army.fotes), step);
    for step in Step::ahead_diagonally(side) {
        found(step.ends_on(goal, army.diagonal_steppers | army.trez) | step.ends_on(enemies, army.fotes), step);
    }
}
