//! Facts about moves in KaleidoChess for three and four: threats, evasions and gains against what playing shows.

use engine::game::{Game, MoveFacts, Seat, StaticExchange, Tactics};
use engine::text::Notation;
use engine::variants::{Kaleido3, Kaleido4};
use tests::positions::position;
use tests::properties::{after, legal, random_game, seeded};

const SIDES: [char; 4] = ['w', 'r', 'b', 'g'];

/// True if some opponent, were it its turn, has a move after which the player is out.
fn can_fall<G: Game + Notation>(game: &G, player: Seat) -> bool {
    let text = game.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    Seat::all(G::SEATS).filter(|&other| other != player && game.is_in(other)).any(|other| {
        let game: G = position(&format!("{} {} {}", words[0], SIDES[other.index()], words[2..].join(" ")));
        legal(&game).iter().any(|&mv| !after(&game, mv).is_in(player))
    })
}

/// Checks the facts of every fourth position of random games.
fn check_random_games<G: Tactics + Notation>(games: u64) {
    let (mut checks, mut evasions, mut exits, mut suicides) = (0, 0, 0, 0);
    for seed in 0..games {
        random_game::<G>(&mut seeded(seed), 200, |record| {
            let game = record.position();
            let side = game.side_to_move();
            if record.plies().len() % 4 != 0 || game.outcome().is_some() {
                return;
            }
            let threatened = can_fall(game, side);
            assert_eq!(game.in_check(), threatened, "{game}");
            checks += u32::from(threatened);
            for &mv in &legal(game) {
                let next = after(game, mv);
                let written = game.write_move(mv);
                let others = |game: &G| Seat::all(G::SEATS).filter(|&seat| seat != side && game.is_in(seat)).count();
                let (fallen, wins) = (others(game) - others(&next), others(&next) == 0);
                let out = !next.is_in(side);
                let sign = if out { -1 } else { i32::from(wins || fallen > 0) };
                assert_eq!((game.gain(mv) / 1000).signum(), sign, "{written} in {game}");
                assert!(game.max_gain(mv) >= game.gain(mv) || out, "{written} in {game}");
                assert_eq!(game.see_ge(mv, 9_000), wins, "{written} in {game}");
                assert!(!out || !game.see_ge(mv, -9_000), "{written} in {game}");
                exits += u32::from(fallen > 0);
                suicides += u32::from(out);
                if threatened {
                    let safe = !out && (wins || !can_fall(&next, side));
                    assert_eq!(game.is_evasion(mv), safe, "{written} in {game}");
                    evasions += u32::from(safe);
                }
            }
        });
    }
    assert!(checks > 0 && evasions > 0 && exits > 0 && suicides > 0, "{checks} {evasions} {exits} {suicides}");
}

#[test]
fn threats_evasions_and_gains_are_what_playing_shows() {
    check_random_games::<Kaleido3>(6);
    check_random_games::<Kaleido4>(6);
}

/// Greatest gain that SEE is certain of when White's roc takes Black's raven, 2A+3A. Sectors 2 and 3 are as given;
/// Red's raven on 3B holds Red's only castle.
fn exchange(second: &str, third: &str) -> i32 {
    let game: Kaleido4 = position(&format!("1V9/{second}/{third}/11/1v9/11/1'v9/11/1 w - - - - 0 1"));
    let mv = game.read_move("2A+3A").expect("a move");
    let certain = (-1000..=1000).rev().find(|&threshold| game.see_ge(mv, threshold)).expect("a bound");
    assert!((-1000..=1000).all(|threshold| game.see_ge(mv, threshold) == (threshold <= certain)));
    certain
}

#[test]
fn see_counts_the_recaptures_of_all_opponents() {
    assert_eq!(exchange("R10", "v'V9"), 150, "who holds an only castle does not recapture");
    assert_eq!(exchange("R10", "v'V7'V1"), 150 - 400, "Red recaptures");
    assert_eq!(exchange("R10", "v'V7'v1"), 150 - 400, "Green recaptures as well");
    assert_eq!(exchange("R1V8", "v'V7'v1"), 150 - 400 + 150, "and White once more");
    assert_eq!(exchange("R1V8", "v'V7'v'V"), 150 - 400, "but not if the other opponent takes back again");
}

#[test]
fn the_last_castle_of_an_opponent_is_worth_more_than_its_man_and_less_than_the_game() {
    let gain = |text: &str, mv: &str| {
        let game: Kaleido4 = position(text);
        game.gain(game.read_move(mv).expect("a move"))
    };
    let four = gain("1V9/1R9/1'V9/11/1v9/11/1'v9/11/1 w - - - - 0 1", "2B+3B");
    let two = gain("1V9/1R9/1'V9/11/11/11/11/11/1 w - - - - 0 1", "2B+3B");
    assert!((1_000..5_000).contains(&four) && two >= 9_000, "{four} {two}");
}
