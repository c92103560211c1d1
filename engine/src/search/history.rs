//! History heuristics: how well moves have done elsewhere in the tree, for move ordering, reductions and pruning.
//!
//! Source: chessprogramming wiki, "History Heuristic" and "Countermove Heuristic" (continuation history). [`Histories`]
//! holds the quiet history, capture history, continuation histories and
//! [correction history](super::correction) of a search. All threads read and write the same tables: what one has
//! learned spares the others the same mistakes, and they come to the same reductions. A score that two threads
//! change at a time may miss one of the changes.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::correction::CorrectionHistory;
use crate::game::{Seat, Tactics};
use crate::moves::Move;

/// Scores stay within plus and minus this.
const HISTORY_MAX: i32 = 16_384;

/// Continuation history index of no move: at the root, after a null move, after a chance event.
pub const NO_MOVE: usize = 0;

/// Continuation history indices of the moves one, two and four plies before a node.
pub type ContHistIndices = [usize; 3];

/// The history tables of a search.
///
/// A move is known by the player, the kind of the piece it moves and the field it ends on (piece-to). Scores are
/// updated with [gravity](apply_bonus).
pub struct Histories {
    /// Quiet history: `[piece-to]`.
    quiet: Box<[AtomicI16]>,
    /// Capture history of noisy moves: `[piece-to][captured kind + 1]`, 0 for no capture.
    noisy: Box<[AtomicI16]>,
    /// Continuation history of quiet moves: `[1 + piece-to of an earlier move][piece-to]`, 0 for no move.
    continuation: Box<[AtomicI16]>,
    correction: CorrectionHistory,
}

impl Histories {
    /// Empty histories for a game.
    pub fn new<G: Tactics>() -> Histories {
        let piece_tos = piece_tos::<G>();
        Histories {
            quiet: zeros(piece_tos),
            noisy: zeros(piece_tos * (G::KINDS + 1)),
            continuation: zeros((1 + piece_tos) * piece_tos),
            correction: CorrectionHistory::new(G::PLAYERS),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for scores in [&mut self.quiet, &mut self.noisy, &mut self.continuation] {
            scores.iter_mut().for_each(|score| *score.get_mut() = 0);
        }
        self.correction.clear();
    }

    /// Correction history.
    #[inline(always)]
    pub fn correction(&self) -> &CorrectionHistory {
        &self.correction
    }

    /// Continuation history index of a move that a player plays, for the moves that follow it.
    #[inline(always)]
    pub fn cont_hist_index<G: Tactics>(&self, game: &G, player: Seat, mv: Move) -> usize {
        1 + piece_to(game, player, mv)
    }

    /// Score of a quiet move: quiet history plus the continuation histories.
    #[inline(always)]
    pub fn quiet<G: Tactics>(&self, game: &G, player: Seat, earlier: ContHistIndices, mv: Move) -> i32 {
        let piece_to = piece_to(game, player, mv);
        let follows = |index: usize| i32::from(self.continuation[index * piece_tos::<G>() + piece_to].load(Relaxed));
        i32::from(self.quiet[piece_to].load(Relaxed)) + earlier.into_iter().map(follows).sum::<i32>()
    }

    /// Capture history score of a noisy move.
    #[inline(always)]
    pub fn noisy<G: Tactics>(&self, game: &G, player: Seat, mv: Move) -> i32 {
        i32::from(self.noisy[capture_index(game, player, mv)].load(Relaxed))
    }

    /// Rewards (or, below 0, penalises) a quiet move.
    pub fn update_quiet<G: Tactics>(&self, game: &G, player: Seat, earlier: ContHistIndices, mv: Move, bonus: i32) {
        self.update_played::<G>(self.cont_hist_index(game, player, mv), earlier, bonus);
    }

    /// Updates quiet and continuation history of a played move, by its continuation history index.
    pub fn update_played<G: Tactics>(&self, played: usize, earlier: ContHistIndices, bonus: i32) {
        let piece_to = played - 1;
        apply_bonus(&self.quiet[piece_to], bonus, HISTORY_MAX);
        for before in earlier {
            if before != NO_MOVE {
                apply_bonus(&self.continuation[before * piece_tos::<G>() + piece_to], bonus, HISTORY_MAX);
            }
        }
    }

    /// Rewards (or, below 0, penalises) a noisy move.
    pub fn update_noisy<G: Tactics>(&self, game: &G, player: Seat, mv: Move, bonus: i32) {
        apply_bonus(&self.noisy[capture_index(game, player, mv)], bonus, HISTORY_MAX);
    }
}

/// Number of piece-to indices of a game.
const fn piece_tos<G: Tactics>() -> usize {
    G::PLAYERS * G::KINDS * G::FIELDS
}

/// Piece-to index of a player's move: `[player][kind][target]`.
#[inline(always)]
fn piece_to<G: Tactics>(game: &G, player: Seat, mv: Move) -> usize {
    (player.index() * G::KINDS + game.moved_kind(mv)) * G::FIELDS + game.target(mv)
}

/// Index of a noisy move in the capture history.
#[inline(always)]
fn capture_index<G: Tactics>(game: &G, player: Seat, mv: Move) -> usize {
    piece_to(game, player, mv) * (G::KINDS + 1) + game.captured_kind(mv).map_or(0, |kind| kind + 1)
}

/// History gravity: moves a score towards plus or minus `limit`, the slower the nearer it is (Stockfish).
#[inline(always)]
pub fn apply_bonus(score: &AtomicI16, bonus: i32, limit: i32) {
    let old = i32::from(score.load(Relaxed));
    score.store((old + bonus - old * bonus.abs() / limit) as i16, Relaxed);
}

/// Table of `count` scores of 0.
pub fn zeros(count: usize) -> Box<[AtomicI16]> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    #[test]
    fn each_player_has_scores_of_its_own() {
        // Each side has a knight that can go to e5.
        let [(white, leap), (black, reply)] = [("w", "f3e5"), ("b", "c6e5")].map(|(side, text)| {
            let position: Chess = format!("4k3/8/2n5/8/8/5N2/8/4K3 {side} - - 0 1").parse().expect("a position");
            let mv = position.read_move(text).expect("a legal move");
            (position, mv)
        });
        let histories = Histories::new::<Chess>();
        let earlier = [histories.cont_hist_index(&white, Seat::WHITE, leap), NO_MOVE, NO_MOVE];
        histories.update_quiet(&black, Seat::BLACK, earlier, reply, 1000);
        histories.update_noisy(&black, Seat::BLACK, reply, 500);
        let quiet = |player, mv, game| histories.quiet(game, player, earlier, mv);
        assert_eq!((quiet(Seat::BLACK, reply, &black), quiet(Seat::WHITE, leap, &white)), (2000, 0));
        assert_eq!(histories.quiet(&black, Seat::BLACK, ContHistIndices::default(), reply), 1000);
        let noisy = [histories.noisy(&black, Seat::BLACK, reply), histories.noisy(&white, Seat::WHITE, leap)];
        assert_eq!(noisy, [500, 0]);
    }

    #[test]
    fn scores_approach_the_maximum_and_never_pass_it() {
        let score = AtomicI16::new(0);
        let value = || i32::from(score.load(Relaxed));
        for _ in 0..1000 {
            let before = value();
            apply_bonus(&score, 1500, HISTORY_MAX);
            assert!((before..=HISTORY_MAX).contains(&value()));
        }
        assert!(value() > HISTORY_MAX * 9 / 10);
        for _ in 0..1000 {
            apply_bonus(&score, -1500, HISTORY_MAX);
        }
        assert!((-HISTORY_MAX..-HISTORY_MAX * 9 / 10).contains(&value()));
    }
}
