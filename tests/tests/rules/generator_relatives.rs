//! Relatives of chess against their reference generator: moves and texts along random games.

use engine::game::Game;
use engine::text::Notation;
use engine::variants::{
    AmazonChess, CapablancaChess, Circe, DunsanyChess, ExtinctionChess, KingOfTheHill, Madrasi, MonsterChess,
    ProgressiveChess, ThreeCheck,
};
use rand::seq::IndexedRandom;
use reference::relatives;
use std::collections::BTreeSet;
use tests::properties::{legal, seeded};

/// The fields that the reference writes, of a text of the engine's. A square for en passant is written by the engine
/// only if a capture is legal there, so that it is compared only where it is a field of its own.
fn fields<G: Game + Notation>(position: &G, count: usize) -> Vec<String> {
    let text = position.to_string();
    let mut fields: Vec<String> = text.split(' ').take(count).map(str::to_string).collect();
    if !matches!(G::name(), "monster" | "progressive") {
        fields[3] = "-".to_string();
    }
    fields
}

/// Plays random games, of which captures, promotions, checks and castlings make up a good part.
fn compare<G: Notation + engine::game::Tactics>(games: u64, plies: usize) {
    let mut compared = 0;
    for seed in 0..games {
        let mut random = seeded(seed);
        let mut fast = G::start();
        let mut slow = relatives::Position::new(G::name(), &fast.to_string());
        for _ in 0..plies {
            let moves = legal(&fast);
            let texts: BTreeSet<String> = moves.iter().map(|&mv| fast.write_move(mv)).collect();
            assert_eq!(texts.len(), moves.len(), "a move is listed twice in {fast}");
            assert_eq!(texts, slow.legal_moves(), "{fast}");
            compared += 1;
            let special: Vec<_> = moves.iter().filter(|&&mv| mv.kind() > 1 || fast.is_noisy(mv)).copied().collect();
            let list = if seed % 2 == 1 && !special.is_empty() { &special } else { &moves[..] };
            let Some(&mv) = list.choose(&mut random) else { break };
            slow.play(&fast.write_move(mv));
            fast.make(mv, &mut ());
            let expected = slow.fields();
            assert_eq!(fields(&fast, expected.len()), expected, "after {mv:?}");
        }
    }
    assert!(compared > games, "{compared} positions");
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
