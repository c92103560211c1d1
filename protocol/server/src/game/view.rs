//! State of a game as its players and watchers get it.

use protocol::clock::Millis;
use protocol::gui::board::{Board, MoveView};
use protocol::session::Session;
use serde::Serialize;

use super::{Ending, Game, Offers, Player};
use crate::line::{CompositeMove, Last};

/// Message with the state of a game.
#[derive(Debug, Serialize)]
pub struct StateView<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    seq: u64,
    id: &'a str,
    variant: &'static str,
    status: &'static str,
    /// Seat that the viewer acts for now.
    you: Option<usize>,
    /// Seats of the viewer.
    yours: Vec<usize>,
    turn: usize,
    thinking: bool,
    seats: Vec<SeatView<'a>>,
    clock: Option<ClockView>,
    moves_from: usize,
    moves: &'a [CompositeMove],
    last: Option<Last>,
    /// Number of the last plies that are new in this state.
    fresh: usize,
    fen: String,
    board: Board,
    /// Names of the pieces that a throw of the die lets move; empty in other games.
    movable: Vec<&'static str>,
    legal: Vec<MoveView>,
    offers: &'a Offers,
    /// True if the viewer has a turn that can be taken back.
    can_take_back: bool,
    /// True if the viewer acts for a seat without a name.
    can_name: bool,
    result: Option<Ending>,
    luck: Option<LuckView>,
    /// Number of plies that the game was created with: their luck was given, and the commitment does not cover it.
    opening: usize,
    next: Option<NextView<'a>>,
}

/// Seat of a game.
#[derive(Debug, Serialize)]
pub struct SeatView<'a> {
    kind: &'static str,
    player: &'a str,
    connected: bool,
    skill: Option<u8>,
    clock_ms: Option<Millis>,
    retired: bool,
}

#[derive(Debug, Serialize)]
struct ClockView {
    running: Option<usize>,
    initial_ms: Millis,
    increment_ms: Millis,
}

#[derive(Debug, Serialize)]
struct LuckView {
    commitment: String,
    seed: Option<String>,
}

#[derive(Debug, Serialize)]
struct NextView<'a> {
    id: &'a str,
}

/// Viewer of a game, and what it knows already.
#[derive(Clone, Copy, Debug)]
pub struct Viewpoint<'a> {
    /// Seats; none for a watcher.
    pub seats: &'a [usize],
    /// Number of composite moves that are known already.
    pub moves_from: usize,
    /// Number of the last plies that are new.
    pub fresh: usize,
    /// Seats whose players are connected.
    pub connected: &'a [bool],
    /// True if the engine is thinking.
    pub thinking: bool,
}

impl Viewpoint<'_> {
    /// View of somebody who knows nothing of a game at which nobody is.
    pub const OUTSIDE: Viewpoint<'static> =
        Viewpoint { seats: &[], moves_from: 0, fresh: 0, connected: &[], thinking: false };
}

/// Names of the pieces that the throw on a session's board lets move.
pub fn movable(session: &dyn Session, board: &Board) -> Vec<&'static str> {
    if board.die.is_some() { session.movable_pieces() } else { Vec::new() }
}

impl Game {
    /// State for a viewpoint. The legal moves are told to the player who is to move only.
    pub fn view<'a>(&'a self, from: &Viewpoint, now: Millis) -> StateView<'a> {
        let session = &self.line.session;
        let board = session.board();
        let ending = self.ending();
        let turn = self.turn();
        let you = self.acting_seat(from.seats);
        let may_move = ending.is_none() && you == Some(turn) && !self.is_engine(turn);
        let has_luck = session.chance_kind().is_some();
        let moves_from = from.moves_from.min(self.line.composite_moves.len());
        StateView {
            kind: "state",
            seq: self.seq,
            id: &self.id,
            variant: self.variant,
            status: if ending.is_some() { "over" } else { "playing" },
            you,
            yours: from.seats.to_vec(),
            turn,
            thinking: from.thinking,
            seats: self.seat_views(from.connected, now),
            clock: self.state.clocks.as_ref().map(|clocks| ClockView {
                running: clocks.running(),
                initial_ms: clocks.control.initial_ms,
                increment_ms: clocks.control.increment_ms,
            }),
            moves_from,
            moves: &self.line.composite_moves[moves_from..],
            last: self.line.last(),
            fresh: from.fresh,
            fen: session.position_text(protocol::session::MoveFormat::OWN),
            movable: movable(session.as_ref(), &board),
            board,
            legal: if may_move { session.move_views() } else { Vec::new() },
            offers: &self.state.offers,
            can_take_back: self.asker_among(from.seats).is_some(),
            can_name: you.is_some_and(|seat| self.state.players[seat].is_unnamed()),
            luck: if has_luck {
                let seed = ending.as_ref().map(|_| self.seed.reveal());
                Some(LuckView { commitment: self.seed.commitment().to_string(), seed })
            } else {
                None
            },
            opening: self.state.opening,
            result: ending,
            next: self.state.next.as_deref().map(|id| NextView { id }),
        }
    }

    fn seat_views(&self, connected: &[bool], now: Millis) -> Vec<SeatView<'_>> {
        let players = self.state.players.iter().enumerate();
        players
            .map(|(seat, player)| {
                let skill = match player {
                    Player::Engine { skill, .. } => Some(*skill),
                    Player::Person { .. } => None,
                };
                SeatView {
                    kind: if player.is_engine() { "engine" } else { "person" },
                    player: player.name(),
                    connected: connected.get(seat).copied().unwrap_or(false),
                    skill,
                    clock_ms: self.state.clocks.as_ref().map(|clocks| clocks.left(seat, now)),
                    retired: self.state.retired.contains(&seat),
                }
            })
            .collect()
    }
}
