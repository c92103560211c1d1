//! Games: list, new ones, and what everybody may see of one.

use std::net::IpAddr;
use std::sync::LazyLock;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::search::limits::FULL_SKILL;
use engine::variants::Variant;
use protocol::clock::{TimeControl, now};
use protocol::gui::board::{self, Board, Geometry, PieceKind, SeatLook};
use protocol::registry;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::App;
use super::assets::revalidated;
use super::error::{ApiError, Body, PathText};
use super::guard::{Address, COST_OF_SEARCH, cost_of_opening, cost_of_replay};
use super::name::player_name;
use super::position::{PositionView, view_of};
use crate::compute::{Purpose, compute};
use crate::game::view::Viewpoint;
use crate::game::{Draft, DraftError, Game, MAX_OPENING, Player};
use crate::message;
use crate::room::RoomRequest;
use crate::secret;
use crate::store::{Filter, Ids};

/// Times of an engine for a move, in milliseconds.
const MOVE_TIMES: std::ops::RangeInclusive<u64> = 50..=10_000;
/// Maximum number of games in a list.
const MAX_LISTED: usize = 100;

/// Game that can be played.
#[derive(Debug, Serialize)]
struct VariantView {
    name: &'static str,
    title: &'static str,
    /// Aim of the players in one sentence.
    goal: &'static str,
    seats: Vec<SeatLook>,
    start: String,
    /// Board of the start position.
    board: Board,
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
        goal: variant.info().goal,
        seats: session.seat_looks(),
        start: session.position_text(protocol::session::MoveFormat::OWN),
        board: session.board(),
        pieces: board::piece_kinds(session.figures()),
        geometry: session.geometry(),
        has_checkmate: session.has_checkmate(),
    })
}

/// All games that can be played, with their boards.
pub async fn variants(asked: HeaderMap) -> Response {
    static VARIANTS: LazyLock<(Bytes, [u8; 32])> = LazyLock::new(|| {
        let variants: Vec<VariantView> = Variant::ALL.into_iter().filter_map(variant_view).collect();
        let text = json!({ "variants": variants }).to_string();
        let hash = secret::hash_bytes(text.as_bytes());
        (Bytes::from(text), hash)
    });
    let (text, hash) = &*VARIANTS;
    revalidated(&asked, "application/json", hash, text.clone())
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
pub async fn create(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    Body(new): Body<NewGame>,
) -> Result<Response, ApiError> {
    if new.seats.len() > engine::game::Seat::MAX {
        return Err(ApiError::bad("no game has so many players"));
    }
    if new.moves.len() > MAX_OPENING {
        return Err(ApiError::bad(DraftError::TooLong));
    }
    if !app.guard.spend(address, cost_of_opening(new.moves.len())) {
        return Err(ApiError::too_many());
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
    app.rooms.create(draft, address).await?;
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
    Extension(Address(address)): Extension<Address>,
    query: Result<Query<ListQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|rejection| ApiError::bad(rejection.body_text()))?;
    let (over, among) = match given(query.status).as_deref() {
        None => (None, None),
        Some("over") => (Some(true), None),
        Some("playing") => (Some(false), None),
        Some("live") => (Some(false), Some(Ids(app.rooms.open()))),
        Some(_) => return Err(ApiError::bad("status is playing, live or over")),
    };
    let limit = query.limit.unwrap_or(30).clamp(1, MAX_LISTED);
    let (variant, player) = (given(query.variant), given(query.q));
    if player.is_some() && !app.guard.spend(address, COST_OF_SEARCH) {
        return Err(ApiError::too_many());
    }
    let filter = Filter { variant, over, among, player, before: query.before, limit };
    Ok(Json(app.rooms.store().list(filter).await?).into_response())
}

/// Game whose room is closed, read without opening one: nobody plays it now. None if its room is open.
async fn closed_game(app: &App, address: IpAddr, id: &str) -> Result<Option<Game>, ApiError> {
    let Some(stored) = app.rooms.closed(id).await? else { return Ok(None) };
    if !app.guard.spend(address, cost_of_replay(stored.plies())) {
        return Err(ApiError::too_many());
    }
    Ok(Some(stored.load().await?))
}

/// State of a game, as a watcher gets it.
pub async fn state(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    PathText(id): PathText,
) -> Result<Response, ApiError> {
    let text = match closed_game(&app, address, &id).await? {
        Some(game) => message::json(&game.view(&Viewpoint::OUTSIDE, now())),
        None => app.rooms.ask(&id, RoomRequest::View).await?,
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

/// PGN of a game.
pub async fn pgn(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    PathText(id): PathText,
) -> Result<Response, ApiError> {
    let text = match closed_game(&app, address, &id).await? {
        Some(game) => game.pgn(),
        None => app.rooms.ask(&id, RoomRequest::Pgn).await?,
    };
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
    Extension(Address(address)): Extension<Address>,
    PathText(id): PathText,
    query: Result<Query<PositionQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<PositionView>, ApiError> {
    let Query(PositionQuery { moves }) = query.map_err(|_| ApiError::bad("move is a number of moves"))?;
    if let Some(Game { mut line, .. }) = closed_game(&app, address, &id).await? {
        let view = move || {
            line.take_back_to(moves.min(line.composite_moves.len()));
            view_of(&line)
        };
        return Ok(Json(compute(Purpose::Analysis, view).await?));
    }
    let game = app.rooms.ask(&id, |reply| RoomRequest::Position(moves, reply)).await?;
    if !app.guard.spend(address, cost_of_replay(game.moves.len())) {
        return Err(ApiError::too_many());
    }
    let view = move || game.line().map(|line| view_of(&line));
    Ok(Json(compute(Purpose::Analysis, view).await?.map_err(ApiError::bad)?))
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::extract::rejection::QueryRejection;

    use super::*;
    use crate::fixture;
    use crate::game::rules::Action;

    /// Texts that everybody is told of a game: its state, its PGN, and the positions after each number of moves.
    async fn told(app: &App, id: &str) -> Vec<String> {
        let (app, address) = (|| State(app.clone()), || Extension(Address(IpAddr::from([10, 0, 0, 1]))));
        let id = || PathText(id.to_string());
        let mut texts = Vec::new();
        for answer in [state(app(), address(), id()).await, pgn(app(), address(), id()).await] {
            let body = to_bytes(answer.expect("a game").into_body(), usize::MAX).await.expect("a body");
            texts.push(String::from_utf8(body.to_vec()).expect("a text"));
        }
        for moves in 0..5 {
            let query = Ok::<_, QueryRejection>(Query(PositionQuery { moves }));
            let Json(view) = position(app(), address(), id(), query).await.expect("a position");
            texts.push(serde_json::to_string(&view).expect("plain data has a JSON text"));
        }
        texts
    }

    #[tokio::test]
    async fn looking_at_a_closed_game_opens_no_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let app = fixture::app(folder.path());
        let mut game = fixture::game("chex", None);
        // The third tile is drawn, and not placed yet.
        for text in ["draw", "N@a1", "draw", "N@a1", "draw"] {
            let views = game.line.session.move_views();
            let legal = views.iter().find(|view| view.text == text).or(views.first()).expect("a legal move");
            let mv = Action::Move(legal.text.clone());
            game.act(game.turn(), &mv, now()).expect("a legal move");
        }
        app.rooms.store().insert(&game).await.expect("room on the disk");
        let closed = told(&app, &game.id).await;
        assert_eq!(app.rooms.open_count(), 0);
        app.rooms.ask(&game.id, RoomRequest::View).await.expect("a room");
        assert_eq!(told(&app, &game.id).await, closed);
        assert_eq!(app.rooms.open_count(), 1);
        let unknown = secret::new_id().expect("random numbers");
        let error = closed_game(&app, IpAddr::from([10, 0, 0, 1]), &unknown).await.err();
        assert_eq!(error, Some(ApiError::not_found()));
    }

    #[tokio::test]
    async fn what_a_browser_has_of_the_games_is_not_sent_again() {
        let first = variants(HeaderMap::new()).await;
        let tag = first.headers()[header::ETAG].clone();
        assert_eq!(first.headers()[header::CACHE_CONTROL], "no-cache");
        let again = variants(HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)])).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
}
