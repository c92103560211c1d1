//! `motley show`: a position as text or as a picture.

use std::fs;
use std::path::Path;

use engine::game::Seat;
use engine::text::quote;
use svg::Document;

use crate::cli::failure::Failure;
use crate::gui::layout::Layout;
use crate::gui::picture::figures::{Figure, Man};
use crate::gui::picture::marks::{Marks, Target};
use crate::io::output::Output;
use crate::parse::CommandError;
use crate::registry;
use crate::session::{MoveFormat, MoveSource, Session};

/// Prints a position (none: the start), and where the piece on a field can go.
///
/// # Errors
/// Describes the error in the position, or says that no move begins at the field.
///
/// # Panics
/// If there is no game of that name.
pub fn print(variant: &str, position: Option<&str>, mover: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let session = set_up(variant, position)?;
    let marks = marks(session.as_ref(), mover)?;
    out.line(text(session.as_ref()));
    for (word, target) in [("moves to", Target::Move), ("captures on", Target::Capture)] {
        let fields: Vec<&str> =
            marks.targets.iter().filter(|(_, other)| **other == target).map(|(field, _)| field.as_str()).collect();
        if let Some(mover) = mover
            && !fields.is_empty()
        {
            out.line(format_args!("{mover} {word}: {}", fields.join(" ")));
        }
    }
    Ok(())
}

/// Writes a picture of a position (none: the start) to a file, with marks where the piece on a field can go.
///
/// # Errors
/// Describes the error in the position, says that no move begins at the field, or why the file cannot be written.
///
/// # Panics
/// If there is no game of that name.
pub fn draw(variant: &str, position: Option<&str>, mover: Option<&str>, file: &Path) -> Result<(), Failure> {
    let session = set_up(variant, position)?;
    Ok(save(&session.picture(&marks(session.as_ref(), mover)?), file)?)
}

/// Moves of the piece on a field, or of one beside the board, by its letter.
fn marks(session: &dyn Session, mover: Option<&str>) -> Result<Marks, Failure> {
    let Some(mover) = mover else { return Ok(Marks::default()) };
    let source = match mover.chars().collect::<Vec<_>>()[..] {
        [letter] => MoveSource::Hand(letter.to_ascii_uppercase()),
        _ => MoveSource::Field(mover.to_string()),
    };
    let targets = session.targets_from(&source, MoveFormat::OWN);
    if targets.is_empty() {
        return Err(Failure::Argument(session.no_move_from(mover, MoveFormat::OWN)));
    }
    let mark = |captures| if captures { Target::Capture } else { Target::Move };
    let targets = targets.into_iter().map(|(field, target)| (field, mark(target.captures))).collect();
    let from = if let MoveSource::Field(field) = source { Some(field) } else { None };
    Ok(Marks { from, targets, ways: Vec::new() })
}

/// Writes the move diagrams of a game to a folder, each to the file `GAME-KIND.svg`. A missing folder is created.
///
/// # Errors
/// If the game has none, or the folder cannot be created or written to.
///
/// # Panics
/// If there is no game of that name.
pub fn draw_diagrams(variant: &str, folder: &Path) -> Result<(), CommandError> {
    let diagrams = open(variant).diagrams();
    if diagrams.is_empty() {
        return Err(format!("{variant} needs no move diagrams: its pieces are those of chess"));
    }
    create(folder)?;
    for (name, picture) in diagrams {
        save(&picture, &folder.join(format!("{variant}-{name}.svg")))?;
    }
    Ok(())
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
    let picture = open(variant).backdrop();
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
    let alphabet = open(variant).figures();
    registry::ensure_for_two(variant)?;
    let layout = Layout::of(variant).expect("every game for two has a layout");
    let write = |file: &Path, contents: &[u8]| {
        fs::write(file, contents).map_err(|error| format!("{}: {error}", file.display()))
    };
    create(folder)?;
    let backdrop = layout.backdrop();
    // A backdrop has names of fields, which the pieces do not hide.
    let draw = if backdrop.is_some() { Figure::picture_below_name } else { Figure::picture };
    for (letter, name) in layout.pictures() {
        let figure = Man::of_letter(alphabet, letter).expect("every piece has a figure").figure;
        for (seat, side) in Seat::BOTH.into_iter().zip(["White", "Black"]) {
            write(&folder.join(format!("{side}{name}.svg")), draw(figure, seat).as_bytes())?;
        }
    }
    if let Some((name, picture)) = backdrop {
        write(&folder.join(name), picture)?;
    }
    Ok(())
}

fn create(folder: &Path) -> Result<(), CommandError> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn save(picture: &Document, file: &Path) -> Result<(), CommandError> {
    svg::save(file, picture).map_err(|error| format!("{}: {error}", file.display()))
}

/// Session of a game at its start.
fn open(variant: &str) -> Box<dyn Session> {
    registry::open(variant).expect("the command line knows the names of the games")
}

fn set_up(variant: &str, position: Option<&str>) -> Result<Box<dyn Session>, Failure> {
    let mut session = open(variant);
    let set_up = session.set_up(position, &[], MoveFormat::OWN);
    set_up.map_err(|error| Failure::Argument(quote(&error.to_string())))?;
    Ok(session)
}

/// Diagram of the board, and the facts below it.
pub fn text(session: &dyn Session) -> String {
    let facts = session.facts().into_iter().map(|(name, value)| format!("\n{name}: {value}"));
    session.diagram(Seat::WHITE).to_string() + &facts.collect::<String>()
}
