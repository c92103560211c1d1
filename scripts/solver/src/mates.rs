//! Mates from self-play games, proven by exhaustive search, and the effort of the search to find them.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use engine::game::{Game, GenType, Tactics};
use engine::moves::MoveList;
use engine::record::Record;
use engine::search::score::{MAX_PLY, moves_to_mate};
use engine::search::{Control, Limits, NoMemory};
use engine::solve::{Attack, Solver};
use engine::text::{Notation, PositionError, without_bom};
use searches::Compared;
use thiserror::Error;

use referee::players::searcher;
use selfplay::SavedGame;

/// Size of the solver's table, in megabytes.
const SOLVER_HASH: usize = 64;

/// Direct mate: a position in which the side to move mates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate<G> {
    /// Position.
    pub position: G,
    /// Distance in moves of the side to move; there is no shorter mate.
    pub moves: usize,
}

impl<G: Game + fmt::Display> fmt::Display for Mate<G> {
    /// EPD with the operation `dm` (direct mate).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ;dm {};", self.position, self.moves)
    }
}

/// Error: a line does not describe a mate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MateError {
    /// There is no `;dm N;` with a number of moves.
    #[error("no ';dm N;' in it")]
    Distance,
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl<G: Notation> Mate<G> {
    /// Parses a line of EPD with `dm`.
    ///
    /// # Errors
    /// The fault of the line.
    pub fn read(line: &str) -> Result<Self, MateError> {
        let (position, operation) = line.split_once(';').ok_or(MateError::Distance)?;
        let moves = operation.trim().strip_prefix("dm ").and_then(|rest| rest.split(';').next()?.trim().parse().ok());
        Ok(Mate {
            position: position.trim().parse()?,
            moves: moves.filter(|&moves| moves > 0).ok_or(MateError::Distance)?,
        })
    }

    /// Parses a list, a mate a line; empty lines and lines that start with `#` are ignored.
    ///
    /// # Errors
    /// The line and its fault.
    pub fn read_all(text: &str) -> Result<Vec<Self>> {
        let lines =
            without_bom(text).lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(number, line)| Mate::read(line).with_context(|| format!("line {}", number + 1))).collect()
    }
}

/// Distance to mate in moves, at most `max_moves`, proven by exhaustive search. `None` if there is no such mate, or the
/// proof takes more than `nodes` positions.
///
/// # Errors
/// If there is no memory for the solver's table.
pub fn distance<G: Tactics>(position: &G, max_moves: usize, nodes: u64) -> Result<Option<usize>, NoMemory> {
    let mut solver = Solver::new(position.side_to_move(), Attack::AllMoves, SOLVER_HASH)?;
    let mut moves = MoveList::new();
    position.moves(GenType::All, &mut moves);
    let mut left = nodes;
    let mut go_on = || {
        left = left.saturating_sub(1);
        left > 0
    };
    for distance in 1..=max_moves {
        match solver.winning_move(position, &moves, 2 * distance - 1, &mut go_on) {
            Ok(Some(_)) => return Ok(Some(distance)),
            Ok(None) => {}
            Err(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// Filter for mates collected from games.
#[derive(Clone, Debug)]
pub struct MateFilter {
    /// Distances in moves.
    pub moves: RangeInclusive<usize>,
    /// Number of mates of each distance.
    pub each: usize,
    /// Most positions of a proof.
    pub nodes: u64,
}

impl MateFilter {
    /// Longest distance in moves: a longer mate is beyond what a search sees.
    pub const MAX_MOVES: usize = MAX_PLY / 2;

    /// Checks the distances.
    ///
    /// # Errors
    /// If there are none, or some that no mate has.
    pub fn check(&self) -> Result<()> {
        let (from, to, most) = (self.moves.start(), self.moves.end(), MateFilter::MAX_MOVES);
        ensure!(from <= to, "--from {from}, --to {to}: there is no distance between them");
        ensure!(*from > 0 && *to <= most, "--from {from}, --to {to}: distances go from 1 to {most}");
        Ok(())
    }

    /// Collects proven mates from games, one of each game: the longest that its players announced and that is still
    /// missing. Passes each to `on_mate`, which may break the collection off.
    ///
    /// # Errors
    /// If the distances are not [right](MateFilter::check), a game is invalid, or there is no memory for the solver's
    /// table.
    pub fn collect<G: Tactics + Notation>(
        &self,
        games: &[SavedGame],
        on_mate: &mut dyn FnMut(&Mate<G>) -> ControlFlow<()>,
    ) -> Result<()> {
        self.check()?;
        let mut missing = vec![self.each; self.moves.end() + 1];
        for game in games {
            let announced = |score| moves_to_mate(score).and_then(|moves| usize::try_from(moves).ok());
            let mut candidates: Vec<(usize, G)> = game
                .replay::<G>()?
                .into_iter()
                .filter(|visit| visit.position.begins_move())
                .filter_map(|visit| Some((announced(visit.score)?, visit.position)))
                .filter(|(moves, _)| self.moves.contains(moves) && missing[*moves] > 0)
                .collect();
            candidates.sort_by_key(|(moves, _)| std::cmp::Reverse(*moves));
            for (announced, position) in candidates {
                // The announced mate need not be the shortest.
                let moves = distance(&position, announced, self.nodes)?;
                if let Some(moves) = moves.filter(|moves| self.moves.contains(moves) && missing[*moves] > 0) {
                    missing[moves] -= 1;
                    if on_mate(&Mate { position, moves }).is_break() {
                        return Ok(());
                    }
                    break;
                }
            }
            if self.moves.clone().all(|moves| missing[moves] == 0) {
                break;
            }
        }
        Ok(())
    }
}

/// Attempt of a search at a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// True if the search announced a mate that is not longer than the proven one.
    pub found: bool,
    /// Positions visited until then, or until the limit.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// Searches for a mate with a new search and a small table, with a limit of nodes.
pub fn attempt<G: Compared>(mate: &Mate<G>, nodes: u64) -> Attempt {
    let mut searcher = searcher();
    let limits = Limits { nodes: Some(nodes), mate: Some(mate.moves as u32), ..Limits::default() };
    let begun = Instant::now();
    let verdict = searcher.think(&Record::new(mate.position.clone()), &limits, &Control::new(), &mut |_| {});
    let found = moves_to_mate(verdict.score).is_some_and(|moves| (1..=mate.moves as i32).contains(&moves));
    Attempt { found, nodes: verdict.nodes, time: begun.elapsed() }
}

/// Searches for all mates of a list, each with a limit of nodes, and prints the results by `print`. Returns true if all
/// are found.
///
/// # Errors
/// If the list is empty.
pub fn attempt_all<G: Compared + Notation>(list: &[Mate<G>], nodes: u64, print: &mut dyn FnMut(&str)) -> Result<bool> {
    ensure!(!list.is_empty(), "the list has no mates");
    let attempts: Vec<Attempt> = list.iter().map(|mate| attempt(mate, nodes)).collect();
    for (mate, Attempt { found, nodes, time }) in list.iter().zip(&attempts) {
        let result = if *found { "found" } else { "NOT FOUND" };
        print(&format!(
            "mate in {}: {result}, {nodes} positions, {:.3} s: {}",
            mate.moves,
            time.as_secs_f64(),
            mate.position
        ));
    }
    let found = attempts.iter().filter(|attempt| attempt.found).count();
    let slowest = attempts.iter().map(|attempt| attempt.time).max().unwrap_or_default();
    print(&format!("{found} of {} found, the slowest after {:.3} s", list.len(), slowest.as_secs_f64()));
    Ok(found == list.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 ;dm 2;";

    #[test]
    fn mates_round_trip_as_epd() {
        let mate = Mate::<Chess>::read(MATE_IN_TWO).unwrap();
        assert_eq!((mate.moves, mate.to_string().as_str()), (2, MATE_IN_TWO));
        let fault = |line: &str| Mate::<Chess>::read(line).unwrap_err();
        assert_eq!(fault("7k/8/5K2/8/8/8/8/6R1 w - - 0 1"), MateError::Distance);
        assert_eq!(fault("7k/8/5K2/8/8/8/8/6R1 w - - 0 1 ;dm x;"), MateError::Distance);
        assert_eq!(fault("7k/8/5K2/8/8/8/8/6R1 w - - 0 1 ;dm 0;"), MateError::Distance);
        assert!(matches!(fault("7k/9 w - - 0 1 ;dm 2;"), MateError::Position(_)));
        let text = format!("\u{feff}# a list\n\n{MATE_IN_TWO}\n{MATE_IN_TWO}x\nnothing\n");
        assert_eq!(format!("{:#}", Mate::<Chess>::read_all(&text).unwrap_err()), "line 5: no ';dm N;' in it");
    }

    #[test]
    fn distance_is_the_shortest() {
        let mate = Mate::<Chess>::read(MATE_IN_TWO).unwrap();
        assert_eq!(distance(&mate.position, 4, u64::MAX).unwrap(), Some(2));
        assert_eq!(distance(&mate.position, 1, u64::MAX).unwrap(), None);
        assert_eq!(distance(&mate.position, 4, 5).unwrap(), None, "too few positions for a proof");
    }

    #[test]
    fn distances_are_checked() {
        let fault = |moves: RangeInclusive<usize>| {
            let filter = MateFilter { moves, each: 1, nodes: 1 };
            filter.collect::<Chess>(&[], &mut |_| ControlFlow::Continue(())).err().map(|error| error.to_string())
        };
        assert_eq!(fault(2..=5), None);
        assert_eq!(fault(MateFilter::MAX_MOVES..=MateFilter::MAX_MOVES), None);
        assert_eq!(fault(RangeInclusive::new(5, 2)).unwrap(), "--from 5, --to 2: there is no distance between them");
        for wrong in [0..=3, 2..=MateFilter::MAX_MOVES + 1, 2..=usize::MAX] {
            assert!(fault(wrong.clone()).unwrap().ends_with(": distances go from 1 to 64"), "{wrong:?}");
        }
    }

    #[test]
    fn found_and_missed_mates_are_reported() {
        let found = Mate::<Chess>::read(MATE_IN_TWO).unwrap();
        let never = Mate { moves: 1, ..found };
        let mut lines = Vec::new();
        assert!(!attempt_all(&[found, never], 20_000, &mut |line| lines.push(line.to_string())).unwrap());
        assert!(lines[0].starts_with("mate in 2: found") && lines[1].starts_with("mate in 1: NOT FOUND"));
        assert!(lines[2].starts_with("1 of 2 found"));
    }
}
