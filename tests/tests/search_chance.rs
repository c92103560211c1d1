//! The search where chance plays a part: its values against plain enumeration, and what it makes of mates by luck.

use engine::game::{Actor, Game, Tactics};
use engine::search::Material;
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail, KaleidoDice};
use rand::Rng;
use rand::seq::SliceRandom;
use tests::generic::{random_game, seeded};
use tests::plain::assert_exact;
use tests::toys::{Heaps, Noise};

/// The last positions of random games of so many plies that are not over.
fn ends<G: Game>(random: &mut impl Rng, plies: usize, wanted: usize) -> Vec<G> {
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut last = G::start();
        random_game::<G>(random, plies, |record| last = record.position().clone());
        if last.result().is_none() {
            found.push(last);
        }
    }
    found
}

/// A position of Chex with no more than so many tiles in either pile, the king always among them if he was.
fn thinned<G: Game + Notation>(game: &G, random: &mut impl Rng, keep: usize) -> Option<G> {
    let text = game.to_string();
    let (board, rest) = text.split_once('[').expect("piles");
    let (piles, rest) = rest.split_once(']').expect("closed piles");
    let (mut white, mut black): (Vec<char>, Vec<char>) = piles.chars().partition(char::is_ascii_uppercase);
    for pile in [&mut white, &mut black] {
        pile.shuffle(random);
        pile.sort_by_key(|tile| !matches!(tile, 'K' | 'k'));
        pile.truncate(keep);
    }
    let piles: String = white.into_iter().chain(black).collect();
    format!("{board}[{piles}]{rest}").parse().ok().filter(|game: &G| game.result().is_none())
}

/// Positions with few tiles in the piles, some of them in the middle of a draw.
fn small_piles<G: Game + Notation>(seed: u64, plies: usize, keep: usize, wanted: usize) -> Vec<G> {
    let random = &mut seeded(seed);
    let mut found = Vec::new();
    while found.len() < wanted {
        let game = ends::<G>(random, plies + found.len() % 3, 1).remove(0);
        found.extend(thinned(&game, random, keep));
    }
    found
}

/// A count of positions by who makes their next ply: a player, chance.
fn actors<G: Game>(games: &[G]) -> [usize; 2] {
    let by_chance = games.iter().filter(|game| game.actor() == Actor::Chance).count();
    [games.len() - by_chance, by_chance]
}

fn assert_exact_with_small_piles<G: Tactics + Notation>() {
    let mut met = [0; 2];
    for (seed, plies, keep) in [(1, 18, 1), (2, 24, 2), (3, 30, 3), (4, 60, 2)] {
        let games = small_piles::<G>(seed, plies, keep, 15);
        met = [0, 1].map(|actor| met[actor] + actors(&games)[actor]);
        for game in games {
            assert_exact::<G, Noise>(&game, 3, 1);
            assert_exact::<G, Material<G>>(&game, 4, 1);
        }
    }
    assert!(met[0] > 20 && met[1] > 5, "{met:?}");
}

#[test]
fn chex_with_small_piles_is_searched_exactly() {
    assert_exact_with_small_piles::<Chex>();
}

#[test]
fn chex_by_mail_with_small_piles_is_searched_exactly() {
    assert_exact_with_small_piles::<ChexByMail>();
}

#[test]
fn chex_with_full_piles_is_searched_exactly() {
    for game in ends::<Chex>(&mut seeded(5), 22, 4) {
        assert_exact::<Chex, Noise>(&game, 3, 1);
    }
}

#[test]
fn kaleidochess_with_dice_is_searched_exactly() {
    // Few pieces and an early end: random games have knocked out many.
    for (plies, depth) in [(8, 1), (120, 2), (121, 2)] {
        for game in ends::<KaleidoDice>(&mut seeded(6), plies, 4) {
            assert_exact::<KaleidoDice, Noise>(&game, depth, 1);
            assert_exact::<KaleidoDice, Material<KaleidoDice>>(&game, depth, 1);
        }
    }
}

#[test]
fn a_root_that_chance_decides_has_the_mean_of_what_follows() {
    type Dice = Heaps<false, true>;
    type AgainDice = Heaps<true, true>;
    for heaps in [[3, 2, 1], [4, 0, 0], [3, 3, 3]] {
        assert_exact::<Dice, Noise>(&Dice::before_the_throw(heaps), 4, 1);
        assert_exact::<AgainDice, Noise>(&AgainDice::before_the_throw(heaps), 4, 2);
    }
    let start = KaleidoDice::start();
    assert_eq!(start.actor(), Actor::Chance);
    assert_exact::<KaleidoDice, Noise>(&start, 1, 1);
}
