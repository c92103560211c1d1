//! CPU-bound work of requests, outside of the runtime's worker threads, which must stay free for moves.

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Maximum number of computations at once, of each purpose.
const MAX_COMPUTATIONS: usize = 2;

/// Purpose of a computation. Each has places of its own: loading a game does not wait for positions of guests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Creating and loading games.
    Games,
    /// Checking the positions, lines and PGN texts of guests.
    Analysis,
}

/// The answer could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the server is busy; try again later")]
pub struct Busy;

/// Computes an answer in a thread of the runtime's blocking pool, when it is its turn.
///
/// # Errors
/// If the runtime is shutting down, or the work panics.
pub async fn compute<T: Send + 'static>(
    purpose: Purpose,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Busy> {
    static GAMES: Semaphore = Semaphore::const_new(MAX_COMPUTATIONS);
    static ANALYSIS: Semaphore = Semaphore::const_new(MAX_COMPUTATIONS);
    let places = match purpose {
        Purpose::Games => &GAMES,
        Purpose::Analysis => &ANALYSIS,
    };
    let place = places.acquire().await.map_err(|_| Busy)?;
    let task = move || {
        // The place is kept until the work is done, also if nobody waits for the answer any more.
        let _place = place;
        work()
    };
    spawn_blocking(task).await.map_err(|_| Busy)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn games_do_not_wait_for_guests() {
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        for _ in 0..2 * MAX_COMPUTATIONS {
            let released = Arc::clone(&released);
            // Each waits until the sender is dropped.
            tokio::spawn(compute(Purpose::Analysis, move || drop(released.lock().map(|released| released.recv()))));
        }
        tokio::task::yield_now().await;
        let computed = timeout(Duration::from_secs(60), compute(Purpose::Games, || 1)).await;
        assert_eq!(computed, Ok(Ok(1)));
        drop(release);
    }
}
