//! The position: tiles in play, piles, side to move and clocks.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::{Frame, Kind, Plane, Rules, Step, Ties, Tile, TileSet};
use crate::game::Seat;

/// The tiles that a player has not drawn yet: what they are is known to both players, in which order they lie to none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pile {
    counts: [u8; Kind::COUNT],
}

impl Pile {
    /// All of a player's tiles.
    pub const FULL: Pile = Pile { counts: Kind::ARMY };

    /// How many tiles of a kind are left.
    #[inline(always)]
    pub const fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }

    /// How many tiles are left.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether no tile is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.counts == [0; Kind::COUNT]
    }

    /// The kinds that are left.
    #[inline(always)]
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let counts = self.counts;
        Kind::ALL.into_iter().filter(move |kind| counts[kind.index()] > 0)
    }

    /// Whether the king is the only tile left.
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

/// How far the player to move has come with a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// He has not decided to draw.
    Empty,
    /// He has decided to draw; which tile it is is up to chance.
    Drawing,
    /// He has drawn a tile and must place it.
    Holds(Kind),
}

/// The corner of the frame before the first tile is placed: the tile goes to the field below on the left of it.
pub(super) const FIRST_CORNER: Step = (1, 1);

/// Two steps in one. No game is so long that they would not fit.
pub(super) const fn sum(one: Step, other: Step) -> Step {
    (one.0.wrapping_add(other.0), one.1.wrapping_add(other.1))
}

/// A position of Chex.
#[derive(Clone, Debug)]
pub struct Position<R: Rules> {
    pub(super) plane: Plane,
    pub(super) ties: Ties,
    /// The enemies that aim at the king of the side to move, tied ones too; none where he may be captured.
    pub(super) aimers: TileSet,
    pub(super) piles: [Pile; 2],
    pub(super) hand: Hand,
    pub(super) side: Seat,
    pub(super) key: u64,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    /// Plies since a tile was drawn, placed or captured, as far as is known: no position from before that comes back.
    /// No part of what the position is.
    pub(super) reversible: u16,
    /// Where on the endless plane the frame's corner lies; no part of what the position is.
    pub(super) corner: Step,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The tiles in play.
    #[inline(always)]
    pub const fn plane(&self) -> &Plane {
        &self.plane
    }

    /// Which tiles hold others together.
    #[inline(always)]
    pub const fn ties(&self) -> &Ties {
        &self.ties
    }

    /// The tiles that a player has not drawn.
    #[inline(always)]
    pub const fn pile(&self, seat: Seat) -> &Pile {
        &self.piles[seat.index()]
    }

    /// How far the player to move has come with a draw.
    #[inline(always)]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The number of the current move, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// The same position, lying so many columns further to the right and rows further up on the plane.
    pub fn shifted(&self, by: (i32, i32)) -> Self {
        let mut plane = Plane::default();
        for tile in self.plane.in_play() {
            plane.put(tile, self.plane.kind_of(tile), self.plane.cell_of(tile).step(by));
        }
        Position { plane, corner: sum(self.corner, by), ..self.clone() }
    }

    /// Column and row on the endless plane of a field of the frame, counted from the first tile of the game, or from
    /// below the left end of a position that was read from text. However far the game wanders, they tell how far that
    /// is.
    pub const fn on_plane(&self, field: usize) -> Step {
        let (x, y) = Frame::coordinates(field);
        sum(self.corner, (x as i32 - 1, y as i32 - 1))
    }

    /// The tiles in play by field of the frame and what they show: the same for positions that differ by a shift of the
    /// plane, or by which of equal tiles lies where.
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
