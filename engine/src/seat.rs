//! Seats: the players of a game by number.

/// Seat: one player, numbered in the order of first moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The player who moves first.
    pub const WHITE: Seat = Seat(0);
    /// The player who moves second.
    pub const BLACK: Seat = Seat(1);
    /// Both players.
    pub const BOTH: [Seat; 2] = [Seat::WHITE, Seat::BLACK];

    /// Index for tables: 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player.
    #[inline(always)]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}
