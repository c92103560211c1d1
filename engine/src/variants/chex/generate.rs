//! Legal moves: what a tile can do by its kind, where the tiles hold together after it, and that the king is safe.

use super::attacks::Change;
use super::moves::{DRAW, dealt, normal, placed};
use super::plane::{DIRECTIONS, LEAPS};
use super::{Cell, Frame, Hand, Kind, Position, Rules, Tile, TileSet};
use crate::game::{Seat, Wanted};
use crate::moves::Move;

/// What the generator needs to know, gathered once.
struct Situation {
    frame: Frame,
    captures: bool,
    quiets: bool,
    /// Where the own king lies, if it must be kept safe.
    king: Option<Cell>,
    /// The own tiles with which it must be seen after their move whether the king is safe.
    watched: TileSet,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of the asked sort to `out`: those of tiles on `sources`, placements and the decision to draw.
    #[inline(always)]
    pub(super) fn generate(&self, wanted: Wanted, sources: TileSet, out: &mut impl FnMut(Move)) {
        if self.captured_king().is_some() {
            return;
        }
        match self.hand {
            Hand::Empty => {
                self.tile_moves(wanted, sources, out);
                if wanted != Wanted::Noisy && self.may_draw() {
                    out(DRAW);
                }
            }
            Hand::Drawing => {}
            Hand::Holds(kind) => {
                if wanted != Wanted::Noisy {
                    self.placements(kind, out);
                }
            }
        }
    }

    /// The placements of a tile of a kind.
    pub(super) fn placements(&self, kind: Kind, out: &mut impl FnMut(Move)) {
        let frame = self.plane.frame();
        self.for_each_site(kind, &mut |cell| out(placed(kind, frame.field(cell))));
    }

    /// How many placements a tile of a kind has.
    pub(super) fn count_placements(&self, kind: Kind) -> usize {
        if self.plane.in_play().any() && kind != Kind::King && self.aimers_at_king().is_empty() {
            return self.plane.rim_len();
        }
        let mut count = 0;
        self.for_each_site(kind, &mut |_| count += 1);
        count
    }

    /// The cells on which a tile of a kind may be placed.
    fn for_each_site(&self, kind: Kind, site: &mut impl FnMut(Cell)) {
        if self.plane.in_play().is_empty() {
            return site(self.plane.frame().cell(0));
        }
        if kind == Kind::King {
            let safe = |cell: &Cell| !self.is_attacked_if_placed(*cell);
            return match R::KING_IS_ROYAL {
                true => self.plane.rim_cells().filter(safe).for_each(site),
                // One safe cell is enough for the king to go wherever he likes.
                false if self.plane.rim_cells().any(|cell| safe(&cell)) => self.plane.rim_cells().for_each(site),
                false => {}
            };
        }
        let aimers = self.aimers_at_king();
        let Some(king) = self.royal_cell().filter(|_| aimers.any()) else {
            return self.plane.rim_cells().for_each(site);
        };
        self.plane.rim_cells().filter(|&cell| self.is_safe_site(cell, king, aimers)).for_each(site);
    }

    /// Whether the king is not in check once a tile lies on an empty cell: each of the enemies that aim at him is blocked or tied.
    fn is_safe_site(&self, cell: Cell, king: Cell, aimers: TileSet) -> bool {
        let touched = self.plane.touching(cell);
        let could_leave = |&tile: &Tile| self.ties.hold_without(tile, touched);
        let mut free = aimers.into_iter().filter(could_leave).peekable();
        if free.peek().is_none() {
            return true;
        }
        let change = Change { gone: TileSet::EMPTY, arrived: Some(cell) };
        let unblocked = self.aimers(king, self.side.opponent(), change);
        !free.any(|tile| unblocked.has(tile))
    }

    /// Whether the player to move may draw: only if any tile but the king can be placed, or there is none but the king.
    pub(super) fn may_draw(&self) -> bool {
        let pile = &self.piles[self.side.index()];
        if pile.is_empty() {
            return false;
        }
        !R::KING_IS_ROYAL || pile.is_king_only() || self.has_site()
    }

    /// Whether a tile other than the king can be placed anywhere.
    fn has_site(&self) -> bool {
        let aimers = self.aimers_at_king();
        match self.royal_cell().filter(|_| aimers.any()) {
            Some(king) => self.plane.rim_cells().any(|cell| self.is_safe_site(cell, king, aimers)),
            None => true,
        }
    }

    /// Hands the entries of a game's record that begin with a draw to `out`: every kind that is left, on every cell.
    pub(super) fn whole_draws(&self, out: &mut impl FnMut(Move)) {
        if self.hand == Hand::Empty && self.captured_king().is_none() && self.may_draw() {
            for kind in self.piles[self.side.index()].kinds() {
                self.placements(kind, out);
            }
        }
    }

    /// How many they are.
    pub(super) fn count_whole_draws(&self) -> usize {
        if self.hand != Hand::Empty || self.captured_king().is_some() {
            return 0;
        }
        let pile = &self.piles[self.side.index()];
        let mut kinds = pile.kinds().filter(|&kind| kind != Kind::King).count();
        let mut total = 0;
        if kinds > 0 {
            // Where a tile may go does not depend on its kind.
            kinds *= self.count_placements(Kind::Pawn);
            total += kinds;
        }
        if pile.count(Kind::King) > 0 && (total > 0 || pile.is_king_only() || !R::KING_IS_ROYAL) {
            total += self.count_placements(Kind::King);
        }
        total
    }

    /// The events of chance.
    pub(super) fn events(&self) -> impl Iterator<Item = (Move, u32)> {
        let pile = &self.piles[self.side.index()];
        pile.kinds().filter(|_| self.hand == Hand::Drawing).map(move |kind| (dealt(kind), pile.count(kind).into()))
    }

    /// Where the king of the side to move lies, if he must be kept safe.
    #[inline(always)]
    fn royal_cell(&self) -> Option<Cell> {
        let king = if R::KING_IS_ROYAL { self.plane.king(self.side) } else { None };
        king.map(|king| self.plane.cell_of(king))
    }

    /// The enemies that aim at that king, tied ones too.
    #[inline(always)]
    fn aimers_at_king(&self) -> TileSet {
        let king = self.royal_cell();
        king.map_or(TileSet::EMPTY, |king| self.aimers(king, self.side.opponent(), Change::NONE))
    }

    #[inline(always)]
    pub(super) fn tile_moves(&self, wanted: Wanted, sources: TileSet, out: &mut impl FnMut(Move)) {
        let king = self.royal_cell();
        let aimers = self.aimers_at_king();
        let watched = match king {
            Some(_) if aimers.any() => TileSet::of(self.side),
            Some(king) => self.screens(king),
            None => TileSet::EMPTY,
        };
        let now = Situation {
            frame: self.plane.frame(),
            captures: wanted != Wanted::Quiet,
            quiets: wanted != Wanted::Noisy,
            king,
            watched,
        };
        for tile in self.plane.of(self.side) & sources {
            self.moves_of(&now, tile, self.plane.kind_of(tile), out);
        }
    }

    #[inline(always)]
    fn moves_of(&self, now: &Situation, tile: Tile, kind: Kind, out: &mut impl FnMut(Move)) {
        let from = self.plane.cell_of(tile);
        let directions = match kind {
            Kind::King => return self.steps(now, tile, kind, Self::around(from), out),
            Kind::Knight => return self.steps(now, tile, kind, LEAPS.into_iter().map(|leap| from.step(leap)), out),
            Kind::Pawn => return self.pawn_moves(now, tile, out),
            Kind::Queen => &DIRECTIONS[..],
            Kind::Rook => &DIRECTIONS[..4],
            Kind::Bishop => &DIRECTIONS[4..],
        };
        // Nothing lies more than this many steps away, nor can the tile go there.
        let most = now.frame.width.max(now.frame.height);
        for &direction in directions {
            let mut cell = from;
            for _ in 0..most {
                cell = cell.step(direction);
                if self.plane.is_occupied(cell) {
                    self.try_capture(now, tile, kind, cell, out);
                    break;
                }
                self.try_quiet(now, tile, kind, cell, out);
            }
        }
    }

    #[inline(always)]
    fn steps(
        &self,
        now: &Situation,
        tile: Tile,
        kind: Kind,
        cells: impl Iterator<Item = Cell>,
        out: &mut impl FnMut(Move),
    ) {
        for cell in cells {
            if self.plane.is_occupied(cell) {
                self.try_capture(now, tile, kind, cell, out);
            } else {
                self.try_quiet(now, tile, kind, cell, out);
            }
        }
    }

    #[inline(always)]
    fn pawn_moves(&self, now: &Situation, tile: Tile, out: &mut impl FnMut(Move)) {
        let from = self.plane.cell_of(tile);
        let ahead = if self.side == Seat::WHITE { 1 } else { -1 };
        let front = from.step((0, ahead));
        if !self.plane.is_occupied(front) {
            self.try_quiet(now, tile, Kind::Pawn, front, out);
        }
        for side in [-1, 1] {
            self.try_capture(now, tile, Kind::Pawn, from.step((side, ahead)), out);
        }
    }

    #[inline(always)]
    fn try_quiet(&self, now: &Situation, tile: Tile, kind: Kind, to: Cell, out: &mut impl FnMut(Move)) {
        let touched = self.plane.touching(to).without(tile.into());
        // A tile that is alone in play has nowhere to go: it would lie where it lay.
        if now.quiets && touched.any() && self.ties.hold_without(tile, touched) {
            self.try_safe(now, tile, kind, None, to, out);
        }
    }

    #[inline(always)]
    fn try_capture(&self, now: &Situation, tile: Tile, kind: Kind, to: Cell, out: &mut impl FnMut(Move)) {
        let Some(victim) = self.plane.tile_on(to) else { return };
        if now.captures && victim.seat() != self.side && !self.ties.tied().has(tile) {
            self.try_safe(now, tile, kind, Some(victim), to, out);
        }
    }

    /// Hands a move that leaves the tiles together to `out` if it leaves the king safe.
    #[inline(always)]
    fn try_safe(
        &self,
        now: &Situation,
        tile: Tile,
        kind: Kind,
        victim: Option<Tile>,
        to: Cell,
        out: &mut impl FnMut(Move),
    ) {
        let safe = match now.king {
            None => true,
            Some(_) if kind == Kind::King => self.is_king_safe_after(tile, victim, to, to),
            Some(king) => !now.watched.has(tile) || self.is_king_safe_after(tile, victim, to, king),
        };
        if safe {
            out(normal(now.frame.field(self.plane.cell_of(tile)), now.frame.field(to)));
        }
    }

    /// Whether no enemy can capture the king, on `king`, after an own tile has gone to a cell.
    fn is_king_safe_after(&self, tile: Tile, victim: Option<Tile>, to: Cell, king: Cell) -> bool {
        let gone = victim.map_or(TileSet::EMPTY, TileSet::from) | tile.into();
        let change = Change { gone, arrived: Some(to) };
        let aimers = self.aimers(king, self.side.opponent(), change);
        !aimers.into_iter().any(|aimer| self.is_free_after(aimer, gone, to))
    }
}
