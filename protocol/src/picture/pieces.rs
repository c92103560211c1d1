//! What a piece looks like: its letter on a stone.

use engine::game::Seat;
use svg::node::element::{Circle, Group, Rectangle};

use super::{label, round_off};

/// The shape of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stone {
    /// Round.
    Disc,
    /// Square, with rounded corners.
    Tile,
}

/// A piece to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its owner.
    pub seat: Seat,
    /// Its letter, in capitals.
    pub letter: char,
    /// What the letter stands on.
    pub stone: Stone,
    /// How many dots are below the letter.
    pub dots: usize,
}

impl Piece {
    /// A piece of a game that tells its pieces apart by letters alone. Capitals are White's.
    pub fn of_letter(letter: char, stone: Stone) -> Piece {
        let seat = if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK };
        Piece { seat, letter: letter.to_ascii_uppercase(), stone, dots: 0 }
    }

    /// The piece, with its middle at a point, and so far from there to its edges.
    pub fn draw(&self, (x, y): (f64, f64), radius: f64) -> Group {
        let white = self.seat == Seat::WHITE;
        let (body, mark) = if white { ("#fffdf5", "#1d1b18") } else { ("#2e2c33", "#ffffff") };
        let group = Group::new().set("transform", format!("translate({} {})", round_off(x), round_off(y)));
        let group = self.add_stone(group, radius, body);
        let lift = if self.dots > 0 { 0.16 * radius } else { 0.0 };
        let letter = label(&self.letter.to_string(), (0.0, -lift), 1.15 * radius, mark).set("font-weight", "bold");
        (0..self.dots).fold(group.add(letter), |group, dot| {
            let off = 0.3 * radius * (dot as f64 - (self.dots - 1) as f64 / 2.0);
            let dot = Circle::new().set("cx", round_off(off)).set("cy", round_off(0.62 * radius));
            group.add(dot.set("r", round_off(0.1 * radius)).set("fill", mark))
        })
    }

    fn add_stone(&self, group: Group, radius: f64, body: &str) -> Group {
        let width = round_off(0.08 * radius);
        match self.stone {
            Stone::Disc => {
                let disc = Circle::new().set("r", round_off(radius)).set("fill", body);
                group.add(disc.set("stroke", "#000000").set("stroke-width", width))
            }
            Stone::Tile => {
                let reach = 0.9 * radius;
                let tile = Rectangle::new().set("x", round_off(-reach)).set("y", round_off(-reach));
                let tile = tile.set("width", round_off(2.0 * reach)).set("height", round_off(2.0 * reach));
                let tile = tile.set("rx", round_off(0.25 * radius)).set("fill", body);
                group.add(tile.set("stroke", "#000000").set("stroke-width", width))
            }
        }
    }
}
