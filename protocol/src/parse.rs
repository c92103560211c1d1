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

/// Error line of CECP, in UCI behind `info string`.
pub fn error_line(error: &str, command: &str) -> String {
    format!("Error ({}): {}", quote(error), quote(command))
}

/// Splits off the first word; the rest begins with its own first word.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Splits a text at the first word that is `word` into what is before it and behind it; none if there is no such word.
pub fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_bound = |next: Option<char>| next.is_none_or(char::is_whitespace);
    let mut parts = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    let is_word =
        |(before, behind): &(&str, &str)| is_bound(before.chars().next_back()) && is_bound(behind.chars().next());
    parts.find(is_word).map(|(before, behind)| (before.trim(), behind.trim()))
}

/// Splits `NAME=VALUE`; there is no value without an equals sign.
pub fn name_and_value(text: &str) -> (&str, Option<&str>) {
    match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    }
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
    fn a_text_is_split_at_a_whole_word_only() {
        let split = |text| split_at_word(text, "moves");
        assert_eq!(split("startpos\tmoves  e2e4 e7e5 "), Some(("startpos", "e2e4 e7e5")));
        assert_eq!(split("moves"), Some(("", "")));
        // A custom variant may have pieces of these letters.
        assert_eq!(split("fen moves3/MOVES3 w moves a1a2"), Some(("fen moves3/MOVES3 w", "a1a2")));
        for text in ["", "fen 3moves/8 w", "startpos movese2e4", "startpos removes"] {
            assert_eq!(split(text), None, "{text}");
        }
    }

    #[test]
    fn a_value_stands_behind_the_first_equals_sign() {
        assert_eq!(name_and_value(" Skill Level = 5 "), ("Skill Level", Some("5")));
        assert_eq!(name_and_value("EvalFile=a=b"), ("EvalFile", Some("a=b")));
        assert_eq!([name_and_value("Clear Hash "), name_and_value("X=")], [("Clear Hash", None), ("X", Some(""))]);
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
