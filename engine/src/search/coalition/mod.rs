//! Games of more than two for the alpha-beta search: the root player against a coalition of all others.
//!
//! [`Coalition`] makes a game of any number of players one of two sides, for which everything of the search holds:
//! White is the player to move at the root, Black all others. The search assumes no alternation, so consecutive
//! opponents are plies of one side. What is valued is the root player's share of the point.
//!
//! | [`Form`] | what the opponents may do | source |
//! |---|---|---|
//! | Paranoid | everything: they play against the root player alone | Sturtevant and Korf (2000) |
//! | BRS+ | a round leaves one of them a choice, the others play by a static ordering | Esser and others (2013) |
//!
//! Sources: Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games" (2000); Esser, Gras, Winands, Schadd,
//! Lanctot, "Improving Best-Reply Search" (2013).
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | position, rules, keys |
//! | `choice.rs` | BRS+: which moves an opponent may choose from |
//! | `facts.rs` | captures, checks, SEE and hints as the two sides see them |
//! | `evaluator.rs` | the root player's share as the value of a position |
//! | `practical.rs` | practical chances in desperate positions |
//! | `searcher.rs` | [`CoalitionSearcher`], the search of a game of many |
//!
//! # Soundness
//!
//! * The root player is out: that is a loss, however the others go on. An opponent is out: the game goes on, with one
//!   opponent less.
//! * A draw is worth an equal share to each player who is in, see [`draw_value`].
//! * The key tells the root players apart, for a value is that of one of them; in BRS+ it also tells whether the free
//!   choice of the round is used up.
//! * Repetition, null moves and histories go by the player ([`SearchHints::player`](crate::game::SearchHints::player)),
//!   values and mate distances by the side.
//! * An opponent that is attacked is not in check unless it is the last one: its loss does not end the game.
//! * In quiescence an opponent that stands pat passes to the next one of the coalition, so that what any of them
//!   threatens is seen.

mod choice;
mod evaluator;
mod facts;
mod practical;
mod searcher;

use crate::game::{BoardObserver, Chance, CompositeMoves, Game, GenType, MakeUnmake, Multiplayer, Seat, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};

use choice::Choice;
pub use choice::ordering_move;
pub use evaluator::draw_value;
pub use practical::opponents_are_greedy;
pub use searcher::CoalitionSearcher;

/// Form of the coalition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Every opponent may play every move.
    Paranoid,
    /// Best reply search with legal moves (BRS+): one opponent a round may play every move.
    BestReply,
}

/// Position of a game of many as one of two sides: White is the root player, Black the coalition of all others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coalition<G> {
    game: G,
    root: Seat,
    form: Form,
    choice: Choice,
}

/// The root player is out of the game, which may go on among the others.
const ROOT_IS_OUT: Reason =
    Reason::new(&ReasonInfo { name: "RootIsOut", wording: Wording::Fixed("The root player is out") });

/// Zobrist keys of the root players.
const ROOT_KEYS: [u64; Seat::MAX] =
    [0x8f1b_6a3c_52d9_e047, 0x31c4_9e87_0bd5_6fa2, 0xd46e_07b9_a8f3_2c15, 0x6a90_f3d2_c71e_584b];

/// Zobrist key of a round whose free choice is used up.
const USED_KEY: u64 = 0xe23f_5c08_9471_bda6;

impl<G: Multiplayer> Coalition<G> {
    /// The position as its player to move sees it.
    pub fn new(game: G, form: Form) -> Self {
        let root = game.side_to_move();
        Coalition::with_root(game, root, form)
    }

    /// The position as a player sees it who need not be to move; the opponents have their choice.
    pub fn with_root(game: G, root: Seat, form: Form) -> Self {
        let mut position = Coalition { game, root, form, choice: Choice::Free };
        position.choice = position.next_choice(false);
        position
    }

    /// The position itself.
    #[inline(always)]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The root player.
    #[inline(always)]
    pub fn root(&self) -> Seat {
        self.root
    }

    /// The side that a player belongs to.
    #[inline(always)]
    fn side_of(&self, seat: Seat) -> Seat {
        if seat == self.root { Seat::WHITE } else { Seat::BLACK }
    }

    /// True if the root player is to move.
    #[inline(always)]
    fn is_root_to_move(&self) -> bool {
        self.game.side_to_move() == self.root
    }

    /// Number of players who are in.
    #[inline(always)]
    fn players_in(&self) -> usize {
        Seat::all(G::SEATS).filter(|&seat| self.game.is_in(seat)).count()
    }

    /// Zobrist key of the coalition's own state.
    #[inline(always)]
    fn key_mix(&self) -> u64 {
        ROOT_KEYS[self.root.index()] ^ if self.choice.is_used() { USED_KEY } else { 0 }
    }

    /// True if a legal move captures a piece of the other side.
    #[inline(always)]
    fn captures_enemy(&self, mv: Move) -> bool {
        self.game.is_noisy(mv) && !self.captures_ally(mv)
    }

    /// True if a legal move of an opponent captures a piece of another opponent.
    #[inline(always)]
    fn captures_ally(&self, mv: Move) -> bool {
        !self.is_root_to_move() && self.game.captured_seat(mv).is_some_and(|seat| seat != self.root)
    }
}

/// Tells an observer of the coalition what the game tells.
struct Listener<'o, O>(&'o mut O);

impl<G, O: BoardObserver<Coalition<G>>> BoardObserver<G> for Listener<'_, O> {
    #[inline(always)]
    fn begin(&mut self) {
        self.0.begin();
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.0.put(seat, kind, field);
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.0.take(seat, kind, field);
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.0.revert();
    }
}

impl<G: Multiplayer> MakeUnmake for Coalition<G> {
    type Undo = (G::Undo, Choice);

    #[inline]
    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Self::Undo {
        let used = self.choice.is_used_after(mv);
        let undo = self.game.make(mv, &mut Listener(observer));
        let choice = self.next_choice(used);
        (undo, std::mem::replace(&mut self.choice, choice))
    }

    #[inline]
    fn unmake(&mut self, mv: Move, (undo, choice): Self::Undo) {
        self.game.unmake(mv, undo);
        self.choice = choice;
    }
}

impl<G: Multiplayer> Game for Coalition<G> {
    fn name() -> &'static str {
        G::name()
    }
    const NO_PROGRESS_PLIES: u32 = G::NO_PROGRESS_PLIES;

    fn start() -> Self {
        Coalition::new(G::start(), Form::Paranoid)
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        match self.game.to_act() {
            ToAct::Seat(seat) => ToAct::Seat(self.side_of(seat)),
            ToAct::Chance => ToAct::Chance,
        }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side_of(self.game.side_to_move())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.game.outcome() {
            Some(Outcome::Win(winner, reason)) => Some(Outcome::Win(self.side_of(winner), reason)),
            Some(Outcome::Draw(reason)) if self.game.is_in(self.root) => Some(Outcome::Draw(reason)),
            _ if !self.game.is_in(self.root) => Some(Outcome::Win(Seat::BLACK, ROOT_IS_OUT)),
            _ => None,
        }
    }

    fn no_moves_outcome(&self) -> Outcome {
        match self.game.no_moves_outcome() {
            Outcome::Win(winner, reason) => Outcome::Win(self.side_of(winner), reason),
            draw => draw,
        }
    }

    fn moves(&self, stage: GenType, out: &mut MoveList) {
        if let Choice::Used(mv) = self.choice {
            if stage == GenType::All || (stage == GenType::Noisy) == self.captures_enemy(mv) {
                out.push(mv);
            }
            return;
        }
        if self.outcome().is_some() {
            return;
        }
        if stage == GenType::All || self.is_root_to_move() {
            return self.game.moves(stage, out);
        }
        // Captures within the coalition are quiet.
        let mut captures = MoveList::new();
        self.game.moves(GenType::Noisy, &mut captures);
        out.extend(captures.into_iter().filter(|&mv| (stage == GenType::Noisy) != self.captures_ally(mv)));
        if stage == GenType::Quiet {
            self.game.moves(GenType::Quiet, out);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match self.choice {
            Choice::Used(only) => mv == only,
            _ => self.outcome().is_none() && self.game.is_legal(mv),
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.game.key() ^ self.key_mix()
    }

    fn key_from_scratch(&self) -> u64 {
        self.game.key_from_scratch() ^ self.key_mix()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.game.halfmove_clock()
    }

    fn without_counters(&self) -> Self {
        Coalition { game: self.game.without_counters(), ..self.clone() }
    }

    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.game.reversible_plies()
    }

    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O) {
        self.game.populate(&mut Listener(observer));
    }
}

impl<G: Multiplayer> Chance for Coalition<G> {
    const CHANCE: bool = G::CHANCE;

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        self.game.chance_outcomes(out);
    }
}

/// A player's move is a composite move of its own: only real games are written down.
impl<G: Multiplayer> CompositeMoves for Coalition<G> {}
