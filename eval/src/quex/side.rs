//! One side: pieces and attack maps.

use engine::board::ten::{self, Set, Square};
use engine::game::Seat;
use engine::variants::quex::{Kind, Position, Rules};

/// The kinds of pions.
const PIONS: [Kind; 5] = [Kind::Grand, Kind::Crux, Kind::Wyse, Kind::Trez, Kind::Fote];

/// Pieces and attack maps of a side.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Seat of the side.
    pub seat: Seat,
    pieces: [Set; Kind::COUNT],
    attacks: [Set; Kind::COUNT],
    /// All pieces.
    pub all: Set,
    /// Champions: all pieces but king and pions.
    pub champions: Set,
    /// All pions.
    pub pions: Set,
    /// Squares that pions attack.
    pub pion_attacks: Set,
    /// The squares attacked by anything.
    pub attacked: Set,
    /// The squares attacked at least twice, as far as is known without counting the pions of a kind.
    pub twice: Set,
    /// Pressure of the champions on the enemy king, in units.
    pub pressure: usize,
}

impl Side {
    /// A side with the attacks of king and pions. Those of the champions are to be [added](Side::add_attacks).
    #[inline(always)]
    pub fn new<R: Rules>(position: &Position<R>, seat: Seat) -> Side {
        let pieces = position.pieces();
        let mut side = Side {
            seat,
            pieces: [Set::EMPTY; Kind::COUNT],
            attacks: [Set::EMPTY; Kind::COUNT],
            all: pieces.of(seat),
            champions: Set::EMPTY,
            pions: Set::EMPTY,
            pion_attacks: Set::EMPTY,
            attacked: Set::EMPTY,
            twice: Set::EMPTY,
            pressure: 0,
        };
        for kind in Kind::ALL {
            side.pieces[kind.index()] = pieces.get(seat, kind);
        }
        for kind in PIONS {
            let pions = side.pieces(kind);
            side.pions |= pions;
            side.add_attacks(kind, pion_attacks(kind, seat, pions));
        }
        side.pion_attacks = side.attacked;
        let king = side.pieces(Kind::King);
        side.champions = side.all.without(side.pions | king);
        side.add_attacks(Kind::King, ten::king_steps(king));
        side
    }

    /// True if the side has nothing but its king.
    #[inline(always)]
    pub fn is_bare_king(&self) -> bool {
        self.champions.is_empty() && self.pions.is_empty()
    }

    /// The side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, kind: Kind) -> Set {
        self.pieces[kind.index()]
    }

    /// Square of the king; `None` while it is captured.
    #[inline(always)]
    pub fn king(&self) -> Option<Square> {
        self.pieces(Kind::King).into_iter().next()
    }

    /// The squares that the side's pieces of a kind attack.
    #[inline(always)]
    pub fn attacks(&self, kind: Kind) -> Set {
        self.attacks[kind.index()]
    }

    /// Adds the attacks of a piece.
    #[inline(always)]
    pub fn add_attacks(&mut self, kind: Kind, squares: Set) {
        self.attacks[kind.index()] |= squares;
        self.twice |= self.attacked & squares;
        self.attacked |= squares;
    }

    /// The rank of a square, counted from 0 at the own end of the board.
    #[inline(always)]
    pub fn rank(&self, square: Square) -> usize {
        own_rank(self.seat, square)
    }
}

/// The rank of a square, counted from 0 at a side's own end of the board.
#[inline(always)]
pub const fn own_rank(seat: Seat, square: Square) -> usize {
    if seat.index() == 0 { square.rank() } else { ten::SIZE - 1 - square.rank() }
}

/// The squares that pions of a kind attack.
#[inline(always)]
fn pion_attacks(kind: Kind, seat: Seat, pions: Set) -> Set {
    match kind {
        Kind::Grand => ten::king_steps(pions),
        Kind::Crux => ten::wazir_steps(pions),
        Kind::Wyse => ten::ferz_steps(pions),
        Kind::Trez => ten::steps_ahead(seat, pions | ten::beside(pions)),
        _ => ten::steps_ahead(seat, ten::beside(pions)),
    }
}
