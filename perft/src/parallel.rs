//! Parallel map that is cheap to compile: of rayon's generic code there is one copy, not one for every game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

/// Maps items on all threads of a pool, in any order, until one fails. An idle thread takes the next `chunk` items.
///
/// # Errors
/// One of the errors of `map`.
pub fn try_map<T, R: Send, E: Send>(
    pool: &ThreadPool,
    chunk: usize,
    items: impl Iterator<Item = T> + Send,
    map: &(dyn Fn(T) -> Result<R, E> + Sync),
) -> Result<Vec<R>, E> {
    let items = Mutex::new(items.fuse());
    let results = Mutex::new(Ok(Vec::new()));
    on_every_thread(pool, &|| {
        let mut mapped = Vec::new();
        loop {
            let part: Vec<T> = lock(&items).by_ref().take(chunk).collect();
            if part.is_empty() {
                break;
            }
            if let Err(error) = part.into_iter().try_for_each(|item| map(item).map(|result| mapped.push(result))) {
                *lock(&results) = Err(error);
                return;
            }
            if lock(&results).is_err() {
                return;
            }
        }
        if let Ok(all) = &mut *lock(&results) {
            all.append(&mut mapped);
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a closure on every thread of a pool.
fn on_every_thread(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    pool.broadcast(|_| work());
}

/// Locks a mutex. A panic on another thread poisons it, and ends the map with that panic in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use super::*;

    #[test]
    fn every_item_is_mapped_once() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for chunk in [1, 2, 7, 100] {
            let square = |item: usize| Ok::<_, ()>(item * item);
            let mut squares = try_map(&pool, chunk, 0..50, &square).unwrap();
            squares.sort_unstable();
            assert_eq!(squares, (0..50).map(|item| item * item).collect::<Vec<_>>(), "{chunk}");
        }
    }

    #[test]
    fn an_error_ends_the_map_of_endless_items() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let fails_at_five = |item: u64| if item == 5 { Err(item) } else { Ok(item) };
        for chunk in [1, 4] {
            assert_eq!(try_map(&pool, chunk, 0.., &fails_at_five), Err(5), "{chunk}");
        }
    }
}
