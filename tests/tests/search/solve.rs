//! The solver of forced wins equals the exhaustive one.

use engine::game::{Game, SearchHints, Seat, Tactics};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::score::mate_in;
use engine::search::{Control, Limits, Material, Search, Searcher};
use engine::solve::{Attack, Solver};
use engine::text::Notation;
use engine::variants::kaleido::Usual;
use engine::variants::{Chess, Kaleido, KaleidoDice, Keyles};
use tests::kaleido_games::{after, careful_game};
use tests::minimax;
use tests::positions::position;
use tests::properties::{legal, random_game, seeded};

fn solver<G: Tactics>(seat: Seat, attack: Attack) -> Solver<G> {
    Solver::new(seat, attack, 1).expect("there is a megabyte")
}

/// Compares at every distance up to `turns`, for both sides. Returns how many wins there were.
fn compare<G: Tactics + Notation>(game: &G, turns: usize) -> usize {
    let mut won = 0;
    for seat in Seat::BOTH {
        let (mut plain, mut fast) = (minimax::Solver::new(seat), solver(seat, Attack::AllMoves));
        for turns in 0..=turns {
            let wins = plain.wins(game, turns);
            assert_eq!(fast.wins_within(game, turns), wins, "{turns} turns for {seat:?} in {game}");
            won += usize::from(wins);
        }
    }
    won
}

#[test]
fn wins_equal_those_of_the_exhaustive_solver() {
    let (mut won, mut random) = (0, seeded(1));
    for _ in 0..12 {
        careful_game::<Usual>(&mut random, &mut |game| {
            // The fewer pieces the more there is to win, and the less to look at.
            if game.pieces().occupied().len() <= 7 {
                won += compare(game, 3);
            }
        });
    }
    assert!(won > 10, "{won}");
    let few = "11/1V2L6/1V9/4T6/1v1p3h3/11/1v7v1/11/1 w - - 0 1";
    compare::<Kaleido>(&position(few), 4);
}

#[test]
fn wins_of_other_games_are_found_too() {
    // Mate in two, by a quiet move; a stalemate on the way does not count.
    assert!(compare::<Chess>(&position("7k/8/5K2/8/8/8/8/6R1 w - - 0 1"), 4) > 0);
    assert_eq!(compare::<Chess>(&position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), 2), 0, "stalemate");
    // A king who is put back and moves on has made one turn of two plies.
    assert!(compare::<Keyles>(&position("10/9k/R9/10/4r5/10/Q9/10/10/10[K] w - - 0 4"), 3) > 0);
    random_game::<Keyles>(&mut seeded(2), 60, |record| {
        if record.outcome().is_none() {
            compare(record.position(), 1);
        }
    });
}

#[test]
fn the_solver_wins_against_every_chance_outcome() {
    // With a throw of 1, 5 or 6 the raven wins at once; nothing is certain before.
    let text = "11/11/1V9/11/Vv9/11/11/11/1 w - - 0 1";
    let wins =
        |text: &str, turns| solver(Seat::WHITE, Attack::AllMoves).wins_within(&position::<KaleidoDice>(text), turns);
    assert!(wins(&text.replace("w", "w1"), 1) && wins(&text.replace("w", "w5"), 1));
    assert!(!wins(text, 1) && !wins(&text.replace("w", "w3"), 1));
    // Raven, eagle, roc and dragon stand one to four fields from the castle: some piece may go there whatever the die
    // shows.
    let sure = "11/11/1V9/11/Vv9/ERD8/11/11/1";
    assert!(wins_by_each_throw(sure));
    assert!(wins(&format!("{sure} w - - 0 1"), 1));
}

fn wins_by_each_throw(board: &str) -> bool {
    (1..=6).all(|throw| {
        let game: KaleidoDice = position(&format!("{board} w{throw} - - 0 1"));
        game.known_mate() == Some(1)
    })
}

/// Positions of careful games with a win that is not there at once, and the turns it takes.
fn won_positions(games: usize, seed: u64, most: usize) -> Vec<(Kaleido, usize)> {
    let (mut random, mut found) = (seeded(seed), Vec::new());
    for _ in 0..games {
        careful_game::<Usual>(&mut random, &mut |game| {
            let mut solver = solver(game.side(), Attack::AllMoves);
            if let Some(turns) = (1..=most).find(|&turns| solver.wins_within(game, turns)).filter(|&turns| turns > 1) {
                found.push((*game, turns));
            }
        });
    }
    found
}

#[test]
fn lines_lead_to_the_win_in_time() {
    let found = won_positions(8, 3, 5);
    assert!(found.iter().any(|(_, turns)| *turns == 5) && found.len() > 5, "{found:?}");
    for (game, turns) in &found {
        let line: Vec<Move> = solver(game.side(), Attack::AllMoves).pv(game, *turns, &mut || true);
        assert_eq!(line.len(), *turns, "{game}");
        let end = line.iter().fold(*game, |game, &mv| after(&game, mv));
        assert!(matches!(end.result(), Some(Outcome::Win(winner, _)) if winner == game.side()), "{game}");
    }
}

#[test]
fn threat_only_wins_are_wins_and_often_the_only_ones() {
    let (mut found, mut missed) = (0, 0);
    for (game, turns) in won_positions(8, 4, 5) {
        // What is found is no shorter than the shortest win.
        let by_threats = |turns| solver(game.side(), Attack::Threats).wins_within(&game, turns);
        assert!(!by_threats(turns - 1), "{game}");
        if by_threats(turns) {
            found += 1;
        } else {
            missed += 1;
            assert!(turns > 3 || !game.wins_need_threats(), "{game}");
        }
    }
    assert!(found > missed, "{found} {missed}");
    assert!(!solver(Seat::WHITE, Attack::Threats).wins_within(&Kaleido::start(), 5));
}

#[test]
fn wins_at_once_are_moves_too_and_slower_ones_are_found_without_them() {
    let (mut random, mut slower) = (seeded(7), 0);
    for _ in 0..6 {
        careful_game::<Usual>(&mut random, &mut |game| {
            if game.known_mate() != Some(1) {
                return;
            }
            let winner = game.side();
            let wins = |mv: &Move| matches!(after(game, *mv).result(), Some(Outcome::Win(seat, _)) if seat == winner);
            let (at_once, others): (Vec<Move>, Vec<Move>) = legal(game).into_iter().partition(wins);
            let all: Vec<Move> = legal(game).into_iter().collect();
            for attack in [Attack::AllMoves, Attack::Threats] {
                let found = solver(winner, attack).winning_move(game, &all, 3, &mut || true);
                assert!(matches!(found, Ok(Some(mv)) if at_once.contains(&mv)), "{found:?} in {game}");
            }
            if game.pieces().occupied().len() <= 7 {
                let mut within_two = |mv: &Move| solver(winner, Attack::AllMoves).wins_within(&after(game, *mv), 2);
                let expected = others.iter().any(&mut within_two);
                let found = solver(winner, Attack::AllMoves).winning_move(game, &others, 3, &mut || true).unwrap();
                assert_eq!(found.is_some(), expected, "{game}");
                assert!(found.is_none_or(|mv| within_two(&mv)), "{found:?} in {game}");
                slower += usize::from(expected);
            }
        });
    }
    assert!(slower > 0);
}

#[test]
fn a_win_at_once_is_not_reported_as_a_slower_one() {
    let (mut random, mut found) = (seeded(6), 0);
    for _ in 0..4 {
        careful_game::<Usual>(&mut random, &mut |game| {
            let wins = solver(game.side(), Attack::AllMoves).wins_within(game, 1);
            if wins && !game.wins_need_threats() && found < 10 {
                found += 1;
                let limits = Limits { depth: Some(4), ..Limits::default() };
                let mut scores = Vec::new();
                let mut searcher = Searcher::new(Material::default());
                searcher.think(&Record::new(*game), &limits, &Control::new(), &mut |line| scores.push(line.score));
                assert!(scores.iter().all(|&score| score == mate_in(1)), "{scores:?} in {game}");
            }
        });
    }
    assert!(found > 0);
}

#[test]
fn the_start_position_is_not_won_within_seven_plies() {
    assert!(!solver(Seat::WHITE, Attack::AllMoves).wins_within(&Kaleido::start(), 7));
}
