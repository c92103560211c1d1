//! Questions to the engine: `hint`, `bk`, `draw`, and in analysis `.`, `exclude`, `include`.

use engine::move_role::MoveRole;
use engine::moves::Move;
use engine::search::{Control, Limits};
use formats::book::BookMove;

use super::{Cecp, Mode, Purpose};
use crate::parse::CommandError;
use crate::score::score_text;
use crate::session::host::Host;
use crate::session::{MoveFormat, draw_offer};

/// Nodes of the search for a hint that no running search can give.
const HINT_NODES: u64 = 100_000;

impl Cecp {
    /// `draw`: accepts a draw by offering one; declines by silence.
    pub(super) fn consider_draw(&mut self, host: &mut Host) {
        let Mode::Playing(_) = self.mode else { return };
        let current = if self.purpose == Purpose::Play { host.last_report() } else { None };
        let Some(score) = current.map(|report| report.score).or(self.score) else { return };
        if draw_offer::accepts(host.session.as_ref(), score) {
            host.out.line("offer draw");
        }
    }

    /// `hint`: suggests a move for the side to move.
    ///
    /// # Errors
    /// If a chance event comes first.
    pub(super) fn hint(&mut self, host: &mut Host) -> Result<(), CommandError> {
        let seen = match self.purpose {
            Purpose::Play | Purpose::Analyze => host.last_report().and_then(|report| report.pv.first().copied()),
            Purpose::Ponder(_) | Purpose::Hint => None,
        };
        if let Some(mv) = seen.or(self.ponder_move) {
            self.send_hint(host, mv);
        } else if let Some(chance) = host.session.due_chance() {
            return Err(format!("the {} comes first", chance.name));
        } else if !host.is_searching() {
            self.purpose = Purpose::Hint;
            host.start_search(None, Limits { nodes: Some(HINT_NODES), ..Limits::default() }, Control::new());
        }
        Ok(())
    }

    /// Sends a hint. XBoard rejects hints that are not steps from square to square, and is asked to show a text
    /// instead.
    pub(super) fn send_hint(&self, host: &mut Host, mv: Move) {
        let text = host.session.write_move(mv, self.move_format(host));
        let role = host.session.move_role(mv, MoveFormat::OWN);
        let is_step = matches!(role, MoveRole::Step { .. });
        let command = if self.layout(host).is_some() && !is_step { "telluser Hint" } else { "Hint" };
        host.out.line(format_args!("{command}: {text}"));
    }

    /// `bk`: the book moves of the position, in lines that begin with a tab. The answer ends with an empty line.
    pub(super) fn show_book(&self, host: &mut Host) {
        let moves = host.book_moves();
        let line = |known: &BookMove| {
            let score = score_text(host.session.players(), known.score.into(), host.session.side_to_move());
            format!("\t{} {score}\n", host.session.write_move(known.mv, self.move_format(host)))
        };
        let known: String = moves.iter().map(line).collect();
        host.out.line(if moves.is_empty() { "\tthe book does not know this position\n" } else { &known });
    }

    /// `.`: answers `stat01: centiseconds nodes ply moves-left moves move`. The move is the root move that is being
    /// searched, or the best so far if the search does not go through them one by one; then none are left.
    pub(super) fn show_progress(&mut self, host: &mut Host) {
        let Some(report) = host.last_report() else { return };
        let (moves, progress) = (self.analyzed_moves(host).len(), host.progress());
        let shown = progress.mv.or(report.pv.first().copied());
        let shown = shown.map_or(String::new(), |mv| host.session.write_move(mv, self.move_format(host)));
        let time = host.search_time().as_millis() / 10;
        host.out.line(format!("stat01: {time} {} {} {} {moves} {shown}", report.nodes, report.depth, progress.left));
    }

    /// Root moves that analysis searches.
    pub(super) fn analyzed_moves(&self, host: &Host) -> Vec<Move> {
        let mut moves = host.session.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    /// `exclude` and `include`: leaves a root move (or `all`) out of the analysis, or takes it in again.
    ///
    /// # Errors
    /// If it is no root move: none at all, or more than the player decides.
    pub(super) fn exclude(&mut self, host: &mut Host, text: &str, leave_out: bool) -> Result<(), CommandError> {
        let moves = match text {
            "all" => host.session.legal_moves(),
            _ => vec![self.read_root_move(host, text)?],
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

    /// Reads a root move.
    fn read_root_move(&self, host: &Host, text: &str) -> Result<Move, CommandError> {
        let mv = host.session.read_move(text, self.move_format(host)).map_err(|error| error.to_string())?;
        if host.session.first_decision(mv) != mv {
            return Err("chance decides a part of that move".to_string());
        }
        Ok(mv)
    }
}
