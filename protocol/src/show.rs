//! A position, shown with letters or as a picture.

use std::path::Path;

use crate::fault::{Fault, quote};
use crate::output::Output;
use crate::registry;
use crate::session::{Session, SetUpError, Wording};

/// Shows a position (none: the start), as a picture if a file is named.
///
/// # Errors
/// Says what is wrong with the position, or why the file cannot be written.
///
/// # Panics
/// If there is no such game.
pub fn run(variant: &str, position: Option<&str>, picture: Option<&Path>, out: &mut Output) -> Result<(), Fault> {
    let mut session = registry::open(variant).expect("the command line knows the names of the games");
    session.set_up(position, &[], Wording::OWN).map_err(|error| match error {
        SetUpError::Position(error) => format!("illegal position: {}", quote(&error.to_string())),
        SetUpError::Move(..) => unreachable!("no move was given"),
    })?;
    match picture {
        Some(file) => svg::save(file, &session.picture()).map_err(|error| format!("{}: {error}", file.display())),
        None => {
            out.line(text(session.as_ref()));
            Ok(())
        }
    }
}

/// The board drawn with letters, and the facts below it.
pub fn text(session: &dyn Session) -> String {
    let facts = session.facts().into_iter().map(|(name, value)| format!("\n{name}: {value}"));
    session.diagram() + &facts.collect::<String>()
}
