//! Diagram of Chex: the tiles in play with a border of one field.

use engine::seat::Seat;
use engine::variants::chex::{Frame, Position, Rules, TileSet};

use super::{Diagram, Diagrammed, Square, dash_if_empty, list_or_dash};

/// Size of the plane with its border, and permanent place and letter of a field.
fn plane<R: Rules>(position: &Position<R>) -> ((usize, usize), impl Fn(usize, usize) -> Square) {
    let frame = position.plane().frame();
    let field = move |x, y| {
        let cell = frame.cell(Frame::field_at(x, y).into());
        ((cell.x(), cell.y()), position.letter_on(x, y))
    };
    ((frame.width + 2, frame.height + 2), field)
}

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        let (size, field) = plane(self);
        Diagram::of_squares_as_text(size, below, field)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let (size, field) = plane(self);
        Diagram::of_squares(size, below, Diagram::scale_within(size, room), field)
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
