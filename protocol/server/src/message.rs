//! Messages to clients.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

/// Text of a message, shared by all who get it.
pub type Text = Arc<str>;

/// Message as JSON.
pub fn json(message: &impl Serialize) -> Text {
    serde_json::to_string(message).expect("plain data has a JSON text").into()
}

/// Error message: a code for programs, words for persons, and the number of the message that it is about.
pub fn error(code: &str, why: &str, re: Option<u64>) -> Text {
    json(&json!({ "type": "error", "code": code, "message": why, "re": re }))
}
