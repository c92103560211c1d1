//! Searches, generic over the game: alpha-beta ([`Searcher`]) and Monte Carlo tree search ([`TreeSearcher`]); in games
//! of more than two alpha-beta against a [`coalition`] ([`CoalitionSearcher`]) and MaxN in the tree ([`MaxNSearcher`]).
//!
//! # Call tree of a search
//!
//! [`Searcher::think`](Search::think) starts the threads and a clock. Each thread is a `Thread` on
//! copies of the position and the evaluator. Thread 0 leads:
//!
//! ```text
//! Searcher::think                    searcher.rs     limits, threads, verdict
//! └ iterative_deepening              root.rs         aspiration windows, MultiPV, time management (time_manager.rs)
//!   └ search_root_parallel           smp.rs          posts the root to the helpers
//!     └ search_root                  root.rs         root moves in order
//!       └ search                     alphabeta.rs    node function (PVS) in numbered steps
//!         ├ expectation              chance.rs       chance nodes: Star1, Star2 (means: star1.rs)
//!         ├ init_node                node.rs         static eval, check and hindsight extension, IIR
//!         ├ prune_node               pruning.rs      RFP, razoring, null move pruning (NMP), ProbCut
//!         ├ move_loop                alphabeta.rs    move loop
//!         │ ├ next_candidate         node.rs         the picker's moves, then the deferred ones
//!         │ │ └ next_move            movepick.rs     staged move picker
//!         │ ├ prune_move             move_pruning.rs LMP, futility, history and SEE pruning
//!         │ ├ share_work             smp.rs          search, defer or skip: ABDADA, shared fail-lows
//!         │ ├ singularity            singular.rs     singular extensions, multi-cut
//!         │ └ search_move            lmr.rs          LMR, PVS re-search
//!         └ qsearch                  qsearch.rs      quiescence search, delta pruning
//! ```
//!
//! # The parts
//!
//! | part | file | what it owns |
//! |---|---|---|
//! | `SearchResources` | `resources.rs` | of a searcher: TT, histories, helper threads, parameters |
//! | `PositionStack` | `position.rs` | game, evaluator, keys for repetition |
//! | `SearchStack` | `stack.rs` | a frame for each ply: seat, turn, static evaluation, killers |
//! | `PvTable` | `pv.rs` | triangular PV table |
//! | `MovePicker` | `movepick.rs` | move ordering of one node |
//! | `Histories` | `history.rs`, `correction.rs` | quiet, capture, continuation, correction |
//! | `TranspositionTable` | `tt.rs` | results of earlier visits |
//! | `TimeManager` | `time_manager.rs` | soft and hard limit, best-move stability |
//! | `Smp` | `smp.rs`, `abdada.rs`, `fail_low.rs` | root work queue, busy moves, fail-lows |
//! | `RootSolver` | `root_solver.rs` | proofs of near wins at the root |
//!
//! `node.rs` has what the steps of a node pass on, `history_update.rs` what a node teaches the histories. Numbers to be
//! tuned are declared once, with their ranges, in [`params`]; fixed ones, sizes and formats stand where they are used.
//!
//! Visibility: the modules are private, so what is `pub` in one of them is the interface of its part; `pub(super)` is
//! for the other files of the folder alone. An item that is exported from the crate for the tests says so.
//!
//! # Invariants
//!
//! * **Values follow the seat, not the ply.** Each ply has a `StackFrame` whose `seat` says for whom the
//!   node's value is meant: the side to move, at a chance node the side that made the last ply. A child's window is
//!   negated and swapped exactly if the seat changed. Nothing in the search assumes that sides alternate. Repetition
//!   and null moves are looked at only where a turn begins.
//! * **A side may be several players** ([`coalition`]). Then values, mate distances and the count of turns go by the
//!   side; where a turn begins, repetition, null moves and histories go by the player.
//! * **Mates are counted in turns**, so that extra plies within a turn do not change a mate distance; see [`score`].
//! * **A search leaves no trace** in the position it was given, however it ended; it always returns a legal move if
//!   there is one. Being stopped is `Err(Stopped)`, unwound with `?`, and what it leaves behind is thrown away.
//! * **One thread is deterministic.** It marks no busy moves and posts no jobs: the same calls visit the same nodes.
//! * **No trust in the TT move**: it is checked with `is_legal` by the move picker, which tests compare with the
//!   generator in every game.
//! * **Exact search.** [`Selectivity::Exact`] turns off everything that is not alpha-beta itself; the tests compare
//!   that, value by value, with a plain recursion on toy games of every shape and on the real ones.
//! * **A chance mean is a mate only if every outcome is.** Means are of utilities, `v / (scale + |v|)`, not of
//!   centipawns, so that a rare mate does not outweigh everything else. A PV ends where chance begins; a chance root
//!   has the mean as its score and no move.

mod abdada;
mod alphabeta;
mod chance;
pub mod coalition;
pub mod control;
mod correction;
mod fail_low;
mod helper_threads;
mod history;
mod history_update;
pub mod limits;
mod lmr;
pub mod material;
mod move_pruning;
mod movepick;
mod node;
pub mod params;
mod position;
mod pruning;
mod pv;
mod qsearch;
pub mod report;
mod resources;
mod root;
mod root_solver;
pub mod score;
mod search_trait;
mod searcher;
mod singular;
mod skill;
mod smp;
mod stack;
mod star1;
mod sync;
mod thread;
mod time_manager;
mod trace;
mod tree;
mod tt;
mod window;

pub use coalition::CoalitionSearcher;
pub use control::{Control, Progress};
pub use limits::{CLOCK_RESERVE, Clock, Limits};
pub use material::{Material, MaterialShares, softmax_shares};
pub use params::{Params, Selectivity};
pub use report::{Bound, Report, Verdict};
pub use search_trait::Search;
pub use searcher::{DEFAULT_HASH, Searcher, verdict_without_search, wait_until_told};
pub use singular::Singularity;
pub use thread::FIRST_ITERATION_NODES;
pub use trace::{Pruning, SearchEvent};
pub use tree::{MaxNSearcher, TreeParams, TreeSearcher};
pub use tt::NoMemory;
