//! What the user does with the mouse: `lift`, `put`, `hover`.

use engine::game::Seat;

use crate::gui::layout::Layout;
use crate::session::host::Host;
use crate::session::{MoveFormat, TargetField};

use super::{Answer, Cecp, Mode};

impl Cecp {
    /// Commands about the user's mouse.
    pub(super) fn mouse_command(&mut self, host: &mut Host, word: &str, rest: &str) -> Answer {
        match word {
            "lift" => self.lift(host, rest),
            "put" => self.put(host, rest),
            "hover" => {}
            _ => return None,
        }
        Some(Ok(()))
    }

    /// Shows where a piece can go that the user takes into his hand, from the board or from beside it.
    fn lift(&mut self, host: &mut Host, place: &str) {
        let Some(layout) = Layout::of(host.session.variant()) else { return };
        let source = match layout.holding(place) {
            Some(letter) if letter.is_uppercase() == (host.session.side_to_move() == Seat::WHITE) => {
                self.draw_for_user(host);
                format!("{}@", self.tile_in_hand(host).unwrap_or(letter.to_ascii_uppercase()))
            }
            _ => place.to_string(),
        };
        let mut reach = host.session.targets_from(&source);
        if !source.ends_with('@') {
            // To the eye an own piece that is knocked out is captured too.
            let men = layout.men(&host.session.position_text(MoveFormat::Squares));
            reach.iter_mut().for_each(|(square, target)| target.captures |= men.contains_key(square));
        }
        host.out.line(layout.highlight_line(&reach));
        self.lifted_from = Some(source);
    }

    /// The user lets the piece go: it may have to be said what it can become, or it is the king, who comes back.
    fn put(&mut self, host: &mut Host, field: &str) {
        let (Some(source), Some(layout)) = (self.lifted_from.take(), Layout::of(host.session.variant())) else {
            return;
        };
        let reach = host.session.targets_from(&source);
        let Some(target) = reach.get(field) else { return };
        if !target.promotions.is_empty() {
            host.out.line(format_args!("choice {}", choices(host, &source, target)));
        } else if source.ends_with('@')
            && self.layout(host).is_some()
            && self.mode != Mode::Playing(host.session.side_to_move())
            && layout.men(&host.session.position_text(MoveFormat::Squares)).contains_key(field)
        {
            // XBoard knows no drop on a piece, so none follows: it is the engine that makes the move.
            if let Ok(mv) = host.session.read_move(&format!("{source}{field}"), MoveFormat::Squares) {
                self.send_move(host, mv);
                self.position_changed(host);
            }
        }
    }
}

/// The letters of what a piece can become. XBoard knows its pieces by capital letters only, and offers the first of them; the
/// piece's own letter means that it stays what it is.
fn choices(host: &Host, source: &str, target: &TargetField) -> String {
    let mut letters = target.promotions.to_uppercase();
    let position = host.session.position_text(MoveFormat::Squares);
    let men = Layout::of(host.session.variant()).map(|layout| layout.men(&position)).unwrap_or_default();
    let own = men.get(source).map(char::to_ascii_uppercase).filter(|_| target.stays);
    letters.extend(own.filter(|&own| !letters.contains(own)));
    letters
}
