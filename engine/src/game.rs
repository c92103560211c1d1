//! What a game must say of itself so that perft, the search and the protocols can play it.

use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;

/// One of the players, numbered in the order of their first moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The player who moves first.
    pub const WHITE: Seat = Seat(0);
    /// The player who moves second.
    pub const BLACK: Seat = Seat(1);
    /// Both players.
    pub const BOTH: [Seat; 2] = [Seat::WHITE, Seat::BLACK];

    /// The number of the seat, for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player.
    #[inline(always)]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// Who decides the next ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    /// A player.
    Seat(Seat),
    /// Luck: a tile is drawn, a die is thrown.
    Chance,
}

/// The most plies of the search that one entry of a game's record stands for: the decision to draw, the draw, the placement.
const MAX_PLIES: usize = 3;

/// The plies of an entry.
pub type Plies = ArrayVec<Move, MAX_PLIES>;

/// Which of the legal moves a generator is asked for.
///
/// `Noisy` and `Quiet` split `All` without overlap, so that a search can take them in stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Every legal move.
    All,
    /// The moves that change the balance at once: captures, promotions.
    Noisy,
    /// The rest.
    Quiet,
}

/// Follows a game as it changes, so that an evaluation can keep its sums up to date.
///
/// For each ply that is made the game calls [`begin`](BoardObserver::begin) once and then reports every piece taken off
/// the board and every piece put on it. Whoever takes a ply back calls [`revert`](BoardObserver::revert).
/// `()` watches nothing and costs nothing.
pub trait BoardObserver<G: ?Sized> {
    /// A ply begins: remember the present state for [`revert`](BoardObserver::revert).
    #[inline(always)]
    fn begin(&mut self) {}
    /// A piece of `seat` appears. `kind` and `field` are the game's own numbers.
    #[inline(always)]
    fn put(&mut self, _seat: Seat, _kind: usize, _field: usize) {}
    /// A piece of `seat` disappears.
    #[inline(always)]
    fn take(&mut self, _seat: Seat, _kind: usize, _field: usize) {}
    /// The last ply is taken back.
    #[inline(always)]
    fn revert(&mut self) {}
}

impl<G> BoardObserver<G> for () {}

/// The rules of a game: a position that knows its moves.
///
/// Everything that can influence the future of the game is part of the position and of its key, but for
/// the history that repetition looks at: that lives in the [record](crate::record).
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the game on command lines and in protocols.
    const NAME: &'static str;
    /// Whether luck plays a part; where it does not, the code for it is not even compiled.
    const CHANCE: bool = false;
    /// What [`unmake`](Game::unmake) needs to take a move back.
    type Undo;

    /// The position the game starts from.
    fn start() -> Self;

    /// Whose ply is next.
    fn to_act(&self) -> ToAct;

    /// Whose turn it is: at a chance ply, the player for whom a tile is drawn or a die is thrown.
    fn turn(&self) -> Seat;

    /// The result, if the position on the board decides or draws the game without a look at the moves.
    ///
    /// Where the rules let perft go on after such a draw (bare kings in chess), [`moves`](Game::moves) still
    /// lists moves; in all other finished positions it lists none.
    fn outcome(&self) -> Option<Outcome>;

    /// What it means that the side to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome;

    /// Appends the legal moves of the asked sort.
    fn moves(&self, wanted: GenType, out: &mut MoveList);

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        let mut list = MoveList::new();
        self.moves(GenType::All, &mut list);
        list.len()
    }

    /// Whether `mv` is legal here, whatever it is and wherever it comes from.
    fn is_legal(&self, mv: Move) -> bool {
        let mut list = MoveList::new();
        self.moves(GenType::All, &mut list);
        list.contains(&mv)
    }

    /// Appends the entries that can come next in a game as players write it and perft counts it: the legal
    /// moves, but where luck plays a part, an entry may stand for several plies of the search, its event of chance
    /// included. Such entries can be made like moves.
    fn composite_moves(&self, out: &mut MoveList) {
        self.moves(GenType::All, out);
    }

    /// The number of such entries.
    #[inline(always)]
    fn count_composite_moves(&self) -> usize {
        self.count_moves()
    }

    /// Whether `mv` is such an entry, or legal here as a part of one.
    fn is_composite_move(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    /// The plies of the search that an entry stands for: itself, if it is none of several plies.
    fn plies_of(&self, entry: Move) -> Plies {
        Plies::from_iter([entry])
    }

    /// The entry that such plies make up; of an unfinished one, what there is of it.
    fn compose(parts: &[Move]) -> Move {
        parts.last().copied().unwrap_or_default()
    }

    /// Whether an entry begins here, and not in the middle of one.
    #[inline(always)]
    fn begins_move(&self) -> bool {
        true
    }

    /// At a chance ply: appends every event with its weight. Events are made like moves.
    fn chance_outcomes(&self, _out: &mut Vec<(Move, u32)>) {}

    /// Plays a legal move (or an event of chance). Anything else is a bug of the caller.
    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Self::Undo;

    /// Takes back the move that returned `undo`.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);

    /// A hash of everything that matters to the future of the game, the clock excepted.
    fn key(&self) -> u64;

    /// The same key, computed from nothing; for tests and for reading positions.
    fn key_from_scratch(&self) -> u64;

    /// One and the same position for all that are the same game seen otherwise: shifted, turned, mirrored, with colours exchanged. It has as many
    /// moves, leads to as many positions and is worth as much to whoever is to move. For telling openings apart; a game whose symmetries
    /// nobody has written down is its own.
    fn canonical(&self) -> Self {
        self.clone()
    }

    /// Plies since the last irreversible one, as the 100-ply rule counts them.
    fn clock(&self) -> u32;

    /// Across how many of the last plies the position can have come back: no position comes back once the [`clock`](Game::clock) has been
    /// reset after it. Not so where pawns can return, and more plies than the clock shows where it does not count the events of chance.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.clock() as usize
    }

    /// Reports every piece on the board to a watcher, as if it were put there now.
    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O);

    /// The player whose ply is next.
    ///
    /// # Panics
    /// At a chance ply.
    #[inline(always)]
    fn seat(&self) -> Seat {
        match self.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => panic!("nobody is to move: the next ply is decided by chance"),
        }
    }

    /// The result of the game in this position, mate and stalemate included.
    fn result(&self) -> Option<Outcome> {
        self.outcome().or_else(|| {
            let stuck = self.to_act() != ToAct::Chance && self.count_moves() == 0;
            stuck.then(|| self.no_moves_outcome())
        })
    }
}

/// How many [facets](Tactics::correction_keys) a position has.
pub const CORRECTION_KEYS: usize = 3;

/// What the search asks of a game beyond its rules. Game-specific knowledge enters the search here only.
pub trait Tactics: Game {
    /// How many kinds of pieces there are; kinds are numbered from 0.
    const KINDS: usize;
    /// How many fields are told apart where the search remembers moves by them. Its tables grow with the square of this.
    const FIELDS: usize;
    /// How many turns of his own a player should reckon with in the middle of a game: by that he shares out his clock. Less than there are, for early
    /// thoughts decide more games than late ones.
    const MOVES_TO_GO: u32;
    /// Up to how many turns, its own and the opponent's, a win of the side to move is proven or disproven by a look at every move, as far
    /// as there is time, beside the search. For games in which quiet moves that leave the opponent no good one are what a search overlooks. 0: never.
    const SOLVER_DEPTH: usize = 0;
    /// The same for wins by threats alone, if no others are proven: for games in which long rows of checks win. They cost little, so a smaller share of the
    /// time goes to them.
    const THREAT_SOLVER_DEPTH: usize = 0;

    /// Hashes of parts of the position that stay for many moves, say the pawns, or one side's officers. How far the evaluation is off depends on them,
    /// and the search learns how.
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS];

    /// The key of the position after a legal move, as far as a look tells: memory that belongs to it is fetched while the move is
    /// made. Any number will do; with a wrong one the fetch that follows the move comes late, as without this.
    #[inline]
    fn key_after(&self, _mv: Move) -> u64 {
        self.key()
    }

    /// Whether the side to move must answer a direct threat to lose the game.
    fn in_check(&self) -> bool;

    /// Whether a legal move deals with the threat of [`in_check`](Tactics::in_check): after any other the opponent wins at once. A game in
    /// which all legal moves do need not say so.
    #[inline]
    fn is_evasion(&self, _mv: Move) -> bool {
        true
    }

    /// The kind of the piece that a legal move moves or places.
    fn moved_kind(&self, mv: Move) -> usize;

    /// The field the piece ends on, below [`FIELDS`](Tactics::FIELDS); far apart fields may share a number.
    fn target(&self, mv: Move) -> usize;

    /// The kind of the enemy piece that a legal move captures.
    fn captured_kind(&self, mv: Move) -> Option<usize>;

    /// What a legal move gains by itself on the board, besides a capture, in the units of
    /// [`worth`](Tactics::piece_value): a promotion, say. 0 for most moves; negative for moves hardly ever played.
    fn promotion_gain(&self, mv: Move) -> i32;

    /// What a legal move gains at once, in the same units: what it captures, and its [`bonus`](Tactics::bonus). A game
    /// in which a kind's worth depends on the position says so here.
    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.captured_kind(mv).map_or(0, Self::piece_value) + self.promotion_gain(mv)
    }

    /// The most that a legal move may gain at once: more than its [`gain`](Tactics::gain) where material does not tell what follows.
    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        self.gain(mv)
    }

    /// Whether a legal move belongs to [`GenType::Noisy`].
    fn is_noisy(&self, mv: Move) -> bool;

    /// What a kind is worth in exchanges, in centipawns.
    fn piece_value(kind: usize) -> i32;

    /// In how many turns the game is certainly won, if that can be told without making moves: an odd number if by the side to move
    /// (1: in its present turn), an even number if by the opponent. Repetitions are not thought of: whoever could have won twice in the
    /// same position and did not is beyond help. Asked only of positions without an [`outcome`](Game::outcome).
    #[inline]
    fn known_mate(&self) -> Option<usize> {
        None
    }

    /// Whether the side to move can win within its next two turns only so: at once, as [`foreseen`](Tactics::known_mate) tells, or by a move that
    /// [gives check](Tactics::gives_check) and a win at once after whatever the opponent replies. Where that is certain, proofs that there
    /// is no win need not look at the other moves.
    #[inline]
    fn wins_need_threats(&self) -> bool {
        false
    }

    /// Static exchange evaluation: whether the captures that follow `mv` on its target leave the mover with at
    /// least `threshold` centipawns gained.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;

    /// Whether a legal move leaves the opponent with a threat to answer. A game that can tell without making the move should.
    fn gives_check(&self, mv: Move) -> bool {
        let mut next = self.clone();
        next.make(mv, &mut ());
        next.to_act() != ToAct::Chance && next.in_check()
    }

    /// Whether to let the opponent move twice proves anything here: not in check, and not where being
    /// obliged to move is likely to be what hurts.
    fn null_move_allowed(&self) -> bool;

    /// Gives the move to the opponent. Only where [`null_move_allowed`](Tactics::null_move_allowed) says so.
    fn make_null(&mut self) -> Self::Undo;

    /// Takes back a [`pass`](Tactics::pass).
    fn unmake_null(&mut self, undo: Self::Undo);
}
