//! Games between two players in one process. At a fixed number of nodes a move the result is the same on any machine.
//!
//! Where luck plays a part, it is the same in both games of a pair: White's tiles lie in the same order in both, and so do Black's, though
//! neither player can know it; or the same throws await them.

use engine::eval::Evaluator;
use engine::game::{Game, Seat, Tactics, Wanted};
use engine::luck::Luck;
use engine::moves::MoveList;
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::{Control, Limits, Searcher, TreeSearcher, Verdict};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::elo::{HalfPoints, Tally};

/// Random entries that an opening begins with.
const OPENING_ENTRIES: usize = 8;
/// The most centipawns that a look at an opening may see either side ahead.
const OPENING_LIMIT: i32 = 120;
/// The nodes of that look.
const OPENING_NODES: u64 = 5000;
/// Plies of the players after which a game is called a draw.
const LONGEST: usize = 400;
/// Both sides agreeing on more centipawns than this...
const DECIDED: i32 = 1500;
/// ... for so many plies ends a game.
const DECIDED_PLIES: usize = 6;
/// Megabytes of each player's memory, if nothing else is said.
pub const HASH: usize = 4;

/// A searcher as it plays duels: with a small table.
///
/// # Panics
/// If there is not even memory for that.
pub fn searcher<G: Tactics, E: Evaluator<G>>(evaluator: E) -> Searcher<G, E> {
    let mut searcher = Searcher::new(evaluator);
    searcher.set_hash(HASH).expect("there are a few megabytes");
    searcher
}

/// The two who play, and how.
pub struct Duel<A, B> {
    /// Makes the first player.
    pub first: A,
    /// Makes the second player of a pair of games; the number is that of the opening.
    pub second: B,
    /// What bounds the thinking about a move.
    pub limits: Limits,
}

/// Whoever plays a game.
pub trait Player<G: Tactics> {
    /// Forgets what earlier games have taught.
    fn forget(&mut self);
    /// Chooses a move at the end of a record; the score may be 0 if the player has no opinion.
    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict;
}

impl<G: Tactics, E: Evaluator<G>> Player<G> for Searcher<G, E> {
    fn forget(&mut self) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        Searcher::think(self, record, limits, &Control::new(), &mut |_| {})
    }
}

impl<G: Tactics, E: Evaluator<G>> Player<G> for TreeSearcher<G, E> {
    fn forget(&mut self) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        TreeSearcher::think(self, record, limits, &Control::new(), &mut |_| {})
    }
}

impl<G: Tactics> Player<G> for Box<dyn Player<G>> {
    fn forget(&mut self) {
        (**self).forget();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        (**self).think(record, limits)
    }
}

impl<A, B> Duel<A, B> {
    /// Plays the two games of a pair from one opening and with the same luck, with colours exchanged. Equal seeds play equal games.
    pub fn pair<G, P, Q>(&self, seed: u64) -> Tally
    where
        G: Tactics,
        P: Player<G>,
        Q: Player<G>,
        A: Fn() -> P,
        B: Fn(u64) -> Q,
    {
        let (mut first, mut second) = ((self.first)(), (self.second)(seed));
        let setting = Setting { opening: opening(&mut first, seed), luck: Luck::new(seed), limits: &self.limits };
        let mut game = |seat| play(&setting, [&mut first, &mut second], seat, &mut |_, _| {});
        let mut tally = Tally::default();
        tally.add(game(Seat::WHITE), game(Seat::BLACK));
        tally
    }
}

/// Plays a game of an evaluation with itself from an opening of its own and shows each position with what was thought of
/// it. Returns White's half points.
pub fn watch<G: Tactics, E: Evaluator<G> + Default>(
    seed: u64,
    nodes: u64,
    see: &mut dyn FnMut(&G, &Verdict),
) -> HalfPoints {
    let (mut white, mut black): (Searcher<G, E>, Searcher<G, E>) = (searcher(E::default()), searcher(E::default()));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let setting = Setting { opening: opening(&mut white, seed), luck: Luck::new(seed), limits: &limits };
    play(&setting, [&mut white, &mut black], Seat::WHITE, see)
}

/// What is the same in both games of a pair.
struct Setting<'a, G> {
    opening: G,
    luck: Luck,
    limits: &'a Limits,
}

/// A position after random entries that a short search calls balanced.
fn opening<G: Tactics>(judge: &mut dyn Player<G>, seed: u64) -> G {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let look = Limits { nodes: Some(OPENING_NODES), ..Limits::default() };
    // The luck of the game itself must say nothing about that of its opening.
    for luck in (0..).map(|attempt: u64| Luck::new(!seed ^ attempt << 32)) {
        let mut record = Record::<G>::default();
        for _ in 0..OPENING_ENTRIES {
            play_random_entry(&mut record, luck, &mut random);
        }
        if record.outcome().is_none() {
            judge.forget();
            if judge.think(&record, &look).score.abs() < OPENING_LIMIT {
                return record.position().clone();
            }
        }
    }
    unreachable!("there is no end of attempts")
}

/// Plays any of the entries that could be written, but what chance has a part in is left to it: whether to draw depends on how many
/// entries are draws, which tile it is does not.
fn play_random_entry<G: Game>(record: &mut Record<G>, luck: Luck, random: &mut impl Rng) {
    let mut entries = MoveList::new();
    record.position().plies(&mut entries);
    let mut next = entries.choose(random).map(|&entry| record.position().parts(entry)[0]);
    while let Some(ply) = luck.event(record).or(next) {
        record.play(ply);
        if record.position().begins_entry() {
            break;
        }
        let mut moves = MoveList::new();
        record.position().moves(Wanted::All, &mut moves);
        next = moves.choose(random).copied();
    }
}

/// Plays a game in which the first player has a seat, and returns his half points.
fn play<G: Tactics>(
    setting: &Setting<G>,
    players: [&mut dyn Player<G>; 2],
    first: Seat,
    see: &mut dyn FnMut(&G, &Verdict),
) -> HalfPoints {
    let [one, two] = players;
    let mut record = Record::new(setting.opening.clone());
    // The last score of each player, as the first one sees it, and for how long they have agreed on a winner.
    let mut scores = [0; 2];
    let mut agreed = 0;
    for player in [&mut *one, &mut *two] {
        player.forget();
    }
    for _ in 0..LONGEST {
        if let Some(event) = setting.luck.event(&record) {
            record.play(event);
        }
        if let Some(outcome) = record.outcome() {
            return match outcome {
                Outcome::Draw(_) => 1,
                Outcome::Win(winner, _) => 2 * usize::from(winner == first),
            };
        }
        let on_move = usize::from(record.position().seat() != first);
        let verdict =
            if on_move == 0 { one.think(&record, setting.limits) } else { two.think(&record, setting.limits) };
        see(record.position(), &verdict);
        record.play(verdict.best.expect("a game that is not over has moves"));
        scores[on_move] = if on_move == 0 { verdict.score } else { -verdict.score };
        let decided = scores.iter().all(|&score| score > DECIDED) || scores.iter().all(|&score| score < -DECIDED);
        agreed = if decided { agreed + 1 } else { 0 };
        if agreed >= DECIDED_PLIES {
            return 2 * usize::from(scores[0] > 0);
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::Material;
    use engine::variants::chex::Hand;
    use engine::variants::{Chex, KnightRelay};

    use crate::weak::RandomMover;

    type Plain = Searcher<KnightRelay, Material<KnightRelay>>;

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    fn plain() -> Plain {
        searcher(Material::default())
    }

    #[test]
    fn equal_players_share_every_pair() {
        let duel = Duel { first: plain, second: |_| plain(), limits: nodes(200) };
        for seed in 0..4 {
            assert_eq!(duel.pair(seed).pairs, [0, 0, 1, 0, 0]);
        }
    }

    #[test]
    fn the_whole_evaluation_wins_and_seeds_repeat() {
        let whole = || Searcher::new(eval::KnightRelayEval::default());
        let duel = Duel { first: whole, second: |_| plain(), limits: nodes(500) };
        let tallies: Vec<Tally> = (0..6).map(|seed| duel.pair(seed)).collect();
        let sum = tallies.iter().copied().fold(Tally::default(), Tally::merge);
        assert!(sum.score() > 0.6, "{sum:?}");
        assert_eq!(duel.pair(0), tallies[0]);
    }

    #[test]
    fn openings_are_balanced_and_differ() {
        let mut judge = plain();
        let one: KnightRelay = opening(&mut judge, 1);
        let other: KnightRelay = opening(&mut judge, 2);
        assert_ne!(one, other);
        assert_eq!(one, opening(&mut judge, 1));
        assert_eq!(one.result(), None);
    }

    /// The tiles that each seat draws in both games of a pair.
    fn tiles(seed: u64, first: Seat) -> [String; 2] {
        let mut tiles = [String::new(), String::new()];
        let (mut one, mut two) = (RandomMover::new(1), searcher::<Chex, Material<Chex>>(Material::default()));
        let setting = Setting { opening: opening(&mut two, seed), luck: Luck::new(seed), limits: &nodes(50) };
        play(&setting, [&mut one, &mut two], first, &mut |position, _| {
            if let Hand::Holds(kind) = position.hand() {
                tiles[position.side().index()].push(kind.letter());
            }
        });
        tiles
    }

    #[test]
    fn both_games_of_a_pair_have_the_same_luck() {
        let [one, other] = Seat::BOTH.map(|first| tiles(1, first));
        for seat in Seat::BOTH.map(Seat::index) {
            let common = one[seat].len().min(other[seat].len());
            assert_eq!(one[seat][..common], other[seat][..common]);
        }
        assert!(!one.concat().is_empty());
        assert_ne!(one, tiles(2, Seat::WHITE));
    }

    #[test]
    fn openings_with_luck_end_between_entries() {
        let mut judge = searcher::<Chex, Material<Chex>>(Material::default());
        for seed in 0..2 {
            let position: Chex = opening(&mut judge, seed);
            assert!(position.begins_entry() && position.plane().in_play().len() >= 2, "{position}");
        }
    }
}
