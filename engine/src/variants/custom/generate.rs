//! Move generation: pseudo-legal moves, of which those are legal that leave no royal piece in check.
//!
//! A move is made on a copy and tested, unless it is clear at once that it exposes nothing: the side is not in check,
//! all sliders move along the lines of a queen, and the man stands on none of those of its royal piece.

use super::Position;
use super::description::{CastlingRules, Description};
use super::moves::{CASTLE, DOUBLE_STEP, EN_PASSANT, NORMAL, PROMOTION, plain, squares};
use crate::board::ten::{Set, Square, bishop_lines, rook_lines};
use crate::game::{GenType, Seat};
use crate::moves::Move;

/// Legality test of pseudo-legal moves: the moves that have to be made on a copy.
struct Legality {
    /// Men that may expose their royal piece, and the royal piece itself.
    suspects: Set,
    /// True if every move is tested.
    all: bool,
}

/// Squares of a rank from one file to another, both included.
fn span(rank: usize, files: impl IntoIterator<Item = usize> + Clone) -> Set {
    let least = files.clone().into_iter().min().unwrap_or(0);
    let most = files.into_iter().max().unwrap_or(0);
    (least..=most).map(|file| Square::new(file, rank)).collect()
}

impl CastlingRules {
    /// File where the rook arrives.
    pub(super) fn rook_target(&self, wing: usize) -> usize {
        let target = self.targets[wing];
        if target > self.king_file { target - 1 } else { target + 1 }
    }
}

impl Position {
    /// Hands the legal moves of a stage by men on `sources` to `see`.
    pub(super) fn generate(&self, rules: &Description, stage: GenType, sources: Set, see: &mut impl FnMut(Move)) {
        if self.decided(rules).is_some() {
            return;
        }
        if !rules.must_capture {
            self.generate_legal(rules, stage, sources, see);
            return;
        }
        let mut captures = false;
        self.generate_legal(rules, GenType::Noisy, self.pieces.of(self.side), &mut |mv| captures |= self.captures(mv));
        match stage {
            GenType::Quiet if captures => {}
            _ if captures => self.generate_legal(rules, GenType::Noisy, sources, &mut |mv| {
                if self.captures(mv) {
                    see(mv);
                }
            }),
            _ => self.generate_legal(rules, stage, sources, see),
        }
    }

    fn generate_legal(&self, rules: &Description, stage: GenType, sources: Set, see: &mut impl FnMut(Move)) {
        let legality = self.legality(rules);
        self.generate_pseudo_legal(rules, stage, sources, &mut |mv| {
            if self.is_sound(rules, mv, &legality) {
                see(mv);
            }
        });
        if stage != GenType::Noisy {
            self.castlings(rules, sources, see);
        }
    }

    fn legality(&self, rules: &Description) -> Legality {
        let Some(royal) = self.royal_square(rules, self.side) else {
            return Legality { suspects: Set::EMPTY, all: false };
        };
        let all = !rules.has_queen_lines_only || self.is_checked(rules, self.side);
        Legality { suspects: rook_lines(royal) | bishop_lines(royal) | royal.into(), all }
    }

    fn is_sound(&self, rules: &Description, mv: Move, legality: &Legality) -> bool {
        let [from, _] = squares(mv);
        let is_suspect =
            legality.all || legality.suspects.has(from) || (mv.kind() == EN_PASSANT && legality.suspects.any());
        !is_suspect || self.leaves_no_check(rules, mv)
    }

    /// True if a pseudo-legal move leaves the royal piece of the side to move out of check.
    fn leaves_no_check(&self, rules: &Description, mv: Move) -> bool {
        let mut next = *self;
        next.play_board(rules, mv, &mut ());
        !next.is_checked(rules, self.side)
    }

    /// Hands the pseudo-legal moves of a stage by men on `sources` to `see`, castlings left aside.
    pub(super) fn generate_pseudo_legal(
        &self,
        rules: &Description,
        stage: GenType,
        sources: Set,
        see: &mut impl FnMut(Move),
    ) {
        let (own, enemies) = (self.pieces.of(self.side), self.pieces.of(self.side.opponent()));
        let occupied = own | enemies;
        for (number, kind) in rules.kinds.iter().enumerate() {
            for from in self.pieces.kind(number) & own & sources {
                if kind.is_pawn {
                    self.pawn_moves(rules, from, stage, see);
                    continue;
                }
                let mut targets = Set::EMPTY;
                if stage != GenType::Quiet {
                    targets |= kind.moves.attacks(rules, self.side, from, occupied) & enemies;
                }
                if stage != GenType::Noisy {
                    targets |= kind.moves.quiet_targets(rules, self.side, from, occupied);
                }
                for to in targets {
                    see(plain(from, to, NORMAL));
                }
            }
        }
    }

    fn pawn_moves(&self, rules: &Description, from: Square, stage: GenType, see: &mut impl FnMut(Move)) {
        let Some(pawn) = rules.pawn else { return };
        let (side, moves) = (self.side, &rules.kinds[pawn].moves);
        let enemies = self.pieces.of(side.opponent());
        let occupied = enemies | self.pieces.of(side);
        let last = rules.rank(rules.last_rank(side));
        let steps = moves.quiet_leaps[side.index() & 1][from.index()].without(occupied);
        let attacks = moves.capture_leaps[side.index() & 1][from.index()];
        let (captures, noisy) = (attacks & enemies, stage != GenType::Quiet);
        for to in (steps | captures.when(noisy)) & last.when(noisy) {
            for &kind in &rules.promotions {
                see(plain(from, to, PROMOTION + kind as u8));
            }
        }
        for to in (steps.when(stage != GenType::Noisy) | captures.when(noisy)).without(last) {
            see(plain(from, to, NORMAL));
        }
        let is_home = rules.own_rank(side, from.rank()) == 1;
        if stage != GenType::Noisy && rules.double_step && is_home && steps.any() {
            let doubled = moves.quiet_leaps[side.index() & 1][steps.first().index()].without(occupied | last);
            for to in doubled {
                see(plain(from, to, DOUBLE_STEP));
            }
        }
        if let Some(target) = self.en_passant_square().filter(|&target| noisy && attacks.has(target)) {
            see(plain(from, target, EN_PASSANT));
        }
    }

    /// Castlings. The king does not castle out of check, through it or into it.
    fn castlings(&self, rules: &Description, sources: Set, see: &mut impl FnMut(Move)) {
        let Some(castling) = &rules.castling else { return };
        let rank = rules.last_rank(self.side.opponent());
        let king = Square::new(castling.king_file, rank);
        if !sources.has(king)
            || !(0..2).any(|wing| self.has_right(self.side, wing))
            || self.is_checked(rules, self.side)
        {
            return;
        }
        for wing in (0..2).filter(|&wing| self.has_right(self.side, wing)) {
            let Some(rook) = castling.rook_files[wing] else { continue };
            let target = castling.targets[wing];
            let way = span(rank, [castling.king_file, rook, target, castling.rook_target(wing)]);
            let others = self.pieces.occupied().without(Set::from(king) | Square::new(rook, rank).into());
            let mv = plain(king, Square::new(target, rank), CASTLE);
            if (way & others).is_empty() && self.passes_safely(rules, king, target) && self.leaves_no_check(rules, mv) {
                see(mv);
            }
        }
    }

    /// True if no square between the king and its target is attacked. One that is not royal need not care.
    fn passes_safely(&self, rules: &Description, king: Square, target: usize) -> bool {
        if self.royal_square(rules, self.side) != Some(king) {
            return true;
        }
        let occupied = self.pieces.occupied().without(king.into());
        let crossed = span(king.rank(), [king.file(), target]).without(king.into());
        crossed.into_iter().all(|square| self.attackers(rules, square, self.side.opponent(), occupied).is_empty())
    }

    /// True if a legal move captures.
    #[inline(always)]
    pub(super) fn captures(&self, mv: Move) -> bool {
        mv.kind() == EN_PASSANT || (mv.kind() != CASTLE && self.pieces.of(self.side.opponent()).has(squares(mv)[1]))
    }

    /// True if a pawn of the side to move can legally capture en passant on a square.
    pub(super) fn can_capture_en_passant(&self, rules: &Description, target: Square) -> bool {
        let Some(pawn) = rules.pawn else { return false };
        let moves = &rules.kinds[pawn].moves;
        let behind: Seat = self.side.opponent();
        let takers = moves.capture_leaps[behind.index() & 1][target.index()] & self.pieces.get(self.side, pawn);
        takers.into_iter().any(|from| self.leaves_no_check(rules, plain(from, target, EN_PASSANT)))
    }
}
