//! Game files: the moves in them, and those that XBoard writes, replayed under our rules.

use std::error::Error;

use engine::outcome::Reason;
use formats::pgn::PgnGame;
use protocol::layout::OnSquares;
pub use protocol::layout::replay_on_squares as replay;

/// Texts of the moves of a game.
pub fn move_texts(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|word| word.text.as_str()).collect()
}

/// Replays a game and compares its end with what the rules say of the last position.
///
/// # Errors
/// Names the illegal move, or the result that is not the one of the rules.
pub fn verify<G: OnSquares>(game: &PgnGame) -> Result<Reason, Box<dyn Error>> {
    let record = replay::<G>(game)?;
    let outcome = record.outcome().ok_or_else(|| format!("{} is not finished", record.position()))?;
    let written = [Some(game.result.as_str()), game.tag("Result")];
    if written != [Some(outcome.score()); 2] {
        return Err(format!("{written:?} is written, {outcome} is right").into());
    }
    Ok(outcome.reason())
}

#[cfg(test)]
mod tests {
    use engine::variants::{Chess, Chex, Keyles, KnightRelay};
    use formats::pgn::parse;

    use super::*;

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
}
