//! Game file: self-play games in a few bytes a position.
//!
//! A file is a sequence of records, each in [postcard](https://postcard.jamesmunns.com/wire-format) with consistent
//! overhead byte stuffing (COBS): integers of seven bits a byte, and a zero after each record that occurs nowhere else.
//! The first record is the [`Header`], every other one a [`SavedGame`]. A record without its zero is incomplete,
//! because the program was killed; it is cut off when the file is opened again. A file with anything else is left as it
//! is.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use engine::game::{Chance, Game, GenType, ToAct};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::Variant;
use formats::files::{self, sha256};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Version of the format: of games of two whose sides share a searcher. Version 2 is that of games with a searcher for
/// each side, version 1 that of games with a hard limit of nodes, too. Both are read, and not added to.
const FORMAT: u32 = 3;

/// Most bytes of a number of 64 bits in a record.
const NUMBER_BYTES: usize = 10;

/// Header of a file: what its games have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub format: u32,
    /// Name of the game; of a custom variant also the SHA-256 of its rules, as `NAME sha256:DIGITS`.
    pub variant: String,
    /// Soft node limit of a search.
    pub nodes: u64,
}

impl Header {
    /// Header for new games.
    pub fn new<G: Game>(nodes: u64) -> Header {
        Header { format: FORMAT, variant: variant::<G>(), nodes }
    }
}

/// Name of a game in headers. The rules of a custom variant follow from its description, not from its name.
fn variant<G: Game>() -> String {
    match G::name().parse() {
        Ok(Variant::Custom(id)) => {
            format!("{} sha256:{}", G::name(), sha256(id.description().rules_text().as_bytes()))
        }
        _ => G::name().to_string(),
    }
}

/// A game from its opening on: plies, scores, result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedGame {
    /// Seed of the game.
    pub seed: u64,
    /// First position.
    pub start: String,
    /// Result: White's half points, 0, 1 or 2, in a game of two; with more players the set of those who share the
    /// point, a bit for each seat.
    pub result: u8,
    /// All plies, chance outcomes included, each as its index among the legal ones sorted by their bits.
    pub plies: Vec<u16>,
    /// Score of the search at each ply of a player, in centipawns for that player.
    pub scores: Vec<i16>,
    /// Lower 16 bits of the key of the last position, as a checksum of the replay.
    pub end: u16,
}

/// Position of a game with a player to move, with the move and the score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredPosition<G> {
    /// Position.
    pub position: G,
    /// Move played.
    pub mv: Move,
    /// Score of the search, in centipawns for the side to move.
    pub score: i32,
}

/// Legal plies or chance outcomes, sorted by their bits: the order does not depend on the move generator.
fn legal_plies<G: Chance>(position: &G) -> Vec<Move> {
    let mut legal_plies: Vec<Move> = if position.to_act() == ToAct::Chance {
        let mut draws = Vec::new();
        position.chance_outcomes(&mut draws);
        draws.into_iter().map(|(event, _)| event).collect()
    } else {
        let mut moves = MoveList::new();
        position.moves(GenType::All, &mut moves);
        moves.to_vec()
    };
    legal_plies.sort_unstable_by_key(|mv| mv.to_bits());
    legal_plies
}

impl SavedGame {
    /// Game of a record, with a score for each ply of a player.
    ///
    /// # Panics
    /// If a ply of the record is not legal, or the number of scores is not that of the players' plies.
    pub fn new<G: Notation>(seed: u64, record: &Record<G>, scores: &[i32], result: u8) -> SavedGame {
        let number = |(position, mv): (&G, &Move)| {
            let place = legal_plies(position).iter().position(|choice| choice == mv);
            place.expect("a record holds legal plies") as u16
        };
        let decided = record.earlier().iter().filter(|position| position.to_act() != ToAct::Chance);
        assert_eq!(decided.count(), scores.len(), "a score for each ply of a player");
        let limits = i32::from(i16::MIN)..=i32::from(i16::MAX);
        SavedGame {
            seed,
            start: record.earlier().first().unwrap_or(record.position()).to_string(),
            result,
            plies: record.earlier().iter().zip(record.plies()).map(number).collect(),
            scores: scores.iter().map(|&score| score.clamp(*limits.start(), *limits.end()) as i16).collect(),
            end: record.position().key() as u16,
        }
    }

    /// Identity of a game: equal seeds, starts and plies are one game.
    fn identity(&self) -> (u64, &str, &[u16]) {
        (self.seed, &self.start, &self.plies)
    }

    /// Replays the game.
    ///
    /// # Errors
    /// If the game is invalid by the rules.
    pub fn replay<G: Notation>(&self) -> Result<Vec<ScoredPosition<G>>> {
        let possible = if G::SEATS == 2 { self.result <= 2 } else { (1..1 << G::SEATS).contains(&self.result) };
        ensure!(possible, "game {}: {} is no result", self.seed, self.result);
        let mut position: G = self.start.parse().with_context(|| format!("game {}", self.seed))?;
        let mut positions = Vec::with_capacity(self.scores.len());
        let mut scores = self.scores.iter();
        for (ply, &number) in self.plies.iter().enumerate() {
            let mv = legal_plies(&position).get(usize::from(number)).copied();
            let mv = mv.with_context(|| format!("game {}, ply {ply}: nothing with number {number}", self.seed))?;
            if position.to_act() != ToAct::Chance {
                let score = scores.next().with_context(|| format!("game {}, ply {ply}: no score", self.seed))?;
                positions.push(ScoredPosition { position: position.clone(), mv, score: (*score).into() });
            }
            position.make(mv, &mut ());
        }
        ensure!(scores.len() == 0, "game {}: {} scores too many", self.seed, scores.len());
        ensure!(position.key() as u16 == self.end, "game {} ends elsewhere: {position}", self.seed);
        Ok(positions)
    }
}

/// File of games, open for more games and locked against other programs.
#[derive(Debug)]
pub struct GameFile {
    file: File,
}

impl GameFile {
    /// Creates a file, or opens an existing one. Returns the games in it, in the order in which they were added.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, is damaged, or holds games of another kind.
    pub fn open(path: &Path, header: &Header) -> Result<(GameFile, Vec<SavedGame>)> {
        GameFile::begin(path, header).with_context(|| path.display().to_string())
    }

    fn begin(path: &Path, header: &Header) -> Result<(GameFile, Vec<SavedGame>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        ensure!(file.metadata()?.is_file(), "a folder or a device, not a file");
        file.try_lock().context("another program plays games for this file")?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = whole(&bytes);
        let games = if whole == 0 {
            ensure!(postcard::to_stdvec_cobs(header)?.starts_with(&bytes), "this is no file of games");
            Vec::new()
        } else {
            let (there, games) = parse(&bytes[..whole])?;
            ensure!(there == *header, "the games in it are others: {there:?}, not {header:?}");
            games
        };
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut file = GameFile { file };
        if whole == 0 {
            file.write(header)?;
        }
        Ok((file, games))
    }

    /// Reads a file that may be growing. The games are in the order of their seeds, whatever threads played them. There
    /// are none if the program was killed before it had written the header.
    ///
    /// # Errors
    /// If it is no file, cannot be read, is damaged, or holds games of another variant.
    pub fn read<G: Game>(path: &Path) -> Result<Vec<SavedGame>> {
        let read = || -> Result<Vec<SavedGame>> {
            let bytes = files::read(path, u64::MAX)?;
            let variant = variant::<G>();
            let whole = whole(&bytes);
            if whole == 0 {
                ensure!(is_unfinished_header(&bytes, &variant)?, "this is no file of games of {variant}");
                return Ok(Vec::new());
            }
            let (header, mut games) = parse(&bytes[..whole])?;
            ensure!(header.variant == variant, "games of {}, not of {variant}", header.variant);
            games.sort_by_key(|game| game.seed);
            Ok(games)
        };
        read().with_context(|| path.display().to_string())
    }

    /// Reads the games of several files, each with its file. They are in the order of their seeds, whatever that of the
    /// files. Games that are in the files more than once are taken once; returns also how many were left out.
    ///
    /// # Errors
    /// Those of [`read`](GameFile::read).
    pub fn read_all<G: Game>(paths: &[PathBuf]) -> Result<(Vec<(&Path, SavedGame)>, usize)> {
        let mut games = Vec::new();
        for path in paths {
            games.extend(GameFile::read::<G>(path)?.into_iter().map(|game| (path.as_path(), game)));
        }
        let all = games.len();
        games.par_sort_by(|(_, one), (_, other)| (one.identity(), &one.scores).cmp(&(other.identity(), &other.scores)));
        games.dedup_by(|(_, next), (_, game)| next.identity() == game.identity());
        let left_out = all - games.len();
        Ok((games, left_out))
    }

    /// Adds a game and writes it to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &SavedGame) -> Result<()> {
        self.write(game)
    }

    fn write(&mut self, record: &impl Serialize) -> Result<()> {
        let end = self.file.stream_position()?;
        let written = self.file.write_all(&postcard::to_stdvec_cobs(record)?);
        // Other threads may add their games behind it: no part of a record stays.
        written.inspect_err(|_| drop(self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end)))))?;
        Ok(())
    }
}

/// Length of all complete records.
fn whole(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == 0).map_or(0, |last| last + 1)
}

/// True if bytes without a zero are the beginning of a header of a variant, whatever its number of nodes.
fn is_unfinished_header(bytes: &[u8], variant: &str) -> Result<bool> {
    // COBS puts the distance of the next zero before the record, and changes nothing else of bytes that are not zero.
    let Some((&distance, written)) = bytes.split_first() else { return Ok(true) };
    for format in 1..=FORMAT {
        let fields = postcard::to_stdvec(&(format, variant))?;
        let of_number = fields.len() + 1..=fields.len() + 1 + NUMBER_BYTES;
        let common = fields.len().min(written.len());
        if of_number.contains(&usize::from(distance))
            && written[..common] == fields[..common]
            && written.len() <= fields.len() + NUMBER_BYTES
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Parses the records of a file.
fn parse(bytes: &[u8]) -> Result<(Header, Vec<SavedGame>)> {
    let mut records = bytes.split_inclusive(|&byte| byte == 0);
    let header: Header = decode(records.next().context("no header")?).context("header")?;
    if !(1..=FORMAT).contains(&header.format) {
        bail!("format {}, and this program reads formats 1 to {FORMAT}", header.format);
    }
    let records: Vec<&[u8]> = records.collect();
    let game = |(number, record): (usize, &&[u8])| decode(record).with_context(|| format!("record {}", number + 1));
    let games = records.par_iter().enumerate().map(game).collect::<Result<_>>()?;
    Ok((header, games))
}

fn decode<T: DeserializeOwned>(record: &[u8]) -> Result<T> {
    Ok(postcard::from_bytes_cobs(&mut record.to_vec())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance_rng::ChanceRng;
    use engine::variants::custom::file;
    use engine::variants::{Chex, CustomGame, KaleidoDice, Keyles, KnightRelay};
    use proptest::prelude::*;

    /// Game whose moves and scores follow from numbers.
    fn game<G: Notation>(numbers: &[u32]) -> (Record<G>, SavedGame) {
        let mut record = Record::<G>::default();
        let (mut scores, chance) = (Vec::new(), ChanceRng::new(numbers.len() as u64));
        for &number in numbers {
            while let Some(event) = chance.roll(&record) {
                record.play(event);
            }
            let legal_plies = legal_plies(record.position());
            if record.outcome().is_some() || legal_plies.is_empty() {
                break;
            }
            record.play(legal_plies[number as usize % legal_plies.len()]);
            scores.push((number % 60_000) as i32 - 30_000);
        }
        let saved = SavedGame::new(7, &record, &scores, (numbers.len() % 3) as u8);
        (record, saved)
    }

    fn round_trips<G: Notation>(numbers: &[u32]) {
        let (record, saved) = game::<G>(numbers);
        let bytes = postcard::to_stdvec_cobs(&saved).unwrap();
        assert_eq!(bytes.iter().position(|&byte| byte == 0), Some(bytes.len() - 1));
        assert_eq!(decode::<SavedGame>(&bytes).unwrap(), saved);
        let positions = saved.replay::<G>().unwrap();
        let decided: Vec<(&G, &Move)> = record
            .earlier()
            .iter()
            .zip(record.plies())
            .filter(|(before, _)| before.to_act() != ToAct::Chance)
            .collect();
        assert_eq!(positions.len(), decided.len());
        for ((scored, &score), (position, mv)) in positions.iter().zip(&saved.scores).zip(decided) {
            assert_eq!((&scored.position, &scored.mv, scored.score), (position, mv, i32::from(score)));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn games_round_trip_through_bytes(numbers in proptest::collection::vec(any::<u32>(), 0..60)) {
            round_trips::<KnightRelay>(&numbers);
            round_trips::<Keyles>(&numbers);
            round_trips::<Chex>(&numbers);
            round_trips::<KaleidoDice>(&numbers);
        }

        #[test]
        fn parsing_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&bytes);
        }
    }

    #[test]
    fn invalid_games_are_refused() {
        let (_, good) = game::<Keyles>(&[1, 2, 3, 4]);
        let fault = |change: &dyn Fn(&mut SavedGame)| {
            let mut bad = good.clone();
            change(&mut bad);
            format!("{:#}", bad.replay::<Keyles>().unwrap_err())
        };
        assert_eq!(fault(&|game| game.plies[1] = 999), "game 7, ply 1: nothing with number 999");
        assert!(fault(&|game| game.plies[3] ^= 1).starts_with("game 7 ends elsewhere: "));
        assert_eq!(fault(&|game| _ = game.scores.pop()), "game 7, ply 3: no score");
        assert_eq!(fault(&|game| game.scores.push(0)), "game 7: 1 scores too many");
        assert!(fault(&|game| game.start = "nothing".to_string()).starts_with("game 7: "));
        assert_eq!(fault(&|game| game.result = 3), "game 7: 3 is no result");
    }

    #[test]
    fn games_of_former_formats_are_read_and_not_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header::new::<Keyles>(100);
        for format in 1..FORMAT {
            let path = folder.path().join(format!("games-{format}"));
            let (former, saved) = (Header { format, ..header.clone() }, game::<Keyles>(&[1, 2, 3]).1);
            let (mut file, _) = GameFile::open(&path, &former).unwrap();
            file.add(&saved).unwrap();
            drop(file);
            assert_eq!(GameFile::read::<Keyles>(&path).unwrap(), [saved]);
            let refused = format!("{:#}", GameFile::open(&path, &header).unwrap_err());
            assert!(refused.contains("the games in it are others"), "{refused}");
        }
        let future = postcard::to_stdvec_cobs(&Header { format: FORMAT + 1, ..header }).unwrap();
        assert_eq!(parse(&future).unwrap_err().to_string(), "format 4, and this program reads formats 1 to 3");
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let header = Header::new::<Keyles>(100);
        let record = postcard::to_stdvec_cobs(&header).unwrap();
        let other = postcard::to_stdvec_cobs(&Header::new::<Keyles>(200)).unwrap();
        let (mixed, damaged) = ([&other, &record[..3]].concat(), [&record[..], b"\x01\0rest"].concat());
        let unfinished = &other[..other.len() - 1];
        for bytes in [b"#!/bin/sh\n", &b"\x7fELF\0\x01 and more"[..], unfinished, &mixed, &damaged] {
            std::fs::write(&path, bytes).unwrap();
            assert!(GameFile::open(&path, &header).is_err(), "{bytes:?}");
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        for begun in [0, 1, record.len() - 1] {
            std::fs::write(&path, &record[..begun]).unwrap();
            assert_eq!(GameFile::open(&path, &header).unwrap().1, []);
            assert_eq!(std::fs::read(&path).unwrap(), record);
        }
    }

    #[test]
    fn a_file_without_the_end_of_its_header_has_no_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        for nodes in [0, 1, 100, u64::MAX] {
            let record = postcard::to_stdvec_cobs(&Header::new::<Keyles>(nodes)).unwrap();
            for begun in 0..record.len() {
                std::fs::write(&path, &record[..begun]).unwrap();
                assert_eq!(GameFile::read::<Keyles>(&path).unwrap(), [], "{begun} bytes, {nodes} nodes");
            }
        }
        let record = postcard::to_stdvec_cobs(&Header::new::<Chex>(100)).unwrap();
        for other in [&b"x"[..], b"#!/bin/sh\n", &record[..record.len() - 1]] {
            std::fs::write(&path, other).unwrap();
            let refused = GameFile::read::<Keyles>(&path).unwrap_err();
            assert!(format!("{refused:#}").ends_with("this is no file of games of keyles"), "{other:?}: {refused:#}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_no_files_of_games() {
        let path = Path::new("/dev/null");
        let refused = format!("{:#}", GameFile::read::<Keyles>(path).unwrap_err());
        assert_eq!(refused, "/dev/null: a folder or a device, not a file");
        assert_eq!(format!("{:#}", GameFile::open(path, &Header::new::<Keyles>(100)).unwrap_err()), refused);
    }

    #[test]
    fn games_of_several_files_are_in_the_order_of_their_seeds_and_count_once() {
        let folder = tempfile::tempdir().unwrap();
        let saved = |seed: u64, numbers: &[u32]| SavedGame { seed, ..game::<Keyles>(numbers).1 };
        let write = |name: &str, games: &[SavedGame]| {
            let path = folder.path().join(name);
            let (mut file, _) = GameFile::open(&path, &Header::new::<Keyles>(100)).unwrap();
            games.iter().for_each(|game| file.add(game).unwrap());
            path
        };
        let [one, two, other, three, five] =
            [(1, [1_u32, 2, 3]), (2, [1, 2, 3]), (2, [9, 8, 7]), (3, [1, 2, 3]), (5, [1, 2, 3])]
                .map(|(seed, numbers)| saved(seed, &numbers));
        let first = write("first", &[three.clone(), one.clone(), two.clone()]);
        let second = write("second", &[other.clone(), five.clone(), three.clone()]);
        assert_eq!(GameFile::read::<Keyles>(&first).unwrap(), [one, two, three]);
        let read = |files: &[PathBuf]| {
            let (games, left_out) = GameFile::read_all::<Keyles>(files).unwrap();
            (games.into_iter().map(|(_, game)| game).collect::<Vec<SavedGame>>(), left_out)
        };
        let (games, left_out) = read(&[first.clone(), second.clone()]);
        assert_eq!(games.iter().map(|game| game.seed).collect::<Vec<u64>>(), [1, 2, 2, 3, 5]);
        assert!(left_out == 1 && games.contains(&other) && games[4] == five);
        assert_eq!(read(&[second, first]), (games, 1));
    }

    #[test]
    fn games_of_a_custom_variant_are_those_of_its_rules() {
        let game = |pieces: &str| format!("[selfplayed]\nstart = \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"\n{pieces}");
        file::load(&game("")).unwrap()[0].select();
        let (folder, own) = (tempfile::tempdir().unwrap(), Header::new::<CustomGame>(100));
        let (name, digits) = own.variant.split_once(" sha256:").unwrap();
        assert_eq!((name, digits.len()), ("selfplayed", 64));
        let path = folder.path().join("games");
        drop(GameFile::open(&path, &own).unwrap());
        assert_eq!(GameFile::read::<CustomGame>(&path).unwrap(), []);
        let rules =
            file::read(&game("pieces.N = { moves = \"C\" }").replace("selfplayed", "x")).unwrap()[0].rules_text();
        let other = Header { variant: format!("{name} sha256:{}", sha256(rules.as_bytes())), ..own.clone() };
        for other in [other, Header { variant: name.to_string(), ..own.clone() }] {
            std::fs::write(&path, postcard::to_stdvec_cobs(&other).unwrap()).unwrap();
            let refused = format!("{:#}", GameFile::open(&path, &own).unwrap_err());
            assert!(refused.contains("the games in it are others"), "{refused}");
            let refused = format!("{:#}", GameFile::read::<CustomGame>(&path).unwrap_err());
            assert!(refused.ends_with(&format!("games of {}, not of {}", other.variant, own.variant)), "{refused}");
        }
        assert_eq!(Header::new::<Keyles>(1).variant, "keyles");
    }

    #[test]
    fn an_incomplete_record_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let header = Header::new::<Keyles>(100);
        let games = [game::<Keyles>(&[1, 2, 3]).1, game::<Keyles>(&[4; 30]).1];
        let (mut file, before) = GameFile::open(&path, &header).unwrap();
        assert!(before.is_empty());
        games.iter().for_each(|game| file.add(game).unwrap());
        assert!(GameFile::open(&path, &header).unwrap_err().to_string().contains(path.to_str().unwrap()));
        drop(file);
        assert_eq!(GameFile::read::<Keyles>(&path).unwrap(), games);
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 3).unwrap();
        let (mut file, rest) = GameFile::open(&path, &header).unwrap();
        assert_eq!(rest, games[..1]);
        file.add(&games[1]).unwrap();
        drop(file);
        assert_eq!(GameFile::read::<Keyles>(&path).unwrap(), games);
        let other = format!("{:#}", GameFile::open(&path, &Header::new::<Keyles>(200)).unwrap_err());
        assert!(other.contains("the games in it are others"), "{other}");
        assert!(GameFile::read::<KnightRelay>(&path).is_err());
    }
}
