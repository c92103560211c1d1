//! Accumulators: outputs of the feature transformer for both perspectives, updated lazily along the moves.

use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::game::Seat;
use wide::{i16x16, i32x8};

use super::{ActiveFeatures, L1_BLOCK, L1_SIZES, Network, QA, SCRELU_PRESHIFT};

/// Block of [`L1_BLOCK`] numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct L1Block([i16; L1_BLOCK]);

impl L1Block {
    /// Blocks of numbers, whose count is a multiple of [`L1_BLOCK`].
    pub(super) fn all_of(numbers: &[i16]) -> Vec<L1Block> {
        let (blocks, rest) = numbers.as_chunks();
        debug_assert!(rest.is_empty(), "the lengths have been checked");
        blocks.iter().map(|&block| L1Block(block)).collect()
    }

    /// Numbers of blocks, the inverse of [`all_of`](L1Block::all_of).
    pub(super) fn numbers_of(blocks: &[L1Block]) -> Vec<i16> {
        blocks.iter().flat_map(|block| block.0).collect()
    }

    #[inline(always)]
    fn add(&mut self, other: &L1Block) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_add(*part));
    }

    #[inline(always)]
    fn subtract(&mut self, other: &L1Block) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum = sum.wrapping_sub(*part));
    }

    /// The sum of this block and others (accumulator refresh).
    #[inline(always)]
    fn plus_all<'a>(&self, blocks: impl Iterator<Item = &'a L1Block>) -> L1Block {
        // So many registers hold all the numbers until the last block is added.
        const REGISTERS: usize = L1_BLOCK / 16;
        let part = |block: &L1Block, part: usize| i16x16::new(block.0.as_chunks().0[part]);
        let mut sums: [i16x16; REGISTERS] = std::array::from_fn(|i| part(self, i));
        for block in blocks {
            sums.iter_mut().enumerate().for_each(|(i, sum)| *sum += part(block, i));
        }
        let mut total = L1Block([0; L1_BLOCK]);
        total.0.as_chunks_mut().0.iter_mut().zip(sums).for_each(|(numbers, sum)| *numbers = sum.to_array());
        total
    }

    /// Fused add-sub: becomes `before + added - subtracted` in one pass.
    #[inline(always)]
    fn set_add_sub(&mut self, before: &L1Block, added: &L1Block, subtracted: &L1Block) {
        for i in 0..L1_BLOCK {
            self.0[i] = before.0[i].wrapping_add(added.0[i]).wrapping_sub(subtracted.0[i]);
        }
    }

    /// Fused add-sub-sub: becomes `before + added - subtracted[0] - subtracted[1]` in one pass.
    #[inline(always)]
    fn set_add_sub_sub(&mut self, before: &L1Block, added: &L1Block, subtracted: [&L1Block; 2]) {
        let [first, second] = subtracted;
        for i in 0..L1_BLOCK {
            self.0[i] = before.0[i].wrapping_add(added.0[i]).wrapping_sub(first.0[i]).wrapping_sub(second.0[i]);
        }
    }

    /// SCReLU dot product: sum of clamp(x, 0, [`QA`])² · weight, each square less
    /// [`SCRELU_SHIFT`](super::SCRELU_SHIFT) bits.
    #[inline(always)]
    fn screlu_dot(&self, weights: &L1Block) -> i32 {
        let one = i16x16::splat(QA);
        let mut sums = i32x8::ZERO;
        for (numbers, weights) in self.0.as_chunks().0.iter().zip(weights.0.as_chunks().0) {
            let shifted = i16x16::new(*numbers).max(i16x16::ZERO).min(one) << SCRELU_PRESHIFT;
            sums += shifted.mul_keep_high(shifted).dot(i16x16::new(*weights));
        }
        sums.reduce_add()
    }
}

/// Row of blocks: a perspective of an accumulator, the feature transformer weights of an input, or the output weights
/// of a bucket for one perspective. Its length is the network's L1 size.
type Row<const BLOCKS: usize> = [L1Block; BLOCKS];

/// Rows of blocks that follow one another.
#[inline(always)]
fn rows<const BLOCKS: usize>(blocks: &[L1Block]) -> &[Row<BLOCKS>] {
    blocks.as_chunks().0
}

/// Evaluates an expression with the blocks of a network's rows as a constant.
macro_rules! with_blocks {
    ($network:expr, $blocks:ident => $expression:expr) => {
        match $network.blocks() {
            1 => {
                const $blocks: usize = 1;
                $expression
            }
            2 => {
                const $blocks: usize = 2;
                $expression
            }
            _ => {
                const $blocks: usize = 4;
                $expression
            }
        }
    };
}

const _: () = assert!(L1_BLOCK == 128 && matches!(L1_SIZES, [128, 256, 512]), "the cases of with_blocks");

/// Output for the side to move: SCReLU dot products of both perspectives, White's and Black's, with the output weights
/// of a bucket, and its bias; in units of 1 / [`OUTPUT_ONE`](super::OUTPUT_ONE).
#[inline(always)]
fn output<const BLOCKS: usize>(
    network: &Network,
    perspectives: &[Row<BLOCKS>; 2],
    piece_count: i32,
    side_to_move: Seat,
) -> i32 {
    let bucket = Network::output_bucket(piece_count as usize, network.piece_count);
    let weights = &rows::<BLOCKS>(&network.output_weights)[2 * bucket..][..2];
    let dot = |perspective: Seat, weights: &Row<BLOCKS>| -> i32 {
        let row = &perspectives[perspective.index()];
        (0..BLOCKS).map(|i| row[i].screlu_dot(&weights[i])).sum()
    };
    network.output_biases[bucket] + dot(side_to_move, &weights[0]) + dot(side_to_move.opponent(), &weights[1])
}

/// Output for the side to move from all active features (accumulator refresh).
#[inline(always)]
pub(super) fn refreshed_output(network: &Network, features: &ActiveFeatures, side_to_move: Seat) -> i32 {
    fn of<const BLOCKS: usize>(network: &Network, features: &ActiveFeatures, side_to_move: Seat) -> i32 {
        let [biases, weights] = [&network.ft_biases, &network.ft_weights].map(|blocks| rows::<BLOCKS>(blocks));
        let perspectives = [0, 1].map(|perspective| {
            let active = || features.inputs.iter().map(|pair| &weights[usize::from(pair[perspective])]);
            std::array::from_fn(|i| biases[0][i].plus_all(active().map(|weights| &weights[i])))
        });
        output::<BLOCKS>(network, &perspectives, features.piece_count as i32, side_to_move)
    }
    with_blocks!(network, BLOCKS => of::<BLOCKS>(network, features, side_to_move))
}

/// Most feature changes of a ply: king and rook are both taken and put when a side castles.
const MAX_DELTAS: usize = 4;

/// A feature that a ply adds or removes, as the inputs of White's and Black's perspectives.
#[derive(Clone, Copy, Debug)]
struct FeatureDelta {
    inputs: [u16; 2],
    added: bool,
}

impl FeatureDelta {
    /// Adds the feature to the row of a perspective, or subtracts it.
    #[inline(always)]
    fn apply<const BLOCKS: usize>(self, network: &Network, perspective: usize, row: &mut Row<BLOCKS>) {
        let weights = &rows::<BLOCKS>(&network.ft_weights)[usize::from(self.inputs[perspective])];
        for (block, weights) in row.iter_mut().zip(weights) {
            if self.added { block.add(weights) } else { block.subtract(weights) }
        }
    }
}

/// Incremental update: `row` becomes `before` with the changes of a ply applied.
#[inline(always)]
fn update<const BLOCKS: usize>(
    network: &Network,
    perspective: usize,
    row: &mut Row<BLOCKS>,
    before: &Row<BLOCKS>,
    deltas: &[FeatureDelta],
) {
    let weights = rows::<BLOCKS>(&network.ft_weights);
    let weights_of = |delta: &FeatureDelta| &weights[usize::from(delta.inputs[perspective])];
    match deltas {
        // A move.
        [left @ FeatureDelta { added: false, .. }, arrived @ FeatureDelta { added: true, .. }] => {
            let [subtracted, added] = [left, arrived].map(weights_of);
            for (i, block) in row.iter_mut().enumerate() {
                block.set_add_sub(&before[i], &added[i], &subtracted[i]);
            }
        }
        // A capture.
        [
            left @ FeatureDelta { added: false, .. },
            captured @ FeatureDelta { added: false, .. },
            arrived @ FeatureDelta { added: true, .. },
        ] => {
            let [first, second, added] = [left, captured, arrived].map(weights_of);
            for (i, block) in row.iter_mut().enumerate() {
                block.set_add_sub_sub(&before[i], &added[i], [&first[i], &second[i]]);
            }
        }
        _ => {
            *row = *before;
            deltas.iter().for_each(|delta| delta.apply(network, perspective, row));
        }
    }
}

/// Entry of the accumulator stack: one position of the line.
#[derive(Clone, Debug)]
struct Entry {
    /// Pieces on the board: they choose the output bucket.
    piece_count: i32,
    /// True if the accumulator is up to date. Lazy update: many positions are never evaluated.
    computed: bool,
    /// Changes against the entry below.
    deltas: ArrayVec<FeatureDelta, MAX_DELTAS>,
}

/// Accumulator stack: for each position of the current line the feature transformer's outputs from White's and from
/// Black's perspective, lazily updated.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    network: Arc<Network>,
    /// The positions of the line, and beyond [`top`](AccumulatorStack::top) some entries for reuse.
    entries: Vec<Entry>,
    /// Accumulators of the entries: a row for White's perspective and one for Black's.
    accumulators: Vec<L1Block>,
    /// Index of the current position.
    top: usize,
}

impl AccumulatorStack {
    pub(super) fn new(network: Arc<Network>) -> AccumulatorStack {
        let mut stack = AccumulatorStack { network, entries: Vec::with_capacity(64), accumulators: Vec::new(), top: 0 };
        stack.clear();
        stack
    }

    /// Resets the stack to one entry, the empty board.
    pub(super) fn clear(&mut self) {
        self.top = 0;
        self.entries.clear();
        self.accumulators.clear();
        self.add_entry(true);
    }

    /// Adds an entry with the accumulator of the empty board: the biases.
    fn add_entry(&mut self, computed: bool) {
        self.entries.push(Entry { piece_count: 0, computed, deltas: ArrayVec::new() });
        for _ in Seat::BOTH {
            self.accumulators.extend_from_slice(&self.network.ft_biases);
        }
    }

    /// Records that a piece is put on a field or taken from it. At the root of the stack it is applied at once.
    #[inline(always)]
    pub(super) fn record(&mut self, seat: Seat, kind: usize, field: usize, added: bool) {
        let delta = FeatureDelta { inputs: self.network.inputs_of(seat, kind, field), added };
        let entry = &mut self.entries[self.top];
        entry.piece_count += if added { 1 } else { -1 };
        if self.top == 0 {
            self.apply_at_root(delta);
        } else {
            entry.deltas.push(delta);
        }
    }

    #[cold]
    fn apply_at_root(&mut self, delta: FeatureDelta) {
        let (network, accumulators) = (&self.network, &mut self.accumulators);
        with_blocks!(network, BLOCKS => {
            let rows = accumulators.as_chunks_mut::<BLOCKS>().0;
            rows[..2].iter_mut().enumerate().for_each(|(perspective, row)| delta.apply(network, perspective, row));
        });
    }

    /// Output for the side to move in the current position, whose accumulator is brought up to date from the last
    /// computed one below.
    #[inline(always)]
    pub(super) fn output(&mut self, side_to_move: Seat) -> i32 {
        with_blocks!(self.network, BLOCKS => self.output_of::<BLOCKS>(side_to_move))
    }

    #[inline(always)]
    fn output_of<const BLOCKS: usize>(&mut self, side_to_move: Seat) -> i32 {
        let AccumulatorStack { network, entries, accumulators, top } = self;
        let rows = accumulators.as_chunks_mut::<BLOCKS>().0;
        let mut computed = *top;
        while !entries[computed].computed {
            computed -= 1;
        }
        for (index, entry) in entries.iter_mut().enumerate().take(*top + 1).skip(computed + 1) {
            let (below, above) = rows.split_at_mut(2 * index);
            for (perspective, (row, before)) in above[..2].iter_mut().zip(&below[2 * index - 2..]).enumerate() {
                update(network, perspective, row, before, &entry.deltas);
            }
            entry.computed = true;
        }
        let perspectives = rows[2 * *top..].first_chunk().expect("a row for each perspective");
        output(network, perspectives, entries[*top].piece_count, side_to_move)
    }

    /// A ply begins.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.add_entry(false);
        }
        let piece_count = self.entries[self.top - 1].piece_count;
        let entry = &mut self.entries[self.top];
        entry.piece_count = piece_count;
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
