//! Monte Carlo tree search (MCTS) for games with chance: explicit chance nodes, leaf evaluation by a shallow alpha-beta
//! search, and proven bounds.
//!
//! | part of a visit | technique | source | where |
//! |---|---|---|---|
//! | selection | PUCT with a policy prior | Rosin 2011; AlphaGo Zero (Silver et al. 2017) | [`selection`] |
//! | | first play urgency (FPU) with reduction | Gelly and Wang 2006; Leela Chess Zero | [`selection`] |
//! | | virtual loss | Chaslot, Winands, van den Herik 2008 | [`selection`] |
//! | | chance nodes by the D'Hondt method instead of sampling | | [`selection`] |
//! | expansion | prior: softmax over one-ply evaluations | MCTS-IP (Baier and Winands 2018) | [`prior`] |
//! | leaf evaluation | shallow alpha-beta and quiescence search | MCTS-IC (Baier and Winands 2018) | [`two_players`] |
//! | | in games of many: quiescence search with shares | MaxN (Luckhardt and Irani 1986) | [`shares`] |
//! | backup | mean of the children by visits, or by chance weights | Coulom 2006 | [`backup`] |
//! | | proven bounds | MCTS-Solver (Winands et al. 2008); score bounds (Cazenave and Saffidine 2010) | [`backup`] |
//! | choice of the move | most visits (robust child), proven values first | Chaslot et al. 2008 | [`ranking`] |
//!
//! [`TreeSearcher`] is the public face; the engine option `Search` chooses it. Each [`worker`] owns a
//! [`Thread`](super::thread::Thread) of the alpha-beta search and leads it down the tree, so that time control,
//! signals, repetition and the count of nodes are the same code. The first one, the [`main_worker`], also keeps the
//! time and reports.
//!
//! The tree is a directed acyclic graph of fixed size ([`graph`]): positions reached by transposition share a node
//! (Childs, Brodeur, Kocsis 2008). It is reused by the next search, and garbage collected when the memory is full
//! ([`gc`]).
//!
//! # Invariants
//!
//! * Values belong to seats and not to plies ([`value`]): White's expected score, or in games of many the share of each
//!   seat. So it does not matter which side moves next, how many plies a turn has, or whether chance acts.
//! * A game of many plays MaxN ([`shares`]): each player maximises its own share. Only a value of which every share is
//!   known is proven.
//! * A visit that ends by repetition is a draw of the edge, not of the node, and proves nothing. In the last
//!   [`HALFMOVE_CLOCK_IN_KEY`](worker::HALFMOVE_CLOCK_IN_KEY) plies before the limit without progress the halfmove
//!   clock is part of the node's key.
//! * Proven bounds are integers, so that sums over chance outcomes are exact: the bounds of a chance node are the
//!   means of its outcomes' bounds, rounded alike. A move is visited only if it may beat what is proven. Where both
//!   bounds meet the value is proven: a win, or the mean of a lottery.
//! * Chance outcomes are visited in proportion to their weights, without sampling.

mod backup;
mod gc;
mod graph;
mod main_worker;
mod params;
mod prior;
mod ranking;
mod searcher;
mod selection;
mod shares;
mod two_players;
mod value;
mod worker;

pub use params::TreeParams;

use searcher::GenericTreeSearcher;
use shares::ExpectedShares;
use value::ExpectedScore;

/// Monte Carlo tree search (MCTS) of a game of two: the counterpart of [`Searcher`](crate::search::Searcher) for games
/// with chance.
pub type TreeSearcher<G, E> = GenericTreeSearcher<G, E, ExpectedScore>;

/// MaxN tree search of a game of more than two: each player maximises its own share.
pub type MaxNSearcher<G, E> = GenericTreeSearcher<G, E, ExpectedShares>;
