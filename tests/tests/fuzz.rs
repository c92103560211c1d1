//! Fuzz targets on their seeds, on the faults that were found, and on mutations of both: the part of fuzzing that
//! needs no libFuzzer. `scripts/fuzz` runs the rest.

use std::fs;
use std::path::Path;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use tests::fuzz::{TARGETS, Target};
use tests::properties::seeded;

/// Mutations of each target. A dialogue takes some milliseconds, all else microseconds.
const MUTATIONS: usize = 300;

/// Inputs of a target: its seeds, and the faults that were found.
fn inputs(target: &Target) -> Vec<Vec<u8>> {
    let mut inputs = (target.seeds)();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions").join(target.name);
    for entry in fs::read_dir(folder).into_iter().flatten() {
        inputs.push(fs::read(entry.expect("a file").path()).expect("a readable file"));
    }
    inputs
}

/// An input with some bytes changed, removed, inserted or taken from another input.
fn mutated(inputs: &[Vec<u8>], random: &mut impl Rng) -> Vec<u8> {
    let mut input = inputs.choose(random).expect("a target has seeds").clone();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..=input.len());
        match random.random_range(0..5) {
            0 if at < input.len() => input[at] = random.random(),
            1 if at < input.len() => drop(input.remove(at)),
            2 => input.insert(at, *b"09 \n-/;{}()[]=@".choose(random).expect("some bytes")),
            3 => {
                let other = inputs.choose(random).expect("a target has seeds");
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

fn exercise(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    let inputs = inputs(target);
    assert!(!inputs.is_empty(), "{name} has no seeds");
    for input in &inputs {
        (target.run)(input);
    }
    let mut random = seeded(1);
    for _ in 0..MUTATIONS {
        let input = mutated(&inputs, &mut random);
        if let Err(panic) = std::panic::catch_unwind(|| (target.run)(&input)) {
            eprintln!("{name} fails on {:?}", String::from_utf8_lossy(&input));
            std::panic::resume_unwind(panic);
        }
    }
}

macro_rules! exercise_each {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                exercise(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_exercised_and_has_its_libfuzzer_program() {
            let exercised = [$(stringify!($name)),*];
            assert_eq!(TARGETS.map(|target| target.name), exercised);
            for name in exercised {
                let program = format!("fuzz/fuzz_targets/{name}.rs");
                assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(&program).is_file(), "{program}");
            }
        }
    };
}

exercise_each!(fen moves epd pgn book network weights games match_plan uci cecp console);
