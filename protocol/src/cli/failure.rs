//! Failure of a command of the command line.

use crate::parse::CommandError;

/// Failure of a command. It decides the exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An argument is wrong: exit status 2.
    Argument(CommandError),
    /// The command could not be carried out: exit status 1.
    Command(CommandError),
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Failure {
        Failure::Command(error)
    }
}
