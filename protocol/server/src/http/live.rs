//! WebSocket of a game: its state, live, and the actions of its players.

use std::net::IpAddr;
use std::task::Poll;
use std::time::Duration;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::App;
use super::error::{ApiError, PathText};
use super::guard::{Address, COST_OF_GAME};
use super::name::{NameError, player_name};
use super::socket::{Closed, Connection, Incoming, bounded};
use crate::game::Offer;
use crate::game::rules::Action;
use crate::message::{self, Text};
use crate::room::{MAX_WAITING_MESSAGES, RoomRequest};
use crate::secret;

/// Largest message of a client in bytes.
const MAX_MESSAGE: usize = 4096;
/// Time within which a client has to say who it is.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// Request of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum LiveRequest {
    Hello {
        #[serde(default)]
        seat: Option<String>,
        #[serde(default)]
        seats: Vec<String>,
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
        #[serde(default)]
        seat: Option<usize>,
    },
    Name {
        seq: u64,
        text: String,
    },
    Ping,
}

/// Connects a client to a game.
pub async fn connect(
    State(app): State<App>,
    PathText(id): PathText,
    Extension(Address(address)): Extension<Address>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return ApiError::bad("this address is for WebSockets").into_response() };
    if !secret::is_id(&id) {
        return ApiError::not_found().into_response();
    }
    let Some(admitted) = app.guard.admit(address) else { return ApiError::too_many().into_response() };
    bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |socket| {
        serve(socket, &app, &id, address).await;
        drop(admitted);
    })
}

async fn serve(socket: WebSocket, App { rooms, guard, .. }: &App, id: &str, address: IpAddr) {
    let mut connection = Connection::new(socket);
    let secrets = match timeout(HELLO_TIME, connection.next(|_| Poll::Pending)).await {
        Ok(Ok(Incoming { request: LiveRequest::Hello { seat, seats }, .. })) => {
            seat.iter().chain(&seats).map(|secret| secret::hash(secret)).collect::<Vec<_>>()
        }
        Ok(Err(Closed)) => return,
        _ => return connection.end("bad-message", "the first message has to be hello").await,
    };
    let (out, mut waiting) = mpsc::channel::<Text>(MAX_WAITING_MESSAGES);
    let join = |reply| RoomRequest::Join { secrets: secrets.clone(), address, out: out.clone(), reply };
    let number = match rooms.ask(id, join).await {
        Ok(Some(number)) => number,
        Ok(None) => return connection.end("forbidden", "this link has no seat in the game").await,
        Err(error) => return connection.end(error.code(), &error.to_string()).await,
    };
    // The room has the only sender: when it lets the client go, the connection ends.
    drop(out);
    while let Ok(Incoming { id: re, request, .. }) = connection.next(|context| waiting.poll_recv(context)).await {
        let answered = match action(request) {
            Ok((_, action)) if cost(&action).is_some_and(|cost| !guard.spend(address, cost)) => {
                connection.refuse("too-many", "too many requests; wait a little", re).await
            }
            Ok((seq, action)) => {
                rooms.tell(id, RoomRequest::Act { connection: number, re, seq, action }).await;
                Ok(())
            }
            Err(Idle::Ping) => connection.send(&message::json(&json!({ "type": "pong", "re": re }))).await,
            Err(Idle::Hello) => connection.refuse("bad-message", "you have said hello already", re).await,
            Err(Idle::BadName(error)) => connection.refuse("bad-name", &error.to_string(), re).await,
        };
        if answered.is_err() {
            break;
        }
    }
    rooms.tell(id, RoomRequest::Leave(number)).await;
}

/// Request that is no action in the game.
enum Idle {
    Hello,
    Ping,
    BadName(NameError),
}

/// Cost of an action, in requests; none for actions that cost nothing. A rematch is a new game, and may be offered and
/// declined again and again; the other actions are bounded by the moves of the game.
fn cost(action: &Action) -> Option<f64> {
    match action {
        Action::Offer(Offer::Rematch, true) => Some(COST_OF_GAME),
        Action::Offer(Offer::Rematch, false) => Some(1.0),
        _ => None,
    }
}

/// Action that a client asks for, and the state of the game that it has seen.
fn action(request: LiveRequest) -> Result<(u64, Action), Idle> {
    match request {
        LiveRequest::Hello { .. } => Err(Idle::Hello),
        LiveRequest::Ping => Err(Idle::Ping),
        LiveRequest::Move { seq, text } => Ok((seq, Action::Move(text))),
        LiveRequest::Draw { seq, accept } => Ok((seq, Action::Offer(Offer::Draw, accept))),
        LiveRequest::Takeback { seq, accept } => Ok((seq, Action::Offer(Offer::Takeback, accept))),
        LiveRequest::Rematch { seq, accept } => Ok((seq, Action::Offer(Offer::Rematch, accept))),
        LiveRequest::Resign { seq, seat } => Ok((seq, Action::Resign(seat))),
        LiveRequest::Name { seq, text } => {
            player_name(&text).map(|name| (seq, Action::Name(name))).map_err(Idle::BadName)
        }
    }
}
