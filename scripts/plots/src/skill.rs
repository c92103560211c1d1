//! Skill levels: a table of the steps between them, and line charts of their Elo above the lowest one.

use std::fmt::Write as _;

use anyhow::Result;
use engine::variants::Variant;

use crate::{
    canvas::{Canvas, minus},
    lines::{self, Axis, COLORS, Frame, Series},
    tables::{Match as _, SkillStep},
};

const WIDTH: i32 = 900;
/// Left and right ends of the charts.
const ACROSS: (i32, i32) = (60, 880);
/// Upper end of the first chart.
const TOP: i32 = 44;
/// Height of a chart.
const HEIGHT: i32 = 250;
/// Distance between the upper ends of two charts.
const DISTANCE: i32 = 310;
/// Distance of the grid's lines, in Elo.
const STEP: f64 = 500.0;

/// Steps of a game between its skill levels, the lowest first.
pub struct SkillLadder<'a> {
    game: &'a str,
    steps: Vec<&'a SkillStep>,
}

impl SkillLadder<'_> {
    /// Elo of each step.
    fn elos(&self) -> impl Iterator<Item = f64> {
        self.steps.iter().filter_map(|step| step.elo()).map(|elo| elo.mean)
    }

    /// Levels with their Elo above the lowest one.
    fn values(&self) -> Vec<(usize, f64)> {
        let lowest = self.steps.first().map(|step| (usize::from(step.below), 0.0));
        let above = self.steps.iter().zip(self.elos()).scan(0.0, |sum, (step, elo)| {
            *sum += elo;
            Some((usize::from(step.level), *sum))
        });
        lowest.into_iter().chain(above).collect()
    }
}

/// The newest steps of each game, which stand first in the table.
pub fn ladders(steps: &[SkillStep]) -> Vec<SkillLadder<'_>> {
    let of_game = |&game: &&'static str| {
        let mut steps: Vec<&SkillStep> = steps.iter().filter(|step| step.game == game).collect();
        steps.sort_by_key(|step| step.level);
        steps.dedup_by_key(|step| step.level);
        (!steps.is_empty()).then_some(SkillLadder { game, steps })
    };
    Variant::NAMES.iter().filter_map(of_game).collect()
}

/// Table of the steps of each game.
pub fn table(ladders: &[SkillLadder<'_>]) -> String {
    let mut text =
        "| game | levels | a step, least to most | on average | steps within the error of none |\n".to_owned();
    text += "|---|---|---|---|---|\n";
    for ladder in ladders {
        let (Some(first), Some(last)) = (ladder.steps.first(), ladder.steps.last()) else { continue };
        let [least, most] = [f64::min, f64::max].map(|of| ladder.elos().reduce(of).map_or(String::new(), minus));
        let average = minus(ladder.elos().sum::<f64>() / ladder.steps.len() as f64);
        let is_unclear = |step: &&&SkillStep| {
            step.elo().and_then(|elo| elo.interval).is_none_or(|(low, high)| low <= 0.0 && high >= 0.0)
        };
        let unclear: Vec<String> =
            ladder.steps.iter().filter(is_unclear).map(|step| format!("{} to {}", step.below, step.level)).collect();
        // Where they are most of them, their number says enough.
        let (steps, some) = (ladder.steps.len(), unclear.len());
        let unclear = if 2 * some > steps { format!("{some} of {steps}") } else { unclear.join(", ") };
        let game = ladder.game;
        let _ = writeln!(
            text,
            "| `{game}` | {} to {} | {least} to {most} | {average} | {unclear} |",
            first.below, last.level
        );
    }
    text
}

/// SVG text of the charts, each of as many games as there are colours.
pub fn draw(ladders: &[SkillLadder<'_>]) -> Result<String> {
    let last = ladders.iter().flat_map(|ladder| &ladder.steps).map(|step| step.level).max().unwrap_or(0);
    let columns: Vec<String> = (0..=last).map(|level| level.to_string()).collect();
    let charts: Vec<_> = ladders.chunks(COLORS.len()).collect();
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, TOP + charts.len() as i32 * DISTANCE - (DISTANCE - HEIGHT) + 40)?;
    canvas.heading("Elo of the skill levels above level 0", (12, 22), 14)?;
    for (ladders, top) in charts.into_iter().zip((TOP..).step_by(DISTANCE as usize)) {
        let series: Vec<Series> = ladders
            .iter()
            .zip(COLORS)
            .map(|(ladder, color)| {
                let values = ladder.values();
                let name = values.last().map_or(String::new(), |(_, elo)| format!("{} {elo:.0}", ladder.game));
                Series { name, color, values, intervals: Vec::new() }
            })
            .collect();
        let most = series.iter().flat_map(|one| &one.values).map(|&(_, elo)| elo).fold(STEP, f64::max);
        let axis = Axis { low: 0.0, high: (most / STEP).ceil() * STEP, step: STEP, digits: 0 };
        lines::draw(&canvas, &Frame { across: ACROSS, down: (top, top + HEIGHT) }, &columns, &axis, &series)?;
    }
    canvas.finish()?;
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_step_of_a_level_counts_and_unclear_steps_are_named() {
        let text = "date,game,level,below,games,wins,draws,losses,elo,low,high\n\
                    3,quex,1,0,4,,,,-10,-60,40\n\
                    3,chess,2,1,4,,,,200,100,300\n\
                    3,chess,1,0,4,,,,0,-50,50\n\
                    2,chess,3,2,4,,,,41,1,81\n\
                    1,chess,2,1,4,,,,900,800,1000\n";
        let steps: Vec<SkillStep> =
            csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>().unwrap();
        let ladders = ladders(&steps);
        assert_eq!(ladders[0].values(), [(0, 0.0), (1, 0.0), (2, 200.0), (3, 241.0)]);
        let table = table(&ladders);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        let chess = "| `chess` | 0 to 3 | 0 to 200 | 80 | 0 to 1 |";
        assert_eq!(lines, [chess, "| `quex` | 0 to 1 | −10 to −10 | −10 | 1 of 1 |"]);
    }
}
