//! Round of local SGD: what a shard contributes to the training of a network. Requests and answers are lines of JSON.

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use eval::HandCraftedEval;
use serde::{Deserialize, Serialize};

use crate::TrainConfig;
use crate::dataset::{Dataset, Examples};
use crate::model::{Loss, Model};
use crate::trainer::Epoch;
use crate::validation::{Validated, validate};

/// Greatest scale of the win model in a request, in centipawns.
const MAX_SCALE: f64 = 1e6;

/// Configuration of a training in rounds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalSgdConfig {
    /// Configuration of each shard's steps.
    pub train: TrainConfig,
    /// Rounds an epoch: how often the models of the shards are averaged.
    pub rounds: usize,
}

impl LocalSgdConfig {
    /// Checks the ranges of the hyperparameters.
    pub(crate) fn check(&self) -> Result<()> {
        self.train.check()?;
        ensure!(self.rounds > 0, "{} rounds an epoch: nothing to do", self.rounds);
        ensure!(self.train.epochs.checked_mul(self.rounds).is_some(), "{} rounds an epoch are too many", self.rounds);
        Ok(())
    }

    /// Rounds of the whole training.
    pub(crate) fn steps(&self) -> usize {
        self.train.epochs * self.rounds
    }
}

/// Model as text: base64 of the wire format of postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct EncodedModel(String);

impl EncodedModel {
    /// Bytes of the text for a weight and its two moments.
    const WEIGHT_BYTES: usize = size_of::<[f32; 3]>() * 4 / 3;

    pub(crate) fn of(model: &Model) -> Result<EncodedModel> {
        Ok(EncodedModel(BASE64_STANDARD.encode(postcard::to_stdvec(model)?)))
    }

    /// The model of a network with so many features and that L1 size.
    ///
    /// # Errors
    /// If the text is none.
    pub(crate) fn decode(&self, feature_count: usize, l1_size: usize) -> Result<Model> {
        let bytes = BASE64_STANDARD.decode(&self.0).context("not a model in base64")?;
        let model: Model = postcard::from_bytes(&bytes).context("not a model")?;
        model.check(feature_count, l1_size)?;
        Ok(model)
    }
}

/// Most bytes of a request or of its answer: those of a model, and of some numbers.
pub fn line_limit<G: HandCraftedEval>() -> usize {
    const OTHERS: usize = 4096;
    EncodedModel::WEIGHT_BYTES * Model::max_weight_count(G::feature_set().mirror().len()) + OTHERS
}

/// Request to a shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// For a [`Survey`].
    Survey {},
    /// For the errors of the HCE with each of the [`tempi`](crate::dataset::tempi).
    Tempo(Targets),
    /// For the model after a part of an epoch: a [`Trained`].
    Round(Round),
    /// For a [`Validated`].
    Validation(Validation),
}

/// Targets: mixture of the searches' scores and the result, and scale of the win model.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Targets {
    pub(crate) search_share: f64,
    /// Scale of the win model, in centipawns.
    pub(crate) scale: f64,
}

impl Targets {
    fn check(self) -> Result<()> {
        let Targets { search_share, scale } = self;
        ensure!((0.0..=1.0).contains(&search_share), "a share of {search_share}: it lies between 0 and 1");
        ensure!((1.0..=MAX_SCALE).contains(&scale), "a scale of {scale}: scales go from 1 to {MAX_SCALE}");
        Ok(())
    }

    /// The positions of a shard with such targets.
    fn of(self, dataset: &Dataset) -> Examples<'_> {
        Examples::new(dataset, self.search_share, self.scale)
    }
}

/// Part of an epoch, begun with a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Round {
    /// Number of the round, from 1 on.
    pub(crate) step: usize,
    pub(crate) shard: usize,
    pub(crate) config: LocalSgdConfig,
    pub(crate) targets: Targets,
    pub(crate) model: EncodedModel,
}

impl Round {
    fn check(&self) -> Result<()> {
        self.config.check()?;
        let (step, steps) = (self.step, self.config.steps());
        ensure!((1..=steps).contains(&step), "round {step} of {steps}");
        self.targets.check()
    }

    /// Takes the steps of the round. In the first round of an epoch, also validates the model that it began with.
    fn train<G: HandCraftedEval>(&self, dataset: &Dataset) -> Result<Trained> {
        let mut model = self.model.decode(dataset.feature_count(), self.config.train.l1_size)?;
        let examples = self.targets.of(dataset);
        let rounds = self.config.rounds;
        let (epoch, round) = ((self.step - 1) / rounds, (self.step - 1) % rounds);
        let validation = if round == 0 { validate::<G>(&model, &examples) } else { Validated::default() };
        let epoch = Epoch::new(&self.config.train, epoch, self.shard, dataset.training_len());
        let begin = |round: usize| (epoch.len() as u128 * round as u128 / rounds as u128) as usize;
        let batches = begin(round)..begin(round + 1);
        let training = epoch.descend(&mut model, &examples, batches, &[]);
        Ok(Trained { training, validation, model: EncodedModel::of(&model)? })
    }
}

/// Validation of a model, with quantised weights.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Validation {
    /// Rounds before.
    pub(crate) step: usize,
    pub(crate) targets: Targets,
    /// L1 size of the model.
    pub(crate) l1_size: usize,
    pub(crate) model: EncodedModel,
}

/// Answer to a survey.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Survey {
    pub(crate) positions: usize,
    /// Hash of the dataset.
    pub(crate) digest: u64,
    /// Errors of the searches' own scores at each of the [`scales`](crate::dataset::scales).
    pub(crate) errors: Vec<f64>,
}

/// Answer to a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trained {
    /// Training loss.
    pub(crate) training: Loss,
    /// Validation of the model of the request, in the first round of an epoch.
    pub(crate) validation: Validated,
    pub(crate) model: EncodedModel,
}

/// Answers a request of [`train_in_rounds`](crate::train_in_rounds) for a shard, whose `dataset` is asked for when the
/// request has been read.
///
/// # Errors
/// If the text is no request, or numbers are out of range; if the dataset cannot be had.
pub fn answer_round<G: HandCraftedEval>(text: &str, dataset: impl FnOnce() -> Result<Dataset>) -> Result<String> {
    let parse = || {
        let request: Request = serde_json::from_str(text)?;
        match &request {
            Request::Survey {} => (),
            Request::Tempo(targets) => targets.check()?,
            Request::Round(round) => round.check()?,
            Request::Validation(validation) => validation.targets.check()?,
        }
        Ok::<_, anyhow::Error>(request)
    };
    let request = parse().context("not a request to train")?;
    let dataset = dataset()?;
    let answer = match request {
        Request::Survey {} => serde_json::to_string(&Survey {
            positions: dataset.len(),
            digest: dataset.digest(),
            errors: dataset.scale_errors(),
        }),
        Request::Tempo(targets) => serde_json::to_string(&targets.of(&dataset).tempo_errors()),
        Request::Round(round) => serde_json::to_string(&round.train::<G>(&dataset)?),
        Request::Validation(Validation { targets, l1_size, model, .. }) => {
            let model = model.decode(dataset.feature_count(), l1_size)?;
            serde_json::to_string(&validate::<G>(&model, &targets.of(&dataset)))
        }
    };
    Ok(answer?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::CONFIG;
    use engine::variants::Kaleido;
    use eval::nnue::Base;

    fn fault(request: &str) -> String {
        let dataset = || Ok(Dataset::new::<Kaleido>(&[], Base::Hce));
        format!("{:#}", answer_round::<Kaleido>(request, dataset).unwrap_err())
    }

    #[test]
    fn faulty_requests_are_refused_by_name() {
        let model = EncodedModel::of(&Model::new(1, 3, 128, 0.0)).unwrap();
        let config = LocalSgdConfig { train: CONFIG, rounds: 2 };
        let targets = Targets { search_share: 0.5, scale: 200.0 };
        let good = Round { step: 1, shard: 0, config, targets, model };
        let of = |round: Round| fault(&serde_json::to_string(&Request::Round(round)).unwrap());
        assert!(of(good.clone()).contains("weights and moments, and the network has"));
        let not_base64 = EncodedModel("a model".to_string());
        assert!(of(Round { model: not_base64, ..good.clone() }).starts_with("not a model in base64"));
        let cut_off = EncodedModel(good.model.0[..40].to_string());
        assert!(of(Round { model: cut_off, ..good.clone() }).starts_with("not a model: "));
        assert_eq!(of(Round { step: 7, ..good.clone() }), "not a request to train: round 7 of 6");
        assert_eq!(of(Round { step: 0, ..good.clone() }), "not a request to train: round 0 of 6");
        let endless = LocalSgdConfig { rounds: usize::MAX, ..config };
        assert!(of(Round { config: endless, ..good.clone() }).contains("rounds an epoch are too many"));
        let other = LocalSgdConfig { train: TrainConfig { l1_size: 256, ..CONFIG }, ..config };
        assert!(of(Round { config: other, ..good.clone() }).contains("a model with an L1 size of 128, not 256"));
        for (targets, named) in [
            (Targets { search_share: 2.0, ..targets }, "a share of 2"),
            (Targets { scale: 0.0, ..targets }, "a scale of 0"),
        ] {
            assert!(of(Round { targets, ..good.clone() }).contains(named));
        }
        let text = serde_json::to_string(&Request::Round(good)).unwrap();
        for (wrong, named) in [
            (String::new(), "EOF"),
            (text.replace("round", "square"), "unknown variant `square`"),
            (text.replace("shard", "chard"), "unknown field `chard`"),
            (text.replace("\"step\":1,", ""), "missing field `step`"),
            (text[..text.len() - 1].to_string(), "EOF"),
        ] {
            let error = fault(&wrong);
            assert!(error.starts_with("not a request to train: ") && error.contains(named), "{error}");
        }
    }
}
