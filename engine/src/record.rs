//! The record of a game: how it began, what was played, and the endings that only history shows.

use crate::game::{Game, Wanted};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};

/// Plies without progress after which the game is drawn.
pub const NO_PROGRESS_PLIES: u32 = 100;

/// A game from its first position to the present one.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The positions before each move.
    positions: Vec<G>,
    moves: Vec<Move>,
    now: G,
}

impl<G: Game> Default for Record<G> {
    fn default() -> Self {
        Record::new(G::start())
    }
}

impl<G: Game> Record<G> {
    /// A game that begins with a position.
    pub fn new(position: G) -> Self {
        Record { positions: Vec::new(), moves: Vec::new(), now: position }
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.now
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions before each of the [`moves`](Record::moves).
    pub fn earlier(&self) -> &[G] {
        &self.positions
    }

    /// Plays a move.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn play(&mut self, mv: Move) {
        assert!(self.try_play(mv), "{mv:?} is illegal in {:?}", self.now);
    }

    /// Plays a move if it is legal; else changes nothing and says `false`.
    #[must_use]
    pub fn try_play(&mut self, mv: Move) -> bool {
        let legal = self.now.is_ply(mv);
        if legal {
            self.positions.push(self.now.clone());
            self.moves.push(mv);
            self.now.make(mv, &mut ());
        }
        legal
    }

    /// Takes back the last move and returns it; at the beginning there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.now = self.positions.pop()?;
        self.moves.pop()
    }

    /// How many plies the present turn still has, as far as can be told: two if the next one will leave the side that makes it the move.
    pub fn plies_to_go(&self) -> u32 {
        let mut moves = MoveList::new();
        self.now.moves(Wanted::All, &mut moves);
        let goes_on = moves.first().is_some_and(|&mv| {
            let mut next = self.now.clone();
            next.make(mv, &mut ());
            next.actor() == self.now.actor()
        });
        1 + u32::from(goes_on)
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let same = |earlier: &&G| earlier.key() == self.now.key();
        1 + self.positions.iter().rev().take(self.reach()).filter(same).count()
    }

    /// The keys of the positions that can come back, the present one excluded, oldest first: what a search needs to see
    /// repetitions coming.
    pub fn reversible_keys(&self) -> Vec<u64> {
        self.positions[self.positions.len() - self.reach()..].iter().map(Game::key).collect()
    }

    /// How many of the last positions can come back.
    fn reach(&self) -> usize {
        let since_reset = if G::RESETS_ARE_FINAL { self.now.clock() as usize } else { usize::MAX };
        since_reset.min(self.positions.len())
    }

    /// The result of the game, if it is over: by the rules of the board, or by repetition, or for want of progress.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.result().or_else(|| {
            if self.occurrences() >= 3 {
                Some(Outcome::Draw(Reason::Repetition))
            } else if self.now.clock() >= NO_PROGRESS_PLIES {
                Some(Outcome::Draw(Reason::NoProgress))
            } else {
                None
            }
        })
    }
}
