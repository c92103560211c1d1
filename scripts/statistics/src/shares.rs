//! Results of games for any number of seats: average shares with their intervals, and ratings.

use std::collections::BTreeMap;

use super::distribution::{Interval, student_t_95};
use super::plackett_luce::{self, Tables};

/// Twelfths in a game's point, so that a share of one half, third or quarter is exact.
pub const TWELFTHS: u32 = 12;

/// Results of a match of games for several, by rounds.
///
/// A round is all games from one opening: they are not independent of each other, for an opening may favour a seat. So
/// intervals come from the differences between rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct ShareTally {
    total: Sums,
    rounds: BTreeMap<u64, Sums>,
}

/// Sums over games.
#[derive(Clone, PartialEq, Default, Debug)]
struct Sums {
    games: u32,
    /// Games without a single winner.
    shared: u32,
    /// For each player, for each seat: what it got there.
    cells: Vec<Vec<Cell>>,
    tables: Tables,
}

/// Shares that a player got in a seat.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Cell {
    games: u32,
    twelfths: u32,
}

impl Cell {
    fn sum<'a>(cells: impl Iterator<Item = &'a Cell>) -> Cell {
        cells.fold(Cell::default(), |sum, cell| Cell {
            games: sum.games + cell.games,
            twelfths: sum.twelfths + cell.twelfths,
        })
    }

    /// Points.
    fn points(self) -> f64 {
        f64::from(self.twelfths) / f64::from(TWELFTHS)
    }

    /// Average share; not a number without games.
    fn share(self) -> f64 {
        self.points() / f64::from(self.games)
    }
}

impl Sums {
    fn new(players: usize, seats: usize) -> Sums {
        Sums { games: 0, shared: 0, cells: vec![vec![Cell::default(); seats]; players], tables: Tables::new() }
    }

    fn add(&mut self, seated: &[usize], twelfths: &[u32]) {
        self.games += 1;
        self.shared += u32::from(!twelfths.contains(&TWELFTHS));
        let mut table = vec![0; self.cells.len()];
        for (seat, (&player, &twelfths)) in seated.iter().zip(twelfths).enumerate() {
            let cell = &mut self.cells[player][seat];
            *cell = Cell { games: cell.games + 1, twelfths: cell.twelfths + twelfths };
            table[player] += 1;
        }
        *self.tables.entry(table).or_default() += 1;
    }

    /// The sums without those of a round.
    fn without(&self, round: &Sums) -> Sums {
        let mut left = self.clone();
        left.games -= round.games;
        left.shared -= round.shared;
        for (cell, other) in left.cells.iter_mut().flatten().zip(round.cells.iter().flatten()) {
            *cell = Cell { games: cell.games - other.games, twelfths: cell.twelfths - other.twelfths };
        }
        for (table, games) in &round.tables {
            *left.tables.entry(table.clone()).or_default() -= games;
        }
        left
    }

    fn of_player(&self, player: usize) -> Cell {
        Cell::sum(self.cells[player].iter())
    }

    fn of_seat(&self, seat: usize) -> Cell {
        Cell::sum(self.cells.iter().map(|player| &player[seat]))
    }

    fn ratings(&self) -> Vec<f64> {
        let wins: Vec<f64> = (0..self.cells.len()).map(|player| self.of_player(player).points()).collect();
        plackett_luce::ratings(&wins, &self.tables)
    }
}

impl ShareTally {
    /// No games between some players.
    pub fn new(players: usize, seats: usize) -> ShareTally {
        ShareTally { total: Sums::new(players, seats), rounds: BTreeMap::new() }
    }

    /// Counts a game of a round: the player in each seat, and the share of each seat in twelfths.
    ///
    /// # Panics
    /// If the seats are not those that the tally was made for, or the shares do not sum to 1.
    pub fn add_game(&mut self, round: u64, seated: &[usize], twelfths: &[u32]) {
        let (players, seats) = (self.total.cells.len(), self.total.cells[0].len());
        assert!([seated.len(), twelfths.len()] == [seats; 2], "a result for {seats} seats");
        assert_eq!(twelfths.iter().sum::<u32>(), TWELFTHS, "shares sum to 1");
        self.total.add(seated, twelfths);
        self.rounds.entry(round).or_insert_with(|| Sums::new(players, seats)).add(seated, twelfths);
    }

    /// Number of games.
    pub fn number_of_games(&self) -> u32 {
        self.total.games
    }

    /// Number of games that several players have shared.
    pub fn shared_games(&self) -> u32 {
        self.total.shared
    }

    /// Number of seats that a player has had: more than games where it sat on several.
    pub fn seats_of(&self, player: usize) -> u32 {
        self.total.of_player(player).games
    }

    /// Points of a player: the sum of its shares.
    pub fn points_of(&self, player: usize) -> f64 {
        self.total.of_player(player).points()
    }

    /// Average share of a player for each seat that it had.
    pub fn share_of(&self, player: usize) -> Interval {
        as_share(self.interval(&|sums| sums.of_player(player).share(), self.range(1.0)))
    }

    /// Average share of a player in one seat; `None` if it never sat there.
    pub fn share_in_seat(&self, player: usize, seat: usize) -> Option<f64> {
        let cell = self.total.cells[player][seat];
        (cell.games > 0).then(|| cell.share())
    }

    /// Average share of a seat, whoever sat there.
    pub fn share_of_seat(&self, seat: usize) -> Interval {
        as_share(self.interval(&|sums| sums.of_seat(seat).share(), 1.0))
    }

    /// Plackett-Luce ratings of the players in Elo, with a mean of 0: an engine with 400 more gets ten times the share
    /// of another at the same table.
    pub fn ratings(&self) -> Vec<Interval> {
        let total = self.total.ratings();
        let left_out: Vec<Vec<f64>> = self.rounds.values().map(|round| self.total.without(round).ratings()).collect();
        let range = self.range(f64::INFINITY);
        let without_each = |player: usize| -> Vec<f64> { left_out.iter().map(|ratings| ratings[player]).collect() };
        (0..total.len()).map(|player| jackknife(total[player], without_each(player), range)).collect()
    }

    fn interval(&self, estimate: &dyn Fn(&Sums) -> f64, range: f64) -> Interval {
        let left_out = self.rounds.values().map(|round| estimate(&self.total.without(round)));
        jackknife(estimate(&self.total), left_out.collect(), range)
    }

    /// Range of an estimate for a player: none if there is one player, whose results are the same in all games.
    fn range(&self, of_several: f64) -> f64 {
        if self.total.cells.len() == 1 { 0.0 } else { of_several }
    }
}

/// Greatest difference between the estimates of rounds that ended alike: they may be rounded differently.
const ROUNDING: f64 = 1e-12;

/// Estimate with its 95 % confidence interval from the estimates without one round each (jackknife; B. Efron, "The
/// Jackknife, the Bootstrap and Other Resampling Plans", 1982), by Student's t-distribution. For a mean of equal rounds
/// it is the usual interval. Infinite if there are less than two rounds.
///
/// If all rounds ended alike it is that of the rule of three: with 95 % confidence another result has a probability of
/// at most 3 / rounds. It changes the estimate by no more than its `range`.
fn jackknife(value: f64, left_out: Vec<f64>, range: f64) -> Interval {
    let rounds = left_out.len() as f64;
    let mean = left_out.iter().sum::<f64>() / rounds;
    let squares: f64 = left_out.iter().map(|estimate| (estimate - mean).powi(2)).sum();
    let margin = if left_out.iter().all(|estimate| (estimate - mean).abs() <= ROUNDING) {
        3.0 / rounds * range
    } else {
        student_t_95(left_out.len().saturating_sub(1)) * ((rounds - 1.0) / rounds * squares).sqrt()
    };
    let margin = if left_out.len() < 2 || margin.is_nan() { f64::INFINITY } else { margin };
    Interval { value, low: value - margin, high: value + margin }
}

/// Interval of a share, which lies between 0 and 1; without games nothing is known.
fn as_share(share: Interval) -> Interval {
    if share.value.is_nan() {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    Interval { low: share.low.max(0.0), high: share.high.min(1.0), ..share }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    /// Rounds in which player 0 sits once against three of player 1 and gets these twelfths, each as White.
    fn one_against_three(twelfths: &[u32]) -> ShareTally {
        let mut tally = ShareTally::new(2, 4);
        for (round, &twelfths) in twelfths.iter().enumerate() {
            tally.add_game(round as u64, &[0, 1, 1, 1], &[twelfths, 12 - twelfths, 0, 0]);
        }
        tally
    }

    #[test]
    fn interval_of_equal_rounds_is_that_of_their_mean() {
        // Shares 5/12, 6/12, 7/12: mean 1/2, standard deviation 1/12, standard error 1/12 / sqrt 3; the quantile of
        // Student's t with 2 degrees of freedom.
        let tally = one_against_three(&[5, 6, 7]);
        let share = tally.share_of(0);
        let margin = 4.302_652_729_749_464 / 12.0 / 3f64.sqrt();
        close(share.value, 0.5);
        close(share.high - share.value, margin);
        close(share.value - share.low, margin);
        let others = tally.share_of(1);
        close(others.value, 0.5 / 3.0);
        close(others.high - others.value, margin / 3.0);
        assert_eq!((tally.seats_of(0), tally.seats_of(1), tally.points_of(1)), (3, 9, 1.5));
        assert_eq!((tally.number_of_games(), tally.shared_games()), (3, 3));
    }

    #[test]
    fn games_of_a_round_count_as_one_observation() {
        // What one game of a round gives the player, the next one takes: nothing varies between rounds. Then the
        // interval is that of the rule of three, over rounds.
        let mut tally = ShareTally::new(2, 3);
        for round in 0..30 {
            tally.add_game(round, &[0, 1, 1], &[12, 0, 0]);
            tally.add_game(round, &[1, 0, 1], &[0, 0, 12]);
        }
        let share = tally.share_of(0);
        assert_eq!(share.value, 0.5);
        close(share.low, 0.4);
        close(share.high, 0.6);
        let rating = tally.ratings()[0];
        assert_eq!((rating.low, rating.high), (f64::NEG_INFINITY, f64::INFINITY), "ratings have no bounds");
        assert_eq!([0, 1, 2].map(|seat| tally.share_of_seat(seat).value), [0.5, 0.0, 0.5]);
        assert_eq!([0, 1, 2].map(|seat| tally.share_in_seat(0, seat)), [Some(1.0), Some(0.0), None]);
    }

    #[test]
    fn one_round_has_no_interval_and_shares_stay_between_0_and_1() {
        let one = one_against_three(&[12]);
        assert_eq!(one.share_of(0), Interval { value: 1.0, low: 0.0, high: 1.0 });
        assert_eq!((one.ratings()[0].high, one.shared_games()), (f64::INFINITY, 0));
        let many = one_against_three(&[12, 12, 12, 0]).share_of(0);
        assert!(many.value == 0.75 && many.high == 1.0 && many.low < 0.4, "{many:?}");
        let none = ShareTally::new(2, 4);
        assert_eq!(none.share_of(0), Interval { value: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(none.ratings()[1].value, 0.0);
    }

    #[test]
    fn a_player_alone_has_an_even_share_and_a_rating_of_0_for_certain() {
        let mut tally = ShareTally::new(1, 3);
        for round in 0..4 {
            tally.add_game(round, &[0; 3], if round == 0 { &[0, 12, 0] } else { &[12, 0, 0] });
        }
        let (share, rating) = (tally.share_of(0), tally.ratings()[0]);
        close(share.low, 1.0 / 3.0);
        close(share.high, 1.0 / 3.0);
        assert_eq!(rating, Interval { value: 0.0, low: 0.0, high: 0.0 });
        assert_eq!(tally.share_of_seat(2), Interval { value: 0.0, low: 0.0, high: 0.75 });
        assert!(tally.share_of_seat(0).low < tally.share_of_seat(0).value);
    }

    #[test]
    fn ratings_have_an_interval_as_wide_as_that_of_the_score() {
        // 300 wins and 100 losses in rounds of one game: +190.8 with the interval of logistic Elo, [+151, +235].
        let mut tally = ShareTally::new(2, 2);
        for round in 0..400 {
            let won = round % 4 != 0;
            tally.add_game(round, &[0, 1], if won { &[12, 0] } else { &[0, 12] });
        }
        let [first, second] = tally.ratings()[..] else { panic!("there are two players") };
        let difference = [first.low - second.high, first.value - second.value, first.high - second.low];
        for (found, elo) in difference.into_iter().zip([151.3, 190.4, 229.6]) {
            assert!((found - elo).abs() < 1.0, "{difference:?}");
        }
    }

    #[test]
    #[should_panic(expected = "shares sum to 1")]
    fn shares_must_sum_to_one() {
        ShareTally::new(2, 3).add_game(0, &[0, 1, 1], &[6, 4, 0]);
    }
}
