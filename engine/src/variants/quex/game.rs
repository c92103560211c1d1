//! The traits of a game for Quex and Keyles.

use super::generate::{Count, Find};
use super::moves::{exchange_kind, is_replacement};
use super::{KING_ARRIVED, Kind, Position, Rules};
use crate::board::ten::{Set, Square};
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
        R::KING_IS_ROYAL
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
        if R::KING_IS_ROYAL { None } else { self.decided() }
    }

    fn no_moves_outcome(&self) -> Outcome {
        if R::KING_IS_ROYAL && self.checkers().any() {
            Outcome::Win(self.side.opponent(), Reason::CHECKMATE)
        } else {
            Outcome::Draw(Reason::STALEMATE)
        }
    }

    #[inline]
    fn moves(&self, stage: GenType, out: &mut MoveList) {
        self.generate(stage, !Set::EMPTY, out);
    }

    /// Bulk counting. Inlined, so that counting the replies to a move pays for no key and no clock.
    #[inline(always)]
    fn count_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate(GenType::All, !Set::EMPTY, &mut count);
        count.0
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv.from() >= Square::COUNT || mv.to() >= Square::COUNT {
            return false;
        }
        let mut find = Find { wanted: mv, found: false };
        self.generate(GenType::All, Square::from_index(mv.from()).into(), &mut find);
        find.found
    }

    /// Grand, Crux and Wyse pions go back and forth.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// Captures: a man that comes back takes the place of another.
    #[inline(always)]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.captured_kind(mv).is_some()
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

impl<R: Rules> Position<R> {
    /// Outcome by the king's arrival or loss (Keyles).
    #[inline(always)]
    pub(super) fn decided(&self) -> Option<Outcome> {
        for seat in Seat::BOTH {
            if (self.pieces.get(seat, Kind::King) & Self::end_zone(seat)).any() {
                return Some(Outcome::Win(seat, KING_ARRIVED));
            }
        }
        let lost = self.must_replace() && self.champions(self.side).is_empty();
        lost.then(|| Outcome::Win(self.side.opponent(), Reason::KING_CAPTURED))
    }
}

impl<R: Rules> MoveFacts for Position<R> {
    const KINDS: usize = Kind::COUNT;

    const FIELDS: usize = Square::COUNT;

    /// Keyles has no check. Its direct threats are the own king that waits for its re-placement, and the enemy king
    /// that is about to win.
    #[inline]
    fn in_check(&self) -> bool {
        if R::KING_IS_ROYAL {
            self.checkers().any()
        } else {
            self.must_replace() || self.king_arrives(self.side.opponent())
        }
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        if R::KING_IS_ROYAL { self.attacks_king(mv) } else { self.threatens_in_race(mv) }
    }

    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        if is_replacement(mv) {
            return Kind::King.index();
        }
        Kind::index_of(self.pieces.code_on(Square::from_index(mv.from())))
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        if is_replacement(mv) {
            return None;
        }
        self.pieces.kind_on(Square::from_index(mv.to())).map(Kind::index)
    }

    /// An exchanged pion gains the difference. In Keyles a king that arrives gains the game, and a re-placement costs a
    /// champion.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        let kind = self.moved_kind(mv);
        let to = Square::from_index(mv.to());
        if !R::KING_IS_ROYAL && kind == Kind::King.index() && Self::end_zone(self.side).has(to) {
            return Self::THE_GAME;
        }
        if is_replacement(mv) {
            return -self.replacement_cost(self.side, to);
        }
        exchange_kind(mv).map_or(0, |chosen| Self::piece_value(chosen.index()) - Self::piece_value(kind))
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.captured_kind(mv).map_or(0, |kind| self.capture_value(kind, Square::from_index(mv.to())))
            + self.promotion_gain(mv)
    }

    /// No value tells what follows the capture of a king, or the race.
    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        let forks = !R::KING_IS_ROYAL && self.captured_kind(mv) == Some(Kind::King.index()) && gain > -Self::THE_GAME;
        if forks { Self::THE_GAME } else { gain }
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        let to = Square::from_index(mv.to());
        let arrives = || Self::end_zone(self.side).has(to) && self.moved_kind(mv) == Kind::King.index();
        is_replacement(mv)
            || (exchange_kind(mv).is_some() || self.pieces.occupied().has(to) || (!R::KING_IS_ROYAL && arrives()))
    }

    #[inline]
    fn piece_value(kind: usize) -> i32 {
        Self::SEE_VALUES[kind]
    }
}

impl<R: Rules> StaticExchange for Position<R> {
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_ge(mv, threshold)
    }
}

impl<R: Rules> SearchHints for Position<R> {
    const EXPECTED_MOVES: u32 = 28;

    /// Pion key, and the keys of the other pieces of White and Black.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let pions = self.pieces.pions();
        let others = Seat::BOTH.map(|seat| self.pieces.digest(self.pieces.of(seat).without(pions)));
        [self.pieces.digest(pions), others[0], others[1]]
    }

    /// Exact except for the pool.
    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        self.key_after_move(mv)
    }

    #[inline]
    fn known_mate(&self) -> Option<usize> {
        if R::KING_IS_ROYAL { None } else { self.race_distance() }
    }

    /// Zugzwang is rare as long as there is a champion to move.
    #[inline]
    fn null_move_allowed(&self) -> bool {
        !self.in_check() && (R::KING_IS_ROYAL || self.decided().is_none()) && self.champions(self.side).any()
    }
}
