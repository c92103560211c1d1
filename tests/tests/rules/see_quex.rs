//! SEE of Quex and Keyles equals a plain recursion that makes every capture on the board.

use engine::board::ten::{Set, Square};
use engine::game::{Game, GenType, MakeUnmake, MoveFacts, Seat, StaticExchange, Tactics};
use engine::moves::{Move, MoveList};
use engine::text::Notation;
use engine::variants::quex::{Kind, Position, Rules};
use engine::variants::{Keyles, Quex};
use rand::Rng;
use reference::quex::{choose_rare_move, random_position};
use tests::positions::position;
use tests::properties::{legal, seeded};

/// Value of the whole game in centipawns.
const THE_GAME: i32 = 10_000;

/// The captures on a square, made one by one.
struct Exchange {
    on: Square,
    /// Kings that came back during the exchange; they take no further part.
    back: Set,
}

impl Exchange {
    fn men<R: Rules>(&self, position: &Position<R>, seat: Seat) -> Set {
        position.pieces().of(seat).without(self.back).without(self.on.into())
    }

    /// The champions that a king captured on the square could come back for.
    fn champions<R: Rules>(&self, position: &Position<R>, seat: Seat) -> Vec<Square> {
        (self.men(position, seat) & position.champions(seat)).into_iter().collect()
    }

    /// Value of a piece to its side while it stands on the square.
    fn price<R: Rules>(&self, position: &Position<R>, kind: Kind, seat: Seat) -> i32 {
        if R::KING_IS_ROYAL || kind != Kind::King {
            return <Position<R> as MoveFacts>::piece_value(kind.index());
        }
        let champions = self.champions(position, seat);
        let goal = if seat == Seat::WHITE { 9 } else { 0 };
        let free = |square: Square| square.rank() == goal && !self.men(position, seat).has(square);
        let wins = |&at: &Square| {
            at.rank() == goal || position.attacks_of(Kind::King, seat, at, Set::EMPTY).into_iter().any(free)
        };
        match champions.iter().map(|&at| position.replacement_cost(seat, at)).min() {
            _ if self.on.rank() == goal => -THE_GAME,
            None => THE_GAME,
            Some(_) if champions.iter().any(wins) => -THE_GAME,
            Some(cost) => cost + Position::<R>::advance(seat, self.on),
        }
    }

    /// Makes a capture on the square, and replaces a king that was captured there.
    fn make<R: Rules>(&mut self, position: &Position<R>, mv: Move) -> Position<R> {
        let mut after = *position;
        let champions = self.champions(position, position.side().opponent());
        after.make(mv, &mut ());
        if after.must_replace() && after.outcome().is_none() {
            let cost = |at: &Square| (after.replacement_cost(after.side(), *at), at.index());
            let at = champions.into_iter().min_by_key(cost).expect("who has no champion has lost");
            after.make(replacement(&after, at), &mut ());
            self.back |= at.into();
        }
        after
    }

    /// Best gain of the side to move by capturing on the square, or by standing pat.
    fn best_gain<R: Rules>(&mut self, position: &Position<R>) -> i32 {
        let (side, enemy) = (position.side(), position.side().opponent());
        let prize = self.price(position, position.pieces().kind_on(self.on).expect("a man stands there"), enemy);
        let occupied = position.pieces().occupied();
        let [own, defenders] =
            [side, enemy].map(|seat| position.attackers(self.on, seat, occupied) & self.men(position, seat));
        let mut kinds: Vec<Kind> =
            Kind::ALL.into_iter().filter(|&kind| (own & position.pieces().kind(kind)).any()).collect();
        kinds.sort_by_key(|&kind| {
            (self.price(position, kind, side), <Position<R> as MoveFacts>::piece_value(kind.index()), kind.index())
        });
        let Some(&kind) = kinds.first() else { return 0 };
        if prize.abs() == THE_GAME || (R::KING_IS_ROYAL && kind == Kind::King && defenders.any()) {
            return if prize == THE_GAME { THE_GAME } else { 0 };
        }
        let from = (own & position.pieces().kind(kind)).first();
        let after = self.make(position, Move::new(from.index() as u16, self.on.index() as u16, 0));
        (prize - self.best_gain(&after)).max(0)
    }
}

fn replacement<R: Rules>(position: &Position<R>, at: Square) -> Move {
    let mut list = MoveList::new();
    position.moves(GenType::All, &mut list);
    list.into_iter().find(|mv| mv.to() == at.index()).expect("a champion stands there")
}

/// The value of an exchange that begins with a move, to the last centipawn.
fn exchange_value<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let worth = |kind: usize| <Position<R> as MoveFacts>::piece_value(kind);
    let mut exchange = Exchange { on: Square::from_index(mv.to()), back: Set::EMPTY };
    if position.must_replace() {
        return 0;
    }
    let victim = position.pieces().kind_on(exchange.on);
    let gained = victim.map_or(0, |kind| exchange.price(position, kind, position.side().opponent()));
    let mut after = *position;
    after.make(mv, &mut ());
    if after.outcome().is_some() {
        return THE_GAME;
    }
    if gained == -THE_GAME {
        return gained;
    }
    let after = exchange.make(position, mv);
    let arrived = after.pieces().kind_on(exchange.on).expect("the man who moved").index();
    let mover = position.moved_kind(mv);
    let promoted = if arrived == mover { 0 } else { worth(arrived) - worth(mover) };
    let royal_move = R::KING_IS_ROYAL && mover == Kind::King.index();
    gained + promoted - if royal_move { 0 } else { exchange.best_gain(&after) }
}

/// Compares along random games from random positions, and returns how many exchanges lost something.
fn compare<R: Rules>(random: &mut impl Rng, captured: f64, games: usize) -> usize {
    let mut losing = 0;
    for _ in 0..games {
        let mut game = random_position::<Position<R>>(random, captured);
        for _ in 0..60 {
            for mv in legal(&game) {
                let value = exchange_value(&game, mv);
                losing += usize::from(value < 0);
                for threshold in [value - 1, value, value + 1, 0] {
                    let claimed = game.see_ge(mv, threshold);
                    assert_eq!(claimed, value >= threshold, "{} in {game}: {value}, {threshold}", game.write_move(mv));
                }
            }
            let Some(mv) = choose_rare_move(&game, random) else { break };
            game.make(mv, &mut ());
        }
    }
    losing
}

#[test]
fn see_of_quex_equals_the_recursion() {
    let losing = compare::<engine::variants::quex::Royal>(&mut seeded(6), 0.3, 60);
    assert!(losing > 1000, "the games hold too few losing exchanges to prove anything: {losing}");
}

#[test]
fn see_of_keyles_equals_the_recursion() {
    let losing =
        [0.2, 0.5, 0.8].map(|captured| compare::<engine::variants::quex::Capturable>(&mut seeded(7), captured, 60));
    assert!(losing.iter().all(|&losing| losing > 1000), "too few losing exchanges to prove anything: {losing:?}");
}

/// True if SEE of a move reaches the threshold.
fn wins<G: Notation + Tactics>(text: &str, mv: &str, threshold: i32) -> bool {
    let game: G = position(text);
    game.see_ge(game.read_move(mv).expect("a legal move"), threshold)
}

#[test]
fn see_of_a_captured_king_is_the_cheapest_champion() {
    // The rook takes the undefended king: a knight is the price, for the queen would be more.
    let text = "10/k9/10/10/r3K5/10/10/10/1Q1N6/10[] b - - 0 3";
    let advance = Keyles::advance(Seat::WHITE, Square::parse("e6").expect("a square"));
    assert!(wins::<Keyles>(text, "a6e6", 300 + advance) && !wins::<Keyles>(text, "a6e6", 301 + advance));
    // A knight that stands as far forward as the king does is all the cheaper: the king loses no ground.
    let forward = "10/k9/10/10/r3K2N2/10/10/10/1Q8/10[] b - - 0 3";
    assert!(wins::<Keyles>(forward, "a6e6", 300) && !wins::<Keyles>(forward, "a6e6", 301));
    // Defended by a lord, it costs the rook.
    let defended = "10/k9/10/10/r3K5/3L6/10/10/1Q1N6/10[] b - - 0 3";
    assert!(!wins::<Keyles>(defended, "a6e6", 0));
}

#[test]
fn see_of_a_captured_king_may_be_the_game() {
    // Without a champion it wins, with one on the end zone or next to it it loses.
    assert!(wins::<Keyles>("10/k9/10/10/r3K5/10/10/10/3G6/10[] b - - 0 3", "a6e6", 5000));
    assert!(!wins::<Keyles>("4N5/k9/10/10/r3K5/10/10/10/10/10[] b - - 0 3", "a6e6", -5000));
    assert!(!wins::<Keyles>("10/k3N5/10/10/r3K5/10/10/10/10/10[] b - - 0 3", "a6e6", -5000));
    // If own men hold the squares beyond, the knight is just a knight.
    assert!(wins::<Keyles>("3GGG4/k3N5/10/10/r3K5/10/10/10/10/10[] b - - 0 3", "a6e6", 0));
}

#[test]
fn see_of_captures_by_a_king_uses_its_price() {
    // The king takes a prince that a rook guards: its owner has only a queen to replace.
    let text = "10/k9/10/r3p5/4K5/10/10/10/1Q8/10[] w - - 0 3";
    assert!(!wins::<Keyles>(text, "e6e7", 0));
    // With a champion next to the end zone the capture loses.
    assert!(wins::<Keyles>(&text.replace("k9", "k8N"), "e6e7", 300));
    // In Quex the guarded capture is illegal; a capture by the king starts no exchange.
    let royal = "10/k9/10/4p5/4K5/10/10/10/1Q8/10[] w - - 0 3";
    assert!(wins::<Quex>(royal, "e6e7", 300) && !wins::<Quex>(royal, "e6e7", 301));
}
