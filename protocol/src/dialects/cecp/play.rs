//! The course of a game: whose turn it is and what the engine does about it.

use std::time::Instant;

use engine::game::Seat;
use engine::moves::Move;
use engine::search::{Control, Limits, Verdict};
use engine::text::MoveError;
use formats::book::BookMove;

use super::gui_history::GuiPly;
use super::{Cecp, Mode, Purpose, replacement};
use crate::gui::layout;
use crate::parse::{CommandError, error_line, milliseconds, quote, split_word, whole_number};
use crate::registry;
use crate::session::draw_offer;
use crate::session::host::Host;
use crate::session::options::Id;
use crate::session::turn_budget::{TurnBudget, move_now};
use crate::session::{ChanceKind, MoveFormat, SetUpError};

/// How many positions the engine looks at for a hint it has not thought of yet.
const HINT_NODES: u64 = 100_000;

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
        self.warn_of_window(host);
        if self.announce_end(host) {
            return;
        }
        self.roll_due_chance(host, seat);
        // A tile may have come up that can be placed nowhere.
        if self.announce_end(host) || host.session.due_chance().is_some() || self.pass_for_user(host, seat) {
            return;
        }
        if host.session.side_to_move() == seat {
            // The GUI has taken back the null move after the engine's re-placement, and will take back more.
            if !self.gui_history.awaits_null_move() {
                let limits = self.limits(host, seat);
                self.start_thinking(host, limits);
            }
        } else {
            self.start_pondering(host, seat);
        }
    }

    /// Says once that the game has become larger than the window it is drawn in.
    fn warn_of_window(&mut self, host: &mut Host) {
        if self.layout(host).is_some() && host.session.exceeds_squares() && !self.window_warning_sent {
            self.window_warning_sent = true;
            host.out
                .line("tellall The game is larger than the board: what leaves it on one side comes in on the other");
        }
    }

    /// What bounds the engine's next move.
    fn limits(&self, host: &Host, seat: Seat) -> Limits {
        let plies_to_go = host.session.plies_to_go();
        match &self.turn_budget {
            Some(bounds) => bounds.next(plies_to_go),
            None => self.time.bound(host.options().limits(false), host.session.turns_made(seat), plies_to_go),
        }
    }

    /// The position is not what it was: nothing that was known of it holds.
    pub(super) fn position_changed(&mut self, host: &mut Host) {
        self.forget();
        self.begin_turn();
        self.resume(host);
    }

    fn begin_turn(&mut self) {
        self.time.begin_turn();
        (self.turn_budget, self.move_now) = (None, false);
    }

    fn forget(&mut self) {
        self.excluded.clear();
        self.ponder_move = None;
        self.lifted_from = None;
    }

    /// Sends the result if the game is over by rule; the engine stops playing then.
    fn announce_end(&mut self, host: &mut Host) -> bool {
        let Some(outcome) = host.session.outcome() else { return false };
        host.out.line(outcome);
        self.hide_roll(host);
        self.mode = Mode::Force;
        true
    }

    fn start_thinking(&mut self, host: &mut Host, limits: Limits) {
        self.purpose = Purpose::Play;
        let limits = Limits { only: self.root_moves(host), ..limits };
        self.turn_began = Instant::now();
        host.start_move_search(if self.move_now { move_now(limits) } else { limits }, Control::new(), self.random_book);
    }

    /// The moves to choose from: none means all. In the window that a GUI has of the plane of Chex two cells may lie on one square; where no move is
    /// plain, there is nothing for it but to play one.
    fn root_moves(&self, host: &Host) -> Vec<Move> {
        if self.is_crowded(host) { host.session.unique_moves() } else { Vec::new() }
    }

    /// Whether the GUI may take moves for others.
    fn is_crowded(&self, host: &Host) -> bool {
        self.layout(host).is_some() && host.session.is_ambiguous_on_squares()
    }

    fn start_pondering(&mut self, host: &mut Host, seat: Seat) {
        // Which moves can be told after the expected one is not known yet.
        let wanted = host.options().is_on(Id::Ponder) && !self.is_crowded(host);
        if let Some(expected) = self.ponder_move.filter(|_| wanted) {
            // The engine's clock stands still meanwhile, so that what it shows now will hold.
            let limits = self.limits(host, seat);
            self.purpose = Purpose::Ponder(expected);
            host.start_search(Some(expected), limits, Control::pondering());
        }
    }

    fn start_analysis(&mut self, host: &mut Host) {
        let only = self.analyzed_moves(host);
        // Before the die has been thrown there is nothing to choose, but something to expect.
        if !only.is_empty() || host.session.due_chance().is_some() {
            self.purpose = Purpose::Analyze;
            host.start_search(None, Limits { only, ..host.options().limits(true) }, Control::new());
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
        self.gui_history.clear();
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Seat::BLACK);
        }
        self.time.new_game();
        (self.score, self.hopeless_moves) = (None, 0);
        (self.opponent_is_computer, self.window_warning_sent, self.random_book) = (false, false, false);
        self.position_changed(host);
    }

    /// `go`, and our `go depth N nodes N movetime MS mate N`, which hold for one move and take the clock's place.
    pub(super) fn go(&mut self, host: &mut Host, rest: &str) -> Result<(), CommandError> {
        let bounds = read_bounds(rest, host.options().limits(false))?;
        let seat = self.send_due_null_move(host);
        self.mode = Mode::Playing(seat);
        self.turn_budget = bounds.map(TurnBudget::new);
        self.resume(host);
        Ok(())
    }

    /// `playother`: the engine takes the side whose turn it is not.
    pub(super) fn play_other(&mut self, host: &mut Host) {
        self.mode = Mode::Playing(self.send_due_null_move(host).opponent());
        // What it thought was about the other side.
        (self.score, self.hopeless_moves) = (None, 0);
        self.resume(host);
    }

    /// Whose turn the GUI believes it to be. If that is because it waits for the null move after a re-placement, it gets it.
    fn send_due_null_move(&mut self, host: &mut Host) -> Seat {
        let turn = host.session.side_to_move();
        if self.gui_history.awaits_null_move() {
            self.send_null_move(host);
            return turn.opponent();
        }
        turn
    }

    fn send_null_move(&mut self, host: &mut Host) {
        host.out.line(format_args!("move {}", layout::NULL));
        self.gui_history.push(GuiPly::Null);
    }

    /// A move of the opponent, or of anybody if the engine does not play.
    pub(super) fn user_move(&mut self, host: &mut Host, text: &str) {
        let two_leg_move = self.layout(host).and_then(|_| replacement::read(text));
        let read = match self.mode {
            Mode::Playing(seat) if seat == host.session.side_to_move() => {
                Err(MoveError::Illegal("it is not your turn".to_string()))
            }
            _ => host.session.read_move(two_leg_move.as_deref().unwrap_or(text), self.move_format(host)),
        };
        let read = read.and_then(|mv| match self.skips_draw(host, mv) {
            true => Err(MoveError::Illegal("take a tile from the pile to draw".to_string())),
            false => Ok(mv),
        });
        match read {
            Ok(mv) => self.play_move(host, mv, if two_leg_move.is_some() { GuiPly::Replacement } else { GuiPly::Move }),
            Err(why) => {
                host.out.line(format_args!("Illegal move ({}): {}", quote(&why.to_string()), quote(text)));
                self.place_for_user(host, text);
            }
        }
    }

    pub(super) fn play_move(&mut self, host: &mut Host, mv: Move, ply: GuiPly) {
        let hit = self.purpose == Purpose::Ponder(mv) && host.is_searching();
        host.session.play(mv);
        if host.session.due_chance() == Some(ChanceKind::Tile) && !self.has_extensions {
            self.roll_chance(host);
        } else if !host.session.is_mid_move() || host.session.outcome().is_some() {
            self.gui_history.push(ply);
        }
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
        self.hopeless_moves = if verdict.score <= HOPELESS { self.hopeless_moves + 1 } else { 0 };
        if self.hopeless_moves >= HOPELESS_MOVES && host.options().is_on(Id::Resign) {
            self.mode = Mode::Force;
            host.out.line("resign");
            return;
        }
        self.score = Some(verdict.score);
        self.send_move(host, best);
        self.time.spend(self.turn_began.elapsed());
        if let Some(bounds) = &mut self.turn_budget {
            bounds.spend(verdict.nodes);
        }
        if host.session.side_to_move() != seat {
            self.time.end_turn(host.session.turns_made(seat));
            (self.turn_budget, self.move_now) = (None, false);
        }
        self.forget();
        self.ponder_move = verdict.ponder.filter(|&reply| host.session.is_legal(reply));
        self.resume(host);
    }

    /// Sends a move of the engine's, or one that it makes for the user, and plays it. Of a draw only the placement is sent; a referee is
    /// asked for the tile.
    pub(super) fn send_move(&mut self, host: &mut Host, mv: Move) {
        let text = host.session.write_move(mv, self.move_format(host));
        let position = host.session.position_text(MoveFormat::Squares);
        let champion = self.layout(host).and_then(|layout| Some((layout, text.strip_prefix("K@")?)));
        let champion = champion.filter(|(layout, field)| layout.men(&position).contains_key(*field));
        let told =
            champion.and_then(|(layout, champion)| Some(replacement::write(champion, &layout.empty_field(&position)?)));
        host.session.play(mv);
        if host.session.due_chance() == Some(ChanceKind::Tile) {
            if self.has_extensions {
                host.out.line("draw tile");
            }
            return;
        }
        host.out.line(format_args!("move {}", told.as_ref().unwrap_or(&text)));
        self.gui_history.push(if told.is_some() { GuiPly::Replacement } else { GuiPly::Move });
        if self.gui_history.awaits_null_move() && host.session.outcome().is_none() {
            self.send_null_move(host);
        }
    }

    /// `undo`: takes back a ply of the GUI.
    pub(super) fn undo(&mut self, host: &mut Host) -> Result<(), CommandError> {
        host.abort();
        let taken = self.take_back(host);
        self.position_changed(host);
        if taken { Ok(()) } else { Err("no move to take back".to_string()) }
    }

    /// `remove`: takes back plies until the same side is to move again; a GUI with a layout counts two of its own.
    pub(super) fn remove(&mut self, host: &mut Host) -> Result<(), CommandError> {
        let (made, wanted) = (self.gui_history.len(), host.session.undos_to_turn());
        let plies = if self.layout(host).is_some() { Some(2).filter(|&two| two <= made) } else { wanted };
        let Some(plies) = plies else {
            return Err(if made == 0 { "no move to take back" } else { "only one move to take back" }.to_string());
        };
        host.abort();
        for _ in 0..plies {
            self.take_back(host);
        }
        self.position_changed(host);
        Ok(())
    }

    /// Takes back a ply of the GUI's, or a draw that is not finished and so is none yet; `false` if there is none.
    fn take_back(&mut self, host: &mut Host) -> bool {
        if host.session.is_mid_move() && host.session.outcome().is_none() {
            return host.session.undo();
        }
        match self.gui_history.pop() {
            Some(GuiPly::Null) => true,
            Some(GuiPly::Move | GuiPly::Replacement) => host.session.undo(),
            None => false,
        }
    }

    /// `setboard`. XBoard also writes a null move so, which changes nothing or is another engine's pass.
    pub(super) fn set_board(&mut self, host: &mut Host, text: &str) {
        if self.gui_history.awaits_null_move() && host.session.is_at(text, self.move_format(host)) {
            self.gui_history.push(GuiPly::Null);
            return;
        }
        if let Some(pass) = self.layout(host).and_then(|_| host.session.null_move_to(text)) {
            self.play_move(host, pass, GuiPly::Move);
            return;
        }
        match host.session.set_up(Some(text), &[], self.move_format(host)) {
            Ok(()) => {
                self.gui_history.clear();
                (self.score, self.hopeless_moves) = (None, 0);
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
        if draw_offer::accepts(host.session.as_ref(), score) {
            host.out.line("offer draw");
        }
    }

    /// Suggests a move for the side whose turn it is.
    ///
    /// # Errors
    /// If chance decides first.
    pub(super) fn hint(&mut self, host: &mut Host) -> Result<(), CommandError> {
        let seen = match self.purpose {
            Purpose::Play | Purpose::Analyze => host.last_report().and_then(|report| report.pv.first().copied()),
            Purpose::Ponder(_) | Purpose::Hint => None,
        };
        if let Some(mv) = seen.or(self.ponder_move) {
            self.send_hint(host, mv);
        } else if let Some(chance) = host.session.due_chance() {
            return Err(format!("the {} comes first", chance.word()));
        } else if !host.is_searching() {
            self.purpose = Purpose::Hint;
            host.start_search(None, Limits { nodes: Some(HINT_NODES), ..Limits::default() }, Control::new());
        }
        Ok(())
    }

    /// XBoard takes a king's re-placement for an illegal hint, and is asked to show a text instead.
    pub(super) fn send_hint(&self, host: &mut Host, mv: Move) {
        let text = host.session.write_move(mv, self.move_format(host));
        let command = if self.layout(host).is_some() && (text.contains('@') || text == "draw") {
            "telluser Hint"
        } else {
            "Hint"
        };
        host.out.line(format_args!("{command}: {text}"));
    }

    /// Answers `bk`: what the book knows of the position, in lines that begin with a tab. The answer ends with an empty line.
    pub(super) fn show_book(&self, host: &mut Host) {
        let moves = host.session.book_moves();
        let line = |known: &BookMove| {
            format!(
                "\t{} {:+.2}\n",
                host.session.write_move(known.mv, self.move_format(host)),
                f64::from(known.score) / 100.0
            )
        };
        let known: String = moves.iter().map(line).collect();
        host.out.line(if moves.is_empty() { "\tthe book does not know this position\n" } else { &known });
    }

    /// Answers `.`: `stat01: centiseconds nodes ply moves-left moves move`. The move is the one that is being searched, or the best so far if the search
    /// does not go through them one by one; then none are left.
    pub(super) fn show_progress(&mut self, host: &mut Host) {
        let Some(report) = host.last_report() else { return };
        let (moves, progress) = (self.analyzed_moves(host).len(), host.progress());
        let shown = progress.mv.or(report.pv.first().copied());
        let shown = shown.map_or(String::new(), |mv| host.session.write_move(mv, self.move_format(host)));
        let time = host.search_time().as_millis() / 10;
        host.out.line(format!("stat01: {time} {} {} {} {moves} {shown}", report.nodes, report.depth, progress.left));
    }

    /// Leaves a root move (or `all`) out of the analysis, or takes it in again.
    pub(super) fn exclude(&mut self, host: &mut Host, text: &str, leave_out: bool) -> Result<(), CommandError> {
        let moves = match text {
            "all" => host.session.legal_moves(),
            _ => vec![host.session.read_move(text, self.move_format(host)).map_err(|error| error.to_string())?],
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
fn read_bounds(text: &str, mut limits: Limits) -> Result<Option<Limits>, CommandError> {
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
