//! The boards of chess and its relatives.

use engine::variants::orthodox::{Board, Memory, Position, RANKS, Rules};

use super::{BLACK_BEGINS, IMPOSSIBLE, Layout, Setup, XBoardLayout};

/// Knight relay chess. At index 0 XBoard would take a relayed leap of a pawn for a capture en passant and remove a
/// pawn. Index 5 looks like one.
const RELAY: Setup = Setup {
    table: ".NBRQPK.nbrqpk",
    holdings: 0,
    parent: "fairy",
    pieces: &[('P', IMPOSSIBLE)],
    options: &[],
    backdrop: None,
};

/// Relatives of chess. The pieces lie where XBoard has those of chess, so that it knows castling, double steps and
/// captures en passant.
const RELATIVE: Setup = Setup { table: "PNBRQKpnbrqk", pieces: &[], ..RELAY };

/// An amazon has the queen's picture.
const AMAZON: Setup = Setup { table: "PNBRAKpnbrak", ..RELATIVE };

/// True if White is to move in a FEN.
const fn white_begins(fen: &str) -> bool {
    let (fen, mut index) = (fen.as_bytes(), 0);
    while fen[index] != b' ' {
        index += 1;
    }
    fen[index + 1] == b'w'
}

impl<R: Rules> XBoardLayout for Position<R> {
    const LAYOUT: Layout = Layout {
        variant: R::INFO.name,
        width: R::Board::FILES,
        height: RANKS,
        setup: if !R::KNIGHTS_FIGHT {
            Some(RELAY)
        } else if matches!(R::INFO.name.as_bytes(), b"chess" | b"3check" | b"capablanca") {
            // XBoard knows these.
            None
        } else if R::QUEEN_LEAPS {
            Some(AMAZON)
        } else {
            Some(RELATIVE)
        },
        refusal: if R::Memory::SERIES {
            Some("it gives each turn one ply")
        } else if !white_begins(R::START) {
            Some(BLACK_BEGINS)
        } else if R::REBIRTH {
            Some("it does not know that captured men are reborn")
        } else {
            None
        },
    };
}
