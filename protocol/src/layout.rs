//! How XBoard is told to draw a game it does not know.
//!
//! The lines are the result of experiments with XBoard 4.9.1, told in docs/xboard.md; see its engine interface, commands
//! `setup`, `piece` and `highlight`.

use std::collections::BTreeMap;

use crate::session::Reach;

/// A game's board as XBoard sees it.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The game.
    pub variant: &'static str,
    /// Files.
    pub width: usize,
    /// Ranks.
    pub height: usize,
    /// How XBoard draws a game that it does not know; none if it knows the game.
    pub setup: Option<Setup>,
}

/// What XBoard must be told of a game that it does not know.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The letters of the pieces, in XBoard's order of pictures: White's half, then Black's.
    pub table: &'static str,
    /// The size of the board, and the game that XBoard takes for the parent of this one.
    pub board: &'static str,
    /// Letters of pieces with the moves, in Betza's notation, that XBoard believes in. They do not limit what is played.
    pub pieces: &'static [(char, &'static str)],
}

/// The layouts of all games.
pub const LAYOUTS: [Layout; 4] = [
    Layout { variant: "chess", width: 8, height: 8, setup: None },
    // At index 0 XBoard would take a relayed leap of a pawn for a capture en passant and remove a pawn. Index 5 looks
    // like one. The moves given to it are impossible for a pawn, so that XBoard never sees a move of its own in what a
    // pawn does: those it writes without saying what the pawn becomes.
    Layout {
        variant: "knightrelay",
        width: 8,
        height: 8,
        setup: Some(Setup { table: ".NBRQPK.nbrqpk", board: "8x8+0_fairy", pieces: &[('P', "mG")] }),
    },
    Layout { variant: "quex", width: 10, height: 10, setup: Some(LARSON) },
    Layout { variant: "keyles", width: 10, height: 10, setup: Some(LARSON) },
];

/// Quex and Keyles have the same men. The king stands at a picture's index, not at the royal piece's, for he may be captured.
const LARSON: Setup = Setup {
    table: ".NLRQW.P.CG...........T................F/....K..nlrqw.p.cg...........t................f/....k.",
    board: "10x10+11_grand",
    pieces: &[],
};

impl Layout {
    /// The layout of a game.
    pub fn of(variant: &str) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.variant == variant)
    }

    /// The lines that tell XBoard about the pieces, the board and the start position; none if it knows the game.
    pub fn setup_lines(&self, start: &str) -> Vec<String> {
        let Some(Setup { table, board, pieces }) = self.setup else { return Vec::new() };
        let pieces = pieces.iter().map(|(letter, moves)| format!("piece {letter}& {moves}"));
        std::iter::once(format!("setup ({table}) {board} {start}")).chain(pieces).collect()
    }

    /// The colours of the fields a lifted piece can go to: yellow, red for captures, magenta for promotions.
    pub fn highlight_line(&self, reach: &BTreeMap<String, Reach>) -> String {
        let rank = |rank: usize| {
            let colours = (0..self.width).map(|file| reach.get(&field(file, rank)).map(colour));
            squeeze(colours)
        };
        let ranks: Vec<String> = (0..self.height).rev().map(rank).collect();
        format!("highlight {}", ranks.join("/"))
    }
}

/// The name of a field; file and rank are counted from 0.
fn field(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn colour(reach: &Reach) -> char {
    match reach {
        reach if !reach.promotions.is_empty() => 'M',
        reach if reach.captures => 'R',
        _ => 'Y',
    }
}

/// A rank of a FEN: letters, and numbers for runs without one.
fn squeeze(fields: impl Iterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    let flush = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            *text += &std::mem::take(empty).to_string();
        }
    };
    for field in fields {
        match field {
            Some(letter) => {
                flush(&mut text, &mut empty);
                text.push(letter);
            }
            None => empty += 1,
        }
    }
    flush(&mut text, &mut empty);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_game_has_a_layout() {
        assert_eq!(LAYOUTS.map(|layout| layout.variant), registry::NAMES);
    }

    #[test]
    fn the_halves_of_a_piece_table_are_equal() {
        for Setup { table, .. } in LAYOUTS.iter().filter_map(|layout| layout.setup) {
            let (white, black) = table.split_at(table.len() / 2);
            assert_eq!(white.to_lowercase(), black, "{table}");
        }
    }

    #[test]
    fn xboard_is_told_what_it_does_not_know() {
        assert_eq!(Layout::of("chess").unwrap().setup_lines("FEN"), [""; 0]);
        assert_eq!(
            Layout::of("knightrelay").unwrap().setup_lines("FEN"),
            ["setup (.NBRQPK.nbrqpk) 8x8+0_fairy FEN", "piece P& mG"]
        );
    }

    #[test]
    fn colours_tell_moves_captures_and_promotions_apart() {
        let mut session = registry::open("chess").expect("chess is a game");
        session.set_up(Some("1n5k/P7/8/8/8/8/8/K7 w - - 0 1"), &[]).unwrap();
        let layout = Layout::of("chess").unwrap();
        assert_eq!(layout.highlight_line(&session.reach("a7")), "highlight MM6/8/8/8/8/8/8/8");
        assert_eq!(layout.highlight_line(&session.reach("a1")), "highlight 8/8/8/8/8/8/YY6/1Y6");
        assert_eq!(layout.highlight_line(&session.reach("e5")), "highlight 8/8/8/8/8/8/8/8");
        session.set_up(Some("7k/8/8/8/8/8/1p6/K7 w - - 0 1"), &[]).unwrap();
        assert_eq!(layout.highlight_line(&session.reach("a1")), "highlight 8/8/8/8/8/8/YR6/1Y6");
    }
}
