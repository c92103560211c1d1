//! Perspective NNUE: (768 -> L1)x2 -> 1, SCReLU, 8 output buckets by piece count (768 inputs in chess). L1 is 128, 256
//! or 512, as its file says.
//!
//! Efficiently updatable neural networks (NNUE; Yu Nasu, 2018; chessprogramming wiki: "NNUE"). A network adds to the
//! [hand-crafted evaluation](crate::hce) (HCE), or to its PSQT, what that one misses.
//!
//! | layer | shape | here |
//! |---|---|---|
//! | input features | one-hot, sparse | [`FeatureSet`]: own/enemy x kind x field, else a game's own |
//! | feature transformer (FT) | inputs x L1 + bias per perspective | `AccumulatorStack`, [`QA`] = 1020 |
//! | activation | SCReLU: clamp(x, 0, 1)² | `L1Block::screlu_dot` |
//! | output | 2 x L1 -> 1 per output bucket, side to move first | [`QB`] = 1024, scaled by [`EVAL_SCALE`] = 400 |
//!
//! | games | inputs | made of |
//! |---|---|---|
//! | chess, knight relay, relatives of chess on eight files | 768 | 2 x 6 kinds x 64 squares |
//! | Capablanca chess | 1280 | 2 x 8 x 80 |
//! | Quex, Keyles | 2200 | 2 x 11 x 100 |
//! | KaleidoChess | 1602 | 2 x 9 x 89 |
//! | Chex | 5940 | offsets from the kings, piles, hand: `eval/src/chex/nnue_features.rs` |
//!
//! Special here:
//!
//! * **Residual training.** `cargo tune network` fits the network to target minus [`Base`], the HCE or its PSQT alone;
//!   the trainer is in `scripts/trainer`.
//! * **Before the endgame scale.** The output is added to the HCE before the value is scaled by the kind of endgame
//!   ([`HandCraftedEval::final_value`]).
//! * **Lazy accumulators.** `AccumulatorStack` records what each ply changes and computes accumulators only when a
//!   value is asked for; many positions are never evaluated. Chex has no fields that a piece keeps; its accumulators
//!   are refreshed for each evaluation.
//!
//! Networks are kept in `eval/networks`, one file a game ([`NetworkFile`]); a game has one if its `EvalParams` names a
//! file (`embedded_network!`). [`NnueEvaluator`] is HCE and network together, the
//! [`Evaluator`](engine::eval::Evaluator) that is played with.

mod accumulator;
mod evaluator;
mod feature_set;

/// The network of a game as an item of its `EvalParams`: embedded from `eval/networks`, read at the first use;
/// `none` for a game that has none yet.
macro_rules! embedded_network {
    ($game:ty, $file:literal) => {
        fn network() -> Option<std::sync::Arc<$crate::nnue::Network>> {
            use std::sync::{Arc, LazyLock};
            static BYTES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/networks/", $file));
            static NETWORK: LazyLock<Arc<$crate::nnue::Network>> = LazyLock::new(|| {
                $crate::nnue::Network::read::<$game>(BYTES).expect("the tests read the networks of all games")
            });
            Some(NETWORK.clone())
        }
    };
    (none) => {
        fn network() -> Option<std::sync::Arc<$crate::nnue::Network>> {
            None
        }
    };
}

pub(crate) use embedded_network;

use std::fmt;
use std::sync::Arc;

use engine::game::Seat;
use engine::variants::Variant;
use serde::{Deserialize, Serialize};

use crate::HandCraftedEval;

use accumulator::L1Block;
pub use evaluator::NnueEvaluator;
pub use feature_set::{ActiveFeatures, CustomFeatures, FeatureSet, PieceSquareFeatures};

/// L1 sizes that a network may have: neurons of the hidden layer per perspective, outputs of the feature transformer.
pub const L1_SIZES: [usize; 3] = [128, 256, 512];

/// Neurons of a block, which is worked on at a time. All [`L1_SIZES`] are multiples.
const L1_BLOCK: usize = 128;

/// Output buckets: sets of output weights with a bias, one for each eighth of the game by piece count.
pub const OUTPUT_BUCKETS: usize = 8;

/// Quantisation of the feature transformer: 1.0 in accumulators and in their weights. Sums of 16 bits reach from -32 to
/// 32.
pub const QA: i16 = 1020;

/// Quantisation of the output weights and biases: 1.0.
pub const QB: i16 = 1024;

/// Centipawns of an output of 1.0.
pub const EVAL_SCALE: i32 = 400;

/// Bits of a SCReLU square that are dropped, so that it fits into 16 bits with a sign.
const SCRELU_SHIFT: u32 = 10;

/// Bits by which an activation is shifted up before it is squared: the upper 16 of 32 bits are then the square shifted
/// down by [`SCRELU_SHIFT`].
const SCRELU_PRESHIFT: u32 = (16 - SCRELU_SHIFT) / 2;

/// Largest output weight and bias of a network with an L1 size, one of [`L1_SIZES`], in units of 1 / [`QB`].
///
/// An output is the sum of a bias and of 2 x L1 weights, each times a SCReLU square of at most 1.0. Its 32 bits hold
/// 2064.0. With 512 neurons 2 x 512 x 2.0 + 2.0 fit in; with half as many, weights twice as large do.
pub const fn max_output_weight(l1_size: usize) -> i16 {
    match l1_size {
        ..=128 => 8 * QB,
        129..=256 => 4 * QB,
        _ => 2 * QB,
    }
}

const _: () = {
    let square = (QA as i64 * QA as i64) >> SCRELU_SHIFT;
    let mut i = 0;
    while i < L1_SIZES.len() {
        let most = max_output_weight(L1_SIZES[i]) as i64;
        let perspective = square * most * L1_SIZES[i] as i64;
        let bias = OUTPUT_ONE * most / QB as i64;
        assert!(2 * perspective + bias <= i32::MAX as i64, "outputs fit into 32 bits");
        i += 1;
    }
};

/// 1.0 in an output: QA² · QB, less the bits dropped.
const OUTPUT_ONE: i64 = (QA as i64 * QA as i64 * QB as i64) >> SCRELU_SHIFT;

/// Base of a network: the part of the hand-crafted evaluation (HCE) that its output is added to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Base {
    /// The whole HCE.
    #[default]
    Hce,
    /// PSQT, progress, tempo and endgame scale: what costs little.
    Psqt,
}

impl Base {
    /// Name of the base, as in files and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Base::Hce => "hce",
            Base::Psqt => "psqt",
        }
    }
}

/// Network file: quantised weights, in [postcard](https://postcard.jamesmunns.com/wire-format) (field names are not
/// stored).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetworkFile {
    /// Version of the format, [`NetworkFile::FORMAT`]. 1 has no `base`, which is the HCE.
    ///
    /// Networks of formats 1 and 2 are antisymmetric: they have output weights for the side to move alone, the
    /// opponent's being those with the other sign, and no output biases. They are read as files of format 3, so that
    /// one inference serves all.
    pub format: u32,
    /// Name of the game.
    pub variant: String,
    /// Piece count whose eighths are the output buckets: that of the start position, where it is not empty.
    pub piece_count: u16,
    /// Feature transformer biases. Their number is the L1 size, one of [`L1_SIZES`].
    pub ft_biases: Vec<i16>,
    /// Feature transformer weights: one for each neuron of each input, input by input.
    pub ft_weights: Vec<i16>,
    /// Output weights, bucket by bucket: one for each neuron of the side to move, then one for each of the opponent.
    pub output_weights: Vec<i16>,
    /// Base, since format 2.
    pub base: Base,
    /// Output biases, one for each output bucket, since format 3.
    pub output_biases: Vec<i16>,
}

impl NetworkFile {
    /// Version of the format.
    pub const FORMAT: u32 = 3;

    /// Size that no file of a network exceeds, in bytes. A number of 16 bits takes up to three.
    pub const MAX_BYTES: usize = 10 << 20;

    /// Reads a file of this format, or of an earlier one as one of this.
    ///
    /// # Errors
    /// If the bytes are no network, or more than one.
    pub fn read(bytes: &[u8]) -> Result<NetworkFile, NetworkError> {
        let (format, _): (u32, _) = postcard::take_from_bytes(bytes)?;
        Network::check_format(format)?;
        // The fields of format 1.
        let (fields, rest) = postcard::take_from_bytes(bytes)?;
        let (_, variant, piece_count, ft_biases, ft_weights, output_weights): (u32, _, _, Vec<i16>, _, Vec<i16>) =
            fields;
        let (base, rest) = if format < 2 { (Base::Hce, rest) } else { postcard::take_from_bytes(rest)? };
        let (output_weights, output_biases, rest) = if format < 3 {
            (antisymmetric(&output_weights, ft_biases.len())?, vec![0; OUTPUT_BUCKETS], rest)
        } else {
            let (output_biases, rest) = postcard::take_from_bytes(rest)?;
            (output_weights, output_biases, rest)
        };
        if rest.is_empty() {
            let format = NetworkFile::FORMAT;
            return Ok(NetworkFile {
                format,
                variant,
                piece_count,
                ft_biases,
                ft_weights,
                output_weights,
                base,
                output_biases,
            });
        }
        Err(NetworkError::Damaged(match rest.len() {
            1 => "a byte follows the weights".to_string(),
            bytes => format!("{bytes} bytes follow the weights"),
        }))
    }
}

/// Output weights of both perspectives from those of formats 1 and 2, a row for each output bucket: the opponent's have
/// the other sign.
///
/// # Errors
/// If their number is another one.
fn antisymmetric(rows: &[i16], l1_size: usize) -> Result<Vec<i16>, NetworkError> {
    let wanted = OUTPUT_BUCKETS * l1_size;
    if rows.len() != wanted || wanted == 0 {
        return Err(NetworkError::Damaged(format!("it has {} output weights, not {wanted}", rows.len())));
    }
    let both = |row: &[i16]| [row.to_vec(), row.iter().map(|weight| weight.saturating_neg()).collect()].concat();
    Ok(rows.chunks(l1_size).flat_map(both).collect())
}

/// Error: bytes that are no network, or another game's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The network is another game's.
    OtherGame {
        /// Game of the network.
        found: Variant,
        /// Name of the game that asks for one.
        wanted: &'static str,
    },
    /// The bytes are no network, or damaged; the reason.
    Damaged(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::OtherGame { found, wanted } => write!(f, "a network for {}, not for {wanted}", found.name()),
            NetworkError::Damaged(why) => write!(f, "not a network that can be used: {why}"),
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<postcard::Error> for NetworkError {
    fn from(error: postcard::Error) -> Self {
        NetworkError::Damaged(match error {
            postcard::Error::DeserializeUnexpectedEnd => "the file is cut short".to_string(),
            error => error.to_string(),
        })
    }
}

/// Network, ready for inference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// With [`FeatureSet::PieceSquare`]: the inputs of a piece from White's and from Black's perspective, by seat, then
    /// by kind and field.
    inputs: [Vec<[u16; 2]>; 2],
    fields: usize,
    piece_count: usize,
    /// A row of blocks: the L1 size.
    ft_biases: Vec<L1Block>,
    /// A row of blocks for each input.
    ft_weights: Vec<L1Block>,
    /// Two rows of blocks for each output bucket: for the perspective of the side to move and for that of its opponent.
    output_weights: Vec<L1Block>,
    /// For each output bucket, in units of 1 / [`OUTPUT_ONE`].
    output_biases: Vec<i32>,
    base: Base,
}

impl Network {
    /// Game of a network, by the first bytes of its file.
    ///
    /// # Errors
    /// If the bytes do not begin as a network of a known game does.
    pub fn variant_of(bytes: &[u8]) -> Result<Variant, NetworkError> {
        let (format, rest) = postcard::take_from_bytes(bytes)?;
        Network::check_format(format)?;
        let (name, _) = postcard::take_from_bytes(rest)?;
        Network::find_variant(name)
    }

    fn check_format(format: u32) -> Result<(), NetworkError> {
        let newest = NetworkFile::FORMAT;
        if (1..=newest).contains(&format) {
            return Ok(());
        }
        Err(NetworkError::Damaged(format!("its format is {format}, not one from 1 to {newest}")))
    }

    fn find_variant(name: &str) -> Result<Variant, NetworkError> {
        name.parse().map_err(|_| NetworkError::Damaged("it is for no game that is known here".to_string()))
    }

    /// Reads the network of a game from the bytes of its file.
    ///
    /// # Errors
    /// If the bytes are no network, or another game's.
    pub fn read<G: HandCraftedEval>(bytes: &[u8]) -> Result<Arc<Network>, NetworkError> {
        Network::variant_of(bytes)?;
        Ok(Arc::new(Network::new::<G>(&NetworkFile::read(bytes)?)?))
    }

    /// Network of a game from its weights.
    ///
    /// # Errors
    /// If the weights are those of another game, their numbers do not fit, or an output weight or bias is too large.
    pub fn new<G: HandCraftedEval>(file: &NetworkFile) -> Result<Network, NetworkError> {
        let feature_set = G::feature_set();
        let inputs = feature_set.mirror().len();
        let NetworkFile { format, variant, piece_count, ft_biases, ft_weights, output_weights, base, output_biases } =
            file;
        Network::check_format(*format)?;
        let found = Network::find_variant(variant)?;
        if found.name() != G::name() {
            return Err(NetworkError::OtherGame { found, wanted: G::name() });
        }
        let l1_size = ft_biases.len();
        if !L1_SIZES.contains(&l1_size) {
            return Err(NetworkError::Damaged(format!("its L1 size is {l1_size}, not one of {L1_SIZES:?}")));
        }
        let found = [ft_weights.len(), output_weights.len(), output_biases.len()];
        let wanted = [inputs * l1_size, OUTPUT_BUCKETS * 2 * l1_size, OUTPUT_BUCKETS];
        if found != wanted {
            let error = format!("it has {found:?} input weights, output weights and output biases, not {wanted:?}");
            return Err(NetworkError::Damaged(error));
        }
        if *piece_count == 0 {
            return Err(NetworkError::Damaged("it is made for 0 pieces".to_string()));
        }
        let most = max_output_weight(l1_size);
        let allowed = -most..=most;
        for (numbers, name) in [(output_weights, "weight"), (output_biases, "bias")] {
            if let Some(number) = numbers.iter().find(|number| !allowed.contains(number)) {
                return Err(NetworkError::Damaged(format!("an output {name} of {number} is too large")));
            }
        }
        let (inputs, fields) = match &feature_set {
            FeatureSet::PieceSquare(features) => (Seat::BOTH.map(|seat| features.inputs_of(seat)), features.fields()),
            FeatureSet::Custom(_) => Default::default(),
        };
        Ok(Network {
            inputs,
            fields,
            piece_count: usize::from(*piece_count),
            ft_biases: L1Block::all_of(ft_biases),
            ft_weights: L1Block::all_of(ft_weights),
            output_weights: L1Block::all_of(output_weights),
            output_biases: output_biases.iter().map(|&bias| requantized_bias(bias)).collect(),
            base: *base,
        })
    }

    /// Network file of the weights, the inverse of [`new`](Network::new).
    pub fn to_file<G: HandCraftedEval>(&self) -> NetworkFile {
        NetworkFile {
            format: NetworkFile::FORMAT,
            variant: G::name().to_string(),
            piece_count: self.piece_count as u16,
            ft_biases: L1Block::numbers_of(&self.ft_biases),
            ft_weights: L1Block::numbers_of(&self.ft_weights),
            output_weights: L1Block::numbers_of(&self.output_weights),
            base: self.base,
            output_biases: self.output_biases.iter().map(|&bias| file_bias(bias)).collect(),
        }
    }

    /// Base of the network.
    pub fn base(&self) -> Base {
        self.base
    }

    /// Blocks of a row.
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.ft_biases.len()
    }

    /// Output bucket of a position with `pieces` of the `at_start` that the game begins with.
    pub fn output_bucket(pieces: usize, at_start: usize) -> usize {
        (pieces.saturating_sub(1) * OUTPUT_BUCKETS / at_start).min(OUTPUT_BUCKETS - 1)
    }

    /// Inputs of a piece from White's and from Black's perspective.
    #[inline(always)]
    fn inputs_of(&self, seat: Seat, kind: usize, field: usize) -> [u16; 2] {
        self.inputs[seat.index()][kind * self.fields + field]
    }
}

/// Output bias of a file in the unit of outputs.
fn requantized_bias(bias: i16) -> i32 {
    (i64::from(bias) * OUTPUT_ONE / i64::from(QB)) as i32
}

/// Output bias in the unit of a file, the inverse of [`requantized_bias`].
fn file_bias(bias: i32) -> i16 {
    (f64::from(bias) * f64::from(QB) / OUTPUT_ONE as f64).round() as i16
}

/// Dequantises an output to centipawns.
fn centipawns(output: i32) -> i32 {
    (i64::from(output) * i64::from(EVAL_SCALE) / OUTPUT_ONE) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::Evaluator;
    use engine::game::Game;
    use engine::moves::MoveList;
    use engine::variants::{Chess, Chex, ChexByMail, Kaleido, Keyles, Quex, TwoPlayerVariant};
    use engine::with_two_player_game;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::evaluator::NnueState;

    /// Network of the smallest L1 size with random weights everywhere.
    fn random_network<G: HandCraftedEval>() -> NetworkFile {
        random_network_of::<G>(L1_SIZES[0])
    }

    /// Network with random weights everywhere.
    fn random_network_of<G: HandCraftedEval>(l1_size: usize) -> NetworkFile {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut numbers = |count: usize, limit: i64| -> Vec<i16> {
            (0..count).map(|_| (random.next_u64() as i64 % limit) as i16).collect()
        };
        let inputs = G::feature_set().mirror().len();
        NetworkFile {
            format: NetworkFile::FORMAT,
            variant: G::name().into(),
            piece_count: 32,
            ft_biases: numbers(l1_size, 800),
            ft_weights: numbers(inputs * l1_size, 500),
            output_weights: numbers(OUTPUT_BUCKETS * 2 * l1_size, 300),
            base: Base::Hce,
            output_biases: numbers(OUTPUT_BUCKETS, 300),
        }
    }

    /// Reference inference in floating point, from the definition.
    fn reference_value<G: HandCraftedEval>(weights: &NetworkFile, position: &G) -> f64 {
        let features = G::feature_set().extract(position);
        let l1_size = weights.ft_biases.len();
        let bucket = (features.piece_count.saturating_sub(1) * OUTPUT_BUCKETS / usize::from(weights.piece_count))
            .min(OUTPUT_BUCKETS - 1);
        let dot = |perspective: usize, seat: Seat| -> f64 {
            let output = |neuron: usize| {
                let row = |pair: &[u16; 2]| weights.ft_weights[usize::from(pair[seat.index()]) * l1_size + neuron];
                let sum = f64::from(weights.ft_biases[neuron])
                    + features.inputs.iter().map(|pair| f64::from(row(pair))).sum::<f64>();
                let clamped = (sum / 1020.0).clamp(0.0, 1.0);
                let weight = weights.output_weights[(2 * bucket + perspective) * l1_size + neuron];
                clamped * clamped * f64::from(weight) / 1024.0
            };
            (0..l1_size).map(output).sum()
        };
        let side_to_move = position.side_to_move();
        let bias = f64::from(weights.output_biases[bucket]) / 1024.0;
        400.0 * (bias + dot(0, side_to_move) + dot(1, side_to_move.opponent()))
    }

    fn incremental_matches_reference<G: HandCraftedEval + engine::game::CompositeMoves>(l1_size: usize) {
        let weights = random_network_of::<G>(l1_size);
        let network = Arc::new(Network::new::<G>(&weights).unwrap());
        let mut spread = 0;
        for seed in 0..8 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut position, mut state) = (G::start(), NnueState::new(network.clone()));
            state.reset(&position);
            for ply in 0..120 {
                let mut moves = MoveList::new();
                position.composite_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.next_u64() as usize % moves.len()];
                position.make(mv, &mut state);
                if ply % 3 == 0 {
                    let (value, reference) = (state.value(&position), reference_value(&weights, &position));
                    // SCRELU_SHIFT drops the last bits of 2 x L1 squares.
                    let error = (f64::from(value) - reference).abs();
                    assert!(error <= 12.0 * (l1_size / 128) as f64, "{value}, not {reference}: {position:?}");
                    spread = spread.max(value.abs());
                }
            }
        }
        assert!(spread > 100, "values of {} are no further from 0 than {spread}", G::name());
    }

    #[test]
    fn incremental_quantised_inference_matches_the_floating_point_reference() {
        for l1_size in L1_SIZES {
            incremental_matches_reference::<Chess>(l1_size);
            incremental_matches_reference::<Chex>(l1_size);
        }
        incremental_matches_reference::<Quex>(128);
        incremental_matches_reference::<Keyles>(256);
        incremental_matches_reference::<Kaleido>(512);
        incremental_matches_reference::<ChexByMail>(128);
    }

    #[test]
    fn a_network_gives_the_file_that_it_was_made_from() {
        let file = random_network::<Quex>();
        assert!(file.output_biases.iter().any(|&bias| bias != 0));
        assert_eq!(Network::new::<Quex>(&file).unwrap().to_file::<Quex>(), file);
        let most = max_output_weight(L1_SIZES[0]);
        for bias in -most..=most {
            assert_eq!(file_bias(requantized_bias(bias)), bias);
        }
    }

    #[test]
    fn networks_of_other_games_and_damaged_ones_are_refused() {
        let error = |change: &dyn Fn(&mut NetworkFile)| {
            let mut weights = random_network::<Quex>();
            change(&mut weights);
            Network::new::<Quex>(&weights).unwrap_err().to_string()
        };
        assert!(Network::new::<Quex>(&random_network::<Quex>()).is_ok());
        assert_eq!(error(&|weights| weights.variant = "keyles".into()), "a network for keyles, not for quex");
        assert!(error(&|weights| weights.variant = "checkers".into()).ends_with("no game that is known here"));
        assert!(error(&|weights| weights.format = 4).ends_with("its format is 4, not one from 1 to 3"));
        assert!(error(&|weights| _ = weights.ft_weights.pop()).contains("281599"));
        assert!(
            error(&|weights| _ = weights.ft_biases.pop()).ends_with("its L1 size is 127, not one of [128, 256, 512]")
        );
        assert!(error(&|weights| weights.piece_count = 0).contains("0 pieces"));
        assert!(error(&|weights| weights.output_weights[3] = 8193).contains("an output weight of 8193"));
        assert!(error(&|weights| weights.output_biases[3] = -8193).contains("an output bias of -8193"));
        assert!(error(&|weights| _ = weights.output_biases.pop()).contains("2048, 7]"));
        let mut bytes = postcard::to_stdvec(&random_network::<Quex>()).unwrap();
        assert!(Network::read::<Quex>(&bytes).is_ok());
        let error = |bytes: &[u8]| Network::read::<Quex>(bytes).unwrap_err().to_string();
        for length in [0, 1, 3, 20, bytes.len() - 1] {
            assert_eq!(error(&bytes[..length]), "not a network that can be used: the file is cut short", "{length}");
        }
        bytes.extend(b"xx");
        assert!(error(&bytes).ends_with("2 bytes follow the weights"));
        assert!(error(b"hello").ends_with("its format is 104, not one from 1 to 3"));
    }

    /// Checks that sums of 16 bits, which wrap around with weights that a file may hold, are equal on every path.
    fn check_wrapped_sums<G: HandCraftedEval + engine::game::CompositeMoves>(l1_size: usize) {
        let mut weights = random_network_of::<G>(l1_size);
        weights
            .ft_weights
            .iter_mut()
            .chain(&mut weights.ft_biases)
            .for_each(|weight| *weight = weight.wrapping_mul(97));
        for numbers in [&mut weights.output_weights, &mut weights.output_biases] {
            numbers.iter_mut().for_each(|number| *number = number.signum() * max_output_weight(l1_size));
        }
        let network = Arc::new(Network::new::<G>(&weights).unwrap());
        let evaluator = || NnueEvaluator::<G>::new(Some(network.clone()));
        let (mut position, mut incremental) = (G::start(), evaluator());
        incremental.reset(&position);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..60 {
            let mut moves = MoveList::new();
            position.composite_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.next_u64() as usize % moves.len()], &mut incremental);
            let mut refreshed = evaluator();
            refreshed.reset(&position);
            assert_eq!(incremental.evaluate(&position), refreshed.evaluate(&position), "{position:?}");
        }
    }

    #[test]
    fn wrapped_sums_are_equal_updated_and_refreshed() {
        for variant in TwoPlayerVariant::ALL {
            with_two_player_game!(variant, G => check_wrapped_sums::<G>(128));
        }
        check_wrapped_sums::<Chess>(512);
    }

    #[test]
    fn the_largest_output_fits_into_32_bits_and_no_larger_weight_is_read() {
        let start = Chess::start();
        for (l1_size, most) in L1_SIZES.into_iter().zip([8192, 4096, 2048]) {
            let random = random_network_of::<Chess>(l1_size);
            let mut file = NetworkFile {
                ft_biases: vec![QA; l1_size],
                ft_weights: vec![0; random.ft_weights.len()],
                output_weights: vec![most; random.output_weights.len()],
                output_biases: vec![most; random.output_biases.len()],
                ..random
            };
            let mut state = NnueState::<Chess>::new(Arc::new(Network::new::<Chess>(&file).unwrap()));
            state.reset(&start);
            let (value, reference) = (f64::from(state.value(&start)), reference_value(&file, &start));
            assert!((value - reference).abs() < reference / 10_000.0, "{value}, not {reference}");
            file.output_weights[5] = -most - 1;
            assert!(Network::new::<Chess>(&file).is_err(), "{l1_size}");
        }
    }

    /// On the PSQT a network that says nothing leaves PSQT, tempo and endgame scale; the terms that are shown add up.
    fn psqt_base_has_no_positional_terms<G: HandCraftedEval>() {
        let silent = |base| NetworkFile {
            base,
            output_weights: vec![0; OUTPUT_BUCKETS * 2 * L1_SIZES[0]],
            output_biases: vec![0; OUTPUT_BUCKETS],
            ..random_network::<G>()
        };
        let network = |base| Some(Arc::new(Network::new::<G>(&silent(base)).unwrap()));
        let start = G::start();
        let mut whole = NnueEvaluator::<G>::new(network(Base::Hce));
        let mut psqt = NnueEvaluator::<G>::new(network(Base::Psqt));
        whole.reset(&start);
        psqt.reset(&start);
        assert_eq!(psqt.evaluate(&start), G::TEMPO, "{}", G::name());
        let (terms, all) = (psqt.terms(&start), whole.terms(&start));
        assert!(terms.len() < all.len(), "{}", G::name());
        assert!(terms.iter().any(|term| term.name == "material") && terms.iter().any(|term| term.name == "network"));
        for term in &terms {
            assert!(all.iter().any(|other| (other.name, &other.seats) == (term.name, &term.seats)), "{term:?}");
        }
    }

    #[test]
    fn a_network_on_the_psqt_has_no_positional_terms() {
        psqt_base_has_no_positional_terms::<Chess>();
        psqt_base_has_no_positional_terms::<Keyles>();
        psqt_base_has_no_positional_terms::<Quex>();
    }

    #[test]
    fn the_largest_network_fits_its_limit() {
        fn largest<G: HandCraftedEval>() {
            let (format, inputs) = (NetworkFile::FORMAT, G::feature_set().mirror().len());
            let [ft_biases, ft_weights, output_weights] =
                [1, inputs, 2 * OUTPUT_BUCKETS].map(|rows| vec![i16::MIN; rows * L1_SIZES[2]]);
            let variant = G::name().to_string();
            let file = NetworkFile {
                format,
                variant,
                piece_count: u16::MAX,
                ft_biases,
                ft_weights,
                output_weights,
                base: Base::Hce,
                output_biases: vec![i16::MIN; OUTPUT_BUCKETS],
            };
            let bytes = postcard::to_stdvec(&file).unwrap();
            assert!(bytes.len() <= NetworkFile::MAX_BYTES, "{}: {} bytes", G::name(), bytes.len());
        }
        for variant in TwoPlayerVariant::ALL {
            with_two_player_game!(variant, G => largest::<G>());
        }
    }
}
