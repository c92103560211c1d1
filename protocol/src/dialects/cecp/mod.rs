//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it, with extensions.
//!
//! The specification is H.G. Muller's and Tim Mann's "Chess Engine Communication Protocol". Beyond it: `go` takes bounds,
//! the commands of [`console`] work, and until a program introduces itself with `protover` a move may be played by
//! writing it as people do. A program may send bare coordinates until it has accepted `usermove`.

mod clock;
mod course;
mod features;
mod lots;
mod mouse;
mod play;
mod replacement;
mod thinking;

use std::time::Instant;

use engine::game::Seat;
use engine::moves::Move;
use engine::search::{Report, Verdict};
use engine::text::MoveError;

use crate::dialects::console;
use crate::dialects::main_loop::{Dialect, Flow};
use crate::gui::layout::Layout;
use crate::parse::{Fault, error_line, split_word, whole_number};
use crate::registry;
use crate::session::Wording;
use crate::session::host::Host;
use crate::session::options::Id;
use crate::session::turn_budget::Allotment;
use clock::TimeControl;
use course::Course;

/// Who moves the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Others move for both sides; the engine watches.
    Force,
    /// The engine plays a side.
    Playing(Seat),
    /// The engine thinks about whatever is on the board.
    Analyzing,
}

/// What the search that runs is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// To play a move.
    Play,
    /// To be ready for this move of the opponent.
    Ponder(Move),
    /// To show what there is in the position.
    Analyze,
    /// To suggest a move to the user.
    Hint,
}

/// The state of a dialogue in CECP.
pub struct Cecp {
    mode: Mode,
    purpose: Purpose,
    time: TimeControl,
    /// When the engine's clock began to run for the present move.
    turn_began: Instant,
    /// Whether thinking is to be shown.
    post: bool,
    /// A program has introduced itself; before that, a person may be typing.
    introduced: bool,
    /// The other side has promised to send `usermove` before each move.
    announced: bool,
    /// The other side knows our extensions and needs no layout.
    extended: bool,
    /// The plies of the game as the GUI counts them.
    course: Course,
    /// Root moves that analysis leaves out.
    excluded: Vec<Move>,
    /// What bounds the engine's present turn instead of its clock.
    bounds: Option<Allotment>,
    /// The engine has been told to move at once, and is in the middle of its turn.
    hurried: bool,
    /// The opponent is a program, with luck of its own.
    faces_engine: bool,
    /// Moves of the book are drawn by lot, and are not always its best.
    random: bool,
    /// The user has been told that the game does not fit on the board he sees.
    warned: bool,
    /// The opponent's move the engine expects.
    expected: Option<Move>,
    /// The GUI shows a throw of the die in the place of the engine's name.
    throw_shown: bool,
    /// What the engine thought of its position when it last moved, in centipawns.
    score: Option<i32>,
    /// How many moves in a row the engine has found its position hopeless.
    hopeless: u32,
    /// Where the piece in the user's hand comes from: a field, or a letter and `@` for one from beside the board.
    lifted: Option<String>,
}

impl Default for Cecp {
    fn default() -> Self {
        Cecp {
            mode: Mode::Playing(Seat::BLACK),
            purpose: Purpose::Play,
            time: TimeControl::default(),
            turn_began: Instant::now(),
            post: false,
            introduced: false,
            announced: false,
            extended: false,
            course: Course::default(),
            excluded: Vec::new(),
            bounds: None,
            hurried: false,
            faces_engine: false,
            random: false,
            warned: false,
            expected: None,
            throw_shown: false,
            score: None,
            hopeless: 0,
            lifted: None,
        }
    }
}

/// What carrying out a command has come to; `None` if it is not known.
type Answer = Option<Result<(), Fault>>;

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
            .or_else(|| self.lot_command(host, word, rest))
            .or_else(|| self.mouse_command(host, word, rest))
            .or_else(|| console::command(host, word, rest, self.wording(host)))
            .or_else(|| self.bare_move(host, word, rest));
        match answer {
            Some(Ok(())) => {}
            Some(Err(fault)) => self.complain(host, &fault, line),
            None => self.complain(host, "unknown command", line),
        }
        Flow::Continue
    }

    fn complain(&mut self, host: &mut Host, fault: &str, line: &str) {
        host.out.line(error_line(fault, line));
    }

    fn report(&mut self, host: &mut Host, report: &Report) {
        let wanted = match self.purpose {
            Purpose::Analyze => true,
            Purpose::Play | Purpose::Ponder(_) => self.post,
            Purpose::Hint => false,
        };
        if wanted {
            let pondered = if let Purpose::Ponder(mv) = self.purpose { Some(mv) } else { None };
            let wording = self.wording(host);
            let pv = host.session.write_line(pondered, &report.pv, wording);
            let pondered = pondered.map(|mv| host.session.write_move(mv, wording));
            host.out.line(thinking::line(report, pondered.as_deref(), &pv));
        }
    }

    fn conclude(&mut self, host: &mut Host, verdict: Verdict) {
        match self.purpose {
            Purpose::Play => self.play_own_move(host, verdict),
            Purpose::Hint => {
                if let Some(mv) = verdict.best {
                    self.say_hint(host, mv);
                }
            }
            // It has been told to stop, or has seen all there is to see.
            Purpose::Ponder(_) | Purpose::Analyze => {}
        }
    }
}

impl Cecp {
    /// Commands about the game.
    fn game_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        match word {
            "new" => self.new_game(host),
            "variant" => return Some(self.choose_variant(host, rest)),
            "force" => {
                self.mode = Mode::Force;
                host.abort();
                self.withdraw_throw(host);
            }
            "go" => return Some(self.go(host, rest)),
            "playother" => self.play_other(host),
            "usermove" => self.user_move(host, rest),
            "?" if self.purpose == Purpose::Play || host.is_counting() => {
                self.hurried |= host.is_thinking();
                host.stop();
            }
            "?" => {}
            "undo" => return Some(self.undo(host)),
            "remove" => return Some(self.remove(host)),
            "setboard" => self.set_board(host, rest),
            "result" => {
                log::info!("result: {rest}");
                self.mode = Mode::Force;
                self.resume(host);
            }
            // Before a program has introduced itself, a person may mean to draw a tile.
            "draw" if !self.introduced && host.session.read_move(word, Wording::OWN).is_ok() => {
                self.user_move(host, word);
            }
            "draw" => self.consider_draw(host),
            "hint" => return Some(self.hint(host)),
            "bk" => self.show_book(host),
            "analyze" => {
                self.mode = Mode::Analyzing;
                self.resume(host);
            }
            "exit" if self.mode == Mode::Analyzing => {
                self.mode = Mode::Force;
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

    /// Commands about the engine: its clock, its settings, its manners.
    fn engine_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        match word {
            "xboard" | "name" | "rating" | "ics" => {}
            "random" => self.random = !self.random,
            "computer" => {
                self.faces_engine = true;
                self.withdraw_throw(host);
            }
            "protover" => return Some(self.introduce(host, rest)),
            "accepted" | "rejected" => match rest {
                "motley" => self.extended = word == "accepted",
                "usermove" => self.announced = word == "accepted",
                _ => {}
            },
            "ping" => host.out.line(format_args!("pong {rest}")),
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
                let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value)));
                return Some(self.set_option(host, name.trim(), value.map(str::trim)));
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// A move without `usermove` before it, as people write it, and programs that have not learnt better yet. These write
    /// coordinates; what else looks like a move may be a line of their `edit`, `Nf3`.
    fn bare_move(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        let in_coordinates = matches!(word.as_bytes(), [b'a'..=b'z', b'0'..=b'9', ..]);
        let may_be_move = rest.is_empty() && (!self.introduced || !self.announced && in_coordinates);
        let is_move = may_be_move && host.session.read_move(word, self.wording(host)) != Err(MoveError::Syntax);
        is_move.then(|| {
            self.user_move(host, word);
            Ok(())
        })
    }

    fn introduce(&mut self, host: &mut Host, rest: &str) -> Result<(), Fault> {
        if whole_number("the version", rest, 1..=u32::MAX)? >= 2 {
            self.introduced = true;
            features::lines().into_iter().for_each(|line| host.out.line(line));
        }
        Ok(())
    }

    fn choose_variant(&mut self, host: &mut Host, name: &str) -> Result<(), Fault> {
        if !host.open(registry::from_cecp(name)) {
            return Err("unknown variant".to_string());
        }
        if let Some(layout) = self.layout(host) {
            let start = host.session.position(Wording::Squares);
            layout.setup_lines(&start).into_iter().for_each(|line| host.out.line(line));
        }
        self.course.clear();
        self.position_changed(host);
        Ok(())
    }

    /// How the GUI draws the game, if it had to be told.
    fn layout(&self, host: &Host) -> Option<&'static Layout> {
        let layout = Layout::of(host.session.variant()).filter(|layout| layout.setup.is_some());
        layout.filter(|_| self.introduced && !self.extended)
    }

    /// How moves and positions are written. A GUI that draws the board by our layout reads the squares written on it and no others.
    fn wording(&self, host: &Host) -> Wording {
        if self.layout(host).is_some() { Wording::Squares } else { host.options().wording() }
    }

    /// Changes a setting. If that ended a search, it begins again.
    fn set_option(&mut self, host: &mut Host, name: &str, value: Option<&str>) -> Result<(), Fault> {
        let ran = host.is_thinking();
        let answer = host.set_option(name, value).map_err(|error| error.to_string());
        let ended = ran && !host.is_thinking();
        let unwanted = matches!(self.purpose, Purpose::Ponder(_)) && !host.options().is_on(Id::Ponder);
        if ended || unwanted {
            self.resume(host);
        }
        answer
    }
}
