//! Seats of a client: it holds several where several persons play at one screen (hot seat).

use std::collections::BTreeSet;

use protocol::clock::Millis;

use super::rules::{Action, Refusal};
use super::{Game, Offer};
use crate::secret::SecretHash;

impl Game {
    /// Seats of a client with some secrets, in order. None if one of them is no seat's, or if there are more secrets
    /// than seats.
    pub fn seats_of(&self, secrets: &[SecretHash]) -> Option<Vec<usize>> {
        if secrets.len() > self.state.players.len() {
            return None;
        }
        let seats: Option<BTreeSet<usize>> = secrets.iter().map(|secret| self.seat_of(secret)).collect();
        Some(seats?.into_iter().collect())
    }

    /// Seat that a client with some seats acts for: the one to move, or else the next one that still plays. None for a
    /// watcher.
    pub fn acting_seat(&self, seats: &[usize]) -> Option<usize> {
        if seats.len() < 2 {
            return seats.first().copied();
        }
        let count = self.state.players.len();
        let next = (0..count).map(|step| (self.turn() + step) % count);
        next.filter(|seat| seats.contains(seat)).find(|&seat| self.plays(seat)).or(seats.first().copied())
    }

    /// True unless an action names another seat than the one that a client with some seats acts for: who was asked
    /// whether to resign may have left the game meanwhile.
    pub fn is_of_acting_seat(&self, seats: &[usize], action: &Action) -> bool {
        match action {
            Action::Resign(Some(seat)) => self.acting_seat(seats) == Some(*seat),
            _ => true,
        }
    }

    /// Applies an action of a client with some seats; `false` if it changes nothing. All of them agree to an offer at
    /// once, for their persons sit at one screen.
    ///
    /// # Errors
    /// If it is not allowed; then nothing has changed.
    pub fn act_for(&mut self, seats: &[usize], action: &Action, now: Millis) -> Result<bool, Refusal> {
        let mut changes = false;
        // What is refused is refused to the first one.
        for seat in self.seats_that_act(seats, action) {
            changes |= self.act(seat, action, now)?;
        }
        Ok(changes)
    }

    /// Seats for which an action of a client is done, in order: whoever makes an offer, and then those who agree to it.
    fn seats_that_act(&self, seats: &[usize], action: &Action) -> Vec<usize> {
        let acting = self.acting_seat(seats);
        let Action::Offer(offer, true) = action else { return acting.into_iter().collect() };
        let agreed = match offer {
            Offer::Draw => &self.state.offers.draw,
            Offer::Takeback => &self.state.offers.takeback,
            Offer::Rematch => &self.state.offers.rematch,
        };
        let is_due = |seat: &usize| !agreed.contains(seat) && (*offer == Offer::Rematch || self.plays(*seat));
        let mut due: Vec<usize> = seats.iter().copied().filter(is_due).collect();
        let first = if *offer == Offer::Takeback { self.asker_among(&due) } else { acting };
        due.sort_by_key(|&seat| Some(seat) != first);
        if due.is_empty() {
            due.extend(acting);
        }
        due
    }

    /// Seat among some whose last turn is taken back: the one that had the latest. None if none has had a turn since
    /// the moves that the game was created with.
    pub(super) fn asker_among(&self, seats: &[usize]) -> Option<usize> {
        let persons = seats.iter().copied().filter(|&seat| !self.is_engine(seat));
        let turns = persons.filter_map(|seat| self.taken_back_to(seat).map(|kept| (kept, seat)));
        turns.max().map(|(_, seat)| seat)
    }

    /// True if a person still plays a seat.
    fn plays(&self, seat: usize) -> bool {
        !self.is_engine(seat) && self.is_in(seat)
    }
}

#[cfg(test)]
mod tests {
    use protocol::clock::now;

    use super::*;
    use crate::fixture;
    use crate::secret::hash;

    fn play(game: &mut Game, seats: &[usize], text: &str) -> Result<bool, Refusal> {
        game.act_for(seats, &Action::Move(text.to_string()), now())
    }

    #[test]
    fn seats_need_a_secret_each() {
        let game = fixture::game("chess", None);
        let [white, black, other] = ["White", "Black", "Red"].map(hash);
        assert_eq!(game.seats_of(&[]), Some(Vec::new()));
        assert_eq!(game.seats_of(&[black, white]), Some(vec![0, 1]));
        assert_eq!(game.seats_of(&[black, black]), Some(vec![1]));
        assert_eq!(game.seats_of(&[white, other]), None);
        assert_eq!(game.seats_of(&[white, black, black]), None, "more secrets than seats");
    }

    #[test]
    fn the_last_turn_at_a_screen_is_taken_back_at_once() {
        let mut game = fixture::game("chess", None);
        let takeback = Action::Offer(Offer::Takeback, true);
        assert_eq!(game.act_for(&[0, 1], &takeback, now()), Err(Refusal::NothingToTakeBack));
        for text in ["e2e4", "e7e5"] {
            assert_eq!(play(&mut game, &[0, 1], text), Ok(true));
        }
        for plies in [1, 0] {
            assert_eq!(game.act_for(&[0, 1], &takeback, now()), Ok(true));
            assert_eq!((game.line.plies.len(), game.turn()), (plies, plies));
        }
        assert!(game.state.offers.takeback.is_empty());
    }

    #[test]
    fn persons_at_one_screen_agree_for_themselves_alone() {
        let mut game = fixture::game("kaleido3", None);
        assert_eq!([game.acting_seat(&[0, 2]), game.acting_seat(&[1, 2])], [Some(0), Some(1)]);
        assert_eq!(game.act_for(&[0, 2], &Action::Offer(Offer::Draw, true), now()), Ok(true));
        assert_eq!((&game.state.offers.draw[..], game.ending()), (&[0, 2][..], None), "another screen has to agree");
        let resigns = |seat| Action::Resign(Some(seat));
        assert!(game.is_of_acting_seat(&[0, 2], &resigns(0)) && !game.is_of_acting_seat(&[0, 2], &resigns(2)));
        assert_eq!(game.act_for(&[0, 2], &resigns(0), now()), Ok(true));
        assert!(game.state.retired.contains(&0) && game.state.retired.len() == 1);
        assert_eq!(game.acting_seat(&[0, 2]), Some(2), "who has resigned is passed over");
        assert!(!game.is_of_acting_seat(&[0, 2], &resigns(0)), "nobody resigns for another one");
        assert!(game.is_of_acting_seat(&[0, 2], &Action::Resign(None)));
    }

    #[test]
    fn a_rematch_is_agreed_by_all_at_a_screen() {
        let mut game = fixture::game("chess", None);
        assert_eq!(game.act_for(&[0, 1], &Action::Offer(Offer::Draw, true), now()), Ok(true));
        assert_eq!(game.ending().map(|ending| ending.score), Some("1/2-1/2".to_string()));
        assert_eq!(game.act_for(&[0, 1], &Action::Offer(Offer::Rematch, true), now()), Ok(true));
        assert!(game.wants_rematch());
    }
}
