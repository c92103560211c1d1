//! Players that an engine must beat: one that plays at random, one that takes what it can get, and one that sees the end of the game when it is
//! a ply away.

use engine::game::{Chance, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Limits, Verdict};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Thinker;

/// Plays any legal move.
pub struct RandomMover(Xoshiro256PlusPlus);

impl RandomMover {
    /// A player with the luck of a seed.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> Thinker<G> for RandomMover {
    fn forget(&mut self, seed: u64) {
        *self = RandomMover::new(seed);
    }

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

impl<G: Tactics> Thinker<G> for GreedyMover {
    fn forget(&mut self, seed: u64) {
        *self = GreedyMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let game = record.position();
        let worth = |&mv: &Move| (wins(game, mv), game.gain(mv));
        let moves = legal(game);
        let most = moves.iter().map(worth).max();
        let best: Vec<Move> = moves.iter().copied().filter(|mv| Some(worth(mv)) == most).collect();
        verdict(best.choose(&mut self.0).copied())
    }
}

/// Looks two plies ahead for the end of the game: wins if it can, else avoids what may lose at once, as far as that is up to it and
/// not to luck; chooses at random among equals.
pub struct CautiousMover(Xoshiro256PlusPlus);

impl CautiousMover {
    /// A player with the luck of a seed.
    pub fn new(seed: u64) -> CautiousMover {
        CautiousMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> Thinker<G> for CautiousMover {
    fn forget(&mut self, seed: u64) {
        *self = CautiousMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let game = record.position();
        let moves = legal(game);
        let winning: Vec<Move> = moves.iter().copied().filter(|&mv| wins(game, mv)).collect();
        if !winning.is_empty() {
            return verdict(winning.choose(&mut self.0).copied());
        }
        let dangers: Vec<f64> = moves.iter().map(|&mv| danger_after(game, mv)).collect();
        let least = dangers.iter().copied().fold(f64::INFINITY, f64::min);
        let safest: Vec<Move> = moves.iter().zip(dangers).filter(|pair| pair.1 <= least).map(|pair| *pair.0).collect();
        verdict(safest.choose(&mut self.0).copied())
    }
}

/// How likely it is that a move is answered by a win of the opponent, from 0 to 1; 1 if the move itself loses.
fn danger_after<G: Chance>(game: &G, mv: Move) -> f64 {
    let mut next = game.clone();
    next.make(mv, &mut ());
    danger(&next, game.seat())
}

/// How likely it is that a player has lost after the opponent's next ply. Where that player has yet to choose, he is in no danger.
fn danger<G: Chance>(game: &G, seat: Seat) -> f64 {
    if let Some(outcome) = game.result() {
        return f64::from(u8::from(matches!(outcome, Outcome::Win(winner, _) if winner != seat)));
    }
    match game.to_act() {
        ToAct::Seat(turn) if turn == seat => 0.0,
        ToAct::Seat(_) => f64::from(u8::from(legal(game).iter().any(|&reply| wins(game, reply)))),
        ToAct::Chance => {
            let mut events = Vec::new();
            game.chance_outcomes(&mut events);
            let total: f64 = events.iter().map(|event| f64::from(event.1)).sum();
            let share = |&(event, weight): &(Move, u32)| {
                let mut next = game.clone();
                next.make(event, &mut ());
                danger(&next, seat) * f64::from(weight) / total
            };
            events.iter().map(share).sum()
        }
    }
}

/// The legal moves.
pub(super) fn legal<G: Chance>(game: &G) -> MoveList {
    let mut moves = MoveList::new();
    game.moves(GenType::All, &mut moves);
    moves
}

/// Whether a move ends the game with a win for whoever makes it.
pub(super) fn wins<G: Chance>(game: &G, mv: Move) -> bool {
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
    use engine::variants::{Kaleido, KaleidoDice, Keyles, Quex};

    fn choices<G: Tactics + Notation>(text: &str, player: &mut dyn Thinker<G>) -> Vec<String> {
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
    #[test]
    fn who_sees_a_ply_ahead_wins_or_does_not_lose_at_once() {
        // White's raven takes Black's last castle, though it gives up a castle for it.
        let win = "11/11/1V9/11/Vv9/11/11/11/1 w - - 0 1";
        assert_eq!(choices::<Kaleido>(win, &mut CautiousMover::new(1)), ["5A+5B"]);
        // Black's raven on 3C would take the only castle; in the centre there is another.
        let threat = "6V4/11/1Vv8/11/1v9/11/11/11/1 w - - 0 1";
        assert!(choices::<Kaleido>(threat, &mut RandomMover::new(1)).len() > 5);
        assert_eq!(choices::<Kaleido>(threat, &mut CautiousMover::new(1)), ["1G-00"]);
        assert_eq!(choices::<Keyles>(Keyles::START, &mut CautiousMover::new(1)).len(), 44);
    }

    #[test]
    fn danger_is_as_likely_as_the_throws_that_bring_it() {
        // A 1, a 5 or a 6 lets Black's raven on 3C take White's only castle.
        let game: KaleidoDice = "6V4/11/1Vv8/11/1v9/11/11/P10/1 w5 - - 0 1".parse().unwrap();
        let danger = |text: &str| danger_after(&game, game.read_move(text).unwrap());
        assert!((danger("8A-8B") - 0.5).abs() < 1e-9);
        assert_eq!([danger("1G-00"), danger("3B-3A")], [0.0, 1.0]);
        assert_eq!(choices::<KaleidoDice>(&game.to_string(), &mut CautiousMover::new(1)), ["1G-00"]);
    }
}
