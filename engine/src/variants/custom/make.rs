//! Making of moves, and Zobrist keys.

use super::catalogue::in_play;
use super::description::Description;
use super::moves::{CASTLE, DOUBLE_STEP, EN_PASSANT, promotion, squares};
use super::pieces::CODES;
use super::{NO_SQUARE, Position};
use crate::board::ten::Square;
use crate::board::zobrist::{KeyStream, digest};
use crate::game::{BoardObserver, CopyMake, Seat};
use crate::moves::Move;

/// Zobrist keys, the same for all custom variants.
struct Keys {
    /// `[seat][code][square]`; an empty square has the key 0.
    pieces: [[[u64; 128]; CODES]; 2],
    castling: [u64; 16],
    en_passant: [u64; 128],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut stream = KeyStream::new(0x6375_7374_6f6d_0001);
    let mut pieces = [[[0; 128]; CODES]; 2];
    let mut code = 1;
    while code < CODES {
        pieces[0][code] = stream.array();
        pieces[1][code] = stream.array();
        code += 1;
    }
    Keys { pieces, castling: stream.array(), en_passant: stream.array(), black_to_move: stream.next() }
};

/// Key of a piece on a square.
#[inline(always)]
pub(super) fn piece_key(seat: Seat, code: usize, square: Square) -> u64 {
    KEYS.pieces[seat.index() & 1][code % CODES][square.index()]
}

/// Key of a change of the side to move.
pub(super) const fn turn_key() -> u64 {
    KEYS.black_to_move
}

impl Position {
    /// Key of everything but the pieces.
    #[inline(always)]
    fn state_key(&self) -> u64 {
        let en_passant =
            if self.en_passant == NO_SQUARE { 0 } else { KEYS.en_passant[usize::from(self.en_passant) & 127] };
        let checks =
            if self.checks_left == [0; 2] { 0 } else { digest([u64::from(u16::from_le_bytes(self.checks_left))]) };
        let side = if self.side == Seat::WHITE { 0 } else { KEYS.black_to_move };
        KEYS.castling[usize::from(self.castling) & 15] ^ en_passant ^ checks ^ side
    }

    /// Key from scratch.
    pub(super) fn compute_key(&self) -> u64 {
        let on_board = |square| {
            let (seat, kind) = self.pieces.on(square)?;
            Some(piece_key(seat, kind + 1, square))
        };
        self.pieces.occupied().into_iter().filter_map(on_board).fold(self.state_key(), |key, piece| key ^ piece)
    }

    /// Takes a piece off the board.
    #[inline(always)]
    fn take<O: BoardObserver<Self>>(&mut self, seat: Seat, square: Square, observer: &mut O) {
        if let Some(kind) = self.pieces.kind_on(square) {
            observer.take(seat, kind, square.index());
            self.key ^= piece_key(seat, kind + 1, square);
            self.pieces.clear(square);
        }
    }

    /// Puts a piece on the board.
    #[inline(always)]
    fn put<O: BoardObserver<Self>>(&mut self, seat: Seat, kind: usize, square: Square, observer: &mut O) {
        observer.put(seat, kind, square.index());
        self.key ^= piece_key(seat, kind + 1, square);
        self.pieces.put(square, seat, kind);
    }

    /// Moves the pieces of a pseudo-legal move. What follows from it is [`finish`](Position::finish)'s.
    #[inline]
    pub(super) fn play_board<O: BoardObserver<Self>>(&mut self, rules: &Description, mv: Move, observer: &mut O) {
        let [from, to] = squares(mv);
        let (side, enemy) = (self.side, self.side.opponent());
        let Some(kind) = self.pieces.kind_on(from) else { return };
        observer.begin();
        self.take(side, from, observer);
        if self.pieces.of(enemy).has(to) {
            self.take(enemy, to, observer);
            self.clock = 0;
        } else {
            self.clock = self.clock.saturating_add(1);
        }
        match mv.kind() {
            EN_PASSANT => self.take(enemy, Square::new(to.file(), from.rank()), observer),
            CASTLE => self.move_castling_rook(rules, to, observer),
            _ => {}
        }
        self.put(side, promotion(mv).unwrap_or(kind), to, observer);
        if rules.kinds.get(kind).is_some_and(|kind| kind.is_pawn) {
            self.clock = 0;
        }
    }

    fn move_castling_rook<O: BoardObserver<Self>>(&mut self, rules: &Description, king: Square, observer: &mut O) {
        let Some(castling) = &rules.castling else { return };
        let wing = usize::from(king.file() != castling.targets[0]);
        if let Some(file) = castling.rook_files[wing] {
            self.take(self.side, Square::new(file, king.rank()), observer);
            self.put(self.side, castling.rook, Square::new(castling.rook_target(wing), king.rank()), observer);
        }
    }

    /// Completes a legal move: rights, en passant square, side to move, checks given.
    #[inline]
    pub(super) fn finish(&mut self, rules: &Description, mv: Move) {
        let [from, to] = squares(mv);
        let before = self.state_key();
        if self.castling != 0 {
            self.castling &= surviving_rights(rules, from) & surviving_rights(rules, to);
        }
        self.en_passant = NO_SQUARE;
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        let mover = self.side;
        self.side = mover.opponent();
        if mv.kind() == DOUBLE_STEP {
            let passed = Square::from_index((from.index() + to.index()) / 2);
            if self.can_capture_en_passant(rules, passed) {
                self.en_passant = passed.index() as u8;
            }
        }
        if rules.checks.is_some() && self.is_checked(rules, self.side) {
            let left = &mut self.checks_left[mover.index() & 1];
            *left = left.saturating_sub(1);
        }
        self.key ^= before ^ self.state_key();
    }

    /// The position without the piece on a square.
    pub(super) fn without(&self, rules: &Description, square: Square) -> Position {
        let mut position = *self;
        position.pieces.clear(square);
        position.castling &= surviving_rights(rules, square);
        position.en_passant = NO_SQUARE;
        position.key = position.compute_key();
        position
    }

    /// Passes the turn.
    pub(super) fn pass(&mut self) {
        let before = self.state_key();
        self.en_passant = NO_SQUARE;
        self.clock = self.clock.saturating_add(1);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.side = self.side.opponent();
        self.key ^= before ^ self.state_key();
    }
}

impl CopyMake for Position {
    /// Plays a legal move.
    #[inline]
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        let rules = in_play();
        self.play_board(rules, mv, observer);
        self.finish(rules, mv);
    }

    /// Null move.
    fn play_null(&mut self) {
        self.pass();
    }
}

/// Castling rights that a move from or to a square leaves.
#[inline(always)]
fn surviving_rights(rules: &Description, square: Square) -> u8 {
    let Some(castling) = &rules.castling else { return 0 };
    let mut rights = 15;
    for seat in Seat::BOTH.into_iter().filter(|&seat| rules.own_rank(seat, square.rank()) == 0) {
        for wing in 0..2 {
            if square.file() == castling.king_file || castling.rook_files[wing] == Some(square.file()) {
                rights &= !Position::right(seat, wing);
            }
        }
    }
    rights
}
