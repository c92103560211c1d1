//! Collection of self-play games in a file.

use std::path::Path;

use anyhow::{Context, Result};
use engine::game::Game;
use formats::files;
use selfplay::GameFile;
use serde::Serialize;

/// Collection of games: what its file holds, by all runs that added to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Collection {
    /// Name of the game.
    pub variant: String,
    /// Least seed of a game.
    pub seed: u64,
    /// Number of games.
    pub games: usize,
    /// Number of positions with a score.
    pub positions: usize,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl Collection {
    /// Reads a collection. One without games has the given seed.
    ///
    /// # Errors
    /// If the file cannot be read. It is named.
    pub fn read<G: Game>(file: &Path, seed: u64) -> Result<Collection> {
        let games = GameFile::read::<G>(file)?;
        let bytes = files::read(file, u64::MAX).with_context(|| file.display().to_string())?;
        Ok(Collection {
            variant: G::name().to_string(),
            seed: games.first().map_or(seed, |game| game.seed),
            games: games.len(),
            positions: games.iter().map(|game| game.scores.len()).sum(),
            sha256: files::sha256(&bytes),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use engine::variants::KnightRelay;
    use selfplay::{SelfPlay, collect};

    use super::*;

    #[test]
    fn a_collection_that_has_grown_is_counted_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        let play = SelfPlay::with_nodes(30);
        let grow = |end: u64| {
            collect::<KnightRelay>(&play, 5..end, &file, &|_| ControlFlow::Continue(())).unwrap();
            Collection::read::<KnightRelay>(&file, 5).unwrap()
        };
        let (begun, grown) = (grow(6), grow(8));
        assert_eq!((begun.games, grown.games), (1, 3));
        assert!(begun.positions > 0 && grown.positions > begun.positions);
        assert_eq!(grow(8), grown, "nothing is left to play");
        let text = serde_json::to_string(&Collection { sha256: "x".to_string(), ..begun.clone() }).unwrap();
        let positions = begun.positions;
        let expected =
            format!(r#"{{"variant":"knightrelay","seed":5,"games":1,"positions":{positions},"sha256":"x"}}"#);
        assert_eq!(text, expected);
    }

    #[test]
    fn the_seed_is_that_of_the_first_game_by_all_runs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games");
        let play = SelfPlay::with_nodes(30);
        let collected = |seed: u64| {
            collect::<KnightRelay>(&play, seed..seed + 1, &file, &|_| ControlFlow::Continue(())).unwrap();
            let collection = Collection::read::<KnightRelay>(&file, seed).unwrap();
            (collection.seed, collection.games)
        };
        assert_eq!([7, 9, 3].map(collected), [(7, 1), (7, 2), (3, 3)]);
    }
}
