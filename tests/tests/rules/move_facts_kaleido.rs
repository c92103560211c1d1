//! Facts that KaleidoChess gives the search (checks, evasions, known mates, SEE) equal making the moves.

use engine::board::round::{Field, Set};
use engine::game::{Chance, Game, MoveFacts, NullMove, SearchHints, StaticExchange};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::text::{Notation, write_row};
use engine::variants::kaleido::{Kind, PawnArmy, Position, RavenArmy, Rules, Usual};
use engine::variants::{Kaleido, KaleidoDice, Variant};
use engine::with_game;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use tests::kaleido_games::{after, can_win, careful_game, holds};
use tests::positions::position;
use tests::properties::{legal, seeded};

/// Value of the whole game in centipawns.
const THE_GAME: i32 = 10_000;

/// Shows the positions of careful games.
fn careful_games<R: Rules>(games: usize, seed: u64, mut see: impl FnMut(&Position<R>)) {
    let mut random = seeded(seed);
    (0..games).for_each(|_| careful_game(&mut random, &mut see));
}

fn threats_and_answers_are_what_making_the_moves_shows<R: Rules>(games: usize, seed: u64) {
    let (mut threats, mut losing, mut given) = (0, 0, 0);
    careful_games::<R>(games, seed, |position| {
        let mut passed = *position;
        passed.make_null();
        let threatened = can_win(&passed);
        assert_eq!(position.in_check(), threatened, "{position}");
        threats += usize::from(threatened);
        for mv in legal(position) {
            let text = || format!("{} in {position}", position.write_move(mv));
            assert_eq!(position.is_evasion(mv), holds(position, mv), "{}", text());
            losing += usize::from(!position.is_evasion(mv));
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
fn in_check_gives_check_and_evasions_equal_making_the_moves() {
    threats_and_answers_are_what_making_the_moves_shows::<Usual>(16, 1);
    threats_and_answers_are_what_making_the_moves_shows::<PawnArmy>(8, 2);
    threats_and_answers_are_what_making_the_moves_shows::<RavenArmy>(8, 3);
}

#[test]
fn known_mate_finds_wins_in_one_and_threats_without_an_evasion() {
    let (mut wins, mut lost) = (0, 0);
    careful_games::<Usual>(60, 4, |position| {
        let told = position.known_mate();
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

/// Few pieces on random fields, each side with one on a castle.
fn few_pieces(random: &mut impl Rng) -> Kaleido {
    let mut fields: Vec<Field> = Field::all().collect();
    fields.shuffle(random);
    let mut castles: Vec<Field> = Kaleido::CASTLES.into_iter().collect();
    castles.shuffle(random);
    let others = random.random_range(0..10);
    let placed: Vec<Field> = castles[..2]
        .iter()
        .chain(fields.iter().filter(|at| !castles[..2].contains(at)).take(others))
        .copied()
        .collect();
    let letter = |at: Field| {
        let place = placed.iter().position(|&other| other == at)?;
        let letter = *b"WDREVLTHPVVPP".choose(random)? as char;
        Some(if place % 2 == 0 { letter } else { letter.to_ascii_lowercase() })
    };
    let letters: Vec<Option<char>> = Field::all().map(letter).collect();
    // Eight sectors, and the centre by itself.
    let rows: Vec<String> = letters.chunks(11).map(|row| write_row(row.iter().copied())).collect();
    position(&format!("{} w - - 0 1", rows.join("/")))
}

#[test]
fn where_wins_need_threats_every_other_move_has_an_answer() {
    let (mut random, mut certain, mut squeezed) = (seeded(6), 0, 0);
    let wins = |game: &Kaleido| {
        let side = game.side();
        legal(game)
            .into_iter()
            .any(|mv| matches!(after(game, mv).result(), Some(Outcome::Win(winner, _)) if winner == side))
    };
    for _ in 0..3000 {
        let game = few_pieces(&mut random);
        if wins(&game) {
            continue;
        }
        let quiet = legal(&game).into_iter().filter(|&mv| !game.gives_check(mv)).map(|mv| after(&game, mv));
        let answered = |next: Kaleido| {
            next.outcome().is_some()
                || legal(&next).into_iter().any(|reply| {
                    let last = after(&next, reply);
                    last.outcome().is_none() && !wins(&last)
                        || matches!(last.outcome(), Some(Outcome::Win(winner, _)) if winner == next.side())
                })
        };
        let all_answered = quiet.into_iter().all(answered);
        assert!(all_answered || !game.wins_need_threats(), "{game}");
        certain += usize::from(game.wins_need_threats());
        squeezed += usize::from(!all_answered);
    }
    assert!(certain > 100 && squeezed > 10, "{certain} {squeezed}");
    assert!(Kaleido::start().wins_need_threats());
}

#[test]
fn known_mate_with_dice_needs_the_throw_shown() {
    // The white raven hits the only black castle; a throw of 1 lets it, one of 2 does not.
    let text = "11/11/1V9/11/Vv9/11/11/11/1 w1 - - 0 1";
    assert_eq!(position::<KaleidoDice>(text).known_mate(), Some(1));
    assert_eq!(position::<KaleidoDice>(&text.replace("w1", "w2")).known_mate(), None);
    let threatened = position::<KaleidoDice>(&text.replace("w1", "b5"));
    assert!(!threatened.in_check() && threatened.known_mate().is_none());
    assert!(position::<Kaleido>(&text.replace("w1", "b")).in_check());
}

#[test]
fn a_piece_that_may_not_go_back_is_no_threat() {
    // The raven went from Black's castle to 5A and may not undo that.
    let text = "11/11/1V9/11/Vv9/11/11/11/1 b - - 0 1";
    assert!(position::<Kaleido>(text).in_check());
    let banned = position::<Kaleido>(&text.replace("b - -", "b 5B-5A -"));
    assert!(!banned.in_check());
    assert_eq!(position::<Kaleido>(&text.replace("b - -", "w 5B-5A -")).known_mate(), None);
}

#[test]
fn a_second_castle_in_reach_saves_the_first() {
    // Black's pawn can step to 7B; without it nothing helps against the eagle.
    let text = "11/11/1V9/11/1v1E7/11/p10/11/1 b - - 0 1";
    let black: Kaleido = position(text);
    assert!(black.in_check() && black.known_mate().is_none());
    assert_eq!(position::<Kaleido>(&text.replace("p10", "11")).known_mate(), Some(2));
}

/// Best gain of the side to move by capturing the piece on a field, which costs its owner `price`, or by standing pat.
fn best_gain<R: Rules>(position: &Position<R>, on: Field, price: i32) -> i32 {
    let side = position.side();
    let ready = position.attackers(on, side, position.pieces().occupied());
    let worth = |kind: Kind| <Position<R> as MoveFacts>::piece_value(kind.index());
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
    let worth = |kind: usize| <Position<R> as MoveFacts>::piece_value(kind);
    let taken = position
        .pieces()
        .on(on)
        .map_or(0, |(seat, kind)| if seat == position.side() { -worth(kind.index()) } else { worth(kind.index()) });
    let last_castle = next.castles(position.side()) == Set::from(on);
    let price = if last_castle { THE_GAME } else { worth(position.moved_kind(mv)) };
    taken - best_gain(&next, on, price)
}

#[test]
fn see_of_kaleido_equals_the_recursion() {
    let mut lost = 0;
    careful_games::<Usual>(12, 5, |position| {
        for mv in legal(position) {
            let value = exchange_value(position, mv);
            lost += usize::from(value < 0);
            for threshold in [value - 1, value, value + 1, 0] {
                let text = || format!("{} is worth {value}, not {threshold}, in {position}", position.write_move(mv));
                assert_eq!(position.see_ge(mv, threshold), value >= threshold, "{}", text());
            }
        }
    });
    assert!(lost > 1000, "{lost}");
}

#[test]
fn see_of_a_capture_on_the_last_castle_is_the_game() {
    let text = "11/11/1V9/11/Vv9/11/11/11/1 w - - 0 1";
    let white: Kaleido = position(text);
    let read = |text| white.read_move(text).expect("a legal move");
    assert_eq!(white.gain(read("5A+5B")), THE_GAME + <Kaleido as MoveFacts>::piece_value(Kind::Raven.index()));
    assert!(white.see_ge(read("5A+5B"), THE_GAME));
    assert!(!white.see_ge(read("3B-3A"), 1 - THE_GAME), "the last castle is given up");
    assert_eq!(white.promotion_gain(read("3B-3A")), -THE_GAME);
}

#[test]
fn no_null_move_with_few_pieces_off_the_castles() {
    for variant in Variant::ALL.into_iter().filter(|variant| variant.family() == "kaleido") {
        assert!(with_game!(variant, G => G::CHANCE || G::start().null_move_allowed()), "{variant}");
    }
    let few: Kaleido = position("11/11/VV8V/11/1v9/11/11/11/1 w - - 0 1");
    assert!(!few.null_move_allowed());
    assert!(position::<Kaleido>("11/11/VV7VV/11/1v9/11/11/11/1 w - - 0 1").null_move_allowed());
}
