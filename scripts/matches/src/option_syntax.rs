//! Syntax of the options of `match` that are lists of words, most of them `NAME=VALUE`, and of those that are numbers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Arg, ArgAction, ArgMatches};

use referee::{
    Adjudication, Dialect, DrawRule, EngineKind, EngineSpec, Openings, ProcessSpec, RandomOpenings, ResignRule,
    Restart, TimeControl, players,
};
use statistics::{EloModel, Sprt};

/// Options that take several words each; `--engine` may be given several times.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OptionLists {
    /// Words of each `--engine`.
    pub engines: Vec<Vec<String>>,
    /// Words of `--each`, which come before every engine's own.
    pub each: Vec<String>,
    /// Words of `--openings`.
    pub openings: Vec<String>,
    /// Words of `--adjudicate`.
    pub adjudicate: Vec<String>,
    /// Words of `--sprt`.
    pub sprt: Vec<String>,
}

/// Name, value name and help of each option. Declared by hand, for clap's derive does not keep the words of several
/// `--engine` apart.
const LISTS: [(&str, &str, &str); 5] = [
    ("engine", "WORDS", "A player: see below. Give it for each"),
    ("each", "WORDS", "Words for all engines, before their own"),
    (
        "openings",
        "WORDS",
        "Openings: random [moves=8] [balance=120] [nodes=5000] [odds=N|N-M] (the default), start, \
         or file=FILE [order=random|sequential]",
    ),
    ("adjudicate", "WORDS", "Ends games early: resign=CENTIPAWNS/MOVES, draw=CENTIPAWNS/MOVES/AFTER, longest=MOVES"),
    (
        "sprt",
        "WORDS",
        "Ends the match by a sequential test: [elo0=0] [elo1=5] [alpha=0.05] [beta=0.05] [model=normalized|logistic]",
    ),
];

impl clap::Args for OptionLists {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.args(LISTS.map(|(name, value, help)| {
            let list = Arg::new(name).long(name).value_name(value).help(help).num_args(1..);
            list.action(ArgAction::Append)
        }))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for OptionLists {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let lists = |name: &str| -> Vec<Vec<String>> {
            let all = matches.get_occurrences::<String>(name).into_iter().flatten();
            all.map(|words| words.cloned().collect()).collect()
        };
        let all = |name: &str| lists(name).concat();
        Ok(OptionLists {
            engines: lists("engine"),
            each: all("each"),
            openings: all("openings"),
            adjudicate: all("adjudicate"),
            sprt: all("sprt"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Name and value of a word.
fn pair(word: &str) -> Result<(&str, &str)> {
    word.split_once('=').with_context(|| format!("'{word}' is not NAME=VALUE"))
}

/// Parses a value.
fn value<T: FromStr>(name: &str, text: &str) -> Result<T> {
    text.parse().ok().with_context(|| format!("{name}={text} makes no sense"))
}

/// Parses the words of an engine; later words override earlier ones. Words for programs in `each` do not concern
/// built-in players, and limits do not concern those that do not search.
///
/// # Errors
/// The word that is not understood, or that means nothing for the player.
pub fn engine(each: &[String], own: &[String]) -> Result<EngineSpec> {
    let read = || {
        let options = EngineOptions::default().read(each.iter().chain(own))?;
        if let Some(player) = &options.built_in {
            let own_word = |names: &[&str]| own.iter().find(|word| names.iter().any(|name| word.starts_with(name)));
            if let Some(word) = own_word(&PROCESS_WORDS) {
                bail!("'{player}' is built in; {word} is for programs");
            }
            if let Some(word) = own_word(&LIMIT_WORDS)
                && !players::find(player)?.needs_limits
            {
                bail!("'{player}' does not search; {word} means nothing for it");
            }
        }
        options.build()
    };
    read().with_context(|| format!("--engine {}", own.join(" ")))
}

/// Longest patience, as that of other times; keeps sums in range.
const MAX_PATIENCE: Duration = Duration::from_secs(1_000_000);

/// Words that only a program understands.
const PROCESS_WORDS: [&str; 5] = ["args=", "dir=", "proto=", "restart=", "patience="];

/// Words that limit a search.
const LIMIT_WORDS: [&str; 5] = ["tc=", "movetime=", "nodes=", "depth=", "margin="];

#[derive(Default)]
struct EngineOptions {
    name: Option<String>,
    built_in: Option<String>,
    program: Option<String>,
    arguments: Vec<String>,
    time: Vec<String>,
    options: Vec<(String, String)>,
    /// Settings of processes, by name.
    process: Vec<(String, String)>,
}

impl EngineOptions {
    fn read<'a>(mut self, words: impl Iterator<Item = &'a String>) -> Result<EngineOptions> {
        for word in words {
            let Some((name, text)) = word.split_once('=') else {
                let found = players::find(word);
                if let Some(first) = &self.built_in {
                    ensure!(found.is_err(), "'{word}' is a second player beside '{first}': each has its own --engine");
                    bail!("'{word}' is not NAME=VALUE");
                }
                self.built_in = Some(found?.name.to_string());
                continue;
            };
            match name {
                "name" => self.name = Some(text.to_string()),
                "cmd" => self.program = Some(text.to_string()),
                "args" => {
                    self.arguments = shlex::split(text).with_context(|| format!("args={text}: a quote is open"))?
                }
                "tc" | "movetime" | "nodes" | "depth" | "margin" => self.time.push(word.clone()),
                "dir" | "proto" | "restart" | "patience" => self.process.push((name.to_string(), text.to_string())),
                _ => {
                    let Some(option) = name.strip_prefix("option.") else { bail!("no word begins with '{name}='") };
                    self.options.retain(|earlier| earlier.0 != option);
                    self.options.push((option.to_string(), text.to_string()));
                }
            }
        }
        Ok(self)
    }

    fn build(self) -> Result<EngineSpec> {
        let time: TimeControl = self.time.join(" ").parse()?;
        let (name, kind) = match (self.built_in, self.program) {
            (Some(name), None) => (name.clone(), EngineKind::BuiltIn { name, options: self.options }),
            (None, Some(program)) => {
                let name = name_of_program(&program);
                let mut process = ProcessSpec::new([program].into_iter().chain(self.arguments));
                process.options = self.options;
                for (name, text) in self.process {
                    set(&mut process, &name, &text)?;
                }
                (name, EngineKind::Process(process))
            }
            (None, None) => bail!("neither the name of a player nor cmd="),
            (Some(name), Some(_)) => bail!("both '{name}' and cmd="),
        };
        let name = self.name.unwrap_or(name);
        check_name(&name)?;
        Ok(EngineSpec { name, kind, time })
    }
}

/// Name of an engine by the path of its file: without folders, and without an extension of letters, such as `.exe` or
/// `.sh`. That of `stockfish-16.1` is part of its version.
fn name_of_program(program: &str) -> String {
    let path = Path::new(program);
    let is_letters = |text: &str| text.chars().all(|c| c.is_ascii_alphabetic());
    let ends_in_letters = path.extension().and_then(OsStr::to_str).is_some_and(is_letters);
    let name = if ends_in_letters { path.file_stem() } else { path.file_name() };
    name.unwrap_or_default().to_string_lossy().to_string()
}

/// Checks a name, which is a cell of Markdown tables.
fn check_name(name: &str) -> Result<()> {
    ensure!(!name.trim().is_empty(), "the name is empty: give another one by name=");
    let breaks_a_table = |c: char| c == '|' || c.is_control();
    ensure!(!name.contains(breaks_a_table), "name={name:?}: tables have no place for '|' and control characters");
    Ok(())
}

/// Sets a setting of a process.
fn set(process: &mut ProcessSpec, name: &str, text: &str) -> Result<()> {
    match (name, text) {
        ("dir", _) => process.directory = Some(PathBuf::from(text)),
        ("proto", "auto") => process.dialect = Dialect::Auto,
        ("proto", "cecp" | "xboard") => process.dialect = Dialect::Cecp,
        ("proto", "uci") => process.dialect = Dialect::Uci,
        ("restart", "never") => process.restart = Restart::Never,
        ("restart", "game") => process.restart = Restart::EveryGame,
        ("restart", "fault") => process.restart = Restart::AfterFault,
        ("patience", _) => {
            let seconds: f64 = value(name, text)?;
            let patience = Duration::try_from_secs_f64(seconds).ok().filter(|patience| !patience.is_zero());
            process.patience = patience.with_context(|| format!("{name}={text}: no time above 0"))?.min(MAX_PATIENCE);
        }
        ("proto", _) => bail!("proto={text}: there are uci, cecp, auto"),
        _ => bail!("restart={text}: there are never, game, fault"),
    }
    Ok(())
}

/// Parses the words of `--openings`.
///
/// # Errors
/// The word that is not understood.
pub fn openings(words: &[String]) -> Result<Openings> {
    let (kind, rest) = match words.split_first() {
        None => ("random", words),
        Some((first, rest)) if !first.contains('=') => (first.as_str(), rest),
        Some((first, _)) if first.starts_with("file=") => ("file", words),
        Some(_) => ("random", words),
    };
    match kind {
        "start" if rest.is_empty() => Ok(Openings::Start),
        "random" => {
            let mut random = RandomOpenings::default();
            for word in rest {
                match pair(word)? {
                    (name @ "moves", text) => random.moves = value(name, text)?,
                    (name @ "balance", text) => random.balance = value(name, text)?,
                    (name @ "nodes", text) => random.nodes = value(name, text)?,
                    ("odds", text) => random.odds = Some(text.parse().with_context(|| format!("odds={text}"))?),
                    (name, _) => bail!("random openings have no '{name}'; there are moves, balance, nodes, odds"),
                }
            }
            Ok(Openings::Random(random))
        }
        "file" => {
            let (mut file, mut shuffled) = (None, true);
            for word in rest {
                match pair(word)? {
                    ("file", text) if !text.is_empty() => file = Some(PathBuf::from(text)),
                    ("order", "random") => shuffled = true,
                    ("order", "sequential") => shuffled = false,
                    _ => bail!("'{word}' is neither file=FILE nor order=random nor order=sequential"),
                }
            }
            Ok(Openings::List { file: file.context("file=FILE is missing")?, shuffled })
        }
        _ => bail!("'{}' is neither start nor random nor file=FILE", words.join(" ")),
    }
}

/// Parses the words of `--adjudicate`.
///
/// # Errors
/// The word that is not understood.
pub fn adjudication(words: &[String]) -> Result<Adjudication> {
    let mut adjudication = Adjudication::default();
    for word in words {
        let (name, text) = pair(word)?;
        let numbers = text.split('/').map(|number| value(name, number)).collect::<Result<Vec<usize>>>()?;
        let centipawns = |score: usize| {
            let too_much = || format!("{word}: a score of {score} centipawns is more than {}", i32::MAX);
            i32::try_from(score).ok().with_context(too_much)
        };
        match (name, &numbers[..]) {
            ("resign", &[score, moves]) => {
                adjudication.resign = Some(ResignRule { score: centipawns(score)?, moves });
            }
            ("draw", &[score, moves, after]) => {
                adjudication.draw = Some(DrawRule { score: centipawns(score)?, moves, after });
            }
            ("longest", &[moves]) => adjudication.max_moves = Some(moves),
            _ => bail!("'{word}' is none of resign=SCORE/MOVES, draw=SCORE/MOVES/AFTER, longest=MOVES"),
        }
    }
    Ok(adjudication)
}

/// Parses the words of `--sprt`; `None` if there are none.
///
/// # Errors
/// The word that is not understood.
pub fn sprt(words: &[String]) -> Result<Option<Sprt>> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
    for word in words {
        match pair(word)? {
            (name @ "elo0", text) => sprt.elo0 = value(name, text)?,
            (name @ "elo1", text) => sprt.elo1 = value(name, text)?,
            (name @ "alpha", text) => sprt.alpha = value(name, text)?,
            (name @ "beta", text) => sprt.beta = value(name, text)?,
            ("model", "normalized") => sprt.model = EloModel::Normalized,
            ("model", "logistic") => sprt.model = EloModel::Logistic,
            _ => bail!("'{word}' is none of elo0=, elo1=, alpha=, beta=, model=normalized, model=logistic"),
        }
    }
    if words.is_empty() {
        return Ok(None);
    }
    sprt.check()?;
    Ok(Some(sprt))
}

/// Parses a finite number above 0.
///
/// # Errors
/// If the text is none.
pub fn positive_number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a finite number above 0".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn words_of_several_engines_are_kept_apart() {
        #[derive(clap::Parser)]
        struct Lists {
            #[command(flatten)]
            lists: OptionLists,
        }
        let line = "match --each nodes=1 --engine tree name=a --sprt elo0=-5 elo1=0 --engine cmd=./x --each depth=2";
        let Lists { lists } = <Lists as clap::Parser>::try_parse_from(words(line)).unwrap();
        assert_eq!(lists.engines, [words("tree name=a"), words("cmd=./x")]);
        assert_eq!((lists.each, lists.sprt), (words("nodes=1 depth=2"), words("elo0=-5 elo1=0")));
        assert_eq!(lists.openings, Vec::<String>::new());
    }

    #[test]
    fn processes_are_parsed() {
        let spec =
            engine(&[], &words("cmd=bin/x.sh dir=/tmp proto=uci restart=game patience=2.5 option.Move_Overhead=5"))
                .unwrap();
        assert_eq!((spec.name.as_str(), spec.time), ("x", TimeControl::NONE));
        let mut process = ProcessSpec::new(["bin/x.sh"]);
        process.directory = Some("/tmp".into());
        process.dialect = Dialect::Uci;
        process.restart = Restart::EveryGame;
        process.patience = Duration::from_millis(2500);
        process.options = vec![("Move_Overhead".to_string(), "5".to_string())];
        assert_eq!(spec.kind, EngineKind::Process(process));
        let quoted = ["cmd=x".to_string(), "args=-a 'b c'".to_string()];
        let EngineKind::Process(process) = engine(&[], &quoted).unwrap().kind else { panic!("it is a program") };
        assert_eq!(process.command, ["x", "-a", "b c"]);
        let EngineKind::Process(process) = engine(&[], &words("cmd=x patience=1e19")).unwrap().kind else {
            panic!("it is a program")
        };
        assert_eq!(process.patience, MAX_PATIENCE);
    }

    #[test]
    fn own_words_override_those_for_each() {
        let spec = engine(&words("nodes=5 option.hash=1"), &words("tree nodes=7 option.hash=2")).unwrap();
        assert_eq!(spec.time, TimeControl::nodes(7));
        let options = vec![("hash".to_string(), "2".to_string())];
        assert_eq!(spec.kind, EngineKind::BuiltIn { name: "tree".to_string(), options });
    }

    #[test]
    fn errors_in_engine_words_are_reported() {
        let fault = |text: &str| format!("{:#}", engine(&[], &words(text)).unwrap_err());
        assert!(fault("kasparov").starts_with("--engine kasparov: no player is called 'kasparov'"));
        assert!(fault("name=x nodes=1").ends_with("neither the name of a player nor cmd="));
        assert!(fault("random cmd=x").ends_with("both 'random' and cmd="));
        assert!(fault("random gredy").ends_with("'gredy' is not NAME=VALUE"));
        let second = "--engine alphabeta tree: 'tree' is a second player beside 'alphabeta': each has its own --engine";
        assert_eq!(fault("alphabeta tree"), second);
        assert!(fault("random proto=uci").ends_with("'random' is built in; proto=uci is for programs"));
        assert!(fault("patience=3 tree").ends_with("'tree' is built in; patience=3 is for programs"));
        assert!(engine(&words("proto=uci restart=game args=-x"), &words("random")).is_ok());
        assert!(fault("random hash=3").ends_with("no word begins with 'hash='"));
        assert!(fault("tree tc=soon").contains("tc=soon"));
        assert!(fault("greedy nodes=5").ends_with("'greedy' does not search; nodes=5 means nothing for it"));
        assert!(engine(&words("nodes=5"), &words("greedy")).is_ok());
        assert!(fault("cmd=x proto=usi").ends_with("proto=usi: there are uci, cecp, auto"));
        assert!(fault("cmd=x restart=often").contains("never, game, fault"));
        for patience in ["-1", "0", "1e-12", "nan"] {
            assert!(fault(&format!("cmd=x patience={patience}")).ends_with(&format!("={patience}: no time above 0")));
        }
        assert!(fault("cmd=x args='").contains("a quote is open"));
    }

    #[test]
    fn names_fit_into_tables() {
        let named = |name: &str| {
            let words = ["tree".to_string(), "nodes=1".to_string(), format!("name={name}")];
            engine(&[], &words).map(|spec| spec.name).map_err(|error| error.root_cause().to_string())
        };
        assert_eq!(named("Motley 1.0 (new)"), Ok("Motley 1.0 (new)".to_string()));
        for empty in ["", " "] {
            assert_eq!(named(empty), Err("the name is empty: give another one by name=".to_string()));
        }
        for (name, shown) in [("a|b", "a|b"), ("a\nb", r"a\nb")] {
            let said = format!("name=\"{shown}\": tables have no place for '|' and control characters");
            assert_eq!(named(name), Err(said));
        }
    }

    #[test]
    fn an_engine_is_called_as_its_file_with_its_version() {
        for (program, name) in [
            ("engines/stockfish-16.1", "stockfish-16.1"),
            ("carp", "carp"),
            ("/opt/akimbo-1.0.0.exe", "akimbo-1.0.0"),
            ("bin/carp.sh", "carp"),
            ("Viridithas.EXE", "Viridithas"),
        ] {
            let words = [format!("cmd={program}"), "nodes=1".to_string()];
            assert_eq!(engine(&[], &words).unwrap().name, name);
        }
    }

    #[test]
    fn openings_are_parsed() {
        let read = |text: &str| openings(&words(text));
        assert_eq!(read("").unwrap(), Openings::Random(RandomOpenings::default()));
        let random = RandomOpenings { moves: 4, nodes: 9, ..RandomOpenings::default() };
        assert_eq!(read("random moves=4 nodes=9").unwrap(), Openings::Random(random));
        assert_eq!(read("moves=4 nodes=9").unwrap(), Openings::Random(random), "the word random is optional");
        assert_eq!(read("start").unwrap(), Openings::Start);
        let file = |shuffled| Openings::List { file: "a.epd".into(), shuffled };
        assert_eq!(read("file=a.epd").unwrap(), file(true));
        assert_eq!(read("file=a.epd order=sequential").unwrap(), file(false));
        assert_eq!(read("file order=sequential file=a.epd").unwrap(), file(false));
        for wrong in ["end", "start 5", "random plies=4", "moves=x", "file=a order=b", "file="] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for without in ["file", "file order=sequential"] {
            assert_eq!(read(without).unwrap_err().to_string(), "file=FILE is missing");
        }
    }

    #[test]
    fn the_help_lists_all_words_of_openings() {
        let (.., help) = LISTS.iter().find(|(name, ..)| *name == "openings").unwrap();
        let words = ["random", "moves=", "balance=", "nodes=", "odds=", "start", "file=", "order=random|sequential"];
        for word in words {
            assert!(help.contains(word), "{word}");
        }
    }

    #[test]
    fn positive_numbers_are_finite_and_above_0() {
        assert_eq!([positive_number("0.01"), positive_number("1e-9")], [Ok(0.01), Ok(1e-9)]);
        for wrong in ["nan", "NaN", "inf", "-inf", "1e999", "0", "-0", "-1", "", "x"] {
            assert_eq!(positive_number(wrong), Err("it must be a finite number above 0".to_string()), "{wrong}");
        }
    }

    #[test]
    fn adjudication_and_sprt_are_parsed() {
        let read = adjudication(&words("resign=1500/6 draw=10/8/40 longest=400")).unwrap();
        assert_eq!(read.resign, Some(ResignRule { score: 1500, moves: 6 }));
        assert_eq!(read.draw, Some(DrawRule { score: 10, moves: 8, after: 40 }));
        assert_eq!(read.max_moves, Some(400));
        assert!(adjudication(&words("resign=1500")).is_err() && adjudication(&words("resign=-5/6")).is_err());
        for word in ["resign=99999999999/4", "draw=99999999999/4/4"] {
            let fault = format!("{:#}", adjudication(&words(word)).unwrap_err());
            assert_eq!(fault, format!("{word}: a score of 99999999999 centipawns is more than 2147483647"));
        }
        assert_eq!(sprt(&[]).unwrap(), None);
        let read = sprt(&words("elo0=-3 elo1=1 alpha=0.1 beta=0.2 model=logistic")).unwrap();
        let expected = Sprt { elo0: -3.0, elo1: 1.0, alpha: 0.1, beta: 0.2, model: EloModel::Logistic };
        assert_eq!(read, Some(expected));
        assert!(sprt(&words("elo0=5")).is_err() && sprt(&words("elo=5")).is_err() && sprt(&words("elo0=nan")).is_err());
    }
}
