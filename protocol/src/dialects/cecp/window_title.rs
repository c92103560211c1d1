//! Title of the GUI's window: the game, and what the user must know of a drawn tile, a throw or a captured king.
//!
//! XBoard would open a window over the board for a text that it is told to show (`tellall`), and its message line takes
//! no text of an engine's before the first move. The engine's name is in the title of the window and may change at any
//! time. Game files have the name too: between programs it stays as it is. XBoard begins a match like a game with a
//! person, says `force` after `ping`, and takes the name when `pong` comes. So before the first move a title is sent
//! after [`TITLE_DELAY`], if no `force` has come by then.

use std::time::{Duration, Instant};

use engine::game::Seat;
use engine::move_role::MoveRole;
use engine::variants::Variant;

use super::{Cecp, Mode, features};
use crate::session::host::Host;

/// Time from the last command to a title before the first move. Far more than lies between two lines of XBoard's.
const TITLE_DELAY: Duration = Duration::from_millis(200);

/// News of a chance outcome.
#[derive(Debug)]
pub(super) struct News {
    /// Number of plies played, the outcome included. The news is stale once there are more or fewer.
    plies: usize,
    /// A throw lets nothing move. It is told with the next throw, after the pass.
    passes: bool,
    text: String,
}

impl Cecp {
    /// Has the engine's name sent anew if the title has changed: before the first move an addition after
    /// [`TITLE_DELAY`], else at once.
    pub(super) fn update_title(&mut self, host: &mut Host) {
        let plies = host.session.plies().len();
        self.news.take_if(|news| news.plies != plies && !(news.passes && news.plies + 1 == plies));
        let title = self.title(host);
        if title.is_empty() || self.gui_history.len() > 0 {
            self.send_title(host);
        } else {
            self.title_timer = (title != self.title).then(|| Instant::now() + TITLE_DELAY);
        }
    }

    /// Sends the engine's name with the title of now, if it is a new one.
    pub(super) fn send_title(&mut self, host: &mut Host) {
        self.title_timer = None;
        let title = self.title(host);
        if title != self.title {
            host.out.line(features::name(&title));
            self.title = title;
        }
    }

    /// Addition to the engine's name: empty in chess, between programs, and where XBoard may be about to start a match,
    /// for which it takes the names before it says that the opponent is a program.
    fn title(&self, host: &Host) -> String {
        let Some(layout) = self.layout(host).filter(|_| !self.opponent_is_computer) else { return String::new() };
        let variant: Variant = layout.variant.parse().expect("a layout has the name of a game");
        let game = variant.info().title;
        let plies = host.session.plies().len();
        let news = self.news.as_ref().filter(|news| news.plies == plies);
        match news.map(|news| news.text.clone()).or_else(|| self.captured_king(host)) {
            Some(news) => format!(": {game} - {news}"),
            None if self.mode == Mode::Force && host.session.plies().is_empty() => String::new(),
            None => format!(": {game}"),
        }
    }

    /// News of the user's king that must be put back first.
    fn captured_king(&self, host: &Host) -> Option<String> {
        if self.tile_in_hand(host).is_some() || !self.is_user_with_layout(host) {
            return None;
        }
        host.session.find_role(|role| matches!(role, MoveRole::Placement { .. }))?;
        let side = side_name(host);
        Some(format!("{side}'s king is captured: click on it beside the board, then on the champion that makes way"))
    }

    /// Announces the tile that the user has drawn.
    pub(super) fn announce_tile(&mut self, host: &Host, letter: &str) {
        let name = letter.chars().next().and_then(|letter| host.session.piece_name(letter)).unwrap_or(letter);
        self.announce(host, format!("You drew a {name}"), false);
    }

    /// Announces a throw of the die, with the pieces that it lets move.
    pub(super) fn announce_throw(&mut self, host: &Host, throw: &str) {
        let side = side_name(host);
        let pieces = host.session.movable_pieces();
        let then = if pieces.is_empty() { " and passes".to_string() } else { format!(": {}", pieces.join(", ")) };
        // The pass and this throw have been played since.
        let plies = host.session.plies().len();
        let passed = self.news.take_if(|news| news.passes && news.plies + 2 == plies);
        let before = passed.map_or(String::new(), |news| news.text + ", ");
        self.announce(host, format!("{before}{side} throws {throw}{then}"), pieces.is_empty());
    }

    fn announce(&mut self, host: &Host, text: String, passes: bool) {
        self.news = Some(News { plies: host.session.plies().len(), passes, text });
    }
}

fn side_name(host: &Host) -> &'static str {
    if host.session.side_to_move() == Seat::WHITE { "White" } else { "Black" }
}
