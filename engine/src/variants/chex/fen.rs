//! Position text parser.

use std::marker::PhantomData;
use std::str::FromStr;

use super::plane::SPAN;
use super::position::FIRST_CORNER;
use super::{Cell, Frame, Hand, Kind, Pile, Plane, Position, Rules, Ties, TileSet};
use crate::game::Seat;
use crate::text::{Place, PositionError};
use crate::variants::fen::{PieceLetter, Word, error, name, read_clocks, read_side, words};

/// Parsed tiles of the board field, first row first, and the width of the rows.
struct Rows {
    tiles: Vec<PieceLetter>,
    width: usize,
    height: usize,
}

/// Parses rows of one width, north first: letters, and numbers for runs of empty cells.
fn read_rows(word: Word) -> Result<Rows, PositionError> {
    let whole = |column, reason: String| Err(error(Place::Whole, column, reason));
    let (mut tiles, mut widths) = (Vec::new(), Vec::new());
    let mut column = word.column;
    for row in word.text.split('/') {
        let (mut file, begins) = (0_usize, column);
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let taken = if digits > 0 { digits } else { c.len_utf8() };
            if digits > 0 {
                let run = rest[..digits].parse().ok().filter(|run| (1..=SPAN).contains(run) && c != '0');
                let Some(run) = run else {
                    return whole(column, format!("'{}' is no number of empty cells", &rest[..digits]));
                };
                file += run;
            } else {
                tiles.push(PieceLetter { letter: c, file, rank: widths.len(), column });
                file += 1;
            }
            if file > SPAN {
                return whole(begins, format!("a row is longer than {SPAN} cells"));
            }
            column += rest[..taken].chars().count();
            rest = &rest[taken..];
        }
        if widths.first().is_some_and(|&width| width != file) || file == 0 {
            return whole(
                begins,
                format!("row {} has {file} cells, not {}", widths.len() + 1, widths.first().unwrap_or(&1)),
            );
        }
        widths.push(file);
        if widths.len() > SPAN {
            return whole(begins, format!("more than {SPAN} rows"));
        }
        column += 1;
    }
    let height = widths.len();
    // Rows were counted from the north.
    tiles.iter_mut().for_each(|tile| tile.rank = height - 1 - tile.rank);
    Ok(Rows { tiles, width: widths[0], height })
}

/// Number of tiles of each kind that the text gives a side; more than the side owns is an error.
#[derive(Default)]
struct Count([[u8; Kind::COUNT]; 2]);

impl Count {
    /// Counts a tile. Returns the reason if it is one too many.
    fn add(&mut self, seat: Seat, kind: Kind) -> Result<(), String> {
        let count = &mut self.0[seat.index()][kind.index()];
        *count += 1;
        let most = Kind::ARMY[kind.index()];
        match *count > most {
            true => Err(format!("{} has more than {most} of the tile '{}'", name(seat), kind.letter_of(seat))),
            false => Ok(()),
        }
    }
}

fn read_plane(word: Word, count: &mut Count) -> Result<Plane, PositionError> {
    let mut plane = Plane::default();
    if word.text == "1" {
        return Ok(plane);
    }
    let rows = read_rows(word)?;
    for tile in &rows.tiles {
        let Some(kind) = Kind::from_letter(tile.letter) else {
            return Err(tile.error(format!("'{}' is no tile", tile.letter)));
        };
        count.add(tile.seat(), kind).map_err(|reason| tile.error(reason))?;
        plane.place(tile.seat(), kind, Cell::new(tile.file, tile.rank));
    }
    let whole = |reason: &str| Err(error(Place::Whole, word.column, reason));
    let Some(first) = plane.in_play().into_iter().next() else {
        return whole("an empty plane is written '1'");
    };
    let all = plane.in_play();
    let (mut reached, mut fresh) = (TileSet::from(first), TileSet::from(first));
    while fresh.any() {
        let near = fresh.into_iter().fold(TileSet::EMPTY, |near, tile| near | plane.touched_by(tile));
        fresh = near.without(reached);
        reached |= fresh;
    }
    if reached != all {
        let apart = plane.cell_of(all.without(reached).first());
        let apart = rows.tiles.iter().find(|tile| (tile.file, tile.rank) == (apart.x(), apart.y()));
        return Err(apart.unwrap_or(&rows.tiles[0]).error("this tile is not connected with the first one"));
    }
    let frame = plane.frame();
    if frame != (Frame { corner: Cell::new(0, 0), width: rows.width, height: rows.height }) {
        return whole("an outer row or column is empty");
    }
    Ok(plane)
}

/// Parses the piles; `text` begins behind the opening bracket.
fn read_piles(text: &str, column: usize, count: &mut Count) -> Result<[Pile; 2], PositionError> {
    let wrong = |column, reason| Err(error(Place::Part("piles of tiles"), column, reason));
    let mut piles = [Pile::default(); 2];
    let Some(letters) = text.strip_suffix(']') else {
        return wrong(column + text.chars().count(), "the closing bracket is missing".to_string());
    };
    for (letter, column) in letters.chars().zip(column..) {
        let Some(kind) = Kind::from_letter(letter) else { return wrong(column, format!("'{letter}' is no tile")) };
        let seat = if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK };
        if let Err(reason) = count.add(seat, kind) {
            return wrong(column, reason);
        }
        piles[seat.index()].add(kind);
    }
    Ok(piles)
}

/// Parses the side to move and its hand: `w`, `w?` before the tile is known, `wN` with a tile in hand.
fn read_turn(word: Word, count: &mut Count) -> Result<(Seat, Hand), PositionError> {
    let split = word.text.char_indices().nth(1).map_or(word.text.len(), |(at, _)| at);
    let (side, hand) = word.text.split_at(split);
    let wrong = |reason| Err(error(Place::Part("side to move"), word.column + 1, reason));
    let seat = read_side(Word { text: side, ..word })?;
    let mut letters = hand.chars();
    let hand = match (letters.next(), letters.next()) {
        (None, _) => Hand::Empty,
        (Some('?'), None) => Hand::Drawing,
        (Some(letter), None) => match Kind::from_letter(letter).filter(|_| letter.is_uppercase()) {
            Some(kind) => Hand::Holds(kind),
            None => return wrong(format!("'{letter}' is no tile")),
        },
        _ => return wrong(format!("'{hand}' is no drawn tile")),
    };
    if let Hand::Holds(kind) = hand
        && let Err(reason) = count.add(seat, kind)
    {
        return wrong(reason);
    }
    Ok((seat, hand))
}

impl<R: Rules> Position<R> {
    /// Checks that kings and hand are as the rules allow.
    fn check(&self, board: Word, side: Word) -> Result<(), PositionError> {
        let whole = |reason| Err(error(Place::Whole, board.column, reason));
        let waiting = self.side.opponent();
        let lacking = Seat::BOTH.into_iter().filter(|&seat| self.lacks_king(seat));
        match lacking.collect::<Vec<_>>()[..] {
            [seat, ..] if R::KING_IS_ROYAL => {
                return whole(format!("{} has no king, neither in play nor in the pile", name(seat)));
            }
            [_, _] => return whole("neither side has a king".to_string()),
            _ => {}
        }
        if R::KING_IS_ROYAL {
            let mut turned = self.clone();
            turned.side = waiting;
            if turned.checkers().any() {
                return whole(format!("{}'s king is in check, but {} is to move", name(waiting), name(self.side)));
            }
        }
        let possible = match self.hand {
            Hand::Empty => true,
            Hand::Drawing => self.may_draw(),
            Hand::Holds(kind) => kind == Kind::King || !self.sites(kind).is_empty(),
        };
        if possible && (self.hand == Hand::Empty || self.captured_king().is_none()) {
            return Ok(());
        }
        Err(error(Place::Part("side to move"), side.column, format!("{} may not draw", name(self.side))))
    }
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses six fields. The brackets of the piles may be left out if both are empty, and the two clocks together.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let Some(&first) = words.first() else { return Err(error(Place::Part("board"), end, "missing")) };
        let (board_text, piles_text) = first.text.split_once('[').unwrap_or((first.text, "]"));
        let board = Word { text: board_text, ..first };
        let mut count = Count::default();
        let plane = read_plane(board, &mut count)?;
        let piles = read_piles(piles_text, first.column + board_text.chars().count() + 1, &mut count)?;
        let field =
            |index: usize, name| words.get(index).copied().ok_or_else(|| error(Place::Part(name), end, "missing"));
        let side_word = field(1, "side to move")?;
        let (side, hand) = read_turn(side_word, &mut count)?;
        for (index, name) in [(2, "castling rights"), (3, "en passant square")] {
            let word = field(index, name)?;
            if word.text != "-" {
                return Err(error(
                    Place::Part(name),
                    word.column,
                    format!("'{}' where this game has only '-'", word.text),
                ));
            }
        }
        let (clock, full_moves) = read_clocks(&words[4..], end)?;
        let mut ties = Ties::default();
        Ties::find(&plane, &mut ties);
        let mut position = Position {
            plane,
            ties,
            aimers: TileSet::EMPTY,
            piles,
            hand,
            side,
            key: 0,
            full_moves,
            clock,
            reversible: 0,
            corner: FIRST_CORNER,
            rules: PhantomData,
        };
        position.aimers = position.find_aimers();
        position.check(first, side_word)?;
        position.key = position.compute_key();
        Ok(position)
    }
}
