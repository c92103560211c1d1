//! Backlog: the lines of input that are not answered yet, bounded in number and in bytes.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Most lines of a backlog.
pub const MAX_LINES: usize = 256;

/// Most bytes of a backlog, unless it is a single line.
pub const MAX_BYTES: usize = 4 << 20;

/// Backlog of unanswered lines (backpressure). Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Backlog {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    size: Mutex<Size>,
    shrunk: Condvar,
}

#[derive(Debug, Default)]
struct Size {
    lines: usize,
    bytes: usize,
}

impl Size {
    fn has_room(&self, bytes: usize) -> bool {
        self.lines == 0 || (self.lines < MAX_LINES && self.bytes + bytes <= MAX_BYTES)
    }
}

impl Backlog {
    /// Waits until there is room for a line of so many bytes, and takes it.
    pub fn enter(&self, bytes: usize) -> Permit {
        let size = self.shared.size.lock().unwrap_or_else(PoisonError::into_inner);
        let size = self.shared.shrunk.wait_while(size, |size| !size.has_room(bytes));
        let mut size = size.unwrap_or_else(PoisonError::into_inner);
        (size.lines, size.bytes) = (size.lines + 1, size.bytes + bytes);
        Permit { backlog: self.clone(), bytes }
    }
}

/// Place of a line in the backlog, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    backlog: Backlog,
    bytes: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut size = self.backlog.shared.size.lock().unwrap_or_else(PoisonError::into_inner);
        (size.lines, size.bytes) = (size.lines - 1, size.bytes - self.bytes);
        self.backlog.shared.shrunk.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_bytes_are_bounded() {
        let room = |lines, bytes, more| Size { lines, bytes }.has_room(more);
        assert!(room(MAX_LINES - 1, 0, 9) && !room(MAX_LINES, 0, 0));
        assert!(room(1, 10, MAX_BYTES - 10) && !room(1, 11, MAX_BYTES - 10));
        assert!(room(0, 0, 2 * MAX_BYTES), "a line too long for any backlog is not waited for");
    }

    #[test]
    fn a_permit_takes_and_gives_back_its_room() {
        let backlog = Backlog::default();
        let size = || {
            let size = backlog.shared.size.lock().unwrap();
            (size.lines, size.bytes)
        };
        let permits = [backlog.enter(3), backlog.enter(40)];
        assert_eq!(size(), (2, 43));
        drop(permits);
        assert_eq!(size(), (0, 0));
    }
}
