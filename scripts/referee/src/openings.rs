//! Openings of games: random balanced positions, or a list from an EPD file.

use std::collections::HashSet;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};
use engine::chance_rng::ChanceRng;
use engine::game::{CompositeMoves, Game, GenType, Seat, Symmetry, Tactics};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::search::{Limits, Search};
use engine::text::{Notation, PositionError, read_row, without_bom, write_row};
use formats::files;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::InProcessEngine;
use crate::players::{DEFAULT_HASH, MatchGame, can_eliminate};

/// Source of openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Openings {
    /// Start position for every pair of games.
    Start,
    /// Random moves from the start position that lead to balanced positions.
    Random(RandomOpenings),
    /// List of positions in an EPD file.
    List {
        /// File.
        file: PathBuf,
        /// True to shuffle the list, by the seed of the match.
        shuffled: bool,
    },
}

/// Parameters of random openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RandomOpenings {
    /// Composite moves played at random. With more than two players as many more as White needs to be to move.
    pub moves: usize,
    /// Highest absolute score of a short search, in centipawns. If the start position's own score is higher, the most
    /// by which an opening's score may differ from it.
    pub balance: i32,
    /// Nodes of that search.
    pub nodes: u64,
    /// Material odds in a game for two: pieces of White that are taken off after the moves. Balance is then that of
    /// equal chances. `None` for the [odds of the game](Odds::of_game).
    pub odds: Option<Odds>,
}

/// Material odds: number of pieces that White gives. Number and pieces are drawn by lot for each opening.
///
/// As text: a number, or the least and the most as `0-12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Odds {
    /// The least number.
    pub least: usize,
    /// The greatest number.
    pub most: usize,
}

impl Odds {
    /// No odds.
    pub const NONE: Odds = Odds { least: 0, most: 0 };

    /// Odds of a game's random openings, as its rules state them ([`Game::OPENING_ODDS`]). The search tells which
    /// positions at odds are balanced.
    pub fn of_game<G: Game>() -> Odds {
        let (least, most) = G::OPENING_ODDS.into_inner();
        Odds { least, most }
    }
}

impl FromStr for Odds {
    type Err = Error;

    fn from_str(text: &str) -> Result<Odds> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let [least, most] = [least, most].map(|number| number.parse().ok());
        let odds = least.zip(most).filter(|(least, most)| least <= most);
        let (least, most) = odds.context("a number of pieces, or the least and the most as 0-12")?;
        Ok(Odds { least, most })
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Odds { least, most } = self;
        if least == most { write!(f, "{least}") } else { write!(f, "{least}-{most}") }
    }
}

impl Openings {
    /// Checks the parameters of random openings.
    ///
    /// # Errors
    /// The parameter that no opening can have.
    pub fn check(&self) -> Result<()> {
        let Openings::Random(RandomOpenings { moves, balance, nodes, odds: _ }) = *self else { return Ok(()) };
        ensure!((1..=MAX_MOVES).contains(&moves), "moves={moves}: random openings have 1 to {MAX_MOVES} moves");
        ensure!(balance >= 0, "balance={balance}: no score is so near to 0, give centipawns from 0 on");
        ensure!(nodes > 0, "nodes=0: a search of no nodes cannot say whether an opening is balanced");
        Ok(())
    }
}

impl RandomOpenings {
    /// Material odds in a game: these, or those of the game.
    pub fn odds_in<G: Game>(&self) -> Odds {
        self.odds.unwrap_or_else(Odds::of_game::<G>)
    }

    /// Checks that a game at odds is one for two, and that White has a piece left.
    fn check_odds<G: Notation>(&self) -> Result<()> {
        let (name, seats, odds) = (G::name(), G::SEATS, self.odds_in::<G>());
        ensure!(seats == 2 || odds == Odds::NONE, "odds={odds}: {name} is a game for {seats} players");
        let start = G::start().to_string();
        let whites = board_and_rest(&start).0.chars().filter(char::is_ascii_uppercase).count();
        let fewer = odds == Odds::NONE || odds.most < whites;
        ensure!(fewer, "odds={odds}: White has {whites} pieces on the board of {name}, and keeps one");
        Ok(())
    }
}

impl Default for RandomOpenings {
    fn default() -> Self {
        RandomOpenings { moves: 8, balance: 120, nodes: 5000, odds: None }
    }
}

/// Most random moves of an opening: few games are so long.
const MAX_MOVES: usize = 500;

/// Largest file of openings, in bytes: tens of millions of positions.
const MAX_LIST: u64 = 1 << 30;

/// Failed attempts in a row after which the search for another balanced opening is given up.
const MAX_ATTEMPTS: u64 = 5000;

/// Opening suite of a match: openings by number, generated on demand; each depends on those before it.
pub struct OpeningSuite<G: Tactics>(Source<G>);

enum Source<G: Tactics> {
    Start,
    Random(Box<Generator<G>>),
    List {
        positions: Vec<G>,
        /// Positions that were left out.
        repeated: usize,
    },
}

impl<G: Tactics + Notation> OpeningSuite<G> {
    /// Opens the suite of a match. The search that `search` makes tells whether random openings are balanced; without
    /// one nothing does.
    ///
    /// # Errors
    /// If a list cannot be read; the message names the line.
    pub fn open(openings: &Openings, seed: u64, search: impl FnOnce() -> Option<Box<dyn Search<G>>>) -> Result<Self> {
        openings.check()?;
        if let Openings::Random(random) = openings {
            random.check_odds::<G>()?;
        }
        Ok(OpeningSuite(match openings {
            Openings::Start => Source::Start,
            Openings::Random(random) => Source::Random(Box::new(Generator::new(*random, seed, search()))),
            Openings::List { file, shuffled } => {
                let (mut positions, repeated) = distinct(read_file(file)?);
                if *shuffled {
                    positions.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
                }
                Source::List { positions, repeated }
            }
        }))
    }

    /// Checks that a list has so many openings. Whether there are as many random ones is known when they are drawn.
    ///
    /// # Errors
    /// If the list has fewer.
    pub fn check_count(&self, count: u64) -> Result<()> {
        match &self.0 {
            Source::List { positions, .. } if (positions.len() as u64) < count => {
                bail!("the list has {} openings, and {count} are asked for: play fewer pairs", positions.len())
            }
            _ => Ok(()),
        }
    }

    /// Openings of a list that are left out, for they repeat an earlier one.
    pub fn repeated(&self) -> usize {
        if let Source::List { repeated, .. } = self.0 { repeated } else { 0 }
    }

    /// Opening number `number`, counted from 0, with the moves that lead to it if they are known.
    ///
    /// # Errors
    /// If there are fewer openings.
    pub fn opening(&mut self, number: usize) -> Result<Record<G>> {
        match &mut self.0 {
            Source::Start => Ok(Record::default()),
            Source::Random(generator) => generator.opening(number).map(|opening| opening.record.clone()),
            Source::List { positions, .. } => {
                let opening = positions.get(number).cloned().map(Record::new);
                opening.with_context(|| format!("the list has no opening {}", number + 1))
            }
        }
    }
}

/// A random opening that has been accepted.
struct RandomOpening<G: CompositeMoves> {
    record: Record<G>,
    /// Score of the search, in centipawns for White, or with more than two players for the side to move; `None` without
    /// a search.
    score: Option<i32>,
}

/// Generator of random openings without repetition; positions that are equal by symmetry count as one.
struct Generator<G: Tactics> {
    settings: RandomOpenings,
    odds: Odds,
    random: Xoshiro256PlusPlus,
    searcher: Option<Box<dyn Search<G>>>,
    /// Score that counts as balanced: 0, or the start position's if that is not balanced itself. With more than two
    /// players an even share has a score below 0.
    baseline: i32,
    found: Vec<RandomOpening<G>>,
    keys: HashSet<u64>,
}

impl<G: Tactics + Symmetry + Notation> Generator<G> {
    fn new(mut settings: RandomOpenings, seed: u64, mut searcher: Option<Box<dyn Search<G>>>) -> Self {
        if G::SEATS > 2 {
            settings.moves = settings.moves.next_multiple_of(G::SEATS);
        }
        let start = searcher.as_mut().map_or(0, |searcher| score(searcher, &Record::default(), settings.nodes));
        let odds = settings.odds_in::<G>();
        Generator {
            settings,
            odds,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            searcher,
            baseline: if start.abs() > settings.balance && odds == Odds::NONE { start } else { 0 },
            found: Vec::new(),
            keys: HashSet::new(),
        }
    }

    fn opening(&mut self, number: usize) -> Result<&RandomOpening<G>> {
        while self.found.len() <= number {
            let next = (0..MAX_ATTEMPTS).find_map(|_| self.attempt());
            let Some(next) = next else {
                bail!("after {} openings no other balanced one was found in {MAX_ATTEMPTS} attempts", self.found.len())
            };
            self.found.push(next);
        }
        Ok(&self.found[number])
    }

    /// Plays random moves; returns the opening if it is new and balanced.
    fn attempt(&mut self) -> Option<RandomOpening<G>> {
        let mut record = Record::<G>::default();
        let chance = ChanceRng::new(self.random.next_u64());
        for _ in 0..self.settings.moves {
            play_random_move(&mut record, chance, &mut self.random);
        }
        let Odds { least, most } = self.odds;
        if most > 0 {
            let pieces = self.random.random_range(least..=most);
            record = Record::new(at_odds(record.position(), pieces, &mut self.random)?);
        }
        let key = record.position().canonical().key();
        if record.outcome().is_some() || self.keys.contains(&key) {
            return None;
        }
        if G::SEATS > 2 && !is_safe(record.position()) {
            return None;
        }
        let score = self.searcher.as_mut().map(|searcher| score(searcher, &record, self.settings.nodes));
        if score.is_some_and(|score| (score - self.baseline).abs() > self.settings.balance) {
            return None;
        }
        self.keys.insert(key);
        Some(RandomOpening { record, score })
    }
}

/// Score of a short search at the end of a record, in centipawns for White, or with more than two players for the side
/// to move.
fn score<G: Tactics>(searcher: &mut Box<dyn Search<G>>, record: &Record<G>, nodes: u64) -> i32 {
    searcher.clear();
    let look = Limits { nodes: Some(nodes), ..Limits::default() };
    let sign = sign(record.position());
    sign * InProcessEngine::think(searcher, record, &look).score
}

/// Sign that turns a score for the side to move into one for White, and back; with more than two players there is no
/// other side.
fn sign<G: Tactics>(position: &G) -> i32 {
    if G::SEATS == 2 && position.side_to_move() != Seat::WHITE { -1 } else { 1 }
}

/// True if nobody of more than two players is out or can be eliminated by anybody's next move, those before it passing.
fn is_safe<G: Tactics>(position: &G) -> bool {
    let mut position = position.clone();
    Seat::all(G::SEATS).all(|seat| {
        let safe = position.is_in(seat) && !can_eliminate(&position);
        position.make_null();
        safe
    })
}

/// Plays a random composite move. Chance outcomes come from `chance`: the probability of drawing depends on the number
/// of composite moves that are draws, the tile does not. With more than two players it is a move that takes nothing
/// from anybody, the mover included, if there is one: losses of four would rarely balance.
fn play_random_move<G: Tactics>(record: &mut Record<G>, chance: ChanceRng, random: &mut impl Rng) {
    let mut composite_moves = MoveList::new();
    record.position().composite_moves(&mut composite_moves);
    let mut choice: Vec<Move> = composite_moves.to_vec();
    let even = |mv: &Move| record.position().gain(*mv) == 0;
    if G::SEATS > 2 && choice.iter().any(even) {
        choice.retain(even);
    }
    let mut next = choice.choose(random).map(|&composite_move| record.position().plies_of(composite_move)[0]);
    while let Some(ply) = chance.roll(record).or(next) {
        record.play(ply);
        if record.position().begins_move() {
            break;
        }
        let mut moves = MoveList::new();
        record.position().moves(GenType::All, &mut moves);
        next = moves.choose(random).copied();
    }
}

/// Position without some of White's pieces on the board, by lot. `None` if there are not so many, or the rest is no
/// position of the game.
fn at_odds<G: Notation>(position: &G, pieces: usize, random: &mut impl Rng) -> Option<G> {
    let text = position.to_string();
    let (board, rest) = board_and_rest(&text);
    // The text is a position's own, so its runs of empty fields end with the board.
    let mut rows: Vec<Vec<Option<char>>> =
        board.split('/').map(|row| read_row(row).map(|(_, letter)| letter).collect()).collect();
    let mut whites: Vec<&mut Option<char>> =
        rows.iter_mut().flatten().filter(|field| field.is_some_and(char::is_uppercase)).collect();
    if whites.len() < pieces {
        return None;
    }
    whites.shuffle(random);
    whites.into_iter().take(pieces).for_each(|field| *field = None);
    let rows: Vec<String> = rows.into_iter().map(write_row).collect();
    (rows.join("/") + rest).parse().ok()
}

/// Board of a FEN, and the rest: what follows a bracket is in hand or captured.
fn board_and_rest(fen: &str) -> (&str, &str) {
    fen.split_at(fen.find([' ', '[']).unwrap_or(fen.len()))
}

/// Random openings as EPD: a position a line, with the search's score for the side to move as the operation `ce`, if
/// there is a search.
///
/// # Errors
/// If there are fewer openings, or a game for more than two is to be played at odds.
pub fn write<G: MatchGame>(settings: RandomOpenings, seed: u64, number: usize) -> Result<String> {
    settings.check_odds::<G>()?;
    let mut generator = Generator::<G>::new(settings, seed, G::opening_search(DEFAULT_HASH));
    let RandomOpenings { moves, balance, nodes, odds: _ } = generator.settings;
    let searched = generator.searcher.as_ref().map(|_| format!(" at most {balance} centipawns after {nodes} nodes,"));
    let searched = searched.unwrap_or_default();
    let odds = match generator.odds {
        Odds::NONE => String::new(),
        odds => format!(" White without {odds} pieces,"),
    };
    let mut text =
        format!("# {number} openings of {}: {moves} random moves,{odds}{searched} seed {seed}.\n", G::name());
    for at in 0..number {
        let RandomOpening { record, score } = generator.opening(at)?;
        let position = record.position();
        let operation = score.map(|score| format!(" ; ce {};", sign(position) * score)).unwrap_or_default();
        writeln!(text, "{position}{operation}").expect("writing to a string cannot fail");
    }
    Ok(text)
}

fn read_file<G: Notation>(file: &Path) -> Result<Vec<G>> {
    let text = files::read_text(file, MAX_LIST).with_context(|| file.display().to_string())?;
    read(&text).with_context(|| file.display().to_string())
}

/// Parses a list: a position a line, as FEN or EPD (without clocks). Text after a semicolon and lines that start with
/// `#` are ignored.
///
/// # Errors
/// The line and its fault.
pub fn read<G: Notation>(text: &str) -> Result<Vec<G>> {
    let mut list = Vec::new();
    let lines = without_bom(text).lines().enumerate();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')) {
        let position = read_line::<G>(line).with_context(|| format!("line {}", number + 1))?;
        ensure!(position.result().is_none(), "line {}: the game is over in {position}", number + 1);
        ensure!(position.begins_move(), "line {}: a draw is not finished in {position}", number + 1);
        list.push(position);
    }
    ensure!(!list.is_empty(), "the list has no positions");
    Ok(list)
}

/// The positions without those that are equal to an earlier one by symmetry, and how many these are.
fn distinct<G: Symmetry>(mut positions: Vec<G>) -> (Vec<G>, usize) {
    let (all, mut keys) = (positions.len(), HashSet::new());
    positions.retain(|position| keys.insert(position.canonical().key()));
    let repeated = all - positions.len();
    (positions, repeated)
}

/// Number of fields of a position in EPD: those of FEN without the clocks.
fn epd_fields<G: Notation>() -> usize {
    G::start().to_string().split_whitespace().count() - 2
}

fn read_line<G: Notation>(line: &str) -> Result<G, PositionError> {
    let text = line.split(';').next().unwrap_or_default().trim();
    text.parse::<G>().or_else(|error| {
        let words: Vec<&str> = text.split_whitespace().collect();
        // The operations follow the last field directly and begin with a letter. Before them a game's last field may be
        // left out: the checks that are left, for example.
        let ends_at = |count: &usize| words.get(*count).is_none_or(|word| word.starts_with(char::is_alphabetic));
        let counts = [epd_fields::<G>(), epd_fields::<G>() - 1].into_iter();
        let counts = counts.filter(|&count| count <= words.len()).filter(ends_at);
        let mut read = counts.map(|count| format!("{} 0 1", words[..count].join(" ")).parse());
        read.find_map(Result::ok).ok_or(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::searcher;
    use engine::variants::orthodox::{MonsterChess, ThreeCheck};
    use engine::variants::{Chess, Chex, Kaleido4, KaleidoPawns, KaleidoRavens, KnightRelay, Quex};

    const QUICK: RandomOpenings = RandomOpenings { moves: 6, balance: 120, nodes: 300, odds: Some(Odds::NONE) };

    fn suite<G: MatchGame>(openings: RandomOpenings, seed: u64) -> OpeningSuite<G> {
        OpeningSuite::open(&Openings::Random(openings), seed, || G::opening_search(DEFAULT_HASH)).unwrap()
    }

    fn random<G: MatchGame>(seed: u64, number: usize) -> Vec<Record<G>> {
        let mut suite = suite(QUICK, seed);
        (0..number).map(|at| suite.opening(at).unwrap()).collect()
    }

    fn positions<G: MatchGame>(seed: u64, number: usize) -> Vec<G> {
        random::<G>(seed, number).iter().map(|record| record.position().clone()).collect()
    }

    #[test]
    fn random_openings_are_distinct_balanced_and_reproducible() {
        let one = random::<KnightRelay>(1, 20);
        let ends: Vec<KnightRelay> = positions(1, 20);
        assert_eq!(ends, positions(1, 20));
        assert_ne!(ends, positions(2, 20));
        let mut searcher = searcher();
        for (at, record) in one.iter().enumerate() {
            assert!(!ends[..at].contains(record.position()) && record.outcome().is_none());
            assert!(score(&mut searcher, record, QUICK.nodes).abs() <= QUICK.balance);
            assert_eq!((record.plies().len(), record.earlier()[0]), (QUICK.moves, KnightRelay::start()));
        }
    }

    #[test]
    fn balance_is_relative_to_an_unbalanced_start_position() {
        let mut searcher = searcher();
        let start = score(&mut searcher, &Record::<KaleidoPawns>::default(), QUICK.nodes);
        assert!(start.abs() > QUICK.balance, "{start}");
        for record in random::<KaleidoPawns>(1, 5) {
            assert!((score(&mut searcher, &record, QUICK.nodes) - start).abs() <= QUICK.balance);
        }
    }

    #[test]
    fn at_odds_white_lacks_pieces_and_the_search_sees_balance() {
        let odds = RandomOpenings { odds: Some("0-12".parse().unwrap()), ..QUICK };
        let (mut suite, mut searcher) = (suite::<KaleidoPawns>(odds, 1), searcher());
        let mut lacking = HashSet::new();
        for number in 0..8 {
            let record = suite.opening(number).unwrap();
            assert!(record.plies().is_empty());
            assert!(score(&mut searcher, &record, QUICK.nodes).abs() <= QUICK.balance);
            let board = record.position().to_string();
            lacking.insert(board.split(' ').next().unwrap().chars().filter(char::is_ascii_uppercase).count());
        }
        assert!(lacking.len() > 1, "{lacking:?}");
        assert!(write::<KaleidoPawns>(odds, 1, 1).unwrap().contains("White without 0-12 pieces,"));
    }

    #[test]
    fn a_game_that_white_wins_is_played_at_odds_by_default() {
        let by_default = RandomOpenings { odds: None, ..QUICK };
        let pawns = write::<KaleidoPawns>(by_default, 1, 4).unwrap();
        assert!(pawns.contains("White without 0-17 pieces,"), "{pawns}");
        for position in read::<KaleidoPawns>(&pawns).unwrap() {
            let board = position.to_string();
            let whites = board.split(' ').next().unwrap().chars().filter(char::is_ascii_uppercase).count();
            assert!(whites < 18, "the whole army is too much: {board}");
        }
        assert!(write::<KaleidoRavens>(by_default, 1, 1).unwrap().contains("White without 0-14 pieces,"));
        assert!(!write::<KnightRelay>(by_default, 1, 1).unwrap().contains("White without"));
        assert!(write::<Kaleido4>(by_default, 1, 1).is_ok());
    }

    #[test]
    fn odds_are_a_number_or_a_range() {
        assert_eq!("5".parse::<Odds>().unwrap(), Odds { least: 5, most: 5 });
        for text in ["0", "7", "0-12", "3-4"] {
            assert_eq!(text.parse::<Odds>().unwrap().to_string(), text);
        }
        for text in ["", "-", "4-3", "-1", "many", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<Odds>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_position_at_odds_keeps_all_else() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let chess = Chess::start();
        assert_eq!(at_odds(&chess, 0, &mut random), Some(chess));
        assert_eq!(at_odds(&chess, 17, &mut random), None, "there are sixteen pieces");
        let without: Vec<String> =
            (0..40).filter_map(|_| at_odds(&chess, 1, &mut random)).map(|position| position.to_string()).collect();
        assert!(without.iter().any(|fen| fen == "rnbqkbnr/pppppppp/8/8/8/8/PP1PPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(without.iter().all(|fen| fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/") && fen.contains('K')));
        // A captured piece is not on the board.
        let quex = Quex::start().to_string().replace("NLQKLN", "NL1KLN").replace("[]", "[Q]");
        let quex: Quex = quex.parse().unwrap();
        let without: Vec<Quex> = (0..20).filter_map(|_| at_odds(&quex, 3, &mut random)).collect();
        assert!(!without.is_empty() && without.iter().all(|position| position.to_string().contains("[Q]")));
        let odds = RandomOpenings { odds: Some(Odds { least: 1, most: 1 }), ..QUICK };
        let error = write::<Kaleido4>(odds, 1, 1).unwrap_err().to_string();
        assert_eq!(error, "odds=1: kaleido4 is a game for 4 players");
        let odds = RandomOpenings { odds: Some(Odds { least: 0, most: 16 }), ..QUICK };
        let error = write::<Chess>(odds, 1, 1).unwrap_err().to_string();
        assert_eq!(error, "odds=0-16: White has 16 pieces on the board of chess, and keeps one");
    }

    #[test]
    fn openings_can_be_requested_in_any_order() {
        let mut suite = suite::<KnightRelay>(QUICK, 5);
        let (last, third) = (suite.opening(6).unwrap(), suite.opening(2).unwrap());
        let all = positions(5, 7);
        assert_eq!([third.position(), last.position()], [&all[2], &all[6]]);
    }

    #[test]
    fn openings_with_chance_end_between_composite_moves() {
        for position in positions::<Chex>(3, 3) {
            assert!(position.begins_move() && position.plane().in_play().len() >= 2, "{position}");
        }
    }

    #[test]
    fn openings_for_four_take_nothing_and_put_nobody_in_danger() {
        let ends: Vec<Kaleido4> = positions(1, 10);
        assert_eq!(ends, positions(1, 10));
        for (at, end) in ends.iter().enumerate() {
            assert!(!ends[..at].contains(end) && end.side_to_move() == Seat::WHITE);
            assert!(Seat::all(4).all(|seat| end.is_in(seat)) && !can_eliminate(end), "{end}");
            assert!(Seat::all(4).all(|seat| end.pieces().of(seat).len() == 12), "{end}");
            assert!(Seat::all(4).all(|seat| !end.is_threatened(seat)), "{end}");
        }
        // Six moves are eight for four players, so that White is to move.
        assert!(random::<Kaleido4>(2, 3).iter().all(|record| record.plies().len() == 8));
    }

    #[test]
    fn positions_for_four_are_parsed_without_clocks() {
        let start = Kaleido4::start();
        let text = start.to_string();
        let epd = text.strip_suffix(" 0 1").unwrap();
        assert_eq!(read::<Kaleido4>(&format!("{epd} id \"start\";")).unwrap(), [start]);
    }

    #[test]
    fn fields_that_only_some_games_have_are_part_of_epd() {
        let read = |epd: &str| read::<ThreeCheck>(epd).unwrap()[0].to_string();
        assert_eq!(read("k7/8/8/8/8/8/8/K6R w - - 1+2 bm h1h8;"), "k7/8/8/8/8/8/8/K6R w - - 1+2 0 1");
        assert_eq!(read("k7/8/8/8/8/8/8/K6R w - - 1+2"), "k7/8/8/8/8/8/8/K6R w - - 1+2 0 1");
        assert_eq!(read("k7/8/8/8/8/8/8/K6R w - - bm h1h8;"), "k7/8/8/8/8/8/8/K6R w - - 3+3 0 1", "left out");
        let wrong = super::read::<ThreeCheck>("k7/8/8/8/8/8/8/K6R w - - 1+9 bm h1h8;");
        assert!(format!("{:#}", wrong.unwrap_err()).contains("1+9"), "it is not left out");
        let monster = "k7/8/8/8/8/8/7P/4K3 w - - 1";
        let list = super::read::<MonsterChess>(&format!("{monster} id \"a\";")).unwrap();
        assert_eq!(list[0].to_string(), format!("{monster} 0 1"));
    }

    #[test]
    fn running_out_of_openings_is_an_error() {
        let one_ply = RandomOpenings { moves: 1, balance: 1000, nodes: 10, odds: None };
        let mut suite = suite::<KnightRelay>(one_ply, 1);
        let all = KnightRelay::start().count_moves();
        assert!(suite.opening(all - 1).is_ok());
        let message = suite.opening(all).map(|_| ()).unwrap_err().to_string();
        assert!(message.starts_with(&format!("after {all} openings no other")), "{message}");
    }

    #[test]
    fn written_openings_are_read_back() {
        let text = write::<Chex>(QUICK, 1, 5).unwrap();
        assert_eq!(read::<Chex>(&text).unwrap(), positions(1, 5));
        assert!(text.starts_with("# 5 openings of chex: 6 random moves"));
    }

    #[test]
    fn lists_are_parsed_and_errors_name_the_line() {
        let epd = "# comment\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"1\";\n\
                   8/8/4k3/8/8/4K3/4P3/8 w - - 3 9\n";
        let list = read::<Chess>(epd).unwrap();
        assert_eq!(list[0].to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(list[1].to_string(), "8/8/4k3/8/8/4K3/4P3/8 w - - 3 9");
        let fault = |text: &str| format!("{:#}", read::<Chess>(text).unwrap_err());
        assert!(fault("\n8/8/4k3/8/8/4X3/4P3/8 w - - 3 9").starts_with("line 2: rank 3, file 5"));
        assert!(fault("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").starts_with("line 1: the game is over"));
        assert_eq!(fault("# nothing"), "the list has no positions");
    }

    #[test]
    fn a_list_has_each_opening_once_up_to_symmetry() {
        let lines = [
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1",
            // Again, with another clock, mirrored, and with exchanged colours.
            "4k3/8/8/8/8/8/P7/4K3 w - - 5 9",
            "3k4/8/8/8/8/8/7P/3K4 w - - 0 1",
            "4k3/p7/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/P7/4K3 b - - 0 1",
        ];
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("list.epd");
        std::fs::write(&file, lines.join("\n")).unwrap();
        let list = Openings::List { file, shuffled: false };
        let mut suite = OpeningSuite::<Chess>::open(&list, 1, || None).unwrap();
        assert_eq!(suite.repeated(), 3);
        let openings = [0, 1, 2].map(|number| suite.opening(number).unwrap().position().to_string());
        assert_eq!(openings, [lines[0], lines[1], lines[5]]);
        assert!(suite.check_count(3).is_ok() && suite.check_count(4).is_err());
    }

    #[test]
    fn a_list_does_not_start_over() {
        let (positions, repeated) = distinct(vec![KnightRelay::start(); 3]);
        let mut suite = OpeningSuite(Source::List { positions, repeated });
        assert_eq!(suite.repeated(), 2);
        assert!(suite.opening(0).is_ok() && suite.check_count(1).is_ok());
        assert_eq!(suite.opening(1).unwrap_err().to_string(), "the list has no opening 2");
        let fault = suite.check_count(2).unwrap_err().to_string();
        assert_eq!(fault, "the list has 1 openings, and 2 are asked for: play fewer pairs");
    }
}
