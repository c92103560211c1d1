//! The values that searches compare: centipawns, and mates counted in plies.

/// The value of having won at once.
pub const MATE: i32 = 32_000;

/// The deepest line that is ever searched, in plies.
pub const MAX_PLY: usize = 128;

/// Above this, and below its negative, values are mates.
pub const MATE_BOUND: i32 = MATE - 1000;

/// A draw.
pub const DRAW: i32 = 0;

/// The value of being mated after `ply` plies.
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Plies to the mate that a value stands for: positive if the side to move mates, negative if it is mated
/// (and then `Some(0)` if it is mated already); `None` if the value is no mate.
pub const fn plies_to_mate(value: i32) -> Option<i32> {
    if value >= MATE_BOUND {
        Some(MATE - value)
    } else if value <= -MATE_BOUND {
        Some(-(MATE + value))
    } else {
        None
    }
}

/// Moves to the mate that a value stands for, as GUIs count them: 1 for mate at the next move, -1 for being mated at the
/// opponent's next one.
pub const fn moves_to_mate(value: i32) -> Option<i32> {
    match plies_to_mate(value) {
        Some(plies) if plies > 0 => Some((plies + 1) / 2),
        Some(plies) => Some(plies / 2),
        None => None,
    }
}
