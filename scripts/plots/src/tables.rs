//! The tables of `docs/experiments`, row by row.

use std::iter::once;
use std::{fmt, path::Path};

use anyhow::{Context as _, Result, ensure};
use engine::variants::Variant;
use serde::{Deserialize, de::DeserializeOwned};

use crate::canvas::signed;

/// Wins, draws and losses of the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Counts {
    /// Counts if all three were recorded.
    fn new(wins: Option<u32>, draws: Option<u32>, losses: Option<u32>) -> Option<Self> {
        Some(Self { wins: wins?, draws: draws?, losses: losses? })
    }

    /// Number of games.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0 to 1.
    pub fn score(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Elo by the logistic model; infinite if one side has all points.
    pub fn elo(self) -> f64 {
        -400.0 * (1.0 / self.score() - 1.0).log10()
    }

    /// Returns whether an Elo follows from these counts, up to rounding. An Elo by pairs of games leaves out the one
    /// whose pair is unfinished, which only an odd number of games tells.
    pub fn agree_with(self, elo: f64) -> bool {
        const ROUNDING: f64 = 1.0;
        let Self { wins, draws, losses } = self;
        let without_one = [
            wins.checked_sub(1).map(|wins| Self { wins, ..self }),
            draws.checked_sub(1).map(|draws| Self { draws, ..self }),
            losses.checked_sub(1).map(|losses| Self { losses, ..self }),
        ];
        let paired = without_one.into_iter().flatten().filter(|_| !self.games().is_multiple_of(2));
        once(self).chain(paired).any(|counts| (counts.elo() - elo).abs() <= ROUNDING)
    }
}

/// Elo and the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Elo from the first side's point of view.
    pub mean: f64,
    /// Interval, if it was computed. An end may be infinite.
    pub interval: Option<(f64, f64)>,
}

impl Elo {
    /// Elo if it was recorded.
    fn new(mean: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<Self> {
        Some(Self { mean: mean?, interval: low.zip(high) })
    }
}

/// `+200 [+153, +255]`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&signed(self.mean))?;
        if let Some((low, high)) = self.interval {
            write!(f, " [{}, {}]", signed(low), signed(high))?;
        }
        Ok(())
    }
}

/// Verdict on a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Kept {
    /// Part of the program since.
    #[serde(rename = "kept")]
    Yes,
    /// Rejected.
    #[serde(rename = "not kept")]
    No,
    /// Not decided by the games.
    #[serde(rename = "undecided")]
    Open,
    /// A comparison that changes nothing.
    #[serde(rename = "n/a")]
    NotApplicable,
}

/// Weights that a training began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InitialWeights {
    /// Random ones.
    Random,
    /// Those of the current network (fine-tuning).
    Current,
    /// Those of a network in a file.
    File,
}

/// Steps: kinds of change that the table of steps tells apart.
pub const STEPS: [&str; 6] = ["data", "training", "L1 size", "base", "search", "time"];

/// One pairing of the ladder: a row of `ladder.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct Pairing {
    /// Name of the game.
    pub game: String,
    /// The one player.
    pub player: String,
    /// The other.
    pub opponent: String,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Pairing {
    /// Wins, draws and losses of the one player.
    pub fn counts(&self) -> Counts {
        Counts { wins: self.wins, draws: self.draws, losses: self.losses }
    }
}

/// Pairing of a row of `nodes.csv`, by its name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodesPairing {
    /// The engine and the opponent, with equal nodes.
    Opponent,
    /// The engine and itself with a quarter of the nodes.
    EngineQuarter,
    /// The opponent and itself with a quarter of the nodes.
    OpponentQuarter,
}

/// Share of one engine at the tables of a match for three or four, or of one seat: a row of `shares.csv`.
#[derive(Clone, Debug, Deserialize)]
pub struct ShareRow {
    /// Day, as `YYYY-MM-DD`.
    pub date: String,
    /// Name of the game.
    pub game: String,
    /// Measurement; rows of one match stand together.
    pub measurement: String,
    /// The engine, or the seat.
    pub player: String,
    /// Whom it met.
    pub against: String,
    /// Time control, or nodes a move of all.
    pub limit: String,
    /// Games played.
    pub games: u32,
    /// Mean share of the point.
    pub share: f64,
    /// 95 % interval.
    pub low: f64,
    /// Its other end.
    pub high: f64,
    /// Command of the match.
    pub command: String,
}

impl ShareRow {
    /// Checks that the share is one, in its interval, and that the row says what was run.
    fn check(&self) -> Result<()> {
        ensure!(
            0.0 <= self.low && self.low <= self.share && self.share <= self.high && self.high <= 1.0,
            "the share is none, or lies outside of its interval"
        );
        ensure!(self.games > 0 && !self.command.is_empty(), "no games or no command");
        Ok(())
    }
}

impl Round {
    /// True if the network was kept.
    pub fn is_kept(&self) -> bool {
        self.kept == Kept::Yes
    }

    /// Loss as a share of that of the base.
    pub fn relative_loss(&self) -> f64 {
        self.validation_loss / self.base_loss
    }
}

/// Columns that every row of games has.
pub trait Match {
    /// Wins, draws and losses, if recorded.
    fn counts(&self) -> Option<Counts>;
    /// Elo, if recorded.
    fn elo(&self) -> Option<Elo>;
    /// Number of games, if recorded.
    fn games(&self) -> Option<u32>;
    /// Day, as `YYYY-MM-DD`.
    fn date(&self) -> &str;

    /// Checks that the counts add up, that Elo follows from them, and that it lies in its interval.
    ///
    /// # Errors
    /// Says what does not hold.
    fn check(&self) -> Result<()> {
        if let Some(elo) = self.elo()
            && let Some((low, high)) = elo.interval
        {
            ensure!(low <= elo.mean && elo.mean <= high, "Elo lies outside of its interval");
        }
        if let Some(counts) = self.counts() {
            ensure!(self.games() == Some(counts.games()), "wins, draws and losses are not the games");
            if let Some(elo) = self.elo() {
                ensure!(counts.agree_with(elo.mean), "Elo is {:.1} by the counts", counts.elo());
            }
        }
        Ok(())
    }
}

/// Declares rows of matches: the columns that all of them have are added to those named. The number of games is a field
/// of each row, for it has two column names.
macro_rules! match_rows {
    ($($(#[$of_row:meta])* pub struct $row:ident {
        $($(#[$of_field:meta])* $access:vis $field:ident: $kind:ty,)*
    })*) => { $(
        $(#[$of_row])*
        #[derive(Clone, Debug, Deserialize)]
        pub struct $row {
            $($(#[$of_field])* $access $field: $kind,)*
            /// Day, as `YYYY-MM-DD`.
            pub date: String,
            wins: Option<u32>,
            draws: Option<u32>,
            losses: Option<u32>,
            elo: Option<f64>,
            low: Option<f64>,
            high: Option<f64>,
        }

        impl Match for $row {
            fn counts(&self) -> Option<Counts> {
                Counts::new(self.wins, self.draws, self.losses)
            }

            fn elo(&self) -> Option<Elo> {
                Elo::new(self.elo, self.low, self.high)
            }

            fn games(&self) -> Option<u32> {
                self.games
            }

            fn date(&self) -> &str {
                &self.date
            }
        }
    )* };
}

match_rows! {
    /// One change against the program without it: a row of a game's CSV file.
    pub struct Experiment {
        /// Name of the game.
        pub game: String,
        /// Change of the first side.
        pub change: String,
        /// The opponent.
        pub against: String,
        /// Command line.
        pub command: String,
        games: Option<u32>,
        /// Verdict.
        pub kept: Kept,
        /// One of the [`STEPS`], in files with that column, or none.
        #[serde(default)]
        pub step: Option<String>,
    }

    /// One match against an earlier build: a row of `builds.csv`.
    pub struct Build {
        /// Name of the game.
        pub game: String,
        /// The later build.
        pub build: String,
        /// Commit of the earlier one.
        pub against: String,
        /// Time control.
        pub limit: String,
        games: Option<u32>,
    }

    /// One match against another engine: a row of `engines.csv`.
    pub struct Engine {
        /// Name of the game.
        pub game: String,
        /// The other engine and its version.
        pub opponent: String,
        /// Time control, or nodes a move of both.
        pub limit: String,
        games: Option<u32>,
        /// Conditions, and the commit that was played.
        pub note: String,
    }

    /// One match at a number of nodes a move, by `scripts/elo-by-nodes`: a row of `nodes.csv`.
    pub struct NodesMatch {
        /// Commit that played.
        pub build: String,
        /// Pairing of the players.
        pub pairing: NodesPairing,
        /// Nodes a move.
        pub nodes: u64,
        games: Option<u32>,
    }

    /// One step between two skill levels: a row of `skill.csv`.
    pub struct SkillStep {
        /// Name of the game.
        pub game: String,
        /// The higher level.
        pub level: u8,
        /// The lower one.
        pub below: u8,
        games: Option<u32>,
    }

    /// One round of `cargo learn`: a row of `learning.csv`.
    pub struct Round {
        /// Name of the game.
        pub game: String,
        /// Quiet positions that the network was trained with.
        pub samples: usize,
        /// Base of the network.
        pub base: String,
        /// L1 size of the network.
        #[serde(rename = "L1 size")]
        pub l1_size: usize,
        /// Weights that the training began with.
        #[serde(rename = "initial weights")]
        pub initial_weights: InitialWeights,
        /// Loss on positions held back.
        #[serde(rename = "validation loss")]
        validation_loss: f64,
        /// The same of the network's base alone.
        #[serde(rename = "base loss")]
        base_loss: f64,
        /// Opponent in the match.
        pub against: String,
        #[serde(rename = "match games")]
        games: Option<u32>,
        /// Verdict.
        pub kept: Kept,
    }
}

/// Rows of one CSV file, each checked.
fn read<Row: DeserializeOwned + Match>(folder: &Path, name: &str) -> Result<Vec<Row>> {
    read_checked(folder, name, Row::check)
}

/// Rows of a file where the newest ones stand first.
fn read_newest_first<Row: DeserializeOwned + Match>(folder: &Path, name: &str) -> Result<Vec<Row>> {
    let rows: Vec<Row> = read(folder, name)?;
    let sorted = rows.is_sorted_by(|one, other| one.date() >= other.date());
    ensure!(sorted, "{name}.csv: the newest rows do not stand first");
    Ok(rows)
}

/// Experiments of one game, newest first.
///
/// # Errors
/// Says which file and line is not sound.
pub fn experiments(folder: &Path, game: &str) -> Result<Vec<Experiment>> {
    let rows: Vec<Experiment> = read_newest_first(folder, game)?;
    for row in &rows {
        let told = ![&row.change, &row.against, &row.command].iter().any(|text| text.is_empty());
        ensure!(told && row.game == game, "{game}.csv: {row:?}");
        let step = row.step.as_deref();
        ensure!(step.is_none_or(|step| STEPS.contains(&step)), "{game}.csv: {step:?} is none of the steps {STEPS:?}");
    }
    Ok(rows)
}

/// Experiments of all games that have a file of them.
///
/// # Errors
/// Says which file and line is not sound.
pub fn all_experiments(folder: &Path) -> Result<Vec<Experiment>> {
    let games = Variant::NAMES.into_iter().filter(|game| folder.join(format!("{game}.csv")).exists());
    Ok(games.map(|game| experiments(folder, game)).collect::<Result<Vec<_>>>()?.concat())
}

/// Matches against an earlier build, newest first.
///
/// # Errors
/// Says which line is not sound.
pub fn builds(folder: &Path) -> Result<Vec<Build>> {
    read_newest_first(folder, "builds")
}

/// Matches against other engines, newest first.
///
/// # Errors
/// Says which line is not sound.
pub fn engines(folder: &Path) -> Result<Vec<Engine>> {
    read_newest_first(folder, "engines")
}

/// Matches by number of nodes, newest first.
///
/// # Errors
/// Says which line is not sound.
pub fn nodes(folder: &Path) -> Result<Vec<NodesMatch>> {
    let rows: Vec<NodesMatch> = read_newest_first(folder, "nodes")?;
    ensure!(rows.iter().all(|row| row.elo().is_some()), "nodes.csv: a match without Elo");
    Ok(rows)
}

/// Rounds of learning of all games, in the order in which they ended.
///
/// # Errors
/// Says which line is not sound.
pub fn rounds(folder: &Path) -> Result<Vec<Round>> {
    read(folder, "learning")
}

/// Pairings of the ladder.
///
/// # Errors
/// Says which line is not sound.
pub fn ladder(folder: &Path) -> Result<Vec<Pairing>> {
    read_checked(folder, "ladder", |row: &Pairing| {
        let adds_up = row.games > 0 && row.counts().games() == row.games;
        ensure!(adds_up, "wins, draws and losses are not the games");
        Ok(())
    })
}

/// Steps between skill levels.
///
/// # Errors
/// Says which line is not sound.
pub fn skill(folder: &Path) -> Result<Vec<SkillStep>> {
    read_checked(folder, "skill", |row: &SkillStep| {
        ensure!(row.below < row.level, "level {} is not above level {}", row.level, row.below);
        ensure!(row.elo().is_some(), "the level has no Elo");
        row.check()
    })
}

/// Shares in games for three and four, newest first.
///
/// # Errors
/// Says which line is not sound.
pub fn shares(folder: &Path) -> Result<Vec<ShareRow>> {
    let rows = read_checked(folder, "shares", ShareRow::check)?;
    ensure!(rows.is_sorted_by(|one, other| one.date >= other.date), "shares.csv: the newest rows do not stand first");
    Ok(rows)
}

/// Rows of a table, each of which passes a check.
fn read_checked<R: DeserializeOwned>(folder: &Path, name: &str, check: impl Fn(&R) -> Result<()>) -> Result<Vec<R>> {
    let path = folder.join(name).with_extension("csv");
    let read = || -> Result<Vec<R>> {
        let rows = csv::Reader::from_path(&path)?.into_deserialize().collect::<Result<Vec<R>, _>>()?;
        for (index, row) in rows.iter().enumerate() {
            check(row).with_context(|| format!("line {}", index + 2))?;
        }
        Ok(rows)
    };
    read().with_context(|| path.display().to_string())
}
