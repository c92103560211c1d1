//! Monte Carlo tree search (MCTS), made for games with chance: explicit chance nodes, leaves evaluated by alpha-beta, and
//! proofs of what is certain (chessprogramming wiki, "Monte-Carlo Tree Search").
//!
//! [`TreeSearcher`] is the search as seen from outside; the engine option `Search` chooses it. Its workers are
//! [`Thread`](super::thread::Thread)s of alpha-beta that are led down a tree instead of searching by themselves, so clocks,
//! signals, repetition and the count of nodes are the same code; a leaf is evaluated by a ply of alpha-beta and qsearch.
//!
//! * The tree is a [`graph`] in memory of a fixed size: a position is one node on whatever way it is reached, found by its
//!   key in a table of slots. Nodes and edges are atomic numbers. When the memory is full, what the root leads to is copied
//!   to the spare half, thinned out if need be ([`harvest`]). The next search goes on with what is there.
//! * Each [`worker`] visits the tree from the root to a leaf and back, the way down chosen by [`policy`] (PUCT): moves by
//!   their value so far and by their prior ([`promise`]), which is the evaluation after each, as shares of 1. The first
//!   worker is led by a [`manager`], which keeps the time.
//!
//! # Invariants
//!
//! * Values are expected scores of White, whoever moves next and however many plies a turn has ([`value`]).
//! * A visit that comes to a position which occurred on its way is a draw of the edge, not of the node, and proves nothing;
//!   from a clock of 60 on the clock is part of the key.
//! * What is certain are bounds, in whole numbers so that means over chance are exact: a chance node's bounds are the means
//!   of its outcomes', a move is tried only if it might beat what is certain already, and where both bounds meet the value is
//!   proven, a win or the mean of a lottery.
//! * Chance outcomes are visited in proportion to their weights, without sampling.

mod graph;
mod harvest;
mod lines;
mod manager;
mod params;
mod policy;
mod promise;
mod searcher;
mod value;
mod worker;

pub use params::TreeParams;
pub use searcher::TreeSearcher;
