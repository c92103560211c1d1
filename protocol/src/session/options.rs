//! Options: one table of what the user may set. Both dialects print from it and read by it.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::time::Duration;

use engine::search::Limits;
use engine::search::limits::FULL_SKILL;
use engine::text::{Style, quote};
use searches::Method;

use crate::parse::CommandError;
use crate::registry;
use crate::session::MoveFormat;
use crate::session::search_slot::METHODS;

/// Option identifier: the name in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    /// Size of the transposition table in megabytes.
    Hash,
    /// Number of search threads.
    Threads,
    /// Clears the transposition table and the histories.
    ClearHash,
    /// MultiPV: number of best moves to report principal variations of.
    MultiPv,
    /// Pondering: search on the opponent's time.
    Ponder,
    /// Milliseconds lost on the way of each move (lag).
    MoveOverhead,
    /// Skill level: 0 is weakest, 20 is full strength.
    SkillLevel,
    /// [`OptionId::Elo`] replaces [`OptionId::SkillLevel`].
    LimitStrength,
    /// Rating, see [`Options::skill`].
    Elo,
    /// Analysis mode: the strength is not limited, and the book is not used.
    AnalyseMode,
    /// Scores come with chances to win, draw and lose (WDL).
    ShowWdl,
    /// The engine resigns lost games.
    Resign,
    /// The engine is the arbiter of the game, for GUIs that know its rules less well: an illegal move of the opponent's
    /// loses at once, and a mate is claimed when it has happened, not announced before.
    Arbiter,
    /// Search method.
    Search,
    /// The engine plays from its opening book.
    OwnBook,
    /// Seed of chance events, random book moves and limited strength; 0 for another one each game.
    Seed,
    /// Style of moves, in games that have more than one.
    Notation,
    /// Castling is written as the king's capture of its own rook.
    Chess960,
    /// Text of the engine about itself. A GUI that sets it changes nothing.
    About,
    /// File of a network that replaces the own one of its game; the own ones of all games if the name is empty.
    EvalFile,
    /// File that a transcript of the dialogue is added to; none if the name is empty.
    LogFile,
}

/// Type of an option, as UCI names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionType {
    /// A whole number.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
        /// Default.
        default: i64,
    },
    /// Yes or no.
    Check {
        /// Default.
        default: bool,
    },
    /// No value: an action.
    Button,
    /// One of several words; the first is the default.
    Combo(&'static [&'static str]),
    /// A text; the default.
    Text(&'static str),
    /// The name of a file, empty by default.
    File,
}

/// Dialects that print an option. Both read every one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// Both dialects.
    Everywhere,
    /// UCI. CECP has a command of its own for it, or no use for it.
    Uci,
    /// CECP.
    Cecp,
}

/// Option specification: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Name in the code.
    pub id: OptionId,
    /// Name in the dialects.
    pub name: &'static str,
    /// Type and range.
    pub option_type: OptionType,
    /// Dialects that print it.
    pub offered: Offered,
}

/// Name of the option that chooses the game in UCI. It is no row of the table: its words are the names of the games.
pub const VARIANT: &str = "UCI_Variant";

/// Rating of skill level 0 in chess, on the scale of Stockfish 15.1's `UCI_Elo`: docs/strength.md.
const LOWEST_ELO: i64 = 850;

/// Elo from a skill level to the next one, on the same scale.
const ELO_STEP: i64 = 80;

/// Rating of the highest level below full strength.
const HIGHEST_ELO: i64 = LOWEST_ELO + (FULL_SKILL as i64 - 1) * ELO_STEP;

/// Text of the option `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Motley ",
    env!("CARGO_PKG_VERSION"),
    " plays chess, Chess960 and ten relatives of chess, knight relay chess, Quex, Keyles, Chex and KaleidoChess. ",
    "By the Motley authors. License: ",
    env!("CARGO_PKG_LICENSE"),
);

/// Words of the option `Notation`.
pub const STYLES: [(&str, Style); 2] = [("plain", Style::Plain), ("inventor", Style::Inventor)];

/// Words of the option `Search`.
const METHOD_WORDS: [&str; METHODS.len()] = {
    let mut words = [""; METHODS.len()];
    let mut index = 0;
    while index < words.len() {
        words[index] = METHODS[index].0;
        index += 1;
    }
    words
};

const fn spec(id: OptionId, name: &'static str, option_type: OptionType, offered: Offered) -> OptionSpec {
    OptionSpec { id, name, option_type, offered }
}

const fn spin(default: i64, min: i64, max: i64) -> OptionType {
    OptionType::Spin { min, max, default }
}

/// All options, in the order they are printed.
pub const SPECS: [OptionSpec; 21] = {
    use Offered::{Cecp, Everywhere, Uci};
    const OFF: OptionType = OptionType::Check { default: false };
    [
        spec(OptionId::Hash, "Hash", spin(64, 1, 65_536), Uci),
        spec(OptionId::Threads, "Threads", spin(1, 1, 256), Uci),
        spec(OptionId::ClearHash, "Clear Hash", OptionType::Button, Everywhere),
        spec(OptionId::MultiPv, "MultiPV", spin(1, 1, 256), Everywhere),
        spec(OptionId::Ponder, "Ponder", OFF, Uci),
        spec(OptionId::MoveOverhead, "Move Overhead", spin(10, 0, 5000), Everywhere),
        spec(OptionId::SkillLevel, "Skill Level", spin(FULL_SKILL as i64, 0, FULL_SKILL as i64), Everywhere),
        spec(OptionId::LimitStrength, "UCI_LimitStrength", OFF, Everywhere),
        spec(OptionId::Elo, "UCI_Elo", spin(1490, LOWEST_ELO, HIGHEST_ELO), Everywhere),
        spec(OptionId::AnalyseMode, "UCI_AnalyseMode", OFF, Uci),
        spec(OptionId::ShowWdl, "UCI_ShowWDL", OFF, Uci),
        spec(OptionId::Chess960, "UCI_Chess960", OFF, Uci),
        spec(OptionId::Resign, "Resign", OFF, Cecp),
        spec(OptionId::Arbiter, "Arbiter", OFF, Cecp),
        spec(OptionId::Search, "Search", OptionType::Combo(&METHOD_WORDS), Everywhere),
        spec(OptionId::OwnBook, "OwnBook", OFF, Everywhere),
        spec(OptionId::Seed, "Seed", spin(0, 0, i32::MAX as i64), Everywhere),
        spec(OptionId::Notation, "Notation", OptionType::Combo(&[STYLES[0].0, STYLES[1].0]), Everywhere),
        spec(OptionId::EvalFile, "EvalFile", OptionType::File, Everywhere),
        spec(OptionId::LogFile, "Debug Log File", OptionType::File, Everywhere),
        spec(OptionId::About, "UCI_EngineAbout", OptionType::Text(ABOUT), Uci),
    ]
};

impl OptionSpec {
    fn default(&self) -> i64 {
        match self.option_type {
            OptionType::Spin { default, .. } => default,
            OptionType::Check { default } => default.into(),
            OptionType::Button | OptionType::Combo(_) | OptionType::Text(_) | OptionType::File => 0,
        }
    }

    /// Values that the option takes, in words.
    pub fn values(&self) -> String {
        match self.option_type {
            OptionType::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionType::Check { .. } => "true or false".to_string(),
            OptionType::Combo(words) => words.join(" or "),
            OptionType::Button => "no value".to_string(),
            OptionType::Text(_) => "a text".to_string(),
            OptionType::File => "the name of a file".to_string(),
        }
    }

    /// Reads a value.
    fn read(&self, text: Option<&str>) -> Result<i64, OptionError> {
        let wrong = || OptionError::Value { name: self.name, wanted: self.values() };
        match (self.option_type, text) {
            (OptionType::Spin { min, max, .. }, text) => match text.unwrap_or_default().parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(number),
                _ => Err(wrong()),
            },
            (OptionType::Check { .. }, text) => match text.unwrap_or_default().to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(1),
                "false" | "off" | "0" => Ok(0),
                _ => Err(wrong()),
            },
            (OptionType::Button | OptionType::Text(_) | OptionType::File, _) => Ok(0),
            (OptionType::Combo(words), text) => {
                let at = words.iter().position(|word| text.is_some_and(|text| word.eq_ignore_ascii_case(text)));
                at.map(|at| at as i64).ok_or_else(wrong)
            }
        }
    }
}

/// Error of an option that could not be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no option of that name.
    Unknown,
    /// There is not enough memory.
    Memory,
    /// The file cannot be used; the reason.
    File(String),
    /// The value is out of range, or of another type.
    Value {
        /// Name of the option.
        name: &'static str,
        /// Values that it takes.
        wanted: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown => write!(f, "no such option"),
            OptionError::Memory => write!(f, "not enough memory"),
            OptionError::File(why) => write!(f, "{why}"),
            OptionError::Value { name, wanted } => write!(f, "{name} takes {wanted}"),
        }
    }
}

impl OptionError {
    /// The error for a person who has asked for the option `name`.
    pub fn in_words(&self, name: &str) -> CommandError {
        match self {
            OptionError::Unknown => format!(
                "no option is called \"{}\"; write NAME=VALUE (`option` in a game lists the names)",
                quote(name)
            ),
            _ => self.to_string(),
        }
    }
}

/// Name of a file, as the value of an option; none if it is empty or UCI's `<empty>`.
pub fn file_name(value: Option<&str>) -> Option<&Path> {
    match value {
        None | Some("" | "<empty>") => None,
        Some(name) => Some(Path::new(name)),
    }
}

/// Current values of the options.
#[derive(Clone, Debug)]
pub struct Options {
    values: [i64; SPECS.len()],
}

impl Default for Options {
    fn default() -> Self {
        Options { values: SPECS.each_ref().map(OptionSpec::default) }
    }
}

impl Options {
    /// Sets an option by its name, in upper or lower case.
    ///
    /// # Errors
    /// If there is no such option or it does not take the value; then nothing has changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionId, OptionError> {
        let at = SPECS.iter().position(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or(OptionError::Unknown)?;
        self.values[at] = SPECS[at].read(value)?;
        Ok(SPECS[at].id)
    }

    /// Value as a number: of a check 1 or 0, of a combo the index of the word.
    pub fn number(&self, id: OptionId) -> i64 {
        SPECS.iter().zip(self.values).find(|(spec, _)| spec.id == id).map_or(0, |(_, value)| value)
    }

    /// Value of an option as a user writes it; none of an option whose value is no number.
    pub fn text(&self, spec: &OptionSpec) -> Option<String> {
        let value = self.number(spec.id);
        match spec.option_type {
            OptionType::Spin { .. } => Some(value.to_string()),
            OptionType::Check { .. } => Some((value != 0).to_string()),
            OptionType::Combo(words) => Some(words[value as usize].to_string()),
            OptionType::Button | OptionType::Text(_) | OptionType::File => None,
        }
    }

    /// Value of a check.
    pub fn is_on(&self, id: OptionId) -> bool {
        self.number(id) != 0
    }

    /// Search method; none stands for the default.
    pub fn search(&self) -> Option<Method> {
        METHODS[self.number(OptionId::Search) as usize].1
    }

    /// Style of moves in a game, given by its name. No game has both castling and the notation of an inventor.
    pub fn style(&self, variant: &str) -> Style {
        if self.is_on(OptionId::Chess960) && registry::is_orthodox(variant) {
            return Style::KingTakesRook;
        }
        STYLES[self.number(OptionId::Notation) as usize].1
    }

    /// Format of moves in a game, unless a GUI needs another.
    pub fn move_format(&self, variant: &str) -> MoveFormat {
        MoveFormat::Own(self.style(variant))
    }

    /// Skill level, 0 to [`FULL_SKILL`]: with a limited strength the one whose rating is nearest.
    ///
    /// Ratings are those of chess. In other games they give an order of strength: most of them have no opponent to
    /// measure against.
    pub fn skill(&self) -> u8 {
        let level = if self.is_on(OptionId::LimitStrength) {
            (self.number(OptionId::Elo) - LOWEST_ELO + ELO_STEP / 2) / ELO_STEP
        } else {
            self.number(OptionId::SkillLevel)
        };
        level.clamp(0, FULL_SKILL.into()) as u8
    }

    /// Seed of the generators.
    pub fn seed(&self) -> u64 {
        match self.number(OptionId::Seed) {
            // The standard library's source of randomness is the state of a new hasher.
            0 => RandomState::new().build_hasher().finish(),
            seed => seed as u64,
        }
    }

    /// Limits that the options set for every search. In analysis the strength is not limited.
    pub fn limits(&self, analysis: bool) -> Limits {
        Limits {
            overhead: Duration::from_millis(self.number(OptionId::MoveOverhead) as u64),
            multipv: self.number(OptionId::MultiPv) as usize,
            skill: if analysis || self.is_on(OptionId::AnalyseMode) { FULL_SKILL } else { self.skill() },
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_value_leaves_the_option_unchanged() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("128")), Ok(OptionId::Hash));
        assert_eq!(options.number(OptionId::Hash), 128);
        for bad in [None, Some(""), Some("0"), Some("65537"), Some("12x"), Some("99999999999999999999")] {
            let error = options.set("Hash", bad).unwrap_err().to_string();
            assert_eq!(error, "Hash takes a whole number from 1 to 65536");
        }
        assert_eq!(options.number(OptionId::Hash), 128);
        assert_eq!(options.set("Ponder", Some("yes")).unwrap_err().to_string(), "Ponder takes true or false");
        let unknown = options.set("Contempt", Some("3")).unwrap_err();
        assert_eq!(unknown.to_string(), "no such option");
        assert!(unknown.in_words("Contempt").starts_with("no option is called \"Contempt\"; write NAME=VALUE"));
        assert_eq!(options.set("Clear Hash", None), Ok(OptionId::ClearHash));
        assert_eq!(options.style("quex"), Style::Plain);
        assert_eq!(options.set("Notation", Some("Inventor")), Ok(OptionId::Notation));
        assert_eq!(options.style("quex"), Style::Inventor);
        assert_eq!(options.set("Notation", Some("san")).unwrap_err().to_string(), "Notation takes plain or inventor");
        assert_eq!(options.style("quex"), Style::Inventor);
    }

    #[test]
    fn castling_and_the_inventors_squares_have_a_style_each() {
        let mut options = Options::default();
        let styles = |options: &Options| ["chess", "capablanca", "quex", "keyles"].map(|game| options.style(game));
        options.set("UCI_Chess960", Some("true")).unwrap();
        let [castling, plain, inventor] = [Style::KingTakesRook, Style::Plain, Style::Inventor];
        assert_eq!(styles(&options), [castling, castling, plain, plain]);
        options.set("Notation", Some("inventor")).unwrap();
        assert_eq!(styles(&options), [castling, castling, inventor, inventor]);
    }

    #[test]
    fn the_case_of_a_value_does_not_matter() {
        let mut options = Options::default();
        for (value, is_on) in
            [("True", true), ("FALSE", false), ("1", true), ("Off", false), ("on", true), ("0", false), ("TRUE", true)]
        {
            assert_eq!(options.set("Ponder", Some(value)), Ok(OptionId::Ponder), "{value}");
            assert_eq!(options.is_on(OptionId::Ponder), is_on, "{value}");
        }
        assert_eq!(options.set("Notation", Some("INVENTOR")), Ok(OptionId::Notation));
        assert_eq!(options.style("keyles"), Style::Inventor);
    }

    #[test]
    fn ratings_cover_all_skill_levels() {
        let mut options = Options::default();
        assert_eq!(options.skill(), FULL_SKILL);
        options.set("Skill Level", Some("3")).unwrap();
        assert_eq!(options.skill(), 3);
        assert_eq!(options.limits(true).skill, FULL_SKILL);
        options.set("UCI_LimitStrength", Some("true")).unwrap();
        for (elo, skill) in [("850", 0), ("889", 0), ("890", 1), ("1490", 8), ("2370", FULL_SKILL - 1)] {
            options.set("UCI_Elo", Some(elo)).unwrap();
            assert_eq!(options.skill(), skill);
        }
    }

    #[test]
    fn every_option_is_in_the_table_once() {
        for (at, spec) in SPECS.iter().enumerate() {
            assert!(SPECS[..at].iter().all(|other| other.id != spec.id && other.name != spec.name), "{}", spec.name);
        }
    }
}
