//! Moves read from standard algebraic notation, as PGN files and people write it.

use super::moves::promotion_kind;
use super::{Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square};
use crate::moves::{Move, MoveList};
use crate::text::MoveError;

/// What a SAN text says of a move; what it leaves out is `None`.
#[derive(Debug, PartialEq, Eq)]
struct San {
    kind: Kind,
    from_file: Option<usize>,
    from_rank: Option<usize>,
    to: Square,
    becomes: Option<Kind>,
}

impl San {
    /// Reads everything but castling. Check marks, captures and annotation marks carry no information.
    fn parse(text: &str) -> Option<San> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let (text, becomes) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(Kind::from_letter(single(letter)?)?)),
            None => match text.chars().last() {
                // `e8Q`, without the equals sign.
                Some(c) if c.is_ascii_uppercase() => (&text[..text.len() - 1], Some(Kind::from_letter(c)?)),
                _ => (text, None),
            },
        };
        let (kind, rest) = match text.chars().next()? {
            c if c.is_ascii_uppercase() => (Kind::from_letter(c)?, &text[1..]),
            _ => (Kind::Pawn, text),
        };
        if !rest.is_ascii() || rest.len() < 2 {
            return None;
        }
        let (origin, target) = rest.split_at(rest.len() - 2);
        let to = Square::parse(target)?;
        let origin = origin.trim_end_matches(['x', '-', ':']);
        let file = |c: char| "abcdefgh".find(c);
        let rank = |c: char| "12345678".find(c);
        let letters: Vec<char> = origin.chars().collect();
        let (from_file, from_rank) = match letters[..] {
            [] => (None, None),
            [c] if file(c).is_some() => (file(c), None),
            [c] => (None, Some(rank(c)?)),
            [f, r] => (Some(file(f)?), Some(rank(r)?)),
            _ => return None,
        };
        Some(San { kind, from_file, from_rank, to, becomes })
    }
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

impl<R: Rules> Position<R> {
    /// Finds the one legal move that a SAN text means.
    pub(super) fn read_san(&self, text: &str, legal: &MoveList) -> Result<Move, MoveError> {
        let castling = match text.trim_end_matches(['+', '#', '!', '?']) {
            "O-O" | "0-0" => Some(6),
            "O-O-O" | "0-0-0" => Some(2),
            _ => None,
        };
        if let Some(file) = castling {
            let castles = |mv: &&Move| mv.kind() == MoveKind::Castle.code() && mv.to() % 8 == file;
            let found = legal.iter().find(castles).copied();
            return found.ok_or_else(|| MoveError::Illegal("castling is not possible".to_string()));
        }
        let san = San::parse(text).ok_or(MoveError::Syntax)?;
        let fits = |mv: &&Move| {
            let from = Square::from_index(mv.from());
            self.pieces.kind_on(from) == Some(san.kind)
                && mv.to() == san.to.index()
                && promotion_kind(**mv) == san.becomes
                && san.from_file.is_none_or(|file| file == from.file())
                && san.from_rank.is_none_or(|rank| rank == from.rank())
        };
        let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
        let kind = format!("{:?}", san.kind).to_lowercase();
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal(format!("no {kind} can go to {} that way", san.to))),
            _ => {
                let origins: Bitboard = found.iter().map(|mv| Square::from_index(mv.from())).collect();
                Err(MoveError::Illegal(format!("{} {kind}s can go to {}", origins.len(), san.to)))
            }
        }
    }
}
