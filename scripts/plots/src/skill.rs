//! Line chart of the Elo of the skill levels above the lowest one, a line for each game.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::{
    canvas::Canvas,
    lines::{self, Axis, COLORS, Frame, Series},
    tables::{Match as _, SkillStep},
};

const WIDTH: i32 = 900;
/// Place of the chart.
const FRAME: Frame = Frame { across: (60, 880), down: (44, 344) };
/// Distance of the grid's lines, in Elo.
const STEP: f64 = 250.0;

/// The text of the plot of some steps.
pub fn draw(steps: &[SkillStep]) -> Result<String> {
    let mut games: BTreeMap<&str, Vec<(usize, f64)>> = BTreeMap::new();
    let mut sorted: Vec<&SkillStep> = steps.iter().collect();
    sorted.sort_by_key(|step| step.level);
    for step in sorted {
        let values = games.entry(&step.game).or_insert_with(|| vec![(usize::from(step.below), 0.0)]);
        let below = values.last().map_or(0.0, |&(_, elo)| elo);
        values.push((usize::from(step.level), below + step.elo().map_or(0.0, |elo| elo.mean)));
    }
    let last = steps.iter().map(|step| step.level).max().unwrap_or(0);
    let columns: Vec<String> = (0..=last).map(|level| level.to_string()).collect();
    let most = games.values().flatten().map(|&(_, elo)| elo).fold(STEP, f64::max);
    let axis = Axis { low: 0.0, high: (most / STEP).ceil() * STEP, step: STEP, digits: 0 };
    let series = games.into_iter().zip(COLORS.into_iter().cycle()).map(|((game, values), color)| {
        let name = values.last().map_or(String::new(), |(_, elo)| format!("{game} {elo:.0}"));
        Series { name, color, values, intervals: Vec::new() }
    });
    let series: Vec<Series> = series.collect();
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, FRAME.down.1 + 40)?;
    canvas.heading("Elo of the skill levels above level 0", (12, 22), 14)?;
    lines::draw(&canvas, &FRAME, &columns, &axis, &series)?;
    canvas.finish()?;
    Ok(svg)
}
