//! Both searches and the solver: exact values, proofs, limits, puzzles and whole games.

mod chance;
mod coalition;
mod exact;
mod kaleido;
mod keyles;
mod known_wins;
mod limits;
mod mates;
mod maxn;
mod puzzles;
mod reference_games;
mod signals;
mod solve;
mod stopping;
mod threads;
mod tree_games;
mod tree_search;
