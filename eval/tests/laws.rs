//! Laws of every evaluation, HCE and network, seen from outside: symmetry, incremental updates, terms.

use std::collections::BTreeMap;

use engine::board::round::{RoundSymmetry, SECTORS};
use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Chance, CompositeMoves, PieceRemoval, Seat, ToAct};
use engine::moves::MoveList;
use engine::search::score::MATE_BOUND;
use engine::text::Notation;
use engine::variants::chex::Position as ChexPosition;
use engine::variants::kaleido::Position as KaleidoPosition;
use engine::variants::orthodox::{Position as OrthodoxPosition, Rules};
use engine::variants::quex::Position as QuexPosition;
use eval::chex::ChexParams;
use eval::kaleido::KaleidoParams;
use eval::nnue::Base;
use eval::quex::QuexParams;
use eval::tally::Discard;
use eval::{HandCraftedEval, HceEvaluator, LIMIT, NnueEvaluator, ReweightedHce};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const _: () = assert!(LIMIT < MATE_BOUND);

/// Value from scratch, for the side to move.
fn value<G: HandCraftedEval, E: Evaluator<G> + Default>(position: &G) -> i32 {
    let mut eval = E::default();
    eval.reset(position);
    eval.evaluate(position)
}

fn read<G: Notation>(text: &str) -> G {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Symmetries of a game under which the evaluation must be the same.
trait EvalSymmetry: HandCraftedEval + Notation {
    /// The position with colours exchanged, if that keeps the rules.
    fn colours_exchanged(&self) -> Option<Self> {
        Some(colours_exchanged_by_ranks(self))
    }

    /// The position in a mirror that turns left to right, if the mirror keeps the rules.
    fn mirrored(&self) -> Option<Self> {
        mirrored_by_files(self)
    }
}

impl<R: Rules> EvalSymmetry for OrthodoxPosition<R>
where
    OrthodoxPosition<R>: HandCraftedEval,
{
    fn colours_exchanged(&self) -> Option<Self> {
        OrthodoxPosition::colours_exchanged(self)
    }

    fn mirrored(&self) -> Option<Self> {
        OrthodoxPosition::mirrored(self)
    }
}

impl<R: QuexParams> EvalSymmetry for QuexPosition<R> {}
impl<R: ChexParams> EvalSymmetry for ChexPosition<R> {}

impl<R: KaleidoParams> EvalSymmetry for KaleidoPosition<R> {
    /// Black's home is half a turn from White's.
    fn colours_exchanged(&self) -> Option<Self> {
        Some(self.image(RoundSymmetry::new(SECTORS / 2, false), true))
    }

    /// The mirror goes through the castles 1B and 5B.
    fn mirrored(&self) -> Option<Self> {
        Some(self.image(RoundSymmetry::new(0, true), false))
    }
}

/// The position with colours exchanged, on boards of ranks.
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

/// The position with files in reverse order; `None` with castling or en passant rights.
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

/// Splits a rank into runs of digits and of other characters.
fn runs(rank: &str) -> Vec<(&str, bool)> {
    let parts = rank.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    parts.map(|part| (std::str::from_utf8(part).expect("ASCII"), part[0].is_ascii_digit())).collect()
}

/// Plays random games and shows every position, with the incrementally updated evaluator.
fn random_games<G: HandCraftedEval + CompositeMoves, E: Evaluator<G> + Default>(
    games: u64,
    see: &mut dyn FnMut(&G, &mut E),
) {
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = G::start();
        let mut eval = E::default();
        eval.reset(&position);
        for _ in 0..160 {
            let mut moves = MoveList::new();
            position.composite_moves(&mut moves);
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            // Make and unmake restore the evaluator.
            let before = eval.evaluate(&position);
            let tried = moves[random.next_u64() as usize % moves.len()];
            let undo = position.make(tried, &mut eval);
            eval.evaluate(&position);
            position.unmake(tried, undo);
            BoardObserver::<G>::revert(&mut eval);
            assert_eq!(eval.evaluate(&position), before, "after unmake in {position:?}");

            let played = moves[random.next_u64() as usize % moves.len()];
            position.make(played, &mut eval);
            see(&position, &mut eval);
        }
    }
}

fn incremental_values_equal_values_from_scratch<G: HandCraftedEval + Notation, E: Evaluator<G> + Default>() {
    random_games::<G, E>(40, &mut |position, eval| {
        let followed = eval.evaluate(position);
        assert_eq!(followed, value::<G, E>(position), "{position}");
        assert!(followed.abs() <= LIMIT, "{position}");
    });
}

fn values_are_the_same_with_colours_exchanged<G: EvalSymmetry, E: Evaluator<G> + Default>() {
    random_games::<G, E>(40, &mut |position, eval| {
        if let Some(exchanged) = position.colours_exchanged() {
            assert_eq!(eval.evaluate(position), value::<G, E>(&exchanged), "{position}");
        }
    });
}

fn hce_values_are_the_same_in_a_mirror<G: EvalSymmetry>() {
    random_games::<G, HceEvaluator<G>>(40, &mut |position, eval| {
        if let Some(mirrored) = position.mirrored() {
            assert_eq!(eval.evaluate(position), value::<G, HceEvaluator<G>>(&mirrored), "{position}");
        }
    });
}

/// Active features change as the feature set says when colours are exchanged or the position is mirrored.
fn active_features_follow_colours_and_mirror<G: EvalSymmetry>() {
    let feature_set = G::feature_set();
    let mirror = feature_set.mirror();
    assert!((0..mirror.len()).all(|input| usize::from(mirror[usize::from(mirror[input])]) == input));
    let features_of = |position: &G, change: &dyn Fn([u16; 2]) -> [u16; 2]| {
        let features = feature_set.extract(position);
        let mut inputs: Vec<_> = features.inputs.into_iter().map(change).collect();
        inputs.sort_unstable();
        (features.piece_count, inputs)
    };
    random_games::<G, HceEvaluator<G>>(20, &mut |position, _| {
        if let Some(exchanged) = position.colours_exchanged() {
            let exchanged = features_of(&exchanged, &|pair| pair);
            assert_eq!(exchanged, features_of(position, &|[white, black]| [black, white]), "{position}");
        }
        if let Some(mirrored) = position.mirrored() {
            let expected = features_of(position, &|pair| pair.map(|input| mirror[usize::from(input)]));
            assert_eq!(features_of(&mirrored, &|pair| pair), expected, "{position}");
        }
    });
}

fn terms_add_up_to_the_balance<G: HandCraftedEval + Notation>() {
    random_games::<G, HceEvaluator<G>>(20, &mut |position, eval| {
        let terms = eval.terms(position);
        let sum = |seat: usize| {
            terms.iter().fold((0, 0), |(mg, eg), term| (mg + term.seats[seat].0, eg + term.seats[seat].1))
        };
        let (white, black) = (sum(0), sum(1));
        assert_eq!(eval.balance(position), (white.0 - black.0, white.1 - black.1), "{position}");
    });
}

fn reweighted_hce_at_own_weights_equals_the_hce<G: HandCraftedEval + Notation>() {
    let mut reweighed = ReweightedHce::<G>::new(G::WEIGHTS);
    random_games::<G, HceEvaluator<G>>(10, &mut |position, eval| {
        assert_eq!(reweighed.evaluate(position), eval.evaluate(position), "{position}");
        assert_eq!(reweighed.terms(position), eval.terms(position), "{position}");
    });
}

/// Returns whether both sides have the same pieces on corresponding fields.
fn has_equal_sides<G: HandCraftedEval>(position: &G) -> bool {
    let inputs = G::feature_set().extract(position).inputs;
    let (mut own, mut exchanged) = (inputs.to_vec(), inputs.to_vec());
    exchanged.iter_mut().for_each(|pair| pair.reverse());
    own.sort_unstable();
    exchanged.sort_unstable();
    own == exchanged
}

/// Some games begin with unequal armies, and they only. A network may see more in having the move.
fn an_equal_start_position_is_worth_the_tempo<G: HandCraftedEval>() {
    let start = value::<G, HceEvaluator<G>>(&G::start());
    assert_eq!(start == G::TEMPO, has_equal_sides(&G::start()), "{start}");
}

/// Board observer that counts the pieces of each seat and kind.
#[derive(Default)]
struct PieceCounts(BTreeMap<(usize, usize), usize>);

impl<G: HandCraftedEval> BoardObserver<G> for PieceCounts {
    fn put(&mut self, seat: Seat, kind: usize, _: usize) {
        *self.0.entry((seat.index(), kind)).or_default() += 1;
    }
}

/// Piece values: over the positions of random games each kind of piece is worth something to its owner, on average.
fn every_kind_is_worth_something<G: HandCraftedEval + CompositeMoves + PieceRemoval>() {
    let counts = |position: &G| {
        let mut counts = PieceCounts::default();
        position.populate(&mut counts);
        counts.0
    };
    let mut gains = BTreeMap::<_, i64>::new();
    random_games::<G, NnueEvaluator<G>>(2, &mut |position, eval| {
        let (all, with) = (counts(position), eval.evaluate(position));
        for (_, without) in position.without_each_piece() {
            let rest = counts(&without);
            let (&(seat, kind), _) =
                all.iter().find(|&(piece, count)| rest.get(piece) != Some(count)).expect("one less");
            let gain = i64::from(with - value::<G, NnueEvaluator<G>>(&without));
            let sign = if seat == position.side_to_move().index() { 1 } else { -1 };
            *gains.entry((seat, kind)).or_default() += sign * gain;
        }
    });
    assert!(!gains.is_empty() && gains.values().all(|&gain| gain > 0), "by seat and kind: {gains:?}");
}

/// The network's value stands among the terms and makes the difference to its base.
fn the_network_is_a_term_and_makes_the_difference_to_its_base<G: HandCraftedEval + Notation>() {
    let is_network = |term: &Term| term.name == "network";
    let terms = NnueEvaluator::<G>::default().terms(&G::start());
    assert_eq!(G::network().is_some(), terms.iter().any(is_network));
    let base = G::network().map_or(Base::Hce, |network| network.base());
    let (mut seen, mut plain) = (0, 0);
    random_games::<G, NnueEvaluator<G>>(20, &mut |position, eval| {
        let mut base = HceEvaluator::<G>::new(base);
        base.reset(position);
        let of_base = base.terms(position);
        let terms = eval.terms(position);
        let (hand_crafted, learned) = terms.split_at(of_base.len());
        assert_eq!(hand_crafted, of_base, "{position}");
        for term in learned {
            let [(white, _), (black, _)] = term.seats[..] else { panic!("two seats") };
            let expected = if position.side_to_move() == Seat::WHITE { white - black } else { black - white };
            let added = value::<G, NnueEvaluator<G>>(position) - base.evaluate(position);
            seen += 1;
            // Values are rounded; and some kinds of endgame are scaled, which makes all the difference.
            plain += i32::from((added - expected).abs() <= 2);
        }
    });
    assert!(4 * plain >= 3 * seen, "{plain} of {seen}");
}

fn endgames_are_scaled_alike_with_and_without_the_positional_terms<G: HandCraftedEval + Notation>() {
    random_games::<G, HceEvaluator<G>>(20, &mut |position, _| {
        let with_terms = position.count(&mut [Discard; 2]);
        assert_eq!(position.known_win(&position.endgame_info()), position.known_win(&with_terms), "{position}");
        assert_eq!(position.progress(&position.endgame_info()), position.progress(&with_terms), "{position}");
        for value in [-700, -60, 60, 700] {
            let scaled = position.scale_endgame(value, &with_terms);
            assert_eq!(position.scale_endgame(value, &position.endgame_info()), scaled, "{position}");
        }
    });
}

/// A game that tells which outcomes of a chance node win has the same evaluation after each of them.
fn outcomes_leave_the_evaluation_where_wins_tell_them_apart<G, E>()
where
    G: HandCraftedEval + Chance + CompositeMoves,
    E: Evaluator<G> + Default,
{
    random_games::<G, E>(20, &mut |position, eval| {
        if position.to_act() != ToAct::Chance || position.winning_outcomes().is_none() {
            return;
        }
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let before = eval.evaluate(position);
        for (outcome, _) in outcomes {
            let mut after = position.clone();
            after.make(outcome, &mut ());
            assert_eq!(value::<G, E>(&after), before, "{after:?}");
        }
    });
}

/// White has as many of its strongest pieces as a position may have.
const MANY_STRONG_PIECES: [&str; 3] = [
    "k7/pp6/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQ1K2 b - - 0 1",
    "k7/pp6/8/8/AAAAAAAA/AAAAAAAA/AAAAAA2/5K2 b - - 0 1",
    "k9/pp8/10/10/10/CCCCCCCCCC/CCCCCCCCCC/CCCCCC3K b - - 0 1",
];

/// The greatest values of a side must not wrap to the other's.
fn many_strong_pieces_are_worth_much<G: HandCraftedEval + Notation>() {
    for text in MANY_STRONG_PIECES {
        // Not every game has the pieces, and some read only what can be reached.
        let Ok(position) = text.parse::<G>() else { continue };
        assert!(value::<G, HceEvaluator<G>>(&position) < -5000, "Black is to move in {position}");
        HceEvaluator::<G>::default().terms(&position);
        NnueEvaluator::<G>::default().terms(&position);
    }
}

#[test]
fn many_strong_pieces_are_read_by_some_game() {
    let [queens, amazons, chancellors] = MANY_STRONG_PIECES;
    read::<engine::variants::KingOfTheHill>(queens);
    read::<engine::variants::AmazonChess>(amazons);
    read::<engine::variants::CapablancaChess>(chancellors);
}

/// Random make and unmake, with and without evaluations in between, as a search does.
fn values_are_right_after_any_walk_of_make_and_unmake<G: HandCraftedEval + Notation>() {
    for seed in 0..20 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = G::start();
        let mut eval = NnueEvaluator::<G>::default();
        eval.reset(&position);
        let mut line = Vec::new();
        for _ in 0..400 {
            let mut moves = MoveList::new();
            if position.outcome().is_none() {
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

/// Tests of every law for each game of the list.
macro_rules! laws_of {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        $(mod $game {
            use super::{HceEvaluator, NnueEvaluator};
            use engine::variants::$game as Game;

            #[test]
            fn incremental_values_equal_values_from_scratch() {
                super::incremental_values_equal_values_from_scratch::<Game, HceEvaluator<Game>>();
                super::incremental_values_equal_values_from_scratch::<Game, NnueEvaluator<Game>>();
            }
            #[test]
            fn values_are_the_same_with_colours_exchanged() {
                super::values_are_the_same_with_colours_exchanged::<Game, HceEvaluator<Game>>();
                super::values_are_the_same_with_colours_exchanged::<Game, NnueEvaluator<Game>>();
            }
            #[test]
            fn hce_values_are_the_same_in_a_mirror() {
                super::hce_values_are_the_same_in_a_mirror::<Game>();
            }
            #[test]
            fn active_features_follow_colours_and_mirror() {
                super::active_features_follow_colours_and_mirror::<Game>();
            }
            #[test]
            fn terms_add_up_to_the_balance() {
                super::terms_add_up_to_the_balance::<Game>();
            }
            #[test]
            fn the_network_is_a_term_and_makes_the_difference_to_its_base() {
                super::the_network_is_a_term_and_makes_the_difference_to_its_base::<Game>();
            }
            #[test]
            fn every_kind_is_worth_something() {
                super::every_kind_is_worth_something::<Game>();
            }
            #[test]
            fn outcomes_leave_the_evaluation_where_wins_tell_them_apart() {
                super::outcomes_leave_the_evaluation_where_wins_tell_them_apart::<Game, HceEvaluator<Game>>();
                super::outcomes_leave_the_evaluation_where_wins_tell_them_apart::<Game, NnueEvaluator<Game>>();
            }
            #[test]
            fn many_strong_pieces_are_worth_much() {
                super::many_strong_pieces_are_worth_much::<Game>();
            }
            #[test]
            fn values_are_right_after_any_walk_of_make_and_unmake() {
                super::values_are_right_after_any_walk_of_make_and_unmake::<Game>();
            }
            #[test]
            fn endgames_are_scaled_alike_with_and_without_the_positional_terms() {
                super::endgames_are_scaled_alike_with_and_without_the_positional_terms::<Game>();
            }
            #[test]
            fn reweighted_hce_at_own_weights_equals_the_hce() {
                super::reweighted_hce_at_own_weights_equals_the_hce::<Game>();
            }
            #[test]
            fn an_equal_start_position_is_worth_the_tempo() {
                super::an_equal_start_position_is_worth_the_tempo::<Game>();
            }
        })*
    };
}

engine::for_each_two_player_game!(laws_of);
