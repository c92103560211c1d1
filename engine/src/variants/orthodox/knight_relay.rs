//! Knight relay chess (Mannis Charosh, 1972): knights lend their leap to the pieces that they defend.
//!
//! Everything else is orthodox chess, or follows from a relayed leap being an attack like any other.

use super::{EightFiles, Kind, PiecesOf, Rules};
use crate::board::{Bitboard, leapers};
use crate::game::Seat;
use crate::variants::GameInfo;

/// Rules of knight relay chess. Derived state: the relayed pieces of each side, which a knight of their own defends.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Relay {
    relayed: [Bitboard; 2],
}

impl Rules for Relay {
    const INFO: GameInfo = GameInfo {
        name: "knightrelay",
        title: "Knight relay chess",
        goal: "Checkmate the enemy king; knights capture nothing, but pieces that they guard leap like them.",
        aliases: &[],
        bench_reduction: 0,
    };
    const KEY_SEED: u64 = 0x6b6e_6967_6874_0001;
    const KNIGHTS_FIGHT: bool = false;
    const EN_PASSANT: bool = false;
    const CHESS960: bool = true;
    const CAN_BE_REACHED: bool = true;
    const PROGRESS_IS_FINAL: bool = false;
    const DEAD_IS_OVER: bool = true;
    /// A check has few answers: knights lend their leaps to what they guard, and nothing takes a knight.
    const THREAT_SOLVER_DEPTH: usize = 11;
    type Board = EightFiles;
    type Memory = ();

    /// Neither kings nor knights are relayed.
    #[inline(always)]
    fn derive(pieces: &PiecesOf<Self>) -> Relay {
        let receivers = pieces.occupied().without(pieces.kind(Kind::King) | pieces.kind(Kind::Knight));
        let relayed = |seat| {
            let defended = leapers::knight_leaps(pieces.get(seat, Kind::Knight));
            defended & receivers & pieces.of(seat)
        };
        Relay { relayed: Seat::BOTH.map(relayed) }
    }

    #[inline(always)]
    fn relayed(&self, seat: Seat) -> Bitboard {
        self.relayed[seat.index()]
    }

    /// Insufficient material: kings and knights alone can never give check.
    #[inline(always)]
    fn is_dead(pieces: &PiecesOf<Self>) -> bool {
        pieces.occupied() == pieces.kind(Kind::King) | pieces.kind(Kind::Knight)
    }
}
