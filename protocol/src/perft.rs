//! Counting the legal move tree at the prompt. The package `perft` counts faster and in parallel.

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};
use engine::search::Control;

/// The number of legal sequences of `depth` plies; `None` if the count was stopped.
pub fn perft<G: CompositeMoves>(game: &mut G, depth: u32, control: &Control) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(game.count_composite_moves() as u64),
        _ if control.is_stopped() => return None,
        _ => {}
    }
    let mut entries = MoveList::new();
    game.composite_moves(&mut entries);
    let mut total = 0;
    for mv in entries {
        total += perft_after(game, mv, depth - 1, control)?;
    }
    Some(total)
}

/// The same after one move more.
pub fn perft_after<G: CompositeMoves>(game: &mut G, mv: Move, depth: u32, control: &Control) -> Option<u64> {
    let undo = game.make(mv, &mut ());
    let count = perft(game, depth, control);
    game.unmake(mv, undo);
    count
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::{Chess, KnightRelay};

    use super::*;

    #[test]
    fn known_counts() {
        let control = Control::new();
        assert_eq!(perft(&mut Chess::start(), 4, &control), Some(197_281));
        assert_eq!(perft(&mut KnightRelay::start(), 4, &control), Some(727_219));
        assert_eq!(perft(&mut Chess::start(), 0, &control), Some(1));
    }

    #[test]
    fn a_stopped_count_is_no_count() {
        let control = Control::new();
        control.stop();
        assert_eq!(perft(&mut Chess::start(), 12, &control), None);
    }
}
