//! Events: what the main loop waits for.

use std::sync::mpsc::Sender;

use engine::search::Report;

use crate::io::input::Line;

/// Number of a search or task. It tells its events from late ones of an earlier job.
pub type JobId = u64;

/// Event from outside of the main loop.
#[derive(Debug)]
pub enum Event {
    /// Line of standard input.
    Line(Line),
    /// End of standard input.
    Closed,
    /// Report of a search: a new principal variation.
    Report(JobId, Report),
    /// Line to print, from a task.
    Text(JobId, String),
    /// End of a search or task.
    Done(JobId),
}

/// Job: the number of a search or task, and the receiver of its events.
#[derive(Clone, Debug)]
pub struct Job {
    /// Number.
    pub id: JobId,
    /// Channel to the main loop.
    pub events: Sender<Event>,
}

impl Job {
    /// Sends an event. Ignored if the main loop has ended.
    pub fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}
