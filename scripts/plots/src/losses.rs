//! Line charts of the validation loss of each round of learning, as a share of that of its base, in the order in which
//! the rounds ended: a chart for each game, a line for each base.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::{
    canvas::{Align, Canvas, INK},
    lines::{self, Axis, COLORS, Frame, Series},
    tables::Round,
};

const WIDTH: i32 = 900;
/// Number of charts in a row.
const PER_ROW: usize = 4;
/// Width and height of a chart with what stands around it, in pixels.
const CELL: (i32, i32) = (220, 176);
/// Rows above the first chart, in pixels.
const TOP: i32 = 56;

/// Losses of a game by base: numbers of networks, from 0, and their losses.
type Losses<'a> = BTreeMap<&'a str, Vec<(usize, f64)>>;

/// The text of the plot of some rounds.
pub fn draw(rounds: &[Round]) -> Result<String> {
    let mut games: BTreeMap<&str, Losses<'_>> = BTreeMap::new();
    for round in rounds {
        let values = games.entry(&round.game).or_default().entry(&round.base).or_default();
        values.push((values.len(), round.relative_loss()));
    }
    let mut bases: Vec<&str> = rounds.iter().map(|round| round.base.as_str()).collect();
    bases.sort_unstable();
    bases.dedup();
    let color = |base: &str| COLORS[bases.iter().position(|&known| known == base).unwrap_or(0) % COLORS.len()];
    let most = games.values().flat_map(BTreeMap::values).map(Vec::len).max().unwrap_or(1);
    // Where all numbers would touch, every second one is named.
    let named = |number: usize| most < 10 || number % 2 == 1;
    let label = |number: usize| if named(number) { number.to_string() } else { String::new() };
    let columns: Vec<String> = (1..=most).map(label).collect();
    let axis = Axis { low: 0.0, high: 1.0, step: 0.25, digits: 2 };

    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, TOP + CELL.1 * i32::try_from(games.len().div_ceil(PER_ROW))?)?;
    let heading = "Validation loss of each network of a game, as a share of that of the base alone";
    canvas.heading(heading, (12, 22), 14)?;
    let mut x = WIDTH - 12;
    for base in bases.iter().rev() {
        canvas.text(&format!("base {base}"), (x, 22), 13, color(base), Align::Right)?;
        x -= 90;
    }
    for (index, (game, lines)) in games.into_iter().enumerate() {
        let left = CELL.0 * i32::try_from(index % PER_ROW)?;
        let top = TOP + CELL.1 * i32::try_from(index / PER_ROW)?;
        let frame = Frame { across: (left + 44, left + CELL.0 - 6), down: (top + 18, top + 128) };
        canvas.text(game, (frame.across.0, top), 13, INK, Align::Left)?;
        let series = lines.into_iter().map(|(base, values)| {
            let name = values.last().map_or(String::new(), |(_, loss)| format!("{loss:.2}"));
            Series { name, color: color(base), values, intervals: Vec::new() }
        });
        lines::draw(&canvas, &frame, &columns, &axis, &series.collect::<Vec<_>>())?;
    }
    canvas.finish()?;
    Ok(svg)
}
