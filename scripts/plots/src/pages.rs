//! The parts of README.md, docs/strength.md and docs/strength/networks.md that are made from the tables: each stands
//! between the comments `<!-- cargo plots: NAME -->` and `<!-- end -->`.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use engine::game::Game as _;
use engine::variants::Chess;

use crate::{
    canvas::signed,
    ladder::Ladder,
    results::{EARLIER_BUILD_LIMIT, EARLIER_BUILDS, MatchResult},
    tables::ShareRow,
};

/// Longest line of the documents, in characters.
const LINE: usize = 118;

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
    let mut text = "| game | opponent | day | commit | time control | won, drawn, lost | Elo, 95 % interval |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut games: Vec<&str> = builds.iter().map(|build| build.game.as_str()).collect();
    games.dedup();
    for name in games {
        for result in engines.iter().chain(builds).filter(|result| result.game == name) {
            let MatchResult { game, opponent, date, commit, limit, score } = result;
            let (counts, elo) = (score.counts, score.elo_text());
            let [won, drawn, lost] = [counts.wins, counts.draws, counts.losses];
            let opponent = opponent.strip_prefix("the ").unwrap_or(opponent);
            let _ = writeln!(
                text,
                "| `{game}` | {opponent} | {date} | {commit} | {limit} | {won}, {drawn}, {lost} | {elo} |"
            );
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

/// A paragraph on strength: chess against the engine that is nearest in strength and against the strongest one, and
/// what was gained over the earlier build at the time control of every game.
///
/// # Errors
/// If there are no results.
pub fn summary(engines: &[MatchResult], builds: &[MatchResult]) -> Result<String> {
    let by = |key: fn(f64) -> f64| {
        let key = move |result: &&MatchResult| key(result.score.mean());
        let of_chess = engines.iter().filter(|result| result.game == Chess::name());
        of_chess.min_by(|one, other| key(one).total_cmp(&key(other))).context("engines.csv has no result of chess")
    };
    let (nearest, strongest) = (by(f64::abs)?, by(|elo| elo)?);
    let against = |result: &MatchResult| format!("{} against {}", said(result), result.opponent);
    let both = if nearest.opponent == strongest.opponent {
        against(nearest)
    } else {
        format!("{} and {}", against(nearest), against(strongest))
    };
    let (_, earlier) = EARLIER_BUILDS[EARLIER_BUILDS.len() - 1];
    let is_gain = |result: &&MatchResult| result.opponent == earlier && result.limit == EARLIER_BUILD_LIMIT;
    let mut gains: Vec<&MatchResult> = builds.iter().filter(is_gain).collect();
    gains.sort_by(|one, other| one.score.mean().total_cmp(&other.score.mean()));
    let (Some(least), Some(most)) = (gains.first(), gains.last()) else { bail!("builds.csv has no result") };
    let gained = |result: &MatchResult| format!("{} (`{}`)", said(result), result.game);
    Ok(wrapped(&format!(
        "In chess at {} Motley has, in Elo with a 95 % interval, {both}. Against {earlier} it has {} to {} in {} \
         variants.",
        nearest.limit,
        gained(least),
        gained(most),
        gains.len()
    )))
}

/// Elo of a result, in words where there is none.
fn said(result: &MatchResult) -> String {
    match result.score.elo_text().as_str() {
        "" if result.score.counts.wins == result.score.counts.losses => "no difference".to_owned(),
        "" => signed(result.score.mean()),
        elo => elo.to_owned(),
    }
}

/// A paragraph in lines of bounded length.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in paragraph.split(' ') {
        let characters = word.chars().count();
        if length > 0 && length + 1 + characters > LINE {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += characters;
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
        let texts = [game, opponent, "2026-11-23", "9a6e0e9", EARLIER_BUILD_LIMIT];
        let [game, opponent, date, commit, limit] = texts.map(str::to_owned);
        MatchResult { game, opponent, date, commit, limit, score }
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
        let slow = MatchResult { limit: "10 s".to_owned(), ..result("chess", "old", [1, 0, 0], None) };
        let builds = [result("chess", "old", [3, 0, 1], elo), slow, result("quex", "old", [2, 0, 2], None)];
        let engines = [result("chess", "x 1.0", [4, 0, 0], None)];
        let rows: Vec<String> = results(&engines, &builds).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| `chess` | x 1.0 | 2026-11-23 | 9a6e0e9 | 1 s + 10 ms | 4, 0, 0 | all won |",
                "| `chess` | old | 2026-11-23 | 9a6e0e9 | 1 s + 10 ms | 3, 0, 1 | +100 [+50, +∞] |",
                "| `chess` | old | 2026-11-23 | 9a6e0e9 | 10 s | 1, 0, 0 | all won |",
                "| `quex` | old | 2026-11-23 | 9a6e0e9 | 1 s + 10 ms | 2, 0, 2 |  |",
            ]
        );
    }

    #[test]
    fn the_summary_names_the_nearest_and_the_strongest_opponent() {
        let engines = [result("chess", "x 1.0", [3, 2, 3], None), result("chess", "y 2.0", [0, 0, 4], None)];
        let counts = [("chess", [0, 0, 4]), ("quex", [4, 0, 0]), ("keyles", [2, 0, 2]), ("kaleido", [3, 0, 1])];
        let builds = counts.map(|(game, counts)| result(game, EARLIER_BUILDS[1].1, counts, None));
        let text = summary(&engines, &builds).unwrap().replace('\n', " ");
        assert!(text.contains("no difference against x 1.0 and all lost against y 2.0."), "{text}");
        assert!(text.contains("it has all lost (`chess`) to all won (`quex`) in 4 variants."), "{text}");
        assert!(summary(&[], &builds).is_err() && summary(&engines, &[]).is_err());
    }

    #[test]
    fn long_paragraphs_are_wrapped() {
        let text = wrapped("word ".repeat(60).trim_end());
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.chars().count() <= LINE), "{text}");
        assert_eq!(text.split_whitespace().count(), 60);
    }
}
