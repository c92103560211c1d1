//! Layouts: how XBoard is told to draw a game that it does not know.
//!
//! A layout is a row of letters and pictures, captured pieces beside the board, and a parent game. To a program that
//! was told a layout moves are written plainly, and a king's re-placement in the form that XBoard understands
//! (`dialects/cecp/replacement.rs`). That may take two plies of XBoard's for one of ours, so
//! `dialects/cecp/gui_history.rs` counts what it takes back. A board that is no rectangle is laid on one: a game says
//! how by `OnSquares`.
//!
//! The lines are the result of experiments with XBoard 4.9.1, told in `docs/xboard.md`; see its engine interface,
//! commands `setup`, `piece` and `highlight`.

use std::collections::BTreeMap;

use engine::game::Game;
use engine::text::{read_row, write_row};
use engine::variants::{TwoPlayerVariant, Variant};

use crate::parse::CommandError;
use crate::registry;
use crate::session::TargetField;

mod chex;
mod custom;
mod game_file;
pub(crate) mod kaleido;
mod orthodox;
mod pictures;
mod quex;
mod squares;
mod translation;

pub use game_file::replay_on_squares;
pub use squares::OnSquares;

/// A game's board as XBoard sees it.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Name of the game.
    pub variant: &'static str,
    /// Files.
    pub width: usize,
    /// Ranks.
    pub height: usize,
    /// Setup of a game that XBoard does not know; none if it knows the game.
    pub setup: Option<Setup>,
    /// Reason why XBoard does not play the game; none if it does.
    pub refusal: Option<&'static str>,
}

/// Setup of a game that XBoard does not know.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Letters of the pieces, in XBoard's order of pictures: White's half, then Black's.
    pub table: &'static str,
    /// Places in the holdings beside the board; 0 if there are none.
    pub holdings: usize,
    /// XBoard's parent variant.
    pub parent: &'static str,
    /// Letters of pieces with the moves, in Betza's notation, that XBoard believes in. They do not limit what is
    /// played.
    pub pieces: &'static [(char, &'static str)],
    /// Options of XBoard's command line that this game needs and others do not.
    pub options: &'static [&'static str],
    /// Picture (PNG) of the board behind the pieces, if XBoard cannot draw the board itself.
    pub backdrop: Option<&'static [u8]>,
}

/// Betza notation of a diagonal leap of three squares, which no promoting piece makes. With it XBoard takes no real
/// move of the piece for one that it knows: those it would write without the promotion.
const IMPOSSIBLE: &str = "mG";

/// Reason why XBoard does not play a game that Black begins.
const BLACK_BEGINS: &str = "it lets White begin";

/// Null move in XBoard's notation.
pub const NULL: &str = "@@@@";

/// Target square of a drop in XBoard's notation, `P@e4`.
pub fn drop_target(text: &str) -> Option<&str> {
    text.split_once('@').map(|(_, square)| square)
}

/// A game's board as XBoard sees it.
pub trait XBoardLayout: Game {
    /// Layout.
    const LAYOUT: Layout;
}

macro_rules! define_layouts {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {
        /// Layouts of the games of the list for two players, in its order.
        pub const LAYOUTS: [Layout; TwoPlayerVariant::ALL.len()] =
            [$(<engine::variants::$game as XBoardLayout>::LAYOUT),*];
    };
}

engine::for_each_two_player_game!(define_layouts);

impl Setup {
    /// Columns that the holdings take, with the gaps between them and the board.
    pub fn columns_beside(&self) -> usize {
        if self.holdings > 0 { 4 } else { 0 }
    }

    /// Letter of the piece at a place of the holdings, as `lift` names it: beyond the last file but one for White,
    /// counted from below; behind `_` for Black, counted from above. The rows have the numbers of the ranks; where
    /// there are more places than ranks, there are as many rows as places.
    fn holding(&self, place: &str, width: usize, height: usize) -> Option<char> {
        let (white, black) = self.table.split_at(self.table.len() / 2);
        let beyond = char::from(b'a' + width as u8 + 1);
        let rows = height.max(self.holdings);
        let row = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=rows).contains(number));
        let letter = |half: &'static str, place: usize| half.chars().filter(char::is_ascii_alphabetic).nth(place);
        match place.strip_prefix(beyond) {
            Some(from_below) => letter(white, row(from_below)? - 1),
            None => letter(black, rows - row(place.strip_prefix('_')?)?),
        }
    }
}

impl Layout {
    /// Layout of a game for two players. XBoard shows no others.
    pub fn of(variant: &str) -> Option<&'static Layout> {
        match variant.parse() {
            Ok(Variant::Custom(id)) => Some(custom::layout(id)),
            _ => LAYOUTS.iter().find(|layout| layout.variant == variant),
        }
    }

    /// All layouts: those of the list, then those of custom variants.
    pub fn all() -> impl Iterator<Item = &'static Layout> {
        LAYOUTS.iter().chain(custom::layouts())
    }

    /// Layout of a game that XBoard plays.
    ///
    /// # Errors
    /// If XBoard does not play the game, or there is none of that name.
    pub fn played(variant: &str) -> Result<&'static Layout, CommandError> {
        registry::ensure_for_two(variant)?;
        let layout = Layout::of(variant).ok_or_else(|| registry::no_game(variant))?;
        layout.ensure_played()?;
        Ok(layout)
    }

    /// True if XBoard plays the game.
    pub const fn is_played(&self) -> bool {
        self.refusal.is_none()
    }

    /// Refuses a game that XBoard does not play, and says where it can be played.
    ///
    /// # Errors
    /// Names the [reason](Layout::refusal).
    pub fn ensure_played(&self) -> Result<(), CommandError> {
        let Some(reason) = self.refusal else { return Ok(()) };
        let ways = registry::other_ways(self.variant);
        Err(format!("XBoard does not play {}: {reason}; {ways}", self.variant))
    }

    /// Picture of the board and the name of its file. XBoard reads the number of squares from the end of the name.
    pub fn backdrop(&self) -> Option<(String, &'static [u8])> {
        let picture = self.setup?.backdrop?;
        Some((format!("board-{}x{}.png", self.width, self.height), picture))
    }

    /// Lines `setup` and `piece`: pieces, board and start position; none if XBoard knows the game.
    pub fn setup_lines(&self, start: &str) -> Vec<String> {
        let Layout { width, height, setup: Some(Setup { table, holdings, parent, pieces, .. }), .. } = self else {
            return Vec::new();
        };
        let setup = format!("setup ({table}) {width}x{height}+{holdings}_{parent} {start}");
        let pieces = pieces.iter().map(|(letter, moves)| format!("piece {letter}& {moves}"));
        std::iter::once(setup).chain(pieces).collect()
    }

    /// Letter, in the case of its owner, of the piece that `lift` names in the holdings.
    pub fn holding(&self, place: &str) -> Option<char> {
        self.setup?.holding(place, self.width, self.height)
    }

    /// Pieces on the board by their squares, from a position's text.
    pub fn men(&self, position: &str) -> BTreeMap<String, char> {
        let board = position.split(['[', ' ']).next().unwrap_or_default();
        let mut men = BTreeMap::new();
        for (rank, text) in (0..self.height).rev().zip(board.split('/')) {
            let letters = read_row(text).enumerate();
            men.extend(letters.filter_map(|(file, (_, letter))| Some((square(file, rank), letter?))));
        }
        men
    }

    /// Empty square, from a position's text.
    pub fn empty_field(&self, position: &str) -> Option<String> {
        let men = self.men(position);
        let mut fields = (0..self.height).flat_map(|rank| (0..self.width).map(move |file| square(file, rank)));
        fields.find(|field| !men.contains_key(field))
    }

    /// Line `highlight` for the target squares of a piece: yellow, red for captures, magenta for promotions.
    pub fn highlight_line(&self, reach: &BTreeMap<String, TargetField>) -> String {
        let rank = |rank: usize| {
            let colours = (0..self.width).map(|file| reach.get(&square(file, rank)).map(colour));
            write_row(colours)
        };
        let ranks: Vec<String> = (0..self.height).rev().map(rank).collect();
        format!("highlight {}", ranks.join("/"))
    }
}

/// Name of a square; file and rank are counted from 0.
fn square(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// True if the text of an origin in XBoard's game files may mean a square: the square, its file, its rank, or nothing.
fn may_mean(text: &str, square: &str) -> bool {
    let (file, rank) = square.split_at(1);
    text.is_empty() || text == square || text == file || text == rank
}

fn colour(reach: &TargetField) -> char {
    match reach {
        reach if !reach.promotions.is_empty() => 'M',
        reach if reach.captures => 'R',
        _ => 'Y',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{MoveFormat, MoveSource, Session};

    #[test]
    fn the_layouts_are_in_the_order_of_the_list() {
        assert_eq!(LAYOUTS.map(|layout| layout.variant), TwoPlayerVariant::NAMES);
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
    fn the_holdings_are_counted_from_both_ends() {
        let layout = Layout::of("keyles").unwrap();
        let lifted = ["l1", "l2", "l11", "_11", "_10", "_1"].map(|place| layout.holding(place));
        assert_eq!(lifted, ['N', 'L', 'K', 'n', 'l', 'k'].map(Some));
        for none in ["l0", "l12", "_0", "_12", "l", "_", "k1", "a1", "", "lx"] {
            assert_eq!(layout.holding(none), None, "{none}");
        }
        // Fewer places than ranks.
        let layout = Layout::of("chex").unwrap();
        let lifted = ["n1", "n6", "n7", "_15", "_10", "_9", "_1"].map(|place| layout.holding(place));
        assert_eq!(lifted, [Some('N'), Some('K'), None, Some('n'), Some('k'), None, None]);
        assert_eq!(Layout::of("chess").unwrap().holding("j1"), None);
    }

    #[test]
    fn men_and_empty_fields_are_read_from_the_text() {
        let layout = Layout::of("keyles").unwrap();
        let men = layout.men("10/4F5/k9/10/10/10/10/5W4/10/K8Q[QRNFq] w - - 0 1");
        let men: Vec<(&str, char)> = men.iter().map(|(field, &letter)| (field.as_str(), letter)).collect();
        assert_eq!(men, [("a1", 'K'), ("a8", 'k'), ("e9", 'F'), ("f3", 'W'), ("j1", 'Q')]);
        assert_eq!(layout.empty_field("10/10/10/10/10/10/10/10/3Q6/QQQQQQQQQQ[] w").as_deref(), Some("a2"));
        assert_eq!(Layout::of("chess").unwrap().empty_field("Q7/8/8/8/8/8/8/1Q6 w"), Some("a1".to_string()));
    }

    #[test]
    fn a_part_of_a_square_is_its_file_or_its_rank() {
        assert!(["", "g", "11", "g11"].into_iter().all(|text| may_mean(text, "g11")));
        assert!(["1", "g1", "f", "gg11"].into_iter().all(|text| !may_mean(text, "g11")));
    }

    /// Words that XBoard looks for in a line `Illegal move`: with one of them it does not take the move back
    /// (`HandleMachineMove` of its `backend.c`).
    const XBOARDS_WORDS: [&str; 17] = [
        "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth", "accepted",
        "protover", "draw", "time", "otim", "analyze",
    ];

    #[test]
    fn no_refusal_has_a_word_that_xboard_looks_for() {
        for (variant, position) in [
            ("chess", "r3k2r/pP4p1/8/3pP3/8/8/P5P1/R3K2R w KQkq d6 0 1"),
            ("knightrelay", "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1"),
            ("madrasi", "4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1"),
            ("keyles", "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4"),
            ("quex", "3r6/4F5/k7q1/10/3l6/10/2G7/5W4/3P6/K5R3[QRNFqtt] w - - 0 1"),
            ("chex", "Nn[KRk] wQ - - 0 1"),
            ("chex", "PRp[Kk] w - - 0 1"),
            ("kaleido", "W10/11/11/11/w10/11/11/11/1 b 1B-1A - 0 1"),
        ] {
            let mut session = registry::open(variant).expect(variant);
            session.set_up(Some(position), &[], MoveFormat::OWN).expect(position);
            let layout = Layout::of(variant).expect("a layout");
            let squares: Vec<String> =
                (0..layout.height).flat_map(|rank| (0..layout.width).map(move |file| square(file, rank))).collect();
            let men = layout.men(&session.position_text(MoveFormat::Squares));
            let origins = men.keys().map(String::as_str).chain(["a1", "K@", "R@", "P@"]);
            for text in origins.flat_map(|from| squares.iter().map(move |to| format!("{from}{to}"))) {
                if let Err(error) = session.read_move(&text, MoveFormat::Squares) {
                    let why = error.to_string();
                    let word = XBOARDS_WORDS.into_iter().find(|word| why.contains(word));
                    assert_eq!(word, None, "{variant}, {text}: {why}");
                }
            }
        }
    }

    #[test]
    fn colours_tell_moves_captures_and_promotions_apart() {
        let targets = |session: &dyn Session, square: &str| {
            session.targets_from(&MoveSource::Field(square.to_string()), MoveFormat::Squares)
        };
        let mut session = registry::open("chess").expect("chess is a game");
        session.set_up(Some("1n5k/P7/8/8/8/8/8/K7 w - - 0 1"), &[], MoveFormat::OWN).unwrap();
        let layout = Layout::of("chess").unwrap();
        assert_eq!(layout.highlight_line(&targets(session.as_ref(), "a7")), "highlight MM6/8/8/8/8/8/8/8");
        assert_eq!(layout.highlight_line(&targets(session.as_ref(), "a1")), "highlight 8/8/8/8/8/8/YY6/1Y6");
        assert_eq!(layout.highlight_line(&targets(session.as_ref(), "e5")), "highlight 8/8/8/8/8/8/8/8");
        session.set_up(Some("7k/8/8/8/8/8/1p6/K7 w - - 0 1"), &[], MoveFormat::OWN).unwrap();
        assert_eq!(layout.highlight_line(&targets(session.as_ref(), "a1")), "highlight 8/8/8/8/8/8/YR6/1Y6");
    }
}
