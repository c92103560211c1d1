//! The games by their names.

use engine::game::Game;
use engine::text::Notation;
use engine::variants::{
    Chess, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens, Keyles, KnightRelay, Quex,
};
use thiserror::Error;

/// Something to do with a game that is known by its name only.
pub trait Job {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Notation>(self) -> Self::Output;
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no variant '{name}'; there are: {}", NAMES.join(", "))]
pub struct UnknownVariant {
    name: String,
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The names of the games.
        pub const NAMES: &[&str] = &[$(<$game as Game>::NAME),+];

        /// Does a job with the game of a name.
        ///
        /// # Errors
        /// If no game has the name.
        pub fn with_variant<J: Job>(name: &str, job: J) -> Result<J::Output, UnknownVariant> {
            match name {
                $(name if name == <$game as Game>::NAME => Ok(job.run::<$game>()),)+
                _ => Err(UnknownVariant { name: name.to_string() }),
            }
        }
    };
}

games!(Chess, KnightRelay, Quex, Keyles, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens,);

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl Job for Name {
        type Output = &'static str;
        fn run<G: Notation>(self) -> &'static str {
            G::NAME
        }
    }

    #[test]
    fn every_name_leads_to_its_game() {
        for name in NAMES {
            assert_eq!(with_variant(name, Name), Ok(*name));
        }
        let error = with_variant("shogi", Name).unwrap_err();
        assert_eq!(error.to_string(), format!("no variant 'shogi'; there are: {}", NAMES.join(", ")));
    }
}
