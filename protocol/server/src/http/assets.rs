//! Static files of the pages, and the figures of the pieces.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use formats::diagram::Colour;
use protocol::gui::picture::figures::{self, Figure};
use protocol::hex;
use rust_embed::Embed;

use super::error::{ApiError, PathText};
use crate::secret;

#[derive(Embed)]
#[folder = "web/"]
struct Embedded;

/// Folder whose files are served in place of those in the program, for work on them.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Serves the files of a folder in place of those in the program.
///
/// # Errors
/// If there is no such folder.
pub fn serve_from(folder: PathBuf) -> anyhow::Result<()> {
    anyhow::ensure!(folder.is_dir(), "--assets: {} is no folder", folder.display());
    // Only the first folder counts, and there is one.
    let _ = FOLDER.set(folder);
    Ok(())
}

/// Page for what does not exist, if the browser's side has none.
const NOT_FOUND: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>\
     <h1>There is nothing here</h1><p><a href=\"/\">To the games</a></p></html>";

/// File, with its SHA-256. That of a file in the program was computed when it was built.
struct File {
    bytes: Cow<'static, [u8]>,
    hash: [u8; 32],
}

/// True for the name of a file that is in the folder and not hidden, on every system: Windows has drives, streams and
/// another separator.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':']))
}

fn read(name: &str) -> Option<File> {
    read_from(FOLDER.get().map(PathBuf::as_path), name)
}

/// File of a folder; without one, of the program.
fn read_from(folder: Option<&Path>, name: &str) -> Option<File> {
    match folder {
        Some(folder) => {
            let bytes = if is_plain(name) { std::fs::read(folder.join(name)).ok()? } else { return None };
            Some(File { hash: secret::hash_bytes(&bytes), bytes: Cow::Owned(bytes) })
        }
        None => Embedded::get(name).map(|file| File { hash: file.metadata.sha256_hash(), bytes: file.data }),
    }
}

/// True if a browser has the file of an entity tag. A proxy that compresses makes the tag a weak one.
fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    known.flat_map(|tags| tags.split(',')).any(|known| known.trim().trim_start_matches("W/") == tag)
}

/// Content type of a file, by the end of its name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Name of the file for a path: a path whose last part has no dot is a page, named by the first part.
fn file_of(path: &str) -> String {
    let path = path.trim_matches('/');
    match path.split('/').next() {
        None | Some("") => "index.html".to_string(),
        Some(page) if !path.rsplit('/').next().unwrap_or_default().contains('.') => format!("{page}.html"),
        Some(_) => path.to_string(),
    }
}

/// Response that browsers ask for again each time, because a page and its scripts must be of one version; they are told
/// if its hash (SHA-256) is the one that they have.
pub fn revalidated(asked: &HeaderMap, kind: &'static str, hash: &[u8; 32], body: impl IntoResponse) -> Response {
    let tag = format!("\"{}\"", &hex::encode(hash)[..32]);
    let is_known = is_known(asked, &tag);
    let headers = [
        (header::CONTENT_TYPE, kind.to_string()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    if is_known { (StatusCode::NOT_MODIFIED, headers).into_response() } else { (headers, body).into_response() }
}

/// File or page for a path.
pub fn serve(path: &str, asked: &HeaderMap) -> Response {
    let name = file_of(path);
    match read(&name) {
        Some(File { bytes, hash }) => revalidated(asked, content_type(&name), &hash, bytes),
        None => match read("404.html") {
            Some(page) => {
                let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
                (StatusCode::NOT_FOUND, kind, page.bytes).into_response()
            }
            None => (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response(),
        },
    }
}

fn svg(text: impl Into<Cow<'static, str>>) -> Response {
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    (headers, text.into()).into_response()
}

/// Sprite of the figures, to be painted by a style sheet.
pub async fn pieces() -> Response {
    static SPRITE: LazyLock<String> = LazyLock::new(figures::sprite);
    svg(SPRITE.as_str())
}

/// Sprite of the figures in all colours.
pub async fn figures() -> Response {
    static SPRITE: LazyLock<String> = LazyLock::new(figures::painted_sprite);
    svg(SPRITE.as_str())
}

/// Figure in a colour: `white-king.svg`.
pub async fn figure(PathText(file): PathText) -> Result<Response, ApiError> {
    let name = file.strip_suffix(".svg").and_then(|name| name.split_once('-'));
    let (colour, figure) = name.ok_or_else(ApiError::not_found)?;
    let colour = Colour::ALL.into_iter().find(|known| known.name() == colour).ok_or_else(ApiError::not_found)?;
    let figure = Figure::ALL.iter().find(|known| known.name() == figure).ok_or_else(ApiError::not_found)?;
    Ok(svg(figure.picture_of(colour)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_pages_and_files() {
        for (path, file) in [
            ("/", "index.html"),
            ("/game/Ab3", "game.html"),
            ("/analysis", "analysis.html"),
            ("/rules/chex/", "rules.html"),
            ("/style/base.css", "style/base.css"),
            ("/js/board/board.js", "js/board/board.js"),
        ] {
            assert_eq!(file_of(path), file, "{path}");
            assert!(Embedded::get(file).is_some(), "{file}");
        }
    }

    #[test]
    fn a_folder_serves_its_own_files_only() {
        let outside = tempfile::tempdir().expect("a folder");
        let (folder, secret) = (outside.path().join("pages"), outside.path().join("secret.txt"));
        std::fs::create_dir(&folder).expect("a folder");
        for file in [&secret, &folder.join("a.txt"), &folder.join(".hidden")] {
            std::fs::write(file, "text").expect("a file");
        }
        assert!(serve_from(secret.clone()).is_err(), "a file is no folder");
        let is_served = |name: &str| read_from(Some(&folder), name).is_some();
        assert!(is_served("a.txt"));
        for name in ["../secret.txt", "./a.txt", ".hidden", "", secret.to_str().expect("a text")] {
            assert!(!is_served(name), "{name}");
        }
        for name in ["C:/Windows/win.ini", "js/C:", "a.txt:stream", "..\\secret.txt"] {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again() {
        let tag = serve("/js/api.js", &HeaderMap::new()).headers()[header::ETAG].to_str().expect("a text").to_string();
        let status = |known: &str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, known.parse().expect("a header"))]);
            serve("/js/api.js", &headers).status()
        };
        for known in [tag.clone(), format!("W/{tag}"), format!("\"a\", {tag}")] {
            assert_eq!(status(&known), StatusCode::NOT_MODIFIED, "{known}");
        }
        assert_eq!(status("\"a\""), StatusCode::OK);
    }
}
