//! Forest plot: matches, each with its Elo and 95 % interval.

use anyhow::Result;
use plotters::style::RGBColor;

use crate::{
    canvas::{Align, Canvas, GAIN, GREY, GRID, INK, OPEN, STRIPE, signed},
    tables::{Elo, Experiment, InitialWeights, Kept, Match as _, Round},
};

const WIDTH: i32 = 1060;
/// Left and right ends of the axis, in pixels.
const AXIS: (i32, i32) = (500, 870);
const TOP: i32 = 44;
const ROW: i32 = 24;
/// The longest label, in characters.
const LABEL: usize = 80;
/// Distance of the axis' grid lines, in Elo.
const GRID_STEPS: [f64; 4] = [25.0, 50.0, 100.0, 200.0];

/// A match.
pub struct Entry {
    /// Both sides.
    label: String,
    elo: Elo,
    /// Games played, if recorded.
    games: Option<u32>,
}

impl Entry {
    /// The change of an experiment, if it was kept and its Elo recorded.
    pub fn of_kept(experiment: &Experiment) -> Option<Self> {
        let elo = experiment.elo().filter(|_| experiment.kept == Kept::Yes)?;
        Some(Self { label: label(experiment), elo, games: experiment.games() })
    }

    /// The match of a round of learning, if it has an Elo.
    pub fn of_round(round: &Round) -> Option<Self> {
        let kept = if round.is_kept() { "" } else { " (not kept)" };
        let Round { game, base, l1_size, samples, against, .. } = round;
        let tuned = if round.initial_weights == InitialWeights::Current { "fine-tuned, " } else { "" };
        let millions = *samples as f64 / 1e6;
        let label = format!("{game} ({base} {l1_size}, {tuned}{millions:.1} million positions) vs {against}{kept}");
        Some(Self { label, elo: round.elo()?, games: round.games() })
    }
}

/// One line of the plot.
enum Row<'a> {
    /// Name of a game.
    Heading(&'a str),
    Entry(&'a Entry),
}

/// Scale of the axis.
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// The least scale of whole steps that holds all intervals, cut off at 500 Elo: what lies beyond is an arrow.
    fn new(rows: &[Row<'_>]) -> Self {
        let (mut low, mut high) = (-20.0_f64, 50.0_f64);
        for row in rows {
            if let Row::Entry(Entry { elo, .. }) = row {
                let (from, to) = elo.interval.unwrap_or((elo.mean, elo.mean));
                low = low.min(from);
                high = high.max(to);
            }
        }
        (low, high) = (low.max(-500.0), high.min(500.0));
        let fits = |step: &&f64| (high - low) / **step <= 9.0;
        let step = *GRID_STEPS.iter().find(fits).unwrap_or(&GRID_STEPS[GRID_STEPS.len() - 1]);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Direction of a value that lies outside: -1 or 1.
    fn beyond(&self, value: f64) -> Option<i32> {
        if value < self.low {
            Some(-1)
        } else if value > self.high {
            Some(1)
        } else {
            None
        }
    }

    /// Pixel of a value; what lies outside is moved to the end.
    #[expect(clippy::cast_possible_truncation, reason = "the result lies within the axis")]
    fn x(&self, value: f64) -> i32 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        AXIS.0 + (share * f64::from(AXIS.1 - AXIS.0)).round() as i32
    }
}

/// The text of the plot of some groups of matches, each with its name.
pub fn draw(title: &str, groups: &[(&str, Vec<Entry>)]) -> Result<String> {
    let mut rows = Vec::new();
    for (name, entries) in groups {
        if groups.len() > 1 {
            rows.push(Row::Heading(name));
        }
        rows.extend(entries.iter().map(Row::Entry));
    }
    let scale = Scale::new(&rows);
    let bottom = TOP + ROW * i32::try_from(rows.len())?;
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, WIDTH, bottom + 34)?;
    canvas.heading(title, (12, 22), 14)?;
    canvas.text("Elo, 95 % interval", (AXIS.0, 22), 13, GREY, Align::Left)?;
    canvas.text("games", (WIDTH - 12, 22), 13, GREY, Align::Right)?;
    for index in (0..rows.len()).step_by(2) {
        let y = TOP + ROW * i32::try_from(index)?;
        canvas.rectangle((0, y), (WIDTH, y + ROW), STRIPE)?;
    }
    draw_axis(&canvas, &scale, bottom)?;
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * i32::try_from(index)? + ROW / 2;
        match row {
            Row::Heading(title) => canvas.heading(title, (12, y), 14)?,
            Row::Entry(entry) => draw_row(&canvas, &scale, entry, y)?,
        }
    }
    canvas.finish()?;
    Ok(svg)
}

/// Grid lines with their values below them; that of 0 is dark.
fn draw_axis(canvas: &Canvas<'_>, scale: &Scale, bottom: i32) -> Result<()> {
    let mut value = scale.low;
    while value <= scale.high {
        let x = scale.x(value);
        let color = if value == 0.0 { GREY } else { GRID };
        canvas.line((x, TOP), (x, bottom), color, 1)?;
        canvas.text(
            &if value == 0.0 { "0".to_owned() } else { signed(value) },
            (x, bottom + 16),
            12,
            GREY,
            Align::Middle,
        )?;
        value += scale.step;
    }
    Ok(())
}

/// Label, interval, mean, and both as numbers.
fn draw_row(canvas: &Canvas<'_>, scale: &Scale, entry: &Entry, y: i32) -> Result<()> {
    let elo = entry.elo;
    canvas.text(&entry.label, (12, y), 12, INK, Align::Left)?;
    let mut color = OPEN;
    if let Some((low, high)) = elo.interval {
        if low > 0.0 {
            color = GAIN;
        }
        canvas.line((scale.x(low), y), (scale.x(high), y), color, 2)?;
        for end in [low, high] {
            match scale.beyond(end) {
                Some(direction) => draw_arrow(canvas, (scale.x(end), y), direction, color)?,
                None => canvas.line((scale.x(end), y - 4), (scale.x(end), y + 4), color, 2)?,
            }
        }
    }
    match scale.beyond(elo.mean) {
        Some(direction) => draw_arrow(canvas, (scale.x(elo.mean), y), direction, color)?,
        None => canvas.disc((scale.x(elo.mean), y), 5, color)?,
    }
    canvas.text(&elo.to_string(), (AXIS.1 + 14, y), 12, INK, Align::Left)?;
    let games = entry.games.map_or_else(String::new, |games| games.to_string());
    canvas.text(&games, (WIDTH - 12, y), 12, GREY, Align::Right)
}

/// An arrow whose tip is at an end of the axis.
fn draw_arrow(canvas: &Canvas<'_>, tip: (i32, i32), direction: i32, color: RGBColor) -> Result<()> {
    let back = |pixels: i32, down: i32| (tip.0 - direction * pixels, tip.1 + down);
    for (from, to) in [(back(20, 0), tip), (back(6, -5), tip), (back(6, 5), tip)] {
        canvas.line(from, to, color, 2)?;
    }
    Ok(())
}

/// The change and what it met, cut to fit.
fn label(experiment: &Experiment) -> String {
    let plain = |text: &str| text.replace('`', "");
    let whole = match experiment.against.as_str() {
        "without" | "without them" | "as they were" | "not stored" => plain(&experiment.change),
        against => format!("{} vs {}", plain(&experiment.change), plain(against)),
    };
    if whole.chars().count() <= LABEL {
        return whole;
    }
    let change = plain(&experiment.change);
    if change.chars().count() <= LABEL {
        return change;
    }
    change.chars().take(LABEL - 1).chain(['…']).collect()
}
