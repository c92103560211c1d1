//! The newest results of each game: against other engines, and against an earlier build.

use anyhow::{Context as _, Result};
use engine::game::Game as _;
use engine::variants::{Chess, Variant};

use crate::tables::{Build, Counts, Elo, Engine, Match};

/// The earlier builds of `builds.csv`, oldest first: commit and name.
pub const EARLIER_BUILDS: [(&str, &str); 2] =
    [("b4aa911", "the build of 22 November 2026"), ("1e63e92", "the build of 23 November 2026")];

/// Time control at which every game has met them.
pub const EARLIER_BUILD_LIMIT: &str = "1 s + 10 ms";

/// Result of a match.
pub struct Score {
    pub counts: Counts,
    pub elo: Option<Elo>,
}

/// A match of Motley: game, opponent, day, commit of Motley, time control, result.
pub struct MatchResult {
    pub game: String,
    pub opponent: String,
    pub date: String,
    pub commit: String,
    pub limit: String,
    pub score: Score,
}

impl MatchResult {
    /// Name of the opponent, with the game unless that is chess.
    pub fn label(&self) -> String {
        if self.game == Chess::name() { self.opponent.clone() } else { format!("{}, {}", self.opponent, self.game) }
    }
}

impl Score {
    /// The score that a row has recorded; none if no game was played.
    fn of(row: &impl Match) -> Option<Self> {
        let counts = row.counts().filter(|counts| counts.games() > 0)?;
        Some(Self { counts, elo: row.elo() })
    }

    /// Elo as it was recorded, or by the counts; infinite if all games were won or lost.
    pub fn mean(&self) -> f64 {
        self.elo.map_or_else(|| self.counts.elo(), |elo| elo.mean)
    }

    /// Elo with its interval, if it was recorded; words if all games were won or lost.
    pub fn elo_text(&self) -> String {
        match self.elo {
            Some(elo) => elo.to_string(),
            None if self.counts.score() >= 1.0 => "all won".to_owned(),
            None if self.counts.score() <= 0.0 => "all lost".to_owned(),
            None => String::new(),
        }
    }
}

/// Commit of Motley that a text names: `commit 3bc5d02`; empty if it names none.
fn commit(text: &str) -> &str {
    let behind = text.split("commit ").nth(1).unwrap_or_default();
    behind.split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default()
}

/// For each game and time control the newest match against an earlier build, the games in the order of the list, the
/// [time control of every game](EARLIER_BUILD_LIMIT) first.
///
/// # Errors
/// If the earlier build has no name.
pub fn newest_builds(rows: &[Build]) -> Result<Vec<MatchResult>> {
    let mut results: Vec<MatchResult> = Vec::new();
    for row in rows.iter().filter(|row| !row.build.starts_with("on the way")) {
        let Some(score) = Score::of(row) else { continue };
        let named = EARLIER_BUILDS.iter().find(|build| build.0 == row.against);
        let (_, opponent) = named.with_context(|| format!("builds.csv: no name for the build of {}", row.against))?;
        let result = MatchResult {
            game: row.game.clone(),
            opponent: (*opponent).to_owned(),
            date: row.date.clone(),
            commit: commit(&row.build).to_owned(),
            limit: row.limit.clone(),
            score,
        };
        if results.iter().all(|newer| (&newer.game, &newer.limit) != (&row.game, &row.limit)) {
            results.push(result);
        }
    }
    results.sort_by_key(|result| {
        let place = Variant::NAMES.iter().position(|&name| name == result.game);
        (place, result.limit != EARLIER_BUILD_LIMIT)
    });
    Ok(results)
}

/// The newest match of each game against each other engine at the time control of the game's newest one, by Elo,
/// highest first.
pub fn newest_engines(rows: &[Engine]) -> Vec<MatchResult> {
    let mut newest: Vec<MatchResult> = Vec::new();
    let limit = |game: &str| rows.iter().find(|row| row.game == game).map(|row| &row.limit);
    for row in rows.iter().filter(|row| limit(&row.game) == Some(&row.limit)) {
        let Some(score) = Score::of(row) else { continue };
        if newest.iter().all(|result| (&result.game, &result.opponent) != (&row.game, &row.opponent)) {
            let Engine { game, opponent, date, limit, note, .. } = row.clone();
            newest.push(MatchResult { game, opponent, date, commit: commit(&note).to_owned(), limit, score });
        }
    }
    newest.sort_by(|one, other| other.score.mean().total_cmp(&one.score.mean()));
    newest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_match_against_each_engine_at_one_time_control() {
        let text = "date,game,opponent,limit,games,wins,draws,losses,elo,low,high,note\n\
                    2026-11-28,quex,x,1 s,0,0,0,0,,,,\n\
                    2026-11-27,quex,x,1 s,4,4,0,0,,,,\n\
                    2026-11-26,chess,x,2 s,4,1,0,3,-191,-500,60,idle machine; commit 3bc5d02; no fault\n\
                    2026-11-25,chess,x,2 s,4,2,0,2,,,,\n\
                    2026-11-25,chess,y,1 s,4,2,0,2,,,,\n\
                    2026-11-24,chess,z,2 s,4,,,,,,,\n\
                    2026-11-23,chess,y,2 s,4,3,0,1,191,-60,500,\n";
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        let rows: Vec<Engine> = rows.collect::<Result<_, _>>().unwrap();
        let newest = newest_engines(&rows);
        let found =
            newest.iter().map(|result| (result.opponent.as_str(), result.commit.as_str(), result.score.counts.wins));
        assert_eq!(found.collect::<Vec<_>>(), [("x", "", 4), ("y", "", 3), ("x", "3bc5d02", 1)]);
    }

    #[test]
    fn the_newest_match_against_an_earlier_build_at_each_time_control() {
        let text = "date,game,build,against,limit,games,wins,draws,losses,elo,low,high\n\
                    2026-11-28,quex,commit 3bc5d02,1e63e92,10 s + 0.1 s,4,3,0,1,191,-60,500\n\
                    2026-11-27,quex,commit 577b760,1e63e92,1 s + 10 ms,4,1,0,3,,,\n\
                    2026-11-26,quex,commit ec5b74d,1e63e92,1 s + 10 ms,4,2,0,2,,,\n\
                    2026-11-26,chess,commit ec5b74d,1e63e92,1 s + 10 ms,4,4,0,0,,,\n";
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        let rows: Vec<Build> = rows.collect::<Result<_, _>>().unwrap();
        let found = newest_builds(&rows).unwrap();
        let found = found.iter().map(|one| (one.game.as_str(), one.limit.as_str(), one.score.counts.wins));
        let expected = [("chess", "1 s + 10 ms", 4), ("quex", "1 s + 10 ms", 1), ("quex", "10 s + 0.1 s", 3)];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn matches_without_elo_are_all_won_or_all_lost() {
        let score = |wins, draws, losses| Score { counts: Counts { wins, draws, losses }, elo: None };
        assert_eq!((score(4, 0, 0).mean(), score(4, 0, 0).elo_text().as_str()), (f64::INFINITY, "all won"));
        assert_eq!((score(0, 0, 4).mean(), score(0, 0, 4).elo_text().as_str()), (f64::NEG_INFINITY, "all lost"));
        // A row that joins two matches has no interval.
        assert_eq!((score(1, 2, 1).mean().abs(), score(1, 2, 1).elo_text().as_str()), (0.0, ""));
        assert!(score(3, 0, 1).mean() > 190.0);
    }
}
