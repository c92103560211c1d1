//! Scores as people read them: in games of two in pawns, from White's side; in games of more the share of the point
//! that a player may expect.

use engine::game::Seat;
use engine::search::{Verdict, score};

/// Pawns with their sign, from centipawns.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// Players of a game, as far as words for scores depend on them.
#[derive(Clone, Copy)]
pub struct Players<'a> {
    /// Names by seat.
    pub names: &'a [&'a str],
    /// Number of those who have not left the game.
    pub left: usize,
    /// True if a side can be checkmated.
    pub has_checkmate: bool,
}

/// Score in words. `value` is the score for `seat`, in centipawns.
///
/// In a game of two it is White's: `White +0.31`, `White mates in 3`, where nobody can be checkmated `White wins in 3`.
/// In a game of more it is the seat's own: the expected share of the point, `Green 31%`, or the turns to its win,
/// `Green wins in 2`, or its exit. A loss to several opponents is one against all of them together: nothing is said of
/// what happens if they do not join.
pub fn score_text(players: Players, value: i32, seat: Seat) -> String {
    let Players { names, left, .. } = players;
    if names.len() == 2 {
        return score_of_two(players, value, seat);
    }
    let name = names[seat.index()];
    match score::moves_to_mate(value) {
        Some(moves) if moves > 0 => format!("{name} wins in {moves}"),
        Some(moves) if left > 2 => format!("{name} loses in {} if all others join", -moves),
        Some(moves) => format!("{name} loses in {}", -moves),
        None => format!("{name} {:.0}%", 100.0 * score::centipawns_to_share(value)),
    }
}

fn score_of_two(players: Players, value: i32, seat: Seat) -> String {
    let Players { names, has_checkmate, .. } = players;
    let verb = if has_checkmate { "mates" } else { "wins" };
    let (ahead, behind) = (names[seat.index()], names[seat.opponent().index()]);
    match score::moves_to_mate(value) {
        Some(moves) if moves > 0 => format!("{ahead} {verb} in {moves}"),
        Some(moves) => format!("{behind} {verb} in {}", -moves),
        None => format!("{} {}", names[0], pawns(if seat == Seat::WHITE { value } else { -value })),
    }
}

/// Move of the engine in words, with its number and the result of its search: `1... e7e5  (depth 9, White +0.31)`. In a
/// game of more than two the player is named: `1... Red 3K-3G  (depth 5, Red 26%)`.
pub fn move_text(players: Players, number: u32, seat: Seat, text: &str, verdict: &Verdict) -> String {
    let dots = if seat == Seat::WHITE { "." } else { "..." };
    let names = players.names;
    let player = if names.len() == 2 { String::new() } else { format!("{} ", names[seat.index()]) };
    let score = score_text(players, verdict.score, seat);
    format!("{number}{dots} {player}{text}  (depth {}, {score})", verdict.depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Players = Players { names: &["White", "Black"], left: 2, has_checkmate: true };

    #[test]
    fn scores_among_more_than_two_are_the_seats_shares() {
        let names = &["White", "Red", "Black", "Green"];
        let told = |value, left| score_text(Players { names, left, has_checkmate: false }, value, Seat::new(3));
        assert_eq!(
            [told(-242, 4), told(0, 4), told(900, 4), told(-score::mated_in(1), 4), told(score::mated_in(2), 3)],
            ["Green 25%", "Green 50%", "Green 98%", "Green wins in 1", "Green loses in 1 if all others join"]
        );
        assert_eq!(told(score::mated_in(2), 2), "Green loses in 1");
    }

    #[test]
    fn moves_are_told_with_their_player_among_more_than_two() {
        let verdict = Verdict { best: None, ponder: None, score: 31, depth: 5, nodes: 0 };
        let told = |names: &[&str]| {
            let players = Players { names, left: names.len(), has_checkmate: true };
            move_text(players, 3, Seat::new(1), "1K-2F", &verdict)
        };
        assert_eq!(told(&["White", "Black"]), "3... 1K-2F  (depth 5, White -0.31)");
        assert_eq!(told(&["White", "Red", "Black"]), "3... Red 1K-2F  (depth 5, Red 54%)");
    }

    #[test]
    fn scores_are_in_pawns_and_say_whose() {
        let (white, black) = (Seat::WHITE, Seat::BLACK);
        let told =
            [(0, white), (0, black), (31, white), (31, black), (-1234, black)].map(|(v, s)| score_text(TWO, v, s));
        assert_eq!(told, ["White +0.00", "White +0.00", "White +0.31", "White -0.31", "White +12.34"]);
        let mates = [(score::MATE - 1, white), (score::MATE - 5, black), (4 - score::MATE, white)];
        let told = mates.map(|(value, seat)| score_text(TWO, value, seat));
        assert_eq!(told, ["White mates in 1", "Black mates in 3", "Black mates in 2"]);
        let without_mates = Players { has_checkmate: false, ..TWO };
        let told = mates.map(|(value, seat)| score_text(without_mates, value, seat));
        assert_eq!(told, ["White wins in 1", "Black wins in 3", "Black wins in 2"]);
    }
}
