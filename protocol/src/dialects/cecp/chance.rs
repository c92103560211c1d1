//! What is left to chance: tiles that are drawn, and the die that is thrown before a turn.
//!
//! A referee deals if there is one, that is if the other side has accepted our extensions: it is told `draw tile` when the engine decides to draw, and
//! says `tile N` and `die 4`. Else the engine draws for itself and for the user. A program that plays against the engine has luck of its own.

use engine::game::Seat;
use engine::moves::Move;

use super::gui_history::GuiPly;
use super::{Answer, Cecp, Mode, features};
use crate::gui::layout::{self, Layout};
use crate::session::host::Host;
use crate::session::{ChanceKind, MoveFormat, split_coordinates};

impl Cecp {
    /// Commands of a referee.
    pub(super) fn referee_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        if !matches!(word, "tile" | "die") {
            return None;
        }
        Some(host.session.read_chance_outcome(rest).map(|event| {
            host.session.play(event);
            self.chance_resolved(host);
            self.resume(host);
        }))
    }

    /// Lets the engine's own luck decide what chance has to before the player on turn can move, if it is the engine that plays a seat and
    /// nobody else's business.
    pub(super) fn roll_due_chance(&mut self, host: &mut Host, seat: Seat) {
        let own = host.session.side_to_move() == seat;
        if !self.has_extensions && (own || !self.opponent_is_computer) {
            self.roll_chance(host);
        }
    }

    /// Draws a tile or throws the die, if that is due, and shows the user what has come up.
    pub(super) fn roll_chance(&mut self, host: &mut Host) {
        let Some(chance) = host.session.due_chance() else { return };
        let own = self.mode == Mode::Playing(host.session.side_to_move());
        let Some(text) = host.session.roll_chance() else { return };
        // The engine's own tile is seen when it is placed.
        if chance == ChanceKind::Die || !own {
            match (self.layout(host), chance) {
                (None, _) => host.out.line(format_args!("{} {text}", chance.word())),
                (Some(layout), ChanceKind::Die) => self.show_roll(host, layout, &text),
                (Some(_), ChanceKind::Tile) => {
                    host.out.line(format_args!("tellall You drew {text}; place it on a marked square"));
                }
            }
        }
        self.chance_resolved(host);
    }

    /// XBoard would stop the game to show a text. The name in its title can be changed at any time, and so can the marks on the board: they show which
    /// of the user's pieces may move.
    fn show_roll(&mut self, host: &mut Host, layout: &Layout, throw: &str) {
        if self.opponent_is_computer {
            return;
        }
        let (turn, moves) = (host.session.side_to_move(), host.session.legal_moves());
        let texts = moves.into_iter().map(|mv| host.session.write_move(mv, MoveFormat::Squares));
        let sources: Vec<String> = texts.filter_map(|text| Some(split_coordinates(&text)?.0.to_string())).collect();
        let name = if turn == Seat::WHITE { "White" } else { "Black" };
        let passes = if sources.is_empty() { " and passes" } else { "" };
        host.out.line(features::name(&format!(" - {name} throws {throw}{passes}")));
        self.roll_shown = true;
        if self.mode != Mode::Playing(turn) {
            host.out.line(layout.mark_line(sources));
        }
    }

    /// The name alone is shown again.
    pub(super) fn hide_roll(&mut self, host: &mut Host) {
        if std::mem::take(&mut self.roll_shown) {
            host.out.line(features::name(""));
        }
    }

    /// XBoard's user cannot say that he passes, so the engine does it for him when he must.
    pub(super) fn pass_for_user(&mut self, host: &mut Host, seat: Seat) -> bool {
        if self.layout(host).is_none() || self.opponent_is_computer || host.session.side_to_move() == seat {
            return false;
        }
        let pass = match host.session.legal_moves()[..] {
            [mv] if host.session.write_move(mv, MoveFormat::Squares) == layout::NULL => mv,
            _ => return false,
        };
        self.send_move(host, pass);
        self.position_changed(host);
        true
    }

    /// In a GUI the user draws by taking any tile of his pile; which one it is, the engine says.
    pub(super) fn draw_for_user(&mut self, host: &mut Host) {
        let may = self.layout(host).is_some() && self.mode != Mode::Playing(host.session.side_to_move());
        if let Ok(draw) = host.session.read_move("draw", MoveFormat::OWN)
            && may
        {
            self.play_move(host, draw, GuiPly::Move);
        }
    }

    /// The letter of the tile that has been drawn and must be placed.
    pub(super) fn tile_in_hand(&self, host: &Host) -> Option<char> {
        let mv = host.session.legal_moves().into_iter().next().filter(|_| host.session.is_mid_move())?;
        host.session.write_move(mv, MoveFormat::OWN).chars().next()
    }

    /// The user has put another tile on the board than the one he drew: the engine puts that one there.
    pub(super) fn place_for_user(&mut self, host: &mut Host, text: &str) {
        let Some((tile, (_, field))) = self.tile_in_hand(host).zip(text.split_once('@')) else { return };
        if self.layout(host).is_some()
            && self.mode != Mode::Playing(host.session.side_to_move())
            && let Ok(mv) = host.session.read_move(&format!("{tile}@{field}"), MoveFormat::Squares)
        {
            self.send_move(host, mv);
            self.position_changed(host);
        }
    }

    /// Whether a move is a draw and a placement in one, of a user who should have drawn first.
    pub(super) fn skips_draw(&self, host: &Host, mv: Move) -> bool {
        let person = self.layout(host).is_some() && !self.opponent_is_computer && matches!(self.mode, Mode::Playing(_));
        person && host.session.first_decision(mv) != mv
    }

    /// A tile that can be placed nowhere ends the game, and is written like a placement.
    fn chance_resolved(&mut self, host: &mut Host) {
        if host.session.is_mid_move() && host.session.outcome().is_some() {
            let stranded = host.session.ply_count().checked_sub(2);
            let own = self.mode == Mode::Playing(host.session.side_to_move());
            let text = stranded.filter(|_| own).and_then(|ply| host.session.write_since(ply, self.move_format(host)));
            if let Some(text) = text {
                host.out.line(format_args!("move {text}"));
            }
            self.gui_history.push(GuiPly::Move);
        }
    }

    /// A throw for the opponent was none of the engine's business: he throws for himself, or nobody plays.
    pub(super) fn withdraw_roll(&mut self, host: &mut Host) {
        if !self.has_extensions && self.mode != Mode::Playing(host.session.side_to_move()) {
            host.session.take_back_roll();
            self.hide_roll(host);
        }
    }
}
