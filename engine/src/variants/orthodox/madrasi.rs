//! Madrasi chess (Abdul Jabbar Karwatkar, 1979): pieces that attack their like paralyse it.

use super::{EightFiles, Kind, Legality, PiecesOf, Position, Rules};
use crate::board::{Bitboard, leapers, sliders};
use crate::game::Seat;
use crate::variants::GameInfo;

/// Rules of Madrasi, kings excluded. Derived state: the paralysed pieces of both sides.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Paralysis {
    paralysed: Bitboard,
}

impl Rules for Paralysis {
    const INFO: GameInfo = GameInfo {
        name: "madrasi",
        title: "Madrasi chess",
        goal: "Checkmate the enemy king; a piece that an enemy of its own kind attacks is paralysed.",
        aliases: &[],
        bench_reduction: 2,
    };
    const KEY_SEED: u64 = 0x6d61_6472_6173_6901;
    const ORTHODOX_CHECKS: bool = false;
    type Board = EightFiles;
    type Memory = ();

    /// A piece other than a king is paralysed while an enemy piece of its kind attacks it, itself paralysed or not.
    fn derive(pieces: &PiecesOf<Self>) -> Paralysis {
        let (white, black, occupied) = (pieces.of(Seat::WHITE), pieces.of(Seat::BLACK), pieces.occupied());
        // Attacks of all kinds but the pawns' are mutual.
        let mutual = |kind: Kind, reach: &dyn Fn(Bitboard) -> Bitboard| {
            let (mine, theirs) = (pieces.kind(kind) & white, pieces.kind(kind) & black);
            if mine.is_empty() || theirs.is_empty() {
                Bitboard::EMPTY
            } else {
                reach(mine) & theirs | reach(theirs) & mine
            }
        };
        let slides = |from: Bitboard, slide: fn(crate::board::Square, Bitboard) -> Bitboard| {
            from.into_iter().fold(Bitboard::EMPTY, |reach, square| reach | slide(square, occupied))
        };
        let pawns = pieces.kind(Kind::Pawn);
        let paralysed = leapers::pawn_attacks(Seat::WHITE, pawns & white) & pawns & black
            | leapers::pawn_attacks(Seat::BLACK, pawns & black) & pawns & white
            | mutual(Kind::Knight, &leapers::knight_leaps)
            | mutual(Kind::Bishop, &|from| slides(from, sliders::bishop))
            | mutual(Kind::Rook, &|from| slides(from, sliders::rook))
            | mutual(Kind::Queen, &|from| slides(from, sliders::queen));
        Paralysis { paralysed }
    }

    #[inline(always)]
    fn paralysed(&self) -> Bitboard {
        self.paralysed
    }

    /// A paralysis that a move begins or ends gives and takes checks where no line shows it.
    #[inline(always)]
    fn legality(_: &Position<Self>, _: Seat) -> Legality {
        Legality::Test
    }
}
