//! CECP client: the GUI side of the Chess Engine Communication Protocol (XBoard), version 2, with our extensions for
//! chance.
//!
//! The specification is H.G. Muller's and Tim Mann's "Chess Engine Communication Protocol".

use std::mem;
use std::time::{Duration, Instant};

use engine::game::{Game, Seat};
use engine::search::score::{self, MATE, mated_in};
use engine::text::quote;
use engine::variants::Chess;

use super::features::Features;
use super::game_text::TextPly;
use super::process::{Line, Process};
use super::{EngineAction, EngineReply, GameSetup, MoveRequest, ProtocolClient, ReplyWait, listed_moves, out_of_turn};
use crate::fault::{Fault, FaultKind};
use crate::player::SearchInfo;
use crate::spec::ProcessSpec;
use crate::time::TimeControl;

/// CECP's score of a mate in 0 moves.
const CECP_MATE: i32 = 100_000;

/// Longest handshake, as a multiple of [`patience`](ProcessSpec::patience): `done=0` lengthens it, again and again.
const HANDSHAKE_PATIENCES: u32 = 3;

/// Client of an engine that speaks CECP, with the engine's state in the game.
pub(super) struct Cecp {
    features: Features,
    /// Number of the last ping.
    ping: u32,
    /// True if the engine has been told its time control.
    timed: bool,
    /// True if the engine plays a side; false in force mode.
    playing: bool,
    /// True if all that the engine says is about the present game. Without `ping` that is so from its first move on.
    in_game: bool,
    /// Number of plies that the engine knows.
    plies_sent: usize,
    /// True if the engine has offered a draw after its move: the offer counts with its next move.
    late_offer: bool,
    /// Arrival of its last reply, which is when the next ply of the same turn begins.
    answered: Instant,
}

/// Meaning of a line from the engine.
enum EngineLine {
    Move(String),
    DrawTile,
    Resign,
    OfferDraw,
    /// A claimed result.
    Result(String),
    Info(SearchInfo),
    /// `Illegal move`, `tellusererror Illegal ...`.
    Refusal,
    Other,
}

impl Cecp {
    /// Handshake: `xboard`, `protover 2`, and the engine's features.
    ///
    /// # Errors
    /// If the engine does not answer `protover` by the deadline, never comes to an end of its features, or ends.
    pub(super) fn handshake(process: &mut Process, mut deadline: Instant) -> Result<Cecp, Fault> {
        let end = Instant::now() + HANDSHAKE_PATIENCES * process.patience();
        let silent = |greeted| {
            let what = if greeted { "does not end its features (feature done=1)" } else { "does not answer protover" };
            FaultKind::Stall.because(what)
        };
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = Features::default();
        let mut greeted = false;
        while features.done != Some(true) {
            let Some(line) = process.next_line(deadline)? else {
                // An engine of an older version of the protocol does not say when its features end.
                if greeted && features.done.is_none() && Instant::now() < end {
                    break;
                }
                return Err(silent(greeted));
            };
            if line.at >= end {
                return Err(silent(greeted));
            }
            if let Some(text) = line.text.strip_prefix("feature ") {
                for answer in features.read(text) {
                    process.send(&answer)?;
                }
                // After `done=0` an engine may take longer.
                let more = features.done == Some(false);
                deadline = if more { process.reply_deadline() } else { Instant::now() + super::HANDSHAKE_TIMEOUT };
                deadline = deadline.min(end);
                greeted = true;
            }
        }
        Ok(Cecp::new(features))
    }

    fn new(features: Features) -> Cecp {
        Cecp {
            features,
            ping: 0,
            timed: false,
            playing: false,
            in_game: false,
            plies_sent: 0,
            late_offer: false,
            answered: Instant::now(),
        }
    }

    /// Waits for the engine to process all commands (`ping`). Returns its other lines.
    fn synchronise(&mut self, process: &mut Process) -> Result<Vec<Line>, Fault> {
        let mut lines = Vec::new();
        if self.features.ping {
            self.ping += 1;
            process.send(&format!("ping {}", self.ping))?;
            let deadline = process.reply_deadline();
            let pong = format!("pong {}", self.ping);
            loop {
                let line =
                    process.next_line(deadline)?.ok_or_else(|| FaultKind::Stall.because("does not answer ping"))?;
                if line.text == pong {
                    break;
                }
                lines.push(line);
            }
        }
        Ok(lines)
    }

    fn set_options(&self, process: &mut Process, spec: &ProcessSpec) -> Result<(), Fault> {
        self.check_options(&spec.options)?;
        for (name, value) in &spec.options {
            let command = match name.as_str() {
                "Hash" | "memory" if self.features.memory => format!("memory {value}"),
                "Threads" | "cores" if self.features.smp => format!("cores {value}"),
                // Sent below as `hard` or `easy`.
                "Ponder" => continue,
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            };
            process.send(&command)?;
        }
        let ponders =
            spec.options.iter().any(|(name, value)| name == "Ponder" && matches!(value.as_str(), "1" | "true"));
        process.send(if ponders { "hard" } else { "easy" })?;
        Ok(())
    }

    /// True if the time control is told anew for each move, by our extension `go` with limits. Of `level`, `st` and
    /// `nps` only one holds.
    fn limits_each_move(&self, control: &TimeControl) -> bool {
        self.features.motley && (control.nodes.is_some() || control.clock.is_some() && control.move_time.is_some())
    }

    /// Sends the time control: `level`, `st`, `nps` and `sd`.
    fn set_time(&self, process: &mut Process, control: &TimeControl) -> Result<(), Fault> {
        self.check_time_control(control)?;
        if let Some(clock) = control.clock {
            let increment = decimal(clock.increment);
            process.send(&format!("level {} {} {increment}", clock.moves.unwrap_or(0), minutes(clock.base)))?;
        } else if let Some(time) = control.move_time {
            let command = if self.counts_move_time(time) {
                format!("st {}", decimal(time))
            } else {
                // A session of one move whose length `time` gives: an engine may know whole seconds only.
                format!("level 1 {} 0", minutes(time))
            };
            process.send(&command)?;
        } else if let Some(nodes) = control.nodes.filter(|_| !self.features.motley) {
            process.send("nps 1")?;
            process.send(&format!("st {nodes}"))?;
        } else {
            // Without limits: a very long session, for engines must be told some time control.
            process.send("level 0 10000 0")?;
        }
        match control.depth {
            Some(depth) => process.send(&format!("sd {depth}")).map(drop),
            None => Ok(()),
        }
    }

    /// True if the engine understands this time for `st`: fractions of seconds are our extension.
    fn counts_move_time(&self, time: Duration) -> bool {
        self.features.motley || time.subsec_nanos() == 0
    }

    /// Sends the plies that the engine does not know yet. Returns the time of the last command.
    fn send_history(&mut self, process: &mut Process, request: &MoveRequest) -> Result<Instant, Fault> {
        let mut sent = Instant::now();
        for ply in &request.game.plies[self.plies_sent..] {
            let command = match ply {
                TextPly::Move(_, text) if self.features.usermove => format!("usermove {text}"),
                TextPly::Move(_, text) => text.clone(),
                TextPly::Die(text) => format!("die {text}"),
                // Reply to its own request. The opponent's tile is sent with its placement.
                TextPly::Tile(seat, text) if self.playing && *seat == request.seat => format!("tile {text}"),
                TextPly::Tile(..) | TextPly::DrawTile(_) => continue,
            };
            sent = process.send(&command)?;
        }
        self.plies_sent = request.game.plies.len();
        Ok(sent)
    }

    /// Sends the clocks: `time` and `otim`, in centiseconds.
    fn send_clocks(&self, process: &mut Process, request: &MoveRequest) -> Result<(), Fault> {
        let time = &request.turn.time;
        let centiseconds = |time: Duration| time.as_millis() / 10;
        if !self.features.time {
            return Ok(());
        }
        if let Some(own) = time.remaining {
            process.send(&format!("time {}", centiseconds(own)))?;
            let opponent = request.turn.clocks[request.seat.opponent().index()].remaining;
            process.send(&format!("otim {}", centiseconds(opponent.unwrap_or(own))))?;
        } else if let Some(own) = time.control.move_time.filter(|&own| !self.counts_move_time(own)) {
            process.send(&format!("time {}", centiseconds(own)))?;
        }
        Ok(())
    }

    /// Sends history and clocks and starts the engine's search. Returns when that begins.
    fn start_search(&mut self, process: &mut Process, request: &MoveRequest) -> Result<Instant, Fault> {
        let new_plies = &request.game.plies[self.plies_sent..];
        if self.playing && new_plies.is_empty() {
            // Second ply of its turn: it is searching already.
            return Ok(self.answered);
        }
        if self.playing && new_plies.iter().all(|ply| matches!(ply, TextPly::Tile(..))) {
            return self.send_history(process, request);
        }
        let control = request.turn.time.control;
        let limited = self.limits_each_move(&control);
        if self.playing && !limited {
            self.send_clocks(process, request)?;
            return self.send_history(process, request);
        }
        if self.playing {
            process.send("force")?;
        }
        self.playing = false;
        self.send_history(process, request)?;
        if !self.timed {
            self.timed = true;
            self.set_time(process, &control)?;
        }
        self.send_clocks(process, request)?;
        self.playing = true;
        if self.features.colors {
            // Old engines must be told their colour, and that it is their turn.
            process.send(if request.seat == Seat::WHITE { "white" } else { "black" })?;
        }
        process.send(&if limited { go_with_limits(&control) } else { "go".to_string() })
    }

    /// Reads the lines sent since the engine's last turn.
    fn read_pending(&mut self, process: &mut Process, request: &MoveRequest) -> Result<Option<EngineAction>, Fault> {
        let mut action = None;
        while let Some(line) = process.waiting_line()? {
            let said = parse_line(&line.text);
            if !self.in_game && may_be_stale(&said, true) {
                continue;
            }
            match said {
                EngineLine::Move(text) => return Err(out_of_turn(&text)),
                EngineLine::DrawTile => return Err(FaultKind::Violation.because("draws out of turn")),
                EngineLine::Resign => action = Some(EngineAction::Resign),
                EngineLine::Result(result) => action = Some(claimed_result(&result, request.seat)?),
                EngineLine::Refusal => {
                    return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text))));
                }
                EngineLine::OfferDraw if request.turn.draw_offered => action = Some(EngineAction::AgreeDraw),
                EngineLine::OfferDraw => self.late_offer = true,
                EngineLine::Info(_) | EngineLine::Other => {}
            }
        }
        Ok(action)
    }

    /// Waits for the engine's reply.
    fn await_reply(
        &mut self,
        process: &mut Process,
        request: &MoveRequest,
        asked: Instant,
    ) -> Result<EngineReply, Fault> {
        let mut info = SearchInfo::default();
        let mut offers_draw = mem::take(&mut self.late_offer);
        let mut wait = ReplyWait::new(request, asked, "?");
        loop {
            let line = wait.next_line(process)?;
            let said = parse_line(&line.text);
            if !self.in_game && may_be_stale(&said, line.at < asked) {
                continue;
            }
            let action = match said {
                // It arrived between `read_pending` and the request.
                EngineLine::Move(text) if line.at < asked => return Err(out_of_turn(&text)),
                EngineLine::Move(text) => EngineAction::Move(text),
                EngineLine::DrawTile if self.features.motley => EngineAction::DrawTile,
                EngineLine::Resign => EngineAction::Resign,
                EngineLine::OfferDraw if request.turn.draw_offered => EngineAction::AgreeDraw,
                EngineLine::Result(result) => claimed_result(&result, request.seat)?,
                EngineLine::Refusal => {
                    return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text))));
                }
                EngineLine::OfferDraw => {
                    offers_draw = true;
                    continue;
                }
                EngineLine::Info(said) => {
                    info = said;
                    continue;
                }
                EngineLine::DrawTile | EngineLine::Other => continue,
            };
            info.time = line.time_since(asked);
            self.answered = asked + info.time;
            return Ok(EngineReply { action, offers_draw, info });
        }
    }
}

impl ProtocolClient for Cecp {
    fn name(&self) -> &str {
        &self.features.name
    }

    fn may_be_reused(&self) -> bool {
        self.features.reuse
    }

    fn takes_positions(&self) -> bool {
        self.features.setboard
    }

    fn can_play(&self, variant: &str, has_chance: bool) -> Result<(), Fault> {
        let name = cecp_name(variant);
        if !self.features.variants.iter().any(|known| known == name) {
            return Err(FaultKind::Violation.because(format!("does not play {variant}")));
        }
        if has_chance && !self.features.motley {
            return Err(FaultKind::Violation.because("does not leave chance outcomes to the referee (feature motley)"));
        }
        Ok(())
    }

    fn check_time_control(&self, control: &TimeControl) -> Result<(), Fault> {
        let exclusive = [control.clock.is_some(), control.move_time.is_some(), control.nodes.is_some()];
        if self.features.motley {
            Ok(())
        } else if exclusive.into_iter().filter(|&given| given).count() > 1 {
            let detail = format!("can be told one of tc, movetime and nodes only (feature motley), not {control}");
            Err(FaultKind::Violation.because(detail))
        } else if control.nodes.is_some() && !self.features.nps {
            Err(FaultKind::Violation.because("cannot be told to count nodes (feature nps)"))
        } else {
            Ok(())
        }
    }

    fn option_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.features.options.iter().map(String::as_str).collect();
        for (name, is_there) in [("Hash", self.features.memory), ("Threads", self.features.smp), ("Ponder", true)] {
            if is_there && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn has_option(&self, name: &str) -> bool {
        match name {
            "memory" if self.features.memory => true,
            "cores" if self.features.smp => true,
            _ => self.option_names().contains(&name),
        }
    }

    fn begin(&mut self, process: &mut Process, setup: &GameSetup) -> Result<(), Fault> {
        if !self.features.ping {
            // What waits was said about an earlier game.
            while process.waiting_line()?.is_some() {}
        }
        process.send("force")?;
        process.send("new")?;
        let name = cecp_name(setup.game.variant);
        if name != cecp_name(Chess::name()) {
            process.send(&format!("variant {name}"))?;
        }
        self.set_options(process, setup.spec)?;
        process.send("post")?;
        if self.features.motley {
            // Our engine would take the opponent for a person otherwise. Other engines may take the command for a move.
            process.send("computer")?;
        }
        process.send("force")?;
        if let Some(start) = &setup.game.start {
            if !self.features.setboard {
                return Err(FaultKind::Violation.because("cannot be given a position (feature setboard)"));
            }
            process.send(&format!("setboard {start}"))?;
        }
        (self.timed, self.playing, self.plies_sent) = (false, false, 0);
        (self.late_offer, self.in_game) = (false, self.features.ping);
        for line in self.synchronise(process)? {
            if matches!(parse_line(&line.text), EngineLine::Refusal) {
                return Err(FaultKind::Violation.because(format!("refuses: {}", quote(&line.text))));
            }
        }
        Ok(())
    }

    fn ask(&mut self, process: &mut Process, request: &MoveRequest) -> Result<EngineReply, Fault> {
        let new_turn =
            !self.playing || request.game.plies[self.plies_sent..].iter().any(|ply| matches!(ply, TextPly::Move(..)));
        if new_turn {
            if let Some(action) = self.read_pending(process, request)? {
                return Ok(EngineReply { action, offers_draw: false, info: SearchInfo::default() });
            }
            if request.turn.draw_offered && self.features.draw && self.playing {
                process.send("draw")?;
            }
        }
        let asked = self.start_search(process, request)?;
        let reply = self.await_reply(process, request, asked)?;
        if matches!(reply.action, EngineAction::Move(_) | EngineAction::DrawTile) {
            // The engine knows its own ply.
            self.plies_sent += 1;
            self.in_game = true;
        }
        Ok(reply)
    }

    /// By `moves`, a command of our extensions.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault> {
        if !self.features.motley {
            return Err(FaultKind::Violation.because("cannot list its moves in CECP (feature motley)"));
        }
        process.send(&format!("setboard {position}"))?;
        process.send("moves")?;
        let lines = self.synchronise(process)?;
        let moves = lines.iter().find_map(|line| listed_moves(&line.text));
        moves.ok_or_else(|| FaultKind::Violation.because("does not list its moves"))
    }

    fn end(&mut self, process: &mut Process, result: &str) -> Result<(), Fault> {
        process.send(&format!("result {result}"))?;
        process.send("force")?;
        let score = result.split(' ').next().unwrap_or_default();
        // A turn of several plies that was cut off goes on until the engine hears of it; then a claim is of that game.
        let mut goes_on = false;
        for line in self.synchronise(process)? {
            match parse_line(&line.text) {
                EngineLine::Move(_) => goes_on = true,
                EngineLine::Result(claimed) if !goes_on && !claimed.starts_with(score) => {
                    return Err(FaultKind::Violation.because(format!("claims a false result: {}", quote(&claimed))));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Our extension `go` with limits, for one move. Those of the clock hold beside them with `clock`.
fn go_with_limits(control: &TimeControl) -> String {
    let limits = [
        control.nodes.map(|nodes| format!(" nodes {nodes}")),
        control.depth.map(|depth| format!(" depth {depth}")),
        control.move_time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
        control.clock.map(|_| " clock".to_string()),
    ];
    format!("go{}", limits.into_iter().flatten().collect::<String>())
}

/// Name of a game in CECP.
fn cecp_name(variant: &str) -> &str {
    if variant == Chess::name() { "normal" } else { variant }
}

/// Parses a line from an engine.
fn parse_line(text: &str) -> EngineLine {
    let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "move" => EngineLine::Move(rest.to_string()),
        "resign" => EngineLine::Resign,
        "1-0" | "0-1" | "1/2-1/2" => EngineLine::Result(text.to_string()),
        "offer" if rest == "draw" => EngineLine::OfferDraw,
        "draw" if rest == "tile" => EngineLine::DrawTile,
        "Illegal" if rest.starts_with("move") => EngineLine::Refusal,
        "tellusererror" if rest.starts_with("Illegal") => EngineLine::Refusal,
        _ => search_info(text).map_or(EngineLine::Other, EngineLine::Info),
    }
}

/// True if a line may be about an earlier game, said before or after the request for the first move of this one, by an
/// engine that cannot be asked whether it has said all (`ping`). A refusal is of a command for this game.
fn may_be_stale(said: &EngineLine, before_request: bool) -> bool {
    match said {
        EngineLine::Refusal => false,
        EngineLine::Result(_) | EngineLine::OfferDraw => true,
        _ => before_request,
    }
}

/// Parses thinking output: `ply score centiseconds nodes pv`.
fn search_info(text: &str) -> Option<SearchInfo> {
    let mut words = text.split_whitespace();
    let depth: String = words.next()?.chars().take_while(char::is_ascii_digit).collect();
    let score: i32 = words.next()?.parse().ok()?;
    let _centiseconds: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(SearchInfo {
        score: Some(score_from_cecp(score)),
        depth: Some(depth.parse().ok()?),
        nodes: Some(nodes),
        time: Duration::ZERO,
    })
}

/// Converts a score from CECP, where a mate is 100000 plus the number of moves.
fn score_from_cecp(said: i32) -> i32 {
    let moves = (said.unsigned_abs() as i32).saturating_sub(CECP_MATE);
    match said {
        _ if moves < 0 || moves as usize > score::MAX_PLY => said.clamp(1 - score::MATE_BOUND, score::MATE_BOUND - 1),
        1.. => MATE - (2 * moves - 1).max(0),
        _ => mated_in(2 * moves as usize),
    }
}

/// Action of an engine that claims a result while the game is not over: claiming a loss is a resignation, all else a
/// fault.
fn claimed_result(result: &str, seat: Seat) -> Result<EngineAction, Fault> {
    let lost = if seat == Seat::WHITE { "0-1" } else { "1-0" };
    if result.starts_with(lost) {
        Ok(EngineAction::Resign)
    } else {
        Err(FaultKind::Violation.because(format!("claims a false result: {}", quote(result))))
    }
}

/// `minutes:seconds` as in `level`, at least one second; `time` is more exact.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs().max(1);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Seconds, with decimals if there are any.
fn decimal(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game_text::GameText;
    use crate::player::TurnContext;
    use crate::time::TurnTime;

    /// Asks an engine for its first move of a game, after it has said that it is ready.
    fn first_move(cecp: &mut Cecp, process: &mut Process, spec: &ProcessSpec) -> Result<EngineReply, Fault> {
        let game = GameText { variant: Chess::name(), ..GameText::default() };
        cecp.begin(process, &GameSetup { game: &game, spec })?;
        while process.next_line(process.reply_deadline())?.unwrap().text != "# ready" {}
        let control = TimeControl::move_time(Duration::from_secs(60));
        let time = TurnTime { control, remaining: None, moves_to_go: None, used: Duration::ZERO };
        let turn = TurnContext { time, clocks: Vec::new(), draw_offered: false };
        let (position, max_think_time) = (String::new(), spec.max_think_time);
        let request = MoveRequest { game: &game, position, seat: Seat::WHITE, turn: &turn, max_think_time };
        cecp.ask(process, &request)
    }

    #[test]
    fn without_ping_nothing_of_an_earlier_game_is_heeded() {
        // What a command is answered with arrives at once: after `easy` before the request, after `go` not.
        let script = r"while read word rest; do case $word in
            protover) echo 'feature usermove=1 colors=0 done=1';;
            result) printf '# over\n0-1 {Black mates}\n';;
            easy) printf '# ready\nmove a2a3\nresign\n0-1 {Black mates}\noffer draw\n';;
            go) printf '0-1 {Black mates}\noffer draw\nmove e2e4\n';;
            quit) exit;; esac; done";
        let spec = ProcessSpec::new(["sh", "-c", script]);
        let mut process = Process::start(&spec).unwrap();
        let deadline = process.reply_deadline();
        let mut cecp = Cecp::handshake(&mut process, deadline).unwrap();
        for _ in 0..2 {
            let reply = first_move(&mut cecp, &mut process, &spec).unwrap();
            assert!(matches!(&reply.action, EngineAction::Move(text) if text == "e2e4"));
            assert!(!reply.offers_draw);
            cecp.end(&mut process, "1/2-1/2 {Draw}").unwrap();
            assert_eq!(process.next_line(process.reply_deadline()).unwrap().unwrap().text, "# over");
        }
    }

    #[test]
    fn options_are_those_of_the_features_and_of_the_protocol() {
        let options = vec!["Style".to_string(), "Ponder".to_string()];
        let cecp = Cecp::new(Features { memory: true, options, ..Features::default() });
        let fault = |name: &str| cecp.check_options(&[(name.to_string(), "2".to_string())]).err();
        for known in ["Style", "Hash", "memory", "Ponder"] {
            assert_eq!(fault(known), None);
        }
        let detail = |name: &str| format!("has no option {name}; there are: Style, Ponder, Hash");
        for unknown in ["Hsah", "Threads", "cores", "style"] {
            assert_eq!(fault(unknown), Some(FaultKind::Violation.because(detail(unknown))));
        }
    }

    #[test]
    fn thinking_output_is_parsed() {
        let info = |score, depth, nodes| {
            Some(SearchInfo { score: Some(score), depth: Some(depth), nodes: Some(nodes), time: Duration::ZERO })
        };
        assert_eq!(search_info("9 156 1084 48000 Nf3 Nc6"), info(156, 9, 48000));
        assert_eq!(search_info("12. -31 7 99 12 5 0\te2e4"), info(-31, 12, 99));
        for other in ["", "9", "9 156 1084", "x 1 2 3", "1. e4 e5 2. Nf3", "# 1 2 3 4"] {
            assert_eq!(search_info(other), None, "{other}");
        }
    }

    #[test]
    fn mate_scores_are_converted() {
        assert_eq!([100_001, 100_003, -100_001, 100_000].map(score_from_cecp), [MATE - 1, MATE - 5, 2 - MATE, MATE]);
        assert_eq!(
            [100, -31_500, 99_000, i32::MIN].map(score_from_cecp),
            [100, 1 - score::MATE_BOUND, score::MATE_BOUND - 1, 1 - score::MATE_BOUND]
        );
        assert_eq!(score::moves_to_mate(score_from_cecp(100_003)), Some(3));
        assert_eq!(score::moves_to_mate(score_from_cecp(-100_002)), Some(-2));
    }

    #[test]
    fn claiming_a_loss_is_a_resignation() {
        assert!(matches!(claimed_result("0-1 {White resigns}", Seat::WHITE), Ok(EngineAction::Resign)));
        assert!(matches!(claimed_result("1-0 {x}", Seat::BLACK), Ok(EngineAction::Resign)));
        for (result, seat) in
            [("1-0 {White mates}", Seat::WHITE), ("1/2-1/2 {Draw}", Seat::WHITE), ("0-1", Seat::BLACK)]
        {
            assert_eq!(claimed_result(result, seat).err().unwrap().kind, FaultKind::Violation, "{result}");
        }
    }

    #[test]
    fn limits_are_told_with_go() {
        let told = |control: &str| go_with_limits(&control.parse::<TimeControl>().unwrap());
        assert_eq!(told("nodes=7 depth=3 movetime=0.5"), "go nodes 7 depth 3 movetime 500");
        assert_eq!(told("tc=60+1 movetime=0.5"), "go movetime 500 clock");
        assert_eq!(told("tc=40/60 nodes=7"), "go nodes 7 clock");
    }

    #[test]
    fn of_limits_that_exclude_each_other_only_our_own_engine_is_told_several() {
        let fault = |motley, nps, control: &str| {
            let cecp = Cecp::new(Features { motley, nps, ..Features::default() });
            cecp.check_time_control(&control.parse::<TimeControl>().unwrap()).err().map(|fault| fault.detail)
        };
        for control in ["tc=60+1 movetime=1", "tc=60+1 nodes=7", "movetime=1 nodes=7", "tc=1+0 movetime=1 nodes=7"] {
            let detail = format!("can be told one of tc, movetime and nodes only (feature motley), not {control}");
            assert_eq!(fault(false, true, control), Some(detail));
            assert_eq!(fault(true, false, control), None, "{control}");
        }
        for control in ["tc=60+1 depth=3", "movetime=1 depth=3", "nodes=7 depth=3", ""] {
            assert_eq!(fault(false, true, control), None, "{control}");
        }
        let uncounted = "cannot be told to count nodes (feature nps)";
        assert_eq!(fault(false, false, "nodes=7").as_deref(), Some(uncounted));
    }

    #[test]
    fn times_are_formatted_for_level_and_st() {
        let times = [1500, 61_000, 10, 90_000].map(Duration::from_millis);
        assert_eq!(times.map(minutes), ["0:01", "1:01", "0:01", "1:30"]);
        assert_eq!(times.map(decimal), ["1.5", "61", "0.01", "90"]);
    }
}
