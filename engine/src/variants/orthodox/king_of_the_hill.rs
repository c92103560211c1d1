//! King of the hill: a king in the centre wins.

use super::{EightFiles, PiecesOf, Position, Rules};
use crate::board::{Bitboard, leapers};
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::variants::GameInfo;

/// The hill: d4, e4, d5, e5.
pub const HILL: Bitboard = Bitboard(0x18_1800_0000);

const HILL_REACHED: Reason = Reason::new(&ReasonInfo {
    name: "HillReached",
    wording: Wording::ByWinner(&["White's king is on the hill", "Black's king is on the hill"]),
});

/// Rules of king of the hill.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WithHill;

impl Rules for WithHill {
    const INFO: GameInfo = GameInfo {
        name: "kingofthehill",
        title: "King of the hill",
        goal: "Bring your king to one of the four squares in the centre, or checkmate the enemy king.",
        aliases: &["king of the hill", "koth"],
        bench_reduction: 0,
    };
    const PGN_VARIANTS: [Option<&'static str>; 2] = [Some("King of the Hill"); 2];
    const KEY_SEED: u64 = 0x6869_6c6c_0000_0001;
    type Board = EightFiles;
    type Memory = ();

    /// A bare king may still reach the hill.
    #[inline(always)]
    fn is_dead(_: &PiecesOf<Self>) -> bool {
        false
    }

    /// Only the king of the side that has just moved counts.
    #[inline(always)]
    fn decided(position: &Position<Self>) -> Option<Outcome> {
        let mover = position.side.opponent();
        HILL.has(position.king(mover)).then_some(Outcome::Win(mover, HILL_REACHED))
    }

    #[inline(always)]
    fn wins_at_once(position: &Position<Self>) -> bool {
        let (side, occupied) = (position.side, position.pieces.occupied());
        let king = position.king(side);
        let steps = (leapers::king(king) & HILL).without(position.pieces.of(side));
        let open = occupied ^ king.into();
        steps.into_iter().any(|to| position.attackers(to, side.opponent(), open).is_empty())
    }
}
