//! A game of the engine against itself, to look at.

use std::sync::mpsc::channel;
use std::time::Duration;

use engine::game::Seat;
use engine::search::{Control, Limits, Verdict, score};

use crate::io::output::Output;
use crate::registry;
use crate::session::options::Options;
use crate::session::{ChanceKind, Job, Session};

/// Plays at most so many moves a side, each in the given time, and draws the board after each.
///
/// # Panics
/// If there is no such game.
pub fn run(variant: &str, moves: u32, move_time: Duration, options: &Options, out: &mut Output) {
    let mut session = registry::open(variant).expect("the command line knows the names of the games");
    session.set_seed(options.seed());
    // Nothing is shown of the thinking: the far end of the channel is closed, and no event arrives.
    let job = Job { id: 0, events: channel().0 };
    out.line(format_args!("{variant}\n\n{}", session.diagram(Seat::WHITE)));
    while session.turns_made(session.side_to_move()) < moves && session.outcome().is_none() && !out.is_closed() {
        let number = session.turns_made(session.side_to_move()) + 1;
        let dots = if session.side_to_move() == Seat::WHITE { "." } else { "..." };
        let begun = session.ply_count();
        let Some(verdict) = play_entry(session.as_mut(), move_time, &job) else { break };
        let text = session.write_since(begun, options.move_format()).unwrap_or_default();
        let depth = verdict.depth;
        out.line(format_args!(
            "{number}{dots} {text}  (depth {depth}, {})\n\n{}",
            judged(verdict.score),
            session.diagram(Seat::WHITE)
        ));
    }
    match session.outcome() {
        Some(outcome) => out.line(outcome),
        None => out.line("* {stopped after the asked number of moves}"),
    }
}

/// Plays the next entry: what chance has a part in, and what the engine thinks best. None if there is nothing to play.
fn play_entry(session: &mut dyn Session, move_time: Duration, job: &Job) -> Option<Verdict> {
    let mut last = None;
    loop {
        session.roll_chance();
        let limits = Limits { move_time: Some(move_time / session.plies_to_go()), ..Limits::default() };
        let thread = session.start_search(None, limits, Control::new(), job.clone());
        let verdict = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let Some(best) = verdict.best else { return last };
        session.play(best);
        if session.due_chance() != Some(ChanceKind::Tile) {
            return Some(verdict);
        }
        last = Some(verdict);
    }
}

/// What the engine thinks of its position: centipawns, or in how many moves there is a mate, its own with a plus.
fn judged(value: i32) -> String {
    score::moves_to_mate(value).map_or_else(|| format!("score {value:+}"), |moves| format!("mate {moves:+}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!([0, 35, -120].map(judged), ["score +0", "score +35", "score -120"]);
        assert_eq!([score::MATE - 1, score::MATE - 5, 4 - score::MATE].map(judged), ["mate +1", "mate +3", "mate -2"]);
    }
}
