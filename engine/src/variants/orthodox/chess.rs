//! Orthodox chess by the FIDE laws.

use super::{Kind, Pieces, Rules};
use crate::board::Bitboard;
use crate::game::Seat;
use crate::variants::GameInfo;

/// Rules of orthodox chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Standard;

impl Rules for Standard {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        title: "Chess",
        aliases: &[
            "standard",
            "normal",
            "from position",
            "chess960",
            "chess 960",
            "fischerandom",
            "fischerrandom",
            "fischer random",
        ],
        bench_reduction: 0,
    };
    const PGN_VARIANTS: [Option<&'static str>; 2] = [None, Some("Chess960")];
    const KEY_SEED: u64 = 0x6368_6573_7300_0001;
    const KNIGHTS_FIGHT: bool = true;
    const EN_PASSANT: bool = true;
    const PAWNS_ONLY_ADVANCE: bool = true;
    const DEAD_IS_OVER: bool = false;

    #[inline(always)]
    fn derive(_: &Pieces) -> Standard {
        Standard
    }

    #[inline(always)]
    fn relayed(&self, _: Seat) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Insufficient material: bare kings, a single minor piece, or bishops that all stand on squares of one colour.
    #[inline(always)]
    fn is_dead(pieces: &Pieces) -> bool {
        let others = pieces.occupied().without(pieces.kind(Kind::King));
        let bishops = pieces.kind(Kind::Bishop);
        match others.len() {
            0 => true,
            1 => (pieces.kind(Kind::Knight) | bishops) == others,
            _ => {
                let light = others & Bitboard::LIGHT_SQUARES;
                others == bishops && (light.is_empty() || light == others)
            }
        }
    }
}
