//! Screen layout: the picture of a game on a screen of a given size. Nothing here touches a terminal.

use crossterm::style::Attribute;
use formats::diagram::{Diagram, Part};
use unicode_width::UnicodeWidthStr;

use super::client_game::ClientGame;
use super::editor::Editor;
use super::log::Log;
use super::paint::{Emphasis, Line, Paint, cut, width, window, wrap};
use engine::game::Seat;

/// Lines that say how to go on, the longest first.
const PROMPTS: [&str; 3] = ["Type a move, or help for the list of commands.", "Type a move, or help.", "help"];

/// The same for a player who may draw a tile.
const DRAW_PROMPTS: [&str; 3] =
    ["Type draw, a move, or help for the list of commands.", "Type draw, a move, or help.", "draw, help"];

/// The same when the game is over.
const OVER_PROMPTS: [&str; 3] = ["The game is over: undo, new, save, or help.", "undo, new, save, help", "help"];

/// Lines that say how to go on in a game, the longest first.
pub fn prompts(game: &ClientGame) -> &'static [&'static str] {
    match (game.is_over(), game.may_draw()) {
        (true, _) => &OVER_PROMPTS,
        (false, true) => &DRAW_PROMPTS,
        (false, false) => &PROMPTS,
    }
}

/// Columns of the list of moves beside the board, and the distance between them.
const PANEL: usize = 24;
const BESIDE: usize = PANEL + 2;

/// Width of a window from which on the board leaves room for the list of moves.
const WIDE: usize = 70;

/// Rows of a window besides board, facts and notes: the title, the report of the search, the help, the line of input.
const FRAME: usize = 4;

/// Rows of notes that a window keeps free if it has room for a larger board.
const NOTES: usize = 3;

/// Rows of notes beyond which more room is left around the board.
const MANY_NOTES: usize = 12;

/// Scroll position of a board that is larger than its place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Scroll {
    /// Rows down.
    pub down: isize,
    /// Columns to the right.
    pub right: isize,
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
    /// True if the pieces are drawn by figures.
    pub figures: bool,
}

/// Picture of a screen: lines and cursor.
pub struct Picture {
    /// Lines, as many as the screen has, none wider than it.
    pub lines: Vec<Line>,
    /// Column and row of the cursor.
    pub cursor: (usize, usize),
    /// Scroll position, no further than there is something to see.
    pub scroll: Scroll,
}

/// Shares of a screen.
struct Arrangement {
    facts: Vec<Line>,
    place: Place,
    /// Letters and names of the pieces, if there is room.
    legend: Option<String>,
    log_rows: usize,
    /// Empty rows around the board.
    padding: usize,
    view: View,
}

/// Share of a screen for the board and the notes.
struct Share {
    /// Rows of both.
    free: usize,
    place: Place,
    /// True if the answer takes more rows than notes are left at least.
    is_answer_large: bool,
}

/// View of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    Whole,
    /// A part of the board is seen, which can be scrolled.
    Cut,
    /// A long answer has taken the board's place.
    Covered,
}

/// Place for the board: the diagram that fills it best, and what of it is seen.
struct Place {
    diagram: Diagram,
    columns: usize,
    rows: usize,
    has_panel: bool,
}

impl Place {
    fn is_cut(&self) -> bool {
        self.rows < self.diagram.rows.len() || self.columns < self.diagram.width()
    }
}

impl ScreenLayout<'_> {
    /// Lays the contents out on a screen of `columns` columns and `rows` rows.
    pub fn draw(&self, columns: usize, rows: usize) -> Picture {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let Arrangement { facts, place, legend, log_rows, padding, view } = self.arrange(columns, rows);
        let (board, scroll) = self.board(&place, columns);
        let said = self.log.seen(columns, log_rows, self.paint);

        let empty = |count| std::iter::repeat_n(Line::new(), count);
        let mut lines = vec![self.title(columns)];
        lines.extend(empty(padding / 2).chain(board).chain(empty(padding - padding / 2)));
        lines.extend(legend.map(|legend| vec![self.paint.faint(legend)]));
        lines.extend(facts);
        lines.extend(empty(log_rows - said.len()).chain(said));
        lines.push(vec![self.paint.faint(self.game.report_text().unwrap_or_default())]);
        lines.push(vec![self.paint.faint(self.help(columns, view))]);
        let (typed, cursor) = self.typed(columns);
        // On a screen that is too low the last lines matter most.
        lines.push(typed);
        let mut lines = lines.split_off(lines.len().saturating_sub(rows));
        lines.iter_mut().for_each(|line| *line = cut(line, columns));
        Picture { cursor: (cursor, lines.len() - 1), lines, scroll }
    }

    /// Shares a screen out. The legend is there if the board stays as large, but for a row.
    fn arrange(&self, columns: usize, rows: usize) -> Arrangement {
        let mut facts = self.facts(columns, rows / 5);
        // An answer that does not fit beside the facts has their rows, too.
        if self.log.answer_rows(columns, self.paint) + facts.len() > rows.saturating_sub(FRAME) {
            facts.clear();
        }
        let plain = self.share(columns, rows, facts.len());
        let legend = self.game.legend().filter(|legend| !plain.place.is_cut() && legend.width() <= columns);
        let explained = legend.as_ref().map(|_| self.share(columns, rows, facts.len() + 1));
        let explained = explained.filter(|share| !share.place.is_cut() && share.place.rows + 1 >= plain.place.rows);
        let legend = legend.filter(|_| explained.is_some());
        let Share { free, place, is_answer_large } = explained.unwrap_or(plain);
        let view = match place.is_cut() {
            false => View::Whole,
            true if is_answer_large => View::Covered,
            true => View::Cut,
        };
        let answer = self.log.answer_rows(columns, self.paint);
        let log_rows = (free - place.rows).min(answer.max(MANY_NOTES));
        // In a high window the board stands in the middle between the title and the notes.
        let padding = free - place.rows - log_rows;
        Arrangement { facts, place, legend, log_rows, padding, view }
    }

    /// Shares a screen out between the board and the notes, below the board `told` rows of legend and facts.
    fn share(&self, columns: usize, rows: usize, told: usize) -> Share {
        let free = rows.saturating_sub(FRAME + told);
        let answer = self.log.answer_rows(columns, self.paint);
        // An answer that would leave next to nothing of the board covers it.
        // A first row of facts takes a row of the notes, so that a check does not shrink the board.
        let least = (free / 4).min(NOTES - told.min(1));
        let noted = if answer + NOTES > free { free } else { answer.max(least) };
        Share { free, place: self.place(columns, free - noted), is_answer_large: noted > least }
    }

    fn title(&self, columns: usize) -> Line {
        let clocks = self.game.clock_faces();
        let left = format!(" {}: {}", self.game.host.session.variant(), self.game.status());
        let faces = |is_short: bool| {
            let shown = |name: &'static str| if is_short { &name[..1] } else { name };
            let faces: Vec<String> = clocks.iter().map(|(name, face)| format!("{} {face}", shown(name))).collect();
            if faces.is_empty() { String::new() } else { format!(" {} ", faces.join("  ")) }
        };
        let room = columns.saturating_sub(left.width());
        // Where the names are too wide, their first letters tell the clocks apart.
        let long = faces(false);
        let right = if long.width() <= room { long } else { faces(true) };
        let between = room.saturating_sub(right.width());
        vec![self.paint.with(format!("{left}{}{right}", " ".repeat(between)), Attribute::Reverse)]
    }

    /// Facts that the board does not show, wrapped between words, in at most so many rows, but at least in one.
    fn facts(&self, columns: usize, rows: usize) -> Vec<Line> {
        let facts = self.game.facts();
        let mut texts: Vec<String> = Vec::new();
        for fact in facts {
            match texts.last_mut() {
                Some(last) if last.width() + 3 + fact.width() <= columns => *last += &format!("   {fact}"),
                _ => texts.push(fact),
            }
        }
        let mut lines: Vec<Line> =
            texts.iter().flat_map(|text| wrap(text, columns)).map(|line| vec![self.paint.plain(line)]).collect();
        if lines.len() > rows.max(1) {
            lines.truncate(rows.max(1));
            if let Some(last) = lines.last_mut() {
                // Too wide, so that it ends in the mark of what is cut.
                last.push(self.paint.plain(" ".repeat(columns)));
            }
        }
        lines
    }

    /// Place for the board in so many columns and rows.
    fn place(&self, columns: usize, rows: usize) -> Place {
        let within = |columns| {
            let diagram = self.game.diagram_within((columns, rows));
            let rows = rows.min(diagram.rows.len());
            (diagram.width(), diagram, rows)
        };
        let beside = columns.saturating_sub(BESIDE);
        if columns >= WIDE {
            let (width, diagram, rows) = within(beside);
            if width <= beside {
                return Place { diagram, columns: width, rows, has_panel: true };
            }
        }
        let (width, diagram, rows) = within(columns);
        Place { diagram, columns: width.min(columns), rows, has_panel: width <= beside }
    }

    /// Visible rows of the board in the middle of the window, with the moves beside it, and the scroll position. The
    /// labels of rows and columns stay where they are.
    fn board(&self, place: &Place, columns: usize) -> (Vec<Line>, Scroll) {
        let diagram = &place.diagram;
        let emphasis = Emphasis { changed: self.game.changes(), marked: self.game.marked().to_vec() };
        let symbols = if self.figures { self.game.host.session.figures() } else { &[] };
        let mut painted = self.paint.board(diagram, &emphasis, symbols);
        let labels = painted.split_off(diagram.rows.len() - diagram.label_rows);
        let body_rows = place.rows.saturating_sub(labels.len());
        let body_columns = place.columns.saturating_sub(diagram.label_columns);
        let body_width = diagram.width() - diagram.label_columns;

        let (row, column) = focus(diagram, &emphasis);
        let (first, down) = first_seen(row, painted.len(), body_rows, self.scroll.down);
        let focus_column = column.saturating_sub(diagram.label_columns);
        let (left, right) = first_seen(focus_column, body_width, body_columns, self.scroll.right);

        let panel = if place.has_panel { self.moves(place.rows) } else { Vec::new() };
        let taken = place.columns + if place.has_panel { BESIDE } else { 0 };
        let margin = " ".repeat(columns.saturating_sub(taken) / 2);
        let body = painted.into_iter().skip(first).take(body_rows);
        let seen = body.chain(labels.into_iter().take(place.rows - body_rows.min(place.rows))).enumerate();
        let lines = seen.map(|(at, line)| {
            let mut shown = vec![self.paint.plain(margin.clone())];
            shown.extend(window(&line, 0, diagram.label_columns.min(place.columns)));
            shown.extend(window(&line, diagram.label_columns + left, body_columns));
            if let Some(text) = panel.get(at) {
                shown.push(self.paint.plain(" ".repeat(margin.len() + place.columns + 2 - width(&shown))));
                shown.extend(cut(&vec![self.paint.plain(text.clone())], PANEL));
            }
            shown
        });
        (lines.collect(), Scroll { down, right })
    }

    /// Last moves, two in a line: each of White's with Black's answer, or a round of three or four in two lines.
    fn moves(&self, rows: usize) -> Vec<String> {
        let session = &self.game.host.session;
        let mut rounds: Vec<[Vec<String>; Seat::MAX]> = Vec::new();
        let mut before = None;
        for (seat, text) in session.played_moves(self.game.host.style()) {
            if before.is_none_or(|before| seat < before) {
                rounds.push(Default::default());
            }
            before = Some(seat);
            rounds.last_mut().expect("there is a round")[seat.index()].push(text);
        }
        let mut lines = Vec::new();
        for (number, round) in (u64::from(session.pgn_setup().number)..).zip(&rounds) {
            let last = round.iter().rposition(|moves| !moves.is_empty()).unwrap_or(0);
            let texts = round.iter().map(|moves| if moves.is_empty() { "...".to_string() } else { moves.join(" ") });
            let texts: Vec<String> = texts.take(last + 1).collect();
            for (row, pair) in texts.chunks(2).enumerate() {
                let number = if row == 0 { format!("{number:>3}.") } else { " ".repeat(4) };
                let second = pair.get(1).map_or("", String::as_str);
                lines.push(format!("{number} {:<8} {second}", pair[0]).trim_end().to_string());
            }
        }
        if lines.len() <= rows {
            return lines;
        }
        let last = lines[lines.len() - rows.saturating_sub(1)..].iter().cloned();
        std::iter::once("  ...".to_string()).chain(last).take(rows).collect()
    }

    /// Line that says how to get help, and how to see the rest of a board that is cut: the longest that fits.
    fn help(&self, columns: usize, view: View) -> &'static str {
        let texts: &[&str] = match view {
            View::Cut => &[
                "The board is cut: PageUp, PageDown, Shift with arrows scroll. help for more.",
                "Cut: PageUp, PageDown, Shift with arrows scroll. help",
                "help. Cut: PageUp, PageDown, Shift+arrows",
                "help  (scroll: PgUp)",
                "help +",
            ],
            View::Covered => &[
                "The answer covers the board: Enter shows it again. Type help for more.",
                "Enter shows the board again. help",
                "Enter: board. help",
                "help +",
            ],
            View::Whole => prompts(self.game),
        };
        texts.iter().find(|text| text.len() <= columns).or(texts.last()).expect("there are texts")
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
            if let Part::Field(field) = part
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

/// First row of a window with `focus` in its middle, scrolled, if there are enough rows around it; and how far it is
/// scrolled then.
fn first_seen(focus: usize, all: usize, seen: usize, scrolled: isize) -> (usize, isize) {
    let last = all.saturating_sub(seen) as isize;
    let unscrolled = (focus as isize - (seen / 2) as isize).clamp(0, last);
    let first = unscrolled.saturating_add(scrolled).clamp(0, last);
    (first as usize, first - unscrolled)
}

#[cfg(test)]
mod tests;
