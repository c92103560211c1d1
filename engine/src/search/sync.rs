//! Locks and atomics of what the threads of a search share: those of the standard library, or with `--cfg loom` those
//! of the model checker loom, which runs a test in every order of the threads' steps (`scripts/sanitize loom`).

#[cfg(loom)]
pub use loom::sync::{Condvar, Mutex, MutexGuard, atomic};
#[cfg(not(loom))]
pub use std::sync::{Condvar, Mutex, MutexGuard, atomic};
