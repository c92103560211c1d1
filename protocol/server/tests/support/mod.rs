//! A server of its own for each test, and clients for it.

#![allow(dead_code, reason = "each suite uses a part")]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longest time that an answer may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Server in a process of its own.
pub struct Server {
    process: Child,
    folder: TempDir,
    options: Vec<String>,
    /// Address and port where it listens.
    pub host: String,
}

impl Server {
    /// Server with an empty database and without limits of requests.
    pub fn start() -> Server {
        Server::with_options(&["--rate", "0", "--connections", "0"])
    }

    /// Server with an empty database and options.
    pub fn with_options(options: &[&str]) -> Server {
        Server::with_programs(options, None)
    }

    /// Server with an empty database and options, which finds other programs in a folder only.
    pub fn with_programs(options: &[&str], programs: Option<&OsStr>) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let options: Vec<String> = options.iter().map(|option| option.to_string()).collect();
        let (process, host) = launch(&folder.path().join("games.db"), &options, programs);
        Server { process, folder, options, host }
    }

    /// Path of the database.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    /// Number of the server's process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the server (SIGKILL).
    pub fn kill(&mut self) {
        self.process.kill().expect("the process runs");
        self.process.wait().expect("it ends");
    }

    /// Starts it again after it was killed.
    pub fn restart(&mut self) {
        (self.process, self.host) = launch(&self.data(), &self.options, None);
    }

    /// True if it runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    /// Answer to a GET: status and JSON.
    pub async fn get(&self, path: &str) -> (u16, Value) {
        let answer = reqwest::get(self.url(path)).await.expect("an answer");
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    /// Answer to a POST of JSON: status and JSON.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let answer = reqwest::Client::new().post(self.url(path)).json(body).send().await.expect("an answer");
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    /// Creates a game.
    pub async fn create(&self, game: Value) -> NewGame {
        let (status, answer) = self.post("/api/games", &game).await;
        assert_eq!(status, 201, "{game}: {answer}");
        let seats = answer["seats"].as_array().expect("seats").iter();
        let secrets = seats.map(|seat| {
            (seat["seat"].as_u64().expect("a seat") as usize, seat["secret"].as_str().expect("a secret").to_string())
        });
        NewGame { id: answer["id"].as_str().expect("an identifier").to_string(), secrets: secrets.collect() }
    }

    /// Game of persons only.
    pub async fn create_for_persons(&self, variant: &str, seats: usize) -> NewGame {
        let persons: Vec<Value> =
            (0..seats).map(|seat| json!({"kind": "person", "name": format!("P{seat}")})).collect();
        self.create(json!({"variant": variant, "seats": persons})).await
    }

    /// Client at a seat of a game; without a seat it watches.
    pub async fn join(&self, game: &NewGame, seat: Option<usize>) -> Client {
        let secret = seat.map(|seat| game.secret(seat));
        let mut client = self.socket(&format!("/api/games/{}/live", game.id)).await;
        client.send(json!({"type": "hello", "seat": secret})).await;
        client.next_state().await;
        client
    }

    /// Client at several seats of a game, whose persons sit at one screen.
    pub async fn join_seats(&self, game: &NewGame, seats: &[usize]) -> Client {
        let secrets: Vec<&str> = seats.iter().map(|&seat| game.secret(seat)).collect();
        let mut client = self.socket(&format!("/api/games/{}/live", game.id)).await;
        client.send(json!({"type": "hello", "seats": secrets})).await;
        client.next_state().await;
        client
    }

    /// Client of a WebSocket.
    pub async fn socket(&self, path: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{}{path}", self.host)).await.expect("a connection");
        Client { socket, state: Value::Null, moves: Vec::new() }
    }

    /// Status of a WebSocket request with an origin, when it is refused; 101 when it is not.
    pub async fn socket_status(&self, path: &str, origin: &str) -> u16 {
        let mut request = format!("ws://{}{path}", self.host).into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        match connect_async(request).await {
            Ok(_) => 101,
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => answer.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn launch(data: &Path, options: &[String], programs: Option<&OsStr>) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_motley-server"))
        .args(["--port", "0", "--threads", "2", "--hash", "4", "--data"])
        .arg(data)
        .args(options)
        .envs(programs.map(|folder| ("PATH", folder)))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    assert!(!host.is_empty(), "the server says where it listens");
    (process, host)
}

/// Game that was created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Identifier of the game.
    pub id: String,
    /// Secrets of the persons' seats.
    pub secrets: Vec<(usize, String)>,
}

impl NewGame {
    /// Secret of a seat.
    pub fn secret(&self, seat: usize) -> &str {
        &self.secrets.iter().find(|known| known.0 == seat).expect("a person's seat").1
    }
}

/// Client of a WebSocket.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Last state of the game.
    pub state: Value,
    /// Moves of the game, put together from all states.
    pub moves: Vec<Value>,
}

impl Client {
    /// Sends a message.
    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    /// Sends a text.
    pub async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("the server takes it");
    }

    /// Sends a text; `false` if the connection is gone.
    pub async fn try_send(&mut self, message: Message) -> bool {
        self.socket.send(message).await.is_ok()
    }

    /// Drops all messages that have come already.
    pub fn drain(&mut self) {
        while let Some(Some(Ok(_))) = self.socket.next().now_or_never() {}
    }

    /// Takes all messages that have come already.
    pub fn take_waiting(&mut self) {
        while let Some(Some(Ok(message))) = self.socket.next().now_or_never() {
            let message = message.to_text().ok().and_then(|text| serde_json::from_str(text).ok());
            let state = message.filter(|message: &Value| message["type"] == "state");
            state.iter().for_each(|state| self.take_state(state));
        }
    }

    /// Next message; none if the connection is gone.
    pub async fn try_next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server answers in time") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["type"] == "state" {
                        self.take_state(&message);
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Next message.
    pub async fn next(&mut self) -> Value {
        self.try_next().await.expect("the connection lasts")
    }

    fn take_state(&mut self, state: &Value) {
        self.moves.truncate(state["moves_from"].as_u64().expect("a number") as usize);
        self.moves.extend(state["moves"].as_array().expect("moves").iter().cloned());
        self.state = state.clone();
    }

    /// Takes the next message, which is a state.
    pub async fn next_state(&mut self) -> Value {
        let message = self.next().await;
        assert_eq!(message["type"], "state", "{message}");
        message
    }

    /// Waits for a state with at least so many changes.
    pub async fn state_from(&mut self, seq: u64) -> Value {
        while self.seq() < seq {
            self.next_state().await;
        }
        self.state.clone()
    }

    /// Waits for the next error, and returns its code.
    pub async fn next_error(&mut self) -> String {
        loop {
            let message = self.next().await;
            if message["type"] == "error" {
                return message["code"].as_str().expect("a code").to_string();
            }
        }
    }

    /// Number of changes of the game.
    pub fn seq(&self) -> u64 {
        self.state["seq"].as_u64().expect("a state")
    }

    /// Sends an action on the present state.
    pub async fn act(&mut self, kind: &str, more: Value) {
        let mut message = json!({"type": kind, "seq": self.seq()});
        for (name, value) in more.as_object().expect("an object") {
            message[name] = value.clone();
        }
        self.send(message).await;
    }

    /// Plays a move, and waits for the state after it. Sends the move again where the server has heard too many
    /// messages: a fast machine plays faster than that.
    pub async fn play(&mut self, text: &str) -> Value {
        let seq = self.seq();
        self.act("move", json!({"text": text})).await;
        while self.seq() <= seq {
            let message = self.next().await;
            if message["code"] == "too-many" {
                sleep(Duration::from_millis(100)).await;
                self.act("move", json!({"text": text})).await;
            } else {
                assert_eq!(message["type"], "state", "{message}");
            }
        }
        self.state.clone()
    }

    /// Legal moves of the present state.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.state["legal"].as_array().expect("moves").iter();
        legal.map(|mv| mv["text"].as_str().expect("a text").to_string()).collect()
    }

    /// Legal moves that give up no castle, if there are some: others end a game of KaleidoChess at once.
    pub fn careful(&self) -> Vec<String> {
        let castles = self.state["board"]["castles"].as_array().expect("castles");
        let is_castle = |mv: &Value| castles.iter().any(|castle| castle["field"] == mv["from"]["name"]);
        let legal = self.state["legal"].as_array().expect("moves").iter().filter(|mv| !is_castle(mv));
        let careful: Vec<String> = legal.map(|mv| mv["text"].as_str().expect("a text").to_string()).collect();
        if careful.is_empty() { self.legal() } else { careful }
    }

    /// True if the game is over.
    pub fn is_over(&self) -> bool {
        self.state["status"] == "over"
    }
}

/// Random number below a bound, from a generator that a test carries on (SplitMix64).
pub fn below(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *seed;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((number ^ number >> 31) % bound.max(1) as u64) as usize
}
