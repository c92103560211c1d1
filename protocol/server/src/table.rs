//! Table of games: opens the room of a game when somebody asks for it, and new games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::luck::LuckSeed;
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::clock::now;
use crate::compute::{Busy, compute};
use crate::game::{Draft, DraftError, Game, Player};
use crate::pool::Pool;
use crate::room::{Ask, Room};
use crate::secret;
use crate::store::{Store, StoreError};

/// Interval at which the server stores that it is alive, while games are open.
const ALIVE_INTERVAL: Duration = Duration::from_secs(1);
/// Requests that may wait for a room.
const MOST_ASKS: usize = 256;

/// Room of a game, once it is open.
type Cell = Arc<OnceCell<mpsc::Sender<Ask>>>;

struct Inner {
    store: Store,
    pool: Pool,
    rooms: Mutex<HashMap<String, Cell>>,
    most_rooms: usize,
}

/// Table of games.
#[derive(Clone)]
pub struct Table {
    inner: Arc<Inner>,
}

/// Reason why a game cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
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

impl From<StoreError> for TableError {
    fn from(_: StoreError) -> TableError {
        TableError::Busy
    }
}

impl From<Busy> for TableError {
    fn from(_: Busy) -> TableError {
        TableError::Busy
    }
}

impl Table {
    /// Table of the games in a database, of which so many may be open at once.
    pub fn new(store: Store, pool: Pool, most_rooms: usize) -> Table {
        Table { inner: Arc::new(Inner { store, pool, rooms: Mutex::default(), most_rooms }) }
    }

    /// Database.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Engines.
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
        let table = self.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ALIVE_INTERVAL).await;
                if table.rooms() > 0 && table.store().store_alive().await.is_err() {
                    log::error!("the server cannot store that it is alive");
                }
            }
        });
        Ok(())
    }

    /// Number of open rooms.
    pub fn rooms(&self) -> usize {
        self.inner.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn cell(&self, id: &str) -> Result<Cell, TableError> {
        let mut rooms = self.inner.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = rooms.get(id) {
            return Ok(Arc::clone(cell));
        }
        if rooms.len() >= self.inner.most_rooms {
            return Err(TableError::Busy);
        }
        let cell = Cell::default();
        rooms.insert(id.to_string(), Arc::clone(&cell));
        Ok(cell)
    }

    fn spawn(&self, game: Game) -> mpsc::Sender<Ask> {
        let (asks, asked) = mpsc::channel(MOST_ASKS);
        tokio::spawn(Room::new(self.clone(), game).run(asked));
        asks
    }

    /// Room of a game, which is opened if it is closed.
    async fn room(&self, id: &str) -> Result<mpsc::Sender<Ask>, TableError> {
        if !secret::is_id(id) {
            return Err(TableError::NotFound);
        }
        let cell = self.cell(id)?;
        let opened = cell
            .get_or_try_init(async || match self.store().load(id).await? {
                Some(game) => Ok(self.spawn(game)),
                None => Err(TableError::NotFound),
            })
            .await;
        if opened.is_err() {
            self.forget(id, |cell| cell.get().is_none());
        }
        opened.cloned()
    }

    /// Removes a room from the table if a condition holds.
    fn forget(&self, id: &str, condition: impl Fn(&Cell) -> bool) -> bool {
        let mut rooms = self.inner.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let goes = rooms.get(id).is_some_and(condition);
        if goes {
            rooms.remove(id);
        }
        goes
    }

    /// A room closes, unless somebody asks it for something.
    pub fn close(&self, id: &str, asked: &mpsc::Receiver<Ask>) -> bool {
        self.forget(id, |_| asked.is_empty())
    }

    /// Asks the room of a game, and waits for the answer.
    ///
    /// # Errors
    /// If there is no such game, or the server is busy.
    pub async fn ask<T>(&self, id: &str, ask: impl Fn(oneshot::Sender<T>) -> Ask) -> Result<T, TableError> {
        // A room may close between the two steps.
        for _ in 0..3 {
            let room = self.room(id).await?;
            let (reply, answer) = oneshot::channel();
            if room.send(ask(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(TableError::Busy)
    }

    /// Sends something to the room of a game that is open.
    pub async fn tell(&self, id: &str, ask: Ask) {
        if let Ok(room) = self.room(id).await {
            // A room that has closed has nothing to do.
            let _ = room.send(ask).await;
        }
    }

    /// Creates a game.
    ///
    /// # Errors
    /// If the draft is wrong, or the game cannot be stored.
    pub async fn create(&self, draft: Draft) -> Result<(), TableError> {
        let seed = LuckSeed::new(secret::random().map_err(|_| TableError::Busy)?);
        let game = compute(move || Game::new(draft, seed, now())).await??;
        Ok(self.store().insert(&game).await?)
    }

    /// Creates the rematch of a game: the same players, each a seat further on. Their secrets stay the same.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn create_rematch(&self, game: &Game) -> Result<String, TableError> {
        let id = secret::new_id().map_err(|_| TableError::Busy)?;
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
