//! Making of moves.

use super::keys::KeysOf;
use super::moves::{exchange_code, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::Square;
use crate::board::zobrist;
use crate::game::{BoardObserver, CopyMake, Seat};
use crate::moves::Move;

impl<R: Rules> CopyMake for Position<R> {
    /// Plays a legal move.
    #[inline(always)]
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        observer.begin();
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        if !R::KING_IS_ROYAL && is_replacement(mv) {
            return self.replace_king(to, observer);
        }
        let (side, enemy) = (self.side, self.side.opponent());
        let moving = self.pieces.code_on(from);
        let captured = self.pieces.code_on(to);
        let chosen = exchange_code(mv);
        let arriving = if chosen == 0 { moving } else { chosen };

        observer.take(side, Kind::index_of(moving), from.index());
        if captured != 0 {
            observer.take(enemy, Kind::index_of(captured), to.index());
            self.add_to_pool(enemy, captured);
        }
        if chosen != 0 {
            self.remove_from_pool(side, chosen);
        }
        observer.put(side, Kind::index_of(arriving), to.index());

        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.piece(side, moving, from) ^ keys.piece(enemy, captured, to) ^ keys.piece(side, arriving, to);
        self.key ^= keys.turn();
        self.pieces.go(from, to, side, arriving);
        let progress = captured != 0 || Kind::is_pion_code(moving);
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
        self.full_moves = self.full_moves.saturating_add(side.index() as u16);
        self.side = enemy;
    }

    /// Null move.
    fn play_null(&mut self) {
        self.key ^= KeysOf::<R>::KEYS.turn();
        self.clock = self.clock.saturating_add(1);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.side = self.side.opponent();
    }
}

impl<R: Rules> Position<R> {
    /// Key after a legal move that leaves the pool as it is.
    #[inline(always)]
    pub(super) fn key_after_move(&self, mv: Move) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        let ends = [mv.from(), mv.to()].map(Square::from_index);
        let step =
            zobrist::step(self.side, ends, |at| self.pieces.code_on(at), |seat, code, at| keys.piece(seat, code, at));
        self.key ^ step ^ keys.turn()
    }

    /// Re-placement: the king comes back in the place of a champion. The side to move stays the same.
    #[inline(always)]
    fn replace_king<O: BoardObserver<Self>>(&mut self, at: Square, observer: &mut O) {
        let (side, king) = (self.side, Kind::King as usize);
        let champion = self.pieces.code_on(at);
        observer.take(side, Kind::index_of(champion), at.index());
        observer.put(side, Kind::King.index(), at.index());
        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.piece(side, champion, at) ^ keys.piece(side, king, at);
        self.pieces.set(at, side, king);
        self.add_to_pool(side, champion);
        self.remove_from_pool(side, king);
        self.clock = 0;
    }

    #[inline(always)]
    fn add_to_pool(&mut self, seat: Seat, code: usize) {
        self.switch_pool_key(seat, code);
        self.pool.add(seat, code);
        self.switch_pool_key(seat, code);
    }

    #[inline(always)]
    fn remove_from_pool(&mut self, seat: Seat, code: usize) {
        self.switch_pool_key(seat, code);
        self.pool.remove(seat, code);
        self.switch_pool_key(seat, code);
    }

    #[inline(always)]
    fn switch_pool_key(&mut self, seat: Seat, code: usize) {
        self.key ^= KeysOf::<R>::KEYS.pool(seat, code, self.pool.count_of(seat, code));
    }
}
