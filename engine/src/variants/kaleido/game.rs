//! KaleidoChess as a [`Game`].

use super::moves::{THROWS, after_throw, thrown, without_throw};
use super::{Kind, MoveKind, Position, Rules, Step};
use crate::board::round::{Field, Set};
use crate::game::{Actor, FACETS, Game, Parts, Seat, Tactics, Wanted};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::variants::copied::{game_on_copies, passes_on_copies};

/// With fewer pieces off the castles, having to move may be what hurts.
const FREE_TO_PASS: usize = 3;

impl<R: Rules> Game for Position<R> {
    const NAME: &'static str = R::NAME;
    const CHANCE: bool = R::DICE;

    fn start() -> Self {
        R::START.parse().expect("the start position is sound")
    }

    #[inline(always)]
    fn actor(&self) -> Actor {
        if R::DICE && self.throw.is_none() { Actor::Chance } else { Actor::Seat(self.side) }
    }

    #[inline(always)]
    fn turn(&self) -> Seat {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.loser().map(|loser| Outcome::Win(loser.opponent(), Reason::NoCastle))
    }

    fn stuck(&self) -> Outcome {
        Outcome::Win(self.side.opponent(), Reason::NoMove)
    }

    #[inline]
    fn moves(&self, wanted: Wanted, out: &mut MoveList) {
        self.generate(wanted, Set::ALL, &mut |mv| out.push(mv));
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        self.count()
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some((kind, _)) = MoveKind::of(mv) else { return false };
        if kind == MoveKind::Throw {
            return self.events().any(|event| event == mv);
        }
        if mv.from() >= Field::COUNT {
            return false;
        }
        let mut found = false;
        self.generate(Wanted::All, Field::from_index(mv.from()).into(), &mut |legal| found |= legal == mv);
        found
    }

    fn draws(&self, out: &mut Vec<(Move, u32)>) {
        out.extend(self.events().map(|event| (event, 1)));
    }

    fn plies(&self, out: &mut MoveList) {
        if self.actor() == Actor::Chance {
            self.throws_and_moves(&mut |mv| out.push(mv));
        } else {
            self.moves(Wanted::All, out);
        }
    }

    #[inline(always)]
    fn count_plies(&self) -> usize {
        if self.actor() == Actor::Chance { self.count_throws_and_moves() } else { self.count() }
    }

    fn is_ply(&self, mv: Move) -> bool {
        match MoveKind::of(mv) {
            Some((MoveKind::Normal | MoveKind::Pass, Some(throw))) if self.actor() == Actor::Chance => {
                let shown = Position { throw: Some(throw), ..*self };
                shown.is_legal(without_throw(mv))
            }
            _ => self.is_legal(mv),
        }
    }

    fn parts(&self, entry: Move) -> Parts {
        match MoveKind::of(entry) {
            Some((MoveKind::Normal | MoveKind::Pass, Some(throw))) => {
                Parts::from_iter([thrown(throw), without_throw(entry)])
            }
            _ => Parts::from_iter([entry]),
        }
    }

    fn entry(parts: &[Move]) -> Move {
        match *parts {
            [throw, mv] => after_throw(throw.kind() & 7, mv),
            _ => parts.last().copied().unwrap_or_default(),
        }
    }

    #[inline(always)]
    fn begins_entry(&self) -> bool {
        !R::DICE || self.throw.is_none()
    }

    /// The clock does not count the throws.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        usize::from(self.clock) * if R::DICE { 2 } else { 1 }
    }

    game_on_copies!();
}

impl<R: Rules> Position<R> {
    /// Who has lost for want of a castle. The side to move is asked first: it is the opponent of the last mover, whose own castles
    /// matter only if the opponent has one left.
    #[inline(always)]
    pub(super) fn loser(&self) -> Option<Seat> {
        [self.side, self.side.opponent()].into_iter().find(|&seat| self.castles(seat).is_empty())
    }

    /// What the die may show.
    fn events(&self) -> impl Iterator<Item = Move> {
        let waits = self.actor() == Actor::Chance && self.loser().is_none();
        THROWS.filter(move |_| waits).map(thrown)
    }
}

impl<R: Rules> Tactics for Position<R> {
    const KINDS: usize = Kind::COUNT;
    const FIELDS: usize = Field::COUNT;
    const TURNS_TO_COME: u32 = 28;
    /// Whoever must give up his last castle has lost. With dice little is certain.
    const PROVEN_TURNS: usize = if R::DICE { 0 } else { 5 };

    /// Who holds which castle, and where each side's pieces stand.
    #[inline]
    fn facets(&self) -> [u64; FACETS] {
        let [white, black] = Seat::BOTH.map(|seat| self.pieces.digest(self.pieces.of(seat)));
        [self.pieces.digest(Self::CASTLES), white, black]
    }

    #[inline]
    fn likely_key(&self, mv: Move) -> u64 {
        if R::DICE {
            return self.key();
        }
        self.key_after(Step { from: Field::from_index(mv.from()), to: Field::from_index(mv.to()) })
    }

    /// Whether the opponent hits the only castle and the game goes on. With dice nobody is certain to hit anything.
    #[inline]
    fn in_check(&self) -> bool {
        !R::DICE && self.is_threatened() && self.loser().is_none()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        !R::DICE && self.threatens(mv)
    }

    #[inline]
    fn answers(&self, mv: Move) -> bool {
        R::DICE || self.survives(mv)
    }

    #[inline]
    fn foreseen(&self) -> Option<usize> {
        if self.wins_at_once() { Some(1) } else { (!R::DICE && self.is_lost()).then_some(2) }
    }

    /// A pass moves no piece; it counts as a pawn's, for tables.
    #[inline]
    fn mover(&self, mv: Move) -> usize {
        let moves = matches!(MoveKind::of(mv), Some((MoveKind::Normal, _)));
        self.pieces.kind_on(Field::from_index(mv.from())).filter(|_| moves).map_or(Kind::Pawn.index(), Kind::index)
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        let to = Field::from_index(mv.to());
        let knocks_out = mv.from() != mv.to() && self.pieces.of(self.side.opponent()).has(to);
        self.pieces.kind_on(to).filter(|_| knocks_out).map(Kind::index)
    }

    /// The last castle is the game. An own piece that is knocked out is lost.
    #[inline]
    fn bonus(&self, mv: Move) -> i32 {
        if self.takes_last_castle(mv) {
            return Self::THE_GAME;
        }
        if self.gives_up_last_castle(mv) {
            return -Self::THE_GAME;
        }
        let to = Field::from_index(mv.to());
        let own = mv.from() != mv.to() && self.pieces.of(self.side).has(to);
        self.pieces.kind_on(to).filter(|_| own).map_or(0, |kind| -Self::worth(kind.index()))
    }

    /// What the loss of a castle leads to no price tells.
    #[inline]
    fn most_gained(&self, mv: Move) -> i32 {
        let castle = self.castles(self.side.opponent()).has(Field::from_index(mv.to()));
        if castle { Self::THE_GAME } else { self.gain(mv) }
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.victim(mv).is_some()
    }

    #[inline]
    fn worth(kind: usize) -> i32 {
        Self::EXCHANGE_WORTH[kind]
    }

    #[inline]
    fn wins_need_threats(&self) -> bool {
        !R::DICE && self.cannot_be_squeezed(self.side.opponent())
    }

    fn exchange_wins(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_gains(mv, threshold)
    }

    /// Zugzwang is rare as long as there are pieces that hold no castle.
    #[inline]
    fn may_pass(&self) -> bool {
        let free = self.pieces.of(self.side).without(Self::CASTLES).len();
        self.actor() != Actor::Chance && self.loser().is_none() && free >= FREE_TO_PASS && !self.in_check()
    }

    passes_on_copies!();
}
