//! One search for every game.
//!
//! [`Searcher`] is what the outside sees. Inside, one thread deepens iteratively from the root (`root`), through
//! principal variation search (`alphabeta`) down to the captures (`quiescence`). Others help it with the present iteration (`team`), put off what
//! one of them is at already (`claims`) and leave out what one of them has tried in vain (`failures`); table and histories belong to all of them (`thread`).

mod abdada;
mod alphabeta;
mod chance;
pub mod control;
mod correction;
mod fail_low;
mod history;
pub mod limits;
pub mod material;
mod movepick;
pub mod params;
mod pruning;
mod qsearch;
pub mod report;
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
mod thread;
mod time_manager;
mod tree;
mod tt;
mod window;

pub use control::{Control, Progress};
pub use limits::{Clock, Limits};
pub use material::Material;
pub use params::{Params, Prune};
pub use report::{Bound, Report, Verdict};
pub use search_trait::Search;
pub use searcher::{DEFAULT_HASH, Searcher};
pub use tree::{TreeParams, TreeSearcher};
pub use tt::NoMemory;
