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
        let Some(score) = current.and_then(draw_offer::score_of).or(self.score) else { return };
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
        } else {
            self.hint_due = matches!(self.purpose, Purpose::Play | Purpose::Analyze);
        }
        Ok(())
    }

    /// Sends the hint that was asked for before the first report.
    pub(super) fn send_due_hint(&mut self, host: &mut Host) {
        if self.hint_due
            && let Some(&mv) = host.last_report().and_then(|report| report.pv.first())
        {
            self.hint_due = false;
            self.send_hint(host, mv);
        }
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
    /// searched, or the best so far if the search does not go through them one by one; then none are left. A search
    /// that ponders is of another position: it is not told.
    pub(super) fn show_progress(&mut self, host: &mut Host) {
        if matches!(self.purpose, Purpose::Ponder(_)) {
            return;
        }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use engine::search::{Bound, Report};

    use super::*;
    use crate::dialects::Dialect;
    use crate::io::output::{MemoryWriter, Output};
    use crate::session::event::{Event, JobId};
    use crate::session::options::Options;

    /// Text that has been written since the last time.
    fn written(output: &MemoryWriter) -> String {
        String::from_utf8(output.take()).expect("the output is text")
    }

    /// Dialogue in which a search has begun by some lines, the events of the search, and the output.
    fn dialogue(lines: &[&str]) -> (Cecp, Host, Receiver<Event>, MemoryWriter) {
        let (sender, events) = channel();
        let kept = MemoryWriter::default();
        let output = Output::new(Box::new(kept.clone()), None);
        let mut host = Host::new(output, sender, Options::default()).expect("a host");
        let mut cecp = Cecp::default();
        for line in lines {
            cecp.command(&mut host, line);
        }
        written(&kept);
        (cecp, host, events, kept)
    }

    /// First report of the running search, and the number of the search.
    fn first_report(events: &Receiver<Event>) -> (JobId, Report) {
        let first = events.iter().find_map(|event| match event {
            Event::Report(id, report) => Some((id, report)),
            _ => None,
        });
        first.expect("the search reports")
    }

    #[test]
    fn a_draw_is_not_accepted_by_a_score_that_is_not_known_yet() {
        let (mut cecp, mut host, events, kept) = dialogue(&["st 1000", "go"]);
        let (id, report) = first_report(&events);
        for (depth, bound, answer) in [
            (1, Bound::Exact, ""),
            (12, Bound::Lower, ""),
            (12, Bound::Upper, "offer draw\n"),
            (12, Bound::Exact, "offer draw\n"),
        ] {
            assert!(host.record_report(id, &Report { depth, bound, score: -100, ..report.clone() }));
            cecp.command(&mut host, "draw");
            assert_eq!(written(&kept), answer, "depth {depth}, {bound:?}");
        }
    }

    #[test]
    fn a_hint_that_comes_before_the_first_report_is_sent_with_it() {
        for change in ["", "option Clear Hash"] {
            let (mut cecp, mut host, events, kept) = dialogue(&["analyze", "hint"]);
            cecp.command(&mut host, change);
            let (mut id, mut report) = first_report(&events);
            // A report of the search that the option has ended is not recorded.
            while !host.record_report(id, &report) {
                (id, report) = first_report(&events);
            }
            assert!(!written(&kept).contains("Hint"), "nothing is known");
            for hints in [1, 0] {
                cecp.search_report(&mut host, &report);
                assert_eq!(written(&kept).matches("Hint: ").count(), hints, "{change}");
            }
        }
    }

    #[test]
    fn a_hint_is_searched_for_again_after_an_option_has_ended_its_search() {
        let (mut cecp, mut host, events, kept) = dialogue(&["force", "hint"]);
        first_report(&events);
        cecp.command(&mut host, "memory 8");
        assert!(host.is_searching());
        let verdict = host.finish_search().expect("a search runs");
        cecp.search_finished(&mut host, verdict);
        assert!(written(&kept).starts_with("Hint: "));
    }
}
