//! Seeds of games.

use std::ops::Range;

use anyhow::{Context, Result};

/// Seeds of a number of games: the first one, and for each further game the next number.
///
/// # Errors
/// If they do not fit into 64 bits.
pub fn seeds(first: u64, games: u64) -> Result<Range<u64>> {
    let end = first.checked_add(games).context("--seed: there are no further seeds")?;
    Ok(first..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_fit_into_64_bits() {
        assert_eq!(seeds(5, 3).unwrap(), 5..8);
        assert_eq!(seeds(u64::MAX - 3, 3).unwrap().count(), 3);
        assert_eq!(seeds(u64::MAX - 3, 4).unwrap_err().to_string(), "--seed: there are no further seeds");
    }
}
