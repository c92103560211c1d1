//! Making of moves.

use super::board::{Board, BoardSet, BoardSquare};
use super::castling::Right;
use super::keys::{KeyTable, KeysOf};
use super::moves::promotion_code;
use super::position::EnPassant;
use super::{Kind, Memory, MoveKind, Ply, Position, Rules, SetOf, SquareOf};
use crate::game::{BoardObserver, CopyMake, Seat};
use crate::moves::Move;

impl<R: Rules> CopyMake for Position<R> {
    /// Plays a legal move. Inlined, so that counting replies pays for no key and no clock.
    #[inline(always)]
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        if R::CHESS960 && self.castling.is_chess960() {
            *self = self.played_in_chess960(mv, observer);
        } else {
            self.play_with::<false, O>(mv, observer);
        }
    }

    /// Null move.
    fn play_null(&mut self) {
        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.en_passant(self.en_passant()) ^ keys.turn();
        self.en_passant = EnPassant::NONE;
        self.clock = self.clock.saturating_add(1);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.side = self.side.opponent();
        self.set_memory(self.memory.passed(self.side));
    }
}

impl<R: Rules> Position<R> {
    /// Plays a legal move that is no castling, or is one in orthodox chess. `CHESS960` says whether some rook that may
    /// castle does not stand as in orthodox chess.
    #[inline(always)]
    fn play_with<const CHESS960: bool, O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        let keys = KeysOf::<R>::KEYS;
        let (side, enemy) = (self.side, self.side.opponent());
        let (from, to) = (SquareOf::<R>::from_index(mv.from()), SquareOf::<R>::from_index(mv.to()));
        let moving = self.pieces.code_on(from);
        let captured = self.pieces.code_on(to);
        let arriving = if mv.kind() < MoveKind::Promotion.code() { moving } else { promotion_code(mv) };

        observer.begin();
        observer.take(side, moving - 1, from.index());
        if captured != 0 {
            observer.take(enemy, captured - 1, to.index());
        }
        observer.put(side, arriving - 1, to.index());

        self.key ^= keys.piece(side, moving, from) ^ keys.piece(enemy, captured, to) ^ keys.piece(side, arriving, to);
        self.key ^= keys.castling(self.castling) ^ keys.en_passant(self.en_passant()) ^ keys.turn();
        self.pieces.set(from.into(), side, 0);
        self.pieces.set(to.into(), side, arriving);

        let rights = if CHESS960 {
            self.castling.after_chess960_step::<R>(side, moving == Kind::King as usize, from, to)
        } else {
            self.castling.after_touching::<R>(from).after_touching::<R>(to)
        };
        self.key ^= keys.castling(rights);
        if CHESS960 {
            self.key ^= self.castling.files_key() ^ rights.files_key();
        }
        self.castling = rights;
        self.en_passant = EnPassant::NONE;
        let progress = captured != 0 || moving == Kind::Pawn as usize;
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
        let ply = Ply { mv, mover: side, full_moves: self.full_moves };
        self.full_moves = self.full_moves.saturating_add(side.index() as u16);
        self.side = enemy;

        const DOUBLE_STEP: u8 = MoveKind::DoubleStep.code();
        const CASTLE: u8 = MoveKind::Castle.code();
        const EN_PASSANT: u8 = MoveKind::EnPassant.code();
        match mv.kind() {
            DOUBLE_STEP if R::EN_PASSANT && !R::Memory::SERIES => self.offer_en_passant(from, to),
            CASTLE => self.move_castling_rook(to, observer),
            EN_PASSANT => {
                let at = SquareOf::<R>::new(to.file(), from.rank());
                observer.take(enemy, Kind::Pawn.index(), at.index());
                self.key ^= keys.piece(enemy, Kind::Pawn as usize, at);
                self.pieces.set(at.into(), enemy, 0);
                if R::REBIRTH {
                    self.play_rebirth(enemy, Kind::Pawn, at, observer);
                }
            }
            _ => {
                if R::REBIRTH
                    && let Some(kind) = Kind::from_code(captured, R::Board::KINDS)
                {
                    self.play_rebirth(enemy, kind, to, observer);
                }
            }
        }
        self.derived = R::derive(&self.pieces);
        R::finish(self, ply);
    }

    /// Rebirth (Circe): a captured piece comes back if its rebirth square is empty. A rook reborn in its corner may
    /// castle if its king has never moved.
    fn play_rebirth<O: BoardObserver<Self>>(
        &mut self,
        seat: Seat,
        kind: Kind,
        captured_on: SquareOf<R>,
        observer: &mut O,
    ) {
        let home = R::rebirth(seat, kind, captured_on);
        if self.pieces.occupied().has(home) {
            return;
        }
        let keys = KeysOf::<R>::KEYS;
        observer.put(seat, kind.index(), home.index());
        self.key ^= keys.piece(seat, kind as usize, home);
        self.pieces.put(home, seat, kind);
        if kind == Kind::Rook && self.memory.is_innocent(seat) {
            let right = Right { seat, short: home.file() == R::Board::FILES - 1 };
            let rights = self.castling.with::<R>(right, right.king_home::<R>(), home);
            self.key ^= keys.castling(self.castling) ^ keys.castling(rights);
            self.castling = rights;
        }
    }

    /// Gives the turn back to the side that has made a ply: its turn goes on.
    pub(super) fn keep_turn(&mut self, ply: Ply) {
        self.key ^= KeysOf::<R>::KEYS.turn();
        self.side = ply.mover;
        self.full_moves = ply.full_moves;
    }

    /// Sets the en passant square after a double step, if a legal move captures there.
    #[inline(always)]
    fn offer_en_passant(&mut self, from: SquareOf<R>, to: SquareOf<R>) {
        let target = SquareOf::<R>::from_index((from.index() + to.index()) / 2);
        if (R::Board::pawn(self.side.opponent(), target) & self.pieces.get(self.side, Kind::Pawn)).any() {
            self.set_en_passant_if_legal(target);
        }
    }

    /// Sets the en passant square if a pawn of the side to move can legally capture there.
    #[inline(always)]
    pub(super) fn set_en_passant_if_legal(&mut self, target: SquareOf<R>) {
        let takers = R::Board::pawn(self.side.opponent(), target) & self.pieces.get(self.side, Kind::Pawn);
        self.derived = R::derive(&self.pieces);
        for from in takers {
            if self.en_passant_is_legal(from, target) {
                self.en_passant = EnPassant::new(target);
                self.key ^= KeysOf::<R>::KEYS.en_passant(Some(target));
                return;
            }
        }
    }

    /// Moves the rook of an orthodox castling whose king stands on `king` now.
    #[inline(always)]
    fn move_castling_rook<O: BoardObserver<Self>>(&mut self, king: SquareOf<R>, observer: &mut O) {
        let seat = self.side.opponent();
        let right = Right::of_target::<R>(seat, king);
        let (from, to) = (right.corner::<R>(), right.rook_target::<R>());
        let rook = Kind::Rook as usize;
        observer.take(seat, rook - 1, from.index());
        observer.put(seat, rook - 1, to.index());
        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.piece(seat, rook, from) ^ keys.piece(seat, rook, to);
        self.pieces.set(SetOf::<R>::from(from), seat, 0);
        self.pieces.set(to.into(), seat, rook);
    }

    /// The position after a move where some rook that may castle does not stand as in orthodox chess.
    ///
    /// A function of its own that takes and returns a copy, so that the hot path keeps its position in registers.
    #[cold]
    #[inline(never)]
    fn played_in_chess960<O: BoardObserver<Self>>(mut self, mv: Move, observer: &mut O) -> Self {
        if mv.kind() == MoveKind::Castle.code() {
            self.castle_in_chess960(Right::of_target::<R>(self.side, SquareOf::<R>::from_index(mv.to())), observer);
        } else {
            self.play_with::<true, O>(mv, observer);
        }
        self
    }

    /// Castles. Both pieces leave the board before one comes back: either may arrive where the other stood, or stay.
    fn castle_in_chess960<O: BoardObserver<Self>>(&mut self, right: Right, observer: &mut O) {
        let keys = KeysOf::<R>::KEYS;
        let side = self.side;
        let pieces = [
            (Kind::King, self.king(side), right.king_target::<R>()),
            (Kind::Rook, self.castling.rook::<R>(right), right.rook_target::<R>()),
        ];
        observer.begin();
        for (kind, from, _) in pieces {
            observer.take(side, kind.index(), from.index());
            self.pieces.set(from.into(), side, 0);
        }
        for (kind, from, to) in pieces {
            observer.put(side, kind.index(), to.index());
            self.pieces.put(to, side, kind);
            self.key ^= keys.piece(side, kind as usize, from) ^ keys.piece(side, kind as usize, to);
        }
        let rights = self.castling.after_castling(side);
        self.key ^= keys.castling(self.castling) ^ keys.castling(rights);
        self.key ^= self.castling.files_key() ^ rights.files_key();
        self.castling = rights;
        // The clock, the move number and the side to move change as with a null move.
        self.play_null();
        self.derived = R::derive(&self.pieces);
    }
}
