//! Plain Monte Carlo tree search (MCTS): UCT with random playouts, which knows only the rules of a game. With more than
//! two players each maximises its own points (MaxN).
//!
//! L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning", 2006.

use std::time::{Duration, Instant};

use engine::game::{Chance, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Shares;
use engine::record::Record;
use engine::search::{Clock, Limits, Verdict};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::InProcessEngine;

/// UCT's exploration constant: the square root of 2, as theory requires for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Plies after which an unfinished playout counts as a draw.
const MAX_PLAYOUT: usize = 200;
/// Nodes of a search that neither nodes nor a time bound.
const DEFAULT_NODES: u64 = 5000;
/// Most nodes of the tree, some hundred bytes each: minutes of thinking.
const MAX_TREE: usize = 1 << 20;
/// Turns among which the time on a clock is shared.
const EXPECTED_MOVES: u32 = 30;
/// A ply takes at most one part in so many of the time on the clock.
const CLOCK_PARTS: u32 = 4;

/// Plain MCTS player. Nodes, a time and a clock bound its search; a depth is no bound, for the tree grows unevenly.
pub struct PlainMcts {
    random: Xoshiro256PlusPlus,
    /// Most nodes of the tree. When it is full, playouts go on without expansion.
    max_tree: usize,
}

impl PlainMcts {
    /// Player with a seed.
    pub fn new(seed: u64) -> PlainMcts {
        PlainMcts { random: Xoshiro256PlusPlus::seed_from_u64(seed), max_tree: MAX_TREE }
    }
}

/// Points of the players, by seat.
type Points = [f64; Seat::MAX];

/// Node of the tree.
struct Node {
    /// Ply that leads to it.
    mv: Move,
    visits: u32,
    /// Sum of the players' points, 0 to 1, over all playouts through it.
    points: Points,
    children: Vec<usize>,
    /// Untried plies in random order; `None` before the first visit.
    untried: Option<Vec<Move>>,
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { mv, visits: 0, points: Points::default(), children: Vec::new(), untried: None }
    }

    /// Mean points of a seat.
    fn mean(&self, seat: Seat) -> f64 {
        self.points[seat.index()] / f64::from(self.visits.max(1))
    }
}

impl<G: Tactics> InProcessEngine<G> for PlainMcts {
    fn new_game(&mut self, seed: u64) {
        *self = PlainMcts::new(seed);
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        let began = Instant::now();
        let max_time = limits.move_time.into_iter().chain(limits.clock.map(share_of_clock)).min();
        let unbounded = limits.nodes.is_none() && max_time.is_none();
        let max_nodes = limits.nodes.or(unbounded.then_some(DEFAULT_NODES)).unwrap_or(u64::MAX);
        let mut tree = vec![Node::new(Move::default())];
        // Without an iteration there would be no move.
        let mut nodes = self.iterate(&mut tree, record.position().clone());
        while nodes < max_nodes && max_time.is_none_or(|time| began.elapsed() < time) {
            nodes += self.iterate(&mut tree, record.position().clone());
        }
        let tried = tree[0].children.iter().map(|&child| &tree[child]);
        let best = tried.max_by_key(|child| child.visits).map(|child| child.mv);
        Verdict { best, ponder: None, score: 0, depth: 0, nodes }
    }
}

impl PlainMcts {
    /// One iteration: selection, expansion, playout, backpropagation. Returns the number of positions visited.
    fn iterate<G: Chance>(&mut self, tree: &mut Vec<Node>, mut game: G) -> u64 {
        let mut path = vec![0];
        let mut at = 0;
        while let Some(next) = self.select(tree, at, &game) {
            let known = tree[next].visits > 0;
            game.make(tree[next].mv, &mut ());
            path.push(next);
            at = next;
            if !known {
                break;
            }
        }
        let plies = path.len() - 1;
        let (points, more) = self.playout(game);
        for node in path {
            tree[node].visits += 1;
            tree[node].points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
        }
        (plies + more).max(1) as u64
    }

    /// Selects a child: a new one, or the one with the best UCT value; at a chance node an outcome by weight. `None` if
    /// the game is over, or the tree is full and does not go on here.
    fn select<G: Chance>(&mut self, tree: &mut Vec<Node>, at: usize, game: &G) -> Option<usize> {
        if game.outcome().is_some() {
            return None;
        }
        let is_full = tree.len() >= self.max_tree;
        let seat = match game.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => {
                let outcome = self.outcome(game)?;
                let known = tree[at].children.iter().copied().find(|&child| tree[child].mv == outcome);
                return if is_full { known } else { Some(known.unwrap_or_else(|| expand(tree, at, outcome))) };
            }
        };
        if !is_full && let Some(mv) = self.untried(&mut tree[at], game).pop() {
            return Some(expand(tree, at, mv));
        }
        let log = f64::from(tree[at].visits.max(1)).ln();
        let uct = |&child: &usize| {
            let node = &tree[child];
            node.mean(seat) + EXPLORATION * (log / f64::from(node.visits.max(1))).sqrt()
        };
        tree[at].children.iter().copied().max_by(|one, other| uct(one).total_cmp(&uct(other)))
    }

    /// Untried plies of a node.
    fn untried<'a, G: Chance>(&mut self, node: &'a mut Node, game: &G) -> &'a mut Vec<Move> {
        node.untried.get_or_insert_with(|| {
            let mut moves = MoveList::new();
            game.moves(GenType::All, &mut moves);
            rand::seq::SliceRandom::shuffle(&mut moves[..], &mut self.random);
            moves.to_vec()
        })
    }

    /// Playout: plays at random to the end. Returns the players' points and the number of plies.
    fn playout<G: Chance>(&mut self, mut game: G) -> (Points, usize) {
        let mut moves = MoveList::new();
        for ply in 0..MAX_PLAYOUT {
            if let Some(outcome) = game.outcome() {
                return (points(Shares::of(outcome, &game)), ply);
            }
            let next = if game.to_act() == ToAct::Chance {
                self.outcome(&game)
            } else {
                moves.clear();
                game.moves(GenType::All, &mut moves);
                moves.choose(&mut self.random).copied()
            };
            match next {
                Some(next) => {
                    game.make(next, &mut ());
                }
                None => return (points(Shares::of(game.no_moves_outcome(), &game)), ply),
            }
        }
        (points(Shares::equal(G::SEATS, |seat| game.is_in(seat))), MAX_PLAYOUT)
    }

    /// Random chance outcome, by weight.
    fn outcome<G: Chance>(&mut self, game: &G) -> Option<Move> {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        outcomes.choose_weighted(&mut self.random, |outcome| outcome.1).ok().map(|outcome| outcome.0)
    }
}

/// Time for a ply: a share of the time on the clock, and the increment.
fn share_of_clock(Clock { remaining, increment, moves_to_go }: Clock) -> Duration {
    let moves = moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    (remaining / moves + increment).min(remaining / CLOCK_PARTS)
}

/// Expands a node by a child.
fn expand(tree: &mut Vec<Node>, parent: usize, mv: Move) -> usize {
    let child = tree.len();
    tree.push(Node::new(mv));
    tree[parent].children.push(child);
    child
}

/// Points by seat.
fn points(shares: Shares) -> Points {
    let mut points = Points::default();
    for seat in Seat::all(shares.seats()) {
        points[seat.index()] = shares.points(seat);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::{Chex, Kaleido4, KaleidoDice, Keyles, KnightRelay};

    fn choice<G: Tactics + Notation>(text: &str, nodes: u64, seed: u64) -> String {
        let record = Record::new(text.parse::<G>().unwrap());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = PlainMcts::new(seed).think(&record, &limits);
        assert!((nodes..nodes + 2 * MAX_PLAYOUT as u64).contains(&verdict.nodes), "{} nodes", verdict.nodes);
        record.position().write_move(verdict.best.unwrap())
    }

    #[test]
    fn wins_are_found() {
        for seed in 0..3 {
            let mate = "6k1/5ppp/8/8/8/8/2q5/K3R3 w - - 0 1";
            assert_eq!(choice::<KnightRelay>(mate, 50_000, seed), "e1e8");
            let race = "10/4K5/10/10/10/10/10/k9/10/10[] w - - 0 1";
            assert!(choice::<Keyles>(race, 20_000, seed).ends_with("10"));
        }
    }

    #[test]
    fn games_with_chance_and_several_plies_a_turn_are_searched() {
        for seed in 0..2 {
            let danger = "6V4/11/1Vv8/11/1v9/11/11/P10/1 w5 - - 0 1";
            assert_eq!(choice::<KaleidoDice>(danger, 20_000, seed), "1G-00");
            assert_eq!(choice::<Chex>(Chex::START, 3000, seed), "draw");
        }
    }

    #[test]
    fn each_of_four_players_plays_for_itself() {
        for seed in 0..2 {
            // The last castle of the only opponent falls.
            for (side, own, enemy) in [('w', "P", "'P"), ('r', "'P", "p"), ('b', "p", "'p"), ('g', "'p", "P")] {
                let win = format!("11/11/1{own}9/11/{own}{enemy}9/11/4{enemy}6/11/1 {side} - - - - 0 1");
                assert_eq!(choice::<Kaleido4>(&win, 3000, seed), "5A+5B");
            }
            // Red and Green attack White's only castle.
            let danger = "1'P4P4/11/'pP'P8/11/1p9/11/1'p9/11/1 w - - - - 0 1";
            assert_eq!(choice::<Kaleido4>(danger, 50_000, seed), "1G-00");
        }
    }

    #[test]
    fn a_full_tree_is_searched_on_without_expansion() {
        fn searched<G: Tactics>(max_tree: usize) -> Vec<Node> {
            let mut player = PlainMcts { max_tree, ..PlainMcts::new(1) };
            let mut tree = vec![Node::new(Move::default())];
            for _ in 0..50 {
                player.iterate(&mut tree, G::start());
            }
            tree
        }
        // Of 44 moves nine are in the tree: each iteration goes through one of them.
        let tree = searched::<Keyles>(10);
        assert_eq!((tree.len(), tree[0].visits), (10, 50));
        assert_eq!(tree[1..].iter().map(|child| child.visits).sum::<u32>(), 50);
        // The first node is one of chance: a throw that is not in the tree is played out.
        let tree = searched::<KaleidoDice>(3);
        assert_eq!((tree.len(), tree[0].visits), (3, 50));
    }

    #[test]
    fn a_clock_bounds_the_search() {
        let clock = |remaining, moves_to_go| {
            let [remaining, increment] = [remaining, 10].map(Duration::from_millis);
            Clock { remaining, increment, moves_to_go }
        };
        let share = |remaining, moves_to_go| share_of_clock(clock(remaining, moves_to_go)).as_millis();
        assert_eq!([share(3000, None), share(3000, Some(40)), share(3000, Some(12))], [110, 110, 260]);
        assert_eq!([share(3000, Some(1)), share(20, None), share(0, None)], [750, 5, 0], "a part of what is left");
        let record = Record::<Keyles>::default();
        let think = |limits| PlainMcts::new(0).think(&record, &limits);
        let began = Instant::now();
        let verdict = think(Limits { clock: Some(clock(0, None)), ..Limits::default() });
        assert!(verdict.best.is_some() && verdict.nodes <= MAX_PLAYOUT as u64 + 1, "{} nodes", verdict.nodes);
        let verdict = think(Limits { clock: Some(clock(6000, None)), depth: Some(1), ..Limits::default() });
        assert!(verdict.best.is_some() && began.elapsed() >= Duration::from_millis(210));
        let verdict = think(Limits { depth: Some(1), ..Limits::default() });
        assert!(verdict.nodes >= DEFAULT_NODES, "a depth is no bound");
    }

    #[test]
    fn play_is_reproducible_by_seed() {
        let moves: Vec<String> = (0..6).map(|seed| choice::<Keyles>(Keyles::START, 3000, seed % 3)).collect();
        assert_eq!(moves[..3], moves[3..]);
    }
}
