//! Standard input, standard output and the transcript.

pub mod backlog;
pub mod input;
pub mod output;
