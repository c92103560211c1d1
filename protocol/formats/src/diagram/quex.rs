//! Diagram of the 10x10 board.

use engine::board::ten::SIZE;
use engine::seat::Seat;
use engine::variants::quex::{Position, Rules};

use super::{Diagram, Diagrammed, dash_if_empty, list_or_dash};

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        Diagram::of_squares_as_text((SIZE, SIZE), below, |file, rank| ((file, rank), self.letter_on(file, rank)))
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let scale = Diagram::scale_within((SIZE, SIZE), room);
        Diagram::of_squares((SIZE, SIZE), below, scale, |file, rank| ((file, rank), self.letter_on(file, rank)))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let attackers = if R::KING_IS_ROYAL { "checkers" } else { "attackers of the king" };
        vec![(attackers, list_or_dash(self.checkers())), ("captured", dash_if_empty(self.pool_text()))]
    }
}
