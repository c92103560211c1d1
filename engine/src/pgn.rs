//! Game files in PGN: written in the words of the game, read as we and XBoard write them, and replayed under our rules.

use std::error::Error;
use std::fmt::Write as _;

use crate::game::Seat;
use crate::moves::Move;
use crate::record::Record;
use crate::text::{MoveError, Notation, PositionError};

/// The longest line of moves, as PGN's export format has it.
const WIDTH: usize = 79;

/// One game of a file, as it is written there.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The move texts, without move numbers and annotations.
    pub moves: Vec<String>,
    /// The comments in braces, without the braces.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    pub result: String,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Plays a game that is written in its own words again from its first position, each move checked against the rules.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow.
    pub fn replay<G: Notation>(&self) -> Result<Record<G>, Box<dyn Error>> {
        self.replay_with(str::parse, |position: &G, text| Some(position.read_move(text)))
    }

    /// Does the same in the words that two functions read; a word of which none comes is passed over.
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

/// Reads all games of a file.
///
/// # Errors
/// Says what is not PGN.
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
                if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                    game.result = word.to_string();
                    games.push(std::mem::take(&mut game));
                } else {
                    game.moves
                        .extend(move_text(word).map(|text| replacement(text).unwrap_or_else(|| text.to_string())));
                }
            }
        }
        rest = rest.trim_start();
    }
    if game == PgnGame::default() { Ok(games) } else { Err("the last game has no result".into()) }
}

/// A king's re-placement, of which XBoard writes the champion, the field that it was made to visit, and its own: `Re5-b4k`; its own also
/// first if there is another of its kind: `Rb4e5-b4k`.
fn replacement(text: &str) -> Option<String> {
    let (visited, champion) = text.strip_suffix('k')?.split_once('-')?;
    let is_field = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase()) && text[1..].parse::<u32>().is_ok();
    let visited = visited.strip_prefix(|c: char| c.is_ascii_uppercase())?;
    let visited = visited.strip_prefix(champion).unwrap_or(visited);
    (is_field(visited) && is_field(champion)).then(|| format!("K@{champion}"))
}

/// The move in a word of the move section: `12.e4`, `12...`, `e4`, `$1`, and `--` for a pass may all occur.
fn move_text(word: &str) -> Option<&str> {
    let text = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // Castling may be written with zeros: only digits before a point are a move number.
    let text = if text.len() < word.len() && !text.starts_with('.') { word } else { text.trim_start_matches('.') };
    (!text.is_empty() && !text.starts_with('$')).then_some(text)
}

/// A move to be written: whose it is, its text, and a comment on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// Who made it.
    pub seat: Seat,
    /// The move, in the words of the game.
    pub text: String,
    /// What is said of it.
    pub comment: Option<String>,
}

/// The text of a game: its tags, its moves, why it ended (empty if nobody says) and the result, in lines of no more than 79 columns where that can be.
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

fn as_comment(text: &str) -> String {
    format!("{{{}}}", text.replace(['{', '}'], "'"))
}

/// The moves with the numbers of White's, or of Black's first, before them, and their comments behind.
fn numbered(moves: impl IntoIterator<Item = Annotated>) -> Vec<String> {
    let mut words = Vec::new();
    let (mut number, mut before) = (1, None);
    for Annotated { seat, text, comment } in moves {
        if before == Some(Seat::BLACK) && seat == Seat::WHITE {
            number += 1;
        }
        match (seat, before) {
            (Seat::WHITE, None | Some(Seat::BLACK)) => words.push(format!("{number}.")),
            (Seat::BLACK, None) => words.push(format!("{number}...")),
            _ => {}
        }
        before = Some(seat);
        words.push(text);
        words.extend(comment.as_deref().map(as_comment));
    }
    words
}

/// The words in lines of no more than [`WIDTH`] columns where that can be.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
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
    use crate::variants::Chex;

    use super::*;

    #[test]
    fn tags_moves_comments_and_results() {
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
    fn what_is_written_is_read_again() {
        let seats = [Seat::BLACK, Seat::BLACK, Seat::WHITE, Seat::WHITE, Seat::BLACK, Seat::WHITE];
        let comment = Some("a {long} remark on it".to_string());
        let moves = seats.map(|seat| Annotated { seat, text: "K@d2".to_string(), comment: comment.clone() });
        let text = write([("White", "the \"great\"".to_string())], moves, "", "1-0");
        let numbers: Vec<&str> = text.split_whitespace().filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["1...", "2.", "3."]);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let game = &parse(&text).unwrap()[0];
        assert_eq!((game.tag("White"), game.result.as_str()), (Some("the 'great'"), "1-0"));
        assert_eq!(game.moves, ["K@d2"; 6]);
        assert_eq!(game.comments.len(), 6);
        assert_eq!(game.comments[0], "a 'long' remark on it");
    }

    #[test]
    fn a_game_is_played_again_with_its_luck() {
        let game = |moves: &str| parse(&format!("{moves} *")).unwrap().remove(0);
        let record = game("R@a1 N@c3").replay::<Chex>().unwrap();
        assert_eq!((record.moves().len(), record.entries().count()), (6, 2));
        let error = game("R@a1 N@d3").replay::<Chex>().unwrap_err().to_string();
        assert!(error.starts_with("ply 2, N@d3 in R["), "{error}");
    }

    #[test]
    fn a_replacement_is_read_as_xboard_writes_it() {
        assert_eq!(replacement("Qj6-f10k").as_deref(), Some("K@f10"));
        assert_eq!(replacement("Lj5c1-j5k").as_deref(), Some("K@j5"));
        for text in ["Ra1-c4", "Lj6c1-j5k", "Ra1-c4q", "a1-c4k", "R-c4k", "Ra1-k", "Ra1c4k", "O-Ok", "k", "-k"] {
            assert_eq!(replacement(text), None, "{text}");
        }
    }
}
