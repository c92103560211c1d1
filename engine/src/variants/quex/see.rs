//! Static exchange evaluation: what the captures on one square come to.

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::{SIZE, Set, Square};
use crate::game::{MoveFacts, Seat};
use crate::moves::Move;
use crate::variants::see::{least_valuable_first, recaptures_suffice};

impl<R: Rules> Position<R> {
    /// The kinds from the cheapest to the dearest, as exchanges are reckoned.
    const BY_WORTH: [Kind; Kind::COUNT] = least_valuable_first(Kind::ALL, Self::SEE_VALUES);

    /// What is worth as much as the whole game.
    pub(super) const THE_GAME: i32 = 10_000;

    /// Centipawns by kind, as exchanges are reckoned. A royal king is beyond price, and captures last; the king of
    /// Keyles has a price that depends on the position, and here what he is commonly worth.
    pub(super) const SEE_VALUES: [i32; Kind::COUNT] =
        [if R::KING_IS_ROYAL { Self::THE_GAME } else { 250 }, 900, 500, 400, 300, 300, 300, 150, 130, 150, 100];

    /// Centipawns that a king of Keyles is better off on each rank, counted from his own end zone. The last is where he
    /// has won.
    const ADVANCE: [i32; SIZE] = [0, 0, 0, 10, 25, 50, 85, 135, 200, 300];

    /// What a king of Keyles on a square has gained by advancing, in centipawns.
    #[inline]
    pub fn advance(seat: Seat, square: Square) -> i32 {
        Self::ADVANCE[if seat == Seat::WHITE { square.rank() } else { SIZE - 1 - square.rank() }]
    }

    /// What it costs a side to put its king back on a square, in centipawns: the champion there, less what the king
    /// gains by standing there.
    #[inline]
    pub fn cost_of_return(&self, seat: Seat, at: Square) -> i32 {
        let champion = self.pieces.kind_on(at).map_or(0, |kind| Self::piece_value(kind.index()));
        champion - Self::advance(seat, at)
    }

    /// The champion that a side would give for its king, of those present: the one that costs least, the first of
    /// several.
    fn given_for_king(&self, seat: Seat, present: Set) -> Option<Square> {
        let champions = self.champions(seat) & present;
        champions.into_iter().min_by_key(|&at| (self.cost_of_return(seat, at), at.index()))
    }

    /// What the capture of a king of Keyles on a square is worth if only the men on some squares are present: the game
    /// if there is no champion among them, the game for his own side if he would come back to win or has won already,
    /// else what his return costs and what he loses by it.
    fn king_prize(&self, seat: Seat, king: Square, present: Set) -> i32 {
        if Self::end_zone(seat).has(king) || self.would_return_to_win(seat, present) {
            return -Self::THE_GAME;
        }
        let given = self.given_for_king(seat, present);
        given.map_or(Self::THE_GAME, |at| self.cost_of_return(seat, at) + Self::advance(seat, king))
    }

    /// What the capture of an enemy man of a kind on a square gains.
    pub(super) fn prize(&self, kind: usize, on: Square) -> i32 {
        if R::KING_IS_ROYAL || kind != Kind::King.index() {
            return Self::piece_value(kind);
        }
        self.king_prize(self.side.opponent(), on, Set::ALL)
    }

    /// Whether `mv` and the best captures on its target by both sides leave the mover at least `threshold` ahead.
    ///
    /// Each side captures with its cheapest man and may stop when going on would lose. Pins and exchanges of pions on
    /// the way are not looked at. A king of Keyles captures and is captured at his [prize](Self::king_prize); he and
    /// the champion he comes back for then take no further part, and the exchange goes on with his side's move.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32) -> bool {
        if is_replacement(mv) {
            return threshold <= 0;
        }
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let (side, enemy) = (self.side, self.side.opponent());
        let arriving = exchange_kind(mv).unwrap_or(moving);
        let occupied = self.pieces.occupied().without(from.into());
        let mut men = Exchange { position: self, on: to, standing: arriving, occupied, spent: to.into() };

        // What the move has gained beyond the threshold if nothing is captured back.
        let victim = self.pieces.kind_on(to);
        let prize = victim.map_or(0, |kind| men.price(kind, enemy));
        if !R::KING_IS_ROYAL && moving == Kind::King && Self::end_zone(side).has(to) {
            return threshold <= Self::THE_GAME;
        }
        if prize.abs() == Self::THE_GAME {
            return threshold <= prize;
        }
        let price = men.price(arriving, side);
        let promotion = if arriving == moving { 0 } else { price - Self::piece_value(moving.index()) };
        let balance = prize + promotion - threshold;
        let balance_if_lost = balance - price;
        if balance < 0 || balance_if_lost >= 0 || R::KING_IS_ROYAL && moving == Kind::King {
            return balance >= 0;
        }
        if victim == Some(Kind::King) {
            men.give_champion(enemy);
        }
        recaptures_suffice(balance_if_lost, side, |side| men.capture(side))
    }
}

/// The men who may still capture on a square.
struct Exchange<'a, R: Rules> {
    position: &'a Position<R>,
    on: Square,
    /// The kind of the man who stands there.
    standing: Kind,
    /// What lines still end at. The square itself does not matter.
    occupied: Set,
    /// Who takes no part: whoever stands on the square, and champions given for kings.
    spent: Set,
}

impl<R: Rules> Exchange<'_, R> {
    /// Those of the board's men who are still there.
    fn present(&self) -> Set {
        self.occupied.without(self.spent)
    }

    /// What the other side gains by capturing a man of a kind on the square.
    fn price(&self, kind: Kind, seat: Seat) -> i32 {
        if R::KING_IS_ROYAL || kind != Kind::King {
            return Position::<R>::piece_value(kind.index());
        }
        self.position.king_prize(seat, self.on, self.present())
    }

    /// A side whose king has just been captured on the square puts him back, or has lost: then nothing follows.
    fn give_champion(&mut self, seat: Seat) {
        match self.position.given_for_king(seat, self.present()) {
            Some(at) => self.spent |= at.into(),
            None => self.occupied = Set::EMPTY,
        }
    }

    /// Lets a side capture with the man whose loss would cost it least; says what that man would be worth, or that
    /// there is none.
    fn capture(&mut self, side: Seat) -> Option<i32> {
        let attackers = |seat| self.position.attackers(self.on, seat, self.occupied) & self.present();
        let own = attackers(side);
        let squares = |kind| own & self.position.pieces.kind(kind);
        let priced = Position::<R>::BY_WORTH.into_iter().filter(|&kind| squares(kind).any());
        let mut priced = priced.map(|kind| (kind, self.price(kind, side)));
        // Only the price of a king who is not royal may put him elsewhere in the order.
        let (cheapest, price) = if R::KING_IS_ROYAL { priced.next() } else { priced.min_by_key(|&(_, price)| price) }?;
        // A royal king may capture only what is no longer defended.
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
