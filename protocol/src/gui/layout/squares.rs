//! A game in the words of a GUI that draws it on squares.

use engine::move_role::MoveRoles;
use engine::moves::Move;
use engine::text::{MoveError, Notation, PositionError};
use engine::variants::orthodox;

/// How a game is told to a GUI that has been told its [`Layout`](super::Layout). Where its fields are called as the
/// squares they are drawn on, these are the game's own words; any other game translates, and the position may have a
/// say in where a field is drawn.
pub trait OnSquares: Notation + MoveRoles {
    /// Name of the square that a field is drawn on.
    fn square_name(&self, field: usize) -> String {
        self.field_name(field)
    }

    /// The text of a legal move.
    fn write_on_squares(&self, mv: Move) -> String {
        self.write_move(mv)
    }

    /// The legal move that a text names.
    ///
    /// # Errors
    /// As of [`Notation::read_move`].
    fn read_on_squares(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    /// The legal move that a text in a game file of the GUI names.
    ///
    /// # Errors
    /// As of [`Notation::read_move`].
    fn read_in_game_file(&self, text: &str) -> Result<Move, MoveError> {
        self.read_on_squares(text)
    }

    /// The position's text, as far as the GUI can understand it.
    fn to_squares(&self) -> String {
        self.to_string()
    }

    /// Whether the position, or one a move from here, has moves that are not plain.
    fn is_ambiguous_on_squares(&self) -> bool {
        false
    }

    /// Whether the GUI can tell a legal move from all others, and has nothing else on the squares that it is about.
    fn is_unique_on_squares(&self, _mv: Move) -> bool {
        true
    }

    /// Whether the position is larger than the GUI's board.
    fn exceeds_squares(&self) -> bool {
        false
    }

    /// The position that a text of the GUI's describes.
    ///
    /// # Errors
    /// Says what is wrong with it, and where.
    fn from_squares(text: &str) -> Result<Self, PositionError> {
        text.parse()
    }
}

impl<R: orthodox::Rules> OnSquares for orthodox::Position<R> {}
