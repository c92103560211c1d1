//! Wins at once: moves that reach the goal, capture the last piece of a kind or of a side, or give the last check.

use super::Position;
use super::description::{Description, SideResult};
use super::moves::squares;
use crate::board::ten::Set;
use crate::game::{GenType, Seat};
use crate::outcome::Outcome;

/// Moves that may win: from some squares to some others.
struct Candidates {
    sources: Set,
    targets: Set,
}

impl Position {
    /// True if a legal move wins by a rule of the game's own. Castling to a goal is left aside, and so are en passant
    /// captures of a last pawn.
    pub(super) fn wins_at_once(&self, rules: &Description) -> bool {
        if rules.goal.is_none() && rules.extinction.is_none() && rules.bare.is_none() && rules.checks.is_none() {
            return false;
        }
        let candidates = self.winning_candidates(rules);
        if candidates.sources.is_empty() {
            return false;
        }
        let mut wins = false;
        self.generate(rules, GenType::All, candidates.sources, &mut |mv| {
            if !wins && candidates.targets.has(squares(mv)[1]) {
                let mut next = *self;
                next.play_by(rules, mv);
                wins = matches!(next.decided(rules), Some(Outcome::Win(winner, _)) if winner == self.side);
            }
        });
        wins
    }

    fn winning_candidates(&self, rules: &Description) -> Candidates {
        let own = self.pieces.of(self.side);
        if rules.checks.is_some() && self.checks_left[self.side.index() & 1] == 1 {
            return Candidates { sources: own, targets: Set::ALL };
        }
        let (mut sources, mut targets) = (Set::EMPTY, Set::EMPTY);
        if let Some(goal) = &rules.goal {
            let seat = self.side.index() & 1;
            targets |= goal.squares[seat];
            for (kind, approaches) in goal.approaches.iter().enumerate() {
                sources |= own & self.pieces.kind(kind) & approaches[seat];
            }
        }
        for prey in self.last_pieces(rules, self.side.opponent()) {
            targets |= prey.into();
            sources |= self.attackers(rules, prey, self.side, self.pieces.occupied());
        }
        Candidates { sources, targets }
    }

    /// Pieces without which a side loses.
    fn last_pieces(&self, rules: &Description, seat: Seat) -> Set {
        let all = self.pieces.of(seat);
        let mut last = all.when(rules.bare == Some(SideResult::Loss) && !all.several());
        if let Some((kinds, SideResult::Loss)) = &rules.extinction {
            for &kind in kinds {
                let pieces = self.pieces.get(seat, kind);
                last |= pieces.when(!pieces.several());
            }
        }
        last
    }
}
