//! The boards of custom variants.

use std::sync::OnceLock;

use engine::seat::Seat;
use engine::text::PositionError;
use engine::variants::custom::{CustomId, Description, MAX_VARIANTS, PieceKind, betza};
use engine::variants::{CustomGame, Variant};

use super::translation::Translation;
use super::{BLACK_BEGINS, Layout, OnSquares, Setup};

/// Letters of XBoard's pictures after the first, which is its pawn, each at the place of its own.
const PLACES: &str = "NBRQFEAC";

/// Parts of names that XBoard takes for games of its own, wherever they stand: its names from before shogi, and two
/// that stand for Chess960.
const PARTS: [&str; 16] = [
    "3check",
    "960",
    "atomic",
    "bughouse",
    "crazyhouse",
    "fischerandom",
    "frc",
    "giveaway",
    "kriegspiel",
    "losers",
    "nocastle",
    "normal",
    "shatranj",
    "suicide",
    "twokings",
    "wildcastle",
];

/// Beginnings of names that XBoard takes for games of its own if no letter follows: its names from shogi on.
const BEGINNINGS: [&str; 24] = [
    "asean",
    "berolina",
    "capablanca",
    "caparandom",
    "chu",
    "courier",
    "cylinder",
    "elven",
    "fairy",
    "falcon",
    "gothic",
    "grand",
    "great",
    "janus",
    "knightmate",
    "lion",
    "makruk",
    "seirawan",
    "shogi",
    "spartan",
    "super",
    "twilight",
    "unknown",
    "xiangqi",
];

/// True if XBoard takes a name for that of a game of its own, by the rule of `StringToVariant` in its `backend.c`.
/// XBoard looks for its names in the order of its table: for those before shogi anywhere, for the others at the
/// beginning with no letter behind. Then it looks for the numbers of wild variants (`wild4`, `w4`).
fn is_taken(name: &str) -> bool {
    let begins =
        |own: &&str| name.strip_prefix(*own).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    let number = name.split_once("wild").or_else(|| name.split_once('w'));
    PARTS.iter().any(|part| name.contains(part))
        || BEGINNINGS.iter().any(begins)
        || (name.contains("fischer") && name.contains("random"))
        || number.is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Number of XBoard's pictures that are given away, the king's not counted.
const PICTURES: usize = 22;

/// Letters in a half of the shortest table that XBoard reads.
const SHORTEST_HALF: usize = 6;

impl OnSquares for CustomGame {
    /// Reads a FEN. Behind a board with holdings XBoard writes what lies there, in brackets; nothing of it is used.
    fn from_squares(text: &str) -> Result<CustomGame, PositionError> {
        let Some((board, rest)) = text.split_once('[') else { return text.parse() };
        let rest = rest.split_once(']').map_or(rest, |(_, rest)| rest);
        let mut own = Translation::default();
        own.push(board, Some(1));
        own.push(rest, Some(text.chars().count() - rest.chars().count() + 1));
        own.parse()
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
    let king = king(rules);
    let own = rules.kinds.iter().enumerate().filter_map(|(number, kind)| {
        let betza = kind.betza.as_deref()?;
        // XBoard believes a king where it has one, and castles with it.
        let has_own_place = (king == Some(number)) == (kind.letter == 'K');
        if has_own_place && is_chess(kind.letter, betza) { None } else { Some((kind.letter, betza)) }
    });
    Layout {
        variant: &rules.name,
        width: rules.files,
        height: rules.ranks,
        setup: Some(Setup {
            table: Box::leak(both.into_boxed_str()),
            // XBoard numbers exactly ten ranks from 0, unless there is one more place in the holdings.
            holdings: if rules.ranks == 10 { 11 } else { 0 },
            parent: "fairy",
            pieces: Vec::leak(own.collect()),
            options: &[],
            backdrop: None,
        }),
        refusal: refusal(rules),
    }
}

/// Reason why XBoard does not play a custom variant.
fn refusal(rules: &Description) -> Option<&'static str> {
    if is_taken(&rules.name) {
        return Some("it has a game of its own by this name, another name would do");
    }
    if rules.start.split(' ').nth(1) != Some("w") {
        return Some(BLACK_BEGINS);
    }
    let castling = rules.castling?;
    if (0..2).any(|wing| castling.rook_files[wing] == Some(castling.targets[wing])) {
        return Some("it does not let a king castle to the square of its rook");
    }
    if goes_far_sideways(&rules.kinds[castling.king]) {
        return Some("it does not know castling of a king that goes farther than a square along its rank");
    }
    None
}

/// True if a letter of chess moves as in chess.
fn is_chess(letter: char, betza: &str) -> bool {
    matches!((letter, betza), ('N', "N") | ('B', "B") | ('R', "R") | ('Q', "Q") | ('K', "K"))
}

/// The kind that is XBoard's king: the royal one, or else the letter `K`.
fn king(rules: &Description) -> Option<usize> {
    rules.royal.or_else(|| rules.kind_of_letter('K'))
}

/// True if a kind goes farther than a square along its rank. Of its king XBoard takes that for castling.
fn goes_far_sideways(kind: &PieceKind) -> bool {
    let steps = kind.betza.as_deref().and_then(|text| betza::parse(text).ok()).unwrap_or_default();
    steps.iter().any(|step| step.ranks == 0 && step.files.abs() * i32::from(step.range) > 1)
}

/// White's half of the table of pieces: the pawn first, each other letter at its own place where that is free, the
/// royal one at the end. XBoard promotes what is first, and captures it en passant.
fn table(rules: &Description) -> String {
    let mut places = vec!['.'; PICTURES];
    let king = king(rules);
    let mut unknown = Vec::new();
    for (number, kind) in rules.kinds.iter().enumerate().filter(|&(number, _)| Some(number) != king) {
        if rules.pawn == Some(number) {
            places[0] = kind.letter;
        } else if let Some(own) = PLACES.find(kind.letter) {
            places[1 + own] = kind.letter;
        } else {
            unknown.push(kind.letter);
        }
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
    let royal = king.map_or('.', |king| rules.letter(Seat::WHITE, king));
    if king.is_some_and(|king| goes_far_sideways(&rules.kinds[king])) {
        // At a picture's place, as in Quex.
        places.extend(['/', '.', '.', '.', '.', royal, '.']);
    } else {
        places.resize(places.len().max(SHORTEST_HALF - 1), '.');
        places.push(royal);
    }
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
    fn only_a_pawn_has_the_place_of_xboards_pawn() {
        let table = |start: &str, pieces: &str| {
            let text = format!("[mine]\nstart = \"{start} w - - 0 1\"\n[mine.pieces]\n{pieces}\n");
            layout_of_text(&text).setup.expect("XBoard does not know the game").table
        };
        let runners = table("pppp/4/4/PPPP", "P = { name = \"runner\", moves = \"fmWfF\" }");
        assert_eq!(runners, ".....P......p.");
        assert_eq!(table("kr2/ssss/SSSS/2RK", "S = { name = \"soldier\", moves = \"pawn\" }"), "S..R.Ks..r.k");
        // XBoard reads no table of fewer than twelve letters.
        assert_eq!(table("k3/4/4/3K", "K = { name = \"king\", moves = \"K\", royal = true }"), ".....K.....k");
    }

    #[test]
    fn a_king_that_goes_far_along_its_rank_is_none_to_xboard() {
        let setup = |moves: &str| {
            let royal = format!("K = {{ name = \"ruler\", moves = \"{moves}\", royal = true }}");
            let text = format!("[mine]\nstart = \"k3/4/4/3K w - - 0 1\"\n[mine.pieces]\n{royal}\n");
            layout_of_text(&text).setup.expect("XBoard does not know the game")
        };
        for moves in ["R", "D", "W2", "sW0vW"] {
            assert_eq!(setup(moves).table, "/....K./....k.", "{moves}");
            assert_eq!(setup(moves).pieces, [('K', moves)]);
        }
        for moves in ["K", "N", "WvR", "A"] {
            assert_eq!(setup(moves).table, ".....K.....k", "{moves}");
        }
    }

    #[test]
    fn a_king_that_castles_to_its_rooks_square_is_not_played_by_xboard() {
        let is_played = |castling: &str| {
            let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
            layout_of_text(&format!("[mine]\nstart = \"{start}\"\n{castling}")).is_played()
        };
        assert!(is_played("") && !is_played("castling = { short = \"h\", long = \"c\" }\n"));
    }

    #[test]
    fn names_that_xboard_takes_for_its_own_are_known() {
        for name in ["shogi", "grand2", "doubleatomic", "myshatranj", "wild7", "new5", "mini960", "fischerrandom"] {
            assert!(is_taken(name), "{name}");
        }
        for name in ["grandchess", "minishogi", "chushogi2x", "wilder", "almost", "generals", "breakthrough"] {
            assert!(!is_taken(name), "{name}");
        }
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
            layout_of_text(&format!("[{name}]\nstart = \"k3/4/4/3K {side} - - 0 1\"\n")).is_played()
        };
        assert_eq!([is_played("mine", 'w'), is_played("mine", 'b'), is_played("shogi", 'w')], [true, false, false]);
    }
}
