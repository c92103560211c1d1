//! Session: a game in progress, the engine that plays it, and what both dialects and the terminal client share.
//!
//! * [`Session`]: the game behind a `dyn` interface, in parts of one concern.
//!   [`GameSession`](game_session::GameSession) implements it for every game.
//! * [`search_slot`]: the engine's handle. It holds the search of a session and its settings.
//! * [`host`]: session, options, output, and the one search or task that runs.
//! * [`worker`]: the thread that searches and carries out tasks.
//! * [`turn_budget`]: the limits of a turn that takes several searches.
//! * [`networks`]: networks from files, in place of the games' own.
//! * [`lag`]: the time that a move loses on a busy machine.
//! * [`options`]: the engine's options, as both dialects offer them.
//! * [`event`]: the events that the main loop waits for.
//! * [`draw_offer`]: the engine's answer to a draw offer.
//!
//! # Clock
//!
//! The dialects read the clock: [`uci`](crate::dialects::uci) from `go wtime ...`, [`cecp`](crate::dialects::cecp) from
//! `level`, `st` and `time`. They put it into [`Limits`]. [`TurnBudget`](turn_budget::TurnBudget) shares the limits out
//! among the searches of one turn. The time manager of the search (`engine::search`) turns them into soft and hard
//! limits. All of them count from the moment at which the command was read
//! ([`Host::event_time`](host::Host::event_time)).
//!
//! # Chance
//!
//! [`GameRules::due_chance`] says which chance event is due. [`Host::roll_chance`](host::Host::roll_chance) rolls it
//! with the seeded generator ([`ChanceRng`]) and plays the outcome. The dialects decide when: `uci` within `go`, `cecp`
//! in its module `chance`, where a referee may deal instead. The search never rolls: it sees chance nodes with all
//! their outcomes.

pub mod draw_offer;
pub mod event;
pub mod game_session;
pub mod host;
pub mod lag;
pub mod networks;
pub mod options;
pub mod piece_value;
pub mod search_slot;
pub mod turn_budget;
pub mod worker;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::chance_rng::ChanceRng;
use engine::game::Seat;
use engine::move_role::{ChanceKind, MoveRole};
use engine::moves::Move;
use engine::outcome::{Outcome, Shares};
use engine::search::{Control, Limits, NoMemory, Verdict};
use engine::text::{MoveError, PositionError, Style, quote};
use eval::nnue::Network;
use formats::diagram::Diagram;
use formats::pgn::{PgnError, PgnGame, Setup};
use searches::EvalBreakdown;
use svg::Document;
use thiserror::Error;

use crate::gui::board::{Board, Geometry, MoveView, SeatLook};
use crate::gui::picture::figures::{Alphabet, Man};
use crate::gui::picture::marks::Marks;
use crate::parse::CommandError;
use crate::score::Players;
use event::Job;
use piece_value::PieceValue;
use search_slot::EngineHandle;

/// Task for a thread of its own: it prints lines, and ends early when its control says stop.
pub type TaskFn = Box<dyn FnOnce(&Control, &mut dyn FnMut(String)) + Send>;

/// Search for the worker's thread.
pub type SearchFn = Box<dyn FnOnce() -> Verdict + Send>;

/// Field from which a piece moves, or the hand from which it is placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveSource {
    /// Field, by its name in either case.
    Field(String),
    /// Piece beside the board, by its letter in capitals.
    Hand(char),
}

impl MoveSource {
    /// True if it is the same source.
    pub fn is(&self, other: &MoveSource) -> bool {
        match (self, other) {
            (MoveSource::Field(one), MoveSource::Field(other)) => one.eq_ignore_ascii_case(other),
            _ => self == other,
        }
    }
}

/// Target field of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TargetField {
    /// True if a piece is captured there, an own one too. A king that comes back captures nothing.
    pub captures: bool,
    /// Letters of the kinds that the piece can become there, the most valuable first.
    pub promotions: String,
    /// True if the piece can also go there and stay what it is.
    pub stays: bool,
}

/// Characters of a square in the inventor's notation of Quex and Keyles.
const INVENTOR_SQUARE: usize = 2;

/// Format of moves and positions as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFormat {
    /// The game's own notation, its moves in a style. All styles are read alike.
    Own(Style),
    /// Squares of a GUI that draws the game by its [`Layout`](crate::gui::layout::Layout).
    Squares,
}

impl MoveFormat {
    /// The game's own notation.
    pub const OWN: MoveFormat = MoveFormat::Own(Style::Plain);
}

/// Form of a perft's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftForm {
    /// The number of nodes, and the speed.
    Total,
    /// The same behind a line for each first move, in a style.
    Divided(Style),
    /// Stockfish's form, with moves in a style: a line for each first move, an empty line, `Nodes searched: N`.
    Stockfish(Style),
}

/// Error of a list of moves that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetUpError {
    /// The first position is wrong.
    #[error("illegal position: {0}")]
    Position(PositionError),
    /// A move is not legal when its turn comes.
    #[error("illegal move {number}, {text}: {error}")]
    Move {
        /// Number in the list, from 1.
        number: usize,
        /// Text.
        text: String,
        /// Reason.
        error: MoveError,
    },
}

/// Record of the game: its course from the first position, and changes to it.
///
/// Moves given to it must be legal in the current position, unless said otherwise.
pub trait GameRecord {
    /// Begins a new game from the start position.
    fn reset(&mut self);
    /// Takes up a game: a position (none: the start) and the moves played since.
    ///
    /// # Errors
    /// If the position or a move is wrong; then nothing has changed.
    fn set_up(&mut self, position: Option<&str>, moves: &[&str], format: MoveFormat) -> Result<(), SetUpError>;
    /// Takes up a game from a PGN file, in the game's own notation or in XBoard's.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow; then nothing has changed.
    fn replay(&mut self, game: &PgnGame) -> Result<(), PgnError>;
    /// Plays a ply, a composite move, or a chance outcome.
    fn play(&mut self, mv: Move);
    /// Takes back a composite move, or the plies of an unfinished one; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Takes back plies until `plies` are left.
    fn rewind(&mut self, plies: usize);
    /// Takes back a throw of the die that no move has followed yet; `false` if there is none.
    fn take_back_throw(&mut self) -> bool;
    /// Plies played since the first position, chance outcomes included.
    fn plies(&self) -> &[Move];
    /// Beginning of the record, for a PGN file.
    fn pgn_setup(&self) -> Setup;
    /// Hash key of the position that the record begins with; none if it is the start position.
    fn set_up_key(&self) -> Option<u64>;
    /// Number of [`undo`](GameRecord::undo)s that lead back to the last time that the side to move was to move; none if
    /// it was not since the first position.
    fn undos_to_turn(&self) -> Option<usize>;
    /// Turns that a seat has completed since the first position.
    fn turns_made(&self, seat: Seat) -> u32;
    /// Chance events that a seat has had since the first position.
    fn chance_events(&self, seat: Seat) -> usize;
    /// True if a composite move is unfinished: a tile has been drawn, or is to be drawn, and is not placed yet.
    fn is_mid_move(&self) -> bool;
    /// Result, if the game is over by rule.
    fn outcome(&self) -> Option<Outcome>;
    /// Shares of the players in the present position, if the game ends so.
    fn shares(&self, outcome: Outcome) -> Shares;
    /// Rolls the due chance event, weighted; none if none is due. The outcome is not played.
    fn roll(&self, rng: ChanceRng) -> Option<Move>;
}

/// Current position under the rules of its game.
pub trait GameRules {
    /// Name of the game.
    fn variant(&self) -> &'static str;
    /// Names of the players, by seat.
    fn seat_names(&self) -> &'static [&'static str];
    /// True if a side can be checkmated in this game.
    fn has_checkmate(&self) -> bool;
    /// True if a player has not left the game, as can be in a game for more than two.
    fn is_in(&self, seat: Seat) -> bool;
    /// Side to move.
    fn side_to_move(&self) -> Seat;
    /// Hash key of the position.
    fn key(&self) -> u64;
    /// Plies of the player left in the turn; each is searched.
    fn plies_to_go(&self) -> u32;
    /// The same after a legal move.
    fn plies_to_go_after(&self, mv: Move) -> u32;
    /// Searches of the composite move from here: two if a tile may be drawn and placed.
    fn searches_of_move(&self) -> u32;
    /// Plies of the player in the turn, those already made included.
    fn plies_of_turn(&self) -> u32;
    /// True if a move, from any source, is legal.
    fn is_legal(&self, mv: Move) -> bool;
    /// Legal moves, as the search sees them: in Chex the decision to draw is one move. Sorted by their texts.
    fn legal_moves(&self) -> Vec<Move>;
    /// Composite moves, as players write them and perft counts them: in Chex each tile that may be drawn on each field
    /// where it may be placed. Sorted by their texts.
    fn composite_moves(&self) -> Vec<Move>;
    /// First ply of a composite move that its player decides on: the decision to draw, or the move after the throw.
    fn first_decision(&self, composite: Move) -> Move;
    /// Kind of the game's chance events; none if it has none.
    fn chance_kind(&self) -> Option<ChanceKind>;
    /// Kind of the chance event that is due before a player can move; none if a player is to move, or the game is over.
    fn due_chance(&self) -> Option<ChanceKind>;
    /// Static evaluation of the position.
    fn eval_breakdown(&self) -> EvalBreakdown;
    /// Values of the removable pieces, highest first.
    fn piece_values(&self) -> Vec<PieceValue>;
    /// Perft task: counts the sequences of `depth` composite moves.
    fn perft_task(&self, depth: u32, form: PerftForm) -> TaskFn;
}

/// Moves and positions as text, and moves in typed form.
pub trait MoveText {
    /// Reads a legal move.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn read_move(&self, text: &str, format: MoveFormat) -> Result<Move, MoveError>;
    /// Legal placement of a piece, given by its letter, on a field.
    ///
    /// # Errors
    /// As of [`read_move`](MoveText::read_move).
    fn read_placement(&self, piece: char, field: &str, format: MoveFormat) -> Result<Move, MoveError>;
    /// Reads an outcome of the due chance event.
    ///
    /// # Errors
    /// Says why the text is no possible outcome.
    fn read_chance_outcome(&self, text: &str) -> Result<Move, CommandError>;
    /// Text of a move.
    fn write_move(&self, mv: Move, format: MoveFormat) -> String;
    /// Text of the composite move that all plies from number `ply` on make up, chance outcomes included; none if there
    /// are none.
    fn write_since(&self, ply: usize, format: MoveFormat) -> Option<String>;
    /// Texts of a variation that starts after `after` (none: in the current position). It ends before the first move
    /// that is not legal.
    fn write_line(&self, after: Option<Move>, line: &[Move], format: MoveFormat) -> Vec<String>;
    /// Finished composite moves since the first position, each with the side that played it.
    fn played_moves(&self, style: Style) -> Vec<(Seat, String)>;
    /// Text of the position.
    fn position_text(&self, format: MoveFormat) -> String;
    /// True if a text describes the current position, clocks aside.
    fn is_at(&self, position: &str, format: MoveFormat) -> bool;
    /// Role of a legal move: a step, a placement, a pass, ..., with the names of its fields.
    fn move_role(&self, mv: Move, format: MoveFormat) -> MoveRole<String>;
}

/// Board for people and GUIs: diagrams, pictures, and the squares of a [`Layout`](crate::gui::layout::Layout).
pub trait BoardView {
    /// Board drawn with characters, seen from a side.
    fn diagram(&self, below: Seat) -> Diagram;
    /// The largest board drawn with characters that fits into `room`, columns and rows; the smallest if none fits.
    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram;
    /// Facts for the command `show`: names and values.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// Geometry of the board.
    fn geometry(&self) -> Geometry;
    /// Looks of the seats at the board.
    fn seat_looks(&self) -> Vec<SeatLook>;
    /// Board: what lies where, with the facts of the position in words.
    fn board(&self) -> Board;
    /// Legal moves with their places, sorted by their texts; at a chance node, its outcomes.
    fn move_views(&self) -> Vec<MoveView>;
    /// A legal move, composite move or chance outcome with its places.
    fn move_view(&self, mv: Move) -> MoveView;
    /// Figures of the pieces in pictures.
    fn figures(&self) -> &'static Alphabet;
    /// Picture of the board (SVG), with marks.
    fn picture(&self, marks: &Marks) -> Document;
    /// Move diagrams with their names: [`Pictured::diagrams`](crate::gui::picture::Pictured::diagrams).
    fn diagrams(&self) -> Vec<(&'static str, Document)>;
    /// Picture of the board without pieces, as a GUI draws it; see
    /// [`Pictured::backdrop`](crate::gui::picture::Pictured::backdrop).
    fn backdrop(&self) -> Option<Document>;
    /// Target fields of a piece, by their names in a format, which the source has too. Before a throw of the die: those
    /// that any throw allows.
    fn targets_from(&self, source: &MoveSource, format: MoveFormat) -> BTreeMap<String, TargetField>;
    /// Null move after which a GUI would describe the position by this text; none if there is no such move.
    fn null_move_to(&self, position: &str) -> Option<Move>;
    /// True if the GUI may mistake a move of the current position, or of one a move later, for another.
    fn is_ambiguous_on_squares(&self) -> bool;
    /// Legal moves that the GUI cannot mistake for another.
    fn unique_moves(&self) -> Vec<Move>;
    /// True if the position is larger than the GUI's board.
    fn exceeds_squares(&self) -> bool;
}

/// Game in progress with the engine that plays it, for a game of any type.
pub trait Session: GameRecord + GameRules + MoveText + BoardView + Send + Sync {
    /// Handle of the engine. It is locked while a search runs.
    fn engine(&self) -> Arc<Mutex<dyn EngineHandle>>;
    /// Sets the network of the evaluation, one of this game; none stands for the game's own. No search may run. The
    /// engine starts with empty tables.
    ///
    /// # Errors
    /// If there is not enough memory for the change; then nothing has changed.
    fn set_network(&mut self, network: Option<Arc<Network>>) -> Result<(), NoMemory>;
    /// Search of the current position, or of the one after the move `expected`. Its reports arrive as events of the
    /// job.
    fn search(&self, expected: Option<Move>, limits: Limits, control: Control, job: Job) -> SearchFn;
}

impl dyn Session + '_ {
    /// Changes settings of the engine. No search may run.
    pub fn with_engine<T>(&self, change: impl FnOnce(&mut dyn EngineHandle) -> T) -> T {
        change(&mut *self.engine().lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Players who have not left the game.
    pub fn seats_in(&self) -> Vec<Seat> {
        Seat::all(self.seat_names().len()).filter(|&seat| self.is_in(seat)).collect()
    }

    /// Players, for scores in words.
    pub fn players(&self) -> Players<'static> {
        let left = self.seats_in().len();
        Players { names: self.seat_names(), left, has_checkmate: self.has_checkmate() }
    }

    /// True if the chance event that is due belongs to a move that its player has begun: a tile is to be drawn.
    pub fn is_chance_within_move(&self) -> bool {
        self.due_chance().is_some_and(|chance| chance.within_move)
    }

    /// True if the side to move may decide to draw a piece.
    pub fn may_draw(&self) -> bool {
        self.find_role(|role| *role == MoveRole::DrawDecision).is_some()
    }

    /// Name of the piece with a letter, in either case.
    pub fn piece_name(&self, letter: char) -> Option<&'static str> {
        Man::of_letter(self.figures(), letter).map(|man| man.name)
    }

    /// Names of the pieces that can move, each once, in the order of the figures; `any piece` if all of the side's can.
    pub fn movable_pieces(&self) -> Vec<&'static str> {
        let mut pieces = self.board().pieces;
        pieces.retain(|piece| piece.owner == self.side_to_move().index());
        let mut movable = Vec::new();
        for mv in self.legal_moves() {
            if let MoveRole::Step { from, .. } = self.move_role(mv, MoveFormat::OWN) {
                movable.extend(pieces.iter().find(|piece| piece.field == from).map(|piece| piece.letter));
            }
        }
        if !movable.is_empty() && pieces.iter().all(|piece| movable.contains(&piece.letter)) {
            return vec!["any piece"];
        }
        self.figures().iter().filter(|man| movable.contains(&man.letter)).map(|man| man.name).collect()
    }

    /// True if a move begins at a field, or places a piece with this letter, in either case.
    pub fn begins_at(&self, mv: Move, source: &str, format: MoveFormat) -> bool {
        match self.move_role(mv, format) {
            MoveRole::Step { from, .. } => {
                from.eq_ignore_ascii_case(source) || self.begins_as_inventor_writes(mv, source, format)
            }
            MoveRole::Placement { piece, .. } | MoveRole::Stranded { piece } => {
                source.eq_ignore_ascii_case(&piece.to_string())
            }
            _ => false,
        }
    }

    /// True if the style is the inventor's, has squares of its own, and the move begins at this one.
    fn begins_as_inventor_writes(&self, mv: Move, square: &str, format: MoveFormat) -> bool {
        let text = || self.write_move(mv, format);
        format == MoveFormat::Own(Style::Inventor)
            && square.len() == INVENTOR_SQUARE
            && text().starts_with(square)
            && text() != self.write_move(mv, MoveFormat::OWN)
    }

    /// Reason why no legal move begins at what a user has named: a field, or a piece beside the board by its letter.
    pub fn no_move_from(&self, source: &str, format: MoveFormat) -> CommandError {
        let mut letters = source.chars();
        let is_piece =
            letters.next().is_some_and(|letter| self.piece_name(letter).is_some()) && letters.next().is_none();
        let may_be_field = format != MoveFormat::OWN || self.diagram(Seat::WHITE).has_field(source);
        if source.contains(char::is_whitespace) {
            "moves takes one field".to_string()
        } else if is_piece || may_be_field {
            format!("no legal move begins at {}", quote(source))
        } else {
            format!("there is no field {}", quote(source))
        }
    }

    /// First legal move of a role.
    pub fn find_role(&self, accepts: impl Fn(&MoveRole<String>) -> bool) -> Option<Move> {
        self.legal_moves().into_iter().find(|&mv| accepts(&self.move_role(mv, MoveFormat::OWN)))
    }

    /// The null move, if the side to move has no other move.
    pub fn forced_pass(&self) -> Option<Move> {
        match self.legal_moves()[..] {
            [mv] if self.move_role(mv, MoveFormat::OWN) == MoveRole::Pass => Some(mv),
            _ => None,
        }
    }

    /// Takes back the last composite move, as [`undo`](GameRecord::undo) does. Returns whether it was a pass for want
    /// of another move; none if there is nothing to take back.
    pub fn undo_pass_or_move(&mut self) -> Option<bool> {
        self.take_back_throw();
        let last = *self.plies().last()?;
        self.rewind(self.plies().len() - 1);
        let was_forced = self.forced_pass().is_some();
        self.play(last);
        self.undo().then_some(was_forced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn a_forced_pass_that_is_taken_back_is_told_from_a_move() {
        let mut session = registry::open("kaleidodice").expect("a game of this name");
        let start = "PW9/11/11/pvet5ph/rwrl5ld/evpp5th/11/11/1 w - - 0 1";
        session.set_up(Some(start), &[], MoveFormat::OWN).expect("a sound position");
        // White moves, Black moves, White passes, and Black's die is thrown.
        for throw in ["1", "1", "2"] {
            session.play(session.read_move(throw, MoveFormat::OWN).expect("a throw"));
            session.play(session.legal_moves()[0]);
        }
        session.play(session.read_move("1", MoveFormat::OWN).expect("a throw"));
        let undone: Vec<bool> = std::iter::from_fn(|| session.undo_pass_or_move()).collect();
        assert_eq!(undone, [true, false, false]);
        assert!(session.plies().is_empty());
    }
}
