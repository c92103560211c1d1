//! The games by name, generated from [`for_each_game!`](crate::for_each_game).

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use super::custom::CustomId;
use super::{Described, GameInfo};
use crate::game::Game;
use crate::{for_each_game, for_each_two_player_game};

macro_rules! define_variant {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        $(pub use super::$family::$game;)*

        /// A game of the list, as a value; [`with_game!`](crate::with_game) turns it into the type.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Variant {
            $(
                #[doc = concat!("[`", stringify!($game), "`].")]
                $game,
            )*
            /// A custom variant: a [`CustomGame`](super::CustomGame).
            Custom(CustomId),
        }

        impl Variant {
            /// All games of the list, in its order; the first is played unless another is asked for.
            pub const ALL: [Variant; [$($name),*].len()] = [$(Variant::$game),*];

            /// The names of the games of the list, in its order.
            pub const NAMES: [&'static str; Variant::ALL.len()] = [$($name),*];

            /// The descriptor.
            pub fn info(self) -> &'static GameInfo {
                match self {
                    $(Variant::$game => <$game as Described>::INFO,)*
                    Variant::Custom(id) => id.info(),
                }
            }

            /// Number of players.
            pub const fn seats(self) -> usize {
                match self {
                    $(Variant::$game => <$game as Game>::SEATS,)*
                    Variant::Custom(_) => 2,
                }
            }

            /// The family: the module of [`variants`](crate::variants) that holds the rules, shared by games with the
            /// same board and pieces.
            pub const fn family(self) -> &'static str {
                match self {
                    $(Variant::$game => stringify!($family),)*
                    Variant::Custom(_) => "custom",
                }
            }
        }

        // The names in the list are those of the descriptors.
        const _: () = {
            $(assert!(equal(<$game as Described>::INFO.name, $name), "the list has another name");)*
        };
    };
}

for_each_game!(define_variant);

macro_rules! define_two_player_variant {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        /// A game for two players, as a value; [`with_two_player_game!`](crate::with_two_player_game) turns it into
        /// the type.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum TwoPlayerVariant {
            $(
                #[doc = concat!("[`", stringify!($game), "`].")]
                $game,
            )*
            /// A custom variant.
            Custom(CustomId),
        }

        impl TwoPlayerVariant {
            /// The games of the list for two players, in its order.
            pub const ALL: [TwoPlayerVariant; [$($name),*].len()] = [$(TwoPlayerVariant::$game),*];

            /// The names of the games of the list for two players, in its order.
            pub const NAMES: [&'static str; TwoPlayerVariant::ALL.len()] = [$($name),*];
        }

        impl From<TwoPlayerVariant> for Variant {
            fn from(variant: TwoPlayerVariant) -> Variant {
                match variant {
                    $(TwoPlayerVariant::$game => Variant::$game,)*
                    TwoPlayerVariant::Custom(id) => Variant::Custom(id),
                }
            }
        }

        impl TryFrom<Variant> for TwoPlayerVariant {
            type Error = NotForTwo;

            fn try_from(variant: Variant) -> Result<TwoPlayerVariant, NotForTwo> {
                match variant {
                    $(Variant::$game => Ok(TwoPlayerVariant::$game),)*
                    Variant::Custom(id) => Ok(TwoPlayerVariant::Custom(id)),
                    _ => Err(NotForTwo { variant }),
                }
            }
        }

        // The list puts each game where it belongs.
        const _: () = {
            $(assert!(<$game as Game>::SEATS == 2, concat!($name, " is not for two players"));)*
        };
    };
}

for_each_two_player_game!(define_two_player_variant);

/// A game for more than two players, where one for two is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{variant} is a game for {} players; this is for games of two", .variant.seats())]
pub struct NotForTwo {
    variant: Variant,
}

/// String equality in constants.
const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

impl Variant {
    /// All games: those of the list, then the custom variants that were read.
    pub fn all() -> impl Iterator<Item = Variant> {
        Variant::ALL.into_iter().chain(CustomId::all().map(Variant::Custom))
    }

    /// The name on command lines and in protocols.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The game that a `Variant` tag of a PGN file names: in any case, and under the names other programs give it.
    pub fn from_tag(tag: &str) -> Option<Variant> {
        let tag = tag.to_lowercase();
        Variant::all().find(|variant| variant.name() == tag || variant.info().aliases.contains(&tag.as_str()))
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no variant '{name}'; there are: {}", Variant::all().map(Variant::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownVariant {
    name: String,
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let found = Variant::all().find(|variant| variant.name() == name);
        found.ok_or_else(|| UnknownVariant { name: name.to_string() })
    }
}

/// Evaluates an expression with the type of a game that is known as a value only: the one dispatch from a
/// [`Variant`](crate::variants::Variant), or what converts into it, to a type. A custom variant is in play from there
/// on.
///
/// ```
/// use engine::game::Game;
/// use engine::variants::Variant;
///
/// fn first_moves<G: Game>() -> usize {
///     G::start().count_moves()
/// }
/// let variant: Variant = "chess".parse().unwrap();
/// assert_eq!(engine::with_game!(variant, G => first_moves::<G>()), 20);
/// ```
#[macro_export]
macro_rules! with_game {
    ($variant:expr, $type:ident => $do:expr) => {
        $crate::for_each_game!($crate::dispatch_game, $variant, $type => $do)
    };
}

/// Evaluates an expression with the type of a game for two players: [`with_game!`](crate::with_game) for a
/// [`TwoPlayerVariant`](crate::variants::TwoPlayerVariant).
///
/// ```
/// use engine::search::{Material, Searcher};
/// use engine::variants::{TwoPlayerVariant, Variant};
///
/// let variant = TwoPlayerVariant::try_from(Variant::Chess).unwrap();
/// engine::with_two_player_game!(variant, G => drop(Searcher::<G, _>::new(Material::default())));
/// ```
#[macro_export]
macro_rules! with_two_player_game {
    ($variant:expr, $type:ident => $do:expr) => {
        $crate::for_each_two_player_game!($crate::dispatch_two_player_game, $variant, $type => $do)
    };
}

/// The match of [`with_two_player_game!`](crate::with_two_player_game).
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch_two_player_game {
    ([$variant:expr, $type:ident => $do:expr] $($name:literal: $family:ident::$game:ident,)*) => {
        match $crate::variants::TwoPlayerVariant::from($variant) {
            $($crate::variants::TwoPlayerVariant::$game => {
                type $type = $crate::variants::$game;
                $do
            })*
            $crate::variants::TwoPlayerVariant::Custom(id) => {
                id.select();
                type $type = $crate::variants::CustomGame;
                $do
            }
        }
    };
}

/// The match of [`with_game!`](crate::with_game).
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch_game {
    ([$variant:expr, $type:ident => $do:expr] $($name:literal: $family:ident::$game:ident,)*) => {
        match $crate::variants::Variant::from($variant) {
            $($crate::variants::Variant::$game => {
                type $type = $crate::variants::$game;
                $do
            })*
            $crate::variants::Variant::Custom(id) => {
                id.select();
                type $type = $crate::variants::CustomGame;
                $do
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn every_name_leads_to_its_game() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(with_game!(variant, G => G::name()), variant.name());
            assert_eq!(Variant::from_tag(&variant.name().to_uppercase()), Some(variant));
        }
        let error = "shogi".parse::<Variant>().unwrap_err();
        assert_eq!(error.to_string(), format!("no variant 'shogi'; there are: {}", Variant::NAMES.join(", ")));
    }

    #[test]
    fn games_for_two_are_told_from_the_others() {
        let two = Variant::ALL.into_iter().filter_map(|variant| TwoPlayerVariant::try_from(variant).ok());
        assert!(two.eq(TwoPlayerVariant::ALL));
        for variant in TwoPlayerVariant::ALL {
            assert_eq!(with_two_player_game!(variant, G => G::name()), Variant::from(variant).name());
        }
        assert_eq!(TwoPlayerVariant::ALL.map(|variant| Variant::from(variant).name()), TwoPlayerVariant::NAMES);
        let error = TwoPlayerVariant::try_from(Variant::Kaleido4).unwrap_err();
        assert_eq!(error.to_string(), "kaleido4 is a game for 4 players; this is for games of two");
        assert!(Variant::ALL.iter().all(|variant| (2..=Seat::MAX).contains(&variant.seats())));
    }

    #[test]
    fn goals_are_sentences() {
        for GameInfo { name, goal, .. } in Variant::ALL.map(Variant::info) {
            assert!(goal.starts_with(|c: char| c.is_ascii_uppercase()), "{name}: {goal}");
            assert_eq!(goal.find(['.', '!', '?', '\n']), Some(goal.len() - 1), "{name}: {goal}");
        }
    }

    #[test]
    fn names_titles_and_aliases_are_unique() {
        let mut words: Vec<String> = Vec::new();
        for info in Variant::ALL.map(Variant::info) {
            assert!(info.name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{}", info.name);
            words.extend([info.name, info.title].map(str::to_string));
            words.extend(info.aliases.iter().map(|alias| alias.to_string()));
        }
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count, "{words:?}");
        assert_eq!(["Standard", "normal"].map(Variant::from_tag), [Some(Variant::Chess); 2]);
        assert_eq!(Variant::from_tag("fairy"), None);
    }
}
