//! Values of a search: centipawns, and mates counted in turns.
//!
//! A turn of a side is all plies until the other side is to move: one ply in most games, in Keyles a king's
//! re-placement and the move after it. Counted so, a mate is as far away as the players see it, and a detour within a
//! turn makes no difference.

/// The value of having won at once.
pub const MATE: i32 = 32_000;

/// The longest line that is ever searched, in plies.
pub const MAX_PLY: usize = 128;

/// From this on, and from its negative down, values are mates.
pub const MATE_BOUND: i32 = MATE - 1000;

/// A draw.
pub const DRAW: i32 = 0;

/// Scale of the logistic function in centipawns: this many multiply the odds of a share by e.
pub const LOGISTIC_SCALE: f32 = 220.0;

/// The least and, counted from 1, the greatest share of an undecided position.
pub const LEAST_SHARE: f32 = 0.0001;

/// Centipawns of an expected share of the point, from 0 to 1: half of it is 0.
pub fn share_to_centipawns(share: f32) -> i32 {
    let share = share.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
    (LOGISTIC_SCALE * libm::logf(share / (1.0 - share))).round() as i32
}

/// Expected share of the point that centipawns stand for, the inverse of [`share_to_centipawns`].
pub fn centipawns_to_share(centipawns: i32) -> f32 {
    1.0 / (1.0 + libm::expf(-centipawns as f32 / LOGISTIC_SCALE))
}

/// The value of mating after `turns` turns of both sides.
pub const fn mate_in(turns: usize) -> i32 {
    MATE - turns as i32
}

/// The value of being mated after `turns` turns of both sides.
pub const fn mated_in(turns: usize) -> i32 {
    turns as i32 - MATE
}

/// Turns of both sides to the mate that a value stands for: positive if the side to move mates, negative if it is mated
/// (and then `Some(0)` if it is mated already); `None` if the value is no mate.
pub const fn turns_to_mate(value: i32) -> Option<i32> {
    if value >= MATE_BOUND {
        Some(MATE - value)
    } else if value <= -MATE_BOUND {
        Some(-(MATE + value))
    } else {
        None
    }
}

/// Moves to the mate that a value stands for, as GUIs count them: 1 for mate in the present turn, -1 for being mated in
/// the opponent's next one, or for losing by the present one, as can be in some games.
pub const fn moves_to_mate(value: i32) -> Option<i32> {
    match turns_to_mate(value) {
        Some(turns) if turns > 0 => Some((turns + 1) / 2),
        Some(turns) => Some((turns - 1) / 2),
        None => None,
    }
}
