//! SAN parser (standard algebraic notation), as PGN files and people write it.
//!
//! Programs that know nothing of relayed leaps do not disambiguate an ordinary move from the leap of another piece, and
//! write both squares of a leap (`Rc6e7`, `Pd2e4`; only one square if no other piece of that kind is left). So where a
//! text fits both, the ordinary move is meant.

use super::moves::promotion_kind;
use super::{Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square, leapers};
use crate::moves::{Move, MoveList};
use crate::text::MoveError;
use crate::variants::san::{San, trim_marks};

/// Disambiguation: the moves that are no relayed leaps; all of them if there are only leaps.
fn ordinary(moves: Vec<Move>) -> Vec<Move> {
    let leap = |mv: &Move| leapers::knight(Square::from_index(mv.from())).has(Square::from_index(mv.to()));
    let (leaps, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(leap);
    if others.is_empty() { leaps } else { others }
}

impl<R: Rules> Position<R> {
    /// Legal move of a SAN text.
    pub(super) fn read_san(&self, text: &str, legal: &MoveList) -> Result<Move, MoveError> {
        let castling = match trim_marks(text) {
            "O-O" | "0-0" => Some(6),
            "O-O-O" | "0-0-0" => Some(2),
            _ => None,
        };
        if let Some(file) = castling {
            let castles = |mv: &&Move| mv.kind() == MoveKind::Castle.code() && mv.to() % 8 == file;
            let found = legal.iter().find(castles).copied();
            return found.ok_or_else(|| MoveError::Illegal("castling is not possible".to_string()));
        }
        let san = San::parse::<8>(text).ok_or(MoveError::Syntax)?;
        let named = |letter: Option<char>| letter.map(|letter| Kind::from_letter(letter).ok_or(MoveError::Syntax));
        let kind = named(san.letter).transpose()?.unwrap_or(Kind::Pawn);
        let becomes = named(san.becomes).transpose()?;
        let to = Square::new(san.to.0, san.to.1);
        let fits = |mv: &&Move| {
            let from = Square::from_index(mv.from());
            self.pieces.kind_on(from) == Some(kind)
                && self.written_target(**mv) == to
                && promotion_kind(**mv) == becomes
                && san.begins_on(from.file(), from.rank())
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        let found = if found.len() > 1 { ordinary(found) } else { found };
        let kind = kind.name();
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal(format!("no {kind} can go to {to} that way"))),
            _ => {
                let origins: Bitboard = found.iter().map(|mv| Square::from_index(mv.from())).collect();
                Err(MoveError::Illegal(format!("{} {kind}s can go to {to}", origins.len())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{MoveError, Notation};
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
