//! Boards of squares, and Chex's plane.

use engine::text::{file_label, read_row, write_row};
use formats::diagram::Colour;
use svg::Document;
use svg::node::element::{ClipPath, Group, Line, Path, Rectangle};

use super::figures::{Alphabet, Man};
use super::marks::{self, Marks, ORIGIN, Sign, TIED, Target};
use super::{FAINT, INK, SIZE, label, paper, round_off};

/// Ground of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Light and dark squares.
    Chequered,
    /// Unbounded plane of cells; those around the pieces are drawn too.
    Open,
}

/// Scene: the contents of a picture of a position.
pub struct Scene<'a> {
    /// Text of the position: `board[pieces beside it] ...`.
    pub text: &'a str,
    /// Figures of the letters.
    pub alphabet: &'a Alphabet,
    /// Ground of the pieces.
    pub ground: Ground,
    /// Line below the board.
    pub caption: &'a str,
    /// Marked moves.
    pub marks: &'a Marks,
    /// Fields whose piece has a sign, by name.
    pub signs: &'a [(String, Sign)],
    /// Part of the board that is drawn, without coordinates; without it, all of it.
    pub window: Option<Window>,
}

/// Text of a board as in FEN. `letter` returns the piece's letter by file and rank from 0.
pub fn board_text(files: usize, ranks: usize, letter: impl Fn(usize, usize) -> Option<char>) -> String {
    let row = |rank| write_row((0..files).map(|file| letter(file, rank)));
    (0..ranks).rev().map(row).collect::<Vec<String>>().join("/")
}

/// Square part of a board.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// First file, from 0.
    pub file: i32,
    /// First rank, from 0.
    pub rank: i32,
    /// Number of files and of ranks.
    pub side: i32,
}

/// Side of a square, in the picture's unit.
const SQUARE: f64 = 50.0;
/// Margin for coordinates.
const MARGIN: f64 = 30.0;
/// Margin of a board without coordinates, and above every board.
const NARROW: f64 = 10.0;
/// Height of the lines below the board: of the caption and of the legend.
const LINE: f64 = 28.0;
/// Margin for the pieces beside the board: a piece, and its number.
const ASIDE: f64 = 90.0;
/// Distance of pieces beside the board.
const STEP: f64 = 38.0;
/// Height of coordinates, of the caption and of the legend.
const COORDINATE: f64 = 14.0;
const CAPTION: f64 = 16.0;
const LEGEND: f64 = 14.0;
/// Side of the picture of a part of a board, in pixels.
const PART: usize = 320;
/// Least number of columns and rows of a plane that are drawn, so that piles are not higher than it.
const LEAST: i32 = 9;
/// Ground and frame of a tile.
const WOOD: &str = "#d3b98a";
const WOOD_EDGE: &str = "#6d5632";
/// Colour of the light and of the dark squares.
const LIGHT: &str = "#e9ecd8";
const DARK: &str = "#a9b58f";
/// Colour of the plane's cells: those that have a name, and those beyond.
const NAMED: &str = "#eef0e4";
const BEYOND: &str = "#f8f9f4";

/// Position, parsed from its text, and its layout. Files and ranks are counted from 0, as they are named.
struct Plan<'a> {
    scene: &'a Scene<'a>,
    /// Letters of the pieces, the last rank first.
    rows: Vec<Vec<Option<char>>>,
    /// Number of named cells around those of the text.
    border: usize,
    /// Number of files and ranks that have a name.
    named: (i32, i32),
    /// Column and row of the first file and rank in the picture.
    shift: (i32, i32),
    /// Number of columns and rows in the picture.
    extent: (i32, i32),
    /// Letters of the pieces beside the board, in games that have some.
    aside: Option<&'a str>,
}

impl<'a> Plan<'a> {
    fn new(scene: &'a Scene) -> Plan<'a> {
        let board = scene.text.split(' ').next().unwrap_or_default();
        let (board, aside) = board.split_once('[').map_or((board, None), |(board, aside)| (board, Some(aside)));
        let row = |text| read_row(text).map(|(_, letter)| letter).collect();
        let rows: Vec<Vec<_>> = board.split('/').map(row).collect();
        // On an empty plane there is one cell to play to.
        let border = usize::from(scene.ground == Ground::Open && board != "1");
        let files = rows.iter().map(Vec::len).max().unwrap_or_default() + 2 * border;
        let named = (files as i32, (rows.len() + 2 * border) as i32);
        let (shift, extent) = match (scene.window, scene.ground) {
            (Some(part), _) => ((-part.file, -part.rank), (part.side, part.side)),
            (None, Ground::Chequered) => ((0, 0), named),
            (None, Ground::Open) => {
                let extent = (named.0.max(LEAST), named.1.max(LEAST));
                (((extent.0 - named.0) / 2, (extent.1 - named.1) / 2), extent)
            }
        };
        let aside = if scene.window.is_some() { None } else { aside };
        Plan { scene, rows, border, named, shift, extent, aside }
    }

    /// Left edge of the board.
    fn left(&self) -> f64 {
        if self.scene.window.is_some() { NARROW } else { MARGIN }
    }

    /// Right edge of the board.
    fn right(&self) -> f64 {
        self.left() + SQUARE * f64::from(self.extent.0)
    }

    /// Lower edge of the board, or of the pieces beside it if they are higher.
    fn base(&self) -> f64 {
        let aside = self.aside.map_or(0.0, |aside| STEP * kinds(aside).len() as f64);
        NARROW + (SQUARE * f64::from(self.extent.1)).max(aside)
    }

    /// Middle of a square.
    fn middle(&self, (file, rank): (i32, i32)) -> (f64, f64) {
        let (column, row) = (f64::from(file + self.shift.0), f64::from(rank + self.shift.1));
        (self.left() + SQUARE * (column + 0.5), self.base() - SQUARE * (row + 0.5))
    }

    /// Middle of a field, by its name.
    fn middle_of(&self, name: &str) -> Option<(f64, f64)> {
        place(name).map(|place| self.middle(place))
    }

    /// Edges of some columns and rows: left, top, right, bottom.
    fn edges(&self, first: (i32, i32), extent: (i32, i32)) -> [f64; 4] {
        let (from, to) = (self.middle(first), self.middle((first.0 + extent.0 - 1, first.1 + extent.1 - 1)));
        let half = SQUARE / 2.0;
        [from.0 - half, to.1 - half, to.0 + half, from.1 + half]
    }

    /// Ground of all that is drawn.
    fn squares(&self) -> Group {
        let all = ((-self.shift.0, -self.shift.1), self.extent);
        let group = Group::new();
        if self.scene.ground == Ground::Open {
            let beyond = area(self.edges(all.0, all.1)).set("fill", BEYOND);
            let named = area(self.edges((0, 0), self.named)).set("fill", NAMED);
            let (faint, clear) = (self.grid(all, "#dcdfd2"), self.grid(((0, 0), self.named), "#8b937a"));
            return group.add(beyond).add(faint).add(named).add(clear);
        }
        let cells = (0..self.extent.1).flat_map(|row| (0..self.extent.0).map(move |column| (column, row)));
        let places = cells.map(|(column, row)| (column - self.shift.0, row - self.shift.1));
        let dark = places.filter(|(file, rank)| (file + rank) % 2 == 0).map(|place| {
            let (x, y) = self.middle(place);
            format!("M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", x - SQUARE / 2.0, y - SQUARE / 2.0)
        });
        let dark = marks::outlines(dark).set("fill", DARK);
        group.add(area(self.edges(all.0, all.1)).set("fill", LIGHT)).add(dark).add(self.grid(all, "#8b937a"))
    }

    /// Lines around squares.
    fn grid(&self, (first, extent): ((i32, i32), (i32, i32)), colour: &str) -> Path {
        let [left, top, right, bottom] = self.edges(first, extent);
        let across = (0..=extent.1).map(|row| format!("M{left} {}H{right}", top + SQUARE * f64::from(row)));
        let down = (0..=extent.0).map(|column| format!("M{} {top}V{bottom}", left + SQUARE * f64::from(column)));
        marks::outlines(across.chain(down)).set("fill", "none").set("stroke", colour).set("stroke-width", 0.8)
    }

    fn coordinates(&self) -> Group {
        let below = self.base() + 0.45 * MARGIN;
        let files = (0..self.named.0)
            .map(|file| label(&file_label(file as usize), (self.middle((file, 0)).0, below), COORDINATE, FAINT));
        let ranks = (0..self.named.1)
            .map(|rank| label(&(rank + 1).to_string(), (0.5 * MARGIN, self.middle((0, rank)).1), COORDINATE, FAINT));
        files.chain(ranks).fold(Group::new(), Group::add)
    }

    /// Adds a piece, which on an open plane is a tile.
    fn add_piece(&self, group: Group, letter: char, at: (f64, f64), half: f64) -> Group {
        let wood = if self.origin() == Some(at) { ORIGIN } else { WOOD };
        let group = if self.scene.ground == Ground::Open { group.add(tile(at, half, wood)) } else { group };
        let inset = if self.scene.ground == Ground::Open { 0.84 } else { 1.0 };
        let colour = if letter.is_uppercase() { Colour::White } else { Colour::Black };
        match Man::of_letter(self.scene.alphabet, letter) {
            Some(man) => group.add(man.draw(colour, at, inset * half)),
            None => group.add(label(&letter.to_string(), at, half, INK)),
        }
    }

    /// Files and ranks of the pieces, with their letters.
    fn letters(&self) -> impl Iterator<Item = ((i32, i32), char)> + '_ {
        self.rows.iter().rev().enumerate().flat_map(move |(rank, row)| {
            let place = move |file: usize| ((file + self.border) as i32, (rank + self.border) as i32);
            row.iter().enumerate().filter_map(move |(file, letter)| Some((place(file), (*letter)?)))
        })
    }

    fn pieces(&self) -> Group {
        self.letters().fold(Group::new(), |group, (place, letter)| {
            self.add_piece(group, letter, self.middle(place), 0.46 * SQUARE)
        })
    }

    /// Clasps between tiles that touch.
    fn clasps(&self) -> Group {
        let tiles: Vec<(i32, i32)> = self.letters().map(|(place, _)| place).collect();
        let ahead = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let pairs = tiles.iter().flat_map(|tile| ahead.map(|step| (*tile, (tile.0 + step.0, tile.1 + step.1))));
        pairs.filter(|(_, other)| tiles.contains(other)).fold(Group::new(), |group, (one, other)| {
            let (from, to) = (self.middle(one), self.middle(other));
            let at = |share: f64| (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
            let clasp: Line = marks::line(at(0.38), at(0.62));
            group.add(clasp.set("stroke", WOOD_EDGE).set("stroke-width", 5).set("stroke-linecap", "round"))
        })
    }

    /// Middle of the field whose piece's moves are marked.
    fn origin(&self) -> Option<(f64, f64)> {
        self.scene.marks.from.as_deref().and_then(|name| self.middle_of(name))
    }

    /// Ways that must be free, and fields where a piece can go.
    fn moves(&self) -> Group {
        let steps = self.scene.marks.ways.iter().flat_map(|way| {
            let middles: Vec<_> = way.iter().filter_map(|name| self.middle_of(name)).collect();
            middles.windows(2).map(|step| (step[0], step[1])).collect::<Vec<_>>()
        });
        let group = Group::new().add(marks::ways(steps));
        let occupied: Vec<(i32, i32)> = self.letters().map(|(place, _)| place).collect();
        self.scene.marks.targets.iter().fold(group, |group, (name, target)| match place(name) {
            Some(place) if occupied.contains(&place) => group.add(target.draw_around(self.middle(place), 22.5)),
            Some(place) => group.add(target.draw(self.middle(place), 15.0)),
            None => group,
        })
    }

    /// Signs of the pieces.
    fn signs(&self) -> Group {
        self.scene.signs.iter().fold(Group::new(), |group, (name, sign)| match (self.middle_of(name), sign) {
            (Some((x, y)), Sign::Relayed) => group.add(marks::badge((x + 14.5, y - 14.5), 10.0)),
            (Some((x, y)), Sign::Paralysed) => group.add(marks::stop((x + 14.5, y - 14.5), 8.0)),
            (Some(at), Sign::Tied) => {
                let frame = frame(at, 0.46 * SQUARE).set("fill", "none").set("stroke", TIED);
                group.add(frame.set("stroke-width", 3))
            }
            _ => group,
        })
    }

    /// True if a captured king is marked that comes back in the place of other pieces (Keyles).
    fn comes_back(&self) -> bool {
        let marks = self.scene.marks;
        let occupied: Vec<(i32, i32)> = self.letters().map(|(place, _)| place).collect();
        let on_piece = |name: &String| place(name).is_some_and(|place| occupied.contains(&place));
        marks.from.is_none() && !marks.targets.is_empty() && marks.targets.keys().all(on_piece)
    }

    /// Signs that the legend explains.
    fn legend(&self) -> Vec<Sign> {
        let mut signs = self.scene.marks.signs();
        if self.comes_back() {
            signs.retain(|sign| *sign != Sign::Target(Target::Move));
            signs.push(Sign::ComesBack);
        }
        for (_, sign) in self.scene.signs {
            if !signs.contains(sign) {
                signs.push(*sign);
            }
        }
        signs
    }

    /// Pieces beside the board: White's from below, Black's from above.
    fn beside(&self, letters: &str) -> Group {
        let (left, base) = (self.right(), self.base());
        let (white, black): (Vec<_>, Vec<_>) = kinds(letters).into_iter().partition(|kind| kind.0.is_uppercase());
        let from_below = white.iter().rev().enumerate().map(|(place, kind)| (kind, base - STEP * (place as f64 + 0.5)));
        let from_above = black.iter().enumerate().map(|(place, kind)| (kind, NARROW + STEP * (place as f64 + 0.5)));
        from_below.chain(from_above).fold(Group::new(), |group, (&(letter, count), y)| {
            let group = self.add_piece(group, letter, (left + 0.35 * ASIDE, y), 0.46 * STEP);
            let number = label(&format!("\u{d7}{count}"), (left + 0.7 * ASIDE, y), COORDINATE, INK);
            if count == 1 { group } else { group.add(number) }
        })
    }
}

/// Draws a position, with a line of text below it and a legend of its marks.
pub fn draw(scene: &Scene) -> Document {
    let plan = Plan::new(scene);
    let is_part = scene.window.is_some();
    let width = plan.right() + if plan.aside.is_some() { ASIDE } else { plan.left() };
    let legend = plan.legend();
    let below = plan.base() + if is_part { 0.0 } else { 0.85 * MARGIN };
    let lines = if legend.is_empty() { 1.0 } else { 2.0 };
    let height = below + LINE * lines + 0.4 * NARROW;
    let scale = if is_part { PART as f64 } else { SIZE as f64 } / width.max(height);
    let clip = ClipPath::new().set("id", "board").add(area(plan.edges((-plan.shift.0, -plan.shift.1), plan.extent)));
    let board = Group::new().set("clip-path", "url(#board)").add(plan.squares());
    let board = match (scene.ground, plan.origin()) {
        (Ground::Open, _) => board.add(plan.clasps()),
        (Ground::Chequered, Some(at)) => board.add(square(at, SQUARE / 2.0).set("fill", ORIGIN)),
        (Ground::Chequered, None) => board,
    };
    let board = board.add(plan.pieces()).add(plan.signs()).add(plan.moves());
    let picture = paper((0.0, 0.0), (width, height), scale).add(clip).add(board);
    let picture = if is_part { picture } else { picture.add(plan.coordinates()) };
    let caption = label(scene.caption, (width / 2.0, below + 0.5 * LINE), CAPTION, INK);
    let picture = picture.add(caption);
    let picture = if legend.is_empty() {
        picture
    } else {
        picture.add(marks::legend_row(&legend, (width / 2.0, below + 1.45 * LINE), width - NARROW, LEGEND))
    };
    match plan.aside {
        Some(letters) => picture.add(plan.beside(letters)),
        None => picture,
    }
}

/// File and rank of a field, by its name: letters and a number.
pub(in crate::gui) fn place(name: &str) -> Option<(i32, i32)> {
    let letters = name.len() - name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (file, rank) = name.split_at(letters);
    let rank: i32 = rank.parse().ok()?;
    let file = file
        .to_ascii_lowercase()
        .bytes()
        .try_fold(0, |file: i32, letter| file.checked_mul(26)?.checked_add(i32::from(letter - b'a') + 1))?;
    if file == 0 { None } else { Some((file - 1, rank - 1)) }
}

fn area([left, top, right, bottom]: [f64; 4]) -> Rectangle {
    let area = Rectangle::new().set("x", round_off(left)).set("y", round_off(top));
    area.set("width", round_off(right - left)).set("height", round_off(bottom - top))
}

fn square((x, y): (f64, f64), half: f64) -> Rectangle {
    area([x - half, y - half, x + half, y + half])
}

/// Edge of a tile below a piece of Chex.
fn frame(at: (f64, f64), half: f64) -> Rectangle {
    square(at, half).set("rx", round_off(0.2 * half))
}

/// Tile below a piece of Chex.
fn tile(at: (f64, f64), half: f64, wood: &str) -> Rectangle {
    frame(at, half).set("fill", wood).set("stroke", WOOD_EDGE).set("stroke-width", 1.2)
}

/// Kinds of the pieces in a list with their numbers, White's first.
pub(in crate::gui) fn kinds(letters: &str) -> Vec<(char, usize)> {
    let mut kinds: Vec<(char, usize)> = Vec::new();
    for letter in letters.chars().filter(char::is_ascii_alphabetic) {
        match kinds.iter_mut().find(|kind| kind.0 == letter) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((letter, 1)),
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_places() {
        for (file, rank, name) in [(0, 0, "a1"), (9, 9, "j10"), (25, 4, "z5"), (26, 0, "aa1"), (33, 33, "ah34")] {
            assert_eq!(place(name), Some((file, rank)), "{name}");
            assert_eq!(name, format!("{}{}", file_label(file as usize), rank + 1));
        }
        assert_eq!(["K", "12", "", "e99999999999", "1K"].map(place), [None; 5]);
    }
}
