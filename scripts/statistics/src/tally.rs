//! Results of a match as trinomial and pentanomial counts.

use super::distribution::{Distribution, Elo};

/// Result of one game for a player, in half points: 0, 1 or 2.
pub type HalfPoints = usize;

/// Results of a match, from the first player's point of view.
///
/// Pairs of games from one opening with colours reversed are counted as well as games, because the two games of a pair
/// are not independent: an opening that favours one colour makes one win each, which says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pentanomial counts: pairs by the first player's half points in them, 0 to 4.
    pub pentanomial: [u32; 5],
    /// Trinomial counts: games by the first player's half points, 0 to 2, those of unfinished pairs included.
    pub trinomial: [u32; 3],
    /// The same pairs by White's half points.
    pub white_pentanomial: [u32; 5],
    /// The same games by White's half points.
    pub white_trinomial: [u32; 3],
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, points: HalfPoints, first_is_white: bool) {
        self.trinomial[points] += 1;
        self.white_trinomial[if first_is_white { points } else { 2 - points }] += 1;
    }

    /// Counts two games that have been added as a pair: the first player's half points as White and as Black.
    pub fn add_pair(&mut self, [as_white, as_black]: [HalfPoints; 2]) {
        self.pentanomial[as_white + as_black] += 1;
        self.white_pentanomial[as_white + 2 - as_black] += 1;
    }

    /// The same results from the second player's point of view.
    pub fn reversed(&self) -> Tally {
        let mut reversed = *self;
        reversed.pentanomial.reverse();
        reversed.trinomial.reverse();
        reversed
    }

    /// Adds the results of another match.
    pub fn add(&mut self, other: &Tally) {
        let add = |sums: &mut [u32], counts: &[u32]| sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        add(&mut self.pentanomial, &other.pentanomial);
        add(&mut self.trinomial, &other.trinomial);
        add(&mut self.white_pentanomial, &other.white_pentanomial);
        add(&mut self.white_trinomial, &other.white_trinomial);
    }

    /// Wins, draws and losses of the first player.
    pub fn wins_draws_losses(&self) -> [u32; 3] {
        let [lost, drawn, won] = self.trinomial;
        [won, drawn, lost]
    }

    /// Number of games.
    pub fn number_of_games(&self) -> u32 {
        self.trinomial.iter().sum()
    }

    /// Score of the first player, from 0 to 1; 1/2 if there are no games.
    pub fn score(&self) -> f64 {
        Distribution::new(self.trinomial).mean_and_variance().0
    }

    /// Fraction of drawn games.
    pub fn draw_ratio(&self) -> f64 {
        f64::from(self.trinomial[1]) / f64::from(self.number_of_games().max(1))
    }

    /// Elo difference: from the pairs, or from single games if there are no pairs.
    pub fn elo(&self) -> Elo {
        self.by_pairs_or_games(Distribution::elo, Distribution::elo)
    }

    /// Normalized Elo difference, from pairs or games as [`elo`](Tally::elo).
    pub fn normalized_elo(&self) -> Elo {
        self.by_pairs_or_games(Distribution::normalized_elo, Distribution::normalized_elo)
    }

    /// Likelihood of superiority (LOS) of the first player, from 0 to 1.
    pub fn los(&self) -> f64 {
        self.by_pairs_or_games(Distribution::los, Distribution::los)
    }

    /// Advantage of playing White, in Elo, from pairs or games as [`elo`](Tally::elo).
    pub fn white_advantage(&self) -> Elo {
        let (pentanomial, trinomial) = (self.white_pentanomial, self.white_trinomial);
        Tally { pentanomial, trinomial, ..Tally::default() }.elo()
    }

    fn by_pairs_or_games<T>(&self, of_pairs: fn(&Distribution<5>) -> T, of_games: fn(&Distribution<3>) -> T) -> T {
        if self.pentanomial == [0; 5] {
            of_games(&Distribution::new(self.trinomial))
        } else {
            of_pairs(&Distribution::new(self.pentanomial))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_win_each_in_every_pair_says_that_players_are_equal() {
        let mut even = Tally::default();
        for _ in 0..50 {
            even.add_game(2, true);
            even.add_game(0, false);
            even.add_pair([2, 0]);
        }
        assert_eq!(even.elo().to_string(), "+0 [-42, +42]");
        assert_eq!((even.wins_draws_losses(), even.white_trinomial), ([50, 0, 50], [0, 0, 100]));
        assert_eq!(even.white_pentanomial, [0, 0, 0, 0, 50]);
        assert_eq!(even.white_advantage().value, f64::INFINITY);
        assert_eq!(even.draw_ratio(), 0.0);
    }

    #[test]
    fn a_player_that_wins_every_pair_says_that_colours_are_equal() {
        let mut better = Tally::default();
        better.add_game(2, true);
        assert_eq!(better.white_advantage(), Distribution::new([0, 0, 1]).elo(), "there is no pair");
        better.add_game(2, false);
        better.add_pair([2, 2]);
        for _ in 1..50 {
            better.add_game(2, true);
            better.add_game(2, false);
            better.add_pair([2, 2]);
        }
        assert_eq!((better.white_trinomial, better.white_pentanomial), ([50, 0, 50], [0, 0, 50, 0, 0]));
        assert_eq!(better.white_advantage().to_string(), "+0 [-42, +42]");
    }

    #[test]
    fn results_are_reversed_and_added() {
        let mut tally = Tally::default();
        tally.add_game(2, true);
        tally.add_game(1, false);
        tally.add_pair([2, 1]);
        let mut sum = tally.reversed();
        assert_eq!((sum.pentanomial, sum.wins_draws_losses()), ([0, 1, 0, 0, 0], [0, 1, 1]));
        assert_eq!(sum.white_trinomial, tally.white_trinomial);
        assert_eq!(sum.white_pentanomial, [0, 0, 0, 1, 0]);
        sum.add(&tally);
        assert_eq!((sum.pentanomial, sum.wins_draws_losses()), ([0, 1, 0, 1, 0], [1, 2, 1]));
        assert_eq!((sum.score(), sum.white_trinomial), (0.5, [0, 2, 2]));
        assert_eq!(sum.white_pentanomial, [0, 0, 0, 2, 0]);
    }

    #[test]
    fn interval_comes_from_pairs_if_there_are_any() {
        let mut tally = Tally::default();
        tally.add_game(2, true);
        assert_eq!(tally.elo(), Distribution::new([0, 0, 1]).elo());
        tally.add_game(1, false);
        tally.add_pair([2, 1]);
        tally.add_game(0, true);
        assert_eq!(tally.elo(), Distribution::new([0, 0, 0, 1, 0]).elo(), "a game is still without its pair");
        tally.add_game(1, false);
        tally.add_pair([0, 1]);
        assert_eq!(tally.pentanomial, [0, 1, 0, 1, 0]);
        assert_eq!(tally.elo(), Distribution::new([0, 1, 0, 1, 0]).elo());
        assert_eq!((tally.score(), tally.draw_ratio(), tally.white_trinomial), (0.5, 0.5, [1, 2, 1]));
    }
}
