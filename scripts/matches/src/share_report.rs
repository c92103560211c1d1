//! Results of a match in a game for more than two: average shares of engines and seats, ratings, tables.

use std::fmt::Write as _;

use super::plan::Plan;
use super::store::GameRecord;
use statistics::{Interval, ShareTally};

/// Results so far.
#[derive(Clone, Debug)]
pub(super) struct ShareResults {
    names: Vec<String>,
    seats: &'static [&'static str],
    all: ShareTally,
    /// Results of each table: the engines at it, in order, and their tally.
    tables: Vec<(Vec<usize>, ShareTally)>,
}

impl ShareResults {
    /// Results of no games.
    pub(super) fn new(plan: &Plan) -> ShareResults {
        let (engines, seats) = (plan.engines.len(), plan.seats());
        let schedule = plan.schedule();
        let tables = schedule.tables().iter().map(|table| (sorted(table), ShareTally::new(engines, seats)));
        ShareResults {
            names: plan.engines.iter().map(|engine| engine.name.clone()).collect(),
            seats: plan.seat_names(),
            all: ShareTally::new(engines, seats),
            tables: tables.collect(),
        }
    }

    /// Adds a game with the shares of its seats.
    pub(super) fn add(&mut self, game: &GameRecord, twelfths: &[u32]) {
        self.all.add_game(game.opening, &game.seats, twelfths);
        let engines = sorted(&game.seats);
        if let Some((_, tally)) = self.tables.iter_mut().find(|table| table.0 == engines) {
            tally.add_game(game.opening, &game.seats, twelfths);
        }
    }

    /// Number of games.
    pub(super) fn number_of_games(&self) -> u32 {
        self.all.number_of_games()
    }

    /// One-line summary: the share of the first engine. It has no interval, whose time grows with the rounds.
    pub(super) fn line(&self) -> String {
        let share = self.all.points_of(0) / f64::from(self.all.seats_of(0).max(1));
        format!("{} games  {} {share:.3}", self.number_of_games(), self.names[0])
    }

    /// The results in Markdown.
    pub(super) fn markdown(&self) -> String {
        let games = f64::from(self.number_of_games().max(1));
        let shared = 100.0 * f64::from(self.all.shared_games()) / games;
        let even = 1.0 / self.seats.len() as f64;
        let mut text = format!(
            "An even share is {even:.3}. {shared:.1} % of the games were shared. Intervals are 95 %, from rounds.\n\n"
        );
        text += &self.engines();
        text += &self.by_seat();
        if self.tables.len() > 1 {
            text += &self.by_table();
        }
        text
    }

    /// Table of the engines: share, rating, share on each seat.
    fn engines(&self) -> String {
        let mut text = format!("| engine | seats | points | share | Elo | {} |\n", self.seats.join(" | "));
        let _ = writeln!(text, "|---|---|---|---|---|{}", "---|".repeat(self.seats.len()));
        for ((engine, name), rating) in self.names.iter().enumerate().zip(self.all.ratings()) {
            let (seats, points) = (self.all.seats_of(engine), self.all.points_of(engine));
            let on = |seat| self.all.share_in_seat(engine, seat).map_or("-".to_string(), |share| format!("{share:.3}"));
            let on_seats: Vec<String> = (0..self.seats.len()).map(on).collect();
            let average = share(self.all.share_of(engine));
            let _ =
                writeln!(text, "| {name} | {seats} | {points:.2} | {average} | {rating} | {} |", on_seats.join(" | "));
        }
        text
    }

    /// Table of the seats: what each is worth, whoever sits there.
    fn by_seat(&self) -> String {
        let mut text = "\n| seat | share |\n|---|---|\n".to_string();
        for (seat, name) in self.seats.iter().enumerate() {
            let _ = writeln!(text, "| {name} | {} |", share(self.all.share_of_seat(seat)));
        }
        text
    }

    /// Table of the tables: who sat there, and the share of each.
    fn by_table(&self) -> String {
        let mut text = "\n| table | games | shares |\n|---|---|---|\n".to_string();
        for (engines, tally) in &self.tables {
            let mut different = engines.clone();
            different.dedup();
            let seats = |engine: usize| engines.iter().filter(|&&other| other == engine).count();
            let names = different.iter().map(|&engine| match seats(engine) {
                1 => self.names[engine].clone(),
                several => format!("{several} x {}", self.names[engine]),
            });
            let names: Vec<String> = names.collect();
            let shares: Vec<String> = different
                .iter()
                .map(|&engine| format!("{} {}", self.names[engine], share(tally.share_of(engine))))
                .collect();
            let (names, shares) = (names.join(", "), shares.join("; "));
            let _ = writeln!(text, "| {names} | {} | {shares} |", tally.number_of_games());
        }
        text
    }
}

fn sorted(engines: &[usize]) -> Vec<usize> {
    let mut sorted = engines.to_vec();
    sorted.sort_unstable();
    sorted
}

/// A share with its interval: `0.250 [0.201, 0.299]`.
fn share(share: Interval) -> String {
    format!("{:.3} [{:.3}, {:.3}]", share.value, share.low, share.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Format;
    use crate::plan::tests::plan;
    use crate::report::Report;
    use crate::store::tests::game;
    use arguments::games::Variant;

    /// Games of a plan with these results.
    fn played(plan: &Plan, results: &[&str]) -> Vec<GameRecord> {
        let schedule = plan.schedule();
        let numbered = (0..).zip(results);
        let with_result = |(number, result): (u64, &&str)| {
            let scheduled = schedule.game(number);
            let (seats, opening) = (scheduled.seats, scheduled.opening);
            GameRecord { seats, opening, result: result.to_string(), ..game(number) }
        };
        numbered.map(with_result).collect()
    }

    fn kaleido4(names: &[&str], format: Format) -> Plan {
        Plan { variant: Variant(engine::variants::Variant::Kaleido4), format, ..plan(names) }
    }

    #[test]
    fn shares_are_told_by_engine_seat_and_table() {
        let plan = kaleido4(&["greedy", "random", "cautious"], Format::Gauntlet);
        // Greedy wins its four games against random in the first round, and one in the second; it draws with all and
        // with two of three, and loses, against cautious.
        let won = ["1-0-0-0", "0-0-0-1", "0-0-1-0", "0-1-0-0"];
        let mixed = ["1/4-1/4-1/4-1/4", "1/3-1/3-0-1/3", "1-0-0-0", "1-0-0-0"];
        let lost = ["1-0-0-0", "1-0-0-0", "1-0-0-0", "1-0-0-0"];
        let results = [won, mixed, lost, mixed].concat();
        let report = Report::of(&plan, &played(&plan, &results));
        let text = report.markdown();
        for line in [
            "# kaleido4: 16 games, 0.0 moves on average",
            "An even share is 0.250. 25.0 % of the games were shared.",
            // 4 + 7/12 + 1 + 7/12 points of 16 seats: White 1 + 1/4 + 1 + 1/4, Green 1 + 1/3 + 1/3.
            "| greedy | 16 | 6.17 | 0.385 [",
            "| 0.625 | 0.250 | 0.250 | 0.417 |\n",
            "| random | 24 | 3.00 | 0.125 [0.000, 1.000] |",
            "| White | 0.635 [",
            "| greedy, 3 x random | 8 | greedy 0.625 [0.000, 1.000]; random 0.125 [0.000, 1.000] |",
            "| greedy, 3 x cautious | 8 | greedy 0.146 [0.000, 1.000]; cautious 0.285 [0.000, 1.000] |",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert_eq!(report.line(), "16 games  greedy 0.385");
        assert_eq!(Report::of(&plan, &[]).line(), "0 games  greedy 0.000");
    }

    #[test]
    fn better_engines_have_higher_ratings() {
        let plan = kaleido4(&["greedy", "random", "cautious", "mcts-plain"], Format::RoundRobin);
        // Who sits first wins twice, then who sits second, and so on: greedy wins 2 of 4 games.
        let games = played(&plan, &["1-0-0-0", "0-0-0-1", "1-0-0-0", "0-0-1-0"].repeat(6));
        let text = Report::of(&plan, &games).markdown();
        assert!(text.contains("| greedy | 24 | 12.00 | 0.500 [0.000, 1.000] | +"), "{text}");
        assert!(!text.contains("| table |"), "there is one table: {text}");
    }
}
