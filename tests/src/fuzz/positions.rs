//! Fuzz targets for positions, moves and EPD. The first byte chooses the game.

use std::fs;
use std::path::Path;

use engine::game::{CompositeMoves, Tactics};
use engine::text::{Notation, Style};
use engine::variants::Variant;
use engine::with_game;
use perft::suite;
use referee::{OpeningSuite, Openings};
use solver::mates::Mate;

use super::files::Scratch;
use crate::properties::{check_any_text, check_position, random_game, seeded};

/// Longest text that is tried, in bytes. Longer ones only repeat themselves.
const MAX_TEXT: usize = 4096;

/// Game chosen by the first byte, and the bytes after it.
pub(super) fn game(data: &[u8]) -> Option<(Variant, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((Variant::ALL[usize::from(first) % Variant::ALL.len()], rest))
}

/// Game and the text after the first byte; none if it is too long.
pub(super) fn game_and_text(data: &[u8]) -> Option<(Variant, String)> {
    let (variant, rest) = game(data)?;
    (rest.len() <= MAX_TEXT).then(|| (variant, String::from_utf8_lossy(rest).into_owned()))
}

/// Input of [`game_and_text`] for each game, with the texts of some positions of a random game.
fn seeds_of(texts: impl Fn(Variant, Vec<String>) -> Vec<String>) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (index, variant) in (0u8..).zip(Variant::ALL) {
        let positions = with_game!(variant, G => positions_of_a_game::<G>(index.into()));
        seeds.extend(texts(variant, positions).into_iter().map(|text| [&[index], text.as_bytes()].concat()));
    }
    seeds
}

/// Texts of the composite moves of a random game.
pub(super) fn moves_of_a_game(variant: Variant, seed: u64) -> Vec<String> {
    with_game!(variant, G => {
        let mut texts = Vec::new();
        random_game::<G>(&mut seeded(seed), 24, |record| {
            texts = record.composite_moves().map(|(position, mv)| position.write_move(mv)).collect();
        });
        texts
    })
}

/// Lines of a game's perft suite, with at most so many bytes.
fn perft_suite(variant: Variant, bytes: usize) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft/data");
    let text = fs::read_to_string(folder.join(format!("{}.epd", variant.name()))).expect("each game has a suite");
    let mut left = bytes;
    let fits = |line: &&str| {
        left = left.saturating_sub(line.len());
        left > 0
    };
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take_while(fits)
        .map(str::to_string)
        .collect()
}

/// Texts of every twentieth position of a random game.
fn positions_of_a_game<G: Tactics + Notation>(seed: u64) -> Vec<String> {
    let mut texts = Vec::new();
    random_game::<G>(&mut seeded(seed), 120, |record| {
        if record.plies().len() % 20 == 0 {
            texts.push(record.position().to_string());
        }
    });
    texts
}

/// Position text: an accepted one has all properties of any position.
pub(super) fn fen(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    with_game!(variant, G => check_any_text::<G>(&text));
}

/// Seeds of [`fen`]: positions of random games and of the perft suites.
pub(super) fn fen_seeds() -> Vec<Vec<u8>> {
    seeds_of(|variant, positions| {
        let suite = perft_suite(variant, MAX_TEXT);
        let of_suite = suite.iter().filter_map(|line| line.split(';').next()).map(|text| text.trim().to_string());
        positions.into_iter().chain(of_suite).collect()
    })
}

/// Move text in a position of a random game, which the second and third byte choose.
pub(super) fn moves(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    let Some((&[seed, plies], _)) = data[1..].split_first_chunk::<2>() else { return };
    let text: String = text.chars().skip(2).collect();
    with_game!(variant, G => {
        let mut last = None;
        random_game::<G>(&mut seeded(seed.into()), usize::from(plies % 64), |record| {
            last = Some(Clone::clone(record.position()));
        });
        let position = last.expect("a game has a position");
        if let Ok(mv) = position.read_move(&text) {
            assert!(position.is_composite_move(mv), "{text} in {position}");
            for style in [Style::Plain, Style::San, Style::Inventor, Style::KingTakesRook, Style::CastlingByLetters] {
                let written = position.write_move_in(mv, style);
                assert_eq!(position.read_move(&written), Ok(mv), "{written} in {position}");
            }
        }
    });
}

/// Seeds of [`moves`].
pub(super) fn move_seeds() -> Vec<Vec<u8>> {
    let words = ["e2e4", "Nf3", "O-O", "e7e8q", "exd6", "K@e5", "--", "e3e4", "Qxh10+", "a1a2a3", "d4", "3"];
    seeds_of(|variant, _| {
        let of_game = moves_of_a_game(variant, 1);
        words.into_iter().map(str::to_string).chain(of_game).map(|word| format!("ab{word}")).collect()
    })
}

/// EPD: perft suites, openings, mates.
pub(super) fn epd(data: &[u8]) {
    let Some((variant, text)) = game_and_text(data) else { return };
    with_game!(variant, G => {
        if let Ok(entries) = suite::parse::<G>(&text) {
            entries.iter().for_each(|entry| check_position(&entry.position, &mut seeded(1)));
        }
        if let Ok(mates) = Mate::<G>::read_all(&text) {
            mates.iter().for_each(|mate| assert_eq!(Mate::read(&mate.to_string()).as_ref(), Ok(mate)));
        }
        read_openings::<G>(&text);
    });
}

/// Every opening of an accepted list has a player to move.
fn read_openings<G: Tactics + Notation>(text: &str) {
    let scratch = Scratch::new();
    let file = scratch.file("openings.epd", text.as_bytes());
    if let Ok(mut suite) = OpeningSuite::<G>::open(&Openings::List { file, shuffled: false }, 0, || None) {
        let record = suite.opening(0).expect("a list has an opening");
        assert!(record.position().result().is_none() && record.position().begins_move());
    }
}

/// Seeds of [`epd`].
pub(super) fn epd_seeds() -> Vec<Vec<u8>> {
    seeds_of(|variant, positions| {
        let suite: Vec<String> = positions.iter().map(|text| format!("{text} ;D1 20 ;D2 400")).collect();
        let mates: Vec<String> = positions.iter().map(|text| format!("{text} ;dm 3;")).collect();
        vec![suite.join("\n"), mates.join("\n"), positions.join("\n"), perft_suite(variant, MAX_TEXT).join("\n")]
    })
}
