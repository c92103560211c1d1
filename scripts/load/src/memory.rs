//! Memory of a process.

use std::fs;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Interval between two looks.
const INTERVAL: Duration = Duration::from_secs(5);

/// Resident memory of a process in KiB, every few seconds until a time. Empty where the system does not tell.
pub async fn follow(pid: u32, until: Instant) -> Vec<u64> {
    let mut sizes = Vec::new();
    while Instant::now() + INTERVAL < until {
        sleep(INTERVAL).await;
        sizes.extend(resident(pid));
    }
    sizes
}

fn resident(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
