//! Two engines' lists of moves, side by side.

use std::process::Command;

use clap::Parser;
use engine::game::Game;
use engine::text::Notation;
use engine::variants::{Chess, Chex, KaleidoDice, Keyles, KnightRelay};
use matches::perft_check::{Comparison, Difference, Options, compare};
use tests::programs::{find, installed, match_runner, motley};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    options: Options,
}

fn comparison<G: Game + Notation>(first: &str, second: &str, games: &str) -> Comparison {
    let words = ["perft-check", first, second, "--games", games, "--plies", "60", "--show", "2"];
    compare::<G>(&CommandLine::parse_from(words).options).unwrap()
}

#[test]
fn our_program_sees_what_our_rules_say() {
    let (uci, cecp) = (format!("uci:{}", motley().display()), format!("cecp:{}", motley().display()));
    let equal = [
        comparison::<Keyles>("motley", &uci, "12"),
        comparison::<Chex>("motley", &cecp, "12"),
        comparison::<KaleidoDice>(&uci, &cecp, "16"),
    ];
    for comparison in equal {
        assert!(comparison.positions >= 80 && comparison.different == 0, "{comparison:?}");
    }
}

#[test]
fn engines_of_others_see_the_moves_of_chess() {
    for program in ["stockfish", "fairy-stockfish"] {
        if installed("engines_of_others_see_the_moves_of_chess", &[program]) {
            let command = format!("uci:{}", find(program).unwrap().display());
            let comparison = comparison::<Chess>("motley", &command, "20");
            assert!(comparison.positions > 500 && comparison.different == 0, "{comparison:?}");
        }
    }
}

#[test]
fn what_differs_is_shown() {
    let command = format!("uci:'{}' lists-wrong-moves uci", env!("CARGO_BIN_EXE_bad_engine"));
    // Only the start position is compared.
    let words = ["perft-check", "motley", &command, "--games", "1", "--plies", "1"];
    let comparison = compare::<Chess>(&CommandLine::parse_from(words).options).unwrap();
    let only = ["e2e4", "e2e5"].map(|text| vec![text.to_string()]);
    let differences = vec![Difference { position: Chess::start().to_string(), only }];
    assert_eq!(comparison, Comparison { positions: 1, moves: 20, different: 1, differences });

    let output = Command::new(match_runner()).args(words).output().expect("match starts");
    let told = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  \
                only the first: e2e4\n  only the second: e2e5\n\
                games 1  positions 1  moves 20  different 1\n";
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!((output.status.code(), &*printed), (Some(1), told));
}

#[test]
fn an_engine_that_does_not_play_the_game_is_refused() {
    if installed("an_engine_that_does_not_play_the_game_is_refused", &["stockfish"]) {
        // Without the option UCI_Variant a program plays chess, and no other game.
        let command = format!("uci:{}", find("stockfish").unwrap().display());
        let words = ["perft-check", "motley", &command, "--games", "1"];
        let error = compare::<KnightRelay>(&CommandLine::parse_from(words).options).unwrap_err();
        assert_eq!(format!("{error:#}"), format!("engine '{command}': violation: does not play knightrelay"));
    }
}
