//! The traits of a game: rules, chance, composite moves, symmetry, and the facts that the search asks for.
//!
//! | trait | content | used by |
//! |---|---|---|
//! | [`MakeUnmake`] | making and unmaking of moves; [`CopyMake`] implements it by copies | perft, search |
//! | [`BoardObserver`] | hears every change of the board | incremental evaluation |
//! | [`Game`] | the rules: side to move, legal moves, results, keys | everything |
//! | [`PieceRemoval`] | positions without one of the pieces | values of pieces in `eval` |
//! | [`Chance`] | chance nodes and their outcomes | search, matches |
//! | [`CompositeMoves`] | moves that players write as one and that are several plies | perft, records, text |
//! | [`Symmetry`] | one representative of all equivalent positions | openings, books |
//! | [`MoveFacts`] | captures, gains and checks of legal moves | move ordering, pruning |
//! | [`StaticExchange`] | static exchange evaluation (SEE) | move ordering, pruning |
//! | [`SearchHints`] | limits, keys and shortcuts that only this game can know | search, solver |
//! | [`NullMove`] | the null move | null-move pruning |
//! | [`Multiplayer`] | captures and eliminations by their victims | searches of games of more than two |
//!
//! [`Tactics`] is the sum of all that the search asks for. It is implemented for every type that has the parts.
//!
//! ```
//! use engine::game::{Game, GenType, MakeUnmake};
//! use engine::moves::MoveList;
//! use engine::variants::Chess;
//!
//! let mut position = Chess::start();
//! let mut moves = MoveList::new();
//! position.moves(GenType::All, &mut moves);
//! assert_eq!(moves.len(), 20);
//!
//! let undo = position.make(moves[0], &mut ());
//! assert_eq!(position.key(), position.key_from_scratch());
//! position.unmake(moves[0], undo);
//! assert_eq!(position, Chess::start());
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::search::Params;

pub use crate::seat::Seat;

/// Actor of the next ply: a player or chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    /// A player moves.
    Seat(Seat),
    /// Chance node: a tile is drawn, a die is thrown.
    Chance,
}

/// Plies of a composite move. No allocation up to four plies.
pub type Plies = SmallVec<[Move; 4]>;

/// Move generation type (generator stage).
///
/// `Noisy` and `Quiet` split `All` without overlap, so that a move picker takes them in stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenType {
    /// Every legal move.
    All,
    /// Noisy moves: captures and promotions, which change the material balance at once.
    Noisy,
    /// Quiet moves: the rest.
    Quiet,
}

/// Board observer: hears every change of the board, so that an incremental evaluation follows the game.
///
/// For each ply the game calls [`begin`](BoardObserver::begin) once and then reports every piece taken off the board
/// and every piece put on it. The caller that unmakes a ply calls [`revert`](BoardObserver::revert). `()` observes
/// nothing and costs nothing.
pub trait BoardObserver<G: ?Sized> {
    /// A ply begins: the present state is saved for [`revert`](BoardObserver::revert).
    #[inline(always)]
    fn begin(&mut self) {}
    /// A piece of `seat` appears. `kind` and `field` are the game's own numbers.
    #[inline(always)]
    fn put(&mut self, _seat: Seat, _kind: usize, _field: usize) {}
    /// A piece of `seat` disappears.
    #[inline(always)]
    fn take(&mut self, _seat: Seat, _kind: usize, _field: usize) {}
    /// The last ply is unmade.
    #[inline(always)]
    fn revert(&mut self) {}
}

impl<G> BoardObserver<G> for () {}

/// Make and unmake of moves.
pub trait MakeUnmake: Sized {
    /// Undo record: what [`unmake`](MakeUnmake::unmake) needs to take a move back.
    type Undo;

    /// Plays a legal move or a chance outcome. Anything else is a bug of the caller.
    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Self::Undo;

    /// Takes back the move that returned `undo`.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);
}

/// Copy-make: a position small enough to be copied before every move.
///
/// Copying costs less than keeping an undo record. Where the copy goes nowhere else the compiler drops what is
/// never read, so that counting replies pays for no key and no clock.
pub trait CopyMake: Copy {
    /// Plays a legal move or a chance outcome on the position itself.
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O);

    /// Plays the null move on the position itself.
    fn play_null(&mut self);
}

impl<T: CopyMake> MakeUnmake for T {
    type Undo = T;

    #[inline(always)]
    fn make<O: BoardObserver<T>>(&mut self, mv: Move, observer: &mut O) -> T {
        let before = *self;
        self.play(mv, observer);
        before
    }

    #[inline(always)]
    fn unmake(&mut self, _: Move, undo: T) {
        *self = undo;
    }
}

/// Rules of a game: a position that knows its moves.
///
/// Everything that can influence the future of the game is part of the position and of its key, except the history that
/// repetition needs: that is in the [record](crate::record).
pub trait Game: MakeUnmake + Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Name of the game on command lines and in protocols.
    fn name() -> &'static str;
    /// Names of the players, in the order of turns.
    const SEAT_NAMES: &'static [&'static str] = &["White", "Black"];
    /// Number of players, [`Seat::MAX`] at most.
    const SEATS: usize = Self::SEAT_NAMES.len();
    /// Fifty-move rule: limit of the [halfmove clock](Game::halfmove_clock) in plies. The game is drawn when it is
    /// reached.
    const NO_PROGRESS_PLIES: u32 = 100;
    /// Reason of that draw: [`Reason::NO_PROGRESS`], or one of the same name in the game's own words.
    const NO_PROGRESS: Reason = Reason::NO_PROGRESS;
    /// Opening odds: the fewest and the most pieces that White gives in random openings. None, unless White wins from
    /// the start position: then a range in which both sides win games.
    const OPENING_ODDS: RangeInclusive<usize> = 0..=0;

    /// True if a side can be checkmated. Where nobody can, a forced win is no mate.
    fn has_checkmate() -> bool {
        true
    }

    /// Start position.
    fn start() -> Self;

    /// Actor of the next ply.
    fn to_act(&self) -> ToAct;

    /// Side to move. At a chance node: the side for which a tile is drawn or a die is thrown.
    fn side_to_move(&self) -> Seat;

    /// True if a player is still in the game. In a game of two both are, until it ends.
    #[inline(always)]
    fn is_in(&self, _seat: Seat) -> bool {
        true
    }

    /// Result, if the position on the board decides or draws the game without move generation.
    ///
    /// Where the rules let perft go on after such a draw (bare kings in chess), [`moves`](Game::moves) still lists
    /// moves; in all other finished positions it lists none.
    fn outcome(&self) -> Option<Outcome>;

    /// Result if the side to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome;

    /// Legal move generator: appends the moves of a stage.
    fn moves(&self, stage: GenType, out: &mut MoveList);

    /// Number of legal moves.
    fn count_moves(&self) -> usize {
        let mut list = MoveList::new();
        self.moves(GenType::All, &mut list);
        list.len()
    }

    /// Legality test for any 32 bits: a move from the transposition table or from a user needs no trust.
    fn is_legal(&self, mv: Move) -> bool {
        let mut list = MoveList::new();
        self.moves(GenType::All, &mut list);
        list.contains(&mv)
    }

    /// Zobrist key: hash of everything that matters to the future of the game, except the halfmove clock.
    fn key(&self) -> u64;

    /// Key computed from scratch, for tests and for reading positions.
    fn key_from_scratch(&self) -> u64;

    /// Halfmove clock: plies since the last irreversible one, as [`NO_PROGRESS_PLIES`](Game::NO_PROGRESS_PLIES)
    /// limits them.
    fn halfmove_clock(&self) -> u32;

    /// The position with the halfmove clock at 0 and the move number at 1.
    ///
    /// Positions that differ only in these counters become equal. The literature counts distinct positions in this way.
    fn without_counters(&self) -> Self;

    /// Number of the last plies in which a repetition of the position can lie.
    ///
    /// Nothing before the last reset of the [`halfmove_clock`](Game::halfmove_clock) comes back. Games where pawns
    /// return, or where the clock skips chance outcomes, answer more.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.halfmove_clock() as usize
    }

    /// Irreversible move: true if nothing from before a legal move comes back, where
    /// [`reversible_plies`](Game::reversible_plies) does not tell.
    #[inline(always)]
    fn is_irreversible(&self, _mv: Move) -> bool {
        false
    }

    /// Reports every piece on the board to an observer, as if each were put there now.
    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O);

    /// Side to move of a node that is no chance node.
    ///
    /// # Panics
    /// At a chance node.
    #[inline(always)]
    fn seat(&self) -> Seat {
        match self.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => panic!("no side to move at a chance node"),
        }
    }

    /// Result of the game in this position, mate and stalemate included.
    fn result(&self) -> Option<Outcome> {
        self.outcome().or_else(|| {
            let no_moves = self.to_act() != ToAct::Chance && self.count_moves() == 0;
            no_moves.then(|| self.no_moves_outcome())
        })
    }
}

/// Removal of pieces, with which the evaluation tells what a piece is worth.
pub trait PieceRemoval: Game {
    /// Position without each removable piece, with the piece's field as in moves.
    ///
    /// Kings and other royal pieces stay, and so do tiles that hold others together. A rook's castling right goes with
    /// it. A position need not be one that a game can reach: a king may be open to capture.
    fn without_each_piece(&self) -> Vec<(usize, Self)>;
}

/// Chance nodes of a game. A game without chance implements the trait with its defaults.
pub trait Chance: Game {
    /// True if the game has chance nodes. Where it is false the code for them is not compiled.
    const CHANCE: bool = false;

    /// At a chance node: appends every outcome with its weight. Outcomes are made like moves.
    fn chance_outcomes(&self, _out: &mut Vec<(Move, u32)>) {}

    /// At a chance node: appends every outcome as [`chance_outcomes`](Chance::chance_outcomes) does, but of those that
    /// lead to the same game only one, with the weight of all.
    fn distinct_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        self.chance_outcomes(out);
    }

    /// At a chance node: true if the side to move is at least as well off after the likeliest distinct outcome as after
    /// each other one. A search may assume so where other outcomes allow fewer moves, or force a pass and zugzwang is
    /// unlikely.
    #[inline(always)]
    fn likeliest_outcome_is_best(&self) -> bool {
        false
    }

    /// At a chance node: the weight of the outcomes after which the side to move wins with its next move, and the
    /// weight of the others. `None` in a game whose static evaluation depends on the outcome.
    fn winning_outcomes(&self) -> Option<[u32; 2]> {
        None
    }
}

/// Composite moves: what players write as one move and perft counts, though it is several plies of the search.
///
/// In Chex "place a drawn tile" is the decision to draw, the chance outcome and the placement; in KaleidoChess with
/// dice it is the throw and the move. In a game without such moves a composite move is a legal move, and the defaults
/// say so.
pub trait CompositeMoves: Game {
    /// Appends the composite moves of the position. They can be made like moves.
    fn composite_moves(&self, out: &mut MoveList) {
        self.moves(GenType::All, out);
    }

    /// Number of composite moves.
    #[inline(always)]
    fn count_composite_moves(&self) -> usize {
        self.count_moves()
    }

    /// True if `mv` is a composite move of the position or a legal ply of one.
    fn is_composite_move(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    /// Plies of a composite move, in the order of play.
    fn plies_of(&self, composite: Move) -> Plies {
        Plies::from_iter([composite])
    }

    /// Composite move made up of plies; of an unfinished one, what there is of it.
    fn compose(plies: &[Move]) -> Move {
        plies.last().copied().unwrap_or_default()
    }

    /// True if a composite move begins here; false in the middle of one.
    #[inline(always)]
    fn begins_move(&self) -> bool {
        true
    }
}

/// Symmetries of the board.
pub trait Symmetry: Game {
    /// Canonical position: the same one for all that are equivalent by a shift, a turn, a mirror or an exchange of
    /// colours.
    ///
    /// It has as many moves, leads to as many positions and is worth as much to the side to move. Openings are told
    /// apart by it. A game without an implementation is its own canonical form.
    fn canonical(&self) -> Self {
        self.clone()
    }
}

/// Facts about kinds and about legal moves, for move ordering, history tables and pruning.
pub trait MoveFacts: Game {
    /// Number of piece kinds; kinds are numbered from 0.
    const KINDS: usize;
    /// Number of fields that history tables tell apart. Their size grows with its square.
    const FIELDS: usize;

    /// Check: true if the opponent attacks the king; in games without checks, if it threatens to win at once. Goals of
    /// other kinds, such as a hill or a last piece of a kind, are no checks.
    fn in_check(&self) -> bool;

    /// Check test: true if after a legal move the opponent is to move and has a threat to answer. A ply after which the
    /// same side moves again is no check.
    fn gives_check(&self, mv: Move) -> bool;

    /// Evasion test: true if a legal move deals with the threat of [`in_check`](MoveFacts::in_check); after any other
    /// the opponent wins at once. A game in which every legal move is an evasion keeps the default.
    #[inline]
    fn is_evasion(&self, _mv: Move) -> bool {
        true
    }

    /// Kind of the piece that a legal move moves or places.
    fn moved_kind(&self, mv: Move) -> usize;

    /// Target field, below [`FIELDS`](MoveFacts::FIELDS); fields far apart may share a number.
    fn target(&self, mv: Move) -> usize;

    /// Kind of the enemy piece that a legal move captures.
    fn captured_kind(&self, mv: Move) -> Option<usize>;

    /// True if a legal move belongs to [`GenType::Noisy`].
    fn is_noisy(&self, mv: Move) -> bool;

    /// Piece value in exchanges, in centipawns.
    fn piece_value(kind: usize) -> i32;

    /// Promotion gain: material that a legal move gains by itself besides a capture, in centipawns. 0 for most moves;
    /// negative for moves hardly ever played.
    fn promotion_gain(&self, mv: Move) -> i32;

    /// Material gain: value of the captured piece plus [`promotion_gain`](MoveFacts::promotion_gain), in centipawns. A
    /// game in which a kind's value depends on the position overrides it.
    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.captured_kind(mv).map_or(0, Self::piece_value) + self.promotion_gain(mv)
    }

    /// Upper bound of what a legal move gains at once, for delta pruning: more than [`gain`](MoveFacts::gain) where
    /// material does not tell what follows.
    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        self.gain(mv)
    }
}

/// Static exchange evaluation (SEE).
pub trait StaticExchange: Game {
    /// SEE with a threshold: true if the captures that follow `mv` on its target leave the mover with a gain of at
    /// least `threshold` centipawns.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool;
}

/// Number of [correction keys](SearchHints::correction_keys) of a position.
pub const CORRECTION_KEYS: usize = 3;

/// Search hints: limits, partial keys, known wins and soundness of null moves, which only the game can tell.
pub trait SearchHints: Game {
    /// Expected own turns still to be played in the middle of a game, for time management. Less than there are, because
    /// early thinking decides more games than late thinking.
    const EXPECTED_MOVES: u32;
    /// Parameters of the alpha-beta search in this game, before options change them.
    const SEARCH_PARAMS: Params = Params::DEFAULT;
    /// Solver depth in turns of both sides: up to this distance a win of the side to move is proven or disproven at the
    /// root by a full-width search beside the search. For games in which zugzwang is what a selective search overlooks.
    /// 0: never.
    const SOLVER_DEPTH: usize = 0;
    /// Solver depth for wins by threats alone, where no others are proven: for games in which long rows of checks win.
    /// The proof is cheap, so it gets a smaller share of the time.
    const THREAT_SOLVER_DEPTH: usize = 0;

    /// Players whose moves have histories of their own: the seats; where a seat stands for a coalition, its members.
    const PLAYERS: usize = Self::SEATS;

    /// Player to move, who is one of several where a seat stands for a coalition. Histories, repetition and null moves
    /// go by the player, values by the seat.
    #[inline(always)]
    fn player(&self) -> Seat {
        self.side_to_move()
    }

    /// Value of a draw in this position for a seat, in centipawns.
    #[inline(always)]
    fn draw_value(&self, _seat: Seat) -> i32 {
        0
    }

    /// True if `value` is the [`draw_value`](SearchHints::draw_value) of some position.
    #[inline(always)]
    fn is_draw_value(value: i32) -> bool {
        value == 0
    }

    /// True at a node where BRS+ leaves an opponent only its ordering move; not singular-extended.
    #[inline(always)]
    fn is_ordering_move_node(&self) -> bool {
        false
    }

    /// True if in quiescence the side to move may pass to another player of its own.
    #[inline(always)]
    fn passes_in_quiescence(&self) -> bool {
        false
    }

    /// Correction keys: hashes of parts of the position that last for many moves, such as the pawns or one side's
    /// pieces. Correction history is indexed by them.
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS];

    /// Key of the position after a legal move, for prefetching the transposition table. Any number is sound; a wrong
    /// one makes the prefetch useless.
    #[inline]
    fn key_after(&self, _mv: Move) -> u64 {
        self.key()
    }

    /// Known mate: distance in turns of a win that is certain without making moves. Odd if the side to move wins (1: in
    /// its present turn), even if the opponent does. Repetitions are left aside: a side that could have won twice in
    /// the same position and did not is beyond help. Asked only of positions without an [`outcome`](Game::outcome).
    #[inline]
    fn known_mate(&self) -> Option<usize> {
        None
    }

    /// True if the side to move can win within its next two turns by threats only: at once, as
    /// [`known_mate`](SearchHints::known_mate) tells, or by a move that [gives check](MoveFacts::gives_check) and a win
    /// at once after any reply. Disproofs skip all other moves then.
    #[inline]
    fn wins_need_threats(&self) -> bool {
        false
    }

    /// True if a null move is sound evidence here: not in check, and zugzwang is unlikely.
    fn null_move_allowed(&self) -> bool;
}

/// The null move: the side to move passes.
pub trait NullMove: MakeUnmake {
    /// Makes the null move. Only where [`null_move_allowed`](SearchHints::null_move_allowed) says so.
    fn make_null(&mut self) -> Self::Undo;

    /// Takes back a [null move](NullMove::make_null).
    fn unmake_null(&mut self, undo: Self::Undo);
}

impl<T: CopyMake> NullMove for T {
    #[inline]
    fn make_null(&mut self) -> T {
        let before = *self;
        self.play_null();
        before
    }

    #[inline]
    fn unmake_null(&mut self, undo: T) {
        *self = undo;
    }
}

/// Hooks of the searches of games of more than two.
pub trait Multiplayer: Tactics {
    /// Owner of the man that a legal move captures, if it is not the mover's own.
    fn captured_seat(&self, mv: Move) -> Option<Seat>;

    /// True if the side to move eliminates a player, puts it out of the game, with some move.
    fn can_eliminate(&self, seat: Seat) -> bool;

    /// True if an opponent of a player who is in threatens to eliminate it with its next move.
    fn is_threatened(&self, seat: Seat) -> bool;

    /// SEE with a threshold, where all players but `root` recapture for one another.
    fn coalition_see_ge(&self, mv: Move, threshold: i32, root: Seat) -> bool;
}

/// Everything that the search asks of a game. Game-specific knowledge enters the search through these traits only.
pub trait Tactics: Chance + CompositeMoves + MoveFacts + StaticExchange + SearchHints + NullMove {}

impl<G: Chance + CompositeMoves + MoveFacts + StaticExchange + SearchHints + NullMove> Tactics for G {}
