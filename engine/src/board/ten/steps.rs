//! Leaper attacks on the 10x10 board: of one piece by table, of a whole set at once by shifts.

use super::{DIRECTIONS, SIZE, Set, Square, Table, step};
use crate::seat::Seat;

/// Step to a neighbouring square that a whole set of pieces makes at once.
#[derive(Clone, Copy)]
pub struct Step {
    /// Square offset of the step.
    by: i32,
    /// Possible targets: masks the wrap around an edge.
    ends: Set,
}

impl Step {
    const fn new(files: i32, ranks: i32) -> Step {
        let mut ends = Set::EMPTY;
        let mut square = 0;
        while square < Square::COUNT {
            // Bits that cross the lower or upper edge are lost and need no mask. So the steps to one side share a mask.
            if step(square, (-files, 0)).is_some() {
                ends.0 |= 1 << square;
            }
            square += 1;
        }
        Step { by: ranks * SIZE as i32 + files, ends }
    }

    /// Steps along a rank.
    pub const SIDEWAYS: [Step; 2] = [Step::new(1, 0), Step::new(-1, 0)];

    /// Step straight ahead, relative to `seat`.
    #[inline(always)]
    pub const fn ahead(seat: Seat) -> Step {
        const AHEAD: [Step; 2] = [Step::new(0, 1), Step::new(0, -1)];
        AHEAD[seat.index()]
    }

    /// Both diagonal steps ahead, relative to `seat`.
    #[inline(always)]
    pub const fn ahead_diagonally(seat: Seat) -> [Step; 2] {
        const AHEAD: [[Step; 2]; 2] = [[Step::new(1, 1), Step::new(-1, 1)], [Step::new(1, -1), Step::new(-1, -1)]];
        AHEAD[seat.index()]
    }

    /// Targets of the pieces of a set.
    #[inline(always)]
    pub const fn ends(self, pieces: Set) -> Set {
        self.ends_on(Set::ALL, pieces)
    }

    /// Targets of the pieces of a set within `goal`.
    #[inline(always)]
    pub const fn ends_on(self, goal: Set, pieces: Set) -> Set {
        // In this order the compiler shares the masked goal between all steps to one side.
        Set(pieces.shift(self.by).0 & (goal.0 & self.ends.0))
    }

    /// Origin of the step that ends on a square.
    #[inline(always)]
    pub const fn origin(self, end: Square) -> Square {
        Square::from_index((end.index() as i32 - self.by) as usize)
    }
}

const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> Table<Set> {
    let mut table = [Set::EMPTY; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(square, steps[i]) {
                table[square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KING: Table<Set> = leaps(DIRECTIONS);
static KNIGHT: Table<Set> = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static WAZIR: Table<Set> = leaps([(1, 0), (0, 1), (-1, 0), (0, -1)]);
static FERZ: Table<Set> = leaps([(1, 1), (-1, 1), (-1, -1), (1, -1)]);
static AHEAD: [Table<Set>; 2] = [leaps([(0, 1)]), leaps([(0, -1)])];
static AHEAD_DIAGONALLY: [Table<Set>; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

/// King attacks.
#[inline(always)]
pub fn king(square: Square) -> Set {
    KING[square.index()]
}

/// Knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Set {
    KNIGHT[square.index()]
}

/// Wazir attacks: one step along rank or file.
#[inline(always)]
pub fn wazir(square: Square) -> Set {
    WAZIR[square.index()]
}

/// Ferz attacks: one step diagonally.
#[inline(always)]
pub fn ferz(square: Square) -> Set {
    FERZ[square.index()]
}

/// Square straight ahead, relative to `seat`.
#[inline(always)]
pub fn ahead(seat: Seat, square: Square) -> Set {
    AHEAD[seat.index()][square.index()]
}

/// Both squares diagonally ahead, relative to `seat`.
#[inline(always)]
pub fn ahead_diagonally(seat: Seat, square: Square) -> Set {
    AHEAD_DIAGONALLY[seat.index()][square.index()]
}

static NEAR: Table<Set> = {
    let mut table = [Set::EMPTY; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut other = 0;
        while other < Square::COUNT {
            let files = (square % SIZE).abs_diff(other % SIZE);
            let ranks = (square / SIZE).abs_diff(other / SIZE);
            if files <= 3 && ranks <= 3 {
                table[square].0 |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// Squares at most three steps away, `square` itself included. A non-slider that attacks a neighbour of `square` stands
/// on one of them, because none reaches further than two steps.
#[inline(always)]
pub fn near(square: Square) -> Set {
    NEAR[square.index()]
}

/// Left and right neighbours of a set.
#[inline(always)]
pub const fn beside(set: Set) -> Set {
    let [right, left] = Step::SIDEWAYS;
    Set(right.ends(set).0 | left.ends(set).0)
}

/// Squares straight ahead of a set, relative to `seat`.
#[inline(always)]
pub const fn steps_ahead(seat: Seat, set: Set) -> Set {
    Step::ahead(seat).ends(set)
}

/// Neighbours above and below a set.
#[inline(always)]
const fn up_and_down(set: Set) -> Set {
    Set(steps_ahead(Seat::WHITE, set).0 | steps_ahead(Seat::BLACK, set).0)
}

/// King attacks of a set.
#[inline(always)]
pub fn king_steps(set: Set) -> Set {
    let beside = beside(set);
    beside | up_and_down(set | beside)
}

/// Wazir attacks of a set.
#[inline(always)]
pub fn wazir_steps(set: Set) -> Set {
    beside(set) | up_and_down(set)
}

/// Ferz attacks of a set.
#[inline(always)]
pub fn ferz_steps(set: Set) -> Set {
    up_and_down(beside(set))
}
