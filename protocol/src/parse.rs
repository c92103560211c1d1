//! Parsing of commands: words, numbers, durations, and the text of errors.

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use engine::text::quote;

/// Error of a command: the reason that the user is shown.
pub type CommandError = String;

const MILLISECONDS_A_YEAR: u64 = 365 * 24 * 3600 * 1000;

/// Error of a program that the system refuses what it cannot do without: a thread.
pub fn cannot_start(error: io::Error) -> CommandError {
    format!("cannot start: {error}")
}

/// Error line of CECP.
pub fn error_line(error: &str, command: &str) -> String {
    format!("Error ({}): {}", quote(error), quote(command))
}

/// Splits off the first word; the rest begins with its own first word.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Reads a whole number in a range. A plus sign is not accepted.
///
/// # Errors
/// Names `what` and the range.
pub fn whole_number<T>(what: &str, text: &str, range: RangeInclusive<T>) -> Result<T, CommandError>
where
    T: FromStr + PartialOrd + Display,
{
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && range.contains(&number) => Ok(number),
        _ => Err(format!("{what} must be a whole number from {} to {}", range.start(), range.end())),
    }
}

/// Reads a whole number without a sign. One that is too large is the largest; none if the text is no number.
pub fn saturating_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { Some(text.parse().unwrap_or(u64::MAX)) } else { None }
}

/// Reads a decimal number without a sign and an exponent; none if the text is none.
pub fn decimal_number(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if is_plain { text.parse().ok() } else { None }
}

/// Reads a duration in milliseconds. One of more than a year is a year, which keeps sums of durations in range.
///
/// # Errors
/// Names `what`, if the text is no whole number.
pub fn milliseconds(what: &str, text: &str) -> Result<Duration, CommandError> {
    let number = saturating_number(text).ok_or_else(|| format!("{what} must be a whole number of milliseconds"))?;
    Ok(Duration::from_millis(number.min(MILLISECONDS_A_YEAR)))
}

/// Reads the time of a move from the command line, in milliseconds.
///
/// # Errors
/// If the text is no whole number.
pub fn move_time(text: &str) -> Result<Duration, CommandError> {
    milliseconds("the time of a move", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_space() {
        assert_eq!(split_word("  go  depth 3 "), ("go", "depth 3"));
        assert_eq!(split_word("quit"), ("quit", ""));
        assert_eq!(split_word(""), ("", ""));
    }

    #[test]
    fn times_beyond_a_year_are_a_year() {
        let year = Ok(Duration::from_millis(MILLISECONDS_A_YEAR));
        for text in ["31536000000", "31536000001", "18446744073709551615", "99999999999999999999999"] {
            assert_eq!(milliseconds("wtime", text), year, "{text}");
        }
        for text in ["", "-1", "+1", "1.5", "1e3", "soon"] {
            let error = "wtime must be a whole number of milliseconds".to_string();
            assert_eq!(milliseconds("wtime", text), Err(error), "{text}");
        }
    }

    #[test]
    fn decimal_numbers_are_plain() {
        assert_eq!(["5", "0.25", ".5", "5."].map(decimal_number), [5.0, 0.25, 0.5, 5.0].map(Some));
        for bad in ["", ".", "-1", "+1", "1e3", "inf", "NaN", "1.2.3", " 1"] {
            assert_eq!(decimal_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_are_whole_and_in_range() {
        assert_eq!(whole_number("depth", "7", 1..=99), Ok(7));
        for bad in ["", "0", "+7", "-7", "7.0", "100", "99999999999999999999", "seven"] {
            assert_eq!(
                whole_number("depth", bad, 1..=99),
                Err("depth must be a whole number from 1 to 99".to_string())
            );
        }
    }
}
