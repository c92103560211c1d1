//! Networks: what is learned of a game beyond the [hand-written](crate::hand_written) evaluation.
//!
//! A network looks at a position with the eyes of both players. Each sees which man of whose stands where, his own side at the bottom, or what else the game's
//! [`View`] makes of the position; the weights of all those inputs add up to [`HIDDEN`] numbers, which on a board follow the moves as they are made. The squares of these numbers, cut off at 0 and 1, are
//! weighed once more, by other weights for each part of the game, told by the number of men. What this comes to for the player to move, less what it
//! comes to for the other one, is added to the hand-written value, in centipawns.
//!
//! So a network says nothing of what it is worth to be on move. That is on purpose: searches see much of it, for they are taught with positions in which
//! somebody is about to do something, and a value that jumps from ply to ply misleads whoever compares values of different plies. With a
//! say in it, networks gained much less, or lost (`docs/strength.md`).
//!
//! The technique is known as NNUE, efficiently updatable neural networks (Yu Nasu, 2018). Networks are taught by
//! `cargo tune network` and kept in `eval/networks`.

mod learned;
mod view;

/// The network of a game as an item of its judge: read from `eval/networks` at the first use.
macro_rules! own_network {
    ($game:ty, $file:literal) => {
        fn network() -> Option<std::sync::Arc<$crate::network::Network>> {
            use std::sync::{Arc, LazyLock};
            static BYTES: &[u8] = include_bytes!(concat!("../../networks/", $file));
            static NETWORK: LazyLock<Arc<$crate::network::Network>> = LazyLock::new(|| {
                $crate::network::Network::read::<$game>(BYTES).expect("the tests read the networks of all games")
            });
            Some(NETWORK.clone())
        }
    };
}

pub(crate) use own_network;

use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::game::Seat;
use serde::{Deserialize, Serialize};
use wide::{i16x16, i32x8};

use crate::Judged;

pub use learned::Learned;
pub use view::{Board, Scene, Seen, View};

/// Numbers that each player's view of a position comes to.
pub const HIDDEN: usize = 128;

/// Plies of the game that have output weights of their own.
pub const BUCKETS: usize = 8;

/// What stands for 1 in the hidden numbers, and in the weights that lead to them. Sums of 16 bits reach from -32 to 32.
pub const HIDDEN_ONE: i16 = 1020;

/// So many bits of a square are left out, so that it is one of 16 bits with a sign...
const SQUARE_COARSER: u32 = 10;

/// ...namely the upper half of what comes out if the number has so many bits more.
const FINER: u32 = (16 - SQUARE_COARSER) / 2;

/// What stands for 1 in the weights that lead to the value.
pub const OUTPUT_ONE: i16 = 1024;

/// Centipawns of an output of 1.
pub const CENTIPAWNS: i32 = 400;

/// No output weight is larger, so that the sum of all products is one of 32 bits.
const LARGEST_OUTPUT: i16 = 2 * OUTPUT_ONE;

/// A network as it is kept in a file: whole numbers, in [postcard](https://postcard.jamesmunns.com/wire-format).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// The version of the format.
    pub format: u32,
    /// The name of the game.
    pub variant: String,
    /// The men of which the parts of the game are eighths: those on the board at the start, where that is not empty.
    pub men: u16,
    /// The hidden numbers of the empty board; [`HIDDEN`] of them.
    pub bias: Vec<i16>,
    /// What each input adds: so many rows of [`HIDDEN`] as there are inputs.
    pub rows: Vec<i16>,
    /// The weights of the hidden numbers in the value: [`HIDDEN`] for each part of the game.
    pub outputs: Vec<i16>,
}

impl Weights {
    /// The version of the format.
    pub const FORMAT: u32 = 1;
}

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(String);

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a network for this game: {}", self.0)
    }
}

impl std::error::Error for Unfit {}

/// One number for each hidden one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Layer([i16; HIDDEN]);

impl Layer {
    fn from_slice(numbers: &[i16]) -> Layer {
        Layer(numbers.try_into().expect("the lengths were looked at"))
    }

    #[inline(always)]
    fn add(&mut self, other: &Layer) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_add(*part));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Layer) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_sub(*part));
    }

    /// The sum with all of some rows.
    #[inline(always)]
    fn with_rows<'a>(&self, rows: impl Iterator<Item = &'a Layer>) -> Layer {
        // So many registers hold all the numbers until the last row is added.
        const PARTS: usize = HIDDEN / 16;
        let part = |layer: &Layer, part: usize| i16x16::new(layer.0.as_chunks().0[part]);
        let mut sums: [i16x16; PARTS] = std::array::from_fn(|i| part(self, i));
        for row in rows {
            sums.iter_mut().enumerate().for_each(|(i, sum)| *sum += part(row, i));
        }
        let mut layer = Layer([0; HIDDEN]);
        layer.0.as_chunks_mut().0.iter_mut().zip(sums).for_each(|(numbers, sum)| *numbers = sum.to_array());
        layer
    }

    /// Becomes another with a row added and one subtracted, in one go.
    #[inline(always)]
    fn replace(&mut self, before: &Layer, added: &Layer, subtracted: &Layer) {
        for i in 0..HIDDEN {
            self.0[i] = before.0[i].wrapping_add(added.0[i]).wrapping_sub(subtracted.0[i]);
        }
    }

    /// The sum of the weighed squares of the numbers, cut off at both ends.
    #[inline(always)]
    fn weighed(&self, weights: &Layer) -> i32 {
        let one = i16x16::splat(HIDDEN_ONE);
        let mut sums = i32x8::ZERO;
        for (numbers, weights) in self.0.as_chunks().0.iter().zip(weights.0.as_chunks().0) {
            let fine = i16x16::new(*numbers).max(i16x16::ZERO).min(one) << FINER;
            sums += fine.mul_keep_high(fine).dot(i16x16::new(*weights));
        }
        sums.reduce_add()
    }
}

/// A network, ready for use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Where men are inputs, those that one is to White and to Black, by seat and by kind and field.
    inputs: [Vec<[u16; 2]>; 2],
    fields: usize,
    men: usize,
    bias: Layer,
    rows: Vec<Layer>,
    outputs: Vec<Layer>,
}

impl Network {
    /// A network of a game, from its file.
    ///
    /// # Errors
    /// If it is none, or another game's.
    pub fn read<G: Judged>(bytes: &[u8]) -> Result<Arc<Network>, Unfit> {
        let weights: Weights = postcard::from_bytes(bytes).map_err(|error| Unfit(error.to_string()))?;
        Network::new::<G>(&weights).map(Arc::new)
    }

    /// A network of a game.
    ///
    /// # Errors
    /// If the weights are those of another game, or not as many as it takes.
    pub fn new<G: Judged>(weights: &Weights) -> Result<Network, Unfit> {
        let view = G::view();
        let inputs = view.mirror().len();
        let Weights { format, variant, men, bias, rows, outputs } = weights;
        if *format != Weights::FORMAT || variant != G::NAME {
            return Err(Unfit(format!("format {format} for {variant}, not {} for {}", Weights::FORMAT, G::NAME)));
        }
        let found = [bias.len(), rows.len(), outputs.len()];
        let wanted = [HIDDEN, inputs * HIDDEN, BUCKETS * HIDDEN];
        if found != wanted || *men == 0 {
            return Err(Unfit(format!("{men} men and {found:?} weights, not {wanted:?}")));
        }
        if let Some(weight) = outputs.iter().find(|weight| !(-LARGEST_OUTPUT..=LARGEST_OUTPUT).contains(weight)) {
            return Err(Unfit(format!("an output weight of {weight}")));
        }
        let (of_men, fields) = match &view {
            View::Board(board) => (Seat::BOTH.map(|seat| board.inputs_of(seat)), board.fields()),
            View::Scene(_) => Default::default(),
        };
        Ok(Network {
            inputs: of_men,
            fields,
            men: usize::from(*men),
            bias: Layer::from_slice(bias),
            rows: rows.chunks_exact(HIDDEN).map(Layer::from_slice).collect(),
            outputs: outputs.chunks_exact(HIDDEN).map(Layer::from_slice).collect(),
        })
    }

    /// The number of the part of the game in which so many men are left of those that there were.
    pub fn bucket(men: usize, at_start: usize) -> usize {
        (men.saturating_sub(1) * BUCKETS / at_start).min(BUCKETS - 1)
    }

    /// The hidden numbers of the empty board.
    fn empty(&self) -> Hidden {
        Hidden { views: [self.bias; 2], men: 0 }
    }

    /// The hidden numbers of a position.
    fn hidden(&self, seen: &Seen) -> Hidden {
        let view = |side: usize| self.bias.with_rows(seen.inputs.iter().map(|pair| self.row(pair[side])));
        Hidden { views: [view(0), view(1)], men: seen.men as i32 }
    }

    #[inline(always)]
    fn inputs_of(&self, seat: Seat, kind: usize, field: usize) -> [u16; 2] {
        self.inputs[seat.index()][kind * self.fields + field]
    }

    #[inline(always)]
    fn row(&self, input: u16) -> &Layer {
        &self.rows[usize::from(input)]
    }

    /// What the view of a player comes to: [`UNIT`] times what it is in fractions.
    #[inline(always)]
    fn output(&self, hidden: &Hidden, seat: Seat) -> i32 {
        let bucket = Network::bucket(hidden.men as usize, self.men);
        hidden.views[seat.index()].weighed(&self.outputs[bucket])
    }

    /// What the network adds for the player whose turn it is, in centipawns.
    #[inline(always)]
    fn value(&self, hidden: &Hidden, turn: Seat) -> i32 {
        centipawns(self.output(hidden, turn) - self.output(hidden, turn.opponent()))
    }

    /// What the network sees for each player, in centipawns.
    fn values(&self, hidden: &Hidden) -> [i32; 2] {
        Seat::BOTH.map(|seat| centipawns(self.output(hidden, seat)))
    }
}

/// What stands for 1 in an output.
const UNIT: i64 = (HIDDEN_ONE as i64 * HIDDEN_ONE as i64 * OUTPUT_ONE as i64) >> SQUARE_COARSER;

/// An output in centipawns.
fn centipawns(output: i32) -> i32 {
    (i64::from(output) * i64::from(CENTIPAWNS) / UNIT) as i32
}

/// The hidden numbers of a position, White's view and Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hidden {
    views: [Layer; 2],
    men: i32,
}

impl Hidden {
    #[inline(always)]
    fn change(&mut self, network: &Network, change: Change) {
        self.men += if change.appears { 1 } else { -1 };
        for (view, input) in self.views.iter_mut().zip(change.inputs) {
            let row = network.row(input);
            if change.appears { view.add(row) } else { view.subtract(row) }
        }
    }

    /// Becomes what another comes to by some changes.
    #[inline(always)]
    fn follow(&mut self, before: &Hidden, network: &Network, changes: &[Change]) {
        // A man who moves is the most common case by far: taken first, then put.
        let [left @ Change { appears: false, .. }, between @ .., arrived @ Change { appears: true, .. }] = changes
        else {
            *self = *before;
            changes.iter().for_each(|&change| self.change(network, change));
            return;
        };
        self.men = before.men;
        for (side, view) in self.views.iter_mut().enumerate() {
            view.replace(&before.views[side], network.row(arrived.inputs[side]), network.row(left.inputs[side]));
        }
        between.iter().for_each(|&change| self.change(network, change));
    }
}

/// The most changes that a ply makes: both the king and the rook are taken and put when a side castles.
const MOST_CHANGES: usize = 4;

/// A man who appears or disappears: what he is to White and to Black.
#[derive(Clone, Copy, Debug)]
struct Change {
    inputs: [u16; 2],
    appears: bool,
}

/// A position on the way from where the game was taken in.
#[derive(Clone, Debug)]
struct Ply {
    hidden: Hidden,
    /// Whether the hidden numbers are those of the position. They are found when somebody asks: many positions are never judged.
    known: bool,
    /// How it differs from the one before.
    changes: ArrayVec<Change, MOST_CHANGES>,
}

/// Hidden numbers that follow a game.
#[derive(Clone, Debug)]
struct Following {
    network: Arc<Network>,
    /// One for each position that may be come back to, and beyond [`last`](Following::last) some that are free.
    plies: Vec<Ply>,
    /// The place of the position.
    last: usize,
}

impl Following {
    fn new(network: Arc<Network>) -> Following {
        let mut following = Following { network, plies: Vec::with_capacity(64), last: 0 };
        following.clear();
        following
    }

    /// Forgets everything: the board is empty.
    fn clear(&mut self) {
        self.last = 0;
        self.plies.clear();
        self.plies.push(Ply { hidden: self.network.empty(), known: true, changes: ArrayVec::new() });
    }

    #[inline(always)]
    fn change(&mut self, seat: Seat, kind: usize, field: usize, appears: bool) {
        let inputs = self.network.inputs_of(seat, kind, field);
        let ply = &mut self.plies[self.last];
        if self.last == 0 {
            ply.hidden.change(&self.network, Change { inputs, appears });
        } else {
            ply.changes.push(Change { inputs, appears });
        }
    }

    /// The hidden numbers of the position.
    #[inline(always)]
    fn hidden(&mut self) -> (&Network, &Hidden) {
        let Following { network, plies, last } = self;
        let mut known = *last;
        while !plies[known].known {
            known -= 1;
        }
        for place in known + 1..=*last {
            let (before, after) = plies.split_at_mut(place);
            let (before, after) = (&before[place - 1], &mut after[0]);
            after.hidden.follow(&before.hidden, network, &after.changes);
            after.known = true;
        }
        (network, &plies[*last].hidden)
    }

    /// A ply begins.
    #[inline(always)]
    fn begin(&mut self) {
        self.last += 1;
        if self.last == self.plies.len() {
            self.plies.push(Ply { hidden: self.network.empty(), known: false, changes: ArrayVec::new() });
        }
        let ply = &mut self.plies[self.last];
        ply.known = false;
        ply.changes.clear();
    }

    /// The last ply is taken back.
    #[inline(always)]
    fn revert(&mut self) {
        debug_assert!(self.last > 0, "nothing to take back");
        self.last -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::moves::MoveList;
    use engine::variants::{Chess, Chex, ChexByMail, Kaleido, Keyles, Quex};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::learned::Eyes;

    /// A network that has learned nothing sensible, but has weights everywhere.
    fn made_up<G: Judged>() -> Weights {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut numbers = |count: usize, limit: i64| -> Vec<i16> {
            (0..count).map(|_| (random.next_u64() as i64 % limit) as i16).collect()
        };
        let inputs = G::view().mirror().len();
        Weights {
            format: Weights::FORMAT,
            variant: G::NAME.into(),
            men: 32,
            bias: numbers(HIDDEN, 800),
            rows: numbers(inputs * HIDDEN, 500),
            outputs: numbers(BUCKETS * HIDDEN, 300),
        }
    }

    /// The value as the description has it, in numbers with fractions.
    fn slow_value<G: Judged>(weights: &Weights, position: &G) -> f64 {
        let seen = G::view().see(position);
        let bucket = (seen.men.saturating_sub(1) * BUCKETS / usize::from(weights.men)).min(BUCKETS - 1);
        let of_seat = |seat: Seat| -> f64 {
            let output = |hidden: usize| {
                let row = |pair: &[u16; 2]| weights.rows[usize::from(pair[seat.index()]) * HIDDEN + hidden];
                let sum =
                    f64::from(weights.bias[hidden]) + seen.inputs.iter().map(|pair| f64::from(row(pair))).sum::<f64>();
                let cut = (sum / 1020.0).clamp(0.0, 1.0);
                cut * cut * f64::from(weights.outputs[bucket * HIDDEN + hidden]) / 1024.0
            };
            (0..HIDDEN).map(output).sum()
        };
        400.0 * (of_seat(position.turn()) - of_seat(position.turn().opponent()))
    }

    fn follows_random_games<G: Judged + engine::game::CompositeMoves>() {
        let weights = made_up::<G>();
        let network = Arc::new(Network::new::<G>(&weights).unwrap());
        let mut spread = 0;
        for seed in 0..8 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut position, mut eyes) = (G::start(), Eyes::new(network.clone()));
            eyes.reset(&position);
            for ply in 0..120 {
                let mut plies = MoveList::new();
                position.composite_moves(&mut plies);
                if plies.is_empty() {
                    break;
                }
                let entry = plies[random.next_u64() as usize % plies.len()];
                position.make(entry, &mut eyes);
                if ply % 3 == 0 {
                    let (value, slow) = (eyes.value(&position), slow_value(&weights, &position));
                    // The last bits of 2 times 128 squares are left out.
                    assert!((f64::from(value) - slow).abs() <= 12.0, "{value}, not {slow}: {position:?}");
                    spread = spread.max(value.abs());
                }
            }
        }
        assert!(spread > 100, "values of {} are no further from 0 than {spread}", G::NAME);
    }

    #[test]
    fn values_are_what_the_description_says() {
        follows_random_games::<Chess>();
        follows_random_games::<Quex>();
        follows_random_games::<Keyles>();
        follows_random_games::<Kaleido>();
        follows_random_games::<Chex>();
        follows_random_games::<ChexByMail>();
    }

    #[test]
    fn other_networks_are_refused() {
        let fault = |change: &dyn Fn(&mut Weights)| {
            let mut weights = made_up::<Quex>();
            change(&mut weights);
            Network::new::<Quex>(&weights).unwrap_err().to_string()
        };
        assert!(Network::new::<Quex>(&made_up::<Quex>()).is_ok());
        assert_eq!(
            fault(&|weights| weights.variant = "keyles".into()),
            "not a network for this game: format 1 for keyles, not 1 for quex"
        );
        assert!(fault(&|weights| weights.format = 2).contains("format 2"));
        assert!(fault(&|weights| _ = weights.rows.pop()).contains("281599"));
        assert!(fault(&|weights| weights.men = 0).contains("0 men"));
        assert!(fault(&|weights| weights.outputs[3] = 2049).contains("an output weight of 2049"));
        let bytes = postcard::to_stdvec(&made_up::<Quex>()).unwrap();
        assert!(Network::read::<Quex>(&bytes).is_ok());
        assert!(Network::read::<Quex>(&bytes[..bytes.len() - 1]).is_err());
        assert!(Network::read::<Quex>(b"").is_err());
    }
}
