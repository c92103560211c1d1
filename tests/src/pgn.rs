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
