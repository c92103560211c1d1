//! King safety: pawn shelter and storm, and the attack on the king ring (chessprogramming wiki: "King Safety").

use engine::board::{Bitboard, leapers, sliders};
use engine::variants::orthodox::Kind;

use super::OrthodoxParams;
use super::features::{Groups, KINDS, SHELTER_KING_FILE, SHELTER_SIDE_FILE, STORM, STORM_BLOCKED};
use super::side::Side;
use crate::score::Score;
use crate::tally::Tally;

/// King danger: weights of the parts of an attack on a king, in units of danger. Danger counts by its square: attackers
/// help one another.
#[derive(Clone, Copy, Debug)]
pub struct KingDanger {
    /// An enemy piece that attacks the king's ring, by kind.
    pub attacker: [i32; KINDS],
    /// An attack on a square next to the king.
    pub hit: i32,
    /// An attacked square of the ring that only king or queen guard.
    pub weak_square: i32,
    /// A safe square to give check from, by kind; half as much again if there are several.
    pub safe_check: [i32; KINDS],
    /// A square to give check from that costs the checker.
    pub unsafe_check: i32,
    /// An enemy knight can give check by a piece that it comes to relay. Knight relay chess only.
    pub relay_check: i32,
    /// An enemy knight beside the king, which it can neither capture nor pass. Knight relay chess only.
    pub knight_beside: i32,
    /// Danger that every king can bear, as a negative number.
    pub tolerance: i32,
    /// The attacker has no queen: a negative number.
    pub no_queen: i32,
    /// Cost in the middle game, in centipawns: danger² / divisor.
    pub divisor: i32,
}

/// Largest king danger that counts, in units.
const MOST_DANGER: i32 = 420;

/// Attack on a king.
#[derive(Clone, Copy, Debug)]
pub struct KingAttack {
    /// King danger in units, from 0 to `MOST_DANGER`.
    pub danger: i32,
    /// Squares from which the attacker can give check, by kind from the knight on.
    pub checks: [CheckSquares; 4],
}

/// Squares from which a kind of piece can give check with its next move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The kind.
    pub kind: Kind,
    /// All of them.
    pub all: Bitboard,
    /// Squares where the piece is safe.
    pub safe: Bitboard,
}

/// Tallies the king safety of `own`. Returns the attack on its king.
#[inline(always)]
pub fn evaluate<R: OrthodoxParams, T: Tally>(own: &Side, enemy: &Side, tally: &mut T) -> KingAttack {
    shelter(own, enemy, tally);
    let attack = attack::<R>(own, enemy);
    let danger = attack.danger;
    tally.add_score(Groups::King.group(), Score::new(-(danger * danger / R::KING_DANGER.divisor), -danger / 4));
    attack
}

/// Pawn shelter and storm: the nearest own and enemy pawns on the king's file and those beside it.
#[inline(always)]
fn shelter<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let ahead = Bitboard(!0 << (8 * own.king.rank()));
    let centre = own.king.file().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let line = Bitboard::file(file) & ahead;
        let nearest = |pawns: Bitboard| if pawns.any() { pawns.first().rank() } else { 0 };
        let shield = nearest(own.pieces(Kind::Pawn) & line);
        let storm = nearest(enemy.pieces(Kind::Pawn) & line);
        let feature = if file == own.king.file() { SHELTER_KING_FILE } else { SHELTER_SIDE_FILE };
        tally.add(feature.at(shield), 1);
        let feature = if shield > 0 && storm == shield + 1 { STORM_BLOCKED } else { STORM };
        tally.add(feature.at(storm), 1);
    }
}

/// The attack on the king of `own`.
#[inline(always)]
fn attack<R: OrthodoxParams>(own: &Side, enemy: &Side) -> KingAttack {
    let units = &R::KING_DANGER;
    let mut danger = units.tolerance + enemy.pressure.weight + units.hit * enemy.pressure.hits;
    if enemy.pieces(Kind::Queen).is_empty() {
        danger += units.no_queen;
    }
    let royal_guards = own.attacks(Kind::King) | own.attacks(Kind::Queen);
    let other_guards =
        own.attacks(Kind::Pawn) | own.attacks(Kind::Knight) | own.attacks(Kind::Bishop) | own.attacks(Kind::Rook);
    let weak = enemy.attacked.without(own.twice) & (!own.attacked | royal_guards.without(other_guards));
    danger += units.weak_square * (weak & own.king_ring()).len() as i32;
    let checks = check_squares::<R>(own, enemy, weak);
    danger += checks.iter().map(check_danger::<R>).sum::<i32>();
    if !R::KNIGHTS_FIGHT {
        danger += relay_danger::<R>(own, enemy);
    }
    KingAttack { danger: danger.clamp(0, MOST_DANGER), checks }
}

/// Danger from the checks that a kind of piece can give, in units.
#[inline(always)]
fn check_danger<R: OrthodoxParams>(checks: &CheckSquares) -> i32 {
    let units = &R::KING_DANGER;
    if checks.safe.several() {
        units.safe_check[checks.kind.index()] * 3 / 2
    } else if checks.safe.any() {
        units.safe_check[checks.kind.index()]
    } else if checks.all.any() {
        units.unsafe_check
    } else {
        0
    }
}

/// Squares from which the enemy can give check, those where it is safe and others.
#[inline(always)]
fn check_squares<R: OrthodoxParams>(own: &Side, enemy: &Side, weak: Bitboard) -> [CheckSquares; 4] {
    let occupied = own.all | enemy.all;
    // X-ray through the own queen: it does not hide the king for long.
    let seen = occupied.without(own.pieces(Kind::Queen));
    let diagonals = sliders::bishop(own.king, seen);
    let lines = sliders::rook(own.king, seen);
    // Where a piece comes under a relay it checks by a leap too.
    let leaps = leapers::knight(own.king);
    let relayed = leaps & enemy.relay;
    let uncapturable = own.all.without(own.capturable);
    let room = !(enemy.all | uncapturable);
    let safe = room & (!own.attacked | weak & enemy.twice);

    let from = [
        (Kind::Knight, leaps),
        (Kind::Bishop, diagonals | relayed),
        (Kind::Rook, lines | relayed),
        (Kind::Queen, diagonals | lines | relayed | leaps.when(R::QUEEN_LEAPS)),
    ];
    from.map(|(kind, squares)| {
        let all = squares & enemy.attacks(kind) & room;
        CheckSquares { kind, all, safe: all & safe }
    })
}

/// Danger of knight relay chess, in units: checks by a knight that comes to relay a piece, and knights in the king's
/// way.
#[inline(always)]
fn relay_danger<R: OrthodoxParams>(own: &Side, enemy: &Side) -> i32 {
    let units = &R::KING_DANGER;
    let pieces = enemy.non_pawns().without(enemy.pieces(Kind::Knight) | enemy.relayed);
    let waiting = leapers::knight(own.king) & pieces;
    let posts = enemy.relay.without(own.all | enemy.all);
    let checks = (leapers::knight_leaps(waiting) & posts).any();
    let beside = leapers::king(own.king) & enemy.pieces(Kind::Knight);
    units.relay_check * i32::from(checks) + units.knight_beside * beside.len() as i32
}
