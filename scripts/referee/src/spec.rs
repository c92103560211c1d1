//! Descriptions of players, as plain data for plan files.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::TimeControl;

/// Description of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Name in tables.
    pub name: String,
    /// Kind of player.
    pub kind: EngineKind,
    /// Time control.
    pub time: TimeControl,
}

impl EngineSpec {
    /// The same player, a program with the protocol that [`identify`](super::Engine::identify) has found: it is not
    /// tried again at each start. A built-in player has none.
    #[must_use]
    pub fn with_dialect(&self, dialect: Dialect) -> EngineSpec {
        let mut spec = self.clone();
        if let EngineKind::Process(process) = &mut spec.kind {
            process.dialect = dialect;
        }
        spec
    }
}

/// Kind of player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum EngineKind {
    /// Built-in player in this process.
    BuiltIn {
        /// Name of the built-in player.
        name: String,
        /// Options, as names and values.
        options: Vec<(String, String)>,
    },
    /// Program that speaks a protocol.
    Process(ProcessSpec),
}

/// Description of an engine in a process of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProcessSpec {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Working directory; `None` for that of the runner.
    pub directory: Option<PathBuf>,
    /// Protocol.
    pub dialect: Dialect,
    /// Options, as names and values.
    pub options: Vec<(String, String)>,
    /// When the process is replaced by a new one.
    pub restart: Restart,
    /// Time that it may take for anything but a search: to start, to get ready, to stop, to end.
    pub patience: Duration,
    /// Time that it may think where no clock limits that. A move after it is a forfeit.
    pub max_think_time: Duration,
}

impl ProcessSpec {
    /// Default of [`patience`](ProcessSpec::patience).
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// Default of [`max_think_time`](ProcessSpec::max_think_time).
    pub const MAX_THINK_TIME: Duration = Duration::from_secs(600);

    /// Program with default settings.
    pub fn new(command: impl IntoIterator<Item = impl Into<String>>) -> ProcessSpec {
        ProcessSpec {
            command: command.into_iter().map(Into::into).collect(),
            directory: None,
            dialect: Dialect::Auto,
            options: Vec::new(),
            restart: Restart::AfterFault,
            patience: ProcessSpec::PATIENCE,
            max_think_time: ProcessSpec::MAX_THINK_TIME,
        }
    }
}

/// Protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// CECP if the program answers its handshake, else UCI.
    #[default]
    Auto,
    /// Chess Engine Communication Protocol (XBoard), version 2.
    Cecp,
    /// Universal Chess Interface.
    Uci,
}

/// When the process of an engine is replaced by a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Never: after a crash all later games are lost.
    Never,
    /// Before each game.
    EveryGame,
    /// After a game in which the engine was at fault.
    #[default]
    AfterFault,
}
