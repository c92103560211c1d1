//! The 10x10 board of Quex and Keyles.

use engine::game::Game;
use engine::variants::quex::{Position, Rules};

use super::{IMPOSSIBLE, Layout, Setup, XBoardLayout};

impl<R: Rules> XBoardLayout for Position<R> {
    const LAYOUT: Layout = Layout { variant: Self::NAME, width: 10, height: 10, setup: Some(SETUP) };
}

/// Quex and Keyles have the same men. The king stands at a picture's index, not at the royal piece's, for it may be captured.
/// One more place in the holdings than ranks makes XBoard number the ranks from 1; a board of 10 ranks would begin with 0.
const SETUP: Setup = Setup {
    table: ".NLRQW.P.CG...........T................F/....K..nlrqw.p.cg...........t................f/....k.",
    holdings: 11,
    parent: "grand",
    pieces: &[
        ('K', "K"),
        ('Q', "Q"),
        ('R', "R"),
        ('L', "B"),
        ('N', "N"),
        ('P', "asWasF"),
        ('G', IMPOSSIBLE),
        ('C', IMPOSSIBLE),
        ('W', IMPOSSIBLE),
        ('T', IMPOSSIBLE),
        ('F', IMPOSSIBLE),
    ],
    // A pion is exchanged by a click on a captured man.
    options: &["-sweepPromotions", "false"],
    backdrop: None,
};
