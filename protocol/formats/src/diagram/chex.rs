//! Diagram of Chex: the tiles in play with a border of one field.

use engine::seat::Seat;
use engine::variants::chex::{Frame, Position, Rules, TileSet};

use super::{Diagram, Diagrammed, dash_if_empty, list_or_dash};

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        let frame = self.plane().frame();
        Diagram::of_squares((frame.width + 2, frame.height + 2), below, |x, y| {
            let cell = frame.cell(Frame::field_at(x, y).into());
            ((cell.x(), cell.y()), self.letter_on(x, y))
        })
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let frame = self.plane().frame();
        let fields = |tiles: TileSet| {
            let cells = tiles.into_iter().map(|tile| self.plane().cell_of(tile));
            list_or_dash(cells.map(|cell| Frame::field_name(frame.field(cell).into())))
        };
        vec![
            ("checkers", fields(self.checkers())),
            ("tied tiles", fields(self.ties().tied())),
            ("White's pile", dash_if_empty(self.pile_text(Seat::WHITE))),
            ("Black's pile", dash_if_empty(self.pile_text(Seat::BLACK))),
        ]
    }
}
