//! Full-screen mode of the terminal client.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::PrintStyledContent;
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};

use super::Signal;
use super::client_game::ClientGame;
use super::editor::{Editor, Typed};
use super::log::Log;
use super::paint::Paint;
use super::screen_layout::{ScreenLayout, Scroll};
use crate::io::output::Transcript;

/// Restores the terminal. Repetition does no harm; errors are ignored, because the program is ending.
fn restore() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, EndSynchronizedUpdate, LeaveAlternateScreen, Show);
    let _ = terminal::disable_raw_mode();
}

/// Guard of the terminal: restores it when dropped, and before the message of a panic.
struct TerminalGuard;

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        terminal::enable_raw_mode()?;
        let taken = TerminalGuard;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Screen with a line of input.
pub struct Screen {
    _taken: TerminalGuard,
    editor: Editor,
    log: Log,
    transcript: Transcript,
    scroll: Scroll,
    paint: Paint,
    /// True if the terminal can show chess figures.
    has_figures: bool,
    /// Version of the position that was drawn last.
    drawn: u64,
    /// True if the notes that answer the last line of input are in the log.
    is_answered: bool,
}

impl Screen {
    /// Takes over the terminal. Keys and new sizes of the window arrive as signals. The lines that are typed and the
    /// notes go to the transcript.
    ///
    /// # Errors
    /// If the terminal does not support it.
    pub fn take(
        paint: Paint,
        has_figures: bool,
        signals: Sender<Signal>,
        transcript: Transcript,
    ) -> io::Result<Screen> {
        let taken = TerminalGuard::take()?;
        // With the first poll crossterm begins to notice new sizes of the window: not later than the first drawing.
        event::poll(Duration::ZERO)?;
        thread::Builder::new().spawn(move || {
            while let Ok(input) = event::read() {
                if signals.send(Signal::Typed(input)).is_err() {
                    return;
                }
            }
            // The receiver may have ended already.
            let _ = signals.send(Signal::Ended);
        })?;
        Ok(Screen {
            _taken: taken,
            editor: Editor::default(),
            log: Log::default(),
            transcript,
            scroll: Scroll::default(),
            paint,
            has_figures,
            drawn: 0,
            is_answered: false,
        })
    }

    /// Draws the screen.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub fn show(&mut self, game: &mut ClientGame) -> io::Result<()> {
        let notes = game.take_notes();
        notes.iter().for_each(|note| self.transcript.add_sent(&note.to_string()));
        if std::mem::replace(&mut self.is_answered, true) {
            self.log.add_news(notes);
        } else {
            self.log.add_answer(notes);
        }
        if std::mem::replace(&mut self.drawn, game.version()) != game.version() {
            self.scroll = Scroll::default();
        }
        let (columns, rows) = terminal::size()?;
        let Screen { editor, log, scroll, paint, .. } = self;
        let figures = game.pieces.are_figures(self.has_figures);
        let layout = ScreenLayout { game, log, editor, scroll: *scroll, paint: *paint, figures };
        let picture = layout.draw(columns.into(), rows.into());
        *scroll = picture.scroll;
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (row, line) in (0..rows).zip(picture.lines.into_iter().map(Some).chain(std::iter::repeat_with(|| None))) {
            // Cleared first: after a line as wide as the screen the cursor is still on its last character.
            queue!(out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
            for piece in line.into_iter().flatten() {
                queue!(out, PrintStyledContent(piece))?;
            }
        }
        queue!(out, MoveTo(picture.cursor.0 as u16, picture.cursor.1 as u16), Show, EndSynchronizedUpdate)?;
        out.flush()
    }

    /// Handles input; `false` if the player leaves.
    pub fn take_input(&mut self, game: &mut ClientGame, input: &Input) -> bool {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.take_key(game, *key),
            Input::Paste(text) => {
                self.editor.insert(text);
                true
            }
            _ => true,
        }
    }

    fn take_key(&mut self, game: &mut ClientGame, key: KeyEvent) -> bool {
        match self.editor.key(key) {
            Typed::Leave => return false,
            Typed::Line(line) => {
                self.transcript.add('<', &line);
                self.is_answered = false;
                self.log.end_answer();
                return game.execute(&line);
            }
            Typed::Nothing => {}
            Typed::Unknown => self.scroll_by(key),
        }
        true
    }

    /// Scrolls the board: page keys, and arrows with shift.
    fn scroll_by(&mut self, key: KeyEvent) {
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        let (down, right) = match key.code {
            KeyCode::PageUp => (-5, 0),
            KeyCode::PageDown => (5, 0),
            KeyCode::Up if shift => (-1, 0),
            KeyCode::Down if shift => (1, 0),
            KeyCode::Left if shift => (0, -2),
            KeyCode::Right if shift => (0, 2),
            _ => return,
        };
        // The layout holds it within the board.
        self.scroll.down += down;
        self.scroll.right += right;
    }
}
