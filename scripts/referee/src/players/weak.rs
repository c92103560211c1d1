//! Weak players, which every engine must beat: a random mover, a greedy one, and one that sees wins and losses a ply
//! ahead. They play games for any number of players.

use engine::game::{Chance, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Limits, Verdict};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::InProcessEngine;

/// Random mover: plays any legal move.
pub struct RandomMover(Xoshiro256PlusPlus);

impl RandomMover {
    /// Player with a seed.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> InProcessEngine<G> for RandomMover {
    fn new_game(&mut self, seed: u64) {
        *self = RandomMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        unscored(legal_moves(record.position()).choose(&mut self.0).copied())
    }
}

/// Greedy player: wins if it can, else plays the move of greatest [`MoveFacts::gain`](engine::game::MoveFacts::gain),
/// which counts what others lose and an opponent eliminated; chooses at random among equals.
pub struct GreedyMover(Xoshiro256PlusPlus);

impl GreedyMover {
    /// Player with a seed.
    pub fn new(seed: u64) -> GreedyMover {
        GreedyMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> InProcessEngine<G> for GreedyMover {
    fn new_game(&mut self, seed: u64) {
        *self = GreedyMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let game = record.position();
        let rank = |&mv: &Move| (wins_at_once(game, mv), game.gain(mv));
        let moves = legal_moves(game);
        let best_rank = moves.iter().map(rank).max();
        let best: Vec<Move> = moves.iter().copied().filter(|mv| Some(rank(mv)) == best_rank).collect();
        unscored(best.choose(&mut self.0).copied())
    }
}

/// Cautious player: wins if it can, else minimises the probability to lose at the opponent's next ply, or with several
/// opponents the number of those who could put it out; chooses at random among equals.
pub struct CautiousMover(Xoshiro256PlusPlus);

impl CautiousMover {
    /// Player with a seed.
    pub fn new(seed: u64) -> CautiousMover {
        CautiousMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Tactics> InProcessEngine<G> for CautiousMover {
    fn new_game(&mut self, seed: u64) {
        *self = CautiousMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let game = record.position();
        let moves = legal_moves(game);
        let winning: Vec<Move> = moves.iter().copied().filter(|&mv| wins_at_once(game, mv)).collect();
        if !winning.is_empty() {
            return unscored(winning.choose(&mut self.0).copied());
        }
        let risks: Vec<f64> = moves.iter().map(|&mv| risk_after(game, mv)).collect();
        let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
        let safest: Vec<Move> = moves.iter().zip(risks).filter(|pair| pair.1 <= least).map(|pair| *pair.0).collect();
        unscored(safest.choose(&mut self.0).copied())
    }
}

/// Risk of a move: the probability that the opponent wins right after it, or the number of
/// [opponents who could eliminate the mover](enemies_that_eliminate).
fn risk_after<G: Tactics>(game: &G, mv: Move) -> f64 {
    let mut next = game.clone();
    next.make(mv, &mut ());
    if G::SEATS == 2 { loss_probability(&next, game.seat()) } else { enemies_that_eliminate(next, game.seat()) as f64 }
}

/// Number of opponents who could eliminate `seat` with their next ply, each of them looked at as if those before it
/// passed; all of them if `seat` is out already.
fn enemies_that_eliminate<G: Tactics>(mut game: G, seat: Seat) -> usize {
    if !game.is_in(seat) {
        return G::SEATS;
    }
    let mut enemies = 0;
    while game.result().is_none() && game.side_to_move() != seat {
        enemies += usize::from(legal_moves(&game).iter().any(|&reply| eliminates(&game, reply, seat)));
        game.make_null();
    }
    enemies
}

/// Probability that `seat` has lost after the opponent's next ply; 0 while `seat` has a choice itself.
fn loss_probability<G: Chance>(game: &G, seat: Seat) -> f64 {
    if let Some(outcome) = game.result() {
        return f64::from(u8::from(matches!(outcome, Outcome::Win(winner, _) if winner != seat)));
    }
    match game.to_act() {
        ToAct::Seat(turn) if turn == seat => 0.0,
        ToAct::Seat(_) => f64::from(u8::from(legal_moves(game).iter().any(|&reply| wins_at_once(game, reply)))),
        ToAct::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            let total: f64 = outcomes.iter().map(|outcome| f64::from(outcome.1)).sum();
            let risk = |&(outcome, weight): &(Move, u32)| {
                let mut next = game.clone();
                next.make(outcome, &mut ());
                loss_probability(&next, seat) * f64::from(weight) / total
            };
            outcomes.iter().map(risk).sum()
        }
    }
}

/// Legal moves.
pub(super) fn legal_moves<G: Chance>(game: &G) -> MoveList {
    let mut moves = MoveList::new();
    game.moves(GenType::All, &mut moves);
    moves
}

/// True if a move ends the game with a win for the side to move.
pub(super) fn wins_at_once<G: Chance>(game: &G, mv: Move) -> bool {
    let seat: Seat = game.seat();
    let mut next = game.clone();
    next.make(mv, &mut ());
    matches!(next.result(), Some(Outcome::Win(winner, _)) if winner == seat)
}

/// True if the side to move can eliminate another player.
pub(crate) fn can_eliminate<G: Chance>(game: &G) -> bool {
    let mut others = Seat::all(G::SEATS).filter(|&seat| seat != game.seat() && game.is_in(seat));
    let moves = legal_moves(game);
    others.any(|seat| moves.iter().any(|&mv| eliminates(game, mv, seat)))
}

/// True if a legal move eliminates a player.
fn eliminates<G: Chance>(game: &G, mv: Move, seat: Seat) -> bool {
    let mut next = game.clone();
    next.make(mv, &mut ());
    !next.is_in(seat)
}

/// Verdict without a score.
fn unscored(best: Option<Move>) -> Verdict {
    Verdict { best, ponder: None, score: 0, depth: 0, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::{Kaleido, Kaleido4, KaleidoDice, Keyles, Quex};

    fn choices<G: Tactics + Notation>(text: &str, player: &mut dyn InProcessEngine<G>) -> Vec<String> {
        let record = Record::new(text.parse::<G>().unwrap());
        let choose = |_| player.think(&record, &Limits::default()).best.unwrap();
        let mut chosen: Vec<String> = (0..200).map(choose).map(|mv| record.position().write_move(mv)).collect();
        chosen.sort();
        chosen.dedup();
        chosen
    }

    #[test]
    fn random_mover_plays_every_move() {
        assert_eq!(choices::<Keyles>(Keyles::START, &mut RandomMover::new(1)).len(), 44);
    }

    #[test]
    fn greedy_player_wins_or_takes_the_most() {
        // A rook mates, though another could take a rook.
        let mate = "k9/8R1/9R/10/10/r8R/10/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Quex>(mate, &mut GreedyMover::new(1)), ["j8j10"]);
        // The king arrives, though it could take the queen.
        let race = "10/4Kq4/10/10/10/10/10/k9/10/10[] w - - 0 1";
        assert_eq!(choices::<Keyles>(race, &mut GreedyMover::new(1)), ["e9d10", "e9e10", "e9f10"]);
        // Queen before rook, and a rook that one takes is as good as another.
        let queen = "10/10/r1q7/2R7/2r7/10/7k2/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Keyles>(queen, &mut GreedyMover::new(1)), ["c7c8"]);
        let rooks = "10/10/r1r7/1P8/10/10/7k2/10/10/9K[] w - - 0 1";
        assert_eq!(choices::<Keyles>(rooks, &mut GreedyMover::new(1)), ["b7a8", "b7c8"]);
    }

    #[test]
    fn cautious_player_wins_or_does_not_lose_at_once() {
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
    fn greedy_player_takes_the_last_castle_of_anybody_or_the_most_valuable_piece() {
        // White's pawn on 5A reaches Black's last castle and Red's eagle.
        let last = "1'P9/11/1P9/2'E8/Pp9/11/1'p9/11/1 w - - - - 0 1";
        assert_eq!(choices::<Kaleido4>(last, &mut GreedyMover::new(1)), ["5A+5B"]);
        let another = "1'P9/11/1P9/2'E8/Pp9/11/1'p9/11/p w - - - - 0 1";
        assert_eq!(choices::<Kaleido4>(another, &mut GreedyMover::new(1)), ["5A+4C"]);
    }

    #[test]
    fn cautious_player_looks_at_all_opponents() {
        // Red on 3C and Green on 3A attack White's only castle; in the centre there is another.
        let two = "1'P4P4/11/'pP'P8/11/1p9/11/1'p9/11/1 w - - - - 0 1";
        let game: Kaleido4 = two.parse().unwrap();
        let risk = |text: &str| risk_after(&game, game.read_move(text).unwrap());
        assert_eq!(["1G-00", "1G-1H", "3B+3C"].map(risk), [0.0, 2.0, 4.0]);
        assert_eq!(choices::<Kaleido4>(two, &mut CautiousMover::new(1)), ["1G-00"]);
        // The last to move before White attacks alone.
        let green = "1'P4P4/11/'pP9/11/1p9/11/1'p9/11/1 w - - - - 0 1";
        assert_eq!(choices::<Kaleido4>(green, &mut CautiousMover::new(1)), ["1G-00"]);
    }

    #[test]
    fn loss_probability_weights_the_throws() {
        // A 1, a 5 or a 6 lets Black's raven on 3C take White's only castle.
        let game: KaleidoDice = "6V4/11/1Vv8/11/1v9/11/11/P10/1 w5 - - 0 1".parse().unwrap();
        let loss_probability = |text: &str| risk_after(&game, game.read_move(text).unwrap());
        assert!((loss_probability("8A-8B") - 0.5).abs() < 1e-9);
        assert_eq!([loss_probability("1G-00"), loss_probability("3B-3A")], [0.0, 1.0]);
        assert_eq!(choices::<KaleidoDice>(&game.to_string(), &mut CautiousMover::new(1)), ["1G-00"]);
    }
}
