//! One side: where its tiles may go, and what they attack.

use engine::game::Seat;
use engine::variants::chex::{Fields, Frame, Kind, Position, Rules, Tile, TileSet, ahead, pawn_captures};

/// Mobility and attacks of a side's tiles; only moves that leave all tiles together count.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Seat of the side.
    pub seat: Seat,
    /// By tile, the number of empty cells to which it may go.
    mobility: [u8; Tile::COUNT],
    /// Empty fields on which one of its tiles could capture.
    pub attacked: Fields,
    /// Fields to which the king may step, attacked or not.
    pub king_steps: Fields,
    /// Tiles that attack cells beside the enemy king.
    pub hunters: TileSet,
    /// Enemies that a tile of lower value can capture.
    pub threatened: TileSet,
    /// Enemies that any tile can capture.
    pub capturable: TileSet,
}

/// Order of kinds by value, for threats; no unit.
const VALUE_ORDER: [u8; Kind::COUNT] = [5, 4, 3, 2, 2, 1];

impl Side {
    /// Mobility and attacks of a side.
    #[inline(always)]
    pub fn new<R: Rules>(position: &Position<R>, seat: Seat) -> Side {
        let plane = position.plane();
        let mut side = Side {
            seat,
            mobility: [0; Tile::COUNT],
            attacked: Fields::EMPTY,
            king_steps: Fields::EMPTY,
            hunters: TileSet::EMPTY,
            threatened: TileSet::EMPTY,
            capturable: TileSet::EMPTY,
        };
        let enemy_king = plane.king(seat.opponent()).map_or(TileSet::EMPTY, TileSet::from);
        let (frame, ring) = (plane.frame(), plane.halo(enemy_king));
        for kind in Kind::ALL {
            for tile in plane.kind(kind) & plane.of(seat) {
                side.add_cells(position, frame, tile, kind, &ring);
                if !position.ties().tied().has(tile) {
                    side.add_victims(position, tile, kind);
                }
            }
        }
        side
    }

    /// Adds the empty cells that a tile reaches.
    #[inline(always)]
    fn add_cells<R: Rules>(&mut self, position: &Position<R>, frame: Frame, tile: Tile, kind: Kind, ring: &Fields) {
        let mut cells = 0;
        position.quiet_fields(frame, tile, kind, &pawn_captures(self.seat), &mut |field| {
            cells += 1;
            self.attacked.add(field);
            if kind == Kind::King {
                self.king_steps.add(field);
            }
            if ring.has(field) {
                self.hunters |= tile.into();
            }
        });
        if kind == Kind::Pawn {
            cells = 0;
            position.quiet_fields(frame, tile, kind, &[(0, ahead(self.seat))], &mut |_| cells += 1);
        }
        self.mobility[tile.index()] = cells;
    }

    /// Adds the enemies that a tile can capture.
    #[inline(always)]
    fn add_victims<R: Rules>(&mut self, position: &Position<R>, tile: Tile, kind: Kind) {
        position.victims(tile, kind, &mut |victim, _| {
            let dearer = VALUE_ORDER[position.plane().kind_of(victim).index()] > VALUE_ORDER[kind.index()];
            self.capturable |= victim.into();
            self.threatened |= TileSet::from(victim).when(dearer);
        });
    }

    /// Mobility of a tile: the number of empty cells to which it may go.
    #[inline(always)]
    pub fn mobility(&self, tile: Tile) -> usize {
        self.mobility[tile.index()].into()
    }

    /// Number of rows with tiles ahead of a tile, in the direction of its pawns.
    #[inline(always)]
    pub fn rows_ahead<R: Rules>(&self, position: &Position<R>, tile: Tile) -> usize {
        let frame = position.plane().frame();
        let (_, row) = Frame::coordinates(frame.field(position.plane().cell_of(tile)).into());
        if self.seat == Seat::WHITE { frame.height - row } else { row - 1 }
    }
}
