//! Schedule of a match: who sits where in which game.
//!
//! A *round* is all games from one opening. In each round the same tables of engines meet, and each table plays the
//! opening in all rotations, so that every engine of it sits on every seat.
//!
//! Games of two, round robin: every engine meets every other one, once with each colour. Games of n players:
//!
//! * with n engines or more, every choice of n of them is a table. Who follows whom changes from round to round: all
//!   (n - 1)! orders around the table have their turn.
//! * with fewer, every engine sits once against n - 1 of each other one. One engine alone plays all seats, for the
//!   table by seat.
//!
//! In a gauntlet the first engine sits at every table: alone against n - 1 of each other one. Among neighbours each
//! engine does so against the next one alone, in pairs each other engine.

use super::plan::Format;

/// Schedule of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    seats: usize,
    /// Tables of a round, each as the numbers of the engines around it.
    tables: Vec<Vec<usize>>,
}

/// A game of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the opening, from 0, which is that of the round. All tables have the same openings and the same chance
    /// outcomes.
    pub opening: u64,
    /// Numbers of the engines in the order of their seats.
    pub seats: Vec<usize>,
}

impl Schedule {
    /// Schedule of some engines in a game for `seats` players.
    pub fn new(format: Format, engines: usize, seats: usize) -> Schedule {
        let against = |first: usize, second: usize| {
            let mut table = vec![second; seats];
            table[0] = first;
            table
        };
        let tables = match format {
            Format::Gauntlet => (1..engines).map(|other| against(0, other)).collect(),
            Format::Neighbours => (1..engines).map(|next| against(next - 1, next)).collect(),
            Format::Pairs => (1..engines).step_by(2).map(|second| against(second - 1, second)).collect(),
            Format::RoundRobin if engines == 1 => vec![vec![0; seats]],
            Format::RoundRobin if engines >= seats => choices(engines, seats),
            Format::RoundRobin => {
                let others = |first| (0..engines).filter(move |&second| second != first);
                (0..engines).flat_map(|first| others(first).map(move |second| against(first, second))).collect()
            }
        };
        Schedule { seats, tables }
    }

    /// Tables of a round, each as the numbers of the engines around it.
    pub fn tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// Number of games in `rounds` rounds.
    pub fn games(&self, rounds: u64) -> u64 {
        rounds * self.tables.iter().map(|table| rotations(table)).sum::<usize>() as u64
    }

    /// Game number `game`. The games of a table are successive, all tables play an opening before the next one, and the
    /// schedule does not depend on the number of rounds.
    pub fn game(&self, game: u64) -> ScheduledGame {
        let opening = game / self.games(1);
        let mut left = (game % self.games(1)) as usize;
        let mut tables = self.tables.iter();
        let table = tables.find(|table| {
            let within = left < rotations(table);
            if !within {
                left -= rotations(table);
            }
            within
        });
        let mut seats = reordered(table.expect("the number is below that of the games"), opening);
        seats.rotate_left(left);
        ScheduledGame { game, opening, seats }
    }
}

/// Number of different rotations of a table: one if one engine has all seats.
fn rotations(table: &[usize]) -> usize {
    let again = |&turned: &usize| table.iter().cycle().skip(turned).take(table.len()).eq(table);
    (1..=table.len()).find(again).unwrap_or(table.len())
}

/// All choices of some of the engines, in order.
fn choices(engines: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |choice: Vec<usize>| {
            let first = choice.last().map_or(0, |last| last + 1);
            (first..engines).map(move |next| [&choice[..], &[next]].concat())
        };
        chosen = chosen.into_iter().flat_map(longer).collect();
    }
    chosen
}

/// A table with its engines in the order of a round: the first one stays, the others take all orders in turn.
fn reordered(table: &[usize], round: u64) -> Vec<usize> {
    let mut left = table.to_vec();
    let mut order = vec![left.remove(0)];
    let mut number = round;
    // Digits of the round in the factorial number system.
    while !left.is_empty() {
        let places = left.len() as u64;
        order.push(left.remove((number % places) as usize));
        number /= places;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(schedule: &Schedule, rounds: u64) -> Vec<Vec<usize>> {
        (0..schedule.games(rounds)).map(|game| schedule.game(game).seats).collect()
    }

    /// Number of games that each engine has on each seat.
    fn counts(schedule: &Schedule, rounds: u64, engines: usize) -> Vec<Vec<usize>> {
        let games = seats(schedule, rounds);
        let on = |engine, seat: usize| games.iter().filter(|seats| seats[seat] == engine).count();
        (0..engines).map(|engine| (0..schedule.seats).map(|seat| on(engine, seat)).collect()).collect()
    }

    #[test]
    fn round_robin_of_two_plays_each_opening_with_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2);
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(seats(&schedule, 2), [pairs, pairs].concat());
        let openings: Vec<u64> = (0..12).map(|game| schedule.game(game).opening).collect();
        assert_eq!(openings, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        let gauntlet = Schedule::new(Format::Gauntlet, 3, 2);
        assert_eq!(gauntlet.tables(), [[0, 1], [0, 2]]);
        let neighbours = Schedule::new(Format::Neighbours, 3, 2);
        assert_eq!(neighbours.tables(), [[0, 1], [1, 2]]);
        assert_eq!(Schedule::new(Format::Pairs, 6, 2).tables(), [[0, 1], [2, 3], [4, 5]]);
        assert_eq!(Schedule::new(Format::Pairs, 2, 3).tables(), [[0, 1, 1]]);
    }

    #[test]
    fn two_engines_at_four_seats_play_one_against_three_and_the_reverse() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 4);
        let expected = [
            [0, 1, 1, 1],
            [1, 1, 1, 0],
            [1, 1, 0, 1],
            [1, 0, 1, 1],
            [1, 0, 0, 0],
            [0, 0, 0, 1],
            [0, 0, 1, 0],
            [0, 1, 0, 0],
        ];
        assert_eq!(schedule.games(3), 24);
        let first_round: Vec<Vec<usize>> = seats(&schedule, 1);
        assert_eq!(first_round, expected);
        let gauntlet = Schedule::new(Format::Gauntlet, 3, 4);
        assert_eq!(gauntlet.tables(), [[0, 1, 1, 1], [0, 2, 2, 2]]);
    }

    #[test]
    fn every_engine_sits_equally_often_on_every_seat() {
        for (engines, players) in [(1, 4), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (4, 4), (6, 4), (5, 2)] {
            let schedule = Schedule::new(Format::RoundRobin, engines, players);
            let counts = counts(&schedule, 6, engines).concat();
            assert!(counts.iter().all(|&count| count == counts[0]), "{engines} at {players}: {counts:?}");
        }
    }

    #[test]
    fn everybody_follows_everybody_equally_often() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 4);
        assert_eq!(schedule.games(1), 4);
        let mut followed = [[0; 4]; 4];
        for seats in seats(&schedule, 6) {
            for (at, &engine) in seats.iter().enumerate() {
                followed[engine][seats[(at + 1) % 4]] += 1;
            }
        }
        for (engine, followers) in followed.iter().enumerate() {
            let others = (0..4).filter(|&other| other != engine);
            assert!(others.map(|other| followers[other]).all(|count| count == 8), "{followed:?}");
        }
    }

    #[test]
    fn one_engine_plays_all_seats_once() {
        let schedule = Schedule::new(Format::RoundRobin, 1, 4);
        assert_eq!(seats(&schedule, 2), [[0; 4], [0; 4]]);
        assert_eq!([rotations(&[0, 1, 0, 1]), rotations(&[0, 1, 1]), rotations(&[2, 2])], [2, 3, 1]);
    }
}
