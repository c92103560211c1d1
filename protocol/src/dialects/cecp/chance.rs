//! Chance in CECP: tiles that are drawn, and the die that is thrown before a turn.
//!
//! A referee deals if there is one, that is if the other side has accepted the feature `motley`: it is told `draw tile`
//! when the engine decides to draw, and says `tile N` and `die 4`. Else the engine rolls for itself and for the user,
//! with the host's generator. A program that plays against the engine rolls for itself.

use engine::game::Seat;
use engine::move_role::MoveRole;
use engine::moves::Move;

use super::gui_history::GuiPly;
use super::{Answer, Cecp, Mode};
use crate::gui::layout::drop_target;
use crate::session::MoveFormat;
use crate::session::host::Host;

impl Cecp {
    /// Commands of a referee: `tile N`, `die 4`.
    pub(super) fn referee_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        if !matches!(word, "tile" | "die") {
            return None;
        }
        Some(host.session.read_chance_outcome(rest).map(|outcome| {
            host.session.play(outcome);
            self.chance_resolved(host);
            self.resume(host);
        }))
    }

    /// Rolls the chance event that is due before the side to move can move, unless a referee or the opponent's program
    /// does. `seat` is the engine's.
    pub(super) fn roll_due_chance(&mut self, host: &mut Host, seat: Seat) {
        let own = host.session.side_to_move() == seat;
        if !self.has_extensions && (own || !self.opponent_is_computer) {
            self.roll_chance(host);
        }
    }

    /// Rolls the due chance event, if there is one, and shows its outcome to the user.
    pub(super) fn roll_chance(&mut self, host: &mut Host) {
        let Some(chance) = host.session.due_chance() else { return };
        let own = self.mode == Mode::Playing(host.session.side_to_move());
        let Some(text) = host.roll_chance() else { return };
        // The engine's own tile is seen when it is placed.
        if !chance.within_move || !own {
            match self.layout(host) {
                None => host.out.line(format_args!("{} {text}", chance.name)),
                Some(_) if !chance.within_move => self.announce_throw(host, &text),
                Some(_) => self.announce_tile(host, &text),
            }
        }
        self.chance_resolved(host);
    }

    /// Passes for the user, who has no other move: XBoard has no way to say so. `seat` is the engine's.
    pub(super) fn pass_for_user(&mut self, host: &mut Host, seat: Seat) -> bool {
        if self.layout(host).is_none() || self.opponent_is_computer || host.session.side_to_move() == seat {
            return false;
        }
        let Some(pass) = host.session.forced_pass() else { return false };
        self.send_move(host, pass);
        self.position_changed(host);
        true
    }

    /// Decides to draw for the user, who takes any tile of the pile in the GUI; the engine says which tile it is.
    pub(super) fn draw_for_user(&mut self, host: &mut Host) {
        if self.is_user_with_layout(host)
            && let Some(draw) = host.session.find_role(|role| *role == MoveRole::DrawDecision)
        {
            self.play_move(host, draw, GuiPly::Move);
        }
    }

    /// Letter of the tile that has been drawn and must be placed.
    pub(super) fn tile_in_hand(&self, host: &Host) -> Option<char> {
        if !host.session.is_mid_move() {
            return None;
        }
        let first = *host.session.legal_moves().first()?;
        match host.session.move_role(first, MoveFormat::OWN) {
            MoveRole::Placement { piece, .. } | MoveRole::Stranded { piece } => Some(piece),
            _ => None,
        }
    }

    /// Places the drawn tile for the user, who has put another tile on that square.
    pub(super) fn place_for_user(&mut self, host: &mut Host, text: &str) {
        let Some((tile, square)) = self.tile_in_hand(host).zip(drop_target(text)) else { return };
        if self.is_user_with_layout(host)
            && let Ok(mv) = host.session.read_placement(tile, square, MoveFormat::Squares)
        {
            self.send_move(host, mv);
            self.position_changed(host);
        }
    }

    /// True if the user is to move, in a GUI that draws the board by a layout.
    pub(super) fn is_user_with_layout(&self, host: &Host) -> bool {
        self.layout(host).is_some() && self.mode != Mode::Playing(host.session.side_to_move())
    }

    /// True if a move is a draw and a placement in one, of a user who should have drawn first.
    pub(super) fn skips_draw(&self, host: &Host, mv: Move) -> bool {
        let is_person =
            self.layout(host).is_some() && !self.opponent_is_computer && matches!(self.mode, Mode::Playing(_));
        is_person && host.session.first_decision(mv) != mv
    }

    /// Ends the game after a tile that can be placed nowhere, which is written like a placement. For XBoard that is a
    /// null move, and it is told the user's too.
    fn chance_resolved(&mut self, host: &mut Host) {
        if host.session.is_mid_move() && host.session.outcome().is_some() {
            let own = self.mode == Mode::Playing(host.session.side_to_move());
            // The decision to draw and the tile.
            if (own || self.layout(host).is_some())
                && let Some(ply) = host.session.plies().len().checked_sub(2)
                && let Some(text) = host.session.write_since(ply, self.move_format(host))
            {
                host.out.line(format_args!("move {text}"));
            }
            self.gui_history.push(GuiPly::Move);
        }
    }

    /// Takes back a throw for the opponent, which rolls for itself, or for a side that nobody plays.
    pub(super) fn withdraw_roll(&mut self, host: &mut Host) {
        if !self.has_extensions && self.mode != Mode::Playing(host.session.side_to_move()) {
            host.session.take_back_throw();
        }
    }
}
