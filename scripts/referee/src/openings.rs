//! The positions that games begin with.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{Chance, CompositeMoves, GenType, Seat, Symmetry};
use engine::moves::MoveList;
use engine::record::Record;
use engine::search::{Limits, Search};
use engine::text::{Notation, PositionError};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use searches::Compared;
use serde::{Deserialize, Serialize};

use crate::Thinker;
use crate::players::searcher;

/// Where openings come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Openings {
    /// The start position, in every pair.
    Start,
    /// Random entries from the start position, as many as make a balanced game.
    Random(RandomOpenings),
    /// A list of positions in a file.
    List {
        /// The file.
        file: PathBuf,
        /// Whether they are shuffled, by the seed of the match.
        shuffled: bool,
    },
}

/// How random openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RandomOpenings {
    /// Entries that are played at random.
    pub entries: usize,
    /// The most centipawns that a short search may see either side ahead. In a game whose start position is further from balance than that, the most by which
    /// it may differ from the start position.
    pub balance: i32,
    /// The nodes of that search.
    pub nodes: u64,
}

impl Default for RandomOpenings {
    fn default() -> Self {
        RandomOpenings { entries: 8, balance: 120, nodes: 5000 }
    }
}

/// How often in a row no new balanced opening may come up before it is said that there are no more.
const MOST_ATTEMPTS: u64 = 5000;

/// The openings of a match by number, found as they are asked for; each follows from those before it.
pub struct Book<G: Compared>(Pages<G>);

enum Pages<G: Compared> {
    Start,
    Random(Box<Generator<G>>),
    List(Vec<G>),
}

impl<G: Compared + Notation> Book<G> {
    /// Opens the openings of a match.
    ///
    /// # Errors
    /// If a list cannot be read; the fault is named with its line.
    pub fn open(openings: &Openings, seed: u64) -> Result<Self> {
        Ok(Book(match openings {
            Openings::Start => Pages::Start,
            Openings::Random(random) => Pages::Random(Box::new(Generator::new(*random, seed))),
            Openings::List { file, shuffled } => {
                let mut list = read_file(file)?;
                if *shuffled {
                    list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
                }
                Pages::List(list)
            }
        }))
    }

    /// The opening with a number, counted from 0, with the moves that lead to it if they are known.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn opening(&mut self, number: usize) -> Result<Record<G>> {
        match &mut self.0 {
            Pages::Start => Ok(Record::default()),
            Pages::Random(generator) => generator.opening(number).map(|opening| opening.record.clone()),
            Pages::List(list) => {
                let many = list.len();
                list.get(number).cloned().map(Record::new).with_context(|| {
                    format!("the list has {many} openings, and opening {} was asked for: play fewer pairs", number + 1)
                })
            }
        }
    }
}

/// An opening that was found.
struct Found<G: CompositeMoves> {
    record: Record<G>,
    /// What the search thought of it, in centipawns for White.
    score: i32,
}

/// Makes random openings, each only once: those that are the same game seen otherwise are one.
struct Generator<G: Compared> {
    settings: RandomOpenings,
    random: Xoshiro256PlusPlus,
    judge: Box<dyn Search<G>>,
    /// The score of a position that favours nobody more than the game does.
    even: i32,
    found: Vec<Found<G>>,
    keys: HashSet<u64>,
}

impl<G: Compared + Symmetry> Generator<G> {
    fn new(settings: RandomOpenings, seed: u64) -> Self {
        let mut judge = searcher();
        let start = score(&mut judge, &Record::default(), settings.nodes);
        Generator {
            settings,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            judge,
            even: if start.abs() > settings.balance { start } else { 0 },
            found: Vec::new(),
            keys: HashSet::new(),
        }
    }

    fn opening(&mut self, number: usize) -> Result<&Found<G>> {
        while self.found.len() <= number {
            let next = (0..MOST_ATTEMPTS).find_map(|_| self.attempt());
            let Some(next) = next else {
                bail!("after {} openings no other balanced one was found in {MOST_ATTEMPTS} attempts", self.found.len())
            };
            self.found.push(next);
        }
        Ok(&self.found[number])
    }

    /// Plays at random and keeps what comes of it if it is new and balanced.
    fn attempt(&mut self) -> Option<Found<G>> {
        let mut record = Record::<G>::default();
        let luck = ChanceRng::new(self.random.next_u64());
        for _ in 0..self.settings.entries {
            play_random_entry(&mut record, luck, &mut self.random);
        }
        let key = record.position().canonical().key();
        if record.outcome().is_some() || self.keys.contains(&key) {
            return None;
        }
        let score = score(&mut self.judge, &record, self.settings.nodes);
        let balanced = (score - self.even).abs() <= self.settings.balance && self.keys.insert(key);
        balanced.then_some(Found { record, score })
    }
}

/// What a short search thinks of the end of a record, in centipawns for White.
fn score<G: Compared>(judge: &mut Box<dyn Search<G>>, record: &Record<G>, nodes: u64) -> i32 {
    judge.clear();
    let look = Limits { nodes: Some(nodes), ..Limits::default() };
    let sign = if record.position().turn() == Seat::WHITE { 1 } else { -1 };
    sign * Thinker::think(judge, record, &look).score
}

/// Plays any of the entries that could be written, but what chance has a part in is left to it: whether to draw depends on how many
/// entries are draws, which tile it is does not.
fn play_random_entry<G: Chance + CompositeMoves>(record: &mut Record<G>, luck: ChanceRng, random: &mut impl Rng) {
    let mut entries = MoveList::new();
    record.position().composite_moves(&mut entries);
    let mut next = entries.choose(random).map(|&entry| record.position().plies_of(entry)[0]);
    while let Some(ply) = luck.roll(record).or(next) {
        record.play(ply);
        if record.position().begins_move() {
            break;
        }
        let mut moves = MoveList::new();
        record.position().moves(GenType::All, &mut moves);
        next = moves.choose(random).copied();
    }
}

/// Random openings as the text of a list: a position a line, with the search's opinion of the side to move's chances as EPD's operation `ce`.
///
/// # Errors
/// If there are not so many.
pub fn write<G: Compared + Notation>(settings: RandomOpenings, seed: u64, number: usize) -> Result<String> {
    let mut generator = Generator::<G>::new(settings, seed);
    let RandomOpenings { entries, balance, nodes } = settings;
    let mut text = format!(
        "# {number} openings of {}: {entries} random entries, at most {balance} centipawns after {nodes} nodes, seed {seed}.\n",
        G::NAME
    );
    for at in 0..number {
        let Found { record, score } = generator.opening(at)?;
        let position = record.position();
        let score = if position.turn() == Seat::WHITE { *score } else { -score };
        writeln!(text, "{position} ; ce {score};").expect("a text takes everything");
    }
    Ok(text)
}

fn read_file<G: Notation>(file: &Path) -> Result<Vec<G>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    read(&text).with_context(|| file.display().to_string())
}

/// Reads a list: a position a line, as a whole or (as EPD has it) without clocks; what follows a semicolon or `#` at the start of a line says nothing.
///
/// # Errors
/// Names the line and what is wrong with it.
pub fn read<G: Notation>(text: &str) -> Result<Vec<G>> {
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let position = read_line::<G>(line).with_context(|| format!("line {}", number + 1))?;
        ensure!(position.result().is_none(), "line {}: the game is over in {position}", number + 1);
        ensure!(position.begins_move(), "line {}: a draw is not finished in {position}", number + 1);
        list.push(position);
    }
    ensure!(!list.is_empty(), "the list has no positions");
    Ok(list)
}

/// Fields of a position in EPD, the clocks left out.
const EPD_FIELDS: usize = 4;

fn read_line<G: Notation>(line: &str) -> Result<G, PositionError> {
    let text = line.split(';').next().unwrap_or_default().trim();
    text.parse::<G>().or_else(|error| {
        // Operations follow the fourth field at once.
        let fields: Vec<&str> = text.split_whitespace().take(EPD_FIELDS).collect();
        format!("{} 0 1", fields.join(" ")).parse().map_err(|_| error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::Game;
    use engine::variants::{Chess, Chex, KaleidoPawns, KnightRelay};

    const QUICK: RandomOpenings = RandomOpenings { entries: 6, balance: 120, nodes: 300 };

    fn random<G: Compared + Notation>(seed: u64, number: usize) -> Vec<Record<G>> {
        let mut book = Book::open(&Openings::Random(QUICK), seed).unwrap();
        (0..number).map(|at| book.opening(at).unwrap()).collect()
    }

    fn positions<G: Compared + Notation>(seed: u64, number: usize) -> Vec<G> {
        random::<G>(seed, number).iter().map(|record| record.position().clone()).collect()
    }

    #[test]
    fn random_openings_are_new_balanced_and_follow_from_the_seed() {
        let one = random::<KnightRelay>(1, 20);
        let ends: Vec<KnightRelay> = positions(1, 20);
        assert_eq!(ends, positions(1, 20));
        assert_ne!(ends, positions(2, 20));
        let mut judge = searcher();
        for (at, record) in one.iter().enumerate() {
            assert!(!ends[..at].contains(record.position()) && record.outcome().is_none());
            assert!(score(&mut judge, record, QUICK.nodes).abs() <= QUICK.balance);
            assert_eq!((record.moves().len(), record.earlier()[0]), (QUICK.entries, KnightRelay::start()));
        }
    }

    #[test]
    fn where_the_game_itself_favours_a_side_its_start_is_the_measure() {
        let mut judge = searcher();
        let start = score(&mut judge, &Record::<KaleidoPawns>::default(), QUICK.nodes);
        assert!(start.abs() > QUICK.balance, "{start}");
        for record in random::<KaleidoPawns>(1, 5) {
            assert!((score(&mut judge, &record, QUICK.nodes) - start).abs() <= QUICK.balance);
        }
    }

    #[test]
    fn openings_may_be_asked_for_in_any_order() {
        let mut book = Book::<KnightRelay>::open(&Openings::Random(QUICK), 5).unwrap();
        let (last, third) = (book.opening(6).unwrap(), book.opening(2).unwrap());
        let all = positions(5, 7);
        assert_eq!([third.position(), last.position()], [&all[2], &all[6]]);
    }

    #[test]
    fn openings_with_luck_end_between_entries() {
        for position in positions::<Chex>(3, 3) {
            assert!(position.begins_move() && position.plane().in_play().len() >= 2, "{position}");
        }
    }

    #[test]
    fn where_there_are_no_more_openings_that_is_said() {
        let one_ply = RandomOpenings { entries: 1, balance: 1000, nodes: 10 };
        let mut book = Book::<KnightRelay>::open(&Openings::Random(one_ply), 1).unwrap();
        let all = KnightRelay::start().count_moves();
        assert!(book.opening(all - 1).is_ok());
        let said = book.opening(all).map(|_| ()).unwrap_err().to_string();
        assert!(said.starts_with(&format!("after {all} openings no other")), "{said}");
    }

    #[test]
    fn a_book_that_was_written_is_read() {
        let text = write::<Chex>(QUICK, 1, 5).unwrap();
        assert_eq!(read::<Chex>(&text).unwrap(), positions(1, 5));
        assert!(text.starts_with("# 5 openings of chex: 6 random entries"));
    }

    #[test]
    fn lists_are_read_and_their_faults_named() {
        let epd = "# comment\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"1\";\n8/8/4k3/8/8/4K3/4P3/8 w - - 3 9\n";
        let list = read::<Chess>(epd).unwrap();
        assert_eq!(list[0].to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(list[1].to_string(), "8/8/4k3/8/8/4K3/4P3/8 w - - 3 9");
        let fault = |text: &str| format!("{:#}", read::<Chess>(text).unwrap_err());
        assert!(fault("\n8/8/4k3/8/8/4X3/4P3/8 w - - 3 9").starts_with("line 2: rank 3, file 5"));
        assert!(fault("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").starts_with("line 1: the game is over"));
        assert_eq!(fault("# nothing"), "the list has no positions");
    }

    #[test]
    fn a_list_is_not_begun_again() {
        let mut book = Book(Pages::List(vec![KnightRelay::start()]));
        assert!(book.opening(0).is_ok());
        assert!(book.opening(1).unwrap_err().to_string().contains("1 openings, and opening 2 was asked for"));
    }
}
