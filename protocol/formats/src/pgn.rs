//! PGN (Portable Game Notation): reader, writer, and replay under the rules.
//!
//! Moves are written in the game's own [`Notation`]. The reader keeps the words of the move section as they stand, so
//! that the dialects of other programs can be read by [`PgnGame::replay_with`]. Variations and escapes are not
//! supported.
//!
//! ```
//! use engine::variants::Chess;
//! use formats::pgn;
//!
//! let games = pgn::parse("[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n")?;
//! assert_eq!(games[0].moves, ["e4", "e5", "Nf3"]);
//! let record = games[0].replay::<Chess>()?;
//! assert_eq!(record.moves().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt::Write as _;

use engine::moves::Move;
use engine::outcome::Shares;
use engine::record::Record;
use engine::seat::Seat;
use engine::text::{MoveError, Notation, PositionError};

/// Line length limit of the move section in columns, from PGN's export format.
const LINE_LENGTH: usize = 79;

/// Game of a PGN file, as it is written there.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Tags: name and value.
    pub tags: Vec<(String, String)>,
    /// Words of the move section, without move numbers and annotations.
    pub moves: Vec<String>,
    /// Comments, without their braces.
    pub comments: Vec<String>,
    /// Result: `1-0`, `0-1`, `1/2-1/2`, in games for more than two `0-1-0-0` and the like ([`Shares`]), or `*` for an
    /// unfinished game.
    pub result: String,
}

impl PgnGame {
    /// Value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Replays a game that is written in its own notation from its first position. Each move is checked against the
    /// rules.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow.
    pub fn replay<G: Notation>(&self) -> Result<Record<G>, Box<dyn Error>> {
        self.replay_with(str::parse, |position: &G, text| Some(position.read_move(text)))
    }

    /// Replays a game in a dialect that two functions read. A word for which `read_move` returns `None` is skipped.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow.
    pub fn replay_with<G: Notation>(
        &self,
        read_position: impl Fn(&str) -> Result<G, PositionError>,
        read_move: impl Fn(&G, &str) -> Option<Result<Move, MoveError>>,
    ) -> Result<Record<G>, Box<dyn Error>> {
        let mut record = match self.tag("FEN") {
            Some(fen) => Record::new(read_position(fen).map_err(|error| format!("{fen}: {error}"))?),
            None => Record::default(),
        };
        for (ply, text) in self.moves.iter().enumerate() {
            let position = record.position();
            if let Some(mv) = read_move(position, text) {
                record.play(mv.map_err(|error| format!("ply {}, {text} in {position}: {error}", ply + 1))?);
            }
        }
        Ok(record)
    }
}

/// Parses all games of a file.
///
/// # Errors
/// Names what is not PGN.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, Box<dyn Error>> {
    let mut games = Vec::new();
    let mut game = PgnGame::default();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            '[' => {
                let (tag, after) = rest[1..].split_once("]\n").ok_or("a tag without its bracket")?;
                let (name, value) = tag.split_once(' ').ok_or_else(|| format!("tag '{tag}' has no value"))?;
                game.tags.push((name.to_string(), value.trim().trim_matches('"').to_string()));
                rest = after;
            }
            '{' => {
                let (comment, after) = rest[1..].split_once('}').ok_or("a comment without its end")?;
                game.comments.push(comment.trim().to_string());
                rest = after;
            }
            _ => {
                let word = rest.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
                rest = &rest[word.len()..];
                if word == "*" || word.parse::<Shares>().is_ok() {
                    game.result = word.to_string();
                    games.push(std::mem::take(&mut game));
                } else {
                    game.moves.extend(move_text(word).map(str::to_string));
                }
            }
        }
        rest = rest.trim_start();
    }
    if game == PgnGame::default() { Ok(games) } else { Err("the last game has no result".into()) }
}

/// Move text in a word of the move section: `12.e4`, `12...`, `e4`, `$1`, and `--` for a pass may all occur.
fn move_text(word: &str) -> Option<&str> {
    let text = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // Castling may be written with zeros: only digits before a point are a move number.
    let text = if text.len() < word.len() && !text.starts_with('.') { word } else { text.trim_start_matches('.') };
    (!text.is_empty() && !text.starts_with('$')).then_some(text)
}

/// Move to be written, with a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// The player of the move.
    pub seat: Seat,
    /// The move, in the game's notation.
    pub text: String,
    /// Comment on the move.
    pub comment: Option<String>,
}

/// PGN text of a game: tags, moves, reason of its end as a comment (none if empty) and result.
///
/// Lines are at most 79 columns long, except where a single word is longer.
pub fn write<'a>(
    tags: impl IntoIterator<Item = (&'a str, String)>,
    moves: impl IntoIterator<Item = Annotated>,
    reason: &str,
    result: &str,
) -> String {
    let mut text = String::new();
    for (tag, value) in tags {
        // Escapes are the part of PGN that readers differ in.
        let value = value.replace('"', "'").replace('\\', "/");
        writeln!(text, "[{tag} \"{value}\"]").expect("a text takes everything");
    }
    text.push('\n');
    let mut words = numbered(moves);
    words.extend(Some(reason).filter(|reason| !reason.is_empty()).map(as_comment));
    words.push(result.to_string());
    text + &wrapped(&words) + "\n\n"
}

/// Comment in braces; braces in the text become apostrophes.
fn as_comment(text: &str) -> String {
    format!("{{{}}}", text.replace(['{', '}'], "'"))
}

/// Words of the move section: move numbers before the first move of each round, which White begins if it is still in,
/// and before a first move of another player; comments behind.
fn numbered(moves: impl IntoIterator<Item = Annotated>) -> Vec<String> {
    let mut words = Vec::new();
    let (mut number, mut before) = (1, None);
    for Annotated { seat, text, comment } in moves {
        let new_round = before.is_some_and(|before| seat < before);
        number += usize::from(new_round);
        if new_round || before.is_none() {
            words.push(format!("{number}{}", if seat == Seat::WHITE { "." } else { "..." }));
        }
        before = Some(seat);
        words.push(text);
        words.extend(comment.as_deref().map(as_comment));
    }
    words
}

/// Words in lines of at most [`LINE_LENGTH`] columns, except where a single word is longer.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use engine::variants::Chex;

    use super::*;

    #[test]
    fn tags_moves_comments_and_results_are_parsed() {
        let one = "[Event \"A game\"]\n[Result \"0-1\"]\n\n1. f3 e5 {not\nbad} 2.g4 $2 Qh4# {Black mates} 0-1\n";
        let games = parse(&one.repeat(2)).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!(games[1].comments, ["not\nbad", "Black mates"]);
        assert_eq!(games[1].tag("Event"), Some("A game"));
        for (word, text) in
            [("0-0", "0-0"), ("12.--", "--"), ("12...0-0-0", "0-0-0"), ("4:1B-2F", "4:1B-2F"), ("0000", "0000")]
        {
            assert_eq!(move_text(word), Some(text));
        }
        assert_eq!(move_text("12..."), None);
        assert!(parse(&one[..one.len() - 4]).unwrap_err().to_string().contains("no result"));
        assert!(parse("[Event").is_err() && parse("{no end").is_err() && parse("[Event]\n").is_err());
    }

    #[test]
    fn written_games_are_parsed_back() {
        let seats = [Seat::BLACK, Seat::BLACK, Seat::WHITE, Seat::WHITE, Seat::BLACK, Seat::WHITE];
        let comment = Some("a {long} remark on it".to_string());
        let moves = seats.map(|seat| Annotated { seat, text: "K@d2".to_string(), comment: comment.clone() });
        let text = write([("White", "the \"great\"".to_string())], moves, "", "1-0");
        let numbers: Vec<&str> = text.split_whitespace().filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["1...", "2.", "3."]);
        assert!(text.lines().all(|line| line.len() <= LINE_LENGTH), "{text}");
        let game = &parse(&text).unwrap()[0];
        assert_eq!((game.tag("White"), game.result.as_str()), (Some("the 'great'"), "1-0"));
        assert_eq!(game.moves, ["K@d2"; 6]);
        assert_eq!(game.comments.len(), 6);
        assert_eq!(game.comments[0], "a 'long' remark on it");
    }

    #[test]
    fn rounds_of_four_players_are_numbered_and_their_results_parsed() {
        let seats = [0, 1, 2, 3, 0, 1, 3, 1, 3, 1].map(Seat::new);
        let moves = seats.map(|seat| Annotated { seat, text: "1B-2F".to_string(), comment: None });
        let text = write([("Green", "greedy".to_string())], moves, "Red is the last", "0-1-0-0");
        let numbers: Vec<&str> = text.split_whitespace().filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["1.", "2.", "3...", "4..."]);
        let games = parse(&format!("{text}1B-2F 1/3-1/3-0-1/3\n1B-2F 0-0-1\n0-0 0-0-0 *")).unwrap();
        let results: Vec<&str> = games.iter().map(|game| game.result.as_str()).collect();
        assert_eq!(results, ["0-1-0-0", "1/3-1/3-0-1/3", "0-0-1", "*"]);
        assert_eq!((games[0].moves.len(), games[3].moves.len()), (10, 2), "castling is no result");
    }

    #[test]
    fn chance_outcomes_are_replayed() {
        let game = |moves: &str| parse(&format!("{moves} *")).unwrap().remove(0);
        let record = game("R@a1 N@c3").replay::<Chex>().unwrap();
        assert_eq!((record.moves().len(), record.composite_moves().count()), (6, 2));
        let error = game("R@a1 N@d3").replay::<Chex>().unwrap_err().to_string();
        assert!(error.starts_with("ply 2, N@d3 in R["), "{error}");
    }
}
