//! WebSockets: limits that hold for all of them.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};

use crate::message::Text;

/// Time within which a message has to be taken.
const SEND_TIME: Duration = Duration::from_secs(20);
/// Interval of protocol pings, which browsers answer by themselves.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);
/// Time after which a silent client is taken to be gone.
pub const SILENCE: Duration = Duration::from_secs(90);

/// Messages that a client may send at once, and in a second.
const BURST: f64 = 40.0;
const RATE: f64 = 20.0;
/// Messages beyond the rate after which the client is disconnected.
const MOST_REFUSED: u32 = 100;

/// Verdict on one more message of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// It is heard.
    Good,
    /// It is refused.
    TooFast,
    /// The client is disconnected.
    Hopeless,
}

/// Rate of a client's messages.
pub struct Rate {
    left: f64,
    filled: Instant,
    refused: u32,
}

impl Default for Rate {
    fn default() -> Self {
        Rate { left: BURST, filled: Instant::now(), refused: 0 }
    }
}

impl Rate {
    /// Counts a message.
    pub fn count(&mut self) -> Pace {
        let now = Instant::now();
        self.left = (self.left + RATE * (now - self.filled).as_secs_f64()).min(BURST);
        self.filled = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Pace::Good;
        }
        self.refused += 1;
        if self.refused > MOST_REFUSED { Pace::Hopeless } else { Pace::TooFast }
    }
}

/// Sends a text; `false` if the client is gone or takes nothing.
pub async fn send(socket: &mut WebSocket, text: &Text) -> bool {
    send_message(socket, Message::Text(Utf8Bytes::from(text.as_ref()))).await
}

/// Sends a message; `false` if the client is gone or takes nothing.
pub async fn send_message(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}

/// What has come from a client.
#[derive(Debug)]
pub enum Received {
    /// Text.
    Text(Utf8Bytes),
    /// Sign of life.
    Alive,
    /// Message that is no text.
    Strange,
    /// The client is gone.
    Gone,
}

/// Takes the next message of a client.
pub async fn receive(socket: &mut WebSocket) -> Received {
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => Received::Text(text),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Received::Alive,
        Some(Ok(Message::Binary(_))) => Received::Strange,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Received::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floods_are_refused_and_then_cut_off() {
        let mut rate = Rate::default();
        let paces: Vec<Pace> = (0..200).map(|_| rate.count()).collect();
        let count = |pace| paces.iter().filter(|&&counted| counted == pace).count();
        assert!((40..60).contains(&count(Pace::Good)), "{}", count(Pace::Good));
        assert_eq!(count(Pace::TooFast), 100);
        assert!(count(Pace::Hopeless) > 0);
    }
}
