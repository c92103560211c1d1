//! Notation on squares: positions and moves for a GUI that draws the game by a layout.

use engine::move_role::MoveRoles;
use engine::moves::Move;
use engine::text::{MoveError, Notation, PositionError};
use engine::variants::{kaleido, orthodox};

/// Notation of a game on the squares of its [`Layout`](super::Layout). Where fields have the names of their squares,
/// this is the game's own notation, and the defaults say so. Other games translate; the square of a field may depend on
/// the position.
pub trait OnSquares: Notation + MoveRoles {
    /// Name of the square that a field is drawn on.
    fn square_name(&self, field: usize) -> String {
        self.field_name(field)
    }

    /// Text of a legal move.
    fn write_on_squares(&self, mv: Move) -> String {
        self.write_move(mv)
    }

    /// Legal move that a text names.
    ///
    /// # Errors
    /// As of [`Notation::read_move`].
    fn read_on_squares(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    /// Legal move that a text in a game file of the GUI names.
    ///
    /// # Errors
    /// As of [`Notation::read_move`].
    fn read_in_game_file(&self, text: &str) -> Result<Move, MoveError> {
        self.read_on_squares(text)
    }

    /// Text of the position, as far as the GUI can understand it.
    fn to_squares(&self) -> String {
        self.to_string()
    }

    /// True if the GUI may mistake a move of the position, or of one a move later, for another.
    fn is_ambiguous_on_squares(&self) -> bool {
        false
    }

    /// True if the GUI can tell a legal move from all others, and draws nothing else on its squares.
    fn is_unique_on_squares(&self, _mv: Move) -> bool {
        true
    }

    /// True if the position is larger than the GUI's board.
    fn exceeds_squares(&self) -> bool {
        false
    }

    /// Position that a text of the GUI's describes.
    ///
    /// # Errors
    /// Describes the error and its place.
    fn from_squares(text: &str) -> Result<Self, PositionError> {
        text.parse()
    }
}

impl<R: orthodox::Rules> OnSquares for orthodox::Position<R> {}

/// No GUI draws these games on squares: all texts are the game's own.
impl<R: kaleido::many::Rules> OnSquares for kaleido::many::Position<R> {}
