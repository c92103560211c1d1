//! FEN, coordinate notation and SAN.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::catalogue::in_play;
use super::description::Description;
use super::moves::{CASTLE, promotion, squares};
use super::{NO_SQUARE, Pieces, Position};
use crate::board::ten::Square;
use crate::game::{CopyMake, Game, GenType, MoveFacts, Seat};
use crate::moves::{MAX_MOVES, Move, MoveList};
use crate::text::{MoveError, Notation, Place, PositionError, Style, file_label};
use crate::variants::fen::{Word, error, name, read_clocks, read_side, side_letter, walk_board, words, write_board};
use crate::variants::san::{San, disambiguation, named, preferred, read_castling, trim_marks};

/// Letters of the castling rights, in the order of their bits.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Reads the placement of the pieces.
fn read_board(rules: &Description, word: Word) -> Result<Pieces, PositionError> {
    let mut pieces = Pieces::default();
    walk_board(word, (rules.files, rules.ranks), |piece| {
        let Some(kind) = rules.kind_of_letter(piece.letter) else {
            return Err(piece.error(format!("'{}' is no piece of this game", piece.letter)));
        };
        if rules.kinds[kind].is_pawn && piece.rank == rules.last_rank(piece.seat()) {
            return Err(piece.error(format!("a pawn cannot stand on rank {}", piece.rank + 1)));
        }
        pieces.put(Square::new(piece.file, piece.rank), piece.seat(), kind);
        Ok(())
    })?;
    Ok(pieces)
}

/// Largest sum of the values of a side's men, in centipawns: what evaluations can count.
const MAX_VALUE: i32 = 28_000;

/// Checks the numbers of royal pieces, and that no position that can follow has too many moves.
fn check_counts(rules: &Description, pieces: &Pieces, word: Word) -> Result<(), PositionError> {
    let whole = |reason| Err(error(Place::Whole, word.column, reason));
    for seat in Seat::BOTH {
        if let Some(royal) = rules.royal {
            let (count, title) = (pieces.get(seat, royal).len(), &rules.kinds[royal].name);
            let wanted = usize::from(rules.is_royal[seat.index()]);
            if count != wanted {
                return whole(format!("{} has {count} of the royal {title}, not {wanted}", name(seat)));
            }
        }
        let most: usize =
            pieces.of(seat).into_iter().filter_map(|at| pieces.kind_on(at)).map(|kind| rules.most_moves(kind)).sum();
        let value: i32 =
            pieces.of(seat).into_iter().filter_map(|at| pieces.kind_on(at)).map(|kind| rules.most_value(kind)).sum();
        if value > MAX_VALUE {
            return whole(format!("{} may get material of {value} centipawns, more than {MAX_VALUE}", name(seat)));
        }
        // Two castlings are not counted with the men.
        if most + 2 > MAX_MOVES {
            return whole(format!("{} may get {most} moves, more than {MAX_MOVES}", name(seat)));
        }
    }
    Ok(())
}

/// Reads the castling rights.
fn read_rights(rules: &Description, word: Word, pieces: &Pieces) -> Result<u8, PositionError> {
    let mut rights = 0;
    if word.text == "-" {
        return Ok(rights);
    }
    for (letter, column) in word.text.chars().zip(word.column..) {
        let wrong = |reason| Err(error(Place::Part("castling rights"), column, reason));
        let Some(bit) = RIGHTS.iter().position(|&right| right == letter) else {
            return wrong(format!("'{letter}' is none of K, Q, k, q"));
        };
        let Some(castling) = &rules.castling else {
            return wrong(format!("'{letter}' is a right to castle, but nobody castles in this game"));
        };
        let (seat, wing) = (Seat::new(bit / 2), bit % 2);
        let rank = rules.last_rank(seat.opponent());
        let is_at_home = castling.rook_files[wing].is_some_and(|rook| {
            pieces.get(seat, castling.rook).has(Square::new(rook, rank))
                && pieces.get(seat, castling.king).has(Square::new(castling.king_file, rank))
        });
        if !is_at_home {
            return wrong(format!("'{letter}' needs {}'s king and rook where the game begins with them", name(seat)));
        }
        if rights >> bit & 1 != 0 {
            return wrong(format!("'{letter}' gives a right that is given already"));
        }
        rights |= 1 << bit;
    }
    Ok(rights)
}

/// Reads the checks left, `3+3`.
fn read_checks(most: u8, word: Word) -> Result<[u8; 2], PositionError> {
    let number = |text: &str| match *text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|&left| left <= most),
        _ => None,
    };
    let both = word.text.split_once('+').and_then(|(white, black)| Some([number(white)?, number(black)?]));
    both.filter(|&left| left != [0; 2]).ok_or_else(|| {
        let reason = format!("'{}' is no text like {most}+{most} with numbers from 0 to {most}, not both 0", word.text);
        error(Place::Part("checks left"), word.column, reason)
    })
}

impl Position {
    /// Reads a position by given rules.
    ///
    /// # Errors
    /// If the text is no FEN of the game, or an impossible position.
    pub(super) fn parse(rules: &Description, text: &str) -> Result<Position, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let [board, side, castling, en_passant, rest @ ..] = words.as_slice() else {
            let missing = ["board", "side to move", "castling rights", "en passant square"][words.len()];
            return Err(error(Place::Part(missing), end, "missing"));
        };
        let pieces = read_board(rules, *board)?;
        check_counts(rules, &pieces, *board)?;
        let side = read_side(*side)?;
        let castling = read_rights(rules, *castling, &pieces)?;
        let (checks_left, clocks) = match rules.checks {
            // GUIs that do not know the field leave it out.
            Some(most) if rest.len() % 2 == 1 => (read_checks(most, rest[0])?, &rest[1..]),
            Some(most) => ([most; 2], rest),
            None => ([0; 2], rest),
        };
        let (clock, full_moves) = read_clocks(clocks, end)?;
        let mut position =
            Position { pieces, key: 0, full_moves, clock, castling, side, en_passant: NO_SQUARE, checks_left };
        if position.is_checked(rules, side.opponent()) {
            let reason = format!("{} is in check, but {} is to move", name(side.opponent()), name(side));
            return Err(error(Place::Whole, board.column, reason));
        }
        position.read_en_passant(rules, *en_passant)?;
        position.key = position.compute_key();
        Ok(position)
    }

    /// Reads the en passant square. It is kept where a legal move captures there.
    fn read_en_passant(&mut self, rules: &Description, word: Word) -> Result<(), PositionError> {
        if word.text == "-" {
            return Ok(());
        }
        let wrong = |reason| Err(error(Place::Part("en passant square"), word.column, reason));
        let Some(target) = rules.parse_square(word.text) else {
            return wrong(format!("'{}' is neither a square nor '-'", word.text));
        };
        let mover = self.side.opponent();
        let ahead = |ranks: usize| {
            let rank = if mover == Seat::WHITE { 1 + ranks } else { rules.ranks - 2 - ranks };
            Square::new(target.file(), rank)
        };
        if !rules.double_step || target != ahead(1) {
            return wrong(format!("no pawn of {} can just have passed {target}", name(mover)));
        }
        let [from, to] = [ahead(0), ahead(2)];
        let occupied = self.pieces.occupied();
        let has_pawn = rules.pawn.is_some_and(|pawn| self.pieces.get(mover, pawn).has(to));
        if !has_pawn || occupied.has(target) || occupied.has(from) {
            return wrong(format!("no pawn of {} can have gone from {from} to {to}", name(mover)));
        }
        if self.can_capture_en_passant(rules, target) {
            self.en_passant = target.index() as u8;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Position::parse(in_play(), text)
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = in_play();
        let board = write_board((rules.files, rules.ranks), |file, rank| self.letter_on(Square::new(file, rank)));
        let rights: String = RIGHTS
            .iter()
            .enumerate()
            .filter(|(bit, _)| self.castling >> bit & 1 != 0)
            .map(|(_, letter)| letter)
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let en_passant = self.en_passant_square().map_or("-".to_string(), |square| square.to_string());
        write!(f, "{board} {} {rights} {en_passant}", side_letter(self.side))?;
        if rules.checks.is_some() {
            write!(f, " {}+{}", self.checks_left[0], self.checks_left[1])?;
        }
        write!(f, " {} {}", self.clock, self.full_moves)
    }
}

/// Splits coordinate notation into two squares and what follows.
fn coordinates<'a>(rules: &Description, text: &'a str) -> Option<(Square, Square, &'a str)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let from = rules.parse_square(&text[..second])?;
    let rest = &text[second..];
    let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(at, _)| at);
    Some((from, rules.parse_square(&rest[..end])?, &rest[end..]))
}

impl Notation for Position {
    fn write_move(&self, mv: Move) -> String {
        let [from, to] = squares(mv);
        let mut text = format!("{from}{to}");
        text.extend(promotion(mv).map(|kind| in_play().letter(Seat::BLACK, kind)));
        text
    }

    fn write_move_in(&self, mv: Move, style: Style) -> String {
        match style {
            Style::San => self.write_san(mv),
            _ => self.write_move(mv),
        }
    }

    /// Reads coordinates (`e2e4`, `e7e8q`, `e7e8=Q+`) or standard algebraic notation.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let rules = in_play();
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let Some((from, to, rest)) = coordinates(rules, trim_marks(text)) else { return self.read_san(text, &legal) };
        let becomes = match rest.trim_start_matches('=') {
            "" => None,
            letter => Some(single_kind(rules, letter).ok_or(MoveError::Syntax)?),
        };
        let found = legal.iter().copied().find(|&mv| squares(mv) == [from, to] && promotion(mv) == becomes);
        found.ok_or_else(|| MoveError::Illegal(self.why_illegal(rules, from, to, &legal)))
    }
}

/// Kind of a text of one letter.
fn single_kind(rules: &Description, text: &str) -> Option<usize> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(|letter| rules.kind_of_letter(letter))
}

impl Position {
    /// True if the game is over without legal moves, and not by mate or stalemate.
    fn is_over(&self, legal: &MoveList) -> bool {
        legal.is_empty() && self.outcome().is_some()
    }

    /// Why no legal move is written so.
    fn why_illegal(&self, rules: &Description, from: Square, to: Square, legal: &MoveList) -> String {
        if self.is_over(legal) {
            return "the game is over".to_string();
        }
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no piece on {from}") };
        if seat != self.side {
            return format!("the piece on {from} is the opponent's");
        }
        if let Some(&mv) = legal.iter().find(|&&mv| squares(mv) == [from, to]) {
            let needed = "say what the pawn becomes: one of";
            let letters: String = rules.promotions.iter().map(|&kind| rules.letter(Seat::BLACK, kind)).collect();
            return if promotion(mv).is_some() {
                format!("{needed} {letters}")
            } else {
                "only a pawn on its last rank promotes".to_string()
            };
        }
        if rules.must_capture && legal.iter().any(|&mv| self.captures(mv)) {
            return "a side that can capture must capture".to_string();
        }
        let mut reaches = false;
        self.generate_pseudo_legal(rules, GenType::All, from.into(), &mut |mv| reaches |= squares(mv)[1] == to);
        if reaches {
            let title = rules.royal.map_or("piece", |royal| &rules.kinds[royal].name);
            let is_left = rules.royal != Some(kind) && self.is_checked(rules, seat);
            return format!("the {title} {} in check", if is_left { "is left" } else { "would be" });
        }
        format!("the {} on {from} does not reach {to}", rules.kinds[kind].name)
    }

    /// SAN of a legal move, with the marks of check and mate.
    fn write_san(&self, mv: Move) -> String {
        let rules = in_play();
        let [from, to] = squares(mv);
        let kind = self.moved_kind(mv);
        let captures = self.captures(mv);
        let mut text = match rules.castling.as_ref().filter(|_| mv.kind() == CASTLE) {
            Some(castling) if to.file() == castling.targets[0] => "O-O".to_string(),
            Some(_) => "O-O-O".to_string(),
            None => {
                let is_pawn = rules.kinds[kind].is_pawn;
                let origin = match is_pawn {
                    true if captures => file_label(from.file()),
                    true => String::new(),
                    false => disambiguation((from.file(), from.rank()), &self.rivals(mv, kind)),
                };
                let letter = if is_pawn { String::new() } else { rules.letter(Seat::WHITE, kind).to_string() };
                let becomes = promotion(mv).map(|kind| format!("={}", rules.letter(Seat::WHITE, kind)));
                format!("{letter}{origin}{}{to}{}", if captures { "x" } else { "" }, becomes.unwrap_or_default())
            }
        };
        let mut next = *self;
        next.play(mv, &mut ());
        if next.in_check() {
            text.push(if next.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// Files and ranks of the other pieces of a kind that can go to the target of a move.
    fn rivals(&self, mv: Move, kind: usize) -> Vec<(usize, usize)> {
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let others = legal.iter().filter(|other| other.to() == mv.to() && other.from() != mv.from());
        let same = others.filter(|&&other| other.kind() != CASTLE && self.moved_kind(other) == kind);
        same.map(|&other| squares(other)[0]).map(|from| (from.file(), from.rank())).collect()
    }

    /// Legal move of a SAN text.
    fn read_san(&self, text: &str, legal: &MoveList) -> Result<Move, MoveError> {
        let rules = in_play();
        let castles = |mv: Move, wing: usize| {
            let target = rules.castling.as_ref().map(|castling| castling.targets[wing]);
            mv.kind() == CASTLE && Some(squares(mv)[1].file()) == target
        };
        if let Some(castling) = read_castling(text, legal, castles) {
            return castling;
        }
        let san = San::parse(text, (rules.files, rules.ranks)).ok_or(MoveError::Syntax)?;
        let kind_of = |letter: char| rules.kind_of_letter(letter);
        let kind = named(san.letter, kind_of)?.or(rules.pawn).ok_or(MoveError::Syntax)?;
        let becomes = named(san.becomes, kind_of)?;
        let to = Square::new(san.to.0, san.to.1);
        let fits = |mv: &&Move| {
            let [from, target] = squares(**mv);
            self.moved_kind(**mv) == kind
                && target == to
                && promotion(**mv) == becomes
                && san.begins_on(from.file(), from.rank())
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        // Castlings have letters of their own: a king's move is one only where no king steps there.
        let found = preferred(found, |mv| mv.kind() != CASTLE);
        match found[..] {
            [mv] => Ok(mv),
            [] if self.is_over(legal) => Err(MoveError::Illegal("the game is over".to_string())),
            [] => Err(MoveError::Illegal(format!("no {} can go to {to} that way", rules.kinds[kind].name))),
            _ => Err(MoveError::Illegal(format!("{} {}s can go to {to}", found.len(), rules.kinds[kind].name))),
        }
    }
}
