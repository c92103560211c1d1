//! Evaluation of games of more than two: laws of shares, and what the evaluation knows.

use engine::eval::{Evaluator, SharesEvaluator};
use engine::game::{Game, GenType, Seat};
use engine::moves::MoveList;
use engine::text::Notation;
use engine::variants::{Kaleido3, Kaleido4};
use eval::SharesHce;
use eval::shares::HandCraftedShares;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn shares<G: HandCraftedShares + Notation>(text: &str) -> [f32; Seat::MAX] {
    let position: G = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    SharesHce::default().shares(&position)
}

/// Positions of random games.
fn positions<G: Game>(games: u64) -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let (mut random, mut position) = (Xoshiro256PlusPlus::seed_from_u64(seed), G::start());
        for _ in 0..80 {
            positions.push(position.clone());
            let mut moves = MoveList::new();
            position.moves(GenType::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.next_u64() as usize % moves.len()], &mut ());
        }
        positions.push(position);
    }
    positions
}

fn shares_are_laws_of<G: HandCraftedShares>() {
    let mut exits = 0;
    for position in positions::<G>(10) {
        let mut evaluator = SharesHce::<G>::default();
        let shares = evaluator.shares(&position);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{position:?}");
        for seat in Seat::all(Seat::MAX) {
            let is_in = seat.index() < G::SEATS && position.is_in(seat);
            assert_eq!(shares[seat.index()] > 0.0, is_in, "{seat:?} in {position:?}");
            exits += usize::from(!is_in);
        }
        let terms = evaluator.terms(&position);
        assert!(terms.iter().all(|term| term.seats.len() == G::SEATS));
        let scores = position.scores(G::WEIGHTS);
        let (phase, full) = (position.phase().min(G::MAX_PHASE), G::MAX_PHASE);
        for (seat, &score) in scores.iter().enumerate().take(G::SEATS) {
            let (mg, eg) =
                terms.iter().fold((0, 0), |(mg, eg), term| (mg + term.seats[seat].0, eg + term.seats[seat].1));
            assert_eq!((mg * phase + eg * (full - phase)) / full, score, "{position:?}");
        }
    }
    assert!(exits > 0);
}

#[test]
fn shares_sum_up_to_one_and_are_of_those_who_are_in() {
    shares_are_laws_of::<Kaleido3>();
    shares_are_laws_of::<Kaleido4>();
}

#[test]
fn rotations_of_the_players_rotate_the_shares() {
    for position in positions::<Kaleido4>(3) {
        let shares = SharesHce::default().shares(&position);
        for symmetry in engine::variants::Kaleido::symmetries() {
            let image = position.image(symmetry, 1);
            let mut rotated = SharesHce::default().shares(&image);
            rotated.rotate_left(1);
            for (one, other) in shares.iter().zip(rotated) {
                assert!((one - other).abs() < 1e-5, "{position} by {symmetry:?}");
            }
        }
    }
}

#[test]
fn the_start_is_fair_but_for_the_turn() {
    let shares = shares::<Kaleido4>(&Kaleido4::start().to_string());
    assert!(shares[0] > shares[1], "{shares:?}");
    assert_eq!([shares[1]; 2], [shares[2], shares[3]]);
}

#[test]
fn more_material_a_second_castle_and_a_free_last_castle_are_worth_something() {
    let [more, less, ..] = shares::<Kaleido4>("1V5R3/11/1'V9/11/1v9/11/1'v9/11/1 b - - - - 0 1");
    assert!(more > less + 0.1, "a roc ahead: {more} {less}");
    let [two, one, ..] = shares::<Kaleido4>("1V9/11/1'V9/11/1v9/11/1'v9/11/V w - - - - 0 1");
    assert!(two > one + 0.1, "two castles: {two} {one}");
    // Green's roc on 2A attacks Red's only castle on 3B, and moves before Red; then after.
    let besieged = |side: &str| shares::<Kaleido4>(&format!("1V9/'r10/1'V9/11/1v9/11/1'v9/11/1 {side} - - - - 0 1"))[1];
    assert!(besieged("g") + 0.01 < besieged("r"), "{} {}", besieged("g"), besieged("r"));
}

#[test]
fn the_value_is_the_share_of_the_side_to_move() {
    let position = Kaleido4::start();
    let value = SharesHce::default().evaluate(&position);
    // A quarter of the point is worth -242 centipawns, and the turn a little.
    assert!((-242..-150).contains(&value), "{value}");
}
