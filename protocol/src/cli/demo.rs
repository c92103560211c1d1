//! `motley demo`: a game of the engine against itself.

use std::sync::mpsc::channel;
use std::time::Duration;

use engine::chance_rng::ChanceRng;
use engine::game::Seat;
use engine::search::{Control, Limits, Verdict};

use crate::io::output::Output;
use crate::registry;
use crate::score::move_text;
use crate::session::Session;
use crate::session::event::Job;
use crate::session::options::Options;

/// Plays at most `moves` moves a side, each in the given time, and draws the board after each.
///
/// # Panics
/// If there is no game of that name.
pub fn run(variant: &str, moves: u32, move_time: Duration, options: &Options, out: &mut Output) {
    let mut session = registry::open(variant).expect("the command line knows the names of the games");
    let seed = options.seed();
    session.with_engine(|engine| engine.set_seed(seed));
    let rng = ChanceRng::new(seed);
    // The search's reports are dropped: the other end of the channel is closed.
    let job = Job { id: 0, events: channel().0 };
    out.line(format_args!("{variant}\n\n{}", session.diagram(Seat::WHITE)));
    while session.turns_made(session.side_to_move()) < moves && session.outcome().is_none() && !out.is_closed() {
        let number = session.turns_made(session.side_to_move()) + 1;
        let seat = session.side_to_move();
        let (first_ply, playing) = (session.plies().len(), session.seats_in());
        let Some(verdict) = play_composite_move(session.as_mut(), rng, move_time, &job) else { break };
        let text = session.write_since(first_ply, options.move_format(session.variant())).unwrap_or_default();
        out.line(move_text(session.players(), number, seat, &text, &verdict));
        for left in playing.into_iter().filter(|&seat| !session.is_in(seat)) {
            out.line(format_args!("{} is out", session.seat_names()[left.index()]));
        }
        out.line(format_args!("\n{}", session.diagram(Seat::WHITE)));
    }
    out.line(result_line(session.as_ref()));
}

/// Result of the game: the share of each player, and the reason.
fn result_line(session: &dyn Session) -> String {
    match session.outcome() {
        Some(outcome) => format!("{} {{{}}}", session.shares(outcome), outcome.explanation()),
        None => "* {stopped after the asked number of moves}".to_string(),
    }
}

/// Plays the next composite move: chance outcomes are rolled, decisions searched. Returns the last search's result;
/// none if there is nothing to play.
fn play_composite_move(session: &mut dyn Session, rng: ChanceRng, move_time: Duration, job: &Job) -> Option<Verdict> {
    let mut last = None;
    loop {
        if let Some(outcome) = session.roll(rng) {
            session.play(outcome);
        }
        let limits = Limits { move_time: Some(move_time / session.plies_of_turn()), ..Limits::default() };
        let search = session.search(None, limits, Control::new(), job.clone());
        let verdict = search();
        let Some(best) = verdict.best else { return last };
        session.play(best);
        if !session.is_chance_within_move() {
            return Some(verdict);
        }
        last = Some(verdict);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::MoveFormat;

    #[test]
    fn the_result_line_has_the_share_of_each_player() {
        let last_in = "1V9/11/11/11/11/11/11/11/1 w - - - - 0 9";
        // 200 plies without a knock-out among the three who are in.
        let no_progress = "1V9/11/1'V9/11/1v9/11/11/11/1 w - - - - 200 90";
        let draw = "1/3-1/3-1/3-0 {Draw: too long without a knock-out}";
        for (variant, position, moves, result) in [
            ("chess", None, &[][..], "* {stopped after the asked number of moves}"),
            ("chess", None, &["f2f3", "e7e5", "g2g4", "d8h4"], "0-1 {Black mates}"),
            ("kaleido4", Some(last_in), &[], "1-0-0-0 {White is the last one in}"),
            ("kaleido4", Some(no_progress), &[], draw),
        ] {
            let mut session = registry::open(variant).expect("a game");
            session.set_up(position, moves, MoveFormat::OWN).expect("a sound game");
            assert_eq!(result_line(session.as_ref()), result);
        }
    }
}
