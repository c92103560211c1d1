//! Search for a move that gives check: mostly by sets of squares, without making moves.

use super::generate::MoveSink;
use super::moves::{plain, promotion};
use super::{EightFiles, Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square, leapers, sliders};
use crate::game::GenType;
use crate::moves::Move;

/// True if the side to move has a legal move that gives check. The pieces are those of chess.
#[inline(never)]
pub(super) fn can_check<R: Rules<Board = EightFiles>>(position: &Position<R>) -> bool {
    let mut sink = CheckFinder::new(position);
    position.generate(GenType::All, !Bitboard::EMPTY, &mut sink);
    sink.found
}

/// Sink of moves that looks for one that gives check.
///
/// Direct checks of pieces and pawns are found by sets; castling, en passant, promotions and the moves of pieces that
/// may give a discovered check are tested one by one.
struct CheckFinder<'a, R: Rules> {
    position: &'a Position<R>,
    /// Squares from which the enemy king is attacked, by kind; none for the king.
    squares: [Bitboard; Kind::ORTHODOX.len()],
    /// Pieces that may give a discovered check.
    discoverers: Bitboard,
    found: bool,
}

impl<'a, R: Rules<Board = EightFiles>> CheckFinder<'a, R> {
    fn new(position: &'a Position<R>) -> Self {
        let (pieces, side) = (&position.pieces, position.side);
        let king = position.king(side.opponent());
        let (own, occupied) = (pieces.of(side), pieces.occupied());
        let (straight, diagonal) = (sliders::rook(king, occupied), sliders::bishop(king, occupied));
        let mut discoverers = Bitboard::EMPTY;
        let behind = |near: Bitboard, see: fn(Square, Bitboard) -> Bitboard| see(king, occupied ^ (near & own));
        if (behind(straight, sliders::rook) & own & pieces.straight_sliders()).any() {
            discoverers |= straight & own;
        }
        if (behind(diagonal, sliders::bishop) & own & pieces.diagonal_sliders()).any() {
            discoverers |= diagonal & own;
        }
        let pawns = leapers::pawn(side.opponent(), king);
        let squares = [pawns, leapers::knight(king), diagonal, straight, straight | diagonal, Bitboard::EMPTY];
        CheckFinder { position, squares, discoverers, found: false }
    }

    fn try_move(&mut self, mv: Move) {
        self.found = self.found || self.position.checks(mv);
    }
}

impl<R: Rules<Board = EightFiles>> MoveSink<EightFiles> for CheckFinder<'_, R> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let kind = self.position.pieces.kind_on(from).unwrap_or(Kind::King);
        self.found |= (targets & self.squares[kind.index()]).any();
        if self.discoverers.has(from) && !self.found {
            for to in targets {
                self.try_move(plain(from, to, MoveKind::Normal));
            }
        }
    }

    fn pawns(&mut self, targets: Bitboard, step: i32, kind: MoveKind) {
        let steps = matches!(kind, MoveKind::Normal | MoveKind::DoubleStep);
        self.found |= steps && (targets & self.squares[Kind::Pawn.index()]).any();
        for to in targets {
            let from = Square::from_index((to.index() as i32 - step) as usize);
            if !steps || self.discoverers.has(from) {
                self.try_move(plain(from, to, kind));
            }
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, kinds: &[Kind]) {
        for to in targets {
            let from = Square::from_index((to.index() as i32 - step) as usize);
            for &kind in kinds {
                self.try_move(promotion(from, to, kind));
            }
        }
    }
}
