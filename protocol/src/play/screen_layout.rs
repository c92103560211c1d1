//! Screen layout: the picture of a game on a screen of a given size. Nothing here touches a terminal.

use crossterm::style::Attribute;
use formats::diagram::Diagram;

use super::client_game::{ClientGame, Note, name};
use super::clock::clock_face;
use super::editor::Editor;
use super::paint::{Emphasis, Line, Paint, width, window, wrap};
use engine::game::Seat;

/// Columns of the list of moves beside the board.
const PANEL: usize = 24;

/// Number of notes that are kept.
const KEPT: usize = 500;

/// Scroll position of a board that is larger than its place.
#[derive(Clone, Copy, Default, Debug)]
pub struct Scroll {
    /// Rows down.
    pub down: isize,
    /// Columns to the right.
    pub right: isize,
}

/// Log of the notes, the newest last.
#[derive(Debug, Default)]
pub struct Log {
    notes: Vec<Note>,
    /// Index of the first note of the last answer.
    fresh: usize,
}

impl Log {
    /// Adds notes. They belong to the same answer as those before if `continued`.
    pub fn add(&mut self, notes: Vec<Note>, continued: bool) {
        if !continued {
            self.fresh = self.notes.len();
        }
        self.notes.extend(notes);
        let surplus = self.notes.len().saturating_sub(KEPT);
        self.notes.drain(..surplus);
        self.fresh = self.fresh.saturating_sub(surplus);
    }

    fn lines_from(&self, first: usize, columns: usize, paint: Paint) -> Vec<Line> {
        let lines = self.notes[first..].iter().flat_map(|note| {
            let (text, attribute) = match note {
                Note::Said(text) => (text, Attribute::Reset),
                Note::Refused(text) => (text, Attribute::Bold),
            };
            let mark = if attribute == Attribute::Bold { "! " } else { "" };
            wrap(&format!("{mark}{text}"), columns).into_iter().map(move |line| match attribute {
                Attribute::Bold => vec![paint.with(line, Attribute::Bold)],
                _ => vec![paint.plain(line)],
            })
        });
        lines.collect()
    }

    /// Last rows of the log. Of a longer answer: its first rows, and a mark that there are more.
    fn seen(&self, columns: usize, rows: usize, paint: Paint) -> Vec<Line> {
        let answer = self.lines_from(self.fresh, columns, paint);
        if answer.len() > rows && rows > 0 {
            let mut lines = answer;
            lines.truncate(rows - 1);
            lines.push(vec![paint.with("... (the window is too low for the rest)", Attribute::Dim)]);
            return lines;
        }
        let mut lines = self.lines_from(0, columns, paint);
        lines.split_off(lines.len().saturating_sub(rows))
    }
}

/// Contents of a screen.
pub struct ScreenLayout<'a> {
    /// The game.
    pub game: &'a ClientGame,
    /// Notes.
    pub log: &'a Log,
    /// Line of input.
    pub editor: &'a Editor,
    /// Scroll position of the board.
    pub scroll: Scroll,
    /// Paint.
    pub paint: Paint,
}

/// Picture of a screen: lines and cursor.
pub struct Picture {
    /// Lines, as many as the screen has, none wider than it.
    pub lines: Vec<Line>,
    /// Column and row of the cursor.
    pub cursor: (usize, usize),
}

impl ScreenLayout<'_> {
    /// Lays the contents out on a screen of `columns` columns and `rows` rows.
    pub fn draw(&self, columns: usize, rows: usize) -> Picture {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let diagram = self.game.diagram();
        // The title, the facts, the report of the search and the line of input.
        let free = rows.saturating_sub(4);
        let answer = self.log.lines_from(self.log.fresh, columns, self.paint).len();
        let (least, most) = ((free / 4).min(4), free.saturating_sub(3).max(free / 2));
        let board_rows = free.saturating_sub(answer.clamp(least, most)).min(diagram.rows.len());
        let log_rows = free - board_rows;
        let mut lines = vec![self.title(columns)];
        lines.extend(self.board(&diagram, columns, board_rows));
        lines.push(vec![self.paint.with(self.facts(), Attribute::Dim)]);
        let said = self.log.seen(columns, log_rows, self.paint);
        lines.extend(std::iter::repeat_n(Line::new(), log_rows - said.len()));
        lines.extend(said);
        lines.push(vec![self.paint.with(self.game.report_text().unwrap_or_default(), Attribute::Dim)]);
        let (typed, cursor) = self.typed(columns);
        // On a screen that is too low the last lines matter most.
        lines.push(typed);
        let mut lines = lines.split_off(lines.len().saturating_sub(rows));
        lines.iter_mut().for_each(|line| *line = window(line, 0, columns));
        Picture { cursor: (cursor, lines.len() - 1), lines }
    }

    fn title(&self, columns: usize) -> Line {
        let clock = |seat| Some(format!("{} {}", name(seat), clock_face(self.game.clocks.left(seat)?)));
        let clocks: Vec<String> = Seat::BOTH.into_iter().filter_map(clock).collect();
        let left = format!(" {}: {}", self.game.host.session.variant(), self.game.status());
        let right = format!("{} ", clocks.join("  "));
        let between = columns.saturating_sub(left.chars().count() + right.chars().count());
        vec![self.paint.with(format!("{left}{}{right}", " ".repeat(between)), Attribute::Reverse)]
    }

    /// Facts that the board does not show: captured men, piles, castles.
    fn facts(&self) -> String {
        let facts = self.game.host.session.facts().into_iter();
        let shown = facts.filter(|(name, _)| !matches!(*name, "fen" | "key" | "side"));
        shown.map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("   ")
    }

    /// Visible rows of the board, with the moves beside it.
    fn board(&self, diagram: &Diagram, columns: usize, rows: usize) -> Vec<Line> {
        let emphasis = Emphasis { changed: self.game.changes(), marked: self.game.marked().to_vec() };
        let painted = self.paint.board(diagram, &emphasis);
        let has_panel = diagram.width() + 2 + PANEL <= columns;
        let board_columns = if has_panel { diagram.width() } else { columns };
        let (row, column) = focus(diagram, &emphasis);
        let first = first_seen(row, painted.len(), rows, self.scroll.down);
        let left = first_seen(column, diagram.width(), board_columns, self.scroll.right);
        let panel = if has_panel { self.moves(rows) } else { Vec::new() };
        let seen = painted.iter().skip(first).take(rows).enumerate();
        seen.map(|(at, line)| {
            let mut line = window(line, left, board_columns);
            if let Some(text) = panel.get(at) {
                line.push(self.paint.plain(" ".repeat(board_columns + 2 - width(&line))));
                line.push(self.paint.plain(text.clone()));
            }
            line
        })
        .collect()
    }

    /// Last moves, a line for each of White's with Black's answer.
    fn moves(&self, rows: usize) -> Vec<String> {
        let played = self.game.host.session.played_moves(self.game.host.options().style());
        let mut turns: Vec<[Vec<String>; 2]> = Vec::new();
        let mut before = None;
        for (seat, text) in played {
            if turns.is_empty() || (seat == Seat::WHITE && before == Some(Seat::BLACK)) {
                turns.push(Default::default());
            }
            before = Some(seat);
            turns.last_mut().expect("there is a turn")[seat.index()].push(text);
        }
        let line = |(number, [white, black]): (usize, &[Vec<String>; 2])| {
            let white = if white.is_empty() { "...".to_string() } else { white.join(" ") };
            format!("{:>3}. {white:<8} {}", number + 1, black.join(" ")).trim_end().to_string()
        };
        let lines: Vec<String> = turns.iter().enumerate().map(line).collect();
        lines[lines.len().saturating_sub(rows)..].to_vec()
    }

    /// Line of input, and the cursor's column.
    fn typed(&self, columns: usize) -> (Line, usize) {
        let line = vec![self.paint.plain(format!("> {}", self.editor.text()))];
        let cursor = self.editor.cursor_column() + 2;
        let from = (cursor + 1).saturating_sub(columns);
        (window(&line, from, columns), cursor - from)
    }
}

/// Row and column that the window shows first: the last change, or else the middle.
fn focus(diagram: &Diagram, emphasis: &Emphasis) -> (usize, usize) {
    let mut places = Vec::new();
    for (row, parts) in diagram.rows.iter().enumerate() {
        let mut column = 0;
        for part in parts {
            if let formats::diagram::Part::Field(field) = part
                && (emphasis.changed.contains(&field.at) || emphasis.marked.contains(&field.name))
            {
                places.push((row, column));
            }
            column += part.width();
        }
    }
    match places.len() {
        0 => (diagram.rows.len() / 2, diagram.width() / 2),
        count => (places.iter().map(|p| p.0).sum::<usize>() / count, places.iter().map(|p| p.1).sum::<usize>() / count),
    }
}

/// First row of a window with `focus` in its middle, if there are enough rows around it.
fn first_seen(focus: usize, all: usize, seen: usize, scrolled: isize) -> usize {
    let wanted = focus as isize - (seen / 2) as isize + scrolled;
    wanted.clamp(0, all.saturating_sub(seen) as isize) as usize
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::io::output::Output;
    use crate::play::clock::TimeControl;
    use crate::play::command::Sides;
    use crate::registry::NAMES;
    use crate::session::host::Host;
    use crate::session::options::Options;

    fn game(variant: &str) -> ClientGame {
        let out = Output::sink();
        let mut options = Options::default();
        options.set("Hash", Some("1")).unwrap();
        options.set("Seed", Some("7")).unwrap();
        let mut host = Host::new(out, channel().0, options).unwrap();
        assert!(host.open(variant));
        let mut game = ClientGame::new(host, Sides::Both, "5+3".parse::<TimeControl>().unwrap());
        game.begin();
        game
    }

    fn text(line: &Line) -> String {
        line.iter().map(|piece| piece.content().as_str()).collect()
    }

    fn drawn(game: &ClientGame, log: &Log, (columns, rows): (usize, usize), scroll: Scroll) -> Vec<String> {
        let mut editor = Editor::default();
        editor.insert("moves e2");
        let picture = ScreenLayout { game, log, editor: &editor, scroll, paint: Paint::Text }.draw(columns, rows);
        assert!(picture.lines.len() <= rows.max(1) && picture.lines.iter().all(|line| width(line) <= columns.max(1)));
        assert!(picture.cursor.0 < columns.max(1) && picture.cursor.1 < rows.max(1));
        picture.lines.iter().map(text).collect()
    }

    #[test]
    fn every_game_fits_on_screens_of_every_size() {
        for variant in NAMES {
            let mut game = game(variant);
            let first = game.host.session.legal_moves()[0];
            let first = game.host.session.write_move(first, crate::session::MoveFormat::OWN);
            assert!(game.execute(&first) && game.execute("help"));
            let mut log = Log::default();
            log.add(game.take_notes(), false);
            for size in [(0, 0), (1, 1), (2, 3), (10, 4), (20, 5), (40, 12), (80, 24), (81, 25), (132, 43), (300, 100)]
            {
                for scroll in [Scroll::default(), Scroll { down: -99, right: 5 }, Scroll { down: 3, right: 999 }] {
                    drawn(&game, &log, size, scroll);
                }
            }
        }
    }

    #[test]
    fn a_large_screen_shows_board_moves_clocks_and_input() {
        let mut game = game("keyles");
        for text in ["e3e4", "e8e7"] {
            assert!(game.execute(text));
        }
        let mut log = Log::default();
        log.add(game.take_notes(), false);
        let lines = drawn(&game, &log, (100, 40), Scroll::default());
        assert_eq!(lines.len(), 40);
        assert!(lines[0].starts_with(" keyles: White to move") && lines[0].contains("White 5:0"), "{}", lines[0]);
        assert!(lines[1].starts_with("10  .") && lines[1].contains("  1. e3e4     e8e7"), "{}", lines[1]);
        assert!(lines.iter().any(|line| line.contains("captured: -")), "{lines:?}");
        assert_eq!(lines[39], "> moves e2");
    }

    #[test]
    fn the_plane_is_scrolled() {
        let mut game = game("kaleido");
        assert!(game.execute("1K-2K"), "wherever the focus is");
        let log = Log::default();
        let seen = |down| drawn(&game, &log, (80, 16), Scroll { down, right: 0 })[1..].join("\n");
        assert!(seen(-99).contains("[5B w]") && !seen(-99).contains("[1B W]"), "{}", seen(-99));
        assert!(seen(99).contains("[1B W]") && !seen(99).contains("[5B w]"), "{}", seen(99));
    }

    #[test]
    fn an_answer_too_long_for_the_window_says_so() {
        let mut game = game("chess");
        game.execute("help");
        let mut log = Log::default();
        log.add(vec![Note::Said("before".to_string())], false);
        log.add(game.take_notes(), false);
        let low = drawn(&game, &log, (80, 14), Scroll::default()).join("\n");
        assert!(low.contains("too low for the rest") && low.contains("MOVE"), "{low}");
        let high = drawn(&game, &log, (80, 40), Scroll::default()).join("\n");
        assert!(high.contains("before") && high.contains("quit") && !high.contains("too low"), "{high}");
    }
}
