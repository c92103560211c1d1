//! PGN writer: the export format of the standard.

use std::fmt::Write as _;

use engine::game::Game;
use engine::seat::Seat;
use engine::text::Notation;

use super::move_number;

/// Line length limit of the move section in columns, from PGN's export format.
const LINE_LENGTH: usize = 79;

/// Seven tag roster in its order, with the values of what is unknown. The result is always known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Beginning of a game, as a file tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Tag `Variant`; none for orthodox chess.
    pub variant: Option<&'static str>,
    /// Tag `FEN`; none for the usual start of the game.
    pub fen: Option<String>,
    /// Number of the first move.
    pub number: u32,
}

impl Setup {
    /// Setup of a game that begins with a position.
    pub fn of<G: Notation>(first: &G) -> Setup {
        let text = first.to_string();
        let number = move_number(&text);
        let fen = if text == <G as Game>::start().to_string() { None } else { Some(text) };
        Setup { variant: first.pgn_variant(), fen, number }
    }
}

/// Move to be written, with a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// The player of the move.
    pub seat: Seat,
    /// The move: SAN, or the game's own notation where it has no SAN.
    pub text: String,
    /// Comment on the move.
    pub comment: Option<String>,
}

/// PGN text of a game: tags, moves, reason of its end as a comment (none if empty) and result.
///
/// The seven tags of the roster come first, with question marks for those that `tags` lacks, then the others by name.
/// Lines of the move section are at most 79 columns long, except where a single word is longer.
pub fn write<'a>(
    tags: impl IntoIterator<Item = (&'a str, String)>,
    setup: &Setup,
    moves: impl IntoIterator<Item = Annotated>,
    reason: &str,
    result: &str,
) -> String {
    let mut tags: Vec<(&str, String)> = tags.into_iter().collect();
    tags.extend(setup.variant.map(|variant| ("Variant", variant.to_string())));
    if let Some(fen) = &setup.fen {
        tags.extend([("FEN", fen.clone()), ("SetUp", "1".to_string())]);
    }
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        let value = tags.iter().position(|tag| tag.0 == name).map(|at| tags.swap_remove(at).1);
        let value = if name == "Result" { Some(result.to_string()) } else { value };
        push_tag(&mut text, name, value.as_deref().filter(|value| !value.is_empty()).unwrap_or(unknown));
    }
    tags.sort();
    for (name, value) in &tags {
        push_tag(&mut text, name, value);
    }
    text.push('\n');
    let mut words = numbered(setup.number, moves);
    if !reason.is_empty() {
        push_comment(&mut words, reason);
    }
    words.push(result.to_string());
    text + &wrapped(&words) + "\n\n"
}

/// Adds a tag pair. Quotes become apostrophes and backslashes slashes: escapes are the part of PGN that readers differ
/// in.
fn push_tag(text: &mut String, name: &str, value: &str) {
    let value: String = value
        .chars()
        .map(|c| match c {
            '"' => '\'',
            '\\' => '/',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    writeln!(text, "[{name} \"{value}\"]").expect("a text takes everything");
}

/// Adds the words of a comment in braces; braces in the text become apostrophes.
fn push_comment(words: &mut Vec<String>, text: &str) {
    let text = format!("{{{}}}", text.replace(['{', '}'], "'"));
    words.extend(text.split_whitespace().map(str::to_string));
}

/// Words of the move section: move numbers before the first move of each round, which White begins if it is still in,
/// and before another player's where it begins the game or follows a comment; comments behind the moves.
fn numbered(first: u32, moves: impl IntoIterator<Item = Annotated>) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = first;
    // Player of the last move, and whether it has a comment.
    let mut before: Option<(Seat, bool)> = None;
    for Annotated { seat, text, comment } in moves {
        let new_round = before.is_some_and(|(before, _)| seat < before);
        let after_comment = before.is_some_and(|(before, comment)| comment && before < seat);
        number += u32::from(new_round);
        if new_round || after_comment || before.is_none() {
            words.push(format!("{number}{}", if seat == Seat::WHITE { "." } else { "..." }));
        }
        before = Some((seat, comment.is_some()));
        words.push(text);
        if let Some(comment) = comment {
            push_comment(&mut words, &comment);
        }
    }
    words
}

/// Words in lines of at most [`LINE_LENGTH`] columns, except where a single word is longer. No line begins with `%`,
/// which would make it an escape.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > LINE_LENGTH && !word.starts_with('%') {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use engine::variants::{Chess, Chex, KnightRelay};

    use super::*;
    use crate::pgn::parse;

    #[test]
    fn written_games_are_parsed_back() {
        let seats = [Seat::BLACK, Seat::BLACK, Seat::WHITE, Seat::WHITE, Seat::BLACK, Seat::WHITE];
        let comment = Some("a {long} remark on it, 100 %".to_string());
        let moves = seats.map(|seat| Annotated { seat, text: "K@d2".to_string(), comment: comment.clone() });
        let tags = [("White", "the \"great\"\n".to_string()), ("Round", String::new())];
        let setup = Setup { variant: Some("chex"), fen: None, number: 7 };
        let text = write(tags, &setup, moves, "", "1-0");
        let numbers: Vec<&str> = text.split_whitespace().filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["7...", "8.", "8...", "9."]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..9],
            [
                "[Event \"?\"]",
                "[Site \"?\"]",
                "[Date \"????.??.??\"]",
                "[Round \"?\"]",
                "[White \"the 'great' \"]",
                "[Black \"?\"]",
                "[Result \"1-0\"]",
                "[Variant \"chex\"]",
                "",
            ]
        );
        assert!(lines.iter().all(|line| line.len() <= LINE_LENGTH && !line.starts_with('%')), "{text}");
        let game = &parse(&text).unwrap()[0];
        assert_eq!((game.tag("White"), game.result.as_str()), (Some("the 'great' "), "1-0"));
        assert_eq!(game.moves, ["K@d2"; 6]);
        assert_eq!(game.comments, ["a 'long' remark on it, 100 %"; 6]);
    }

    #[test]
    fn no_line_begins_with_an_escape() {
        let words = ["x".repeat(78), "%".to_string(), "y".to_string()];
        assert_eq!(wrapped(&words), format!("{} %\ny", words[0]));
    }

    #[test]
    fn only_what_is_unusual_is_set_up() {
        let setup = |variant, fen: Option<&str>, number| Setup { variant, fen: fen.map(str::to_string), number };
        assert_eq!(Setup::of(&Chess::start()), setup(None, None, 1));
        assert_eq!(Setup::of(&KnightRelay::start()), setup(Some("knightrelay"), None, 1));
        assert_eq!(Setup::of(&Chex::start()), setup(Some("chex"), None, 1));
        let later = "4k3/8/8/8/8/8/8/4K2R b K - 3 40";
        assert_eq!(Setup::of::<Chess>(&later.parse().unwrap()), setup(None, Some(later), 40));
        let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let shown = chess960.replace("HFhf", "KQkq");
        assert_eq!(Setup::of::<Chess>(&chess960.parse().unwrap()), setup(Some("Chess960"), Some(&shown), 9));
        let text = write([], &Setup::of::<Chess>(&later.parse().unwrap()), [], "Stalemate", "1/2-1/2");
        let end = format!("[FEN \"{later}\"]\n[SetUp \"1\"]\n\n{{Stalemate}} 1/2-1/2\n\n");
        assert!(text.ends_with(&format!("[Result \"1/2-1/2\"]\n{end}")), "{text}");
    }
}
