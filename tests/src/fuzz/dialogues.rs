//! Fuzz targets for dialogues, in this process: lines of UCI, CECP and the console.
//!
//! The lines are [tamed](tame_line): what would count or allocate for minutes, or write files, is made small or left
//! out.

use std::io::Cursor;

use engine::variants::Variant;
use protocol::dialects::main_loop;
use protocol::io::output::MemoryWriter;
use protocol::session::options::Options;

use super::positions::moves_of_a_game;

/// Lines of a dialogue at most.
const MAX_LINES: usize = 100;

/// Bytes of a dialogue at most.
const MAX_BYTES: usize = 8192;

/// A line that neither takes minutes nor much memory nor writes a file; none if there is no such line.
///
/// Numbers beside words that count or allocate are cut to one small digit.
pub fn tame_line(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if any(&["bench", "file", "path", "save", "load"]) {
        return None;
    }
    if !any(&["perft", "divide", "hash", "threads", "cores", "memory", "multipv"]) {
        return Some(line.to_string());
    }
    let mut small = String::new();
    for character in line.chars() {
        if !character.is_ascii_digit() {
            small.push(character);
        } else if !small.ends_with(|last: char| last.is_ascii_digit()) {
            small.push(character.min('2'));
        }
    }
    Some(small)
}

/// Holds a dialogue of some first lines and those of the data. Returns the lines that were sent and those that came.
fn hold(first: &str, data: &[u8]) -> Option<(Vec<String>, Vec<String>)> {
    if data.len() > MAX_BYTES {
        return None;
    }
    let text = String::from_utf8_lossy(data);
    let tamed = text.lines().take(MAX_LINES).filter_map(tame_line);
    let sent: Vec<String> = first.lines().map(str::to_string).chain(tamed).collect();
    let mut options = Options::default();
    options.set("Hash", Some("1")).expect("a size that the option takes");
    let kept = MemoryWriter::default();
    main_loop::run_on(Cursor::new(sent.join("\n")), Box::new(kept.clone()), options, None)
        .expect("two threads, and memory to write to");
    let output = String::from_utf8(kept.take()).expect("the output is UTF-8");
    Some((sent, output.lines().map(str::to_string).collect()))
}

/// Lines whose first word is this one.
fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.split_whitespace().next() == Some(word)).count()
}

/// UCI: every `isready` is answered, and there are no more results than searches.
pub(super) fn uci(data: &[u8]) {
    let Some((sent, received)) = hold("uci", data) else { return };
    assert!(count(&received, "uciok") > 0, "no uciok");
    if count(&sent, "quit") == 0 {
        assert_eq!(count(&received, "readyok"), count(&sent, "isready"), "answers to isready");
    }
    assert!(count(&received, "bestmove") <= count(&sent, "go"), "more results than searches");
}

/// CECP, past the features: every `ping` is answered.
pub(super) fn cecp(data: &[u8]) {
    let Some((sent, received)) = hold("xboard\nprotover 2\nst 1", data) else { return };
    if count(&sent, "quit") == 0 {
        assert_eq!(count(&received, "pong"), count(&sent, "ping"), "answers to ping");
    }
}

/// Console: whatever is asked for, the dialogue ends.
pub(super) fn console(data: &[u8]) {
    hold("", data);
}

/// Some dialogues, and one for each game with the moves of a random game.
fn seeds(dialogues: &[&str], of_game: fn(&str, &[String]) -> String) -> Vec<Vec<u8>> {
    let games = (1..).zip(Variant::ALL).map(|(seed, variant)| of_game(variant.name(), &moves_of_a_game(variant, seed)));
    dialogues.iter().map(ToString::to_string).chain(games).map(String::into_bytes).collect()
}

/// Game in UCI: a search after every fourth move, and some questions.
fn uci_game(variant: &str, moves: &[String]) -> String {
    let mut lines = vec![format!("setoption name UCI_Variant value {variant}\nisready\nucinewgame")];
    for played in (4..=moves.len()).step_by(4) {
        lines.push(format!("position startpos moves {}\ngo nodes 30\nisready\nstop", moves[..played].join(" ")));
    }
    lines.push("d\neval\ngo perft 1\ngo depth 1 searchmoves a1 b2\nstop\nisready".to_string());
    lines.join("\n")
}

/// Seeds of [`uci`].
pub(super) fn uci_seeds() -> Vec<Vec<u8>> {
    let dialogues = [
        "isready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
        "setoption name UCI_Variant value kaleido\nposition startpos\ngo nodes 50\nisready\nstop",
        "setoption name UCI_Variant value chex\nposition startpos\ngo depth 2 searchmoves K@e5\nposition fen x\nstop",
        "setoption name MultiPV value 2\ngo infinite\nstop\ngo ponder wtime 1 btime 1\nponderhit\ngo mate 2\nstop",
        "setoption name Clear Hash\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\n\
         position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1 moves\ngo movetime 5\nperft 2\nd\neval",
    ];
    seeds(&dialogues, uci_game)
}

/// Game in CECP: moves of both sides, some taken back, then an analysis and a move of the engine.
fn cecp_game(variant: &str, moves: &[String]) -> String {
    let mut lines = vec![format!("accepted usermove\nnew\nvariant {variant}\nforce\nsd 1")];
    for (number, mv) in moves.iter().enumerate() {
        lines.push(format!("usermove {mv}"));
        lines.extend((number % 5 == 4).then(|| format!("undo\nremove\nusermove {mv}\nping {number}\nmoves")));
    }
    lines.push("hint\nbk\nanalyze\n.\nexit\nlevel 40 0:05 1\ngo\n?\nundo\nresult * {unfinished}\nping 99".to_string());
    lines.join("\n")
}

/// Seeds of [`cecp`].
pub(super) fn cecp_seeds() -> Vec<Vec<u8>> {
    let dialogues = [
        "new\nvariant keyles\nlevel 40 5 0\ntime 100\notim 100\nusermove e2e4\n?\nundo\nremove\nping 1\nforce",
        "accepted usermove\nrejected motley\nnew\nvariant chex\nst 1\ngo\n?\nhint\nbk\nping 2",
        "setboard 8/8/8/8/8/k7/p7/K7 w - - 0 1\nanalyze\n.\nexit\neasy\nhard\nsd 2\ngo\n?\nresult 1-0 {x}\nedit\n.",
        "variant kaleidodice\nsd 1\ngo\nlift a1\nput b2\nhover c3\npost\nnopost\nplayother\noption Hash=1\nmemory 8",
        "variant quex\nusermove g3g5\nlevel 0 0:01 0.1\ndraw\nmoves\nexclude e2e4\ninclude all\nsetscore 1\ncores 2",
    ];
    seeds(&dialogues, cecp_game)
}

/// Game at the console: moves, and questions between them.
fn console_game(variant: &str, moves: &[String]) -> String {
    let questions = ["show", "moves", "fen", "eval", "perft 1", "divide 1", "help"];
    let mut lines = vec![format!("variant {variant}")];
    for (mv, question) in moves.iter().zip(questions.into_iter().cycle()) {
        lines.extend([mv.clone(), question.to_string()]);
    }
    lines.push("new\ndivide 1\nseed 2\ngo\n?".to_string());
    lines.join("\n")
}

/// Seeds of [`console`].
pub(super) fn console_seeds() -> Vec<Vec<u8>> {
    let dialogues = [
        "help\nvariant knightrelay\nperft 2\nd\neval\nmoves\ngo\n?",
        "variant chex\ndeal 3\ndivide 1\nfen\nhint\nhistory\nundo\nseed 3",
        "help perft\noptions\nset Hash 1\nbk\nvariant nothing\nnew\nquit",
    ];
    seeds(&dialogues, console_game)
}
