//! Self-play games: opening, search with a soft node limit, adjudication.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use engine::chance_rng::ChanceRng;
use engine::game::{CompositeMoves, Game, Seat};
use engine::record::Record;
use engine::search::{Limits, Search, Verdict};
use eval::nnue::Network;

use super::game_file::{GameFile, Header, SavedGame};
use referee::players::{DEFAULT_HASH, MatchGame};
use referee::{
    Adjudication, GameConfig, InProcessEngine, InProcessPlayer, Odds, PlayedGame, Player, ResignRule, TimeControl,
};
use referee::{OpeningSuite, Openings, RandomOpenings, play_game};

/// Moves of a player in the longest game.
const MAX_MOVES: usize = 200;

/// Adjudication: a win if both players of a game of two agree on it, a draw after [`MAX_MOVES`] of each player.
fn adjudication<G: Game>() -> Adjudication {
    let resign = if G::SEATS == 2 { Some(ResignRule { score: 1500, moves: 6 }) } else { None };
    Adjudication { resign, draw: None, max_moves: Some(MAX_MOVES * G::SEATS) }
}

/// Nodes a move for each megabyte of the transposition table. A megabyte has 65,536 entries, enough for 160 searches.
const NODES_PER_MEGABYTE: u64 = 400;

/// Hard node limit of a search: so many times the soft one.
const HARD_LIMIT: u64 = 8;

/// Settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Soft node limit: after so many nodes no further iteration begins. Scores are those of whole iterations, but
    /// where the hard limit ends one: that knows better moves that it has found, and nothing of what has become worse.
    pub nodes: u64,
    /// Random openings: checked with few nodes, for unbalanced positions are useful samples too. At material odds they
    /// need not be balanced: the worth of the pieces is to be learned.
    pub openings: RandomOpenings,
    /// Network of both sides; `None` for that of the program. Openings are searched with that of the program.
    pub network: Option<Arc<Network>>,
}

impl SelfPlay {
    /// Self-play of the program with a number of nodes a move.
    pub fn with_nodes(nodes: u64) -> SelfPlay {
        let openings = RandomOpenings { balance: 200, nodes, ..RandomOpenings::default() };
        SelfPlay { nodes, openings, network: None }
    }

    /// Plays the game of a seed, from a random opening. Equal seeds give equal games.
    ///
    /// # Errors
    /// If no balanced opening is found.
    pub fn play<G: MatchGame>(&self, seed: u64) -> Result<SavedGame> {
        let mut openings = self.openings;
        if openings.odds_in::<G>() != Odds::NONE {
            openings.balance = i32::MAX;
        }
        let search = || G::opening_search(self.hash());
        let opening = OpeningSuite::<G>::open(&Openings::Random(openings), seed, search)?.opening(0)?;
        let time_controls = vec![TimeControl::nodes(self.nodes); G::SEATS];
        // The moves of the opening have no scores: the game starts after them.
        let opening = Record::new(opening.position().clone());
        let adjudication = adjudication::<G>();
        let config = GameConfig { opening, chance: ChanceRng::new(seed), seed, time_controls, adjudication };
        let mut players = self.players::<G>();
        let played = play_game(&config, players.iter_mut().map(|player| player as &mut dyn Player<G>).collect());
        let mut recorded: Vec<_> = players.into_iter().flat_map(|player| player.engine.recorded).collect();
        recorded.sort_unstable();
        let scores: Vec<i32> = recorded.into_iter().map(|(_, score)| score).collect();
        Ok(SavedGame::new(seed, &played.record, &scores, result(&played)))
    }

    /// Transposition table, in megabytes: large enough for the nodes of a game, no larger. To clear a table for each
    /// game costs more than to search with few nodes.
    fn hash(&self) -> usize {
        self.nodes.div_ceil(NODES_PER_MEGABYTE).clamp(1, DEFAULT_HASH as u64) as usize
    }

    /// Players of all seats, for one game. The two sides of a game of two share a searcher: a search begins with what
    /// the other side's has found below the same line.
    fn players<G: MatchGame>(&self) -> Vec<InProcessPlayer<ScoreRecorder<G>>> {
        let searcher = || Arc::new(Mutex::new(G::self_play_search(self.network.as_ref(), self.hash())));
        let first = searcher();
        let of_seat = |seat: Seat| if G::SEATS == 2 || seat.index() == 0 { first.clone() } else { searcher() };
        let player = |seat| InProcessPlayer::new(ScoreRecorder { searcher: of_seat(seat), recorded: Vec::new() });
        Seat::all(G::SEATS).map(player).collect()
    }
}

/// Result of a game as it is [saved](SavedGame::result).
fn result<G: CompositeMoves>(played: &PlayedGame<G>) -> u8 {
    let shares = played.shares();
    if G::SEATS == 2 {
        return (2.0 * shares.points(Seat::WHITE)) as u8;
    }
    let sharing = Seat::all(G::SEATS).filter(|&seat| shares.points(seat) > 0.0);
    sharing.fold(0, |set, seat| set | 1 << seat.index())
}

/// Search that records its scores, each with the number of the ply.
struct ScoreRecorder<G: MatchGame> {
    searcher: Arc<Mutex<Box<dyn Search<G>>>>,
    recorded: Vec<(usize, i32)>,
}

impl<G: MatchGame> InProcessEngine<G> for ScoreRecorder<G> {
    /// Clears nothing: the searcher is made for one game.
    fn new_game(&mut self, _: u64) {}

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        let nodes = limits.nodes.map(|soft| soft.saturating_mul(HARD_LIMIT));
        let limits = Limits { soft_nodes: limits.nodes, nodes, ..limits.clone() };
        let mut searcher = self.searcher.lock().expect("no search panics");
        let verdict = InProcessEngine::think(&mut *searcher, record, &limits);
        self.recorded.push((record.plies().len(), verdict.score));
        verdict
    }
}

/// Plays the games of some seeds in their order, on all threads of the pool, and adds them to a file. Games that are in
/// the file already are not played again. Calls `on_game` after each game, with its number of positions; after a break
/// no further game is begun.
///
/// # Errors
/// If the file cannot be written or holds games of another kind, or no balanced opening is found.
pub fn collect<G: MatchGame>(
    play: &SelfPlay,
    seeds: Range<u64>,
    path: &Path,
    on_game: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> Result<()> {
    let (file, games) = GameFile::open(path, &Header::new::<G>(play.nodes))?;
    let played: HashSet<u64> = games.iter().map(|game| game.seed).collect();
    let file = Mutex::new(file);
    // Fused by a break or an error.
    let left = Mutex::new(Some(seeds.filter(|seed| !played.contains(seed))));
    let next = || left.lock().expect("no thread panics with the seeds").as_mut()?.next();
    let stop = || *left.lock().expect("no thread panics with the seeds") = None;
    let work = || -> Result<()> {
        while let Some(seed) = next() {
            let game = play.play::<G>(seed)?;
            file.lock().expect("no thread panics with the file").add(&game)?;
            if on_game(game.scores.len()).is_break() {
                stop();
            }
        }
        Ok(())
    };
    rayon::broadcast(|_| work().inspect_err(|_| stop())).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use engine::outcome::Shares;
    use engine::text::Notation;
    use engine::variants::{Chex, Kaleido3, KnightRelay};

    #[test]
    fn games_are_reproducible_by_seed() {
        let play = SelfPlay::with_nodes(60);
        let game = play.play::<KnightRelay>(3).unwrap();
        assert_eq!(game, play.play::<KnightRelay>(3).unwrap());
        assert_ne!(game.plies, play.play::<KnightRelay>(4).unwrap().plies);
        let samples = samples::<KnightRelay>(&game, 0.0).unwrap();
        assert!(!samples.is_empty() && samples.len() < game.scores.len());
        assert!(play.play::<Chex>(1).unwrap().replay::<Chex>().is_ok());
    }

    #[test]
    fn results_are_those_of_the_last_position_or_of_the_last_scores() {
        let play = SelfPlay::with_nodes(60);
        for seed in 1..=4 {
            let game = play.play::<KnightRelay>(seed).unwrap();
            assert_eq!(game.result, half_points::<KnightRelay>(&game), "{game:?}");
        }
    }

    /// White's half points in a game, by its last position, or else by the scores for which it was adjudicated.
    fn half_points<G: Notation>(game: &SavedGame) -> u8 {
        let positions = game.replay::<G>().unwrap();
        let last = positions.last().expect("a game has moves");
        let mut end = last.position.clone();
        end.make(last.mv, &mut ());
        if let Some(outcome) = end.result() {
            return (2.0 * Shares::of(outcome, &end).points(Seat::WHITE)) as u8;
        }
        let rule = adjudication::<G>().resign.expect("games of two are resigned");
        let latest = positions.iter().rev().take(rule.moves);
        let for_white: Vec<i32> = latest
            .map(|scored| if scored.position.seat() == Seat::WHITE { scored.score } else { -scored.score })
            .collect();
        if for_white.iter().all(|&score| score >= rule.score) {
            2
        } else if for_white.iter().all(|&score| score <= -rule.score) {
            0
        } else {
            1
        }
    }

    #[test]
    fn the_sides_of_a_game_of_two_share_a_searcher() {
        let play = SelfPlay::with_nodes(60);
        let shared = |searchers: &[*const ()]| searchers.iter().all(|searcher| *searcher == searchers[0]);
        assert!(shared(&searchers::<KnightRelay>(&play)));
        let three = searchers::<Kaleido3>(&play);
        assert!(three.len() == 3 && !shared(&three));
    }

    /// Addresses of the searchers of all seats.
    fn searchers<G: MatchGame>(play: &SelfPlay) -> Vec<*const ()> {
        play.players::<G>().iter().map(|player| Arc::as_ptr(&player.engine.searcher).cast()).collect()
    }

    #[test]
    fn tables_are_as_large_as_the_nodes_of_a_game_need() {
        assert_eq!([1, 400, 401, 1_000_000].map(|nodes| SelfPlay::with_nodes(nodes).hash()), [1, 1, 2, DEFAULT_HASH]);
    }

    #[test]
    fn an_interrupted_collection_resumes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let play = SelfPlay::with_nodes(30);
        let played = Mutex::new(0);
        let count = |_| {
            *played.lock().unwrap() += 1;
            ControlFlow::Continue(())
        };
        collect::<KnightRelay>(&play, 1..3, &path, &count).unwrap();
        collect::<KnightRelay>(&play, 1..5, &path, &count).unwrap();
        assert_eq!((seeds(&path), *played.lock().unwrap()), (vec![1, 2, 3, 4], 4));
    }

    #[test]
    fn a_stopped_collection_has_the_first_seeds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let played = Mutex::new(0);
        let stop_at_second = |_| {
            *played.lock().unwrap() += 1;
            if *played.lock().unwrap() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        threads.install(|| collect::<KnightRelay>(&SelfPlay::with_nodes(30), 1..100, &path, &stop_at_second)).unwrap();
        let seeds = seeds(&path);
        assert!((2..=3).contains(&seeds.len()), "{seeds:?}");
        assert_eq!(seeds, (1..=seeds.len() as u64).collect::<Vec<u64>>());
    }

    /// Seeds of the games in a file, in order.
    fn seeds(path: &Path) -> Vec<u64> {
        let mut seeds: Vec<u64> = GameFile::read::<KnightRelay>(path).unwrap().iter().map(|game| game.seed).collect();
        seeds.sort_unstable();
        seeds
    }
}
