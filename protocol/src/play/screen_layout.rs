//! Screen layout: the picture of a game on a screen of a given size. Nothing here touches a terminal.

use crossterm::style::Attribute;
use formats::diagram::Diagram;

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

/// Lines that say how to go on in a game, the longest first.
pub fn prompts(game: &ClientGame) -> &'static [&'static str] {
    if game.may_draw() { &DRAW_PROMPTS } else { &PROMPTS }
}

/// Columns of the list of moves beside the board, and the distance between them.
const PANEL: usize = 24;
const BESIDE: usize = PANEL + 2;

/// Width of a window from which on the board leaves room for the list of moves.
const WIDE: usize = 70;

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
        let facts = self.facts(columns, rows / 5);
        let plain = self.share(columns, rows, facts.len());
        let legend = self.game.legend().filter(|legend| !plain.place.is_cut() && legend.chars().count() <= columns);
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
        // The title, the report of the search, the help and the line of input.
        let free = rows.saturating_sub(4 + told);
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
        let room = columns.saturating_sub(left.chars().count());
        // Where the names are too wide, their first letters tell the clocks apart.
        let long = faces(false);
        let right = if long.len() <= room { long } else { faces(true) };
        let between = room.saturating_sub(right.chars().count());
        vec![self.paint.with(format!("{left}{}{right}", " ".repeat(between)), Attribute::Reverse)]
    }

    /// Facts that the board does not show, wrapped between words, in at most so many rows but one.
    fn facts(&self, columns: usize, rows: usize) -> Vec<Line> {
        let facts = self.game.facts();
        let mut texts: Vec<String> = Vec::new();
        for fact in facts {
            match texts.last_mut() {
                Some(last) if last.chars().count() + 3 + fact.chars().count() <= columns => {
                    *last += &format!("   {fact}")
                }
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
        for (seat, text) in session.played_moves(self.game.host.options().style()) {
            if before.is_none_or(|before| seat < before) {
                rounds.push(Default::default());
            }
            before = Some(seat);
            rounds.last_mut().expect("there is a round")[seat.index()].push(text);
        }
        let mut lines = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            let last = round.iter().rposition(|moves| !moves.is_empty()).unwrap_or(0);
            let texts = round.iter().map(|moves| if moves.is_empty() { "...".to_string() } else { moves.join(" ") });
            let texts: Vec<String> = texts.take(last + 1).collect();
            for (row, pair) in texts.chunks(2).enumerate() {
                let number = if row == 0 { format!("{:>3}.", number + 1) } else { " ".repeat(4) };
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

/// First row of a window with `focus` in its middle, scrolled, if there are enough rows around it; and how far it is
/// scrolled then.
fn first_seen(focus: usize, all: usize, seen: usize, scrolled: isize) -> (usize, isize) {
    let last = all.saturating_sub(seen) as isize;
    let unscrolled = (focus as isize - (seen / 2) as isize).clamp(0, last);
    let first = unscrolled.saturating_add(scrolled).clamp(0, last);
    (first as usize, first - unscrolled)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::io::output::Output;
    use crate::play::client_game::Note;
    use crate::play::clock::TimeControl;
    use crate::play::persons::Persons;
    use crate::registry::NAMES;
    use crate::session::host::Host;
    use crate::session::options::Options;

    fn game(variant: &str) -> ClientGame {
        let out = Output::sink(None);
        let mut options = Options::default();
        options.set("Hash", Some("1")).unwrap();
        options.set("Seed", Some("7")).unwrap();
        let mut host = Host::new(out, channel().0, options).unwrap();
        assert!(host.open(variant));
        let everybody: Persons = Seat::all(host.session.seat_names().len()).collect();
        let mut game = ClientGame::new(host, everybody, "5+3".parse::<TimeControl>().unwrap());
        game.begin();
        game
    }

    fn text(line: &Line) -> String {
        line.iter().map(|piece| piece.content().as_str()).collect()
    }

    fn drawn(game: &ClientGame, log: &Log, (columns, rows): (usize, usize), scroll: Scroll) -> Vec<String> {
        let mut editor = Editor::default();
        editor.insert("moves e2");
        let layout = ScreenLayout { game, log, editor: &editor, scroll, paint: Paint::Text, figures: false };
        let picture = layout.draw(columns, rows);
        check_board(&layout, &picture, (columns, rows));
        assert!(picture.lines.len() <= rows.max(1) && picture.lines.iter().all(|line| width(line) <= columns.max(1)));
        assert!(picture.cursor.0 < columns.max(1) && picture.cursor.1 < rows.max(1));
        picture.lines.iter().map(text).collect()
    }

    #[test]
    fn piles_wrap_and_lose_nothing() {
        let (game, editor) = (game("chex"), Editor::default());
        let (log, scroll, paint) = (Log::default(), Scroll::default(), Paint::Text);
        let layout = ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint, figures: false };
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        let told: Vec<String> = layout.facts(30, 100).iter().map(text).collect();
        assert!(told.iter().all(|line| line.chars().count() <= 30), "{told:?}");
        let facts = game.facts();
        assert!(told.len() > 1 && facts.concat().contains("pile"), "{facts:?} as {told:?}");
        assert_eq!(letters(&told.concat()), letters(&facts.concat()));
    }

    /// The whole board is on the screen, in the middle of what the moves leave, with nothing upon it; or the screen
    /// says how to see the rest.
    fn check_board(layout: &ScreenLayout, picture: &Picture, (columns, rows): (usize, usize)) {
        if rows < 10 || columns < 20 {
            return;
        }
        let Arrangement { place, view, .. } = layout.arrange(columns, rows);
        let lines: Vec<String> = picture.lines.iter().map(text).collect();
        let help = &lines[rows - 2];
        assert!(help.contains("help"), "{columns}x{rows}: {help}");
        let told = match (help.contains("scroll") || help.contains("Cut"), help.contains("Enter")) {
            (true, false) => View::Cut,
            (false, true) => View::Covered,
            _ => View::Whole,
        };
        assert_eq!(told, view, "{columns}x{rows}: {help}");
        if view != View::Whole {
            return;
        }
        let board: Vec<String> =
            place.diagram.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let margin = (columns - place.columns - if place.has_panel { BESIDE } else { 0 }) / 2;
        let is_here = |lines: &[String]| {
            lines.iter().zip(&board).all(|(line, row)| {
                let seen: String = line.chars().skip(margin).take(place.columns).collect();
                seen.trim_end() == row.trim_end() && line.chars().take(margin).all(|c| c == ' ')
            })
        };
        assert!(lines.windows(board.len()).any(is_here), "{columns}x{rows}:\n{}", lines.join("\n"));
    }

    /// Sizes of windows from 20x10 to 300x100.
    fn sizes() -> impl Iterator<Item = (usize, usize)> {
        let columns = [20, 31, 40, 54, 62, 69, 70, 80, 81, 97, 98, 120, 132, 200, 300];
        let rows = [10, 11, 13, 16, 20, 24, 25, 30, 43, 60, 100];
        columns.into_iter().flat_map(move |columns| rows.map(|rows| (columns, rows)))
    }

    #[test]
    fn nothing_is_cut_without_a_sign() {
        for variant in NAMES {
            let mut game = game(variant);
            let mut log = Log::default();
            log.add_answer(game.take_notes());
            for size in sizes() {
                drawn(&game, &log, size, Scroll::default());
            }
            for ply in 0..12 {
                let moves = game.host.session.legal_moves();
                let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                let text = game.host.session.write_move(mv, crate::session::MoveFormat::OWN);
                assert!(game.execute(&text));
                log.add_answer(game.take_notes());
            }
            for size in [(20, 10), (40, 16), (80, 24), (200, 60), (300, 100)] {
                drawn(&game, &log, size, Scroll::default());
            }
        }
    }

    #[test]
    fn boards_of_all_games_are_whole_in_usual_windows() {
        for variant in NAMES {
            let game = game(variant);
            for (columns, rows) in [(80, 24), (200, 60)] {
                let editor = Editor::default();
                let (log, scroll) = (Log::default(), Scroll::default());
                let layout = ScreenLayout {
                    game: &game,
                    log: &log,
                    editor: &editor,
                    scroll,
                    paint: Paint::Text,
                    figures: false,
                };
                let Arrangement { place, view, .. } = layout.arrange(columns, rows);
                assert_eq!(view, View::Whole, "{variant} {columns}x{rows}");
                // The plane of Chex begins with one field.
                assert!(
                    rows == 24 || place.rows >= 49 || variant.starts_with("chex"),
                    "{variant} fills a large window: {}",
                    place.rows
                );
            }
        }
    }

    #[test]
    fn scrolling_ends_at_the_edges() {
        let game = game("kaleido");
        let (editor, log) = (Editor::default(), Log::default());
        let draw = |scroll| {
            let layout =
                ScreenLayout { game: &game, log: &log, editor: &editor, scroll, paint: Paint::Text, figures: false };
            layout.draw(50, 14)
        };
        let end = draw(Scroll { down: 999, right: -999 }).scroll;
        assert!(end.down > 0 && end.down < 15 && end.right < 0 && end.right > -40, "{end:?}");
        let back = draw(Scroll { down: end.down - 1, right: end.right }).lines;
        assert_ne!(back, draw(end).lines, "one step back is seen at once");
    }

    #[test]
    fn the_labels_of_a_board_stay_when_it_is_scrolled() {
        let game = game("quex");
        let log = Log::default();
        let lines = drawn(&game, &log, (20, 12), Scroll { down: -99, right: 99 });
        assert!(lines[1].starts_with("10 ") && lines.iter().any(|line| line.ends_with(" j")), "{lines:?}");
    }

    #[test]
    fn every_game_fits_on_screens_of_every_size() {
        for variant in NAMES {
            let mut game = game(variant);
            let first = game.host.session.legal_moves()[0];
            let first = game.host.session.write_move(first, crate::session::MoveFormat::OWN);
            assert!(game.execute(&first) && game.execute("help"));
            let mut log = Log::default();
            log.add_answer(game.take_notes());
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
        log.add_answer(game.take_notes());
        let lines = drawn(&game, &log, (100, 40), Scroll::default());
        assert_eq!(lines.len(), 40);
        assert!(lines[0].starts_with(" keyles: White to move") && lines[0].contains("White 5:0"), "{}", lines[0]);
        assert!(lines.iter().any(|line| line.starts_with(&" ".repeat(5)) && line.contains(" 10   .")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("   1. e3e4     e8e7")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("captured") || line.contains(": -")), "{lines:?}");
        assert_eq!([&lines[38], &lines[39]], ["Type a move, or help for the list of commands.", "> moves e2"]);
    }

    #[test]
    fn a_check_does_not_shrink_the_board() {
        let mut game = game("chess");
        for text in ["e2e4", "e7e5", "d2d4", "f8b4"] {
            assert!(game.execute(text));
        }
        let lines = drawn(&game, &Log::default(), (80, 24), Scroll::default());
        assert!(lines.iter().any(|line| line.contains("check from b4")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(" 8  r   n   b ")), "{lines:?}");
    }

    #[test]
    fn four_players_have_clocks_and_moves_of_two_lines_a_round() {
        let mut game = game("kaleido4");
        for text in ["2A-2K", "4A-4K", "6A-6K", "8A-8K", "1E-1F"] {
            assert!(game.execute(text));
        }
        let log = Log::default();
        let wide = drawn(&game, &log, (120, 30), Scroll::default());
        assert!(wide[0].starts_with(" kaleido4: Red to move "), "{}", wide[0]);
        let has_faces = |line: &str, names: [&str; 4]| names.iter().all(|name| line.contains(&format!(" {name} 5:0")));
        assert!(has_faces(&wide[0], ["White", "Red", "Black", "Green"]), "{}", wide[0]);
        assert!(wide.iter().any(|line| line.ends_with("   1. 2A-2K    4A-4K")), "{wide:?}");
        assert!(wide.iter().any(|line| line.ends_with("      6A-6K    8A-8K")), "{wide:?}");
        assert!(wide.iter().any(|line| line.ends_with("   2. 1E-1F")), "{wide:?}");
        let narrow = drawn(&game, &log, (60, 30), Scroll::default());
        assert!(has_faces(&narrow[0], ["W", "R", "B", "G"]), "{}", narrow[0]);
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
    fn moves_of_the_engines_leave_the_board_in_sight() {
        let game = game("kaleido4");
        let said = |text: String| vec![Note::Said(text)];
        let mut log = Log::default();
        log.add_answer(said("White engine, Red engine, Black engine, Green engine".to_string()));
        for number in 1..=40 {
            log.add_news(said(format!("{number}... Red 4A-4K  (depth 5, Red 26%)")));
        }
        log.add_news(said("1-0-0-0 {White is the last one in}".to_string()));
        for size in [(80, 24), (120, 40)] {
            let screen = drawn(&game, &log, size, Scroll::default()).join("\n");
            assert!(screen.contains("[1B W]") && screen.contains("[5B w]"), "{screen}");
            assert!(screen.contains("40... Red ") && screen.contains("1-0-0-0 {"), "{screen}");
        }
    }

    #[test]
    fn the_letters_of_the_pieces_are_explained_where_there_is_room() {
        let legends = [
            ("quex", "L lord, P prince, G grand, C crux, W wyse, T trez, F fote"),
            ("kaleido", "W wizard, D dragon, R roc, E eagle, V raven, L elephant, T tiger, H horse"),
            ("amazon", "A amazon"),
        ];
        for (variant, legend) in legends {
            for size in [(80, 24), (120, 40), (200, 60)] {
                let lines = drawn(&game(variant), &Log::default(), size, Scroll::default());
                assert!(lines.iter().any(|line| line == legend), "{size:?}: {lines:?}");
            }
            let lines = drawn(&game(variant), &Log::default(), (40, 10), Scroll::default());
            assert!(!lines.iter().any(|line| line == legend), "{lines:?}");
        }
        assert_eq!([game("chess").legend(), game("chex").legend()], [None, None]);
    }

    #[test]
    fn an_answer_too_long_for_the_window_says_so() {
        let mut game = game("chess");
        game.execute("help");
        let mut log = Log::default();
        log.add_answer(vec![Note::Said("before".to_string())]);
        log.add_answer(game.take_notes());
        let low = drawn(&game, &log, (80, 14), Scroll::default()).join("\n");
        assert!(low.contains("too low for the rest") && low.contains("MOVE"), "{low}");
        let usual = drawn(&game, &log, (80, 24), Scroll::default()).join("\n");
        assert!(usual.contains("MOVE") && usual.contains("quit  ") && !usual.contains("too low"), "{usual}");
        assert!(usual.contains("Enter shows it again"), "{usual}");
        let high = drawn(&game, &log, (80, 40), Scroll::default()).join("\n");
        assert!(high.contains(" 8  r   n ") && high.contains("quit  ") && !high.contains("too low"), "{high}");
        log.end_answer();
        let again = drawn(&game, &log, (80, 24), Scroll::default()).join("\n");
        assert!(again.contains(" 8  r   n ") && !again.contains("Enter"), "{again}");
        assert!(again.contains("before") && !again.contains("quit  "), "the list is gone: {again}");
    }
}
