//! TCP listener with limits for the number of connections and for slow requests.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;

/// Maximum number of open connections.
const MAX_CONNECTIONS: usize = 4096;
/// Timeout of the head of a request: a client that sends it slowly holds a connection (slowloris).
const HEAD_TIME: Duration = Duration::from_secs(20);
/// Pause after an error of `accept`: the process may have no file descriptors left.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections for ever.
pub async fn serve(listener: TcpListener, routes: Router) {
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
            let mut builder = auto::Builder::new(TokioExecutor::new());
            builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
            // What a client does wrong ends its connection, and is nobody else's matter.
            if let Err(error) = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).await {
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
