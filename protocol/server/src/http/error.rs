//! Errors as answers: a status, a code for programs and words for persons. Nothing of the inside is told.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::compute::Busy;
use crate::store::StoreError;
use crate::table::TableError;

/// Error answer.
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

    /// The request is wrong, for this reason.
    pub fn bad(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", why.to_string())
    }

    /// There is nothing of that name.
    pub fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", "there is nothing here".to_string())
    }

    /// The request is not allowed.
    pub fn forbidden(why: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", why.to_string())
    }

    /// There is another method.
    pub fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this method is not known here".to_string())
    }

    /// Too many requests.
    pub fn too_many() -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many requests; wait a little".to_string())
    }

    /// The server has too much to do.
    pub fn busy(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", why.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({ "error": { "code": self.code, "message": self.message } });
        (self.status, Json(body)).into_response()
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> ApiError {
        match error {
            TableError::NotFound => ApiError::not_found(),
            TableError::Busy => ApiError::busy(error),
            TableError::Draft(error) => ApiError::bad(error),
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

/// Body of a request: JSON of a type. Another site's form cannot send its content type without asking.
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
