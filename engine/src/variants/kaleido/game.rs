//! The traits of a game for KaleidoChess.

use std::ops::RangeInclusive;

use super::moves::{FREE_THROWS, THROWS, after_throw, thrown, without_throw};
use super::see::{SEE_VALUES, THE_GAME};
use super::{Kind, MoveKind, NO_CASTLE, Position, Rules, Step};
use crate::board::round::{Field, Set};
use crate::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MoveFacts, Plies, SearchHints, Seat,
    StaticExchange, ToAct,
};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::search::Params;
use crate::variants::{Described, GameInfo};

/// Null-move threshold: with fewer pieces off the castles, zugzwang is likely.
const NULL_MOVE_MIN_PIECES: usize = 3;

/// Too many plies without a knock-out: the fifty-move rule of the family.
pub(super) const NO_KNOCK_OUT: Reason =
    Reason::new(&ReasonInfo { name: "NoProgress", wording: Wording::Fixed("Draw: too long without a knock-out") });

impl<R: Rules> Game for Position<R> {
    const NO_PROGRESS: Reason = NO_KNOCK_OUT;
    const OPENING_ODDS: RangeInclusive<usize> = R::OPENING_ODDS;

    fn name() -> &'static str {
        R::INFO.name
    }

    fn has_checkmate() -> bool {
        false
    }

    fn start() -> Self {
        R::START.parse().expect("the start position is sound")
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        if R::DICE && self.throw.is_none() { ToAct::Chance } else { ToAct::Seat(self.side) }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.loser().map(|loser| Outcome::Win(loser.opponent(), NO_CASTLE))
    }

    fn no_moves_outcome(&self) -> Outcome {
        Outcome::Win(self.side.opponent(), Reason::NO_MOVE)
    }

    #[inline]
    fn moves(&self, stage: GenType, out: &mut MoveList) {
        self.generate(stage, Set::ALL, &mut |mv| out.push(mv));
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        self.count()
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some((kind, _)) = MoveKind::of(mv) else { return false };
        if kind == MoveKind::Throw {
            return self.throws().any(|event| event == mv);
        }
        if mv.from() >= Field::COUNT {
            return false;
        }
        let mut found = false;
        self.generate(GenType::All, Field::from_index(mv.from()).into(), &mut |legal| found |= legal == mv);
        found
    }

    /// The halfmove clock does not count throws.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        usize::from(self.clock) * if R::DICE { 2 } else { 1 }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.compute_key()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn without_counters(&self) -> Self {
        Position { clock: 0, full_moves: 1, ..*self }
    }

    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O) {
        for field in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(field) {
                observer.put(seat, kind.index(), field.index());
            }
        }
    }
}

impl<R: Rules> Described for Position<R> {
    const INFO: &'static GameInfo = &R::INFO;
}

impl<R: Rules> Chance for Position<R> {
    const CHANCE: bool = R::DICE;

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        out.extend(self.throws().map(|event| (event, 1)));
    }

    /// Five and six allow the same pieces: all.
    fn distinct_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        let (first_free, free) = (*FREE_THROWS.start(), FREE_THROWS.len() as u32);
        let weight = |throw: Move| if throw == thrown(first_free) { free } else { 1 };
        out.extend(self.throws().take(first_free.into()).map(|throw| (throw, weight(throw))));
    }

    /// Five and six allow every move. A throw that allows none is a pass: like a null move it is no better where
    /// zugzwang is rare.
    #[inline]
    fn likeliest_outcome_is_best(&self) -> bool {
        R::DICE && self.has_free_pieces()
    }

    /// The evaluation knows nothing of the throw.
    #[inline]
    fn winning_outcomes(&self) -> Option<[u32; 2]> {
        let winners = self.winning_attackers(self.side);
        let wins = |throw: &u8| self.allowed(*throw, winners).any();
        let count = if winners.any() { THROWS.filter(wins).count() as u32 } else { 0 };
        R::DICE.then_some([count, THROWS.len() as u32 - count])
    }
}

impl<R: Rules> CompositeMoves for Position<R> {
    fn composite_moves(&self, out: &mut MoveList) {
        if self.to_act() == ToAct::Chance {
            self.throws_and_moves(&mut |mv| out.push(mv));
        } else {
            self.moves(GenType::All, out);
        }
    }

    #[inline(always)]
    fn count_composite_moves(&self) -> usize {
        if self.to_act() == ToAct::Chance { self.count_throws_and_moves() } else { self.count() }
    }

    fn is_composite_move(&self, mv: Move) -> bool {
        match MoveKind::of(mv) {
            Some((MoveKind::Normal | MoveKind::Pass, Some(throw))) if self.to_act() == ToAct::Chance => {
                let shown = Position { throw: Some(throw), ..*self };
                shown.is_legal(without_throw(mv))
            }
            _ => self.is_legal(mv),
        }
    }

    fn plies_of(&self, composite: Move) -> Plies {
        match MoveKind::of(composite) {
            Some((MoveKind::Normal | MoveKind::Pass, Some(throw))) => {
                Plies::from_iter([thrown(throw), without_throw(composite)])
            }
            _ => Plies::from_iter([composite]),
        }
    }

    fn compose(plies: &[Move]) -> Move {
        match *plies {
            [throw, mv] => after_throw(throw.kind() & 7, mv),
            _ => plies.last().copied().unwrap_or_default(),
        }
    }

    #[inline(always)]
    fn begins_move(&self) -> bool {
        !R::DICE || self.throw.is_none()
    }
}

impl<R: Rules> Position<R> {
    /// Seat that has lost because it holds no castle. The side to move is tested first: the castles of the last mover
    /// matter only if its opponent has one left.
    #[inline(always)]
    pub(super) fn loser(&self) -> Option<Seat> {
        [self.side, self.side.opponent()].into_iter().find(|&seat| self.castles(seat).is_empty())
    }

    /// True if the side to move has pieces enough that hold no castle: zugzwang is rare then.
    #[inline]
    fn has_free_pieces(&self) -> bool {
        self.pieces.of(self.side).without(Self::CASTLES).len() >= NULL_MOVE_MIN_PIECES
    }

    /// Chance outcomes of the die.
    fn throws(&self) -> impl Iterator<Item = Move> {
        let waits = self.to_act() == ToAct::Chance && self.loser().is_none();
        THROWS.filter(move |_| waits).map(thrown)
    }
}

impl<R: Rules> MoveFacts for Position<R> {
    const KINDS: usize = Kind::COUNT;

    const FIELDS: usize = Field::COUNT;

    /// True if the opponent attacks the only castle and the game goes on. With dice no attack is certain.
    #[inline]
    fn in_check(&self) -> bool {
        !R::DICE && self.is_threatened() && self.loser().is_none()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        !R::DICE && self.checks_last_castle(mv)
    }

    #[inline]
    fn is_evasion(&self, mv: Move) -> bool {
        R::DICE || self.is_castle_evasion(mv)
    }

    /// A pass moves no piece; it counts as a pawn's move in tables.
    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        let moves = matches!(MoveKind::of(mv), Some((MoveKind::Normal, _)));
        self.pieces.kind_on(Field::from_index(mv.from())).filter(|_| moves).map_or(Kind::Pawn.index(), Kind::index)
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        let to = Field::from_index(mv.to());
        let knocks_out = mv.from() != mv.to() && self.pieces.of(self.side.opponent()).has(to);
        self.pieces.kind_on(to).filter(|_| knocks_out).map(Kind::index)
    }

    /// The last castle has the value of the game. An own piece that is knocked out is lost.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        if self.takes_last_castle(mv) {
            return THE_GAME;
        }
        if self.gives_up_last_castle(mv) {
            return -THE_GAME;
        }
        let to = Field::from_index(mv.to());
        let own = mv.from() != mv.to() && self.pieces.of(self.side).has(to);
        self.pieces.kind_on(to).filter(|_| own).map_or(0, |kind| -Self::piece_value(kind.index()))
    }

    /// No value tells what follows the loss of a castle.
    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        let castle = self.castles(self.side.opponent()).has(Field::from_index(mv.to()));
        if castle { THE_GAME } else { self.gain(mv) }
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.captured_kind(mv).is_some()
    }

    #[inline]
    fn piece_value(kind: usize) -> i32 {
        SEE_VALUES[kind]
    }
}

impl<R: Rules> StaticExchange for Position<R> {
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_ge(mv, threshold)
    }
}

impl<R: Rules> SearchHints for Position<R> {
    const EXPECTED_MOVES: u32 = 28;
    const SEARCH_PARAMS: Params = R::SEARCH_PARAMS;

    /// Zugzwang matters: a side that must give up its last castle has lost. With dice little is certain.
    const SOLVER_DEPTH: usize = if R::DICE { 0 } else { 5 };

    /// Castle key, and the piece keys of White and Black.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let [white, black] = Seat::BOTH.map(|seat| self.pieces.digest(self.pieces.of(seat)));
        [self.pieces.digest(Self::CASTLES), white, black]
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        if R::DICE {
            return self.key();
        }
        self.key_after_step(Step { from: Field::from_index(mv.from()), to: Field::from_index(mv.to()) })
    }

    #[inline]
    fn known_mate(&self) -> Option<usize> {
        if self.wins_at_once() { Some(1) } else { (!R::DICE && self.is_mated_in_two()).then_some(2) }
    }

    #[inline]
    fn wins_need_threats(&self) -> bool {
        !R::DICE && self.cannot_be_squeezed(self.side.opponent())
    }

    #[inline]
    fn null_move_allowed(&self) -> bool {
        self.to_act() != ToAct::Chance && self.loser().is_none() && self.has_free_pieces() && !self.in_check()
    }
}
