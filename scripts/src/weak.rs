//! Players that an engine must beat: one that plays at random, and one that takes what it can get.

use engine::game::{Game, Seat, Tactics, Wanted};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Limits, Verdict};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::duel::Player;

/// Plays any legal move.
pub struct RandomMover(Xoshiro256PlusPlus);

impl RandomMover {
    /// A player with the luck of a seed.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> Player<G> for RandomMover {
    fn forget(&mut self) {}

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        verdict(legal(record.position()).choose(&mut self.0).copied())
    }
}

/// Looks one ply ahead: wins if it can, else takes the most, by [`Tactics::gain`]; chooses at random among equals.
pub struct GreedyMover(Xoshiro256PlusPlus);

impl GreedyMover {
    /// A player with the luck of a seed.
    pub fn new(seed: u64) -> GreedyMover {
        GreedyMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> Player<G> for GreedyMover {
    fn forget(&mut self) {}

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let game = record.position();
        let worth = |&mv: &Move| (wins(game, mv), game.gain(mv));
        let moves = legal(game);
        let most = moves.iter().map(worth).max();
        let best: Vec<Move> = moves.iter().copied().filter(|mv| Some(worth(mv)) == most).collect();
        verdict(best.choose(&mut self.0).copied())
    }
}

fn legal<G: Game>(game: &G) -> MoveList {
    let mut moves = MoveList::new();
    game.moves(Wanted::All, &mut moves);
    moves
}

/// Whether a move ends the game with a win for whoever makes it.
fn wins<G: Game>(game: &G, mv: Move) -> bool {
    let seat: Seat = game.seat();
    let mut next = game.clone();
    next.make(mv, &mut ());
    matches!(next.result(), Some(Outcome::Win(winner, _)) if winner == seat)
}

/// A move without an opinion.
fn verdict(best: Option<Move>) -> Verdict {
    Verdict { best, ponder: None, score: 0, depth: 0, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::{Keyles, Quex};

    fn choices<G: Tactics + Notation>(text: &str, player: &mut dyn Player<G>) -> Vec<String> {
        let record = Record::new(text.parse::<G>().unwrap());
        let choose = |_| player.think(&record, &Limits::default()).best.unwrap();
        let mut chosen: Vec<String> = (0..200).map(choose).map(|mv| record.position().write_move(mv)).collect();
        chosen.sort();
        chosen.dedup();
        chosen
    }

    #[test]
    fn chance_tries_every_move() {
        assert_eq!(choices::<Keyles>(Keyles::START, &mut RandomMover::new(1)).len(), 44);
    }

    #[test]
    fn greed_wins_before_it_takes_and_takes_the_most() {
        // A rook mates, though another could take a rook.
        let mate = "k9/8R1/9R/10/10/r8R/10/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Quex>(mate, &mut GreedyMover::new(1)), ["j8j10"]);
        // The king arrives, though he could take the queen.
        let race = "10/4Kq4/10/10/10/10/10/k9/10/10[] w - - 0 1";
        assert_eq!(choices::<Keyles>(race, &mut GreedyMover::new(1)), ["e9d10", "e9e10", "e9f10"]);
        // Queen before rook, and a rook that one takes is as good as another.
        let queen = "10/10/r1q7/2R7/2r7/10/7k2/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Keyles>(queen, &mut GreedyMover::new(1)), ["c7c8"]);
        let rooks = "10/10/r1r7/1P8/10/10/7k2/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Keyles>(rooks, &mut GreedyMover::new(1)), ["b7a8", "b7c8"]);
    }
}
