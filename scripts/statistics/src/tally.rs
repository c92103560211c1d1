//! The results of a match, counted.

use super::distribution::{Distribution, Elo};

/// The result of one game for a player, in half points: 0, 1 or 2.
pub type HalfPoints = usize;

/// The results of a match for its first player.
///
/// Pairs of games from one opening with colours exchanged are counted as well as games, because the two games of a pair are not
/// independent: an opening that favours one colour makes one win each, which says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pairs by the half points that the first player made in them: 0 to 4.
    pub pairs: [u32; 5],
    /// Games by the half points that the first player made in them, those of unfinished pairs too.
    pub games: [u32; 3],
    /// The same games by the half points that White made.
    pub white: [u32; 3],
}

impl Tally {
    /// Adds a game.
    pub fn add_game(&mut self, points: HalfPoints, first_is_white: bool) {
        self.games[points] += 1;
        self.white[if first_is_white { points } else { 2 - points }] += 1;
    }

    /// Notes that two games that have been added are a pair.
    pub fn add_pair(&mut self, points: [HalfPoints; 2]) {
        self.pairs[points[0] + points[1]] += 1;
    }

    /// Games won, drawn and lost by the first player.
    pub fn won_drawn_lost(&self) -> [u32; 3] {
        let [lost, drawn, won] = self.games;
        [won, drawn, lost]
    }

    /// How many games there are.
    pub fn number_of_games(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The share of the points that the first player made; one half of nothing.
    pub fn score(&self) -> f64 {
        Distribution::new(self.games).moments().0
    }

    /// The share of drawn games.
    pub fn draw_ratio(&self) -> f64 {
        f64::from(self.games[1]) / f64::from(self.number_of_games().max(1))
    }

    /// The difference in strength: from the pairs if all games belong to pairs, else from single games.
    pub fn elo(&self) -> Elo {
        self.best(Distribution::elo, Distribution::elo)
    }

    /// The same as normalized Elo.
    pub fn normalized(&self) -> Elo {
        self.best(Distribution::normalized, Distribution::normalized)
    }

    /// The likelihood of superiority of the first player, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        self.best(Distribution::superiority, Distribution::superiority)
    }

    /// What it is worth to have White, in Elo.
    pub fn white_advantage(&self) -> Elo {
        Distribution::new(self.white).elo()
    }

    fn best<T>(&self, of_pairs: fn(&Distribution<5>) -> T, of_games: fn(&Distribution<3>) -> T) -> T {
        if 2 * self.pairs.iter().sum::<u32>() == self.number_of_games() {
            of_pairs(&Distribution::new(self.pairs))
        } else {
            of_games(&Distribution::new(self.games))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_that_favour_a_colour_say_nothing() {
        let mut even = Tally::default();
        for _ in 0..50 {
            even.add_game(2, true);
            even.add_game(0, false);
            even.add_pair([2, 0]);
        }
        assert_eq!(even.elo(), Elo { value: 0.0, low: 0.0, high: 0.0 });
        assert_eq!((even.won_drawn_lost(), even.white), ([50, 0, 50], [0, 0, 100]));
        assert_eq!(even.white_advantage().value, f64::INFINITY);
        assert_eq!(even.draw_ratio(), 0.0);
    }

    #[test]
    fn the_interval_is_that_of_pairs_as_soon_as_they_are_complete() {
        let mut tally = Tally::default();
        for (points, white) in [(2, true), (1, false), (0, true)] {
            tally.add_game(points, white);
        }
        tally.add_pair([2, 1]);
        assert_eq!(tally.elo(), Distribution::new([1, 1, 1]).elo(), "a game is still without its pair");
        tally.add_game(1, false);
        tally.add_pair([0, 1]);
        assert_eq!(tally.pairs, [0, 1, 0, 1, 0]);
        assert_eq!(tally.elo(), Distribution::new([0, 1, 0, 1, 0]).elo());
        assert_eq!((tally.score(), tally.draw_ratio(), tally.white), (0.5, 0.5, [1, 2, 1]));
    }
}
