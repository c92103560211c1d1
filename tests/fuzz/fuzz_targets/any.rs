//! libFuzzer program of all fuzz targets: the environment variable `FUZZ_TARGET` says which. One program, because all
//! would have the same code: the rules and the search of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(init: tests::fuzz::begin(), |data: &[u8]| tests::fuzz::run(data));
