//! Boards of squares, and Chex's plane.

use engine::text::{file_label, read_row};
use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::figures::{Alphabet, Colour, Figure};
use super::{FAINT, INK, PAPER, SIZE, label, round_off};

/// Ground of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Light and dark squares.
    Chequered,
    /// Unbounded plane of cells; those around the pieces are drawn too.
    Open,
}

/// Side of a square, in the picture's unit.
const SQUARE: f64 = 50.0;
/// Margin for coordinates and for the line below the board.
const MARGIN: f64 = 30.0;
/// Margin above.
const TOP: f64 = 10.0;
/// Margin for the pieces beside the board: a piece, and its number.
const ASIDE: f64 = 90.0;
/// Distance of pieces beside the board.
const STEP: f64 = 38.0;
/// Height of coordinates.
const COORDINATE: f64 = 14.0;

/// Position, parsed from its text, and its layout.
struct Plan<'a> {
    alphabet: &'a Alphabet,
    ground: Ground,
    /// Letters of the pieces, the last rank first.
    rows: Vec<Vec<Option<char>>>,
    /// Number of cells drawn around those of the text.
    border: usize,
    /// Letters of the pieces beside the board, in games that have some.
    aside: Option<&'a str>,
}

impl<'a> Plan<'a> {
    fn new(text: &'a str, alphabet: &'a Alphabet, ground: Ground) -> Plan<'a> {
        let board = text.split(' ').next().unwrap_or_default();
        let (board, aside) = board.split_once('[').map_or((board, None), |(board, aside)| (board, Some(aside)));
        let row = |text| read_row(text).map(|(_, letter)| letter).collect();
        // On an empty plane there is one cell to play to.
        let border = usize::from(ground == Ground::Open && board != "1");
        Plan { alphabet, ground, rows: board.split('/').map(row).collect(), border, aside }
    }

    fn files(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or_default() + 2 * self.border
    }

    fn ranks(&self) -> usize {
        self.rows.len() + 2 * self.border
    }

    /// Right edge of the board.
    fn right(&self) -> f64 {
        MARGIN + SQUARE * self.files() as f64
    }

    /// Lower edge of the board, or of the pieces beside it if they are higher.
    fn base(&self) -> f64 {
        let aside = self.aside.map_or(0.0, |aside| STEP * kinds(aside).len() as f64);
        TOP + (SQUARE * self.ranks() as f64).max(aside)
    }

    /// Middle of a square; file and rank are counted from 0.
    fn middle(&self, file: usize, rank: usize) -> (f64, f64) {
        (MARGIN + SQUARE * (file as f64 + 0.5), self.base() - SQUARE * (rank as f64 + 0.5))
    }

    fn squares(&self) -> Group {
        let all = (0..self.ranks()).flat_map(|rank| (0..self.files()).map(move |file| (file, rank)));
        all.fold(Group::new(), |group, (file, rank)| {
            group.add(square(self.middle(file, rank), colour(self.ground, file, rank)))
        })
    }

    fn coordinates(&self) -> Group {
        let files = (0..self.files()).map(|file| {
            label(&file_label(file), (self.middle(file, 0).0, self.base() + 0.4 * MARGIN), COORDINATE, FAINT)
        });
        let ranks = (0..self.ranks())
            .map(|rank| label(&(rank + 1).to_string(), (0.5 * MARGIN, self.middle(0, rank).1), COORDINATE, FAINT));
        files.chain(ranks).fold(Group::new(), Group::add)
    }

    /// Adds a piece, which on an open plane is a tile.
    fn add_piece(&self, group: Group, letter: char, at: (f64, f64), half: f64) -> Group {
        let group = if self.ground == Ground::Open { group.add(tile(at, half)) } else { group };
        let inset = if self.ground == Ground::Open { 0.84 } else { 1.0 };
        let colour = if letter.is_uppercase() { Colour::White } else { Colour::Black };
        match Figure::of_letter(self.alphabet, letter) {
            Some(figure) => group.add(figure.draw(colour, at, inset * half)),
            None => group.add(label(&letter.to_string(), at, half, INK)),
        }
    }

    fn pieces(&self) -> Group {
        let letters = self.rows.iter().rev().enumerate().flat_map(|(rank, row)| {
            row.iter().enumerate().filter_map(move |(file, letter)| Some((file, rank, (*letter)?)))
        });
        letters.fold(Group::new(), |group, (file, rank, letter)| {
            let at = self.middle(file + self.border, rank + self.border);
            self.add_piece(group, letter, at, 0.46 * SQUARE)
        })
    }

    /// Pieces beside the board: White's from below, Black's from above.
    fn beside(&self, letters: &str) -> Group {
        let (left, base) = (self.right(), self.base());
        let (white, black): (Vec<_>, Vec<_>) = kinds(letters).into_iter().partition(|kind| kind.0.is_uppercase());
        let from_below = white.iter().rev().enumerate().map(|(place, kind)| (kind, base - STEP * (place as f64 + 0.5)));
        let from_above = black.iter().enumerate().map(|(place, kind)| (kind, TOP + STEP * (place as f64 + 0.5)));
        from_below.chain(from_above).fold(Group::new(), |group, (&(letter, count), y)| {
            let group = self.add_piece(group, letter, (left + 0.35 * ASIDE, y), 0.46 * STEP);
            let number = label(&format!("\u{d7}{count}"), (left + 0.7 * ASIDE, y), 14.0, INK);
            if count == 1 { group } else { group.add(number) }
        })
    }
}

/// Draws a position from its text, `board[pieces beside it] ...`, with a line of text below.
pub fn draw(text: &str, alphabet: &Alphabet, ground: Ground, caption: &str) -> Document {
    let plan = Plan::new(text, alphabet, ground);
    let base = plan.base();
    let width = plan.right() + if plan.aside.is_some() { ASIDE } else { MARGIN };
    let height = base + 2.0 * MARGIN;
    let caption = label(caption, (width / 2.0, base + 1.4 * MARGIN), 16.0, INK);
    let scale = SIZE as f64 / width.max(height);
    let picture = Document::new()
        .set("viewBox", format!("0 0 {} {}", round_off(width), round_off(height)))
        .set("width", round_off(scale * width))
        .set("height", round_off(scale * height))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", PAPER))
        .add(plan.squares())
        .add(plan.coordinates())
        .add(plan.pieces())
        .add(caption);
    match plan.aside {
        Some(letters) => picture.add(plan.beside(letters)),
        None => picture,
    }
}

fn colour(ground: Ground, file: usize, rank: usize) -> &'static str {
    match ground {
        Ground::Open => "#eef0e4",
        Ground::Chequered if (file + rank).is_multiple_of(2) => "#a9b58f",
        Ground::Chequered => "#e9ecd8",
    }
}

fn square((x, y): (f64, f64), colour: &str) -> Rectangle {
    Rectangle::new()
        .set("x", round_off(x - SQUARE / 2.0))
        .set("y", round_off(y - SQUARE / 2.0))
        .set("width", SQUARE)
        .set("height", SQUARE)
        .set("fill", colour)
        .set("stroke", "#8b937a")
        .set("stroke-width", 0.8)
}

/// Tile below a piece of Chex.
fn tile((x, y): (f64, f64), half: f64) -> Rectangle {
    let tile = Rectangle::new().set("x", round_off(x - half)).set("y", round_off(y - half));
    let tile = tile.set("width", round_off(2.0 * half)).set("height", round_off(2.0 * half));
    tile.set("rx", round_off(0.2 * half)).set("fill", "#d3b98a").set("stroke", "#6d5632").set("stroke-width", 1.2)
}

/// Kinds of the pieces in a list with their numbers, White's first.
fn kinds(letters: &str) -> Vec<(char, usize)> {
    let mut kinds: Vec<(char, usize)> = Vec::new();
    for letter in letters.chars().filter(char::is_ascii_alphabetic) {
        match kinds.iter_mut().find(|kind| kind.0 == letter) {
            Some(kind) => kind.1 += 1,
            None => kinds.push((letter, 1)),
        }
    }
    kinds
}
