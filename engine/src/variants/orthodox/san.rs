//! SAN (standard algebraic notation): writer in the way of PGN's export format, and parser of what files and people
//! write.
//!
//! Programs that know nothing of relayed leaps do not disambiguate an ordinary move from the leap of another piece, and
//! write both squares of a leap (`Rc6e7`, `Pd2e4`; only one square if no other piece of that kind is left). So where a
//! text fits both, the ordinary move is meant. The writer names both squares of every pawn's leap (`d2e4`), and tells
//! leaps and ordinary moves of other pieces apart like any two moves.

use super::board::{Board, BoardSet, BoardSquare, RANKS};
use super::moves::promotion_kind;
use super::{Kind, MoveKind, Position, Rules, SetOf, SquareOf};
use crate::game::{CopyMake, Game, GenType, MoveFacts};
use crate::moves::{Move, MoveList};
use crate::text::{MoveError, file_label};
use crate::variants::san::{San, disambiguation, named, preferred, read_castling};

/// True if a move that is no castling goes as a knight does.
fn is_leap<R: Rules>(mv: &Move) -> bool {
    R::Board::knight(SquareOf::<R>::from_index(mv.from())).has(SquareOf::<R>::from_index(mv.to()))
}

impl<R: Rules> Position<R> {
    /// SAN of a legal move, with the marks of check and mate.
    pub(super) fn write_san(&self, mv: Move) -> String {
        let mut text = match self.castling_right(mv) {
            Some(right) => right.letters().to_string(),
            None => self.write_san_step(mv),
        };
        let mut next = *self;
        next.play(mv, &mut ());
        if next.side != self.side && next.in_check() {
            text.push(if next.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// SAN of a move that is no castling, without marks.
    fn write_san_step(&self, mv: Move) -> String {
        let (from, to) = (SquareOf::<R>::from_index(mv.from()), SquareOf::<R>::from_index(mv.to()));
        let kind = self.pieces.kind_on(from).expect("a legal move moves a piece");
        let captures = self.captured_kind(mv).is_some();
        let origin = match kind {
            Kind::Pawn if is_leap::<R>(&mv) => from.to_string(),
            Kind::Pawn if captures => file_label(from.file()),
            Kind::Pawn => String::new(),
            _ => disambiguation((from.file(), from.rank()), &self.rivals(mv, kind)),
        };
        let letter = if kind == Kind::Pawn { String::new() } else { Self::letter(kind).to_string() };
        let becomes = promotion_kind(mv).map(|kind| format!("={}", Self::letter(kind))).unwrap_or_default();
        format!("{letter}{origin}{}{to}{becomes}", if captures { "x" } else { "" })
    }

    /// Files and ranks of the other pieces of a kind that can go to the target of a move.
    fn rivals(&self, mv: Move, kind: Kind) -> Vec<(usize, usize)> {
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let others = legal.iter().filter(|other| {
            other.to() == mv.to() && other.from() != mv.from() && other.kind() != MoveKind::Castle.code()
        });
        let origins = others.map(|other| SquareOf::<R>::from_index(other.from()));
        let same_kind = origins.filter(|&from| self.pieces.kind_on(from) == Some(kind));
        same_kind.map(|from| (from.file(), from.rank())).collect()
    }

    /// Legal move of a SAN text.
    pub(super) fn read_san(&self, text: &str, legal: &MoveList) -> Result<Move, MoveError> {
        let castles = |mv: Move, wing: usize| {
            let target = SquareOf::<R>::from_index(mv.to());
            mv.kind() == MoveKind::Castle.code() && target.file() == R::CASTLING.king_targets[wing]
        };
        if let Some(castling) = read_castling(text, legal, castles) {
            return castling;
        }
        let san = San::parse(text, (R::Board::FILES, RANKS)).ok_or(MoveError::Syntax)?;
        let kind = named(san.letter, Self::kind_of_letter)?.unwrap_or(Kind::Pawn);
        let becomes = named(san.becomes, Self::kind_of_letter)?;
        let to = SquareOf::<R>::new(san.to.0, san.to.1);
        let fits = |mv: &&Move| {
            let from = SquareOf::<R>::from_index(mv.from());
            self.pieces.kind_on(from) == Some(kind)
                && self.written_target(**mv) == to
                && promotion_kind(**mv) == becomes
                && san.begins_on(from.file(), from.rank())
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        // Castlings have letters of their own: a king's move is one only where no king steps there.
        let found = preferred(found, |mv| mv.kind() != MoveKind::Castle.code());
        let found = preferred(found, |mv| !is_leap::<R>(mv));
        let kind = Self::kind_name(kind);
        match found[..] {
            [mv] => Ok(mv),
            [] if self.is_over(legal) => Err(MoveError::Illegal("the game is over".to_string())),
            [] => Err(MoveError::Illegal(format!("no {kind} can go to {to} that way"))),
            _ => {
                let origins: SetOf<R> = found.iter().map(|mv| SquareOf::<R>::from_index(mv.from())).collect();
                Err(MoveError::Illegal(format!("{} {kind}s can go to {to}", origins.len())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{MoveError, Notation, Style};
    use crate::variants::orthodox::{Chess, KnightRelay};

    fn read<P: Notation>(position: &str, text: &str) -> Result<String, MoveError> {
        let position: P = position.parse().unwrap();
        position.read_move(text).map(|mv| position.write_move(mv))
    }

    #[test]
    fn every_way_to_name_a_chess_move() {
        let position = "r3k2r/P6P/8/8/1Q6/8/Q2P4/Q3K2R w Kkq - 0 1";
        for (text, means) in [
            ("O-O", "e1g1"),
            ("0-0", "e1g1"),
            ("d4", "d2d4"),
            ("d2-d4", "d2d4"),
            ("Rh1g1", "h1g1"),
            ("Qa2b2", "a2b2"),
            ("Q2b3", "a2b3"),
            ("Q4b3!", "b4b3"),
            ("Qbb1", "b4b1"),
        ] {
            assert_eq!(read::<Chess>(position, text), Ok(means.to_string()), "{text}");
        }
        assert_eq!(read::<Chess>(position, "Qb2"), Err(MoveError::Illegal("3 queens can go to b2".to_string())));
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["axb8=Q+", "axb8Q", "a7b8q", "a7xb8=Q#", "Pa7xb8=Q"] {
            assert_eq!(read::<Chess>(promotion, text), Ok("a7b8q".to_string()), "{text}");
        }
    }

    /// Writes moves, given by coordinates, in SAN and reads them back.
    fn written<P: Notation>(position: &str, moves: &[(&str, &str)]) {
        let position: P = position.parse().unwrap();
        for (coordinates, san) in moves {
            let mv = position.read_move(coordinates).unwrap();
            assert_eq!(position.write_move_in(mv, Style::San), *san);
            assert_eq!(position.read_move(san), Ok(mv), "{san}");
        }
    }

    #[test]
    fn san_is_written_as_the_export_format_asks() {
        // As python-chess 1.11.2 writes these moves.
        let castles = "r3k2r/P6P/8/3q4/1Q6/8/Q2P4/Q3K2R w Kkq - 0 1";
        written::<Chess>(castles, &[("e1g1", "O-O"), ("d2d4", "d4"), ("a2d5", "Qxd5"), ("b4d4", "Qbd4")]);
        written::<Chess>(castles, &[("a2b2", "Q2b2"), ("a1b2", "Q1b2"), ("b4b2", "Qbb2"), ("a2a5", "Qaa5")]);
        // Three queens on the corners of a square: one of them needs its file and its rank.
        let corners = "6k1/8/8/8/8/2Q5/8/Q1Q1K3 w - - 0 1";
        written::<Chess>(corners, &[("c3a3", "Q3a3"), ("c1a3", "Qc1a3"), ("a1a3", "Qaa3"), ("c3b2", "Q3b2")]);
        let corners = "7k/8/2Q1Q3/8/2Q5/8/8/4K3 w - - 0 1";
        written::<Chess>(corners, &[("c6e4", "Qc6e4"), ("e6e4", "Qee4"), ("c4e4", "Q4e4")]);
        // The knight g1 is pinned, so that e2 needs no name of its own.
        written::<Chess>("7k/8/8/8/8/8/8/K1N3N1 w - - 0 1", &[("g1e2", "Nge2")]);
        written::<Chess>("7k/8/8/8/8/8/8/2N2KNr w - - 0 1", &[("c1e2", "Ne2")]);
        written::<Chess>(
            "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
            &[("a7b8q", "axb8=Q+"), ("a7a8n", "a8=N"), ("e5d6", "exd6")],
        );
        written::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", &[("a1a8", "Ra8#"), ("e1c1", "O-O-O")]);
    }

    #[test]
    fn leaps_are_told_from_ordinary_moves() {
        written::<KnightRelay>(
            "7k/N7/2R5/8/8/8/8/K3R3 w - - 0 1",
            &[("c6e7", "Rce7"), ("e1e7", "Ree7"), ("c6d8", "Rd8+")],
        );
        // Pawns leap from c3, g3 and d2, and step from e3; a black pawn is captured both ways.
        let pawns = "7k/8/8/3p4/8/2P1P1P1/3P4/KN3N2 w - - 0 1";
        written::<KnightRelay>(
            pawns,
            &[("c3e4", "c3e4"), ("g3e4", "g3e4"), ("e3e4", "e4"), ("c3d5", "c3xd5"), ("d2d4", "d4")],
        );
    }

    #[test]
    fn relayed_leaps_as_xboard_writes_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (text, means) in [("Pd2e4", "d2e4"), ("Pe2e4", "e2e4"), ("Ph3", "h2h3")] {
            assert_eq!(read::<KnightRelay>(start, text), Ok(means.to_string()), "{text}");
        }
    }

    #[test]
    fn the_ordinary_move_is_meant_where_a_leap_would_fit_too() {
        // The rook c6, relayed by a7, leaps to e7; the rook e1 slides there.
        let position = "7k/N7/2R5/8/8/8/8/K3R3 w - - 0 1";
        assert_eq!(read::<KnightRelay>(position, "Re7"), Ok("e1e7".to_string()));
        assert_eq!(read::<KnightRelay>(position, "Rc6e7"), Ok("c6e7".to_string()));
        assert_eq!(read::<KnightRelay>(position, "Rcd8"), Ok("c6d8".to_string()));
        // With one rook only, XBoard names just the target of its leap.
        assert_eq!(read::<KnightRelay>("7k/N7/2R5/8/8/8/8/K7 w - - 0 1", "Re7"), Ok("c6e7".to_string()));
        // Two pawns that leap to one square stay ambiguous.
        let leaps = "7k/8/8/8/8/2P3P1/8/KN3N2 w - - 0 1";
        assert_eq!(read::<KnightRelay>(leaps, "e4"), Err(MoveError::Illegal("2 pawns can go to e4".to_string())));
    }
}
