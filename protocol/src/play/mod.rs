//! Terminal client (`motley play`): a game against the engine for a person without a GUI.
//!
//! `client_game` is the game on top of the [`Host`]: turns, clocks, chance, messages. It
//! knows no terminal. `lines` shows it line by line, where input or output is no terminal; `screen_layout` lays it out
//! for a screen of any size, and `screen` puts that on the terminal, which is restored however the program ends.
//!
//! Keys, signals and the engine's events arrive in one channel, and one thread acts on them. A board is drawn as a
//! diagram with fixed names of fields, so that the effect of the last move is found by comparing two diagrams, in Chex
//! too.

mod client_game;
pub mod command;
mod editor;
mod ending;
mod facts;
mod file;
#[cfg(test)]
mod fixture;
mod legend;
mod lines;
mod log;
mod moves;
mod option_list;
mod paint;
pub mod persons;
mod screen;
mod screen_layout;

use std::env;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use engine::text::quote;

use crate::cli::failure::Failure;
use crate::clock::TimeControl;
use crate::io::input;
use crate::io::output::{Output, Transcript};
use crate::parse::{CommandError, cannot_start, move_time, name_and_value};
use crate::registry;
use crate::session::event::Event;
use crate::session::host::Host;
use crate::session::options::{OptionError, Options, VARIANT};
use client_game::ClientGame;
use command::Pieces;
use lines::Lines;
use paint::Paint;
pub use paint::wrap;
use persons::{Persons, SIDES};
use screen::Screen;

/// Interval between two pictures of a running clock.
const CLOCK_INTERVAL: Duration = Duration::from_millis(250);

/// Shortest interval between two pictures of a running search.
const SEARCH_INTERVAL: Duration = Duration::from_millis(50);

/// Arguments of `motley play`.
#[derive(Args, Debug)]
pub struct Settings {
    /// The game; without it that of the file, or chess.
    #[arg(value_name = "GAME", conflicts_with = "variant", value_parser = PossibleValuesParser::new(registry::names()))]
    game: Option<String>,
    /// The game, as GAME names it.
    #[arg(long, value_name = "GAME", value_parser = PossibleValuesParser::new(registry::names()),
          hide_possible_values = true)]
    variant: Option<String>,
    /// The side that you play. Games for more than two have red and green, and all in place of both.
    #[arg(long, default_value = SIDES[0], value_parser = PossibleValuesParser::new(SIDES))]
    side: String,
    /// Player of each seat, White's first, in the order of moves: me or engine, separated by commas.
    #[arg(long, value_name = "PLAYERS", conflicts_with = "side")]
    seats: Option<String>,
    /// Clocks for all players: minutes, and seconds for each move. Without them there are no clocks.
    #[arg(long, value_name = "MINUTES+SECONDS")]
    time: Option<TimeControl>,
    /// Time of the engine for each move, in milliseconds.
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = move_time, conflicts_with = "time")]
    movetime: Duration,
    /// The position to begin with.
    #[arg(long, conflicts_with = "load")]
    fen: Option<String>,
    /// Takes up a game from a file.
    #[arg(long, value_name = "FILE")]
    load: Option<String>,
    /// Style of the pieces: chess figures, letters, or figures where the terminal can show them (auto).
    #[arg(long, value_enum, default_value = "auto")]
    pieces: Pieces,
    /// A setting of the engine's, as UCI and XBoard know them: "Skill Level=5". May be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Line by line, on a terminal too.
    #[arg(long)]
    plain: bool,
}

/// Signal: an event from engine, keyboard or operating system.
pub enum Signal {
    /// Event of the engine, or a line of input.
    Event(Event),
    /// Key, paste, or a new size of the window.
    Typed(crossterm::event::Event),
    /// The terminal was closed, or the program was told to end.
    Ended,
}

/// Plays until the player leaves.
///
/// # Errors
/// If an argument is wrong, the terminal cannot be used, or standard output cannot be written.
pub fn run(settings: &Settings, options: Options, transcript: Option<Transcript>) -> Result<(), Failure> {
    let (signals, received) = channel();
    let events = forward(signals.clone()).map_err(cannot_start)?;
    // Without --log too: the option `Debug Log File` may begin one.
    let transcript = transcript.unwrap_or_default();
    // Only the views write to standard output.
    let host = Host::new(Output::sink(Some(transcript.clone())), events.clone(), options).map_err(cannot_start)?;
    let game = seat(settings, host)?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
    if terminal && !settings.plain {
        on_screen(game, signals, &received, transcript).map_err(|error| format!("the terminal: {error}"))?;
    } else {
        line_by_line(game, events, &received, transcript)?;
    }
    Ok(())
}

/// Opens the game of the arguments.
fn seat(settings: &Settings, mut host: Host) -> Result<ClientGame, Failure> {
    let loaded = settings.load.as_deref().map(|file| file::load(file, 1)).transpose()?;
    let variant = settings.game.as_deref().or(settings.variant.as_deref());
    if let (Some(loaded), Some(variant)) = (&loaded, variant)
        && loaded.variant != variant
    {
        let why = format!("the file of --load has a game of {}, not of {variant}", loaded.variant);
        return Err(Failure::Argument(why));
    }
    host.open(loaded.as_ref().map(|loaded| loaded.variant).or(variant).unwrap_or(registry::NAMES[0]));
    settings.options.iter().try_for_each(|text| set_option(&mut host, text))?;
    let warnings = host.take_warnings();
    let names = host.session.seat_names();
    let persons = match &settings.seats {
        Some(list) => Persons::from_list(list, names).map_err(|error| Failure::Argument(format!("--seats {error}")))?,
        None => Persons::from_side(&settings.side, names).map_err(|error| Failure::Argument(format!("--{error}")))?,
    };
    let mut game = ClientGame::new(host, persons, settings.time, settings.movetime);
    game.pieces = settings.pieces;
    warnings.into_iter().for_each(|warning| game.say(warning));
    match (&settings.fen, loaded) {
        (Some(position), _) => game.set_up(position).map_err(Failure::Argument)?,
        (None, Some(loaded)) => game.take_up(loaded)?,
        (None, None) => game.begin(),
    }
    Ok(game)
}

/// Sets an option of the command line: `NAME=VALUE`.
fn set_option(host: &mut Host, text: &str) -> Result<(), Failure> {
    let (name, value) = name_and_value(text);
    let quoted = quote(text);
    if name.eq_ignore_ascii_case(VARIANT) {
        return Err(Failure::Argument(format!("{quoted}: --variant chooses the game")));
    }
    host.set_option(name, value).map_err(|error| match error {
        OptionError::Unknown => Failure::Argument(format!("--option: {}", error.in_words(name))),
        OptionError::Value { .. } => Failure::Argument(format!("{quoted}: {error}")),
        OptionError::File(_) | OptionError::Memory => Failure::Command(format!("{quoted}: {error}")),
    })
}

/// Sender of engine events that arrive among the signals.
fn forward(signals: Sender<Signal>) -> io::Result<Sender<Event>> {
    let (events, arriving) = channel();
    thread::Builder::new().spawn(move || {
        for event in arriving {
            if signals.send(Signal::Event(event)).is_err() {
                break;
            }
        }
    })?;
    Ok(events)
}

/// True if the terminal has no cursor control. The consoles of Windows have it and set no `TERM`.
fn is_dumb() -> bool {
    match env::var_os("TERM") {
        Some(term) => term == "dumb" || term.is_empty(),
        None => cfg!(unix),
    }
}

/// True if the terminal shows chess figures: it has UTF-8, and is not the console of Linux, whose fonts have none.
fn has_figures() -> bool {
    let value = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
    let is_windows_terminal = value("WT_SESSION").is_some();
    is_windows_terminal || can_show_figures(&locale.unwrap_or_default(), &value("TERM").unwrap_or_default())
}

fn can_show_figures(locale: &str, term: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    (locale.contains("utf-8") || locale.contains("utf8")) && !matches!(term, "" | "linux" | "dumb")
}

/// Paint of the terminal: colours, unless `NO_COLOR` is set. See <https://no-color.org>.
fn paint() -> Paint {
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) { Paint::Attributes } else { Paint::Colours }
}

/// Waits for the next signal; none after the time `until`.
fn next(received: &Receiver<Signal>, until: Option<Instant>) -> Option<Signal> {
    let Some(until) = until else { return Some(received.recv().unwrap_or(Signal::Ended)) };
    match received.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(signal) => Some(signal),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Signal::Ended),
    }
}

fn on_screen(
    mut game: ClientGame,
    signals: Sender<Signal>,
    received: &Receiver<Signal>,
    transcript: Transcript,
) -> io::Result<()> {
    end_on_signals(signals.clone())?;
    end_on_hangup(signals.clone())?;
    let mut screen = Screen::take(paint(), has_figures(), signals, transcript)?;
    let mut drawn = Instant::now();
    // A report has come since then.
    let mut is_outdated = false;
    screen.show(&mut game)?;
    loop {
        let clock = game.deadline().map(|deadline| deadline.min(Instant::now() + CLOCK_INTERVAL));
        let report = if is_outdated { Some(drawn + SEARCH_INTERVAL) } else { None };
        let signal = next(received, [clock, report].into_iter().flatten().min());
        let urgent = !matches!(signal, Some(Signal::Event(Event::Report(..))));
        match signal {
            Some(Signal::Event(event)) => game.handle_event(event),
            Some(Signal::Typed(input)) if !screen.take_input(&mut game, &input) => return Ok(()),
            Some(Signal::Ended) => return Ok(()),
            Some(Signal::Typed(_)) | None => {}
        }
        game.check_clocks();
        is_outdated = !urgent && drawn.elapsed() < SEARCH_INTERVAL;
        if !is_outdated {
            screen.show(&mut game)?;
            drawn = Instant::now();
        }
    }
}

/// Turns SIGTERM and the like into [`Signal::Ended`], so that the terminal is restored.
#[cfg(unix)]
fn end_on_signals(signals: Sender<Signal>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut arriving = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    thread::Builder::new().spawn(move || {
        if arriving.forever().next().is_some() {
            // The receiver may have ended already.
            let _ = signals.send(Signal::Ended);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn end_on_signals(_: Sender<Signal>) -> io::Result<()> {
    Ok(())
}

/// Turns the hangup of the terminal into [`Signal::Ended`]. No SIGHUP tells of it where the terminal is not the
/// controlling one, and crossterm reads on at the end of its input.
#[cfg(unix)]
fn end_on_hangup(signals: Sender<Signal>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    thread::Builder::new().spawn(move || {
        let stdout = io::stdout();
        // Without flags poll returns for POLLHUP and errors alone.
        while let Err(rustix::io::Errno::INTR) = poll(&mut [PollFd::new(&stdout, PollFlags::empty())], None) {}
        // The receiver may have ended already.
        let _ = signals.send(Signal::Ended);
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn end_on_hangup(_: Sender<Signal>) -> io::Result<()> {
    Ok(())
}

fn line_by_line(
    mut game: ClientGame,
    events: Sender<Event>,
    received: &Receiver<Signal>,
    transcript: Transcript,
) -> Result<(), CommandError> {
    input::spawn(io::stdin(), events, Some(transcript.clone())).map_err(cannot_start)?;
    let paint = if io::stdout().is_terminal() && !is_dumb() && paint() == Paint::Colours {
        Paint::Colours
    } else {
        Paint::Text
    };
    let (is_terminal, is_typed) = (io::stdout().is_terminal(), io::stdin().is_terminal());
    let mut lines = Lines::new(Output::stdout(Some(transcript)), paint, has_figures(), is_terminal, is_typed);
    while lines.catch_up(&mut game) {
        lines.show(&mut game);
        match next(received, game.deadline()) {
            Some(Signal::Event(Event::Line(start))) if start.is_cut => lines.complain(&start.text),
            Some(Signal::Event(Event::Line(line))) => {
                let stays = lines.receive(&mut game, line);
                if !stays {
                    break;
                }
            }
            Some(Signal::Event(Event::Closed)) => lines.close(),
            Some(Signal::Event(event)) => game.handle_event(event),
            Some(Signal::Typed(_)) => {}
            Some(Signal::Ended) => break,
            None => {}
        }
        game.check_clocks();
    }
    lines.finish(&mut game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_need_utf_8_and_a_terminal_with_fonts() {
        for (locale, term, possible) in [
            ("en_GB.UTF-8", "xterm-256color", true),
            ("C.utf8", "tmux-256color", true),
            ("C", "xterm", false),
            ("", "xterm", false),
            ("de_DE.ISO-8859-1", "xterm", false),
            ("en_GB.UTF-8", "linux", false),
            ("en_GB.UTF-8", "dumb", false),
        ] {
            assert_eq!(can_show_figures(locale, term), possible, "{locale} {term}");
        }
    }
}
