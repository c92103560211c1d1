//! Shards: parts of a fit's games, whose sums are made apart, by other processes and on other machines.
//!
//! `tune fit --shards N` is the one side: it asks for the sums of [`Shards`] instead of reading games. `tune gradient`
//! is the other: it answers for one shard ([`read_shard`](crate::read_shard)). Requests and answers are lines of JSON.

use std::marker::PhantomData;

use anyhow::{Context, Result, ensure};

use crate::fit::Summation;
use crate::sums::{Request, Sample, SumKind, Sums};

/// The sums of several shards, which somebody else makes.
pub struct Shards<S, F> {
    /// Takes a request for each shard, as lines; gives the answers in the same order.
    exchange: F,
    /// Number of samples of each shard, known by a survey.
    samples: Vec<usize>,
    sample: PhantomData<S>,
}

impl<S: Sample, F: FnMut(&[String]) -> Result<Vec<String>>> Shards<S, F> {
    /// The sums of `number` shards, made by `exchange`: it takes a request for each of them and gives their answers.
    pub fn new(number: usize, exchange: F) -> Shards<S, F> {
        Shards { exchange, samples: vec![0; number], sample: PhantomData }
    }
}

impl<S: Sample, F: FnMut(&[String]) -> Result<Vec<String>>> Summation for Shards<S, F> {
    type Sample = S;

    /// Asks all shards, and adds their sums.
    fn sums(&mut self, request: &Request) -> Result<Sums> {
        let mut left = request.training;
        let of_shard = |&samples: &usize| {
            let training = left.min(samples);
            left -= training;
            Request { training, ..request.clone() }
        };
        let requests: Vec<Request> = self.samples.iter().map(of_shard).collect();
        let lines = requests.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        let answers = (self.exchange)(&lines)?;
        ensure!(answers.len() == lines.len(), "{} answers of {} shards", answers.len(), lines.len());
        let mut total: Option<Sums> = None;
        for (shard, (answer, request)) in answers.iter().zip(&requests).enumerate() {
            let sums = Sums::parse(answer, request).with_context(|| format!("answer of shard {shard}"))?;
            if request.kind == SumKind::Survey {
                self.samples[shard] = sums.samples;
            }
            total = Some(match total {
                Some(total) => total.plus(sums),
                None => sums,
            });
        }
        total.context("there are no shards")
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::fit::to_floats;
    use crate::{Blocks, Division, Extracted, FitConfig, FitResult, TunedGame, fit, read_shard, split_games};
    use engine::variants::{Kaleido4, KnightRelay};
    use referee::players::MatchGame;
    use selfplay::{GameFile, Header, SavedGame, SelfPlay};
    use trainer::Dataset;

    const CONFIG: FitConfig = FitConfig { search_share: 0.7, lambda: 0.5, l2_penalty: 1.0, steps: 12 };

    /// Two files of games: a few games many times, each time with another seed.
    fn game_files<G: MatchGame>(folder: &Path, number: usize) -> Vec<PathBuf> {
        let games: Vec<_> = (1..7).map(|seed| SelfPlay::with_nodes(40).play::<G>(seed).unwrap()).collect();
        let sizes = [number / 3, number - number / 3];
        let write = |(place, size): (usize, usize)| {
            let path = folder.join(format!("{place}.of-play"));
            let (mut file, _) = GameFile::open(&path, &Header::new::<G>(40)).unwrap();
            for (number, game) in games.iter().cycle().skip(place).take(size).enumerate() {
                file.add(&SavedGame { seed: (1000 * place + number) as u64, ..game.clone() }).unwrap();
            }
            path
        };
        sizes.into_iter().enumerate().map(write).collect()
    }

    fn shard_file(folder: &Path, shard: usize) -> PathBuf {
        folder.join(format!("{shard:04}.games"))
    }

    /// A fit whose sums are made as `tune gradient` makes them.
    fn sharded_fit<G: TunedGame>(files: &[PathBuf], number: usize, folder: &Path) -> FitResult {
        let shards = split_games::<G>(files, number, folder).unwrap().shards;
        let cache = folder.join("cache");
        let exchange = |requests: &[String]| {
            let answer = |(shard, text): (usize, &String)| {
                let request = Request::parse(text, G::weights().len())?;
                let blocks: Blocks<G::Sample> = read_shard::<G, _>(&shard_file(folder, shard), CONFIG.lambda, &cache)?;
                Ok(serde_json::to_string(&Sums::of(&blocks, &request)?)?)
            };
            requests.iter().enumerate().map(answer).collect()
        };
        let fit = fit(&mut Shards::<G::Sample, _>::new(shards, exchange), G::weights(), &CONFIG, None).unwrap();
        assert_eq!(std::fs::read_dir(&cache).unwrap().count(), shards);
        fit
    }

    fn fits_are_equal<G: MatchGame + TunedGame>() {
        let folder = tempfile::tempdir().unwrap();
        let files = game_files::<G>(folder.path(), 300);
        let whole = || fit(&mut Blocks::read::<G>(&files, CONFIG.lambda)?.0, G::weights(), &CONFIG, None);
        let all_threads = whole().unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(whole).unwrap(), all_threads);
        assert!(all_threads.weights != to_floats(G::weights()));
        for shards in [1, 3, 5] {
            let of_shards = sharded_fit::<G>(&files, shards, &folder.path().join(shards.to_string()));
            assert_eq!(of_shards, all_threads, "{shards} shards");
        }
    }

    #[test]
    fn fits_are_equal_to_the_bit_on_any_threads_and_shards() {
        fits_are_equal::<KnightRelay>();
    }

    #[test]
    fn fits_for_four_are_equal_on_any_threads_and_shards() {
        fits_are_equal::<Kaleido4>();
    }

    #[test]
    fn shards_are_made_of_blocks_and_there_are_no_more_than_those() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let files = game_files::<KnightRelay>(folder, 130);
        let division = |shards: usize| Division { games: 130, shards, left_out: 0 };
        assert_eq!(split_games::<KnightRelay>(&files, 100, folder).unwrap(), division(3));
        let sizes = (0..3).map(|shard| GameFile::read::<KnightRelay>(&shard_file(folder, shard)).unwrap().len());
        assert_eq!(sizes.collect::<Vec<_>>(), [64, 64, 2]);
        assert_eq!(split_games::<KnightRelay>(&files, 0, &folder.join("one")).unwrap(), division(1));
        let empty = folder.join("empty");
        GameFile::open(&empty, &Header::new::<KnightRelay>(40)).unwrap();
        let fault = split_games::<KnightRelay>(&[empty], 2, folder).unwrap_err().to_string();
        assert_eq!(fault, "there are no games in the files");
        assert!(split_games::<Kaleido4>(&files, 2, folder).unwrap_err().to_string().contains("0.of-play"));
    }

    #[test]
    fn shards_of_another_division_are_refused_by_name() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("shards");
        let files = game_files::<KnightRelay>(scratch.path(), 200);
        split_games::<KnightRelay>(&files, 4, &folder).unwrap();
        std::fs::write(folder.join("04.games"), "another file").unwrap();
        split_games::<KnightRelay>(&files, 4, &folder).unwrap();
        let fault = split_games::<KnightRelay>(&files, 2, &folder).unwrap_err().to_string();
        let name = folder.display();
        assert_eq!(fault, format!("{name}: shards of another division are there: 0002.games, 0003.games"));
        assert_eq!(GameFile::read::<KnightRelay>(&shard_file(&folder, 0)).unwrap().len(), 64, "none is written");
    }

    #[test]
    fn games_that_are_in_two_files_count_once() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let [first, second]: [PathBuf; 2] = game_files::<KnightRelay>(folder, 30).try_into().unwrap();
        let copy = folder.join("copy");
        std::fs::copy(&first, &copy).unwrap();
        let files = [first.clone(), second.clone(), copy];
        let division = split_games::<KnightRelay>(&files, 1, folder).unwrap();
        assert_eq!(division, Division { games: 30, shards: 1, left_out: 10 });
        let read = |files: &[PathBuf]| Blocks::read::<KnightRelay>(files, 0.5).unwrap();
        let (once, twice) = (read(&[second, first]), read(&files));
        assert_eq!((once.1, twice.1), (0, 10));
        assert!(once.0 == twice.0, "the order of files does not matter, either");
    }

    /// Damages the kept positions of a shard in some ways, after each of which the shard is read as before.
    fn damage<E: Extracted<KnightRelay> + PartialEq + std::fmt::Debug>(games: &Path, cache: &Path) {
        let read = || read_shard::<KnightRelay, E>(games, 0.0, cache).unwrap();
        let extracted = read();
        let is_kept = |path: &PathBuf| path.extension().is_some_and(|suffix| suffix == E::SUFFIX);
        let kept = std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).find(is_kept).unwrap();
        let content = std::fs::read(&kept).unwrap();
        let mut other = content.clone();
        other[100] ^= 1;
        for damaged in [Vec::new(), content[..content.len() / 2].to_vec(), other] {
            std::fs::write(&kept, damaged).unwrap();
            assert_eq!(read(), extracted);
            assert_eq!(std::fs::read(&kept).unwrap(), content);
        }
        assert_eq!(read(), extracted);
    }

    #[test]
    fn damaged_positions_are_extracted_anew_and_an_empty_shard_has_sums_of_zero() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let files = game_files::<KnightRelay>(folder, 10);
        let cache = folder.join("cache");
        damage::<Blocks<<KnightRelay as TunedGame>::Sample>>(&files[0], &cache);
        damage::<Dataset>(&files[0], &cache);
        assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 2);
        let read = |file: &Path| -> Blocks<_> { read_shard::<KnightRelay, _>(file, 0.0, &cache).unwrap() };
        let empty = folder.join("empty");
        GameFile::open(&empty, &Header::new::<KnightRelay>(40)).unwrap();
        let mut request = Request {
            kind: SumKind::Gradient,
            step: 1,
            training: 0,
            scales: vec![200.0],
            search_share: 0.5,
            weights: to_floats(KnightRelay::weights()),
        };
        let sums = Sums::of(&read(&empty), &request).unwrap();
        assert_eq!((sums.samples, sums.mean_loss(0)), (0, 0.0));
        assert!(sums.slopes().as_flattened().iter().all(|&slope| slope == 0.0));
        request.training = 1;
        let fault = Sums::of(&read(&empty), &request).unwrap_err().to_string();
        assert_eq!(fault, "a training set of 1 samples, and there are 0");
    }

    #[test]
    fn missing_and_faulty_answers_are_refused() {
        type Sample = <KnightRelay as TunedGame>::Sample;
        let fault = |answers: &[&str]| {
            let exchange = |_: &[String]| Ok(answers.iter().map(ToString::to_string).collect());
            let mut shards = Shards::<Sample, _>::new(2, exchange);
            format!("{:#}", fit(&mut shards, KnightRelay::weights(), &CONFIG, None).unwrap_err())
        };
        assert_eq!(fault(&["{}"]), "1 answers of 2 shards");
        assert!(fault(&["{}", "{}"]).starts_with("answer of shard 0: not sums over samples: missing field"));
        let short = r#"{"samples":1,"losses":[1],"gradient":[],"uses":[]}"#;
        assert!(fault(&[short, short]).starts_with("answer of shard 0: [1, 0, 0] losses, derivatives and uses, not"));
        let none = Shards::<Sample, _>::new(0, |_: &[String]| Ok(Vec::new())).sums(&Request {
            kind: SumKind::Validation,
            step: 0,
            training: 0,
            scales: vec![1.0],
            search_share: 0.0,
            weights: Vec::new(),
        });
        assert_eq!(none.unwrap_err().to_string(), "there are no shards");
    }
}
