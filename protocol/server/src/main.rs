//! Program `motley-server`: Motley's games in the browser.
//!
//! * [`http`]: routes, WebSockets, files; what is checked before each request.
//! * [`rooms`]: registry of the open rooms; [`room`]: the task that owns a game.
//! * [`game`]: a game with its players, clocks, luck and offers; [`line`](mod@line): its course.
//! * [`store`]: the database.
//! * [`pool`]: the engines; [`compute`](mod@compute): other work that takes processor time.
//! * [`token_bucket`]: limits of what an address may do; [`reach`]: addresses of the server.
//!
//! # Path of a move
//!
//! A message of a player comes to [`http::live`], goes to the game's [`room`], is applied to the
//! [`game`](game::Game), is committed by the [`store`], and only then goes to all connections as a new state. A client
//! that reconnects gets the whole state: nothing that was sent is lost.

mod compute;
#[cfg(test)]
mod fixture;
mod game;
mod http;
mod line;
mod message;
mod options;
mod pool;
mod reach;
mod room;
mod rooms;
mod secret;
mod store;
mod token_bucket;

use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use clap::CommandFactory;
use streams::Stdout;
use tokio::net::TcpListener;

use http::App;
use http::guard::Guard;
use options::Options;
use pool::Pool;
use rooms::Rooms;
use store::{InUse, Store};

fn main() -> ExitCode {
    logger(env_logger::Env::default().default_filter_or("warn")).init();
    streams::run(start)
}

/// Logger with the filters of the environment. It leaves out what WebSockets carry: the secrets of seats.
fn logger(filters: env_logger::Env<'_>) -> env_logger::Builder {
    let mut builder = env_logger::Builder::from_env(filters);
    builder.filter_module("tungstenite", log::LevelFilter::Warn);
    builder
}

fn start(options: Options, out: &mut Stdout) -> Result<ExitCode> {
    if options.manual {
        let page = protocol::cli::shell::manual_page(Options::command()).map_err(anyhow::Error::msg)?;
        out.line(page.trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(options, out))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(options: Options, out: &mut Stdout) -> Result<()> {
    if let Some(folder) = options.assets.clone() {
        http::assets::serve_from(folder)?;
    }
    let file = options.data_file()?;
    let store = match Store::open(&file) {
        Ok(store) => store,
        Err(error) => {
            // Started twice from the menu of a desktop: the page of the server that runs already is what is wanted.
            let running = error.downcast_ref::<InUse>().and_then(|in_use| in_use.address.as_deref());
            let Some(address) = running.filter(|_| options.open) else { return Err(error) };
            return announce(address, true, out);
        }
    };
    let pool = Pool::new(options.threads(), options.hash)?;
    let told = store.clone();
    let rooms = Rooms::new(store, pool, options.rooms, options.new_games());
    let listener = TcpListener::bind((options.listen, options.port))
        .await
        .with_context(|| format!("cannot listen on {} port {}", options.listen, options.port))?;
    let reach = options.reach(listener.local_addr()?);
    let address = reach.first_page(reach::outgoing_address);
    rooms.start().await?;
    let app = App { rooms, guard: Arc::new(Guard::new(options.guard_config())), reach: Arc::new(reach) };
    let routes = http::routes(app);
    if let Err(error) = told.tell_address(&address) {
        log::warn!("{error}: a second server would not know of this one");
    }
    announce(&address, options.open, out)?;
    tokio::select! {
        () = http::listen::serve(listener, routes, options.limits()) => {}
        () = ended() => {}
    }
    Ok(())
}

/// Prints the address, and opens it in the browser.
fn announce(address: &str, open: bool, out: &mut Stdout) -> Result<()> {
    out.line(format_args!("{address}"));
    out.finish()?;
    if open {
        let opener = match std::env::consts::OS {
            "macos" => "open",
            "windows" => "explorer",
            _ => "xdg-open",
        };
        match Command::new(opener).arg(address).spawn() {
            // The browser may stay open for long; it must be waited for, or it would be a zombie at its end.
            Ok(mut browser) => drop(thread::spawn(move || browser.wait())),
            Err(error) => log::warn!("cannot open the browser ({opener}): {error}"),
        }
    }
    Ok(())
}

/// Waits for a signal that ends the program. Nothing is left to store: every change was committed before it was sent.
async fn ended() {
    let interrupted = async {
        // Without the signal's handler the program ends by the signal itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return interrupted.await };
        tokio::select! {
            () = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

#[cfg(test)]
mod tests {
    use log::{Level, Log, Metadata};

    use super::*;

    #[test]
    fn no_log_has_the_messages_of_web_sockets() {
        let filters = env_logger::Env::new().filter_or("MOTLEY_SERVER_TEST_LOG", "trace");
        let logger = logger(filters).build();
        let hears = |target| logger.enabled(&Metadata::builder().level(Level::Trace).target(target).build());
        assert!(hears("motley_server::room") && !hears("tungstenite::protocol"));
    }
}
