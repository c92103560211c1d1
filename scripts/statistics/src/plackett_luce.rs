//! Plackett-Luce model: strengths of players from games for several, of which only the winner is known.
//!
//! A player of strength w wins with probability w / sum of the strengths at the table (R.L. Plackett, "The Analysis of
//! Permutations", 1975; R.D. Luce, "Individual Choice Behavior", 1959). That is the first stage of the model: who was
//! second says nothing here, for a game knows winners and losers only. A game shared by several counts as a fraction of
//! a win for each of them. With two seats it is the Bradley-Terry model, on which logistic Elo rests.
//!
//! The strengths are those of maximum likelihood, by the MM algorithm (D.R. Hunter, "MM algorithms for generalized
//! Bradley-Terry models", 2004).

use std::collections::BTreeMap;

/// Games between the same players: by the number of seats that each of them has, in the order of the players.
pub(super) type Tables = BTreeMap<Vec<u32>, u32>;

/// Games of the prior, in which all players sit once and win equally often. They keep the strength of a player that has
/// won or lost everything finite.
const PRIOR_GAMES: f64 = 1.0;

/// Most iterations of the fit.
const MAX_ITERATIONS: usize = 10_000;

/// The fit has converged when no rating changes by more than this, in Elo.
const TOLERANCE: f64 = 1e-9;

/// Ratings of all players in Elo, with a mean of 0: 400 more is ten times the strength.
pub(super) fn ratings(wins: &[f64], tables: &Tables) -> Vec<f64> {
    let mut ratings = vec![0.0; wins.len()];
    for _ in 0..MAX_ITERATIONS {
        let next = improved(&ratings, wins, tables);
        let change = next.iter().zip(&ratings).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        ratings = next;
        if change <= TOLERANCE {
            break;
        }
    }
    ratings
}

/// One iteration of the MM algorithm: wins divided by the expected wins of a player of strength 1.
fn improved(ratings: &[f64], wins: &[f64], tables: &Tables) -> Vec<f64> {
    let players = ratings.len() as f64;
    let strengths: Vec<f64> = ratings.iter().map(|rating| libm::exp10(rating / 400.0)).collect();
    let mut expected = vec![PRIOR_GAMES / strengths.iter().sum::<f64>(); ratings.len()];
    for (seats, &games) in tables {
        let total: f64 = seats.iter().zip(&strengths).map(|(&seats, strength)| f64::from(seats) * strength).sum();
        for (expected, &seats) in expected.iter_mut().zip(seats) {
            *expected += f64::from(games) * f64::from(seats) / total;
        }
    }
    let raw: Vec<f64> = wins
        .iter()
        .zip(expected)
        .map(|(wins, expected)| 400.0 * libm::log10((wins + PRIOR_GAMES / players) / expected))
        .collect();
    let mean = raw.iter().sum::<f64>() / players;
    raw.into_iter().map(|rating| rating - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables<const N: usize>(games: &[([u32; N], u32)]) -> Tables {
        games.iter().map(|(seats, games)| (seats.to_vec(), *games)).collect()
    }

    #[test]
    fn with_two_seats_ratings_are_logistic_elo() {
        for (score, elo) in [(0.5, 0.0), (0.75, 190.85), (0.9, 381.70)] {
            let fitted = ratings(&[score * 1e6, (1.0 - score) * 1e6], &tables(&[([1, 1], 1_000_000)]));
            assert!((fitted[0] - fitted[1] - elo).abs() < 0.01, "{fitted:?} for {score}");
        }
    }

    #[test]
    fn one_against_three_counts_every_seat() {
        // Half of the wins against three is three times the strength of each: 400 log10 3.
        let fitted = ratings(&[5e5, 5e5], &tables(&[([1, 3], 1_000_000)]));
        assert!((fitted[0] - fitted[1] - 190.85).abs() < 0.01, "{fitted:?}");
        let even = ratings(&[25.0, 75.0], &tables(&[([1, 3], 100)]));
        assert!((even[0] - even[1]).abs() < 10.0, "the prior is worth a game: {even:?}");
    }

    #[test]
    fn strengths_are_found_again_from_expected_wins() {
        // Strengths 1, 2, 4, 8 at all tables of three.
        let strengths = [1.0, 2.0, 4.0, 8.0];
        let games = tables(&[([1, 1, 1, 0], 1e6 as u32), ([1, 1, 0, 1], 1e6 as u32), ([1, 0, 1, 1], 1e6 as u32)]);
        let mut wins = [0.0; 4];
        for (seats, &number) in &games {
            let total: f64 = seats.iter().zip(strengths).map(|(&seats, strength)| f64::from(seats) * strength).sum();
            for (player, &seats) in seats.iter().enumerate() {
                wins[player] += f64::from(number) * f64::from(seats) * strengths[player] / total;
            }
        }
        let fitted = ratings(&wins, &games);
        let double = 400.0 * 2f64.log10();
        for (player, rating) in fitted.iter().enumerate() {
            assert!((rating - (player as f64 - 1.5) * double).abs() < 0.01, "{fitted:?}");
        }
    }

    /// Log-likelihood of ratings, the prior's games included.
    fn log_likelihood(ratings: &[f64], wins: &[f64], tables: &Tables) -> f64 {
        let strengths: Vec<f64> = ratings.iter().map(|rating| 10f64.powf(rating / 400.0)).collect();
        let prior = PRIOR_GAMES / wins.len() as f64;
        let won: f64 = wins.iter().zip(&strengths).map(|(wins, strength)| (wins + prior) * strength.ln()).sum();
        let table = |seats: &[u32]| -> f64 {
            seats.iter().zip(&strengths).map(|(&seats, strength)| f64::from(seats) * strength).sum::<f64>().ln()
        };
        let played: f64 = tables.iter().map(|(seats, &games)| f64::from(games) * table(seats)).sum();
        won - played - PRIOR_GAMES * table(&vec![1; wins.len()])
    }

    #[test]
    fn no_other_ratings_are_likelier() {
        let games = tables(&[([1, 2, 1], 40), ([2, 0, 2], 30), ([1, 1, 2], 50), ([3, 1, 0], 7)]);
        let wins = [60.0, 12.5, 54.5];
        let fitted = ratings(&wins, &games);
        let best = log_likelihood(&fitted, &wins, &games);
        for (player, step) in [(0, 0.5), (0, -0.5), (1, 0.5), (1, -0.5), (2, 0.5), (2, -0.5)] {
            let mut other = fitted.clone();
            other[player] += step;
            assert!(log_likelihood(&other, &wins, &games) < best, "{fitted:?} with {step} for {player}");
        }
    }

    #[test]
    fn a_player_that_always_wins_has_a_finite_rating() {
        let fitted = ratings(&[100.0, 0.0], &tables(&[([1, 3], 100)]));
        assert!(fitted.iter().all(|rating| rating.is_finite()) && fitted[0] > 400.0, "{fitted:?}");
        assert_eq!(ratings(&[0.0, 0.0], &Tables::new()), [0.0, 0.0]);
        assert_eq!(ratings(&[7.0], &tables(&[([4], 7)])), [0.0]);
    }
}
