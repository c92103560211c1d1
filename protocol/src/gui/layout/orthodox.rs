//! The boards of chess and its relatives.

use engine::variants::orthodox::{Board, EightFiles, Position, RANKS, Rules};

use super::{IMPOSSIBLE, Layout, Setup, XBoardLayout};

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

impl<R: Rules> XBoardLayout for Position<R> {
    const LAYOUT: Layout = Layout {
        variant: R::INFO.name,
        width: R::Board::FILES,
        height: RANKS,
        setup: if !R::KNIGHTS_FIGHT {
            Some(RELAY)
        } else if R::CHESS960 || R::Board::FILES > EightFiles::FILES {
            // XBoard knows chess and Capablanca chess.
            None
        } else if R::QUEEN_LEAPS {
            Some(AMAZON)
        } else {
            Some(RELATIVE)
        },
    };
}
