//! Engines in processes of their own, by CECP or UCI.
//!
//! [`Engine`] is the [`Player`]: it starts the process, sends it the game as text, and parses its moves by the rules.
//! The [protocol clients](ProtocolClient) know the commands and their order.

mod cecp;
mod features;
mod game_text;
mod groups;
mod process;
mod transcript;
mod uci;

use std::time::{Duration, Instant};

use engine::game::{Chance, Game, Seat, ToAct};
use engine::record::Record;
use engine::text::{Notation, quote};

use self::game_text::GameText;
use self::process::{Line, Process};
use self::transcript::Transcript;
use super::fault::{Fault, FaultKind};
use super::player::{Player, PlayerAction, PlayerReply, SearchInfo, TurnContext};
use super::referee::GameEnd;
use super::spec::{Dialect, ProcessSpec, Restart};
use super::time::TimeControl;

/// Time that a program of unknown protocol may take to answer the CECP handshake before UCI is tried.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_millis(1500);

/// GUI side of a protocol, between the referee and an engine's process.
trait ProtocolClient: Send {
    /// Name of the engine, by itself.
    fn name(&self) -> &str;
    /// True if the process may play more than one game.
    fn may_be_reused(&self) -> bool;
    /// True if a game may begin with any position.
    fn takes_positions(&self) -> bool;
    /// Checks that the engine plays a game, as far as that is known before one.
    ///
    /// # Errors
    /// The reason why it does not.
    fn can_play(&self, variant: &str, has_chance: bool) -> Result<(), Fault>;
    /// Checks that the engine can be told all limits of a time control.
    ///
    /// # Errors
    /// The limits that the protocol, or the engine, has no words for.
    fn check_time_control(&self, _control: &TimeControl) -> Result<(), Fault> {
        Ok(())
    }
    /// Names of the options that the engine has.
    fn option_names(&self) -> Vec<&str>;
    /// True if the engine has an option of this name.
    fn has_option(&self, name: &str) -> bool;
    /// Checks that the engine has some options, given as names and values.
    ///
    /// # Errors
    /// The first that it has not.
    fn check_options(&self, options: &[(String, String)]) -> Result<(), Fault> {
        let Some((unknown, _)) = options.iter().find(|(name, _)| !self.has_option(name)) else { return Ok(()) };
        let names = self.option_names();
        let there_are =
            if names.is_empty() { "there are none".to_string() } else { format!("there are: {}", names.join(", ")) };
        Err(FaultKind::Violation.because(format!("has no option {unknown}; {there_are}")))
    }
    /// Prepares the engine for a game: options, start position.
    fn begin(&mut self, process: &mut Process, game: &GameSetup) -> Result<(), Fault>;
    /// Requests a ply.
    fn ask(&mut self, process: &mut Process, request: &MoveRequest) -> Result<EngineReply, Fault>;
    /// Lists the composite moves of a position, as the engine sees it. Between games.
    fn list_moves(&mut self, process: &mut Process, position: &str) -> Result<Vec<String>, Fault>;
    /// Sends the result of the game.
    fn end(&mut self, process: &mut Process, result: &str) -> Result<(), Fault>;
}

/// Setup of a game: the game so far, and the engine's options.
struct GameSetup<'a> {
    game: &'a GameText,
    spec: &'a ProcessSpec,
}

/// Request for a ply.
struct MoveRequest<'a> {
    game: &'a GameText,
    /// Present position, as FEN.
    position: String,
    /// Seat of the engine.
    seat: Seat,
    turn: &'a TurnContext,
    max_think_time: Duration,
}

impl MoveRequest<'_> {
    /// Time after which the engine has missed its deadline: the time allowed plus the margin.
    fn limit(&self) -> Duration {
        let time = self.turn.time;
        time.allowed().map_or(self.max_think_time, |allowed| allowed + time.control.margin)
    }

    /// Time that the engine may use, without the margin.
    fn allowed(&self) -> Duration {
        self.turn.time.allowed().unwrap_or(self.max_think_time)
    }

    /// Checks the time of a reply.
    ///
    /// # Errors
    /// A forfeit, if the deadline was missed.
    fn check_time(&self, used: Duration) -> Result<(), Fault> {
        match self.turn.time.allowed() {
            _ if used <= self.limit() => Ok(()),
            Some(allowed) => Err(Fault::forfeit(used, allowed)),
            None => Err(Fault::forfeit_without_clock(self.max_think_time)),
        }
    }
}

/// Wait for the reply to a request. At the deadline the engine is told to move at once.
struct ReplyWait<'a> {
    request: &'a MoveRequest<'a>,
    deadline: Instant,
    /// Command of the protocol that tells it so.
    move_now: &'static str,
    told: bool,
}

impl<'a> ReplyWait<'a> {
    fn new(request: &'a MoveRequest<'a>, asked: Instant, move_now: &'static str) -> ReplyWait<'a> {
        ReplyWait { request, deadline: asked + request.limit(), move_now, told: false }
    }

    /// Next line of the engine.
    ///
    /// # Errors
    /// A stall, if it was told to move at once and does not; as [`Process::next_line`].
    fn next_line(&mut self, process: &mut Process) -> Result<Line, Fault> {
        loop {
            if let Some(line) = process.next_line(self.deadline)? {
                return Ok(line);
            }
            if self.told {
                let allowed = self.request.allowed().as_millis();
                let thinks = format!("thinks for more than {allowed} ms, and does not stop when told to");
                return Err(FaultKind::Stall.because(thinks));
            }
            process.send(self.move_now)?;
            self.told = true;
            self.deadline = process.reply_deadline();
        }
    }
}

/// Reply of an engine to a [`MoveRequest`].
struct EngineReply {
    action: EngineAction,
    offers_draw: bool,
    info: SearchInfo,
}

/// Action of an engine, its move as text.
enum EngineAction {
    Move(String),
    /// Decides to draw a tile, and asks for it.
    DrawTile,
    Resign,
    AgreeDraw,
}

/// Identity of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineInfo {
    /// Name, by itself.
    pub name: String,
    /// Protocol.
    pub dialect: Dialect,
    /// True if games may begin with any position.
    pub takes_positions: bool,
}

/// Player in a process of its own, which is started when it is first needed.
pub struct Engine {
    spec: ProcessSpec,
    connection: Option<Connection>,
    /// Protocol, once it is known.
    dialect: Dialect,
    game: GameText,
    games: u64,
    /// True if the engine was at fault in the present game, or since.
    faulty: bool,
    /// Longest time by which this process was late in the present game.
    lateness: Duration,
    /// Transcript of the last process, if that has ended.
    transcript: Option<Transcript>,
}

/// A running process and its protocol client.
struct Connection {
    process: Process,
    client: Box<dyn ProtocolClient>,
}

impl Engine {
    /// Engine that has not been started yet.
    pub fn new(spec: ProcessSpec) -> Engine {
        let dialect = spec.dialect;
        Engine {
            spec,
            connection: None,
            dialect,
            game: GameText::default(),
            games: 0,
            faulty: false,
            lateness: Duration::ZERO,
            transcript: None,
        }
    }

    /// Starts the engine, if it is not running, and checks that it plays a game and has the options that it is to be
    /// told.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, cannot play the game under a referee, or has no such option.
    pub fn identify<G: Chance>(&mut self) -> Result<EngineInfo, Fault> {
        self.choose_dialect::<G>()?;
        let options = self.spec.options.clone();
        let client = &self.connection()?.client;
        client.can_play(G::name(), G::CHANCE)?;
        client.check_options(&options)?;
        let (name, takes_positions) = (client.name().to_string(), client.takes_positions());
        if self.dialect == Dialect::Uci && draws_within_turns::<G>() {
            let game = G::name();
            let detail = format!("in UCI an engine draws its tiles itself: {game} needs CECP (proto=cecp)");
            return Err(FaultKind::Violation.because(detail));
        }
        Ok(EngineInfo { name, dialect: self.dialect, takes_positions })
    }

    /// Starts the engine, if it is not running, and checks that it can be told all limits of a time control.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or cannot be told them.
    pub fn check_time_control(&mut self, control: &TimeControl) -> Result<(), Fault> {
        self.connection()?.client.check_time_control(control)
    }

    /// Composite moves of a position of a game that has begun, as the engine sees it.
    ///
    /// # Errors
    /// If the engine cannot list its moves, or is at fault.
    pub fn list_moves<G: Game + Notation>(&mut self, position: &G) -> Result<Vec<String>, Fault> {
        let connection = self.connection()?;
        connection.client.list_moves(&mut connection.process, &position.to_string())
    }

    /// The connection, made if there is none.
    fn connection(&mut self) -> Result<&mut Connection, Fault> {
        if self.connection.is_none() {
            self.connect()?;
        }
        running(&mut self.connection)
    }

    /// Takes UCI for a game of more than two players: CECP knows two.
    fn choose_dialect<G: Game>(&mut self) -> Result<(), Fault> {
        match self.dialect {
            _ if G::SEATS == 2 => {}
            Dialect::Auto | Dialect::Uci => self.dialect = Dialect::Uci,
            Dialect::Cecp => {
                let players = G::SEATS;
                return Err(FaultKind::Violation.because(format!(
                    "{} is a game for {players} players, and CECP knows two: use proto=uci",
                    G::name()
                )));
            }
        }
        Ok(())
    }

    /// Starts the process and shakes hands in its protocol, or tries CECP, then UCI.
    fn connect(&mut self) -> Result<(), Fault> {
        let patience = self.spec.patience;
        match self.dialect {
            Dialect::Auto => {
                let first = HANDSHAKE_TIMEOUT.min(patience);
                let Err(cecp) = self.try_dialect(Dialect::Cecp, first) else { return Ok(()) };
                let uci = self.try_dialect(Dialect::Uci, patience);
                uci.map_err(|uci| if cecp.kind == FaultKind::Stall { neither(&cecp, first, &uci) } else { uci })
            }
            known => self.try_dialect(known, patience),
        }
    }

    /// Starts the process and shakes hands in one protocol within `patience`.
    fn try_dialect(&mut self, dialect: Dialect, patience: Duration) -> Result<(), Fault> {
        let mut process = Process::start(&self.spec)?;
        let deadline = Instant::now() + patience;
        let client: Result<Box<dyn ProtocolClient>, Fault> = match dialect {
            Dialect::Uci => uci::Uci::handshake(&mut process, deadline).map(|client| Box::new(client) as _),
            _ => cecp::Cecp::handshake(&mut process, deadline).map(|client| Box::new(client) as _),
        };
        match client {
            Ok(client) => {
                self.dialect = dialect;
                self.connection = Some(Connection { process, client });
                Ok(())
            }
            Err(fault) => {
                self.transcript = Some(process.take_transcript());
                Err(fault)
            }
        }
    }

    /// Replaces the process before a game if it must not be reused, or starts it.
    fn prepare_process(&mut self) -> Result<(), Fault> {
        (self.lateness, self.transcript) = (Duration::ZERO, None);
        let used = self.games > 0;
        let replaced = match self.spec.restart {
            Restart::Never => false,
            Restart::EveryGame => used,
            Restart::AfterFault => self.faulty,
        };
        let single = used && self.connection.as_ref().is_some_and(|connection| !connection.client.may_be_reused());
        if (replaced || single)
            && let Some(connection) = self.connection.take()
        {
            connection.close(self.faulty);
        }
        if self.connection.is_none() && used && self.spec.restart == Restart::Never && !single {
            return Err(FaultKind::Crash.because("has ended in an earlier game, and may not be started again"));
        }
        self.faulty = false;
        match &mut self.connection {
            // Discards the transcript of an earlier game.
            Some(connection) => drop(connection.process.take_transcript()),
            None => self.connect()?,
        }
        Ok(())
    }

    /// Notes a fault. Drops a process that has ended, and one that is replaced before the next game: it might compute
    /// on, and take the time of other players.
    fn note_fault<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result {
            self.faulty = true;
            let is_over = fault.kind == FaultKind::Crash || self.spec.restart != Restart::Never;
            if is_over && let Some(mut connection) = self.connection.take() {
                self.transcript = Some(connection.process.take_transcript());
            }
        }
        result
    }

    fn begin<G: Game + Notation>(&mut self, record: &Record<G>) -> Result<(), Fault> {
        self.game = GameText::new(record);
        self.choose_dialect::<G>()?;
        self.prepare_process()?;
        self.games += 1;
        let setup = GameSetup { game: &self.game, spec: &self.spec };
        let connection = running(&mut self.connection)?;
        connection.client.can_play(G::name(), G::CHANCE)?;
        connection.client.begin(&mut connection.process, &setup)
    }

    fn ask<G: Game + Notation>(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault> {
        self.game.extend(record);
        let now = record.position();
        let request = MoveRequest {
            game: &self.game,
            position: now.to_string(),
            seat: now.side_to_move(),
            turn,
            max_think_time: self.spec.max_think_time,
        };
        let connection = running(&mut self.connection)?;
        connection.process.take_lateness();
        let reply = connection.client.ask(&mut connection.process, &request);
        self.lateness = self.lateness.max(connection.process.take_lateness());
        let reply = reply?;
        request.check_time(reply.info.time)?;
        let action = parse(now, reply.action)?;
        Ok(PlayerReply { action, offers_draw: reply.offers_draw, info: reply.info })
    }

    fn end<G: Game>(&mut self, position: &G, end: &GameEnd) -> Result<(), Fault> {
        match &mut self.connection {
            // A faulty engine is not spoken to.
            Some(connection) if !self.faulty => connection.client.end(&mut connection.process, &end.line(position)),
            _ => Ok(()),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.close(self.faulty);
        }
    }
}

impl Connection {
    /// Ends the process: by `quit`, or by killing a faulty one.
    fn close(self, faulty: bool) {
        if !faulty {
            self.process.quit();
        }
    }
}

impl<G: Game + Notation> Player<G> for Engine {
    fn new_game(&mut self, record: &Record<G>, _: u64) -> Result<(), Fault> {
        let started = self.begin(record);
        self.note_fault(started)
    }

    fn think(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault> {
        let answer = self.ask(record, turn);
        self.note_fault(answer)
    }

    fn end_game(&mut self, record: &Record<G>, end: &GameEnd) -> Result<(), Fault> {
        let ended = self.end(record.position(), end);
        self.note_fault(ended)
    }

    fn lateness(&self) -> Duration {
        self.lateness
    }

    fn transcript(&self) -> Option<String> {
        let of_link = self.connection.as_ref().map(|connection| connection.process.transcript.to_string());
        of_link.or_else(|| self.transcript.as_ref().map(Transcript::to_string))
    }
}

/// The connection of an engine whose process runs.
fn running(connection: &mut Option<Connection>) -> Result<&mut Connection, Fault> {
    connection.as_mut().ok_or_else(|| FaultKind::Crash.because("is not running"))
}

/// Fault of a program that has answered in neither protocol: CECP was tried for a time that may be too short for it.
fn neither(cecp: &Fault, tried: Duration, uci: &Fault) -> Fault {
    uci.kind.because(format!(
        "{} within {} s, {}: if it speaks CECP, give proto=cecp",
        cecp.detail,
        tried.as_secs_f64(),
        uci.detail
    ))
}

/// True if chance nodes lie within the turns of a game, where a player draws a tile. A die is thrown before a turn.
fn draws_within_turns<G: Chance>() -> bool {
    G::CHANCE && G::start().to_act() != ToAct::Chance
}

/// Parses the answer to our command `moves`.
fn listed_moves(text: &str) -> Option<Vec<String>> {
    let moves = text.strip_prefix("moves")?;
    Some(moves.split_whitespace().map(str::to_string).collect())
}

/// Fault of an engine that moves before it is asked.
fn out_of_turn(text: &str) -> Fault {
    FaultKind::Violation.because(format!("moves out of turn: {}", quote(text)))
}

/// Parses an engine's action in a position.
fn parse<G: Game + Notation>(position: &G, action: EngineAction) -> Result<PlayerAction, Fault> {
    let read = |text: &str| {
        let illegal = |error| FaultKind::Illegal.because(format!("{} ({error})", quote(text)));
        position.read_move(text).map_err(illegal)
    };
    match action {
        EngineAction::Resign => Ok(PlayerAction::Resign),
        EngineAction::AgreeDraw => Ok(PlayerAction::AgreeDraw),
        EngineAction::DrawTile => read("draw").map(PlayerAction::Play),
        EngineAction::Move(text) if text.is_empty() => Err(FaultKind::Illegal.because("names no move")),
        EngineAction::Move(text) => {
            let mv = read(&text)?;
            if position.plies_of(mv).len() > 1 {
                return Err(FaultKind::Violation.because(format!("chooses a chance outcome itself: {}", quote(&text))));
            }
            Ok(PlayerAction::Play(mv))
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::variants::{Chess, Chex, ChexByMail, KaleidoDice};

    use super::*;
    use crate::time::{PlayerClock, SeatClock, TurnTime};

    #[test]
    fn tiles_are_drawn_within_turns_and_dice_thrown_before() {
        let within = [draws_within_turns::<Chex>(), draws_within_turns::<ChexByMail>()];
        let before = [draws_within_turns::<KaleidoDice>(), draws_within_turns::<Chess>()];
        assert_eq!((within, before), ([true; 2], [false; 2]));
    }

    #[test]
    fn a_forfeit_says_whether_a_clock_bounds_the_move() {
        let fault = |control: &str, used| {
            let clock = PlayerClock::new(control.parse().unwrap());
            let turn = TurnContext { time: clock.turn_time(), clocks: Vec::new(), draw_offered: false };
            let (game, max_think_time) = (GameText::default(), ProcessSpec::MAX_THINK_TIME);
            let request =
                MoveRequest { game: &game, position: String::new(), seat: Seat::WHITE, turn: &turn, max_think_time };
            request.check_time(Duration::from_secs(used)).map_err(|fault| fault.to_string())
        };
        assert_eq!((fault("nodes=9", 600), fault("tc=700 nodes=9", 601)), (Ok(()), Ok(())));
        let longest = "forfeit: no move within 600 s, the most where no clock bounds a move";
        assert_eq!(fault("nodes=9", 601), Err(longest.to_string()));
        assert_eq!(fault("depth=9 movetime=5", 6), Err("forfeit: 6000 ms of 5000 ms".to_string()));
    }

    #[test]
    fn a_program_that_answers_in_neither_protocol_is_told_of_both() {
        let fault = |script: &str, patience| {
            let spec = ProcessSpec { patience, ..ProcessSpec::new(["sh", "-c", script]) };
            Engine::new(spec).identify::<Chess>().unwrap_err().to_string()
        };
        let silent = "while read word rest; do case $word in quit) exit;; esac; done";
        let both =
            "stall: does not answer protover within 0.2 s, does not answer uci: if it speaks CECP, give proto=cecp";
        assert_eq!(fault(silent, Duration::from_millis(200)), both);
        let ended = fault("exit 7", ProcessSpec::PATIENCE);
        assert!(ended.starts_with("crash: ") && !ended.contains("proto="), "{ended}");
    }

    /// UCI engine that answers `go` with a line.
    fn answering(line: &str) -> ProcessSpec {
        let script = format!(
            "while read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) echo {line};; \
             quit) exit;; esac; done"
        );
        ProcessSpec { dialect: Dialect::Uci, ..ProcessSpec::new(["sh", "-c", script.as_str()]) }
    }

    /// Asks an engine for the first move of a game of chess.
    fn first_move(engine: &mut Engine) -> Result<PlayerReply, Fault> {
        let time =
            TurnTime { control: TimeControl::nodes(9), remaining: None, moves_to_go: None, used: Duration::ZERO };
        let clocks = [SeatClock { remaining: None, increment: Duration::ZERO }; 2].to_vec();
        engine.think(&Record::<Chess>::default(), &TurnContext { time, clocks, draw_offered: false })
    }

    #[test]
    fn a_program_at_fault_does_not_run_on_unless_it_is_kept() {
        for (restart, runs_on) in [(Restart::Never, true), (Restart::EveryGame, false), (Restart::AfterFault, false)] {
            let mut engine = Engine::new(ProcessSpec { restart, ..answering("bestmove e2e5") });
            engine.new_game(&Record::<Chess>::default(), 1).unwrap();
            assert_eq!(first_move(&mut engine).unwrap_err().kind, FaultKind::Illegal);
            assert_eq!(engine.connection.is_some(), runs_on, "{restart:?}");
            let said = Player::<Chess>::transcript(&engine).unwrap();
            assert!(said.ends_with("< bestmove e2e5\n"), "{said}");
        }
    }

    #[test]
    fn a_reply_without_a_move_is_illegal_at_once() {
        let max_think_time = Duration::from_secs(3);
        let mut engine = Engine::new(ProcessSpec { max_think_time, ..answering("bestmove") });
        engine.new_game(&Record::<Chess>::default(), 1).unwrap();
        assert_eq!(first_move(&mut engine), Err(FaultKind::Illegal.because("names no move")));
    }

    #[test]
    fn lateness_is_that_of_the_present_game() {
        let spec = answering("bestmove e2e4");
        // Each time that the reading thread looks, it has waited for 70 ms more.
        let mut calls = 0;
        let run_delay = move || {
            calls += 1;
            Duration::from_millis(70 * calls)
        };
        let mut process = Process::start_with(&spec, Box::new(run_delay)).unwrap();
        let deadline = process.reply_deadline();
        let client = Box::new(uci::Uci::handshake(&mut process, deadline).unwrap());
        let mut engine = Engine::new(spec);
        engine.connection = Some(Connection { process, client });
        for _ in 0..2 {
            engine.new_game(&Record::<Chess>::default(), 1).unwrap();
            assert_eq!(Player::<Chess>::lateness(&engine), Duration::ZERO, "getting ready is no turn");
            first_move(&mut engine).unwrap();
            assert_eq!(Player::<Chess>::lateness(&engine), Duration::from_millis(70));
        }
    }
}
