//! Chess960: castling by its rulings, and the texts of its positions and moves.

use engine::game::{Game, Tactics};
use engine::text::{Notation, Style};
use engine::variants::{Chess, KnightRelay, Madrasi};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use tests::positions::{after, moves_from, position, refusal};
use tests::properties::{check_position, legal, random_game, seeded};

/// The castlings of the side to move, by the texts of its king's captures of own rooks.
fn castlings(text: &str) -> Vec<String> {
    let position: Chess = position(text);
    let castles = |mv: &engine::moves::Move| position.write_move_in(*mv, Style::CastlingByLetters).starts_with('O');
    let mut list: Vec<String> =
        legal(&position).iter().filter(|mv| castles(mv)).map(|&mv| position.write_move(mv)).collect();
    list.sort();
    list
}

#[test]
fn king_and_rook_arrive_where_they_do_in_orthodox_chess() {
    let text = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    assert_eq!(castlings(text), ["f1b1", "f1h1"]);
    assert_eq!(after::<Chess>(text, "f1h1"), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    assert_eq!(after::<Chess>(text, "f1b1"), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    let black = "r2k2r1/8/8/8/8/8/8/4K3 b kq - 0 1";
    assert_eq!(after::<Chess>(black, "d8g8"), "r4rk1/8/8/8/8/8/8/4K3 w - - 1 2");
    assert_eq!(after::<Chess>(black, "d8a8"), "2kr2r1/8/8/8/8/8/8/4K3 w - - 1 2");
}

#[test]
fn king_or_rook_may_stay_and_they_may_change_places() {
    assert_eq!(after::<Chess>("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(after::<Chess>("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(after::<Chess>("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(after::<Chess>("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1"), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn nothing_else_may_stand_where_king_or_rook_go() {
    // The king goes over e1 to g1, the rook from h1 to f1; long, the rook goes over c1 to d1.
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", &["d1b1", "d1h1"][..]),
        ("4k3/8/8/8/8/8/8/1R1KN2R w HB - 0 1", &["d1b1"]),
        ("4k3/8/8/8/8/8/8/1R1K1N1R w HB - 0 1", &["d1b1"]),
        ("4k3/8/8/8/8/8/8/1R1K2NR w HB - 0 1", &["d1b1"]),
        ("4k3/8/8/8/8/8/8/1RNK3R w HB - 0 1", &["d1h1"]),
        ("4k3/8/8/8/8/8/8/NR1K3R w HB - 0 1", &["d1b1", "d1h1"]),
        // The king of b1 passes over the square of the bishop, and so does the rook of a1.
        ("4k3/8/8/8/8/8/8/RKB4R w HA - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/RK1B3R w HA - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/RK2B2R w HA - 0 1", &["b1a1"]),
    ] {
        assert_eq!(castlings(text), expected, "{text}");
    }
}

#[test]
fn the_king_s_way_may_not_be_attacked_but_the_rook_s_may() {
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"), ["f1b1", "f1h1"]);
    assert_eq!(castlings("4k3/8/8/8/1r6/8/8/1R3K1R w HB - 0 1"), ["f1b1", "f1h1"], "the rook is attacked");
    assert_eq!(castlings("4k3/8/8/8/3r4/8/8/1R3K1R w HB - 0 1"), ["f1h1"], "on the way");
    assert_eq!(castlings("4k3/8/8/8/2r5/8/8/1R3K1R w HB - 0 1"), ["f1h1"], "at the end");
    assert_eq!(castlings("4k3/8/8/8/6r1/8/8/1R3K1R w HB - 0 1"), ["f1b1"], "at the end");
    assert_eq!(castlings("4k3/8/8/8/5r2/8/8/1R3K1R w HB - 0 1"), [""; 0], "out of check");
    assert_eq!(castlings("4k3/8/8/8/6r1/8/8/6KR w H - 0 1"), [""; 0], "out of check, though the king would stay");
}

#[test]
fn a_rook_that_covers_its_king_does_not_castle() {
    assert_eq!(castlings("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1"), [""; 0]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/nR1K4 w B - 0 1"), ["d1b1"]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/5KRr w G - 0 1"), [""; 0]);
    assert_eq!(refusal::<Chess>("4k3/8/8/8/8/8/8/5KRr w G - 0 1", "f1g1"), "castling is not possible");
}

#[test]
fn rights_are_lost_with_moves_and_captures_of_their_own_rooks() {
    let text = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1";
    assert_eq!(position::<Chess>(text).to_string(), "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1");
    assert!(after::<Chess>(text, "a1a2").contains(" b GQkq "), "without another rook it is the outermost");
    assert!(after::<Chess>(text, "b1b2").contains(" b Gkq "));
    assert!(after::<Chess>(text, "g1g8").contains(" b Bq "));
    assert!(after::<Chess>(text, "e1e2").contains(" b kq "));
    // The key knows which rooks may castle.
    let keys: Vec<u64> = ["G", "H", "-"]
        .map(|rights| position::<Chess>(&format!("4k3/8/8/8/8/8/8/4K1RR w {rights} - 0 1")).key())
        .to_vec();
    assert!(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2]);
}

#[test]
fn castling_fields_of_x_fen_and_shredder_fen() {
    for (board, given, written) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "HAha", "KQkq"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "Ka", "Kq"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", "HFhf", "KQkq"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", "KQkq", "KQkq"),
        // K is the outermost rook, which need not stand in the corner; an inner one has the letter of its file.
        ("4k3/8/8/8/8/8/8/4KR2", "K", "K"),
        ("4k3/8/8/8/8/8/8/4KR1R", "K", "K"),
        ("4k3/8/8/8/8/8/8/4KR1R", "F", "F"),
        ("r1r1k3/8/8/8/8/8/8/4K3", "c", "c"),
        ("r1r1k3/8/8/8/8/8/8/4K3", "a", "q"),
    ] {
        let position: Chess = position(&format!("{board} w {given} - 0 1"));
        assert_eq!(position.to_string(), format!("{board} w {written} - 0 1"), "{given}");
        assert_eq!(position.to_string().parse(), Ok(position), "{given}");
    }
    let refused = |text: &str| text.parse::<Chess>().unwrap_err().to_string();
    for (text, why) in [
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "'K' needs White's king on b1 to g1 and a rook to its right"),
        ("4k3/8/8/8/8/8/8/K6R w H - 0 1", "'H' needs White's king on b1 to g1 and a rook on h1"),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", "'E' needs White's king on b1 to g1 and a rook on e1"),
        ("4k3/8/8/8/8/8/8/4KR1R w KF - 0 1", "'F' gives a right that is given already"),
        ("4k3/8/8/8/8/8/8/4K2R w i - 0 1", "'i' is none of K, Q, k, q and no file of a rook"),
    ] {
        assert!(refused(text).ends_with(why), "{text}: {}", refused(text));
    }
    let file = "4k3/8/8/8/8/8/8/4K2R w H - 0 1".parse::<Madrasi>().unwrap_err().to_string();
    assert!(file.ends_with("'H' is none of K, Q, k, q"), "a game without Chess960: {file}");
}

#[test]
fn castling_is_written_and_read_in_every_notation() {
    let orthodox: Chess = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let short = orthodox.read_move("e1g1").expect("castling");
    let styles = [Style::Plain, Style::KingTakesRook, Style::CastlingByLetters];
    assert_eq!(styles.map(|style| orthodox.write_move_in(short, style)), ["e1g1", "e1h1", "O-O"]);
    for text in ["e1h1", "O-O", "0-0"] {
        assert_eq!(orthodox.read_move(text), Ok(short), "{text}");
    }
    // The king's step from f1 to g1 is another move than castling.
    let shuffled: Chess = position("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1");
    let short = shuffled.read_move("O-O").expect("castling");
    assert_eq!(styles.map(|style| shuffled.write_move_in(short, style)), ["f1h1", "f1h1", "O-O"]);
    for step in ["f1g1", "Kg1"] {
        assert_eq!(after::<Chess>(&shuffled.to_string(), step), "4k3/8/8/8/8/8/8/1R4KR b - - 1 1");
    }
    assert_eq!(after::<Chess>(&shuffled.to_string(), "f1c1"), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    assert_eq!(
        moves_from::<Chess>(&shuffled.to_string(), "f1"),
        ["f1b1", "f1e1", "f1e2", "f1f2", "f1g1", "f1g2", "f1h1"]
    );
}

/// Start position with the pieces of a rank in some order, both sides alike. The king may castle with the nearest rook
/// on either side of it.
fn start(order: &[char]) -> String {
    let rank: String = order.iter().collect();
    let king = rank.find('K').expect("a king");
    let file = |at: usize| (b'A' + at as u8) as char;
    let mut rights = String::new();
    if (1..=6).contains(&king) {
        rights.extend(rank[..king].rfind('R').map(file));
        rights.extend(rank[king..].find('R').map(|at| file(king + at)));
    }
    let black = rank.to_lowercase();
    let rights = if rights.is_empty() { "-".to_string() } else { rights.clone() + &rights.to_lowercase() };
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rights} - 0 1")
}

/// Plays random moves and checks every position on the way.
fn check_game<G: Tactics + Notation>(start: &str, seed: u64) {
    let mut random = seeded(seed);
    let mut game: G = position(start);
    for _ in 0..60 {
        check_position(&game, &mut random);
        let Some(&mv) = legal(&game).choose(&mut random) else { return };
        game.make(mv, &mut ());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_of_shuffled_games_have_all_properties(
        order in Just("RNBQKBNR".chars().collect::<Vec<char>>()).prop_shuffle(),
        seed in any::<u64>(),
    ) {
        check_game::<Chess>(&start(&order), seed);
        check_game::<KnightRelay>(&start(&order), seed);
    }

    #[test]
    fn any_castling_field_is_rights_or_an_error(field in "[A-Ia-hKQkq-]{1,5}", seed in any::<u64>()) {
        let mut board = String::new();
        random_game::<Chess>(&mut seeded(seed), 40, |record| board = record.position().to_string());
        let fields: Vec<&str> = board.split(' ').collect();
        let text = format!("{} {} {field} - 0 1", fields[0], fields[1]);
        if let Ok(position) = text.parse::<Chess>() {
            check_position(&position, &mut seeded(seed));
        }
    }
}
