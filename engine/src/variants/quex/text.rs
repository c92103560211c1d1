//! FEN writer, move notation, SAN parser.

use std::fmt::{self, Display};

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::{self, SIZE, Square};
use crate::game::{CopyMake, Game, GenType, MoveFacts, Seat};
use crate::moves::{Move, MoveList};
use crate::text::{MoveError, Notation, Style};
use crate::variants::fen::{name, side_letter, write_board};
use crate::variants::san::{San, disambiguation};

impl<R: Rules> Position<R> {
    /// FEN of the start position.
    pub const START: &'static str = "10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1";

    /// Letter of the piece on a square, by file and rank from 0, White's in capitals.
    pub fn letter_on(&self, file: usize, rank: usize) -> Option<char> {
        self.pieces.on(Square::new(file, rank)).map(|(seat, kind)| kind.letter_of(seat))
    }

    /// Letters of the pieces in the pool, White's in capitals and first.
    pub fn pool_text(&self) -> String {
        let kinds = Seat::BOTH.into_iter().flat_map(|seat| Kind::ALL.into_iter().map(move |kind| (seat, kind)));
        kinds.flat_map(|(seat, kind)| std::iter::repeat_n(kind.letter_of(seat), self.pool.count(seat, kind))).collect()
    }
}

impl<R: Rules> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = write_board((SIZE, SIZE), |file, rank| self.letter_on(file, rank));
        let (pool, side) = (self.pool_text(), side_letter(self.side));
        write!(f, "{board}[{pool}] {side} - - {} {}", self.clock, self.full_moves)
    }
}

/// Square in the inventor's notation, rank and file from 0: `15` is f2.
fn write_inventor(square: Square) -> String {
    format!("{}{}", square.rank(), square.file())
}

/// Parses the inventor's notation of a square.
fn parse_inventor(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [rank @ b'0'..=b'9', file @ b'0'..=b'9'] => Some(Square::new((file - b'0') as usize, (rank - b'0') as usize)),
        _ => None,
    }
}

/// Parsed move text.
#[derive(Debug, PartialEq, Eq)]
enum Written {
    Drop(Kind, Square),
    Move { from: Square, to: Square, becomes: Option<Kind> },
}

impl Written {
    /// Parses `e2e3`, `e9e10q`, `K@d2`, or the same with the inventor's squares: `1424`, `K@13`.
    fn parse(text: &str) -> Option<Written> {
        let square = |text: &str| Square::parse(text).or_else(|| parse_inventor(text));
        if let Some((letter, at)) = text.split_once('@') {
            let [letter] = letter.as_bytes() else { return None };
            return Some(Written::Drop(Kind::from_letter(char::from(*letter))?, square(at)?));
        }
        // A letter at the end is the exchange: no square ends with a letter.
        let last = text.chars().last()?;
        let (squares, becomes) = match last.is_ascii_alphabetic() {
            true => (&text[..text.len() - 1], Some(Kind::from_letter(last)?)),
            false => (text, None),
        };
        // The first square takes two or three characters; the rest is the other one.
        (2..=3).find_map(|split| {
            let (from, to) = (squares.get(..split)?, squares.get(split..)?);
            Some(Written::Move { from: square(from)?, to: square(to)?, becomes })
        })
    }
}

impl<R: Rules> Notation for Position<R> {
    fn write_move(&self, mv: Move) -> String {
        self.write_move_in(mv, Style::Plain)
    }

    fn write_move_in(&self, mv: Move, style: Style) -> String {
        let square = |index| match style {
            Style::Inventor => write_inventor(Square::from_index(index)),
            _ => Square::from_index(index).to_string(),
        };
        let (from, to) = (square(mv.from()), square(mv.to()));
        if is_replacement(mv) {
            return format!("K@{to}");
        }
        if style == Style::San {
            return self.write_san(mv);
        }
        let becomes = exchange_kind(mv).map(|kind| kind.letter().to_ascii_lowercase());
        format!("{from}{to}{}", becomes.map(String::from).unwrap_or_default())
    }

    /// Parses coordinates (`e3e4`, `e9e10q`, `K@d2`), also with the inventor's squares (`2434`), or standard algebraic
    /// notation (`Fe4`, `Fxd10=Q`).
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let Some(written) = Written::parse(text) else { return self.read_san(text, &legal) };
        let names = |mv: &Move| match written {
            Written::Drop(kind, at) => kind == Kind::King && is_replacement(*mv) && mv.to() == at.index(),
            Written::Move { from, to, becomes } => {
                !is_replacement(*mv)
                    && mv.from() == from.index()
                    && mv.to() == to.index()
                    && exchange_kind(*mv) == becomes
            }
        };
        let found = legal.iter().copied().find(names);
        found.ok_or_else(|| MoveError::Illegal(self.why_illegal(&written, &legal)))
    }
}

impl<R: Rules> Position<R> {
    /// SAN of a legal move that is no re-placement. Check and mate are marked where the king is royal.
    fn write_san(&self, mv: Move) -> String {
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let kind = self.pieces.kind_on(from).expect("a legal move moves a piece");
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let others = legal.iter().filter(|other| other.to() == mv.to() && other.from() != mv.from());
        let origins = others.map(|other| Square::from_index(other.from()));
        let same_kind = origins.filter(|&from| self.pieces.kind_on(from) == Some(kind));
        let rivals: Vec<(usize, usize)> = same_kind.map(|from| (from.file(), from.rank())).collect();
        let origin = disambiguation((from.file(), from.rank()), &rivals);
        let captures = if self.captured_kind(mv).is_some() { "x" } else { "" };
        let becomes = exchange_kind(mv).map(|kind| format!("={}", kind.letter())).unwrap_or_default();
        let mut text = format!("{}{origin}{captures}{to}{becomes}", kind.letter());
        let mut next = *self;
        next.play(mv, &mut ());
        if R::KING_IS_ROYAL && next.in_check() {
            text.push(if next.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// Legal move of a SAN text.
    fn read_san(&self, text: &str, legal: &MoveList) -> Result<Move, MoveError> {
        let san = San::parse(text, (SIZE, SIZE)).ok_or(MoveError::Syntax)?;
        let kind = san.letter.and_then(Kind::from_letter).ok_or(MoveError::Syntax)?;
        let becomes = san.becomes.map(|letter| Kind::from_letter(letter).ok_or(MoveError::Syntax)).transpose()?;
        let to = Square::new(san.to.0, san.to.1);
        let fits = |mv: &&Move| {
            let from = Square::from_index(mv.from());
            self.pieces.kind_on(from) == Some(kind)
                && mv.to() == to.index()
                && !is_replacement(**mv)
                && exchange_kind(**mv) == becomes
                && san.begins_on(from.file(), from.rank())
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        let kind = kind.name();
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal(
                self.why_no_piece_moves().unwrap_or_else(|| format!("no {kind} can go to {to} that way")),
            )),
            _ => Err(MoveError::Illegal(format!("{} pieces of the kind {kind} can go to {to}", found.len()))),
        }
    }

    /// Reason why no piece on the board may move now, if none may.
    fn why_no_piece_moves(&self) -> Option<String> {
        if self.outcome().is_some() {
            return Some("the game is over".to_string());
        }
        self.must_replace().then(|| "the king must be put back first, by K@ and a field".to_string())
    }

    /// Reason why the text is no legal move.
    fn why_illegal(&self, written: &Written, legal: &MoveList) -> String {
        let (from, to, becomes) = match *written {
            Written::Drop(..) if self.outcome().is_some() => return "the game is over".to_string(),
            Written::Drop(kind, _) if kind != Kind::King => return "only a king is put back".to_string(),
            Written::Drop(..) if !self.must_replace() => return "no king is to be put back".to_string(),
            Written::Drop(_, at) => return format!("no champion of {}'s on {at}", name(self.side)),
            Written::Move { from, to, becomes } => (from, to, becomes),
        };
        if let Some(reason) = self.why_no_piece_moves() {
            return reason;
        }
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no piece on {from}") };
        if seat != self.side {
            return format!("the piece on {from} is the opponent's");
        }
        let moves_there = legal.iter().any(|mv| mv.from() == from.index() && mv.to() == to.index());
        match becomes {
            Some(_) if moves_there && !kind.is_pion() => return "only a pion is exchanged".to_string(),
            Some(_) if moves_there && (!Self::end_zone(seat).has(to) || Self::end_zone(seat).has(from)) => {
                return "a pion is exchanged only as it enters the end zone".to_string();
            }
            Some(chosen) if moves_there => return format!("no '{}' is in the pool", chosen.letter_of(seat)),
            _ => {}
        }
        if self.pieces.of(self.side).has(to) {
            return format!("{to} is occupied by an own piece");
        }
        let occupied = self.pieces.occupied();
        let attacks = self.attacks_of(kind, seat, from, occupied);
        let reach = match kind {
            Kind::Fote => attacks & occupied | ten::ahead(seat, from).without(occupied),
            _ => attacks,
        };
        if reach.has(to) {
            let checked = self.checkers().any() && kind != Kind::King;
            return if checked { "the king is left in check" } else { "the king would be in check" }.to_string();
        }
        format!("the {} on {from} does not reach {to}", kind.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::quex::{Keyles, Quex};

    fn read<P: Notation>(position: &str, text: &str) -> Result<String, String> {
        let position: P = position.parse().expect("a position");
        position.read_move(text).map(|mv| position.write_move(mv)).map_err(|error| error.to_string())
    }

    const PROMOTION: &str = "3r6/4F5/1k8/10/10/10/R8R/10/9R/9K[QF] w - - 0 1";
    const DUE: &str = "10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 0 4";

    #[test]
    fn every_way_to_name_a_move() {
        for (text, means) in [
            ("Fe10", "e9e10"),
            ("Fe10=F", "e9e10f"),
            ("Fxd10=Q+", "e9d10q"),
            ("Fe9xd10Q", "e9d10q"),
            ("Rae4", "a4e4"),
            ("R2j3", "j2j3"),
            ("Rj4h4", "j4h4"),
            ("Ki2", "j1i2"),
            ("8493q", "e9d10q"),
        ] {
            assert_eq!(read::<Quex>(PROMOTION, text), Ok(means.to_string()), "{text}");
        }
        assert_eq!(read::<Keyles>(DUE, "K@b4"), read::<Keyles>(DUE, "K@31"));
    }

    #[test]
    fn every_move_can_be_written_in_san() {
        let written = |position: &str, text: &str| {
            let position: Keyles = position.parse().expect("a position");
            let mv = position.read_move(text).expect("a move");
            let san = position.write_move_in(mv, Style::San);
            assert_eq!(position.read_move(&san), Ok(mv), "{san}");
            san
        };
        assert_eq!(
            ["e9e10", "e9d10q", "a4e4", "j2j3"].map(|text| written(PROMOTION, text)),
            ["Fe10", "Fxd10=Q", "Rae4", "R2j3"]
        );
        assert_eq!(written(DUE, "K@b4"), "K@b4");
        let mate: Quex = "k9/8R1/9R/10/10/10/10/10/10/K9[] w - - 0 1".parse().expect("a position");
        let mv = mate.read_move("j8j10").expect("a move");
        assert_eq!(mate.write_move_in(mv, Style::San), "Rj10#");
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said() {
        let wrong = |position, text| read::<Keyles>(position, text).unwrap_err();
        assert_eq!(wrong(PROMOTION, "Rc4"), "2 pieces of the kind rook can go to c4");
        assert_eq!(wrong(PROMOTION, "a4j4"), "j4 is occupied by an own piece");
        assert_eq!(wrong(PROMOTION, "Nc4"), "no knight can go to c4 that way");
        assert_eq!(wrong(PROMOTION, "K@a4"), "no king is to be put back");
        assert_eq!(wrong(DUE, "R@a1"), "only a king is put back");
        assert_eq!(wrong(DUE, "K@e6"), "no champion of White's on e6");
        assert_eq!(wrong(DUE, "Rb5"), "the king must be put back first, by K@ and a field");
        assert_eq!(wrong(DUE, "b4b5"), "the king must be put back first, by K@ and a field");
        let over = "4K5/10/10/k9/10/10/10/10/10/10[] b - - 0 1";
        for text in ["K@a1", "a7a8", "Ka8"] {
            assert_eq!(wrong(over, text), "the game is over", "{text}");
        }
        for text in ["c4", "Zc4", "Re5=Z", "KK@a1", "Z@a1", "K@a11", "O-O", "@@@@"] {
            assert_eq!(wrong(PROMOTION, text), "not a move", "{text}");
        }
    }

    #[test]
    fn every_move_can_be_written_as_the_inventor_does() {
        let position: Keyles = PROMOTION.parse().expect("a position");
        let mut legal = MoveList::new();
        position.moves(GenType::All, &mut legal);
        for mv in legal {
            let text = position.write_move_in(mv, Style::Inventor);
            assert!(
                text.trim_end_matches(char::is_alphabetic).len() == 4 && position.read_move(&text) == Ok(mv),
                "{text}"
            );
        }
        let due: Keyles = DUE.parse().expect("a position");
        let back = due.read_move("K@d4").expect("a move");
        assert_eq!(due.write_move_in(back, Style::Inventor), "K@33");
    }
}
