//! Memory of a process.

use std::fs;
use std::pin::pin;
use std::time::Duration;

use tokio::time::timeout;

/// Interval between two looks.
const INTERVAL: Duration = Duration::from_secs(5);

/// Resident memory of a process in KiB, every few seconds until a future is ready. Empty without a process, and where
/// the system does not tell.
pub async fn follow(pid: Option<u32>, load: impl Future<Output = ()>) -> Vec<u64> {
    let mut load = pin!(load);
    let mut sizes = Vec::new();
    while timeout(INTERVAL, load.as_mut()).await.is_err() {
        sizes.extend(pid.and_then(resident));
    }
    sizes
}

/// Resident memory of a process in KiB.
pub fn resident(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
