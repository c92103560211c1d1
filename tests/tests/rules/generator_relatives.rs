//! Relatives of chess against their reference generator: moves, texts and results along random games.

use engine::game::{Game, Tactics};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::text::Notation;
use engine::variants::{
    AmazonChess, CapablancaChess, Circe, DunsanyChess, ExtinctionChess, KingOfTheHill, Madrasi, MonsterChess,
    ProgressiveChess, ThreeCheck,
};
use rand::seq::IndexedRandom;
use reference::relatives;
use std::collections::BTreeSet;
use tests::properties::{legal, seeded};

/// The fields of a text of the engine's, as the reference writes them. A square for en passant is written by the engine
/// only if a capture is legal there, so that it is compared only where it is a field of its own.
fn fields<G: Game + Notation>(position: &G) -> Vec<String> {
    let text = position.to_string();
    let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
    if !matches!(G::name(), "monster" | "progressive") {
        fields[3] = "-".to_string();
    }
    fields
}

/// Compares the results of a position.
fn compare_results<G: Game + Notation>(fast: &G, slow: &relatives::Position) {
    assert_eq!(fast.result().map(Outcome::score), slow.result(), "{fast}");
}

/// Compares the results after those moves that end the game, and returns their number.
fn compare_ends<G: Game + Notation>(fast: &G, slow: &relatives::Position, moves: &[Move]) -> usize {
    let mut ends = 0;
    for &mv in moves {
        let mut end = fast.clone();
        end.make(mv, &mut ());
        if end.result().is_some() {
            let mut slow = slow.clone();
            slow.play(&fast.write_move(mv));
            compare_results(&end, &slow);
            ends += 1;
        }
    }
    ends
}

/// Plays random games, of which captures, promotions, checks and castlings make up a good part.
fn compare<G: Tactics + Notation>(games: u64, plies: usize) {
    let (mut compared, mut ends) = (0, 0);
    for seed in 0..games {
        let mut random = seeded(seed);
        let mut fast = G::start();
        let mut slow = relatives::Position::new(G::name(), &fast.to_string());
        for _ in 0..plies {
            let moves = legal(&fast);
            let texts: BTreeSet<String> = moves.iter().map(|&mv| fast.write_move(mv)).collect();
            assert_eq!(texts.len(), moves.len(), "a move is listed twice in {fast}");
            assert_eq!(texts, slow.legal_moves(), "{fast}");
            compare_results(&fast, &slow);
            compared += 1;
            ends += compare_ends(&fast, &slow, &moves);
            let special: Vec<_> = moves.iter().filter(|&&mv| mv.kind() > 1 || fast.is_noisy(mv)).copied().collect();
            let list = if seed % 2 == 1 && !special.is_empty() { &special } else { &moves[..] };
            let Some(&mv) = list.choose(&mut random) else { break };
            slow.play(&fast.write_move(mv));
            fast.make(mv, &mut ());
            assert_eq!(fields(&fast), slow.fields(), "after {mv:?}");
        }
    }
    assert!(compared > games && ends > 0, "{compared} positions, {ends} moves that end the game");
}

#[test]
fn amazon_equals_the_reference() {
    compare::<AmazonChess>(24, 120);
}

#[test]
fn capablanca_equals_the_reference() {
    compare::<CapablancaChess>(32, 160);
}

#[test]
fn kingofthehill_equals_the_reference() {
    compare::<KingOfTheHill>(24, 120);
}

#[test]
fn threecheck_equals_the_reference() {
    compare::<ThreeCheck>(40, 120);
}

#[test]
fn extinction_equals_the_reference() {
    compare::<ExtinctionChess>(40, 160);
}

#[test]
fn madrasi_equals_the_reference() {
    compare::<Madrasi>(16, 160);
}

#[test]
fn circe_equals_the_reference() {
    compare::<Circe>(24, 160);
}

#[test]
fn dunsany_equals_the_reference() {
    compare::<DunsanyChess>(24, 200);
}

#[test]
fn monster_equals_the_reference() {
    compare::<MonsterChess>(16, 60);
}

#[test]
fn progressive_equals_the_reference() {
    compare::<ProgressiveChess>(24, 120);
}
