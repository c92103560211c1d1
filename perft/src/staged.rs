//! Staged perft: counts by the noisy and quiet stages that the move picker uses, and checks every shortcut of the
//! generator against the full list on the way. Slow on purpose.

use engine::game::{Chance, CompositeMoves, GenType};
use engine::moves::{Move, MoveList};
use thiserror::Error;

use crate::count::after;

/// Position in which two ways of listing the legal moves disagree.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{fault} in {position}")]
pub struct Disagreement {
    /// The contradiction.
    pub fault: Fault,
    /// Position as text.
    pub position: String,
}

/// Contradiction between two ways of listing the legal moves.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The full list names a move more than once.
    #[error("{0:?} is listed twice")]
    Duplicate(Move),
    /// Noisy and quiet moves together are not the legal moves.
    #[error("{staged} noisy and quiet moves, {all} moves altogether, or others than these")]
    Stages {
        /// Number of moves in the stages.
        staged: usize,
        /// Number of moves in the full list.
        all: usize,
    },
    /// The bulk count is not the length of the list.
    #[error("{counted} moves counted, {listed} listed")]
    Bulk {
        /// Result of [`Game::count_moves`](engine::game::Game::count_moves).
        counted: usize,
        /// Number of moves in the full list.
        listed: usize,
    },
    /// `is_legal` rejects a listed move.
    #[error("{0:?} is listed but called illegal")]
    CalledIllegal(Move),
    /// `is_legal` accepts a move that is not listed.
    #[error("{0:?} is called legal but not listed")]
    CalledLegal(Move),
}

/// Staged perft of `depth` moves: by the noisy and the quiet moves of each position; in games with chance by composite
/// moves, with the stages checked beside them.
///
/// In every position on the way, leaves included, it checks that the two stages split the legal moves, that the bulk
/// count agrees, and that `is_legal` accepts exactly the legal ones of the moves listed here or in the position before.
///
/// # Errors
/// The first position in which one of these does not hold.
pub fn count<G: Chance + CompositeMoves + ToString>(position: &G, depth: u32) -> Result<u64, Disagreement> {
    count_below(position, depth, &[])
}

/// `foreign` are moves of another position, as a transposition table or a killer slot holds them.
fn count_below<G: Chance + CompositeMoves + ToString>(
    position: &G,
    depth: u32,
    foreign: &[Move],
) -> Result<u64, Disagreement> {
    let moves =
        checked_moves(position, foreign).map_err(|fault| Disagreement { fault, position: position.to_string() })?;
    if depth == 0 {
        return Ok(1);
    }
    let mut nodes = 0u64;
    for &mv in &moves {
        nodes = nodes.saturating_add(count_below(&after(position, mv), depth - 1, &moves)?);
    }
    Ok(nodes)
}

fn checked_moves<G: Chance + CompositeMoves>(position: &G, foreign: &[Move]) -> Result<MoveList, Fault> {
    let list = |stages: &[GenType]| {
        let mut list = MoveList::new();
        stages.iter().for_each(|&stage| position.moves(stage, &mut list));
        list.sort_unstable();
        list
    };
    let (all, staged) = (list(&[GenType::All]), list(&[GenType::Noisy, GenType::Quiet]));
    if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::Duplicate(pair[0]));
    }
    if staged != all {
        return Err(Fault::Stages { staged: staged.len(), all: all.len() });
    }
    let counted = position.count_moves();
    if counted != all.len() {
        return Err(Fault::Bulk { counted, listed: all.len() });
    }
    if let Some(&mv) = all.iter().find(|&&mv| !position.is_legal(mv)) {
        return Err(Fault::CalledIllegal(mv));
    }
    let called_legal = |mv: &&Move| all.binary_search(mv).is_err() && position.is_legal(**mv);
    if let Some(&mv) = foreign.iter().find(called_legal) {
        return Err(Fault::CalledLegal(mv));
    }
    if !G::CHANCE {
        return Ok(staged);
    }
    let mut composite = MoveList::new();
    position.composite_moves(&mut composite);
    composite.sort_unstable();
    if let Some(pair) = composite.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::Duplicate(pair[0]));
    }
    let counted = position.count_composite_moves();
    if counted != composite.len() {
        return Err(Fault::Bulk { counted, listed: composite.len() });
    }
    Ok(composite)
}
