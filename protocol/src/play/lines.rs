//! Line mode: for pipes, and for terminals without cursor control.

use std::collections::VecDeque;

use super::client_game::ClientGame;
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
    waiting: VecDeque<Line>,
    /// Version of the position that was drawn last.
    drawn: Option<u64>,
    /// There will be no more input.
    closed: bool,
}

impl Lines {
    /// Line mode on an output, with the paint that it supports.
    pub fn new(out: Output, paint: Paint, has_figures: bool, is_terminal: bool) -> Lines {
        Lines { out, paint, has_figures, is_terminal, waiting: VecDeque::new(), drawn: None, closed: false }
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
    /// `stop`.
    pub fn receive(&mut self, game: &mut ClientGame, line: Line) -> bool {
        if game.is_busy() && line.text.trim() != "stop" {
            self.waiting.push_back(line);
            return true;
        }
        game.execute(&line.text)
    }

    /// There will be no more input.
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
        let finished = self.closed && self.waiting.is_empty() && !game.is_busy();
        !(finished || self.out.is_closed())
    }

    /// Reports a line that is too long.
    pub fn complain(&mut self, start: &str) {
        self.out.line(format_args!("! {}...: the line is too long", engine::text::quote(start)));
    }
}
