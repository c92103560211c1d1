//! In what the four games differ.

use std::fmt::Debug;
use std::hash::Hash;

/// The rules by which the games of the family differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// Where the stream of the game's key numbers begins.
    const KEY_SEED: u64;
    /// The start position.
    const START: &'static str;
    /// Whether a die is thrown before each move.
    const DICE: bool = false;
}

/// The game as it is commonly played.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Usual;

impl Rules for Usual {
    const NAME: &'static str = "kaleido";
    const KEY_SEED: u64 = 0x6b61_6c65_6964_6f01;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1";
}

/// A die says which pieces may move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Dice;

impl Rules for Dice {
    const NAME: &'static str = "kaleidodice";
    const KEY_SEED: u64 = 0x6b61_6c65_6964_6501;
    const START: &'static str = Usual::START;
    const DICE: bool = true;
}

/// Black has eighteen pawns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct PawnArmy;

impl Rules for PawnArmy {
    const NAME: &'static str = "kaleidopawns";
    const KEY_SEED: u64 = 0x6b61_6c65_6964_7001;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/pppp5pp/pppp5pp/pppp5pp/11/PVET5PH/1 w - - 0 1";
}

/// Black has eighteen ravens.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct RavenArmy;

impl Rules for RavenArmy {
    const NAME: &'static str = "kaleidoravens";
    const KEY_SEED: u64 = 0x6b61_6c65_6964_7201;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/vvvv5vv/vvvv5vv/vvvv5vv/11/PVET5PH/1 w - - 0 1";
}
