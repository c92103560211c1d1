//! Moves of a position with their places, as data and in words.

use engine::game::{BoardObserver, GenType, Seat, ToAct};
use engine::move_role::MoveRole;
use engine::moves::{Move, MoveList};
use engine::text::Style;
use serde::Serialize;

use super::{Piece, Place, piece};
use crate::registry::Playable;

/// Kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// A piece goes from field to field.
    Step,
    /// A piece comes onto the board.
    Place,
    /// Decision to draw a tile.
    Draw,
    /// The player passes.
    Pass,
    /// Outcome of chance.
    Roll,
    /// A drawn piece has no field to go to.
    Stranded,
}

/// Move of a position, with its places.
#[derive(Clone, Debug, Serialize)]
pub struct MoveView {
    /// Text, in the game's own notation.
    pub text: String,
    /// SAN, where the game has it; else the text.
    pub notation: String,
    /// Kind.
    pub kind: MoveKind,
    /// Field that a piece comes from.
    pub from: Option<Place>,
    /// Field that a piece goes to.
    pub to: Option<Place>,
    /// True if a step captures a piece, an own one too.
    pub captures: bool,
    /// Kind that the piece becomes.
    pub promotion: Option<Piece>,
    /// Piece that moves or is placed.
    pub piece: Option<Piece>,
    /// The move in words.
    pub spoken: String,
    /// Of an outcome of chance: how often it occurs, in relation to the others.
    pub weight: Option<u32>,
}

/// Observer of a move that tells captures.
struct Captures {
    mover: Seat,
    /// Pieces put on the board less pieces taken from it.
    balance: i32,
    /// True if a piece of another seat was taken from its field.
    takes_other: bool,
    /// Field from which the first piece was taken.
    first_taken: Option<usize>,
}

impl<G> BoardObserver<G> for Captures {
    fn put(&mut self, _: Seat, _: usize, _: usize) {
        self.balance += 1;
    }

    fn take(&mut self, seat: Seat, _: usize, field: usize) {
        self.first_taken = self.first_taken.or(Some(field));
        self.balance -= 1;
        self.takes_other |= seat != self.mover;
    }
}

/// True if a step captures a piece, an own one too, even if the piece is reborn as in Circe chess.
pub fn is_capture<G: Playable>(position: &G, mv: Move) -> bool {
    let mut captures = Captures { mover: position.side_to_move(), balance: 0, takes_other: false, first_taken: None };
    let mut after = position.clone();
    for ply in position.plies_of(mv) {
        after.make(ply, &mut captures);
    }
    if G::SEATS > 2 {
        // The pieces of players who are out leave the board without being captured.
        return captures.first_taken == Some(mv.to());
    }
    captures.takes_other || captures.balance < 0
}

/// Legal moves, sorted by their texts; at a chance node, its outcomes.
pub fn legal_moves<G: Playable>(position: &G) -> Vec<MoveView> {
    let mut moves: Vec<(Move, Option<u32>)> = Vec::new();
    if position.to_act() == ToAct::Chance {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        moves.extend(outcomes.into_iter().map(|(outcome, weight)| (outcome, Some(weight))));
    } else {
        let mut list = MoveList::new();
        position.moves(GenType::All, &mut list);
        moves.extend(list.into_iter().map(|mv| (mv, None)));
    }
    let pieces = position.board().pieces;
    let view = |(mv, weight)| MoveView { weight, ..view(position, mv, &pieces) };
    let mut views: Vec<MoveView> = moves.into_iter().map(view).collect();
    views.sort_by(|one, other| one.text.cmp(&other.text));
    views
}

/// A legal move, a composite move or a chance outcome with its places.
pub fn move_view<G: Playable>(position: &G, mv: Move) -> MoveView {
    view(position, mv, &position.board().pieces)
}

fn view<G: Playable>(position: &G, mv: Move, pieces: &[super::PlacedPiece]) -> MoveView {
    let (text, notation) = (position.write_move(mv), position.write_move_in(mv, Style::San));
    let seat = position.side_to_move();
    let mut view = MoveView {
        text,
        notation,
        kind: MoveKind::Pass,
        from: None,
        to: None,
        captures: false,
        promotion: None,
        piece: None,
        spoken: String::new(),
        weight: None,
    };
    match position.move_role(mv) {
        MoveRole::Step { from, to, promotion } => {
            let (from, to) = (position.place(from), position.place(to));
            let moved = pieces.iter().find(|piece| piece.field == from.name);
            view.kind = MoveKind::Step;
            view.piece = moved.map(|moved| piece::<G>(Seat::new(moved.owner), moved.letter));
            view.promotion = promotion.map(|letter| piece::<G>(seat, letter));
            view.captures = is_capture(position, mv);
            let captured = pieces.iter().find(|piece| piece.field == to.name && view.captures);
            view.spoken = step_in_words(&view, (&from, &to), captured.map(|piece| piece.name.as_str()));
            (view.from, view.to) = (Some(from), Some(to));
        }
        MoveRole::Placement { piece: letter, to } => {
            let to = position.place(to);
            let placed = piece::<G>(seat, letter);
            view.kind = MoveKind::Place;
            view.spoken = format!("{} placed on {}", placed.name, to.name);
            (view.piece, view.to) = (Some(placed), Some(to));
        }
        MoveRole::Stranded { piece: letter } => {
            let drawn = piece::<G>(seat, letter);
            view.kind = MoveKind::Stranded;
            view.spoken = format!("{} drawn, which can be placed nowhere", drawn.name);
            view.piece = Some(drawn);
        }
        MoveRole::DrawDecision => (view.kind, view.spoken) = (MoveKind::Draw, "draws a tile".to_string()),
        MoveRole::Pass => view.spoken = "passes".to_string(),
        MoveRole::ChanceOutcome => {
            view.kind = MoveKind::Roll;
            view.spoken = format!("chance: {}", view.text);
        }
    }
    view
}

/// A step in words. `captured`: owner and kind of the piece on the target.
fn step_in_words(view: &MoveView, (from, to): (&Place, &Place), captured: Option<&str>) -> String {
    match view.notation.trim_end_matches(['+', '#']) {
        "O-O" => return "castles on the king's side".to_string(),
        "O-O-O" => return "castles on the queen's side".to_string(),
        _ => {}
    }
    let name = view.piece.as_ref().map_or("piece", |piece| piece.name);
    let mut words = format!("{name} {} to {}", from.name, to.name);
    match captured {
        Some(captured) => words += &format!(", captures {captured}"),
        None if view.captures => words += ", captures",
        None => {}
    }
    if let Some(promotion) = &view.promotion {
        words += &format!(", becomes {}", promotion.name);
    }
    match view.notation.chars().last() {
        Some('+') => words + ", check",
        Some('#') => words + ", checkmate",
        _ => words,
    }
}
