//! Room of a game: the task that owns it. Each change is applied to the game, committed to the database, and then sent
//! to all connections, before the next one begins.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::search::{Control, Limits};
use protocol::clock::{Millis, now, time_until};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::game::Game;
use crate::game::rules::Action;
use crate::game::view::Viewpoint;
use crate::message::{self, Text};
use crate::pool::work::{Engine, Found, GameSoFar};
use crate::pool::{Class, Owner, Running};
use crate::rooms::Rooms;
use crate::secret::SecretHash;

/// Time without requests after which a room closes that has no connections and no search.
const IDLE: Duration = Duration::from_secs(30);
/// The same time for a room that has just been opened: for a flag that has fallen, or for a request to come.
const NEW: Duration = Duration::from_secs(5);
/// Delay before another attempt to close a room that a request has kept open.
const CLOSE_RETRY: Duration = Duration::from_millis(100);
/// Delay before another attempt, after the pool was full, a search found no move, or the database refused.
const RETRY: Duration = Duration::from_millis(500);
/// Maximum time of an engine's move, whatever its clock says: other games wait for the thread.
const MAX_MOVE_TIME: Duration = Duration::from_secs(10);
/// Move overhead of an engine with a clock: the commit of the move.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);
/// Maximum number of messages that wait for a client. A slower client is disconnected, and gets the whole state when it
/// reconnects.
pub const MAX_WAITING_MESSAGES: usize = 64;

/// Request to a room.
pub enum RoomRequest {
    /// A client connects: it gets the present state, and all later ones.
    Join {
        /// Hashes of the secrets of its seats; none to watch.
        secrets: Vec<SecretHash>,
        /// Address of the client.
        address: IpAddr,
        /// Channel for its messages.
        out: mpsc::Sender<Text>,
        /// Number of the connection; none if a secret is no seat's.
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
        /// Action of the player.
        action: Action,
    },
    /// State as a watcher gets it.
    View(oneshot::Sender<Text>),
    /// PGN of the game so far.
    Pgn(oneshot::Sender<String>),
    /// Game up to a number of composite moves.
    Position(usize, oneshot::Sender<GameSoFar>),
}

/// Client that is connected to the game: a player or a watcher.
struct Member {
    /// Seats whose secrets it has given; none for a watcher.
    seats: Vec<usize>,
    address: IpAddr,
    out: mpsc::Sender<Text>,
}

/// Search for the engine's move.
struct Search {
    found: oneshot::Receiver<Option<Found>>,
    /// Stops the search when it is dropped.
    _running: Running,
}

/// Room of a game.
pub struct Room {
    rooms: Rooms,
    game: Game,
    /// Members by the numbers of their connections.
    members: HashMap<u64, Member>,
    /// Guest that the engine works for: it keeps its turns for this game after it has gone.
    guest: Option<IpAddr>,
    search: Option<Search>,
    /// Time of another attempt. Until then no timer wakes the room.
    retry_at: Option<Instant>,
    /// Time from which on the room may close.
    idle_at: Instant,
    /// True if the game is no longer in the database: the room ends.
    is_gone: bool,
}

/// State of a game before a change, of which the clients have been told.
struct StateBefore {
    plies: Vec<String>,
    composite_moves: usize,
    engine_turn: Option<usize>,
}

/// Number of a new connection. It is never given again: a late message of a connection to a room that has closed must
/// not be taken for one of another connection, after the room was opened again.
fn next_connection() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl Room {
    /// Room of a game.
    pub fn new(rooms: Rooms, game: Game) -> Room {
        Room {
            rooms,
            game,
            members: HashMap::new(),
            guest: None,
            search: None,
            retry_at: None,
            idle_at: Instant::now() + NEW,
            is_gone: false,
        }
    }

    /// Serves requests until the room is idle, or its game is gone.
    pub async fn run(mut self, mut requests: mpsc::Receiver<RoomRequest>) {
        self.start_search();
        loop {
            let wakes_at = self.wakes_at();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => {
                        self.idle_at = Instant::now() + IDLE;
                        self.answer(request).await;
                    }
                    None => return,
                },
                found = found(&mut self.search) => self.take_found(found).await,
                () = sleep_until(wakes_at) => {
                    self.wake().await;
                    if self.is_idle() && self.rooms.close(&self.game.id, self.flag_falls_at(), &requests) {
                        return;
                    }
                }
            }
            if self.is_gone {
                return self.rooms.close_gone(&self.game.id);
            }
        }
    }

    /// Time of the next timer: a flag falls, something is tried again, or the room closes. A client or a search keeps
    /// the room open; when they end the room wakes without a timer.
    fn wakes_at(&self) -> Instant {
        if let Some(at) = self.retry_at {
            // A flag in the past must not be tried all the time while the database refuses its change.
            return at;
        }
        let flag = self.flag_falls_at().map(|at| Instant::now() + time_until(at));
        let idle =
            if self.is_needed() { Instant::now() + IDLE } else { self.idle_at.max(Instant::now() + CLOSE_RETRY) };
        flag.map_or(idle, |flag| flag.min(idle))
    }

    /// Time at which the flag of the running clock falls; none if no clock runs.
    fn flag_falls_at(&self) -> Option<Millis> {
        self.game.state.clocks.as_ref().and_then(|clocks| clocks.falls_at())
    }

    /// True while a client, a search or another attempt keeps the room open.
    fn is_needed(&self) -> bool {
        !self.members.is_empty() || self.search.is_some() || self.retry_at.is_some()
    }

    /// True if the room may close. A running clock does not keep it open: it is opened again when the flag falls.
    fn is_idle(&self) -> bool {
        !self.is_needed() && Instant::now() >= self.idle_at
    }

    async fn wake(&mut self) {
        if self.flag_falls_at().is_some_and(|at| at <= now()) {
            let before = self.state_before();
            if self.game.check_clock(now()) {
                self.commit(before, None).await;
                return;
            }
        }
        if self.retry_at.is_some_and(|at| at <= Instant::now()) {
            self.start_search();
        }
    }

    async fn answer(&mut self, request: RoomRequest) {
        match request {
            RoomRequest::Join { secrets, address, out, reply } => self.join(&secrets, address, out, reply),
            RoomRequest::Leave(connection) => self.leave(connection),
            RoomRequest::Act { connection, re, seq, action } => self.act(connection, re, seq, &action).await,
            // Whoever asked may have gone, here and below.
            RoomRequest::View(reply) => drop(reply.send(self.view(&[], 0, 0))),
            RoomRequest::Pgn(reply) => drop(reply.send(self.game.pgn())),
            RoomRequest::Position(moves, reply) => {
                let plies = self.game.line.plies_of(moves.min(self.game.line.composite_moves.len()));
                drop(reply.send(self.game_so_far(plies)));
            }
        }
    }

    /// Game up to a number of plies.
    fn game_so_far(&self, plies: usize) -> GameSoFar {
        let line = &self.game.line;
        let (variant, fen) = (self.game.variant.to_string(), line.fen.clone());
        GameSoFar { variant, fen, moves: line.plies[..plies].to_vec() }
    }

    fn join(
        &mut self,
        secrets: &[SecretHash],
        address: IpAddr,
        out: mpsc::Sender<Text>,
        reply: oneshot::Sender<Option<u64>>,
    ) {
        let Some(seats) = self.game.seats_of(secrets) else {
            let _ = reply.send(None);
            return;
        };
        let is_player = !seats.is_empty();
        let connection = next_connection();
        let text = self.view(&seats, 0, 0);
        if out.try_send(text).is_err() || reply.send(Some(connection)).is_err() {
            return;
        }
        self.members.insert(connection, Member { seats, address, out });
        if self.guest.is_none() {
            // A search that was begun for nobody is begun again for this client: it has turns of its own.
            self.search = None;
        }
        self.start_search();
        if is_player {
            self.tell_all(self.game.line.composite_moves.len(), 0);
        }
    }

    fn leave(&mut self, connection: u64) {
        let left = self.members.remove(&connection);
        if left.is_some_and(|left| !left.seats.is_empty()) {
            self.tell_all(self.game.line.composite_moves.len(), 0);
        }
    }

    async fn act(&mut self, connection: u64, re: Option<u64>, seq: u64, action: &Action) {
        let Some(Member { seats, address, out }) = self.members.get(&connection) else { return };
        let (seats, address, out) = (seats.clone(), *address, out.clone());
        // A client that takes no messages will be disconnected by the next state.
        let refuse = |code: &str, why: &str| drop(out.try_send(message::error(code, why, re)));
        if seats.is_empty() {
            return refuse("not-a-player", "you are watching this game");
        }
        if !self.game.is_current(seq, action) || !self.game.is_of_acting_seat(&seats, action) {
            refuse("stale", "the game has gone on meanwhile");
            // The client knows all moves: a long game costs no more than a short one.
            drop(out.try_send(self.view(&seats, self.game.line.composite_moves.len(), 0)));
            return;
        }
        let before = self.state_before();
        match self.game.act_for(&seats, action, now()) {
            Ok(true) => {}
            Ok(false) => return,
            Err(refusal) => return refuse(refusal.code(), &refusal.to_string()),
        }
        let mut rematch = None;
        if self.game.wants_rematch() {
            match self.rooms.rematch_of(&self.game, address).await {
                Ok(game) => {
                    self.game.state.next = Some(game.id.clone());
                    rematch = Some(game);
                }
                Err(error) => {
                    // The next click asks for it again.
                    self.game.state.offers.rematch.retain(|other| !seats.contains(other));
                    refuse(error.code(), &error.to_string());
                }
            }
        }
        if !self.commit(before, rematch.as_ref()).await {
            refuse("busy", "the change could not be stored; try again");
        }
    }

    async fn take_found(&mut self, found: Option<Found>) {
        self.search = None;
        let before = self.state_before();
        let played = found.map(|found| self.game.play_engine_move(&found.text, found.score, now()));
        match played {
            Some(Ok(())) => drop(self.commit(before, None).await),
            _ => {
                log::warn!("game {}: the engine found no move", self.game.id);
                self.retry_at = Some(Instant::now() + RETRY);
            }
        }
    }

    fn state_before(&self) -> StateBefore {
        StateBefore {
            plies: self.game.line.plies.clone(),
            composite_moves: self.game.line.composite_moves.len(),
            engine_turn: self.game.engine_turn(),
        }
    }

    /// Stores a change, with the rematch that it begins, and sends the new state to all; `false` if it could not be
    /// stored, and was undone.
    async fn commit(&mut self, before: StateBefore, rematch: Option<&Game>) -> bool {
        let plies = &self.game.line.plies;
        let kept = plies.iter().zip(&before.plies).take_while(|(new, old)| new == old).count();
        let store = self.rooms.store();
        let stored = match rematch {
            Some(rematch) => store.update_and_insert(&self.game, kept, rematch).await,
            None => store.update(&self.game, kept).await,
        };
        if stored.is_err() {
            self.restore().await;
            return false;
        }
        let moves = &self.game.line.composite_moves;
        let from = moves.iter().take(before.composite_moves).take_while(|mv| mv.plies <= kept).count();
        let fresh = self.game.line.plies.len() - kept;
        // The search goes on where its position is the present one still: an offer does not disturb the engine.
        if fresh > 0 || kept < before.plies.len() || self.game.engine_turn() != before.engine_turn {
            self.search = None;
        }
        self.start_search();
        self.tell_all(from, fresh);
        true
    }

    /// Reloads the stored state of the game, and sends it to all. Waits until the database can be read.
    async fn restore(&mut self) {
        self.search = None;
        loop {
            match self.rooms.store().load(&self.game.id).await {
                Ok(Some(game)) => {
                    self.game = game;
                    break;
                }
                Ok(None) => {
                    log::error!("game {} is gone", self.game.id);
                    self.is_gone = true;
                    return;
                }
                Err(_) => log::error!("game {} cannot be read", self.game.id),
            }
            tokio::time::sleep(RETRY).await;
        }
        self.tell_all(0, 0);
        self.retry_at = Some(Instant::now() + RETRY);
    }

    /// Starts the search for the engine's move, if it is its turn and none runs. A game without persons goes on only
    /// while a client is connected.
    fn start_search(&mut self) {
        self.retry_at = None;
        let Some(seat) = self.game.engine_turn() else { return };
        if self.search.is_some() || (self.game.is_engines_only() && self.members.is_empty()) {
            return;
        }
        // Players come before watchers, and whoever came first before others: nobody spends the turns of a stranger.
        let first = self.members.iter().min_by_key(|(connection, member)| (member.seats.is_empty(), **connection));
        self.guest = first.map(|(_, member)| member.address).or(self.guest);
        let game = self.game_so_far(self.game.line.plies.len());
        let limits = self.limits(seat);
        let (reply, found) = oneshot::channel();
        let work = move |engine: Option<&mut Engine>, control: &Control| {
            // A game that has gone on needs the move no longer.
            drop(reply.send(engine.and_then(|engine| engine.find_move(&game, limits, control))));
        };
        let owner = Owner { guest: self.guest, game: self.game.id.clone() };
        match self.rooms.pool().submit(Class::Game, owner, Box::new(work)) {
            Ok((running, _)) => self.search = Some(Search { found, _running: running }),
            Err(_) => self.retry_at = Some(Instant::now() + RETRY),
        }
    }

    /// Limits of the search for a seat. A clock runs from now on, also while the search waits for a thread.
    fn limits(&self, seat: usize) -> Limits {
        let (skill, move_ms) = self.game.engine_level(seat);
        let plies = self.game.line.session.plies_of_turn();
        let clocks = self.game.state.clocks.as_ref().filter(|_| !self.game.state.retired.contains(&seat));
        let limits = Limits { skill, overhead: Duration::ZERO, ..Limits::default() };
        match clocks {
            None => Limits { move_time: Some(Duration::from_millis(move_ms) / plies), ..limits },
            Some(clocks) => Limits {
                clock: Some(clocks.search_clock(seat, now())),
                move_time: Some(MAX_MOVE_TIME),
                began: Some(Instant::now().into_std()),
                overhead: MOVE_OVERHEAD,
                ..limits
            },
        }
    }

    /// Sends the state to all clients, which know the composite moves before `from`; the last `fresh` plies are new to
    /// them. If a player is too slow and so disconnected, the others are told once more.
    fn tell_all(&mut self, from: usize, fresh: usize) {
        let players = |room: &Room| room.members.values().filter(|member| !member.seats.is_empty()).count();
        let mut connected = players(self);
        self.send_state(from, fresh);
        while players(self) < connected {
            connected = players(self);
            self.send_state(self.game.line.composite_moves.len(), 0);
        }
    }

    /// Sends the state to all clients, and disconnects those that have too many messages waiting.
    fn send_state(&mut self, from: usize, fresh: usize) {
        let mut texts: HashMap<Vec<usize>, Text> = HashMap::new();
        let viewers: Vec<Vec<usize>> = self.members.values().map(|member| member.seats.clone()).collect();
        for seats in viewers {
            texts.entry(seats).or_insert_with_key(|seats| self.view(seats, from, fresh));
        }
        self.members.retain(|_, member| {
            let text = Arc::clone(&texts[&member.seats]);
            member.out.try_send(text).is_ok()
        });
    }

    fn view(&self, seats: &[usize], moves_from: usize, fresh: usize) -> Text {
        let is_there = |seat| self.members.values().any(|member| member.seats.contains(&seat));
        let connected: Vec<bool> = (0..self.game.state.players.len()).map(is_there).collect();
        let from = Viewpoint { seats, moves_from, fresh, connected: &connected, thinking: self.search.is_some() };
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

#[cfg(test)]
mod tests {
    use protocol::clock::TimeControl;
    use serde_json::{Value, json};

    use super::*;
    use crate::fixture;
    use crate::game::Player;
    use crate::secret;

    /// Number that a room gives a client of an address with the secret of a seat; without one it watches.
    fn join_from(room: &mut Room, address: [u8; 4], secret: Option<&str>) -> u64 {
        let (out, _messages) = mpsc::channel(MAX_WAITING_MESSAGES);
        let (reply, mut answer) = oneshot::channel();
        let secrets: Vec<SecretHash> = secret.map(secret::hash).into_iter().collect();
        room.join(&secrets, address.into(), out, reply);
        answer.try_recv().expect("an answer").expect("a secret of the game")
    }

    /// Number that a room gives a watcher.
    fn join(room: &mut Room) -> u64 {
        join_from(room, [127, 0, 0, 1], None)
    }

    #[tokio::test]
    async fn the_engine_works_for_the_player_and_not_for_a_watcher() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut game = fixture::game("chess", None);
        game.state.players[0] = Player::Engine { skill: 20, move_ms: 50 };
        let mut room = Room::new(fixture::rooms(folder.path(), 9), game);
        let guest = |room: &Room| room.guest.map(|guest| guest.to_string());
        room.start_search();
        assert_eq!(guest(&room), None, "nobody has connected");
        join_from(&mut room, [10, 0, 0, 1], None);
        assert_eq!(guest(&room).as_deref(), Some("10.0.0.1"), "the search waits among those of the client");
        let player = join_from(&mut room, [10, 0, 0, 2], Some("Black"));
        let search_again = |room: &mut Room| {
            room.search = None;
            room.start_search();
            guest(room)
        };
        assert_eq!(search_again(&mut room).as_deref(), Some("10.0.0.2"));
        room.leave(player);
        assert_eq!(search_again(&mut room).as_deref(), Some("10.0.0.2"), "it has gone");
    }

    #[tokio::test]
    async fn the_clock_of_the_engine_runs_while_its_search_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 9);
        let control = Some(TimeControl { initial_ms: 60_000, increment_ms: 0 });
        let [clocked, other] = [control, None].map(|control| {
            let room = Room::new(rooms.clone(), fixture::game("chess", control));
            room.limits(0).began
        });
        assert!(clocked.is_some_and(|began| began <= std::time::Instant::now()));
        assert_eq!(other, None, "without a clock the whole time is for the search");
    }

    #[tokio::test]
    async fn a_reopened_room_gives_other_numbers_to_its_connections() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 9);
        let [mut closed, mut reopened] = [(); 2].map(|()| Room::new(rooms.clone(), fixture::game("chess", None)));
        assert_ne!(join(&mut closed), join(&mut reopened));
    }

    #[tokio::test]
    async fn a_fallen_flag_whose_change_cannot_be_stored_is_not_tried_all_the_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut game = fixture::game("chess", Some(TimeControl { initial_ms: 1000, increment_ms: 0 }));
        game.state.clocks.as_mut().expect("clocks").run(0, now() - 5000);
        let mut room = Room::new(fixture::rooms(folder.path(), 9), game);
        assert!(room.wakes_at() <= Instant::now(), "the flag has fallen");
        let later = Instant::now() + RETRY;
        room.retry_at = Some(later);
        assert_eq!(room.wakes_at(), later);
    }

    #[tokio::test]
    async fn a_client_that_takes_no_messages_is_gone_for_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut room = Room::new(fixture::rooms(folder.path(), 9), fixture::game("chess", None));
        let (out, mut messages) = mpsc::channel(2 * MAX_WAITING_MESSAGES);
        let (reply, _watches) = oneshot::channel();
        room.join(&[], [127, 0, 0, 1].into(), out, reply);
        let (slow, _full) = mpsc::channel(1);
        let (reply, _answer) = oneshot::channel();
        room.join(&[secret::hash("White")], [127, 0, 0, 2].into(), slow, reply);
        room.tell_all(0, 0);
        assert_eq!(room.members.len(), 1, "the channel of the slow one was full");
        let mut last = String::new();
        while let Ok(text) = messages.try_recv() {
            last = text.to_string();
        }
        let state: Value = serde_json::from_str(&last).expect("JSON");
        assert_eq!(state["seats"][0]["connected"], false, "{last}");
    }

    #[tokio::test]
    async fn a_stale_action_is_answered_without_the_moves() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut game = fixture::game("chess", None);
        let seen = game.seq;
        for text in ["e2e4", "e7e5"] {
            game.act(game.turn(), &Action::Move(text.to_string()), now()).expect("a legal move");
        }
        let mut room = Room::new(fixture::rooms(folder.path(), 9), game);
        let (out, mut messages) = mpsc::channel(MAX_WAITING_MESSAGES);
        let (reply, mut answer) = oneshot::channel();
        room.join(&[secret::hash("White")], [127, 0, 0, 1].into(), out, reply);
        let connection = answer.try_recv().expect("an answer").expect("a secret of the game");
        while messages.try_recv().is_ok() {}
        room.act(connection, Some(7), seen, &Action::Move("g1f3".to_string())).await;
        let mut next = || -> Value {
            let text = messages.try_recv().expect("a message");
            serde_json::from_str(&text).expect("JSON")
        };
        let (refusal, state) = (next(), next());
        assert_eq!((&refusal["code"], &refusal["re"]), (&json!("stale"), &json!(7)));
        assert_eq!((&state["moves_from"], &state["moves"]), (&json!(2), &json!([])));
    }

    #[tokio::test]
    async fn an_open_room_sleeps_until_something_happens() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut room = Room::new(fixture::rooms(folder.path(), 9), fixture::game("chess", None));
        let (out, _messages) = mpsc::channel(MAX_WAITING_MESSAGES);
        let (reply, _answer) = oneshot::channel();
        room.join(&[], [127, 0, 0, 1].into(), out, reply);
        room.idle_at = Instant::now();
        assert!(room.wakes_at() > Instant::now() + IDLE / 2);
    }

    #[tokio::test]
    async fn a_running_clock_keeps_no_room_open_and_a_client_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut game = fixture::game("chess", Some(TimeControl { initial_ms: 3_600_000, increment_ms: 0 }));
        game.state.clocks.as_mut().expect("clocks").run(0, now());
        let mut room = Room::new(fixture::rooms(folder.path(), 9), game);
        assert!(!room.is_idle(), "it has just been opened");
        room.idle_at = Instant::now();
        assert!(room.is_idle());
        room.retry_at = Some(Instant::now());
        assert!(!room.is_idle(), "the engine still has to move");
        room.retry_at = None;
        join(&mut room);
        assert!(!room.is_idle());
    }
}
