//! Playing below full strength: looking less far, and now and then preferring a move that is a little worse.

use super::limits::FULL_SKILL;
use super::root::RootMove;
use super::score::MATE_BOUND;

/// How many of the best moves a weak player considers.
pub(super) const CHOICES: usize = 4;

/// Centipawns that a move may be worse than the best, for each step of skill missing.
const TOLERANCE: i32 = 8;

/// How many plies a player of that skill looks ahead.
pub(super) fn max_depth(skill: u8) -> u32 {
    2 + u32::from(skill)
}

/// The place of the move to play among the root moves, of which the first [`CHOICES`] are sorted and have scores.
///
/// The loss is bounded by [`TOLERANCE`]; a mate in hand is played, and nobody walks into a mate that he sees.
pub(super) fn choose(root: &[RootMove], skill: u8, seed: u64) -> usize {
    let best = root[0].score;
    let tolerance = TOLERANCE * i32::from(FULL_SKILL.saturating_sub(skill));
    let sane = |&(_, root): &(usize, &RootMove)| best - root.score <= tolerance && best.abs() < MATE_BOUND;
    let whim = |place: usize| (mix(seed.wrapping_add(place as u64)) % (tolerance as u64 + 1)) as i32;
    let rivals = root.iter().enumerate().take(CHOICES).filter(sane);
    rivals
        .max_by_key(|&(place, root)| (root.score + whim(place), std::cmp::Reverse(place)))
        .map_or(0, |(place, _)| place)
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

    /// The places that some player of no skill chooses among moves of these scores.
    fn chosen(scores: [i32; CHOICES]) -> Vec<usize> {
        let mut root = RootMove::list(&Chess::start(), &[]);
        for (root, score) in root.iter_mut().zip(scores) {
            root.score = score;
        }
        let mut places: Vec<usize> = (0..500).map(|seed| choose(&root, 0, seed)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn what_is_a_little_worse_is_played_now_and_then() {
        assert_eq!(chosen([30, 10, -100, -140]), [0, 1, 2], "170 centipawns are too much");
        assert_eq!(chosen([30, 10, -MATE + 4, -MATE + 2]), [0, 1], "nobody walks into a mate");
    }

    #[test]
    fn the_fastest_mate_is_played_and_the_slowest_suffered() {
        assert_eq!(chosen([MATE - 1, MATE - 3, MATE - 5, 40]), [0]);
        assert_eq!(chosen([-MATE + 6, -MATE + 4, -MATE + 4, -MATE + 2]), [0]);
    }
}
