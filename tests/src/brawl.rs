//! Brawl: a toy game of three or four, with the structure of KaleidoChess for many.

use engine::eval::{Evaluator, SharesEvaluator, Term};
use engine::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MakeUnmake, MoveFacts, Multiplayer,
    NullMove, SearchHints, Seat, StaticExchange, Symmetry, ToAct,
};
use engine::moves::{Move, MoveList};
use engine::outcome::{Outcome, Reason, ReasonInfo, Wording};

use crate::toys::{Noise, scatter};

/// Kinds of moves, as [`Move::kind`] has them.
const REST_MOVE: u8 = 1;
const HIT: u8 = 2;
const CHARGE: u8 = 3;

/// The last player with a life has won.
const LAST_IN: Reason = Reason::new(&ReasonInfo { name: "LastIn", wording: Wording::Fixed("The last one in") });

/// Brawl: each player has lives. A move takes a life from another player (a hit), or two from another and one of its
/// own (a charge), or with `REST` none. Who has none left is out; if the mover and all others are out at once the mover
/// has won. Resting repeats positions; without it every game comes to an end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Brawl<const SEATS: usize, const REST: bool> {
    lives: [u8; Seat::MAX],
    seat: Seat,
    clock: u8,
}

impl<const SEATS: usize, const REST: bool> Brawl<SEATS, REST> {
    /// Game in which the players have these lives, and one of them is to move after so many plies of rest.
    pub fn new(lives: [u8; Seat::MAX], seat: usize, clock: u8) -> Self {
        assert!(lives[SEATS..].iter().all(|&left| left == 0) && lives[seat] > 0, "{lives:?}");
        Brawl { lives, seat: Seat::new(seat), clock }
    }

    /// Lives of a player.
    pub fn lives(&self, seat: Seat) -> u8 {
        self.lives[seat.index()]
    }

    /// Takes lives from a player.
    fn hurt<O: BoardObserver<Self>>(&mut self, seat: Seat, lives: u8, observer: &mut O) {
        for _ in 0..lives.min(self.lives(seat)) {
            self.lives[seat.index()] -= 1;
            observer.take(seat, 0, usize::from(self.lives(seat)));
        }
    }

    fn end_turn(&mut self) {
        let others = (1..=SEATS).map(|step| Seat::new((self.seat.index() + step) % SEATS));
        self.seat = others.into_iter().find(|&seat| self.is_in(seat)).unwrap_or(self.seat);
    }

    fn players_in(&self) -> usize {
        Seat::all(SEATS).filter(|&seat| self.is_in(seat)).count()
    }
}

impl<const SEATS: usize, const REST: bool> MakeUnmake for Brawl<SEATS, REST> {
    type Undo = Self;

    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Self {
        let before = *self;
        observer.begin();
        self.clock += 1;
        if mv.kind() != REST_MOVE {
            self.clock = 0;
            self.hurt(Seat::new(mv.to()), if mv.kind() == CHARGE { 2 } else { 1 }, observer);
        }
        if mv.kind() == CHARGE && self.players_in() > 1 {
            self.hurt(self.seat, 1, observer);
        }
        self.end_turn();
        before
    }

    fn unmake(&mut self, _: Move, undo: Self) {
        *self = undo;
    }
}

impl<const SEATS: usize, const REST: bool> NullMove for Brawl<SEATS, REST> {
    fn make_null(&mut self) -> Self {
        let before = *self;
        self.clock += 1;
        self.end_turn();
        before
    }

    fn unmake_null(&mut self, undo: Self) {
        *self = undo;
    }
}

impl<const SEATS: usize, const REST: bool> Game for Brawl<SEATS, REST> {
    fn name() -> &'static str {
        "brawl"
    }
    const SEAT_NAMES: &'static [&'static str] = ["White", "Red", "Black", "Green"].split_at(SEATS).0;
    const NO_PROGRESS_PLIES: u32 = 30;

    fn start() -> Self {
        let lives = std::array::from_fn(|seat| if seat < SEATS { 2 } else { 0 });
        Brawl::new(lives, 0, 0)
    }

    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.seat)
    }

    fn side_to_move(&self) -> Seat {
        self.seat
    }

    fn is_in(&self, seat: Seat) -> bool {
        self.lives(seat) > 0
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut left = Seat::all(SEATS).filter(|&seat| self.is_in(seat));
        let first = left.next().expect("somebody is in");
        left.next().is_none().then_some(Outcome::Win(first, LAST_IN))
    }

    fn no_moves_outcome(&self) -> Outcome {
        unreachable!("there is always somebody to hit")
    }

    fn moves(&self, wanted: GenType, out: &mut MoveList) {
        if self.outcome().is_some() {
            return;
        }
        let own = self.seat.index() as u16;
        if REST && wanted != GenType::Noisy {
            out.push(Move::new(own, own, REST_MOVE));
        }
        if wanted != GenType::Quiet {
            for other in Seat::all(SEATS).filter(|&other| other != self.seat && self.is_in(other)) {
                out.push(Move::new(own, other.index() as u16, HIT));
                out.push(Move::new(own, other.index() as u16, CHARGE));
            }
        }
    }

    fn key(&self) -> u64 {
        scatter(u64::from(u32::from_le_bytes(self.lives)) | (self.seat.index() as u64) << 32)
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn without_counters(&self) -> Self {
        Brawl { clock: 0, ..*self }
    }

    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O) {
        for seat in Seat::all(SEATS) {
            (0..self.lives(seat)).for_each(|life| observer.put(seat, 0, life.into()));
        }
    }
}

impl<const SEATS: usize, const REST: bool> Chance for Brawl<SEATS, REST> {}

impl<const SEATS: usize, const REST: bool> CompositeMoves for Brawl<SEATS, REST> {}

impl<const SEATS: usize, const REST: bool> Symmetry for Brawl<SEATS, REST> {}

impl<const SEATS: usize, const REST: bool> MoveFacts for Brawl<SEATS, REST> {
    const KINDS: usize = 1;
    const FIELDS: usize = Seat::MAX;

    fn in_check(&self) -> bool {
        false
    }

    fn gives_check(&self, _: Move) -> bool {
        false
    }

    fn moved_kind(&self, _: Move) -> usize {
        0
    }

    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    fn captured_kind(&self, mv: Move) -> Option<usize> {
        self.is_noisy(mv).then_some(0)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.kind() != REST_MOVE
    }

    fn piece_value(_: usize) -> i32 {
        100
    }

    fn promotion_gain(&self, _: Move) -> i32 {
        0
    }
}

impl<const SEATS: usize, const REST: bool> StaticExchange for Brawl<SEATS, REST> {
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        threshold <= self.gain(mv)
    }
}

impl<const SEATS: usize, const REST: bool> SearchHints for Brawl<SEATS, REST> {
    const EXPECTED_MOVES: u32 = 10;

    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        [self.key(); CORRECTION_KEYS]
    }

    fn null_move_allowed(&self) -> bool {
        self.outcome().is_none()
    }
}

impl<const SEATS: usize, const REST: bool> Multiplayer for Brawl<SEATS, REST> {
    fn captured_seat(&self, mv: Move) -> Option<Seat> {
        self.is_noisy(mv).then(|| Seat::new(mv.to()))
    }

    fn can_eliminate(&self, seat: Seat) -> bool {
        seat != self.seat && (1..=2).contains(&self.lives(seat))
    }

    fn is_threatened(&self, seat: Seat) -> bool {
        self.is_in(seat) && self.lives(seat) <= 2
    }

    fn coalition_see_ge(&self, mv: Move, threshold: i32, _: Seat) -> bool {
        self.see_ge(mv, threshold)
    }
}

/// Noise for many: unrelated shares for neighbouring positions, none for who is out.
impl<G: Game> SharesEvaluator<G> for Noise {
    fn shares(&mut self, game: &G) -> [f32; Seat::MAX] {
        let weights: [f32; Seat::MAX] = std::array::from_fn(|seat| {
            let is_in = seat < G::SEATS && game.is_in(Seat::new(seat));
            if is_in { 1.0 + (scatter(game.key() ^ seat as u64) % 1000) as f32 } else { 0.0 }
        });
        let sum: f32 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }
}

/// Lives as shares: nothing but the balance of lives.
#[derive(Clone, Default)]
pub struct Lives;

impl<G: Game> BoardObserver<G> for Lives {}

impl<const SEATS: usize, const REST: bool> Evaluator<Brawl<SEATS, REST>> for Lives {
    fn reset(&mut self, _: &Brawl<SEATS, REST>) {}

    fn evaluate(&mut self, game: &Brawl<SEATS, REST>) -> i32 {
        engine::search::score::share_to_centipawns(self.shares(game)[game.side_to_move().index()])
    }

    fn terms(&self, _: &Brawl<SEATS, REST>) -> Vec<Term> {
        Vec::new()
    }
}

impl<const SEATS: usize, const REST: bool> SharesEvaluator<Brawl<SEATS, REST>> for Lives {
    fn shares(&mut self, game: &Brawl<SEATS, REST>) -> [f32; Seat::MAX] {
        let lives = game.lives.map(f32::from);
        let sum: f32 = lives.iter().sum();
        lives.map(|left| left / sum)
    }
}
