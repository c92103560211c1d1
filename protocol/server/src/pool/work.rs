//! Work of the engines: moves, analysis, graphs of scores, perft.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use engine::game::Seat;
use engine::outcome::Outcome;
use engine::search::limits::FULL_SKILL;
use engine::search::{Bound, Control, Limits, Report, score};
use engine::text::Style;
use protocol::session::event::{Event, Job};
use protocol::session::{MoveFormat, PerftForm, Session};
use protocol::{book, registry};
use serde::Serialize;

use crate::line::{Line, LineError};
use crate::secret;

/// Engine of a thread: a session with its search, kept while the same variant is asked for, and its tables while the
/// same line of play goes on.
pub struct Engine {
    session: Option<Box<dyn Session>>,
    /// Line of play whose positions the tables know.
    line: Option<GameSoFar>,
    megabytes: usize,
}

/// Game so far: what a task of an engine is about.
#[derive(Clone, Debug)]
pub struct GameSoFar {
    /// Name of the variant.
    pub variant: String,
    /// First position (FEN); none for the start position.
    pub fen: Option<String>,
    /// Plies or composite moves since.
    pub moves: Vec<String>,
}

impl GameSoFar {
    /// Checks the game so far, and returns its line.
    ///
    /// # Errors
    /// If something is wrong with it.
    pub fn line(&self) -> Result<Line, LineError> {
        Line::with_moves(&self.variant, self.fen.as_deref(), &self.moves)
    }

    /// True if the game begins with another one.
    fn continues(&self, other: &GameSoFar) -> bool {
        self.variant == other.variant && self.fen == other.fen && self.moves.starts_with(&other.moves)
    }
}

/// Move that the engine has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Text in the game's own notation.
    pub text: String,
    /// Score for its player in centipawns; none for a book move.
    pub score: Option<i32>,
}

/// Score as it is shown: centipawns or moves to mate.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to mate; negative: being mated.
    Mate(i32),
}

/// Score of a position, and the expected share of the point.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// Score: White's in a game of two, the mover's in a game of more.
    pub score: Score,
    /// Expected share of the same seat, 0 to 1.
    pub bar: f32,
}

/// Principal variation of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisLine {
    /// Evaluation of the position after its moves.
    #[serde(flatten)]
    pub evaluation: Evaluation,
    /// Moves, in the game's own notation.
    pub moves: Vec<String>,
    /// Moves in SAN, where the game has it.
    pub notation: Vec<String>,
    /// Field that the first move's piece comes from.
    pub from: Option<String>,
    /// Field that it goes to.
    pub to: Option<String>,
}

/// Principal variations of an analysis so far (multi-PV).
#[derive(Clone, Debug, Serialize)]
pub struct Lines {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far, in milliseconds.
    pub time_ms: u64,
    /// Lines, the best first.
    pub lines: Vec<AnalysisLine>,
}

impl Engine {
    /// Engine with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Engine {
        Engine { session: None, line: None, megabytes }
    }

    /// The session, set up with a game so far. The tables are cleared if they are of another game.
    fn set_up(&mut self, game: &GameSoFar) -> Option<&mut dyn Session> {
        let fits = self.session.as_ref().is_some_and(|session| session.variant() == game.variant);
        if !fits {
            // The old tables are given back before there are others.
            self.session = None;
            let session = registry::open(&game.variant)?;
            if session.with_engine(|engine| engine.set_hash(self.megabytes)).is_err() {
                log::warn!("not enough memory for a table of {} MB; it is smaller", self.megabytes);
            }
            self.session = Some(session);
        }
        let session = self.session.as_mut()?;
        if !self.line.as_ref().is_some_and(|line| game.continues(line)) {
            session.with_engine(|engine| engine.clear());
        }
        self.line = Some(game.clone());
        let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
        session.set_up(game.fen.as_deref(), &moves, MoveFormat::OWN).ok()?;
        Some(session.as_mut())
    }

    /// Finds a move to play.
    pub fn find_move(&mut self, game: &GameSoFar, limits: Limits, control: &Control) -> Option<Found> {
        let session = self.set_up(game)?;
        if let Some(text) = book_move(session, &limits) {
            return Some(Found { text, score: None });
        }
        let seed = secret::random().map_or(0, u64::from_ne_bytes);
        session.with_engine(|engine| engine.set_seed(seed));
        let (events, _unheard) = mpsc::channel();
        let verdict = session.search(None, limits, control.clone(), Job { id: 0, events })();
        let best = verdict.best?;
        Some(Found { text: session.write_move(best, MoveFormat::OWN), score: Some(verdict.score) })
    }

    /// Analyses a position. `tell` gets the lines after each report of the search. Returns the best move.
    pub fn analyse(
        &mut self,
        game: &GameSoFar,
        limits: Limits,
        control: &Control,
        mut tell: impl FnMut(Lines),
    ) -> Option<String> {
        let wanted = limits.multipv;
        let session = self.set_up(game)?;
        let (events, heard) = mpsc::channel();
        let search = session.search(None, limits, control.clone(), Job { id: 0, events });
        let searching = thread::Builder::new().name("analysis".to_string()).spawn(search).ok()?;
        let mut lines: Vec<AnalysisLine> = Vec::new();
        // The sender is gone when the search has ended.
        for event in heard {
            let Event::Report(_, report) = event else { continue };
            let Some(line) = analysis_line(session, &report) else { continue };
            lines.truncate(wanted.max(1));
            match lines.get_mut(report.multipv - 1) {
                Some(old) => *old = line,
                None => lines.push(line),
            }
            let time_ms = report.time.as_millis() as u64;
            tell(Lines { depth: report.depth, nodes: report.nodes, time_ms, lines: lines.clone() });
        }
        let verdict = searching.join().ok()?;
        verdict.best.map(|best| session.write_move(best, MoveFormat::OWN))
    }

    /// Evaluates each position of a line of play by a short search, and tells it with the number of moves before.
    pub fn graph(&mut self, game: &GameSoFar, nodes: u64, control: &Control, mut tell: impl FnMut(usize, Evaluation)) {
        let start = GameSoFar { moves: Vec::new(), ..game.clone() };
        let Some(session) = self.set_up(&start) else { return };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for count in 0..=game.moves.len() {
            let evaluation = match session.outcome() {
                Some(outcome) => result(session, outcome),
                None => {
                    let (events, _unheard) = mpsc::channel();
                    let verdict = session.search(None, limits.clone(), control.clone(), Job { id: 0, events })();
                    evaluation(session, verdict.score)
                }
            };
            if control.is_stopped() {
                return;
            }
            tell(count, evaluation);
            let Some(text) = game.moves.get(count) else { return };
            let Ok(mv) = session.read_move(text, MoveFormat::OWN) else { return };
            session.play(mv);
        }
    }

    /// Counts the sequences of moves. Returns the sum, its parts by the first move, and the time; none if it was
    /// stopped.
    pub fn perft(&mut self, game: &GameSoFar, depth: u32, control: &Control) -> Option<Perft> {
        let session = self.set_up(game)?;
        let began = Instant::now();
        let mut divide = Vec::new();
        let task = session.perft_task(depth, PerftForm::Divided(Style::Plain));
        task(control, &mut |line| {
            if let Some((mv, nodes)) = line.split_once(": ")
                && let Ok(nodes) = nodes.parse()
            {
                divide.push(Divided { mv: mv.to_string(), nodes });
            }
        });
        if control.is_stopped() {
            return None;
        }
        let nodes = if depth == 0 { 1 } else { divide.iter().map(|part| part.nodes).sum() };
        Some(Perft { depth, nodes, time_ms: began.elapsed().as_millis() as u64, divide })
    }
}

/// Result of a perft.
#[derive(Clone, Debug, Serialize)]
pub struct Perft {
    /// Depth in composite moves.
    pub depth: u32,
    /// Sequences of moves.
    pub nodes: u64,
    /// Time that it took, in milliseconds.
    pub time_ms: u64,
    /// Sequences by their first move.
    pub divide: Vec<Divided>,
}

/// Part of a perft.
#[derive(Clone, Debug, Serialize)]
pub struct Divided {
    /// First move of the sequences.
    #[serde(rename = "move")]
    pub mv: String,
    /// Sequences that begin with it.
    pub nodes: u64,
}

/// Random move of the book, for an engine of full strength.
fn book_move(session: &dyn Session, limits: &Limits) -> Option<String> {
    if limits.skill < FULL_SKILL {
        return None;
    }
    let book = book::of(session.variant());
    let known: Vec<_> = book.moves(session.key()).map(|known| known.mv).filter(|&mv| session.is_legal(mv)).collect();
    let number = u64::from_ne_bytes(secret::random().ok()?);
    let chosen = known.get((number % known.len().max(1) as u64) as usize)?;
    Some(session.write_move(*chosen, MoveFormat::OWN))
}

/// Seat whose evaluation is told: White in a game of two, else the mover.
fn viewer(session: &dyn Session) -> Seat {
    if session.seat_names().len() == 2 { Seat::WHITE } else { session.side_to_move() }
}

/// Evaluation of the end of a game.
fn result(session: &dyn Session, outcome: Outcome) -> Evaluation {
    let bar = session.shares(outcome).points(viewer(session)) as f32;
    let score = match outcome {
        Outcome::Draw(_) => Score::Cp(score::share_to_centipawns(bar)),
        Outcome::Win(..) => Score::Mate(if bar > 0.5 { 1 } else { -1 }),
    };
    Evaluation { score, bar }
}

/// Evaluation of a score of the side to move.
fn evaluation(session: &dyn Session, value: i32) -> Evaluation {
    let value = if viewer(session) == session.side_to_move() { value } else { -value };
    let bar = score::centipawns_to_share(value);
    let score = score::moves_to_mate(value).map_or(Score::Cp(value), Score::Mate);
    Evaluation { score, bar: (bar * 1000.0).round() / 1000.0 }
}

fn analysis_line(session: &dyn Session, report: &Report) -> Option<AnalysisLine> {
    if report.bound != Bound::Exact || report.multipv == 0 {
        return None;
    }
    let write = |style| session.write_line(None, &report.pv, MoveFormat::Own(style));
    let first = report.pv.first().filter(|&&mv| session.is_legal(mv)).map(|&mv| session.move_view(mv));
    let name = |place: Option<protocol::gui::board::Place>| place.map(|place| place.name);
    let (from, to) = first.map_or((None, None), |view| (name(view.from), name(view.to)));
    Some(AnalysisLine {
        evaluation: evaluation(session, report.score),
        moves: write(Style::Plain),
        notation: write(Style::San),
        from,
        to,
    })
}

/// Limits of an analysis.
pub fn analysis_limits(lines: usize, time: Duration) -> Limits {
    Limits { multipv: lines, move_time: Some(time), overhead: Duration::ZERO, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use engine::outcome::Reason;

    use super::*;

    #[test]
    fn a_draw_is_not_shown_as_lost_where_more_than_two_share_it() {
        for (variant, share) in [("chess", 0.5), ("kaleido3", 1.0 / 3.0), ("kaleido4", 0.25)] {
            let session = registry::open(variant).expect("a game of this name");
            let Evaluation { score, bar } = result(session.as_ref(), Outcome::Draw(Reason::REPETITION));
            assert_eq!(bar, share, "{variant}");
            assert_eq!(score, Score::Cp(score::share_to_centipawns(share)), "{variant}");
        }
        let session = registry::open("kaleido4").expect("a game of this name");
        let won = result(session.as_ref(), Outcome::Win(Seat::WHITE, Reason::REPETITION));
        assert_eq!((won.score, won.bar), (Score::Mate(1), 1.0));
    }
}
