//! Process groups of the engines that run. A signal that ends this program ends them first.
//!
//! Each engine leads a group of its own, which the signals of a terminal do not reach, and a program that a signal ends
//! drops nothing. SIGKILL cannot be handled: after it engines read the end of their stdin.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Signals that end a program and can be handled.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// Groups of the engines that run.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Starts a process as leader of a group of its own.
///
/// # Errors
/// If the operating system refuses.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(end_on_signals);
    // Locked until the group is noted: a signal finds no engine that is not.
    let mut running = running();
    let child = command.process_group(0).spawn()?;
    running.push(Pid::from_child(&child));
    Ok(child)
}

/// Kills the group of a process, and waits for the end of the process.
pub(super) fn end(child: &mut Child) {
    let group = Pid::from_child(child);
    {
        let mut running = running();
        running.retain(|&other| other != group);
        kill(group);
    }
    if let Err(error) = child.wait() {
        log::warn!("process {group:?}: {error}");
    }
}

/// Does not return if a signal ends this program: it has killed the engines, whose end is no fault then.
pub(super) fn halt_if_ending() {
    drop(running());
}

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a group, unless all its processes have ended.
fn kill(group: Pid) {
    if let Err(error) = kill_process_group(group, Signal::KILL) {
        log::debug!("process group {group:?}: {error}");
    }
}

/// Handles the signals that end this program and are not ignored, in a thread: kills all groups, and ends the program
/// as the signal does by default, which a shell reports as the status 128 and the signal's number.
fn end_on_signals() {
    let ignored = ignored_signals();
    let handled = ENDING.into_iter().filter(|&signal| ignored & bit(signal) == 0);
    let mut arriving = match Signals::new(handled) {
        Ok(arriving) => arriving,
        Err(error) => {
            log::warn!("signals will leave engines behind: {error}");
            return;
        }
    };
    thread::spawn(move || {
        if let Some(signal) = arriving.forever().next() {
            // Locked to the end: no engine starts any more, and none is at fault.
            let running = running();
            running.iter().copied().for_each(kill);
            if let Err(error) = emulate_default_handler(signal) {
                log::warn!("signal {signal}: {error}");
                process::exit(128 + signal);
            }
        }
    });
}

/// Set of the signals that this program ignores, as a program does that `nohup` or a script has started in the
/// background. Where the system does not tell, that is the hangup.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").ok();
    status.and_then(|status| ignored_in(&status)).unwrap_or(bit(SIGHUP))
}

/// Set of ignored signals in the text of `/proc/PID/status`.
fn ignored_in(status: &str) -> Option<u64> {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(set.trim(), 16).ok()
}

/// Bit of a signal in a set.
fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read() {
        let ignored = ignored_in("Name:\tmatch\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001003\n").unwrap();
        assert_eq!(ENDING.map(|signal| ignored & bit(signal) != 0), [true, true, false, false]);
        assert_eq!(ignored_in("Name:\tmatch\n"), None);
    }

    #[test]
    fn groups_are_noted_while_they_run() {
        let mut child = start(Command::new("sleep").arg("1000")).unwrap();
        let group = Pid::from_child(&child);
        assert!(running().contains(&group));
        end(&mut child);
        assert!(!running().contains(&group));
    }
}
