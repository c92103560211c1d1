//! Staged move picker: hands out the moves of a node, best first, and generates no more than it must.
//!
//! Source: chessprogramming wiki, "Move Ordering" and "Staged Move Generation". The order: TT move, noisy moves that
//! pass SEE (by MVV and capture history), killers, quiet moves by history, noisy moves that fail SEE. Invariant: every
//! legal move comes exactly once. Tests compare the picker with the generator in every game, and count perft with it.

use super::history::{ContHistIndices, Histories};
use super::thread::Thread;
use crate::eval::Evaluator;
use crate::game::{GenType, Seat, Tactics};
use crate::moves::{Move, MoveList};

/// A move and its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    mv: Move,
    score: i32,
}

/// The generated moves of all nodes of the current line, one node's after the other's. A node's part is given back when
/// [`with_picker`](Thread::with_picker) ends.
#[derive(Default)]
pub struct MoveBuffer(Vec<ScoredMove>);

impl MoveBuffer {
    /// Empties the buffer, as at the root.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// True if no node has its moves in the buffer.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Score of a killer: before every other quiet move.
const KILLER_SCORE: i32 = 1 << 20;

/// Score of a quiet move that is no evasion: after every other.
const NON_EVASION_SCORE: i32 = -KILLER_SCORE;

/// Score points for a centipawn captured.
const CAPTURE_WEIGHT: i32 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Inputs of the move ordering of a node.
#[derive(Clone, Copy)]
pub struct MoveOrdering {
    /// The TT move; it may be any 32 bits.
    pub tt_move: Move,
    /// Killer moves.
    pub killers: [Move; 2],
    /// The player to move.
    pub player: Seat,
    /// True if there is a threat to answer.
    pub in_check: bool,
    /// Continuation history indices of the moves before.
    pub cont_hist: ContHistIndices,
}

/// Move picker of one node.
pub struct MovePicker {
    stage: Stage,
    ordering: MoveOrdering,
    /// True if quiet moves are wanted.
    quiets: bool,
    /// True if the order of the quiet moves that are left matters.
    ordered: bool,
    /// True if noisy moves that fail the SEE threshold are wanted.
    bad_noisy: bool,
    /// SEE threshold of good noisy moves, in centipawns.
    see_threshold: i32,
    /// The node's part of the buffer begins at `start`; bad noisy moves are kept from there to `bad_noisy_end`.
    start: usize,
    bad_noisy_end: usize,
    next: usize,
}

impl MovePicker {
    /// All moves.
    #[inline]
    pub fn all(ordering: MoveOrdering) -> MovePicker {
        let stage = if ordering.tt_move.is_some() { Stage::TtMove } else { Stage::GenerateNoisy };
        MovePicker {
            stage,
            ordering,
            quiets: true,
            ordered: true,
            bad_noisy: true,
            see_threshold: 0,
            start: 0,
            bad_noisy_end: 0,
            next: 0,
        }
    }

    /// Only the noisy moves that win at least `see_threshold` centipawns by SEE (and the TT move, if it is noisy).
    #[inline]
    pub fn noisy(ordering: MoveOrdering, see_threshold: i32) -> MovePicker {
        MovePicker { quiets: false, bad_noisy: false, see_threshold, ..MovePicker::all(ordering) }
    }

    /// From now on only noisy moves.
    #[inline(always)]
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// From now on quiet moves come in any order.
    #[inline(always)]
    pub fn stop_ordering(&mut self) {
        self.ordered = false;
    }

    /// Returns whether the moves handed out now are noisy moves that fail SEE.
    #[inline(always)]
    pub fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The next move, or none if all have been handed out. The buffer must be as this picker left it.
    fn next<G: Tactics>(&mut self, game: &G, histories: &Histories, buffer: &mut MoveBuffer) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    let mv = self.ordering.tt_move;
                    if game.is_legal(mv) && (self.quiets || game.is_noisy(mv)) {
                        return Some(mv);
                    }
                    self.ordering.tt_move = Move::NONE;
                }
                Stage::GenerateNoisy => {
                    let player = self.ordering.player;
                    self.generate(game, GenType::Noisy, buffer, |mv| noisy_score(game, histories, player, mv));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(game, buffer) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.next = buffer.0.len();
                    if self.quiets {
                        let ordering = self.ordering;
                        let score = |mv| quiet_score(game, histories, &ordering, mv);
                        self.generate(game, GenType::Quiet, buffer, score);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiets && self.next < buffer.0.len() {
                        if self.ordered {
                            return self.best_left(buffer);
                        }
                        return Some(self.next_in_buffer(buffer));
                    }
                    self.next = self.start;
                    self.stage = if self.bad_noisy { Stage::BadNoisy } else { Stage::Done };
                }
                Stage::BadNoisy => {
                    if self.next < self.bad_noisy_end {
                        return Some(self.next_in_buffer(buffer));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Begins the node's part of the buffer, behind those of the nodes above.
    #[inline(always)]
    fn open(&mut self, buffer: &MoveBuffer) {
        let start = buffer.0.len();
        (self.start, self.bad_noisy_end, self.next) = (start, start, start);
    }

    /// Gives the node's part of the buffer back.
    #[inline(always)]
    fn close(&self, buffer: &mut MoveBuffer) {
        buffer.0.truncate(self.start);
    }

    #[inline(always)]
    fn next_in_buffer(&mut self, buffer: &MoveBuffer) -> Move {
        self.next += 1;
        buffer.0[self.next - 1].mv
    }

    /// The best noisy move left that meets the SEE threshold. Those that do not are put aside, and underpromotions
    /// that capture nothing: they lose material.
    fn good_noisy<G: Tactics>(&mut self, game: &G, buffer: &mut MoveBuffer) -> Option<Move> {
        while let Some(mv) = self.best_left(buffer) {
            if game.gain(mv) >= 0 && game.see_ge(mv, self.see_threshold) {
                return Some(mv);
            }
            buffer.0.swap(self.bad_noisy_end, self.next - 1);
            self.bad_noisy_end += 1;
        }
        None
    }

    /// Selection sort step: the best move left. Most nodes are done after a few, so that sorting all would cost more.
    #[inline(always)]
    fn best_left(&mut self, buffer: &mut MoveBuffer) -> Option<Move> {
        let left = &mut buffer.0[self.next..];
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

    /// Appends the moves of a stage with their scores, without the TT move.
    #[inline(never)]
    fn generate<G: Tactics>(&self, game: &G, stage: GenType, buffer: &mut MoveBuffer, score: impl Fn(Move) -> i32) {
        let mut moves = MoveList::new();
        game.moves(stage, &mut moves);
        let others = moves.iter().filter(|&&mv| mv != self.ordering.tt_move);
        buffer.0.extend(others.map(|&mv| ScoredMove { mv, score: score(mv) }));
    }
}

/// MVV plus capture history: up to 512 centipawns of a victim's value for what has served well or badly. Among equals
/// the least valuable attacker (LVA) comes first; a king whose SEE value is the whole game comes after most others.
#[inline]
fn noisy_score<G: Tactics>(game: &G, histories: &Histories, player: Seat, mv: Move) -> i32 {
    CAPTURE_WEIGHT * game.gain(mv) + histories.noisy(game, player, mv) / 2 - G::piece_value(game.moved_kind(mv))
}

/// Killers first, then history; in check, moves that are no evasion last.
#[inline]
fn quiet_score<G: Tactics>(game: &G, histories: &Histories, ordering: &MoveOrdering, mv: Move) -> i32 {
    if ordering.in_check && !game.is_evasion(mv) {
        return NON_EVASION_SCORE;
    }
    match ordering.killers.iter().position(|&killer| killer == mv) {
        Some(place) => KILLER_SCORE - place as i32,
        None => histories.quiet(game, ordering.player, ordering.cont_hist, mv),
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Move ordering of the current node.
    #[inline(always)]
    pub fn move_ordering(&self, tt_move: Move) -> MoveOrdering {
        let frame = self.stack.top();
        MoveOrdering {
            tt_move,
            killers: frame.killers,
            player: frame.player,
            in_check: frame.in_check,
            cont_hist: self.stack.cont_hist_indices(),
        }
    }

    /// Runs `body` with a picker of the current node. The node's part of the move buffer is given back however `body`
    /// ends.
    #[inline(always)]
    pub fn with_picker<R>(&mut self, mut picker: MovePicker, body: impl FnOnce(&mut Self, &mut MovePicker) -> R) -> R {
        picker.open(&self.move_buffer);
        let result = body(self, &mut picker);
        picker.close(&mut self.move_buffer);
        result
    }

    /// The next move of the current node's picker.
    #[inline(always)]
    pub fn next_move(&mut self, picker: &mut MovePicker) -> Option<Move> {
        picker.next(self.position.game(), self.shared.histories, &mut self.move_buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::coalition::{Coalition, Form};
    use super::*;
    use crate::board::zobrist::mix;
    use crate::game::{Game, MoveFacts, ToAct};
    use crate::text::Notation;
    use crate::variants::orthodox::{Chess, KnightRelay};
    use crate::variants::{Kaleido4, TwoPlayerVariant};
    use crate::with_two_player_game;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn ordering<G: Tactics>(game: &G, tt_move: Move, killer: Move) -> MoveOrdering {
        MoveOrdering {
            tt_move,
            killers: [killer; 2],
            player: Game::seat(game),
            in_check: false,
            cont_hist: ContHistIndices::default(),
        }
    }

    #[test]
    fn underpromotions_that_capture_nothing_come_last() {
        let game: Chess = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        let (histories, mut buffer) = (Histories::new::<Chess>(), MoveBuffer::default());
        let mut picker = MovePicker::all(ordering(&game, Move::NONE, Move::NONE));
        picker.open(&buffer);
        let picked: Vec<String> =
            std::iter::from_fn(|| picker.next(&game, &histories, &mut buffer)).map(|mv| game.write_move(mv)).collect();
        let mut ends = [&picked[..2], &picked[picked.len() - 2..]].map(<[String]>::to_vec);
        ends.iter_mut().for_each(|end| end.sort_unstable());
        assert_eq!(ends, [["a7a8n", "a7a8q"], ["a7a8b", "a7a8r"]], "{picked:?}");
        picker.close(&mut buffer);
    }

    /// Perft with the picker instead of the generator.
    fn perft<G: Tactics>(
        game: &mut G,
        depth: u32,
        histories: &Histories,
        buffer: &mut MoveBuffer,
        tt_move: Move,
    ) -> u64 {
        let mut picker = MovePicker::all(ordering(game, tt_move, Move::new(1, 18, 0)));
        picker.open(buffer);
        let (mut nodes, mut last) = (0, Move::NONE);
        while let Some(mv) = picker.next(game, histories, buffer) {
            let undo = game.make(mv, &mut ());
            // The last move of a sibling is mostly illegal here, sometimes legal: both are worth trying as TT move.
            nodes += if depth == 1 { 1 } else { perft(game, depth - 1, histories, buffer, last) };
            game.unmake(mv, undo);
            last = mv;
        }
        picker.close(buffer);
        nodes
    }

    fn check<G: Tactics>(mut game: G, depth: u32, nodes: u64) {
        let mut buffer = MoveBuffer::default();
        assert_eq!(perft(&mut game, depth, &Histories::new::<G>(), &mut buffer, Move::NONE), nodes);
        assert!(buffer.is_empty());
    }

    #[test]
    fn perft_with_the_picker_counts_the_known_numbers() {
        check(Chess::start(), 4, 197_281);
        check(KnightRelay::start(), 4, 727_219);
        check(KIWIPETE.parse::<Chess>().unwrap(), 4, 4_085_603);
    }

    /// Plies from a position: chance outcomes, or the legal moves, which the picker must hand out, each of them once.
    /// The TT move and the killer may be illegal.
    fn plies_as_picked<G: Tactics>(game: &G, histories: &Histories, tt_move: Move, killer: Move) -> Vec<Move> {
        if game.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            return outcomes.into_iter().map(|(outcome, _)| outcome).collect();
        }
        let mut legal = MoveList::new();
        game.moves(GenType::All, &mut legal);
        let mut buffer = MoveBuffer::default();
        let mut picker = MovePicker::all(ordering(game, tt_move, killer));
        let mut picked: Vec<Move> = std::iter::from_fn(|| picker.next(game, histories, &mut buffer)).collect();
        legal.sort_unstable();
        picked.sort_unstable();
        assert_eq!(picked[..], legal[..], "TT move {tt_move:?}, killer {killer:?} in {game:?}");
        picked
    }

    /// Compares the picker with the generator in all positions up to two plies from a position and on a long random
    /// game from there.
    fn compare_with_generator<G: Tactics>(start: G) {
        let histories = Histories::new::<G>();
        let after = |game: &G, mv: Move| {
            let mut next = game.clone();
            next.make(mv, &mut ());
            next
        };
        let (mut tt_move, mut killer) = (Move::NONE, Move::NONE);
        for first in plies_as_picked(&start, &histories, tt_move, killer) {
            let child = after(&start, first);
            for second in plies_as_picked(&child, &histories, tt_move, killer) {
                plies_as_picked(&after(&child, second), &histories, tt_move, killer);
                (tt_move, killer) = (second, tt_move);
            }
        }
        let mut game = start;
        for ply in 0..300 {
            let plies = plies_as_picked(&game, &histories, tt_move, killer);
            if plies.is_empty() {
                break;
            }
            let chosen = |salt: u64| plies[(mix(2 * ply + salt) % plies.len() as u64) as usize];
            plies_as_picked(&game, &histories, chosen(1), tt_move);
            let mv = chosen(0);
            game = after(&game, mv);
            (tt_move, killer) = (mv, tt_move);
        }
    }

    #[test]
    fn picked_moves_are_the_legal_moves_in_every_game() {
        for variant in TwoPlayerVariant::ALL {
            with_two_player_game!(variant, G => compare_with_generator(G::start()));
        }
        for form in [Form::Paranoid, Form::BestReply] {
            compare_with_generator(Coalition::new(Kaleido4::start(), form));
        }
    }

    #[test]
    fn every_move_comes_once_after_ordering_stops() {
        let game: Chess = KIWIPETE.parse().unwrap();
        let histories = Histories::new::<Chess>();
        let mut legal = MoveList::new();
        game.moves(GenType::All, &mut legal);
        legal.sort_unstable();
        for ordered in 0..legal.len() {
            let mut buffer = MoveBuffer::default();
            let mut picker = MovePicker::all(ordering(&game, legal[ordered], Move::NONE));
            let mut moves: Vec<Move> = Vec::new();
            while let Some(mv) = picker.next(&game, &histories, &mut buffer) {
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
    fn captures_come_by_victim_and_bad_captures_last() {
        // White can take the queen with a pawn, a defended pawn with the queen, or move quietly.
        let game: Chess = "k7/8/2p2q2/3p2P1/8/3Q4/8/7K w - - 0 1".parse().unwrap();
        let (histories, mut buffer) = (Histories::new::<Chess>(), MoveBuffer::default());
        let mut picker = MovePicker::all(ordering(&game, Move::NONE, Move::NONE));
        let moves: Vec<Move> = std::iter::from_fn(|| picker.next(&game, &histories, &mut buffer)).collect();
        let victims: Vec<Option<usize>> = moves.iter().map(|&mv| game.captured_kind(mv)).collect();
        assert_eq!(victims.first(), Some(&Some(4)), "the queen first");
        assert_eq!(victims.last(), Some(&Some(0)), "the defended pawn last");
        assert!(victims[1..victims.len() - 1].iter().all(Option::is_none));
    }
}
