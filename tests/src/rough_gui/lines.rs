//! Lines of a rough GUI: sensible commands, hostile ones, and bytes that are no commands.

use engine::game::{Chance, CompositeMoves};
use engine::text::Notation;
use engine::variants::Variant;
use engine::with_game;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};

use super::Dialect;
use crate::fuzz::{TARGETS, mutated, tame_line};
use crate::properties::random_game;

/// Longest random game that a sensible line begins with, in plies.
const MAX_PLIES: usize = 60;

/// Arguments of UCI's `go`, between bars: limits that end a search soon, and searches that wait for `stop`.
const GO: &str = "\
    movetime 30|movetime 1|depth 4|nodes 3000|mate 2|wtime 300 btime 300 winc 5 binc 5|wtime 1 btime 1|\
    wtime 200 btime 200 movestogo 3|infinite|ponder wtime 200 btime 200|depth 3 searchmoves e2e4 d2d4|\
    infinite searchmoves e2e3||depth 99999999999 movetime 20";

/// Options with values that they take or refuse.
const OPTIONS: &str = "\
    Hash=1|Hash=8|Hash=0|Threads=1|Threads=3|Threads=-1|MultiPV=1|MultiPV=3|Skill Level=0|Skill Level=20|\
    UCI_LimitStrength=true|UCI_LimitStrength=false|UCI_Elo=1000|UCI_ShowWDL=true|UCI_Chess960=true|Search=tree|\
    Search=auto|OwnBook=true|Notation=inventor|Move Overhead=5000|Seed=7|Nothing=x y";

/// Commands of CECP that stand alone or have an argument that suits any game.
const CECP: &str = "\
    new|force|go|go depth 3|go nodes 500|playother|?|undo|remove|post|nopost|hard|easy|draw|hint|bk|analyze|\
    exit|.|random|computer|st 0.03|st 1|sd 4|nps 1000|nps -1|level 40 5 0|level 0 0:02 0.05|time 20|otim 9000|\
    time -5|memory 4|cores 2|lift e2|put e4|hover d3|exclude e2e4|include all|result 1-0 {White mates}|\
    name Somebody|rating 2000 1800|tile Q|die 4|accepted usermove|rejected motley|edit";

/// Commands of the console, understood in each dialect.
const CONSOLE: &str = "show|fen|moves|eval|perft 2|divide 1|help|xyzzy|";

/// Commands of the terminal client.
const CLIENT: &str = "\
    moves|moves e2|undo|hint|go|stop|side both|side black|side white|flip|pieces letters|pieces figures|offer|\
    resign|new|position|option Skill Level=2|option Threads=2|option Hash=1|load /nonexistent|\
    load /dev/null 3|help|e2e4|a";

/// Sensible lines: commands that a GUI sends together.
pub fn sensible(dialect: Dialect, random: &mut impl Rng) -> Vec<String> {
    match dialect {
        Dialect::Uci => uci(random),
        Dialect::Cecp => cecp(random),
        Dialect::Console => vec![pick(CONSOLE, random)],
        Dialect::Client => client(random),
    }
}

/// One of the words between bars.
fn pick(words: &str, random: &mut impl Rng) -> String {
    words.split('|').choose(random).unwrap_or_default().to_string()
}

fn any_variant(random: &mut impl Rng) -> Variant {
    *Variant::ALL.choose(random).expect("there are games")
}

/// Moves of a random game, and the text of its last position.
fn some_game(variant: Variant, random: &mut impl Rng) -> (Vec<String>, String) {
    fn play<G: Chance + CompositeMoves + Notation>(random: &mut impl Rng) -> (Vec<String>, String) {
        let plies = random.random_range(0..MAX_PLIES);
        let mut last = None;
        random_game::<G>(random, plies, |record| last = Some(record.clone()));
        let record = last.expect("a game has a position");
        let moves = record.composite_moves().map(|(before, composite)| before.write_move(composite)).collect();
        (moves, record.position().to_string())
    }
    with_game!(variant, G => play::<G>(random))
}

fn uci(random: &mut impl Rng) -> Vec<String> {
    match random.random_range(0..10) {
        0..3 => {
            let variant = any_variant(random);
            let (moves, position) = some_game(variant, random);
            let place = match random.random_range(0..3) {
                0 => format!("position fen {position}"),
                1 => format!("position startpos moves {}", moves.join(" ")),
                _ => "position startpos".to_string(),
            };
            let go = format!("go {}", pick(GO, random));
            vec![format!("setoption name UCI_Variant value {}", variant.name()), place, go]
        }
        3..5 => vec![format!("go {}", pick(GO, random))],
        5 => vec![format!("setoption name {}", pick(OPTIONS, random).replacen('=', " value ", 1))],
        6..8 => vec!["stop".to_string()],
        8 => vec![pick("ponderhit|ucinewgame|uci|debug on|isready|setoption name Clear Hash", random)],
        _ => vec![pick(CONSOLE, random)],
    }
}

fn cecp(random: &mut impl Rng) -> Vec<String> {
    match random.random_range(0..12) {
        0..2 => {
            let variant = any_variant(random);
            let (moves, position) = some_game(variant, random);
            let mut lines = vec!["new".to_string(), format!("variant {}", variant.name()), "st 0.05".to_string()];
            if random.random() {
                lines.push(format!("setboard {position}"));
            } else {
                lines.push("force".to_string());
                lines.extend(moves.iter().map(|text| format!("usermove {text}")));
            }
            lines.push(pick("go|analyze|playother|hint", random));
            lines
        }
        2 => vec![format!("option {}", pick(OPTIONS, random))],
        3 => vec![pick(CONSOLE, random)],
        4 => vec![format!("usermove {}", some_game(Variant::Chess, random).0.first().cloned().unwrap_or_default())],
        _ => vec![pick(CECP, random)],
    }
}

fn client(random: &mut impl Rng) -> Vec<String> {
    match random.random_range(0..8) {
        0 => vec![format!("new {}", any_variant(random).name())],
        1 => vec![format!("position {}", some_game(any_variant(random), random).1)],
        2 => {
            let (moves, _) = some_game(Variant::Chess, random);
            ["new chess".to_string(), "side both".to_string()].into_iter().chain(moves).collect()
        }
        _ => vec![pick(CLIENT, random)],
    }
}

/// Hostile bytes: bytes at random, or lines of the fuzz targets' seeds, whole or damaged. The lines are
/// [tame](tame_line), and none of them ends the program.
pub fn hostile(dialect: Dialect, random: &mut impl Rng) -> Vec<u8> {
    if random.random_range(0..5) == 0 {
        let length = random.random_range(0..300);
        return (0..length).map(|_| random.random()).collect();
    }
    let name = match dialect {
        Dialect::Uci => "uci",
        Dialect::Cecp => "cecp",
        Dialect::Console | Dialect::Client => "console",
    };
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    let bytes = mutated(&(target.seeds)(), random);
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter_map(tame_line).filter(|line| !ends_program(line));
    lines.flat_map(|line| line.into_bytes().into_iter().chain([b'\n'])).collect()
}

/// True if a line ends the program, in some dialect.
fn ends_program(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("quit" | "exit"))
}

/// Flood: very many lines, or one that is longer than any command can be.
pub fn flood(dialect: Dialect, random: &mut impl Rng) -> Vec<u8> {
    let question = match dialect {
        Dialect::Uci => "isready",
        Dialect::Cecp | Dialect::Console => "ping 3",
        Dialect::Client => "flip",
    };
    match random.random_range(0..5) {
        0 => [vec![b'x'; random.random_range(1..3 << 20)], b"\n".to_vec()].concat(),
        1 => format!("position startpos moves{}\n", " g1f3 g8f6 f3g1 f6g8".repeat(3000)).into_bytes(),
        2 => format!("{question}\n").repeat(2000).into_bytes(),
        3 => b"\n".repeat(30_000),
        _ => (0..2000).map(|number| format!("xyzzy {number}\n")).collect::<String>().into_bytes(),
    }
}
