//! Mate solver: full-width depth-first AND/OR tree search with a distance limit.
//!
//! It proves or disproves that one side, the attacker, wins within a number of turns against every defence. The turns
//! of both sides count, the present one included. There are two values only, won or not:
//!
//! | node | to act | won if |
//! |---|---|---|
//! | OR | attacker | one move wins |
//! | AND | defender | every move loses |
//! | chance, an AND node | chance | every outcome wins |
//!
//! This is alpha-beta with a window of one value. One good reply refutes a move, so a disproof costs about the square
//! root of the tree, less by the game's [known mates](crate::game::SearchHints::known_mate), the transposition table,
//! and killers and history for the move order. It is neither proof-number search nor df-pn: shallow wins in wide trees
//! are its task.
//!
//! The attacker may be restricted to [threats](Attack::Threats), in the manner of threat-space search (Allis, van den
//! Herik, Huntjens, "Go-Moku and Threat-Space Search", 1993): far deeper, but a failure disproves nothing.
//!
//! Draws by repetition are ignored, without loss. If there is a forced win within the limit, there is one in which the
//! distance shrinks every turn, which repeats nothing. Where the attacker does not win without these rules, it does not
//! win with them. The halfmove clock is ignored too, as in composed problems: a caller that plays a game checks that it
//! does not run out before the win.
//!
//! ```
//! use engine::seat::Seat;
//! use engine::solve::{Attack, Solver};
//! use engine::variants::Chess;
//!
//! let back_rank: Chess = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
//! let mut solver = Solver::new(Seat::WHITE, Attack::AllMoves, 1).unwrap();
//! assert!(solver.wins_within(&back_rank, 1));
//! ```

mod table;

use crate::game::{GenType, Seat, Tactics, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;
use crate::search::NoMemory;
use table::{ProofTable, SolverEntry};

/// Move set of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Attack {
    /// All legal moves: proofs and disproofs are certain.
    #[default]
    AllMoves,
    /// Moves that [give check](crate::game::MoveFacts::gives_check), and wins in one by
    /// [known mate](crate::game::SearchHints::known_mate): only proofs are certain.
    Threats,
}

/// Error: the solver was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

type SolverResult<T> = Result<T, Aborted>;

/// Killer moves: defences that refuted other attacks at the same distance, and winning attacks.
type Killers = [Move; 2];

/// Mate solver for the wins of one side.
pub struct Solver<G: Tactics> {
    attacker: Seat,
    attack: Attack,
    table: ProofTable,
    /// Indexed by turns left.
    killers: Vec<Killers>,
    /// History heuristic, indexed `[seat][kind * FIELDS + target]`: cutoffs weighted by the square of the turns left.
    history: [Vec<u32>; 2],
    nodes: u64,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Tactics> Solver<G> {
    /// Solver for the wins of `attacker`, with a transposition table of `megabytes`.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(attacker: Seat, attack: Attack, megabytes: usize) -> Result<Self, NoMemory> {
        let history = || vec![0; G::KINDS * G::FIELDS];
        Ok(Solver {
            attacker,
            attack,
            table: ProofTable::new(megabytes)?,
            killers: Vec::new(),
            history: [history(), history()],
            nodes: 0,
            game: std::marker::PhantomData,
        })
    }

    /// Number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if the attacker wins by force within `turns`, the turn of the side to move included.
    pub fn wins_within(&mut self, game: &G, turns: usize) -> bool {
        self.prepare(turns);
        self.wins(&mut game.clone(), turns, &mut || true).expect("it is never stopped")
    }

    /// A move of `among` that wins by force within `turns`. The attacker must be the side to move.
    ///
    /// `go_on` is called at every node.
    ///
    /// # Errors
    /// If `go_on` returns false.
    pub fn winning_move(
        &mut self,
        game: &G,
        among: &[Move],
        turns: usize,
        go_on: &mut impl FnMut() -> bool,
    ) -> Result<Option<Move>, Aborted> {
        self.prepare(turns);
        let (mut game, among): (G, MoveList) = (game.clone(), among.iter().copied().collect());
        // A win in one need not be a check.
        if game.known_mate() == Some(1) {
            for &mv in &among {
                if self.try_move(&mut game, mv, 1, go_on)? {
                    return Ok(Some(mv));
                }
            }
        }
        let entry = self.table.probe(game.key());
        self.first_win(&mut game, among, turns, entry, go_on)
    }

    /// Principal variation of a win within `turns`: fastest wins against longest defences. Empty if there is no win,
    /// cut short if `go_on` returns false.
    pub fn pv(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Vec<Move> {
        self.prepare(turns);
        let (mut game, mut pv) = (game.clone(), Vec::new());
        while let Ok(Some(mv)) = self.best_move(&game, turns, go_on) {
            pv.push(mv);
            game.make(mv, &mut ());
        }
        pv
    }

    /// The attacker's fastest or the defender's slowest move where the attacker wins within `turns`.
    fn best_move(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> SolverResult<Option<Move>> {
        let Some(attacks) = self.is_attackers(game).filter(|_| game.result().is_none()) else { return Ok(None) };
        let only_threats = attacks && self.attack == Attack::Threats && game.known_mate().is_none();
        let mut rated = Vec::new();
        for mv in legal(game) {
            if only_threats && !game.gives_check(mv) {
                continue;
            }
            let mut next = game.clone();
            next.make(mv, &mut ());
            match self.distance(&next, turns, go_on)? {
                Some(distance) => rated.push((distance, mv)),
                None if attacks => {}
                None => return Ok(None),
            }
        }
        let best = if attacks { rated.into_iter().min() } else { rated.into_iter().max() };
        Ok(best.map(|(_, mv)| mv))
    }

    /// Distance to the win in turns, if at most `turns`: iterative deepening.
    fn distance(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> SolverResult<Option<usize>> {
        for left in 0..=turns {
            if self.wins(&mut game.clone(), left, go_on)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Makes room in the killer table.
    fn prepare(&mut self, turns: usize) {
        if self.killers.len() <= turns {
            self.killers.resize(turns + 1, Killers::default());
        }
    }

    /// Search of a node: true if the attacker wins within `turns`. After an error the position is somewhere in the
    /// tree.
    fn wins(&mut self, game: &mut G, turns: usize, go_on: &mut impl FnMut() -> bool) -> SolverResult<bool> {
        if !go_on() {
            return Err(Aborted);
        }
        self.nodes += 1;
        if let Some(outcome) = game.outcome() {
            return Ok(self.is_win(outcome));
        }
        if turns == 0 {
            // A defender without a legal move may have lost.
            return Ok(game.to_act() != ToAct::Chance
                && self.is_attackers(game) != Some(true)
                && game.count_moves() == 0
                && self.is_win(game.no_moves_outcome()));
        }
        let Some(attacks) = self.is_attackers(game) else { return self.chance_node(game, turns, go_on) };
        // Known mate.
        if let Some(distance) = game.known_mate() {
            if attacks == distance.is_multiple_of(2) {
                return Ok(false);
            }
            if distance <= turns {
                return Ok(true);
            }
        }
        if attacks && turns == 1 && game.wins_need_threats() {
            return Ok(false);
        }
        // Transposition table cutoff.
        let entry = self.table.probe(game.key());
        if let Some(decided) = entry.decide(turns) {
            return Ok(decided);
        }
        let (wins, mv) =
            if attacks { self.or_node(game, turns, entry, go_on)? } else { self.and_node(game, turns, entry, go_on)? };
        self.table.store(game.key(), entry.with(turns, wins, mv));
        Ok(wins)
    }

    /// True at an OR node, false at an AND node, `None` at a chance node.
    fn is_attackers(&self, game: &G) -> Option<bool> {
        match game.to_act() {
            ToAct::Seat(seat) => Some(seat == self.attacker),
            ToAct::Chance => None,
        }
    }

    fn is_win(&self, outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Win(winner, _) if winner == self.attacker)
    }

    /// Chance node: true if every outcome wins.
    fn chance_node(&mut self, game: &mut G, turns: usize, go_on: &mut impl FnMut() -> bool) -> SolverResult<bool> {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        for (outcome, _) in outcomes {
            let undo = game.make(outcome, &mut ());
            let wins = self.wins(game, turns, go_on)?;
            game.unmake(outcome, undo);
            if !wins {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// OR node: true if a move of the attacker wins, and the move.
    fn or_node(
        &mut self,
        game: &mut G,
        turns: usize,
        entry: SolverEntry,
        go_on: &mut impl FnMut() -> bool,
    ) -> SolverResult<(bool, Move)> {
        let moves = legal(game);
        if self.attack == Attack::AllMoves && moves.is_empty() {
            return Ok((self.is_win(game.no_moves_outcome()), Move::NONE));
        }
        let won = self.first_win(game, moves, turns, entry, go_on)?;
        Ok((won.is_some(), won.unwrap_or_default()))
    }

    /// The first move of a list that wins for the attacker.
    fn first_win(
        &mut self,
        game: &mut G,
        mut moves: MoveList,
        turns: usize,
        entry: SolverEntry,
        go_on: &mut impl FnMut() -> bool,
    ) -> SolverResult<Option<Move>> {
        if self.attack == Attack::Threats || ((2..=3).contains(&turns) && game.wins_need_threats()) {
            moves.retain(|&mut mv| game.gives_check(mv));
        }
        if turns > 3 {
            // Move ordering: hash move, checks, history.
            let order = |mv: Move| (mv == entry.mv, game.gives_check(mv), self.history_score(game, mv));
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(order(mv)));
        }
        for mv in moves {
            if self.try_move(game, mv, turns, go_on)? {
                if turns > 3 {
                    self.update_history(game, mv, turns);
                }
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// AND node: true if every move of the defender loses; otherwise the refutation.
    fn and_node(
        &mut self,
        game: &mut G,
        turns: usize,
        entry: SolverEntry,
        go_on: &mut impl FnMut() -> bool,
    ) -> SolverResult<(bool, Move)> {
        let [first, second] = self.killers[turns];
        // Hash move and killers, without move generation.
        for (number, mv) in [entry.mv, first, second].into_iter().enumerate() {
            let is_known = entry.mv == mv && number > 0;
            if mv.is_some() && !is_known && game.is_legal(mv) && !self.try_move(game, mv, turns, go_on)? {
                return Ok((false, mv));
            }
        }
        // Evasion pruning: a move that does not answer the threat loses in the next turn.
        let threatened = turns > 1 && game.in_check();
        let mut moves = legal(game);
        if moves.is_empty() {
            return Ok((self.is_win(game.no_moves_outcome()), Move::NONE));
        }
        moves.retain(|&mut mv| ![entry.mv, first, second].contains(&mv) && (!threatened || game.is_evasion(mv)));
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.history_score(game, mv)));
        for mv in moves {
            if !self.try_move(game, mv, turns, go_on)? {
                self.update_history(game, mv, turns);
                return Ok((false, mv));
            }
        }
        Ok((true, Move::NONE))
    }

    /// True if the attacker wins after a move.
    fn try_move(
        &mut self,
        game: &mut G,
        mv: Move,
        turns: usize,
        go_on: &mut impl FnMut() -> bool,
    ) -> SolverResult<bool> {
        let seat = game.seat();
        let undo = game.make(mv, &mut ());
        // A chance outcome belongs to the turn that follows it.
        let wins = self.wins(game, turns - usize::from(game.side_to_move() != seat), go_on)?;
        game.unmake(mv, undo);
        Ok(wins)
    }

    /// History score of a move.
    fn history_score(&self, game: &G, mv: Move) -> u32 {
        self.history[game.seat().index()][game.moved_kind(mv) * G::FIELDS + game.target(mv)]
    }

    /// Updates history and killers after a cutoff.
    fn update_history(&mut self, game: &G, mv: Move, turns: usize) {
        let index = game.moved_kind(mv) * G::FIELDS + game.target(mv);
        let score = &mut self.history[game.seat().index()][index];
        *score = score.saturating_add((turns * turns) as u32);
        let killers = &mut self.killers[turns];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

/// All legal moves.
fn legal<G: Tactics>(game: &G) -> MoveList {
    let mut list = MoveList::new();
    game.moves(GenType::All, &mut list);
    list
}
