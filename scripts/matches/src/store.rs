//! Results of a match in a file of JSON lines: a header with the plan, and a line for each finished game.
//!
//! An incomplete last line, left by a runner that was killed, is cut off, and its game is played again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::fingerprints::{self, Fingerprints};
use super::plan::{Plan, differences};
use super::schedule::ScheduledGame;
use engine::outcome::Shares;
use engine::seat::Seat;
use formats::files;
use referee::{Fault, SearchInfo, TimeControl};

/// Name of the file in its folder.
pub const FILE: &str = "results.jsonl";

/// Version of the file's format, and of how games follow from the plan. A match of another version does not go on.
const FORMAT: u32 = 5;

/// The earliest version that can be read. In versions below [`FORMAT`] players and chance outcomes have other seeds,
/// and below 4 fewer files have fingerprints.
const EARLIEST: u32 = 2;

/// Time that a runner waits for the lock on the file.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// First line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub format: u32,
    /// Plan of the match.
    pub plan: Plan,
    /// Fingerprints of the programs and files that the plan names.
    pub fingerprints: Fingerprints,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game, from 0.
    pub game: u64,
    /// Engines in the order of their seats.
    pub seats: Vec<usize>,
    /// Number of the opening.
    pub opening: u64,
    /// First position.
    pub start: String,
    /// Composite moves.
    pub moves: Vec<PlayedMove>,
    /// Shares of the seats as a token: `1-0`, `0-1`, `1/2-1/2`; for more than two players `0-1-0-0` and the like.
    pub result: String,
    /// Reason of the result.
    pub reason: String,
    /// Value of PGN's tag `Termination`.
    pub termination: String,
    /// Time that the players took to get ready.
    pub preparation: Duration,
    /// Longest time by which the referee itself was late in a turn.
    pub lateness: Duration,
    /// Faults, with the number of the seat.
    pub faults: Vec<(usize, Fault)>,
    /// Transcripts in the order of the seats, if there was a fault.
    pub transcripts: Vec<Option<String>>,
}

/// A composite move of a game, with its search info.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Text.
    pub text: String,
    /// Number of the seat: 0 for White.
    pub seat: usize,
    /// Plies that the player was asked for: 2 if it drew a tile and placed it.
    pub searches: u32,
    /// Search info; `None` for moves of the opening and of chance alone.
    pub info: Option<SearchInfo>,
}

impl GameRecord {
    /// True if the machine was starved during the game: the referee itself was later than the default time margin.
    pub fn is_starved(&self) -> bool {
        self.lateness > TimeControl::MARGIN
    }

    /// Thinking time of all players together.
    pub fn thinking(&self) -> Duration {
        self.moves.iter().filter_map(|mv| mv.info).map(|info| info.time).sum()
    }

    /// Share of each seat in twelfths.
    ///
    /// # Errors
    /// If the result is none of a game for so many players.
    pub fn twelfths(&self) -> Result<Vec<u32>> {
        let shares: Shares = self.result.parse()?;
        let seats = self.seats.len();
        ensure!(shares.seats() == seats, "'{}' is no result of a game for {seats}", self.result);
        Ok(Seat::all(seats).map(|seat| shares.twelfths(seat)).collect())
    }
}

/// File of results, open for more games and locked against other runners.
#[derive(Debug)]
pub struct Store {
    file: File,
    path: PathBuf,
}

impl Store {
    /// Creates the file in a folder, or opens an existing one. Returns the games in it.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, is damaged, or belongs to a match with other settings.
    pub fn open(folder: &Path, plan: &Plan) -> Result<(Store, Vec<GameRecord>)> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).context(name)?;
        let mut store = Store { file, path };
        let games = store.begin(plan).with_context(|| store.path.display().to_string())?;
        Ok((store, games))
    }

    fn begin(&mut self, plan: &Plan) -> Result<Vec<GameRecord>> {
        ensure!(self.file.metadata()?.is_file(), "a folder or a device, not a file");
        self.lock()?;
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        let lines = complete_lines(&bytes);
        let (header, games) = if lines.is_empty() {
            ensure!(is_unfinished_header(&bytes), "these are no results of a match");
            (None, Vec::new())
        } else {
            parse(lines).map(|(header, games)| (Some(header), games))?
        };
        let fingerprints = fingerprints::of(plan)?;
        match header.filter(|_| !games.is_empty()) {
            Some(header) => {
                check_resumption(&header, plan, &fingerprints)?;
                self.file.set_len(lines.len() as u64)?;
                self.file.seek(SeekFrom::End(0))?;
            }
            None => {
                // No game was played, perhaps because the settings were wrong.
                self.file.set_len(0)?;
                self.file.rewind()?;
                self.write_line(&Header { format: FORMAT, plan: plan.clone(), fingerprints })?;
            }
        }
        Ok(games)
    }

    /// Locks the file. A runner that has just been killed may hold the lock for a moment.
    fn lock(&self) -> Result<()> {
        let end = Instant::now() + LOCK_PATIENCE;
        loop {
            match self.file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(LOCK_PATIENCE / 20),
                Err(TryLockError::WouldBlock) => bail!("another match is writing to this file"),
                Err(TryLockError::Error(error)) => return Err(error).context("the file cannot be locked"),
            }
        }
    }

    /// Adds a game and syncs it to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<()> {
        self.write_line(game).with_context(|| self.path.display().to_string())
    }

    fn write_line(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        let end = self.file.stream_position()?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        // Other workers may add their games behind it: no part of a line stays.
        written.inspect_err(|_| drop(self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)))))?;
        Ok(())
    }

    /// Reads the file in a folder, also while a match writes to it.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn read(folder: &Path) -> Result<(Plan, Vec<GameRecord>)> {
        let path = folder.join(FILE);
        let bytes = files::read(&path, u64::MAX).with_context(|| path.display().to_string())?;
        let (header, games) = parse(complete_lines(&bytes)).with_context(|| path.display().to_string())?;
        Ok((header.plan, games))
    }
}

/// Checks that a match with games can go on with a plan, and with programs and files of these fingerprints.
fn check_resumption(begun: &Header, plan: &Plan, fingerprints: &Fingerprints) -> Result<()> {
    let different = differences(&begun.plan, plan);
    ensure!(
        different.is_empty(),
        "this match was begun with other settings; use another folder, or the same settings:\n  {}",
        different.join("\n  ")
    );
    ensure!(
        begun.format == FORMAT,
        "format {}: seeds or fingerprints have changed since this match was begun; use another folder",
        begun.format
    );
    let changed = fingerprints::changed(&begun.fingerprints, fingerprints);
    ensure!(changed.is_empty(), "changed since this match was begun; use another folder:\n  {}", changed.join("\n  "));
    Ok(())
}

/// The lines that have an end.
fn complete_lines(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    &bytes[..length]
}

/// True if a line without an end is the beginning of a header: the runner was killed before it had written it.
fn is_unfinished_header(line: &[u8]) -> bool {
    (EARLIEST..=FORMAT).any(|format| {
        let start = format!("{{\"format\":{format},\"plan\":{{");
        let common = line.len().min(start.len());
        line[..common] == start.as_bytes()[..common]
    })
}

/// Parses complete lines. Returns the games in the order in which they ended.
fn parse(bytes: &[u8]) -> Result<(Header, Vec<GameRecord>)> {
    let text = str::from_utf8(bytes).context("the file is not text")?;
    let mut lines = text.lines().enumerate();
    let first = lines.next().context("the file is empty")?.1;
    let header: Header = serde_json::from_str(first).context("line 1 does not describe a match")?;
    let known = EARLIEST..=FORMAT;
    ensure!(known.contains(&header.format), "the file has format {}, not {EARLIEST} to {FORMAT}", header.format);
    header.plan.check().context("line 1 describes no match that can be played")?;
    let mut games: Vec<GameRecord> = Vec::new();
    for (number, line) in lines {
        let game = serde_json::from_str(line).with_context(|| format!("line {} is no game", number + 1))?;
        games.push(game);
    }
    let schedule = header.plan.schedule();
    let mut numbers = HashSet::new();
    for game in &games {
        ensure!(numbers.insert(game.game), "game {} is there twice", game.game + 1);
        let ScheduledGame { seats, opening, .. } = schedule.game(game.game);
        let planned = game.seats == seats && game.opening == opening;
        ensure!(planned, "game {} is not the one that the settings lead to", game.game + 1);
        check(game).with_context(|| format!("game {}", game.game + 1))?;
    }
    Ok((header, games))
}

/// Longest time of a move that a file may have: a year. No sum of such times is too long.
const LONGEST_MOVE: Duration = Duration::from_secs(366 * 24 * 3600);

/// Checks what a report relies on.
fn check(game: &GameRecord) -> Result<()> {
    let GameRecord { moves, faults, preparation, seats, .. } = game;
    let known = |seat: usize| seat < seats.len();
    game.twelfths()?;
    ensure!(*preparation <= LONGEST_MOVE, "getting ready took more than a year");
    ensure!(faults.iter().all(|&(seat, _)| known(seat)), "a fault of a seat that the game does not have");
    for (number, PlayedMove { seat, info, .. }) in moves.iter().enumerate() {
        let number = number + 1;
        ensure!(known(*seat), "move {number} has the seat {seat}, which the game does not have");
        ensure!(info.is_none_or(|info| info.time <= LONGEST_MOVE), "move {number} took more than a year");
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::plan::tests::plan;

    /// A game of a match between two engines, won by White.
    pub fn game(number: u64) -> GameRecord {
        let ScheduledGame { game, opening, seats } = plan(&["random", "greedy"]).schedule().game(number);
        GameRecord {
            game,
            seats,
            opening,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_string(),
            moves: Vec::new(),
            result: "1-0".to_string(),
            reason: "White mates".to_string(),
            termination: "normal".to_string(),
            preparation: Duration::from_millis(7),
            lateness: Duration::ZERO,
            faults: Vec::new(),
            transcripts: vec![None, None],
        }
    }

    #[test]
    fn games_survive_a_truncated_last_line() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let plan = plan(&["random", "greedy"]);
        let (mut store, games) = Store::open(folder, &plan).unwrap();
        assert!(games.is_empty());
        for number in [1, 0] {
            store.add(&game(number)).unwrap();
        }
        drop(store);
        let file = folder.join(FILE);
        let whole = std::fs::read(&file).unwrap();
        let mut line = serde_json::to_vec(&game(2)).unwrap();
        for cut in 0..line.len() {
            std::fs::write(&file, [&whole[..], &line[..cut]].concat()).unwrap();
            assert_eq!(Store::read(folder).unwrap().1.len(), 2);
            let (mut store, games) = Store::open(folder, &plan).unwrap();
            assert_eq!(games, [game(1), game(0)], "in the order in which they ended");
            if cut % 97 == 0 {
                store.add(&game(2)).unwrap();
                assert_eq!(Store::read(folder).unwrap().1, [game(1), game(0), game(2)]);
            }
        }
        line.push(b'\n');
        std::fs::write(&file, [&whole[..], &line].concat()).unwrap();
        assert_eq!(Store::open(folder, &plan).unwrap().1.len(), 3);
        let header = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for cut in [0, 1, header] {
            std::fs::write(&file, &whole[..cut]).unwrap();
            assert_eq!(Store::open(folder, &plan).unwrap().1.len(), 0);
            assert_eq!(Store::read(folder).unwrap().0, plan);
        }
    }

    #[test]
    fn files_of_other_matches_are_refused() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let settled = plan(&["random", "greedy"]);
        let (mut store, _) = Store::open(folder, &settled).unwrap();
        store.add(&game(0)).unwrap();
        let fault = |plan: &Plan| format!("{:#}", Store::open(folder, plan).unwrap_err());
        assert!(fault(&settled).ends_with("another match is writing to this file"));
        drop(store);
        let other = Plan { seed: 7, ..settled.clone() };
        assert!(fault(&other).ends_with("the same settings:\n  seed: 1 there, 7 now"));
        let file = folder.join(FILE);
        let text = std::fs::read_to_string(&file).unwrap();
        let (_, digests) = text.split_once("fingerprints").unwrap();
        let digest = digests.split('"').find(|word| word.len() == 64).expect("a digest");
        std::fs::write(&file, text.replace(digest, &"0".repeat(64))).unwrap();
        assert!(fault(&settled).ends_with("use another folder:\n  this program (built-in players, random openings)"));
        std::fs::write(&file, &text).unwrap();
        let empty = folder.join("empty");
        for plan in [&settled, &other] {
            assert_eq!(Store::open(&empty, plan).unwrap().1.len(), 0, "before a game is played settings may change");
        }
        assert_eq!(Store::read(&empty).unwrap().0, other);
        let last = text.lines().last().unwrap();
        for (damaged, said) in [
            (format!("{text}{last}\n"), "game 1 is there twice"),
            (text.replace("\"opening\":0", "\"opening\":1"), "game 1 is not the one that the settings lead to"),
            (format!("{text}\n{last}\n"), "line 3 is no game"),
            (text.replace("\"1-0\"", "\"0-1-0\""), "game 1: '0-1-0' is no result of a game for 2"),
            (text.replace("\"1-0\"", "\"won\""), "game 1: 'won' is no result"),
            (text.replace("\"format\":5", "\"format\":9"), "the file has format 9, not 2 to 5"),
            (
                text.replace("\"faults\":[]", r#""faults":[[2,{"kind":"crash","detail":""}]]"#),
                "game 1: a fault of a seat that the game does not have",
            ),
            (
                text.replace("\"name\":\"greedy\"", "\"name\":\"random\""),
                "line 1 describes no match that can be played",
            ),
            ("nonsense\n".to_string(), "line 1 does not describe a match"),
        ] {
            std::fs::write(&file, damaged).unwrap();
            assert!(fault(&settled).contains(said), "{}", fault(&settled));
            assert!(format!("{:#}", Store::read(folder).unwrap_err()).contains(said));
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused_and_left_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let plan = plan(&["random", "greedy"]);
        let file = folder.join(FILE);
        for (others, said) in [
            ("a note", "these are no results of a match"),
            ("{\"format\":5,\"games\":", "these are no results of a match"),
            ("{\"a\":1}\n{\"b\":", "line 1 does not describe a match"),
        ] {
            std::fs::write(&file, others).unwrap();
            let refused = format!("{:#}", Store::open(folder, &plan).unwrap_err());
            assert!(refused.contains(said), "{refused}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), others);
        }
        // Nor is a torn line cut off if the match is another one.
        std::fs::remove_file(&file).unwrap();
        Store::open(folder, &plan).unwrap().0.add(&game(0)).unwrap();
        let torn = std::fs::read_to_string(&file).unwrap() + "{\"game\":1,";
        std::fs::write(&file, &torn).unwrap();
        assert!(Store::open(folder, &Plan { seed: 7, ..plan }).is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), torn);
    }

    #[cfg(unix)]
    #[test]
    fn results_on_a_device_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/null", folder.path().join(FILE)).unwrap();
        let refused = format!("{:#}", Store::open(folder.path(), &plan(&["random", "greedy"])).unwrap_err());
        assert!(refused.ends_with("a folder or a device, not a file"), "{refused}");
        let refused = format!("{:#}", Store::read(folder.path()).unwrap_err());
        assert!(refused.ends_with("a folder or a device, not a file"), "{refused}");
    }

    #[test]
    fn a_match_of_an_earlier_format_is_read_and_does_not_go_on() {
        let scratch = tempfile::tempdir().unwrap();
        let plan = plan(&["random", "greedy"]);
        Store::open(scratch.path(), &plan).unwrap().0.add(&game(0)).unwrap();
        let file = scratch.path().join(FILE);
        let text = std::fs::read_to_string(&file).unwrap();
        for format in [2, 3, 4] {
            std::fs::write(&file, text.replace("\"format\":5", &format!("\"format\":{format}"))).unwrap();
            assert_eq!(Store::read(scratch.path()).unwrap(), (plan.clone(), vec![game(0)]));
            let refused = format!("{:#}", Store::open(scratch.path(), &plan).unwrap_err());
            let said = format!("format {format}: seeds or fingerprints have changed since this match was begun");
            assert!(refused.contains(&said), "{refused}");
        }
    }

    #[test]
    fn damaged_games_are_refused() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let plan = plan(&["random", "greedy"]);
        let (mut store, _) = Store::open(folder, &plan).unwrap();
        let mut played = game(0);
        let info = Some(SearchInfo { nodes: Some(u64::MAX), time: LONGEST_MOVE, ..SearchInfo::default() });
        let line = serde_json::json!({ "text": "e2e4", "seat": 1, "searches": 1, "info": info });
        played.moves = vec![serde_json::from_value(line).unwrap(); 3];
        store.add(&played).unwrap();
        let (read, games) = Store::read(folder).unwrap();
        assert!(crate::Report::of(&read, &games).markdown().contains("1 games, 3.0 moves"));
        let file = folder.join(FILE);
        let text = std::fs::read_to_string(&file).unwrap();
        let fault = r#""faults":[[2,{"kind":"forfeit","detail":"x"}]]"#;
        for (from, to, said) in [
            (r#""result":"1-0""#, r#""result":"2-0""#, "'1/3-1/3-1/3-0' and the like"),
            (r#""seat":1"#, r#""seat":2"#, "game 1: move 1 has the seat 2, which the game does not have"),
            (r#""secs":31622400"#, r#""secs":31622401"#, "game 1: move 1 took more than a year"),
            (r#""faults":[]"#, fault, "game 1: a fault of a seat that the game does not have"),
        ] {
            assert!(text.contains(from), "{from} in {text}");
            std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
            let error = format!("{:#}", Store::read(folder).unwrap_err());
            assert!(error.ends_with(said), "{error}");
        }
        // A match without engines has no schedule.
        let (header, game) = text.split_once('\n').unwrap();
        let mut header: serde_json::Value = serde_json::from_str(header).unwrap();
        header["plan"]["engines"] = serde_json::json!([]);
        std::fs::write(&file, format!("{header}\n{game}")).unwrap();
        let error = format!("{:#}", Store::read(folder).unwrap_err());
        assert!(error.contains("line 1 describes no match that can be played: a match needs two engines"), "{error}");
    }
}
