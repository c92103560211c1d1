//! PGN of the games of a match: moves and positions in the game's own notation, chance outcomes included, for `match
//! replay`.

use engine::game::Seat;
use engine::search::score::moves_to_mate;
use formats::pgn::{self, Annotated};

use super::plan::Plan;
use super::store::{GameRecord, PlayedMove};
use referee::SearchInfo;

/// PGN of a game, with search infos as comments.
pub fn write(plan: &Plan, game: &GameRecord) -> String {
    let engines = || game.seats.iter().map(|&engine| &plan.engines[engine]);
    let names: Vec<&str> = engines().map(|engine| engine.name.as_str()).collect();
    let event = if names.len() == 2 { names.join(" against ") } else { names.join(", ") };
    let controls = plan.seat_names().iter().map(|seat| format!("{seat}TimeControl"));
    let controls: Vec<(String, String)> = controls.zip(engines().map(|engine| engine.time.to_string())).collect();
    let mut tags = vec![
        ("Event", event),
        ("Site", "?".to_string()),
        ("Date", "????.??.??".to_string()),
        ("Round", format!("{}.{}", game.opening + 1, game.game + 1)),
    ];
    tags.extend(plan.seat_names().iter().copied().zip(names.iter().map(|name| name.to_string())));
    tags.extend([
        ("Result", game.result.clone()),
        ("Variant", plan.variant.name().to_string()),
        ("SetUp", "1".to_string()),
        ("FEN", game.start.clone()),
    ]);
    tags.extend(controls.iter().map(|(tag, control)| (tag.as_str(), control.clone())));
    tags.push(("Termination", game.termination.clone()));
    let moves = game.moves.iter().map(|PlayedMove { text, seat, info }| Annotated {
        seat: Seat::new(*seat),
        text: text.clone(),
        comment: info.as_ref().map(comment),
    });
    pgn::write(tags, moves, &game.reason, &game.result)
}

/// Comment of a move: score, depth, time and nodes, as far as known: `+0.35/8 0.012s 2000n`.
fn comment(info: &SearchInfo) -> String {
    let score = info.score.map(|score| match moves_to_mate(score) {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let score_and_depth = score.zip(info.depth).map(|(score, depth)| format!("{score}/{depth}"));
    let nodes = info.nodes.map(|nodes| format!("{nodes}n"));
    let time = format!("{:.3}s", info.time.as_secs_f64());
    let words: Vec<String> = [score_and_depth, Some(time), nodes].into_iter().flatten().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;
    use crate::store::tests::game;
    use std::time::Duration;

    fn played_move(text: &str, seat: usize, score: Option<i32>) -> PlayedMove {
        let time = Duration::from_millis(12);
        let info = SearchInfo { score, depth: score.map(|_| 8), nodes: score.map(|_| 2000), time };
        PlayedMove { text: text.to_string(), seat, info: Some(info) }
    }

    #[test]
    fn pgn_round_trips() {
        let moves = vec![
            played_move("f2f3", 0, Some(-35)),
            played_move("e7e5", 1, None),
            played_move("g2g4", 0, Some(-31_998)),
        ];
        let text = write(&plan(&["random", "gree\"dy"]), &GameRecord { moves, ..game(0) });
        let read = &pgn::parse(&text).unwrap()[0];
        assert_eq!(read.moves, ["f2f3", "e7e5", "g2g4"]);
        assert_eq!(read.comments, ["-0.35/8 0.012s 2000n", "0.012s", "-M1/8 0.012s 2000n", "White mates"]);
        assert_eq!([read.tag("Variant"), read.tag("Black")], [Some("knightrelay"), Some("gree'dy")]);
        assert_eq!((read.result.as_str(), read.tag("FEN")), ("1-0", Some("somewhere")));
    }
}
