//! Bases of networks by name.

use clap::ValueEnum;
use eval::nnue;

/// Base of a network, as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Base {
    /// The whole hand-crafted evaluation (HCE)
    Hce,
    /// Material and piece-square tables, progress, tempo and endgame scale of the HCE
    Psqt,
}

impl From<Base> for nnue::Base {
    fn from(base: Base) -> nnue::Base {
        match base {
            Base::Hce => nnue::Base::Hce,
            Base::Psqt => nnue::Base::Psqt,
        }
    }
}
