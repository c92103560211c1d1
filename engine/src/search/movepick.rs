//! The staged move picker: hands out the moves of a node, the most promising first, and generates no more than it must.

use super::history::{ContHistIndices, Histories};
use crate::game::{GenType, Seat, Tactics};
use crate::moves::{Move, MoveList};

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

/// The moves of all nodes of the present line, one node's after the other's.
pub(super) type MoveBuffer = Vec<Scored>;

/// Added to the score of a killer, which comes before every other quiet move.
const KILLER: i32 = 1 << 20;

/// The score of a quiet move that does not answer the threat: it comes after every other.
const NO_ANSWER: i32 = -KILLER;

/// How many points of the score a centipawn captured is.
const CAPTURE_WEIGHT: i32 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TranspositionTable,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What a picker needs to know of its node.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// The move that the transposition table recommends; it may be nonsense.
    pub(super) table_move: Move,
    /// Quiet moves to try early.
    pub(super) killers: [Move; 2],
    /// The side to move.
    pub(super) seat: Seat,
    /// Whether there is a threat to answer.
    pub(super) in_check: bool,
    /// The rows of the histories that belong to the moves before.
    pub(super) rows: ContHistIndices,
}

/// The order of a node's moves: table move, captures that win or hold, killers, quiet moves by history, captures that lose.
pub(super) struct MovePicker {
    stage: Stage,
    order: Order,
    /// Whether quiet moves are wanted.
    quiets: bool,
    /// Whether the order of the quiet moves that are left matters.
    ordered: bool,
    /// Whether captures that fail the threshold are wanted.
    losers: bool,
    /// What a capture must win by exchange to come before the quiet moves.
    threshold: i32,
    /// The node's part of the arena: losing captures are kept from `start` to `losing`.
    start: usize,
    losing: usize,
    next: usize,
}

impl MovePicker {
    /// All moves.
    #[inline]
    pub(super) fn all(arena: &MoveBuffer, order: Order) -> MovePicker {
        let start = arena.len();
        let stage = if order.table_move.is_some() { Stage::TranspositionTable } else { Stage::MakeNoisy };
        MovePicker {
            stage,
            order,
            quiets: true,
            ordered: true,
            losers: true,
            threshold: 0,
            start,
            losing: start,
            next: start,
        }
    }

    /// Only the captures and promotions that win at least `threshold` by exchange (and the table move, if it is one).
    #[inline]
    pub(super) fn noisy(arena: &MoveBuffer, order: Order, threshold: i32) -> MovePicker {
        MovePicker { quiets: false, losers: false, threshold, ..MovePicker::all(arena, order) }
    }

    /// From now on only captures.
    #[inline(always)]
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// From now on quiet moves come in any order.
    #[inline(always)]
    pub(super) fn stop_ordering(&mut self) {
        self.ordered = false;
    }

    /// The next move, or none if all have been handed out. The arena must be as this picker left it.
    pub(super) fn next<G: Tactics>(&mut self, game: &G, history: &Histories, arena: &mut MoveBuffer) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TranspositionTable => {
                    self.stage = Stage::MakeNoisy;
                    let mv = self.order.table_move;
                    if game.is_legal(mv) && (self.quiets || game.is_noisy(mv)) {
                        return Some(mv);
                    }
                    self.order.table_move = Move::NONE;
                }
                Stage::MakeNoisy => {
                    self.generate(game, GenType::Noisy, arena, |mv| noisy_score(game, history, mv));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(game, arena) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.next = arena.len();
                    if self.quiets {
                        let order = self.order;
                        self.generate(game, GenType::Quiet, arena, |mv| quiet_score(game, history, &order, mv));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiets && self.next < arena.len() {
                        if self.ordered {
                            return self.best_left(arena);
                        }
                        self.next += 1;
                        return Some(arena[self.next - 1].mv);
                    }
                    self.next = self.start;
                    self.stage = if self.losers { Stage::BadNoisy } else { Stage::Done };
                }
                Stage::BadNoisy => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(arena[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether the moves handed out now are captures that lose by exchange.
    #[inline(always)]
    pub(super) fn is_losing(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Gives the node's part of the arena back.
    #[inline(always)]
    pub(super) fn close(self, arena: &mut MoveBuffer) {
        arena.truncate(self.start);
    }

    /// The most promising capture left that meets the threshold; those that do not are put aside.
    fn good_noisy<G: Tactics>(&mut self, game: &G, arena: &mut MoveBuffer) -> Option<Move> {
        while let Some(mv) = self.best_left(arena) {
            if game.see_ge(mv, self.threshold) {
                return Some(mv);
            }
            arena.swap(self.losing, self.next - 1);
            self.losing += 1;
        }
        None
    }

    /// The most promising move left. Most nodes are done after a few, so that sorting all of them would cost more.
    #[inline(always)]
    fn best_left(&mut self, arena: &mut MoveBuffer) -> Option<Move> {
        let left = &mut arena[self.next..];
        let mut best = *left.first()?;
        let mut place = 0;
        for (i, &scored) in left.iter().enumerate().skip(1) {
            if scored.score > best.score {
                (place, best) = (i, scored);
            }
        }
        left[place] = left[0];
        left[0] = best;
        self.next += 1;
        Some(best.mv)
    }

    /// Appends the moves of a sort with their scores, without the table move.
    #[inline(never)]
    fn generate<G: Tactics>(&self, game: &G, wanted: GenType, arena: &mut MoveBuffer, score: impl Fn(Move) -> i32) {
        let mut moves = MoveList::new();
        game.moves(wanted, &mut moves);
        let others = moves.iter().filter(|&&mv| mv != self.order.table_move);
        arena.extend(others.map(|&mv| Scored { mv, score: score(mv) }));
    }
}

/// The most valuable victim first, captures that have served well before others of the same victim.
#[inline]
fn noisy_score<G: Tactics>(game: &G, history: &Histories, mv: Move) -> i32 {
    CAPTURE_WEIGHT * game.gain(mv) + history.noisy(game, mv) / 2 - G::piece_value(game.moved_kind(mv))
}

#[inline]
fn quiet_score<G: Tactics>(game: &G, history: &Histories, order: &Order, mv: Move) -> i32 {
    if order.in_check && !game.is_evasion(mv) {
        return NO_ANSWER;
    }
    match order.killers.iter().position(|&killer| killer == mv) {
        Some(place) => KILLER - place as i32,
        None => history.quiet(game, order.seat, order.rows, mv),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MoveFacts};
    use crate::variants::orthodox::{Chess, KnightRelay};

    /// Perft with the picker instead of the generator.
    fn perft<G: Tactics>(
        game: &mut G,
        depth: u32,
        history: &Histories,
        arena: &mut MoveBuffer,
        table_move: Move,
    ) -> u64 {
        let order = Order {
            table_move,
            killers: [Move::new(1, 18, 0); 2],
            seat: Game::seat(game),
            in_check: false,
            rows: ContHistIndices::default(),
        };
        let mut picker = MovePicker::all(arena, order);
        let (mut nodes, mut last) = (0, Move::NONE);
        while let Some(mv) = picker.next(game, history, arena) {
            let undo = game.make(mv, &mut ());
            // The move of the neighbour is mostly nonsense here, sometimes legal: both are worth trying.
            nodes += if depth == 1 { 1 } else { perft(game, depth - 1, history, arena, last) };
            game.unmake(mv, undo);
            last = mv;
        }
        picker.close(arena);
        nodes
    }

    fn check<G: Tactics>(mut game: G, depth: u32, nodes: u64) {
        let mut arena = MoveBuffer::new();
        assert_eq!(perft(&mut game, depth, &Histories::new::<G>(), &mut arena, Move::NONE), nodes);
        assert!(arena.is_empty());
    }

    #[test]
    fn picked_moves_are_the_legal_moves() {
        check(Chess::start(), 4, 197_281);
        check(KnightRelay::start(), 4, 727_219);
        let kiwipete: Chess = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        check(kiwipete, 4, 4_085_603);
    }

    #[test]
    fn moves_come_once_where_the_order_is_given_up() {
        let game: Chess = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let history = Histories::new::<Chess>();
        let mut legal = MoveList::new();
        game.moves(GenType::All, &mut legal);
        legal.sort_unstable();
        for ordered in 0..legal.len() {
            let mut arena = MoveBuffer::new();
            let order = Order {
                table_move: legal[ordered],
                killers: [Move::NONE; 2],
                seat: Seat::WHITE,
                in_check: false,
                rows: ContHistIndices::default(),
            };
            let mut picker = MovePicker::all(&arena, order);
            let mut moves: Vec<Move> = Vec::new();
            while let Some(mv) = picker.next(&game, &history, &mut arena) {
                moves.push(mv);
                if moves.len() > ordered {
                    picker.stop_ordering();
                }
            }
            moves.sort_unstable();
            assert_eq!(moves[..], legal[..]);
        }
    }

    #[test]
    fn captures_come_by_victim_and_losers_last() {
        // White can take the queen with a pawn, a defended pawn with the queen, or move quietly.
        let game: Chess = "k7/8/2p2q2/3p2P1/8/3Q4/8/7K w - - 0 1".parse().unwrap();
        let history = Histories::new::<Chess>();
        let mut arena = MoveBuffer::new();
        let order = Order {
            table_move: Move::NONE,
            killers: [Move::NONE; 2],
            seat: Seat::WHITE,
            in_check: false,
            rows: ContHistIndices::default(),
        };
        let mut picker = MovePicker::all(&arena, order);
        let moves: Vec<Move> = std::iter::from_fn(|| picker.next(&game, &history, &mut arena)).collect();
        let victims: Vec<Option<usize>> = moves.iter().map(|&mv| game.captured_kind(mv)).collect();
        assert_eq!(victims.first(), Some(&Some(4)), "the queen first");
        assert_eq!(victims.last(), Some(&Some(0)), "the poisoned pawn last");
        assert!(victims[1..victims.len() - 1].iter().all(Option::is_none));
    }
}
