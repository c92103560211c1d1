//! WebSocket of the analysis: lines, graphs of scores, perft. One task of a client runs at a time.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use engine::search::Control;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::App;
use super::error::ApiError;
use super::guard::{Address, Guard, cost_of_message};
use super::position::PositionRequest;
use super::socket::{Closed, Connection, Incoming, bounded};
use crate::compute::{Purpose, compute};
use crate::message::{self, Text};
use crate::pool::work::{Engine, GameSoFar, Lines, analysis_limits};
use crate::pool::{Class, Owner, Pool, Running};

/// Largest message of a client in bytes.
const MAX_MESSAGE: usize = 128 * 1024;
/// Maximum number of lines of an analysis.
const MAX_LINES: usize = 8;
/// Maximum time of an analysis.
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(60);
/// Maximum time of a perft or a graph.
const MAX_TASK_TIME: Duration = Duration::from_secs(60);
/// Maximum depth of a perft.
const MAX_PERFT_DEPTH: u32 = 8;
/// Maximum nodes for each position of a graph.
const MAX_GRAPH_NODES: u64 = 200_000;
/// Interval between two states of an analysis.
const LINES_INTERVAL: Duration = Duration::from_millis(50);

/// Request of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum AnalysisRequest {
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
    bounded(upgrade, MAX_MESSAGE).on_upgrade(async move |socket| {
        let (out, answers) = mpsc::unbounded_channel();
        let (connection, pool) = (Connection::new(socket), app.rooms.pool().clone());
        let client = Client { connection, pool, guard: app.guard, address, running: None, out };
        client.serve(answers).await;
        drop(admitted);
    })
}

/// Client of the analysis.
struct Client {
    connection: Connection,
    pool: Pool,
    guard: Arc<Guard>,
    address: IpAddr,
    running: Option<Running>,
    out: mpsc::UnboundedSender<Text>,
}

/// Channel for the answers of a task. A task has a bounded number of them, so that a thread of the pool need not wait
/// for a client.
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
    /// Serves requests until the connection is over.
    async fn serve(mut self, mut answers: mpsc::UnboundedReceiver<Text>) {
        while let Ok(incoming) = self.connection.next(|context| answers.poll_recv(context)).await {
            if self.hear(incoming).await.is_err() {
                return;
            }
        }
    }

    /// Answers a request, or begins its task, which counts for the budget of the address.
    async fn hear(&mut self, Incoming { id, request, bytes }: Incoming<AnalysisRequest>) -> Result<(), Closed> {
        let is_task = !matches!(request, AnalysisRequest::Ping | AnalysisRequest::Stop);
        if is_task && !self.guard.spend(self.address, cost_of_message(bytes)) {
            return self.connection.refuse("too-many", "too many requests; wait a little", id).await;
        }
        match request {
            AnalysisRequest::Ping => self.connection.send(&message::json(&json!({ "type": "pong", "re": id }))).await,
            AnalysisRequest::Stop => {
                self.running = None;
                Ok(())
            }
            AnalysisRequest::Analyse { position, lines, time_ms } => {
                self.begin(id, move || analysis(position, lines, Duration::from_millis(time_ms))).await
            }
            AnalysisRequest::Perft { position, depth } => self.begin(id, move || perft(position, depth)).await,
            AnalysisRequest::Graph { position, nodes } => self.begin(id, move || graph(position, nodes)).await,
        }
    }

    /// Makes a task, and hands it to the pool.
    async fn begin(
        &mut self,
        id: Option<u64>,
        task: impl FnOnce() -> Result<Task, String> + Send + 'static,
    ) -> Result<(), Closed> {
        match compute(Purpose::Analysis, task).await {
            Ok(Ok(task)) => self.submit(id, task).await,
            Ok(Err(why)) => self.connection.refuse("bad-message", &why, id).await,
            Err(busy) => self.connection.refuse("busy", &busy.to_string(), id).await,
        }
    }

    async fn submit(&mut self, id: Option<u64>, Task { work, time }: Task) -> Result<(), Closed> {
        // The next task stops the last one.
        self.running = None;
        let runtime = Handle::current();
        let answers = Answers { id, out: self.out.clone() };
        let limited = move |engine: Option<&mut Engine>, control: &Control| {
            let Some(engine) = engine else {
                return answers.tell("done", json!({ "best": null, "stopped": true }));
            };
            let _watch = Watch::new(&runtime, control.clone(), time);
            work(engine, control, &answers);
        };
        let owner = Owner { guest: Some(self.address), game: String::new() };
        match self.pool.submit(Class::Analysis, owner, Box::new(limited)) {
            Ok((running, ahead)) => {
                self.running = Some(running);
                self.connection.send(&message::json(&json!({ "type": "queued", "id": id, "ahead": ahead }))).await
            }
            Err(full) => self.connection.refuse("busy", &full.to_string(), id).await,
        }
    }
}

/// Work of an engine that sends its answers as they come.
type Work = Box<dyn FnOnce(&mut Engine, &Control, &Answers) + Send>;

/// Task for the pool, with its longest time.
struct Task {
    work: Work,
    time: Duration,
}

impl Task {
    fn new(time: Duration, work: impl FnOnce(&mut Engine, &Control, &Answers) + Send + 'static) -> Task {
        Task { work: Box::new(work), time }
    }
}

/// Game so far for an analysis: a player is to move at its end.
fn checked(request: PositionRequest) -> Result<GameSoFar, String> {
    let (game, line) = request.checked()?;
    if line.session.outcome().is_some() {
        return Err("the game is over in this position".to_string());
    }
    if line.session.due_chance().is_some() {
        return Err("chance decides in this position; choose what it is".to_string());
    }
    Ok(game)
}

/// Analysis in so many lines.
fn analysis(request: PositionRequest, lines: usize, time: Duration) -> Result<Task, String> {
    if !(1..=MAX_LINES).contains(&lines) || time.is_zero() || time > MAX_ANALYSIS_TIME {
        return Err(format!("an analysis has 1 to {MAX_LINES} lines and at most {MAX_ANALYSIS_TIME:?}"));
    }
    let game = checked(request)?;
    Ok(Task::new(MAX_ANALYSIS_TIME, move |engine, control, answers| {
        let limits = analysis_limits(lines, time);
        let mut told: Option<Instant> = None;
        let mut untold: Option<Lines> = None;
        let best = engine.analyse(&game, limits, control, |lines: Lines| {
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
    }))
}

fn perft(request: PositionRequest, depth: u32) -> Result<Task, String> {
    if depth > MAX_PERFT_DEPTH {
        return Err(format!("a perft has a depth of at most {MAX_PERFT_DEPTH}"));
    }
    let (game, _) = request.checked()?;
    Ok(Task::new(MAX_TASK_TIME, move |engine, control, answers| match engine.perft(&game, depth, control) {
        Some(counted) => answers.tell("perft", value(&counted)),
        None => answers.tell("done", json!({ "best": null, "stopped": true })),
    }))
}

/// Graph of the scores of a game, each from a search of so many nodes.
fn graph(request: PositionRequest, nodes: u64) -> Result<Task, String> {
    if nodes == 0 || nodes > MAX_GRAPH_NODES {
        return Err(format!("a position of a graph has from 1 to {MAX_GRAPH_NODES} nodes"));
    }
    let (game, _) = request.checked()?;
    Ok(Task::new(MAX_TASK_TIME, move |engine, control, answers| {
        engine.graph(&game, nodes, control, |count, evaluation| {
            let mut answer = value(&evaluation);
            answer["move"] = count.into();
            answers.tell("score", answer);
        });
        answers.tell("done", json!({ "best": null, "stopped": control.is_stopped() }));
    }))
}

/// Timer that stops a task when its time is up. Dropping it cancels it.
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
