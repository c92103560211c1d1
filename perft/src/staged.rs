//! Counting by the staged lists that a search picks its moves from, with every shortcut of the generator checked against the
//! full list on the way. Slow, and meant to be.

use engine::game::{Chance, CompositeMoves, GenType};
use engine::moves::{Move, MoveList};
use thiserror::Error;

use crate::count::after;

/// A position in which two ways of asking for the legal moves disagree.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{fault} in {position}")]
pub struct Disagreement {
    /// What is wrong.
    pub fault: Fault,
    /// The position as text.
    pub position: String,
}

/// How two ways of asking for the legal moves can disagree.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The full list names a move more than once.
    #[error("{0:?} is listed twice")]
    Duplicate(Move),
    /// Noisy and quiet moves together are not the legal moves.
    #[error("{staged} noisy and quiet moves, {all} moves altogether, or others than these")]
    Stages {
        /// How many moves the stages list.
        staged: usize,
        /// How many moves the full list has.
        all: usize,
    },
    /// The bulk count is not the length of the list.
    #[error("{counted} moves counted, {listed} listed")]
    Bulk {
        /// How many moves [`Game::count_moves`] says there are.
        counted: usize,
        /// How many moves the full list has.
        listed: usize,
    },
    /// A listed move is said to be illegal.
    #[error("{0:?} is listed but called illegal")]
    CalledIllegal(Move),
    /// A move that is not listed is said to be legal.
    #[error("{0:?} is called legal but not listed")]
    CalledLegal(Move),
}

/// Counts the legal sequences of `depth` plies by the noisy and the quiet moves of each position; in games with luck by the
/// entries of the record, with the stages of the search checked beside them.
///
/// In every position on the way, the last ones included, it checks that the two stages split the legal moves, that the
/// bulk count agrees, and that exactly the legal ones of the moves listed here or in the position before are called legal.
///
/// # Errors
/// The first position in which one of these does not hold.
pub fn count<G: Chance + CompositeMoves + ToString>(position: &G, depth: u32) -> Result<u64, Disagreement> {
    count_below(position, depth, &[])
}

/// `strangers` are moves of another position: the kind of moves that a transposition table or a killer slot holds.
fn count_below<G: Chance + CompositeMoves + ToString>(
    position: &G,
    depth: u32,
    strangers: &[Move],
) -> Result<u64, Disagreement> {
    let moves =
        checked_moves(position, strangers).map_err(|fault| Disagreement { fault, position: position.to_string() })?;
    if depth == 0 {
        return Ok(1);
    }
    let mut nodes = 0;
    for &mv in &moves {
        nodes += count_below(&after(position, mv), depth - 1, &moves)?;
    }
    Ok(nodes)
}

fn checked_moves<G: Chance + CompositeMoves>(position: &G, strangers: &[Move]) -> Result<MoveList, Fault> {
    let list = |stages: &[GenType]| {
        let mut list = MoveList::new();
        stages.iter().for_each(|&wanted| position.moves(wanted, &mut list));
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
    if let Some(&mv) = strangers.iter().find(called_legal) {
        return Err(Fault::CalledLegal(mv));
    }
    if !G::CHANCE {
        return Ok(staged);
    }
    let mut entries = MoveList::new();
    position.composite_moves(&mut entries);
    entries.sort_unstable();
    if let Some(pair) = entries.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::Duplicate(pair[0]));
    }
    let counted = position.count_composite_moves();
    if counted != entries.len() {
        return Err(Fault::Bulk { counted, listed: entries.len() });
    }
    Ok(entries)
}
