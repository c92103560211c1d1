//! Guard: what is checked before a request is answered, and the headers of every answer.
//!
//! * The name of the host must be one of the server's: a page of another site cannot reach the server by making its own
//!   name point here (DNS rebinding).
//! * A request with an `Origin`, which browsers send with every WebSocket and every POST, must come from a page of this
//!   server.
//! * Each address has a budget of requests that fills again with time, and of connections.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::error::ApiError;
use super::{App, MAX_BODY, is_of_interface};
use crate::game::MAX_OPENING;
use crate::reach::outgoing_address;
use crate::token_bucket::AddressBuckets;

/// Scripts, styles and pictures come from this server only, and none is written into a page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Maximum length of path and query of a request, in bytes.
const MAX_URI: usize = 2048;
/// Timeout of a request, from its head to its answer.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// Cost of a file, in requests: a page has some forty, which browsers ask for at each visit.
const COST_OF_FILE: f64 = 0.02;
/// Cost of creating a game, in requests.
pub const COST_OF_GAME: f64 = 5.0;
/// Moves that a new game begins with which cost one more request: each is stored.
const MOVES_OF_REQUEST: f64 = 100.0;
/// Plies of a stored game that cost one more request: replaying a long game takes long.
const PLIES_OF_REQUEST: f64 = 500.0;
/// Cost of looking for a player in the list of games, in requests besides that for the list.
pub const COST_OF_SEARCH: f64 = 4.0;
/// Bytes of a body that cost one more request: replaying a long game takes long.
const BYTES_OF_REQUEST: f64 = 16.0 * 1024.0;
/// Cost of the most expensive request: a new game with the longest opening and the largest body.
const MAX_COST: f64 = COST_OF_GAME + MAX_OPENING as f64 / MOVES_OF_REQUEST + MAX_BODY as f64 / BYTES_OF_REQUEST;
/// Requests that an address may make at once, for each request of its rate.
const BURST_OF_RATE: f64 = 20.0;

/// Configuration of the guard.
#[derive(Clone, Debug, Default)]
pub struct GuardConfig {
    /// Hosts, with their ports, as browsers write them; none: any name of this machine, or an address.
    pub hosts: Vec<String>,
    /// Name of this machine in its network, in lower case. It is no public name: no site can make it point here.
    pub machine: Option<String>,
    /// True if the last entry of `X-Forwarded-For` is the client's address.
    pub behind_proxy: bool,
    /// Requests of an address in a second; 0: no limit.
    pub rate: f64,
    /// WebSocket connections of an address; 0: no limit.
    pub connections: usize,
}

/// Guard of the server, with the budgets of all addresses.
pub struct Guard {
    config: GuardConfig,
    /// Requests that each address has left. A full budget covers the most expensive one, which a low rate would refuse
    /// for ever otherwise.
    requests: AddressBuckets,
    /// Open WebSockets of each address.
    connections: Mutex<HashMap<IpAddr, usize>>,
}

/// Address whose budget a request counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address(pub IpAddr);

/// Admitted connection. It counts for its address until it is dropped.
pub struct Admitted {
    guard: Arc<Guard>,
    address: IpAddr,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut connections = self.guard.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = connections.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&self.address);
            }
        }
    }
}

impl Guard {
    /// Guard without known addresses.
    pub fn new(config: GuardConfig) -> Guard {
        let burst = (BURST_OF_RATE * config.rate).max(MAX_COST);
        Guard { requests: AddressBuckets::new(config.rate, burst), connections: Mutex::default(), config }
    }

    /// Takes so many requests off the budget of an address; `false` if there are too few left.
    pub fn spend(&self, address: IpAddr, cost: f64) -> bool {
        self.requests.take(address, cost)
    }

    /// Counts a connection of an address; none if it has too many.
    pub fn admit(self: &Arc<Guard>, address: IpAddr) -> Option<Admitted> {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let count = connections.get(&address).copied().unwrap_or(0);
        if self.config.connections > 0 && count >= self.config.connections {
            return None;
        }
        connections.insert(address, count + 1);
        Some(Admitted { guard: Arc::clone(self), address })
    }

    /// Address of a client.
    fn address_of(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.config.behind_proxy {
            return network(peer);
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|list| list.to_str().ok()).and_then(|list| list.rsplit(',').next());
        network(last.and_then(|address| address.trim().parse().ok()).unwrap_or(peer))
    }

    /// True if the server answers under the name of a host.
    fn is_own_host(&self, host: &str) -> bool {
        if !self.config.hosts.is_empty() {
            return self.config.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        }
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok() || self.is_machine(name)
    }

    /// True for the name of this machine, and for that which multicast DNS gives it.
    fn is_machine(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let label = name.strip_suffix(".local").unwrap_or(&name);
        self.config.machine.as_deref() == Some(label)
    }

    fn check_headers(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), ApiError> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = host.or(uri.authority().map(|authority| authority.as_str())).unwrap_or_default();
        if !self.is_own_host(host) {
            return Err(ApiError::forbidden("the server does not answer under this name (option --origin)"));
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let is_own = |origin: &HeaderValue| {
            let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            site.is_some_and(|(scheme, site)| matches!(scheme, "http" | "https") && site.eq_ignore_ascii_case(host))
        };
        if origins.all(is_own) { Ok(()) } else { Err(ApiError::forbidden("the request comes from another site")) }
    }
}

/// Address that a budget is kept for: of IPv6 the /64 network, because a client has many addresses in it.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

/// Cost of a message of so many bytes that asks for work, in requests.
pub fn cost_of_message(bytes: usize) -> f64 {
    1.0 + bytes as f64 / BYTES_OF_REQUEST
}

/// Cost of so many moves that a new game begins with, in requests.
pub fn cost_of_opening(moves: usize) -> f64 {
    moves as f64 / MOVES_OF_REQUEST
}

/// Cost of replaying so many plies of a stored game, in requests.
pub fn cost_of_replay(plies: usize) -> f64 {
    plies as f64 / PLIES_OF_REQUEST
}

/// True for a browser that asks for a page.
fn wants_page(request: &Request) -> bool {
    let mut accepted = request.headers().get_all(header::ACCEPT).iter().filter_map(|kinds| kinds.to_str().ok());
    request.method() == Method::GET && accepted.any(|kinds| kinds.contains("text/html"))
}

/// Cost of a request, in requests. A body of unknown length counts as the largest one.
fn cost(request: &Request) -> f64 {
    let cost = match request.uri().path() {
        "/api/games" if request.method() == Method::POST => COST_OF_GAME,
        path if is_of_interface(path) => 1.0,
        _ => COST_OF_FILE,
    };
    let length = request.body().size_hint().upper().unwrap_or(u64::MAX).min(MAX_BODY as u64);
    cost + length as f64 / BYTES_OF_REQUEST
}

/// Middleware that checks a request, and adds the headers to its response.
pub async fn check(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = app.guard.address_of(peer.ip(), request.headers());
    request.extensions_mut().insert(Address(address));
    let cost = cost(&request);
    let is_long = request.uri().path_and_query().is_some_and(|path| path.as_str().len() > MAX_URI);
    let wants_page = wants_page(&request);
    let checked = app.guard.check_headers(request.headers(), request.uri());
    let mut response = match checked {
        Err(error) if wants_page => error.into_page(app.reach.address_for(peer.ip(), outgoing_address)),
        Err(error) => error.into_response(),
        Ok(()) if is_long => ApiError::bad("the address is too long").into_response(),
        Ok(()) if !app.guard.spend(address, cost) => {
            let error = ApiError::too_many();
            if wants_page { error.into_page(None) } else { error.into_response() }
        }
        Ok(()) => match timeout(ANSWER_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::busy("the answer took too long").into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(hosts: &[&str]) -> Guard {
        let hosts = hosts.iter().map(|host| host.to_string()).collect();
        Guard::new(GuardConfig { hosts, rate: 2.0, connections: 2, ..GuardConfig::default() })
    }

    fn is_let_in(guard: &Guard, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        headers.extend(origin.map(|origin| (header::ORIGIN, origin.parse().expect("a header"))));
        guard.check_headers(&headers, &Uri::from_static("/")).is_ok()
    }

    #[test]
    fn other_sites_and_names_are_kept_out() {
        let local = guard(&[]);
        for host in ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7", "LOCALHOST"] {
            assert!(is_let_in(&local, host, None), "{host}");
            assert!(is_let_in(&local, host, Some(&format!("http://{host}"))), "{host}");
            assert!(!is_let_in(&local, host, Some("http://evil.example")), "{host}");
        }
        for host in ["evil.example", "evil.example:8000", "localhost.evil.example", ""] {
            assert!(!is_let_in(&local, host, None), "{host}");
        }
        assert!(!is_let_in(&local, "127.0.0.1:8000", Some("http://127.0.0.1:9000")), "another port");
        assert!(!is_let_in(&local, "127.0.0.1:8000", Some("null")));
        let machine = GuardConfig { machine: Some("mypc".to_string()), ..GuardConfig::default() };
        let machine = Guard::new(machine);
        for host in ["mypc:8642", "MyPC", "mypc.local:8642", "MYPC.Local"] {
            assert!(is_let_in(&machine, host, Some(&format!("http://{host}"))), "{host}");
            assert!(!is_let_in(&local, host, None), "the name of another machine: {host}");
        }
        for host in ["mypc.example", "other.local", "local", ".local", "mypc.local.local"] {
            assert!(!is_let_in(&machine, host, None), "{host}");
        }
        let named = guard(&["play.example.org"]);
        assert!(is_let_in(&named, "play.example.org", Some("https://play.example.org")));
        assert!(!is_let_in(&named, "127.0.0.1:8000", None));
    }

    #[test]
    fn an_address_has_a_budget() {
        let guard = Arc::new(guard(&[]));
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().expect("an address"));
        assert_eq!((0..100).filter(|_| guard.spend(one, 1.0)).count(), 40);
        assert!(guard.spend(other, 1.0));
        let admitted = [guard.admit(one), guard.admit(one)];
        assert!(admitted.iter().all(Option::is_some) && guard.admit(one).is_none() && guard.admit(other).is_some());
        drop(admitted);
        assert!(guard.admit(one).is_some());
    }

    #[test]
    fn long_bodies_count_as_several_requests() {
        let cost_of = |uri: &str, bytes: usize| {
            let body = axum::body::Body::from(vec![b' '; bytes]);
            cost(&Request::post(uri).body(body).expect("a request"))
        };
        assert_eq!([cost_of("/api/pgn", 0), cost_of("/api/pgn", 32 * 1024)], [1.0, 3.0]);
        assert_eq!(cost_of("/api/games", 16 * 1024), 6.0);
    }

    #[test]
    fn browsers_ask_for_pages_and_programs_do_not() {
        let asks = |method: Method, accepted: &str| {
            let request = Request::builder().method(method).header(header::ACCEPT, accepted);
            wants_page(&request.body(axum::body::Body::empty()).expect("a request"))
        };
        assert!(asks(Method::GET, "text/html,application/xhtml+xml,*/*;q=0.8"));
        assert!(!asks(Method::GET, "*/*") && !asks(Method::POST, "text/html"));
    }

    #[test]
    fn files_cost_little() {
        let cost_of = |uri: &str| cost(&Request::get(uri).body(axum::body::Body::empty()).expect("a request"));
        for file in ["/", "/game/x", "/js/api.js", "/figures/white-king.svg", "/img/chex.svg", "/apiary"] {
            assert_eq!(cost_of(file), COST_OF_FILE, "{file}");
        }
        assert_eq!(["/api", "/api/games", "/api/rules/chex"].map(cost_of), [1.0; 3]);
    }

    #[test]
    fn a_low_rate_lets_the_most_expensive_request_through() {
        let guard = Guard::new(GuardConfig { rate: 0.04, ..GuardConfig::default() });
        let address = "10.0.0.1".parse().expect("an address");
        let unknown = futures_util::stream::empty::<Result<axum::body::Bytes, std::io::Error>>();
        let body = axum::body::Body::from_stream(unknown);
        let cost = cost(&Request::post("/api/games").body(body).expect("a request"));
        assert_eq!(cost + cost_of_opening(MAX_OPENING), MAX_COST);
        assert!(guard.spend(address, cost) && guard.spend(address, cost_of_opening(MAX_OPENING)));
        assert!(!guard.spend(address, cost), "the budget is spent");
    }

    #[test]
    fn a_proxy_tells_the_address_and_a_guest_does_not() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "1.2.3.4, 5.6.7.8".parse().expect("a header"));
        let peer = "10.0.0.1".parse().expect("an address");
        assert_eq!(guard(&[]).address_of(peer, &headers), peer);
        let behind = Guard::new(GuardConfig { behind_proxy: true, ..GuardConfig::default() });
        assert_eq!(behind.address_of(peer, &headers).to_string(), "5.6.7.8");
        let neighbours = ["2001:db8::1", "2001:db8::ffff:1"].map(|address| network(address.parse().expect("IPv6")));
        assert_eq!(neighbours[0], neighbours[1]);
    }
}
