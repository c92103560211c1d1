//! Static exchange evaluation (SEE).

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::{SIZE, Set, Square};
use crate::game::{MoveFacts, Seat};
use crate::moves::Move;
use crate::variants::see::{least_valuable_first, swap_ge};

impl<R: Rules> Position<R> {
    /// Kinds by SEE value, least valuable first.
    const BY_VALUE: [Kind; Kind::COUNT] = least_valuable_first(Kind::ALL, Self::SEE_VALUES);

    /// Value of the whole game, in centipawns.
    pub(super) const THE_GAME: i32 = 10_000;

    /// SEE values by kind, in centipawns. A royal king has the value of the game and captures last. The value of a king
    /// of Keyles depends on the position; this is its usual value.
    pub(super) const SEE_VALUES: [i32; Kind::COUNT] =
        [if R::KING_IS_ROYAL { Self::THE_GAME } else { 250 }, 900, 500, 400, 300, 300, 300, 150, 130, 150, 100];

    /// Bonus of a king of Keyles by rank from its own end zone, in centipawns. On the last rank it has won.
    const ADVANCE: [i32; SIZE] = [0, 0, 0, 10, 25, 50, 85, 135, 200, 300];

    /// Advance bonus of a king of Keyles on a square, in centipawns.
    #[inline]
    pub fn advance(seat: Seat, square: Square) -> i32 {
        Self::ADVANCE[if seat == Seat::WHITE { square.rank() } else { SIZE - 1 - square.rank() }]
    }

    /// Cost of a re-placement on a square, in centipawns: the value of the champion there less the king's advance
    /// bonus.
    #[inline]
    pub fn replacement_cost(&self, seat: Seat, at: Square) -> i32 {
        let champion = self.pieces.kind_on(at).map_or(0, |kind| Self::piece_value(kind.index()));
        champion - Self::advance(seat, at)
    }

    /// Square of the cheapest re-placement among the champions present, the first of several.
    fn cheapest_replacement(&self, seat: Seat, present: Set) -> Option<Square> {
        let champions = self.champions(seat) & present;
        champions.into_iter().min_by_key(|&at| (self.replacement_cost(seat, at), at.index()))
    }

    /// Capture value of a king of Keyles on a square, with only the pieces of a set present: the game if they include
    /// no champion; minus the game if the king would come back to win or has won already; else the cost of its
    /// re-placement and the loss of its advance.
    fn king_value(&self, seat: Seat, king: Square, present: Set) -> i32 {
        if Self::end_zone(seat).has(king) || self.would_win_by_replacement(seat, present) {
            return -Self::THE_GAME;
        }
        let given = self.cheapest_replacement(seat, present);
        given.map_or(Self::THE_GAME, |at| self.replacement_cost(seat, at) + Self::advance(seat, king))
    }

    /// Capture value of an enemy piece of a kind on a square, in centipawns.
    pub(super) fn capture_value(&self, kind: usize, on: Square) -> i32 {
        if R::KING_IS_ROYAL || kind != Kind::King.index() {
            return Self::piece_value(kind);
        }
        self.king_value(self.side.opponent(), on, Set::ALL)
    }

    /// SEE with a threshold: true if `mv` and the best captures on its target by both sides leave the mover at least
    /// `threshold` centipawns ahead.
    ///
    /// Each side captures with its least valuable attacker and may stop when going on would lose. Pins and exchanges of
    /// pions on the way are left aside. A king of Keyles counts with its [value](Self::king_value) in the position; the
    /// king and the champion that it comes back for then take no further part, and its side goes on capturing.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32) -> bool {
        if is_replacement(mv) {
            return threshold <= 0;
        }
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let (side, enemy) = (self.side, self.side.opponent());
        let arriving = exchange_kind(mv).unwrap_or(moving);
        let occupied = self.pieces.occupied().without(from.into());
        let mut sequence = CaptureSequence { position: self, on: to, standing: arriving, occupied, spent: to.into() };

        let captured = self.pieces.kind_on(to);
        let value = captured.map_or(0, |kind| sequence.price(kind, enemy));
        if !R::KING_IS_ROYAL && moving == Kind::King && Self::end_zone(side).has(to) {
            return threshold <= Self::THE_GAME;
        }
        if value.abs() == Self::THE_GAME {
            return threshold <= value;
        }
        let price = sequence.price(arriving, side);
        let promotion = if arriving == moving { 0 } else { price - Self::piece_value(moving.index()) };
        // A royal king is not recaptured: its move would be illegal.
        let risk = if R::KING_IS_ROYAL && moving == Kind::King { 0 } else { price };
        if captured == Some(Kind::King) {
            sequence.give_champion(enemy);
        }
        swap_ge(value + promotion, risk, threshold, side, |side| sequence.capture(side))
    }
}

/// State of a capture sequence on one square.
struct CaptureSequence<'a, R: Rules> {
    position: &'a Position<R>,
    on: Square,
    /// Kind of the piece on the square.
    standing: Kind,
    /// Occupancy for sliders. The square itself is irrelevant.
    occupied: Set,
    /// Pieces that take no part: the one on the square, and champions given up for kings.
    spent: Set,
}

impl<R: Rules> CaptureSequence<'_, R> {
    /// Pieces that are still present.
    fn present(&self) -> Set {
        self.occupied.without(self.spent)
    }

    /// Capture value of a piece of a kind on the square.
    fn price(&self, kind: Kind, seat: Seat) -> i32 {
        if R::KING_IS_ROYAL || kind != Kind::King {
            return Position::<R>::piece_value(kind.index());
        }
        self.position.king_value(seat, self.on, self.present())
    }

    /// The side whose king has just been captured on the square re-places it, or has lost: then nothing follows.
    fn give_champion(&mut self, seat: Seat) {
        match self.position.cheapest_replacement(seat, self.present()) {
            Some(at) => self.spent |= at.into(),
            None => self.occupied = Set::EMPTY,
        }
    }

    /// Captures with the least valuable attacker of a side. Returns its value, or `None` without an attacker.
    fn capture(&mut self, side: Seat) -> Option<i32> {
        let attackers = |seat| self.position.attackers(self.on, seat, self.occupied) & self.present();
        let own = attackers(side);
        let squares = |kind| own & self.position.pieces.kind(kind);
        let priced = Position::<R>::BY_VALUE.into_iter().filter(|&kind| squares(kind).any());
        let mut priced = priced.map(|kind| (kind, self.price(kind, side)));
        // Only a king that is not royal has a value that changes its place in the order.
        let (cheapest, price) = if R::KING_IS_ROYAL { priced.next() } else { priced.min_by_key(|&(_, price)| price) }?;
        // A royal king captures only what is no longer defended.
        if R::KING_IS_ROYAL && cheapest == Kind::King && attackers(side.opponent()).any() {
            return None;
        }
        self.occupied = self.occupied.without(squares(cheapest).first().into());
        if self.standing == Kind::King {
            self.give_champion(side.opponent());
        }
        self.standing = cheapest;
        Some(price)
    }
}
