//! Quex and Keyles, rule by rule and ruling by ruling.

use engine::game::{Game, Seat};
use engine::outcome::{Outcome, Reason};
use engine::text::Notation;
use engine::variants::quex::KING_ARRIVED;
use engine::variants::{Keyles, Quex};
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};

fn to<G: Notation>(text: &str, square: &str) -> Vec<String> {
    moves_from::<G>(text, square).into_iter().map(|mv| mv[square.len()..].to_string()).collect()
}

#[test]
fn start_position_counts() {
    let quex: Vec<u64> = (1..=3).map(|depth| leaves(&Quex::start(), depth)).collect();
    assert_eq!(quex, [44, 1936, 90_622]);
    let keyles: Vec<u64> = (1..=3).map(|depth| leaves(&Keyles::start(), depth)).collect();
    assert_eq!(keyles, [44, 1936, 90_626]);
}

/// A lone white man on e5 between far kings, who have their rank or file to themselves.
fn lone(man: char) -> String {
    format!("k9/10/10/10/10/4{man}5/10/10/10/9K[] w - - 0 1")
}

#[test]
fn champions_move_as_listed() {
    assert_eq!(to::<Quex>(&lone('N'), "e5"), ["c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"]);
    assert_eq!(to::<Quex>(&lone('P'), "e5"), ["c5", "d4", "d6", "e3", "e7", "f4", "f6", "g5"]);
    assert_eq!(to::<Quex>(&lone('R'), "e5").len(), 18);
    assert_eq!(to::<Quex>(&lone('L'), "e5").len(), 17);
    assert_eq!(to::<Quex>(&lone('Q'), "e5").len(), 35);
}

#[test]
fn pions_move_as_listed() {
    assert_eq!(to::<Quex>(&lone('G'), "e5"), ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"]);
    assert_eq!(to::<Quex>(&lone('C'), "e5"), ["d5", "e4", "e6", "f5"]);
    assert_eq!(to::<Quex>(&lone('W'), "e5"), ["d4", "d6", "f4", "f6"]);
    assert_eq!(to::<Quex>(&lone('T'), "e5"), ["d6", "e6", "f6"]);
    assert_eq!(to::<Quex>(&lone('F'), "e5"), ["e6"]);
}

#[test]
fn a_fote_captures_diagonally_and_is_stopped_straight_ahead() {
    let text = "k9/10/10/10/3ppp4/4F5/10/10/10/9K[] w - - 0 1";
    assert_eq!(to::<Quex>(text, "e5"), ["d6", "f6"]);
    let trez = text.replace('F', "T");
    assert_eq!(to::<Quex>(&trez, "e5"), ["d6", "e6", "f6"]);
}

#[test]
fn ruling_a_prince_does_not_jump() {
    // Both ways to f6 lead over e6 or f5.
    let both = "k9/10/10/10/4c5/4Pc4/10/10/10/9K[] w - - 0 1";
    assert!(!to::<Quex>(both, "e5").contains(&"f6".to_string()));
    let one = both.replace("4Pc4", "4P5");
    assert!(to::<Quex>(&one, "e5").contains(&"f6".to_string()));
    // Both ways to e7 lead over d6 or f6.
    let both = "k9/10/10/10/3c1c4/4P5/10/10/10/9K[] w - - 0 1";
    assert!(!to::<Quex>(both, "e5").contains(&"e7".to_string()));
    assert!(to::<Quex>(&both.replace("3c1c4", "3c6"), "e5").contains(&"e7".to_string()));
}

#[test]
fn a_check_by_a_prince_is_answered_on_its_only_open_way() {
    // The prince e3 looks at e1 over d2, for f2 is held by a crux. The rook can come to d2.
    let text = "9k/10/10/10/10/10/10/4p5/R4C4/4K5[] w - - 0 1";
    assert!(to::<Quex>(text, "a2").contains(&"d2".to_string()));
    // With both ways open nothing can stand in between.
    assert!(!to::<Quex>(&text.replace("R4C4", "R9"), "a2").contains(&"d2".to_string()));
    // And the crux itself, going from one way to the other, would not help: it stays, unless it takes the prince.
    let wyse = "k9/10/10/10/10/10/10/4p5/5W4/4K5[] w - - 0 1";
    assert_eq!(to::<Quex>(wyse, "f2"), ["e3"]);
}

#[test]
fn one_piece_answers_two_checks_over_one_square() {
    // The princes d2 and f2 both look at e1 over e2, for d1 and f1 are held by wyses.
    let princes = "3r1r3k/10/10/10/10/10/2l7/6N3/3p1p4/3WKW4[] w - - 0 1";
    assert_eq!(moves::<Quex>(princes), ["g3e2"]);
    assert_eq!(result::<Quex>(princes), None);
    // A rook on the e-file in place of one of them: its line and the way of the other cross on e2.
    let rook = "4rr3k/10/10/10/10/10/2l7/6N3/5p4/3WKW4[] w - - 0 1";
    assert_eq!(to::<Quex>(rook, "g3"), ["e2"]);
    // A knight's check is answered by taking the knight alone.
    let knight = "3r1r3k/10/10/10/10/10/2l3n3/6N3/3p2n3/3WKW4[] w - - 0 1";
    assert!(!to::<Quex>(knight, "g3").contains(&"e2".to_string()));
}

#[test]
fn a_piece_that_leaves_the_path_of_a_prince_discovers_a_check() {
    // Both ways are held by own men: neither may leave, but to take the prince.
    let text = "k9/10/10/10/10/10/10/4p5/3R1W4/4K5[] w - - 0 1";
    assert!(to::<Quex>(text, "d2").is_empty());
    assert_eq!(to::<Quex>(text, "f2"), ["e3"]);
}

#[test]
fn a_piece_pinned_twice_heeds_both_pins() {
    // The rook on e3 stands between a rook and the king, and on a prince's only way: it may neither leave the file nor
    // e3.
    let text = "k9/10/4r5/10/10/10/10/3pR5/3fK5/10[] w - - 0 1";
    assert!(to::<Quex>(text, "e3").is_empty());
    let without_rook = text.replace("4r5", "10");
    assert_eq!(to::<Quex>(&without_rook, "e3"), ["d3"]);
    let without_prince = text.replace("3pR5", "4R5");
    assert_eq!(to::<Quex>(&without_prince, "e3"), ["e4", "e5", "e6", "e7", "e8"]);
}

#[test]
fn promotion_is_an_exchange_for_a_captured_man_or_none() {
    let text = "10/4F5/k9/10/10/10/10/10/10/9K[QRNFq] w - - 0 1";
    assert_eq!(to::<Quex>(text, "e9"), ["e10", "e10f", "e10n", "e10q", "e10r"]);
    // The man leaves the pool, the pion the game.
    assert_eq!(after::<Quex>(text, "e9e10q"), "4Q5/10/k9/10/10/10/10/10/10/9K[RNFq] b - - 0 1");
    assert_eq!(after::<Quex>(text, "e9e10"), "4F5/10/k9/10/10/10/10/10/10/9K[QRNFq] b - - 0 1");
}

#[test]
fn ruling_a_pion_is_exchanged_for_a_captured_pion_of_any_type() {
    let text = "10/4F5/k9/10/10/10/10/10/10/9K[GCWTF] w - - 0 1";
    assert_eq!(to::<Quex>(text, "e9"), ["e10", "e10c", "e10f", "e10g", "e10t", "e10w"]);
    assert_eq!(after::<Quex>(text, "e9e10g"), "4G5/10/k9/10/10/10/10/10/10/9K[CWTF] b - - 0 1");
}

#[test]
fn promotion_by_capture() {
    let text = "3r6/4F5/k9/10/10/10/10/10/10/9K[Q] w - - 0 1";
    assert_eq!(to::<Quex>(text, "e9"), ["d10", "d10q", "e10", "e10q"]);
    assert_eq!(after::<Quex>(text, "e9d10q"), "3Q6/10/k9/10/10/10/10/10/10/9K[r] b - - 0 1");
    // A Fote that is stopped is not exchanged on the square before it either.
    assert_eq!(to::<Quex>(&text.replace("3r6", "3rr5"), "e9"), ["d10", "d10q"]);
}

#[test]
fn ruling_nobody_is_exchanged_for_the_king() {
    // A captured king is put back before a pion moves, so that no list of moves tells: the pool does.
    let due: Keyles = position("10/4G5/k9/10/10/R9/10/10/10/10[KQ] w - - 0 1");
    let pool = due.pool();
    assert_eq!((pool.has_king(Seat::WHITE), pool.choice_count(Seat::WHITE)), (true, 1));
    assert!(pool.choices(Seat::WHITE).eq([engine::variants::quex::Kind::Queen]));
    assert_eq!(refusal::<Keyles>("10/4G5/k9/10/10/10/10/10/10/K9[Q] w - - 0 1", "e9e10k"), "no 'K' is in the pool");
}

#[test]
fn ruling_a_pion_on_the_end_zone_does_not_promote_along_it_but_on_its_return() {
    let text = "4G5/10/k9/10/10/10/10/10/10/9K[Q] w - - 0 1";
    assert_eq!(to::<Quex>(text, "e10"), ["d10", "d9", "e9", "f10", "f9"]);
    let returned = after::<Quex>(text, "e10e9 a8a7");
    assert!(to::<Quex>(&returned, "e9").contains(&"e10q".to_string()));
}

#[test]
fn champions_do_not_promote() {
    let text = "10/4R5/k9/10/10/10/10/10/10/9K[Q] w - - 0 1";
    assert!(!to::<Quex>(text, "e9").contains(&"e10q".to_string()));
    assert_eq!(refusal::<Quex>(text, "e9e10q"), "only a pion is exchanged");
}

#[test]
fn ruling_a_promoted_piece_that_is_captured_is_what_it_now_is() {
    let text = "10/4F5/k9/10/10/10/10/10/9K/4r5[Q] w - - 0 1";
    assert_eq!(after::<Quex>(text, "e9e10q e1e10"), "4r5/10/k9/10/10/10/10/10/9K/10[Q] w - - 0 2");
}

#[test]
fn quex_checkmate_and_stalemate() {
    let mate = "k8R/9R/10/10/10/10/10/10/10/9K[] b - - 0 1";
    assert_eq!(result::<Quex>(mate), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    let stalemate = "k9/2Q7/10/10/10/10/10/10/10/9K[] b - - 0 1";
    assert_eq!(result::<Quex>(stalemate), Some(Outcome::Draw(Reason::STALEMATE)));
}

#[test]
fn quex_bare_kings_play_on() {
    assert_eq!(result::<Quex>("k9/10/10/10/10/10/10/10/10/9K[] w - - 0 1"), None);
}

#[test]
fn positions_repeat_though_each_move_resets_the_rule_clock() {
    // Grand pions walk to and fro; nothing is ever final about a pion's move.
    let text = "k9/10/4g5/10/10/10/10/4G5/10/9K[] w - - 0 1";
    let tour = "e3e4 e8e7 e4e3 e7e8 ";
    let twice = played::<Quex>(text, tour);
    assert_eq!((twice.occurrences(), twice.position().halfmove_clock(), twice.outcome()), (2, 0, None));
    let thrice = played::<Quex>(text, &tour.repeat(2));
    assert_eq!(thrice.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
    // A capture on the way makes another position of it.
    let captured = text.replace("4g5/10/10/10/10/4G5", "4g5/10/10/10/3f6/4G5");
    let record = played::<Quex>(&captured, &format!("e3d4 e8e7 d4e3 e7e8 {tour}"));
    assert_eq!((record.occurrences(), record.outcome()), (2, None));
}

#[test]
fn a_hundred_plies_without_a_capture_or_a_pion_move_are_a_draw() {
    fn check<G: Notation>() {
        let late = "k9/10/4c5/10/10/4R5/10/1G8/10/9K[] w - - 99 80";
        let outcome = |text: &str, mv: &str| played::<G>(text, mv).outcome();
        assert_eq!(outcome(late, "e5d5"), Some(Outcome::Draw(Reason::NO_PROGRESS)));
        assert_eq!([outcome(late, ""), outcome(&late.replace("99", "98"), "e5d5")], [None; 2]);
        for (mv, progress) in [("e5e8", "a capture"), ("b3b4", "a pion move")] {
            assert_eq!(outcome(late, mv), None, "{progress}");
            assert!(after::<G>(late, mv).ends_with(" b - - 0 80"), "{progress}");
        }
    }
    check::<Quex>();
    check::<Keyles>();
    let due = "10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 5 80";
    assert!(after::<Keyles>(due, "K@b4").ends_with(" w - - 0 80"), "a re-placement");
}

#[test]
fn keyles_knows_no_check() {
    let text = "10/k9/10/10/10/10/10/10/10/r8K[] w - - 0 1";
    assert_eq!(to::<Keyles>(text, "j1"), ["i1", "i2", "j2"]);
}

#[test]
fn keyles_1_the_king_on_the_far_end_zone_wins_at_once() {
    let text = "10/4K5/10/10/10/10/k9/10/10/10[] w - - 0 1";
    let arrived = played::<Keyles>(text, "e9e10");
    assert_eq!(arrived.outcome(), Some(Outcome::Win(Seat::WHITE, KING_ARRIVED)));
    assert!(moves::<Keyles>(&arrived.position().to_string()).is_empty());
    let dark = played::<Keyles>("10/4K5/10/10/10/10/10/10/k9/10[] b - - 0 1", "a2b1");
    assert_eq!(dark.outcome(), Some(Outcome::Win(Seat::BLACK, KING_ARRIVED)));
}

#[test]
fn keyles_2_a_captured_king_comes_back_in_the_place_of_any_champion() {
    let text = "10/k9/10/10/r3K5/10/QRLNP5/FTGWC5/10/10[] b - - 7 3";
    let captured = after::<Keyles>(text, "a6e6");
    assert_eq!(captured, "10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 0 4");
    // Never in the place of a pion, and nothing else may be done first.
    assert_eq!(moves::<Keyles>(&captured), ["K@a4", "K@b4", "K@c4", "K@d4", "K@e4"]);
    assert_eq!(refusal::<Keyles>(&captured, "K@a3"), "no champion of White's on a3");
    assert_eq!(refusal::<Keyles>(&captured, "b4b5"), "the king must be put back first, by K@ and a field");
    // The champion is captured; the clock stands at 0, the number of the move where it was, and the same side moves on.
    let back = after::<Keyles>(&captured, "K@b4");
    assert_eq!(back, "10/k9/10/10/4r5/10/QKLNP5/FTGWC5/10/10[R] w - - 0 4");
    assert_eq!(after::<Keyles>(&back, "b4b5"), "10/k9/10/10/4r5/1K8/Q1LNP5/FTGWC5/10/10[R] b - - 1 4");
}

#[test]
fn keyles_2_a_king_may_be_captured_twice_in_a_row() {
    let text = "10/k9/10/10/r3K5/10/Q2N6/10/10/10[] b - - 0 3";
    let twice = after::<Keyles>(text, "a6e6 K@d4 a4a1 e6d6 d4d5 d6d5");
    assert_eq!(twice, "10/k9/10/10/10/3r6/10/10/10/Q9[KN] w - - 0 6");
    assert_eq!(moves::<Keyles>(&twice), ["K@a1"]);
}

#[test]
fn keyles_2_a_replacement_is_taken_back() {
    let mut record = played::<Keyles>("10/k9/10/10/r3K5/10/Q2N6/10/10/10[] b - - 0 3", "a6e6 K@d4");
    record.undo();
    assert_eq!(record.position().to_string(), "10/k9/10/10/4r5/10/Q2N6/10/10/10[K] w - - 0 4");
    record.undo();
    assert_eq!(record.position().to_string(), "10/k9/10/10/r3K5/10/Q2N6/10/10/10[] b - - 0 3");
}

#[test]
fn keyles_2_the_key_is_equal_by_either_path() {
    // The king comes back for one rook or the other, and the rest is a matter of walking.
    let text = "10/k9/10/10/r3K5/10/R8R/10/10/10[] b - - 0 3";
    let one = played::<Keyles>(text, "a6e6 K@a4 a4a5 e6f6 j4i4 f6e6 i4j4");
    let other = played::<Keyles>(text, "a6e6 K@a4 j4i4 e6f6 a4a5 f6e6 i4j4");
    assert_eq!(one.position().key(), other.position().key());
    // What is due is part of the key: the same men with another side to move, or another pool, are other positions.
    let due: Keyles = position("10/k9/10/10/4r5/10/R8R/10/10/10[K] w - - 0 4");
    let back: Keyles = position("10/k9/10/10/4r5/10/K8R/10/10/10[R] w - - 0 4");
    let black: Keyles = position("10/k9/10/10/4r5/10/K8R/10/10/10[R] b - - 0 4");
    assert!(due.key() != back.key() && back.key() != black.key());
}

#[test]
fn keyles_2_repetition_is_counted_across_a_replacement() {
    let text = "10/k9/10/10/r3K5/10/R8R/10/10/10[] b - - 0 3";
    // After the re-placement and a tour the position of White's second ply occurs again, twice.
    let tour = "a4a5 e6f6 a5a4 f6e6 ";
    let record = played::<Keyles>(text, &format!("a6e6 K@a4 {tour}"));
    assert_eq!(record.occurrences(), 2);
    let record = played::<Keyles>(text, &format!("a6e6 K@a4 {tour}{tour}"));
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
}

#[test]
fn keyles_3_ruling_a_king_put_back_on_the_end_zone_wins_at_once() {
    let text = "4N5/k9/10/10/r3K5/10/10/10/10/10[] b - - 0 3";
    let record = played::<Keyles>(text, "a6e6 K@e10");
    assert_eq!(record.outcome(), Some(Outcome::Win(Seat::WHITE, KING_ARRIVED)));
    assert!(moves::<Keyles>(&record.position().to_string()).is_empty());
}

#[test]
fn keyles_4_ruling_without_a_champion_the_capture_wins() {
    let text = "4G5/k9/10/10/r3K5/10/10/10/10/10[] b - - 0 3";
    let record = played::<Keyles>(text, "a6e6");
    assert_eq!(record.outcome(), Some(Outcome::Win(Seat::BLACK, Reason::KING_CAPTURED)));
    assert!(moves::<Keyles>(&record.position().to_string()).is_empty());
}

#[test]
fn keyles_5_ruling_no_legal_move_is_a_draw() {
    // The king is walled in by its own fotes, and those stand one behind the other.
    let text = "FF8/KF8/FF8/10/10/10/10/9k/10/10[] w - - 0 1";
    assert_eq!(moves::<Keyles>(text), Vec::<String>::new());
    assert_eq!(result::<Keyles>(text), Some(Outcome::Draw(Reason::STALEMATE)));
}

#[test]
fn keyles_5_ruling_no_legal_move_after_a_replacement_is_a_draw() {
    // The king can come back in the place of the knight only, where its own fotes wall it in.
    let due = "FF8/NF8/FF8/10/10/10/10/9k/10/10[K] w - - 0 1";
    assert_eq!((result::<Keyles>(due), moves::<Keyles>(due)), (None, vec!["K@a9".to_string()]));
    let record = played::<Keyles>(due, "K@a9");
    assert_eq!(record.position().to_string(), "FF8/KF8/FF8/10/10/10/10/9k/10/10[N] w - - 0 1");
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::STALEMATE)), "White is still to move");
}

#[test]
fn the_inventors_squares_are_read() {
    let start = Keyles::start();
    let ours = start.read_move("e3e4").expect("a move");
    assert_eq!(start.read_move("2434"), Ok(ours));
    assert_eq!(start.write_move(ours), "e3e4");
    let due: Keyles = position("10/k9/10/10/4r5/10/Q2N6/10/10/10[K] w - - 0 4");
    assert_eq!(due.read_move("K@33"), due.read_move("K@d4"));
    let pion: Quex = position("10/4F5/k9/10/10/10/10/10/10/9K[Q] w - - 0 1");
    assert_eq!(pion.read_move("8494q"), pion.read_move("e9e10q"));
}
