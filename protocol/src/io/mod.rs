//! Standard input, standard output and the transcript.

pub mod input;
pub mod output;
