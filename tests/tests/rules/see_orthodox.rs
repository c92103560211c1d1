//! SEE of chess and knight relay chess equals the plain recursion.

use engine::game::{MakeUnmake, MoveFacts, Seat, StaticExchange};
use engine::moves::Move;
use engine::text::Notation;
use engine::variants::orthodox::{BoardSet, BoardSquare, Kind, MoveKind, Position, Rules, SetOf, SquareOf};
use engine::variants::{Chess, KnightRelay, ThreeCheck};
use tests::positions::position;
use tests::properties::{legal, random_game, seeded};

/// Best gain of `side` by capturing on a square a piece worth `prize`, or by standing pat.
fn best_gain<R: Rules>(position: &Position<R>, to: SquareOf<R>, side: Seat, prize: i32, occupied: SetOf<R>) -> i32 {
    let attackers = position.attackers(to, side, occupied) & occupied;
    let defenders = position.attackers(to, side.opponent(), occupied) & occupied;
    let mut cheapest = R::LEAST_VALUABLE_FIRST.iter().map(|&kind| (kind, attackers & position.pieces().kind(kind)));
    match cheapest.find(|(_, set)| set.any()) {
        None => 0,
        Some((Kind::King, _)) if defenders.any() => 0,
        Some((kind, set)) => {
            let after = occupied.without(set.first().into());
            let worth = <Position<R> as MoveFacts>::piece_value(kind.index());
            (prize - best_gain(position, to, side.opponent(), worth, after)).max(0)
        }
    }
}

/// The value of an exchange that begins with a move, to the last centipawn.
fn exchange_value<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let worth = |kind: usize| <Position<R> as MoveFacts>::piece_value(kind);
    let (from, to) = (SquareOf::<R>::from_index(mv.from()), SquareOf::<R>::from_index(mv.to()));
    let mut after = *position;
    after.make(mv, &mut ());
    let arrived = after.pieces().kind_on(to).expect("the piece that moved");
    let promoted = worth(arrived.index()) - worth(position.moved_kind(mv));
    let gained = position.captured_kind(mv).map_or(0, worth) + promoted;
    if mv.kind() == MoveKind::Castle.code() || (arrived == Kind::Knight && !R::KNIGHTS_FIGHT) {
        return gained;
    }
    let mut occupied = position.pieces().occupied().without(from.into()) | to.into();
    if mv.kind() == MoveKind::EnPassant.code() {
        occupied = occupied.without(SquareOf::<R>::new(to.file(), from.rank()).into());
    }
    gained - best_gain(position, to, position.side().opponent(), worth(arrived.index()), occupied)
}

fn compare_along_random_games<R: Rules>(seed: u64) {
    let mut random = seeded(seed);
    let mut losing = 0;
    for _ in 0..40 {
        random_game::<Position<R>>(&mut random, 200, |record| {
            let position = record.position();
            for mv in legal(position) {
                let value = exchange_value(position, mv);
                losing += usize::from(value < 0);
                for threshold in [value - 1, value, value + 1, 0] {
                    let claimed = position.see_ge(mv, threshold);
                    assert_eq!(claimed, value >= threshold, "{} in {position}: {value}", position.write_move(mv));
                }
            }
        });
    }
    assert!(losing > 1000, "the games hold too few losing exchanges to prove anything: {losing}");
}

#[test]
fn see_of_chess_equals_the_recursion() {
    compare_along_random_games::<engine::variants::orthodox::Standard>(3);
}

#[test]
fn see_of_knight_relay_equals_the_recursion() {
    compare_along_random_games::<engine::variants::orthodox::Relay>(4);
}

#[test]
fn see_of_capablanca_chess_equals_the_recursion() {
    compare_along_random_games::<engine::variants::orthodox::WithCompounds>(5);
}

#[test]
fn see_of_published_positions() {
    // Two positions often used to test exchange evaluators: a free pawn, and a knight that costs more than it takes.
    let free: Chess = position("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1");
    let mv = free.read_move("e1e5").unwrap();
    assert!(free.see_ge(mv, 100) && !free.see_ge(mv, 101));
    let costly: Chess = position("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1");
    let mv = costly.read_move("d3e5").unwrap();
    assert!(!costly.see_ge(mv, 0) && costly.see_ge(mv, 100 - 320));
}

#[test]
fn see_lets_a_check_cost_something_where_checks_are_counted() {
    // A rook for a pawn, with check; and without one.
    let gains = |board: &str, left: &str, threshold: i32| {
        let game: ThreeCheck = position(&format!("{board} w - - {left} 0 1"));
        game.see_ge(game.read_move("f3f7").unwrap(), threshold)
    };
    let (check, none) = ("5k2/5p2/8/8/8/5R2/8/4K3", "6k1/5p2/8/8/8/5R2/8/4K3");
    assert!(gains(check, "3+3", 0) && !gains(check, "3+3", 100));
    assert!(gains(check, "2+3", 100) && !gains(check, "2+3", 500));
    assert!(!gains(none, "2+3", 0));
}

#[test]
fn see_counts_relayed_guards() {
    // The rook takes a pawn that the bishop guards by its leap only, as long as the knight relays to it.
    let text = "4k3/2b5/n7/3p4/8/8/8/3RK3 w - - 0 1";
    let guarded: KnightRelay = position(text);
    assert!(!guarded.see_ge(guarded.read_move("d1d5").unwrap(), 0));
    let alone: KnightRelay = position(&text.replace("n7", "8"));
    assert!(alone.see_ge(alone.read_move("d1d5").unwrap(), 100));
}
