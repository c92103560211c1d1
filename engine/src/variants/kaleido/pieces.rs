//! Piece placement as bitboards.

use super::reach::REACH;
use crate::board::round::{Field, Set};
use crate::board::zobrist;
use crate::game::Seat;
use crate::variants::kinds::piece_kinds;

piece_kinds! {
    /// Piece kind, in the order of the rules.
    pub enum Kind:

    /// Flies three steps and may change rings freely.
    Wizard = 0, 'W', "wizard";
    /// Flies four steps.
    Dragon = 1, 'D', "dragon";
    /// Flies three steps.
    Roc = 2, 'R', "roc";
    /// Flies two steps.
    Eagle = 3, 'E', "eagle";
    /// Flies one step.
    Raven = 4, 'V', "raven";
    /// Walks four steps.
    Elephant = 5, 'L', "elephant";
    /// Walks three steps.
    Tiger = 6, 'T', "tiger";
    /// Walks two steps.
    Horse = 7, 'H', "horse";
    /// Walks one step.
    Pawn = 8, 'P', "pawn";
}

impl Kind {
    /// Index for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Number of steps of a move.
    #[inline(always)]
    pub const fn steps(self) -> usize {
        [3, 4, 3, 2, 1, 4, 3, 2, 1][self.index()]
    }

    /// True for kinds that walk.
    #[inline(always)]
    pub const fn walks(self) -> bool {
        self as u8 >= Kind::Elephant as u8
    }

    /// True for kinds that pieces in the way can block: they walk, and more than one step.
    #[inline(always)]
    pub const fn can_be_blocked(self) -> bool {
        self.walks() && self.steps() > 1
    }
}

/// Piece placement: a bitboard for each kind and each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<const SEATS: usize = 2> {
    kinds: [Set; Kind::COUNT],
    players: [Set; SEATS],
}

impl<const SEATS: usize> Default for Pieces<SEATS> {
    fn default() -> Self {
        Pieces { kinds: [Set::EMPTY; Kind::COUNT], players: [Set::EMPTY; SEATS] }
    }
}

impl<const SEATS: usize> Pieces<SEATS> {
    /// Hash of the players' pieces on a set of fields, for correction keys.
    #[inline]
    pub(super) fn digest(&self, fields: Set) -> u64 {
        let halves = |set: Set| [(set.0 & fields.0) as u64, ((set.0 & fields.0) >> 64) as u64];
        zobrist::digest(self.players.into_iter().flat_map(halves))
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Set {
        self.players.into_iter().fold(Set::EMPTY, |all, own| all | own)
    }

    /// All pieces of one player.
    #[inline(always)]
    pub const fn of(&self, seat: Seat) -> Set {
        self.players[seat.index()]
    }

    /// All pieces of one kind, of all players.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> Set {
        self.kinds[kind.index()]
    }

    /// Pieces of one kind and player.
    #[inline(always)]
    pub fn get(&self, seat: Seat, kind: Kind) -> Set {
        self.kind(kind) & self.of(seat)
    }

    /// Kind of the piece on a field.
    #[inline(always)]
    pub fn kind_on(&self, field: Field) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.kinds[kind.index()].has(field))
    }

    /// Seat and kind of the piece on a field.
    #[inline(always)]
    pub fn on(&self, field: Field) -> Option<(Seat, Kind)> {
        // What belongs to nobody before the last belongs to the last.
        let owner = Seat::all(SEATS - 1).find(|&seat| self.of(seat).has(field));
        self.kind_on(field).map(|kind| (owner.unwrap_or(Seat::new(SEATS - 1)), kind))
    }

    /// Attackers of a field by a player, with the given occupancy and the ban on the way back left aside.
    #[inline]
    pub(super) fn attackers(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        let reach = &*REACH;
        let own = self.of(seat);
        Kind::ALL.into_iter().fold(Set::EMPTY, |attackers, kind| {
            let near = reach.unhindered(kind, field) & self.kind(kind) & own;
            // Most pieces are out of reach; the ways are tested only for the others.
            let blocked = kind.can_be_blocked() && near.any();
            attackers | if blocked { near & reach.of(kind, field, occupied) } else { near }
        })
    }

    /// All pieces with their fields and owners, converted, in the order of fields.
    pub fn placed<T>(&self, convert: impl Fn(Field, Seat, Kind) -> T) -> Vec<T> {
        let placed = |field| self.on(field).map(|(seat, kind)| convert(field, seat, kind));
        self.occupied().into_iter().filter_map(placed).collect()
    }

    /// Puts a piece on an empty field, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, field: Field, seat: Seat, kind: Kind) {
        self.kinds[kind.index()] ^= field.into();
        self.players[seat.index()] ^= field.into();
    }
}
