//! WebSocket of the analysis: lines, graphs of scores, perft. One task of a client runs at a time.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use engine::search::Control;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep};

use super::App;
use super::error::ApiError;
use super::guard::Address;
use super::position::PositionRequest;
use super::socket::{PING_INTERVAL, Pace, Rate, Received, SILENCE, receive, send, send_message};
use crate::message::{self, Text};
use crate::pool::work::{Engine, Lines, Position, analysis_limits};
use crate::pool::{Class, Pool, Running};

/// Largest message of a client in bytes.
const MOST_MESSAGE: usize = 128 * 1024;
/// Lines of an analysis.
const MOST_LINES: usize = 8;
/// Longest analysis.
const MOST_TIME: Duration = Duration::from_secs(60);
/// Longest time that a perft or a graph may take.
const TASK_TIME: Duration = Duration::from_secs(60);
/// Greatest depth of a perft.
const MOST_DEPTH: u32 = 8;
/// Nodes of a position in a graph.
const MOST_NODES: u64 = 200_000;
/// Interval between two states of an analysis.
const LINES_INTERVAL: Duration = Duration::from_millis(50);

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
    Analyse {
        #[serde(flatten)]
        position: PositionRequest,
        #[serde(default = "one_line")]
        lines: usize,
        #[serde(default = "usual_time")]
        time_ms: u64,
    },
    Perft {
        #[serde(flatten)]
        position: PositionRequest,
        depth: u32,
    },
    Graph {
        #[serde(flatten)]
        position: PositionRequest,
        #[serde(default = "usual_nodes")]
        nodes: u64,
    },
    Stop,
    Ping,
}

fn one_line() -> usize {
    1
}

fn usual_time() -> u64 {
    10_000
}

fn usual_nodes() -> u64 {
    20_000
}

/// Connects a client to the analysis.
pub async fn connect(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else { return ApiError::bad("this address is for WebSockets").into_response() };
    let Some(admitted) = app.guard.admit(address) else { return ApiError::too_many().into_response() };
    let upgrade = upgrade.max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        Client { socket, pool: app.table.pool().clone(), address, running: None }.run().await;
        drop(admitted);
    })
}

struct Client {
    socket: WebSocket,
    pool: Pool,
    address: IpAddr,
    running: Option<Running>,
}

/// Where a task sends its answers. A task has a bounded number of them, so that a thread of the pool need not wait for
/// a client.
#[derive(Clone)]
struct Answers {
    id: Option<u64>,
    out: mpsc::UnboundedSender<Text>,
}

impl Answers {
    /// Sends an answer. If the client is gone the answer is too.
    fn tell(&self, kind: &str, mut answer: Value) {
        answer["type"] = kind.into();
        answer["id"] = self.id.into();
        drop(self.out.send(message::json(&answer)));
    }
}

fn value(answer: &impl serde::Serialize) -> Value {
    serde_json::to_value(answer).expect("plain data has a JSON text")
}

impl Client {
    async fn run(&mut self) {
        let (out, mut answers) = mpsc::unbounded_channel::<Text>();
        let mut rate = Rate::default();
        let mut heard = Instant::now();
        let mut pings = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            tokio::select! {
                text = answers.recv() => match text {
                    Some(text) if send(&mut self.socket, &text).await => {}
                    _ => return,
                },
                received = receive(&mut self.socket) => {
                    heard = Instant::now();
                    if !self.hear(received, &mut rate, &out).await {
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
    async fn hear(&mut self, received: Received, rate: &mut Rate, out: &mpsc::UnboundedSender<Text>) -> bool {
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
        let answers = Answers { id, out: out.clone() };
        let (time, work) = match kind {
            Kind::Stop => {
                self.running = None;
                return true;
            }
            Kind::Ping => {
                return send(&mut self.socket, &message::json(&json!({ "type": "pong", "re": id }))).await;
            }
            Kind::Analyse { position, lines, time_ms } => {
                if !(1..=MOST_LINES).contains(&lines) || time_ms == 0 || Duration::from_millis(time_ms) > MOST_TIME {
                    let why = format!("an analysis has 1 to {MOST_LINES} lines and at most {MOST_TIME:?}");
                    return self.refuse("bad-message", &why, id).await;
                }
                match checked(position) {
                    Ok(position) => (MOST_TIME, analysis(position, lines, Duration::from_millis(time_ms), answers)),
                    Err(why) => return self.refuse("bad-message", &why, id).await,
                }
            }
            Kind::Perft { position, depth } => match position.checked() {
                _ if depth > MOST_DEPTH => return self.refuse("bad-message", "the depth is too great", id).await,
                Ok((position, _)) => (TASK_TIME, perft(position, depth, answers)),
                Err(why) => return self.refuse("bad-message", &why, id).await,
            },
            Kind::Graph { position, nodes } => match position.checked() {
                _ if nodes == 0 || nodes > MOST_NODES => {
                    return self.refuse("bad-message", "too many nodes for each position", id).await;
                }
                Ok((position, _)) => (TASK_TIME, graph(position, nodes, answers)),
                Err(why) => return self.refuse("bad-message", &why, id).await,
            },
        };
        self.submit(Answers { id, out: out.clone() }, time, work).await
    }

    async fn submit(&mut self, answers: Answers, time: Duration, work: Work) -> bool {
        let id = answers.id;
        // The next task stops the last one.
        self.running = None;
        let runtime = Handle::current();
        let limited = move |engine: &mut Engine, control: &Control| {
            if control.is_stopped() {
                return answers.tell("done", json!({ "best": null, "stopped": true }));
            }
            let _watch = Watch::new(&runtime, control.clone(), time);
            work(engine, control);
        };
        match self.pool.submit(Class::Analysis, self.address.to_string(), Box::new(limited)) {
            Ok((running, ahead)) => {
                self.running = Some(running);
                send(&mut self.socket, &message::json(&json!({ "type": "queued", "id": id, "ahead": ahead }))).await
            }
            Err(full) => self.refuse("busy", &full.to_string(), id).await,
        }
    }

    async fn refuse(&mut self, code: &str, why: &str, re: Option<u64>) -> bool {
        send(&mut self.socket, &message::error(code, why, re)).await
    }
}

/// Position for an analysis: a player is to move in it.
fn checked(request: PositionRequest) -> Result<Position, String> {
    let (position, line) = request.checked()?;
    if line.session.outcome().is_some() {
        return Err("the game is over in this position".to_string());
    }
    if line.session.due_chance().is_some() {
        return Err("chance decides in this position; choose what it is".to_string());
    }
    Ok(position)
}

type Work = Box<dyn FnOnce(&mut Engine, &Control) + Send>;

fn analysis(position: Position, lines: usize, time: Duration, answers: Answers) -> Work {
    Box::new(move |engine, control| {
        let limits = analysis_limits(lines, time);
        let mut told: Option<Instant> = None;
        let mut untold: Option<Lines> = None;
        let best = engine.analyse(&position, limits, control, |lines: Lines| {
            if told.is_some_and(|told| told.elapsed() < LINES_INTERVAL) {
                untold = Some(lines);
            } else {
                answers.tell("lines", value(&lines));
                (told, untold) = (Some(Instant::now()), None);
            }
        });
        if let Some(lines) = untold {
            answers.tell("lines", value(&lines));
        }
        answers.tell("done", json!({ "best": best }));
    })
}

fn perft(position: Position, depth: u32, answers: Answers) -> Work {
    Box::new(move |engine, control| match engine.perft(&position, depth, control) {
        Some(counted) => answers.tell("perft", value(&counted)),
        None => answers.tell("done", json!({ "best": null, "stopped": true })),
    })
}

fn graph(position: Position, nodes: u64, answers: Answers) -> Work {
    Box::new(move |engine, control| {
        engine.graph(&position, nodes, control, |count, evaluation| {
            let mut answer = value(&evaluation);
            answer["move"] = count.into();
            answers.tell("score", answer);
        });
        answers.tell("done", json!({ "best": null, "stopped": control.is_stopped() }));
    })
}

/// Stops a task when its time is up, unless it has ended before.
struct Watch {
    _ended: tokio::sync::oneshot::Sender<()>,
}

impl Watch {
    fn new(runtime: &Handle, control: Control, time: Duration) -> Watch {
        let (ended, end) = tokio::sync::oneshot::channel::<()>();
        runtime.spawn(async move {
            tokio::select! {
                () = sleep(time) => control.stop(),
                _ = end => {}
            }
        });
        Watch { _ended: ended }
    }
}
