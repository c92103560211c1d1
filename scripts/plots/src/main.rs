//! Draws the plots of `docs/strength.md` and `docs/strength/` from `docs/experiments/*.csv` into
//! `docs/img/strength-*.svg`, and writes the tables of `docs/strength.md` and `docs/strength/networks.md` and the lines
//! on strength of `README.md`.
//!
//! `cargo plots` writes the files. Equal tables make equal bytes, and a test compares the committed files with what the
//! tables make.

mod bars;
mod canvas;
mod forest;
mod ladder;
mod lines;
mod losses;
mod nodes;
mod pages;
mod results;
mod skill;
mod steps;
mod tables;

#[cfg(test)]
mod checks;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use bars::Bar;
use clap::Parser;
use forest::Entry;
use ladder::Ladder;
use streams::Stdout;

/// The pages of `docs/strength/` and the games that each is about, by the names of their CSV files.
const PAGES: [(&str, &[(&str, &str)]); 6] = [
    ("chess", &[("chess", "Chess")]),
    ("knightrelay", &[("knightrelay", "Knight relay chess")]),
    ("quex", &[("quex", "Quex")]),
    ("keyles", &[("keyles", "Keyles")]),
    ("chex", &[("chex", "Chex"), ("chexpbm", "Chex by mail")]),
    ("kaleido", &[("kaleido", "KaleidoChess"), ("kaleidodice", "KaleidoChess with dice")]),
];

/// The folder `docs` of the repository.
fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Every plot: its file name in `docs/img` and its SVG text.
fn plots(docs: &Path) -> Result<Vec<(String, String)>> {
    let experiments = docs.join("experiments");
    let mut plots = Vec::new();
    for (page, games) in PAGES {
        let mut groups = Vec::new();
        for (game, title) in games {
            let rows = tables::experiments(&experiments, game)?;
            groups.push((*title, rows.iter().rev().filter_map(Entry::of_kept).collect()));
        }
        let svg = forest::draw("Changes that were kept, oldest first", &groups)?;
        plots.push((format!("strength-{page}.svg"), svg));
    }
    let rounds = tables::rounds(&experiments)?;
    let matches = rounds.iter().filter_map(Entry::of_round).collect();
    plots.push(("strength-learning.svg".to_owned(), forest::draw("Rounds of cargo learn", &[("", matches)])?));
    plots.push(("strength-learning-losses.svg".to_owned(), losses::draw(&rounds)?));
    plots.push(("strength-nodes.svg".to_owned(), nodes::draw(&tables::nodes(&experiments)?)?));
    plots.push(("strength-skill.svg".to_owned(), skill::draw(&skill::ladders(&tables::skill(&experiments)?))?));
    let builds = results::newest_builds(&tables::builds(&experiments)?)?;
    let of_every_game = builds.iter().filter(|one| one.limit == results::EARLIER_BUILD_LIMIT);
    let by_game: Vec<Bar<'_>> = of_every_game.map(|one| Bar { label: &one.game, score: &one.score }).collect();
    plots.push(("strength-builds.svg".to_owned(), bars::draw(&by_game)?));
    let engines = results::newest_engines(&tables::engines(&experiments)?);
    let labels: Vec<String> = engines.iter().map(results::MatchResult::label).collect();
    let by_name: Vec<Bar<'_>> =
        engines.iter().zip(&labels).map(|(one, label)| Bar { label, score: &one.score }).collect();
    plots.push(("strength-engines.svg".to_owned(), bars::draw(&by_name)?));
    plots.push(("strength-ladder.svg".to_owned(), Ladder::of(&tables::ladder(&experiments)?).draw()?));
    Ok(plots)
}

/// The documents with parts made from the tables: their paths and their texts.
fn pages(docs: &Path) -> Result<Vec<(PathBuf, String)>> {
    let experiments = docs.join("experiments");
    let builds = results::newest_builds(&tables::builds(&experiments)?)?;
    let engines = results::newest_engines(&tables::engines(&experiments)?);
    let ladder = Ladder::of(&tables::ladder(&experiments)?);
    let (strength, readme) = (docs.join("strength.md"), docs.join("../README.md"));
    let summary = pages::summary(&engines, &builds)?;
    let of_strength = vec![
        ("results", pages::results(&engines, &builds)),
        ("ladder", pages::ladder(&ladder)),
        ("skill", skill::table(&skill::ladders(&tables::skill(&experiments)?))),
        ("shares", pages::shares(&tables::shares(&experiments)?)),
    ];
    let tried = tables::all_experiments(&experiments)?;
    let of_networks = vec![("steps", steps::table(&tried, &tables::rounds(&experiments)?))];
    let parts = [
        (strength, of_strength),
        (docs.join("strength/networks.md"), of_networks),
        (readme, vec![("strength", summary)]),
    ];
    let mut pages = Vec::new();
    for (path, parts) in parts {
        let name = path.display().to_string();
        let mut text = fs::read_to_string(&path).with_context(|| name.clone())?;
        for (part, new) in parts {
            text = pages::with_part(&text, part, &new).with_context(|| name.clone())?;
        }
        pages.push((path, text));
    }
    Ok(pages)
}

/// Draws the plots of docs/img/strength-*.svg from docs/experiments/*.csv, and writes the tables of docs/strength.md,
/// docs/strength/networks.md and README.md. Files are rewritten in place.
#[derive(Parser)]
#[command(version)]
struct Arguments;

fn main() -> ExitCode {
    streams::run(|Arguments, _: &mut Stdout| draw())
}

fn draw() -> Result<ExitCode> {
    let docs = docs();
    for (name, svg) in plots(&docs)? {
        let path = docs.join("img").join(name);
        fs::write(&path, svg).with_context(|| path.display().to_string())?;
    }
    for (path, text) in pages(&docs)? {
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}
