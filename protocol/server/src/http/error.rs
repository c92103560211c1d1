//! Error responses: a status, a code for programs and a message for people. They reveal nothing internal.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::compute::Busy;
use crate::rooms::RoomError;
use crate::store::StoreError;

/// Response to a request that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl ApiError {
    const fn new(status: StatusCode, code: &'static str, message: String) -> ApiError {
        ApiError { status, code, message }
    }

    /// 400 Bad Request, with a reason.
    pub fn bad(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", why.to_string())
    }

    /// 404 Not Found.
    pub fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", "there is nothing here".to_string())
    }

    /// 403 Forbidden, with a reason.
    pub fn forbidden(why: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", why.to_string())
    }

    /// 405 Method Not Allowed.
    pub fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this method is not known here".to_string())
    }

    /// 429 Too Many Requests.
    pub fn too_many() -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests; wait a little".to_string())
    }

    /// 503 Service Unavailable, with a reason.
    pub fn busy(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", why.to_string())
    }

    /// Response as a page, for a browser that wants one, with the address where it finds the games.
    pub fn into_page(self, address: Option<String>) -> Response {
        let link = |address: String| format!("<p>The games are at <a href=\"{address}\">{address}</a>.</p>");
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Motley</title>\
             <h1>This page cannot be shown</h1><p>The server says: {}.</p>{}</html>",
            self.message,
            address.map(link).unwrap_or_default()
        );
        (self.status, Html(page)).into_response()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({ "error": { "code": self.code, "message": self.message } });
        (self.status, Json(body)).into_response()
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> ApiError {
        match error {
            RoomError::NotFound => ApiError::not_found(),
            RoomError::Busy => ApiError::busy(error),
            RoomError::TooManyGames => ApiError::new(StatusCode::TOO_MANY_REQUESTS, error.code(), error.to_string()),
            RoomError::Draft(error) => ApiError::bad(error),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::busy(error)
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> ApiError {
        ApiError::busy(busy)
    }
}

/// Variable part of a path. One that is no UTF-8 text names nothing.
pub struct PathText(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathText, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(text)| PathText(text)).map_err(|_| ApiError::not_found())
    }
}

/// JSON body of a request. Its content type keeps out forms of other sites, which cannot send it without a CORS
/// preflight.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(ApiError::bad("the body has to be application/json"));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let status = rejection.status();
            if status == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::new(status, "too-large", "the body is too large".to_string())
            } else {
                ApiError::bad("the body cannot be read")
            }
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| ApiError::bad(format!("the body: {error}")))
    }
}
