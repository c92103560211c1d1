//! Engines in processes of their own.
//!
//! [`Engine`] is the player that the referee sees: it starts the process, tells it the game in words, and reads its moves by the rules. What is said in
//! which order is the business of the protocols' clients.

mod cecp;
mod course;
mod features;
mod process;
mod transcript;
mod uci;

use std::time::{Duration, Instant};

use engine::game::{Chance, Game, Seat};
use engine::record::Record;
use engine::text::Notation;

use self::course::Course;
use self::process::{Process, quote};
use self::transcript::Transcript;
use super::fault::{Fault, FaultKind};
use super::player::{Action, Answer, Player, Thought, Turn};
use super::referee::Ending;
use super::spec::{Dialect, ProcessSpec, Restart};

/// How long a program of unknown dialect may take to answer CECP's greeting before it is spoken to in UCI.
const GREETING: Duration = Duration::from_millis(1500);

/// What a client does between the referee and a process.
trait Client: Send {
    /// What the engine calls itself.
    fn name(&self) -> &str;
    /// Whether the process may play more than one game.
    fn may_be_reused(&self) -> bool;
    /// Whether a game may begin with another position than the usual one.
    fn takes_positions(&self) -> bool;
    /// Whether the engine plays a game, as far as that can be known before one.
    ///
    /// # Errors
    /// Says why it cannot.
    fn can_play(&self, variant: &str, luck: bool) -> Result<(), Fault>;
    /// Gets a game ready.
    fn begin(&mut self, process: &mut Process, game: &Beginning) -> Result<(), Fault>;
    /// Asks for a ply.
    fn ask(&mut self, process: &mut Process, question: &Question) -> Result<Reply, Fault>;
    /// Lists the entries that can come next in a position, as the engine sees it. Between games.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault>;
    /// Tells that the game is over, and how.
    fn end(&mut self, process: &mut Process, result: &str) -> Result<(), Fault>;
}

/// A game that begins.
struct Beginning<'a> {
    course: &'a Course,
    spec: &'a ProcessSpec,
}

/// What an engine is asked.
struct Question<'a> {
    course: &'a Course,
    /// The present position.
    position: String,
    /// Whom the engine plays.
    seat: Seat,
    turn: &'a Turn,
    longest_thought: Duration,
}

impl Question<'_> {
    /// When the engine has been asked then, until when it is listened to: a little longer than it may take.
    fn deadline(&self, asked: Instant) -> Instant {
        let time = self.turn.time;
        asked + time.allowed().map_or(self.longest_thought, |allowed| allowed + time.control.margin)
    }

    /// The fault of an engine that has said nothing until its deadline, and did or did not answer when it was told to move at once.
    fn late(&self, answered: bool) -> Fault {
        let allowed = self.turn.time.allowed().unwrap_or(self.longest_thought).as_millis();
        if answered {
            FaultKind::Forfeit.because(format!("more than {allowed} ms"))
        } else {
            FaultKind::Stall.because(format!("thinks for more than {allowed} ms, and does not stop when told to"))
        }
    }
}

/// What an engine has answered.
struct Reply {
    deed: Deed,
    offers_draw: bool,
    thought: Thought,
}

/// What an engine does, in words.
enum Deed {
    Move(String),
    /// It decides to draw, and asks for the tile.
    Draw,
    Resign,
    AgreeDraw,
}

/// Who an engine says it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// What it speaks.
    pub dialect: Dialect,
    /// Whether it can be given a position to begin with.
    pub takes_positions: bool,
}

/// A player in a process of its own. The process is started when it is needed first.
pub struct Engine {
    spec: ProcessSpec,
    link: Option<Link>,
    /// The dialect that was found out, if it was not known.
    dialect: Dialect,
    course: Course,
    games: u64,
    /// In the present game, or since.
    faulty: bool,
    /// Of the last process, if it has gone.
    transcript: Option<Transcript>,
}

/// A process and what speaks with it.
struct Link {
    process: Process,
    client: Box<dyn Client>,
}

impl Engine {
    /// An engine that has not been started yet.
    pub fn new(spec: ProcessSpec) -> Engine {
        let dialect = spec.dialect;
        Engine { spec, link: None, dialect, course: Course::default(), games: 0, faulty: false, transcript: None }
    }

    /// Starts the engine, if it does not run, and asks who it is and whether it plays a game.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or cannot play the game under a referee.
    pub fn introduce<G: Chance>(&mut self) -> Result<Introduction, Fault> {
        let link = self.link()?;
        link.client.can_play(G::NAME, G::CHANCE)?;
        let (name, takes_positions) = (link.client.name().to_string(), link.client.takes_positions());
        Ok(Introduction { name, dialect: self.dialect, takes_positions })
    }

    /// The entries that can come next in a position of a game that has begun, as the engine sees it.
    ///
    /// # Errors
    /// If the engine cannot say, or does what no engine may.
    pub fn list_moves<G: Game + Notation>(&mut self, position: &G) -> Result<Vec<String>, Fault> {
        let link = self.link()?;
        link.client.list_moves(&mut link.process, &position.to_string())
    }

    /// The link, made if there is none.
    fn link(&mut self) -> Result<&mut Link, Fault> {
        if self.link.is_none() {
            self.connect()?;
        }
        self.link.as_mut().ok_or_else(|| FaultKind::Crash.because("is not running"))
    }

    /// Starts the process and speaks to it in the dialect that it is known to speak, or in one after the other.
    fn connect(&mut self) -> Result<(), Fault> {
        let patience = self.spec.patience;
        match self.dialect {
            Dialect::Auto => {
                let cecp = self.greet(Dialect::Cecp, GREETING.min(patience));
                cecp.or_else(|_| self.greet(Dialect::Uci, patience))
            }
            known => self.greet(known, patience),
        }
    }

    /// Starts the process and speaks to it in a dialect; it may take so long to answer.
    fn greet(&mut self, dialect: Dialect, patience: Duration) -> Result<(), Fault> {
        let mut process = Process::start(&self.spec)?;
        let deadline = Instant::now() + patience;
        let client: Result<Box<dyn Client>, Fault> = match dialect {
            Dialect::Uci => uci::Uci::introduce(&mut process, deadline).map(|client| Box::new(client) as _),
            _ => cecp::Cecp::introduce(&mut process, deadline).map(|client| Box::new(client) as _),
        };
        match client {
            Ok(client) => {
                self.dialect = dialect;
                self.link = Some(Link { process, client });
                Ok(())
            }
            Err(fault) => {
                self.transcript = Some(process.take_transcript());
                Err(fault)
            }
        }
    }

    /// Lets the process end if it is not to play the next game, and sees to it that there is one.
    fn make_ready(&mut self) -> Result<(), Fault> {
        let used = self.games > 0;
        let replaced = match self.spec.restart {
            Restart::Never => false,
            Restart::EveryGame => used,
            Restart::AfterFault => self.faulty,
        };
        let single = used && self.link.as_ref().is_some_and(|link| !link.client.may_be_reused());
        if (replaced || single)
            && let Some(link) = self.link.take()
        {
            link.close(self.faulty);
        }
        if self.link.is_none() && used && self.spec.restart == Restart::Never && !single {
            return Err(FaultKind::Crash.because("has ended in an earlier game, and may not be started again"));
        }
        self.faulty = false;
        self.transcript = None;
        match &mut self.link {
            // The dialogue of an earlier game.
            Some(link) => drop(link.process.take_transcript()),
            None => self.connect()?,
        }
        Ok(())
    }

    /// Remembers that something was wrong. A process that has ended is of no more use.
    fn fail<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.faulty = true;
            if fault.kind == FaultKind::Crash
                && let Some(mut link) = self.link.take()
            {
                self.transcript = Some(link.process.take_transcript());
            }
        }
        result
    }

    fn begin<G: Game + Notation>(&mut self, record: &Record<G>) -> Result<(), Fault> {
        self.course = Course::new(record);
        self.make_ready()?;
        self.games += 1;
        let beginning = Beginning { course: &self.course, spec: &self.spec };
        let Some(link) = &mut self.link else { return Err(FaultKind::Crash.because("is not running")) };
        link.client.can_play(G::NAME, G::CHANCE)?;
        link.client.begin(&mut link.process, &beginning)
    }

    fn ask<G: Game + Notation>(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault> {
        self.course.follow(record);
        let now = record.position();
        let question = Question {
            course: &self.course,
            position: now.to_string(),
            seat: now.turn(),
            turn,
            longest_thought: self.spec.longest_thought,
        };
        let Some(link) = &mut self.link else { return Err(FaultKind::Crash.because("is not running")) };
        let reply = link.client.ask(&mut link.process, &question)?;
        let action = understand(now, reply.deed)?;
        Ok(Answer { action, offers_draw: reply.offers_draw, thought: reply.thought })
    }

    fn end(&mut self, ending: &Ending) -> Result<(), Fault> {
        match &mut self.link {
            // What is wrong with it is known.
            Some(link) if !self.faulty => link.client.end(&mut link.process, &ending.to_string()),
            _ => Ok(()),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.close(self.faulty);
        }
    }
}

impl Link {
    /// Ends the process: politely, unless it has forfeited that.
    fn close(self, faulty: bool) {
        if !faulty {
            self.process.close();
        }
    }
}

impl<G: Game + Notation> Player<G> for Engine {
    fn new_game(&mut self, record: &Record<G>, _: u64) -> Result<(), Fault> {
        let begun = self.begin(record);
        self.fail(begun)
    }

    fn think(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault> {
        let answer = self.ask(record, turn);
        self.fail(answer)
    }

    fn end_game(&mut self, _: &Record<G>, ending: &Ending) -> Result<(), Fault> {
        let ended = self.end(ending);
        self.fail(ended)
    }

    fn dialogue(&self) -> Option<String> {
        let of_link = self.link.as_ref().map(|link| link.process.transcript.to_string());
        of_link.or_else(|| self.transcript.as_ref().map(Transcript::to_string))
    }
}

/// Reads the answer to our command `moves`.
fn listed_moves(text: &str) -> Option<Vec<String>> {
    let moves = text.strip_prefix("moves")?;
    Some(moves.split_whitespace().map(str::to_string).collect())
}

/// The fault of an engine that has moved before it was asked to.
fn out_of_turn(text: &str) -> Fault {
    FaultKind::Violation.because(format!("moves out of turn: {}", quote(text)))
}

/// The ply that an engine's words mean.
fn understand<G: Game + Notation>(position: &G, deed: Deed) -> Result<Action, Fault> {
    let read = |text: &str| {
        let illegal = |error| FaultKind::Illegal.because(format!("{} ({error})", quote(text)));
        position.read_move(text).map_err(illegal)
    };
    match deed {
        Deed::Resign => Ok(Action::Resign),
        Deed::AgreeDraw => Ok(Action::AgreeDraw),
        Deed::Draw => read("draw").map(Action::Play),
        Deed::Move(text) => {
            let mv = read(&text)?;
            if position.plies_of(mv).len() > 1 {
                return Err(
                    FaultKind::Violation.because(format!("leaves nothing to the referee's luck: {}", quote(&text)))
                );
            }
            Ok(Action::Play(mv))
        }
    }
}
