//! Registry of the open rooms: opens the room of a game at the first request for it, and creates games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::luck::LuckSeed;
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::clock::now;
use crate::compute::{Busy, compute};
use crate::game::{Draft, DraftError, Game, Player};
use crate::pool::Pool;
use crate::room::{Room, RoomRequest};
use crate::secret;
use crate::store::{Store, StoreError};

/// Interval at which the server stores that it is alive, while games are open.
const ALIVE_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of requests that wait for a room.
const MAX_WAITING_REQUESTS: usize = 256;

/// Room of a game, once it is open.
type Cell = Arc<OnceCell<mpsc::Sender<RoomRequest>>>;

struct Inner {
    store: Store,
    pool: Pool,
    cells: Mutex<HashMap<String, Cell>>,
    max_rooms: usize,
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
    /// The draft of a game is wrong.
    #[error(transparent)]
    Draft(#[from] DraftError),
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

impl Rooms {
    /// Registry without open rooms, for the games of a database; at most `max_rooms` are open at once.
    pub fn new(store: Store, pool: Pool, max_rooms: usize) -> Rooms {
        Rooms { inner: Arc::new(Inner { store, pool, cells: Mutex::default(), max_rooms }) }
    }

    /// Database.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Pool of engines.
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
            let cell = self.cell(&id).map_err(|_| StoreError)?;
            cell.get_or_init(async || self.spawn(game)).await;
        }
        let rooms = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ALIVE_INTERVAL).await;
                if rooms.open_count() > 0 && rooms.store().store_alive().await.is_err() {
                    log::error!("the server cannot store that it is alive");
                }
            }
        });
        Ok(())
    }

    /// Number of open rooms.
    pub fn open_count(&self) -> usize {
        self.inner.cells.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn cell(&self, id: &str) -> Result<Cell, RoomError> {
        let mut cells = self.inner.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = cells.get(id) {
            return Ok(Arc::clone(cell));
        }
        if cells.len() >= self.inner.max_rooms {
            return Err(RoomError::Busy);
        }
        let cell = Cell::default();
        cells.insert(id.to_string(), Arc::clone(&cell));
        Ok(cell)
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
        let cell = self.cell(id)?;
        let opened = cell
            .get_or_try_init(async || match self.store().load(id).await? {
                Some(game) => Ok(self.spawn(game)),
                None => Err(RoomError::NotFound),
            })
            .await;
        if opened.is_err() {
            self.forget(id, |cell| cell.get().is_none());
        }
        opened.cloned()
    }

    /// Removes a room from the registry if a condition holds; true if it did.
    fn forget(&self, id: &str, condition: impl Fn(&Cell) -> bool) -> bool {
        let mut cells = self.inner.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let holds = cells.get(id).is_some_and(condition);
        if holds {
            cells.remove(id);
        }
        holds
    }

    /// Closes a room unless requests wait for it; true if it is closed.
    pub fn close(&self, id: &str, requests: &mpsc::Receiver<RoomRequest>) -> bool {
        self.forget(id, |_| requests.is_empty())
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

    /// Sends a request that has no answer to the room of a game.
    pub async fn tell(&self, id: &str, request: RoomRequest) {
        if let Ok(room) = self.room(id).await {
            // A room that has closed has nothing to do.
            let _ = room.send(request).await;
        }
    }

    /// Creates a game.
    ///
    /// # Errors
    /// If the draft is wrong, or the game cannot be stored.
    pub async fn create(&self, draft: Draft) -> Result<(), RoomError> {
        let seed = LuckSeed::new(secret::random().map_err(|_| RoomError::Busy)?);
        let game = compute(move || Game::new(draft, seed, now())).await??;
        Ok(self.store().insert(&game).await?)
    }

    /// Creates the rematch of a game: the same players, each a seat further on. Their secrets stay the same.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn create_rematch(&self, game: &Game) -> Result<String, RoomError> {
        let id = secret::new_id().map_err(|_| RoomError::Busy)?;
        let mut players: Vec<Player> = game.state.players.clone();
        players.rotate_right(1);
        let draft = Draft {
            id: id.clone(),
            variant: game.variant.to_string(),
            fen: game.line.fen.clone(),
            moves: game.line.plies[..game.state.opening].to_vec(),
            players,
            control: game.state.clocks.as_ref().map(|clocks| clocks.control),
            public: game.public,
        };
        self.create(draft).await?;
        Ok(id)
    }
}
