//! Game on the server: its line of play, seats, clocks, luck and offers, and what its players may do.
//!
//! It knows no network and no database. [`room`](crate::room) applies the players' actions to it, commits each change,
//! and then tells everybody.

pub mod pgn;
pub mod rules;
mod seats;
pub mod view;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use engine::game::Seat;
use protocol::clock::{Clocks, Millis, TimeControl, date};
use protocol::luck::LuckSeed;
use serde::{Deserialize, Serialize};

use crate::line::{Line, LineError};
use crate::secret::SecretHash;

/// Name of the engine as others see it. No person may have it.
pub const ENGINE_NAME: &str = "Motley";

/// Maximum number of plies that a game is created with: a rematch stores them again.
pub const MAX_OPENING: usize = 1000;

/// Times of each player for a whole game, in milliseconds: from a second to a day.
const INITIAL_TIMES: RangeInclusive<Millis> = 1000..=24 * 3600 * 1000;

/// Increments for each turn, in milliseconds: up to ten minutes.
const INCREMENTS: RangeInclusive<Millis> = 0..=600 * 1000;

/// Name of a person who has given none.
pub const NO_NAME: &str = "Somebody";

/// Player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// Person, who holds the seat's secret.
    Person {
        /// Name as the player has given it.
        name: String,
        /// Hash of the secret.
        secret: SecretHash,
    },
    /// Engine of this server.
    Engine {
        /// Skill level, 0 to 20.
        skill: u8,
        /// Time for each move in a game without clocks, in milliseconds.
        move_ms: u64,
    },
}

impl Player {
    /// True for an engine.
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }

    /// True for a person who has given no name.
    pub fn is_unnamed(&self) -> bool {
        matches!(self, Player::Person { name, .. } if name == NO_NAME)
    }

    /// Name as others see it.
    pub fn name(&self) -> &str {
        match self {
            Player::Person { name, .. } => name,
            Player::Engine { .. } => ENGINE_NAME,
        }
    }
}

/// End of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Result token: `1-0`, `0-0-1/2-1/2`.
    pub score: String,
    /// Reason in words.
    pub reason: String,
    /// Share of the point of each seat.
    pub shares: Vec<f64>,
}

/// Agreement that players can come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// The game is drawn.
    Draw,
    /// Moves are taken back, to the last turn of the seat that asked first.
    Takeback,
    /// Another game, with the seats moved on by one.
    Rematch,
}

/// Seats that have agreed to something, in the order in which they did.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offers {
    /// For a draw.
    pub draw: Vec<usize>,
    /// For taking back.
    pub takeback: Vec<usize>,
    /// For a rematch.
    pub rematch: Vec<usize>,
}

impl Offers {
    fn of(&mut self, offer: Offer) -> &mut Vec<usize> {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Rematch => &mut self.rematch,
        }
    }
}

/// State of a game besides its plies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// Players, by seat.
    pub players: Vec<Player>,
    /// Clocks of all players; none if time does not matter.
    pub clocks: Option<Clocks>,
    /// Seats that have given the game up, or whose time is up, in a game of more than two.
    pub retired: BTreeSet<usize>,
    /// Offers that stand.
    pub offers: Offers,
    /// Seats that have made an offer since their last move: they may not make it again.
    #[serde(default)]
    pub offered: Offers,
    /// End, if the game is over by anything but its rules.
    pub ending: Option<Ending>,
    /// Identifier of the rematch.
    pub next: Option<String>,
    /// Score of the last engine move, for its mover in centipawns.
    pub score: Option<i32>,
    /// Number of plies that the game was created with: they are not taken back, and a rematch begins after them.
    #[serde(default)]
    pub opening: usize,
}

/// Game on the server.
pub struct Game {
    /// Identifier, which is in the game's links.
    pub id: String,
    /// Name of the variant.
    pub variant: &'static str,
    /// True if the game is listed.
    pub public: bool,
    /// Date on which it began.
    pub created: Millis,
    /// Number of changes so far.
    pub seq: u64,
    /// Number of the change that led to the present position; offers and resignations came after it. In a game that
    /// was loaded it is the last change, of which all clients are told then.
    pub position_seq: u64,
    /// Seed of the chance outcomes.
    pub seed: LuckSeed,
    /// Course of the game.
    pub line: Line,
    /// State besides the course.
    pub state: State,
}

/// Game that is to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Identifier that it will have.
    pub id: String,
    /// Name of the variant.
    pub variant: String,
    /// First position (FEN); none for the start position.
    pub fen: Option<String>,
    /// Moves that are played already.
    pub moves: Vec<String>,
    /// Players, by seat.
    pub players: Vec<Player>,
    /// Time control; none for a game without clocks.
    pub control: Option<TimeControl>,
    /// True if the game is listed.
    pub public: bool,
}

/// Reason why a game cannot be created.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DraftError {
    /// Wrong line of play.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Wrong number of players.
    #[error("the game is for {wanted} players, not {given}")]
    Players {
        /// Players of the game.
        wanted: usize,
        /// Players of the request.
        given: usize,
    },
    /// Wrong time control.
    #[error("a clock has from 1 second to 24 hours, and at most 10 minutes for each move")]
    Clock,
    /// The moves lead to the end of the game.
    #[error("the game is over in that position")]
    Over,
    /// Too many moves are played already.
    #[error("a game begins after at most {MAX_OPENING} plies; begin it with the position after them")]
    TooLong,
}

/// True if the times of a time control are within their limits.
fn is_valid(control: TimeControl) -> bool {
    INITIAL_TIMES.contains(&control.initial_ms) && INCREMENTS.contains(&control.increment_ms)
}

impl Game {
    /// Game that begins as a draft says, and has gone on to the first decision.
    ///
    /// # Errors
    /// If the draft is wrong.
    pub fn new(draft: Draft, seed: LuckSeed, now: Millis) -> Result<Game, DraftError> {
        let line = Line::with_moves(&draft.variant, draft.fen.as_deref(), &draft.moves)?;
        // A composite move has several plies.
        if line.plies.len() > MAX_OPENING {
            return Err(DraftError::TooLong);
        }
        let wanted = line.session.seat_names().len();
        if draft.players.len() != wanted {
            return Err(DraftError::Players { wanted, given: draft.players.len() });
        }
        if draft.control.is_some_and(|control| !is_valid(control)) {
            return Err(DraftError::Clock);
        }
        if line.session.outcome().is_some() {
            return Err(DraftError::Over);
        }
        let opening = line.plies.len();
        let mut game = Game {
            id: draft.id,
            variant: line.session.variant(),
            public: draft.public,
            created: date(),
            seq: 1,
            position_seq: 1,
            seed,
            line,
            state: State {
                clocks: draft.control.map(|control| Clocks::new(control, wanted)),
                players: draft.players,
                retired: BTreeSet::new(),
                offers: Offers::default(),
                offered: Offers::default(),
                ending: None,
                next: None,
                score: None,
                opening,
            },
        };
        game.advance(now);
        Ok(game)
    }

    /// Seat whose secret this is.
    fn seat_of(&self, secret: &SecretHash) -> Option<usize> {
        let holds = |player: &Player| matches!(player, Player::Person { secret: own, .. } if own == secret);
        self.state.players.iter().position(holds)
    }

    /// True if the engine plays for a seat.
    pub fn is_engine(&self, seat: usize) -> bool {
        self.state.players[seat].is_engine() || self.state.retired.contains(&seat)
    }

    /// Seat to move.
    pub fn turn(&self) -> usize {
        self.line.turn().index()
    }

    /// Seat that the engine has to move for.
    pub fn engine_turn(&self) -> Option<usize> {
        let turn = self.turn();
        if self.ending().is_none() && self.is_engine(turn) { Some(turn) } else { None }
    }

    /// Skill level and time of the engine that plays for a seat. It plays at full strength for whoever has left.
    pub fn engine_level(&self, seat: usize) -> (u8, u64) {
        match self.state.players[seat] {
            Player::Engine { skill, move_ms } => (skill, move_ms),
            Player::Person { .. } => (engine::search::limits::FULL_SKILL, 500),
        }
    }

    /// End of the game, by rule or otherwise.
    pub fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.line.session.outcome() {
            return Some(rules::ending_of(self.line.session.as_ref(), outcome));
        }
        self.state.ending.clone()
    }

    /// True if all seats are engines'.
    pub fn is_engines_only(&self) -> bool {
        (0..self.state.players.len()).all(|seat| self.is_engine(seat))
    }

    /// Seats that persons play.
    fn persons(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.state.players.len()).filter(|&seat| !self.is_engine(seat))
    }

    /// True if a seat has not left a game of three or four.
    fn is_in(&self, seat: usize) -> bool {
        !self.line.session.board().out.contains(&seat)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.state.players.len())
    }
}

#[cfg(test)]
mod tests {
    use protocol::clock::now;
    use protocol::gui::board::MoveView;

    use super::*;
    use crate::fixture;

    #[test]
    fn a_game_has_the_date_of_the_system_s_clock() {
        // As in a server whose machine was suspended for an hour.
        let behind = now() - 3_600_000;
        let game = Game::new(fixture::draft("chess", None), LuckSeed::new([7; 32]), behind).expect("a sound draft");
        assert!(game.created > behind + 1_800_000, "{} is {behind}", game.created);
    }

    #[test]
    fn time_controls_are_bounded() {
        let valid = |initial_ms, increment_ms| is_valid(TimeControl { initial_ms, increment_ms });
        assert!(valid(1000, 0) && valid(86_400_000, 600_000));
        assert!(!valid(999, 0) && !valid(86_400_001, 0) && !valid(1000, -1) && !valid(1000, 600_001));
    }

    /// Plies of a game of chess that goes on: pieces walk about, and now and then a pawn steps, so that no rule draws
    /// it. None if it has ended.
    fn long_game(mut random: u64, plies: usize) -> Option<Vec<String>> {
        let mut line = Line::new("chess", None).expect("a game");
        while line.plies.len() < plies {
            if line.session.outcome().is_some() {
                return None;
            }
            let is_for_pawns = line.plies.len() % 47 == 46;
            let is_pawn = |view: &MoveView| view.piece.as_ref().is_some_and(|piece| piece.name == "pawn");
            let views = line.session.move_views();
            let wanted = views.iter().filter(|view| !view.captures && is_pawn(view) == is_for_pawns);
            let mut choice: Vec<&MoveView> = wanted.collect();
            if choice.is_empty() {
                choice.extend(&views);
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let view = choice.get((random >> 33) as usize % choice.len().max(1))?;
            line.play(line.read(&view.text).expect("a legal move"));
        }
        Some(line.plies)
    }

    #[test]
    fn a_game_begins_after_a_bounded_number_of_plies() {
        let plies = (0..100).find_map(|seed| long_game(seed, MAX_OPENING + 1)).expect("a long game");
        let opening = |moves: &[String]| {
            let draft = Draft { moves: moves.to_vec(), ..fixture::draft("chess", None) };
            Game::new(draft, LuckSeed::new([7; 32]), now()).map(|game| game.state.opening)
        };
        assert_eq!(opening(&plies[..MAX_OPENING]), Ok(MAX_OPENING));
        assert_eq!(opening(&plies), Err(DraftError::TooLong));
    }
}
