//! KaleidoChess for three and four: moves, positions after them, and results equal those of the reference.

use engine::game::Game;
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::seat::Seat;
use engine::text::Notation;
use engine::variants::kaleido::many::LAST_IN;
use engine::variants::{Kaleido3, Kaleido4};
use rand::seq::IndexedRandom;
use reference::kaleido_many::{Position, Ways};
use tests::properties::{legal, seeded};

/// Compares a position with the reference: its text, its moves, and the positions after some of them.
fn compare<G: Game + Notation>(position: &G, ways: &Ways, successors: usize, seed: u64) {
    let text = position.to_string();
    let reference = Position::new(ways, G::SEATS, &text);
    assert_eq!(reference.text(ways), text);
    let list = legal(position);
    let mut fast: Vec<String> = list.iter().map(|&mv| position.write_move(mv).replace('+', "-")).collect();
    let mut expected = reference.moves(ways);
    fast.sort();
    expected.sort();
    assert_eq!(fast, expected, "{text}");
    assert_eq!(position.count_moves(), fast.len(), "{text}");
    for seat in Seat::all(G::SEATS) {
        assert_eq!(position.is_in(seat), reference.is_in(seat.index()), "{text}");
    }
    for &mv in list.sample(&mut seeded(seed), successors) {
        let mut next = position.clone();
        next.make(mv, &mut ());
        let written = position.write_move(mv);
        assert_eq!(
            next.to_string(),
            reference.after(ways, &written.replace('+', "-")).text(ways),
            "{written} in {text}"
        );
    }
}

/// Result of a game from its positions, oldest first, as the rules word it.
fn result_of(ways: &Ways, positions: &[Position], limit: u32) -> Option<Outcome> {
    let now = positions.last().expect("a position");
    let text = now.text_without_counters(ways);
    if let Some(winner) = now.winner() {
        Some(Outcome::Win(Seat::new(winner), LAST_IN))
    } else if positions.iter().filter(|position| position.text_without_counters(ways) == text).count() >= 3 {
        Some(Outcome::Draw(Reason::REPETITION))
    } else {
        (now.clock >= limit).then_some(Outcome::Draw(Reason::NO_PROGRESS))
    }
}

/// Plays a game by random moves, of which each leaves the mover in if one does; else most games would be over soon.
fn careful_game<G: Game + Notation>(seed: u64, plies: usize, mut visit: impl FnMut(&Record<G>)) {
    let (mut random, mut record) = (seeded(seed), Record::<G>::default());
    for _ in 0..plies {
        visit(&record);
        if record.outcome().is_some() {
            return;
        }
        let (position, moves) = (record.position(), legal(record.position()));
        let stays_in = |mv: &Move| {
            let mut next = position.clone();
            next.make(*mv, &mut ());
            next.is_in(position.side_to_move())
        };
        let careful: Vec<Move> = moves.iter().copied().filter(stays_in).collect();
        let mv = *careful.choose(&mut random).unwrap_or(&moves[0]);
        record.play(mv);
    }
    visit(&record);
}

/// Compares all positions of random games, and the results of their records.
fn compare_random_games<G: Game + Notation>(games: u64, plies: usize, successors: usize) {
    let ways = Ways::default();
    let (mut decided, mut positions) = (0, 0);
    for seed in 0..games {
        let mut course = Vec::new();
        careful_game::<G>(seed, plies, |record: &Record<G>| {
            compare(record.position(), &ways, successors, seed);
            course.push(Position::new(&ways, G::SEATS, &record.position().to_string()));
            // A repetition lies within the last moves; whole games would take long to look through.
            let recent = &course[course.len().saturating_sub(40)..];
            assert_eq!(record.outcome(), result_of(&ways, recent, G::NO_PROGRESS_PLIES), "{}", record.position());
            decided += u64::from(record.outcome().is_some());
        });
        positions += course.len();
    }
    eprintln!("{}: {games} games, {positions} positions, {decided} decided", G::name());
    assert!(decided > games / 2, "{decided} of {games} games came to an end");
}

#[test]
fn random_games_equal_the_reference() {
    compare_random_games::<Kaleido3>(12, 600, 4);
    compare_random_games::<Kaleido4>(12, 600, 4);
}

#[test]
#[ignore = "some minutes"]
fn two_thousand_random_games_of_each_equal_the_reference() {
    compare_random_games::<Kaleido3>(2000, 600, 2);
    compare_random_games::<Kaleido4>(2000, 600, 2);
}
