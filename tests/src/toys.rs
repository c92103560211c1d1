//! Toy games for tests of the search, each with the structure of some real game.

use engine::eval::{Evaluator, Term};
use engine::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MakeUnmake, MoveFacts, NullMove,
    SearchHints, Seat, StaticExchange, Symmetry, ToAct,
};
use engine::moves::{Move, MoveList};
use engine::outcome::{Outcome, Reason};

/// Most pieces that a move takes from a heap.
const MOST: u8 = 3;

/// Nim: heaps to take from; the side that takes the last piece wins.
///
/// With `AGAIN`, the side that makes the number of pieces left divisible by five moves again. With `DICE`, a die thrown
/// before each turn says how many pieces may be taken at most.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heaps<const AGAIN: bool, const DICE: bool> {
    heaps: [u8; 3],
    seat: Seat,
    /// Throw of the die; 0 before it is thrown.
    die: u8,
}

impl<const AGAIN: bool, const DICE: bool> Heaps<AGAIN, DICE> {
    /// Game with these heaps, the first player to move; with dice, after a throw of 2.
    pub fn new(heaps: [u8; 3]) -> Self {
        Heaps { heaps, seat: Seat::WHITE, die: if DICE { 2 } else { MOST } }
    }

    /// Game with these heaps before the die is thrown for the first player.
    pub fn before_the_throw(heaps: [u8; 3]) -> Self {
        Heaps { die: 0, ..Heaps::new(heaps) }
    }

    fn left(&self) -> u8 {
        self.heaps.iter().sum()
    }
}

impl<const AGAIN: bool, const DICE: bool> MakeUnmake for Heaps<AGAIN, DICE> {
    type Undo = Self;

    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Self {
        let before = self.clone();
        observer.begin();
        if mv.kind() == 1 {
            self.die = mv.to() as u8;
            return before;
        }
        self.heaps[mv.from()] -= mv.to() as u8;
        let again = AGAIN && self.left().is_multiple_of(5) && self.left() > 0;
        if !again {
            self.seat = self.seat.opponent();
            self.die = if DICE && self.left() > 0 { 0 } else { MOST };
        }
        before
    }

    fn unmake(&mut self, _: Move, undo: Self) {
        *self = undo;
    }
}

impl<const AGAIN: bool, const DICE: bool> Game for Heaps<AGAIN, DICE> {
    fn name() -> &'static str {
        "heaps"
    }

    fn start() -> Self {
        Heaps::new([3, 4, 5])
    }

    fn to_act(&self) -> ToAct {
        if self.die == 0 { ToAct::Chance } else { ToAct::Seat(self.seat) }
    }

    fn side_to_move(&self) -> Seat {
        self.seat
    }

    fn outcome(&self) -> Option<Outcome> {
        // The last piece gives no second move, so the loser is to move.
        (self.left() == 0).then_some(Outcome::Win(self.seat.opponent(), Reason::CHECKMATE))
    }

    fn no_moves_outcome(&self) -> Outcome {
        unreachable!("there is always something to take")
    }

    fn moves(&self, wanted: GenType, out: &mut MoveList) {
        if wanted == GenType::Noisy {
            return;
        }
        for (heap, &size) in self.heaps.iter().enumerate() {
            out.extend((1..=size.min(self.die)).map(|taken| Move::new(heap as u16, taken.into(), 0)));
        }
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps.map(u64::from);
        scatter(a | b << 8 | c << 16 | u64::from(self.die) << 24 | (self.seat.index() as u64) << 32)
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn without_counters(&self) -> Self {
        self.clone()
    }

    fn populate<O: BoardObserver<Self>>(&self, _: &mut O) {}
}

impl<const AGAIN: bool, const DICE: bool> Chance for Heaps<AGAIN, DICE> {
    const CHANCE: bool = DICE;

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        out.extend((1..=MOST).map(|die| (Move::new(0, die.into(), 1), if die == 2 { 2 } else { 1 })));
    }
}

impl<const AGAIN: bool, const DICE: bool> CompositeMoves for Heaps<AGAIN, DICE> {}

impl<const AGAIN: bool, const DICE: bool> Symmetry for Heaps<AGAIN, DICE> {}

impl<const AGAIN: bool, const DICE: bool> MoveFacts for Heaps<AGAIN, DICE> {
    const KINDS: usize = 3;

    const FIELDS: usize = MOST as usize + 1;

    fn in_check(&self) -> bool {
        false
    }

    fn gives_check(&self, _: Move) -> bool {
        false
    }

    fn moved_kind(&self, mv: Move) -> usize {
        mv.from()
    }

    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    fn captured_kind(&self, _: Move) -> Option<usize> {
        None
    }

    fn promotion_gain(&self, _: Move) -> i32 {
        0
    }

    fn is_noisy(&self, _: Move) -> bool {
        false
    }

    fn piece_value(_: usize) -> i32 {
        0
    }
}

impl<const AGAIN: bool, const DICE: bool> StaticExchange for Heaps<AGAIN, DICE> {
    fn see_ge(&self, _: Move, threshold: i32) -> bool {
        threshold <= 0
    }
}

impl<const AGAIN: bool, const DICE: bool> SearchHints for Heaps<AGAIN, DICE> {
    const EXPECTED_MOVES: u32 = 10;

    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        self.heaps.map(u64::from)
    }

    fn null_move_allowed(&self) -> bool {
        false
    }
}

impl<const AGAIN: bool, const DICE: bool> NullMove for Heaps<AGAIN, DICE> {
    fn make_null(&mut self) -> Self {
        unreachable!("passing is not allowed")
    }

    fn unmake_null(&mut self, _: Self) {
        unreachable!("passing is not allowed")
    }
}

/// Noise evaluation: a hash of the key. Neighbouring positions have unrelated values, which uncovers every fault of a
/// search.
#[derive(Clone, Default)]
pub struct Noise;

impl<G: Game> BoardObserver<G> for Noise {}

impl<G: Game> Evaluator<G> for Noise {
    fn reset(&mut self, _: &G) {}

    fn evaluate(&mut self, game: &G) -> i32 {
        (scatter(game.key()) % 2001) as i32 - 1000
    }

    fn terms(&self, _: &G) -> Vec<Term> {
        Vec::new()
    }
}

/// Hash of a number over all 64 bits.
pub fn scatter(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^ bits >> 32
}
