//! The settings a user may change, in one table that both dialects print from and read by.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use engine::search::Limits;
use engine::search::limits::FULL_SKILL;
use engine::text::Style;

use crate::session::MoveFormat;
use crate::session::search_slot::Method;

/// Names a setting in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// Size of the transposition table in megabytes.
    Hash,
    /// Threads that search.
    Threads,
    /// Forgets what the table knows.
    ClearHash,
    /// How many best moves to report lines for.
    MultiPv,
    /// Whether to think on the opponent's time.
    Ponder,
    /// Milliseconds lost on the way of each move.
    MoveOverhead,
    /// 0 plays weakest, 20 with full strength.
    SkillLevel,
    /// Whether [`Id::Elo`] takes the place of [`Id::SkillLevel`].
    LimitStrength,
    /// A nominal rating, see [`Options::skill`].
    Elo,
    /// Whether the user studies positions: then no limit of strength applies.
    AnalyseMode,
    /// Whether scores come with chances to win, draw and lose.
    ShowWdl,
    /// Whether to resign a lost game.
    Resign,
    /// Which of its searches the engine plays with.
    Search,
    /// Whether to play from the opening book while it knows the position.
    OwnBook,
    /// What the engine's luck is drawn from; 0 for something else each time.
    Seed,
    /// How moves are written, where a game knows more than one way.
    Notation,
}

/// What values a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// The value at the start.
        default: i64,
    },
    /// Yes or no.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// No value: something to do.
    Button,
    /// One of some words; the first is the value at the start.
    Combo(&'static [&'static str]),
}

/// Which dialects print a setting among their options. Both read every one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// Both dialects.
    Everywhere,
    /// UCI; CECP has a command of its own for the same, or no use for it.
    Uci,
    /// CECP.
    Cecp,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name in the code.
    pub id: Id,
    /// Its name in the dialects.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// Where it is printed.
    pub offered: Offered,
}

/// The nominal ratings of the weakest skill and of full strength.
const ELO: (i64, i64) = (800, 2800);

/// The words for the styles of writing moves.
pub const STYLES: [(&str, Style); 2] = [("plain", Style::Plain), ("inventor", Style::Inventor)];

const fn spec(id: Id, name: &'static str, kind: Kind, offered: Offered) -> Spec {
    Spec { id, name, kind, offered }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { min, max, default }
}

/// All settings, in the order they are printed.
pub const SPECS: [Spec; 16] = {
    use Offered::{Cecp, Everywhere, Uci};
    const OFF: Kind = Kind::Check { default: false };
    [
        spec(Id::Hash, "Hash", spin(64, 1, 65_536), Uci),
        spec(Id::Threads, "Threads", spin(1, 1, 256), Uci),
        spec(Id::ClearHash, "Clear Hash", Kind::Button, Everywhere),
        spec(Id::MultiPv, "MultiPV", spin(1, 1, 256), Everywhere),
        spec(Id::Ponder, "Ponder", OFF, Uci),
        spec(Id::MoveOverhead, "Move Overhead", spin(10, 0, 5000), Everywhere),
        spec(Id::SkillLevel, "Skill Level", spin(FULL_SKILL as i64, 0, FULL_SKILL as i64), Everywhere),
        spec(Id::LimitStrength, "UCI_LimitStrength", OFF, Everywhere),
        spec(Id::Elo, "UCI_Elo", spin(1500, ELO.0, ELO.1), Everywhere),
        spec(Id::AnalyseMode, "UCI_AnalyseMode", OFF, Uci),
        spec(Id::ShowWdl, "UCI_ShowWDL", OFF, Uci),
        spec(Id::Resign, "Resign", OFF, Cecp),
        spec(
            Id::Search,
            "Search",
            Kind::Combo(&[Method::WORDS[0].0, Method::WORDS[1].0, Method::WORDS[2].0]),
            Everywhere,
        ),
        spec(Id::OwnBook, "OwnBook", OFF, Everywhere),
        spec(Id::Seed, "Seed", spin(0, 0, i32::MAX as i64), Everywhere),
        spec(Id::Notation, "Notation", Kind::Combo(&[STYLES[0].0, STYLES[1].0]), Everywhere),
    ]
};

impl Spec {
    fn default(&self) -> i64 {
        match self.kind {
            Kind::Spin { default, .. } => default,
            Kind::Check { default } => default.into(),
            Kind::Button | Kind::Combo(_) => 0,
        }
    }

    /// Reads a value.
    fn read(&self, text: Option<&str>) -> Result<i64, OptionError> {
        let wanted = |what: String| OptionError::Value { name: self.name, wanted: what };
        match (self.kind, text) {
            (Kind::Spin { min, max, .. }, text) => {
                let number = text.and_then(|text| text.parse().ok()).filter(|number| (min..=max).contains(number));
                number.ok_or_else(|| wanted(format!("a whole number from {min} to {max}")))
            }
            (Kind::Check { .. }, Some("true" | "1")) => Ok(1),
            (Kind::Check { .. }, Some("false" | "0")) => Ok(0),
            (Kind::Check { .. }, _) => Err(wanted("true or false".to_string())),
            (Kind::Button, _) => Ok(0),
            (Kind::Combo(words), text) => {
                let at = words.iter().position(|word| text.is_some_and(|text| word.eq_ignore_ascii_case(text)));
                at.map(|at| at as i64).ok_or_else(|| wanted(words.join(" or ")))
            }
        }
    }
}

/// Why a setting could not be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is none of that name.
    Unknown,
    /// There is not so much memory.
    Memory,
    /// The value is out of range or no value at all.
    Value {
        /// The setting.
        name: &'static str,
        /// What it takes.
        wanted: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown => write!(f, "no such option"),
            OptionError::Memory => write!(f, "not enough memory"),
            OptionError::Value { name, wanted } => write!(f, "{name} takes {wanted}"),
        }
    }
}

/// The present values.
#[derive(Clone, Debug)]
pub struct Options {
    values: [i64; SPECS.len()],
}

impl Default for Options {
    fn default() -> Self {
        Options { values: SPECS.each_ref().map(Spec::default) }
    }
}

impl Options {
    /// Changes a setting by its name, in which case does not matter.
    ///
    /// # Errors
    /// If there is no such setting or it does not take the value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Id, OptionError> {
        let at = SPECS.iter().position(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or(OptionError::Unknown)?;
        self.values[at] = SPECS[at].read(value)?;
        Ok(SPECS[at].id)
    }

    /// The value of a setting as a number; 1 and 0 for yes and no, the place of a word among all.
    pub fn number(&self, id: Id) -> i64 {
        SPECS.iter().zip(self.values).find(|(spec, _)| spec.id == id).map_or(0, |(_, value)| value)
    }

    /// The value of a setting that is on or off.
    pub fn is_on(&self, id: Id) -> bool {
        self.number(id) != 0
    }

    /// The search to play with; none stands for the one that plays the game better.
    pub fn search(&self) -> Option<Method> {
        Method::WORDS[self.number(Id::Search) as usize].1
    }

    /// How moves are to be written.
    pub fn style(&self) -> Style {
        STYLES[self.number(Id::Notation) as usize].1
    }

    /// How moves are to be written where nothing else is called for.
    pub fn move_format(&self) -> MoveFormat {
        MoveFormat::Own(self.style())
    }

    /// How well to play, 0 to [`FULL_SKILL`].
    ///
    /// A nominal rating is spread evenly over the skills. It is an order of strength, not a measured rating: the
    /// games have different scales, and for most of them there is nobody to measure against.
    pub fn skill(&self) -> u8 {
        let level = if self.is_on(Id::LimitStrength) {
            (self.number(Id::Elo) - ELO.0) * i64::from(FULL_SKILL) / (ELO.1 - ELO.0)
        } else {
            self.number(Id::SkillLevel)
        };
        level.clamp(0, FULL_SKILL.into()) as u8
    }

    /// The number that the engine's luck is drawn from.
    pub fn seed(&self) -> u64 {
        match self.number(Id::Seed) {
            // A new hasher's state is what the standard library has to offer in randomness.
            0 => RandomState::new().build_hasher().finish(),
            seed => seed as u64,
        }
    }

    /// What the settings say about every search. In analysis there is no limit of strength.
    pub fn limits(&self, analysis: bool) -> Limits {
        Limits {
            overhead: Duration::from_millis(self.number(Id::MoveOverhead) as u64),
            lines: self.number(Id::MultiPv) as usize,
            skill: if analysis || self.is_on(Id::AnalyseMode) { FULL_SKILL } else { self.skill() },
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_before_they_are_taken() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("128")), Ok(Id::Hash));
        assert_eq!(options.number(Id::Hash), 128);
        for bad in [None, Some(""), Some("0"), Some("65537"), Some("12x"), Some("99999999999999999999")] {
            let error = options.set("Hash", bad).unwrap_err().to_string();
            assert_eq!(error, "Hash takes a whole number from 1 to 65536");
        }
        assert_eq!(options.number(Id::Hash), 128);
        assert_eq!(options.set("Ponder", Some("yes")).unwrap_err().to_string(), "Ponder takes true or false");
        assert_eq!(options.set("Contempt", Some("3")), Err(OptionError::Unknown));
        assert_eq!(options.set("Clear Hash", None), Ok(Id::ClearHash));
        assert_eq!(options.style(), Style::Plain);
        assert_eq!(options.set("Notation", Some("Inventor")), Ok(Id::Notation));
        assert_eq!(options.style(), Style::Inventor);
        assert_eq!(options.set("Notation", Some("san")).unwrap_err().to_string(), "Notation takes plain or inventor");
        assert_eq!(options.style(), Style::Inventor);
    }

    #[test]
    fn ratings_cover_all_skills() {
        let mut options = Options::default();
        assert_eq!(options.skill(), FULL_SKILL);
        options.set("Skill Level", Some("3")).unwrap();
        assert_eq!(options.skill(), 3);
        assert_eq!(options.limits(true).skill, FULL_SKILL);
        options.set("UCI_LimitStrength", Some("true")).unwrap();
        for (elo, skill) in [("800", 0), ("1500", 7), ("2800", FULL_SKILL)] {
            options.set("UCI_Elo", Some(elo)).unwrap();
            assert_eq!(options.skill(), skill);
        }
    }

    #[test]
    fn every_setting_is_in_the_table_once() {
        for (at, spec) in SPECS.iter().enumerate() {
            assert!(SPECS[..at].iter().all(|other| other.id != spec.id && other.name != spec.name), "{}", spec.name);
        }
    }
}
