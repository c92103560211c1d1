//! Long matches of our own engine with itself, for `cargo test --workspace --test matches -- --ignored --nocapture
//! long`.

use std::time::{Duration, Instant};

use engine::chance_rng::ChanceRng;
use engine::game::{Chance, CompositeMoves, GenType, Tactics};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::TwoPlayerVariant;
use engine::with_two_player_game;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use referee::{Adjudication, Dialect, Engine, GameConfig, ProcessSpec, TimeControl, play_game};
use tests::programs::motley;

/// Games of each kind.
const GAMES: u64 = 50;

/// Random composite moves that an opening begins with.
const OPENING_MOVES: usize = 2;

/// Results of games.
#[derive(Default)]
struct Sum {
    games: usize,
    faults: Vec<String>,
    /// Composite moves of the players.
    moves: usize,
    thinking: Duration,
    whole: Duration,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.games += other.games;
        self.faults.extend(other.faults);
        self.moves += other.moves;
        self.thinking += other.thinking;
        self.whole += other.whole;
    }

    fn print(&self, name: &str) {
        let share = 100.0 * (1.0 - self.thinking.as_secs_f64() / self.whole.as_secs_f64());
        eprintln!(
            "{name:14} games {:3}  faults {}  moves {:6}  seconds {:7.1}  not thinking {share:.2} %",
            self.games,
            self.faults.len(),
            self.moves,
            self.whole.as_secs_f64(),
        );
        self.faults.iter().for_each(|fault| eprintln!("  {fault}"));
    }
}

/// A few random composite moves.
fn opening<G: Chance + CompositeMoves>(seed: u64) -> Record<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut record = Record::<G>::default();
    while record.composite_moves().count() < OPENING_MOVES || !record.position().begins_move() {
        let next = ChanceRng::new(seed).roll(&record).or_else(|| {
            let mut moves = MoveList::new();
            record.position().moves(GenType::All, &mut moves);
            moves.choose(&mut random).copied()
        });
        record.play(next.expect("no game ends so soon"));
    }
    record
}

/// Plays games of the engine with itself, each from an opening of its own.
fn play<G: Tactics + Notation>(control: &str, games: u64) -> Sum {
    let spec = ProcessSpec {
        dialect: Dialect::Cecp,
        options: vec![("Hash".to_string(), "4".to_string())],
        ..ProcessSpec::new([motley().to_str().unwrap()])
    };
    let [mut white, mut black] = [(); 2].map(|()| Engine::new(spec.clone()));
    let mut sum = Sum::default();
    let began = Instant::now();
    for seed in 1..=games {
        let setting = GameConfig {
            opening: opening::<G>(seed),
            chance: ChanceRng::new(seed),
            seed,
            time_controls: vec![control.parse::<TimeControl>().unwrap(); 2],
            adjudication: Adjudication { max_moves: Some(300), ..Adjudication::default() },
        };
        let played = play_game(&setting, vec![&mut white, &mut black]);
        sum.games += 1;
        sum.moves += played.infos.len();
        sum.thinking += played.infos.iter().map(|info| info.time).sum::<Duration>();
        sum.faults.extend(played.faults.iter().map(|(seat, fault)| format!("game {seed}, {seat:?}: {fault}")));
    }
    sum.whole = began.elapsed();
    sum.print(G::name());
    sum
}

/// All games of the list, one after the other.
fn play_all(control: &str, games: u64) -> Sum {
    let mut sum = Sum::default();
    for variant in TwoPlayerVariant::ALL {
        sum.add(with_two_player_game!(variant, G => play::<G>(control, games)));
    }
    sum.print("all");
    sum
}

#[test]
#[ignore = "takes an hour"]
fn long_match_without_forfeits() {
    let sum = play_all("tc=1+0.01", GAMES);
    assert!(sum.faults.is_empty());
}

#[test]
#[ignore = "takes three minutes"]
fn long_match_at_twenty_milliseconds_a_move() {
    let sum = play_all("movetime=0.02", 4);
    assert!(sum.faults.is_empty());
}
