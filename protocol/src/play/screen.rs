//! The whole screen of a terminal.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::Sender;
use std::thread;

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
use super::paint::Paint;
use super::screen_layout::{Log, ScreenLayout, Scroll};

/// Gives the terminal back as it was found. Doing it twice, or too much of it, does no harm, and nobody is left to be
/// told of a failure.
fn restore() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, EndSynchronizedUpdate, LeaveAlternateScreen, Show);
    let _ = terminal::disable_raw_mode();
}

/// The terminal while the game has it. It is given back when the value is dropped, and before the message of a panic.
struct Taken;

impl Taken {
    fn take() -> io::Result<Taken> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        terminal::enable_raw_mode()?;
        let taken = Taken;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

/// A screen with a line to type on.
pub struct Screen {
    _taken: Taken,
    editor: Editor,
    log: Log,
    scroll: Scroll,
    paint: Paint,
    /// The version of the position that was drawn last.
    drawn: u64,
    /// Nothing was typed since the last notes.
    continued: bool,
}

impl Screen {
    /// Takes the terminal, and lets what is typed and how the window is resized arrive as signals.
    ///
    /// # Errors
    /// If the terminal cannot be used so.
    pub fn take(paint: Paint, signals: Sender<Signal>) -> io::Result<Screen> {
        let taken = Taken::take()?;
        thread::spawn(move || {
            while let Ok(input) = event::read() {
                if signals.send(Signal::Typed(input)).is_err() {
                    return;
                }
            }
            // Nobody left to tell is no fault: the program is ending anyway.
            let _ = signals.send(Signal::Ended);
        });
        let (editor, log) = (Editor::default(), Log::default());
        Ok(Screen { _taken: taken, editor, log, scroll: Scroll::default(), paint, drawn: 0, continued: false })
    }

    /// Draws what there is to see.
    ///
    /// # Errors
    /// If the terminal has gone away.
    pub fn show(&mut self, game: &mut ClientGame) -> io::Result<()> {
        let notes = game.take_notes();
        if !notes.is_empty() {
            self.log.add(notes, std::mem::replace(&mut self.continued, true));
        }
        if std::mem::replace(&mut self.drawn, game.version()) != game.version() {
            self.scroll = Scroll::default();
        }
        let (columns, rows) = terminal::size()?;
        let Screen { editor, log, scroll, paint, .. } = self;
        let layout = ScreenLayout { game, log, editor, scroll: *scroll, paint: *paint };
        let picture = layout.draw(columns.into(), rows.into());
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

    /// Takes what was typed; `false` if the player leaves.
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
                self.continued = false;
                return game.obey(&line);
            }
            Typed::Nothing => {}
            Typed::Unknown => self.scroll_by(key),
        }
        true
    }

    /// The board is scrolled by the keys for pages, and by arrows with shift.
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
        // No board is so large; what is beyond its edge must not have to be scrolled back.
        self.scroll.down = (self.scroll.down + down).clamp(-40, 40);
        self.scroll.right = (self.scroll.right + right).clamp(-100, 100);
    }
}
