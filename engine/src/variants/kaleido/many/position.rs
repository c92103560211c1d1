//! Position: pieces, side to move, last moves, counters.

use std::marker::PhantomData;

use super::Rules;
use crate::board::round::{Field, Set};
use crate::game::{Game, PieceRemoval};
use crate::seat::Seat;
use crate::variants::kaleido::{CASTLES, Pieces, Step};

/// Position of KaleidoChess for three or four. The side to move is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces<{ Seat::MAX }>,
    pub(super) key: u64,
    /// Last move of each player; `None` for who is out.
    pub(super) last: [Option<Step>; Seat::MAX],
    pub(super) round: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// Piece placement.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces<{ Seat::MAX }> {
        &self.pieces
    }

    /// Last move of a player, which it may not undo.
    #[inline(always)]
    pub const fn last(&self, seat: Seat) -> Option<Step> {
        self.last[seat.index()]
    }

    /// Number of the round, 1 at the start. It grows whenever the turn passes White's seat.
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// Players who are in, in the order of seats.
    #[inline(always)]
    pub fn players(&self) -> impl Iterator<Item = Seat> + Clone {
        let pieces = self.pieces;
        Seat::all(Self::SEATS).filter(move |&seat| pieces.of(seat).any())
    }

    /// Opponents of a player who are in.
    #[inline(always)]
    pub fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        self.players().filter(move |&other| other != seat)
    }

    /// Castles that a player holds.
    #[inline(always)]
    pub fn castles(&self, seat: Seat) -> Set {
        self.pieces.of(seat) & CASTLES
    }

    /// True if the side to move is the last one in.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.pieces.occupied() == self.pieces.of(self.side)
    }

    /// Attackers of a castle for a player's next turn, with the given occupancy: all pieces that reach it, except one
    /// that would undo the player's last move.
    #[inline]
    pub fn castle_attackers(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        let banned = self.last(seat).filter(|last| last.from == field).map_or(Set::EMPTY, |last| last.to.into());
        self.pieces.attackers(field, seat, occupied).without(banned)
    }

    /// The player's only castle, if it holds no other.
    #[inline(always)]
    pub fn only_castle(&self, seat: Seat) -> Option<Field> {
        let held = self.castles(seat);
        (held.any() && !held.several()).then(|| held.first())
    }

    /// True if an opponent who is in attacks the player's only castle.
    #[inline]
    pub fn is_threatened(&self, seat: Seat) -> bool {
        self.only_castle(seat).is_some_and(|castle| {
            let occupied = self.pieces.occupied();
            self.opponents(seat).any(|attacker| self.castle_attackers(castle, attacker, occupied).any())
        })
    }
}

impl<R: Rules> PieceRemoval for Position<R> {
    /// A player's last piece stays: a player without pieces is out.
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        let without = self.pieces.placed(|field, seat, kind| {
            let mut position = *self;
            position.pieces.toggle(field, seat, kind);
            position.key = position.compute_key();
            position.pieces.of(seat).any().then_some((field.index(), position))
        });
        without.into_iter().flatten().collect()
    }
}
