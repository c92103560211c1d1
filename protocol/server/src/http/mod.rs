//! HTTP and WebSocket interface: routes, and what is checked before each.

pub mod analysis;
pub mod assets;
pub mod error;
pub mod games;
pub mod guard;
pub mod listen;
pub mod live;
pub mod name;
pub mod places;
pub mod position;
pub mod qr;
pub mod rules;
pub mod server;
pub mod socket;
pub mod write_timeout;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::reach::Reach;
use crate::rooms::Rooms;
use error::ApiError;
use guard::Guard;

/// Largest body of a request in bytes.
const MAX_BODY: usize = 300 * 1024;

/// State that all requests share.
#[derive(Clone)]
pub struct App {
    /// Registry of the open rooms.
    pub rooms: Rooms,
    /// Checks of every request.
    pub guard: Arc<Guard>,
    /// Addresses of the server.
    pub reach: Arc<Reach>,
}

/// Routes of the server.
pub fn routes(app: App) -> Router {
    Router::new()
        .route("/api/variants", get(games::variants))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::state))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/games/{id}/position", get(games::position))
        .route("/api/games/{id}/live", get(live::connect))
        .route("/api/position", post(position::check))
        .route("/api/pgn", post(position::read_pgn))
        .route("/api/pgn/write", post(position::write_pgn))
        .route("/api/analysis", get(analysis::connect))
        .route("/api/qr", post(qr::draw))
        .route("/api/server", get(server::addresses))
        .route("/api/rules/{variant}", get(rules::page))
        .route("/img/{file}", get(rules::picture))
        .route("/pieces.svg", get(assets::pieces))
        .route("/figures.svg", get(assets::figures))
        .route("/figures/{file}", get(assets::figure))
        .fallback(fallback)
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}

/// True for a path of the interface for programs, false for a file or a page.
fn is_of_interface(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Files and pages, which can only be read; an error for what does not exist.
async fn fallback(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if is_of_interface(uri.path()) {
        ApiError::not_found().into_response()
    } else if method == Method::GET || method == Method::HEAD {
        assets::serve(uri.path(), &headers)
    } else {
        ([(header::ALLOW, "GET,HEAD")], ApiError::method()).into_response()
    }
}
