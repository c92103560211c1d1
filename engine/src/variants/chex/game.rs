//! The traits of a game for Chex.

use super::make::Undo;
use super::moves::{DRAW_TILE, dealt, stranded};
use super::{Frame, Hand, Kind, MoveKind, Position, Rules, TileSet};
use crate::board::zobrist;
use crate::game::{
    BoardObserver, CORRECTION_KEYS, Chance, CompositeMoves, Game, GenType, MakeUnmake, MoveFacts, NullMove, Plies,
    SearchHints, Seat, StaticExchange, Symmetry, ToAct,
};
use crate::moves::{Move, MoveList};
use crate::outcome::{Outcome, Reason};
use crate::variants::{Described, GameInfo};

/// Null-move threshold: with an empty pile and fewer free tiles, zugzwang is likely.
const NULL_MOVE_MIN_TILES: usize = 2;

impl<R: Rules> MakeUnmake for Position<R> {
    type Undo = Undo;

    #[inline(always)]
    fn make<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Undo {
        self.play(mv, observer)
    }

    #[inline(always)]
    fn unmake(&mut self, _: Move, undo: Undo) {
        self.take_back(undo);
    }
}

impl<R: Rules> Game for Position<R> {
    fn name() -> &'static str {
        R::INFO.name
    }

    fn has_checkmate() -> bool {
        R::KING_IS_ROYAL
    }

    fn start() -> Self {
        Self::START.parse().expect("the start position is sound")
    }

    #[inline(always)]
    fn to_act(&self) -> ToAct {
        if self.hand == Hand::Drawing { ToAct::Chance } else { ToAct::Seat(self.side) }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Seat {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.captured_king().map(|seat| Outcome::Win(seat.opponent(), Reason::KING_CAPTURED))
    }

    /// A drawn king that can be placed nowhere is a stalemate, too.
    fn no_moves_outcome(&self) -> Outcome {
        if self.in_check() {
            Outcome::Win(self.side.opponent(), Reason::CHECKMATE)
        } else {
            Outcome::Draw(Reason::STALEMATE)
        }
    }

    #[inline]
    fn moves(&self, stage: GenType, out: &mut MoveList) {
        self.generate(stage, TileSet(!0), &mut |mv| out.push(mv));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = 0;
        self.generate(GenType::All, TileSet(!0), &mut |_| count += 1);
        count
    }

    fn is_legal(&self, mv: Move) -> bool {
        let Some((kind, _)) = MoveKind::of(mv) else { return false };
        let sources = match kind {
            MoveKind::Normal => match self.plane.tile_on(self.plane.frame().cell(mv.from())) {
                Some(tile) => tile.into(),
                None => return false,
            },
            _ => TileSet::EMPTY,
        };
        let mut found = false;
        self.generate(GenType::All, sources, &mut |legal| found |= legal == mv);
        found || self.outcomes().any(|(outcome, _)| outcome == mv)
    }

    /// Plies since a tile was drawn, placed or captured. A pawn's move is reversible: where all tiles walk on together,
    /// they lie as before, because the plane has no ranks to tell the difference.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.reversible.into()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        self.compute_key()
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.clock.into()
    }

    fn without_counters(&self) -> Self {
        Position { clock: 0, full_moves: 1, ..self.clone() }
    }

    fn populate<O: BoardObserver<Self>>(&self, observer: &mut O) {
        for tile in self.plane.in_play() {
            observer.put(tile.seat(), self.plane.kind_of(tile).index(), self.plane.cell_of(tile).index());
        }
    }
}

impl<R: Rules> Described for Position<R> {
    const INFO: &'static GameInfo = &R::INFO;
}

impl<R: Rules> Chance for Position<R> {
    const CHANCE: bool = true;

    fn chance_outcomes(&self, out: &mut Vec<(Move, u32)>) {
        out.extend(self.outcomes());
    }
}

impl<R: Rules> CompositeMoves for Position<R> {
    /// Where a tile is being drawn and not known yet, its kind and its placement are one composite move.
    fn composite_moves(&self, out: &mut MoveList) {
        if self.holds_tile() {
            return self.moves(GenType::All, out);
        }
        if self.outcome().is_none() {
            let info = self.movegen_info(GenType::All);
            if self.hand == Hand::Empty {
                self.tile_moves(&info, GenType::All, TileSet(!0), &mut |mv| out.push(mv));
            }
            self.composite_draws(&info, &mut |mv| out.push(mv));
        }
    }

    fn count_composite_moves(&self) -> usize {
        if self.holds_tile() {
            return self.count_moves();
        }
        let mut count = 0;
        if self.outcome().is_none() {
            let info = self.movegen_info(GenType::All);
            count += self.count_composite_draws(&info);
            if self.hand == Hand::Empty {
                self.tile_moves(&info, GenType::All, TileSet(!0), &mut |_| count += 1);
            }
        }
        count
    }

    fn is_composite_move(&self, mv: Move) -> bool {
        match MoveKind::of(mv) {
            Some((MoveKind::Placed, _)) if !self.holds_tile() => {
                let mut found = false;
                self.composite_draws(&self.movegen_info(GenType::Quiet), &mut |draw| found |= draw == mv);
                found
            }
            Some((MoveKind::Stranded, kind)) => self.strands(kind) && mv == stranded(kind),
            _ => self.is_legal(mv),
        }
    }

    fn plies_of(&self, composite: Move) -> Plies {
        match (MoveKind::of(composite), self.hand) {
            (Some((MoveKind::Placed, kind)), Hand::Empty) => Plies::from_iter([DRAW_TILE, dealt(kind), composite]),
            (Some((MoveKind::Placed, kind)), Hand::Drawing) => Plies::from_iter([dealt(kind), composite]),
            (Some((MoveKind::Stranded, kind)), Hand::Drawing) => Plies::from_iter([dealt(kind)]),
            (Some((MoveKind::Stranded, kind)), _) => Plies::from_iter([DRAW_TILE, dealt(kind)]),
            _ => Plies::from_iter([composite]),
        }
    }

    /// A placement is the composite move; a tile that was dealt and not placed is stranded.
    fn compose(plies: &[Move]) -> Move {
        let last = plies.last().copied().unwrap_or_default();
        match MoveKind::of(last) {
            Some((MoveKind::Dealt, kind)) => stranded(kind),
            _ => last,
        }
    }

    #[inline(always)]
    fn begins_move(&self) -> bool {
        self.hand == Hand::Empty
    }
}

impl<R: Rules> Symmetry for Position<R> {}

impl<R: Rules> Position<R> {
    /// True if the king of a side is neither in play nor still to be drawn.
    pub(super) fn lacks_king(&self, seat: Seat) -> bool {
        let held = seat == self.side && self.hand == Hand::Holds(Kind::King);
        !held && self.piles[seat.index()].count(Kind::King) == 0 && self.plane.king(seat).is_none()
    }

    /// Seat whose king has been captured, in games where that can happen.
    #[inline(always)]
    pub(super) fn captured_king(&self) -> Option<Seat> {
        if R::KING_IS_ROYAL { None } else { Seat::BOTH.into_iter().find(|&seat| self.lacks_king(seat)) }
    }

    /// True if the side to move may draw, or is drawing, a tile of a kind that can be placed nowhere.
    pub(super) fn strands(&self, kind: Kind) -> bool {
        let drawn = match self.hand {
            Hand::Empty => self.may_draw(),
            Hand::Drawing => true,
            Hand::Holds(_) => false,
        };
        drawn
            && self.captured_king().is_none()
            && self.piles[self.side.index()].count(kind) > 0
            && self.sites(kind).is_empty()
    }

    /// SEE values by kind, in centipawns; a king that can be captured has the value of the game.
    const SEE_VALUES: [i32; Kind::COUNT] = [10_000, 900, 500, 330, 320, 100];
}

/// Number of columns and rows of the frame that history tables tell apart. Tiles seldom lie farther apart, and tables
/// for all fields of all frames would take a gigabyte.
const NEAR: usize = 16;

impl<R: Rules> MoveFacts for Position<R> {
    /// One more than the kinds of tiles: an unknown tile.
    const KINDS: usize = Kind::COUNT + 1;

    const FIELDS: usize = NEAR * NEAR;

    #[inline]
    fn in_check(&self) -> bool {
        self.aimers.without(self.ties.tied()).any()
    }

    #[inline]
    fn moved_kind(&self, mv: Move) -> usize {
        match MoveKind::of(mv) {
            Some((MoveKind::Normal, _)) => self.kind_at(mv.from()).map_or(Kind::COUNT, Kind::index),
            Some((MoveKind::Dealt | MoveKind::Placed | MoveKind::Stranded, kind)) => kind.index(),
            Some((MoveKind::Draw, _)) | None => Kind::COUNT,
        }
    }

    #[inline]
    fn target(&self, mv: Move) -> usize {
        let (x, y) = Frame::coordinates(mv.to());
        y % NEAR * NEAR + x % NEAR
    }

    #[inline]
    fn captured_kind(&self, mv: Move) -> Option<usize> {
        let normal = matches!(MoveKind::of(mv), Some((MoveKind::Normal, _)));
        self.kind_at(mv.to()).filter(|_| normal).map(Kind::index)
    }

    #[inline]
    fn promotion_gain(&self, _: Move) -> i32 {
        0
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.captured_kind(mv).is_some()
    }

    #[inline]
    fn piece_value(kind: usize) -> i32 {
        Self::SEE_VALUES.get(kind).copied().unwrap_or(0)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.move_checks(mv)
    }
}

impl<R: Rules> StaticExchange for Position<R> {
    /// SEE of the first recapture only: the possible recaptures change with every move, because each move ties some
    /// tiles and frees others.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let gain = self.captured_kind(mv).map_or(0, Self::piece_value) - threshold;
        if gain < 0
            || gain >= Self::piece_value(self.moved_kind(mv))
            || !matches!(MoveKind::of(mv), Some((MoveKind::Normal, _)))
        {
            return gain >= 0;
        }
        let frame = self.plane.frame();
        let moved = self.plane.tile_on(frame.cell(mv.from())).map_or(TileSet::EMPTY, TileSet::from);
        let victim = self.plane.tile_on(frame.cell(mv.to())).map_or(TileSet::EMPTY, TileSet::from);
        !self.can_be_captured_after(frame.cell(mv.to()), moved | victim)
    }
}

impl<R: Rules> SearchHints for Position<R> {
    const EXPECTED_MOVES: u32 = 12;

    /// Keys of the kinds in play and in the hand, and of each side's tied tiles. The value of a tile in the hand shows
    /// when it is placed: the error of the evaluation until then is no error of positions without one.
    #[inline]
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let numbers = |tiles: TileSet| Kind::ALL.map(|kind| (self.plane.kind(kind) & tiles).len() as u64);
        let of = |tiles: TileSet, seat| zobrist::digest(numbers(tiles & TileSet::of(seat)));
        let [white, black] = Seat::BOTH.map(|seat| of(self.plane.in_play(), seat));
        let [tied_white, tied_black] = Seat::BOTH.map(|seat| of(self.ties.tied(), seat));
        let held = match self.hand {
            Hand::Holds(kind) => 1 + kind.index() as u64,
            Hand::Empty | Hand::Drawing => 0,
        };
        [[white, black], [tied_white, 0], [tied_black, 0]].map(|[one, other]| zobrist::digest([one, other, held]))
    }

    #[inline]
    fn null_move_allowed(&self) -> bool {
        let own = self.plane.of(self.side);
        // While there are tiles to draw, no move of a tile is forced.
        let obliged = self.pile(self.side).is_empty() && own.without(self.ties.tied()).len() < NULL_MOVE_MIN_TILES;
        self.hand == Hand::Empty && !self.in_check() && self.outcome().is_none() && own.any() && !obliged
    }
}

impl<R: Rules> NullMove for Position<R> {
    fn make_null(&mut self) -> Undo {
        self.play_null()
    }

    fn unmake_null(&mut self, undo: Undo) {
        self.take_back(undo);
    }
}

impl<R: Rules> Position<R> {
    /// Kind of the tile on a field of the present frame.
    #[inline(always)]
    fn kind_at(&self, field: usize) -> Option<Kind> {
        self.plane.tile_on(self.plane.frame().cell(field)).map(|tile| self.plane.kind_of(tile))
    }
}
