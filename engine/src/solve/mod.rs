//! Forced wins, proven or disproven: alpha-beta with nothing but two values, won within so many turns or not.
//!
//! The question is whether one side, the attacker, wins within a number of turns whatever the opponent does; the turns of both are
//! counted, the present one included. One good reply of the opponent disproves a move, so the proof that there is no win costs about the square
//! root of the tree, less by what the game [foresees](Tactics::known_mate) and by the table.
//!
//! Draws by repetition and by the clock are not looked at, and need not be: whoever has a forced win within so many turns has one in which the
//! distance shrinks with every turn, and so repeats nothing; and where the attacker does not win without these rules, they do not help him. Luck is
//! taken for an opponent: a win must be certain.

mod table;

use crate::game::{GenType, Seat, Tactics, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;
use crate::search::NoMemory;
use table::{Known, Table};

/// Which moves the attacker may choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Attack {
    /// All: what is disproven is so for certain.
    #[default]
    Anyhow,
    /// Only those that [give check](Tactics::gives_check) or win by a look: far deeper, but only wins are proofs.
    ByThreats,
}

/// The solver was told to give up before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenUp;

type Answer<T> = Result<T, GivenUp>;

/// Moves that refuted other moves of the attacker at the same distance.
type Killers = [Move; 2];

/// Proves wins of one side of a game.
pub struct Solver<G: Tactics> {
    attacker: Seat,
    attack: Attack,
    table: Table,
    /// By turns left.
    killers: Vec<Killers>,
    /// By seat, kind and target: how often a move has decided a node.
    history: [Vec<u32>; 2],
    nodes: u64,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Tactics> Solver<G> {
    /// A solver for the wins of one side, with a table of so many megabytes.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(attacker: Seat, attack: Attack, megabytes: usize) -> Result<Self, NoMemory> {
        let history = || vec![0; G::KINDS * G::FIELDS];
        Ok(Solver {
            attacker,
            attack,
            table: Table::new(megabytes)?,
            killers: Vec::new(),
            history: [history(), history()],
            nodes: 0,
            game: std::marker::PhantomData,
        })
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the attacker wins within so many turns, that of the side to move included, whatever the opponent does.
    pub fn wins_within(&mut self, game: &G, turns: usize) -> bool {
        self.prepare(turns);
        self.wins(&mut game.clone(), turns, &mut || true).expect("nobody gives up")
    }

    /// A move of the attacker, whose turn it must be, that wins within so many turns; one of `among`, if there is such a one.
    /// `go_on` is asked before each position that is looked at.
    ///
    /// # Errors
    /// If `go_on` says no.
    pub fn winning_move(
        &mut self,
        game: &G,
        among: &[Move],
        turns: usize,
        go_on: &mut impl FnMut() -> bool,
    ) -> Result<Option<Move>, GivenUp> {
        self.prepare(turns);
        let (mut game, among) = (game.clone(), among.iter().copied().collect());
        // Wins at once are not looked for by threats.
        let turns = if game.known_mate() == Some(1) { 1 } else { turns };
        let known = self.table.probe(game.key());
        self.choose(&mut game, among, turns, known, go_on)
    }

    /// How a win within so many turns goes: the attacker wins as fast as he can, the opponent puts it off. Empty if there is none, cut short if
    /// `go_on` says no.
    pub fn line(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Vec<Move> {
        self.prepare(turns);
        let (mut game, mut line) = (game.clone(), Vec::new());
        while let Ok(Some(mv)) = self.best(&game, turns, go_on) {
            line.push(mv);
            game.make(mv, &mut ());
        }
        line
    }

    /// The attacker's fastest move or the opponent's slowest, where the attacker wins within so many turns.
    fn best(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Answer<Option<Move>> {
        let Some(attacks) = self.is_attackers(game).filter(|_| game.result().is_none()) else { return Ok(None) };
        let only_threats = attacks && self.attack == Attack::ByThreats && game.known_mate().is_none();
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

    /// In how many turns the attacker wins, if within so many.
    fn distance(&mut self, game: &G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Answer<Option<usize>> {
        for left in 0..=turns {
            if self.wins(&mut game.clone(), left, go_on)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Makes room for so many turns.
    fn prepare(&mut self, turns: usize) {
        if self.killers.len() <= turns {
            self.killers.resize(turns + 1, Killers::default());
        }
    }

    /// Whether the attacker wins within so many turns. After an error the position is somewhere in the tree.
    fn wins(&mut self, game: &mut G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Answer<bool> {
        if !go_on() {
            return Err(GivenUp);
        }
        self.nodes += 1;
        if let Some(outcome) = game.outcome() {
            return Ok(self.is_win(outcome));
        }
        if turns == 0 {
            // Who cannot move may have lost by that.
            return Ok(game.to_act() != ToAct::Chance
                && self.is_attackers(game) != Some(true)
                && game.count_moves() == 0
                && self.is_win(game.no_moves_outcome()));
        }
        let Some(attacks) = self.is_attackers(game) else { return self.wins_by_every_draw(game, turns, go_on) };
        if let Some(foreseen) = game.known_mate() {
            if attacks == foreseen.is_multiple_of(2) {
                return Ok(false);
            }
            if foreseen <= turns {
                return Ok(true);
            }
        }
        if attacks && turns == 1 && game.wins_need_threats() {
            return Ok(false);
        }
        let known = self.table.probe(game.key());
        if let Some(decided) = known.decide(turns) {
            return Ok(decided);
        }
        let (wins, mv) =
            if attacks { self.attack(game, turns, known, go_on)? } else { self.defend(game, turns, known, go_on)? };
        self.table.store(game.key(), known.with(turns, wins, mv));
        Ok(wins)
    }

    /// Whether the next move is the attacker's; none where luck decides.
    fn is_attackers(&self, game: &G) -> Option<bool> {
        match game.to_act() {
            ToAct::Seat(seat) => Some(seat == self.attacker),
            ToAct::Chance => None,
        }
    }

    fn is_win(&self, outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Win(winner, _) if winner == self.attacker)
    }

    fn wins_by_every_draw(&mut self, game: &mut G, turns: usize, go_on: &mut impl FnMut() -> bool) -> Answer<bool> {
        let mut draws = Vec::new();
        game.chance_outcomes(&mut draws);
        for (event, _) in draws {
            let undo = game.make(event, &mut ());
            let wins = self.wins(game, turns, go_on)?;
            game.unmake(event, undo);
            if !wins {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some move of the attacker wins, and which.
    fn attack(
        &mut self,
        game: &mut G,
        turns: usize,
        known: Known,
        go_on: &mut impl FnMut() -> bool,
    ) -> Answer<(bool, Move)> {
        let moves = legal(game);
        if self.attack == Attack::Anyhow && moves.is_empty() {
            return Ok((self.is_win(game.no_moves_outcome()), Move::NONE));
        }
        let won = self.choose(game, moves, turns, known, go_on)?;
        Ok((won.is_some(), won.unwrap_or_default()))
    }

    /// The first of some moves of the attacker that wins.
    fn choose(
        &mut self,
        game: &mut G,
        mut moves: MoveList,
        turns: usize,
        known: Known,
        go_on: &mut impl FnMut() -> bool,
    ) -> Answer<Option<Move>> {
        if self.attack == Attack::ByThreats || (2..=3).contains(&turns) && game.wins_need_threats() {
            moves.retain(|&mut mv| game.gives_check(mv));
        }
        if turns > 3 {
            let worth = |mv: Move| (mv == known.mv, game.gives_check(mv), self.experience(game, mv));
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(worth(mv)));
        }
        for mv in moves {
            if self.try_move(game, mv, turns, go_on)? {
                if turns > 3 {
                    self.remember(game, mv, turns);
                }
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether every move of the opponent loses, and if not, which holds.
    fn defend(
        &mut self,
        game: &mut G,
        turns: usize,
        known: Known,
        go_on: &mut impl FnMut() -> bool,
    ) -> Answer<(bool, Move)> {
        let [first, second] = self.killers[turns];
        for mv in [known.mv, first, second] {
            if mv.is_some() && game.is_legal(mv) && !self.try_move(game, mv, turns, go_on)? {
                return Ok((false, mv));
            }
        }
        // What does not answer a threat loses with the turn after this one.
        let threatened = turns > 1 && game.in_check();
        let mut moves = legal(game);
        if moves.is_empty() {
            return Ok((self.is_win(game.no_moves_outcome()), Move::NONE));
        }
        moves.retain(|&mut mv| ![known.mv, first, second].contains(&mv) && (!threatened || game.is_evasion(mv)));
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.experience(game, mv)));
        for mv in moves {
            if !self.try_move(game, mv, turns, go_on)? {
                self.remember(game, mv, turns);
                return Ok((false, mv));
            }
        }
        Ok((true, Move::NONE))
    }

    /// Whether the attacker wins after a move.
    fn try_move(&mut self, game: &mut G, mv: Move, turns: usize, go_on: &mut impl FnMut() -> bool) -> Answer<bool> {
        let seat = game.seat();
        let undo = game.make(mv, &mut ());
        // A draw of luck belongs to the turn that follows it.
        let wins = self.wins(game, turns - usize::from(game.turn() != seat), go_on)?;
        game.unmake(mv, undo);
        Ok(wins)
    }

    /// How often a move has decided nodes.
    fn experience(&self, game: &G, mv: Move) -> u32 {
        self.history[game.seat().index()][game.moved_kind(mv) * G::FIELDS + game.target(mv)]
    }

    /// Notes that a move has decided a node.
    fn remember(&mut self, game: &G, mv: Move, turns: usize) {
        let place = game.moved_kind(mv) * G::FIELDS + game.target(mv);
        let seen = &mut self.history[game.seat().index()][place];
        *seen = seen.saturating_add((turns * turns) as u32);
        let killers = &mut self.killers[turns];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }
}

fn legal<G: Tactics>(game: &G) -> MoveList {
    let mut list = MoveList::new();
    game.moves(GenType::All, &mut list);
    list
}
