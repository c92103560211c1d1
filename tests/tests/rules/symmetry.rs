//! Symmetries and canonical positions.

use std::collections::HashSet;

use engine::board::round::{Field, RoundSymmetry};
use engine::game::{Chance, Game, MakeUnmake, Seat, Symmetry as _, ToAct};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::text::Notation;
use engine::variants::kaleido::{Kind, Position, Rules, Usual, reach::REACH};
use engine::variants::{Chess, Kaleido, Keyles, Variant};
use engine::with_game;
use tests::kaleido_games::careful_game;
use tests::positions::{leaves, position};
use tests::properties::{legal, random_game, seeded};

/// Image of a move.
fn moved(symmetry: RoundSymmetry, mv: Move) -> Move {
    let place = |field| symmetry.field(Field::from_index(field)).index() as u16;
    Move::new(place(mv.from()), place(mv.to()), mv.kind())
}

/// Winner in the image.
fn winner<R: Rules>(position: &Position<R>, colours_exchanged: bool) -> Option<Seat> {
    match position.result()? {
        Outcome::Win(seat, _) => Some(if colours_exchanged { seat.opponent() } else { seat }),
        Outcome::Draw(_) => None,
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

#[test]
fn eight_symmetries_keep_the_castles_and_with_them_the_rules() {
    let kept: Vec<RoundSymmetry> = Kaleido::symmetries().collect();
    let quarter_turns = [0, 2, 4, 6].into_iter();
    let expected = [false, true]
        .into_iter()
        .flat_map(|mirrored| quarter_turns.clone().map(move |turned| RoundSymmetry::new(turned, mirrored)));
    assert_eq!(kept, expected.collect::<Vec<_>>());
    // How pieces move no symmetry changes.
    let some =
        [(Kind::Wizard, "1B"), (Kind::Dragon, "3K"), (Kind::Elephant, "2E"), (Kind::Tiger, "5G"), (Kind::Horse, "00")];
    let on_the_way: Field = Field::parse("2I").expect("a field");
    for symmetry in RoundSymmetry::all() {
        for (kind, from) in some {
            let from = Field::parse(from).expect("a field");
            let (here, there) = (REACH.of(kind, from, on_the_way.into()), symmetry.field(on_the_way).into());
            assert_eq!(REACH.of(kind, symmetry.field(from), there), symmetry.set(here), "{kind:?} by {symmetry:?}");
        }
    }
}

#[test]
fn the_start_position_is_its_own_mirror_and_half_a_turn_exchanges_the_colours() {
    let start = Kaleido::start();
    let mirror = RoundSymmetry::new(0, true);
    let kept: Vec<RoundSymmetry> =
        Kaleido::symmetries().filter(|&symmetry| start.image(symmetry, false) == start).collect();
    assert_eq!(kept, [RoundSymmetry::IDENTITY, mirror]);
    let blacks: Kaleido = position(&start.to_string().replace(" w ", " b "));
    assert_eq!(start.image(RoundSymmetry::new(4, false), true), blacks);
    // Of the 116 first moves two are their own mirrors, 1B+1K of the wizard and 1K+1B of the dragon. The others are 57
    // pairs.
    let first: HashSet<String> = legal(&start)
        .into_iter()
        .map(|mv| {
            let mut next = start;
            next.make(mv, &mut ());
            next.canonical().to_string()
        })
        .collect();
    assert_eq!(first.len(), 59);
}

#[test]
fn moves_and_results_commute_with_the_symmetries() {
    let mut random = seeded(1);
    let mut decided = 0;
    for _ in 0..6 {
        careful_game::<Usual>(&mut random, &mut |game| {
            let moves = legal(game);
            for (symmetry, exchanged) in
                Kaleido::symmetries().flat_map(|symmetry| [(symmetry, false), (symmetry, true)])
            {
                let image = game.image(symmetry, exchanged);
                assert_eq!(image.key(), image.key_from_scratch());
                let theirs = moves.iter().map(|&mv| moved(symmetry, mv)).collect();
                assert_eq!(sorted(legal(&image).to_vec()), sorted(theirs), "{game} by {symmetry:?}");
                for &mv in &moves {
                    let (mut next, mut image) = (*game, image);
                    next.make(mv, &mut ());
                    image.make(moved(symmetry, mv), &mut ());
                    assert_eq!(winner(&image, false), winner(&next, exchanged), "{next} by {symmetry:?}");
                    decided += usize::from(winner(&next, false).is_some());
                }
            }
        });
    }
    assert!(decided > 0);
}

/// Checks in random games that the canonical form is one for all that are the same game, and as good a position.
fn check_canonical<G: Game + Notation>(games: usize, plies: usize, depth: u32) {
    let mut random = seeded(2);
    let mut changed = 0;
    for _ in 0..games {
        random_game::<G>(&mut random, plies, |record| {
            let position = record.position();
            let canonical = position.canonical();
            assert_eq!(canonical.key(), canonical.key_from_scratch(), "{position}");
            assert_eq!(canonical.canonical(), canonical, "{position}");
            assert_eq!(canonical.to_string().parse::<G>().ok(), Some(canonical.clone()), "{position}");
            changed += usize::from(canonical != *position);
            // A search would look the same way from both.
            if position.to_act() != ToAct::Chance {
                assert_eq!(leaves(&canonical, depth), leaves(position, depth), "{position}");
            }
        });
    }
    assert!(changed > 0);
}

#[test]
fn canonical_forms_have_as_many_moves() {
    // The plane of Chex has no canonical form.
    for variant in Variant::ALL.into_iter().filter(|variant| variant.family() != "chex") {
        let (games, plies, depth) = match variant.family() {
            "kaleido" if with_game!(variant, G => G::CHANCE) => (4, 40, 1),
            "kaleido" => (1, 40, 2),
            _ => (4, 200, 2),
        };
        with_game!(variant, G => check_canonical::<G>(games, plies, depth));
    }
}

#[test]
fn equivalent_positions_have_one_canonical_form() {
    fn same<G: Game + Notation>(one: &str, other: &str) -> bool {
        position::<G>(one).canonical() == position::<G>(other).canonical()
    }
    // Colours exchanged; left and right, only without castling rights.
    assert!(same::<Chess>("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "4k2r/p7/8/8/8/8/8/4K3 b k - 0 1"));
    assert!(same::<Chess>("4k3/8/8/8/8/8/P7/4K2R w - - 0 1", "3k4/8/8/8/8/8/7P/R2K4 w - - 0 1"));
    assert!(!same::<Chess>("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "3k4/8/8/8/8/8/7P/R2K4 w - - 0 1"));
    assert!(!same::<Chess>("4k3/8/8/8/8/8/P7/4K2R w - - 0 1", "4k3/8/8/8/8/8/P7/4K2R b - - 0 1"));
    assert!(same::<Chess>("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "3k4/8/8/8/6pP/8/8/3K4 b - h3 0 1"));
    // The pool goes with its owner.
    let keyles = "10/9k/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4";
    assert!(same::<Keyles>(keyles, "10/10/10/8rq/10/5R4/10/10/K9/10[k] b - - 0 4"));
    assert!(!same::<Keyles>(keyles, "10/10/10/8rq/10/5R4/10/10/K9/10[kQ] b - - 0 4"));
    // What may not be undone turns with the board.
    assert!(same::<Kaleido>("1R9/11/11/11/1v9/11/11/11/1 w 1C-1B - 0 1", "11/11/1R9/11/11/11/1v9/11/1 w 3A-3B - 0 1"));
    assert!(!same::<Kaleido>("1R9/11/11/11/1v9/11/11/11/1 w 1C-1B - 0 1", "1R9/11/11/11/1v9/11/11/11/1 w - - 0 1"));
}
