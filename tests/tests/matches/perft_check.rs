//! Two engines' lists of moves, side by side.

use clap::Parser;
use engine::game::Game;
use engine::text::Notation;
use engine::variants::{Chess, Chex, KaleidoDice, Keyles, KnightRelay};
use matches::perft_check::{Comparison, Options, compare};
use tests::programs::{find, installed, motley};

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
    if installed("what_differs_is_shown", &["stockfish"]) {
        // It knows nothing of knight relay and says so, but as UCI has it, a program without the option plays chess.
        let command = format!("uci:{}", find("stockfish").unwrap().display());
        let words = ["perft-check", "motley", &command, "--games", "1"];
        let error = compare::<KnightRelay>(&CommandLine::parse_from(words).options).unwrap_err();
        assert_eq!(format!("{error:#}"), format!("engine '{command}': violation: does not play knightrelay"));
    }
}
