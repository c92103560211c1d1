//! WebSocket of a game: its state, live, and the actions of its players.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use super::App;
use super::error::ApiError;
use super::guard::Address;
use super::socket::{PING_INTERVAL, Pace, Rate, Received, SILENCE, receive, send, send_message};
use crate::game::Offer;
use crate::game::rules::Action;
use crate::message::{self, Text};
use crate::room::{Ask, MOST_MESSAGES};
use crate::secret;
use crate::table::{Table, TableError};

/// Largest message of a client in bytes.
const MOST_MESSAGE: usize = 4096;
/// Time within which a client has to say who it is.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// Message of a client.
#[derive(Debug, Deserialize)]
struct Incoming {
    #[serde(default)]
    id: Option<u64>,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Kind {
    Hello {
        #[serde(default)]
        seat: Option<String>,
    },
    Move {
        seq: u64,
        text: String,
    },
    Draw {
        seq: u64,
        accept: bool,
    },
    Takeback {
        seq: u64,
        accept: bool,
    },
    Rematch {
        seq: u64,
        accept: bool,
    },
    Resign {
        seq: u64,
    },
    Ping,
}

/// Connects a client to a game.
pub async fn connect(
    State(app): State<App>,
    Path(id): Path<String>,
    Extension(Address(address)): Extension<Address>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return ApiError::bad("this address is for WebSockets").into_response() };
    if !secret::is_id(&id) {
        return ApiError::not_found().into_response();
    }
    let Some(admitted) = app.guard.admit(address) else { return ApiError::too_many().into_response() };
    let upgrade = upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        serve(socket, &app.table, &id).await;
        drop(admitted);
    })
}

/// Client of a game.
struct Client<'a> {
    socket: WebSocket,
    table: &'a Table,
    id: &'a str,
    connection: u64,
}

async fn serve(mut socket: WebSocket, table: &Table, id: &str) {
    let (out, mut waiting) = mpsc::channel::<Text>(MOST_MESSAGES);
    let seat = match timeout(HELLO_TIME, hello(&mut socket)).await {
        Ok(Some(seat)) => seat,
        _ => return end(socket, message::error("bad-message", "the first message has to be hello", None)).await,
    };
    let hash = seat.map(|secret| secret::hash(&secret));
    let joined = table.ask(id, |reply| Ask::Join { secret: hash, out: out.clone(), reply }).await;
    // The room has the only sender: when it lets the client go, the connection ends.
    drop(out);
    let connection = match joined {
        Ok(Some(connection)) => connection,
        Ok(None) => return end(socket, message::error("forbidden", "this link has no seat in the game", None)).await,
        Err(error) => {
            let code = if error == TableError::NotFound { "not-found" } else { "busy" };
            return end(socket, message::error(code, &error.to_string(), None)).await;
        }
    };
    let mut client = Client { socket, table, id, connection };
    client.run(&mut waiting).await;
    table.tell(id, Ask::Leave(connection)).await;
}

/// Sends a last message, and closes the connection.
async fn end(mut socket: WebSocket, last: Text) {
    if send(&mut socket, &last).await {
        send_message(&mut socket, Message::Close(None)).await;
    }
}

/// Reads the first message: the secret of a seat, or none to watch.
async fn hello(socket: &mut WebSocket) -> Option<Option<String>> {
    loop {
        match receive(socket).await {
            Received::Alive => {}
            Received::Text(text) => match serde_json::from_str(&text) {
                Ok(Incoming { kind: Kind::Hello { seat }, .. }) => return Some(seat),
                _ => return None,
            },
            Received::Strange | Received::Gone => return None,
        }
    }
}

impl Client<'_> {
    async fn run(&mut self, waiting: &mut mpsc::Receiver<Text>) {
        let mut rate = Rate::default();
        let mut heard = Instant::now();
        let mut pings = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            tokio::select! {
                text = waiting.recv() => match text {
                    Some(text) if send(&mut self.socket, &text).await => {}
                    _ => return,
                },
                received = receive(&mut self.socket) => {
                    heard = Instant::now();
                    if !self.hear(received, &mut rate).await {
                        return;
                    }
                }
                _ = pings.tick() => {
                    let is_silent = heard.elapsed() > SILENCE;
                    if is_silent || !send_message(&mut self.socket, Message::Ping(Default::default())).await {
                        return;
                    }
                }
            }
        }
    }

    /// Deals with what has come; `false` if the connection ends.
    async fn hear(&mut self, received: Received, rate: &mut Rate) -> bool {
        let text = match received {
            Received::Alive => return true,
            Received::Gone => return false,
            Received::Strange => return self.refuse("bad-message", "messages are texts", None).await,
            Received::Text(text) => text,
        };
        match rate.count() {
            Pace::Good => {}
            Pace::TooFast => return self.refuse("too-many", "too many messages; wait a little", None).await,
            Pace::Hopeless => return false,
        }
        let Incoming { id, kind } = match serde_json::from_str(&text) {
            Ok(incoming) => incoming,
            Err(error) => return self.refuse("bad-message", &format!("the message: {error}"), None).await,
        };
        let (seq, action) = match kind {
            Kind::Hello { .. } => return self.refuse("bad-message", "you have said hello already", id).await,
            Kind::Ping => {
                return send(&mut self.socket, &message::json(&json!({ "type": "pong", "re": id }))).await;
            }
            Kind::Move { seq, text } => (seq, Action::Move(text)),
            Kind::Draw { seq, accept } => (seq, Action::Offer(Offer::Draw, accept)),
            Kind::Takeback { seq, accept } => (seq, Action::Offer(Offer::Takeback, accept)),
            Kind::Rematch { seq, accept } => (seq, Action::Offer(Offer::Rematch, accept)),
            Kind::Resign { seq } => (seq, Action::Resign),
        };
        self.table.tell(self.id, Ask::Act { connection: self.connection, re: id, seq, action }).await;
        true
    }

    async fn refuse(&mut self, code: &str, why: &str, re: Option<u64>) -> bool {
        send(&mut self.socket, &message::error(code, why, re)).await
    }
}
