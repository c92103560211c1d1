//! Line of play: a session with the text of each ply, the list of moves, and the last plies for animation.

use engine::game::Seat;
use engine::moves::Move;
use engine::text::{MoveError, Style};
use protocol::gui::board::{MoveKind, MoveView, Piece, Place, piece_kinds};
use protocol::registry;
use protocol::session::{MoveFormat, Session, SetUpError};
use serde::Serialize;

/// Composite move of the list of moves.
#[derive(Clone, Debug, Serialize)]
pub struct CompositeMove {
    /// Seat that played it.
    pub seat: usize,
    /// Number of its round, as a PGN counts them.
    pub number: u32,
    /// Text in the game's own notation.
    pub text: String,
    /// SAN, where the game has it; else the text.
    pub notation: String,
    /// The move in words, with its player and what chance brought.
    pub spoken: String,
    /// Plies of the line up to the end of the move.
    pub plies: usize,
    /// True if it is a pass for want of another move. Taking it back leaves nothing to decide.
    #[serde(skip)]
    pub forced: bool,
}

/// Ply that was played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedPly {
    /// Seat that played it, or for which chance decided.
    pub seat: usize,
    /// Kind of ply: a step, a placement, a draw, a roll, a pass.
    pub kind: MoveKind,
    /// Text in the game's own notation.
    pub text: String,
    /// Field that a piece came from.
    pub from: Option<Place>,
    /// Field that a piece went to.
    pub to: Option<Place>,
    /// Piece that moved.
    pub piece: Option<Piece>,
    /// True if a piece was captured.
    pub captures: bool,
    /// The ply in words.
    pub spoken: String,
}

/// Last plies of a line.
#[derive(Clone, Debug, Serialize)]
pub struct Last {
    /// Seat of the last ply.
    pub seat: usize,
    /// Fields of the last step or placement.
    pub fields: Vec<Place>,
    /// Plies of the last move, and of the unfinished one after it.
    pub plies: Vec<PlayedPly>,
    /// Last outcome of chance among them.
    pub roll: Option<String>,
}

/// Line of play from a first position.
pub struct Line {
    /// Session at the end of the line.
    pub session: Box<dyn Session>,
    /// First position, unless it is the start position.
    pub fen: Option<String>,
    /// Text of each ply, chance outcomes included.
    pub plies: Vec<String>,
    /// Completed composite moves.
    pub composite_moves: Vec<CompositeMove>,
    /// Plies of the last composite move, and of the unfinished one after it.
    recent: Vec<PlayedPly>,
    /// Place in `recent` of the unfinished move.
    unfinished: usize,
    /// Words of the unfinished move.
    spoken: Vec<String>,
    /// Number of the first round.
    first_number: u32,
}

/// Reason why a line cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// No game has the name.
    #[error("no game is called {0:?}")]
    Variant(String),
    /// The first position is wrong.
    #[error("the position: {0}")]
    Position(String),
    /// A move is not legal.
    #[error("move {0}, {1:?}: {2}")]
    Move(usize, String, String),
    /// The line is too long.
    #[error("there are more than {0} plies")]
    TooLong(usize),
}

/// Limit of a line in plies. The longest games of the tests have fewer than a thousand.
pub const MAX_PLIES: usize = 6000;
/// Limit of a position's text in bytes.
pub const MAX_FEN: usize = 600;
/// Limit of a move's text in bytes.
pub const MAX_MOVE: usize = 24;

impl Line {
    /// Line without moves.
    ///
    /// # Errors
    /// If there is no such game, or the position is wrong.
    pub fn new(variant: &str, fen: Option<&str>) -> Result<Line, LineError> {
        let unknown = || LineError::Variant(variant.chars().take(40).collect());
        let mut session = registry::open(variant).ok_or_else(unknown)?;
        if let Some(fen) = fen {
            if fen.len() > MAX_FEN {
                return Err(LineError::Position(format!("longer than {MAX_FEN} bytes")));
            }
            session.set_up(Some(fen), &[], MoveFormat::OWN).map_err(|error| match error {
                SetUpError::Position(error) => LineError::Position(error.to_string()),
                SetUpError::Move { number, text, error } => LineError::Move(number, text, error.to_string()),
            })?;
        }
        let setup = session.pgn_setup();
        Ok(Line {
            session,
            first_number: setup.number,
            fen: fen.map(str::to_string),
            plies: Vec::new(),
            composite_moves: Vec::new(),
            recent: Vec::new(),
            unfinished: 0,
            spoken: Vec::new(),
        })
    }

    /// Line of moves, each a ply or a composite move.
    ///
    /// # Errors
    /// If there is no such game, the position is wrong, or a move is not legal.
    pub fn with_moves<T: AsRef<str>>(variant: &str, fen: Option<&str>, moves: &[T]) -> Result<Line, LineError> {
        let mut line = Line::new(variant, fen)?;
        for (index, text) in moves.iter().enumerate() {
            let text = text.as_ref();
            let wrong = |why: String| LineError::Move(index + 1, text.chars().take(MAX_MOVE).collect(), why);
            let mv = line.read(text).map_err(|error| wrong(error.to_string()))?;
            line.play(mv);
            // A composite move that is played at once has several plies.
            if line.plies.len() > MAX_PLIES {
                return Err(LineError::TooLong(MAX_PLIES));
            }
        }
        Ok(line)
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn read(&self, text: &str) -> Result<Move, MoveError> {
        if text.len() > MAX_MOVE {
            return Err(MoveError::Syntax);
        }
        if self.session.outcome().is_some() {
            return Err(MoveError::Illegal("the game is over".to_string()));
        }
        self.session.read_move(text, MoveFormat::OWN)
    }

    /// Plays a legal ply or composite move.
    pub fn play(&mut self, mv: Move) {
        let first = self.session.plies().len();
        let view = self.session.move_view(mv);
        let seat = self.session.side_to_move().index();
        let forced = view.kind == MoveKind::Pass && self.session.forced_pass().is_some();
        let spoken = self.words(&view);
        self.session.play(mv);
        let played = self.session.plies().len();
        self.push_texts(first, played, &view);
        // The outcome says what was drawn.
        if view.kind != MoveKind::Draw {
            self.spoken.push(spoken.clone());
        }
        self.recent.push(PlayedPly {
            seat,
            kind: view.kind,
            text: view.text,
            from: view.from,
            to: view.to,
            piece: view.piece,
            captures: view.captures,
            spoken,
        });
        self.finish_composite_move(seat, played, forced);
    }

    /// Ply of the present position in words.
    fn words(&self, view: &MoveView) -> String {
        if view.kind != MoveKind::Roll {
            return view.spoken.clone();
        }
        if !self.session.chance_kind().is_some_and(|chance| chance.within_move) {
            return format!("throws {}", view.text);
        }
        let kinds = piece_kinds(self.session.figures());
        let drawn = kinds.iter().find(|kind| view.text.starts_with(kind.letter));
        format!("draws a {}", drawn.map_or(view.text.as_str(), |kind| kind.name))
    }

    /// Takes back all composite moves but the first `kept`.
    pub fn take_back_to(&mut self, kept: usize) {
        // The last one that stays is played again, for what is known of the last plies.
        let others = kept.min(self.composite_moves.len()).saturating_sub(1);
        let (first, end) = (self.plies_of(others), self.plies_of(kept));
        let last = self.session.plies()[first..end].to_vec();
        self.session.rewind(first);
        self.plies.truncate(first);
        self.composite_moves.truncate(others);
        self.recent.clear();
        self.spoken.clear();
        self.unfinished = 0;
        for ply in last {
            self.play(ply);
        }
    }

    /// Adds the texts of plies: of a composite move that was played at once, each of its own.
    fn push_texts(&mut self, first: usize, played: usize, view: &MoveView) {
        if played == first + 1 {
            self.plies.push(view.text.clone());
            return;
        }
        let plies = self.session.plies()[first..].to_vec();
        self.session.rewind(first);
        for ply in plies {
            self.plies.push(self.session.write_move(ply, MoveFormat::OWN));
            self.session.play(ply);
        }
    }

    /// Adds a composite move to the list if it is complete.
    fn finish_composite_move(&mut self, seat: usize, played: usize, forced: bool) {
        let begins = self.composite_moves.last().map_or(0, |last| last.plies);
        let waits_for_move =
            self.recent.last().is_some_and(|ply| ply.kind == MoveKind::Roll || ply.kind == MoveKind::Draw);
        if (self.session.is_mid_move() || waits_for_move) && self.session.outcome().is_none() {
            return;
        }
        let text = |style| self.session.write_since(begins, MoveFormat::Own(style)).unwrap_or_default();
        let before = self.composite_moves.last();
        let number = before.map_or(self.first_number, |last| last.number + u32::from(seat < last.seat));
        let player = self.session.seat_names()[seat];
        self.composite_moves.push(CompositeMove {
            seat,
            number,
            text: text(Style::Plain),
            notation: text(Style::San),
            spoken: format!("{player}: {}", self.spoken.join(", ")),
            plies: played,
            forced,
        });
        self.spoken.clear();
        self.recent.drain(..self.unfinished);
        self.unfinished = self.recent.len();
    }

    /// Last plies; none before the first.
    pub fn last(&self) -> Option<Last> {
        let last = self.recent.last()?;
        let moved = self.recent.iter().rev().find(|ply| ply.to.is_some());
        let fields = moved.map(|ply| ply.from.iter().chain(&ply.to).cloned().collect()).unwrap_or_default();
        let roll = self.recent.iter().rev().find(|ply| ply.kind == MoveKind::Roll).map(|ply| ply.text.clone());
        Some(Last { seat: last.seat, fields, plies: self.recent.clone(), roll })
    }

    /// Plies of the first `count` composite moves.
    pub fn plies_of(&self, count: usize) -> usize {
        if count == 0 { 0 } else { self.composite_moves.get(count - 1).map_or(self.plies.len(), |last| last.plies) }
    }

    /// Side to move.
    pub fn turn(&self) -> Seat {
        self.session.side_to_move()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a client is told of a line.
    fn told(line: &Line) -> String {
        let parts = (&line.plies, &line.composite_moves, line.last());
        serde_json::to_string(&parts).expect("plain data") + &line.session.position_text(MoveFormat::OWN)
    }

    #[test]
    fn what_chance_brings_is_said() {
        let mut dice = Line::with_moves("kaleidodice", None, &["4"]).expect("a throw");
        assert_eq!(dice.last().map(|last| last.plies[0].spoken.clone()), Some("throws 4".to_string()));
        let step = dice.session.move_views().remove(0);
        dice.play(dice.read(&step.text).expect("a legal move"));
        assert_eq!(dice.composite_moves[0].spoken, format!("White: throws 4, {}", step.spoken));
        let tile = Line::with_moves("chex", None, &["draw", "N", "N@a1"]).expect("a tile");
        assert_eq!(tile.composite_moves[0].spoken, "White: draws a knight, knight placed on a1");
        let plies = tile.last().expect("plies").plies;
        let spoken: Vec<&str> = plies.iter().map(|ply| ply.spoken.as_str()).collect();
        assert_eq!(spoken, ["draws a tile", "draws a knight", "knight placed on a1"]);
    }

    #[test]
    fn a_line_after_a_take_back_is_the_line_of_the_moves_that_stay() {
        for variant in ["chess", "keyles", "chex", "kaleidodice", "monster"] {
            let mut whole = Line::new(variant, None).expect("a game");
            for number in 0..40 {
                let views = whole.session.move_views();
                let Some(view) = views.get((7 * number + 3) % views.len().max(1)) else { break };
                let mv = whole.read(&view.text).expect("a legal move");
                whole.play(mv);
            }
            for kept in 0..=whole.composite_moves.len() {
                let mut line = Line::with_moves(variant, None, &whole.plies).expect("a line");
                line.take_back_to(kept);
                let plies = &whole.plies[..whole.plies_of(kept)];
                let expected = Line::with_moves(variant, None, plies).expect("a line");
                assert_eq!(told(&line), told(&expected), "{kept} moves of {variant}");
                assert_eq!(line.plies.len(), line.session.plies().len());
            }
        }
    }
}
