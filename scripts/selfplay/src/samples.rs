//! What of a game is worth learning from.

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::text::Notation;

use super::game_file::{SavedGame, Visit};
use super::targets::expectation;

/// Positions that a search finds further ahead than this, in centipawns, teach nothing.
const DECIDED: i32 = 2000;

/// The centipawns that make odds of e to 1 where the scores of a game are averaged.
const SCALE: f64 = 200.0;

/// A position and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// The value that searches gave it, in centipawns for White.
    pub score: i32,
    /// White's half points in the game: 0, 1 or 2.
    pub half_points: u8,
}

/// The quiet positions of a game that are not decided: an evaluation need not see what captures and checks do at once.
///
/// The score of each is that of its own search and of all later ones, each a ply further on counting `lambda` times as much, and in the
/// end the result: TD(λ), from Sutton's "Learning to Predict by the Methods of Temporal Differences" (1988). So what a position led to is learned
/// with it. With 0, its own search counts alone.
///
/// # Errors
/// If it is no game.
pub fn samples<G: Tactics + Notation>(game: &SavedGame, lambda: f64) -> Result<Vec<Sample<G>>> {
    let visits = game.replay::<G>()?;
    let for_white = |visit: &Visit<G>| if visit.position.seat() == Seat::WHITE { visit.score } else { -visit.score };
    let scores = lambda_targets(visits.iter().map(for_white).collect(), game.half_points, lambda);
    let quiet = |visit: &Visit<G>| !visit.position.in_check() && !visit.position.is_noisy(visit.mv);
    let kept = visits.into_iter().zip(scores).filter(|(visit, _)| visit.score.abs() < DECIDED && quiet(visit));
    let half_points = game.half_points;
    Ok(kept.map(|(visit, score)| Sample { position: visit.position, score, half_points }).collect())
}

/// White's scores of a game, in centipawns, each averaged with what follows it.
fn lambda_targets(mut scores: Vec<i32>, half_points: u8, lambda: f64) -> Vec<i32> {
    // Only rounding would change.
    if lambda == 0.0 {
        return scores;
    }
    // What is averaged are expected points: a mate found later is no thousand pawns.
    let mut expected = f64::from(half_points) / 2.0;
    for score in scores.iter_mut().rev() {
        expected = (1.0 - lambda) * expectation((*score).into(), SCALE) + lambda * expected;
        let within = expected.clamp(1e-6, 1.0 - 1e-6);
        *score = (SCALE * (within / (1.0 - within)).ln()).round() as i32;
    }
    scores
}

#[cfg(test)]
mod tests {
    use engine::record::Record;
    use engine::variants::Chess;

    use super::*;

    #[test]
    fn samples_have_the_score_of_white_whoever_moved() {
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
        assert_eq!(scores(&[30, -20, DECIDED, -50], 0.0), [30, 20, 50], "what is decided teaches nothing");
        // To all of them White was ahead, and won.
        assert!(scores(&[30, -30, 30, -30], 0.8).iter().all(|&score| score > 30));
    }

    #[test]
    fn scores_lean_towards_what_follows_them() {
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
