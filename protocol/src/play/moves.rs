//! Moves of a person: typed ones, the list of the legal ones, and the words for what chance brings.

use engine::move_role::MoveRole;
use engine::text::{MoveError, quote};

use super::client_game::ClientGame;
use crate::parse::CommandError;
use crate::session::MoveFormat;

/// Word for the decision to draw a tile.
pub(super) const DRAW: &str = "draw";

impl ClientGame {
    /// True if the game goes on, and a person is to move who may decide to draw a piece.
    pub fn may_draw(&self) -> bool {
        let session = &self.host.session;
        !self.is_over() && self.persons.has(session.side_to_move()) && session.may_draw()
    }

    /// True if players of the game may decide to draw pieces.
    pub(super) fn has_draws(&self) -> bool {
        self.host.session.chance_kind().is_some_and(|chance| chance.within_move)
    }

    /// Lists the legal moves, of one field if one is given, and marks the fields of those.
    pub(super) fn list_moves(&mut self, field: Option<&str>) -> Result<(), CommandError> {
        self.ensure_going_on()?;
        let session = &self.host.session;
        let format = self.host.move_format();
        // The moves of the search, not the composite moves: to draw is one of them, whatever tile may come up.
        let mut moves = session.legal_moves();
        let mut marked = Vec::new();
        if let Some(field) = field {
            moves.retain(|&mv| session.begins_at(mv, field, format));
            if moves.is_empty() {
                return Err(session.no_move_from(field, format));
            }
            for &mv in &moves {
                match session.move_role(mv, MoveFormat::OWN) {
                    MoveRole::Step { from, to, .. } => marked.extend([from, to]),
                    MoveRole::Placement { to, .. } => marked.push(to),
                    _ => {}
                }
            }
        }
        let texts: Vec<String> = moves.into_iter().map(|mv| session.write_move(mv, format)).collect();
        self.marked = marked;
        self.say(texts.join(" "));
        Ok(())
    }

    /// Plays a move that a person has typed.
    pub(super) fn play_typed_move(&mut self, text: &str) -> Result<(), CommandError> {
        let quoted = quote(text);
        if let Some((score, reason)) = self.result() {
            return Err(format!("{quoted}: the game is over ({score}, {reason}); undo, new and load go on"));
        }
        let session = &self.host.session;
        if !self.persons.has(session.side_to_move()) {
            return Err(format!("{quoted}: it is the engine's turn"));
        }
        let mv = session.read_move(text, MoveFormat::OWN).map_err(|error| self.refusal(text, error))?;
        if session.first_decision(mv) != mv {
            return Err(format!("{quoted}: which tile it is shows when it is drawn; type {DRAW}"));
        }
        let exits = self.play(mv);
        self.tell_exits(exits);
        self.advance();
        Ok(())
    }

    /// Reason why a text is no legal move.
    fn refusal(&self, text: &str, error: MoveError) -> CommandError {
        let quoted = quote(text);
        match error {
            MoveError::Syntax if text == DRAW && !self.has_draws() => format!("{quoted}: `offer` offers a draw"),
            MoveError::Syntax => format!("{quoted}: not a move and no command (see help)"),
            illegal if self.may_draw() && self.host.session.legal_moves().len() == 1 => {
                format!("{quoted}: {}; type {DRAW}", quote(&illegal.to_string()))
            }
            illegal => format!("{quoted}: {}", quote(&illegal.to_string())),
        }
    }

    /// Tells the person to move which piece was drawn, and how to place it.
    pub(super) fn tell_drawn(&mut self, letter: &str) {
        let name = letter.chars().next().and_then(|letter| self.host.session.piece_name(letter)).unwrap_or_default();
        let drawn = format!("you drew a {name} ({letter})");
        self.say(if self.is_over() {
            format!("{drawn}, which can be placed nowhere")
        } else {
            format!("{drawn}: place it by {letter}@ and a field (see moves)")
        });
    }

    /// Tells the person to move, once, that its king was captured, and how to put it back.
    pub(super) fn tell_captured_king(&mut self) {
        let session = &self.host.session;
        let is_placed = |role: &MoveRole<String>| matches!(role, MoveRole::Placement { .. });
        if self.has_draws() || session.find_role(is_placed).is_none() {
            return;
        }
        let version = self.version();
        if std::mem::replace(&mut self.told_king, version) != version {
            self.say("your king was captured: put it back by K@ and a field (see moves)");
        }
    }

    /// Tells the throw of the side to move, and the pieces that it lets move.
    pub(super) fn tell_throw(&mut self, throw: &str) {
        let pieces = self.host.session.movable_pieces();
        let pieces = if pieces.is_empty() { String::new() } else { format!(": {}", pieces.join(", ")) };
        self.say(format!("{} throws {throw}{pieces}", self.name(self.host.session.side_to_move())));
    }
}
