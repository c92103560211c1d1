//! Fuzz targets for files: PGN, opening books, networks, weights, self-play games, match plans, custom variants.

use std::fs;
use std::path::{Path, PathBuf};

use engine::game::Game;
use engine::moves::MoveList;
use engine::variants::custom::{Position, file};
use engine::variants::{Chess, TwoPlayerVariant, Variant};
use engine::{with_game, with_two_player_game};
use eval::HandCraftedEval;
use eval::nnue::Network;
use formats::book::Book;
use formats::pgn;
use matches::{Format, Plan, StarvedGames, Store, option_syntax, replay_file};
use rand::seq::IndexedRandom;
use referee::{Openings, TimeControl};
use selfplay::{GameFile, Header};
use tempfile::TempDir;

use super::positions::{game, game_and_text};
use crate::properties::seeded;

/// Folder for files, in memory where there is such a place. Removed when the value is dropped.
pub(super) struct Scratch(TempDir);

impl Scratch {
    pub(super) fn new() -> Scratch {
        let shared = Path::new("/dev/shm");
        let folder = if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() };
        Scratch(folder.expect("a folder for the files of a fuzz target"))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("a file of a fuzz target is written");
        path
    }
}

/// PGN: what is read is replayed under the rules of the game that it names.
pub(super) fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(games) = pgn::parse(&text) else { return };
    for game in &games {
        if let Ok(variant) = game.variant() {
            with_game!(variant, G => drop(game.replay::<G>()));
        }
    }
    let scratch = Scratch::new();
    let _ = replay_file(&scratch.file("games.pgn", data), &mut |_| {});
}

/// Seeds of [`pgn`].
pub(super) fn pgn_seeds() -> Vec<Vec<u8>> {
    let annotated = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"A \\\"b\\\"\"]\n\
        [Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 {+0.31/12 0.5s} e5 $1 (1... c5 2. Nf3 (2. c3!?) d6) 2. Nf3 Nc6\n\
        3. Bb5 a6 ; rest of the line\n% escape\n4. O-O Nf6 1-0\n";
    let other = "[Variant \"knightrelay\"]\n[FEN \"7k/N7/2R5/8/8/8/8/K3R3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Re7 *\n";
    let repetition = include_str!("../../data/kaleidodice-repetition.pgn");
    [annotated, other, repetition].map(|text| text.as_bytes().to_vec()).to_vec()
}

/// Opening book: the moves of any key can be listed.
pub(super) fn book(data: &[u8]) {
    if let Ok(book) = Book::read(data) {
        let start = Chess::start().key();
        let first = data.get(8..16).map_or(start, |key| u64::from_le_bytes(key.try_into().expect("8 bytes")));
        for key in [start, first, 0, u64::MAX] {
            assert!(book.moves(key).count() <= book.len());
        }
    }
}

/// Seeds of [`book`].
pub(super) fn book_seeds() -> Vec<Vec<u8>> {
    let mut seed = formats::book::MAGIC.to_vec();
    seed.extend((0..3 * formats::book::ENTRY).map(|byte| byte as u8));
    vec![formats::book::MAGIC.to_vec(), seed]
}

/// File of custom variants: by what is read, games can be played.
pub(super) fn variants(data: &[u8]) {
    let Ok(games) = file::read(&String::from_utf8_lossy(data)) else { return };
    let mut random = seeded(1);
    for rules in &games {
        let mut position = Position::start_by(rules);
        for _ in 0..60 {
            let mut moves = MoveList::new();
            position.moves_by(rules, &mut moves);
            let Some(&mv) = moves.choose(&mut random) else { break };
            position.play_by(rules, mv);
            assert_eq!(position.key(), position.key_from_scratch(), "key in {}", rules.name);
        }
    }
}

/// Seeds of [`variants`]: the games of our files, each by itself.
///
/// # Panics
/// If one of them is not a game by itself.
pub(super) fn variant_seeds() -> Vec<Vec<u8>> {
    let number = |text: &str| file::read(text).unwrap_or_else(|error| panic!("{error} in {text}")).len();
    let mut seeds = Vec::new();
    for text in [include_str!("../../../assets/variants.toml"), include_str!("../../data/redescribed.toml")] {
        let games = single_games(text);
        assert_eq!(games.len(), number(text));
        assert!(games.iter().all(|game| number(game) == 1));
        seeds.extend(games.into_iter().map(String::into_bytes));
    }
    seeds
}

/// Games of a file of custom variants, each by itself. A table with a dot in its name belongs to the game before.
fn single_games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') && !line.contains('.') {
            games.push(String::new());
        }
        if let Some(game) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    games
}

/// Network file of the game that the first byte chooses.
pub(super) fn network(data: &[u8]) {
    let Some((variant, bytes)) = game(data) else { return };
    let Ok(variant) = TwoPlayerVariant::try_from(variant) else { return };
    with_two_player_game!(variant, G => drop(Network::read::<G>(bytes)));
}

/// Seeds of [`network`]: files of each format with a single neuron, which are refused in the end. Networks in use are
/// longer than what a fuzzer can change with profit.
pub(super) fn network_seeds() -> Vec<Vec<u8>> {
    let seed = |index: u8, variant: Variant, format: u8| {
        let name = [&[index, format, variant.name().len() as u8], variant.name().as_bytes()].concat();
        // A neuron, two inputs, eight output buckets.
        let outputs = if format < 3 { 8 } else { 16 };
        let fields = [&[32, 1, 3, 2, 4, 5, outputs][..], &vec![6; outputs.into()]].concat();
        let base_and_biases: &[u8] = match format {
            1 => &[],
            2 => &[1],
            _ => &[1, 8, 1, 2, 3, 4, 5, 6, 7, 8],
        };
        [name, fields, base_and_biases.to_vec()].concat()
    };
    (0u8..)
        .zip(Variant::ALL)
        .flat_map(|(index, variant)| [1, 2, 3].map(|format| seed(index, variant, format)))
        .collect()
}

/// Weights of the hand-crafted evaluation as text.
pub(super) fn weights(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let Ok(variant) = TwoPlayerVariant::try_from(variant) else { return };
    with_two_player_game!(variant, G => {
        let mut weights = G::WEIGHTS.to_vec();
        let _ = arguments::weights::read(G::ROWS, &text, &mut weights);
        assert_eq!(weights.len(), G::WEIGHTS.len());
    });
}

/// Seeds of [`weights`]: the first row of each game.
pub(super) fn weight_seeds() -> Vec<Vec<u8>> {
    let numbered = (0u8..).zip(Variant::ALL);
    let for_two = numbered.filter_map(|(index, variant)| Some((index, TwoPlayerVariant::try_from(variant).ok()?)));
    for_two.map(|(index, variant)| with_two_player_game!(variant, G => first_row::<G>(index))).collect()
}

fn first_row<G: HandCraftedEval>(index: u8) -> Vec<u8> {
    let pairs: Vec<[f64; 2]> = G::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
    let text = arguments::weights::write(&G::ROWS[..1], &pairs, G::WEIGHTS);
    [&[index], text.as_bytes()].concat()
}

/// File of self-play games of the game that the first byte chooses.
pub(super) fn games(data: &[u8]) {
    let Some((variant, bytes)) = game(data) else { return };
    let scratch = Scratch::new();
    let path = scratch.file("games", bytes);
    with_game!(variant, G => {
        if let Ok(games) = GameFile::read::<G>(&path) {
            games.iter().for_each(|game| drop(game.replay::<G>()));
        }
    });
}

/// Seeds of [`games`]: a file with one random game of each variant.
pub(super) fn game_seeds() -> Vec<Vec<u8>> {
    let scratch = Scratch::new();
    let mut seeds = Vec::new();
    for (index, variant) in (0u8..).zip(Variant::ALL) {
        let path = scratch.path().join(variant.name());
        with_game!(variant, G => {
            let (mut file, _) = GameFile::open(&path, &Header::new::<G>(100)).expect("a new file");
            let mut last = None;
            crate::properties::random_game::<G>(&mut seeded(1), 12, |record| last = Some(record.clone()));
            let record = last.expect("a game has a position");
            let decided = record.earlier().iter().filter(|position| position.to_act() != engine::game::ToAct::Chance);
            let scores = vec![25; decided.count()];
            file.add(&selfplay::SavedGame::new(1, &record, &scores, 1)).expect("the file can be written");
        });
        seeds.push([vec![index], fs::read(&path).expect("the file was written")].concat());
    }
    seeds
}

/// Plan and games of a match, and the words of the command line, which are those of the first line.
pub(super) fn match_plan(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let words: Vec<String> = text.lines().next().unwrap_or_default().split(' ').map(str::to_string).collect();
    let _ = option_syntax::engine(&[], &words);
    let _ = option_syntax::openings(&words);
    let _ = option_syntax::adjudication(&words);
    let _ = option_syntax::sprt(&words);
    let _ = words.join(" ").parse::<TimeControl>();
    let scratch = Scratch::new();
    scratch.file("results.jsonl", data);
    let _ = Store::read(scratch.path());
}

/// Seeds of [`match_plan`].
pub(super) fn match_plan_seeds() -> Vec<Vec<u8>> {
    let lines = [
        "cmd=x name=a proto=uci tc=40/60+0.6 option.Hash=16 patience=2.5 args='a b'",
        "random moves=4 balance=80 nodes=100",
        "resign=1500/6 draw=10/8/40 longest=400",
        "elo0=-3 elo1=1 alpha=0.1 beta=0.2 model=logistic",
        "movetime=0.05 nodes=100 depth=3 margin=0.1",
    ];
    let mut seeds = lines.map(|line| line.as_bytes().to_vec()).to_vec();
    seeds.push(empty_match());
    seeds
}

/// File of a match without games.
fn empty_match() -> Vec<u8> {
    let engine = |word: &str| option_syntax::engine(&[], &[word.to_string()]).expect("a built-in player");
    let plan = Plan {
        variant: arguments::games::Variant(Variant::Keyles),
        engines: vec![engine("random"), engine("greedy")],
        format: Format::default(),
        openings: Openings::Start,
        seed: 1,
        adjudication: option_syntax::adjudication(&["longest=40".to_string()]).expect("a rule"),
        sprt: None,
        starved: StarvedGames::Count,
    };
    let scratch = Scratch::new();
    drop(Store::open(scratch.path(), &plan).expect("a new match"));
    fs::read(scratch.path().join("results.jsonl")).expect("the file was written")
}
