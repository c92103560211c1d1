//! KaleidoChess's round board on 11x11 squares.
//!
//! Each ring becomes a frame of squares around the centre, f6, with holes where the frame has more squares than the
//! ring has fields. The board keeps the symmetry of quarter turns: 1B lies in the middle of the lower edge, where White
//! sits, and the other outer castles in the middle of the other edges.

use std::sync::LazyLock;

use engine::board::round::{Field, SECTOR_FIELDS, Set};
use engine::game::CompositeMoves;
use engine::move_role::{MoveRole, MoveRoles};
use engine::moves::{Move, MoveList};
use engine::text::{MoveError, Notation, Place, PositionError, read_row, write_row};
use engine::variants::kaleido::{Kind, Position, Rules};

use super::translation::Translation;
use super::{IMPOSSIBLE, Layout, NULL, OnSquares, Setup, XBoardLayout, may_mean, square};

/// Files and ranks.
pub(crate) const SIDE: usize = 11;

/// File and rank of a square, counted from 0.
type Square = (usize, usize);

/// Pass in the game's own notation.
const PASS: &str = "0000";

/// Hole in XBoard's positions: a square without a field.
const HOLE: char = '*';

/// A quarter of each ring from the innermost: its first field, and the places of its fields on the quarter of the frame
/// that begins in the middle of the lower edge and goes clockwise. The places left out are holes.
///
/// Of all such choices this one sets the fewest fields apart that share a side: three pairs in each quarter of the
/// board.
const QUARTERS: [(&str, &[usize]); 5] = [
    ("1G", &[0, 1]),
    ("1F", &[0, 1, 2, 3]),
    ("1I", &[0, 1, 2, 3]),
    ("1K", &[0, 1, 2, 3, 6, 7]),
    ("1B", &[0, 1, 2, 3, 8, 9]),
];

/// Square of each field.
static SQUARES: LazyLock<[Square; Field::COUNT]> = LazyLock::new(|| {
    let mut squares = [(SIDE / 2, SIDE / 2); Field::COUNT];
    for (ring, (first, places)) in (1..).zip(QUARTERS) {
        let begin = Field::on_ring(ring).position(|field| field.to_string() == first);
        for (field, square) in lay(ring, begin.expect("a ring holds its first field"), places) {
            squares[field.index()] = square;
        }
    }
    squares
});

/// Lays a ring on its frame: the field with the number `begin` and those that follow on the given places of each
/// quarter.
fn lay(ring: usize, begin: usize, places: &[usize]) -> Vec<(Field, Square)> {
    let fields: Vec<Field> = Field::on_ring(ring).collect();
    let quarters = (0..4).flat_map(|quarter| places.iter().map(move |place| quarter * 2 * ring + place));
    fields.iter().copied().cycle().skip(begin).zip(quarters.map(|place| on_frame(ring, place))).collect()
}

/// Square of a place on the frame at a distance from the centre; place 0 is in the middle of the lower edge, and
/// the places are counted clockwise.
fn on_frame(distance: usize, place: usize) -> Square {
    let edge = 2 * distance;
    // Counted from the lower right corner.
    let (side, along) = ((place + distance) / edge % 4, (place + distance) % edge);
    let (low, high) = (SIDE / 2 - distance, SIDE / 2 + distance);
    [(high - along, low), (low, low + along), (low + along, high), (high, high - along)][side]
}

/// Field drawn on a square, by file and rank from 0.
pub(crate) fn field_at(file: usize, rank: usize) -> Option<Field> {
    SQUARES.iter().position(|&square| square == (file, rank)).map(Field::from_index)
}

/// Square that a field is drawn on.
pub(crate) fn square_of(field: Field) -> Square {
    SQUARES[field.index()]
}

fn write_square(field: Field) -> String {
    let (file, rank) = square_of(field);
    square(file, rank)
}

/// Reads the square of a field at the beginning of a text, and returns what follows it.
fn read_square(text: &str) -> Option<(Field, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    Field::all().find(|&field| write_square(field) == name).map(|field| (field, rest))
}

impl<R: Rules> XBoardLayout for Position<R> {
    // With this parent an own piece can be captured; some others swap the two, or castle.
    const LAYOUT: Layout = Layout {
        variant: R::INFO.name,
        width: SIDE,
        height: SIDE,
        refusal: None,
        setup: Some(Setup {
            table: ".H....L...P......E..........V.D...RW......T.....h....l...p......e..........v.d...rw......t....",
            holdings: 0,
            parent: "fairy",
            pieces: &[
                ('W', IMPOSSIBLE),
                ('D', IMPOSSIBLE),
                ('R', IMPOSSIBLE),
                ('E', IMPOSSIBLE),
                ('V', IMPOSSIBLE),
                ('L', IMPOSSIBLE),
                ('T', IMPOSSIBLE),
                ('H', IMPOSSIBLE),
                ('P', IMPOSSIBLE),
            ],
            // The picture does not turn with the board: White must stay below.
            options: &["-autoFlipView", "false"],
            backdrop: Some(include_bytes!("../../../../assets/xboard/kaleido-11x11.png")),
        }),
    };
}

impl<R: Rules> OnSquares for Position<R> {
    fn square_name(&self, field: usize) -> String {
        write_square(Field::from_index(field))
    }

    /// Both squares without a mark between them: `f1d4`.
    fn write_on_squares(&self, mv: Move) -> String {
        if self.plies_of(mv).len() > 1 {
            return self.write_move(mv);
        }
        match self.move_role(mv).map(|field| self.square_name(field)) {
            MoveRole::Step { from, to, .. } => from + &to,
            MoveRole::Pass => NULL.to_string(),
            _ => self.write_move(mv),
        }
    }

    /// Reads coordinates, the forms of XBoard's game files (`Re11b9`, `Hc3xc7`, `R11j8`, and `Db7` if there is but one
    /// dragon), and the game's own notation, which looks like neither.
    fn read_on_squares(&self, text: &str) -> Result<Move, MoveError> {
        let Some(Written { kind, from, to }) = Written::parse(text) else {
            return self.read_move(if text == NULL { PASS } else { text });
        };
        match (read_square(from), kind) {
            (Some((from, "")), _) => self.read_move(&format!("{from}-{to}")),
            (_, Some(kind)) => only_move(self, kind, from, to),
            _ => self.read_move(text),
        }
    }

    /// Without the throw and the last moves, which the GUI does not know.
    fn to_squares(&self) -> String {
        let square_text = |file, rank| match field_at(file, rank) {
            Some(field) => self.pieces().on(field).map(|(seat, kind)| kind.letter_of(seat)),
            None => Some(HOLE),
        };
        let rank = |rank| write_row((0..SIDE).map(|file| square_text(file, rank)));
        let ranks: Vec<String> = (0..SIDE).rev().map(rank).collect();
        let own = self.to_string();
        let words: Vec<&str> = own.split(' ').collect();
        let &[_, turn, _, _, clock, full_moves] = &words[..] else { unreachable!("a position has six fields") };
        format!("{} {} - - {clock} {full_moves}", ranks.join("/"), &turn[..1])
    }

    /// The two words between side and clocks, where others write castling and en passant, can only be `-`, as no move
    /// is to be undone.
    fn from_squares(text: &str) -> Result<Self, PositionError> {
        let board = text.split(' ').next().unwrap_or_default();
        if board.split('/').count() != SIDE {
            // Not on squares, but perhaps in the game's own notation.
            return text.parse();
        }
        let mut own = Translation::default();
        own.push(&read_board(board)?, None);
        own.push(&text[board.len()..], Some(board.chars().count() + 1));
        own.parse()
    }
}

/// Move text on squares, parsed.
struct Written<'a> {
    kind: Option<Kind>,
    /// Square that the piece comes from, or the part of its name that the text gives.
    from: &'a str,
    to: Field,
}

impl Written<'_> {
    fn parse(text: &str) -> Option<Written<'_>> {
        let kind = text.chars().next().filter(char::is_ascii_uppercase).and_then(Kind::from_letter);
        let squares = text[usize::from(kind.is_some())..].trim_end_matches(['+', '#', '!', '?']);
        let (from, to) = squares.split_at(squares.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?);
        match read_square(to)? {
            (to, "") => Some(Written { kind, from: from.strip_suffix('x').unwrap_or(from), to }),
            _ => None,
        }
    }
}

/// The move of the only piece of a kind that can get to a field from a square whose name has the given part; with dice,
/// before the throw, by any throw. XBoard names the piece's square but where the move is one that it believes in, and
/// tells such moves apart by the part. So among several the one that makes such a move is meant.
fn only_move<R: Rules>(position: &Position<R>, kind: Kind, part: &str, to: Field) -> Result<Move, MoveError> {
    let mut moves = MoveList::new();
    position.composite_moves(&mut moves);
    let ending = moves.iter().filter(|mv| mv.to() == to.index()).map(|mv| Field::from_index(mv.from()));
    let is_named = |&from: &Field| position.pieces().kind_on(from) == Some(kind) && may_mean(part, &write_square(from));
    let sources: Set = ending.filter(is_named).collect();
    let is_believed = |&from: &Field| is_leap(square_of(from), square_of(to));
    let meant: Set = if sources.len() > 1 { sources.into_iter().filter(is_believed).collect() } else { sources };
    let mut meant = meant.into_iter();
    match (meant.next(), meant.next()) {
        (Some(from), None) => position.read_move(&format!("{from}-{to}")),
        (None, _) if sources.is_empty() => Err(MoveError::Illegal(format!("no {} gets to {to}", kind.name()))),
        _ => Err(MoveError::Illegal(format!("more than one {} gets to {to}", kind.name()))),
    }
}

/// True for a diagonal leap of three squares, which the lines `piece` declare.
fn is_leap(from: Square, to: Square) -> bool {
    from.0.abs_diff(to.0) == 3 && from.1.abs_diff(to.1) == 3
}

/// Reads a board on squares and returns it in the game's own notation.
fn read_board(text: &str) -> Result<String, PositionError> {
    let mut letters = [None; Field::COUNT];
    let mut column = 1;
    for (rank, row) in (0..SIDE).rev().zip(text.split('/')) {
        let wrong = |file: usize, column, reason| {
            Err(PositionError { place: Place::Board { rank: rank + 1, file }, column, reason })
        };
        let squares: Vec<_> = read_row(row).take(SIDE + 1).collect();
        if squares.len() != SIDE {
            return wrong(0, column, format!("it does not describe {SIDE} squares"));
        }
        for (file, (at, letter)) in squares.into_iter().enumerate() {
            let column = column + at;
            match (field_at(file, rank), letter) {
                (Some(field), Some(c)) if Kind::from_letter(c).is_some() => letters[field.index()] = letter,
                // XBoard counts holes among empty squares too.
                (None, Some(HOLE)) | (_, None) => {}
                (Some(_), Some(c)) => return wrong(file + 1, column, format!("'{c}' is no piece")),
                (None, Some(c)) => return wrong(file + 1, column, format!("'{c}' where there is no field")),
            }
        }
        column += row.chars().count() + 1;
    }
    let sectors = letters.chunks(SECTOR_FIELDS).map(|sector| write_row(sector.iter().copied()));
    Ok(sectors.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::{Kaleido, KaleidoPawns};

    use super::*;

    fn read(text: &str) -> Result<Kaleido, PositionError> {
        Kaleido::from_squares(text)
    }

    #[test]
    fn every_field_has_a_square_of_its_own() {
        let mut squares = SQUARES.to_vec();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!(squares.len(), Field::COUNT);
        for field in Field::all() {
            assert_eq!(read_square(&write_square(field)), Some((field, "")));
        }
        let castles = ["00", "1B", "3B", "5B", "7B"].map(|name| write_square(Field::parse(name).expect(name)));
        assert_eq!(castles, ["f6", "f1", "a6", "f11", "k6"]);
    }

    /// True if two squares do not touch.
    fn are_apart(a: Square, b: Square) -> bool {
        a.0.abs_diff(b.0) > 1 || a.1.abs_diff(b.1) > 1
    }

    #[test]
    fn fields_that_share_a_side_are_drawn_side_by_side_but_for_three_pairs_a_quarter() {
        let ring_fields = Field::all().filter(|&field| field != Field::CENTRE);
        let touching = ring_fields.flat_map(|a| a.sides().into_iter().map(move |b| (a, b)));
        let touching: Vec<(Field, Field)> = touching.filter(|&(a, b)| a < b && b != Field::CENTRE).collect();
        let apart = touching.iter().filter(|&&(a, b)| are_apart(square_of(a), square_of(b)));
        let apart: Vec<String> = apart.map(|(a, b)| format!("{a}{b}")).collect();
        assert_eq!(apart[..3], ["1I8E", "2B2C", "2D2K"]);
        assert_eq!((apart.len(), touching.len()), (12, 176), "{apart:?}");
    }

    /// All ways to choose some of the numbers below a limit.
    fn choices(limit: usize, count: usize) -> Vec<Vec<usize>> {
        let sets = (0..1_usize << limit).filter(|set| set.count_ones() as usize == count);
        sets.map(|set| (0..limit).filter(|place| set >> place & 1 == 1).collect()).collect()
    }

    /// Number of pairs of fields that share a side and are drawn apart, of one laid ring and another or the same.
    fn count_apart(laid: &[(Field, Square)], other: &[(Field, Square)]) -> usize {
        let pairs = laid.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| a.0.sides().has(b.0) && are_apart(a.1, b.1)).count()
    }

    #[test]
    fn no_other_choice_of_holes_sets_fewer_sides_apart() {
        // Of each way to lay a ring, the fewest sides set apart on it and further in.
        let mut within: Vec<(Vec<(Field, Square)>, usize)> = Vec::new();
        for (ring, (_, places)) in (1..).zip(QUARTERS) {
            let begins = 0..places.len();
            let ways =
                begins.flat_map(|begin| choices(2 * ring, places.len()).into_iter().map(move |way| (begin, way)));
            let ways = ways.map(|(begin, places)| lay(ring, begin, &places));
            let ways = ways.filter(|laid| ring < 5 || laid.contains(&(Field::new(0, 1), (5, 0))));
            let counted = ways.map(|laid| {
                let own = count_apart(&laid, &laid) / 2;
                let inner = within.iter().map(|(inner, apart)| apart + count_apart(&laid, inner)).min();
                (own + inner.unwrap_or_default(), laid)
            });
            within = counted.map(|(apart, laid)| (laid, apart)).collect();
        }
        assert_eq!(within.iter().map(|way| way.1).min(), Some(12));
    }

    #[test]
    fn a_quarter_turn_of_the_board_is_one_of_the_squares() {
        for field in Field::all().filter(|&field| field != Field::CENTRE) {
            let turned = Field::from_index((field.index() + 2 * SECTOR_FIELDS) % Field::CENTRE.index());
            let (file, rank) = square_of(field);
            assert_eq!(square_of(turned), (rank, SIDE - 1 - file), "{field}");
        }
    }

    #[test]
    fn positions_are_the_same_on_squares() {
        let start = Kaleido::start();
        let text = start.to_squares();
        assert!(text.starts_with("***erwrev**/***tldlth**/vh"), "{text}");
        assert!(text.ends_with(" w - - 0 1"), "{text}");
        assert_eq!(read(&text), Ok(start));
        // XBoard counts holes among empty squares.
        assert_eq!(read(&text.replace("***", "3")), Ok(start));
        assert_eq!(KaleidoPawns::from_squares(&KaleidoPawns::start().to_squares()), Ok(KaleidoPawns::start()));
        assert_eq!(read(&start.to_string()), Ok(start), "the game's own words are understood");
    }

    #[test]
    fn moves_are_the_same_on_squares() {
        let start = Kaleido::start();
        for (own, squares) in [("1B-2F", "f1d4"), ("8A-7C", "k4k5"), ("8B+8A", "k3k4")] {
            let mv = start.read_move(own).expect(own);
            assert_eq!(start.write_on_squares(mv), squares);
            assert_eq!(start.read_on_squares(squares), Ok(mv));
            assert_eq!(start.read_on_squares(own), Ok(mv));
        }
        for (written, own) in [("Ra9", "1A-8C"), ("Wd4", "1B-2F"), ("Pk4xk5", "8A-7C")] {
            assert_eq!(start.read_on_squares(written).ok(), start.read_move(own).ok(), "{written}");
        }
        for text in ["f1", "f1d4q", "a1a2", "f1a1", "1f1d4", "", "é1é2", "f"] {
            assert_eq!(start.read_on_squares(text), Err(MoveError::Syntax), "{text}");
        }
        let why = |text: &str| start.read_on_squares(text).expect_err(text).to_string();
        assert_eq!(why("f1f11"), "the wizard on 1B does not get to 5B");
        assert_eq!(why("Wf11"), "no wizard gets to 5B");
        assert_eq!(why("Rf2"), "more than one roc gets to 1K");
    }

    #[test]
    fn of_two_pieces_the_one_is_meant_whose_move_xboard_believes_in() {
        // Both rocs get to j8.
        let text = "RW1LD3TL1/EV6RT1/P2h5HP/pv1t5pe/1wrl4dl1/evp1p3rt1/9h1/PVE6PH/1 b - - 17 9";
        let position: Kaleido = text.parse().expect(text);
        let meant = position.read_on_squares("Rj8").expect("one of them makes the leap");
        assert_eq!(position.write_on_squares(meant), "g11j8");
    }

    #[test]
    fn of_two_leaps_the_file_or_the_rank_tells_which_is_meant() {
        let text = "RW1LD3TL1/EV6RT1/P2h5HP/pv1t5pe/1wrl4dl1/evp1p4t1/9h1/PVE3r2PH/1 b - - 17 9";
        let position: Kaleido = text.parse().expect(text);
        let meant = position.read_on_squares("R11j8").expect("the roc on g11 is meant");
        assert_eq!(position.write_on_squares(meant), "g11j8");
        assert!(position.read_on_squares("R1j8").is_err(), "no roc is on the first rank");
    }

    #[test]
    fn what_is_wrong_with_squares_is_said_and_where() {
        let text = Kaleido::start().to_squares();
        let wrong = |from: &str, to: &str| read(&text.replacen(from, to, 1)).expect_err(to).to_string();
        assert_eq!(wrong("***e", "**xe"), "rank 11, file 3, column 3: 'x' where there is no field");
        assert_eq!(wrong("***er", "***ex"), "rank 11, file 5, column 5: 'x' is no piece");
        assert_eq!(wrong("***e", "**e"), "rank 11, column 1: it does not describe 11 squares");
        assert_eq!(wrong("***e", "999999999999999999999e"), "rank 11, column 1: it does not describe 11 squares");
        let side = format!("side to move, column {}: 'x' is neither 'w' nor 'b'", text.find(" w").unwrap() + 2);
        assert_eq!(wrong(" w ", " x "), side);
        assert!(wrong("/", "//").contains("sector"), "{}", wrong("/", "//"));
    }
}
