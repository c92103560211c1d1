//! QR codes of links, as pictures.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::error::{ApiError, Body};

/// Longest text of a QR code in bytes.
const MAX_TEXT: usize = 500;
/// Width of a module in SVG user units.
const MODULE: u32 = 4;

/// Text in a request.
#[derive(Debug, Deserialize)]
pub struct QrRequest {
    text: String,
}

/// QR code of a text, error correction level M, as SVG.
pub async fn draw(Body(QrRequest { text }): Body<QrRequest>) -> Result<Response, ApiError> {
    let picture = picture(&text)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

fn picture(text: &str) -> Result<String, ApiError> {
    if text.is_empty() || text.len() > MAX_TEXT {
        return Err(ApiError::bad(format!("a QR code has a text of 1 to {MAX_TEXT} bytes, not {}", text.len())));
    }
    let code = QrCode::new(text).map_err(|_| ApiError::bad("this text fits into no QR code"))?;
    Ok(code.render::<svg::Color>().module_dimensions(MODULE, MODULE).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_text_has_a_larger_code() {
        // Versions 3, 4 and 17 of the standard have 29, 33 and 85 modules a side, and a quiet zone of four around.
        for (length, modules) in [(42, 37), (43, 41), (MAX_TEXT, 93)] {
            let picture = picture(&"a".repeat(length)).expect("a code");
            let side = MODULE * modules;
            assert!(picture.contains(&format!("viewBox=\"0 0 {side} {side}\"")), "{length}: {picture}");
        }
        for length in [0, MAX_TEXT + 1] {
            assert!(picture(&"a".repeat(length)).is_err(), "{length}");
        }
    }
}
