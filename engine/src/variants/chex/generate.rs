//! Legal move generation: moves of each kind after which the tiles hold together and the king is safe.

use super::attacks::Change;
use super::moves::{DRAW_TILE, dealt, normal, placed};
use super::reach::ahead;
use super::{Cell, Fields, Frame, Hand, Kind, Position, Rules, Tile, TileSet};
use crate::game::GenType;
use crate::moves::Move;

/// Move generation info: masks that every part of the generator needs, computed once a position.
pub(super) struct MoveGenInfo {
    frame: Frame,
    /// Cell of the own king, if it is royal and in play.
    king: Option<Cell>,
    /// Enemy aimers at the king, tied ones included.
    aimers: TileSet,
    /// Enemies that may aim at a neighbour of the king.
    neighbours: TileSet,
    /// Pinned tiles.
    pinned: TileSet,
    /// Own tiles whose every move needs a test of the king's safety, the king included.
    watched: TileSet,
    /// Fields where a quiet move of any other tile needs that test, and where no tile may be placed.
    freeing: Fields,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of a stage to `out`: moves of the tiles of `sources`, placements, the decision to draw.
    #[inline(always)]
    pub(super) fn generate(&self, stage: GenType, sources: TileSet, out: &mut impl FnMut(Move)) {
        if self.captured_king().is_some() {
            return;
        }
        match self.hand {
            Hand::Empty => {
                let info = self.movegen_info(stage);
                self.tile_moves(&info, stage, sources, out);
                if stage != GenType::Noisy && self.may_draw_in(&info) {
                    out(DRAW_TILE);
                }
            }
            Hand::Drawing => {}
            Hand::Holds(kind) => {
                if stage != GenType::Noisy {
                    self.placements(kind, out);
                }
            }
        }
    }

    /// Placements of a tile of a kind.
    pub(super) fn placements(&self, kind: Kind, out: &mut impl FnMut(Move)) {
        self.sites(kind).for_each(|field| out(placed(kind, field)));
    }

    /// Fields where a tile of a kind may be placed.
    pub(super) fn sites(&self, kind: Kind) -> Fields {
        if kind == Kind::King { self.king_sites() } else { self.common_sites(&self.movegen_info(GenType::Quiet)) }
    }

    /// Fields where any tile but the king may be placed.
    fn common_sites(&self, info: &MoveGenInfo) -> Fields {
        self.rim().without(&info.freeing)
    }

    /// Fields where the king may be placed.
    fn king_sites(&self) -> Fields {
        let rim = self.rim();
        let safe = rim.without(&self.deadly_fields(self.plane.frame()));
        // By mail one safe cell is enough for the king to be placed anywhere.
        if R::KING_IS_ROYAL || safe.is_empty() { safe } else { rim }
    }

    /// Rim: empty fields that touch a tile; the first tile goes to the border.
    fn rim(&self) -> Fields {
        if self.plane.in_play().is_empty() { Fields::from_rows([1].into_iter()) } else { self.plane.rim() }
    }

    /// True if the side to move may draw: only if any tile but the king can be placed, or only the king is left.
    pub(super) fn may_draw(&self) -> bool {
        self.may_draw_in(&self.movegen_info(GenType::Quiet))
    }

    fn may_draw_in(&self, info: &MoveGenInfo) -> bool {
        let pile = &self.piles[self.side.index()];
        let has_site = || info.aimers.is_empty() || self.common_sites(info).any();
        !pile.is_empty() && (pile.is_king_only() || has_site())
    }

    /// Composite moves that draw a tile: every kind that is left, on every legal field.
    pub(super) fn composite_draws(&self, info: &MoveGenInfo, out: &mut impl FnMut(Move)) {
        self.for_each_drawn(info, &mut |kind, sites| sites.for_each(|field| out(placed(kind, field))));
    }

    /// Number of composite moves that draw a tile.
    pub(super) fn count_composite_draws(&self, info: &MoveGenInfo) -> usize {
        let mut count = 0;
        self.for_each_drawn(info, &mut |_, sites| count += sites.len());
        count
    }

    /// Visits every kind that may be drawn with the fields where it may be placed.
    #[inline(always)]
    fn for_each_drawn(&self, info: &MoveGenInfo, out: &mut impl FnMut(Kind, &Fields)) {
        let pile = &self.piles[self.side.index()];
        if self.holds_tile() || pile.is_empty() || self.captured_king().is_some() {
            return;
        }
        // The fields of a placement do not depend on the kind, except for the king.
        let common = self.common_sites(info);
        for kind in pile.kinds().filter(|&kind| kind != Kind::King) {
            out(kind, &common);
        }
        let king_may_come = common.any() || pile.is_king_only() || !R::KING_IS_ROYAL;
        if pile.count(Kind::King) > 0 && king_may_come {
            out(Kind::King, &self.king_sites());
        }
    }

    /// Chance outcomes with their weights.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (Move, u32)> {
        let pile = &self.piles[self.side.index()];
        pile.kinds().filter(|_| self.hand == Hand::Drawing).map(move |kind| (dealt(kind), pile.count(kind).into()))
    }

    /// Cell of the king of the side to move, if it is royal and in play.
    #[inline(always)]
    fn royal_cell(&self) -> Option<Cell> {
        let king = if R::KING_IS_ROYAL { self.plane.king(self.side) } else { None };
        king.map(|king| self.plane.cell_of(king))
    }

    /// Enemy aimers at that king, tied ones included.
    #[inline(always)]
    pub(super) fn find_aimers(&self) -> TileSet {
        let king = self.royal_cell();
        king.map_or(TileSet::EMPTY, |king| self.aimers(king, self.side.opponent(), Change::NONE))
    }

    /// Computes the move generation info of a stage.
    #[inline(always)]
    pub(super) fn movegen_info(&self, stage: GenType) -> MoveGenInfo {
        let (king, aimers) = (self.royal_cell(), self.aimers);
        let mut info = MoveGenInfo {
            frame: self.plane.frame(),
            king,
            aimers,
            neighbours: TileSet::EMPTY,
            pinned: TileSet::EMPTY,
            watched: TileSet::EMPTY,
            freeing: Fields::EMPTY,
        };
        if let Some(king) = king {
            info.neighbours = self.may_aim_beside(king, self.side.opponent());
            info.pinned = self.pinned(king);
            info.watched = info.pinned | self.plane.kind(Kind::King) | self.lone_parts(aimers);
            if aimers.any() && stage != GenType::Noisy {
                info.freeing = self.freeing_fields(king, aimers);
            }
        }
        info
    }

    /// Moves of tiles in play.
    #[inline(always)]
    pub(super) fn tile_moves(&self, info: &MoveGenInfo, stage: GenType, sources: TileSet, out: &mut impl FnMut(Move)) {
        let movers = self.plane.of(self.side) & sources;
        for kind in Kind::ALL {
            for tile in self.plane.kind(kind) & movers {
                if stage != GenType::Quiet && !self.ties.tied().has(tile) {
                    self.captures_of(info, tile, kind, out);
                }
                if stage != GenType::Noisy {
                    self.quiets_of(info, tile, kind, out);
                }
            }
        }
    }

    /// Captures of a free tile.
    #[inline(always)]
    fn captures_of(&self, info: &MoveGenInfo, tile: Tile, kind: Kind, out: &mut impl FnMut(Move)) {
        let from = info.frame.field(self.plane.cell_of(tile));
        self.victims(tile, kind, &mut |victim, to| {
            let is_safe = info.aimers.is_empty() && !info.watched.has(tile);
            if is_safe || self.is_king_safe_after(info, tile, kind, Some(victim), to) {
                out(normal(from, info.frame.field(to)));
            }
        });
    }

    #[inline(always)]
    fn quiets_of(&self, info: &MoveGenInfo, tile: Tile, kind: Kind, out: &mut impl FnMut(Move)) {
        let from = info.frame.field(self.plane.cell_of(tile));
        self.quiet_fields(info.frame, tile, kind, &[(0, ahead(self.side))], &mut |to| {
            let is_safe = !info.watched.has(tile) && !info.freeing.has(to);
            if is_safe || self.is_king_safe_after(info, tile, kind, None, info.frame.cell(to.into())) {
                out(normal(from, to));
            }
        });
    }

    /// King safety test: true if no enemy can capture the royal king after an own tile has gone to a cell.
    fn is_king_safe_after(&self, info: &MoveGenInfo, tile: Tile, kind: Kind, victim: Option<Tile>, to: Cell) -> bool {
        let king = info.king.filter(|_| kind != Kind::King).unwrap_or(to);
        let gone = victim.map_or(TileSet::EMPTY, TileSet::from) | tile.into();
        let change = Change { gone, arrived: Some(to) };
        let aimers = if kind == Kind::King {
            self.aimers_among(info.neighbours.without(gone), king, change)
        } else if info.pinned.has(tile) {
            self.aimers(king, self.side.opponent(), change)
        } else {
            info.aimers.without(gone) & self.unblocked(info.aimers, to, king)
        };
        !aimers.into_iter().any(|aimer| self.is_free_after(aimer, gone, to))
    }
}
