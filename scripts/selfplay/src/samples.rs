//! Training samples: quiet positions of games with their labels.

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::search::score::LOGISTIC_SCALE;
use engine::text::Notation;

use super::game_file::{SavedGame, ScoredPosition};
use super::targets::expected_score;

/// Positions with a higher absolute score, in centipawns, are decided and left out.
const DECIDED: i32 = 2000;

/// Scale of the [win model](expected_score) by which [`samples`] averages the scores of a game.
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

/// Samples of a game, with the scores of all its searches.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredSamples<G> {
    /// Quiet positions that are not decided, for captures and checks are the search's task. Each has the score of its
    /// own search.
    pub samples: Vec<GameSample<G>>,
    /// Index of the own search of each sample among the scores.
    pub places: Vec<usize>,
    /// Scores of all searches, in centipawns for White.
    pub scores: Vec<i32>,
}

/// Samples of a game, with the scores from which [`lambda_means`] makes targets.
///
/// # Errors
/// If the game is invalid.
pub fn scored_samples<G: Tactics + Notation>(game: &SavedGame) -> Result<ScoredSamples<G>> {
    let positions = game.replay::<G>()?;
    let for_white =
        |scored: &ScoredPosition<G>| if scored.position.seat() == Seat::WHITE { scored.score } else { -scored.score };
    let scores: Vec<i32> = positions.iter().map(for_white).collect();
    let half_points = game.result;
    let kept = positions.into_iter().enumerate().filter(|(_, scored)| is_kept(scored));
    let sample = |(place, scored): (usize, ScoredPosition<G>)| {
        (place, GameSample { position: scored.position, score: scores[place], half_points })
    };
    let (places, samples) = kept.map(sample).unzip();
    Ok(ScoredSamples { samples, places, scores })
}

/// Samples of a game with scores by TD(λ): the [means](lambda_means) at a scale of 200 centipawns, as scores again.
/// With a `lambda` of 0, only the own search of a sample counts.
///
/// # Errors
/// If the game is invalid.
pub fn samples<G: Tactics + Notation>(game: &SavedGame, lambda: f64) -> Result<Vec<GameSample<G>>> {
    let ScoredSamples { samples, places, scores } = scored_samples::<G>(game)?;
    let targets = lambda_targets(scores, game.result, lambda);
    let averaged = samples.into_iter().zip(places);
    Ok(averaged.map(|(sample, place)| GameSample { score: targets[place], ..sample }).collect())
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

/// TD(λ): White's expected score, 0 to 1, at each search of a game, of which the scores are in centipawns for White.
///
/// It is a mean of the expected scores of that search and of all later ones, each weighing `lambda` times as much as
/// the one before, and in the end of the result (R. S. Sutton, "Learning to Predict by the Methods of Temporal
/// Differences", 1988). So the course of the game after a position is learned as well. Expected scores are averaged,
/// for a mate score is not a thousand pawns.
pub fn lambda_means(scores: &[i32], half_points: u8, lambda: f64, scale: f64) -> Vec<f64> {
    let mut mean = f64::from(half_points) / 2.0;
    let mut means: Vec<f64> = scores.iter().map(|&score| expected_score(score.into(), scale)).collect();
    for expected in means.iter_mut().rev() {
        mean = (1.0 - lambda) * *expected + lambda * mean;
        *expected = mean;
    }
    means
}

/// TD(λ) targets from the scores of a game, in centipawns for White.
fn lambda_targets(scores: Vec<i32>, half_points: u8, lambda: f64) -> Vec<i32> {
    // The scores themselves, without rounding errors.
    if lambda == 0.0 {
        return scores;
    }
    let score = |mean: f64| {
        let within = mean.clamp(1e-6, 1.0 - 1e-6);
        (WIN_SCALE * (within / (1.0 - within)).ln()).round() as i32
    };
    lambda_means(&scores, half_points, lambda, WIN_SCALE).into_iter().map(score).collect()
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
    fn scored_samples_have_the_places_of_their_own_scores() {
        let mut record = Record::<Chess>::default();
        for text in ["e2e4", "d7d5", "e4d5", "g8f6"] {
            let mv = record.position().read_move(text).expect("a legal move");
            assert!(record.try_play(mv));
        }
        let game = SavedGame::new(1, &record, &[30, -20, 40, -50], 2);
        let ScoredSamples { samples, places, scores } = scored_samples::<Chess>(&game).unwrap();
        assert_eq!((places, scores), (vec![0, 1, 3], vec![30, 20, 40, 50]), "the capture is left out");
        assert_eq!(samples.iter().map(|sample| sample.score).collect::<Vec<i32>>(), [30, 20, 50]);
    }

    #[test]
    fn scores_are_averaged_by_the_win_model_of_the_scale() {
        let means = |scale: f64| lambda_means(&[300, 900], 2, 0.5, scale);
        for scale in [130.0, 680.0] {
            let [first, last] = [300.0, 900.0].map(|score| expected_score(score, scale));
            let [near, far] = means(scale)[..] else { panic!("two searches") };
            assert_eq!((near, far), (0.5 * first + 0.5 * far, 0.5 * last + 0.5));
        }
        assert!(means(130.0)[0] > means(680.0)[0]);
        assert_eq!(lambda_means(&[57], 0, 0.0, 680.0), [expected_score(57.0, 680.0)], "the own search alone");
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
