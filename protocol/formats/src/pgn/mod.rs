//! PGN (Portable Game Notation, Steven J. Edwards 1994): reader, writer, and replay under the rules.
//!
//! The [writer](write()) follows PGN's export format. Its moves are SAN where the game has it, else the game's own
//! notation. The [reader](read()) is lenient: it takes what the standard's import format allows and what other programs
//! make of it. It keeps the words of the move section as they stand, so that the dialects of other programs can be
//! read by [`PgnGame::replay_with`].
//!
//! The reader is our own: `pgn-reader` and `pgn-lexer` are GPL, and what else there is knows the moves of chess only.
//!
//! ```
//! use engine::variants::Chess;
//! use formats::pgn;
//!
//! let games = pgn::parse("[Event \"?\"]\n\n1. e4 {best by test} e5 (1... c5 $6) 2. Nf3! *\n")?;
//! assert_eq!(games[0].moves, ["e4", "e5", "Nf3"]);
//! let record = games[0].replay::<Chess>()?;
//! assert_eq!(record.plies().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reader;
mod writer;

use std::fmt::{self, Display};
use std::iter;

use engine::game::ToAct;
use engine::moves::Move;
use engine::record::Record;
use engine::seat::Seat;
use engine::text::{MoveError, Notation, PositionError, quote};
use engine::variants::Variant;
use thiserror::Error;

pub use reader::{Games, load_text, parse, read};
pub use writer::{Annotated, Setup, write};

/// Place in a file: line and column in characters, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl Default for Place {
    fn default() -> Place {
        Place { line: 1, column: 1 }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Error in a PGN file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}, {place}: {reason}")]
pub struct PgnError {
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// Place in the file.
    pub place: Place,
    /// Reason, with the text that is wrong.
    pub reason: String,
}

/// Tag pair of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Name.
    pub name: String,
    /// Value.
    pub value: String,
    /// Place of the opening bracket.
    pub place: Place,
}

/// Move of a game as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Text.
    pub text: String,
    /// Place of the first character.
    pub place: Place,
}

impl PartialEq<&str> for Word {
    fn eq(&self, text: &&str) -> bool {
        self.text == *text
    }
}

/// Game of a PGN file, as it is written there.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// Number in the file, from 1.
    pub number: usize,
    /// Tag pairs.
    pub tags: Vec<Tag>,
    /// Moves of the main line, without move numbers and annotations. A number of up to three digits without its period
    /// is among them, because in some games it may be a move.
    pub moves: Vec<Word>,
    /// True if a move number has its period. A number without one is no move number then.
    pub numbers_have_periods: bool,
    /// Comments of the main line, without their braces.
    pub comments: Vec<String>,
    /// Number of the comments before the last move, or before the last tag of a game without moves.
    pub comments_before_end: usize,
    /// Result: `1-0`, `0-1`, `1/2-1/2`, in games for more than two `0-1-0-0` and the like
    /// ([`Shares`](engine::outcome::Shares)), or `*` for an unfinished game. Where it is missing after the moves, that
    /// of the tag `Result`, or `*`.
    pub result: String,
    /// True if the game termination marker (a result or `*`) stands after the moves, as the standard asks; false in a
    /// file that is cut off.
    pub is_terminated: bool,
}

impl PgnGame {
    /// Value of a tag, the first if it is given several times.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Reason of the result: the last comment behind the last move. Commands to programs in it, such as
    /// `[%clk 0:00:12]`, are left out.
    pub fn reason(&self) -> Option<String> {
        let closing = self.comments.iter().skip(self.comments_before_end).rev();
        closing.map(|comment| without_commands(comment)).find(|reason| !reason.is_empty())
    }

    /// Game that the tag `Variant` names; chess without the tag.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn variant(&self) -> Result<Variant, PgnError> {
        let Some(tag) = self.find("Variant") else { return Ok(Variant::Chess) };
        let reason = || format!("no game is called '{}'", quote(&tag.value.to_lowercase()));
        let wrong = || PgnError { game: self.number, place: tag.place, reason: reason() };
        Variant::from_tag(tag.value.trim()).ok_or_else(wrong)
    }

    /// Replays a game that is written in its own notation from its first position. Each move is checked against the
    /// rules.
    ///
    /// # Errors
    /// Names the position or move that the rules do not allow.
    pub fn replay<G: Notation>(&self) -> Result<Record<G>, PgnError> {
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
    ) -> Result<Record<G>, PgnError> {
        let wrong = |place, reason| PgnError { game: self.number, place, reason };
        let mut record = match self.find("FEN") {
            Some(tag) => {
                let position = read_position(tag.value.trim());
                let fault = |error| wrong(tag.place, format!("FEN {}: {error}", quote(&tag.value)));
                Record::new(position.map_err(fault)?)
            }
            None => Record::default(),
        };
        // True if the word before was a move number: then the next one is none.
        let mut is_numbered = false;
        for (index, Word { text, place }) in self.moves.iter().enumerate() {
            let position = record.position();
            is_numbered = match read_move(position, text) {
                Some(Ok(mv)) if !is_numbered && self.is_move_number(index, position, mv, &read_move) => true,
                Some(Ok(mv)) => {
                    record.play(mv);
                    false
                }
                Some(Err(_)) if is_number(text) => true,
                Some(Err(error)) => {
                    return Err(wrong(*place, format!("move {}, {} in {position}: {error}", index + 1, quote(text))));
                }
                None => false,
            };
        }
        Ok(record)
    }

    /// True if a word that can be played as `mv`, a throw of the die, is a move number without its period: if no number
    /// of the game has its period, and the next word can be played in its place, but not after it, or where the number
    /// is due.
    fn is_move_number<G: Notation>(
        &self,
        index: usize,
        position: &G,
        mv: Move,
        read_move: &impl Fn(&G, &str) -> Option<Result<Move, MoveError>>,
    ) -> bool {
        let text = &self.moves[index].text;
        let Some(next) = self.moves.get(index + 1) else { return false };
        if self.numbers_have_periods || position.to_act() != ToAct::Chance || !is_number(text) {
            return false;
        }
        let can_play_next = |position: &G| matches!(read_move(position, &next.text), Some(Ok(_)));
        let mut after = position.clone();
        after.make(mv, &mut ());
        let begins_round = index == 0 || position.side_to_move() == Seat::WHITE;
        let is_due = begins_round && text.parse::<u32>() == Ok(move_number(&position.to_string()));
        can_play_next(position) && (is_due || !can_play_next(&after))
    }
}

/// Move number of a position, the last word of its text; 1 if it has none.
fn move_number(position: &str) -> u32 {
    position.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or(1)
}

/// Comment without the commands to programs in it: all from each `[%` to the next bracket.
fn without_commands(comment: &str) -> String {
    let mut parts = comment.split("[%");
    let before = parts.next().unwrap_or_default();
    let behind = parts.map(|command| command.split_once(']').map_or("", |(_, rest)| rest));
    iter::once(before).chain(behind).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// True if a word may be a move number without its period.
fn is_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use engine::variants::{Chess, Chex, KaleidoDice, Quex};

    use super::*;

    fn game(moves: &str) -> PgnGame {
        parse(&format!("{moves} *")).unwrap().remove(0)
    }

    #[test]
    fn chance_outcomes_are_replayed() {
        let record = game("R@a1 N@c3").replay::<Chex>().unwrap();
        assert_eq!((record.plies().len(), record.composite_moves().count()), (6, 2));
        let error = game("R@a1\nN@d3").replay::<Chex>().unwrap_err().to_string();
        assert!(error.starts_with("game 1, line 2, column 1: move 2, N@d3 in R["), "{error}");
    }

    #[test]
    fn every_way_to_write_a_chess_game_is_replayed() {
        let end = "rnbqk2r/ppp2ppp/3p1n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5";
        for text in [
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O d6",
            "1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.0-0 d6",
            "1 e4 e5 2 Nf3 Nf6 3 Bc4 Bc5 4 O-O d6",
            "1. e4 1... e5 2.Nf3 2...Nf6 3. Bc4 3. ... Bc5 4 . O-O 4\u{2026} d6",
            "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 d7d6",
            "1. e2-e4 e7-e5 2. Ng1-f3 Ng8-f6 3. Bf1-c4 Bf8-c5 4. Ke1-g1 d7-d6",
            "1. e4! e5!? 2. N1f3 $14 $200 Ng8f6 ?! 3. Bfc4$1 Bf8c5+ (3... d5 {no )} (4. Bxd5)) 4. O-O+ Pd6 {\n} ; *",
            "% 1. d4 d5 *\n1. e4\r\n%\r\ne5 2. Nf3 Nf6;first\r\n3. Bc4 {a; (b} Bc5;second (\r4. O-O d6\n%",
        ] {
            let game = parse(&format!("{text}\n1/2-1/2")).unwrap().remove(0);
            let record = game.replay::<Chess>().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((record.position().to_string().as_str(), game.result.as_str()), (end, "1/2-1/2"), "{text}");
        }
        let passing = game("1. e4 a6 2. e5 d5 3. exd6 e.p. a5 4. d6xc7 b5 5. cxd8=Q+").replay::<Chess>();
        assert_eq!(passing.unwrap().position().to_string(), "rnbQkbnr/4pppp/8/pp6/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 5");
    }

    #[test]
    fn numbers_are_moves_where_the_game_has_such() {
        assert_eq!(game("1 2434 1 7464").replay::<Quex>().unwrap().plies().len(), 2);
        let record = game("1. 4").replay::<KaleidoDice>().unwrap();
        assert_eq!(record.plies().len(), 1, "a throw");
        for text in ["0000", "1234", "12e4"] {
            assert!(game(text).replay::<Chess>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_number_without_its_period_is_no_throw() {
        let moves = |number: u32, text: &str| {
            let start = "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - -";
            let game = game(&format!("[FEN \"{start} 0 {number}\"]\n\n{text}"));
            let record = game.replay::<KaleidoDice>().unwrap_or_else(|error| panic!("{text}: {error}"));
            record.composite_moves().map(|(before, mv)| before.write_move(mv)).collect::<Vec<_>>()
        };
        // 2C and 6C are pawns, of one step; 8K and 4K are horses, of two.
        for (number, text, expected) in [
            (1, "1 8K-7E 4K-3E 2 2C-3A 6C-7A", &["2:8K-7E", "2:4K-3E", "1:2C-3A", "1:6C-7A"][..]),
            (1, "1 2C-3A 6C-7A 2 8K-7E 4K-3E", &["1:2C-3A", "1:6C-7A", "2:8K-7E", "2:4K-3E"]),
            (1, "1 5:2C-3A 6:6C-7A", &["5:2C-3A", "6:6C-7A"]),
            (1, "1 5 2C-3A 6 6C-7A 2 2 8K-7E", &["5:2C-3A", "6:6C-7A", "2:8K-7E"]),
            (5, "5 2C-3A 6C-7A 6 8K-7E 4K-3E", &["1:2C-3A", "1:6C-7A", "2:8K-7E", "2:4K-3E"]),
            (5, "5 5 2C-3A 5 6C-7A", &["5:2C-3A", "5:6C-7A"]),
            // With their periods numbers are told from throws.
            (5, "5. 5 2C-3A 5 6C-7A 6. 6 8K-7E", &["5:2C-3A", "5:6C-7A", "6:8K-7E"]),
            (5, "5 . 5 2C-3A 5 ... 6 6C-7A", &["5:2C-3A", "6:6C-7A"]),
            (5, "5.2C-3A 6C-7A", &["1:2C-3A", "1:6C-7A"]),
        ] {
            assert_eq!(moves(number, text), expected, "{text}");
        }
        assert_eq!(game("4").replay::<KaleidoDice>().unwrap().plies().len(), 1, "a throw");
    }

    #[test]
    fn the_reason_of_a_result_stands_behind_the_last_move() {
        for (text, reason) in [
            ("1. e4 {best by test} e5 1-0", None),
            ("1. e4 {best by test} e5 {White resigns} 0-1", Some("White resigns")),
            ("1. e4 e5 {[%clk 0:00:12]} 1-0", None),
            (
                "1. e4 e5 {[%clk 0:00:12][%eval 0.3] Black  forfeits [%emt 5] on time} 1-0",
                Some("Black forfeits on time"),
            ),
            ("1. e4 e5 {Black resigns} {[%clk 0:00:12]} 1-0", Some("Black resigns")),
            ("1. e4 e5 {[%clk 0:00:12} 1-0", None),
            ("1. e4 e5 {good} (1... c5 {better}) {agreed} 1/2-1/2", Some("agreed")),
            ("[White \"A\"]\n\n{nobody came} 1/2-1/2", Some("nobody came")),
            ("{before} [White \"A\"]\n\n1/2-1/2", None),
        ] {
            assert_eq!(parse(text).unwrap()[0].reason().as_deref(), reason, "{text}");
        }
        let text = "[Event \"A\"]\n[Result \"1-0\"]\n\n; over\n\n{b}\n[Event \"B\"]\n\n1. e4 *";
        let reasons: Vec<_> = parse(text).unwrap().iter().map(PgnGame::reason).collect();
        assert_eq!(reasons, [Some("over".to_string()), None], "the comment above its tags is the second game's");
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let fault = |text: &str| parse(text).unwrap().remove(1).replay::<Chess>().unwrap_err().to_string();
        let first = "\u{feff}[Event \"e\u{301}\"]\r\n\r\n1. e4 {two\r\nlines} *\r\n\r\n";
        assert_eq!(
            fault(&format!("{first}[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4 e5 2. Qh6 *")),
            "game 2, line 9, column 13: move 3, Qh6 in \
             rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2: no queen can go to h6 that way"
        );
        let fen = fault(&format!("{first}[White \"A\"] [FEN \"8\u{7}/8\"] *"));
        assert!(fen.starts_with("game 2, line 6, column 13: FEN 8\u{fffd}/8: "), "{fen}");
        let variant = |tag: &str| game(tag).variant().map_err(|error| error.to_string());
        assert_eq!(["", "[Variant \" Chess960\"]"].map(variant), [Ok(Variant::Chess), Ok(Variant::Chess)]);
        assert_eq!(variant(" [Variant \"Go\"]"), Err("game 1, line 1, column 2: no game is called 'go'".to_string()));
        let long = fault(&format!("{first}{} *", "xy".repeat(1000)));
        assert!(long.contains("move 1, xyxy") && long.contains("xy... in rnbq") && long.len() < 400, "{long}");
    }
}
