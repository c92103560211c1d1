//! The plainest Monte Carlo tree search: UCT with random playouts, which knows nothing of a game but its rules.
//!
//! L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning", 2006.

use std::time::Instant;

use engine::game::{Chance, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Limits, Verdict};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Thinker;

/// The square root of two: what theory asks for where results lie between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Plies after which a playout that has not ended counts as a draw.
const LONGEST_PLAYOUT: usize = 200;
/// Positions visited for a move if nothing bounds the thinking.
const DEFAULT_NODES: u64 = 5000;

/// Tries moves out in random games, the better ones more often.
pub struct PlayoutMover(Xoshiro256PlusPlus);

impl PlayoutMover {
    /// A player with the luck of a seed.
    pub fn new(seed: u64) -> PlayoutMover {
        PlayoutMover(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

/// A position of the tree.
struct Node {
    /// The ply that led to it.
    by: Move,
    visits: u32,
    /// The sum of White's points, 0 to 1, in the games that came through.
    points: f64,
    children: Vec<usize>,
    /// Plies that have not been tried, in random order; none known before the first visit.
    untried: Option<MoveList>,
}

impl Node {
    fn new(by: Move) -> Node {
        Node { by, visits: 0, points: 0.0, children: Vec::new(), untried: None }
    }

    /// The mean of a seat's points.
    fn mean(&self, seat: Seat) -> f64 {
        let white = self.points / f64::from(self.visits.max(1));
        if seat == Seat::WHITE { white } else { 1.0 - white }
    }
}

impl<G: Tactics> Thinker<G> for PlayoutMover {
    fn forget(&mut self, seed: u64) {
        *self = PlayoutMover::new(seed);
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        let began = Instant::now();
        let unbounded = limits.nodes.is_none() && limits.move_time.is_none();
        let most = limits.nodes.or(unbounded.then_some(DEFAULT_NODES)).unwrap_or(u64::MAX);
        let mut tree = vec![Node::new(Move::default())];
        let mut nodes = 0;
        while nodes < most && limits.move_time.is_none_or(|time| began.elapsed() < time) {
            nodes += self.try_once(&mut tree, record.position().clone());
        }
        let tried = tree[0].children.iter().map(|&child| &tree[child]);
        let best = tried.max_by_key(|child| child.visits).map(|child| child.by);
        Verdict { best, ponder: None, score: 0, depth: 0, nodes }
    }
}

impl PlayoutMover {
    /// Goes down the tree, adds a position, plays a random game from there and takes down how it ended. Returns how many positions that took.
    fn try_once<G: Chance>(&mut self, tree: &mut Vec<Node>, mut game: G) -> u64 {
        let mut path = vec![0];
        let mut at = 0;
        while let Some(next) = self.descend(tree, at, &game) {
            let known = tree[next].visits > 0;
            game.make(tree[next].by, &mut ());
            path.push(next);
            at = next;
            if !known {
                break;
            }
        }
        let plies = path.len() - 1;
        let (points, more) = self.play_out(game);
        for node in path {
            tree[node].visits += 1;
            tree[node].points += points;
        }
        (plies + more).max(1) as u64
    }

    /// The child to look at next: one that is new, or the most promising; where chance decides, any by its weight. None where the game is over.
    fn descend<G: Chance>(&mut self, tree: &mut Vec<Node>, at: usize, game: &G) -> Option<usize> {
        if game.outcome().is_some() {
            return None;
        }
        let seat = match game.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => {
                let event = self.event(game)?;
                let known = tree[at].children.iter().copied().find(|&child| tree[child].by == event);
                return Some(known.unwrap_or_else(|| add(tree, at, event)));
            }
        };
        if let Some(mv) = self.untried(&mut tree[at], game).pop() {
            return Some(add(tree, at, mv));
        }
        let log = f64::from(tree[at].visits.max(1)).ln();
        let promise = |&child: &usize| {
            let node = &tree[child];
            node.mean(seat) + EXPLORATION * (log / f64::from(node.visits.max(1))).sqrt()
        };
        tree[at].children.iter().copied().max_by(|one, other| promise(one).total_cmp(&promise(other)))
    }

    /// The plies that have not been tried at a node.
    fn untried<'a, G: Chance>(&mut self, node: &'a mut Node, game: &G) -> &'a mut MoveList {
        node.untried.get_or_insert_with(|| {
            let mut moves = MoveList::new();
            game.moves(GenType::All, &mut moves);
            rand::seq::SliceRandom::shuffle(&mut moves[..], &mut self.0);
            moves
        })
    }

    /// Plays at random to the end. Returns White's points and the number of plies.
    fn play_out<G: Chance>(&mut self, mut game: G) -> (f64, usize) {
        let mut moves = MoveList::new();
        for ply in 0..LONGEST_PLAYOUT {
            if let Some(outcome) = game.outcome() {
                return (points(outcome), ply);
            }
            let next = if game.to_act() == ToAct::Chance {
                self.event(&game)
            } else {
                moves.clear();
                game.moves(GenType::All, &mut moves);
                moves.choose(&mut self.0).copied()
            };
            match next {
                Some(next) => {
                    game.make(next, &mut ());
                }
                None => return (points(game.no_moves_outcome()), ply),
            }
        }
        (0.5, LONGEST_PLAYOUT)
    }

    /// What chance brings, by weight.
    fn event<G: Chance>(&mut self, game: &G) -> Option<Move> {
        let mut events = Vec::new();
        game.chance_outcomes(&mut events);
        events.choose_weighted(&mut self.0, |event| event.1).ok().map(|event| event.0)
    }
}

/// Adds a child to a node.
fn add(tree: &mut Vec<Node>, parent: usize, by: Move) -> usize {
    let child = tree.len();
    tree.push(Node::new(by));
    tree[parent].children.push(child);
    child
}

/// White's points.
fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Seat::WHITE, _) => 1.0,
        Outcome::Win(..) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::{Chex, KaleidoDice, Keyles, KnightRelay};

    fn choice<G: Tactics + Notation>(text: &str, nodes: u64, seed: u64) -> String {
        let record = Record::new(text.parse::<G>().unwrap());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = PlayoutMover::new(seed).think(&record, &limits);
        assert!((nodes..nodes + 2 * LONGEST_PLAYOUT as u64).contains(&verdict.nodes), "{} nodes", verdict.nodes);
        record.position().write_move(verdict.best.unwrap())
    }

    #[test]
    fn wins_are_found_and_losses_avoided() {
        for seed in 0..3 {
            let mate = "6k1/5ppp/8/8/8/8/2q5/K3R3 w - - 0 1";
            assert_eq!(choice::<KnightRelay>(mate, 50_000, seed), "e1e8");
            let race = "10/4K5/10/10/10/10/10/k9/10/10[] w - - 0 1";
            assert!(choice::<Keyles>(race, 20_000, seed).ends_with("10"));
        }
    }

    #[test]
    fn chance_and_two_plies_a_turn_are_no_obstacle() {
        for seed in 0..2 {
            let danger = "6V4/11/1Vv8/11/1v9/11/11/P10/1 w5 - - 0 1";
            assert_eq!(choice::<KaleidoDice>(danger, 20_000, seed), "1G-00");
            assert_eq!(choice::<Chex>(Chex::START, 3000, seed), "draw");
        }
    }

    #[test]
    fn equal_seeds_play_alike() {
        let moves: Vec<String> = (0..6).map(|seed| choice::<Keyles>(Keyles::START, 3000, seed % 3)).collect();
        assert_eq!(moves[..3], moves[3..]);
    }
}
