//! Registry of the open rooms: opens the room of a game at the first request for it and when a flag falls, and creates
//! games.

use std::collections::HashMap;
use std::mem;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::clock::{Millis, date, now};
use protocol::luck::LuckSeed;
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::compute::{Busy, Purpose, compute};
use crate::game::{Draft, DraftError, Game, Player};
use crate::pool::Pool;
use crate::room::{Room, RoomRequest};
use crate::secret;
use crate::store::{Store, StoreError, StoredGame};
use crate::token_bucket::AddressBuckets;

/// Interval at which the server looks for flags that have fallen in closed rooms, and stores that it is alive, while
/// games are open or clocks run.
const ALIVE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval at which games that nobody played are deleted.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(24 * 3600);
/// Age at which a game that nobody played is deleted, in milliseconds.
const UNPLAYED_LIFETIME: Millis = 30 * 24 * 3600 * 1000;
/// Maximum number of requests that wait for a room.
const MAX_WAITING_REQUESTS: usize = 256;

/// Room of a game, once it is open.
type Cell = Arc<OnceCell<mpsc::Sender<RoomRequest>>>;

struct Inner {
    store: Store,
    pool: Pool,
    cells: Mutex<HashMap<String, Cell>>,
    /// Times at which the flags of closed rooms fall.
    flags: Mutex<HashMap<String, Millis>>,
    max_rooms: usize,
    /// New games that each address may still create.
    new_games: AddressBuckets,
}

/// Registry of the open rooms, by the identifiers of their games.
#[derive(Clone)]
pub struct Rooms {
    inner: Arc<Inner>,
}

/// Error of opening or creating a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// Too many games are open, or the database refuses.
    #[error("the server is busy; try again later")]
    Busy,
    /// The address has created too many games.
    #[error("too many new games from this address; try again in some minutes")]
    TooManyGames,
    /// The draft of a game is wrong.
    #[error(transparent)]
    Draft(#[from] DraftError),
}

impl RoomError {
    /// Code of the error in messages.
    pub fn code(&self) -> &'static str {
        match self {
            RoomError::NotFound => "not-found",
            RoomError::Busy => "busy",
            RoomError::TooManyGames => "too-many",
            RoomError::Draft(_) => "bad-request",
        }
    }
}

impl From<StoreError> for RoomError {
    fn from(_: StoreError) -> RoomError {
        RoomError::Busy
    }
}

impl From<Busy> for RoomError {
    fn from(_: Busy) -> RoomError {
        RoomError::Busy
    }
}

/// Place of a room while a request opens it. If no room comes of it, whoever leaves last gives the place back: after an
/// error, and where the request was aborted.
struct Opening<'a> {
    rooms: &'a Rooms,
    id: &'a str,
    cell: Cell,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        let mut cells = self.rooms.cells();
        // The own share is given up under the lock, where all are taken: who is left alone has the registry's.
        drop(mem::take(&mut self.cell));
        if cells.get(self.id).is_some_and(|cell| cell.get().is_none() && Arc::strong_count(cell) == 1) {
            cells.remove(self.id);
        }
    }
}

impl Rooms {
    /// Registry without open rooms, for the games of a database; at most `max_rooms` are open at once. `new_games` is
    /// the quota of new games of each address.
    pub fn new(store: Store, pool: Pool, max_rooms: usize, new_games: AddressBuckets) -> Rooms {
        let inner = Inner { store, pool, cells: Mutex::default(), flags: Mutex::default(), max_rooms, new_games };
        Rooms { inner: Arc::new(inner) }
    }

    /// Database of the games.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Pool of engines for all rooms and guests.
    pub fn pool(&self) -> &Pool {
        &self.inner.pool
    }

    /// Opens the games whose clocks ran when the server ended, gives them back the time since, and begins to store that
    /// the server is alive.
    ///
    /// # Errors
    /// If the database refuses.
    pub async fn start(&self) -> Result<(), StoreError> {
        let down = self.store().alive().await?.map_or(0, |alive| now() - alive);
        for id in self.store().waking().await? {
            let Ok(Some(mut game)) = self.store().load(&id).await else { continue };
            if let Some(clocks) = &mut game.state.clocks {
                clocks.resume(down, now());
            }
            let plies = game.line.plies.len();
            self.store().update(&game, plies).await?;
            // More clocks may run than the limit allows now. No flag may be missed: all their rooms are opened.
            let cell = Arc::clone(self.cells().entry(id).or_default());
            cell.get_or_init(async || self.spawn(game)).await;
        }
        // From now on the same time is not given back again.
        self.store().store_alive().await?;
        let rooms = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ALIVE_INTERVAL).await;
                let runs = rooms.open_count() > 0 || !rooms.flags().is_empty();
                if runs && rooms.store().store_alive().await.is_err() {
                    log::error!("the server cannot store that it is alive");
                }
                rooms.open_fallen().await;
            }
        });
        let store = self.store().clone();
        tokio::spawn(async move {
            loop {
                if store.delete_unplayed(date() - UNPLAYED_LIFETIME).await.is_err() {
                    log::error!("the games that nobody played cannot be deleted");
                }
                tokio::time::sleep(CLEANUP_INTERVAL).await;
            }
        });
        Ok(())
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.inner.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flags(&self) -> MutexGuard<'_, HashMap<String, Millis>> {
        self.inner.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the closed rooms whose flags have fallen: they end their games. Where too many rooms are open it is tried
    /// again.
    async fn open_fallen(&self) {
        let fallen: Vec<(String, Millis)> = self.flags().extract_if(|_, at| *at <= now()).collect();
        for (id, at) in fallen {
            if matches!(self.room(&id).await, Err(RoomError::Busy)) {
                self.flags().entry(id).or_insert(at);
            }
        }
    }

    /// Identifiers of the games whose rooms are open.
    pub fn open(&self) -> Vec<String> {
        self.cells().keys().cloned().collect()
    }

    /// Number of open rooms.
    pub fn open_count(&self) -> usize {
        self.cells().len()
    }

    /// Place of a room, which is made if there is none.
    ///
    /// # Errors
    /// If too many rooms are open.
    fn opening<'a>(&'a self, id: &'a str) -> Result<Opening<'a>, RoomError> {
        let mut cells = self.cells();
        if !cells.contains_key(id) && cells.len() >= self.inner.max_rooms {
            return Err(RoomError::Busy);
        }
        let cell = Arc::clone(cells.entry(id.to_string()).or_default());
        Ok(Opening { rooms: self, id, cell })
    }

    /// Starts the task of a room, and returns the channel for its requests.
    fn spawn(&self, game: Game) -> mpsc::Sender<RoomRequest> {
        let (sender, requests) = mpsc::channel(MAX_WAITING_REQUESTS);
        tokio::spawn(Room::new(self.clone(), game).run(requests));
        sender
    }

    /// Channel for the requests to the room of a game, which is opened if it is closed.
    async fn room(&self, id: &str) -> Result<mpsc::Sender<RoomRequest>, RoomError> {
        if !secret::is_id(id) {
            return Err(RoomError::NotFound);
        }
        let opening = self.opening(id)?;
        let opened = opening.cell.get_or_try_init(async || match self.store().load(id).await? {
            Some(game) => Ok(self.spawn(game)),
            None => Err(RoomError::NotFound),
        });
        opened.await.cloned()
    }

    /// Stored game whose room is closed, for those who only look at it; none if its room is open.
    ///
    /// # Errors
    /// If there is no such game, or the server is busy.
    pub async fn closed(&self, id: &str) -> Result<Option<StoredGame>, RoomError> {
        if !secret::is_id(id) {
            return Err(RoomError::NotFound);
        }
        if self.cells().contains_key(id) {
            return Ok(None);
        }
        let stored = self.store().find(id).await?;
        stored.map(Some).ok_or(RoomError::NotFound)
    }

    /// Removes a room from the registry if a condition holds; true if it did.
    fn forget(&self, id: &str, condition: impl Fn(&Cell) -> bool) -> bool {
        let mut cells = self.cells();
        let holds = cells.get(id).is_some_and(condition);
        if holds {
            cells.remove(id);
        }
        holds
    }

    /// Closes a room unless requests wait for it; true if it is closed. It is opened again when its flag falls.
    pub fn close(&self, id: &str, flag: Option<Millis>, requests: &mpsc::Receiver<RoomRequest>) -> bool {
        let mut flags = self.flags();
        let is_closed = self.forget(id, |_| requests.is_empty());
        if is_closed {
            match flag {
                Some(at) => flags.insert(id.to_string(), at),
                None => flags.remove(id),
            };
        }
        is_closed
    }

    /// Closes the room of a game that is gone. Whoever waits for an answer is told that there is no such game.
    pub fn close_gone(&self, id: &str) {
        self.forget(id, |_| true);
    }

    /// Sends a request to the room of a game, and waits for the answer.
    ///
    /// # Errors
    /// If there is no such game, or the server is busy.
    pub async fn ask<T>(&self, id: &str, request: impl Fn(oneshot::Sender<T>) -> RoomRequest) -> Result<T, RoomError> {
        // A room may close between the two steps.
        for _ in 0..3 {
            let room = self.room(id).await?;
            let (reply, answer) = oneshot::channel();
            if room.send(request(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(RoomError::Busy)
    }

    /// Sends a request of a connection, which has no answer, to the room of a game. A room that has closed knows no
    /// connection: it is not opened.
    pub async fn tell(&self, id: &str, request: RoomRequest) {
        let room = self.cells().get(id).and_then(|cell| cell.get().cloned());
        if let Some(room) = room {
            // It may close now.
            let _ = room.send(request).await;
        }
    }

    /// Creates a game for a client of an address.
    ///
    /// # Errors
    /// If the draft is wrong, the address has created too many games, or the game cannot be stored.
    pub async fn create(&self, draft: Draft, address: IpAddr) -> Result<(), RoomError> {
        Ok(self.store().insert(&self.new_game(draft, address).await?).await?)
    }

    /// New game, which is not stored yet, and counts for an address.
    async fn new_game(&self, draft: Draft, address: IpAddr) -> Result<Game, RoomError> {
        let seed = LuckSeed::new(secret::random().map_err(|_| RoomError::Busy)?);
        let game = compute(Purpose::Games, move || Game::new(draft, seed, now())).await??;
        if self.inner.new_games.take(address, 1.0) { Ok(game) } else { Err(RoomError::TooManyGames) }
    }

    /// Rematch of a game, which is not stored yet: the same players, each a seat further on. Their secrets stay the
    /// same. It counts for the address of the last one to agree.
    ///
    /// # Errors
    /// If the server is busy, or the address has created too many games.
    pub async fn rematch_of(&self, game: &Game, address: IpAddr) -> Result<Game, RoomError> {
        let mut players: Vec<Player> = game.state.players.clone();
        players.rotate_right(1);
        let draft = Draft {
            id: secret::new_id().map_err(|_| RoomError::Busy)?,
            variant: game.variant.to_string(),
            fen: game.line.fen.clone(),
            moves: game.line.plies[..game.state.opening].to_vec(),
            players,
            control: game.state.clocks.as_ref().map(|clocks| clocks.control),
            public: game.public,
        };
        self.new_game(draft, address).await
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use protocol::clock::TimeControl;

    use super::*;
    use crate::fixture;

    #[tokio::test]
    async fn all_running_clocks_are_taken_up_whatever_the_limit_of_rooms() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 1);
        for _ in 0..3 {
            let control = TimeControl { initial_ms: 3_600_000, increment_ms: 0 };
            let mut game = fixture::game("chess", Some(control));
            game.state.clocks.as_mut().expect("clocks").run(0, now());
            rooms.store().insert(&game).await.expect("room on the disk");
        }
        rooms.start().await.expect("the server starts");
        assert_eq!(rooms.open_count(), 3);
        let other = fixture::game("chess", None);
        rooms.store().insert(&other).await.expect("room on the disk");
        assert_eq!(rooms.ask(&other.id, RoomRequest::Pgn).await, Err(RoomError::Busy), "the limit holds for others");
    }

    #[tokio::test]
    async fn the_time_of_a_downtime_is_given_back_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 9);
        let mut game = fixture::game("chess", Some(TimeControl { initial_ms: 3_600_000, increment_ms: 0 }));
        // White has thought for a minute; then the server was down for another one.
        game.state.clocks.as_mut().expect("clocks").run(0, now() - 120_000);
        rooms.store().insert(&game).await.expect("room on the disk");
        let data = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
        let alive = "INSERT INTO server (key, value) VALUES ('alive', ?1)";
        data.execute(alive, [now() - 60_000]).expect("a time");
        for count in 1..=2 {
            rooms.start().await.expect("the server starts");
            let started = rooms.store().load(&game.id).await.expect("a database").expect("a game");
            let lost = 3_600_000 - started.state.clocks.expect("clocks").left(0, now());
            assert!((60_000..90_000).contains(&lost), "{lost} ms are lost after start {count}");
        }
    }

    #[tokio::test]
    async fn a_closed_room_is_opened_when_its_flag_falls() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 1);
        rooms.start().await.expect("the server starts");
        let mut game = fixture::game("chess", Some(TimeControl { initial_ms: 1500, increment_ms: 0 }));
        let clocks = game.state.clocks.as_mut().expect("clocks");
        clocks.run(0, now());
        let flag = clocks.falls_at();
        rooms.store().insert(&game).await.expect("room on the disk");
        assert!(rooms.ask(&game.id, RoomRequest::Pgn).await.is_ok(), "it is open");
        // Its task ends when nobody can send it requests.
        let (_sender, none) = mpsc::channel(1);
        assert!(rooms.close(&game.id, flag, &none) && rooms.open_count() == 0);
        let waits = async {
            while rooms.open_count() == 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), waits).await.expect("it is opened again");
        assert!(Some(now()) >= flag && rooms.flags().is_empty());
        let over = async || rooms.store().load(&game.id).await.expect("a database").expect("a game").ending().is_some();
        while !over().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    #[tokio::test]
    async fn a_fallen_flag_waits_for_a_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 1);
        let games = [(); 2].map(|()| fixture::game("chess", None));
        for game in &games {
            rooms.store().insert(game).await.expect("room on the disk");
        }
        assert!(rooms.ask(&games[0].id, RoomRequest::Pgn).await.is_ok(), "there is one place");
        rooms.flags().insert(games[1].id.clone(), now());
        rooms.open_fallen().await;
        assert_eq!((rooms.open_count(), rooms.flags().len()), (1, 1));
        rooms.close_gone(&games[0].id);
        rooms.open_fallen().await;
        assert_eq!((rooms.open_count(), rooms.flags().len()), (1, 0));
    }

    #[tokio::test]
    async fn a_request_that_is_aborted_leaves_no_place_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 9);
        for _ in 0..20 {
            let id = secret::new_id().expect("random numbers");
            // It is polled once, waits for the database, and is dropped.
            assert!(rooms.room(&id).now_or_never().is_none_or(|opened| opened.is_err()));
            assert_eq!(rooms.open_count(), 0);
        }
    }

    #[tokio::test]
    async fn a_place_stays_while_somebody_opens_the_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 1);
        let [id, other] = [(); 2].map(|()| secret::new_id().expect("random numbers"));
        let opening = |id| rooms.opening(id).map_err(|error| error.code());
        let [first, second] = [(); 2].map(|()| opening(&id).expect("a place"));
        drop(first);
        assert_eq!(opening(&other).err(), Some("busy"));
        let third = opening(&id).expect("the same place");
        assert!(Arc::ptr_eq(&second.cell, &third.cell), "one room owns a game");
        drop(second);
        assert_eq!(rooms.open_count(), 1);
        drop(third);
        assert_eq!(rooms.open_count(), 0);
    }

    #[tokio::test]
    async fn an_address_has_a_quota_of_new_games_and_rematches() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.db")).expect("a database");
        let pool = Pool::new(2, 1).expect("threads");
        let rooms = Rooms::new(store, pool, 9, AddressBuckets::new(1e-6, 2.0));
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().expect("an address"));
        let create = async |address| rooms.create(fixture::draft("chess", None), address).await;
        let wrong = Draft { players: Vec::new(), ..fixture::draft("chess", None) };
        assert!(matches!(rooms.create(wrong, one).await, Err(RoomError::Draft(_))), "it counts as none");
        assert_eq!(
            [create(one).await, create(one).await, create(one).await],
            [Ok(()), Ok(()), Err(RoomError::TooManyGames)]
        );
        let game = fixture::game("chess", None);
        assert_eq!(rooms.rematch_of(&game, one).await.err(), Some(RoomError::TooManyGames));
        assert!(rooms.rematch_of(&game, other).await.is_ok() && create(other).await.is_ok());
        assert_eq!(create(other).await, Err(RoomError::TooManyGames));
    }

    #[tokio::test]
    async fn a_late_message_opens_no_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let rooms = fixture::rooms(folder.path(), 9);
        let game = fixture::game("chess", None);
        rooms.store().insert(&game).await.expect("room on the disk");
        rooms.tell(&game.id, RoomRequest::Leave(1)).await;
        assert_eq!(rooms.open_count(), 0);
    }
}
