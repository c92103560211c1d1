//! Which tiles hold others together.

use super::{Plane, Tile, TileSet};

/// The most parts that tiles can fall into when one is taken away: of the eight cells around it no more than four can
/// lie pairwise apart.
const MAX_PLIES: usize = 4;

/// For each tile in play, into what the others fall without it.
///
/// A tile without which the others still hold together is free: it may go wherever it touches another tile, and a tile
/// that it captures is one. A tile that holds others together (an articulation point of the graph of tiles that touch)
/// is tied: it may go only where it joins all the parts again. Where it goes by capturing there is a tile already, so
/// it cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ties {
    tied: TileSet,
    /// The only tile in play, if there is but one.
    alone: TileSet,
    parts: [[TileSet; MAX_PLIES]; Tile::COUNT],
}

impl Default for Ties {
    fn default() -> Self {
        Ties { tied: TileSet::EMPTY, alone: TileSet::EMPTY, parts: [[TileSet::EMPTY; MAX_PLIES]; Tile::COUNT] }
    }
}

/// A tile on the way of the walk.
#[derive(Clone, Copy)]
struct Visit {
    tile: Tile,
    /// The tiles visited before this one.
    before: TileSet,
    /// What the tiles visited from here on touch.
    reach: TileSet,
    /// The tiles visited from here on that are cut off without this one.
    cut_off: TileSet,
    /// How many parts they make.
    parts: usize,
}

impl Ties {
    /// Finds the ties of the tiles in play, which must hold together.
    ///
    /// One walk in depth through all tiles (Hopcroft and Tarjan, "Efficient algorithms for graph manipulation", 1973):
    /// the tiles visited from a child on are cut off without the parent if nothing of what they touch lies beyond it.
    /// With sets of tiles no numbering is needed for that. The time grows with the number of tiles.
    pub(super) fn find(plane: &Plane, ties: &mut Ties) {
        let all = plane.in_play();
        ties.tied = TileSet::EMPTY;
        ties.alone = all.when(!all.several());
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
            // Everything beyond this tile has been seen.
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

    /// Notes whether a tile is tied, once all that hangs on it is known.
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

    /// The tied tiles.
    #[inline(always)]
    pub const fn tied(&self) -> TileSet {
        self.tied
    }

    /// Into what the other tiles fall without a tied tile; meaningless for a free one.
    #[inline(always)]
    pub fn parts(&self, tile: Tile) -> impl Iterator<Item = TileSet> {
        self.parts[tile.index()].into_iter().take_while(|part| part.any())
    }

    /// Whether all tiles but one hold together if another is added that touches `touched`.
    #[inline(always)]
    pub fn hold_without(&self, tile: Tile, touched: TileSet) -> bool {
        if self.tied.has(tile) {
            self.parts(tile).all(|part| (part & touched).any())
        } else {
            touched.without(tile.into()).any() || self.alone.has(tile)
        }
    }
}
