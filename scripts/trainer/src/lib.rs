//! Network trainer: trains the [networks](eval::nnue) with positions of self-play games.
//!
//! [`train`] is the entry point: it trains a network on a [`Dataset`] as a [`TrainConfig`] says, and returns the
//! [`NetworkFile`](eval::nnue::NetworkFile). The command is `cargo tune network`. [`train_in_rounds`] trains by local
//! SGD, with positions that lie in shards on other machines; [`answer_round`] is what a shard does.
//!
//! A network is a correction of the [hand-crafted evaluation](eval::hce) (HCE) or of its PSQT alone: its output is
//! added to that [base](eval::nnue::Base), and the sum is compared with the searches' scores and the game's result, as
//! expected scores by the win model whose scale predicts the results from the searches' own scores best. The loss is
//! the mean squared error. It is minimised by mini-batch gradient descent (Adam, with decoupled weight decay as in
//! AdamW); positions are mirrored at random (data augmentation). Equal games, settings and seeds give equal networks on
//! any number of threads.

pub mod checkpoint;
mod dataset;
mod local_sgd;
mod model;
mod round;
mod trainer;
mod validation;

use anyhow::{Result, ensure};
use eval::nnue::L1_SIZES;
use serde::{Deserialize, Serialize};

pub use dataset::Dataset;
pub use local_sgd::train_in_rounds;
pub use round::{LocalSgdConfig, answer_round, line_limit};
pub use trainer::{InitialNetwork, check_initial, read_initial, train};

/// Training configuration: targets and hyperparameters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainConfig {
    /// L1 size of the network, one of [`L1_SIZES`].
    pub l1_size: usize,
    /// Weight of the search's score in the target; the rest is the game's result.
    pub search_share: f64,
    /// Epochs: passes over the training set.
    pub epochs: usize,
    /// Batch size: positions in a step of the optimizer.
    pub batch: usize,
    /// Learning rate after the warm-up; it falls along a cosine.
    pub rate: f64,
    /// Weight decay of the feature transformer, as a multiple of the learning rate: towards zero, or in fine-tuning
    /// towards the initial network. The outputs have a quarter of it. Prevents overfitting with few positions.
    pub decay: f64,
    /// Seed of initial weights, order of the positions, and mirroring.
    pub seed: u64,
}

/// Checks an L1 size: it is one of [`L1_SIZES`].
fn check_l1_size(l1_size: usize) -> Result<()> {
    ensure!(L1_SIZES.contains(&l1_size), "an L1 size of {l1_size}: it is one of {L1_SIZES:?}");
    Ok(())
}

impl TrainConfig {
    /// L1 size where none is named.
    pub fn default_l1_size() -> usize {
        L1_SIZES[0]
    }

    /// Checks the ranges of the hyperparameters.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<()> {
        check_l1_size(self.l1_size)?;
        ensure!((0.0..=1.0).contains(&self.search_share), "a share of {}: it lies between 0 and 1", self.search_share);
        ensure!(
            self.epochs > 0 && self.batch > 0,
            "{} epochs of batches of {}: nothing to do",
            self.epochs,
            self.batch
        );
        ensure!(self.rate > 0.0 && self.rate <= 1.0, "a rate of {}: it lies between 0 and 1", self.rate);
        let forgotten = self.rate * self.decay;
        ensure!((0.0..1.0).contains(&forgotten), "a decay of {}: all would be forgotten at once", self.decay);
        Ok(())
    }
}

/// Statistics of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochStats {
    /// Epochs so far.
    pub epochs: usize,
    /// Training loss (mean squared error), during the epoch.
    pub training_loss: f64,
    /// Validation loss of the initial network, if there is one.
    pub initial_loss: Option<f64>,
    /// Validation loss after the epoch, with quantised weights.
    pub validation_loss: f64,
    /// Validation loss of the base alone, with the best constant for the side to move.
    pub base_loss: f64,
    /// Scale of the win model, in centipawns.
    pub scale: f64,
    /// Largest absolute value of an accumulator in the validation, in units of 1 / [`QA`](eval::nnue::QA).
    pub peak: i32,
}

impl EpochStats {
    /// The losses and the scale in words.
    pub fn describe(&self) -> String {
        let EpochStats { training_loss, initial_loss, validation_loss, base_loss, scale, .. } = self;
        let initial = initial_loss.map_or_else(String::new, |loss| format!(", initial network {loss:.6}"));
        format!(
            "training loss {training_loss:.6}, validation loss {validation_loss:.6}{initial}, base {base_loss:.6}, \
             scale {scale:.0}"
        )
    }

    /// Warning that accumulators do not fit into their 16 bits; nothing if they do. The validation sums them with more
    /// bits, in play they wrap.
    pub fn warning(&self) -> Option<String> {
        let (peak, most) = (self.peak, i16::MAX);
        if peak <= i32::from(most) {
            return None;
        }
        Some(format!("accumulators reach {peak}, and 16 bits hold {most}: in play they wrap; more decay helps"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::model::Model;
    use engine::eval::Evaluator;
    use engine::game::{BoardObserver, Game, Seat};
    use engine::variants::{Chess, Kaleido, KnightRelay};
    use eval::nnue::{Base, Network, NetworkFile};
    use eval::{HandCraftedEval, HceEvaluator, NnueEvaluator};
    use referee::players::MatchGame;
    use selfplay::{GameSample, SelfPlay, samples};

    pub(crate) const CONFIG: TrainConfig =
        TrainConfig { l1_size: 128, search_share: 0.9, epochs: 3, batch: 64, rate: 0.002, decay: 1.0, seed: 1 };

    /// Positions of a few games, with the scores that `truth` makes of them.
    pub(crate) fn positions<G: MatchGame>(truth: impl Fn(&G) -> i32) -> Vec<GameSample<G>> {
        let play = SelfPlay::with_nodes(40);
        let games = (1..45).map(|seed| play.play::<G>(seed).unwrap());
        let found = games.flat_map(|game| samples::<G>(&game, 0.0).unwrap());
        found.map(|sample| GameSample { score: truth(&sample.position), ..sample }).collect()
    }

    /// Fine-tuning of a network.
    pub(crate) fn fine_tuned(network: &NetworkFile) -> InitialNetwork {
        InitialNetwork { network: network.clone(), fine_tune: true }
    }

    pub(crate) fn hce<G: HandCraftedEval>(position: &G) -> i32 {
        let mut evaluator = HceEvaluator::<G>::default();
        evaluator.reset(position);
        evaluator.evaluate(position)
    }

    #[test]
    fn a_network_learns_the_error_of_the_hce() {
        // Pieces on the middle files are worth 40 more than the HCE says, and the move 120.
        struct Middle([i32; 2]);
        impl<G> BoardObserver<G> for Middle {
            fn put(&mut self, seat: Seat, _: usize, field: usize) {
                self.0[seat.index()] += i32::from((2..6).contains(&(field % 8)));
            }
        }
        let truth = |position: &KnightRelay| {
            let mut middle = Middle([0; 2]);
            position.populate(&mut middle);
            let sign = if position.side_to_move() == Seat::WHITE { 1 } else { -1 };
            sign * (hce(position) + 120) + 40 * (middle.0[0] - middle.0[1])
        };
        let samples = positions(truth);
        for l1_size in L1_SIZES {
            learns(&samples, l1_size);
        }
    }

    /// Trains a network of that L1 size, and checks that its quantised values are far closer than those of the HCE.
    fn learns(samples: &[GameSample<KnightRelay>], l1_size: usize) {
        let dataset = Dataset::new(samples, Base::Hce);
        let split = dataset.training_len();
        let config = TrainConfig { l1_size, search_share: 1.0, epochs: 12, ..CONFIG };
        let mut epochs = Vec::new();
        let weights = train::<KnightRelay>(&dataset, &config, None, None, |stats| epochs.push(*stats)).unwrap();
        assert_eq!(epochs.len(), 12);
        let last = epochs.last().unwrap();
        assert!(last.validation_loss < 0.5 * last.base_loss, "{last:?}");
        // The quantised network has learned it too.
        let network = Arc::new(Network::new::<KnightRelay>(&weights).unwrap());
        let mut nnue = NnueEvaluator::new(Some(network));
        let mut errors = [0, 0];
        for sample in &samples[split..] {
            nnue.reset(&sample.position);
            let sign = if sample.position.side_to_move() == Seat::WHITE { 1 } else { -1 };
            errors[0] += (hce(&sample.position) - sign * sample.score).abs();
            errors[1] += (nnue.evaluate(&sample.position) - sign * sample.score).abs();
        }
        assert!(2 * errors[1] < errors[0], "{errors:?}");
    }

    #[test]
    fn training_is_reproducible_and_resumes() {
        let samples = positions::<Kaleido>(hce);
        let dataset = Dataset::new(&samples, Base::Hce);
        let whole = train::<Kaleido>(&dataset, &CONFIG, None, None, |_| ()).unwrap();
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| train::<Kaleido>(&dataset, &CONFIG, None, None, |_| ())).unwrap(), whole);
        assert_eq!(Dataset::decode(&dataset.encode()).unwrap(), dataset);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("training.state");
        // The checkpoint of a training that is killed in its second epoch.
        let left = file.with_extension("left");
        let keep = |stats: &EpochStats| {
            if stats.epochs == 2 {
                std::fs::copy(&file, &left).unwrap();
            }
        };
        assert_eq!(train::<Kaleido>(&dataset, &CONFIG, None, Some(&file), keep).unwrap(), whole);
        std::fs::rename(left, &file).unwrap();
        let mut epochs = 0;
        assert_eq!(train::<Kaleido>(&dataset, &CONFIG, None, Some(&file), |_| epochs += 1).unwrap(), whole);
        assert_eq!(epochs, 2);
        let fault = |config: &TrainConfig, dataset: &Dataset| {
            format!("{:#}", train::<Kaleido>(dataset, config, None, Some(&file), |_| ()).unwrap_err())
        };
        assert!(fault(&TrainConfig { seed: 2, ..CONFIG }, &dataset).contains("the state of other work"));
        let mut others = samples.clone();
        others[0].score += 1;
        assert!(fault(&CONFIG, &Dataset::new(&others, Base::Hce)).contains("another dataset"));
        std::fs::write(&file, b"nothing").unwrap();
        assert!(fault(&CONFIG, &dataset).contains("not a state of this version"));
    }

    #[test]
    fn fine_tuning_begins_with_the_initial_network_and_decays_towards_it() {
        let samples = positions::<Kaleido>(hce);
        let dataset = Dataset::new(&samples, Base::Hce);
        let first = train::<Kaleido>(&dataset, &CONFIG, None, None, |_| ()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("training.state");
        // Hardly a step, but at the full rate the weights decay by three tenths.
        let still = TrainConfig { rate: 1e-9, decay: 3e8, ..CONFIG };
        assert_eq!(train::<Kaleido>(&dataset, &still, Some(&fine_tuned(&first)), Some(&file), |_| ()).unwrap(), first);
        let begun = InitialNetwork { fine_tune: false, ..fine_tuned(&first) };
        for initial in [None, Some(&begun)] {
            let forgotten = train::<Kaleido>(&dataset, &still, initial, None, |_| ()).unwrap();
            assert!(forgotten.ft_weights.iter().all(|&weight| weight == 0));
        }

        let fault = |initial: &NetworkFile, config: &TrainConfig, base: Base| {
            let (dataset, initial) = (Dataset::new(&samples, base), fine_tuned(initial));
            format!("{:#}", train::<Kaleido>(&dataset, config, Some(&initial), Some(&file), |_| ()).unwrap_err())
        };
        let mut other = first.clone();
        other.ft_biases[0] += 1;
        assert!(fault(&other, &still, Base::Hce).contains("another initial network"), "a resumed training");
        let wider = TrainConfig { l1_size: 256, ..still };
        assert_eq!(fault(&first, &wider, Base::Hce), "the initial network has an L1 size of 128, not 256");
        assert_eq!(fault(&first, &still, Base::Psqt), "the initial network has the base hce, not psqt");
        let counted = NetworkFile { piece_count: 5, ..first.clone() };
        assert_eq!(fault(&counted, &still, Base::Hce), "the initial network is made for 5 pieces, not 36");
        let quex = NetworkFile { variant: "quex".to_string(), ..first };
        assert_eq!(fault(&quex, &still, Base::Hce), "the initial network: a network for quex, not for kaleido");
    }

    #[test]
    fn a_fine_tuning_that_is_interrupted_decays_towards_the_same_network() {
        let dataset = Dataset::new(&positions::<Kaleido>(hce), Base::Hce);
        let first = train::<Kaleido>(&dataset, &CONFIG, None, None, |_| ()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (file, left) = (folder.path().join("training.state"), folder.path().join("left"));
        let config = TrainConfig { decay: 100.0, seed: 3, ..CONFIG };
        let keep = |stats: &EpochStats| {
            if stats.epochs == 2 {
                std::fs::copy(&file, &left).unwrap();
            }
        };
        let initial = fine_tuned(&first);
        let whole = train::<Kaleido>(&dataset, &config, Some(&initial), Some(&file), keep).unwrap();
        assert_ne!(whole, first);
        assert_eq!(train::<Kaleido>(&dataset, &config, Some(&initial), Some(&left), |_| ()).unwrap(), whole);
    }

    #[test]
    fn a_training_that_begins_with_a_network_tells_its_loss() {
        let dataset = Dataset::new(&positions::<Kaleido>(|position| hce(position) + 50), Base::Hce);
        let still = TrainConfig { rate: 1e-9, epochs: 1, ..CONFIG };
        let last = |config: &TrainConfig, initial: Option<&InitialNetwork>| {
            let mut last = None;
            let network = train::<Kaleido>(&dataset, config, initial, None, |stats| last = Some(*stats)).unwrap();
            (network, last.unwrap())
        };
        let (first, trained) = last(&CONFIG, None);
        assert_eq!(trained.initial_loss, None);
        assert!(trained.describe().ends_with(&format!(", scale {:.0}", trained.scale)), "{}", trained.describe());
        for fine_tune in [false, true] {
            let initial = InitialNetwork { network: first.clone(), fine_tune };
            let (same, begun) = last(&still, Some(&initial));
            assert_eq!((same, begun.initial_loss), (first.clone(), Some(trained.validation_loss)));
            let described = begun.describe();
            assert!(described.contains(&format!(", initial network {:.6}, ", trained.validation_loss)), "{described}");
        }
    }

    #[test]
    fn networks_of_other_games_with_the_same_inputs_are_adopted() {
        let (folder, tempo) = (tempfile::tempdir().unwrap(), 30.0);
        let write = |name: &str, network: &NetworkFile| {
            let file = folder.path().join(name);
            std::fs::write(&file, postcard::to_stdvec(network).unwrap()).unwrap();
            file
        };
        let inputs = Chess::feature_set().mirror().len();
        let of_chess = Model::new(1, inputs, 256, tempo).network_file::<Chess>(Base::Psqt);
        let file = write("chess", &of_chess);
        let adopted = read_initial::<KnightRelay>(&file).unwrap();
        let piece_count = KnightRelay::feature_set().piece_count() as u16;
        assert_eq!(adopted, NetworkFile { variant: "knightrelay".to_string(), piece_count, ..of_chess.clone() });
        assert_eq!(read_initial::<Chess>(&file).unwrap(), of_chess);
        let fault = |file: &Path| format!("{:#}", read_initial::<Kaleido>(file).unwrap_err());
        let wanted = Kaleido::feature_set().mirror().len();
        let inputs = format!("a network for chess with {inputs} inputs, and kaleido has {wanted}");
        assert_eq!(fault(&file), format!("{}: {inputs}", file.display()));
        let none = write("none", &NetworkFile { ft_biases: vec![], ..of_chess });
        for file in [none, folder.path().join("nowhere")] {
            assert!(fault(&file).starts_with(&format!("{}: ", file.display())));
        }
    }

    #[test]
    fn invalid_configurations_are_refused() {
        let dataset = Dataset::new(&positions::<Kaleido>(hce), Base::Hce);
        let fault =
            |config: TrainConfig| train::<Kaleido>(&dataset, &config, None, None, |_| ()).unwrap_err().to_string();
        assert!(fault(TrainConfig { l1_size: 100, ..CONFIG }).contains("an L1 size of 100"));
        assert!(fault(TrainConfig { search_share: 7.0, ..CONFIG }).contains("a share of 7"));
        assert!(fault(TrainConfig { rate: f64::NAN, ..CONFIG }).contains("a rate of NaN"));
        assert!(fault(TrainConfig { decay: 1e6, ..CONFIG }).contains("a decay of 1000000"));
        assert!(fault(TrainConfig { epochs: 0, ..CONFIG }).contains("0 epochs"));
        assert!(fault(TrainConfig { batch: 0, ..CONFIG }).contains("batches of 0"));
        let none = Dataset::new::<Kaleido>(&[], Base::Hce);
        let fault = train::<Kaleido>(&none, &CONFIG, None, None, |_| ()).unwrap_err().to_string();
        assert_eq!(fault, "0 positions are too few to learn from");
    }
}
