//! Line editor with history.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Longest line, in characters.
const MOST: usize = 4096;

/// Effect of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// The line may have changed.
    Nothing,
    /// The line is finished.
    Line(String),
    /// The player quits.
    Leave,
    /// The key is not the editor's.
    Unknown,
}

/// Line with a cursor, and earlier lines.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: Vec<char>,
    cursor: usize,
    earlier: Vec<String>,
    /// Index of the earlier line that is shown; none while a new one is typed.
    recalled: Option<usize>,
}

impl Editor {
    /// Text of the line.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Column of the cursor: width of the text before it.
    pub fn cursor_column(&self) -> usize {
        self.text[..self.cursor].iter().collect::<String>().width()
    }

    /// Inserts a text, up to its first line end.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars().take_while(|c| !matches!(c, '\n' | '\r')) {
            if self.text.len() < MOST && c.width().is_some() {
                self.text.insert(self.cursor, c);
                self.cursor += 1;
            }
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        // Windows gives AltGr, which types characters, as Control with Alt.
        let is_alt_gr = key.modifiers.contains(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let control = key.modifiers.contains(KeyModifiers::CONTROL) && !is_alt_gr;
        let alt = key.modifiers.contains(KeyModifiers::ALT) && !is_alt_gr;
        match key.code {
            KeyCode::Char('c') if control => return Typed::Leave,
            KeyCode::Char('d') if control && self.text.is_empty() => return Typed::Leave,
            KeyCode::Char('d') if control => self.delete(),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Char('u') if control => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('k') if control => self.text.truncate(self.cursor),
            KeyCode::Char('w') if control => self.delete_word(),
            KeyCode::Char('h') if control => self.delete_before(),
            KeyCode::Char(c) if !control && !alt => self.insert(&c.to_string()),
            KeyCode::Enter => return Typed::Line(self.finish()),
            KeyCode::Backspace => self.delete_before(),
            KeyCode::Delete => self.delete(),
            KeyCode::Left if key.modifiers.is_empty() => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right if key.modifiers.is_empty() => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up if key.modifiers.is_empty() => {
                self.recall(self.recalled.unwrap_or(self.earlier.len()).checked_sub(1));
            }
            KeyCode::Down if key.modifiers.is_empty() => {
                self.recall(self.recalled.map(|at| at + 1));
            }
            _ => return Typed::Unknown,
        }
        Typed::Nothing
    }

    fn delete(&mut self) {
        if self.cursor < self.text.len() {
            self.text.remove(self.cursor);
        }
    }

    fn delete_before(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.delete();
        }
    }

    fn delete_word(&mut self) {
        let before = &self.text[..self.cursor];
        let word_end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |at| at + 1);
        let begin = before[..word_end].iter().rposition(|c| c.is_whitespace()).map_or(0, |at| at + 1);
        self.text.drain(begin..self.cursor);
        self.cursor = begin;
    }

    /// Shows an earlier line, or an empty one after the last.
    fn recall(&mut self, at: Option<usize>) {
        let Some(at) = at.filter(|&at| at <= self.earlier.len()) else { return };
        self.recalled = Some(at).filter(|&at| at < self.earlier.len());
        self.text = self.recalled.map_or_else(Vec::new, |at| self.earlier[at].chars().collect());
        self.cursor = self.text.len();
    }

    fn finish(&mut self) -> String {
        let line: String = self.text.drain(..).collect();
        (self.cursor, self.recalled) = (0, None);
        if !line.trim().is_empty() && self.earlier.last() != Some(&line) {
            self.earlier.push(line.clone());
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[(KeyCode, KeyModifiers)]) -> (Editor, Typed) {
        let mut editor = Editor::default();
        let mut last = Typed::Nothing;
        for &(code, modifiers) in keys {
            last = editor.key(KeyEvent::new(code, modifiers));
        }
        (editor, last)
    }

    fn word(text: &str) -> Vec<(KeyCode, KeyModifiers)> {
        text.chars().map(|c| (KeyCode::Char(c), KeyModifiers::NONE)).collect()
    }

    fn control(c: char) -> (KeyCode, KeyModifiers) {
        (KeyCode::Char(c), KeyModifiers::CONTROL)
    }

    const fn plain(code: KeyCode) -> (KeyCode, KeyModifiers) {
        (code, KeyModifiers::NONE)
    }

    #[test]
    fn a_line_is_edited_and_finished() {
        let home = [plain(KeyCode::Home), plain(KeyCode::Delete), plain(KeyCode::Char('d')), plain(KeyCode::End)];
        let keys = [word("e2e4x"), vec![plain(KeyCode::Backspace)], home.to_vec()].concat();
        let (editor, _) = typed(&keys);
        assert_eq!((editor.text().as_str(), editor.cursor_column()), ("d2e4", 4));
        let (editor, last) = typed(&[keys, vec![plain(KeyCode::Enter)]].concat());
        assert_eq!((editor.text().as_str(), last), ("", Typed::Line("d2e4".to_string())));
        let (editor, _) = typed(&[word("save a b"), vec![control('w'), control('w')], word("c")].concat());
        assert_eq!(editor.text(), "save c");
        let (editor, _) = typed(&[word("abc"), vec![plain(KeyCode::Left), control('u')]].concat());
        assert_eq!((editor.text().as_str(), editor.cursor_column()), ("c", 0));
    }

    #[test]
    fn altgr_types_characters_and_alt_alone_none() {
        let with = |c, modifiers| (KeyCode::Char(c), modifiers);
        let alt_gr = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let (editor, last) = typed(&[with('@', alt_gr), with('c', alt_gr)]);
        assert_eq!((editor.text().as_str(), last), ("@c", Typed::Nothing));
        assert_eq!(typed(&[with('x', KeyModifiers::ALT)]).1, Typed::Unknown);
    }

    #[test]
    fn earlier_lines_come_back() {
        let (up, down, enter) = (plain(KeyCode::Up), plain(KeyCode::Down), plain(KeyCode::Enter));
        let lines = [word("one"), vec![enter], word("two"), vec![enter, enter]].concat();
        for (keys, text) in [
            (vec![up], "two"),
            (vec![up, up], "one"),
            (vec![up, up, up], "one"),
            (vec![up, up, down], "two"),
            (vec![up, down], ""),
            (vec![down], ""),
        ] {
            assert_eq!(typed(&[lines.clone(), keys].concat()).0.text(), text);
        }
    }

    #[test]
    fn the_player_can_leave_and_nothing_else_is_lost() {
        assert_eq!(typed(&[control('d')]).1, Typed::Leave);
        assert_eq!(typed(&[word("x"), vec![control('c')]].concat()).1, Typed::Leave);
        assert_eq!(typed(&[word("x"), vec![control('d')]].concat()).1, Typed::Nothing);
        assert_eq!(typed(&[plain(KeyCode::PageUp)]).1, Typed::Unknown);
        let mut editor = Editor::default();
        editor.insert("日本\u{7}語\nand more");
        assert_eq!((editor.text().as_str(), editor.cursor_column()), ("日本語", 6));
        editor.insert(&"x".repeat(2 * MOST));
        assert_eq!(editor.text.len(), MOST);
    }
}
