//! Whoever plays a game.

use std::time::Duration;

use engine::game::Game;
use engine::moves::Move;
use engine::record::Record;
use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::referee::Ending;
use super::time::TurnTime;

/// Whoever plays a game: a search in this process, or an engine in another.
pub trait Player<G: Game>: Send {
    /// A game begins, at the end of a record. What earlier games have taught is forgotten; whoever uses luck of his own takes it from `seed`.
    ///
    /// # Errors
    /// If the player cannot play: he loses the game.
    fn new_game(&mut self, record: &Record<G>, seed: u64) -> Result<(), Fault>;

    /// Chooses the player's next ply at the end of a record: a move, the decision to draw, the placement of what was drawn. One turn may ask for several.
    ///
    /// # Errors
    /// Says what the player did wrong: he loses the game.
    fn think(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault>;

    /// The game is over.
    ///
    /// # Errors
    /// Says what the player did wrong at the end, which changes no result.
    fn end_game(&mut self, _record: &Record<G>, _ending: &Ending) -> Result<(), Fault> {
        Ok(())
    }

    /// What was said in the present game, if this player speaks.
    fn dialogue(&self) -> Option<String> {
        None
    }
}

impl<G: Game> Player<G> for Box<dyn Player<G>> {
    fn new_game(&mut self, record: &Record<G>, seed: u64) -> Result<(), Fault> {
        (**self).new_game(record, seed)
    }

    fn think(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault> {
        (**self).think(record, turn)
    }

    fn end_game(&mut self, record: &Record<G>, ending: &Ending) -> Result<(), Fault> {
        (**self).end_game(record, ending)
    }

    fn dialogue(&self) -> Option<String> {
        (**self).dialogue()
    }
}

/// What a player is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The clocks.
    pub time: TurnTime,
    /// The opponent has offered a draw.
    pub draw_offered: bool,
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What he does.
    pub action: Action,
    /// He offers a draw with it.
    pub offers_draw: bool,
    /// What he thought.
    pub thought: Thought,
}

/// What a player does in his turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// He makes a ply. Whether it is legal the referee will see.
    Play(Move),
    /// He gives up.
    Resign,
    /// He accepts the draw that he was offered.
    AgreeDraw,
}

/// What a player said of his thinking about an entry, and how long he took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The score for him, in centipawns or a mate as in [`engine::search::score`]; none if he has no opinion.
    pub score: Option<i32>,
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// From the moment he was asked to that of his answer.
    pub time: Duration,
}

impl Thought {
    /// What was thought of an entry of two plies, the second of which was thought of later: the last opinion, and all that it took.
    #[must_use]
    pub fn then(self, later: Thought) -> Thought {
        Thought {
            score: later.score.or(self.score),
            depth: later.depth.or(self.depth),
            nodes: later.nodes.map_or(self.nodes, |nodes| Some(nodes + self.nodes.unwrap_or(0))),
            time: self.time + later.time,
        }
    }
}
