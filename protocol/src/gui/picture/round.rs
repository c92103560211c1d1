//! KaleidoChess's round board.

use std::collections::BTreeMap;

use engine::board::round::{Field, SECTORS, Set};
use engine::variants::kaleido::{CASTLES, Kind, Step};
use formats::diagram::Colour;
use svg::Document;
use svg::node::element::{Group, Line, Path};

use super::figures::{Figure, KALEIDO, Man};
use super::marks::{self, CASTLE, CORNER, Marks, ORIGIN, SIDE, Sign, TOWN};
use super::{INK, PAPER, SIZE, label, paper, round_off};

/// Middle of the board.
const MIDDLE: f64 = SIZE as f64 / 2.0;
/// Outer edge of each ring, the centre's first. The inner rings have fewer fields, which may be less deep.
const RADII: [f64; 6] = [40.0, 104.0, 172.0, 242.0, 316.0, 390.0];
/// Distance from the middle of a piece to its edges.
pub(in crate::gui) const PIECE: f64 = 23.0;

/// Colours of the fields that belong to no castle, by sector and ring.
const LAND: [&str; 2] = ["#dbe6cf", "#c8d8ba"];
const BORDER: &str = "#75836a";

/// Height of the names of fields, on a board for itself and in a small picture.
const NAME: f64 = 12.5;
const LARGE_NAME: f64 = 17.0;
/// Height of the letters around a board for itself and in a small picture.
const TEXT: f64 = 14.0;
const LARGE_TEXT: f64 = 24.0;
/// Width and height of a diagram, in pixels.
const DIAGRAM: f64 = 400.0;
/// Part of the board in the picture that shows how fields touch: left and upper edge, width and height.
const PART: ((f64, f64), (f64, f64)) = ((198.0, 520.0), (404.0, 310.0));

/// Scene: the contents of a picture of a position.
pub struct Scene<'a> {
    /// The pieces with their fields.
    pub pieces: Vec<(Field, Colour, Kind)>,
    /// Last moves, which must not be undone.
    pub last: Vec<Step>,
    /// Lines below the board, from the lowest: the side to move, the throw of the die.
    pub caption: Vec<String>,
    /// Marks of moves.
    pub marks: &'a Marks,
}

/// Draws a position.
pub fn draw(scene: Scene) -> Document {
    let Scene { pieces, last, caption, marks } = scene;
    let occupied: Set = pieces.iter().map(|&(field, ..)| field).collect();
    let board = board(NAME, |field| marked(field, marks).unwrap_or_else(|| colour(field)));
    let board = CASTLES.into_iter().fold(board, |board, field| board.add(tower(stand(field), 15.0)));
    let board = last.iter().fold(board, |board, &step| add_step(board, step));
    let board = pieces.into_iter().fold(board, |board, (field, colour, kind)| {
        let figure = Man::of_letter(KALEIDO, kind.letter()).expect("every kind has a figure").figure;
        board.add(figure.draw(colour, stand(field), PIECE))
    });
    let signs = if last.is_empty() { marks.signs() } else { [marks.signs(), vec![Sign::LastMove]].concat() };
    let board = add_moves(board, marks, |field| occupied.has(field));
    paper((0.0, 0.0), (SIZE as f64, SIZE as f64), 1.0)
        .add(board)
        .add(marks::legend_lines(&signs, (8.0, 16.0), TEXT))
        .add(marks::legend_lines(&[Sign::Castle, Sign::Town], (700.0, 760.0), TEXT))
        .add(lines_below(&caption))
}

/// Draws the moves of one piece, which stands alone.
pub fn diagram(figure: Figure, field: Field, caption: &str, marks: &Marks) -> Document {
    let board = board(LARGE_NAME, |field| marked(field, marks).unwrap_or_else(|| colour(field)));
    let board = add_moves(board, marks, |_| false).add(figure.draw(Colour::White, stand(field), PIECE));
    let size = SIZE as f64;
    let name = label(caption, (10.0, 780.0), LARGE_TEXT, INK).set("text-anchor", "start");
    paper((0.0, 0.0), (size, size), DIAGRAM / size)
        .add(board)
        .add(marks::legend_lines(&marks.signs(), (6.0, 20.0), 0.85 * LARGE_TEXT))
        .add(name)
}

/// Draws how fields touch: the part of the board around one of them.
pub fn touch(field: Field) -> Document {
    let touching = |other: Field| {
        if other == field {
            PAPER
        } else if field.sides().has(other) {
            SIDE
        } else if field.corners().has(other) {
            CORNER
        } else {
            LAND[0]
        }
    };
    let (corner, extent) = PART;
    let below = (corner.0 + extent.0 / 2.0, corner.1 + extent.1 - TEXT);
    let legend = marks::legend_row(&[Sign::Side, Sign::Corner], below, extent.0, 0.8 * TEXT);
    paper(corner, extent, 1.2).add(board(TEXT, touching)).add(legend)
}

/// The board without pieces, each field in a colour and with its name.
fn board(name: f64, colour: impl Fn(Field) -> &'static str) -> Group {
    let mut areas: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for field in Field::all() {
        areas.entry(colour(field)).or_default().push(outline(field));
    }
    let board = areas.into_iter().fold(Group::new(), |board, (colour, outlines)| {
        board.add(marks::outlines(outlines).set("fill", colour).set("stroke", BORDER).set("stroke-width", 1))
    });
    let board = (0..SECTORS).fold(board, |board, sector| board.add(sector_border(sector)));
    Field::all().fold(board, |board, field| board.add(label(&field.to_string(), name_place_of(field, name), name, INK)))
}

/// Point of the name of a field, in letters of a height.
fn name_place_of(field: Field, height: f64) -> (f64, f64) {
    match field.ring() {
        0 => (MIDDLE, MIDDLE + RADII[0] - 9.0),
        ring => within(field, RADII[ring] - 0.87 * height),
    }
}

/// Point of the name of a field on a board for itself.
pub(in crate::gui) fn name_place(field: Field) -> (f64, f64) {
    name_place_of(field, NAME)
}

/// Colour of the field whose piece's moves are marked.
fn marked(field: Field, marks: &Marks) -> Option<&'static str> {
    let from = marks.from.as_deref().and_then(Field::parse);
    if from == Some(field) { Some(ORIGIN) } else { None }
}

/// Adds the ways that must be free, and the fields where a piece can go.
fn add_moves(board: Group, marks: &Marks, is_occupied: impl Fn(Field) -> bool) -> Group {
    let parsed = |name: &String| Field::parse(name).map(|field| (field, stand(field)));
    let mut steps: Vec<((f64, f64), (f64, f64))> = Vec::new();
    for way in &marks.ways {
        let points: Vec<_> = way.iter().filter_map(parsed).map(|(_, point)| point).collect();
        for step in points.windows(2).map(|step| (step[0], step[1])) {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    let board = board.add(marks::ways(steps));
    marks.targets.iter().fold(board, |board, (name, target)| match parsed(name) {
        Some((field, at)) if is_occupied(field) => board.add(target.draw_around(at, PIECE + 3.0)),
        Some((_, at)) => board.add(target.draw(at, 14.0)),
        None => board,
    })
}

/// True if a field touches a castle.
pub(in crate::gui) fn is_town(field: Field) -> bool {
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
        LAND[shade(field)]
    }
}

/// Shade of a field that belongs to no castle: 0 light, 1 dark.
pub(in crate::gui) fn shade(field: Field) -> usize {
    (field.arc().begins * SECTORS / Field::CIRCLE + field.ring()) % 2
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
pub(in crate::gui) fn stand(field: Field) -> (f64, f64) {
    match field.ring() {
        0 => within(field, 0.0),
        ring => within(field, (RADII[ring - 1] + RADII[ring]) / 2.0 - 8.0),
    }
}

/// Outline of a field, as the data of a path.
pub(in crate::gui) fn outline(field: Field) -> String {
    match field.ring() {
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
    }
}

/// Line between two sectors.
fn sector_border(sector: usize) -> Line {
    let place = (sector * Field::CIRCLE / SECTORS) as f64;
    let [from, to] = [RADII[0], RADII[5]].map(|distance| point(distance, place));
    marks::line(from, to).set("stroke", BORDER).set("stroke-width", 2.5)
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
    board.add(marks::last_move(from, to)).add(marks::last_move_end(to, PIECE + 5.0))
}

/// Lines in the lower left corner, the first one lowest.
fn lines_below(lines: &[String]) -> Group {
    let line = |text: &str, y: f64| label(text, (10.0, y), 15.0, INK).set("text-anchor", "start");
    (0..).zip(lines).fold(Group::new(), |group, (row, text)| group.add(line(text, 786.0 - 20.0 * f64::from(row))))
}
