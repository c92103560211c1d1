//! Fuzz targets on their seeds, on the faults that were found, and on mutations of both: the part of fuzzing that
//! needs no libFuzzer. `scripts/fuzz` runs the rest.

use std::fs;
use std::path::Path;

use tests::fuzz::{TARGETS, Target, mutated};
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
        fn every_target_is_exercised() {
            assert_eq!(TARGETS.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

exercise_each!(fen moves epd pgn book network weights games variants match_plan results uci cecp console);
