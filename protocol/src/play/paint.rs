//! Colours and attributes of text: boards, lines, wrapping.

use crossterm::style::{Attribute, Color, ContentStyle, StyledContent};
use engine::game::Seat;
use formats::diagram::{Diagram, DiagramField, Part, Shade};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Line of a screen, in pieces of one style each.
pub type Line = Vec<StyledContent<String>>;

const LIGHT: Color = Color::AnsiValue(109);
const DARK: Color = Color::AnsiValue(66);
const CASTLE: Color = Color::AnsiValue(96);
const CHANGED: Color = Color::AnsiValue(136);
const MARKED: Color = Color::AnsiValue(71);
const WHITE: Color = Color::AnsiValue(231);
const BLACK: Color = Color::AnsiValue(16);

/// Emphasis on a board.
#[derive(Clone, Debug, Default)]
pub struct Emphasis {
    /// Places that the last move has changed.
    pub changed: Vec<(usize, usize)>,
    /// Fields of a question, by name.
    pub marked: Vec<String>,
}

/// Paint: the styles that the output supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Plain characters.
    Text,
    /// Bold, reversed and underlined characters.
    Attributes,
    /// Attributes and colours.
    Colours,
}

impl Paint {
    /// Text in a style, as far as the paint supports it.
    pub fn piece(self, text: impl Into<String>, style: ContentStyle) -> StyledContent<String> {
        let style = match self {
            Paint::Text => ContentStyle::default(),
            Paint::Attributes => ContentStyle { attributes: style.attributes, ..ContentStyle::default() },
            Paint::Colours => style,
        };
        StyledContent::new(style, text.into())
    }

    /// Text without a style.
    pub fn plain(self, text: impl Into<String>) -> StyledContent<String> {
        self.piece(text, ContentStyle::default())
    }

    /// Text with an attribute.
    pub fn with(self, text: impl Into<String>, attribute: Attribute) -> StyledContent<String> {
        self.piece(text, ContentStyle { attributes: attribute.into(), ..ContentStyle::default() })
    }

    /// Rows of a board.
    pub fn board(self, diagram: &Diagram, emphasis: &Emphasis) -> Vec<Line> {
        let part = |part: &Part| match part {
            Part::Text(text) => vec![self.with(text.clone(), Attribute::Dim)],
            Part::Field(field) => self.field(field, emphasis),
        };
        diagram.rows.iter().map(|row| row.iter().flat_map(part).collect()).collect()
    }

    fn field(self, field: &DiagramField, emphasis: &Emphasis) -> Line {
        let marked = emphasis.marked.contains(&field.name);
        let changed = emphasis.changed.contains(&field.at);
        let ground = match field.shade {
            _ if marked => Some(MARKED),
            _ if changed => Some(CHANGED),
            Shade::Plain => None,
            Shade::Light => Some(LIGHT),
            Shade::Dark => Some(DARK),
            Shade::Special => Some(CASTLE),
        };
        // Without colours, fields of a question are reversed and changed fields underlined.
        let without_colours = match (self, marked, changed) {
            (Paint::Attributes, true, _) => Some(Attribute::Reverse),
            (Paint::Attributes, false, true) => Some(Attribute::Underlined),
            _ => None,
        };
        // On the paper itself, which may be black or white, the colours of the pieces would not do.
        let ink = |owner: Seat| match (ground, owner) {
            (Some(_), Seat::WHITE) => WHITE,
            (Some(_), _) => BLACK,
            (None, Seat::WHITE) => Color::Yellow,
            (None, _) => Color::Cyan,
        };
        let base = ContentStyle { background_color: ground, ..ContentStyle::default() };
        let margin = ContentStyle { foreground_color: ground.map(|_| BLACK), ..base };
        let mut letter = ContentStyle { foreground_color: field.owner().map(ink).or(ground.map(|_| BLACK)), ..base };
        if let Some(attribute) = without_colours {
            letter.attributes.set(attribute);
        }
        if field.owner().is_some() {
            letter.attributes.set(Attribute::Bold);
        }
        let empty = if ground.is_some() && self == Paint::Colours && !marked { ' ' } else { '.' };
        let drawn = field.letter.unwrap_or(empty);
        let around = |text: &str| self.piece(text, margin);
        vec![around(&field.prefix), self.piece(drawn, letter), around(field.suffix)]
    }
}

/// Width of a line in columns.
pub fn width(line: &Line) -> usize {
    line.iter().map(|piece| piece.content().width()).sum()
}

/// The part of a line that is seen through a window of so many columns from one on.
pub fn window(line: &Line, from: usize, columns: usize) -> Line {
    let (mut seen, mut column) = (Line::new(), 0);
    for piece in line {
        let mut text = String::new();
        for c in piece.content().chars() {
            let wide = c.width().unwrap_or(0);
            if column >= from && column + wide <= from + columns {
                text.push(c);
            }
            column += wide;
        }
        if !text.is_empty() {
            seen.push(StyledContent::new(*piece.style(), text));
        }
    }
    seen
}

/// Wraps a text at blanks to lines of a number of columns.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() || line.width() + 1 + word.width() <= columns {
            let blank = if line.is_empty() { "" } else { " " };
            *line += &format!("{blank}{word}");
        } else {
            lines.push(word.to_string());
        }
        // A word wider than the screen is broken anywhere.
        while lines.last().is_some_and(|line| line.width() > columns) {
            let line = lines.last_mut().expect("there is a line");
            let mut taken = 0;
            let fits = line.char_indices().find(|(_, c)| {
                taken += c.width().unwrap_or(0);
                taken > columns
            });
            let at = fits.map_or(line.len(), |(at, c)| if at == 0 { c.len_utf8() } else { at });
            let rest = line.split_off(at);
            if rest.is_empty() {
                break;
            }
            lines.push(rest);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{NAMES, open};

    fn shown(line: &Line) -> String {
        line.iter().map(|piece| piece.content().as_str()).collect()
    }

    #[test]
    fn without_paint_a_board_is_the_drawing() {
        for name in NAMES {
            for below in Seat::BOTH {
                let diagram = open(name).unwrap().diagram(below);
                let lines = Paint::Text.board(&diagram, &Emphasis::default());
                let text: String = lines.iter().map(|line| shown(line).trim_end().to_string() + "\n").collect();
                assert_eq!(text, diagram.to_string(), "{name}");
                assert!(lines.iter().flatten().all(|piece| !piece.to_string().contains('\x1b')), "{name}");
            }
        }
    }

    #[test]
    fn colours_and_attributes_are_told_apart() {
        let diagram = open("chess").unwrap().diagram(Seat::WHITE);
        let emphasis = Emphasis { changed: vec![(4, 3)], marked: vec!["e3".to_string()] };
        let colours = |paint: Paint| {
            let lines = paint.board(&diagram, &emphasis);
            let styles = lines.into_iter().flatten().map(|piece| *piece.style());
            styles.filter(|style| style.background_color.is_some() || style.foreground_color.is_some()).count()
        };
        assert!(colours(Paint::Colours) >= 64);
        assert_eq!((colours(Paint::Attributes), colours(Paint::Text)), (0, 0));
        let reversed = |line: &Line| line.iter().filter(|p| p.style().attributes.has(Attribute::Reverse)).count();
        let lines = Paint::Attributes.board(&diagram, &emphasis);
        assert_eq!(lines.iter().map(reversed).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1, 0, 0, 0, 0], "the field e3");
    }

    #[test]
    fn windows_cut_lines_and_long_texts_are_wrapped() {
        let line = vec![Paint::Text.plain("abc"), Paint::Text.plain("def")];
        assert_eq!(
            (shown(&window(&line, 2, 3)), shown(&window(&line, 9, 3)), width(&line)),
            ("cde".into(), "".into(), 6)
        );
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("onetwothree", 4), ["onet", "woth", "ree"]);
        assert_eq!(wrap("", 4), [""]);
        for columns in 0..20 {
            assert!(
                wrap("a 日本語 text of any\u{301} kind", columns).iter().all(|line| line.width() <= columns.max(2))
            );
        }
    }
}
