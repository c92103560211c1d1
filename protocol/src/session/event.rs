//! What the main loop waits for.

use engine::search::Report;

/// Tells one search or count from the ones before it, whose last events may still be on their way.
pub type JobId = u64;

/// Something that happened outside of the main loop.
#[derive(Debug)]
pub enum Event {
    /// A line was read, without its end.
    Line(String),
    /// A line was longer than any command can be; this is how it began.
    TooLong(String),
    /// Standard input is at its end.
    Closed,
    /// A search has a new line of thinking.
    Report(JobId, Report),
    /// A count or another piece of work has a line to print.
    Text(JobId, String),
    /// A search or another piece of work is over.
    Done(JobId),
}
