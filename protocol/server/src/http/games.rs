//! Games: list, new ones, and what everybody may see of one.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::search::limits::FULL_SKILL;
use engine::variants::Variant;
use protocol::gui::board::{self, Geometry, PieceKind, SeatLook};
use protocol::registry;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::App;
use super::error::{ApiError, Body};
use super::name::player_name;
use super::position::{PositionView, view_of};
use crate::clock::TimeControl;
use crate::compute::{Purpose, compute};
use crate::game::{Draft, Player};
use crate::line::MAX_PLIES;
use crate::room::RoomRequest;
use crate::secret;
use crate::store::Filter;

/// Times of an engine for a move, in milliseconds.
const MOVE_TIMES: std::ops::RangeInclusive<u64> = 50..=10_000;
/// Maximum number of games in a list.
const MAX_LISTED: usize = 100;

/// Game that can be played.
#[derive(Debug, Serialize)]
struct VariantView {
    name: &'static str,
    title: &'static str,
    seats: Vec<SeatLook>,
    start: String,
    pieces: Vec<PieceKind>,
    geometry: Geometry,
    /// False where nobody can be checkmated: a forced win is no mate then.
    has_checkmate: bool,
}

fn variant_view(variant: Variant) -> Option<VariantView> {
    let session = registry::open(variant.name())?;
    Some(VariantView {
        name: variant.name(),
        title: variant.info().title,
        seats: session.seat_looks(),
        start: session.position_text(protocol::session::MoveFormat::OWN),
        pieces: board::piece_kinds(session.figures()),
        geometry: session.geometry(),
        has_checkmate: session.has_checkmate(),
    })
}

/// All games that can be played, with their boards.
pub async fn variants() -> Response {
    static VARIANTS: LazyLock<Value> = LazyLock::new(|| {
        let variants: Vec<VariantView> = Variant::ALL.into_iter().filter_map(variant_view).collect();
        json!({ "variants": variants })
    });
    ([(header::CACHE_CONTROL, "max-age=3600")], Json(&*VARIANTS)).into_response()
}

/// Request for a new game.
#[derive(Debug, Deserialize)]
pub struct NewGame {
    variant: String,
    seats: Vec<NewSeat>,
    #[serde(default)]
    clock: Option<TimeControl>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    public: bool,
}

/// Seat of a new game.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum NewSeat {
    Person {
        #[serde(default)]
        name: String,
    },
    Engine {
        #[serde(default = "full_skill")]
        skill: u8,
        #[serde(default = "usual_move_time")]
        move_ms: u64,
    },
}

fn full_skill() -> u8 {
    FULL_SKILL
}

fn usual_move_time() -> u64 {
    1000
}

/// Player of a seat, with its secret if it is a person.
fn player(seat: NewSeat) -> Result<(Player, Option<String>), ApiError> {
    match seat {
        NewSeat::Engine { skill, move_ms } => {
            if skill > FULL_SKILL || !MOVE_TIMES.contains(&move_ms) {
                return Err(ApiError::bad(format!(
                    "an engine has a skill of at most {FULL_SKILL} and {} to {} ms for a move",
                    MOVE_TIMES.start(),
                    MOVE_TIMES.end()
                )));
            }
            Ok((Player::Engine { skill, move_ms }, None))
        }
        NewSeat::Person { name } => {
            let name = player_name(&name).map_err(ApiError::bad)?;
            let secret = secret::new_secret().map_err(|_| ApiError::busy("there are no random numbers"))?;
            Ok((Player::Person { name, secret: secret::hash(&secret) }, Some(secret)))
        }
    }
}

/// Creates a game.
pub async fn create(State(app): State<App>, Body(new): Body<NewGame>) -> Result<Response, ApiError> {
    if new.seats.len() > engine::game::Seat::MAX {
        return Err(ApiError::bad("no game has so many players"));
    }
    if new.moves.len() > MAX_PLIES {
        return Err(ApiError::bad("there are too many moves"));
    }
    let id = secret::new_id().map_err(|_| ApiError::busy("there are no random numbers"))?;
    let seats = new.seats.into_iter().map(player).collect::<Result<Vec<_>, _>>()?;
    let (players, secrets): (Vec<_>, Vec<_>) = seats.into_iter().unzip();
    let draft = Draft {
        id: id.clone(),
        variant: new.variant,
        fen: new.fen,
        moves: new.moves,
        players,
        control: new.clock,
        public: new.public,
    };
    app.rooms.create(draft).await?;
    let watch = format!("/game/{id}");
    let seats: Vec<_> = (0..)
        .zip(secrets)
        .filter_map(|(seat, secret)| secret.map(|secret| (seat, secret)))
        .map(|(seat, secret): (usize, String)| {
            json!({ "seat": seat, "link": format!("{watch}#{secret}"), "secret": secret })
        })
        .collect();
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "watch": watch, "seats": seats }))).into_response())
}

/// Filter of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    variant: Option<String>,
    status: Option<String>,
    q: Option<String>,
    before: Option<i64>,
    limit: Option<usize>,
}

fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

/// Public games, the newest first.
pub async fn list(
    State(app): State<App>,
    query: Result<Query<ListQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::bad("the query cannot be read"))?;
    let over = match given(query.status).as_deref() {
        None => None,
        Some("over") => Some(true),
        Some("playing") => Some(false),
        Some(_) => return Err(ApiError::bad("status is playing or over")),
    };
    let limit = query.limit.unwrap_or(30).clamp(1, MAX_LISTED);
    let filter = Filter { variant: given(query.variant), over, player: given(query.q), before: query.before, limit };
    Ok(Json(app.rooms.store().list(filter).await?).into_response())
}

/// State of a game, as a watcher gets it.
pub async fn state(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let text = app.rooms.ask(&id, RoomRequest::View).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

/// PGN of a game.
pub async fn pgn(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let text = app.rooms.ask(&id, RoomRequest::Pgn).await?;
    let file = format!("attachment; filename=\"motley-{id}.pgn\"");
    let headers =
        [(header::CONTENT_TYPE, "application/vnd.chess-pgn".to_string()), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, text).into_response())
}

/// Place in a game.
#[derive(Debug, Deserialize)]
pub struct PositionQuery {
    #[serde(rename = "move")]
    moves: usize,
}

/// Position of a game after a number of moves.
pub async fn position(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<PositionQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<PositionView>, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::bad("move is a number of moves"))?;
    let game = app.rooms.ask(&id, |reply| RoomRequest::Position(query.moves, reply)).await?;
    let view = move || game.line().map(|line| view_of(&line));
    Ok(Json(compute(Purpose::Analysis, view).await?.map_err(ApiError::bad)?))
}
