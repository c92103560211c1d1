//! Players: the trait, and what referee and player exchange.

use std::time::Duration;

use engine::game::Game;
use engine::moves::Move;
use engine::record::Record;
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::referee::GameEnd;
use super::time::{SeatClock, TurnTime};

/// Player of a game: an engine in this process or in another.
pub trait Player<G: Game>: Send {
    /// Begins a game at the end of a record. Nothing is left of earlier games; `seed` is for the player's random
    /// choices.
    ///
    /// # Errors
    /// If the player cannot play: it loses the game.
    fn new_game(&mut self, record: &Record<G>, seed: u64) -> Result<(), Fault>;

    /// Chooses the player's next ply at the end of a record: a move, the decision to draw a tile, the placement of a
    /// drawn tile. A turn may have several plies.
    ///
    /// # Errors
    /// The fault of the player: it loses the game.
    fn think(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault>;

    /// Ends the game.
    ///
    /// # Errors
    /// A fault of the player at the end, which does not change the result.
    fn end_game(&mut self, _record: &Record<G>, _end: &GameEnd) -> Result<(), Fault> {
        Ok(())
    }

    /// Longest time by which the referee itself was late in a turn of the present game, as far as it is known: in
    /// reading the player's reply, or when the player's time was over. A player in this process shares its thread: its
    /// own waits for a processor are those of the referee.
    fn lateness(&self) -> Duration {
        Duration::ZERO
    }

    /// Transcript of the present game's communication, if there is any.
    fn transcript(&self) -> Option<String> {
        None
    }
}

/// Circumstances of a ply that a player is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnContext {
    /// Clock and limits of the player.
    pub time: TurnTime,
    /// Clocks of all players, in the order of their seats.
    pub clocks: Vec<SeatClock>,
    /// True if the opponent has offered a draw, in a game of two.
    pub draw_offered: bool,
}

/// Reply of a player to a request for a ply.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReply {
    /// Action.
    pub action: PlayerAction,
    /// True if the player offers a draw as well.
    pub offers_draw: bool,
    /// Search info.
    pub info: SearchInfo,
}

/// Action of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerAction {
    /// Plays a ply. The referee checks that it is legal.
    Play(Move),
    /// Resigns.
    Resign,
    /// Accepts a draw offer.
    AgreeDraw,
}

/// Search info of a player for a composite move: score, depth, nodes, time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchInfo {
    /// Score from the player's point of view, in centipawns or a mate as in [`engine::search::score`], if known.
    pub score: Option<i32>,
    /// Depth, in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time from the request to the reply, without the referee's own lateness.
    pub time: Duration,
}

impl SearchInfo {
    /// Info of a composite move whose later ply has info `later`: its score and depth, and the sum of nodes and times.
    #[must_use]
    pub fn then(self, later: SearchInfo) -> SearchInfo {
        SearchInfo {
            score: later.score.or(self.score),
            depth: later.depth.or(self.depth),
            nodes: later.nodes.map_or(self.nodes, |nodes| Some(nodes.saturating_add(self.nodes.unwrap_or(0)))),
            time: self.time + later.time,
        }
    }
}
