//! Line charts of Elo by number of nodes a move: against Stockfish without its network, and of each of the two against
//! itself with a quarter of the nodes.

use anyhow::Result;

use crate::{
    canvas::{Align, Canvas, INK},
    lines::{self, Axis, COLORS, Frame, Series},
    tables::{Match as _, NodesMatch, NodesPairing},
};

const WIDTH: i32 = 900;
/// Upper and lower ends of the charts.
const DOWN: (i32, i32) = (72, 352);
/// Distance of the grid's lines, in Elo.
const STEP: f64 = 100.0;
/// Elo at which an endless interval ends.
const MOST: f64 = 800.0;

/// The chart against Stockfish: its left and right ends. It has a line for each build.
const LEFT: (i32, i32) = (60, 440);
/// The chart of four times the nodes: its left and right ends, and the pairing and name of each line, of the newest
/// build that has played them.
const RIGHT: ((i32, i32), [(NodesPairing, &str); 2]) =
    ((510, 890), [(NodesPairing::EngineQuarter, "Motley"), (NodesPairing::OpponentQuarter, "Stockfish")]);

/// SVG text of the plot of some matches.
pub fn draw(matches: &[NodesMatch]) -> Result<String> {
    let mut numbers: Vec<u64> = matches.iter().map(|row| row.nodes).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut builds: Vec<&str> = Vec::new();
    for row in matches {
        if !builds.contains(&row.build.as_str()) {
            builds.push(&row.build);
        }
    }
    let columns: Vec<String> = numbers.iter().map(|nodes| format!("{}", *nodes as f64 / 1000.0)).collect();

    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, DOWN.1 + 40)?;
    canvas.heading("Elo in chess by thousands of nodes a move, with 95 % intervals", (12, 22), 14)?;
    let line = |pairing: NodesPairing, build: &str, name: &str| {
        let rows = matches.iter().filter(|row| row.pairing == pairing && row.build == build);
        line(&rows.collect::<Vec<_>>(), name, &numbers)
    };
    let chart = |heading: &str, across: (i32, i32), mut series: Vec<Series>| {
        canvas.text(heading, (across.0, 50), 13, INK, Align::Left)?;
        for (one, color) in series.iter_mut().zip(COLORS.into_iter().cycle()) {
            one.color = color;
        }
        lines::draw(&canvas, &Frame { across, down: DOWN }, &columns, &axis(&series), &series)
    };
    let by_build = builds.iter().filter_map(|build| line(NodesPairing::Opponent, build, build));
    chart("Against Stockfish, equal nodes, by commit", LEFT, by_build.collect())?;
    let played = matches.iter().find(|row| RIGHT.1.iter().any(|&(pairing, _)| pairing == row.pairing));
    let newest = played.map_or("", |row| &row.build);
    let by_player = RIGHT.1.iter().filter_map(|&(pairing, name)| line(pairing, newest, name));
    chart(&format!("Against itself with a quarter of the nodes, {newest}"), RIGHT.0, by_player.collect())?;
    canvas.finish()?;
    Ok(svg)
}

/// Line of the matches of a build and pairing, if there are any.
fn line(rows: &[&NodesMatch], name: &str, numbers: &[u64]) -> Option<Series> {
    let mut points: Vec<_> =
        rows.iter().filter_map(|row| Some((numbers.binary_search(&row.nodes).ok()?, row.elo()?))).collect();
    points.sort_by_key(|&(column, _)| column);
    (!points.is_empty()).then(|| Series {
        name: name.to_owned(),
        color: COLORS[0],
        values: points.iter().map(|(column, elo)| (*column, elo.mean)).collect(),
        intervals: points.iter().filter_map(|(column, elo)| Some((*column, elo.interval?))).collect(),
    })
}

/// Axis over all intervals of some lines, to [`MOST`].
fn axis(series: &[Series]) -> Axis {
    let ends = || series.iter().flat_map(|one| &one.intervals).flat_map(|(_, (low, high))| [*low, *high]);
    let least = ends().fold(0.0, f64::min).max(-MOST);
    let most = ends().fold(STEP, f64::max).min(MOST);
    Axis { low: (least / STEP).floor() * STEP, high: (most / STEP).ceil() * STEP, step: STEP, digits: 0 }
}
