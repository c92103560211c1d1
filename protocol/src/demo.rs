//! A game of the engine against itself, to look at.

use std::sync::mpsc::channel;
use std::time::Duration;

use engine::game::Seat;
use engine::search::{Control, Limits};
use engine::text::Style;

use crate::output::Output;
use crate::registry;
use crate::session::{Job, Wording};

/// Plays at most so many moves a side, each in the given time, and draws the board after each.
///
/// # Panics
/// If there is no such game.
pub fn run(variant: &str, moves: u32, move_time: Duration, style: Style, out: &mut Output) {
    let mut session = registry::open(variant).expect("the command line knows the names of the games");
    // Nothing is shown of the thinking: the far end of the channel is closed, and no event arrives.
    let job = Job { id: 0, events: channel().0 };
    out.line(format_args!("{variant}\n\n{}", session.diagram()));
    while session.moves_made(session.turn()) < moves && session.outcome().is_none() && !out.is_closed() {
        let number = session.moves_made(session.turn()) + 1;
        let dots = if session.turn() == Seat::WHITE { "." } else { "..." };
        let limits = Limits { move_time: Some(move_time), ..Limits::default() };
        let thread = session.think(None, limits, Control::new(), job.clone());
        let verdict = match thread.join() {
            Ok(verdict) => verdict,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        let Some(best) = verdict.best else { break };
        let text = session.write_move(best, Wording::Own(style));
        session.play(best);
        let depth = verdict.depth;
        out.line(format_args!(
            "{number}{dots} {text}  (depth {depth}, score {:+})\n\n{}",
            verdict.score,
            session.diagram()
        ));
    }
    match session.outcome() {
        Some(outcome) => out.line(outcome),
        None => out.line("* {stopped after the asked number of moves}"),
    }
}
