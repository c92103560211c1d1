//! Keyles: the king that reaches the far side wins; a captured king comes back.

use super::{Position, Rules};
use crate::outcome::{Reason, ReasonInfo, Wording};
use crate::variants::GameInfo;

/// A king has reached the opponent's end zone.
pub const KING_ARRIVED: Reason = Reason::new(&ReasonInfo {
    name: "KingArrived",
    wording: Wording::ByWinner(&["White's king reaches the end zone", "Black's king reaches the end zone"]),
});

/// Keyles: the king that reaches the far side wins; a captured king comes back.
pub type Keyles = Position<Capturable>;

/// Rules of Keyles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Capturable;

impl Rules for Capturable {
    const INFO: GameInfo = GameInfo {
        name: "keyles",
        title: "Keyles",
        goal: "Bring your king to the far end of the board before the enemy king reaches yours.",
        aliases: &[],
        bench_reduction: 0,
    };
    const KEY_SEED: u64 = 0x6b65_796c_6573_0001;
    const KING_IS_ROYAL: bool = false;
}
