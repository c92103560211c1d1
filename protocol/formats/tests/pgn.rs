//! PGN of every game: what is written is read back, and bytes of any kind are read to an end.

use engine::game::{GenType, ToAct};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::{Notation, Style};
use engine::variants::Variant;
use engine::with_game;
use formats::pgn::{self, Annotated, Setup};
use proptest::prelude::*;

/// Record of a game of random plies, each chosen by a number. It begins with the usual start or, after `skipped` plies
/// at least, with another position.
fn record<G: Notation>(choices: &[u16], skipped: usize) -> Record<G> {
    let mut record = Record::<G>::default();
    let mut begin = None;
    for (ply, &choice) in choices.iter().enumerate() {
        if record.outcome().is_some() {
            break;
        }
        if begin.is_none() && ply >= skipped && record.position().begins_move() {
            begin = Some(ply);
        }
        let mut plies = MoveList::new();
        match record.position().to_act() {
            ToAct::Seat(_) => record.position().moves(GenType::All, &mut plies),
            ToAct::Chance => {
                let mut outcomes = Vec::new();
                record.position().chance_outcomes(&mut outcomes);
                plies.extend(outcomes.into_iter().map(|outcome| outcome.0));
            }
        }
        record.play(plies[usize::from(choice) % plies.len()]);
    }
    let Some(begin) = begin.filter(|&begin| begin > 0) else { return record };
    let mut later = Record::new(record.earlier()[begin].clone());
    record.moves()[begin..].iter().for_each(|&mv| later.play(mv));
    later
}

/// Writes a record in a style and reads it back.
fn check_round_trip<G: Notation>(record: &mut Record<G>, style: Style, comment: &str) -> Result<(), TestCaseError> {
    record.undo_throw();
    if record.is_mid_move() {
        record.undo();
    }
    let moves: Vec<Annotated> = record
        .composite_moves()
        .map(|(position, mv)| Annotated {
            seat: position.side_to_move(),
            text: position.write_move_in(mv, style),
            comment: Some(comment.to_string()).filter(|comment| !comment.is_empty()),
        })
        .collect();
    let setup = Setup::of(record.earlier().first().unwrap_or(record.position()));
    let tags = [("White", comment.to_string()), ("Zebra", comment.to_string())];
    let text = pgn::write(tags, &setup, moves.clone(), comment, "1/2-1/2");
    // A comment has no word that is longer than a line, and only a word with this sign may go beyond its end.
    let longest = text.lines().skip_while(|line| !line.is_empty()).map(|line| line.chars().count()).max();
    prop_assert!(longest.is_some_and(|longest| longest < 80) || comment.contains('%'), "{text}");
    let games = pgn::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
    prop_assert_eq!(games.len(), 1);
    let game = &games[0];
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    prop_assert_eq!(&game.moves, &texts);
    prop_assert_eq!(game.tag("FEN").is_some(), setup.fen.is_some());
    prop_assert_eq!(game.variant().map(Variant::name).ok(), Some(G::name()));
    let again = game.replay::<G>().map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
    prop_assert_eq!(again.position(), record.position(), "{}", text);
    prop_assert_eq!(again.moves(), record.moves());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn written_games_are_read_back(
        choices in prop::collection::vec(any::<u16>(), 0..200),
        skipped in prop_oneof![Just(0), 1..80usize],
        san: bool,
        comment in "\\PC{0,60}",
    ) {
        let style = if san { Style::San } else { Style::Plain };
        for variant in Variant::ALL {
            with_game!(variant, G => check_round_trip(&mut record::<G>(&choices, skipped), style, &comment))?;
        }
    }

    /// PGN in pieces, in any order.
    #[test]
    fn any_text_is_read_to_its_end(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[Event \"a\"]", "[", "]", "\"", "\\", "{", "}", "(", ")", ";", "%", "\n", "\r\n", "\r", " ",
                "1.", "12", "...", "e4", "Nf3", "O-O", "0-0", "$1", "$", "!?", "1-0", "*", "1/2-1/2", "e.p.",
                "\u{feff}", "é", "\u{0}", "[FEN \"8/8\"]", "[Variant \"chex\"]", "draw", "@@@@", "--",
            ]),
            0..60,
        )
    ) {
        let text = pieces.concat();
        match pgn::parse(&text) {
            Ok(games) => {
                for game in games {
                    if let Ok(variant) = game.variant() {
                        with_game!(variant, G => drop(game.replay::<G>()));
                    }
                }
            }
            Err(error) => {
                let lines = text.replace("\r\n", "\n").replace('\r', "\n");
                let line = lines.split('\n').nth(error.place.line - 1).expect("an error lies in the text");
                prop_assert!((1..=line.chars().count() + 1).contains(&error.place.column), "{}: {:?}", error, text);
            }
        }
    }
}
