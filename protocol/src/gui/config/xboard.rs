//! XBoard and WinBoard: options for each game, in the syntax of engine lists and settings files.
//!
//! docs/xboard.md gives the reason of each option.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Installed, text};
use crate::gui::layout::Layout;
use crate::parse::CommandError;
use crate::registry::{self, to_cecp};

/// Program: both read the same options, but for a few.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// XBoard, on X11. It takes the size of its board in pixels, and pictures in files.
    XBoard,
    /// WinBoard, on Windows.
    WinBoard,
}

/// Options that switch off XBoard's own rules and adjudication: they are wrong for games other than chess, and the
/// engine announces every result. XBoard would save them for all engines, so it is told to save nothing.
const RULES_ARE_THE_ENGINES: [&str; 10] = [
    "-testLegality",
    "false",
    "-ruleMoves",
    "0",
    "-repeatsToDraw",
    "0",
    "-showTargetSquares",
    "true",
    "-saveSettingsOnExit",
    "false",
];

/// Coordinates at the edges of the board, in which moves are written and typed.
const COORDINATES: [&str; 2] = ["-showCoords", "true"];

/// Columns that XBoard's window has room for.
const COLUMNS: usize = 8;

/// The size of squares, in pixels, for which eight of them are wide enough for any of our boards.
const WIDE: [&str; 2] = ["-boardSize", "80"];

/// Options that start the engine with a game. Names and values are separate words.
pub fn words(layout: &Layout, installed: &Installed, family: Family) -> Result<Vec<String>, CommandError> {
    // XBoard splits the engine's command at blanks; the folder is taken as it is.
    let file = unbroken(Path::new(&installed.file))?;
    let mut command = match family {
        Family::XBoard => format!("./{file}"),
        Family::WinBoard => file.to_string(),
    };
    if let Some(file) = &installed.variants {
        command += " --variants ";
        command += unbroken(file)?;
    }
    let mut words: Vec<String> =
        ["-fd", text(&installed.folder)?, "-fcp", &command, "-variant", to_cecp(layout.variant)]
            .map(String::from)
            .into();
    let mut add = |more: &[&str]| words.extend(more.iter().copied().map(String::from));
    add(&COORDINATES);
    if layout.variant != registry::NAMES[0] {
        add(&RULES_ARE_THE_ENGINES);
    }
    if let Some(setup) = layout.setup {
        add(setup.options);
    }
    let beside = layout.setup.map_or(0, |setup| setup.columns_beside());
    if family == Family::XBoard && layout.width + beside > COLUMNS {
        add(&WIDE);
    }
    if let Some(folder) = installed.pictures.as_deref().filter(|_| family == Family::XBoard) {
        let folder = folder.join(layout.variant);
        add(&["-pieceImageDirectory", text(&folder)?]);
        if let Some((name, _)) = layout.backdrop() {
            let file = folder.join(name);
            let file = text(&file)?;
            add(&["-useBoardTexture", "true", "-liteBackTextureFile", file, "-darkBackTextureFile", file]);
        }
    }
    Ok(words)
}

/// Path in an engine's command.
fn unbroken(path: &Path) -> Result<&str, CommandError> {
    match text(path)? {
        path if path.contains(char::is_whitespace) => Err(format!("XBoard cannot read a path with blanks: {path}")),
        path => Ok(path),
    }
}

/// Lines for the list of engines, one for each game that XBoard plays. The name in front is the same in all, for XBoard
/// shows the variant behind it: `Motley (keyles)` is what the line is called, in the list and after `-fe`.
pub fn engine_list(installed: &Installed, family: Family) -> Result<Vec<String>, CommandError> {
    Layout::all()
        .filter(|layout| layout.is_played())
        .map(|layout| {
            let words = words(layout, installed, family)?;
            let words = words.iter().map(|word| quote(word)).collect::<Result<Vec<String>, CommandError>>()?;
            Ok(format!("\"Motley\" {}", words.join(" ")))
        })
        .collect()
}

/// A settings file that adds the lines to the list of whoever reads it for the first time.
pub fn settings(installed: &Installed) -> Result<String, CommandError> {
    // XBoard adds what is newer than the settings that it saved last.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let lines = engine_list(installed, Family::XBoard)?.into_iter().map(|line| format!("\n-installEngine {{{line}}}"));
    Ok(format!("-date {now}{}", lines.collect::<String>()))
}

/// A word as it is written in lines of options. Between quotes XBoard takes everything for what it is, in paths even a
/// backslash, and a line of the list of engines stands between braces.
fn quote(word: &str) -> Result<String, CommandError> {
    if word.contains(['{', '}', '\n']) || (word.contains('"') && word.contains('\'')) {
        return Err(format!("XBoard cannot read this path in a list of engines: {}", Path::new(word).display()));
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    Ok(match word {
        _ if word.chars().all(is_plain) => word.to_string(),
        _ if word.contains('"') => format!("'{word}'"),
        _ => format!("\"{word}\""),
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn installed(folder: &str, pictures: Option<&str>) -> Installed {
        Installed {
            folder: PathBuf::from(folder),
            file: "motley".to_string(),
            pictures: pictures.map(PathBuf::from),
            variants: None,
        }
    }

    fn line(folder: &str, variant: &str, family: Family) -> String {
        let lines = engine_list(&installed(folder, None), family).unwrap();
        lines.into_iter().find(|line| line.contains(&format!(" -variant {variant}"))).unwrap()
    }

    #[test]
    fn a_line_has_what_the_game_needs() {
        assert_eq!(
            line("/usr/games", "normal", Family::XBoard),
            r#""Motley" -fd "/usr/games" -fcp "./motley" -variant normal -showCoords true"#
        );
        assert_eq!(
            line("/home/a user/bin", "keyles", Family::XBoard),
            "\"Motley\" -fd \"/home/a user/bin\" -fcp \"./motley\" -variant keyles -showCoords true \
             -testLegality false -ruleMoves 0 -repeatsToDraw 0 -showTargetSquares true -saveSettingsOnExit false \
             -sweepPromotions false -boardSize 80"
        );
        assert_eq!(
            line(r"C:\Chess", "kaleido", Family::WinBoard),
            "\"Motley\" -fd \"C:\\Chess\" -fcp motley -variant kaleido -showCoords true -testLegality false \
             -ruleMoves 0 -repeatsToDraw 0 -showTargetSquares true -saveSettingsOnExit false -autoFlipView false"
        );
        assert!(!line("/usr/games", "knightrelay", Family::XBoard).contains("-boardSize"));
    }

    #[test]
    fn pictures_are_found_by_their_whole_path() {
        let words = words(Layout::of("kaleidodice").unwrap(), &installed("/x", Some("/p p")), Family::XBoard).unwrap();
        let value = |option: &str| words.iter().skip_while(|word| *word != option).nth(1).map(String::as_str);
        assert_eq!(value("-pieceImageDirectory"), Some("/p p/kaleidodice"));
        assert_eq!(value("-darkBackTextureFile"), Some("/p p/kaleidodice/board-11x11.png"));
    }

    #[test]
    fn paths_with_quotes_are_written_if_they_can_be() {
        assert!(line("/the \"best\"", "normal", Family::XBoard).contains(r#"-fd '/the "best"'"#));
        for odd in ["/a{b", "/a'b\"c", "/a\nb"] {
            assert!(engine_list(&installed(odd, None), Family::XBoard).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_program_with_a_blank_in_its_name_is_refused() {
        let renamed = Installed { file: "my motley".to_string(), ..installed("/usr/games", None) };
        let refusal = "XBoard cannot read a path with blanks: my motley".to_string();
        for family in [Family::XBoard, Family::WinBoard] {
            assert_eq!(engine_list(&renamed, family), Err(refusal.clone()));
        }
    }

    #[test]
    fn settings_add_every_line_to_the_list() {
        let settings = settings(&installed("/x", None)).unwrap();
        let lines = engine_list(&installed("/x", None), Family::XBoard).unwrap();
        assert!(settings.starts_with("-date 1"));
        assert!(lines.iter().all(|line| settings.contains(&format!("\n-installEngine {{{line}}}"))), "{settings}");
    }
}
