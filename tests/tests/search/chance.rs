//! Alpha-beta with chance nodes: values equal plain expectimax, mates by chance are scored by their probability, and
//! decisions repeat whatever tile is next.

use std::collections::{BTreeMap, BTreeSet};

use engine::chance_rng::ChanceRng;
use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Chance, CompositeMoves, Game, Tactics, ToAct};
use engine::moves::Move;
use engine::outcome::{Outcome, Reason};
use engine::record::Record;
use engine::search::score::turns_to_mate;
use engine::search::{Control, Limits, Material, Params, Search, Searcher, Selectivity};
use engine::text::Notation;
use engine::variants::{Chex, ChexByMail, KaleidoDice};
use rand::Rng;
use rand::seq::SliceRandom;
use tests::minimax::assert_exact;
use tests::properties::{after, legal, random_game, seeded};
use tests::toys::{Heaps, Noise};

/// Random games after which the search for positions is given up.
const MOST_GAMES: usize = 1_000_000;

/// The last positions of random games of so many plies that are not over.
fn ends<G: Chance + CompositeMoves>(random: &mut impl Rng, plies: usize, wanted: usize) -> Vec<G> {
    let mut found = Vec::new();
    for _ in 0..MOST_GAMES {
        if found.len() == wanted {
            return found;
        }
        let mut last = G::start();
        random_game::<G>(random, plies, |record| last = record.position().clone());
        if last.result().is_none() {
            found.push(last);
        }
    }
    panic!("{} of {wanted} positions in {MOST_GAMES} random games", found.len());
}

/// Position of Chex with at most a number of tiles in either pile; a king in a pile stays.
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
    for _ in 0..MOST_GAMES {
        if found.len() == wanted {
            return found;
        }
        let game = ends::<G>(random, plies + found.len() % 3, 1).remove(0);
        found.extend(thinned(&game, random, keep));
    }
    panic!("{} of {wanted} positions in {MOST_GAMES} random games", found.len());
}

/// A count of positions by who makes their next ply: a player, chance.
fn actors<G: Game>(games: &[G]) -> [usize; 2] {
    let by_chance = games.iter().filter(|game| game.to_act() == ToAct::Chance).count();
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
fn a_chance_node_at_the_root_has_the_mean_of_its_outcomes() {
    type Dice = Heaps<false, true>;
    type AgainDice = Heaps<true, true>;
    for heaps in [[3, 2, 1], [4, 0, 0], [3, 3, 3]] {
        assert_exact::<Dice, Noise>(&Dice::before_the_throw(heaps), 4, 1);
        assert_exact::<AgainDice, Noise>(&AgainDice::before_the_throw(heaps), 4, 2);
    }
    let start = KaleidoDice::start();
    assert_eq!(start.to_act(), ToAct::Chance);
    assert_exact::<KaleidoDice, Noise>(&start, 1, 1);
}

/// An evaluation that knows nothing: only mates and the chances of them count.
#[derive(Clone, Default)]
struct Nothing;

impl<G: Game> BoardObserver<G> for Nothing {}

impl<G: Game> Evaluator<G> for Nothing {
    fn reset(&mut self, _: &G) {}

    fn evaluate(&mut self, _: &G) -> i32 {
        0
    }

    fn terms(&self, _: &G) -> Vec<Term> {
        Vec::new()
    }
}

fn decision(game: &Chex) -> Option<Move> {
    legal(game).into_iter().find(|&mv| game.write_move(mv) == "draw")
}

/// The events of a draw, each with its weight and whether some placement of the tile mates.
fn mating_events(game: &Chex, draw: Move) -> Vec<(u32, bool)> {
    let drawing = after(game, draw);
    let mut events = Vec::new();
    drawing.chance_outcomes(&mut events);
    let won = Some(Outcome::Win(game.side_to_move(), Reason::CHECKMATE));
    let mates = |event| {
        let holding = after(&drawing, event);
        legal(&holding).into_iter().any(|mv| after(&holding, mv).result() == won)
    };
    events.into_iter().map(|(event, weight)| (weight, mates(event))).collect()
}

/// The value of a draw by an evaluation that knows nothing, searched so deep that a placement is seen to mate.
fn value_of(game: &Chex, draw: Move) -> i32 {
    let mut searcher = Searcher::new(Nothing);
    searcher.set_selectivity(Selectivity::Exact);
    let limits = Limits { depth: Some(3), searchmoves: vec![draw], ..Limits::default() };
    searcher.think(&Record::new(game.clone()), &limits, &Control::new(), &mut |_| {}).score
}

#[test]
fn a_draw_that_may_mate_is_scored_by_its_probability() {
    let (mut some, mut all) = (0, 0);
    for game in small_piles::<Chex>(7, 48, 2, 2000) {
        let Some(draw) = decision(&game) else { continue };
        let events = mating_events(&game, draw);
        let total: u32 = events.iter().map(|event| event.0).sum();
        let mating: u32 = events.iter().filter(|event| event.1).map(|event| event.0).sum();
        if mating == total {
            assert_eq!(turns_to_mate(value_of(&game, draw)), Some(1), "{game}");
            all += 1;
        } else if mating > 0 {
            // The utility m / t is that of the value v for which v / (scale + v) is m / t.
            let value = Params::default().chance_scale * mating as i32 / (total - mating) as i32;
            assert_eq!(value_of(&game, draw), value, "{mating} of {total} tiles mate in {game}");
            some += 1;
        }
    }
    assert!(some >= 10 && all >= 2, "{some} {all}");
}

/// Plays the beginning of a game between searches of a few nodes and notes each decision with the composite moves
/// before it.
fn decisions(rng: ChanceRng, decided: &mut BTreeMap<String, BTreeSet<(String, String)>>) {
    let mut record = Record::<Chex>::default();
    let mut history = String::new();
    let mut searcher = Searcher::<Chex, Material<Chex>>::new(Material::default());
    while history.matches(' ').count() < 12 && record.outcome().is_none() {
        let next = match rng.roll(&record) {
            Some(event) => event,
            None => {
                searcher.clear();
                let limits = Limits { nodes: Some(300), ..Limits::default() };
                let best = searcher.think(&record, &limits, &Control::new(), &mut |_| {}).best.expect("a move");
                let text = record.position().write_move(best);
                // What would come up now is hidden from the player: a record that has drawn tells.
                let hidden = decision(record.position()).and_then(|draw| {
                    let mut drawn = record.clone();
                    drawn.play(draw);
                    rng.roll(&drawn).map(|event| drawn.position().write_move(event))
                });
                decided.entry(history.clone()).or_default().insert((text, hidden.unwrap_or_default()));
                best
            }
        };
        history = format!("{history}{} ", record.position().write_move(next));
        record.play(next);
    }
}

#[test]
fn a_chance_root_has_its_own_side_in_a_table_of_searches_before() {
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let think = |searcher: &mut Searcher<_, _>, record: &Record<KaleidoDice>, limits: &Limits| {
        searcher.think(record, limits, &Control::new(), &mut |_| {})
    };
    // White is far ahead, whoever throws next.
    let mut record = Record::<KaleidoDice>::new("RWRL5LD/EVPP5TH/11/11/rw9/11/11/PVET5PH/1 w - - 0 1".parse().unwrap());
    record.play(ChanceRng::new(1).roll(&record).expect("a throw"));
    let mut searcher = Searcher::new(Material::default());
    let verdict = think(&mut searcher, &record, &depth(4));
    assert!(verdict.score > 0, "{verdict:?}");
    let mut after = record.clone();
    after.play(verdict.best.expect("a move"));
    assert_eq!(after.position().to_act(), ToAct::Chance);
    for wanted in 1..=2 {
        let (warm, fresh) = (
            think(&mut searcher, &after, &depth(wanted)),
            think(&mut Searcher::new(Material::default()), &after, &depth(wanted)),
        );
        assert!(fresh.score < 0 && warm.score < 0, "Black is to throw: {warm:?} {fresh:?}");
    }
    // The other way round: the chance root was searched first.
    let mut searcher = Searcher::new(Material::default());
    think(&mut searcher, &after, &depth(4));
    assert!(think(&mut searcher, &record, &depth(2)).score > 0);
}

#[test]
fn the_same_moves_lead_to_the_same_decision_whatever_tile_is_next() {
    let mut decided = BTreeMap::new();
    for seed in 0..60 {
        decisions(ChanceRng::new(seed), &mut decided);
    }
    let mut compared = 0;
    for (history, outcomes) in decided {
        let choices: BTreeSet<&String> = outcomes.iter().map(|(choice, _)| choice).collect();
        assert_eq!(choices.len(), 1, "after {history}: {outcomes:?}");
        compared += usize::from(outcomes.len() > 1);
    }
    assert!(compared >= 10, "histories after which different tiles waited: {compared}");
}
