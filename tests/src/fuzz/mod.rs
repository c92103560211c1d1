//! Fuzz targets: for every text and file that comes from outside, a function that takes any bytes and panics if an
//! invariant fails.
//!
//! * No panic, with overflow checks and debug assertions on.
//! * An accepted position is stable: its text is read back equal, its key is that from scratch, its moves are legal and
//!   are taken back ([`check_position`](crate::properties::check_position)).
//! * A dialogue ends with its input, and answers what its protocol demands.
//!
//! `scripts/fuzz` runs the targets under libFuzzer (`tests/fuzz`); `cargo test --workspace --test fuzz` runs the
//! seeds, the faults that were found (`tests/fuzz/regressions`), and mutations of both.

mod dialogues;
mod files;
mod positions;
mod results;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

pub use dialogues::tame_line;

/// Fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name.
    pub name: &'static str,
    /// Runs the target on any bytes.
    ///
    /// # Panics
    /// If an invariant fails.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const TARGETS: [Target; 14] = [
    Target { name: "fen", run: positions::fen, seeds: positions::fen_seeds },
    Target { name: "moves", run: positions::moves, seeds: positions::move_seeds },
    Target { name: "epd", run: positions::epd, seeds: positions::epd_seeds },
    Target { name: "pgn", run: files::pgn, seeds: files::pgn_seeds },
    Target { name: "book", run: files::book, seeds: files::book_seeds },
    Target { name: "network", run: files::network, seeds: files::network_seeds },
    Target { name: "weights", run: files::weights, seeds: files::weight_seeds },
    Target { name: "games", run: files::games, seeds: files::game_seeds },
    Target { name: "variants", run: files::variants, seeds: files::variant_seeds },
    Target { name: "match_plan", run: files::match_plan, seeds: files::match_plan_seeds },
    Target { name: "results", run: results::results, seeds: results::result_seeds },
    Target { name: "uci", run: dialogues::uci, seeds: dialogues::uci_seeds },
    Target { name: "cecp", run: dialogues::cecp, seeds: dialogues::cecp_seeds },
    Target { name: "console", run: dialogues::console, seeds: dialogues::console_seeds },
];

/// The target that the environment variable `FUZZ_TARGET` names.
static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let names = TARGETS.map(|target| target.name).join(" ");
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    let target = TARGETS.into_iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("FUZZ_TARGET is '{name}', none of: {names}"))
});

/// Begins to fuzz the chosen target. Writes its seeds, a file for each, to the folder that the environment variable
/// `FUZZ_SEEDS` names, if it is set.
///
/// # Panics
/// If no target is chosen, or the folder cannot be written.
pub fn begin() {
    let seeds = (CHOSEN.seeds)();
    let Some(folder) = env::var_os("FUZZ_SEEDS").map(PathBuf::from) else { return };
    for (number, seed) in seeds.into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:03}")), seed).expect("seeds are written");
    }
}

/// Runs the chosen target.
///
/// # Panics
/// If no target is chosen, or an invariant fails.
pub fn run(data: &[u8]) {
    (CHOSEN.run)(data);
}

/// An input with some bytes changed, removed, inserted or taken from another input.
///
/// # Panics
/// If there is no input.
pub fn mutated(inputs: &[Vec<u8>], random: &mut impl Rng) -> Vec<u8> {
    let mut input = inputs.choose(random).expect("an input").clone();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..=input.len());
        match random.random_range(0..5) {
            0 if at < input.len() => input[at] = random.random(),
            1 if at < input.len() => drop(input.remove(at)),
            2 => input.insert(at, *b"09 \n-/;{}()[]=@".choose(random).expect("some bytes")),
            3 => {
                let other = inputs.choose(random).expect("an input");
                let from = random.random_range(0..=other.len());
                input.splice(at.., other[from..].iter().copied());
            }
            _ => {
                let repeated = input[at..].iter().take(20).copied().collect::<Vec<u8>>();
                input.splice(at..at, repeated);
            }
        }
    }
    input
}
