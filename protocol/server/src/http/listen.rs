//! TCP listener with limits for the number of connections and for slow clients.

use std::io;
use std::sync::Arc;
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
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::write_timeout::WriteTimeout;

/// Maximum number of open connections.
const MAX_CONNECTIONS: usize = 4096;
/// Pause after an error of `accept`: the process may have no file descriptors left.
const PAUSE: Duration = Duration::from_millis(100);

/// Timeouts of a connection: a slow client holds one of a bounded number of connections (slowloris).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Timeout of the head of a request, from the beginning of the connection or the end of the request before.
    pub head: Duration,
    /// Timeout of a write that waits for a client to read. A WebSocket has a shorter one for each message.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { head: Duration::from_secs(20), write: Duration::from_secs(30) }
    }
}

/// Serves connections for ever.
pub async fn serve(listener: TcpListener, routes: Router, timeouts: Timeouts) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
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
            builder.timer(TokioTimer::new()).header_read_timeout(timeouts.head);
            let stream = TokioIo::new(WriteTimeout::new(stream, timeouts.write));
            // What a client does wrong ends its connection, and is nobody else's matter.
            if let Err(error) = builder.serve_connection(stream, service).with_upgrades().await {
                log::debug!("a connection ended: {error}");
            }
            drop(place);
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
    use std::sync::Mutex;

    use axum::body::Bytes;
    use futures_util::stream;
    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::*;

    /// Longest time that a server may take to end a connection.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Client of a server with routes and timeouts.
    async fn client(routes: Router, timeouts: Timeouts) -> TcpStream {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, routes, timeouts));
        let client = TcpStream::connect(address).expect("a connection");
        client.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        client
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_silent_connection_is_ended() {
        let timeouts = Timeouts { head: Duration::from_millis(200), ..Timeouts::default() };
        for begun in ["", "G", "GET / HTTP/1.1\r\nHost: a\r\n"] {
            let mut client = client(Router::new(), timeouts).await;
            client.write_all(begun.as_bytes()).expect("the server takes it");
            let mut rest = Vec::new();
            let ended = tokio::task::spawn_blocking(move || client.read_to_end(&mut rest)).await.expect("no panic");
            assert!(ended.is_ok(), "{begun:?}: {ended:?}");
        }
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
        let timeouts = Timeouts { write: Duration::from_millis(200), ..Timeouts::default() };
        let mut client = client(routes, timeouts).await;
        client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").expect("the server takes it");
        let ended = timeout(PATIENCE, ended).await.expect("the connection ends");
        assert!(ended.is_err(), "the body was dropped");
        drop(client);
    }
}
