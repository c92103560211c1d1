//! Perft suites: positions with known counts.
//!
//! A suite is an EPD text with one position a line: `FEN ;D1 20 ;D2 400 ...`. Empty lines and lines that begin with `#`
//! are skipped.

use engine::text::{Notation, PositionError, quote, without_bom};
use engine::variants::Variant;
use thiserror::Error;

/// Known count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Depth in composite moves.
    pub depth: u32,
    /// Perft of the depth.
    pub nodes: u64,
}

/// Position with its known counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<G> {
    /// Line of the suite, from 1.
    pub line: usize,
    /// Position.
    pub position: G,
    /// Known counts, in the order of the line.
    pub known: Vec<Known>,
}

impl<G> Entry<G> {
    /// Known counts of at most `max_nodes` nodes.
    pub fn known_up_to(&self, max_nodes: u64) -> impl Iterator<Item = &Known> {
        self.known.iter().filter(move |known| known.nodes <= max_nodes)
    }
}

/// True if every known count of a suite exceeds `max_nodes`.
pub fn is_left_out<G>(suite: &[Entry<G>], max_nodes: u64) -> bool {
    suite.iter().all(|entry| entry.known_up_to(max_nodes).next().is_none())
}

/// Unreadable line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct SuiteError {
    /// Line, from 1.
    pub line: usize,
    /// Fault of the line.
    pub fault: Fault,
}

/// Fault of a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The part before the first semicolon is no position of the game.
    #[error("{}", quote(&.0.to_string()))]
    Position(#[from] PositionError),
    /// Something after a semicolon is not `D` with a depth and a count; its quotation.
    #[error("'{0}' is no count such as 'D2 400'")]
    Count(String),
    /// The line has a position and nothing else.
    #[error("no count after the position")]
    NoCount,
    /// The suite has no positions.
    #[error("the suite ends without a position")]
    Empty,
}

macro_rules! define_text_of {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        /// The suite of a game of the list, `perft/data/NAME.epd`; empty for a custom variant.
        pub const fn text_of(variant: Variant) -> &'static str {
            match variant {
                $(Variant::$game => include_str!(concat!("../data/", $name, ".epd")),)*
                Variant::Custom(_) => "",
            }
        }
    };
}

engine::for_each_game!(define_text_of);

/// Reads a suite, with or without a byte order mark.
///
/// # Errors
/// Names the first line that cannot be read, and why.
pub fn parse<G: Notation>(text: &str) -> Result<Vec<Entry<G>>, SuiteError> {
    let mut entries = Vec::new();
    let mut last = 0;
    for (line, content) in (1..).zip(without_bom(text).lines()) {
        last = line;
        let content = content.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let (position, known) = parse_line(content).map_err(|fault| SuiteError { line, fault })?;
            entries.push(Entry { line, position, known });
        }
    }
    if entries.is_empty() {
        return Err(SuiteError { line: last, fault: Fault::Empty });
    }
    Ok(entries)
}

fn parse_line<G: Notation>(line: &str) -> Result<(G, Vec<Known>), Fault> {
    let mut parts = line.split(';');
    let position = parts.next().unwrap_or_default().parse()?;
    let known = parts.map(parse_count).collect::<Result<Vec<Known>, Fault>>()?;
    if known.is_empty() { Err(Fault::NoCount) } else { Ok((position, known)) }
}

/// Reads a known count, such as `D2 400`.
pub(crate) fn parse_count(text: &str) -> Result<Known, Fault> {
    let known = || {
        let (depth, nodes) = text.trim().strip_prefix('D')?.split_once(char::is_whitespace)?;
        Some(Known { depth: depth.parse::<u8>().ok()?.into(), nodes: nodes.trim().parse().ok()? })
    };
    known().ok_or_else(|| Fault::Count(quote(text.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn fault(text: &str) -> (usize, String) {
        let error = parse::<Chess>(text).unwrap_err();
        (error.line, error.fault.to_string())
    }

    #[test]
    fn reads_positions_comments_and_empty_lines() {
        let suite = parse::<Chess>(&format!("# source\n\n  {START} ;D1 20 ; D2  400\n")).unwrap();
        assert_eq!(suite.len(), 1);
        assert_eq!(suite[0].line, 3);
        assert_eq!(suite[0].position.to_string(), START);
        assert_eq!(suite[0].known, [Known { depth: 1, nodes: 20 }, Known { depth: 2, nodes: 400 }]);
    }

    #[test]
    fn a_suite_may_have_no_count_that_is_small_enough() {
        let suite = parse::<Chess>(&format!("{START} ;D2 400\n{START} ;D1 20 ;D3 8902\n")).unwrap();
        assert!(is_left_out(&suite, 0) && is_left_out(&suite, 19));
        assert!(!is_left_out(&suite, 20) && !is_left_out(&suite, u64::MAX));
        assert_eq!(suite[1].known_up_to(20).count(), 1);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_beginning_and_visible_elsewhere() {
        let suite = parse::<Chess>(&format!("\u{feff}{START} ;D1 20\n")).unwrap();
        assert_eq!(suite[0].position.to_string(), START);
        assert!(parse::<Chess>(&format!("\u{feff}# source\n{START} ;D1 20\n")).is_ok());
        let (line, reason) = fault(&format!("{START} ;D1 20\n\u{feff}{START} ;D1 20\n"));
        assert_eq!((line, reason.as_str()), (2, "rank 8, file 1, column 1: '\\u{feff}' is no piece of this game"));
    }

    #[test]
    fn says_which_line_is_wrong_and_why() {
        let no_count = |text: &str| format!("'{text}' is no count such as 'D2 400'");
        assert_eq!(fault(&format!("{START} ;D1 20\n{START}")), (2, "no count after the position".into()));
        assert_eq!(fault(&format!("{START} ;D1")), (1, no_count("D1")));
        assert_eq!(fault(&format!("{START} ;1 20")), (1, no_count("1 20")));
        assert_eq!(fault(&format!("{START} ;D1 20;")), (1, no_count("")));
        assert_eq!(fault(&format!("{START} ;D256 20")), (1, no_count("D256 20")));
        assert_eq!(fault(&format!("{START} ;D1 -20")), (1, no_count("D1 -20")));
        assert_eq!(fault(&format!("{START} ;Dx 20")), (1, no_count("Dx 20")));
        assert_eq!(fault("\n8/8 w - - ;D1 1").0, 2);
        let noise = "x".repeat(1000);
        assert_eq!(fault(&format!("{START} ;D1\u{1b}[2J")), (1, no_count("D1\u{fffd}[2J")));
        assert_eq!(fault(&format!("{START} ;{noise}")), (1, no_count(&format!("{}...", &noise[..200]))));
        let (_, position) = fault(&format!("{} ;D1 20", START.replace(" w ", &format!(" {noise} "))));
        assert_eq!((position.len(), position.ends_with("xxx...")), (203, true), "{position}");
        assert_eq!(fault("# nothing\n\n"), (2, "the suite ends without a position".into()));
        assert_eq!(fault(""), (0, "the suite ends without a position".into()));
    }
}
