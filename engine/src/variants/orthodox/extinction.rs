//! Extinction chess (R. Wayne Schmittberger, 1985): a side without any one of its kinds has lost.

use super::{EightFiles, Kind, PiecesOf, Position, Rules};
use crate::game::Seat;
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::variants::GameInfo;

const EXTINCT: Reason = Reason::new(&ReasonInfo {
    name: "Extinction",
    wording: Wording::ByWinner(&["A black kind is extinct", "A white kind is extinct"]),
});

/// Rules of extinction chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Extinction;

fn is_extinct(pieces: &PiecesOf<Extinction>, seat: Seat) -> bool {
    Kind::ORTHODOX.into_iter().any(|kind| pieces.get(seat, kind).is_empty())
}

impl Rules for Extinction {
    const INFO: GameInfo = GameInfo {
        name: "extinction",
        title: "Extinction chess",
        goal: "Capture the last enemy piece of any kind, be it the king, the queen or the last pawn.",
        aliases: &[],
        bench_reduction: 1,
    };
    const KEY_SEED: u64 = 0x6578_7469_6e63_7401;
    const ROYAL: [bool; 2] = [false; 2];
    const PROMOTIONS: &'static [Kind] = &[Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop, Kind::King];
    const KINDS_MATTER: bool = true;
    const SEE_VALUES: &'static [i32] = &[100, 320, 330, 500, 950, 400];
    type Board = EightFiles;
    type Memory = ();

    #[inline(always)]
    fn is_dead(_: &PiecesOf<Self>) -> bool {
        false
    }

    /// A move by which both sides lose a kind wins for its player (Schmittberger to Fergus Duniho, 2005).
    #[inline(always)]
    fn decided(position: &Position<Self>) -> Option<Outcome> {
        let mover = position.side.opponent();
        let loser = [position.side, mover].into_iter().find(|&seat| is_extinct(&position.pieces, seat));
        loser.map(|seat| Outcome::Win(seat.opponent(), EXTINCT))
    }

    /// The capture of the last piece of a kind. En passant captures are left aside.
    #[inline(always)]
    fn wins_at_once(position: &Position<Self>) -> bool {
        let (side, occupied) = (position.side, position.pieces.occupied());
        Kind::ORTHODOX.into_iter().any(|kind| {
            let prey = position.pieces.get(side.opponent(), kind);
            !prey.several() && prey.into_iter().any(|at| position.attackers(at, side, occupied).any())
        })
    }
}
