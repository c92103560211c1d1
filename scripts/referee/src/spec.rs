//! Who plays, as plain data.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::TimeControl;

/// A player: what he is called, who he is, and what he may think with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What tables call him.
    pub name: String,
    /// Who he is.
    pub kind: EngineKind,
    /// His time control.
    pub time: TimeControl,
}

/// Who plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum EngineKind {
    /// A player in this process, by name, with his options.
    BuiltIn {
        /// Which one.
        name: String,
        /// Settings, as names and values.
        options: Vec<(String, String)>,
    },
    /// A program that speaks a protocol.
    Process(ProcessSpec),
}

/// An engine in a process of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProcessSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs; where the runner does if nothing is said.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub dialect: Dialect,
    /// Settings, as names and values.
    pub options: Vec<(String, String)>,
    /// When its process is replaced by a new one.
    pub restart: Restart,
    /// How long it may take to answer what is not a question of chess: to start, to get ready, to stop, to end.
    pub patience: Duration,
    /// How long it may think where no clock ends that.
    pub longest_thought: Duration,
}

impl ProcessSpec {
    /// How long an engine may take to get ready, if nothing else is said.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// How long an engine may think where no clock ends that, if nothing else is said.
    pub const LONGEST_THOUGHT: Duration = Duration::from_secs(600);

    /// A program with nothing special about it.
    pub fn new(command: impl IntoIterator<Item = impl Into<String>>) -> ProcessSpec {
        ProcessSpec {
            command: command.into_iter().map(Into::into).collect(),
            directory: None,
            dialect: Dialect::Auto,
            options: Vec::new(),
            restart: Restart::AfterFault,
            patience: ProcessSpec::PATIENCE,
            longest_thought: ProcessSpec::LONGEST_THOUGHT,
        }
    }
}

/// The protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The first of CECP and UCI that the program understands.
    #[default]
    Auto,
    /// The Chess Engine Communication Protocol (XBoard's), version 2.
    Cecp,
    /// The Universal Chess Interface.
    Uci,
}

/// When an engine's process is replaced by a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Never: after a crash all later games are lost.
    Never,
    /// For each game.
    EveryGame,
    /// After a game in which it was at fault.
    #[default]
    AfterFault,
}
