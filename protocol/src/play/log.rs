//! Log of the notes on a screen.

use crossterm::style::Attribute;

use super::client_game::Note;
use super::paint::{Line, Paint, wrap};

/// Number of notes that are kept.
const KEPT: usize = 500;

/// Rows of news that stay in sight below an answer that is too long.
const NEWS: usize = 3;

/// Log of the notes, the newest last: old ones, the answer to the last line of input, and the news since then.
#[derive(Debug, Default)]
pub struct Log {
    notes: Vec<Note>,
    /// Index of the first note of the last answer.
    answer: usize,
    /// Index of the first note behind the last answer.
    news: usize,
}

impl Log {
    /// Adds the answer to a line of input.
    pub fn add_answer(&mut self, notes: Vec<Note>) {
        self.answer = self.notes.len();
        self.notes.extend(notes);
        self.news = self.notes.len();
        self.forget();
    }

    /// Adds notes that nobody has asked for: moves of the engine, the result.
    pub fn add_news(&mut self, notes: Vec<Note>) {
        self.notes.extend(notes);
        self.forget();
    }

    fn forget(&mut self) {
        let surplus = self.notes.len().saturating_sub(KEPT);
        self.notes.drain(..surplus);
        self.answer = self.answer.saturating_sub(surplus);
        self.news = self.news.saturating_sub(surplus);
    }

    /// The last answer was read: the board comes back where the answer covered it, and the list of commands goes.
    pub fn end_answer(&mut self) {
        self.notes.retain(|note| !matches!(note, Note::Listed(_)));
        (self.answer, self.news) = (self.notes.len(), self.notes.len());
    }

    /// Rows of the last answer, without the news since then.
    pub fn answer_rows(&self, columns: usize, paint: Paint) -> usize {
        lines(&self.notes[self.answer..self.news], columns, paint).len()
    }

    /// Last rows of the log. Of a longer answer: its first rows, a mark that there are more, and the last news.
    pub fn seen(&self, columns: usize, rows: usize, paint: Paint) -> Vec<Line> {
        let mut answer = lines(&self.notes[self.answer..self.news], columns, paint);
        if answer.len() > rows && rows > 0 {
            let news = last(lines(&self.notes[self.news..], columns, paint), NEWS.min(rows - 1));
            answer.truncate(rows - 1 - news.len());
            answer.push(vec![paint.faint("... (the window is too low for the rest)")]);
            answer.extend(news);
            return answer;
        }
        last(lines(&self.notes, columns, paint), rows)
    }
}

/// Notes as lines of a width.
fn lines(notes: &[Note], columns: usize, paint: Paint) -> Vec<Line> {
    let lines = notes.iter().flat_map(|note| {
        let is_bold = matches!(note, Note::Refused(_));
        let painted = move |line: String| if is_bold { paint.with(line, Attribute::Bold) } else { paint.plain(line) };
        wrap(&note.to_string(), columns).into_iter().map(move |line| vec![painted(line)])
    });
    lines.collect()
}

/// Last `count` lines.
fn last(mut lines: Vec<Line>, count: usize) -> Vec<Line> {
    lines.split_off(lines.len().saturating_sub(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(texts: &[&str]) -> Vec<Note> {
        texts.iter().map(|text| Note::Said(text.to_string())).collect()
    }

    fn seen(log: &Log, rows: usize) -> Vec<String> {
        let text = |line: Line| line.iter().map(|piece| piece.content().as_str()).collect();
        log.seen(60, rows, Paint::Text).into_iter().map(text).collect()
    }

    #[test]
    fn the_newest_rows_of_the_log_are_seen() {
        let mut log = Log::default();
        log.add_answer(said(&["a", "b"]));
        log.add_news(said(&["c"]));
        log.add_news(said(&["d", "e"]));
        assert_eq!(seen(&log, 3), ["c", "d", "e"]);
        assert_eq!(log.answer_rows(60, Paint::Text), 2, "news cover nothing");
    }

    #[test]
    fn a_long_answer_is_seen_from_its_beginning_with_the_newest_row() {
        let mut log = Log::default();
        log.add_answer(said(&["a", "b", "c", "d", "e"]));
        assert_eq!(seen(&log, 3), ["a", "b", "... (the window is too low for the rest)"]);
        log.add_news(said(&["f"]));
        assert_eq!(seen(&log, 3), ["a", "... (the window is too low for the rest)", "f"]);
        log.end_answer();
        assert_eq!(seen(&log, 3), ["d", "e", "f"]);
    }

    #[test]
    fn no_more_than_so_many_notes_are_kept() {
        let mut log = Log::default();
        for number in 0..KEPT + 20 {
            log.add_news(said(&[&number.to_string()]));
        }
        assert_eq!(seen(&log, 1), [(KEPT + 19).to_string()]);
        assert_eq!((log.notes.len(), log.answer_rows(60, Paint::Text)), (KEPT, 0));
    }
}
