//! BRS+: which moves an opponent may choose from, and the move that it plays where it has no choice.

use super::{Coalition, Form};
use crate::game::{GenType, Multiplayer, Seat};
use crate::moves::{Move, MoveList};

/// Choice of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Every move: the root player, Paranoid, and in BRS+ the last opponent of a round whose choice is unused.
    Free,
    /// Every move, but any other than this one uses up the free choice of the round.
    Open(Move),
    /// The choice of the round is used up: only this move.
    Used(Move),
}

impl Choice {
    /// True if the free choice of the round is used up.
    #[inline(always)]
    pub fn is_used(self) -> bool {
        matches!(self, Choice::Used(_))
    }

    /// True if the free choice of the round is used up after a move.
    #[inline(always)]
    pub fn is_used_after(self, mv: Move) -> bool {
        match self {
            Choice::Free => false,
            Choice::Open(ordered) => mv != ordered,
            Choice::Used(_) => true,
        }
    }
}

impl<G: Multiplayer> Coalition<G> {
    /// Choice of the player to move, if the choice of the round is `used` so far.
    #[inline(always)]
    pub(super) fn next_choice(&self, used: bool) -> Choice {
        if self.form == Form::Paranoid || self.is_root_to_move() || (!used && self.is_last_of_round()) {
            return Choice::Free;
        }
        if self.game.outcome().is_some() || !self.game.is_in(self.root) {
            return Choice::Free;
        }
        match ordering_move(&self.game) {
            Some(mv) if used => Choice::Used(mv),
            Some(mv) => Choice::Open(mv),
            None => Choice::Free,
        }
    }

    /// True if the root player moves after the player to move, as far as all stay in.
    pub(super) fn is_last_of_round(&self) -> bool {
        let mover = self.game.side_to_move().index();
        let after = (1..=G::SEATS).map(|step| Seat::new((mover + step) % G::SEATS));
        after.into_iter().find(|&seat| self.game.is_in(seat)) == Some(self.root)
    }
}

/// First move of the static ordering: of the moves that answer a threat, the one that gains most, where a move that
/// loses its piece by SEE gains nothing; among equals the first of the generator. Own pieces, and so the last castle,
/// are not given up if there is anything else. Exported for the tests.
pub fn ordering_move<G: Multiplayer>(game: &G) -> Option<Move> {
    let mut moves = MoveList::new();
    game.moves(GenType::Noisy, &mut moves);
    let in_check = game.in_check();
    let capture = moves.iter().copied().filter(|&mv| !in_check || game.is_evasion(mv));
    let capture = capture.filter(|&mv| game.gain(mv) > 0).filter(|&mv| game.see_ge(mv, 1));
    if let Some(best) = first_max(capture, |mv| game.gain(mv)) {
        return Some(best);
    }
    moves.clear();
    game.moves(GenType::All, &mut moves);
    let rank = |mv: Move| {
        let evades = !in_check || game.is_evasion(mv);
        (evades, game.gain(mv).min(0), evades && game.see_ge(mv, 0))
    };
    // The first move against which nothing can be said is as good as any after it.
    let sound = moves.iter().copied().find(|&mv| rank(mv) == (true, 0, true));
    sound.or_else(|| first_max(moves.iter().copied(), rank))
}

/// The first of the moves with the greatest rank.
fn first_max<K: Ord>(moves: impl Iterator<Item = Move>, rank: impl Fn(Move) -> K) -> Option<Move> {
    let mut best: Option<(K, Move)> = None;
    for mv in moves {
        let key = rank(mv);
        if best.as_ref().is_none_or(|(highest, _)| key > *highest) {
            best = Some((key, mv));
        }
    }
    best.map(|(_, mv)| mv)
}
