//! Legal move generation with check and pin masks.
//!
//! The generator finds checkers and pins first and then produces, piece by piece, the set of targets. No move is made
//! and tested. A [`MoveSink`] takes the sets: a move list, a counter (bulk counting), or the search for one move.

use super::moves::{plain, promotion};
use super::{Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square, leapers, sliders};
use crate::game::{GenType, Seat};
use crate::moves::{Move, MoveList};

/// Receiver of generated target sets.
pub(super) trait MoveSink {
    /// Moves of one piece.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawn moves: each target is reached from the square with the number `target - step`.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// Promotions, in the same form.
    fn promotions(&mut self, targets: Bitboard, step: i32);
}

/// Kinds that a pawn promotes to, in the order of generation.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];

/// Bulk counter of moves.
pub(super) struct Count(pub(super) usize);

impl MoveSink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.len();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32) {
        self.0 += PROMOTIONS.len() * targets.len();
    }
}

#[inline(always)]
fn origin(to: Square, step: i32) -> Square {
    Square::from_index((to.index() as i32 - step) as usize)
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(plain(from, to, MoveKind::Normal));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        for to in targets {
            self.push(plain(origin(to, step), to, kind));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            for kind in PROMOTIONS {
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

impl MoveSink for Find {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == plain(from, to, MoveKind::Normal);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        let to = Square::from_index(self.wanted.to());
        self.found |= targets.has(to) && self.wanted == plain(origin(to, step), to, kind);
    }
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        let to = Square::from_index(self.wanted.to());
        let promotes = |kind| self.wanted == promotion(origin(to, step), to, kind);
        self.found |= targets.has(to) && PROMOTIONS.into_iter().any(promotes);
    }
}

/// Move generation info: masks that every part of the generator needs, computed once a position.
struct MoveGenInfo {
    side: Seat,
    /// Pieces to move.
    own: Bitboard,
    occupied: Bitboard,
    king: Square,
    /// Capture mask: enemies that can be captured, if the stage includes captures.
    captures: Bitboard,
    /// Quiet mask: empty squares, if the stage includes quiet moves.
    quiets: Bitboard,
    /// Target mask of all pieces but the king: capture and quiet masks, cut down to the check mask.
    goal: Bitboard,
    /// Pin masks: the lines from the king to each pinner, the pinner included.
    pin_straight: Bitboard,
    pin_diagonal: Bitboard,
    checkers: Bitboard,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of a stage by pieces on `sources` to a sink.
    #[inline(always)]
    pub(super) fn generate<S: MoveSink>(&self, stage: GenType, sources: Bitboard, sink: &mut S) {
        if R::DEAD_IS_OVER && R::is_dead(&self.pieces) {
            return;
        }
        // One instance for each side: the side is a constant in everything below.
        match self.side {
            Seat::WHITE => self.generate_for(Seat::WHITE, stage, sources, sink),
            _ => self.generate_for(Seat::BLACK, stage, sources, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: MoveSink>(&self, side: Seat, stage: GenType, sources: Bitboard, sink: &mut S) {
        let info = self.movegen_info(side, stage, sources);
        self.king_moves(&info, sources, sink);
        if info.checkers.several() {
            return;
        }
        self.knight_moves(&info, sink);
        self.slider_moves(&info, sink);
        self.relayed_moves(&info, sink);
        self.pawn_moves(&info, stage, sink);
    }

    #[inline(always)]
    fn movegen_info(&self, side: Seat, stage: GenType, sources: Bitboard) -> MoveGenInfo {
        let pieces = &self.pieces;
        let enemy = side.opponent();
        let occupied = pieces.occupied();
        let (own, enemies) = (pieces.of(side), pieces.of(enemy));
        let king = self.king(side);

        // X-rays from the king: what it sees along lines, and what it sees through the first piece of its own.
        let (near_straight, near_diagonal) = (sliders::rook(king, occupied), sliders::bishop(king, occupied));
        let straight = pieces.straight_sliders() & enemies;
        let diagonal = pieces.diagonal_sliders() & enemies;
        let mut checkers = near_straight & straight
            | near_diagonal & diagonal
            | leapers::pawn(side, king) & pieces.kind(Kind::Pawn) & enemies;
        if R::KNIGHTS_FIGHT {
            checkers |= leapers::knight(king) & pieces.kind(Kind::Knight) & enemies;
        } else {
            let pawns_too = !Bitboard::END_RANKS.has(king);
            checkers |= leapers::knight(king) & self.relayed(enemy).without(pieces.kind(Kind::Pawn).when(!pawns_too));
        }
        let pins = |near: Bitboard, pinners: Bitboard, see: fn(Square, Bitboard) -> Bitboard| {
            let mut lines = Bitboard::EMPTY;
            for pinner in see(king, occupied ^ (near & own)).without(near) & pinners {
                lines |= sliders::between(king, pinner) | pinner.into();
            }
            lines
        };
        let captures = self.capturable(enemy).when(stage != GenType::Quiet);
        let quiets = (!occupied).when(stage != GenType::Noisy);
        let mut goal = captures | quiets;
        if checkers.any() {
            goal &= sliders::between(king, checkers.first()) | checkers;
        }
        MoveGenInfo {
            side,
            own: own & sources,
            occupied,
            king,
            captures,
            quiets,
            goal,
            pin_straight: pins(near_straight, straight, sliders::rook),
            pin_diagonal: pins(near_diagonal, diagonal, sliders::bishop),
            checkers,
        }
    }

    #[inline(always)]
    fn king_moves<S: MoveSink>(&self, info: &MoveGenInfo, sources: Bitboard, sink: &mut S) {
        if !sources.has(info.king) {
            return;
        }
        let steps = leapers::king(info.king) & (info.captures | info.quiets);
        let castlings = self.open_castlings(info);
        if steps.is_empty() && castlings.is_empty() {
            return;
        }
        // Sliders attack through the square that the king leaves.
        let attacked = self.attacked_squares(info.side.opponent(), info.occupied ^ info.king.into());
        sink.piece(info.king, steps.without(attacked));
        for to in castlings {
            // In orthodox chess the king passes over the square next to it, in Chess960 over any number, or none.
            let way = sliders::between(info.king, to) | to.into();
            if (way & attacked).is_empty() {
                sink.pawns(to.into(), to.index() as i32 - info.king.index() as i32, MoveKind::Castle);
            }
        }
    }

    /// Castling targets with the way empty; attacks on the way are tested by the caller.
    #[inline(always)]
    fn open_castlings(&self, info: &MoveGenInfo) -> Bitboard {
        let (short, long) = self.castling.of(info.side);
        if !(short || long) || info.checkers.any() || info.quiets.is_empty() {
            return Bitboard::EMPTY;
        }
        if self.castling.is_chess960() {
            return self.castling.open_in_chess960(info.side, info.king, info.occupied, info.pin_straight);
        }
        let home = 56 * info.side.index();
        let open = |right: bool, between: u64, to: u64| {
            Bitboard(to << home).when(right && (info.occupied & Bitboard(between << home)).is_empty())
        };
        open(short, 0x60, 0x40) | open(long, 0x0e, 0x04)
    }

    #[inline(always)]
    fn knight_moves<S: MoveSink>(&self, info: &MoveGenInfo, sink: &mut S) {
        let goal = if R::KNIGHTS_FIGHT { info.goal } else { info.goal & info.quiets };
        for from in (self.pieces.kind(Kind::Knight) & info.own).without(info.pin_straight | info.pin_diagonal) {
            sink.piece(from, leapers::knight(from) & goal);
        }
    }

    /// Bishops, rooks and queens. A pinned slider moves along its pin. No move of one pinned piece ends on the line of
    /// another pin of the same sort, so one mask serves all pins.
    #[inline(always)]
    fn slider_moves<S: MoveSink>(&self, info: &MoveGenInfo, sink: &mut S) {
        let diagonal = self.pieces.diagonal_sliders() & info.own;
        let straight = self.pieces.straight_sliders() & info.own;
        let pinned = info.pin_straight | info.pin_diagonal;
        for from in diagonal.without(pinned) {
            sink.piece(from, sliders::bishop(from, info.occupied) & info.goal);
        }
        for from in straight.without(pinned) {
            sink.piece(from, sliders::rook(from, info.occupied) & info.goal);
        }
        for from in diagonal & info.pin_diagonal {
            sink.piece(from, sliders::bishop(from, info.occupied) & info.goal & info.pin_diagonal);
        }
        for from in straight & info.pin_straight {
            sink.piece(from, sliders::rook(from, info.occupied) & info.goal & info.pin_straight);
        }
    }

    /// Leaps of relayed pieces. A leap always leaves the line of a pin, so pinned pieces have none.
    #[inline(always)]
    fn relayed_moves<S: MoveSink>(&self, info: &MoveGenInfo, sink: &mut S) {
        for from in (self.relayed(info.side) & info.own).without(info.pin_straight | info.pin_diagonal) {
            sink.piece(from, self.relayed_leaps(from) & info.goal);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: MoveSink>(&self, info: &MoveGenInfo, stage: GenType, sink: &mut S) {
        let (ahead, last, third) = match info.side {
            Seat::WHITE => (8, Bitboard::rank(7), Bitboard::rank(2)),
            _ => (-8, Bitboard::rank(0), Bitboard::rank(5)),
        };
        let pawns = self.pieces.kind(Kind::Pawn) & info.own;
        // Promotions are noisy even where they capture nothing.
        let push_goal = match stage {
            GenType::All => info.goal,
            GenType::Noisy => self.check_mask(info) & last,
            GenType::Quiet => info.goal.without(last),
        };
        let empty = !info.occupied;

        let free = pawns.without(info.pin_straight | info.pin_diagonal);
        let held = pawns & info.pin_straight;
        let pushed = (free.shift(ahead) | held.shift(ahead) & info.pin_straight) & empty;
        let doubled = (pushed & third).shift(ahead) & empty & info.goal & info.quiets;
        let single = pushed & push_goal;
        sink.pawns(single.without(last), ahead, MoveKind::Normal);
        sink.pawns(doubled, 2 * ahead, MoveKind::DoubleStep);
        sink.promotions(single & last, ahead);

        let held = pawns & info.pin_diagonal;
        for (sideways, blind) in [(-1, Bitboard::FILE_A), (1, Bitboard::FILE_H)] {
            let step = ahead + sideways;
            let reach = |pawns: Bitboard| pawns.without(blind).shift(step);
            let captures = (reach(free) | reach(held) & info.pin_diagonal) & info.goal & info.captures;
            sink.pawns(captures.without(last), step, MoveKind::Normal);
            sink.promotions(captures & last, step);
        }
        if let Some(target) = self.en_passant()
            && stage != GenType::Quiet
        {
            for from in leapers::pawn(info.side.opponent(), target) & pawns {
                if self.en_passant_is_legal(from, target) {
                    sink.pawns(target.into(), target.index() as i32 - from.index() as i32, MoveKind::EnPassant);
                }
            }
        }
    }

    /// Check mask: squares where a piece other than the king answers the check, whatever the stage.
    #[inline(always)]
    fn check_mask(&self, info: &MoveGenInfo) -> Bitboard {
        if info.checkers.is_empty() {
            Bitboard::ALL
        } else {
            sliders::between(info.king, info.checkers.first()) | info.checkers
        }
    }

    /// Legality of an en passant capture. Two pawns leave their line at once, which no pin mask covers, so the king is
    /// tested with the occupancy after the capture.
    #[inline(always)]
    pub(super) fn en_passant_is_legal(&self, from: Square, target: Square) -> bool {
        let captured = Square::new(target.file(), from.rank());
        let after = self.pieces.occupied() ^ from.into() ^ captured.into() | target.into();
        self.attackers(self.king(self.side), self.side.opponent(), after).without(captured.into()).is_empty()
    }
}
