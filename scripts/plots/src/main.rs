//! Draws the plots of `docs/strength/` from `docs/experiments/*.csv` into `docs/img/strength-*.svg`.
//!
//! `cargo plots` writes the files. Equal tables make equal bytes, and a test compares the committed files with what the
//! tables make.

mod bars;
mod canvas;
mod forest;
mod tables;

#[cfg(test)]
mod checks;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

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
            groups.push((*title, tables::experiments(&experiments, game)?));
        }
        plots.push((format!("strength-{page}.svg"), forest::draw(&groups)?));
    }
    let builds = tables::builds(&experiments)?;
    plots.push(("strength-builds.svg".to_owned(), bars::draw(&bars::newest_builds(&builds))?));
    let engines = tables::engines(&experiments)?;
    plots.push(("strength-engines.svg".to_owned(), bars::draw(&bars::newest_engines(&engines))?));
    Ok(plots)
}

fn main() -> Result<()> {
    let docs = docs();
    for (name, svg) in plots(&docs)? {
        let path = docs.join("img").join(name);
        fs::write(&path, svg).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
