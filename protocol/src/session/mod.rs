//! A game on the table, whichever it is: what the dialects need to know and do, without its types.

pub mod draw_offer;
pub mod event;
pub mod host;
pub mod options;
pub mod search_slot;
pub mod turn_budget;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use engine::chance_rng::ChanceRng;
use engine::eval::Evaluator;
use engine::eval::Term;
use engine::game::{GenType, Seat, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Control, Limits, Verdict};
use engine::text::{MoveError, PositionError, Style};
use eval::NnueEvaluator;
use formats::book::{Book, BookMove};
use formats::diagram::Diagram;
use formats::pgn::PgnGame;
use svg::Document;

use crate::book;
use crate::gui::layout::{NULL, replay_on_squares};
use crate::gui::picture::figures::Alphabet;
use crate::parse::CommandError;
use crate::registry::Playable;
use crate::session::event::{Event, JobId};
use crate::session::search_slot::{Method, SearchSlot};

/// A piece of work for a thread of its own: it prints lines, and gives up when it is told to stop.
pub type TaskFn = Box<dyn FnOnce(&Control, &mut dyn FnMut(String)) + Send>;

/// The value of a position and where it comes from.
#[derive(Clone, Debug)]
pub struct EvalBreakdown {
    /// For the side to move, in centipawns.
    pub value: i32,
    /// The parts, for both seats.
    pub terms: Vec<Term>,
}

/// A field a piece can go to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TargetField {
    /// Something is captured there.
    pub captures: bool,
    /// The letters of what the piece can become there, the likeliest first.
    pub promotions: String,
    /// It can also go there and stay what it is.
    pub stays: bool,
}

/// In whose words moves and positions are told and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFormat {
    /// The game's own, its moves in a style. All styles are read alike.
    Own(Style),
    /// Those of a GUI that draws the game on the squares of its [`Layout`](crate::gui::layout::Layout).
    Squares,
}

impl MoveFormat {
    /// The game's own words.
    pub const OWN: MoveFormat = MoveFormat::Own(Style::Plain);
}

/// What is left to chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceKind {
    /// A die, thrown before a player moves.
    Die,
    /// A tile, because a player has decided to draw.
    Tile,
}

impl ChanceKind {
    /// The word for it in dialogues.
    pub const fn word(self) -> &'static str {
        match self {
            ChanceKind::Die => "die",
            ChanceKind::Tile => "tile",
        }
    }
}

/// Why a list of moves could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpError {
    /// The position it should begin with is none.
    Position(PositionError),
    /// The move is not legal when its turn comes.
    Move(String, MoveError),
}

/// A game in progress and the engine that plays it.
///
/// Moves given to it must be legal in the present position, unless said otherwise.
pub trait Session {
    /// The name of the game.
    fn variant(&self) -> &'static str;
    /// Begins a new game from the start position and forgets what earlier games have taught.
    fn new_game(&mut self);
    /// Takes up a game: a position (none: the start) and the moves played since.
    ///
    /// # Errors
    /// If the position or a move is wrong; then nothing has changed.
    fn set_up(&mut self, position: Option<&str>, moves: &[&str], move_format: MoveFormat) -> Result<(), SetUpError>;
    /// Takes up a game from a file, written in the game's own words or in XBoard's.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow; then nothing has changed.
    fn replay(&mut self, game: &PgnGame) -> Result<(), CommandError>;
    /// Plays a move, a whole entry, or what chance has brought.
    fn play(&mut self, mv: Move);
    /// Takes back an entry, or what there is of an unfinished one; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// How many plies have been played since the record began, events of chance included.
    fn ply_count(&self) -> usize;
    /// The plies from one of that number on.
    fn moves_since(&self, ply: usize) -> Vec<Move>;
    /// The position that the record began with.
    fn first_position(&self) -> String;
    /// Who has played what since: all finished entries.
    fn played_moves(&self, style: Style) -> Vec<(Seat, String)>;
    /// Takes back plies until so many are left.
    fn rewind(&mut self, plies: usize);

    /// What chance has to decide before anybody can move; none if a player is to move, or the board says that the game is over.
    fn due_chance(&self) -> Option<ChanceKind>;
    /// Lets the engine's own rng decide it, and returns the text of what has come up.
    fn roll_chance(&mut self) -> Option<String>;
    /// Reads what chance has brought.
    ///
    /// # Errors
    /// Says why it can have brought no such thing.
    fn read_chance_outcome(&self, text: &str) -> Result<Move, CommandError>;
    /// Takes back a throw that nobody has answered yet; `false` if there is none.
    fn take_back_roll(&mut self) -> bool;
    /// Whether a player has drawn, or decided to, and not placed yet what he has drawn.
    fn is_mid_move(&self) -> bool;

    /// Whose turn it is.
    fn side_to_move(&self) -> Seat;
    /// The result, if the game is over by rule.
    fn outcome(&self) -> Option<Outcome>;
    /// How many turns a seat has completed since the first position of the record.
    fn turns_made(&self, seat: Seat) -> u32;
    /// How many plies the present turn will have from here.
    fn plies_to_go(&self) -> u32;
    /// How many times [`undo`](Session::undo) leads back to where the side to move was to move before; none if it was not since the record began.
    fn undos_to_turn(&self) -> Option<usize>;
    /// Whether a move, wherever it comes from, is legal.
    fn is_legal(&self, mv: Move) -> bool;
    /// Whether a text describes the present position, clocks aside.
    fn is_at(&self, position: &str, move_format: MoveFormat) -> bool;
    /// The pass after which a GUI that draws squares would describe the position so.
    fn null_move_to(&self, position: &str) -> Option<Move>;
    /// The legal moves, as the search sees them: to draw is one of them, whatever is drawn and wherever it is placed. Sorted by their texts.
    fn legal_moves(&self) -> Vec<Move>;
    /// The entries that can come next, as players write them and perft counts them: each tile that may be drawn on each field it may be placed
    /// on. Sorted by their texts.
    fn composite_moves(&self) -> Vec<Move>;
    /// The first ply of an entry that its player decides on: to draw, say, or the move after what has been thrown.
    fn first_decision(&self, entry: Move) -> Move;
    /// Where the piece on a square of the layout can go, or one that is put on the board (`K@`); before a throw, what any throw would allow.
    fn targets_from(&self, source: &str) -> BTreeMap<String, TargetField>;

    /// Reads a legal move.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn read_move(&self, text: &str, move_format: MoveFormat) -> Result<Move, MoveError>;
    /// The text of a move.
    fn write_move(&self, mv: Move, move_format: MoveFormat) -> String;
    /// The text of the entry that all plies from one on make up, what chance has brought included; none if there are none.
    fn write_since(&self, ply: usize, move_format: MoveFormat) -> Option<String>;
    /// The texts of a line that goes on from `after` (none: from the present position). It ends before the first move
    /// that is not legal.
    fn write_line(&self, after: Option<Move>, line: &[Move], move_format: MoveFormat) -> Vec<String>;
    /// The position as text.
    fn position_text(&self, move_format: MoveFormat) -> String;
    /// Whether a GUI that draws squares may take a move of the present or the next position for another.
    fn is_ambiguous_on_squares(&self) -> bool;
    /// The legal moves that such a GUI can take for no others.
    fn unique_moves(&self) -> Vec<Move>;
    /// Whether a GUI that draws squares cannot show the whole position without things lying on each other.
    fn exceeds_squares(&self) -> bool;
    /// The board for a human reader who sits on a side of it.
    fn diagram(&self, below: Seat) -> Diagram;
    /// What the pieces look like in pictures.
    fn figures(&self) -> &'static Alphabet;
    /// The board as a picture.
    fn picture(&self) -> Document;
    /// The board alone as a GUI draws it; see [`Pictured::backdrop`](crate::gui::picture::Pictured::backdrop).
    fn backdrop(&self) -> Option<Document>;
    /// Facts for the command `show`: names and values.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// The evaluation of the position.
    fn eval_breakdown(&self) -> EvalBreakdown;
    /// Counts the legal sequences of moves from here; by the first move, written in a style, if one is given.
    fn perft_task(&self, depth: u32, divided: Option<Style>) -> TaskFn;

    /// Makes the table that big, in megabytes; `false` if there is not so much memory. No search may run.
    #[must_use]
    fn set_hash(&mut self, megabytes: usize) -> bool;
    /// Searches in a certain way from now on (none: as the game is played better); `false` if there is not enough memory. No search may run.
    #[must_use]
    fn set_search(&mut self, method: Option<Method>) -> bool;
    /// Searches with that many threads. No search may run.
    fn set_threads(&mut self, threads: usize);
    /// Chooses the engine's rng: with tiles and dice, and that of a player below full strength. No search may run.
    fn set_seed(&mut self, seed: u64);
    /// Forgets what earlier searches have taught. No search may run.
    fn clear(&mut self);
    /// What the book knows of the present position, the best first.
    fn book_moves(&self) -> Vec<BookMove>;
    /// One of them, drawn by the engine's rng.
    fn random_book_move(&self) -> Option<Move>;
    /// Starts a search of the present position, or of the one after the move `expected`.
    ///
    /// Reports and the end arrive as events with the given number, and the thread returns the verdict.
    fn start_search(&self, expected: Option<Move>, limits: Limits, control: Control, job: Job) -> JoinHandle<Verdict>;
}

/// Where the events of a search or another piece of work go.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// The main loop.
    pub events: Sender<Event>,
}

impl Job {
    /// Sends an event. A main loop that has ended does not care any more.
    pub fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

/// A [`Session`] of one game.
pub struct GameSession<G: Playable> {
    record: Record<G>,
    rng: ChanceRng,
    book: Book<'static>,
    /// Locked while a search runs, which is the only time that another thread holds it.
    slot: Arc<Mutex<SearchSlot<G>>>,
}

impl<G: Playable> Default for GameSession<G> {
    fn default() -> Self {
        let (record, book) = (Record::default(), book::of(G::NAME));
        GameSession { record, rng: ChanceRng::new(0), book, slot: Arc::default() }
    }
}

impl<G: Playable> GameSession<G> {
    fn position(&self) -> &G {
        self.record.position()
    }

    /// The positions in which the player on turn chooses: this one, or one for each throw if the die is still to be thrown.
    fn positions_to_choose_in(&self) -> Vec<G> {
        if self.due_chance() != Some(ChanceKind::Die) {
            return vec![self.position().clone()];
        }
        let mut throws = Vec::new();
        self.position().chance_outcomes(&mut throws);
        let after = |(throw, _): (Move, u32)| {
            let mut record = Record::new(self.position().clone());
            record.play(throw);
            record.position().clone()
        };
        throws.into_iter().map(after).collect()
    }

    fn sorted(&self, moves: &[Move]) -> Vec<Move> {
        let mut moves = moves.to_vec();
        moves.sort_by_cached_key(|&mv| self.write_move(mv, MoveFormat::OWN));
        moves
    }

    fn with_slot<T>(&self, change: impl FnOnce(&mut SearchSlot<G>) -> T) -> T {
        change(&mut self.slot.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn variant(&self) -> &'static str {
        G::NAME
    }

    fn new_game(&mut self) {
        self.record = Record::default();
        self.clear();
    }

    fn set_up(&mut self, position: Option<&str>, moves: &[&str], move_format: MoveFormat) -> Result<(), SetUpError> {
        let read = |text| read_position(text, move_format);
        let first = position.map_or_else(|| Ok(G::start()), read).map_err(SetUpError::Position)?;
        let mut record = Record::new(first);
        for &text in moves {
            let read = read_move(record.position(), text, move_format);
            record.play(read.map_err(|error| SetUpError::Move(text.to_string(), error))?);
        }
        self.record = record;
        Ok(())
    }

    fn replay(&mut self, game: &PgnGame) -> Result<(), CommandError> {
        let own = game.replay::<G>();
        self.record = own.or_else(|why| replay_on_squares(game).map_err(|_| why.to_string()))?;
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        self.record.play(mv);
    }

    fn undo(&mut self) -> bool {
        self.record.undo().is_some()
    }

    fn ply_count(&self) -> usize {
        self.record.moves().len()
    }

    fn moves_since(&self, ply: usize) -> Vec<Move> {
        self.record.moves().get(ply..).unwrap_or_default().to_vec()
    }

    fn first_position(&self) -> String {
        self.record.earlier().first().unwrap_or(self.position()).to_string()
    }

    fn played_moves(&self, style: Style) -> Vec<(Seat, String)> {
        let mut record = self.record.clone();
        record.undo_throw();
        if record.is_mid_move() && record.outcome().is_none() {
            record.undo();
        }
        record.composite_moves().map(|(before, entry)| (before.turn(), before.write_move_in(entry, style))).collect()
    }

    fn rewind(&mut self, plies: usize) {
        self.record.rewind(plies);
    }

    fn due_chance(&self) -> Option<ChanceKind> {
        let chance = if self.position().begins_move() { ChanceKind::Die } else { ChanceKind::Tile };
        let due = self.position().to_act() == ToAct::Chance && self.position().result().is_none();
        due.then_some(chance)
    }

    fn roll_chance(&mut self) -> Option<String> {
        let event = self.rng.roll(&self.record)?;
        let text = self.write_move(event, MoveFormat::OWN);
        self.record.play(event);
        Some(text)
    }

    fn read_chance_outcome(&self, text: &str) -> Result<Move, CommandError> {
        if self.position().to_act() != ToAct::Chance {
            return Err("nothing is left to chance here".to_string());
        }
        let mut events = Vec::new();
        self.position().chance_outcomes(&mut events);
        let read = self.position().read_move(text).map_err(|error| error.to_string())?;
        let event = events.into_iter().find(|event| event.0 == read);
        event.map(|event| event.0).ok_or_else(|| "that is a move".to_string())
    }

    fn take_back_roll(&mut self) -> bool {
        self.record.undo_throw()
    }

    fn is_mid_move(&self) -> bool {
        self.record.is_mid_move()
    }

    fn side_to_move(&self) -> Seat {
        self.position().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn turns_made(&self, seat: Seat) -> u32 {
        self.record.turns_made(seat)
    }

    fn plies_to_go(&self) -> u32 {
        self.record.plies_to_go()
    }

    fn undos_to_turn(&self) -> Option<usize> {
        self.record.undos_to_turn()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position().is_legal(mv)
    }

    fn is_at(&self, position: &str, move_format: MoveFormat) -> bool {
        read_position::<G>(position, move_format).is_ok_and(|position| position.key() == self.position().key())
    }

    fn null_move_to(&self, position: &str) -> Option<Move> {
        let pass = self.position().read_on_squares(NULL).ok()?;
        let mut next = self.position().clone();
        next.make(pass, &mut ());
        // Of what the GUI writes only the board and the side are certain.
        let board_and_side =
            |position: &G| position.to_squares().split(' ').take(2).map(str::to_string).collect::<Vec<_>>();
        let described = G::from_squares(position).ok()?;
        (board_and_side(&described) == board_and_side(&next)).then_some(pass)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.position().moves(GenType::All, &mut list);
        self.sorted(&list)
    }

    fn composite_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        self.position().composite_moves(&mut list);
        self.sorted(&list)
    }

    fn first_decision(&self, entry: Move) -> Move {
        let parts = self.position().plies_of(entry);
        let thrown = usize::from(self.position().to_act() == ToAct::Chance);
        parts[thrown.min(parts.len() - 1)]
    }

    fn targets_from(&self, source: &str) -> BTreeMap<String, TargetField> {
        let mut reach: BTreeMap<String, TargetField> = BTreeMap::new();
        for position in self.positions_to_choose_in() {
            let mut moves = MoveList::new();
            position.moves(GenType::All, &mut moves);
            moves.sort_by_cached_key(|&mv| {
                (Reverse(position.promotion_gain(mv)), write_move(&position, mv, MoveFormat::OWN))
            });
            for mv in moves {
                let text = write_move(&position, mv, MoveFormat::Squares);
                if let Some((from, to, suffix)) = split_coordinates(&text)
                    && from == source
                {
                    let target = reach.entry(to.to_string()).or_default();
                    target.captures |= position.captured_kind(mv).is_some();
                    // Several throws may allow the same.
                    if !target.promotions.contains(suffix) {
                        target.promotions += suffix;
                    }
                    target.stays |= suffix.is_empty();
                }
            }
        }
        reach
    }

    fn read_move(&self, text: &str, move_format: MoveFormat) -> Result<Move, MoveError> {
        read_move(self.position(), text, move_format)
    }

    fn write_move(&self, mv: Move, move_format: MoveFormat) -> String {
        write_move(self.position(), mv, move_format)
    }

    fn write_since(&self, ply: usize, move_format: MoveFormat) -> Option<String> {
        self.record.composite_move_from(ply).map(|(before, entry)| write_move(before, entry, move_format))
    }

    fn write_line(&self, after: Option<Move>, line: &[Move], move_format: MoveFormat) -> Vec<String> {
        let mut position = self.position().clone();
        if let Some(mv) = after {
            position.make(mv, &mut ());
        }
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            texts.push(write_move(&position, mv, move_format));
            position.make(mv, &mut ());
        }
        texts
    }

    fn position_text(&self, move_format: MoveFormat) -> String {
        match move_format {
            MoveFormat::Own(_) => self.position().to_string(),
            MoveFormat::Squares => self.position().to_squares(),
        }
    }

    fn is_ambiguous_on_squares(&self) -> bool {
        self.position().is_ambiguous_on_squares()
    }

    fn unique_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|&mv| self.position().is_unique_on_squares(mv));
        moves
    }

    fn exceeds_squares(&self) -> bool {
        self.position().exceeds_squares()
    }

    fn diagram(&self, below: Seat) -> Diagram {
        self.position().diagram(below)
    }

    fn figures(&self) -> &'static Alphabet {
        G::FIGURES
    }

    fn picture(&self) -> Document {
        self.position().picture()
    }

    fn backdrop(&self) -> Option<Document> {
        G::backdrop()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let side = if self.side_to_move() == Seat::WHITE { "White" } else { "Black" };
        let mut facts = vec![
            ("fen", self.position_text(MoveFormat::OWN)),
            ("key", format!("{:016x}", self.position().key())),
            ("side", side.to_string()),
        ];
        facts.extend(self.position().facts());
        facts
    }

    fn eval_breakdown(&self) -> EvalBreakdown {
        let mut judge = NnueEvaluator::<G>::default();
        judge.reset(self.position());
        EvalBreakdown { value: judge.evaluate(self.position()), terms: judge.terms(self.position()) }
    }

    fn perft_task(&self, depth: u32, divided: Option<Style>) -> TaskFn {
        let (position, moves) = (self.position().clone(), self.composite_moves());
        Box::new(move |control, print| {
            let began = Instant::now();
            let mut total = u64::from(depth == 0);
            for mv in moves.into_iter().filter(|_| depth > 0) {
                let child = perft::after(&position, mv);
                let Some(count) = perft::count_until(&child, depth - 1, &(), &|| control.is_stopped()) else { return };
                total += count;
                if let Some(style) = divided {
                    print(format!("{}: {count}", position.write_move_in(mv, style)));
                }
            }
            let seconds = began.elapsed().as_secs_f64();
            print(format!("nodes {total}"));
            print(format!("time {seconds:.3} s, {:.0} nodes/s", total as f64 / seconds.max(1e-6)));
        })
    }

    fn set_hash(&mut self, megabytes: usize) -> bool {
        self.with_slot(|slot| slot.set_hash(megabytes).is_ok())
    }

    fn set_search(&mut self, method: Option<Method>) -> bool {
        self.with_slot(|slot| slot.set_method(method).is_ok())
    }

    fn set_threads(&mut self, threads: usize) {
        self.with_slot(|slot| slot.set_threads(threads));
    }

    fn set_seed(&mut self, seed: u64) {
        self.rng = ChanceRng::new(seed);
        self.with_slot(|slot| slot.set_seed(seed));
    }

    fn clear(&mut self) {
        self.with_slot(SearchSlot::clear);
    }

    fn book_moves(&self) -> Vec<BookMove> {
        self.book.moves(self.position().key()).filter(|known| self.position().is_legal(known.mv)).collect()
    }

    fn random_book_move(&self) -> Option<Move> {
        let moves = self.book_moves();
        (!moves.is_empty()).then(|| moves[self.rng.pick(moves.len(), self.position().key())].mv)
    }

    fn start_search(&self, expected: Option<Move>, limits: Limits, control: Control, job: Job) -> JoinHandle<Verdict> {
        let mut record = self.record.clone();
        if let Some(mv) = expected {
            record.play(mv);
        }
        let slot = Arc::clone(&self.slot);
        thread::spawn(move || {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let mut report = |report: &_| job.send(Event::Report(job.id, Clone::clone(report)));
            let verdict = slot.think(&record, &limits, &control, &mut report);
            drop(slot);
            job.send(Event::Done(job.id));
            verdict
        })
    }
}

fn read_position<G: Playable>(text: &str, move_format: MoveFormat) -> Result<G, PositionError> {
    match move_format {
        MoveFormat::Own(_) => text.parse(),
        MoveFormat::Squares => G::from_squares(text),
    }
}

fn read_move<G: Playable>(position: &G, text: &str, move_format: MoveFormat) -> Result<Move, MoveError> {
    match move_format {
        MoveFormat::Own(_) => position.read_move(text),
        MoveFormat::Squares => position.read_on_squares(text),
    }
}

fn write_move<G: Playable>(position: &G, mv: Move, move_format: MoveFormat) -> String {
    match move_format {
        MoveFormat::Own(style) => position.write_move_in(mv, style),
        MoveFormat::Squares => position.write_on_squares(mv),
    }
}

/// Splits a move written in coordinates into its two fields and what follows them; a piece that is put on the board comes
/// from its letter and the `@`. A throw before the move (`4:1B-2F`) is passed over.
pub fn split_coordinates(text: &str) -> Option<(&str, &str, &str)> {
    if let Some(at) = text.find('@') {
        return Some((&text[..=at], &text[at + 1..], ""));
    }
    if let Some((from, to)) = text.split_once(['-', '+']) {
        return Some((from.split_once(':').map_or(from, |(_, from)| from), to, ""));
    }
    let field_end = |start: usize| {
        let rest = &text[start..];
        let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        (letters > 0 && digits > 0).then_some(start + letters + digits)
    };
    let middle = field_end(0)?;
    let end = field_end(middle)?;
    Some((&text[..middle], &text[middle..end], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::open;

    #[test]
    fn coordinates_are_split_on_boards_of_any_size() {
        assert_eq!(split_coordinates("e2e4"), Some(("e2", "e4", "")));
        assert_eq!(split_coordinates("e7e8q"), Some(("e7", "e8", "q")));
        assert_eq!(split_coordinates("a10j9"), Some(("a10", "j9", "")));
        assert_eq!(split_coordinates("K@e4"), Some(("K@", "e4", "")));
        assert_eq!(split_coordinates("1B-2F"), Some(("1B", "2F", "")));
        assert_eq!(split_coordinates("4:1B+00"), Some(("1B", "00", "")));
        assert_eq!(split_coordinates("0000"), None);
        assert_eq!(split_coordinates(""), None);
    }

    #[test]
    fn a_game_with_a_fault_in_it_changes_nothing() {
        let mut session = open("chess").expect("chess is a game");
        session.set_up(None, &["e2e4", "e7e5"], MoveFormat::OWN).unwrap();
        let before = session.position_text(MoveFormat::OWN);
        let illegal = session.set_up(None, &["d2d4", "d2d4"], MoveFormat::OWN);
        assert_eq!(illegal, Err(SetUpError::Move("d2d4".into(), MoveError::Illegal("no piece on d2".into()))));
        assert!(matches!(session.set_up(Some("8/8"), &[], MoveFormat::OWN), Err(SetUpError::Position(_))));
        assert_eq!(session.position_text(MoveFormat::OWN), before);
        assert_eq!((session.turns_made(Seat::WHITE), session.turns_made(Seat::BLACK)), (1, 1));
        assert!(session.undo() && session.undo() && !session.undo());
    }

    #[test]
    fn a_turn_of_two_plies_is_one_move() {
        let mut session = open("keyles").expect("keyles is a game");
        let due = "10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
        let counts = |session: &dyn Session| {
            (session.turns_made(Seat::WHITE), session.turns_made(Seat::BLACK), session.plies_to_go())
        };
        for (moves, made) in [
            (&[][..], (0, 0, 2)),
            (&["K@b4"], (0, 0, 1)),
            (&["K@b4", "b4b5"], (1, 0, 1)),
            (&["K@b4", "b4b5", "e6e5"], (1, 1, 1)),
            (&["K@b4", "b4b5", "e6e5", "b5b4", "e5e4", "b4b3"], (3, 2, 1)),
        ] {
            session.set_up(Some(due), moves, MoveFormat::OWN).unwrap();
            assert_eq!(counts(session.as_ref()), made, "{moves:?}");
        }
        session.set_up(Some(due), &["K@b4"], MoveFormat::OWN).unwrap();
        assert!(session.is_at("10/k9/10/10/4r5/10/QK8/10/10/10[R] w - 7 9", MoveFormat::OWN), "clocks do not matter");
        assert!(!session.is_at(due, MoveFormat::OWN) && !session.is_at("nowhere", MoveFormat::OWN));
    }

    #[test]
    fn a_relayed_pawn_reaches_the_leaps_of_a_knight() {
        let mut session = open("knightrelay").expect("knight relay is a game");
        session.set_up(Some("3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1"), &[], MoveFormat::OWN).unwrap();
        let targets: Vec<String> = session.targets_from("e6").into_keys().collect();
        assert_eq!(targets, ["c5", "c7", "e7", "f4", "g5", "g7"]);
        assert_eq!(
            session.targets_from("a3")["a5"],
            TargetField { captures: true, promotions: String::new(), stays: true }
        );
        assert!(session.targets_from("h8").is_empty());
    }
}
