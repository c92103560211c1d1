//! Skill levels: play below full strength by fewer nodes and the choice of slightly worse root moves (Stockfish's
//! `Skill`).
//!
//! The choice is made among the best root moves, by their scores with random noise; what the search sees to be worse by
//! more than a bound is never played. The constants are chosen so that each level beats the one below in chess:
//! `scripts/skill-ladder`, docs/experiments/skill.csv.

use super::limits::FULL_SKILL;
use super::root::RootMove;
use super::score::MATE_BOUND;
use crate::board::zobrist::{GOLDEN_RATIO, mix};

/// Nodes for each root move at skill level 0.
const NODES: f64 = 6.0;

/// Factor between the nodes of a level and the next one.
const GROWTH: f64 = 1.35;

/// Node budget: the number of nodes after which alpha-beta begins no further iteration and tree search ends. It grows
/// with the number of root moves, as the nodes of an iteration do. `None` at full skill.
pub fn node_budget(skill: u8, root_moves: usize) -> Option<u64> {
    let nodes = root_moves as f64 * NODES * libm::pow(GROWTH, f64::from(skill));
    if skill < FULL_SKILL { Some(nodes as u64) } else { None }
}

/// MultiPV of a skill level: the number of root moves that it chooses among.
pub fn choices(skill: u8) -> usize {
    match missing_levels(skill) {
        0 => 1,
        missing => 4 + usize::from(missing) / 2,
    }
}

/// Tolerance: centipawns that a move may be worse than the best.
fn tolerance(skill: u8) -> i32 {
    i32::from(missing_levels(skill)).pow(2) * 6 / 5
}

fn missing_levels(skill: u8) -> u8 {
    FULL_SKILL.saturating_sub(skill)
}

/// The index of the move to play among the root moves, of which the first [`choices`] are sorted and have scores.
///
/// The loss is bounded by the level's [`tolerance`]. A mate in hand is played, and no move into a mate that was seen.
pub fn choose(root: &[RootMove], skill: u8, seed: u64) -> usize {
    let best = root[0].score;
    let tolerance = tolerance(skill);
    let is_sane = |&(_, root): &(usize, &RootMove)| best - root.score <= tolerance && best.abs() < MATE_BOUND;
    let noise = |index: usize| {
        (mix(seed.wrapping_add(index as u64).wrapping_add(GOLDEN_RATIO)) % (tolerance as u64 + 1)) as i32
    };
    let candidates = root.iter().enumerate().take(choices(skill)).filter(is_sane);
    candidates
        .max_by_key(|&(index, root)| (root.score + noise(index), std::cmp::Reverse(index)))
        .map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;
    use crate::game::Game;
    use crate::variants::Chess;

    /// The indices that skill 0 chooses among moves of these scores, over many seeds.
    fn chosen(scores: [i32; 4]) -> Vec<usize> {
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
        assert_eq!(chosen([30, 10, -300, -460]), [0, 1, 2], "490 centipawns are too much");
        assert_eq!(chosen([30, 10, -MATE + 4, -MATE + 2]), [0, 1], "no move into a mate that was seen");
    }

    #[test]
    fn full_skill_has_no_node_budget_and_no_choice() {
        assert_eq!((node_budget(FULL_SKILL, 30), choices(FULL_SKILL)), (None, 1));
    }

    #[test]
    fn each_level_sees_more_and_errs_less_than_the_one_below() {
        for skill in 1..FULL_SKILL {
            assert!(node_budget(skill, 30) > node_budget(skill - 1, 30), "{skill}");
            assert!(tolerance(skill) < tolerance(skill - 1), "{skill}");
            assert!(choices(skill) <= choices(skill - 1), "{skill}");
        }
    }

    #[test]
    fn the_fastest_mate_is_played_and_the_slowest_defence_chosen() {
        assert_eq!(chosen([MATE - 1, MATE - 3, MATE - 5, 40]), [0]);
        assert_eq!(chosen([-MATE + 6, -MATE + 4, -MATE + 4, -MATE + 2]), [0]);
    }
}
