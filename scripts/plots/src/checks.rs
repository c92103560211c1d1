//! The tables are sound, and the committed plots are theirs.

use std::fs;

use engine::variants::Variant;

use crate::{PAGES, docs, pages, plots, tables};

#[test]
fn counts_add_up_and_elo_follows_from_them() {
    let folder = docs().join("experiments");
    tables::all_experiments(&folder).unwrap();
    assert!(PAGES.iter().flat_map(|page| page.1).all(|game| Variant::NAMES.contains(&game.0)));
    tables::builds(&folder).unwrap();
    tables::engines(&folder).unwrap();
    tables::ladder(&folder).unwrap();
    tables::nodes(&folder).unwrap();
    tables::shares(&folder).unwrap();
    tables::rounds(&folder).unwrap();
    tables::skill(&folder).unwrap();
}

#[test]
fn the_game_of_an_unfinished_pair_may_be_missing_in_elo() {
    let counts = |wins| tables::Counts { wins, draws: 8, losses: 134 };
    // 169 pairs had +67, and the counts with one more game +65.3.
    assert!(counts(197).agree_with(67.0) && !counts(197).agree_with(68.0));
    assert!(counts(196).agree_with(64.9) && !counts(196).agree_with(66.5), "an even number of games");
    // 23 pairs had +234, and the counts with one more loss +216.
    let few = tables::Counts { wins: 36, draws: 1, losses: 10 };
    assert!([234.0, 223.0, 212.0].iter().all(|&elo| few.agree_with(elo)) && !few.agree_with(229.0));
}

#[test]
fn every_table_is_rectangular_and_of_unix_lines() {
    for entry in fs::read_dir(docs().join("experiments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            assert!(!fs::read_to_string(&path).unwrap().contains('\r'), "{}", path.display());
            let mut reader = csv::Reader::from_path(&path).unwrap();
            let rows: Result<Vec<_>, _> = reader.records().collect();
            assert!(!rows.unwrap().is_empty(), "{}", path.display());
        }
    }
}

#[test]
fn the_newest_rows_stand_first() {
    for entry in fs::read_dir(docs().join("experiments")).unwrap() {
        let path = entry.unwrap().path();
        // `cargo learn` adds its rows at the end.
        if path.extension().is_none_or(|extension| extension != "csv") || path.ends_with("learning.csv") {
            continue;
        }
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let Some(column) = reader.headers().unwrap().iter().position(|name| name == "date") else { continue };
        let dates: Vec<String> = reader.records().map(|row| row.unwrap()[column].to_owned()).collect();
        assert!(dates.is_sorted_by(|newer, older| newer >= older), "{}", path.display());
    }
}

#[test]
fn the_committed_plots_are_those_of_the_tables() {
    for (name, svg) in plots(&docs()).unwrap() {
        let committed = fs::read_to_string(docs().join("img").join(&name)).unwrap_or_default();
        assert!(committed == svg, "docs/img/{name} is not up to date: cargo plots");
    }
}

#[test]
fn the_tables_of_the_pages_are_those_of_the_files() {
    for (path, text) in pages(&docs()).unwrap() {
        let committed = fs::read_to_string(&path).unwrap();
        assert!(committed == text, "{} is not up to date: cargo plots", path.display());
    }
}
