//! Endurance of the server: it is killed in the middle of games, and gets hostile requests.

mod support;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::variants::Variant;
use serde_json::{Value, json};
use support::{Client, NewGame, PATIENCE, Server, below};
use tokio_tungstenite::tungstenite::Message;

/// Time between two moves of a game. Faster clients are refused.
const PACE: Duration = Duration::from_millis(110);

/// Game in progress, and the moves that its clients have been told.
struct Running {
    game: NewGame,
    clients: Vec<Client>,
    seed: u64,
    told: Vec<Value>,
    clocks: Vec<i64>,
}

impl Running {
    async fn new(server: &Server, variant: Variant, seed: u64) -> Running {
        let persons: Vec<Value> = (0..variant.seats()).map(|_| json!({"kind": "person", "name": "P"})).collect();
        let clock = json!({"initial_ms": 3_600_000, "increment_ms": 1000});
        let game = server.create(json!({"variant": variant.name(), "seats": persons, "clock": clock})).await;
        let mut running = Running { game, clients: Vec::new(), seed, told: Vec::new(), clocks: Vec::new() };
        running.connect(server).await;
        running
    }

    async fn connect(&mut self, server: &Server) {
        self.clients.clear();
        for seat in 0..self.game.secrets.len() {
            self.clients.push(server.join(&self.game, Some(seat)).await);
        }
    }

    /// Plays until the server is gone.
    async fn play_until_killed(&mut self) {
        loop {
            tokio::time::sleep(PACE).await;
            if self.clients[0].is_over() {
                return;
            }
            let turn = self.clients[0].state["turn"].as_u64().expect("a seat") as usize;
            let legal = self.clients[turn].careful();
            let Some(text) = legal.get(below(&mut self.seed, legal.len())).cloned() else { return };
            let seq = self.clients[turn].seq();
            let message = json!({"type": "move", "seq": seq, "text": text}).to_string();
            if !self.clients[turn].try_send(Message::text(message)).await {
                return;
            }
            for client in 0..self.clients.len() {
                while self.clients[client].seq() <= seq {
                    let Some(message) = self.clients[client].try_next().await else { return };
                    assert_ne!(message["type"], "error", "{message}");
                    self.remember(client);
                }
            }
        }
    }

    fn remember(&mut self, client: usize) {
        if self.clients[client].moves.len() >= self.told.len() {
            self.told = self.clients[client].moves.clone();
            let seats = self.clients[client].state["seats"].as_array().expect("seats");
            self.clocks = seats.iter().map(|seat| seat["clock_ms"].as_i64().expect("a time")).collect();
        }
    }

    /// Checks that everything that was told is there, and that no clock has run away.
    fn check(&self) {
        let moves = &self.clients[0].moves;
        assert!(moves.len() >= self.told.len(), "{} of {} moves are left", moves.len(), self.told.len());
        assert_eq!(moves[..self.told.len()], self.told, "{}", self.game.id);
        let is_pass = |mv: &&Value| mv["spoken"].as_str().is_some_and(|words| words.contains("passes"));
        let untold = moves.len() - self.told.len() - moves[self.told.len()..].iter().filter(is_pass).count();
        assert!(untold <= 1, "{untold} moves that nobody was told");
        let seats = self.clients[0].state["seats"].as_array().expect("seats");
        for (seat, before) in seats.iter().zip(&self.clocks) {
            let lost = before - seat["clock_ms"].as_i64().expect("a time");
            assert!((-5_000..60_000).contains(&lost), "a clock lost {lost} ms");
        }
    }
}

async fn kill_and_restart(games: usize, rounds: usize) {
    let mut server = Server::start();
    let mut running = Vec::new();
    for index in 0..games {
        let variant = Variant::ALL[index % Variant::ALL.len()];
        running.push(Running::new(&server, variant, index as u64).await);
    }
    let mut moves = 0;
    for round in 0..rounds {
        let tasks = running.into_iter().map(|mut game| {
            tokio::spawn(async move {
                game.play_until_killed().await;
                game
            })
        });
        let tasks: Vec<_> = tasks.collect();
        let mut seed = round as u64;
        tokio::time::sleep(Duration::from_millis(1500 + below(&mut seed, 1000) as u64)).await;
        server.kill();
        running = Vec::new();
        for task in tasks {
            running.push(task.await.expect("the game went on until the end"));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        server.restart();
        for game in &mut running {
            game.connect(&server).await;
            game.check();
            moves += game.told.len();
        }
        // Games that are over make room for others.
        for (index, game) in running.iter_mut().enumerate() {
            if game.clients[0].is_over() {
                *game = Running::new(&server, Variant::ALL[index % Variant::ALL.len()], game.seed).await;
            }
        }
    }
    assert!(moves >= games * rounds, "the games went on: {moves} moves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_outlives_a_kill() {
    kill_and_restart(8, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn what_was_told_outlives_twenty_kills_of_fifty_games() {
    kill_and_restart(50, 20).await;
}

#[tokio::test]
async fn a_clock_does_not_run_while_the_server_is_down() {
    let mut server = Server::start();
    let persons = json!([{"kind": "person"}, {"kind": "person"}]);
    let clock = json!({"initial_ms": 60_000, "increment_ms": 0});
    let game = server.create(json!({"variant": "chess", "seats": persons, "clock": clock})).await;
    let mut clients = [server.join(&game, Some(0)).await, server.join(&game, Some(1)).await];
    // White's clock runs from the second move on, and not before.
    let mut runs_from = Instant::now();
    for (ply, text) in ["e2e4", "e7e5"].into_iter().enumerate() {
        runs_from = Instant::now();
        let seq = clients[ply].play(text).await["seq"].as_u64().expect("a number");
        clients[0].state_from(seq).await;
        clients[1].state_from(seq).await;
    }
    let thought = 1500;
    wait_until_alive(&server, millis_since_1970() + thought).await;
    server.kill();
    let before = runs_from.elapsed();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let starts = Instant::now();
    server.restart();
    let white = server.join(&game, Some(0)).await;
    let most = (before + starts.elapsed()).as_millis() as i64;
    let lost = 60_000 - white.state["seats"][0]["clock_ms"].as_i64().expect("a time");
    // The two clocks of the machine may differ a little.
    assert!((thought - 100..=most + 100).contains(&lost), "{lost} ms are lost after {most} ms of thinking");
    assert_eq!(white.state["clock"]["running"], json!(0));
}

fn millis_since_1970() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970").as_millis() as i64
}

/// Waits until a server has stored that it was alive at a time.
async fn wait_until_alive(server: &Server, at: i64) {
    let data = rusqlite::Connection::open(server.data()).expect("a database");
    let alive = || data.query_row("SELECT value FROM server WHERE key = 'alive'", [], |row| row.get::<_, i64>(0));
    let began = Instant::now();
    while alive().is_ok_and(|alive| alive < at) || alive().is_err() {
        assert!(began.elapsed() < PATIENCE, "the server does not store that it is alive");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Words that hostile messages are made of.
const WORDS: [&str; 34] = [
    "\"type\"",
    "\"hello\"",
    "\"move\"",
    "\"seq\"",
    "\"text\"",
    "\"seat\"",
    "\"variant\"",
    "\"chess\"",
    "\"chex\"",
    "\"fen\"",
    "\"moves\"",
    "\"seats\"",
    "\"kind\"",
    "\"person\"",
    "\"engine\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "-1",
    "0",
    "1e999",
    "18446744073709551616",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"e2e4\"",
    "\"N@a1\"",
    "\"../../etc/passwd\"",
    "\"' OR 1=1 --\"",
    "\u{202e}\u{1f4a9}",
];

/// Hostile text: words and bytes in no order, or a valid value with something wrong in it.
fn hostile_text(seed: &mut u64) -> String {
    let value = |seed: &mut u64| match below(seed, 8) {
        0 => json!(null),
        1 => json!(-1),
        2 => json!(u64::MAX),
        3 => json!("x".repeat(below(seed, 3000))),
        4 => json!([[[[[[]]]]]]),
        5 => json!({"a": {"b": 1}}),
        6 => json!(["e2e4", 7, null]),
        _ => json!(WORDS[below(seed, WORDS.len())]),
    };
    match below(seed, 4) {
        0 => (0..below(seed, 30)).map(|_| WORDS[below(seed, WORDS.len())]).collect(),
        1 => (0..below(seed, 200)).filter_map(|_| char::from_u32(below(seed, 0x3000) as u32)).collect(),
        2 => "[".repeat(below(seed, 3000)),
        _ => {
            let mut message = [
                json!({"type": "move", "seq": 1, "text": "e2e4"}),
                json!({"type": "hello", "seat": "0".repeat(32)}),
                json!({"type": "draw", "seq": 1, "accept": true}),
                json!({"type": "analyse", "id": 1, "variant": "chess", "moves": [], "lines": 1, "time_ms": 1}),
                json!({"type": "perft", "id": 1, "variant": "keyles", "depth": 1}),
                json!({"variant": "kaleido", "fen": "x", "moves": ["1B-2F"]}),
                json!({"variant": "chex", "seats": [{"kind": "person", "name": "a"}, {"kind": "engine", "skill": 3}]}),
                json!({"pgn": "1. e4 e5 *"}),
                json!({"text": "http://192.168.1.23:8642/game/x"}),
            ][below(seed, 9)]
            .clone();
            let names: Vec<String> = message.as_object().expect("an object").keys().cloned().collect();
            message[&names[below(seed, names.len())]] = value(seed);
            message.to_string()
        }
    }
}

const PATHS: [&str; 16] = [
    "/api/games",
    "/api/position",
    "/api/pgn",
    "/api/pgn/write",
    "/api/variants",
    "/api/analysis",
    "/api/qr",
    "/api/server",
    "/api/rules/chex",
    "/api/games/0123456789abcdef0123",
    "/api/games/0123456789abcdef0123/live",
    "/img/chex.svg",
    "/figures/white-king.svg",
    "/",
    "/game/x",
    "/api/games?limit=7&before=3",
];

/// Sends a hostile request. The answer is no server error but `busy`.
async fn hostile_request(client: &reqwest::Client, server_url: &str, seed: &mut u64) {
    let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"];
    let of_all = below(seed, 2) == 0;
    let method = methods[below(seed, if of_all { methods.len() } else { 2 })];
    let mut path = PATHS[below(seed, PATHS.len())].to_string();
    if below(seed, 4) == 0 {
        let part =
            ["%00", "/..%2f..%2fetc/passwd", "?move=-1", "?limit=99999999999999999999", "/%ff%fe", "?q=%27%3b--"];
        path += part[below(seed, part.len())];
    }
    let mut request = client.request(method.parse().expect("a method"), format!("{server_url}{path}"));
    if below(seed, 5) > 0 {
        request = request.header("content-type", "application/json");
    }
    if below(seed, 10) == 0 {
        request = request.header("origin", "http://evil.example");
    }
    let answer = request.body(hostile_text(seed)).send().await.expect("an answer");
    let status = answer.status().as_u16();
    assert!(status < 500 || status == 503, "{method} {path}: {status}");
    let body = answer.text().await.expect("a text");
    assert!(!body.contains("panicked") && !body.contains("/src/"), "{method} {path}: {body}");
}

async fn attack(requests: usize, first_seed: u64) {
    let mut server = Server::start();
    let game = server.create_for_persons("chess", 2).await;
    let client = reqwest::Client::new();
    let mut seed = first_seed;
    let url = server.url("");
    let mut socket: Option<Client> = None;
    for count in 0..requests {
        if count % 2 == 0 {
            hostile_request(&client, &url, &mut seed).await;
            continue;
        }
        let mut hostile = match socket.take() {
            Some(open) => open,
            None if below(&mut seed, 2) == 0 => server.socket("/api/analysis").await,
            None => {
                let mut open = server.socket(&format!("/api/games/{}/live", game.id)).await;
                open.try_send(Message::text(json!({"type": "hello"}).to_string())).await;
                open
            }
        };
        let text = hostile_text(&mut seed);
        let message = match below(&mut seed, 10) {
            0 => Message::binary(text.into_bytes()),
            1 => Message::Ping(text.bytes().take(100).collect::<Vec<u8>>().into()),
            _ => Message::text(text),
        };
        if hostile.try_send(message).await && below(&mut seed, 20) > 0 {
            hostile.drain();
            socket = Some(hostile);
        }
    }
    assert!(server.is_alive());
    let mut white = server.join(&game, Some(0)).await;
    assert_eq!(white.moves.len(), 0, "nobody could move");
    white.play("e2e4").await;
}

#[tokio::test]
async fn hostile_requests_do_no_harm() {
    attack(2000, 1).await;
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn a_hundred_thousand_hostile_requests_do_no_harm() {
    attack(100_000, 2).await;
}

#[tokio::test]
async fn every_answer_has_the_headers_of_safety_and_other_sites_are_refused() {
    let server = Server::start();
    let game = server.create_for_persons("chess", 2).await;
    for path in ["/", "/nothing", "/api/variants", "/api/nothing", "/pieces.svg"] {
        let answer = reqwest::get(server.url(path)).await.expect("an answer");
        let policy = answer.headers()["content-security-policy"].to_str().expect("a text");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    }
    for path in ["/api/analysis".to_string(), format!("/api/games/{}/live", game.id)] {
        assert_eq!(server.socket_status(&path, "http://evil.example").await, 403, "{path}");
        assert_eq!(server.socket_status(&path, &server.url("")).await, 101, "{path}");
    }
    let client = reqwest::Client::new();
    let answer = client.get(server.url("/")).header("host", "evil.example").send().await.expect("an answer");
    assert_eq!(answer.status(), 403);
    let answer = client.post(server.url("/api/games")).body("{}").send().await.expect("an answer");
    assert_eq!(answer.status(), 400, "a form of another site sends no JSON");
}

#[tokio::test]
async fn refusals_have_a_code_and_words() {
    let server = Server::start();
    for (path, status, code) in [
        ("/api/nothing", 404, "not-found"),
        ("/api/rules/%ff", 404, "not-found"),
        ("/api/games/%ff/pgn", 404, "not-found"),
        ("/api/games/%ff/live", 404, "not-found"),
        ("/img/%ff", 404, "not-found"),
        ("/figures/%ff", 404, "not-found"),
        ("/api/analysis", 400, "bad-request"),
    ] {
        let (given, answer) = server.get(path).await;
        assert_eq!((given, &answer["error"]["code"]), (status, &json!(code)), "{path}: {answer}");
    }
    let (status, answer) = server.get("/api/games?limit=many").await;
    let words = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(status == 400 && words.contains("limit"), "{answer}");
}

#[tokio::test]
async fn files_are_read_and_not_written() {
    let server = Server::start();
    let client = reqwest::Client::new();
    for (method, path) in [("POST", "/"), ("PUT", "/js/api.js"), ("DELETE", "/game/x"), ("POST", "/api/variants")] {
        let request = client.request(method.parse().expect("a method"), server.url(path));
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), 405, "{method} {path}");
        assert_eq!(answer.headers()["allow"], "GET,HEAD", "{method} {path}");
        let refused: Value = answer.json().await.expect("JSON");
        assert_eq!(refused["error"]["code"], "method", "{method} {path}");
    }
    for path in ["/", "/api/variants"] {
        let whole = client.get(server.url(path)).send().await.expect("an answer").text().await.expect("a text");
        let head = client.head(server.url(path)).send().await.expect("an answer");
        assert_eq!(head.status(), 200, "{path}");
        assert_eq!(head.headers()["content-length"], whole.len().to_string(), "{path}");
        assert!(head.text().await.expect("a text").is_empty(), "{path}");
    }
}

/// Answer to a browser that asks for a page under a name: status, content type and text.
async fn page(server: &Server, path: &str, host: &str) -> (u16, String, String) {
    let request = reqwest::Client::new().get(server.url(path)).header("host", host);
    let answer = request.header("accept", "text/html,*/*;q=0.8").send().await.expect("an answer");
    let kind = answer.headers()["content-type"].to_str().expect("a text").to_string();
    (answer.status().as_u16(), kind, answer.text().await.expect("a text"))
}

#[tokio::test]
async fn who_is_refused_in_a_browser_reads_a_page() {
    // So low a rate gives nothing back during the test.
    let server = Server::with_options(&["--rate", "0.01"]);
    let (status, kind, text) = page(&server, "/", "evil.example").await;
    assert_eq!((status, kind.starts_with("text/html")), (403, true), "{kind}");
    let port = server.host.rsplit(':').next().expect("a port");
    assert!(text.contains(&format!("<a href=\"http://localhost:{port}\">")) && !text.contains("evil"), "{text}");
    let mut answer = page(&server, "/api/variants", &server.host).await;
    for _ in 0..40 {
        answer = page(&server, "/api/variants", &server.host).await;
    }
    let (status, kind, text) = answer;
    assert_eq!((status, kind.starts_with("text/html")), (429, true), "{kind}");
    assert!(text.contains("too many requests"), "{text}");
}

#[tokio::test]
async fn other_machines_are_told_the_address_of_a_server_that_they_reach() {
    let server = Server::start();
    assert_eq!(server.get("/api/server").await, (200, json!({"addresses": []})), "it listens on this machine alone");
    let server = Server::with_options(&["--listen", "0.0.0.0"]);
    // A machine without a network has no address in it.
    let is_known = !server.host.starts_with("localhost");
    let addresses = if is_known { json!([server.url("")]) } else { json!([]) };
    assert_eq!(server.get("/api/server").await, (200, json!({"addresses": addresses})));
}

#[tokio::test]
async fn a_link_is_drawn_as_a_qr_code() {
    let server = Server::start();
    let request = |text: String| reqwest::Client::new().post(server.url("/api/qr")).json(&json!({"text": text})).send();
    let answer = request("http://192.168.1.23:8642/game/0123456789abcdef0123#00".to_string()).await.expect("an answer");
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "image/svg+xml");
    assert_eq!(answer.headers()["cache-control"], "no-store", "the link has a secret");
    assert!(answer.text().await.expect("a text").contains("<svg"));
    for wrong in [String::new(), "x".repeat(501)] {
        assert_eq!(request(wrong).await.expect("an answer").status(), 400);
    }
}

#[tokio::test]
async fn a_guest_has_a_budget() {
    // So low a rate gives nothing back during the test: there are 33.75 requests.
    let server = Server::with_options(&["--rate", "0.01", "--connections", "2"]);
    let open = [server.socket("/api/analysis").await, server.socket("/api/analysis").await];
    assert_eq!(server.socket_status("/api/analysis", &server.url("")).await, 429, "one connection too many");
    drop(open);
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(server.get("/api/variants").await.0);
    }
    assert!(statuses[..15].iter().all(|&status| status == 200) && statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn pages_may_be_looked_at_one_after_another() {
    // So low a rate gives nothing back during the test: there are 33.75 requests.
    let server = Server::with_options(&["--rate", "0.01"]);
    let client = reqwest::Client::new();
    for count in 0..15 {
        for file in 0..40 {
            let path = ["/", "/js/api.js", "/style/base.css", "/figures.svg"][file % 4];
            let answer = client.get(server.url(path)).send().await.expect("an answer");
            assert_eq!(answer.status(), 200, "file {file} of page {count}");
        }
    }
}

#[tokio::test]
async fn floods_of_frames_of_all_kinds_are_cut_off() {
    let server = Server::start();
    for frame in [Message::binary("x"), Message::Ping("x".into()), Message::Pong("x".into()), Message::text("x")] {
        let mut client = server.socket("/api/analysis").await;
        for _ in 0..400 {
            if !client.try_send(frame.clone()).await {
                break;
            }
        }
        while client.try_next().await.is_some() {}
    }
}

#[tokio::test]
async fn bodies_and_messages_are_bounded() {
    let server = Server::start();
    let (status, answer) = server.post("/api/pgn", &json!({"pgn": "x".repeat(400_000)})).await;
    assert_eq!((status, &answer["error"]["code"]), (413, &json!("too-large")));
    let many: Vec<&str> = vec!["e2e4"; 7000];
    assert_eq!(server.post("/api/position", &json!({"variant": "chess", "moves": many})).await.0, 400);
    let persons = json!([{"kind": "person"}, {"kind": "person"}]);
    let (status, answer) =
        server.post("/api/games", &json!({"variant": "chess", "seats": persons, "moves": many[..1001]})).await;
    let words = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(status == 400 && words.contains("at most 1000 plies"), "{answer}");
    let names = json!({"variant": "chess", "seats": [{"kind": "person", "name": "x".repeat(41)}, {"kind": "person"}]});
    assert_eq!(server.post("/api/games", &names).await.0, 400);
    let game = server.create_for_persons("chess", 2).await;
    let mut white = server.join(&game, Some(0)).await;
    white.try_send(Message::text("x".repeat(10_000))).await;
    while white.try_next().await.is_some_and(|message| message["type"] == "state") {}
    assert!(!white.try_send(Message::text("{}")).await, "the connection has ended");
}

/// States of the processes that a process has started: Z for one that has ended and was not waited for.
#[cfg(target_os = "linux")]
fn states_of_children(parent: u32) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("the processes").filter_map(Result::ok);
    let states = processes.filter_map(|process| {
        let status = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // Number, name in brackets, state, number of the parent.
        let (_, rest) = status.rsplit_once(") ")?;
        let mut words = rest.split(' ');
        let state = words.next()?.to_string();
        (words.next()? == parent.to_string()).then_some(state)
    });
    states.collect()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_browser_is_opened_once_and_is_no_zombie() {
    use std::process::Command;

    let programs = tempfile::tempdir().expect("a folder");
    let [source, opener, opened] = ["source", "xdg-open", "opened"].map(|name| programs.path().join(name));
    std::fs::write(&source, format!("#!/bin/sh\necho \"$1\" > {}\n", opened.display())).expect("a file");
    // Another process writes what is executed: children of other tests may hold the files that this one writes.
    let installed = Command::new("install").args(["-m", "755"]).arg(&source).arg(&opener).status();
    assert!(installed.is_ok_and(|status| status.success()), "an executable file");
    let server = Server::with_programs(&["--open"], Some(programs.path().as_os_str()));
    let began = Instant::now();
    while !opened.exists() || !states_of_children(server.id()).is_empty() {
        assert!(began.elapsed() < PATIENCE, "{:?} are left", states_of_children(server.id()));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(std::fs::read_to_string(&opened).expect("a text").trim(), server.url("/"));

    // A second server of the same games opens the page of the first one and ends; without `--open` it is refused.
    std::fs::remove_file(&opened).expect("a file");
    let second = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motley-server"));
        command.args(["--port", "0", "--data"]).arg(server.data()).args(options).env("PATH", programs.path());
        command.output().expect("the server starts")
    };
    let output = second(&["--open"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), server.url("/"));
    let began = Instant::now();
    while !opened.exists() {
        assert!(began.elapsed() < PATIENCE, "the browser is not opened");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let output = second(&[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(&format!("another motley-server uses it at {}; it has locked", server.url("/"))), "{told}");
}
