//! The games of the engine's list, as words of command lines and plan files.

use std::fmt;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use engine::variants;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A game, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant(pub variants::Variant);

impl Variant {
    /// All games: those of the list, then the custom variants that were read before the first call.
    pub fn all() -> &'static [Variant] {
        static ALL: LazyLock<Vec<Variant>> = LazyLock::new(|| variants::Variant::all().map(Variant).collect());
        &ALL
    }

    /// The games of the list for two players.
    pub fn all_for_two() -> Vec<Variant> {
        variants::TwoPlayerVariant::ALL.map(|variant| Variant(variant.into())).to_vec()
    }

    /// The name on command lines and in protocols.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The game, if it is for two players.
    ///
    /// # Errors
    /// Says for how many it is.
    pub fn two_player(self) -> Result<variants::TwoPlayerVariant, variants::NotForTwo> {
        self.0.try_into()
    }
}

impl From<Variant> for variants::Variant {
    fn from(variant: Variant) -> Self {
        variant.0
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ValueEnum for Variant {
    fn value_variants<'a>() -> &'a [Variant] {
        Variant::all()
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.0.info().title))
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Variant).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_on_command_lines_and_in_json() {
        for &variant in Variant::all() {
            let name = variant.name();
            assert_eq!(<Variant as ValueEnum>::from_str(name, false), Ok(variant));
            let json = format!("\"{name}\"");
            assert_eq!(serde_json::to_string(&variant).unwrap(), json);
            assert_eq!(serde_json::from_str::<Variant>(&json).unwrap(), variant);
        }
        assert!(serde_json::from_str::<Variant>("\"shogi\"").is_err());
    }
}
