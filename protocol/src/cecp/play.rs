//! The course of a game: whose turn it is and what the engine does about it.

use std::time::Instant;

use engine::game::Seat;
use engine::moves::Move;
use engine::search::{Control, Limits, Verdict};
use engine::text::MoveError;

use super::{Cecp, Mode, Purpose};
use crate::fault::{Fault, error_line, milliseconds, quote, split_word, whole_number};
use crate::host::Host;
use crate::options::Id;
use crate::registry;
use crate::session::SetUpError;

/// How many positions the engine looks at for a hint it has not thought of yet.
const HINT_NODES: u64 = 100_000;

/// A draw is accepted at any time by an engine that stands at least this much worse, in centipawns.
const DRAW_WORSE: i32 = -50;

/// How many moves each side must have made before an equal position is a draw.
const DRAW_AFTER_MOVES: u32 = 20;

/// Below this score, in centipawns, a position is hopeless...
const HOPELESS: i32 = -1000;

/// ...and after so many such moves in a row the engine resigns, if it may.
const HOPELESS_MOVES: u32 = 3;

impl Cecp {
    /// Does what the mode asks for in the present position, in place of whatever the engine is doing.
    pub(super) fn resume(&mut self, host: &mut Host) {
        host.abort();
        match self.mode {
            Mode::Force => {}
            Mode::Analyzing => self.start_analysis(host),
            Mode::Playing(seat) => self.take_turn(host, seat),
        }
    }

    fn take_turn(&mut self, host: &mut Host, seat: Seat) {
        if self.announce_end(host) {
            return;
        }
        if host.session.turn() == seat {
            let limits = self.time.bound(host.options().limits(false), host.session.moves_made(seat));
            self.start_thinking(host, limits);
        } else {
            self.start_pondering(host, seat);
        }
    }

    /// The position is not what it was: nothing that was known of it holds.
    pub(super) fn position_changed(&mut self, host: &mut Host) {
        self.forget();
        self.resume(host);
    }

    fn forget(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.lifted = None;
    }

    /// Sends the result if the game is over by rule; the engine stops playing then.
    fn announce_end(&mut self, host: &mut Host) -> bool {
        let Some(outcome) = host.session.outcome() else { return false };
        host.out.line(outcome);
        self.mode = Mode::Force;
        true
    }

    fn start_thinking(&mut self, host: &mut Host, limits: Limits) {
        self.purpose = Purpose::Play;
        self.turn_began = Instant::now();
        host.think(None, limits, Control::new());
    }

    fn start_pondering(&mut self, host: &mut Host, seat: Seat) {
        if let Some(expected) = self.expected.filter(|_| host.options().is_on(Id::Ponder)) {
            // The engine's clock stands still meanwhile, so that what it shows now will hold.
            let limits = self.time.bound(host.options().limits(false), host.session.moves_made(seat));
            self.purpose = Purpose::Ponder(expected);
            host.think(Some(expected), limits, Control::pondering());
        }
    }

    fn start_analysis(&mut self, host: &mut Host) {
        let only = self.analyzed_moves(host);
        if !only.is_empty() {
            self.purpose = Purpose::Analyze;
            host.think(None, Limits { only, ..host.options().limits(true) }, Control::new());
        }
    }

    /// The moves that analysis looks at.
    fn analyzed_moves(&self, host: &Host) -> Vec<Move> {
        let mut moves = host.session.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    pub(super) fn new_game(&mut self, host: &mut Host) {
        host.open(registry::NAMES[0]);
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Seat::BLACK);
        }
        self.time.new_game();
        (self.score, self.hopeless) = (None, 0);
        self.position_changed(host);
    }

    /// `go`, and our `go depth N nodes N movetime MS mate N`, which hold for one move and take the clock's place.
    pub(super) fn go(&mut self, host: &mut Host, rest: &str) -> Result<(), Fault> {
        let bounds = read_bounds(rest, host.options().limits(false))?;
        self.mode = Mode::Playing(host.session.turn());
        match bounds {
            Some(limits) if host.session.outcome().is_none() => self.start_thinking(host, limits),
            _ => self.resume(host),
        }
        Ok(())
    }

    /// A move of the opponent, or of anybody if the engine does not play.
    pub(super) fn user_move(&mut self, host: &mut Host, text: &str) {
        let read = match self.mode {
            Mode::Playing(seat) if seat == host.session.turn() => {
                Err(MoveError::Illegal("it is not your turn".to_string()))
            }
            _ => host.session.read_move(text),
        };
        match read {
            Ok(mv) => self.make(host, mv),
            Err(why) => host.out.line(format_args!("Illegal move ({}): {}", quote(&why.to_string()), quote(text))),
        }
    }

    fn make(&mut self, host: &mut Host, mv: Move) {
        let hit = self.purpose == Purpose::Ponder(mv) && host.is_thinking();
        host.session.play(mv);
        if hit && host.session.outcome().is_none() {
            self.purpose = Purpose::Play;
            self.turn_began = Instant::now();
            self.forget();
            host.ponder_hit();
        } else {
            self.position_changed(host);
        }
    }

    /// Plays what the engine has chosen.
    pub(super) fn play_own_move(&mut self, host: &mut Host, verdict: Verdict) {
        let (Mode::Playing(seat), Some(best)) = (self.mode, verdict.best) else { return };
        self.hopeless = if verdict.score <= HOPELESS { self.hopeless + 1 } else { 0 };
        if self.hopeless >= HOPELESS_MOVES && host.options().is_on(Id::Resign) {
            self.mode = Mode::Force;
            host.out.line("resign");
            return;
        }
        self.score = Some(verdict.score);
        host.out.line(format_args!("move {}", host.session.write_move(best)));
        host.session.play(best);
        self.time.spend(self.turn_began.elapsed(), host.session.moves_made(seat));
        self.forget();
        self.expected = verdict.ponder.filter(|&reply| !host.session.write_line(None, &[reply]).is_empty());
        self.resume(host);
    }

    pub(super) fn take_back(&mut self, host: &mut Host, plies: u32) -> Result<(), Fault> {
        host.abort();
        let taken = (0..plies).take_while(|_| host.session.undo()).count() as u32;
        self.position_changed(host);
        match taken {
            _ if taken == plies => Ok(()),
            0 => Err("no move to take back".to_string()),
            _ => Err("only one move to take back".to_string()),
        }
    }

    pub(super) fn set_board(&mut self, host: &mut Host, text: &str) {
        match host.session.set_up(Some(text), &[]) {
            Ok(()) => {
                (self.score, self.hopeless) = (None, 0);
                self.position_changed(host);
            }
            Err(SetUpError::Position(error)) => {
                host.out.line(format_args!("tellusererror Illegal position: {}", quote(&error.to_string())));
            }
            Err(SetUpError::Move(text, error)) => host.out.line(error_line(&error.to_string(), &text)),
        }
    }

    /// Accepts a draw by offering one; declines by silence.
    pub(super) fn consider_draw(&mut self, host: &mut Host) {
        let Mode::Playing(_) = self.mode else { return };
        let thinking = host.last_report().filter(|_| self.purpose == Purpose::Play).map(|report| report.score);
        let Some(score) = thinking.or(self.score) else { return };
        let moves = host.session.moves_made(Seat::WHITE).min(host.session.moves_made(Seat::BLACK));
        if score <= DRAW_WORSE || score <= 0 && moves >= DRAW_AFTER_MOVES {
            host.out.line("offer draw");
        }
    }

    /// Suggests a move for the side whose turn it is.
    pub(super) fn hint(&mut self, host: &mut Host) {
        let seen = match self.purpose {
            Purpose::Play | Purpose::Analyze => host.last_report().and_then(|report| report.pv.first().copied()),
            Purpose::Ponder(_) | Purpose::Hint => None,
        };
        if let Some(mv) = seen.or(self.expected) {
            host.out.line(format_args!("Hint: {}", host.session.write_move(mv)));
        } else if !host.is_thinking() {
            self.purpose = Purpose::Hint;
            host.think(None, Limits { nodes: Some(HINT_NODES), ..Limits::default() }, Control::new());
        }
    }

    /// Answers `.`: `stat01: centiseconds nodes ply moves-left moves best`.
    pub(super) fn show_progress(&mut self, host: &mut Host) {
        let Some(report) = host.last_report() else { return };
        let moves = self.analyzed_moves(host).len();
        let best = report.pv.first().map_or(String::new(), |&mv| host.session.write_move(mv));
        let time = host.thinking_time().as_millis() / 10;
        host.out.line(format!("stat01: {time} {} {} 0 {moves} {best}", report.nodes, report.depth));
    }

    /// Leaves a root move (or `all`) out of the analysis, or takes it in again.
    pub(super) fn exclude(&mut self, host: &mut Host, text: &str, leave_out: bool) -> Result<(), Fault> {
        let moves = match text {
            "all" => host.session.legal_moves(),
            _ => vec![host.session.read_move(text).map_err(|error| error.to_string())?],
        };
        self.excluded.retain(|mv| !moves.contains(mv));
        if leave_out {
            self.excluded.extend(moves);
        }
        if self.mode == Mode::Analyzing {
            self.resume(host);
        }
        Ok(())
    }
}

/// Reads the bounds behind `go`; `None` if there are none.
fn read_bounds(text: &str, mut limits: Limits) -> Result<Option<Limits>, Fault> {
    let mut rest = text;
    while !rest.is_empty() {
        let (name, after) = split_word(rest);
        let (value, after) = split_word(after);
        match name {
            "depth" => limits.depth = Some(whole_number(name, value, 1..=u32::MAX)?),
            "nodes" => limits.nodes = Some(whole_number(name, value, 1..=u64::MAX)?),
            "mate" => limits.mate = Some(whole_number(name, value, 1..=u32::MAX)?),
            "movetime" => limits.move_time = Some(milliseconds(name, value)?),
            _ => return Err(format!("go does not know '{}'", quote(name))),
        }
        rest = after;
    }
    Ok((!text.is_empty()).then_some(limits))
}
