//! Sets of fields of the frame around the tiles.

use super::Frame;

/// A set of fields of a [frame](Frame), its border included. The fields are those of one position's frame; after a move
/// they may mean other cells.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// A bit for each column, the border's first, by row.
    rows: [u64; Frame::SIDE],
    /// How many rows may have fields in them.
    height: usize,
}

impl Fields {
    /// The set without a field.
    pub const EMPTY: Fields = Fields { rows: [0; Frame::SIDE], height: 0 };

    /// The set with the columns of each row, the border's row first.
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

    /// Takes a field away, if it is there.
    #[inline(always)]
    pub(super) fn remove(&mut self, field: u16) {
        let (x, y) = Frame::coordinates(field.into());
        self.rows[y] &= !(1 << x);
    }

    /// Takes away what is not in another set.
    #[inline(always)]
    pub(super) fn keep(&mut self, other: &Fields) {
        for (columns, others) in self.rows[..self.height].iter_mut().zip(&other.rows) {
            *columns &= others;
        }
    }

    /// Adds another set.
    #[inline(always)]
    pub(super) fn unite(&mut self, other: &Fields) {
        self.height = self.height.max(other.height);
        for (columns, others) in self.rows.iter_mut().zip(other.rows()) {
            *columns |= others;
        }
    }

    /// Adds the fields around one in the frame, and itself.
    #[inline(always)]
    pub(super) fn add_around(&mut self, field: u16) {
        let (x, y) = Frame::coordinates(field.into());
        for columns in &mut self.rows[y - 1..=y + 1] {
            *columns |= 7 << (x - 1);
        }
        self.height = self.height.max(y + 2);
    }

    /// Whether a field is in the set.
    #[inline(always)]
    pub fn has(&self, field: u16) -> bool {
        let (x, y) = Frame::coordinates(field.into());
        self.rows[y] >> x & 1 != 0
    }

    /// Whether the set has any field.
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.rows().iter().any(|&columns| columns != 0)
    }

    /// The number of fields.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.rows().iter().map(|columns| columns.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        !self.any()
    }

    /// The fields without another set's.
    #[inline(always)]
    pub fn without(mut self, other: &Fields) -> Fields {
        for (columns, others) in self.rows[..self.height].iter_mut().zip(&other.rows) {
            *columns &= !others;
        }
        self
    }

    /// The fields for which a test holds.
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

    /// Hands out the fields row by row.
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
