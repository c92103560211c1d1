//! Program `load`: load on a motley-server.
//!
//! It lets many pairs of persons play random moves at a fixed pace, lets others watch, and has engines play each other.
//! It measures the time from a player's move to the message at the opponent, checks that no move is lost or doubled and
//! no connection breaks, and follows the memory of the server's process.

mod client;
mod memory;
mod report;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use rand::RngExt;
use serde_json::{Value, json};
use streams::Stdout;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use client::{Client, PATIENCE, Server};
use report::{Counts, Report};

/// Puts load on a motley-server, which has to run without limits for one address: --rate 0 --connections 0.
#[derive(Parser, Clone, Debug)]
#[command(name = "load", version)]
struct Options {
    /// Host and port of the server.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1:8642")]
    server: String,
    /// Games between two persons.
    #[arg(long, default_value_t = 250)]
    games: usize,
    /// Time between two moves of a game, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    pace: u64,
    /// Games of the first ones that are watched.
    #[arg(long, default_value_t = 10)]
    watched: usize,
    /// Watchers of each watched game.
    #[arg(long, default_value_t = 20)]
    watchers: usize,
    /// Games between engines.
    #[arg(long, default_value_t = 4)]
    engines: usize,
    /// Duration in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Seconds at the beginning, while all connect at once, in which moves are not timed.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    warm_up: u64,
    /// Games that are played, in turn.
    #[arg(long, value_delimiter = ',', default_value = "chess,knightrelay,quex,keyles,chex,kaleido,kaleidodice")]
    variants: Vec<String>,
    /// Process of the server, to follow its memory.
    #[arg(long, value_name = "NUMBER")]
    pid: Option<u32>,
}

impl Options {
    /// Checks the options before the load begins.
    ///
    /// # Errors
    /// Names the option that is wrong.
    fn check(&self) -> Result<()> {
        let Options { seconds, warm_up, pace, pid, .. } = self;
        ensure!(!self.variants.is_empty(), "there are no games to play");
        let is_watched = self.watched > 0 && self.watchers > 0;
        ensure!(
            !is_watched || Duration::from_millis(*pace) < PATIENCE,
            "--pace {pace}: it must be less than {}, or watchers take the server for silent",
            PATIENCE.as_millis()
        );
        ensure!(
            warm_up < seconds,
            "--warm-up {warm_up}: it must be less than --seconds {seconds}, or no move is timed"
        );
        if let Some(pid) = pid {
            ensure!(memory::resident(*pid).is_some(), "--pid {pid}: the memory of this process cannot be read");
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    streams::run(|options: Options, out| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(run(options, out))
    })
}

async fn run(options: Options, out: &mut Stdout) -> Result<ExitCode> {
    options.check()?;
    let report = measure(&options).await?;
    out.text(&report);
    for fault in report.first_faults() {
        streams::report(format_args!("load: {fault}"));
    }
    Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts load on the server and reports on it. Errors of players and watchers are faults in the report.
///
/// # Errors
/// If there can be no client for HTTP.
async fn measure(options: &Options) -> Result<Report> {
    let counts = Arc::new(Counts::default());
    let server = Server::new(&options.server)?;
    let timed_from = Instant::now() + Duration::from_secs(options.warm_up);
    let until = Instant::now() + Duration::from_secs(options.seconds);
    let mut tasks = JoinSet::new();
    for index in 0..options.games {
        let game = PersonsGame {
            server: server.clone(),
            variant: options.variants[index % options.variants.len()].clone(),
            pace: Duration::from_millis(options.pace),
            timed_from,
            watchers: if index < options.watched { options.watchers } else { 0 },
            counts: Arc::clone(&counts),
        };
        // The games do not move in step.
        let wait = Duration::from_millis(options.pace * index as u64 / options.games.max(1) as u64);
        tasks.spawn(async move {
            sleep(wait).await;
            game.play_until(until).await.with_context(|| format!("persons at {}", game.variant))
        });
    }
    for index in 0..options.engines {
        let (server, counts) = (server.clone(), Arc::clone(&counts));
        let variant = options.variants[index % options.variants.len()].clone();
        tasks.spawn(async move {
            let played = engines_until(&server, &variant, &counts, until).await;
            played.with_context(|| format!("engines at {variant}"))
        });
    }
    let memory = memory::follow(options.pid, join_all(tasks, &counts)).await;
    Ok(Report::new(&counts, &memory))
}

/// Waits for the ends of all tasks. Their errors are counted as faults, cancellations are not.
async fn join_all(mut tasks: JoinSet<Result<()>>, counts: &Counts) {
    while let Some(ended) = tasks.join_next().await {
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(error)) => counts.add_fault(format!("{error:#}")),
            Err(error) if error.is_cancelled() => {}
            Err(error) => counts.add_fault(error.to_string()),
        }
    }
}

/// Game between two persons who play random moves.
struct PersonsGame {
    server: Server,
    variant: String,
    pace: Duration,
    timed_from: Instant,
    watchers: usize,
    counts: Arc<Counts>,
}

impl PersonsGame {
    /// Plays one game after the other until a time.
    async fn play_until(&self, until: Instant) -> Result<()> {
        while Instant::now() < until {
            self.play_one(until).await?;
        }
        Ok(())
    }

    /// Plays a game. Errors of its watchers are counted, even if it breaks off.
    async fn play_one(&self, until: Instant) -> Result<()> {
        let mut watching = JoinSet::new();
        let played = self.play_watched(&mut watching, until).await;
        watching.abort_all();
        join_all(watching, &self.counts).await;
        played
    }

    /// Plays a game, whose watchers are added to the tasks that are `watching`.
    async fn play_watched(&self, watching: &mut JoinSet<Result<()>>, until: Instant) -> Result<()> {
        let persons = json!([{"kind": "person", "name": "load"}, {"kind": "person", "name": "load"}]);
        let game = self.server.create(&json!({"variant": self.variant, "seats": persons, "public": false})).await?;
        let mut players = [self.server.join(&game, Some(0)).await?, self.server.join(&game, Some(1)).await?];
        for _ in 0..self.watchers {
            let mut watcher = self.server.join(&game, None).await?;
            let (counts, id) = (Arc::clone(&self.counts), game.id.clone());
            watching.spawn(async move {
                let watched = watch(&mut watcher, &counts, until).await;
                watched.with_context(|| format!("a watcher of game {id}"))
            });
        }
        let mut next = Instant::now();
        while !players[0].is_over() {
            next += self.pace;
            sleep_until(next.min(until)).await;
            // A last move of all games at once would be no load that persons make.
            if next > until {
                break;
            }
            self.play_move(&mut players).await?;
        }
        self.check(&game.id, &players[0]).await
    }

    /// Plays a random move, and measures the way to the opponent.
    async fn play_move(&self, players: &mut [Client; 2]) -> Result<()> {
        for player in players.iter_mut() {
            // Somebody's coming may have been told meanwhile.
            player.take_waiting(&self.counts).await?;
        }
        let turn = players[0].turn();
        let legal = players[turn].legal();
        ensure!(!legal.is_empty(), "the player to move has no moves: {}", players[turn].state);
        let text = legal[rand::rng().random_range(0..legal.len())].clone();
        let seq = players[turn].seq();
        let began = Instant::now();
        players[turn].send(&json!({"type": "move", "seq": seq, "text": text})).await?;
        players[1 - turn].wait_for(seq + 1, &self.counts).await?;
        if began >= self.timed_from {
            self.counts.add_time(began.elapsed());
        }
        players[turn].wait_for(seq + 1, &self.counts).await
    }

    /// Compares the moves that a client was told with those of the server.
    async fn check(&self, id: &str, client: &Client) -> Result<()> {
        let state = self.server.get(&format!("/api/games/{id}")).await?;
        let stored = state["moves"].as_array().map_or(0, Vec::len);
        if state["moves"] != Value::Array(client.moves.clone()) {
            self.counts.add_fault(format!("game {id}: {stored} moves are stored, {} were told", client.moves.len()));
        }
        self.counts.add_game(stored);
        Ok(())
    }
}

async fn watch(watcher: &mut Client, counts: &Counts, until: Instant) -> Result<()> {
    while Instant::now() < until && !watcher.is_over() {
        let seq = watcher.seq() + 1;
        watcher.wait_for(seq, counts).await?;
        counts.add_watched();
    }
    Ok(())
}

async fn engines_until(server: &Server, variant: &str, counts: &Counts, until: Instant) -> Result<()> {
    while Instant::now() < until {
        let engine = json!({"kind": "engine", "skill": 20, "move_ms": 1000});
        let game = server.create(&json!({"variant": variant, "seats": [engine, engine]})).await?;
        let mut watcher = server.join(&game, None).await?;
        while Instant::now() < until && !watcher.is_over() {
            let seq = watcher.seq() + 1;
            watcher.wait_for(seq, counts).await?;
            counts.add_engine_move();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    use tokio_tungstenite::tungstenite::{self, Message};

    use super::*;

    fn options(words: &str) -> Options {
        Options::parse_from(["load"].into_iter().chain(words.split(' ')))
    }

    #[test]
    fn a_warm_up_that_takes_the_whole_time_is_refused() {
        let refused = |words: &str| options(words).check().unwrap_err().to_string();
        assert_eq!(refused("--seconds 10"), "--warm-up 10: it must be less than --seconds 10, or no move is timed");
        assert!(options("--seconds 11").check().is_ok());
    }

    #[test]
    fn a_pace_at_which_the_server_seems_silent_is_refused() {
        let refused = options("--pace 60000").check().unwrap_err().to_string();
        assert_eq!(refused, "--pace 60000: it must be less than 60000, or watchers take the server for silent");
        assert!(options("--pace 59999").check().is_ok());
        assert!(options("--pace 60000 --watched 0").check().is_ok(), "players wait for as long as they like");
    }

    #[test]
    fn a_process_whose_memory_cannot_be_read_is_refused() {
        let refused = options("--pid 4294967295").check().unwrap_err().to_string();
        assert_eq!(refused, "--pid 4294967295: the memory of this process cannot be read");
        if cfg!(target_os = "linux") {
            assert!(options(&format!("--pid {}", std::process::id())).check().is_ok());
        }
    }

    /// Server of one game with two watchers, by its host and port. It tells the first watcher an error, and when that
    /// one has gone it leaves the players.
    fn faulty_server() -> String {
        const CREATED: &str = r#"{"id":"1","seats":[{"secret":"a"},{"secret":"b"}]}"#;
        const STATE: &str = r#"{"type":"state","seq":0,"moves_from":0,"moves":[],"turn":0,"legal":[{"text":"e2e4"}]}"#;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut creator, _) = listener.accept().unwrap();
            let head = BufReader::new(&creator).lines().map_while(Result::ok);
            assert!(head.take_while(|line| !line.is_empty()).count() > 0);
            write!(creator, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{CREATED}", CREATED.len()).unwrap();
            let connect = |_| {
                let mut client = tungstenite::accept(listener.accept().unwrap().0).unwrap();
                client.read().unwrap();
                client.send(Message::text(STATE)).unwrap();
                client
            };
            let players: Vec<_> = (0..2).map(connect).collect();
            let mut watchers: Vec<_> = (0..2).map(connect).collect();
            watchers[0].send(Message::text(r#"{"type":"error"}"#)).unwrap();
            while watchers[0].read().is_ok() {}
            drop(players);
            while watchers[1].read().is_ok() {}
        });
        host
    }

    #[tokio::test]
    async fn errors_of_players_and_watchers_are_faults_in_the_report() {
        let words = "--games 1 --variants chess --pace 1 --watched 1 --watchers 2 --engines 0 --warm-up 0 --server ";
        let report = measure(&options(&format!("{words}{}", faulty_server()))).await.unwrap();
        let faults = report.first_faults();
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert_eq!(faults[0], r#"a watcher of game 1: the server says {"type":"error"}"#);
        assert!(faults[1].starts_with("persons at chess: "), "{faults:?}");
        assert_eq!(faults[2], "no move was timed");
    }
}
