//! What holds for every evaluation, hand-written or learned, seen from outside.

use engine::board::round::{SECTORS, Symmetry};
use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, CompositeMoves, Seat, ToAct};
use engine::moves::MoveList;
use engine::search::score::MATE_BOUND;
use engine::text::Notation;
use engine::variants::kaleido::Position;
use engine::variants::{Chess, Chex, ChexByMail, Kaleido, KaleidoDice, Keyles, KnightRelay, Quex};
use eval::kaleido::KaleidoParams;
use eval::{HandCraftedEval, HceEvaluator, LIMIT, NnueEvaluator, ReweightedHce};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const _: () = assert!(LIMIT < MATE_BOUND);

/// The value from nothing, for the side to move.
fn value<G: HandCraftedEval, E: Evaluator<G> + Default>(position: &G) -> i32 {
    let mut eval = E::default();
    eval.reset(position);
    eval.evaluate(position)
}

fn read<G: Notation>(text: &str) -> G {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game whose positions have twins that must be worth the same.
trait Twins: HandCraftedEval + Notation {
    /// The same position with colours exchanged.
    fn colours_exchanged(&self) -> Self {
        colours_exchanged_by_ranks(self)
    }

    /// The same position seen in a mirror, if that changes nothing.
    fn mirrored(&self) -> Option<Self> {
        mirrored_by_files(self)
    }
}

impl Twins for Chess {}
impl Twins for KnightRelay {}
impl Twins for Quex {}
impl Twins for Keyles {}
impl Twins for Chex {}
impl Twins for ChexByMail {}

impl<R: KaleidoParams> Twins for Position<R> {
    /// Black's home is half a turn from White's.
    fn colours_exchanged(&self) -> Self {
        self.image(Symmetry::new(SECTORS / 2, false), true)
    }

    /// The mirror goes through the castles 1B and 5B.
    fn mirrored(&self) -> Option<Self> {
        Some(self.image(Symmetry::new(0, true), false))
    }
}

/// The same position with colours exchanged, where ranks turn round.
fn colours_exchanged_by_ranks<G: Notation>(position: &G) -> G {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let exchange = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let exchanged = |text: &str| -> String { text.chars().map(exchange).collect() };
    let (board, pool) = words[0].split_at(words[0].find('[').unwrap_or(words[0].len()));
    let ranks: Vec<String> = board.split('/').rev().map(exchanged).collect();
    let side = if words[1] == "w" { "b" } else { "w" };
    let en_passant = match words[3].as_bytes() {
        [file, b'3'] => format!("{}6", *file as char),
        [file, b'6'] => format!("{}3", *file as char),
        _ => "-".into(),
    };
    let [castling, pool] = [words[2], pool].map(exchanged);
    read(&format!("{}{pool} {side} {castling} {en_passant} {} {}", ranks.join("/"), words[4], words[5]))
}

/// The same position seen in a mirror, files in reverse order; none if somebody may castle or capture en passant.
fn mirrored_by_files<G: Notation>(position: &G) -> Option<G> {
    let text = position.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let (board, pool) = words[0].split_at(words[0].find('[').unwrap_or(words[0].len()));
    // Turned round as a whole, runs of several digits are backwards.
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let run = |(part, is_run): (&str, bool)| if is_run { reversed(part) } else { part.to_string() };
    let rank = |rank: &str| runs(&reversed(rank)).into_iter().map(run).collect::<String>();
    let ranks: Vec<String> = board.split('/').map(rank).collect();
    let plain = words[2] == "-" && words[3] == "-";
    plain.then(|| read(&format!("{}{pool} {} - - {} {}", ranks.join("/"), words[1], words[4], words[5])))
}

/// The parts of a rank that are digits throughout, and those that are not.
fn runs(rank: &str) -> Vec<(&str, bool)> {
    let parts = rank.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    parts.map(|part| (std::str::from_utf8(part).expect("ASCII"), part[0].is_ascii_digit())).collect()
}

/// Plays random games and shows every position, with the evaluation that has followed the moves.
fn wander<G: HandCraftedEval + CompositeMoves, E: Evaluator<G> + Default>(games: u64, mut see: impl FnMut(&G, &mut E)) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = G::start();
        let mut eval = E::default();
        eval.reset(&position);
        for _ in 0..160 {
            let mut moves = MoveList::new();
            position.composite_moves(&mut moves);
            if moves.is_empty() || position.outcome().is_some() || position.to_act() == ToAct::Chance {
                break;
            }
            // A move that is made and taken back leaves no trace.
            let before = eval.evaluate(&position);
            let tried = moves[random.next_u64() as usize % moves.len()];
            let undo = position.make(tried, &mut eval);
            eval.evaluate(&position);
            position.unmake(tried, undo);
            BoardObserver::<G>::revert(&mut eval);
            assert_eq!(eval.evaluate(&position), before, "after taking back in {position:?}");

            let played = moves[random.next_u64() as usize % moves.len()];
            position.make(played, &mut eval);
            see(&position, &mut eval);
        }
    }
}

fn what_follows_the_moves_is_what_is_computed_from_nothing<G: HandCraftedEval + Notation, E: Evaluator<G> + Default>() {
    wander::<G, E>(40, |position, eval| {
        let followed = eval.evaluate(position);
        assert_eq!(followed, value::<G, E>(position), "{position}");
        assert!(followed.abs() <= LIMIT, "{position}");
    });
}

fn colours_are_treated_alike<G: Twins, E: Evaluator<G> + Default>() {
    wander::<G, E>(40, |position, eval| {
        assert_eq!(eval.evaluate(position), value::<G, E>(&position.colours_exchanged()), "{position}");
    });
}

fn left_and_right_are_treated_alike<G: Twins>() {
    wander::<G, HceEvaluator<G>>(40, |position, eval| {
        if let Some(mirrored) = position.mirrored() {
            assert_eq!(eval.evaluate(position), value::<G, HceEvaluator<G>>(&mirrored), "{position}");
        }
    });
}

/// What a network is told of a position goes with colours and with a mirror, whatever it makes of that.
fn a_network_is_told_as_much_of_twins<G: Twins>() {
    let feature_set = G::feature_set();
    let mirror = feature_set.mirror();
    assert!((0..mirror.len()).all(|input| usize::from(mirror[usize::from(mirror[input])]) == input));
    let told = |position: &G, change: &dyn Fn([u16; 2]) -> [u16; 2]| {
        let features = feature_set.extract(position);
        let mut inputs: Vec<_> = features.inputs.into_iter().map(change).collect();
        inputs.sort_unstable();
        (features.piece_count, inputs)
    };
    wander::<G, HceEvaluator<G>>(20, |position, _| {
        let exchanged = told(&position.colours_exchanged(), &|pair| pair);
        assert_eq!(exchanged, told(position, &|[white, black]| [black, white]), "{position}");
        if let Some(twin) = position.mirrored() {
            let mirrored = told(position, &|pair| pair.map(|input| mirror[usize::from(input)]));
            assert_eq!(told(&twin, &|pair| pair), mirrored, "{position}");
        }
    });
}

fn the_terms_add_up<G: HandCraftedEval + Notation>() {
    wander::<G, HceEvaluator<G>>(20, |position, eval| {
        let terms = eval.terms(position);
        let sum = |seat: usize| {
            terms.iter().fold((0, 0), |(mg, eg), term| (mg + term.seats[seat].0, eg + term.seats[seat].1))
        };
        let (white, black) = (sum(0), sum(1));
        assert_eq!(eval.balance(position), (white.0 - black.0, white.1 - black.1), "{position}");
    });
}

fn the_own_weights_change_nothing<G: HandCraftedEval + Notation>() {
    let mut reweighed = ReweightedHce::<G>::new(G::WEIGHTS);
    wander::<G, HceEvaluator<G>>(10, |position, eval| {
        assert_eq!(reweighed.evaluate(position), eval.evaluate(position), "{position}");
        assert_eq!(reweighed.terms(position), eval.terms(position), "{position}");
    });
}

fn the_start_is_worth_the_move<G: HandCraftedEval, E: Evaluator<G> + Default>() {
    assert_eq!(value::<G, E>(&G::start()), G::TEMPO);
}

/// What the network says for each player stands among the terms, and makes the difference to the hand-written value.
fn the_network_is_a_term<G: HandCraftedEval + Notation>() {
    let is_learned = |term: &Term| term.name == "network";
    let terms = NnueEvaluator::<G>::default().terms(&G::start());
    assert_eq!(G::network().is_some(), terms.iter().any(is_learned));
    let (mut seen, mut plain) = (0, 0);
    wander::<G, NnueEvaluator<G>>(20, |position, eval| {
        let by_hand = HceEvaluator::<G>::default().terms(position);
        let terms = eval.terms(position);
        let (hand, learned) = terms.split_at(by_hand.len());
        assert_eq!(hand, by_hand, "{position}");
        for term in learned {
            let [(white, _), (black, _)] = term.seats;
            let expected = if position.turn() == Seat::WHITE { white - black } else { black - white };
            let added = value::<G, NnueEvaluator<G>>(position) - value::<G, HceEvaluator<G>>(position);
            seen += 1;
            // Plies are rounded; and some kinds of ending are scaled, which makes all the difference.
            plain += i32::from((added - expected).abs() <= 2);
        }
    });
    assert!(4 * plain >= 3 * seen, "{plain} of {seen}");
}

/// Goes down from a position and back up by chance, with and without a look at values: as a search does.
fn a_walk_up_and_down_the_tree_leads_astray_nowhere<G: HandCraftedEval + Notation>() {
    for seed in 0..20 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = G::start();
        let mut eval = NnueEvaluator::<G>::default();
        eval.reset(&position);
        let mut line = Vec::new();
        for _ in 0..400 {
            let mut moves = MoveList::new();
            if position.to_act() != ToAct::Chance && position.outcome().is_none() {
                position.composite_moves(&mut moves);
            }
            if !line.is_empty() && (moves.is_empty() || random.next_u64().is_multiple_of(3)) {
                let (mv, undo) = line.pop().expect("it is not empty");
                position.unmake(mv, undo);
                BoardObserver::<G>::revert(&mut eval);
            } else if !moves.is_empty() {
                let mv = moves[random.next_u64() as usize % moves.len()];
                line.push((mv, position.make(mv, &mut eval)));
            } else {
                break;
            }
            if random.next_u64().is_multiple_of(3) {
                assert_eq!(eval.evaluate(&position), value::<G, NnueEvaluator<G>>(&position), "{position}");
            }
        }
    }
}

macro_rules! laws_of {
    ($($game:ident: $type:ty;)*) => {
        $(mod $game {
            use super::{HceEvaluator, NnueEvaluator};

            #[test]
            fn what_follows_the_moves_is_what_is_computed_from_nothing() {
                super::what_follows_the_moves_is_what_is_computed_from_nothing::<$type, HceEvaluator<$type>>();
                super::what_follows_the_moves_is_what_is_computed_from_nothing::<$type, NnueEvaluator<$type>>();
            }
            #[test]
            fn colours_are_treated_alike() {
                super::colours_are_treated_alike::<$type, HceEvaluator<$type>>();
                super::colours_are_treated_alike::<$type, NnueEvaluator<$type>>();
            }
            #[test]
            fn left_and_right_are_treated_alike() {
                super::left_and_right_are_treated_alike::<$type>();
            }
            #[test]
            fn a_network_is_told_as_much_of_twins() {
                super::a_network_is_told_as_much_of_twins::<$type>();
            }
            #[test]
            fn the_terms_add_up() {
                super::the_terms_add_up::<$type>();
            }
            #[test]
            fn the_network_is_a_term() {
                super::the_network_is_a_term::<$type>();
            }
            #[test]
            fn a_walk_up_and_down_the_tree_leads_astray_nowhere() {
                super::a_walk_up_and_down_the_tree_leads_astray_nowhere::<$type>();
            }
            #[test]
            fn the_own_weights_change_nothing() {
                super::the_own_weights_change_nothing::<$type>();
            }
            #[test]
            fn the_start_is_worth_the_move() {
                super::the_start_is_worth_the_move::<$type, HceEvaluator<$type>>();
                super::the_start_is_worth_the_move::<$type, NnueEvaluator<$type>>();
            }
        })*
    };
}

laws_of! {
    chess: super::Chess;
    knight_relay: super::KnightRelay;
    quex: super::Quex;
    keyles: super::Keyles;
    chex: super::Chex;
    chex_by_mail: super::ChexByMail;
    kaleido: super::Kaleido;
    kaleido_dice: super::KaleidoDice;
}
