//! Diagram of Chex: the tiles in play with a border of one field; on an empty plane the field of the first tile.

use engine::seat::Seat;
use engine::variants::chex::{Frame, Position, Rules, TileSet};

use super::{Diagram, Diagrammed, Square, dash_if_empty, list_or_dash};

/// Width and height of the plane around the first tile.
const FIRST: usize = 3;

/// Size of the plane with its border, if it has tiles, and permanent place and letter of a field.
fn plane<R: Rules>(position: &Position<R>) -> ((usize, usize), impl Fn(usize, usize) -> Square) {
    let frame = position.plane().frame();
    let field = move |x, y| {
        let cell = frame.cell(Frame::field_at(x, y).into());
        ((cell.x(), cell.y()), position.letter_on(x, y))
    };
    let side = |tiles: usize| if tiles == 0 { 1 } else { tiles + 2 };
    ((side(frame.width), side(frame.height)), field)
}

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        let (size, field) = plane(self);
        Diagram::of_squares_as_text(size, below, field)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let (size, field) = plane(self);
        // The first field is as large as it will be when its neighbours are drawn.
        let scaled = (size.0.max(FIRST), size.1.max(FIRST));
        Diagram::of_squares(size, below, Diagram::scale_within(scaled, room), field)
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
