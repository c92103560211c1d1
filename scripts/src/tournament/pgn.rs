//! Games in PGN: moves and positions in the words of the game, so that `match replay` can read luck too.

use std::fmt::Write as _;

use engine::search::score::moves_to_mate;

use super::plan::Plan;
use super::store::{Entry, GameRecord};
use crate::matches::Thought;

/// The longest line of moves, as PGN's export format has it.
const WIDTH: usize = 79;

/// The text of a game.
pub fn write(plan: &Plan, game: &GameRecord) -> String {
    let name = |seat: usize| plan.engines[game.seats[seat]].name.as_str();
    let time = |seat: usize| plan.engines[game.seats[seat]].time.to_string();
    let mut text = String::new();
    for (tag, value) in [
        ("Event", format!("{} against {}", name(0), name(1)).as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &format!("{}.{}", game.opening + 1, game.game + 1)),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", &game.result),
        ("Variant", plan.variant.name()),
        ("SetUp", "1"),
        ("FEN", &game.start),
        ("WhiteTimeControl", &time(0)),
        ("BlackTimeControl", &time(1)),
        ("Termination", &game.termination),
    ] {
        // Escapes are the part of PGN that readers differ in.
        let value = value.replace('"', "'").replace('\\', "/");
        writeln!(text, "[{tag} \"{value}\"]").expect("a text takes everything");
    }
    text.push('\n');
    write_moves(&mut text, game);
    text.push_str("\n\n");
    text
}

/// Writes the moves with what was thought of them, the reason of the end and the result, in lines of no more than [`WIDTH`] where that can be.
fn write_moves(text: &mut String, game: &GameRecord) {
    let mut words: Vec<String> = Vec::new();
    let (mut number, mut before) = (1, None);
    for Entry { text, seat, thought } in &game.moves {
        if before == Some(1) && *seat == 0 {
            number += 1;
        }
        match (seat, before) {
            (0, None | Some(1)) => words.push(format!("{number}.")),
            (1, None) => words.push(format!("{number}...")),
            _ => {}
        }
        before = Some(*seat);
        words.push(text.clone());
        words.extend(thought.as_ref().map(comment).filter(|comment| !comment.is_empty()));
    }
    words.push(format!("{{{}}}", game.reason.replace(['{', '}'], "'")));
    words.push(game.result.clone());
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += word.len();
    }
}

/// Score, depth, time and nodes, as far as they are known: `{+0.35/8 0.012s 2000n}`.
fn comment(thought: &Thought) -> String {
    let score = thought.score.map(|score| match moves_to_mate(score) {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let opinion = score.zip(thought.depth).map(|(score, depth)| format!("{score}/{depth}"));
    let nodes = thought.nodes.map(|nodes| format!("{nodes}n"));
    let time = format!("{:.3}s", thought.time.as_secs_f64());
    let words: Vec<String> = [opinion, Some(time), nodes].into_iter().flatten().collect();
    format!("{{{}}}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::plan::tests::plan;
    use crate::tournament::store::tests::game;
    use std::time::Duration;

    fn entry(text: &str, seat: usize, score: Option<i32>) -> Entry {
        let time = Duration::from_millis(12);
        let thought = Thought { score, depth: score.map(|_| 8), nodes: score.map(|_| 2000), time };
        Entry { text: text.to_string(), seat, thought: Some(thought) }
    }

    #[test]
    fn a_game_is_written_as_it_is_read() {
        let moves = vec![entry("f2f3", 0, Some(-35)), entry("e7e5", 1, None), entry("g2g4", 0, Some(-31_998))];
        let text = write(&plan(&["random", "gree\"dy"]), &GameRecord { moves, ..game(0) });
        let read = &crate::pgn::parse(&text).unwrap()[0];
        assert_eq!(read.moves, ["f2f3", "e7e5", "g2g4"]);
        assert_eq!(read.comments, ["-0.35/8 0.012s 2000n", "0.012s", "-M1/8 0.012s 2000n", "White mates"]);
        assert_eq!([read.tag("Variant"), read.tag("Black")], [Some("knightrelay"), Some("gree'dy")]);
        assert_eq!((read.result.as_str(), read.tag("FEN")), ("1-0", Some("somewhere")));
    }

    #[test]
    fn numbers_follow_turns_and_lines_are_short() {
        let seats = [1, 1, 0, 0, 1, 0];
        let mut game = game(0);
        game.moves = seats.map(|seat| entry("K@d2", seat, Some(31_999))).to_vec();
        let text = write(&plan(&["random", "greedy"]), &game);
        let moves = text.split("\n\n").nth(1).unwrap();
        let numbers: Vec<&str> = moves.split_whitespace().filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["1...", "2.", "3."]);
        assert!(moves.lines().all(|line| line.len() <= WIDTH) && moves.contains("{+M1/8"), "{moves}");
    }
}
