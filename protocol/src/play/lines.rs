//! Line mode: for pipes, and for terminals without cursor control.

use std::collections::VecDeque;

use super::client_game::ClientGame;
use super::command::{self, Command};
use super::paint::{Emphasis, Paint};
use super::screen_layout::prompts;
use crate::io::input::Line;
use crate::io::output::Output;
use crate::parse::CommandError;

/// Line mode: output, and the lines of input that wait for the engine's move.
pub struct Lines {
    out: Output,
    paint: Paint,
    /// True if the terminal can show chess figures.
    has_figures: bool,
    /// True if a person reads along.
    is_terminal: bool,
    /// True if a person types.
    is_typed: bool,
    waiting: VecDeque<Line>,
    /// Version of the position that was drawn last.
    drawn: Option<u64>,
    /// There will be no more input.
    closed: bool,
}

impl Lines {
    /// Line mode on an output, with the paint that it supports. `is_terminal` is true if a person reads along,
    /// `is_typed` if one types.
    pub fn new(out: Output, paint: Paint, has_figures: bool, is_terminal: bool, is_typed: bool) -> Lines {
        let waiting = VecDeque::new();
        Lines { out, paint, has_figures, is_terminal, is_typed, waiting, drawn: None, closed: false }
    }

    /// Writes the notes, and the board when a person is to move or the game is over.
    pub fn show(&mut self, game: &mut ClientGame) {
        game.take_notes().into_iter().for_each(|note| self.out.line(note));
        if !game.is_busy() && self.drawn != Some(game.version()) {
            self.drawn = Some(game.version());
            self.draw(game);
        }
    }

    /// Writes what is left to write.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn finish(mut self, game: &mut ClientGame) -> Result<(), CommandError> {
        self.show(game);
        self.out.finish()
    }

    fn draw(&mut self, game: &ClientGame) {
        let emphasis = Emphasis { changed: game.changes(), marked: Vec::new() };
        self.out.line("");
        let symbols = if game.pieces.are_figures(self.has_figures) { game.host.session.figures() } else { &[] };
        for line in self.paint.board(&game.diagram(), &emphasis, symbols) {
            let text: String = line
                .iter()
                .map(|piece| if self.paint == Paint::Text { piece.content().clone() } else { piece.to_string() })
                .collect();
            self.out.line(text.trim_end());
        }
        let clocks: String = game.clock_faces().iter().map(|(name, face)| format!("   {name} {face}")).collect();
        let exits: String = game.exits().iter().map(|name| format!("   {name} is out")).collect();
        self.out.line("");
        // Who is out stands beside the clocks.
        for fact in game.facts().iter().filter(|fact| !fact.ends_with(" is out")) {
            self.out.line(fact);
        }
        self.out.line(format_args!("{}{clocks}{exits}", game.status()));
        if self.is_terminal {
            game.legend().into_iter().for_each(|legend| self.out.line(legend));
            self.out.line(prompts(game)[0]);
        }
    }

    /// Handles a line of input; `false` if the player leaves. While the engine is busy the line waits, unless it is
    /// `stop`, or a person types `quit`.
    pub fn receive(&mut self, game: &mut ClientGame, line: Line) -> bool {
        if !game.is_busy() || line.text.trim() == "stop" {
            return game.execute(&line.text);
        }
        if self.is_typed {
            if command::read(&line.text) == Ok(Command::Quit) {
                return false;
            }
            self.out.line("the engine is thinking: what you type waits for it, but for stop and quit");
        }
        self.waiting.push_back(line);
        true
    }

    /// There will be no more input. Lines that wait are carried out first, unless a person has typed them, and engines
    /// that play alone end their game.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Handles the lines that have waited for the engine's move; `false` if the player leaves.
    pub fn catch_up(&mut self, game: &mut ClientGame) -> bool {
        while !game.is_busy() {
            self.show(game);
            match self.waiting.pop_front() {
                Some(line) if game.execute(&line.text) => {}
                Some(_) => return false,
                None => break,
            }
        }
        let is_done = self.waiting.is_empty() && !game.is_busy() && !game.is_among_engines();
        let finished = self.closed && (self.is_typed || is_done);
        !(finished || self.out.is_closed())
    }

    /// Reports a line that is too long.
    pub fn complain(&mut self, start: &str) {
        self.out.line(format_args!("! {}...: the line is too long", engine::text::quote(start)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::io::input;
    use crate::play::fixture;
    use crate::session::event::Event;

    /// Lines as they are read from an input.
    fn read(text: &'static str) -> Vec<Line> {
        let (sender, events) = channel();
        input::spawn(text.as_bytes(), sender, None).unwrap();
        let line = |event| if let Event::Line(line) = event { Some(line) } else { None };
        events.into_iter().filter_map(line).collect()
    }

    #[test]
    fn a_person_who_types_leaves_while_the_engine_thinks() {
        for is_typed in [true, false] {
            let mut game = fixture::game_of("chess", "white");
            let mut lines = Lines::new(Output::sink(None), Paint::Text, false, is_typed, is_typed);
            assert!(game.execute("e2e4") && game.is_busy());
            for line in read("moves\n") {
                assert!(lines.receive(&mut game, line));
            }
            for line in read("quit\n") {
                assert_eq!(lines.receive(&mut game, line), !is_typed);
            }
            assert_eq!(lines.waiting.len(), if is_typed { 1 } else { 2 });
            assert!(lines.catch_up(&mut game));
            lines.close();
            assert_eq!(lines.catch_up(&mut game), !is_typed, "the end of the input");
        }
    }

    #[test]
    fn engines_that_play_alone_go_on_after_the_end_of_the_input() {
        for (side, goes_on) in [("none", true), ("white", false)] {
            let mut game = fixture::game_of("chess", side);
            let mut lines = Lines::new(Output::sink(None), Paint::Text, false, false, false);
            lines.close();
            assert_eq!(lines.catch_up(&mut game), goes_on, "{side}");
        }
    }
}
