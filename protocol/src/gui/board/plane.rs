//! Board model of Chex's plane.

use engine::game::Seat;
use engine::variants::chex::{Frame, Hand, Position, Rules};

use super::{Board, BoardKind, Geometry, Mark, Modelled, Place, SQUARE, beside, piece, placed};

/// Width of a figure: a tile has an edge.
const PIECE: f64 = 78.0;

impl<R: Rules> Modelled for Position<R> {
    fn geometry() -> Geometry {
        Geometry { kind: BoardKind::Plane, view: None, piece: PIECE, fields: Vec::new(), coordinates: Vec::new() }
    }

    fn board(&self) -> Board {
        let plane = self.plane();
        let frame = plane.frame();
        let (checkers, tied) = (self.checkers(), self.ties().tied());
        let king = plane.king(self.side());
        let attacked = if R::KING_IS_ROYAL { Mark::Checked } else { Mark::Capturable };
        let tile = |tile| {
            let mut marks = Vec::new();
            for (holds, mark) in [
                (tied.has(tile), Mark::Tied),
                (checkers.has(tile), Mark::Attacker),
                (king == Some(tile) && checkers.any(), attacked),
            ] {
                if holds {
                    marks.push(mark);
                }
            }
            let at = self.place(frame.field(plane.cell_of(tile)).into());
            placed::<Self>(tile.seat(), plane.kind_of(tile).letter(), at, marks)
        };
        // On an empty plane there is one cell to play to.
        let (width, height) = if frame.width == 0 { (1, 1) } else { (frame.width + 2, frame.height + 2) };
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let fields: Vec<Place> = cells.map(|(x, y)| self.place(Frame::field_at(x, y).into())).collect();
        let corner = self.place(Frame::field_at(0, height - 1).into());
        let view = [corner.x - SQUARE / 2.0, corner.y - SQUARE / 2.0, SQUARE * width as f64, SQUARE * height as f64];
        let piles = self.pile_text(Seat::WHITE) + &self.pile_text(Seat::BLACK);
        Board {
            fields,
            view: Some(view),
            pieces: plane.in_play().into_iter().map(tile).collect(),
            beside: beside::<Self>("pile", &piles),
            hand: match self.hand() {
                Hand::Holds(kind) => Some(piece::<Self>(self.side(), kind.letter())),
                Hand::Empty | Hand::Drawing => None,
            },
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        let (x, y) = self.on_plane(field);
        Place { name: Frame::field_name(field), x: SQUARE * (f64::from(x) + 0.5), y: SQUARE * (-f64::from(y) - 0.5) }
    }
}
