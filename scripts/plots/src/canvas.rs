//! A drawing area in pixels, with the few shapes and the colours that the plots share.

use anyhow::{Result, anyhow};
use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

/// Text and axes.
pub const INK: RGBColor = RGBColor(31, 41, 55);
/// Secondary text.
pub const GREY: RGBColor = RGBColor(107, 114, 128);
/// Grid lines.
pub const GRID: RGBColor = RGBColor(229, 231, 235);
/// Every other row.
pub const STRIPE: RGBColor = RGBColor(248, 250, 252);
/// A gain that its interval tells from nothing; wins.
pub const GAIN: RGBColor = RGBColor(29, 98, 168);
/// A result that its interval does not tell from nothing.
pub const OPEN: RGBColor = RGBColor(130, 165, 205);
/// Draws.
pub const DRAW: RGBColor = RGBColor(203, 213, 225);
/// Losses.
pub const LOSS: RGBColor = RGBColor(201, 96, 80);

/// Font of all text.
const FONT: &str = "sans-serif";

/// Place of a text beside its point.
#[derive(Clone, Copy)]
pub enum Align {
    /// To its right.
    Left,
    /// Around it.
    Middle,
    /// To its left.
    Right,
}

/// A picture of fixed size, in pixels.
pub struct Canvas<'a>(DrawingArea<SVGBackend<'a>, Shift>);

impl<'a> Canvas<'a> {
    /// An empty white picture that is written into a string.
    pub fn new(svg: &'a mut String, width: i32, height: i32) -> Result<Self> {
        let size = (u32::try_from(width)?, u32::try_from(height)?);
        let area = SVGBackend::with_string(svg, size).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("{error}"))?;
        Ok(Self(area))
    }

    /// A line from a point to another.
    pub fn line(&self, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) -> Result<()> {
        let line = PathElement::new(vec![from, to], color.stroke_width(width));
        self.0.draw(&line).map_err(|error| anyhow!("{error}"))
    }

    /// A filled rectangle, by its upper left and lower right corners.
    pub fn rectangle(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Result<()> {
        self.0.draw(&Rectangle::new([from, to], color.filled())).map_err(|error| anyhow!("{error}"))
    }

    /// A filled disc.
    pub fn disc(&self, at: (i32, i32), radius: i32, color: RGBColor) -> Result<()> {
        self.0.draw(&Circle::new(at, radius, color.filled())).map_err(|error| anyhow!("{error}"))
    }

    /// A line of text, centred vertically on its point.
    pub fn text(&self, text: &str, at: (i32, i32), size: u32, color: RGBColor, align: Align) -> Result<()> {
        self.styled(text, at, (FONT, size).into_font(), color, align)
    }

    /// A line of bold text, centred vertically on its point.
    pub fn heading(&self, text: &str, at: (i32, i32), size: u32) -> Result<()> {
        self.styled(text, at, (FONT, size).into_font().style(FontStyle::Bold), INK, Align::Left)
    }

    fn styled(&self, text: &str, at: (i32, i32), font: FontDesc<'_>, color: RGBColor, align: Align) -> Result<()> {
        let horizontal = match align {
            Align::Left => HPos::Left,
            Align::Middle => HPos::Center,
            Align::Right => HPos::Right,
        };
        let style = font.color(&color).pos(Pos::new(horizontal, VPos::Center));
        self.0.draw(&Text::new(text.to_owned(), at, style)).map_err(|error| anyhow!("{error}"))
    }

    /// Ends the drawing.
    pub fn finish(self) -> Result<()> {
        self.0.present().map_err(|error| anyhow!("{error}"))
    }
}

/// A signed whole number, with the sign of minus.
pub fn signed(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "+∞".to_owned() } else { "−∞".to_owned() };
    }
    let rounded = value.round();
    if rounded < 0.0 { minus(rounded) } else { format!("+{}", rounded.abs()) }
}

/// A whole number, with the sign of minus where it is negative.
pub fn minus(value: f64) -> String {
    // The sum has no negative zero.
    format!("{:.0}", value.round() + 0.0).replace('-', "−")
}
