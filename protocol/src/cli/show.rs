//! `motley show`: a position as text or as a picture.

use std::fs;
use std::path::Path;

use engine::game::Seat;
use svg::Document;

use crate::gui::layout::Layout;
use crate::gui::picture::figures::Figure;
use crate::io::output::Output;
use crate::parse::{CommandError, quote};
use crate::registry;
use crate::session::{MoveFormat, Session, SetUpError};

/// Prints a position (none: the start).
///
/// # Errors
/// Describes the error in the position.
///
/// # Panics
/// If there is no game of that name.
pub fn print(variant: &str, position: Option<&str>, out: &mut Output) -> Result<(), CommandError> {
    out.line(text(set_up(variant, position)?.as_ref()));
    Ok(())
}

/// Writes a picture of a position (none: the start) to a file.
///
/// # Errors
/// Describes the error in the position, or why the file cannot be written.
///
/// # Panics
/// If there is no game of that name.
pub fn draw(variant: &str, position: Option<&str>, file: &Path) -> Result<(), CommandError> {
    save(&set_up(variant, position)?.picture(), file)
}

/// Writes a picture of the board without pieces, as XBoard lays it out, to a file.
///
/// # Errors
/// If XBoard needs none, or the file cannot be written.
///
/// # Panics
/// If there is no game of that name.
pub fn draw_backdrop(variant: &str, file: &Path) -> Result<(), CommandError> {
    registry::ensure_for_two(variant)?;
    let picture = set_up(variant, None)?.backdrop();
    save(&picture.ok_or_else(|| format!("{variant} needs no backdrop: its board has squares"))?, file)
}

/// Writes a picture of each piece of a game to a folder, under the names that XBoard looks for
/// (`-pieceImageDirectory`), and one of the board, if XBoard cannot draw it itself. A missing folder is created.
///
/// # Errors
/// If the folder cannot be created or written to.
///
/// # Panics
/// If there is no game of that name.
pub fn draw_pieces(variant: &str, folder: &Path) -> Result<(), CommandError> {
    let alphabet = set_up(variant, None)?.figures();
    registry::ensure_for_two(variant)?;
    let layout = Layout::of(variant).expect("every game for two has a layout");
    let write = |file: &Path, contents: &[u8]| {
        fs::write(file, contents).map_err(|error| format!("{}: {error}", file.display()))
    };
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let backdrop = layout.backdrop();
    // A backdrop has names of fields, which the pieces do not hide.
    let draw = if backdrop.is_some() { Figure::picture_below_name } else { Figure::picture };
    for (letter, name) in layout.pictures() {
        let figure = Figure::of_letter(alphabet, letter).expect("every piece has a figure");
        for (seat, side) in Seat::BOTH.into_iter().zip(["White", "Black"]) {
            write(&folder.join(format!("{side}{name}.svg")), draw(figure, seat).as_bytes())?;
        }
    }
    if let Some((name, picture)) = backdrop {
        write(&folder.join(name), picture)?;
    }
    Ok(())
}

fn save(picture: &Document, file: &Path) -> Result<(), CommandError> {
    svg::save(file, picture).map_err(|error| format!("{}: {error}", file.display()))
}

fn set_up(variant: &str, position: Option<&str>) -> Result<Box<dyn Session>, CommandError> {
    let mut session = registry::open(variant).expect("the command line knows the names of the games");
    match session.set_up(position, &[], MoveFormat::OWN) {
        Ok(()) => Ok(session),
        Err(SetUpError::Position(error)) => Err(format!("illegal position: {}", quote(&error.to_string()))),
        Err(SetUpError::Move(..)) => unreachable!("no move was given"),
    }
}

/// Diagram of the board, and the facts below it.
pub fn text(session: &dyn Session) -> String {
    let facts = session.facts().into_iter().map(|(name, value)| format!("\n{name}: {value}"));
    session.diagram(Seat::WHITE).to_string() + &facts.collect::<String>()
}
