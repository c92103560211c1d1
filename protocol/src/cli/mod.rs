//! Command line of `motley`, and the commands that need no dialogue.

pub mod demo;
pub mod failure;
pub mod greeting;
pub mod shell;
pub mod show;
pub mod verify;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use engine::search::Control;
use engine::variants::Variant;
use streams::report;

use crate::dialects::main_loop;
use crate::gui::config::{self, Request};
use crate::gui::layout::Layout;
use crate::io::output::{Output, Transcript};
use crate::parse::{CommandError, move_time, whole_number};
use crate::session::options::{Options, STYLES};
use crate::{bench, play, registry};
use failure::Failure;

/// Exit status after wrong arguments, as that of the parser of the command line.
const WRONG_ARGUMENTS: u8 = 2;

/// Text below the list of commands and options.
const FIRST_STEPS: &str = "To begin: `motley play` is a game of chess, `motley play keyles` one of Keyles.";

/// Plays chess variants.
///
/// Without a command it reads commands from its input: `help` lists the most useful.
///
/// A chess GUI talks to it in UCI or in CECP (XBoard), whichever it asks for first.
#[derive(Parser, Debug)]
#[command(name = "motley", version, after_help = FIRST_STEPS)]
pub struct Arguments {
    /// Adds everything received and sent to a file, with timestamps.
    #[arg(long, value_name = "FILE", global = true)]
    pub log: Option<PathBuf>,
    /// Reads custom variants from a TOML file, as docs/custom-variants.md describes them.
    #[arg(long, value_name = "FILE", global = true)]
    pub variants: Option<PathBuf>,
    /// Move notation, in games that have more than one.
    #[arg(long, value_name = "STYLE", global = true, default_value = STYLES[0].0,
          value_parser = PossibleValuesParser::new(STYLES.map(|(word, _)| word)))]
    pub notation: String,
    /// Prints how to set up the program in chess GUIs, and ends.
    ///
    /// With =xboard, =winboard, =settings, =cutechess or =gnome-chess only that part; with =GAME the options of
    /// XBoard's command line for the game, one a line.
    #[arg(long, value_name = "PART", num_args = 0..=1, require_equals = true, default_missing_value = "all",
          hide_possible_values = true)]
    pub xboard_config: Option<Request>,
    /// With --xboard-config: writes pictures of pieces to a folder, and sets them up in XBoard too.
    #[arg(long, value_name = "FOLDER", requires = "xboard_config")]
    pub pictures: Option<PathBuf>,
    /// Command to carry out in place of the dialogue.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Plays with you at the terminal.
    ///
    /// On the whole screen, or line by line through a pipe. The command `help` lists what can be typed.
    Play(play::Settings),
    /// Plays a game against itself and draws the board after each move.
    Demo {
        /// The game.
        #[arg(long, default_value = registry::NAMES[0], value_parser = PossibleValuesParser::new(registry::names()))]
        variant: String,
        /// The length of the game in moves of each side, if it is not over before.
        #[arg(long, default_value_t = 100,
              value_parser = |text: &str| whole_number("the number of moves", text, 0..=u32::MAX))]
        moves: u32,
        /// Thinking time for each move, in milliseconds.
        #[arg(long, value_name = "MS", default_value = "100", value_parser = move_time)]
        movetime: Duration,
    },
    /// Shows a position, with letters or as a picture.
    Show {
        /// The game.
        #[arg(long, default_value = registry::NAMES[0], value_parser = PossibleValuesParser::new(registry::names()))]
        variant: String,
        /// The position; without it, the start position.
        #[arg(long)]
        fen: Option<String>,
        /// Marks where the piece on a field can go, or a captured or drawn one, by its letter.
        #[arg(long, value_name = "FIELD", value_parser = NonEmptyStringValueParser::new())]
        moves: Option<String>,
        /// Writes a picture (SVG) to a file, in the place of letters.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Draws only the board, on the squares where XBoard has it: a picture to lay behind its pieces.
        #[arg(long, requires = "svg", conflicts_with_all = ["fen", "moves"])]
        backdrop: bool,
        /// Writes the pictures of pieces and board that XBoard needs to a folder, under its names.
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["fen", "moves", "svg"])]
        pieces: Option<PathBuf>,
        /// Writes a move diagram of each kind of piece to a folder, in games whose pieces do not move as in chess.
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["fen", "moves", "svg", "pieces"])]
        diagrams: Option<PathBuf>,
    },
    /// Prints the games, one a line: name, family, title.
    Variants {
        /// Only the games for two players.
        #[arg(long)]
        for_two: bool,
        /// Only the games that XBoard plays.
        #[arg(long)]
        for_xboard: bool,
    },
    /// Proves the tiles and throws of games from motley-server.
    ///
    /// All but those of the given plies must follow from the seed that the game's commitment stands for. Compare the
    /// commitment and the number of given plies with what the server showed at the start.
    Verify {
        /// PGN file with games of motley-server.
        file: PathBuf,
    },
    /// Searches a fixed set of positions and counts the nodes.
    ///
    /// The number of nodes is the signature of the search.
    Bench {
        /// Search depth in plies, of chess; games with more moves are searched less deep.
        #[arg(default_value_t = bench::DEFAULT_DEPTH,
              value_parser = |text: &str| whole_number("the number of plies", text, 1..=bench::MAX_DEPTH))]
        depth: u32,
    },
    /// Prints the manual page, or writes those of all commands.
    Man {
        /// Folder for the pages motley.1 and motley-COMMAND.1; without it, the first is printed.
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Runs the program with the arguments of the command line.
///
/// # Errors
/// If the command cannot be carried out, or its output cannot be written.
pub fn run(arguments: Arguments) -> Result<ExitCode, CommandError> {
    let transcript = arguments.log.as_deref().map(Transcript::create).transpose()?;
    let mut options = Options::default();
    options.set("Notation", Some(&arguments.notation)).expect("the command line takes the option's words only");
    let Arguments { command, xboard_config, pictures, variants, .. } = arguments;
    let mut out = Output::stdout(transcript.clone());
    let done = match (command, xboard_config) {
        (None, None) => {
            if greeting::is_interactive() {
                out.line(greeting::greeting());
            }
            main_loop::run(options, transcript).map_err(Failure::Command)
        }
        (Some(command), None) => command.carry_out(options, &mut out, transcript),
        (None, Some(request)) => config::print(request, pictures.as_deref(), variants.as_deref(), &mut out),
        (Some(_), Some(_)) => {
            let why = "--xboard-config stands for itself: it cannot be used with a command";
            Arguments::command().error(ErrorKind::ArgumentConflict, why).exit()
        }
    };
    match done {
        Ok(()) => out.finish().map(|()| ExitCode::SUCCESS),
        Err(Failure::Command(error)) => Err(error),
        Err(Failure::Argument(error)) => {
            report(format_args!("motley: {error}"));
            Ok(ExitCode::from(WRONG_ARGUMENTS))
        }
    }
}

impl Command {
    fn carry_out(self, options: Options, out: &mut Output, transcript: Option<Transcript>) -> Result<(), Failure> {
        match self {
            Command::Bench { depth } => {
                let control = Control::new();
                bench::run(depth, &control, &mut |line| {
                    out.line(line);
                    if out.is_closed() {
                        control.stop();
                    }
                });
            }
            Command::Demo { variant, moves, movetime } => {
                demo::run(&variant, moves, movetime, &options, out);
            }
            Command::Show { variant, fen, moves, svg, backdrop, pieces, diagrams } => match (svg, pieces, diagrams) {
                (_, Some(folder), _) => show::draw_pieces(&variant, &folder)?,
                (_, _, Some(folder)) => show::draw_diagrams(&variant, &folder)?,
                (Some(file), ..) if backdrop => show::draw_backdrop(&variant, &file)?,
                (Some(file), ..) => show::draw(&variant, fen.as_deref(), moves.as_deref(), &file)?,
                (None, None, None) => show::print(&variant, fen.as_deref(), moves.as_deref(), out)?,
            },
            Command::Play(settings) => play::run(&settings, options, transcript)?,
            Command::Verify { file } => verify::run(&file, out)?,
            Command::Variants { for_two, for_xboard } => {
                for variant in Variant::all() {
                    let is_wanted =
                        (!for_two || variant.seats() == 2) && (!for_xboard || Layout::played(variant.name()).is_ok());
                    if !is_wanted {
                        continue;
                    }
                    out.line(format_args!("{variant:<14}{:<10}{}", variant.family(), variant.info().title));
                }
            }
            Command::Man { folder: Some(folder) } => shell::save_manual_pages(Arguments::command(), &folder)?,
            Command::Man { folder: None } => out.line(shell::manual_page(Arguments::command())?.trim_end()),
            Command::Completions { shell } => out.line(shell::completions(Arguments::command(), shell).trim_end()),
        }
        Ok(())
    }
}
