//! What positions are worth: one hand-written evaluation a game, and beside it what a network has learned.
//! Together they are an [`engine::eval::Evaluator`].

pub mod chex;
pub mod ending;
pub mod features;
pub mod hand_written;
pub mod kaleido;
pub mod network;
pub mod orthodox;
pub mod quex;
pub mod score;
pub mod tally;

pub use hand_written::{HandWritten, Judged, LIMIT, Reweighed};
pub use network::Learned;
