//! Facts about moves and hints for the search, as the two sides of a coalition see them.

use super::super::params::Params;
use super::choice::Choice;
use super::evaluator::{DRAW_VALUES, draw_value};
use super::{Coalition, ROOT_KEYS, USED_KEY};
use crate::game::{CORRECTION_KEYS, Game, MoveFacts, Multiplayer, NullMove, SearchHints, Seat, StaticExchange};
use crate::moves::Move;

impl<G: Multiplayer> MoveFacts for Coalition<G> {
    const KINDS: usize = G::KINDS;
    const FIELDS: usize = G::FIELDS;

    /// The root player may be eliminated by any opponent before its next turn. An opponent has nothing to fear for
    /// the coalition as long as it is not the last one.
    #[inline]
    fn in_check(&self) -> bool {
        (self.is_root_to_move() || self.players_in() == 2) && self.game.in_check()
    }

    /// An opponent's move matters that leaves the root player threatened; what it means for other opponents does not.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        if self.is_root_to_move() {
            return self.game.gives_check(mv);
        }
        let mut next = self.game.clone();
        next.make(mv, &mut ());
        next.outcome().is_none() && next.is_in(self.root) && next.is_threatened(self.root)
    }

    #[inline(always)]
    fn is_evasion(&self, mv: Move) -> bool {
        self.game.is_evasion(mv)
    }

    #[inline(always)]
    fn moved_kind(&self, mv: Move) -> usize {
        self.game.moved_kind(mv)
    }

    #[inline(always)]
    fn target(&self, mv: Move) -> usize {
        self.game.target(mv)
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        if self.captures_ally(mv) { None } else { self.game.captured_kind(mv) }
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        self.captures_enemy(mv)
    }

    #[inline(always)]
    fn piece_value(kind: usize) -> i32 {
        G::piece_value(kind)
    }

    /// A piece of another opponent is lost for the coalition.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        if self.captures_ally(mv) { -self.game.gain(mv) } else { self.game.promotion_gain(mv) }
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        if self.captures_ally(mv) { -self.game.gain(mv) } else { self.game.gain(mv) }
    }

    #[inline]
    fn max_gain(&self, mv: Move) -> i32 {
        if self.captures_ally(mv) { -self.game.gain(mv) } else { self.game.max_gain(mv) }
    }
}

impl<G: Multiplayer> StaticExchange for Coalition<G> {
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if self.captures_ally(mv) {
            return threshold <= self.gain(mv);
        }
        self.game.coalition_see_ge(mv, threshold, self.root)
    }
}

impl<G: Multiplayer> SearchHints for Coalition<G> {
    const EXPECTED_MOVES: u32 = G::EXPECTED_MOVES;
    const SEARCH_PARAMS: Params = G::SEARCH_PARAMS;
    const PLAYERS: usize = G::SEATS;

    #[inline(always)]
    fn player(&self) -> Seat {
        self.game.side_to_move()
    }

    /// The errors of an evaluation are those of the root player's share.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        self.game.correction_keys().map(|key| key ^ ROOT_KEYS[self.root.index()])
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let used = if self.choice.is_used_after(mv) { USED_KEY } else { 0 };
        self.game.key_after(mv) ^ ROOT_KEYS[self.root.index()] ^ used
    }

    /// The player to move eliminates the only one that the other side has left.
    #[inline]
    fn known_mate(&self) -> Option<usize> {
        let wins = if self.is_root_to_move() {
            self.players_in() == 2 && Seat::all(G::SEATS).any(|seat| seat != self.root && self.game.can_eliminate(seat))
        } else {
            !self.choice.is_used() && self.game.can_eliminate(self.root)
        };
        if wins { Some(1) } else { None }
    }

    #[inline]
    fn null_move_allowed(&self) -> bool {
        !self.choice.is_used() && self.outcome().is_none() && self.game.null_move_allowed()
    }

    #[inline]
    fn draw_value(&self, seat: Seat) -> i32 {
        let value = draw_value(self.players_in());
        if seat == Seat::WHITE { value } else { -value }
    }

    #[inline]
    fn is_draw_value(value: i32) -> bool {
        DRAW_VALUES.contains(&value.abs())
    }

    #[inline(always)]
    fn is_ordering_move_node(&self) -> bool {
        self.choice.is_used()
    }

    #[inline]
    fn passes_in_quiescence(&self) -> bool {
        !self.is_root_to_move() && !self.choice.is_used() && !self.is_last_of_round() && self.game.null_move_allowed()
    }
}

/// A player of the coalition that passes leaves the choice of the round as it was.
impl<G: Multiplayer> NullMove for Coalition<G> {
    fn make_null(&mut self) -> (G::Undo, Choice) {
        let used = self.choice.is_used();
        let undo = self.game.make_null();
        let choice = self.next_choice(used);
        (undo, std::mem::replace(&mut self.choice, choice))
    }

    fn unmake_null(&mut self, (undo, choice): (G::Undo, Choice)) {
        self.game.unmake_null(undo);
        self.choice = choice;
    }
}
