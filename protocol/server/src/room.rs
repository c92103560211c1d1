//! Room of a game: the task that owns it. Each change is applied to the game, committed to the database, and then sent
//! to all connections, before the next one begins.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::search::{Clock, Limits};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::clock::{Millis, now};
use crate::game::Game;
use crate::game::rules::Action;
use crate::game::view::Viewpoint;
use crate::message::{self, Text};
use crate::pool::work::{Found, Position};
use crate::pool::{Class, Running};
use crate::rooms::Rooms;
use crate::secret::SecretHash;

/// Time without requests after which a room closes that has no connections, no search and no running clock.
const IDLE: Duration = Duration::from_secs(30);
/// Delay before another attempt, after the pool was full, a search found no move, or the database refused.
const RETRY: Duration = Duration::from_millis(500);
/// Maximum time of an engine's move, whatever its clock says: other games wait for the thread.
const MAX_MOVE_TIME: Duration = Duration::from_secs(10);
/// Move overhead of an engine with a clock, in milliseconds: waiting for a thread, and the commit of the move.
const CLOCK_RESERVE: Millis = 100;
/// Maximum number of messages that wait for a client. A slower client is disconnected, and gets the whole state when it
/// reconnects.
pub const MAX_WAITING_MESSAGES: usize = 64;

/// Request to a room.
pub enum RoomRequest {
    /// A client connects: it gets the present state, and all later ones.
    Join {
        /// Hash of the secret of a seat; none to watch.
        secret: Option<SecretHash>,
        /// Channel for its messages.
        out: mpsc::Sender<Text>,
        /// Number of the connection; none if no seat has the secret.
        reply: oneshot::Sender<Option<u64>>,
    },
    /// A client has disconnected, with the number of its connection.
    Leave(u64),
    /// Action of a client.
    Act {
        /// Number of its connection.
        connection: u64,
        /// Number of its message.
        re: Option<u64>,
        /// Number of the state that it is about.
        seq: u64,
        /// Action.
        action: Action,
    },
    /// State as a watcher gets it.
    View(oneshot::Sender<Text>),
    /// PGN.
    Pgn(oneshot::Sender<String>),
    /// Position after a number of moves.
    Position(usize, oneshot::Sender<Position>),
}

struct Connection {
    seat: Option<usize>,
    out: mpsc::Sender<Text>,
}

/// Search for the engine's move.
struct Search {
    seq: u64,
    found: oneshot::Receiver<Option<Found>>,
    /// Stops the search when it is dropped.
    _running: Running,
}

/// Room of a game.
pub struct Room {
    rooms: Rooms,
    game: Game,
    connections: HashMap<u64, Connection>,
    last_connection: u64,
    search: Option<Search>,
    retry_at: Option<Instant>,
    busy_at: Instant,
}

/// Course of a game before a change, of which the clients have been told.
struct StateBefore {
    plies: Vec<String>,
    entries: usize,
}

impl Room {
    /// Room of a game.
    pub fn new(rooms: Rooms, game: Game) -> Room {
        Room {
            rooms,
            game,
            connections: HashMap::new(),
            last_connection: 0,
            search: None,
            retry_at: None,
            busy_at: Instant::now(),
        }
    }

    /// Serves requests until the room is idle.
    pub async fn run(mut self, mut requests: mpsc::Receiver<RoomRequest>) {
        self.start_search();
        loop {
            let wakes_at = self.wakes_at();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => {
                        self.busy_at = Instant::now();
                        self.answer(request).await;
                    }
                    None => return,
                },
                found = found(&mut self.search) => self.take_found(found).await,
                () = sleep_until(wakes_at) => {
                    if self.is_idle() && self.rooms.close(&self.game.id, &requests) {
                        return;
                    }
                    self.wake().await;
                }
            }
        }
    }

    /// Time of the next timer: a flag falls, a search is tried again, or the room closes.
    fn wakes_at(&self) -> Instant {
        let flag = self.game.state.clocks.as_ref().and_then(|clocks| clocks.falls_at());
        let flag = flag.map(|at| Instant::now() + Duration::from_millis((at - now()).max(0) as u64));
        let idle = (self.busy_at + IDLE).max(Instant::now() + Duration::from_millis(100));
        flag.into_iter().chain(self.retry_at).fold(idle, Instant::min)
    }

    fn is_idle(&self) -> bool {
        let runs = self.game.state.clocks.as_ref().is_some_and(|clocks| clocks.running().is_some());
        self.connections.is_empty() && self.search.is_none() && !runs && self.busy_at.elapsed() >= IDLE
    }

    async fn wake(&mut self) {
        let before = self.state_before();
        if self.game.check_clock(now()) {
            self.commit(before).await;
        } else if self.retry_at.is_some_and(|at| at <= Instant::now()) {
            self.start_search();
        }
    }

    async fn answer(&mut self, request: RoomRequest) {
        match request {
            RoomRequest::Join { secret, out, reply } => self.join(secret, out, reply),
            RoomRequest::Leave(connection) => self.leave(connection),
            RoomRequest::Act { connection, re, seq, action } => self.act(connection, re, seq, &action).await,
            // Whoever asked may have gone, here and below.
            RoomRequest::View(reply) => drop(reply.send(self.view(None, 0, 0))),
            RoomRequest::Pgn(reply) => drop(reply.send(self.game.pgn())),
            RoomRequest::Position(moves, reply) => {
                let plies = self.game.line.plies_of(moves.min(self.game.line.entries.len()));
                let moves = self.game.line.plies[..plies].to_vec();
                let (variant, fen) = (self.game.variant.to_string(), self.game.line.fen.clone());
                drop(reply.send(Position { variant, fen, moves }));
            }
        }
    }

    fn join(&mut self, secret: Option<SecretHash>, out: mpsc::Sender<Text>, reply: oneshot::Sender<Option<u64>>) {
        let seat = secret.map(|secret| self.game.seat_of(&secret));
        if seat == Some(None) {
            let _ = reply.send(None);
            return;
        }
        let seat = seat.flatten();
        self.last_connection += 1;
        let text = self.view(seat, 0, 0);
        if out.try_send(text).is_err() || reply.send(Some(self.last_connection)).is_err() {
            return;
        }
        self.connections.insert(self.last_connection, Connection { seat, out });
        self.start_search();
        if seat.is_some() {
            self.tell_all(self.game.line.entries.len(), 0);
        }
    }

    fn leave(&mut self, connection: u64) {
        let left = self.connections.remove(&connection);
        if left.is_some_and(|left| left.seat.is_some()) {
            self.tell_all(self.game.line.entries.len(), 0);
        }
    }

    async fn act(&mut self, connection: u64, re: Option<u64>, seq: u64, action: &Action) {
        let Some(Connection { seat, out }) = self.connections.get(&connection) else { return };
        let (seat, out) = (*seat, out.clone());
        // A client that takes no messages will be disconnected by the next state.
        let refuse = |code: &str, why: &str| drop(out.try_send(message::error(code, why, re)));
        let Some(seat) = seat else { return refuse("not-a-player", "you are watching this game") };
        if seq != self.game.seq {
            refuse("stale", "the game has gone on meanwhile");
            drop(out.try_send(self.view(Some(seat), 0, 0)));
            return;
        }
        let before = self.state_before();
        if let Err(refusal) = self.game.act(seat, action, now()) {
            return refuse(refusal.code(), &refusal.to_string());
        }
        if self.game.wants_rematch() {
            match self.rooms.create_rematch(&self.game).await {
                Ok(id) => self.game.state.next = Some(id),
                Err(error) => refuse("busy", &error.to_string()),
            }
        }
        if !self.commit(before).await {
            refuse("busy", "the change could not be stored; try again");
        }
    }

    async fn take_found(&mut self, found: Option<Found>) {
        let Some(search) = self.search.take() else { return };
        if search.seq != self.game.seq {
            return self.start_search();
        }
        let before = self.state_before();
        let played = found.map(|found| self.game.play_engine_move(&found.text, found.score, now()));
        match played {
            Some(Ok(())) => drop(self.commit(before).await),
            _ => {
                log::warn!("game {}: the engine found no move", self.game.id);
                self.retry_at = Some(Instant::now() + RETRY);
            }
        }
    }

    fn state_before(&self) -> StateBefore {
        StateBefore { plies: self.game.line.plies.clone(), entries: self.game.line.entries.len() }
    }

    /// Stores a change, and sends the new state to all; `false` if it could not be stored, and was undone.
    async fn commit(&mut self, before: StateBefore) -> bool {
        let plies = &self.game.line.plies;
        let kept = plies.iter().zip(&before.plies).take_while(|(new, old)| new == old).count();
        if self.rooms.store().update(&self.game, kept).await.is_err() {
            self.restore().await;
            return false;
        }
        let entries = &self.game.line.entries[..before.entries.min(self.game.line.entries.len())];
        let from = entries.iter().take_while(|entry| entry.plies <= kept).count();
        let fresh = self.game.line.plies.len() - kept;
        self.search = None;
        self.start_search();
        self.tell_all(from, fresh);
        true
    }

    /// Reloads the stored state of the game, and sends it to all.
    async fn restore(&mut self) {
        loop {
            if let Ok(Some(game)) = self.rooms.store().load(&self.game.id).await {
                self.game = game;
                break;
            }
            log::error!("game {} cannot be read", self.game.id);
            tokio::time::sleep(RETRY).await;
        }
        self.search = None;
        self.tell_all(0, 0);
        self.retry_at = Some(Instant::now() + RETRY);
    }

    /// Starts the search for the engine's move, if it is its turn and none runs. A game without persons goes on only
    /// while a client is connected.
    fn start_search(&mut self) {
        self.retry_at = None;
        let Some(seat) = self.game.engine_turn() else { return };
        if self.search.is_some() || (self.game.is_engines_only() && self.connections.is_empty()) {
            return;
        }
        let position = Position {
            variant: self.game.variant.to_string(),
            fen: self.game.line.fen.clone(),
            moves: self.game.line.plies.clone(),
        };
        let limits = self.limits(seat);
        let (reply, found) = oneshot::channel();
        let work = move |engine: &mut crate::pool::work::Engine, control: &engine::search::Control| {
            // A game that has gone on needs the move no longer.
            let found = if control.is_stopped() { None } else { engine.find_move(&position, limits, control) };
            drop(reply.send(found));
        };
        match self.rooms.pool().submit(Class::Game, self.game.id.clone(), Box::new(work)) {
            Ok((running, _)) => self.search = Some(Search { seq: self.game.seq, found, _running: running }),
            Err(_) => self.retry_at = Some(Instant::now() + RETRY),
        }
    }

    fn limits(&self, seat: usize) -> Limits {
        let (skill, move_ms) = self.game.engine_level(seat);
        let plies = self.game.line.session.plies_to_go().max(1);
        let clocks = self.game.state.clocks.as_ref().filter(|_| !self.game.state.retired.contains(&seat));
        let limits = Limits { skill, overhead: Duration::ZERO, ..Limits::default() };
        match clocks {
            None => Limits { move_time: Some(Duration::from_millis(move_ms) / plies), ..limits },
            Some(clocks) => {
                let millis = |time: Millis| Duration::from_millis(time.max(1) as u64);
                let clock = Clock {
                    remaining: millis(clocks.left(seat, now()) - CLOCK_RESERVE),
                    increment: millis(clocks.control.increment_ms),
                    moves_to_go: None,
                };
                Limits { clock: Some(clock), move_time: Some(MAX_MOVE_TIME), ..limits }
            }
        }
    }

    /// Sends the state to all clients, which know the entries before `from`; the last `fresh` plies are new to them.
    fn tell_all(&mut self, from: usize, fresh: usize) {
        let mut texts: HashMap<Option<usize>, Text> = HashMap::new();
        let seats: Vec<Option<usize>> = self.connections.values().map(|connection| connection.seat).collect();
        for seat in seats {
            texts.entry(seat).or_insert_with(|| self.view(seat, from, fresh));
        }
        self.connections.retain(|_, connection| {
            let text = Arc::clone(&texts[&connection.seat]);
            connection.out.try_send(text).is_ok()
        });
    }

    fn view(&self, seat: Option<usize>, moves_from: usize, fresh: usize) -> Text {
        let seats = self.game.state.players.len();
        let is_there = |seat| self.connections.values().any(|connection| connection.seat == Some(seat));
        let connected: Vec<bool> = (0..seats).map(is_there).collect();
        let from = Viewpoint { seat, moves_from, fresh, connected: &connected, thinking: self.search.is_some() };
        message::json(&self.game.view(&from, now()))
    }
}

/// Waits for the result of the search; for ever if there is none.
async fn found(search: &mut Option<Search>) -> Option<Found> {
    match search {
        Some(search) => (&mut search.found).await.ok().flatten(),
        None => std::future::pending().await,
    }
}
