//! PGN of every game: what is written is read back, and bytes of any kind are read to an end.

use engine::game::{GenType, ToAct};
use engine::moves::MoveList;
use engine::outcome::Reason;
use engine::record::Record;
use engine::text::{Notation, Style};
use engine::variants::{Chess, Chex, Keyles, KnightRelay, Variant};
use engine::with_game;
use formats::pgn::{self, Annotated, Setup, parse};
use proptest::prelude::*;
use tests::pgn::{replay, verify};

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
    record.plies()[begin..].iter().for_each(|&mv| later.play(mv));
    later
}

/// Writes a record in a style and reads it back.
fn check_round_trip<G: Notation>(record: &mut Record<G>, style: Style, comment: &str) -> Result<(), TestCaseError> {
    record.take_back_throw();
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
    let games = parse(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
    prop_assert_eq!(games.len(), 1);
    let game = &games[0];
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    prop_assert_eq!(&game.moves, &texts);
    prop_assert_eq!(game.tag("FEN").is_some(), setup.fen.is_some());
    prop_assert_eq!(game.variant().map(Variant::name).ok(), Some(G::name()));
    let again = game.replay::<G>().map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
    prop_assert_eq!(again.position(), record.position(), "{}", text);
    prop_assert_eq!(again.plies(), record.plies());
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
        match parse(&text) {
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

const MATE: &str = "[Event \"A game\"]\n[Result \"0-1\"]\n\n1. f3 e5 {not\nbad} 2.g4 $2 Qh4# {Black mates} 0-1\n";

#[test]
fn a_king_without_a_safe_cell_ends_a_game_with_a_pass() {
    let moves = "K@g8 R@f7 Kxf7 N@e6 Kxe6 P@e7 Kxe7 R@d6 Kxd6 P@d7 Kxd7 P@d8 Kxd8 P@d9 Kxd9 --";
    let start = "12/12/12/12/12/12/12/12/12/12/12/12/12/12/12[NNBBRRQPPPPPPPPKnnbbrrqppppppppk] w - - 0 1";
    let game = |result: &str| {
        let text = format!("[Result \"{result}\"]\n[FEN \"{start}\"]\n\n{moves} {result}");
        verify::<Chex>(&parse(&text).unwrap()[0])
    };
    assert_eq!(game("1/2-1/2").map_err(|error| error.to_string()), Ok(Reason::STALEMATE));
    assert!(game("1-0").is_err());
}

#[test]
fn what_is_wrong_with_a_game_is_said() {
    let wrong = |text: &str| {
        let game = &parse(text).unwrap()[0];
        verify::<Chess>(game).unwrap_err().to_string()
    };
    assert!(wrong(&MATE.replace("0-1", "1-0")).contains("0-1 {Black mates} is right"));
    assert!(wrong(&MATE.replace("Qh4#", "Qh3")).starts_with("game 1, line 5, column 14: move 4, Qh3 in "));
    assert!(wrong(&MATE.replace("Qh4#", "")).contains("is not finished"));
}

#[test]
fn a_replacement_is_read_as_xboard_writes_it() {
    let text = "[FEN \"10/k9/10/10/4r5/10/QR8/10/10/10[K] w - 0 1\"]\n1. Ra1-b4k -- 2. Kb5 Re5 *";
    let record = replay::<Keyles>(&parse(text).unwrap()[0]).unwrap();
    assert_eq!(record.position().to_string(), "10/k9/10/10/10/1K2r5/Q9/10/10/10[R] w - - 2 2");
}

#[test]
fn a_game_may_begin_anywhere() {
    let text = "[FEN \"7k/N7/2R5/8/8/8/8/K3R3 w - - 0 1\"]\n1. Re7 Kg8 2. Rcd8+ *";
    let record = replay::<KnightRelay>(&parse(text).unwrap()[0]).unwrap();
    assert_eq!(record.position().to_string(), "3R2k1/N3R3/8/8/8/8/8/K7 b - - 3 2");
}
