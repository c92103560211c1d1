//! PGN reader: the import format of the standard, in constant stack space, game by game.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::path::Path;

use engine::outcome::Shares;
use engine::text::quote;

use super::{PgnError, PgnGame, Place, Tag, Word, is_number};
use crate::files;

/// Limit of the tags, moves and comments of a game together. The longest game of chess has fewer than 12,000 plies.
const MOST_ENTRIES: usize = 60_000;

/// Characters that end a word.
const DELIMITERS: &[char] = &['{', '}', '(', ')', '[', ']', ';', '$', '!', '?'];

/// Periods of a move number.
const PERIODS: [char; 2] = ['.', '\u{2026}'];

/// Characters for a hyphen in typeset files: en dash, em dash, minus sign.
const DASHES: [char; 3] = ['\u{2013}', '\u{2014}', '\u{2212}'];

/// Byte order mark (BOM). In the middle of a text it is that of a file which another was joined with.
const BOM: char = '\u{feff}';

/// Text of a file of at most `limit` bytes. Each line is UTF-8, or the standard's Latin-1 if it is not that.
///
/// # Errors
/// If it is no file, is longer, is UTF-16, or cannot be read.
pub fn load_text(path: &Path, limit: u64) -> io::Result<String> {
    let bytes = files::read(path, limit)?;
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "UTF-16, not UTF-8 or Latin-1"));
    }
    let decode_lines = |bytes: &[u8]| bytes.split_inclusive(|byte| b"\r\n".contains(byte)).map(decode_line).collect();
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| decode_lines(error.as_bytes())))
}

/// Line of a file: UTF-8, or Latin-1 if it is not that. A byte order mark is one in both.
fn decode_line(line: &[u8]) -> Cow<'_, str> {
    let latin1 = || line.iter().copied().map(char::from).collect::<String>();
    match str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(latin1().replace("\u{ef}\u{bb}\u{bf}", "\u{feff}")),
    }
}

/// Parses all games of a text.
///
/// # Errors
/// Names what is not PGN.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    read(text).collect()
}

/// Reads the games of a text one by one. After an error there are no more.
pub fn read(text: &str) -> Games<'_> {
    Games { rest: text, place: Place::default(), games: 0, failed: false }
}

/// Iterator over the games of a text.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a str,
    place: Place,
    /// Games read so far.
    games: usize,
    failed: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().transpose();
        self.failed = !matches!(game, Some(Ok(_)));
        self.games += 1;
        game
    }
}

/// Section of a text, up to an empty line, with what the game had before it.
struct Section<'a> {
    /// Reader at its beginning.
    start: Games<'a>,
    /// Number of tags.
    tags: usize,
    /// Number of comments.
    comments: usize,
    /// Number of those before the end ([`PgnGame::comments_before_end`]).
    before_end: usize,
}

impl<'a> Games<'a> {
    /// Next game; `None` at the end of the text. What is left there but comments is no game. A game without moves and
    /// result ends at the section that repeats one of its tags. Within a section, a repeated tag is a slip.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PgnGame { number: self.games + 1, ..PgnGame::default() };
        let mut section = Section { start: self.clone(), tags: 0, comments: 0, before_end: 0 };
        // Names of the tags of earlier sections.
        let mut names = HashSet::new();
        // Places of the parentheses that are open: the first one and the number.
        let mut variation: Option<(Place, usize)> = None;
        loop {
            let line = self.place.line;
            self.take_while(is_blank);
            if self.place.line > line + 1 && variation.is_none() {
                names.extend(game.tags[section.tags..].iter().map(|tag| tag.name.clone()));
                section = Section {
                    start: self.clone(),
                    tags: game.tags.len(),
                    comments: game.comments.len(),
                    before_end: game.comments_before_end,
                };
            }
            let place = self.place;
            let Some(first) = self.rest.chars().next() else { break };
            match first {
                '%' if place.column == 1 => {
                    self.take_while(is_in_line);
                }
                '{' | ';' => {
                    let comment = self.comment(first)?;
                    if variation.is_none() {
                        game.comments.push(comment);
                    }
                }
                '(' => {
                    self.advance(1);
                    variation = Some(variation.map_or((place, 1), |(first, depth)| (first, depth + 1)));
                }
                ')' => {
                    self.advance(1);
                    let (first, depth) = variation.ok_or_else(|| self.error(place, "')' without its '('"))?;
                    variation = if depth > 1 { Some((first, depth - 1)) } else { None };
                }
                c if variation.is_some() => {
                    self.advance(c.len_utf8());
                }
                '[' if game.moves.is_empty() => {
                    let tag = self.tag()?;
                    if names.contains(&tag.name) {
                        *self = section.start;
                        game.tags.truncate(section.tags);
                        game.comments.truncate(section.comments);
                        game.comments_before_end = section.before_end;
                        return Ok(Some(unterminated(game)));
                    }
                    game.tags.push(tag);
                    game.comments_before_end = game.comments.len();
                }
                // The tags of the next game.
                '[' => return Ok(Some(unterminated(game))),
                '$' => {
                    self.advance(1);
                    self.take_while(|c| c.is_ascii_digit());
                }
                '!' | '?' => {
                    self.advance(1);
                }
                '.' | '\u{2026}' => {
                    self.advance(first.len_utf8());
                    take_number(&mut game);
                }
                '}' | ']' => return Err(self.error(place, &format!("'{first}' without its beginning"))),
                _ => {
                    let word = self.take_while(|c| !is_blank(c) && !DELIMITERS.contains(&c));
                    if let Some(result) = result_in(word) {
                        return Ok(Some(PgnGame { result, is_terminated: true, ..game }));
                    }
                    game.numbers_have_periods |= is_numbered(word);
                    if let Some(mv) = move_in(word, place) {
                        game.moves.push(mv);
                        game.comments_before_end = game.comments.len();
                    }
                }
            }
            if game.tags.len() + game.moves.len() + game.comments.len() > MOST_ENTRIES {
                let reason = format!("the game has more than {MOST_ENTRIES} tags, moves and comments");
                return Err(self.error(place, &reason));
            }
        }
        match variation {
            Some((place, _)) => Err(self.error(place, "a variation without its end")),
            None if game.tags.is_empty() && game.moves.is_empty() => Ok(None),
            None => Ok(Some(unterminated(game))),
        }
    }

    /// Comment in braces, or from a semicolon to the end of the line. White space in it becomes single blanks.
    fn comment(&mut self, first: char) -> Result<String, PgnError> {
        let place = self.place;
        self.advance(1);
        let text = if first == '{' {
            let text = self.take_while(|c| c != '}');
            if self.rest.is_empty() {
                return Err(self.error(place, &format!("a comment without its end: {{{}", quote(text))));
            }
            self.advance(1);
            text
        } else {
            self.take_while(is_in_line)
        };
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Tag pair. Its value has `\"` and `\\` for quotes and backslashes; a quote that no bracket follows is taken as
    /// one, too, since some programs forget the escape.
    fn tag(&mut self) -> Result<Tag, PgnError> {
        let place = self.place;
        self.advance(1);
        self.take_while(is_blank_in_line);
        let name = self.take_while(|c| !is_blank(c) && c != '"' && c != ']').to_string();
        self.take_while(is_blank_in_line);
        if name.is_empty() || !self.rest.starts_with('"') {
            return Err(self.error(place, &format!("tag '{}' has no value in quotes", quote(&name))));
        }
        self.advance(1);
        let mut value = String::new();
        loop {
            value += self.take_while(|c| is_in_line(c) && c != '"' && c != '\\');
            let mut next = self.rest.chars();
            match (next.next(), next.next()) {
                (Some('\\'), Some(escaped @ ('"' | '\\'))) => {
                    self.advance(2);
                    value.push(escaped);
                }
                (Some(c @ ('"' | '\\')), _) => {
                    self.advance(1);
                    let blanks = self.rest.len() - self.rest.trim_start_matches(is_blank_in_line).len();
                    if c == '"' && self.rest[blanks..].starts_with(']') {
                        self.advance(blanks + 1);
                        return Ok(Tag { name, value, place });
                    }
                    value.push(c);
                }
                _ => return Err(self.error(place, &format!("tag '{}' has no end: {}", quote(&name), quote(&value)))),
            }
        }
    }

    /// Takes characters from the front of the text while they fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        self.advance(self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len()))
    }

    /// Takes `length` bytes from the front of the text and counts lines and columns. A line ends with a line feed, a
    /// carriage return, or both. A byte order mark has no width.
    fn advance(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        let mut characters = taken.chars().chain(rest.chars().next()).peekable();
        for _ in 0..taken.chars().count() {
            let c = characters.next().expect("a character that was counted");
            let ends = c == '\n' || (c == '\r' && characters.peek() != Some(&'\n'));
            self.place = match ends {
                true => Place { line: self.place.line + 1, column: 1 },
                false => Place { column: self.place.column + usize::from(c != BOM), ..self.place },
            };
        }
        taken
    }

    fn error(&self, place: Place, reason: &str) -> PgnError {
        PgnError { game: self.games + 1, place, reason: reason.to_string() }
    }
}

/// True for a game termination marker.
fn is_result(word: &str) -> bool {
    word == "*" || word.parse::<Shares>().is_ok()
}

/// Game termination marker in a word. A draw may be written by one half, and dashes and minus signs stand for hyphens.
fn result_in(word: &str) -> Option<String> {
    let result = match word {
        "½" | "½-½" | "1/2" => "1/2-1/2".to_string(),
        _ => word.replace(DASHES, "-"),
    };
    if is_result(&result) { Some(result) } else { None }
}

/// A game without a result after its moves.
fn unterminated(game: PgnGame) -> PgnGame {
    let result = game.tag("Result").and_then(result_in).unwrap_or_else(|| "*".to_string());
    PgnGame { result, ..game }
}

/// True for white space, control characters (a file of DOS ends with one) and byte order marks.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == BOM
}

fn is_in_line(c: char) -> bool {
    c != '\n' && c != '\r'
}

fn is_blank_in_line(c: char) -> bool {
    is_blank(c) && is_in_line(c)
}

/// Takes the last word, a number that a period stands behind, off the moves: it is a move number.
fn take_number(game: &mut PgnGame) {
    if game.moves.last().is_some_and(|word| is_number(&word.text)) {
        game.moves.pop();
        game.numbers_have_periods = true;
    }
}

/// Word without the digits at its beginning.
fn without_digits(word: &str) -> &str {
    word.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// True if a word begins with a move number and its period.
fn is_numbered(word: &str) -> bool {
    let text = without_digits(word);
    text.len() < word.len() && text.starts_with(PERIODS)
}

/// Move in a word of the move section: `12.e4`, `12...`, `e4`, `exd6e.p.` and `--` for a pass may all occur.
fn move_in(word: &str, place: Place) -> Option<Word> {
    // Castling may be written with zeros: only digits before a period are a move number.
    let text = if is_numbered(word) { without_digits(word) } else { word };
    let text = text.trim_start_matches(PERIODS);
    let before = word[..word.len() - text.len()].chars().count();
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    let place = Place { column: place.column + before, ..place };
    if text.is_empty() { None } else { Some(Word { text: text.to_string(), place }) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn fault(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    /// Text of a file of these bytes.
    fn loaded(bytes: &[u8], limit: u64) -> io::Result<String> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("games.pgn");
        fs::write(&file, bytes)?;
        load_text(&file, limit)
    }

    #[test]
    fn tags_moves_comments_and_results_are_parsed() {
        let one = "[Event \"A game\"]\n[Result \"0-1\"]\n\n1. f3 e5 {not\nbad} 2.g4 $2 Qh4# {Black mates} 0-1\n";
        let games = parse(&one.repeat(2)).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(
            (games[1].number, games[1].tags[0].place.line, games[1].moves[3].place),
            (2, 6, Place { line: 10, column: 14 })
        );
        assert_eq!(games[1].moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!(games[1].comments, ["not bad", "Black mates"]);
        assert_eq!(games[1].tag("Event"), Some("A game"));
        for (word, text) in [
            ("0-0", Some("0-0")),
            ("12.--", Some("--")),
            ("12...0-0-0", Some("0-0-0")),
            ("4:1B-2F", Some("4:1B-2F")),
            ("0000", Some("0000")),
            ("exd6e.p.", Some("exd6")),
            ("e.p.", None),
            ("12...", None),
            ("12\u{2026}", None),
        ] {
            assert_eq!(move_in(word, Place::default()).map(|word| word.text).as_deref(), text, "{word}");
        }
    }

    #[test]
    fn variations_and_escapes_are_passed_over() {
        let text = "% [no tag\n1. e4 (1. d4 {in it: )} (1. c4 ; )\n) 1-0 *) e5 ( (((( ))))) 2. f4\n%) {\n1/2-1/2 {end}";
        let games = parse(text).unwrap();
        assert_eq!(games.len(), 1, "a comment at the end is no game");
        assert_eq!((games[0].comments.len(), games[0].result.as_str()), (0, "1/2-1/2"));
        assert_eq!(games[0].moves, ["e4", "e5", "f4"]);
        assert_eq!(parse("e4 %e5 *").unwrap()[0].moves, ["e4", "%e5"], "no escape within a line");
        let deep = format!("e4 {}{} *", "(".repeat(1_000_000), ")".repeat(1_000_000));
        assert_eq!(parse(&deep).unwrap()[0].moves, ["e4"]);
    }

    #[test]
    fn values_of_tags_may_have_quotes_and_brackets() {
        for (written, value) in [
            (r#"a \"b\" \\ [c]"#, r#"a "b" \ [c]"#),
            (r#"the "big" one"#, r#"the "big" one"#),
            (r"a\b", r"a\b"),
            ("", ""),
            ("é]", "é]"),
        ] {
            let games = parse(&format!("[ White \"{written}\" ][Black\t\"B\"]\r\n*")).unwrap();
            assert_eq!((games[0].tag("White"), games[0].tag("Black")), (Some(value), Some("B")), "{written}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(fault("*\n\n[Event"), "game 2, line 3, column 1: tag 'Event' has no value in quotes");
        assert_eq!(fault("[Event]\n"), "game 1, line 1, column 1: tag 'Event' has no value in quotes");
        assert_eq!(fault(" [\"A\"]"), "game 1, line 1, column 2: tag '' has no value in quotes");
        assert_eq!(fault("[Event \"a\nb\"]"), "game 1, line 1, column 1: tag 'Event' has no end: a");
        assert_eq!(fault("[Event \"a\" b]"), "game 1, line 1, column 1: tag 'Event' has no end: a\" b]");
        assert_eq!(fault("e4\r\ne5 {no end"), "game 1, line 2, column 4: a comment without its end: {no end");
        assert_eq!(fault("e4 (e5\n(c5) *"), "game 1, line 1, column 4: a variation without its end");
        assert_eq!(fault("e4\r\re5) *"), "game 1, line 3, column 3: ')' without its '('");
        assert_eq!(fault("é4} *"), "game 1, line 1, column 3: '}' without its beginning");
        assert_eq!(read("e4 *\ne5 )\n\n*").count(), 2, "a game and the error");
        assert!(fault(&"[A \"\"]".repeat(MOST_ENTRIES + 1)).ends_with("more than 60000 tags, moves and comments"));
    }

    #[test]
    fn games_without_a_result_are_read() {
        let games = parse("e4 e5\n[Result \"0-1\"]\nf3\n\n[Result \"?\"]\n\nd4 \u{bd}-\u{bd} [A \"\"]").unwrap();
        let read = |game: &PgnGame| (game.moves.len(), game.result.clone(), game.is_terminated);
        let expected = [(2, "*", false), (1, "0-1", false), (1, "1/2-1/2", true), (0, "*", false)];
        assert_eq!(
            games.iter().map(read).collect::<Vec<_>>(),
            expected.map(|(n, text, end)| (n, text.to_string(), end))
        );
    }

    #[test]
    fn results_are_read_as_old_and_typeset_files_write_them() {
        for (written, result) in [
            ("1/2", "1/2-1/2"),
            ("\u{bd}", "1/2-1/2"),
            ("\u{bd}-\u{bd}", "1/2-1/2"),
            ("1\u{2013}0", "1-0"),
            ("0\u{2212}1", "0-1"),
            ("1/2\u{2014}1/2", "1/2-1/2"),
        ] {
            let games = parse(&format!("1. e4 e5 {written}\n[Result \"{written}\"]\nf3")).unwrap();
            let read = |game: &PgnGame| (game.moves.len(), game.result.clone(), game.is_terminated);
            let expected = [(2, result.to_string(), true), (1, result.to_string(), false)];
            assert_eq!(games.iter().map(read).collect::<Vec<_>>(), expected, "{written}");
        }
    }

    #[test]
    fn nothing_is_a_game_but_a_game() {
        for empty in ["", "\u{feff}", " \r\n\u{1a}", "{a remark}", "% *", "; *", "$3 ! ? ..."] {
            assert_eq!(parse(empty), Ok(Vec::new()), "{empty:?}");
        }
        assert_eq!(parse("*\n*").unwrap().len(), 2);
    }

    #[test]
    fn a_game_without_moves_ends_at_the_next_tags() {
        let outlines = |text: &str| {
            let outline =
                |game: &PgnGame| format!("{} {} {}", game.tags.len(), game.moves.len(), game.comments.concat());
            parse(text).unwrap().iter().map(outline).collect::<Vec<_>>()
        };
        let text = "[Event \"A\"]\n[White \"X\"]\n[FEN \"8/8\"]\n\n[Event \"B\"]\n[White \"Y\"]\n\n1. e4 *";
        let games = parse(text).unwrap();
        assert_eq!((games[0].result.as_str(), games[0].is_terminated, games[1].is_terminated), ("*", false, true));
        assert_eq!((games[1].number, games[1].tag("White"), games[1].tag("FEN")), (2, Some("Y"), None));
        assert_eq!((games[1].tags[0].place.line, games[1].moves[0].place), (5, Place { line: 8, column: 4 }));
        for (text, expected) in [
            (text, &["3 0 ", "2 1 "][..]),
            // The section that repeats a tag belongs to the next game from its beginning.
            ("[A \"\"]\r\n \r\n[B \"\"]\r\n[A \"\"]\r\n\r\n*", &["1 0 ", "2 0 "]),
            ("[A \"\"]\n\n[A \"\"]\n\n[A \"\"]\n", &["1 0 ", "1 0 ", "1 0 "]),
            ("[A \"\"]\n\n(\n\n)\n[A \"\"]\n*", &["1 0 ", "1 0 "]),
            // A comment is in the section of the tags that follow it, or in one of its own.
            ("{a}\n[A \"\"]\n\n{b}\n[A \"\"]\n*", &["1 0 a", "1 0 b"]),
            ("[A \"\"]\n\n; a\n\n[A \"\"]\n*", &["1 0 a", "1 0 "]),
            // One game each.
            ("[A \"\"]\n[A \"\"]\n\n[B \"\"]\n[B \"\"]\n\ne4", &["4 1 "]),
            ("[A \"\"]\n{a\n\n}\n[A \"\"]\ne4", &["2 1 a"]),
        ] {
            assert_eq!(outlines(text), expected, "{text}");
        }
    }

    #[test]
    fn files_may_be_latin1_but_no_folders_and_not_too_long() {
        for (bytes, text) in [(&b"[White \"Bj\xf6rn\"]"[..], "[White \"Bj\u{f6}rn\"]"), ("ö".as_bytes(), "ö")] {
            assert_eq!(loaded(bytes, 15).unwrap(), text);
        }
        assert_eq!(loaded(&[b' '; 16], 15).unwrap_err().to_string(), "longer than 15 bytes");
        let folder = tempfile::tempdir().unwrap();
        for other in [folder.path(), Path::new("/dev/zero")] {
            assert_eq!(load_text(other, 15).unwrap_err().to_string(), "a folder or a device, not a file");
        }
    }

    #[test]
    fn joined_files_have_an_encoding_for_each_line() {
        let latin1 = b"\xef\xbb\xbf[White \"M\xfcller\"]\r[Black \"Andr\xc3\xa9\"]\n% no move\n\n1. e4 {\xfc} *";
        let text = loaded(&latin1.repeat(2), 200).unwrap();
        let games = parse(&text).unwrap();
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!((game.tag("White"), game.tag("Black")), (Some("Müller"), Some("André")));
            assert_eq!(game.moves, ["e4"]);
            assert_eq!(game.comments, ["ü"]);
        }
        let joined = parse("\u{feff}*\n\u{feff}% no move\n\u{feff}e4 *").unwrap();
        assert_eq!((joined[1].moves.len(), joined[1].moves[0].place), (1, Place { line: 3, column: 1 }));
    }

    #[test]
    fn utf16_is_named_and_refused() {
        for bytes in [b"\xff\xfe[\0", b"\xfe\xff\0["] {
            assert_eq!(loaded(bytes, 15).unwrap_err().to_string(), "UTF-16, not UTF-8 or Latin-1");
        }
    }
}
