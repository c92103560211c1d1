//! Command line.

use std::env;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result};
use clap::Parser;

use crate::http::guard::GuardConfig;
use crate::http::listen::Limits;
use crate::reach::{Reach, machine_name};
use crate::token_bucket::AddressBuckets;

/// Connections of an address besides its WebSockets: for pages and their files, of which a browser opens six.
const CONNECTIONS_FOR_PAGES: usize = 64;
/// New games of an address in an hour, for each request a second.
const GAMES_AN_HOUR: f64 = 10.0;
/// New games that an address may create at once, for each request a second.
const GAMES_AT_ONCE: f64 = 20.0;
/// Minimum of new games that an address may create at once, however low the rate of requests is.
const MIN_GAMES_AT_ONCE: f64 = 10.0;

/// Plays Motley's games in the browser. Prints the address of its first page.
#[derive(Parser, Clone, Debug)]
#[command(name = "motley-server", version)]
pub struct Options {
    /// Address to listen on; 0.0.0.0: every address of this machine, so that others reach the server. Without it only
    /// this machine does.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// Port to listen on; 0: any that is free.
    #[arg(long, default_value_t = 8642)]
    pub port: u16,
    /// Opens the first page in the browser; that of a server which runs already, if it uses the same file of games.
    #[arg(long)]
    pub open: bool,
    /// Prints the manual page.
    #[arg(long, hide = true)]
    pub manual: bool,
    /// File of the games; without it motley/games.db in the user's folder of data.
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Address under which browsers reach the server, scheme and host; may be given several times. Without
    /// it, localhost, the name of this machine and any address in numbers.
    #[arg(long = "origin", value_name = "URL", value_parser = host_of)]
    pub origins: Vec<Origin>,
    /// Takes the address of a client from the last entry of X-Forwarded-For: for a server that only a proxy reaches.
    #[arg(long)]
    pub behind_proxy: bool,
    /// Threads of the engines, at least two; without it, as many as processors but one.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Transposition table of each thread, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 32, value_parser = parse_hash)]
    pub hash: usize,
    /// Requests a second from an address, in bursts of twenty times as many, at least 33.75; ten times as many new
    /// games an hour; 0: no limit.
    #[arg(long, default_value_t = 10.0, value_parser = parse_rate)]
    pub rate: f64,
    /// WebSocket connections of an address; 0: no limit.
    #[arg(long, default_value_t = 50)]
    pub connections: usize,
    /// Games that may be open at once.
    #[arg(long, default_value_t = 2000)]
    pub rooms: usize,
    /// Serves the pages of a folder in place of those in the program.
    #[arg(long, value_name = "FOLDER")]
    pub assets: Option<PathBuf>,
}

/// Origin under which browsers reach the server: scheme and host, without the default port of the scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    url: String,
    host: String,
}

fn host_of(url: &str) -> Result<Origin, String> {
    let parts = url.trim_end_matches('/').split_once("://");
    let default_port = match parts {
        Some(("http", _)) => ":80",
        Some(("https", _)) => ":443",
        _ => "",
    };
    // Browsers leave the default port out.
    let parts = parts.map(|(scheme, host)| (scheme, host.strip_suffix(default_port).unwrap_or(host)));
    match parts {
        Some((scheme @ ("http" | "https"), host)) if !host.is_empty() && !host.contains(['/', '?', '#', '@']) => {
            Ok(Origin { url: format!("{scheme}://{host}"), host: host.to_string() })
        }
        _ => Err("an origin is http:// or https:// and a host".to_string()),
    }
}

fn parse_hash(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|megabytes| (1..=65_536).contains(megabytes)).ok_or("from 1 to 65536".to_string())
}

fn parse_rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rate: &f64| (0.0..=1e6).contains(rate)).ok_or("from 0 to 1000000".to_string())
}

impl Options {
    /// Path of the database. Its folder is created if it is the default one.
    ///
    /// # Errors
    /// If the user has no data folder, or it cannot be created.
    pub fn data_file(&self) -> Result<PathBuf> {
        if let Some(file) = &self.data {
            return Ok(file.clone());
        }
        let var = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = if cfg!(windows) {
            var("APPDATA")
        } else if cfg!(target_os = "macos") {
            var("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            var("XDG_DATA_HOME").or_else(|| var("HOME").map(|home| home.join(".local/share")))
        };
        let folder = folder.context("there is no folder for data: --data FILE names a file")?.join("motley");
        fs::create_dir_all(&folder).with_context(|| format!("the folder {}", folder.display()))?;
        Ok(folder.join("games.db"))
    }

    /// Number of threads of the engines; the pool has at least two.
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, |count| count.get().saturating_sub(1).max(1));
        self.threads.map_or_else(all, usize::from)
    }

    /// Configuration of the guard.
    pub fn guard_config(&self) -> GuardConfig {
        GuardConfig {
            hosts: self.origins.iter().map(|origin| origin.host.clone()).collect(),
            machine: machine_name(),
            behind_proxy: self.behind_proxy,
            rate: self.rate,
            connections: self.connections,
        }
    }

    /// Limits of connections. Behind a proxy, where all connections come from one address, it has no limit.
    pub fn limits(&self) -> Limits {
        let is_limited = self.connections > 0 && !self.behind_proxy;
        let connections = if is_limited { self.connections + CONNECTIONS_FOR_PAGES } else { 0 };
        Limits { connections, ..Limits::default() }
    }

    /// Quota of new games, by address.
    pub fn new_games(&self) -> AddressBuckets {
        let burst = (GAMES_AT_ONCE * self.rate).max(MIN_GAMES_AT_ONCE);
        AddressBuckets::new(GAMES_AN_HOUR * self.rate / 3600.0, burst)
    }

    /// Addresses of a server that listens on an address.
    pub fn reach(&self, listening: SocketAddr) -> Reach {
        Reach::new(listening, self.origins.iter().map(|origin| origin.url.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Options::command().debug_assert();
        let origin = Options::parse_from(["motley-server", "--origin", "https://play.example.org/"]);
        assert_eq!(origin.guard_config().hosts, ["play.example.org"]);
        let listening = "0.0.0.0:80".parse().expect("an address and a port");
        assert_eq!(origin.reach(listening).first_page(|| None), "https://play.example.org/");
        let limit = |options: &[&str]| Options::parse_from(options).limits().connections;
        assert_eq!(limit(&["motley-server"]), 114);
        assert_eq!([limit(&["", "--behind-proxy"]), limit(&["", "--connections", "0"])], [0, 0]);
        let host = |url: &str| host_of(url).map(|origin| origin.host);
        for (url, wanted) in [
            ("https://play.example.org:443/", "play.example.org"),
            ("http://play.example.org:80", "play.example.org"),
            ("https://play.example.org:80", "play.example.org:80"),
            ("http://[::1]:8642", "[::1]:8642"),
        ] {
            assert_eq!(host(url).as_deref(), Ok(wanted), "{url}");
        }
        for wrong in ["play.example.org", "https://", "https://:443", "ftp://a", "https://a/b"] {
            assert!(host_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_has_a_quota_of_new_games() {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let at_once = |options: &[&str]| {
            let new_games = Options::parse_from(options).new_games();
            (0..1000).filter(|_| new_games.take(address, 1.0)).count()
        };
        assert_eq!(at_once(&["motley-server"]), 200);
        assert_eq!([at_once(&["", "--rate", "0.01"]), at_once(&["", "--rate", "0"])], [10, 1000]);
    }
}
