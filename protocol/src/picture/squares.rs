//! Boards of squares.

use engine::text::file_name;
use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::pieces::{Piece, Stone};
use super::{FAINT, INK, PAPER, SIZE, label, round_off};

/// What the pieces stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Light and dark squares.
    Chequered,
    /// Cells without an end; those around the pieces are drawn too.
    Open,
}

/// The side of a square, in the picture's own unit.
const SQUARE: f64 = 50.0;
/// The room for coordinates and for the line below the board.
const MARGIN: f64 = 30.0;
/// The room above.
const TOP: f64 = 10.0;
/// The room for what lies beside the board: a piece, and how many there are of it.
const ASIDE: f64 = 90.0;
/// How far pieces beside the board are apart.
const STEP: f64 = 38.0;

/// Draws a position from its text, `board[pieces beside it] ...`, with a line of text below.
pub fn draw(text: &str, ground: Ground, caption: &str) -> Document {
    let board = text.split(' ').next().unwrap_or_default();
    let (board, aside) = board.split_once('[').map_or((board, None), |(board, aside)| (board, Some(aside)));
    let border = usize::from(ground == Ground::Open);
    let rows: Vec<Vec<Option<char>>> = board.split('/').map(read_row).collect();
    let files = rows.iter().map(Vec::len).max().unwrap_or_default() + 2 * border;
    let ranks = rows.len() + 2 * border;
    let width = MARGIN + SQUARE * files as f64 + if aside.is_some() { ASIDE } else { MARGIN };
    // Two columns of pieces beside the board, one above the other, ask for some height.
    let height =
        2.0 * MARGIN + (SQUARE * ranks as f64).max(aside.map_or(0.0, |aside| STEP * kinds(aside).len() as f64));
    let base = height - 2.0 * MARGIN;
    let middle =
        |file: usize, rank: usize| (MARGIN + SQUARE * (file as f64 + 0.5), base - SQUARE * (rank as f64 + 0.5));

    let mut board = Group::new();
    for (file, rank) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
        board = board.add(square(middle(file, rank), colour(ground, file, rank)));
    }
    for file in 0..files {
        board = board.add(label(&file_name(file), (middle(file, 0).0, base + 0.4 * MARGIN), 14.0, FAINT));
    }
    for rank in 0..ranks {
        board = board.add(label(&(rank + 1).to_string(), (0.5 * MARGIN, middle(0, rank).1), 14.0, FAINT));
    }
    let stone = if ground == Ground::Open { Stone::Tile } else { Stone::Disc };
    for (row, letters) in rows.iter().enumerate() {
        for (file, letter) in letters.iter().enumerate() {
            if let Some(letter) = letter {
                let at = middle(file + border, ranks - 1 - border - row);
                board = board.add(Piece::of_letter(*letter, stone).draw(at, 0.42 * SQUARE));
            }
        }
    }
    if let Some(aside) = aside {
        board = board.add(beside(aside, stone, width - ASIDE, base));
    }
    board = board.add(label(caption, (MARGIN + 0.5 * SQUARE * files as f64, base + 1.4 * MARGIN), 16.0, INK));
    let scale = SIZE as f64 / width.max(height);
    Document::new()
        .set("viewBox", format!("0 0 {} {}", round_off(width), round_off(height)))
        .set("width", round_off(scale * width))
        .set("height", round_off(scale * height))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", PAPER))
        .add(board)
}

/// What is written of the squares of a rank.
fn read_row(text: &str) -> Vec<Option<char>> {
    let mut row = Vec::new();
    let mut run = 0;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => run = 10 * run + digit as usize,
            None => {
                row.extend(std::iter::repeat_n(None, std::mem::take(&mut run)));
                row.push(Some(c));
            }
        }
    }
    row.extend(std::iter::repeat_n(None, run));
    row
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

/// The kinds of the pieces in a list with their numbers, White's first.
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

/// The pieces beside the board: White's from below, Black's from above.
fn beside(letters: &str, stone: Stone, left: f64, base: f64) -> Group {
    let (white, black): (Vec<_>, Vec<_>) = kinds(letters).into_iter().partition(|kind| kind.0.is_uppercase());
    let from_below = white.iter().rev().enumerate().map(|(place, kind)| (kind, base - STEP * (place as f64 + 0.5)));
    let from_above = black.iter().enumerate().map(|(place, kind)| (kind, TOP + STEP * (place as f64 + 0.5)));
    from_below.chain(from_above).fold(Group::new(), |group, (&(letter, count), y)| {
        let group = group.add(Piece::of_letter(letter, stone).draw((left + 0.35 * ASIDE, y), 0.42 * STEP));
        if count == 1 { group } else { group.add(label(&format!("\u{d7}{count}"), (left + 0.7 * ASIDE, y), 14.0, INK)) }
    })
}
