//! Unit of a distributed count: positions with their multiplicities, as `perft --split` writes them (`perft --unit`).
//!
//! A unit is a text with one position a line: `FEN ;mult M`. The sum of M times perft of each position is the unit's
//! part of the whole count. It does not depend on where, when or how often the unit is counted. Estimates behind a
//! line, `FEN ;mult M ;D2 400`, are skipped.

use engine::game::CompositeMoves;
use engine::text::{Notation, PositionError, quote, without_bom};
use rayon::ThreadPool;
use thiserror::Error;

use crate::count::{CountTable, TooMany, count, exact};
use crate::parallel::try_map;
use crate::suite;

/// Unreadable line of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct UnitError {
    /// Line, from 1.
    pub line: usize,
    /// Fault of the line.
    pub fault: Fault,
}

/// Fault of a line of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The part before the semicolon is no position of the game.
    #[error("{}", quote(&.0.to_string()))]
    Position(#[from] PositionError),
    /// The text behind the position is not `;mult` and a number from 1 on; its quotation.
    #[error("'{0}' is no multiplicity such as ';mult 3'")]
    Multiplicity(String),
    /// Something after the multiplicity is not `;D` with a depth and a count; its quotation.
    #[error("'{0}' is no estimate such as ';D2 400'")]
    Estimate(String),
    /// The unit has no positions.
    #[error("the unit ends without a position")]
    Empty,
}

/// A sum that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Overflow {
    /// The count from one position does not fit into 64 bits.
    #[error("line {line}: {fault}")]
    Position {
        /// Line, from 1.
        line: usize,
        /// The fault.
        fault: TooMany,
    },
    /// The sum of all does not fit into 128 bits.
    #[error("the sum of the counts is more than {}", u128::MAX)]
    Sum,
}

/// Positions with their multiplicities.
///
/// ```
/// use engine::variants::Chess;
/// use perft::unit::{self, Unit};
///
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;mult 3";
/// let unit: Unit<Chess> = unit::parse(text).unwrap();
/// assert_eq!(unit.count(2, &(), &pool, &|_, _| ()), Ok(1200));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit<G>(Vec<Line<G>>);

/// Line of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line<G> {
    /// Number in the text, from 1.
    number: usize,
    position: G,
    multiplicity: u64,
}

impl<G: CompositeMoves> Unit<G> {
    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.0.len()
    }

    /// Sum of the multiplicities.
    pub fn sequences(&self) -> u128 {
        self.0.iter().map(|line| u128::from(line.multiplicity)).sum()
    }

    /// Sum of multiplicity times perft of `depth`. `progress` is called for each position with 1 and the number of all.
    ///
    /// # Errors
    /// If a count does not fit into 64 bits, or the sum into 128.
    pub fn count<T: CountTable>(
        &self,
        depth: u32,
        table: &T,
        pool: &ThreadPool,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<u128, Overflow> {
        let product = |line: &Line<G>| {
            let nodes = exact(count(&line.position, depth, table))
                .map_err(|fault| Overflow::Position { line: line.number, fault });
            progress(1, self.0.len());
            Ok(u128::from(nodes?) * u128::from(line.multiplicity))
        };
        let add = |one: u128, other| one.checked_add(other).ok_or(Overflow::Sum);
        try_map(pool, 1, self.0.iter(), &product)?.into_iter().try_fold(0, add)
    }
}

/// Reads a unit, with or without a byte order mark.
///
/// # Errors
/// Names the first line that cannot be read, and why.
pub fn parse<G: Notation>(text: &str) -> Result<Unit<G>, UnitError> {
    let numbered = (1..).zip(without_bom(text).lines()).filter(|(_, content)| !content.trim().is_empty());
    let read = |(line, content): (usize, &str)| parse_line(line, content).map_err(|fault| UnitError { line, fault });
    let lines = numbered.map(read).collect::<Result<Vec<Line<G>>, UnitError>>()?;
    if lines.is_empty() {
        return Err(UnitError { line: text.lines().count(), fault: Fault::Empty });
    }
    Ok(Unit(lines))
}

fn parse_line<G: Notation>(number: usize, content: &str) -> Result<Line<G>, Fault> {
    let mut parts = content.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let operation = parts.next().unwrap_or_default();
    let multiplicity = operation.strip_prefix("mult ").and_then(|number| number.trim().parse::<u64>().ok());
    let Some(multiplicity) = multiplicity.filter(|&multiplicity| multiplicity > 0) else {
        return Err(Fault::Multiplicity(quote(operation)));
    };
    if let Some(other) = parts.find(|part| suite::parse_count(part).is_err()) {
        return Err(Fault::Estimate(quote(other)));
    }
    Ok(Line { number, position: position.parse()?, multiplicity })
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::Chess;
    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::unique::{Budget, Frontier};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn pool() -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(2).build().expect("threads")
    }

    #[test]
    fn sums_have_128_bits() {
        let text = format!("{START} ;mult {}\n\n{START} ;mult {}\n", u64::MAX, u64::MAX);
        let unit = parse::<Chess>(&text).expect("a unit");
        assert_eq!((unit.positions(), unit.sequences()), (2, 2 * u128::from(u64::MAX)));
        assert_eq!(unit.count(1, &(), &pool(), &|_, _| ()), Ok(40 * u128::from(u64::MAX)));
    }

    #[test]
    fn estimates_of_a_split_are_skipped() {
        let (pool, budget) = (pool(), Budget::new(64));
        let split = |estimate: Option<u32>| {
            let start = Frontier::<Chess>::new(&Chess::start());
            let frontier = start.expand(&pool, &budget, &|_| ()).expect("memory");
            frontier.into_epd(&pool, &budget, estimate).expect("memory").join("\n")
        };
        let estimated = split(Some(2));
        assert_eq!(estimated.matches(";D2 ").count(), 20);
        assert_eq!(parse::<Chess>(&estimated), parse::<Chess>(&split(None)));
        assert_eq!(parse::<Chess>(&estimated).expect("a unit").count(2, &(), &pool, &|_, _| ()), Ok(8902));
    }

    /// Table in which every subtree has more sequences than can be counted, but for those of one position.
    struct Uncountable {
        countable: u64,
    }

    impl CountTable for Uncountable {
        fn probe(&self, key: u64, _: u32) -> Option<u64> {
            Some(if key == self.countable { 1 } else { u64::MAX })
        }

        fn store(&self, _: u64, _: u32, _: u64) {}
    }

    #[test]
    fn a_count_beyond_64_bits_is_named_with_its_line() {
        let text = format!("{START} ;mult 1\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;mult 1\n");
        let unit = parse::<Chess>(&text).expect("a unit");
        let table = Uncountable { countable: Chess::start().key() };
        let overflow = unit.count(3, &table, &pool(), &|_, _| ()).expect_err("too many");
        assert_eq!(overflow, Overflow::Position { line: 3, fault: TooMany });
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let fault = |text: &str| parse::<Chess>(text).expect_err("a fault").to_string();
        assert_eq!(fault(&format!("{START} ;mult 1\n{START}")), "line 2: '' is no multiplicity such as ';mult 3'");
        assert_eq!(fault(&format!("{START} ;mult 0")), "line 1: 'mult 0' is no multiplicity such as ';mult 3'");
        assert_eq!(fault(&format!("{START} ;D1 20")), "line 1: 'D1 20' is no multiplicity such as ';mult 3'");
        assert_eq!(fault(&format!("{START} ;mult 1 ;x")), "line 1: 'x' is no estimate such as ';D2 400'");
        assert_eq!(fault(&format!("{START} ;mult 1 ;D1 20;")), "line 1: '' is no estimate such as ';D2 400'");
        assert!(fault("rnbqkbnr/8 w KQkq - 0 1 ;mult 1").starts_with("line 1: "));
        let (noise, quoted) = ("x".repeat(1000), "x".repeat(200) + "...");
        let multiplicity = format!("line 1: '{quoted}' is no multiplicity such as ';mult 3'");
        assert_eq!(fault(&format!("{START} ;{noise}")), multiplicity);
        let estimate = format!("line 1: '{quoted}' is no estimate such as ';D2 400'");
        assert_eq!(fault(&format!("{START} ;mult 1 ;{noise}")), estimate);
        let position = fault(&format!("{} ;mult 1", START.replace(" w ", &format!(" {noise} "))));
        assert!(position.len() < 220 && position.ends_with("xxx..."), "{position}");
        assert_eq!(fault(""), "line 0: the unit ends without a position");
    }
}
