//! Position: tiles in play, piles, hand, side to move, clocks.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::{Frame, Kind, Plane, Rules, Step, Ties, Tile, TileSet};
use crate::game::{PieceRemoval, Seat};

/// Pile: tiles that a side has not drawn yet. The counts are known to both sides, the order to none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pile {
    counts: [u8; Kind::COUNT],
}

impl Pile {
    /// All tiles of a side.
    pub const FULL: Pile = Pile { counts: Kind::ARMY };

    /// Number of tiles of a kind that are left.
    #[inline(always)]
    pub const fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }

    /// Number of tiles that are left.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// True if no tile is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; Kind::COUNT]
    }

    /// Kinds that are left.
    #[inline(always)]
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let counts = self.counts;
        Kind::ALL.into_iter().filter(move |kind| counts[kind.index()] > 0)
    }

    /// True if the king is the only tile left.
    #[inline(always)]
    pub(super) fn is_king_only(&self) -> bool {
        self.counts == [1, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    pub(super) const fn add(&mut self, kind: Kind) {
        self.counts[kind.index()] += 1;
    }

    #[inline(always)]
    pub(super) const fn remove(&mut self, kind: Kind) {
        self.counts[kind.index()] -= 1;
    }
}

/// Hand: progress of a draw of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// No draw.
    Empty,
    /// Chance node: the draw is decided, the tile unknown.
    Drawing,
    /// A tile has been drawn and must be placed.
    Holds(Kind),
}

/// Corner of the frame before the first tile is placed: the tile goes to the field below on the left of it.
pub(super) const FIRST_CORNER: Step = (1, 1);

/// Sum of two offsets. No game is long enough to overflow it.
pub(super) const fn sum(one: Step, other: Step) -> Step {
    (one.0.wrapping_add(other.0), one.1.wrapping_add(other.1))
}

/// Position of Chex.
#[derive(Clone, Debug)]
pub struct Position<R: Rules> {
    pub(super) plane: Plane,
    pub(super) ties: Ties,
    /// Enemy aimers at the king of the side to move, tied ones included; empty where the king may be captured.
    pub(super) aimers: TileSet,
    pub(super) piles: [Pile; 2],
    pub(super) hand: Hand,
    pub(super) side: Seat,
    pub(super) key: u64,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    /// Plies since a tile was drawn, placed or captured, as far as is known: no position from before that comes back.
    /// Not part of the position's identity.
    pub(super) reversible: u16,
    /// Place of the frame's corner on the endless plane. Not part of the position's identity.
    pub(super) corner: Step,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The tiles in play.
    #[inline(always)]
    pub const fn plane(&self) -> &Plane {
        &self.plane
    }

    /// Ties: the tiles that hold others together.
    #[inline(always)]
    pub const fn ties(&self) -> &Ties {
        &self.ties
    }

    /// Pile of a side.
    #[inline(always)]
    pub const fn pile(&self, seat: Seat) -> &Pile {
        &self.piles[seat.index()]
    }

    /// Hand: progress of a draw of the side to move.
    #[inline(always)]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// True if a tile has been drawn and must be placed.
    #[inline(always)]
    pub(super) const fn holds_tile(&self) -> bool {
        matches!(self.hand, Hand::Holds(_))
    }

    /// Side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// Position shifted on the plane by columns to the right and rows up.
    pub fn shifted(&self, by: (i32, i32)) -> Self {
        let mut plane = Plane::default();
        for tile in self.plane.in_play() {
            plane.put(tile, self.plane.kind_of(tile), self.plane.cell_of(tile).step(by));
        }
        Position { plane, corner: sum(self.corner, by), ..self.clone() }
    }

    /// Column and row on the endless plane of a field of the frame, counted from the first tile of the game, or from
    /// below the left end of a position that was read from text. They follow the game however far it wanders.
    pub const fn on_plane(&self, field: usize) -> Step {
        let (x, y) = Frame::coordinates(field);
        sum(self.corner, (x as i32 - 1, y as i32 - 1))
    }

    /// Tiles in play by field and kind: the same for positions that differ by a shift of the plane, or by a permutation
    /// of equal tiles.
    fn arrangement(&self) -> ArrayVec<(u16, Seat, Kind), { Tile::COUNT }> {
        let frame = self.plane.frame();
        let place = |tile| (frame.field(self.plane.cell_of(tile)), Tile::seat(tile), self.plane.kind_of(tile));
        let mut tiles: ArrayVec<_, { Tile::COUNT }> = self.plane.in_play().into_iter().map(place).collect();
        tiles.sort_unstable_by_key(|tile| tile.0);
        tiles
    }

    fn state(&self) -> ([Pile; 2], Hand, Seat, u16, u16) {
        (self.piles, self.hand, self.side, self.full_moves, self.clock)
    }
}

impl<R: Rules> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state() && self.arrangement() == other.arrangement()
    }
}

impl<R: Rules> Eq for Position<R> {}

impl<R: Rules> Hash for Position<R> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
        self.arrangement().hash(hasher);
    }
}

impl<R: Rules> PieceRemoval for Position<R> {
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        let frame = self.plane.frame();
        let removable = self.plane.in_play().without(self.ties.tied()).without(self.plane.kind(Kind::King));
        let without = |tile: Tile| {
            let mut position = self.clone();
            position.plane.take(tile, self.plane.kind_of(tile));
            position.corner = sum(self.corner, frame.corner.offset_to(position.plane.frame().corner));
            Ties::find(&position.plane, &mut position.ties);
            position.aimers = position.find_aimers();
            position.key = position.compute_key();
            (frame.field(self.plane.cell_of(tile)).into(), position)
        };
        removable.into_iter().map(without).collect()
    }
}
