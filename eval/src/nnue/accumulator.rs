//! Accumulators: outputs of the feature transformer for both perspectives, updated lazily along the moves.

use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::game::Seat;
use wide::{i16x16, i32x8};

use super::{ActiveFeatures, L1_SIZE, Network, QA, SCRELU_PRESHIFT};

/// Vector of [`L1_SIZE`] numbers: an accumulator's perspective, the feature transformer weights of an input, or the
/// output weights of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct L1Vector([i16; L1_SIZE]);

impl L1Vector {
    pub(super) fn from_slice(numbers: &[i16]) -> L1Vector {
        L1Vector(numbers.try_into().expect("the lengths have been checked"))
    }

    #[inline(always)]
    fn add(&mut self, other: &L1Vector) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_add(*part));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &L1Vector) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_sub(*part));
    }

    /// The sum of this vector and others (accumulator refresh).
    #[inline(always)]
    fn plus_all<'a>(&self, vectors: impl Iterator<Item = &'a L1Vector>) -> L1Vector {
        // So many registers hold all the numbers until the last vector is added.
        const REGISTERS: usize = L1_SIZE / 16;
        let part = |vector: &L1Vector, part: usize| i16x16::new(vector.0.as_chunks().0[part]);
        let mut sums: [i16x16; REGISTERS] = std::array::from_fn(|i| part(self, i));
        for vector in vectors {
            sums.iter_mut().enumerate().for_each(|(i, sum)| *sum += part(vector, i));
        }
        let mut total = L1Vector([0; L1_SIZE]);
        total.0.as_chunks_mut().0.iter_mut().zip(sums).for_each(|(numbers, sum)| *numbers = sum.to_array());
        total
    }

    /// Fused add-sub: becomes `before + added - subtracted` in one pass.
    #[inline(always)]
    fn set_add_sub(&mut self, before: &L1Vector, added: &L1Vector, subtracted: &L1Vector) {
        for i in 0..L1_SIZE {
            self.0[i] = before.0[i].wrapping_add(added.0[i]).wrapping_sub(subtracted.0[i]);
        }
    }

    /// SCReLU dot product: sum of clamp(x, 0, [`QA`])² · weight, each square less
    /// [`SCRELU_SHIFT`](super::SCRELU_SHIFT) bits.
    #[inline(always)]
    pub(super) fn screlu_dot(&self, weights: &L1Vector) -> i32 {
        let one = i16x16::splat(QA);
        let mut sums = i32x8::ZERO;
        for (numbers, weights) in self.0.as_chunks().0.iter().zip(weights.0.as_chunks().0) {
            let shifted = i16x16::new(*numbers).max(i16x16::ZERO).min(one) << SCRELU_PRESHIFT;
            sums += shifted.mul_keep_high(shifted).dot(i16x16::new(*weights));
        }
        sums.reduce_add()
    }
}

/// Accumulator: the feature transformer's outputs from White's and from Black's perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Accumulator {
    pub(super) perspectives: [L1Vector; 2],
    /// Pieces on the board: they choose the output bucket.
    pub(super) piece_count: i32,
}

impl Accumulator {
    /// Accumulator of the empty board: the biases.
    fn empty(network: &Network) -> Accumulator {
        Accumulator { perspectives: [network.ft_biases; 2], piece_count: 0 }
    }

    /// Accumulator refresh: computed from all active features.
    pub(super) fn refresh(network: &Network, features: &ActiveFeatures) -> Accumulator {
        let perspective = |viewer: usize| {
            network.ft_biases.plus_all(features.inputs.iter().map(|pair| network.ft_weights(pair[viewer])))
        };
        Accumulator { perspectives: [perspective(0), perspective(1)], piece_count: features.piece_count as i32 }
    }

    /// Adds or subtracts one feature.
    #[inline(always)]
    fn apply(&mut self, network: &Network, delta: FeatureDelta) {
        self.piece_count += if delta.added { 1 } else { -1 };
        for (perspective, input) in self.perspectives.iter_mut().zip(delta.inputs) {
            let weights = network.ft_weights(input);
            if delta.added { perspective.add(weights) } else { perspective.subtract(weights) }
        }
    }

    /// Incremental update: becomes `before` with the changes of a ply applied.
    #[inline(always)]
    fn update(&mut self, before: &Accumulator, network: &Network, deltas: &[FeatureDelta]) {
        // A piece that moves is the most common case by far: first taken, last put.
        let [left @ FeatureDelta { added: false, .. }, between @ .., arrived @ FeatureDelta { added: true, .. }] =
            deltas
        else {
            *self = *before;
            deltas.iter().for_each(|&delta| self.apply(network, delta));
            return;
        };
        self.piece_count = before.piece_count;
        for (side, perspective) in self.perspectives.iter_mut().enumerate() {
            let [added, subtracted] = [arrived, left].map(|delta| network.ft_weights(delta.inputs[side]));
            perspective.set_add_sub(&before.perspectives[side], added, subtracted);
        }
        between.iter().for_each(|&delta| self.apply(network, delta));
    }
}

/// Most feature changes of a ply: king and rook are both taken and put when a side castles.
const MAX_DELTAS: usize = 4;

/// A feature that a ply adds or removes, as the inputs of White's and Black's perspectives.
#[derive(Clone, Copy, Debug)]
struct FeatureDelta {
    inputs: [u16; 2],
    added: bool,
}

/// Entry of the accumulator stack: one position of the line.
#[derive(Clone, Debug)]
struct Entry {
    accumulator: Accumulator,
    /// True if the accumulator is up to date. Lazy update: many positions are never evaluated.
    computed: bool,
    /// Changes against the entry below.
    deltas: ArrayVec<FeatureDelta, MAX_DELTAS>,
}

impl Entry {
    fn empty(network: &Network, computed: bool) -> Entry {
        Entry { accumulator: Accumulator::empty(network), computed, deltas: ArrayVec::new() }
    }
}

/// Accumulator stack: one lazily updated accumulator per position of the current line.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    network: Arc<Network>,
    /// The positions of the line, and beyond [`top`](AccumulatorStack::top) some entries for reuse.
    entries: Vec<Entry>,
    /// Index of the current position.
    top: usize,
}

impl AccumulatorStack {
    pub(super) fn new(network: Arc<Network>) -> AccumulatorStack {
        let mut stack = AccumulatorStack { network, entries: Vec::with_capacity(64), top: 0 };
        stack.clear();
        stack
    }

    /// Resets the stack to one entry, the empty board.
    pub(super) fn clear(&mut self) {
        self.top = 0;
        self.entries.clear();
        self.entries.push(Entry::empty(&self.network, true));
    }

    /// Records that a piece is put on a field or taken from it. At the root of the stack it is applied at once.
    #[inline(always)]
    pub(super) fn record(&mut self, seat: Seat, kind: usize, field: usize, added: bool) {
        let delta = FeatureDelta { inputs: self.network.inputs_of(seat, kind, field), added };
        let entry = &mut self.entries[self.top];
        if self.top == 0 {
            entry.accumulator.apply(&self.network, delta);
        } else {
            entry.deltas.push(delta);
        }
    }

    /// The current position's accumulator, brought up to date from the last computed one below.
    #[inline(always)]
    pub(super) fn current(&mut self) -> (&Network, &Accumulator) {
        let AccumulatorStack { network, entries, top } = self;
        let mut computed = *top;
        while !entries[computed].computed {
            computed -= 1;
        }
        for index in computed + 1..=*top {
            let (below, entry) = entries.split_at_mut(index);
            let (below, entry) = (&below[index - 1], &mut entry[0]);
            entry.accumulator.update(&below.accumulator, network, &entry.deltas);
            entry.computed = true;
        }
        (network, &entries[*top].accumulator)
    }

    /// A ply begins.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Entry::empty(&self.network, false));
        }
        let entry = &mut self.entries[self.top];
        entry.computed = false;
        entry.deltas.clear();
    }

    /// The last ply is unmade.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        debug_assert!(self.top > 0, "no ply to unmake");
        self.top -= 1;
    }
}
