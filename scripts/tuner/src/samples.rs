//! Samples of game files, in blocks of games.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::game::Game;
use rayon::prelude::*;
use selfplay::{GameFile, Header, SavedGame};

use crate::{Sample, TunedGame};

/// Games of a block. A shard has whole blocks, so that its sums are those of the same blocks in any other division.
const GAMES_PER_BLOCK: usize = 64;

/// Samples in blocks of games: the unit within which they are added in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Blocks<S>(pub(crate) Vec<Vec<S>>);

impl<S: Sample> Blocks<S> {
    /// Reads the samples of all games of some files, in their order, on all threads of the pool.
    ///
    /// # Errors
    /// If a file cannot be read, or a game is invalid; the file is named.
    pub fn read<G: TunedGame<Sample = S>>(files: &[PathBuf], lambda: f64) -> Result<Blocks<S>> {
        let of_game =
            |(file, game): &(&Path, SavedGame)| G::samples(game, lambda).with_context(|| file.display().to_string());
        let of_block =
            |games: &[(&Path, SavedGame)]| Ok(games.iter().map(of_game).collect::<Result<Vec<_>>>()?.concat());
        Ok(Blocks(read_games::<G>(files)?.par_chunks(GAMES_PER_BLOCK).map(of_block).collect::<Result<_>>()?))
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
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
            block.iter().for_each(|sample| sample.pack(&mut words));
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Decodes samples of `weights` weights; nothing if they are damaged.
    pub(crate) fn decode(bytes: &[u8], weights: usize) -> Option<Blocks<S>> {
        let (words, rest) = bytes.as_chunks();
        let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
        let number = words.next()?;
        let mut block = || {
            let samples = words.next()?;
            (0..samples).map(|_| S::unpack(&mut words, weights)).collect()
        };
        let blocks = (0..number).map(|_| block()).collect::<Option<_>>()?;
        (rest.is_empty() && words.next().is_none()).then_some(Blocks(blocks))
    }

    /// The parts of the blocks that lie in a range of samples.
    pub(crate) fn parts(&self, range: Range<usize>) -> impl Iterator<Item = &[S]> {
        let mut end = 0;
        self.0.iter().map(move |block| {
            let begin = end;
            end += block.len();
            let place = |sample: usize| sample.clamp(begin, end) - begin;
            &block[place(range.start)..place(range.end)]
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

/// Reads the games of some files, each with its file.
fn read_games<G: Game>(files: &[PathBuf]) -> Result<Vec<(&Path, SavedGame)>> {
    let mut games = Vec::new();
    for file in files {
        games.extend(GameFile::read::<G>(file)?.into_iter().map(|game| (file.as_path(), game)));
    }
    Ok(games)
}

/// Divides the games of some files into `shards` files of about equal numbers of blocks, or fewer if there are not so
/// many blocks. Returns the numbers of games and of shards. The files are `0000.games` and so on in `folder`.
///
/// # Errors
/// If a file cannot be read or written, or there are no games.
pub fn split_games<G: Game>(files: &[PathBuf], shards: usize, folder: &Path) -> Result<(usize, usize)> {
    let games = read_games::<G>(files)?;
    let blocks: Vec<&[(&Path, SavedGame)]> = games.chunks(GAMES_PER_BLOCK).collect();
    ensure!(!games.is_empty(), "there are no games in the files");
    let shards = shards.clamp(1, blocks.len());
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    // The games may come from searches of several sizes.
    let header = Header::new::<G>(0);
    for shard in 0..shards {
        let path = folder.join(format!("{shard:04}.games"));
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
    Ok((games.len(), shards))
}
