//! Seats: the players of a game by number.

/// Seat: one player, numbered in the order of turns.
///
/// A game says how many there are and what they are called ([`Game::SEAT_NAMES`](crate::game::Game::SEAT_NAMES)).
/// The start position says who begins: in Dunsany's chess that is [`BLACK`](Seat::BLACK), elsewhere
/// [`WHITE`](Seat::WHITE). [`BLACK`](Seat::BLACK), [`BOTH`](Seat::BOTH) and [`opponent`](Seat::opponent) are for games
/// of two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// Greatest number of players of a game.
    pub const MAX: usize = 4;
    /// White.
    pub const WHITE: Seat = Seat(0);
    /// Black in a game of two.
    pub const BLACK: Seat = Seat(1);
    /// Both players of a game of two.
    pub const BOTH: [Seat; 2] = [Seat::WHITE, Seat::BLACK];

    /// Seat of an index.
    ///
    /// # Panics
    /// If the index is not below [`MAX`](Seat::MAX).
    #[inline(always)]
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MAX, "no such seat");
        Seat(index as u8)
    }

    /// The seats of a game of `seats` players, in the order of turns.
    #[inline(always)]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        debug_assert!(seats <= Seat::MAX, "no game has {seats} players");
        (0..seats as u8).map(Seat)
    }

    /// Index for tables: 0 for White; in a game of two 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player of a game of two.
    #[inline(always)]
    pub const fn opponent(self) -> Seat {
        debug_assert!(self.0 < 2, "more than one opponent");
        Seat(self.0 ^ 1)
    }
}
