//! The traits of a game: rules and results.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{BoardObserver, Chance, CompositeMoves, Game, GenType, ToAct};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::seat::Seat;
use crate::variants::kaleido::MoveKind;
use crate::variants::kaleido::game::NO_KNOCK_OUT;
use crate::variants::kaleido::moves::PASS;
use crate::variants::{Described, GameInfo};

/// All others are out.
pub const LAST_IN: Reason = Reason::new(&ReasonInfo {
    name: "LastIn",
    wording: Wording::ByWinner(&[
        "White is the last one in",
        "Red is the last one in",
        "Black is the last one in",
        "Green is the last one in",
    ]),
});

impl<R: Rules> Game for Position<R> {
    fn name() -> &'static str {
        R::INFO.name
    }
    const SEAT_NAMES: &'static [&'static str] = R::SEAT_NAMES;
    /// Fifty for each player of the game's beginning.
    const NO_PROGRESS_PLIES: u32 = 50 * Self::SEATS as u32;
    const NO_PROGRESS: Reason = NO_KNOCK_OUT;

    fn has_checkmate() -> bool {
        false
    }

    fn start() -> Self {
        R::START.parse().expect("the start position is sound")
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        ToAct::Seat(self.side)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    /// A player is in as long as it has a piece: they leave the board together.
    #[inline(always)]
    fn is_in(&self, seat: Seat) -> bool {
        self.pieces.of(seat).any()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome::Win(self.side, LAST_IN))
    }

    /// Only the winner has no move: a player who cannot move a piece passes, and is out.
    fn no_moves_outcome(&self) -> Outcome {
        Outcome::Win(self.side, LAST_IN)
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
        let sources = match MoveKind::of(mv) {
            Some((MoveKind::Normal, None)) if mv.from() < Field::COUNT => Field::from_index(mv.from()).into(),
            Some((MoveKind::Pass, None)) if mv == PASS => Set::EMPTY,
            _ => return false,
        };
        let mut found = false;
        self.generate(GenType::All, sources, &mut |legal| found |= legal == mv);
        found
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.compute_key()
    }

    /// Plies since the last knock-out or exit.
    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn without_counters(&self) -> Self {
        Position { clock: 0, round: 1, ..*self }
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

impl<R: Rules> Chance for Position<R> {}

impl<R: Rules> CompositeMoves for Position<R> {}
