//! Fuzz targets: for every text and file that comes from outside, a function that takes any bytes and panics if an
//! invariant fails.
//!
//! * No panic, with overflow checks and debug assertions on.
//! * An accepted position is stable: its text is read back equal, its key is that from scratch, its moves are legal and
//!   are taken back ([`check_position`](crate::properties::check_position)).
//! * A dialogue ends with its input, and answers what its protocol demands.
//!
//! `scripts/fuzz` runs the targets under libFuzzer (`tests/fuzz`); `cargo test --package tests --test fuzz` runs the
//! seeds, the faults that were found (`tests/fuzz/regressions`), and mutations of both.

mod dialogues;
mod files;
mod positions;

/// Fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name, as in `tests/fuzz/fuzz_targets`.
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
pub const TARGETS: [Target; 12] = [
    Target { name: "fen", run: positions::fen, seeds: positions::fen_seeds },
    Target { name: "moves", run: positions::moves, seeds: positions::move_seeds },
    Target { name: "epd", run: positions::epd, seeds: positions::epd_seeds },
    Target { name: "pgn", run: files::pgn, seeds: files::pgn_seeds },
    Target { name: "book", run: files::book, seeds: files::book_seeds },
    Target { name: "network", run: files::network, seeds: files::network_seeds },
    Target { name: "weights", run: files::weights, seeds: files::weight_seeds },
    Target { name: "games", run: files::games, seeds: files::game_seeds },
    Target { name: "match_plan", run: files::match_plan, seeds: files::match_plan_seeds },
    Target { name: "uci", run: dialogues::uci, seeds: dialogues::uci_seeds },
    Target { name: "cecp", run: dialogues::cecp, seeds: dialogues::cecp_seeds },
    Target { name: "console", run: dialogues::console, seeds: dialogues::console_seeds },
];

/// Runs a target by its name.
///
/// # Panics
/// If there is no target of that name, or an invariant fails.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    (target.run)(data);
}
