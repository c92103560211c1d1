//! Single steps and leaps: of one man by a table, of a whole set of men at once.

use super::{DIRECTIONS, SIZE, Set, Square, Table, step};
use crate::seat::Seat;

/// A step to a square beside that whole sets of men make at once.
#[derive(Clone, Copy)]
pub struct Step {
    /// What the step adds to the number of a square.
    by: i32,
    /// The squares on which it can end: beyond an edge it would wrap around to the opposite one.
    ends: Set,
}

impl Step {
    const fn new(files: i32, ranks: i32) -> Step {
        let mut ends = Set::EMPTY;
        let mut square = 0;
        while square < Square::COUNT {
            // What crosses the lower or upper edge is lost and need not be masked. So the steps to one side share a mask.
            if step(square, (-files, 0)).is_some() {
                ends.0 |= 1 << square;
            }
            square += 1;
        }
        Step { by: ranks * SIZE as i32 + files, ends }
    }

    /// The steps along a rank.
    pub const SIDEWAYS: [Step; 2] = [Step::new(1, 0), Step::new(-1, 0)];

    /// The step straight ahead, as `seat` looks.
    #[inline(always)]
    pub const fn ahead(seat: Seat) -> Step {
        const AHEAD: [Step; 2] = [Step::new(0, 1), Step::new(0, -1)];
        AHEAD[seat.index()]
    }

    /// The two steps diagonally ahead, as `seat` looks.
    #[inline(always)]
    pub const fn ahead_diagonally(seat: Seat) -> [Step; 2] {
        const AHEAD: [[Step; 2]; 2] = [[Step::new(1, 1), Step::new(-1, 1)], [Step::new(1, -1), Step::new(-1, -1)]];
        AHEAD[seat.index()]
    }

    /// The squares where men from a set arrive.
    #[inline(always)]
    pub const fn ends(self, men: Set) -> Set {
        self.ends_on(Set::ALL, men)
    }

    /// Those of the squares of `goal` where men from a set arrive.
    #[inline(always)]
    pub const fn ends_on(self, goal: Set, men: Set) -> Set {
        // In this order, for the compiler to find the same goal for all steps to one side.
        Set(men.shift(self.by).0 & (goal.0 & self.ends.0))
    }

    /// The square from which a man has arrived.
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

/// The squares one step away in any direction.
#[inline(always)]
pub fn king(square: Square) -> Set {
    KING[square.index()]
}

/// The squares a knight's leap away.
#[inline(always)]
pub fn knight(square: Square) -> Set {
    KNIGHT[square.index()]
}

/// The squares one step away along rank or file.
#[inline(always)]
pub fn wazir(square: Square) -> Set {
    WAZIR[square.index()]
}

/// The squares one step away diagonally.
#[inline(always)]
pub fn ferz(square: Square) -> Set {
    FERZ[square.index()]
}

/// The square straight before one, as `seat` looks.
#[inline(always)]
pub fn ahead(seat: Seat, square: Square) -> Set {
    AHEAD[seat.index()][square.index()]
}

/// The two squares diagonally before one, as `seat` looks.
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

/// The squares at most three steps away, `square` itself included. A man other than a slider that attacks a square
/// beside `square` stands on one of them: none reaches further than two steps.
#[inline(always)]
pub fn near(square: Square) -> Set {
    NEAR[square.index()]
}

/// The squares to the left and right of the set's.
#[inline(always)]
pub const fn beside(set: Set) -> Set {
    let [right, left] = Step::SIDEWAYS;
    Set(right.ends(set).0 | left.ends(set).0)
}

/// The squares straight before the set's, as `seat` looks.
#[inline(always)]
pub const fn steps_ahead(seat: Seat, set: Set) -> Set {
    Step::ahead(seat).ends(set)
}

/// The squares straight above and below the set's.
#[inline(always)]
const fn up_and_down(set: Set) -> Set {
    Set(steps_ahead(Seat::WHITE, set).0 | steps_ahead(Seat::BLACK, set).0)
}

/// The squares one step away from the set's in any direction.
#[inline(always)]
pub fn king_steps(set: Set) -> Set {
    let beside = beside(set);
    beside | up_and_down(set | beside)
}

/// The squares one step away from the set's along rank or file.
#[inline(always)]
pub fn wazir_steps(set: Set) -> Set {
    beside(set) | up_and_down(set)
}

/// The squares one step away from the set's diagonally.
#[inline(always)]
pub fn ferz_steps(set: Set) -> Set {
    up_and_down(beside(set))
}
