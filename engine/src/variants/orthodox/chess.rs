//! Orthodox chess by the rules of FIDE.

use super::{Kind, Pieces, Rules};
use crate::board::Bitboard;
use crate::game::Seat;
use crate::variants::GameInfo;

/// The rules of orthodox chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Standard;

impl Rules for Standard {
    const INFO: GameInfo =
        GameInfo { name: "chess", title: "Chess", aliases: &["standard", "normal"], bench_reduction: 0 };
    const KEY_SEED: u64 = 0x6368_6573_7300_0001;
    const KNIGHTS_FIGHT: bool = true;
    const EN_PASSANT: bool = true;
    const PAWNS_ONLY_ADVANCE: bool = true;
    const DEAD_IS_OVER: bool = false;

    #[inline(always)]
    fn survey(_: &Pieces) -> Standard {
        Standard
    }

    #[inline(always)]
    fn relayed(&self, _: Seat) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Bare kings, a single minor piece, or bishops that all stand on squares of one colour.
    #[inline(always)]
    fn is_dead(pieces: &Pieces) -> bool {
        let men = pieces.occupied().without(pieces.kind(Kind::King));
        let bishops = pieces.kind(Kind::Bishop);
        match men.len() {
            0 => true,
            1 => (pieces.kind(Kind::Knight) | bishops) == men,
            _ => {
                let light = men & Bitboard::LIGHT_SQUARES;
                men == bishops && (light.is_empty() || light == men)
            }
        }
    }
}
