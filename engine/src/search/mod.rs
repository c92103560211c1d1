//! One search for every game.
//!
//! [`Searcher`] is what the outside sees. Inside, one thread deepens iteratively from the root (`root`), through
//! principal variation search (`alphabeta`) down to the captures (`quiescence`). Others help it with the present iteration (`team`), put off what
//! one of them is at already (`claims`) and leave out what one of them has tried in vain (`failures`); table and histories belong to all of them (`thread`).

mod alphabeta;
mod chance;
mod claims;
pub mod control;
mod correction;
mod either;
mod failures;
mod history;
pub mod limits;
pub mod material;
mod odds;
pub mod params;
mod picker;
mod proof;
mod pruning;
mod quiescence;
pub mod report;
mod root;
pub mod score;
mod searcher;
mod singular;
mod skill;
mod stack;
mod table;
mod team;
mod thread;
mod time;
mod tree;
mod window;

pub use control::{Control, Progress};
pub use either::Search;
pub use limits::{Clock, Limits};
pub use material::Material;
pub use params::{Params, Prune};
pub use report::{Bound, Report, Verdict};
pub use searcher::{DEFAULT_HASH, Searcher};
pub use table::NoMemory;
pub use tree::{TreeParams, TreeSearcher};
