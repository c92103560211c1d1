//! CPU-bound work of requests, outside of the runtime's worker threads, which must stay free for moves.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Maximum number of computations at once.
const MAX_COMPUTATIONS: usize = 2;

/// The answer could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server is busy; try again later")]
pub struct Busy;

/// Computes an answer in a thread of the runtime's blocking pool, when it is its turn.
///
/// # Errors
/// If the runtime is shutting down, or the work panics.
pub async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
    static PLACES: Semaphore = Semaphore::const_new(MAX_COMPUTATIONS);
    let place = PLACES.acquire().await.map_err(|_| Busy)?;
    let task = move || {
        // The place is kept until the work is done, also if nobody waits for the answer any more.
        let _place = place;
        work()
    };
    spawn_blocking(task).await.map_err(|_| Busy)
}
