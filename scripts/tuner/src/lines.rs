//! Lines from standard input: requests and answers, of bounded length.

use std::io::{BufRead, Read};

use anyhow::{Context, Result, ensure};

/// Reads a line of at most `limit` bytes, its end included; nothing at the end of the input.
fn read_line(input: &mut impl BufRead, limit: usize) -> Result<Option<String>> {
    let mut line = Vec::new();
    input.take(limit as u64 + 1).read_until(b'\n', &mut line).context("standard input")?;
    ensure!(line.len() <= limit, "standard input: a line of more than {limit} bytes");
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8(line).context("standard input")?))
}

/// Reads the one line that asks for something.
///
/// # Errors
/// If it is longer than `limit` bytes, or another one follows.
pub fn read_request(input: &mut impl BufRead, limit: usize) -> Result<String> {
    let request = read_line(input, limit)?.unwrap_or_default();
    ensure!(input.fill_buf().context("standard input")?.is_empty(), "standard input: more than one line");
    Ok(request)
}

/// Reads so many lines, or fewer if the input ends.
///
/// # Errors
/// If one is longer than `limit` bytes.
pub fn read_answers(input: &mut impl BufRead, number: usize, limit: usize) -> Result<Vec<String>> {
    (0..number).map_while(|_| read_line(input, limit).transpose()).collect()
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, repeat};

    use super::*;

    #[test]
    fn lines_are_read_up_to_a_limit() {
        let mut input = Cursor::new("{1}\n{22}\n{333}");
        assert_eq!(read_answers(&mut input, 2, 5).unwrap(), ["{1}\n", "{22}\n"]);
        assert_eq!(read_answers(&mut input, 2, 5).unwrap(), ["{333}"]);
        assert!(read_answers(&mut input, 2, 5).unwrap().is_empty());
        assert_eq!(read_request(&mut Cursor::new("{22}\n"), 5).unwrap(), "{22}\n");
        assert_eq!(read_request(&mut Cursor::new(""), 5).unwrap(), "");
    }

    #[test]
    fn longer_lines_and_second_requests_are_refused() {
        let fault = |text: &str| read_request(&mut Cursor::new(text), 5).unwrap_err().to_string();
        assert_eq!(fault("{333}\n"), "standard input: a line of more than 5 bytes");
        assert_eq!(fault("{1}\n\n"), "standard input: more than one line");
        let not_utf8 = read_request(&mut Cursor::new([b'{', 0xff]), 5).unwrap_err();
        assert!(format!("{not_utf8:#}").starts_with("standard input: invalid utf-8"), "{not_utf8:#}");
        // A line without end takes no memory without end.
        let mut endless = BufReader::new(repeat(b' '));
        assert!(read_answers(&mut endless, 2, 1 << 20).unwrap_err().to_string().contains("more than 1048576 bytes"));
    }
}
