//! Game files in PGN as XBoard writes them, read and replayed under our rules.

use std::error::Error;

use engine::outcome::Reason;
use engine::record::Record;
use protocol::layout::{NULL, OnSquares};

/// How XBoard writes a pass into files.
const PASS: &str = "--";

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

    /// Plays the game again from its first position, each move checked against the rules.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow.
    pub fn replay<G: OnSquares>(&self) -> Result<Record<G>, Box<dyn Error>> {
        let mut record = match self.tag("FEN") {
            Some(fen) => Record::new(G::from_squares(fen).map_err(|error| format!("{fen}: {error}"))?),
            None => Record::default(),
        };
        for (ply, text) in self.moves.iter().enumerate() {
            let position = record.position();
            if text == PASS && position.read_on_squares(NULL).is_err() {
                // It belongs to a king's re-placement, and is none of the game's own.
                continue;
            }
            let text = if text == PASS { NULL } else { text };
            let mv = position
                .read_on_squares(text)
                .map_err(|error| format!("ply {}, {text} in {position}: {error}", ply + 1))?;
            record.play(mv);
        }
        Ok(record)
    }

    /// Replays the game and compares its end with what the rules say of the last position.
    ///
    /// # Errors
    /// Names the illegal move, or the result that is not the one of the rules.
    pub fn verify<G: OnSquares>(&self) -> Result<Reason, Box<dyn Error>> {
        let record = self.replay::<G>()?;
        let outcome = record.outcome().ok_or_else(|| format!("{} is not finished", record.position()))?;
        let written = [Some(self.result.as_str()), self.tag("Result")];
        if written != [Some(outcome.score()); 2] {
            return Err(format!("{written:?} is written, {outcome} is right").into());
        }
        Ok(outcome.reason())
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

#[cfg(test)]
mod tests {
    use engine::variants::{Chess, Chex, Keyles, KnightRelay};

    use super::*;

    const MATE: &str = "[Event \"A game\"]\n[Result \"0-1\"]\n\n1. f3 e5 {not\nbad} 2.g4 $2 Qh4# {Black mates} 0-1\n";

    #[test]
    fn tags_moves_comments_and_results() {
        let twice = MATE.repeat(2);
        let games = parse(&twice).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!(games[1].comments, ["not\nbad", "Black mates"]);
        assert_eq!(games[1].tag("Event"), Some("A game"));
        assert_eq!(games[1].verify::<Chess>().unwrap(), Reason::Checkmate);
        assert_eq!(move_text("0-0"), Some("0-0"));
        assert_eq!(move_text("12..."), None);
        assert_eq!(move_text("12.--"), Some(PASS));
        assert_eq!(move_text("12...0-0-0"), Some("0-0-0"));
    }

    #[test]
    fn a_king_without_a_safe_cell_ends_a_game_with_a_pass() {
        let moves = "K@g8 R@f7 Kxf7 N@e6 Kxe6 P@e7 Kxe7 R@d6 Kxd6 P@d7 Kxd7 P@d8 Kxd8 P@d9 Kxd9 --";
        let start = "12/12/12/12/12/12/12/12/12/12/12/12/12/12/12[NNBBRRQPPPPPPPPKnnbbrrqppppppppk] w - - 0 1";
        let game = |result: &str| {
            let text = format!("[Result \"{result}\"]\n[FEN \"{start}\"]\n\n{moves} {result}");
            parse(&text).unwrap()[0].verify::<Chex>()
        };
        assert_eq!(game("1/2-1/2").map_err(|error| error.to_string()), Ok(Reason::Stalemate));
        assert!(game("1-0").is_err());
    }

    #[test]
    fn what_is_wrong_with_a_game_is_said() {
        let wrong = |text: &str| {
            let game = &parse(text).unwrap()[0];
            game.verify::<Chess>().unwrap_err().to_string()
        };
        assert!(wrong(&MATE.replace("0-1", "1-0")).contains("0-1 {Black mates} is right"));
        assert!(wrong(&MATE.replace("Qh4#", "Qh3")).starts_with("ply 4, Qh3 in "));
        assert!(wrong(&MATE.replace("Qh4#", "")).contains("is not finished"));
        assert!(parse(&MATE[..MATE.len() - 4]).unwrap_err().to_string().contains("no result"));
        assert!(parse("[Event").is_err() && parse("{no end").is_err() && parse("[Event]\n").is_err());
    }

    #[test]
    fn a_replacement_is_read_as_xboard_writes_it() {
        assert_eq!(replacement("Qj6-f10k").as_deref(), Some("K@f10"));
        assert_eq!(replacement("Lj5c1-j5k").as_deref(), Some("K@j5"));
        for text in ["Ra1-c4", "Lj6c1-j5k", "Ra1-c4q", "a1-c4k", "R-c4k", "Ra1-k", "Ra1c4k", "O-Ok", "k", "-k"] {
            assert_eq!(replacement(text), None, "{text}");
        }
        let text = "[FEN \"10/k9/10/10/4r5/10/QR8/10/10/10[K] w - 0 1\"]\n1. Ra1-b4k -- 2. Kb5 Re5 *";
        let record = parse(text).unwrap()[0].replay::<Keyles>().unwrap();
        assert_eq!(record.position().to_string(), "10/k9/10/10/10/1K2r5/Q9/10/10/10[R] w - - 2 2");
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let text = "[FEN \"7k/N7/2R5/8/8/8/8/K3R3 w - - 0 1\"]\n1. Re7 Kg8 2. Rcd8+ *";
        let record = parse(text).unwrap()[0].replay::<KnightRelay>().unwrap();
        assert_eq!(record.position().to_string(), "3R2k1/N3R3/8/8/8/8/8/K7 b - - 3 2");
    }
}
