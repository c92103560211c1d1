//! Bars of wins, draws and losses, a match a row.

use anyhow::Result;

use crate::{
    canvas::{Align, Canvas, DRAW, GAIN, GREY, INK, LOSS},
    results::Score,
};

const WIDTH: i32 = 900;
/// Left and right ends of the bars, in pixels.
const BAR: (i32, i32) = (230, 640);
const TOP: i32 = 44;
const ROW: i32 = 30;

/// A match, with what stands before its bar.
pub struct Bar<'a> {
    pub label: &'a str,
    pub score: &'a Score,
}

/// The text of the plot of some matches.
pub fn draw(bars: &[Bar<'_>]) -> Result<String> {
    let height = TOP + ROW * i32::try_from(bars.len())? + 10;
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, height)?;
    let mut x = BAR.0;
    for (name, color) in [("won", GAIN), ("drawn", DRAW), ("lost", LOSS)] {
        canvas.rectangle((x, 16), (x + 12, 28), color)?;
        canvas.text(name, (x + 18, 22), 13, GREY, Align::Left)?;
        x += 80;
    }
    canvas.text("Elo, 95 % interval", (BAR.1 + 14, 22), 13, GREY, Align::Left)?;
    canvas.text("games", (WIDTH - 12, 22), 13, GREY, Align::Right)?;
    for (index, bar) in bars.iter().enumerate() {
        draw_bar(&canvas, bar, TOP + ROW * i32::try_from(index)?)?;
    }
    canvas.finish()?;
    Ok(svg)
}

/// One match: label, bar, and its numbers.
fn draw_bar(canvas: &Canvas<'_>, bar: &Bar<'_>, top: i32) -> Result<()> {
    let counts = bar.score.counts;
    let (games, y) = (counts.games(), top + ROW / 2);
    canvas.text(bar.label, (BAR.0 - 14, y), 13, INK, Align::Right)?;
    let parts = [(counts.wins, GAIN), (counts.draws, DRAW), (counts.losses, LOSS)];
    let (mut seen, width) = (0, i64::from(BAR.1 - BAR.0));
    for (count, color) in parts {
        let pixel = |seen: u32| BAR.0 + i32::try_from(width * i64::from(seen) / i64::from(games)).unwrap_or(0);
        let (from, to) = (pixel(seen), pixel(seen + count));
        if count > 0 {
            canvas.rectangle((from, top + 5), (to, top + ROW - 5), color)?;
        }
        let ink = if color == DRAW { INK } else { plotters::style::WHITE };
        if to - from >= 24 {
            canvas.text(&count.to_string(), (i32::midpoint(from, to), y), 12, ink, Align::Middle)?;
        }
        seen += count;
    }
    canvas.text(&bar.score.elo_text(), (BAR.1 + 14, y), 12, INK, Align::Left)?;
    canvas.text(&games.to_string(), (WIDTH - 12, y), 12, GREY, Align::Right)
}
