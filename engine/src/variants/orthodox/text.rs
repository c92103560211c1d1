//! FEN writer and coordinate notation.

use std::fmt::{self, Display};

use super::board::{Board, BoardSet, BoardSquare, RANKS};
use super::castling::Right;
use super::moves::{promotion_code, promotion_kind};
use super::{Kind, Memory, MoveKind, Position, Rules, SetOf, SquareOf};
use crate::game::{Game, GenType, Seat};
use crate::moves::{Move, MoveList};
use crate::text::{MoveError, Notation, Style};
use crate::variants::fen::{side_letter, write_board};

impl<R: Rules> Position<R> {
    /// FEN of the start position.
    pub const START: &'static str = R::START;

    /// Letter of the piece on a square, White's in capitals.
    pub fn letter_on(&self, square: SquareOf<R>) -> Option<char> {
        self.pieces.on(square).map(|(seat, kind)| Self::letter_of(seat, kind))
    }

    /// Letter of a piece, White's in upper case.
    pub(super) fn letter_of(seat: Seat, kind: Kind) -> char {
        let letter = Self::letter(kind);
        if seat == Seat::WHITE { letter } else { letter.to_ascii_lowercase() }
    }

    /// The kinds of pieces of the game.
    pub const fn kinds() -> &'static [Kind] {
        Kind::ALL.split_at(R::Board::KINDS).0
    }

    /// Letter of a kind, in upper case.
    pub const fn letter(kind: Kind) -> char {
        if kind as u8 == Kind::Queen as u8 { R::QUEEN.0 } else { kind.letter() }
    }

    /// Name of a kind, in lower case.
    pub const fn kind_name(kind: Kind) -> &'static str {
        if kind as u8 == Kind::Queen as u8 { R::QUEEN.1 } else { kind.name() }
    }

    /// Kind of a letter, of either case.
    pub(super) fn kind_of_letter(letter: char) -> Option<Kind> {
        Self::kinds().iter().copied().find(|&kind| Self::letter(kind) == letter.to_ascii_uppercase())
    }

    /// Castling field of the FEN. Where it is known of a king that it has never moved, `E` and `e` say so for a side
    /// without rights.
    fn castling_field(&self) -> String {
        let rights = self.castling.text::<R>(&self.pieces);
        if !R::Memory::INNOCENCE {
            return rights;
        }
        let of = |seat: Seat, is_own: fn(&char) -> bool, innocent: &str| {
            let own: String = rights.chars().filter(is_own).collect();
            if own.is_empty() && self.memory.is_innocent(seat) { innocent.to_string() } else { own }
        };
        let field = of(Seat::WHITE, char::is_ascii_uppercase, "E") + &of(Seat::BLACK, char::is_ascii_lowercase, "e");
        if field.is_empty() { "-".to_string() } else { field }
    }

    /// En passant field of the FEN.
    fn en_passant_field(&self) -> String {
        let squares = if R::Memory::SERIES { self.passed_squares() } else { self.en_passant_squares() };
        if squares.is_empty() {
            "-".to_string()
        } else {
            squares.into_iter().map(|square| square.to_string()).collect()
        }
    }
}

impl<R: Rules> Display for Position<R> {
    /// FEN, its castling field in the way of X-FEN (Reinhard Scharnagl): the same as ever for orthodox chess.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = write_board((R::Board::FILES, RANKS), |file, rank| self.letter_on(SquareOf::<R>::new(file, rank)));
        write!(f, "{board} {} {} {}", side_letter(self.side), self.castling_field(), self.en_passant_field())?;
        if R::Memory::FIELD.is_some() {
            write!(f, " {}", self.memory.write())?;
        }
        write!(f, " {} {}", self.clock, self.full_moves)
    }
}

/// Coordinate notation of a move: two squares and the promotion kind.
struct Coordinates<S> {
    from: S,
    to: S,
    becomes: Option<Kind>,
}

impl<S> Coordinates<S> {
    fn parse<R: Rules>(text: &str) -> Option<Self>
    where
        R::Board: Board<Square = S>,
    {
        let becomes = match text.len() {
            4 => None,
            5 => Some(Position::<R>::kind_of_letter(text.chars().last()?)?),
            _ => return None,
        };
        Some(Coordinates {
            from: R::Board::parse_square(text.get(0..2)?)?,
            to: R::Board::parse_square(text.get(2..4)?)?,
            becomes,
        })
    }
}

impl<R: Rules> Notation for Position<R> {
    fn write_move(&self, mv: Move) -> String {
        let mut text = format!("{}{}", SquareOf::<R>::from_index(mv.from()), self.written_target(mv));
        text.extend(promotion_kind(mv).map(|kind| Self::letter(kind).to_ascii_lowercase()));
        text
    }

    fn write_move_in(&self, mv: Move, style: Style) -> String {
        match (self.castling_right(mv), style) {
            (Some(right), Style::KingTakesRook) => {
                format!("{}{}", SquareOf::<R>::from_index(mv.from()), self.castling.rook::<R>(right))
            }
            (Some(right), Style::CastlingByLetters) => right.letters().to_string(),
            (_, Style::San) => self.write_san(mv),
            _ => self.write_move(mv),
        }
    }

    fn pgn_variant(&self) -> Option<&'static str> {
        let [orthodox, chess960] = R::PGN_VARIANTS;
        if self.castling.is_chess960() { chess960 } else { orthodox }
    }

    /// Reads coordinates (`e2e4`, `e7e8q`) or standard algebraic notation (`Nf3`, `exd8=Q+`). Castling may be written
    /// as the king's capture of its own rook (`e1h1`), or by the king's target if that is two squares away or more.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let Some(written) = Coordinates::parse::<R>(text) else { return self.read_san(text, &legal) };
        let found = legal.iter().copied().find(|&mv| self.is_named(mv, &written));
        found.ok_or_else(|| MoveError::Illegal(self.why_illegal(&written, &legal)))
    }
}

impl<R: Rules> Position<R> {
    /// The right by which a move castles.
    pub(super) fn castling_right(&self, mv: Move) -> Option<Right> {
        let castles = mv.kind() == MoveKind::Castle.code();
        castles.then(|| Right::of_target::<R>(self.side, SquareOf::<R>::from_index(mv.to())))
    }

    /// Target of a move in coordinate notation. Where king or rook of a castling do not stand as in orthodox chess, it
    /// is the rook: the king's own target may be a step away, which is another move.
    pub(super) fn written_target(&self, mv: Move) -> SquareOf<R> {
        match self.castling_right(mv) {
            Some(right) if self.castling.is_unorthodox(right) => self.castling.rook::<R>(right),
            _ => SquareOf::<R>::from_index(mv.to()),
        }
    }

    /// True if coordinates mean a legal move.
    fn is_named(&self, mv: Move, written: &Coordinates<SquareOf<R>>) -> bool {
        let is_target = match self.castling_right(mv) {
            Some(right) => {
                let steps = written.to.file().abs_diff(written.from.file());
                written.to == self.castling.rook::<R>(right) || (steps >= 2 && written.to.index() == mv.to())
            }
            None => written.to.index() == mv.to(),
        };
        mv.from() == written.from.index() && is_target && promotion_kind(mv) == written.becomes
    }

    /// True if the game is over without legal moves, and not by mate or stalemate.
    pub(super) fn is_over(&self, legal: &MoveList) -> bool {
        legal.is_empty() && self.outcome().is_some()
    }

    /// Why no legal move is written so.
    fn why_illegal(&self, written: &Coordinates<SquareOf<R>>, legal: &MoveList) -> String {
        if self.is_over(legal) {
            return "the game is over".to_string();
        }
        let Coordinates { from, to, becomes } = *written;
        let same_squares = legal.iter().find(|mv| mv.from() == from.index() && mv.to() == to.index());
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no piece on {from}") };
        match (same_squares, becomes) {
            _ if seat != self.side => return format!("the piece on {from} is the opponent's"),
            (Some(&mv), None) if promotion_code(mv) != 0 => return "say what the pawn becomes".to_string(),
            (Some(&mv), Some(_)) if promotion_code(mv) == 0 => {
                return "only a pawn on its last rank promotes".to_string();
            }
            (Some(_), Some(kind)) => return format!("a pawn cannot become a {}", Self::kind_name(kind)),
            _ => {}
        }
        let rooks = self.pieces.get(self.side, Kind::Rook);
        if kind == Kind::King && (rooks.has(to) || self.looks_like_castling(from, to)) {
            return "castling is not possible".to_string();
        }
        if self.pieces.of(self.side).has(to) {
            return format!("{to} is occupied by an own piece");
        }
        if kind == Kind::King
            && R::ROYAL[self.side.index()]
            && self.attacked_squares(self.side.opponent(), self.pieces.occupied() ^ from.into()).has(to)
        {
            return format!("the king would be in check on {to}");
        }
        if self.can_reach(from, to, kind) && !self.derived.paralysed().has(from) {
            let checked = self.is_checked(self.side);
            return if checked { "the king is left in check" } else { "the king would be in check" }.to_string();
        }
        if !R::KNIGHTS_FIGHT && self.pieces.get(self.side.opponent(), Kind::Knight).has(to) {
            return "knights cannot be captured".to_string();
        }
        if !R::KNIGHTS_FIGHT && kind == Kind::Knight && self.pieces.occupied().has(to) {
            return "knights cannot capture".to_string();
        }
        if self.derived.paralysed().has(from) {
            return format!("the {} on {from} is paralysed", Self::kind_name(kind));
        }
        format!("the {} on {from} does not reach {to}", Self::kind_name(kind))
    }

    /// True if a king would go along its first rank farther than a step, where its side may castle.
    fn looks_like_castling(&self, from: SquareOf<R>, to: SquareOf<R>) -> bool {
        let first_rank = if self.side == Seat::WHITE { 0 } else { RANKS - 1 };
        let is_far = from.file().abs_diff(to.file()) >= 2;
        R::MAY_CASTLE[self.side.index()] && from.rank() == first_rank && to.rank() == first_rank && is_far
    }

    /// Pseudo-legality: true if the piece could make the move with its king left aside.
    fn can_reach(&self, from: SquareOf<R>, to: SquareOf<R>, kind: Kind) -> bool {
        let (side, occupied) = (self.side, self.pieces.occupied());
        let enemies = self.capturable(side.opponent());
        let open = enemies | !occupied;
        let mut reach = match kind {
            Kind::Pawn => {
                let files = R::Board::FILES as i32;
                let (ahead, home) = if side == Seat::WHITE { (files, 1) } else { (-files, 6) };
                let one = SetOf::<R>::from(from).shift(ahead).without(occupied);
                let two = one.when(from.rank() == home && R::DOUBLE_STEP[side.index()]).shift(ahead).without(occupied);
                let passing = self.en_passant_squares();
                one | two | R::Board::pawn(side, from) & (enemies | passing)
            }
            Kind::Knight if !R::KNIGHTS_FIGHT => R::Board::knight(from).without(occupied),
            Kind::Queen if R::QUEEN_LEAPS => (R::Board::queen(from, occupied) | R::Board::knight(from)) & open,
            _ => R::Board::attacks(kind, from, occupied) & open,
        };
        if self.relayed(side).has(from) {
            reach |= self.relayed_leaps(from) & open;
        }
        reach.has(to)
    }
}
