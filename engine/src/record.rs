//! The record of a game: how it began, what was played, and the endings that only history shows.
//!
//! A record holds the plies that the search sees. Players may write several of them as one *entry*: in Chex the decision to draw, the tile
//! that comes up and its placement (`N@c4`), in KaleidoChess with dice a throw and the move after it (`4:1B-2F`). An entry is played
//! and taken back as a whole.

use std::ops::Range;

use crate::game::{CompositeMoves, Game, GenType, Seat, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};

/// Plies without progress after which the game is drawn.
pub const NO_PROGRESS_PLIES: u32 = 100;

/// A game from its first position to the present one.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The positions before each ply.
    positions: Vec<G>,
    moves: Vec<Move>,
    now: G,
}

impl<G: CompositeMoves> Default for Record<G> {
    fn default() -> Self {
        Record::new(G::start())
    }
}

impl<G: CompositeMoves> Record<G> {
    /// A game that begins with a position.
    pub fn new(position: G) -> Self {
        Record { positions: Vec::new(), moves: Vec::new(), now: position }
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.now
    }

    /// The plies played so far, events of chance included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions before each of the [`moves`](Record::moves).
    pub fn earlier(&self) -> &[G] {
        &self.positions
    }

    /// Plays a ply or an entry.
    ///
    /// # Panics
    /// If it is not legal.
    pub fn play(&mut self, mv: Move) {
        assert!(self.try_play(mv), "{mv:?} is illegal in {:?}", self.now);
    }

    /// Plays a ply or an entry if it is legal; else changes nothing and says `false`.
    #[must_use]
    pub fn try_play(&mut self, mv: Move) -> bool {
        let legal = self.now.is_composite_move(mv);
        if legal {
            for part in self.now.plies_of(mv) {
                self.positions.push(self.now.clone());
                self.moves.push(part);
                self.now.make(part, &mut ());
            }
        }
        legal
    }

    /// Takes back the last entry that a player has a part in, or what there is of an unfinished one, and returns it; if there is none,
    /// nothing has changed. A throw that nobody has answered yet goes with the entry before it.
    pub fn undo(&mut self) -> Option<Move> {
        let decided = self.positions.iter().rposition(|position| position.to_act() != ToAct::Chance)?;
        let plies = self.entry_around(decided);
        let entry = G::compose(&self.moves[plies.clone()]);
        self.rewind(plies.start);
        Some(entry)
    }

    /// Takes back plies until so many are left; no more if there are not so many.
    pub fn rewind(&mut self, plies: usize) {
        if plies < self.moves.len() {
            self.now = self.positions.swap_remove(plies);
            self.positions.truncate(plies);
            self.moves.truncate(plies);
        }
    }

    /// Takes back a throw that nobody has answered yet; `false` if there is none. A tile that a player has drawn stays drawn.
    pub fn withdraw_throw(&mut self) -> bool {
        let thrown = self.positions.last().is_some_and(|last| last.to_act() == ToAct::Chance && last.begins_move());
        if thrown {
            self.rewind(self.moves.len() - 1);
        }
        thrown
    }

    /// Whether a player is in the middle of an entry.
    pub fn is_mid_entry(&self) -> bool {
        !self.now.begins_move() && self.plies_made() > 0
    }

    /// How many times [`undo`](Record::undo) must be called until the player whose turn it is was to move before; none if he was not since the record began.
    pub fn undos_to_turn(&self) -> Option<usize> {
        let mut record = self.clone();
        (1..)
            .map_while(|undone| record.undo().map(|_| (undone, record.now.turn())))
            .find(|step| step.1 == self.now.turn())
            .map(|step| step.0)
    }

    /// The position before a ply, and the entry that it and all later ones make up; none if there is no such ply.
    pub fn entry_from(&self, ply: usize) -> Option<(&G, Move)> {
        let before = self.positions.get(ply)?;
        Some((before, G::compose(&self.moves[ply..])))
    }

    /// The entries played so far, each with the position before it. The last one may be unfinished, and the first one may have begun
    /// before the record.
    pub fn entries(&self) -> impl Iterator<Item = (&G, Move)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let plies = (next < self.moves.len()).then(|| self.entry_around(next))?;
            next = plies.end;
            Some((&self.positions[plies.start], G::compose(&self.moves[plies])))
        })
    }

    /// The plies of the entry that a ply belongs to.
    fn entry_around(&self, ply: usize) -> Range<usize> {
        let start = self.positions[..=ply].iter().rposition(G::begins_move).unwrap_or(0);
        let more = self.positions[ply + 1..].iter().take_while(|position| !position.begins_move()).count();
        start..ply + 1 + more
    }

    /// How many plies the player whose turn it is has made of it already. Events of chance are nobody's.
    pub fn plies_made(&self) -> u32 {
        let turn = self.positions.iter().rev().take_while(|position| position.turn() == self.now.turn());
        turn.filter(|position| position.to_act() != ToAct::Chance).count() as u32
    }

    /// How many plies the present turn still has, as far as can be told: two if the next one may leave the side that makes it the turn.
    pub fn plies_to_go(&self) -> u32 {
        let mut moves = MoveList::new();
        self.now.moves(GenType::All, &mut moves);
        let goes_on = moves.iter().any(|&mv| {
            let mut next = self.now.clone();
            next.make(mv, &mut ());
            next.turn() == self.now.turn()
        });
        1 + u32::from(goes_on)
    }

    /// How many turns a player has completed since the first position.
    pub fn turns_made(&self, seat: Seat) -> u32 {
        let turns: Vec<Seat> = self.positions.iter().chain([&self.now]).map(G::turn).collect();
        turns.windows(2).filter(|pair| pair[0] == seat && pair[1] != seat).count() as u32
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let same = |earlier: &&G| earlier.key() == self.now.key();
        1 + self.positions.iter().rev().take(self.now.reversible_plies()).filter(same).count()
    }

    /// The keys of the positions that can come back, the present one excluded, oldest first: what a search needs to see
    /// repetitions coming.
    pub fn reversible_keys(&self) -> Vec<u64> {
        let reach = self.now.reversible_plies().min(self.positions.len());
        self.positions[self.positions.len() - reach..].iter().map(Game::key).collect()
    }

    /// The result of the game, if it is over: by the rules of the board, or by repetition, or for want of progress. No position is
    /// repeated while chance has yet to say which it will be.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.result().or_else(|| {
            if self.now.to_act() != ToAct::Chance && self.occurrences() >= 3 {
                Some(Outcome::Draw(Reason::REPETITION))
            } else if self.now.clock() >= NO_PROGRESS_PLIES {
                Some(Outcome::Draw(Reason::NO_PROGRESS))
            } else {
                None
            }
        })
    }
}
