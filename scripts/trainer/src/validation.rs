//! Validation: the loss of a model with quantised weights, and how far its accumulators reach.

use std::ops::Range;

use eval::HandCraftedEval;
use eval::nnue::NetworkFile;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dataset::{Dataset, Examples};
use crate::model::{Loss, Model};

/// Result of a validation.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Validated {
    /// Validation loss.
    pub(crate) loss: Loss,
    /// Largest absolute value of an accumulator, in units of 1 / [`QA`](eval::nnue::QA).
    pub(crate) peak: i32,
}

impl Validated {
    /// Adds the validation at other positions.
    pub(crate) fn add(&mut self, other: Validated) {
        self.loss.add(other.loss);
        self.peak = self.peak.max(other.peak);
    }
}

/// Validates a model with quantised weights, at the positions of the validation set.
pub(crate) fn validate<G: HandCraftedEval>(model: &Model, examples: &Examples) -> Validated {
    let dataset = examples.dataset;
    let positions = dataset.training_len()..dataset.len();
    let peak = peak(&model.network_file::<G>(dataset.base), dataset, positions.clone());
    Validated { loss: model.quantized().loss(examples, positions), peak }
}

/// Largest absolute value of an accumulator at some positions. In play accumulators have 16 bits and wrap; here they
/// have 32.
fn peak(network: &NetworkFile, dataset: &Dataset, positions: Range<usize>) -> i32 {
    positions.into_par_iter().map(|position| peak_at(network, dataset.features(position))).max().unwrap_or(0)
}

/// Largest absolute value of an accumulator at the active features of a position, of both perspectives.
fn peak_at(network: &NetworkFile, features: &[[u16; 2]]) -> i32 {
    let l1_size = network.ft_biases.len();
    let mut peak = 0;
    for perspective in 0..2 {
        let mut sums: Vec<i32> = network.ft_biases.iter().copied().map(i32::from).collect();
        for pair in features {
            let row = &network.ft_weights[usize::from(pair[perspective]) * l1_size..][..l1_size];
            sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        peak = sums.into_iter().map(i32::abs).fold(peak, i32::max);
    }
    peak
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::Kaleido;
    use eval::nnue::Base;
    use selfplay::GameSample;

    use super::*;
    use crate::tests::{CONFIG, fine_tuned};
    use crate::{EpochStats, TrainConfig, train};

    /// Start positions, of which some are in the validation set.
    fn start_positions() -> Dataset {
        let sample = |_| GameSample { position: Kaleido::start(), score: 20, half_points: 1 };
        let samples: Vec<GameSample<Kaleido>> = (0..32).map(sample).collect();
        Dataset::new(&samples, Base::Hce)
    }

    #[test]
    fn accumulators_are_summed_with_more_than_16_bits() {
        let dataset = start_positions();
        let mut network = Model::new(1, dataset.feature_count(), 128, 0.0).network_file::<Kaleido>(Base::Hce);
        network.ft_weights.fill(-1000);
        network.ft_biases.fill(-7);
        let features = dataset.features(0).len() as i32;
        assert_eq!(peak(&network, &dataset, 0..2), 1000 * features + 7);
        // A single neuron.
        network.ft_weights.fill(0);
        network.ft_weights[usize::from(dataset.features(0)[3][1]) * 128 + 5] = i16::MAX;
        network.ft_biases[5] = 1;
        assert_eq!(peak(&network, &dataset, 0..2), 32_768);
        assert_eq!(peak(&network, &dataset, 0..0), 0);
    }

    #[test]
    fn each_epoch_warns_of_accumulators_that_wrap_in_play() {
        let dataset = start_positions();
        // Hardly a step, and the weights decay towards what they were.
        let config = TrainConfig { rate: 1e-9, ..CONFIG };
        let warnings = |weight: i16| {
            let mut network = Model::new(1, dataset.feature_count(), 128, 0.0).network_file::<Kaleido>(Base::Hce);
            network.ft_weights.fill(weight);
            let mut warnings = Vec::new();
            let on_epoch = |stats: &EpochStats| warnings.extend(stats.warning());
            train::<Kaleido>(&dataset, &config, Some(&fine_tuned(&network)), None, on_epoch).unwrap();
            warnings
        };
        assert!(warnings(500).is_empty());
        let warnings = warnings(1500);
        assert_eq!(warnings.len(), CONFIG.epochs);
        let peak = 1500 * dataset.features(0).len() + 204;
        assert!(warnings[0].starts_with(&format!("accumulators reach {peak}, ")), "{warnings:?}");
    }
}
