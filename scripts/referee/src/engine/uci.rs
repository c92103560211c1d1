//! The referee's side of the Universal Chess Interface.
//!
//! Games of luck can be played so only where luck falls before a turn, and so is part of the position: an engine that draws within its turn is at fault.

use std::time::Instant;

use engine::game::{Game, Seat};
use engine::search::score::{MATE, mated_in};
use engine::variants::Chess;

use super::process::Process;
use super::{Beginning, Client, Deed, Question, Reply, listed_moves, out_of_turn};
use crate::fault::{Fault, FaultKind};
use crate::player::Thought;

/// The option that chooses a game.
const VARIANT: &str = "UCI_Variant";

/// How our own engine's name begins.
const OWN_NAME: &str = "Motley";

/// An engine that speaks UCI.
pub(super) struct Uci {
    name: String,
    options: Vec<String>,
    variants: Vec<String>,
}

impl Uci {
    /// Greets an engine and waits for what it has to say of itself.
    ///
    /// # Errors
    /// If it does not answer.
    pub(super) fn introduce(process: &mut Process, deadline: Instant) -> Result<Uci, Fault> {
        process.send("uci")?;
        let mut uci = Uci { name: String::new(), options: Vec::new(), variants: Vec::new() };
        loop {
            let line = process.next_line(deadline)?.ok_or_else(|| FaultKind::Stall.because("does not answer uci"))?;
            if line.text == "uciok" {
                return Ok(uci);
            } else if let Some(name) = line.text.strip_prefix("id name ") {
                uci.name = name.trim().to_string();
            } else if let Some(option) = line.text.strip_prefix("option name ") {
                uci.add_option(option);
            }
        }
    }

    fn add_option(&mut self, text: &str) {
        let (name, kind) = text.split_once(" type ").unwrap_or((text, ""));
        if name == VARIANT {
            self.variants = kind.split(" var ").skip(1).map(|name| name.trim().to_string()).collect();
        }
        self.options.push(name.trim().to_string());
    }

    fn set_options(&self, process: &mut Process, game: &Beginning) -> Result<(), Fault> {
        if !self.variants.is_empty() {
            process.send(&format!("setoption name {VARIANT} value {}", game.course.variant))?;
        }
        for (name, value) in &game.spec.options {
            if !self.options.iter().any(|option| option.eq_ignore_ascii_case(name)) {
                return Err(FaultKind::Violation.because(format!("has no option {name}")));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            process.send(&format!("setoption name {name}{value}"))?;
        }
        Ok(())
    }

    /// Waits until the engine has done everything that it was told.
    fn synchronise(&self, process: &mut Process) -> Result<(), Fault> {
        process.send("isready")?;
        let deadline = process.patience_ends();
        loop {
            let line =
                process.next_line(deadline)?.ok_or_else(|| FaultKind::Stall.because("does not answer isready"))?;
            if line.text == "readyok" {
                return Ok(());
            }
        }
    }
}

impl Client for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn may_be_reused(&self) -> bool {
        true
    }

    fn can_play(&self, variant: &str, _luck: bool) -> Result<(), Fault> {
        let known = self.variants.iter().any(|known| known == variant);
        if known || variant == Chess::NAME && self.variants.is_empty() {
            Ok(())
        } else {
            Err(FaultKind::Violation.because(format!("does not play {variant}")))
        }
    }

    fn begin(&mut self, process: &mut Process, game: &Beginning) -> Result<(), Fault> {
        self.set_options(process, game)?;
        process.send("ucinewgame")?;
        self.synchronise(process)
    }

    fn ask(&mut self, process: &mut Process, question: &Question) -> Result<Reply, Fault> {
        while let Some(line) = process.waiting_line()? {
            if let Some(text) = best_move(&line.text) {
                return Err(out_of_turn(text));
            }
        }
        process.send(&position(question))?;
        let asked = process.send(&go(question))?;
        listen(process, question, asked)
    }

    /// Our own engine has a command for it; of others it is asked how many moves follow each, which is one of perft.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault> {
        process.send(&format!("position fen {position}"))?;
        let own = self.name.starts_with(OWN_NAME);
        process.send(if own { "moves" } else { "go perft 1" })?;
        let deadline = process.patience_ends();
        let mut moves = Vec::new();
        loop {
            let silent = || FaultKind::Stall.because("does not list its moves (go perft 1)");
            let line = process.next_line(deadline)?.ok_or_else(silent)?;
            match line.text.split_once(": ") {
                _ if own => {
                    if let Some(moves) = listed_moves(&line.text) {
                        return Ok(moves);
                    }
                }
                Some((text, "1")) if !text.contains(' ') => moves.push(text.to_string()),
                Some(("Nodes searched", _)) => return Ok(moves),
                _ => {}
            }
        }
    }

    fn end(&mut self, process: &mut Process, _result: &str) -> Result<(), Fault> {
        self.synchronise(process)
    }
}

/// Waits for the engine's answer.
fn listen(process: &mut Process, question: &Question, asked: Instant) -> Result<Reply, Fault> {
    let mut thought = Thought::default();
    let deadline = question.deadline(asked);
    loop {
        let Some(line) = process.next_line(deadline)? else { return Err(hurry(process, question)) };
        match best_move(&line.text) {
            // It came after the last look at what was there already.
            Some(text) if line.at < asked => return Err(out_of_turn(text)),
            Some(text) => {
                thought.time = line.at.saturating_duration_since(asked);
                return Ok(Reply { deed: Deed::Move(text.to_string()), offers_draw: false, thought });
            }
            None => read_info(&line.text, &mut thought),
        }
    }
}

/// The engine has taken too long. Does it still listen?
fn hurry(process: &mut Process, question: &Question) -> Fault {
    let mut stop = || {
        process.send("stop")?;
        let deadline = process.patience_ends();
        while let Some(line) = process.next_line(deadline)? {
            if best_move(&line.text).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    };
    stop().map_or_else(|fault| fault, |answered| question.late(answered))
}

/// The command that describes the game. Where luck is part of the present position, that is all that can be described.
fn position(question: &Question) -> String {
    let course = question.course;
    if course.luck {
        return format!("position fen {}", question.position);
    }
    let start = course.start.as_ref().map_or("startpos".to_string(), |start| format!("fen {start}"));
    let moves: Vec<&str> = course.moves().collect();
    if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {}", moves.join(" ")) }
}

/// The command that sets the engine thinking.
fn go(question: &Question) -> String {
    let time = question.turn.time;
    let mut words = vec!["go".to_string()];
    let mut say = |name: &str, value: Option<u128>| words.extend(value.map(|value| format!("{name} {value}")));
    if let Some(own) = time.remaining {
        let own_increment = time.control.clock.map_or(0, |clock| clock.increment.as_millis());
        let mut clocks = [
            (own.as_millis(), own_increment),
            (time.opponent.unwrap_or(own).as_millis(), time.opponent_increment.as_millis()),
        ];
        if question.seat == Seat::BLACK {
            clocks.reverse();
        }
        say("wtime", Some(clocks[0].0));
        say("btime", Some(clocks[1].0));
        say("winc", Some(clocks[0].1));
        say("binc", Some(clocks[1].1));
        say("movestogo", time.moves_to_go.map(u128::from));
    }
    say("movetime", time.control.move_time.map(|allowed| allowed.saturating_sub(time.taken).as_millis().max(1)));
    say("nodes", time.control.nodes.map(u128::from));
    say("depth", time.control.depth.map(u128::from));
    if time.control.is_unbounded() {
        words.push("infinite".to_string());
    }
    words.join(" ")
}

/// The move of a line `bestmove MOVE [ponder MOVE]`.
fn best_move(text: &str) -> Option<&str> {
    text.strip_prefix("bestmove ")?.split_whitespace().next()
}

/// Takes in a line `info ...` about the first line of thinking.
fn read_info(text: &str, thought: &mut Thought) {
    let Some(text) = text.strip_prefix("info ") else { return };
    let mut said = *thought;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|value| value.parse::<i64>().ok());
        match word {
            "depth" => said.depth = number().and_then(|depth| depth.try_into().ok()),
            "nodes" => said.nodes = number().and_then(|nodes| nodes.try_into().ok()),
            "cp" => said.score = number().and_then(|score| score.try_into().ok()),
            "mate" => said.score = number().map(score_of_mate),
            "multipv" if number() != Some(1) => return,
            // What follows is not numbers.
            "pv" | "string" => break,
            _ => {}
        }
    }
    *thought = said;
}

/// UCI's mates are counted in moves, negative for being mated.
fn score_of_mate(moves: i64) -> i32 {
    let moves = moves.clamp(-200, 200) as i32;
    if moves > 0 { MATE - (2 * moves - 1) } else { mated_in(2 * moves.unsigned_abs() as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::course::{Course, Step};
    use crate::player::Turn;
    use crate::time::Watch;
    use std::time::Duration;

    fn question<'a>(course: &'a Course, turn: &'a Turn, seat: Seat) -> Question<'a> {
        Question { course, position: "FEN".to_string(), seat, turn, longest_thought: Duration::from_secs(1) }
    }

    fn turn(own: &str, opponent: &str) -> Turn {
        let [own, opponent] = [own, opponent].map(|control| Watch::new(control.parse().unwrap()));
        Turn { time: own.turn_time(&opponent), draw_offered: false }
    }

    #[test]
    fn infos_are_read() {
        let mut thought = Thought::default();
        read_info("info depth 7 seldepth 9 multipv 1 score cp -31 nodes 99 nps 5 pv e2e4 depth 3", &mut thought);
        read_info("info depth 8 multipv 2 score cp 500", &mut thought);
        read_info("info string depth 99", &mut thought);
        assert_eq!((thought.depth, thought.score, thought.nodes), (Some(7), Some(-31), Some(99)));
        read_info("info depth 9 score mate -2 nodes 120 pv e2e4", &mut thought);
        assert_eq!((thought.score, thought.nodes), (Some(mated_in(4)), Some(120)));
        assert_eq!(score_of_mate(1), MATE - 1);
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!(best_move("bestmove "), None);
    }

    #[test]
    fn games_are_described_from_their_beginning() {
        let mut course = Course { variant: "chess", ..Course::default() };
        let turn = turn("nodes=5", "nodes=5");
        let told = |course: &Course| position(&question(course, &turn, Seat::WHITE));
        assert_eq!(told(&course), "position startpos");
        course.steps = vec![Step::Move(Seat::WHITE, "e2e4".into()), Step::Move(Seat::BLACK, "e7e5".into())];
        assert_eq!(told(&course), "position startpos moves e2e4 e7e5");
        course.start = Some("8/8/8/8/8/8/8/Kk6 w - - 0 1".into());
        assert_eq!(told(&course), "position fen 8/8/8/8/8/8/8/Kk6 w - - 0 1 moves e2e4 e7e5");
        course.luck = true;
        assert_eq!(told(&course), "position fen FEN");
    }

    #[test]
    fn clocks_are_told_by_colour() {
        let course = Course::default();
        let asked = |own: &str, opponent: &str, seat| go(&question(&course, &turn(own, opponent), seat));
        assert_eq!(asked("tc=40/2+0.1", "tc=5", Seat::BLACK), "go wtime 5000 btime 2000 winc 0 binc 100 movestogo 40");
        assert_eq!(asked("tc=2", "nodes=3", Seat::WHITE), "go wtime 2000 btime 2000 winc 0 binc 0");
        assert_eq!(asked("movetime=0.02 depth=4", "", Seat::WHITE), "go movetime 20 depth 4");
        assert_eq!(asked("nodes=7", "", Seat::WHITE), "go nodes 7");
        assert_eq!(asked("", "", Seat::WHITE), "go infinite");
    }
}
