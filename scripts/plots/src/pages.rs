//! The parts of README.md, docs/strength.md and docs/strength/networks.md that are made from the tables: each stands
//! between the comments `<!-- cargo plots: NAME -->` and `<!-- end -->`.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};

use crate::{
    canvas::signed,
    ladder::Ladder,
    results::{EARLIER_BUILDS, MatchResult},
    tables::ShareRow,
};

/// Longest line of the documents, in characters.
const LINE: usize = 118;

/// Greatest difference of Elo to an engine that README names.
const NEAR: f64 = 500.0;

/// Limit of the engine in the ladder.
const LADDER_LIMIT: &str = "500 nodes a move";

/// A document with new text between the comments of a part.
///
/// # Errors
/// If the comments are not there.
pub fn with_part(document: &str, name: &str, text: &str) -> Result<String> {
    let begin = format!("<!-- cargo plots: {name} -->\n");
    let (before, rest) = document.split_once(&begin).with_context(|| format!("no line '{}'", begin.trim_end()))?;
    let (_, after) = rest.split_once("<!-- end -->").with_context(|| format!("no end of the part '{name}'"))?;
    Ok(format!("{before}{begin}\n{}\n\n<!-- end -->{after}", text.trim_end()))
}

/// Table of the newest results of each game.
pub fn results(engines: &[MatchResult], builds: &[MatchResult]) -> String {
    let mut text = "| game | opponent | day | time control | games | won, drawn, lost | Elo, 95 % interval |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    for build in builds {
        let others = engines.iter().filter(|engine| engine.game == build.game);
        for result in others.chain([build]) {
            let MatchResult { game, opponent, date, limit, score } = result;
            let (counts, elo) = (score.counts, score.elo_text());
            let (games, [won, drawn, lost]) = (counts.games(), [counts.wins, counts.draws, counts.losses]);
            let row =
                format!("| `{game}` | {opponent} | {date} | {limit} | {games} | {won}, {drawn}, {lost} | {elo} |");
            let _ = writeln!(text, "{row}");
        }
    }
    text
}

/// Table of the points of each player.
pub fn ladder(ladder: &Ladder) -> String {
    let mut text = format!("| game | {} | of |\n", ladder.players.join(" | "));
    let _ = writeln!(text, "|---|{}---|", "---|".repeat(ladder.players.len()));
    for (game, points, most) in &ladder.games {
        let points: Vec<String> = points.iter().map(f64::to_string).collect();
        let _ = writeln!(text, "| `{game}` | {} | {most} |", points.join(" | "));
    }
    text
}

/// Table of shares in games for three and four.
pub fn shares(rows: &[ShareRow]) -> String {
    let mut text = "| game | measurement | player | against | limit | games | share, 95 % interval |\n".to_owned();
    text += "|---|---|---|---|---|---|---|\n";
    for ShareRow { game, measurement, player, against, limit, games, share, low, high, .. } in rows {
        let _ = writeln!(
            text,
            "| `{game}` | {measurement} | {player} | {against} | {limit} | {games} | {share:.3} [{low:.3}, {high:.3}] |"
        );
    }
    text
}

/// Three lines on strength: chess against the other engines within [`NEAR`] Elo, all games against earlier builds, the
/// ladder.
///
/// # Errors
/// If there are no results.
pub fn summary(engines: &[MatchResult], builds: &[MatchResult], ladder: &Ladder) -> Result<String> {
    let said = |result: &MatchResult| match result.score.elo_text().as_str() {
        "" if result.score.counts.wins == result.score.counts.losses => "no difference".to_owned(),
        "" => signed(result.score.mean()),
        elo => elo.to_owned(),
    };
    let list = |results: &[&MatchResult], name: &dyn Fn(&MatchResult) -> String| {
        let parts: Vec<String> = results.iter().map(|result| format!("{} {}", name(result), said(result))).collect();
        parts.join(", ")
    };
    let near: Vec<&MatchResult> = engines.iter().filter(|result| result.score.mean().abs() < NEAR).collect();
    let engine = near.first().context("engines.csv has no result")?;
    ensure!(!builds.is_empty(), "builds.csv has no result");
    let against = EARLIER_BUILDS.iter().rev().filter_map(|&(_, opponent)| {
        let results: Vec<&MatchResult> = builds.iter().filter(|result| result.opponent == opponent).collect();
        let (limit, games_and_days) = (&results.first()?.limit, games_and_days(&results)?);
        let list = list(&results, &|result| format!("`{}`", result.game));
        Some(format!("against {opponent} at {limit} ({games_and_days}): {list}"))
    });
    let lines = [
        format!(
            "**Chess**, Elo against other engines at {} ({}): {}.",
            engine.limit,
            games_and_days(&near).context("engines.csv has no result")?,
            list(&near, &|result| result.opponent.clone())
        ),
        format!("**Against earlier builds**, Elo {}.", against.collect::<Vec<_>>().join("; ")),
        ladder_line(ladder)?,
    ];
    Ok(lines.map(|line| wrapped(&line)).join(""))
}

/// Number of games of each of some results, and the days on which they were played. `None` if there are none.
fn games_and_days(results: &[&MatchResult]) -> Option<String> {
    let games = results.iter().map(|result| result.score.counts.games());
    let (least, most) = (games.clone().min()?, games.max()?);
    let days = results.iter().map(|result| result.date.as_str());
    let (first_day, last_day) = (days.clone().min()?, days.max()?);
    let number = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let days = if first_day == last_day { first_day.to_owned() } else { format!("{first_day} to {last_day}") };
    Some(format!("{number} games each, {days}"))
}

/// The strongest player of the ladder: its points in the game that it does worst in, and in how many it has all.
fn ladder_line(ladder: &Ladder) -> Result<String> {
    let best = ladder.players.len().checked_sub(1).context("ladder.csv has no players")?;
    let others = ladder.players[..best].join(", ");
    let share = |(_, points, most): &(String, Vec<f64>, f64)| points[best] / most;
    let all = ladder.games.iter().filter(|game| share(game) >= 1.0).count();
    let worst = ladder.games.iter().min_by(|one, other| share(one).total_cmp(&share(other)));
    let (game, points, most) = worst.context("ladder.csv has no games")?;
    Ok(format!(
        "**Ladder** against {others} ({LADDER_LIMIT}, {}): all points in {all} of {} games, fewest in `{game}`, {} \
         of {most}.",
        ladder.date,
        ladder.games.len(),
        points[best]
    ))
}

/// An item of a list in lines of bounded length.
fn wrapped(item: &str) -> String {
    let mut text = "*".to_owned();
    let mut length = 1;
    for word in item.split(' ') {
        let characters = word.chars().count();
        if length + 1 + characters > LINE {
            text += "\n ";
            length = 1;
        }
        text.push(' ');
        text += word;
        length += 1 + characters;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Score;
    use crate::tables::{Counts, Elo};

    fn result(game: &str, opponent: &str, counts: [u32; 3], elo: Option<Elo>) -> MatchResult {
        let [wins, draws, losses] = counts;
        let score = Score { counts: Counts { wins, draws, losses }, elo };
        let [game, opponent, date, limit] = [game, opponent, "2026-11-23", "1 s"].map(str::to_owned);
        MatchResult { game, opponent, date, limit, score }
    }

    #[test]
    fn parts_are_replaced_and_must_be_there() {
        let document = "# Title\n\n<!-- cargo plots: one -->\nold\n<!-- end -->\nrest <!-- end -->\n";
        let new = "# Title\n\n<!-- cargo plots: one -->\n\nnew\n\n<!-- end -->\nrest <!-- end -->\n";
        assert_eq!(with_part(document, "one", "new\n").unwrap(), new);
        assert_eq!(with_part(new, "one", "new\n").unwrap(), new);
        assert!(with_part(document, "two", "new").unwrap_err().to_string().contains("cargo plots: two"));
    }

    #[test]
    fn results_stand_by_game_the_other_engines_first() {
        let elo = Some(Elo { mean: 100.0, interval: Some((50.0, f64::INFINITY)) });
        let builds = [result("chess", "old", [3, 0, 1], elo), result("quex", "old", [2, 0, 2], None)];
        let engines = [result("chess", "x 1.0", [4, 0, 0], None)];
        let rows: Vec<String> = results(&engines, &builds).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| `chess` | x 1.0 | 2026-11-23 | 1 s | 4 | 4, 0, 0 | all won |",
                "| `chess` | old | 2026-11-23 | 1 s | 4 | 3, 0, 1 | +100 [+50, +∞] |",
                "| `quex` | old | 2026-11-23 | 1 s | 4 | 2, 0, 2 |  |",
            ]
        );
    }

    #[test]
    fn the_summary_tells_lost_matches_from_even_ones() {
        let engines = [result("chess", "x 1.0", [3, 2, 3], None)];
        let counts = [("chess", [0, 0, 4]), ("quex", [4, 0, 0]), ("keyles", [2, 0, 2]), ("kaleido", [3, 0, 1])];
        let builds = counts.map(|(game, counts)| result(game, EARLIER_BUILDS[0].1, counts, None));
        let ladder = Ladder {
            date: "2026-11-22".to_owned(),
            players: vec!["random".to_owned(), "motley".to_owned()],
            games: vec![("chess".to_owned(), vec![0.0, 4.0], 4.0)],
        };
        let text = summary(&engines, &builds, &ladder).unwrap().replace("\n ", "");
        assert!(text.contains("x 1.0 no difference."), "{text}");
        let told = "`chess` all lost, `quex` all won, `keyles` no difference, `kaleido` +191.";
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn long_items_are_wrapped() {
        let text = wrapped(&"word ".repeat(60));
        assert!(text.starts_with("* word") && text.lines().skip(1).all(|line| line.starts_with("  word")), "{text}");
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.chars().count() <= LINE), "{text}");
    }
}
