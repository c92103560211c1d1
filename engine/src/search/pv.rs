//! Triangular PV table: the principal variations found so far below each ply of the current line.
//!
//! Source: chessprogramming wiki, "Triangular PV-Table".

use super::score::MAX_PLY;
use crate::moves::Move;

/// Triangular PV table: row `ply` holds the best line from that ply on.
pub struct PvTable {
    rows: Vec<[Move; MAX_PLY]>,
    lengths: [usize; MAX_PLY + 2],
}

impl PvTable {
    /// A table of empty lines.
    pub fn new() -> PvTable {
        PvTable { rows: vec![[Move::NONE; MAX_PLY]; MAX_PLY + 2], lengths: [0; MAX_PLY + 2] }
    }

    /// Empties the line of `ply`.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line of `ply` becomes `mv` and then the line of the ply below.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (above, below) = self.rows.split_at_mut(ply + 1);
        above[ply][0] = mv;
        above[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The line of `ply` becomes one that is known from elsewhere.
    pub fn set(&mut self, ply: usize, line: &[Move]) {
        self.rows[ply][..line.len()].copy_from_slice(line);
        self.lengths[ply] = line.len();
    }

    /// The line of `ply`.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.rows[ply][..self.lengths[ply]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaves() {
        let (first, second) = (Move::new(1, 2, 0), Move::new(3, 4, 0));
        let mut pv = PvTable::new();
        pv.clear(2);
        pv.update(1, second);
        pv.update(0, first);
        assert_eq!(pv.line(0), [first, second]);
        pv.clear(1);
        pv.update(0, second);
        assert_eq!(pv.line(0), [second]);
    }
}
