//! The traits of a game.

use super::Position;
use super::catalogue::in_play;
use super::description::{Description, Goal, MAX_KINDS, SideResult};
use super::make::{piece_key, turn_key};
use super::moves::{CASTLE, EN_PASSANT, promotion, squares};
use crate::board::ten::{Set, Square};
use crate::board::zobrist;
use crate::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MoveFacts, SearchHints, Seat, Symmetry,
    ToAct,
};
use crate::move_role::{MoveRole, MoveRoles};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};

const LAST_CHECK: Reason = Reason::new(&ReasonInfo {
    name: "LastCheck",
    wording: Wording::ByWinner(&["White gives the last check", "Black gives the last check"]),
});
const GOAL_REACHED: Reason = Reason::new(&ReasonInfo {
    name: "GoalReached",
    wording: Wording::ByWinner(&["White reaches the goal", "Black reaches the goal"]),
});
const EXTINCT: Reason = Reason::new(&ReasonInfo { name: "Extinction", wording: Wording::Fixed("A kind is extinct") });
const BARE: Reason =
    Reason::new(&ReasonInfo { name: "AllCaptured", wording: Wording::Fixed("A side has no man left") });

/// Outcome of a result for a side.
fn outcome_of(result: SideResult, seat: Seat, reason: Reason) -> Outcome {
    match result {
        SideResult::Win => Outcome::Win(seat, reason),
        SideResult::Loss => Outcome::Win(seat.opponent(), reason),
        SideResult::Draw => Outcome::Draw(reason),
    }
}

impl Position {
    /// Outcome by a rule of the game's own. There are no moves then.
    #[inline]
    pub(super) fn decided(&self, rules: &Description) -> Option<Outcome> {
        let mover = self.side.opponent();
        if rules.checks.is_some() {
            let winner = Seat::BOTH.into_iter().find(|seat| self.checks_left[seat.index() & 1] == 0);
            if let Some(seat) = winner {
                return Some(Outcome::Win(seat, LAST_CHECK));
            }
        }
        if let Some(Goal { kinds, squares, .. }) = &rules.goal {
            let arrived = self.pieces.of(mover) & squares[mover.index() & 1];
            if arrived.any() && kinds.iter().any(|&kind| (arrived & self.pieces.kind(kind)).any()) {
                return Some(Outcome::Win(mover, GOAL_REACHED));
            }
        }
        for seat in [self.side, mover] {
            if let Some((kinds, result)) = &rules.extinction
                && kinds.iter().any(|&kind| self.pieces.get(seat, kind).is_empty())
            {
                return Some(outcome_of(*result, seat, EXTINCT));
            }
            if let Some(result) = rules.bare
                && self.pieces.of(seat).is_empty()
            {
                return Some(outcome_of(result, seat, BARE));
            }
        }
        None
    }

    /// Dead position: only two royal pieces are left, and no other rule can win.
    fn is_dead(&self, rules: &Description) -> bool {
        let only_mate_wins = rules.goal.is_none() && rules.extinction.is_none() && rules.stalemate == SideResult::Draw;
        only_mate_wins
            && self.pieces.occupied().len() == 2
            && Seat::BOTH.iter().all(|&seat| self.royal_square(rules, seat).is_some())
    }

    /// Letter of the piece on a square, White's in capitals.
    pub fn letter_on(&self, square: Square) -> Option<char> {
        self.pieces.on(square).map(|(seat, kind)| in_play().letter(seat, kind))
    }
}

impl Game for Position {
    fn name() -> &'static str {
        &in_play().name
    }

    fn has_checkmate() -> bool {
        in_play().is_royal.contains(&true)
    }

    fn start() -> Self {
        Position::start_by(in_play())
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.side)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let rules = in_play();
        self.decided(rules).or_else(|| self.is_dead(rules).then_some(Outcome::Draw(Reason::INSUFFICIENT_MATERIAL)))
    }

    fn no_moves_outcome(&self) -> Outcome {
        if self.in_check() {
            return Outcome::Win(self.side.opponent(), Reason::CHECKMATE);
        }
        let reason = if in_play().stalemate == SideResult::Loss { Reason::NO_MOVE } else { Reason::STALEMATE };
        outcome_of(in_play().stalemate, self.side, reason)
    }

    fn moves(&self, stage: GenType, out: &mut MoveList) {
        self.generate(in_play(), stage, Set::ALL, &mut |mv| out.push(mv));
    }

    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.generate(in_play(), GenType::All, Set::ALL, &mut |_| count += 1);
        count
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv.from() >= Square::COUNT || mv.to() >= Square::COUNT {
            return false;
        }
        let mut found = false;
        self.generate(in_play(), GenType::All, squares(mv)[0].into(), &mut |legal| found |= legal == mv);
        found
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
        for square in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(square) {
                observer.put(seat, kind, square.index());
            }
        }
    }
}

impl Chance for Position {}

impl CompositeMoves for Position {}

impl Symmetry for Position {}

impl MoveRoles for Position {
    fn move_role(&self, mv: Move) -> MoveRole {
        let promotion = promotion(mv).map(|kind| in_play().letter(Seat::BLACK, kind));
        MoveRole::Step { from: mv.from(), to: mv.to(), promotion }
    }

    fn field_name(&self, field: usize) -> String {
        Square::from_index(field).to_string()
    }
}

impl MoveFacts for Position {
    const KINDS: usize = MAX_KINDS;

    const FIELDS: usize = Square::COUNT;

    #[inline]
    fn in_check(&self) -> bool {
        self.is_checked(in_play(), self.side)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        let (mut next, rules) = (*self, in_play());
        next.play_board(rules, mv, &mut ());
        next.is_checked(rules, self.side.opponent())
    }

    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        self.pieces.kind_on(squares(mv)[0]).unwrap_or(0)
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        mv.to()
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        match mv.kind() {
            EN_PASSANT => in_play().pawn,
            CASTLE => None,
            _ => self.pieces.kind_on(squares(mv)[1]),
        }
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        promotion(mv).is_some() || self.captures(mv)
    }

    /// 0 where the side that loses its men wins: exchanges say nothing there.
    #[inline]
    fn piece_value(kind: usize) -> i32 {
        let rules = in_play();
        if rules.rewards_loss() { 0 } else { rules.kinds.get(kind).map_or(0, |kind| kind.value) }
    }

    /// Underpromotion pays only where the best piece would stalemate.
    #[inline]
    fn promotion_gain(&self, mv: Move) -> i32 {
        let Some(kind) = promotion(mv) else { return 0 };
        let rules = in_play();
        let pawn = rules.pawn.map_or(0, Self::piece_value);
        let best = rules.promotions.iter().map(|&kind| Self::piece_value(kind)).max().unwrap_or(0);
        let value = Self::piece_value(kind);
        if value == best { value - pawn } else { -pawn }
    }
}

impl SearchHints for Position {
    const EXPECTED_MOVES: u32 = 16;

    #[inline]
    fn known_mate(&self) -> Option<usize> {
        self.wins_at_once(in_play()).then_some(1)
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let code_on = |square| self.pieces.code_on(square);
        self.key ^ turn_key() ^ zobrist::step(self.side, squares(mv), code_on, piece_key)
    }

    /// Pawn key, and the non-pawn keys of White and Black.
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let pawns = in_play().pawn.map_or(Set::EMPTY, |pawn| self.pieces.kind(pawn));
        let digest = |squares| zobrist::digest(self.pieces.words(squares));
        [
            digest(pawns),
            digest(self.pieces.of(Seat::WHITE).without(pawns)),
            digest(self.pieces.of(Seat::BLACK).without(pawns)),
        ]
    }

    /// Zugzwang is common where a side has only a king and pawns, and where captures are forced.
    #[inline]
    fn null_move_allowed(&self) -> bool {
        let rules = in_play();
        let kept = [rules.pawn, rules.royal].into_iter().flatten();
        let idle = kept.fold(Set::EMPTY, |set, kind| set | self.pieces.kind(kind));
        !rules.must_capture && self.pieces.of(self.side).without(idle).any() && !self.in_check()
    }
}
