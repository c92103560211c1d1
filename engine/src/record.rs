//! Game record: first position, plies, and the outcomes that depend on history.
//!
//! A record holds plies, as the search sees them. A *composite move* is several of them, which players write as one: in
//! Chex the decision to draw, the chance outcome and the placement (`N@c4`), in KaleidoChess with dice a throw and the
//! move after it (`4:1B-2F`). It is played and taken back as a whole.
//!
//! ```
//! use engine::outcome::{Outcome, Reason};
//! use engine::record::Record;
//! use engine::text::Notation;
//! use engine::variants::Chess;
//!
//! let mut record = Record::<Chess>::default();
//! for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
//!     let mv = record.position().read_move(text).unwrap();
//!     record.play(mv);
//! }
//! assert_eq!(record.occurrences(), 3);
//! assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
//! record.undo();
//! assert_eq!((record.plies().len(), record.outcome()), (7, None));
//! ```

use std::ops::Range;

use crate::game::{CompositeMoves, Game, GenType, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;

/// Greatest number of plies that a turn is expected to go on. Longer ones, which progressive chess has, count as this.
const MAX_PLIES_TO_GO: u32 = 32;

/// Game record: the positions and plies from the first position to the current one.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// Position before each ply.
    positions: Vec<G>,
    plies: Vec<Move>,
    /// Current position.
    now: G,
}

impl<G: CompositeMoves> Default for Record<G> {
    fn default() -> Self {
        Record::new(G::start())
    }
}

impl<G: CompositeMoves> Record<G> {
    /// Record that begins with a position.
    pub fn new(position: G) -> Self {
        Record { positions: Vec::new(), plies: Vec::new(), now: position }
    }

    /// Record in another form of the game, position by position.
    pub fn map<H: Game>(&self, form: impl Fn(&G) -> H) -> Record<H> {
        Record {
            positions: self.positions.iter().map(&form).collect(),
            plies: self.plies.clone(),
            now: form(&self.now),
        }
    }

    /// Current position.
    pub fn position(&self) -> &G {
        &self.now
    }

    /// Plies played so far, chance outcomes included.
    pub fn plies(&self) -> &[Move] {
        &self.plies
    }

    /// Position before each of the [`plies`](Record::plies).
    pub fn earlier(&self) -> &[G] {
        &self.positions
    }

    /// Plays a ply or a composite move.
    ///
    /// # Panics
    /// If it is illegal.
    pub fn play(&mut self, mv: Move) {
        assert!(self.try_play(mv), "{mv:?} is illegal in {:?}", self.now);
    }

    /// Plays a ply or a composite move if it is legal; otherwise changes nothing and returns false.
    #[must_use]
    pub fn try_play(&mut self, mv: Move) -> bool {
        let legal = self.now.is_composite_move(mv);
        if legal {
            for ply in self.now.plies_of(mv) {
                self.positions.push(self.now.clone());
                self.plies.push(ply);
                self.now.make(ply, &mut ());
            }
        }
        legal
    }

    /// Takes back the last composite move in which a player decided something, finished or not, and returns it.
    ///
    /// A chance outcome without a reply goes with the composite move before it. Without a decision of a player the
    /// record stays unchanged.
    pub fn undo(&mut self) -> Option<Move> {
        let decided = self.positions.iter().rposition(|position| position.to_act() != ToAct::Chance)?;
        let range = self.composite_move_around(decided);
        let mv = G::compose(&self.plies[range.clone()]);
        self.rewind(range.start);
        Some(mv)
    }

    /// Takes back plies until `plies` are left.
    pub fn rewind(&mut self, plies: usize) {
        if plies < self.plies.len() {
            self.now = self.positions.swap_remove(plies);
            self.positions.truncate(plies);
            self.plies.truncate(plies);
        }
    }

    /// Takes back a throw without a reply and returns whether there was one. A tile that a player has drawn stays
    /// drawn.
    pub fn take_back_throw(&mut self) -> bool {
        let thrown = self.positions.last().is_some_and(|last| last.to_act() == ToAct::Chance && last.begins_move());
        if thrown {
            self.rewind(self.plies.len() - 1);
        }
        thrown
    }

    /// Chance events that a seat has had: tiles drawn, throws.
    pub fn chance_events(&self, seat: Seat) -> usize {
        let is_event = |before: &&G| before.to_act() == ToAct::Chance && before.side_to_move() == seat;
        self.positions.iter().filter(is_event).count()
    }

    /// True if a player is in the middle of a composite move.
    pub fn is_mid_move(&self) -> bool {
        !self.now.begins_move() && self.plies_into_turn() > 0
    }

    /// Number of calls of [`undo`](Record::undo) that lead to the previous turn of the side to move. `None` if it had
    /// no turn since the record began.
    pub fn undos_to_turn(&self) -> Option<usize> {
        let mut record = self.clone();
        (1..)
            .map_while(|undone| record.undo().map(|_| (undone, record.now.side_to_move())))
            .find(|step| step.1 == self.now.side_to_move())
            .map(|step| step.0)
    }

    /// Position before a ply, and the composite move of that ply and all later ones. `None` if there is no such ply.
    pub fn composite_move_from(&self, ply: usize) -> Option<(&G, Move)> {
        let before = self.positions.get(ply)?;
        Some((before, G::compose(&self.plies[ply..])))
    }

    /// Composite moves played so far, each with the position before it.
    ///
    /// The last one may be unfinished, and the first one may have begun before the record.
    pub fn composite_moves(&self) -> impl Iterator<Item = (&G, Move)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let range = (next < self.plies.len()).then(|| self.composite_move_around(next))?;
            next = range.end;
            Some((&self.positions[range.start], G::compose(&self.plies[range])))
        })
    }

    /// Numbers of the plies of the composite move that a ply belongs to.
    fn composite_move_around(&self, ply: usize) -> Range<usize> {
        let start = self.positions[..=ply].iter().rposition(G::begins_move).unwrap_or(0);
        let more = self.positions[ply + 1..].iter().take_while(|position| !position.begins_move()).count();
        start..ply + 1 + more
    }

    /// Number of plies that the side to move has made in its present turn. Chance outcomes do not count.
    pub fn plies_into_turn(&self) -> u32 {
        let turn =
            self.positions.iter().rev().take_while(|position| position.side_to_move() == self.now.side_to_move());
        turn.filter(|position| position.to_act() != ToAct::Chance).count() as u32
    }

    /// Expected number of plies left in the current turn: those of a line of moves that leave the side to move
    /// unchanged as long as there are such moves and chance does not intervene.
    pub fn plies_to_go(&self) -> u32 {
        let mut moves = MoveList::new();
        let mut position = self.now.clone();
        for plies in 1..MAX_PLIES_TO_GO {
            moves.clear();
            position.moves(GenType::All, &mut moves);
            let mut after = moves.iter().map(|&mv| {
                let mut next = position.clone();
                next.make(mv, &mut ());
                next
            });
            let goes_on = |next: &G| next.side_to_move() == position.side_to_move() && next.result().is_none();
            match after.find(goes_on) {
                None => return plies,
                Some(next) if next.to_act() == ToAct::Chance => return plies + 1,
                Some(next) => position = next,
            }
        }
        MAX_PLIES_TO_GO
    }

    /// Expected number of searches of the current composite move: two if a tile may be drawn and placed, else one.
    pub fn searches_of_move(&self) -> u32 {
        let mut moves = MoveList::new();
        self.now.moves(GenType::All, &mut moves);
        let draws = moves.iter().any(|&mv| {
            let mut next = self.now.clone();
            next.make(mv, &mut ());
            next.to_act() == ToAct::Chance && !next.begins_move()
        });
        1 + u32::from(draws)
    }

    /// Expected number of plies of the current turn, those already made included.
    pub fn plies_of_turn(&self) -> u32 {
        self.plies_into_turn() + self.plies_to_go()
    }

    /// Number of turns that a player has completed since the first position.
    pub fn turns_made(&self, seat: Seat) -> u32 {
        let turns: Vec<Seat> = self.positions.iter().chain([&self.now]).map(G::side_to_move).collect();
        turns.windows(2).filter(|pair| pair[0] == seat && pair[1] != seat).count() as u32
    }

    /// Number of occurrences of the current position, this one included, by [key](Game::key).
    pub fn occurrences(&self) -> usize {
        let same = |earlier: &&G| earlier.key() == self.now.key();
        1 + self.positions.iter().rev().take(self.now.reversible_plies()).filter(same).count()
    }

    /// Keys of the earlier positions that can be repeated, oldest first, without the current one. The search detects
    /// repetitions by them.
    pub fn reversible_keys(&self) -> Vec<u64> {
        let reach = self.now.reversible_plies().min(self.positions.len());
        let mut plies = self.positions.iter().zip(&self.plies).rev().take(reach);
        let reach = plies.position(|(position, &mv)| position.is_irreversible(mv)).unwrap_or(reach);
        self.positions[self.positions.len() - reach..].iter().map(Game::key).collect()
    }

    /// Outcome of a finished game: by the [result](Game::result) of the position, threefold repetition or the rule
    /// clock.
    ///
    /// A position repeats where a turn begins: neither between the plies of a turn nor at a chance node, whose outcome
    /// decides the position.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.result().or_else(|| {
            if self.now.to_act() != ToAct::Chance && self.plies_into_turn() == 0 && self.occurrences() >= 3 {
                Some(Outcome::Draw(Reason::REPETITION))
            } else if self.now.halfmove_clock() >= G::NO_PROGRESS_PLIES {
                Some(Outcome::Draw(G::NO_PROGRESS))
            } else {
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Notation;
    use crate::variants::orthodox::{MonsterChess, ProgressiveChess};
    use crate::variants::{Chex, KaleidoDice, Keyles, KnightRelay};

    /// The plies of the turn, and those left of it, in a position and after each of the plies.
    fn plies<G: Notation>(position: G, texts: &[&str]) -> Vec<(u32, u32)> {
        let mut record = Record::new(position);
        let mut plies = vec![(record.plies_of_turn(), record.plies_to_go())];
        for text in texts {
            record.play(record.position().read_move(text).unwrap());
            plies.push((record.plies_of_turn(), record.plies_to_go()));
        }
        plies
    }

    #[test]
    fn turns_of_two_plies_are_counted_as_such() {
        let captured: Keyles = "10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4".parse().unwrap();
        let back = plies(captured, &["K@b4", "b4b5", "e6e5"]);
        assert_eq!(back, [(2, 2), (2, 1), (1, 1), (1, 1)]);
        let monster = plies(MonsterChess::start(), &["e2e4", "e4e5", "a7a6"]);
        assert_eq!(monster, [(2, 2), (2, 1), (1, 1), (2, 2)]);
        assert_eq!(plies(Chex::start(), &[]), [(2, 2)], "a tile is drawn and placed");
        assert_eq!(Record::new(Chex::start()).searches_of_move(), 2);
        assert_eq!(Record::new(MonsterChess::start()).searches_of_move(), 1, "its plies are moves of their own");
        assert_eq!(Record::new(KaleidoDice::start()).searches_of_move(), 1, "the next throw is the opponent's");
    }

    #[test]
    fn nothing_from_before_a_capture_comes_back_where_pawns_return() {
        let mut record = Record::new(KnightRelay::start());
        for text in ["e2e4", "d7d5", "e4d5", "d8d5", "g1f3"] {
            record.play(record.position().read_move(text).unwrap());
        }
        let keys = record.reversible_keys();
        assert_eq!(keys, [record.earlier()[4].key()], "the position after the second capture");
    }

    #[test]
    fn positions_between_the_plies_of_a_turn_do_not_repeat() {
        let start: MonsterChess = "k7/8/8/8/8/8/7P/4K3 w - - 2 0 1".parse().unwrap();
        let mut record = Record::new(start);
        // White's king comes to d1 in the middle of a turn from three squares.
        for text in "e1d1 d1c1 a8b8 c1b1 b1c2 b8a8 c2d1 d1e2 a8b8 e2e3 e3e2 b8a8 e2d1".split(' ') {
            assert_eq!(record.outcome(), None);
            record.play(record.position().read_move(text).unwrap());
        }
        assert_eq!((record.occurrences(), record.outcome()), (3, None));
    }

    #[test]
    fn every_ply_of_a_turn_of_progressive_chess_is_counted() {
        let texts = ["e2e4", "e7e5", "a7a6", "g1f3", "b1c3", "f3e5"];
        let begun = plies(ProgressiveChess::start(), &texts);
        assert_eq!(begun, [(1, 1), (2, 2), (2, 1), (3, 3), (3, 2), (3, 1), (4, 4)]);
        let long: ProgressiveChess = "4k3/8/8/8/8/8/P7/4K3 w - - 40/40 0 1".parse().unwrap();
        assert_eq!(plies(long, &[]), [(MAX_PLIES_TO_GO, MAX_PLIES_TO_GO)]);
    }

    #[test]
    fn a_turn_of_progressive_chess_that_every_move_ends_has_one_ply() {
        // The pawn gives check, which ends the turn, and the king cannot move.
        let checks: ProgressiveChess = "K6k/2r5/6P1/8/8/8/8/1r6 w - - 3/3 0 1".parse().unwrap();
        assert_eq!(plies(checks, &[]), [(1, 1)]);
    }
}
