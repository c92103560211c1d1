//! Samples of game files, in blocks of games.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::game::Game;
use rayon::prelude::*;
use selfplay::{GameFile, Header, SavedGame};

use crate::{Sample, TunedGame};

/// Games of a block. A shard has whole blocks, so that its sums are those of the same blocks in any other division.
const GAMES_PER_BLOCK: usize = 64;

/// Samples of each game, in blocks of games: the unit within which they are added in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Blocks<S>(pub(crate) Vec<Vec<Vec<S>>>);

impl<S: Sample> Blocks<S> {
    /// Reads the samples of all games of some files, in the order of [`GameFile::read_all`], on all threads of the
    /// pool. Returns also how many games were left out because they are in the files more than once.
    ///
    /// # Errors
    /// If a file cannot be read, or a game is invalid; the file is named.
    pub fn read<G: TunedGame<Sample = S>>(files: &[PathBuf], lambda: f64) -> Result<(Blocks<S>, usize)> {
        let (games, left_out) = GameFile::read_all::<G>(files)?;
        let of_game =
            |(file, game): &(&Path, SavedGame)| G::samples(game, lambda).with_context(|| file.display().to_string());
        let of_block = |games: &[(&Path, SavedGame)]| games.iter().map(of_game).collect::<Result<Vec<_>>>();
        let blocks = games.par_chunks(GAMES_PER_BLOCK).map(of_block).collect::<Result<_>>()?;
        Ok((Blocks(blocks), left_out))
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.0.iter().flatten().map(Vec::len).sum()
    }

    /// True if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Encodes the samples to be kept in a file: words of 32 bits, little endian.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut words = vec![self.0.len() as u32];
        for block in &self.0 {
            words.push(block.len() as u32);
            for game in block {
                words.push(game.len() as u32);
                game.iter().for_each(|sample| sample.pack(&mut words));
            }
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Decodes samples of `weights` weights; nothing if they are damaged.
    pub(crate) fn decode(bytes: &[u8], weights: usize) -> Option<Blocks<S>> {
        let (words, rest) = bytes.as_chunks();
        let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
        let number = words.next()?;
        let mut block = || -> Option<Vec<Vec<S>>> {
            let games = words.next()?;
            let mut game = || -> Option<Vec<S>> {
                let samples = words.next()?;
                (0..samples).map(|_| S::unpack(&mut words, weights)).collect()
            };
            (0..games).map(|_| game()).collect()
        };
        let blocks = (0..number).map(|_| block()).collect::<Option<_>>()?;
        (rest.is_empty() && words.next().is_none()).then_some(Blocks(blocks))
    }

    /// The games of each block, first those of the training set: the first games, which together have at most so many
    /// samples.
    pub(crate) fn divided(&self, training: usize) -> impl Iterator<Item = [&[Vec<S>]; 2]> {
        let mut end = 0;
        self.0.iter().map(move |block| {
            let is_in_training = |game: &&Vec<S>| {
                end += game.len();
                end <= training
            };
            let games = block.iter().take_while(is_in_training).count();
            let (training, validation) = block.split_at(games);
            [training, validation]
        })
    }
}

/// Appends counts of features in words: their number, and each with its index in the upper half.
pub(crate) fn pack_counts(counts: &[(u16, i16)], words: &mut Vec<u32>) {
    words.push(counts.len() as u32);
    words.extend(counts.iter().map(|&(index, count)| u32::from(index) << 16 | u32::from(count as u16)));
}

/// Takes counts of features from words; nothing if there are too few, or an index is not below `weights`.
pub(crate) fn unpack_counts(words: &mut impl Iterator<Item = u32>, weights: usize) -> Option<Box<[(u16, i16)]>> {
    let number = words.next()? as usize;
    let counts: Box<[_]> = words.take(number).map(|word| ((word >> 16) as u16, word as i16)).collect();
    let in_range = counts.iter().all(|&(index, _)| usize::from(index) < weights);
    (counts.len() == number && in_range).then_some(counts)
}

/// Games that were divided into shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// Number of games in all shards.
    pub games: usize,
    /// Number of shards.
    pub shards: usize,
    /// Number of games that were left out because they are in the files more than once.
    pub left_out: usize,
}

/// Name of the file of a shard.
fn shard_name(shard: usize) -> String {
    format!("{shard:04}.games")
}

/// Names of the files in a folder that are shards, but for the first so many.
fn further_shards(folder: &Path, shards: usize) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let number = name.strip_suffix(".games").and_then(|digits| digits.parse::<usize>().ok());
        if number.is_some_and(|number| number >= shards && shard_name(number) == name) {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Divides the games of some files into `shards` files of about equal numbers of blocks, or fewer if there are not so
/// many blocks. The files are `0000.games` and so on in `folder`.
///
/// # Errors
/// If a file cannot be read or written, or there are no games; if the folder has further shards, of another division:
/// they would be taken for some of this one.
pub fn split_games<G: Game>(files: &[PathBuf], shards: usize, folder: &Path) -> Result<Division> {
    let (games, left_out) = GameFile::read_all::<G>(files)?;
    let blocks: Vec<&[(&Path, SavedGame)]> = games.chunks(GAMES_PER_BLOCK).collect();
    ensure!(!games.is_empty(), "there are no games in the files");
    let shards = shards.clamp(1, blocks.len());
    let name = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(name)?;
    let further = further_shards(folder, shards).with_context(name)?;
    ensure!(further.is_empty(), "{}: shards of another division are there: {}", name(), further.join(", "));
    // The games may come from searches of several sizes.
    let header = Header::new::<G>(0);
    for shard in 0..shards {
        let path = folder.join(shard_name(shard));
        let unfinished = path.with_extension("new");
        let write = || {
            std::fs::write(&unfinished, [])?;
            let (mut file, _) = GameFile::open(&unfinished, &header)?;
            let of_shard = &blocks[blocks.len() * shard / shards..blocks.len() * (shard + 1) / shards];
            of_shard.iter().copied().flatten().try_for_each(|(_, game)| file.add(game))?;
            Ok::<_, anyhow::Error>(std::fs::rename(&unfinished, &path)?)
        };
        write().with_context(|| path.display().to_string())?;
    }
    Ok(Division { games: games.len(), shards, left_out })
}
