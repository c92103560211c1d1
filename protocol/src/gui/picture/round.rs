//! KaleidoChess's round board.

use engine::board::round::{Field, SECTORS, Set};
use engine::variants::kaleido::{CASTLES, Kind, Step};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

use super::figures::{Colour, Figure, KALEIDO};
use super::{FAINT, INK, PAPER, SIZE, label, round_off};

/// Middle of the board.
const MIDDLE: f64 = SIZE as f64 / 2.0;
/// Outer edge of each ring, the centre's first. The inner rings have fewer fields, which may be less deep.
const RADII: [f64; 6] = [40.0, 104.0, 172.0, 242.0, 316.0, 390.0];
/// Size of a piece.
const PIECE: f64 = 23.0;

pub(super) const CASTLE: &str = "#eeb93b";
const TOWN: &str = "#f8e3a1";
/// Colours of the other fields, by sector and ring.
const LAND: [&str; 2] = ["#dbe6cf", "#c8d8ba"];
const BORDER: &str = "#75836a";

/// What is drawn of a position.
pub struct Scene {
    /// The pieces with their fields.
    pub pieces: Vec<(Field, Colour, Kind)>,
    /// Last moves, which must not be undone.
    pub last: Vec<Step>,
    /// Lines below the board, from the lowest: the side to move, the throw of the die.
    pub caption: Vec<String>,
}

/// Draws a position.
pub fn draw(scene: Scene) -> Document {
    let board = Field::all().fold(Group::new(), |board, field| board.add(area(field)));
    let board = (0..SECTORS).fold(board, |board, sector| board.add(sector_border(sector)));
    let board = Field::all().fold(board, add_marks);
    let board = scene.last.into_iter().fold(board, add_step);
    let board = scene.pieces.into_iter().fold(board, |board, (field, colour, kind)| {
        let figure = Figure::of_letter(KALEIDO, kind.letter()).expect("every kind has a figure");
        board.add(figure.draw(colour, stand(field), PIECE))
    });
    Document::new()
        .set("viewBox", (0, 0, SIZE, SIZE))
        .set("width", SIZE)
        .set("height", SIZE)
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", PAPER))
        .add(board)
        .add(legend())
        .add(caption(&scene.caption))
}

/// True if a field touches a castle.
pub(super) fn is_town(field: Field) -> bool {
    let touched = field.sides() | field.corners();
    (touched & CASTLES) != Set::EMPTY
}

/// The castles, and the fields that touch them.
fn colour(field: Field) -> &'static str {
    if CASTLES.has(field) {
        CASTLE
    } else if is_town(field) {
        TOWN
    } else {
        LAND[(field.arc().begins * SECTORS / Field::CIRCLE + field.ring()) % 2]
    }
}

/// A point at a distance from the middle of the board, at a place on the circle in the unit of [`Field::CIRCLE`].
fn point(distance: f64, place: f64) -> (f64, f64) {
    let direction = Field::direction(place);
    (round_off(MIDDLE + distance * direction.cos()), round_off(MIDDLE + distance * direction.sin()))
}

/// A point on the middle line of a field.
fn within(field: Field, distance: f64) -> (f64, f64) {
    if field == Field::CENTRE { (MIDDLE, MIDDLE) } else { point(distance, field.arc().middle()) }
}

/// Point of a piece on its field: a little inwards, because the name lies outwards.
fn stand(field: Field) -> (f64, f64) {
    match field.ring() {
        0 => within(field, 0.0),
        ring => within(field, (RADII[ring - 1] + RADII[ring]) / 2.0 - 8.0),
    }
}

fn area(field: Field) -> Path {
    let data = match field.ring() {
        0 => {
            let [radius, across] = [RADII[0], 2.0 * RADII[0]];
            format!(
                "M{} {MIDDLE}a{radius} {radius} 0 1 1 {across} 0a{radius} {radius} 0 1 1 -{across} 0z",
                MIDDLE - radius
            )
        }
        ring => {
            let (inner, outer) = (RADII[ring - 1], RADII[ring]);
            let arc = field.arc();
            let (begins, ends) = (arc.begins as f64, (arc.begins + arc.width) as f64);
            let [a, b, c, d] = [point(inner, begins), point(outer, begins), point(outer, ends), point(inner, ends)];
            format!(
                "M{} {}L{} {}A{outer} {outer} 0 0 1 {} {}L{} {}A{inner} {inner} 0 0 0 {} {}z",
                a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1, a.0, a.1
            )
        }
    };
    Path::new().set("d", data).set("fill", colour(field)).set("stroke", BORDER).set("stroke-width", 1)
}

/// Line between two sectors.
fn sector_border(sector: usize) -> Line {
    let place = (sector * Field::CIRCLE / SECTORS) as f64;
    let [from, to] = [RADII[0], RADII[5]].map(|distance| point(distance, place));
    line(from, to).set("stroke", BORDER).set("stroke-width", 2.5)
}

fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1)
}

/// Name of a field, and a tower on a castle.
fn add_marks(board: Group, field: Field) -> Group {
    let at = match field.ring() {
        0 => (MIDDLE, MIDDLE + RADII[0] - 9.0),
        ring => within(field, RADII[ring] - 10.0),
    };
    let board = if CASTLES.has(field) { board.add(tower(stand(field), 15.0)) } else { board };
    board.add(label(&field.to_string(), at, 11.5, INK))
}

/// A tower of a castle, as high and as wide.
pub(super) fn tower((x, y): (f64, f64), half: f64) -> Path {
    let third = round_off(half / 2.5);
    let (left, top) = (round_off(x - half), round_off(y - half));
    let merlons = format!("h{third}v{third}h{third}v-{third}h{third}v{third}h{third}v-{third}h{third}");
    let data = format!("M{left} {top}{merlons}v{0}h-{0}z", 2.0 * half);
    Path::new().set("d", data).set("fill", "#b9821a")
}

/// A player's last move, which must not be undone.
fn add_step(board: Group, step: Step) -> Group {
    let (from, to) = (stand(step.from), stand(step.to));
    let path = line(from, to).set("stroke", "#a8402e").set("stroke-width", 3).set("stroke-dasharray", "2 5");
    let foot = Circle::new().set("cx", from.0).set("cy", from.1).set("r", 5).set("fill", "#a8402e");
    let halo = Circle::new().set("cx", to.0).set("cy", to.1).set("r", PIECE + 5.0).set("fill", "none");
    board.add(path.set("stroke-linecap", "round")).add(foot).add(halo.set("stroke", "#a8402e").set("stroke-width", 3))
}

/// Legend of the colours, in the corners that the board leaves free.
fn legend() -> Group {
    let swatch = |colour: &str, y: f64| {
        let swatch = Rectangle::new().set("x", 703).set("y", y).set("width", 18).set("height", 18);
        swatch.set("fill", colour).set("stroke", BORDER)
    };
    let text = |text: &str, x: f64, y: f64| label(text, (x, y), 12.0, FAINT).set("text-anchor", "start");
    Group::new()
        .add(text("red: last moves", 10.0, 16.0))
        .add(swatch(CASTLE, 757.0))
        .add(text("castle", 727.0, 766.0))
        .add(swatch(TOWN, 777.0))
        .add(text("town", 727.0, 786.0))
}

/// Lines in the lower left corner, the first one lowest.
fn caption(lines: &[String]) -> Group {
    let line = |text: &str, y: f64| label(text, (10.0, y), 15.0, INK).set("text-anchor", "start");
    (0..).zip(lines).fold(Group::new(), |group, (row, text)| group.add(line(text, 786.0 - 20.0 * f64::from(row))))
}
