//! Marks on a picture: where a piece can go, what the rules say of a piece, and the legend that explains them.
//!
//! Marks differ by shape as well as by colour, so that they are told apart without colours too.

use std::collections::BTreeMap;

use formats::diagram::Colour;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

use super::figures::Figure;
use super::{INK, label, round_off};

/// Colour of moves.
const MOVE: &str = "#1f5f9e";
/// Colour of captures.
const CAPTURE: &str = "#b3261e";
/// Ground of the field whose piece's moves are marked.
pub const ORIGIN: &str = "#b7d0ea";
/// Colour of last moves.
const LAST_MOVE: &str = "#7a3e9d";
/// Frame of tied tiles.
pub const TIED: &str = "#b3261e";
/// Disc of a paralysed piece.
pub const PARALYSED: &str = "#5b5f66";

/// Grounds of fields that touch another at a side.
pub const SIDE: &str = "#86b6e6";
/// Grounds of fields that touch another at a corner.
pub const CORNER: &str = "#f0a878";
/// Ground of castles.
pub const CASTLE: &str = "#eeb93b";
/// Ground of the fields of towns.
pub const TOWN: &str = "#f8e3a1";
/// Border of a swatch.
const BORDER: &str = "#75836a";

/// Letters are so much wider than high at most, on the average of a word.
const LETTER: f64 = 0.58;

/// Role of a field as a target of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// It moves there.
    Move,
    /// It captures there.
    Capture,
    /// It moves there if the field is empty, and captures if it is not.
    Either,
}

impl Target {
    /// Target by what is possible; none if nothing is.
    pub fn of(moves: bool, captures: bool) -> Option<Target> {
        match (moves, captures) {
            (true, true) => Some(Target::Either),
            (true, false) => Some(Target::Move),
            (false, true) => Some(Target::Capture),
            (false, false) => None,
        }
    }

    /// The mark on a field without a piece: a dot for a move, a ring for a capture.
    pub fn draw(self, at: (f64, f64), radius: f64) -> Group {
        let group = Group::new();
        let group = if self == Target::Capture { group } else { group.add(disc(at, 0.5 * radius).set("fill", MOVE)) };
        if self == Target::Move { group } else { group.add(ring(at, radius, CAPTURE)) }
    }

    /// The mark on a field with a piece: a ring around it, in the colour of what happens.
    pub fn draw_around(self, at: (f64, f64), radius: f64) -> Group {
        Group::new().add(ring(at, radius, if self == Target::Move { MOVE } else { CAPTURE }))
    }
}

/// The moves of one piece.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    /// Name of the piece's field; none if it comes from beside the board.
    pub from: Option<String>,
    /// Fields where it can go, by name.
    pub targets: BTreeMap<String, Target>,
    /// Ways that must be free: the names of their fields in order, both ends included.
    pub ways: Vec<Vec<String>>,
}

impl Marks {
    /// Signs that occur.
    pub fn signs(&self) -> Vec<Sign> {
        let occurs = |target: &Target| self.targets.values().any(|other| other == target);
        let targets = [Target::Move, Target::Capture, Target::Either].into_iter().filter(occurs).map(Sign::Target);
        let way = if self.ways.is_empty() { None } else { Some(Sign::Way) };
        targets.chain(way).collect()
    }
}

/// Sign that a legend explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Role of a field as a target of a piece.
    Target(Target),
    /// Champion in whose place a captured king may come back (Keyles).
    ComesBack,
    /// Way of a piece, which must be free.
    Way,
    /// Relayed piece (knight relay chess).
    Relayed,
    /// Paralysed piece (Madrasi).
    Paralysed,
    /// Tied tile (Chex).
    Tied,
    /// Last move, which must not be undone (KaleidoChess).
    LastMove,
    /// Castle of KaleidoChess.
    Castle,
    /// Field of a town.
    Town,
    /// Field that shares a side.
    Side,
    /// Field that shares a corner only.
    Corner,
}

impl Sign {
    /// Meaning.
    pub const fn words(self) -> &'static str {
        match self {
            Sign::Target(Target::Move) => "moves",
            Sign::Target(Target::Capture) => "captures",
            Sign::Target(Target::Either) => "moves or captures",
            Sign::ComesBack => "the king may come back here",
            Sign::Way => "must be free",
            Sign::Relayed => "relayed: leaps like a knight, too",
            Sign::Paralysed => "paralysed: cannot move",
            Sign::Tied => "tied: holds others together",
            Sign::LastMove => "last move",
            Sign::Castle => "castle",
            Sign::Town => "town",
            Sign::Side => "touches at a side",
            Sign::Corner => "touches at a corner",
        }
    }

    /// The sign around a point, so far from there to its edges.
    pub fn draw(self, at: (f64, f64), half: f64) -> Group {
        let group = Group::new();
        match self {
            Sign::Target(target) => target.draw(at, half),
            Sign::ComesBack => Target::Move.draw_around(at, half),
            Sign::Way => group.add(ways([((at.0 - half, at.1), (at.0 + half, at.1))])),
            Sign::Relayed => group.add(badge(at, half)),
            Sign::Paralysed => group.add(stop(at, half)),
            Sign::Tied => {
                let frame = square(at, 0.85 * half).set("rx", 3).set("fill", "#d3b98a").set("stroke", TIED);
                group.add(frame.set("stroke-width", 3))
            }
            Sign::LastMove => group.add(last_move((at.0 - half, at.1), (at.0 + half, at.1))),
            Sign::Castle => group.add(swatch(at, half, CASTLE)),
            Sign::Town => group.add(swatch(at, half, TOWN)),
            Sign::Side => group.add(swatch(at, half, SIDE)),
            Sign::Corner => group.add(swatch(at, half, CORNER)),
        }
    }

    /// Width of the sign with its meaning, in letters of a height.
    fn width(self, height: f64) -> f64 {
        height * (3.0 + LETTER * self.words().len() as f64)
    }

    /// The sign and its meaning, from the left; the point is in the middle of the height.
    fn explain(self, (left, y): (f64, f64), height: f64) -> Group {
        let words = label(self.words(), (left + 1.9 * height, y), height, INK).set("text-anchor", "start");
        Group::new().add(self.draw((left + 0.8 * height, y), 0.7 * height)).add(words)
    }
}

/// Legend in a row, centred, in letters of a height or of a smaller one if the row is narrow.
pub fn legend_row(signs: &[Sign], middle: (f64, f64), width: f64, height: f64) -> Group {
    let needed: f64 = signs.iter().map(|sign| sign.width(height)).sum();
    let height = height * (width / needed).min(1.0);
    let mut left = middle.0 - signs.iter().map(|sign| sign.width(height)).sum::<f64>() / 2.0 + 0.4 * height;
    signs.iter().fold(Group::new(), |group, sign| {
        let at = left;
        left += sign.width(height);
        group.add(sign.explain((at, middle.1), height))
    })
}

/// Legend in lines below one another, from the left; the point is in the middle of the first line.
pub fn legend_lines(signs: &[Sign], (left, top): (f64, f64), height: f64) -> Group {
    signs.iter().enumerate().fold(Group::new(), |group, (line, sign)| {
        group.add(sign.explain((left, top + 1.7 * height * line as f64), height))
    })
}

/// Steps of ways that must be free. They are seen through as one, so that many are not darker than few.
pub fn ways(steps: impl IntoIterator<Item = ((f64, f64), (f64, f64))>) -> Group {
    let group = Group::new().set("opacity", 0.6).set("stroke", MOVE).set("stroke-width", 2.5);
    steps.into_iter().fold(group, |group, (from, to)| group.add(line(from, to)))
}

/// Last move, from field to field.
pub fn last_move(from: (f64, f64), to: (f64, f64)) -> Group {
    let dashes = line(from, to).set("stroke", LAST_MOVE).set("stroke-width", 3).set("stroke-dasharray", "2 5");
    let foot = disc(from, 5.0).set("fill", LAST_MOVE);
    Group::new().add(dashes.set("stroke-linecap", "round")).add(foot)
}

/// Ring around the piece that has made the last move.
pub fn last_move_end(at: (f64, f64), radius: f64) -> Circle {
    ring(at, radius, LAST_MOVE)
}

/// A small knight on a disc: what a relayed piece has from its knight.
pub fn badge(at: (f64, f64), half: f64) -> Group {
    let ground = disc(at, half).set("fill", MOVE).set("stroke", "#ffffff").set("stroke-width", 1.2);
    Group::new().add(ground).add(Figure::Knight.draw_small(Colour::White, at, 0.82 * half))
}

/// Two bars on a disc: a paralysed piece.
pub fn stop(at: (f64, f64), half: f64) -> Group {
    let ground = disc(at, half).set("fill", PARALYSED).set("stroke", "#ffffff").set("stroke-width", 1.2);
    let bar = |side: f64| {
        let x = at.0 + side * 0.3 * half;
        let bar = line((x, at.1 - 0.4 * half), (x, at.1 + 0.4 * half)).set("stroke", "#ffffff");
        bar.set("stroke-width", round_off(0.28 * half)).set("stroke-linecap", "round")
    };
    Group::new().add(ground).add(bar(-1.0)).add(bar(1.0))
}

fn swatch(at: (f64, f64), half: f64, colour: &str) -> Rectangle {
    square(at, 0.85 * half).set("fill", colour).set("stroke", BORDER)
}

fn square((x, y): (f64, f64), half: f64) -> Rectangle {
    let square = Rectangle::new().set("x", round_off(x - half)).set("y", round_off(y - half));
    square.set("width", round_off(2.0 * half)).set("height", round_off(2.0 * half))
}

fn ring(at: (f64, f64), radius: f64, colour: &str) -> Circle {
    disc(at, radius).set("fill", "none").set("stroke", colour).set("stroke-width", 3.5)
}

fn disc((x, y): (f64, f64), radius: f64) -> Circle {
    Circle::new().set("cx", round_off(x)).set("cy", round_off(y)).set("r", round_off(radius))
}

/// Straight line.
pub fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    let line = Line::new().set("x1", round_off(from.0)).set("y1", round_off(from.1));
    line.set("x2", round_off(to.0)).set("y2", round_off(to.1))
}

/// Outlines of several shapes as one element, of which the colours are still to be set.
pub fn outlines(shapes: impl IntoIterator<Item = String>) -> Path {
    Path::new().set("d", shapes.into_iter().collect::<String>())
}
