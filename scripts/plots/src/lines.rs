//! Line chart: values at a few columns, a line for each series, its name at the last value.

use anyhow::Result;
use plotters::style::RGBColor;

use crate::canvas::{Align, Canvas, GAIN, GREY, GRID, LOSS};

/// Colours of series, which colour-blind people can tell apart.
pub const COLORS: [RGBColor; 5] = [GAIN, LOSS, RGBColor(0, 133, 99), RGBColor(190, 130, 0), RGBColor(160, 80, 150)];

/// Distance of a name from its value, in pixels.
const NAME: (i32, i32) = (9, 13);

/// Distance of the intervals of two series, in pixels.
const INTERVAL: usize = 4;

/// Values of one name.
pub struct Series {
    /// Name, shown beside the last value.
    pub name: String,
    /// Colour of the line and the name.
    pub color: RGBColor,
    /// Numbers of columns, rising, and their values.
    pub values: Vec<(usize, f64)>,
    /// Numbers of columns and the intervals there, drawn upright.
    pub intervals: Vec<(usize, (f64, f64))>,
}

/// Axis of the values.
pub struct Axis {
    /// Least value. What is less is drawn there.
    pub low: f64,
    /// Greatest value. What is greater is drawn there.
    pub high: f64,
    /// Distance of the grid's lines.
    pub step: f64,
    /// Digits after the point in their labels.
    pub digits: usize,
}

/// Place of a chart, in pixels.
pub struct Frame {
    /// Left and right ends.
    pub across: (i32, i32),
    /// Upper and lower ends.
    pub down: (i32, i32),
}

/// Draws some series over `columns`, by their labels.
pub fn draw(canvas: &Canvas<'_>, frame: &Frame, columns: &[String], axis: &Axis, series: &[Series]) -> Result<()> {
    let Frame { across, down } = *frame;
    let y = |value: f64| pixel((axis.high - value.clamp(axis.low, axis.high)) / (axis.high - axis.low), down);
    let x = |column: usize| pixel((column + 1) as f64 / (columns.len() + 1) as f64, across);
    let mut value = axis.high;
    while value >= axis.low - axis.step / 10.0 {
        canvas.line((across.0, y(value)), (across.1, y(value)), GRID, 1)?;
        let label = format!("{value:.*}", axis.digits);
        canvas.text(&label, (across.0 - 8, y(value)), 12, GREY, Align::Right)?;
        value -= axis.step;
    }
    for (column, label) in columns.iter().enumerate() {
        canvas.text(label, (x(column), down.1 + 20), 12, GREY, Align::Middle)?;
    }
    for (one, shift) in series.iter().zip((0..).step_by(INTERVAL)) {
        for &(column, (low, high)) in &one.intervals {
            canvas.line((x(column) + shift, y(low)), (x(column) + shift, y(high)), one.color, 1)?;
        }
        for pair in one.values.windows(2) {
            canvas.line((x(pair[0].0), y(pair[0].1)), (x(pair[1].0), y(pair[1].1)), one.color, 2)?;
        }
        for &(column, value) in &one.values {
            canvas.disc((x(column), y(value)), 4, one.color)?;
        }
    }
    let place = |one: &Series| {
        let &(column, value) = one.values.last()?;
        let (dx, dy, align) = offset(one, series);
        Some((x(column) + dx, y(value) + dy, align))
    };
    let mut names: Vec<_> = series.iter().filter_map(|one| Some((place(one)?, one))).collect();
    names.sort_by_key(|&((x, y, _), _)| (x, y));
    let mut before = None;
    for ((x, mut y, align), one) in names {
        // Names beside values that are close to one another stand one below the other.
        if let Some((left, above)) = before
            && left == x
        {
            y = y.max(above + NAME.1);
        }
        before = Some((x, y));
        canvas.text(&one.name, (x, y), 12, one.color, align)?;
    }
    Ok(())
}

/// Offset of the name of a series from its last value, so that lines leave it free: to the right of a line that
/// falls and of one that rises below another, above a line that rises alone, below a line that falls below another.
/// Intervals stand above and below: then the name stands to the right.
fn offset(one: &Series, series: &[Series]) -> (i32, i32, Align) {
    if !one.intervals.is_empty() {
        return (NAME.0, 0, Align::Left);
    }
    let (first, last) = (one.values[0].1, one.values[one.values.len() - 1]);
    let is_above = |other: &Series| other.values.iter().any(|&(column, value)| column == last.0 && value > last.1);
    match (series.iter().any(is_above), last.1 > first) {
        (true, true) => (NAME.0, NAME.1 / 2, Align::Left),
        (true, false) => (0, NAME.1, Align::Middle),
        (false, true) => (0, -NAME.1, Align::Middle),
        (false, false) => (NAME.0, 0, Align::Left),
    }
}

/// Pixel of a share of the way between two ends.
#[expect(clippy::cast_possible_truncation, reason = "the result lies between the ends")]
fn pixel(share: f64, ends: (i32, i32)) -> i32 {
    ends.0 + (share * f64::from(ends.1 - ends.0)).round() as i32
}
