//! PGN of the games of a match, chance outcomes included.

use anyhow::{Context, Result, anyhow};
use engine::record::Record;
use engine::search::score::moves_to_mate;
use engine::text::{Notation, Style};
use engine::with_game;
use formats::pgn::{self, Annotated, Setup};

use super::plan::Plan;
use super::store::{GameRecord, PlayedMove};
use referee::SearchInfo;

/// PGN of a game, with search infos as comments.
///
/// # Errors
/// Names the game and what in its record the rules do not allow.
pub fn write(plan: &Plan, game: &GameRecord) -> Result<String> {
    let annotated = with_game!(plan.variant, Chosen => annotated::<Chosen>(game));
    let (setup, moves) = annotated.with_context(|| format!("game {}", game.game + 1))?;
    let engines = || game.seats.iter().map(|&engine| &plan.engines[engine]);
    let names: Vec<&str> = engines().map(|engine| engine.name.as_str()).collect();
    let event = if names.len() == 2 { names.join(" against ") } else { names.join(", ") };
    let controls = plan.seat_names().iter().map(|seat| format!("{seat}TimeControl"));
    let controls: Vec<(String, String)> = controls.zip(engines().map(|engine| engine.time.to_string())).collect();
    let mut tags = vec![("Event", event), ("Round", format!("{}.{}", game.opening + 1, game.game + 1))];
    tags.extend(plan.seat_names().iter().copied().zip(names.iter().map(|name| name.to_string())));
    tags.extend(controls.iter().map(|(tag, control)| (tag.as_str(), control.clone())));
    tags.push(("Termination", game.termination.clone()));
    if game.is_starved() {
        tags.push(("RefereeLateness", format!("{:.3}", game.lateness.as_secs_f64())));
    }
    Ok(pgn::write(tags, &setup, moves, &game.reason, &game.result))
}

/// Beginning and moves of a game.
fn annotated<G: Notation>(game: &GameRecord) -> Result<(Setup, Vec<Annotated>)> {
    let first: G = game.start.parse().map_err(|error| anyhow!("{}: {error}", game.start))?;
    let setup = Setup::of(&first);
    let mut record = Record::new(first);
    let mut moves = Vec::with_capacity(game.moves.len());
    for (index, PlayedMove { text, info, .. }) in game.moves.iter().enumerate() {
        let position = record.position();
        let mv =
            position.read_move(text).map_err(|error| anyhow!("move {}, {text} in {position}: {error}", index + 1))?;
        moves.push(Annotated {
            seat: position.side_to_move(),
            text: position.write_move_in(mv, Style::San),
            comment: info.as_ref().map(comment),
        });
        record.play(mv);
    }
    Ok((setup, moves))
}

/// Comment of a move: score, depth, time and nodes, as far as known: `+0.35/8 0.012s 2000n`.
fn comment(info: &SearchInfo) -> String {
    let score = info.score.map(|score| match moves_to_mate(score) {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let score_and_depth = score.map(|score| match info.depth {
        Some(depth) => format!("{score}/{depth}"),
        None => score,
    });
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
        PlayedMove { text: text.to_string(), seat, searches: 1, info: Some(info) }
    }

    #[test]
    fn pgn_round_trips() {
        let moves = vec![
            played_move("f2f3", 0, Some(-35)),
            played_move("e7e5", 1, None),
            played_move("g2g4", 0, Some(-31_998)),
        ];
        let plan = plan(&["random", "gree\"dy"]);
        let text = write(&plan, &GameRecord { moves: moves.clone(), ..game(0) }).unwrap();
        let read = &pgn::parse(&text).unwrap()[0];
        assert_eq!(read.moves, ["f3", "e5", "g4"]);
        assert_eq!(read.comments, ["-0.35/8 0.012s 2000n", "0.012s", "-M1/8 0.012s 2000n", "White mates"]);
        assert_eq!([read.tag("Variant"), read.tag("Black")], [Some("knightrelay"), Some("gree'dy")]);
        assert_eq!((read.result.as_str(), read.tag("FEN"), read.tag("Date")), ("1-0", None, Some("????.??.??")));
        assert_eq!(read.tag("RefereeLateness"), None);
        assert!(text.contains("1. f3 {-0.35/8 0.012s 2000n} 1... e5 {0.012s} 2. g4"), "{text}");

        let start = "4k3/8/8/8/8/8/8/4K2R b K - 3 40".to_string();
        let text = write(&plan, &GameRecord { moves: moves[..0].to_vec(), start: start.clone(), ..game(3) }).unwrap();
        assert_eq!(pgn::parse(&text).unwrap()[0].tag("FEN"), Some(start.as_str()));
        let wrong = write(&plan, &GameRecord { moves, start, ..game(3) }).unwrap_err();
        let said = format!("{wrong:#}");
        assert!(said.starts_with("game 4: move 1, f2f3 in 4k3/"), "{said}");
    }

    #[test]
    fn what_is_known_of_a_move_is_in_its_comment() {
        let time = Duration::from_millis(12);
        let said = |score, depth, nodes| comment(&SearchInfo { score, depth, nodes, time });
        assert_eq!(said(Some(35), Some(8), Some(2000)), "+0.35/8 0.012s 2000n");
        assert_eq!(said(Some(-35), None, None), "-0.35 0.012s");
        assert_eq!(said(None, None, Some(7)), "0.012s 7n");
    }

    #[test]
    fn games_on_a_starved_machine_have_a_tag() {
        let late = |millis| GameRecord { lateness: Duration::from_millis(millis), ..game(0) };
        let tag = |millis| {
            let text = write(&plan(&["random", "greedy"]), &late(millis)).unwrap();
            pgn::parse(&text).unwrap()[0].tag("RefereeLateness").map(str::to_string)
        };
        assert_eq!((tag(213).as_deref(), tag(50)), (Some("0.213"), None));
    }
}
