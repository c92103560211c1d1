//! Games in PGN: moves and positions in the words of the game, so that `match replay` can read luck too.

use engine::game::Seat;
use engine::search::score::moves_to_mate;
use formats::pgn::{self, Annotated};

use super::plan::Plan;
use super::store::{Entry, GameRecord};
use referee::Thought;

/// The text of a game, with what was thought of the moves.
pub fn write(plan: &Plan, game: &GameRecord) -> String {
    let name = |seat: usize| plan.engines[game.seats[seat]].name.clone();
    let time = |seat: usize| plan.engines[game.seats[seat]].time.to_string();
    let tags = [
        ("Event", format!("{} against {}", name(0), name(1))),
        ("Site", "?".to_string()),
        ("Date", "????.??.??".to_string()),
        ("Round", format!("{}.{}", game.opening + 1, game.game + 1)),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", game.result.clone()),
        ("Variant", plan.variant.name().to_string()),
        ("SetUp", "1".to_string()),
        ("FEN", game.start.clone()),
        ("WhiteTimeControl", time(0)),
        ("BlackTimeControl", time(1)),
        ("Termination", game.termination.clone()),
    ];
    let moves = game.moves.iter().map(|Entry { text, seat, thought }| Annotated {
        seat: Seat::BOTH[*seat],
        text: text.clone(),
        comment: thought.as_ref().map(comment),
    });
    pgn::write(tags, moves, &game.reason, &game.result)
}

/// Score, depth, time and nodes, as far as they are known: `+0.35/8 0.012s 2000n`.
fn comment(thought: &Thought) -> String {
    let score = thought.score.map(|score| match moves_to_mate(score) {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let opinion = score.zip(thought.depth).map(|(score, depth)| format!("{score}/{depth}"));
    let nodes = thought.nodes.map(|nodes| format!("{nodes}n"));
    let time = format!("{:.3}s", thought.time.as_secs_f64());
    let words: Vec<String> = [opinion, Some(time), nodes].into_iter().flatten().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;
    use crate::store::tests::game;
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
        let read = &pgn::parse(&text).unwrap()[0];
        assert_eq!(read.moves, ["f2f3", "e7e5", "g2g4"]);
        assert_eq!(read.comments, ["-0.35/8 0.012s 2000n", "0.012s", "-M1/8 0.012s 2000n", "White mates"]);
        assert_eq!([read.tag("Variant"), read.tag("Black")], [Some("knightrelay"), Some("gree'dy")]);
        assert_eq!((read.result.as_str(), read.tag("FEN")), ("1-0", Some("somewhere")));
    }
}
