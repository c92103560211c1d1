//! The traits of a game for the orthodox board.

use super::board::{Board, BoardSet, BoardSquare};
use super::generate::{Count, Find};
use super::keys::{KeyTable, KeysOf};
use super::moves::promotion_kind;
use super::{Kind, Memory, MoveKind, Position, Rules, SquareOf};
use crate::board::zobrist;
use crate::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MoveFacts, SearchHints, Seat,
    StaticExchange, ToAct,
};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::variants::{Described, GameInfo};

impl<R: Rules> Game for Position<R> {
    fn name() -> &'static str {
        R::INFO.name
    }

    fn has_checkmate() -> bool {
        R::ROYAL.contains(&true)
    }

    fn start() -> Self {
        Self::START.parse().expect("the start position is sound")
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.side)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        let dead = || R::is_dead(&self.pieces).then_some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL));
        R::decided(self).or_else(dead)
    }

    fn no_moves_outcome(&self) -> Outcome {
        if self.in_check() {
            Outcome::Win(self.side.opponent(), Reason::CHECKMATE)
        } else {
            Outcome::Draw(Reason::STALEMATE)
        }
    }

    #[inline]
    fn moves(&self, stage: GenType, out: &mut MoveList) {
        self.generate(stage, R::Board::ALL, out);
    }

    /// Bulk counting. Inlined, so that counting the replies to a move pays for no key and no clock.
    #[inline(always)]
    fn count_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate(GenType::All, R::Board::ALL, &mut count);
        count.0
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv.from() >= R::Board::SQUARES || mv.to() >= R::Board::SQUARES {
            return false;
        }
        let mut find = Find { wanted: mv, found: false };
        self.generate(GenType::All, SquareOf::<R>::from_index(mv.from()).into(), &mut find);
        find.found
    }

    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        if R::PROGRESS_IS_FINAL { self.clock.into() } else { usize::MAX }
    }

    /// Captures, if the captured man is not reborn. They reset the clock in the other games.
    #[inline(always)]
    fn is_irreversible(&self, mv: Move) -> bool {
        !R::PROGRESS_IS_FINAL && !R::REBIRTH && self.captured_kind(mv).is_some()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.compute_key()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn without_counters(&self) -> Self {
        Position { clock: 0, full_moves: 1, ..*self }
    }

    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O) {
        for field in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(field) {
                observer.put(seat, kind.index(), field.index());
            }
        }
    }
}

impl<R: Rules> Described for Position<R> {
    const INFO: &'static GameInfo = &R::INFO;
}

impl<R: Rules> Chance for Position<R> {}

impl<R: Rules> CompositeMoves for Position<R> {}

impl<R: Rules> MoveFacts for Position<R> {
    const KINDS: usize = R::Board::KINDS;

    const FIELDS: usize = R::Board::SQUARES;

    #[inline]
    fn in_check(&self) -> bool {
        self.is_checked(self.side)
    }

    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        self.pieces.code_on(SquareOf::<R>::from_index(mv.from())) - 1
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        const CASTLE: u8 = MoveKind::Castle.code();
        const EN_PASSANT: u8 = MoveKind::EnPassant.code();
        match mv.kind() {
            EN_PASSANT => Some(Kind::Pawn.index()),
            // In Chess960 the king may arrive where its rook stood.
            CASTLE => None,
            _ => self.pieces.kind_on(SquareOf::<R>::from_index(mv.to())).map(Kind::index),
        }
    }

    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        match promotion_kind(mv) {
            // Underpromotion to rook or bishop pays only where a queen would stalemate, or to keep a kind.
            Some(Kind::Rook | Kind::Bishop) if !R::KINDS_MATTER => -Self::piece_value(Kind::Pawn.index()),
            Some(kind) => Self::piece_value(kind.index()) - Self::piece_value(Kind::Pawn.index()),
            None => 0,
        }
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        // En passant captures and promotions have the highest numbers.
        mv.kind() >= MoveKind::EnPassant.code()
            || (mv.kind() == MoveKind::Normal.code() && self.pieces.occupied().has(SquareOf::<R>::from_index(mv.to())))
    }

    #[inline]
    fn piece_value(kind: usize) -> i32 {
        R::SEE_VALUES[kind]
    }

    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        self.gain(mv) + self.check_bonus(mv)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.checks(mv)
    }
}

impl<R: Rules> StaticExchange for Position<R> {
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_ge(mv, threshold - self.check_bonus(mv))
    }
}

impl<R: Rules> SearchHints for Position<R> {
    const EXPECTED_MOVES: u32 = 16;

    const THREAT_SOLVER_DEPTH: usize = R::THREAT_SOLVER_DEPTH;

    #[inline]
    fn known_mate(&self) -> Option<usize> {
        R::wins_at_once(self).then_some(1)
    }

    /// Exact except for castling and en passant rights that come or go.
    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        let number = |seat, code, square| keys.piece(seat, code, square);
        let code_on = |square| self.pieces.code_on(square);
        self.key
            ^ keys.turn()
            ^ zobrist::step(self.side, [mv.from(), mv.to()].map(SquareOf::<R>::from_index), code_on, number)
    }

    /// Pawn key, and the non-pawn keys of White and Black.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let pawns = self.pieces.kind(Kind::Pawn);
        let non_pawns = Seat::BOTH.map(|seat| self.pieces.digest(self.pieces.of(seat).without(pawns)));
        [self.pieces.digest(pawns), non_pawns[0], non_pawns[1]]
    }

    /// Zugzwang is common where a side has only king and pawns.
    #[inline]
    fn null_move_allowed(&self) -> bool {
        let non_pawns = self.pieces.of(self.side).without(self.pieces.kind(Kind::Pawn) | self.pieces.kind(Kind::King));
        let able = if R::KNIGHTS_FIGHT { non_pawns } else { non_pawns.without(self.pieces.kind(Kind::Knight)) };
        able.any() && !self.memory.is_mid_turn(self.side) && !self.in_check()
    }
}

impl<R: Rules> Position<R> {
    /// Worth of the check that a legal move gives where checks are counted, in centipawns; 0 if it gives none.
    #[inline(always)]
    fn check_bonus(&self, mv: Move) -> i32 {
        let value = R::check_value(self);
        if value != 0 && self.checks(mv) { value } else { 0 }
    }

    /// True if the side that has just moved is in check, which makes the position illegal.
    pub(super) fn mover_left_in_check(&self) -> bool {
        let waiting = self.side.opponent();
        if self.memory.is_mid_turn(self.side) { self.is_attacked_king(waiting) } else { self.is_checked(waiting) }
    }
}
