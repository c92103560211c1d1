//! XBoard's mouse: `lift`, `put`, `hover`.

use engine::game::Seat;

use super::{Answer, Cecp};
use crate::gui::layout::Layout;
use crate::session::host::Host;
use crate::session::{MoveFormat, MoveSource, TargetField};

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

    /// `lift`: highlights the target squares of a piece that the user picks up, on the board or beside it.
    fn lift(&mut self, host: &mut Host, place: &str) {
        let Some(layout) = Layout::of(host.session.variant()) else { return };
        let source = match layout.holding(place) {
            Some(letter) if letter.is_uppercase() == (host.session.side_to_move() == Seat::WHITE) => {
                self.draw_for_user(host);
                MoveSource::Hand(self.tile_in_hand(host).unwrap_or(letter.to_ascii_uppercase()))
            }
            _ => MoveSource::Field(place.to_string()),
        };
        let mut targets = host.session.targets_from(&source, MoveFormat::Squares);
        let men = layout.men(&host.session.position_text(MoveFormat::Squares));
        if matches!(source, MoveSource::Field(_)) {
            // To the eye a piece of the own side that is knocked out is captured too.
            targets.iter_mut().for_each(|(square, target)| target.captures |= men.contains_key(square));
        } else if self.tile_in_hand(host).is_some() {
            // In a window that is too small another tile may lie on the square: XBoard knows no drop on a piece.
            targets.retain(|square, _| !men.contains_key(square));
        }
        host.out.line(layout.highlight_line(&targets));
        self.lifted_from = Some(source);
    }

    /// `put`: offers the promotions of a piece that the user drops, or plays the placement of a king that comes back.
    fn put(&mut self, host: &mut Host, square: &str) {
        let (Some(source), Some(layout)) = (self.lifted_from.take(), Layout::of(host.session.variant())) else {
            return;
        };
        let targets = host.session.targets_from(&source, MoveFormat::Squares);
        let Some(target) = targets.get(square) else { return };
        if !target.promotions.is_empty() {
            host.out.line(format_args!("choice {}", choices(host, &source, target)));
        } else if let MoveSource::Hand(piece) = source
            && self.is_user_with_layout(host)
            && self.tile_in_hand(host).is_none()
            && layout.men(&host.session.position_text(MoveFormat::Squares)).contains_key(square)
        {
            // XBoard knows no drop on a piece, so no move follows: the engine makes it.
            if let Ok(mv) = host.session.read_placement(piece, square, MoveFormat::Squares) {
                self.send_move(host, mv);
                self.position_changed(host);
            }
        }
    }
}

/// Letters of what a piece can become. XBoard knows its pieces by capital letters only, and offers the first of them;
/// the piece's own letter means that it stays what it is.
fn choices(host: &Host, source: &MoveSource, target: &TargetField) -> String {
    let mut letters = target.promotions.to_uppercase();
    if let MoveSource::Field(square) = source
        && let Some(layout) = Layout::of(host.session.variant())
        && let Some(own) = layout.men(&host.session.position_text(MoveFormat::Squares)).get(square)
    {
        let own = own.to_ascii_uppercase();
        if target.stays && !letters.contains(own) {
            letters.push(own);
        }
    }
    letters
}
