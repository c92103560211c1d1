//! Chex, rule by rule and ruling by ruling.

use engine::game::{Chance, CompositeMoves, Game, MakeUnmake, MoveFacts, SearchHints, Seat, ToAct};
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail};
use proptest::prelude::*;
use tests::positions::{after, leaves, moves, moves_from, played, position, refusal, result};
use tests::properties::{composite_moves, seeded};

use rand::RngExt;
use rand::seq::IndexedRandom;

const START: &str = Chex::START;

/// Black tiles that attack every cell around and between them.
const NOWHERE: &str = "knr/b1r/bpn/2q";

/// Nothing is left to draw.
const ROW: &str = "KPpPpPpk[] w - - 0 1";

fn draws(text: &str) -> Vec<String> {
    moves::<Chex>(text).into_iter().filter(|mv| mv.contains('@')).collect()
}

#[test]
fn correction_keys_tell_the_tile_in_hand() {
    let facets = |text: &str| position::<Chex>(text).correction_keys();
    let [empty, pawn, knight] = ["w", "wP", "wN"].map(|side| facets(&format!("Rp[KNPk] {side} - - 0 1")));
    for (facets, others) in [(pawn, empty), (knight, empty), (pawn, knight)] {
        assert!(facets.iter().zip(others).all(|(&facet, other)| facet != other));
    }
    assert_eq!(empty, facets("Rp[KNPk] w - - 9 7"));
}

#[test]
fn no_null_move_with_few_tiles() {
    let null_move_allowed = |text: &str| position::<Chex>(text).null_move_allowed();
    assert!(null_move_allowed("KN/1p/1k[] w - - 0 1"));
    assert!(!null_move_allowed(ROW), "only the king is not tied");
    assert!(null_move_allowed(&ROW.replace("[]", "[N]")), "there is a knight to draw");
}

#[test]
fn start_position_counts() {
    let chex: Vec<u64> = (1..=3).map(|depth| leaves(&Chex::start(), depth)).collect();
    assert_eq!(chex, [6, 262, 15_942]);
    let by_mail: Vec<u64> = (1..=3).map(|depth| leaves(&ChexByMail::start(), depth)).collect();
    assert_eq!(by_mail, [6, 272, 17_804]);
}

#[test]
fn rule_1_the_first_tile_lies_anywhere() {
    assert_eq!(moves::<Chex>(START), ["B@a1", "K@a1", "N@a1", "P@a1", "Q@a1", "R@a1"]);
    assert_eq!(after::<Chex>(START, "N@a1"), "N[KQRRBBNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1");
    assert_eq!(refusal::<Chex>(START, "N@b2"), "the first tile is placed on a1");
}

#[test]
fn rule_1_every_other_tile_touches_one_in_play() {
    let one = after::<Chex>(START, "N@a1");
    let sites: Vec<String> = moves_from::<Chex>(&one, "R@");
    assert_eq!(sites, ["R@a1", "R@a2", "R@a3", "R@b1", "R@b3", "R@c1", "R@c2", "R@c3"]);
    assert_eq!(refusal::<Chex>(&one, "R@b2"), "there is a tile on b2");
    // An enemy's corner is enough, and the rectangle grows.
    assert_eq!(after::<Chex>(&one, "R@c1"), "N1/1r[KQRRBBNPPPPPPPPkqrbbnnpppppppp] w - - 0 2");
    assert_eq!(refusal::<Chex>(&after::<Chex>(&one, "R@c1"), "P@a1"), "a1 touches no tile");
}

#[test]
fn rule_2_a_drawn_tile_must_be_placed() {
    let holding = "Nn[KRk] wQ - - 0 1";
    assert_eq!(refusal::<Chex>(holding, "b2a4"), "the queen in the hand must be placed");
    assert_eq!(refusal::<Chex>(holding, "R@a3"), "you drew a queen");
    assert!(moves::<Chex>(holding).iter().all(|mv| mv.starts_with("Q@")));
}

#[test]
fn rule_2_tiles_in_play_move_instead() {
    let moves = moves_from::<Chex>("R1/1p[Kk] w - - 0 1", "b3");
    assert_eq!(moves, ["b3b1", "b3b2", "b3c3", "b3d3"]);
}

#[test]
fn rule_3_the_published_example() {
    // The bishop has no move, the knight exactly four, the pawns none.
    let text = "NB1/p1p[KQRRBNPPPPPPPPkqrrbbnnpppppp] w - - 0 3";
    let own: Vec<String> = moves::<Chex>(text).into_iter().filter(|mv| !mv.contains('@')).collect();
    assert_eq!(own, ["b3a1", "b3c1", "b3d2", "b3d4"]);
    let black: Vec<String> =
        moves::<Chex>(&text.replace(" w ", " b ")).into_iter().filter(|mv| !mv.contains('@')).collect();
    assert_eq!(black, [""; 0]);
}

#[test]
fn rule_3_all_tiles_stay_connected() {
    // The rook holds the pawns together: it may go where it joins them again.
    let text = "PRp[Kk] w - - 0 1";
    assert_eq!(moves_from::<Chex>(text, "c2"), ["c2c1", "c2c3"]);
    assert_eq!(refusal::<Chex>(text, "c2c4"), "the tiles would not be connected");
}

#[test]
fn ruling_a_tile_that_is_alone_does_not_move() {
    // The king can be drawn and placed on eight cells.
    let text = "N[Kkp] w - - 0 1";
    assert_eq!(moves::<Chex>(text), ["K@a1", "K@a2", "K@a3", "K@b1", "K@b3", "K@c1", "K@c2", "K@c3"]);
    assert_eq!(refusal::<Chex>(text, "b2a4"), "a tile that is alone does not move");
}

#[test]
fn rule_3_lines_run_over_empty_ground_however_wide() {
    let text = "R7p/N7p/NPPPPPPPp[Kk] w - - 0 1";
    assert_eq!(
        moves_from::<Chex>(text, "b4"),
        ["b4a4", "b4c4", "b4i4", "b4j4"],
        "there is nothing to touch on the way"
    );
}

#[test]
fn rule_3_a_captured_tile_leaves_the_game() {
    assert_eq!(after::<Chex>("Rq/1p[Kk] w - - 0 1", "b3c3"), "R/p[Kk] b - - 0 1");
}

#[test]
fn rule_3_a_tile_that_ties_others_cannot_capture() {
    let text = "1Rp/P2[Kk] w - - 0 1";
    assert_eq!(refusal::<Chex>(text, "c3d3"), "the tiles would not be connected");
}

#[test]
fn rule_4_pawns_capture_diagonally_forward() {
    let text = "ppp/NPN[Kk] w - - 0 1";
    assert_eq!(moves_from::<Chex>(text, "c2"), ["c2b3", "c2d3"]);
    assert_eq!(moves_from::<Chex>(&text.replace(" w ", " b "), "c3"), ["c3b2", "c3d2"]);
}

#[test]
fn ruling_pawns_step_one_square_only() {
    let text = "1r/1r/Pn/1n[Kk] w - - 0 1";
    assert_eq!(moves_from::<Chex>(text, "b3"), ["b3b4", "b3c4"]);
    assert_eq!(refusal::<Chex>(text, "b3b5"), "the pawn does not move so");
}

#[test]
fn rule_4_a_king_does_not_castle() {
    assert_eq!(refusal::<Chex>("K2R/PPPP[k] w - - 0 1", "b3d3"), "the king does not move so");
}

#[test]
fn rule_5_a_tied_tile_gives_no_check() {
    // Only the rook holds the black king to the rest.
    assert!(!position::<Chex>("K2rk/PPP2[] w - - 0 1").in_check());
    // With the pawn between them the rook is free.
    assert!(position::<Chex>("K2rk/PPPp1[] w - - 0 1").in_check());
}

#[test]
fn rule_5_whether_the_captor_exposes_his_own_king_does_not_matter() {
    // The rook d4 shields its king from the queen d3 and gives check to the king b4 all the same.
    assert!(position::<Chex>("1nk/K1r/PPQ[] w - - 0 1").in_check());
}

#[test]
fn rule_5_a_capture_that_leaves_two_tiles_or_one_keeps_them_together() {
    // The queen gives check: it and the pawn would be left. Where the king has captured the pawn, it would be alone.
    let text = "Kp/1q[k] w - - 0 1";
    assert!(position::<Chex>(text).in_check());
    assert_eq!(moves::<Chex>(text), ["b3b4", "b3c2", "b3c4"]);
    assert_eq!(refusal::<Chex>(text, "b3c3"), "it leaves the king in check");
}

#[test]
fn rule_5_without_a_king_in_play_there_is_no_check() {
    let text = "Pr/1n[KNk] w - - 0 1";
    assert!(!position::<Chex>(text).in_check());
    assert_eq!(draws(text).iter().filter(|mv| mv.starts_with('N')).count(), position::<Chex>(text).plane().rim().len());
}

#[test]
fn rule_6_a_placement_may_not_free_an_attacker() {
    // The rook e3 aims at the king, but holds its own king to the rest. A tile that joins them otherwise would set it
    // free.
    let text = "K2rk/PPP2[N] w - - 0 1";
    assert_eq!(refusal::<Chex>(text, "N@e2"), "it leaves the king in check");
    for fine in ["N@d3", "N@a1"] {
        assert!(draws(text).contains(&fine.to_string()), "{fine}");
    }
}

#[test]
fn rule_6_a_check_is_ended_by_blocking_tagging_or_capturing() {
    // On c3 and d3 a tile blocks the line; on d4 it touches the rook alone, which then must stay.
    assert_eq!(draws("K2rk/PPPp1[N] w - - 0 1"), ["N@c3", "N@d3", "N@d4"]);
    assert!(moves::<Chex>("K2rk/PPPp1/2P2[] w - - 0 1").contains(&"d3e4".to_string()));
}

#[test]
fn rule_6_a_tile_may_move_so_that_it_unties_no_attacker() {
    // The rook e4 holds the knight f5, and so gives no check. The knight may leave only to block the line.
    let text = "4N/K2r1/PPPp1/4k[] w - - 0 1";
    assert!(!position::<Chex>(text).in_check());
    assert_eq!(moves_from::<Chex>(text, "f5"), ["f5d4"]);
    assert_eq!(refusal::<Chex>(text, "f5g3"), "it leaves the king in check");
}

#[test]
fn rule_6_no_placement_ends_the_check_so_no_draw_is_allowed() {
    let text = "pqp1/PKP1/1ppk[NN] w - - 0 1";
    assert!(position::<Chex>(text).in_check());
    assert_eq!(draws(text), [""; 0]);
    assert_eq!(refusal::<Chex>(text, "N@a1"), "no tile can be placed that ends the check");
    assert_eq!(refusal::<Chex>(text, "draw"), "no tile can be placed that ends the check");
}

#[test]
fn rule_6_with_only_the_king_in_the_pile_drawing_is_always_allowed() {
    let text = format!("{NOWHERE}[K] w - - 0 1");
    assert_eq!(moves::<Chex>(&text), [""; 0], "no cell is safe");
    assert_eq!(result::<Chex>(&text), None, "but White may draw");
}

#[test]
fn rule_7_a_drawn_king_without_a_safe_cell_is_stalemate() {
    let text = format!("{NOWHERE}[KN] w - - 0 1");
    let record = played::<Chex>(&text, "K@--");
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::STALEMATE)));
    assert_eq!(record.position().to_string(), format!("{NOWHERE}[N] wK - - 0 1"));
    assert!(draws(&text).iter().all(|mv| mv.starts_with('N')));
    let drawing = played::<Chex>(&text.replace(" w ", " w? "), "K@--");
    assert_eq!((drawing.outcome(), drawing.position()), (record.outcome(), record.position()));
    // Where it can be placed it is not stranded.
    assert_eq!(refusal::<Chex>("p1/1k[K] w - - 0 1", "K@--"), "the king can be placed");
}

#[test]
fn rule_8_checkmate() {
    let white = "QKrnB/2qNr[RRBNPPPPPPPPkbnpppppppp] w - - 0 6";
    assert_eq!(result::<Chex>(white), Some(Outcome::Win(Seat::BLACK, Reason::CHECKMATE)));
    let black = "pKkP/1Q2[RRBBNNPPPPPPPqrrbbnnppppppp] b - - 0 3";
    assert_eq!(result::<Chex>(black), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
}

#[test]
fn rule_8_stalemate_with_an_empty_pile() {
    let text = "1P1/K2/1kb[] w - - 0 77";
    assert_eq!(result::<Chex>(text), Some(Outcome::Draw(Reason::STALEMATE)));
    assert_eq!(result::<Chex>(&text.replace("[]", "[P]")), None, "with a tile to draw the game goes on");
}

#[test]
fn rule_8_an_empty_pile_only_ends_drawing() {
    assert_eq!(draws(ROW), [""; 0]);
    assert_eq!(refusal::<Chex>(ROW, "N@a1"), "the pile is empty");
    assert_eq!(refusal::<Chex>(ROW, "draw"), "the pile is empty");
}

#[test]
fn the_draw_is_a_chance_node_weighted_by_the_pile() {
    let mut drawing: Chex = position(START);
    drawing.make(drawing.read_move("draw").unwrap(), &mut ());
    assert_eq!(drawing.to_act(), ToAct::Chance);
    let mut events = Vec::new();
    drawing.chance_outcomes(&mut events);
    let named: Vec<(String, u32)> = events.iter().map(|&(mv, weight)| (drawing.write_move(mv), weight)).collect();
    let expected = [("K", 1), ("Q", 1), ("R", 2), ("B", 2), ("N", 2), ("P", 8)];
    assert_eq!(named, expected.map(|(name, weight)| (name.to_string(), weight)));
    assert_eq!(drawing.to_string(), START.replace(" w ", " w? "));
    assert_eq!(played::<Chex>(START, "draw N").position().to_string(), "1[KQRRBBNPPPPPPPPkqrrbbnnpppppppp] wN - - 0 1");
}

#[test]
fn perft_goes_on_in_the_middle_of_a_draw() {
    let counts = |text: &str| [1, 2].map(|depth| leaves(&position::<Chex>(text), depth));
    let drawing = "N[KQkp] w? - - 0 1";
    // Eight cells each for king and queen. White has no other moves, so that it is as before the decision to draw.
    assert_eq!(counts(drawing)[0], 8 + 8);
    assert_eq!(counts(drawing), counts(&drawing.replace('?', "")));
    assert_eq!(counts("N[Kkp] wQ - - 0 1")[0], 8, "the queen has been drawn");
    assert_eq!(position::<Chex>(drawing).count_composite_moves(), 16);
    // What is dealt and placed at once is taken back at once.
    let mut record = played::<Chex>(drawing, "Q@a1");
    assert_eq!(record.plies().len(), 2);
    record.undo();
    assert_eq!(record.position().to_string(), drawing);
    assert_eq!(refusal::<Chex>(drawing, "R@a1"), "no rook is left in the pile");
    assert_eq!(refusal::<Chex>(drawing, "Q@b2"), "there is a tile on b2");
}

#[test]
fn a_draw_at_once_and_step_by_step_lead_to_one_position() {
    let at_once = played::<Chex>(START, "N@a1 Q@c3");
    let by_steps = played::<Chex>(START, "draw N N@a1 draw Q Q@c3");
    assert_eq!(at_once.position(), by_steps.position());
    assert_eq!(at_once.position().key(), by_steps.position().key());
    assert_eq!(at_once.plies(), by_steps.plies());
    assert_eq!(at_once.composite_moves().count(), 2);
}

#[test]
fn draws_are_taken_back() {
    let mut record = played::<Chex>(START, "N@a1 draw Q Q@c3 draw");
    while record.undo().is_some() {}
    assert_eq!(record.position().to_string(), START);
}

#[test]
fn a_placed_tile_a_capture_and_a_pawn_move_reset_the_clock() {
    let text = "1r/1r/Pn/1n[KNk] w - - 7 9";
    for mv in ["N@a4", "b3b4", "b3c4"] {
        assert!(after::<Chex>(text, mv).ends_with(" b - - 0 9"), "{mv}");
    }
    assert!(after::<Chex>(&text.replace(" w ", " b "), "c5b5").ends_with(" w - - 8 10"));
}

#[test]
fn a_hundred_plies_without_a_capture_a_pawn_move_or_a_placed_tile_are_a_draw() {
    fn check<G: Notation>() {
        let outcome = |side: &str, clock: u32, mv: &str| {
            played::<G>(&format!("1r/1r/Pn/1n[KNk] {side} - - {clock} 80"), mv).outcome()
        };
        assert_eq!(outcome("b", 99, "c5b5"), Some(Outcome::Draw(Reason::NO_PROGRESS)));
        assert_eq!([outcome("b", 99, ""), outcome("b", 98, "c5b5")], [None; 2]);
        assert_eq!(["N@a4", "b3b4", "b3c4"].map(|mv| outcome("w", 99, mv)), [None; 3]);
    }
    check::<Chex>();
    check::<ChexByMail>();
}

#[test]
fn a_mate_on_the_hundredth_ply_stands() {
    let late = "pKkP1/4Q[RRBBNNPPPPPPPqrrbbnnppppppp] w - - 99 80";
    assert_eq!(played::<Chex>(late, "f2c2").outcome(), Some(Outcome::Win(Seat::WHITE, Reason::CHECKMATE)));
    assert_eq!(played::<Chex>(late, "f2e2").outcome(), Some(Outcome::Draw(Reason::NO_PROGRESS)));
}

#[test]
fn repetition_is_seen_wherever_on_the_plane_it_happens() {
    // The rooks walk to the left, one after the other.
    let record = played::<Chex>("R/r[Kk] w - - 0 1", "b3a3 c2b2 b3a3 c2b2");
    assert_eq!(record.occurrences(), 3);
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
}

#[test]
fn repetition_is_looked_for_no_further_back_than_the_last_draw_or_capture() {
    let mut random = seeded(5);
    let (mut returned, mut beyond_the_clock) = (0, 0);
    for _ in 0..40 {
        let mut record = Record::<Chex>::new(position("R1/rp[KNk] w - - 0 1"));
        for _ in 0..120 {
            let list = composite_moves(record.position());
            let (drawn, moved): (Vec<_>, Vec<_>) =
                list.iter().partition(|&&mv| record.position().write_move(mv).contains('@'));
            let wanted = if random.random_bool(0.02) { [&drawn, &moved] } else { [&moved, &drawn] };
            match wanted.into_iter().find_map(|list| list.choose(&mut random)) {
                Some(&mv) if random.random_bool(0.9) => record.play(mv),
                _ => drop(record.undo()),
            }
            let here = record.position();
            let whole = 1 + record.earlier().iter().filter(|earlier| earlier.key() == here.key()).count();
            assert_eq!(record.occurrences(), whole, "{here}");
            returned += usize::from(whole > 1);
            let by_the_clock = record.earlier().iter().rev().take(here.halfmove_clock() as usize);
            beyond_the_clock +=
                usize::from(by_the_clock.filter(|earlier| earlier.key() == here.key()).count() + 1 < whole);
        }
    }
    assert!(
        returned > 100 && beyond_the_clock > 0,
        "{returned} positions came back, {beyond_the_clock} across a pawn's move"
    );
}

#[test]
fn files_beyond_z_are_written_with_two_letters() {
    let text = "PKPPPPPPPQRRBBNNrrbbnnppppppppkq[] w - - 0 1";
    let game: Chex = position(text);
    assert_eq!(game.to_string(), text);
    let moves = moves::<Chex>(&text.replace(" w ", " b "));
    assert!(moves.contains(&"ag2af3".to_string()), "{moves:?}");
    assert!(moves.iter().all(|mv| position::<Chex>(&text.replace(" w ", " b ")).read_move(mv).is_ok()));
}

#[test]
fn by_mail_a_captured_king_ends_the_game() {
    let text = "Kr/1k[] b - - 0 1";
    let record = played::<ChexByMail>(text, "c3b3");
    assert_eq!(record.outcome(), Some(Outcome::Win(Seat::BLACK, Reason::KING_CAPTURED)));
    assert!(composite_moves(record.position()).is_empty());
}

#[test]
fn by_mail_kings_may_stand_in_check_and_capture_one_another() {
    let text = "Kk/pP[] w - - 0 1";
    assert!(moves::<ChexByMail>(text).contains(&"b3c3".to_string()));
    assert!(!position::<ChexByMail>(text).in_check());
}

#[test]
fn by_mail_a_drawn_king_needs_one_safe_cell() {
    let text = format!("{NOWHERE}[KN] w - - 0 1");
    assert_eq!(played::<ChexByMail>(&text, "K@--").outcome(), Some(Outcome::Draw(Reason::STALEMATE)));
    // With one safe cell it may go anywhere.
    let open = "p1/1k[K] w - - 0 1";
    let all = moves::<ChexByMail>(open).len();
    assert!(moves::<Chex>(open).len() < all);
    assert_eq!(all, position::<ChexByMail>(open).plane().rim().len());
}

#[test]
fn by_mail_no_move_and_no_pile_is_a_draw() {
    // The king holds all others together, and beyond them the pawns would touch nothing.
    let text = "P1P/1K1/k1p[] w - - 0 1";
    assert_eq!(result::<ChexByMail>(text), Some(Outcome::Draw(Reason::STALEMATE)));
    assert_eq!(result::<ChexByMail>(&text.replace("[]", "[N]")), None);
}

/// A random game, which wanders away from where it began.
fn wander(seed: u64, plies: usize) -> Record<Chex> {
    let mut random = seeded(seed);
    let mut record = Record::<Chex>::default();
    for _ in 0..plies {
        if record.outcome().is_some() {
            break;
        }
        let list = composite_moves(record.position());
        let Some(&mv) = list.choose(&mut random) else { break };
        record.play(mv);
    }
    record
}

#[test]
fn positions_stay_exact_however_far_the_tiles_wander() {
    // The rooks walk 200 cells to the left, and come to lie where the stored plane begins again.
    let mut record = played::<Chex>("R/r[Kk] w - - 0 1", "");
    let start = record.position().clone();
    for _ in 0..200 {
        for mv in ["b3a3", "c2b2"] {
            let mut position = record.position().clone();
            let mv = position.read_move(mv).expect("a legal move");
            position.make(mv, &mut ());
            record = Record::new(position);
        }
        assert_eq!(record.position().key(), start.key());
        let there: Vec<String> = composite_moves(record.position()).iter().map(|&mv| start.write_move(mv)).collect();
        let here: Vec<String> = composite_moves(&start).iter().map(|&mv| start.write_move(mv)).collect();
        assert_eq!(there, here);
    }
}

#[test]
fn faults_in_positions_are_named() {
    let fault = |text: &str| text.parse::<Chex>().expect_err(text).to_string();
    for (text, expected) in [
        ("", "board, column 1: missing"),
        ("2[KNk] w - - 0 1", "position, column 1: an empty plane is written '1'"),
        ("Nx[Kk] w - - 0 1", "rank 1, file 2, column 2: 'x' is no tile"),
        ("N0n[Kk] w - - 0 1", "position, column 2: '0' is no number of empty cells"),
        ("Nn/N[Kk] w - - 0 1", "position, column 4: row 2 has 1 cells, not 2"),
        ("N/[Kk] w - - 0 1", "position, column 3: row 2 has 0 cells, not 1"),
        ("N1n[Kk] w - - 0 1", "rank 1, file 3, column 3: this tile is not connected with the first one"),
        ("N1/n1[Kk] w - - 0 1", "position, column 1: an outer row or column is empty"),
        ("NN/n1[KNk] w - - 0 1", "piles of tiles, column 8: White has more than 2 of the tile 'N'"),
        ("QQ[Kk] w - - 0 1", "rank 1, file 2, column 2: White has more than 1 of the tile 'Q'"),
        ("N[Kk w - - 0 1", "piles of tiles, column 5: the closing bracket is missing"),
        ("N[Kx] w - - 0 1", "piles of tiles, column 4: 'x' is no tile"),
        ("N[K] w - - 0 1", "position, column 1: Black has no king, neither in play nor in the pile"),
        ("N[Kk] x - - 0 1", "side to move, column 7: 'x' is neither 'w' nor 'b'"),
        ("N[Kk] wx - - 0 1", "side to move, column 8: 'x' is no tile"),
        ("N[Kk] wNN - - 0 1", "side to move, column 8: 'NN' is no drawn tile"),
        ("N[kQ] wQ - - 0 1", "side to move, column 8: White has more than 1 of the tile 'Q'"),
        ("KN/nk[] w? - - 0 1", "position, column 1: Black's king is in check, but White is to move"),
        ("KPPk[] w? - - 0 1", "side to move, column 8: White may not draw"),
        // After a drawn tile that it could not have drawn: no cell is legal for it.
        ("pqp1/PKP1/1ppk[N] wN - - 0 1", "side to move, column 19: White may not draw"),
        ("N[Kk] w KQ - 0 1", "castling rights, column 9: 'KQ' where this game has only '-'"),
        ("N[Kk] w - -", ""),
    ] {
        if expected.is_empty() {
            assert!(text.parse::<Chex>().is_ok(), "{text}");
        } else {
            assert_eq!(fault(text), expected, "{text}");
        }
    }
    // White has captured the king: Black draws no more.
    let won = "Rq[Kp] b? - - 0 1".parse::<ChexByMail>().expect_err("a decided game").to_string();
    assert_eq!(won, "side to move, column 8: Black may not draw");
    let too_wide = format!("{}[Kk] w - - 0 1", "N".repeat(33));
    assert_eq!(fault(&too_wide), "position, column 1: a row is longer than 32 cells");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_read_from_text_is_the_one_that_was_played(seed in 0_u64..5000, plies in 0_usize..80) {
        let record = wander(seed, plies);
        let here = record.position();
        let read: Chex = here.to_string().parse().unwrap();
        prop_assert_eq!(&read, here);
        prop_assert_eq!(read.key(), here.key());
        let list = |position: &Chex| {
            let mut list: Vec<Move> = composite_moves(position).to_vec();
            list.sort();
            list
        };
        prop_assert_eq!(list(&read), list(here));
    }
}
