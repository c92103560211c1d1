//! One side: pieces and attack maps, seen from its own side.

use engine::board::{Bitboard, Square, leapers};
use engine::game::Seat;
use engine::variants::orthodox::{Kind, Position};

use super::OrthodoxParams;
use super::features::KINDS;

/// Place of a side without a royal king, as far as terms ask for one.
const E1: Square = Square::new(4, 0);

/// Pieces and attack maps of a side.
///
/// Every set is turned so that the side plays up the board, as White does: every term is written once, for White, and
/// both sides are treated alike by construction. So the light squares of Black's side are the dark ones of the board.
/// [`flipped`](Side::flipped) is the side as its opponent sees it.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pieces: [Bitboard; KINDS],
    attacks: [Bitboard; KINDS],
    /// All pieces.
    pub all: Bitboard,
    /// True if the side has a royal king.
    pub is_royal: bool,
    /// Square of the royal king; e1 if there is none.
    pub king: Square,
    /// Relayed pieces: those that leap although they are no knights.
    pub relayed: Bitboard,
    /// Squares where a piece is, or would be, relayed.
    pub relay: Bitboard,
    /// The pieces that can be captured, the king among them.
    pub capturable: Bitboard,
    /// The squares attacked by anything.
    pub attacked: Bitboard,
    /// The squares attacked at least twice.
    pub twice: Bitboard,
    /// Pressure on the enemy king.
    pub pressure: Pressure,
}

/// Pressure of a side on the enemy king ring.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pressure {
    /// Sum of the weights of the pieces that attack a square of the ring, in units of danger.
    pub weight: i32,
    /// Attacks on squares next to the king, summed over the pieces.
    pub hits: i32,
}

impl Side {
    /// A side with the attacks of its king and pawns. Those of the other pieces are to be [added](Side::add_attacks).
    #[inline(always)]
    pub fn new<R: OrthodoxParams>(position: &Position<R>, seat: Seat) -> Side {
        let turned = |set: Bitboard| if seat == Seat::WHITE { set } else { set.flipped() };
        let pieces = position.pieces();
        let own = pieces.of(seat);
        let mut side = Side {
            pieces: [Bitboard::EMPTY; KINDS],
            attacks: [Bitboard::EMPTY; KINDS],
            all: turned(own),
            is_royal: R::ROYAL[seat.index()],
            king: if R::ROYAL[seat.index()] { turned(pieces.get(seat, Kind::King)).first() } else { E1 },
            relayed: turned(position.relayed(seat)),
            relay: Bitboard::EMPTY,
            capturable: turned(position.capturable(seat)),
            attacked: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            pressure: Pressure::default(),
        };
        for kind in Kind::ORTHODOX {
            side.pieces[kind.index()] = turned(pieces.kind(kind) & own);
        }
        if !R::KNIGHTS_FIGHT {
            side.relay = leapers::knight_leaps(side.pieces(Kind::Knight));
        }
        let pawns = side.pieces(Kind::Pawn);
        let leaps = leapers::knight_leaps(side.relayed & pawns).without(Bitboard::END_RANKS);
        side.add_attacks(Kind::Pawn, leapers::pawn_attacks(Seat::WHITE, pawns));
        side.add_attacks(Kind::Pawn, leaps);
        let king_steps =
            if side.is_royal { leapers::king(side.king) } else { leapers::king_steps(side.pieces(Kind::King)) };
        side.add_attacks(Kind::King, king_steps);
        side
    }

    /// The side's pieces of a kind.
    #[inline(always)]
    pub fn pieces(&self, kind: Kind) -> Bitboard {
        self.pieces[kind.index()]
    }

    /// True if the side has nothing but a royal king.
    #[inline(always)]
    pub fn is_bare_king(&self) -> bool {
        self.is_royal && self.all == Bitboard::from(self.king)
    }

    /// Pieces other than king and pawns.
    #[inline(always)]
    pub fn non_pawns(&self) -> Bitboard {
        self.all.without(self.pieces(Kind::Pawn) | self.pieces(Kind::King))
    }

    /// The squares that the side's pieces of a kind attack.
    #[inline(always)]
    pub fn attacks(&self, kind: Kind) -> Bitboard {
        self.attacks[kind.index()]
    }

    /// Adds the attacks of a piece.
    #[inline(always)]
    pub fn add_attacks(&mut self, kind: Kind, squares: Bitboard) {
        self.attacks[kind.index()] |= squares;
        self.twice |= self.attacked & squares;
        self.attacked |= squares;
    }

    /// King ring: a block of nine squares around the king that stays on the board.
    #[inline(always)]
    pub fn king_ring(&self) -> Bitboard {
        let clamp = |at: usize| at.clamp(1, 6);
        let centre = Square::new(clamp(self.king.file()), clamp(self.king.rank()));
        leapers::king(centre) | centre.into()
    }

    /// The side as its opponent sees it, playing down the board.
    #[inline(always)]
    pub fn flipped(&self) -> Side {
        Side {
            pieces: self.pieces.map(Bitboard::flipped),
            attacks: self.attacks.map(Bitboard::flipped),
            all: self.all.flipped(),
            is_royal: self.is_royal,
            king: self.king.flipped(),
            relayed: self.relayed.flipped(),
            relay: self.relay.flipped(),
            capturable: self.capturable.flipped(),
            attacked: self.attacked.flipped(),
            twice: self.twice.flipped(),
            pressure: self.pressure,
        }
    }
}

/// North fill: the set and everything above it on its files.
#[inline(always)]
pub const fn fill_up(set: Bitboard) -> Bitboard {
    let mut set = set.0;
    set |= set << 8;
    set |= set << 16;
    Bitboard(set | set << 32)
}

/// South fill: the set and everything below it on its files.
#[inline(always)]
pub const fn fill_down(set: Bitboard) -> Bitboard {
    fill_up(set.flipped()).flipped()
}

/// File fill: the files that the set touches.
#[inline(always)]
pub fn fill_files(set: Bitboard) -> Bitboard {
    fill_up(set) | fill_down(set)
}

/// The squares to the left and right of the set's.
#[inline(always)]
pub fn beside(set: Bitboard) -> Bitboard {
    set.shift(1).without(Bitboard::FILE_A) | set.shift(-1).without(Bitboard::FILE_H)
}

/// Chebyshev distance: king's steps from one square to another.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> i32 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> Bitboard {
        squares.split(' ').map(|text| Square::parse(text).unwrap()).collect()
    }

    #[test]
    fn fills_stay_on_their_files() {
        assert_eq!(fill_up(set("a6 h7")), set("a6 a7 a8 h7 h8"));
        assert_eq!(fill_down(set("a2 h3")), set("a1 a2 h1 h2 h3"));
        assert_eq!(fill_files(set("c4")), Bitboard::file(2));
        assert_eq!(beside(set("a4 h5 d1")), set("b4 g5 c1 e1"));
    }

    #[test]
    fn black_is_seen_as_if_it_played_up_the_board() {
        type Chess = engine::variants::orthodox::Chess;
        let position: Chess = "4k3/8/8/3p4/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let side = Side::new(&position, Seat::BLACK);
        assert_eq!(side.pieces(Kind::Pawn), set("d4"));
        assert_eq!(side.attacks(Kind::Pawn), set("c5 e5"));
        assert_eq!(side.flipped().attacks(Kind::Pawn), set("c4 e4"));
        assert_eq!(side.king_ring(), set("d1 d2 d3 e1 e2 e3 f1 f2 f3"));
    }
}
