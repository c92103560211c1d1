//! Facts about moves, and hints for the search.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{CORRECTION_KEYS, CopyMake, Game, MoveFacts, SearchHints};
use crate::moves::Move;
use crate::seat::Seat;
use crate::variants::kaleido::moves::PASS;
use crate::variants::kaleido::see::{SEE_VALUES, THE_GAME};
use crate::variants::kaleido::{CASTLES, Kind, Step};

/// Null-move threshold: with fewer pieces off the castles, zugzwang is likely.
const NULL_MOVE_MIN_PIECES: usize = 3;

/// Gain in centipawns by an opponent's exit that does not end the game.
const EXIT: i32 = 1_500;

impl<R: Rules> Position<R> {
    /// The position after a legal move.
    #[inline]
    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv, &mut ());
        next
    }

    /// True if a legal move leaves the side to move without a castle while somebody else is still in.
    #[inline]
    pub(super) fn gives_up_last_castle(&self, mv: Move) -> bool {
        let left = self.castles(self.side).without(Field::from_index(mv.from()).into());
        let to = Field::from_index(mv.to());
        let gives_up =
            left.is_empty() && !CASTLES.has(to) && self.opponents(self.side).any(|seat| !self.falls(seat, mv));
        mv == PASS || gives_up
    }

    /// True if a legal move leaves an opponent who is in without a castle.
    #[inline]
    fn falls(&self, opponent: Seat, mv: Move) -> bool {
        self.castles(opponent).without(Field::from_index(mv.to()).into()).is_empty()
    }

    /// Gain by the exits of opponents after a legal move of a piece: the game if nobody else is left.
    #[inline]
    pub(super) fn exit_gain(&self, mv: Move) -> i32 {
        let (mut fallen, mut standing) = (0, 0);
        for seat in self.opponents(self.side) {
            *if self.falls(seat, mv) { &mut fallen } else { &mut standing } += 1;
        }
        if standing == 0 { THE_GAME } else { fallen * EXIT }
    }
}

impl<R: Rules> MoveFacts for Position<R> {
    const KINDS: usize = Kind::COUNT;

    const FIELDS: usize = Field::COUNT;

    /// True if some opponent attacks the only castle of the side to move and the game goes on.
    #[inline]
    fn in_check(&self) -> bool {
        !self.is_over() && self.is_threatened(self.side)
    }

    /// True if the next player has a threat to answer, whoever makes it.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.after(mv).in_check()
    }

    /// True if a move leaves the mover in and no opponent with an attack on its only castle.
    fn is_evasion(&self, mv: Move) -> bool {
        let next = self.after(mv);
        next.is_in(self.side) && (next.is_over() || !next.is_threatened(self.side))
    }

    /// A pass moves no piece; it counts as a pawn's move in tables.
    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        let kind = self.pieces.kind_on(Field::from_index(mv.from())).filter(|_| mv != PASS);
        kind.unwrap_or(Kind::Pawn).index()
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        let to = Field::from_index(mv.to());
        let knocks_out = mv != PASS && !self.pieces.of(self.side).has(to);
        self.pieces.kind_on(to).filter(|_| knocks_out).map(Kind::index)
    }

    /// A player's last castle has a value of its own. An own piece that is knocked out is lost.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        if self.gives_up_last_castle(mv) {
            return -THE_GAME;
        }
        let to = Field::from_index(mv.to());
        let own = self.pieces.kind_on(to).filter(|_| self.pieces.of(self.side).has(to));
        self.exit_gain(mv) - own.map_or(0, |kind| Self::piece_value(kind.index()))
    }

    /// No value tells what follows the loss of a castle.
    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        let enemies = self.pieces.occupied().without(self.pieces.of(self.side));
        if mv == PASS || !(enemies & CASTLES).has(Field::from_index(mv.to())) {
            return gain;
        }
        gain.max(if self.opponents(self.side).nth(1).is_none() { THE_GAME } else { EXIT })
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.captured_kind(mv).is_some()
    }

    #[inline]
    fn piece_value(kind: usize) -> i32 {
        SEE_VALUES[kind]
    }
}

impl<R: Rules> SearchHints for Position<R> {
    const EXPECTED_MOVES: u32 = 28;

    /// Castle key, the piece key of the side to move, and that of the others.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let own = self.pieces.of(self.side);
        [CASTLES, own, Set::ALL.without(own)].map(|fields| self.pieces.digest(fields))
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        // Where somebody leaves, all its pieces do.
        if self.gives_up_last_castle(mv) || self.opponents(self.side).any(|seat| self.falls(seat, mv)) {
            return self.after(mv).key();
        }
        self.key_after_step(Step { from: Field::from_index(mv.from()), to: Field::from_index(mv.to()) })
    }

    /// Zugzwang is rare as long as there are pieces that hold no castle.
    #[inline]
    fn null_move_allowed(&self) -> bool {
        let free = self.pieces.of(self.side).without(CASTLES).len();
        !self.is_over() && free >= NULL_MOVE_MIN_PIECES && !self.in_check()
    }
}
