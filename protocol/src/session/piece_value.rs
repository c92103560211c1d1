//! Piece values: what the evaluation says each piece on the board is worth.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::game::Seat;
use eval::nnue::Network;
use searches::EvalBreakdown;

use crate::registry::Playable;

/// Piece value: by how much the evaluation for the piece's owner is higher with the piece than without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceValue {
    /// Owner.
    pub owner: Seat,
    /// Letter of the kind, in capitals.
    pub letter: char,
    /// Field, as in moves.
    pub field: String,
    /// Value: in games of two in centipawns, with more players in thousandths of the point.
    pub value: i32,
}

/// Values of the removable pieces, highest first.
pub fn piece_values<G: Playable>(position: &G, network: Option<&Arc<Network>>) -> Vec<PieceValue> {
    let evaluate = |position: &G| position.eval_breakdown(network.cloned());
    let with = evaluate(position);
    let side = position.side_to_move();
    let value = |without: &EvalBreakdown, owner: Seat| {
        if G::SEATS > 2 {
            let [with, without] = [&with, without].map(|breakdown| breakdown.shares[owner.index()]);
            return (1000.0 * (with - without)).round() as i32;
        }
        let gain = with.value - without.value;
        if owner == side { gain } else { -gain }
    };
    let pieces = position.board().pieces;
    let of = |(field, without): (usize, G)| {
        let field = position.place(field).name;
        let piece = pieces.iter().find(|piece| piece.field == field)?;
        let owner = Seat::new(piece.owner);
        Some(PieceValue { owner, letter: piece.letter, value: value(&evaluate(&without), owner), field })
    };
    let mut values: Vec<PieceValue> = position.without_each_piece().into_iter().filter_map(of).collect();
    values.sort_by_key(|value| Reverse(value.value));
    values
}
