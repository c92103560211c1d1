//! Table of results, a CSV file.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::nnue::Base;
use formats::files;
use serde::{Deserialize, Serialize};
use statistics::Tally;

/// Columns of the table.
const COLUMNS: &str = "date,game,round,nodes,seed,games,positions,samples,base,L1 size,initial weights,training loss,\
                       validation loss initial,validation loss,base loss,scale,against,time,match games,wins,draws,\
                       losses,elo,low,high,kept";

/// Largest table, in bytes.
const MAX_TABLE: u64 = 64 << 20;

/// Weights that a training begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InitialWeights {
    /// Random ones.
    Random,
    /// Those of the current network (fine-tuning).
    Current,
    /// Those of a network in a file.
    File,
}

/// Result of a round, a row of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Day on which the round ended.
    pub date: String,
    /// Name of the game.
    pub game: String,
    /// Number of the round, from 1.
    pub round: u32,
    /// Nodes a move of the self-play games.
    pub nodes: u64,
    /// Seed of the first self-play game; each further one has the next number.
    pub seed: u64,
    /// Number of self-play games.
    pub games: usize,
    /// Positions in them.
    pub positions: usize,
    /// Quiet positions that the network was trained with, those of replayed rounds included.
    pub samples: usize,
    /// Base of the network: `hce` or `psqt`.
    pub base: Base,
    /// L1 size of the network.
    #[serde(rename = "L1 size")]
    pub l1_size: usize,
    /// Weights that the training began with: `random`, `current` or `file`.
    #[serde(rename = "initial weights")]
    pub initial_weights: InitialWeights,
    /// Training loss of the last epoch.
    #[serde(rename = "training loss")]
    pub training_loss: f64,
    /// Validation loss of the network that the training began with, if it was one and is known.
    #[serde(rename = "validation loss initial", default)]
    pub initial_loss: Option<f64>,
    /// Validation loss.
    #[serde(rename = "validation loss")]
    pub validation_loss: f64,
    /// Validation loss of the base alone.
    #[serde(rename = "base loss")]
    pub base_loss: f64,
    /// Scale of the win model in whole centipawns, if it is known.
    #[serde(default)]
    pub scale: Option<u32>,
    /// Opponent in the match: `program` or a round.
    pub against: String,
    /// Time control of the match.
    pub time: String,
    /// Games of the match.
    #[serde(rename = "match games")]
    pub gate_games: u32,
    /// Games that the new network won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that the new network lost.
    pub losses: u32,
    /// Elo of the new network; empty if one side won all games.
    pub elo: String,
    /// Lower end of its 95 % interval.
    pub low: String,
    /// Upper end of its 95 % interval.
    pub high: String,
    /// `kept` if the match accepted the network, else `not kept`.
    pub kept: String,
}

impl Row {
    /// True if the network was kept.
    pub fn is_kept(&self) -> bool {
        self.kept == "kept"
    }
}

/// Elo and the ends of its interval, in whole numbers.
pub(crate) fn elo_cells(tally: &Tally) -> [String; 3] {
    let elo = tally.elo();
    let cell = |value: f64| if value.is_finite() { format!("{value:.0}") } else { value.to_string() };
    let [value, low, high] = [elo.value, elo.low, elo.high].map(cell);
    [if elo.value.is_finite() { value } else { String::new() }, low, high]
}

/// Adds those rows to a table that it does not have. Creates the file if there is none. An error leaves the file as it
/// was. Beside the file there is another one, with `.lock` after its name: programs that add rows wait for each other.
///
/// # Errors
/// If it cannot be read or written, or is another table.
pub fn add_missing(rows: &[Row], table: &Path) -> Result<()> {
    let add = || -> Result<()> {
        let _lock = lock(table)?;
        let mut text = if table.exists() { files::read(table, MAX_TABLE)? } else { Vec::new() };
        let (there, is_empty): (Vec<Row>, bool) = {
            let mut reader = csv::Reader::from_reader(&text[..]);
            // An empty file has no header yet.
            let header: Vec<&str> = reader.headers()?.iter().collect();
            let is_empty = header.is_empty();
            ensure!(is_empty || header.join(",") == COLUMNS, "its columns are not {COLUMNS}");
            let rows = reader.deserialize().collect::<Result<_, _>>()?;
            (rows, is_empty)
        };
        // Editors may leave the last line without its end.
        if text.last().is_some_and(|&last| last != b'\n') {
            text.push(b'\n');
        }
        let mut writer = csv::WriterBuilder::new().has_headers(is_empty).from_writer(text);
        for row in rows.iter().filter(|row| !there.contains(row)) {
            writer.serialize(row)?;
        }
        let text = writer.into_inner().map_err(|error| error.into_error())?;
        Ok(files::replace(table, &text)?)
    };
    add().with_context(|| table.display().to_string())
}

/// Locks a table, by its lock file.
fn lock(table: &Path) -> Result<File> {
    let lock = files::lock_file(table).context("its .lock")?;
    lock.lock().context("its .lock")?;
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    fn row(round: u32) -> Row {
        let tally = Tally { trinomial: [1, 0, 3], pentanomial: [0, 0, 1, 0, 1], ..Tally::default() };
        let [elo, low, high] = elo_cells(&tally);
        Row {
            date: "2026-11-25".to_string(),
            game: "quex".to_string(),
            round,
            nodes: 400,
            seed: 1,
            games: 100,
            positions: 7000,
            samples: 5000,
            base: Base::Psqt,
            l1_size: 128,
            initial_weights: InitialWeights::Current,
            training_loss: 0.25,
            initial_loss: None,
            validation_loss: 0.1 + 0.2,
            base_loss: 0.5,
            scale: Some(268),
            against: "program".to_string(),
            time: "tc=1+0.01".to_string(),
            gate_games: 4,
            wins: 3,
            draws: 0,
            losses: 1,
            elo,
            low,
            high,
            kept: "kept".to_string(),
        }
    }

    #[test]
    fn rows_are_added_once() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("learning.csv");
        add_missing(&[], &table).unwrap();
        add_missing(&[row(1)], &table).unwrap();
        add_missing(&[row(1), row(2)], &table).unwrap();
        let text = fs::read_to_string(&table).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!(lines[0], COLUMNS);
        assert!(lines[2].starts_with(
            "2026-11-25,quex,2,400,1,100,7000,5000,psqt,128,current,0.25,,0.30000000000000004,0.5,268,program,"
        ));
        fs::write(&table, "a,b\n1,2\n").unwrap();
        let error = format!("{:#}", add_missing(&[row(1)], &table).unwrap_err());
        assert!(error.starts_with(table.to_str().unwrap()), "{error}");
        // A table without one of the columns is refused before the first round.
        let narrow = text.replace(",L1 size", "").replace(",psqt,128", ",psqt");
        fs::write(&table, &narrow).unwrap();
        let error = format!("{:#}", add_missing(&[], &table).unwrap_err());
        assert!(error.contains("its columns are not date,game,"), "{error}");
        assert_eq!(fs::read_to_string(&table).unwrap(), narrow);
    }

    #[test]
    fn rows_are_added_to_tables_that_were_edited_by_hand() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("learning.csv");
        add_missing(&[row(1)], &table).unwrap();
        let whole = fs::read_to_string(&table).unwrap();
        for edited in [whole.trim_end(), COLUMNS, "\n"] {
            fs::write(&table, edited).unwrap();
            add_missing(&[row(1), row(2)], &table).unwrap();
            let rows = csv::Reader::from_path(&table).unwrap().into_deserialize::<Row>();
            assert_eq!(rows.collect::<Result<Vec<_>, _>>().unwrap(), [row(1), row(2)], "{edited:?}");
        }
    }

    #[test]
    fn results_of_former_versions_are_rows_with_empty_cells() {
        let mut result = serde_json::to_value(row(1)).unwrap();
        for column in ["validation loss initial", "scale"] {
            result.as_object_mut().unwrap().remove(column).unwrap();
        }
        let former: Row = serde_json::from_value(result).unwrap();
        assert_eq!(former, Row { scale: None, ..row(1) });
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("learning.csv");
        for _ in 0..2 {
            add_missing(std::slice::from_ref(&former), &table).unwrap();
        }
        let text = fs::read_to_string(&table).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(",current,0.25,,0.30000000000000004,0.5,,program,"), "{text}");
    }

    #[test]
    fn rows_that_are_added_at_the_same_time_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("learning.csv");
        thread::scope(|scope| {
            for round in 1..=8 {
                let table = &table;
                scope.spawn(move || add_missing(&[row(round)], table).unwrap());
            }
        });
        let rows = csv::Reader::from_path(&table).unwrap().into_deserialize::<Row>();
        let mut rounds: Vec<u32> = rows.map(|row| row.unwrap().round).collect();
        rounds.sort_unstable();
        assert_eq!(rounds, [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn elo_is_empty_if_one_side_won_all_games() {
        let won = Tally { trinomial: [0, 0, 4], pentanomial: [0, 0, 0, 0, 2], ..Tally::default() };
        assert_eq!(elo_cells(&won)[0], "");
        assert_eq!(elo_cells(&won)[2], "inf");
        assert_eq!(elo_cells(&Tally::default())[0], "0");
    }
}
