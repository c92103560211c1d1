//! Game of the terminal client between persons and engines: turns, clocks, commands and notes. It knows no terminal;
//! [`screen`](super::screen) and [`lines`](super::lines) show it.

use std::fmt;
use std::time::{Duration, Instant};

use engine::game::Seat;
use engine::moves::Move;
use engine::search::{Control, Limits, Report, Verdict};
use engine::text::quote;
use formats::diagram::Diagram;

use super::command::{self, Command, Pieces};
use super::ending::Ending;
use super::facts::fact_in_words;
use super::file;
use super::legend;
use super::option_list;
use super::persons::Persons;
use crate::clock::{Clocks, TimeControl, clock_face, now, time_until};
use crate::parse::CommandError;
use crate::registry;
use crate::score::{move_text, score_text};
use crate::session::MoveFormat;
use crate::session::event::Event;
use crate::session::host::Host;
use crate::session::options::VARIANT;
use crate::session::turn_budget::{TurnBudget, move_now};

/// Search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Note to the players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Answer, or event of the game.
    Said(String),
    /// Line of a list, of the commands or of the pieces, which goes when the next line is typed.
    Listed(String),
    /// Reason why a command was refused.
    Refused(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Said(text) | Note::Listed(text) => write!(f, "{text}"),
            Note::Refused(why) => write!(f, "! {why}"),
        }
    }
}

/// Purpose of the running search.
#[derive(Debug)]
enum SearchPurpose {
    Nothing,
    /// Search for the engine's move.
    Turn,
    /// Search for a hint.
    Hint,
}

/// Turn of the engine, which may take several searches.
#[derive(Debug)]
struct EngineTurn {
    budget: TurnBudget,
    /// `stop` was typed in this turn.
    move_now: bool,
}

/// Game with its players and their clocks.
pub struct ClientGame {
    pub(super) host: Host,
    pub(super) persons: Persons,
    /// Clocks of all seats; none if time does not matter.
    pub(super) clocks: Option<Clocks>,
    pub(super) ending: Option<Ending>,
    /// Style of the pieces.
    pub(super) pieces: Pieces,
    /// Time of the engine for each of its turns in a game without clocks.
    move_time: Duration,
    /// State before each ply that was played here.
    earlier: Vec<Earlier>,
    /// Persons before `go`, and the number of the ply that the engine took over by it.
    taken_over: Option<(usize, Persons)>,
    purpose: SearchPurpose,
    /// The engine's current turn.
    engine_turn: Option<EngineTurn>,
    /// Score of the engine's last move, in centipawns.
    pub(super) score: Option<i32>,
    report_text: Option<String>,
    below: Seat,
    /// Board before the last composite move.
    before: Diagram,
    /// Fields of the last question, by name.
    pub(super) marked: Vec<String>,
    notes: Vec<Note>,
    /// Version number of the position and its view.
    version: u64,
    /// Version of the last position whose captured king was told.
    pub(super) told_king: u64,
    announced: bool,
}

/// State of the game before a ply, for taking it back.
#[derive(Debug)]
struct Earlier {
    /// Number of the ply, from 0.
    ply: usize,
    clocks: Option<Clocks>,
    /// Persons at the board, before `go` if that gave the ply to the engine.
    persons: Persons,
}

impl ClientGame {
    /// Game that the host has open. Without a time control the engine has a time for each of its turns.
    pub fn new(host: Host, persons: Persons, control: Option<TimeControl>, move_time: Duration) -> ClientGame {
        let below = persons.seats().next().unwrap_or(Seat::WHITE);
        let mut game = ClientGame {
            host,
            persons,
            clocks: control.map(|control| Clocks::new(control, Seat::MAX)),
            ending: None,
            pieces: Pieces::Auto,
            move_time,
            earlier: Vec::new(),
            taken_over: None,
            purpose: SearchPurpose::Nothing,
            engine_turn: None,
            score: None,
            report_text: None,
            below,
            before: Diagram::default(),
            marked: Vec::new(),
            notes: Vec::new(),
            version: 0,
            told_king: 0,
            announced: false,
        };
        game.forget_history();
        game
    }

    /// Notes since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// Version number of the position: it grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Name of a seat.
    pub fn name(&self, seat: Seat) -> &'static str {
        self.host.session.seat_names()[seat.index()]
    }

    /// Clocks of the players who are still in, with their names: `White 5:00`; none without clocks.
    pub fn clock_faces(&self) -> Vec<(&'static str, String)> {
        let Some(clocks) = &self.clocks else { return Vec::new() };
        let playing = self.host.session.seats_in().into_iter();
        playing.map(|seat| (self.name(seat), clock_face(clocks.left(seat.index(), now())))).collect()
    }

    /// Names of the players who are out.
    pub fn exits(&self) -> Vec<&'static str> {
        let session = &self.host.session;
        let seats = Seat::all(session.seat_names().len());
        seats.filter(|&seat| !session.is_in(seat)).map(|seat| self.name(seat)).collect()
    }

    /// Board as the player sees it.
    pub fn diagram(&self) -> Diagram {
        self.host.session.diagram(self.below)
    }

    /// Board as the player sees it, as large as it can be within `room`, columns and rows.
    pub fn diagram_within(&self, room: (usize, usize)) -> Diagram {
        self.host.session.diagram_within(self.below, room)
    }

    /// Facts that the board does not show, in words: checks, captured men, piles, castles.
    pub fn facts(&self) -> Vec<String> {
        self.host.session.facts().into_iter().filter_map(|(name, value)| fact_in_words(name, &value)).collect()
    }

    /// Places that the last composite move has changed.
    pub fn changes(&self) -> Vec<(usize, usize)> {
        self.diagram().changes_since(&self.before)
    }

    /// Fields of the last question, by name.
    pub fn marked(&self) -> &[String] {
        &self.marked
    }

    /// Last report of the search of the current position.
    pub fn report_text(&self) -> Option<&str> {
        self.report_text.as_deref()
    }

    /// True if engines play on by themselves.
    pub fn is_among_engines(&self) -> bool {
        self.persons.is_empty() && !self.is_over()
    }

    /// True if a search runs that a person waits for.
    pub fn is_busy(&self) -> bool {
        match self.purpose {
            SearchPurpose::Nothing => false,
            SearchPurpose::Turn => self.persons.seats().any(|seat| self.host.session.is_in(seat)),
            SearchPurpose::Hint => true,
        }
    }

    /// True if the game is over, by rule or otherwise.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.host.session.outcome().is_some()
    }

    /// Result and its reason; none if the game goes on.
    pub fn result(&self) -> Option<(String, String)> {
        if let Some(outcome) = self.host.session.outcome() {
            let shares = self.host.session.shares(outcome);
            return Some((shares.to_string(), outcome.explanation().to_string()));
        }
        self.ending.as_ref().map(|ending| (ending.score.clone(), ending.reason_text()))
    }

    /// Status line: the result, or the side to move.
    pub fn status(&self) -> String {
        if let Some((score, reason)) = self.result() {
            return format!("{score}, {reason}");
        }
        let turn = self.host.session.side_to_move();
        let who = if self.persons.has(turn) { "" } else { ", the engine" };
        format!("{} to move{who}", self.name(turn))
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push(Note::Said(text.into()));
    }

    fn refuse(&mut self, why: impl Into<String>) {
        self.notes.push(Note::Refused(why.into()));
    }

    /// Begins the game, or goes on with it.
    pub fn begin(&mut self) {
        if self.host.session.seat_names().len() > 2 {
            self.tell_seats();
        }
        self.advance();
    }

    fn tell_seats(&mut self) {
        self.say(self.persons.describe(self.host.session.seat_names()));
    }

    /// Carries out a line of input; `false` if the player leaves.
    pub fn execute(&mut self, line: &str) -> bool {
        let command = match command::read(line) {
            Ok(Command::Quit) => return false,
            Ok(command) => command,
            Err(why) => {
                self.refuse(why);
                return true;
            }
        };
        self.marked.clear();
        if let Err(why) = self.carry_out(command) {
            self.refuse(why);
        }
        true
    }

    fn carry_out(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Help => self.notes.extend(command::help(self.has_draws()).into_iter().map(Note::Listed)),
            Command::Moves(field) => self.list_moves(field.as_deref())?,
            Command::Move(text) => self.play_typed_move(&text)?,
            Command::Undo => self.undo()?,
            Command::Hint => self.hint()?,
            Command::Offer => self.offer_draw()?,
            Command::Resign => self.resign()?,
            Command::Go => self.hand_over()?,
            Command::Stop => self.move_at_once(),
            Command::Side(word) => self.choose(Persons::from_side(&word, self.host.session.seat_names())?),
            Command::Seats(None) => self.tell_seats(),
            Command::Seats(Some(list)) => self.choose(Persons::from_list(&list, self.host.session.seat_names())?),
            Command::Pieces(None) => self.notes.extend(legend::list(self.host.session.figures()).map(Note::Listed)),
            Command::Pieces(Some(pieces)) => {
                self.pieces = pieces;
                self.position_changed();
            }
            Command::Flip => {
                self.below = Seat::new((self.below.index() + 1) % self.host.session.seat_names().len());
                self.position_changed();
            }
            Command::New(variant) => self.new_game(variant.as_deref())?,
            Command::Position(None) => self.say(self.host.session.position_text(MoveFormat::OWN)),
            Command::Position(Some(text)) => self.set_up(&text)?,
            Command::Save { file, replace } => {
                file::save(self, &file, replace)?;
                let session = &self.host.session;
                let is_tile_drawn = session.is_mid_move() && session.outcome().is_none();
                let note = if is_tile_drawn { "; the tile that was drawn is not in it" } else { "" };
                self.say(format!("saved in {}{note}", quote(&file)));
            }
            Command::Load { file, number } => self.load(&file, number)?,
            Command::Options => self.notes.extend(option_list::lines(self.host.options()).map(Note::Listed)),
            Command::Option { name, value } => {
                if name.eq_ignore_ascii_case(VARIANT) {
                    return Err("new GAME chooses the game".to_string());
                }
                let set = self.host.set_option(&name, value.as_deref()).map_err(|error| error.in_words(&name));
                if set.is_ok() {
                    self.say(format!("{} is set", quote(&name)));
                }
                self.host.take_warnings().into_iter().for_each(|warning| self.say(warning));
                // Some options end the running search, refused ones too.
                if !self.host.is_searching() {
                    self.advance();
                }
                set?;
            }
        }
        Ok(())
    }

    /// Plays a ply of the side to move. Returns who is out by it.
    pub(super) fn play(&mut self, mv: Move) -> Vec<Seat> {
        let seat = self.host.session.side_to_move();
        let plies = self.host.session.plies().len();
        let mut clocks = self.clocks.clone();
        if let Some(clocks) = &mut clocks {
            clocks.stop(now());
        }
        let taken_over = self.taken_over.take_if(|taken_over| taken_over.0 == plies);
        let persons = taken_over.map_or(self.persons, |(_, persons)| persons);
        self.earlier.push(Earlier { ply: plies, clocks, persons });
        if !self.host.session.is_mid_move() {
            self.before = self.diagram();
        }
        let playing = self.host.session.seats_in();
        self.host.session.play(mv);
        self.position_changed();
        if self.host.session.side_to_move() != seat {
            self.engine_turn = None;
        }
        playing.into_iter().filter(|&seat| !self.host.session.is_in(seat)).collect()
    }

    pub(super) fn tell_exits(&mut self, exits: Vec<Seat>) {
        exits.into_iter().for_each(|seat| self.say(format!("{} is out", self.name(seat))));
    }

    fn position_changed(&mut self) {
        self.version += 1;
    }

    /// Goes on with the game: rolls chance events, starts the engine's search, passes, or announces the result.
    pub(super) fn advance(&mut self) {
        self.stop_search();
        loop {
            if self.is_over() {
                if let Some(clocks) = &mut self.clocks {
                    clocks.stop(now());
                }
                if !std::mem::replace(&mut self.announced, true) {
                    let (score, reason) = self.result().unwrap_or_default();
                    self.say(format!("{score} {{{reason}}}"));
                }
                return;
            }
            let turn = self.host.session.side_to_move();
            if self.roll_chance(turn) {
                continue;
            }
            if let Some(clocks) = &mut self.clocks {
                clocks.pass_to(turn.index(), now());
            }
            if !self.persons.has(turn) {
                return self.think();
            }
            let Some(pass) = self.host.session.forced_pass() else { return self.tell_captured_king() };
            let exits = self.play(pass);
            let what = if exits.contains(&turn) { "" } else { " and passes" };
            self.say(format!("{} cannot move{what}", self.name(turn)));
            self.tell_exits(exits);
        }
    }

    /// Rolls the due chance event; `false` if none is due.
    fn roll_chance(&mut self, turn: Seat) -> bool {
        let Some(chance) = self.host.session.due_chance() else { return false };
        let Some(text) = self.host.roll_chance() else { return false };
        self.position_changed();
        if !chance.within_move {
            self.tell_throw(&text);
        } else if self.persons.has(turn) {
            self.tell_drawn(&text);
        }
        // The engine's tile is seen when it is placed.
        true
    }

    pub(super) fn stop_search(&mut self) {
        self.host.abort();
        (self.purpose, self.report_text) = (SearchPurpose::Nothing, None);
    }

    fn think(&mut self) {
        let turn = self.host.session.side_to_move();
        let limits = self.limits(turn);
        let now = Instant::now();
        let begun = || EngineTurn { budget: TurnBudget::new(limits, now), move_now: false };
        let engine_turn = self.engine_turn.get_or_insert_with(begun);
        let limits = engine_turn.budget.next(self.host.session.plies_to_go(), now);
        let limits = if engine_turn.move_now { move_now(limits) } else { limits };
        self.purpose = SearchPurpose::Turn;
        self.host.start_move_search(limits, Control::new(), true);
    }

    /// Limits of the engine's next turn.
    fn limits(&self, turn: Seat) -> Limits {
        let limits = self.host.options().limits(false);
        match &self.clocks {
            Some(clocks) => Limits { clock: Some(clocks.search_clock(turn.index(), now())), ..limits },
            None => Limits { move_time: Some(self.move_time), ..limits },
        }
    }

    /// Lets the engine finish its turn at once, or its hint.
    fn move_at_once(&mut self) {
        if let Some(turn) = &mut self.engine_turn {
            turn.move_now = true;
        }
        self.host.stop_search();
    }

    fn hint(&mut self) -> Result<(), CommandError> {
        self.ensure_going_on()?;
        if !self.persons.has(self.host.session.side_to_move()) {
            return Err("it is the engine's turn".to_string());
        }
        self.purpose = SearchPurpose::Hint;
        self.host.start_search(
            None,
            Limits { move_time: Some(HINT_TIME), ..self.host.options().limits(true) },
            Control::new(),
        );
        Ok(())
    }

    /// Handles an event of the search.
    pub fn handle_event(&mut self, event: Event) {
        match event {
            Event::Report(id, report) => {
                if self.host.record_report(id, &report) && report.multipv == 1 {
                    self.report_text = Some(self.describe(&report));
                }
            }
            Event::Done(id) => {
                if let Some(verdict) = self.host.take_finished(id) {
                    // First: the move ends the engine's time, and may begin another search.
                    self.host.end_answer();
                    self.search_finished(&verdict);
                }
            }
            Event::Line(_) | Event::Closed | Event::Text(..) => {}
        }
    }

    /// Report as text: depth, score for the side to move, nodes, time, principal variation.
    fn describe(&self, report: &Report) -> String {
        let session = &self.host.session;
        let line = session.write_line(None, &report.pv, self.host.move_format());
        let (depth, nodes, seconds) = (report.depth, report.nodes, report.time.as_secs_f64());
        let turn = session.side_to_move();
        format!(
            "depth {depth}  {}  {seconds:.1} s  {nodes} positions  {}",
            score_text(session.players(), report.score, turn),
            line.join(" ")
        )
    }

    fn search_finished(&mut self, verdict: &Verdict) {
        let purpose = std::mem::replace(&mut self.purpose, SearchPurpose::Nothing);
        let Some(best) = verdict.best else { return };
        match purpose {
            SearchPurpose::Nothing => {}
            SearchPurpose::Hint => {
                let session = &self.host.session;
                let text = session.write_move(best, self.host.move_format());
                let score = score_text(session.players(), verdict.score, session.side_to_move());
                self.say(format!("hint: {text}  (depth {}, {score})", verdict.depth));
                self.report_text = None;
            }
            SearchPurpose::Turn => {
                self.score = Some(verdict.score);
                let exits = self.play(best);
                if !self.host.session.is_chance_within_move() {
                    self.announce_last_move(verdict);
                }
                self.tell_exits(exits);
                self.advance();
            }
        }
    }

    /// Announces the move that the engine has played.
    fn announce_last_move(&mut self, verdict: &Verdict) {
        let session = &self.host.session;
        let played = session.played_moves(self.host.style());
        let Some((seat, text)) = played.last() else { return };
        // The number that the move has in a PGN file.
        let rounds = played.windows(2).filter(|pair| pair[1].0 < pair[0].0).count();
        let number = session.pgn_setup().number.saturating_add(rounds as u32);
        self.say(move_text(session.players(), number, *seat, text, verdict));
    }

    /// Gives the side to move to the engine. If no person is left, the next player who is in becomes one: in a game of
    /// two they change sides.
    ///
    /// # Errors
    /// If the game is over.
    fn hand_over(&mut self) -> Result<(), CommandError> {
        self.ensure_going_on()?;
        let session = &self.host.session;
        let turn = session.side_to_move();
        if self.persons.has(turn) {
            self.taken_over = Some((session.plies().len(), self.persons));
        }
        let mut persons = self.persons.without(turn);
        if persons.is_empty() {
            let seats = session.seat_names().len();
            let following = (1..seats).map(|distance| Seat::new((turn.index() + distance) % seats));
            persons = following.filter(|&seat| session.is_in(seat)).take(1).collect();
        }
        self.take_seats(persons);
        Ok(())
    }

    /// Seats persons from here on, and for what is taken back. A game that is over stays so.
    fn choose(&mut self, persons: Persons) {
        self.taken_over = None;
        self.earlier.iter_mut().for_each(|earlier| earlier.persons = persons);
        self.take_seats(persons);
    }

    fn take_seats(&mut self, persons: Persons) {
        self.persons = persons;
        (self.engine_turn, self.score) = (None, None);
        self.position_changed();
        self.advance();
    }

    /// Takes back a resignation or an agreement, or else composite moves until it is a person's turn that was a
    /// person's before. A turn that `go` has given to the engine is the person's again.
    fn undo(&mut self) -> Result<(), CommandError> {
        if self.ending.is_some() && self.host.session.outcome().is_none() && !self.has_fallen() {
            (self.ending, self.announced) = (None, false);
            self.position_changed();
            self.advance();
            return Ok(());
        }
        let plies = self.host.session.plies().len();
        if let Some((_, persons)) = self.taken_over.take_if(|taken_over| taken_over.0 == plies) {
            (self.ending, self.announced) = (None, false);
            self.restart_fallen_clocks();
            self.take_seats(persons);
            return Ok(());
        }
        let persons = self.persons;
        let session = &mut self.host.session;
        let played = session.played_moves(engine::text::Style::Plain);
        let given = self.earlier.iter().any(|ply| ply.persons != persons);
        let own = given || played.iter().any(|(seat, _)| persons.has(*seat));
        if !own && !session.is_mid_move() {
            if self.ending.is_none() {
                return Err("no move of yours to take back".to_string());
            }
            // The first turn was lost on time.
            self.forget_history();
            self.advance();
            return Ok(());
        }
        self.stop_search();
        let session = &mut self.host.session;
        while let Some(was_forced) = session.undo_pass_or_move() {
            let plies = session.plies().len();
            while let Some(earlier) = self.earlier.pop_if(|earlier| earlier.ply >= plies) {
                (self.clocks, self.persons) = (earlier.clocks, earlier.persons);
            }
            // With the same throw there would be the same pass again.
            if self.persons.has(session.side_to_move()) && !was_forced {
                break;
            }
        }
        self.restart_fallen_clocks();
        self.begin_anew();
        self.advance();
        Ok(())
    }

    /// True if a player has no time left.
    fn has_fallen(&self) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.has_fallen(now()))
    }

    /// Starts the clocks anew if a flag has fallen: nobody knows the times before moves that were not played here.
    fn restart_fallen_clocks(&mut self) {
        if self.has_fallen() {
            self.restart_clocks();
        }
    }

    fn restart_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            *clocks = Clocks::new(clocks.control, Seat::MAX);
        }
    }

    /// Forgets the course of the game: clocks, score, result.
    pub(super) fn forget_history(&mut self) {
        self.restart_clocks();
        (self.earlier, self.taken_over) = (Vec::new(), None);
        self.begin_anew();
    }

    /// Goes on from a position that has changed by other means than a move.
    fn begin_anew(&mut self) {
        (self.ending, self.announced, self.engine_turn, self.score) = (None, false, None, None);
        self.before = self.diagram();
        self.position_changed();
    }

    fn new_game(&mut self, variant: Option<&str>) -> Result<(), CommandError> {
        let variant = variant.unwrap_or(self.host.session.variant()).to_string();
        if !self.open(&variant) {
            return Err(registry::no_game(&variant));
        }
        self.stop_search();
        self.forget_history();
        self.begin();
        Ok(())
    }

    /// Opens a game, in which the persons keep their seats as far as it has them; `false` if there is none of that
    /// name, and then nothing has changed.
    pub(super) fn open(&mut self, variant: &str) -> bool {
        let before = self.host.session.seat_names();
        let known = self.host.open(variant);
        let now = self.host.session.seat_names();
        self.persons = self.persons.moved(before, now);
        self.below = Seat::new(self.below.index() % now.len());
        known
    }

    /// Sets up a position.
    ///
    /// # Errors
    /// Describes the error; then nothing has changed.
    pub fn set_up(&mut self, text: &str) -> Result<(), CommandError> {
        let set_up = self.host.session.set_up(Some(text), &[], MoveFormat::OWN);
        set_up.map_err(|error| quote(&error.to_string()))?;
        self.stop_search();
        self.forget_history();
        self.advance();
        Ok(())
    }

    /// Time at which the flag of the running clock falls.
    pub fn deadline(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| !self.is_over())?;
        Some(Instant::now() + time_until(clocks.falls_at()?))
    }

    /// Ends the game if a flag has fallen.
    pub fn check_clocks(&mut self) {
        if !self.is_over()
            && let Some(seat) = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now()))
        {
            self.ending = Some(self.lost_by(Seat::new(seat), "loses on time"));
            self.advance();
        }
    }
}
