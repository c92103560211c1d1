//! End of a game by resignation, agreement or time, and what the rules do not decide about it.

use engine::game::Seat;
use engine::outcome::Shares;

use super::client_game::ClientGame;
use crate::parse::CommandError;
use crate::session::draw_offer;

/// End of a game by resignation, agreement or time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Result token: `1-0`, `1/2-0-1/2` and the like ([`Shares`]).
    pub score: String,
    /// Reason; none if the file that the game was loaded from tells none.
    pub reason: Option<String>,
}

impl Ending {
    /// Reason in words.
    pub fn reason_text(&self) -> String {
        self.reason.clone().unwrap_or("as the file says".to_string())
    }
}

impl ClientGame {
    /// Shares the point among players who are still in.
    fn shared_by(&self, has_share: impl Fn(Seat) -> bool) -> String {
        let session = &self.host.session;
        Shares::equal(session.seat_names().len(), |seat| session.is_in(seat) && has_share(seat)).to_string()
    }

    /// The game ends because a player has lost it by other means than the rules; the others who are in share the point.
    pub(super) fn lost_by(&self, loser: Seat, how: &str) -> Ending {
        Ending { score: self.shared_by(|seat| seat != loser), reason: Some(format!("{} {how}", self.name(loser))) }
    }

    /// Refuses what only a game that goes on allows.
    pub(super) fn ensure_going_on(&self) -> Result<(), CommandError> {
        if self.is_over() { Err("the game is over".to_string()) } else { Ok(()) }
    }

    /// Offers a draw. People at one board agree between themselves. In a game of two the engine accepts if it does not
    /// stand better; in games of more it does not negotiate.
    pub(super) fn offer_draw(&mut self) -> Result<(), CommandError> {
        if self.persons.is_empty() {
            return Err(self.no_seat());
        }
        self.ensure_going_on()?;
        let session = self.host.session.as_ref();
        let seats = session.seat_names().len();
        let alone = Seat::all(seats).all(|seat| self.persons.has(seat) || !session.is_in(seat));
        if seats > 2 && !alone {
            return Err("engines agree to no draw in a game for more than two".to_string());
        }
        if alone || self.score.is_some_and(|score| draw_offer::accepts(session, score)) {
            self.ending = Some(Ending { score: self.shared_by(|_| true), reason: Some("Draw agreed".to_string()) });
            self.advance();
        } else {
            self.say("the engine declines the draw");
        }
        Ok(())
    }

    /// Resigns for the person, or for the one to move if there are several.
    pub(super) fn resign(&mut self) -> Result<(), CommandError> {
        let first = self.persons.seats().next().ok_or_else(|| self.no_seat())?;
        self.ensure_going_on()?;
        if self.host.session.seat_names().len() > 2 {
            return Err("nobody can resign in a game for more than two; side none lets the engine play on".to_string());
        }
        let turn = self.host.session.side_to_move();
        self.ending = Some(self.lost_by(if self.persons.has(turn) { turn } else { first }, "resigns"));
        self.advance();
        Ok(())
    }

    fn no_seat(&self) -> String {
        let seats = self.host.session.seat_names().len();
        if seats == 2 { "you play neither side".to_string() } else { "you play no side".to_string() }
    }
}
