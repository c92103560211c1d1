//! What KaleidoChess tells the search, against making the moves and looking.

use engine::board::round::{Field, Set};
use engine::game::{Game, Tactics};
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::text::Notation;
use engine::variants::kaleido::{Kind, Position, Rules};
use engine::variants::{Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use tests::generic::{legal, seeded};
use tests::positions::position;

/// What is worth as much as the whole game.
const THE_GAME: i32 = 10_000;

fn after<G: Game>(position: &G, mv: Move) -> G {
    let mut next = position.clone();
    next.make(mv, &mut ());
    next
}

/// Whether the side to move has a move that takes the opponent's last castle.
fn can_win<R: Rules>(position: &Position<R>) -> bool {
    let won = Some(Outcome::Win(position.side(), Reason::NoCastle));
    legal(position).into_iter().any(|mv| after(position, mv).outcome() == won)
}

/// Whether the game goes on after a move without the opponent winning in his next.
fn holds<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let next = after(position, mv);
    match next.outcome() {
        Some(Outcome::Win(winner, _)) => winner == position.side(),
        _ => !can_win(&next),
    }
}

/// Plays games in which most moves are chosen among those that do not lose at once, and shows every position that is not over.
fn careful_games<R: Rules>(games: usize, random: &mut impl Rng, mut see: impl FnMut(&Position<R>)) {
    for _ in 0..games {
        let mut position = Position::<R>::start();
        for _ in 0..150 {
            if position.result().is_some() {
                break;
            }
            see(&position);
            let moves = legal(&position);
            let careful: Vec<Move> = moves.iter().copied().filter(|&mv| holds(&position, mv)).collect();
            // Every other move takes something, where that can be, so that boards empty and castles fall.
            let takes: Vec<Move> = careful.iter().copied().filter(|&mv| position.is_noisy(mv)).collect();
            let choice = if random.random_bool(0.5) && !takes.is_empty() { &takes } else { &careful };
            let Some(&mv) = choice.choose(random).or_else(|| moves.choose(random)) else { break };
            position.make(mv, &mut ());
        }
    }
}

fn threats_and_answers_are_what_making_the_moves_shows<R: Rules>(games: usize, seed: u64) {
    let (mut threats, mut losing, mut given) = (0, 0, 0);
    careful_games::<R>(games, &mut seeded(seed), |position| {
        let mut passed = *position;
        passed.pass();
        let threatened = can_win(&passed);
        assert_eq!(position.in_check(), threatened, "{position}");
        threats += usize::from(threatened);
        for mv in legal(position) {
            let text = || format!("{} in {position}", position.write_move(mv));
            assert_eq!(position.answers(mv), holds(position, mv), "{}", text());
            losing += usize::from(!position.answers(mv));
            let next = after(position, mv);
            if next.outcome().is_none() {
                assert_eq!(position.gives_check(mv), next.in_check(), "{}", text());
                given += usize::from(next.in_check());
            }
        }
    });
    assert!(threats > 5 && losing > 1000 && given > 100, "{threats} {losing} {given}");
}

#[test]
fn threats_and_answers() {
    threats_and_answers_are_what_making_the_moves_shows::<engine::variants::kaleido::Usual>(16, 1);
    threats_and_answers_are_what_making_the_moves_shows::<engine::variants::kaleido::PawnArmy>(8, 2);
    threats_and_answers_are_what_making_the_moves_shows::<engine::variants::kaleido::RavenArmy>(8, 3);
}

#[test]
fn wins_in_one_turn_and_threats_without_an_answer_are_foreseen() {
    let (mut wins, mut lost) = (0, 0);
    careful_games::<engine::variants::kaleido::Usual>(60, &mut seeded(4), |position| {
        let told = position.foreseen();
        assert_eq!(told == Some(1), can_win(position), "{position}");
        wins += usize::from(told == Some(1));
        if told != Some(1) {
            // Where nothing is hit yet and every move spoils that, nothing is told.
            let is_lost = position.in_check() && !legal(position).into_iter().any(|mv| holds(position, mv));
            assert_eq!(told == Some(2), is_lost, "{position}");
            lost += usize::from(is_lost);
        }
    });
    assert!(wins > 10 && lost > 20, "{wins} {lost}");
}

#[test]
fn with_dice_only_a_win_by_the_throw_shown_is_foreseen() {
    // The white raven hits the only black castle; a throw of 1 lets it, one of 2 does not.
    let text = "11/11/1V9/11/Vv9/11/11/11/1 w1 - - 0 1";
    assert_eq!(position::<KaleidoDice>(text).foreseen(), Some(1));
    assert_eq!(position::<KaleidoDice>(&text.replace("w1", "w2")).foreseen(), None);
    let threatened = position::<KaleidoDice>(&text.replace("w1", "b5"));
    assert!(!threatened.in_check() && threatened.foreseen().is_none());
    assert!(position::<Kaleido>(&text.replace("w1", "b")).in_check());
}

#[test]
fn a_piece_that_may_not_go_back_is_no_threat() {
    // The raven went from Black's castle to 5A and may not undo that.
    let text = "11/11/1V9/11/Vv9/11/11/11/1 b - - 0 1";
    assert!(position::<Kaleido>(text).in_check());
    let banned = position::<Kaleido>(&text.replace("b - -", "b 5B-5A -"));
    assert!(!banned.in_check());
    assert_eq!(position::<Kaleido>(&text.replace("b - -", "w 5B-5A -")).foreseen(), None);
}

#[test]
fn a_second_castle_in_reach_saves_the_first() {
    // Black's pawn can step to 7B; without it nothing helps against the eagle.
    let text = "11/11/1V9/11/1v1E7/11/p10/11/1 b - - 0 1";
    let black: Kaleido = position(text);
    assert!(black.in_check() && black.foreseen().is_none());
    assert_eq!(position::<Kaleido>(&text.replace("p10", "11")).foreseen(), Some(2));
}

/// What the side to move gains at best by knocking out the piece on a field, which costs its owner `price`, or by leaving it.
fn best_gain<R: Rules>(position: &Position<R>, on: Field, price: i32) -> i32 {
    let side = position.side();
    let ready = position.attackers(on, side, position.pieces().occupied());
    let worth = |kind: Kind| <Position<R> as Tactics>::worth(kind.index());
    let mut kinds = Kind::ALL;
    kinds.sort_by_key(|&kind| worth(kind));
    for kind in kinds {
        // The first piece of the cheapest kind that does not give up the last castle; bans are not looked at.
        let held = position.castles(side).without(on.into());
        let tied = |from: Field| held == Set::from(from) && !Position::<R>::CASTLES.has(on);
        let pieces = ready & position.pieces().kind(kind);
        if let Some(from) = pieces.into_iter().find(|&from| !tied(from)) {
            let next = after(position, Move::new(from.index() as u16, on.index() as u16, 0));
            return (price - best_gain(&next, on, worth(kind))).max(0);
        }
    }
    0
}

/// The value of an exchange that begins with a move.
fn exchange_value<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let on = Field::from_index(mv.to());
    let next = after(position, mv);
    match next.outcome() {
        Some(Outcome::Win(winner, _)) if winner == position.side() => return THE_GAME,
        Some(_) => return -THE_GAME,
        None => {}
    }
    let worth = |kind: usize| <Position<R> as Tactics>::worth(kind);
    let taken = position
        .pieces()
        .on(on)
        .map_or(0, |(seat, kind)| if seat == position.side() { -worth(kind.index()) } else { worth(kind.index()) });
    let last_castle = next.castles(position.side()) == Set::from(on);
    let price = if last_castle { THE_GAME } else { worth(position.mover(mv)) };
    taken - best_gain(&next, on, price)
}

#[test]
fn exchanges_are_worth_what_making_the_moves_shows() {
    let mut lost = 0;
    careful_games::<engine::variants::kaleido::Usual>(12, &mut seeded(5), |position| {
        for mv in legal(position) {
            let value = exchange_value(position, mv);
            lost += usize::from(value < 0);
            for threshold in [value - 1, value, value + 1, 0] {
                let text = || format!("{} is worth {value}, not {threshold}, in {position}", position.write_move(mv));
                assert_eq!(position.exchange_wins(mv, threshold), value >= threshold, "{}", text());
            }
        }
    });
    assert!(lost > 1000, "{lost}");
}

#[test]
fn a_knock_out_on_the_last_castle_is_the_game() {
    let text = "11/11/1V9/11/Vv9/11/11/11/1 w - - 0 1";
    let white: Kaleido = position(text);
    let read = |text| white.read_move(text).expect("a legal move");
    assert_eq!(white.gain(read("5A+5B")), THE_GAME + <Kaleido as Tactics>::worth(Kind::Raven.index()));
    assert!(white.exchange_wins(read("5A+5B"), THE_GAME));
    assert!(!white.exchange_wins(read("3B-3A"), 1 - THE_GAME), "the last castle is given up");
    assert_eq!(white.bonus(read("3B-3A")), -THE_GAME);
}

#[test]
fn nobody_passes_with_few_pieces_off_the_castles() {
    fn may_pass<G: Game + Tactics>() -> bool {
        G::start().may_pass()
    }
    assert!(may_pass::<Kaleido>() && may_pass::<KaleidoPawns>() && may_pass::<KaleidoRavens>());
    let few: Kaleido = position("11/11/VV8V/11/1v9/11/11/11/1 w - - 0 1");
    assert!(!few.may_pass());
    assert!(position::<Kaleido>("11/11/VV7VV/11/1v9/11/11/11/1 w - - 0 1").may_pass());
}
