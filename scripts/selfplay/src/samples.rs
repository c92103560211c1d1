//! Training samples: quiet positions of games with their labels.

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::search::score::LOGISTIC_SCALE;
use engine::text::Notation;

use super::game_file::{SavedGame, ScoredPosition};
use super::targets::expected_score;

/// Positions with a higher absolute score, in centipawns, are decided and left out.
const DECIDED: i32 = 2000;

/// Scale of the [win model](expected_score) by which the scores of a game are averaged.
const WIN_SCALE: f64 = 200.0;

/// Training sample: a position with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSample<G> {
    /// Position.
    pub position: G,
    /// Score by searches, in centipawns for White.
    pub score: i32,
    /// White's half points in the game: 0, 1 or 2.
    pub half_points: u8,
}

/// Samples of a game: its quiet positions that are not decided, for captures and checks are the search's task.
///
/// TD(λ): the score of each sample is a mean of its own search's and those of all later ones, each weighing `lambda`
/// times as much as the one before, and in the end the result (R. S. Sutton, "Learning to Predict by the Methods of
/// Temporal Differences", 1988). So the course of the game after a position is learned as well. With 0, only its own
/// search counts.
///
/// # Errors
/// If the game is invalid.
pub fn samples<G: Tactics + Notation>(game: &SavedGame, lambda: f64) -> Result<Vec<GameSample<G>>> {
    let positions = game.replay::<G>()?;
    let for_white =
        |scored: &ScoredPosition<G>| if scored.position.seat() == Seat::WHITE { scored.score } else { -scored.score };
    let scores = lambda_targets(positions.iter().map(for_white).collect(), game.result, lambda);
    let kept = positions.into_iter().zip(scores).filter(|(scored, _)| is_kept(scored));
    let half_points = game.result;
    Ok(kept.map(|(scored, score)| GameSample { position: scored.position, score, half_points }).collect())
}

/// True if a position is quiet and not decided.
fn is_kept<G: Tactics>(scored: &ScoredPosition<G>) -> bool {
    scored.score.abs() < DECIDED && !scored.position.in_check() && !scored.position.is_noisy(scored.mv)
}

/// Training sample of a game for more than two: a position with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct SharesSample<G> {
    /// Position.
    pub position: G,
    /// Expected share of each seat by searches.
    pub search: [f32; Seat::MAX],
    /// Share of each seat in the result.
    pub result: [f32; Seat::MAX],
}

/// Samples of a game for more than two: its quiet positions that are not decided. TD(λ) as for [`samples`].
///
/// A search scores the share of the player to move alone. So a position's shares by search are made of the next scores
/// of all who are in, each at its own turn, and normalised to one point.
///
/// # Errors
/// If the game is invalid.
pub fn shares_samples<G: Tactics + Notation>(game: &SavedGame, lambda: f64) -> Result<Vec<SharesSample<G>>> {
    let positions = game.replay::<G>()?;
    let sharing = f64::from(game.result.count_ones());
    let result: [f64; Seat::MAX] = std::array::from_fn(|seat| f64::from(game.result >> seat & 1) / sharing);
    // Backwards through the game: the share that each seat expects at its next turn, and the mean of TD(λ).
    let (mut next, mut expected) = (result, result);
    let mut targets = vec![result; positions.len()];
    for (scored, target) in positions.iter().zip(&mut targets).rev() {
        next[scored.position.seat().index()] = expected_score(scored.score.into(), LOGISTIC_SCALE.into());
        let is_in = |seat: usize| seat < G::SEATS && scored.position.is_in(Seat::new(seat));
        let shares: [f64; Seat::MAX] = std::array::from_fn(|seat| if is_in(seat) { next[seat] } else { 0.0 });
        let sum: f64 = shares.iter().sum();
        expected = std::array::from_fn(|seat| (1.0 - lambda) * shares[seat] / sum + lambda * expected[seat]);
        *target = expected;
    }
    let result = result.map(|share| share as f32);
    let kept = positions.into_iter().zip(targets).filter(|(scored, _)| is_kept(scored));
    let sample = |(scored, search): (ScoredPosition<G>, [f64; Seat::MAX])| SharesSample {
        position: scored.position,
        search: search.map(|share| share as f32),
        result,
    };
    Ok(kept.map(sample).collect())
}

/// TD(λ) targets from the scores of a game, in centipawns for White.
fn lambda_targets(mut scores: Vec<i32>, half_points: u8, lambda: f64) -> Vec<i32> {
    // The scores themselves, without rounding errors.
    if lambda == 0.0 {
        return scores;
    }
    // Expected scores are averaged, for a mate score is not a thousand pawns.
    let mut expected = f64::from(half_points) / 2.0;
    for score in scores.iter_mut().rev() {
        expected = (1.0 - lambda) * expected_score((*score).into(), WIN_SCALE) + lambda * expected;
        let within = expected.clamp(1e-6, 1.0 - 1e-6);
        *score = (WIN_SCALE * (within / (1.0 - within)).ln()).round() as i32;
    }
    scores
}

#[cfg(test)]
mod tests {
    use engine::record::Record;
    use engine::variants::Chess;

    use super::*;

    #[test]
    fn scores_of_samples_are_from_whites_point_of_view() {
        let mut record = Record::<Chess>::default();
        for text in ["e2e4", "e7e5", "g1f3", "d7d6"] {
            let mv = record.position().read_move(text).expect("a legal move");
            assert!(record.try_play(mv));
        }
        let scores = |infos: &[i32], lambda| {
            let game = SavedGame::new(1, &record, infos, 2);
            samples::<Chess>(&game, lambda).unwrap().iter().map(|sample| sample.score).collect::<Vec<i32>>()
        };
        assert_eq!(scores(&[30, -20, 40, -50], 0.0), [30, 20, 40, 50]);
        assert_eq!(scores(&[30, -20, DECIDED, -50], 0.0), [30, 20, 50], "decided positions are left out");
        // White was ahead in all of them, and won.
        assert!(scores(&[30, -30, 30, -30], 0.8).iter().all(|&score| score > 30));
    }

    #[test]
    fn td_lambda_pulls_scores_towards_later_ones() {
        let scores = vec![0, 40, -10, 300];
        assert_eq!(lambda_targets(scores.clone(), 2, 0.0), scores);
        let won = lambda_targets(scores.clone(), 2, 0.8);
        let lost = lambda_targets(scores.clone(), 0, 0.8);
        assert!(won[0] > 60 && lost[0] < -60 && lost[3] < 0, "{won:?} {lost:?}");
        assert!(won.iter().zip(&lost).all(|(won, lost)| won > lost));
        let little = lambda_targets(scores, 0, 0.1);
        assert!((0..10).contains(&little[0]) && (30..40).contains(&little[1]), "{little:?}");
        let level = lambda_targets(vec![0; 5], 1, 0.9);
        assert_eq!(level, [0; 5]);
        let mates = lambda_targets(vec![100, 31_990], 2, 0.5);
        assert!((100..3000).contains(&mates[0]), "{mates:?}");
    }
}
