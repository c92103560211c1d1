//! UCI client: the GUI side of the Universal Chess Interface.
//!
//! Games with chance can be played by UCI only if chance nodes come before a turn, so that the outcome is part of the
//! position: an engine that draws a tile itself within its turn is at fault. Where they do not,
//! [`Engine::identify`](super::Engine::identify) refuses it.

use std::time::Instant;

use engine::game::Game;
use engine::search::score::{MATE, MATE_BOUND, mated_in};
use engine::variants::Chess;

use super::process::Process;
use super::{EngineAction, EngineReply, GameSetup, MoveRequest, ProtocolClient, ReplyWait, listed_moves, out_of_turn};
use crate::fault::{Fault, FaultKind};
use crate::player::SearchInfo;
use crate::time::TimeControl;

/// Option that selects the game.
const VARIANT: &str = "UCI_Variant";

/// First word of our own engine's name.
const OWN_NAME: &str = "Motley";

/// Client of an engine that speaks UCI.
pub(super) struct Uci {
    name: String,
    options: Vec<String>,
    variants: Vec<String>,
}

impl Uci {
    /// Handshake: `uci`, and the engine's name and options until `uciok`.
    ///
    /// # Errors
    /// If the engine does not answer by the deadline, or ends.
    pub(super) fn handshake(process: &mut Process, deadline: Instant) -> Result<Uci, Fault> {
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

    /// Option of a name as the engine spells it: names do not depend on case, but not every engine knows that.
    fn find_option(&self, name: &str) -> Option<&str> {
        self.options.iter().map(String::as_str).find(|option| option.eq_ignore_ascii_case(name))
    }

    fn set_options(&self, process: &mut Process, setup: &GameSetup) -> Result<(), Fault> {
        self.check_options(&setup.spec.options)?;
        if !self.variants.is_empty() {
            process.send(&format!("setoption name {VARIANT} value {}", setup.game.variant))?;
        }
        for (name, value) in &setup.spec.options {
            let name = self.find_option(name).unwrap_or(name);
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            process.send(&format!("setoption name {name}{value}"))?;
        }
        Ok(())
    }

    /// Waits for the engine to process all commands (`isready`).
    fn synchronise(&self, process: &mut Process) -> Result<(), Fault> {
        process.send("isready")?;
        let deadline = process.reply_deadline();
        loop {
            let line =
                process.next_line(deadline)?.ok_or_else(|| FaultKind::Stall.because("does not answer isready"))?;
            if line.text == "readyok" {
                return Ok(());
            }
        }
    }
}

impl ProtocolClient for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes_positions(&self) -> bool {
        true
    }

    fn may_be_reused(&self) -> bool {
        true
    }

    fn check_time_control(&self, control: &TimeControl) -> Result<(), Fault> {
        if control.is_unbounded() { Err(FaultKind::Violation.because(TimeControl::UNBOUNDED)) } else { Ok(()) }
    }

    fn can_play(&self, variant: &str, _has_chance: bool) -> Result<(), Fault> {
        let known = self.variants.iter().any(|known| known == variant);
        if known || (variant == Chess::name() && self.variants.is_empty()) {
            Ok(())
        } else {
            Err(FaultKind::Violation.because(format!("does not play {variant}")))
        }
    }

    fn option_names(&self) -> Vec<&str> {
        self.options.iter().map(String::as_str).collect()
    }

    fn has_option(&self, name: &str) -> bool {
        self.find_option(name).is_some()
    }

    fn begin(&mut self, process: &mut Process, setup: &GameSetup) -> Result<(), Fault> {
        self.set_options(process, setup)?;
        process.send("ucinewgame")?;
        self.synchronise(process)
    }

    fn ask(&mut self, process: &mut Process, request: &MoveRequest) -> Result<EngineReply, Fault> {
        while let Some(line) = process.waiting_line()? {
            if let Some(text) = best_move(&line.text) {
                return Err(out_of_turn(text));
            }
        }
        process.send(&position(request))?;
        let asked = process.send(&go(request))?;
        await_reply(process, request, asked)
    }

    /// By our command `moves`; of other engines by `go perft 1`, which counts one leaf for each move.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault> {
        process.send(&format!("position fen {position}"))?;
        let own = self.name.starts_with(OWN_NAME);
        process.send(if own { "moves" } else { "go perft 1" })?;
        let deadline = process.reply_deadline();
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

/// Waits for `bestmove`.
fn await_reply(process: &mut Process, request: &MoveRequest, asked: Instant) -> Result<EngineReply, Fault> {
    let mut info = SearchInfo::default();
    let mut wait = ReplyWait::new(request, asked, "stop");
    loop {
        let line = wait.next_line(process)?;
        match best_move(&line.text) {
            // It arrived between the last look at pending lines and the request.
            Some(text) if line.at < asked => return Err(out_of_turn(text)),
            Some(text) => {
                info.time = line.time_since(asked);
                return Ok(EngineReply { action: EngineAction::Move(text.to_string()), offers_draw: false, info });
            }
            None => read_info(&line.text, &mut info),
        }
    }
}

/// `position` command. In games with chance only the present position, for UCI has no words for chance outcomes.
fn position(request: &MoveRequest) -> String {
    let game = request.game;
    if game.has_chance {
        return format!("position fen {}", request.position);
    }
    let start = game.start.as_ref().map_or("startpos".to_string(), |start| format!("fen {start}"));
    let moves: Vec<&str> = game.moves().collect();
    if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {}", moves.join(" ")) }
}

/// `go` command.
fn go(request: &MoveRequest) -> String {
    let time = request.turn.time;
    let mut words = vec!["go".to_string()];
    let mut add = |name: &str, value: Option<u128>| words.extend(value.map(|value| format!("{name} {value}")));
    if let Some(own) = time.remaining {
        let clocks = || request.game.seats.iter().map(|name| initial(name)).zip(&request.turn.clocks);
        for (seat, clock) in clocks() {
            // To some engines a clock of 0 is none, and they would think for ever.
            add(&format!("{seat}time"), Some(clock.remaining.unwrap_or(own).as_millis().max(1)));
        }
        for (seat, clock) in clocks() {
            add(&format!("{seat}inc"), Some(clock.increment.as_millis()));
        }
        add("movestogo", time.moves_to_go.map(u128::from));
    }
    add("movetime", time.control.move_time.map(|allowed| allowed.saturating_sub(time.used).as_millis().max(1)));
    add("nodes", time.control.nodes.map(u128::from));
    add("depth", time.control.depth.map(u128::from));
    words.join(" ")
}

/// Initial of a seat's name, which begins the names of its clock: `wtime`, `winc`; for Red `rtime`, `rinc`.
fn initial(seat: &str) -> String {
    seat.chars().take(1).flat_map(char::to_lowercase).collect()
}

/// Parses the move of a line `bestmove MOVE [ponder MOVE]`; empty if the line names none.
fn best_move(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    if words.next() == Some("bestmove") { Some(words.next().unwrap_or_default()) } else { None }
}

/// Reads a line `info ...` about the first PV. A depth counts with its exact score; of a line with a bound of a score
/// only the nodes do.
fn read_info(text: &str, info: &mut SearchInfo) {
    let Some(text) = text.strip_prefix("info ") else { return };
    let (mut new, mut is_exact) = (SearchInfo::default(), true);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|value| value.parse::<i64>().ok());
        match word {
            "depth" => new.depth = number().and_then(|depth| depth.try_into().ok()),
            "nodes" => new.nodes = number().and_then(|nodes| nodes.try_into().ok()),
            "cp" => new.score = number().map(centipawns),
            "mate" => new.score = number().map(mate_score),
            "lowerbound" | "upperbound" => is_exact = false,
            "multipv" if number() != Some(1) => return,
            // No numbers follow.
            "pv" | "string" => break,
            _ => {}
        }
    }
    info.nodes = new.nodes.or(info.nodes);
    if new.score.is_some() && is_exact {
        (info.depth, info.score) = (new.depth.or(info.depth), new.score);
    }
}

/// A score in centipawns that is no mate, however great.
fn centipawns(score: i64) -> i32 {
    score.clamp(1 - i64::from(MATE_BOUND), i64::from(MATE_BOUND) - 1) as i32
}

/// Converts a mate score from UCI, in moves, negative if the engine is mated.
fn mate_score(moves: i64) -> i32 {
    let moves = moves.clamp(-200, 200) as i32;
    if moves > 0 { MATE - (2 * moves - 1) } else { mated_in(2 * moves.unsigned_abs() as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game_text::{GameText, TextPly};
    use crate::player::TurnContext;
    use crate::spec::ProcessSpec;
    use crate::time::PlayerClock;
    use engine::game::Seat;
    use std::time::Duration;

    fn request<'a>(game: &'a GameText, turn: &'a TurnContext, seat: Seat) -> MoveRequest<'a> {
        MoveRequest { game, position: "FEN".to_string(), seat, turn, max_think_time: Duration::from_secs(1) }
    }

    /// Turn of a seat with the time controls of all.
    fn turn(controls: &[&str], seat: Seat) -> TurnContext {
        let clocks: Vec<PlayerClock> =
            controls.iter().map(|control| PlayerClock::new(control.parse().unwrap())).collect();
        let time = clocks[seat.index()].turn_time();
        TurnContext { time, clocks: clocks.iter().map(PlayerClock::shown).collect(), draw_offered: false }
    }

    #[test]
    fn info_lines_are_parsed() {
        let mut info = SearchInfo::default();
        read_info("info depth 7 seldepth 9 multipv 1 score cp -31 nodes 99 nps 5 pv e2e4 depth 3", &mut info);
        read_info("info depth 8 multipv 2 score cp 500", &mut info);
        read_info("info string depth 99", &mut info);
        assert_eq!((info.depth, info.score, info.nodes), (Some(7), Some(-31), Some(99)));
        read_info("info depth 9 score mate -2 nodes 120 pv e2e4", &mut info);
        assert_eq!((info.score, info.nodes), (Some(mated_in(4)), Some(120)));
        assert_eq!(mate_score(1), MATE - 1);
        // Bounds are no scores, and a depth that has just begun has none.
        for bound in ["cp 900 lowerbound nodes 130", "mate 3 upperbound nodes 140"] {
            read_info(&format!("info depth 12 seldepth 20 score {bound} pv e2e4"), &mut info);
            assert_eq!((info.depth, info.score), (Some(9), Some(mated_in(4))), "{bound}");
        }
        read_info("info depth 20 currmove e2e4 currmovenumber 3 nodes 150", &mut info);
        assert_eq!((info.depth, info.score, info.nodes), (Some(9), Some(mated_in(4)), Some(150)));
        // A great score is no mate, and its amount is a number, too.
        for (said, score) in [(i64::from(i32::MIN), 1 - MATE_BOUND), (i64::MAX, MATE_BOUND - 1)] {
            read_info(&format!("info depth 9 score cp {said}"), &mut info);
            assert_eq!(info.score, Some(score));
        }
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!([best_move("bestmove"), best_move("bestmoves e2e4"), best_move("")], [Some(""), None, None]);
    }

    #[test]
    fn options_are_those_that_the_engine_has_named() {
        let mut uci = Uci { name: String::new(), options: Vec::new(), variants: Vec::new() };
        let fault = |uci: &Uci, name: &str| {
            let options = [(name.to_string(), "2".to_string())];
            uci.check_options(&options).map_err(|fault| fault.to_string())
        };
        assert_eq!(fault(&uci, "Hash"), Err("violation: has no option Hash; there are none".to_string()));
        uci.add_option("Hash type spin default 16 min 1 max 1024");
        uci.add_option("Clear Hash type button");
        assert_eq!([fault(&uci, "hash"), fault(&uci, "Clear Hash")], [Ok(()), Ok(())]);
        let detail = "violation: has no option Hsah; there are: Hash, Clear Hash";
        assert_eq!(fault(&uci, "Hsah"), Err(detail.to_string()));
    }

    #[test]
    fn options_are_set_as_the_engine_spells_them() {
        let mut uci = Uci { name: String::new(), options: Vec::new(), variants: Vec::new() };
        uci.add_option("Hash type spin default 16 min 1 max 1024");
        uci.add_option("Clear Hash type button");
        let options = [("hash", "2"), ("CLEAR HASH", "")].map(|(name, value)| (name.to_string(), value.to_string()));
        // It says what it hears.
        let spec = ProcessSpec { options: options.to_vec(), ..ProcessSpec::new(["cat"]) };
        let mut process = Process::start(&spec).unwrap();
        uci.set_options(&mut process, &GameSetup { game: &GameText::default(), spec: &spec }).unwrap();
        for set in ["setoption name Hash value 2", "setoption name Clear Hash"] {
            assert_eq!(process.next_line(process.reply_deadline()).unwrap().unwrap().text, set);
        }
    }

    #[test]
    fn an_engine_without_limits_is_refused() {
        let uci = Uci { name: String::new(), options: Vec::new(), variants: Vec::new() };
        let refused = |control: &str| uci.check_time_control(&control.parse().unwrap()).is_err();
        assert!(refused("") && refused("margin=1"));
        assert!(["tc=1", "movetime=1", "nodes=1", "depth=1"].iter().all(|control| !refused(control)));
    }

    /// Time of a reply after 300 ms to `go movetime 200`, read by a thread that was late by so many milliseconds.
    fn time_of_late_reply(late: u64) -> Result<Duration, Fault> {
        let mut delays = [0, late].into_iter();
        let run_delay = move || Duration::from_millis(delays.next().unwrap_or(late));
        let script = "read position; read go; sleep 0.3; echo bestmove e2e4; read stop; read more";
        let mut process = Process::start_with(&ProcessSpec::new(["sh", "-c", script]), Box::new(run_delay))?;
        let mut uci = Uci { name: String::new(), options: Vec::new(), variants: Vec::new() };
        let (game, turn) = (GameText::default(), turn(&["movetime=0.2", ""], Seat::WHITE));
        let request = request(&game, &turn, Seat::WHITE);
        let time = uci.ask(&mut process, &request)?.info.time;
        request.check_time(time).map(|()| time)
    }

    #[test]
    fn the_lateness_of_the_referee_forfeits_no_game() {
        assert_eq!(time_of_late_reply(1_000_000), Ok(Duration::ZERO));
        let fault = time_of_late_reply(0).unwrap_err();
        assert!(fault.kind == FaultKind::Forfeit && fault.detail.ends_with(" ms of 200 ms"), "{fault}");
    }

    #[test]
    fn position_command_starts_from_the_first_position() {
        let mut game = GameText { variant: "chess", ..GameText::default() };
        let turn = turn(&["nodes=5"; 2], Seat::WHITE);
        let command = |game: &GameText| position(&request(game, &turn, Seat::WHITE));
        assert_eq!(command(&game), "position startpos");
        game.plies = vec![TextPly::Move(Seat::WHITE, "e2e4".into()), TextPly::Move(Seat::BLACK, "e7e5".into())];
        assert_eq!(command(&game), "position startpos moves e2e4 e7e5");
        game.start = Some("8/8/8/8/8/8/8/Kk6 w - - 0 1".into());
        assert_eq!(command(&game), "position fen 8/8/8/8/8/8/8/Kk6 w - - 0 1 moves e2e4 e7e5");
        game.has_chance = true;
        assert_eq!(command(&game), "position fen FEN");
    }

    #[test]
    fn go_command_sends_the_clocks_by_colour() {
        let game = GameText { seats: &["White", "Black"], ..GameText::default() };
        let asked = |controls: &[&str], seat| go(&request(&game, &turn(controls, seat), seat));
        let black = asked(&["tc=5", "tc=40/2+0.1"], Seat::BLACK);
        assert_eq!(black, "go wtime 5000 btime 2000 winc 0 binc 100 movestogo 40");
        assert_eq!(asked(&["tc=2", "nodes=3"], Seat::WHITE), "go wtime 2000 btime 2000 winc 0 binc 0");
        let mut late = turn(&["tc=2", "tc=3"], Seat::WHITE);
        (late.time.remaining, late.clocks[0].remaining) = (Some(Duration::ZERO), Some(Duration::ZERO));
        assert_eq!(go(&request(&game, &late, Seat::WHITE)), "go wtime 1 btime 3000 winc 0 binc 0");
        assert_eq!(asked(&["movetime=0.02 depth=4", ""], Seat::WHITE), "go movetime 20 depth 4");
        assert_eq!(asked(&["nodes=7", ""], Seat::WHITE), "go nodes 7");
        let game = GameText { seats: &["White", "Red", "Black", "Green"], ..GameText::default() };
        let turn = turn(&["tc=9", "tc=2+0.1", "nodes=3", "tc=4+1"], Seat::new(1));
        let red = go(&request(&game, &turn, Seat::new(1)));
        let times = "wtime 9000 rtime 2000 btime 2000 gtime 4000";
        assert_eq!(red, format!("go {times} winc 0 rinc 100 binc 0 ginc 1000"));
    }
}
