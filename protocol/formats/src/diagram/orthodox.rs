//! Diagram of the boards of chess and its relatives.

use engine::seat::Seat;
use engine::variants::orthodox::{Board, BoardSet, BoardSquare, Memory, Position, RANKS, Rules, SquareOf};

use super::{Diagram, Diagrammed, list_or_dash};

impl<R: Rules> Diagrammed for Position<R> {
    fn diagram(&self, below: Seat) -> Diagram {
        let letter_on = |file, rank| ((file, rank), self.letter_on(SquareOf::<R>::new(file, rank)));
        Diagram::of_squares_as_text((R::Board::FILES, RANKS), below, letter_on)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        let size = (R::Board::FILES, RANKS);
        let letter_on = |file, rank| ((file, rank), self.letter_on(SquareOf::<R>::new(file, rank)));
        Diagram::of_squares(size, below, Diagram::scale_within(size, room), letter_on)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![("checkers", list_or_dash(self.checkers()))];
        if !R::KNIGHTS_FIGHT {
            facts.push(("relayed", list_or_dash(self.relayed(Seat::WHITE) | self.relayed(Seat::BLACK))));
        }
        if self.paralysed().any() {
            facts.push(("paralysed", list_or_dash(self.paralysed())));
        }
        if let [Some(white), Some(black)] = Seat::BOTH.map(|seat| self.memory().checks_left(seat)) {
            facts.push(("checks left", format!("{white}+{black}")));
        }
        if let Some([left, length]) = self.memory().turn() {
            facts.push(("moves left in this turn", format!("{left}/{length}")));
        }
        facts
    }
}
