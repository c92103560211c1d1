//! Local SGD: training of a network whose positions lie in shards, on other machines.
//!
//! B. McMahan et al., "Communication-Efficient Learning of Deep Networks from Decentralized Data", 2017 (federated
//! averaging); S. Stich, "Local SGD Converges Fast and Communicates Little", 2019. In each round every shard takes
//! steps of its own from the same model; then the models are averaged, Adam's moments included, weighted by the
//! positions that each shard has trained with. One shard and one round an epoch is the training of
//! [`train`](crate::train).

use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::HandCraftedEval;
use eval::nnue::{Base, NetworkFile};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::EpochStats;
use crate::checkpoint;
use crate::dataset::{VALIDATION_DIVISOR, best, scales, tempi};
use crate::model::{Loss, Model};
use crate::round::{EncodedModel, LocalSgdConfig, Request, Round, Survey, Targets, Trained, Validation};
use crate::validation::Validated;

/// State of a training in rounds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    config: LocalSgdConfig,
    /// Hashes of the datasets of the shards.
    datasets: Vec<u64>,
    /// Rounds so far.
    rounds: usize,
    model: Model,
    /// Training loss in the present epoch.
    training: Loss,
    /// Validation loss of the HCE alone.
    base_loss: f64,
}

impl State {
    /// Checks that a state which was read belongs to a training.
    fn check(&self, config: &LocalSgdConfig, datasets: &[u64], feature_count: usize) -> Result<()> {
        checkpoint::ensure_same(&self.config, config)?;
        ensure!(self.datasets == datasets, "the state of a training with other shards");
        self.model.check(feature_count, config.train.l1_size)
    }

    /// Takes the model that all shards have made, and their training losses.
    fn average(&mut self, answers: &[Trained], feature_count: usize) -> Result<()> {
        let mut models = Vec::new();
        for (shard, Trained { training, model, .. }) in answers.iter().enumerate() {
            let l1_size = self.config.train.l1_size;
            let model = model.decode(feature_count, l1_size).with_context(|| format!("answer of shard {shard}"))?;
            self.training.add(*training);
            if training.positions > 0 {
                models.push((training.positions, model));
            }
        }
        if !models.is_empty() {
            self.model = Model::mean(&models);
        }
        self.rounds += 1;
        Ok(())
    }

    /// Takes the validations of the model after an epoch, or of the HCE before the first one.
    ///
    /// # Errors
    /// If the training set or the validation set of all shards together is empty.
    fn validate(
        &mut self,
        parts: impl Iterator<Item = Validated>,
        scale: f64,
        on_epoch: &mut impl FnMut(&EpochStats),
    ) -> Result<()> {
        let mut whole = Validated::default();
        parts.for_each(|part| whole.add(part));
        ensure!(whole.loss.positions > 0, "no shard has positions in its validation set");
        let epochs = self.rounds / self.config.rounds;
        if epochs == 0 {
            self.base_loss = whole.loss.mean();
            return Ok(());
        }
        ensure!(self.training.positions > 0, "no shard has positions in its training set");
        on_epoch(&EpochStats {
            epochs,
            training_loss: self.training.mean(),
            initial_loss: None,
            validation_loss: whole.loss.mean(),
            base_loss: self.base_loss,
            scale,
            peak: whole.peak,
        });
        self.training = Loss::default();
        Ok(())
    }
}

/// Shards that answer requests.
struct Shards<F> {
    number: usize,
    /// Takes a request for each shard, as lines; gives the answers in the same order.
    exchange: F,
}

impl<F: FnMut(&[String]) -> Result<Vec<String>>> Shards<F> {
    /// Asks all shards.
    fn ask<A: DeserializeOwned>(&mut self, request: impl Fn(usize) -> Request) -> Result<Vec<A>> {
        let lines = (0..self.number).map(|shard| serde_json::to_string(&request(shard)));
        let answers = (self.exchange)(&lines.collect::<Result<Vec<_>, _>>()?)?;
        ensure!(answers.len() == self.number, "{} answers of {} shards", answers.len(), self.number);
        let parse = |(shard, text): (usize, &String)| {
            serde_json::from_str(text).with_context(|| format!("answer of shard {shard}: not what was asked for"))
        };
        answers.iter().enumerate().map(parse).collect()
    }
}

/// Adds the errors of all shards, in their order.
fn sums<'a>(length: usize, errors: impl Iterator<Item = &'a Vec<f64>>) -> Result<Vec<f64>> {
    let mut sums = vec![0.0; length];
    for (shard, errors) in errors.enumerate() {
        ensure!(errors.len() == length, "answer of shard {shard}: {} errors, not {length}", errors.len());
        sums.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
    }
    Ok(sums)
}

/// Trains a network in rounds, with the positions of `shards` shards. `exchange` has others answer requests, as
/// [`answer_round`](crate::answer_round) does: it takes a line for each shard and gives their answers. With a
/// `state_file` (checkpoint), an interrupted training resumes after the last round. Calls `on_epoch` after each epoch.
///
/// # Errors
/// If requests are not answered; if the file cannot be read or written, or belongs to another training; if there are
/// too few positions, all of them are in the training set or in the validation set, or the configuration is invalid.
pub fn train_in_rounds<G: HandCraftedEval>(
    shards: usize,
    config: &LocalSgdConfig,
    state_file: Option<&Path>,
    exchange: impl FnMut(&[String]) -> Result<Vec<String>>,
    mut on_epoch: impl FnMut(&EpochStats),
) -> Result<NetworkFile> {
    config.check()?;
    ensure!(shards > 0, "there are no shards");
    let mut shards = Shards { number: shards, exchange };
    let l1_size = config.train.l1_size;
    let feature_count = G::feature_set().mirror().len();
    let surveys: Vec<Survey> = shards.ask(|_| Request::Survey {})?;
    let positions = surveys.iter().fold(0, |sum: usize, survey| sum.saturating_add(survey.positions));
    ensure!(positions >= VALIDATION_DIVISOR, "{positions} positions are too few to learn from");
    let errors = sums(scales().count(), surveys.iter().map(|survey| &survey.errors))?;
    let targets = Targets { search_share: config.train.search_share, scale: best(scales(), &errors) };
    let errors: Vec<Vec<f64>> = shards.ask(|_| Request::Tempo(targets))?;
    let tempo = best(tempi(), &sums(tempi().count(), errors.iter())?);

    let datasets: Vec<u64> = surveys.iter().map(|survey| survey.digest).collect();
    let read = |file| checkpoint::read(file, |state: &State| state.check(config, &datasets, feature_count));
    let mut state = state_file.map(read).transpose()?.flatten().unwrap_or_else(|| State {
        config: *config,
        datasets: datasets.clone(),
        rounds: 0,
        model: Model::new(config.train.seed, feature_count, l1_size, tempo),
        training: Loss::default(),
        base_loss: 0.0,
    });
    while state.rounds < config.steps() {
        let (step, model) = (state.rounds + 1, EncodedModel::of(&state.model)?);
        let round = |shard| Round { step, shard, config: *config, targets, model: model.clone() };
        let answers: Vec<Trained> = shards.ask(|shard| Request::Round(round(shard)))?;
        if state.rounds.is_multiple_of(config.rounds) {
            state.validate(answers.iter().map(|answer| answer.validation), targets.scale, &mut on_epoch)?;
        }
        state.average(&answers, feature_count)?;
        if let Some(file) = state_file {
            checkpoint::write(file, &state)?;
        }
    }
    let validation = Validation { step: state.rounds, targets, l1_size, model: EncodedModel::of(&state.model)? };
    let parts: Vec<Validated> = shards.ask(|_| Request::Validation(validation.clone()))?;
    state.validate(parts.into_iter(), targets.scale, &mut on_epoch)?;
    Ok(state.model.network_file::<G>(Base::Hce))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{CONFIG, hce, positions};
    use crate::{Dataset, TrainConfig, answer_round, line_limit, train};
    use engine::variants::Kaleido;

    const ROUNDS: LocalSgdConfig = LocalSgdConfig { train: CONFIG, rounds: 2 };

    /// Positions in shards of different size.
    fn shards(sizes: &[usize]) -> Vec<Dataset> {
        let samples = positions::<Kaleido>(|position| hce(position) + 50);
        let mut rest = samples.as_slice();
        let mut take = |size: &usize| {
            let (shard, left) = rest.split_at(*size);
            rest = left;
            Dataset::new(shard, Base::Hce)
        };
        sizes.iter().map(&mut take).collect()
    }

    fn answer(shards: &[Dataset], requests: &[String]) -> Result<Vec<String>> {
        let answer = |(shard, request): (&Dataset, &String)| {
            let answer = answer_round::<Kaleido>(request, || Ok(shard.clone()))?;
            assert!(request.len().max(answer.len()) < line_limit::<Kaleido>());
            Ok(answer)
        };
        shards.iter().zip(requests).map(answer).collect()
    }

    /// Trains with the answers of some shards, of which none come after so many exchanges.
    fn train_until(
        shards: &[Dataset],
        config: &LocalSgdConfig,
        state: Option<&Path>,
        end: usize,
    ) -> Result<NetworkFile> {
        let mut exchanges = 0;
        let exchange = |requests: &[String]| {
            exchanges += 1;
            ensure!(exchanges <= end, "killed");
            answer(shards, requests)
        };
        train_in_rounds::<Kaleido>(shards.len(), config, state, exchange, |_| ())
    }

    #[test]
    fn one_shard_and_one_round_an_epoch_is_the_training_of_one_machine() {
        let shards = shards(&[700]);
        let config = LocalSgdConfig { train: CONFIG, rounds: 1 };
        let (mut alone, mut in_rounds) = (Vec::new(), Vec::new());
        let network = train::<Kaleido>(&shards[0], &CONFIG, None, None, |stats| alone.push(*stats)).unwrap();
        let exchange = |requests: &[String]| answer(&shards, requests);
        let found = train_in_rounds::<Kaleido>(1, &config, None, exchange, |stats| in_rounds.push(*stats));
        assert_eq!(found.unwrap(), network);
        assert_eq!(in_rounds, alone);
        // Rounds without an average change nothing.
        assert_eq!(train_until(&shards, &ROUNDS, None, usize::MAX).unwrap(), network);
    }

    #[test]
    fn averaged_networks_learn() {
        // The last one has less than a batch for each round, and an empty validation set.
        let shards = shards(&[500, 300, 10]);
        let mut epochs = Vec::new();
        let exchange = |requests: &[String]| answer(&shards, requests);
        let on_epoch = |stats: &EpochStats| epochs.push(*stats);
        train_in_rounds::<Kaleido>(3, &ROUNDS, None, exchange, on_epoch).unwrap();
        assert_eq!(epochs.iter().map(|stats| stats.epochs).collect::<Vec<_>>(), [1, 2, 3]);
        // The few positions of the validation set say less.
        assert!(epochs.is_sorted_by(|earlier, later| earlier.training_loss > later.training_loss), "{epochs:?}");
    }

    #[test]
    fn an_empty_training_or_validation_set_is_refused() {
        let fault = |shards: &[Dataset]| train_until(shards, &ROUNDS, None, usize::MAX).unwrap_err().to_string();
        assert_eq!(fault(&shards(&[10, 12])), "no shard has positions in its validation set");
        // The fifth word of an encoded dataset is the number of positions in the training set.
        let mut bytes = shards(&[40])[0].encode();
        bytes[16..20].fill(0);
        let validation_only = Dataset::decode(&bytes).unwrap();
        assert_eq!(validation_only.training_len(), 0);
        assert_eq!(fault(&[validation_only]), "no shard has positions in its training set");
    }

    #[test]
    fn a_training_in_rounds_resumes_and_does_not_depend_on_threads() {
        let shards = shards(&[300, 200]);
        let whole = train_until(&shards, &ROUNDS, None, usize::MAX).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| train_until(&shards, &ROUNDS, None, usize::MAX)).unwrap(), whole);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rounds.state");
        // A survey, the bonus, six rounds, a validation.
        for end in [1, 3, 4, 8] {
            assert_eq!(train_until(&shards, &ROUNDS, Some(&file), end).unwrap_err().to_string(), "killed");
            assert_eq!(train_until(&shards, &ROUNDS, Some(&file), 9).unwrap(), whole);
            std::fs::remove_file(&file).unwrap();
        }
        train_until(&shards, &ROUNDS, Some(&file), 9).unwrap();
        let fault = |shards: &[Dataset], config: &LocalSgdConfig| {
            format!("{:#}", train_until(shards, config, Some(&file), usize::MAX).unwrap_err())
        };
        let other = LocalSgdConfig { rounds: 3, ..ROUNDS };
        assert!(fault(&shards, &other).contains("the state of other work"));
        assert!(fault(&[shards[1].clone(), shards[0].clone()], &ROUNDS).contains("with other shards"));
    }

    #[test]
    fn invalid_configurations_and_missing_and_faulty_answers_are_refused() {
        let fault = |number: usize, config: &LocalSgdConfig, answers: &[&str]| {
            let exchange = |_: &[String]| Ok(answers.iter().map(ToString::to_string).collect());
            format!("{:#}", train_in_rounds::<Kaleido>(number, config, None, exchange, |_| ()).unwrap_err())
        };
        assert!(fault(2, &LocalSgdConfig { rounds: 0, ..ROUNDS }, &[]).contains("0 rounds"));
        let train = TrainConfig { batch: 0, ..CONFIG };
        assert!(fault(2, &LocalSgdConfig { train, ..ROUNDS }, &[]).contains("batches of 0"));
        assert_eq!(fault(0, &ROUNDS, &[]), "there are no shards");
        assert_eq!(fault(2, &ROUNDS, &["{}"]), "1 answers of 2 shards");
        assert!(fault(2, &ROUNDS, &["{}", "{}"]).starts_with("answer of shard 0: not what was asked for: missing"));
        let survey = |positions: usize| format!(r#"{{"positions":{positions},"digest":1,"errors":[1]}}"#);
        assert_eq!(fault(1, &ROUNDS, &[&survey(3)]), "3 positions are too few to learn from");
        assert_eq!(fault(1, &ROUNDS, &[&survey(300)]), "answer of shard 0: 1 errors, not 81");
    }
}
