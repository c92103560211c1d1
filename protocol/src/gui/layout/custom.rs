//! The boards of custom variants.

use std::sync::OnceLock;

use engine::seat::Seat;
use engine::text::PositionError;
use engine::variants::custom::{CustomId, Description, MAX_VARIANTS, PieceKind};
use engine::variants::{CustomGame, Variant};

use super::{Layout, OnSquares, Setup};

/// Letters of XBoard's first pictures, each at the place of its own.
const PLACES: &str = "PNBRQFEAC";

/// Games that XBoard has under these names: it plays them by rules and with letters of its own.
const TAKEN: [&str; 26] = [
    "asean",
    "atomic",
    "berolina",
    "bughouse",
    "caparandom",
    "chu",
    "courier",
    "crazyhouse",
    "cylinder",
    "fairy",
    "falcon",
    "giveaway",
    "gothic",
    "grand",
    "great",
    "janus",
    "knightmate",
    "losers",
    "makruk",
    "nocastle",
    "shatranj",
    "shogi",
    "spartan",
    "suicide",
    "super",
    "xiangqi",
];

/// True if XBoard has a game of its own of a name.
pub(super) fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name)
}

/// Number of XBoard's pictures that are given away, the king's not counted.
const PICTURES: usize = 22;

impl OnSquares for CustomGame {
    /// Reads a FEN. Behind a board with holdings XBoard writes what lies there, in brackets; nothing of it is used.
    fn from_squares(text: &str) -> Result<CustomGame, PositionError> {
        match text.split_once('[') {
            Some((board, rest)) => format!("{board}{}", rest.split_once(']').map_or(rest, |(_, rest)| rest)).parse(),
            None => text.parse(),
        }
    }
}

/// Layout of a custom variant.
pub(super) fn layout(id: CustomId) -> &'static Layout {
    static LAYOUTS: [OnceLock<Layout>; MAX_VARIANTS] = [const { OnceLock::new() }; MAX_VARIANTS];
    LAYOUTS[id.number()].get_or_init(|| layout_of(id.description()))
}

/// Layouts of all custom variants that were read.
pub(super) fn layouts() -> impl Iterator<Item = &'static Layout> {
    Variant::all().filter_map(|variant| match variant {
        Variant::Custom(id) => Some(layout(id)),
        _ => None,
    })
}

fn layout_of(rules: &'static Description) -> Layout {
    let table = table(rules);
    let both: String = table.chars().chain(table.to_lowercase().chars()).collect();
    let moves = |kind: &'static PieceKind| Some((kind.letter, kind.betza.as_deref()?));
    // XBoard believes a king where it has one, and castles with it.
    let own =
        rules.kinds.iter().filter(|kind| kind.betza.as_deref().is_some_and(|betza| !is_chess(kind.letter, betza)));
    Layout {
        variant: &rules.name,
        width: rules.files,
        height: rules.ranks,
        setup: Some(Setup {
            table: Box::leak(both.into_boxed_str()),
            // XBoard numbers exactly ten ranks from 0, unless there is one more place in the holdings.
            holdings: if rules.ranks == 10 { 11 } else { 0 },
            parent: "fairy",
            pieces: Vec::leak(own.filter_map(moves).collect()),
            options: &[],
            backdrop: None,
        }),
        is_played: rules.start.split(' ').nth(1) == Some("w") && !is_taken(&rules.name),
    }
}

/// True if a letter of chess moves as in chess.
fn is_chess(letter: char, betza: &str) -> bool {
    matches!((letter, betza), ('N', "N") | ('B', "B") | ('R', "R") | ('Q', "Q") | ('K', "K"))
}

/// White's half of the table of pieces: each letter at its own place where that is free, the royal one at the end.
fn table(rules: &Description) -> String {
    let mut places = vec!['.'; PICTURES];
    let king = rules.royal.or_else(|| rules.kind_of_letter('K'));
    let others =
        rules.kinds.iter().enumerate().filter(|&(number, _)| Some(number) != king).map(|(_, kind)| kind.letter);
    let (known, unknown): (Vec<char>, Vec<char>) = others.partition(|&letter| PLACES.contains(letter));
    for letter in known {
        places[PLACES.find(letter).unwrap_or(0)] = letter;
    }
    for letter in unknown {
        // The first five are the pieces of chess.
        if let Some(free) = (5..PICTURES).find(|&place| places[place] == '.') {
            places[free] = letter;
        }
    }
    while places.last() == Some(&'.') {
        places.pop();
    }
    places.push(king.map_or('.', |king| rules.letter(Seat::WHITE, king)));
    places.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use engine::variants::custom::file;

    use super::*;

    fn layout_of_text(text: &str) -> Layout {
        // Descriptions live as long as the program.
        layout_of(Box::leak(Box::new(file::read(text).expect("a sound file").remove(0))))
    }

    #[test]
    fn letters_of_chess_keep_their_places_and_the_royal_one_is_the_last() {
        let text = "[mine]\nstart = \"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\"\n\
                    [mine.pieces]\nK = { moves = \"N\", royal = true }\nX = { moves = \"W\" }\n";
        let setup = layout_of_text(text).setup.expect("XBoard does not know the game");
        assert_eq!(setup.table, ".NBRQXK.nbrqxk");
        assert_eq!(setup.pieces, [('K', "N"), ('X', "W")]);
    }

    #[test]
    fn ten_ranks_have_one_more_place_beside_the_board() {
        let text = |ranks: usize| {
            let empty = vec!["4"; ranks - 2].join("/");
            format!("[mine]\nstart = \"k3/{empty}/3K w - - 0 1\"\n")
        };
        let holdings = |ranks: usize| layout_of_text(&text(ranks)).setup.map(|setup| setup.holdings);
        assert_eq!([9, 10].map(holdings), [Some(0), Some(11)]);
    }

    #[test]
    fn games_that_black_begins_or_of_names_that_xboard_has_are_not_played_by_it() {
        let is_played = |name: &str, side: char| {
            layout_of_text(&format!("[{name}]\nstart = \"k3/4/4/3K {side} - - 0 1\"\n")).is_played
        };
        assert_eq!([is_played("mine", 'w'), is_played("mine", 'b'), is_played("shogi", 'w')], [true, false, false]);
    }
}
