//! Diagram of the orthodox board.

use engine::board::Square;
use engine::seat::Seat;
use engine::variants::orthodox::{Position, Rules};

use super::{Diagram, Diagrammed, list_or_dash};

/// Files and ranks.
const SIZE: (usize, usize) = (8, 8);

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        Diagram::of_squares_as_text(SIZE, below, |file, rank| ((file, rank), self.letter_on(Square::new(file, rank))))
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let scale = Diagram::scale_within(SIZE, room);
        Diagram::of_squares(SIZE, below, scale, |file, rank| ((file, rank), self.letter_on(Square::new(file, rank))))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("checkers", list_or_dash(self.checkers()))];
        if !R::KNIGHTS_FIGHT {
            facts.push(("relayed", list_or_dash(self.relayed(Seat::WHITE) | self.relayed(Seat::BLACK))));
        }
        facts
    }
}
