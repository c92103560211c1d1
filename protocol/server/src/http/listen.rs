//! TCP listener with limits for the number of connections and for slow clients.

use std::io;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tower::ServiceExt;

use super::places::Places;
use super::write_timeout::WriteTimeout;

/// Pause after an error of `accept`: the process may have no file descriptors left.
const PAUSE: Duration = Duration::from_millis(100);

/// Limits of connections: a slow client holds one of a bounded number of connections (slowloris).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of connections of an address; 0: no limit.
    pub connections: usize,
    /// Timeout of the head of a request, from the beginning of the connection or the end of the request before.
    pub head: Duration,
    /// Timeout of a write that waits for a client to read. A WebSocket has a shorter one for each message.
    pub write: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connections: 0, head: Duration::from_secs(20), write: Duration::from_secs(30) }
    }
}

/// Serves connections for ever.
pub async fn serve(listener: TcpListener, routes: Router, limits: Limits) {
    let places = Places::new(limits.connections);
    loop {
        let free = places.free().await;
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_client(&error) {
                    log::error!("accepting connections: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
                continue;
            }
        };
        let Some(place) = places.take(free, peer.ip()) else { continue };
        // A move is a small message that must not wait for another.
        if stream.set_nodelay(true).is_err() {
            continue;
        }
        let routes = routes.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            routes.clone().oneshot(request.map(Body::new))
        });
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(limits.head);
            let stream = TokioIo::new(WriteTimeout::new(stream, limits.write, place));
            // What a client does wrong ends its connection, and is nobody else's matter.
            if let Err(error) = builder.serve_connection(stream, service).with_upgrades().await {
                log::debug!("a connection ended: {error}");
            }
        });
    }
}

fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::{Arc, Mutex};

    use axum::body::Bytes;
    use futures_util::stream;
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    /// Longest time that a server may take to end a connection.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Client of a server with routes and limits.
    async fn client(routes: Router, limits: Limits) -> TcpStream {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, routes, limits));
        let client = TcpStream::connect(address).expect("a connection");
        client.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        client
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_silent_connection_is_ended() {
        let limits = Limits { head: Duration::from_millis(200), ..Limits::default() };
        for begun in ["", "G", "GET / HTTP/1.1\r\nHost: a\r\n"] {
            let mut client = client(Router::new(), limits).await;
            client.write_all(begun.as_bytes()).expect("the server takes it");
            let mut rest = Vec::new();
            let ended = tokio::task::spawn_blocking(move || client.read_to_end(&mut rest)).await.expect("no panic");
            assert!(ended.is_ok(), "{begun:?}: {ended:?}");
        }
    }

    /// True if a connection that sends nothing is ended.
    async fn is_ended(mut connection: TcpStream) -> bool {
        let read = move || connection.read(&mut [0]).is_ok_and(|count| count == 0);
        tokio::task::spawn_blocking(read).await.expect("no panic")
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn an_address_has_a_bounded_number_of_connections() {
        let limits = Limits { connections: 2, head: PATIENCE, ..Limits::default() };
        let first = client(Router::new(), limits).await;
        let another = || {
            let other = TcpStream::connect(first.peer_addr().expect("an address")).expect("a connection");
            other.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
            other
        };
        let second = another();
        assert!(is_ended(another()).await, "one connection too many");
        assert!(!is_ended(second).await, "it was open until now");
        let again = async { while is_ended(another()).await {} };
        timeout(PATIENCE, again).await.expect("there is a place again");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_connection_whose_client_does_not_read_is_ended() {
        let (held, ended) = oneshot::channel::<()>();
        let held = Mutex::new(Some(held));
        // An endless body, which is dropped with its connection.
        let endless = move || {
            let held = held.lock().expect("no panic").take();
            let part = move || {
                let _held = &held;
                Ok::<_, Infallible>(Bytes::from_static(&[b' '; 4096]))
            };
            std::future::ready(Body::from_stream(stream::repeat_with(part)))
        };
        let endless = Arc::new(endless);
        let routes = Router::new().fallback(move || endless());
        let limits = Limits { write: Duration::from_millis(200), ..Limits::default() };
        let mut client = client(routes, limits).await;
        client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").expect("the server takes it");
        let ended = timeout(PATIENCE, ended).await.expect("the connection ends");
        assert!(ended.is_err(), "the body was dropped");
        drop(client);
    }
}
