//! Bitboards of the frame around the tiles.

use super::Frame;

/// Set of fields of a [frame](Frame), its border included. The fields belong to one position's frame; after a move they
/// may mean other cells.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// `[row]`: a bit for each column, the border first.
    rows: [u64; Frame::SIDE],
    /// Number of rows that may have fields.
    height: usize,
}

impl Fields {
    /// Empty set.
    pub const EMPTY: Fields = Fields { rows: [0; Frame::SIDE], height: 0 };

    /// Set from the column bits of each row, the border's row first.
    #[inline(always)]
    pub(super) fn from_rows(rows: impl Iterator<Item = u64>) -> Fields {
        let mut fields = Fields::EMPTY;
        for columns in rows {
            fields.rows[fields.height] = columns;
            fields.height += 1;
        }
        fields
    }

    /// Adds a field.
    #[inline(always)]
    pub fn add(&mut self, field: u16) {
        let (x, y) = Frame::coordinates(field.into());
        self.rows[y] |= 1 << x;
        self.height = self.height.max(y + 1);
    }

    /// Removes a field.
    #[inline(always)]
    pub(super) fn remove(&mut self, field: u16) {
        let (x, y) = Frame::coordinates(field.into());
        self.rows[y] &= !(1 << x);
    }

    /// Intersection with another set.
    #[inline(always)]
    pub(super) fn keep(&mut self, other: &Fields) {
        for (columns, others) in self.rows[..self.height].iter_mut().zip(&other.rows) {
            *columns &= others;
        }
    }

    /// Union with another set.
    #[inline(always)]
    pub(super) fn unite(&mut self, other: &Fields) {
        self.height = self.height.max(other.height);
        for (columns, others) in self.rows.iter_mut().zip(other.rows()) {
            *columns |= others;
        }
    }

    /// Adds a field and its eight neighbours.
    #[inline(always)]
    pub(super) fn add_around(&mut self, field: u16) {
        let (x, y) = Frame::coordinates(field.into());
        for columns in &mut self.rows[y - 1..=y + 1] {
            *columns |= 7 << (x - 1);
        }
        self.height = self.height.max(y + 2);
    }

    /// True if a field is in the set.
    #[inline(always)]
    pub fn has(&self, field: u16) -> bool {
        let (x, y) = Frame::coordinates(field.into());
        self.rows[y] >> x & 1 != 0
    }

    /// True if the set is not empty.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.rows().iter().any(|&columns| columns != 0)
    }

    /// Number of fields.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.rows().iter().map(|columns| columns.count_ones() as usize).sum()
    }

    /// True if the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        !self.any()
    }

    /// Set difference.
    #[inline(always)]
    pub fn without(mut self, other: &Fields) -> Fields {
        for (columns, others) in self.rows[..self.height].iter_mut().zip(&other.rows) {
            *columns &= !others;
        }
        self
    }

    /// Fields for which a test holds.
    #[inline(always)]
    pub(super) fn filter(&self, mut test: impl FnMut(u16) -> bool) -> Fields {
        let mut chosen = Fields::EMPTY;
        self.for_each(|field| {
            if test(field) {
                chosen.add(field);
            }
        });
        chosen
    }

    /// Visits the fields row by row.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(u16)) {
        for (y, &columns) in self.rows().iter().enumerate() {
            let mut left = columns;
            while left != 0 {
                visit(Frame::field_at(left.trailing_zeros() as usize, y));
                left &= left - 1;
            }
        }
    }

    #[inline(always)]
    fn rows(&self) -> &[u64] {
        &self.rows[..self.height]
    }
}
