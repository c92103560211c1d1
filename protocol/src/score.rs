//! Scores as people read them: in pawns, from White's side.

use engine::game::Seat;
use engine::search::score;

/// Pawns with their sign, from centipawns.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// Score in words, from White's side: `White +0.31`, `White mates in 3`. `value` is the score for `seat`, in
/// centipawns.
pub fn score_text(value: i32, seat: Seat) -> String {
    let (ahead, behind) = if seat == Seat::WHITE { ("White", "Black") } else { ("Black", "White") };
    match score::moves_to_mate(value) {
        Some(moves) if moves > 0 => format!("{ahead} mates in {moves}"),
        Some(moves) => format!("{behind} mates in {}", -moves),
        None => format!("White {}", pawns(if seat == Seat::WHITE { value } else { -value })),
    }
}

/// Score of a seat among players of these names: in a game of two as [`score_text`]; in a game of more the share of the
/// seat in pawns by the logistic function, or the turns to its win or its exit.
pub fn score_text_among(names: &[&str], value: i32, seat: Seat) -> String {
    if names.len() == 2 {
        return score_text(value, seat);
    }
    let name = names[seat.index()];
    match score::moves_to_mate(value) {
        Some(moves) if moves > 0 => format!("{name} wins in {moves}"),
        Some(moves) => format!("{name} loses in {}", -moves),
        None => format!("{name} {}", pawns(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_among_more_than_two_are_the_seats_own() {
        let names = ["White", "Red", "Black", "Green"];
        let told = |value| score_text_among(&names, value, Seat::new(3));
        assert_eq!(
            [told(-242), told(-score::mated_in(1)), told(score::mated_in(2))],
            ["Green -2.42", "Green wins in 1", "Green loses in 1"]
        );
        assert_eq!(score_text_among(&names[..2], 31, Seat::BLACK), score_text(31, Seat::BLACK));
    }

    #[test]
    fn scores_are_in_pawns_and_say_whose() {
        let (white, black) = (Seat::WHITE, Seat::BLACK);
        let told = [(0, white), (0, black), (31, white), (31, black), (-1234, black)].map(|(v, s)| score_text(v, s));
        assert_eq!(told, ["White +0.00", "White +0.00", "White +0.31", "White -0.31", "White +12.34"]);
        let mates = [(score::MATE - 1, white), (score::MATE - 5, black), (4 - score::MATE, white)];
        let told = mates.map(|(value, seat)| score_text(value, seat));
        assert_eq!(told, ["White mates in 1", "Black mates in 3", "Black mates in 2"]);
    }
}
