//! Make and unmake of moves.

use super::keys::KeysOf;
use super::position::sum;
use super::{Cell, Frame, Hand, Kind, MoveKind, Position, Rules, Step, Ties, Tile, TileSet};
use crate::game::{BoardObserver, Seat};
use crate::moves::Move;

/// Undo record.
#[derive(Clone, Debug)]
pub struct Undo {
    ties: Ties,
    aimers: TileSet,
    /// Moved tile and its origin, if it was in play.
    moved: Option<(Tile, Cell)>,
    /// Placed tile.
    placed: Option<(Tile, Kind)>,
    captured: Option<(Tile, Kind, Cell)>,
    /// Kind that has left the pile of the side to move.
    drawn: Option<Kind>,
    hand: Hand,
    key: u64,
    clock: u16,
    reversible: u16,
    corner: Step,
    full_moves: u16,
    side: Seat,
}

impl<R: Rules> Position<R> {
    /// Plays a legal move, a chance outcome or a composite move.
    #[inline(always)]
    pub(super) fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) -> Undo {
        observer.begin();
        let mut undo = self.remember();
        let (kind, tile) = MoveKind::of(mv).expect("a legal move has a kind");
        match kind {
            MoveKind::Normal => self.play_normal(mv, &mut undo, observer),
            MoveKind::Draw => self.take_in_hand(Hand::Drawing),
            MoveKind::Dealt | MoveKind::Stranded => self.deal(tile, &mut undo),
            MoveKind::Placed => self.play_placement(tile, mv, &mut undo, observer),
        }
        debug_assert_eq!(self.key, self.compute_key());
        undo
    }

    /// Undo record of a ply that changes no tile.
    #[inline(always)]
    fn remember(&self) -> Undo {
        Undo {
            ties: self.ties,
            aimers: self.aimers,
            moved: None,
            placed: None,
            captured: None,
            drawn: None,
            hand: self.hand,
            key: self.key,
            clock: self.clock,
            reversible: self.reversible,
            corner: self.corner,
            full_moves: self.full_moves,
            side: self.side,
        }
    }

    fn play_normal<O: BoardObserver<Self>>(&mut self, mv: Move, undo: &mut Undo, observer: &mut O) {
        let frame = self.plane.frame();
        let (from, to) = (frame.cell(mv.from()), frame.cell(mv.to()));
        let tile = self.plane.tile_on(from).expect("a tile moves");
        let kind = self.plane.kind_of(tile);
        let seat = self.side;
        undo.moved = Some((tile, from));
        observer.take(seat, kind.index(), from.index());
        let mut lifted = KeysOf::<R>::KEYS.tile(seat, kind, mv.from() as u16);
        if let Some(victim) = self.plane.tile_on(to) {
            let loss = self.plane.kind_of(victim);
            undo.captured = Some((victim, loss, to));
            observer.take(seat.opponent(), loss.index(), to.index());
            lifted ^= KeysOf::<R>::KEYS.tile(seat.opponent(), loss, mv.to() as u16);
            self.plane.take(victim, loss);
        }
        self.plane.shift(tile, to);
        observer.put(seat, kind.index(), to.index());
        let progress = undo.captured.is_some() || kind == Kind::Pawn;
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
        self.reversible = if undo.captured.is_some() { 0 } else { self.reversible.saturating_add(1) };
        self.update_tiles_key(frame, lifted, (seat, kind, to));
        self.end_turn();
    }

    fn play_placement<O: BoardObserver<Self>>(&mut self, kind: Kind, mv: Move, undo: &mut Undo, observer: &mut O) {
        if !self.holds_tile() {
            self.deal(kind, undo);
        }
        let frame = self.plane.frame();
        let to = frame.cell(mv.to());
        let tile = self.plane.place(self.side, kind, to);
        undo.placed = Some((tile, kind));
        observer.put(self.side, kind.index(), to.index());
        self.clock = 0;
        self.take_in_hand(Hand::Empty);
        self.update_tiles_key(frame, 0, (self.side, kind, to));
        self.end_turn();
    }

    /// Moves a tile from the pile into the hand.
    fn deal(&mut self, kind: Kind, undo: &mut Undo) {
        undo.drawn = Some(kind);
        let keys = KeysOf::<R>::KEYS;
        let (side, pile) = (self.side, &mut self.piles[self.side.index()]);
        self.key ^= keys.pile(side, kind, pile.count(kind));
        pile.remove(kind);
        self.key ^= keys.pile(side, kind, pile.count(kind));
        self.take_in_hand(Hand::Holds(kind));
    }

    fn take_in_hand(&mut self, hand: Hand) {
        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.hand(self.hand) ^ keys.hand(hand);
        self.hand = hand;
        self.reversible = 0;
    }

    /// Key update after tiles have gone, whose keys in the earlier frame are in `lifted`, and one has come. Where the
    /// frame's corner has moved, all tiles count anew.
    #[inline(always)]
    fn update_tiles_key(&mut self, before: Frame, lifted: u64, (seat, kind, to): (Seat, Kind, Cell)) {
        let frame = self.plane.frame();
        if before.corner == frame.corner {
            self.key ^= lifted ^ KeysOf::<R>::KEYS.tile(seat, kind, frame.field(to));
        } else {
            self.corner = sum(self.corner, before.corner.offset_to(frame.corner));
            self.key = self.compute_key();
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        Ties::find(&self.plane, &mut self.ties);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.pass_turn();
    }

    /// Passes the turn to the opponent.
    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        let keys = KeysOf::<R>::KEYS;
        self.side = self.side.opponent();
        self.key ^= keys.side(Seat::WHITE) ^ keys.side(Seat::BLACK);
        self.aimers = self.find_aimers();
    }

    /// Null move.
    pub(super) fn play_null(&mut self) -> Undo {
        let undo = self.remember();
        self.clock = self.clock.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.pass_turn();
        undo
    }

    /// Unmakes the last ply.
    pub(super) fn take_back(&mut self, undo: Undo) {
        if let Some((tile, kind)) = undo.placed {
            self.plane.take(tile, kind);
        }
        if let Some((tile, from)) = undo.moved {
            self.plane.shift(tile, from);
        }
        if let Some((tile, kind, cell)) = undo.captured {
            self.plane.put(tile, kind, cell);
        }
        self.side = undo.side;
        if let Some(kind) = undo.drawn {
            self.piles[self.side.index()].add(kind);
        }
        self.ties = undo.ties;
        self.aimers = undo.aimers;
        self.hand = undo.hand;
        self.key = undo.key;
        self.clock = undo.clock;
        self.reversible = undo.reversible;
        self.corner = undo.corner;
        self.full_moves = undo.full_moves;
    }
}
