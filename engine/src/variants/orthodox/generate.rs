//! Legal move generation with check and pin masks.
//!
//! The generator finds checkers and pins first and then produces, piece by piece, the set of targets. No move is made
//! and tested, but where a rule breaks the masks ([`Legality::Test`]): there each pseudo-legal move is made on a copy.
//! A [`MoveSink`] takes the sets: a move list, a counter (bulk counting), or the search for one move.

use super::board::{Board, BoardSet, BoardSquare, RANKS};
use super::castling::Right;
use super::moves::{plain, promotion};
use super::{Kind, Legality, MoveKind, Position, Rules, SetOf, SquareOf};
use crate::game::{CopyMake, GenType, Seat};
use crate::moves::{Move, MoveList};

/// Receiver of generated target sets.
pub(super) trait MoveSink<B: Board> {
    /// Moves of one piece.
    fn piece(&mut self, from: B::Square, targets: B::Set);
    /// Pawn moves: each target is reached from the square with the number `target - step`.
    fn pawns(&mut self, targets: B::Set, step: i32, kind: MoveKind);
    /// Promotions to each of some kinds, in the same form.
    fn promotions(&mut self, targets: B::Set, step: i32, kinds: &[Kind]);
}

/// Bulk counter of moves.
pub(super) struct Count(pub(super) usize);

impl<B: Board> MoveSink<B> for Count {
    #[inline(always)]
    fn piece(&mut self, _: B::Square, targets: B::Set) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn pawns(&mut self, targets: B::Set, _: i32, _: MoveKind) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: B::Set, _: i32, kinds: &[Kind]) {
        self.0 += kinds.len() * targets.len();
    }
}

#[inline(always)]
fn origin<S: BoardSquare>(to: S, step: i32) -> S {
    S::from_index((to.index() as i32 - step) as usize)
}

impl<B: Board> MoveSink<B> for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: B::Square, targets: B::Set) {
        for to in targets {
            self.push(plain(from, to, MoveKind::Normal));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: B::Set, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(plain(origin(to, step), to, kind));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: B::Set, step: i32, kinds: &[Kind]) {
        for to in targets {
            for &kind in kinds {
                self.push(promotion(origin(to, step), to, kind));
            }
        }
    }
}

/// Legality test: looks for one move among the generated ones.
pub(super) struct Find {
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl<B: Board> MoveSink<B> for Find {
    #[inline(always)]
    fn piece(&mut self, from: B::Square, targets: B::Set) {
        let to = B::Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == plain(from, to, MoveKind::Normal);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: B::Set, step: i32, kind: MoveKind) {
        let to = B::Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == plain(origin(to, step), to, kind);
    }
    #[inline(always)]
    fn promotions(&mut self, targets: B::Set, step: i32, kinds: &[Kind]) {
        let to = B::Square::from_index(self.wanted.to());
        let promotes = |&kind: &Kind| self.wanted == promotion(origin(to, step), to, kind);
        self.found |= targets.has(to) && kinds.iter().any(promotes);
    }
}

/// Sink of pseudo-legal moves: hands on those that leave a sound position behind.
struct Tested<'a, R: Rules, S> {
    position: &'a Position<R>,
    sink: &'a mut S,
}

impl<R: Rules, S: MoveSink<R::Board>> MoveSink<R::Board> for Tested<'_, R, S> {
    fn piece(&mut self, from: SquareOf<R>, targets: SetOf<R>) {
        let is_sound = |&to: &SquareOf<R>| self.position.leaves_sound(plain(from, to, MoveKind::Normal));
        let sound = targets.into_iter().filter(is_sound).collect();
        self.sink.piece(from, sound);
    }
    fn pawns(&mut self, targets: SetOf<R>, step: i32, kind: MoveKind) {
        let is_sound = |&to: &SquareOf<R>| self.position.leaves_sound(plain(origin(to, step), to, kind));
        let sound = targets.into_iter().filter(is_sound).collect();
        self.sink.pawns(sound, step, kind);
    }
    fn promotions(&mut self, targets: SetOf<R>, step: i32, kinds: &[Kind]) {
        for to in targets {
            for &kind in kinds {
                if self.position.leaves_sound(promotion(origin(to, step), to, kind)) {
                    self.sink.promotions(to.into(), step, &[kind]);
                }
            }
        }
    }
}

/// Move generation info: masks that every part of the generator needs, computed once a position.
struct MoveGenInfo<B: Board> {
    side: Seat,
    /// Pieces to move.
    own: B::Set,
    occupied: B::Set,
    king: B::Square,
    /// Capture mask: enemies that can be captured, if the stage includes captures.
    captures: B::Set,
    /// Quiet mask: empty squares, if the stage includes quiet moves.
    quiets: B::Set,
    /// Target mask of all pieces but the king: capture and quiet masks, cut down to the check mask.
    goal: B::Set,
    /// Pin masks: the lines from the king to each pinner, the pinner included.
    pin_straight: B::Set,
    pin_diagonal: B::Set,
    checkers: B::Set,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of a stage by pieces on `sources` to a sink.
    #[inline(always)]
    pub(super) fn generate<S: MoveSink<R::Board>>(&self, stage: GenType, sources: SetOf<R>, sink: &mut S) {
        if (R::DEAD_IS_OVER && R::is_dead(&self.pieces)) || R::decided(self).is_some() {
            return;
        }
        // One instance for each side: the side is a constant in everything below.
        match self.side {
            Seat::WHITE => self.generate_for(Seat::WHITE, stage, sources, sink),
            _ => self.generate_for(Seat::BLACK, stage, sources, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: MoveSink<R::Board>>(&self, side: Seat, stage: GenType, sources: SetOf<R>, sink: &mut S) {
        match R::legality(self, side) {
            Legality::Masks => self.generate_with::<true, S>(side, stage, sources, sink),
            Legality::Free => self.generate_with::<false, S>(side, stage, sources, sink),
            Legality::Test => {
                let mut tested = Tested { position: self, sink };
                self.generate_with::<false, Tested<'_, R, S>>(side, stage, sources, &mut tested);
            }
        }
    }

    /// Hands the moves of a side to a sink: the legal ones by check and pin masks, or all pseudo-legal ones.
    #[inline(always)]
    fn generate_with<const MASKS: bool, S: MoveSink<R::Board>>(
        &self,
        side: Seat,
        stage: GenType,
        sources: SetOf<R>,
        sink: &mut S,
    ) {
        let sources = sources.without(self.derived.paralysed());
        let info =
            if MASKS { self.movegen_info(side, stage, sources) } else { self.pseudo_legal_info(side, stage, sources) };
        if MASKS {
            self.king_moves(&info, sources, sink);
        } else {
            self.free_king_moves(&info, sink);
        }
        if info.checkers.several() {
            return;
        }
        self.knight_moves(&info, sink);
        self.slider_moves(&info, sink);
        self.relayed_moves(&info, sink);
        self.pawn_moves(&info, stage, sink);
    }

    #[inline(always)]
    fn movegen_info(&self, side: Seat, stage: GenType, sources: SetOf<R>) -> MoveGenInfo<R::Board> {
        let pieces = &self.pieces;
        let enemy = side.opponent();
        let occupied = pieces.occupied();
        let (own, enemies) = (pieces.of(side), pieces.of(enemy));
        let king = self.king(side);

        // X-rays from the king: what it sees along lines, and what it sees through the first piece of its own.
        let (near_straight, near_diagonal) = (R::Board::rook(king, occupied), R::Board::bishop(king, occupied));
        let straight = pieces.straight_sliders() & enemies;
        let diagonal = pieces.diagonal_sliders() & enemies;
        let mut checkers = near_straight & straight
            | near_diagonal & diagonal
            | R::Board::pawn(side, king) & pieces.kind(Kind::Pawn) & enemies;
        if R::KNIGHTS_FIGHT {
            checkers |= R::Board::knight(king) & self.leaping() & enemies;
        } else {
            let pawns_too = !R::Board::END_RANKS.has(king);
            checkers |= R::Board::knight(king) & self.relayed(enemy).without(pieces.kind(Kind::Pawn).when(!pawns_too));
        }
        let pins = |near: SetOf<R>, pinners: SetOf<R>, see: fn(SquareOf<R>, SetOf<R>) -> SetOf<R>| {
            let mut lines = SetOf::<R>::EMPTY;
            for pinner in see(king, occupied ^ (near & own)).without(near) & pinners {
                lines |= R::Board::between(king, pinner) | pinner.into();
            }
            lines
        };
        let captures = self.capturable(enemy).when(stage != GenType::Quiet);
        let quiets = R::Board::ALL.without(occupied).when(stage != GenType::Noisy);
        let mut goal = captures | quiets;
        // Without the test for check perft is 3 % slower.
        if checkers.any() {
            goal &= Self::check_mask(king, checkers);
        }
        MoveGenInfo {
            side,
            own: own & sources,
            occupied,
            king,
            captures,
            quiets,
            goal,
            pin_straight: pins(near_straight, straight, R::Board::rook),
            pin_diagonal: pins(near_diagonal, diagonal, R::Board::bishop),
            checkers,
        }
    }

    /// Move generation info without masks, for pseudo-legal moves. The king is the one that may castle.
    #[inline(always)]
    fn pseudo_legal_info(&self, side: Seat, stage: GenType, sources: SetOf<R>) -> MoveGenInfo<R::Board> {
        let occupied = self.pieces.occupied();
        let captures = self.capturable(side.opponent()).when(stage != GenType::Quiet);
        let quiets = R::Board::ALL.without(occupied).when(stage != GenType::Noisy);
        MoveGenInfo {
            side,
            own: self.pieces.of(side) & sources,
            occupied,
            king: Right { seat: side, short: true }.king_home::<R>(),
            captures,
            quiets,
            goal: captures | quiets,
            pin_straight: SetOf::<R>::EMPTY,
            pin_diagonal: SetOf::<R>::EMPTY,
            checkers: SetOf::<R>::EMPTY,
        }
    }

    /// Pseudo-legal moves of kings, of which there may be several or none. Castling disregards attacks unless the king
    /// is royal.
    #[inline(always)]
    fn free_king_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, sink: &mut S) {
        for from in self.pieces.kind(Kind::King) & info.own {
            sink.piece(from, R::Board::king(from) & info.goal);
        }
        if info.own.has(info.king) {
            for to in self.open_castlings(info) {
                if !R::ROYAL[info.side.index()] || self.passes_safely(info.king, to) {
                    sink.pawns(to.into(), to.index() as i32 - info.king.index() as i32, MoveKind::Castle);
                }
            }
        }
    }

    /// True if the king of the side to move is not in check, nor would be if it stood on a square that it crosses.
    fn passes_safely(&self, king: SquareOf<R>, to: SquareOf<R>) -> bool {
        let is_checked_on = |square: SquareOf<R>| {
            let mut stepped = *self;
            stepped.pieces.set(king.into(), self.side, 0);
            stepped.pieces.put(square, self.side, Kind::King);
            stepped.derived = R::derive(&stepped.pieces);
            stepped.is_checked(self.side)
        };
        !self.is_checked(self.side) && !R::Board::between(king, to).into_iter().any(is_checked_on)
    }

    /// True if a pseudo-legal move of the side to move leaves a sound position behind.
    fn leaves_sound(&self, mv: Move) -> bool {
        let mut next = *self;
        next.play(mv, &mut ());
        R::is_sound(&next, self.side)
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, sources: SetOf<R>, sink: &mut S) {
        if !sources.has(info.king) {
            return;
        }
        let steps = R::Board::king(info.king) & (info.captures | info.quiets);
        let castlings = self.open_castlings(info);
        if steps.is_empty() && castlings.is_empty() {
            return;
        }
        // Sliders attack through the square that the king leaves.
        let attacked = self.attacked_squares(info.side.opponent(), info.occupied ^ info.king.into());
        sink.piece(info.king, steps.without(attacked));
        for to in castlings {
            // In orthodox chess the king passes over the square next to it, in Chess960 over any number, or none.
            let way = R::Board::between(info.king, to) | to.into();
            if (way & attacked).is_empty() {
                sink.pawns(to.into(), to.index() as i32 - info.king.index() as i32, MoveKind::Castle);
            }
        }
    }

    /// Castling targets with the way empty; attacks on the way are tested by the caller.
    #[inline(always)]
    fn open_castlings(&self, info: &MoveGenInfo<R::Board>) -> SetOf<R> {
        let (short, long) = self.castling.of(info.side);
        if !(short || long) || info.checkers.any() || info.quiets.is_empty() {
            return SetOf::<R>::EMPTY;
        }
        if R::CHESS960 && self.castling.is_chess960() {
            return self.castling.open_in_chess960::<R>(info.side, info.king, info.occupied, info.pin_straight);
        }
        let home = (RANKS - 1) * R::Board::FILES * info.side.index();
        let open = |is_right: bool, short: bool| {
            let way = SetOf::<R>::from_bits(R::CASTLING.way(short, R::Board::FILES) << home);
            let target = Right { seat: info.side, short }.king_target::<R>();
            SetOf::<R>::from(target).when(is_right && (info.occupied & way).is_empty())
        };
        open(short, true) | open(long, false)
    }

    #[inline(always)]
    fn knight_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, sink: &mut S) {
        let goal = if R::KNIGHTS_FIGHT { info.goal } else { info.goal & info.quiets };
        for from in (self.leaping() & info.own).without(info.pin_straight | info.pin_diagonal) {
            sink.piece(from, R::Board::knight(from) & goal);
        }
    }

    /// Bishops, rooks and queens. A pinned slider moves along its pin. No move of one pinned piece ends on the line of
    /// another pin of the same sort, so one mask serves all pins.
    #[inline(always)]
    fn slider_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, sink: &mut S) {
        let diagonal = self.pieces.diagonal_sliders() & info.own;
        let straight = self.pieces.straight_sliders() & info.own;
        let pinned = info.pin_straight | info.pin_diagonal;
        for from in diagonal.without(pinned) {
            sink.piece(from, R::Board::bishop(from, info.occupied) & info.goal);
        }
        for from in straight.without(pinned) {
            sink.piece(from, R::Board::rook(from, info.occupied) & info.goal);
        }
        for from in diagonal & info.pin_diagonal {
            sink.piece(from, R::Board::bishop(from, info.occupied) & info.goal & info.pin_diagonal);
        }
        for from in straight & info.pin_straight {
            sink.piece(from, R::Board::rook(from, info.occupied) & info.goal & info.pin_straight);
        }
    }

    /// Leaps of relayed pieces. A leap always leaves the line of a pin, so pinned pieces have none.
    #[inline(always)]
    fn relayed_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, sink: &mut S) {
        for from in (self.relayed(info.side) & info.own).without(info.pin_straight | info.pin_diagonal) {
            sink.piece(from, self.relayed_leaps(from) & info.goal);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: MoveSink<R::Board>>(&self, info: &MoveGenInfo<R::Board>, stage: GenType, sink: &mut S) {
        let (ahead, last, third) = match info.side {
            Seat::WHITE => (R::Board::FILES as i32, R::Board::rank(7), R::Board::rank(2)),
            _ => (-(R::Board::FILES as i32), R::Board::rank(0), R::Board::rank(5)),
        };
        let pawns = self.pieces.kind(Kind::Pawn) & info.own;
        // Promotions are noisy even where they capture nothing.
        let push_goal = match stage {
            GenType::All => info.goal,
            GenType::Noisy => Self::check_mask(info.king, info.checkers) & last,
            GenType::Quiet => info.goal.without(last),
        };
        let empty = R::Board::ALL.without(info.occupied);

        let free = pawns.without(info.pin_straight | info.pin_diagonal);
        let held = pawns & info.pin_straight;
        let pushed = (free.shift(ahead) | held.shift(ahead) & info.pin_straight) & empty;
        let stepping = (pushed & third).when(R::DOUBLE_STEP[info.side.index()]);
        let doubled = stepping.shift(ahead) & empty & info.goal & info.quiets;
        let single = pushed & push_goal;
        sink.pawns(single.without(last), ahead, MoveKind::Normal);
        sink.pawns(doubled, 2 * ahead, MoveKind::DoubleStep);
        sink.promotions(single & last, ahead, R::PROMOTIONS);

        let held = pawns & info.pin_diagonal;
        for (sideways, blind) in [(-1, R::Board::FIRST_FILE), (1, R::Board::LAST_FILE)] {
            let step = ahead + sideways;
            let reach = |pawns: SetOf<R>| pawns.without(blind).shift(step);
            let captures = (reach(free) | reach(held) & info.pin_diagonal) & info.goal & info.captures;
            sink.pawns(captures.without(last), step, MoveKind::Normal);
            sink.promotions(captures & last, step, R::PROMOTIONS);
        }
        if stage == GenType::Quiet {
            return;
        }
        for target in self.en_passant_squares() {
            for from in R::Board::pawn(info.side.opponent(), target) & pawns {
                if self.en_passant_is_legal(from, target) {
                    sink.pawns(target.into(), target.index() as i32 - from.index() as i32, MoveKind::EnPassant);
                }
            }
        }
    }

    /// Check mask: squares where a piece other than the king answers the check, whatever the stage.
    #[inline(always)]
    fn check_mask(king: SquareOf<R>, checkers: SetOf<R>) -> SetOf<R> {
        if checkers.is_empty() { R::Board::ALL } else { R::Board::between(king, checkers.first()) | checkers }
    }

    /// Legality of an en passant capture. Two pawns leave their line at once, which no pin mask covers, so the king is
    /// tested with the occupancy after the capture.
    #[inline(always)]
    pub(super) fn en_passant_is_legal(&self, from: SquareOf<R>, target: SquareOf<R>) -> bool {
        match R::legality(self, self.side) {
            Legality::Masks => {}
            Legality::Free => return true,
            Legality::Test => {
                let is_able = !self.derived.paralysed().has(from);
                return is_able && self.leaves_sound(plain(from, target, MoveKind::EnPassant));
            }
        }
        let captured = SquareOf::<R>::new(target.file(), from.rank());
        let after = self.pieces.occupied() ^ from.into() ^ captured.into() | target.into();
        self.attackers(self.king(self.side), self.side.opponent(), after).without(captured.into()).is_empty()
    }
}
