//! Line chart: values at a few columns, a line for each series, its name at the last value.

use anyhow::Result;

use crate::canvas::{Align, Canvas, GAIN, GREY, GRID, INK, OPEN};

const WIDTH: i32 = 900;
/// Left and right ends of the chart, in pixels.
const ACROSS: (i32, i32) = (60, 700);
/// Upper and lower ends of the chart, in pixels.
const DOWN: (i32, i32) = (44, 344);
/// Least distance of two names, in pixels.
const NAME: i32 = 15;

/// Values of one name.
pub struct Series {
    /// Name, shown beside the last value.
    pub name: String,
    /// Numbers of columns, rising, and their values.
    pub values: Vec<(usize, f64)>,
}

/// Axis of the values.
pub struct Axis {
    /// Least value.
    pub low: f64,
    /// Greatest value. What is greater is drawn there.
    pub high: f64,
    /// Distance of the grid's lines.
    pub step: f64,
    /// Digits after the point in their labels.
    pub digits: usize,
}

/// The text of the plot of some series over `columns`, by their labels.
pub fn draw(heading: &str, columns: &[String], axis: &Axis, series: &[Series]) -> Result<String> {
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, DOWN.1 + 40)?;
    canvas.heading(heading, (12, 22), 14)?;
    let y = |value: f64| pixel((axis.high - value.clamp(axis.low, axis.high)) / (axis.high - axis.low), DOWN);
    let x = |column: usize| pixel((column + 1) as f64 / (columns.len() + 1) as f64, ACROSS);
    let mut value = axis.high;
    while value >= axis.low - axis.step / 10.0 {
        canvas.line((ACROSS.0, y(value)), (ACROSS.1, y(value)), GRID, 1)?;
        let label = format!("{value:.*}", axis.digits);
        canvas.text(&label, (ACROSS.0 - 10, y(value)), 12, GREY, Align::Right)?;
        value -= axis.step;
    }
    for (column, label) in columns.iter().enumerate() {
        canvas.text(label, (x(column), DOWN.1 + 20), 12, GREY, Align::Middle)?;
    }
    let mut ends: Vec<(i32, &str)> = Vec::new();
    for Series { name, values } in series {
        for pair in values.windows(2) {
            canvas.line((x(pair[0].0), y(pair[0].1)), (x(pair[1].0), y(pair[1].1)), OPEN, 2)?;
        }
        for &(column, value) in values {
            canvas.disc((x(column), y(value)), 4, GAIN)?;
        }
        ends.extend(values.last().map(|&(_, value)| (y(value), name.as_str())));
    }
    ends.sort_unstable();
    let mut free = DOWN.0;
    for (y, name) in ends {
        let at = y.max(free);
        canvas.text(name, (ACROSS.1 + 14, at), 12, INK, Align::Left)?;
        free = at + NAME;
    }
    canvas.finish()?;
    Ok(svg)
}

/// Pixel of a share of the way between two ends.
#[expect(clippy::cast_possible_truncation, reason = "the result lies between the ends")]
fn pixel(share: f64, ends: (i32, i32)) -> i32 {
    ends.0 + (share * f64::from(ends.1 - ends.0)).round() as i32
}
