//! Ties: articulation points of the graph of touching tiles.

use super::{Plane, Tile, TileSet};

/// Maximum number of parts without one tile: of the eight cells around it no more than four lie pairwise apart.
const MAX_PARTS: usize = 4;

/// For each tile in play, the parts into which the others fall without it.
///
/// A tile without which the others still hold together is free: it may go wherever it touches another tile, and
/// captures at will. A tile that holds others together (an articulation point) is tied: it may go only where it joins
/// all the parts again. It cannot capture, because its target is occupied already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ties {
    tied: TileSet,
    parts: [[TileSet; MAX_PARTS]; Tile::COUNT],
}

impl Default for Ties {
    fn default() -> Self {
        Ties { tied: TileSet::EMPTY, parts: [[TileSet::EMPTY; MAX_PARTS]; Tile::COUNT] }
    }
}

/// Stack entry of the depth-first search.
#[derive(Clone, Copy)]
struct Visit {
    tile: Tile,
    /// Tiles visited before this one.
    before: TileSet,
    /// Tiles touched by the subtree.
    reach: TileSet,
    /// Tiles of the subtree that are cut off without this one.
    cut_off: TileSet,
    /// Number of parts that they make.
    parts: usize,
}

impl Ties {
    /// Finds the ties of the tiles in play, which must hold together.
    ///
    /// Depth-first search for articulation points (Hopcroft and Tarjan, "Efficient algorithms for graph manipulation",
    /// 1973): the subtree of a child is cut off without the parent if nothing that it touches lies beyond the parent.
    /// With sets of tiles no numbering is needed. Linear in the number of tiles.
    pub(super) fn find(plane: &Plane, ties: &mut Ties) {
        let all = plane.in_play();
        ties.tied = TileSet::EMPTY;
        if all.is_empty() {
            return;
        }
        let visit = |tile: Tile, before: TileSet| Visit {
            tile,
            before,
            reach: plane.touched_by(tile),
            cut_off: TileSet::EMPTY,
            parts: 0,
        };
        let mut way = [visit(all.first(), TileSet::EMPTY); Tile::COUNT];
        let mut depth = 0;
        let mut unvisited = all ^ all.first().into();
        loop {
            let here = way[depth];
            let next = plane.touched_by(here.tile) & unvisited;
            if next.any() {
                depth += 1;
                way[depth] = visit(next.first(), all ^ unvisited);
                unvisited ^= next.first().into();
                continue;
            }
            // The subtree of this tile is complete.
            ties.finish(all, &here);
            if depth == 0 {
                break;
            }
            depth -= 1;
            let parent = &mut way[depth];
            parent.reach |= here.reach;
            let branch = (all ^ unvisited).without(here.before);
            if here.reach.without(branch | parent.tile.into()).is_empty() {
                ties.parts[parent.tile.index()][parent.parts] = branch;
                parent.parts += 1;
                parent.cut_off |= branch;
            }
        }
    }

    /// Records the parts of a tile whose subtree is complete.
    #[inline(always)]
    fn finish(&mut self, all: TileSet, visit: &Visit) {
        let tile = visit.tile;
        let rest = all.without(visit.cut_off | tile.into());
        let mut parts = visit.parts;
        if rest.any() && parts > 0 {
            self.parts[tile.index()][parts] = rest;
            parts += 1;
        }
        self.tied |= TileSet::from(tile).when(parts > 1);
        for part in &mut self.parts[tile.index()][parts..] {
            *part = TileSet::EMPTY;
        }
    }

    /// Tied tiles.
    #[inline(always)]
    pub const fn tied(&self) -> TileSet {
        self.tied
    }

    /// Parts of the other tiles without a tied tile; meaningless for a free one.
    #[inline(always)]
    pub fn parts(&self, tile: Tile) -> impl Iterator<Item = TileSet> {
        self.parts[tile.index()].into_iter().take_while(|part| part.any())
    }

    /// True if all tiles but one, of several, hold together once another is added that touches `touched`.
    #[inline(always)]
    pub fn hold_without(&self, tile: Tile, touched: TileSet) -> bool {
        if self.tied.has(tile) {
            self.parts(tile).all(|part| (part & touched).any())
        } else {
            touched.without(tile.into()).any()
        }
    }
}
