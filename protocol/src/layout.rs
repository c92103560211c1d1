//! How XBoard is told to draw a game it does not know.
//!
//! The lines are the result of experiments with XBoard 4.9.1; see its engine interface, commands `setup` and `highlight`.

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
    /// The piece table, and the board with the game that XBoard takes for its parent; none if XBoard knows the game.
    pub setup: Option<(&'static str, &'static str)>,
}

/// The layouts of all games.
pub const LAYOUTS: [Layout; 2] = [
    Layout { variant: "chess", width: 8, height: 8, setup: None },
    // The pawns do not stand at index 0, where XBoard would take a relayed leap for a capture en passant.
    Layout {
        variant: "knightrelay",
        width: 8,
        height: 8,
        setup: Some((".NBRQ/.........PK.nbrq/.........pk", "8x8+0_fairy")),
    },
];

impl Layout {
    /// The layout of a game.
    pub fn of(variant: &str) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.variant == variant)
    }

    /// The line that tells XBoard about the pieces, the board and the start position.
    pub fn setup_line(&self, start: &str) -> Option<String> {
        self.setup.map(|(table, board)| format!("setup ({table}) {board} {start}"))
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
        for (table, _) in LAYOUTS.iter().filter_map(|layout| layout.setup) {
            let (white, black) = table.split_at(table.len() / 2);
            assert_eq!(white.to_lowercase(), black, "{table}");
        }
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
