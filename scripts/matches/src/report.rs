//! Report of a match: results, statistics and averages, as Markdown.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use super::limits::LimitUse;
use super::plan::{Plan, StarvedGames};
use super::share_report::ShareResults;
use super::store::GameRecord;
use referee::{Fault, FaultKind};
use statistics::{HalfPoints, SprtState, TWELFTHS, Tally};

/// Faults that are listed. All are counted.
const LISTED_FAULTS: usize = 20;

/// Results of a match so far.
#[derive(Clone, Debug)]
pub struct Report {
    plan: Plan,
    /// Tally of each pairing of the plan, from its first engine's point of view; none in games for more than two.
    tallies: Vec<Tally>,
    /// Pairings of a plan for games of two.
    pairings: Vec<[usize; 2]>,
    /// Results of games for more than two.
    shares: Option<ShareResults>,
    /// For each engine.
    sums: Vec<Sums>,
    /// The only finished game of a pair, by pair.
    half_pairs: HashMap<u64, HalfPair>,
    /// Finished pairs that count, as hashes of pairing, positions and moves.
    pairs: HashSet<u64>,
    /// Finished pairs with the positions and moves of an earlier one.
    repeated_pairs: u32,
    games: u32,
    moves: usize,
    /// Number of faults, and the first of them in words.
    faults: usize,
    first_faults: Vec<String>,
    starved: Starved,
    /// Decision of the SPRT.
    decision: SprtState,
}

/// The first finished game of a pair.
#[derive(Clone, Copy, Debug)]
struct HalfPair {
    /// Half points of the first engine.
    points: HalfPoints,
    /// True if the machine was starved.
    starved: bool,
    /// Hash of seats, first position and moves.
    hash: u64,
}

/// Games in which the machine was starved.
#[derive(Clone, Copy, Default, Debug)]
struct Starved {
    games: u32,
    /// Forfeits in them.
    forfeits: u32,
    /// Longest time by which the referee was late.
    longest: Duration,
}

/// Sums over an engine's moves.
#[derive(Clone, Default, Debug)]
struct Sums {
    moves: u32,
    time: Duration,
    depth: Sum,
    nodes: Sum,
    faults: HashMap<FaultKind, u32>,
    limits: LimitUse,
}

/// Sum of a value that is not known for every move.
#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    of: u32,
    sum: u64,
}

impl Sum {
    fn add(&mut self, value: Option<u64>) {
        self.of += u32::from(value.is_some());
        self.sum = self.sum.saturating_add(value.unwrap_or(0));
    }

    fn mean(self, digits: usize) -> String {
        if self.of == 0 { "-".to_string() } else { format!("{:.digits$}", self.sum as f64 / f64::from(self.of)) }
    }
}

impl Report {
    /// Report of some games, in the order in which they ended.
    pub fn of(plan: &Plan, games: &[GameRecord]) -> Report {
        let pairings: Vec<[usize; 2]> =
            plan.schedule().tables().iter().filter_map(|table| <[usize; 2]>::try_from(&table[..]).ok()).collect();
        let mut report = Report {
            plan: plan.clone(),
            tallies: vec![Tally::default(); pairings.len()],
            pairings,
            shares: (plan.seats() > 2).then(|| ShareResults::new(plan)),
            sums: vec![Sums::default(); plan.engines.len()],
            half_pairs: HashMap::new(),
            pairs: HashSet::new(),
            repeated_pairs: 0,
            games: 0,
            moves: 0,
            faults: 0,
            first_faults: Vec::new(),
            starved: Starved::default(),
            decision: SprtState::Undecided,
        };
        games.iter().for_each(|game| report.add(game));
        report
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If its result is none of the plan's game; a [store](super::Store) has checked that.
    pub fn add(&mut self, game: &GameRecord) {
        let twelfths = game.twelfths().expect("the result has been checked");
        match &mut self.shares {
            Some(shares) => shares.add(game, &twelfths),
            None => self.add_to_pair(game, &twelfths),
        }
        if let (Some(sprt), [tally], SprtState::Undecided) = (&self.plan.sprt, &self.tallies[..], self.decision) {
            self.decision = sprt.state(tally);
        }
        if game.is_starved() {
            self.starved.games += 1;
            self.starved.longest = self.starved.longest.max(game.lateness);
            self.starved.forfeits +=
                game.faults.iter().filter(|(_, fault)| fault.kind == FaultKind::Forfeit).count() as u32;
        }
        self.games += 1;
        self.moves += game.moves.len();
        for (seat, &engine) in game.seats.iter().enumerate() {
            self.sums[engine].limits.add(game, seat);
        }
        for mv in &game.moves {
            let Some(info) = mv.info else { continue };
            let sums = &mut self.sums[game.seats[mv.seat]];
            sums.moves += 1;
            sums.time += info.time;
            sums.depth.add(info.depth.map(u64::from));
            sums.nodes.add(info.nodes);
        }
        for (seat, fault) in &game.faults {
            *self.sums[game.seats[*seat]].faults.entry(fault.kind).or_default() += 1;
            if self.faults < LISTED_FAULTS {
                self.first_faults.push(fault_in_words(&self.plan, game, *seat, fault));
            }
            self.faults += 1;
        }
    }

    /// Adds a game of two to its pair.
    fn add_to_pair(&mut self, game: &GameRecord, twelfths: &[u32]) {
        let pair = game.game / 2;
        let pairing = (pair % self.tallies.len() as u64) as usize;
        let first_is_white = game.game.is_multiple_of(2);
        let points = (2 * twelfths[usize::from(!first_is_white)] / TWELFTHS) as HalfPoints;
        let (tally, starved, hash) = (&mut self.tallies[pairing], game.is_starved(), hash_of_moves(game));
        // A pair of which a game may be void counts when both are played.
        let voids = self.plan.starved == StarvedGames::Void;
        if !voids {
            tally.add_game(points, first_is_white);
        }
        match self.half_pairs.remove(&pair) {
            None => drop(self.half_pairs.insert(pair, HalfPair { points, starved, hash })),
            Some(other) if voids && (starved || other.starved) => {}
            Some(other) => {
                if voids {
                    tally.add_game(points, first_is_white);
                    tally.add_game(other.points, !first_is_white);
                }
                let by_colour = if first_is_white { [points, other.points] } else { [other.points, points] };
                tally.add_pair(by_colour);
                // The seats are part of the hashes, so the games of a pair have two, in whatever order they end.
                let is_new = self.pairs.insert(hash.wrapping_add(other.hash));
                self.repeated_pairs += u32::from(!is_new);
            }
        }
    }

    /// Decision of the SPRT. The games that were in play when it fell change it no more.
    pub fn decision(&self) -> SprtState {
        self.decision
    }

    /// Tallies of the pairings, each from its first engine's point of view.
    pub fn pairings(&self) -> &[Tally] {
        &self.tallies
    }

    /// One-line summary: of the only pairing, or the number of games.
    pub fn line(&self) -> String {
        if let Some(shares) = &self.shares {
            return shares.line();
        }
        let [tally] = self.tallies[..] else {
            return format!("{} games", self.games);
        };
        let [won, drawn, lost] = tally.wins_draws_losses();
        let llr = self.plan.sprt.map(|sprt| {
            let (low, high) = sprt.bounds();
            format!("  LLR {:+.2} ({low:.2}, {high:.2}) {sprt}", sprt.llr(&tally))
        });
        format!("+{won} ={drawn} -{lost}  Elo {}{}", tally.elo(), llr.unwrap_or_default())
    }

    /// The full report in Markdown.
    pub fn markdown(&self) -> String {
        let (games, length) = (self.games, self.moves as f64 / f64::from(self.games.max(1)));
        let mut text = format!("# {}: {games} games, {length:.1} moves on average\n\n", self.plan.variant);
        text += &match &self.shares {
            Some(shares) => shares.markdown(),
            None => self.pairs_markdown(),
        };
        text += "\n| engine | time control | moves | depth | nodes a move | ms a move | faults |\n\
                 |---|---|---|---|---|---|---|\n";
        for (engine, sums) in self.plan.engines.iter().zip(&self.sums) {
            let time = sums.time.as_secs_f64() * 1000.0 / f64::from(sums.moves.max(1));
            let (depth, nodes) = (sums.depth.mean(1), sums.nodes.mean(0));
            let control = if engine.time.is_unbounded() { "-".to_string() } else { engine.time.to_string() };
            let _ = writeln!(
                text,
                "| {} | {control} | {} | {depth} | {nodes} | {time:.2} | {} |",
                engine.name,
                sums.moves,
                faults(sums)
            );
        }
        text + &self.remarks()
    }

    /// Remarks in Markdown, each after an empty line: limits that were not kept, starved games, repeated pairs, faults.
    /// Empty if there are none.
    pub fn remarks(&self) -> String {
        let limits = self.plan.engines.iter().zip(&self.sums).filter_map(|(engine, sums)| sums.limits.remark(engine));
        let remarks = limits.chain(self.starved_remark()).chain(self.repetition_remark()).chain(self.faults_remark());
        remarks.map(|remark| format!("\n{remark}\n")).collect()
    }

    /// Remark on games in which the machine was starved; `None` if there were none.
    fn starved_remark(&self) -> Option<String> {
        let Starved { games, forfeits, longest } = self.starved;
        let all: u32 = self.sums.iter().filter_map(|sums| sums.faults.get(&FaultKind::Forfeit)).sum();
        let counted = match self.plan.starved {
            StarvedGames::Count => "They count",
            StarvedGames::Void => "Their pairs do not count",
        };
        let said = format!(
            "The machine was starved: in {games} of {} games the referee itself waited for a processor, up to {} ms; \
             {forfeits} of {all} forfeits happened in them. {counted} (--starved).",
            self.games,
            longest.as_millis()
        );
        (games > 0).then_some(said)
    }

    /// Remark on pairs that repeat an earlier one, as they do where nothing differs from pair to pair; `None` if there
    /// were none.
    fn repetition_remark(&self) -> Option<String> {
        let repeated = self.repeated_pairs;
        let all = repeated as usize + self.pairs.len();
        let said = format!("{repeated} of {all} pairs repeat an earlier one: they are no independent evidence.");
        (repeated > 0).then_some(said)
    }

    /// List of the first faults, in the order in which the games ended; `None` if there were none.
    fn faults_remark(&self) -> Option<String> {
        if self.faults == 0 {
            return None;
        }
        let mut lines = vec!["Faults (with --output, results.jsonl has all that was said):\n".to_string()];
        lines.extend(self.first_faults.iter().map(|fault| format!("* {fault}")));
        let more = self.faults - self.first_faults.len();
        if more > 0 {
            lines.push(format!("* {more} more"));
        }
        Some(lines.join("\n"))
    }

    /// Results of games of two.
    fn pairs_markdown(&self) -> String {
        let mut text = "| engine | opponent | games | + = - | score | Elo | normalized Elo | LOS | draws | White \
                        | pairs 0, ½, 1, 1½, 2 |\n"
            .to_string();
        text += "|---|---|---|---|---|---|---|---|---|---|---|\n";
        for (&[first, second], tally) in self.pairings.iter().zip(&self.tallies) {
            let [one, other] = [first, second].map(|engine| &self.plan.engines[engine].name);
            text += &format!("| {one} | {other} | {} |\n", row(tally));
        }
        if let (Some(sprt), [tally]) = (&self.plan.sprt, &self.tallies[..]) {
            let (low, high) = sprt.bounds();
            let (llr, state) = (sprt.llr(tally), self.decision);
            let _ = write!(text, "\nSPRT {sprt} {}, alpha {}, beta {}: ", sprt.model, sprt.alpha, sprt.beta);
            let _ = writeln!(text, "LLR {llr:+.3} in ({low:.3}, {high:.3}), {state}.");
        }
        if self.plan.engines.len() > 2 {
            text += &format!("\n{}", self.crosstable());
        }
        text
    }

    /// Crosstable of games of two: results of the rows against the columns, and points.
    pub fn crosstable(&self) -> String {
        let names: Vec<&str> = self.plan.engines.iter().map(|engine| engine.name.as_str()).collect();
        let mut text = format!(
            "| {} | {} | points |\n|---|{}---|\n",
            self.plan.variant,
            names.join(" | "),
            "---|".repeat(names.len())
        );
        for (row, name) in names.iter().enumerate() {
            let results: Vec<Option<[u32; 3]>> = (0..names.len()).map(|column| self.against(row, column)).collect();
            let cells: Vec<String> = results
                .iter()
                .map(|result| result.map_or("".to_string(), |[won, drawn, lost]| format!("+{won} ={drawn} -{lost}")))
                .collect();
            let (points, games) = results.iter().flatten().fold((0.0, 0), |(points, games), &[won, drawn, lost]| {
                (points + f64::from(won) + f64::from(drawn) / 2.0, games + won + drawn + lost)
            });
            let _ = writeln!(text, "| {name} | {} | {points} of {games} |", cells.join(" | "));
        }
        text
    }

    /// Wins, draws and losses of one engine against another, if they are paired.
    fn against(&self, one: usize, other: usize) -> Option<[u32; 3]> {
        let find =
            |pair: [usize; 2]| self.pairings.iter().position(|pairing| *pairing == pair).map(|at| self.tallies[at]);
        find([one, other])
            .map(|tally| tally.wins_draws_losses())
            .or_else(|| find([other, one]).map(|tally| tally.trinomial))
    }
}

/// A fault of the player in a seat, with its game, numbered from 1, and its name: `game 3, greedy: crash: signal 11`.
pub(super) fn fault_in_words(plan: &Plan, game: &GameRecord, seat: usize, fault: &Fault) -> String {
    let name = &plan.engines[game.seats[seat]].name;
    format!("game {}, {name}: {fault}", game.game + 1)
}

/// Hash of who played which moves from which position.
fn hash_of_moves(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.seats, &game.start).hash(&mut hasher);
    game.moves.iter().for_each(|mv| mv.text.hash(&mut hasher));
    hasher.finish()
}

/// Columns of a pairing.
fn row(tally: &Tally) -> String {
    let [won, drawn, lost] = tally.wins_draws_losses();
    let pairs = tally.pentanomial.map(|pairs| pairs.to_string()).join(", ");
    [
        tally.number_of_games().to_string(),
        format!("+{won} ={drawn} -{lost}"),
        format!("{:.1} %", 100.0 * tally.score()),
        format!("{:.1}", tally.elo()),
        format!("{:.1}", tally.normalized_elo()),
        format!("{:.1} %", 100.0 * tally.los()),
        format!("{:.1} %", 100.0 * tally.draw_ratio()),
        tally.white_advantage().to_string(),
        pairs,
    ]
    .join(" | ")
}

/// Faults of an engine by kind.
fn faults(sums: &Sums) -> String {
    let counted: Vec<String> = FaultKind::ALL
        .iter()
        .filter_map(|kind| sums.faults.get(kind).map(|number| format!("{number} {kind}")))
        .collect();
    if counted.is_empty() { "none".to_string() } else { counted.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;
    use crate::store::PlayedMove;
    use crate::store::tests::game;
    use referee::{SearchInfo, TimeControl};
    use statistics::{EloModel, Sprt};

    #[test]
    fn pairs_are_completed_in_any_order() {
        let plan = plan(&["random", "greedy"]);
        // White wins the first pair's games; the second pair's first game is drawn, and White loses the other.
        let mut games = [game(0), game(1), game(2), game(3)];
        games[2].result = "1/2-1/2".to_string();
        games[3].result = "0-1".to_string();
        for order in [[0, 1, 2, 3], [3, 0, 2, 1]] {
            let played: Vec<GameRecord> = order.map(|number: usize| games[number].clone()).to_vec();
            let tally = Report::of(&plan, &played).pairings()[0];
            assert_eq!(
                (tally.wins_draws_losses(), tally.pentanomial, tally.white_trinomial),
                ([2, 1, 1], [0, 0, 1, 1, 0], [1, 1, 2])
            );
            // White has 2 points in the first pair, half a point in the second.
            assert_eq!(tally.white_pentanomial, [0, 1, 0, 0, 1]);
        }
        assert_eq!(Report::of(&plan, &games[..3]).pairings()[0].pentanomial, [0, 0, 1, 0, 0]);
    }

    #[test]
    fn report_has_results_sprt_and_faults() {
        let mut plan = plan(&["random", "greedy"]);
        plan.sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized });
        let mut lost = game(1);
        lost.faults = vec![(1, FaultKind::Forfeit.because("too late"))];
        let info = SearchInfo { score: Some(1), depth: Some(4), nodes: Some(50), time: Duration::from_millis(3) };
        lost.moves = vec![PlayedMove { text: "e2e4".to_string(), seat: 0, searches: 1, info: Some(info) }];
        let text = Report::of(&plan, &[game(0), lost]).markdown();
        for line in [
            "# knightrelay: 2 games, 0.5 moves on average",
            "| random | greedy | 2 | +1 =0 -1 | 50.0 % | +0.0 [-inf, +inf] |",
            "| random | nodes=100 | 0 | - | - | 0.00 | 1 forfeit |",
            "| greedy | nodes=100 | 1 | 4.0 | 50 | 3.00 | none |",
            "SPRT <0, 5> normalized, alpha 0.05, beta 0.05: LLR ",
            " in (-2.944, 2.944), undecided.",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("starved") && !text.contains("does not"), "{text}");
    }

    #[test]
    fn the_first_faults_are_listed_with_their_games() {
        let plan = plan(&["random", "greedy"]);
        let faulty = |number: u64| {
            let fault = FaultKind::Crash.because(format!("signal {number}"));
            GameRecord { faults: vec![(0, fault)], ..game(number) }
        };
        let remarks = |faults: u64| {
            let games: Vec<GameRecord> = (0..faults).map(faulty).collect();
            Report::of(&plan, &games).remarks()
        };
        assert_eq!(remarks(0), "");
        let head = "\nFaults (with --output, results.jsonl has all that was said):\n\n";
        assert_eq!(remarks(1), format!("{head}* game 1, random: crash: signal 0\n"));
        let many = remarks(LISTED_FAULTS as u64 + 3);
        let all = Report::of(&plan, &(0..LISTED_FAULTS as u64 + 3).map(faulty).collect::<Vec<_>>()).markdown();
        assert!(many.ends_with("\n* game 20, greedy: crash: signal 19\n* 3 more\n"), "{many}");
        assert!(all.ends_with(&many) && all.contains("| 12 crash |") && all.contains("| 11 crash |"), "{all}");
    }

    #[test]
    fn a_decision_of_the_sprt_stands_whatever_the_games_in_play_bring() {
        let mut plan = plan(&["random", "greedy"]);
        plan.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
        let won_by = |engine: usize, number: u64| {
            let mut game = game(number);
            game.result = if game.seats[0] == engine { "1-0" } else { "0-1" }.to_string();
            game
        };
        let mut report = Report::of(&plan, &[]);
        let mut number = 0;
        while report.decision() == SprtState::Undecided {
            // The first of three pairs is lost.
            report.add(&won_by(usize::from(number % 6 < 2), number));
            number += 1;
        }
        assert_eq!(report.decision(), SprtState::AcceptedH1);
        for number in number..number + 40 {
            report.add(&won_by(1, number));
        }
        assert!(plan.sprt.unwrap().state(&report.pairings()[0]) != SprtState::AcceptedH1);
        assert_eq!(report.decision(), SprtState::AcceptedH1);
        assert!(report.markdown().contains("), H1 accepted."), "{}", report.markdown());
    }

    #[test]
    fn starved_games_are_reported_and_may_be_left_out() {
        let mut plan = plan(&["random", "greedy"]);
        let mut games = [0, 1, 2, 3, 4].map(game);
        games[0].faults = vec![(1, FaultKind::Forfeit.because("late"))];
        games[3].faults = vec![(1, FaultKind::Forfeit.because("late"))];
        games[3].lateness = Duration::from_millis(213);
        // A delay within the time margin does not matter.
        games[1].lateness = TimeControl::MARGIN;
        let said = "The machine was starved: in 1 of 5 games the referee itself waited for a processor, up to 213 ms; \
                    1 of 2 forfeits happened in them. ";
        let report = Report::of(&plan, &games);
        assert!(report.markdown().contains(&format!("{said}They count (--starved).")), "{}", report.markdown());
        assert_eq!((report.pairings()[0].number_of_games(), report.pairings()[0].pentanomial), (5, [0, 0, 2, 0, 0]));
        plan.starved = StarvedGames::Void;
        for order in [[0, 1, 2, 3, 4], [3, 4, 1, 0, 2]] {
            let played: Vec<GameRecord> = order.map(|number: usize| games[number].clone()).to_vec();
            let report = Report::of(&plan, &played);
            assert!(report.markdown().contains(&format!("{said}Their pairs do not count (--starved).")));
            let tally = report.pairings()[0];
            assert_eq!((tally.wins_draws_losses(), tally.pentanomial), ([1, 0, 1], [0, 0, 1, 0, 0]));
            assert_eq!(tally.white_trinomial, [0, 0, 2]);
        }
    }

    #[test]
    fn pairs_that_repeat_an_earlier_one_are_counted() {
        let plan = plan(&["random", "greedy"]);
        let played = |number: u64, moves: [&str; 2]| {
            let mut game = game(number);
            let mv = |text: &str| PlayedMove { text: text.to_string(), seat: 0, searches: 1, info: None };
            game.moves = moves.map(mv).to_vec();
            game
        };
        let (one, other) = (["e2e4", "e7e5"], ["e2e4", "c7c5"]);
        let games = [played(0, one), played(1, other), played(2, one), played(3, one), played(5, other)];
        assert!(!Report::of(&plan, &games).markdown().contains("repeat"));
        let said = "\n\n1 of 3 pairs repeat an earlier one: they are no independent evidence.\n";
        for last in [[4, 5], [5, 4]] {
            let mut games = games[..4].to_vec();
            games.extend(last.map(|number| played(number, if number == 4 { one } else { other })));
            let text = Report::of(&plan, &games).markdown();
            assert!(text.contains(said), "{text}");
        }
        // The same moves with exchanged players are other games.
        let exchanged = [played(0, one), played(1, other), played(2, other), played(3, one)];
        assert!(!Report::of(&plan, &exchanged).markdown().contains("repeat"));
    }

    #[test]
    fn engines_that_ignore_their_limits_are_named() {
        let plan = plan(&["random", "greedy"]);
        let mut long = game(0);
        let info = SearchInfo { nodes: Some(500), ..SearchInfo::default() };
        let mv =
            |number: usize| PlayedMove { text: "e2e4".to_string(), seat: number % 2, searches: 1, info: Some(info) };
        long.moves = (0..40).map(mv).collect();
        let text = Report::of(&plan, &[long]).markdown();
        for name in ["random", "greedy"] {
            let said = format!("\n\n{name} does not keep nodes=100: it searched 500 nodes a move.\n");
            assert_eq!(text.matches(&said).count(), 1, "{text}");
        }
    }

    #[test]
    fn crosstable_has_every_result_from_both_sides() {
        let plan = plan(&["random", "greedy", "oneply"]);
        let mut games = [0, 1, 2].map(game);
        games[2].seats = vec![0, 2];
        let table = Report::of(&plan, &games).crosstable();
        let expected = "| knightrelay | random | greedy | oneply | points |\n|---|---|---|---|---|\n\
            | random |  | +1 =0 -1 | +1 =0 -0 | 2 of 3 |\n\
            | greedy | +1 =0 -1 |  | +0 =0 -0 | 1 of 2 |\n\
            | oneply | +0 =0 -1 | +0 =0 -0 |  | 0 of 1 |\n";
        assert_eq!(table, expected);
    }
}
