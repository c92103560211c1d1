//! WebSocket connections: their messages, and the limits that hold for all of them.

use std::future::poll_fn;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::{self, Interval, interval_at, timeout};

use crate::message::{self, Text};
use crate::token_bucket::TokenBucket;

/// Timeout of sending a message.
const SEND_TIME: Duration = Duration::from_secs(20);
/// Interval of protocol pings, which browsers answer by themselves.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// Idle timeout: a client that has sent nothing for so long is disconnected.
const SILENCE: Duration = Duration::from_secs(45);

/// Messages that a client may send at once.
const BURST: f64 = 40.0;
/// Messages that a client may send in a second.
const RATE: f64 = 20.0;
/// Messages beyond the rate after which the client is disconnected.
const MAX_REFUSED: u32 = 100;

/// Read buffer of a connection in bytes. It is zeroed before each read: a larger one costs each connection memory.
const READ_BUFFER: usize = 4096;

/// Upgrade to a WebSocket whose client may send messages of so many bytes.
pub fn bounded(upgrade: WebSocketUpgrade, max_message: usize) -> WebSocketUpgrade {
    upgrade.max_message_size(max_message).max_frame_size(max_message).read_buffer_size(READ_BUFFER)
}

/// Verdict on one more message of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// It is heard.
    Allowed,
    /// It is refused.
    Limited,
    /// The client is disconnected.
    Disconnect,
}

/// Rate limiter of a client's messages.
struct RateLimiter {
    messages: TokenBucket,
    refused: u32,
}

impl RateLimiter {
    fn new(now: Instant) -> RateLimiter {
        RateLimiter { messages: TokenBucket::new(RATE, BURST, now), refused: 0 }
    }

    /// Counts a message.
    fn count(&mut self, now: Instant) -> Pace {
        if self.messages.take(1.0, now) {
            return Pace::Allowed;
        }
        self.refused += 1;
        if self.refused > MAX_REFUSED { Pace::Disconnect } else { Pace::Limited }
    }
}

/// Message of a client: its number, which the answer repeats, and its request.
#[derive(Debug, Deserialize)]
pub struct Incoming<R> {
    /// Number that the client has given the message.
    #[serde(default)]
    pub id: Option<u64>,
    /// Request of the client.
    #[serde(flatten)]
    pub request: R,
    /// Length of the message in bytes.
    #[serde(skip)]
    pub bytes: usize,
}

/// Number of a message, also of one that is refused.
fn id_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: Option<u64>,
    }
    serde_json::from_str::<Numbered>(text).ok()?.id
}

/// The connection is over: the client is gone, silent or too fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed;

/// Connection to a client: bounds the rate of its messages, and notices when it is gone.
pub struct Connection {
    socket: WebSocket,
    rate: RateLimiter,
    heard: Instant,
    pings: Interval,
}

impl Connection {
    /// Connection that has just been opened.
    pub fn new(socket: WebSocket) -> Connection {
        let now = Instant::now();
        let pings = interval_at(time::Instant::from_std(now + PING_INTERVAL), PING_INTERVAL);
        Connection { socket, rate: RateLimiter::new(now), heard: now, pings }
    }

    /// Next request of the client. Meanwhile the texts that `outgoing` is polled for are sent.
    ///
    /// # Errors
    /// If the connection is over, or there will be no more texts.
    pub async fn next<R: DeserializeOwned>(
        &mut self,
        mut outgoing: impl FnMut(&mut Context<'_>) -> Poll<Option<Text>>,
    ) -> Result<Incoming<R>, Closed> {
        loop {
            tokio::select! {
                text = poll_fn(&mut outgoing) => self.send(&text.ok_or(Closed)?).await?,
                received = self.socket.recv() => {
                    let Some(Ok(message)) = received else { return Err(Closed) };
                    self.heard = Instant::now();
                    if let Some(request) = self.request(message).await? {
                        return Ok(request);
                    }
                }
                _ = self.pings.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(Closed);
                    }
                    self.send_message(Message::Ping(Bytes::new())).await?;
                }
            }
        }
    }

    /// Request in a message; `None` if it has none or was refused. Messages of all kinds count.
    async fn request<R: DeserializeOwned>(&mut self, message: Message) -> Result<Option<Incoming<R>>, Closed> {
        match self.rate.count(self.heard) {
            Pace::Allowed => {}
            Pace::Limited => {
                let id = message.to_text().ok().and_then(id_of);
                self.refuse("too-many", "too many messages; wait a little", id).await?;
                return Ok(None);
            }
            Pace::Disconnect => return Err(Closed),
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(None),
            Message::Binary(_) => {
                self.refuse("bad-message", "messages are texts", None).await?;
                return Ok(None);
            }
            Message::Close(_) => return Err(Closed),
        };
        match serde_json::from_str(&text) {
            Ok(incoming) => Ok(Some(Incoming { bytes: text.len(), ..incoming })),
            Err(error) => {
                self.refuse("bad-message", &format!("the message: {error}"), id_of(&text)).await?;
                Ok(None)
            }
        }
    }

    /// Refuses the message of a number.
    pub async fn refuse(&mut self, code: &str, why: &str, re: Option<u64>) -> Result<(), Closed> {
        self.send(&message::error(code, why, re)).await
    }

    /// Sends a text.
    pub async fn send(&mut self, text: &Text) -> Result<(), Closed> {
        self.send_message(Message::Text(Utf8Bytes::from(text.as_ref()))).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Closed> {
        match timeout(SEND_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Refuses the client, and closes the connection.
    pub async fn end(mut self, code: &str, why: &str) {
        if self.refuse(code, why, None).await.is_ok() {
            // The client may have gone first.
            let _ = self.send_message(Message::Close(None)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_message_has_a_number_too() {
        assert_eq!(id_of(r#"{"type": "perft", "depth": 2.5, "id": 7}"#), Some(7));
        for text in ["", "x", "{}", r#"{"id": null}"#, r#"{"id": -1}"#, r#"{"id": "7"}"#] {
            assert_eq!(id_of(text), None, "{text}");
        }
    }

    #[test]
    fn floods_are_refused_and_then_cut_off() {
        let now = Instant::now();
        let mut rate = RateLimiter::new(now);
        let paces: Vec<Pace> = (0..200).map(|_| rate.count(now)).collect();
        let count = |pace| paces.iter().filter(|&&counted| counted == pace).count();
        assert_eq!([Pace::Allowed, Pace::Limited, Pace::Disconnect].map(count), [40, 100, 60]);
    }
}
