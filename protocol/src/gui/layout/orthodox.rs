//! The 8x8 board of chess and its relatives.

use engine::game::Game;
use engine::variants::{Chess, KnightRelay};

use super::{IMPOSSIBLE, Layout, Setup, XBoardLayout};

impl XBoardLayout for Chess {
    const LAYOUT: Layout = Layout { variant: Chess::NAME, width: 8, height: 8, setup: None };
}

impl XBoardLayout for KnightRelay {
    // At index 0 XBoard would take a relayed leap of a pawn for a capture en passant and remove a pawn. Index 5 looks
    // like one.
    const LAYOUT: Layout = Layout {
        variant: KnightRelay::NAME,
        width: 8,
        height: 8,
        setup: Some(Setup {
            table: ".NBRQPK.nbrqpk",
            holdings: 0,
            parent: "fairy",
            pieces: &[('P', IMPOSSIBLE)],
            options: &[],
            backdrop: None,
        }),
    };
}
