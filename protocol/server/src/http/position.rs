//! Positions and games that are not kept: the position editor, and PGN in and out.

use axum::Json;
use engine::game::Seat;
use engine::text::Style;
use formats::pgn::{self, Annotated, PgnError, PgnGame};
use protocol::gui::board::{Board, MoveView};
use protocol::registry;
use protocol::session::MoveFormat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::error::{ApiError, Body};
use crate::compute::{Purpose, compute};
use crate::game::Ending;
use crate::game::rules::ending_of;
use crate::game::view::movable;
use crate::line::{CompositeMove, Last, Line, MAX_PLIES};
use crate::pool::work::GameSoFar;

/// Largest PGN in bytes.
const MAX_PGN: usize = 256 * 1024;
/// Maximum number of games that are read from a PGN.
const MAX_GAMES: usize = 20;
/// Longest value of a PGN tag in characters.
const MAX_TAG: usize = 100;

/// Position in a request.
#[derive(Clone, Debug, Deserialize)]
pub struct PositionRequest {
    variant: String,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

impl From<PositionRequest> for GameSoFar {
    fn from(request: PositionRequest) -> GameSoFar {
        let fen = request.fen.filter(|fen| !fen.trim().is_empty());
        GameSoFar { variant: request.variant, fen, moves: request.moves }
    }
}

impl PositionRequest {
    /// The game so far, with its line.
    ///
    /// # Errors
    /// If something is wrong with it.
    pub fn checked(self) -> Result<(GameSoFar, Line), String> {
        if self.moves.len() > MAX_PLIES {
            return Err(format!("there are more than {MAX_PLIES} moves"));
        }
        let game = GameSoFar::from(self);
        let line = game.line().map_err(|error| error.to_string())?;
        Ok((game, line))
    }
}

/// Position, with everything that may happen in it.
#[derive(Debug, Serialize)]
pub struct PositionView {
    variant: &'static str,
    fen: String,
    turn: usize,
    status: &'static str,
    result: Option<Ending>,
    board: Board,
    movable: Vec<&'static str>,
    legal: Vec<MoveView>,
    moves: Vec<CompositeMove>,
    /// Texts of all plies, chance outcomes included.
    plies: Vec<String>,
    last: Option<Last>,
    chance: Option<&'static str>,
}

/// View of the end of a line.
pub fn view_of(line: &Line) -> PositionView {
    let session = &line.session;
    let outcome = session.outcome();
    let board = session.board();
    PositionView {
        variant: session.variant(),
        fen: session.position_text(MoveFormat::OWN),
        turn: line.turn().index(),
        status: if outcome.is_some() { "over" } else { "playing" },
        result: outcome.map(|outcome| ending_of(session.as_ref(), outcome)),
        movable: movable(session.as_ref(), &board),
        board,
        legal: if outcome.is_some() { Vec::new() } else { session.move_views() },
        moves: line.composite_moves.clone(),
        plies: line.plies.clone(),
        last: line.last(),
        chance: if outcome.is_some() { None } else { session.due_chance().map(|chance| chance.name) },
    }
}

/// Checks a position and its moves.
pub async fn check(Body(request): Body<PositionRequest>) -> Result<Json<PositionView>, ApiError> {
    let view = move || request.checked().map(|(_, line)| view_of(&line));
    Ok(Json(compute(Purpose::Analysis, view).await?.map_err(ApiError::bad)?))
}

/// PGN text in a request.
#[derive(Debug, Deserialize)]
pub struct PgnRequest {
    pgn: String,
}

/// Reads the games of a PGN text.
pub async fn read_pgn(Body(request): Body<PgnRequest>) -> Result<Json<Value>, ApiError> {
    compute(Purpose::Analysis, move || games_of(&request)).await?.map(Json)
}

fn games_of(request: &PgnRequest) -> Result<Value, ApiError> {
    if request.pgn.len() > MAX_PGN {
        return Err(ApiError::bad(format!("the PGN has more than {MAX_PGN} bytes")));
    }
    let mut texts = pgn::read(&request.pgn);
    let (mut games, mut refused) = (Vec::new(), Vec::new());
    for text in texts.by_ref().take(MAX_GAMES) {
        let read = match &text {
            Ok(game) => game_of(game),
            Err(error) => Err(fault(error)),
        };
        let mut game = read.unwrap_or_else(|why| {
            refused.push(why.clone());
            json!({ "error": why })
        });
        let tags = text.map(|game| game.tags).unwrap_or_default();
        game["tags"] = tags.iter().map(|tag| json!([tag.name, tag.value])).collect();
        games.push(game);
    }
    if refused.len() == games.len()
        && let Some(why) = refused.first()
    {
        return Err(ApiError::bad(why));
    }
    Ok(json!({ "games": games, "more": texts.next().is_some() }))
}

/// Fault of a game in words: its place in the text and the reason.
fn fault(error: &PgnError) -> String {
    format!("{}: {}", error.place, error.reason)
}

/// Game of a PGN text, but for its tags.
///
/// # Errors
/// Says why it cannot be read.
fn game_of(game: &PgnGame) -> Result<Value, String> {
    let variant = game.variant().map_err(|error| fault(&error))?.name();
    if game.moves.len() > MAX_PLIES {
        return Err("the game has too many moves".to_string());
    }
    let mut session = registry::open(variant).ok_or("there is no such game")?;
    session.replay(game).map_err(|error| fault(&error))?;
    let fen = session.pgn_setup().fen;
    let texts: Vec<String> = session.played_moves(Style::Plain).into_iter().map(|played| played.1).collect();
    let line = Line::with_moves(variant, fen.as_deref(), &texts).map_err(|error| error.to_string())?;
    Ok(json!({ "variant": variant, "fen": fen, "moves": line.plies, "result": game.result }))
}

/// Game to be written as PGN.
#[derive(Debug, Deserialize)]
pub struct WriteRequest {
    #[serde(flatten)]
    position: PositionRequest,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    result: Option<String>,
}

/// Tags that a request may set.
const TAGS: [&str; 12] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Red", "Green", "WhiteElo", "BlackElo", "Annotator", "ECO"];

/// Writes a game as PGN.
pub async fn write_pgn(Body(request): Body<WriteRequest>) -> Result<Json<Value>, ApiError> {
    compute(Purpose::Analysis, move || pgn_of(request)).await?.map(Json)
}

fn pgn_of(request: WriteRequest) -> Result<Value, ApiError> {
    let (_, line) = request.position.checked().map_err(ApiError::bad)?;
    let mut tags = Vec::new();
    for (name, value) in request.tags.into_iter().take(TAGS.len()) {
        if let Some(known) = TAGS.into_iter().find(|known| *known == name) {
            tags.push((known, value.chars().take(MAX_TAG).collect::<String>()));
        }
    }
    let session = &line.session;
    let ending = session.outcome().map(|outcome| ending_of(session.as_ref(), outcome));
    let given = request.result.filter(|result| result.parse::<engine::outcome::Shares>().is_ok());
    let (score, reason) = match ending {
        Some(ending) => (ending.score, ending.reason),
        None => (given.unwrap_or("*".to_string()), String::new()),
    };
    let moves = session.played_moves(Style::San).into_iter();
    let moves = moves.map(|(seat, text): (Seat, String)| Annotated { seat, text, comment: None });
    Ok(json!({ "pgn": pgn::write(tags, &session.pgn_setup(), moves, &reason, &score) }))
}
