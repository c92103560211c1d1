//! GUI configuration (`motley --xboard-config`): options, lines for lists of engines, settings, pictures.
//!
//! `scripts/motley-xboard` asks it too, so that a game's options stand in one place: its [layout](super::layout).

use std::path::{self, Path, PathBuf};
use std::sync::LazyLock;
use std::{env, iter};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::cli::failure::Failure;
use crate::cli::show;
use crate::gui::layout::Layout;
use crate::io::output::Output;
use crate::parse::CommandError;
use crate::registry;

mod cutechess;
mod gnome_chess;
mod xboard;

use xboard::Family;

/// Requested output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// All parts, each under a heading.
    All,
    /// One part.
    Part(Part),
    /// Options of XBoard's command line for a game, by its name.
    Game(&'static str),
}

/// Part of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Lines for XBoard's list of engines, one for each game.
    XBoard,
    /// The same for WinBoard.
    WinBoard,
    /// A settings file for XBoard that adds the lines to its list.
    Settings,
    /// An entry for the engines.json of Cute Chess.
    CuteChess,
    /// An entry for the engines.conf of GNOME Chess.
    GnomeChess,
}

impl Part {
    const ALL: [Part; 5] = [Part::XBoard, Part::WinBoard, Part::Settings, Part::CuteChess, Part::GnomeChess];

    /// Word of the command line.
    const fn word(self) -> &'static str {
        match self {
            Part::XBoard => "xboard",
            Part::WinBoard => "winboard",
            Part::Settings => "settings",
            Part::CuteChess => "cutechess",
            Part::GnomeChess => "gnome-chess",
        }
    }

    /// True if pictures can be set up in it.
    const fn has_pictures(self) -> bool {
        matches!(self, Part::XBoard | Part::Settings)
    }

    /// Heading: contents and destination.
    const fn heading(self) -> &'static str {
        match self {
            Part::XBoard => "XBoard: lines for the list of engines (Engine > Edit Engine List...)",
            Part::WinBoard => "WinBoard: lines for the list of engines",
            Part::Settings => {
                "XBoard: a settings file; saved as motley.ini, `xboard @motley.ini` adds the lines to the list of \
                 engines"
            }
            Part::CuteChess => "Cute Chess: engines.json in its folder of settings, or an entry of the list in it",
            Part::GnomeChess => "GNOME Chess: an entry for ~/.config/gnome-chess/engines.conf",
        }
    }
}

impl ValueEnum for Request {
    fn value_variants<'a>() -> &'a [Request] {
        static ALL: LazyLock<Vec<Request>> = LazyLock::new(|| {
            let parts = Part::ALL.map(Request::Part).into_iter();
            iter::once(Request::All).chain(parts).chain(registry::names().into_iter().map(Request::Game)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Request::All => PossibleValue::new("all"),
            Request::Part(part) => PossibleValue::new(part.word()),
            // A game that XBoard does not play is refused with the reason, and not offered.
            Request::Game(name) => PossibleValue::new(name).hide(Layout::played(name).is_err()),
        })
    }
}

/// Installed program, with its pictures.
#[derive(Clone, Debug)]
struct Installed {
    /// Absolute path of the program's folder.
    folder: PathBuf,
    /// File name of the program.
    file: String,
    /// Folder with a folder of pictures for each game.
    pictures: Option<PathBuf>,
    /// File of custom variants, as an absolute path.
    variants: Option<PathBuf>,
}

impl Installed {
    fn here(pictures: Option<&Path>, variants: Option<&Path>) -> Result<Installed, CommandError> {
        // The launcher of a release archive starts builds that GUIs are not to start themselves.
        let program = match env::var_os("MOTLEY_LAUNCHER") {
            Some(launcher) => PathBuf::from(launcher),
            None => env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?,
        };
        let file = program.file_name().ok_or("this program has no name")?;
        let folder = program.parent().ok_or("this program lies in no folder")?;
        Ok(Installed {
            folder: folder.to_path_buf(),
            file: text(Path::new(file))?.to_string(),
            pictures: pictures.map(Path::to_path_buf),
            variants: variants.map(absolute).transpose()?,
        })
    }
}

/// Prints the requested output. With a folder for pictures, those of the games concerned are written there, and the
/// options refer to them.
///
/// # Errors
/// If the requested part has no pictures and some are asked for, XBoard does not play the game, the program cannot be
/// found, its path cannot be written in the language of a GUI, or the pictures cannot be saved.
pub fn print(
    request: Request,
    pictures: Option<&Path>,
    variants: Option<&Path>,
    out: &mut Output,
) -> Result<(), Failure> {
    if let Request::Game(name) = request {
        Layout::played(name)?;
    }
    if let Request::Part(part) = request
        && pictures.is_some()
        && !part.has_pictures()
    {
        let why = format!("--pictures: =xboard, =settings and games take pictures, ={} takes none", part.word());
        return Err(Failure::Argument(why));
    }
    let pictures = pictures.map(|folder| save_pictures(request, folder)).transpose()?;
    let installed = Installed::here(pictures.as_deref(), variants)?;
    match request {
        Request::Game(name) => {
            let words = xboard::words(Layout::played(name)?, &installed, Family::XBoard)?;
            words.into_iter().for_each(|word| out.line(word));
        }
        Request::Part(part) => out.line(contents(part, &installed)?),
        Request::All => {
            let parts = Part::ALL.into_iter().map(|part| {
                let contents = contents(part, &installed)?;
                Ok(format!("# {}\n{contents}", part.heading()))
            });
            out.line(parts.collect::<Result<Vec<String>, CommandError>>()?.join("\n\n"));
        }
    }
    Ok(())
}

fn contents(part: Part, installed: &Installed) -> Result<String, CommandError> {
    match part {
        Part::XBoard => Ok(xboard::engine_list(installed, Family::XBoard)?.join("\n")),
        Part::WinBoard => Ok(xboard::engine_list(installed, Family::WinBoard)?.join("\n")),
        Part::Settings => xboard::settings(installed),
        Part::CuteChess => cutechess::entry(installed),
        Part::GnomeChess => gnome_chess::entry(installed),
    }
}

/// Writes the pictures of the requested games, and returns the absolute path of the folder.
fn save_pictures(request: Request, folder: &Path) -> Result<PathBuf, CommandError> {
    let concerned = |name: &&str| !matches!(request, Request::Game(game) if game != *name);
    for name in registry::two_player_names().into_iter().filter(concerned) {
        show::draw_pieces(name, &folder.join(name))?;
    }
    absolute(folder)
}

/// Absolute path. It is not canonical: on Windows that would begin with `\\?\`, which few programs read.
fn absolute(path: &Path) -> Result<PathBuf, CommandError> {
    path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Path as text. GUIs read UTF-8 only.
fn text(path: &Path) -> Result<&str, CommandError> {
    path.to_str().ok_or_else(|| format!("the path {} is no text", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_xboard_does_not_play_are_not_offered() {
        let is_hidden = |name| Request::Game(name).to_possible_value().expect("a word").is_hide_set();
        for name in ["monster", "dunsany", "progressive", "circe", "kaleido3", "kaleido4"] {
            assert!(is_hidden(name), "{name}");
        }
        assert!(["chess", "madrasi", "chex"].into_iter().all(|name| !is_hidden(name)));
    }

    #[test]
    fn pictures_are_refused_where_none_can_be_set_up() {
        for part in [Part::WinBoard, Part::CuteChess, Part::GnomeChess] {
            // A folder that cannot be made: the refusal comes first.
            let folder = Path::new("/dev/null/pictures");
            let printed = print(Request::Part(part), Some(folder), None, &mut Output::sink(None));
            let named = |why: &str| why.contains("--pictures") && why.contains(&format!("={} takes none", part.word()));
            assert!(matches!(&printed, Err(Failure::Argument(why)) if named(why)), "{printed:?}");
        }
    }

    #[test]
    fn parts_and_games_have_words_of_their_own() {
        let requests = Request::value_variants();
        assert_eq!(requests.len(), 1 + Part::ALL.len() + registry::NAMES.len());
        for &request in requests {
            let word = request.to_possible_value().unwrap();
            assert_eq!(Request::from_str(word.get_name(), false), Ok(request));
        }
    }
}
