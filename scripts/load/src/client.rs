//! Clients of a motley-server.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::report::Counts;

/// Longest time that a message may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Server by its host and port.
#[derive(Clone)]
pub struct Server {
    host: String,
    http: reqwest::Client,
}

/// Game with the secrets of its seats.
pub struct Game {
    /// Identifier.
    pub id: String,
    secrets: Vec<String>,
}

impl Server {
    /// Server at a host and port.
    ///
    /// # Errors
    /// If there can be no client for HTTP.
    pub fn new(host: &str) -> Result<Server> {
        // Idle connections are given up before the server closes them, as it may while a request is sent.
        let http = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(2)).build();
        Ok(Server { host: host.to_string(), http: http? })
    }

    /// Answer to a GET.
    ///
    /// # Errors
    /// If there is none.
    pub async fn get(&self, path: &str) -> Result<Value> {
        Ok(self.http.get(format!("http://{}{path}", self.host)).send().await?.error_for_status()?.json().await?)
    }

    /// Creates a game.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn create(&self, game: &Value) -> Result<Game> {
        let url = format!("http://{}/api/games", self.host);
        let created: Value = self.http.post(url).json(game).send().await?.error_for_status()?.json().await?;
        let seats = created["seats"].as_array().context("no seats")?.iter();
        let secrets = seats.filter_map(|seat| seat["secret"].as_str().map(str::to_string)).collect();
        Ok(Game { id: created["id"].as_str().context("no identifier")?.to_string(), secrets })
    }

    /// Client at a seat of a game of persons, or a watcher.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn join(&self, game: &Game, seat: Option<usize>) -> Result<Client> {
        let (socket, _) = connect_async(format!("ws://{}/api/games/{}/live", self.host, game.id)).await?;
        let mut client = Client { socket, state: Value::Null, moves: Vec::new() };
        client.send(&json!({"type": "hello", "seat": seat.map(|seat| &game.secrets[seat])})).await?;
        while client.state.is_null() {
            client.take_next(None).await?;
        }
        Ok(client)
    }
}

/// Client of a game.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Last state.
    pub state: Value,
    /// Moves that were told.
    pub moves: Vec<Value>,
}

impl Client {
    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// Takes the next message. Faults are counted, if there is where.
    async fn take_next(&mut self, counts: Option<&Counts>) -> Result<()> {
        let message = timeout(PATIENCE, self.socket.next()).await.context("the server is silent")?;
        self.take(message.context("the connection is gone")??, counts)
    }

    fn take(&mut self, message: Message, counts: Option<&Counts>) -> Result<()> {
        let Message::Text(text) = message else { return Ok(()) };
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] != "state" {
            bail!("the server says {message}");
        }
        let before = self.state["seq"].as_u64();
        let seq = message["seq"].as_u64().context("no number")?;
        if let Some(counts) = counts
            && before.is_some_and(|before| seq != before && seq != before + 1)
        {
            counts.add_fault(format!("after change {before:?} comes {seq}"));
        }
        let from = message["moves_from"].as_u64().context("no number")? as usize;
        ensure!(from <= self.moves.len(), "moves are missing before {from}");
        self.moves.truncate(from);
        self.moves.extend(message["moves"].as_array().context("no moves")?.iter().cloned());
        self.state = message;
        Ok(())
    }

    /// Takes messages that have come already.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn take_waiting(&mut self, counts: &Counts) -> Result<()> {
        while let Some(message) = self.socket.next().now_or_never() {
            self.take(message.context("the connection is gone")??, Some(counts))?;
        }
        Ok(())
    }

    /// Waits for a change.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn wait_for(&mut self, seq: u64, counts: &Counts) -> Result<()> {
        while self.seq() < seq {
            self.take_next(Some(counts)).await?;
        }
        Ok(())
    }

    /// Number of changes of the game.
    pub fn seq(&self) -> u64 {
        self.state["seq"].as_u64().unwrap_or_default()
    }

    /// Seat to move.
    pub fn turn(&self) -> usize {
        self.state["turn"].as_u64().unwrap_or_default() as usize
    }

    /// True if the game is over.
    pub fn is_over(&self) -> bool {
        self.state["status"] == "over"
    }

    /// Legal moves.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.state["legal"].as_array().into_iter().flatten();
        legal.filter_map(|mv| mv["text"].as_str().map(str::to_string)).collect()
    }
}
