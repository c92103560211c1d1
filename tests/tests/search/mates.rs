//! Mates of knight relay chess that alpha-beta must find.

use engine::variants::KnightRelay;
use solver::mates::{Mate, attempt_all, distance};

/// Positions that an engine visits in well under a second on any machine of today.
const NODES: u64 = 400_000;

fn mates() -> Vec<Mate<KnightRelay>> {
    Mate::read_all(include_str!("../../data/knightrelay-mates.epd")).expect("a list of mates")
}

#[test]
fn every_mate_of_the_list_is_found() {
    let list = mates();
    for moves in 2..=5 {
        assert!(list.iter().filter(|mate| mate.moves == moves).count() >= 10, "too few mates in {moves}");
    }
    let mut said = String::new();
    let all = attempt_all(&list, NODES, &mut |line| said += &format!("{line}\n")).expect("the list has mates");
    assert!(all, "{said}");
}

#[test]
fn a_long_row_of_checks_is_proven_by_the_root_solver() {
    // The search alone does not see it in fifteen times as many positions.
    let mut list = mates();
    list.retain(|mate| mate.to_string().starts_with("8/1n1k1r2/1R1p2R1"));
    let mut said = String::new();
    assert!(attempt_all(&list, 100_000, &mut |line| said += line).expect("it is in the list"), "{said}");
}

#[test]
fn the_mates_of_the_list_are_the_shortest() {
    for mate in mates() {
        let proven = distance(&mate.position, mate.moves, u64::MAX).expect("there is memory");
        assert_eq!(proven, Some(mate.moves), "{mate}");
    }
}
