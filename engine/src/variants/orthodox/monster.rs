//! Monster chess: a king and four pawns that make two plies a turn, against an army.

use super::series::{self, Series, TurnLengths};
use super::{Board, EightFiles, Kind, Legality, Memory, PiecesOf, Ply, Position, Rules};
use crate::board::{Bitboard, Square, leapers, sliders};
use crate::game::{Game, Seat};
use crate::variants::GameInfo;

/// Two plies a turn for White, one for Black.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct TwoAndOne;

impl TurnLengths for TwoAndOne {
    const WRITTEN: bool = false;
    const WANTED: &'static str = "1 or 2 plies for White, 1 for Black";

    #[inline(always)]
    fn first(seat: Seat) -> u16 {
        if seat == Seat::WHITE { 2 } else { 1 }
    }

    #[inline(always)]
    fn next(seat: Seat, _: u16) -> u16 {
        Self::first(seat)
    }
}

/// Rules of monster chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Monster;

impl Rules for Monster {
    const INFO: GameInfo = GameInfo {
        name: "monster",
        title: "Monster chess",
        goal: "Checkmate the enemy king; White makes two moves in each turn, Black one.",
        aliases: &["super king"],
        bench_reduction: 2,
    };
    const KEY_SEED: u64 = 0x6d6f_6e73_7465_7201;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/2PPPP2/4K3 w kq - 2 0 1";
    const MAY_CASTLE: [bool; 2] = [false, true];
    const ORTHODOX_CHECKS: bool = false;
    const COLOURS_ALIKE: bool = false;
    type Board = EightFiles;
    type Memory = Series<TwoAndOne>;

    /// With two plies a turn a bare king mates.
    #[inline(always)]
    fn is_dead(_: &PiecesOf<Self>) -> bool {
        false
    }

    /// White's second ply is one of chess.
    #[inline(always)]
    fn legality(position: &Position<Self>, side: Seat) -> Legality {
        if side == Seat::WHITE && position.memory.is_mid_turn(side) { Legality::Masks } else { Legality::Test }
    }

    /// White must have a second ply after its first one.
    fn is_sound(position: &Position<Self>, mover: Seat) -> bool {
        if mover == Seat::WHITE { position.count_moves() > 0 } else { !position.is_checked(mover) }
    }

    /// White's king as in chess; Black's if White could capture it with the first or the second of two plies.
    fn is_checked(position: &Position<Self>, seat: Seat) -> bool {
        position.is_attacked_king(seat) || (seat == Seat::BLACK && is_captured_by_second(position))
    }

    #[inline(always)]
    fn finish(position: &mut Position<Self>, ply: Ply) {
        series::finish(position, ply, false);
    }
}

/// True if some ply of White's, by the moves of its men, leaves an attack on Black's king behind.
///
/// No ply is made. A man that moves attacks the king from its target, or opens a line behind itself. Targets are sets,
/// and the king is seen as by each kind.
fn is_captured_by_second(position: &Position<Monster>) -> bool {
    let pieces = &position.pieces;
    let (king, occupied, own) = (position.king(Seat::BLACK), pieces.occupied(), pieces.of(Seat::WHITE));
    own.into_iter().any(|from| {
        let Some(kind) = pieces.kind_on(from) else { return false };
        let targets = targets(kind, from, occupied, own);
        let open = occupied.without(from.into());
        attacks_from(kind, targets, king, open) || discovers(position, from, targets, king, open)
    }) || (position.side == Seat::WHITE && checks_by_en_passant(position, king))
}

/// Squares where a white man can go, whatever becomes of its king.
fn targets(kind: Kind, from: Square, occupied: Bitboard, own: Bitboard) -> Bitboard {
    if kind == Kind::Pawn {
        let one = Bitboard::from(from).shift(8).without(occupied);
        let two = one.when(from.rank() == 1).shift(8).without(occupied);
        return one | two | leapers::pawn(Seat::WHITE, from) & occupied.without(own);
    }
    EightFiles::attacks(kind, from, occupied).without(own)
}

/// True if a man of a kind attacks the king from one of its targets. `open` is the occupancy without it.
fn attacks_from(kind: Kind, targets: Bitboard, king: Square, open: Bitboard) -> bool {
    let seen_as = |kind: Kind| match kind {
        Kind::Pawn => leapers::pawn(Seat::BLACK, king).without(Bitboard::END_RANKS),
        _ => EightFiles::attacks(kind, king, open),
    };
    let promoted = targets.when(kind == Kind::Pawn) & Bitboard::END_RANKS;
    (targets & seen_as(kind)).any() || (promoted & (seen_as(Kind::Queen) | seen_as(Kind::Knight))).any()
}

/// True if a line opens that a man leaves for one of its targets.
fn discovers(position: &Position<Monster>, from: Square, targets: Bitboard, king: Square, open: Bitboard) -> bool {
    let own = position.pieces.of(Seat::WHITE).without(from.into());
    let straight = sliders::rook(king, open) & position.pieces.straight_sliders() & own;
    let diagonal = sliders::bishop(king, open) & position.pieces.diagonal_sliders() & own;
    (straight | diagonal).into_iter().any(|slider| targets.without(sliders::between(king, slider)).any())
}

/// True if an en passant capture leaves an attack on the king behind.
fn checks_by_en_passant(position: &Position<Monster>, king: Square) -> bool {
    let pawns = position.pieces.get(Seat::WHITE, Kind::Pawn);
    let leaves_attack = |from: Square, target: Square| {
        let captured = Square::new(target.file(), from.rank());
        let mut after = position.pieces;
        after.set(Bitboard::from(from) | captured.into(), Seat::WHITE, 0);
        after.put(target, Seat::WHITE, Kind::Pawn);
        let next = Position { pieces: after, ..*position };
        next.attackers(king, Seat::WHITE, after.occupied()).any()
    };
    let takers = |target| leapers::pawn(Seat::BLACK, target) & pawns;
    position
        .en_passant_squares()
        .into_iter()
        .any(|target| takers(target).into_iter().any(|from| leaves_attack(from, target)))
}
