//! Legal moves: what a tile can do by its kind, where the tiles hold together after it, and that the king is safe.

use super::attacks::Change;
use super::moves::{DRAW, dealt, normal, placed};
use super::reach::ahead;
use super::{Cell, Fields, Frame, Hand, Kind, Position, Rules, Tile, TileSet};
use crate::game::GenType;
use crate::moves::Move;

/// What the generator needs to know, gathered once.
pub(super) struct Situation {
    frame: Frame,
    /// Where the own king lies, if it must be kept safe.
    king: Option<Cell>,
    /// The enemies that aim at him, tied ones too.
    aimers: TileSet,
    /// The enemies that may aim at a cell beside him.
    neighbours: TileSet,
    /// The own tiles that alone stand between him and an enemy's line.
    screens: TileSet,
    /// The own tiles with which it must always be seen after their move whether the king is safe; the king is one of
    /// them.
    watched: TileSet,
    /// Where it must be seen after a quiet move of any other tile, and where none may be placed.
    freeing: Fields,
}

impl<R: Rules> Position<R> {
    /// Hands the legal moves of the asked sort to `out`: those of tiles on `sources`, placements and the decision to
    /// draw.
    #[inline(always)]
    pub(super) fn generate(&self, wanted: GenType, sources: TileSet, out: &mut impl FnMut(Move)) {
        if self.captured_king().is_some() {
            return;
        }
        match self.hand {
            Hand::Empty => {
                let now = self.situation(wanted);
                self.tile_moves(&now, wanted, sources, out);
                if wanted != GenType::Noisy && self.may_draw_in(&now) {
                    out(DRAW);
                }
            }
            Hand::Drawing => {}
            Hand::Holds(kind) => {
                if wanted != GenType::Noisy {
                    self.placements(kind, out);
                }
            }
        }
    }

    /// The placements of a tile of a kind.
    pub(super) fn placements(&self, kind: Kind, out: &mut impl FnMut(Move)) {
        self.sites(kind).for_each(|field| out(placed(kind, field)));
    }

    /// The fields on which a tile of a kind may be placed.
    pub(super) fn sites(&self, kind: Kind) -> Fields {
        if kind == Kind::King { self.king_sites() } else { self.common_sites(&self.situation(GenType::Quiet)) }
    }

    /// The fields on which any tile but the king may be placed.
    fn common_sites(&self, now: &Situation) -> Fields {
        self.rim().without(&now.freeing)
    }

    /// The fields on which the king may be placed.
    fn king_sites(&self) -> Fields {
        let rim = self.rim();
        let safe = rim.without(&self.deadly_fields(self.plane.frame()));
        // By mail one safe cell is enough for the king to go wherever he likes.
        if R::KING_IS_ROYAL || safe.is_empty() { safe } else { rim }
    }

    /// The empty fields that touch a tile; the first tile goes to the border.
    fn rim(&self) -> Fields {
        if self.plane.in_play().is_empty() { Fields::from_rows([1].into_iter()) } else { self.plane.rim() }
    }

    /// Whether the player to move may draw: only if any tile but the king can be placed, or there is none but the king.
    pub(super) fn may_draw(&self) -> bool {
        self.may_draw_in(&self.situation(GenType::Quiet))
    }

    fn may_draw_in(&self, now: &Situation) -> bool {
        let pile = &self.piles[self.side.index()];
        let has_site = || now.aimers.is_empty() || self.common_sites(now).any();
        !pile.is_empty() && (pile.is_king_only() || has_site())
    }

    /// Hands the entries of a game's record that begin with a draw to `out`: every kind that is left, on every cell.
    pub(super) fn whole_draws(&self, now: &Situation, out: &mut impl FnMut(Move)) {
        self.for_each_drawn(now, &mut |kind, sites| sites.for_each(|field| out(placed(kind, field))));
    }

    /// How many they are.
    pub(super) fn count_whole_draws(&self, now: &Situation) -> usize {
        let mut count = 0;
        self.for_each_drawn(now, &mut |_, sites| count += sites.len());
        count
    }

    /// Hands out every kind that may be drawn and the fields on which it may be placed.
    #[inline(always)]
    fn for_each_drawn(&self, now: &Situation, out: &mut impl FnMut(Kind, &Fields)) {
        let pile = &self.piles[self.side.index()];
        if self.hand != Hand::Empty || pile.is_empty() || self.captured_king().is_some() {
            return;
        }
        // Where a tile may go does not depend on its kind, the king apart.
        let common = self.common_sites(now);
        for kind in pile.kinds().filter(|&kind| kind != Kind::King) {
            out(kind, &common);
        }
        let king_may_come = common.any() || pile.is_king_only() || !R::KING_IS_ROYAL;
        if pile.count(Kind::King) > 0 && king_may_come {
            out(Kind::King, &self.king_sites());
        }
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

    /// Finds the enemies that aim at that king, tied ones too.
    #[inline(always)]
    pub(super) fn find_aimers(&self) -> TileSet {
        let king = self.royal_cell();
        king.map_or(TileSet::EMPTY, |king| self.aimers(king, self.side.opponent(), Change::NONE))
    }

    /// Gathers what the generator needs to know to list moves of a sort.
    #[inline(always)]
    pub(super) fn situation(&self, wanted: GenType) -> Situation {
        let (king, aimers) = (self.royal_cell(), self.aimers);
        let mut now = Situation {
            frame: self.plane.frame(),
            king,
            aimers,
            neighbours: TileSet::EMPTY,
            screens: TileSet::EMPTY,
            watched: TileSet::EMPTY,
            freeing: Fields::EMPTY,
        };
        if let Some(king) = king {
            now.neighbours = self.may_aim_beside(king, self.side.opponent());
            now.screens = self.screens(king);
            now.watched = now.screens | self.plane.kind(Kind::King) | self.lone_parts(aimers);
            if aimers.any() && wanted != GenType::Noisy {
                now.freeing = self.freeing_fields(king, aimers);
            }
        }
        now
    }

    /// Hands out the moves of tiles that lie on the plane already.
    #[inline(always)]
    pub(super) fn tile_moves(&self, now: &Situation, wanted: GenType, sources: TileSet, out: &mut impl FnMut(Move)) {
        let movers = self.plane.of(self.side) & sources;
        for kind in Kind::ALL {
            for tile in self.plane.kind(kind) & movers {
                if wanted != GenType::Quiet && !self.ties.tied().has(tile) {
                    self.captures_of(now, tile, kind, out);
                }
                if wanted != GenType::Noisy {
                    self.quiets_of(now, tile, kind, out);
                }
            }
        }
    }

    /// The captures of a tile that holds no others together.
    #[inline(always)]
    fn captures_of(&self, now: &Situation, tile: Tile, kind: Kind, out: &mut impl FnMut(Move)) {
        let from = now.frame.field(self.plane.cell_of(tile));
        self.victims(tile, kind, &mut |victim, to| {
            let is_safe = now.aimers.is_empty() && !now.watched.has(tile);
            if is_safe || self.is_king_safe_after(now, tile, kind, Some(victim), to) {
                out(normal(from, now.frame.field(to)));
            }
        });
    }

    #[inline(always)]
    fn quiets_of(&self, now: &Situation, tile: Tile, kind: Kind, out: &mut impl FnMut(Move)) {
        let from = now.frame.field(self.plane.cell_of(tile));
        self.quiet_fields(now.frame, tile, kind, &[(0, ahead(self.side))], &mut |to| {
            let is_safe = !now.watched.has(tile) && !now.freeing.has(to);
            if is_safe || self.is_king_safe_after(now, tile, kind, None, now.frame.cell(to.into())) {
                out(normal(from, to));
            }
        });
    }

    /// Whether no enemy can capture the king, who must be kept safe, after an own tile has gone to a cell.
    fn is_king_safe_after(&self, now: &Situation, tile: Tile, kind: Kind, victim: Option<Tile>, to: Cell) -> bool {
        let king = now.king.filter(|_| kind != Kind::King).unwrap_or(to);
        let gone = victim.map_or(TileSet::EMPTY, TileSet::from) | tile.into();
        let change = Change { gone, arrived: Some(to) };
        let aimers = if kind == Kind::King {
            self.aimers_among(now.neighbours.without(gone), king, change)
        } else if now.screens.has(tile) {
            self.aimers(king, self.side.opponent(), change)
        } else {
            now.aimers.without(gone) & self.unblocked(now.aimers, to, king)
        };
        !aimers.into_iter().any(|aimer| self.is_free_after(aimer, gone, to))
    }
}
