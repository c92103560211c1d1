//! Skill levels: play below full strength by a depth limit and the choice of slightly worse root moves (Stockfish's
//! `Skill`).

use super::limits::FULL_SKILL;
use super::root::RootMove;
use super::score::MATE_BOUND;

/// Root moves that a weak player chooses among.
pub const CHOICES: usize = 4;

/// Centipawns that a move may be worse than the best, for each missing level of skill.
const TOLERANCE: i32 = 8;

/// The depth limit of a skill level, in plies.
pub fn max_depth(skill: u8) -> u32 {
    2 + u32::from(skill)
}

/// The index of the move to play among the root moves, of which the first [`CHOICES`] are sorted and have scores.
///
/// The loss is bounded by [`TOLERANCE`]. A mate in hand is played, and no move into a mate that was seen.
pub fn choose(root: &[RootMove], skill: u8, seed: u64) -> usize {
    let best = root[0].score;
    let tolerance = TOLERANCE * i32::from(FULL_SKILL.saturating_sub(skill));
    let is_sane = |&(_, root): &(usize, &RootMove)| best - root.score <= tolerance && best.abs() < MATE_BOUND;
    let noise = |index: usize| (mix(seed.wrapping_add(index as u64)) % (tolerance as u64 + 1)) as i32;
    let candidates = root.iter().enumerate().take(CHOICES).filter(is_sane);
    candidates
        .max_by_key(|&(index, root)| (root.score + noise(index), std::cmp::Reverse(index)))
        .map_or(0, |(index, _)| index)
}

/// Scatters a number over all 64 bits (the finaliser of SplitMix64).
fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;
    use crate::game::Game;
    use crate::variants::Chess;

    /// The indices that skill 0 chooses among moves of these scores, over many seeds.
    fn chosen(scores: [i32; CHOICES]) -> Vec<usize> {
        let mut root = RootMove::list(&Chess::start(), &[]);
        for (root, score) in root.iter_mut().zip(scores) {
            root.score = score;
        }
        let mut indices: Vec<usize> = (0..500).map(|seed| choose(&root, 0, seed)).collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    #[test]
    fn slightly_worse_moves_are_played_now_and_then() {
        assert_eq!(chosen([30, 10, -100, -140]), [0, 1, 2], "170 centipawns are too much");
        assert_eq!(chosen([30, 10, -MATE + 4, -MATE + 2]), [0, 1], "no move into a mate that was seen");
    }

    #[test]
    fn the_fastest_mate_is_played_and_the_slowest_defence_chosen() {
        assert_eq!(chosen([MATE - 1, MATE - 3, MATE - 5, 40]), [0]);
        assert_eq!(chosen([-MATE + 6, -MATE + 4, -MATE + 4, -MATE + 2]), [0]);
    }
}
