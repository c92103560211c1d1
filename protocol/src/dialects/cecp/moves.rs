//! Moves in CECP: `usermove`, the engine's `move`, `undo`, `remove`, `setboard`.
//!
//! The way of a `usermove`: [`Cecp::user_move`] reads the text in the GUI's format
//! ([`MoveText::read_move`](crate::session::MoveText::read_move), which asks the game's
//! [`Notation`](engine::text::Notation)), [`Cecp::play_move`] plays it on the session's record, and
//! `Cecp::position_changed` lets the game go on.

use engine::game::Seat;
use engine::move_role::MoveRole;
use engine::moves::Move;
use engine::text::{MoveError, quote};

use super::gui_history::GuiPly;
use super::{Cecp, Mode, Purpose, replacement};
use crate::gui::layout;
use crate::parse::{CommandError, error_line};
use crate::session::host::Host;
use crate::session::options::OptionId;
use crate::session::{MoveFormat, SetUpError};

impl Cecp {
    /// `usermove`: a move of the opponent, or of either side if the engine does not play.
    pub(super) fn user_move(&mut self, host: &mut Host, text: &str) {
        let champion = self.layout(host).and_then(|_| replacement::read(text));
        match self.read_user_move(host, text, champion) {
            Ok(mv) => self.play_move(host, mv, if champion.is_some() { GuiPly::Replacement } else { GuiPly::Move }),
            Err(MoveError::Illegal(why)) if self.illegal_move_loses(host, text) => self.claim_loss(host, text, &why),
            Err(why) => {
                host.out.line(format_args!("Illegal move ({}): {}", quote(&why.to_string()), quote(text)));
                self.place_for_user(host, text);
            }
        }
    }

    /// True if an illegal move ends the game: the engine is the arbiter, the game goes on, and it is not the engine's
    /// turn. In force mode too, in which GUIs send the first moves of a game. A tile that a user drops in place of the
    /// one that was drawn is no move: XBoard knows no other way to place it.
    fn illegal_move_loses(&self, host: &Host, text: &str) -> bool {
        let is_game = self.mode != Mode::Analyzing
            && self.mode != Mode::Playing(host.session.side_to_move())
            && host.session.outcome().is_none();
        let is_users_tile = self.is_user_with_layout(host)
            && !self.opponent_is_computer
            && (self.tile_in_hand(host).is_some() || layout::drop_target(text).is_some());
        is_game && !is_users_tile && host.options().is_on(OptionId::Arbiter)
    }

    /// Claims that the side to move has lost by an illegal move.
    fn claim_loss(&mut self, host: &mut Host, text: &str, why: &str) {
        let score = if host.session.side_to_move() == Seat::WHITE { "0-1" } else { "1-0" };
        let reason = format!("illegal move {}: {}", quote(text), quote(why));
        self.mode = Mode::Force;
        self.resume(host);
        host.out.line(format_args!("{score} {{{reason}}}"));
    }

    /// Reads a move of the user's. `champion` is the square of a re-placement in two legs.
    fn read_user_move(&self, host: &Host, text: &str, champion: Option<&str>) -> Result<Move, MoveError> {
        let illegal = |why: &str| Err(MoveError::Illegal(why.to_string()));
        if self.mode == Mode::Playing(host.session.side_to_move()) {
            return illegal("it is not your turn");
        }
        let mv = match champion {
            Some(square) => host.session.read_placement('K', square, self.move_format(host))?,
            None => host.session.read_move(text, self.move_format(host))?,
        };
        if self.skips_draw(host, mv) { illegal("take a tile from the pile first") } else { Ok(mv) }
    }

    /// Plays a move of the opponent's. If it is the one that the engine ponders on, the search goes on as a ponder hit,
    /// unless the clock has been set anew since it began.
    pub(super) fn play_move(&mut self, host: &mut Host, mv: Move, ply: GuiPly) {
        let is_hit = self.purpose == Purpose::Ponder(mv) && host.is_searching() && self.ponder_limits_hold(host, mv);
        host.session.play(mv);
        if host.session.is_chance_within_move() && !self.has_extensions {
            self.roll_chance(host);
        } else if !host.session.is_mid_move() || host.session.outcome().is_some() {
            self.gui_history.push(ply);
        }
        if is_hit && host.session.outcome().is_none() {
            self.purpose = Purpose::Play;
            self.turn_began = host.event_time();
            self.forget();
            host.ponder_hit();
        } else {
            self.position_changed(host);
        }
    }

    /// `move`: sends a move of the engine's, or one that it makes for the user, and plays it. Of a draw only the
    /// placement is sent; a referee is asked for the tile.
    pub(super) fn send_move(&mut self, host: &mut Host, mv: Move) {
        let replacement = self.write_replacement(host, mv);
        let text = host.session.write_move(mv, self.move_format(host));
        host.session.play(mv);
        if host.session.is_chance_within_move() {
            if self.has_extensions {
                host.out.line("draw tile");
            }
            return;
        }
        let line = format!("move {}", replacement.as_ref().unwrap_or(&text));
        match host.session.outcome() {
            // In one piece: between two, a GUI hands the move on, and the opponent may announce the end first.
            Some(outcome) if matches!(self.mode, Mode::Playing(_)) => {
                host.out.line(format_args!("{line}\n{outcome}"));
                self.mode = Mode::Force;
            }
            _ => host.out.line(line),
        }
        self.gui_history.push(if replacement.is_some() { GuiPly::Replacement } else { GuiPly::Move });
        if self.gui_history.awaits_null_move() && host.session.outcome().is_none() {
            self.send_null_move(host);
        }
    }

    /// Two-leg move for a placement on an occupied square, a king's re-placement; none for any other move. A drawn tile
    /// goes to a free cell, though in a window that is too small another tile may lie on its square.
    fn write_replacement(&self, host: &Host, mv: Move) -> Option<String> {
        let layout = self.layout(host)?;
        if self.tile_in_hand(host).is_some() {
            return None;
        }
        let MoveRole::Placement { to, .. } = host.session.move_role(mv, MoveFormat::Squares) else { return None };
        let position = host.session.position_text(MoveFormat::Squares);
        if !layout.men(&position).contains_key(&to) {
            return None;
        }
        Some(replacement::write(&to, &layout.empty_field(&position)?))
    }

    /// Side to move as the GUI sees it. If it waits for the null move after a re-placement, it is sent one.
    pub(super) fn send_due_null_move(&mut self, host: &mut Host) -> Seat {
        let turn = host.session.side_to_move();
        if self.gui_history.awaits_null_move() {
            self.send_null_move(host);
            return turn.opponent();
        }
        turn
    }

    fn send_null_move(&mut self, host: &mut Host) {
        host.out.line(format_args!("move {}", layout::NULL));
        self.gui_history.push(GuiPly::Null);
    }

    /// `undo`: takes back a ply of the GUI.
    pub(super) fn undo(&mut self, host: &mut Host) -> Result<(), CommandError> {
        if self.gui_history.len() == 0 && !is_unfinished(host) {
            return Err("no move to take back".to_string());
        }
        self.take_back(host, 1);
        Ok(())
    }

    /// `remove`: takes back plies until the same side is to move again; a GUI with a layout counts two of its own.
    pub(super) fn remove(&mut self, host: &mut Host) -> Result<(), CommandError> {
        let made = self.gui_history.len();
        let plies = match self.layout(host) {
            Some(_) if made >= 2 => Some(2),
            Some(_) => None,
            None => host.session.undos_to_turn(),
        };
        let Some(plies) = plies else {
            return Err(if made == 0 { "no move to take back" } else { "only one move to take back" }.to_string());
        };
        self.take_back(host, plies);
        Ok(())
    }

    /// Takes back plies of the GUI, as many as there are. An unfinished draw is one of them, but not of a GUI with a
    /// layout, where it is a tile that the user has picked up: it is dropped first.
    fn take_back(&mut self, host: &mut Host, plies: usize) {
        host.abort();
        if self.layout(host).is_some() && is_unfinished(host) {
            host.session.undo();
        }
        for _ in 0..plies {
            if is_unfinished(host) || matches!(self.gui_history.pop(), Some(GuiPly::Move | GuiPly::Replacement)) {
                host.session.undo();
            }
        }
        self.forget_score();
        self.position_changed(host);
    }

    /// `setboard`. XBoard also sends a null move so: one that follows a re-placement, or another engine's pass.
    pub(super) fn set_board(&mut self, host: &mut Host, text: &str) {
        if self.gui_history.awaits_null_move() && host.session.is_at(text, self.move_format(host)) {
            self.gui_history.push(GuiPly::Null);
            return;
        }
        if self.layout(host).is_some()
            && let Some(pass) = host.session.null_move_to(text)
        {
            self.play_move(host, pass, GuiPly::Move);
            return;
        }
        match host.session.set_up(Some(text), &[], self.move_format(host)) {
            Ok(()) => {
                self.gui_history.clear();
                self.forget_score();
                self.position_changed(host);
            }
            Err(SetUpError::Position(error)) => {
                host.out.line(format_args!("tellusererror Illegal position: {}", quote(&error.to_string())));
            }
            Err(SetUpError::Move { text, error, .. }) => host.out.line(error_line(&error.to_string(), &text)),
        }
    }
}

/// True if a player has decided to draw a tile, and has not placed it yet.
pub(super) fn is_unfinished(host: &Host) -> bool {
    host.session.is_mid_move() && host.session.outcome().is_none()
}
