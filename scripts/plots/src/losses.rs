//! Line chart: validation loss of each round of learning, as a share of that of its base, a line for each game
//! and base.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::{
    canvas::{Align, Canvas, GAIN, GREY, GRID, INK, OPEN},
    tables::Round,
};

const WIDTH: i32 = 900;
/// Left and right ends of the chart, in pixels.
const ACROSS: (i32, i32) = (60, 700);
/// Upper and lower ends of the chart, in pixels.
const DOWN: (i32, i32) = (44, 344);
/// Least distance of two labels, in pixels.
const LABEL: i32 = 15;

/// The text of the plot of some rounds.
pub fn draw(rounds: &[Round]) -> Result<String> {
    let mut games: BTreeMap<(&str, &str), Vec<(u32, f64)>> = BTreeMap::new();
    for round in rounds {
        games.entry((&round.game, &round.base)).or_default().push((round.round, round.relative_loss()));
    }
    let last = rounds.iter().map(|round| round.round).max().unwrap_or(1);
    let least = rounds.iter().map(Round::relative_loss).fold(0.9, f64::min);
    let low = (10.0 * least).floor() / 10.0;
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, DOWN.1 + 40)?;
    canvas.heading("Validation loss, as a share of that of the base alone", (12, 22), 14)?;
    let y = |loss: f64| pixel((1.0 - loss.min(1.0)) / (1.0 - low), DOWN);
    let x = |round: u32| pixel(f64::from(round) / f64::from(last + 1), ACROSS);
    let mut tenth = 1.0;
    while tenth >= low - 0.01 {
        canvas.line((ACROSS.0, y(tenth)), (ACROSS.1, y(tenth)), GRID, 1)?;
        canvas.text(&format!("{tenth:.1}"), (ACROSS.0 - 10, y(tenth)), 12, GREY, Align::Right)?;
        tenth -= 0.1;
    }
    for round in 1..=last {
        canvas.text(&format!("round {round}"), (x(round), DOWN.1 + 20), 12, GREY, Align::Middle)?;
    }
    let mut ends: Vec<(i32, String)> = Vec::new();
    for ((game, base), points) in &games {
        for pair in points.windows(2) {
            canvas.line((x(pair[0].0), y(pair[0].1)), (x(pair[1].0), y(pair[1].1)), OPEN, 2)?;
        }
        for &(round, loss) in points {
            canvas.disc((x(round), y(loss)), 4, GAIN)?;
        }
        ends.extend(points.last().map(|&(_, loss)| (y(loss), format!("{game} ({base}) {loss:.2}"))));
    }
    ends.sort_unstable();
    let mut free = DOWN.0;
    for (y, label) in ends {
        let at = y.max(free);
        canvas.text(&label, (ACROSS.1 + 14, at), 12, INK, Align::Left)?;
        free = at + LABEL;
    }
    canvas.finish()?;
    Ok(svg)
}

/// Pixel of a share of the way between two ends.
#[expect(clippy::cast_possible_truncation, reason = "the result lies between the ends")]
fn pixel(share: f64, ends: (i32, i32)) -> i32 {
    ends.0 + (share * f64::from(ends.1 - ends.0)).round() as i32
}
