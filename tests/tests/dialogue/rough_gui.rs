//! GUIs that send anything, close pipes and kill: some sessions of each dialect. The program `rough_gui` of this
//! package holds more.

use tests::programs::{empty_folder, motley, write_script};
use tests::rough_gui::{Dialect, hold};

/// Sessions of each dialect: some seconds.
const SESSIONS: u64 = 6;

fn hold_some(dialect: Dialect) {
    for seed in 1..=SESSIONS {
        if let Err(fault) = hold(motley(), dialect, seed) {
            panic!("{fault}");
        }
    }
}

#[test]
fn a_rough_gui_that_speaks_uci() {
    hold_some(Dialect::Uci);
}

#[test]
fn a_rough_gui_that_speaks_cecp() {
    hold_some(Dialect::Cecp);
}

#[test]
fn a_program_that_says_not_what_it_is() {
    hold_some(Dialect::Console);
}

#[test]
fn a_person_behind_a_pipe() {
    hold_some(Dialect::Client);
}

/// A program that behaves badly is found out: one that ends, that complains, that leaves a process behind.
#[test]
fn bad_programs_do_not_pass() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "bad-programs");
    let good = motley().display();
    for (name, script, fault) in [
        ("ends", "exit 3".to_string(), "an end before it: exit status: 3"),
        ("complains", format!("echo oops >&2; exec '{good}' \"$@\""), "on standard error \"oops\\n\""),
        (
            "leaves",
            format!("sleep 1000 <&- >&- 2>&- & exec '{good}' \"$@\""),
            "a process of the program's group is left",
        ),
    ] {
        let program = folder.join(name);
        write_script(&program, &format!("#!/bin/sh\n{script}\n"));
        let found = hold(&program, Dialect::Uci, 1).expect_err(name);
        assert!(found.contains(fault), "{name}: {found}");
    }
}
