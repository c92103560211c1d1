//! Line occupancies: rows, columns and diagonals as bits, for slider moves in a few operations a line.

use super::plane::{SIZE, Step};
use super::{Cell, Frame, Kind};

/// Axis of lines on the plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Axis {
    /// To the right.
    Row = 0,
    /// Upwards.
    Column = 1,
    /// To the right and upwards.
    Rising = 2,
    /// To the right and downwards.
    Falling = 3,
}

impl Axis {
    /// Number of axes.
    const COUNT: usize = 4;

    const ALL: [Axis; Axis::COUNT] = [Axis::Row, Axis::Column, Axis::Rising, Axis::Falling];

    /// Axes along which a kind slides.
    #[inline(always)]
    pub(super) const fn of(kind: Kind) -> &'static [Axis] {
        match kind {
            Kind::Queen => &Axis::ALL,
            Kind::Rook => &[Axis::Row, Axis::Column],
            Kind::Bishop => &[Axis::Rising, Axis::Falling],
            Kind::King | Kind::Knight | Kind::Pawn => &[],
        }
    }

    /// Axis and number of steps of an offset; `None` if the offset lies on no line or is zero.
    #[inline(always)]
    pub(super) const fn along((dx, dy): Step) -> Option<(Axis, i32)> {
        match (dx, dy) {
            (0, 0) => None,
            (_, 0) => Some((Axis::Row, dx)),
            (0, _) => Some((Axis::Column, dy)),
            _ if dx == dy => Some((Axis::Rising, dx)),
            _ if dx == -dy => Some((Axis::Falling, dx)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) const fn is_diagonal(self) -> bool {
        matches!(self, Axis::Rising | Axis::Falling)
    }

    /// Step along the axis.
    #[inline(always)]
    const fn step(self) -> Step {
        match self {
            Axis::Row => (1, 0),
            Axis::Column => (0, 1),
            Axis::Rising => (1, 1),
            Axis::Falling => (1, -1),
        }
    }

    /// Cell at a number of steps along the axis, backwards if negative.
    #[inline(always)]
    pub(super) const fn cell(self, from: Cell, steps: i32) -> Cell {
        let (dx, dy) = self.step();
        from.step((dx * steps, dy * steps))
    }

    /// Field stride of a step in a frame.
    #[inline(always)]
    pub(super) const fn stride(self) -> i32 {
        Frame::stride(self.step())
    }

    /// Index of the line of a cell.
    #[inline(always)]
    const fn line(self, cell: Cell) -> usize {
        match self {
            Axis::Row => cell.y(),
            Axis::Column => cell.x(),
            Axis::Rising => (cell.x() + SIZE - cell.y()) % SIZE,
            Axis::Falling => (cell.x() + cell.y()) % SIZE,
        }
    }

    /// Place of a cell on its line.
    #[inline(always)]
    const fn place(self, cell: Cell) -> u32 {
        match self {
            Axis::Column => cell.y() as u32,
            _ => cell.x() as u32,
        }
    }

    /// Steps from a cell to the frame's border, forwards and backwards. No tile lies further away. On a diagonal the
    /// nearer border counts.
    #[inline(always)]
    fn room(self, frame: Frame, cell: Cell) -> (u32, u32) {
        let (x, y) = Frame::coordinates(frame.field(cell).into());
        let (left, below) = (x as u32, y as u32);
        let (right, above) = ((frame.width + 1 - x) as u32, (frame.height + 1 - y) as u32);
        match self {
            Axis::Row => (right, left),
            Axis::Column => (above, below),
            Axis::Rising => (right.min(above), left.min(below)),
            Axis::Falling => (right.min(below), left.min(above)),
        }
    }
}

/// Line occupancy relative to one cell: bit k is the cell k steps forwards, bit 64 - k the cell k steps backwards, bit
/// 0 the cell itself. Connected tiles lie fewer than 32 steps apart.
#[derive(Clone, Copy)]
pub(super) struct View(u64);

impl View {
    /// Cells strictly between the cell and the one at a number of steps, backwards if negative.
    #[inline(always)]
    pub(super) const fn between(self, steps: i32) -> View {
        let mask = if steps > 0 { (1 << steps) - 2 } else { !0 << (SIZE as i32 + steps) << 1 };
        View(self.0 & mask)
    }

    /// True if no cell is occupied.
    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only occupied cell in steps from the cell; `None` if there are several or none.
    #[inline(always)]
    pub(super) const fn only(self) -> Option<i32> {
        let single = self.0 != 0 && self.0 & (self.0 - 1) == 0;
        if single { Some(steps_to(self.0.trailing_zeros(), SIZE as u32 / 2)) } else { None }
    }

    /// Nearest occupied cells on both sides, in steps.
    #[inline(always)]
    pub(super) fn nearest(self) -> impl Iterator<Item = i32> {
        let others = self.0 & !1;
        let (on, back) = (others.trailing_zeros() as i32, -(others.leading_zeros() as i32 + 1));
        let near = |steps: &i32| steps.unsigned_abs() < SIZE as u32 / 2;
        [on, back].into_iter().filter(near)
    }
}

/// Steps of a bit: forwards for the lower half, else backwards.
#[inline(always)]
const fn steps_to(bit: u32, on: u32) -> i32 {
    if bit <= on { bit as i32 } else { bit as i32 - SIZE as i32 }
}

/// Slider targets, in steps.
pub(super) struct Glide {
    cells: u64,
    /// Number of forward bits.
    on: u32,
}

impl Iterator for Glide {
    type Item = i32;

    #[inline(always)]
    fn next(&mut self) -> Option<i32> {
        let bit = (self.cells != 0).then(|| self.cells.trailing_zeros())?;
        self.cells &= self.cells - 1;
        Some(steps_to(bit, self.on))
    }
}

/// Occupied cells of all lines.
#[derive(Clone, Debug)]
pub(super) struct Lines([[u64; SIZE]; Axis::COUNT]);

impl Default for Lines {
    fn default() -> Self {
        Lines([[0; SIZE]; Axis::COUNT])
    }
}

impl Lines {
    /// Toggles the occupancy of a cell.
    #[inline(always)]
    pub(super) fn flip(&mut self, cell: Cell) {
        for axis in Axis::ALL {
            self.0[axis as usize][axis.line(cell)] ^= 1 << axis.place(cell);
        }
    }

    /// Occupied cells of a row.
    #[inline(always)]
    pub(super) const fn row(&self, y: usize) -> u64 {
        self.0[Axis::Row as usize][y % SIZE]
    }

    /// Number of occupied cells among a cell and its eight neighbours.
    #[inline(always)]
    pub(super) fn crowd(&self, cell: Cell) -> u32 {
        let (turn, y) = ((cell.x() + SIZE - 1) as u32, cell.y());
        let three = |row: u64| row.rotate_right(turn % SIZE as u32) & 7;
        (three(self.row(y + SIZE - 1)) | three(self.row(y)) << 3 | three(self.row(y + 1)) << 6).count_ones()
    }

    /// Line occupancy relative to a cell.
    #[inline(always)]
    pub(super) const fn view(&self, axis: Axis, cell: Cell) -> View {
        View(self.0[axis as usize][axis.line(cell)].rotate_right(axis.place(cell)))
    }

    /// Line occupancy relative to a cell, after some cells have been vacated and one has been occupied.
    #[inline(always)]
    pub(super) fn view_after(
        &self,
        axis: Axis,
        cell: Cell,
        left: impl Iterator<Item = Cell>,
        occupied: Option<Cell>,
    ) -> View {
        let line = axis.line(cell);
        let on_line = |other: Cell| u64::from(axis.line(other) == line) << axis.place(other);
        let left = left.fold(0, |cells, cell| cells | on_line(cell));
        let cells = self.0[axis as usize][line] & !left | occupied.map_or(0, on_line);
        View(cells.rotate_right(axis.place(cell)))
    }

    /// Empty slider targets along an axis on which the tile would touch another one.
    #[inline(always)]
    pub(super) fn glide(&self, frame: Frame, axis: Axis, from: Cell) -> Glide {
        let (on, back) = axis.room(frame, from);
        let occupied = self.view(axis, from).0 & !1;
        let (ahead, behind) = ((2 << on) - 2, !(!0 >> back));
        let (first, last) = (occupied & ahead, occupied & behind);
        // Targets lie below the first blocker ahead and above the last one behind; without a blocker all are open.
        let open_ahead = first.wrapping_sub(1) & !first & ahead;
        let open_behind = if last == 0 { behind } else { !0 << (SIZE as u32 - 1 - last.leading_zeros()) << 1 };
        Glide { cells: (open_ahead | open_behind) & self.touching(axis, from, occupied), on }
    }

    /// Cells of a line that touch an occupied cell, with `from` vacated; `own` is the line occupancy relative to `from`
    /// without it.
    #[inline(always)]
    fn touching(&self, axis: Axis, from: Cell, own: u64) -> u64 {
        let (line, place) = (axis.line(from), axis.place(from));
        let beside = |distance: usize| self.0[axis as usize][(line + distance) % SIZE].rotate_right(place);
        let spread = |cells: u64| cells | cells.rotate_left(1) | cells.rotate_right(1);
        if axis.is_diagonal() {
            // Adjacent diagonals are shifted by half a step, the next ones by a whole step.
            let (next, previous) = (beside(1), beside(SIZE - 1));
            let corners = beside(2).rotate_right(1) | beside(SIZE - 2).rotate_left(1);
            spread(own) | next | next.rotate_right(1) | previous | previous.rotate_left(1) | corners
        } else {
            spread(own | beside(1) | beside(SIZE - 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with some cells occupied.
    fn lines(cells: &[(usize, usize)]) -> Lines {
        let mut lines = Lines::default();
        cells.iter().for_each(|&(x, y)| lines.flip(Cell::new(x, y)));
        lines
    }

    /// Line occupancies are the same wherever a line lies, also across the edge of the stored plane.
    #[test]
    fn a_cell_sees_its_lines() {
        for (x, y) in [(10, 20), (0, 0), (63, 62), (5, 63)] {
            let from = Cell::new(x, y);
            for axis in Axis::ALL {
                let at = |steps: i32| axis.cell(from, steps);
                let occupied = [at(0), at(3), at(7), at(-2)].map(|cell| (cell.x(), cell.y()));
                let view = lines(&occupied).view(axis, from);
                assert_eq!(view.nearest().collect::<Vec<_>>(), [3, -2], "{axis:?}");
                assert!(view.between(3).is_empty() && view.between(-2).is_empty());
                assert_eq!((view.between(7).only(), view.between(-4).only()), (Some(3), Some(-2)));
                assert_eq!(view.between(8).only(), None, "there are two");
                assert_eq!(Axis::along(from.offset_to(at(-2))), Some((axis, -2)));
            }
        }
    }

    #[test]
    fn nobody_sees_itself_or_a_line_without_others() {
        let lines = lines(&[(10, 20)]);
        assert!(Axis::ALL.into_iter().all(|axis| lines.view(axis, Cell::new(10, 20)).nearest().next().is_none()));
        assert_eq!(Axis::along((0, 0)), None);
        assert_eq!(Axis::along((1, 2)), None);
    }

    #[test]
    fn a_crowd_is_counted_with_its_middle() {
        let lines = lines(&[(63, 63), (0, 0), (1, 1), (63, 0), (2, 0)]);
        assert_eq!(lines.crowd(Cell::new(0, 0)), 4);
        assert_eq!(lines.crowd(Cell::new(2, 2)), 1);
        assert_eq!(lines.crowd(Cell::new(4, 4)), 0);
    }
}
