//! Monte Carlo tree search, made for games in which luck plays a part: explicit chance nodes, leaves judged by quiescence, and proofs of what is certain.
//!
//! [`TreeSearcher`] is what the outside sees. Its tree is a [`graph`] in memory of a fixed size, in which positions that are reached on several
//! ways are one node. Each [`worker`] visits it from the root to a leaf and back, the way down chosen by [`policy`] among moves
//! that look [`promise`]-ing; the first of them is led by a [`manager`] who keeps the time. Values are the expected scores of [`value`], always
//! White's, so that it is of no consequence who moves next, or whether anybody does.

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
