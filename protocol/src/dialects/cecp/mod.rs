//! CECP: the Chess Engine Communication Protocol, version 2, as XBoard speaks it, with extensions.
//!
//! Source: H.G. Muller and Tim Mann, "Chess Engine Communication Protocol". Extensions: `go` takes limits, the commands
//! of [`console`] work, and until a program introduces itself with `protover` a bare move is played as people write it.
//! A program may send bare coordinates, drops and castling until it has accepted `usermove`.
//!
//! * `turn`: turn taking, `go`, `new`; the start of every search for a move.
//! * `moves`: `usermove`, the engine's `move`, `undo`, `setboard`. `replacement` and `gui_history` hold what XBoard's
//!   notation of a king's re-placement needs.
//! * `chance`: tiles and dice, with a referee or without one.
//! * `clock`: time controls.
//! * `analysis`: `hint`, `bk`, `.`, `exclude`. `thinking_output`: the lines of `post`.
//! * `mouse`: `lift`, `put`. `features`: the answer to `protover`. `window_title`: what XBoard's title says.

mod analysis;
mod chance;
mod clock;
mod features;
mod gui_history;
mod mouse;
mod moves;
mod replacement;
mod thinking_output;
mod turn;
mod window_title;

use std::time::Instant;

use engine::game::Seat;
use engine::moves::Move;
use engine::search::{Limits, Report, Verdict};
use engine::text::{MoveError, Style};

use crate::dialects::console;
use crate::dialects::{Dialect, Flow};
use crate::gui::layout::Layout;
use crate::parse::{CommandError, error_line, name_and_value, split_word, whole_number};
use crate::play::command;
use crate::registry;
use crate::session::host::Host;
use crate::session::options::OptionId;
use crate::session::turn_budget::TurnBudget;
use crate::session::{MoveFormat, MoveSource};
use clock::EngineClock;
use gui_history::GuiHistory;
use window_title::News;

/// Mode of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// `force`: the engine plays neither side.
    Force,
    /// The engine plays a side.
    Playing(Seat),
    /// `analyze`: the engine searches every position.
    Analyzing,
}

/// Purpose of the running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// To play a move.
    Play,
    /// To ponder on this move of the opponent.
    Ponder(Move),
    /// To analyze the position.
    Analyze,
    /// To suggest a move to the user.
    Hint,
}

/// Dialogue in CECP.
pub struct Cecp {
    mode: Mode,
    purpose: Purpose,
    time: EngineClock,
    /// Time at which the engine's clock began to run for the current move.
    turn_began: Instant,
    /// `post`: true if thinking output is wanted.
    post: bool,
    /// `protover` was received. Before it, a person may be typing.
    protover_received: bool,
    /// The feature `usermove` was accepted: each move comes with that word.
    sends_usermove: bool,
    /// The feature `motley` was accepted: the other side knows the games, deals chance outcomes, and needs no layout.
    has_extensions: bool,
    /// The game is `fischerandom`: castling is written `O-O` and `O-O-O`.
    is_chess960: bool,
    /// Plies of the game as the GUI counts them.
    gui_history: GuiHistory,
    /// `hint` was received before the running search had reported anything.
    hint_due: bool,
    /// Root moves that analysis leaves out.
    excluded: Vec<Move>,
    /// Limits given with `go`, which replace the clock's for the current turn unless the word `clock` is among them.
    turn_budget: Option<TurnBudget>,
    /// `?` was received in the current turn, which may have more searches to come.
    move_now: bool,
    /// `computer`: the opponent is a program, which rolls chance events for itself.
    opponent_is_computer: bool,
    /// `random`: book moves are chosen at random, not always the best.
    random_book: bool,
    /// The user has been told that the position exceeds the GUI's board.
    window_warning_sent: bool,
    /// Expected move of the opponent.
    ponder_move: Option<Move>,
    /// Limits of the last search that began to ponder.
    ponder_limits: Limits,
    /// News of the last chance outcome, for the title of the GUI's window.
    news: Option<News>,
    /// Addition to the engine's name in the title of the GUI's window.
    title: String,
    /// Time at which a new title is sent.
    title_timer: Option<Instant>,
    /// Score of the engine's last move, in centipawns.
    score: Option<i32>,
    /// Number of hopeless turns of the engine in a row.
    hopeless_turns: u32,
    /// Origin of the piece that the user drags.
    lifted_from: Option<MoveSource>,
}

impl Default for Cecp {
    fn default() -> Self {
        Cecp {
            mode: Mode::Playing(Seat::BLACK),
            purpose: Purpose::Play,
            time: EngineClock::default(),
            turn_began: Instant::now(),
            post: false,
            protover_received: false,
            sends_usermove: false,
            has_extensions: false,
            is_chess960: false,
            gui_history: GuiHistory::default(),
            hint_due: false,
            excluded: Vec::new(),
            turn_budget: None,
            move_now: false,
            opponent_is_computer: false,
            random_book: false,
            window_warning_sent: false,
            ponder_move: None,
            ponder_limits: Limits::default(),
            news: None,
            title: String::new(),
            title_timer: None,
            score: None,
            hopeless_turns: 0,
            lifted_from: None,
        }
    }
}

/// Result of a command; `None` if the command is unknown.
type Answer = Option<Result<(), CommandError>>;

impl Dialect for Cecp {
    fn command(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split_word(line);
        match word {
            "" => return Flow::Continue,
            "quit" => return Flow::Quit,
            _ => {}
        }
        let answer = self
            .game_command(host, word, rest)
            .or_else(|| self.engine_command(host, word, rest))
            .or_else(|| self.referee_command(host, word, rest))
            .or_else(|| self.mouse_command(host, word, rest))
            .or_else(|| console::command(host, word, rest, self.move_format(host)))
            .or_else(|| self.bare_move(host, word, rest));
        match answer {
            Some(Ok(())) => {}
            Some(Err(error)) => self.report_error(host, &error, line),
            // `stop` is UCI's too.
            None if !self.protover_received && word != "stop" && command::is_named(word) => {
                self.report_error(host, "only in a game that `play` begins", line);
            }
            None => self.report_error(host, "unknown command", line),
        }
        self.update_title(host);
        Flow::Continue
    }

    fn report_error(&mut self, host: &mut Host, error: &str, line: &str) {
        host.out.line(error_line(error, line));
    }

    fn report_warning(&mut self, host: &mut Host, warning: &str) {
        // A comment: GUIs note it down.
        host.out.line(format_args!("# {warning}"));
    }

    fn search_report(&mut self, host: &mut Host, report: &Report) {
        let wanted = match self.purpose {
            Purpose::Analyze => true,
            Purpose::Play | Purpose::Ponder(_) => self.post,
            Purpose::Hint => false,
        };
        if wanted {
            let pondered = if let Purpose::Ponder(mv) = self.purpose { Some(mv) } else { None };
            let move_format = self.move_format(host);
            let pv = host.session.write_line(pondered, &report.pv, move_format);
            let pondered = pondered.map(|mv| host.session.write_move(mv, move_format));
            let line = if host.options().is_on(OptionId::Arbiter) {
                thinking_output::line(&thinking_output::without_mate_scores(report), pondered.as_deref(), &pv)
            } else {
                thinking_output::line(report, pondered.as_deref(), &pv)
            };
            host.out.line(line);
        }
        self.send_due_hint(host);
    }

    fn search_finished(&mut self, host: &mut Host, verdict: Verdict) {
        match self.purpose {
            Purpose::Play => self.play_own_move(host, verdict),
            Purpose::Hint => {
                if let Some(mv) = verdict.best {
                    self.send_hint(host, mv);
                }
            }
            // Stopped, or searched to the end.
            Purpose::Ponder(_) | Purpose::Analyze => {}
        }
        self.update_title(host);
    }

    fn timer(&self) -> Option<Instant> {
        self.title_timer
    }

    fn timer_fired(&mut self, host: &mut Host) {
        self.send_title(host);
    }
}

impl Cecp {
    /// Commands about the game.
    fn game_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        match word {
            "new" => self.new_game(host),
            "variant" => return Some(self.choose_variant(host, rest)),
            "force" => {
                self.set_mode(host, Mode::Force);
                host.abort();
                self.withdraw_roll(host);
            }
            "go" if !console::is_perft(rest) => return Some(self.go(host, rest)),
            "playother" => self.play_other(host),
            "usermove" => self.user_move(host, rest),
            "?" if self.purpose == Purpose::Play || host.is_task_running() => {
                self.move_now |= host.is_searching();
                host.stop();
            }
            "?" => {}
            "undo" => return Some(self.undo(host)),
            "remove" => return Some(self.remove(host)),
            "setboard" => self.set_board(host, rest),
            "result" => {
                log::info!("result: {rest}");
                self.set_mode(host, Mode::Force);
                self.resume(host);
            }
            // Before `protover`, a person may be typing the decision to draw a tile.
            "draw" if !self.protover_received && host.session.may_draw() => {
                self.user_move(host, word);
            }
            "draw" => self.consider_draw(host),
            "hint" => return Some(self.hint(host)),
            "bk" => self.show_book(host),
            "analyze" => {
                self.set_mode(host, Mode::Analyzing);
                self.resume(host);
            }
            "exit" if self.mode == Mode::Analyzing => {
                self.set_mode(host, Mode::Force);
                self.resume(host);
            }
            "exit" => return Some(Err("not analyzing".to_string())),
            "." => self.show_progress(host),
            "exclude" => return Some(self.exclude(host, rest, true)),
            "include" => return Some(self.exclude(host, rest, false)),
            _ => return None,
        }
        Some(Ok(()))
    }

    /// Commands about the engine: clock, options, manners.
    fn engine_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        match word {
            "xboard" | "name" | "rating" | "ics" => {}
            "random" => self.random_book = !self.random_book,
            "computer" => {
                self.opponent_is_computer = true;
                self.withdraw_roll(host);
            }
            "protover" => return Some(self.introduce(host, rest)),
            "accepted" | "rejected" => match rest {
                "motley" => self.has_extensions = word == "accepted",
                "usermove" => self.sends_usermove = word == "accepted",
                _ => {}
            },
            "ping" => {
                // A move that `?` has asked for precedes the pong.
                while self.move_now
                    && self.purpose == Purpose::Play
                    && let Some(verdict) = host.finish_search()
                {
                    self.search_finished(host, verdict);
                }
                host.prepare();
                host.out.line(format_args!("pong {rest}"));
            }
            "level" => return Some(self.time.set_level(rest)),
            "st" => return Some(self.time.set_move_time(rest)),
            "sd" => return Some(self.time.set_depth(rest)),
            "nps" => return Some(self.time.set_rate(rest)),
            "time" => return Some(self.time.set_remaining(rest)),
            // The opponent's clock is of no use to the engine, but a faulty one is still an error.
            "otim" => return Some(clock::centiseconds(rest).map(drop)),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "hard" => return Some(self.set_option(host, "Ponder", Some("1"))),
            "easy" => return Some(self.set_option(host, "Ponder", Some("0"))),
            "memory" => return Some(self.set_option(host, "Hash", Some(rest))),
            "cores" => return Some(self.set_option(host, "Threads", Some(rest))),
            "option" => {
                let (name, value) = name_and_value(rest);
                return Some(self.set_option(host, name, value));
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// Bare move: without `usermove`, as people and older programs write it. Programs write coordinates, drops (`N@g8`)
    /// and castling (`O-O`); other text that looks like a move may be a line of `edit`, `Nf3`.
    fn bare_move(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        let is_of_program =
            matches!(word.as_bytes(), [b'a'..=b'z', b'0'..=b'9', ..]) || word.contains('@') || word.starts_with("O-O");
        let may_be_move = rest.is_empty() && (!self.protover_received || !self.sends_usermove && is_of_program);
        let is_move = may_be_move && host.session.read_move(word, self.move_format(host)) != Err(MoveError::Syntax);
        if !is_move {
            return None;
        }
        self.user_move(host, word);
        Some(Ok(()))
    }

    fn introduce(&mut self, host: &mut Host, rest: &str) -> Result<(), CommandError> {
        if whole_number("the version", rest, 1..=u32::MAX)? >= 2 {
            self.protover_received = true;
            features::lines().into_iter().for_each(|line| host.out.line(line));
        }
        Ok(())
    }

    fn choose_variant(&mut self, host: &mut Host, name: &str) -> Result<(), CommandError> {
        registry::ensure_for_two(name)?;
        if self.protover_received
            && !self.has_extensions
            && let Some(layout) = Layout::of(name)
        {
            layout.ensure_played()?;
        }
        if !host.open(registry::from_cecp(name)) {
            return Err(registry::UNKNOWN_VARIANT.to_string());
        }
        self.is_chess960 = name == registry::CECP_CHESS960;
        if let Some(layout) = self.layout(host) {
            let start = host.session.position_text(MoveFormat::Squares);
            layout.setup_lines(&start).into_iter().for_each(|line| host.out.line(line));
        }
        self.gui_history.clear();
        self.position_changed(host);
        Ok(())
    }

    /// Layout that the GUI draws the game by; none if it needed none.
    fn layout(&self, host: &Host) -> Option<&'static Layout> {
        if !self.protover_received || self.has_extensions {
            return None;
        }
        Layout::of(host.session.variant()).filter(|layout| layout.setup.is_some())
    }

    /// Format of moves and positions. A GUI that draws the board by a layout reads the squares of the layout and no
    /// others.
    fn move_format(&self, host: &Host) -> MoveFormat {
        if self.layout(host).is_some() {
            MoveFormat::Squares
        } else if self.is_chess960 {
            MoveFormat::Own(Style::CastlingByLetters)
        } else {
            host.move_format()
        }
    }

    /// Changes an option. A search that this ends begins again, with the time that is left of its turn, a hint's search
    /// too; so does an analysis that is to show more lines or fewer.
    fn set_option(&mut self, host: &mut Host, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let (ran, lines) = (host.is_searching(), host.options().number(OptionId::MultiPv));
        let answer = host.set_option(name, value).map_err(|error| error.to_string());
        let ended = ran && !host.is_searching();
        let unwanted = matches!(self.purpose, Purpose::Ponder(_)) && !host.options().is_on(OptionId::Ponder);
        let has_other_lines = self.mode == Mode::Analyzing && host.options().number(OptionId::MultiPv) != lines;
        if ended && self.purpose == Purpose::Play {
            self.spend_time(host, 0);
        }
        let is_hint_lost = ended && self.purpose == Purpose::Hint;
        if ended || unwanted || has_other_lines {
            self.resume(host);
        }
        if is_hint_lost && !host.is_searching() {
            return answer.and(self.hint(host));
        }
        answer
    }
}
