//! Translation of a GUI's position into the game's own notation, whose faults are told by the columns of the original.

use std::str::FromStr;

use engine::text::PositionError;

/// Position in the game's own notation, put together from parts.
#[derive(Default)]
pub struct Translation {
    text: String,
    /// Columns at which the parts begin, here and in the original; none if a part is not in the original.
    parts: Vec<(usize, Option<usize>)>,
}

impl Translation {
    /// Adds a part. `column` is that of its first character in the original, if it is there as it is.
    pub fn push(&mut self, part: &str, column: Option<usize>) {
        self.parts.push((self.text.chars().count() + 1, column));
        self.text += part;
    }

    /// Parses the position.
    ///
    /// # Errors
    /// Names the column in the original, or 1 if the fault is in a part that is not there.
    pub fn parse<G: FromStr<Err = PositionError>>(&self) -> Result<G, PositionError> {
        self.text.parse().map_err(|error: PositionError| {
            let column = self.original_column(error.column);
            PositionError { column, ..error }
        })
    }

    fn original_column(&self, column: usize) -> usize {
        match self.parts.iter().rfind(|(begins, _)| *begins <= column) {
            Some(&(begins, Some(original))) => original + column - begins,
            _ => 1,
        }
    }
}

/// Words of a text with their columns. `column` is that of the first character of the text.
pub fn words(text: &str, mut column: usize) -> impl Iterator<Item = (&str, usize)> {
    text.split(char::is_whitespace).filter_map(move |word| {
        let begins = column;
        column += word.chars().count() + 1;
        if word.is_empty() { None } else { Some((word, begins)) }
    })
}

#[cfg(test)]
mod tests {
    use engine::variants::Chess;

    use super::*;

    #[test]
    fn a_fault_has_the_column_of_the_original() {
        let column = |side: &str, rest: &str| {
            let mut own = Translation::default();
            own.push("4k3/8/8/8/8/8/8/4K3", None);
            own.push(side, Some(101));
            own.push(rest, Some(201));
            own.parse::<Chess>().map_err(|error| error.column).err()
        };
        assert_eq!(column(" w", " - - 0 1"), None);
        assert_eq!(column(" x", " - - 0 1"), Some(102));
        assert_eq!(column(" w", " - - x 1"), Some(206));
        let mut own = Translation::default();
        own.push("8/8/8/8/8/8/8/4K3 w - - 0 1", None);
        assert_eq!(own.parse::<Chess>().map_err(|error| error.column).err(), Some(1));
    }

    #[test]
    fn words_have_their_columns() {
        assert_eq!(words(" w  -\té x", 5).collect::<Vec<_>>(), [("w", 6), ("-", 9), ("é", 11), ("x", 13)]);
        assert_eq!(words("  ", 1).count(), 0);
    }
}
