//! Colours and attributes of text: boards, lines, wrapping.

use crossterm::style::{Attribute, Color, ContentStyle, StyledContent};
use formats::diagram::{Colour, Diagram, DiagramField, Part, Shade};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::gui::picture::figures::{Alphabet, Man};

/// Line of a screen, in pieces of one style each.
pub type Line = Vec<StyledContent<String>>;

/// Colours of fields, by their numbers among the 256 of terminals. White and black pieces stand out from each by a
/// contrast of 3 or more, names of fields in [`text_on`] it by 4.5 (WCAG 2.1, criteria 1.4.11 and 1.4.3).
const LIGHT: u8 = 67;
const DARK: u8 = 60;
const SECOND_LIGHT: u8 = 65;
const SECOND_DARK: u8 = 59;
const CASTLE: u8 = 130;
const CHANGED: u8 = 100;
const DARK_CHANGED: u8 = 58;
const MARKED: u8 = 133;
const DARK_MARKED: u8 = 127;
const WHITE: u8 = 231;
const BLACK: u8 = 16;
/// Plates of the third and fourth player. Any two plates differ in lightness, by a contrast of 2.5 or more.
const RED: u8 = 124;
const GREEN: u8 = 34;
/// Text of less weight on the terminal's own background: as readable on white as on black.
const FAINT: u8 = 243;

/// Colour of a text on one of the colours of fields.
const fn text_on(ground: u8) -> u8 {
    match ground {
        LIGHT | SECOND_LIGHT | CHANGED | MARKED => BLACK,
        _ => WHITE,
    }
}

/// Ink and ground of a plate.
const fn plate(colour: Colour) -> (u8, u8) {
    match colour {
        Colour::White => (BLACK, WHITE),
        Colour::Black => (WHITE, BLACK),
        Colour::Red => (WHITE, RED),
        Colour::Green => (BLACK, GREEN),
    }
}

/// Emphasis on a board.
#[derive(Clone, Debug, Default)]
pub struct Emphasis {
    /// Places that the last move has changed.
    pub changed: Vec<(usize, usize)>,
    /// Fields of a question, by name.
    pub marked: Vec<String>,
}

/// Emphasis on a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stress {
    None,
    /// Changed by the last move.
    Changed,
    /// Part of the answer to a question.
    Marked,
}

impl Emphasis {
    fn of(&self, name: &String, at: (usize, usize)) -> Stress {
        if self.marked.contains(name) {
            Stress::Marked
        } else if self.changed.contains(&at) {
            Stress::Changed
        } else {
            Stress::None
        }
    }
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

    /// Text of less weight.
    pub fn faint(self, text: impl Into<String>) -> StyledContent<String> {
        let grey = Some(Color::AnsiValue(FAINT));
        self.piece(text, ContentStyle { foreground_color: grey, ..ContentStyle::default() })
    }

    /// Rows of a board. With colours, pieces are drawn by their chess symbols if there are some among the `symbols`;
    /// without colours the letters say whose they are.
    pub fn board(self, diagram: &Diagram, emphasis: &Emphasis, symbols: &Alphabet) -> Vec<Line> {
        let part = |part: &Part| match part {
            Part::Text(text) => vec![self.faint(text.clone())],
            Part::Field(field) => self.field(field, emphasis, symbols),
            Part::Ground { name, at, shade, width, plate: piece } => {
                let mut style = self.ground(*shade, emphasis.of(name, *at));
                if let Some(colour) = piece {
                    style.background_color = Some(Color::AnsiValue(plate(*colour).1));
                }
                vec![self.piece(" ".repeat(*width), style)]
            }
        };
        diagram.rows.iter().map(|row| row.iter().flat_map(part).collect()).collect()
    }

    /// Style of a field's ground. Without colours, fields of a question are reversed.
    fn ground(self, shade: Shade, stress: Stress) -> ContentStyle {
        let colour = match (stress, shade) {
            // Fields side by side are told apart as on the rest of the board.
            (Stress::Marked, Shade::Dark | Shade::SecondDark) => Some(DARK_MARKED),
            (Stress::Changed, Shade::Dark | Shade::SecondDark) => Some(DARK_CHANGED),
            (Stress::Marked, _) => Some(MARKED),
            (Stress::Changed, _) => Some(CHANGED),
            (Stress::None, Shade::Plain) => None,
            (Stress::None, Shade::Light) => Some(LIGHT),
            (Stress::None, Shade::Dark) => Some(DARK),
            (Stress::None, Shade::SecondLight) => Some(SECOND_LIGHT),
            (Stress::None, Shade::SecondDark) => Some(SECOND_DARK),
            (Stress::None, Shade::Special) => Some(CASTLE),
        };
        let foreground_color = colour.map(|colour| Color::AnsiValue(text_on(colour)));
        let background_color = colour.map(Color::AnsiValue);
        let mut style = ContentStyle { foreground_color, background_color, ..ContentStyle::default() };
        if stress == Stress::Marked && self == Paint::Attributes {
            style.attributes.set(Attribute::Reverse);
        }
        style
    }

    fn field(self, field: &DiagramField, emphasis: &Emphasis, symbols: &Alphabet) -> Line {
        let stress = emphasis.of(&field.name, field.at);
        let ground = self.ground(field.shade, stress);
        let mut piece = ground;
        // On the terminal's own background, which may be black or white, capitals alone tell two players apart.
        if let (Some(colour), Some(_)) = (field.colour, ground.background_color) {
            piece.foreground_color = Some(Color::AnsiValue(plate(colour).1));
        }
        // Without colours, the changes of the last move are underlined, and White's pieces are bold.
        if self == Paint::Attributes && stress == Stress::Changed {
            piece.attributes.set(Attribute::Underlined);
        }
        if field.colour.is_some_and(|colour| self == Paint::Colours || colour == Colour::White) {
            piece.attributes.set(Attribute::Bold);
        }
        let filled = self == Paint::Colours && ground.background_color.is_some();
        // A figure has no case. Where there are marks, it says with them whose the piece is.
        let symbols = if field.mark.is_some() { &[] } else { symbols };
        let drawn = match field.letter {
            Some(letter) if filled => {
                Man::of_letter(symbols, letter).and_then(|man| man.figure.symbol()).unwrap_or(letter)
            }
            Some(letter) => letter,
            None if filled => ' ',
            None => '.',
        };
        let mark = field.mark.map(String::from).unwrap_or_default();
        let around = |text: &str| self.piece(text, ground);
        let (prefix, suffix) = (field.prefix.as_str(), field.suffix.as_str());
        if let (Paint::Colours, Some(colour), Some(columns)) = (self, field.colour, field.plate) {
            let (ink, colour) = plate(colour);
            piece.foreground_color = Some(Color::AnsiValue(ink));
            piece.background_color = Some(Color::AnsiValue(colour));
            let (before, left) = prefix.split_at(prefix.len() - columns);
            let (right, behind) = suffix.split_at(columns);
            let plated = self.piece(format!("{left}{mark}{drawn}{right}"), piece);
            return vec![around(before), plated, around(behind)];
        }
        vec![around(prefix), self.piece(format!("{mark}{drawn}"), piece), around(suffix)]
    }
}

/// Width of a line in columns.
pub fn width(line: &Line) -> usize {
    line.iter().map(|piece| piece.content().width()).sum()
}

/// The part of a line that is seen through a window of so many columns from one on. A blank stands for half of a wide
/// character.
pub fn window(line: &Line, from: usize, columns: usize) -> Line {
    let (mut seen, mut column) = (Line::new(), 0);
    for piece in line {
        let mut text = String::new();
        for c in piece.content().chars() {
            let wide = c.width().unwrap_or(0);
            let end = column + wide;
            if column >= from && end <= from + columns {
                text.push(c);
            } else if column.max(from) < end.min(from + columns) {
                text.push(' ');
            }
            column = end;
        }
        if !text.is_empty() {
            seen.push(StyledContent::new(*piece.style(), text));
        }
    }
    seen
}

/// A line no wider than so many columns. The mark `>` ends what was cut.
pub fn cut(line: &Line, columns: usize) -> Line {
    if width(line) <= columns {
        return line.clone();
    }
    let mut seen = window(line, 0, columns.saturating_sub(1));
    seen.push(StyledContent::new(ContentStyle::default(), ">".repeat(columns.min(1))));
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
    use engine::game::Seat;

    use super::*;
    use crate::gui::picture::contrast;
    use crate::gui::picture::figures::CHESS;
    use crate::registry::{NAMES, open};

    fn shown(line: &Line) -> String {
        line.iter().map(|piece| piece.content().as_str()).collect()
    }

    #[test]
    fn without_paint_a_board_is_the_drawing() {
        for name in NAMES {
            let session = open(name).unwrap();
            for below in Seat::all(session.seat_names().len()) {
                let diagram = session.diagram(below);
                let lines = Paint::Text.board(&diagram, &Emphasis::default(), CHESS);
                let text: String = lines.iter().map(|line| shown(line).trim_end().to_string() + "\n").collect();
                assert_eq!(text, diagram.to_string(), "{name}");
                assert!(lines.iter().flatten().all(|piece| !piece.to_string().contains('\x1b')), "{name}");
            }
        }
    }

    #[test]
    fn colours_and_attributes_are_told_apart() {
        let diagram = open("chess").unwrap().diagram_within(Seat::WHITE, (80, 17));
        let emphasis = Emphasis { changed: vec![(4, 3)], marked: vec!["e3".to_string()] };
        let colours = |paint: Paint| {
            let lines = paint.board(&diagram, &emphasis, &[]);
            let styles = lines.into_iter().flatten().map(|piece| *piece.style());
            styles.filter(|style| style.background_color.is_some() || style.foreground_color.is_some()).count()
        };
        assert!(colours(Paint::Colours) >= 64);
        assert_eq!((colours(Paint::Attributes), colours(Paint::Text)), (0, 0));
        let reversed = |line: &Line| {
            let pieces = line.iter().filter(|piece| piece.style().attributes.has(Attribute::Reverse));
            pieces.map(|piece| piece.content().width()).sum::<usize>()
        };
        let lines = Paint::Attributes.board(&diagram, &emphasis, &[]);
        let e3: Vec<usize> = (0..17).map(|row| if row == 10 || row == 11 { 4 } else { 0 }).collect();
        assert_eq!(lines.iter().map(reversed).collect::<Vec<_>>(), e3, "the field e3");
    }

    #[test]
    fn stressed_fields_side_by_side_are_told_apart() {
        let diagram = open("kaleido").unwrap().diagram_within(Seat::WHITE, (200, 60));
        let ground = |emphasis: &Emphasis, name: &str| {
            let field = diagram.fields().find(|field| field.name == name).expect(name);
            let style = Paint::Colours.ground(field.shade, emphasis.of(&field.name, field.at));
            style.background_color
        };
        let fields: Vec<_> = diagram.fields().cloned().collect();
        let changed = Emphasis { changed: fields.iter().map(|field| field.at).collect(), marked: Vec::new() };
        let marked = Emphasis { changed: Vec::new(), marked: fields.into_iter().map(|field| field.name).collect() };
        for (one, other) in [("1C", "2A"), ("2A", "2B"), ("2B", "2C"), ("2C", "2D"), ("4J", "3D")] {
            let colours = [&Emphasis::default(), &changed, &marked].map(|emphasis| {
                assert_ne!(ground(emphasis, one), ground(emphasis, other), "{one} {other}");
                ground(emphasis, one)
            });
            assert!(colours[0] != colours[1] && colours[1] != colours[2] && colours[0] != colours[2], "{one}");
        }
    }

    /// Red, green and blue of one of the terminal's 256 colours, which are the same everywhere from 16 on.
    fn parts(colour: u8) -> [u8; 3] {
        let levels = [0, 95, 135, 175, 215, 255];
        match colour {
            16..232 => {
                let index = usize::from(colour - 16);
                [index / 36, index / 6 % 6, index % 6].map(|part| levels[part])
            }
            232.. => [8 + 10 * (colour - 232); 3],
            _ => panic!("colour {colour} is the user's"),
        }
    }

    /// Contrast of two of the terminal's colours.
    fn contrast(one: u8, other: u8) -> f64 {
        contrast::contrast(parts(one), parts(other))
    }

    #[test]
    fn the_colours_of_the_terminal_have_their_parts() {
        assert_eq!([WHITE, BLACK, RED, 244].map(parts), [[255; 3], [0; 3], [175, 0, 0], [0x80; 3]]);
    }

    /// Each pair of colours that boards and texts of all games are painted with.
    #[test]
    fn colours_are_readable_on_white_and_on_black() {
        let mut pairs = 0;
        for name in NAMES {
            let session = open(name).unwrap();
            let diagram = session.diagram_within(Seat::WHITE, (200, 60));
            let texts = [session.diagram(Seat::WHITE), diagram.clone()];
            let fields: Vec<_> = diagram.fields().cloned().collect();
            let all = Emphasis { changed: fields.iter().map(|field| field.at).collect(), marked: Vec::new() };
            let asked = Emphasis { marked: fields.into_iter().map(|field| field.name).collect(), ..all.clone() };
            for (text, emphasis) in texts.iter().flat_map(|text| [(text, Emphasis::default()), (text, all.clone())]) {
                check(&Paint::Colours.board(text, &emphasis, session.figures()), &mut pairs);
                check(&Paint::Colours.board(text, &asked, session.figures()), &mut pairs);
            }
        }
        check(&[vec![Paint::Colours.faint("text")]], &mut pairs);
        assert!(pairs > 5_000, "{pairs}");
    }

    #[test]
    fn four_players_are_told_apart_with_and_without_colour() {
        let session = open("kaleido4").unwrap();
        let wizards = |paint: Paint, filled: bool| {
            let diagram =
                if filled { session.diagram_within(Seat::WHITE, (80, 20)) } else { session.diagram(Seat::WHITE) };
            let lines = paint.board(&diagram, &Emphasis::default(), session.figures());
            let pieces: Vec<_> = lines.into_iter().flatten().collect();
            [" W", "'W", " w", "'w"].map(|text| {
                let piece = pieces.iter().find(|piece| piece.content() == text).unwrap_or_else(|| panic!("{text}"));
                piece.style().background_color
            })
        };
        for filled in [true, false] {
            assert_eq!(wizards(Paint::Colours, filled), [WHITE, RED, BLACK, GREEN].map(|c| Some(Color::AnsiValue(c))));
            assert_eq!([Paint::Attributes, Paint::Text].map(|paint| wizards(paint, filled)), [[None; 4]; 2]);
        }
        let plates = [Colour::White, Colour::Red, Colour::Black, Colour::Green].map(|colour| plate(colour).1);
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let contrast = contrast(plates[one], plates[other]);
            assert!(contrast >= 2.5, "{one} {other}: {contrast:.2}");
        }
    }

    fn check(lines: &[Line], pairs: &mut usize) {
        for piece in lines.iter().flatten().filter(|piece| !piece.content().trim().is_empty()) {
            let style = piece.style();
            let number = |colour| match colour {
                Some(Color::AnsiValue(number)) => Some(number),
                None => None,
                Some(other) => panic!("{other:?} looks different on each terminal"),
            };
            // The user has chosen the default colours to be readable together.
            let Some(ink) = number(style.foreground_color) else {
                assert_eq!(style.background_color, None, "{piece:?}");
                continue;
            };
            let grounds = number(style.background_color).map_or(vec![WHITE, BLACK], |ground| vec![ground]);
            let is_piece = style.attributes.has(Attribute::Bold);
            for ground in grounds {
                let least = if is_piece { 3.0 } else { 4.5 };
                assert!(contrast(ink, ground) >= least, "{piece:?}: {:.2}", contrast(ink, ground));
                *pairs += 1;
            }
        }
    }

    #[test]
    fn pieces_have_their_chess_symbols_or_letters() {
        let row = |name: &str, row: usize, symbols: bool, paint: Paint| {
            let session = open(name).unwrap();
            let diagram = session.diagram_within(Seat::WHITE, (0, 0));
            let alphabet = if symbols { session.figures() } else { &[] };
            shown(&paint.board(&diagram, &Emphasis::default(), alphabet)[row])
        };
        assert_eq!(row("chess", 0, true, Paint::Colours), " 8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜");
        assert_eq!(row("chess", 7, false, Paint::Colours), " 1  R N B Q K B N R");
        let large = open("chess").unwrap().diagram_within(Seat::WHITE, (51, 25));
        let lines = Paint::Colours.board(&large, &Emphasis::default(), CHESS);
        let plates =
            |line: &Line| line.iter().filter(|piece| piece.content() == " ♟ ").map(|piece| *piece.style()).next();
        let grounds = [4, 19].map(|line| plates(&lines[line]).and_then(|style| style.background_color));
        assert_eq!(grounds, [BLACK, WHITE].map(|colour| Some(Color::AnsiValue(colour))));
        assert_eq!(row("keyles", 1, true, Paint::Colours), " 9  ♜ p ♞ l ♛ ♚ l ♞ p ♜");
        assert_eq!(row("chess", 0, true, Paint::Attributes), " 8  r n b q k b n r", "the case says whose it is");
    }

    #[test]
    fn windows_cut_lines_and_long_texts_are_wrapped() {
        let line = vec![Paint::Text.plain("abc"), Paint::Text.plain("def")];
        assert_eq!(
            (shown(&window(&line, 2, 3)), shown(&window(&line, 9, 3)), width(&line)),
            ("cde".into(), "".into(), 6)
        );
        assert_eq!([5, 6, 1, 0].map(|columns| shown(&cut(&line, columns))), ["abcd>", "abcdef", ">", ""]);
        let wide = vec![Paint::Text.plain("日本"), Paint::Text.plain("語")];
        assert_eq!(
            [(0, 6), (1, 4), (3, 3), (2, 1), (1, 0)].map(|(from, columns)| shown(&window(&wide, from, columns))),
            ["日本語", " 本 ", " 語", " ", ""]
        );
        assert_eq!(shown(&cut(&wide, 4)), "日 >");
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
