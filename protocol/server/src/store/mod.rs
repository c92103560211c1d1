//! Store: games in an SQLite database.
//!
//! One thread writes (group commit): it puts all writes that wait into one transaction, and answers them when that is
//! on the disk (`synchronous=FULL`). So a hundred moves at once cost one flush, and no move is sent to anybody before
//! it is safe from a crash of the program or the system and from a power failure. Readers share a connection of their
//! own, and so do those of [lists](list); the write-ahead log lets them read meanwhile.

mod list;

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use protocol::clock::{Millis, now};
use protocol::luck::LuckSeed;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use rusqlite_migration::{M, Migrations};
use serde::Serialize;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::compute::{Purpose, compute};
use crate::game::{Game, State};
use crate::line::Line;
pub use list::{Filter, Ids, ListPage};

/// Schema migrations, the oldest first.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        variant TEXT NOT NULL,
        fen TEXT,
        public INTEGER NOT NULL,
        created INTEGER NOT NULL,
        seed TEXT NOT NULL,
        seq INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        over INTEGER NOT NULL,
        wakes INTEGER NOT NULL,
        players TEXT NOT NULL,
        result TEXT,
        state TEXT NOT NULL
    ) STRICT;
    CREATE INDEX games_listed ON games (public, over, number);
    CREATE INDEX games_waking ON games (wakes) WHERE wakes = 1;
    CREATE TABLE plies (
        game INTEGER NOT NULL REFERENCES games (number),
        ply INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server (
        key TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ",
    "
    CREATE INDEX games_public ON games (public, number);
    CREATE INDEX games_of_variant ON games (public, variant, number);
    CREATE INDEX games_of_variant_listed ON games (public, variant, over, number);
    ",
];

/// Condition of a game in which fewer than two plies were played after those that it was created with.
const UNPLAYED: &str = "NOT EXISTS (SELECT 1 FROM plies
     WHERE game = number AND ply > coalesce(json_extract(state, '$.opening'), 0))";

/// Maximum number of writes in a transaction.
const MAX_BATCH: usize = 256;
/// Maximum number of writes that wait.
const MAX_WAITING: usize = 2048;

type Write = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

/// Write that waits, and the channel for its outcome.
struct PendingWrite {
    write: Write,
    done: oneshot::Sender<bool>,
}

/// Error of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the data cannot be stored")]
pub struct StoreError;

/// Error: another server uses the database.
#[derive(Debug, thiserror::Error)]
#[error("another motley-server uses it{}; it has locked {}", place(.address.as_deref()), .lock.display())]
pub struct InUse {
    /// Address of that server, if it has told it.
    pub address: Option<String>,
    lock: PathBuf,
}

/// Words for where another server is.
fn place(address: Option<&str>) -> String {
    address.map(|address| format!(" at {address}")).unwrap_or_default()
}

/// Database of games.
#[derive(Clone)]
pub struct Store {
    /// Lock file beside the database.
    lock: Arc<File>,
    writes: mpsc::Sender<PendingWrite>,
    reader: Arc<Mutex<Connection>>,
    /// Reader of the lists, which take longer than games.
    lister: Arc<Mutex<Connection>>,
}

impl Store {
    /// Opens a database, or creates it.
    ///
    /// # Errors
    /// If the file cannot be used, or another server uses it ([`InUse`]).
    pub fn open(path: &Path) -> Result<Store> {
        let context = || format!("the data in {}", path.display());
        let lock = Arc::new(lock(path).with_context(context)?);
        create(path).with_context(context)?;
        let mut writer = connect(path).with_context(context)?;
        let migrations = Migrations::new(MIGRATIONS.iter().map(|step| M::up(step)).collect());
        migrations.to_latest(&mut writer).with_context(context)?;
        let readers = [connect(path).with_context(context)?, connect(path).with_context(context)?];
        let [reader, lister] = readers.map(|reader| Arc::new(Mutex::new(reader)));
        let (writes, waiting) = mpsc::channel(MAX_WAITING);
        let kept = lock.clone();
        thread::Builder::new().name("store".to_string()).spawn(move || {
            write_all(&mut writer, waiting);
            drop(kept);
        })?;
        Ok(Store { lock, writes, reader, lister })
    }

    /// Tells other servers that want the same database where this one is: in the lock file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tell_address(&self, address: &str) -> io::Result<()> {
        (&*self.lock).write_all(address.as_bytes())
    }

    /// Queues a write, and waits until it is committed.
    async fn write(
        &self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (done, is_done) = oneshot::channel();
        self.writes.send(PendingWrite { write: Box::new(write), done }).await.map_err(|_| StoreError)?;
        match is_done.await {
            Ok(true) => Ok(()),
            _ => Err(StoreError),
        }
    }

    /// Stores a new game.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn insert(&self, game: &Game) -> Result<(), StoreError> {
        self.write(insertion(game)).await
    }

    /// Stores a change of a game, of which the first `stored_plies` plies are stored already.
    ///
    /// # Errors
    /// If it cannot be stored, or the game is not there.
    pub async fn update(&self, game: &Game, stored_plies: usize) -> Result<(), StoreError> {
        self.write(update(game, stored_plies)).await
    }

    /// Stores a change of a game as [`update`](Store::update) does, and a new game: both or neither.
    ///
    /// # Errors
    /// If they cannot be stored, or the changed game is not there.
    pub async fn update_and_insert(&self, game: &Game, stored_plies: usize, new: &Game) -> Result<(), StoreError> {
        let (update, insertion) = (update(game, stored_plies), insertion(new));
        self.write(move |data| update(data).and_then(|()| insertion(data))).await
    }

    /// Stores the present time as the last one at which the server was alive.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn store_alive(&self) -> Result<(), StoreError> {
        let now = now();
        let write = move |data: &Connection| {
            data.prepare_cached("INSERT OR REPLACE INTO server (key, value) VALUES ('alive', ?1)")?.execute([now])?;
            Ok(())
        };
        self.write(write).await
    }

    /// Time at which the server was last known to be alive.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn alive(&self) -> Result<Option<Millis>, StoreError> {
        read(&self.reader, |data| {
            data.query_row("SELECT value FROM server WHERE key = 'alive'", [], |row| row.get(0)).optional()
        })
        .await
    }

    /// Loads a game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<Game>, StoreError> {
        match self.find(id).await? {
            Some(stored) => Ok(Some(stored.load().await?)),
            None => Ok(None),
        }
    }

    /// Reads a game, whose moves are not replayed yet.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn find(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_string();
        read(&self.reader, move |data| stored_game(data, &id)).await
    }

    /// Deletes the games that were created before `time` and in which fewer than two plies were played, whether or not
    /// they are over. They are looked for beside the moves of others, and deleted between them.
    ///
    /// # Errors
    /// If they cannot be deleted.
    pub async fn delete_unplayed(&self, time: Millis) -> Result<(), StoreError> {
        let unplayed: Vec<i64> = read(&self.lister, move |data| {
            let mut query = data.prepare(&format!("SELECT number FROM games WHERE created < ?1 AND {UNPLAYED}"))?;
            query.query_map([time], |row| row.get(0))?.collect()
        })
        .await?;
        for number in unplayed {
            let write = move |data: &Connection| {
                // It may have been played meanwhile.
                let is_unplayed = format!("SELECT 1 FROM games WHERE number = ?1 AND {UNPLAYED}");
                if data.prepare_cached(&is_unplayed)?.exists([number])? {
                    data.prepare_cached("DELETE FROM plies WHERE game = ?1")?.execute([number])?;
                    data.prepare_cached("DELETE FROM games WHERE number = ?1")?.execute([number])?;
                }
                Ok(())
            };
            self.write(write).await?;
        }
        Ok(())
    }

    /// Identifiers of the games whose clocks run.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn waking(&self) -> Result<Vec<String>, StoreError> {
        read(&self.reader, |data| {
            let mut query = data.prepare("SELECT id FROM games WHERE wakes = 1")?;
            query.query_map([], |row| row.get(0))?.collect()
        })
        .await
    }

    /// Public games, the newest first. Those that are damaged are left out.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn list(&self, filter: Filter) -> Result<ListPage, StoreError> {
        read(&self.lister, move |data| list::list(data, &filter)).await
    }
}

/// Reads on a connection in a thread of the runtime's blocking pool, which does not wait for other readers.
async fn read<T: Send + 'static>(
    reader: &Arc<Mutex<Connection>>,
    read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    let reader = Arc::clone(reader).lock_owned().await;
    match tokio::task::spawn_blocking(move || read(&reader)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            log::error!("reading the data: {error}");
            Err(StoreError)
        }
        Err(_) => Err(StoreError),
    }
}

/// Locks a database for this server, by a file beside it: two servers would delete moves of each other.
fn lock(path: &Path) -> Result<File> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".lock");
    let name = PathBuf::from(name);
    let lock = File::options().write(true).create(true).truncate(false).open(&name)?;
    match lock.try_lock() {
        Ok(()) => {
            // The address of the server before this one.
            lock.set_len(0)?;
            Ok(lock)
        }
        Err(TryLockError::WouldBlock) => {
            let address = fs::read_to_string(&name).ok().filter(|address| address.starts_with("http"));
            Err(InUse { address, lock: name }.into())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", name.display())),
    }
}

/// Creates the file of a database, if there is none. Only the server's user may read it: it has the seeds of games in
/// progress. The files that SQLite puts beside it have the same permissions.
fn create(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let data = Connection::open(path)?;
    data.busy_timeout(Duration::from_secs(5))?;
    data.pragma_update(None, "journal_mode", "WAL")?;
    data.pragma_update(None, "synchronous", "FULL")?;
    data.pragma_update(None, "foreign_keys", true)?;
    data.pragma_update(None, "trusted_schema", false)?;
    Ok(data)
}

/// Executes writes in batches until all senders are gone.
fn write_all(data: &mut Connection, mut waiting: mpsc::Receiver<PendingWrite>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MAX_BATCH
            && let Ok(next) = waiting.try_recv()
        {
            batch.push(next);
        }
        write_batch(data, batch);
    }
}

fn write_batch(data: &mut Connection, batch: Vec<PendingWrite>) {
    let mut written = Vec::with_capacity(batch.len());
    let outcome = data.transaction().and_then(|mut transaction| {
        for PendingWrite { write, done } in batch {
            let saved = transaction.savepoint()?;
            let result = write(&saved).and_then(|()| saved.commit());
            if let Err(error) = &result {
                log::error!("writing the data: {error}");
            }
            written.push((done, result.is_ok()));
        }
        transaction.commit()
    });
    if let Err(error) = &outcome {
        log::error!("writing the data: {error}");
    }
    for (done, is_written) in written {
        // Whoever asked may have gone.
        let _ = done.send(is_written && outcome.is_ok());
    }
}

/// Columns of the table `games` that change, and the game's identifier.
struct GameColumns {
    id: String,
    seq: i64,
    moves: i64,
    over: bool,
    /// True if a clock runs: the game is opened when the server starts.
    wakes: bool,
    players: String,
    result: Option<String>,
    state: String,
}

impl GameColumns {
    fn of(game: &Game) -> GameColumns {
        let ending = game.ending();
        let names: Vec<String> = game.state.players.iter().map(|player| player.name().to_lowercase()).collect();
        GameColumns {
            id: game.id.clone(),
            seq: game.seq as i64,
            moves: game.line.composite_moves.len() as i64,
            over: ending.is_some(),
            wakes: game.state.clocks.as_ref().is_some_and(|clocks| clocks.running().is_some()),
            players: names.join("\n"),
            result: ending.map(|ending| json(&ending)),
            state: json(&game.state),
        }
    }

    /// Values by the names of their parameters in statements.
    fn values(&self) -> Vec<(&'static str, &dyn ToSql)> {
        vec![
            (":id", &self.id),
            (":seq", &self.seq),
            (":moves", &self.moves),
            (":over", &self.over),
            (":wakes", &self.wakes),
            (":players", &self.players),
            (":result", &self.result),
            (":state", &self.state),
        ]
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON text")
}

/// Write of a new game.
fn insertion(game: &Game) -> impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + use<> {
    let columns = GameColumns::of(game);
    let (variant, fen, seed) = (game.variant, game.line.fen.clone(), game.seed.reveal());
    let (public, created, plies) = (game.public, game.created, game.line.plies.clone());
    move |data| {
        let mut values = columns.values();
        values.extend([
            (":variant", &variant as &dyn ToSql),
            (":fen", &fen),
            (":public", &public),
            (":created", &created),
            (":seed", &seed),
        ]);
        data.prepare_cached(
            "INSERT INTO games
               (id, variant, fen, public, created, seed, seq, moves, over, wakes, players, result, state)
             VALUES (:id, :variant, :fen, :public, :created, :seed,
               :seq, :moves, :over, :wakes, :players, :result, :state)",
        )?
        .execute(&values[..])?;
        insert_plies(data, &columns.id, 0, &plies)
    }
}

/// Write of a change of a game, of which the first `stored_plies` plies are stored already.
fn update(game: &Game, stored_plies: usize) -> impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + use<> {
    let columns = GameColumns::of(game);
    let plies = game.line.plies[stored_plies..].to_vec();
    move |data| {
        let mut change = data.prepare_cached(
            "UPDATE games
             SET seq = :seq, moves = :moves, over = :over, wakes = :wakes, players = :players, result = :result,
               state = :state
             WHERE id = :id",
        )?;
        let changed = change.execute(&columns.values()[..])?;
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed));
        }
        data.prepare_cached("DELETE FROM plies WHERE game = (SELECT number FROM games WHERE id = ?1) AND ply >= ?2")?
            .execute(params![columns.id, stored_plies as i64])?;
        insert_plies(data, &columns.id, stored_plies, &plies)
    }
}

fn insert_plies(data: &Connection, id: &str, first: usize, plies: &[String]) -> rusqlite::Result<()> {
    let mut insert = data.prepare_cached(
        "INSERT INTO plies (game, ply, text) VALUES ((SELECT number FROM games WHERE id = ?1), ?2, ?3)",
    )?;
    for (ply, text) in (first..).zip(plies) {
        insert.execute(params![id, ply as i64, text])?;
    }
    Ok(())
}

/// Game as it is stored: a row of the table `games`, with the plies of the game.
pub struct StoredGame {
    id: String,
    variant: String,
    fen: Option<String>,
    public: bool,
    created: Millis,
    seed: String,
    seq: i64,
    state: String,
    plies: Vec<String>,
}

/// Stored game of an identifier.
fn stored_game(data: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let numbered = |row: &Row| {
        Ok((
            row.get::<_, i64>(0)?,
            StoredGame {
                id: row.get(1)?,
                variant: row.get(2)?,
                fen: row.get(3)?,
                public: row.get(4)?,
                created: row.get(5)?,
                seed: row.get(6)?,
                seq: row.get(7)?,
                state: row.get(8)?,
                plies: Vec::new(),
            },
        ))
    };
    // Both queries see the same state of the data.
    let reading = data.unchecked_transaction()?;
    let found = reading
        .prepare_cached("SELECT number, id, variant, fen, public, created, seed, seq, state FROM games WHERE id = ?1")?
        .query_row([id], numbered)
        .optional()?;
    let Some((number, mut game)) = found else { return Ok(None) };
    let mut plies = reading.prepare_cached("SELECT text FROM plies WHERE game = ?1 ORDER BY ply")?;
    game.plies = plies.query_map([number], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(game))
}

impl StoredGame {
    /// Number of its plies.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Replays the moves of the game.
    ///
    /// # Errors
    /// If it is damaged.
    pub async fn load(self) -> Result<Game, StoreError> {
        let id = self.id.clone();
        match compute(Purpose::Games, || self.into_game()).await {
            Ok(Ok(game)) => Ok(game),
            Ok(Err(error)) => {
                log::error!("game {id} in the data is damaged: {error:#}");
                Err(StoreError)
            }
            Err(_) => Err(StoreError),
        }
    }

    fn into_game(self) -> Result<Game> {
        let seed: LuckSeed = self.seed.parse().map_err(|error| anyhow::anyhow!("the seed is {error}"))?;
        let line = Line::with_moves(&self.variant, self.fen.as_deref(), &self.plies)?;
        let state: State = serde_json::from_str(&self.state)?;
        let (players, seats) = (state.players.len(), line.session.seat_names().len());
        anyhow::ensure!(players == seats, "it has {players} players, not {seats}");
        let seq = u64::try_from(self.seq)?;
        Ok(Game {
            variant: line.session.variant(),
            id: self.id,
            public: self.public,
            created: self.created,
            seq,
            position_seq: seq,
            seed,
            line,
            state,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::game::Ending;

    #[test]
    fn an_old_database_is_brought_up_to_date() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let mut old = Connection::open(&path).expect("a database");
        Migrations::new(vec![M::up(MIGRATIONS[0])]).to_latest(&mut old).expect("the first version");
        Store::open(&path).expect("a database of this version");
    }

    #[test]
    fn a_database_has_one_server() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let store = Store::open(&path).expect("a database");
        let refused = || Store::open(&path).err().expect("it is in use");
        let words = format!("{:#}", refused());
        assert!(words.contains("another motley-server uses it; it has locked"), "{words:?}");
        assert!(words.contains("games.db.lock"), "{words:?}");
        store.tell_address("http://127.0.0.1:1234/").expect("a file");
        let error = refused();
        let address = error.downcast_ref::<InUse>().and_then(|in_use| in_use.address.as_deref());
        assert!(cfg!(windows) || address == Some("http://127.0.0.1:1234/"), "{error:#}");
        let other = folder.path().join("other.db");
        fs::write(folder.path().join("other.db.lock"), "http://127.0.0.1:1/").expect("a file");
        let _other = Store::open(&other).expect("nobody uses it");
        let error = Store::open(&other).err().expect("it is in use");
        assert!(error.downcast_ref::<InUse>().is_some_and(|in_use| in_use.address.is_none()), "{error:#}");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn other_users_of_the_machine_cannot_read_a_new_database() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.db")).expect("a database");
        store.insert(&fixture::game("chex", None)).await.expect("room on the disk");
        for name in ["games.db", "games.db-wal", "games.db-shm"] {
            let mode = fs::metadata(folder.path().join(name)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
        }
    }

    #[tokio::test]
    async fn a_game_without_a_player_for_each_seat_is_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.db");
        let store = Store::open(&path).expect("a database");
        let game = fixture::game("chess", None);
        store.insert(&game).await.expect("room on the disk");
        let data = Connection::open(&path).expect("a database");
        let damaged = data.execute("UPDATE games SET state = json_remove(state, '$.players[1]')", []);
        assert_eq!(damaged, Ok(1));
        assert!(store.load(&game.id).await.is_err());
    }

    #[tokio::test]
    async fn games_that_nobody_played_are_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.db")).expect("a database");
        let game = |opening: &[&str], played: &[&str], created: Millis| {
            let mut game = fixture::game("chess", None);
            let plies: Vec<String> = opening.iter().chain(played).map(ToString::to_string).collect();
            game.line = Line::with_moves("chess", None, &plies).expect("legal moves");
            (game.created, game.state.opening) = (created, opening.len());
            game
        };
        let (old, new) = (now() - 2000, now());
        let mut resigned = game(&[], &[], old);
        resigned.state.ending =
            Some(Ending { score: "0-1".into(), reason: "White resigns".into(), shares: vec![0.0, 1.0] });
        let games = [
            (game(&[], &[], old), false),
            (game(&[], &["e2e4"], old), false),
            (game(&["e2e4", "e7e5"], &["g1f3"], old), false),
            (game(&["e2e4", "e7e5"], &["g1f3", "b8c6"], old), true),
            (game(&[], &["e2e4", "e7e5"], old), true),
            (game(&[], &[], new), true),
            (resigned, false),
        ];
        for (game, _) in &games {
            store.insert(game).await.expect("room on the disk");
        }
        store.delete_unplayed(new - 1000).await.expect("they can be deleted");
        for (game, stays) in &games {
            let loaded = store.load(&game.id).await.expect("a sound game");
            let is_whole = loaded.map(|loaded| loaded.line.plies == game.line.plies);
            assert_eq!(is_whole, stays.then_some(true), "{:?}", game.line.plies);
        }
    }
}
