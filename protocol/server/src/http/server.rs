//! The server itself: where others reach it.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::App;
use crate::reach::outgoing_address;

/// Addresses at which other machines reach the server.
pub async fn addresses(State(app): State<App>) -> Json<Value> {
    Json(json!({ "addresses": app.reach.addresses(outgoing_address) }))
}
