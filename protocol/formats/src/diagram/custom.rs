//! Diagram of the boards of custom variants.

use engine::board::ten::Square;
use engine::seat::Seat;
use engine::variants::custom::{CustomGame, in_play};

use super::{Diagram, Diagrammed, list_or_dash};

impl Diagrammed for CustomGame {
    fn diagram(&self, below: Seat) -> Diagram {
        let size = (in_play().files, in_play().ranks);
        Diagram::of_squares_as_text(size, below, |file, rank| ((file, rank), self.letter_on(Square::new(file, rank))))
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let size = (in_play().files, in_play().ranks);
        let letter_on = |file, rank| ((file, rank), self.letter_on(Square::new(file, rank)));
        Diagram::of_squares(size, below, Diagram::scale_within(size, room), letter_on)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("checkers", list_or_dash(self.checkers(in_play())))];
        if let [Some(white), Some(black)] = Seat::BOTH.map(|seat| self.checks_left(seat)) {
            facts.push(("checks left", format!("{white}+{black}")));
        }
        facts
    }
}
