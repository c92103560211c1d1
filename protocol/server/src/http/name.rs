//! Names of players: what is refused because others could not read it, or would take it for something else.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::game::{ENGINE_NAME, NO_NAME};

/// Word of the pages for whoever reads them.
const READER: &str = "You";
/// Longest name of a player in characters.
const MAX_NAME: usize = 40;

/// Reason why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// It is too long.
    #[error("a name has at most {MAX_NAME} letters")]
    TooLong,
    /// It has control characters, invisible ones or such that change the direction of the text.
    #[error("a name has characters that can be seen")]
    Invisible,
    /// It has no letter and no digit.
    #[error("a name has a letter or a digit")]
    NoLetter,
    /// It is the engine's.
    #[error("the engine is called {ENGINE_NAME}; take another name")]
    Engine,
    /// It is the word for whoever reads it.
    #[error("{READER} is whoever reads the name; take another one")]
    Reader,
}

/// Name of a player, with single spaces between its words.
///
/// # Errors
/// If it is refused.
pub fn player_name(text: &str) -> Result<String, NameError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Ok(NO_NAME.to_string());
    }
    if name.chars().count() > MAX_NAME {
        return Err(NameError::TooLong);
    }
    if name.chars().any(is_invisible) {
        return Err(NameError::Invisible);
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(NameError::NoLetter);
    }
    // Behind a letter a variation selector is not seen.
    let letters = name.replace(|c: char| matches!(c, '\u{fe00}'..='\u{fe0f}'), "").to_lowercase();
    if letters == ENGINE_NAME.to_lowercase() {
        return Err(NameError::Engine);
    }
    if letters == READER.to_lowercase() {
        return Err(NameError::Reader);
    }
    Ok(name)
}

/// True for characters that are not seen, or not everywhere.
fn is_invisible(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse};
    // Letters, a mark and a symbol by category, but blank: joiner, fillers of Hangul, empty pattern of Braille.
    let is_blank = matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    // Vowels of Khmer and selectors of Mongolian, which are marks.
    let is_mark = matches!(c, '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}');
    // Selectors of variants, and code points that are reserved for characters to be ignored.
    let is_ignored = matches!(c, '\u{2065}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}');
    let is_unseen = matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator | PrivateUse);
    is_blank || is_mark || is_ignored || is_unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_read_are_taken() {
        for (text, name) in [
            ("", NO_NAME),
            (" \t ", NO_NAME),
            ("  Anna  Maria ", "Anna Maria"),
            ("\u{5d3}\u{5d5}\u{5d3}", "\u{5d3}\u{5d5}\u{5d3}"),
            ("\u{674e}\u{56db}", "\u{674e}\u{56db}"),
            ("7", "7"),
            ("\u{2764}\u{fe0f} Jos\u{e9}", "\u{2764}\u{fe0f} Jos\u{e9}"),
            ("Motley Crew", "Motley Crew"),
            ("Young", "Young"),
        ] {
            assert_eq!(player_name(text).as_deref(), Ok(name), "{text:?}");
        }
    }

    #[test]
    fn names_that_mislead_are_refused() {
        for invisible in [
            "\u{200b}",
            "Anna\u{200d}",
            "\u{202e}annA",
            "\u{2066}Anna",
            "\u{feff}Anna",
            "Anna\u{ad}",
            "\u{e000}Anna",
            "\u{e0041}Anna",
            "Anna\u{e0100}",
            "An\u{180b}na",
            "An\u{17b5}na",
            "Anna\u{2065}",
            "\u{3164}",
            "A\u{2800}B",
            "An\u{0}na",
        ] {
            assert_eq!(player_name(invisible), Err(NameError::Invisible), "{invisible:?}");
        }
        // The two separators are spaces, too.
        assert_eq!(player_name("Anna\u{2028}B\u{2029}"), Ok("Anna B".to_string()));
        for sign in ["-", "\u{301}", "...", "\u{1f4a9}"] {
            assert_eq!(player_name(sign), Err(NameError::NoLetter), "{sign:?}");
        }
        for name in ["Motley", " motley ", "MOTLEY", "Motley\u{fe0f}"] {
            assert_eq!(player_name(name), Err(NameError::Engine), "{name:?}");
        }
        for name in ["You", " you ", "YOU", "Y\u{fe00}ou"] {
            assert_eq!(player_name(name), Err(NameError::Reader), "{name:?}");
        }
        assert_eq!(player_name(&"x".repeat(MAX_NAME + 1)), Err(NameError::TooLong));
    }
}
