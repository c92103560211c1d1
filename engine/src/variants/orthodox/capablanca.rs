//! Capablanca chess (José Raúl Capablanca, 1920s): ten files, with archbishop and chancellor.

use super::{CastlingFiles, Kind, Rules, TenFiles};
use crate::variants::GameInfo;

/// Rules of Capablanca chess, as Fairy-Stockfish plays it. The king castles three files to either side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WithCompounds;

impl Rules for WithCompounds {
    const INFO: GameInfo = GameInfo {
        name: "capablanca",
        title: "Capablanca chess",
        goal: "Checkmate the enemy king.",
        aliases: &[],
        bench_reduction: 1,
    };
    const KEY_SEED: u64 = 0x6361_7061_626c_6101;
    const START: &'static str = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    const CASTLING: CastlingFiles = CastlingFiles { king: 5, king_targets: [8, 2], rook_targets: [7, 3] };
    const PROMOTIONS: &'static [Kind] =
        &[Kind::Queen, Kind::Knight, Kind::Chancellor, Kind::Archbishop, Kind::Rook, Kind::Bishop];
    const SEE_VALUES: &'static [i32] = &[100, 300, 340, 500, 950, 0, 800, 900];
    const LEAST_VALUABLE_FIRST: &'static [Kind] = &[
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Archbishop,
        Kind::Chancellor,
        Kind::Queen,
        Kind::King,
    ];
    type Board = TenFiles;
    type Memory = ();
}
