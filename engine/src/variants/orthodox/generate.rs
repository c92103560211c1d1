//! Legal moves, generated as sets.
//!
//! The generator finds checks and pins first and then produces, piece by piece, the set of squares that the piece may go to;
//! nothing is made and tested. What becomes of the sets is up to a [`Sink`]: a list of moves, or a mere number.

use super::moves::{plain, promotion};
use super::{Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square, leapers, sliders};
use crate::game::{GenType, Seat};
use crate::moves::{Move, MoveList};

/// Takes what the generator finds.
pub(super) trait Sink {
    /// A piece may go to any of the targets.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// On each target a pawn may arrive by a step that adds `step` to its square's number.
    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind);
    /// The same, for pawns that promote there.
    fn promotions(&mut self, targets: Bitboard, step: i32);
}

/// Counts moves.
pub(super) struct Count(pub(super) usize);

impl Sink for Count {
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
        self.0 += 4 * targets.len();
    }
}

#[inline(always)]
fn origin(to: Square, step: i32) -> Square {
    Square::from_index((to.index() as i32 - step) as usize)
}

impl Sink for MoveList {
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
            for kind in [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop] {
                self.push(promotion(origin(to, step), to, kind));
            }
        }
    }
}

/// Is it in the list?
pub(super) struct Find {
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl Sink for Find {
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
        self.found |=
            targets.has(to) && [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop].into_iter().any(promotes);
    }
}

/// What every part of the generator needs to know, gathered once.
struct Situation {
    side: Seat,
    /// The pieces whose moves are wanted.
    own: Bitboard,
    occupied: Bitboard,
    king: Square,
    /// Where captures may go: enemies that can be captured, if captures are wanted.
    captures: Bitboard,
    /// Where other moves may go: empty squares, if such moves are wanted.
    quiets: Bitboard,
    /// Where pieces other than the king may go: what `captures` and `quiets` allow and what answers a check.
    goal: Bitboard,
    /// The lines from the king to what pins, the pinning piece included.
    pin_straight: Bitboard,
    pin_diagonal: Bitboard,
    checkers: Bitboard,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of the asked sort by pieces on `sources` to a sink.
    #[inline(always)]
    pub(super) fn generate<S: Sink>(&self, wanted: GenType, sources: Bitboard, sink: &mut S) {
        if R::DEAD_IS_OVER && R::is_dead(&self.pieces) {
            return;
        }
        // Written out for each side: the side is then a constant in everything below.
        match self.side {
            Seat::WHITE => self.generate_for(Seat::WHITE, wanted, sources, sink),
            _ => self.generate_for(Seat::BLACK, wanted, sources, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, side: Seat, wanted: GenType, sources: Bitboard, sink: &mut S) {
        let situation = self.assess(side, wanted, sources);
        self.king_moves(&situation, sources, sink);
        if situation.checkers.several() {
            return;
        }
        self.knight_moves(&situation, sink);
        self.slider_moves(&situation, sink);
        self.relayed_moves(&situation, sink);
        self.pawn_moves(&situation, wanted, sink);
    }

    #[inline(always)]
    fn assess(&self, side: Seat, wanted: GenType, sources: Bitboard) -> Situation {
        let pieces = &self.pieces;
        let enemy = side.opponent();
        let occupied = pieces.occupied();
        let (own, enemies) = (pieces.of(side), pieces.of(enemy));
        let king = self.king(side);

        // What the king sees along lines, and what it would see through the first piece of its own.
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
        let captures = self.capturable(enemy).when(wanted != GenType::Quiet);
        let quiets = (!occupied).when(wanted != GenType::Noisy);
        let mut goal = captures | quiets;
        if checkers.any() {
            goal &= sliders::between(king, checkers.first()) | checkers;
        }
        Situation {
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
    fn king_moves<S: Sink>(&self, now: &Situation, sources: Bitboard, sink: &mut S) {
        if !sources.has(now.king) {
            return;
        }
        let steps = leapers::king(now.king) & (now.captures | now.quiets);
        let castlings = self.open_castlings(now);
        if steps.is_empty() && castlings.is_empty() {
            return;
        }
        // An attack reaches through the square that the king leaves.
        let attacked = self.attacked_squares(now.side.opponent(), now.occupied ^ now.king.into());
        sink.piece(now.king, steps.without(attacked));
        for to in castlings {
            // The king passes over the square next to it.
            let way = sliders::between(now.king, to) | to.into();
            if (way & attacked).is_empty() {
                sink.pawns(to.into(), to.index() as i32 - now.king.index() as i32, MoveKind::Castle);
            }
        }
    }

    /// Where the king may castle to if no square on its way is attacked.
    #[inline(always)]
    fn open_castlings(&self, now: &Situation) -> Bitboard {
        let (short, long) = self.castling.of(now.side);
        if !(short || long) || now.checkers.any() || now.quiets.is_empty() {
            return Bitboard::EMPTY;
        }
        let home = 56 * now.side.index();
        let open = |right: bool, between: u64, to: u64| {
            Bitboard(to << home).when(right && (now.occupied & Bitboard(between << home)).is_empty())
        };
        open(short, 0x60, 0x40) | open(long, 0x0e, 0x04)
    }

    #[inline(always)]
    fn knight_moves<S: Sink>(&self, now: &Situation, sink: &mut S) {
        let goal = if R::KNIGHTS_FIGHT { now.goal } else { now.goal & now.quiets };
        for from in (self.pieces.kind(Kind::Knight) & now.own).without(now.pin_straight | now.pin_diagonal) {
            sink.piece(from, leapers::knight(from) & goal);
        }
    }

    /// Bishops, rooks and queens. A pinned slider may move along its pin, and no move of one pinned piece can end
    /// on the line of another pin of the same sort, so the lines need not be told apart.
    #[inline(always)]
    fn slider_moves<S: Sink>(&self, now: &Situation, sink: &mut S) {
        let diagonal = self.pieces.diagonal_sliders() & now.own;
        let straight = self.pieces.straight_sliders() & now.own;
        let pinned = now.pin_straight | now.pin_diagonal;
        for from in diagonal.without(pinned) {
            sink.piece(from, sliders::bishop(from, now.occupied) & now.goal);
        }
        for from in straight.without(pinned) {
            sink.piece(from, sliders::rook(from, now.occupied) & now.goal);
        }
        for from in diagonal & now.pin_diagonal {
            sink.piece(from, sliders::bishop(from, now.occupied) & now.goal & now.pin_diagonal);
        }
        for from in straight & now.pin_straight {
            sink.piece(from, sliders::rook(from, now.occupied) & now.goal & now.pin_straight);
        }
    }

    /// The leaps of relayed pieces. A leap always leaves the line of a pin, so pinned pieces have none.
    #[inline(always)]
    fn relayed_moves<S: Sink>(&self, now: &Situation, sink: &mut S) {
        for from in (self.relayed(now.side) & now.own).without(now.pin_straight | now.pin_diagonal) {
            sink.piece(from, self.relayed_leaps(from) & now.goal);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink>(&self, now: &Situation, wanted: GenType, sink: &mut S) {
        let (ahead, last, third) = match now.side {
            Seat::WHITE => (8, Bitboard::rank(7), Bitboard::rank(2)),
            _ => (-8, Bitboard::rank(0), Bitboard::rank(5)),
        };
        let pawns = self.pieces.kind(Kind::Pawn) & now.own;
        // Promotions are noisy even where they capture nothing.
        let push_goal = match wanted {
            GenType::All => now.goal,
            GenType::Noisy => self.check_answers(now) & last,
            GenType::Quiet => now.goal.without(last),
        };
        let empty = !now.occupied;

        let free = pawns.without(now.pin_straight | now.pin_diagonal);
        let held = pawns & now.pin_straight;
        let pushed = (free.shift(ahead) | held.shift(ahead) & now.pin_straight) & empty;
        let doubled = (pushed & third).shift(ahead) & empty & now.goal & now.quiets;
        let single = pushed & push_goal;
        sink.pawns(single.without(last), ahead, MoveKind::Normal);
        sink.pawns(doubled, 2 * ahead, MoveKind::DoubleStep);
        sink.promotions(single & last, ahead);

        let held = pawns & now.pin_diagonal;
        for (sideways, blind) in [(-1, Bitboard::FILE_A), (1, Bitboard::FILE_H)] {
            let step = ahead + sideways;
            let reach = |pawns: Bitboard| pawns.without(blind).shift(step);
            let captures = (reach(free) | reach(held) & now.pin_diagonal) & now.goal & now.captures;
            sink.pawns(captures.without(last), step, MoveKind::Normal);
            sink.promotions(captures & last, step);
        }
        if let Some(target) = self.en_passant
            && wanted != GenType::Quiet
        {
            for from in leapers::pawn(now.side.opponent(), target) & pawns {
                if self.en_passant_is_legal(from, target) {
                    sink.pawns(target.into(), target.index() as i32 - from.index() as i32, MoveKind::EnPassant);
                }
            }
        }
    }

    /// The squares where a piece other than the king answers the check, whatever sort of moves is wanted.
    #[inline(always)]
    fn check_answers(&self, now: &Situation) -> Bitboard {
        if now.checkers.is_empty() {
            Bitboard::ALL
        } else {
            sliders::between(now.king, now.checkers.first()) | now.checkers
        }
    }

    /// Whether capturing en passant leaves the own king safe. Two pawns leave their line at once, which no pin mask
    /// foresees, so the position after the capture is looked at.
    #[inline(always)]
    pub(super) fn en_passant_is_legal(&self, from: Square, target: Square) -> bool {
        let captured = Square::new(target.file(), from.rank());
        let after = self.pieces.occupied() ^ from.into() ^ captured.into() | target.into();
        self.attackers(self.king(self.side), self.side.opponent(), after).without(captured.into()).is_empty()
    }
}
