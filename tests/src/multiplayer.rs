//! Games of more than two: random positions, and plain recursions for Paranoid and BRS+ without windows, tables or move
//! ordering, as references for the coalition search.

use engine::eval::SharesEvaluator;
use engine::game::{GenType, Multiplayer, Seat};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::search::Selectivity;
use engine::search::coalition::{CoalitionSearcher, Form, draw_value, ordering_move};
use engine::search::score::{MATE_BOUND, mated_in, share_to_centipawns};

use crate::minimax::exact_reports;
use crate::properties::legal;
use crate::toys::scatter;

/// Plain recursion for one root player.
struct Recursion<E> {
    evaluator: E,
    root: Seat,
    form: Form,
    /// Keys of the positions between the root and the present node, and whether the choice of the round was used.
    path: Vec<(u64, bool)>,
}

/// Node besides its position.
#[derive(Clone, Copy)]
struct Node {
    /// Changes between the root player and its opponents since the root.
    turn: usize,
    /// True if the last ply was such a change.
    changed: bool,
    /// BRS+: an opponent of this round has moved freely.
    used: bool,
}

/// Value of a position for the player to move, if all others play against it.
pub fn coalition_value<G: Multiplayer, E: SharesEvaluator<G> + Default>(game: &G, depth: u32, form: Form) -> i32 {
    let mut recursion = Recursion { evaluator: E::default(), root: game.side_to_move(), form, path: Vec::new() };
    recursion.value(game, Node { turn: 0, changed: true, used: false }, depth)
}

impl<E> Recursion<E> {
    /// Value of a node for the root player.
    fn value<G: Multiplayer>(&mut self, game: &G, node: Node, depth: u32) -> i32
    where
        E: SharesEvaluator<G>,
    {
        let lost = mated_in(node.turn + usize::from(!node.changed));
        let players = Seat::all(G::SEATS).filter(|&seat| game.is_in(seat)).count();
        if !game.is_in(self.root) {
            return lost;
        }
        match game.outcome() {
            Some(Outcome::Win(winner, _)) => return if winner == self.root { -lost } else { lost },
            Some(Outcome::Draw(_)) => return draw_value(players),
            None => {}
        }
        let repeated = self.path.iter().rev().take(game.reversible_plies()).any(|&at| at == (game.key(), node.used));
        if !self.path.is_empty() && (repeated || game.halfmove_clock() >= G::NO_PROGRESS_PLIES) {
            return draw_value(players);
        }
        if depth == 0 {
            self.evaluator.reset(game);
            let value = share_to_centipawns(self.evaluator.shares(game)[self.root.index()]);
            return value.clamp(1 - MATE_BOUND, MATE_BOUND - 1);
        }
        self.path.push((game.key(), node.used));
        let choices = self.choices(game, node).into_iter();
        let values: Vec<i32> =
            choices.map(|(mv, used)| self.after(game, mv, Node { used, ..node }, depth - 1)).collect();
        self.path.pop();
        let best = if game.side_to_move() == self.root { values.iter().max() } else { values.iter().min() };
        *best.expect("who is in can move")
    }

    /// Moves that the player to move may choose from, and whether the choice of the round is used after each.
    fn choices<G: Multiplayer>(&self, game: &G, node: Node) -> Vec<(Move, bool)> {
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        let mover = game.side_to_move();
        if self.form == Form::Paranoid || mover == self.root {
            return moves.into_iter().map(|mv| (mv, false)).collect();
        }
        let ordered = ordering_move(game).expect("who is in can move");
        if node.used {
            return vec![(ordered, true)];
        }
        let next = (1..G::SEATS).map(|step| Seat::new((mover.index() + step) % G::SEATS));
        let is_last = next.into_iter().find(|&seat| game.is_in(seat)) == Some(self.root);
        moves.into_iter().map(|mv| (mv, !is_last && mv != ordered)).collect()
    }

    /// Value of a child; `node` is the parent, with what becomes of the choice.
    fn after<G: Multiplayer>(&mut self, game: &G, mv: Move, node: Node, depth: u32) -> i32
    where
        E: SharesEvaluator<G>,
    {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let is_root = |game: &G| game.side_to_move() == self.root;
        let changed = is_root(game) != is_root(&next);
        let used = node.used && !is_root(&next);
        self.value(&next, Node { turn: node.turn + usize::from(changed), changed, used }, depth)
    }
}

/// Asserts that a coalition search without pruning has the value of the plain recursion in every iteration, and that
/// its lines are legal moves of the game itself.
pub fn assert_exact<G: Multiplayer, E: SharesEvaluator<G> + Default>(
    game: &G,
    deepest: u32,
    form: Form,
    threads: usize,
) {
    let mut searcher = CoalitionSearcher::<G, E>::new(E::default(), form);
    searcher.set_selectivity(Selectivity::Exact);
    for report in exact_reports(&mut searcher, game, deepest, threads) {
        let expected = coalition_value::<G, E>(game, report.depth, form);
        assert_eq!(report.score, expected, "{form:?}, depth {} of {game:?}", report.depth);
        let mut position = game.clone();
        for &mv in &report.pv {
            assert!(position.is_legal(mv), "{mv:?} in the variation of depth {} of {game:?}", report.depth);
            position.make(mv, &mut ());
        }
    }
}

/// Positions of random games, each after a number of plies between two bounds, or the last before the end of its game.
pub fn random_positions<G: Multiplayer>(count: u64, plies: std::ops::Range<u64>) -> Vec<G> {
    let position = |seed: u64| {
        let mut game = G::start();
        let length = plies.start + scatter(seed) % (plies.end - plies.start);
        for ply in 0..length {
            let moves = legal(&game);
            let mv = moves[(scatter(seed << 32 | ply) % moves.len() as u64) as usize];
            let before = game.clone();
            game.make(mv, &mut ());
            if game.outcome().is_some() {
                return before;
            }
        }
        game
    };
    (0..count).map(position).collect()
}
