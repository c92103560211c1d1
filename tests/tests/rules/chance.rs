//! Chance nodes: the seeded RNG that plays them, and records with chance outcomes.

use std::collections::BTreeMap;

use engine::chance_rng::ChanceRng;
use engine::game::{CompositeMoves, Game, Seat, ToAct};
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::text::Notation;
use engine::variants::kaleido::NO_CASTLE;
use engine::variants::{Chess, Chex, Kaleido, KaleidoDice};
use rand::seq::IndexedRandom;
use tests::positions::{played, position};
use tests::properties::{legal, seeded};

/// The text of what comes up.
fn drawn<G: Notation>(rng: ChanceRng, record: &Record<G>) -> Option<String> {
    rng.roll(record).map(|event| record.position().write_move(event))
}

/// Both players draw whatever comes and place it somewhere; the tiles of each in order.
fn piles(rng: ChanceRng, seed: u64) -> [String; 2] {
    let mut random = seeded(seed);
    let mut record = Record::<Chex>::default();
    let mut tiles = [String::new(), String::new()];
    while record.outcome().is_none() && record.plies().len() < 60 {
        let next = rng.roll(&record).unwrap_or_else(|| {
            let moves = legal(record.position());
            let draw = moves.iter().find(|&&mv| record.position().write_move(mv) == "draw");
            *draw.or(moves.choose(&mut random)).expect("a game that is not over has moves")
        });
        if record.position().to_act() == ToAct::Chance {
            tiles[record.position().side_to_move().index()] += &record.position().write_move(next);
        }
        record.play(next);
    }
    tiles
}

#[test]
fn a_seed_fixes_the_tile_order_of_each_player() {
    let rng = ChanceRng::new(5);
    let [one, other] = [piles(rng, 1), piles(rng, 2)];
    for seat in Seat::BOTH.map(Seat::index) {
        // The games end at different times.
        let common = one[seat].len().min(other[seat].len());
        assert!(common >= 4, "{one:?} {other:?}");
        assert_eq!(one[seat][..common], other[seat][..common]);
    }
    assert_ne!(one[0], one[1], "each player has an order of its own");
    assert_ne!(piles(ChanceRng::new(6), 1), one);
}

#[test]
fn tiles_are_drawn_in_proportion_to_the_pile() {
    let drawing = played::<Chex>(Chex::START, "draw");
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..16_000 {
        *counts.entry(drawn(ChanceRng::new(seed), &drawing).unwrap()).or_default() += 1;
    }
    for (letter, tiles) in [("K", 1), ("Q", 1), ("R", 2), ("B", 2), ("N", 2), ("P", 8)] {
        // Five standard deviations are at most 320.
        assert!(counts[letter].abs_diff(1000 * tiles) < 320, "{letter}: {counts:?}");
    }
}

#[test]
fn no_chance_outcome_at_player_nodes_or_after_the_end() {
    let rng = ChanceRng::new(1);
    assert_eq!(rng.roll(&Record::<Chess>::default()), None);
    assert_eq!(rng.roll(&Record::<Chex>::default()), None);
    assert_eq!(rng.roll(&Record::<Kaleido>::default()), None);
    assert!(rng.roll(&Record::<KaleidoDice>::default()).is_some());
    // White's wizard has left the only castle.
    let over = played::<KaleidoDice>(&KaleidoDice::start().to_string(), "5:1B-2F");
    assert_eq!(over.outcome(), Some(Outcome::Win(Seat::BLACK, NO_CASTLE)));
    assert_eq!(rng.roll(&over), None);
}

#[test]
fn a_composite_move_and_its_plies_make_the_same_record() {
    let whole = played::<Chex>(Chex::START, "N@a1 P@a1 c3a2");
    let parts = played::<Chex>(Chex::START, "draw N N@a1 draw P P@a1 c3a2");
    assert_eq!((whole.position(), whole.plies()), (parts.position(), parts.plies()));
    let texts: Vec<String> = whole.composite_moves().map(|(before, composite)| before.write_move(composite)).collect();
    assert_eq!(texts, ["N@a1", "P@a1", "c3a2"]);

    let whole = played::<KaleidoDice>(&KaleidoDice::start().to_string(), "1:2C-3A 1:6C-7A");
    let parts = played::<KaleidoDice>(&KaleidoDice::start().to_string(), "1 2C-3A 1 6C-7A");
    assert_eq!((whole.position(), whole.plies()), (parts.position(), parts.plies()));
    let texts: Vec<String> = parts.composite_moves().map(|(before, composite)| before.write_move(composite)).collect();
    assert_eq!(texts, ["1:2C-3A", "1:6C-7A"]);
}

/// Results of repeated `undo`: the move taken back and the position.
fn taken_back<G: Notation>(mut record: Record<G>) -> Vec<(String, String)> {
    let mut steps = Vec::new();
    while let Some(composite) = record.undo() {
        steps.push((record.position().write_move(composite), record.position().to_string()));
    }
    steps
}

#[test]
fn a_draw_is_undone_as_a_whole_or_as_far_as_it_was_played() {
    let first = "N[KQRRBBNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1";
    let composites = |steps: Vec<(String, String)>| steps.into_iter().map(|step| step.0).collect::<Vec<_>>();
    let steps = taken_back(played::<Chex>(Chex::START, "N@a1 draw"));
    assert_eq!(steps, [("draw", first), ("N@a1", Chex::START)].map(|(a, b)| (a.to_string(), b.to_string())));
    let holding = played::<Chex>(Chex::START, "N@a1 draw P");
    assert_eq!(taken_back(holding).last().unwrap().1, Chex::START);
    assert_eq!(composites(taken_back(played::<Chex>(Chex::START, "N@a1 P@a1"))), ["P@a1", "N@a1"]);
    // A record that begins in the middle of a draw.
    let middle = played::<Chex>("N[Kkp] bP - - 0 1", "P@a1");
    assert_eq!(taken_back(middle), [("P@a1".to_string(), "N[Kkp] bP - - 0 1".to_string())]);
}

#[test]
fn an_unanswered_throw_is_undone_with_the_move_before_it() {
    let start = KaleidoDice::start().to_string();
    for moves in ["1:2C-3A", "1:2C-3A 4"] {
        assert_eq!(taken_back(played::<KaleidoDice>(&start, moves)), [("1:2C-3A".to_string(), start.clone())]);
    }
    let mut thrown = played::<KaleidoDice>(&start, "4");
    assert_eq!(thrown.undo(), None, "a player has no part in it");
    assert_eq!(thrown.plies().len(), 1);
    // The same comes up again.
    let rng = ChanceRng::new(3);
    let mut record = played::<KaleidoDice>(&start, "1:2C-3A");
    let throw = rng.roll(&record).unwrap();
    record.play(throw);
    let move_of_black = legal(record.position())[0];
    record.play(move_of_black);
    record.undo();
    assert_eq!(rng.roll(&record), Some(throw));
}

#[test]
fn a_turn_may_have_a_second_ply_where_a_tile_can_be_drawn() {
    let counts = |record: &Record<Chex>| (record.plies_into_turn(), record.plies_to_go());
    assert_eq!(counts(&Record::default()), (0, 2));
    assert_eq!(counts(&played(Chex::START, "draw N")), (1, 1));
    assert_eq!(counts(&played(Chex::START, "draw N N@a1")), (0, 2));
    assert_eq!(counts(&played("KPk[] w - - 0 1", "")), (0, 1));
    let dice = played::<KaleidoDice>(&KaleidoDice::start().to_string(), "1:2C-3A 4");
    assert_eq!((dice.plies_into_turn(), dice.plies_to_go()), (0, 1), "a throw is nobody's ply");
    assert_eq!((dice.turns_made(Seat::WHITE), dice.turns_made(Seat::BLACK)), (1, 0));
    let chex = played::<Chex>(Chex::START, "N@a1 P@a1 draw P");
    assert_eq!((chex.turns_made(Seat::WHITE), chex.turns_made(Seat::BLACK)), (1, 1));
}

#[test]
fn positions_repeat_across_draws_that_were_taken_back_but_not_across_draws() {
    // Two rooks go to and fro; the plane moves with them. In between, White draws.
    let dance = "b3a3 c2b2 b3a3 c2b2";
    let mut record = played::<Chex>("R/r[KPk] w - - 0 1", dance);
    assert_eq!(record.occurrences(), 3);
    let drawing = record.position().read_move("draw").unwrap();
    record.play(drawing);
    assert_eq!((record.occurrences(), record.outcome()), (1, None), "it is for chance to say what comes");
    record.undo();
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
    let placed = played::<Chex>("R/r[KPk] w - - 0 1", &format!("{dance} P@a4"));
    assert_eq!(placed.occurrences(), 1);
}

#[test]
fn a_shifted_arrangement_repeats_though_pawns_move() {
    // The rook walks down beside the pawn. Each pawn's move resets the clock, and yet the tiles lie as they lay.
    let record = played::<Chex>("1R/p1[Kk] w - - 0 1", "c3c2 b2b1 c3c2 b2b1");
    assert_eq!((record.occurrences(), record.position().halfmove_clock()), (3, 0));
    assert_eq!(record.outcome(), Some(Outcome::Draw(Reason::REPETITION)));
}

#[test]
fn repetition_with_dice_compares_the_throw() {
    // The ravens go round in threes, since no piece may go straight back.
    let start: KaleidoDice = position("11/11/1V9/11/1v9/11/1v9/11/V w - - 0 1");
    let round = ["3B-3C", "5B-5C", "3C-3K", "5C-5K", "3K-3B", "5K-5B"];
    let outcome = |throws: &[u8]| {
        let mut record = Record::new(start);
        let mut ends = Vec::new();
        for (mv, throw) in round.iter().cycle().zip(throws) {
            let composite = record.position().read_move(&format!("{throw}:{mv}"));
            let Ok(composite) = composite else { panic!("{throw}:{mv} in {}: {composite:?}", record.position()) };
            ends.extend(record.position().plies_of(composite).iter().map(|&ply: &Move| {
                record.play(ply);
                record.outcome()
            }));
        }
        ends.into_iter().position(|end| end == Some(Outcome::Draw(Reason::REPETITION)))
    };
    // Only when both have moved can a position come back, the third time two rounds later, when the die has been
    // thrown.
    assert_eq!(outcome(&[5; 30]), Some(2 * (2 + 6 + 6)));
    assert_eq!(outcome(&[[5; 6], [6; 6], [5; 6], [6; 6]].concat()), None);
}

#[test]
fn moves_without_their_throws_repeat_as_after_the_lowest_throw() {
    // Ravens move by a throw of 1.
    let start = "11/11/1V9/11/1v9/11/1v9/11/V w - - 0 1";
    let round = "3B-3C 5B-5C 3C-3K 5C-5K 3K-3B 5K-5B";
    let outcome = |throw: &str| played::<KaleidoDice>(start, &format!("{round} {round} 3B-3C 5B-5C {throw}")).outcome();
    assert_eq!(outcome("1"), Some(Outcome::Draw(Reason::REPETITION)));
    assert_eq!(["5", "6"].map(outcome), [None; 2]);
}
