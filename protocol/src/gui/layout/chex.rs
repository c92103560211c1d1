//! Chex's plane on the squares of a window.
//!
//! The window repeats itself over the plane: a cell is drawn on the square of its column and its row modulo the
//! window's size, the first tile in the middle. A tile that leaves on one side comes in on the other. Tiles are seldom
//! so far apart that two lie on one square; the engine's record of the game decides then.

use engine::game::CompositeMoves;
use std::collections::BTreeMap;

use engine::move_role::{MoveRole, MoveRoles};
use engine::moves::{Move, MoveList};
use engine::text::{MoveError, Notation, Place, PositionError, read_row, write_row};
use engine::variants::chex::{Frame, Hand, Position, Rules, Tile};

use super::translation::{Translation, words};
use super::{IMPOSSIBLE, Layout, NULL, OnSquares, Setup, XBoardLayout, may_mean, square};

/// Move text of a king that was drawn and cannot be placed; for XBoard it is a null move.
const STRANDED: &str = "K@--";

/// Files of the window: the most that XBoard draws with the piles beside them.
const WIDTH: usize = 12;

/// Ranks of the window.
const HEIGHT: usize = 15;

/// File and rank, from 0, of the square of a field of the frame.
fn place<R: Rules>(position: &Position<R>, field: usize) -> (usize, usize) {
    let (x, y) = position.on_plane(field);
    let around =
        |middle: usize, distance: i32, size: usize| (middle as i32 + distance).rem_euclid(size as i32) as usize;
    (around(WIDTH / 2, x, WIDTH), around(HEIGHT / 2, y, HEIGHT))
}

fn write_square<R: Rules>(position: &Position<R>, field: usize) -> String {
    let (file, rank) = place(position, field);
    square(file, rank)
}

/// Field of the frame on which a tile in play lies.
fn field_of<R: Rules>(position: &Position<R>, tile: Tile) -> usize {
    let plane = position.plane();
    plane.frame().field(plane.cell_of(tile)).into()
}

/// Move text, parsed: with squares of the window in place of fields.
struct Written {
    /// Letter of the tile that is placed, or of the one that moves if the text names it.
    letter: Option<char>,
    /// Square that the tile comes from, or the part of its name that the text gives; none of a placement.
    from: Option<String>,
    to: String,
}

impl Written {
    /// Reads `N@f8`, `e7f8`, and their forms in XBoard's game files: `Nf8`, `Ne7f8`, `Nexf8+`.
    fn parse(text: &str) -> Option<Written> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let rest = &text[usize::from(letter.is_some())..];
        if !rest.is_ascii() {
            return None;
        }
        let (from, to) = rest.split_at(rest.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?);
        let is_square = |text: &str| {
            let file = text.bytes().next().is_some_and(|c| (b'a'..b'a' + WIDTH as u8).contains(&c));
            file && text[1..].parse().is_ok_and(|rank: usize| (1..=HEIGHT).contains(&rank))
        };
        let from = match from.trim_end_matches(['x', '-']) {
            "@" => None,
            from if letter.is_some() || is_square(from) => Some(from.to_string()),
            _ => return None,
        };
        let placed = from.is_none();
        if !is_square(to) || (placed && letter.is_none()) {
            return None;
        }
        Some(Written { letter, from, to: to.to_string() })
    }

    /// True if the text may mean a move.
    fn may_be<R: Rules>(&self, position: &Position<R>, mv: Move) -> bool {
        if write_square(position, mv.to()) != self.to {
            return false;
        }
        let (origin, from) = match (position.move_role(mv), &self.from) {
            (MoveRole::Placement { piece, .. }, None) => return self.letter == Some(piece),
            (MoveRole::Step { from, .. }, Some(named)) => (from, named),
            _ => return false,
        };
        let cell = position.plane().frame().cell(origin);
        let Some(tile) = position.plane().tile_on(cell) else { return false };
        let letter = position.plane().kind_of(tile).letter();
        let square = write_square(position, origin);
        match self.letter {
            Some(named) => named == letter && may_mean(from, &square),
            None => square == *from,
        }
    }
}

impl Written {
    /// Reason why no move fits.
    fn refusal<R: Rules>(&self, position: &Position<R>) -> String {
        let drawn_on = |named: &str| {
            position
                .plane()
                .in_play()
                .into_iter()
                .find(|&tile| write_square(position, field_of(position, tile)) == named)
        };
        match (&self.from, position.hand(), self.letter) {
            (None, Hand::Holds(kind), letter) if letter != Some(kind.letter()) => {
                format!("you drew a {}", kind.name())
            }
            (None, ..) if drawn_on(&self.to).is_some() => format!("there is a tile on {}", self.to),
            (None, _, letter) => format!("{} cannot be placed there", letter.unwrap_or_default()),
            (Some(_), Hand::Holds(kind), _) => format!("the {} in the hand must be placed", kind.name()),
            (Some(from), ..) if drawn_on(from).is_none_or(|tile| tile.seat() != position.side()) => {
                format!("there is no tile of the player on {from}")
            }
            (Some(_), ..) => "the tile does not get there".to_string(),
        }
    }
}

/// Composite moves of a position: moves, placements and whole draws.
fn writable<R: Rules>(position: &Position<R>) -> MoveList {
    let mut list = MoveList::new();
    position.composite_moves(&mut list);
    list
}

impl<R: Rules> XBoardLayout for Position<R> {
    // With this parent the board may be empty and kings may be missing, and captured
    // tiles do not go beside the board, where the piles lie.
    const LAYOUT: Layout = Layout {
        variant: R::INFO.name,
        width: WIDTH,
        height: HEIGHT,
        refusal: None,
        setup: Some(Setup {
            table: ".NBRQP/....K..nbrqp/....k.",
            holdings: 6,
            parent: "bughouse",
            pieces: &[
                ('K', IMPOSSIBLE),
                ('Q', IMPOSSIBLE),
                ('R', IMPOSSIBLE),
                ('B', IMPOSSIBLE),
                ('N', IMPOSSIBLE),
                ('P', IMPOSSIBLE),
            ],
            options: &[],
            backdrop: None,
        }),
    };
}

impl<R: Rules> OnSquares for Position<R> {
    fn square_name(&self, field: usize) -> String {
        write_square(self, field)
    }

    fn write_on_squares(&self, mv: Move) -> String {
        match self.move_role(mv).map(|field| write_square(self, field)) {
            MoveRole::Step { from, to, .. } => from + &to,
            MoveRole::Placement { piece, to } => format!("{piece}@{to}"),
            _ => self.write_move(mv),
        }
    }

    /// A text that names squares never means fields of the frame, though their names look alike.
    fn read_on_squares(&self, text: &str) -> Result<Move, MoveError> {
        if text == NULL {
            return self.read_move(STRANDED);
        }
        let Some(written) = Written::parse(text) else {
            let names_fields = text.contains(|c: char| c.is_ascii_digit());
            return if names_fields { Err(MoveError::Syntax) } else { self.read_move(text) };
        };
        let list = writable(self);
        let mut found = list.iter().filter(|&&mv| written.may_be(self, mv));
        match (found.next(), found.next()) {
            (Some(&mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveError::Illegal("it may mean several moves".to_string())),
            (None, _) => Err(MoveError::Illegal(written.refusal(self))),
        }
    }

    /// Window with its tiles, and the piles. A tile in hand is in neither.
    fn to_squares(&self) -> String {
        let mut window = [[None; WIDTH]; HEIGHT];
        for tile in self.plane().in_play() {
            let (file, rank) = place(self, field_of(self, tile));
            window[rank][file] = Some(self.plane().kind_of(tile).letter_of(tile.seat()));
        }
        let rows: Vec<String> = window.iter().rev().map(|row| write_row(row.iter().copied())).collect();
        let own = self.to_string();
        let (_, rest) = own.split_once('[').unwrap_or_default();
        let (piles, rest) = rest.split_once(']').unwrap_or_default();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let &[turn, _, _, clock, full_moves] = &words[..] else { unreachable!("a position has six fields") };
        format!("{}[{piles}] {} - - {clock} {full_moves}", rows.join("/"), &turn[..1])
    }

    /// The cells around the tiles, to which the next tile goes, lie apart in the window as long as it is wider and
    /// higher than they are; with a move between there are at most a column and a row more.
    fn is_ambiguous_on_squares(&self) -> bool {
        let frame = self.plane().frame();
        frame.width + 3 > WIDTH || frame.height + 3 > HEIGHT
    }

    fn is_unique_on_squares(&self, mv: Move) -> bool {
        let from = match self.move_role(mv) {
            MoveRole::Step { from, .. } => Some(from),
            MoveRole::Placement { .. } => None,
            _ => return true,
        };
        let lies_alone = |field| {
            let square = write_square(self, field);
            let mut others = self.plane().in_play().into_iter().map(|tile| field_of(self, tile));
            others.all(|other| other == field || write_square(self, other) != square)
        };
        from.is_none_or(lies_alone) && lies_alone(mv.to()) && self.read_on_squares(&self.write_on_squares(mv)) == Ok(mv)
    }

    fn exceeds_squares(&self) -> bool {
        let frame = self.plane().frame();
        frame.width > WIDTH || frame.height > HEIGHT
    }

    /// Tiles that touch across the edges of the window lie together on the plane. In place of the fields between side
    /// and clocks XBoard may write one.
    fn from_squares(text: &str) -> Result<Self, PositionError> {
        let Some((board, rest)) = text.split_once('[').filter(|(board, _)| board.split('/').count() == HEIGHT) else {
            // Not on squares, but perhaps in the game's own notation.
            return text.parse();
        };
        let (piles, rest) = rest.split_once(']').unwrap_or((rest, ""));
        let tiles = read_window(board)?;
        let cells = spread(&tiles);
        let mut own = Translation::default();
        own.push(&write_plane(&tiles, &cells), None);
        let bracket = board.chars().count() + 1;
        own.push("[", Some(bracket));
        let dashes = piles.len() - piles.trim_start_matches('-').len();
        own.push(piles.trim_matches('-'), Some(bracket + 1 + dashes));
        let bracket = bracket + 1 + piles.chars().count();
        own.push("]", Some(bracket));
        let fields: Vec<(&str, usize)> = words(rest, bracket + 1).collect();
        if let [(side, column), others @ ..] = &fields[..] {
            own.push(" ", None);
            own.push(side, Some(*column));
            own.push(" - -", None);
            let clocks: &[(&str, usize)] = if others.len() < 2 { &[] } else { &others[others.len() - 2..] };
            for (clock, column) in clocks {
                own.push(" ", None);
                own.push(clock, Some(*column));
            }
        }
        let position: Self = own.parse()?;
        let Some((&(file, rank), &(x, y))) = tiles.keys().next().zip(cells.first()) else { return Ok(position) };
        // The first tile lies where the GUI draws it.
        let (left, bottom) = corner(&cells);
        let here = position.on_plane(Frame::field_at((x - left + 1) as usize, (y - bottom + 1) as usize).into());
        let there = (file as i32 - (WIDTH / 2) as i32, rank as i32 - (HEIGHT / 2) as i32);
        Ok(position.shifted((there.0 - here.0, there.1 - here.1)))
    }
}

/// Tiles of a window by file and rank.
fn read_window(text: &str) -> Result<BTreeMap<(usize, usize), char>, PositionError> {
    let mut tiles = BTreeMap::new();
    let mut column = 1;
    for (rank, row) in (0..HEIGHT).rev().zip(text.split('/')) {
        let squares: Vec<_> = read_row(row).take(WIDTH + 1).collect();
        if squares.len() != WIDTH {
            let place = Place::Board { rank: rank + 1, file: 0 };
            return Err(PositionError { place, column, reason: format!("it does not describe {WIDTH} squares") });
        }
        tiles.extend(squares.into_iter().enumerate().filter_map(|(file, (_, letter))| Some(((file, rank), letter?))));
        column += row.chars().count() + 1;
    }
    Ok(tiles)
}

/// Columns and rows of the tiles on a plane where those lie side by side that are so drawn or that meet across the
/// window's edges, in the order of the tiles. Tiles that do not hold together come to lie apart.
fn spread(tiles: &BTreeMap<(usize, usize), char>) -> Vec<(i32, i32)> {
    let mut cells: BTreeMap<(usize, usize), (i32, i32)> = BTreeMap::new();
    let mut fresh: Vec<((usize, usize), (i32, i32))> =
        tiles.keys().take(1).map(|&(file, rank)| ((file, rank), (file as i32, rank as i32))).collect();
    while let Some((at, cell)) = fresh.pop() {
        if !tiles.contains_key(&at) || cells.contains_key(&at) {
            continue;
        }
        cells.insert(at, cell);
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        fresh.extend(steps.map(|(dx, dy)| {
            let beside = |place: usize, step: i32, size: usize| (place as i32 + step).rem_euclid(size as i32) as usize;
            ((beside(at.0, dx, WIDTH), beside(at.1, dy, HEIGHT)), (cell.0 + dx, cell.1 + dy))
        }));
    }
    tiles.keys().map(|at| cells.get(at).copied().unwrap_or((at.0 as i32, at.1 as i32))).collect()
}

/// First column and first row with a tile.
fn corner(cells: &[(i32, i32)]) -> (i32, i32) {
    let least = |coordinates: &mut dyn Iterator<Item = i32>| coordinates.min().unwrap_or(0);
    (least(&mut cells.iter().map(|cell| cell.0)), least(&mut cells.iter().map(|cell| cell.1)))
}

/// Board in the game's own notation.
fn write_plane(tiles: &BTreeMap<(usize, usize), char>, cells: &[(i32, i32)]) -> String {
    let (left, bottom) = corner(cells);
    let (Some(right), Some(top)) = (cells.iter().map(|cell| cell.0).max(), cells.iter().map(|cell| cell.1).max())
    else {
        return "1".to_string();
    };
    let letters: BTreeMap<(i32, i32), char> = cells.iter().copied().zip(tiles.values().copied()).collect();
    let row = |y| write_row((left..=right).map(|x| letters.get(&(x, y)).copied()));
    (bottom..=top).rev().map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::record::Record;
    use engine::variants::Chex;

    use super::*;

    const EMPTY: &str = "12/12/12/12/12/12/12/12/12/12/12/12/12/12/12[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";

    fn played(moves: &[&str]) -> Record<Chex> {
        let mut record = Record::<Chex>::default();
        for text in moves {
            let mv = record.position().read_on_squares(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(record.position().write_on_squares(mv), *text);
            record.play(mv);
        }
        record
    }

    #[test]
    fn the_first_tile_lies_in_the_middle_of_the_window() {
        assert_eq!(Chex::start().to_squares(), EMPTY);
        let record = played(&["N@g8", "P@f7", "g8e7"]);
        assert!(record.position().to_squares().starts_with("12/12/12/12/12/12/12/12/4Np6/"), "{}", record.position());
    }

    #[test]
    fn every_move_is_told_and_read_back_however_far_the_game_has_wandered() {
        // The rooks walk a hundred cells to the left, one after the other.
        let mut record = Record::<Chex>::new("R/r[KQRk] w - - 0 1".parse().expect("a position"));
        // Where the GUI has the rooks: file and rank, from 0.
        let mut rooks = [(7_usize, 9_usize), (7, 8)];
        for turn in 0..200 {
            let position = record.position();
            let window = position.to_squares();
            let row = |(file, _): (usize, usize), letter| write_row((0..WIDTH).map(|x| (x == file).then_some(letter)));
            assert!(
                window.contains(&format!("{}/{}", row(rooks[0], 'R'), row(rooks[1], 'r'))),
                "turn {turn}: {window}"
            );
            for mv in writable(position) {
                let text = position.write_on_squares(mv);
                assert_eq!(position.read_on_squares(&text), Ok(mv), "{text} in {position}");
            }
            let read = Chex::from_squares(&window).unwrap_or_else(|error| panic!("{window}: {error}"));
            assert_eq!((&read, read.to_squares()), (position, window));
            let (file, rank) = rooks[turn % 2];
            let to = (file + WIDTH - 1) % WIDTH;
            rooks[turn % 2].0 = to;
            let step = square(file, rank) + &square(to, rank);
            record.play(record.position().read_on_squares(&step).unwrap_or_else(|error| panic!("{step}: {error}")));
        }
        while record.undo().is_some() {}
        assert!(record.position().to_squares().starts_with("12/12/12/12/12/7R4/7r4/"));
    }

    #[test]
    fn a_pass_is_a_king_that_cannot_be_placed() {
        let won: Chex = "K[Qk] b - - 0 1".parse().expect("a position");
        assert_eq!(won.read_on_squares(NULL), won.read_move(STRANDED));
        assert!(won.read_on_squares(NULL).is_ok());
        let free: Chex = "NK[Qk] b - - 0 1".parse().expect("a position");
        assert_eq!(free.read_on_squares(NULL), Err(MoveError::Illegal("the king can be placed".to_string())));
    }

    /// Number of composite moves that the GUI may mistake for others.
    fn ambiguous_moves(position: &Chex) -> usize {
        writable(position).iter().filter(|&&mv| !position.is_unique_on_squares(mv)).count()
    }

    #[test]
    fn where_the_window_has_room_every_move_is_unique() {
        for stride in 1..40 {
            let mut record = Record::<Chex>::default();
            for turn in 0..60 {
                let position = record.position();
                let moves = writable(position);
                if moves.is_empty() {
                    break;
                }
                assert!(position.is_ambiguous_on_squares() || ambiguous_moves(position) == 0, "{position}");
                record.play(moves[stride * (7919 + turn) % moves.len()]);
            }
        }
    }

    #[test]
    fn in_a_window_that_is_too_small_some_moves_are_ambiguous() {
        // The cells above and below the ends of the row, and those next to them beyond the other end, lie on the same
        // squares.
        let position: Chex = "rppppbbppppr[KQRRBBNNPPPPPPPPkqnn] w - - 0 1".parse().expect("a position");
        assert!(position.is_ambiguous_on_squares());
        let all = writable(&position).len();
        assert!((1..all).contains(&ambiguous_moves(&position)), "{} of {all}", ambiguous_moves(&position));
    }

    #[test]
    fn squares_are_never_taken_for_fields() {
        let record = played(&["N@g8", "P@f7"]);
        for (text, why) in [
            ("g8a2", "the tile does not get there"),
            ("P@b2", "P cannot be placed there"),
            ("e5e6", "there is no tile of the player on e5"),
            ("R@g8", "there is a tile on g8"),
        ] {
            assert_eq!(record.position().read_on_squares(text), Err(MoveError::Illegal(why.to_string())), "{text}");
        }
        for text in ["", "x", "N@", "g8", "@g8", "g8e", "m1a1", "g8e16", "Né8"] {
            assert_eq!(record.position().read_on_squares(text), Err(MoveError::Syntax), "{text}");
        }
        assert!(
            record.position().read_on_squares("Ng8e7").is_ok() && record.position().read_on_squares("Ne7+").is_ok()
        );
    }

    #[test]
    fn faults_have_their_columns_in_the_window() {
        let fault = |from: &str, to: &str| Chex::from_squares(&EMPTY.replacen(from, to, 1)).expect_err(to).to_string();
        assert_eq!(fault("[KQR", "[KQX"), "piles of tiles, column 48: 'X' is no tile");
        assert_eq!(fault(" w ", " x "), "side to move, column 80: 'x' is neither 'w' nor 'b'");
        assert_eq!(fault(" w ", "  x "), "side to move, column 81: 'x' is neither 'w' nor 'b'");
        assert_eq!(fault(" - 0 1", " 0 y"), "move number, column 86: 'y' is no number from 0 to 65535");
        assert_eq!(fault(" w - - 0 1", ""), "side to move, column 79: missing");
    }

    #[test]
    fn wrong_windows_are_refused() {
        for text in [EMPTY.replacen("12", "11", 1), EMPTY.replacen("12", "N11", 1), EMPTY.replacen("12", "X11", 1)] {
            assert!(Chex::from_squares(&text).is_err(), "{text}");
        }
        assert_eq!(Chex::from_squares(&EMPTY.replace(" - - ", " - ")), Ok(Chex::start()));
        assert_eq!(Chex::from_squares(Chex::START), Ok(Chex::start()));
        let apart = EMPTY.replacen("12/12", "K11/12", 1).replacen("12[K", "5n6[", 1).replacen("nn", "n", 1);
        assert!(Chex::from_squares(&apart).is_err(), "{apart}");
    }
}
